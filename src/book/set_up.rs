//! Set-up lists: the pack in the order in which to stack it, so that it deals this very game.
//!
//! Card 1 is put face up on the table, card 2 on it, and so on. Turned over, the packet lies face down
//! with card 1 on top, and is dealt row by row as the rules say; what is left is the stock.

use super::furniture::filled;
use super::paragraph::{self, Setting, Span};
use super::puzzles::Puzzle;
use super::sheet::{Setter, Sheet};
use super::told;
use crate::card::{Card, Faces};
use crate::figure::{Face, Figures, Ink, Item, Path, Stroke, Tag, Text, suit, typeset};
use crate::game::Position;

/// How many columns a list has.
const COLUMNS: usize = 4;
/// The height of a row, in leads.
const ROW: f32 = 1.17;
/// The space under a list, in leads.
const UNDER: f32 = 0.9;
/// The width of the line after the last card of the columns.
const HEAVY: f32 = 1.5;

/// The pack of a fresh deal in the order in which it is dealt: the columns row by row, then the stock.
pub fn dealing_order(start: &Position) -> Vec<Card> {
    let columns = start.columns();
    let rows = columns.iter().map(|pile| pile.cards.len()).max().unwrap_or(0);
    let mut cards: Vec<Card> = Vec::new();
    for row in 0..rows {
        cards.extend(columns.iter().filter_map(|pile| pile.cards.get(row)));
    }
    // The next card of the stock is the last of its pile.
    cards.extend(start.stock().iter().rev());
    cards
}

/// The lists of some puzzles, parted into pages.
pub struct SetUp<'a> {
    /// The places of the puzzles in the book, page by page.
    pages: Vec<Vec<(usize, &'a Puzzle)>>,
}

impl<'a> SetUp<'a> {
    /// Parts the lists into pages, as many on each as there is room for.
    pub fn new(setter: &Setter, puzzles: &[(usize, &'a Puzzle)]) -> SetUp<'a> {
        let room = setter.grid.height();
        let mut pages: Vec<Vec<(usize, &Puzzle)>> = Vec::new();
        let mut used = f32::INFINITY;
        for &(index, puzzle) in puzzles {
            let height = height(setter, puzzle);
            if used + height - UNDER * setter.grid.lead > room {
                pages.push(Vec::new());
                used = 0.0;
            }
            used += height;
            pages.last_mut().expect("a page was begun for the first").push((index, puzzle));
        }
        SetUp { pages }
    }

    /// How many pages they take.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// The places in the book of the puzzles, and on which of these pages (from 0) each list stands.
    pub fn begins(&self) -> Vec<(usize, usize)> {
        let of_page = |(number, page): (usize, &Vec<(usize, &Puzzle)>)| {
            page.iter().map(|&(index, _)| (index, number)).collect::<Vec<_>>()
        };
        self.pages.iter().enumerate().flat_map(of_page).collect()
    }

    /// The pages, the first of them with this number; `puzzles` are the pages of the puzzles.
    pub fn sheets(&self, setter: &Setter, first: usize, puzzles: &[usize]) -> Vec<Sheet> {
        let mut sheets = Vec::new();
        for (offset, lists) in self.pages.iter().enumerate() {
            let page = first + offset;
            let mut sheet = Sheet::with_head(setter, page, &setter.words.set_up);
            let mut top = setter.grid.top();
            for &(index, puzzle) in lists {
                list(&mut sheet, setter, puzzle, puzzles.get(index).copied().unwrap_or(1), top);
                top += height(setter, puzzle);
            }
            sheets.push(sheet);
        }
        sheets
    }
}

/// The lines of the instruction beside the number.
fn instruction(setter: &Setter, puzzle: &Puzzle) -> Vec<paragraph::Line> {
    let style = paragraph::Style {
        size: setter.points(8.5),
        setting: Setting::Ragged,
        indent: 0.0,
        figures: Figures::Lining,
        inking: setter.inking,
        language: None,
    };
    let count = puzzle.start().rules().pack.len();
    let text = filled(&setter.words.set_up_how, &[("cards", &count)]);
    paragraph::set(&[Span::new(Face::Sans, text)], &style, setter.grid.measure - beside(setter))
}

fn beside(setter: &Setter) -> f32 {
    let number = Text::new(Face::Display, setter.points(30.0), Ink::Text, "9999");
    setter.grid.column(1).max(typeset::width(&number) * 0.75 + setter.points(8.0))
}

fn step(setter: &Setter) -> f32 {
    setter.lead(11.0)
}

/// From the top of a list to the top of its first row.
fn over_rows(setter: &Setter, puzzle: &Puzzle) -> f32 {
    let lines = instruction(setter, puzzle).len() as f32;
    (lines * step(setter)).max(2.0 * step(setter)) + 0.6 * setter.grid.lead
}

fn rows(puzzle: &Puzzle) -> usize {
    puzzle.start().rules().pack.len().div_ceil(COLUMNS)
}

fn height(setter: &Setter, puzzle: &Puzzle) -> f32 {
    let grid = &setter.grid;
    over_rows(setter, puzzle) + ROW * grid.lead * rows(puzzle) as f32 + 1.1 * step(setter) + UNDER * grid.lead
}

fn list(sheet: &mut Sheet, setter: &Setter, puzzle: &Puzzle, puzzle_page: usize, top: f32) {
    let grid = &setter.grid;
    let left = grid.left(sheet.page);
    let number = Text::new(Face::Display, setter.points(30.0), Ink::Text, puzzle.number.to_string());
    sheet.tagged(Tag::Head(2), number.at(left, top + 2.0 * step(setter)));
    let lines = instruction(setter, puzzle);
    let beside = left + beside(setter);
    let placed = lines.into_iter().enumerate().map(|(row, line)| {
        let y = top + step(setter) * (row + 1) as f32;
        line.items.into_iter().map(|item| item.moved(beside, y)).collect()
    });
    sheet.items.extend(told::lines(Tag::Paragraph, placed).flatten());

    let cards = dealing_order(puzzle.start());
    let dealt = cards.len() - puzzle.start().stock().len();
    let first = top + over_rows(setter, puzzle);
    let row_height = ROW * grid.lead;
    let rows = rows(puzzle);
    for row in (0..rows).step_by(2) {
        let stripe = Path::rect(left, first + row_height * row as f32, grid.measure, row_height);
        sheet.items.push(told::furniture(vec![Item::fill(stripe, Ink::Tint)]));
    }
    let column_width = (grid.measure - (COLUMNS - 1) as f32 * grid.gutter) / COLUMNS as f32;
    for (index, &card) in cards.iter().enumerate() {
        let (column, row) = (index / rows, index % rows);
        let x = left + (column_width + grid.gutter) * column as f32;
        let y = first + row_height * row as f32;
        let items = entry(setter, puzzle, index + 1, card, column_width, row_height);
        let items = items.into_iter().map(|item| item.moved(x, y)).collect();
        sheet.items.push(Item::tagged(Tag::Entry, items));
        if index + 1 == dealt && dealt < cards.len() {
            let line = Path::line(x, y + row_height, x + column_width, y + row_height);
            sheet.items.push(told::furniture(vec![Item::stroke(line, Stroke::solid(Ink::Outline, HEAVY))]));
        }
    }
    let note = match dealt < cards.len() {
        true => filled(
            &setter.words.set_up_stock,
            &[("dealt", &dealt), ("next", &(dealt + 1)), ("cards", &cards.len())],
        ),
        false => filled(&setter.words.set_up_all, &[("cards", &cards.len())]),
    };
    let size = setter.points(8.0);
    let y = first + row_height * rows as f32 + 1.15 * size;
    let reference = filled(&setter.words.puzzle_on, &[("page", &puzzle_page)]);
    let reference = Text::new(Face::Sans, size, Ink::Text, reference).ending(left + grid.measure, y);
    let width = typeset::width(&reference);
    let note = Text::new(Face::Sans, size, Ink::Label, note);
    sheet.text(super::sheet::fitted(note, grid.measure - width - 2.0 * size, setter.least()).at(left, y));
    let area = [left + grid.measure - width, y - size, width, 1.3 * size];
    let link = Item::Link { area, page: puzzle_page - 1 };
    sheet.items.push(Item::tagged(Tag::Paragraph, vec![Item::Text(reference), link]));
}

/// A row of the list: the place in the pack, the card, a box to tick.
fn entry(setter: &Setter, puzzle: &Puzzle, number: usize, card: Card, width: f32, height: f32) -> Vec<Item> {
    let pack = puzzle.start().rules().pack;
    let cap = 0.48 * height;
    let baseline = (height + cap) / 2.0;
    let size = setter.points(8.0);
    let place = Text::new(Face::Sans, size, Ink::Label, number.to_string());
    let middle = 0.52 * width;
    let mut items = vec![Item::Text(place.ending(0.25 * width, baseline - 0.5))];
    match pack.faces {
        Faces::Somerset { .. } => {
            let face = Face::SansSemibold;
            let text = Text::new(face, cap / typeset::cap_height(face), Ink::Text, pack.text(card));
            items.push(Item::Text(text.centred(middle, baseline)));
        }
        Faces::French { .. } => {
            let ink = suit::ink(card.suit());
            let rank = setter.ranks.set(Face::SansSemibold, card.rank(), cap, ink);
            let gap = 0.25 * cap;
            items.push(Item::Text(rank.ending(middle - gap / 2.0 + 0.1 * cap, baseline)));
            let sign =
                suit::inline(card.suit(), middle + gap / 2.0 + 0.1 * cap, baseline, cap, ink, setter.inking)
                    .0;
            let title = setter.language.suit_name(card.suit()).to_string();
            items.push(Item::Group { title, items: vec![sign] });
        }
    }
    let side = 0.46 * height;
    let tick = Path::rect(0.78 * width, (height - side) / 2.0, side, side);
    items.push(Item::Path {
        path: tick,
        fill: Some(Ink::Table),
        stroke: Some(Stroke::solid(Ink::Outline, 0.75)),
    });
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Assets;
    use crate::catalogue::Catalogue;
    use crate::game::Move;

    /// Deals as the book tells it: stack the pack, turn it over, deal rows from the left to every column
    /// that is not complete; the rest is the stock.
    fn dealt_by_hand(list: &[Card], heights: &[usize]) -> (Vec<Vec<Card>>, Vec<Card>) {
        let mut packet: Vec<Card> = Vec::new();
        for &card in list {
            packet.push(card);
        }
        // Turned over, what was put down first is on top; a card is taken from the end.
        packet.reverse();
        let mut columns = vec![Vec::new(); heights.len()];
        while columns.iter().zip(heights).any(|(column, &height)| column.len() < height) {
            for (column, &height) in columns.iter_mut().zip(heights) {
                if column.len() < height {
                    column.push(packet.pop().unwrap());
                }
            }
        }
        (columns, packet)
    }

    #[test]
    fn a_pack_that_is_stacked_by_the_list_deals_this_very_game() {
        let catalogue = Catalogue::new(Assets::embedded());
        for id in
            ["klondike#7", "yukon#3", "double-klondike#5", "somerset-klondike@9#2", "somerset-klondike#1"]
        {
            let deal = catalogue.deal(&id.parse().unwrap()).unwrap();
            let mut start = catalogue.start(&deal).unwrap();
            let heights: Vec<usize> = start.columns().iter().map(|pile| pile.cards.len()).collect();
            let list = dealing_order(&start);
            assert_eq!(list.len(), start.rules().pack.len());
            let (columns, mut packet) = dealt_by_hand(&list, &heights);
            for (pile, column) in start.columns().iter().zip(&columns) {
                assert_eq!(&pile.cards, column, "{id}");
            }
            assert_eq!(packet, start.stock(), "{id}");
            if start.rules().has_stock() {
                for _ in 0..start.rules().draw {
                    let top = packet.pop();
                    assert!(top.is_some());
                    if start.rules().draw == 1 {
                        start.play(Move::Turn).unwrap();
                        assert_eq!(start.waste().last().copied(), top, "{id}");
                    }
                }
            }
        }
    }
}
