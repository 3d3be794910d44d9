//! Deals that are the same but for the names of suits and the order of columns.
//!
//! Where the rules do not tell two suits apart, changing them over changes nothing in a deal but
//! its looks. Grades are made of one form of all that are alike, so they cannot differ; a
//! [`canonical_hash`] keeps books from printing a deal twice.

use crate::card::{Card, Faces};
use crate::game::{Move, Position, Rules};
use std::sync::Arc;

/// A change of suits: the new suit of each.
pub(crate) type Suits = Vec<u8>;

/// The changes of suits that the rules do not notice; the first changes nothing.
fn changes(rules: &Rules) -> Vec<Suits> {
    let same: Suits = (0..rules.pack.suits()).collect();
    let Faces::French { ranks } = rules.pack.faces else { return vec![same] };
    if ranks < 2 {
        return vec![same];
    }
    // Cards are built on the next higher rank, so one pair of ranks stands for all.
    let builds = |target: u8, card: u8| rules.accepts(Card::new(1, target), Card::new(0, card));
    let mut changes = Vec::new();
    for code in 0..256u16 {
        let suits: Suits = (0..4).map(|at| (code >> (6 - 2 * at) & 3) as u8).collect();
        let is_change = (0..4).all(|suit| suits.contains(&suit));
        let unnoticed = |a: u8, b: u8| builds(a, b) == builds(suits[usize::from(a)], suits[usize::from(b)]);
        if is_change && (0..4).all(|a| (0..4).all(|b| unnoticed(a, b))) {
            changes.push(suits);
        }
    }
    changes
}

/// The position with its suits changed so that all that are alike become the same one, and the change.
pub(crate) fn alike(position: &Position) -> (Position, Suits) {
    let changes = changes(position.rules());
    let least = changes.into_iter().min_by_key(|suits| {
        let card = |card: &Card| Card::new(card.rank(), suits[usize::from(card.suit())]);
        let columns = position.columns().iter().flat_map(|pile| pile.cards.iter().map(card));
        let stock = position.stock().iter().chain(position.waste()).map(card);
        columns.chain(stock).collect::<Vec<Card>>()
    });
    let suits = least.unwrap_or_default();
    (changed(position, &suits), suits)
}

/// The position with its suits changed.
pub(crate) fn changed(position: &Position, suits: &Suits) -> Position {
    position.with_suits(|suit| suits[usize::from(suit)])
}

/// Moves of a position whose suits were changed, as moves of the one before.
pub(crate) fn moves_back(rules: &Arc<Rules>, suits: &Suits, moves: &[Move]) -> Vec<Move> {
    let count = rules.pack.suits();
    let back = |foundation: u8| -> u8 {
        let suit = foundation % count;
        let before = suits.iter().position(|&new| new == suit).unwrap_or(usize::from(suit)) as u8;
        foundation - suit + before
    };
    let moves = moves.iter().map(|&act| match act {
        Move::Return { foundation, to } => Move::Return { foundation: back(foundation), to },
        other => other,
    });
    moves.collect()
}

/// A number that two positions share if the same cards lie in them, but for suits that the rules do
/// not tell apart and for the order of their columns; the same for ever.
///
/// No rule tells one column from another, so their order means nothing; that of the stock does.
/// Which cards lie face up is no part of it, nor are rules and game: a reader who has solved the
/// deal knows it again. Different positions share it with a chance of about 2^-100.
pub fn canonical_hash(position: &Position) -> u128 {
    let hashes = changes(position.rules()).into_iter().map(|suits| {
        let card = |card: Card| u64::from(card.rank()) | u64::from(suits[usize::from(card.suit())]) << 4;
        let run =
            |cards: &[Card], kind: u64| cards.iter().fold(mix(0, kind), |hash, &held| mix(hash, card(held)));
        let columns = position.columns().iter();
        let columns = columns.map(|pile| mix(run(&pile.cards, 1 << 20), pile.cards.len() as u64));
        let foundations = position.foundations().iter().enumerate().map(|(index, &height)| {
            let suit = position.rules().foundation_suit(index);
            mix(3 << 20, u64::from(suits[usize::from(suit)]) << 8 | u64::from(height))
        });
        let sum = columns.chain(foundations).fold(0u128, u128::wrapping_add);
        let stock = mix(run(position.stock(), 4 << 20), position.stock().len() as u64);
        mix(sum.wrapping_add(stock).wrapping_add(run(position.waste(), 5 << 20)), u64::from(position.pass()))
    });
    hashes.min().unwrap_or_default()
}

fn mix(hash: u128, number: u64) -> u128 {
    let x = (hash.rotate_left(41) ^ u128::from(number).wrapping_add(0x9E37_79B9_7F4A_7C15))
        .wrapping_mul(0xDA94_2042_E4DD_58B5_A076_1D64_78BD_642F);
    x ^ (x >> 64)
}
