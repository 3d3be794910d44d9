//! Playing cards: their measures, their faces, backs and empty places.
//!
//! All measures are parts of the card's width, so that one card serves from 18 points (a column of
//! a puzzle book) to a poster; what must stay printable (outlines, hatches) has a least size in points.

use super::ranks::{Ranks, cap as cap_of};
use super::shared::Kept;
use super::theme::Inking;
use super::{Face, Ink, Item, Path, Stroke, Text, hatch, somerset, suit, typeset};
use crate::card::{Card, Faces, Pack};
use std::cell::RefCell;

/// The outline of every card, drawn inside its box, in points.
pub const OUTLINE: f32 = 0.75;

/// How large the index in the corner is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Index {
    /// The usual one.
    #[default]
    Classic,
    /// A larger one, for large print; the cards then stand further apart.
    Big,
}

/// How cards of a figure are drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// The width of a card in points.
    pub width: f32,
    /// The pack, which says what is on the faces.
    pub pack: Pack,
    /// Colours or black ink alone.
    pub inking: Inking,
    /// The size of the index.
    pub index: Index,
    /// What ranks are called.
    pub ranks: Ranks,
    /// How much of a covered face-up card shows, in points.
    pub strip: f32,
}

/// Which side of a card is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The face.
    Face,
    /// The face of a card that lies face down, for readers who may know it: tinted, hatched, lighter.
    Shown,
    /// The back.
    Back(Back),
}

/// The pattern of a back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Back {
    /// Hatched.
    First,
    /// Cross-hatched, for the second player's pack.
    Second,
}

/// How much of a card can be seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Seen {
    /// All of it.
    Whole,
    /// Its upper part of this height.
    Above(f32),
    /// Its left part of this width (the waste).
    Left(f32),
}

impl Style {
    /// The usual style at a width.
    pub fn new(pack: Pack, width: f32) -> Style {
        Style {
            width,
            pack,
            inking: Inking::Colour,
            index: Index::Classic,
            ranks: Ranks::default(),
            strip: 0.44 * width,
        }
    }

    /// The height of a card.
    pub fn height(&self) -> f32 {
        1.4 * self.width
    }

    /// The radius of its corners.
    pub fn radius(&self) -> f32 {
        (0.075 * self.width).max(0.9)
    }

    /// The strip that shows the index: at least enough for it, at most the usual one.
    pub(super) fn index_strip(&self) -> f32 {
        self.strip.min(self.usual_strip())
    }

    fn usual_strip(&self) -> f32 {
        match self.index {
            Index::Classic => 0.44 * self.width,
            Index::Big => 0.55 * self.width,
        }
    }

    /// The height on which an index is centred: the middle of the white between two outlines.
    ///
    /// Letters stand a little higher: the tail of a Q would touch the next card.
    pub(super) fn index_middle(&self) -> f32 {
        (OUTLINE + self.index_strip()) / 2.0 - self.raised()
    }

    /// How much higher an index stands than in the middle of the white.
    fn raised(&self) -> f32 {
        match self.pack.faces {
            Faces::French { .. } => 0.015 * self.width,
            Faces::Somerset { .. } => 0.0,
        }
    }

    /// How far the field of a back keeps from the card's edge.
    pub(super) fn inset(&self) -> f32 {
        (0.06 * self.width).max(1.5)
    }
}

/// The least width of a card whose figures are set in type of so many points.
pub fn least_width(pack: Pack, size: f32) -> f32 {
    let cap = match pack.faces {
        // Where a card of the waste is covered.
        Faces::French { .. } => 0.275,
        Faces::Somerset { .. } => somerset::cap(pack),
    };
    size * typeset::cap_height(Face::SansSemibold) / cap
}

/// Draws a card with its left top corner at a point.
pub fn draw(style: &Style, card: Card, side: Side, seen: Seen, x: f32, y: f32) -> Vec<Item> {
    let items = match (side, style.pack.faces) {
        (Side::Back(pattern), _) => back(style, pattern),
        (Side::Face, Faces::French { .. }) => face(style, card, seen),
        (Side::Shown, Faces::French { .. }) => shown(style, card, seen),
        (Side::Face, Faces::Somerset { .. }) => somerset::face(style, card, seen),
        (Side::Shown, Faces::Somerset { .. }) => somerset::shown(style, card, seen),
    };
    items.into_iter().map(|item| item.moved(x, y)).collect()
}

/// Draws a card of a column that grows upwards: its index stands at the lower edge, upright, since a figure
/// is read from one side. What covers it is drawn over it.
pub fn draw_upwards(style: &Style, card: Card, side: Side, x: f32, y: f32) -> Vec<Item> {
    let (w, height) = (style.width, style.height());
    let middle = height - style.index_middle() - 2.0 * style.raised();
    let ink = suit::ink(card.suit());
    let draw_suit = |x: f32, y: f32, size: f32| suit::item(card.suit(), x, y, size, ink, style.inking);
    let items = match side {
        Side::Back(pattern) => back(style, pattern),
        Side::Face => {
            let number = index(style, card, Face::SansSemibold, 0.30 * w, ink, (1.0, 0.475));
            let baseline = middle + cap_of(&number) / 2.0;
            // The pip stands in what the index leaves; a repeat would stand on the index.
            let centre = (height - style.usual_strip()) / 2.0 + 0.02 * w;
            let alike = vec![
                ground(style, Ink::Face),
                draw_suit((1.0 - 0.085 - 0.15) * w, middle, 0.315 * w),
                draw_suit(w / 2.0, centre, 0.58 * w),
            ];
            let alike = Item::Group { title: String::new(), items: alike };
            vec![alike, Item::Text(number.at(0.085 * w, baseline))]
        }
        Side::Shown => {
            let number = index(style, card, Face::Sans, 0.26 * w, ink, (0.9, 0.35));
            let baseline = middle + cap_of(&number) / 2.0;
            let strip = style.index_strip();
            let size = 0.27 * w;
            let mut alike = vec![ground(style, Ink::DownFace)];
            let hatch = hatch::shown_edge(style, Seen::Above(strip));
            alike.extend(hatch.map(|item| item.moved(0.0, height - strip)));
            alike.push(draw_suit((hatch::WINDOW - 0.03) * w - size / 2.0, middle, size));
            let alike = Item::Group { title: String::new(), items: alike };
            vec![alike, Item::Text(number.at(0.068 * w, baseline))]
        }
    };
    items.into_iter().map(|item| item.moved(x, y)).collect()
}

/// As [`draw`], but one drawing is shared by all places where the same card is seen in the same way.
pub fn draw_shared(style: &Style, card: Card, side: Side, seen: Seen, x: f32, y: f32) -> Item {
    thread_local! {
        static DRAWN: RefCell<Kept<Key>> = const { RefCell::new(Kept::new()) };
    }
    let key = Key::new(style, card, side, seen);
    DRAWN.with_borrow_mut(|kept| kept.place(key, x, y, || draw(style, card, side, seen, 0.0, 0.0)))
}

/// All that a drawing depends on, with an order; measures as their bits.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    sizes: [u32; 3],
    looks: [u8; 7],
    ranks: Ranks,
    card: Card,
}

impl Key {
    fn new(style: &Style, card: Card, side: Side, seen: Seen) -> Key {
        // No back depends on its card or on what covers it.
        let (card, seen) = match side {
            Side::Back(_) => (Card::new(0, 0), Seen::Whole),
            Side::Face | Side::Shown => (card, seen),
        };
        let (kind, ranks) = match style.pack.faces {
            Faces::French { ranks } => (0, ranks),
            Faces::Somerset { ranks } => (1, ranks),
        };
        let (part, size) = match seen {
            Seen::Whole => (0, 0.0),
            Seen::Above(height) => (1, height),
            Seen::Left(width) => (2, width),
        };
        let side = match side {
            Side::Face => 0,
            Side::Shown => 1,
            Side::Back(Back::First) => 2,
            Side::Back(Back::Second) => 3,
        };
        let (inking, index) = (style.inking as u8, style.index as u8);
        Key {
            sizes: [style.width.to_bits(), style.strip.to_bits(), size.to_bits()],
            looks: [kind, ranks, style.pack.copies, inking, index, side, part],
            ranks: style.ranks,
            card,
        }
    }
}

/// The outline and ground of a card.
pub(super) fn ground(style: &Style, ink: Ink) -> Item {
    Item::Path { path: edge(style), fill: Some(ink), stroke: Some(Stroke::solid(Ink::Outline, OUTLINE)) }
}

/// The ground of a face-down card that is shown, with its hatch.
pub(super) fn shown_ground(style: &Style, seen: Seen) -> Vec<Item> {
    let mut items = vec![ground(style, Ink::DownFace)];
    items.extend(hatch::shown_edge(style, seen));
    items
}

fn edge(style: &Style) -> Path {
    let (inset, width) = (OUTLINE / 2.0, style.width - OUTLINE);
    Path::rounded(inset, inset, width, style.height() - OUTLINE, style.radius() - inset)
}

fn face(style: &Style, card: Card, seen: Seen) -> Vec<Item> {
    let w = style.width;
    let ink = suit::ink(card.suit());
    let mut items = vec![ground(style, Ink::Face)];
    let draw_suit = |x: f32, y: f32, size: f32| suit::item(card.suit(), x, y, size, ink, style.inking);
    if let Seen::Left(width) = seen {
        // Beside each other rank and suit would need more than shows: they stand one under the other.
        let cap = 0.275 * w;
        let number = index(style, card, Face::SansSemibold, cap, ink, (0.88, 0.37));
        let middle = (OUTLINE + width) / 2.0;
        let baseline = style.index_middle() + cap_of(&number) / 2.0;
        items.push(Item::Text(number.centred(middle, baseline)));
        items.push(draw_suit(middle, 0.60 * w, 0.30 * w));
        return items;
    }
    let middle = style.index_middle();
    let (cap, box_size) = match style.index {
        Index::Classic => (0.30 * w, 0.315 * w),
        Index::Big => (0.39 * w, 0.37 * w),
    };
    let room = if style.index == Index::Big { (0.82, 0.475) } else { (1.0, 0.475) };
    let number = index(style, card, Face::SansSemibold, cap, ink, room);
    let baseline = middle + cap_of(&number) / 2.0;
    let mut ranks = vec![Item::Text(number.at(0.085 * w, baseline))];
    items.push(draw_suit((1.0 - 0.085 - 0.15) * w, middle, box_size));
    // What covers a card of a column covers its pip too: drawn all the same, covered cards and those that cover
    // them are one drawing.
    let repeat = style.index == Index::Classic && w >= 36.0;
    let raised = if repeat { 0.07 } else { 0.02 };
    let centre = (style.usual_strip() + style.height()) / 2.0 - raised * w;
    items.push(draw_suit(w / 2.0, centre, 0.58 * w));
    if repeat && seen == Seen::Whole {
        // Upright, since a turned 9 is a 6 and nobody reads a figure from the other side.
        let number = style.ranks.set(Face::SansSemibold, card.rank(), 0.17 * w, ink);
        ranks.push(Item::Text(number.ending(w - 0.085 * w, style.height() - 0.085 * w)));
    }
    // What all cards of a suit have alike stands together.
    [vec![Item::Group { title: String::new(), items }], ranks].concat()
}

/// The rank in the corner: "10" as narrow as was drawn for it, letters as wide as there is room for, in
/// card widths.
fn index(style: &Style, card: Card, face: Face, cap: f32, ink: Ink, (ten, room): (f32, f32)) -> Text {
    match card.rank() {
        9 => Text { stretch: ten, ..style.ranks.set(face, 9, cap, ink) },
        rank => style.ranks.set_in(room * style.width, face, rank, cap, ink),
    }
}

fn shown(style: &Style, card: Card, seen: Seen) -> Vec<Item> {
    let w = style.width;
    let ink = suit::ink(card.suit());
    let middle = style.index_middle();
    let (cap, size) = match style.index {
        Index::Classic => (0.26 * w, 0.27 * w),
        Index::Big => (0.34 * w, 0.27 * w),
    };
    let ten = if style.index == Index::Big { 0.78 } else { 0.9 };
    let number = index(style, card, Face::Sans, cap, ink, (ten, 0.35));
    let baseline = middle + cap_of(&number) / 2.0;
    let centre = (hatch::WINDOW - 0.03) * w - size / 2.0;
    let suit = suit::item(card.suit(), centre, middle, size, ink, style.inking);
    let ground = shown_ground(style, seen).into_iter().chain([suit]).collect();
    vec![Item::Group { title: String::new(), items: ground }, Item::Text(number.at(0.068 * w, baseline))]
}

/// A back is drawn whole also where a card covers most of it: then all backs of a figure are one drawing.
fn back(style: &Style, pattern: Back) -> Vec<Item> {
    let inset = style.inset();
    let (width, height) = (style.width - 2.0 * inset, style.height() - 2.0 * inset);
    let area = [inset, inset, inset + width, inset + height];
    let mut items = vec![ground(style, Ink::Face)];
    if width > 0.0 && height > 0.0 {
        items.push(Item::fill(Path::rect(inset, inset, width, height), Ink::BackField));
        items.push(hatch::item(area, style.width, pattern, Ink::BackHatch));
    }
    vec![Item::Group { title: String::new(), items }]
}

/// Draws the count of a stock on its back.
pub fn count(style: &Style, count: usize, size: f32, x: f32, y: f32) -> Vec<Item> {
    let size = (0.17 * style.width).max(size).min(0.5 * style.width);
    let (width, height) = (1.7 * size, 1.36 * size);
    let (cx, cy) = (x + style.width / 2.0, y + style.height() / 2.0);
    let plate = Path::rounded(cx - width / 2.0, cy - height / 2.0, width, height, 0.2 * size);
    let cap = typeset::cap_height(Face::SansSemibold) * size;
    let number = Text::new(Face::SansSemibold, size, Ink::Spades, count.to_string());
    vec![Item::fill(plate, Ink::Face), Item::Text(number.centred(cx, cy + cap / 2.0))]
}

/// Draws an empty place; a foundation shows the suit it waits for.
pub fn place(style: &Style, suit: Option<u8>, x: f32, y: f32) -> Vec<Item> {
    let w = style.width;
    // Black ink has no gray line: short dashes with longer gaps look as light as one.
    let dash = if style.inking.is_hollow() { (1.5, 2.25) } else { (2.25, 1.5) };
    let stroke = Stroke { dash: Some(dash), ..Stroke::solid(Ink::Line, OUTLINE) };
    let mut items = vec![Item::stroke(edge(style).moved(x, y), stroke)];
    let (cx, cy) = (x + w / 2.0, y + style.height() / 2.0);
    match (suit, style.pack.faces) {
        (None, _) => {}
        (Some(suit), Faces::French { .. }) => {
            items.push(suit::item(suit, cx, cy, 0.464 * w, suit::empty_ink(suit), style.inking));
        }
        (Some(suit), Faces::Somerset { .. }) => {
            let cap = 0.30 * w;
            let size = cap / typeset::cap_height(Face::SansSemibold);
            let mark = Text::new(Face::SansSemibold, size, Ink::Label, format!("/{suit}"));
            items.push(Item::Text(mark.centred(cx, cy + cap / 2.0)));
        }
    }
    items
}
