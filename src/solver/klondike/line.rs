//! From the steps of a search to moves at the table.
//!
//! A step names a card; where it lies, where it can go and what must move out of its way is found
//! here, by playing through the referee. That a place can be found is the argument of
//! [`super::dealt::Packed`]; if it were wrong, the line would be refused here and not printed.

use super::cards::Code;
use super::expand::Step;
use crate::card::Card;
use crate::game::{Move, Place, Position};

/// Plays steps from a start and then everything up; the moves, or nothing if a step fails or the
/// game is not won by them.
pub(super) fn moves(start: &Position, steps: &[Step]) -> Option<Vec<Move>> {
    let mut table = Table { position: start.clone(), moves: Vec::new() };
    for &step in steps {
        table.step(step)?;
    }
    table.finish()?;
    Some(table.moves)
}

/// A position and the moves that led to it.
struct Table {
    position: Position,
    moves: Vec<Move>,
}

impl Table {
    fn play(&mut self, act: Move) -> Option<()> {
        self.position.play(act).ok()?;
        self.moves.push(act);
        Some(())
    }

    fn step(&mut self, step: Step) -> Option<()> {
        match step {
            Step::Promote(card) => {
                let from = self.bare(card.card())?;
                self.play(Move::Promote { from: Place::Column(from) })
            }
            Step::Return(card) => {
                let to = self.place_for(card.card())?;
                let tops = 0..self.position.foundations().len();
                let mut held = tops.filter(|&at| self.position.foundation_top(at) == Some(card.card()));
                let foundation = held.next()? as u8;
                self.play(Move::Return { foundation, to })
            }
            Step::Shift(card) => {
                let to = self.place_for(card.card())?;
                let (from, place) = self.find(card.card())?;
                let count = self.position.columns()[from].cards.len() - place;
                self.play(Move::Shift { from: Place::Column(from as u8), to, count: count as u8 })
            }
            Step::Place(card) => {
                self.turn_to(card)?;
                let to = self.place_for(card.card())?;
                self.play(Move::Shift { from: Place::Waste, to, count: 1 })
            }
            Step::Lift(card) => {
                self.turn_to(card)?;
                self.play(Move::Promote { from: Place::Waste })
            }
        }
    }

    /// The column and the place in it where a card lies.
    fn find(&self, card: Card) -> Option<(usize, usize)> {
        let mut columns = self.position.columns().iter().enumerate();
        columns.find_map(|(column, pile)| {
            pile.cards.iter().position(|&lies| lies == card).map(|place| (column, place))
        })
    }

    /// A column, other than the card's own, whose top card takes it.
    fn host_for(&self, card: Card) -> Option<u8> {
        let own = self.find(card).map(|(column, _)| column);
        let rules = self.position.rules();
        let mut columns = self.position.columns().iter().enumerate();
        let host = columns.find(|&(column, pile)| {
            Some(column) != own && pile.top().is_some_and(|top| rules.accepts(top, card))
        });
        host.map(|(column, _)| column as u8)
    }

    /// A column that takes a card. If none does as it is, runs that lie in spaces by themselves
    /// are moved onto hosts until a column is free.
    fn place_for(&mut self, card: Card) -> Option<u8> {
        for _ in 0..=self.position.columns().len() {
            if let Some(column) = self.host_for(card) {
                return Some(column);
            }
            let columns = self.position.columns();
            if let Some(space) = columns.iter().position(|pile| pile.cards.is_empty()) {
                return self.position.rules().fills(card).then_some(space as u8);
            }
            let run = columns.iter().enumerate().find_map(|(from, pile)| {
                let to = self.host_for(*pile.cards.first()?)?;
                (pile.down == 0).then_some((from, to, pile.cards.len()))
            });
            let (from, to, count) = run?;
            self.play(Move::Shift { from: Place::Column(from as u8), to, count: count as u8 })?;
        }
        None
    }

    /// Moves away what lies on a card; its column then.
    fn bare(&mut self, card: Card) -> Option<u8> {
        let (column, place) = self.find(card)?;
        if let Some(&covering) = self.position.columns()[column].cards.get(place + 1) {
            let to = self.place_for(covering)?;
            // The run may have been moved already, to make room for itself.
            let (from, place) = self.find(card)?;
            let count = self.position.columns()[from].cards.len() - place - 1;
            if count > 0 {
                self.play(Move::Shift { from: Place::Column(from as u8), to, count: count as u8 })?;
            }
        }
        self.find(card).map(|(column, _)| column as u8)
    }

    fn turn_to(&mut self, card: Code) -> Option<()> {
        // Twice through the stock and back meets every place that turning can come to.
        let most = 3 * (self.position.stock().len() + self.position.waste().len() + 1);
        for _ in 0..most {
            if self.position.waste().last() == Some(&card.card()) {
                return Some(());
            }
            self.turn()?;
        }
        None
    }

    fn turn(&mut self) -> Option<()> {
        self.play(if self.position.stock().is_empty() { Move::Redeal } else { Move::Turn })
    }

    /// Takes everything up, turning for what is still in the stock.
    fn finish(&mut self) -> Option<()> {
        let mut idle = 0;
        while !self.position.is_won() {
            let columns = (0..self.position.columns().len() as u8).map(Place::Column);
            let mut places = columns.chain([Place::Waste]).map(|from| Move::Promote { from });
            match places.find(|&act| self.position.check(act).is_ok()) {
                Some(act) => {
                    self.play(act)?;
                    idle = 0;
                }
                None if idle > 120 => return None,
                None => {
                    self.turn()?;
                    idle += 1;
                }
            }
        }
        Some(())
    }
}
