//! Proofs: each seat's deal alone, and the game of all in which everybody gets out.
//!
//! # Why own solutions are enough
//!
//! If every seat's deal can be won alone (under the same rules, no card coming back), then all can get out
//! together: there are four foundations a seat, so let every seat play its own solution and keep to four of
//! its own. A seat's solution asks for nothing but its own piles and the heights of its four foundations,
//! and no other seat changes either; so each of its moves stays legal whatever the others do in between,
//! in any order of the seats. In a game by turns a solution is cut after each turned card, as its turns are;
//! nobody is ever forced to a move that the solution has not. Who is out is passed over. The joint line is
//! replayed through the table all the same; where a place is not named, any foundation of the same suit and
//! height serves, as the heights are then the same numbers in another order.
//!
//! The converse is false: a seat that cannot win alone may do so with the others' foundations. So where a
//! seat has no solution of its own a joint search looks for one, in which the others follow their solutions
//! and wait where that helps, or play freely too. It never says that there is none: it leaves the game undecided.

use super::joint;
use super::seat::Seat;
use super::table::{Play, Table};
use crate::game::{Move, Position};
use crate::solver::{Bound, Limits, Shortcuts, Verdict, short_line, solver_for};
use crate::walkthrough::Solution;

/// What is known of a seat's deal alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Alone {
    /// It can be won, so.
    Winnable(Box<Solution>),
    /// It cannot.
    Unwinnable,
    /// A limit was reached first.
    Undecided(Bound),
}

/// What is known of the game of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Together {
    /// Everybody gets out by own solutions.
    OwnSolutions(JointLine),
    /// Everybody gets out by the help of others.
    Helped(JointLine),
    /// No line was found; that does not mean that there is none.
    Undecided,
}

/// What is known of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Each seat alone, seat A first.
    pub alone: Vec<Alone>,
    /// All together.
    pub together: Together,
    /// How many positions the searches looked at.
    pub positions: u64,
}

/// Moves of all seats in order, replayed until everybody was out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JointLine {
    moves: Vec<(Seat, Move)>,
}

/// How far proofs go.
#[derive(Debug, Clone, Copy)]
pub struct ProofLimits<'a> {
    /// For each seat alone.
    pub alone: Limits<'a>,
    /// How many positions the joint search looks at.
    pub together: u64,
}

/// How many positions are looked at for another, shorter line of a seat.
const SHORTER_POSITIONS: u64 = 30_000;

impl Default for ProofLimits<'_> {
    fn default() -> Self {
        ProofLimits { alone: Limits { positions: 5_000_000, ..Limits::default() }, together: 60_000 }
    }
}

impl JointLine {
    /// Replays moves by turns, as the rules have it, until everybody is out; nothing if they do not do that.
    ///
    /// A turn ends with a turned card, or with [`Move::Redeal`] left out and no card left to turn. In a race
    /// (`by_turns` false) any order goes.
    pub fn replay(table: &Table, moves: Vec<(Seat, Move)>, by_turns: bool) -> Option<JointLine> {
        let mut now = table.clone();
        let count = table.count();
        let mut turn = table.starter();
        for &(seat, act) in &moves {
            if by_turns && seat != turn {
                // The seats between have no card to turn, so they say that their turn is over.
                while turn != seat {
                    if now.in_hand(turn) > 0 && now.left(turn) > 0 {
                        return None;
                    }
                    turn = Seat::new((turn.index() + 1) % count);
                }
            }
            now.play(seat, Play { act, place: None, picked: None }).ok()?;
            if act == Move::Turn {
                turn = Seat::new((turn.index() + 1) % count);
            }
        }
        Seat::all(count).all(|seat| now.left(seat) == 0).then_some(JointLine { moves })
    }

    /// The moves, in order.
    pub fn moves(&self) -> &[(Seat, Move)] {
        &self.moves
    }
}

/// The position of a seat alone: its deal as a patience for one.
///
/// # Errors
/// If cards of the seat are on foundations already.
pub fn alone(table: &Table, seat: Seat) -> Result<Position, crate::game::BadDeal> {
    let deal = &table.deal(None).seats[seat.index()];
    Position::new(table.rules().seat.clone(), deal)
}

/// Proves what can be proved of a table at the beginning.
///
/// # Errors
/// If the table is not at its beginning.
pub fn prove(table: &Table, limits: &ProofLimits<'_>) -> Result<Proof, crate::game::BadDeal> {
    let (alone, mut positions) = each_alone(table, limits)?;
    let together = together(table, &alone, limits, &mut positions);
    Ok(Proof { alone, together, positions })
}

/// Proves each seat's deal alone.
///
/// # Errors
/// If the table is not at its beginning.
pub fn prove_alone(table: &Table, limits: &ProofLimits<'_>) -> Result<Vec<Alone>, crate::game::BadDeal> {
    Ok(each_alone(table, limits)?.0)
}

fn each_alone(table: &Table, limits: &ProofLimits<'_>) -> Result<(Vec<Alone>, u64), crate::game::BadDeal> {
    let mut solver = solver_for(&table.rules().seat, Shortcuts::All);
    let mut positions = 0;
    let mut alone_each: Vec<Alone> = Vec::new();
    let mut starts: Vec<Position> = Vec::new();
    for seat in Seat::all(table.count()) {
        let start = alone(table, seat)?;
        // Matched seats are proved once.
        if let Some(same) = starts.iter().position(|other| *other == start) {
            alone_each.push(alone_each[same].clone());
            starts.push(start);
            continue;
        }
        let outcome = solver.solve(&start, &limits.alone);
        positions += outcome.positions;
        alone_each.push(match outcome.verdict {
            Verdict::Winnable(moves) => match Solution::replay(&start, &moves) {
                Ok(solution) => Alone::Winnable(Box::new(solution)),
                // A solver's mistake must not become a verdict.
                Err(_) => Alone::Undecided(Bound::Stopped),
            },
            Verdict::Unwinnable => Alone::Unwinnable,
            Verdict::Undecided(bound) => Alone::Undecided(bound),
        });
        starts.push(start);
    }
    Ok((alone_each, positions))
}

fn together(table: &Table, alone: &[Alone], limits: &ProofLimits<'_>, positions: &mut u64) -> Together {
    let lines: Vec<Option<&[Move]>> = alone
        .iter()
        .map(|seat| match seat {
            Alone::Winnable(solution) => Some(solution.moves()),
            _ => None,
        })
        .collect();
    let by_turns = table.rules().play == crate::variant::Play::Turns;
    if let Some(lines) = lines.iter().copied().collect::<Option<Vec<_>>>() {
        let moves = joint::round_robin(table, &lines);
        return match JointLine::replay(table, moves, by_turns) {
            Some(line) => Together::OwnSolutions(line),
            None => Together::Undecided,
        };
    }
    // A search in which the others keep to one line ends soon, as that line gives help at few moments. So
    // others are tried: shorter lines, and no lines at all.
    let shorter: Vec<Option<Vec<Move>>> = alone
        .iter()
        .map(|seat| match seat {
            Alone::Winnable(solution) => {
                let limits = Limits { positions: SHORTER_POSITIONS, ..limits.alone };
                Some(short_line(solution.start(), solution.moves().to_vec(), &limits).moves)
            }
            _ => None,
        })
        .collect();
    let shorter: Vec<Option<&[Move]>> = shorter.iter().map(Option::as_deref).collect();
    for lines in [lines, shorter, vec![None; alone.len()]] {
        let (moves, looked_at) = joint::search(table, &lines, limits.together, limits.alone.stop);
        *positions += looked_at;
        if let Some(line) = moves.and_then(|moves| JointLine::replay(table, moves, by_turns)) {
            return Together::Helped(line);
        }
    }
    Together::Undecided
}
