//! Tables of several seats as pictures, text of fixed width, Markdown, Gemini's text and HTML tables.
//!
//! Text and HTML show one seat after the other, each with its letter and name, and the foundations once. Every
//! card that a picture shows face up stands in them too.

use super::diagram::{Spoken, ranks};
use super::grid::{self, Down, Foundation, Labels, StockView, Suits, clean};
use super::html::{self, TableOptions, escape};
use super::text::{self, TextOptions};
use crate::figure::Figure;
use crate::figure::layout::Show;
use crate::figure::seats::{TableLook, seat_ink, table as draw};
use crate::figure::theme::Theme;
use crate::game::Position;
use crate::seats::{Seat, Table};
use crate::words::{self, BadLanguage, Language, PlaceNames, SeatWords};

/// Draws a table in the language of `names`.
///
/// # Errors
/// If a template of the language fails.
pub fn diagram(table: &Table, look: &TableLook, names: &PlaceNames<'_>) -> Result<Figure, BadLanguage> {
    let show = match look.show {
        Show::Hidden => words::Show::Hidden,
        Show::Thoughtful => words::Show::All,
    };
    let alt = match look.reader.filter(|_| look.alone) {
        Some(seat) => names.language().describe_own(table, &look.names, seat)?,
        None => names.language().describe_table(table, &look.names, look.reader, show)?,
    };
    let look = TableLook { ranks: ranks(names.language()), ..look.clone() };
    Ok(Figure { alt, ..draw(table, &look, &Spoken(names)) })
}

/// A table as text of fixed width.
///
/// The cards of `reader` that lie face down and its whole waste are shown in any case; so in the other forms.
pub fn table_text(
    table: &Table,
    reader: Option<Seat>,
    words: &SeatWords,
    language: &Language,
    options: &TextOptions,
) -> String {
    let mut out = foundations_line(table, words, language, options.suits);
    for seat in Seat::all(table.count()) {
        out.push('\n');
        let labels = seat_labels(words, seat);
        let (down, stock) = seen(table, reader, seat, (options.down, options.stock));
        let options = TextOptions { down, stock, ..*options };
        out.push_str(&text::text(&without_foundations(table, seat), &labels, language, &options));
    }
    // The line of foundations that every text has is not the seat's.
    let empty = options.spelled(language.labelled(&language.table_words().foundations, ""));
    let empty = empty.trim_end();
    options
        .spelled(out)
        .lines()
        .map(|line| line.strip_suffix(empty).unwrap_or(line).trim_end().to_string() + "\n")
        .collect()
}

/// A table as Markdown tables, a seat each.
pub fn table_markdown(
    table: &Table,
    reader: Option<Seat>,
    words: &SeatWords,
    language: &Language,
    options: &TextOptions,
) -> String {
    let mut out = foundations_line(table, words, language, options.suits);
    for seat in Seat::all(table.count()) {
        out.push('\n');
        let labels = seat_labels(words, seat);
        let (down, stock) = seen(table, reader, seat, (options.down, options.stock));
        let options = TextOptions { down, stock, ..*options };
        out.push_str(&text::markdown(&without_foundations(table, seat), &labels, language, &options));
    }
    out
}

/// Where the bars beside the names of seats have their inks from.
#[derive(Debug, Clone, Copy)]
pub enum Bars<'t> {
    /// From [`seat_style`] in the style sheet of the page.
    Page,
    /// From this theme, by `style` attributes: for tables without a page.
    Inline(&'t Theme),
}

/// A style sheet for bars beside the names of seats, in the inks of light and dark screens.
pub fn seat_style(count: usize, light: &Theme, dark: &Theme) -> String {
    let inks = |theme: &Theme| -> String {
        let ink =
            |seat| format!(".{}{{border-color:{}}}", seat_class(seat), theme.paint(seat_ink(seat)).hex());
        Seat::all(count).map(ink).collect()
    };
    format!(
        ".seat{{border-left:.4em solid;padding-left:.4em}}{}\n@media screen and \
         (prefers-color-scheme:dark){{{}}}",
        inks(light),
        inks(dark)
    )
}

/// The class of a seat in [`seat_style`].
pub fn seat_class(seat: Seat) -> String {
    format!("seat-{}", seat.to_string().to_lowercase())
}

/// A table as HTML tables that need no style sheet, a seat each under its name, beside which is a bar in its ink.
pub fn table_html(
    table: &Table,
    reader: Option<Seat>,
    words: &SeatWords,
    language: &Language,
    options: &TableOptions,
    bars: Bars<'_>,
) -> String {
    let line = foundations_line(table, words, language, options.suits);
    let mut out = format!("<p>{}</p>\n", escape(line.trim_end()));
    for seat in Seat::all(table.count()) {
        let name = escape(&words.seat_name(seat));
        let bar = match bars {
            Bars::Page => format!("class=\"seat {}\"", seat_class(seat)),
            Bars::Inline(theme) => {
                let ink = theme.paint(seat_ink(seat)).hex();
                format!("style=\"border-left:.4em solid {ink};padding-left:.4em\"")
            }
        };
        out.push_str(&format!("<h2 {bar}>{name}</h2>\n"));
        out.push_str(&seat_html(table, reader, seat, words, language, options));
    }
    out
}

/// A seat as an HTML table, with its stock and waste.
pub(super) fn seat_html(
    table: &Table,
    reader: Option<Seat>,
    seat: Seat,
    words: &SeatWords,
    language: &Language,
    options: &TableOptions,
) -> String {
    let (down, stock) = seen(table, reader, seat, (options.down, options.stock));
    let options = TableOptions { down, stock, ..*options };
    html::table(&without_foundations(table, seat), &seat_labels(words, seat), language, &options)
}

/// A table as a preformatted block of Gemini's text, with the table in words as what is read instead.
///
/// # Errors
/// If a template of the language fails.
pub fn table_gemtext(
    table: &Table,
    reader: Option<Seat>,
    title: &str,
    words: &SeatWords,
    language: &Language,
    options: &TextOptions,
) -> Result<String, BadLanguage> {
    let show = if options.down == Down::Shown { words::Show::All } else { words::Show::Hidden };
    let told = language.describe_table(table, &words.seat_names(table.count()), reader, show)?;
    let text = table_text(table, reader, words, language, options);
    Ok(text::block(title, &told, &text, language))
}

/// How much is told of a seat: what stands where its cards lie face down, and how much of stock and waste.
pub(super) fn seen(
    table: &Table,
    reader: Option<Seat>,
    seat: Seat,
    (down, stock): (Down, StockView),
) -> (Down, StockView) {
    let down = if reader == Some(seat) { Down::Shown } else { down };
    let is_open = table.seen_waste(seat, reader).len() == table.seat(seat).waste().len();
    (down, if is_open && stock == StockView::Counted { StockView::Waste } else { stock })
}

fn seat_labels(words: &SeatWords, seat: Seat) -> Labels {
    let name = words.seat_name(seat);
    Labels { caption: clean(&name, 200), head: name }
}

/// The piles of a seat without the foundations, which are shown once for all.
pub(super) fn without_foundations(table: &Table, seat: Seat) -> Position {
    table.own_piles(seat)
}

pub(super) fn foundations_line(
    table: &Table,
    words: &SeatWords,
    language: &Language,
    suits: Suits,
) -> String {
    let first = table.seat(Seat::new(0));
    let places = (0..table.foundations().len()).map(|at| grid::foundation(first, at, language, suits));
    let places: Vec<Foundation> = places.collect();
    let comma = if suits == Suits::Words { ", " } else { " " };
    let begun: Vec<&str> = places.iter().filter(|at| !at.is_empty).map(|at| at.text.as_str()).collect();
    let begun = Some(begun.join(comma)).filter(|cards| !cards.is_empty());
    let told = begun.into_iter().chain(grid::empty_foundations(&places, comma, language));
    format!("{}\n", language.labelled(&words.foundations, &told.collect::<Vec<_>>().join(" ; ")))
}
