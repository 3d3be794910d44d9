//! The author's Markdown as gemtext.

use super::{gemtext_line, harmless, shown};
use crate::words::Columns;
use pulldown_cmark::{Event, Tag, TagEnd};

/// The columns of tables, which stand as they are.
const WIDTH: usize = 76;

/// Markdown as gemtext: a paragraph a line, links on lines of their own after it.
pub fn gemtext(markdown: &str) -> String {
    let markdown = harmless(markdown);
    let mut writer = Gemtext::default();
    for event in shown(&markdown) {
        match event {
            Event::Text(text) if writer.in_code => writer.out.push_str(&text.replace("```", "` ``")),
            Event::Text(text) | Event::Code(text) => writer.line.push_str(&text),
            Event::HardBreak if writer.open.is_empty() && writer.table.is_none() => writer.flush(),
            Event::SoftBreak | Event::HardBreak => writer.line.push(' '),
            Event::Rule => {
                writer.gap();
                writer.out.push_str("-----\n");
            }
            Event::Start(Tag::CodeBlock(_)) => {
                writer.flush();
                writer.gap();
                writer.out.push_str("```\n");
                writer.in_code = true;
            }
            Event::End(TagEnd::CodeBlock) => {
                writer.out.push_str("```\n");
                writer.in_code = false;
            }
            Event::Start(Tag::Table(sides)) => {
                writer.gap();
                writer.table = Some(Columns { sides, rows: Vec::new() });
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => {
                if let Some(table) = &mut writer.table {
                    table.rows.push(Vec::new());
                }
            }
            Event::End(TagEnd::TableCell) => {
                let cell = std::mem::take(&mut writer.line);
                if let Some(row) = writer.table.as_mut().and_then(|table| table.rows.last_mut()) {
                    row.push(cell);
                }
            }
            Event::End(TagEnd::Table) => writer.end_table(),
            Event::Start(Tag::List(first)) => {
                writer.flush();
                if writer.lists.is_empty() {
                    writer.gap();
                }
                writer.lists.push(first);
            }
            Event::End(TagEnd::List(_)) => {
                writer.lists.pop();
            }
            // Gemtext has no numbered lists; a line that begins with its number is text.
            Event::Start(Tag::Item) => {
                writer.flush();
                writer.mark = match writer.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "* ".to_string(),
                };
            }
            Event::Start(Tag::Heading { level, .. }) => {
                writer.flush();
                writer.gap();
                writer.mark = "#".repeat((level as usize).min(3)) + " ";
            }
            Event::Start(Tag::Paragraph) if writer.lists.is_empty() && writer.quotes == 0 => writer.gap(),
            Event::Start(Tag::BlockQuote(_)) => {
                writer.flush();
                if writer.quotes == 0 && writer.lists.is_empty() {
                    writer.gap();
                }
                writer.quotes += 1;
            }
            Event::End(TagEnd::BlockQuote(_)) => writer.quotes -= 1,
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                writer.open.push((dest_url.to_string(), writer.line.chars().count()));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => writer.end_link(),
            Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::Heading(_)) => writer.flush(),
            _ => {}
        }
    }
    writer.flush();
    writer.out
}

#[derive(Default)]
struct Gemtext {
    out: String,
    line: String,
    mark: String,
    /// The number of the next item of each list that is open; nothing where they are not numbered.
    lists: Vec<Option<u64>>,
    quotes: usize,
    in_code: bool,
    /// Links that are being read: where they lead, and where their text begins in the line.
    open: Vec<(String, usize)>,
    /// Links of the line, which stand after it.
    links: Vec<(String, String)>,
    table: Option<Columns>,
}

impl Gemtext {
    fn gap(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    fn end_link(&mut self) {
        if let Some((dest, begin)) = self.open.pop() {
            let text = self.line.chars().skip(begin).collect();
            let dest = dest.chars().filter(|c| !c.is_whitespace()).collect();
            self.links.push((dest, text));
        }
    }

    /// Writes a table in columns, and where its links lead.
    fn end_table(&mut self) {
        self.out.push_str("```\n");
        for line in self.table.take().unwrap_or_default().lines(WIDTH) {
            self.out.push_str(&line.replace("```", "` ``"));
            self.out.push('\n');
        }
        self.out.push_str("```\n");
        self.flush();
    }

    fn flush(&mut self) {
        let line = std::mem::take(&mut self.line);
        let mark = std::mem::take(&mut self.mark);
        if !line.trim().is_empty() {
            let quote = if self.quotes > 0 { "> " } else { "" };
            // Spaces that do not break stay.
            let words = line.split([' ', '\n', '\t']).filter(|word| !word.is_empty());
            let line = words.collect::<Vec<_>>().join(" ");
            match quote.is_empty() && mark.is_empty() {
                true => self.out.push_str(&gemtext_line(&line)),
                false => self.out.push_str(&format!("{quote}{mark}{line}")),
            }
            self.out.push('\n');
        }
        for (dest, text) in std::mem::take(&mut self.links) {
            self.out.push_str(format!("=> {dest} {text}").trim_end());
            self.out.push('\n');
        }
    }
}
