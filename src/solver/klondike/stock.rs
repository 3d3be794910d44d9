//! The stock as a set: which cards some number of turns would bring to the top of the waste.
//!
//! A search never turns card by card. One step plays any card that turns, and at most one redeal,
//! would bring up; only the number of cards then in the waste and the redeals left are kept.

use super::cards::{Cards, Code, members};
use crate::game::Position;
use crate::variant::Passes;

/// The largest stock of which the packed search keeps track.
const MOST: usize = 52;

/// The turning order and the rules of turning.
#[derive(Debug, Clone)]
pub(super) struct Stock {
    cards: Vec<Code>,
    waste_at_start: usize,
    turn_of: [u8; 64],
    draw: usize,
    /// How many redeals the rules still allow at the start; none given if they need no counting.
    limit: Option<u8>,
    /// Whether the waste's size is kept as it is, to count turns by.
    is_exact: bool,
    waste_bits: u32,
    redeal_bits: u32,
    /// For each number of cards left and in the waste, the places that this pass still turns up.
    this_pass: Vec<u64>,
    /// For each number of cards left, the places that a whole pass turns up.
    whole_pass: Vec<u64>,
    /// The numbers of waste cards, as bits, that full turns from the beginning of a pass come by.
    full_turns: u64,
    /// For each number of waste cards, the numbers from which full turns lead to it.
    ahead: Vec<u64>,
}

/// How the place in the stock is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Places {
    /// One place stands for all from which the same can be turned up.
    Alike,
    /// By the waste's size, so that turns can be counted.
    Exact,
}

/// What is left after a card was played from the stock: cards in the waste, redeals.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct After {
    pub(super) waste: u8,
    pub(super) redeals: u8,
}

/// The cards that can be played next.
#[derive(Debug, Clone, Copy)]
pub(super) struct AtHand {
    pub(super) all: Cards,
    /// Without those of which it is known that playing them next loses.
    pub(super) untried: Cards,
}

/// Which stock plays are known to lose, as the same are possible in a position that is lost: it
/// has other cards in the waste or other redeals left, and else is the same.
///
/// A win that begins, after any moves of tableau and foundations, with such a play would also be
/// a win of that other position, for a play leaves behind what lies before the card, from
/// wherever the card was turned to. So the first play of a win is none of these.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tried {
    /// By their place among the cards left, those of this pass.
    now: u64,
    /// Those of the next pass.
    later: u64,
}

/// What it takes to bring a card up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turns {
    pub(super) turns: u32,
    pub(super) redeals: u32,
}

impl Stock {
    pub(super) fn new(start: &Position, places: Places) -> Option<Stock> {
        let rules = start.rules();
        let cards: Vec<Code> =
            start.waste().iter().chain(start.stock().iter().rev()).map(|&card| Code::of(card)).collect();
        if cards.len() > MOST {
            return None;
        }
        let mut turn_of = [0; 64];
        for (turn, card) in cards.iter().enumerate() {
            turn_of[card.index()] = turn as u8;
        }
        // A redeal is of use only if a card is played after it, so more redeals than cards are
        // as good as any number.
        let limit = match rules.passes {
            Passes::Limited(most) if usize::from(most - start.pass()) < cards.len() => {
                Some(most - start.pass())
            }
            _ => None,
        };
        let draw = rules.draw;
        let bits = |most: usize| usize::BITS - most.leading_zeros();
        let is_exact = places == Places::Exact;
        let reserve = draw == 1 && limit.is_none() && !is_exact;
        let mut stock = Stock {
            is_exact,
            waste_bits: if reserve { 0 } else { bits(cards.len()) },
            redeal_bits: limit.map_or(0, |most| bits(usize::from(most).min(cards.len() - usize::from(most)))),
            this_pass: Vec::new(),
            full_turns: 0,
            ahead: Vec::new(),
            whole_pass: Vec::new(),
            cards,
            waste_at_start: start.waste().len(),
            turn_of,
            draw,
            limit,
        };
        for left in 0..=stock.len() {
            stock.full_turns |= u64::from(left.is_multiple_of(draw)) << left;
            let froms = (left % draw..=left).step_by(draw);
            stock.ahead.push(froms.fold(0, |froms, from| froms | 1 << from));
            stock.whole_pass.push(turned_up(0, left, draw));
            stock.this_pass.extend((0..=stock.len()).map(|waste| turned_up(waste, left, draw)));
        }
        Some(stock)
    }

    /// The same stock if every card of it were at hand at any time.
    pub(super) fn as_reserve(&self) -> Stock {
        Stock { draw: 1, limit: None, ..self.clone() }
    }

    pub(super) fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether every card is at hand at any time: it can be turned to and the rest comes again.
    #[inline]
    pub(super) fn is_reserve(&self) -> bool {
        self.draw == 1 && self.limit.is_none() && !self.is_exact
    }

    /// How many cards a turn brings.
    pub(super) fn draw(&self) -> usize {
        self.draw
    }

    /// Whether redeals are counted.
    #[inline]
    pub(super) fn is_limited(&self) -> bool {
        self.limit.is_some()
    }

    /// How many redeals are left at the start.
    pub(super) fn redeals(&self) -> u8 {
        self.limit.unwrap_or(0)
    }

    /// The bit of a card in the turning order.
    #[inline]
    pub(super) fn turn_bit(&self, card: Code) -> u64 {
        1 << (self.turn_of[card.index()] & 63)
    }

    /// The bits that the cards left take, above the place, in a key.
    pub(super) fn order_mask(&self) -> u64 {
        (1 << self.len()) - 1
    }

    pub(super) fn key_bits(&self) -> u32 {
        self.len() as u32 + self.place_bits()
    }

    /// How many of the lowest bits of a key tell the place in the stock.
    #[inline]
    pub(super) fn place_bits(&self) -> u32 {
        self.waste_bits + self.redeal_bits
    }

    /// The lowest bits of a key: which cards are left, and the place among them.
    ///
    /// A card played spends one redeal at most, so those left are counted from the fewest that
    /// there can be; that keeps the key of a full pack within 64 bits for any number of passes.
    #[inline]
    pub(super) fn key(&self, order: u64, waste: u8, redeals: u8) -> u64 {
        let spent = match self.limit {
            Some(most) => {
                let gone = self.len() as u8 - order.count_ones() as u8;
                u64::from(redeals - most.saturating_sub(gone))
            }
            None => 0,
        };
        order << self.place_bits() | spent << self.waste_bits | u64::from(waste)
    }

    /// The number of waste cards that stands for a place among all from which the same can be
    /// turned up: with unlimited redeals, every place that a whole pass comes by is as good as
    /// its beginning.
    #[inline]
    pub(super) fn place(&self, waste: u8, left: u8) -> u8 {
        let ends = waste == left || self.is_reserve();
        if !self.is_limited() && !self.is_exact && (ends || self.full_turns >> waste & 1 == 1) {
            0
        } else {
            waste
        }
    }

    /// How many turns and redeals bring a card up that can be delivered from a place.
    pub(super) fn turns_to(&self, card: Code, order: u64, waste: u8) -> Turns {
        let (left, waste) = (order.count_ones() as usize, usize::from(waste));
        let place = (order & (self.turn_bit(card) * 2 - 1)).count_ones() as usize;
        let now = self.this_pass[left * (self.len() + 1) + waste];
        if now >> (place - 1) & 1 == 1 {
            return Turns { turns: (place - waste).div_ceil(self.draw) as u32, redeals: 0 };
        }
        let turns = (left - waste).div_ceil(self.draw) + place.div_ceil(self.draw);
        Turns { turns: turns as u32, redeals: 1 }
    }

    /// The cards that can be played next, and what each leaves behind, in `after` by card.
    #[inline]
    pub(super) fn deliveries(
        &self,
        held: Cards,
        order: u64,
        place: After,
        tried: &Tried,
        after: &mut [After; 64],
    ) -> AtHand {
        if self.is_reserve() {
            return AtHand { all: held, untried: held };
        }
        let left = order.count_ones() as usize;
        let now = self.this_pass[left * (self.len() + 1) + usize::from(place.waste)];
        let again = !self.is_limited() || place.redeals > 0;
        let later = if again { self.whole_pass[left] } else { 0 };
        let mut at_hand = AtHand { all: 0, untried: 0 };
        for (before, turn) in members(order).enumerate() {
            // A card that this pass still brings is taken in this pass: it leaves the same place
            // and a redeal more.
            let in_this = now >> before & 1 == 1;
            if !in_this && later >> before & 1 == 0 {
                continue;
            }
            let card = self.cards[turn.index()];
            let spent = u8::from(!in_this && self.is_limited());
            // Redeals beyond the number of cards left are of no use.
            let redeals = (place.redeals - spent).min(left as u8 - 1);
            at_hand.all |= card.bit();
            let known = if in_this { tried.now } else { tried.later };
            if known >> before & 1 == 0 {
                at_hand.untried |= card.bit();
            }
            after[card.index()] = After { waste: self.place(before as u8, left as u8 - 1), redeals };
        }
        at_hand
    }

    /// The cards that could come to the top of the waste at all, at one time or another, if of the
    /// stock only `leavers` could ever be played.
    pub(super) fn reachable(&self, leavers: Cards) -> Cards {
        let cards = self.cards.iter().enumerate();
        let leave = cards.fold(0, |bits, (turn, card)| bits | u64::from(leavers & card.bit() != 0) << turn);
        let reached = ever_up(leave, self.len(), self.waste_at_start, self.draw);
        members(reached).fold(0, |cards, turn| cards | self.cards[turn.index()].bit())
    }

    /// Notes which plays from the place `to` are possible from `from` too, a place in the stock of
    /// a lost position with as many cards left (both as a key's lowest bits).
    ///
    /// With redeals counted they must leave as many of them from there.
    #[inline]
    pub(super) fn add_tried(&self, tried: &mut Tried, from: u64, to: u64, left: usize) {
        let waste = (1 << self.waste_bits) - 1;
        let now = self.this_pass[left * (self.len() + 1) + (from & waste) as usize];
        let whole = self.whole_pass[left];
        if !self.is_limited() {
            tried.now |= now | whole;
            tried.later |= now | whole;
            return;
        }
        let (from, to) = (from >> self.waste_bits, to >> self.waste_bits);
        if from + 1 >= to {
            tried.later |= now;
        }
        if from >= to {
            tried.now |= now;
            tried.later |= whole;
        }
        if from > to {
            tried.now |= whole;
        }
    }

    /// A card of `ready`, each next on its foundation, that may go up at once since no other card
    /// comes up later for it, and how many cards the waste has then. Not for a reserve.
    ///
    /// Any win of the position is one with the card gone up, what it does with the card in the
    /// stock being left out or done from the foundation, provided that taking it passes no other
    /// card by and that its absence keeps none from coming up. That holds for
    /// - the top card of the waste and the next one to be turned, if one card is turned at a time:
    ///   the others stay in their order, and a turn that would bring this one is left out;
    /// - the top card of the waste in the last pass: what is not turned yet comes as it would,
    ///   what lies beneath comes sooner;
    /// - the last card of the turning order, if it is the top card of the waste, or if passes are
    ///   not limited and a whole one leads back to this place: every turn that brings others is
    ///   the same without it.
    pub(super) fn free_lift(&self, ready: Cards, order: u64, place: After) -> Option<(Code, u8)> {
        let left = order.count_ones() as u8;
        let top = 1u64 << place.waste >> 1;
        let mut places = 0;
        if self.draw == 1 {
            places |= top | 1 << place.waste;
        }
        if self.is_limited() && (place.redeals == 0 || place.waste == left) {
            places |= top;
        }
        if !self.is_limited() && place.waste == 0 {
            places |= 1 << (left - 1);
        }
        if places == 0 {
            return None;
        }
        members(order).enumerate().find_map(|(before, turn)| {
            let card = self.cards[turn.index()];
            (places >> before & 1 == 1 && ready & card.bit() != 0).then_some((card, before as u8))
        })
    }

    /// Whether from one place (`held`, as a key's lowest bits) turning leads to another with as
    /// many cards left, so that whatever can be won from there can be won from here.
    #[inline]
    pub(super) fn leads_to(&self, from: u64, to: u64, left: u64) -> bool {
        let waste = (1 << self.waste_bits) - 1;
        let (from_waste, to_waste) = (from & waste, to & waste);
        let (from_redeals, to_redeals) = (from >> self.waste_bits, to >> self.waste_bits);
        let ends = to_waste == left;
        let comes_by = ends || self.full_turns >> to_waste & 1 == 1;
        let ahead = ends || self.ahead[to_waste as usize] >> from_waste & 1 == 1;
        match self.is_limited() {
            true => from_redeals >= to_redeals && ahead || from_redeals > to_redeals && comes_by,
            false => ahead || comes_by,
        }
    }
}

/// The places, as bits, of which turning brings the card to the top of the waste before the stock
/// ends, if `waste` of the `left` cards lie there already.
fn turned_up(waste: usize, left: usize, draw: usize) -> u64 {
    let on_top = |&place: &usize| (place - waste).is_multiple_of(draw) || place == left;
    (waste.max(1)..=left).filter(on_top).fold(0, |places, place| places | 1 << (place - 1))
}

/// The places in the turning order, as bits, of the cards that could ever come to the top of the
/// waste, if only those of `leave` could be played; `waste` cards lie there at the start.
///
/// A card comes to the top where a turn ends, every `draw` cards from the beginning of a pass and
/// at its last card, once those between it and such an end are played. Of the cards before it, as
/// many as leave at all may be gone when the pass begins; in the first pass, which the start may
/// be in the midst of, none.
fn ever_up(leave: u64, len: usize, waste: usize, draw: usize) -> u64 {
    let mut reached = 0;
    let mut gone_before = 0;
    for place in 0..len {
        let above = (leave >> place >> 1).trailing_ones() as usize;
        let between = |end: usize| (end + draw - place % draw) % draw;
        let mut ends = (0..draw.min(gone_before + 1)).map(|gone| draw - 1 + gone).chain([waste + draw - 1]);
        let is_reached = place + above + 1 == len || ends.any(|end| between(end) <= above);
        reached |= u64::from(is_reached) << place;
        gone_before += (leave >> place & 1) as usize;
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_last_turn_still_turns() {
        assert_eq!(turned_up(0, 8, 3), 0b1010_0100);
        assert_eq!(turned_up(0, 8, 1), 0b1111_1111);
        assert_eq!(turned_up(0, 2, 3), 0b10);
    }

    #[test]
    fn the_top_card_of_the_waste_is_at_hand_without_turning() {
        assert_eq!(turned_up(2, 8, 3), 0b1001_0010);
        assert_eq!(turned_up(8, 8, 3), 0b1000_0000);
    }

    #[test]
    fn the_first_cards_of_three_wait_for_those_after_them() {
        // No card leaves: the third, the sixth and the last come up.
        assert_eq!(ever_up(0, 8, 0, 3), 0b1010_0100);
        // The third leaves: the second comes up, and so does all that is one place further on.
        assert_eq!(ever_up(0b100, 8, 0, 3), 0b1110_1110);
        assert_eq!(ever_up(0b110, 8, 0, 3) & 1, 1);
        assert_eq!(ever_up(0, 8, 0, 1), 0b1111_1111);
    }

    /// Which cards come to the top in any play of those that may leave, turn by turn.
    fn tops_of_every_play(leave: u64, len: usize, waste: usize, draw: usize) -> u64 {
        let mut seen = std::collections::BTreeSet::new();
        let mut open = vec![((0..len).collect::<Vec<_>>(), waste)];
        let mut tops = 0;
        while let Some((left, waste)) = open.pop() {
            if !seen.insert((left.clone(), waste)) {
                continue;
            }
            if let Some(&top) = waste.checked_sub(1).and_then(|top| left.get(top)) {
                tops |= 1 << top;
                if leave >> top & 1 == 1 {
                    let mut without = left.clone();
                    without.remove(waste - 1);
                    open.push((without, waste - 1));
                }
            }
            let turned = if waste == left.len() { 0 } else { (waste + draw).min(left.len()) };
            open.push((left, turned));
        }
        tops
    }

    #[test]
    fn every_card_that_comes_up_in_some_play_is_reached() {
        for draw in 1..=4 {
            for len in 1..=7 {
                for (waste, leave) in
                    (0..=len).flat_map(|waste| (0..1 << len).map(move |leave| (waste, leave)))
                {
                    let tops = tops_of_every_play(leave, len, waste, draw);
                    let reached = ever_up(leave, len, waste, draw);
                    assert_eq!(tops & !reached, 0, "draw {draw} len {len} waste {waste} leave {leave:b}");
                }
            }
        }
    }
}
