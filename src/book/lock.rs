//! Locks: the deals of a book and how each is won, so that the book is made again without a search.
//!
//! A lock is JSON, a puzzle a line. It is never believed: every win is replayed under the book's rules, and
//! what a form claims beyond that (that all other moves lose, that a deal cannot be won) is proved anew. A puzzle
//! of one turn has its table in its line, whose hands and face-down cards must be those of the deal.
//! That a win is a shortest one takes long to prove: a seal tells that this very line was proved before; without
//! the seal, or if anything of the line was changed, it is proved anew. The seal is a hash without a key: it finds
//! lines that were edited, not those of somebody who computes it to deceive; `--lock` proves everything anew.
//! Puzzles from files are not in it: their files say how they are won.

use super::asks::Asks;
use super::choose::{from_file, is_shortest, put_in_order, whole};
use super::duels;
use super::earlier::Earlier;
use super::puzzles::{Cards, Chosen, Posed, Puzzle, cards_of, grade_of, name_of};
use super::search::Asked;
use super::spec::{BookSpec, Section};
use super::{BadBook, Source};
use crate::catalogue::{Catalogue, fresh};
use crate::deal::DealId;
use crate::game::{Move, Position, Rules, move_text, parse_move};
use crate::grade::{Calibration, GRADER, Score};
use crate::puzzle::{self, Form, Proof, prove};
use crate::seats::TableText;
use crate::seats::puzzle::Task;
use crate::walkthrough::Solution;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// So many puzzles that do not fit are named.
const MOST_NAMED: usize = 12;

/// A puzzle of a lock.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    /// Its number in the book; in a search that was broken off, in its section.
    puzzle: u32,
    /// What is asked, if not to win the whole deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    form: Option<String>,
    /// The deal's id.
    deal: String,
    /// The moves that lead from the deal to the position of the puzzle, a token each.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    before: String,
    /// The moves that are shown, of a game that one of them loses.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    shown: String,
    /// The table of a puzzle of one turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<TableText>,
    /// The winning moves, or those of the turn; none if there is no win.
    moves: String,
    /// Whether no win has fewer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    shortest: bool,
    /// What tells that the claim was proved when the line was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seal: Option<String>,
    /// How hard it is by a version of the grader; measured anew if that is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<(u32, u32)>,
}

/// The lock of a book's puzzles.
pub fn write(sections: &[Chosen]) -> String {
    let mut text = String::new();
    for Chosen { section, rules, puzzles } in sections {
        // Files are their own lock.
        for puzzle in puzzles.iter().filter(|_| !section.is_from_files()) {
            push(&mut text, &Line::of(puzzle, puzzle.number, section, rules));
        }
    }
    text
}

impl Line {
    /// The line of a puzzle under a number.
    pub fn of(puzzle: &Puzzle, number: u32, section: &Section, rules: &Arc<Rules>) -> Line {
        let posed = match &puzzle.posed {
            Posed::Alone(posed) => posed,
            Posed::Turn(duel) => {
                let (table, moves) = duels::locked(duel);
                return Line {
                    puzzle: number,
                    form: Some(duel.task.to_string()),
                    deal: puzzle.id.to_string(),
                    table: Some(table),
                    moves,
                    ..Line::default()
                };
            }
        };
        // The position of the deal is that from which the moves before lead to the one that is shown.
        let dealt = match posed.before.is_empty() {
            true => Ok(posed.start.clone()),
            false => Position::new(rules.clone(), &fresh(rules, &puzzle.id, &section.rules)),
        };
        let dealt = dealt.expect("a deal of the section's rules, since the puzzle was made of it");
        let moves = posed.solution.as_ref().map_or(&[][..], Solution::moves);
        let mut line = Line {
            puzzle: number,
            form: (posed.form != Form::Whole).then(|| posed.form.to_string()),
            deal: puzzle.id.to_string(),
            before: tokens(&dealt, &posed.before),
            shown: tokens(&posed.start, &posed.shown),
            table: None,
            moves: tokens(&posed.start, moves),
            shortest: posed.form == Form::Whole && posed.proof.shortest,
            seal: None,
            score: puzzle.grade.map(|(score, _)| (score.0, GRADER)),
        };
        line.seal = line.shortest.then(|| seal(&line, section));
        line
    }
}

/// Adds a line of JSON.
pub(super) fn push(text: &mut String, line: &impl Serialize) {
    text.push_str(&serde_json::to_string(line).expect("plain texts, which JSON can hold"));
    text.push('\n');
}

/// Raised when the search that proves shortest wins changes what it claims.
const PROVER: u32 = 1;

/// A hash of what a line claims to be shortest, and under which rules.
fn seal(line: &Line, section: &Section) -> String {
    let claim = format!("{PROVER} {} {} {}", name(&line.deal, section), line.before, line.moves);
    fingerprint(&claim)
}

/// A hash of a text (FNV-1a).
pub(super) fn fingerprint(text: &str) -> String {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    format!("{:016x}", text.bytes().fold(0xCBF2_9CE4_8422_2325, mix))
}

fn name(deal: &str, section: &Section) -> String {
    std::iter::once(deal.to_string()).chain(section.rules.settings()).collect::<Vec<_>>().join(" ")
}

fn tokens(start: &Position, moves: &[Move]) -> String {
    let mut position = start.clone();
    let mut tokens = Vec::new();
    for &act in moves {
        tokens.push(move_text(&position, act));
        position.play(act).expect("a legal move, since the puzzle's moves were replayed");
    }
    tokens.join(" ")
}

/// The puzzles of a book as its lock has them, each win replayed.
///
/// # Errors
/// If the lock does not fit the book; puzzles that do not are named one by one.
pub(crate) fn replay(
    spec: &BookSpec,
    source: &Source,
    catalogue: &Catalogue,
    lock: &Source,
) -> Result<Vec<Chosen>, BadBook> {
    replay_asked(Asked::read(spec, source, catalogue)?, lock)
}

/// The same for a book that is printed, whose pages must have room for its tables.
///
/// # Errors
/// As [`replay`], or if they have none.
pub(super) fn replay_printed(
    spec: &BookSpec,
    source: &Source,
    catalogue: &Catalogue,
    lock: &Source,
) -> Result<Vec<Chosen>, BadBook> {
    let asked = Asked::read(spec, source, catalogue)?;
    duels::check_room(&asked.spec, source, catalogue)?;
    replay_asked(asked, lock)
}

fn replay_asked(asked: Asked<'_>, lock: &Source) -> Result<Vec<Chosen>, BadBook> {
    let spec = &asked.spec;
    let lines = || lock.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut jobs: Vec<(usize, u32)> = Vec::new();
    for (index, (section, numbers)) in spec.sections.iter().zip(spec.numbers()).enumerate() {
        if !section.is_from_files() {
            jobs.extend(numbers.map(|number| (index, number)));
        }
    }
    let count = lines().count();
    if count != jobs.len() {
        let what = format!("{}: it has {count} puzzles; the book has {}", lock.name, jobs.len());
        return Err(BadBook::Lock(what));
    }
    let lines: Vec<(usize, &str)> = lines().collect();
    let replayed: Vec<Result<(Puzzle, Cards), String>> = lines
        .par_iter()
        .zip(&jobs)
        .map(|(&(_, line), &(index, number))| replay_line(&asked, line, index, number, None))
        .collect();
    let mut book = Locked { earlier: &asked.earlier, taken: BTreeSet::new(), lock, bad: Vec::new() };
    let mut own: Vec<Vec<Puzzle>> = vec![Vec::new(); spec.sections.len()];
    for (index, (files, section)) in asked.files.iter().zip(&spec.sections).enumerate() {
        for (read, file) in files.iter().zip(&section.puzzles) {
            let puzzle = from_file(read, asked.scales[index].as_ref());
            match book.taken.insert(cards_of(puzzle.start())) {
                true => own[index].push(puzzle),
                false => book.bad.push(format!("{file}: its position stands in the book already")),
            }
        }
    }
    for ((found, &(index, number)), &(row, _)) in replayed.into_iter().zip(&jobs).zip(&lines) {
        own[index].extend(book.taken(found, index, number, row + 1));
    }
    book.fits()?;
    let sections = spec.sections.iter().zip(asked.rules).zip(spec.numbers()).zip(own);
    Ok(sections
        .map(|(((section, rules), numbers), mut puzzles)| {
            if section.is_from_files() {
                put_in_order(section, &mut puzzles, numbers);
            }
            Chosen { section: section.clone(), rules, puzzles }
        })
        .collect())
}

/// What was replayed of a lock so far.
struct Locked<'a> {
    earlier: &'a Earlier,
    taken: BTreeSet<Cards>,
    lock: &'a Source,
    /// What does not fit, puzzle by puzzle.
    bad: Vec<String>,
}

impl Locked<'_> {
    /// The puzzle of a line, if it fits.
    fn taken(
        &mut self,
        found: Result<(Puzzle, Cards), String>,
        section: usize,
        number: u32,
        row: usize,
    ) -> Option<Puzzle> {
        let what = match found {
            Err(why) => why,
            Ok((puzzle, cards)) if self.earlier.holds(section, &cards) => {
                format!("{} stands in an earlier volume", puzzle.id)
            }
            Ok((puzzle, cards)) => match self.taken.insert(cards) {
                true => return Some(puzzle),
                false => format!("{} stands in the book already", puzzle.id),
            },
        };
        self.bad.push(format!("{}:{row}: puzzle {number}: {what}", self.lock.name));
        None
    }

    fn fits(self) -> Result<(), BadBook> {
        if self.bad.is_empty() { Ok(()) } else { Err(BadBook::Lock(some_of(self.bad))) }
    }
}

/// What is wrong, a line each, and how much more there is if that is much.
pub(super) fn some_of(mut bad: Vec<String>) -> String {
    let more = bad.len().saturating_sub(MOST_NAMED);
    bad.truncate(MOST_NAMED);
    if more > 0 {
        bad.push(format!("and {more} more"));
    }
    bad.join("\n")
}

/// The puzzle of a line, replayed and proved, and the cards of the deal that it was made of.
///
/// # Errors
/// Why it does not fit its section.
pub(super) fn replay_line(
    asked: &Asked<'_>,
    line: &str,
    index: usize,
    number: u32,
    stop: Option<&AtomicBool>,
) -> Result<(Puzzle, Cards), String> {
    let (section, rules) = (&asked.spec.sections[index], &asked.rules[index]);
    match section.form {
        Asks::Alone(form) => {
            let to = Claim { number, form, section, rules, scale: asked.scales[index].as_ref(), stop };
            to.puzzle(line)
        }
        Asks::Turn(task) => turn(line, number, task, section, rules, asked.catalogue),
    }
}

/// A line that fits its section, and the deal that it names.
fn line_of(
    line: &str,
    number: u32,
    section: &Section,
    named: impl Fn(&DealId) -> DealId,
) -> Result<(Line, DealId), String> {
    let line: Line = serde_json::from_str(line).map_err(|error| error.to_string())?;
    if line.puzzle != number {
        return Err(format!("the line is of puzzle {}", line.puzzle));
    }
    let form = line.form.as_deref().unwrap_or(Form::Whole.code());
    if form != section.form.code() {
        let form = crate::card::shorten(form);
        return Err(format!("its form is {form}, and the section wants {}", section.form));
    }
    let id: DealId = line.deal.parse().map_err(|error: crate::deal::BadDealId| error.to_string())?;
    let id = named(&id);
    let wanted = DealId { game: section.game.game.clone(), size: section.game.size, seed: id.seed };
    let wanted = named(&wanted);
    if id != wanted {
        return Err(format!("the deal is {id}, where the book wants one such as {wanted}"));
    }
    if id.seed < section.seed {
        return Err(format!("the deal is {id}, and the section begins with seed {}", section.seed));
    }
    Ok((line, id))
}

/// The puzzle of one turn of a line, and the cards of the deal that it was made of.
fn turn(
    line: &str,
    number: u32,
    task: Task,
    section: &Section,
    rules: &Arc<Rules>,
    catalogue: &Catalogue,
) -> Result<(Puzzle, Cards), String> {
    let (line, id) = line_of(line, number, section, |id| duels::canonical(catalogue, id))?;
    let table = line.table.ok_or_else(|| format!("{id}: the line has no table"))?;
    let duel = duels::replay(section, task, &id, (table, &line.moves), catalogue)?;
    let cards =
        duels::dealt(rules, &id, &section.rules).ok_or_else(|| format!("{id}: it cannot be dealt"))?;
    Ok((Puzzle { number, ..duels::puzzle(id, &section.rules, duel) }, cards))
}

/// What a line for one player must fit.
struct Claim<'c> {
    number: u32,
    form: Form,
    section: &'c Section,
    rules: &'c Arc<Rules>,
    scale: Option<&'c Calibration>,
    stop: Option<&'c AtomicBool>,
}

impl Claim<'_> {
    /// The puzzle of a line, and the cards of the deal that it was made of.
    fn puzzle(&self, line: &str) -> Result<(Puzzle, Cards), String> {
        let Claim { number, form, section, rules, .. } = *self;
        let (line, id) = line_of(line, number, section, |id| rules.named(id))?;
        let dealt = Position::new(rules.clone(), &fresh(rules, &id, &section.rules))
            .map_err(|error| format!("{id}: {error}"))?;
        let posed = match form {
            Form::Whole => {
                let (moves, _) = replayed(&dealt, &line.moves, &id)?;
                let solution = Solution::replay(&dealt, &moves).map_err(|why| format!("{id}: {why}"))?;
                // Only what is proved is printed.
                let is_sealed = line.seal.as_ref() == Some(&seal(&line, section));
                if line.shortest && !is_sealed && !is_shortest(&solution, self.stop) {
                    return Err(format!("{id}: that no win has fewer moves cannot be proved"));
                }
                whole(&id, solution, line.shortest)
            }
            _ => self.proved(&line, &dealt, &id)?,
        };
        let name = name_of(&id, &section.rules);
        let scale = self.scale.filter(|_| form != Form::Verdict);
        let grade = scale.map(|scale| match line.score {
            Some((score, GRADER)) => (Score(score), scale.level(Score(score))),
            _ => grade_of(&dealt, scale),
        });
        if let Some((_, level)) =
            grade.filter(|(_, level)| !section.level.is_empty() && !section.level.contains(level))
        {
            return Err(format!("{id}: its level is {level}, and the section wants others"));
        }
        Ok((Puzzle { number, id, name, posed: Posed::Alone(Box::new(posed)), grade }, cards_of(&dealt)))
    }

    /// A puzzle that is no whole deal, with what its form claims.
    fn proved(&self, line: &Line, dealt: &Position, id: &DealId) -> Result<puzzle::Puzzle, String> {
        let form = self.form;
        let (before, after) = replayed(dealt, &line.before, id)?;
        let start = form.shows(after);
        let (shown, _) = replayed(&start, &line.shown, id)?;
        let (moves, _) = replayed(&start, &line.moves, id)?;
        let solution = match moves.is_empty() {
            true => None,
            false => Some(Solution::replay(&start, &moves).map_err(|why| format!("{id}: {why}"))?),
        };
        let source = id.to_string();
        let proof = Proof::default();
        let mut posed = puzzle::Puzzle { form, source, level: None, before, start, shown, solution, proof };
        posed.proof = prove(&posed, self.stop).map_err(|why| format!("{id}: {why}"))?;
        Ok(posed)
    }
}

/// Moves played from a position, and where they lead.
fn replayed(start: &Position, tokens: &str, id: &DealId) -> Result<(Vec<Move>, Position), String> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for token in tokens.split_whitespace() {
        let bad = |why: &dyn std::fmt::Display| format!("{id}: move {}: {why}", moves.len() + 1);
        let act = parse_move(&position, token).map_err(|why| bad(&why))?;
        position.play(act).map_err(|why| bad(&why))?;
        moves.push(act);
    }
    Ok((moves, position))
}
