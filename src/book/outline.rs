//! The outline of a book: its parts, and under them the puzzles and solutions by their numbers.

use super::contents::Entry;
use super::plan::{Places, Plan};
use crate::output::pdf::OutlineEntry;

/// A line of the outline without lines under it; `page` is counted from 1.
pub(super) fn leaf(title: String, page: usize) -> OutlineEntry {
    OutlineEntry { title, page: page.saturating_sub(1), children: Vec::new() }
}

/// The outline: every part in its order, the contents among them.
///
/// `groups` are the rows of the contents: those before the puzzles first, those after them last.
pub(super) fn outline(
    plan: &Plan<'_>,
    groups: &[Vec<Entry>],
    places: &Places,
    contents: Option<usize>,
) -> Vec<OutlineEntry> {
    let words = &plan.setter.words;
    let numbers: Vec<u32> =
        plan.sections.iter().flat_map(|section| section.puzzles.iter().map(|puzzle| puzzle.number)).collect();
    let numbered = |from: usize, to: usize, pages: &[usize]| -> Vec<OutlineEntry> {
        (from..to).map(|index| leaf(numbers[index].to_string(), pages[index])).collect()
    };
    let row = |entry: &Entry| {
        let pages = places.solutions.as_ref().filter(|_| entry.title == words.solutions);
        let children = pages.map_or(Vec::new(), |pages| numbered(0, numbers.len(), pages));
        OutlineEntry { children, ..leaf(entry.title.clone(), entry.page) }
    };
    let mut outline: Vec<OutlineEntry> = groups.first().into_iter().flatten().map(row).collect();
    let mut next = 0;
    for (entry, section) in plan.section_entries(places).iter().zip(plan.sections) {
        let children = numbered(next, next + section.puzzles.len(), &places.puzzles);
        next += section.puzzles.len();
        outline.push(OutlineEntry { children, ..leaf(entry.title.clone(), entry.page) });
    }
    outline.extend(groups.iter().skip(1).last().into_iter().flatten().map(row));
    if let Some(page) = contents {
        let at = outline.iter().position(|entry| entry.page >= page).unwrap_or(outline.len());
        outline.insert(at, leaf(words.contents.clone(), page));
    }
    outline
}
