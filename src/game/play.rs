//! Playing: which moves are legal in a position, why others are not, and what a move does.

use super::moves::{IllegalMove, Move, Place, Played};
use super::position::Position;
use super::rules::is_red;
use crate::card::Card;
use crate::deal::Pile;
use crate::variant::{Build, Fill, Passes, Unit};

impl Position {
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
    pub(super) fn turn_up(&mut self, column: usize) -> bool {
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
