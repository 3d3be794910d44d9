//! A position as the generic search holds it: changed in place, with a key kept up to date.

use crate::card::Card;
use crate::game::{Move, Place, Position, Rules};
use crate::variant::{Build, Passes, Unit};

/// A step of a search: some turns of the stock, then one move of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    /// How the stock lies when the cards are moved, if the stock is touched.
    pub(crate) stock: Option<StockPlace>,
    /// The move of cards.
    pub(crate) act: Move,
}

/// How far the stock is gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct StockPlace {
    /// Which pass is under way, from 1.
    pub(crate) pass: u8,
    /// How many of the cards left lie in the waste.
    pub(crate) waste: u8,
}

/// What is needed to take a step back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Undo {
    act: Move,
    place: StockPlace,
    turned_up: bool,
    card: Option<(Card, u8)>,
    foundation: u8,
}

#[derive(Debug, Clone)]
struct Column {
    cards: Vec<Card>,
    /// `keys[k]` is the key of the lowest k cards.
    keys: Vec<u128>,
    down: usize,
}

/// A position in a search.
#[derive(Debug, Clone)]
pub(crate) struct State<'r> {
    pub(crate) rules: &'r Rules,
    columns: Vec<Column>,
    foundations: Vec<u8>,
    /// The cards of stock and waste in turning order, each with its place in the pack.
    ring: Vec<(Card, u8)>,
    place: StockPlace,
    /// Whether every face-up run was built by the rules, which then stays so.
    pub(crate) runs_are_built: bool,
}

impl<'r> State<'r> {
    pub(crate) fn new(rules: &'r Rules, position: &Position) -> State<'r> {
        let columns = position.columns().iter().map(|pile| {
            let mut column = Column { cards: Vec::new(), keys: vec![0], down: pile.down };
            pile.cards.iter().for_each(|&card| column.push(card));
            column
        });
        let ring = position.waste().iter().chain(position.stock().iter().rev());
        let built = |cards: &[Card]| cards.windows(2).all(|pair| rules.accepts(pair[0], pair[1]));
        State {
            rules,
            columns: columns.collect(),
            foundations: position.foundations().to_vec(),
            ring: ring.enumerate().map(|(index, &card)| (card, index as u8)).collect(),
            place: StockPlace {
                pass: if rules.passes == Passes::Unlimited { 1 } else { position.pass() },
                waste: position.waste().len() as u8,
            },
            runs_are_built: position.columns().iter().all(|pile| built(pile.face_up())),
        }
    }

    pub(crate) fn is_won(&self) -> bool {
        self.ring.is_empty() && self.columns.iter().all(|column| column.cards.is_empty())
    }

    pub(crate) fn column(&self, column: usize) -> &[Card] {
        &self.columns[column].cards
    }

    /// The cards of stock and waste.
    pub(crate) fn ring_cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.ring.iter().map(|&(card, _)| card)
    }

    /// The cards on the foundations.
    pub(crate) fn foundation_cards(&self) -> impl Iterator<Item = Card> + '_ {
        let heights = self.foundations.iter().enumerate();
        heights.flat_map(|(index, &height)| {
            let suit = self.rules.foundation_suit(index);
            (0..height).map(move |rank| Card::new(rank, suit))
        })
    }

    /// The height of the highest foundation of a suit.
    pub(crate) fn highest_foundation(&self, suit: u8) -> u8 {
        let suits = usize::from(self.rules.pack.suits());
        let heights = self.foundations.iter().skip(usize::from(suit)).step_by(suits);
        heights.copied().max().unwrap_or(0)
    }

    /// The number of face-down cards of a column.
    pub(crate) fn down(&self, column: usize) -> usize {
        self.columns[column].down
    }

    /// The key of the position: the same for every order of the columns and of equal foundations,
    /// and for every place in the stock from which the same cards can be turned.
    pub(crate) fn key(&self) -> u128 {
        let mut key = self.columns.iter().fold(0u128, |sum, column| sum.wrapping_add(column.key()));
        for (index, &height) in self.foundations.iter().enumerate() {
            let suit = u64::from(self.rules.foundation_suit(index));
            key = key.wrapping_add(scatter(1 << 32 | suit << 8 | u64::from(height)));
        }
        for &(_, place) in &self.ring {
            key = key.wrapping_add(scatter(2 << 32 | u64::from(place)));
        }
        if self.ring.is_empty() {
            return key;
        }
        let place = match self.rules.passes {
            // From these places the turns ahead are those of a fresh pass (and a pass costs nothing).
            Passes::Unlimited if self.is_like_fresh() => StockPlace { pass: 0, waste: 0 },
            Passes::Unlimited => StockPlace { pass: 0, ..self.place },
            Passes::Limited(_) => self.place,
        };
        key.wrapping_add(scatter(3 << 32 | u64::from(place.pass) << 8 | u64::from(place.waste)))
    }

    fn is_like_fresh(&self) -> bool {
        let waste = usize::from(self.place.waste);
        waste == self.ring.len() || waste.is_multiple_of(self.rules.draw)
    }

    /// The foundation that takes a card now.
    pub(crate) fn foundation_for(&self, card: Card) -> Option<usize> {
        let suits = usize::from(self.rules.pack.suits());
        (usize::from(card.suit())..self.foundations.len())
            .step_by(suits)
            .find(|&index| self.foundations[index] == card.rank())
    }

    /// The card that a place shows.
    pub(crate) fn top(&self, from: Place) -> Option<Card> {
        match from {
            Place::Column(column) => self.columns[usize::from(column)].cards.last().copied(),
            Place::Waste => {
                let waste = usize::from(self.place.waste);
                waste.checked_sub(1).map(|index| self.ring[index].0)
            }
        }
    }

    /// Writes every step from here into `steps`, in an order fixed by the position.
    pub(crate) fn steps(&self, steps: &mut Vec<Step>) {
        let columns = self.columns.len() as u8;
        for from in 0..columns {
            if self.top(Place::Column(from)).is_some_and(|card| self.foundation_for(card).is_some()) {
                steps.push(Step { stock: None, act: Move::Promote { from: Place::Column(from) } });
            }
        }
        for from in 0..columns {
            self.shifts_from(from, steps);
        }
        if self.rules.returns {
            for foundation in 0..self.foundations.len() as u8 {
                self.returns_from(foundation, steps);
            }
        }
        self.stock_steps(steps);
    }

    fn shifts_from(&self, from: u8, steps: &mut Vec<Step>) {
        let column = &self.columns[usize::from(from)];
        let face_up = &column.cards[column.down..];
        let counts = match self.rules.unit {
            Unit::Card => 1..=face_up.len().min(1),
            Unit::Whole => face_up.len().max(1)..=face_up.len(),
            Unit::Sequence | Unit::Group => 1..=face_up.len(),
        };
        for count in counts {
            let first = face_up.len() - count;
            let card = face_up[first];
            self.landings(card, |to| {
                // A whole column into an empty one changes nothing but the order of columns.
                let idle = count == column.cards.len() && self.columns[usize::from(to)].cards.is_empty();
                if to != from && !idle {
                    let act = Move::Shift { from: Place::Column(from), to, count: count as u8 };
                    steps.push(Step { stock: None, act });
                }
            });
            let broken = first > 0 && !self.rules.accepts(face_up[first - 1], card);
            if self.rules.unit == Unit::Sequence && broken {
                break;
            }
        }
    }

    fn returns_from(&self, foundation: u8, steps: &mut Vec<Step>) {
        let suits = usize::from(self.rules.pack.suits());
        let index = usize::from(foundation);
        let Some(rank) = self.foundations[index].checked_sub(1) else { return };
        if index >= suits && self.foundations[index - suits] == self.foundations[index] {
            return;
        }
        let card = Card::new(rank, self.rules.foundation_suit(index));
        self.landings(card, |to| steps.push(Step { stock: None, act: Move::Return { foundation, to } }));
    }

    fn stock_steps(&self, steps: &mut Vec<Step>) {
        for place in self.stock_places() {
            let (card, _) = self.ring[usize::from(place.waste) - 1];
            if self.foundation_for(card).is_some() {
                steps.push(Step { stock: Some(place), act: Move::Promote { from: Place::Waste } });
            }
            self.landings(card, |to| {
                let act = Move::Shift { from: Place::Waste, to, count: 1 };
                steps.push(Step { stock: Some(place), act });
            });
        }
    }

    /// Every place of the stock that turning leads to and that shows a card, nearest first;
    /// the last pass that can show something new is the next one.
    pub(crate) fn stock_places(&self) -> Vec<StockPlace> {
        let mut places = Vec::new();
        let mut seen = [false; 128];
        let mut place = self.place;
        let left = self.ring.len();
        if left == 0 {
            return places;
        }
        loop {
            if place.waste > 0 && !std::mem::replace(&mut seen[usize::from(place.waste)], true) {
                places.push(place);
            }
            if usize::from(place.waste) < left {
                place.waste = (usize::from(place.waste) + self.rules.draw).min(left) as u8;
                continue;
            }
            match self.rules.passes {
                Passes::Limited(most) if place.pass >= most => break,
                _ if place.pass > self.place.pass => break,
                _ => place = StockPlace { pass: place.pass + 1, waste: 0 },
            }
        }
        places
    }

    /// Calls `found` with every column that takes a card; of several empty ones only the first.
    fn landings(&self, card: Card, mut found: impl FnMut(u8)) {
        let mut empty_seen = false;
        for (index, column) in self.columns.iter().enumerate() {
            let lands = match column.cards.last() {
                Some(&target) => self.rules.accepts(target, card),
                None => !std::mem::replace(&mut empty_seen, true) && self.rules.fills(card),
            };
            if lands {
                found(index as u8);
            }
        }
    }

    /// Takes a step that [`State::steps`] gave.
    pub(crate) fn make(&mut self, step: Step) -> Undo {
        let place = self.place;
        if let Some(reached) = step.stock {
            self.place = reached;
            if self.rules.passes == Passes::Unlimited {
                self.place.pass = 1;
            }
        }
        let mut undo = Undo { act: step.act, place, turned_up: false, card: None, foundation: 0 };
        match step.act {
            Move::Promote { from } => {
                let card = self.take_one(from, &mut undo);
                let foundation =
                    self.foundation_for(card).expect("a foundation, since the step was generated");
                self.foundations[foundation] += 1;
                undo.foundation = foundation as u8;
            }
            Move::Shift { from: Place::Column(from), to, count } => {
                let source = &mut self.columns[usize::from(from)];
                let first = source.cards.len() - usize::from(count);
                let cards = source.take_from(first);
                undo.turned_up = source.turn_up();
                cards.iter().for_each(|&card| self.columns[usize::from(to)].push(card));
            }
            Move::Shift { from: Place::Waste, to, .. } => {
                let card = self.take_one(Place::Waste, &mut undo);
                self.columns[usize::from(to)].push(card);
            }
            Move::Return { foundation, to } => {
                let index = usize::from(foundation);
                self.foundations[index] -= 1;
                let card = Card::new(self.foundations[index], self.rules.foundation_suit(index));
                self.columns[usize::from(to)].push(card);
            }
            Move::Turn | Move::Redeal => {}
        }
        undo
    }

    fn take_one(&mut self, from: Place, undo: &mut Undo) -> Card {
        match from {
            Place::Column(column) => {
                let column = &mut self.columns[usize::from(column)];
                let card = column.pop();
                undo.turned_up = column.turn_up();
                card
            }
            Place::Waste => {
                self.place.waste -= 1;
                let card = self.ring.remove(usize::from(self.place.waste));
                undo.card = Some(card);
                card.0
            }
        }
    }

    /// Takes the last step back.
    pub(crate) fn unmake(&mut self, undo: Undo) {
        match undo.act {
            Move::Promote { from } => {
                let index = usize::from(undo.foundation);
                self.foundations[index] -= 1;
                let card = Card::new(self.foundations[index], self.rules.foundation_suit(index));
                self.put_back(from, card, &undo);
            }
            Move::Shift { from: Place::Column(from), to, count } => {
                let target = &mut self.columns[usize::from(to)];
                let first = target.cards.len() - usize::from(count);
                let cards = target.take_from(first);
                let source = &mut self.columns[usize::from(from)];
                source.down += usize::from(undo.turned_up);
                cards.iter().for_each(|&card| source.push(card));
            }
            Move::Shift { from: Place::Waste, to, .. } => {
                let card = self.columns[usize::from(to)].pop();
                self.put_back(Place::Waste, card, &undo);
            }
            Move::Return { foundation, to } => {
                self.columns[usize::from(to)].pop();
                self.foundations[usize::from(foundation)] += 1;
            }
            Move::Turn | Move::Redeal => {}
        }
        self.place = undo.place;
    }

    fn put_back(&mut self, from: Place, card: Card, undo: &Undo) {
        match from {
            Place::Column(column) => {
                let column = &mut self.columns[usize::from(column)];
                column.down += usize::from(undo.turned_up);
                column.push(card);
            }
            Place::Waste => {
                let card = undo.card.expect("the waste card that was taken");
                self.ring.insert(usize::from(self.place.waste), card);
            }
        }
    }

    /// The moves of a step as the referee plays them: turns and redeals, then the move of cards.
    pub(crate) fn moves_of(&self, step: Step, moves: &mut Vec<Move>) {
        let mut place = self.place;
        while let Some(reached) = step.stock.filter(|&reached| reached != place) {
            if usize::from(place.waste) < self.ring.len() {
                place.waste = (usize::from(place.waste) + self.rules.draw).min(self.ring.len()) as u8;
                moves.push(Move::Turn);
            } else {
                debug_assert!(reached.pass > place.pass, "a place that turning leads to");
                place = StockPlace { pass: place.pass + 1, waste: 0 };
                moves.push(Move::Redeal);
            }
        }
        moves.push(step.act);
    }

    /// Whether a promoted card can never be missed, so that promoting it need not be weighed.
    ///
    /// It is so if every card that could ever be built on it is up already. Where runs are
    /// always built and their cards next in line, more is safe:
    /// - Somerset r/s: only r/(s−1) could be built on it, as (r−1)/s is up. A double has no such
    ///   card. If r/(s−1) is itself next and safe, whatever would be put on r/s goes up instead.
    /// - French: if all cards two ranks lower are up, every card one rank lower can go up
    ///   whenever it is free, and nothing would be built on it.
    ///
    /// Compared with the plain search in `shortcuts_change_no_verdict`.
    pub(crate) fn is_safe(&self, card: Card) -> bool {
        // Where all face-up cards move as one, a card less may be a move less.
        match self.rules.build {
            _ if self.rules.unit == Unit::Whole => false,
            Build::Somerset => !self.rules.returns && self.is_safe_somerset(card),
            _ => self.is_safe_french(card),
        }
    }

    fn is_safe_somerset(&self, card: Card) -> bool {
        let rank = card.rank();
        let mut suit = card.suit();
        loop {
            if rank == suit {
                return true;
            }
            suit -= 1;
            let below = self.foundations[usize::from(suit)];
            if below > rank {
                return true;
            }
            if below < rank || !self.runs_are_built {
                return false;
            }
        }
    }

    fn is_safe_french(&self, card: Card) -> bool {
        let lowest = self.foundations.iter().copied().min().unwrap_or(0);
        if self.runs_are_built && self.rules.unit != Unit::Group && card.rank() <= lowest + 1 {
            return true;
        }
        // Without returns, a card whose whole lower neighbourhood is up will never be built on.
        let hosts_nothing = |index: usize| {
            let child = Card::new(card.rank().wrapping_sub(1) & 15, self.rules.foundation_suit(index));
            self.foundations[index] >= card.rank() || !self.rules.accepts(card, child)
        };
        !self.rules.returns && (0..self.foundations.len()).all(hosts_nothing)
    }
}

impl Column {
    fn push(&mut self, card: Card) {
        let below = self.keys[self.cards.len()];
        let key = (below.rotate_left(29) ^ scatter(card.index() as u64 + 1)).wrapping_mul(ODD);
        self.keys.push(key);
        self.cards.push(card);
    }

    fn pop(&mut self) -> Card {
        self.keys.pop();
        self.cards.pop().expect("a card to take")
    }

    fn take_from(&mut self, first: usize) -> Vec<Card> {
        self.keys.truncate(first + 1);
        self.cards.split_off(first)
    }

    fn turn_up(&mut self) -> bool {
        let turns = self.down > 0 && self.down == self.cards.len();
        self.down -= usize::from(turns);
        turns
    }

    fn key(&self) -> u128 {
        let key = self.keys[self.cards.len()] ^ self.down as u128;
        let mixed = (key ^ (key >> 67)).wrapping_mul(ODD);
        mixed ^ (mixed >> 61)
    }
}

const ODD: u128 = 0xA076_1D64_78BD_642F_E703_7ED1_A0B4_28DB;

/// Spreads a small number over 128 bits (two rounds of splitmix64's finaliser).
pub(crate) fn scatter(number: u64) -> u128 {
    let spread = |seed: u64| {
        let mut x = number.wrapping_add(1).wrapping_mul(seed);
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    };
    u128::from(spread(0x9E37_79B9_7F4A_7C15)) << 64 | u128::from(spread(0xD1B5_4A32_D192_ED03))
}
