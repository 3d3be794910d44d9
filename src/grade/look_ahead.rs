//! A stronger player, held out: no grade knows of it, and levels are tested by it.
//!
//! It looks two moves ahead and weighs what it would then see. What lies face down, and what
//! the stock holds, it does not know: a move that turns a card up is the last that it looks at.

use super::board::{Board, Gain, Laws};
use super::random::SplitMix64;
use crate::game::{Move, Place, Position};

/// The most moves of a game.
const MOST_MOVES: u32 = 1_000;

/// How far chance may sway it, in sixteenths of the units of [`value`]: so far that most deals are
/// neither always won nor always lost.
const CHANCE: u32 = 60;

/// Lets the player play a deal some times, breaking ties by chance; how many games it won.
pub fn look_ahead_wins(start: &Position, games: u32) -> u32 {
    let laws = Laws::new(start.rules());
    let first = Board::new(&laws, start);
    (0..games).filter(|&number| wins(&laws, &first, u64::from(number))).count() as u32
}

fn wins(laws: &Laws, first: &Board, number: u64) -> bool {
    let mut random = SplitMix64::new(0x10_0CA4_EAD0 + number);
    let mut board = first.clone();
    let (mut moves, mut second) = (Vec::new(), Vec::new());
    // How many cards of the stock it has seen; all of them after a pass.
    let mut seen_all = false;
    let mut last = None;
    for _ in 0..MOST_MOVES {
        if board.is_won() {
            return true;
        }
        let tableau = board.moves(laws, &mut moves);
        let now = value(laws, &board);
        let mut best: Option<(i32, Board, Move)> = None;
        let mut weigh = |board: &Board, act, gain, cost: i32| {
            let worth = worth(laws, board, act, gain, &mut second) - now;
            let worth = 16 * worth + random.below(CHANCE) as i32 - cost;
            if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                best = Some((worth, board.clone(), act));
            }
        };
        for &(act, gain) in moves.iter().filter(|&&(act, gain)| gain != Gain::Turns && Some(act) != last) {
            weigh(&board, act, gain, 0);
        }
        let turn = moves.iter().map(|&(act, _)| act).find(|act| matches!(act, Move::Turn | Move::Redeal));
        if seen_all {
            for (place, cost) in board.places(laws) {
                moves.truncate(tableau);
                place.stock_moves(laws, &mut moves);
                for &(act, gain) in moves[tableau..].iter().filter(|&&(_, gain)| gain != Gain::Turns) {
                    weigh(&place, act, gain, cost);
                }
            }
        }
        let (mut from, act) = match (best, turn) {
            (Some((worth, place, act)), _) if worth > 0 => (place, act),
            (_, Some(Move::Turn)) if !seen_all => (board.clone(), Move::Turn),
            (_, Some(Move::Redeal)) if !seen_all => {
                seen_all = true;
                (board.clone(), Move::Redeal)
            }
            (Some((_, place, act)), _) => (place, act),
            (None, _) => return false,
        };
        last = match act {
            Move::Shift { from: Place::Column(from), to, count } => {
                Some(Move::Shift { from: Place::Column(to), to: from, count })
            }
            _ => None,
        };
        from.play(laws, act);
        board = from;
    }
    false
}

/// What a move is worth: the better of what is seen after it and after one more.
fn worth(laws: &Laws, board: &Board, act: Move, gain: Gain, moves: &mut Vec<(Move, Gain)>) -> i32 {
    let early = early(laws, board, act, gain);
    let mut after = board.clone();
    if after.play(laws, act) {
        return value(laws, &after) - early + 3;
    }
    let mut best = value(laws, &after) - early;
    after.moves(laws, moves);
    for &(act, gain) in moves.iter().filter(|&&(_, gain)| gain != Gain::Turns) {
        let early = early + self::early(laws, &after, act, gain);
        let mut last = after.clone();
        let turned_up = last.play(laws, act);
        best = best.max(value(laws, &last) - early - 1 + if turned_up { 3 } else { 0 });
    }
    best
}

/// What a promotion costs that takes a card away on which others might still be built.
fn early(laws: &Laws, board: &Board, act: Move, gain: Gain) -> i32 {
    match (gain, act) {
        (Gain::Promotes, Move::Promote { from }) => {
            i32::from(board.rank_at(laws, from).saturating_sub(board.lowest(laws) + 1)).min(3) * 2
        }
        _ => 0,
    }
}

/// What a position looks worth, by what is seen of it.
fn value(laws: &Laws, board: &Board) -> i32 {
    let (ring, _) = board.stock();
    let deepest = (0..15).map(|column| i32::from(board.down_of(column))).max().unwrap_or(0);
    -6 * board.down() as i32 - 5 * i32::from(board.left()) - i32::from(ring) * 2 - deepest
        + board.spaces(laws) as i32
}
