//! Seeing that a position is lost: face-down cards that no order of moves could turn up.
//!
//! The test forgets that cards are in each other's way. A card counts as *in reach* once it lies
//! face up, in the stock or the waste; the lowest face-up card of a column counts as able to
//! leave if all lower cards of its suit are in reach, or some card that it may be built on is,
//! or if it may enter a space and some column could be cleared. Then the next face-down card is
//! in reach too, and so on until nothing changes. Every real line of play is such an order, so a
//! card that stays out of reach makes the deal unwinnable (a monotone relaxation, as in planning:
//! Bonet and Geffner 2001). Compared with the plain search in `shortcuts_change_no_verdict`.

use super::state::State;
use crate::card::Card;
use crate::game::Rules;

/// A set of faces.
type Faces = [u64; 4];

/// The tables of the test for one set of rules.
#[derive(Debug, Clone)]
pub(crate) struct Deadlocks {
    /// For every face, the faces that it may be built on.
    hosts: Vec<Faces>,
}

impl Deadlocks {
    pub(crate) fn new(rules: &Rules) -> Deadlocks {
        let mut hosts = vec![[0; 4]; 256];
        let faces = rules.pack.cards();
        for &card in &faces {
            faces.iter().filter(|&&host| rules.accepts(host, card)).for_each(|&host| {
                add(&mut hosts[card.index()], host);
            });
        }
        Deadlocks { hosts }
    }

    /// Whether some card can never be turned up, so that the position is lost.
    pub(crate) fn is_lost(&self, state: &State<'_>) -> bool {
        let columns = state.rules.columns;
        let mut in_reach = [0; 4];
        state.ring_cards().for_each(|card| add(&mut in_reach, card));
        let mut base = [0usize; 16];
        let mut space = false;
        for (column, base) in base.iter_mut().enumerate().take(columns) {
            *base = state.down(column);
            state.column(column)[*base..].iter().for_each(|&card| add(&mut in_reach, card));
            space |= state.column(column).is_empty();
        }
        if state.rules.returns {
            state.foundation_cards().for_each(|card| add(&mut in_reach, card));
        }
        let mut done = [false; 16];
        loop {
            let mut changed = false;
            for column in 0..columns {
                while !done[column] {
                    let cards = state.column(column);
                    let Some(&card) = cards.get(base[column]) else {
                        done[column] = true;
                        break;
                    };
                    if !self.can_leave(state, card, &in_reach, space) {
                        break;
                    }
                    changed = true;
                    if base[column] == 0 {
                        space = true;
                        done[column] = true;
                    } else {
                        base[column] -= 1;
                        add(&mut in_reach, cards[base[column]]);
                    }
                }
            }
            if !changed {
                return base[..columns].iter().any(|&left| left > 0);
            }
        }
    }

    fn can_leave(&self, state: &State<'_>, card: Card, in_reach: &Faces, space: bool) -> bool {
        let hosts = &self.hosts[card.index()];
        if hosts.iter().zip(in_reach).any(|(hosts, reach)| hosts & reach != 0) {
            return true;
        }
        if space && state.rules.fills(card) {
            return true;
        }
        let next = state.highest_foundation(card.suit());
        (next..card.rank()).all(|rank| has(in_reach, Card::new(rank, card.suit())))
    }
}

fn add(set: &mut Faces, card: Card) {
    set[card.index() >> 6] |= 1 << (card.index() & 63);
}

fn has(set: &Faces, card: Card) -> bool {
    set[card.index() >> 6] >> (card.index() & 63) & 1 == 1
}
