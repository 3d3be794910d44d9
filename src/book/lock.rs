//! Locks: the deals of a book and how each is won, so that the book is made again without a search.
//!
//! A lock is JSON, a puzzle a line. It is never believed: every win is replayed under the book's rules.

use super::earlier::Earlier;
use super::puzzles::{Chosen, Puzzle, cards_of, grade_of, is_shortest, name_of};
use super::spec::{BookSpec, Section};
use super::{BadBook, Source};
use crate::catalogue::fresh;
use crate::deal::DealId;
use crate::game::{Position, Rules, move_text, parse_move};
use crate::grade::{Calibration, GRADER, Score};
use crate::walkthrough::Solution;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// So many puzzles that do not fit are named.
const MOST_NAMED: usize = 12;

/// A puzzle of a lock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    /// Its number in the book.
    puzzle: u32,
    /// The deal's id.
    deal: String,
    /// Its winning moves, a token each.
    moves: String,
    /// Whether no win has fewer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    shortest: bool,
    /// How hard it is by a version of the grader; measured anew if that is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<(u32, u32)>,
}

/// The lock of a book's puzzles.
pub fn write(sections: &[Chosen]) -> String {
    let mut text = String::new();
    for puzzle in sections.iter().flat_map(|section| &section.puzzles) {
        let moves = puzzle.solution.positions().zip(puzzle.solution.moves());
        let tokens: Vec<String> = moves.map(|(position, &act)| move_text(&position, act)).collect();
        let line = Line {
            puzzle: puzzle.number,
            deal: puzzle.id.to_string(),
            moves: tokens.join(" "),
            shortest: puzzle.is_shortest,
            score: puzzle.grade.map(|(score, _)| (score.0, GRADER)),
        };
        text.push_str(&serde_json::to_string(&line).expect("plain texts, which JSON can hold"));
        text.push('\n');
    }
    text
}

/// The deals of a lock, each with its line from 1.
///
/// # Errors
/// If a line is none of a lock; the message names it.
pub(super) fn deals(lock: &Source) -> Result<Vec<(usize, DealId)>, String> {
    let lines = lock.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let deal = |(row, line): (usize, &str)| {
        let bad = |why: String| format!("{}:{}: {why}", lock.name, row + 1);
        let line: Line = serde_json::from_str(line).map_err(|error| bad(error.to_string()))?;
        let id = line.deal.parse().map_err(|error: crate::deal::BadDealId| bad(error.to_string()))?;
        Ok((row + 1, id))
    };
    lines.map(deal).collect()
}

/// The puzzles of a book as its lock has them, each win replayed.
///
/// # Errors
/// If the lock does not fit the book; puzzles that do not are named one by one.
pub(super) fn replay(
    spec: &BookSpec,
    rules: Vec<Arc<Rules>>,
    scales: &[Option<Calibration>],
    earlier: &Earlier,
    lock: &Source,
) -> Result<Vec<Chosen>, BadBook> {
    let lines: Vec<(usize, &str)> =
        lock.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    let wanted: usize = spec.sections.iter().map(|section| section.count).sum();
    if lines.len() != wanted {
        let what = format!("{}: it has {} puzzles; the book has {wanted}", lock.name, lines.len());
        return Err(BadBook::Lock(what));
    }
    let jobs: Vec<(usize, &Section, &Arc<Rules>)> = spec
        .sections
        .iter()
        .zip(&rules)
        .enumerate()
        .flat_map(|(index, (section, rules))| (0..section.count).map(move |_| (index, section, rules)))
        .collect();
    let numbers: Vec<u32> = spec.numbers().into_iter().flatten().collect();
    let replayed: Vec<Result<Puzzle, String>> = lines
        .par_iter()
        .zip(&jobs)
        .enumerate()
        .map(|(index, (&(row, line), &(place, section, rules)))| {
            let number = numbers[index];
            puzzle(line, number, section, rules, scales[place].as_ref())
                .map_err(|why| format!("{}:{}: puzzle {number}: {why}", lock.name, row + 1))
        })
        .collect();
    let mut chosen: Vec<Chosen> = spec
        .sections
        .iter()
        .zip(&rules)
        .map(|(section, rules)| Chosen {
            section: section.clone(),
            rules: rules.clone(),
            puzzles: Vec::new(),
        })
        .collect();
    let mut taken = BTreeSet::new();
    let mut bad = Vec::new();
    for ((puzzle, &(index, ..)), &(row, _)) in replayed.into_iter().zip(&jobs).zip(&lines) {
        match puzzle {
            Ok(puzzle) if earlier.holds(index, &cards_of(puzzle.start())) => bad.push(format!(
                "{}:{}: puzzle {}: {} stands in an earlier volume",
                lock.name,
                row + 1,
                puzzle.number,
                puzzle.id
            )),
            Ok(puzzle) if !taken.insert(cards_of(puzzle.start())) => bad.push(format!(
                "{}:{}: puzzle {}: {} stands in the book already",
                lock.name,
                row + 1,
                puzzle.number,
                puzzle.id
            )),
            Ok(puzzle) => chosen[index].puzzles.push(puzzle),
            Err(why) => bad.push(why),
        }
    }
    if bad.is_empty() {
        return Ok(chosen);
    }
    let more = bad.len().saturating_sub(MOST_NAMED);
    bad.truncate(MOST_NAMED);
    if more > 0 {
        bad.push(format!("and {more} more"));
    }
    Err(BadBook::Lock(bad.join("\n")))
}

/// The puzzle of a line.
fn puzzle(
    line: &str,
    number: u32,
    section: &Section,
    rules: &Arc<Rules>,
    scale: Option<&Calibration>,
) -> Result<Puzzle, String> {
    let line: Line = serde_json::from_str(line).map_err(|error| error.to_string())?;
    if line.puzzle != number {
        return Err(format!("the line is of puzzle {}", line.puzzle));
    }
    let id: DealId = line.deal.parse().map_err(|error: crate::deal::BadDealId| error.to_string())?;
    if (&id.game, id.size) != (&section.game.game, section.game.size) {
        let wanted = DealId { game: section.game.game.clone(), size: section.game.size, seed: id.seed };
        return Err(format!("the deal is {id}, where the book wants one such as {wanted}"));
    }
    if id.seed < section.seed {
        return Err(format!("the deal is {id}, and the section begins with seed {}", section.seed));
    }
    let start = Position::new(rules.clone(), &fresh(rules, &id, &section.rules))
        .map_err(|error| format!("{id}: {error}"))?;
    let mut position = start.clone();
    let mut moves = Vec::new();
    for token in line.moves.split_whitespace() {
        let bad = |why: &dyn std::fmt::Display| format!("{id}: move {}: {why}", moves.len() + 1);
        let act = parse_move(&position, token).map_err(|why| bad(&why))?;
        position.play(act).map_err(|why| bad(&why))?;
        moves.push(act);
    }
    let solution = Solution::replay(&start, &moves).map_err(|why| format!("{id}: {why}"))?;
    // Proving this anew takes a moment; only what is proved is printed.
    if line.shortest && !is_shortest(&solution) {
        return Err(format!("{id}: that no win has fewer moves cannot be proved"));
    }
    let name = name_of(&id, &section.rules);
    let grade = scale.map(|scale| match line.score {
        Some((score, GRADER)) => (Score(score), scale.level(Score(score))),
        _ => grade_of(&start, scale),
    });
    if let Some((_, level)) =
        grade.filter(|(_, level)| !section.level.is_empty() && !section.level.contains(level))
    {
        return Err(format!("{id}: its level is {level}, and the section wants others"));
    }
    Ok(Puzzle { number, id, name, solution, is_shortest: line.shortest, grade })
}
