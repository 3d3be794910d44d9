//! The search for the puzzles of a book: section by section, a batch of deals at a time, so that it can be broken
//! off after every batch and goes on from there.
//!
//! ```no_run
//! use dealpress::{assets::Assets, book, catalogue::Catalogue};
//! let catalogue = Catalogue::new(Assets::embedded());
//! let source = book::sampler(catalogue.assets()).unwrap();
//! let progress = book::Progress::none();
//! let mut search = book::Search::begin(&source, None, &catalogue, &progress).unwrap();
//! search.run(&progress, &mut |found| println!("{} of {}", found.count(), found.wanted())).unwrap();
//! assert_eq!(search.into_chosen().len(), 2);
//! ```
//!
//! What was found so far has a text ([`Found::text`]). From it another search of the same book goes on, and finds what
//! the first would have found.

use super::asks::Asks;
use super::choose::{MOST_WITHOUT_ROOM, from_file, look_further, put_in_order};
use super::duels;
use super::earlier::{Earlier, earlier};
use super::early::{self, Room};
use super::letters::check_letters;
use super::make::setter;
use super::part;
use super::puzzle_files::{self, FromFile};
use super::puzzles::{Cards, Chosen, Progress, Puzzle, cards_of, rules, scales};
use super::spec::{BookSpec, Section, section_place};
use super::{BadBook, Source};
use crate::catalogue::Catalogue;
use crate::game::Rules;
use crate::grade::Calibration;
use crate::puzzle::Form;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A search for the puzzles of a book.
pub struct Search<'a> {
    asked: Asked<'a>,
    states: Vec<State>,
    shown: Shown,
}

/// Where the puzzles that are searched for are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// On pages that have so much room and no more.
    Printed,
    /// Elsewhere. They are those of the book all the same, as long as its pages have room for any.
    Elsewhere,
}

/// What a book asks for, read and checked.
pub(super) struct Asked<'a> {
    pub source: &'a Source,
    pub catalogue: &'a Catalogue,
    /// The book; sections of files have the game and the rules of these.
    pub spec: BookSpec,
    /// The puzzles that come from files, section by section.
    pub files: Vec<Vec<FromFile>>,
    pub rules: Vec<Arc<Rules>>,
    pub scales: Vec<Option<Calibration>>,
    pub earlier: Earlier,
    /// The deals of which files show a position.
    pub of_files: BTreeSet<Cards>,
}

/// How far the search for the puzzles of a section has come.
#[derive(Debug, Clone)]
pub(super) struct State {
    /// The puzzles that were found, in the order of their seeds, and the cards of their deals. There are more than
    /// the section wants if it wanted more when it was searched.
    pub found: Vec<(Puzzle, Cards)>,
    /// Puzzles that were passed over, as they have no room on a page, and the cards of their deals.
    pub passed: Vec<(Puzzle, Cards)>,
    pub at: At,
}

/// Where the search in a section goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct At {
    /// The seed of the next deal; none after the last there is.
    pub next: Option<u64>,
    /// How many deals in a row were not what is asked for.
    pub failures: usize,
    /// How many puzzles in a row had no room.
    pub without_room: usize,
    /// How many deals in a row were known.
    pub known: usize,
}

impl State {
    /// A section in which nothing was looked at.
    pub fn new(section: &Section) -> State {
        let at = At { next: Some(section.seed), ..At::default() };
        State { found: Vec::new(), passed: Vec::new(), at }
    }

    fn is_begun(&self, section: &Section) -> bool {
        !self.found.is_empty() || self.at.next != Some(section.seed)
    }
}

impl<'a> Asked<'a> {
    /// Reads all that a book asks for but its pages.
    ///
    /// # Errors
    /// If a file cannot be read, or a section asks for what cannot be.
    pub fn read(spec: &BookSpec, source: &'a Source, catalogue: &'a Catalogue) -> Result<Asked<'a>, BadBook> {
        let (spec, files) = puzzle_files::read(spec, source, catalogue)?;
        let rules = rules(&spec, source, catalogue)?;
        let scales = scales(&spec, source, catalogue, &rules)?;
        let earlier = earlier(&spec, source, catalogue)?;
        let of_files = (spec.sections.iter().zip(&rules).zip(&files))
            .flat_map(|((section, rules), files)| {
                files.iter().filter_map(move |file| duels::dealt(rules, &file.id, &section.rules))
            })
            .collect();
        Ok(Asked { source, catalogue, spec, files, rules, scales, earlier, of_files })
    }

    /// Whether the cards of a deal stand in an earlier volume, or a file shows a later position of it.
    pub fn is_known(&self, index: usize, cards: &Cards) -> bool {
        self.earlier.holds(index, cards) || self.of_files.contains(cards)
    }

    /// A section that has the puzzles of its files.
    fn filled(&self, index: usize, taken: &BTreeSet<Cards>) -> Result<State, BadBook> {
        let section = &self.spec.sections[index];
        let mut state = State::new(section);
        let mut own = BTreeSet::new();
        for (read, file) in self.files[index].iter().zip(&section.puzzles) {
            let puzzle = from_file(read, self.scales[index].as_ref());
            let cards = cards_of(puzzle.start());
            if taken.contains(&cards) || !own.insert(cards) {
                let place = section_place(&self.source.name, &self.source.text, "puzzles", index);
                let what = format!("puzzles: {file}: its position stands in the book already");
                return Err(BadBook::Field { place, what });
            }
            state.found.push((puzzle, cards));
        }
        Ok(state)
    }
}

/// Whether the pages of the book have room for a section's tables, and for what was found of it.
fn has_room(asked: &Asked<'_>, index: usize, printed: &Room<'_>, state: &State) -> Result<bool, BadBook> {
    let (section, rules) = (&asked.spec.sections[index], &asked.rules[index]);
    for (puzzle, _) in state.found.iter().filter(|(puzzle, _)| !puzzle.is_whole()) {
        if !printed.holds(section, rules, puzzle)? {
            return Ok(false);
        }
    }
    Ok(duels::has_room(asked, index))
}

impl<'a> Search<'a> {
    /// Begins the search for the puzzles of a book, or goes on from `part`, what an earlier search found. What can be
    /// known to be wrong with the book is said before, and all that `part` holds is checked as a lock is.
    ///
    /// # Errors
    /// If the source is no book or asks for what cannot be printed, or `part` does not fit it.
    pub fn begin(
        source: &'a Source,
        part: Option<&Source>,
        catalogue: &'a Catalogue,
        progress: &Progress<'_>,
    ) -> Result<Search<'a>, BadBook> {
        let spec = BookSpec::read(&source.name, &source.text)?;
        setter(&spec, source, catalogue)?;
        check_letters(&spec, source)?;
        let asked = Asked::read(&spec, source, catalogue)?;
        duels::check_room(&asked.spec, source, catalogue)?;
        early::check(&asked.spec, source, catalogue, &asked.rules)?;
        Search::of(asked, part, Shown::Printed, progress)
    }

    /// As [`Search::begin`], for puzzles that are shown elsewhere than in a book. They are the book's; only where its
    /// pages have room for none of a section are they any.
    ///
    /// # Errors
    /// As [`Search::begin`], but for what is printed.
    pub fn begin_unprinted(
        source: &'a Source,
        part: Option<&Source>,
        catalogue: &'a Catalogue,
        progress: &Progress<'_>,
    ) -> Result<Search<'a>, BadBook> {
        let spec = BookSpec::read(&source.name, &source.text)?;
        Search::of(Asked::read(&spec, source, catalogue)?, part, Shown::Elsewhere, progress)
    }

    fn of(
        asked: Asked<'a>,
        part: Option<&Source>,
        shown: Shown,
        progress: &Progress<'_>,
    ) -> Result<Search<'a>, BadBook> {
        let states = match part {
            Some(part) => part::read(&asked, part, shown, progress)?,
            None => asked.spec.sections.iter().map(State::new).collect(),
        };
        Ok(Search { asked, states, shown })
    }

    /// Searches until all puzzles are found; `kept` is called after every batch of deals.
    ///
    /// # Errors
    /// If not enough deals have what is asked for, or `progress` says stop. What was found is kept then too.
    pub fn run(&mut self, progress: &Progress<'_>, kept: &mut dyn FnMut(&Found<'_>)) -> Result<(), BadBook> {
        let asked = &self.asked;
        let printed = match (Room::new(&asked.spec, asked.source, asked.catalogue), self.shown) {
            (Err(error), Shown::Printed) => return Err(error),
            (room, _) => room.unwrap_or(Room::Endless),
        };
        let mut taken: BTreeSet<Cards> = BTreeSet::new();
        for (index, section) in asked.spec.sections.iter().enumerate() {
            if section.is_from_files() {
                self.states[index] = asked.filled(index, &taken)?;
            }
            let found = self.states[index].found.iter().take(section.count);
            taken.extend(found.map(|(_, cards)| cards));
            let is_elsewhere = self.shown == Shown::Elsewhere;
            let mut room = match is_elsewhere && !has_room(asked, index, &printed, &self.states[index])? {
                true => &Room::Endless,
                false => &printed,
            };
            while self.states[index].found.len() < section.count {
                let state = &self.states[index];
                // A book of these pages cannot be made, so there is nothing that the site must agree with.
                if is_elsewhere && state.at.without_room >= MOST_WITHOUT_ROOM {
                    for (_, cards) in &state.found {
                        taken.remove(cards);
                    }
                    (room, self.states[index]) = (&Room::Endless, State::new(section));
                    continue;
                }
                let step = look_further(asked, index, state, &taken, room, progress.stop)?;
                let Some(step) = step else { return Err(BadBook::Stopped) };
                let state = &mut self.states[index];
                taken.extend(step.found.iter().map(|(_, cards)| cards));
                state.found.extend(step.found);
                state.passed.extend(step.passed);
                state.at = step.at;
                let found = Found { asked, states: &self.states };
                (progress.found)(found.count(), found.wanted());
                kept(&found);
            }
        }
        Ok(())
    }

    /// What was found so far.
    pub fn found(&self) -> Found<'_> {
        Found { asked: &self.asked, states: &self.states }
    }

    /// The puzzles of every section in its order, numbered.
    pub fn into_chosen(self) -> Vec<Chosen> {
        let Asked { spec, rules, .. } = self.asked;
        let numbers = spec.numbers();
        let sections = spec.sections.into_iter().zip(rules).zip(numbers).zip(self.states);
        let chosen = |(((section, rules), numbers), state): (((Section, _), _), State)| {
            let found = state.found.into_iter().take(section.count);
            let mut puzzles: Vec<Puzzle> = found.map(|(puzzle, _)| puzzle).collect();
            put_in_order(&section, &mut puzzles, numbers);
            Chosen { section, rules, puzzles }
        };
        sections.map(chosen).collect()
    }
}

/// What a search has found so far.
#[derive(Clone, Copy)]
pub struct Found<'s> {
    pub(super) asked: &'s Asked<'s>,
    pub(super) states: &'s [State],
}

impl Found<'_> {
    /// How many puzzles were found; those from files do not count.
    pub fn count(&self) -> usize {
        let sections = &self.asked.spec.sections;
        self.searched().map(|(index, state)| state.found.len().min(sections[index].count)).sum()
    }

    /// How many puzzles are to be found, those from files not counted.
    pub fn wanted(&self) -> usize {
        let sections = self.asked.spec.sections.iter();
        sections.filter(|section| !section.is_from_files()).map(|section| section.count).sum()
    }

    /// Whether any deal was looked at.
    pub fn is_begun(&self) -> bool {
        self.searched().next().is_some()
    }

    /// Whether what was found is enough for a book that asks for no more of the section that was searched last. Of
    /// verdicts half are lost deals, so fewer are others.
    pub fn may_be_fewer(&self) -> bool {
        let last = self.searched().last();
        last.is_some_and(|(index, _)| self.asked.spec.sections[index].form != Asks::Alone(Form::Verdict))
    }

    /// The text from which the search goes on: a line for each puzzle, as in a lock, and one for each section that
    /// tells where it is searched further.
    pub fn text(&self) -> String {
        part::write(self)
    }

    /// The sections in which deals were looked at, with their places.
    pub(super) fn searched(&self) -> impl Iterator<Item = (usize, &State)> {
        let sections = self.asked.spec.sections.iter();
        (self.states.iter().enumerate().zip(sections))
            .filter(|((_, state), section)| !section.is_from_files() && state.is_begun(section))
            .map(|(state, _)| state)
    }
}
