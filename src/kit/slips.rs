//! The stacking order of a pack: numbered slips, in the shape in which the cards are dealt.

use crate::book::sheet::Setter;
use crate::card::Card;
use crate::figure::card::OUTLINE;
use crate::figure::{Face, Figures, Ink, Item, Path, Stroke, Text, suit, typeset};
use crate::game::Position;

/// The cards of a pack in the order in which they are stacked, the top card first: row by row to the
/// columns, a card a column from the column where the row begins, then the stock as it will be turned.
pub(super) fn stacking(start: &Position) -> (Vec<Vec<Card>>, Vec<Card>) {
    let columns = start.columns();
    let deepest = columns.iter().map(|pile| pile.cards.len()).max().unwrap_or(0);
    let rows =
        (0..deepest).map(|row| columns.iter().filter_map(|pile| pile.cards.get(row).copied()).collect());
    (rows.collect(), start.stock().iter().rev().copied().collect())
}

/// A slip: its number over the card, which is dark on white if it will lie face up.
pub(super) struct Slip {
    pub number: usize,
    pub card: Card,
    pub is_up: bool,
}

/// Draws a slip in a box.
pub(super) fn draw(setter: &Setter, slip: &Slip, x: f32, y: f32, width: f32, height: f32) -> Vec<Item> {
    let inset = OUTLINE / 2.0;
    let edge = Path::rounded(x + inset, y + inset, width - OUTLINE, height - OUTLINE, 1.8);
    let ground = if slip.is_up { Ink::Face } else { Ink::DownFace };
    let stroke = Some(Stroke::solid(Ink::Outline, OUTLINE));
    let mut items = vec![Item::Path { path: edge, fill: Some(ground), stroke }];
    let number = Text::new(Face::Sans, 7.0, Ink::Label, slip.number.to_string());
    let number = Text { figures: Figures::Lining, ..number };
    items.push(Item::Text(number.at(x + 3.0, y + 8.0)));
    let face = if slip.is_up { Face::SansSemibold } else { Face::Sans };
    let cap = 0.38 * height;
    let ink = suit::ink(slip.card.suit());
    let advance = suit::advance(slip.card.suit(), cap);
    let rank = setter.ranks.set_in(width - advance - 6.0, face, slip.card.rank(), cap, ink);
    let left = x + (width - typeset::width(&rank) - advance) / 2.0;
    let baseline = y + height - 0.17 * height;
    let after = left + typeset::width(&rank);
    items.push(Item::Text(rank.at(left, baseline)));
    items.push(suit::inline(slip.card.suit(), after, baseline, cap, ink, setter.inking));
    items
}
