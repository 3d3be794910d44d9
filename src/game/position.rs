//! A position: where all cards lie now.

use super::rules::Rules;
use crate::card::Card;
use crate::deal::Deal;
pub use crate::deal::Pile;
use crate::variant::{Passes, Unit};
use std::sync::Arc;

/// All piles at one moment of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) rules: Arc<Rules>,
    pub(super) columns: Vec<Pile>,
    pub(super) foundations: Vec<u8>,
    pub(super) stock: Vec<Card>,
    pub(super) waste: Vec<Card>,
    pub(super) pass: u8,
}

/// A deal whose cards are not those of the pack, or not laid as the game lays them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadDeal {
    /// Cards are missing, repeated or too many.
    #[error("not a whole pack of {expected} cards: {what}")]
    WrongPack {
        /// How many cards there should be.
        expected: usize,
        /// Which cards are missing, which stand too often.
        what: String,
    },
    /// A pile is not as the rules have it.
    #[error("{place}: {what}")]
    WrongPile {
        /// Which pile.
        place: String,
        /// What is wrong, and what would be right.
        what: String,
    },
}

impl Position {
    /// The position at the beginning of a deal.
    ///
    /// # Errors
    /// If the deal's cards are not the pack's, or its piles not the rules'.
    pub fn new(rules: Arc<Rules>, deal: &Deal) -> Result<Position, BadDeal> {
        let wrong = |place: &str, what: String| BadDeal::WrongPile { place: place.to_string(), what };
        if deal.columns.len() != rules.columns {
            let (given, right, word) = (deal.columns.len(), rules.columns, rules.pack.column_word());
            return Err(wrong("tableau", format!("{given} {word}s are given, this game has {right}")));
        }
        let mut foundations = vec![0; rules.foundations()];
        for &top in &deal.foundations {
            let free = (0..foundations.len())
                .find(|&index| rules.foundation_suit(index) == top.suit() && foundations[index] == 0);
            let Some(free) = free else {
                let card = rules.pack.text(top);
                return Err(wrong(
                    "foundations",
                    format!("no foundation is left for {card}; give each foundation's top card once"),
                ));
            };
            foundations[free] = top.rank() + 1;
        }
        let stocked = deal.stock.len() + deal.waste.len() > 0;
        if stocked && !rules.has_stock() {
            return Err(wrong("stock", "this game has no stock".to_string()));
        }
        if deal.pass == 0 || matches!(rules.passes, Passes::Limited(most) if deal.pass > most) {
            return Err(wrong("pass", format!("{} is none of this game's passes", deal.pass)));
        }
        let mut position = Position {
            columns: deal.columns.clone(),
            foundations,
            stock: deal.stock.iter().rev().copied().collect(),
            waste: deal.waste.clone(),
            pass: deal.pass,
            rules,
        };
        position.check_pack()?;
        for column in 0..position.columns.len() {
            position.turn_up(column);
        }
        Ok(position)
    }

    /// The piles of one seat at a table where the foundations are everybody's: they hold `heights` cards.
    ///
    /// Whether the cards are those of a pack only the whole table can tell; see [`crate::seats::Table`].
    pub(crate) fn at_table(rules: Arc<Rules>, deal: &Deal, heights: &[u8]) -> Result<Position, BadDeal> {
        let wrong = |place: &str, what: String| BadDeal::WrongPile { place: place.to_string(), what };
        if deal.columns.len() != rules.columns {
            let (given, right, word) = (deal.columns.len(), rules.columns, rules.pack.column_word());
            return Err(wrong("tableau", format!("{given} {word}s are given, this game has {right}")));
        }
        if !deal.foundations.is_empty() {
            let what = "the foundations are everybody's: they stand beside the seats, not in one";
            return Err(wrong("foundations", what.to_string()));
        }
        if deal.pass == 0 || matches!(rules.passes, Passes::Limited(most) if deal.pass > most) {
            return Err(wrong("pass", format!("{} is none of this game's passes", deal.pass)));
        }
        let mut position = Position {
            columns: deal.columns.clone(),
            foundations: heights.to_vec(),
            stock: deal.stock.iter().rev().copied().collect(),
            waste: deal.waste.clone(),
            pass: deal.pass,
            rules,
        };
        for column in 0..position.columns.len() {
            position.turn_up(column);
        }
        Ok(position)
    }

    /// The same piles under other rules, without foundations.
    pub(crate) fn with_own_piles(&self, rules: Arc<Rules>) -> Position {
        Position { rules, foundations: Vec::new(), ..self.clone() }
    }

    /// Puts the foundations as others at the table have left them.
    pub(crate) fn set_foundations(&mut self, heights: &[u8]) {
        self.foundations.copy_from_slice(heights);
    }

    /// Takes a card of a hand that is spread face up, so that it is the next to be played.
    pub(crate) fn pick(&mut self, card: Card) -> bool {
        let place = self.waste.iter().position(|&other| other == card);
        if let Some(place) = place {
            let card = self.waste.remove(place);
            self.waste.push(card);
        }
        place.is_some()
    }

    /// Lays the whole hand open: the stock's cards are added to the waste.
    pub(crate) fn spread(&mut self) {
        let stock = std::mem::take(&mut self.stock);
        self.waste.extend(stock.into_iter().rev());
    }

    fn check_pack(&self) -> Result<(), BadDeal> {
        let mut counts = [0i32; 256];
        for card in self.rules.pack.cards() {
            counts[card.index()] += 1;
        }
        for card in self.all_cards() {
            counts[card.index()] -= 1;
        }
        let pack = &self.rules.pack;
        let named = |wanted: fn(i32) -> bool| -> Vec<String> {
            let mut faces = pack.cards();
            faces.truncate(faces.len() / usize::from(pack.copies));
            faces
                .into_iter()
                .filter(|card| wanted(counts[card.index()]))
                .map(|card| pack.text(card))
                .collect()
        };
        let (missing, extra) = (named(|left| left > 0), named(|left| left < 0));
        if missing.is_empty() && extra.is_empty() {
            return Ok(());
        }
        let list = |cards: Vec<String>| match cards.len() {
            0..=8 => cards.join(" "),
            more => format!("{} and {} more", cards[..8].join(" "), more - 8),
        };
        let mut what = Vec::new();
        if !missing.is_empty() {
            what.push(format!("missing {}", list(missing)));
        }
        if !extra.is_empty() {
            what.push(format!("too often {}", list(extra)));
        }
        Err(BadDeal::WrongPack { expected: pack.len(), what: what.join("; ") })
    }

    /// Every card, wherever it lies, in no order that means anything.
    fn all_cards(&self) -> Vec<Card> {
        let mut cards: Vec<Card> = self.columns.iter().flat_map(|pile| pile.cards.iter().copied()).collect();
        cards.extend(&self.stock);
        cards.extend(&self.waste);
        for (index, &height) in self.foundations.iter().enumerate() {
            let suit = self.rules.foundation_suit(index);
            cards.extend((0..height).map(|rank| Card::new(rank, suit)));
        }
        cards
    }

    /// The same position under rules that allow other passes through the stock.
    pub fn with_passes(&self, passes: Passes) -> Position {
        let mut rules = Rules::clone(&self.rules);
        rules.passes = passes;
        Position { rules: Arc::new(rules), ..self.clone() }
    }

    /// The same position under rules that let cards come back from a foundation or do not.
    pub fn with_returns(&self, returns: bool) -> Position {
        let mut rules = Rules::clone(&self.rules);
        rules.returns = returns;
        Position { rules: Arc::new(rules), ..self.clone() }
    }

    /// The same position under rules that move other units from column to column.
    pub fn with_unit(&self, unit: Unit) -> Position {
        let mut rules = Rules::clone(&self.rules);
        rules.unit = unit;
        Position { rules: Arc::new(rules), ..self.clone() }
    }

    /// The same position with no card of the columns face down.
    pub fn turned_up(&self) -> Position {
        let mut position = self.clone();
        position.columns.iter_mut().for_each(|pile| pile.down = 0);
        position
    }

    /// The same position with every card of a suit made one of the suit that `new_suit` gives.
    ///
    /// # Panics
    /// If `new_suit` gives a suit that the pack has not.
    pub fn with_suits(&self, new_suit: impl Fn(u8) -> u8) -> Position {
        let mut position = self.clone();
        let change = |card: &mut Card| *card = Card::new(card.rank(), new_suit(card.suit()));
        position.columns.iter_mut().flat_map(|pile| pile.cards.iter_mut()).for_each(change);
        position.stock.iter_mut().chain(position.waste.iter_mut()).for_each(change);
        let suits = usize::from(self.rules.pack.suits());
        for (index, &height) in self.foundations.iter().enumerate() {
            let suit = self.rules.foundation_suit(index);
            position.foundations[index - usize::from(suit) + usize::from(new_suit(suit)) % suits] = height;
        }
        position
    }

    /// The deal that begins with this position: `like` gives its game, size and rules.
    pub fn as_deal(&self, like: &Deal) -> Deal {
        let tops = (0..self.foundations.len()).filter_map(|index| self.foundation_top(index));
        Deal {
            game: like.game.clone(),
            size: like.size,
            changes: like.changes.clone(),
            id: None,
            title: None,
            note: None,
            seed: None,
            columns: self.columns.clone(),
            stock: self.stock.iter().rev().copied().collect(),
            waste: self.waste.clone(),
            foundations: tops.collect(),
            pass: self.pass,
        }
    }

    /// The rules that are played.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The columns of the tableau.
    pub fn columns(&self) -> &[Pile] {
        &self.columns
    }

    /// How many cards lie on each foundation.
    pub fn foundations(&self) -> &[u8] {
        &self.foundations
    }

    /// The top card of a foundation (0-based), if it is begun.
    pub fn foundation_top(&self, foundation: usize) -> Option<Card> {
        let rank = self.foundations[foundation].checked_sub(1)?;
        Some(Card::new(rank, self.rules.foundation_suit(foundation)))
    }

    /// The stock, bottom card first: the last card is the next to be turned.
    pub fn stock(&self) -> &[Card] {
        &self.stock
    }

    /// The waste, bottom card first.
    pub fn waste(&self) -> &[Card] {
        &self.waste
    }

    /// Which pass through the stock is under way, from 1.
    pub fn pass(&self) -> u8 {
        self.pass
    }

    /// Whether every card lies on a foundation.
    pub fn is_won(&self) -> bool {
        let pack = &self.rules.pack;
        self.foundations
            .iter()
            .enumerate()
            .all(|(index, &height)| height == pack.ranks_of(self.rules.foundation_suit(index)))
    }

    /// The foundation (0-based) that takes a card now, if one does.
    pub fn foundation_for(&self, card: Card) -> Option<usize> {
        (0..self.foundations.len()).find(|&index| {
            self.rules.foundation_suit(index) == card.suit() && self.foundations[index] == card.rank()
        })
    }
}
