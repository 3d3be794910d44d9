//! Positions as small HTML tables that need no style sheet.
//!
//! The foundations stand in the first row, then the numbers of the columns, then how many cards of each lie face
//! down, then a row for each depth; stock and waste, where a game has them, follow in paragraphs. Such a table can be read in
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
    /// What is told of the cards that lie face down.
    pub down: Down,
    /// How much of the stock is told.
    pub stock: StockView,
    /// What is written of the table beside its cells.
    pub border: Border,
    /// How much is written that HTML can do without.
    pub size: Size,
    /// Where the looks of the table come from.
    pub style: Style,
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
    /// All that strict validators ask for: a body, a scope for each head, a cell for each place.
    Full,
    /// The same, but empty places side by side are one cell: for pages that several tables must fit on.
    Joined,
    /// Every tag closed, a row a line, a cell for each place, but what every reader of HTML knows by itself is left
    /// out: the body, and which heads are those of rows and which of columns.
    Brief,
    /// As few bytes as can be: also without quotes, line ends and the end tags that are optional.
    Least,
}

/// Where the looks of a table come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// From the page, if it says anything.
    Page,
    /// From `style` attributes, for e-mail, whose readers drop style sheets.
    Inline,
}

impl Default for TableOptions {
    fn default() -> TableOptions {
        TableOptions {
            suits: Suits::Symbols,
            down: Down::Counted,
            stock: StockView::Listed,
            border: Border::None,
            size: Size::Full,
            style: Style::Page,
        }
    }
}

/// The table of a position, and its stock and waste, without a page around them.
pub fn table(position: &Position, labels: &Labels, language: &Language, options: &TableOptions) -> String {
    let grid = Grid::new(position, language, options.suits, options.stock).seen_as(options.down);
    let words = language.table_words();
    let mut out =
        Writer { text: String::new(), size: options.size, style: options.style, border: options.border };
    out.raw("<table");
    if options.border == Border::Lines {
        let border = out.attribute("border", "1");
        out.raw(&border);
    }
    let look = out.look(TABLE_LOOK);
    out.raw(&format!("{look}>"));
    out.line();
    let hidden = position.columns().iter().any(|pile| pile.down > 0);
    let of_down = match options.down {
        Down::Blank if hidden => Some(words.gaps.clone()),
        Down::Shown if hidden => Some(words.brackets.clone()),
        _ => None,
    };
    let notes = grid.empty_note(language).into_iter().chain(of_down);
    let notes: String = notes.map(|note| language.typeset(&format!(" ; {note}"))).collect();
    let look = out.look(CAPTION_LOOK);
    out.raw(&format!("<caption{look}>{}{}</caption>", escape(&labels.caption), escape(&notes)));
    out.line();
    let is_strict = matches!(options.size, Size::Full | Size::Joined);
    if is_strict {
        out.raw("<tbody>");
    }
    let width = grid.width();
    // The foundations of a table for several stand over all its tables.
    if !grid.foundations.is_empty() {
        out.row(|row| {
            row.head("row", &labels.head);
            grid.foundations_told(language, options.suits).iter().for_each(|card| row.cell(card));
            row.gap(width - grid.foundations.len());
        });
    }
    if !grid.rows.is_empty() {
        out.row(|row| {
            row.head("col", if grid.piles { &words.pile } else { &words.column });
            (1..=grid.columns).for_each(|number| row.head("col", &number.to_string()));
            row.gap(width - grid.columns);
        });
    }
    let is_counted = !grid.down.is_empty();
    if is_counted {
        out.row(|row| {
            row.head("row", &words.face_down);
            grid.down.iter().for_each(|count| row.cell(&count.to_string()));
            row.gap(width - grid.columns);
        });
    }
    for (depth, cells) in grid.rows.iter().enumerate() {
        out.row(|row| {
            if depth == 0 {
                row.margin(grid.rows.len(), is_counted.then_some(&words.face_up));
            }
            let text = |(column, cell): (usize, &Cell)| match (cell, options.down) {
                (Cell::Up(card), _) => card.clone(),
                (Cell::Down(_), Down::Marked) => words.down.clone(),
                (Cell::Down(card), Down::Shown) => format!("({card})"),
                _ if grid.is_space(depth, column) => words.empty.clone(),
                _ => String::new(),
            };
            let mut texts: Vec<String> = cells.iter().enumerate().map(text).collect();
            texts.resize(width, String::new());
            for run in texts.chunk_by(|a, b| a.is_empty() && b.is_empty()) {
                match (run[0].is_empty(), options.size) {
                    (true, Size::Joined) => row.gap(run.len()),
                    _ => run.iter().for_each(|text| row.cell(text)),
                }
            }
        });
    }
    if is_strict {
        out.raw("</tbody>");
    }
    out.raw("</table>");
    out.line();
    // In a row of the table a long stock would make every column broad.
    for packet in &grid.packets {
        out.raw(&format!("<p>{}</p>", escape(&packet.line)));
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
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n",
        escape(language.code())
    );
    for table in tables {
        text.push_str(table);
    }
    text.push_str("</main>\n</body>\n</html>\n");
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

/// How a table looks in a message.
const TABLE_LOOK: &str = "border-collapse:collapse;font:16px/1.4 Georgia,serif";
const CAPTION_LOOK: &str = "padding:4px 0;text-align:left";
const HEAD_LOOK: &str =
    "padding:2px 12px 2px 0;text-align:left;vertical-align:top;font-weight:normal;color:#555";
const CELL_LOOK: &str = "padding:2px 12px 2px 0;text-align:left";
const LINE_LOOK: &str = "border:1px solid #888";
const RED_LOOK: &str = "padding:2px 12px 2px 0;text-align:left;color:#b8142b";

struct Writer {
    text: String,
    size: Size,
    style: Style,
    border: Border,
}

impl Writer {
    fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn line(&mut self) {
        if self.size != Size::Least {
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
        self.head_with(scope, "", text);
    }

    fn head_with(&mut self, scope: &str, attribute: &str, text: &str) {
        let scope = match self.size {
            Size::Full | Size::Joined => self.attribute("scope", scope),
            Size::Brief | Size::Least => String::new(),
        };
        let look = self.look(HEAD_LOOK);
        self.raw(&format!("<th{scope}{attribute}{look}>{}", escape(text)));
        self.end("</th>");
    }

    fn cell(&mut self, text: &str) {
        let look = self.look(if text.contains(['♦', '♥']) { RED_LOOK } else { CELL_LOOK });
        self.raw(&format!("<td{look}>{}", escape(text)));
        self.end("</td>");
    }

    /// Columns that this row has nothing for.
    fn gap(&mut self, columns: usize) {
        match (columns, self.size) {
            // For two, saying so takes more room than the cells.
            (3.., Size::Joined) => {
                let wide = self.attribute("colspan", &columns.to_string());
                let look = self.look(CELL_LOOK);
                self.raw(&format!("<td{wide}{look}>"));
                self.end("</td>");
            }
            _ => (0..columns).for_each(|_| self.cell("")),
        }
    }

    /// The place under the heads of the first rows: the head of the last ones, if they have one.
    fn margin(&mut self, rows: usize, head: Option<&String>) {
        let high = match rows {
            1 => String::new(),
            rows => self.attribute("rowspan", &rows.to_string()),
        };
        match head {
            Some(head) => self.head_with("row", &high, head),
            None => {
                let look = self.look(CELL_LOOK);
                self.raw(&format!("<td{high}{look}>"));
                self.end("</td>");
            }
        }
    }

    fn attribute(&self, name: &str, value: &str) -> String {
        match self.size {
            Size::Full | Size::Joined | Size::Brief => format!(" {name}=\"{value}\""),
            Size::Least => format!(" {name}={value}"),
        }
    }

    /// What a cell looks like, where no style sheet can say it.
    fn look(&self, look: &str) -> String {
        match self.style {
            Style::Page => String::new(),
            // Lines stand as far from the words before them as from those behind, and have one colour: by
            // themselves they would take that of each cell's text.
            Style::Inline if self.border == Border::Lines => {
                let lined = format!("padding:2px 8px;{LINE_LOOK}");
                let look = look.replace("padding:2px 12px 2px 0", &lined);
                let look = look.replace("collapse;", &format!("collapse;{LINE_LOOK};"));
                format!(" style=\"{look}\"")
            }
            Style::Inline => format!(" style=\"{look}\""),
        }
    }

    /// A tag that HTML can do without.
    fn end(&mut self, tag: &str) {
        if self.size != Size::Least {
            self.raw(tag);
        }
    }
}
