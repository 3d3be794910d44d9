//! The table: every seat's piles and the foundations between them.

use super::deal::{BadTable, TableDeal};
use super::rules::TableRules;
use super::seat::Seat;
use crate::card::Card;
use crate::catalogue::Catalogue;
use crate::deal::shuffle_for;
use crate::game::{IllegalMove, Move, Place, Played, Position, Rules};
use crate::variant::{Ace, RuleChanges, Starter, Tie};
use std::sync::Arc;

/// All piles of all seats at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    rules: Arc<TableRules>,
    /// How the rules differ from the game's own.
    changes: RuleChanges,
    seats: Vec<Position>,
    spread: bool,
    seed: Option<u64>,
    turn: Option<Seat>,
}

/// What a player may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Plays cards.
    Play(Play),
    /// Ends the turn without a stock card to turn.
    Pass,
    /// Spreads the hands, as both players agree to.
    Spread,
}

/// A move of a seat's own cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    /// The move.
    pub act: Move,
    /// The foundation that the card touches, 0-based, if it is said.
    pub place: Option<u8>,
    /// The card that is taken from a hand that is spread.
    pub picked: Option<Card>,
}

impl From<Move> for Act {
    fn from(act: Move) -> Act {
        Act::Play(Play { act, place: None, picked: None })
    }
}

impl Table {
    /// The table at the beginning of a deal.
    ///
    /// # Errors
    /// If there are too few or too many seats, or their cards are not a pack each.
    pub fn start(catalogue: &Catalogue, deal: &TableDeal) -> Result<Table, BadTable> {
        Table::new(Arc::new(TableRules::of(catalogue, &deal.game, &deal.changes)?), deal)
    }

    /// The table of a deal under these rules.
    ///
    /// # Errors
    /// As [`Table::start`].
    pub fn new(rules: Arc<TableRules>, deal: &TableDeal) -> Result<Table, BadTable> {
        let count = deal.seats.len();
        rules.check_seats(count)?;
        let at_table = rules.at_table(count);
        let mut heights = vec![0; at_table.foundations()];
        for &top in &deal.foundations {
            let free =
                (0..heights.len()).find(|&at| at_table.foundation_suit(at) == top.suit() && heights[at] == 0);
            let Some(free) = free else {
                let what = format!(
                    "foundations: no place is left for {}; give each foundation's top card once",
                    rules.seat.pack.text(top)
                );
                return Err(BadTable::Packs(what));
            };
            heights[free] = top.rank() + 1;
        }
        let mut seats = Vec::new();
        for (seat, deal) in Seat::all(count).zip(&deal.seats) {
            let piles = Position::at_table(at_table.clone(), deal, &heights);
            seats.push(piles.map_err(|why| BadTable::Deal { seat, why })?);
        }
        let changes = deal.changes.clone();
        let table = Table { rules, changes, seats, spread: deal.spread, seed: deal.seed, turn: deal.turn };
        table.check_packs()?;
        Ok(table)
    }

    /// Whether each seat has each of its cards at most once, and those it lacks lie on foundations.
    fn check_packs(&self) -> Result<(), BadTable> {
        let pack = self.rules.seat.pack;
        let counts: Vec<[usize; 256]> = self.seats.iter().map(counts_of).collect();
        let seats = || Seat::all(self.seats.len());
        let mut faults = Vec::new();
        for card in pack.cards() {
            let text = pack.text(card);
            let with = |wanted: fn(usize) -> bool| -> Vec<Seat> {
                seats().filter(|seat| wanted(counts[seat.index()][card.index()])).collect()
            };
            let (twice, without) = (with(|count| count > 1), with(|count| count == 0));
            let up = self.foundation_heights(card.suit()).filter(|&height| height > card.rank()).count();
            match (twice.first(), without.first()) {
                (Some(twice), Some(without)) if up == 0 => faults.push(format!(
                    "the packs are mixed up: {twice} has {text} more than once and {without} has none"
                )),
                (Some(twice), _) => faults.push(format!("seat {twice}: too often {text}")),
                (None, Some(seat)) if without.len() > up => {
                    faults.push(format!("seat {seat}: missing {text}"));
                }
                (None, _) if without.len() < up => {
                    faults.push(format!("{text} lies on a foundation, but no seat has played it"));
                }
                _ => {}
            }
        }
        match faults.len() {
            0 => Ok(()),
            1..=3 => Err(BadTable::Packs(faults.join("; "))),
            more => Err(BadTable::Packs(format!("{}; and {} more", faults[..3].join("; "), more - 3))),
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<TableRules> {
        &self.rules
    }

    /// The piles of every seat, seat A first. The foundations are the same in all.
    pub fn seats(&self) -> &[Position] {
        &self.seats
    }

    /// The piles of a seat.
    ///
    /// # Panics
    /// If the seat is not at this table.
    pub fn seat(&self, seat: Seat) -> &Position {
        &self.seats[seat.index()]
    }

    /// The piles of a seat without any foundation, for those who show the foundations once.
    pub fn own_piles(&self, seat: Seat) -> Position {
        let mut rules = Rules::clone(self.seat(seat).rules());
        rules.pack.copies = 0;
        self.seat(seat).with_own_piles(Arc::new(rules))
    }

    /// How many seats there are.
    pub fn count(&self) -> usize {
        self.seats.len()
    }

    /// How many cards lie on each foundation: clubs, diamonds, hearts, spades, and again for each seat.
    pub fn foundations(&self) -> &[u8] {
        self.seats[0].foundations()
    }

    fn foundation_heights(&self, suit: u8) -> impl Iterator<Item = u8> + '_ {
        let suits = usize::from(self.rules.seat.pack.suits());
        self.foundations().iter().copied().skip(usize::from(suit)).step_by(suits)
    }

    /// Whether the hands lie spread.
    pub fn is_spread(&self) -> bool {
        self.spread
    }

    /// The cards of a waste that lie open to `reader`: the top card alone, but all of the reader's own and of
    /// hands that are spread.
    pub fn seen_waste(&self, seat: Seat, reader: Option<Seat>) -> &[Card] {
        let waste = self.seat(seat).waste();
        match reader == Some(seat) || self.spread {
            true => waste,
            false => &waste[waste.len().saturating_sub(1)..],
        }
    }

    /// How many cards a seat has in its stock and waste.
    pub fn in_hand(&self, seat: Seat) -> usize {
        self.seat(seat).stock().len() + self.seat(seat).waste().len()
    }

    /// How many cards a seat has in its columns.
    pub fn in_layout(&self, seat: Seat) -> usize {
        self.seat(seat).columns().iter().map(|pile| pile.cards.len()).sum()
    }

    /// How many cards a seat has not played to the foundations.
    pub fn left(&self, seat: Seat) -> usize {
        self.in_hand(seat) + self.in_layout(seat)
    }

    /// How many cards a seat has played to the foundations.
    pub fn promoted(&self, seat: Seat) -> usize {
        self.rules.cards() - self.left(seat)
    }

    /// Plays a move of a seat's own cards; the foundations change for everybody.
    ///
    /// # Errors
    /// If the move is not legal; the table is then unchanged.
    pub fn play(&mut self, seat: Seat, play: Play) -> Result<Played, IllegalMove> {
        self.check(seat, play)?;
        let position = &mut self.seats[seat.index()];
        if let Some(card) = play.picked {
            position.pick(card);
        }
        let before = position.foundations().to_vec();
        let played = position.play(play.act)?;
        if matches!(play.act, Move::Promote { .. }) {
            let mut heights = position.foundations().to_vec();
            let grown = (0..heights.len()).find(|&at| heights[at] != before[at]);
            if let (Some(grown), Some(place)) = (grown, play.place) {
                // Foundations of one suit and height differ only in where they stand.
                heights.swap(grown, usize::from(place));
            }
            for position in &mut self.seats {
                position.set_foundations(&heights);
            }
        }
        Ok(played)
    }

    /// Says why a move is not legal, if it is not.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn check(&self, seat: Seat, play: Play) -> Result<(), IllegalMove> {
        let Some(position) = self.seats.get(seat.index()) else {
            return Err(IllegalMove::NoSuch(format!("there is no seat {seat} at this table")));
        };
        if self.spread && play.act == Move::Redeal {
            return Err(IllegalMove::NoSuch("the hands are spread: there is no stock any more".into()));
        }
        match play.picked {
            None => position.check(play.act)?,
            Some(card) => {
                let mut open = position.clone();
                if !self.spread || !open.pick(card) {
                    let card = self.rules.seat.pack.text(card);
                    return Err(IllegalMove::NoSuch(format!("{card} is not in {seat}'s spread hand")));
                }
                open.check(play.act)?;
            }
        }
        self.check_place(position, play)
    }

    /// Checks the foundation that a player says the card touches.
    fn check_place(&self, position: &Position, play: Play) -> Result<(), IllegalMove> {
        let (Move::Promote { from }, Some(place)) = (play.act, play.place) else { return Ok(()) };
        let card = match (play.picked, from) {
            (Some(card), _) => card,
            (None, Place::Waste) => *position.waste().last().expect("a card, since the move was checked"),
            (None, Place::Column(column)) => {
                position.columns()[usize::from(column)].top().expect("a card, since the move was checked")
            }
        };
        let suit = position.rules().foundation_suit(usize::from(place));
        let height = position.foundations().get(usize::from(place));
        match height {
            None => Err(IllegalMove::NoSuch(format!("there is no foundation {}", place + 1))),
            Some(&height) if suit == card.suit() && height == card.rank() => Ok(()),
            Some(_) => Err(IllegalMove::NotNext {
                card: self.rules.seat.pack.text(card),
                why: format!("foundation {} does not take it", place + 1),
            }),
        }
    }

    /// Lays the hands open.
    pub(super) fn spread_hands(&mut self) {
        self.spread = true;
        self.seats.iter_mut().for_each(Position::spread);
    }

    /// The same table where it is said whose turn it is.
    pub fn with_turn(&self, seat: Seat) -> Table {
        Table { turn: Some(seat), ..self.clone() }
    }

    /// Who starts: whose face-up card in the first column is lower, or in the second, and so on.
    pub fn starter(&self) -> Seat {
        if let Some(turn) = self.turn {
            return turn;
        }
        let mut tied: Vec<Seat> = Seat::all(self.count()).collect();
        for column in 0..self.rules.seat.columns {
            let value = |seat: &Seat| {
                let rank = self.seat(*seat).columns()[column].top().map(Card::rank)?;
                let rank = if rank == 0 && self.rules.ace == Ace::High { 13 } else { rank };
                Some(if self.rules.starter == Starter::Lower { i16::from(rank) } else { -i16::from(rank) })
            };
            if tied.iter().any(|seat| value(seat).is_none()) {
                break;
            }
            let best = tied.iter().filter_map(value).min();
            tied.retain(|seat| value(seat) == best);
            if let [seat] = tied[..] {
                return seat;
            }
        }
        match (self.rules.tie, self.seed) {
            (Tie::Lot, Some(seed)) => {
                let lots = (0..tied.len() as u8).map(|lot| Card::new(lot, 0)).collect();
                tied[shuffle_for(u8::MAX, lots, seed)[0].index()]
            }
            _ => tied[0],
        }
    }

    /// The deal of this moment, which reads back to the same table.
    pub fn deal(&self, turn: Option<Seat>) -> TableDeal {
        let seats = self.seats.iter().map(|position| crate::deal::Deal {
            game: self.rules.seat.game.clone(),
            size: None,
            changes: Default::default(),
            id: None,
            title: None,
            note: None,
            seed: None,
            columns: position.columns().to_vec(),
            stock: position.stock().iter().rev().copied().collect(),
            waste: position.waste().to_vec(),
            foundations: Vec::new(),
            pass: position.pass(),
        });
        let tops = (0..self.foundations().len()).filter_map(|at| self.seats[0].foundation_top(at));
        TableDeal {
            game: self.rules.seat.game.clone(),
            changes: self.changes.clone(),
            id: None,
            title: None,
            note: None,
            seed: None,
            matched: false,
            seats: seats.collect(),
            foundations: tops.collect(),
            turn,
            spread: self.spread,
        }
    }
}

/// How often each face lies in the piles of a seat.
fn counts_of(position: &Position) -> [usize; 256] {
    let mut counts = [0; 256];
    let columns = position.columns().iter().flat_map(|pile| &pile.cards);
    for card in columns.chain(position.stock()).chain(position.waste()) {
        counts[card.index()] += 1;
    }
    counts
}
