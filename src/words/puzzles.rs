//! Hints and the tasks of puzzles in words.

use super::{BadLanguage, Language};
use crate::card::{Card, Faces};
use crate::game::{Move, Place, Position, Rules};
use crate::variant::Passes;
use serde::Serialize;

/// What a puzzle asks for, for its template.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Task<'t> {
    /// The form's code, such as `only-move`.
    pub form: &'t str,
    /// How many cards are to be promoted.
    pub cards: usize,
    /// How many moves a win takes.
    pub moves: usize,
    /// How many cards a turn of the stock brings; 0 without a stock.
    pub draw: usize,
    /// Whether cards were turned up that play had left face down.
    pub turned_up: bool,
}

/// The answer to a puzzle, for its template.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Answer<'t> {
    /// The form's code.
    pub form: &'t str,
    /// The move that is asked for, as a sentence.
    pub r#move: Option<&'t str>,
    /// Which of the moves shown it is, from 1.
    pub number: usize,
    /// How many other moves there were.
    pub others: usize,
    /// How many moves the win takes.
    pub moves: usize,
    /// Whether the deal can be won.
    pub winnable: bool,
}

impl Language {
    /// The first rung of a hint: a card that is worth a look.
    ///
    /// # Errors
    /// If the template fails.
    pub fn nudge(&self, position: &Position, card: Card) -> Result<String, BadLanguage> {
        #[derive(Serialize)]
        struct Told {
            name: String,
            rank: Option<u8>,
        }
        let pack = &position.rules().pack;
        let french = matches!(pack.faces, Faces::French { .. });
        let rank = french.then_some(card.rank());
        self.say("puzzle.txt", "nudge", &Told { name: self.card_name(pack, card), rank })
    }

    /// The second rung: where the next move is made, after turns of the stock or without.
    ///
    /// # Errors
    /// If the template fails.
    pub fn region(&self, position: &Position, act: Move) -> Result<String, BadLanguage> {
        #[derive(Default, Serialize)]
        struct Told {
            stock: bool,
            from: Option<usize>,
            to: Option<usize>,
            up: bool,
            back: bool,
            space: bool,
            piles: bool,
        }
        let piles = matches!(position.rules().pack.faces, Faces::Somerset { .. });
        let mut told = Told { piles, ..Told::default() };
        let (from, to) = match act {
            Move::Promote { from } => (Some(from), None),
            Move::Shift { from, to, .. } => (Some(from), Some(to)),
            Move::Return { to, .. } => (None, Some(to)),
            Move::Turn | Move::Redeal => (Some(Place::Waste), None),
        };
        match from {
            Some(Place::Waste) => told.stock = true,
            Some(Place::Column(column)) => told.from = Some(usize::from(column) + 1),
            None => told.back = true,
        }
        told.up = to.is_none();
        told.to = to.map(|to| usize::from(to) + 1);
        told.space = to.is_some_and(|to| position.columns()[usize::from(to)].cards.is_empty());
        self.say("puzzle.txt", "region", &told)
    }

    /// The line that stands before the next move of a hint.
    ///
    /// # Errors
    /// If the template fails.
    pub fn next_move_head(&self) -> Result<String, BadLanguage> {
        self.say("puzzle.txt", "next_move", &())
    }

    /// The line that stands before the moves of a hint up to the next picture.
    ///
    /// # Errors
    /// If the template fails.
    pub fn next_stage_head(&self) -> Result<String, BadLanguage> {
        self.say("puzzle.txt", "next_stage", &())
    }

    /// What can be said of a position: `won`, `winnable`, `unwinnable` or `undecided`.
    ///
    /// # Errors
    /// If the template fails.
    pub fn verdict(&self, verdict: &str) -> Result<String, BadLanguage> {
        #[derive(Serialize)]
        struct Told<'t> {
            verdict: &'t str,
        }
        self.say("puzzle.txt", "verdict", &Told { verdict })
    }

    /// The move that lost a game: its number from 1 and the sentence that tells it.
    ///
    /// # Errors
    /// If the template fails.
    pub fn fatal(&self, number: usize, sentence: &str) -> Result<String, BadLanguage> {
        self.say(
            "puzzle.txt",
            "fatal",
            &Fatal { r#move: Some(sentence), number, first: number, last: number },
        )
    }

    /// That a game was lost by one of some moves, the first and the last of which are given.
    ///
    /// # Errors
    /// If the template fails.
    pub fn fatal_between(&self, first: usize, last: usize) -> Result<String, BadLanguage> {
        self.say("puzzle.txt", "fatal", &Fatal { r#move: None, number: first, first, last })
    }

    /// What is asked of a whole deal, on a page that shows it.
    ///
    /// # Errors
    /// If the template fails.
    pub fn goal(&self, rules: &Rules) -> Result<String, BadLanguage> {
        #[derive(Serialize)]
        struct Told {
            cards: usize,
        }
        self.say("puzzle.txt", "goal", &Told { cards: rules.pack.len() })
    }

    /// How the stock is turned: how many cards at a time and how often, or which pass is under way.
    ///
    /// # Errors
    /// If the template fails.
    pub fn stock_rule(&self, rules: &Rules, pass: Option<u8>) -> Result<String, BadLanguage> {
        #[derive(Serialize)]
        struct Told {
            draw: usize,
            passes: u8,
            pass: Option<u8>,
        }
        let passes = match rules.passes {
            Passes::Limited(most) => most,
            Passes::Unlimited => 0,
        };
        self.say("puzzle.txt", "stock", &Told { draw: rules.draw, passes, pass: pass.filter(|_| passes > 0) })
    }

    /// What a puzzle asks for.
    ///
    /// # Errors
    /// If the template fails.
    pub fn task(&self, task: &Task<'_>) -> Result<String, BadLanguage> {
        self.say("puzzle.txt", "task", task)
    }

    /// The answer to a puzzle.
    ///
    /// # Errors
    /// If the template fails.
    pub fn answer(&self, answer: &Answer<'_>) -> Result<String, BadLanguage> {
        self.say("puzzle.txt", "answer", answer)
    }
}

#[derive(Serialize)]
struct Fatal<'t> {
    r#move: Option<&'t str>,
    number: usize,
    first: usize,
    last: usize,
}
