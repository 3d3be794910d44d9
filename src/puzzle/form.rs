//! The forms of puzzles, and what a puzzle is.

use crate::game::{Move, Position};
use crate::grade::Level;
use crate::walkthrough::Solution;
use std::fmt;
use std::str::FromStr;

/// What is asked of the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// Win a whole deal whose cards are all known.
    Whole,
    /// Find the one next move that does not lose; all others provably do.
    OnlyMove,
    /// Win in so many moves, which is proved to be the fewest.
    WinIn,
    /// Win where promoting whatever can be promoted provably loses.
    HoldBack,
    /// Win a position late in a game: no card face down, ten to twenty left. Where nothing could go wrong
    /// any more, it is an earlier position, whose last face-down cards are turned up.
    Endgame,
    /// Say whether a deal can be won.
    Verdict,
    /// Find the move that lost a short game.
    FatalMove,
}

/// A word that is no form.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no form of puzzle; there are whole, only-move, win-in, hold-back, endgame, verdict and \
     fatal-move, or 1 to 7"
)]
pub struct BadForm(String);

impl Form {
    /// All forms, in the order of their numbers.
    pub const ALL: [Form; 7] = [
        Form::Whole,
        Form::OnlyMove,
        Form::WinIn,
        Form::HoldBack,
        Form::Endgame,
        Form::Verdict,
        Form::FatalMove,
    ];

    /// The word that files and the command line use.
    pub fn code(self) -> &'static str {
        match self {
            Form::Whole => "whole",
            Form::OnlyMove => "only-move",
            Form::WinIn => "win-in",
            Form::HoldBack => "hold-back",
            Form::Endgame => "endgame",
            Form::Verdict => "verdict",
            Form::FatalMove => "fatal-move",
        }
    }

    /// What a puzzle of this form shows of a position that its deal comes to: an endgame shows no backs.
    pub fn shows(self, position: Position) -> Position {
        match self {
            Form::Endgame => position.turned_up(),
            _ => position,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Form {
    type Err = BadForm;

    fn from_str(text: &str) -> Result<Form, BadForm> {
        let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let form = number.and_then(|index| Form::ALL.get(index).copied());
        let named = || Form::ALL.into_iter().find(|form| form.code() == text);
        form.or_else(named).ok_or_else(|| BadForm(crate::card::shorten(text)))
    }
}

/// A task with its solution, and what is proved of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// What is asked.
    pub form: Form,
    /// The deal that it was made of.
    pub source: String,
    /// The level of that deal, where its game is calibrated.
    pub level: Option<Level>,
    /// The moves that lead from the deal to the position, whose face-down cards are then turned up for an
    /// endgame; none from a file, which does not tell them.
    pub before: Vec<Move>,
    /// The position that is shown.
    pub start: Position,
    /// The moves that are shown, of a game that one of them loses.
    pub shown: Vec<Move>,
    /// A win from the position; none if it is proved unwinnable.
    pub solution: Option<Solution>,
    /// What is proved.
    pub proof: Proof,
}

/// What is proved of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Proof {
    /// Whether no win has fewer moves than the solution.
    pub shortest: bool,
    /// The choices that lose, each as its moves: turns of the stock, then a move of cards.
    pub losing: Vec<Vec<Move>>,
    /// Whether promoting whatever can be promoted loses.
    pub promoting_loses: bool,
    /// Whether every line was tried and none wins.
    pub unwinnable: bool,
    /// The index in the moves shown of the one that lost the game.
    pub fatal: Option<usize>,
}

impl Puzzle {
    /// How many cards are to be promoted.
    pub fn cards_left(&self) -> usize {
        super::endgame::cards_left(&self.start)
    }
}
