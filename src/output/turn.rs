//! Tables of several seats as small HTML without styles, for one who has to find the moves of one turn.
//!
//! The foundations come first, then the seat whose turn it is, then the others. Of those a reader needs the cards
//! at hand, and the rest to see what kind of table it is; so they are told in a third of the bytes.

use super::grid::{Cell, Down, Grid, StockView, Suits};
use super::html::{Size, TableOptions, escape};
use super::seats::{foundations_line, seat_html, seen, without_foundations};
use crate::seats::{Seat, Table};
use crate::words::{Language, SeatWords};

/// How the seats of a table are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// A table for each seat; where there are pictures, one of all seats.
    Tables,
    /// A table, or a picture, for the seat whose turn it is, and of each other a list of its columns, which numbers itself, with the
    /// cards that lie face down only counted.
    OwnTable,
    /// A list for each seat.
    Lists,
}

/// A table as HTML for the one who plays `reader`, who knows all cards of that seat.
pub fn turn_html(table: &Table, reader: Seat, told: Told, words: &SeatWords, language: &Language) -> String {
    Teller { table, reader, words, language }.tell(told)
}

/// The seats of a table other than the reader's as lists, for a page that shows that one's cards otherwise.
pub fn others_html(table: &Table, reader: Seat, words: &SeatWords, language: &Language) -> String {
    Teller { table, reader, words, language }.others(Told::OwnTable)
}

/// What a reader sees of the others: face-down cards and hands are counted.
const USUAL: (Down, StockView) = (Down::Counted, StockView::Counted);

struct Teller<'t> {
    table: &'t Table,
    reader: Seat,
    words: &'t SeatWords,
    language: &'t Language,
}

impl Teller<'_> {
    fn tell(&self, told: Told) -> String {
        let foundations = foundations_line(self.table, self.words, self.language, Suits::Symbols);
        let mut out =
            format!("<p>{}</p>\n<h2>{}</h2>\n", escape(foundations.trim_end()), self.name(self.reader));
        out.push_str(&match told {
            Told::Lists => format!("{}{}", self.note(true), self.list(self.reader)),
            Told::Tables | Told::OwnTable => self.table(self.reader),
        });
        out + &self.others(told)
    }

    fn others(&self, told: Told) -> String {
        let mut out = String::new();
        let note = if told == Told::OwnTable { self.note(false) } else { String::new() };
        let others: Vec<Seat> = Seat::all(self.table.count()).filter(|seat| *seat != self.reader).collect();
        match others.as_slice() {
            seats if told == Told::Tables => {
                for seat in seats {
                    out.push_str(&format!("<h2>{}</h2>\n{}", self.name(*seat), self.table(*seat)));
                }
            }
            [seat] => out.push_str(&format!("<h2>{}</h2>\n{note}{}", self.name(*seat), self.list(*seat))),
            seats => {
                let heading = escape(&self.words.others);
                out.push_str(&format!("<h2>{heading}</h2>\n{note}<div class=\"seats\">\n"));
                for seat in seats {
                    out.push_str(&format!(
                        "<div><h3>{}</h3>\n{}</div>\n",
                        self.name(*seat),
                        self.list(*seat)
                    ));
                }
                out.push_str("</div>\n");
            }
        }
        out
    }

    /// How lists are to be read; where the reader's own is the first of them, brackets are explained too.
    fn note(&self, own: bool) -> String {
        let mut note = self.words.columns_note.clone();
        if own && self.table.seat(self.reader).columns().iter().any(|pile| pile.down > 0) {
            note.push_str(&format!(" ; {}", self.language.table_words().brackets));
        }
        format!("<p>{}</p>\n", escape(&self.language.typeset(&note)))
    }

    fn name(&self, seat: Seat) -> String {
        escape(&self.words.seat_name(seat))
    }

    fn table(&self, seat: Seat) -> String {
        let (down, stock) = USUAL;
        let options = TableOptions { down, stock, size: Size::Joined, ..TableOptions::default() };
        seat_html(self.table, Some(self.reader), seat, self.words, self.language, &options)
    }

    /// The columns of a seat, a line each, then its stock and its waste.
    fn list(&self, seat: Seat) -> String {
        let (down, stock) = seen(self.table, Some(self.reader), seat, USUAL);
        let position = without_foundations(self.table, seat);
        let grid = Grid::new(&position, self.language, Suits::Symbols, stock);
        let line = |column: usize| self.column(grid.rows.iter().map(|row| &row[column]), down);
        let lines: String =
            (0..grid.columns).map(|column| format!("<li>{}</li>", escape(&line(column)))).collect();
        let packets: Vec<&str> = grid.packets.iter().map(|packet| packet.line.as_str()).collect();
        let mut out = format!("<ol>{lines}</ol>\n");
        if !packets.is_empty() {
            let packets = self.language.typeset(&packets.join(" ; "));
            out.push_str(&format!("<p>{}</p>\n", escape(&packets)));
        }
        out
    }

    /// A column in a line: the cards that lie face down, in brackets or counted, and the others from the bottom.
    fn column<'c>(&self, cells: impl Iterator<Item = &'c Cell>, down: Down) -> String {
        let mut counted = 0;
        let mut cards: Vec<String> = Vec::new();
        for cell in cells {
            match cell {
                Cell::Down(card) if down == Down::Shown => cards.push(format!("({card})")),
                Cell::Down(_) => counted += 1,
                Cell::Up(card) => cards.push(card.clone()),
                Cell::Empty => {}
            }
        }
        let counted = match counted {
            0 => None,
            1 => Some(self.words.down_one.clone()),
            _ => Some(self.words.down_many.replace("{count}", &counted.to_string())),
        };
        match (counted, cards.is_empty()) {
            (Some(counted), false) => format!("{counted}, {}", cards.join(" ")),
            (Some(counted), true) => counted,
            (None, false) => cards.join(" "),
            (None, true) => self.language.table_words().empty.clone(),
        }
    }
}
