//! The book maker: from a `book.yaml` to proved puzzles, set pages and a PDF file.
//!
//! ```no_run
//! use dealpress::{assets::Assets, book, catalogue::Catalogue};
//! let catalogue = Catalogue::new(Assets::embedded());
//! let source = book::sampler(catalogue.assets()).unwrap();
//! let made = book::make(&source, &catalogue, &book::Progress::none()).unwrap();
//! assert_eq!(made.report.puzzles, 14);
//! std::fs::write("dealpress-sampler.pdf", made.pdf).unwrap();
//! ```
//!
//! Puzzles are chosen and proved by [`search`]; prose comes from templates ([`prose`], [`content`]),
//! is broken into lines by [`paragraph`] and flowed by [`flow`]; [`puzzle_page`], [`solutions`] and
//! [`front`] draw the other pages. All pages are figures; `output::pdf` writes them.

pub mod asks;
pub mod booklet;
pub mod chapter;
mod chapters;
mod choose;
pub mod content;
pub mod contents;
mod duels;
mod earlier;
mod early;
pub mod flow;
pub mod front;
pub mod furniture;
pub mod grid;
pub mod hints;
pub mod imprint;
mod leaves;
mod letters;
mod line_breaks;
pub mod lock;
mod make;
mod notation;
mod outline;
mod own_page;
pub mod paragraph;
mod part;
pub mod pictures;
mod plan;
pub mod preflight;
mod printing;
pub mod prose;
pub mod puzzle_cells;
mod puzzle_files;
pub mod puzzle_page;
mod puzzle_parts;
pub mod puzzle_picture;
pub mod puzzles;
mod rows;
pub mod safe;
pub mod scores;
pub mod search;
pub mod set_up;
pub mod sheet;
mod signs;
mod solution;
pub mod solutions;
pub mod spec;
mod stars;
pub mod tabular;
pub mod titles;
pub mod told;
pub mod trim;

pub use earlier::{BadEarlier, LARGEST_LOCK, known_deals};
pub use make::{make, make_locked, puzzles as puzzles_of};
pub use part::LARGEST_PART;
pub use printing::{Book, KeepPages, Report, set};
pub use puzzles::Progress;
pub use search::{Found, Search};
pub use spec::BookSpec;

use crate::assets::{Assets, BadAsset};
use crate::catalogue::BadGame;
use crate::figure::theme::BadTheme;
use crate::output::pdf::BadPdf;
use crate::words::BadLanguage;
use crate::yaml::BadYaml;

/// The text of a `book.yaml`, and the file's name for messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The file's name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// The book that is made when none is asked for.
///
/// # Errors
/// If the user's template folder holds one that cannot be read.
pub fn sampler(assets: &Assets) -> Result<Source, BadAsset> {
    template(assets, "book/sampler.yaml")
}

/// A book with notes, from which one of one's own can be made.
///
/// # Errors
/// As [`sampler`].
pub fn beginning(assets: &Assets) -> Result<Source, BadAsset> {
    template(assets, "book/init.yaml")
}

fn template(assets: &Assets, path: &str) -> Result<Source, BadAsset> {
    Ok(Source { name: assets.place(path), text: assets.text(path)? })
}

/// Why a book cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadBook {
    /// The file is no book.
    #[error(transparent)]
    Yaml(#[from] BadYaml),
    /// A field asks for what cannot be had.
    #[error("{place}: {what}")]
    Field {
        /// File, line and column.
        place: String,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// A chapter holds what cannot be printed.
    #[error("{place}: {what}")]
    Chapter {
        /// File, line and column.
        place: String,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// A game or deal is bad.
    #[error(transparent)]
    Game(#[from] BadGame),
    /// A file of the language is bad.
    #[error(transparent)]
    Language(#[from] BadLanguage),
    /// The theme is bad.
    #[error(transparent)]
    Theme(#[from] BadTheme),
    /// A template is missing.
    #[error(transparent)]
    Asset(#[from] BadAsset),
    /// A template cannot be filled in.
    #[error("{place}: {what}")]
    Template {
        /// The file, and the line if it is known.
        place: String,
        /// What is wrong.
        what: String,
    },
    /// The solver's moves do not win. That is our mistake; nothing false is printed.
    #[error("{id}: the win that was found is none: {why}; please report this")]
    FalseWin {
        /// The deal.
        id: String,
        /// What the referee says.
        why: String,
    },
    /// A page has ink where none may be.
    #[error("page {page}: {what}; please report this, or try another trim")]
    Unsafe {
        /// The page, from 1.
        page: usize,
        /// What stands where.
        what: String,
    },
    /// The file cannot be put together.
    #[error(transparent)]
    Pdf(#[from] BadPdf),
    /// A lock does not fit its book.
    #[error("the lock does not fit the book; make it again with --lock\n{0}")]
    Lock(String),
    /// Not enough deals have what a section asks for.
    #[error("{place}: {what}")]
    TooFew {
        /// File, line and column.
        place: String,
        /// How many have, and what would be right.
        what: String,
    },
    /// What a search found before it was broken off does not fit the book.
    #[error("{0}")]
    Part(String),
    /// Somebody asked to stop.
    #[error("stopped; nothing was written")]
    Stopped,
}
