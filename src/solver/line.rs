//! From any winning line to one that a reader would follow.

use super::klondike::{self, Aim};
use super::shortest::{Haste, has_shortest, shortest};
use super::{Limits, Verdict};
use crate::card::Card;
use crate::game::{Move, Place, Position};

/// A winning line, untrusted until it is replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether it is proved that no line has fewer moves.
    pub is_shortest: bool,
}

/// Searches for a short line, tried in turn, and the positions that each may look at.
///
/// Measured on Somerset deals: of 45 cards (9 ranks) all of 32 shortest lines are proved within
/// 12,000 positions, of 55 cards most within 30,000, of more few; Yukon needs the most haste.
const TRIES: [(Haste, u64); 3] =
    [(Haste::None, 30_000), (Haste::Times(2), 15_000), (Haste::Times(8), 30_000)];
/// The largest pack for which a shortest line is tried unasked.
const LARGEST_FOR_SHORTEST: usize = 45;

/// Makes a short line of a winning one: a shortest one where that is cheap to prove.
///
/// `found` must win from `start`. The answer depends on the position alone, not on `found`,
/// unless the search for a short line reaches its limits.
pub fn short_line(start: &Position, found: Vec<Move>, limits: &Limits<'_>) -> Line {
    if has_shortest(start.rules()) {
        let skipped = usize::from(start.rules().pack.len() > LARGEST_FOR_SHORTEST);
        for &(haste, positions) in &TRIES[skipped..] {
            let limits = Limits { positions: positions.min(limits.positions), ..*limits };
            if let Verdict::Winnable(moves) = shortest(start, haste, &limits).verdict {
                return Line { moves, is_shortest: haste == Haste::None };
            }
        }
    }
    if klondike::accepts(start.rules()) {
        let short = klondike::short_line(start, Some(&found), Aim::Moves, limits).unwrap_or(found);
        return Line { moves: trimmed(start, short), is_shortest: false };
    }
    Line { moves: trimmed(start, found), is_shortest: false }
}

/// What a move is about, so that it can be found again when moves before it are left out.
#[derive(Debug, Clone, Copy)]
struct Act {
    card: Option<Card>,
    onto: Option<Card>,
    kind: Move,
}

/// Leaves out moves, one or a few neighbours at a time, as long as the rest still wins.
fn trimmed(start: &Position, found: Vec<Move>) -> Vec<Move> {
    let Some(mut acts) = acts_of(start, &found) else { return found };
    let mut best = found;
    for width in [1, 2, 3] {
        let mut from = 0;
        while from + width <= acts.len() {
            let mut fewer = acts.clone();
            fewer.drain(from..from + width);
            match replayed(start, &fewer) {
                Some(moves) if moves.len() < best.len() => {
                    best = moves;
                    acts = acts_of(start, &best).unwrap_or(fewer);
                }
                _ => from += 1,
            }
        }
    }
    best
}

fn acts_of(start: &Position, moves: &[Move]) -> Option<Vec<Act>> {
    let mut position = start.clone();
    let acts = moves.iter().map(|&kind| {
        let played = position.play(kind).ok()?;
        Some(Act { card: played.cards.first().copied(), onto: played.onto, kind })
    });
    acts.collect()
}

/// Plays acts card by card, leaving out those that have become needless; the moves, if they win.
fn replayed(start: &Position, acts: &[Act]) -> Option<Vec<Move>> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for act in acts {
        let found = match act.kind {
            Move::Turn | Move::Redeal => act.kind,
            _ => find(&position, act)?,
        };
        position.play(found).ok()?;
        moves.push(found);
    }
    position.is_won().then_some(moves)
}

/// The move that does in this position what the act did in another.
fn find(position: &Position, act: &Act) -> Option<Move> {
    let card = act.card?;
    let columns = position.columns();
    let place = (0..columns.len()).find_map(|index| {
        let cards = &columns[index].cards;
        let at = cards.iter().rposition(|&held| held == card)?;
        (at >= columns[index].down).then_some((Place::Column(index as u8), (cards.len() - at) as u8))
    });
    let from_waste =
        matches!(act.kind, Move::Promote { from: Place::Waste } | Move::Shift { from: Place::Waste, .. });
    let target = || -> Option<u8> {
        let fits = |index: &usize| match act.onto {
            Some(onto) => columns[*index].top() == Some(onto),
            None => columns[*index].cards.is_empty(),
        };
        (0..columns.len()).find(fits).map(|index| index as u8)
    };
    match act.kind {
        Move::Promote { .. } if from_waste => Some(Move::Promote { from: Place::Waste }),
        Move::Promote { .. } => {
            place.filter(|&(_, count)| count == 1).map(|(from, _)| Move::Promote { from })
        }
        Move::Shift { .. } if from_waste => Some(Move::Shift { from: Place::Waste, to: target()?, count: 1 }),
        Move::Shift { .. } => {
            let (from, count) = place?;
            Some(Move::Shift { from, to: target()?, count })
        }
        Move::Return { foundation, .. } => Some(Move::Return { foundation, to: target()? }),
        Move::Turn | Move::Redeal => None,
    }
}
