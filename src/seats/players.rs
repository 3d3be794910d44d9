//! Two fixed players, for measuring how fair deals are: they know what lies face up and nothing else.
//!
//! Equal choices are settled by a [`Dice`], so that a game can be played many times.

use super::reach;
use super::seat::Seat;
use super::table::{Act, Play, Table};
use super::turns::{TurnGame, gets_on};
use crate::card::Card;
use crate::game::{Move, Place, Position};

/// Numbers for settling equal choices: the same from the same seed, on every machine.
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number below `bound`, which is small.
    pub fn below(&mut self, bound: usize) -> usize {
        // SplitMix64; the bias of a remainder is nothing at such bounds.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }
}

/// A fixed way to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// Plays the first best move: up to a foundation, turning a card up, out of the hand.
    Greedy,
    /// Looks through the moves of the turn until a hidden card would be turned up, and minds what
    /// it opens to others.
    LookAhead,
}

/// How many lines of a turn the look-ahead player weighs.
const MOST_LINES: usize = 40;
/// How many moves such a line has.
const LONGEST_LINE: usize = 4;

impl Player {
    /// The next act of a seat whose turn it is.
    pub fn choose(self, table: &Table, seat: Seat, dice: &mut Dice) -> Act {
        let chosen = match self {
            Player::Greedy => greedy(table.seat(seat), dice),
            Player::LookAhead => look_ahead(table, seat, dice),
        };
        chosen.map_or_else(|| turn_or_pass(table, seat), Act::from)
    }
}

/// Turns a card, renews the stock for it, or passes.
fn turn_or_pass(table: &Table, seat: Seat) -> Act {
    for act in [Move::Turn, Move::Redeal] {
        if table.check(seat, Play { act, place: None, picked: None }).is_ok() {
            return act.into();
        }
    }
    Act::Pass
}

/// What a move is worth at once; nothing if it only shifts cards to and fro.
fn worth(position: &Position, act: Move) -> Option<i32> {
    match act {
        Move::Promote { .. } => Some(10),
        Move::Shift { from: Place::Waste, .. } => Some(4),
        Move::Shift { from: Place::Column(from), count, to } => {
            let pile = &position.columns()[usize::from(from)];
            let uncovers = usize::from(count) == pile.face_up().len();
            let makes_space =
                uncovers && pile.down == 0 && !position.columns()[usize::from(to)].cards.is_empty();
            match (uncovers, pile.down) {
                (true, 1..) => Some(6 + pile.down as i32 / 2),
                (true, 0) if makes_space && wants_space(position) => Some(3),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a king waits for an empty column.
fn wants_space(position: &Position) -> bool {
    let fills = |card| position.rules().fills(card);
    position.waste().last().is_some_and(|&card| fills(card))
        || position.columns().iter().any(|pile| pile.down > 0 && fills(pile.cards[pile.down]))
}

fn greedy(position: &Position, dice: &mut Dice) -> Option<Move> {
    let valued = reach::moves(position).into_iter().filter_map(|act| Some((worth(position, act)?, act)));
    let valued: Vec<(i32, Move)> = valued.collect();
    let best = valued.iter().map(|(value, _)| *value).max()?;
    let best: Vec<Move> =
        valued.into_iter().filter(|(value, _)| *value == best).map(|(_, act)| act).collect();
    Some(best[dice.below(best.len())])
}

/// The first move of the best line that the player can see to its end.
fn look_ahead(table: &Table, seat: Seat, dice: &mut Dice) -> Option<Move> {
    let others = tops_of_others(table, seat);
    let gifts = |position: &Position| {
        others.iter().filter(|&&card| position.foundation_for(card).is_some()).count() as i32
    };
    let before = gifts(table.seat(seat));
    let mut best: Vec<(i32, Move)> = Vec::new();
    let mut lines = vec![(table.seat(seat).clone(), 0, None, 0)];
    let mut weighed = 0;
    while let Some((now, value, first, length)) = lines.pop() {
        for act in reach::moves(&now) {
            let Some(worth) = worth(&now, act).or((length < 1).then_some(-1)) else { continue };
            weighed += 1;
            if weighed > MOST_LINES {
                break;
            }
            let mut next = now.clone();
            let Ok(played) = next.play(act) else { continue };
            let first = first.unwrap_or(act);
            let value = value + worth;
            best.push((value - 3 * (gifts(&next) - before), first));
            // What a turned-up card is nobody knows before; the line ends there.
            if !played.turned_up && length + 1 < LONGEST_LINE {
                lines.push((next, value, Some(first), length + 1));
            }
        }
    }
    let most = best.iter().map(|(value, _)| *value).max().filter(|&value| value > 0)?;
    let mut firsts: Vec<Move> =
        best.into_iter().filter(|(value, _)| *value == most).map(|(_, act)| act).collect();
    firsts.sort();
    firsts.dedup();
    Some(firsts[dice.below(firsts.len())])
}

/// The cards of others that could go to a foundation if it took them.
fn tops_of_others(table: &Table, seat: Seat) -> Vec<Card> {
    let others = Seat::all(table.count()).filter(|&other| other != seat);
    let tops = others.flat_map(|other| {
        let position = table.seat(other);
        let columns = position.columns().iter().filter_map(|pile| pile.top());
        columns.chain(position.waste().last().copied()).collect::<Vec<_>>()
    });
    tops.collect()
}

/// How many moves in a row may change nothing for good; the look-ahead player could go round in circles, as
/// it does not weigh every line.
const MOST_SHIFTS: usize = 12;

/// Plays a game by turns to its end, or until everybody has gone through the stock and nobody has got on.
pub fn play_out(table: &Table, players: &[Player], dice: &mut Dice) -> TurnGame {
    let mut game = TurnGame::new(table.clone());
    let cards = table.rules().cards();
    let mut shifts = 0;
    while game.end().is_none() {
        let seat = game.turn();
        let act = match shifts < MOST_SHIFTS {
            true => players[seat.index() % players.len()].choose(game.table(), seat, dice),
            false => turn_or_pass(game.table(), seat),
        };
        match game.play(seat, act) {
            Err(_) => break,
            Ok(Some(played)) if !gets_on(&played) && game.turn() == seat => shifts += 1,
            Ok(_) => shifts = 0,
        }
        let hands: usize = Seat::all(table.count()).map(|seat| game.table().in_hand(seat)).max().unwrap_or(0);
        // Players of flesh call it a day as well when they have seen every card twice.
        if game.idle_turns() > table.count() * (2 * hands.min(cards) + 2) {
            break;
        }
    }
    game
}
