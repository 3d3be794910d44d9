//! The four suits as shapes, solid or hollow, at any size.

use super::shared::Kept;
use super::theme::Inking;
use super::{Ink, Item, Join, Path, Segment, Stroke};
use std::cell::RefCell;
use std::sync::OnceLock;

/// The outlines on a box of 100 by 100, y down, in the order clubs, diamonds, hearts, spades.
///
/// The club's lobes meet in sharp notches: at 6 points that alone tells it from a spade.
const OUTLINES: [&str; 4] = [
    "M50 3.7C58.1 3.7 65.6 8.2 69.4 15.5C73.1 22.7 72.5 31.4 67.8 38.1C75.8 36 84.2 38.7 89.7 44.9\
     C95.1 51.1 96.5 59.9 93.4 67.5C90.2 75.1 83.1 80.3 74.8 80.9C66.6 81.6 58.8 77.5 54.5 70.4\
     C54.8 80.4 59.5 90 67.5 96C61.7 96 55.8 96 50 96C44.2 96 38.3 96 32.5 96C40.5 90 45.2 80.4 45.5 70.4\
     C41.2 77.5 33.4 81.6 25.2 80.9C16.9 80.3 9.8 75.1 6.6 67.5C3.5 59.9 4.9 51.1 10.3 44.9\
     C15.8 38.7 24.2 36 32.2 38.1C27.5 31.4 26.9 22.7 30.6 15.5C34.4 8.2 41.9 3.7 50 3.7Z",
    "M50 2.5C59 19 70.5 35.5 85 50C70.5 64.5 59 81 50 97.5C41 81 29.5 64.5 15 50C29.5 35.5 41 19 50 2.5Z",
    "M50 22.5C54 13.5 61.5 8 71 8C84 8 94 18.5 94 33C94 57 66 73 50 95C34 73 6 57 6 33C6 18.5 16 8 29 8\
     C38.5 8 46 13.5 50 22.5Z",
    "M50 4C60 24 93 40 93 63.5C93 75.5 84.5 83.5 74 83.5C66 83.5 59.5 80 55.2 73.5C55.8 82 59.5 90 67.5 96\
     C61.7 96 55.8 96 50 96C44.2 96 38.3 96 32.5 96C40.5 90 44.2 82 44.8 73.5C40.5 80 34 83.5 26 83.5\
     C15.5 83.5 7 75.5 7 63.5C7 40 40 24 50 4Z",
];

/// How much larger the diamond is drawn than its neighbours: it looks smaller than it is.
const DIAMOND: f32 = 1.06;

/// The ink of a French suit (0 clubs, 1 diamonds, 2 hearts, 3 spades).
pub fn ink(suit: u8) -> Ink {
    [Ink::Clubs, Ink::Diamonds, Ink::Hearts, Ink::Spades][usize::from(suit % 4)]
}

/// The ink of a French suit on its empty foundation.
pub fn empty_ink(suit: u8) -> Ink {
    [Ink::EmptyClubs, Ink::EmptyDiamonds, Ink::EmptyHearts, Ink::EmptySpades][usize::from(suit % 4)]
}

fn is_red(suit: u8) -> bool {
    matches!(suit % 4, 1 | 2)
}

/// How much larger a suit is drawn than was asked for.
pub fn enlarged(suit: u8) -> f32 {
    if suit % 4 == 1 { DIAMOND } else { 1.0 }
}

/// A suit with its box centred on a point.
pub fn item(suit: u8, x: f32, y: f32, size: f32, ink: Ink, inking: Inking) -> Item {
    let size = size * enlarged(suit);
    if !(inking.is_hollow() && is_red(suit)) {
        return Item::fill(scaled(suit, x, y, size), ink);
    }
    // The line is drawn inside the solid shape's edge; the diamond's mitred tips reach further out.
    let line = (0.085 * size).max(0.75);
    let tips = if suit % 4 == 1 { 1.55 } else { 1.0 };
    let stroke = Stroke { ink, width: line, dash: None, join: Join::Mitre };
    Item::stroke(scaled(suit, x, y, (size - tips * line).max(0.1)), stroke)
}

/// How large a suit is in a line of text, in heights of capitals.
const INLINE: f32 = 1.08;

/// How far a suit moves on a line of text whose capitals are `cap` high.
pub fn advance(suit: u8, cap: f32) -> f32 {
    let half = if suit % 4 == 1 { 0.35 * DIAMOND } else { 0.44 };
    2.0 * (half + 0.03) * INLINE * cap
}

/// A suit in a line of text whose capitals are `cap` high; all places where it looks the same share it.
pub fn inline(suit: u8, x: f32, baseline: f32, cap: f32, ink: Ink, inking: Inking) -> Item {
    thread_local! {
        static DRAWN: RefCell<Kept<(u8, u32, Ink, u8)>> = const { RefCell::new(Kept::new()) };
    }
    let size = INLINE * cap;
    let draw = || {
        let middle = 0.03 * size - size / 2.0;
        vec![item(suit, advance(suit, cap) / 2.0, middle, size, ink, inking)]
    };
    let key = (suit % 4, cap.to_bits(), ink, inking as u8);
    DRAWN.with_borrow_mut(|kept| kept.place(key, x, baseline, draw))
}

fn scaled(suit: u8, x: f32, y: f32, size: f32) -> Path {
    let scale = size / 100.0;
    outline(suit).mapped(|px, py| (x + (px - 50.0) * scale, y + (py - 50.0) * scale))
}

/// The outline of a suit on a box of 100 by 100.
pub fn outline(suit: u8) -> &'static Path {
    static READ: [OnceLock<Path>; 4] = [const { OnceLock::new() }; 4];
    let suit = usize::from(suit % 4);
    READ[suit].get_or_init(|| read(OUTLINES[suit]))
}

fn read(outline: &str) -> Path {
    let mut path = Path::default();
    for step in outline.split_terminator('Z').flat_map(|contour| contour.split('C')) {
        let numbers: Vec<f32> = step
            .trim_start_matches('M')
            .split_whitespace()
            .filter_map(|number| number.parse().ok())
            .collect();
        match numbers[..] {
            [x, y] => path.0.push(Segment::Move(x, y)),
            [a, b, c, d, x, y] => path.0.push(Segment::Cubic(a, b, c, d, x, y)),
            _ => {}
        }
    }
    path.0.push(Segment::Close);
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_suit_fills_the_box_that_its_design_gives() {
        let boxes = [[5.0, 95.0], [15.0, 85.0], [6.0, 94.0], [7.0, 93.0]];
        for (suit, [left, right]) in boxes.into_iter().enumerate() {
            let bounds = outline(suit as u8).bounds().unwrap();
            assert!((bounds[0] - left).abs() < 1.6 && (bounds[2] - right).abs() < 1.6, "{suit}: {bounds:?}");
            assert!(bounds[1] >= 2.5 && bounds[3] <= 97.5, "{suit}: {bounds:?}");
        }
    }

    #[test]
    fn only_red_suits_are_hollow_and_only_for_black_ink() {
        for suit in 0..4 {
            let hollow = |inking| {
                matches!(item(suit, 0.0, 0.0, 10.0, ink(suit), inking), Item::Path { fill: None, .. })
            };
            assert!(!hollow(Inking::Colour));
            assert_eq!(hollow(Inking::Black), suit == 1 || suit == 2);
        }
    }
}
