//! Short wins: what a reader would lay out on a table.
//!
//! A depth-first win wanders. Here the same positions are searched for a win of few moves, where
//! a move is a shift, a promotion, a return, a turn or a redeal. Every card goes up once at
//! least, so what is counted is the rest: turns, redeals, bases shifted, stock cards placed, and
//! two for each card brought back. Moving runs about to make room is not counted while searching
//! (that is rarely needed), so the fewest found this way is a lower bound for the table.

use super::cards::members;
use super::dealt::{Dealt, Packed};
use super::expand::{Expander, Manner, Step};
use super::search::{Fate, Search};
use super::stock::{Places, Tried};
use super::{Klondike, Switches, line};
use crate::game::{Move, Position};
use crate::solver::Limits;
use std::collections::HashMap;

/// How many positions are kept after each final step; the second width is for deals of which the
/// first finds no win.
const WIDTHS: [usize; 2] = [800, 6_000];

/// What a short line is to have few of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Aim {
    /// Moves.
    #[default]
    Moves,
    /// Passes through the stock, and moves among lines of as few.
    Passes,
}

/// A position on a way to a short win.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) position: Packed,
    pub(super) cost: u32,
    pub(super) parent: u32,
}

/// A search for lines of few moves.
pub(super) struct Shortener {
    expander: Expander,
    redeal_cost: u32,
}

/// Searches for a short win within the limits; nothing if it finds none.
///
/// A win that is known already is returned if nothing better is found.
pub fn short_line(
    start: &Position,
    found: Option<&[Move]>,
    aim: Aim,
    limits: &Limits<'_>,
) -> Option<Vec<Move>> {
    let mut shortener = Shortener::new(start, Switches { implied: false, ..Switches::ALL }, aim)?;
    let mut budget = limits.positions;
    let mut steps = None;
    for width in WIDTHS {
        if steps.is_none() {
            steps = shortener.beam(width, &mut budget, limits);
        }
    }
    // A win that the beam has not found is one of few; the plain search has it, at length.
    let steps = steps.or_else(|| {
        let dealt = Dealt::new(start, Places::Alike)?;
        let mut search = Search::new(dealt, &Klondike::default(), *limits);
        (search.run() == Fate::Won).then(|| search.steps())
    });
    let short = steps.and_then(|steps| trimmed(start, steps));
    short.into_iter().chain(found.map(<[Move]>::to_vec)).min_by_key(|moves| worth(moves, aim))
}

fn worth(moves: &[Move], aim: Aim) -> (usize, usize) {
    let redeals = moves.iter().filter(|act| matches!(act, Move::Redeal)).count();
    match aim {
        Aim::Moves => (moves.len(), redeals),
        Aim::Passes => (redeals, moves.len()),
    }
}

impl Shortener {
    pub(super) fn new(start: &Position, switches: Switches, aim: Aim) -> Option<Shortener> {
        let dealt = Dealt::new(start, Places::Exact)?;
        let expander = Expander::new(dealt, switches, Manner::ShortWin);
        let redeal_cost = match aim {
            Aim::Moves => 1,
            Aim::Passes => 1_000,
        };
        Some(Shortener { expander, redeal_cost })
    }

    /// How many cards must go up.
    pub(super) fn promotions(&self) -> usize {
        let dealt = &self.expander.dealt;
        (dealt.pack & !dealt.start().done).count_ones() as usize
    }

    /// Where a search begins.
    pub(super) fn start(&self) -> Node {
        let mut position = self.expander.dealt.start();
        self.expander.settle(&mut position, |_| ());
        Node { position, cost: 0, parent: u32::MAX }
    }

    pub(super) fn is_done(&self, position: &Packed) -> bool {
        position.held == 0 && self.expander.dealt.is_won(position)
    }

    /// At least so much must still be paid: turns for the cards never turned in this pass, and a
    /// shift for every base that covers a lower card of its suit.
    pub(super) fn bound(&self, position: &Packed) -> u32 {
        let dealt = &self.expander.dealt;
        let unturned = position.order.count_ones().saturating_sub(u32::from(position.waste));
        let owed: u32 = members(position.base).map(|base| u32::from(dealt.owed[base.index()])).sum();
        unturned.div_ceil(dealt.stock.draw() as u32) + owed
    }

    /// Lists what follows a position, not yet settled, with what it costs beyond promotions.
    pub(super) fn follow(
        &mut self,
        position: &Packed,
        mut list: impl FnMut(&Expander, usize, Step, Packed, u32),
    ) {
        let redeal_cost = self.redeal_cost;
        self.expander.expand(position, &Tried::default(), |expander, choice, step, next| {
            let stock = &expander.dealt.stock;
            let turning = |card| {
                let turns = stock.turns_to(card, position.order, position.waste);
                turns.turns + turns.redeals * redeal_cost
            };
            let cost = match step {
                Step::Shift(_) => 1,
                Step::Place(card) => 1 + turning(card),
                Step::Lift(card) => turning(card),
                Step::Promote(_) | Step::Return(_) => 0,
            };
            let cost = cost + 2 * expander.returns_to(choice);
            list(expander, choice, step, next, cost);
        });
    }

    /// Keeps the most promising positions after each final step, until all are wins or worse.
    fn beam(&mut self, width: usize, budget: &mut u64, limits: &Limits<'_>) -> Option<Vec<Step>> {
        let mut nodes = vec![self.start()];
        let mut layer = vec![0u32];
        let mut least: HashMap<u64, u32> = HashMap::new();
        let mut best: Option<(u32, u32)> = None;
        let mut following = Vec::new();
        while !layer.is_empty() {
            following.clear();
            for &parent in &layer {
                let Node { position, cost, .. } = nodes[parent as usize];
                if self.is_done(&position) {
                    if best.is_none_or(|(known, _)| cost < known) {
                        best = Some((cost, parent));
                    }
                    continue;
                }
                if *budget == 0 || limits.is_stopped() {
                    return None;
                }
                *budget -= 1;
                self.follow(&position, |expander, _, _, mut position, more| {
                    expander.settle(&mut position, |_| ());
                    following.push((0, Node { position, cost: cost + more, parent }));
                });
            }
            following.retain_mut(|(rank, node)| {
                let sum = node.cost + self.bound(&node.position);
                if best.is_some_and(|(known, _)| sum >= known) {
                    return false;
                }
                let buried = self.expander.dealt.buried(&node.position);
                *rank = sum + buried;
                let known = least.entry(node.position.key).or_insert(u32::MAX);
                let is_better = node.cost < *known;
                *known = node.cost.min(*known);
                is_better
            });
            following.sort_by_key(|(rank, _)| *rank);
            following.truncate(width);
            layer.clear();
            for (_, node) in &following {
                layer.push(nodes.len() as u32);
                nodes.push(*node);
            }
        }
        best.map(|(_, at)| self.steps_to(&nodes, at))
    }

    /// The steps that lead from the start to a node.
    pub(super) fn steps_to(&mut self, nodes: &[Node], at: u32) -> Vec<Step> {
        let mut path = vec![nodes[at as usize]];
        while let Some(node) = nodes.get(path[path.len() - 1].parent as usize) {
            path.push(*node);
        }
        path.reverse();
        let mut steps = Vec::new();
        let mut start = self.expander.dealt.start();
        self.expander.settle(&mut start, |step| steps.push(step));
        for pair in path.windows(2) {
            let mut cheapest: Option<(u32, Vec<Step>)> = None;
            self.follow(&pair[0].position, |expander, choice, step, mut next, cost| {
                let mut after = vec![step];
                expander.settle(&mut next, |step| after.push(step));
                if next == pair[1].position && cheapest.as_ref().is_none_or(|(known, _)| cost < *known) {
                    cheapest = Some((cost, [expander.way_to(choice), after].concat()));
                }
            });
            steps.extend(cheapest.expect("a step, since the search took it").1);
        }
        steps
    }
}

/// Plays steps at the table and leaves out those without which the line still wins and is
/// shorter, singly, or a promotion with the return that undoes it.
pub(super) fn trimmed(start: &Position, mut steps: Vec<Step>) -> Option<Vec<Move>> {
    let mut best = line::moves(start, &steps)?;
    loop {
        let before = best.len();
        let mut at = 0;
        while at < steps.len() {
            let undone = match steps[at] {
                Step::Promote(card) => steps[at..].iter().position(|&step| step == Step::Return(card)),
                _ => None,
            };
            let without = |also: Option<usize>| -> Vec<Step> {
                let kept = |&(index, _): &(usize, &Step)| index != at && Some(index) != also;
                steps.iter().enumerate().filter(kept).map(|(_, &step)| step).collect()
            };
            let tries = [undone.map(|ahead| without(Some(at + ahead))), Some(without(None))];
            let shorter = tries.into_iter().flatten().find_map(|fewer| {
                let moves = line::moves(start, &fewer)?;
                (moves.len() < best.len()).then_some((fewer, moves))
            });
            match shorter {
                Some((fewer, moves)) => (steps, best) = (fewer, moves),
                None => at += 1,
            }
        }
        if best.len() == before {
            return Some(best);
        }
    }
}
