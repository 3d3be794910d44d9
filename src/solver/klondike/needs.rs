//! Which cards of a reserve are worth playing before the next move of a base.

use super::cards::{Cards, above, either, twins};
use super::choices::Choice;
use super::dealt::{Dealt, Packed, Room};

/// The stock cards worth placing and those worth lifting.
#[derive(Debug, Clone, Copy)]
pub(super) struct Needs {
    pub(super) place: Cards,
    pub(super) lift: Cards,
}

/// What a later move could need, if every card of the stock is at hand.
///
/// A card of a reserve can wait until just before the first move that needs it, and that move,
/// unless it is a base's, until just before the first that needs *it*; what no base needs can
/// wait until none is left, and then the game is won. So a card is placed only
/// - where the pair that it carries has no room as it is, and a base of that pair, or a card that
///   could be brought there for such a base in turn, would use the room; or
/// - where it lets its twin be bared, which is of use only to a promotion: every lower card of the
///   twin's suit must be open, since no base moves before.
///
/// It is lifted only if, above it, its suit is in the stock up to a card of the tableau that is to
/// go up. Needs kings-only spaces or none, or, with any card in spaces, also room for those that
/// lie there (`Room::crowded`). Compared with the search without in `tests/klondike_small.rs`.
pub(super) fn needs(dealt: &Dealt, position: &Packed, choice: &Choice, room: &Room, at_hand: Cards) -> Needs {
    let Choice { up, done, .. } = *choice;
    let returnable = if dealt.returns { done } else { 0 };
    let rising = dealt.rising(up | at_hand | done);
    let bared = twins(up & rising);
    let movable = at_hand | returnable;
    let users =
        closure(position.base | movable & (bared | room.crowded), |users| movable & above(either(users)));
    let place = !room.bares_built & (above(either(users)) | bared | room.crowded);
    let leaders = closure(up & rising, |leaders| at_hand & leaders >> 4);
    Needs { place, lift: leaders >> 4 }
}

/// The least set that has these cards and all that it leads to.
fn closure(mut cards: Cards, more: impl Fn(Cards) -> Cards) -> Cards {
    loop {
        let larger = cards | more(cards);
        if larger == cards {
            return cards;
        }
        cards = larger;
    }
}
