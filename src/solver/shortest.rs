//! Short lines and shortest ones, for games without a stock.

use super::search::{moves_of, safe_step};
use super::state::{State, Step};
use super::table::{Insertion, SeenTable};
use super::{Bound, Limits, Outcome, Verdict};
use crate::game::{Position, Rules};
use crate::variant::Unit;

/// How eagerly a search for short lines runs towards the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Haste {
    /// The line found is a shortest one.
    None,
    /// The line may be longer than need be; what is left to do weighs so many times.
    Times(u16),
}

/// Whether [`shortest`] knows the rules: no stock and no cards back from a foundation.
pub fn has_shortest(rules: &Rules) -> bool {
    !rules.has_stock() && !rules.returns && rules.pack.copies == 1
}

struct Node {
    parent: u32,
    step: Option<Step>,
    shifts: u16,
}

/// Searches for a short win, best first (A*, Hart, Nilsson and Raphael 1968).
///
/// Every card is promoted exactly once, so the length of a line is the number of cards plus the
/// number of shifts, and shifts are what is counted. A card that lies on a lower card of its
/// suit must be shifted before it can be promoted; cards that are built on one another can go
/// together. So the runs that hold such a card are a lower bound that falls by at most one a
/// shift, and without [`Haste`] the first win found is a shortest one. Safe promotions add no
/// shift to any line and are played at once.
///
/// The verdict `Winnable` of a search without haste is proved minimal.
///
/// # Panics
/// If [`has_shortest`] does not hold for the rules.
pub fn shortest(start: &Position, haste: Haste, limits: &Limits<'_>) -> Outcome {
    let rules = start.rules().clone();
    assert!(has_shortest(&rules), "rules without stock and returns");
    let weight = match haste {
        Haste::None => 1,
        Haste::Times(weight) => usize::from(weight.max(1)),
    };
    let mut seen = SeenTable::default();
    let mut nodes = vec![Node { parent: 0, step: None, shifts: 0 }];
    let mut queue: Vec<Vec<u32>> = vec![vec![0]];
    let mut steps = Vec::new();
    let mut positions = 0;
    let mut least = 0;
    while let Some(index) = pop(&mut queue, &mut least) {
        let (state, line) = reach(start, &rules, &nodes, index);
        if state.is_won() {
            let moves = moves_of(start, line.into_iter());
            return Outcome { verdict: Verdict::Winnable(moves), positions };
        }
        match seen.insert(state.key(), limits.memory / 2) {
            Insertion::Known => continue,
            Insertion::NoRoom => return undecided(Bound::Memory, positions),
            Insertion::New => positions += 1,
        }
        if positions > limits.positions {
            return undecided(Bound::Positions, positions);
        }
        if limits.is_stopped() {
            return undecided(Bound::Stopped, positions);
        }
        if nodes.capacity() * (size_of::<Node>() + 8) > limits.memory / 2 {
            return undecided(Bound::Memory, positions);
        }
        steps.clear();
        state.steps(&mut steps);
        let shifts = nodes[index as usize].shifts;
        let mut state = state;
        for &step in &steps {
            let undo = state.make(step);
            let shifts = shifts + u16::from(matches!(step.act, crate::game::Move::Shift { .. }));
            let place = usize::from(shifts) + weight * runs_to_shift(&state);
            state.unmake(undo);
            nodes.push(Node { parent: index, step: Some(step), shifts });
            if queue.len() <= place {
                queue.resize(place + 1, Vec::new());
            }
            queue[place].push(nodes.len() as u32 - 1);
            least = least.min(place);
        }
    }
    Outcome { verdict: Verdict::Unwinnable, positions }
}

fn undecided(bound: Bound, positions: u64) -> Outcome {
    Outcome { verdict: Verdict::Undecided(bound), positions }
}

/// The newest entry of the lowest place that has one.
fn pop(queue: &mut [Vec<u32>], least: &mut usize) -> Option<u32> {
    while *least < queue.len() {
        match queue[*least].pop() {
            Some(index) => return Some(index),
            None => *least += 1,
        }
    }
    None
}

/// The state of a node, all safe promotions played, and the steps that lead there.
fn reach<'r>(start: &Position, rules: &'r Rules, nodes: &[Node], index: u32) -> (State<'r>, Vec<Step>) {
    let mut path = Vec::new();
    let mut at = index;
    while let Some(step) = nodes[at as usize].step {
        path.push(step);
        at = nodes[at as usize].parent;
    }
    let mut state = State::new(rules, start);
    let mut line = Vec::new();
    loop {
        while let Some(step) = safe_step(&state) {
            state.make(step);
            line.push(step);
        }
        let Some(step) = path.pop() else { return (state, line) };
        state.make(step);
        line.push(step);
    }
}

/// A lower bound on the shifts still to come; see [`shortest`].
fn runs_to_shift(state: &State<'_>) -> usize {
    (0..state.rules.columns).map(|column| runs_to_shift_in(state, column)).sum()
}

fn runs_to_shift_in(state: &State<'_>, column: usize) -> usize {
    let cards = state.column(column);
    let down = state.down(column);
    let mut lowest = [u8::MAX; 16];
    let mut runs = 0;
    let mut counted = false;
    for (index, &card) in cards.iter().enumerate() {
        let goes_with_lower = index > down && state.rules.unit != Unit::Card;
        if !goes_with_lower {
            counted = false;
        }
        let seen = &mut lowest[usize::from(card.suit())];
        if *seen < card.rank() && !counted {
            counted = true;
            runs += 1;
        }
        *seen = (*seen).min(card.rank());
    }
    runs
}
