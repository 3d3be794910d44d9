//! Deals patience games, proves which deals can be won, and prints them.

pub mod assets;
pub mod card;
pub mod catalogue;
pub mod deal;
pub mod figure;
pub mod game;
pub mod solver;
pub mod variant;
pub mod yaml;
