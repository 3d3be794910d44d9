//! The author's Markdown as HTML.

use super::{harmless, shown};
use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, Tag, TagEnd};

/// Markdown as HTML; its headings begin at a level, and none is skipped.
pub fn html(markdown: &str, first_level: usize) -> String {
    let markdown = harmless(markdown);
    let mut headings = Headings { first: first_level, last: first_level.saturating_sub(1), open: Vec::new() };
    let mut table = Table::default();
    let events = shown(&markdown);
    let events = events.iter().enumerate().map(|(at, event)| {
        let is_empty = matches!(events.get(at + 1), Some(Event::End(TagEnd::TableCell)));
        match table.tag(event, is_empty) {
            Some(tag) => Event::Html(tag),
            None => headings.fitted(event.clone()),
        }
    });
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, events);
    // Text holds no `>` that is not written out, so these are the ends of tags.
    out.replace(" />", ">")
}

/// The headings of a text, under those of its page.
struct Headings {
    first: usize,
    last: usize,
    open: Vec<HeadingLevel>,
}

impl Headings {
    fn fitted<'a>(&mut self, event: Event<'a>) -> Event<'a> {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                self.last = (level as usize).clamp(self.first, (self.last + 1).max(self.first)).min(6);
                let level = HeadingLevel::try_from(self.last).unwrap_or(HeadingLevel::H6);
                self.open.push(level);
                Event::Start(Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() })
            }
            Event::End(TagEnd::Heading(written)) => {
                Event::End(TagEnd::Heading(self.open.pop().unwrap_or(written)))
            }
            other => other,
        }
    }
}

/// A table whose heads say what they are the heads of.
#[derive(Default)]
struct Table {
    sides: Vec<Alignment>,
    in_head: bool,
    column: usize,
    /// What ends the cell that is open.
    end: &'static str,
}

impl Table {
    /// The tag of a part of a table; nothing for what is none.
    fn tag<'a>(&mut self, event: &Event<'_>, is_empty: bool) -> Option<CowStr<'a>> {
        let tag = match event {
            Event::Start(Tag::Table(sides)) => {
                self.sides.clone_from(sides);
                "<table>\n"
            }
            Event::Start(Tag::TableHead) => {
                (self.in_head, self.column) = (true, 0);
                "<thead>\n<tr>"
            }
            Event::Start(Tag::TableRow) => {
                self.column = 0;
                "<tr>"
            }
            Event::Start(Tag::TableCell) => return Some(self.cell(is_empty).into()),
            Event::End(TagEnd::TableCell) => self.end,
            Event::End(TagEnd::TableRow) => "</tr>\n",
            Event::End(TagEnd::TableHead) => {
                self.in_head = false;
                "</tr>\n</thead>\n<tbody>\n"
            }
            Event::End(TagEnd::Table) => "</tbody>\n</table>\n",
            _ => return None,
        };
        Some(tag.into())
    }

    fn cell(&mut self, is_empty: bool) -> String {
        let side = match self.sides.get(self.column) {
            Some(Alignment::Right) => " class=\"right\"",
            Some(Alignment::Center) => " class=\"center\"",
            _ => "",
        };
        self.column += 1;
        // A head without words is the head of nothing.
        let is_head = self.in_head && !is_empty;
        self.end = if is_head { "</th>" } else { "</td>" };
        match is_head {
            true => format!("<th scope=\"col\"{side}>"),
            false => format!("<td{side}>"),
        }
    }
}
