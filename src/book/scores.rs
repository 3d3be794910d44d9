//! Pages on which the reader keeps the score, and the index of deals by their names.

use super::chapter::title_piece;
use super::puzzles::Puzzle;
use super::sheet::{Setter, Sheet, fitted};
use super::told;
use crate::figure::{Face, Figures, Ink, Item, Path, Stroke, Tag, Text};

/// The height of a row of the score, in leads: there must be room for a pencil.
const ROW: f32 = 1.5;

/// A table that runs over pages: a title over the first, the heads of its columns over each.
struct Table {
    rows_first: usize,
    rows: usize,
}

impl Table {
    fn new(setter: &Setter, title_height: f32, row: f32) -> Table {
        let rows = |height: f32| ((height - 1.6 * setter.grid.lead) / row).floor().max(1.0) as usize;
        Table { rows_first: rows(setter.grid.height() - title_height), rows: rows(setter.grid.height()) }
    }

    fn pages(&self, count: usize) -> usize {
        1 + count.saturating_sub(self.rows_first).div_ceil(self.rows)
    }

    /// The rows of a page.
    fn range(&self, page: usize, count: usize) -> std::ops::Range<usize> {
        let from = if page == 0 { 0 } else { self.rows_first + (page - 1) * self.rows };
        let to = if page == 0 { self.rows_first } else { from + self.rows };
        from.min(count)..to.min(count)
    }
}

/// How many pages the score of so many puzzles takes.
pub fn score_pages(setter: &Setter, count: usize) -> usize {
    Table::new(setter, title(setter, &setter.words.scores).1, ROW * setter.grid.lead).pages(count)
}

fn title(setter: &Setter, text: &str) -> (Vec<Item>, f32) {
    let piece = title_piece(setter, text);
    (piece.items, piece.height)
}

/// The pages of the score: a row a puzzle, with boxes to write in.
pub fn scores(setter: &Setter, puzzles: &[(&Puzzle, usize)], first: usize) -> Vec<Sheet> {
    let grid = &setter.grid;
    let words = &setter.words;
    let (title, title_height) = title(setter, &words.scores);
    let row_height = ROW * grid.lead;
    let table = Table::new(setter, title_height, row_height);
    let size = setter.points(8.0);
    // Number and page are narrow; the rest is shared by what is written.
    let narrow = (3.4 * setter.points(9.5)).max(grid.measure / 11.0);
    let boxes: Vec<&str> = words.boxes.iter().map(String::as_str).collect();
    let step = (grid.measure - 2.0 * narrow) / boxes.len().max(1) as f32;
    let mut sheets = Vec::new();
    for number in 0..table.pages(puzzles.len()) {
        let page = first + number;
        let mut sheet = Sheet::with_head(setter, page, &words.scores);
        let left = grid.left(page);
        let mut y = grid.top();
        if number == 0 {
            sheet.place(&title, left, y);
            y += title_height;
        }
        y += 1.2 * grid.lead;
        let head = |text: &str, room: f32| {
            fitted(Text::new(Face::Sans, size, Ink::Label, text), room, setter.least())
        };
        sheet.tagged(Tag::ColumnHead, head(&words.number, narrow - 4.0).at(left, y));
        sheet.tagged(Tag::ColumnHead, head(&words.page, narrow - 4.0).at(left + narrow, y));
        for (index, label) in boxes.iter().enumerate() {
            let x = left + 2.0 * narrow + step * index as f32;
            sheet.tagged(Tag::ColumnHead, head(label, step - 8.0).at(x + 4.0, y));
        }
        y += 0.4 * grid.lead;
        sheet.rule(left, y, grid.measure);
        for &(puzzle, at) in &puzzles[table.range(number, puzzles.len())] {
            let baseline = y + 0.68 * row_height;
            let figures = |face, text: String| Text {
                figures: Figures::Lining,
                ..Text::new(face, setter.points(9.5), Ink::Text, text)
            };
            let own = figures(Face::SansSemibold, puzzle.number.to_string()).at(left, baseline);
            sheet.tagged(Tag::RowHead, own);
            let text = figures(Face::Sans, at.to_string()).at(left + narrow, baseline);
            let link = Item::Link { area: [left, y, 2.0 * narrow, row_height], page: at - 1 };
            sheet.items.push(Item::tagged(Tag::Cell, vec![Item::Text(text), link]));
            y += row_height;
            sheet.rule(left, y, grid.measure);
        }
        let top = y - row_height * table.range(number, puzzles.len()).len() as f32;
        for index in 0..boxes.len() {
            let x = left + 2.0 * narrow + step * index as f32;
            let line = Path::line(x, top, x, y);
            sheet.items.push(told::furniture(vec![Item::stroke(line, Stroke::solid(Ink::Outline, 0.75))]));
        }
        sheets.push(sheet);
    }
    sheets
}

/// How many columns the index has.
fn index_columns(setter: &Setter) -> usize {
    if setter.grid.half() < 20.0 * setter.points(8.5) * 0.9 { 1 } else { 2 }
}

/// How many pages the index of so many deals takes.
pub fn index_pages(setter: &Setter, count: usize) -> usize {
    let rows = count.div_ceil(index_columns(setter));
    Table::new(setter, title(setter, &setter.words.index).1, setter.grid.lead).pages(rows)
}

/// The index: the deals by their names, with the numbers and the pages of their puzzles.
pub fn index(setter: &Setter, puzzles: &[(&Puzzle, usize)], first: usize) -> Vec<Sheet> {
    let grid = &setter.grid;
    let words = &setter.words;
    let (title, title_height) = title(setter, &words.index);
    let columns = index_columns(setter);
    let table = Table::new(setter, title_height, grid.lead);
    let mut sorted: Vec<(&Puzzle, usize)> = puzzles.to_vec();
    sorted.sort_by(|(a, _), (b, _)| {
        (&a.id.game, a.id.size, a.id.seed, &a.name).cmp(&(&b.id.game, b.id.size, b.id.seed, &b.name))
    });
    let width = if columns == 2 { grid.half() } else { grid.measure };
    let size = setter.points(8.5);
    let numbers = width - 3.4 * size;
    let mut rest = sorted.as_slice();
    let mut sheets = Vec::new();
    for number in 0..table.pages(sorted.len().div_ceil(columns)) {
        let page = first + number;
        let mut sheet = Sheet::with_head(setter, page, &words.index);
        let left = grid.left(page);
        let mut top = grid.top();
        if number == 0 {
            sheet.place(&title, left, top);
            top += title_height;
        }
        top += 1.2 * grid.lead;
        let rows = if number == 0 { table.rows_first } else { table.rows };
        let here = rest.len().min(rows * columns);
        // The last page is balanced.
        let rows = rows.min(here.div_ceil(columns));
        for column in 0..columns {
            let own: &[(&Puzzle, usize)] = &rest[(rows * column).min(here)..(rows * (column + 1)).min(here)];
            if own.is_empty() {
                continue;
            }
            let x = left + (width + grid.gutter) * column as f32;
            let label = |text: &str| Text::new(Face::Sans, setter.points(8.0), Ink::Label, text);
            sheet.text(label(&words.number).ending(x + numbers, top));
            sheet.text(label(&words.page).ending(x + width, top));
            sheet.rule(x, top + 0.4 * grid.lead, width);
            for (row, &(puzzle, at)) in own.iter().enumerate() {
                let y = top + 0.4 * grid.lead + grid.lead * (row + 1) as f32 - 0.1 * grid.lead;
                let text = |face, text: String| Text::new(face, size, Ink::Text, text);
                let name =
                    fitted(text(Face::Sans, puzzle.name.clone()), numbers - 3.0 * size, setter.least());
                let items = vec![
                    Item::Text(name.at(x, y)),
                    Item::Text(text(Face::Sans, puzzle.number.to_string()).ending(x + numbers, y)),
                    Item::Text(text(Face::SansSemibold, at.to_string()).ending(x + width, y)),
                    Item::Link { area: [x, y - size, width, 1.3 * size], page: at - 1 },
                ];
                sheet.items.push(Item::tagged(Tag::Content, items));
            }
        }
        rest = &rest[here..];
        sheets.push(sheet);
    }
    sheets
}
