//! Files of puzzles of one turn: task, table, whose turn it is, solution, and what is proved.
//!
//! ```yaml
//! puzzle: most-cards
//! source: double-solitaire#0
//! task: Seat A is to move. …
//! answer: 4 cards in 6 moves; more cannot be played. …
//! position:
//!   game: double-solitaire
//!   seats: {A: …, B: …}
//!   foundations: 4C 2D
//!   turn: A
//! solution: 8C@3x4>4 6C@4x2>6 7H@4>f …
//! proof: {promoted: 4, most: true, moves: 6, shortest: true, unique: true}
//! ```

use crate::card::Pack;
use crate::catalogue::Catalogue;
use crate::game::{IllegalMove, Move, Played};
use crate::seats::duel::Duel;
use crate::seats::puzzle::{Answer, BadTask, Task, is_done, solve};
use crate::seats::{Act, BadAct, BadTable, Play, Table, TableDeal, TableText, act_text, parse_act};
use crate::words::{BadLanguage, DuelTold, Language, Style};
use crate::yaml::{self, BadYaml};
use serde::{Deserialize, Serialize};

/// A puzzle of one turn as its file writes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DuelText {
    /// The task's word: `most-cards`, `go-out` or `leave-nothing`.
    pub puzzle: String,
    /// The deal that it was made of.
    pub source: String,
    /// What is asked, in words.
    pub task: String,
    /// The answer in words.
    pub answer: String,
    /// The table, as a deal file writes it, and whose turn it is.
    pub position: TableText,
    /// The moves of the turn, a token each.
    pub solution: String,
    /// What is proved.
    pub proof: DuelProof,
}

/// What is proved of a puzzle of one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DuelProof {
    /// How many cards the solution brings to the foundations.
    pub promoted: usize,
    /// Whether no line of the turn brings more: every arrangement was tried.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub most: bool,
    /// How many moves the solution has.
    pub moves: usize,
    /// Whether no line that does it has fewer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shortest: bool,
    /// Whether all lines as short consist of the same moves, in whatever order.
    pub unique: bool,
}

/// A file that is no puzzle of one turn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadDuel {
    /// It is not the YAML of one.
    #[error(transparent)]
    Yaml(#[from] BadYaml),
    /// Its task is none of ours.
    #[error("{name}: puzzle: {why}")]
    Task {
        /// The file.
        name: String,
        /// What is wrong.
        why: BadTask,
    },
    /// Its table is none.
    #[error("{name}: position: {why}")]
    Table {
        /// The file.
        name: String,
        /// What is wrong.
        why: BadTable,
    },
    /// It does not say whose turn it is, or it is not about a game by turns.
    #[error("{name}: position: {what}")]
    Turn {
        /// The file.
        name: String,
        /// What is wrong.
        what: &'static str,
    },
    /// A move of its solution is not allowed.
    #[error("{name}: solution: move {number} ({token}): {why}")]
    Move {
        /// The file.
        name: String,
        /// Which move, from 1.
        number: usize,
        /// Its token.
        token: String,
        /// Why not.
        why: Box<BadAct>,
    },
    /// A move of its solution would end the turn.
    #[error(
        "{name}: solution: move {number} ({token}): the turn is over with the stock; only moves of cards count"
    )]
    Stock {
        /// The file.
        name: String,
        /// Which move, from 1.
        number: usize,
        /// Its token.
        token: String,
    },
}

impl DuelText {
    /// Reads a puzzle file; `name` is the file's name for messages.
    ///
    /// # Errors
    /// If the text is none.
    pub fn read(name: &str, text: &str) -> Result<DuelText, BadDuel> {
        Ok(yaml::read(name, text)?)
    }

    /// The puzzle, its solution replayed by the referee. What it claims to be proved is not looked at;
    /// see [`DuelText::faults`].
    ///
    /// # Errors
    /// If its task or table is none, or a move is not allowed.
    pub fn duel(&self, name: &str, catalogue: &Catalogue) -> Result<Duel, BadDuel> {
        let place = || name.to_string();
        let task = self.puzzle.parse().map_err(|why| BadDuel::Task { name: place(), why })?;
        let bad = |why| BadDuel::Table { name: place(), why };
        let deal = TableDeal::of(catalogue, &self.position).map_err(bad)?;
        let table = Table::start(catalogue, &deal).map_err(bad)?;
        if table.rules().play != crate::variant::Play::Turns {
            return Err(BadDuel::Turn { name: place(), what: "a race has no turns" });
        }
        if deal.spread {
            return Err(BadDuel::Turn { name: place(), what: "with spread hands there are no puzzles" });
        }
        let Some(seat) = deal.turn else {
            return Err(BadDuel::Turn { name: place(), what: "say whose turn it is, such as turn: A" });
        };
        let mut now = table.clone();
        let mut line = Vec::new();
        for (number, token) in (1..).zip(self.solution.split_whitespace()) {
            let token_text = || crate::card::shorten(token);
            let bad = |why: BadAct| {
                let why = Box::new(why);
                BadDuel::Move { name: place(), number, token: token_text(), why }
            };
            let Act::Play(play) = parse_act(&now, seat, token).map_err(bad)? else {
                return Err(BadDuel::Stock { name: place(), number, token: token_text() });
            };
            if matches!(play.act, Move::Turn | Move::Redeal) {
                return Err(BadDuel::Stock { name: place(), number, token: token_text() });
            }
            now.play(seat, play).map_err(|why| bad(why.into()))?;
            line.push(play.act);
        }
        let promoted = table.left(seat) - now.left(seat);
        let answer = Answer { promoted, line, is_unique: self.proof.unique, positions: 0 };
        Ok(Duel { task, table, seat, answer })
    }

    /// What of the file is not so: whether its solution does the task, and each claim of its proof, which is
    /// searched for anew. Nothing if there is too much to try.
    pub fn faults(&self, duel: &Duel) -> Option<Vec<String>> {
        let (said, line) = (&self.proof, &duel.answer.line);
        let mut faults = Vec::new();
        if !duel.is_done() {
            faults.push("solution: it does not do the task".to_string());
        }
        if said.promoted != duel.answer.promoted {
            let there = duel.answer.promoted;
            faults.push(format!("promoted: the solution promotes {there}, not {}", said.promoted));
        }
        if said.moves != line.len() {
            faults.push(format!("moves: the solution has {}, not {}", line.len(), said.moves));
        }
        let proved = solve(&duel.table, duel.seat, duel.task)?;
        if said.most && proved.promoted > duel.answer.promoted {
            faults.push(format!("most: {} cards can be promoted in this turn", proved.promoted));
        }
        if said.shortest && proved.line.len() < line.len() {
            faults.push(format!("shortest: {} moves are enough", proved.line.len()));
        }
        match (said.unique, proved.is_unique) {
            (true, false) => faults.push("unique: there are other ways that are as short".to_string()),
            (false, true) => faults.push("unique: there is no other way that is as short".to_string()),
            _ => {}
        }
        Some(faults)
    }
}

impl Duel {
    /// Whether the solution does the task.
    pub fn is_done(&self) -> bool {
        let mut now = self.table.clone();
        let mut plays = self.answer.line.iter().map(|&act| Play { act, place: None, picked: None });
        let all_legal = plays.all(|play| now.play(self.seat, play).is_ok());
        all_legal && is_done(&self.table, &now, self.seat, self.task, self.answer.promoted)
    }

    /// The puzzle as its file writes it; `source` names the deal that it was made of.
    ///
    /// # Errors
    /// If a template of the language fails.
    pub fn text(&self, source: &str, language: &Language) -> Result<DuelText, BadLanguage> {
        Ok(DuelText {
            puzzle: self.task.to_string(),
            source: source.to_string(),
            task: self.task_text(language)?,
            answer: self.answer_text(language)?,
            position: self.position_text(),
            solution: self.tokens(),
            proof: DuelProof {
                promoted: self.answer.promoted,
                most: self.task != Task::LeaveNothing,
                moves: self.answer.line.len(),
                shortest: true,
                unique: self.answer.is_unique,
            },
        })
    }

    /// The table, and whose turn it is, as files write them.
    pub fn position_text(&self) -> TableText {
        self.table.deal(Some(self.seat)).text(&Pack::french(1))
    }

    /// The moves of the solution, a token each.
    ///
    /// # Panics
    /// If the solution was not made by a search or read from a file, which play it.
    pub fn tokens(&self) -> String {
        let mut now = self.table.clone();
        let token = |&act: &Move| {
            let token = act_text(&now, self.seat, &act.into());
            let played = now.play(self.seat, Play { act, place: None, picked: None });
            played.expect("a legal move, since the solution was played before");
            token
        };
        self.answer.line.iter().map(token).collect::<Vec<_>>().join(" ")
    }

    /// The moves of the solution as they are played.
    ///
    /// # Errors
    /// If one is not allowed.
    pub fn played(&self) -> Result<Vec<Played>, IllegalMove> {
        let mut now = self.table.seat(self.seat).clone();
        self.answer.line.iter().map(|&act| now.play(act)).collect()
    }

    fn told(&self) -> DuelTold<'static> {
        DuelTold {
            form: self.task.code(),
            letter: self.seat.letter(),
            others: self.table.count() - 1,
            cards: self.answer.promoted,
            moves: self.answer.line.len(),
            unique: self.answer.is_unique,
        }
    }

    /// What the task is called, in a language.
    ///
    /// # Errors
    /// If a template fails.
    pub fn name(&self, language: &Language) -> Result<String, BadLanguage> {
        language.duel_name(&self.told())
    }

    /// What is asked, in a language.
    ///
    /// # Errors
    /// If a template fails.
    pub fn task_text(&self, language: &Language) -> Result<String, BadLanguage> {
        language.duel_task(&self.told())
    }

    /// How it is done and what is proved of it, in a language.
    ///
    /// # Errors
    /// If a template fails.
    pub fn answer_text(&self, language: &Language) -> Result<String, BadLanguage> {
        language.duel_answer(&self.told())
    }

    /// The moves of the solution in words.
    ///
    /// # Errors
    /// If a template fails.
    pub fn moves_text(&self, language: &Language, style: Style) -> Result<Vec<String>, BadLanguage> {
        language.teller(self.table.seat(self.seat)).tell(&self.played()?, style)
    }
}
