//! Prose as blocks: what a chapter written in Markdown consists of.
//!
//! A chapter has a title (`#`), heads (`##`), paragraphs, lists, tables, *stress* and **strong** words. A
//! picture `![alt](name)` asks for a diagram that the book knows by name; a quotation right after
//! it holds the call-outs that stand beside it. On pages of the user's own `![alt](file.png "Caption")`
//! is a picture from a file.

use super::BadBook;
use super::paragraph::Span;
use super::pictures::Picture;
use super::tabular::{MOST_COLUMNS, Tabular};
use crate::figure::{Anchor, Face};
use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeWithOffset};
use std::ops::Range;
use std::sync::Arc;

/// The diagrams that a chapter may ask for: a fresh deal, the same with its face-down cards shown, and a
/// position with its next moves.
pub(super) const PICTURES: [&str; 3] = ["start", "shown", "next"];
/// The longest caption, in letters: a few lines.
const LONGEST_CAPTION: usize = 300;

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
    /// A picture of the user's own.
    Picture(OwnPicture),
    /// A table in words.
    Tabular(Tabular),
}

/// A picture of the user's own, with its words.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnPicture {
    /// The picture.
    pub picture: Arc<Picture>,
    /// What it shows, for those who do not see it.
    pub alt: String,
    /// What stands under it; may be empty.
    pub caption: String,
}

/// What pages of the user's own are read with.
pub(super) struct Own<'a> {
    /// Refuses a text if a face lacks one of its letters.
    pub check: &'a dyn Fn(Face, &str) -> Result<(), Lacking>,
    /// Sets a text in parts as the language wants it.
    pub typed: &'a dyn Fn(&[&str]) -> Vec<String>,
    /// The picture of a file, or why there is none.
    pub picture: &'a dyn Fn(&str) -> Result<Arc<Picture>, String>,
}

/// A letter that a face lacks, and what is to be said of it.
pub(super) struct Lacking {
    pub letter: char,
    pub what: String,
}

/// Reads a chapter that is typeset already; `place` is the file's name for messages.
///
/// # Errors
/// If it holds what a printed chapter cannot: HTML, code, rules, links, pictures from files.
pub fn read_chapter(place: &str, text: &str) -> Result<Vec<Block>, BadBook> {
    read(place, text, None)
}

/// Reads a page of the user's own as it was typed, with its pictures; its quotation marks, dashes and spaces are set.
///
/// # Errors
/// As [`read_chapter`]; if a picture cannot be printed or has no words, or a letter is in none of our faces.
pub(super) fn read_own(place: &str, text: &str, own: &Own<'_>) -> Result<Vec<Block>, BadBook> {
    read(place, text, Some(own))
}

fn read(place: &str, text: &str, own: Option<&Own<'_>>) -> Result<Vec<Block>, BadBook> {
    let mut reader = Reader::new(own);
    let events = TextMergeWithOffset::new(Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter());
    for (event, range) in events {
        reader.take(event).map_err(|fault| {
            let at = fault.place(text, range);
            let before = &text[..at];
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&letter| letter != '\n').count() + 1;
            BadBook::Chapter { place: format!("{place}:{line}:{column}"), what: fault.what }
        })?;
    }
    Ok(reader.blocks)
}

/// What is wrong, and the letter that is, if it is one.
struct Fault {
    what: String,
    letter: Option<char>,
}

impl Fault {
    /// Where it is, in the text of which a range is wrong.
    fn place(&self, text: &str, range: Range<usize>) -> usize {
        let found = self.letter.and_then(|letter| text[range.clone()].rfind(letter));
        range.start + found.unwrap_or(0)
    }
}

impl From<String> for Fault {
    fn from(what: String) -> Fault {
        Fault { what, letter: None }
    }
}

impl From<&str> for Fault {
    fn from(what: &str) -> Fault {
        what.to_string().into()
    }
}

impl From<Lacking> for Fault {
    fn from(Lacking { letter, what }: Lacking) -> Fault {
        Fault { what, letter: Some(letter) }
    }
}

struct Reader<'a> {
    /// What a page of the user's own is read with; other chapters are set already.
    own: Option<&'a Own<'a>>,
    blocks: Vec<Block>,
    spans: Vec<Span>,
    strong: usize,
    stress: usize,
    /// The next number of each open list; nothing for bullets.
    lists: Vec<Option<u64>>,
    in_head: bool,
    /// The picture whose words are being read.
    picture: Option<OpenPicture>,
    /// Whether the open paragraph holds a picture from a file.
    has_picture: bool,
    quote: Option<Vec<Vec<Span>>>,
    /// The open table, and its row of heads or the open row under them.
    table: Option<Tabular>,
    row: Vec<Vec<Span>>,
}

/// A picture whose words are being read.
struct OpenPicture {
    name: String,
    caption: String,
    alt: String,
}

impl<'a> Reader<'a> {
    fn new(own: Option<&'a Own<'a>>) -> Reader<'a> {
        Reader {
            own,
            blocks: Vec::new(),
            spans: Vec::new(),
            strong: 0,
            stress: 0,
            lists: Vec::new(),
            in_head: false,
            picture: None,
            has_picture: false,
            quote: None,
            table: None,
            row: Vec::new(),
        }
    }

    fn take(&mut self, event: Event<'_>) -> Result<(), Fault> {
        match event {
            Event::Start(tag) => self.open(tag)?,
            Event::End(tag) => self.close(tag)?,
            Event::Text(text) => self.text(&text)?,
            Event::HardBreak => self.text("\n")?,
            Event::SoftBreak => self.text(" ")?,
            Event::Html(_) | Event::InlineHtml(_) => {
                return Err("HTML cannot be printed; write plain Markdown".into());
            }
            Event::Code(_) => return Err("code cannot be printed; take the back-quotes away".into()),
            Event::Rule => return Err("rules between paragraphs are not printed; use a head (##)".into()),
            other => return Err(format!("{other:?} cannot be printed").into()),
        }
        Ok(())
    }

    fn open(&mut self, tag: Tag<'_>) -> Result<(), Fault> {
        match tag {
            Tag::Paragraph => self.has_picture = false,
            Tag::Heading { .. } => self.in_head = true,
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
                return Err(
                    format!("a table has {MOST_COLUMNS} columns at most; this one has {count}").into()
                );
            }
            Tag::Table(sides) => {
                let sides = sides.into_iter().map(anchor).collect();
                self.table = Some(Tabular { sides, ..Tabular::default() });
            }
            Tag::TableHead | Tag::TableRow | Tag::TableCell => {}
            Tag::Image { dest_url, title, .. } => self.open_picture(&dest_url, &title)?,
            Tag::Link { .. } => return Err("a link cannot be printed; write the address as text".into()),
            Tag::CodeBlock(_) => {
                return Err("code cannot be printed; text must not be set in by four spaces".into());
            }
            Tag::HtmlBlock => return Err("HTML cannot be printed; write plain Markdown".into()),
            other => return Err(format!("{other:?} cannot be printed").into()),
        }
        Ok(())
    }

    fn open_picture(&mut self, name: &str, caption: &str) -> Result<(), Fault> {
        let is_diagram = PICTURES.contains(&name);
        if self.picture.is_some() {
            return Err("the words of a picture hold another picture".into());
        }
        if is_diagram && !caption.is_empty() {
            return Err("a diagram has no caption; its notes are a quotation right after it".into());
        }
        if !is_diagram && self.own.is_none() {
            return Err(format!(
                "`{}`: pictures from files are not printed here; the book's own are {}",
                crate::card::shorten(name),
                PICTURES.map(|name| format!("`{name}`")).join(", ")
            )
            .into());
        }
        let is_within =
            self.in_head || !self.lists.is_empty() || self.quote.is_some() || self.table.is_some();
        if !is_diagram && is_within {
            let what =
                "a picture stands in a paragraph of its own, not in a head, a list, a table or a quotation";
            return Err(what.into());
        }
        let (name, caption) = (name.to_string(), caption.split_whitespace().collect::<Vec<_>>().join(" "));
        self.picture = Some(OpenPicture { name, caption, alt: String::new() });
        Ok(())
    }

    fn close_picture(&mut self) -> Result<(), Fault> {
        let Some(OpenPicture { name, caption, alt }) = self.picture.take() else { return Ok(()) };
        let (Some(own), false) = (self.own, PICTURES.contains(&name.as_str())) else {
            self.blocks.push(Block::Figure { name, notes: Vec::new() });
            return Ok(());
        };
        let alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
        let bad = |what: String| Fault::from(format!("`{name}`: {what}"));
        if alt.is_empty() {
            let example = format!("![A hand of cards]({name})");
            return Err(bad(format!("say what it shows, for those who do not see it: {example}")));
        }
        if caption.chars().count() > LONGEST_CAPTION {
            return Err(bad(format!(
                "a caption has {LONGEST_CAPTION} letters at most; put the rest into the text"
            )));
        }
        (own.check)(Face::SerifItalic, &caption)?;
        let caption = (own.typed)(&[&caption]).concat();
        let alt = (own.typed)(&[&alt]).concat();
        let picture = (own.picture)(&name)?;
        self.has_picture = true;
        self.blocks.push(Block::Picture(OwnPicture { picture, alt, caption }));
        Ok(())
    }

    fn close(&mut self, tag: TagEnd) -> Result<(), Fault> {
        match tag {
            TagEnd::Strong => self.strong -= 1,
            TagEnd::Emphasis => self.stress -= 1,
            TagEnd::Heading(level) => {
                self.in_head = false;
                let text = plain(&self.take_spans());
                self.blocks.push(match level {
                    HeadingLevel::H1 => Block::Title(text),
                    HeadingLevel::H2 => Block::Head(text),
                    _ => return Err("heads have one or two #".into()),
                });
            }
            TagEnd::Paragraph if self.lists.is_empty() => {
                let spans = self.take_spans();
                let is_blank = spans.iter().all(|span| span.text.trim().is_empty());
                if self.has_picture && !is_blank {
                    let what = "text stands beside a picture; leave an empty line between them";
                    return Err(what.into());
                }
                match &mut self.quote {
                    Some(notes) => notes.push(spans),
                    None if is_blank => {}
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
                let text = self.take_spans();
                self.blocks.push(Block::Entry { mark, text });
            }
            TagEnd::List(_) => drop(self.lists.pop()),
            TagEnd::TableCell => {
                let cell = self.take_spans();
                self.row.push(cell);
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                let row = std::mem::take(&mut self.row);
                match self.table.as_mut() {
                    Some(table) if tag == TagEnd::TableHead => table.heads = row,
                    Some(table) => table.rows.push(row),
                    None => {}
                }
            }
            TagEnd::Table => self.blocks.extend(self.table.take().map(Block::Tabular)),
            TagEnd::Image => self.close_picture()?,
            TagEnd::BlockQuote(_) => {
                let notes = self.quote.take().unwrap_or_default();
                match self.blocks.last_mut() {
                    Some(Block::Figure { notes: own, .. }) if own.is_empty() => *own = notes,
                    Some(Block::Picture(_)) => {
                        let what =
                            "a picture of your own has a caption, and no notes: ![…](file.png \"Caption\")";
                        return Err(what.into());
                    }
                    _ => {
                        let what =
                            "a quotation stands right after a picture of the book's own and holds its notes";
                        return Err(what.into());
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The words of a paragraph, a head, an item or a cell, set if they are the user's own: quotation marks
    /// are set in pairs, which may stand in different faces.
    fn take_spans(&mut self) -> Vec<Span> {
        let mut spans = std::mem::take(&mut self.spans);
        if let Some(own) = self.own {
            let parts: Vec<&str> = spans.iter().map(|span| span.text.as_str()).collect();
            let set = (own.typed)(&parts);
            spans.iter_mut().zip(set).for_each(|(span, text)| span.text = text);
        }
        spans
    }

    fn text(&mut self, text: &str) -> Result<(), Fault> {
        if let Some(picture) = &mut self.picture {
            picture.alt.push_str(text);
            return Ok(());
        }
        let sans = self.quote.is_some();
        let face = match (sans, self.strong > 0, self.stress > 0) {
            (true, true, _) => Face::SansSemibold,
            (true, false, _) => Face::Sans,
            (false, true, _) => Face::SerifSemibold,
            (false, false, true) => Face::SerifItalic,
            (false, false, false) => Face::Serif,
        };
        if let Some(own) = self.own {
            (own.check)(face, text)?;
        }
        match self.spans.last_mut() {
            Some(last) if last.face == face => last.text.push_str(text),
            _ => self.spans.push(Span::new(face, text)),
        }
        Ok(())
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
    use crate::words::Language;

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
        let text = "| Qui ? | Quoi |\n| :-: | :--- |\n| l'as | « oui » : *non* ! |\n\nUn \"*beau* jeu\".\n";
        let typed = |parts: &[&str]| french.typed_parts(parts);
        let own = Own { check: &|_, _| Ok(()), typed: &typed, picture: &|_| Err("none".into()) };
        let blocks = read_own("x.md", text, &own).unwrap();
        let Block::Tabular(table) = &blocks[0] else { panic!("{blocks:?}") };
        assert_eq!(plain(&table.heads[0]), "Qui\u{202f}?");
        assert_eq!(plain(&table.rows[0][0]), "l’as");
        assert_eq!(plain(&table.rows[0][1]), "«\u{202f}oui\u{202f}»\u{a0}: non\u{202f}!");
        let Block::Paragraph(spans) = &blocks[1] else { panic!("{blocks:?}") };
        assert_eq!(plain(spans), "Un «\u{202f}beau jeu\u{202f}».");
    }

    #[test]
    fn what_cannot_be_printed_is_refused_with_its_place() {
        let message = |text: &str| read_chapter("x.md", text).unwrap_err().to_string();
        assert!(message("one\n\n<b>two</b>\n").starts_with("x.md:3:1: HTML"));
        assert!(message("a `b`").contains("x.md:1:3: code"));
        assert!(message("a [b](c)").contains("link"));
        assert!(
            message("a\n\n![A cat](cat.png)").starts_with("x.md:3:1: `cat.png`: pictures from files are not")
        );
        assert!(message("> alone").contains("picture"));
        assert!(message("### three").contains("one or two"));
        let wide = format!("{}\n{}\n", "| a ".repeat(9), "|---".repeat(9));
        assert!(message(&wide).starts_with("x.md:1:1: a table has 8 columns at most; this one has 9"));
        assert!(message("- x\n\n  | a |\n  |---|\n").contains("by itself"));
    }
}
