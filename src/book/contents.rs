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

/// The distance of rows in leads: wide, and narrow where that saves a page.
const WIDE: f32 = 1.5;
const NARROW: f32 = 1.25;

/// How many rows fit on the first page of the contents, and on each other.
fn rows_per_page(setter: &Setter, step: f32) -> (usize, usize) {
    let lines = setter.grid.lines as f32;
    (((lines - 8.0) / step) as usize, ((lines - 4.0) / step) as usize)
}

fn pages_at(setter: &Setter, groups: &[usize], step: f32) -> usize {
    let rows = groups.iter().sum::<usize>() + groups.len().saturating_sub(1);
    let (first, other) = rows_per_page(setter, step);
    1 + rows.saturating_sub(first).div_ceil(other)
}

/// Rows stand wide, but no page is begun for a few.
fn step(setter: &Setter, groups: &[usize]) -> f32 {
    match pages_at(setter, groups, NARROW) < pages_at(setter, groups, WIDE) {
        true => NARROW,
        false => WIDE,
    }
}

/// How many pages the contents take, with so many rows in so many groups.
pub fn contents_pages(setter: &Setter, groups: &[usize]) -> usize {
    pages_at(setter, groups, step(setter, groups))
}

/// The contents: groups of rows, a rule over each.
pub fn contents(setter: &Setter, groups: &[Vec<Entry>], first: usize) -> Vec<Sheet> {
    let grid = &setter.grid;
    let counts: Vec<usize> = groups.iter().map(Vec::len).collect();
    let pages = contents_pages(setter, &counts);
    let step = step(setter, &counts);
    let (first_rows, other_rows) = rows_per_page(setter, step);
    let mut sheets: Vec<Sheet> = (0..pages).map(|offset| Sheet::with_folio(setter, first + offset)).collect();
    let mut place = Place { sheet: 0, row: 0 };
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
    for (index, group) in groups.iter().filter(|group| !group.is_empty()).enumerate() {
        place.row += usize::from(index > 0);
        for (number, entry) in group.iter().enumerate() {
            let rows = if place.sheet == 0 { first_rows } else { other_rows };
            if place.row >= rows && place.sheet + 1 < pages {
                place = Place { sheet: place.sheet + 1, row: 0 };
            }
            let sheet = &mut sheets[place.sheet];
            let (left, numbers, edge) = columns(sheet);
            let y = grid.base(top(place.sheet) + step * place.row as f32);
            if number == 0 || place.row == 0 {
                sheet.rule(left, y - over, grid.measure);
            }
            row(setter, sheet, entry, [left, numbers, edge], y);
            place.row += 1;
        }
    }
    sheets
}

struct Place {
    sheet: usize,
    row: usize,
}

fn row(setter: &Setter, sheet: &mut Sheet, entry: &Entry, [left, numbers, edge]: [f32; 3], y: f32) {
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
    let begin = left;
    let mut left = left;
    if let Some(level) = entry.level {
        let radius = 0.38 * size;
        let cap = typeset::cap_height(Face::Serif) * size;
        items.push(stars::draw(level, radius, left, y, cap));
        left += stars::width(radius) + size;
    }
    let title = Text::new(Face::Serif, size, Ink::Text, entry.title.as_str());
    let room = if entry.puzzles.is_some() { numbers - left - 4.5 * size } else { edge - left - 3.0 * size };
    items.push(Item::Text(fitted(title, room, setter.points(9.0)).at(left, y)));
    if let Some((from, to)) = entry.puzzles {
        let range = if from == to { from.to_string() } else { format!("{from}–{to}") };
        items.push(Item::Text(old_style(Face::Serif, range).ending(numbers, y)));
    }
    if !entry.is_head {
        items.push(Item::Text(old_style(Face::SerifSemibold, entry.page.to_string()).ending(edge, y)));
    }
    items.push(Item::Link { area: [begin, y - size, edge - begin, 1.36 * size], page: entry.page - 1 });
    sheet.items.push(Item::tagged(Tag::Content, items));
}
