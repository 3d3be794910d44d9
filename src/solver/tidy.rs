//! Leaving out of a win what it can do without, and turning the stock no more than it needs.
//!
//! A depth-first win of a large game moves runs to and fro and takes cards from the stock in any
//! order, each after half a pass. Here a win is a plan of acts, each of which brings one card, a
//! copy of its own, onto another, to a space or up. The plan is carried out again and again with
//! some acts left out, or with an act on a card of the stock brought forward to when the card
//! comes by; an act that has become impossible is passed over, and what can go up at the end goes
//! up. Whatever still wins, in fewer moves, is the plan from then on.

use crate::game::{Move, Place, Position};
use crate::variant::Passes;

/// How many acts may be carried out; a deal of Double Klondike takes about a second of these.
const MOST_ACTS: usize = 3_000_000;
/// How many neighbouring acts are left out together, after quarters of the plan, quarters of these
/// and so on.
const WIDTHS: [usize; 5] = [6, 4, 3, 2, 1];
/// How often the plan is gone through at most.
const ROUNDS: usize = 4;

/// A card of the start: copies are told apart.
type Copy = u16;

/// What becomes of a card, with all that lies on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Act {
    card: Copy,
    to: Target,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Up,
    Card(Copy),
    Space,
}

/// Where a card lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lies {
    Column(usize, usize),
    Foundation(usize),
    Stock,
    Waste,
}

/// A position in which every copy is known.
#[derive(Debug, Clone)]
struct Table {
    position: Position,
    columns: Vec<Vec<Copy>>,
    foundations: Vec<Vec<Copy>>,
    stock: Vec<Copy>,
    waste: Vec<Copy>,
    /// How many moves were played.
    played: usize,
}

/// The best plan so far and what may still be spent on it.
struct Tidier {
    start: Table,
    plan: Vec<Act>,
    /// How many moves the plan takes.
    moves: usize,
    acts_left: usize,
}

/// A shorter win made of a win, which is returned if none is found.
pub(super) fn tidied(start: &Position, found: Vec<Move>) -> Vec<Move> {
    let table = Table::new(start);
    let Some(plan) = plan_of(&table, &found) else { return found };
    let mut tidier = Tidier { start: table, plan, moves: found.len(), acts_left: MOST_ACTS };
    for _ in 0..ROUNDS {
        let before = tidier.moves;
        let quarters = std::iter::successors(Some(tidier.plan.len() / 4), |width| Some(width / 4));
        for width in quarters.take_while(|&width| width > WIDTHS[0]).chain(WIDTHS) {
            tidier.leave_out(width);
        }
        tidier.bring_forward();
        if tidier.moves == before || tidier.acts_left == 0 {
            break;
        }
    }
    tidier.acts_left = MOST_ACTS;
    tidier.take_up_soon();
    let mut moves = Vec::new();
    let mut table = tidier.start.clone();
    for act in &tidier.plan {
        table.carry_out(act, &mut moves);
    }
    if table.position.is_won() && moves.len() < found.len() { moves } else { found }
}

/// The acts of which a win is made.
fn plan_of(start: &Table, moves: &[Move]) -> Option<Vec<Act>> {
    let mut table = start.clone();
    let mut plan = Vec::new();
    for &act in moves {
        let top_of = |table: &Table, column: u8| match table.columns[usize::from(column)].last() {
            Some(&card) => Target::Card(card),
            None => Target::Space,
        };
        match act {
            Move::Turn | Move::Redeal => {}
            Move::Promote { from } => {
                let card = match from {
                    Place::Column(column) => *table.columns[usize::from(column)].last()?,
                    Place::Waste => *table.waste.last()?,
                };
                plan.push(Act { card, to: Target::Up });
            }
            Move::Shift { from, to, count } => {
                let card = match from {
                    Place::Column(column) => {
                        let cards = &table.columns[usize::from(column)];
                        cards[cards.len() - usize::from(count)]
                    }
                    Place::Waste => *table.waste.last()?,
                };
                plan.push(Act { card, to: top_of(&table, to) });
            }
            Move::Return { foundation, to } => {
                let card = *table.foundations[usize::from(foundation)].last()?;
                plan.push(Act { card, to: top_of(&table, to) });
            }
        }
        table.play(act)?;
    }
    Some(plan)
}

impl Tidier {
    /// Carries out acts on a table of which the plan's first ones were carried out, and takes the
    /// outcome for the plan if it wins in fewer moves.
    fn improves(&mut self, first: &[Act], table: &Table, acts: impl Iterator<Item = Act>) -> bool {
        self.wins_within(self.moves - 1, first, table, acts)
    }

    /// The same for an outcome of at most so many moves.
    fn wins_within(
        &mut self,
        most: usize,
        first: &[Act],
        table: &Table,
        acts: impl Iterator<Item = Act>,
    ) -> bool {
        let mut table = table.clone();
        let mut done = first.to_vec();
        let mut moves = Vec::new();
        for act in acts {
            if self.acts_left == 0 || table.played > most {
                return false;
            }
            self.acts_left -= 1;
            if table.carry_out(&act, &mut moves) {
                done.push(act);
            }
        }
        table.finish(&mut done, &mut moves);
        let better = table.position.is_won() && table.played <= most;
        if better {
            (self.plan, self.moves) = (done, table.played);
        }
        better
    }

    /// Leaves out so many neighbouring acts wherever the win gets shorter by it.
    fn leave_out(&mut self, width: usize) {
        let mut table = self.start.clone();
        let mut moves = Vec::new();
        let mut at = 0;
        while at < self.plan.len() {
            let plan = self.plan.clone();
            let rest = plan.iter().skip(at + width).copied();
            if self.improves(&plan[..at], &table, rest) {
                continue;
            }
            for act in plan.iter().skip(at).take(width.div_ceil(3)) {
                table.carry_out(act, &mut moves);
                at += 1;
            }
        }
    }

    /// Plays cards of the stock when they come by on the way to others, wherever the win gets
    /// shorter by it.
    fn bring_forward(&mut self) {
        let mut table = self.start.clone();
        let mut moves = Vec::new();
        let mut at = 0;
        while at < self.plan.len() {
            let plan = self.plan.clone();
            let passed = table.passed_on_the_way(plan[at].card);
            let sooner = passed.into_iter().any(|card| {
                let Some(later) = plan[at..].iter().position(|act| act.card == card) else { return false };
                let act = plan[at + later];
                let others = plan[at..].iter().copied().filter(move |&other| other != act);
                if self.improves(&plan[..at], &table, [act].into_iter().chain(others.clone())) {
                    return true;
                }
                // What the card needs may come before it too.
                let before = plan[at..at + later].iter().copied().filter(|act| !table.is_in_stock(act.card));
                self.improves(&plan[..at], &table, before.chain([act]).chain(others))
            });
            if !sooner {
                table.carry_out(&plan[at], &mut moves);
                at += 1;
            }
        }
    }

    /// Lets cards go up as soon as they can, where the win gets no longer by it.
    fn take_up_soon(&mut self) {
        let mut table = self.start.clone();
        let mut moves = Vec::new();
        for at in 0..self.plan.len() {
            let plan = self.plan.clone();
            let ready = |act: &Act| {
                let Some(lies @ Lies::Column(..)) = table.find(act.card) else { return false };
                let ready = table.move_of(act, lies).is_some_and(|act| table.position.check(act).is_ok());
                act.to == Target::Up && ready
            };
            if let Some(later) = plan.iter().skip(at + 1).position(ready) {
                let act = plan[at + 1 + later];
                let others = plan.iter().skip(at).copied().filter(|&other| other != act);
                self.wins_within(self.moves, &plan[..at], &table, [act].into_iter().chain(others));
            }
            let Some(act) = self.plan.get(at) else { return };
            table.carry_out(act, &mut moves);
        }
    }
}

impl Table {
    fn new(position: &Position) -> Table {
        let mut next = 0;
        let mut copies = |count: usize| -> Vec<Copy> {
            next += count as Copy;
            (next - count as Copy..next).collect()
        };
        Table {
            columns: position.columns().iter().map(|pile| copies(pile.cards.len())).collect(),
            foundations: position.foundations().iter().map(|&height| copies(usize::from(height))).collect(),
            stock: copies(position.stock().len()),
            waste: copies(position.waste().len()),
            position: position.clone(),
            played: 0,
        }
    }

    fn find(&self, card: Copy) -> Option<Lies> {
        let column = self.columns.iter().enumerate().find_map(|(column, cards)| {
            let place = cards.iter().rposition(|&lies| lies == card)?;
            Some(Lies::Column(column, place))
        });
        let up = || self.foundations.iter().position(|cards| cards.last() == Some(&card));
        let waste = || self.waste.contains(&card).then_some(Lies::Waste);
        let stock = || self.stock.contains(&card).then_some(Lies::Stock);
        column.or_else(waste).or_else(stock).or_else(|| up().map(Lies::Foundation))
    }

    /// Plays a move, if it is allowed.
    fn play(&mut self, act: Move) -> Option<()> {
        let up = |table: &Table, from: Place| match from {
            Place::Column(column) => table.position.columns()[usize::from(column)].top(),
            Place::Waste => table.position.waste().last().copied(),
        };
        let foundation = match act {
            Move::Promote { from } => self.position.foundation_for(up(self, from)?),
            _ => None,
        };
        self.position.play(act).ok()?;
        self.played += 1;
        match act {
            Move::Turn => {
                let left = self.position.stock().len();
                self.waste.extend(self.stock.drain(left..).rev());
            }
            Move::Redeal => self.stock.extend(self.waste.drain(..).rev()),
            Move::Promote { from } => {
                let card = match from {
                    Place::Column(column) => self.columns[usize::from(column)].pop()?,
                    Place::Waste => self.waste.pop()?,
                };
                self.foundations[foundation?].push(card);
            }
            Move::Shift { from: Place::Waste, to, .. } => {
                let card = self.waste.pop()?;
                self.columns[usize::from(to)].push(card);
            }
            Move::Shift { from: Place::Column(from), to, count } => {
                let source = &mut self.columns[usize::from(from)];
                let cards = source.split_off(source.len() - usize::from(count));
                self.columns[usize::from(to)].extend(cards);
            }
            Move::Return { foundation, to } => {
                let card = self.foundations[usize::from(foundation)].pop()?;
                self.columns[usize::from(to)].push(card);
            }
        }
        Some(())
    }

    /// The move that carries out an act as the cards lie, if there is one; nothing too where the
    /// card is already there.
    fn move_of(&self, act: &Act, lies: Lies) -> Option<Move> {
        let from = match lies {
            Lies::Column(column, place) => {
                let pile = &self.position.columns()[column];
                let there = place > 0 && act.to == Target::Card(self.columns[column][place - 1]);
                let idle = place == 0 && act.to == Target::Space;
                if place < pile.down || there || idle {
                    return None;
                }
                Place::Column(column as u8)
            }
            _ => Place::Waste,
        };
        let to = match act.to {
            Target::Up => {
                let bare = match lies {
                    Lies::Column(column, place) => place + 1 == self.columns[column].len(),
                    Lies::Foundation(_) => false,
                    Lies::Stock | Lies::Waste => true,
                };
                return bare.then_some(Move::Promote { from });
            }
            Target::Card(card) => self.columns.iter().position(|cards| cards.last() == Some(&card))?,
            Target::Space => self.columns.iter().position(Vec::is_empty)?,
        } as u8;
        Some(match lies {
            Lies::Column(column, place) => {
                Move::Shift { from, to, count: (self.columns[column].len() - place) as u8 }
            }
            Lies::Foundation(foundation) => Move::Return { foundation: foundation as u8, to },
            Lies::Stock | Lies::Waste => Move::Shift { from, to, count: 1 },
        })
    }

    /// Carries out an act, turning to its card if need be, or does nothing if it cannot be done.
    fn carry_out(&mut self, act: &Act, moves: &mut Vec<Move>) -> bool {
        let Some(lies) = self.find(act.card) else { return false };
        let Some(last) = self.move_of(act, lies) else { return false };
        if !matches!(lies, Lies::Stock | Lies::Waste) {
            let played = self.play(last).is_some();
            moves.extend(played.then_some(last));
            return played;
        }
        // Whether the card could be played is seen before it is turned to.
        if act.to == Target::Up && !self.goes_up(act.card) {
            return false;
        }
        let Some(turns) = self.way_to(act.card) else { return false };
        for turn in turns.into_iter().chain([last]) {
            if self.play(turn).is_none() {
                return false;
            }
            moves.push(turn);
        }
        true
    }

    /// The turns and redeals that bring a card of stock or waste to the top of the waste.
    fn way_to(&self, card: Copy) -> Option<Vec<Move>> {
        let rules = self.position.rules();
        let in_order: Vec<Copy> = self.waste.iter().chain(self.stock.iter().rev()).copied().collect();
        let redeals = match rules.passes {
            Passes::Unlimited => 1,
            Passes::Limited(most) => usize::from(most.saturating_sub(self.position.pass()).min(1)),
        };
        let mut turns = Vec::new();
        let mut waste = self.waste.len();
        loop {
            if waste > 0 && in_order[waste - 1] == card {
                return Some(turns);
            }
            if waste < in_order.len() {
                turns.push(Move::Turn);
                waste = (waste + rules.draw).min(in_order.len());
            } else if turns.iter().filter(|&&turn| turn == Move::Redeal).count() < redeals {
                turns.push(Move::Redeal);
                waste = 0;
            } else {
                return None;
            }
        }
    }

    /// Whether a card of stock or waste would find its foundation ready.
    fn goes_up(&self, card: Copy) -> bool {
        let in_stock = self.stock.iter().position(|&lies| lies == card);
        let in_waste = || self.waste.iter().position(|&lies| lies == card);
        let face = match in_stock {
            Some(place) => Some(self.position.stock()[place]),
            None => in_waste().map(|place| self.position.waste()[place]),
        };
        face.is_some_and(|face| self.position.foundation_for(face).is_some())
    }

    fn is_in_stock(&self, card: Copy) -> bool {
        self.stock.contains(&card) || self.waste.contains(&card)
    }

    /// The cards that come by, as the waste's top card, before a card of the stock does.
    fn passed_on_the_way(&self, card: Copy) -> Vec<Copy> {
        let lies = self.find(card);
        let Some(turns) = self.way_to(card).filter(|_| matches!(lies, Some(Lies::Stock | Lies::Waste)))
        else {
            return Vec::new();
        };
        let in_order: Vec<Copy> = self.waste.iter().chain(self.stock.iter().rev()).copied().collect();
        let mut waste = self.waste.len();
        let tops = turns.into_iter().filter_map(|turn| {
            let top = waste.checked_sub(1).map(|top| in_order[top]);
            waste = match turn {
                Move::Redeal => 0,
                _ => (waste + self.position.rules().draw).min(in_order.len()),
            };
            top
        });
        tops.collect()
    }

    /// Takes up all that can go up without more than one pass through the stock in vain.
    fn finish(&mut self, done: &mut Vec<Act>, moves: &mut Vec<Move>) {
        let mut idle = 0;
        while !self.position.is_won() && idle <= self.stock.len() + self.waste.len() {
            let columns = (0..self.columns.len()).filter_map(|column| self.columns[column].last());
            let tops: Vec<Copy> = columns.chain(self.waste.last()).copied().collect();
            let acts = tops.into_iter().map(|card| Act { card, to: Target::Up });
            let mut gone_up = false;
            for act in acts {
                if self.carry_out(&act, moves) {
                    done.push(act);
                    gone_up = true;
                }
            }
            if gone_up {
                idle = 0;
                continue;
            }
            let turn = if self.stock.is_empty() { Move::Redeal } else { Move::Turn };
            if self.stock.is_empty() && self.waste.is_empty() || self.play(turn).is_none() {
                return;
            }
            moves.push(turn);
            idle += 1;
        }
    }
}
