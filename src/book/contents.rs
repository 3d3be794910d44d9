//! The contents: rows in groups, each with its page.

use super::sheet::{Setter, Sheet, fitted};
use super::stars;
use crate::figure::{Face, Figures, Ink, Item, Tag, Text, typeset};
use crate::grade::Level;

/// A row of the contents.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Entry {
    /// What it says.
    pub title: String,
    /// The numbers of its puzzles, first and last.
    pub puzzles: Option<(u32, u32)>,
    /// Its page, from 1.
    pub page: usize,
    /// The level that all its puzzles have, if they have one.
    pub level: Option<Level>,
    /// Whether it is the head of the rows under it and has no page of its own.
    pub is_head: bool,
    /// Puzzles with their pages, side by side in place of all else.
    pub cells: Vec<(u32, usize)>,
    /// Whether it says what the numbers of the cells under it are, in place of all else.
    pub is_label: bool,
}

/// How many cells stand side by side.
pub const CELLS: usize = 6;

/// The radius of a star, in parts of the size of the type.
const STARS: f32 = 0.38;
/// The distances of rows in leads: wide, or narrower where that saves a page.
const STEPS: [f32; 3] = [1.5, 1.25, 1.05];
/// A group of so few rows is not parted, and of others so many stand on the first page at least.
const UNPARTED: usize = 6;
const LEAST_FIRST: usize = 3;

/// Where a row stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    sheet: usize,
    row: usize,
}

/// Where the rows of every group stand, at a distance.
fn places_at(setter: &Setter, groups: &[usize], step: f32) -> Vec<Vec<Place>> {
    let lines = setter.grid.lines as f32;
    let rows = |sheet: usize| ((lines - if sheet == 0 { 8.0 } else { 4.0 }) / step) as usize;
    let mut next = Place { sheet: 0, row: 0 };
    let mut all = Vec::new();
    for &count in groups {
        if count > 0 && next.row > 0 {
            next.row += 1;
            let least = if count <= UNPARTED { count } else { LEAST_FIRST };
            if next.row + least > rows(next.sheet) {
                next = Place { sheet: next.sheet + 1, row: 0 };
            }
        }
        let mut places = Vec::new();
        for _ in 0..count {
            if next.row >= rows(next.sheet) {
                next = Place { sheet: next.sheet + 1, row: 0 };
            }
            places.push(next);
            next.row += 1;
        }
        all.push(places);
    }
    all
}

fn pages_of(places: &[Vec<Place>]) -> usize {
    1 + places.iter().flatten().map(|place| place.sheet).max().unwrap_or(0)
}

/// The distance of the rows, and where they stand: wide, but no page is begun for a few.
fn places(setter: &Setter, groups: &[usize]) -> (f32, Vec<Vec<Place>>) {
    let at = |step: f32| (step, places_at(setter, groups, step));
    let tried = STEPS.map(at);
    let fewest = tried.iter().map(|(_, places)| pages_of(places)).min();
    let best = tried.into_iter().find(|(_, places)| Some(pages_of(places)) == fewest);
    best.unwrap_or_else(|| at(STEPS[0]))
}

/// How many pages the contents take.
pub fn contents_pages(setter: &Setter, groups: &[Vec<Entry>]) -> usize {
    pages_of(&places(setter, &counts(setter, groups)).1)
}

/// How many rows every group takes.
fn counts(setter: &Setter, groups: &[Vec<Entry>]) -> Vec<usize> {
    let rows = |group: &Vec<Entry>| group.iter().map(|entry| title_lines(setter, entry).len()).sum();
    groups.iter().map(rows).collect()
}

/// The stars before a title, with the space after them.
fn before_title(setter: &Setter, entry: &Entry) -> f32 {
    let size = setter.points(11.0);
    entry.level.map_or(0.0, |_| stars::width(STARS * size) + size)
}

/// The title of an entry: in one line, a little smaller if need be, or in as many as it wants.
fn title_lines(setter: &Setter, entry: &Entry) -> Vec<Text> {
    let grid = &setter.grid;
    let size = setter.points(11.0);
    let edge = match entry.puzzles {
        Some(_) => grid.column(4) + grid.column_width() - 4.5 * size,
        None => grid.measure - 3.0 * size,
    };
    let room = edge - before_title(setter, entry);
    let text = |title: &str| Text::new(Face::Serif, size, Ink::Text, title);
    let least = setter.points(9.0);
    let whole = text(&entry.title);
    if typeset::width(&whole) * least / size <= room {
        return vec![fitted(whole, room, least)];
    }
    let mut lines: Vec<String> = Vec::new();
    for word in entry.title.split_whitespace() {
        match lines.last_mut() {
            Some(line) if typeset::width(&text(&format!("{line} {word}"))) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines.iter().map(|line| fitted(text(line), room, least)).collect()
}

/// The contents: groups of rows, a rule over each.
pub fn contents(setter: &Setter, groups: &[Vec<Entry>], first: usize) -> Vec<Sheet> {
    let grid = &setter.grid;
    let counts = counts(setter, groups);
    let (step, places) = places(setter, &counts);
    let pages = pages_of(&places);
    let mut sheets: Vec<Sheet> = (0..pages).map(|offset| Sheet::with_folio(setter, first + offset)).collect();
    let title = Text::new(Face::Display, setter.points(26.0), Ink::Text, setter.words.contents.as_str());
    sheets[0].tagged(Tag::Head(1), title.at(grid.left(first), grid.base(2.0)));
    sheets[0].title.clone_from(&setter.words.contents);
    let top = |sheet: usize| if sheet == 0 { 6.0 } else { 1.0 };
    // A rule stands a little over a line above its first row; the heads stand on the first rule.
    let over = (step - 0.05) * grid.lead;
    let heads = grid.base(top(0)) - over - 4.5;
    let label = |text: &str| Text::new(Face::Sans, setter.points(8.0), Ink::Label, text);
    let (puzzles, page) = (label(&setter.words.puzzles), label(&setter.words.page));
    let columns = |sheet: &Sheet| {
        let left = grid.left(sheet.page);
        (left, left + grid.column(4) + grid.column_width(), left + grid.measure)
    };
    let (_, numbers, edge) = columns(&sheets[0]);
    sheets[0].text(puzzles.ending(numbers, heads));
    sheets[0].text(page.ending(edge, heads));
    for (group, places) in groups.iter().zip(places) {
        let mut places = places.into_iter();
        for (number, entry) in group.iter().enumerate() {
            let lines = title_lines(setter, entry);
            let last = lines.len() - 1;
            for (index, (line, place)) in lines.into_iter().zip(places.by_ref()).enumerate() {
                let sheet = &mut sheets[place.sheet];
                let (left, numbers, edge) = columns(sheet);
                let y = grid.base(top(place.sheet) + step * place.row as f32);
                if number == 0 && index == 0 || place.row == 0 {
                    sheet.rule(left, y - over, grid.measure);
                }
                if index < last {
                    let line = line.at(left + before_title(setter, entry), y);
                    sheet.tagged(Tag::Content, line);
                } else {
                    row(setter, sheet, entry, line, [left, numbers, edge], y);
                }
            }
        }
    }
    sheets
}

/// A row, or the last of those of an entry: the end of its title, its numbers and its page.
fn row(
    setter: &Setter,
    sheet: &mut Sheet,
    entry: &Entry,
    title: Text,
    [left, numbers, edge]: [f32; 3],
    y: f32,
) {
    let size = setter.points(11.0);
    let old_style =
        |face, text: String| Text { figures: Figures::OldStyle, ..Text::new(face, size, Ink::Text, text) };
    if entry.is_label {
        let label = |text: &str| Text::new(Face::Sans, setter.points(8.0), Ink::Label, text);
        for column in 0..CELLS {
            let x = left + setter.grid.column(column);
            let room = setter.grid.column_width();
            let number = fitted(label(&setter.words.number), 0.4 * room, setter.least());
            let page = fitted(label(&setter.words.page), 0.55 * room, setter.least());
            sheet.text(number.at(x, y));
            sheet.text(page.ending(x + room, y));
        }
        return;
    }
    if !entry.cells.is_empty() {
        for (column, &(number, page)) in entry.cells.iter().enumerate() {
            let x = left + setter.grid.column(column);
            let right = x + setter.grid.column_width();
            let items = vec![
                Item::Text(old_style(Face::Serif, number.to_string()).at(x, y)),
                Item::Text(old_style(Face::SerifSemibold, page.to_string()).ending(right, y)),
                Item::Link { area: [x, y - size, right - x, 1.36 * size], page: page - 1 },
            ];
            sheet.items.push(Item::tagged(Tag::Content, items));
        }
        return;
    }
    let mut items = Vec::new();
    if let Some(level) = entry.level {
        let cap = typeset::cap_height(Face::Serif) * size;
        items.push(stars::draw(level, STARS * size, left, y, cap));
    }
    items.push(Item::Text(title.at(left + before_title(setter, entry), y)));
    if let Some((from, to)) = entry.puzzles {
        let range = if from == to { from.to_string() } else { format!("{from}–{to}") };
        items.push(Item::Text(old_style(Face::Serif, range).ending(numbers, y)));
    }
    if !entry.is_head {
        items.push(Item::Text(old_style(Face::SerifSemibold, entry.page.to_string()).ending(edge, y)));
    }
    items.push(Item::Link { area: [left, y - size, edge - left, 1.36 * size], page: entry.page - 1 });
    // What begins a row of its own is heard as one with what ends it.
    let tag = if title_lines(setter, entry).len() > 1 { Tag::More } else { Tag::Content };
    sheet.items.push(Item::tagged(tag, items));
}
