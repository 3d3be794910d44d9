//! Positions in words, for those who hear them.

use super::{BadLanguage, Language};
use crate::card::{Card, Faces};
use crate::game::Position;
use serde::Serialize;

/// Whether face-down cards are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// They are only counted, as at the table.
    Hidden,
    /// They are named, as in a puzzle that is played with all cards known.
    All,
}

#[derive(Serialize)]
struct Told {
    somerset: bool,
    columns: Vec<Column>,
    foundations: Vec<String>,
    won: bool,
    has_stock: bool,
    stock: usize,
    waste: usize,
    waste_top: Option<String>,
}

#[derive(Serialize)]
struct Column {
    number: usize,
    down: usize,
    /// The face-down cards from the bottom, if they are named.
    hidden: Vec<String>,
    up: Vec<String>,
}

impl Language {
    /// A position in words, every column of it: the text for one who cannot see the picture.
    ///
    /// # Errors
    /// If the template fails.
    pub fn describe(&self, position: &Position, show: Show) -> Result<String, BadLanguage> {
        let pack = &position.rules().pack;
        let name = |card: Card| self.card_name(pack, card);
        let columns = position.columns().iter().enumerate().map(|(index, pile)| Column {
            number: index + 1,
            down: pile.down,
            hidden: match show {
                Show::Hidden => Vec::new(),
                Show::All => pile.cards[..pile.down].iter().map(|&card| name(card)).collect(),
            },
            up: pile.face_up().iter().map(|&card| name(card)).collect(),
        });
        let tops = (0..position.foundations().len()).filter_map(|index| position.foundation_top(index));
        let told = Told {
            somerset: matches!(pack.faces, Faces::Somerset { .. }),
            columns: columns.collect(),
            foundations: tops.map(name).collect(),
            won: position.is_won(),
            has_stock: position.rules().has_stock(),
            stock: position.stock().len(),
            waste: position.waste().len(),
            waste_top: position.waste().last().map(|&card| name(card)),
        };
        self.say("describe.txt", "position", &told)
    }
}
