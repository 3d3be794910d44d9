//! Puzzle files: form, position, task, solution, and what is proved.

use super::endgame::has_turned_up;
use super::form::{BadForm, Form, Proof, Puzzle};
use crate::catalogue::{BadGame, Catalogue};
use crate::deal::{Deal, DealText};
use crate::game::{Move, Position, move_text, parse_move};
use crate::grade::Level;
use crate::walkthrough::Solution;
use crate::words::{Answer, BadLanguage, Language, Style, Task};
use crate::yaml::{self, BadYaml};
use serde::{Deserialize, Serialize};

/// A puzzle as its file writes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleText {
    /// The form's word.
    pub puzzle: String,
    /// The deal that it was made of.
    pub source: String,
    /// The level of that deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// What is asked, in words.
    pub task: String,
    /// The answer in words.
    pub answer: String,
    /// The position, as a deal file writes it.
    pub position: DealText,
    /// The moves that are shown, a token each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// A win, a token a move; none if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// What is proved.
    pub proof: ProofText,
}

/// What is proved of a puzzle, as its file writes it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofText {
    /// `winnable` or `unwinnable`.
    pub verdict: String,
    /// How many moves the solution has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// Whether no win has fewer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shortest: bool,
    /// The next moves that lose, a token each; turns of the stock stand before the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losing: Vec<String>,
    /// Whether promoting whatever can be promoted loses.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub promoting_loses: bool,
    /// Which of the moves shown lost the game, from 1; turns count with the move after them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fatal: Option<usize>,
}

/// A puzzle file that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPuzzle {
    /// It is not the YAML of one.
    #[error(transparent)]
    Yaml(#[from] BadYaml),
    /// Its form is none of ours.
    #[error(transparent)]
    Form(#[from] BadForm),
    /// Its position is none of a game of ours.
    #[error("{name}: position: {error}")]
    Game {
        /// The file.
        name: String,
        /// What is wrong.
        error: BadGame,
    },
    /// Its moves do not do what it says.
    #[error("{name}: {field}: {what}")]
    Moves {
        /// The file.
        name: String,
        /// `shown`, `solution` or `proof`.
        field: &'static str,
        /// What is wrong.
        what: String,
    },
}

/// Whether a text looks like a puzzle file.
pub fn is_puzzle(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("puzzle:"))
}

impl PuzzleText {
    /// Reads a puzzle file; `name` is the file's name for messages.
    ///
    /// # Errors
    /// If the text is none.
    pub fn read(name: &str, text: &str) -> Result<PuzzleText, BadPuzzle> {
        Ok(yaml::read(name, text)?)
    }

    /// The deal that begins with the position.
    ///
    /// # Errors
    /// If it is no position of a game that we have.
    pub fn deal(&self, name: &str, catalogue: &Catalogue) -> Result<Deal, BadPuzzle> {
        let bad = |error| BadPuzzle::Game { name: name.to_string(), error };
        catalogue.deal_of(&self.position).map_err(bad)
    }

    /// The puzzle, its moves replayed.
    ///
    /// # Errors
    /// If its position is none, or its moves do not do what it says.
    pub fn puzzle(&self, name: &str, catalogue: &Catalogue) -> Result<Puzzle, BadPuzzle> {
        let bad =
            |field: &'static str, what: String| BadPuzzle::Moves { name: name.to_string(), field, what };
        let deal = self.deal(name, catalogue)?;
        let start =
            catalogue.start(&deal).map_err(|error| BadPuzzle::Game { name: name.to_string(), error })?;
        let shown =
            read_moves(&start, self.shown.as_deref().unwrap_or("")).map_err(|what| bad("shown", what))?;
        let solution = match &self.solution {
            None => None,
            Some(tokens) => {
                let moves = read_moves(&start, tokens).map_err(|what| bad("solution", what))?;
                let replayed = Solution::replay(&start, &moves);
                Some(replayed.map_err(|error| bad("solution", error.to_string()))?)
            }
        };
        if solution.is_some() != (self.proof.verdict == "winnable") {
            let what = "a winnable position has a solution, an unwinnable one has none".to_string();
            return Err(bad("proof", what));
        }
        let losing = self.proof.losing.iter().map(|tokens| read_moves(&start, tokens));
        let losing = losing.collect::<Result<_, _>>().map_err(|what| bad("proof", what))?;
        let fatal = match self.proof.fatal {
            None => None,
            Some(number) => {
                let ends = step_ends(&shown);
                let index = number.checked_sub(1).and_then(|index| ends.get(index));
                let what = || format!("there is no move {number}; {} are shown", ends.len());
                Some(index.ok_or_else(|| bad("proof", what()))? - 1)
            }
        };
        let proof = Proof {
            shortest: self.proof.shortest,
            losing,
            promoting_loses: self.proof.promoting_loses,
            unwinnable: self.proof.verdict == "unwinnable",
            fatal,
        };
        let level = self.level.as_deref().map(str::parse::<Level>).transpose();
        Ok(Puzzle {
            form: self.puzzle.parse()?,
            source: self.source.clone(),
            level: level.map_err(|error| bad("proof", error.to_string()))?,
            before: Vec::new(),
            start,
            shown,
            solution,
            proof,
        })
    }
}

impl Puzzle {
    /// The puzzle as its file writes it; `deal` gives the game and its rules.
    ///
    /// # Errors
    /// If a template of the language fails.
    pub fn text(&self, deal: &Deal, language: &Language) -> Result<PuzzleText, BadLanguage> {
        let pack = self.start.rules().pack;
        let steps = step_ends(&self.shown);
        let fatal = self.proof.fatal.and_then(|fatal| steps.iter().position(|&end| end == fatal + 1));
        let losing = self.proof.losing.iter().map(|moves| write_moves(&self.start, moves));
        let moves = self.solution.as_ref().map(Solution::moves);
        Ok(PuzzleText {
            puzzle: self.form.to_string(),
            source: self.source.clone(),
            level: self.level.map(|level| level.to_string()),
            task: self.task(language)?,
            answer: self.answer(language)?,
            position: self.start.as_deal(deal).text(&pack),
            shown: (!self.shown.is_empty()).then(|| write_moves(&self.start, &self.shown)),
            solution: moves.map(|moves| write_moves(&self.start, moves)),
            proof: ProofText {
                verdict: if self.proof.unwinnable { "unwinnable" } else { "winnable" }.to_string(),
                moves: moves.map(<[Move]>::len),
                shortest: self.proof.shortest,
                losing: losing.collect(),
                promoting_loses: self.proof.promoting_loses,
                fatal: fatal.map(|index| index + 1),
            },
        })
    }

    /// What is asked, in a language.
    ///
    /// # Errors
    /// If a template fails.
    pub fn task(&self, language: &Language) -> Result<String, BadLanguage> {
        language.task(&Task {
            form: self.form.code(),
            cards: self.cards_left(),
            moves: self.solution.as_ref().map_or(0, |solution| solution.moves().len()),
            draw: self.start.rules().draw,
            turned_up: self.form == Form::Endgame && has_turned_up(&self.start),
        })
    }

    /// The moves that are shown, a sentence for each; turns of the stock stand with the move after them.
    ///
    /// # Errors
    /// If a template fails.
    pub fn shown_lines(&self, language: &Language) -> Result<Vec<String>, BadLanguage> {
        let (mut position, mut teller) = (self.start.clone(), language.teller(&self.start));
        let mut from = 0;
        let lines = step_ends(&self.shown).into_iter().map(|end| {
            let played = self.shown[from..end].iter().map(|&act| position.play(act));
            let played = played.collect::<Result<Vec<_>, _>>()?;
            from = end;
            Ok(teller.tell(&played, Style::Full)?.join(" "))
        });
        lines.collect()
    }

    /// The answer, in a language.
    ///
    /// # Errors
    /// If a template fails.
    pub fn answer(&self, language: &Language) -> Result<String, BadLanguage> {
        let fatal = self
            .proof
            .fatal
            .map_or(0, |fatal| step_ends(&self.shown).iter().filter(|&&end| end <= fatal).count());
        let sentence = match (self.form, &self.solution) {
            (Form::OnlyMove, Some(solution)) => {
                let first = step_ends(solution.moves()).first().copied().unwrap_or(0);
                Some(language.teller(&self.start).tell(&solution.played()[..first], Style::Full)?.join(" "))
            }
            (Form::FatalMove, _) => self.shown_lines(language)?.get(fatal).cloned(),
            _ => None,
        };
        language.answer(&Answer {
            form: self.form.code(),
            r#move: sentence.as_deref(),
            number: fatal + 1,
            others: self.proof.losing.len(),
            moves: self.solution.as_ref().map_or(0, |solution| solution.moves().len()),
            winnable: !self.proof.unwinnable,
        })
    }
}

/// Where each move of cards ends, turns before it included.
fn step_ends(moves: &[Move]) -> Vec<usize> {
    let ends = moves.iter().enumerate().filter(|(_, act)| !matches!(act, Move::Turn | Move::Redeal));
    ends.map(|(index, _)| index + 1).collect()
}

fn write_moves(start: &Position, moves: &[Move]) -> String {
    let mut position = start.clone();
    let mut tokens = Vec::new();
    for &act in moves {
        tokens.push(move_text(&position, act));
        if position.play(act).is_err() {
            break;
        }
    }
    tokens.join(" ")
}

fn read_moves(start: &Position, tokens: &str) -> Result<Vec<Move>, String> {
    let mut position = start.clone();
    let moves = tokens.split_whitespace().enumerate().map(|(index, token)| {
        let bad = |error: String| format!("move {}: {error}", index + 1);
        let act = parse_move(&position, token).map_err(|error| bad(error.to_string()))?;
        position.play(act).map_err(|error| bad(error.to_string()))?;
        Ok(act)
    });
    moves.collect()
}
