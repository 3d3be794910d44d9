//! The edges of the search: steps that cannot be undone, from every arrangement that can.
//!
//! A step is *final* if it takes a base from its place or a card from the stock. All other moves
//! are *loose*: cards that are no bases go up to their foundations and, where the rules let them,
//! come back. Final steps can be counted down, so the search graph has no cycles and its depth is
//! at most the number of cards; loose moves are gone through inside a position (`choices`).

use super::Switches;
use super::cards::{Cards, Code, members, tops};
use super::choices::{Choice, Choices, Moves};
use super::dealt::{Dealt, Packed, Room};
use super::needs::{Needs, needs};
use super::stock::{After, AtHand, Tried};
use crate::variant::Fill;

/// A move of the search, naming only its card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A face-up card of the tableau goes to its foundation.
    Promote(Code),
    /// A card comes back from its foundation.
    Return(Code),
    /// A base moves, with all that lies on it, to another column.
    Shift(Code),
    /// A card of the stock is turned to and goes to a column.
    Place(Code),
    /// A card of the stock is turned to and goes to its foundation.
    Lift(Code),
}

/// The final steps that a choice allows, by card.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Finals {
    shift: Cards,
    promote: Cards,
    place: Cards,
    lift: Cards,
    /// The cards that find a place, and those that can be bared, without a space for any card.
    lands: Cards,
    bares: Cards,
}

/// Lists the steps that lead on from positions.
#[derive(Debug, Clone)]
pub(super) struct Expander {
    pub(super) dealt: Dealt,
    pub(super) switches: Switches,
    pub(super) manner: Manner,
    /// Whether the cards of a reserve are played inside a position, up to a move of a base.
    pub(super) in_blocks: bool,
    /// Whether stock cards go up at once where nothing is lost by it ([`super::stock`]).
    pub(super) lifts_freely: bool,
    /// How many choices were gone through so far.
    pub(super) gone_through: u64,
    choices: Choices,
}

/// How many choices a block may have; of the shared deals none has more than 2,700.
const MOST_CHOICES: usize = 1 << 13;

/// What the steps are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// Any win: cards go up as soon as that can be taken back.
    Win,
    /// A short win: cards go up when they are never missed, or when a step needs it, since to
    /// bring one back costs two moves.
    ShortWin,
}

impl Expander {
    pub(super) fn new(dealt: Dealt, switches: Switches, manner: Manner) -> Expander {
        let choices = Choices::default();
        Expander { dealt, switches, manner, in_blocks: false, lifts_freely: false, gone_through: 0, choices }
    }

    /// Whether [`Expander::in_blocks`] may be set: with a reserve, and where the last column is
    /// never in question, as it is if any card may take it.
    pub(super) fn knows_blocks(&self) -> bool {
        let Expander { dealt, switches, .. } = self;
        switches.blocks && switches.lazy_stock && dealt.stock.is_reserve() && dealt.fill != Fill::Any
    }

    /// Plays every promotion that costs nothing, telling each.
    ///
    /// Where cards may return, that is every loose one: the card left a place to which it can
    /// come back at once, so the position stands for the same choices. Otherwise, and for bases,
    /// it is the cards that are never missed.
    pub(super) fn settle(&self, position: &mut Packed, mut tell: impl FnMut(Step)) {
        let dealt = &self.dealt;
        loop {
            let next = dealt.next(position.done);
            let safe = if self.switches.safe { dealt.safe(position.done) } else { 0 };
            let free = if dealt.returns && self.manner == Manner::Win { !position.base } else { 0 };
            let mut ready = position.up & next & (free | safe);
            if ready != 0 {
                ready &= dealt.room(position.up, position.base, position.spaces).bares;
            }
            if let Some(card) = members(ready).next() {
                if position.base & card.bit() != 0 {
                    dealt.take_base(position, card);
                }
                dealt.promote(position, card);
                tell(Step::Promote(card));
                continue;
            }
            let Some((card, waste)) = self.free_lift(position, next, safe) else { return };
            let left = position.order.count_ones() as u8 - 1;
            let waste = dealt.stock.place(waste, left);
            dealt.take_stock(position, card, waste, position.redeals.min(left));
            dealt.promote(position, card);
            tell(Step::Lift(card));
        }
    }

    /// A stock card that may go up at once, and how many cards the waste has then.
    ///
    /// A reserve gives up the cards that are never missed. In a stock that is turned the place of
    /// the card matters too ([`super::stock::Stock::free_lift`]), but if cards come back it is
    /// enough that the next lower one, already up, is never missed: that one stays, so the card
    /// lies on top of its foundation as long as it would have been in the stock, and can come back
    /// whenever it would have landed.
    #[inline]
    fn free_lift(&self, position: &Packed, next: Cards, safe: Cards) -> Option<(Code, u8)> {
        let Dealt { stock, returns, .. } = &self.dealt;
        if stock.is_reserve() {
            return members(position.held & next & safe).next().map(|card| (card, 0));
        }
        let free = if *returns { safe << 4 | 15 } else { safe };
        let ready = position.held & next & free;
        if ready == 0 || !self.lifts_freely {
            return None;
        }
        stock.free_lift(ready, position.order, After { waste: position.waste, redeals: position.redeals })
    }

    /// Lists the final steps from a settled position, without the stock plays that were tried
    /// elsewhere: the way to the choice that allows it, the step, and the position after it, not
    /// yet settled.
    pub(super) fn expand(
        &mut self,
        position: &Packed,
        tried: &Tried,
        mut list: impl FnMut(&Expander, usize, Step, Packed),
    ) {
        let mut after = [After::default(); 64];
        let place = After { waste: position.waste, redeals: position.redeals };
        let stock = &self.dealt.stock;
        let at_hand = stock.deliveries(position.held, position.order, place, tried, &mut after);
        let mut choices = std::mem::take(&mut self.choices);
        let in_blocks = self.in_blocks;
        self.list_choices(position, at_hand, &mut choices);
        if choices.list().len() > MOST_CHOICES && in_blocks {
            // A block that is too large is searched card by card instead.
            self.in_blocks = false;
            self.list_choices(position, at_hand, &mut choices);
            self.in_blocks = in_blocks;
        }
        self.gone_through += choices.list().len() as u64;
        self.choices = choices;
        for index in 0..self.choices.list().len() {
            let Choice { up, done, held, finals, .. } = self.choices.list()[index];
            let mut chosen = match index {
                0 => *position,
                _ => self.dealt.with_done(position, up, done),
            };
            for card in members(position.held & !held) {
                self.dealt.take_stock(&mut chosen, card, 0, 0);
            }
            for card in members(finals.shift) {
                let mut next = chosen;
                self.dealt.take_base(&mut next, card);
                list(self, index, Step::Shift(card), next);
            }
            for card in members(finals.promote) {
                let mut next = chosen;
                self.dealt.take_base(&mut next, card);
                self.dealt.promote(&mut next, card);
                list(self, index, Step::Promote(card), next);
            }
            for card in members(finals.place | finals.lift) {
                let After { waste, redeals } = after[card.index()];
                let mut next = chosen;
                self.dealt.take_stock(&mut next, card, waste, redeals);
                next.up |= card.bit();
                if finals.place & card.bit() != 0 {
                    list(self, index, Step::Place(card), next);
                }
                if finals.lift & card.bit() != 0 {
                    self.dealt.promote(&mut next, card);
                    list(self, index, Step::Lift(card), next);
                }
            }
        }
    }

    /// How many cards are brought back on the way to a choice of the position expanded last.
    pub(super) fn returns_to(&self, choice: usize) -> u32 {
        let mut returns = 0;
        let mut at = choice;
        while let Some(step) = self.choices.list()[at].step {
            returns += u32::from(matches!(step, Step::Return(_)));
            at = self.choices.list()[at].from;
        }
        returns
    }

    /// The moves that lead to a choice of the position expanded last.
    pub(super) fn way_to(&self, choice: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = choice;
        while let Some(step) = self.choices.list()[at].step {
            steps.push(step);
            at = self.choices.list()[at].from;
        }
        steps.reverse();
        steps
    }

    /// Finds all choices of a position, and which final steps each allows for the first time.
    fn list_choices(&self, position: &Packed, at_hand: AtHand, choices: &mut Choices) {
        let dealt = &self.dealt;
        choices.begin(position);
        let mut at = 0;
        while let Some(&Choice { up, done, held, .. }) = choices.list().get(at) {
            if self.in_blocks && choices.list().len() > MOST_CHOICES {
                return;
            }
            let room = dealt.room(up, position.base, position.spaces);
            let next = dealt.next(done);
            let choice = &mut choices.list_mut()[at];
            (choice.lands, choice.bares, choice.next) = (room.lands, room.bares, next);
            let at_hand = if self.in_blocks { AtHand { all: held, untried: held } } else { at_hand };
            let lazy_stock = self.switches.lazy_stock && dealt.stock.is_reserve();
            // A card that would be safe again where it came from is not worth bringing back.
            let safe = if self.switches.safe { dealt.safe(done) } else { 0 };
            let mut bring_back = if dealt.returns { tops(done) & room.lands & !safe } else { 0 };
            let lazy_returns = self.has_lazy_returns() && bring_back != 0;
            let needs =
                (lazy_stock || lazy_returns).then(|| needs(dealt, position, choice, &room, at_hand.all));
            if let Some(needs) = needs.filter(|_| lazy_returns) {
                bring_back &= needs.bring_back;
            }
            let mut finals = self.finals(position, choice, &room, at_hand, needs.filter(|_| lazy_stock));
            let promote = up & !position.base & room.bares & next;
            let mut moves = Moves { promote, bring_back, place: 0, lift: 0 };
            if self.in_blocks {
                (moves.place, moves.lift) = (finals.place, finals.lift);
                (finals.place, finals.lift) = (0, 0);
            }
            choice.finals = finals;
            choices.follow(at, dealt, position, moves, self.has_lazy_returns());
            at += 1;
        }
        if self.switches.commute {
            for at in (1..choices.list().len()).rev() {
                let before = choices.list()[choices.list()[at].from].finals;
                let choice = &mut choices.list_mut()[at];
                choice.finals = choice.finals.without(&before);
            }
        }
    }

    /// Whether cards come back only for a move that this makes possible.
    fn has_lazy_returns(&self) -> bool {
        self.switches.lazy_returns && self.manner == Manner::Win && self.dealt.fill != Fill::Any
    }

    /// The final steps that a choice allows and that are worth trying there.
    #[inline]
    fn finals(
        &self,
        position: &Packed,
        choice: &Choice,
        room: &Room,
        at_hand: AtHand,
        needs: Option<Needs>,
    ) -> Finals {
        let (dealt, switches) = (&self.dealt, &self.switches);
        let Choice { done, .. } = *choice;
        let next = dealt.next(done);
        let mut shift = position.base & room.lands;
        let mut place = at_hand.untried & room.lands;
        let mut lift = at_hand.untried & next;
        let returnable = if dealt.returns { done } else { 0 };
        if switches.lazy_columns && dealt.fill != Fill::Any {
            // Moving a column's last base gains nothing but the space, so it can wait until a
            // king is ready to enter it and no other space is free: on its own place the base
            // needs no host, carries the same cards and can go up as well. Holds where only
            // kings enter spaces; `Fill::None` never has one ready.
            let ready = dealt.kings & (position.base | at_hand.all | returnable);
            let wanted = dealt.fill == Fill::King && room.lands & dealt.kings == 0 && ready != 0;
            shift &= if wanted { Cards::MAX } else { !dealt.bottoms };
        }
        if let Some(needs) = needs {
            place &= needs.place;
            lift &= needs.lift;
        }
        let mut promote = position.base & room.bares & next;
        if switches.implied && dealt.fill != Fill::Any {
            // A card that finds a place can go up from there, loosely. Where any card may enter
            // a space, the place may cost the last column and no card be able to return to it.
            promote &= !shift;
            if !self.in_blocks {
                lift &= !place;
            }
        }
        Finals { shift, promote, place, lift, lands: room.lands_built, bares: room.bares_built }
    }
}

impl Finals {
    /// These steps without those that were possible before the loose move that led here and
    /// commute with it: then the step may be taken first, and the move after it.
    ///
    /// They commute if the card needs no space for any card, before or after; a lifted card
    /// needs none. Tested by the comparison of all switches in `tests/klondike_small.rs`.
    fn without(&self, before: &Finals) -> Finals {
        let lands = before.lands & self.lands;
        let bares = before.bares & self.bares;
        Finals {
            shift: self.shift & !(before.shift & lands),
            promote: self.promote & !(before.promote & bares),
            place: self.place & !(before.place & lands),
            lift: self.lift & !before.lift,
            ..*self
        }
    }
}
