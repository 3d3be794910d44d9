//! Markdown as plain text: headings underlined, paragraphs and lists broken at a width, code as it is.

use super::columns::{Columns, broken};
use crate::markdown::options;
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

/// The columns of plain text.
const WIDTH: usize = 76;
/// The fewest columns of a line, however deep it stands in lists and quotations.
const NARROWEST: usize = 20;
/// What stands before lines of code.
const CODE: &str = "    ";

/// Markdown as plain text, lines at most 76 columns wide where words allow it.
///
/// ```
/// let text = dealpress::words::plain("# Rules\n\n- one *card*\n- [two](a.html)\n\n> Well.\n");
/// assert_eq!(text, "Rules\n=====\n\n- one card\n- two (a.html)\n\n> Well.\n");
/// ```
pub fn plain(markdown: &str) -> String {
    plain_events(Parser::new_ext(markdown, options()))
}

/// What has been read of Markdown, as plain text.
pub(crate) fn plain_events<'a>(events: impl IntoIterator<Item = Event<'a>>) -> String {
    let mut writer = Writer::default();
    for event in events {
        writer.take(event);
    }
    writer.flush();
    writer.out
}

/// What stands about a text.
enum Around {
    Quotation,
    /// An item of a list, with its mark until it is written, and how wide that is.
    Item(Option<String>, usize),
}

#[derive(Default)]
struct Writer {
    out: String,
    /// The paragraph that is being read.
    text: String,
    around: Vec<Around>,
    /// The number of the next item of each list that is open; nothing where they are not numbered.
    lists: Vec<Option<u64>>,
    /// Links that are being read: where they lead, and where their words begin.
    links: Vec<(String, usize)>,
    code: Option<String>,
    table: Option<Columns>,
    /// Whether nothing has been written yet of the item or quotation that was begun last.
    is_first: bool,
}

impl Writer {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Text(piece) | Event::Code(piece) => match &mut self.code {
                Some(code) => code.push_str(&piece),
                None => self.text.push_str(&piece),
            },
            Event::SoftBreak => self.text.push(' '),
            Event::HardBreak if self.table.is_some() || !self.links.is_empty() => self.text.push(' '),
            Event::HardBreak => self.flush(),
            Event::Rule => {
                self.part();
                self.line(&"-".repeat(self.width().min(24)));
            }
            Event::Start(tag) => self.open(tag),
            Event::End(tag) => self.close(tag),
            _ => {}
        }
    }

    fn open(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::Heading { .. } => {
                self.flush();
                self.part();
            }
            Tag::List(first) => {
                self.flush();
                if self.lists.is_empty() {
                    self.part();
                }
                self.lists.push(first);
            }
            Tag::Item => {
                let mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_string(),
                };
                let width = mark.chars().count();
                self.around.push(Around::Item(Some(mark), width));
                self.is_first = true;
            }
            Tag::BlockQuote(_) => {
                self.flush();
                self.part();
                self.around.push(Around::Quotation);
                self.is_first = true;
            }
            Tag::CodeBlock(_) => {
                self.flush();
                self.part();
                self.code = Some(String::new());
            }
            Tag::Table(sides) => {
                self.flush();
                self.part();
                self.table = Some(Columns { sides, rows: Vec::new() });
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.rows.push(Vec::new());
                }
            }
            Tag::Link { dest_url, .. } => self.links.push((dest_url.to_string(), self.text.len())),
            _ => {}
        }
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => self.flush(),
            TagEnd::Heading(level) => {
                let line = if level == HeadingLevel::H1 { "=" } else { "-" };
                let heading = std::mem::take(&mut self.text);
                self.line(&heading);
                self.line(&line.repeat(heading.chars().count()));
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::Item => {
                self.flush();
                self.around.pop();
                self.is_first = false;
            }
            TagEnd::BlockQuote(_) => {
                self.flush();
                self.around.pop();
                self.is_first = false;
            }
            TagEnd::CodeBlock => {
                for line in self.code.take().unwrap_or_default().lines() {
                    self.line(&format!("{CODE}{line}"));
                }
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text);
                if let Some(row) = self.table.as_mut().and_then(|table| table.rows.last_mut()) {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                for line in self.table.take().unwrap_or_default().lines(self.width()) {
                    self.line(&line);
                }
            }
            TagEnd::Link => self.end_link(),
            _ => {}
        }
    }

    /// Writes where a link leads behind its words, unless they say it or it leads to the page itself.
    fn end_link(&mut self) {
        let Some((leads, begin)) = self.links.pop() else { return };
        let words = self.text.get(begin..).unwrap_or("").trim();
        let bare = leads.strip_prefix("mailto:").unwrap_or(&leads);
        if words == leads || words == bare || bare.is_empty() || bare.starts_with('#') {
            return;
        }
        match words.is_empty() {
            true => self.text.push_str(bare),
            false => self.text.push_str(&format!(" ({bare})")),
        }
    }

    /// An empty line, unless the text, an item or a quotation begins here.
    fn part(&mut self) {
        if self.out.is_empty() || std::mem::take(&mut self.is_first) {
            return;
        }
        let before = self.before(false);
        self.out.push_str(before.trim_end());
        self.out.push('\n');
    }

    /// What stands before a line; the marks of items only once.
    fn before(&mut self, with_marks: bool) -> String {
        let mut before = String::new();
        for around in &mut self.around {
            match around {
                Around::Quotation => before.push_str("> "),
                Around::Item(mark, width) => match mark.take_if(|_| with_marks) {
                    Some(mark) => before.push_str(&mark),
                    None => before.push_str(&" ".repeat(*width)),
                },
            }
        }
        before
    }

    /// How wide a text may be here.
    fn width(&self) -> usize {
        let indent = |around: &Around| match around {
            Around::Quotation => 2,
            Around::Item(_, width) => *width,
        };
        WIDTH.saturating_sub(self.around.iter().map(indent).sum()).max(NARROWEST)
    }

    fn line(&mut self, line: &str) {
        let before = self.before(true);
        self.out.push_str(format!("{before}{line}").trim_end());
        self.out.push('\n');
        self.is_first = false;
    }

    /// Writes a paragraph or the words of an item.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        for line in broken(&text, self.width()) {
            self.line(&line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_kept_line_by_line() {
        assert_eq!(plain("One.\n\n```\na  b\n\n  c\n```\nTwo.\n"), "One.\n\n    a  b\n\n      c\n\nTwo.\n");
        assert_eq!(plain("- a\n\n  ~~~\n  x\n  ~~~\n"), "- a\n\n      x\n");
    }

    #[test]
    fn links_tell_where_they_lead_unless_their_words_do() {
        let text = "[a](b.html \"t\"), <https://c.d/>, <e@f.g>, [h](#i), [](j), ![k](l.png)";
        assert_eq!(plain(text), "a (b.html), https://c.d/, e@f.g, h, j, k\n");
    }

    #[test]
    fn quotations_lists_and_rules_are_marked() {
        let text = "> one\n>\n> two\n> - three\n\n---\n\n7. a\n8. b\n   - c\n\n   d\\\n   e\n";
        assert_eq!(
            plain(text),
            "> one\n>\n> two\n>\n> - three\n\n------------------------\n\n7. a\n8. b\n   - c\n\n   d\n   e\n"
        );
        let long = plain(&format!("> - {}\n", "word ".repeat(40)));
        assert!(
            long.lines().all(|line| line.len() <= WIDTH)
                && long.lines().nth(1).unwrap().starts_with(">   word")
        );
    }

    #[test]
    fn tables_have_columns() {
        let text = plain("Before.\n\n| A | *B* |\n|---|--:|\n| a `x` | 1 |\n| [c](d) | 12 |\n\nAfter.\n");
        assert_eq!(text, "Before.\n\nA       B\n-----  --\na x     1\nc (d)  12\n\nAfter.\n");
    }
}
