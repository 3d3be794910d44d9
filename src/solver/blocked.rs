//! Seeing that a position is lost where any face-up cards move together, as in Yukon: cards that
//! could never be bared, whatever is done in whatever order.
//!
//! The test goes through what could come to pass, not minding that one thing may undo another. A
//! card *parts* from what it lies on if it can go to its foundation, or if some host of it can be
//! bared, or if it may enter a space and some column could be cleared. It is *bared* once what
//! lies on it has parted, and a face-down card must be bared before it can part. It goes up once
//! it is bared and the next lower card of its suit could go up. A host that lies on the card
//! itself would move with it, so a card between the two must have parted first.
//!
//! In a win every card is bared and goes up. Take the first of these events of a win that the
//! test has not: all that it needs came to pass before, so the test has it too. So if some card
//! is never found to go up, the position is lost (a monotone relaxation, as in planning: Bonet
//! and Geffner 2001). It holds for one pack where groups move, no card returns and there is no
//! stock. Compared with the plain search in `tests/yukon_small.rs`.

use super::state::State;
use crate::card::Card;
use crate::game::Rules;
use crate::variant::Unit;

/// The tables of the test for one set of rules.
#[derive(Debug, Clone)]
pub(crate) struct Blocked {
    /// For every face, the faces that it may be built on.
    hosts: Vec<u64>,
    /// The faces that may enter a space.
    fills: u64,
    pack: u64,
}

/// What could come to pass, as far as found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Found {
    parted: u64,
    bared: u64,
    up: u64,
    space: bool,
}

impl Blocked {
    /// The test for these rules, if it holds for them.
    pub(crate) fn new(rules: &Rules) -> Option<Blocked> {
        let faces = rules.pack.cards();
        let single = rules.pack.copies == 1 && faces.iter().all(|card| card.index() < 64);
        if rules.unit != Unit::Group || rules.returns || rules.has_stock() || !single {
            return None;
        }
        let mut hosts = vec![0; 64];
        for &card in &faces {
            let accepting = faces.iter().filter(|&&host| rules.accepts(host, card));
            hosts[card.index()] = accepting.fold(0, |hosts, &host| hosts | bit(host));
        }
        let filling = faces.iter().filter(|&&card| rules.fills(card));
        let fills = filling.fold(0, |fills, &card| fills | bit(card));
        Some(Blocked { hosts, fills, pack: faces.iter().fold(0, |pack, &card| pack | bit(card)) })
    }

    /// Whether some card could never go up, so that the position is lost.
    pub(crate) fn is_lost(&self, state: &State<'_>) -> bool {
        let columns = 0..state.rules.columns;
        let up = state.foundation_cards().fold(0, |up, card| up | bit(card));
        let space = columns.clone().any(|column| state.column(column).is_empty());
        let mut found = Found { parted: 0, bared: 0, up, space };
        loop {
            let before = found;
            for column in columns.clone() {
                self.look_through(&mut found, state.column(column), state.down(column));
            }
            if found == before {
                return found.up != self.pack;
            }
        }
    }

    /// Adds what is found in a column, from its top card down.
    fn look_through(&self, found: &mut Found, cards: &[Card], down: usize) {
        let mut bare = true;
        let mut carried = 0;
        for (place, &card) in cards.iter().enumerate().rev() {
            if bare {
                found.bared |= bit(card);
                carried = 0;
                if card.rank() == 0 || found.up & bit(card) >> 1 != 0 {
                    found.up |= bit(card);
                    found.parted |= bit(card);
                }
            }
            let host = self.hosts[card.index()] & found.bared & !carried != 0;
            if (bare || place >= down) && (host || found.space && self.fills & bit(card) != 0) {
                found.parted |= bit(card);
            }
            bare = found.parted & bit(card) != 0;
            carried |= bit(card);
        }
        found.space |= bare;
    }
}

/// The face's own bit: a suit's ranks are neighbours.
fn bit(card: Card) -> u64 {
    1 << (card.index() & 63)
}
