//! Sets of cards as bits of one word, a rank in four bits, so that a layer of ranks is arithmetic.
//!
//! In each group of four the black suits are the low pair and the red suits the high pair. The
//! *twin* of a card is its neighbour in the pair (same rank, same colour); the *hosts* of a card,
//! on which it may be built, are the other pair one group higher.

use crate::card::Card;

/// A set of cards.
pub(super) type Cards = u64;

/// The lower bit of every pair.
pub(super) const PAIRS: Cards = 0x5555_5555_5555_5555;
const BLACK: Cards = 0x3333_3333_3333_3333;

/// A card as a number below 64: four times the rank, plus clubs 0, spades 1, diamonds 2, hearts 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Code(u8);

impl Code {
    pub(super) fn of(card: Card) -> Code {
        const PLACE_OF_SUIT: [u8; 4] = [0, 2, 3, 1];
        Code(card.rank() * 4 + PLACE_OF_SUIT[usize::from(card.suit() & 3)])
    }

    pub(super) fn card(self) -> Card {
        const SUIT_AT_PLACE: [u8; 4] = [0, 3, 1, 2];
        Card::new(self.rank(), SUIT_AT_PLACE[usize::from(self.0 & 3)])
    }

    #[inline]
    pub(super) fn bit(self) -> Cards {
        1 << (self.0 & 63)
    }

    /// A place in a table of 64.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0 & 63)
    }

    #[inline]
    pub(super) fn rank(self) -> u8 {
        self.0 >> 2
    }

    /// The suit's place in a group of four.
    #[inline]
    pub(super) fn suit(self) -> usize {
        usize::from(self.0 & 3)
    }
}

/// The cards of a set, the lowest rank first.
#[derive(Clone)]
pub(super) struct Members(Cards);

pub(super) fn members(cards: Cards) -> Members {
    Members(cards)
}

impl Iterator for Members {
    type Item = Code;

    #[inline]
    fn next(&mut self) -> Option<Code> {
        if self.0 == 0 {
            return None;
        }
        let code = Code(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(code)
    }
}

/// Every card of a pack of so many ranks.
pub(super) fn pack(ranks: u8) -> Cards {
    match ranks {
        16.. => Cards::MAX,
        _ => (1 << (4 * ranks)) - 1,
    }
}

/// The set with black and red exchanged.
#[inline]
pub(super) fn other_colour(cards: Cards) -> Cards {
    (cards & BLACK) << 2 | cards >> 2 & BLACK
}

/// The set with each card exchanged for its twin.
#[inline]
pub(super) fn twins(cards: Cards) -> Cards {
    (cards & PAIRS) << 1 | cards >> 1 & PAIRS
}

/// Both cards of every pair of which the set has at least one.
#[inline]
pub(super) fn either(cards: Cards) -> Cards {
    ((cards | cards >> 1) & PAIRS) * 3
}

/// Both cards of every pair of which the set has both.
#[inline]
pub(super) fn both(cards: Cards) -> Cards {
    (cards & cards >> 1 & PAIRS) * 3
}

/// The cards one rank higher and of the other colour than a card of the set; the set must be of
/// whole pairs.
#[inline]
pub(super) fn above(pairs: Cards) -> Cards {
    other_colour(pairs) << 4
}

/// The highest card of each suit among foundation cards.
#[inline]
pub(super) fn tops(done: Cards) -> Cards {
    done & !(done >> 4)
}

/// The cards that may go up at once and never be missed, given the cards on the foundations.
///
/// A card of rank r is safe if the other colour is up to r − 2 in both suits and its twin's suit
/// up to r − 3: then both cards that could be built on it may go up whenever they are bare, and so
/// may its twin's. Proved for one pack and any fill by Blake and Gent; where no card returns, it
/// is enough that both cards that could be built on it are up.
#[inline]
pub(super) fn safe(done: Cards, returns: bool) -> Cards {
    let other = other_colour(both(done));
    let proved = (other << 8 | 0xFF) & (twins(done) << 12 | 0xFFF);
    match returns {
        true => proved,
        false => proved | other << 4 | 0xF,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Pack;

    fn set(text: &str) -> Cards {
        let pack = Pack::french(1);
        text.split_whitespace().map(|word| Code::of(pack.parse(word).unwrap()).bit()).sum()
    }

    #[test]
    fn a_code_stands_for_one_card() {
        for card in Pack::french(1).cards() {
            assert_eq!(Code::of(card).card(), card);
        }
        assert_eq!(members(pack(13)).count(), 52);
        assert_eq!(members(pack(13)).map(|code| code.rank()).max(), Some(12));
    }

    #[test]
    fn hosts_and_twins_are_where_the_layout_says() {
        assert_eq!(above(either(set("7H"))), set("8C 8S"));
        assert_eq!(twins(set("7H QS")), set("7D QC"));
        assert_eq!(either(set("7H 2C 2S")), set("7H 7D 2C 2S"));
        assert_eq!(both(set("7H 2C 2S")), set("2C 2S"));
        assert_eq!(tops(set("AH 2H AS")), set("2H AS"));
    }

    #[test]
    fn a_card_is_safe_once_nothing_can_need_it() {
        let up = set("AC 2C AS 2S AH 2H AD");
        assert_eq!(safe(up, true) & set("3C 4H 5H 3H 4D"), set("3C 3H 4D 4H"));
        assert_eq!(safe(set("AC AS"), true) & set("3H 3D"), set("3H 3D"));
        // The threes of the other colour could still want a four, unless they cannot come back.
        let up = set("AC 2C 3C AS 2S 3S");
        assert_eq!(safe(up, true) & set("4H 5H"), 0);
        assert_eq!(safe(up, false) & set("4H 5H"), set("4H"));
    }
}
