//! The tables of a record as its page shows them: pictures, tables or text, in the page's format.

use super::pictures::{CARD_WIDTH, Pictures, Shown};
use super::{BadPage, Diagrams, Format};
use crate::figure::Figure;
use crate::figure::marks::Marking;
use crate::figure::seats::{Moved, TableLook};
use crate::output::Down;
use crate::output::html::{TableOptions, escape};
use crate::output::seats::{Bars, diagram, seat_class, seat_style};
use crate::output::seats::{table_gemtext, table_html, table_markdown, table_text};
use crate::output::text::TextOptions;
use crate::seats::{Seat, Table};
use crate::words::SeatWords;

impl Pictures<'_> {
    /// A table as the options want it; `turn` plays next, and what has moved since `before` may be marked.
    pub fn show_stage(
        &mut self,
        table: &Table,
        before: Option<&Table>,
        turn: Option<Seat>,
        words: &SeatWords,
        shown: &Shown<'_>,
    ) -> Result<String, BadPage> {
        match (self.options.diagrams, self.options.format) {
            (Diagrams::Table, _) => self.stage_table(table, words, shown),
            (Diagrams::Text, Format::Gemtext) => self.stage_table(table, words, shown),
            (Diagrams::Text, format) => {
                let text = table_text(table, None, words, self.language, &self.text_options());
                Ok(match format {
                    Format::Html => format!("<pre>{}</pre>\n", escape(&text)),
                    Format::Markdown => format!("```text\n{text}```\n"),
                    _ => text,
                })
            }
            _ => {
                let look = TableLook {
                    card_width: CARD_WIDTH,
                    show: self.options.show,
                    turn,
                    moved: match self.options.marks {
                        Marking::Moves | Marking::All => Moved::Since(before.cloned().map(Box::new)),
                        Marking::None | Marking::Next => Moved::Unmarked,
                    },
                    ..TableLook::new(words.seat_names(table.count()))
                };
                let figure = diagram(table, &look, &self.names)?;
                self.place(Figure { title: shown.title.clone(), ..figure }, shown.name)
            }
        }
    }

    /// A table as tables, a seat each; as text where the format has none.
    pub fn stage_table(
        &self,
        table: &Table,
        words: &SeatWords,
        shown: &Shown<'_>,
    ) -> Result<String, BadPage> {
        let (language, options) = (self.language, self.text_options());
        Ok(match self.options.format {
            Format::Html => {
                let down = self.options.seen(Down::Counted);
                let TextOptions { suits, stock, .. } = options;
                let options = TableOptions { suits, down, stock, ..TableOptions::default() };
                // A page's own heads stand above those of the seats.
                let tables = table_html(table, None, words, language, &options, Bars::Page);
                tables.replace("<h2", "<h3").replace("</h2>", "</h3>")
            }
            Format::Markdown => table_markdown(table, None, words, language, &options),
            Format::Gemtext => table_gemtext(table, None, &shown.title, words, language, &options)?,
            Format::Text => table_text(table, None, words, language, &options),
        })
    }

    /// The name of a seat over its moves, in HTML beside a bar in its ink.
    pub fn seat_head(&self, seat: Seat, words: &SeatWords) -> String {
        let name = words.seat_name(seat);
        match self.options.format {
            Format::Html => {
                format!("<p><b class=\"seat {}\">{}</b></p>\n", seat_class(seat), escape(&name))
            }
            Format::Markdown => format!("**{name}**\n\n"),
            Format::Gemtext => format!("### {name}\n"),
            Format::Text => format!("{name}\n"),
        }
    }

    /// The inks of so many seats for the page's style sheet; nothing if there are none.
    pub fn seat_style(&self, count: usize) -> String {
        match (self.options.format, count) {
            (Format::Html, 1..) => seat_style(count, &self.light, &self.dark),
            _ => String::new(),
        }
    }
}
