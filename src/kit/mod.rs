//! Match kits: all that a table of Double Solitaire needs for some rounds, as a PDF file.
//!
//! Rules, a set-up sheet for every player and round, a score sheet, puzzles of one turn if they are wanted, and
//! the solutions of all. The same order gives the same bytes.
//!
//! ```no_run
//! use dealpress::{assets::Assets, catalogue::Catalogue, kit, words::Language};
//! let catalogue = Catalogue::new(Assets::embedded());
//! let english = Language::load(catalogue.assets(), "en").unwrap();
//! let order = kit::Order::new("double-solitaire", 3, 5);
//! let kit = kit::make(&order, &catalogue, &english, &|_, _| {}, None).unwrap();
//! assert_eq!(kit.rounds.len(), 5);
//! std::fs::write("kit.pdf", kit.pdf).unwrap();
//! ```

mod deals;
mod duels;
mod pages;
mod setup;
mod slips;

pub use deals::{Deals, Round};
pub use duels::KitDuel;

use crate::assets::BadAsset;
use crate::book::BadBook;
use crate::catalogue::Catalogue;
use crate::figure::Figure;
use crate::figure::theme::BadTheme;
use crate::game::BadDeal;
use crate::output::pdf::BadPdf;
use crate::seats::BadTable;
use crate::variant::RuleChanges;
use crate::words::{BadLanguage, Language};
use std::sync::atomic::AtomicBool;

/// What a kit is to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The game's id.
    pub game: String,
    /// Changes to its rules.
    pub changes: RuleChanges,
    /// How many play.
    pub players: usize,
    /// How many rounds.
    pub rounds: usize,
    /// The seed that the search for deals begins with.
    pub seed: u64,
    /// How the deals of a round are to each other.
    pub deals: Deals,
    /// How many puzzles of one turn.
    pub duels: usize,
    /// The theme.
    pub theme: String,
    /// The size of the pages, as a book's `trim`.
    pub paper: String,
}

/// The most rounds of a kit.
pub const MOST_ROUNDS: usize = 50;
/// The most puzzles of one turn of a kit.
pub const MOST_DUELS: usize = 60;
/// The seed of a kit for which none is given.
pub const SEED: u64 = 1;

impl Order {
    /// A kit of matched deals on A4, with the usual seed.
    pub fn new(game: &str, players: usize, rounds: usize) -> Order {
        Order {
            game: game.to_string(),
            changes: RuleChanges::default(),
            players,
            rounds,
            seed: SEED,
            deals: Deals::Matched,
            duels: 0,
            theme: "light".into(),
            paper: "a4".into(),
        }
    }
}

/// A kit that was made.
#[derive(Debug, Clone)]
pub struct Kit {
    /// Its pages.
    pub pages: Vec<Figure>,
    /// The PDF file.
    pub pdf: Vec<u8>,
    /// The rounds with their deals and solutions.
    pub rounds: Vec<Round>,
    /// The puzzles of one turn.
    pub duels: Vec<KitDuel>,
}

/// Why a kit cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum BadKit {
    /// The order asks for what cannot be had.
    #[error("{0}")]
    Order(String),
    /// There is no such table.
    #[error(transparent)]
    Table(#[from] BadTable),
    /// A deal is bad.
    #[error(transparent)]
    Deal(#[from] BadDeal),
    /// The words are missing or bad.
    #[error(transparent)]
    Language(#[from] BadLanguage),
    /// The theme is bad.
    #[error(transparent)]
    Theme(#[from] BadTheme),
    /// A template is missing.
    #[error(transparent)]
    Asset(#[from] BadAsset),
    /// A file of the language is bad.
    #[error(transparent)]
    Yaml(#[from] crate::yaml::BadYaml),
    /// A page cannot be set.
    #[error(transparent)]
    Book(#[from] BadBook),
    /// The file cannot be put together.
    #[error(transparent)]
    Pdf(#[from] BadPdf),
    /// Somebody asked to stop.
    #[error("stopped; nothing was written")]
    Stopped,
}

/// Makes a kit; `found` is told how many of its rounds and puzzles, and of how many, are found.
///
/// # Errors
/// If the order asks for what cannot be had, or `stop` is set.
pub fn make(
    order: &Order,
    catalogue: &Catalogue,
    language: &Language,
    found: &dyn Fn(usize, usize),
    stop: Option<&AtomicBool>,
) -> Result<Kit, BadKit> {
    if order.rounds == 0 || order.rounds > MOST_ROUNDS {
        return Err(BadKit::Order(format!("a kit has 1 to {MOST_ROUNDS} rounds, not {}", order.rounds)));
    }
    if order.duels > MOST_DUELS {
        return Err(BadKit::Order(format!("a kit has at most {MOST_DUELS} duels, not {}", order.duels)));
    }
    let all = order.rounds + order.duels;
    let rounds = deals::rounds(order, catalogue, &|rounds| found(rounds, all), stop)?;
    let duels = duels::duels(order, catalogue, &|duels| found(rounds.len() + duels, all), stop)?;
    let (pages, pdf) = pages::pages(order, catalogue, language, &rounds, &duels)?;
    Ok(Kit { pages, pdf, rounds, duels })
}
