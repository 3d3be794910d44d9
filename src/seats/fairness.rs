//! How fair a deal is: the fixed players play it many times, every player with every seat's cards.
//!
//! The seats' cards are what is measured, so each share belongs to a deal: of two players A and B
//! the game is played by greedy against greedy, look-ahead against look-ahead, and greedy against look-ahead
//! in both orders, so that no seat has the better player more often. Who starts is as the cards say. A game
//! that ends with equal numbers counts as a half for each.

use super::players::{Dice, Player, play_out};
use super::seat::Seat;
use super::table::Table;
use rayon::prelude::*;

/// How often each seat's cards won.
#[derive(Debug, Clone, PartialEq)]
pub struct Fairness {
    /// How many games were played.
    pub games: usize,
    /// The share of each seat, seat A first.
    pub shares: Vec<Share>,
}

/// A share of games that were won, with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The share itself.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The games that are played of a deal.
pub const GAMES: usize = 160;
/// An interval that is wider than this tells nothing.
pub const WIDEST: f64 = 0.16;
/// How far the share of a balanced deal may be from that of equals.
pub const FARTHEST: f64 = 0.05;

impl Share {
    /// A share with Wilson's interval; `won` counts in parts of a game.
    pub fn new(won: f64, games: usize) -> Share {
        const Z: f64 = 1.96;
        let n = games.max(1) as f64;
        let share = won / n;
        let middle = share + Z * Z / (2.0 * n);
        let reach = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        Share { share, low: (middle - reach) / scale, high: (middle + reach) / scale }
    }

    /// Whether a share of equals lies in the interval.
    pub fn holds(&self, equal: f64) -> bool {
        self.low <= equal && equal <= self.high
    }
}

impl Fairness {
    /// Whether every seat's interval is narrow and holds the share of equals, and no share is far from it.
    pub fn is_balanced(&self) -> bool {
        let equal = 1.0 / self.shares.len() as f64;
        self.shares.iter().all(|share| {
            share.holds(equal) && share.high - share.low <= WIDEST && (share.share - equal).abs() <= FARTHEST
        })
    }
}

/// Plays a deal so often, with numbers from a seed; the same on any number of threads.
pub fn fairness(table: &Table, games: usize, seed: u64) -> Fairness {
    let count = table.count();
    let played: Vec<Vec<f64>> = (0..games)
        .into_par_iter()
        .map(|game| {
            let players: Vec<Player> = (0..count)
                .map(|seat| match (game >> (seat % 16)) & 1 {
                    0 => Player::Greedy,
                    _ => Player::LookAhead,
                })
                .collect();
            let mut dice = Dice::new(seed.wrapping_mul(1_000_003).wrapping_add(game as u64));
            let standing = play_out(table, &players, &mut dice).standing();
            let first = standing.iter().filter(|score| score.place == 1).count() as f64;
            standing.iter().map(|score| if score.place == 1 { 1.0 / first } else { 0.0 }).collect()
        })
        .collect();
    let shares = Seat::all(count).map(|seat| {
        let won = played.iter().map(|game| game[seat.index()]).sum();
        Share::new(won, games)
    });
    Fairness { games, shares: shares.collect() }
}

/// Whether a deal is worth a long look: a short one costs an eighth and lets through what may be balanced.
pub fn may_be_balanced(table: &Table, seed: u64) -> bool {
    let short = fairness(table, GAMES / 8, seed);
    let equal = 1.0 / short.shares.len() as f64;
    short.shares.iter().all(|share| (share.share - equal).abs() < 0.2)
}
