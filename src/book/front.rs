//! The title page.

use super::paragraph::{self, Span};
use super::sheet::{Setter, Sheet, fitted};
use super::spec::BookSpec;
use super::told;
use crate::card::{Card, Pack};
use crate::figure::card::{self, Seen, Side, Style};
use crate::figure::{Face, Ink, Item, Tag, Text, suit, typeset};

/// The title page: title, subtitle (or another line in its place), an ornament, author and publisher.
pub fn title_page(
    setter: &Setter,
    spec: &BookSpec,
    subtitle: Option<&str>,
    ornament: Ornament,
    page: usize,
) -> Sheet {
    let grid = &setter.grid;
    let mut sheet = Sheet::bare(page);
    sheet.title.clone_from(&spec.title);
    let left = grid.left(page);
    let style = setter.ragged(setter.points(58.0));
    let shown = setter.language.display(&spec.title);
    let title = [Span::new(Face::DisplayLight, shown.as_str())];
    // A long title is set smaller, so that it takes three lines and no word is cut.
    let fits = |size: f32| {
        let longest = shown
            .split(' ')
            .map(|word| typeset::width(&Text::new(Face::DisplayLight, size, Ink::Text, word)));
        let lines = paragraph::set(&title, &paragraph::Style { size, ..style }, grid.measure).len();
        longest.fold(0.0, f32::max) <= grid.measure && lines <= 3
    };
    let sizes = [58.0, 48.0, 40.0, 32.0, 26.0, 22.0].map(|size| setter.points(size));
    let size = sizes.into_iter().find(|&size| fits(size)).unwrap_or(22.0);
    let lines = paragraph::set_evenly(&title, &paragraph::Style { size, ..style }, grid.measure);
    // In whole and half lines: about nine tenths of the size where it is large.
    let step = if size > 40.0 {
        (1.8 * size / grid.lead).round().max(7.0) / 2.0
    } else {
        (size / 9.0).round().clamp(2.5, 3.0)
    };
    // Low enough for an author over the capitals.
    let least = 5.0 + (0.75 * size / grid.lead).ceil();
    let mut line_number = (0.225 * grid.lines as f32).round().max(least);
    let mut title = Vec::new();
    for line in lines {
        let x = left - bearing(&line.items);
        title.push(line.items.into_iter().map(|item| item.moved(x, grid.base(line_number))).collect());
        line_number += step;
    }
    sheet.items.extend(told::lines(Tag::Head(1), title).flatten());
    let rule = line_number - step + 2.0;
    sheet.rule(left, grid.base(rule) - 4.0, grid.measure);
    let subtitle = setter.language.display(subtitle.unwrap_or(&spec.subtitle));
    let subtitle = [Span::new(Face::SerifItalic, subtitle)];
    let mut y = grid.base(rule) - 4.0 + setter.lead(16.0) + 4.0;
    let mut rows = Vec::new();
    for line in paragraph::set_evenly(
        &subtitle,
        &paragraph::Style { size: setter.points(12.5), ..style },
        grid.measure,
    ) {
        rows.push(line.items.into_iter().map(|item| item.moved(left, y)).collect());
        y += setter.lead(16.0);
    }
    sheet.items.extend(told::lines(Tag::Paragraph, rows).flatten());
    let middle = grid.base(rule + 7.0).max(y + 2.0 * grid.lead);
    if middle + 5.0 * grid.lead < grid.last() {
        sheet.items.push(told::furniture(ornament.draw(setter, left, middle)));
    }
    if !spec.author.is_empty() {
        let author = Text::new(Face::Serif, setter.points(12.5), Ink::Text, spec.author.as_str());
        sheet.text(fitted(author, grid.measure, setter.points(9.0)).at(left, grid.base(4.0)));
    }
    let mut foot = Vec::new();
    foot.extend((!spec.edition.is_empty()).then_some((Face::SansSemibold, spec.edition.as_str())));
    foot.extend((!spec.publisher.is_empty()).then_some((Face::Sans, spec.publisher.as_str())));
    for (index, (face, line)) in foot.iter().rev().enumerate() {
        let y = grid.last() - grid.lead * index as f32;
        sheet.text(
            fitted(Text::new(*face, setter.points(9.0), Ink::Text, *line), grid.measure, setter.least())
                .at(left, y),
        );
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
