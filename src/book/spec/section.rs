//! A section of a `book.yaml`: puzzles of one game.

use super::MOST_PUZZLES;
use crate::book::asks::Asks;
use crate::deal::GameName;
use crate::grade::Level;
use crate::puzzle::Form;
use crate::variant::RuleChanges;
use schemars::JsonSchema;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// Puzzles of one game: found by a search, or from files that `dealpress puzzle` wrote.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(extend("anyOf" = [{ "required": ["game", "count"] }, { "required": ["puzzles"] }]))]
pub struct Section {
    /// Its title; made from the game if there is none.
    #[serde(default, deserialize_with = "super::text::heading")]
    #[schemars(length(max = 300))]
    pub title: String,
    /// The game, with its size or number of players if it has one: `klondike`, `somerset-klondike@9`,
    /// `double-solitaire@3`.
    #[serde(default = "no_game", deserialize_with = "game_name")]
    #[schemars(with = "String")]
    pub game: GameName,
    /// What differs from the game's own rules, such as `{draw: 3, passes: 3}`.
    #[serde(default)]
    #[schemars(schema_with = "super::schema::rules")]
    pub rules: RuleChanges,
    /// What the puzzles ask for: `whole` (win a deal), `only-move` (all other next moves lose), `win-in` (in the
    /// fewest moves), `hold-back` (promoting at once loses), `endgame`, `verdict` (can it be won?) or
    /// `fatal-move` (which move lost this game?). Of `double-solitaire` they ask for one turn: `most-cards` (play
    /// the most cards to the foundations), `go-out` (play all that are left) or `leave-nothing` (leave the others
    /// nothing to play); these have a page each, in normal type, and no level, no set-up list and no hints.
    #[serde(default = "whole", deserialize_with = "form")]
    #[schemars(schema_with = "super::schema::form")]
    pub form: Asks,
    /// Puzzle files beside the book file, as `dealpress puzzle` writes them, in place of `game` and `count`.
    #[serde(default, deserialize_with = "files")]
    #[schemars(length(min = 1, max = 1000))]
    pub puzzles: Vec<String>,
    /// How many puzzles.
    #[serde(default, deserialize_with = "count")]
    #[schemars(range(min = 1, max = 10_000))]
    pub count: usize,
    /// The seed with which the search for winnable deals begins.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// The levels that are wanted: `gentle`, `easy`, `steady`, `tricky`, `fierce`, or a list of them. The game
    /// must be calibrated.
    #[serde(default, deserialize_with = "levels")]
    #[schemars(schema_with = "super::schema::levels")]
    pub level: Vec<Level>,
    /// Whether the face-down cards are shown.
    #[serde(default)]
    pub show: Show,
    /// How many puzzles stand on a page: 1, 2 or 4.
    #[serde(default = "one_per_page", deserialize_with = "per_page")]
    #[schemars(schema_with = "super::schema::per_page")]
    pub per_page: u8,
    /// Whether each puzzle has a list of the pack in stacking order; those with hidden cards do if it is
    /// not said.
    #[serde(default)]
    pub set_up: Option<bool>,
    /// The order of the puzzles.
    #[serde(default)]
    pub order: Order,
    /// The number of the section's first puzzle; it goes on from the section before if there is none.
    #[serde(default, deserialize_with = "first_number")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub first_number: Option<u32>,
    /// Files of earlier volumes, beside the book file: no deal of theirs is used, nor one that differs only
    /// in suits the rules do not tell apart. Locks, puzzle files, and deals as JSON or ids, one a line.
    #[serde(default)]
    pub not_in: Vec<String>,
}

/// The most puzzle files of a section.
const MOST_FILES: usize = 1_000;

/// Whether the face-down cards of a puzzle are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// They are, so that one can plan.
    #[default]
    Thoughtful,
    /// They are not.
    Hidden,
}

/// The order of a section's puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// In the order of their seeds.
    #[default]
    BySeed,
    /// From the easiest to the hardest; the game must be calibrated.
    ByLevel,
    /// In an order drawn by lot, the same each time.
    Mixed,
}

impl Section {
    /// Whether its puzzles come from files.
    pub fn is_from_files(&self) -> bool {
        !self.puzzles.is_empty()
    }

    /// Whether any of its puzzles may have hints: a verdict, a lost game and a turn have none.
    pub(super) fn may_have_hints(&self) -> bool {
        let without = matches!(self.form, Asks::Alone(Form::Verdict | Form::FatalMove) | Asks::Turn(_));
        self.is_from_files() || !without
    }

    /// What is wrong with its fields together: the field, and why.
    pub(super) fn check(&self) -> Result<(), (&'static str, String)> {
        let says = |field: &'static str, what: &str| Err((field, what.to_string()));
        if self.is_from_files() {
            let other = [
                ("game", !self.game.game.is_empty()),
                ("count", self.count > 0),
                ("rules", !self.rules.is_empty()),
                ("form", self.form != whole()),
                ("level", !self.level.is_empty()),
                ("not-in", !self.not_in.is_empty()),
            ];
            return match other.into_iter().find(|(_, is_given)| *is_given) {
                Some((field, _)) => says(field, "the files of `puzzles` tell that; take one of the two away"),
                None => Ok(()),
            };
        }
        if self.game.game.is_empty() {
            return says("game", "a section names its game, or files with `puzzles`");
        }
        if self.count == 0 {
            return says("count", "a section says how many puzzles it has");
        }
        if self.form == whole() {
            return Ok(());
        }
        if self.show == Show::Hidden {
            return says("show", "a puzzle of this form is solved by thinking, so its cards must be shown");
        }
        if self.set_up == Some(true) && self.form != Asks::Alone(Form::Verdict) {
            return says(
                "set-up",
                "a puzzle of this form begins within a game, which no packet can be stacked for",
            );
        }
        let by_level = !self.level.is_empty() || self.order == Order::ByLevel;
        let level = if self.level.is_empty() { "order" } else { "level" };
        match self.form {
            Asks::Alone(Form::Verdict) if by_level => {
                says(level, "a deal that cannot be won has no level; take it away for `form: verdict`")
            }
            Asks::Alone(Form::FatalMove) if self.per_page > 1 => says(
                "per-page",
                "the moves of a game take a page; write `per-page: 1` for `form: fatal-move`",
            ),
            Asks::Turn(_) if by_level => says(level, "a puzzle of one turn has no level; take it away"),
            Asks::Turn(_) if self.per_page > 1 => {
                says("per-page", "a table with its seats takes a page; write `per-page: 1` for this form")
            }
            _ => Ok(()),
        }
    }

    /// Whether its puzzles have set-up lists.
    pub fn has_set_up(&self) -> bool {
        self.set_up.unwrap_or(self.show == Show::Hidden)
    }
}

fn no_game() -> GameName {
    GameName { game: String::new(), size: None, seed: None }
}

fn whole() -> Asks {
    Asks::Alone(Form::Whole)
}

fn form<'de, D: Deserializer<'de>>(source: D) -> Result<Asks, D::Error> {
    let word = String::deserialize(source)?;
    // Elsewhere a form may be called by its number.
    if let Ok(form) = word.parse::<Form>()
        && form.code() != word
    {
        return Err(D::Error::custom(format!("form: write the word, `{form}`")));
    }
    word.parse().map_err(|error| D::Error::custom(format!("form: {error}")))
}

fn files<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<String>, D::Error> {
    let files: Vec<String> = Vec::deserialize(source)?;
    match files.len() {
        1..=MOST_FILES => Ok(files),
        _ => Err(D::Error::custom(format!("puzzles: a section has from 1 to {MOST_FILES} files"))),
    }
}

fn first_seed() -> u64 {
    1
}

fn one_per_page() -> u8 {
    1
}

fn per_page<'de, D: Deserializer<'de>>(source: D) -> Result<u8, D::Error> {
    match u64::deserialize(source)? {
        count @ (1 | 2 | 4) => Ok(count as u8),
        count => Err(D::Error::custom(format!("per-page: {count} is none of 1, 2 and 4"))),
    }
}

fn first_number<'de, D: Deserializer<'de>>(source: D) -> Result<Option<u32>, D::Error> {
    match u64::deserialize(source)? {
        number @ 1..=1_000_000 => Ok(Some(number as u32)),
        number => Err(D::Error::custom(format!("first-number: {number} is no number from 1 to 1000000"))),
    }
}

/// A word, or a list of words.
fn levels<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<Level>, D::Error> {
    struct Reader;
    impl<'de> Visitor<'de> for Reader {
        type Value = Vec<Level>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a level such as `steady`, or a list of levels")
        }

        fn visit_str<E: Error>(self, word: &str) -> Result<Vec<Level>, E> {
            let level = word.parse().map_err(E::custom)?;
            Ok(vec![level])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Vec<Level>, A::Error> {
            let words: Vec<String> = Vec::deserialize(SeqAccessDeserializer::new(list))?;
            let level = |word: &String| word.parse().map_err(A::Error::custom);
            words.iter().map(level).collect()
        }
    }
    source.deserialize_any(Reader)
}

fn game_name<'de, D: Deserializer<'de>>(source: D) -> Result<GameName, D::Error> {
    let name: GameName =
        String::deserialize(source)?.parse().map_err(|error| D::Error::custom(format!("game: {error}")))?;
    match name.seed {
        Some(seed) => Err(D::Error::custom(format!(
            "game: a section has its own field for this number, `seed: {seed}`"
        ))),
        None => Ok(name),
    }
}

fn count<'de, D: Deserializer<'de>>(source: D) -> Result<usize, D::Error> {
    let count = u64::deserialize(source)?;
    match usize::try_from(count) {
        Ok(count @ 1..=MOST_PUZZLES) => Ok(count),
        _ => Err(D::Error::custom(format!("count: {count} is not a number from 1 to {MOST_PUZZLES}"))),
    }
}

pub(super) fn some_sections<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<Section>, D::Error> {
    let sections: Vec<Section> = Vec::deserialize(source)?;
    match sections.len() {
        1..=100 => Ok(sections),
        _ => Err(D::Error::custom("sections: a book has from 1 to 100 of them")),
    }
}
