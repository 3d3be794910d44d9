//! Drawings that stand at many places: each is made once and kept, so that all places hold the same one.
//!
//! A PDF file writes such a drawing once (`output/pdf/drawings.rs`), and a book of a thousand puzzles holds
//! a suit or a card of a size in memory once a thread.

use super::Item;
use std::collections::BTreeMap;
use std::sync::Arc;

/// So many drawings of a kind are kept: a book has some hundreds, and pictures of ever new sizes must not
/// pile up.
const MOST: usize = 4_096;

/// The drawings of a kind, by all that they depend on; measures stand in a key as their bits.
pub(super) struct Kept<K>(BTreeMap<K, Arc<[Item]>>);

impl<K: Ord> Kept<K> {
    /// Without drawings.
    pub const fn new() -> Kept<K> {
        Kept(BTreeMap::new())
    }

    /// A drawing from its own corner, made if it is not there yet, to stand at a place.
    pub fn place(&mut self, key: K, x: f32, y: f32, draw: impl FnOnce() -> Vec<Item>) -> Item {
        if self.0.len() >= MOST {
            self.0.clear();
        }
        let items = self.0.entry(key).or_insert_with(|| draw().into()).clone();
        Item::Shared { x, y, items }
    }
}
