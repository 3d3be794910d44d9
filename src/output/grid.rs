//! A position as rows of cells, for tables and for plain text.

use crate::card::{Card, Faces};
use crate::game::Position;
use crate::words::{Language, SUIT_SIGNS};

/// How suits are written. Somerset cards are numbers in every style.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suits {
    /// `10♠`
    Symbols,
    /// `10S`, the letter that of the language.
    Letters,
    /// `ten of spades`
    Words,
}

/// What is told of the cards that lie face down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Down {
    /// How many they are, over each column in a row of its own; the rows below hold the other cards.
    Counted,
    /// Nothing: their places are empty.
    Blank,
    /// A word in tables, `##` in text.
    Marked,
    /// The card, in brackets.
    Shown,
}

/// How much of the stock and the waste is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockView {
    /// How many cards there are, and the top card of the waste.
    Counted,
    /// How many cards the stock has, and every card of the waste from the bottom.
    Waste,
    /// Every card: the stock in turning order, a turn's cards together; the waste from the bottom.
    Listed,
}

/// What is written over a table or text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    /// What is shown, in one line.
    pub caption: String,
    /// What stands before the foundations: the stage, or the word for foundations.
    pub head: String,
}

impl Labels {
    /// The labels of a position: game or title, and the number of the stage if it is one.
    pub fn new(
        language: &Language,
        position: &Position,
        title: Option<&str>,
        stage: Option<usize>,
    ) -> Labels {
        let words = language.table_words();
        let game = title.unwrap_or_else(|| language.game_name(&position.rules().game));
        Labels {
            caption: clean(&words.caption.replace("GAME", game), 200),
            head: stage.map_or_else(|| words.foundations.clone(), |number| language.stage_name(number)),
        }
    }
}

/// A place in the tableau.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    /// No card.
    Empty,
    /// A card that lies face down, as it would be written.
    Down(String),
    /// A card that lies face up.
    Up(String),
}

/// A position as cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Grid {
    /// Whether columns are called piles.
    pub piles: bool,
    pub foundations: Vec<Foundation>,
    /// How many cards of each column lie face down, if they are counted and there are some.
    pub down: Vec<usize>,
    /// As many rows as the longest column has cards, without those that are counted.
    pub rows: Vec<Vec<Cell>>,
    pub columns: usize,
    /// The stock and the waste, if the game has them.
    pub packets: Vec<Packet>,
}

/// A foundation as a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Foundation {
    /// Its top card, or the suit that it waits for.
    pub text: String,
    pub is_empty: bool,
}

/// The stock or the waste.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Packet {
    pub name: String,
    /// The name and the cards, or that there are none.
    pub line: String,
}

impl Grid {
    pub fn new(position: &Position, language: &Language, suits: Suits, stock: StockView) -> Grid {
        let rules = position.rules();
        let words = language.table_words();
        let pack = &rules.pack;
        let write = |card: Card| match suits {
            Suits::Symbols => language.card(pack, card),
            Suits::Letters => language.card_letters(pack, card),
            Suits::Words => language.card_name(pack, card),
        };
        let foundations =
            (0..position.foundations().len()).map(|index| foundation(position, index, language, suits));
        let columns = position.columns();
        let depth = columns.iter().map(|pile| pile.cards.len()).max().unwrap_or(0);
        let rows = (0..depth).map(|row| {
            let cells = columns.iter().map(|pile| match pile.cards.get(row) {
                None => Cell::Empty,
                Some(&card) if row < pile.down => Cell::Down(write(card)),
                Some(&card) => Cell::Up(write(card)),
            });
            cells.collect()
        });
        let count = |cards: usize| match cards {
            1 => words.card.clone(),
            cards => words.cards.replace("NUMBER", &cards.to_string()),
        };
        let list = |cards: &mut dyn Iterator<Item = Card>, turn: usize| {
            let cards: Vec<String> = cards.map(write).collect();
            let comma = if suits == Suits::Words { ", " } else { " " };
            let turns = cards.chunks(turn.max(1)).map(|turn| turn.join(comma));
            turns.collect::<Vec<_>>().join(if turn > 1 { " ; " } else { comma })
        };
        let waste = match (position.waste().len(), stock) {
            (0 | 1, _) | (_, StockView::Counted) => &words.waste,
            _ => &words.waste_listed,
        };
        let label = match (position.stock().len(), stock) {
            (0 | 1, _) | (_, StockView::Counted | StockView::Waste) => &words.stock,
            _ => &words.stock_listed,
        };
        let packet = |name: &String, label: &String, empty: &String, cards: Option<String>| Packet {
            name: name.clone(),
            line: cards.map_or_else(|| language.typeset(empty), |cards| language.labelled(label, &cards)),
        };
        let in_stock = match (position.stock(), stock) {
            ([], _) => None,
            (cards, StockView::Listed) => Some(list(&mut cards.iter().rev().copied(), rules.draw)),
            (cards, StockView::Counted | StockView::Waste) => Some(count(cards.len())),
        };
        let in_waste = match (position.waste(), stock) {
            ([], _) => None,
            ([.., top], StockView::Counted) if position.waste().len() > 1 => {
                Some(format!("{} ({})", write(*top), count(position.waste().len())))
            }
            (cards, _) => Some(list(&mut cards.iter().copied(), 1)),
        };
        Grid {
            piles: matches!(pack.faces, Faces::Somerset { .. }),
            foundations: foundations.collect(),
            down: Vec::new(),
            rows: rows.collect(),
            columns: columns.len(),
            packets: match rules.has_stock() {
                true => vec![
                    packet(&words.stock, label, &words.stock_empty, in_stock),
                    packet(waste, waste, &words.waste_empty, in_waste),
                ],
                false => Vec::new(),
            },
        }
    }

    /// The same as `down` wants it: with the cards that lie face down counted, if there are some.
    pub fn seen_as(self, down: Down) -> Grid {
        let is_down = |cell: &&Vec<Cell>, column: usize| matches!(cell[column], Cell::Down(_));
        let counts = |column| self.rows.iter().filter(|row| is_down(row, column)).count();
        let counts: Vec<usize> = (0..self.columns).map(counts).collect();
        if down != Down::Counted || counts.iter().all(|count| *count == 0) {
            return self;
        }
        // Face-down cards are the lowest of their columns.
        let open = |column: usize| self.rows.iter().skip(counts[column]).map(move |row| &row[column]);
        let depth = |column| open(column).take_while(|cell| **cell != Cell::Empty).count();
        let deepest = (0..self.columns).map(depth).max().unwrap_or(0).max(1);
        let row = |depth: usize| {
            let cell = |column| open(column).nth(depth).cloned().unwrap_or(Cell::Empty);
            (0..self.columns).map(cell).collect()
        };
        let rows = (0..deepest).map(row).collect();
        Grid { down: counts, rows, ..self }
    }

    /// The foundations as they are told where there is room for a word for empty ones. What Somerset games write on
    /// those stays as they are used to see it: [`Grid::empty_note`] tells of them.
    pub fn foundations_told(&self, language: &Language, suits: Suits) -> Vec<String> {
        let between = if suits == Suits::Words { ", " } else { " " };
        let told = |foundation: &Foundation| match foundation.is_empty && !self.piles {
            true => format!("{}{between}{}", foundation.text, language.table_words().empty),
            false => foundation.text.clone(),
        };
        self.foundations.iter().map(told).collect()
    }

    /// Which foundations of a Somerset game are empty, if some are: `empty: /0 /2 /6`.
    pub fn empty_note(&self, language: &Language) -> Option<String> {
        match self.piles {
            true => empty_foundations(&self.foundations, " ", language),
            false => None,
        }
    }

    /// How many columns a table of it has, the heads not counted.
    pub fn width(&self) -> usize {
        // Where no cards are left in the columns, no row tells of them.
        let columns = if self.rows.is_empty() { 0 } else { self.columns };
        columns.max(self.foundations.len())
    }

    /// Whether a place is the first of a column without cards.
    pub fn is_space(&self, row: usize, column: usize) -> bool {
        let is_bare = self.down.get(column).is_none_or(|down| *down == 0);
        row == 0 && is_bare && self.rows[row][column] == Cell::Empty
    }
}

/// Which foundations are empty, if some are.
pub(super) fn empty_foundations(
    foundations: &[Foundation],
    comma: &str,
    language: &Language,
) -> Option<String> {
    let words = language.table_words();
    let empty: Vec<&str> =
        foundations.iter().filter(|at| at.is_empty).map(|foundation| foundation.text.as_str()).collect();
    match empty.len() {
        0 => None,
        all if all == foundations.len() => Some(words.all_empty.clone()),
        _ => Some(language.labelled(&words.several_empty, &empty.join(comma))),
    }
}

/// A foundation: its top card, or the suit it waits for.
pub(super) fn foundation(position: &Position, index: usize, language: &Language, suits: Suits) -> Foundation {
    let pack = &position.rules().pack;
    let suit = position.rules().foundation_suit(index);
    let top = position.foundation_top(index);
    let text = match (top, pack.faces, suits) {
        (Some(card), _, Suits::Symbols) => language.card(pack, card),
        (Some(card), _, Suits::Letters) => language.card_letters(pack, card),
        (Some(card), _, Suits::Words) => language.card_name(pack, card),
        (None, Faces::Somerset { .. }, _) => format!("/{suit}"),
        (None, _, Suits::Symbols) => SUIT_SIGNS[usize::from(suit)].to_string(),
        (None, _, Suits::Letters) => language.suit_letter(suit).to_string(),
        (None, _, Suits::Words) => language.suit_name(suit).to_string(),
    };
    Foundation { text, is_empty: top.is_none() }
}

/// A text on one line, without signs that would change how what follows is read, at most so long.
pub(super) fn clean(text: &str, most: usize) -> String {
    let harmless = |c: &char| !matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    let text: String =
        text.chars().filter(harmless).map(|c| if c.is_control() { ' ' } else { c }).take(most + 1).collect();
    match text.char_indices().nth(most) {
        Some((end, _)) => text[..end].to_string() + "…",
        None => text,
    }
}
