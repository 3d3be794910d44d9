//! Whether a seat can still get on: what "stuck" means, and how the referee finds out.
//!
//! A seat gets on when it plays a card to a foundation, plays a card out of its hand, or turns one up in
//! its layout: none of these can be undone, so there are few of them in a game. All else (turning the
//! stock, shifting face-up cards to and fro) can be repeated for ever. A seat is *stuck* when no series of
//! such repeatable moves leads to one that gets on. When all seats are stuck nothing can change any more,
//! since the foundations change only by moves that get on: so the game is over.

use super::reach;
use crate::card::Card;
use crate::game::{Move, Place, Position};
use std::collections::{BTreeSet, VecDeque};

/// Whether a seat can get on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outlook {
    /// It can.
    Open,
    /// It cannot, whatever it shifts and turns.
    Stuck,
    /// Too many arrangements of its columns to tell; it counts as open.
    Unknown,
}

/// The most arrangements of the columns that are looked at. Games of two rarely have a hundred.
const MOST_ARRANGEMENTS: usize = 20_000;

/// Whether a seat can get on while the foundations stay as they are.
pub fn outlook(position: &Position, is_spread: bool) -> Outlook {
    if position.columns().iter().all(|pile| pile.cards.is_empty())
        && position.stock().is_empty()
        && position.waste().is_empty()
    {
        return Outlook::Stuck;
    }
    let hand = within_reach(position, is_spread);
    let mut seen = BTreeSet::new();
    let mut waiting = VecDeque::from([position.clone()]);
    seen.insert(arrangement(position));
    while let Some(position) = waiting.pop_front() {
        if gets_on(&position, &hand) {
            return Outlook::Open;
        }
        for act in reach::moves(&position) {
            let Move::Shift { from: Place::Column(from), to, count } = act else { continue };
            let pile = &position.columns()[usize::from(from)];
            // From one empty place to another nothing changes.
            let whole = usize::from(count) == pile.cards.len();
            if whole && position.columns()[usize::from(to)].cards.is_empty() {
                continue;
            }
            let mut next = position.clone();
            if next.play(act).is_ok() && seen.insert(arrangement(&next)) {
                if seen.len() > MOST_ARRANGEMENTS {
                    return Outlook::Unknown;
                }
                waiting.push_back(next);
            }
        }
    }
    Outlook::Stuck
}

/// The cards of a hand that come to lie on top of the waste, if only cards are turned.
pub(super) fn within_reach(position: &Position, is_spread: bool) -> Vec<Card> {
    if is_spread {
        return position.waste().to_vec();
    }
    let mut hand: Vec<Card> = position.waste().last().copied().into_iter().collect();
    let mut turned = position.clone();
    let mut redeals = 0;
    loop {
        if turned.play(Move::Turn).is_ok() {
            hand.extend(turned.waste().last());
        } else if redeals == 0 && turned.play(Move::Redeal).is_ok() {
            redeals += 1;
        } else {
            break;
        }
    }
    hand.sort();
    hand.dedup();
    hand
}

/// Whether a move is at hand that cannot be undone.
fn gets_on(position: &Position, hand: &[Card]) -> bool {
    let rules = position.rules();
    let lands = |card: Card| {
        position.columns().iter().any(|pile| match pile.top() {
            Some(target) => rules.accepts(target, card),
            None => rules.fills(card),
        })
    };
    if hand.iter().any(|&card| position.foundation_for(card).is_some() || lands(card)) {
        return true;
    }
    reach::moves(position).into_iter().any(|act| match act {
        Move::Promote { from } => matches!(from, Place::Column(_)),
        Move::Shift { from: Place::Column(from), count, .. } => {
            let pile = &position.columns()[usize::from(from)];
            pile.down > 0 && usize::from(count) == pile.face_up().len()
        }
        _ => false,
    })
}

fn arrangement(position: &Position) -> Vec<Vec<Card>> {
    position.columns().iter().map(|pile| pile.cards.clone()).collect()
}
