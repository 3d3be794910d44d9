//! Finding puzzles of one turn: games are played from their deal, and at each turn it is asked whether it
//! holds one.
//!
//! ```
//! use dealpress::{assets::Assets, catalogue::Catalogue};
//! use dealpress::seats::{Table, TableDeal, duel, puzzle::Task};
//! let catalogue = Catalogue::new(Assets::embedded());
//! let deal = TableDeal::named(&catalogue, &"double-solitaire#0".parse().unwrap(), &Default::default(), false);
//! let table = Table::start(&catalogue, &deal.unwrap()).unwrap();
//! let duel = duel::find(&table, Task::Most, None).unwrap();
//! assert!(duel.answer.is_unique && duel.answer.promoted >= 4);
//! ```
//!
//! Only puzzles are taken whose solution is proved, is one but for the order of its moves, and is not found
//! by promoting whatever can be promoted.

use super::deal::{BadTable, TableDeal};
use super::joint::round_robin;
use super::players::{Dice, Player};
use super::proof::{Alone, ProofLimits, prove_alone};
use super::puzzle::{Answer, Task, needs_thought, solve};
use super::seat::Seat;
use super::table::{Act, Play as CardPlay, Table};
use super::turns::TurnGame;
use crate::catalogue::Catalogue;
use crate::deal::DealId;
use crate::game::Move;
use crate::solver::Limits;
use crate::variant::{Play, RuleChanges};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// A puzzle of one turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duel {
    /// What is to be done.
    pub task: Task,
    /// The table when the turn begins.
    pub table: Table,
    /// Whose turn it is.
    pub seat: Seat,
    /// What can be done, and how.
    pub answer: Answer,
}

/// Where puzzles are looked for.
#[derive(Clone, Copy)]
pub struct Search<'s> {
    /// The games there are.
    pub catalogue: &'s Catalogue,
    /// The changes to the rules.
    pub changes: &'s RuleChanges,
    /// How many deals are looked at.
    pub most: u64,
    /// Told of each deal that is looked at.
    pub looked_at: &'s (dyn Fn() + Sync),
    /// Set by another thread to end the work.
    pub stop: Option<&'s AtomicBool>,
}

impl Search<'_> {
    /// The first deal from an id on that holds a puzzle, and the puzzle; the same on any number of threads.
    ///
    /// # Errors
    /// If there is no such game for so many seats, or it is not played by turns.
    pub fn from(&self, first: &DealId, task: Task) -> Result<Option<(DealId, Duel)>, BadTable> {
        let look_at = |seed: u64| -> Result<Option<(DealId, Duel)>, BadTable> {
            let id = DealId { seed, ..first.clone() };
            let deal = TableDeal::named(self.catalogue, &id, self.changes, false)?;
            let table = Table::start(self.catalogue, &deal)?;
            if table.rules().play != Play::Turns {
                return Err(BadTable::NoTurns(first.game.clone()));
            }
            let duel = find(&table, task, self.stop);
            (self.looked_at)();
            Ok(duel.map(|duel| (id, duel)))
        };
        let last = first.seed.saturating_add(self.most);
        let mut seed = first.seed;
        while seed < last && !is_stopped(self.stop) {
            let end = seed.saturating_add(BATCH).min(last);
            let found: Vec<Option<(DealId, Duel)>> =
                (seed..end).into_par_iter().map(look_at).collect::<Result<_, _>>()?;
            if let Some(found) = found.into_iter().flatten().next() {
                return Ok((!is_stopped(self.stop)).then_some(found));
            }
            seed = end;
        }
        Ok(None)
    }
}

/// How many deals are looked at side by side.
const BATCH: u64 = 8;
/// How many acts of a game are looked at.
const MOST_ACTS: usize = 1_500;
/// The fewest cards that a seat has brought up before a turn of it is shown.
const BEGUN: usize = 3;
/// The most cards that a seat has left where everything that it can do is tried.
const MOST_LEFT: usize = 42;
/// What a puzzle has at least: promotions and moves for the most cards, moves for leaving nothing.
const MOST_CARDS: (usize, usize) = (4, 6);
/// The most moves of a solution: more are not found in the head.
const LONGEST: usize = 30;
const NOTHING_MOVES: usize = 3;
/// The most cards of a waste: a puzzle's picture shows them all.
const MOST_WASTE: usize = 9;
/// How many cards go out in a puzzle, and how many moves it takes beyond one for each card.
const OUT_CARDS: std::ops::RangeInclusive<usize> = 5..=24;
const OUT_SHIFTS: usize = 2;
/// How many positions are looked at to win a seat's deal alone.
const ALONE_POSITIONS: u64 = 200_000;

/// The first puzzle of a game that begins at a table, if it has one.
pub fn find(table: &Table, task: Task, stop: Option<&AtomicBool>) -> Option<Duel> {
    match task {
        Task::Most | Task::LeaveNothing => in_play(table, task, stop),
        Task::GoOut => in_solutions(table, stop),
    }
}

fn is_stopped(stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// Looks at each turn of a game between players who take what they see.
fn in_play(table: &Table, task: Task, stop: Option<&AtomicBool>) -> Option<Duel> {
    let mut game = TurnGame::new(table.clone());
    let mut dice = Dice::new(0);
    let mut begins = true;
    for _ in 0..MOST_ACTS {
        if game.end().is_some() || is_stopped(stop) {
            break;
        }
        let (now, seat) = (game.table(), game.turn());
        if begins && now.promoted(seat) >= BEGUN && now.left(seat) <= MOST_LEFT {
            let duel = puzzle(now, seat, task);
            if duel.is_some() {
                return duel;
            }
        }
        let act = Player::Greedy.choose(now, seat, &mut dice);
        begins = matches!(act, Act::Pass | Act::Play(CardPlay { act: Move::Turn, .. }));
        game.play(seat, act).ok()?;
    }
    None
}

/// Looks at the last turn of each seat where all play the solutions of their own deals: it has no stock
/// left, and gets out. The latest moment of it is taken that is still a puzzle: what matters is then near.
fn in_solutions(table: &Table, stop: Option<&AtomicBool>) -> Option<Duel> {
    let alone = Limits { positions: ALONE_POSITIONS, stop, ..Limits::default() };
    let alone = prove_alone(table, &ProofLimits { alone, ..ProofLimits::default() }).ok()?;
    let lines: Vec<&[Move]> = alone
        .iter()
        .map(|alone| match alone {
            Alone::Winnable(solution) => Some(solution.moves()),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let turns = |line: &[Move]| line.iter().filter(|&&act| act == Move::Turn).count();
    let mut turns_left: Vec<usize> = lines.iter().map(|line| turns(line)).collect();
    let mut now = table.clone();
    let mut latest = None;
    for (seat, act) in round_robin(table, &lines) {
        if is_stopped(stop) {
            return None;
        }
        // The first who is out ends the game.
        if Seat::all(now.count()).any(|seat| now.left(seat) == 0) {
            break;
        }
        if turns_left[seat.index()] == 0 && OUT_CARDS.contains(&now.left(seat)) {
            latest = puzzle(&now, seat, Task::GoOut).or(latest);
        }
        now.play(seat, CardPlay { act, place: None, picked: None }).ok()?;
        turns_left[seat.index()] -= usize::from(act == Move::Turn);
    }
    latest
}

/// The puzzle of a turn, if it is one.
fn puzzle(table: &Table, seat: Seat, task: Task) -> Option<Duel> {
    if table.seat(seat).waste().len() > MOST_WASTE {
        return None;
    }
    let answer = solve(table, seat, task)?;
    let (promoted, moves) = (answer.promoted, answer.line.len());
    let is_long = match task {
        Task::Most => promoted >= MOST_CARDS.0 && moves >= MOST_CARDS.1 && promoted < table.left(seat),
        Task::GoOut => moves >= promoted + OUT_SHIFTS,
        Task::LeaveNothing => moves >= NOTHING_MOVES,
    };
    let is_puzzle =
        is_long && moves <= LONGEST && answer.is_unique && needs_thought(table, seat, task, &answer);
    is_puzzle.then(|| Duel { task, table: table.with_turn(seat), seat, answer })
}
