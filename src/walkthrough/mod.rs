//! Games as they were played: solutions that were replayed, and walkthroughs in stages.
//!
//! Moves may come from anyone: a solver, a file, a person. Here they are played through the
//! referee, and only what it accepts gets further.
//!
//! A [`Transcript`] is a walkthrough file as written; [`Transcript::replay`] makes it a
//! [`Walkthrough`]. A [`Solution`] is cut into the same [`Stage`]s by [`stages_of`].

mod grammar;
mod lines;
mod replay;
mod solution;
mod stages;
pub mod transcript;

pub use solution::{NotAWin, Solution};
pub use stages::{Breaks, Note, Stage, Walkthrough, stages_of};
pub(crate) use stages::{MOST_STRAIN, strain};
pub use transcript::{BadTranscript, DealSource, Transcript};
pub(crate) use transcript::{fields_of_front, is_move, is_prose, language_code};
