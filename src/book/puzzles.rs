//! The puzzles of a book: what is asked, how hard it is, and what is proved of it.

use super::asks::Asks;
use super::spec::{BookSpec, Order, Section, section_place};
use super::{BadBook, Source};
use crate::catalogue::{BadGame, Catalogue, fresh};
use crate::deal::DealId;
use crate::game::{Position, Rules};
use crate::grade::{BadCalibration, Calibration, Level, PLAYOUT_SEED, Play, Score, canonical_hash};
use crate::puzzle::{self, Form};
use crate::seats::duel::Duel;
use crate::seats::{BadTable, TableRules};
use crate::variant::RuleChanges;
use crate::walkthrough::Solution;
use crate::words::{BadLanguage, Language};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A puzzle of the book.
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// Its number in the book.
    pub number: u32,
    /// The id of the deal that it is, or was made of.
    pub id: DealId,
    /// What the book calls the deal: its id, and the rules that are changed (`klondike#2 draw=3`).
    pub name: String,
    /// What is asked, the position, the answer and its proof.
    pub posed: Posed,
    /// How hard the deal is, if its game is calibrated.
    pub grade: Option<(Score, Level)>,
}

/// What is asked, with its answer and what is proved of it.
#[derive(Debug, Clone)]
pub enum Posed {
    /// A puzzle of a patience for one.
    Alone(Box<puzzle::Puzzle>),
    /// A puzzle of one turn at a table of several seats.
    Turn(Box<Duel>),
}

impl Puzzle {
    /// How hard it is among the deals of its game, if that can be told and gives nothing away: a
    /// position within a game is no deal, and a deal that cannot be won has no level.
    pub fn level(&self) -> Option<Level> {
        self.grade.filter(|_| self.is_whole()).map(|(_, level)| level)
    }

    /// What is asked of the reader.
    pub fn asks(&self) -> Asks {
        match &self.posed {
            Posed::Alone(posed) => Asks::Alone(posed.form),
            Posed::Turn(duel) => Asks::Turn(duel.task),
        }
    }

    /// The form of a puzzle for one.
    pub fn form(&self) -> Option<Form> {
        self.alone().map(|posed| posed.form)
    }

    /// Whether a whole deal is to be won.
    pub fn is_whole(&self) -> bool {
        self.form() == Some(Form::Whole)
    }

    /// The puzzle, if it is one for one.
    pub fn alone(&self) -> Option<&puzzle::Puzzle> {
        match &self.posed {
            Posed::Alone(posed) => Some(posed),
            Posed::Turn(_) => None,
        }
    }

    /// The puzzle, if it is one of one turn.
    pub fn turn(&self) -> Option<&Duel> {
        match &self.posed {
            Posed::Alone(_) => None,
            Posed::Turn(duel) => Some(duel),
        }
    }

    /// The position at the beginning; of a table, what the seat has whose turn it is.
    pub fn start(&self) -> &Position {
        match &self.posed {
            Posed::Alone(posed) => &posed.start,
            Posed::Turn(duel) => duel.table.seat(duel.seat),
        }
    }

    /// A way to win; none if it is proved that there is none, or if one turn is asked for.
    pub fn solution(&self) -> Option<&Solution> {
        self.alone().and_then(|posed| posed.solution.as_ref())
    }

    /// What is to be done, and how the stock is turned: in the book and on its site the same.
    ///
    /// # Errors
    /// If a template of the language fails.
    pub fn task(&self, language: &Language) -> Result<String, BadLanguage> {
        let posed = match &self.posed {
            Posed::Alone(posed) => posed,
            Posed::Turn(duel) => return duel.task_text(language),
        };
        let start = self.start();
        let rules = start.rules();
        let task = match posed.form {
            Form::Whole => language.goal(rules)?,
            _ => posed.task(language)?,
        };
        if !rules.has_stock() || start.stock().is_empty() && start.waste().is_empty() {
            return Ok(task);
        }
        let under_way = !posed.before.is_empty() || start.pass() > 1;
        let stock = language.stock_rule(rules, under_way.then(|| start.pass()))?;
        Ok(format!("{task} {stock}"))
    }

    /// Whether it is proved that no win has fewer moves.
    pub fn is_shortest(&self) -> bool {
        self.alone().is_some_and(|posed| posed.proof.shortest)
    }
}

/// The puzzles of a section.
#[derive(Debug, Clone)]
pub struct Chosen {
    /// The section as the book asks for it.
    pub section: Section,
    /// The rules under which they are played.
    pub rules: Arc<Rules>,
    /// The puzzles, in order.
    pub puzzles: Vec<Puzzle>,
}

impl Chosen {
    /// What all its puzzles ask for, if they ask for the same.
    pub fn asks(&self) -> Option<Asks> {
        let asks = self.puzzles.first().map(Puzzle::asks);
        asks.filter(|asks| self.puzzles.iter().all(|puzzle| puzzle.asks() == *asks))
    }

    /// Whether its game is for several players.
    pub fn is_for_several(&self) -> bool {
        self.puzzles.first().is_some_and(|puzzle| puzzle.turn().is_some())
    }

    /// The deal that the first puzzle is, or was made of; of several seats that of the first.
    pub fn first_deal(&self) -> Option<Position> {
        let deal = fresh(&self.rules, &self.puzzles.first()?.id, &self.section.rules);
        Position::new(self.rules.clone(), &deal).ok()
    }
}

/// How the work on a book gets on, and whether it is still wanted.
pub struct Progress<'a> {
    /// Called with the number of puzzles found and wanted.
    pub found: &'a (dyn Fn(usize, usize) + Sync),
    /// Set by another thread to end the work.
    pub stop: Option<&'a AtomicBool>,
}

impl Progress<'_> {
    /// No report, no stop.
    pub fn none() -> Progress<'static> {
        Progress { found: &|_, _| (), stop: None }
    }
}

/// The rules of every section. A misspelt game in the last is said before the first is searched.
///
/// # Errors
/// If a section names no game, or changes rules to what cannot be.
pub(super) fn rules(
    spec: &BookSpec,
    source: &Source,
    catalogue: &Catalogue,
) -> Result<Vec<Arc<Rules>>, BadBook> {
    let rules_of = |index: usize, section: &Section| {
        let at = |field: &str, what: String| BadBook::Field {
            place: section_place(&source.name, &source.text, field, index),
            what,
        };
        match (seat_rules(section, catalogue), section.form) {
            (Some(Ok(rules)), _) => return Ok(rules),
            (Some(Err((field, what))), _) => return Err(at(field, format!("{field}: {what}"))),
            (None, Asks::Turn(task)) => {
                let what = format!("form: {task} is for games of several players, such as double-solitaire");
                return Err(at("form", what));
            }
            (None, Asks::Alone(_)) => {}
        }
        catalogue.rules(&section.game.game, section.game.size, &section.rules).map_err(|error| {
            let field = match error {
                BadGame::Variant(_) if !section.rules.is_empty() => "rules",
                _ => "game",
            };
            at(field, error.to_string())
        })
    };
    spec.sections.iter().enumerate().map(|(index, section)| rules_of(index, section)).collect()
}

/// The rules of a seat, if the game is for several players; or the field that is wrong, and why.
fn seat_rules(
    section: &Section,
    catalogue: &Catalogue,
) -> Option<Result<Arc<Rules>, (&'static str, String)>> {
    let seats = catalogue.variant(&section.game.game).ok()?.seats?;
    let is_turn = matches!(section.form, Asks::Turn(_)) || section.is_from_files();
    let checked = || -> Result<Arc<Rules>, BadTable> {
        let rules = TableRules::of(catalogue, &section.game.game, &section.rules)?;
        rules.check_seats(usize::from(section.game.size.unwrap_or(seats.least)))?;
        if rules.play != crate::variant::Play::Turns {
            return Err(BadTable::NoTurns(section.game.game.clone()));
        }
        Ok(rules.seat)
    };
    Some(match checked() {
        Ok(_) if !is_turn => {
            let game = &section.game.game;
            let what = format!(
                "{game} is for {} to {} players; write `form: most-cards`, `go-out` or `leave-nothing`",
                seats.least, seats.most
            );
            Err(("form", what))
        }
        Err(error) => {
            let is_rules = matches!(error, BadTable::Variant(_)) && !section.rules.is_empty();
            Err((if is_rules { "rules" } else { "game" }, error.to_string()))
        }
        Ok(rules) => Ok(rules),
    })
}

/// What tells the cards of a deal from those of others: [`canonical_hash`].
pub(super) type Cards = u128;

/// The cards of the deal with which a position begins, whatever their suits are called where the rules do
/// not tell them apart, and in whatever order the columns lie.
pub(super) fn cards_of(start: &Position) -> Cards {
    canonical_hash(start)
}

/// The calibration of every section's game; none where there is none and no level is asked for.
///
/// # Errors
/// If a section asks for levels that cannot be told.
pub(super) fn scales(
    spec: &BookSpec,
    source: &Source,
    catalogue: &Catalogue,
    rules: &[Arc<Rules>],
) -> Result<Vec<Option<Calibration>>, BadBook> {
    let scale = |(index, (section, rules)): (usize, (&Section, &Arc<Rules>))| {
        if matches!(section.form, Asks::Turn(_)) {
            return Ok(None);
        }
        let field = if section.level.is_empty() { "order" } else { "level" };
        let is_wanted = !section.level.is_empty() || section.order == Order::ByLevel;
        match Calibration::find(catalogue, rules) {
            Ok(calibration) => Ok(Some(calibration)),
            Err(BadCalibration::Missing { .. }) if !is_wanted => Ok(None),
            Err(error) => Err(BadBook::Field {
                place: section_place(&source.name, &source.text, field, index),
                what: format!("{field}: {error}"),
            }),
        }
    };
    spec.sections.iter().zip(rules).enumerate().map(scale).collect()
}

/// How hard a deal is.
pub(super) fn grade_of(start: &Position, scale: &Calibration) -> (Score, Level) {
    let score = Play::of(start, PLAYOUT_SEED).score();
    (score, scale.level(score))
}

/// A deal's id and the rules that are changed, as `--set` takes them.
pub(super) fn name_of(id: &DealId, changes: &RuleChanges) -> String {
    let settings = changes.settings();
    std::iter::once(id.to_string()).chain(settings).collect::<Vec<_>>().join(" ")
}
