//! The search for any game: depth first, remembering every position it has seen.

use super::deadlock::Deadlocks;
use super::state::{State, Step, Undo};
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

impl Solver for Search {
    fn solve(&mut self, start: &Position, limits: &Limits<'_>) -> Outcome {
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
        let deadlocks = (self.shortcuts == Shortcuts::All).then(|| Deadlocks::new(&rules));
        let is_lost = |state: &State<'_>| deadlocks.as_ref().is_some_and(|test| test.is_lost(state));
        if is_lost(&state) {
            return done(Verdict::Unwinnable, positions);
        }
        self.expand(&state, &mut steps);
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
                    self.expand(&state, &mut steps);
                    stack.push(Frame { first, next: first, undo: Some(undo), step: Some(step) });
                }
            }
        }
        done(Verdict::Unwinnable, positions)
    }
}

impl Search {
    /// Adds the steps to try from a position, the most promising first.
    fn expand(&self, state: &State<'_>, steps: &mut Vec<Step>) {
        let first = steps.len();
        if self.shortcuts == Shortcuts::All
            && let Some(step) = safe_step(state)
        {
            steps.push(step);
            return;
        }
        state.steps(steps);
        steps[first..].sort_by_key(|&step| promise(state, step));
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
