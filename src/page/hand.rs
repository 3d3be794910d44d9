//! The author's hand: words as someone typed them, set as their own language sets its texts.

use super::fill::one_line;
use super::{BadPage, Format, prose};
use crate::catalogue::Catalogue;
use crate::words::Language;

/// The most letters of a note.
const LONGEST_NOTE: usize = 2_000;

/// The language in which an author writes, as far as its signs are known.
pub(super) enum Hand<'a> {
    /// That of the page.
    Page(&'a Language),
    /// Another one.
    Own(Box<Language>),
    /// One whose signs are not known: all words stay as they are.
    Unknown,
}

impl<'a> Hand<'a> {
    /// The language of a code such as `en-GB`; that of the page where the author names none.
    pub fn of(code: Option<&str>, catalogue: &Catalogue, page: &'a Language) -> Result<Hand<'a>, BadPage> {
        let Some(code) = code else { return Ok(Hand::Page(page)) };
        let code = code.split('-').next().unwrap_or("").to_ascii_lowercase();
        if code == page.code() {
            return Ok(Hand::Page(page));
        }
        let is_known = Language::codes(catalogue.assets()).contains(&code);
        Ok(match is_known {
            true => Hand::Own(Box::new(Language::load(catalogue.assets(), &code)?)),
            false => Hand::Unknown,
        })
    }

    fn language(&self) -> Option<&Language> {
        match self {
            Hand::Page(language) => Some(language),
            Hand::Own(language) => Some(language),
            Hand::Unknown => None,
        }
    }

    /// Markdown of the author's.
    pub fn prose(&self, markdown: &str) -> String {
        self.language().map_or_else(|| markdown.to_string(), |language| prose::typed(markdown, language))
    }

    /// Words of the author's that are no Markdown: a title, a name.
    pub fn words(&self, text: &str) -> String {
        self.language().map_or_else(|| text.to_string(), |language| language.typed(text))
    }

    /// The same as a paragraph of a page; templates of HTML escape it.
    pub fn paragraph(&self, text: &str, format: Format) -> String {
        let text = one_line(self.words(text).trim(), LONGEST_NOTE);
        match format {
            Format::Html => text,
            Format::Markdown => prose::markdown_paragraph(&text),
            Format::Gemtext => prose::gemtext_line(&text),
            Format::Text => prose::text(&prose::markdown_paragraph(&text)).trim_end().to_string(),
        }
    }
}
