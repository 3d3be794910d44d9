//! Acts for machines: the tokens of [`crate::game::parse_move`], with piles that may carry their seat.
//!
//! | token | act |
//! |---|---|
//! | `5H@3>4` or `5H@A3>A4` | the five of hearts goes from the player's column 3 to column 4 |
//! | `AS@3>f`, `AS@w>f6` | the ace of spades goes to a foundation; to the sixth, counted from the left |
//! | `t:7S`, `t` | a card is turned to the waste (three in a race); the card on top may be named |
//! | `r` | the waste is turned over to be the stock again |
//! | `-` | the turn ends without a card to turn |
//! | `s` | both hands are spread face up |
//!
//! A pile of another seat may be named, and is then refused with the reason.

use super::seat::Seat;
use super::table::{Act, Play, Table};
use super::turns::BadAct;
use crate::card::{Card, shorten};
use crate::game::{BadNotation, Move, Place, Position, move_text, parse_move};

/// Reads a token as an act of a seat. The act is checked as a move of the seat's own cards, not played.
///
/// # Errors
/// If the token is no act, names another card than lies there or a pile of another seat, or is not legal.
pub fn parse_act(table: &Table, seat: Seat, token: &str) -> Result<Act, BadAct> {
    match token {
        "-" => return Ok(Act::Pass),
        "s" => return Ok(Act::Spread),
        "t" => return Ok(Move::Turn.into()),
        _ => {}
    }
    if seat.index() >= table.count() {
        return Err(BadAct::NoSuchSeat { seat, seats: table.count() });
    }
    let position = table.seat(seat);
    let form = || BadNotation::Form(shorten(token));
    let Some((card, places)) = token.split_once('@') else {
        return Ok(parse_move(position, token)?.into());
    };
    let (from, to) = places.split_once('>').ok_or_else(form)?;
    let (from, to) = (own(seat, from)?, own(seat, to)?);
    let named = position.rules().pack.parse(card).map_err(BadNotation::from)?;
    // A spread hand is taken from as if each of its cards lay on top.
    let top = position.waste().last().copied();
    let picked = (from == "w" && table.is_spread() && top != Some(named)).then_some(named);
    let mut open = position.clone();
    if let Some(card) = picked
        && !open.pick(card)
    {
        return Err(BadAct::NotInHand { card: position.rules().pack.text(card), seat });
    }
    let place = match to.strip_prefix('f') {
        None | Some("") => None,
        Some(number) => match number.parse::<u8>().ok().and_then(|number| number.checked_sub(1)) {
            Some(place) if usize::from(place) < table.foundations().len() => Some(place),
            _ => return Err(form().into()),
        },
    };
    if to.starts_with('f') {
        let from = source(&open, from).ok_or_else(form)?;
        check_named(&open, token, named, from)?;
        return Ok(Act::Play(Play { act: Move::Promote { from }, place, picked }));
    }
    let act = parse_move(&open, &format!("{card}@{from}>{to}"))?;
    Ok(Act::Play(Play { act, place, picked }))
}

/// The place that a card comes from. Whether the card fits is not asked here: in a race another may have
/// been there first.
fn source(position: &Position, from: &str) -> Option<Place> {
    if from == "w" {
        return Some(Place::Waste);
    }
    let column = from.parse::<u8>().ok()?.checked_sub(1)?;
    (usize::from(column) < position.columns().len()).then_some(Place::Column(column))
}

fn check_named(position: &Position, token: &str, named: Card, from: Place) -> Result<(), BadAct> {
    let found = match from {
        Place::Waste => position.waste().last().copied(),
        Place::Column(column) => position.columns()[usize::from(column)].top(),
    };
    if found == Some(named) {
        return Ok(());
    }
    let text = |card: Card| position.rules().pack.text(card);
    let found = match found {
        Some(card) => format!("{} lies there", text(card)),
        None => "no such card lies there".to_string(),
    };
    Err(BadNotation::OtherCard { token: shorten(token), named: text(named), found }.into())
}

/// A pile's name without the seat in front, if it is the player's own.
fn own(seat: Seat, place: &str) -> Result<&str, BadAct> {
    match place.chars().next().map(|letter| letter.to_string().parse::<Seat>()) {
        Some(Ok(other)) if other == seat => Ok(&place[1..]),
        Some(Ok(other)) => Err(BadAct::Anothers { seat, other }),
        _ => Ok(place),
    }
}

/// The token of an act that a seat is about to do.
///
/// # Panics
/// If the act names a place that is empty.
pub fn act_text(table: &Table, seat: Seat, act: &Act) -> String {
    match act {
        Act::Pass => "-".to_string(),
        Act::Spread => "s".to_string(),
        Act::Play(play) => {
            let mut position = table.seat(seat).clone();
            if let Some(card) = play.picked {
                position.pick(card);
            }
            let text = move_text(&position, play.act);
            match play.place {
                Some(place) => format!("{text}{}", place + 1),
                None => text,
            }
        }
    }
}
