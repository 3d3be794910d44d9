//! The pack as a table and in words, for pages without pictures.

use super::words::{PageWords, filled};
use crate::card::{Card, Faces, Pack};
use crate::output::html::escape;
use crate::words::{Language, SUIT_SIGNS};

/// What is said over a chart of the pack.
pub(super) fn caption(pack: &Pack, words: &PageWords, language: &Language) -> String {
    let phrase = match pack.faces {
        Faces::Somerset { .. } => &words.somerset_pack,
        Faces::French { .. } => &words.french_pack,
    };
    filled(language, phrase, &[("cards", &pack.len().to_string())])
}

/// The rows of a chart: a head and its cells. Somerset suits are columns, French ones rows.
pub(super) fn rows(pack: &Pack, words: &PageWords, language: &Language) -> Vec<Vec<String>> {
    let most = pack.cards().iter().map(|card| card.rank() + 1).max().unwrap_or(0);
    let cell = |rank: u8, suit: u8| match rank < pack.ranks_of(suit) {
        true => language.card(pack, Card::new(rank, suit)),
        false => String::new(),
    };
    match pack.faces {
        Faces::Somerset { .. } => {
            let head = |suit: u8| format!("/{suit}");
            let mut rows =
                vec![std::iter::once(words.suit.clone()).chain((0..pack.suits()).map(head)).collect()];
            rows.extend((0..most).map(|rank| -> Vec<String> {
                let first = format!("{} {rank}", words.rank);
                std::iter::once(first).chain((0..pack.suits()).map(|suit| cell(rank, suit))).collect()
            }));
            rows
        }
        Faces::French { .. } => (0..pack.suits())
            .map(|suit| {
                let name = format!("{} {}", SUIT_SIGNS[usize::from(suit)], language.suit_name(suit));
                std::iter::once(name).chain((0..pack.ranks_of(suit)).map(|rank| cell(rank, suit))).collect()
            })
            .collect(),
    }
}

/// The chart as an HTML table.
pub(super) fn table(pack: &Pack, caption: &str, words: &PageWords, language: &Language) -> String {
    let mut out = format!("<table>\n<caption>{}</caption>\n<tbody>\n", escape(caption));
    let has_head = matches!(pack.faces, Faces::Somerset { .. });
    for (row, cells) in rows(pack, words, language).iter().enumerate() {
        out.push_str("<tr>");
        for (column, cell) in cells.iter().enumerate() {
            let cell = escape(cell);
            out.push_str(&match (column, row) {
                (0, _) => format!("<th scope=\"row\">{cell}</th>"),
                (_, 0) if has_head => format!("<th scope=\"col\">{cell}</th>"),
                _ => format!("<td>{cell}</td>"),
            });
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n");
    out
}

/// The chart as a Markdown table.
pub(super) fn markdown(pack: &Pack, caption: &str, words: &PageWords, language: &Language) -> String {
    let mut out = format!("{caption}\n\n");
    for (index, row) in rows(pack, words, language).iter().enumerate() {
        out.push_str(&format!("| {} |\n", row.join(" | ")));
        if index == 0 {
            out.push_str(&format!("|{}\n", "---|".repeat(row.len())));
        }
    }
    out
}

/// The chart as text of fixed width.
pub(super) fn text(pack: &Pack, words: &PageWords, language: &Language) -> String {
    let rows = rows(pack, words, language);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(column, cell)| format!("{cell:<0$}", width(column)));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect()
}
