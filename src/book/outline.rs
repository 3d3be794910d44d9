//! The outline of a book: its parts, and under them the puzzles and solutions by their numbers.

use super::contents::Entry;
use super::plan::{Places, Plan};
use crate::output::pdf::OutlineEntry;

/// A line of the outline without lines under it; `page` is counted from 1.
pub(super) fn leaf(title: String, page: usize) -> OutlineEntry {
    OutlineEntry { title, page: page.saturating_sub(1), children: Vec::new() }
}

/// The outline: the contents first, then their rows.
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
    let mut outline: Vec<OutlineEntry> = Vec::new();
    let mut contents = contents.map(|page| leaf(words.contents.clone(), page));
    for (kind, group) in groups.iter().enumerate() {
        let mut next = 0;
        for (index, entry) in group.iter().enumerate() {
            if contents.as_ref().is_some_and(|contents| contents.page < entry.page) {
                outline.extend(contents.take());
            }
            let mut line = leaf(entry.title.clone(), entry.page);
            if kind == 1 {
                let count = plan.sections[index].puzzles.len();
                line.children = numbered(next, next + count, &places.puzzles);
                next += count;
            } else if let Some(pages) = places.solutions.as_ref().filter(|_| entry.title == words.solutions) {
                line.children = numbered(0, numbers.len(), pages);
            }
            outline.push(line);
        }
    }
    outline.extend(contents);
    outline
}
