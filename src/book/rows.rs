//! The rows of the contents: chapters, sections or levels, and what follows the puzzles.

use super::contents::{self, Entry};
use super::plan::{Body, Bound, Places, Plan};
use super::puzzles::{Chosen, Puzzle};
use super::spec::ContentsOrder;
use super::titles;
use crate::grade::Level;

impl Plan<'_> {
    /// What a section is called in heads and contents.
    pub(super) fn section_title(&self, section: &Chosen) -> String {
        titles::section_title(section, &self.setter.words, &self.setter.language)
    }

    /// The rows of the contents: chapters before the puzzles, sections, and what follows them.
    pub(super) fn entries(&self, bound: &[Bound<'_>], places: &Places) -> Vec<Vec<Entry>> {
        let words = &self.setter.words;
        let puzzles = self.puzzles();
        let all = || range(puzzles.iter().map(|(.., puzzle)| puzzle.number));
        let mut groups: Vec<Vec<Entry>> = vec![Vec::new()];
        for part in bound {
            let entry = |title: &str, puzzles| Entry {
                title: title.to_string(),
                puzzles,
                page: part.first,
                ..Entry::default()
            };
            let row = match &part.body {
                Body::Title | Body::Imprint | Body::Dedication | Body::Contents => continue,
                Body::Puzzles(_) => {
                    groups.extend(match self.spec.contents {
                        ContentsOrder::ByNumber => vec![self.section_entries(places)],
                        ContentsOrder::ByLevel => self.level_entries(places),
                    });
                    groups.push(Vec::new());
                    continue;
                }
                Body::Chapter(chapter) => entry(&chapter.title, None),
                Body::SetUp(lists) => {
                    let of = lists.begins().into_iter().map(|(index, _)| puzzles[index].2.number);
                    entry(&words.set_up, range(of))
                }
                Body::Hints(hints) => {
                    let of = hints.begins().into_iter().map(|(index, _)| puzzles[index].2.number);
                    entry(&words.hints, range(of))
                }
                Body::Solutions(_) => entry(&words.solutions, all()),
                Body::Scores => entry(&words.scores, None),
                Body::Index => entry(&words.index, None),
            };
            if let Some(group) = groups.last_mut() {
                group.push(row);
            }
        }
        groups
    }

    /// A row a section, with the level if all its puzzles have the same.
    pub(super) fn section_entries(&self, places: &Places) -> Vec<Entry> {
        let mut next = 0;
        let mut entries = Vec::new();
        for chosen in self.sections {
            let level = chosen.puzzles.first().and_then(Puzzle::level);
            let level = level.filter(|_| chosen.puzzles.iter().all(|puzzle| puzzle.level() == level));
            entries.push(Entry {
                title: self.section_title(chosen),
                puzzles: range(chosen.puzzles.iter().map(|puzzle| puzzle.number)),
                page: places.puzzles.get(next).copied().unwrap_or(1),
                level,
                ..Entry::default()
            });
            next += chosen.puzzles.len();
        }
        entries
    }

    /// A group a level: its stars, and under them every puzzle with its page. Puzzles of games without
    /// levels follow by their sections.
    fn level_entries(&self, places: &Places) -> Vec<Vec<Entry>> {
        let puzzles = self.puzzles();
        let mut groups = Vec::new();
        for level in Level::ALL {
            let of_level: Vec<(u32, usize)> = puzzles
                .iter()
                .filter(|(.., puzzle)| puzzle.level() == Some(level))
                .map(|&(index, _, puzzle)| (puzzle.number, places.puzzles[index]))
                .collect();
            let Some(&(_, page)) = of_level.first() else { continue };
            let title = self.setter.language.level(level.stars()).to_string();
            let mut group =
                vec![Entry { title, page, level: Some(level), is_head: true, ..Entry::default() }];
            // The first level tells what the pairs of numbers under all of them are.
            let label = Entry { page, is_label: true, ..Entry::default() };
            group.extend(groups.is_empty().then_some(label));
            group.extend(of_level.chunks(contents::CELLS).map(|cells| Entry {
                page: cells[0].1,
                cells: cells.to_vec(),
                ..Entry::default()
            }));
            groups.push(group);
        }
        let ungraded = |(index, _): &(usize, Entry)| {
            self.sections[*index].puzzles.iter().any(|puzzle| puzzle.level().is_none())
        };
        let sections = self.section_entries(places).into_iter().enumerate();
        let rest: Vec<Entry> = sections.filter(ungraded).map(|(_, entry)| entry).collect();
        groups.extend((!rest.is_empty()).then_some(rest));
        groups
    }
}

/// The first and the last of some numbers.
fn range(numbers: impl Iterator<Item = u32> + Clone) -> Option<(u32, u32)> {
    Some((numbers.clone().min()?, numbers.max()?))
}
