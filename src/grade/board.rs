//! A position made small and quick for playouts: copied in one piece, changed in place.
//!
//! The moves it offers are those a person would think of: promotions, shifts that get something
//! done, waste cards to columns, the stock. It knows no return. It is no referee: what is proved
//! and printed goes through [`crate::game`].

use crate::card::Card;
use crate::game::{Move, Place, Position, Rules};
use crate::variant::{Passes, Unit};

/// The most columns, foundations, and cards anywhere.
const COLUMNS: usize = 15;
const CARDS: usize = 120;

/// The rules as bit sets over faces, which are numbered from 0.
#[derive(Debug, Clone)]
pub(crate) struct Laws {
    /// For each face, the faces that may be built on it.
    accepts: Vec<u128>,
    fills: u128,
    faces: Vec<Card>,
    suits: usize,
    columns: usize,
    foundations: usize,
    unit: Unit,
    draw: u8,
    passes: Passes,
}

impl Laws {
    pub(crate) fn new(rules: &Rules) -> Laws {
        let mut faces = rules.pack.cards();
        faces.truncate(faces.len() / usize::from(rules.pack.copies));
        let set = |holds: &dyn Fn(Card) -> bool| -> u128 {
            faces.iter().enumerate().filter(|&(_, &card)| holds(card)).map(|(face, _)| 1 << face).sum()
        };
        Laws {
            accepts: faces.iter().map(|&target| set(&|card| rules.accepts(target, card))).collect(),
            fills: set(&|card| rules.fills(card)),
            suits: usize::from(rules.pack.suits()),
            columns: rules.columns,
            foundations: rules.foundations(),
            unit: rules.unit,
            draw: rules.draw as u8,
            passes: rules.passes,
            faces,
        }
    }

    fn face(&self, card: Card) -> u8 {
        self.faces.iter().position(|&face| face == card).expect("a card of the pack") as u8
    }

    fn accepts(&self, target: u8, face: u8) -> bool {
        self.accepts[usize::from(target)] >> face & 1 == 1
    }
}

#[derive(Debug, Clone, Copy)]
struct Column {
    cards: [u8; CARDS],
    len: u8,
    down: u8,
    /// The faces of its face-up cards.
    shown: u128,
}

/// What a move gets done; simple players choose by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gain {
    /// A card goes to its foundation.
    Promotes,
    /// A face-down card is turned up.
    TurnsUp,
    /// A column becomes empty.
    Empties,
    /// A waste card comes to the tableau.
    Places,
    /// A card is bared on which the moved ones were not built.
    Bares,
    /// A run is split, and the card that is bared can be promoted.
    Splits,
    /// The stock is turned, or turned over.
    Turns,
}

/// A position under play.
#[derive(Debug, Clone)]
pub(crate) struct Board {
    columns: [Column; COLUMNS],
    heights: [u8; COLUMNS],
    /// The cards of waste and stock in turning order; the first `waste` lie in the waste.
    ring: [u8; CARDS],
    ring_len: u8,
    waste: u8,
    pass: u8,
    /// How many cards are not on the foundations.
    left: u8,
}

impl Board {
    pub(crate) fn new(laws: &Laws, position: &Position) -> Board {
        let empty = Column { cards: [0; CARDS], len: 0, down: 0, shown: 0 };
        let mut board = Board {
            columns: [empty; COLUMNS],
            heights: [0; COLUMNS],
            ring: [0; CARDS],
            ring_len: 0,
            waste: position.waste().len() as u8,
            pass: position.pass(),
            left: position.rules().pack.len() as u8,
        };
        for (column, pile) in board.columns.iter_mut().zip(position.columns()) {
            column.down = pile.down as u8;
            pile.cards[..pile.down].iter().for_each(|&card| column.lay(laws.face(card)));
            pile.face_up().iter().for_each(|&card| column.push(laws.face(card)));
        }
        for (height, &given) in board.heights.iter_mut().zip(position.foundations()) {
            *height = given;
            board.left -= given;
        }
        for &card in position.waste().iter().chain(position.stock().iter().rev()) {
            board.ring[usize::from(board.ring_len)] = laws.face(card);
            board.ring_len += 1;
        }
        board
    }

    pub(crate) fn is_won(&self) -> bool {
        self.left == 0
    }

    /// How many cards are not on the foundations.
    pub(crate) fn left(&self) -> u8 {
        self.left
    }

    /// How many cards lie face down in the columns.
    pub(crate) fn down(&self) -> u32 {
        self.columns.iter().map(|column| u32::from(column.down)).sum()
    }

    /// How many cards lie face down in a column.
    pub(crate) fn down_of(&self, column: u8) -> u8 {
        self.columns[usize::from(column)].down
    }

    /// How many columns are empty.
    pub(crate) fn spaces(&self, laws: &Laws) -> u32 {
        self.columns[..laws.columns].iter().filter(|column| column.len == 0).count() as u32
    }

    /// How many cards lie in stock and waste, and how many of them in the waste.
    pub(crate) fn stock(&self) -> (u8, u8) {
        (self.ring_len, self.waste)
    }

    /// The height of the lowest foundation.
    pub(crate) fn lowest(&self, laws: &Laws) -> u8 {
        self.heights[..laws.foundations].iter().copied().min().unwrap_or(0)
    }

    fn foundation_for(&self, laws: &Laws, face: u8) -> Option<usize> {
        let card = laws.faces[usize::from(face)];
        (usize::from(card.suit())..laws.foundations)
            .step_by(laws.suits)
            .find(|&index| self.heights[index] == card.rank())
    }

    /// The rank of the card that a promotion would take.
    pub(crate) fn rank_at(&self, laws: &Laws, from: Place) -> u8 {
        let face = match from {
            Place::Column(column) => self.columns[usize::from(column)].top(),
            Place::Waste => self.waste.checked_sub(1).map(|index| self.ring[usize::from(index)]),
        };
        face.map_or(0, |face| laws.faces[usize::from(face)].rank())
    }

    /// Writes the moves that get something done into `moves`, in an order fixed by the position and
    /// blind to the suits. Returns how many of them, the first ones, have nothing to do with the stock.
    pub(crate) fn moves(&self, laws: &Laws, moves: &mut Vec<(Move, Gain)>) -> usize {
        moves.clear();
        let columns = &self.columns[..laws.columns];
        for (from, column) in columns.iter().enumerate() {
            if column.top().is_some_and(|face| self.foundation_for(laws, face).is_some()) {
                moves.push((Move::Promote { from: Place::Column(from as u8) }, Gain::Promotes));
            }
        }
        for (to, takes) in self.targets(laws) {
            for (from, column) in columns.iter().enumerate() {
                if column.shown & takes != 0 && from != to {
                    self.shifts(laws, from, to, takes, moves);
                }
            }
        }
        let tableau = moves.len();
        self.stock_moves(laws, moves);
        tableau
    }

    /// Adds the moves of the top waste card, and the next turn or redeal.
    pub(crate) fn stock_moves(&self, laws: &Laws, moves: &mut Vec<(Move, Gain)>) {
        if let Some(index) = self.waste.checked_sub(1) {
            let face = self.ring[usize::from(index)];
            if self.foundation_for(laws, face).is_some() {
                moves.push((Move::Promote { from: Place::Waste }, Gain::Promotes));
            }
            for (to, takes) in self.targets(laws) {
                if takes >> face & 1 == 1 {
                    let act = Move::Shift { from: Place::Waste, to: to as u8, count: 1 };
                    moves.push((act, Gain::Places));
                }
            }
        }
        if self.waste < self.ring_len {
            moves.push((Move::Turn, Gain::Turns));
        } else if self.ring_len > 0 && !matches!(laws.passes, Passes::Limited(most) if self.pass >= most) {
            moves.push((Move::Redeal, Gain::Turns));
        }
    }

    /// The columns that take cards, and which faces; of several empty ones only the first.
    fn targets<'b>(&'b self, laws: &'b Laws) -> impl Iterator<Item = (usize, u128)> + 'b {
        let mut space_seen = false;
        self.columns[..laws.columns].iter().enumerate().filter_map(move |(to, target)| {
            let takes = match target.top() {
                Some(top) => laws.accepts[usize::from(top)],
                None if std::mem::replace(&mut space_seen, true) => 0,
                None => laws.fills,
            };
            (takes != 0).then_some((to, takes))
        })
    }

    /// The positions that turning the stock leads to, in this pass and the next, and what a player
    /// may count them: a little for each that is farther, more for another pass.
    pub(crate) fn places(&self, laws: &Laws) -> Vec<(Board, i32)> {
        let mut places = Vec::new();
        let mut board = self.clone();
        let (mut cost, mut redeals) = (0, 0);
        while board.ring_len > 0 {
            if board.waste < board.ring_len {
                board.play(laws, Move::Turn);
                cost += 1;
            } else if redeals == 0 && !matches!(laws.passes, Passes::Limited(most) if board.pass >= most) {
                board.play(laws, Move::Redeal);
                redeals += 1;
                cost += if laws.passes == Passes::Unlimited { 1 } else { 60 };
                continue;
            } else {
                break;
            }
            if redeals > 0 && board.waste >= self.waste && self.waste.is_multiple_of(laws.draw) {
                break;
            }
            places.push((board.clone(), cost));
        }
        places
    }

    /// Adds the shifts between two columns that get something done.
    fn shifts(&self, laws: &Laws, from: usize, to: usize, takes: u128, moves: &mut Vec<(Move, Gain)>) {
        let column = &self.columns[from];
        let (len, down) = (usize::from(column.len), usize::from(column.down));
        let to_space = self.columns[to].len == 0;
        for first in (down..len).rev() {
            let face = column.cards[first];
            let below = first.checked_sub(1).map(|index| column.cards[index]);
            let built = first > down && below.is_some_and(|below| laws.accepts(below, face));
            if takes >> face & 1 == 1 && self.may_move(laws, first, column) {
                let gain = match below {
                    None if to_space => None,
                    None => Some(Gain::Empties),
                    Some(_) if first == down => Some(Gain::TurnsUp),
                    Some(_) if !built => Some(Gain::Bares),
                    Some(below) if self.foundation_for(laws, below).is_some() => Some(Gain::Splits),
                    Some(_) => None,
                };
                if let Some(gain) = gain {
                    let count = (len - first) as u8;
                    let from = Place::Column(from as u8);
                    moves.push((Move::Shift { from, to: to as u8, count }, gain));
                }
            }
            if laws.unit == Unit::Card || laws.unit == Unit::Sequence && !built {
                break;
            }
        }
    }

    fn may_move(&self, laws: &Laws, first: usize, column: &Column) -> bool {
        match laws.unit {
            Unit::Whole => first == usize::from(column.down),
            Unit::Card | Unit::Sequence | Unit::Group => true,
        }
    }

    /// Plays a move that [`Board::moves`] gave; says whether a card was turned up.
    pub(crate) fn play(&mut self, laws: &Laws, act: Move) -> bool {
        match act {
            Move::Promote { from } => {
                let (face, turned_up) = self.take_one(from);
                if let Some(foundation) = self.foundation_for(laws, face) {
                    self.heights[foundation] += 1;
                    self.left -= 1;
                }
                turned_up
            }
            Move::Shift { from: Place::Waste, to, .. } => {
                let (face, _) = self.take_one(Place::Waste);
                self.columns[usize::from(to)].push(face);
                false
            }
            Move::Shift { from: Place::Column(from), to, count } => {
                let source = &mut self.columns[usize::from(from)];
                let first = usize::from(source.len - count);
                let moved = source.cards;
                let end = usize::from(source.len);
                source.len = first as u8;
                for &face in &moved[first..end] {
                    self.columns[usize::from(from)].shown &= !(1 << face);
                    self.columns[usize::from(to)].push(face);
                }
                let source = &mut self.columns[usize::from(from)];
                source.recount();
                source.turn_up()
            }
            Move::Turn => {
                self.waste = self.waste.saturating_add(laws.draw).min(self.ring_len);
                false
            }
            Move::Redeal => {
                self.waste = 0;
                self.pass = self.pass.saturating_add(1);
                false
            }
            Move::Return { .. } => false,
        }
    }

    fn take_one(&mut self, from: Place) -> (u8, bool) {
        match from {
            Place::Column(column) => {
                let column = &mut self.columns[usize::from(column)];
                column.len -= 1;
                let face = column.cards[usize::from(column.len)];
                column.shown &= !(1 << face);
                column.recount();
                (face, column.turn_up())
            }
            Place::Waste => {
                self.waste -= 1;
                let (at, end) = (usize::from(self.waste), usize::from(self.ring_len));
                let face = self.ring[at];
                self.ring.copy_within(at + 1..end, at);
                self.ring_len -= 1;
                (face, false)
            }
        }
    }
}

impl Column {
    /// Lays a card face down.
    fn lay(&mut self, face: u8) {
        self.cards[usize::from(self.len)] = face;
        self.len += 1;
    }

    /// Lays a card face up.
    fn push(&mut self, face: u8) {
        self.lay(face);
        self.shown |= 1 << face;
    }

    fn top(&self) -> Option<u8> {
        self.len.checked_sub(1).map(|index| self.cards[usize::from(index)])
    }

    /// With two packs a face may lie in a column twice, so what is left is looked at again.
    fn recount(&mut self) {
        let up = &self.cards[usize::from(self.down.min(self.len))..usize::from(self.len)];
        self.shown = up.iter().fold(0, |set, &face| set | 1 << face);
    }

    fn turn_up(&mut self) -> bool {
        let turns = self.down > 0 && self.down == self.len;
        self.down -= u8::from(turns);
        if turns {
            self.recount();
        }
        turns
    }
}
