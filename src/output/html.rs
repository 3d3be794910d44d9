//! Positions as small HTML tables that need no style sheet.
//!
//! The foundations stand in the first row, then the numbers of the columns, then a row for each
//! depth; stock and waste, where a game has them, follow in paragraphs. Such a table can be read in
//! a text browser, and aloud.
//!
//! ```
//! use dealpress::{assets::Assets, catalogue::Catalogue, output::{Labels, html}, words::Language};
//! let catalogue = Catalogue::new(Assets::embedded());
//! let deal = catalogue.deal(&"somerset-klondike#42".parse().unwrap()).unwrap();
//! let start = catalogue.start(&deal).unwrap();
//! let english = Language::load(catalogue.assets(), "en").unwrap();
//! let labels = Labels::new(&english, &start, None, Some(1));
//! let table = html::table(&start, &labels, &english, &html::TableOptions::default());
//! assert!(table.starts_with("<table>") && table.len() < 1000);
//! ```

use super::grid::{Cell, Down, Grid, Labels, StockView, Suits, clean};
use crate::game::Position;
use crate::words::Language;

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableOptions {
    /// How suits are written.
    pub suits: Suits,
    /// What stands where a card lies face down.
    pub down: Down,
    /// How much of the stock is told.
    pub stock: StockView,
    /// What is written of the table beside its cells.
    pub border: Border,
    /// Whether end tags, quotes and line ends are left out where HTML can do without.
    pub size: Size,
}

/// Whether the table has lines without a style sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Border {
    /// No lines, but what the page's own style gives.
    None,
    /// Lines by `border="1"`, which text browsers draw too, although validators call it old.
    Lines,
}

/// How much is written that HTML can do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Every tag closed, a row a line.
    Plain,
    /// As few bytes as can be.
    Least,
}

impl Default for TableOptions {
    fn default() -> TableOptions {
        TableOptions {
            suits: Suits::Symbols,
            down: Down::Blank,
            stock: StockView::Listed,
            border: Border::None,
            size: Size::Plain,
        }
    }
}

/// The table of a position, and its stock and waste, without a page around them.
pub fn table(position: &Position, labels: &Labels, language: &Language, options: &TableOptions) -> String {
    let grid = Grid::new(position, language, options.suits, options.stock);
    let words = language.table_words();
    let mut out = Writer { text: String::new(), size: options.size };
    out.raw(match options.border {
        Border::None => "<table>",
        Border::Lines => "<table border=\"1\">",
    });
    out.line();
    let hidden = position.columns().iter().any(|pile| pile.down > 0);
    let brackets = if hidden && options.down == Down::Shown {
        language.typeset(&format!(" ; {}", words.brackets))
    } else {
        String::new()
    };
    out.raw(&format!("<caption>{}{}</caption>", escape(&labels.caption), escape(&brackets)));
    out.line();
    // Every parser puts the body in; validators like to see it.
    out.end("<tbody>");
    let width = grid.width();
    out.row(|row| {
        row.head("row", &labels.head);
        grid.foundations.iter().for_each(|card| row.cell(card));
        row.gap(width - grid.foundations.len());
    });
    if !grid.rows.is_empty() {
        out.row(|row| {
            row.head("row", if grid.piles { &words.pile } else { &words.column });
            (1..=grid.columns).for_each(|number| row.head("col", &number.to_string()));
            row.gap(width - grid.columns);
        });
    }
    for (depth, cells) in grid.rows.iter().enumerate() {
        out.row(|row| {
            if depth == 0 {
                row.margin(grid.rows.len());
            }
            for cell in cells {
                match (cell, options.down) {
                    (Cell::Up(card), _) => row.cell(card),
                    (Cell::Down(_), Down::Marked) => row.cell(&words.down),
                    (Cell::Down(card), Down::Shown) => row.cell(&format!("({card})")),
                    (cell, Down::Marked | Down::Shown) if grid.is_space(depth, cell) => {
                        row.cell(&words.empty)
                    }
                    _ => row.cell(""),
                }
            }
            row.gap(width - grid.columns);
        });
    }
    out.end("</tbody>");
    out.raw("</table>");
    out.line();
    // In a row of the table a long stock would make every column broad.
    for packet in &grid.packets {
        out.raw(&format!("<p>{}</p>", escape(&language.labelled(&packet.name, &packet.cards))));
        out.line();
    }
    if options.size == Size::Least {
        out.raw("\n");
    }
    out.text
}

/// A whole page with the tables of some positions.
pub fn page(title: &str, tables: &[String], language: &Language) -> String {
    let title = escape(&clean(title, 200));
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n</head>\n<body>\n\
         <h1>{title}</h1>\n",
        escape(language.code())
    );
    for table in tables {
        text.push_str(table);
    }
    text.push_str("</body>\n</html>\n");
    text
}

/// A text in which nothing can be taken for a tag.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(character),
        }
    }
    out
}

struct Writer {
    text: String,
    size: Size,
}

impl Writer {
    fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn line(&mut self) {
        if self.size == Size::Plain {
            self.text.push('\n');
        }
    }

    fn row(&mut self, cells: impl FnOnce(&mut Writer)) {
        self.raw("<tr>");
        cells(self);
        self.end("</tr>");
        self.line();
    }

    fn head(&mut self, scope: &str, text: &str) {
        self.raw(&format!("<th{}>{}", self.attribute("scope", scope), escape(text)));
        self.end("</th>");
    }

    fn cell(&mut self, text: &str) {
        self.raw(&format!("<td>{}", escape(text)));
        self.end("</td>");
    }

    /// Columns that this row has nothing for.
    fn gap(&mut self, columns: usize) {
        match columns {
            0 => {}
            1 => self.cell(""),
            columns => self.wide(columns, ""),
        }
    }

    fn wide(&mut self, columns: usize, text: &str) {
        self.raw(&format!("<td{}>{}", self.attribute("colspan", &columns.to_string()), escape(text)));
        self.end("</td>");
    }

    /// The empty place under the heads of the first rows.
    fn margin(&mut self, rows: usize) {
        match rows {
            1 => self.raw("<td>"),
            rows => self.raw(&format!("<td{}>", self.attribute("rowspan", &rows.to_string()))),
        }
        self.end("</td>");
    }

    fn attribute(&self, name: &str, value: &str) -> String {
        match self.size {
            Size::Plain => format!(" {name}=\"{value}\""),
            Size::Least => format!(" {name}={value}"),
        }
    }

    /// A tag that HTML can do without.
    fn end(&mut self, tag: &str) {
        if self.size == Size::Plain {
            self.raw(tag);
        }
    }
}
