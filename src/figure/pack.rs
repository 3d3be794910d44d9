//! A chart of a pack: every card of it once, suit by suit.

use super::card::{self, Seen, Side, Style};
use super::names::Names;
use super::{Figure, Item};
use crate::card::{Card, Faces};

/// How much of a card the next one leaves to be seen, in card widths.
const FAN: f32 = 0.44;
/// The same where cards lie beside one another.
const FAN_SIDEWAYS: f32 = 0.45;
/// The gap between two suits, in card widths.
const GAP: f32 = 1.0 / 6.0;

/// Draws a pack: Somerset suits as columns, the highest card on top; French ones as rows.
pub fn pack_chart(style: &Style, names: &dyn Names) -> Figure {
    let (pack, card_width) = (&style.pack, style.width);
    let mut items = Vec::new();
    let mut told = Vec::new();
    let (mut width, mut height) = (0.0, 0.0);
    for suit in 0..pack.suits() {
        let ranks = pack.ranks_of(suit);
        let cards: Vec<Card> = (0..ranks).map(|rank| Card::new(rank, suit)).collect();
        for (index, &card) in cards.iter().enumerate() {
            let is_last = index + 1 == cards.len();
            let (step, across) = (index as f32 * card_width, f32::from(suit) * card_width);
            let (x, y, seen) = match pack.faces {
                Faces::Somerset { .. } => ((1.0 + GAP) * across, FAN * step, Seen::Above(FAN * card_width)),
                Faces::French { .. } => {
                    let down = (1.4 + GAP) * across;
                    (FAN_SIDEWAYS * step, down, Seen::Left(FAN_SIDEWAYS * card_width))
                }
            };
            let seen = if is_last { Seen::Whole } else { seen };
            let drawn = card::draw(style, card, Side::Face, seen, x, y);
            items.push(Item::Group { title: names.card(pack, card), items: drawn });
            width = f32::max(width, x + card_width);
            height = f32::max(height, y + style.height());
        }
        told.push(cards.iter().map(|&card| names.card(pack, card)).collect::<Vec<_>>().join(", "));
    }
    Figure { width, height, items, title: String::new(), alt: told.join("; ") + "." }
}

#[cfg(test)]
mod tests {
    use super::super::names::Plain;
    use super::*;
    use crate::card::Pack;

    #[test]
    fn every_card_is_drawn_once() {
        for (pack, cards) in [(Pack::somerset(7), 28), (Pack::somerset(9), 45), (Pack::french(2), 52)] {
            let chart = pack_chart(&Style::new(pack, 42.0), &Plain);
            assert_eq!(chart.items.len(), cards);
            assert!(chart.alt.starts_with("0/0; 0/1, 1/1;") || chart.alt.starts_with("ace of clubs, two"));
        }
    }
}
