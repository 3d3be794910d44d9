//! A game with easier rules, played to the end: which bases can still be freed at all.
//!
//! Its positions are only how many bases each column has left (at most 40,320 in Klondike).
//! Foundations take whatever is open in order of rank, a card needs only *some* host that could
//! exist, and a stock card counts as at hand, at any time and as often as it is wanted, once the
//! cards that must make way for it in the turning order could have been played. Every real
//! position satisfies the easier rules, its own arrangement being the witness and the order in
//! which its stock cards were played, so a count of bases from which the easier game cannot free
//! them all is lost whatever the stock, the foundations and the rest of the rules are.

use super::cards::{Cards, either, members, other_colour};
use super::dealt::{Dealt, Packed};
use crate::variant::Fill;

/// The most counts of bases for which the easier game is played.
const MOST: usize = 1 << 22;

/// What the easier game of a deal says of each count of bases that was asked about.
#[derive(Debug, Clone)]
pub(super) struct Outlook {
    dealt: Dealt,
    hopes: Vec<Hope>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hope {
    Unseen,
    None,
    Some,
}

impl Outlook {
    /// The easier game of a deal, unless it is too large.
    pub(super) fn new(dealt: &Dealt) -> Option<Outlook> {
        let fits = dealt.vectors <= MOST;
        fits.then(|| Outlook { dealt: dealt.clone(), hopes: vec![Hope::Unseen; dealt.vectors] })
    }

    /// Whether a position that the deal led to cannot be won.
    #[inline]
    pub(super) fn is_lost(&mut self, position: &Packed) -> bool {
        match self.hopes[position.vector as usize] {
            Hope::Unseen => !self.play_from(position),
            hope => hope == Hope::None,
        }
    }

    /// Plays from the bases of a position, all else being as it was at the start.
    fn play_from(&mut self, position: &Packed) -> bool {
        let start = self.dealt.start();
        let bared = (position.up | position.done) & !(start.held | start.done);
        let Packed { held, done, .. } = start;
        self.play(&Packed { up: bared, held, done, ..*position }, 0)
    }

    /// Whether all bases can be freed; so many stock cards had left the stock before.
    fn play(&mut self, position: &Packed, stock: Cards) -> bool {
        let place = position.vector as usize;
        if self.hopes[place] != Hope::Unseen {
            return self.hopes[place] == Hope::Some;
        }
        let stock = leaves_stock(&self.dealt, position, stock);
        let mut hope = position.up | stock | position.done == self.dealt.pack;
        if !hope {
            hope = members(leavers(&self.dealt, position, stock)).any(|base| {
                let mut next = *position;
                self.dealt.take_base(&mut next, base);
                self.play(&next, stock)
            });
        }
        self.hopes[place] = if hope { Hope::Some } else { Hope::None };
        hope
    }
}

/// The stock cards that the easier rules let come up and be played by now; those of `before` are known to.
///
/// Each card that is played may make room for others that lie before it, so this goes on until none is added.
fn leaves_stock(dealt: &Dealt, position: &Packed, before: Cards) -> Cards {
    let mut leaves = before;
    loop {
        let open = position.up | leaves | position.done;
        let reachable = position.held & !leaves & dealt.stock.reachable(leaves);
        // A card that is not open yet goes up only after the lower ones of its suit.
        let rising = dealt.rising(open | reachable);
        let spare = if dealt.returns { leaves | position.done } else { leaves };
        let lands = placeable(dealt, position, spare | reachable);
        let more = reachable & (rising | lands);
        if more == 0 {
            return leaves;
        }
        leaves |= more;
    }
}

/// The bases that the easier rules let go, given the cards that leave the stock. Cards of `up`
/// that are no bases may lie anywhere.
fn leavers(dealt: &Dealt, position: &Packed, stock: Cards) -> Cards {
    let open = position.up | stock | position.done;
    let promotable = dealt.rising(open);
    let spare = if dealt.returns { stock | position.done } else { stock };
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
