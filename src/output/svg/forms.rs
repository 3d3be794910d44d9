//! Forms: outlines whatever their size, so that one drawing of a letter or a suit serves at every size.

use super::shapes::Fill;
use crate::figure::{Path, Segment, suit};
use std::collections::BTreeMap;

/// A filled outline at size 1, and where it is defined.
pub(super) struct Form {
    /// Its number, in the order in which forms come.
    pub number: usize,
    pub fill: Fill,
    pub points: Vec<f32>,
    pub shape: usize,
    pub size: f32,
    /// How often it comes at each size: by hundredths, with the size itself.
    pub sizes: BTreeMap<i32, (usize, f32)>,
    /// If it is a suit.
    pub design: Option<Design>,
}

/// How a suit lies in the box in which all suits are designed.
///
/// Told from the middle of that box and at one size of it, the four suits stand at the same places and are
/// scaled alike: only their names tell their uses apart.
#[derive(Clone, Copy)]
pub(super) struct Design {
    pub suit: u8,
    /// How far the middle of the box lies below the first point of a suit of size 1.
    pub middle: f32,
    /// The size of the box of a suit of size 1.
    pub size: f32,
}

impl Design {
    /// The design of a form, if it is that of a suit.
    pub fn of(kinds: &str, points: &[f32]) -> Option<Design> {
        (0..4).find_map(|suit| {
            let outline = suit::outline(suit);
            let &(Segment::Move(x, y) | Segment::Line(x, y)) = outline.0.first()? else { return None };
            let (size, suit_kinds, suit_points) = form_of(&outline.moved(-x, -y));
            let is_it = kinds == suit_kinds && are_alike(points, &suit_points);
            let drawn = suit::enlarged(suit);
            is_it.then(|| Design { suit, middle: (50.0 - y) / size, size: 100.0 / (size * drawn) })
        })
    }
}

/// The size of an outline, the kinds of its segments, and its points at size 1.
pub(super) fn form_of(outline: &Path) -> (f32, String, Vec<f32>) {
    let size = outline.bounds().map_or(1.0, |[left, top, right, bottom]| (right - left).max(bottom - top));
    let size = if size > 0.0 { size } else { 1.0 };
    let kind = |segment: &Segment| match segment {
        Segment::Move(..) => 'm',
        Segment::Line(..) => 'l',
        Segment::Cubic(..) => 'c',
        Segment::Close => 'z',
    };
    let mut points = Vec::new();
    outline.mapped(|x, y| {
        points.extend([x / size, y / size]);
        (x, y)
    });
    (size, outline.0.iter().map(kind).collect(), points)
}

/// Whether two forms of the same kinds are one: far coarser than the noise of reckoning, far finer than two
/// letters differ.
pub(super) fn are_alike(points: &[f32], others: &[f32]) -> bool {
    points.iter().zip(others).all(|(a, b)| (a - b).abs() < 0.002)
}

/// One size against another; the noise of reckoning is no difference.
pub(super) fn scale(size: f32, usual: f32) -> f32 {
    if (size / usual - 1.0).abs() < 0.0005 { 1.0 } else { size / usual }
}
