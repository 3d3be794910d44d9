//! What a book is to be: a `book.yaml` as written.

use super::BadBook;
use super::trim::Trim;
use crate::deal::GameName;
use crate::output::pdf::Profile;
use crate::variant::RuleChanges;
use crate::yaml::{self, BadYaml};
use serde::{Deserialize, Deserializer, de::Error};

/// A book as its maker asks for it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookSpec {
    /// The title.
    #[serde(deserialize_with = "short_line")]
    pub title: String,
    /// What stands under the title.
    #[serde(default, deserialize_with = "subtitle")]
    pub subtitle: String,
    /// Who made the book.
    #[serde(default, deserialize_with = "short_text")]
    pub author: String,
    /// Who publishes it.
    #[serde(default, deserialize_with = "short_text")]
    pub publisher: String,
    /// A line under the title page ("Volume One").
    #[serde(default, deserialize_with = "short_text")]
    pub edition: String,
    /// The language of all that is not given here.
    #[serde(default = "english")]
    pub language: String,
    /// The size of the pages.
    #[serde(default)]
    pub trim: Trim,
    /// For whom the file is.
    #[serde(default, deserialize_with = "profile")]
    pub profile: Profile,
    /// The theme, by its name.
    #[serde(default = "press")]
    pub theme: String,
    /// The puzzles, section by section.
    #[serde(deserialize_with = "some_sections")]
    pub sections: Vec<Section>,
    /// Where the solutions stand.
    #[serde(default)]
    pub solutions: Solutions,
    /// The number of the first puzzle.
    #[serde(default = "one", rename = "first-number")]
    pub first_number: u32,
}

/// Puzzles of one game.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Its title; made from the game if there is none.
    #[serde(default, deserialize_with = "short_text")]
    pub title: String,
    /// The game, with its size: `somerset-klondike@9`.
    #[serde(deserialize_with = "game_name")]
    pub game: GameName,
    /// What differs from the game's own rules.
    #[serde(default)]
    pub rules: RuleChanges,
    /// How many puzzles.
    #[serde(deserialize_with = "count")]
    pub count: usize,
    /// The seed with which the search for winnable deals begins.
    #[serde(default = "first_seed")]
    pub seed: u64,
    /// Whether the face-down cards are shown.
    #[serde(default)]
    pub show: Show,
}

/// Whether the face-down cards of a puzzle are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// They are, so that one can plan.
    #[default]
    Thoughtful,
    /// They are not.
    Hidden,
}

/// Where the solutions stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Solutions {
    /// At the end of the book.
    #[default]
    End,
    /// Nowhere.
    None,
}

/// The most puzzles of one section.
pub const MOST_PUZZLES: usize = 10_000;

impl BookSpec {
    /// Reads a book; `name` is the file's name for messages.
    ///
    /// # Errors
    /// If the text is not a book; the message names line and column.
    pub fn read(name: &str, text: &str) -> Result<BookSpec, BadBook> {
        let spec: BookSpec = yaml::read(name, text).map_err(|error| closer(name, text, error))?;
        let total: usize = spec.sections.iter().map(|section| section.count).sum();
        if total > MOST_PUZZLES || spec.first_number as usize > 1_000_000 {
            let place = place_of(name, text, "count", spec.sections.len() - 1);
            return Err(BadBook::Field { place, what: format!("a book has at most {MOST_PUZZLES} puzzles") });
        }
        Ok(spec)
    }
}

/// The error with the line of the field that it names: our own checks know only the block's place.
fn closer(name: &str, text: &str, error: BadYaml) -> BadYaml {
    let Some((field, why)) = error.what.split_once(": ") else { return error };
    if !field.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') {
        return error;
    }
    let value = why.split('`').nth(1).or_else(|| why.split(' ').next()).unwrap_or("");
    let count = text.lines().count();
    let places: Vec<String> =
        (0..count).map(|nth| place_of(name, text, field, nth)).take_while(|place| place != name).collect();
    let holds = |place: &&String| {
        let row = place.rsplit(':').nth(1).and_then(|row| row.parse::<usize>().ok());
        let line = row.and_then(|row| text.lines().nth(row - 1));
        line.is_some_and(|line| line.contains(value.trim_end_matches('…')))
    };
    let place = places.iter().find(holds).or(places.first()).cloned();
    BadYaml { place: place.unwrap_or(error.place), what: error.what }
}

/// Where the n-th line that gives a field stands: `book.yaml:14:5`.
pub(super) fn place_of(name: &str, text: &str, field: &str, nth: usize) -> String {
    let starts = |line: &str| {
        let bare = line.trim_start_matches(['-', ' ']);
        let rest = bare.strip_prefix(field)?;
        rest.trim_start().starts_with(':').then_some(line.len() - bare.len() + 1)
    };
    let mut lines = text.lines().enumerate().filter_map(|(row, line)| Some((row + 1, starts(line)?)));
    match lines.nth(nth) {
        Some((row, column)) => format!("{name}:{row}:{column}"),
        None => name.to_string(),
    }
}

/// Where the line stands that gives a field this value, or the first that gives it any.
pub(super) fn place_of_value(name: &str, text: &str, field: &str, value: &str) -> String {
    let lines = text.lines().filter(|line| {
        let bare = line.trim_start_matches(['-', ' ']);
        bare.strip_prefix(field).is_some_and(|rest| rest.trim_start().starts_with(':'))
    });
    let nth = lines.enumerate().find(|(_, line)| line.contains(value)).map_or(0, |(nth, _)| nth);
    place_of(name, text, field, nth)
}

fn english() -> String {
    "en".to_string()
}

fn press() -> String {
    "press".to_string()
}

fn one() -> u32 {
    1
}

fn first_seed() -> u64 {
    1
}

fn short_line<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    let text = short_text(source)?;
    if text.trim().is_empty() {
        return Err(D::Error::custom("title: a book needs one"));
    }
    fits("title", text, MOST_TITLE)
}

/// The longest title, and the longest subtitle, in characters: more do not fit on the title page.
const MOST_TITLE: usize = 120;
const MOST_SUBTITLE: usize = 200;

fn subtitle<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    fits("subtitle", short_text(source)?, MOST_SUBTITLE)
}

fn fits<E: Error>(field: &str, text: String, most: usize) -> Result<String, E> {
    let length = text.chars().count();
    if length > most {
        let start: String = text.chars().take(30).collect();
        let what = format!("`{start}…` has {length} characters, the title page has room for {most}");
        return Err(E::custom(format!("{field}: {what}")));
    }
    Ok(text)
}

fn short_text<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    let text = String::deserialize(source)?;
    let length = text.chars().count();
    if length > 300 || text.contains(['\n', '\t']) {
        return Err(D::Error::custom("this is one line of at most 300 characters"));
    }
    Ok(text.trim().to_string())
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

fn some_sections<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<Section>, D::Error> {
    let sections: Vec<Section> = Vec::deserialize(source)?;
    match sections.len() {
        1..=100 => Ok(sections),
        _ => Err(D::Error::custom("a book has from 1 to 100 sections")),
    }
}

fn profile<'de, D: Deserializer<'de>>(source: D) -> Result<Profile, D::Error> {
    match String::deserialize(source)?.as_str() {
        "press" => Ok(Profile::Press),
        "screen" => Ok(Profile::Screen),
        other => {
            let other = crate::card::shorten(other);
            Err(D::Error::custom(format!("profile: `{other}` is neither `press` nor `screen`")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "title: T\nsections:\n  - game: somerset-klondike@7\n    count: 2\n";

    fn message(text: &str) -> String {
        BookSpec::read("book.yaml", text).unwrap_err().to_string()
    }

    #[test]
    fn a_small_book_has_sensible_defaults() {
        let spec = BookSpec::read("book.yaml", GOOD).unwrap();
        assert_eq!((spec.language.as_str(), spec.first_number, spec.solutions), ("en", 1, Solutions::End));
        assert_eq!(spec.sections[0].game.size, Some(7));
        assert_eq!(spec.sections[0].show, Show::Thoughtful);
    }

    #[test]
    fn every_mistake_is_named_with_line_and_column() {
        for (from, to, wanted) in [
            ("count: 2", "count: many", "book.yaml:4:"),
            ("count: 2", "count: 0", "from 1 to"),
            ("count: 2", "count: 2\n    cuont: 3", "unknown field `cuont`"),
            ("count: 2", "count: 2\n    count: 3", "twice"),
            ("count: 2", "count: 2\n    show: never", "book.yaml:5:"),
            ("@7", "@7#3", "seed: 3"),
            ("@7", "@many", "book.yaml:3:"),
            ("title: T", "title: ''", "title: a book needs"),
            ("title: T", "title: T\nprofile: web", "book.yaml:2:1: profile: `web` is neither"),
            ("title: T", "title: T\ntrim: 2x3", "book.yaml:2:"),
        ] {
            let text = message(&GOOD.replace(from, to));
            assert!(text.contains(wanted) && text.starts_with("book.yaml:"), "{to}: {text}");
        }
        assert!(message("title: T\nsections: []\n").contains("from 1 to 100 sections"));
    }

    #[test]
    fn a_field_is_found_by_its_line() {
        assert_eq!(place_of("b.yaml", GOOD, "game", 0), "b.yaml:3:5");
        assert_eq!(place_of("b.yaml", GOOD, "game", 1), "b.yaml");
    }
}
