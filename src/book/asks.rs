//! What a puzzle asks of its reader: a form of puzzle for one, or a task of one turn at a table.

use crate::puzzle::Form;
use crate::seats::puzzle::Task;
use std::fmt;
use std::str::FromStr;

/// What is asked of the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asks {
    /// A puzzle of a patience for one.
    Alone(Form),
    /// What one turn at a table of several seats is to bring about.
    Turn(Task),
}

/// A word that is nothing that can be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no form of puzzle; there are {list}", list = list())]
pub struct BadAsks(String);

/// All forms in words.
fn list() -> String {
    let alone: Vec<&str> = Form::ALL.iter().map(|form| form.code()).collect();
    let turn: Vec<&str> = Task::ALL.iter().map(|task| task.code()).collect();
    format!("{}, and for several players {}", alone.join(", "), turn.join(", "))
}

impl Asks {
    /// All that can be asked, what is for one first.
    pub fn all() -> impl Iterator<Item = Asks> + Clone {
        Form::ALL.into_iter().map(Asks::Alone).chain(Task::ALL.into_iter().map(Asks::Turn))
    }

    /// The word that files use.
    pub fn code(self) -> &'static str {
        match self {
            Asks::Alone(form) => form.code(),
            Asks::Turn(task) => task.code(),
        }
    }
}

impl fmt::Display for Asks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Asks {
    type Err = BadAsks;

    fn from_str(text: &str) -> Result<Asks, BadAsks> {
        Asks::all().find(|asks| asks.code() == text).ok_or_else(|| BadAsks(crate::card::shorten(text)))
    }
}
