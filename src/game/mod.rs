//! The referee: what a position is, which moves are legal, and who has won.
//!
//! It is slow, plain and meant to be obviously right. It knows no solver, no drawing, no file
//! and no clock; everything that is printed as a solution was played through it.
//!
//! ```
//! use dealpress::{assets::Assets, catalogue::Catalogue};
//! let catalogue = Catalogue::new(Assets::embedded());
//! let deal = catalogue.deal(&"somerset-klondike#42".parse().unwrap()).unwrap();
//! let mut position = catalogue.start(&deal).unwrap();
//! let first = position.legal_moves()[0];
//! position.play(first).unwrap();
//! assert!(!position.is_won());
//! ```

mod moves;
mod notation;
mod play;
mod position;
mod rules;

pub use moves::{IllegalMove, Move, Place, Played};
pub use notation::{BadNotation, move_text, parse_move};
pub use position::{BadDeal, Pile, Position};
pub use rules::{BadVariant, Rules};
