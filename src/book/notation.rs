//! Moves in signs, for readers who know the cards and want the whole line in little room.
//!
//! | signs | move |
//! |---|---|
//! | `7♦→8♠` | the seven goes to the eight, with all that lies on it |
//! | `K♠→(2)` | the king goes to the empty second column |
//! | `A♣↑` | the ace goes to its foundation |
//! | `4♦↓5♠` | the four comes back to the five |
//! | `+3` | the stock is turned three times |
//! | `←` | the waste is turned over |
//!
//! A card that is turned up stands in square brackets after the move that frees it.

use crate::card::Card;
use crate::game::{Move, Played, Position};
use crate::words::Language;

/// Moves in signs, those of the stock that follow one another as one.
pub fn notation(language: &Language, position: &Position, played: &[Played]) -> Vec<String> {
    let pack = position.rules().pack;
    let card = |card: Card| language.card(&pack, card);
    let several = pack.copies > 1;
    let target = |to: u8, onto: Option<Card>| match onto {
        // In two packs a card has a twin, and only its column tells it apart.
        Some(onto) if several => format!("{}({})", card(onto), u16::from(to) + 1),
        Some(onto) => card(onto),
        None => format!("({})", u16::from(to) + 1),
    };
    let mut lines: Vec<String> = Vec::new();
    let mut turns = 0;
    for done in played {
        // A unit is named by its highest card, which lies at the bottom of it.
        let moved = done.cards.first().map_or(String::new(), |&lowest| card(lowest));
        let text = match done.act {
            Move::Turn => {
                turns += 1;
                if turns > 1 {
                    lines.pop();
                }
                lines.push(format!("+{turns}"));
                continue;
            }
            Move::Redeal => "←".to_string(),
            Move::Promote { .. } => format!("{moved}↑"),
            Move::Shift { to, .. } => format!("{moved}→{}", target(to, done.onto)),
            Move::Return { to, .. } => format!("{moved}↓{}", target(to, done.onto)),
        };
        turns = 0;
        let freed = done.revealed.filter(|_| done.turned_up).map(card);
        lines.push(match freed {
            Some(freed) => format!("{text} [{freed}]"),
            None => text,
        });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Assets;
    use crate::catalogue::Catalogue;
    use crate::game::Place;

    #[test]
    fn moves_are_told_in_signs() {
        let catalogue = Catalogue::new(Assets::embedded());
        let language = Language::load(catalogue.assets(), "fr").unwrap();
        let deal = catalogue.deal(&"klondike#1".parse().unwrap()).unwrap();
        let mut position = catalogue.start(&deal).unwrap();
        let start = position.clone();
        let mut played = Vec::new();
        for act in [Move::Turn, Move::Turn] {
            played.push(position.play(act).unwrap());
        }
        let promote = position.legal_moves().into_iter().find(|act| matches!(act, Move::Promote { .. }));
        let shift = position
            .legal_moves()
            .into_iter()
            .find(|act| matches!(act, Move::Shift { from: Place::Column(_), .. }));
        for act in promote.into_iter().chain(shift) {
            played.extend(position.play(act));
        }
        let lines = notation(&language, &start, &played);
        assert_eq!(lines[0], "+2");
        assert!(lines.len() > 1 && lines[1..].iter().all(|line| line.contains(['↑', '→'])), "{lines:?}");
    }
}
