//! The words of pages that are not prose, in one language.

use super::BadPage;
use crate::assets::Assets;
use crate::deal::DealId;
use crate::words::Language;
use crate::yaml;
use serde::{Deserialize, Serialize};

/// The file `page.yaml` of a language; braces stand for what is filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageWords {
    /// Over a pack of Somerset cards, with `{cards}`.
    pub somerset_pack: String,
    /// Over a pack of French cards, with `{cards}`.
    pub french_pack: String,
    /// Over the pack of each player at a table, with `{cards}`.
    pub seats_pack: String,
    /// The head over ranks.
    pub rank: String,
    /// The head over suits.
    pub suit: String,
    /// Under a won position, with `{moves}`.
    pub won: String,
    /// A puzzle, with `{number}`.
    pub puzzle: String,
    /// Several puzzles, with `{numbers}`: `4–8`.
    pub puzzles: String,
    /// A game with so many ranks, with `{game}` and `{ranks}`.
    pub sized: String,
    /// The title of a deal, with `{game}` and `{number}`.
    pub deal: String,
    /// What the page of a deal shows: a win of `{game}` in `{moves}` moves, which a search found.
    pub about: String,
    /// The same of a win that is proved to be a shortest one.
    pub about_shortest: String,
    /// The stock of a puzzle, in the order in which it is turned.
    pub stock: String,
    /// The head of a solution.
    pub solution: String,
    /// What is known of a puzzle, with `{moves}`.
    pub proved: String,
    /// What stands before the number of moves after which a solution is shown.
    pub after: String,
    /// The rules of a game.
    pub rules: String,
    /// The link to the list of all puzzles.
    pub contents: String,
    /// The link to the next page.
    pub next: String,
    /// The link to the page before.
    pub previous: String,
}

impl PageWords {
    /// The words of a language.
    ///
    /// # Errors
    /// If the language's file is missing or bad.
    pub fn load(assets: &Assets, language: &Language) -> Result<PageWords, BadPage> {
        let path = format!("lang/{}/page.yaml", language.code());
        Ok(yaml::read(&assets.place(&path), &assets.text(&path)?)?)
    }
}

/// A game's name with its size, if it is another than usual.
pub(super) fn sized(words: &PageWords, language: &Language, game: &str, ranks: Option<u8>) -> String {
    let name = language.game_name(game);
    match ranks {
        Some(ranks) => filled(language, &words.sized, &[("game", name), ("ranks", &ranks.to_string())]),
        None => name.to_string(),
    }
}

/// What a deal is called: its game, and its number if it has one.
pub(super) fn deal_title(words: &PageWords, language: &Language, game: &str, id: Option<&DealId>) -> String {
    let game = sized(words, language, game, id.and_then(|id| id.size));
    let Some(id) = id else { return game };
    filled(language, &words.deal, &[("game", &game), ("number", &id.seed.to_string())])
}

/// A phrase with what stands in braces filled in, typeset as the language wants it.
pub(super) fn filled(language: &Language, phrase: &str, values: &[(&str, &str)]) -> String {
    let mut text = phrase.to_string();
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    language.typeset(&text)
}

/// The same text with a capital at the beginning.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
