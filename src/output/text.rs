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
    /// How suits are written; with letters a text of fixed width is pure ASCII in every language.
    pub suits: Suits,
    /// What is told of the cards that lie face down.
    pub down: Down,
    /// How much of the stock is told.
    pub stock: StockView,
    /// Which games have numbers over their columns.
    pub numbers: Numbers,
}

/// Which games have numbers over their columns, and a word where a column is empty, in text of fixed width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Those whose moves name columns by numbers: the stages of Somerset games are published without.
    AsNamed,
    /// All.
    Always,
}

impl Default for TextOptions {
    fn default() -> TextOptions {
        TextOptions {
            suits: Suits::Symbols,
            down: Down::Marked,
            stock: StockView::Listed,
            numbers: Numbers::AsNamed,
        }
    }
}

impl TextOptions {
    /// A text of fixed width in the signs that its suits are written with.
    pub(super) fn spelled(&self, text: String) -> String {
        match self.suits {
            Suits::Letters => ascii(&text),
            Suits::Symbols | Suits::Words => text,
        }
    }
}

/// A position as text of fixed width.
pub fn text(position: &Position, labels: &Labels, language: &Language, options: &TextOptions) -> String {
    let grid = Grid::new(position, language, options.suits, options.stock).seen_as(options.down);
    let words = language.table_words();
    // Klondike's moves name columns by their numbers, Somerset's never do.
    let is_told = !grid.piles || options.numbers == Numbers::Always;
    let space = match grid.columns * (words.empty.chars().count() + 2) <= WIDTH {
        true => words.empty.as_str(),
        false => "--",
    };
    let cell = |depth: usize, column: usize| match is_told && grid.is_space(depth, column) {
        true => space.to_string(),
        false => write(&grid.rows[depth][column], options.down),
    };
    let mut rows: Vec<Vec<String>> = (0..grid.rows.len())
        .map(|depth| (0..grid.columns).map(|column| cell(depth, column)).collect())
        .collect();
    if !grid.down.is_empty() {
        let count = |down: &usize| if *down == 0 { String::new() } else { format!("#{down}") };
        rows.insert(0, grid.down.iter().map(count).collect());
    }
    let foundations: Vec<String> = grid.foundations.iter().map(|at| at.text.clone()).collect();
    let broad = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let broadest = rows.iter().map(|row| broad(row)).max().unwrap_or(0).max(broad(&foundations)).max(3);
    let gap = if grid.columns * (broadest + 3) <= WIDTH { 3 } else { 1 };
    let label = language.labelled(&words.foundations, "").trim_end().to_string();
    let mut head = match labels.head == words.foundations {
        true => label,
        false => format!("{}  {label}", labels.head),
    };
    for (index, card) in foundations.iter().enumerate() {
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
    let text: String = lines.iter().map(|line| line.trim_end().to_string() + "\n").collect();
    options.spelled(text)
}

/// A text in pure ASCII: letters without their accents, plain quotation marks, dashes and spaces.
///
/// ```
/// use dealpress::output::text::ascii;
/// assert_eq!(ascii("« Défausse\u{a0}: vide » – grundhögar…"), "\" Defausse : vide \" - grundhogar...");
/// ```
pub fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '«' | '»' | '“' | '”' | '„' => out.push('"'),
            '–' | '—' | '−' => out.push('-'),
            // French has them before its punctuation, typewritten too.
            '\u{a0}' | '\u{202f}' => out.push(' '),
            character if character.is_ascii() => out.push(character),
            character => out.push_str(&deunicode::deunicode(character.encode_utf8(&mut [0; 4]))),
        }
    }
    out
}

/// A position as a Markdown table, with the foundations in its head.
pub fn markdown(position: &Position, labels: &Labels, language: &Language, options: &TextOptions) -> String {
    let grid = Grid::new(position, language, options.suits, options.stock).seen_as(options.down);
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
    let mut out = first(&labels.head, &mut grid.foundations_told(language, options.suits).into_iter());
    out.push_str(&format!("|{}\n", "---|".repeat(width + 1)));
    if !grid.rows.is_empty() {
        let head = if grid.piles { &words.pile } else { &words.column };
        out.push_str(&first(head, &mut (1..=grid.columns).map(|number| number.to_string())));
    }
    let is_counted = !grid.down.is_empty();
    if is_counted {
        out.push_str(&first(&words.face_down, &mut grid.down.iter().map(usize::to_string)));
    }
    for (depth, row) in grid.rows.iter().enumerate() {
        let mut cells = row.iter().enumerate().map(|(column, cell)| match (cell, options.down) {
            (Cell::Down(_), Down::Marked) => words.down.clone(),
            _ if grid.is_space(depth, column) => words.empty.clone(),
            (cell, down) => write(cell, down),
        });
        let head = if is_counted && depth == 0 { words.face_up.as_str() } else { "" };
        out.push_str(&first(head, &mut cells));
    }
    if let Some(note) = grid.empty_note(language) {
        out.push_str(&format!("\n{note}\n"));
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
    Ok(block(title, &told, &text(position, labels, language, options), language))
}

/// A preformatted block of Gemini's text, with what is read instead.
pub(super) fn block(title: &str, told: &str, text: &str, language: &Language) -> String {
    let (title, told) = (clean(title, 200).replace('`', "'"), told.replace('\n', " "));
    format!("```{}\n{text}```\n", language.labelled(&title, &told))
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
        (Cell::Down(_), Down::Blank | Down::Counted) | (Cell::Empty, _) => String::new(),
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
