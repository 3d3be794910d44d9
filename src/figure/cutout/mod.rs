//! Packs to cut out: cards of real size, nine on a sheet of paper, with marks to cut along.
//!
//! ```
//! use dealpress::card::Pack;
//! use dealpress::figure::cutout::{Cutout, Paper, fronts};
//! let look = Cutout { paper: Paper::A4, ..Cutout::new(Pack::somerset(7)) };
//! assert_eq!(fronts(&look).len(), 4, "28 cards, nine on a sheet");
//! ```
//!
//! Nine cards stand edge to edge, so that one cut serves two. No card has an outline: cuts are never
//! exact. All backs are alike and keep away from the cut, so a back that is printed two millimetres off
//! is not seen.

mod french;
mod somerset;

use super::ranks::Ranks;
use super::theme::Inking;
use super::{Figure, Ink, Item, Path, Segment, Stroke, Text, typeset};
use crate::card::{Card, Faces, Pack};

/// The size of a card: 63.5 × 88.9 mm.
pub const CARD: [f32; 2] = [180.0, 252.0];
/// Cards in a row, and rows on a sheet.
const GRID: usize = 3;
/// The thickness of marks.
const MARK: f32 = 0.75;
/// A mark at the edge of the cards: how far off it begins, and how long it is.
const MARK_OFF: f32 = 3.0;
const MARK_LONG: f32 = 9.0;
/// Half the size of the crosses between cards: many printers lose what stands at the paper's edge.
const CROSS: f32 = 2.5;
/// How far the frame of a back stands inside of the cut, its thickness, and the pitch of its hatch.
const BACK: (f32, f32, f32) = (17.0, 1.5, 6.0);

/// The paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 in.
    Letter,
}

impl Paper {
    /// Width and height in points.
    pub fn size(self) -> [f32; 2] {
        match self {
            Paper::A4 => [595.28, 841.89],
            Paper::Letter => [612.0, 792.0],
        }
    }

    /// The left top corner of the nine cards.
    fn corner(self) -> [f32; 2] {
        let [width, height] = self.size();
        [(width - GRID as f32 * CARD[0]) / 2.0, (height - GRID as f32 * CARD[1]) / 2.0]
    }
}

/// A pack that is to be cut out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cutout {
    /// The pack.
    pub pack: Pack,
    /// The paper.
    pub paper: Paper,
    /// Colours or black ink alone.
    pub inking: Inking,
    /// What ranks are called.
    pub ranks: Ranks,
}

impl Cutout {
    /// A pack on A4, with English ranks.
    pub fn new(pack: Pack) -> Cutout {
        Cutout { pack, paper: Paper::A4, inking: Inking::Colour, ranks: Ranks::default() }
    }
}

/// The fronts, sheet by sheet, and which cards stand on each.
pub fn fronts(look: &Cutout) -> Vec<(Figure, Vec<Card>)> {
    let cards = look.pack.cards();
    let sheet = |cards: &[Card]| {
        let placed = cards.iter().enumerate().map(|(place, &card)| {
            let [x, y] = corner_of(look.paper, place % GRID, place / GRID);
            (card, face(look, card).into_iter().map(|item| item.moved(x, y)).collect())
        });
        let mut items = marks(look.paper);
        items.extend(placed.map(|(_, items)| Item::Group { title: String::new(), items }));
        (figure(look.paper, items), cards.to_vec())
    };
    cards.chunks(GRID * GRID).map(sheet).collect()
}

/// The backs of a sheet of so many cards, mirrored, for a printer that turns the sheet over its long edge.
pub fn backs(look: &Cutout, cards: usize) -> Figure {
    let mut items = marks(look.paper);
    for place in 0..cards.min(GRID * GRID) {
        let [x, y] = corner_of(look.paper, GRID - 1 - place % GRID, place / GRID);
        items.extend(back().into_iter().map(|item| item.moved(x, y)));
    }
    figure(look.paper, items)
}

/// A line of small type beside the cards: under them on A4, up the left margin on paper that is too short.
pub fn caption(paper: Paper, words: &str) -> Vec<Item> {
    let text = Text::new(super::Face::Sans, 8.0, Ink::Label, words);
    let [left, top] = paper.corner();
    match paper {
        Paper::A4 => vec![Item::Text(text.at(left, top + GRID as f32 * CARD[1] + 26.0))],
        Paper::Letter => {
            let bottom = top + GRID as f32 * CARD[1];
            let turned = typeset::outlines(&text).mapped(|x, y| (left - 14.0 + y, bottom - x));
            vec![Item::fill(turned, Ink::Label)]
        }
    }
}

fn figure(paper: Paper, items: Vec<Item>) -> Figure {
    let [width, height] = paper.size();
    Figure { width, height, items, title: String::new(), alt: String::new() }
}

fn corner_of(paper: Paper, column: usize, row: usize) -> [f32; 2] {
    let [left, top] = paper.corner();
    [left + column as f32 * CARD[0], top + row as f32 * CARD[1]]
}

/// A card's face from its left top corner.
fn face(look: &Cutout, card: Card) -> Vec<Item> {
    match look.pack.faces {
        Faces::Somerset { .. } => somerset::face(look, card),
        Faces::French { .. } => french::face(look, card),
    }
}

/// The marks along which the cards are cut.
fn marks(paper: Paper) -> Vec<Item> {
    let [left, top] = paper.corner();
    let [width, height] = [GRID as f32 * CARD[0], GRID as f32 * CARD[1]];
    let mut at_edges = Path::default();
    let mut crosses = Path::default();
    let line = |path: &mut Path, x1: f32, y1: f32, x2: f32, y2: f32| {
        path.0.extend([Segment::Move(x1, y1), Segment::Line(x2, y2)]);
    };
    for step in 0..=GRID {
        let (x, y) = (left + step as f32 * CARD[0], top + step as f32 * CARD[1]);
        for (from, way) in [(top, -1.0), (top + height, 1.0)] {
            line(&mut at_edges, x, from + way * MARK_OFF, x, from + way * (MARK_OFF + MARK_LONG));
        }
        for (from, way) in [(left, -1.0), (left + width, 1.0)] {
            line(&mut at_edges, from + way * MARK_OFF, y, from + way * (MARK_OFF + MARK_LONG), y);
        }
        for other in 0..=GRID {
            let y = top + other as f32 * CARD[1];
            line(&mut crosses, x - CROSS, y, x + CROSS, y);
            line(&mut crosses, x, y - CROSS, x, y + CROSS);
        }
    }
    vec![
        Item::stroke(crosses, Stroke::solid(Ink::EmptySpades, MARK)),
        Item::stroke(at_edges, Stroke::solid(Ink::Outline, MARK)),
    ]
}

/// A back: crossed lines in a frame, well inside of the cut.
fn back() -> Vec<Item> {
    let (inside, frame, pitch) = BACK;
    let area = [inside, inside, CARD[0] - inside, CARD[1] - inside];
    let [left, top, right, bottom] = area;
    let mut lines = super::hatch::rising(&[[left + 3.5, top + 3.5, right - 3.5, bottom - 3.5]], pitch);
    let mirrored = lines.mapped(|x, y| (left + right - x, y));
    lines.0.extend(mirrored.0);
    let edge = |inset: f32, radius: f32| {
        let (width, height) = (right - left - 2.0 * inset, bottom - top - 2.0 * inset);
        Path::rounded(left + inset, top + inset, width, height, radius)
    };
    vec![
        Item::fill(edge(0.0, 6.0), Ink::BackField),
        Item::stroke(lines, Stroke::solid(Ink::BackHatch, MARK)),
        Item::stroke(edge(frame / 2.0, 5.25), Stroke::solid(Ink::BackHatch, frame)),
        Item::stroke(edge(3.0, 3.0), Stroke::solid(Ink::BackHatch, MARK)),
    ]
}

/// Items turned about the middle of the card. Text becomes outlines, as no text stands on its head.
fn turned(items: &[Item]) -> Vec<Item> {
    let turn = |path: &Path| path.mapped(|x, y| (CARD[0] - x, CARD[1] - y));
    let item = |item: &Item| match item {
        Item::Path { path, fill, stroke } => Item::Path { path: turn(path), fill: *fill, stroke: *stroke },
        Item::Text(text) => Item::fill(turn(&typeset::outlines(text)), text.ink),
        Item::Group { title, items } => Item::Group { title: title.clone(), items: turned(items) },
        other => other.clone(),
    };
    items.iter().map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packs() -> [Pack; 5] {
        [Pack::somerset(3), Pack::somerset(7), Pack::somerset(11), Pack::somerset(15), Pack::french(1)]
    }

    #[test]
    fn every_card_stands_on_one_sheet_and_keeps_inside_of_its_cut() {
        for pack in packs() {
            let look = Cutout::new(pack);
            let sheets = fronts(&look);
            assert_eq!(sheets.len(), pack.len().div_ceil(9));
            let cards: Vec<Card> = sheets.iter().flat_map(|(_, cards)| cards.iter().copied()).collect();
            assert_eq!(cards, pack.cards());
            for card in cards {
                for item in face(&look, card) {
                    let Some([left, top, right, bottom]) = item.bounds() else { continue };
                    let keeps = left >= 10.0 && top >= 10.0 && right <= 170.0 && bottom <= 242.0;
                    assert!(keeps, "{}: {item:?}", pack.text(card));
                }
            }
        }
    }

    #[test]
    fn a_card_looks_the_same_when_it_is_turned_about() {
        // What is not the same, such as the rank of a picture card, is there twice.
        for pack in packs() {
            for card in pack.cards() {
                let look = Cutout::new(pack);
                let bounds = |items: &[Item]| {
                    let boxes = items.iter().filter_map(Item::bounds);
                    boxes.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
                };
                let upright = bounds(&face(&look, card)).unwrap();
                let about = bounds(&turned(&face(&look, card))).unwrap();
                let same = upright.iter().zip(about).all(|(a, b)| (a - b).abs() < 0.6);
                assert!(same, "{}: {upright:?} {about:?}", pack.text(card));
            }
        }
    }

    #[test]
    fn backs_stand_behind_their_cards_when_the_sheet_is_turned_over() {
        for paper in [Paper::A4, Paper::Letter] {
            let look = Cutout { paper, ..Cutout::new(Pack::somerset(7)) };
            let frames = |figure: &Figure| -> Vec<[f32; 4]> {
                let fields = figure
                    .items
                    .iter()
                    .filter(|item| matches!(item, Item::Path { fill: Some(Ink::BackField), .. }));
                fields.filter_map(Item::bounds).collect()
            };
            let found = frames(&backs(&look, 1));
            assert_eq!(found.len(), 1);
            // The first card stands at the left top, its back at the right top.
            let [width, _] = paper.size();
            let [left, top] = corner_of(paper, 0, 0);
            assert!((found[0][0] - (width - left - CARD[0] + BACK.0)).abs() < 0.01, "{found:?}");
            assert!((found[0][1] - (top + BACK.0)).abs() < 0.01);
            assert_eq!(frames(&backs(&look, 9)).len(), 9);
        }
    }
}
