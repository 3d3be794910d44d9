//! Verdicts on many positions of one deal, each asked for once.

use super::follow::{can_be_undone, follow};
use crate::card::Card;
use crate::game::{Move, Place, Played, Position};
use crate::solver::{Limits, Shortcuts, Solver, Verdict, solver_for};
use crate::variant::Passes;
use std::collections::HashMap;

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// A win was found.
    Won,
    /// Every line was tried.
    Lost,
    /// The limit was reached first.
    Open,
}

/// A solver that remembers its verdicts on the positions of a deal.
///
/// It may be asked about positions of one deal under one set of rules.
pub struct Verdicts<'l> {
    solver: Box<dyn Solver>,
    limits: Limits<'l>,
    known: HashMap<u128, Fate>,
}

impl<'l> Verdicts<'l> {
    /// For the deal of a position; `limits` hold for each search.
    pub fn new(start: &Position, limits: Limits<'l>) -> Verdicts<'l> {
        Verdicts { solver: solver_for(start.rules(), Shortcuts::All), limits, known: HashMap::new() }
    }

    /// Whether a position can be won.
    pub fn fate(&mut self, position: &Position) -> Fate {
        let key = key(position);
        if let Some(&fate) = self.known.get(&key) {
            return fate;
        }
        let fate = match self.solver.solve(position, &self.limits).verdict {
            Verdict::Winnable(_) => Fate::Won,
            Verdict::Unwinnable => Fate::Lost,
            Verdict::Undecided(_) => Fate::Open,
        };
        self.known.insert(key, fate);
        fate
    }

    /// The same for the position after a choice; `win` is played on from the position before it.
    pub(crate) fn fate_after(&mut self, position: &Position, choice: &Choice, win: &[Played]) -> Fate {
        let after = choice.after(position);
        let key = key(&after);
        if let Some(&fate) = self.known.get(&key) {
            return fate;
        }
        if can_be_undone(position, choice, &after) || follow(&after, win) {
            self.known.insert(key, Fate::Won);
            return Fate::Won;
        }
        self.fate(&after)
    }

    /// A win from a position, if one is found.
    pub fn win(&mut self, position: &Position) -> Result<Vec<Move>, Fate> {
        let key = key(position);
        let fate = match self.known.get(&key) {
            Some(&fate @ (Fate::Lost | Fate::Open)) => fate,
            _ => match self.solver.solve(position, &self.limits).verdict {
                Verdict::Winnable(moves) => {
                    self.known.insert(key, Fate::Won);
                    return Ok(moves);
                }
                Verdict::Unwinnable => Fate::Lost,
                Verdict::Undecided(_) => Fate::Open,
            },
        };
        self.known.insert(key, fate);
        Err(fate)
    }

    /// Remembers that a position can be won, as it lies on a line that was replayed.
    pub(crate) fn learn_won(&mut self, position: &Position) {
        self.known.insert(key(position), Fate::Won);
    }

    /// Whether somebody asked the work to stop.
    pub fn is_stopped(&self) -> bool {
        self.limits.is_stopped()
    }
}

/// A card move that can be made now, or after turns of the stock.
///
/// Turns are no choice of their own: they stand with the move that they are made for, as they
/// are told and printed. Of several empty columns only the first is a choice, and a whole column
/// that would go to an empty one is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The turns and redeals that come first.
    pub turns: Vec<Move>,
    /// The move of cards.
    pub act: Move,
}

impl Choice {
    /// The turns and the move, in order.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.turns.iter().copied().chain([self.act])
    }

    /// The position after it.
    pub fn after(&self, position: &Position) -> Position {
        let mut after = position.clone();
        for act in self.moves() {
            let played = after.play(act);
            debug_assert!(played.is_ok(), "a choice of this position");
        }
        after
    }
}

/// Every choice of a position; a card of the stock is offered where turning first shows it.
pub fn choices(position: &Position) -> Vec<Choice> {
    let mut choices = Vec::new();
    let mut add = |turns: &[Move], position: &Position, acts: Vec<Move>| {
        let first_space = position.columns().iter().position(|pile| pile.cards.is_empty());
        for act in acts {
            let to = match act {
                Move::Promote { .. } => None,
                Move::Shift { to, .. } | Move::Return { to, .. } => Some(to),
                Move::Turn | Move::Redeal => continue,
            };
            let to_space = to.filter(|&to| position.columns()[usize::from(to)].cards.is_empty());
            let idle = match act {
                Move::Shift { from: Place::Column(from), count, .. } => {
                    to_space.is_some()
                        && position.columns()[usize::from(from)].cards.len() == usize::from(count)
                }
                _ => false,
            };
            if idle || to_space.is_some_and(|to| Some(usize::from(to)) != first_space) {
                continue;
            }
            choices.push(Choice { turns: turns.to_vec(), act });
        }
    };
    let is_of_waste = |act: &Move| {
        matches!(act, Move::Promote { from: Place::Waste } | Move::Shift { from: Place::Waste, .. })
    };
    add(&[], position, position.legal_moves().into_iter().filter(|act| !is_of_waste(act)).collect());
    let columns = 0..position.columns().len() as u8;
    let shifts = columns.map(|to| Move::Shift { from: Place::Waste, to, count: 1 });
    let of_waste: Vec<Move> = [Move::Promote { from: Place::Waste }].into_iter().chain(shifts).collect();
    stock_places(position, |turns, place| {
        add(turns, place, of_waste.iter().copied().filter(|&act| place.check(act).is_ok()).collect());
        true
    });
    choices
}

/// Calls `found` with every place of the stock that shows another card, nearest first, as long as
/// it answers yes.
pub(crate) fn stock_places(position: &Position, mut found: impl FnMut(&[Move], &Position) -> bool) {
    let mut seen = vec![false; position.stock().len() + position.waste().len() + 1];
    let mut place = position.clone();
    let mut turns = Vec::new();
    let mut redeals = 0;
    loop {
        let shown = place.waste().len();
        if shown > 0 && !std::mem::replace(&mut seen[shown], true) && !found(&turns, &place) {
            return;
        }
        let act = if place.stock().is_empty() { Move::Redeal } else { Move::Turn };
        redeals += u32::from(act == Move::Redeal);
        if redeals > 1 || place.play(act).is_err() {
            return;
        }
        turns.push(act);
    }
}

/// A number for a position: the same for every order of the columns and, where the passes are
/// unlimited, for every place in the stock from which the same turns follow.
///
/// Two positions of a deal share it with a chance of about 2^-100.
pub(crate) fn key(position: &Position) -> u128 {
    let mut sum = 0u128;
    for pile in position.columns() {
        let mut hash = 0x5851_F42D_4C95_7F2D_1405_7B7E_F767_814F ^ (pile.down as u128);
        for &card in &pile.cards {
            hash = mix(hash, card.index() as u64 + 1);
        }
        sum = sum.wrapping_add(mix(hash, 0));
    }
    for (index, &height) in position.foundations().iter().enumerate() {
        let suit = u64::from(position.rules().foundation_suit(index));
        sum = sum.wrapping_add(mix(1 << 100, suit << 8 | u64::from(height)));
    }
    let ring = position.waste().iter().chain(position.stock().iter().rev());
    let (mut hash, mut left) = (2 << 100, 0usize);
    for &card in ring {
        hash = mix(hash, Card::index(card) as u64 + 1);
        left += 1;
    }
    if left > 0 {
        let waste = position.waste().len();
        let (pass, place) = match position.rules().passes {
            Passes::Unlimited if waste == left || waste.is_multiple_of(position.rules().draw) => (0, 0),
            Passes::Unlimited => (0, waste),
            Passes::Limited(_) => (position.pass(), waste),
        };
        hash = mix(hash, 1 << 20 | u64::from(pass) << 8 | place as u64);
    }
    sum.wrapping_add(hash)
}

fn mix(hash: u128, number: u64) -> u128 {
    let x =
        (hash.rotate_left(29) ^ u128::from(number)).wrapping_mul(0xA076_1D64_78BD_642F_E703_7ED1_A0B4_28DB);
    x ^ (x >> 67)
}
