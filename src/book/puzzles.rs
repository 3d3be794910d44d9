//! Choosing the puzzles of a book: deals that are proved winnable, each with a replayed win.

use super::earlier::earlier;
use super::spec::{BookSpec, Order, Section, section_place};
use super::{BadBook, Source};
use crate::card::Card;
use crate::catalogue::{BadGame, Catalogue, fresh};
use crate::deal::DealId;
use crate::game::{Move, Position, Rules};
use crate::grade::{BadCalibration, Calibration, Level, PLAYOUT_SEED, Play, Score};
use crate::solver::{Limits, Line, Shortcuts, Solver, Verdict, short_line, solver_for};
use crate::variant::RuleChanges;
use crate::walkthrough::Solution;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A deal of the book, and how it is won.
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// Its number in the book.
    pub number: u32,
    /// The deal's id.
    pub id: DealId,
    /// What the book calls the deal: its id, and the rules that are changed (`klondike#2 draw=3`).
    pub name: String,
    /// The position at the beginning, and the way to win.
    pub solution: Solution,
    /// Whether it is proved that no win has fewer moves.
    pub is_shortest: bool,
    /// How hard it is, if its game is calibrated.
    pub grade: Option<(Score, Level)>,
}

impl Puzzle {
    /// How hard it is among the deals of its game, if the game is calibrated.
    pub fn level(&self) -> Option<Level> {
        self.grade.map(|(_, level)| level)
    }

    /// The position at the beginning.
    pub fn start(&self) -> &Position {
        self.solution.start()
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

/// How many positions are looked at before a deal is left out.
const MOST_POSITIONS: u64 = 3_000_000;
/// How much memory the search of one deal may take.
const MOST_MEMORY: usize = 512 << 20;
/// So many deals in a row that are not proved winnable end the search for more.
const MOST_FAILURES: usize = 2_000;
/// How many deals are searched at once; the answer does not depend on it.
const BATCH: usize = 16;

/// Chooses the puzzles of every section: the first deals from its seed that are proved winnable.
///
/// No two of them have the same cards, whatever their rules.
///
/// # Errors
/// If a section names no game, or not enough of its deals are winnable.
pub fn choose(
    spec: &BookSpec,
    source: &Source,
    catalogue: &Catalogue,
    progress: &Progress<'_>,
) -> Result<Vec<Chosen>, BadBook> {
    let rules = rules(spec, source, catalogue)?;
    let earlier = earlier(spec, source, catalogue)?;
    let scales = scales(spec, source, catalogue, &rules)?;
    let wanted: usize = spec.sections.iter().map(|section| section.count).sum();
    let mut found = 0;
    let mut taken: BTreeSet<Cards> = BTreeSet::new();
    let mut chosen = Vec::new();
    let numbers = spec.numbers();
    for (index, (section, rules)) in spec.sections.iter().zip(rules).enumerate() {
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let mut seed = section.seed;
        let mut failures = 0;
        while puzzles.len() < section.count {
            let ids: Vec<DealId> = (0..BATCH as u64)
                .map_while(|step| seed.checked_add(step))
                .map(|seed| DealId { game: section.game.game.clone(), size: section.game.size, seed })
                .collect();
            let scale = scales[index].as_ref();
            let solved: Vec<Result<Option<Win>, BadBook>> = ids
                .par_iter()
                .map_init(
                    || solver_for(&rules, Shortcuts::All),
                    |solver, id| {
                        let found = win(solver.as_mut(), &rules, section, id, progress.stop)?;
                        Ok(found.and_then(|win| win.graded(scale, &section.level)))
                    },
                )
                .collect();
            let mut wins = Vec::new();
            for (id, win) in ids.into_iter().zip(solved) {
                match win? {
                    None => failures += 1,
                    // The same cards may have been dealt for a section before.
                    Some(win)
                        if puzzles.len() + wins.len() < section.count
                            && !earlier.holds(index, &cards_of(&win.start))
                            && taken.insert(cards_of(&win.start)) =>
                    {
                        failures = 0;
                        wins.push((id, win));
                    }
                    Some(_) => {}
                }
            }
            // Only what is printed is worth the search for a short line.
            let lines: Vec<Result<(DealId, Solution, bool, Graded), BadBook>> = wins
                .into_par_iter()
                .map(|(id, win)| {
                    let Line { moves, is_shortest, .. } = win.short(progress.stop);
                    Ok((id.clone(), replayed(&win.start, &moves, &id)?, is_shortest, win.grade))
                })
                .collect();
            for line in lines {
                let (id, solution, is_shortest, grade) = line?;
                found += 1;
                // Numbered when all are there.
                let number = 0;
                let name = name_of(&id, &section.rules);
                puzzles.push(Puzzle { number, id, name, solution, is_shortest, grade });
                (progress.found)(found, wanted);
            }
            if progress.stop.is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed)) {
                return Err(BadBook::Stopped);
            }
            seed = match seed.checked_add(BATCH as u64) {
                Some(next) if failures < MOST_FAILURES => next,
                _ if puzzles.len() == section.count => break,
                _ => {
                    let place = section_place(&source.name, &source.text, "count", index);
                    let what = format!(
                        "count: only {} of {} deals from seed {} on could be proved winnable; \
                         ask for fewer, or choose another game, size or seed",
                        puzzles.len(),
                        section.count,
                        section.seed
                    );
                    return Err(BadBook::Field { place, what });
                }
            };
        }
        match section.order {
            Order::BySeed => {}
            Order::ByLevel => {
                puzzles.sort_by_key(|puzzle| (puzzle.grade.map(|(score, _)| score), puzzle.id.seed))
            }
            Order::Mixed => puzzles.sort_by_key(|puzzle| (lot(section.seed, puzzle.id.seed), puzzle.id.seed)),
        }
        for (puzzle, number) in puzzles.iter_mut().zip(numbers[index].clone()) {
            puzzle.number = number;
        }
        chosen.push(Chosen { section: section.clone(), rules, puzzles });
    }
    Ok(chosen)
}

/// A number drawn by lot for a deal of a section, the same for ever (the finisher of SplitMix64).
fn lot(section: u64, deal: u64) -> u64 {
    let mut mixed = section.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(deal);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
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

/// Whether it can be proved that no win has fewer moves than this.
pub(super) fn is_shortest(win: &Solution) -> bool {
    let line = short_line(win.start(), win.moves().to_vec(), &limits(None));
    line.is_shortest && line.moves.len() == win.moves().len()
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

/// How hard a deal is, if that can be told.
type Graded = Option<(Score, Level)>;

/// How hard a deal is.
pub(super) fn grade_of(start: &Position, scale: &Calibration) -> (Score, Level) {
    let score = Play::of(start, PLAYOUT_SEED).score();
    (score, scale.level(score))
}

/// A deal that can be won, and the first win that was found.
struct Win {
    start: Position,
    moves: Vec<Move>,
    grade: Graded,
}

impl Win {
    /// The same with its grade, if it is of a level that is wanted.
    fn graded(mut self, scale: Option<&Calibration>, wanted: &[Level]) -> Option<Win> {
        self.grade = scale.map(|scale| grade_of(&self.start, scale));
        let is_wanted = |(_, level): (Score, Level)| wanted.is_empty() || wanted.contains(&level);
        self.grade.is_none_or(is_wanted).then_some(self)
    }

    /// The same deal won in few moves.
    fn short(&self, stop: Option<&AtomicBool>) -> Line {
        short_line(&self.start, self.moves.clone(), &limits(stop))
    }
}

fn limits(stop: Option<&AtomicBool>) -> Limits<'_> {
    Limits { positions: MOST_POSITIONS, memory: MOST_MEMORY, stop }
}

/// A win of a deal, if the search finds one.
fn win(
    solver: &mut dyn Solver,
    rules: &Arc<Rules>,
    section: &Section,
    id: &DealId,
    stop: Option<&AtomicBool>,
) -> Result<Option<Win>, BadBook> {
    let deal = fresh(rules, id, &section.rules);
    let start = Position::new(rules.clone(), &deal).map_err(|error| BadBook::Game(error.into()))?;
    match solver.solve(&start, &limits(stop)).verdict {
        Verdict::Winnable(moves) => Ok(Some(Win { start, moves, grade: None })),
        Verdict::Unwinnable | Verdict::Undecided(_) => Ok(None),
    }
}

fn replayed(start: &Position, moves: &[Move], id: &DealId) -> Result<Solution, BadBook> {
    Solution::replay(start, moves)
        .map_err(|why| BadBook::FalseWin { id: id.to_string(), why: why.to_string() })
}

/// A deal's id and the rules that are changed, as `--set` takes them.
pub(super) fn name_of(id: &DealId, changes: &RuleChanges) -> String {
    let settings = changes.settings();
    std::iter::once(id.to_string()).chain(settings).collect::<Vec<_>>().join(" ")
}
