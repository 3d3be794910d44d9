//! The five levels.

use std::fmt;
use std::str::FromStr;

/// How hard a deal is among the deals of its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The easiest 30 of 100.
    Gentle,
    /// The next 30.
    Easy,
    /// The next 20.
    Steady,
    /// The next 15.
    Tricky,
    /// The hardest 5.
    Fierce,
}

/// A word that is no level.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no level; levels are gentle, easy, steady, tricky and fierce")]
pub struct BadLevel(String);

impl Level {
    /// All levels, the easiest first.
    pub const ALL: [Level; 5] = [Level::Gentle, Level::Easy, Level::Steady, Level::Tricky, Level::Fierce];
    /// How many of 100 deals are easier than the second level, the third and so on.
    pub const EASIER: [u8; 4] = [30, 60, 80, 95];

    /// The word that files and the command line use.
    pub fn code(self) -> &'static str {
        match self {
            Level::Gentle => "gentle",
            Level::Easy => "easy",
            Level::Steady => "steady",
            Level::Tricky => "tricky",
            Level::Fierce => "fierce",
        }
    }

    /// How many of five stars it has.
    pub fn stars(self) -> u8 {
        self as u8 + 1
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Level {
    type Err = BadLevel;

    fn from_str(text: &str) -> Result<Level, BadLevel> {
        let level = Level::ALL.into_iter().find(|level| level.code() == text);
        level.ok_or_else(|| BadLevel(crate::card::shorten(text)))
    }
}
