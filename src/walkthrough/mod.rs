//! Games as they were played: solutions that were replayed, and walkthroughs in stages.
//!
//! Moves may come from anyone: a solver, a file, a person. Here they are played through the
//! referee, and only what it accepts gets further.

mod solution;

pub use solution::{NotAWin, Solution};
