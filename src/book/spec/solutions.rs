//! Where the solutions of a book stand, and how they are told.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;

/// Where the solutions stand, and how they are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Solutions {
    /// Where they stand.
    pub place: SolutionsPlace,
    /// How moves are told.
    pub moves: MovesAs,
    /// How many diagrams each has, the deal included; as many as the reader needs if it is not said.
    pub stages: Option<usize>,
    /// How many diagrams a page has room for, which says how large they are.
    pub diagrams_per_page: Option<usize>,
}

/// Where the solutions stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SolutionsPlace {
    /// At the end of the book.
    #[default]
    End,
    /// Nowhere.
    None,
    /// In a second file.
    SeparateFile,
    /// Each behind the page of its puzzle.
    AfterEach,
}

/// How moves are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MovesAs {
    /// In short sentences.
    #[default]
    Words,
    /// In signs.
    Notation,
}

const PLACES: &str = "end, none, separate-file, after-each";

/// The same with all its fields.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Fields {
    /// Where they stand.
    #[serde(default)]
    place: SolutionsPlace,
    /// How moves are told: in short sentences, or in signs.
    #[serde(default)]
    moves: MovesAs,
    /// How many diagrams each solution has, from 0 to 30; as many as the reader needs if it is not said.
    #[serde(default)]
    #[schemars(range(max = 30))]
    stages: Option<usize>,
    /// How many diagrams a page has room for, from 1 to 12, which says how large they are.
    #[serde(default)]
    #[schemars(range(min = 1, max = 12))]
    diagrams_per_page: Option<usize>,
}

impl<'de> Deserialize<'de> for Solutions {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Solutions, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Solutions;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{PLACES}, or fields such as {{place: end, stages: 4}}")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Solutions, E> {
                let place = match word {
                    "end" => SolutionsPlace::End,
                    "none" => SolutionsPlace::None,
                    "separate-file" => SolutionsPlace::SeparateFile,
                    "after-each" => SolutionsPlace::AfterEach,
                    other => {
                        let other = crate::card::shorten(other);
                        return Err(E::custom(format!("solutions: `{other}` is none of {PLACES}")));
                    }
                };
                Ok(Solutions { place, ..Solutions::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Solutions, A::Error> {
                let Fields { place, moves, stages, diagrams_per_page } =
                    Fields::deserialize(MapAccessDeserializer::new(map))?;
                if let Some(stages) = stages.filter(|&stages| stages > 30) {
                    return Err(A::Error::custom(format!("stages: {stages} is not a number from 0 to 30")));
                }
                if let Some(many) = diagrams_per_page.filter(|many| !(1..=12).contains(many)) {
                    let what = format!("diagrams-per-page: {many} is not a number from 1 to 12");
                    return Err(A::Error::custom(what));
                }
                Ok(Solutions { place, moves, stages, diagrams_per_page })
            }
        }
        source.deserialize_any(Reader)
    }
}

impl JsonSchema for Solutions {
    fn schema_name() -> Cow<'static, str> {
        "Solutions".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let word = generator.subschema_for::<SolutionsPlace>();
        let fields = generator.subschema_for::<Fields>();
        json_schema!({ "anyOf": [word, fields] })
    }
}
