//! The one type that is printed as a solution.

use crate::game::{IllegalMove, Move, Played, Position};

/// Moves that were played through the referee from a position to a win.
///
/// [`Solution::replay`] is the only way to make one, so no solver's mistake can reach paper as a
/// false line.
///
/// ```
/// use dealpress::{assets::Assets, catalogue::Catalogue, walkthrough::Solution};
/// let catalogue = Catalogue::new(Assets::embedded());
/// let deal = catalogue.deal(&"somerset-klondike#42".parse().unwrap()).unwrap();
/// let start = catalogue.start(&deal).unwrap();
/// assert!(Solution::replay(&start, &[]).is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    start: Position,
    moves: Vec<Move>,
    played: Vec<Played>,
}

/// Why moves are no solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAWin {
    /// A move is not legal.
    #[error("move {number}: {why}")]
    Illegal {
        /// Which move, from 1.
        number: usize,
        /// What the referee says.
        why: IllegalMove,
    },
    /// All moves are legal, but cards are left.
    #[error("after {moves} moves {left} cards are not on the foundations")]
    Unfinished {
        /// How many moves were played.
        moves: usize,
        /// How many cards are left.
        left: usize,
    },
}

impl Solution {
    /// Plays every move through the referee, from a position to a win.
    ///
    /// # Errors
    /// If a move is not legal, or the game is not won after the last.
    pub fn replay(start: &Position, moves: &[Move]) -> Result<Solution, NotAWin> {
        let mut position = start.clone();
        let mut played = Vec::with_capacity(moves.len());
        for (index, &act) in moves.iter().enumerate() {
            let done = position.play(act).map_err(|why| NotAWin::Illegal { number: index + 1, why })?;
            played.push(done);
        }
        if !position.is_won() {
            let promoted: usize = position.foundations().iter().map(|&height| usize::from(height)).sum();
            let left = position.rules().pack.len() - promoted;
            return Err(NotAWin::Unfinished { moves: moves.len(), left });
        }
        Ok(Solution { start: start.clone(), moves: moves.to_vec(), played })
    }

    /// The position it starts from.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves, in order. A move is a shift, a promotion, a return, a turn or a redeal.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What each move did.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// How many of the moves are neither turns nor redeals.
    pub fn card_moves(&self) -> usize {
        self.moves.iter().filter(|act| !matches!(act, Move::Turn | Move::Redeal)).count()
    }

    /// How often the stock is gone through, counting the pass under way at the start.
    pub fn passes(&self) -> usize {
        1 + self.moves.iter().filter(|&&act| act == Move::Redeal).count()
    }

    /// Every position: before each move, and the won one at the end.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut position = self.start.clone();
        let after = self.moves.iter().map(move |&act| {
            position.play(act).expect("a legal move, since the solution was replayed");
            position.clone()
        });
        std::iter::once(self.start.clone()).chain(after)
    }
}
