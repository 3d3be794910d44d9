//! Endgames: late positions in which no card lies face down.
//!
//! Where every card left is at hand once the last one is turned up, nothing can go wrong any more: what lies on
//! a card was built on it, so of all cards left the lowest lies on top, or in the stock, and can be promoted,
//! and then the next. Endgames of such games are taken from before, and the cards that lie face down are
//! turned up.

use super::make::{Maker, POSITIONS};
use crate::game::{Move, Position, Rules};
use crate::grade::{Fate, Spot, choices, crossings, spots};
use crate::solver::short_line;
use crate::variant::Passes;
use crate::walkthrough::Solution;
use std::ops::RangeInclusive;

/// How many cards are left in an endgame.
pub(super) const CARDS: RangeInclusive<usize> = 10..=20;
/// Of how many cards of the pack one has to be promoted at least before cards are turned up for an endgame.
const PROMOTED_OF: usize = 4;

impl Maker<'_> {
    /// A late position of a win, without face-down cards.
    pub(super) fn endgame(&self, win: &Solution) -> Option<Spot> {
        match is_safe_once_open(win.start().rules()) {
            true => self.turned_up(win),
            false => self.open(win),
        }
    }

    /// The position in which most choices lose or, if none does, the first, if more is to be done than to promote.
    fn open(&self, win: &Solution) -> Option<Spot> {
        let mut verdicts = self.verdicts(win.start());
        let positions: Vec<Position> = win.positions().collect();
        let is_late = |position: &Position| is_open(position) && CARDS.contains(&cards_left(position));
        let first = positions.iter().position(is_late)?;
        let rest = Solution::replay(&positions[first], &win.moves()[first..]).ok()?;
        let mut best: Option<Spot> = None;
        for spot in spots(&rest, &mut verdicts).take_while(|spot| is_late(&spot.position)) {
            let most = best.as_ref().map(|best| best.count(Fate::Lost));
            if most.is_none_or(|most| spot.count(Fate::Lost) > most) {
                best = Some(spot);
            }
        }
        let best = best?;
        let line = || short_line(&best.position, rest.moves()[best.at..].to_vec(), &self.limits(POSITIONS));
        let is_shift = |act: &Move| matches!(act, Move::Shift { .. });
        let is_task = best.count(Fate::Lost) > 0 || line().moves.iter().any(is_shift);
        is_task.then(|| Spot { at: first + best.at, next: first + best.next, ..best })
    }

    /// The position in which, after all its cards are turned up, most choices lose.
    fn turned_up(&self, win: &Solution) -> Option<Spot> {
        let mut verdicts = self.verdicts(win.start());
        win.positions().for_each(|position| verdicts.learn_won(&position.turned_up()));
        let pack = win.start().rules().pack.len();
        let is_late = |position: &Position| {
            let left = cards_left(position);
            CARDS.contains(&left) && (pack - left) * PROMOTED_OF >= pack && !is_open(position)
        };
        let late = crossings(win).into_iter().filter(|crossing| is_late(&crossing.position));
        let mut best: Option<Spot> = None;
        for crossing in late {
            let position = crossing.position.turned_up();
            let rest = &win.played()[crossing.at..];
            let fates = choices(&position).into_iter().map(|choice| {
                let fate = verdicts.fate_after(&position, &choice, rest);
                (choice, fate)
            });
            let choices = fates.collect();
            let spot = Spot { at: crossing.at, next: crossing.next, choices, position };
            let most = best.as_ref().map_or(0, |best| best.count(Fate::Lost));
            if spot.count(Fate::Lost) > most {
                best = Some(spot);
            }
        }
        best
    }
}

/// Whether cards that were turned up for an endgame lie in a position as play would not bring them.
pub(super) fn has_turned_up(position: &Position) -> bool {
    let rules = position.rules();
    let mut columns = position.columns().iter();
    is_safe_once_open(rules)
        && columns.any(|pile| pile.face_up().windows(2).any(|pair| !rules.accepts(pair[0], pair[1])))
}

/// Whether no card lies face down in a column.
pub(super) fn is_open(position: &Position) -> bool {
    position.columns().iter().all(|pile| pile.down == 0)
}

/// How many cards are not on the foundations.
pub(super) fn cards_left(position: &Position) -> usize {
    let promoted: usize = position.foundations().iter().map(|&height| usize::from(height)).sum();
    position.rules().pack.len() - promoted
}

/// Whether under these rules nothing can go wrong once no card lies face down.
///
/// The argument at the head of this file needs that there is no stock, or that any card of it may be had at any
/// time; that each column begins with one face-up card at most; and that what is built on a card is of a lower
/// rank, or of the same and a lower suit: then the card of the lowest suit among the lowest in rank lies on
/// top, and its foundation waits for it. The test `nothing_goes_wrong_once_every_card_left_is_at_hand` plays it.
fn is_safe_once_open(rules: &Rules) -> bool {
    let cards = rules.pack.cards();
    let is_lower = |target, card| match rules.accepts(target, card) {
        true => (card.rank(), card.suit()) < (target.rank(), target.suit()),
        false => true,
    };
    let is_at_hand = !rules.has_stock() || rules.draw == 1 && rules.passes == Passes::Unlimited;
    is_at_hand
        && rules.face_up.iter().all(|&up| up <= 1)
        && cards.iter().all(|&target| cards.iter().all(|&card| is_lower(target, card)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Assets;
    use crate::catalogue::Catalogue;
    use crate::grade::promoted_at_once;
    use crate::puzzle::Form;
    use crate::solver::{Limits, Shortcuts, Verdict, solver_for};

    fn start(deal: &str) -> Position {
        let catalogue = Catalogue::new(Assets::embedded());
        catalogue.start(&catalogue.deal(&deal.parse().unwrap()).unwrap()).unwrap()
    }

    /// Promotes whatever can be promoted, and turns the stock for nothing else, until no card goes up in a pass.
    fn promoted(position: &Position) -> Position {
        let mut position = promoted_at_once(position);
        for _ in 0..1_000 {
            let act = if position.stock().is_empty() { Move::Redeal } else { Move::Turn };
            if position.is_won() || position.play(act).is_err() {
                break;
            }
            position = promoted_at_once(&position);
        }
        position
    }

    #[test]
    fn nothing_goes_wrong_once_every_card_left_is_at_hand() {
        for (game, seeds) in [("somerset-klondike", 60), ("klondike", 12)] {
            let mut looked_at = 0;
            for seed in 0..seeds {
                let start = start(&format!("{game}#{seed}"));
                assert!(is_safe_once_open(start.rules()));
                let found = solver_for(start.rules(), Shortcuts::All).solve(&start, &Limits::default());
                let Verdict::Winnable(win) = found.verdict else { continue };
                let win = Solution::replay(&start, &win).unwrap();
                for position in win.positions().filter(is_open) {
                    for choice in choices(&position) {
                        assert!(promoted(&choice.after(&position)).is_won());
                        looked_at += 1;
                    }
                }
            }
            assert!(looked_at > 100, "{looked_at}");
        }
        // Where stock cards come in an order, or cards are not built on one another, much can go wrong.
        for deal in ["klondike-3#0", "klondike-three-passes#0", "yukon#0"] {
            assert!(!is_safe_once_open(start(deal).rules()), "{deal}");
        }
    }

    #[test]
    fn an_endgame_of_somerset_has_its_last_cards_turned_up() {
        let start = start("somerset-klondike#134");
        let maker = Maker { form: Form::Endgame, stop: None };
        let puzzle = maker.make(&start, "one", false).unwrap();
        assert!(is_open(&puzzle.start) && CARDS.contains(&puzzle.cards_left()));
        assert!(has_turned_up(&puzzle.start) && !puzzle.proof.losing.is_empty());
        let mut dealt = start;
        puzzle.before.iter().for_each(|&act| drop(dealt.play(act).unwrap()));
        assert_ne!(dealt, puzzle.start);
        assert_eq!(Form::Endgame.shows(dealt), puzzle.start);
    }
}
