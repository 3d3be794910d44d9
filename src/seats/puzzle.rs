//! One-turn puzzles: a table in the middle of a game, one seat to move, and what is to be done in this turn.
//!
//! All cards are known, those that lie face down too, since the reader is shown them; a turn is any series
//! of moves before the stock is turned. The searches are exact: [`most`] goes through every arrangement of
//! the seat's piles, leaving out what it can prove not to matter ([`Shortcuts::All`]); without shortcuts it
//! leaves out nothing, and tests compare the two.

use super::reach;
use super::seat::Seat;
use super::table::{Play, Table};
use crate::card::Card;
use crate::game::{Move, Position};
use crate::solver::Shortcuts;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// What is to be done in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    /// Play the most cards to the foundations.
    Most,
    /// Play all that are left.
    GoOut,
    /// Leave the others no card at hand that fits a foundation.
    LeaveNothing,
}

/// A word that is no task of one turn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no task of one turn; there are most-cards, go-out and leave-nothing")]
pub struct BadTask(String);

impl Task {
    /// All tasks.
    pub const ALL: [Task; 3] = [Task::Most, Task::GoOut, Task::LeaveNothing];

    /// The word that files and the command line use.
    pub fn code(self) -> &'static str {
        match self {
            Task::Most => "most-cards",
            Task::GoOut => "go-out",
            Task::LeaveNothing => "leave-nothing",
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Task {
    type Err = BadTask;

    fn from_str(text: &str) -> Result<Task, BadTask> {
        let named = Task::ALL.into_iter().find(|task| task.code() == text);
        named.ok_or_else(|| BadTask(crate::card::shorten(text)))
    }
}

/// What a turn can bring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// How many cards go to the foundations.
    pub promoted: usize,
    /// A shortest line that does it.
    pub line: Vec<Move>,
    /// Whether every shortest line consists of the same moves, in whatever order.
    pub is_unique: bool,
    /// How many arrangements were looked at.
    pub positions: usize,
}

/// The most arrangements that a search looks at before it gives up.
const MOST_POSITIONS: usize = 60_000;

/// The most cards that a seat can play to the foundations in one turn; nothing if there is too much to try.
pub fn most(table: &Table, seat: Seat, shortcuts: Shortcuts) -> Option<usize> {
    let start = table.seat(seat).clone();
    let begun = on_foundations(&start);
    let mut best = 0;
    let mut seen = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(position) = waiting.pop() {
        let promoted = on_foundations(&position) - begun;
        best = best.max(promoted);
        // No more can come than cards that would fit if all lay free.
        if shortcuts == Shortcuts::All && promoted + still_possible(&position) <= best {
            continue;
        }
        let moves = match safe(&position, shortcuts) {
            Some(act) => vec![act],
            None => reach::moves(&position),
        };
        for act in moves {
            let mut next = position.clone();
            if next.play(act).is_ok() && seen.insert(key(&next, shortcuts)) {
                if seen.len() > MOST_POSITIONS {
                    return None;
                }
                waiting.push(next);
            }
        }
    }
    Some(best)
}

/// Cards on foundations, whoever played them.
fn on_foundations(position: &Position) -> usize {
    position.foundations().iter().map(|&height| usize::from(height)).sum()
}

/// A promotion that can do no harm: no card that this seat could still lay on it this turn is left in its
/// columns and waste, so it is of no use where it lies; and foundations of one suit and height are alike.
/// `shortcuts_find_what_the_plain_search_finds` compares the search with and without it.
fn safe(position: &Position, shortcuts: Shortcuts) -> Option<Move> {
    if shortcuts == Shortcuts::None {
        return None;
    }
    let left: Vec<Card> = in_play(position);
    reach::promotions(position).into_iter().find(|act| {
        let mut next = position.clone();
        next.play(*act).is_ok_and(|played| {
            played.cards.iter().all(|&card| !left.iter().any(|&other| position.rules().accepts(card, other)))
        })
    })
}

/// The cards of columns and waste.
fn in_play(position: &Position) -> Vec<Card> {
    let columns = position.columns().iter().flat_map(|pile| pile.cards.iter().copied());
    columns.chain(position.waste().iter().copied()).collect()
}

/// How many more cards could be promoted if every card of the columns and the waste lay free.
fn still_possible(position: &Position) -> usize {
    let mut heights = position.foundations().to_vec();
    let mut cards = in_play(position);
    cards.sort_by_key(|card| (card.rank(), card.suit()));
    let mut possible = 0;
    for card in cards {
        let fits =
            |at: &usize| position.rules().foundation_suit(*at) == card.suit() && heights[*at] == card.rank();
        if let Some(at) = (0..heights.len()).find(fits) {
            heights[at] += 1;
            possible += 1;
        }
    }
    possible
}

/// What makes two positions of a turn the same; with shortcuts the order of the columns does not matter.
fn key(position: &Position, shortcuts: Shortcuts) -> Vec<Vec<u8>> {
    let column = |pile: &crate::game::Pile| -> Vec<u8> {
        let cards = pile.cards.iter().map(|card| card.index() as u8);
        std::iter::once(pile.down as u8).chain(cards).collect()
    };
    let mut columns: Vec<Vec<u8>> = position.columns().iter().map(column).collect();
    let mut heights = position.foundations().to_vec();
    if shortcuts == Shortcuts::All {
        columns.sort();
        let suits = usize::from(position.rules().pack.suits());
        let mut sorted: Vec<(usize, u8)> =
            heights.iter().enumerate().map(|(at, &height)| (at % suits, height)).collect();
        sorted.sort_unstable();
        heights = sorted.into_iter().map(|(_, height)| height).collect();
    }
    columns.push(heights);
    columns.push(vec![position.waste().len() as u8]);
    columns
}

/// A move as it is told: the card, and what it is put on (nothing for a foundation or a space).
type Told = (Card, Option<Card>, bool);

/// Lines that lead to a position, by the moves they consist of; two are enough to know that there are several.
type Lines = Vec<(Vec<Told>, Vec<Move>)>;

/// Solves a puzzle: the shortest lines that do what is asked for. Nothing if it cannot be done, or there is
/// too much to try.
///
/// The positions are gone through by their number of moves, so that all shortest lines are found, but for
/// these: the order of the columns does not matter, and where cards are wanted on foundations a safe card is
/// promoted at once. In a shortest line it is not shifted any more (nothing may be laid on it, so the line
/// without that shift would do the same), and not left behind (the line with it would do more): so such
/// lines only differ in when it is promoted, and consist of the same moves. `tests/duels.rs` compares with a
/// search that goes through everything.
pub fn solve(table: &Table, seat: Seat, task: Task) -> Option<Answer> {
    let start = table.seat(seat).clone();
    let begun = on_foundations(&start);
    let wanted = match task {
        Task::Most => most(table, seat, Shortcuts::All)?,
        Task::GoOut => table.left(seat),
        Task::LeaveNothing => 0,
    };
    if task == Task::GoOut && most(table, seat, Shortcuts::All)? < wanted {
        return None;
    }
    let others = tops_of_others(table, seat);
    let is_done = |position: &Position| match task {
        Task::Most | Task::GoOut => on_foundations(position) - begun == wanted,
        Task::LeaveNothing => leaves_nothing(position, &others),
    };
    let promote_safe = if task == Task::LeaveNothing { Shortcuts::None } else { Shortcuts::All };
    let mut seen = BTreeSet::from([key(&start, Shortcuts::All)]);
    let mut layer: BTreeMap<Vec<Vec<u8>>, (Position, Lines)> = BTreeMap::new();
    layer.insert(key(&start, Shortcuts::All), (start, vec![(Vec::new(), Vec::new())]));
    while !layer.is_empty() {
        let done: Vec<&(Position, Lines)> =
            layer.values().filter(|(position, _)| is_done(position)).collect();
        if let Some((position, lines)) = done.first() {
            let told: BTreeSet<&Vec<Told>> =
                done.iter().flat_map(|(_, lines)| lines.iter().map(|line| &line.0)).collect();
            return Some(Answer {
                promoted: on_foundations(position) - begun,
                line: lines[0].1.clone(),
                is_unique: told.len() == 1,
                positions: seen.len(),
            });
        }
        let mut next: BTreeMap<Vec<Vec<u8>>, (Position, Lines)> = BTreeMap::new();
        for (position, lines) in layer.into_values() {
            let moves = match safe(&position, promote_safe) {
                Some(act) => vec![act],
                None => reach::moves(&position),
            };
            for act in moves {
                let mut after = position.clone();
                let Ok(played) = after.play(act) else { continue };
                let name = key(&after, Shortcuts::All);
                if seen.contains(&name) {
                    continue;
                }
                let told = (played.cards[0], played.onto, matches!(act, Move::Promote { .. }));
                // The first line of an entry leads to its very position, the others to one with its
                // columns in another order.
                let (_, known) = next.entry(name).or_insert_with(|| (after, Vec::new()));
                for (moves, line) in &lines {
                    let mut moves = moves.clone();
                    moves.push(told);
                    moves.sort();
                    if known.len() < 2 && known.iter().all(|(other, _)| *other != moves) {
                        let mut line = line.clone();
                        line.push(act);
                        known.push((moves, line));
                    }
                }
            }
        }
        seen.extend(next.keys().cloned());
        if seen.len() > MOST_POSITIONS {
            return None;
        }
        layer = next;
    }
    None
}

/// Whether no card of others that is at hand fits a foundation.
fn leaves_nothing(position: &Position, others: &[Card]) -> bool {
    !others.iter().any(|&card| position.foundation_for(card).is_some())
}

/// Whether a task is done: at the table as it was when the turn began, and as it is now.
pub fn is_done(before: &Table, now: &Table, seat: Seat, task: Task, promoted: usize) -> bool {
    match task {
        Task::Most => before.left(seat) - now.left(seat) >= promoted,
        Task::GoOut => now.left(seat) == 0,
        Task::LeaveNothing => leaves_nothing(now.seat(seat), &tops_of_others(now, seat)),
    }
}

/// The cards that the others have at hand: on top of their columns and wastes.
fn tops_of_others(table: &Table, seat: Seat) -> Vec<Card> {
    let others = Seat::all(table.count()).filter(|&other| other != seat);
    let tops = others.flat_map(|other| {
        let position = table.seat(other);
        let columns = position.columns().iter().filter_map(|pile| pile.top());
        columns.chain(position.waste().last().copied()).collect::<Vec<_>>()
    });
    tops.collect()
}

/// Whether promoting whatever can be promoted, and nothing else, does not do the task: then the puzzle
/// needs thought.
pub fn needs_thought(table: &Table, seat: Seat, task: Task, answer: &Answer) -> bool {
    let mut now = table.clone();
    while let Some(&act) = reach::promotions(now.seat(seat)).first() {
        if is_done(table, &now, seat, task, answer.promoted)
            || now.play(seat, Play { act, place: None, picked: None }).is_err()
        {
            break;
        }
    }
    !is_done(table, &now, seat, task, answer.promoted)
}
