//! A game with easier rules, played to the end once: which bases can still be freed at all.
//!
//! Its positions are only how many bases each column has left (at most 40,320 in Klondike). Every
//! stock card counts as at hand, foundations take whatever is open in order of rank, and a card
//! needs only *some* host that could exist. Every real position satisfies the easier rules, its
//! own arrangement being the witness, so a count of bases from which the easier game cannot free
//! them all is lost whatever the stock, the foundations and the rest of the rules are.

use super::cards::{Cards, either, members, other_colour};
use super::dealt::{Dealt, Packed};
use crate::variant::Fill;

/// The most counts of bases for which the easier game is played.
const MOST: usize = 1 << 22;

/// What the easier game says of each count of bases.
#[derive(Debug, Clone)]
pub(super) struct Outlook {
    hopes: Vec<Hope>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hope {
    Unseen,
    None,
    Some,
}

impl Outlook {
    /// Plays the easier game from the start of a deal, unless it is too large.
    pub(super) fn new(dealt: &Dealt) -> Option<Outlook> {
        if dealt.vectors > MOST {
            return None;
        }
        let mut outlook = Outlook { hopes: vec![Hope::Unseen; dealt.vectors] };
        outlook.play(dealt, &dealt.start());
        Some(outlook)
    }

    /// Whether a position cannot be won.
    #[inline]
    pub(super) fn is_lost(&self, position: &Packed) -> bool {
        self.hopes[position.vector as usize] == Hope::None
    }

    fn play(&mut self, dealt: &Dealt, position: &Packed) -> bool {
        let place = position.vector as usize;
        if self.hopes[place] != Hope::Unseen {
            return self.hopes[place] == Hope::Some;
        }
        let mut hope = position.up | position.held | position.done == dealt.pack;
        if !hope {
            for base in members(leavers(dealt, position)) {
                let mut next = *position;
                dealt.take_base(&mut next, base);
                // Every way is played, since the search will ask for all counts.
                hope |= self.play(dealt, &next);
            }
        }
        self.hopes[place] = if hope { Hope::Some } else { Hope::None };
        hope
    }
}

/// The bases that the easier rules let go. Cards of `up` that are no bases may lie anywhere.
fn leavers(dealt: &Dealt, position: &Packed) -> Cards {
    let open = position.up | position.held | position.done;
    let promotable = dealt.rising(open);
    let spare = if dealt.returns { position.held | position.done } else { position.held };
    let spare = spare & !position.up & placeable(dealt, position, spare);
    let mut leavers = position.base & promotable;
    for base in members(position.base & !promotable) {
        let still = position.base & !base.bit();
        let moved = position.up & !still;
        let must = moved & !promotable;
        let may = moved & promotable | spare;
        if can_lie(dealt, position.spaces, must, may, still) {
            leavers |= base.bit();
        }
    }
    leavers
}

/// The cards that could lie in the tableau if each host served any number of cards.
fn placeable(dealt: &Dealt, position: &Packed, spare: Cards) -> Cards {
    let mut lying = position.up;
    if position.spaces > 0 {
        match dealt.fill {
            Fill::Any => return dealt.pack,
            Fill::King => lying |= spare & dealt.kings,
            Fill::None | Fill::Double => {}
        }
    }
    for rank in (0..u32::from(dealt.ranks) - 1).rev() {
        let carried = other_colour(either(lying)) >> 4;
        lying |= spare & carried & 15 << (4 * rank);
    }
    lying
}

/// Whether the cards of `must` can all lie on hosts: on one another, on `bases`, or on cards of
/// `may`, each of which then needs a host in turn. Ranks upwards, what a pair of hosts is asked
/// for beyond the cards that lie there anyway is asked of `may`; the kings ask for spaces.
fn can_lie(dealt: &Dealt, spaces: u8, must: Cards, may: Cards, bases: Cards) -> bool {
    let count = |cards: Cards, pair: u32| (cards >> pair & 3).count_ones();
    let mut asked = [0; 2];
    let mut columns = 0;
    for rank in 0..u32::from(dealt.ranks) {
        let mut asking = [0; 2];
        for colour in 0..2 {
            let pair = 4 * rank + 2 * colour as u32;
            let (lie, help) = (count(must, pair), count(may, pair));
            let mut more = asked[colour].max(lie + count(bases, pair)) - lie - count(bases, pair);
            if more > help {
                if dealt.fill != Fill::Any {
                    return false;
                }
                columns += more - help;
                more = help;
            }
            asking[1 - colour] = lie + more;
        }
        asked = asking;
    }
    columns + asked[0] + asked[1] <= u32::from(spaces)
}
