//! Lines in which everybody gets out: own solutions by turns, and the search where one seat needs help.

use super::reach;
use super::seat::Seat;
use super::stuck::within_reach;
use super::table::{Play, Table};
use crate::card::Card;
use crate::game::{Move, Place, Position};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::sync::atomic::{AtomicBool, Ordering};

/// The seats' own lines by turns: each turn goes on until a card is turned.
pub(super) fn round_robin(table: &Table, lines: &[&[Move]]) -> Vec<(Seat, Move)> {
    let mut at = vec![0; lines.len()];
    let mut moves = Vec::new();
    let mut turn = table.starter().index();
    while at.iter().zip(lines).any(|(&at, line)| at < line.len()) {
        for &act in &lines[turn][at[turn]..] {
            at[turn] += 1;
            moves.push((Seat::new(turn), act));
            if act == Move::Turn {
                break;
            }
        }
        turn = (turn + 1) % lines.len();
    }
    moves
}

/// One play of the joint order: turns of the stock are left out, as they come of themselves.
#[derive(Clone, Copy)]
struct Step {
    seat: Seat,
    act: Move,
    card: Card,
}

/// A place in the joint search.
#[derive(Clone)]
struct Node {
    table: Table,
    /// How far each helper has come in its own line.
    at: Vec<usize>,
    /// The step that led here, in the list of all.
    from: usize,
}

/// Searches for an order in which everybody gets out: seats with a line follow it and may wait, the others
/// play freely. Best-first by what is left to do; a state is looked at once.
///
/// Returns the moves, turns included, and how many states were looked at.
pub(super) fn search(
    table: &Table,
    lines: &[Option<&[Move]>],
    limit: u64,
    stop: Option<&AtomicBool>,
) -> (Option<Vec<(Seat, Move)>>, u64) {
    let mut steps: Vec<(usize, Option<Step>)> = vec![(0, None)];
    let mut heap = BinaryHeap::new();
    let mut nodes = vec![Some(Node { table: table.clone(), at: vec![0; lines.len()], from: 0 })];
    let mut seen: BTreeSet<Vec<u8>> = nodes.iter().flatten().map(key).collect();
    heap.push((Reverse(cost(table)), Reverse(0usize)));
    let mut looked_at = 0;
    while let Some((_, Reverse(index))) = heap.pop() {
        let Some(node) = nodes[index].take() else { continue };
        looked_at += 1;
        if Seat::all(table.count()).all(|seat| node.table.left(seat) == 0) {
            return (schedule(table, &path(&steps, node.from)), looked_at);
        }
        if looked_at >= limit || stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            break;
        }
        for (step, table, at) in successors(&node, lines) {
            let child = Node { table, at, from: steps.len() };
            if !seen.insert(key(&child)) {
                continue;
            }
            steps.push((node.from, Some(step)));
            heap.push((Reverse(cost(&child.table)), Reverse(nodes.len())));
            nodes.push(Some(child));
        }
    }
    (None, looked_at)
}

fn path(steps: &[(usize, Option<Step>)], mut at: usize) -> Vec<Step> {
    let mut path = Vec::new();
    while let (before, Some(step)) = steps[at] {
        path.push(step);
        at = before;
    }
    path.reverse();
    path
}

/// What is left to do: cards to promote, and more for those that lie face down or under higher ones.
fn cost(table: &Table) -> u64 {
    let seat = |position: &Position| {
        let columns: u64 = position
            .columns()
            .iter()
            .map(|pile| {
                let buried = (1..pile.cards.len())
                    .filter(|&depth| {
                        pile.cards[..depth]
                            .iter()
                            .any(|low| low.suit() == pile.cards[depth].suit() && *low < pile.cards[depth])
                    })
                    .count();
                3 * pile.cards.len() as u64 + 4 * pile.down as u64 + buried as u64
            })
            .sum();
        columns + 4 * (position.stock().len() + position.waste().len()) as u64
    };
    table.seats().iter().map(seat).sum()
}

/// What makes two states the same: piles, hands as far as they may still be turned, foundations.
fn key(node: &Node) -> Vec<u8> {
    let mut key = Vec::with_capacity(256);
    for (position, at) in node.table.seats().iter().zip(&node.at) {
        key.extend(at.to_le_bytes());
        for pile in position.columns() {
            key.extend(pile.cards.iter().map(|card| card.index() as u8));
            key.push(0xf0 + pile.down as u8);
        }
        key.extend(position.waste().iter().map(|card| card.index() as u8));
        key.push(0xfe);
        key.extend(position.stock().iter().rev().map(|card| card.index() as u8));
        key.push(0xff);
    }
    let mut heights: Vec<u8> = Vec::new();
    for suit in 0..4 {
        let mut suit: Vec<u8> = node.table.foundations().iter().copied().skip(suit).step_by(4).collect();
        suit.sort_unstable();
        heights.extend(suit);
    }
    key.extend(heights);
    key
}

fn successors(node: &Node, lines: &[Option<&[Move]>]) -> Vec<(Step, Table, Vec<usize>)> {
    let mut next = Vec::new();
    for (seat, line) in Seat::all(lines.len()).zip(lines) {
        match line {
            Some(line) => {
                // The next play of the helper's line; its turns on the way are made at once.
                let (mut table, mut at) = (node.table.clone(), node.at.clone());
                for &act in &line[at[seat.index()]..] {
                    at[seat.index()] += 1;
                    let Ok(played) = table.play(seat, Play { act, place: None, picked: None }) else { break };
                    if !matches!(act, Move::Turn | Move::Redeal) {
                        next.push((Step { seat, act, card: played.cards[0] }, table, at));
                        break;
                    }
                }
            }
            None => free_steps(node, seat, &mut next),
        }
    }
    next
}

/// Every play of a seat without a line: from its columns, and of each card that it can turn to.
fn free_steps(node: &Node, seat: Seat, next: &mut Vec<(Step, Table, Vec<usize>)>) {
    let mut add = |table: &Table, act: Move| {
        let mut table = table.clone();
        if let Ok(played) = table.play(seat, Play { act, place: None, picked: None }) {
            next.push((Step { seat, act, card: played.cards[0] }, table, node.at.clone()));
        }
    };
    let position = node.table.seat(seat);
    let from_column = |act: &Move| {
        !matches!(act, Move::Promote { from: Place::Waste } | Move::Shift { from: Place::Waste, .. })
    };
    for act in reach::moves(position).into_iter().filter(from_column) {
        add(&node.table, act);
    }
    for card in within_reach(position, node.table.is_spread()) {
        let Some(table) = turned_to(&node.table, seat, card) else { continue };
        for act in reach::moves(table.seat(seat)).into_iter().filter(|act| !from_column(act)) {
            add(&table, act);
        }
    }
}

/// The table after a seat has turned its stock until a card lies on top of its waste.
fn turned_to(table: &Table, seat: Seat, card: Card) -> Option<Table> {
    let mut table = table.clone();
    for _ in 0..120 {
        if table.seat(seat).waste().last() == Some(&card) {
            return Some(table);
        }
        turn(&mut table, seat)?;
    }
    None
}

/// Turns the stock of a seat once, renewing it if it is empty; what was done.
fn turn(table: &mut Table, seat: Seat) -> Option<Vec<Move>> {
    let mut done = Vec::new();
    if table.seat(seat).stock().is_empty() {
        table.play(seat, Play { act: Move::Redeal, place: None, picked: None }).ok()?;
        done.push(Move::Redeal);
    }
    table.play(seat, Play { act: Move::Turn, place: None, picked: None }).ok()?;
    done.push(Move::Turn);
    Some(done)
}

/// Makes a joint order into moves by turns: whoever's play is next makes it when its card is at hand, and
/// everybody else turns cards, which changes nothing for the others.
fn schedule(table: &Table, steps: &[Step]) -> Option<Vec<(Seat, Move)>> {
    let mut now = table.clone();
    let mut moves = Vec::new();
    let mut steps = steps.iter().peekable();
    let mut turn_of = table.starter();
    let mut idle = 0;
    while steps.peek().is_some() {
        let seat = turn_of;
        while let Some(step) = steps.peek().filter(|step| step.seat == seat) {
            let play = Play { act: step.act, place: None, picked: None };
            let from_waste = matches!(
                step.act,
                Move::Promote { from: Place::Waste } | Move::Shift { from: Place::Waste, .. }
            );
            if from_waste && now.seat(seat).waste().last() != Some(&step.card) {
                break;
            }
            now.play(seat, play).ok()?;
            moves.push((seat, step.act));
            steps.next();
            idle = 0;
        }
        if steps.peek().is_some() && now.in_hand(seat) > 0 {
            moves.extend(turn(&mut now, seat)?.into_iter().map(|act| (seat, act)));
        }
        idle += 1;
        // Every card comes round in so many turns of all, or it never does.
        if idle > 60 * now.count() {
            return None;
        }
        turn_of = Seat::new((turn_of.index() + 1) % now.count());
    }
    Some(moves)
}
