//! The rules of a game for several seats, checked.

use super::deal::BadTable;
use crate::catalogue::Catalogue;
use crate::game::{BadVariant, Rules};
use crate::variant::{
    Ace, Finish, PackKind, Passes, Play, RuleChanges, SeatRange, Starter, Tie, Touch, Variant,
};
use std::sync::Arc;

/// The rules of a game for several seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRules {
    /// What each seat plays with its own pack; the rules of the patience for one.
    pub seat: Arc<Rules>,
    /// How many may play.
    pub seats: SeatRange,
    /// How they play.
    pub play: Play,
    /// Whose card starts.
    pub starter: Starter,
    /// What an ace counts for that.
    pub ace: Ace,
    /// Who starts if the cards do not settle it.
    pub tie: Tie,
    /// When the game ends.
    pub finish: Finish,
    /// What happens when two cards touch a foundation at once.
    pub touch: Touch,
    /// Two who are stuck with fewer cards in hand than this may spread them; 0: never.
    pub spread: usize,
}

impl TableRules {
    /// The rules of a game of the catalogue, with some fields changed.
    ///
    /// # Errors
    /// If there is no such game, it is for one player, or the rules contradict themselves.
    pub fn of(catalogue: &Catalogue, game: &str, changes: &RuleChanges) -> Result<TableRules, BadTable> {
        let variant = catalogue.variant(game)?.with(changes);
        Ok(TableRules::compile(&variant)?)
    }

    /// Checks a variant.
    ///
    /// # Errors
    /// If a field contradicts another, or asks for what several cannot play.
    pub fn compile(variant: &Variant) -> Result<TableRules, BadVariant> {
        let bad = |field: &'static str, why: &str| BadVariant {
            game: variant.game.clone(),
            field,
            why: why.to_string(),
        };
        let Some(seats) = variant.seats else {
            return Err(bad("seats", "this is a game for one player"));
        };
        if variant.pack != PackKind::French || variant.packs != 1 {
            return Err(bad("packs", "every seat plays with one pack of 52 cards of its own"));
        }
        if variant.returns {
            let why =
                "cards do not come back from foundations that are everybody's: the packs would be mixed";
            return Err(bad("return", why));
        }
        if variant.draw.is_none() {
            return Err(bad("draw", "a game for several needs a stock: turning a card ends a turn"));
        }
        let one = Variant {
            seats: None,
            play: None,
            starter: None,
            ace: None,
            tie: None,
            finish: None,
            touch: None,
            spread: None,
            ..variant.clone()
        };
        let seat = Rules::compile(&one, None)?;
        Ok(TableRules {
            seat: Arc::new(seat),
            seats,
            play: variant.play.unwrap_or(Play::Turns),
            starter: variant.starter.unwrap_or(Starter::Lower),
            ace: variant.ace.unwrap_or(Ace::Low),
            tie: variant.tie.unwrap_or(Tie::Lot),
            finish: variant.finish.unwrap_or(match variant.play {
                Some(Play::Race) => Finish::PlayOn,
                _ => Finish::FirstOut,
            }),
            touch: variant.touch.unwrap_or(Touch::FirstStays),
            spread: usize::from(variant.spread.unwrap_or(0)),
        })
    }

    /// The rules that a seat's moves are checked by at a table with so many: a pack of its own, and
    /// foundations for the packs of all.
    pub fn at_table(&self, seats: usize) -> Arc<Rules> {
        let mut rules = Rules::clone(&self.seat);
        rules.pack.copies = seats as u8;
        Arc::new(rules)
    }

    /// How many cards a seat has.
    pub fn cards(&self) -> usize {
        self.seat.pack.len()
    }

    /// Whether the waste may be turned over as often as one likes.
    pub fn renews(&self) -> bool {
        self.seat.passes == Passes::Unlimited
    }
}
