//! The words of pages that are not prose, in one language.

use super::BadPage;
use crate::assets::Assets;
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
    /// The head over ranks.
    pub rank: String,
    /// The head over suits.
    pub suit: String,
    /// Under a won position, with `{moves}`.
    pub won: String,
    /// A puzzle, with `{number}`.
    pub puzzle: String,
    /// A game with so many ranks, with `{game}` and `{ranks}`.
    pub sized: String,
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
