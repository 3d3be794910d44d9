//! Positions as plain text of fixed width, as Markdown tables, and for Gemini's text.
//!
//! ```text
//! stage 4  foundations:  /0  0/1   /2  0/3  0/4  0/5   /6
//! 1/6   6/6    ##    ##    ##    ##    ##
//!       5/6   3/5    ##    ##    ##    ##
//! ```
//! `##` is a card that lies face down.

use super::grid::{Cell, Down, Grid, Labels, StockView, Suits, clean};
use crate::game::Position;
use crate::words::{BadLanguage, Language, Show};

/// The columns that text is broken at where it can be.
const WIDTH: usize = 78;

/// How a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextOptions {
    /// How suits are written; with letters an English text is pure ASCII.
    pub suits: Suits,
    /// What stands where a card lies face down.
    pub down: Down,
    /// How much of the stock is told.
    pub stock: StockView,
}

impl Default for TextOptions {
    fn default() -> TextOptions {
        TextOptions { suits: Suits::Symbols, down: Down::Marked, stock: StockView::Listed }
    }
}

/// A position as text of fixed width.
pub fn text(position: &Position, labels: &Labels, language: &Language, options: &TextOptions) -> String {
    let grid = Grid::new(position, language, options.suits, options.stock);
    let words = language.table_words();
    // Klondike's moves name columns by their numbers, Somerset's never do.
    let is_told = !grid.piles;
    let space = match grid.columns * (words.empty.chars().count() + 2) <= WIDTH {
        true => words.empty.as_str(),
        false => "--",
    };
    let cell = |depth: usize, cell: &Cell| match is_told && grid.is_space(depth, cell) {
        true => space.to_string(),
        false => write(cell, options.down),
    };
    let rows: Vec<Vec<String>> = (grid.rows.iter().enumerate())
        .map(|(depth, row)| row.iter().map(|at| cell(depth, at)).collect())
        .collect();
    let broad = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let broadest = rows.iter().map(|row| broad(row)).max().unwrap_or(0).max(broad(&grid.foundations)).max(3);
    let gap = if grid.columns * (broadest + 3) <= WIDTH { 3 } else { 1 };
    let foundations = language.labelled(&words.foundations, "").trim_end().to_string();
    let mut head = match labels.head == words.foundations {
        true => foundations,
        false => format!("{}  {foundations}", labels.head),
    };
    for (index, card) in grid.foundations.iter().enumerate() {
        let space = if index == 0 { " " } else { "  " };
        head.push_str(&format!("{space}{card:>broadest$}"));
    }
    let mut lines = vec![head];
    if is_told && !rows.is_empty() {
        let numbers: Vec<String> = (1..=grid.columns).map(|number| number.to_string()).collect();
        lines.push(spread(&numbers, broadest, gap));
    }
    lines.extend(rows.iter().map(|row| spread(row, broadest, gap)));
    for packet in &grid.packets {
        broken(&mut lines, &packet.name, &packet.line);
    }
    lines.iter().map(|line| line.trim_end().to_string() + "\n").collect()
}

/// A position as a Markdown table, with the foundations in its head.
pub fn markdown(position: &Position, labels: &Labels, language: &Language, options: &TextOptions) -> String {
    let grid = Grid::new(position, language, options.suits, options.stock);
    let words = language.table_words();
    let width = grid.width();
    let line = |cells: Vec<String>| {
        let padded = cells.into_iter().map(Some).chain(std::iter::repeat(None)).take(width + 1);
        let cells: Vec<String> =
            padded.map(|cell| cell.unwrap_or_default().replace('\\', "\\\\").replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let first = |head: &str, cells: &mut dyn Iterator<Item = String>| {
        line(std::iter::once(head.to_string()).chain(cells).collect())
    };
    let mut out = first(&labels.head, &mut grid.foundations.iter().cloned());
    out.push_str(&format!("|{}\n", "---|".repeat(width + 1)));
    if !grid.rows.is_empty() {
        let head = if grid.piles { &words.pile } else { &words.column };
        out.push_str(&first(head, &mut (1..=grid.columns).map(|number| number.to_string())));
    }
    for (depth, row) in grid.rows.iter().enumerate() {
        let cells = row.iter().map(|cell| match (cell, options.down) {
            (Cell::Down(_), Down::Marked) => words.down.clone(),
            (cell, _) if grid.is_space(depth, cell) => words.empty.clone(),
            (cell, down) => write(cell, down),
        });
        out.push_str(&first("", &mut cells.collect::<Vec<_>>().into_iter()));
    }
    for packet in &grid.packets {
        out.push_str(&format!("\n{}\n", packet.line));
    }
    out
}

/// A position as a preformatted block of Gemini's text, with the position in words as what is read instead.
///
/// # Errors
/// If a template of the language fails.
pub fn gemtext(
    position: &Position,
    title: &str,
    labels: &Labels,
    language: &Language,
    options: &TextOptions,
) -> Result<String, BadLanguage> {
    let show = if options.down == Down::Shown { Show::All } else { Show::Hidden };
    let told = language.describe(position, show)?;
    Ok(block(title, &told, &text(position, labels, language, options)))
}

/// A preformatted block of Gemini's text, with what is read instead.
pub(super) fn block(title: &str, told: &str, text: &str) -> String {
    let (title, told) = (clean(title, 200).replace('`', "'"), told.replace('\n', " "));
    format!("```{title}: {told}\n{text}```\n")
}

/// A text on one line, without signs that would change how what follows is read, cut if it is long.
pub fn line(text: &str) -> String {
    clean(text, 200)
}

fn write(cell: &Cell, down: Down) -> String {
    match (cell, down) {
        (Cell::Up(card), _) => card.clone(),
        (Cell::Down(_), Down::Marked) => "##".to_string(),
        (Cell::Down(card), Down::Shown) => format!("({card})"),
        (Cell::Down(_), Down::Blank) | (Cell::Empty, _) => String::new(),
    }
}

/// Cells side by side, each in the middle of its place.
fn spread(cells: &[String], broadest: usize, gap: usize) -> String {
    let place = broadest + 1;
    let between = " ".repeat(gap - 1);
    cells.iter().map(|cell| format!("{cell:^place$}")).collect::<Vec<_>>().join(&between)
}

/// Adds a labelled list of cards, broken at spaces and hanging under its beginning.
fn broken(lines: &mut Vec<String>, label: &str, text: &str) {
    let hang = label.chars().count() + 2;
    let mut line = String::new();
    for word in text.split(' ') {
        let length = line.chars().count();
        if length + word.chars().count() > WIDTH && length > hang {
            lines.push(std::mem::replace(&mut line, " ".repeat(hang)));
        }
        line.push_str(word);
        line.push(' ');
    }
    lines.push(line);
}
