//! Wins that need no search: a choice is taken back, or a known win is played on after it.
//!
//! Most choices along a solution lose nothing, and most of these are told here by some moves of
//! the referee. What is not told so is left to a search.

use super::verdicts::Choice;
use crate::card::Card;
use crate::game::{Move, Place, Played, Position};

/// Whether a move leads back from the position after a choice to the one before it.
pub(crate) fn can_be_undone(before: &Position, choice: &Choice, after: &Position) -> bool {
    let Some(back) = undoing(before, choice) else { return false };
    let mut position = after.clone();
    position.play(back).is_ok() && position == *before
}

/// The move that would take a choice back, if the rules allow it.
fn undoing(before: &Position, choice: &Choice) -> Option<Move> {
    if !choice.turns.is_empty() {
        return None;
    }
    match choice.act {
        Move::Shift { from: Place::Column(from), to, count } => {
            Some(Move::Shift { from: Place::Column(to), to: from, count })
        }
        Move::Promote { from: Place::Column(from) } => {
            let card = before.columns()[usize::from(from)].top()?;
            let foundation = before.foundation_for(card)? as u8;
            Some(Move::Return { foundation, to: from })
        }
        Move::Return { to, .. } => Some(Move::Promote { from: Place::Column(to) }),
        _ => None,
    }
}

/// Whether the moves of a win, as far as they can be made, win from another position too.
///
/// Cards are moved to the cards that they are moved to in that win, whatever the piles; what is
/// done already or cannot be done is passed over.
pub(crate) fn follow(position: &Position, win: &[Played]) -> bool {
    let mut position = position.clone();
    for done in win {
        let Some(&card) = done.cards.first() else { continue };
        match done.act {
            Move::Promote { .. } => promote(&mut position, card),
            Move::Shift { .. } => shift(&mut position, card, done.onto),
            Move::Return { foundation, .. } => {
                let to = column_of(&position, |top| top == done.onto);
                let home = position.foundation_top(usize::from(foundation)) == Some(card);
                // Refused or not: only the end matters.
                to.filter(|_| home).map(|to| position.play(Move::Return { foundation, to }).is_ok())
            }
            Move::Turn | Move::Redeal => continue,
        };
    }
    position.is_won()
}

/// The first column whose top card is the one that is asked for.
fn column_of(position: &Position, fits: impl Fn(Option<Card>) -> bool) -> Option<u8> {
    position.columns().iter().position(|pile| fits(pile.top())).map(|column| column as u8)
}

fn promote(position: &mut Position, card: Card) -> Option<bool> {
    position.foundation_for(card)?;
    let from = match column_of(position, |top| top == Some(card)) {
        Some(column) => Place::Column(column),
        None => turned_to(position, card)?,
    };
    Some(position.play(Move::Promote { from }).is_ok())
}

fn shift(position: &mut Position, card: Card, onto: Option<Card>) -> Option<bool> {
    let to = column_of(position, |top| top == onto)?;
    let lies = |(column, pile): (usize, &crate::game::Pile)| {
        let at = pile.cards.iter().rposition(|&held| held == card).filter(|&at| at >= pile.down)?;
        Some((Place::Column(column as u8), (pile.cards.len() - at) as u8))
    };
    let (from, count) = match position.columns().iter().enumerate().find_map(lies) {
        Some(found) => found,
        None => (turned_to(position, card)?, 1),
    };
    Some(position.play(Move::Shift { from, to, count }).is_ok())
}

/// Turns the stock until a card shows; the position is unchanged if that cannot be.
fn turned_to(position: &mut Position, card: Card) -> Option<Place> {
    if !position.stock().contains(&card) && !position.waste().contains(&card) {
        return None;
    }
    let mut turned = position.clone();
    let mut redeals = 0;
    while turned.waste().last() != Some(&card) {
        let act = if turned.stock().is_empty() { Move::Redeal } else { Move::Turn };
        redeals += u32::from(act == Move::Redeal);
        if redeals > 1 || turned.play(act).is_err() {
            return None;
        }
    }
    *position = turned;
    Some(Place::Waste)
}
