//! What a book is to be: a `book.yaml` as written.
//!
//! ```
//! use dealpress::book::BookSpec;
//! let text = "title: Evenings\nsections:\n  - {game: klondike, count: 3, per-page: 2}\n";
//! let spec = BookSpec::read("book.yaml", text).unwrap();
//! assert_eq!(spec.sections[0].per_page, 2);
//! let error = BookSpec::read("book.yaml", &text.replace("2}", "3}")).unwrap_err().to_string();
//! assert!(error.starts_with("book.yaml:3:"), "{error}");
//! ```
//!
//! The documentation of each field is also what `dealpress book --schema` tells of it ([`schema`]).

mod front;
mod parts;
mod place;
mod schema;
mod section;
mod solutions;
mod text;

pub use front::{Cards, Fact, InkChoice, Margins, Measure, TypeSize};
pub use parts::{ContentsOrder, Part};
pub(super) use place::{place_of, place_of_value, section_place};
pub use schema::schema;
pub use section::{Order, Section, Show};
pub use solutions::{MovesAs, Solutions, SolutionsPlace};

use super::BadBook;
use super::trim::Trim;
use crate::output::pdf::Profile;
use crate::words::Language;
use crate::yaml;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeSet;

/// A book of proved puzzles for `dealpress book`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "book.yaml")]
pub struct BookSpec {
    /// The title, at most 120 characters.
    #[serde(deserialize_with = "text::title")]
    #[schemars(length(min = 1, max = 120))]
    pub title: String,
    /// What stands under the title, at most 200 characters.
    #[serde(default, deserialize_with = "text::subtitle")]
    #[schemars(length(max = 200))]
    pub subtitle: String,
    /// Who made the book.
    #[serde(default, deserialize_with = "text::author")]
    #[schemars(length(max = 300))]
    pub author: String,
    /// Who publishes it.
    #[serde(default, deserialize_with = "text::publisher")]
    #[schemars(length(max = 300))]
    pub publisher: String,
    /// The book's number, of ten or thirteen digits with or without hyphens; its check digit is checked.
    #[serde(default, deserialize_with = "text::isbn")]
    #[schemars(extend("type" = ["string", "integer"]))]
    pub isbn: String,
    /// A line at the foot of the title page, such as `Volume One`.
    #[serde(default, deserialize_with = "text::edition")]
    #[schemars(length(max = 300))]
    pub edition: String,
    /// A dedication on a page of its own; it may have several lines.
    #[serde(default, deserialize_with = "text::dedication")]
    #[schemars(length(max = 2000))]
    pub dedication: String,
    /// More for the imprint page (rights, address, thanks); it may have several lines.
    #[serde(default, deserialize_with = "text::imprint")]
    #[schemars(length(max = 2000))]
    pub imprint: String,
    /// The language of every word that is not given here: `en`, `fr`, `it`, `sv`, or one of your own.
    #[serde(default = "english")]
    pub language: String,
    /// The size of the pages: a name such as `kdp-6x9` or `a5`, two measures such as `148x210mm`, or
    /// width and height.
    #[serde(default)]
    #[schemars(schema_with = "schema::trim")]
    pub trim: Trim,
    /// The margins; worked out from trim, shop and number of pages where they are left out.
    #[serde(default)]
    pub margins: Option<Margins>,
    /// Whether there is paper around the cut pages, as the shop of the trim wants it where ink runs off a page.
    #[serde(default)]
    pub bleed: bool,
    /// For whom the file is: `screen` has an outline and links; `press` is what print shops take.
    #[serde(default, deserialize_with = "front::profile")]
    #[schemars(schema_with = "schema::profile")]
    pub profile: Profile,
    /// With which inks the book is drawn; it chooses the theme where none is named.
    #[serde(default)]
    pub ink: Option<InkChoice>,
    /// The theme by its name: `press` (black alone), `gray`, `light`, `four`, or one of your own.
    #[serde(default)]
    pub theme: Option<String>,
    /// The size of the type: `large` sets everything in 16 points or more, `giant` in 20.
    #[serde(default, rename = "type")]
    pub type_size: TypeSize,
    /// The cards: `classic`, `four-colour`, `big-index`, or a list of the last two.
    #[serde(default)]
    pub cards: Cards,
    /// Whether stock and waste stand at the right, for players who turn cards with the left hand.
    #[serde(default)]
    pub left_handed: bool,
    /// The parts of the book in their order; the usual ones where they are left out.
    #[serde(default, deserialize_with = "parts::some_parts")]
    pub parts: Option<Vec<Part>>,
    /// How the contents list the puzzles.
    #[serde(default)]
    pub contents: ContentsOrder,
    /// The puzzles, section by section.
    #[serde(deserialize_with = "section::some_sections")]
    #[schemars(length(min = 1, max = 100))]
    pub sections: Vec<Section>,
    /// What is told of a puzzle under its diagram; `[]` for nothing.
    #[serde(default = "front::all_facts")]
    pub facts: Vec<Fact>,
    /// Whether there is room to note time and result.
    #[serde(default = "yes")]
    pub record: bool,
    /// Where the solutions stand and how they are told: a word, or fields.
    #[serde(default)]
    pub solutions: Solutions,
    /// The number of the first puzzle.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub first_number: u32,
    /// Files of earlier volumes, beside this file: no deal of theirs is used, nor one that differs only in
    /// suits the rules do not tell apart. Locks, puzzle files, and deals as JSON or ids, one a line.
    #[serde(default)]
    pub not_in: Vec<String>,
}

/// The most puzzles of one book.
pub const MOST_PUZZLES: usize = 10_000;
/// The greatest number of a puzzle.
const GREATEST_NUMBER: u32 = 1_000_000;

impl BookSpec {
    /// Reads a book; `name` is the file's name for messages.
    ///
    /// # Errors
    /// If the text is not a book, or its fields contradict each other; the message names line and column.
    pub fn read(name: &str, text: &str) -> Result<BookSpec, BadBook> {
        let mut spec: BookSpec = yaml::read(name, text).map_err(|error| place::closer(name, text, error))?;
        for (index, section) in spec.sections.iter_mut().enumerate() {
            section.check().map_err(|(field, what)| BadBook::Field {
                place: section_place(name, text, field, index),
                what: format!("{field}: {what}"),
            })?;
            if section.is_from_files() {
                section.count = section.puzzles.len();
            }
        }
        spec.check(name, text)?;
        Ok(spec)
    }

    /// The same book with its words set as its language sets them; they are the user's own, as typed.
    pub fn typeset(mut self, language: &Language) -> BookSpec {
        for line in [
            &mut self.title,
            &mut self.subtitle,
            &mut self.author,
            &mut self.publisher,
            &mut self.edition,
            &mut self.dedication,
            &mut self.imprint,
        ] {
            *line = language.typed(line);
        }
        self
    }

    /// The parts of the book in their order.
    pub fn parts(&self) -> Vec<Part> {
        match &self.parts {
            Some(parts) => parts.clone(),
            None => parts::usual(self),
        }
    }

    /// The numbers of the puzzles of every section.
    pub fn numbers(&self) -> Vec<std::ops::Range<u32>> {
        let mut next = self.first_number;
        let mut ranges = Vec::new();
        for section in &self.sections {
            let first = section.first_number.unwrap_or(next);
            next = first.saturating_add(section.count as u32);
            ranges.push(first..next);
        }
        ranges
    }

    /// Whether any puzzle has a set-up list.
    pub fn has_set_up(&self) -> bool {
        self.sections.iter().any(Section::has_set_up)
    }

    fn check(&self, name: &str, text: &str) -> Result<(), BadBook> {
        let at = |field: &str, what: String| {
            Err(BadBook::Field { place: place_of(name, text, field, 0), what: format!("{field}: {what}") })
        };
        let mut total = 0;
        for (index, section) in self.sections.iter().enumerate() {
            total += section.count;
            if total > MOST_PUZZLES {
                let place = section_place(name, text, "count", index);
                let what = format!(
                    "count: a book has at most {MOST_PUZZLES} puzzles, and with these it has {total}"
                );
                return Err(BadBook::Field { place, what });
            }
        }
        if self.first_number == 0 || self.first_number > GREATEST_NUMBER {
            return at("first-number", format!("numbers begin with 1 to {GREATEST_NUMBER}"));
        }
        let mut taken: BTreeSet<u32> = BTreeSet::new();
        for (index, range) in self.numbers().into_iter().enumerate() {
            if let Some(twice) = range.clone().find(|number| !taken.insert(*number)) {
                let place = section_place(name, text, "first-number", index);
                let what = format!("first-number: there would be two puzzles {twice}; begin with another");
                return Err(BadBook::Field { place, what });
            }
        }
        if let (Some(_), true) = (&self.theme, self.cards.four_colour) {
            return at(
                "cards",
                "a theme chooses the colours already; take `theme` or `four-colour` away".into(),
            );
        }
        if let (Some(InkChoice::Black | InkChoice::Gray), true) = (self.ink, self.cards.four_colour) {
            return at("cards", "four colours want `ink: rgb` or `ink: cmyk`".into());
        }
        let is_exchange = self.profile == Profile::Press && self.trim.shop.wants_exchange();
        if self.ink == Some(InkChoice::Rgb) && is_exchange {
            return at("ink", "this shop takes press inks alone; choose `cmyk`, `gray` or `black`".into());
        }
        parts::check(self).map_err(|(field, what)| BadBook::Field {
            place: place_of(name, text, field, 0),
            what: format!("{field}: {what}"),
        })
    }

    /// The name of the theme.
    pub fn theme_name(&self) -> &str {
        match (&self.theme, self.ink) {
            (Some(theme), _) => theme,
            (None, _) if self.cards.four_colour => "four",
            (None, None | Some(InkChoice::Black)) => "press",
            (None, Some(InkChoice::Gray)) => "gray",
            (None, Some(InkChoice::Cmyk | InkChoice::Rgb)) => "light",
        }
    }
}

fn english() -> String {
    "en".to_string()
}

fn one() -> u32 {
    1
}

fn yes() -> bool {
    true
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
        assert_eq!((spec.language.as_str(), spec.first_number), ("en", 1));
        assert_eq!((spec.solutions.place, spec.theme_name()), (SolutionsPlace::End, "press"));
        assert_eq!(spec.sections[0].game.size, Some(7));
        assert_eq!((spec.sections[0].show, spec.sections[0].per_page), (Show::Thoughtful, 1));
        assert!(!spec.has_set_up() && spec.record);
    }

    #[test]
    fn every_mistake_is_named_with_line_and_column() {
        let second = "count: 2\n  - game: somerset-klondike@7\n    count: 3";
        for (from, to, wanted) in [
            ("count: 2", "count: many", "book.yaml:4:"),
            ("count: 2", "count: 0", "from 1 to"),
            ("count: 2", "count: 2\n    cuont: 3", "unknown field `cuont`"),
            ("count: 2", "count: 2\n    count: 3", "twice"),
            ("count: 2", "count: 2\n    show: never", "book.yaml:5:"),
            ("count: 2", "count: 2\n    per-page: 3", "book.yaml:5:5: per-page: 3 is none of 1, 2 and 4"),
            ("count: 2", "count: 2\n    order: random", "book.yaml:5:"),
            ("count: 2", "count: 2\n    set-up: maybe", "book.yaml:5:"),
            (
                "count: 2",
                "count: 2\n    level: hard",
                "book.yaml:5:12: sections[0].level: `hard` is no level",
            ),
            ("count: 2", "count: 2\n    level: [easy, hard]", "level: `hard` is no level"),
            (
                "count: 2",
                &format!("{second}\n    first-number: 2"),
                "book.yaml:7:5: first-number: there would",
            ),
            ("@7", "@7#3", "seed: 3"),
            ("@7", "@many", "book.yaml:3:"),
            ("title: T", "title: ''", "title: a book needs"),
            ("title: T", "title: T\nprofile: web", "book.yaml:2:1: profile: `web` is neither"),
            ("title: T", "title: T\ntrim: 2x3", "book.yaml:2:"),
            ("title: T", "title: T\ntype: huge", "book.yaml:2:"),
            ("title: T", "title: T\nink: blue", "book.yaml:2:"),
            ("title: T", "title: T\ncards: tarot", "book.yaml:2:1: cards: `tarot` is none of"),
            ("title: T", "title: T\ncards: four-colour\nink: black", "book.yaml:2:1: cards: four colours"),
            ("title: T", "title: T\ntheme: light\ncards: four-colour", "book.yaml:3:1: cards: a theme"),
            ("title: T", "title: T\nmargins: {inside: 3}", "book.yaml:2:"),
            ("title: T", "title: T\nmargins: {inside: 2ft}", "inside: `2ft` is no measure"),
            ("title: T", "title: T\nmargins: {left: 1in}", "unknown field `left`"),
            ("title: T", "title: T\nfacts: [weather]", "book.yaml:2:"),
            ("title: T", "title: T\nfirst-number: 0", "book.yaml:2:1: first-number"),
            ("title: T", "title: T\nisbn: 978-0-306-40615-8", "book.yaml:2:1: isbn: the last digit of"),
            (
                "title: T",
                "title: T\nauthor: \"a\\nb\"",
                "book.yaml:2:1: author: this is one line, and there are",
            ),
            (
                "title: T",
                "title: T\nedition: \"a\\eb\"",
                "book.yaml:2:1: edition: the character U+001B is none",
            ),
            (
                "title: T",
                "title: T\ndedication: \"a\\ab\"",
                "book.yaml:2:1: dedication: the character U+0007",
            ),
            (
                "title: T",
                &format!("title: T\nimprint: \"{}x\"", "\\n".repeat(41)),
                "book.yaml:2:1: imprint: this text has 42 lines, and there is room for 40",
            ),
            (
                "title: T",
                &format!("title: T\npublisher: {}", "p".repeat(301)),
                "publisher: this line has 301 characters",
            ),
            ("count: 2", "count: 2\n    title: \"a\\nb\"", "book.yaml:5:5: title: this is one line"),
            ("count: 2", "count:", "sections[0].count: nothing stands here"),
            ("title: T", "title: T\nisbn: 12345", "book.yaml:2:1: isbn: `12345` has 5 digits"),
            ("title: T", "title: T\nsolutions: later", "book.yaml:2:1: solutions: `later` is none of"),
            ("title: T", "title: T\nsolutions: {stages: 99}", "book.yaml:2:"),
            ("title: T", "title: T\nsolutions: {colour: red}", "unknown field `colour`"),
            (
                "title: T",
                "title: T\nparts: [puzzles, appendix]",
                "book.yaml:2:18: parts: `appendix` is no part",
            ),
            ("title: T", "title: T\nparts: [title-page]", "book.yaml:2:1: parts: the puzzles"),
            ("title: T", "title: T\nparts: [puzzles, puzzles]", "parts: `puzzles` stands there twice"),
            ("title: T", "title: T\nparts: [puzzles]", "parts: the solutions have no place"),
            ("title: T", "title: T\nparts: [puzzles, {leaf: a.md}]", "book.yaml:2:"),
            (
                "title: T",
                "title: T\nsolutions: none\nparts: [puzzles, solutions]",
                "book.yaml:3:1: parts: `solutions` stands there, and there are none",
            ),
            (
                "title: T",
                "title: T\nsolutions: none\nparts: [puzzles, set-up]",
                "parts: `set-up` stands there, and no section",
            ),
        ] {
            let text = message(&GOOD.replace(from, to));
            assert!(text.contains(wanted) && text.starts_with("book.yaml:"), "{to}: {text}");
        }
        let none = message("title: T\nsections: []\n");
        assert_eq!(none, "book.yaml:2:1: sections: a book has from 1 to 100 of them");
        let many =
            message("title: T\nsections:\n  - {game: klondike, count: 9999}\n  - {game: yukon, count: 2}\n");
        assert_eq!(
            many,
            "book.yaml:4:19: count: a book has at most 10000 puzzles, and with these it has 10001"
        );
    }

    #[test]
    fn numbers_go_on_from_section_to_section() {
        let text = format!(
            "{GOOD}  - {{game: klondike, count: 3}}\n  - {{game: klondike, count: 1, first-number: 90}}\n"
        );
        let spec = BookSpec::read("b", &format!("first-number: 11\n{text}")).unwrap();
        assert_eq!(spec.numbers(), [11..13, 13..16, 90..91]);
    }

    #[test]
    fn fields_of_many_forms_are_read() {
        let more = "cards: [four-colour, big-index]\nink: cmyk\ntype: large\nisbn: 9780306406157\n\
            solutions: {place: after-each, moves: notation, stages: 4}\nmargins: {inside: 20mm, outside: 0.6in}\n\
            parts: [title-page, page: preface.md, text: '# Hello', puzzles]\n";
        let spec = BookSpec::read("b", &format!("{more}{GOOD}")).unwrap();
        assert!(spec.cards.four_colour && spec.cards.big_index && spec.theme_name() == "four");
        assert_eq!(spec.isbn, "9780306406157");
        assert_eq!((spec.solutions.moves, spec.solutions.stages), (MovesAs::Notation, Some(4)));
        assert_eq!(spec.parts().len(), 4);
        assert_eq!(spec.parts()[1], Part::Page("preface.md".into()));
    }
}
