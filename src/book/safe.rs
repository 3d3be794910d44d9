//! Whether all ink keeps the distances that a print shop asks for.

use super::BadBook;
use crate::figure::{Figure, Item, typeset};
use std::collections::BTreeMap;

/// The least size of type, in points; a hair is left for rounding.
pub const LEAST_TYPE: f32 = 6.99;

/// Lines of this size are measured by their outlines.
const TITLE: f32 = 20.0;

/// What is printed of a page: its boxes of ink (left, top, right, bottom) and the least size of its type.
#[derive(Debug, Clone, PartialEq)]
pub struct Ink {
    /// The boxes.
    pub boxes: Vec<[f32; 4]>,
    /// The least size of type, or infinity.
    pub least_type: f32,
}

/// Drawings that stand at several places and were measured once: their box and their least type.
type Shared = BTreeMap<usize, (Option<[f32; 4]>, f32)>;

impl Ink {
    /// The ink of a page; lines of text as high as their face may be.
    pub fn of(page: &Figure) -> Ink {
        let mut ink = Ink { boxes: Vec::new(), least_type: f32::INFINITY };
        ink.add(&page.items, &mut Shared::new());
        ink
    }

    fn add(&mut self, items: &[Item], shared: &mut Shared) {
        for item in items {
            match item {
                Item::Path { path, stroke, .. } => {
                    let half = stroke.map_or(0.0, |stroke| stroke.width / 2.0);
                    let wider = |[left, top, right, bottom]: [f32; 4]| {
                        [left - half, top - half, right + half, bottom + half]
                    };
                    self.boxes.extend(path.bounds().map(wider));
                }
                // A title hangs over the margin, so that its stems stand flush: its outlines count.
                Item::Text(text) if text.size >= TITLE => {
                    self.boxes.extend(typeset::outlines(text).bounds());
                }
                Item::Text(text) if !text.text.trim().is_empty() => {
                    let (left, up, down) = (typeset::left(text), text.size * 0.75, text.size * 0.25);
                    self.boxes.push([left, text.y - up, left + typeset::width(text), text.y + down]);
                    self.least_type = self.least_type.min(text.size);
                }
                Item::Raster { .. } => self.boxes.extend(item.bounds()),
                Item::Group { items, .. } | Item::Tagged { items, .. } => self.add(items, shared),
                Item::Shared { x, y, items } => {
                    // The page holds them, so no other items can come to stand at the same address.
                    let (bounds, least_type) = match shared.get(&items.as_ptr().addr()) {
                        Some(known) => *known,
                        None => {
                            let mut inner = Ink { boxes: Vec::new(), least_type: f32::INFINITY };
                            inner.add(items, shared);
                            let known = (inner.bounds(), inner.least_type);
                            shared.insert(items.as_ptr().addr(), known);
                            known
                        }
                    };
                    let moved =
                        |[left, top, right, bottom]: [f32; 4]| [left + x, top + y, right + x, bottom + y];
                    self.boxes.extend(bounds.map(moved));
                    self.least_type = self.least_type.min(least_type);
                }
                Item::Text(_) | Item::Link { .. } => {}
            }
        }
    }

    /// The box of all ink, if there is any.
    pub fn bounds(&self) -> Option<[f32; 4]> {
        let join =
            |a: [f32; 4], b: [f32; 4]| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])];
        self.boxes.iter().copied().reduce(join)
    }
}

/// What a shop asks for in a book of so many pages.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Distances {
    /// From the spine, in points.
    pub gutter: f32,
    /// From the other edges.
    pub edge: f32,
}

/// Checks a page (from 1) against the distances that ink keeps, and the least type.
///
/// # Errors
/// If ink stands where the shop allows none.
pub fn check(page: &Figure, number: usize, distances: Distances) -> Result<(), BadBook> {
    let Distances { gutter, edge } = distances;
    let bad = |what: String| Err(BadBook::Unsafe { page: number, what });
    let ink = Ink::of(page);
    if ink.least_type < LEAST_TYPE {
        return bad(format!("type of {:.1} points cannot be read; 7 is the least", ink.least_type));
    }
    let Some([left, top, right, bottom]) = ink.bounds() else { return Ok(()) };
    let (inner, outer) = match number % 2 {
        1 => (left, page.width - right),
        _ => (page.width - right, left),
    };
    // Pages turn right and left: the spine is at the left of odd ones.
    for (name, found, least) in [
        ("the spine", inner, gutter),
        ("the outer edge", outer, edge),
        ("the upper edge", top, edge),
        ("the lower edge", page.height - bottom, edge),
    ] {
        if found < least - 0.01 {
            return bad(format!("ink stands {found:.1} points from {name}; {least:.1} is the least"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::trim::Shop;
    use super::*;
    use crate::figure::{Face, Ink as Colour, Text};

    fn page(text: Text) -> Figure {
        let items = vec![Item::Text(text)];
        Figure { width: 432.0, height: 648.0, items, title: String::new(), alt: String::new() }
    }

    #[test]
    fn ink_in_the_gutter_over_the_edge_or_too_small_is_named() {
        let distances = Distances { gutter: Shop::Kdp.gutter(1), edge: Shop::Kdp.edge() };
        let message = |text: Text| match check(&page(text), 1, distances) {
            Ok(()) => String::new(),
            Err(error) => error.to_string(),
        };
        let word = |size: f32| Text::new(Face::Sans, size, Colour::Text, "word");
        assert_eq!(message(word(10.0).at(54.0, 72.0)), "");
        assert!(
            message(word(10.0).at(20.0, 72.0)).starts_with("page 1: ink stands 20.0 points from the spine")
        );
        assert!(message(word(10.0).at(54.0, 20.0)).contains("the upper edge"));
        assert!(message(word(10.0).at(420.0, 72.0)).contains("the outer edge"));
        assert!(message(word(10.0).at(54.0, 640.0)).contains("the lower edge"));
        assert!(message(word(5.0).at(54.0, 72.0)).contains("type of 5.0 points"));
    }
}
