//! Which move of a game lost it.

use crate::game::{Move, Position};
use crate::grade::{Fate, Verdicts};

/// What became of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Course {
    /// All cards are on the foundations.
    Won,
    /// The win is still there; these moves make it.
    Winnable(Vec<Move>),
    /// It could not be won from the beginning.
    NeverWinnable,
    /// It is lost, and this move, counted from 0, lost it: before it the game could be won, after it
    /// that is proved impossible.
    LostBy(usize),
    /// It is lost by one of the moves from the first to the last, counted from 0; for those between
    /// the limit was reached.
    LostBetween(usize, usize),
    /// Whether it can still be won was not decided.
    Undecided,
}

/// Follows a game from its start and says whether it can still be won, and if not, what lost it.
///
/// A position that is lost stays so, so the fatal move is found by halving; both sides of it are
/// searched to the end.
pub fn course(start: &Position, moves: &[Move], verdicts: &mut Verdicts<'_>) -> Course {
    let mut positions = vec![start.clone()];
    for &act in moves {
        let mut next = positions[positions.len() - 1].clone();
        if next.play(act).is_err() {
            break;
        }
        positions.push(next);
    }
    let last = positions.len() - 1;
    if positions[last].is_won() {
        return Course::Won;
    }
    match verdicts.win(&positions[last]) {
        Ok(moves) => return Course::Winnable(moves),
        Err(Fate::Lost) => {}
        Err(_) => return Course::Undecided,
    }
    match verdicts.fate(&positions[0]) {
        Fate::Won => {}
        Fate::Lost => return Course::NeverWinnable,
        Fate::Open => return Course::LostBetween(0, last - 1),
    }
    // The last position known to be won, and the first known to be lost.
    let (mut won, mut lost) = (0, last);
    let mut open = Vec::new();
    while let Some(middle) = middle(won, lost, &open) {
        match verdicts.fate(&positions[middle]) {
            Fate::Won => won = middle,
            Fate::Lost => lost = middle,
            Fate::Open => open.push(middle),
        }
    }
    match lost - won {
        1 => Course::LostBy(won),
        _ => Course::LostBetween(won, lost - 1),
    }
}

/// The position nearest to the middle between two that was not tried in vain.
fn middle(won: usize, lost: usize, open: &[usize]) -> Option<usize> {
    let half = won + (lost - won) / 2;
    (won + 1..lost).filter(|at| !open.contains(at)).min_by_key(|&at| at.abs_diff(half))
}
