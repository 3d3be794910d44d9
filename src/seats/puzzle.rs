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

/// What is to be done in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// Play the most cards to the foundations.
    Most,
    /// Play all that are left.
    GoOut,
    /// Leave the others no card at hand that fits a foundation.
    LeaveNothing,
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
/// The positions are gone through by their number of moves, every move of every position, so that all
/// shortest lines are found.
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
        Task::LeaveNothing => !others.iter().any(|&card| position.foundation_for(card).is_some()),
    };
    let mut seen = BTreeSet::from([key(&start, Shortcuts::None)]);
    let mut layer: BTreeMap<Vec<Vec<u8>>, (Position, Lines)> = BTreeMap::new();
    layer.insert(key(&start, Shortcuts::None), (start, vec![(Vec::new(), Vec::new())]));
    while !layer.is_empty() {
        let done: Vec<&(Position, Lines)> =
            layer.values().filter(|(position, _)| is_done(position)).collect();
        if let Some((position, lines)) = done.first() {
            let mut told: Vec<&Vec<Told>> =
                done.iter().flat_map(|(_, lines)| lines.iter().map(|line| &line.0)).collect();
            told.sort();
            told.dedup();
            return Some(Answer {
                promoted: on_foundations(position) - begun,
                line: lines[0].1.clone(),
                is_unique: told.len() == 1,
                positions: seen.len(),
            });
        }
        let mut next: BTreeMap<Vec<Vec<u8>>, (Position, Lines)> = BTreeMap::new();
        for (position, lines) in layer.into_values() {
            for act in reach::moves(&position) {
                let mut after = position.clone();
                let Ok(played) = after.play(act) else { continue };
                let name = key(&after, Shortcuts::None);
                if seen.contains(&name) {
                    continue;
                }
                let told = (played.cards[0], played.onto, matches!(act, Move::Promote { .. }));
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

/// Whether taking what fits a foundation, and nothing else, does less: then the puzzle needs thought.
pub fn needs_thought(table: &Table, seat: Seat, answer: &Answer) -> bool {
    let mut now = table.clone();
    let before = now.left(seat);
    while let Some(&act) = reach::promotions(now.seat(seat)).first() {
        if now.play(seat, Play { act, place: None, picked: None }).is_err() {
            break;
        }
    }
    before - now.left(seat) < answer.promoted
}
