//! Choosing the puzzles of a book: the first deals from a seed that have in them what is asked for.

use super::asks::Asks;
use super::duels;
use super::earlier::earlier;
use super::early::Room;
use super::puzzle_files;
use super::puzzles::{Cards, Chosen, Posed, Progress, Puzzle, cards_of, grade_of, name_of, rules, scales};
use super::spec::{BookSpec, Order, Section, section_place};
use super::{BadBook, Source};
use crate::catalogue::{Catalogue, fresh};
use crate::deal::DealId;
use crate::game::{Move, Position, Rules};
use crate::grade::{Calibration, Level, Score};
use crate::puzzle::{self, Form, Maker, Proof};
use crate::solver::{Limits, Line, Shortcuts, Solver, Verdict, short_line, solver_for};
use crate::walkthrough::Solution;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many positions are looked at before a deal is left out.
const MOST_POSITIONS: u64 = 3_000_000;
/// How much memory the search of one deal may take.
const MOST_MEMORY: usize = 512 << 20;
/// So many deals in a row that are not what is wanted end the search for more.
const MOST_FAILURES: usize = 2_000;
/// So many puzzles in a row that have no room on a page end it too.
const MOST_WITHOUT_ROOM: usize = 20;
/// How many deals are searched at once; the answer does not depend on it. A puzzle within a game takes far
/// longer to make than a deal to win, so fewer are made in vain.
const BATCH: u64 = 16;
const FORM_BATCH: u64 = 4;

/// Chooses the puzzles of every section: those of its files, or of the first deals from its seed that have
/// one of its form in them.
///
/// No two of them are made of the same cards, whatever their rules, nor of cards that differ only in
/// suits which the rules do not tell apart. `check` is asked before the search, when files and rules are known.
///
/// # Errors
/// If a section names no game, `check` refuses, or not enough deals have what is asked for.
pub(crate) fn choose(
    spec: &BookSpec,
    source: &Source,
    catalogue: &Catalogue,
    progress: &Progress<'_>,
    check: impl FnOnce(&BookSpec, &[Arc<Rules>]) -> Result<(), BadBook>,
) -> Result<Vec<Chosen>, BadBook> {
    let (spec, files) = puzzle_files::read(spec, source, catalogue)?;
    let rules = rules(&spec, source, catalogue)?;
    duels::check_room(&spec, source, catalogue)?;
    check(&spec, &rules)?;
    let room = Room::new(&spec, source, catalogue)?;
    let earlier = earlier(&spec, source, catalogue)?;
    let scales = scales(&spec, source, catalogue, &rules)?;
    let wanted: usize = spec.sections.iter().map(|section| section.count).sum();
    let mut found = 0;
    let mut taken: BTreeSet<Cards> = BTreeSet::new();
    // A deal of which a file shows a later position is not looked for again.
    let of_files: BTreeSet<Cards> = (spec.sections.iter().zip(&rules).zip(&files))
        .flat_map(|((section, rules), files)| {
            files.iter().filter_map(move |file| duels::dealt(rules, &file.id, &section.rules))
        })
        .collect();
    let mut chosen = Vec::new();
    let numbers = spec.numbers();
    for (index, (section, rules)) in spec.sections.iter().zip(rules).enumerate() {
        let scale = scales[index].as_ref();
        let at = |field: &str, what: String| {
            let place = section_place(&source.name, &source.text, field, index);
            BadBook::Field { place, what: format!("{field}: {what}") }
        };
        let mut puzzles = Vec::new();
        for (read, file) in files[index].iter().zip(&section.puzzles) {
            let puzzle = from_file(read, scale);
            if !taken.insert(cards_of(puzzle.start())) {
                return Err(at("puzzles", format!("{file}: its position stands in the book already")));
            }
            puzzles.push(puzzle);
        }
        let form = match section.form {
            Asks::Alone(form) => form,
            Asks::Turn(task) => {
                let finder = duels::Finder { section, task, catalogue, rules: &rules, stop: progress.stop };
                let mut seed = Some(section.seed);
                let mut failures = 0;
                while puzzles.len() < section.count {
                    let is_taken = |cards: &Cards| {
                        earlier.holds(index, cards) || of_files.contains(cards) || taken.contains(cards)
                    };
                    let next = seed.and_then(|seed| finder.from(seed, &is_taken));
                    if progress.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                        return Err(BadBook::Stopped);
                    }
                    let Some((puzzle, cards)) = next.filter(|_| failures < MOST_WITHOUT_ROOM) else {
                        return Err(at("count", too_few(section, puzzles.len(), failures)));
                    };
                    seed = puzzle.id.seed.checked_add(1);
                    if !room.holds(section, &rules, &puzzle)? {
                        failures += 1;
                        continue;
                    }
                    failures = 0;
                    taken.insert(cards);
                    puzzles.push(puzzle);
                    found += 1;
                    (progress.found)(found, wanted);
                }
                Form::Whole
            }
        };
        let mut lots = Lots::new(section);
        let batch = if form == Form::Whole { BATCH } else { FORM_BATCH };
        let mut seed = section.seed;
        let (mut failures, mut without_room) = (0, 0);
        while puzzles.len() < section.count {
            let ids: Vec<DealId> = (0..batch)
                .map_while(|step| seed.checked_add(step))
                .map(|seed| DealId { game: section.game.game.clone(), size: section.game.size, seed })
                .map(|id| rules.named(&id))
                .collect();
            let wins = lots.has_room_for_wins();
            let finder = Finder { section, form, rules: &rules, scale, stop: progress.stop, wins };
            let searched: Vec<Result<Option<Find>, BadBook>> = ids
                .par_iter()
                .map_init(
                    || solver_for(&rules, Shortcuts::All),
                    |solver, id| finder.find(solver.as_mut(), id),
                )
                .collect();
            let mut finds = Vec::new();
            for (id, find) in ids.into_iter().zip(searched) {
                let Some(find) = find? else {
                    failures += 1;
                    continue;
                };
                let cards = cards_of(&find.dealt);
                // The same cards may have been dealt for a section before.
                let is_known =
                    earlier.holds(index, &cards) || of_files.contains(&cards) || taken.contains(&cards);
                if is_known || puzzles.len() + finds.len() == section.count {
                    continue;
                }
                if !lots.takes(&find) {
                    failures += 1;
                    continue;
                }
                failures = 0;
                taken.insert(cards);
                finds.push((id, find));
            }
            // Only what is printed is worth the search for a short line.
            let made: Vec<Result<Puzzle, BadBook>> =
                finds.into_par_iter().map(|(id, find)| finder.puzzle(id, find)).collect();
            for puzzle in made {
                let puzzle = puzzle?;
                // Fresh deals are as high as the one that was looked at before.
                if form != Form::Whole && !room.holds(section, &rules, &puzzle)? {
                    without_room += 1;
                    continue;
                }
                without_room = 0;
                puzzles.push(puzzle);
                found += 1;
                (progress.found)(found, wanted);
            }
            if progress.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(BadBook::Stopped);
            }
            seed = match seed.checked_add(batch) {
                Some(next) if failures < MOST_FAILURES && without_room < MOST_WITHOUT_ROOM => next,
                _ if puzzles.len() == section.count => break,
                _ => return Err(at("count", too_few(section, puzzles.len(), without_room))),
            };
        }
        put_in_order(section, &mut puzzles, numbers[index].clone());
        chosen.push(Chosen { section: section.clone(), rules, puzzles });
    }
    Ok(chosen)
}

fn too_few(section: &Section, found: usize, without_room: usize) -> String {
    let (wanted, seed) = (section.count, section.seed);
    if without_room > 0 {
        return format!(
            "only {found} of {wanted} puzzles of the form {} from seed {seed} on have room on a page, and the last \
             {without_room} would have cards too small to read; choose a larger trim, a smaller type, or fewer \
             puzzles on a page",
            section.form
        );
    }
    match section.form {
        Asks::Alone(Form::Whole) => format!(
            "only {found} of {wanted} deals from seed {seed} on could be proved winnable; ask for fewer, or \
             choose another game, size or seed"
        ),
        form => format!(
            "only {found} of {wanted} puzzles of the form {form} could be made of deals from seed {seed} on; ask \
             for fewer, or choose another game, form or seed"
        ),
    }
}

/// Puts the puzzles of a section in its order, and numbers them.
pub(super) fn put_in_order(section: &Section, puzzles: &mut [Puzzle], numbers: std::ops::Range<u32>) {
    match section.order {
        // Deals that cannot be won are rarer: in the order of seeds they would betray themselves.
        Order::BySeed if section.form != Asks::Alone(Form::Verdict) => {}
        Order::ByLevel => {
            puzzles.sort_by_key(|puzzle| (puzzle.grade.map(|(score, _)| score), puzzle.id.seed));
        }
        Order::BySeed | Order::Mixed => {
            puzzles.sort_by_key(|puzzle| (lot(section.seed, puzzle.id.seed), puzzle.id.seed));
        }
    }
    for (puzzle, number) in puzzles.iter_mut().zip(numbers) {
        puzzle.number = number;
    }
}

/// The puzzle of a file, not yet numbered. The level that it claims is not believed.
pub(super) fn from_file(read: &puzzle_files::FromFile, scale: Option<&Calibration>) -> Puzzle {
    let puzzle = Puzzle {
        number: 0,
        id: read.id.clone(),
        name: read.name.clone(),
        grade: None,
        posed: read.posed.clone(),
    };
    let scale = scale.filter(|_| puzzle.is_whole());
    Puzzle { grade: scale.map(|scale| grade_of(puzzle.start(), scale)), ..puzzle }
}

/// Which deals a section of verdicts takes: half of them cannot be won, and those that can are taken
/// beside them, so that no seed tells which is which.
struct Lots {
    is_verdicts: bool,
    lost: usize,
    winnable: usize,
    most_lost: usize,
    most_winnable: usize,
}

impl Lots {
    fn new(section: &Section) -> Lots {
        let odd = usize::from(lot(section.seed, 0).is_multiple_of(2));
        let most_lost = (section.count + odd) / 2;
        Lots {
            is_verdicts: section.form == Asks::Alone(Form::Verdict),
            lost: 0,
            winnable: 0,
            most_lost,
            most_winnable: section.count - most_lost,
        }
    }

    fn has_room_for_wins(&self) -> bool {
        !self.is_verdicts || self.winnable < self.most_winnable
    }

    fn takes(&mut self, find: &Find) -> bool {
        if !self.is_verdicts {
            return true;
        }
        match find.is_lost() {
            true if self.lost < self.most_lost => self.lost += 1,
            false if self.winnable < self.most_winnable && self.winnable <= self.lost => self.winnable += 1,
            _ => return false,
        }
        true
    }
}

/// A number drawn by lot for a deal of a section, the same for ever (the finisher of SplitMix64).
fn lot(section: u64, deal: u64) -> u64 {
    let mut mixed = section.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(deal);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// Whether it can be proved that no win has fewer moves than this.
pub(super) fn is_shortest(win: &Solution) -> bool {
    let line = short_line(win.start(), win.moves().to_vec(), &limits(None));
    line.is_shortest && line.moves.len() == win.moves().len()
}

/// How hard a deal is, if that can be told.
type Graded = Option<(Score, Level)>;

/// A deal that has in it what is asked for.
struct Find {
    dealt: Position,
    grade: Graded,
    what: What,
}

/// What was found in a deal.
enum What {
    /// The first win that the search came upon.
    Win(Vec<Move>),
    /// A puzzle of another form.
    Posed(Box<puzzle::Puzzle>),
}

impl Find {
    fn is_lost(&self) -> bool {
        matches!(&self.what, What::Posed(posed) if posed.proof.unwinnable)
    }
}

/// One who looks for the puzzles of a section.
struct Finder<'a> {
    section: &'a Section,
    form: Form,
    rules: &'a Arc<Rules>,
    scale: Option<&'a Calibration>,
    stop: Option<&'a AtomicBool>,
    /// Whether deals that can be won are wanted.
    wins: bool,
}

impl Finder<'_> {
    /// What is asked for, if the deal has it in it.
    fn find(&self, solver: &mut dyn Solver, id: &DealId) -> Result<Option<Find>, BadBook> {
        let deal = fresh(self.rules, id, &self.section.rules);
        let dealt = Position::new(self.rules.clone(), &deal).map_err(|error| BadBook::Game(error.into()))?;
        let what = match self.form {
            Form::Whole => match solver.solve(&dealt, &limits(self.stop)).verdict {
                Verdict::Winnable(moves) => What::Win(moves),
                Verdict::Unwinnable | Verdict::Undecided(_) => return Ok(None),
            },
            form => {
                // The level costs less than a puzzle, so where one is wanted it is asked first.
                let is_wanted = |scale: &Calibration| self.section.level.contains(&grade_of(&dealt, scale).1);
                if !self.section.level.is_empty() && !self.scale.is_some_and(is_wanted) {
                    return Ok(None);
                }
                let maker = Maker { form, stop: self.stop };
                let source = id.to_string();
                let lost = (form == Form::Verdict).then(|| maker.make(&dealt, &source, true)).flatten();
                let won = || self.wins.then(|| maker.make(&dealt, &source, false)).flatten();
                match lost.or_else(won) {
                    Some(posed) => What::Posed(Box::new(posed)),
                    None => return Ok(None),
                }
            }
        };
        let scale = self.scale.filter(|_| self.form != Form::Verdict);
        let grade = scale.map(|scale| grade_of(&dealt, scale));
        let is_wanted =
            |(_, level): (Score, Level)| self.section.level.is_empty() || self.section.level.contains(&level);
        Ok(grade.is_none_or(is_wanted).then_some(Find { dealt, grade, what }))
    }

    /// The puzzle of a find, a deal won in few moves; numbered when all are there.
    fn puzzle(&self, id: DealId, find: Find) -> Result<Puzzle, BadBook> {
        let posed = match find.what {
            What::Posed(posed) => *posed,
            What::Win(moves) => {
                let Line { moves, is_shortest, .. } = short_line(&find.dealt, moves, &limits(self.stop));
                let solution = Solution::replay(&find.dealt, &moves)
                    .map_err(|why| BadBook::FalseWin { id: id.to_string(), why: why.to_string() })?;
                whole(&id, solution, is_shortest)
            }
        };
        let name = name_of(&id, &self.section.rules);
        Ok(Puzzle { number: 0, id, name, posed: Posed::Alone(Box::new(posed)), grade: find.grade })
    }
}

/// The task of winning a whole deal.
pub(super) fn whole(id: &DealId, solution: Solution, is_shortest: bool) -> puzzle::Puzzle {
    puzzle::Puzzle {
        form: Form::Whole,
        source: id.to_string(),
        level: None,
        before: Vec::new(),
        start: solution.start().clone(),
        shown: Vec::new(),
        solution: Some(solution),
        proof: Proof { shortest: is_shortest, ..Proof::default() },
    }
}

fn limits(stop: Option<&AtomicBool>) -> Limits<'_> {
    Limits { positions: MOST_POSITIONS, memory: MOST_MEMORY, stop }
}
