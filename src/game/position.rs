//! A position: where all cards lie now, what may be played, and what a move does.

use super::moves::{IllegalMove, Move, Place, Played};
use super::rules::{Rules, is_red};
use crate::card::Card;
use crate::deal::Deal;
pub use crate::deal::Pile;
use crate::variant::{Build, Fill, Passes, Unit};
use std::sync::Arc;

/// All piles at one moment of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    rules: Arc<Rules>,
    columns: Vec<Pile>,
    foundations: Vec<u8>,
    stock: Vec<Card>,
    waste: Vec<Card>,
    pass: u8,
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

    /// Every legal move, in a fixed order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let columns = 0..self.columns.len() as u8;
        let places = columns.clone().map(Place::Column).chain([Place::Waste]);
        moves.extend(places.clone().map(|from| Move::Promote { from }));
        for from in places {
            let most = match from {
                Place::Column(column) => self.columns[usize::from(column)].face_up().len() as u8,
                Place::Waste => 1,
            };
            for count in 1..=most {
                moves.extend(columns.clone().map(|to| Move::Shift { from, to, count }));
            }
        }
        for foundation in 0..self.foundations.len() as u8 {
            moves.extend(columns.clone().map(|to| Move::Return { foundation, to }));
        }
        moves.extend([Move::Turn, Move::Redeal]);
        moves.retain(|&act| self.check(act).is_ok());
        moves
    }

    /// Plays a move and tells what it did.
    ///
    /// # Errors
    /// If the move is not legal; the position is then unchanged.
    pub fn play(&mut self, act: Move) -> Result<Played, IllegalMove> {
        self.check(act)?;
        let mut played = Played { act, cards: Vec::new(), onto: None, revealed: None, turned_up: false };
        match act {
            Move::Promote { from } => {
                let card = self.take(from, 1, &mut played)[0];
                let foundation = self.foundation_for(card).expect("a foundation, since the move was checked");
                played.onto = self.foundation_top(foundation);
                self.foundations[foundation] += 1;
            }
            Move::Shift { from, to, count } => {
                let cards = self.take(from, usize::from(count), &mut played);
                let target = &mut self.columns[usize::from(to)].cards;
                played.onto = target.last().copied();
                target.extend(cards);
            }
            Move::Return { foundation, to } => {
                let card =
                    self.foundation_top(usize::from(foundation)).expect("a card, since the move was checked");
                self.foundations[usize::from(foundation)] -= 1;
                played.cards = vec![card];
                let target = &mut self.columns[usize::from(to)].cards;
                played.onto = target.last().copied();
                target.push(card);
                played.revealed = self.foundation_top(usize::from(foundation));
            }
            Move::Turn => {
                let count = self.rules.draw.min(self.stock.len());
                for _ in 0..count {
                    played.cards.extend(self.stock.pop());
                }
                self.waste.extend(&played.cards);
            }
            Move::Redeal => {
                self.stock = self.waste.drain(..).rev().collect();
                self.pass = self.pass.saturating_add(1);
            }
        }
        Ok(played)
    }

    /// Takes cards from a place and turns up what they uncover.
    fn take(&mut self, from: Place, count: usize, played: &mut Played) -> Vec<Card> {
        let cards = match from {
            Place::Column(column) => {
                let column = usize::from(column);
                let pile = &mut self.columns[column];
                let cards = pile.cards.split_off(pile.cards.len() - count);
                played.turned_up = self.turn_up(column);
                played.revealed = self.columns[column].top();
                cards
            }
            Place::Waste => {
                let card = self.waste.pop().expect("a waste card, since the move was checked");
                played.revealed = self.waste.last().copied();
                vec![card]
            }
        };
        played.cards.clone_from(&cards);
        cards
    }

    /// Turns the top card of a column up if it lies face down; says whether it did.
    fn turn_up(&mut self, column: usize) -> bool {
        let pile = &mut self.columns[column];
        let turns = pile.down > 0 && pile.down == pile.cards.len();
        pile.down -= usize::from(turns);
        turns
    }

    /// Says why a move is not legal, if it is not.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn check(&self, act: Move) -> Result<(), IllegalMove> {
        match act {
            Move::Promote { from } => self.check_promotion(self.top(from)?),
            Move::Shift { from: Place::Waste, to, count } => {
                let card = self.top(Place::Waste)?;
                if count != 1 {
                    let why = "only the top card of the waste is in play".to_string();
                    return Err(IllegalMove::NotAUnit { count: usize::from(count), why });
                }
                self.check_landing(card, to)
            }
            Move::Shift { from: Place::Column(from), to, count } => {
                let card = self.check_unit(from, usize::from(count))?;
                if from == to {
                    return Err(IllegalMove::NoSuch("the cards would stay where they are".into()));
                }
                self.check_landing(card, to)
            }
            Move::Return { foundation, to } => self.check_return(foundation, to),
            Move::Turn if !self.rules.has_stock() => Err(no_stock()),
            Move::Turn if self.stock.is_empty() => Err(IllegalMove::Empty("the stock".into())),
            Move::Turn => Ok(()),
            Move::Redeal => self.check_redeal(),
        }
    }

    fn top(&self, from: Place) -> Result<Card, IllegalMove> {
        match from {
            Place::Column(column) => {
                let pile = self.column(column)?;
                pile.top().ok_or_else(|| IllegalMove::Empty(format!("{} {}", self.column_word(), column + 1)))
            }
            Place::Waste => self.waste.last().copied().ok_or_else(|| IllegalMove::Empty("the waste".into())),
        }
    }

    fn column_word(&self) -> &'static str {
        self.rules.pack.column_word()
    }

    fn column(&self, column: u8) -> Result<&Pile, IllegalMove> {
        let count = self.columns.len();
        self.columns.get(usize::from(column)).ok_or_else(|| {
            let (word, number) = (self.column_word(), usize::from(column) + 1);
            IllegalMove::NoSuch(format!("there is no {word} {number}, only 1 to {count}"))
        })
    }

    fn check_promotion(&self, card: Card) -> Result<(), IllegalMove> {
        if self.foundation_for(card).is_some() {
            return Ok(());
        }
        let suit = card.suit();
        let heights = (0..self.foundations.len()).filter(|&index| self.rules.foundation_suit(index) == suit);
        let next = heights.map(|index| self.foundations[index]).min().unwrap_or(0);
        let text = |card: Card| self.rules.pack.text(card);
        let why = format!("its foundation takes {} next", text(Card::new(next, suit)));
        Err(IllegalMove::NotNext { card: text(card), why })
    }

    /// Checks that the top `count` cards of a column may move together; returns the lowest of them.
    fn check_unit(&self, from: u8, count: usize) -> Result<Card, IllegalMove> {
        let pile = self.column(from)?;
        self.top(Place::Column(from))?;
        let not_a_unit = |why: String| Err(IllegalMove::NotAUnit { count, why });
        if count == 0 || count > pile.cards.len() {
            return not_a_unit(format!("{} {} has {} cards", self.column_word(), from + 1, pile.cards.len()));
        }
        let cards = &pile.cards[pile.cards.len() - count..];
        if count > pile.face_up().len() {
            let card = self.rules.pack.text(cards[0]);
            return Err(IllegalMove::FaceDown {
                card,
                place: self.column_word(),
                column: usize::from(from) + 1,
            });
        }
        match self.rules.unit {
            Unit::Card if count > 1 => not_a_unit("one card moves at a time".into()),
            Unit::Whole if count < pile.face_up().len() => {
                let (all, word) = (pile.face_up().len(), self.column_word());
                not_a_unit(format!("all {all} face-up cards of the {word} move as one"))
            }
            Unit::Sequence => match cards.windows(2).find(|pair| !self.rules.accepts(pair[0], pair[1])) {
                Some(pair) => {
                    let (lower, upper) = (self.rules.pack.text(pair[0]), self.rules.pack.text(pair[1]));
                    not_a_unit(format!("{upper} is not built on {lower}"))
                }
                None => Ok(cards[0]),
            },
            _ => Ok(cards[0]),
        }
    }

    /// Checks that a card, with whatever lies on it, may be put on a column.
    fn check_landing(&self, card: Card, to: u8) -> Result<(), IllegalMove> {
        let text = |card: Card| self.rules.pack.text(card);
        match self.column(to)?.top() {
            Some(target) if self.rules.accepts(target, card) => Ok(()),
            Some(target) => Err(IllegalMove::Unfit {
                card: text(card),
                target: text(target),
                why: self.why_unfit(target, card),
            }),
            None if self.rules.fills(card) => Ok(()),
            None => Err(IllegalMove::NoFill {
                card: text(card),
                place: self.column_word(),
                why: match self.rules.fill {
                    Fill::King => "only a king may enter it",
                    Fill::Double => "only a double (rank and suit equal) may enter it",
                    Fill::None | Fill::Any => "nothing may enter it",
                },
            }),
        }
    }

    fn why_unfit(&self, target: Card, card: Card) -> String {
        let lower = card.rank() + 1 == target.rank();
        let why = match self.rules.build {
            Build::Somerset => {
                "neither the same suit and one rank lower nor the same rank and one suit lower"
            }
            Build::AlternateColour if is_red(card) == is_red(target) && lower => "both are of one colour",
            Build::AlternateColour if is_red(card) == is_red(target) => {
                "neither one rank lower nor of the other colour"
            }
            Build::Suit if lower => "not of the same suit",
            _ => "not one rank lower",
        };
        why.to_string()
    }

    fn check_return(&self, foundation: u8, to: u8) -> Result<(), IllegalMove> {
        if usize::from(foundation) >= self.foundations.len() {
            return Err(IllegalMove::NoSuch(format!(
                "there is no foundation {}",
                usize::from(foundation) + 1
            )));
        }
        let Some(card) = self.foundation_top(usize::from(foundation)) else {
            return Err(IllegalMove::Empty("the foundation".into()));
        };
        if !self.rules.returns {
            let card = self.rules.pack.text(card);
            let why = format!("{card} stays on its foundation: in this game no card comes back");
            return Err(IllegalMove::NoSuch(why));
        }
        self.check_landing(card, to)
    }

    fn check_redeal(&self) -> Result<(), IllegalMove> {
        if !self.rules.has_stock() {
            return Err(no_stock());
        }
        if !self.stock.is_empty() {
            let left = self.stock.len();
            return Err(IllegalMove::NoSuch(format!("the stock still has {left} cards to turn")));
        }
        if self.waste.is_empty() {
            return Err(IllegalMove::Empty("the waste".into()));
        }
        match self.rules.passes {
            Passes::Limited(most) if self.pass >= most => {
                Err(IllegalMove::NoSuch(format!("no redeal: all {most} passes are used")))
            }
            _ => Ok(()),
        }
    }
}

fn no_stock() -> IllegalMove {
    IllegalMove::NoSuch("this game has no stock".into())
}

#[cfg(test)]
mod tests {
    use super::super::notation::{move_text, parse_move};
    use super::*;
    use crate::assets::Assets;
    use crate::catalogue::Catalogue;

    /// The position of a deal file's text.
    fn position(text: &str) -> Position {
        let catalogue = Catalogue::new(Assets::embedded());
        catalogue.start(&catalogue.read_deal("test", text).unwrap()).unwrap()
    }

    /// Plays moves in short notation; the error of the first that is refused.
    fn play(position: &mut Position, moves: &str) -> Result<(), String> {
        for token in moves.split_whitespace() {
            let act = parse_move(position, token).map_err(|error| error.to_string())?;
            position.play(act).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    const SOMERSET: &str =
        "game: somerset-klondike@4\ntableau:\n- 2/3\n- 1/1 | 0/1\n- 0/2 0/0 | 2/2\n- 3/3 1/3 1/2 | 0/3\n";

    #[test]
    fn a_somerset_card_goes_on_its_upper_neighbour_by_suit_or_by_rank_only() {
        let mut game = position(SOMERSET);
        play(&mut game, "2/2@3>1").unwrap();
        assert_eq!(game.columns()[0].top().map(|card| game.rules().pack.text(card)).as_deref(), Some("2/2"));
        let refused = play(&mut game, "0/1@2>4").unwrap_err();
        assert_eq!(
            refused,
            "0/1 cannot go on 0/3: neither the same suit and one rank lower nor the same rank and one suit lower"
        );
    }

    #[test]
    fn only_doubles_enter_an_empty_pile_and_a_promoted_card_stays() {
        let mut game = position(SOMERSET);
        play(&mut game, "0/1@2>f 1/1@2>f").unwrap();
        play(&mut game, "2/2@3>1 0/0@3>f").unwrap();
        assert!(game.columns()[1].cards.is_empty());
        let refused = play(&mut game, "0/3@4>2").unwrap_err();
        assert_eq!(
            refused,
            "0/3 cannot go to an empty pile: only a double (rank and suit equal) may enter it"
        );
        play(&mut game, "2/2@1>2").unwrap();
        let refused = play(&mut game, "1/1@f>2").unwrap_err();
        assert_eq!(refused, "1/1 stays on its foundation: in this game no card comes back");
    }

    #[test]
    fn a_card_is_promoted_in_its_turn_and_face_down_cards_do_not_move() {
        let mut game = position(SOMERSET);
        let refused = play(&mut game, "2/2@3>f").unwrap_err();
        assert_eq!(refused, "2/2 cannot be promoted: its foundation takes 0/2 next");
        let refused = play(&mut game, "0/0@3x2>1").unwrap_err();
        assert_eq!(refused, "0/0 lies face down in pile 3");
        let refused = play(&mut game, "0/2@3>f").unwrap_err();
        assert_eq!(refused, "`0/2@3>f` names 0/2, but 2/2 lies there");
    }

    const KLONDIKE: &str = "game: klondike\nrules: {draw: 3, passes: 2}\ntableau:\n- QH\n- KC | JC\n- TD 2C | 9S\n\
        - 3C 4C 5C | 8D\n- 6C 7C 8C 9C | KH\n- TC QC 2D 3D 4D | 5D\n- 6D 7D 9D JD QD KD | AS\n\
        stock: AC AD AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH 2S 3S 4S 5S 6S 7S 8S TS JS QS KS\n";

    #[test]
    fn klondike_columns_alternate_colours_and_take_kings() {
        let mut game = position(KLONDIKE);
        assert_eq!(play(&mut game, "9S@3>4").unwrap_err(), "9S cannot go on 8D: not one rank lower");
        play(&mut game, "JC@2>1").unwrap();
        assert_eq!(play(&mut game, "QH@1x2>2"), Ok(()));
        assert_eq!(
            play(&mut game, "8D@4>1").unwrap_err(),
            "8D cannot go to an empty column: only a king may enter it"
        );
        play(&mut game, "KH@5>1 AS@7>f").unwrap();
        assert_eq!(game.foundations(), [0, 0, 0, 1]);
        assert_eq!(play(&mut game, "AS@f>1").unwrap_err(), "AS cannot go on KH: not one rank lower");
    }

    #[test]
    fn the_stock_is_turned_by_threes_and_gone_through_as_often_as_the_rules_say() {
        let mut game = position(KLONDIKE);
        assert_eq!(play(&mut game, "r").unwrap_err(), "the stock still has 24 cards to turn");
        play(&mut game, "t:AH AH@w>f").unwrap();
        play(&mut game, "t:4H t:7H t:TH t:3S t:6S t:TS t:KS").unwrap();
        assert_eq!(play(&mut game, "t:KS").unwrap_err(), "`t:KS` names KS, but no such card lies there");
        assert_eq!(game.check(Move::Turn), Err(IllegalMove::Empty("the stock".into())));
        play(&mut game, "r").unwrap();
        assert_eq!((game.pass(), game.stock().len()), (2, 23));
        // One card is gone, so the turns show other cards, and the last turn is short.
        play(&mut game, "t:2H t:5H t:8H t:JH t:4S t:7S t:JS t:KS").unwrap();
        assert_eq!(play(&mut game, "r").unwrap_err(), "no redeal: all 2 passes are used");
    }

    #[test]
    fn every_legal_move_reads_back_as_it_is_written() {
        for text in [SOMERSET, KLONDIKE] {
            let mut game = position(text);
            for step in 0..60 {
                let moves = game.legal_moves();
                for &act in &moves {
                    assert_eq!(parse_move(&game, &move_text(&game, act)), Ok(act));
                }
                let Some(&act) = moves.get(step % moves.len().max(1)) else { break };
                game.play(act).unwrap();
            }
        }
    }
}
