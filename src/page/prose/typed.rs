//! The author's Markdown with the signs of a language's own texts: quotation marks, apostrophes, dashes, spaces.

use super::harmless;
use super::markdown::changed;
use crate::markdown::options;
use crate::words::Language;
use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};
use std::ops::Range;

/// Stands for code and addresses while the words about them are set: they are words themselves.
const WORD: &str = "x";
/// Stands for a sign that the author has escaped: it is to stay as it is.
const SIGN: &str = "\u{e000}";

/// Markdown with its words set as the language sets its own; code, addresses, tags and signs behind a
/// backslash stay as they are.
///
/// ```
/// use dealpress::{assets::Assets, page::prose::typed, words::Language};
/// let english = Language::load(&Assets::embedded(), "en").unwrap();
/// assert_eq!(typed("It's \"*so*\": `it's`.", &english), "It’s “*so*”: `it's`.");
/// ```
pub fn typed(markdown: &str, language: &Language) -> String {
    let markdown = harmless(markdown);
    let mut setter = Setter { markdown: &markdown, language, block: Vec::new(), changes: Vec::new() };
    let mut end = 0;
    let (mut in_code, mut addresses) = (false, Vec::new());
    for (event, range) in Parser::new_ext(&markdown, options()).into_offset_iter() {
        let is_start = matches!(event, Event::Start(_));
        match event {
            Event::Text(_) if in_code => {}
            Event::Text(_) if addresses.last() == Some(&true) => setter.block.push(Piece::Other(WORD)),
            Event::Text(text) if markdown[range.clone()] == *text => setter.text(range.clone(), end),
            Event::Text(_) => setter.block.push(Piece::Other(SIGN)),
            Event::Code(_) | Event::Html(_) | Event::InlineHtml(_) | Event::FootnoteReference(_) => {
                setter.block.push(Piece::Other(WORD));
            }
            Event::SoftBreak | Event::HardBreak => setter.block.push(Piece::Other(" ")),
            Event::Start(Tag::Link { link_type, .. }) => {
                addresses.push(matches!(link_type, LinkType::Autolink | LinkType::Email));
            }
            Event::End(TagEnd::Link) => {
                addresses.pop();
            }
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Image { .. })
            | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Image) => {}
            Event::Start(tag) => {
                in_code = matches!(tag, Tag::CodeBlock(_));
                setter.end_block();
            }
            Event::End(_) => {
                in_code = false;
                setter.end_block();
            }
            _ => setter.end_block(),
        }
        end = if is_start { range.start } else { range.end };
    }
    setter.end_block();
    let changes = setter.changes;
    let set = changed(&markdown, changes);
    // A sign may part or join what Markdown reads; then all stays as it was written.
    if is_alike(&markdown, &set) { set } else { markdown }
}

/// Whether two texts differ in their words alone.
fn is_alike(one: &str, other: &str) -> bool {
    let parts = |text| {
        let is_part = |event: &Event<'_>| !matches!(event, Event::Text(_));
        Parser::new_ext(text, options()).filter(is_part)
    };
    parts(one).eq(parts(other))
}

/// A piece of a paragraph, a heading or a cell.
enum Piece {
    /// Words, and where they stand.
    Words(Range<usize>),
    /// What stands for something else.
    Other(&'static str),
}

struct Setter<'a> {
    markdown: &'a str,
    language: &'a Language,
    block: Vec<Piece>,
    changes: Vec<(Range<usize>, String)>,
}

impl Setter<'_> {
    /// Takes words; `end` is where what was read before them ended.
    fn text(&mut self, mut range: Range<usize>, end: usize) {
        let is_escaped = end < range.start && self.markdown[..range.start].ends_with('\\');
        if is_escaped && let Some(sign) = self.markdown[range.clone()].chars().next() {
            self.block.push(Piece::Other(SIGN));
            range.start += sign.len_utf8();
        }
        // Addresses that are no links are none of the language's words either.
        let text = &self.markdown[range.clone()];
        let mut begin = 0;
        for word in text.split_inclusive(' ') {
            let bare = word.trim_end();
            if bare.contains("://") || bare.starts_with("www.") {
                let at = word.as_ptr() as usize - text.as_ptr() as usize;
                self.words(range.start + begin..range.start + at);
                self.block.push(Piece::Other(WORD));
                begin = at + bare.len();
            }
        }
        self.words(range.start + begin..range.end);
    }

    fn words(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.block.push(Piece::Words(range));
        }
    }

    /// Sets what was read of a block, whose marks find their others across faces.
    fn end_block(&mut self) {
        let block = std::mem::take(&mut self.block);
        let text = |piece: &Piece| match piece {
            Piece::Words(range) => self.markdown[range.clone()].to_string(),
            Piece::Other(other) => other.to_string(),
        };
        let texts: Vec<String> = block.iter().map(text).collect();
        let parts: Vec<&str> = texts.iter().map(String::as_str).collect();
        for (piece, set) in block.into_iter().zip(self.language.typed_parts(&parts)) {
            if let Piece::Words(range) = piece {
                self.changes.push((range, set));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Assets;

    fn set(code: &str, text: &str) -> String {
        typed(text, &Language::load(&Assets::embedded(), code).unwrap())
    }

    #[test]
    fn words_are_set_and_all_else_stays() {
        assert_eq!(set("en", "everybody's: A's \"x\" -- *it's*"), "everybody’s: A’s “x” – *it’s*");
        assert_eq!(
            set("fr", "# L'as\n\n- \"*oui*\": non?\n"),
            "# L’as\n\n- «\u{202f}*oui*\u{202f}»\u{a0}: non\u{202f}?\n"
        );
        assert_eq!(
            set("sv", "| \"a\" | b'c |\n|--|--|\n| \"d | e\" |\n"),
            "| ”a” | b’c |\n|--|--|\n| \"d | e\" |\n"
        );
        for kept in [
            "`it's \"x\"`",
            "```\nit's -- \"x\"\n```",
            "    it's\n",
            "```deal\nit's\n```",
            "<b title=\"it's\">",
            "<https://a.b/it's--c>",
            "see https://a.b/it's--c and www.a.b/c--d",
            "\\\"x\\\" \\-- &quot;x&quot;",
            "[a](b--c.html \"d\")",
        ] {
            assert_eq!(set("en", kept), kept);
        }
        assert_eq!(set("en", "\"`x`\" and `y`'s\nit's"), "“`x`” and `y`’s\nit’s");
        assert_eq!(set("en", "\\\\\"x\""), "\\\\“x”");
    }

    #[test]
    fn what_is_set_reads_as_what_was_written() {
        for text in ["> \"a *b* c\"\n> d's\n\n1. e -- f...", "*\"a\"* **it's**", "_\"a\"_ [\"b\"](c)"] {
            for code in ["en", "fr", "it", "sv"] {
                let tags = |text: &str| {
                    let tags =
                        Parser::new(text).filter(|event| matches!(event, Event::Start(_) | Event::End(_)));
                    format!("{:?}", tags.collect::<Vec<_>>())
                };
                assert_eq!(tags(&set(code, text)), tags(text), "{code}: {text}");
            }
        }
    }
}
