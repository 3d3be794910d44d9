//! Pages of two or four puzzles: each in a cell with its number, diagram, stock and a line to note the result.

use super::BadBook;
use super::paragraph::Span;
use super::puzzle_page::{Drawn, PageWish};
use super::puzzle_parts::{Lines, Refs, card_width, facts_of, has_stock, name_of, stock, tick};
use super::puzzles::{Chosen, Puzzle};
use super::sheet::{Setter, Sheet, fitted, shown};
use super::{stars, told};
use crate::card::Faces;
use crate::figure::layout::Look;
use crate::figure::names::Plain;
use crate::figure::tableau::tableau;
use crate::figure::{Face, Figures, Ink, Item, Tag, Text, typeset};
use crate::words::BadLanguage;

/// A puzzle of a page, and what it refers to.
pub type Cell<'a> = (&'a Puzzle, Refs);

/// The space between a fact's label and its value, and the least between facts, in ems.
const BESIDE_LABEL: f32 = 0.4;
const BETWEEN_FACTS: f32 = 1.2;

/// Where a cell stands.
#[derive(Debug, Clone, Copy)]
struct Room {
    left: f32,
    top: f32,
    width: f32,
    bottom: f32,
}

/// A page of puzzles of one section, `per_page` of them if there are as many left.
///
/// # Errors
/// If the language cannot tell a position.
pub fn puzzle_cells(
    setter: &Setter,
    wish: PageWish<'_>,
    chosen: &Chosen,
    cells: &[Cell<'_>],
    section: &str,
    page: usize,
) -> Result<Drawn, BadBook> {
    let grid = &setter.grid;
    let mut sheet = Sheet::with_head(setter, page, section);
    let numbers: Vec<String> = cells.iter().map(|(puzzle, _)| puzzle.number.to_string()).collect();
    sheet.title = match numbers.as_slice() {
        [first, .., last] => format!("{first}–{last}"),
        _ => numbers.concat(),
    };
    let left = grid.left(page);
    let size = setter.points(9.0);
    let tasks: Vec<String> =
        cells.iter().map(|(puzzle, _)| puzzle.task(&setter.language)).collect::<Result<_, BadLanguage>>()?;
    // A task that all have stands over them, others each with its puzzle.
    let mut under_task = grid.base(0.0);
    let is_shared = !wish.own_tasks && tasks.windows(2).all(|pair| pair[0] == pair[1]);
    if let Some(task) = tasks.first().filter(|_| is_shared) {
        let line = Text::new(Face::Sans, size, Ink::Text, task.as_str());
        match typeset::width(&line) * setter.least() / size <= grid.measure {
            true => sheet.text(fitted(line, grid.measure, setter.least()).at(left, grid.base(0.0))),
            false => {
                let span = Span::new(Face::Sans, task.as_str());
                let lines = Lines::set(setter, &[span], size, setter.lead(11.0), grid.measure);
                sheet.place(&lines.items, left, grid.base(0.0));
                under_task += lines.depth();
            }
        }
    } else {
        under_task = grid.top();
    }
    let columns = if chosen.section.per_page == 4 { 2 } else { 1 };
    let (top, bottom) = (under_task + 0.9 * grid.lead, grid.last() + 0.25 * grid.lead);
    let gutter = 1.5 * grid.gutter;
    let width = (grid.measure - gutter * (columns - 1) as f32) / columns as f32;
    let height = (bottom - top) / 2.0;
    let mut card = f32::INFINITY;
    for (index, ((puzzle, refs), task)) in cells.iter().zip(&tasks).enumerate() {
        let (row, column) = (index / columns, index % columns);
        let room = Room {
            left: left + (width + gutter) * column as f32,
            top: top + height * row as f32,
            width,
            bottom: top + height * (row + 1) as f32 - if row == 0 { 0.9 * grid.lead } else { 0.0 },
        };
        sheet.rule(room.left, room.top, room.width);
        let own = (!is_shared).then_some(task.as_str());
        card = card.min(cell(&mut sheet, setter, wish, chosen, (puzzle, *refs), own, room)?);
    }
    Ok(Drawn { sheet, card })
}

/// Draws a cell; returns the width of its cards.
fn cell(
    sheet: &mut Sheet,
    setter: &Setter,
    wish: PageWish<'_>,
    chosen: &Chosen,
    (puzzle, refs): Cell<'_>,
    task: Option<&str>,
    room: Room,
) -> Result<f32, BadBook> {
    let is_quarter = chosen.section.per_page == 4;
    let small = setter.points(8.0);
    // The number, and beside it what the reader notes.
    let size = setter.points(if is_quarter { 20.0 } else { 24.0 });
    let baseline = room.top + 0.95 * size;
    let number = Text::new(Face::Display, size, Ink::Text, puzzle.number.to_string()).at(room.left, baseline);
    let beside = room.left + typeset::width(&number) + 0.5 * size;
    sheet.tagged(Tag::Head(2), number);
    let beside = match puzzle.level() {
        None => beside,
        Some(level) if is_quarter => {
            let cap = typeset::cap_height(Face::SansSemibold) * small;
            sheet.items.push(stars::draw(level, 0.4 * small, beside, baseline, cap));
            beside + stars::width(0.4 * small)
        }
        Some(level) => {
            let (items, end) = stars::with_word(setter, level, setter.points(9.0), beside, baseline);
            sheet.items.push(Item::tagged(Tag::Paragraph, items));
            end
        }
    };
    if wish.record {
        record(sheet, setter, room, beside, baseline);
    }
    // References and the deal's name at the foot.
    let mut foot = room.bottom;
    let id =
        fitted(Text::new(Face::Sans, small, Ink::Label, name_of(setter, puzzle)), room.width, setter.least());
    if is_quarter {
        sheet.text(id.at(room.left, foot));
        foot -= 1.25 * small;
        refs.draw(sheet, setter, room.left, foot, room.width);
        foot -= if refs == Refs::default() { 0.0 } else { 1.3 * small };
    } else {
        let rest = room.width - typeset::width(&id) - small;
        refs.draw(sheet, setter, room.left, foot, rest);
        sheet.text(id.ending(room.left + room.width, foot));
        foot -= 1.5 * small;
    }
    let facts = facts_of(setter, wish.facts, chosen, puzzle);
    if !is_quarter {
        let lines = FactLines::new(setter, facts, room.width);
        let height = lines.height();
        lines.draw(sheet, room, foot);
        foot -= height;
    }
    if has_stock(chosen, puzzle) {
        let strip = stock(setter, &chosen.rules, puzzle.start(), room.width, chosen.section.per_page);
        foot -= strip.height + 0.2 * small;
        sheet.place(&strip.items, room.left, foot);
        foot -= 0.3 * small;
    }
    let mut top = baseline + 0.4 * size;
    if let Some(task) = task {
        let lines = Lines::set(setter, &[Span::new(Face::Sans, task)], small, 1.25 * small, room.width);
        sheet.place(&lines.items, room.left, top + small);
        top += lines.depth() + 1.8 * small;
    }
    let look = Look {
        card_width: 1.2 * setter.grid.card,
        width: Some(room.width),
        height: Some((foot - top).max(30.0)),
        show: shown(chosen.section.show),
        column_numbers: !is_quarter && matches!(chosen.rules.pack.faces, Faces::French { .. }),
        ..setter.look()
    };
    let diagram = tableau(puzzle.start(), &look, &Plain);
    let inset = if is_quarter { 0.0 } else { (room.width - diagram.width) / 2.0 };
    let show = look.show;
    let card = card_width(puzzle.start(), &diagram);
    sheet.items.push(told::diagram(setter, puzzle.start(), show, diagram.placed(room.left + inset, top))?);
    Ok(card)
}

/// A box to tick, and a line for the time.
fn record(sheet: &mut Sheet, setter: &Setter, room: Room, from: f32, baseline: f32) {
    let size = setter.points(8.0);
    let (Some(won), Some(time)) = (setter.words.ticks.first(), setter.words.boxes.get(1)) else { return };
    let right = room.left + room.width;
    let line = 4.5 * size;
    let time = Text::new(Face::Sans, size, Ink::Label, time.as_str());
    let time_at = right - line - 0.5 * size - typeset::width(&time);
    let won_width = typeset::width(&Text::new(Face::Sans, size, Ink::Text, won.as_str())) + 1.6 * size;
    if time_at - won_width - 1.5 * size > from {
        tick(sheet, setter, won, time_at - won_width - 1.2 * size, baseline, 8.0);
    }
    sheet.text(time.at(time_at, baseline));
    sheet.rule(right - line, baseline + 1.5, line);
}

/// Facts, in lines of a cell: a label and a value each.
struct FactLines {
    lines: Vec<Vec<(Text, Text)>>,
    size: f32,
}

impl FactLines {
    /// As few lines as hold them whole.
    fn new(setter: &Setter, facts: Vec<(String, String)>, width: f32) -> FactLines {
        let size = setter.points(8.0);
        let mut lines: Vec<Vec<(Text, Text)>> = Vec::new();
        let mut used = 0.0;
        for (label, value) in facts {
            let label = Text::new(Face::Sans, size, Ink::Label, label);
            let room = width - typeset::width(&label) - BESIDE_LABEL * size;
            let value =
                Text { figures: Figures::Lining, ..Text::new(Face::SansSemibold, size, Ink::Text, value) };
            let fact = (label, fitted(value, room, setter.least()));
            let wide = fact_width(&fact);
            match lines.last_mut() {
                Some(line) if used + BETWEEN_FACTS * size + wide <= width => {
                    used += BETWEEN_FACTS * size + wide;
                    line.push(fact);
                }
                _ => {
                    used = wide;
                    lines.push(vec![fact]);
                }
            }
        }
        FactLines { lines, size }
    }

    fn height(&self) -> f32 {
        1.5 * self.size * self.lines.len() as f32
    }

    /// Draws them, the last line on a baseline: a full line from edge to edge, other lines with usual spaces.
    fn draw(self, sheet: &mut Sheet, room: Room, foot: f32) {
        let count = self.lines.len();
        let full = self.lines.iter().map(Vec::len).max().unwrap_or(0);
        for (index, line) in self.lines.into_iter().enumerate() {
            let y = foot - 1.5 * self.size * (count - 1 - index) as f32;
            let free = room.width - line.iter().map(fact_width).sum::<f32>();
            let gap = match line.len() == full && full > 1 {
                true => free / (full - 1) as f32,
                false => 2.0 * BETWEEN_FACTS * self.size,
            };
            let mut x = room.left;
            for (label, value) in line {
                let width = typeset::width(&label) + BESIDE_LABEL * self.size + typeset::width(&value);
                let value = value.at(x + typeset::width(&label) + BESIDE_LABEL * self.size, y);
                sheet
                    .items
                    .push(Item::tagged(Tag::Paragraph, vec![Item::Text(label.at(x, y)), Item::Text(value)]));
                x += width + gap;
            }
        }
    }
}

fn fact_width((label, value): &(Text, Text)) -> f32 {
    typeset::width(label) + BESIDE_LABEL * label.size + typeset::width(value)
}
