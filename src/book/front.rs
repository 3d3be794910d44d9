//! Title page and contents.

use super::paragraph::{self, Setting, Span};
use super::sheet::{Setter, Sheet, fitted};
use super::spec::BookSpec;
use super::told;
use crate::card::{Card, Pack};
use crate::figure::card::{self, Seen, Side, Style};
use crate::figure::{Face, Figures, Ink, Item, Tag, Text, suit, typeset};

/// The title page: title, subtitle, an ornament, author and publisher.
pub fn title_page(setter: &Setter, spec: &BookSpec, ornament: Ornament, page: usize) -> Sheet {
    let grid = &setter.grid;
    let mut sheet = Sheet::bare(page);
    sheet.title.clone_from(&spec.title);
    let left = grid.left(page);
    let style = paragraph::Style {
        size: 58.0,
        setting: Setting::Ragged,
        indent: 0.0,
        figures: Figures::Lining,
        inking: setter.inking,
        language: None,
    };
    let title = [Span::new(Face::DisplayLight, spec.title.as_str())];
    // A long title is set smaller, so that it takes three lines and no word is cut.
    let fits = |size: f32| {
        let longest = spec
            .title
            .split_whitespace()
            .map(|word| typeset::width(&Text::new(Face::DisplayLight, size, Ink::Text, word)));
        let lines = paragraph::set(&title, &paragraph::Style { size, ..style }, grid.measure).len();
        longest.fold(0.0, f32::max) <= grid.measure && lines <= 3
    };
    let size = [58.0, 48.0, 40.0, 32.0, 26.0].into_iter().find(|&size| fits(size)).unwrap_or(22.0);
    let lines = paragraph::set_evenly(&title, &paragraph::Style { size, ..style }, grid.measure);
    let step = if size > 40.0 { 4.0 } else { (size / 9.0).round().clamp(2.5, 3.0) };
    let mut line_number = 9.0;
    let mut title = Vec::new();
    for line in lines {
        let x = left - bearing(&line.items);
        title.push(line.items.into_iter().map(|item| item.moved(x, grid.base(line_number))).collect());
        line_number += step;
    }
    sheet.items.extend(told::lines(Tag::Head(1), title).flatten());
    let rule = line_number - step + 2.0;
    sheet.rule(left, grid.base(rule) - 4.0, grid.measure);
    let subtitle = [Span::new(Face::SerifItalic, spec.subtitle.as_str())];
    let mut y = grid.base(rule) - 4.0 + 20.0;
    let mut rows = Vec::new();
    for line in paragraph::set_evenly(&subtitle, &paragraph::Style { size: 12.5, ..style }, grid.measure) {
        rows.push(line.items.into_iter().map(|item| item.moved(left, y)).collect());
        y += 16.0;
    }
    sheet.items.extend(told::lines(Tag::Paragraph, rows).flatten());
    let middle = grid.base(rule + 7.0).max(y + 2.0 * grid.lead);
    if middle + 5.0 * grid.lead < grid.last() {
        sheet.items.push(told::furniture(ornament.draw(setter, left, middle)));
    }
    if !spec.author.is_empty() {
        let author = Text::new(Face::Serif, 12.5, Ink::Text, spec.author.as_str());
        sheet.text(fitted(author, grid.measure, 9.0).at(left, grid.base(4.0)));
    }
    let mut foot = Vec::new();
    foot.extend((!spec.edition.is_empty()).then_some((Face::SansSemibold, spec.edition.as_str())));
    foot.extend((!spec.publisher.is_empty()).then_some((Face::Sans, spec.publisher.as_str())));
    for (index, (face, line)) in foot.iter().rev().enumerate() {
        let y = grid.last() - grid.lead * index as f32;
        sheet.text(fitted(Text::new(*face, 9.0, Ink::Text, *line), grid.measure, 7.0).at(left, y));
    }
    sheet
}

/// How far the ink of a line stands from where it is set; large type is set flush by its ink.
fn bearing(items: &[Item]) -> f32 {
    let left = items.iter().find_map(|item| match item {
        Item::Text(text) => typeset::outlines(text).bounds().map(|ink| ink[0]),
        _ => None,
    });
    left.unwrap_or(0.0)
}

/// The row of signs on the title page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ornament {
    /// The four French suits.
    Suits,
    /// The doubles of a Somerset pack, as cards.
    Doubles(Pack),
}

impl Ornament {
    fn draw(self, setter: &Setter, left: f32, middle: f32) -> Vec<Item> {
        let place = |index: usize| left + 15.0 + 58.0 * index as f32;
        match self {
            // Spades, hearts, clubs, diamonds: black and red by turns.
            Ornament::Suits => [3u8, 2, 0, 1]
                .iter()
                .enumerate()
                .map(|(index, &sign)| {
                    suit::item(sign, place(index), middle, 30.0, suit::ink(sign), setter.inking)
                })
                .collect(),
            Ornament::Doubles(pack) => {
                let suits = pack.suits();
                // Two fifths of a card between them; few cards are no larger than those of a diagram.
                let width = (setter.grid.measure / (1.4 * f32::from(suits) - 0.4)).min(setter.grid.card);
                let style = Style { inking: setter.inking, ranks: setter.ranks, ..Style::new(pack, width) };
                let top = middle - style.height() / 2.0;
                let card = |suit: u8| {
                    let x = left + 1.4 * width * f32::from(suit);
                    card::draw(&style, Card::new(suit, suit), Side::Face, Seen::Whole, x, top)
                };
                (0..suits).flat_map(card).collect()
            }
        }
    }
}

/// A row of the contents.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What it says.
    pub title: String,
    /// The numbers of its puzzles, first and last.
    pub puzzles: Option<(u32, u32)>,
    /// Its page, from 1.
    pub page: usize,
}

/// How many rows fit on the first page of the contents, and on each other.
fn rows_per_page(setter: &Setter) -> (usize, usize) {
    let lines = setter.grid.lines as f32;
    (((lines - 8.0) / 1.5) as usize, ((lines - 4.0) / 1.5) as usize)
}

/// How many pages the contents take, with so many rows in so many groups.
pub fn contents_pages(setter: &Setter, groups: &[usize]) -> usize {
    let rows = groups.iter().sum::<usize>() + groups.len();
    let (first, other) = rows_per_page(setter);
    1 + rows.saturating_sub(first).div_ceil(other)
}

/// The contents: groups of rows, a rule over each.
pub fn contents(setter: &Setter, groups: &[Vec<Entry>], first: usize) -> Vec<Sheet> {
    let grid = &setter.grid;
    let counts: Vec<usize> = groups.iter().map(Vec::len).collect();
    let pages = contents_pages(setter, &counts);
    let (first_rows, other_rows) = rows_per_page(setter);
    let mut sheets: Vec<Sheet> = (0..pages).map(|offset| Sheet::with_folio(setter, first + offset)).collect();
    let mut place = Place { sheet: 0, row: 0 };
    let title = Text::new(Face::Display, 26.0, Ink::Text, setter.words.contents.as_str());
    sheets[0].tagged(Tag::Head(1), title.at(grid.left(first), grid.base(2.0)));
    sheets[0].title.clone_from(&setter.words.contents);
    let top = |sheet: usize| if sheet == 0 { 6.0 } else { 1.0 };
    // A rule stands a little over a line above its first row; the heads stand on the first rule.
    let over = 1.45 * grid.lead;
    let heads = grid.base(top(0)) - over - 4.5;
    let label = |text: &str| Text::new(Face::Sans, 8.0, Ink::Label, text);
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
            let y = grid.base(top(place.sheet) + 1.5 * place.row as f32);
            if number == 0 || place.row == 0 {
                sheet.rule(left, y - over, grid.measure);
            }
            row(sheet, entry, left, numbers, edge, y);
            place.row += 1;
        }
    }
    sheets
}

struct Place {
    sheet: usize,
    row: usize,
}

fn row(sheet: &mut Sheet, entry: &Entry, left: f32, numbers: f32, edge: f32, y: f32) {
    let old_style =
        |face, text: String| Text { figures: Figures::OldStyle, ..Text::new(face, 11.0, Ink::Text, text) };
    let title = Text::new(Face::Serif, 11.0, Ink::Text, entry.title.as_str());
    let mut items = vec![Item::Text(fitted(title, numbers - left - 50.0, 9.0).at(left, y))];
    if let Some((from, to)) = entry.puzzles {
        let range = if from == to { from.to_string() } else { format!("{from}–{to}") };
        items.push(Item::Text(old_style(Face::Serif, range).ending(numbers, y)));
    }
    items.push(Item::Text(old_style(Face::SerifSemibold, entry.page.to_string()).ending(edge, y)));
    items.push(Item::Link { area: [left, y - 11.0, edge - left, 15.0], page: entry.page - 1 });
    sheet.items.push(Item::tagged(Tag::Content, items));
}
