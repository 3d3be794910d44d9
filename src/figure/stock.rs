//! The stock as a strip of small cards in the order in which they are turned, those of one turn together.
//!
//! ```
//! use dealpress::{assets::Assets, catalogue::Catalogue};
//! use dealpress::figure::{names::Plain, stock::{Strip, stock_strip}};
//! let catalogue = Catalogue::new(Assets::embedded());
//! let deal = catalogue.deal(&"klondike#1".parse().unwrap()).unwrap();
//! let strip = stock_strip(&catalogue.start(&deal).unwrap(), &Strip::default(), &Plain);
//! assert_eq!((strip.width, strip.height), (336.0, 20.0 + 8.0 + 20.0));
//! ```

use super::card::OUTLINE;
use super::names::Names;
use super::ranks::Ranks;
use super::shared::Kept;
use super::theme::Inking;
use super::{Face, Figure, Ink, Item, Path, Stroke, Text, suit, typeset};
use crate::card::{Card, Faces, Pack};
use crate::game::Position;
use std::cell::RefCell;

/// How the strip is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strip {
    /// The width of the strip.
    pub width: f32,
    /// The height of a slip.
    pub height: f32,
    /// The gap between two turns in a row.
    pub gap: f32,
    /// The gap between two rows.
    pub row_gap: f32,
    /// The type size of the turns' numbers.
    pub label_size: f32,
    /// Colours or black ink alone.
    pub inking: Inking,
    /// What ranks are called.
    pub ranks: Ranks,
}

impl Default for Strip {
    fn default() -> Strip {
        Strip {
            width: 336.0,
            height: 20.0,
            gap: 10.0,
            row_gap: 8.0,
            label_size: 7.0,
            inking: Inking::Colour,
            ranks: Ranks::default(),
        }
    }
}

/// The least width of a slip, in slip heights.
const NARROWEST: f32 = 1.1;
/// The greatest.
const WIDEST: f32 = 1.45;

/// Draws the stock of a position in turning order; the last card of each turn is white, it is in play.
pub fn stock_strip(position: &Position, strip: &Strip, names: &dyn Names) -> Figure {
    let draw = position.rules().draw.max(1);
    let cards: Vec<Card> = position.stock().iter().rev().copied().collect();
    let last_of_turn = |index: usize| (index + 1).is_multiple_of(draw) || index + 1 == cards.len();
    slips(position, &cards, draw, strip, names, &last_of_turn)
}

/// Draws the waste of a position from its top card down; only the top card is white, it is in play.
pub fn waste_strip(position: &Position, strip: &Strip, names: &dyn Names) -> Figure {
    let cards: Vec<Card> = position.waste().iter().rev().copied().collect();
    Figure { title: String::new(), ..slips(position, &cards, 1, strip, names, &|index| index == 0) }
}

/// Cards in groups of so many, those that are in play white.
fn slips(
    position: &Position,
    cards: &[Card],
    draw: usize,
    strip: &Strip,
    names: &dyn Names,
    is_in_play: &dyn Fn(usize) -> bool,
) -> Figure {
    let pack = position.rules().pack;
    let turns: Vec<&[Card]> = cards.chunks(draw).collect();
    let size = Size::new(strip, draw, turns.len());
    let mut items = Vec::new();
    for (index, turn) in turns.iter().enumerate() {
        let (row, place) = (index / size.per_row, index % size.per_row);
        let x = place as f32 * (size.number + draw as f32 * size.slip + size.gap);
        let y = row as f32 * (strip.height + strip.row_gap);
        if size.number > 0.0 {
            let cap = typeset::cap_height(Face::Sans) * strip.label_size;
            let number = Text::new(Face::Sans, strip.label_size, Ink::Label, (index + 1).to_string());
            items.push(Item::Text(number.at(x, y + (strip.height + cap) / 2.0)));
        }
        for (depth, &card) in turn.iter().enumerate() {
            let is_top = is_in_play(index * draw + depth);
            let x = x + size.number + depth as f32 * size.slip;
            let title = names.card(&pack, card);
            items.push(Item::Group { title, items: vec![slip(strip, &size, &pack, card, is_top, x, y)] });
        }
    }
    let rows = turns.len().div_ceil(size.per_row).max(1) as f32;
    let turned = turns.iter().enumerate().map(|(index, turn)| {
        let cards: Vec<String> = turn.iter().map(|&card| names.card(&pack, card)).collect();
        format!("{}: {}", index + 1, cards.join(", "))
    });
    Figure {
        width: strip.width,
        height: rows * (strip.height + strip.row_gap) - strip.row_gap,
        items,
        title: names.stock(cards.len()),
        alt: turned.collect::<Vec<_>>().join(". "),
    }
}

/// Sizes of a strip's parts.
struct Size {
    per_row: usize,
    slip: f32,
    /// The room for a turn's number; none if a turn is one card.
    number: f32,
    gap: f32,
}

impl Size {
    /// As many turns in a row as fit, the rows evenly filled, the slips widened to the strip's width.
    fn new(strip: &Strip, draw: usize, turns: usize) -> Size {
        let digits = turns.to_string().len() as f32;
        let (number, gap) = match draw {
            1 => (0.0, strip.gap * 0.3),
            _ => (strip.label_size * (0.5 * digits + 0.4), strip.gap),
        };
        let cards = draw as f32;
        let narrowest = number + cards * NARROWEST * strip.height;
        let fitting = (((strip.width + gap) / (narrowest + gap)) as usize).max(1);
        let rows = turns.div_ceil(fitting).max(1);
        let per_row = turns.div_ceil(rows).max(1);
        let room = (strip.width - (per_row - 1) as f32 * gap) / per_row as f32;
        let slip = ((room - number) / cards).min(WIDEST * strip.height).max(1.0);
        Size { per_row, slip, number, gap }
    }
}

/// A slip at its place; all places where the same one stands share it.
fn slip(strip: &Strip, size: &Size, pack: &Pack, card: Card, is_top: bool, x: f32, y: f32) -> Item {
    thread_local! {
        static DRAWN: RefCell<Kept<Key>> = const { RefCell::new(Kept::new()) };
    }
    let key = Key {
        sizes: [size.slip.to_bits(), strip.height.to_bits()],
        looks: [strip.inking as u8, u8::from(is_top)],
        ranks: strip.ranks,
        faces: pack.faces,
        card,
    };
    DRAWN.with_borrow_mut(|kept| kept.place(key, x, y, || draw_slip(strip, size, pack, card, is_top)))
}

/// All that the drawing of a slip depends on.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    sizes: [u32; 2],
    looks: [u8; 2],
    ranks: Ranks,
    faces: Faces,
    card: Card,
}

/// A slip from its own corner.
fn draw_slip(strip: &Strip, size: &Size, pack: &Pack, card: Card, is_top: bool) -> Vec<Item> {
    let (face, ground) = if is_top { (Face::SansSemibold, Ink::Face) } else { (Face::Sans, Ink::DownFace) };
    // Neighbours of a turn keep a hair apart, so that their outlines do not run together.
    let (width, height) = (size.slip - 1.0, strip.height);
    let edge = Path::rounded(OUTLINE / 2.0, OUTLINE / 2.0, width - OUTLINE, height - OUTLINE, 1.6);
    let stroke = Some(Stroke::solid(Ink::Outline, OUTLINE));
    let mut items = vec![Item::Path { path: edge, fill: Some(ground), stroke }];
    let cap = 0.42 * height.min(size.slip / NARROWEST);
    let baseline = (height + cap) / 2.0;
    match pack.faces {
        Faces::Somerset { .. } => {
            let text = Text::new(face, cap / typeset::cap_height(face), Ink::Spades, pack.text(card));
            items.push(Item::Text(text.centred(width / 2.0, baseline)));
        }
        Faces::French { .. } => {
            let ink = suit::ink(card.suit());
            let advance = suit::advance(card.suit(), cap);
            let room = width - 4.0 * OUTLINE - advance;
            let number = match card.rank() {
                9 => Text { stretch: 0.9, ..strip.ranks.set(face, 9, cap, ink) },
                rank => strip.ranks.set_in(room, face, rank, cap, ink),
            };
            let left = (width - typeset::width(&number) - advance) / 2.0;
            let after = left + typeset::width(&number);
            items.push(Item::Text(number.at(left, baseline)));
            items.push(suit::inline(card.suit(), after, baseline, cap, ink, strip.inking));
        }
    }
    items
}
