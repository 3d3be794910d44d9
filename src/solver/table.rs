//! The set of positions that a search has seen.

/// A set of 128-bit keys that grows by doubling up to a bound in bytes.
///
/// Open addressing with linear steps, at most three quarters full. It never forgets a key:
/// a search over a graph with cycles may answer "unwinnable" only if it remembers everything.
#[derive(Debug, Default)]
pub(crate) struct SeenTable {
    slots: Vec<u128>,
    used: usize,
}

/// What became of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Insertion {
    /// It was not there and is now.
    New,
    /// It was there.
    Known,
    /// It was not there, and there is no room for it within the bound.
    NoRoom,
}

const SMALLEST: usize = 1 << 10;
const LARGEST_KEPT: usize = 1 << 16;

impl SeenTable {
    /// Forgets all keys. The room of a large table is given back, and of one that could not have
    /// grown so large within the bound: what a search can hold must not depend on earlier ones.
    pub(crate) fn clear(&mut self, most_bytes: usize) {
        let room_to_grow_so_large = (self.slots.len() + self.slots.len() / 2) * size_of::<u128>();
        if self.slots.len() > LARGEST_KEPT || room_to_grow_so_large > most_bytes {
            self.slots = Vec::new();
        }
        if self.used > 0 {
            self.slots.fill(0);
        }
        self.used = 0;
    }

    /// Adds a key, if it is not there and there is room.
    pub(crate) fn insert(&mut self, key: u128, most_bytes: usize) -> Insertion {
        let key = key.max(1);
        if self.used * 4 >= self.slots.len() * 3 && !self.grow(most_bytes) {
            let known = !self.slots.is_empty() && self.slots[self.find(key)] == key;
            return if known { Insertion::Known } else { Insertion::NoRoom };
        }
        let slot = self.find(key);
        if self.slots[slot] == key {
            return Insertion::Known;
        }
        self.slots[slot] = key;
        self.used += 1;
        Insertion::New
    }

    /// The slot that holds a key, or the free one where it belongs.
    fn find(&self, key: u128) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (key as usize) & mask;
        while self.slots[slot] != 0 && self.slots[slot] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Doubles the table if old and new together stay within the bound.
    fn grow(&mut self, most_bytes: usize) -> bool {
        let size = (self.slots.len() * 2).max(SMALLEST);
        if (size + self.slots.len()) * size_of::<u128>() > most_bytes {
            return false;
        }
        let old = std::mem::replace(&mut self.slots, vec![0; size]);
        for key in old.into_iter().filter(|&key| key != 0) {
            let slot = self.find(key);
            self.slots[slot] = key;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_remembers_every_key_and_says_when_it_is_full() {
        let mut table = SeenTable::default();
        let keys = (1..=5000u128).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835));
        assert!(keys.clone().all(|key| table.insert(key, 1 << 20) == Insertion::New));
        assert!(keys.clone().all(|key| table.insert(key, 1 << 20) == Insertion::Known));
        table.clear(50_000);
        let outcomes: Vec<_> = keys.clone().map(|key| table.insert(key, 50_000)).collect();
        assert!(outcomes.contains(&Insertion::NoRoom));
        let again: Vec<_> = keys.map(|key| table.insert(key, 50_000)).collect();
        assert!(outcomes.iter().zip(&again).all(|(first, second)| match first {
            Insertion::New => *second == Insertion::Known,
            _ => *second == Insertion::NoRoom,
        }));
    }
}
