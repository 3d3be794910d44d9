//! Puzzles made of deals: hints, the move that lost a game, the seven forms of tasks, and files of puzzles of
//! one turn at a table.
//!
//! ```
//! use dealpress::{assets::Assets, catalogue::Catalogue, puzzle, words::Language};
//! use dealpress::{grade::{Grade, Graded}, solver::Limits};
//! let catalogue = Catalogue::new(Assets::embedded());
//! let deal = catalogue.deal(&"somerset-klondike#2".parse().unwrap()).unwrap();
//! let start = catalogue.start(&deal).unwrap();
//! let Graded::Grade(grade) = Grade::of(&start, &Limits::default()) else { panic!() };
//! let english = Language::load(catalogue.assets(), "en").unwrap();
//! let ladder = puzzle::hint(&english, &grade.measures.solution, 1).unwrap();
//! assert!(ladder[0][0].starts_with("Look at "));
//! ```

mod duel;
mod endgame;
mod fatal;
mod file;
mod form;
mod hint;
mod make;
mod prove;

pub use duel::{BadDuel, DuelProof, DuelText};
pub use fatal::{Course, course};
pub use file::{BadPuzzle, ProofText, PuzzleText, is_puzzle};
pub use form::{BadForm, Form, Proof, Puzzle};
pub use hint::{RUNGS, hint};
pub use make::Maker;
pub use prove::{Unproved, check, prove};
