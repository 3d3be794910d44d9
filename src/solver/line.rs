//! From any winning line to one that a reader would follow.

use super::klondike::{self, Aim};
use super::shortest::{Haste, has_shortest, shortest};
use super::tidy::tidied;
use super::{Limits, Shortcuts, Verdict, solver_for};
use crate::card::Card;
use crate::game::{Move, Place, Position};
use crate::variant::Passes;

/// A winning line, untrusted until it is replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether it is proved that no line has fewer moves.
    pub is_shortest: bool,
    /// The number of moves of which it is proved that no line has fewer, where that was looked
    /// into.
    pub at_least: Option<usize>,
}

impl Line {
    fn short(moves: Vec<Move>) -> Line {
        Line { moves, is_shortest: false, at_least: None }
    }

    fn shortest(moves: Vec<Move>) -> Line {
        Line { is_shortest: true, at_least: Some(moves.len()), moves }
    }
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
                return if haste == Haste::None { Line::shortest(moves) } else { Line::short(moves) };
            }
        }
    }
    if klondike::accepts(start.rules()) {
        let short = klondike::short_line(start, Some(&found), Aim::Moves, limits).unwrap_or(found);
        return Line::short(trimmed(start, short));
    }
    if !start.rules().has_stock() {
        return Line::short(trimmed(start, found));
    }
    let few = of_few_passes(start, &found, limits).map(|few| tidied(start, few));
    let lines = [tidied(start, found)].into_iter().chain(few);
    Line::short(lines.min_by_key(Vec::len).unwrap_or_default())
}

/// How many passes a line may have that is looked for because one with more is tedious to read.
const FEW_PASSES: [u8; 5] = [1, 2, 3, 5, 8];
/// The most positions to look at for each of them.
const POSITIONS_FOR_FEW_PASSES: u64 = 40_000;

/// A line of fewer passes through the stock than the one that was found, if one is soon found.
fn of_few_passes(start: &Position, found: &[Move], limits: &Limits<'_>) -> Option<Vec<Move>> {
    let passes = 1 + found.iter().filter(|&&act| act == Move::Redeal).count();
    let limits = Limits { positions: POSITIONS_FOR_FEW_PASSES.min(limits.positions), ..*limits };
    for most in FEW_PASSES.map(|most| most.saturating_add(start.pass() - 1)) {
        if usize::from(most) >= usize::from(start.pass() - 1) + passes {
            break;
        }
        let stricter = start.with_passes(Passes::Limited(most));
        let outcome = solver_for(stricter.rules(), Shortcuts::All).solve(&stricter, &limits);
        if let Verdict::Winnable(moves) = outcome.verdict {
            return Some(moves);
        }
    }
    None
}

/// Searches for a shortest line of a deal that is won by `found`, as far as the limits allow.
///
/// Whether the line is proved to be a shortest one is said by [`Line::is_shortest`].
pub fn shortest_line(start: &Position, found: Vec<Move>, limits: &Limits<'_>) -> Line {
    if has_shortest(start.rules())
        && let Verdict::Winnable(moves) = shortest(start, Haste::None, limits).verdict
    {
        return Line::shortest(moves);
    }
    let best = klondike::accepts(start.rules()).then(|| klondike::shortest(start, limits)).flatten();
    match best {
        Some(line) if line.is_shortest => line,
        // What is not proved is no longer than the line that is printed without being asked for.
        Some(Line { moves, at_least, .. }) => {
            let moves = trimmed(start, moves);
            Line { is_shortest: at_least == Some(moves.len()), moves, at_least }
        }
        None => short_line(start, found, limits),
    }
}

/// A line that goes through the stock as seldom as was found to be possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FewPasses {
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether it is proved that no line has fewer passes.
    pub is_fewest: bool,
}

/// Searches for a line of the fewest passes of a deal that is won by `found`, and makes it short.
///
/// The deal is solved anew under rules that allow one pass, two, and so on: the first win has the
/// fewest passes if all stricter rules were proved to allow none.
pub fn fewest_passes(start: &Position, found: Vec<Move>, limits: &Limits<'_>) -> FewPasses {
    let passes_of = |moves: &[Move]| moves.iter().filter(|&&act| act == Move::Redeal).count();
    let mut is_fewest = true;
    if start.rules().has_stock() {
        let known = usize::from(start.pass()) + passes_of(&found);
        for most in usize::from(start.pass())..known.min(usize::from(u8::MAX)) {
            let stricter = start.with_passes(Passes::Limited(most as u8));
            match solver_for(stricter.rules(), Shortcuts::All).solve(&stricter, limits).verdict {
                Verdict::Winnable(moves) => {
                    return FewPasses { moves: short_line(&stricter, moves, limits).moves, is_fewest };
                }
                Verdict::Unwinnable => {}
                Verdict::Undecided(_) => is_fewest = false,
            }
        }
        let stricter = start.with_passes(Passes::Limited(known.min(usize::from(u8::MAX)) as u8));
        return FewPasses { moves: short_line(&stricter, found, limits).moves, is_fewest };
    }
    FewPasses { moves: short_line(start, found, limits).moves, is_fewest }
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
