//! Legal moves without the reasons why others are not: what searches and players ask thousands of times.
//!
//! `a_quick_list_of_moves_is_the_referees` compares them with [`Position::legal_moves`].

use crate::game::{Move, Place, Position};
use crate::variant::Unit;

/// The legal promotions and shifts of a position, in a fixed order.
pub(super) fn moves(position: &Position) -> Vec<Move> {
    let mut moves = promotions(position);
    shifts(position, &mut moves);
    moves
}

/// The legal promotions of a position.
pub(super) fn promotions(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    for (column, pile) in position.columns().iter().enumerate() {
        if pile.top().is_some_and(|card| position.foundation_for(card).is_some()) {
            moves.push(Move::Promote { from: Place::Column(column as u8) });
        }
    }
    if position.waste().last().is_some_and(|&card| position.foundation_for(card).is_some()) {
        moves.push(Move::Promote { from: Place::Waste });
    }
    moves
}

fn shifts(position: &Position, moves: &mut Vec<Move>) {
    let rules = position.rules();
    let lands = |card, to: usize| match position.columns()[to].top() {
        Some(target) => rules.accepts(target, card),
        None => rules.fills(card),
    };
    let columns = 0..position.columns().len();
    for (from, pile) in position.columns().iter().enumerate() {
        let up = pile.face_up();
        for count in 1..=up.len() {
            let unit = &up[up.len() - count..];
            let together = match rules.unit {
                Unit::Card => count == 1,
                Unit::Whole => count == up.len(),
                Unit::Sequence => count == 1 || rules.accepts(unit[0], unit[1]),
                Unit::Group => true,
            };
            if !together {
                match rules.unit {
                    Unit::Sequence | Unit::Card => break,
                    _ => continue,
                }
            }
            for to in columns.clone().filter(|&to| to != from && lands(unit[0], to)) {
                let from = Place::Column(from as u8);
                moves.push(Move::Shift { from, to: to as u8, count: count as u8 });
            }
        }
    }
    if let Some(&card) = position.waste().last() {
        for to in columns.filter(|&to| lands(card, to)) {
            moves.push(Move::Shift { from: Place::Waste, to: to as u8, count: 1 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Assets;
    use crate::catalogue::Catalogue;

    #[test]
    fn a_quick_list_of_moves_is_the_referees() {
        let catalogue = Catalogue::new(Assets::embedded());
        for (game, seeds) in [("klondike", 0..6), ("klondike-any", 6..9), ("yukon", 0..3)] {
            for seed in seeds {
                let deal = catalogue.deal(&format!("{game}#{seed}").parse().unwrap()).unwrap();
                let mut position = catalogue.start(&deal).unwrap();
                for step in 0..80 {
                    let all = position.legal_moves();
                    let is_quick = |act: &Move| matches!(act, Move::Promote { .. } | Move::Shift { .. });
                    let mut legal: Vec<Move> = all.iter().copied().filter(is_quick).collect();
                    let mut quick = moves(&position);
                    legal.sort();
                    quick.sort();
                    assert_eq!(quick, legal, "{game}#{seed}");
                    let Some(&act) = all.get((step * 7 + seed as usize) % all.len().max(1)) else { break };
                    position.play(act).unwrap();
                }
            }
        }
    }
}
