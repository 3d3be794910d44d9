//! Deals for a table: a pack a seat, from one seed or from a file whose piles carry their seat.
//!
//! ```yaml
//! id: double-solitaire#7
//! game: double-solitaire
//! seed: 7
//! seats:
//!   A:
//!     tableau:
//!     - 9D
//!     - 4C | AS
//!     …
//!     stock: TS 6C …
//!   B: …
//! foundations: AC 5H        # of everybody; where a position is not a fresh deal
//! turn: B                   # whose turn it is, where the cards do not say so
//! ```
//!
//! A tableau, a stock, a waste and a pass are written as in a deal file for one. `double-solitaire#7` has
//! two seats, `double-solitaire@3#7` three; a seat's pack does not depend on how many there are.

use super::rules::TableRules;
use super::seat::{BadSeat, Seat};
use crate::card::{Card, Pack};
use crate::catalogue::{BadGame, Catalogue, fresh_for};
use crate::deal::{BadDealId, BadPile, Deal, DealId, DealText};
use crate::game::{BadDeal, BadVariant};
use crate::variant::RuleChanges;
use crate::yaml::{self, BadYaml};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Where every card of every seat lies at the beginning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableDeal {
    /// The game's id.
    pub game: String,
    /// What the deal says about the rules.
    pub changes: RuleChanges,
    /// The deal's name.
    pub id: Option<String>,
    /// The title that the file gives.
    pub title: Option<String>,
    /// The note that the file gives.
    pub note: Option<String>,
    /// The seed it was dealt from.
    pub seed: Option<u64>,
    /// Whether all seats have the same deal.
    pub matched: bool,
    /// The seats' piles, seat A first.
    pub seats: Vec<Deal>,
    /// The top cards of the foundations that are begun.
    pub foundations: Vec<Card>,
    /// Whose turn it is, if the file says so.
    pub turn: Option<Seat>,
    /// Whether the hands are spread face up.
    pub spread: bool,
}

/// A deal for a table as files write it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableText {
    /// The deal's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The game, perhaps with the number of seats.
    pub game: String,
    /// A title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Whether all seats have the same deal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub matched: bool,
    /// Rule fields that differ from the game's own.
    #[serde(default, skip_serializing_if = "RuleChanges::is_empty")]
    pub rules: RuleChanges,
    /// The piles of each seat, by its letter.
    pub seats: BTreeMap<String, SeatText>,
    /// The top cards of the foundations that are begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foundations: Option<String>,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// Whether the hands are spread face up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spread: bool,
}

/// The piles of one seat as files write them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatText {
    /// A column a line, bottom card first, face-down cards left of a bar.
    pub tableau: Vec<Option<String>>,
    /// The stock in turning order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock: Option<String>,
    /// The waste, bottom card first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waste: Option<String>,
    /// Which pass through the stock is under way, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<u8>,
}

/// Why there is no such table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadTable {
    /// There is no such game, or its file is bad.
    #[error(transparent)]
    Game(#[from] BadGame),
    /// The rules are none for several.
    #[error(transparent)]
    Variant(#[from] BadVariant),
    /// The file cannot be read.
    #[error(transparent)]
    Yaml(#[from] BadYaml),
    /// The text names no game or deal.
    #[error(transparent)]
    Name(#[from] BadDealId),
    /// A seat is none.
    #[error(transparent)]
    Seat(#[from] BadSeat),
    /// There are too few or too many.
    #[error("{seats} player{} cannot play {game}: it is for {least} to {most}", if *seats == 1 { "" } else { "s" })]
    Seats {
        /// The game.
        game: String,
        /// How many were asked for.
        seats: usize,
        /// The fewest.
        least: u8,
        /// The most.
        most: u8,
    },
    /// The letters of the seats have a gap.
    #[error("seat {found} where seat {expected} should be; the seats are lettered A, B, C … without a gap")]
    Gap {
        /// The letter that stands there.
        found: String,
        /// The letter that should.
        expected: Seat,
    },
    /// A line of a seat cannot be read.
    #[error("seat {seat}: {why}")]
    Pile {
        /// The seat.
        seat: Seat,
        /// What is wrong.
        why: BadPile,
    },
    /// The piles of a seat are not as the rules have them.
    #[error("seat {seat}: {why}")]
    Deal {
        /// The seat.
        seat: Seat,
        /// What is wrong.
        why: BadDeal,
    },
    /// The foundations cannot be read.
    #[error(transparent)]
    Foundations(#[from] BadPile),
    /// The seats' packs are not whole.
    #[error("{0}")]
    Packs(String),
    /// Puzzles of one turn were asked for in a game without turns.
    #[error("{0} is a race: nobody waits for a turn, so there are no puzzles of one turn")]
    NoTurns(String),
    /// The id belongs to another deal.
    #[error("id: {0} is another deal; leave the id out, or give this one a name of its own without #")]
    OtherId(String),
}

impl TableDeal {
    /// The deal that an id names: every seat's pack shuffled by the seed, or all by that of seat A.
    ///
    /// # Errors
    /// If there is no such game for so many seats.
    pub fn named(
        catalogue: &Catalogue,
        id: &DealId,
        changes: &RuleChanges,
        matched: bool,
    ) -> Result<TableDeal, BadTable> {
        let rules = TableRules::of(catalogue, &id.game, changes)?;
        let count = id.size.unwrap_or(rules.seats.least);
        rules.check_seats(usize::from(count))?;
        // A deal has one name: the fewest seats are not said.
        let size = Some(count).filter(|&count| count != rules.seats.least);
        let seat = |seat: usize| Deal {
            id: None,
            size: None,
            seed: None,
            changes: RuleChanges::default(),
            ..fresh_for(if matched { 0 } else { seat as u8 }, &rules.seat, id, changes)
        };
        Ok(TableDeal {
            game: id.game.clone(),
            changes: changes.clone(),
            id: Some(DealId { size, ..id.clone() }.to_string()),
            title: None,
            note: None,
            seed: Some(id.seed),
            matched,
            seats: (0..usize::from(count)).map(seat).collect(),
            foundations: Vec::new(),
            turn: None,
            spread: false,
        })
    }

    /// Reads a deal file; `name` is the file's name for messages.
    ///
    /// # Errors
    /// If the text is no deal for a table.
    pub fn read(catalogue: &Catalogue, name: &str, text: &str) -> Result<TableDeal, BadTable> {
        TableDeal::of(catalogue, &yaml::read::<TableText>(name, text)?)
    }

    /// The deal that a text describes.
    ///
    /// # Errors
    /// As [`TableDeal::read`].
    pub fn of(catalogue: &Catalogue, text: &TableText) -> Result<TableDeal, BadTable> {
        let name = text.game.parse::<crate::deal::GameName>()?;
        let rules = TableRules::of(catalogue, &name.game, &text.rules)?;
        let pack = rules.seat.pack;
        rules.check_seats(text.seats.len())?;
        let mut seats = Vec::new();
        for ((letter, piles), seat) in text.seats.iter().zip(Seat::all(text.seats.len())) {
            if *letter != seat.to_string() {
                return Err(BadTable::Gap { found: crate::card::shorten(letter), expected: seat });
            }
            let one = DealText {
                game: name.game.clone(),
                tableau: piles.tableau.clone(),
                stock: piles.stock.clone(),
                waste: piles.waste.clone(),
                pass: piles.pass,
                ..DealText::default()
            };
            seats.push(one.deal(&name.game, None, &pack).map_err(|why| BadTable::Pile { seat, why })?);
        }
        let begun = DealText { foundations: text.foundations.clone(), ..DealText::default() };
        let deal = TableDeal {
            game: name.game.clone(),
            changes: text.rules.clone(),
            id: text.id.clone(),
            title: text.title.clone(),
            note: text.note.clone(),
            seed: text.seed,
            matched: text.matched,
            seats,
            foundations: begun.deal(&name.game, None, &pack)?.foundations,
            turn: text.turn.as_deref().map(str::parse).transpose()?,
            spread: text.spread,
        };
        deal.check_id(catalogue)?;
        if let Some(turn) = deal.turn.filter(|turn| turn.index() >= deal.seats.len()) {
            return Err(BadTable::Packs(format!("turn: there is no seat {turn} at this table")));
        }
        Ok(deal)
    }

    /// Refuses a deal that bears the id of another: a name is the same deal for ever.
    fn check_id(&self, catalogue: &Catalogue) -> Result<(), BadTable> {
        let Some(id) = self.id.as_ref().and_then(|id| id.parse::<DealId>().ok()) else { return Ok(()) };
        let Ok(named) = TableDeal::named(catalogue, &id, &self.changes, self.matched) else { return Ok(()) };
        let same = named.game == self.game
            && named.seats.len() == self.seats.len()
            && named.seats.iter().zip(&self.seats).all(|(a, b)| a.columns == b.columns && a.stock == b.stock);
        if same { Ok(()) } else { Err(BadTable::OtherId(id.to_string())) }
    }

    /// The deal as files write it.
    pub fn text(&self, pack: &Pack) -> TableText {
        let seats = Seat::all(self.seats.len()).zip(&self.seats).map(|(seat, deal)| {
            let text = deal.text(pack);
            let piles =
                SeatText { tableau: text.tableau, stock: text.stock, waste: text.waste, pass: text.pass };
            (seat.to_string(), piles)
        });
        let cards: Vec<String> = self.foundations.iter().map(|&card| pack.text(card)).collect();
        TableText {
            id: self.id.clone(),
            game: self.game.clone(),
            title: self.title.clone(),
            note: self.note.clone(),
            seed: self.seed,
            matched: self.matched,
            rules: self.changes.clone(),
            seats: seats.collect(),
            foundations: (!cards.is_empty()).then(|| cards.join(" ")),
            turn: self.turn.map(|seat| seat.to_string()),
            spread: self.spread,
        }
    }
}

impl TableRules {
    /// Whether so many may play.
    ///
    /// # Errors
    /// If they are too few or too many.
    pub fn check_seats(&self, seats: usize) -> Result<(), BadTable> {
        let (least, most) = (self.seats.least, self.seats.most);
        match (usize::from(least)..=usize::from(most)).contains(&seats) {
            true => Ok(()),
            false => Err(BadTable::Seats { game: self.seat.game.clone(), seats, least, most }),
        }
    }
}
