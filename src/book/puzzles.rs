//! The puzzles of a book: what is asked, how hard it is, and what is proved of it.

use super::spec::{BookSpec, Order, Section, section_place};
use super::{BadBook, Source};
use crate::card::Card;
use crate::catalogue::{BadGame, Catalogue, fresh};
use crate::deal::DealId;
use crate::game::{Position, Rules};
use crate::grade::{BadCalibration, Calibration, Level, PLAYOUT_SEED, Play, Score};
use crate::puzzle::{self, Form};
use crate::variant::RuleChanges;
use crate::walkthrough::Solution;
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
    pub posed: puzzle::Puzzle,
    /// How hard the deal is, if its game is calibrated.
    pub grade: Option<(Score, Level)>,
}

impl Puzzle {
    /// How hard it is among the deals of its game, if that can be told and gives nothing away: a
    /// position within a game is no deal, and a deal that cannot be won has no level.
    pub fn level(&self) -> Option<Level> {
        self.grade.filter(|_| self.form() == Form::Whole).map(|(_, level)| level)
    }

    /// What is asked of the reader.
    pub fn form(&self) -> Form {
        self.posed.form
    }

    /// The position at the beginning.
    pub fn start(&self) -> &Position {
        &self.posed.start
    }

    /// A way to win; none if it is proved that there is none.
    pub fn solution(&self) -> Option<&Solution> {
        self.posed.solution.as_ref()
    }

    /// Whether it is proved that no win has fewer moves.
    pub fn is_shortest(&self) -> bool {
        self.posed.proof.shortest
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
    /// The form of all its puzzles, if they have the same.
    pub fn form(&self) -> Option<Form> {
        let form = self.puzzles.first().map(Puzzle::form);
        form.filter(|form| self.puzzles.iter().all(|puzzle| puzzle.form() == *form))
    }

    /// The deal that the first puzzle is, or was made of.
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
        catalogue.rules(&section.game.game, section.game.size, &section.rules).map_err(|error| {
            let field = match error {
                BadGame::Variant(_) if !section.rules.is_empty() => "rules",
                _ => "game",
            };
            BadBook::Field {
                place: section_place(&source.name, &source.text, field, index),
                what: error.to_string(),
            }
        })
    };
    spec.sections.iter().enumerate().map(|(index, section)| rules_of(index, section)).collect()
}

/// The cards of a deal as they lie: its columns and its stock.
pub(super) type Cards = (Vec<Vec<Card>>, Vec<Card>);

/// The cards of the deal with which a position begins.
pub(super) fn cards_of(start: &Position) -> Cards {
    let columns = start.columns().iter().map(|pile| pile.cards.clone()).collect();
    (columns, start.stock().to_vec())
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
