//! The packed search for Klondike: one French pack, alternate colours, runs, a stock.
//!
//! It answers what the generic search answers, thousands of times faster, by four ideas: cards
//! are sets of bits and their arrangement is forgotten (`dealt`); only steps that cannot be
//! undone are edges (`expand`); the stock is a set of cards and a place (`stock`); and easier
//! games tell which positions cannot be won: one of dealt cards alone (`relax`), and the same deal
//! with every stock card at hand, where stock cards are played only when they are needed
//! (`needs`, `choices`) and a lost position tells of many others (`facts`). Each shortcut beyond
//! that stands in [`Switches`].
//!
//! ```
//! use dealpress::{assets::Assets, catalogue::Catalogue};
//! use dealpress::solver::{Limits, Solver, Verdict, klondike::Klondike};
//! let catalogue = Catalogue::new(Assets::embedded());
//! let deal = catalogue.deal(&"klondike#2".parse().unwrap()).unwrap();
//! let start = catalogue.start(&deal).unwrap();
//! let outcome = Klondike::default().solve(&start, &Limits::default());
//! assert!(matches!(outcome.verdict, Verdict::Winnable(_)));
//! ```

mod cards;
mod choices;
mod dealt;
mod expand;
mod facts;
mod line;
mod needs;
mod relax;
mod search;
mod short;
mod shortest;
mod stock;
mod table;

use super::{Limits, Outcome, Shortcuts, Solver, Verdict};
use crate::game::{Position, Rules};
use dealt::Dealt;
use search::{Fate, Search};
pub use short::{Aim, short_line};
pub use shortest::shortest;
use stock::Places;

/// The shortcuts of the packed search, each of which may be switched off.
///
/// A shortcut is off by itself under rules that lack its condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Switches {
    /// Cards that can never be missed go up at once.
    pub safe: bool,
    /// A step that could have been taken before a loose move is not taken after it.
    pub commute: bool,
    /// A card that finds a place in the tableau is not taken straight to its foundation.
    pub implied: bool,
    /// A stock card is played only when something needs it (one card a turn, unlimited passes).
    pub lazy_stock: bool,
    /// A card comes back from its foundation only for a move that this makes possible (not where
    /// any card may enter a space).
    pub lazy_returns: bool,
    /// Stock cards are played only in one step with the move that needs them, each just before
    /// the first move that it makes possible (one card a turn, unlimited passes; not where any
    /// card may enter a space; with `lazy_stock` only).
    pub blocks: bool,
    /// What is lost with some stock cards at hand is lost with fewer of them (one card a turn,
    /// unlimited passes; not where any card may enter a space).
    pub subsets: bool,
    /// A column is emptied only for a king (where only kings enter spaces).
    pub lazy_columns: bool,
    /// A place in the stock is skipped if turning leads to it from one that was lost.
    pub places: bool,
    /// A stock card goes up at once where no other card comes up later or never for it (not where
    /// the stock is a reserve anyhow).
    pub free_lifts: bool,
    /// A stock card is not played from one place in the stock if that is known to lose from
    /// another place.
    pub tried_plays: bool,
    /// Positions are lost that cannot be won under easier rules.
    pub outlook: bool,
    /// Positions are lost that cannot be won with every stock card at hand.
    pub reserve: bool,
}

impl Switches {
    /// Every shortcut.
    pub const ALL: Switches = Switches {
        safe: true,
        commute: true,
        implied: true,
        lazy_stock: true,
        lazy_returns: true,
        blocks: true,
        subsets: true,
        lazy_columns: true,
        places: true,
        free_lifts: true,
        tried_plays: true,
        outlook: true,
        reserve: true,
    };

    /// None: every step from every choice.
    pub const NONE: Switches = Switches {
        safe: false,
        commute: false,
        implied: false,
        lazy_stock: false,
        lazy_returns: false,
        blocks: false,
        subsets: false,
        lazy_columns: false,
        places: false,
        free_lifts: false,
        tried_plays: false,
        outlook: false,
        reserve: false,
    };
}

impl From<Shortcuts> for Klondike {
    fn from(shortcuts: Shortcuts) -> Klondike {
        Klondike::with(match shortcuts {
            Shortcuts::All => Switches::ALL,
            Shortcuts::None => Switches::NONE,
        })
    }
}

/// The packed search.
#[derive(Debug, Clone, Copy)]
pub struct Klondike {
    /// Which shortcuts it takes.
    pub switches: Switches,
    /// After how many positions the shortcuts that cost time of their own begin
    /// ([`Switches::outlook`] and [`Switches::reserve`]), and those that may only lead to a longer
    /// win where one is soon found without them ([`Switches::blocks`], [`Switches::free_lifts`]).
    pub patience: u64,
}

impl Klondike {
    /// A search with some of its shortcuts.
    pub fn with(switches: Switches) -> Klondike {
        // Most deals are won before that; anything from 300 to 10,000 measured alike.
        Klondike { switches, patience: 1_500 }
    }
}

impl Default for Klondike {
    fn default() -> Klondike {
        Klondike::with(Switches::ALL)
    }
}

/// Whether the packed search knows these rules; all others are for the generic search.
pub fn accepts(rules: &Rules) -> bool {
    dealt::knows(rules)
}

impl Solver for Klondike {
    /// Searches from a position. One whose key does not fit into 64 bits, as when a small layout
    /// leaves more than 31 cards in the stock, goes to the generic search.
    fn solve(&mut self, start: &Position, limits: &Limits<'_>) -> Outcome {
        let Some(dealt) = Dealt::new(start, Places::Alike) else {
            let plain = self.switches == Switches::NONE;
            return super::Search::new(if plain { Shortcuts::None } else { Shortcuts::All })
                .solve(start, limits);
        };
        let mut search = Search::new(dealt, self, *limits);
        let verdict = match search.run() {
            Fate::Lost => Verdict::Unwinnable,
            Fate::Open(bound) => Verdict::Undecided(bound),
            Fate::Won => {
                let moves = line::moves(start, &search.steps());

                Verdict::Winnable(moves.expect("a line that plays, since arrangements do not matter"))
            }
        };
        Outcome { verdict, positions: search.positions() }
    }
}
