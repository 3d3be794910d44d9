//! Which cards are worth playing before the next move of a base, if only kings enter spaces.
//!
//! Let the *room* of a pair of twins be the number of cards that could carry one of them, less
//! those of the pair that lie about (of kings: the spaces, less kings about). A *landing* of a card
//! from the stock or a foundation takes a room of its pair and gives one to the pair that it
//! carries; a promotion of a card that is no base takes the latter and gives the former; a lift
//! from the stock does neither. A move is possible if no room falls below none and the card's
//! foundation is ready. So of two moves in a row the second may come first if it is possible then.
//!
//! Among the wins from a position take those of fewest moves, of these those with fewest before
//! the next move of a base, of these one in which landings and lifts come as late as can be. What
//! stands in a row of landings and lifts before the promotion or the move of a base that ends it
//! is then needed for that: else it could come after. It lacks a room, or its foundation lacks
//! cards. A lack of cards is made good by lifts one after the other. A lack of room is made good
//! by a landing, which may lack a room in turn, or, if it is a return, cards above it on the
//! foundation that must come back first; the ranks rise from lack to lack, so this ends. To make
//! good each lack just before what has it, the foundation's before the room's, is an order in
//! which every move makes the next one possible, or else half of it: see
//! [`super::choices`]. And every landing and lift meets what [`needs`] asks:
//! - A landing gives a room to a pair that has none, or lets the card below it come back.
//! - The room is taken by a base, by a card that lands in turn, or by the promotion of its twin,
//!   for which all lower cards of that suit must be at hand, since no base moves before.
//! - What lands is in the stock, or is on a foundation, or could go there before that move.
//! - A twin that lands itself and goes up again need not be thought of, unless it lets the card
//!   below it come back meanwhile: the other could land in its place, and it stay where it was.
//! - A lift ends, through lifts, in the promotion of a card of the tableau.
//!
//! In a game that is turned, plays of the stock are steps of their own like moves of bases, and
//! the same holds of what comes back. `tests/klondike_small.rs` compares the searches with and
//! without; `tests/klondike_hard.rs` has whole deals that a filter a little stricter lost.

use super::cards::{Cards, above, either, tops, twins};
use super::choices::Choice;
use super::dealt::{Dealt, Packed, Room};
use crate::variant::Fill;

/// The cards worth playing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Needs {
    /// From a reserve to the tableau.
    pub(super) place: Cards,
    /// From a reserve to the foundations.
    pub(super) lift: Cards,
    /// From the foundations to the tableau.
    pub(super) bring_back: Cards,
}

/// What a later move could need.
///
/// Where any card may enter a space this is less strict, for the last column may be in question:
/// a stock card is placed where the cards that it carries have no room without a space and
/// somebody could use it, lifted where the next of its suit is open.
pub(super) fn needs(dealt: &Dealt, position: &Packed, choice: &Choice, room: &Room, at_hand: Cards) -> Needs {
    let Choice { up, done, .. } = *choice;
    let full = !room.bares_built;
    if dealt.fill == Fill::Any {
        let users = either(position.base | at_hand | if dealt.returns { done } else { 0 });
        let place = full & (above(users) | twins(up) | room.crowded);
        return Needs { place, lift: (up | at_hand) >> 4, bring_back: Cards::MAX };
    }
    let stock = if dealt.stock.is_reserve() { at_hand } else { 0 };
    let rising = dealt.rising(up | stock | done);
    let bared = twins(up & rising);
    let returnable = if dealt.returns { done | rising & (up & !position.base | stock) } else { 0 };
    let movable = stock | returnable;
    let users = closure(position.base | at_hand & !stock | movable & bared, |users| {
        let over = returnable & (users & returnable) << 4;
        movable & (above(either(users)) | twins(over)) | over
    });
    let next_users = users & (position.base | at_hand | tops(done));
    let place = full & (above(either(next_users)) | bared);
    let leaders = closure(rising & (up | stock & users), |leaders| stock & leaders >> 4);
    Needs { place, lift: leaders >> 4, bring_back: place | (users & done) << 4 }
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
