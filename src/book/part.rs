//! What a search found before it was broken off, as a text from which it goes on.
//!
//! The text is JSON: a line that says which program searched, then for each section in which deals were looked at a
//! line that says what was sought and where the search goes on, and under it a line for each puzzle as in a lock; at
//! the end a hash of all that. What was found depends on nothing else of the book, so all else may be changed in
//! between; of the section that was searched last the count too, but for verdicts, of which half are lost deals.
//! Whether puzzles have room on a page is asked again: the book may have got other pages.
//!
//! It is believed no more than a lock: every puzzle is replayed and proved. The hash has no key. It finds what was
//! changed by hand and would give another book than a search without a break.

use super::earlier::LARGEST_LOCK;
use super::early::Room;
use super::lock::{Line, fingerprint, push, replay_line, some_of};
use super::puzzles::{Cards, Progress, Puzzle};
use super::search::{Asked, At, Found, Shown, State};
use super::spec::{MOST_PUZZLES, section_place};
use super::{BadBook, Source};
use crate::grade::Calibration;
use crate::puzzle::Form;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The largest text of a broken-off search that is read: some 30,000 puzzles.
pub const LARGEST_PART: u64 = LARGEST_LOCK;
/// The most puzzles of a section that had no room on a page.
const MOST_PASSED: usize = 10_000;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Head {
    /// The program and its version: another may find other puzzles.
    searched_by: String,
    /// A hash of the puzzles that come from files, which are not looked for.
    puzzle_files: String,
}

/// The last line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seal {
    /// A hash of all lines before.
    seal: String,
}

/// The line over the puzzles of a section.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Heading {
    /// The place of the section in the book, from 1.
    section: usize,
    game: String,
    rules: Vec<String>,
    form: String,
    level: Vec<String>,
    seed: u64,
    count: usize,
    /// A hash of the rules in the game's file.
    game_file: String,
    /// A hash of the calibration, where levels are wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    levels: Option<String>,
    /// A hash of the deals of earlier volumes.
    not_in: String,
    /// How many puzzles follow, and how many after them that had no room on a page.
    found: usize,
    passed: usize,
    /// Where the search goes on, as [`At`] has it.
    next: Option<u64>,
    failures: usize,
    without_room: usize,
    known: usize,
}

impl Heading {
    fn of(asked: &Asked<'_>, index: usize, state: &State) -> Heading {
        let section = &asked.spec.sections[index];
        let scale = asked.scales[index].as_ref().filter(|_| !section.level.is_empty());
        let variant = asked.catalogue.variant(&section.game.game);
        Heading {
            section: index + 1,
            game: section.game.to_string(),
            rules: section.rules.settings(),
            form: section.form.to_string(),
            level: section.level.iter().map(ToString::to_string).collect(),
            seed: section.seed,
            count: section.count,
            game_file: fingerprint(&format!("{:?}", variant.ok())),
            levels: scale.map(|scale: &Calibration| fingerprint(&format!("{scale:?}"))),
            not_in: hash_of(&asked.earlier.cards(index)),
            found: state.found.len(),
            passed: state.passed.len(),
            next: state.at.next,
            failures: state.at.failures,
            without_room: state.at.without_room,
            known: state.at.known,
        }
    }

    /// The field in which the section of the book differs, and how.
    fn differs(&self, book: &Heading, is_last: bool) -> Option<(&'static str, String)> {
        let list = |words: &[String]| if words.is_empty() { "none".to_string() } else { words.join(", ") };
        let is_verdicts = self.form == Form::Verdict.code();
        let may_count = is_last && !is_verdicts;
        let count = |heading: &Heading| if may_count { String::new() } else { heading.count.to_string() };
        let fields = [
            ("game", self.game.clone(), book.game.clone()),
            ("rules", list(&self.rules), list(&book.rules)),
            ("form", self.form.clone(), book.form.clone()),
            ("level", list(&self.level), list(&book.level)),
            ("seed", self.seed.to_string(), book.seed.to_string()),
            ("count", count(self), count(book)),
        ];
        if let Some((field, there, here)) = fields.into_iter().find(|(_, there, here)| there != here) {
            return Some((field, format!("its {field} is {here}, and {there} was searched for")));
        }
        let game = &self.game;
        let hashes = [
            ("game", self.game_file != book.game_file, format!("the rules of {game} have changed")),
            ("level", self.levels != book.levels, format!("the levels of {game} were measured anew")),
            ("not-in", self.not_in != book.not_in, "`not-in` holds other deals".to_string()),
        ];
        hashes.into_iter().find(|(_, differs, _)| *differs).map(|(field, _, what)| (field, what))
    }

    fn at(&self) -> At {
        let Heading { next, failures, without_room, known, .. } = *self;
        At { next, failures, without_room, known }
    }
}

fn program() -> String {
    format!("dealpress {}", env!("CARGO_PKG_VERSION"))
}

fn hash_of(cards: &BTreeSet<Cards>) -> String {
    fingerprint(&cards.iter().map(|cards| format!("{cards:x} ")).collect::<String>())
}

/// A hash of the deals and positions that files show.
fn hash_of_files(asked: &Asked<'_>) -> String {
    let shown = asked.files.iter().enumerate().flat_map(|(index, files)| {
        files.iter().map(move |file| format!("{index} {} {}\n", file.name, file.shown()))
    });
    fingerprint(&shown.collect::<String>())
}

/// The text of what a search has found.
pub(super) fn write(found: &Found<'_>) -> String {
    let asked = found.asked;
    let mut text = String::new();
    push(&mut text, &Head { searched_by: program(), puzzle_files: hash_of_files(asked) });
    for (index, state) in found.searched() {
        push(&mut text, &Heading::of(asked, index, state));
        let (section, rules) = (&asked.spec.sections[index], &asked.rules[index]);
        for (number, (puzzle, _)) in (1..).zip(state.found.iter().chain(&state.passed)) {
            push(&mut text, &Line::of(puzzle, number, section, rules));
        }
    }
    let seal = fingerprint(&text);
    push(&mut text, &Seal { seal });
    text
}

/// Reads what a search had found, section by section, and proves all of it.
///
/// # Errors
/// If it is no such text, does not fit the book, or was changed.
pub(super) fn read(
    asked: &Asked<'_>,
    part: &Source,
    shown: Shown,
    progress: &Progress<'_>,
) -> Result<Vec<State>, BadBook> {
    let reader = Reader { asked, part };
    let sections = reader.sections()?;
    reader.fit(&sections)?;
    let lines: Vec<(usize, u32, Row<'_>)> = sections
        .iter()
        .flat_map(|(_, heading, rows)| {
            (1..).zip(rows).map(|(number, row)| (heading.section - 1, number, *row))
        })
        .collect();
    let (done, wanted) = (AtomicUsize::new(0), lines.len());
    let replayed: Vec<Result<(Puzzle, Cards), String>> = lines
        .par_iter()
        .map(|&(index, number, (row, line))| {
            let puzzle = replay_line(asked, line, index, number, progress.stop)
                .map_err(|why| format!("{}:{row}: {why}", part.name));
            (progress.found)(done.fetch_add(1, Ordering::Relaxed) + 1, wanted);
            puzzle
        })
        .collect();
    let bad: Vec<String> = replayed.iter().filter_map(|puzzle| puzzle.as_ref().err().cloned()).collect();
    // What is not proved while somebody asks to stop may well be right.
    if !bad.is_empty() && progress.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        return Err(BadBook::Stopped);
    }
    if !bad.is_empty() {
        return Err(reader.changed(Some(some_of(bad))));
    }
    if !reader.is_sealed() {
        return Err(reader.changed(None));
    }
    let mut puzzles = replayed.into_iter().flatten();
    let mut states: Vec<State> = asked.spec.sections.iter().map(State::new).collect();
    for (_, heading, _) in &sections {
        let state = &mut states[heading.section - 1];
        state.at = heading.at();
        state.found.extend(puzzles.by_ref().take(heading.found));
        state.passed.extend(puzzles.by_ref().take(heading.passed));
    }
    if shown == Shown::Elsewhere {
        return Ok(states);
    }
    let room = Room::new(&asked.spec, asked.source, asked.catalogue)?;
    for (row, heading, _) in &sections {
        let index = heading.section - 1;
        reader.check_room(index, &states[index], &room, *row)?;
    }
    Ok(states)
}

/// A line and its number in the file.
type Row<'p> = (usize, &'p str);
/// The heading of a section, its number in the file, and the lines under it.
type Rows<'p> = (usize, Heading, Vec<Row<'p>>);

struct Reader<'r, 'p> {
    asked: &'r Asked<'r>,
    part: &'p Source,
}

impl<'p> Reader<'_, 'p> {
    fn bad(&self, what: &str) -> BadBook {
        BadBook::Part(format!("{}: {what}", self.part.name))
    }

    /// The error for what nobody but a person can have done, with the lines that show it if some do.
    fn changed(&self, which: Option<String>) -> BadBook {
        let which = which.map_or(String::new(), |which| format!("\n{which}"));
        self.bad(&format!(
            "this is not as a search that was broken off has left it, so it cannot go on; put it back as it was, or \
             delete it to search anew{which}"
        ))
    }

    /// The error for what does not fit the book.
    fn misfit(&self, row: usize, what: &str) -> BadBook {
        let name = &self.part.name;
        BadBook::Part(format!(
            "{name}:{row}: {what}; the search that was broken off goes on only as it began: put that back, or delete \
             {name} to search anew"
        ))
    }

    /// The lines of each section.
    fn sections(&self) -> Result<Vec<Rows<'p>>, BadBook> {
        let mut lines = self.part.text.lines().enumerate().map(|(row, line)| (row + 1, line));
        let head = lines.next().and_then(|(_, line)| serde_json::from_str::<Head>(line).ok());
        let Some(head) = head else {
            return Err(self.bad(
                "this is no search that `dealpress book` has kept; move it away, or give the book another name with \
                 -o FILE.pdf",
            ));
        };
        if head.searched_by != program() {
            let by = crate::card::shorten(&head.searched_by);
            let what = format!("{by} searched, and this is {}, which may find other puzzles", program());
            return Err(self.misfit(1, &what));
        }
        if head.puzzle_files != hash_of_files(self.asked) {
            return Err(self.misfit(1, "the files of the book's sections hold other puzzles"));
        }
        let mut sections: Vec<Rows<'p>> = Vec::new();
        loop {
            let (row, line) = lines.next().ok_or_else(|| self.changed(None))?;
            if serde_json::from_str::<Seal>(line).is_ok() {
                break;
            }
            let heading: Heading = serde_json::from_str(line).map_err(|_| self.changed(None))?;
            if heading.passed > MOST_PASSED || heading.found > MOST_PUZZLES {
                return Err(self.changed(None));
            }
            let own: Vec<Row<'p>> = lines.by_ref().take(heading.found + heading.passed).collect();
            if own.len() < heading.found + heading.passed {
                return Err(self.changed(None));
            }
            sections.push((row, heading, own));
        }
        if lines.next().is_some() { Err(self.changed(None)) } else { Ok(sections) }
    }

    /// Refuses sections that ask for something else than the book's.
    fn fit(&self, sections: &[Rows<'p>]) -> Result<(), BadBook> {
        let spec = &self.asked.spec;
        let mut searched = spec.sections.iter().enumerate().filter(|(_, section)| !section.is_from_files());
        for (at, (row, heading, _)) in sections.iter().enumerate() {
            let number = heading.section;
            let Some((index, section)) = searched.next().filter(|(index, _)| index + 1 == number) else {
                let what = format!("section {number} of the book, of {}, is no longer there", heading.game);
                return Err(self.misfit(*row, &what));
            };
            let book = Heading::of(self.asked, index, &State::new(section));
            if let Some((field, what)) = heading.differs(&book, at + 1 == sections.len()) {
                let source = self.asked.source;
                let place = section_place(&source.name, &source.text, field, index);
                return Err(self.misfit(*row, &format!("section {number} ({place}): {what}")));
            }
        }
        Ok(())
    }

    fn is_sealed(&self) -> bool {
        let text = self.part.text.trim_end_matches('\n');
        let from = text.rfind('\n').map_or(0, |end| end + 1);
        let seal = serde_json::from_str::<Seal>(&text[from..]);
        seal.is_ok_and(|seal| seal.seal == fingerprint(&text[..from]))
    }

    /// Refuses pages on which other puzzles than before have room.
    fn check_room(&self, index: usize, state: &State, room: &Room<'_>, row: usize) -> Result<(), BadBook> {
        let (section, rules) = (&self.asked.spec.sections[index], &self.asked.rules[index]);
        let found = state.found.par_iter().map(|(puzzle, _)| (puzzle, true));
        let all = found.chain(state.passed.par_iter().map(|(puzzle, _)| (puzzle, false)));
        let other: Vec<Option<String>> = all
            .map(|(puzzle, had)| {
                // Of whole deals one is as high as another.
                let has = match puzzle.is_whole() {
                    true => had,
                    false => room.holds(section, rules, puzzle)?,
                };
                let now = if has { "has room now, and had none" } else { "has no room now, and had some" };
                Ok((has != had).then(|| format!("{} {now}", puzzle.id)))
            })
            .collect::<Result<_, BadBook>>()?;
        match other.into_iter().flatten().next() {
            None => Ok(()),
            Some(what) => {
                let what = format!("section {}, on pages of this trim, type and layout: {what}", index + 1);
                Err(self.misfit(row, &what))
            }
        }
    }
}
