//! Choosing the puzzles of a section: the first deals from its seed that have in them what is asked for.

use super::BadBook;
use super::asks::Asks;
use super::duels;
use super::early::Room;
use super::puzzle_files;
use super::puzzles::{Cards, Posed, Puzzle, cards_of, grade_of, name_of};
use super::search::{Asked, At, State};
use super::spec::{Order, Section, section_place};
use crate::catalogue::fresh;
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
pub(super) const MOST_WITHOUT_ROOM: usize = 20;
/// How many deals are searched at once; the answer does not depend on it. A puzzle within a game takes far
/// longer to make than a deal to win, so fewer are made in vain.
const BATCH: u64 = 16;
const FORM_BATCH: u64 = 4;

/// What the next deals of a section brought.
pub(super) struct Step {
    /// Puzzles for the book, and the cards of their deals.
    pub found: Vec<(Puzzle, Cards)>,
    /// Puzzles that have no room on a page, and the cards of their deals.
    pub passed: Vec<(Puzzle, Cards)>,
    /// Where the search goes on.
    pub at: At,
}

/// Looks at the next deals of a section; none if somebody asked to stop.
///
/// No two puzzles of a book are made of the same cards, whatever their rules, nor of cards that differ only in
/// suits which the rules do not tell apart: `taken` are those of the book so far. How many more the section wants
/// decides where the search ends, and nothing else but which verdicts are taken.
///
/// # Errors
/// If too many deals in a row are not what is asked for.
pub(super) fn look_further(
    asked: &Asked<'_>,
    index: usize,
    state: &State,
    taken: &BTreeSet<Cards>,
    room: &Room<'_>,
    stop: Option<&AtomicBool>,
) -> Result<Option<Step>, BadBook> {
    let section = &asked.spec.sections[index];
    let At { next, failures, without_room, known } = state.at;
    let too_few = || {
        let place = section_place(&asked.source.name, &asked.source.text, "count", index);
        let what = format!("count: {}", too_few(section, state.found.len(), without_room));
        BadBook::TooFew { place, what }
    };
    let goes_on = failures < MOST_FAILURES
        && without_room < MOST_WITHOUT_ROOM
        && known < most_known(asked, index, taken);
    let next = next.filter(|_| goes_on);
    let next = next.ok_or_else(too_few)?;
    match section.form {
        Asks::Alone(form) => batch(asked, (index, form), (state, next), taken, room, stop),
        Asks::Turn(task) => {
            let rules = &asked.rules[index];
            let finder = duels::Finder { section, task, catalogue: asked.catalogue, rules, stop };
            let found = finder.from(next, &|cards| asked.is_known(index, cards) || taken.contains(cards));
            if is_stopped(stop) {
                return Ok(None);
            }
            let (puzzle, cards) = found.ok_or_else(too_few)?;
            let next = puzzle.id.seed.checked_add(1);
            Ok(Some(match room.holds(section, rules, &puzzle)? {
                true => {
                    let at = At { next, ..At::default() };
                    Step { found: vec![(puzzle, cards)], passed: Vec::new(), at }
                }
                false => {
                    let at = At { next, without_room: without_room + 1, ..At::default() };
                    Step { found: Vec::new(), passed: vec![(puzzle, cards)], at }
                }
            }))
        }
    }
}

/// Looks at a batch of deals for one player.
fn batch(
    asked: &Asked<'_>,
    (index, form): (usize, Form),
    (state, next): (&State, u64),
    taken: &BTreeSet<Cards>,
    room: &Room<'_>,
    stop: Option<&AtomicBool>,
) -> Result<Option<Step>, BadBook> {
    let (section, rules, scale) =
        (&asked.spec.sections[index], &asked.rules[index], asked.scales[index].as_ref());
    let size = if form == Form::Whole { BATCH } else { FORM_BATCH };
    let ids: Vec<DealId> = (0..size)
        .map_while(|step| next.checked_add(step))
        .map(|seed| DealId { game: section.game.game.clone(), size: section.game.size, seed })
        .map(|id| rules.named(&id))
        .collect();
    let mut lots = Lots::new(section, &state.found);
    let finder = Finder { section, form, rules, scale, stop, wins: lots.has_room_for_wins() };
    let searched: Vec<Result<Option<Find>, BadBook>> = ids
        .par_iter()
        .map_init(|| solver_for(rules, Shortcuts::All), |solver, id| finder.find(solver.as_mut(), id))
        .collect();
    let mut rest = ids.into_iter().zip(searched);
    let mut step = Step { found: Vec::new(), passed: Vec::new(), at: state.at };
    let mut seen: BTreeSet<Cards> = state.passed.iter().map(|(_, cards)| *cards).collect();
    let most_known = most_known(asked, index, taken);
    while step.at.without_room < MOST_WITHOUT_ROOM {
        let mut finds = Vec::new();
        while state.found.len() + step.found.len() + finds.len() < section.count
            && step.at.failures < MOST_FAILURES
            && step.at.known < most_known
            && let Some((id, find)) = rest.next()
        {
            step.at.next = id.seed.checked_add(1);
            let Some(find) = find? else {
                step.at.failures += 1;
                continue;
            };
            let cards = cards_of(&find.dealt);
            // The same cards may have been dealt for a section before.
            if asked.is_known(index, &cards) || taken.contains(&cards) || seen.contains(&cards) {
                step.at.known += 1;
                continue;
            }
            if !lots.takes(find.is_lost()) {
                step.at.failures += 1;
                continue;
            }
            (step.at.failures, step.at.known) = (0, 0);
            seen.insert(cards);
            finds.push((id, find, cards));
        }
        if finds.is_empty() {
            break;
        }
        // Only what is printed is worth the search for a short line.
        let made: Vec<Result<(Puzzle, Cards), BadBook>> =
            finds.into_par_iter().map(|(id, find, cards)| Ok((finder.puzzle(id, find)?, cards))).collect();
        for made in made {
            let (puzzle, cards) = made?;
            // Fresh deals are as high as the one that was looked at before.
            if form == Form::Whole || room.holds(section, rules, &puzzle)? {
                step.at.without_room = 0;
                step.found.push((puzzle, cards));
                continue;
            }
            step.at.without_room += 1;
            lots.gives_back(is_lost(&puzzle));
            let next = puzzle.id.seed.checked_add(1);
            step.passed.push((puzzle, cards));
            if step.at.without_room == MOST_WITHOUT_ROOM {
                step.at.next = next;
                break;
            }
        }
    }
    // What was searched while somebody asked to stop may be cut short.
    Ok((!is_stopped(stop)).then_some(step))
}

/// So many known deals in a row end the search for more: of a small pack there may be no others.
fn most_known(asked: &Asked<'_>, index: usize, taken: &BTreeSet<Cards>) -> usize {
    asked.earlier.count(index) + asked.of_files.len() + taken.len() + MOST_FAILURES
}

fn is_stopped(stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// Whether it is proved that a puzzle cannot be won.
fn is_lost(puzzle: &Puzzle) -> bool {
    puzzle.alone().is_some_and(|posed| posed.proof.unwinnable)
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
    /// The lots of a section that has some puzzles already.
    fn new(section: &Section, found: &[(Puzzle, Cards)]) -> Lots {
        let lost = found.iter().filter(|(puzzle, _)| is_lost(puzzle)).count();
        let odd = usize::from(lot(section.seed, 0).is_multiple_of(2));
        let most_lost = (section.count + odd) / 2;
        Lots {
            is_verdicts: section.form == Asks::Alone(Form::Verdict),
            lost,
            winnable: found.len() - lost,
            most_lost,
            most_winnable: section.count - most_lost,
        }
    }

    fn has_room_for_wins(&self) -> bool {
        !self.is_verdicts || self.winnable < self.most_winnable
    }

    fn takes(&mut self, is_lost: bool) -> bool {
        if !self.is_verdicts {
            return true;
        }
        match is_lost {
            true if self.lost < self.most_lost => self.lost += 1,
            false if self.winnable < self.most_winnable && self.winnable <= self.lost => self.winnable += 1,
            _ => return false,
        }
        true
    }

    /// Takes back what has no room on a page.
    fn gives_back(&mut self, is_lost: bool) {
        if self.is_verdicts {
            *(if is_lost { &mut self.lost } else { &mut self.winnable }) -= 1;
        }
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
pub(super) fn is_shortest(win: &Solution, stop: Option<&AtomicBool>) -> bool {
    let line = short_line(win.start(), win.moves().to_vec(), &limits(stop));
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
