//! The parts of a book, in the order in which they are bound.

use super::{BookSpec, Section, SolutionsPlace};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;

/// A part of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The title page.
    TitlePage,
    /// Who made the book, and how.
    Imprint,
    /// To whom it is given.
    Dedication,
    /// The contents.
    Contents,
    /// How to use the book.
    HowTo,
    /// The rules of its games.
    Rules,
    /// The puzzles.
    Puzzles,
    /// The lists by which packs are stacked.
    SetUp,
    /// How the solutions begin.
    Hints,
    /// The solutions.
    Solutions,
    /// Pages on which the reader keeps the score.
    Scores,
    /// The deals by their names.
    Index,
    /// A page from a Markdown file of the user's.
    Page(String),
    /// A page from Markdown that stands in the book file.
    Text(String),
}

/// The parts that have a word, and these words.
const WORDS: [(&str, Part); 12] = [
    ("title-page", Part::TitlePage),
    ("imprint", Part::Imprint),
    ("dedication", Part::Dedication),
    ("contents", Part::Contents),
    ("how-to", Part::HowTo),
    ("rules", Part::Rules),
    ("puzzles", Part::Puzzles),
    ("set-up", Part::SetUp),
    ("hints", Part::Hints),
    ("solutions", Part::Solutions),
    ("scores", Part::Scores),
    ("index", Part::Index),
];
/// The most parts of a book.
const MOST_PARTS: usize = 60;

/// How the contents list the puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ContentsOrder {
    /// Section by section, with the numbers of the first and the last puzzle.
    #[default]
    ByNumber,
    /// Level by level, every puzzle with its page.
    ByLevel,
}

/// The parts of a book that does not say which it has.
pub(super) fn usual(spec: &BookSpec) -> Vec<Part> {
    let mut parts = vec![Part::TitlePage, Part::Imprint];
    parts.extend((!spec.dedication.is_empty()).then_some(Part::Dedication));
    parts.extend([Part::Contents, Part::HowTo, Part::Rules, Part::Puzzles]);
    parts.extend(spec.has_set_up().then_some(Part::SetUp));
    parts.extend((spec.solutions.place == SolutionsPlace::End).then_some(Part::Solutions));
    parts
}

/// Whether parts that are given fit the rest of the book; if not, the field and what is wrong with it.
pub(super) fn check(spec: &BookSpec) -> Result<(), (&'static str, String)> {
    let Some(parts) = &spec.parts else { return Ok(()) };
    let has = |part: &Part| parts.contains(part);
    for (word, part) in &WORDS {
        if parts.iter().filter(|other| *other == part).count() > 1 {
            return Err(("parts", format!("`{word}` stands there twice")));
        }
    }
    if !has(&Part::Puzzles) {
        return Err(("parts", "the puzzles have no place; add `puzzles` to the list".into()));
    }
    let at_end = spec.solutions.place == SolutionsPlace::End;
    match (at_end, has(&Part::Solutions)) {
        (true, false) => {
            let what = "the solutions have no place; add `solutions` to the list, or write `solutions: none`";
            return Err(("parts", what.into()));
        }
        (false, true) => {
            let what = "`solutions` stands there, and there are none at the end; take it away, or write \
                `solutions: end`";
            return Err(("parts", what.into()));
        }
        _ => {}
    }
    if has(&Part::Hints) && !spec.sections.iter().any(Section::may_have_hints) {
        return Err((
            "parts",
            "`hints` stands there, and puzzles of these forms have none; take it away".into(),
        ));
    }
    match (spec.has_set_up(), has(&Part::SetUp)) {
        (true, false) => {
            let what = "the set-up lists have no place; add `set-up` to the list, or write `set-up: false` \
                in every section that hides cards";
            Err(("parts", what.into()))
        }
        (false, true) => {
            let what = "`set-up` stands there, and no section has `set-up: true` or hides its cards";
            Err(("parts", what.into()))
        }
        _ if has(&Part::Dedication) && spec.dedication.is_empty() => {
            Err(("parts", "`dedication` stands there, and there is none; give `dedication:` a text".into()))
        }
        _ => Ok(()),
    }
}

pub(super) fn some_parts<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Vec<Part>>, D::Error> {
    let parts: Vec<Part> = Vec::deserialize(source)?;
    match parts.len() {
        1..=MOST_PARTS => Ok(Some(parts)),
        _ => Err(D::Error::custom(format!("parts: a book has from 1 to {MOST_PARTS} parts"))),
    }
}

/// A page of the user's own.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Fields {
    /// A Markdown file beside the book file; `![What it shows](photo.png "Caption")` in it is a picture beside it.
    #[serde(default)]
    page: Option<String>,
    /// Markdown; its pictures are beside the book file.
    #[serde(default)]
    text: Option<String>,
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Part, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Part;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a part, or a page of your own such as `page: preface.md`")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Part, E> {
                match WORDS.iter().find(|(known, _)| *known == word) {
                    Some((_, part)) => Ok(part.clone()),
                    None => Err(E::custom(format!(
                        "parts: `{}` is no part; there are {}, and pages of your own (`page: preface.md`)",
                        crate::card::shorten(word),
                        WORDS.map(|(word, _)| word).join(", ")
                    ))),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Part, A::Error> {
                match Fields::deserialize(MapAccessDeserializer::new(map))? {
                    Fields { page: Some(page), text: None } => Ok(Part::Page(page)),
                    Fields { page: None, text: Some(text) } => Ok(Part::Text(text)),
                    _ => Err(A::Error::custom("parts: a page of your own has `page` or `text`, not both")),
                }
            }
        }
        source.deserialize_any(Reader)
    }
}

impl JsonSchema for Part {
    fn schema_name() -> Cow<'static, str> {
        "Part".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let words = WORDS.map(|(word, _)| word);
        let own = generator.subschema_for::<Fields>();
        json_schema!({ "anyOf": [{ "enum": words }, own] })
    }
}
