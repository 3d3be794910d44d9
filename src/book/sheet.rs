//! A page while it is made, and what all pages share: grid, inks, language, head and folio.

use super::furniture::Furniture;
use super::grid::Grid;
use super::paragraph::{Setting, Style};
use super::pictures::Pictures;
use super::spec::{Show, TypeSize};
use super::told;
use crate::figure::card::Index;
use crate::figure::layout::{self, Look};
use crate::figure::ranks::Ranks;
use crate::figure::theme::Inking;
use crate::figure::{Face, Figure, Figures, Ink, Item, Path, Stroke, Tag, Text, typeset};
use crate::output::pdf::Profile;
use crate::words::{Language, SeatWords};
use hypher::Lang;

/// What all pages of a book share.
#[derive(Debug, Clone)]
pub struct Setter {
    /// Where things stand.
    pub grid: Grid,
    /// Whether red suits are hollow.
    pub inking: Inking,
    /// What ranks are called on cards.
    pub ranks: Ranks,
    /// The language of the book.
    pub language: Language,
    /// The words of the furniture.
    pub words: Furniture,
    /// The words of tables of several seats.
    pub seats: SeatWords,
    /// The language whose hyphenation is used, if we have it.
    pub hyphenation: Option<Lang>,
    /// For whom the file is: pages for screens tell what their pictures show.
    pub profile: Profile,
    /// The user's own pictures.
    pub pictures: Pictures,
    /// The title of the book, in the heads of left-hand pages.
    pub title: String,
    /// The size of the type.
    pub type_size: TypeSize,
    /// The size of the index on cards.
    pub index: Index,
    /// Whether stock and waste stand at the right.
    pub left_handed: bool,
}

impl Setter {
    /// The size of what is set in so many points in a book of normal type.
    pub fn points(&self, normal: f32) -> f32 {
        self.type_size.points(normal)
    }

    /// The least size that a line may be shrunk to.
    pub fn least(&self) -> f32 {
        self.type_size.least()
    }

    /// Whether the type is larger than usual.
    pub fn is_large(&self) -> bool {
        self.type_size != TypeSize::Normal
    }

    /// The lead of small type that has this lead in a book of normal type.
    pub fn lead(&self, normal: f32) -> f32 {
        if self.is_large() { 1.22 * self.least() } else { normal }
    }

    /// The look of lines that end where their last word does, and of which no word is broken.
    pub fn ragged(&self, size: f32) -> Style {
        Style {
            size,
            setting: Setting::Ragged,
            indent: 0.0,
            figures: Figures::Lining,
            inking: self.inking,
            language: None,
        }
    }

    /// How diagrams look in this book.
    pub fn look(&self) -> Look {
        Look {
            inking: self.inking,
            ranks: self.ranks,
            index: self.index,
            left_handed: self.left_handed,
            label_size: self.points(7.0),
            ..Look::default()
        }
    }
}

/// What a section shows, as diagrams say it.
pub(super) fn shown(show: Show) -> layout::Show {
    match show {
        Show::Thoughtful => layout::Show::Thoughtful,
        Show::Hidden => layout::Show::Hidden,
    }
}

/// The width of every rule and box.
const RULE: f32 = 0.75;

/// A page while it is made.
#[derive(Debug, Clone)]
pub struct Sheet {
    /// Its number, from 1; odd pages are right-hand pages.
    pub page: usize,
    /// What is on it, from the corner of the page.
    pub items: Vec<Item>,
    /// What it is, in a few words.
    pub title: String,
}

impl Sheet {
    /// A page without head and folio.
    pub fn bare(page: usize) -> Sheet {
        Sheet { page, items: Vec::new(), title: String::new() }
    }

    /// A page with its number at the foot.
    pub fn with_folio(setter: &Setter, page: usize) -> Sheet {
        let mut sheet = Sheet::bare(page);
        let grid = &setter.grid;
        let number = Text::new(Face::Serif, setter.points(9.5), Ink::Text, page.to_string());
        let number = Text { figures: Figures::OldStyle, ..number };
        sheet.items.push(told::furniture(vec![Item::Text(outward(grid, page, number, grid.folio))]));
        sheet
    }

    /// A page with number and running head: the book's title at the left, the section at the right.
    pub fn with_head(setter: &Setter, page: usize, section: &str) -> Sheet {
        Sheet::with_head_in(setter, page, section, setter.grid.measure)
    }

    /// The same where the head has only so much room.
    pub fn with_head_in(setter: &Setter, page: usize, section: &str, room: f32) -> Sheet {
        let mut sheet = Sheet::with_folio(setter, page);
        let grid = &setter.grid;
        let head = if page.is_multiple_of(2) { setter.title.as_str() } else { section };
        let head = Text::new(Face::SerifItalic, setter.points(8.5), Ink::Text, head);
        let head = outward(grid, page, fitted(head, room, setter.points(7.5)), grid.head);
        sheet.items.push(told::furniture(vec![Item::Text(head)]));
        sheet.title = section.to_string();
        sheet
    }

    /// Places items that were made from their own origin.
    pub fn place(&mut self, items: &[Item], x: f32, y: f32) {
        self.items.extend(items.iter().map(|item| item.clone().moved(x, y)));
    }

    /// As [`Sheet::place`], for items that stand nowhere else.
    pub fn put(&mut self, items: Vec<Item>, x: f32, y: f32) {
        self.items.extend(items.into_iter().map(|item| item.moved(x, y)));
    }

    /// Sets a line of text.
    pub fn text(&mut self, text: Text) {
        self.items.push(Item::Text(text));
    }

    /// Sets a line of text as what it is to those who hear the page.
    pub fn tagged(&mut self, tag: Tag, text: Text) {
        self.items.push(Item::tagged(tag, vec![Item::Text(text)]));
    }

    /// Draws a rule.
    pub fn rule(&mut self, x: f32, y: f32, width: f32) {
        let path = Path::line(x, y, x + width, y);
        self.items.push(Item::stroke(path, Stroke::solid(Ink::Outline, RULE)));
    }

    /// Draws a box to write in.
    pub fn frame(&mut self, x: f32, y: f32, width: f32, height: f32) {
        let path = Path::rect(x, y, width, height);
        self.items.push(Item::stroke(path, Stroke::solid(Ink::Outline, RULE)));
    }

    /// The page as a figure.
    pub fn figure(self, grid: &Grid) -> Figure {
        let (width, height) = (grid.trim.width, grid.trim.height);
        Figure { width, height, items: self.items, title: self.title, alt: String::new() }
    }
}

/// A line that fits its room: made smaller down to a size, then cut short.
pub fn fitted(mut text: Text, room: f32, least: f32) -> Text {
    let width = typeset::width(&text);
    if width <= room {
        return text;
    }
    text.size = (text.size * room / width).max(least.min(text.size));
    let mut characters: Vec<char> = text.text.chars().collect();
    while typeset::width(&text) > room + 0.01 && characters.len() > 1 {
        characters.pop();
        let kept: String = characters.iter().collect();
        text.text = format!("{}…", kept.trim_end());
    }
    text
}

/// A line at the outer edge of the text: left on left-hand pages, right on right-hand ones.
fn outward(grid: &Grid, page: usize, text: Text, y: f32) -> Text {
    match page % 2 {
        0 => text.at(grid.left(page), y),
        _ => text.ending(grid.left(page) + grid.measure, y),
    }
}
