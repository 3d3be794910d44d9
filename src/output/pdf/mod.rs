//! Figures as the pages of a PDF file.
//!
//! ```
//! use dealpress::assets::Assets;
//! use dealpress::figure::{Face, Figure, Ink, Item, Text, theme::Theme};
//! use dealpress::output::pdf::{PdfDocument, Profile, pdf};
//! let line = Text::new(Face::Serif, 10.0, Ink::Text, "Patience").at(36.0, 72.0);
//! let page = Figure {
//!     width: 432.0,
//!     height: 648.0,
//!     items: vec![Item::Text(line)],
//!     title: String::new(),
//!     alt: String::new(),
//! };
//! let theme = Theme::load(&Assets::embedded(), "press").unwrap();
//! let bytes = pdf(&[page], &PdfDocument::new(theme, Profile::Press)).unwrap();
//! assert!(bytes.starts_with(b"%PDF-1.7"));
//! ```
//!
//! [`PdfFile`] takes the pages of a long book a few at a time and keeps none of them. `page` writes their
//! content streams, `tree` the tags by which a file is read aloud, `object_file` all objects as soon as they
//! are known, and `finish` what a file has once: fonts, outline, page labels, metadata, an identifier that
//! depends on the content alone. `printpdf` makes the fonts; no other folder of the project names it, as its
//! interface changes often.

mod drawings;
mod exchange;
mod file;
mod finish;
mod fonts;
mod frame;
mod glyphs;
pub mod inspect;
mod metadata;
mod object_file;
mod object_text;
mod outline;
mod page;
mod rasters;
mod tags;
mod tree;

pub use file::PdfFile;
pub use frame::Bleed;
pub(super) use frame::Frame;

use crate::figure::theme::Theme;
use crate::figure::{Face, Figure};

/// What a PDF file says beside its pages.
#[derive(Debug, Clone, PartialEq)]
pub struct PdfDocument {
    /// The title, shown in the window of a viewer.
    pub title: String,
    /// Who made it; may be empty.
    pub author: String,
    /// The language of the text, as in HTML (`en`, `sv`); may be empty.
    pub language: String,
    /// For whom the file is.
    pub profile: Profile,
    /// How the inks look.
    pub theme: Theme,
    /// With which inks they are printed.
    pub inks: Inks,
    /// The paper around the cut pages.
    pub bleed: Bleed,
    /// How even pages stand to odd ones.
    pub backs: Backs,
    /// Whether a press file says that it keeps PDF/X-1a, as some shops want it. Its inks are then no lights.
    pub is_exchange: bool,
    /// The outline, of the screen profile only.
    pub outline: Vec<OutlineEntry>,
    /// How the pages are numbered, of the screen profile only.
    pub labels: Vec<PageLabels>,
}

impl PdfDocument {
    /// A document without title, outline or page labels.
    pub fn new(theme: Theme, profile: Profile) -> PdfDocument {
        let (title, author, language) = Default::default();
        PdfDocument {
            title,
            author,
            language,
            profile,
            theme,
            inks: Inks::of(profile),
            bleed: Bleed::default(),
            backs: Backs::AsFronts,
            is_exchange: false,
            outline: Vec::new(),
            labels: Vec::new(),
        }
    }
}

/// How even pages stand to odd ones, where two pages are the sides of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backs {
    /// As odd ones do.
    AsFronts,
    /// Upside down, for printers that turn a sheet over its long edge.
    UpsideDown,
}

/// With which inks a file is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inks {
    /// Black alone, and grays made of it.
    Black,
    /// Cyan, magenta, yellow and black; black and gray are black ink alone.
    Cmyk,
    /// The light of a screen.
    Rgb,
}

impl Inks {
    /// What is usual for a profile.
    pub fn of(profile: Profile) -> Inks {
        match profile {
            Profile::Press => Inks::Cmyk,
            Profile::Screen => Inks::Rgb,
        }
    }
}

/// For whom a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Profile {
    /// A print shop: no outline, no links, no metadata, as the shops demand.
    Press,
    /// A screen: outline, links, title and author.
    #[default]
    Screen,
}

/// A line of the outline, and those under it.
#[derive(Debug, Clone, PartialEq)]
pub struct OutlineEntry {
    /// What it says.
    pub title: String,
    /// The page it leads to, 0-based.
    pub page: usize,
    /// The lines under it.
    pub children: Vec<OutlineEntry>,
}

/// The numbering of pages from one page on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageLabels {
    /// The page where it begins, 0-based.
    pub from: usize,
    /// The kind of numbers.
    pub style: LabelStyle,
    /// The number of that page.
    pub start: u32,
}

/// The kind of page numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelStyle {
    /// 1, 2, 3.
    Arabic,
    /// i, ii, iii.
    Roman,
}

/// Why a document cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadPdf {
    /// A character has no glyph in its typeface.
    #[error(
        "page {page}: no glyph for `{character}` (U+{code:04X}) in {face}, in the text “{text}”; \
         use characters of the Latin script"
    )]
    MissingGlyph {
        /// The page, from 1.
        page: usize,
        /// The character.
        character: char,
        /// Its code point.
        code: u32,
        /// The typeface.
        face: &'static str,
        /// The line it stands in.
        text: String,
    },
    /// There is no page to write.
    #[error("there is no page to write")]
    Empty,
    /// A font cannot be subset, or the file cannot be put together.
    #[error("cannot put the PDF file together: {0}")]
    Broken(String),
}

/// The PDF file of some pages. The same pages give the same bytes.
///
/// # Errors
/// If a character has no glyph in its typeface, or there are no pages.
pub fn pdf(pages: &[Figure], document: &PdfDocument) -> Result<Vec<u8>, BadPdf> {
    let mut file = PdfFile::new(document, pages.len())?;
    file.add(pages)?;
    file.finish()
}

/// The name of a face as messages and font descriptors give it.
fn face_name(face: Face) -> &'static str {
    match face {
        Face::Serif => "SourceSerif4-Regular",
        Face::SerifItalic => "SourceSerif4-It",
        Face::SerifSemibold => "SourceSerif4-Semibold",
        Face::Display => "SourceSerif4Display-Regular",
        Face::DisplayLight => "SourceSerif4Display-Light",
        Face::Sans => "SourceSans3-Regular",
        Face::SansSemibold => "SourceSans3-Semibold",
        Face::SansBold => "SourceSans3-Bold",
    }
}
