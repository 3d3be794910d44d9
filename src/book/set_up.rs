//! Set-up lists: the pack in the order in which to stack it, so that it deals this very game.
//!
//! Card 1 is put face up on the table, card 2 on it, and so on. Turned over, the packet lies face down
//! with card 1 on top, and is dealt row by row as the rules say; what is left is the stock.

use super::chapter::title_piece;
use super::flow::Piece;
use super::furniture::filled;
use super::paragraph::Span;
use super::puzzle_parts::Lines;
use super::puzzles::Puzzle;
use super::sheet::{Setter, Sheet};
use super::told;
use crate::card::{Card, Faces};
use crate::figure::{Face, Ink, Item, Path, Stroke, Tag, Text, suit, typeset};
use crate::game::Position;

/// How many columns a list has and how high its rows are, in leads: the first of these with which two lists
/// stand on a page.
const FORMS: [(usize, f32); 6] = [(4, 1.17), (4, 1.1), (5, 1.17), (5, 1.1), (6, 1.1), (4, 1.02)];
/// The space under a list, in leads.
const UNDER: f32 = 0.9;
/// The height of the number over a list, in leads.
const HEAD: f32 = 1.5;
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
    /// The title over the first page, unless a list in large type leaves no room for it.
    title: Option<Piece>,
    /// The places of the puzzles in the book, page by page.
    pages: Vec<Vec<(usize, &'a Puzzle)>>,
    form: Form,
}

/// How all lists of a book are set.
#[derive(Clone, Copy)]
struct Form {
    columns: usize,
    /// The height of a row.
    row: f32,
}

impl<'a> SetUp<'a> {
    /// Parts the lists into pages, as many on each as there is room for.
    pub fn new(setter: &Setter, puzzles: &[(usize, &'a Puzzle)]) -> SetUp<'a> {
        let lead = setter.grid.lead;
        let form = |&(columns, row): &(usize, f32)| Form { columns, row: row * lead };
        let largest = puzzles.iter().map(|(_, puzzle)| puzzle).max_by_key(|puzzle| cards(puzzle));
        let room = |puzzle: &Puzzle| {
            setter.grid.height() - over_lists(setter, puzzle) - note_height(setter, puzzle) + UNDER * lead
        };
        let title = title_piece(setter, &setter.words.set_up);
        let holds_two = |form: &Form, over: f32| {
            largest.is_none_or(|puzzle| over + 2.0 * form.height(setter, puzzle) <= room(puzzle))
        };
        // Narrow columns have no room for large type.
        let narrow = FORMS.iter().filter(|(columns, _)| *columns == FORMS[0].0 || !setter.is_large());
        let mut forms = narrow.map(form);
        let with_title = forms.clone().find(|form| holds_two(form, title.height));
        let form = with_title.or_else(|| forms.find(|form| holds_two(form, 0.0))).unwrap_or(form(&FORMS[0]));
        let has_room =
            |&(_, puzzle): &(usize, &Puzzle)| title.height + form.height(setter, puzzle) <= room(puzzle);
        let title = puzzles.first().is_some_and(has_room).then_some(title);
        let mut pages: Vec<Vec<(usize, &Puzzle)>> = Vec::new();
        let mut used = f32::INFINITY;
        for &(index, puzzle) in puzzles {
            // All lists of a page are told by one instruction and one note.
            let is_other = |other: &Puzzle| cards(other) != cards(puzzle) || dealt(other) != dealt(puzzle);
            let differs = pages.last().is_some_and(|page| page.iter().any(|(_, other)| is_other(other)));
            let height = form.height(setter, puzzle);
            if differs || used + height > room(puzzle) {
                used = title.as_ref().filter(|_| pages.is_empty()).map_or(0.0, |title| title.height);
                pages.push(Vec::new());
            }
            used += height;
            pages.last_mut().expect("a page was begun for the first").push((index, puzzle));
        }
        SetUp { title, pages, form }
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
            if let Some(title) = self.title.as_ref().filter(|_| offset == 0) {
                sheet.place(&title.items, setter.grid.left(page), top);
                top += title.height;
            }
            if let Some((_, puzzle)) = lists.first() {
                let lines = instruction(setter, puzzle);
                sheet.place(&lines.items, setter.grid.left(page), top + lines.lead);
                top += over_lists(setter, puzzle);
            }
            for &(index, puzzle) in lists {
                let at = puzzles.get(index).copied().unwrap_or(1);
                list(&mut sheet, setter, self.form, puzzle, at, top);
                top += self.form.height(setter, puzzle);
            }
            if let Some((_, puzzle)) = lists.last() {
                let y = top - UNDER * setter.grid.lead + 1.15 * setter.points(8.0);
                sheet.place(&note(setter, puzzle).items, setter.grid.left(page), y);
            }
            sheets.push(sheet);
        }
        sheets
    }
}

impl Form {
    fn rows(self, puzzle: &Puzzle) -> usize {
        cards(puzzle).div_ceil(self.columns)
    }

    /// The height of a list with the space under it.
    fn height(self, setter: &Setter, puzzle: &Puzzle) -> f32 {
        HEAD * setter.grid.lead + self.row * self.rows(puzzle) as f32 + UNDER * setter.grid.lead
    }
}

/// How the packs of a page are stacked.
fn instruction(setter: &Setter, puzzle: &Puzzle) -> Lines {
    let text = filled(&setter.words.set_up_how, &[("cards", &cards(puzzle))]);
    let span = Span::new(Face::Sans, text);
    Lines::set(setter, &[span], setter.points(8.5), setter.lead(11.0), setter.grid.measure)
}

/// From the top of a page to the top of its first list.
fn over_lists(setter: &Setter, puzzle: &Puzzle) -> f32 {
    let lines = instruction(setter, puzzle);
    lines.depth() + lines.lead + 0.6 * setter.grid.lead
}

/// Which cards make the columns, and which the stock.
fn note(setter: &Setter, puzzle: &Puzzle) -> Lines {
    let (cards, dealt) = (cards(puzzle), dealt(puzzle));
    let note = match dealt < cards {
        true => filled(
            &setter.words.set_up_stock,
            &[("dealt", &dealt), ("next", &(dealt + 1)), ("cards", &cards)],
        ),
        false => filled(&setter.words.set_up_all, &[("cards", &cards)]),
    };
    let span = Span::new(Face::Sans, note);
    Lines::set(setter, &[span], setter.points(8.0), setter.lead(10.0), setter.grid.measure)
}

/// The height of that, under the last list of a page.
fn note_height(setter: &Setter, puzzle: &Puzzle) -> f32 {
    let note = note(setter, puzzle);
    note.depth() + 1.1 * note.lead
}

/// How many cards are dealt to the columns.
fn dealt(puzzle: &Puzzle) -> usize {
    cards(puzzle) - puzzle.start().stock().len()
}

fn cards(puzzle: &Puzzle) -> usize {
    puzzle.start().rules().pack.len()
}

fn list(sheet: &mut Sheet, setter: &Setter, form: Form, puzzle: &Puzzle, puzzle_page: usize, top: f32) {
    let grid = &setter.grid;
    let left = grid.left(sheet.page);
    let head = top + 0.9 * HEAD * grid.lead;
    let number = Text::new(Face::Display, setter.points(20.0), Ink::Text, puzzle.number.to_string());
    sheet.tagged(Tag::Head(2), number.at(left, head - 0.2 * grid.lead));

    let cards = dealing_order(puzzle.start());
    let dealt = cards.len() - puzzle.start().stock().len();
    let first = top + HEAD * grid.lead;
    let row_height = form.row;
    let rows = form.rows(puzzle);
    for row in (0..rows).step_by(2) {
        let stripe = Path::rect(left, first + row_height * row as f32, grid.measure, row_height);
        sheet.items.push(told::furniture(vec![Item::fill(stripe, Ink::Tint)]));
    }
    let column_width = (grid.measure - (form.columns - 1) as f32 * grid.gutter) / form.columns as f32;
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
    let size = setter.points(8.0);
    let reference = filled(&setter.words.puzzle_on, &[("page", &puzzle_page)]);
    let reference = Text::new(Face::Sans, setter.points(8.5), Ink::Text, reference);
    let reference = reference.ending(left + grid.measure, head - 0.2 * grid.lead);
    let width = typeset::width(&reference);
    let area = [left + grid.measure - width, reference.y - size, width, 1.3 * size];
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
            let after = middle + gap / 2.0 + 0.1 * cap;
            let sign = suit::inline(card.suit(), after, baseline, cap, ink, setter.inking);
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
