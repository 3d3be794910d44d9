//! Choosing the deals of a kit: every one can be won alone, and those of a round are a fair match.

use super::{BadKit, Order};
use crate::catalogue::Catalogue;
use crate::deal::DealId;
use crate::seats::fairness::{Fairness, GAMES, fairness, may_be_balanced};
use crate::seats::proof::{Alone, ProofLimits, prove_alone};
use crate::seats::{Seat, Table, TableDeal};
use crate::solver::{Limits, short_line};
use crate::walkthrough::Solution;
use std::sync::atomic::{AtomicBool, Ordering};

/// How the deals of a round are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deals {
    /// The same for all.
    Matched,
    /// Different, of equal level.
    Balanced,
    /// Different, as the seeds give them.
    Plain,
}

/// The deals of a round.
#[derive(Debug, Clone)]
pub struct Round {
    /// The name of the deal.
    pub id: String,
    /// The table.
    pub table: Table,
    /// Who starts.
    pub starter: Seat,
    /// How often each seat's cards won, if that was measured.
    pub fairness: Option<Fairness>,
    /// A win of each seat's deal alone, seat A first; a single one if all have the same deal.
    pub solutions: Vec<Solution>,
}

/// Whether somebody asked to stop.
pub(super) fn is_stopped(stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// How many seeds in a row may fail.
const MOST_FAILURES: u64 = 5_000;
/// How far the search for a win goes, and how far that for a shorter one.
const POSITIONS: (u64, u64) = (2_000_000, 60_000);
/// With which numbers deals are measured; those of `deal --balanced`.
const BALANCE_SEED: u64 = 1;

pub(super) fn rounds(
    order: &Order,
    catalogue: &Catalogue,
    found: &dyn Fn(usize),
    stop: Option<&AtomicBool>,
) -> Result<Vec<Round>, BadKit> {
    let mut rounds = Vec::new();
    let mut seed = order.seed;
    let mut failed = 0;
    let size = u8::try_from(order.players).unwrap_or(u8::MAX);
    while rounds.len() < order.rounds {
        if is_stopped(stop) {
            return Err(BadKit::Stopped);
        }
        let id = DealId { game: order.game.clone(), size: Some(size), seed };
        match round(order, catalogue, &id, stop)? {
            Some(round) => {
                rounds.push(round);
                found(rounds.len());
                failed = 0;
            }
            None => failed += 1,
        }
        seed = match seed.checked_add(1) {
            Some(seed) if failed < MOST_FAILURES => seed,
            _ => {
                let what = format!(
                    "none of {failed} deals before #{seed} is what the kit needs; try --deals matched, or other rules"
                );
                return Err(BadKit::Order(what));
            }
        };
    }
    Ok(rounds)
}

/// The round of a deal, if it is what the kit needs.
fn round(
    order: &Order,
    catalogue: &Catalogue,
    id: &DealId,
    stop: Option<&AtomicBool>,
) -> Result<Option<Round>, BadKit> {
    let matched = order.deals == Deals::Matched;
    let deal = TableDeal::named(catalogue, id, &order.changes, matched)?;
    let table = Table::start(catalogue, &deal)?;
    let mut fair = None;
    if order.deals == Deals::Balanced {
        if !may_be_balanced(&table, BALANCE_SEED) {
            return Ok(None);
        }
        let measured = fairness(&table, GAMES, BALANCE_SEED);
        if !measured.is_balanced() {
            return Ok(None);
        }
        fair = Some(measured);
    }
    let alone = Limits { positions: POSITIONS.0, stop, ..Limits::default() };
    let mut solutions = Vec::new();
    let proofs = prove_alone(&table, &ProofLimits { alone, ..ProofLimits::default() })?;
    for proof in proofs.iter().take(if matched { 1 } else { proofs.len() }) {
        let Alone::Winnable(solution) = proof else { return Ok(None) };
        let limits = Limits { positions: POSITIONS.1, stop, ..Limits::default() };
        let line = short_line(solution.start(), solution.moves().to_vec(), &limits);
        // A shorter line that does not replay is not printed.
        let short = Solution::replay(solution.start(), &line.moves);
        solutions.push(short.unwrap_or_else(|_| (**solution).clone()));
    }
    let starter = table.starter();
    let id = deal.id.unwrap_or_default();
    Ok(Some(Round { id, table, starter, fairness: fair, solutions }))
}
