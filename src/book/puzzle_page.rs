//! The page of one puzzle: number, task, diagram, stock, facts, and room for the reader's pencil.

use super::BadBook;
use super::paragraph::Span;
use super::puzzle_parts::{Lines, Refs, facts_of, has_stock, name_of, shown_moves, stock, tick};
use super::puzzle_picture::Picture;
use super::puzzles::{Chosen, Puzzle};
use super::sheet::{Setter, Sheet, fitted};
use super::spec::Fact;
use super::stars;
use crate::figure::{Face, Ink, Item, Tag, Text, typeset};

/// A diagram of few columns is drawn larger, up to so many times the usual width of a card.
const LARGEST_CARD: f32 = 1.4;

/// What a book says of the pages of its puzzles.
#[derive(Debug, Clone, Copy)]
pub struct PageWish<'a> {
    /// What is told under the diagram.
    pub facts: &'a [Fact],
    /// Whether there is room to note time and result.
    pub record: bool,
    /// Whether each of several puzzles has its task to itself, even if all have the same.
    pub own_tasks: bool,
}

/// A page that was drawn, and the width of the cards in its smallest diagram.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// The page.
    pub sheet: Sheet,
    /// The width of a card.
    pub card: f32,
}

/// A puzzle's page; `section` is the running head.
///
/// # Errors
/// If the language cannot tell the position.
pub fn puzzle_page(
    setter: &Setter,
    wish: PageWish<'_>,
    chosen: &Chosen,
    puzzle: &Puzzle,
    section: &str,
    page: usize,
    refs: Refs,
) -> Result<Drawn, BadBook> {
    let grid = &setter.grid;
    let left = grid.left(page);
    let mut sheet = match setter.is_large() {
        true => Sheet::with_head_in(setter, page, section, 0.55 * grid.measure),
        false => Sheet::with_head(setter, page, section),
    };
    sheet.title = puzzle.number.to_string();
    let top = header(&mut sheet, setter, chosen, puzzle, section, left)?;

    let strip =
        has_stock(chosen, puzzle).then(|| stock(setter, &chosen.rules, puzzle.start(), grid.measure, 1));
    let under_strip = if setter.is_large() { 0.5 } else { 0.8 } * grid.lead;
    let over_strip = if setter.is_large() { 0.3 } else { 0.6 } * grid.lead;
    let strip_height = strip.as_ref().map_or(0.0, |strip| strip.height + under_strip + over_strip);
    let moves = shown_moves(setter, puzzle, grid.measure)?;
    let moves_height = moves.as_ref().map_or(0.0, |moves| moves.depth() + 1.6 * moves.lead);
    let strip_height = strip_height + moves_height;
    let picture = Picture::new(setter, chosen, puzzle, LARGEST_CARD * grid.card, grid.measure);
    let wanted = picture.draw(None)?.height;
    let facts = facts_of(setter, wish.facts, chosen, puzzle);
    let lower = Lower::new(setter, &facts, wish.record, refs, top + wanted + strip_height + grid.lead);
    let diagram = picture.draw(Some(lower.rule - top - strip_height - grid.lead / 2.0))?;
    let card = picture.card_width(&diagram);
    let inset = (grid.measure - diagram.width) / 2.0;
    sheet.items.push(picture.placed(&diagram, left + inset, top)?);
    if let Some(strip) = strip {
        sheet.place(&strip.items, left, lower.rule - strip.height - under_strip - moves_height);
    }
    if let Some(moves) = moves {
        sheet.place(&moves.items, left, lower.rule - 0.8 * moves.lead - moves.depth());
    }
    lower.draw(&mut sheet, setter, &facts, wish.record, left);
    foot(&mut sheet, setter, puzzle, left, refs, page);
    Ok(Drawn { sheet, card })
}

/// Number, section and task; returns where the diagram begins.
fn header(
    sheet: &mut Sheet,
    setter: &Setter,
    chosen: &Chosen,
    puzzle: &Puzzle,
    section: &str,
    left: f32,
) -> Result<f32, BadBook> {
    let grid = &setter.grid;
    let half = grid.lead / 2.0;
    let number = Text::new(Face::Display, setter.points(44.0), Ink::Text, puzzle.number.to_string());
    let beside = grid.column(1).max(typeset::width(&number) + 13.0);
    let room = grid.measure - beside;
    // The first puzzle of a section is heard under the section's name.
    let is_first = chosen.puzzles.first().is_some_and(|first| first.number == puzzle.number);
    let first_line = grid.base(0.0) + half;
    let name = match puzzle.level() {
        // The running head names the section.
        Some(level) => stars::with_word(setter, level, setter.points(11.0), left + beside, first_line).0,
        None => {
            let name = Text::new(Face::SerifSemibold, setter.points(11.0), Ink::Text, section);
            vec![Item::Text(fitted(name, room, setter.points(9.0)).at(left + beside, first_line))]
        }
    };
    if is_first {
        sheet.items.push(Item::tagged(Tag::Head(1), name.clone()));
    }
    sheet.tagged(Tag::Head(2), number.at(left, grid.base(1.0) + half));
    if !is_first {
        sheet.items.push(Item::tagged(Tag::Paragraph, name));
    }
    let size = setter.points(9.0);
    let task = Text::new(Face::Sans, size, Ink::Text, puzzle.task(&setter.language)?);
    let first = grid.base(1.0) + half;
    if !setter.is_large() && typeset::width(&task) * 7.5 / size <= room {
        sheet.text(fitted(task, room, 7.0).at(left + beside, first));
        return Ok(first + grid.lead);
    }
    let lines = Lines::set(setter, &[Span::new(Face::Sans, task.text)], size, setter.lead(11.0), room);
    sheet.place(&lines.items, left + beside, first);
    Ok(first + lines.depth() + grid.lead)
}

/// Where the lower part of the page begins; the rest hangs on it.
struct Lower {
    rule: f32,
    /// The top of the boxes.
    boxes: f32,
    /// The facts, row by row in large type: their places in the list.
    rows: Vec<Vec<usize>>,
}

impl Lower {
    /// As high as the diagram and the stock leave it, with one to five lines for notes.
    fn new(setter: &Setter, facts: &[(String, String)], record: bool, refs: Refs, over: f32) -> Lower {
        let grid = &setter.grid;
        // Counted from the foot, so that it stands low on pages of every height.
        let up = |lines: f32| grid.last() - grid.lead * lines;
        if setter.is_large() {
            let rows = rows_of_facts(setter, facts);
            let facts = if rows.is_empty() { 0.3 } else { 0.5 + 1.1 * rows.len() as f32 };
            let boxes = if record { 1.7 + 0.5 } else { 0.0 };
            // The first line of references stands beside the folio.
            let foot = refs.count().saturating_sub(1) as f32 + if record { 0.0 } else { 0.3 };
            let rule = up(facts + boxes + foot - 0.5);
            return Lower { rule, boxes: rule + grid.lead * facts, rows };
        }
        let facts = if facts.is_empty() { 0.0 } else { 2.5 };
        if !record {
            let rule = up(if facts > 0.0 { facts + 1.6 } else { 1.5 });
            return Lower { rule, boxes: rule, rows: Vec::new() };
        }
        let lines = ((grid.last() - over) / grid.lead).floor();
        let rule = up(lines.clamp(8.5 + facts, 12.5 + facts));
        Lower { rule, boxes: rule + (1.0 + facts) * grid.lead, rows: Vec::new() }
    }

    fn draw(&self, sheet: &mut Sheet, setter: &Setter, facts: &[(String, String)], record: bool, left: f32) {
        let grid = &setter.grid;
        if !facts.is_empty() || record {
            sheet.rule(left, self.rule, grid.measure);
        }
        if setter.is_large() {
            self.large_facts(sheet, setter, facts, left);
        } else {
            self.facts(sheet, setter, facts, left);
        }
        match (record, setter.is_large()) {
            (true, true) => self.large_boxes(sheet, setter, left),
            (true, false) => {
                self.boxes(sheet, setter, left);
                self.notes(sheet, setter, left);
            }
            (false, _) => {}
        }
    }

    /// Each fact under its label, side by side between two rules.
    fn facts(&self, sheet: &mut Sheet, setter: &Setter, facts: &[(String, String)], left: f32) {
        let grid = &setter.grid;
        if facts.is_empty() {
            return;
        }
        sheet.rule(left, self.rule + 2.5 * grid.lead, grid.measure);
        let step = grid.measure / facts.len() as f32;
        for (index, (label, value)) in facts.iter().enumerate() {
            let x = left + step * index as f32;
            let label = Text::new(Face::Sans, 8.0, Ink::Label, label.as_str());
            let label = fitted(label, step - 6.0, 7.0).at(x, self.rule + grid.lead);
            let value = Text::new(Face::SansSemibold, 10.0, Ink::Text, value.as_str());
            let value = fitted(value, step - 6.0, 7.0).at(x, self.rule + 2.0 * grid.lead - 1.0);
            sheet.items.push(Item::tagged(Tag::Paragraph, vec![Item::Text(label), Item::Text(value)]));
        }
    }

    /// Label and fact in one line, as many in a row as fit.
    fn large_facts(&self, sheet: &mut Sheet, setter: &Setter, facts: &[(String, String)], left: f32) {
        let grid = &setter.grid;
        for (row, indexes) in self.rows.iter().enumerate() {
            let y = self.rule + grid.lead * (1.0 + 1.1 * row as f32);
            let step = grid.measure / indexes.len() as f32;
            for (place, &index) in indexes.iter().enumerate() {
                let x = left + step * place as f32;
                let (label, value) = fact_texts(setter, &facts[index]);
                let beside = typeset::width(&label) + 0.4 * label.size;
                let items = vec![Item::Text(label.at(x, y)), Item::Text(value.at(x + beside, y))];
                sheet.items.push(Item::tagged(Tag::Paragraph, items));
            }
        }
    }

    fn boxes(&self, sheet: &mut Sheet, setter: &Setter, left: f32) {
        let grid = &setter.grid;
        let width = grid.column_width();
        for (index, label) in setter.words.boxes.iter().take(4).enumerate() {
            let x = left + grid.column(index);
            sheet.frame(x, self.boxes, width, 3.0 * grid.lead);
            let label = fitted(Text::new(Face::Sans, 8.0, Ink::Label, label.as_str()), width - 6.0, 7.0);
            sheet.text(label.at(x + 4.0, self.boxes + 10.0));
        }
        for (index, label) in setter.words.ticks.iter().take(3).enumerate() {
            let (x, y) = (left + grid.column(4), self.boxes + grid.lead * index as f32);
            tick(sheet, setter, label, x, y + 9.6, 9.0);
        }
    }

    fn notes(&self, sheet: &mut Sheet, setter: &Setter, left: f32) {
        let grid = &setter.grid;
        let label = Text::new(Face::Sans, 8.0, Ink::Label, setter.words.notes.as_str());
        let mut x = typeset::width(&label) + 5.0;
        let mut y = self.boxes + 4.5 * grid.lead + 8.5;
        sheet.text(label.at(left, y - 2.0));
        while y < grid.last() - 1.4 * grid.lead {
            sheet.rule(left + x, y, grid.measure - x);
            x = 0.0;
            y += grid.lead;
        }
    }

    /// Low boxes with their labels at the left.
    fn large_boxes(&self, sheet: &mut Sheet, setter: &Setter, left: f32) {
        let grid = &setter.grid;
        let size = setter.least();
        let labels: Vec<&String> = setter.words.boxes.iter().skip(1).take(3).collect();
        let step = (grid.measure + grid.gutter) / labels.len().max(1) as f32;
        for (index, label) in labels.into_iter().enumerate() {
            let x = left + step * index as f32;
            sheet.frame(x, self.boxes, step - grid.gutter, 1.7 * grid.lead);
            let text = Text::new(Face::Sans, size, Ink::Label, label.as_str());
            let text = fitted(text, step - grid.gutter - 12.0, size);
            sheet.text(text.at(x + 6.0, self.boxes + 0.85 * grid.lead + 0.33 * size));
        }
    }
}

fn fact_texts(setter: &Setter, (label, value): &(String, String)) -> (Text, Text) {
    let size = setter.least();
    let room = setter.grid.measure;
    let label = Text::new(Face::Sans, size, Ink::Label, label.as_str());
    let value = Text::new(Face::SansSemibold, size, Ink::Text, value.as_str());
    let value = fitted(value, (room - typeset::width(&label) - 0.4 * size).max(4.0 * size), size);
    (label, value)
}

/// Facts of large type in rows of one or two.
fn rows_of_facts(setter: &Setter, facts: &[(String, String)]) -> Vec<Vec<usize>> {
    let half = setter.grid.measure / 2.0 - setter.least();
    let width = |index: usize| {
        let (label, value) = fact_texts(setter, &facts[index]);
        typeset::width(&label) + 0.4 * label.size + typeset::width(&value)
    };
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for index in 0..facts.len() {
        match rows.last_mut() {
            Some(row) if row.len() == 1 && width(row[0]) <= half && width(index) <= half => row.push(index),
            _ => rows.push(vec![index]),
        }
    }
    rows
}

/// The references at the left, the deal's name at the right; in large type that stands in the head.
fn foot(sheet: &mut Sheet, setter: &Setter, puzzle: &Puzzle, left: f32, refs: Refs, page: usize) {
    let grid = &setter.grid;
    let size = setter.points(8.5);
    let id = Text::new(Face::Sans, size, Ink::Label, name_of(setter, puzzle));
    if setter.is_large() {
        refs.draw_beside_folio(sheet, setter, left, page);
        let id = fitted(id, 0.42 * grid.measure, setter.least());
        // The running head stands at the outer edge, so this at the inner one.
        let id = match page % 2 {
            0 => id.ending(left + grid.measure, grid.head),
            _ => id.at(left, grid.head),
        };
        sheet.text(id);
        return;
    }
    let id = fitted(id, 0.5 * grid.measure, setter.least());
    let room = grid.measure - typeset::width(&id) - 12.0;
    refs.draw(sheet, setter, left, grid.last(), room);
    sheet.text(id.ending(left + grid.measure, grid.last()));
}
