//! What a figure says of itself to those who do not see it.
//!
//! A figure knows no language: whoever draws gives [`Names`]. [`Plain`] is English, for messages and tests.

use super::layout::Show;
use crate::card::{Card, Faces, Pack};
use crate::game::Position;

/// The words of a figure in one language.
pub trait Names {
    /// A card: "five of clubs", "5/6".
    fn card(&self, pack: &Pack, card: Card) -> String;
    /// A face-down card; its name if readers may know it.
    fn face_down(&self, card: Option<&str>) -> String;
    /// The stock with so many cards.
    fn stock(&self, cards: usize) -> String;
    /// The waste, its top card last.
    fn waste(&self, cards: &[String]) -> String;
    /// A foundation: of which suit, and its top card if it is begun.
    fn foundation(&self, pack: &Pack, suit: u8, top: Option<&str>) -> String;
    /// A column, counted from 1, its lowest card first.
    fn column(&self, number: usize, cards: &[String]) -> String;
}

/// Plain English.
#[derive(Debug, Clone, Copy, Default)]
pub struct Plain;

const RANKS: [&str; 13] =
    ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"];
const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

impl Names for Plain {
    fn card(&self, pack: &Pack, card: Card) -> String {
        match pack.faces {
            Faces::French { .. } => {
                let rank = RANKS.get(usize::from(card.rank())).copied().unwrap_or("card");
                format!("{rank} of {}", SUITS[usize::from(card.suit() % 4)])
            }
            Faces::Somerset { .. } => pack.text(card),
        }
    }

    fn face_down(&self, card: Option<&str>) -> String {
        match card {
            Some(card) => format!("{card} face down"),
            None => "a card face down".into(),
        }
    }

    fn stock(&self, cards: usize) -> String {
        match cards {
            0 => "Stock empty".into(),
            1 => "Stock of 1 card".into(),
            _ => format!("Stock of {cards} cards"),
        }
    }

    fn waste(&self, cards: &[String]) -> String {
        match cards {
            [] => "Waste empty".into(),
            _ => format!("Waste: {}", cards.join(", ")),
        }
    }

    fn foundation(&self, pack: &Pack, suit: u8, top: Option<&str>) -> String {
        let suit = match pack.faces {
            Faces::French { .. } => SUITS[usize::from(suit % 4)].to_string(),
            Faces::Somerset { .. } => format!("/{suit}"),
        };
        format!("Foundation {suit}: {}", top.unwrap_or("empty"))
    }

    fn column(&self, number: usize, cards: &[String]) -> String {
        let cards = if cards.is_empty() { "empty".into() } else { cards.join(", ") };
        format!("Column {number}: {cards}")
    }
}

/// The whole position in words, as far as readers may know it.
pub fn describe(position: &Position, show: Show, names: &dyn Names) -> String {
    let rules = position.rules();
    let name = |card: Card| names.card(&rules.pack, card);
    let mut parts = Vec::new();
    if rules.has_stock() {
        parts.push(names.stock(position.stock().len()));
        let waste: Vec<String> = position.waste().iter().map(|&card| name(card)).collect();
        parts.push(names.waste(&waste));
    }
    for foundation in 0..position.foundations().len() {
        let top = position.foundation_top(foundation).map(name);
        parts.push(names.foundation(&rules.pack, rules.foundation_suit(foundation), top.as_deref()));
    }
    for (column, pile) in position.columns().iter().enumerate() {
        // Hidden cards of a column are told as one number: twenty times "a card face down" helps nobody.
        let cards: Vec<String> = pile
            .cards
            .iter()
            .enumerate()
            .map(|(depth, &card)| match (depth < pile.down, show) {
                (false, _) => name(card),
                (true, Show::Thoughtful) => names.face_down(Some(&name(card))),
                (true, Show::Hidden) => names.face_down(None),
            })
            .collect();
        parts.push(names.column(column + 1, &repeats_counted(&cards)));
    }
    parts.join(". ") + "."
}

/// Equal neighbours as one with "2 × " before it.
pub(super) fn repeats_counted(cards: &[String]) -> Vec<String> {
    let runs = cards.chunk_by(|a, b| a == b);
    runs.map(|run| match run.len() {
        1 => run[0].clone(),
        count => format!("{count} × {}", run[0]),
    })
    .collect()
}
