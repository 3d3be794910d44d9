//! Somerset cards to cut out: the index in two corners, a domino between them.
//!
//! The suit is always dark and the rank light, so that a turned card reads right, and 6 and 9 cannot be
//! taken for one another: white lies left when the card is upright. A double is dark on both sides.

use super::{CARD, Cutout, turned};
use crate::card::Card;
use crate::figure::somerset::pips;
use crate::figure::{Face, Ink, Item, Path, Segment, Stroke, Text, typeset};

/// The index: its corner, its size, the radius of its corners, its outline.
const INDEX: ([f32; 2], [f32; 2], f32, f32) = ([14.0, 14.0], [72.0, 36.0], 4.0, 0.9);
/// The domino: its size, the radius of its corners, its outline.
const DOMINO: ([f32; 2], f32, f32) = ([146.0, 124.0], 8.0, 1.5);
/// How far the edge between rank and suit leans, sideways for each point of height.
const LEAN: f32 = 32.0 / 124.0;
/// The width of the slash of a double in index and domino.
const SLASHES: [f32; 2] = [6.5, 11.0];
/// How far the pips of a column and of a row stand from the middle, and how far where there are many.
const PIPS: [f32; 2] = [17.5, 32.0];
const MANY_PIPS: [f32; 2] = [17.5, 39.0];
/// The radius of a pip, and of one of many.
const RADII: [f32; 2] = [6.6, 5.2];
/// How much of the edge's lean the pips follow.
const SHEAR: f32 = 0.6;

pub(super) fn face(look: &Cutout, card: Card) -> Vec<Item> {
    let index = index(look, card);
    let mut items = domino(card);
    items.extend(turned(&index));
    items.extend(index);
    items
}

/// A box in two parts with a leaning edge between them.
struct Halves {
    corner: [f32; 2],
    size: [f32; 2],
    radius: f32,
    outline: f32,
    slash: f32,
}

impl Halves {
    fn draw(&self, is_double: bool) -> Vec<Item> {
        let ([x, y], [width, height]) = (self.corner, self.size);
        let inset = self.outline / 2.0;
        let whole = Path::rounded(
            x + inset,
            y + inset,
            width - self.outline,
            height - self.outline,
            self.radius - inset,
        );
        let outline = Stroke::solid(Ink::Plate, self.outline);
        let middle = x + width / 2.0;
        let lean = LEAN * height / 2.0;
        if !is_double {
            let paper = Item::Path { path: whole, fill: Some(Ink::Face), stroke: Some(outline) };
            return vec![paper, Item::fill(self.right(middle + lean, middle - lean), Ink::Plate)];
        }
        let half = self.slash / 2.0;
        // The slash goes through the outline too: it parts two plates.
        let lean = LEAN * height / 2.0;
        let slash = Path::polygon(&[
            (middle + lean - half, y),
            (middle + lean + half, y),
            (middle - lean + half, y + height),
            (middle - lean - half, y + height),
        ]);
        let dark = Item::Path { path: whole, fill: Some(Ink::Plate), stroke: Some(outline) };
        vec![dark, Item::fill(slash, Ink::Face)]
    }

    /// The right part, its left edge from a place at the top to one at the bottom.
    fn right(&self, top: f32, bottom: f32) -> Path {
        let ([x, y], [width, height]) = (self.corner, self.size);
        let (right, lower) = (x + width, y + height);
        let (r, k) = (self.radius, self.radius * 0.45);
        Path(vec![
            Segment::Move(top, y),
            Segment::Line(right - r, y),
            Segment::Cubic(right - k, y, right, y + k, right, y + r),
            Segment::Line(right, lower - r),
            Segment::Cubic(right, lower - k, right - k, lower, right - r, lower),
            Segment::Line(bottom, lower),
            Segment::Close,
        ])
    }
}

fn index(look: &Cutout, card: Card) -> Vec<Item> {
    let (corner, size, radius, outline) = INDEX;
    let is_double = card.is_double();
    let mut items = Halves { corner, size, radius, outline, slash: SLASHES[0] }.draw(is_double);
    let is_wide = look.pack.suits() > 10;
    let cap = if is_wide { 20.5 } else { 23.0 };
    let baseline = corner[1] + size[1] / 2.0 + cap / 2.0;
    // The slash takes its half from both sides.
    let aside = if is_double { SLASHES[0] / 4.0 } else { 0.0 };
    let place = |value: u8, middle: f32, ink: Ink| {
        let type_size = cap / typeset::cap_height(Face::SansSemibold);
        let text = Text::new(Face::SansSemibold, type_size, ink, value.to_string());
        let text = Text { stretch: if value > 9 { 0.8 } else { 1.0 }, ..text };
        Item::Text(text.centred(corner[0] + middle, baseline))
    };
    let rank = if is_double { Ink::PlateFigure } else { Ink::Plate };
    items.push(place(card.rank(), size[0] / 4.0 - aside, rank));
    items.push(place(card.suit(), 3.0 * size[0] / 4.0 + aside, Ink::PlateFigure));
    items
}

fn domino(card: Card) -> Vec<Item> {
    let (size, radius, outline) = DOMINO;
    let corner = [(CARD[0] - size[0]) / 2.0, (CARD[1] - size[1]) / 2.0];
    let is_double = card.is_double();
    let mut items = Halves { corner, size, radius, outline, slash: SLASHES[1] }.draw(is_double);
    let aside = if is_double { SLASHES[1] / 4.0 } else { 0.0 };
    for (value, side, ink) in [
        (card.rank(), -1.0, if is_double { Ink::PlateFigure } else { Ink::Plate }),
        (card.suit(), 1.0, Ink::PlateFigure),
    ] {
        let is_many = value > 9;
        let [across, down] = if is_many { MANY_PIPS } else { PIPS };
        let middle = CARD[0] / 2.0 + side * (size[0] / 4.0 + aside);
        let mut path = Path::default();
        for (x, y) in pips(value) {
            let (x, y) = (x * across, y * down);
            let dot =
                Path::circle(middle + x - SHEAR * LEAN * y, CARD[1] / 2.0 + y, RADII[usize::from(is_many)]);
            path.0.extend(dot.0);
        }
        if !path.0.is_empty() {
            items.push(Item::fill(path, ink));
        }
    }
    items
}
