//! The search for any game: depth first, remembering every position it has seen.

use super::blocked::Blocked;
use super::deadlock::Deadlocks;
use super::state::{State, Step, Undo, scatter};
use super::table::{Insertion, SeenTable};
use super::{Bound, Limits, Outcome, Shortcuts, Solver, Verdict};
use crate::game::{Move, Place, Position};

/// A depth-first search under any rules.
///
/// It keeps every position it has met, by a 128-bit key that is the same for all orders of the
/// columns, so that running out of positions to try proves a deal unwinnable. Two of 10^8
/// positions share a key with a chance of about 10^-23.
#[derive(Debug, Default)]
pub struct Search {
    shortcuts: Shortcuts,
    seen: SeenTable,
}

/// The steps from a position on the current line, and which of them is next.
struct Frame {
    first: usize,
    next: usize,
    undo: Option<Undo>,
    step: Option<Step>,
}

impl Search {
    /// A search with or without the shortcuts that are proved for the rules.
    pub fn new(shortcuts: Shortcuts) -> Search {
        Search { shortcuts, seen: SeenTable::default() }
    }
}

/// How many positions a search in a first order looks at before it begins anew in another.
const POSITIONS_A_TRY: u64 = 20_000;
/// In how many shuffled orders a win is looked for before the whole space is searched.
///
/// Where a win is not found soon in one order, another finds it: of 60 Yukon deals one order of
/// 200,000 positions leaves 8 undecided, four of 20,000 leave 4; of 40 deals of Double Klondike
/// one order of 20,000 leaves 11, four leave 2.
const SHUFFLED_TRIES: u64 = 7;
/// The smallest pack for which it pays: deals of smaller ones are soon searched whole.
const LARGE_PACK: usize = 52;
/// How far a shuffled order strays from the usual one, in the units of [`promise`].
const STRAY: u64 = 12;

impl Solver for Search {
    fn solve(&mut self, start: &Position, limits: &Limits<'_>) -> Outcome {
        let large = start.rules().pack.len() >= LARGE_PACK;
        let tries = if large && self.shortcuts == Shortcuts::All { SHUFFLED_TRIES + 1 } else { 0 };
        let mut positions = 0;
        for order in (0..tries).map(Order).chain([Order(0)]) {
            let whole = positions > 0 && order == Order(0) || tries == 0;
            let left = limits.positions.saturating_sub(positions);
            let most = if whole { left } else { left.min(POSITIONS_A_TRY) };
            let outcome = self.search(start, order, &Limits { positions: most, ..*limits });
            positions += outcome.positions;
            let ended = match outcome.verdict {
                Verdict::Undecided(Bound::Positions) => most == left,
                _ => true,
            };
            if ended {
                return Outcome { positions, ..outcome };
            }
        }
        Outcome { verdict: Verdict::Undecided(Bound::Positions), positions }
    }
}

/// An order in which steps are tried: 0 is the usual one, each other number a shuffled one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Order(u64);

impl Order {
    /// What is added to the promise of the step with this number, at a position with this key.
    fn stray(self, key: u128, number: usize) -> i32 {
        if self.0 == 0 {
            return 0;
        }
        let seed = self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (key as u64);
        let mixed = scatter(seed.wrapping_add(number as u64));
        (mixed as u64 % STRAY) as i32
    }
}

impl Search {
    /// Searches in one order, up to the limits.
    fn search(&mut self, start: &Position, order: Order, limits: &Limits<'_>) -> Outcome {
        self.seen.clear(limits.memory / 2);
        let rules = start.rules().clone();
        let mut state = State::new(&rules, start);
        let mut steps: Vec<Step> = Vec::new();
        let mut stack = vec![Frame { first: 0, next: 0, undo: None, step: None }];
        let mut positions = 1u64;
        let done = |verdict, positions| Outcome { verdict, positions };
        if state.is_won() {
            return done(Verdict::Winnable(Vec::new()), positions);
        }
        self.seen.insert(state.key(), limits.memory / 2);
        let tests =
            (self.shortcuts == Shortcuts::All).then(|| (Blocked::new(&rules), Deadlocks::new(&rules)));
        let is_lost = |state: &State<'_>| match &tests {
            Some((Some(blocked), _)) => blocked.is_lost(state),
            Some((None, deadlocks)) => deadlocks.is_lost(state),
            None => false,
        };
        if is_lost(&state) {
            return done(Verdict::Unwinnable, positions);
        }
        self.expand(&state, order, &mut steps);
        while let Some(frame) = stack.last_mut() {
            if frame.next == steps.len() {
                steps.truncate(frame.first);
                if let Some(undo) = frame.undo {
                    state.unmake(undo);
                }
                stack.pop();
                continue;
            }
            let step = steps[frame.next];
            frame.next += 1;
            let undo = state.make(step);
            if state.is_won() {
                state.unmake(undo);
                let line = stack.iter().filter_map(|frame| frame.step).chain([step]);
                return done(Verdict::Winnable(moves_of(start, line)), positions);
            }
            match self.seen.insert(state.key(), limits.memory / 2) {
                Insertion::Known => state.unmake(undo),
                Insertion::NoRoom => return done(Verdict::Undecided(Bound::Memory), positions),
                Insertion::New => {
                    let held = steps.capacity() * size_of::<Step>() + stack.capacity() * size_of::<Frame>();
                    if held > limits.memory / 2 {
                        return done(Verdict::Undecided(Bound::Memory), positions);
                    }
                    if positions >= limits.positions {
                        return done(Verdict::Undecided(Bound::Positions), positions);
                    }
                    positions += 1;
                    if positions.is_multiple_of(1024) && limits.is_stopped() {
                        return done(Verdict::Undecided(Bound::Stopped), positions);
                    }
                    if is_lost(&state) {
                        state.unmake(undo);
                        continue;
                    }
                    let first = steps.len();
                    self.expand(&state, order, &mut steps);
                    stack.push(Frame { first, next: first, undo: Some(undo), step: Some(step) });
                }
            }
        }
        done(Verdict::Unwinnable, positions)
    }

    /// Adds the steps to try from a position, the most promising first.
    fn expand(&self, state: &State<'_>, order: Order, steps: &mut Vec<Step>) {
        let first = steps.len();
        if self.shortcuts == Shortcuts::All
            && let Some(step) = safe_step(state)
        {
            steps.push(step);
            return;
        }
        state.steps(steps);
        if order == Order(0) {
            steps[first..].sort_by_key(|&step| promise(state, step));
            return;
        }
        let key = state.key();
        let placed = steps[first..].iter().enumerate();
        let mut placed: Vec<(i32, Step)> =
            placed.map(|(number, &step)| (promise(state, step) + order.stray(key, number), step)).collect();
        placed.sort_by_key(|&(place, _)| place);
        steps.truncate(first);
        steps.extend(placed.into_iter().map(|(_, step)| step));
    }
}

/// A promotion that need not be weighed against other moves, if there is one.
pub(super) fn safe_step(state: &State<'_>) -> Option<Step> {
    let columns = 0..state.rules.columns as u8;
    columns.map(Place::Column).find_map(|from| {
        let card = state.top(from)?;
        state.foundation_for(card)?;
        state.is_safe(card).then_some(Step { stock: None, act: Move::Promote { from } })
    })
}

/// The order in which steps are tried: the smaller the sooner.
fn promise(state: &State<'_>, step: Step) -> i32 {
    let turns_up = |column: u8, count: usize| {
        let column = usize::from(column);
        let down = state.down(column);
        // The fewer cards lie face down under it, the nearer is a space.
        (down > 0 && state.column(column).len() - count == down).then(|| down.min(20) as i32)
    };
    match step.act {
        Move::Promote { from: Place::Column(column) } => turns_up(column, 1).map_or(20, |down| down - 20),
        Move::Promote { from: Place::Waste } => 25,
        Move::Shift { from: Place::Column(from), to, count } => {
            let to_space = state.column(usize::from(to)).is_empty();
            let empties = state.column(usize::from(from)).len() == usize::from(count);
            match turns_up(from, usize::from(count)) {
                Some(down) if !to_space => down,
                Some(down) => down + 25,
                None if empties => 30,
                None if to_space => 90,
                None => 60,
            }
        }
        Move::Shift { from: Place::Waste, .. } => 50,
        Move::Return { .. } => 100,
        Move::Turn | Move::Redeal => 110,
    }
}

/// The moves of a line of steps, as the referee plays them.
pub(super) fn moves_of(start: &Position, line: impl Iterator<Item = Step>) -> Vec<Move> {
    let mut state = State::new(start.rules(), start);
    let mut moves = Vec::new();
    for step in line {
        state.moves_of(step, &mut moves);
        state.make(step);
    }
    moves
}
