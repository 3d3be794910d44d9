//! Figures and positions as files: one format a file of code, each pure (bytes out, no files
//! touched), and [`write_whole`], which puts the bytes where they belong.

pub mod cutout;
pub mod diagram;
mod file;
mod grid;
pub mod html;
pub mod pdf;
pub mod png;
pub mod seats;
pub mod svg;
pub mod text;
pub mod turn;

pub use file::{BadOutput, Draft, write_whole};
pub use grid::{Down, Labels, StockView, Suits};
