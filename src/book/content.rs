//! Prose as blocks: what a chapter written in Markdown consists of.
//!
//! A chapter has a title (`#`), heads (`##`), paragraphs, lists, tables, *stress* and **strong** words. A
//! picture `![alt](name)` asks for a diagram that the book knows by name; a quotation right after
//! it holds the call-outs that stand beside it.

use super::BadBook;
use super::paragraph::Span;
use super::tabular::{MOST_COLUMNS, Tabular};
use crate::figure::{Anchor, Face};
use crate::words::Language;
use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeWithOffset};

/// The diagrams that a chapter may ask for: a fresh deal, the same with its face-down cards shown, and a
/// position with its next moves.
const PICTURES: [&str; 3] = ["start", "shown", "next"];

/// A block of a chapter.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// The title of the chapter.
    Title(String),
    /// The head of a section.
    Head(String),
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// An item of a list, with its mark ("1." or a bullet).
    Entry {
        /// What stands before it.
        mark: String,
        /// What it says.
        text: Vec<Span>,
    },
    /// A diagram and the notes beside it.
    Figure {
        /// The name by which the book knows it.
        name: String,
        /// The notes, a paragraph each.
        notes: Vec<Vec<Span>>,
    },
    /// A table in words.
    Tabular(Tabular),
}

/// Reads a chapter that is typeset already; `place` is the file's name for messages.
///
/// # Errors
/// If it holds what a printed chapter cannot: HTML, code, rules, links.
pub fn read_chapter(place: &str, text: &str) -> Result<Vec<Block>, BadBook> {
    read(place, text, None)
}

/// Reads a chapter as its author typed it, and sets its spaces and apostrophes as the language has them.
///
/// # Errors
/// As [`read_chapter`].
pub fn read_typed(place: &str, text: &str, language: &Language) -> Result<Vec<Block>, BadBook> {
    read(place, text, Some(language))
}

fn read(place: &str, text: &str, language: Option<&Language>) -> Result<Vec<Block>, BadBook> {
    let mut reader = Reader { language, ..Reader::default() };
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    for (event, range) in TextMergeWithOffset::new(events) {
        reader.take(event).map_err(|what| {
            let before = &text[..range.start];
            let line = before.matches('\n').count() + 1;
            let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
            BadBook::Chapter { place: format!("{place}:{line}:{column}"), what }
        })?;
    }
    Ok(reader.blocks)
}

#[derive(Default)]
struct Reader<'a> {
    /// The language that the text is still to be set in.
    language: Option<&'a Language>,
    blocks: Vec<Block>,
    spans: Vec<Span>,
    strong: usize,
    stress: usize,
    /// The next number of each open list; nothing for bullets.
    lists: Vec<Option<u64>>,
    picture: bool,
    quote: Option<Vec<Vec<Span>>>,
    /// The open table, and its row of heads or the open row under them.
    table: Option<Tabular>,
    row: Vec<Vec<Span>>,
}

impl Reader<'_> {
    fn take(&mut self, event: Event<'_>) -> Result<(), String> {
        match event {
            Event::Start(tag) => self.open(tag)?,
            Event::End(tag) => self.close(tag)?,
            Event::Text(text) if !self.picture => self.text(&text),
            Event::Text(_) => {}
            Event::HardBreak => self.text("\n"),
            Event::SoftBreak => self.text(" "),
            Event::Html(_) | Event::InlineHtml(_) => {
                return Err("HTML cannot be printed; write plain Markdown".into());
            }
            Event::Code(_) => return Err("code cannot be printed; take the back-quotes away".into()),
            Event::Rule => return Err("rules between paragraphs are not printed; use a head (##)".into()),
            other => return Err(format!("{other:?} cannot be printed")),
        }
        Ok(())
    }

    fn open(&mut self, tag: Tag<'_>) -> Result<(), String> {
        match tag {
            Tag::Paragraph | Tag::Heading { .. } => {}
            Tag::Strong => self.strong += 1,
            Tag::Emphasis => self.stress += 1,
            Tag::List(first) => self.lists.push(first),
            Tag::Item => {}
            Tag::BlockQuote(_) => self.quote = Some(Vec::new()),
            Tag::Table(_) if self.quote.is_some() || !self.lists.is_empty() => {
                return Err("a table stands by itself, not in a list or in notes".into());
            }
            Tag::Table(sides) if sides.len() > MOST_COLUMNS => {
                let count = sides.len();
                return Err(format!("a table has {MOST_COLUMNS} columns at most; this one has {count}"));
            }
            Tag::Table(sides) => {
                let sides = sides.into_iter().map(anchor).collect();
                self.table = Some(Tabular { sides, ..Tabular::default() });
            }
            Tag::TableHead | Tag::TableRow | Tag::TableCell => {}
            Tag::Image { dest_url, .. } => {
                if !PICTURES.contains(&&*dest_url) {
                    let name = crate::card::shorten(&dest_url);
                    return Err(format!(
                        "`{name}`: pictures from files are not printed; the book's own are {}",
                        PICTURES.map(|name| format!("`{name}`")).join(", ")
                    ));
                }
                self.picture = true;
                self.blocks.push(Block::Figure { name: dest_url.to_string(), notes: Vec::new() });
            }
            Tag::Link { .. } => return Err("a link cannot be printed; write the address as text".into()),
            Tag::CodeBlock(_) => {
                return Err("code cannot be printed; text must not be set in by four spaces".into());
            }
            Tag::HtmlBlock => return Err("HTML cannot be printed; write plain Markdown".into()),
            other => return Err(format!("{other:?} cannot be printed")),
        }
        Ok(())
    }

    fn close(&mut self, tag: TagEnd) -> Result<(), String> {
        match tag {
            TagEnd::Strong => self.strong -= 1,
            TagEnd::Emphasis => self.stress -= 1,
            TagEnd::Heading(level) => {
                let text = plain(&std::mem::take(&mut self.spans));
                self.blocks.push(match level {
                    HeadingLevel::H1 => Block::Title(text),
                    HeadingLevel::H2 => Block::Head(text),
                    _ => return Err("heads have one or two #".into()),
                });
            }
            TagEnd::Paragraph if self.lists.is_empty() => {
                let spans = std::mem::take(&mut self.spans);
                match &mut self.quote {
                    Some(notes) => notes.push(spans),
                    None if spans.is_empty() => {}
                    None => self.blocks.push(Block::Paragraph(spans)),
                }
            }
            TagEnd::Item => {
                let mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}.", *number - 1)
                    }
                    _ => "•".to_string(),
                };
                let text = std::mem::take(&mut self.spans);
                self.blocks.push(Block::Entry { mark, text });
            }
            TagEnd::List(_) => drop(self.lists.pop()),
            TagEnd::TableCell => self.row.push(std::mem::take(&mut self.spans)),
            TagEnd::TableHead | TagEnd::TableRow => {
                let row = std::mem::take(&mut self.row);
                match self.table.as_mut() {
                    Some(table) if tag == TagEnd::TableHead => table.heads = row,
                    Some(table) => table.rows.push(row),
                    None => {}
                }
            }
            TagEnd::Table => self.blocks.extend(self.table.take().map(Block::Tabular)),
            TagEnd::Image => self.picture = false,
            TagEnd::BlockQuote(_) => {
                let notes = self.quote.take().unwrap_or_default();
                match self.blocks.last_mut() {
                    Some(Block::Figure { notes: own, .. }) if own.is_empty() => *own = notes,
                    _ => return Err("a quotation stands right after a picture and holds its notes".into()),
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        let set = self.language.map(|language| language.typeset(text));
        let text = set.as_deref().unwrap_or(text);
        let sans = self.quote.is_some();
        let face = match (sans, self.strong > 0, self.stress > 0) {
            (true, true, _) => Face::SansSemibold,
            (true, false, _) => Face::Sans,
            (false, true, _) => Face::SerifSemibold,
            (false, false, true) => Face::SerifItalic,
            (false, false, false) => Face::Serif,
        };
        match self.spans.last_mut() {
            Some(last) if last.face == face => last.text.push_str(text),
            _ => self.spans.push(Span::new(face, text)),
        }
    }
}

/// On which side the words of a column stand.
fn anchor(side: Alignment) -> Anchor {
    match side {
        Alignment::None | Alignment::Left => Anchor::Start,
        Alignment::Center => Anchor::Middle,
        Alignment::Right => Anchor::End,
    }
}

fn plain(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Assets;

    #[test]
    fn a_chapter_is_read_with_faces_lists_and_call_outs() {
        let text =
            "# Title\n\nOne *two*\nthree.\n\n1. first\n2. second\n\n![Start](start)\n\n> **Top** row\n";
        let blocks = read_chapter("x.md", text).unwrap();
        assert_eq!(blocks[0], Block::Title("Title".into()));
        let Block::Paragraph(spans) = &blocks[1] else { panic!("{blocks:?}") };
        assert_eq!(spans[1], Span::new(Face::SerifItalic, "two"));
        assert_eq!(plain(spans), "One two three.");
        assert!(matches!(&blocks[3], Block::Entry { mark, .. } if mark == "2."));
        assert!(matches!(&blocks[4], Block::Figure { name, notes } if name == "start" && notes.len() == 1));
        assert_eq!(blocks.len(), 5);
    }

    #[test]
    fn a_table_is_read_with_its_sides_and_its_short_rows() {
        let text = "| One | *Two* |\n|---|--:|\n| a | 1 |\n| b |\n\nAfter it.\n";
        let blocks = read_chapter("x.md", text).unwrap();
        let Block::Tabular(table) = &blocks[0] else { panic!("{blocks:?}") };
        assert_eq!(table.sides, [Anchor::Start, Anchor::End]);
        assert_eq!(table.heads[1], [Span::new(Face::SerifItalic, "Two")]);
        assert_eq!(table.rows.len(), 2);
        assert_eq!(table.rows[1], [vec![Span::new(Face::Serif, "b")], vec![]]);
        assert!(matches!(blocks[1], Block::Paragraph(_)));
    }

    #[test]
    fn the_signs_of_a_typed_page_are_no_punctuation() {
        let french = Language::load(&Assets::embedded(), "fr").unwrap();
        let text = "| Qui ? | Quoi |\n| :-: | :--- |\n| l'as | « oui » : *non* ! |\n";
        let blocks = read_typed("x.md", text, &french).unwrap();
        let Block::Tabular(table) = &blocks[0] else { panic!("{blocks:?}") };
        assert_eq!(plain(&table.heads[0]), "Qui\u{202f}?");
        assert_eq!(plain(&table.rows[0][0]), "l’as");
        assert_eq!(plain(&table.rows[0][1]), "«\u{202f}oui\u{202f}»\u{a0}: non\u{202f}!");
    }

    #[test]
    fn what_cannot_be_printed_is_refused_with_its_place() {
        let message = |text: &str| read_chapter("x.md", text).unwrap_err().to_string();
        assert!(message("one\n\n<b>two</b>\n").starts_with("x.md:3:1: HTML"));
        assert!(message("a `b`").contains("x.md:1:3: code"));
        assert!(message("a [b](c)").contains("link"));
        assert!(message("a\n\n![A cat](cat.png)").starts_with("x.md:3:1: `cat.png`: pictures from files"));
        assert!(message("> alone").contains("picture"));
        assert!(message("### three").contains("one or two"));
        let wide = format!("{}\n{}\n", "| a ".repeat(9), "|---".repeat(9));
        assert!(message(&wide).starts_with("x.md:1:1: a table has 8 columns at most; this one has 9"));
        assert!(message("- x\n\n  | a |\n  |---|\n").contains("by itself"));
    }
}
