//! Positions in words, for those who hear them.

use super::{BadLanguage, Language};
use crate::card::{Card, Faces};
use crate::game::Position;
use crate::seats::{Seat, Table};
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
    foundations: Vec<String>,
    won: bool,
    #[serde(flatten)]
    piles: Piles,
}

/// All piles but the foundations.
#[derive(Serialize)]
struct Piles {
    somerset: bool,
    columns: Vec<Column>,
    has_stock: bool,
    stock: usize,
    waste: usize,
    waste_top: Option<String>,
    /// The whole waste from the bottom, if all of it is seen.
    waste_cards: Vec<String>,
}

#[derive(Serialize)]
struct TableTold {
    foundations: Vec<String>,
    seats: Vec<SeatTold>,
}

#[derive(Serialize)]
struct SeatTold {
    name: String,
    piles: Piles,
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
        let told = Told {
            foundations: self.tops(position),
            won: position.is_won(),
            piles: self.piles(position, show, Vec::new()),
        };
        self.say("describe.txt", "position", &told)
    }

    /// A table in words: the foundations, then the piles of each seat under its name.
    ///
    /// The face-down cards and the whole waste of `reader` are named in any case.
    ///
    /// # Errors
    /// If the template fails.
    pub fn describe_table(
        &self,
        table: &Table,
        names: &[String],
        reader: Option<Seat>,
        show: Show,
    ) -> Result<String, BadLanguage> {
        self.describe_seats(table, Seat::all(table.count()), names, reader, show)
    }

    /// The foundations of a table and the piles of one seat in words, all its cards named.
    ///
    /// # Errors
    /// If the template fails.
    pub fn describe_own(&self, table: &Table, names: &[String], seat: Seat) -> Result<String, BadLanguage> {
        self.describe_seats(table, std::iter::once(seat), names, Some(seat), Show::All)
    }

    fn describe_seats(
        &self,
        table: &Table,
        seats: impl Iterator<Item = Seat>,
        names: &[String],
        reader: Option<Seat>,
        show: Show,
    ) -> Result<String, BadLanguage> {
        let seats = seats.map(|seat| {
            let (position, is_reader) = (table.seat(seat), reader == Some(seat));
            let waste = table.seen_waste(seat, reader).iter();
            let waste = waste.map(|&card| self.card_told(&position.rules().pack, card)).collect();
            SeatTold {
                name: names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string()),
                piles: self.piles(position, if is_reader { Show::All } else { show }, waste),
            }
        });
        let told = TableTold { foundations: self.tops(table.seat(Seat::new(0))), seats: seats.collect() };
        self.say("describe.txt", "table", &told)
    }

    /// The top cards of the foundations that are begun.
    fn tops(&self, position: &Position) -> Vec<String> {
        let tops = (0..position.foundations().len()).filter_map(|index| position.foundation_top(index));
        tops.map(|card| self.card_told(&position.rules().pack, card)).collect()
    }

    /// The columns, and stock and waste; of the waste those cards that are seen.
    fn piles(&self, position: &Position, show: Show, seen_waste: Vec<String>) -> Piles {
        let pack = &position.rules().pack;
        let name = |card: Card| self.card_told(pack, card);
        let columns = position.columns().iter().enumerate().map(|(index, pile)| Column {
            number: index + 1,
            down: pile.down,
            hidden: match show {
                Show::Hidden => Vec::new(),
                Show::All => pile.cards[..pile.down].iter().map(|&card| name(card)).collect(),
            },
            up: pile.face_up().iter().map(|&card| name(card)).collect(),
        });
        Piles {
            somerset: matches!(pack.faces, Faces::Somerset { .. }),
            columns: columns.collect(),
            has_stock: position.rules().has_stock(),
            stock: position.stock().len(),
            waste: position.waste().len(),
            waste_top: position.waste().last().map(|&card| name(card)),
            waste_cards: match seen_waste.len() == position.waste().len() {
                true => seen_waste,
                false => Vec::new(),
            },
        }
    }
}
