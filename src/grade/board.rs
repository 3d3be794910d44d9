//! A position made small and quick for playouts: copied in one piece, changed in place.
//!
//! The moves it offers are those a person would think of: promotions, shifts that get something
//! done, waste cards to columns, the stock. It knows no return. It is no referee: what is proved
//! and printed goes through [`crate::game`].

use super::random::SplitMix64;
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
    /// Whether there is one card of each face, so that a face tells where it lies.
    single: bool,
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
            single: rules.pack.copies == 1,
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
    /// Where the top cards begin that are built on one another.
    run: u8,
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
    /// How deep in its column each face lies, for those that lie face up, if there is one of each.
    places: [u8; CARDS],
    /// The cards of waste and stock in turning order; the first `waste` lie in the waste.
    ring: [u8; CARDS],
    ring_len: u8,
    waste: u8,
    pass: u8,
    /// How many cards are not on the foundations.
    left: u8,
}

/// What stays as it is while the stock is turned.
#[derive(Debug, Clone)]
pub(crate) struct Tableau {
    /// How many moves, the first ones, have nothing to do with the stock.
    moves: usize,
    /// The faces that each column takes.
    takes: [u128; COLUMNS],
    /// All of them together.
    wanted: u128,
}

impl Board {
    pub(crate) fn new(laws: &Laws, position: &Position) -> Board {
        let empty = Column { cards: [0; CARDS], len: 0, down: 0, run: 0, shown: 0 };
        let mut board = Board {
            columns: [empty; COLUMNS],
            heights: [0; COLUMNS],
            places: [0; CARDS],
            ring: [0; CARDS],
            ring_len: 0,
            waste: position.waste().len() as u8,
            pass: position.pass(),
            left: position.rules().pack.len() as u8,
        };
        for (column, pile) in board.columns.iter_mut().zip(position.columns()) {
            column.down = pile.down as u8;
            pile.cards[..pile.down].iter().for_each(|&card| column.lay(laws.face(card)));
            for &card in pile.face_up() {
                board.places[usize::from(laws.face(card))] = column.len;
                column.push(laws, laws.face(card));
            }
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

    /// Deals anew, by chance, what a player cannot know: the cards that lie face down and those of
    /// the stock from the place on that was never turned up to.
    pub(crate) fn shuffle_unknown(&mut self, laws: &Laws, known: u8, random: &mut SplitMix64) {
        let ring = usize::from(known)..usize::from(self.ring_len);
        let columns = self.columns[..laws.columns].iter_mut();
        let down = columns.flat_map(|column| column.cards[..usize::from(column.down)].iter_mut());
        let mut unknown: Vec<&mut u8> = down.chain(self.ring[ring].iter_mut()).collect();
        for last in (1..unknown.len()).rev() {
            let (before, rest) = unknown.split_at_mut(last);
            let chosen = random.below(last as u32 + 1) as usize;
            if let Some(other) = before.get_mut(chosen) {
                std::mem::swap(*other, rest[0]);
            }
        }
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
        if laws.single {
            let index = usize::from(card.suit());
            return (self.heights[index] == card.rank()).then_some(index);
        }
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
    /// blind to the suits.
    pub(crate) fn moves(&self, laws: &Laws, moves: &mut Vec<(Move, Gain)>) -> Tableau {
        moves.clear();
        let columns = &self.columns[..laws.columns];
        for (from, column) in columns.iter().enumerate() {
            if column.top().is_some_and(|face| self.foundation_for(laws, face).is_some()) {
                moves.push((Move::Promote { from: Place::Column(from as u8) }, Gain::Promotes));
            }
        }
        let (takes, wanted) = self.takes(laws);
        for (from, column) in columns.iter().enumerate() {
            if column.shown & wanted != 0 {
                self.shifts(laws, from, wanted, &takes, moves);
            }
        }
        let tableau = Tableau { moves: moves.len(), takes, wanted };
        self.stock_moves(laws, &tableau, moves);
        tableau
    }

    /// Puts other moves of the top waste card, and the next turn or redeal, in the place of those
    /// that were there before turns and redeals.
    pub(crate) fn stock_moves(&self, laws: &Laws, tableau: &Tableau, moves: &mut Vec<(Move, Gain)>) {
        moves.truncate(tableau.moves);
        if let Some(index) = self.waste.checked_sub(1) {
            let face = self.ring[usize::from(index)];
            if self.foundation_for(laws, face).is_some() {
                moves.push((Move::Promote { from: Place::Waste }, Gain::Promotes));
            }
            if tableau.wanted >> face & 1 == 1 {
                for (to, takes) in tableau.takes[..laws.columns].iter().enumerate() {
                    if takes >> face & 1 == 1 {
                        let act = Move::Shift { from: Place::Waste, to: to as u8, count: 1 };
                        moves.push((act, Gain::Places));
                    }
                }
            }
        }
        if self.waste < self.ring_len {
            moves.push((Move::Turn, Gain::Turns));
        } else if self.ring_len > 0 && !matches!(laws.passes, Passes::Limited(most) if self.pass >= most) {
            moves.push((Move::Redeal, Gain::Turns));
        }
    }

    /// Which faces each column takes, and all of them together; of several empty columns only the
    /// first takes any.
    fn takes(&self, laws: &Laws) -> ([u128; COLUMNS], u128) {
        let mut takes = [0; COLUMNS];
        let (mut fills, mut wanted) = (laws.fills, 0);
        for (takes, column) in takes.iter_mut().zip(&self.columns[..laws.columns]) {
            *takes = match column.top() {
                Some(top) => laws.accepts[usize::from(top)],
                None => std::mem::take(&mut fills),
            };
            wanted |= *takes;
        }
        (takes, wanted)
    }

    /// Adds the shifts from a column that get something done, the fewest cards first.
    fn shifts(
        &self,
        laws: &Laws,
        from: usize,
        wanted: u128,
        takes: &[u128; COLUMNS],
        moves: &mut Vec<(Move, Gain)>,
    ) {
        let column = &self.columns[from];
        let (len, down) = (usize::from(column.len), usize::from(column.down));
        let lowest = match laws.unit {
            Unit::Card => len - 1,
            Unit::Sequence => usize::from(column.run),
            Unit::Group | Unit::Whole => down,
        };
        let mut firsts = self.depths(laws, column, wanted) >> lowest << lowest;
        while firsts != 0 {
            let first = 127 - firsts.leading_zeros() as usize;
            firsts ^= 1 << first;
            if laws.unit == Unit::Whole && first != down {
                continue;
            }
            let face = column.cards[first];
            let gain = match first.checked_sub(1).map(|index| column.cards[index]) {
                None => Gain::Empties,
                Some(_) if first == down => Gain::TurnsUp,
                Some(below) if !laws.accepts(below, face) => Gain::Bares,
                Some(below) if self.foundation_for(laws, below).is_some() => Gain::Splits,
                Some(_) => continue,
            };
            for (to, takes) in takes[..laws.columns].iter().enumerate() {
                // A whole column is not put into a space.
                let idle = gain == Gain::Empties && self.columns[to].len == 0;
                if takes >> face & 1 == 1 && to != from && !idle {
                    let count = (len - first) as u8;
                    let from = Place::Column(from as u8);
                    moves.push((Move::Shift { from, to: to as u8, count }, gain));
                }
            }
        }
    }

    /// How deep in a column the face-up cards of some faces lie, a bit for each.
    fn depths(&self, laws: &Laws, column: &Column, faces: u128) -> u128 {
        let mut depths = 0;
        if laws.single {
            let mut left = column.shown & faces;
            while left != 0 {
                depths |= 1 << self.places[left.trailing_zeros() as usize];
                left &= left - 1;
            }
            return depths;
        }
        for at in usize::from(column.down)..usize::from(column.len) {
            depths |= (faces >> column.cards[at] & 1) << at;
        }
        depths
    }

    /// Plays a move that [`Board::moves`] gave; says whether a card was turned up.
    pub(crate) fn play(&mut self, laws: &Laws, act: Move) -> bool {
        match act {
            Move::Promote { from } => {
                let (face, turned_up) = self.take_one(laws, from);
                if let Some(foundation) = self.foundation_for(laws, face) {
                    self.heights[foundation] += 1;
                    self.left -= 1;
                }
                turned_up
            }
            Move::Shift { from: Place::Waste, to, .. } => {
                let (face, _) = self.take_one(laws, Place::Waste);
                self.push(laws, usize::from(to), face);
                false
            }
            Move::Shift { from: Place::Column(from), to, count } => {
                let (from, to) = (usize::from(from), usize::from(to));
                let end = self.columns[from].len;
                for at in end - count..end {
                    let face = self.columns[from].cards[usize::from(at)];
                    self.columns[from].shown &= !(1 << face);
                    self.push(laws, to, face);
                }
                self.shorten(laws, from, count)
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

    /// Lays a card face up on a column.
    fn push(&mut self, laws: &Laws, to: usize, face: u8) {
        self.places[usize::from(face)] = self.columns[to].len;
        self.columns[to].push(laws, face);
    }

    /// Takes away the top cards of a column; says whether a card was turned up.
    fn shorten(&mut self, laws: &Laws, from: usize, count: u8) -> bool {
        let column = &mut self.columns[from];
        column.len -= count;
        let turned_up = column.down > 0 && column.down == column.len;
        column.down -= u8::from(turned_up);
        if let Some(top) = column.top() {
            if turned_up {
                column.shown |= 1 << top;
                self.places[usize::from(top)] = column.len - 1;
            }
            column.recount(laws);
        }
        turned_up
    }

    fn take_one(&mut self, laws: &Laws, from: Place) -> (u8, bool) {
        match from {
            Place::Column(from) => {
                let from = usize::from(from);
                let column = &mut self.columns[from];
                let face = column.cards[usize::from(column.len - 1)];
                column.shown &= !(1 << face);
                (face, self.shorten(laws, from, 1))
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
    fn push(&mut self, laws: &Laws, face: u8) {
        let built = self.len > self.down && self.top().is_some_and(|top| laws.accepts(top, face));
        if !built {
            self.run = self.len;
        }
        self.lay(face);
        self.shown |= 1 << face;
    }

    fn top(&self) -> Option<u8> {
        self.len.checked_sub(1).map(|index| self.cards[usize::from(index)])
    }

    /// Finds out again where the top cards begin that are built on one another, if they were taken
    /// away; and what is shown, as with two packs a face may lie in a column twice.
    fn recount(&mut self, laws: &Laws) {
        if self.run >= self.len {
            let mut run = usize::from(self.len) - 1;
            while run > usize::from(self.down) && laws.accepts(self.cards[run - 1], self.cards[run]) {
                run -= 1;
            }
            self.run = run as u8;
        }
        if !laws.single {
            let up = &self.cards[usize::from(self.down)..usize::from(self.len)];
            self.shown = up.iter().fold(0, |set, &face| set | 1 << face);
        }
    }
}
