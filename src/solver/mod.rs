//! Searching for wins: what is asked of a search, and what it answers.
//!
//! A [`Solver`] takes a position and [`Limits`] and returns *untrusted* moves; only
//! [`crate::walkthrough::Solution::replay`] makes a solution of them. `Unwinnable` is answered
//! only after the whole space was searched; reaching a limit is `Undecided`.

mod blocked;
mod deadlock;
pub mod klondike;
mod line;
mod search;
mod shortest;
mod state;
mod table;
mod tidy;

pub use line::{FewPasses, Line, fewest_passes, short_line, shortest_line};
pub use search::Search;
pub use shortest::{Haste, has_shortest, shortest};

use crate::game::{Move, Position, Rules};
use std::sync::atomic::{AtomicBool, Ordering};

/// What a search found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// These moves win.
    Winnable(Vec<Move>),
    /// Every line was tried.
    Unwinnable,
    /// A limit was reached first.
    Undecided(Bound),
}

/// Which limit ended a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The number of positions.
    Positions,
    /// The memory.
    Memory,
    /// Somebody asked it to stop.
    Stopped,
}

/// How far a search may go.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'a> {
    /// The most positions to look at.
    pub positions: u64,
    /// The most memory for tables, in bytes.
    pub memory: usize,
    /// Set by another thread to end the search.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { positions: 100_000_000, memory: 1 << 30, stop: None }
    }
}

impl Limits<'_> {
    /// Whether somebody asked the search to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// The answer of a search, and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// What was found.
    pub verdict: Verdict,
    /// How many positions were looked at.
    pub positions: u64,
}

/// A search for wins under the rules of the positions it is given.
///
/// A solver may keep its tables from one call to the next; its answers must not depend on that.
pub trait Solver: Send {
    /// Searches from a position.
    fn solve(&mut self, start: &Position, limits: &Limits<'_>) -> Outcome;
}

/// Whether a search may use its shortcuts or must try every line (`--plain`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shortcuts {
    /// Every shortcut that is proved for the rules.
    #[default]
    All,
    /// None: the oracle that the others are compared with.
    None,
}

/// The solver for a game: the strongest that knows its rules.
pub fn solver_for(rules: &Rules, shortcuts: Shortcuts) -> Box<dyn Solver> {
    match klondike::accepts(rules) {
        true => Box::new(klondike::Klondike::from(shortcuts)),
        false => Box::new(Search::new(shortcuts)),
    }
}
