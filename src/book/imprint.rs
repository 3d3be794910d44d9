//! The imprint on the back of the title page, and the dedication.

use super::content::Block;
use super::paragraph::{self, Span, Style};
use super::sheet::{Setter, Sheet};
use super::told;
use crate::figure::{Face, Item, Tag};

/// The imprint, low on its page; `own` are lines of the book's maker, before the others.
pub fn imprint(setter: &Setter, blocks: &[Block], own: &str, page: usize) -> Sheet {
    let grid = &setter.grid;
    let style = style(setter, 8.5);
    // Narrow lines look quieter, but large type needs them all.
    let width = if setter.is_large() { grid.measure } else { grid.column(4) };
    let mut paragraphs: Vec<Vec<Vec<Span>>> = Vec::new();
    for block in blocks {
        if let Block::Paragraph(spans) = block {
            paragraphs.push(paragraph::split_lines(spans));
        }
    }
    if !own.is_empty() {
        let lines = own.lines().map(|line| vec![Span::new(Face::Serif, line.trim())]).collect();
        paragraphs.insert(1.min(paragraphs.len()), lines);
    }
    let mut lines: Vec<Option<Vec<Item>>> = Vec::new();
    for rows in &paragraphs {
        let set = rows.iter().flat_map(|spans| paragraph::set(spans, &style, width));
        lines.extend(told::lines(Tag::Paragraph, set.map(|line| line.items)).map(Some));
        lines.push(None);
    }
    lines.pop();
    let mut sheet = Sheet::bare(page);
    let lead = setter.lead(grid.lead);
    let first = grid.last() - lead * lines.len().saturating_sub(1) as f32;
    for (row, line) in lines.iter().enumerate() {
        if let Some(line) = line {
            sheet.place(line, grid.left(page), first + lead * row as f32);
        }
    }
    sheet
}

/// The dedication, a third down its page.
pub fn dedication(setter: &Setter, text: &str, page: usize) -> Sheet {
    let grid = &setter.grid;
    let style = style(setter, 12.5);
    let lead = if setter.is_large() { setter.lead(16.0) } else { 18.0 };
    let mut sheet = Sheet::bare(page);
    let mut y = grid.base((grid.lines as f32 / 3.0).floor());
    for line in text.lines() {
        let spans = [Span::new(Face::SerifItalic, line.trim())];
        let set = paragraph::set(&spans, &style, grid.column(4) + grid.column_width());
        for line in told::lines(Tag::Paragraph, set.into_iter().map(|line| line.items)) {
            sheet.place(&line, grid.left(page), y);
            y += lead;
        }
        if line.trim().is_empty() {
            y += lead;
        }
    }
    sheet
}

fn style(setter: &Setter, size: f32) -> Style {
    setter.ragged(setter.points(size))
}
