//! A move, and why one is refused.

use crate::card::Card;

/// A place that cards move from or to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A column of the tableau, 0-based.
    Column(u8),
    /// The waste.
    Waste,
}

/// One act at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The top card of a column or of the waste goes to its foundation.
    Promote {
        /// Where the card lies.
        from: Place,
    },
    /// The top `count` cards of a column, or the top card of the waste, go to a column.
    Shift {
        /// Where the cards lie.
        from: Place,
        /// The column they go to, 0-based.
        to: u8,
        /// How many cards.
        count: u8,
    },
    /// The top card of a foundation comes back to a column.
    Return {
        /// The foundation, 0-based.
        foundation: u8,
        /// The column, 0-based.
        to: u8,
    },
    /// Cards are turned from the stock to the waste, as many as a turn brings or as are left.
    Turn,
    /// The waste is turned over to be the stock again.
    Redeal,
}

/// Why a move is refused.
///
/// The messages name cards as files write them; columns, in Somerset games piles, are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The card does not fit on the top card of the column.
    #[error("{card} cannot go on {target}: {why}")]
    Unfit {
        /// The card that would be built.
        card: String,
        /// The card it would lie on.
        target: String,
        /// Which rule it breaks.
        why: String,
    },
    /// The card may not enter an empty column.
    #[error("{card} cannot go to an empty {place}: {why}")]
    NoFill {
        /// The card.
        card: String,
        /// What this game calls a column.
        place: &'static str,
        /// Which rule it breaks.
        why: &'static str,
    },
    /// The card is not the next of its suit.
    #[error("{card} cannot be promoted: {why}")]
    NotNext {
        /// The card.
        card: String,
        /// What is missing.
        why: String,
    },
    /// The cards cannot move together.
    #[error("these {count} cards cannot move together: {why}")]
    NotAUnit {
        /// How many cards.
        count: usize,
        /// Why not.
        why: String,
    },
    /// The card lies face down.
    #[error("{card} lies face down in {place} {column}")]
    FaceDown {
        /// The card.
        card: String,
        /// What this game calls a column.
        place: &'static str,
        /// The column, from 1.
        column: usize,
    },
    /// There is no card to move.
    #[error("{0} is empty")]
    Empty(String),
    /// The game has no such place or act.
    #[error("{0}")]
    NoSuch(String),
}

/// What a move did, as the walkthrough tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub act: Move,
    /// The cards that moved, bottom card first; for a turn, those turned, the last one on top.
    pub cards: Vec<Card>,
    /// The card they were put on, if there was one.
    pub onto: Option<Card>,
    /// The card now on top of the pile they left, if there is one.
    pub revealed: Option<Card>,
    /// Whether that card was turned up by this move.
    pub turned_up: bool,
}
