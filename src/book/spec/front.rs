//! What a `book.yaml` says of the look of the whole book.

use crate::book::trim::measure;
use crate::output::pdf::Profile;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;

/// With which inks a book is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InkChoice {
    /// Black alone; red suits are hollow.
    Black,
    /// Black and grays.
    Gray,
    /// Colours as the four inks of a press.
    Cmyk,
    /// Colours as screens have them.
    Rgb,
}

/// The size of the type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TypeSize {
    /// Text of ten points.
    #[default]
    Normal,
    /// Nothing below sixteen points.
    Large,
    /// Nothing below twenty points.
    Giant,
}

impl TypeSize {
    /// The size, in points, of what is set in so many points in a book of normal type.
    ///
    /// Nothing is smaller than the text then; what is larger grows more than in proportion to its rank.
    pub fn points(self, normal: f32) -> f32 {
        let (least, growth) = match self {
            TypeSize::Normal => return normal,
            TypeSize::Large => (16.0, 1.5),
            TypeSize::Giant => (20.0, 1.75),
        };
        least + growth * (normal - 11.0).max(0.0)
    }

    /// The least size that a line may be shrunk to where it does not fit.
    pub fn least(self) -> f32 {
        match self {
            TypeSize::Normal => 7.0,
            TypeSize::Large => 16.0,
            TypeSize::Giant => 20.0,
        }
    }
}

/// How the cards look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cards {
    /// Whether every suit has a colour of its own.
    pub four_colour: bool,
    /// Whether ranks and suits in the corners are larger.
    pub big_index: bool,
}

const CARDS: [&str; 3] = ["classic", "four-colour", "big-index"];

impl Cards {
    fn with<E: Error>(mut self, word: &str) -> Result<Cards, E> {
        match word {
            "classic" => {}
            "four-colour" | "four-color" => self.four_colour = true,
            "big-index" => self.big_index = true,
            other => {
                let other = crate::card::shorten(other);
                return Err(E::custom(format!("cards: `{other}` is none of {}", CARDS.join(", "))));
            }
        }
        Ok(self)
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Cards, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Cards;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}, or a list of them", CARDS.join(", "))
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Cards, E> {
                Cards::default().with(word)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Cards, A::Error> {
                let words: Vec<String> = Vec::deserialize(SeqAccessDeserializer::new(list))?;
                words.iter().try_fold(Cards::default(), |cards, word| cards.with(word))
            }
        }
        source.deserialize_any(Reader)
    }
}

impl JsonSchema for Cards {
    fn schema_name() -> Cow<'static, str> {
        "Cards".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let word = json_schema!({ "enum": ["classic", "four-colour", "four-color", "big-index"] });
        json_schema!({ "anyOf": [word, { "type": "array", "items": word }] })
    }
}

/// What may be told of a puzzle under its diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// In how many moves it was solved.
    Par,
    /// How many passes through the stock that took.
    Passes,
    /// How many cards lie face down.
    FaceDown,
    /// That it can be won.
    Verdict,
}

pub(super) fn all_facts() -> Vec<Fact> {
    vec![Fact::Par, Fact::Passes, Fact::FaceDown, Fact::Verdict]
}

/// The margins of the pages; those that are left out are worked out.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Margins {
    /// At the spine.
    pub inside: Option<Measure>,
    /// At the outer edge.
    pub outside: Option<Measure>,
    /// From the upper edge to the top of the text.
    pub top: Option<Measure>,
    /// From the foot of the text to the lower edge.
    pub bottom: Option<Measure>,
}

/// A measure, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure(pub f32);

impl<'de> Deserialize<'de> for Margins {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Margins, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Fields {
            inside: Option<String>,
            outside: Option<String>,
            top: Option<String>,
            bottom: Option<String>,
        }
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Margins;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("margins such as {inside: 20mm, outside: 15mm}, or `automatic`")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Margins, E> {
                match word {
                    "automatic" => Ok(Margins::default()),
                    other => {
                        let other = crate::card::shorten(other);
                        Err(E::custom(format!("margins: `{other}` is neither `automatic` nor fields")))
                    }
                }
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Margins, A::Error> {
                let fields = Fields::deserialize(MapAccessDeserializer::new(map))?;
                let read = |name: &str, text: Option<String>| -> Result<Option<Measure>, A::Error> {
                    let Some(text) = text else { return Ok(None) };
                    let points = measure(&text.to_ascii_lowercase());
                    match points.filter(|points| (18.0..=216.0).contains(points)) {
                        Some(points) => Ok(Some(Measure(points))),
                        None => Err(A::Error::custom(format!(
                            "{name}: `{}` is no measure from 6.35mm to 76mm (0.25in to 3in)",
                            crate::card::shorten(&text)
                        ))),
                    }
                };
                Ok(Margins {
                    inside: read("inside", fields.inside)?,
                    outside: read("outside", fields.outside)?,
                    top: read("top", fields.top)?,
                    bottom: read("bottom", fields.bottom)?,
                })
            }
        }
        source.deserialize_any(Reader)
    }
}

impl JsonSchema for Margins {
    fn schema_name() -> Cow<'static, str> {
        "Margins".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let side = |what: &str| json_schema!({ "type": "string", "pattern": r"^ *[0-9.]+ *(mm|in|MM|IN) *$", "description": what });
        json_schema!({
            "anyOf": [
                { "const": "automatic" },
                {
                    "type": "object",
                    "additionalProperties": false,
                    "properties": {
                        "inside": side("At the spine, such as 20mm."),
                        "outside": side("At the outer edge."),
                        "top": side("From the upper edge to the top of the text."),
                        "bottom": side("From the foot of the text to the lower edge."),
                    },
                },
            ]
        })
    }
}

pub(super) fn profile<'de, D: Deserializer<'de>>(source: D) -> Result<Profile, D::Error> {
    match String::deserialize(source)?.as_str() {
        "press" => Ok(Profile::Press),
        "screen" => Ok(Profile::Screen),
        other => {
            let other = crate::card::shorten(other);
            Err(D::Error::custom(format!("profile: `{other}` is neither `press` nor `screen`")))
        }
    }
}
