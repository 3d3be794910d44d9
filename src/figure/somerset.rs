//! Somerset cards: rank dark on white, suit white on dark; the slanted edge between them is the stroke of "r/s".
//!
//! A double is dark on both sides of a white slash: only doubles may fill an empty pile, so they must be
//! seen at once. There are no suit colours: fifteen hues cannot be told apart, number and plate can.

use super::card::{OUTLINE, Seen, Style, ground, shown_ground};
use super::{Face, Ink, Item, Path, Segment, Stroke, Text, hatch, typeset};
use crate::card::{Card, Pack};

/// How far the slanted edge leans to each side of the card's middle, in card widths.
const LEAN: f32 = 0.075;
/// Half the width of the white slash of a double, in card widths.
const SLASH: f32 = 0.05;
/// Below this width of a card its body stays blank: pips would be specks.
const LEAST_WITH_PIPS: f32 = 28.0;

/// Whether numbers have two figures.
fn is_wide(pack: Pack) -> bool {
    pack.suits() > 10
}

/// The height of the index's figures, in card widths.
pub(super) fn cap(pack: Pack) -> f32 {
    if is_wide(pack) { 0.265 } else { 0.285 }
}

/// Draws a face-up card at the origin.
pub(super) fn face(style: &Style, card: Card, seen: Seen) -> Vec<Item> {
    let w = style.width;
    let double = card.is_double();
    let half_slash = if double { SLASH * w } else { 0.0 };
    let mut plates = vec![ground(style, Ink::Face), Item::fill(right_plate(style, half_slash), Ink::Plate)];
    let wide = is_wide(style.pack);
    let cap = cap(style.pack) * w;
    let baseline = plate_middle(style) + cap / 2.0;
    if double {
        plates.push(Item::fill(left_plate(style), Ink::Plate));
    }
    let mut items = vec![Item::Group { title: String::new(), items: plates }];
    let number = |value: u8, ink: Ink| {
        let text = Text::new(
            Face::SansSemibold,
            cap / typeset::cap_height(Face::SansSemibold),
            ink,
            value.to_string(),
        );
        Text { stretch: if wide && value > 9 { 0.8 } else { 1.0 }, ..text }
    };
    let left_middle = (OUTLINE + w / 2.0 - half_slash) / 2.0;
    let rank_ink = if double { Ink::PlateFigure } else { Ink::Spades };
    items.push(Item::Text(number(card.rank(), rank_ink).centred(left_middle, baseline)));
    items.push(Item::Text(number(card.suit(), Ink::PlateFigure).centred(w - left_middle, baseline)));
    if seen == Seen::Whole && w >= LEAST_WITH_PIPS {
        items.extend(body(style, card));
    }
    items
}

/// Draws a face-down card whose face is shown.
pub(super) fn shown(style: &Style, card: Card, seen: Seen) -> Vec<Item> {
    let w = style.width;
    let text = format!("{}/{}", card.rank(), card.suit());
    let stretch = match text.len() {
        3 => 1.0,
        4 => 0.88,
        _ => 0.76,
    };
    let cap = 0.26 * w;
    let text = Text::new(Face::Sans, cap / typeset::cap_height(Face::Sans), Ink::Spades, text);
    let text = Text { stretch, ..text };
    let ground = Item::Group { title: String::new(), items: shown_ground(style, seen) };
    let mut items = vec![ground];
    // Centred between the left edge and the hatch.
    let middle = (OUTLINE + hatch::WINDOW * w) / 2.0;
    items.push(Item::Text(text.centred(middle, style.index_middle() + cap / 2.0)));
    items
}

/// Top and bottom of the plate. The white line above it keeps the plates of a pile apart.
fn plate_span(style: &Style) -> (f32, f32) {
    (OUTLINE + (0.022 * style.width).max(0.75), style.index_strip())
}

fn plate_middle(style: &Style) -> f32 {
    let (top, bottom) = plate_span(style);
    (top + bottom) / 2.0
}

/// The dark right half, whose left edge leans, its top right corner round like the card's.
fn right_plate(style: &Style, half_slash: f32) -> Path {
    let w = style.width;
    let (top, bottom) = plate_span(style);
    // It reaches a hair under the outline, so that no light line stands between them.
    let right = w - OUTLINE + 0.1;
    let (lean, middle) = (LEAN * w, w / 2.0 + half_slash);
    let radius = (style.radius() - top).max(0.0);
    Path(vec![
        Segment::Move(middle + lean, top),
        Segment::Line(right - radius, top),
        Segment::Cubic(right - radius * 0.45, top, right, top + radius * 0.45, right, top + radius),
        Segment::Line(right, bottom),
        Segment::Line(middle - lean, bottom),
        Segment::Close,
    ])
}

/// The dark left half of a double, whose right edge leans the same way.
fn left_plate(style: &Style) -> Path {
    let w = style.width;
    let (top, bottom) = plate_span(style);
    let left = OUTLINE - 0.1;
    let (lean, middle) = (LEAN * w, w / 2.0 - SLASH * w);
    let radius = (style.radius() - top).max(0.0);
    Path(vec![
        Segment::Move(left, top + radius),
        Segment::Cubic(left, top + radius * 0.45, left + radius * 0.45, top, left + radius, top),
        Segment::Line(middle + lean, top),
        Segment::Line(middle - lean, bottom),
        Segment::Line(left, bottom),
        Segment::Close,
    ])
}

/// The domino under the index: rank left, suit right, a thin slash between.
fn body(style: &Style, card: Card) -> Vec<Item> {
    let w = style.width;
    let middle = (style.index_strip() + style.height()) / 2.0;
    let slash = Path::line((0.5 + 0.055) * w, middle - 0.19 * w, (0.5 - 0.055) * w, middle + 0.19 * w);
    let mut items = Vec::new();
    for (value, centre) in [(card.rank(), 0.235 * w), (card.suit(), 0.765 * w)] {
        let radius = if value < 10 { 0.033 * w } else { 0.028 * w };
        let mut path = Path::default();
        for (x, y) in pips(value) {
            path.0.extend(Path::circle(centre + x * 0.115 * w, middle + y * 0.115 * w, radius).0);
        }
        if !path.0.is_empty() {
            items.push(Item::fill(path, Ink::Plate));
        }
    }
    items.push(Item::stroke(slash, Stroke::solid(Ink::Plate, OUTLINE)));
    items
}

/// Where the pips of a number stand, in a square from −1 to 1 each way.
///
/// Up to 6 as on dominoes; above, three columns of which the middle one has what the others leave over.
pub(super) fn pips(value: u8) -> Vec<(f32, f32)> {
    let one = [(0.0, 0.0)];
    let falling = [(-1.0, -1.0), (1.0, 1.0)];
    let rising = [(-1.0, 1.0), (1.0, -1.0)];
    let sides = [(-1.0, 0.0), (1.0, 0.0)];
    match value {
        0 => Vec::new(),
        1 => one.to_vec(),
        2 => falling.to_vec(),
        3 => [&falling[..], &one].concat(),
        4 => [falling, rising].concat(),
        5 => [&falling[..], &rising, &one].concat(),
        6 => [falling, rising, sides].concat(),
        _ => {
            let side = value.div_ceil(3);
            let rows = |count: u8| {
                (0..count).map(move |row| 2.0 * f32::from(row) / f32::from(count.max(2) - 1) - 1.0)
            };
            let middle = value - 2 * side;
            let middle = rows(middle).map(|y| (0.0, if middle == 1 { 0.0 } else { y }));
            let outer = rows(side).flat_map(|y| [(-1.0, y), (1.0, y)]);
            outer.chain(middle).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_has_as_many_pips_as_its_number_all_apart() {
        for value in 0..15 {
            let pips = pips(value);
            assert_eq!(pips.len(), usize::from(value));
            for (index, a) in pips.iter().enumerate() {
                for b in &pips[index + 1..] {
                    assert!((a.0 - b.0).hypot(a.1 - b.1) >= 0.49, "{value}: {a:?} {b:?}");
                }
            }
        }
    }
}
