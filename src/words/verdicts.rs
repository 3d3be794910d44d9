//! Verdicts in words, as they are given for a deal that somebody asks about.

use super::{BadLanguage, Language};
use serde::Serialize;

/// A win, for its template.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct WinTold {
    /// How many moves it has.
    pub moves: usize,
    /// How many of them are neither turns nor redeals, if not all are.
    pub card_moves: Option<usize>,
    /// Whether it is proved that no line is shorter.
    pub shortest: bool,
    /// How many moves every line has at least, if that is known.
    pub at_least: Option<usize>,
    /// How often it goes through the stock, if there is one.
    pub passes: Option<usize>,
    /// Whether it is proved that no line has fewer passes.
    pub fewest: bool,
    /// How many positions were looked at.
    pub positions: u64,
}

/// A search that ended without a verdict, for its template.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct OpenTold<'t> {
    /// What ended it: `positions`, `memory` or `stopped`.
    pub bound: &'t str,
    /// How many positions were looked at.
    pub positions: u64,
    /// How many may be.
    pub limit: u64,
    /// How much memory it may take.
    pub megabytes: u32,
}

/// What is known of one seat's deal, for its template.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct AloneTold<'t> {
    /// The deal's name.
    pub name: &'t str,
    /// The seat's letter.
    pub seat: char,
    /// `winnable`, `unwinnable` or `undecided`.
    pub verdict: &'t str,
    /// How many moves the win has.
    pub moves: Option<usize>,
}

/// What is known of all seats of a table, for its template.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct TogetherTold<'t> {
    /// The deal's name.
    pub name: &'t str,
    /// How everybody gets out: `own`, `helped` or `undecided`.
    pub how: &'t str,
    /// How many moves that takes.
    pub moves: usize,
    /// How many positions were looked at.
    pub positions: u64,
}

impl Language {
    /// A deal and its verdict (`winnable`, `unwinnable`, `undecided`), on one line.
    ///
    /// # Errors
    /// If the template fails.
    pub fn deal_verdict(&self, name: &str, verdict: &str) -> Result<String, BadLanguage> {
        #[derive(Serialize)]
        struct Told<'t> {
            name: &'t str,
            verdict: &'t str,
        }
        self.say("solve.txt", "verdict", &Told { name, verdict })
    }

    /// What is known of a win.
    ///
    /// # Errors
    /// If the template fails.
    pub fn win(&self, told: &WinTold) -> Result<String, BadLanguage> {
        self.say("solve.txt", "win", told)
    }

    /// That a deal cannot be won, after so many positions.
    ///
    /// # Errors
    /// If the template fails.
    pub fn no_win(&self, positions: u64) -> Result<String, BadLanguage> {
        #[derive(Serialize)]
        struct Told {
            positions: u64,
        }
        self.say("solve.txt", "no_win", &Told { positions })
    }

    /// Why a deal is undecided, and what would help.
    ///
    /// # Errors
    /// If the template fails.
    pub fn undecided(&self, told: &OpenTold<'_>) -> Result<String, BadLanguage> {
        self.say("solve.txt", "open", told)
    }

    /// Whether a seat can win its deal alone.
    ///
    /// # Errors
    /// If the template fails.
    pub fn alone(&self, told: &AloneTold<'_>) -> Result<String, BadLanguage> {
        self.say("solve.txt", "alone", told)
    }

    /// Whether everybody at a table can get out.
    ///
    /// # Errors
    /// If the template fails.
    pub fn together(&self, told: &TogetherTold<'_>) -> Result<String, BadLanguage> {
        self.say("solve.txt", "together", told)
    }
}
