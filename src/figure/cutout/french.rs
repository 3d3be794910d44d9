//! French cards to cut out: index corners and suits, without pictures.

use super::{CARD, Cutout, turned};
use crate::card::Card;
use crate::figure::{Face, Item, Path, Stroke, Text, suit, typeset};

/// The middle of the index, from the card's edge.
const INDEX: f32 = 23.0;
/// The top of the rank, the height of its capitals, and the room for its letters.
const RANK: (f32, f32, f32) = (16.0, 22.0, 24.0);
/// The middle of the suit under it, and its size.
const SUIT: (f32, f32) = (52.5, 19.0);
/// The size of a pip, and of an ace's.
const PIP: f32 = 30.0;
const ACE: f32 = 92.0;
/// The columns of pips, from the card's middle, and the highest row.
const COLUMN: f32 = 33.0;
const ROW: f32 = 84.0;
/// A picture card: half the size of its frame, the radius of its corners and its outline.
const FRAME: ([f32; 2], f32, f32) = ([50.0, 92.0], 6.0, 1.5);

/// How far a picture card's letter stands over the middle of the card, and how near its tail may come.
const LETTER: f32 = 15.0;
const LETTER_CLEAR: f32 = 8.0;

pub(super) fn face(look: &Cutout, card: Card) -> Vec<Item> {
    let index = index(look, card);
    let mut items = turned(&index);
    items.extend(index);
    let upper = match card.rank() {
        0 => vec![pip(look, card, 0.0, 0.0, ACE)],
        10.. => picture(look, card),
        rank => return [items, pips(look, card, rank + 1)].concat(),
    };
    items.extend(upper);
    items
}

fn ink(card: Card) -> crate::figure::Ink {
    suit::ink(card.suit())
}

/// A suit, its place told from the card's middle.
fn pip(look: &Cutout, card: Card, x: f32, y: f32, size: f32) -> Item {
    suit::item(card.suit(), CARD[0] / 2.0 + x, CARD[1] / 2.0 + y, size, ink(card), look.inking)
}

fn index(look: &Cutout, card: Card) -> Vec<Item> {
    let (top, cap, room) = RANK;
    let rank = look.ranks.set_in(room, Face::SansSemibold, card.rank(), cap, ink(card));
    let rank = match card.rank() {
        // Two figures as narrow as one letter is wide.
        9 => Text { stretch: 0.82, ..look.ranks.set(Face::SansSemibold, 9, cap, ink(card)) },
        _ => rank,
    };
    let height = rank.size * typeset::cap_height(rank.face);
    let (middle, size) = SUIT;
    vec![
        Item::Text(rank.centred(INDEX, top + (cap + height) / 2.0)),
        suit::item(card.suit(), INDEX, middle, size, ink(card), look.inking),
    ]
}

/// The pips of 2 to 10; those under the middle are turned.
fn pips(look: &Cutout, card: Card, count: u8) -> Vec<Item> {
    let rows: &[f32] = match count {
        2 | 3 => &[],
        4 | 5 => &[-1.0, 1.0],
        6..=8 => &[-1.0, 0.0, 1.0],
        _ => &[-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0],
    };
    let middle: &[f32] = match count {
        2 => &[-1.0, 1.0],
        3 => &[-1.0, 0.0, 1.0],
        5 | 9 => &[0.0],
        7 => &[-0.5],
        8 => &[-0.5, 0.5],
        10 => &[-2.0 / 3.0, 2.0 / 3.0],
        _ => &[],
    };
    let places = rows.iter().flat_map(|&row| [(-COLUMN, row), (COLUMN, row)]);
    let places = places.chain(middle.iter().map(|&row| (0.0, row)));
    let place = |(x, row): (f32, f32)| {
        let y = row * ROW;
        match row > 0.0 {
            true => turned(&[pip(look, card, -x, -y, PIP)]),
            false => vec![pip(look, card, x, y, PIP)],
        }
    };
    places.flat_map(place).collect()
}

/// Jack, queen and king: in a frame the letter and the suit, and both again for the other side.
fn picture(look: &Cutout, card: Card) -> Vec<Item> {
    let ([wide, high], radius, line) = FRAME;
    let [middle, centre] = [CARD[0] / 2.0, CARD[1] / 2.0];
    let frame = Path::rounded(middle - wide, centre - high, 2.0 * wide, 2.0 * high, radius);
    let letter = look.ranks.set_in(1.4 * wide, Face::Display, card.rank(), 42.0, ink(card));
    // J and Q hang under the line in most faces; they are raised, so that all letters clear the rule.
    let letter = letter.centred(middle, centre - LETTER);
    let lowest = typeset::outlines(&letter).bounds().map_or(centre, |bounds| bounds[3]);
    let raised = (lowest - (centre - LETTER_CLEAR)).max(0.0);
    let half =
        vec![Item::Text(Text { y: letter.y - raised, ..letter }), pip(look, card, 0.0, -0.79 * high, 22.0)];
    let rule = Path::line(middle - wide, centre, middle + wide, centre);
    let outline = Stroke::solid(ink(card), line);
    let mut items = vec![Item::stroke(frame, outline), Item::stroke(rule, Stroke::solid(ink(card), 0.75))];
    items.extend(turned(&half));
    items.extend(half);
    items
}
