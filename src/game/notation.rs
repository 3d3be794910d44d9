//! Moves for machines: one token a move, each naming the card it moves so that a slip is caught.
//!
//! | token | move |
//! |---|---|
//! | `AS@3>f` | the ace of spades goes from column 3 to its foundation |
//! | `AH@w>f` | the ace of hearts goes from the waste to its foundation |
//! | `5/5@4>2` | the 5/5, on top of column 4, goes to column 2 |
//! | `6/6@4x3>2` | the 6/6 and the two cards on it go from column 4 to column 2 |
//! | `7D@w>5` | the seven of diamonds goes from the waste to column 5 |
//! | `4D@f>5` | the four of diamonds comes back from its foundation to column 5 |
//! | `t:7S` | cards are turned from the stock; the seven of spades is then on top of the waste |
//! | `r` | the waste is turned over |
//!
//! Columns are counted from 1.

use super::moves::{IllegalMove, Move, Place};
use super::position::Position;
use crate::card::{BadCard, Card, shorten};

/// A token that is no move of the position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadNotation {
    /// The token has not the form of a move.
    #[error("`{0}` is not a move; moves look like AS@3>f, 5/5@4x2>1, 7D@w>5, 4D@f>5, t:7S or r")]
    Form(String),
    /// The card is none.
    #[error(transparent)]
    Card(#[from] BadCard),
    /// Another card lies there.
    #[error("`{token}` names {named}, but {found}")]
    OtherCard {
        /// The token.
        token: String,
        /// The card it names.
        named: String,
        /// What lies there.
        found: String,
    },
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// The token of a move that is about to be played in a position.
///
/// # Panics
/// If the move names a place that is empty.
pub fn move_text(position: &Position, act: Move) -> String {
    let text = |card: Card| position.rules().pack.text(card);
    match act {
        Move::Promote { from } => {
            format!("{}@{}>f", text(unit_bottom(position, from, 1).expect("a card to promote")), place(from))
        }
        Move::Shift { from, to, count } => {
            let card = text(unit_bottom(position, from, usize::from(count)).expect("cards to move"));
            let times = if count > 1 { format!("x{count}") } else { String::new() };
            format!("{card}@{}{times}>{}", place(from), u16::from(to) + 1)
        }
        Move::Return { foundation, to } => {
            let card = position.foundation_top(usize::from(foundation)).expect("a card to bring back");
            format!("{}@f>{}", text(card), u16::from(to) + 1)
        }
        Move::Turn => {
            let stock = position.stock();
            let count = position.rules().draw.min(stock.len());
            format!("t:{}", text(stock[stock.len() - count]))
        }
        Move::Redeal => "r".to_string(),
    }
}

fn place(from: Place) -> String {
    match from {
        Place::Column(column) => (u16::from(column) + 1).to_string(),
        Place::Waste => "w".to_string(),
    }
}

/// The lowest of the `count` cards on top of a place.
fn unit_bottom(position: &Position, from: Place, count: usize) -> Option<Card> {
    let cards = match from {
        Place::Column(column) => &position.columns().get(usize::from(column))?.cards[..],
        Place::Waste => position.waste(),
    };
    cards.len().checked_sub(count).and_then(|index| cards.get(index)).copied()
}

/// Reads a token as a move of a position. The move is checked, not played.
///
/// # Errors
/// If the token is no move, names another card than lies there, or the move is not legal.
pub fn parse_move(position: &Position, token: &str) -> Result<Move, BadNotation> {
    let form = || BadNotation::Form(shorten(token));
    let (card, act) = if token == "r" {
        (None, Move::Redeal)
    } else if let Some(card) = token.strip_prefix("t:") {
        (Some(position.rules().pack.parse(card)?), Move::Turn)
    } else {
        let (card, rest) = token.split_once('@').ok_or_else(form)?;
        let (from, to) = rest.split_once('>').ok_or_else(form)?;
        let card = position.rules().pack.parse(card)?;
        (Some(card), read_places(position, card, from, to).ok_or_else(form)?)
    };
    if let Some(named) = card {
        check_card(position, token, named, act)?;
    }
    position.check(act)?;
    Ok(act)
}

fn read_places(position: &Position, card: Card, from: &str, to: &str) -> Option<Move> {
    let column = |text: &str| -> Option<u8> {
        let plain = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse::<u8>().ok()).flatten()?.checked_sub(1)
    };
    if from == "f" {
        let foundations = 0..position.foundations().len();
        let holds = |&index: &usize| position.foundation_top(index) == Some(card);
        let same_suit = |&index: &usize| position.rules().foundation_suit(index) == card.suit();
        let foundation = foundations.clone().find(holds).or_else(|| foundations.clone().find(same_suit))?;
        return Some(Move::Return { foundation: foundation as u8, to: column(to)? });
    }
    let (from, count) = from.split_once('x').unwrap_or((from, "1"));
    let count = column(count)? + 1;
    let from = match from {
        "w" => Place::Waste,
        digits => Place::Column(column(digits)?),
    };
    match to {
        "f" if count == 1 => Some(Move::Promote { from }),
        "f" => None,
        digits => Some(Move::Shift { from, to: column(digits)?, count }),
    }
}

fn check_card(position: &Position, token: &str, named: Card, act: Move) -> Result<(), BadNotation> {
    let (found, place) = match act {
        Move::Promote { from } => (unit_bottom(position, from, 1), "there"),
        Move::Shift { from, count, .. } => (unit_bottom(position, from, usize::from(count)), "there"),
        Move::Return { foundation, .. } => {
            (position.foundation_top(usize::from(foundation)), "on the foundation")
        }
        Move::Turn => {
            let stock = position.stock();
            let count = position.rules().draw.min(stock.len());
            (stock.get(stock.len() - count).copied(), "next on the waste")
        }
        Move::Redeal => return Ok(()),
    };
    if found == Some(named) {
        return Ok(());
    }
    let pack = &position.rules().pack;
    let found = match found {
        Some(card) => format!("{} lies {place}", pack.text(card)),
        None => "no such card lies there".to_string(),
    };
    Err(BadNotation::OtherCard { token: shorten(token), named: pack.text(named), found })
}
