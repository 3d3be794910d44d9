//! Positions of which it is known that they are won, or that they are lost.

use super::dealt::{Dealt, Packed};
use super::stock::Tried;
use super::table::Table;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Positions that are all lost or all won.
///
/// A fact may be forgotten when memory runs out: that only costs looking again.
#[derive(Debug)]
pub(super) enum Facts {
    /// Position by position.
    Each(Table),
    /// By what lies outside the stock, with the sets of stock cards that say most.
    Sets(Sets),
}

/// Which of two sets of stock cards, one within the other, says more.
///
/// In a game with a reserve the larger is the better to have, all else being equal: the cards that
/// the smaller lacks lie in the tableau there, so each can be placed, the highest first, and the
/// smaller set is reached. (With more cards of its layer about it had a place; so it has with
/// fewer. This is not so where any card may enter a space.) So what is lost with the larger set is
/// lost with the smaller, and what is won with the smaller is won with the larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// The largest, of positions that are lost.
    Largest,
    /// The smallest, of positions that are won.
    Smallest,
}

/// Sets of stock cards, by the rest of the position.
#[derive(Debug)]
pub(super) struct Sets {
    keep: Keep,
    sets: HashMap<u64, Vec<u64>, BuildHasherDefault<Mixer>>,
    taken: usize,
    memory: usize,
}

/// Bytes that a set takes in a list that grows, and a list in the map.
const BYTES_A_SET: usize = 16;
const BYTES_A_LIST: usize = 96;

impl Facts {
    pub(super) fn each(memory: usize) -> Facts {
        Facts::Each(Table::new(memory))
    }

    pub(super) fn sets(keep: Keep, memory: usize) -> Facts {
        Facts::Sets(Sets { keep, sets: HashMap::default(), taken: 0, memory })
    }

    /// Reads a part of where a position is kept, so that several can be fetched at the same time
    /// and asked about afterwards; the answer is of no use.
    #[inline]
    pub(super) fn touch(&self, position: &Packed, dealt: &Dealt) -> u64 {
        match self {
            Facts::Each(table) => table.touch(position.key, &dealt.stock),
            Facts::Sets(_) => 0,
        }
    }

    /// Whether a position is known, or follows from one that is; with `places`, also if turning
    /// leads to it from one that is known.
    #[inline]
    pub(super) fn know(&self, position: &Packed, dealt: &Dealt, places: bool) -> bool {
        match self {
            Facts::Each(table) => table.knows(position.key, &dealt.stock, places),
            Facts::Sets(sets) => sets.know(position.key >> dealt.stock.key_bits(), position.order),
        }
    }

    /// The stock plays that are known to lose, from a position, as they do from others that
    /// differ only in the place in the stock.
    #[inline]
    pub(super) fn tried(&self, position: &Packed, dealt: &Dealt) -> Tried {
        match self {
            Facts::Each(table) => table.tried(position.key, &dealt.stock),
            Facts::Sets(_) => Tried::default(),
        }
    }

    /// Enters a position.
    pub(super) fn add(&mut self, position: &Packed, dealt: &Dealt) {
        match self {
            Facts::Each(table) => table.insert(position.key, &dealt.stock),
            Facts::Sets(sets) => sets.add(position.key >> dealt.stock.key_bits(), position.order),
        }
    }
}

impl Sets {
    fn know(&self, rest: u64, set: u64) -> bool {
        let Some(known) = self.sets.get(&rest) else { return false };
        known.iter().any(|&known| self.keep.says(known, set))
    }

    fn add(&mut self, rest: u64, set: u64) {
        if self.taken + BYTES_A_SET + BYTES_A_LIST > self.memory {
            self.sets.clear();
            self.taken = 0;
        }
        let known = self.sets.entry(rest).or_insert_with(|| {
            self.taken += BYTES_A_LIST;
            Vec::new()
        });
        let before = known.len();
        known.retain(|&known| !self.keep.says(set, known));
        known.push(set);
        self.taken = self.taken + known.len() * BYTES_A_SET - before * BYTES_A_SET;
    }
}

impl Keep {
    /// Whether what is known of one set follows for the other.
    #[inline]
    fn says(self, known: u64, other: u64) -> bool {
        match self {
            Keep::Largest => other & !known == 0,
            Keep::Smallest => known & !other == 0,
        }
    }
}

/// Spreads the bits of a key; the map is only ever asked, so its order shows nowhere.
#[derive(Debug, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(keep: Keep, memory: usize) -> Sets {
        Sets { keep, sets: HashMap::default(), taken: 0, memory }
    }

    #[test]
    fn a_larger_set_that_is_lost_tells_of_the_smaller() {
        let mut lost = sets(Keep::Largest, 1 << 20);
        lost.add(7, 0b0011);
        lost.add(7, 0b0111);
        assert!(lost.know(7, 0b0101) && lost.know(7, 0b0111));
        assert!(!lost.know(7, 0b1000) && !lost.know(8, 0b0101));
        assert_eq!(lost.sets[&7], [0b0111]);
    }

    #[test]
    fn a_smaller_set_that_is_won_tells_of_the_larger() {
        let mut won = sets(Keep::Smallest, 1 << 20);
        won.add(7, 0b0011);
        assert!(won.know(7, 0b0111) && !won.know(7, 0b0001));
    }

    #[test]
    fn full_memory_forgets() {
        let mut lost = sets(Keep::Largest, 1_000);
        (0..100).for_each(|rest| lost.add(rest, 1));
        assert!(lost.taken <= 1_000 && lost.know(99, 1) && !lost.know(0, 1));
    }
}
