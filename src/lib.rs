//! Deals patience games, proves which deals can be won, and prints them.
//!
#![doc = include_str!("DESIGN.md")]

pub mod assets;
pub mod book;
pub mod card;
pub mod catalogue;
pub mod cli;
pub mod deal;
pub mod figure;
pub mod game;
pub mod grade;
pub mod kit;
pub mod markdown;
pub mod output;
pub mod page;
pub mod puzzle;
pub mod raster;
pub mod seats;
pub mod solver;
pub mod variant;
pub mod walkthrough;
pub mod words;
pub mod yaml;
