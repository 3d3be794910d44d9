//! Prose as blocks: what a chapter written in Markdown consists of.
//!
//! A chapter has a title (`#`), heads (`##`), paragraphs, lists, *stress* and **strong** words. A
//! picture `![alt](name)` asks for a diagram that the book knows by name; a quotation right after
//! it holds the call-outs that stand beside it.

use super::BadBook;
use super::paragraph::Span;
use crate::figure::Face;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

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
}

/// Reads a chapter; `place` is the file's name for messages.
///
/// # Errors
/// If it holds what a printed chapter cannot: HTML, tables, code, rules, links.
pub fn read_chapter(place: &str, text: &str) -> Result<Vec<Block>, BadBook> {
    let mut reader = Reader::default();
    for (event, range) in Parser::new_ext(text, Options::empty()).into_offset_iter() {
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
struct Reader {
    blocks: Vec<Block>,
    spans: Vec<Span>,
    strong: usize,
    stress: usize,
    /// The next number of each open list; nothing for bullets.
    lists: Vec<Option<u64>>,
    picture: bool,
    quote: Option<Vec<Vec<Span>>>,
}

impl Reader {
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

fn plain(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn what_cannot_be_printed_is_refused_with_its_place() {
        let message = |text: &str| read_chapter("x.md", text).unwrap_err().to_string();
        assert!(message("one\n\n<b>two</b>\n").starts_with("x.md:3:1: HTML"));
        assert!(message("a `b`").contains("x.md:1:3: code"));
        assert!(message("a [b](c)").contains("link"));
        assert!(message("a\n\n![A cat](cat.png)").starts_with("x.md:3:1: `cat.png`: pictures from files"));
        assert!(message("> alone").contains("picture"));
        assert!(message("### three").contains("one or two"));
    }
}
