//! The positions known to be lost, in bounded memory.
//!
//! A position is entered once everything that follows from it has been searched, so an entry is
//! a fact and may be forgotten: that only costs looking again. A key's lowest bits, the place in
//! the stock, are left out of where it is kept, so all places of one position lie together and a
//! place can be compared with those known.

use super::stock::{Stock, Tried};

const SLOTS: usize = 8;
/// How many neighbouring buckets a key may lie in.
const REACH: usize = 4;
const FEWEST: usize = 1 << 9;

/// A cache line of keys; 0 is an empty slot, and a key is kept as one more than it is.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Bucket([u64; SLOTS]);

/// A set of keys that holds as many as its memory lets it.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    entries: usize,
    most: usize,
}

impl Table {
    /// An empty table of at most so many bytes, while it grows half as much again.
    pub(super) fn new(memory: usize) -> Table {
        let most = (memory / size_of::<Bucket>()).max(REACH + 1).next_power_of_two();
        let most = if most * size_of::<Bucket>() > memory { most / 2 } else { most };
        let most = most.max(REACH * 2);
        Table { buckets: vec![Bucket([0; SLOTS]); FEWEST.min(most)], entries: 0, most }
    }

    /// Reads a part of where a key lies, so that several keys can be fetched at the same time and
    /// asked about afterwards; the answer is of no use.
    #[inline]
    pub(super) fn touch(&self, key: u64, stock: &Stock) -> u64 {
        self.buckets[self.home(key >> stock.place_bits())].0[0]
    }

    /// Whether a key is known, or one from which turning leads to it.
    #[inline]
    pub(super) fn knows(&self, key: u64, stock: &Stock, places: bool) -> bool {
        let bits = stock.place_bits();
        let mut home = self.home(key >> bits);
        for _ in 0..REACH {
            let bucket = &self.buckets[home].0;
            let mut alike = 0u32;
            for (slot, &entry) in bucket.iter().enumerate() {
                let kin = (entry.wrapping_sub(1) ^ key) >> bits == 0;
                alike |= u32::from(kin) << slot;
            }
            if alike != 0 && (bits == 0 || leads(bucket, alike, key, stock, places)) {
                return true;
            }
            // A bucket fills from its first slot to its last.
            if bucket[SLOTS - 1] == 0 {
                return false;
            }
            home = (home + 1) & (self.buckets.len() - 1);
        }
        false
    }

    /// The stock plays that keys known, alike but for the place, have in common with a key.
    pub(super) fn tried(&self, key: u64, stock: &Stock) -> Tried {
        let bits = stock.place_bits();
        let mut tried = Tried::default();
        if bits == 0 {
            return tried;
        }
        let place = |key: u64| key & ((1 << bits) - 1);
        let left = (key >> bits & stock.order_mask()).count_ones() as usize;
        let mut home = self.home(key >> bits);
        for _ in 0..REACH {
            let bucket = &self.buckets[home].0;
            for &entry in bucket {
                if (entry.wrapping_sub(1) ^ key) >> bits == 0 {
                    stock.add_tried(&mut tried, place(entry - 1), place(key), left);
                }
            }
            if bucket[SLOTS - 1] == 0 {
                break;
            }
            home = (home + 1) & (self.buckets.len() - 1);
        }
        tried
    }

    /// Enters a key; if there is no room left, one that lies near is forgotten.
    pub(super) fn insert(&mut self, key: u64, stock: &Stock) {
        if self.entries * 3 > self.buckets.len() * SLOTS * 2 && self.buckets.len() < self.most {
            self.grow(stock.place_bits());
        }
        self.put(key, stock.place_bits());
    }

    fn put(&mut self, key: u64, bits: u32) {
        let home = self.home(key >> bits);
        let mask = self.buckets.len() - 1;
        for step in 0..REACH {
            for slot in &mut self.buckets[(home + step) & mask].0 {
                if *slot == key + 1 {
                    return;
                }
                if *slot == 0 {
                    *slot = key + 1;
                    self.entries += 1;
                    return;
                }
            }
        }
        let chance = (key ^ key >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 59;
        self.buckets[(home + chance as usize / SLOTS) & mask].0[chance as usize % SLOTS] = key + 1;
    }

    #[inline]
    fn home(&self, kin: u64) -> usize {
        let mixed = (kin ^ kin >> 31).wrapping_mul(0xD1B5_4A32_D192_ED03);
        (mixed >> 20) as usize & (self.buckets.len() - 1)
    }

    fn grow(&mut self, bits: u32) {
        let larger = vec![Bucket([0; SLOTS]); self.buckets.len() * 2];
        let old = std::mem::replace(&mut self.buckets, larger);
        self.entries = 0;
        for entry in old.into_iter().flat_map(|bucket| bucket.0) {
            if entry != 0 {
                self.put(entry - 1, bits);
            }
        }
    }
}

/// Whether one of the keys of `alike` slots is the key or leads to it.
#[inline]
fn leads(bucket: &[u64; SLOTS], mut alike: u32, key: u64, stock: &Stock, places: bool) -> bool {
    let bits = stock.place_bits();
    let place = |key: u64| key & ((1 << bits) - 1);
    let left = u64::from((key >> bits & stock.order_mask()).count_ones());
    while alike != 0 {
        let known = bucket[alike.trailing_zeros() as usize & (SLOTS - 1)] - 1;
        if known == key || places && stock.leads_to(place(known), place(key), left) {
            return true;
        }
        alike &= alike - 1;
    }
    false
}
