//! Wins of proved shortness: best first, by a bound that no line can beat.
//!
//! The search of [`super::short`] counts no move that only makes room, so the least it can find
//! is a lower bound for the table (A*, Hart, Nilsson and Raphael 1968: its own bound never falls
//! by more than a step costs). Where the line, played at the table, needs no move beyond that, it
//! is a shortest one; otherwise it is only short.

use super::Switches;
use super::short::{Aim, Node, Shortener, short_line, trimmed};
use crate::game::{Move, Position};
use crate::solver::{Limits, Line};
use std::collections::HashMap;

/// Bytes that a position takes, with its place in the queue and among the known.
const BYTES_A_POSITION: usize = 160;

/// Searches for a shortest win, and for a proof that it is one.
///
/// The line says whether the proof succeeded; within the limits it may not, and then the line is
/// the shortest that was found, and says how many moves any line has at least. Nothing if no win was found at all.
pub fn shortest(start: &Position, limits: &Limits<'_>) -> Option<Line> {
    let short = short_line(start, None, Aim::Moves, limits);
    let best_first = best_first(start, limits);
    let at_least = best_first.as_ref().map(|found| found.at_least);
    let lines = best_first.and_then(|found| found.line).into_iter().chain(short);
    let moves = lines.min_by_key(Vec::len)?;
    Some(Line { is_shortest: at_least == Some(moves.len()), moves, at_least })
}

/// What the best-first search found out.
struct BestFirst {
    /// The line that it ended with, as played.
    line: Option<Vec<Move>>,
    /// How many moves every line has at least.
    at_least: usize,
}

/// Searches best first; nothing if the rules are not known or there is no win.
fn best_first(start: &Position, limits: &Limits<'_>) -> Option<BestFirst> {
    // Only what is surely no shortcut to a longer line: a card that is never missed goes up free.
    let switches = Switches { safe: true, ..Switches::NONE };
    let mut shortener = Shortener::new(start, switches, Aim::Moves)?;
    let first = shortener.start();
    let promotions = shortener.promotions();
    let mut nodes = vec![first];
    let mut least: HashMap<u64, u32> = HashMap::from([(first.position.key, 0)]);
    let mut queue: Vec<Vec<u32>> = Vec::new();
    put(&mut queue, shortener.bound(&first.position), 0);
    let mut at = 0;
    let most = limits.memory / BYTES_A_POSITION;
    let mut looked_at = 0;
    while at < queue.len() {
        let Some(index) = queue[at].pop() else {
            at += 1;
            continue;
        };
        let Node { position, cost, .. } = nodes[index as usize];
        if shortener.is_done(&position) {
            let steps = shortener.steps_to(&nodes, index);
            return Some(BestFirst { line: trimmed(start, steps), at_least: promotions + cost as usize });
        }
        if least.get(&position.key).is_some_and(|&known| known < cost) {
            continue;
        }
        looked_at += 1;
        if looked_at > limits.positions || nodes.len() > most || limits.is_stopped() {
            // Whatever is still to be looked at costs as much at least.
            return Some(BestFirst { line: None, at_least: promotions + at });
        }
        let mut following = Vec::new();
        shortener.follow(&position, |expander, _, _, mut position, more| {
            expander.settle(&mut position, |_| ());
            following.push(Node { position, cost: cost + more, parent: index });
        });
        for node in following {
            let known = least.entry(node.position.key).or_insert(u32::MAX);
            if node.cost < *known {
                *known = node.cost;
                let rank = node.cost + shortener.bound(&node.position);
                put(&mut queue, rank.max(at as u32), nodes.len() as u32);
                nodes.push(node);
            }
        }
    }
    None
}

fn put(queue: &mut Vec<Vec<u32>>, rank: u32, node: u32) {
    let rank = rank as usize;
    if queue.len() <= rank {
        queue.resize(rank + 1, Vec::new());
    }
    queue[rank].push(node);
}
