//! Web pages: a played game with the author's words, and the puzzles of a book as a site.
//!
//! ```
//! use dealpress::{assets::Assets, catalogue::Catalogue, words::Language};
//! use dealpress::page::{Format, Options, Subject, make};
//! use dealpress::walkthrough::{DealSource, Transcript};
//! let text = "---\ntitle: Short\ngame: somerset-klondike@3\ntableau: [0/0, 1/2 | 0/2, 1/1 0/1 | 2/2]\n---\n\
//!     Promote 0/0 and 0/2, revealing 1/2.\n";
//! let transcript = Transcript::read("game.md", text).unwrap();
//! let catalogue = Catalogue::new(Assets::embedded());
//! let DealSource::Given(deal) = transcript.deal() else { panic!() };
//! let game = transcript.replay(&catalogue.start(&catalogue.deal_of(deal).unwrap()).unwrap()).unwrap();
//! let english = Language::load(catalogue.assets(), "en").unwrap();
//! let subject = Subject::of_walkthrough(&game, None);
//! let page = make(&subject, &Options::new(Format::Html), &catalogue, &english, None).unwrap();
//! assert!(page.text.contains("<li>Promote 0/2, revealing 1/2.</li>"));
//! ```
//!
//! A [`Subject`] is what a page is about, whoever played it. Pages are templates in
//! `templates/pages`; the author's Markdown comes through [`prose`], in which nothing can be taken
//! for a tag. Nothing here searches: [`site`] asks the book maker for proved puzzles.

mod bounds;
mod fill;
mod game;
mod hand;
mod pack;
mod pictures;
pub mod prose;
mod record;
pub mod site;
mod site_index;
mod site_solution;
mod subject;
mod tables;
mod template;
mod words;

pub use game::make;
pub use record::make_record;
pub use subject::{Source, Subject};
pub use words::PageWords;

use crate::assets::BadAsset;
use crate::book::BadBook;
use crate::figure::layout::Show;
use crate::figure::marks::Marking;
use crate::figure::theme::BadTheme;
use crate::output::png::BadPicture;
use crate::output::svg::Letters;
use crate::output::{Down, Suits};
use crate::words::BadLanguage;
use crate::yaml::BadYaml;

/// What a page is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A web page.
    Html,
    /// Markdown.
    Markdown,
    /// Gemini's text.
    Gemtext,
    /// Plain text.
    Text,
}

impl Format {
    /// The ending of a file's name.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Html => "html",
            Format::Markdown => "md",
            Format::Gemtext => "gmi",
            Format::Text => "txt",
        }
    }

    /// Whether positions can be shown so in this format.
    pub fn can_show(self, diagrams: Diagrams) -> bool {
        match (self, diagrams) {
            (_, Diagrams::Text) | (Format::Html, _) => true,
            (Format::Markdown, Diagrams::InlineSvg) => false,
            (Format::Markdown, _) => true,
            (Format::Gemtext, Diagrams::Svg | Diagrams::Png) => true,
            (Format::Gemtext | Format::Text, _) => false,
        }
    }
}

/// How positions are shown on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Diagrams {
    /// Vector pictures, a file each.
    Svg,
    /// Vector pictures within the page.
    InlineSvg,
    /// Pictures of dots, a file each.
    Png,
    /// Tables.
    Table,
    /// Text of fixed width.
    Text,
}

impl Diagrams {
    /// Whether each picture is a file beside the page.
    pub fn are_files(self) -> bool {
        matches!(self, Diagrams::Svg | Diagrams::Png)
    }
}

/// How a page is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// What the page is written as.
    pub format: Format,
    /// How positions are shown.
    pub diagrams: Diagrams,
    /// Whether readers see face-down cards.
    pub show: Show,
    /// What tables and text tell of face-down cards; if left out, what readers see of them: in HTML they are counted,
    /// else marked.
    pub down: Option<Down>,
    /// How suits are written in tables and text.
    pub suits: Suits,
    /// Which moves pictures mark.
    pub marks: Marking,
    /// How text is written in vector pictures that are files; within a page it is always shapes, which all
    /// its pictures share.
    pub letters: Letters,
}

impl Options {
    /// What tables or text tell of face-down cards, if that is their usual way.
    fn seen(&self, usual: Down) -> Down {
        match (self.down, self.show) {
            (Some(down), _) => down,
            (None, Show::Hidden) => usual,
            (None, Show::Thoughtful) => Down::Shown,
        }
    }

    /// The usual options of a format: pictures within a web page, tables in Markdown, else text.
    pub fn new(format: Format) -> Options {
        let diagrams = match format {
            Format::Html => Diagrams::InlineSvg,
            Format::Markdown => Diagrams::Table,
            Format::Gemtext | Format::Text => Diagrams::Text,
        };
        Options {
            format,
            diagrams,
            show: Show::Hidden,
            down: None,
            suits: Suits::Symbols,
            marks: Marking::None,
            letters: Letters::Text,
        }
    }
}

/// A page and the pictures that lie beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The page.
    pub text: String,
    /// The files that it shows, by name.
    pub files: Vec<PageFile>,
}

/// A file of a site, or beside a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFile {
    /// Its name, without a folder.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// A page template of the user's, and the file's name for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnTemplate {
    /// The file's name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Why a page cannot be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadPage {
    /// The format cannot show positions so.
    #[error("{0}")]
    Options(String),
    /// There is too much to show.
    #[error("{stages} stages are too many for a page; at most {most} fit")]
    TooLong {
        /// How many there are.
        stages: usize,
        /// How many may be.
        most: usize,
    },
    /// The moves are cut anew, but do not win.
    #[error("stages can be chosen only for a game that is won: {0}")]
    NotWon(String),
    /// A deal that the author shows is bad.
    #[error("{place}: {what}")]
    Deal {
        /// Where the author shows it.
        place: String,
        /// What is wrong.
        what: String,
    },
    /// The author's words hold what is no word.
    #[error("{place}: {what}")]
    Words {
        /// Which words.
        place: String,
        /// What is wrong.
        what: String,
    },
    /// A page template is bad or fails.
    #[error("{place}: {what}")]
    Template {
        /// The file, and the line if it is known.
        place: String,
        /// What is wrong.
        what: String,
    },
    /// A file of the language is bad.
    #[error(transparent)]
    Language(#[from] BadLanguage),
    /// A YAML file is bad.
    #[error(transparent)]
    Yaml(#[from] BadYaml),
    /// A template is missing.
    #[error(transparent)]
    Asset(#[from] BadAsset),
    /// A theme is bad.
    #[error(transparent)]
    Theme(#[from] BadTheme),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Png(#[from] BadPicture),
    /// The puzzles of a site cannot be had.
    #[error(transparent)]
    Book(#[from] BadBook),
}
