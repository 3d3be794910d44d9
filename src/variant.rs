//! A game's rules as a YAML file writes them, before they are checked.
//!
//! A [`Variant`] is the file `templates/games/NAME.yaml`; [`RuleChanges`] are the fields that a
//! deal, a book or `--set` puts in their place. [`crate::game::Rules::compile`] checks them.
//!
//! ```
//! use dealpress::variant::{Fill, Variant};
//! let text = dealpress::assets::Assets::embedded().text("games/somerset-klondike.yaml").unwrap();
//! let variant = Variant::read("somerset-klondike.yaml", &text).unwrap();
//! assert_eq!(variant.fill, Fill::Double);
//! ```

#[path = "variant/seats.rs"]
mod seats;

pub use seats::{Ace, Finish, Play, SeatRange, Starter, Tie, Touch};

use crate::yaml::{self, BadYaml};
use serde::{Deserialize, Serialize};

/// A game's rules as written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Variant {
    /// The game's id: lower-case words and hyphens.
    pub game: String,
    /// What faces the cards have.
    pub pack: PackKind,
    /// How many copies of each face there are.
    #[serde(default = "one")]
    pub packs: u8,
    /// How many ranks the pack has, where a deal may choose; 13 for a French pack otherwise.
    #[serde(default)]
    pub ranks: Option<RankChoice>,
    /// How many columns there are.
    pub columns: Columns,
    /// How many cards lie face up on each column's face-down cards, column 1 first. Column k
    /// gets k − 1 cards face down. If there are fewer numbers than columns, the last repeats.
    #[serde(default = "one_up")]
    pub face_up: Vec<u8>,
    /// What may be built on a card of the tableau.
    pub build: Build,
    /// What moves in one move.
    pub unit: Unit,
    /// What may enter an empty column.
    pub fill: Fill,
    /// Whether a card may come back from a foundation.
    #[serde(rename = "return")]
    pub returns: bool,
    /// How many cards a turn of the stock brings; no stock if left out.
    #[serde(default)]
    pub draw: Option<u8>,
    /// How often the stock may be gone through.
    #[serde(default)]
    pub passes: Option<Passes>,
    /// How the play is scored, if it is.
    #[serde(default)]
    pub score: Option<Score>,
    /// How many may play, in a game for several; the other seat fields belong to such games alone.
    #[serde(default)]
    pub seats: Option<SeatRange>,
    /// How they play: by turns or all at once.
    #[serde(default)]
    pub play: Option<Play>,
    /// Who starts, by the cards of the first columns.
    #[serde(default)]
    pub starter: Option<Starter>,
    /// What an ace counts for that.
    #[serde(default)]
    pub ace: Option<Ace>,
    /// Who starts if all those cards are equal.
    #[serde(default)]
    pub tie: Option<Tie>,
    /// When the game ends.
    #[serde(default)]
    pub finish: Option<Finish>,
    /// What happens when two cards touch a foundation at once.
    #[serde(default)]
    pub touch: Option<Touch>,
    /// Two players who are stuck may spread their hands if each has fewer cards than this; 0: never.
    #[serde(default)]
    pub spread: Option<u8>,
}

/// The fields of a [`Variant`] that a deal, a book or the command line may change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RuleChanges {
    /// See [`Variant::draw`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<u8>,
    /// See [`Variant::passes`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passes: Option<Passes>,
    /// See [`Variant::fill`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<Fill>,
    /// See [`Variant::unit`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// See [`Variant::build`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<Build>,
    /// See [`Variant::returns`].
    #[serde(default, rename = "return", skip_serializing_if = "Option::is_none")]
    pub returns: Option<bool>,
    /// How many ranks each suit has, for packs smaller than usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<u8>,
    /// See [`Variant::columns`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<u8>,
    /// See [`Variant::packs`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packs: Option<u8>,
    /// See [`Variant::starter`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starter: Option<Starter>,
    /// See [`Variant::ace`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ace: Option<Ace>,
    /// See [`Variant::tie`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie: Option<Tie>,
    /// See [`Variant::finish`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<Finish>,
    /// See [`Variant::touch`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touch: Option<Touch>,
    /// See [`Variant::spread`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<u8>,
}

/// What faces a pack has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PackKind {
    /// Clubs, diamonds, hearts, spades.
    French,
    /// Rank/suit, the rank at most the suit.
    Somerset,
}

/// How many ranks a deal may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RankChoice {
    /// The fewest.
    pub least: u8,
    /// The most.
    pub most: u8,
    /// How many when a deal does not say.
    pub usual: u8,
}

/// How many columns the tableau has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Columns {
    /// So many.
    Number(u8),
    /// As many as the pack has ranks.
    Ranks,
}

impl Serialize for Columns {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Columns::Number(number) => to.serialize_u8(*number),
            Columns::Ranks => to.serialize_str("ranks"),
        }
    }
}

impl<'de> Deserialize<'de> for Columns {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Columns, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Columns;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a number of columns, or the word `ranks` (as many as the pack has ranks)")
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Columns, E> {
                let bad = |_| E::invalid_value(serde::de::Unexpected::Unsigned(number), &self);
                u8::try_from(number).map(Columns::Number).map_err(bad)
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Columns, E> {
                match word {
                    "ranks" => Ok(Columns::Ranks),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                }
            }
        }
        from.deserialize_any(Visitor)
    }
}

/// What may be built on a card of the tableau.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Build {
    /// The next lower rank of the other colour.
    #[serde(alias = "alternate-color")]
    AlternateColour,
    /// The next lower rank of the same suit.
    Suit,
    /// The next lower rank of any suit.
    Any,
    /// Same suit and one rank lower, or same rank and one suit lower.
    Somerset,
}

/// What moves in one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// One card.
    Card,
    /// Any part of a built run that ends with the top card.
    Sequence,
    /// All face-up cards of the column as one.
    Whole,
    /// Any face-up cards with all that lie on them.
    Group,
}

/// What may enter an empty column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fill {
    /// A card of the highest rank.
    King,
    /// Any card.
    Any,
    /// A card whose rank equals its suit.
    Double,
    /// Nothing.
    None,
}

/// How the play is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// A stake of 52, and 5 back for each card on a foundation.
    Vegas,
}

/// How often the stock may be gone through; one more than the redeals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passes {
    /// So many times, at least once.
    Limited(u8),
    /// As often as one likes.
    Unlimited,
}

impl Serialize for Passes {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Passes::Limited(number) => to.serialize_u8(*number),
            Passes::Unlimited => to.serialize_str("unlimited"),
        }
    }
}

impl<'de> Deserialize<'de> for Passes {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Passes, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Passes;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a number of passes from 1 to 100, or `unlimited`")
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Passes, E> {
                match u8::try_from(number) {
                    Ok(number) if (1..=100).contains(&number) => Ok(Passes::Limited(number)),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Unsigned(number), &self)),
                }
            }
            fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Passes, E> {
                Err(E::invalid_value(serde::de::Unexpected::Signed(number), &self))
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Passes, E> {
                match word {
                    "unlimited" => Ok(Passes::Unlimited),
                    _ => match word.parse::<u64>() {
                        Ok(number) => self.visit_u64(number),
                        Err(_) => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                    },
                }
            }
        }
        from.deserialize_any(Visitor)
    }
}

fn one() -> u8 {
    1
}

fn one_up() -> Vec<u8> {
    vec![1]
}

impl Variant {
    /// Reads a game file; `name` is the file's name for messages.
    ///
    /// # Errors
    /// If the text is not a game file: unknown or repeated field, wrong kind of value.
    pub fn read(name: &str, text: &str) -> Result<Variant, BadYaml> {
        yaml::read(name, text)
    }

    /// This variant with some fields changed. `ranks` and `columns` are set as given.
    pub fn with(&self, changes: &RuleChanges) -> Variant {
        let mut variant = self.clone();
        variant.draw = changes.draw.or(variant.draw);
        variant.passes = changes.passes.or(variant.passes);
        variant.fill = changes.fill.unwrap_or(variant.fill);
        variant.unit = changes.unit.unwrap_or(variant.unit);
        variant.build = changes.build.unwrap_or(variant.build);
        variant.returns = changes.returns.unwrap_or(variant.returns);
        variant.packs = changes.packs.unwrap_or(variant.packs);
        variant.starter = changes.starter.or(variant.starter);
        variant.ace = changes.ace.or(variant.ace);
        variant.tie = changes.tie.or(variant.tie);
        variant.finish = changes.finish.or(variant.finish);
        variant.touch = changes.touch.or(variant.touch);
        variant.spread = changes.spread.or(variant.spread);
        if let Some(columns) = changes.columns {
            variant.columns = Columns::Number(columns);
        }
        if let Some(ranks) = changes.ranks {
            variant.ranks = Some(RankChoice { least: ranks, most: ranks, usual: ranks });
        }
        variant
    }
}

impl RuleChanges {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        *self == RuleChanges::default()
    }

    /// These changes, with those of `other` where both name a field.
    pub fn and(&self, other: &RuleChanges) -> RuleChanges {
        let (a, b) = (self, other);
        RuleChanges {
            draw: b.draw.or(a.draw),
            passes: b.passes.or(a.passes),
            fill: b.fill.or(a.fill),
            unit: b.unit.or(a.unit),
            build: b.build.or(a.build),
            returns: b.returns.or(a.returns),
            ranks: b.ranks.or(a.ranks),
            columns: b.columns.or(a.columns),
            packs: b.packs.or(a.packs),
            starter: b.starter.or(a.starter),
            ace: b.ace.or(a.ace),
            tie: b.tie.or(a.tie),
            finish: b.finish.or(a.finish),
            touch: b.touch.or(a.touch),
            spread: b.spread.or(a.spread),
        }
    }

    /// The changes as the command line gives them: `draw=2`, `passes=unlimited`.
    pub fn settings(&self) -> Vec<String> {
        let Ok(serde_json::Value::Object(fields)) = serde_json::to_value(self) else { return Vec::new() };
        let word = |value: serde_json::Value| match value {
            serde_json::Value::String(word) => word,
            other => other.to_string(),
        };
        fields.into_iter().map(|(field, value)| format!("{field}={}", word(value))).collect()
    }

    /// Reads `draw=2`, `passes=unlimited`, `return=false` as the command line gives them.
    ///
    /// # Errors
    /// If a text is not FIELD=VALUE, or the field or value is none of a rule's.
    pub fn from_settings<S: AsRef<str>>(settings: &[S]) -> Result<RuleChanges, BadYaml> {
        let mut changes = RuleChanges::default();
        for setting in settings {
            let setting = setting.as_ref();
            let Some((field, value)) = setting.split_once('=') else {
                return Err(BadYaml {
                    place: format!("--set {}", crate::card::shorten(setting)),
                    what: "this is FIELD=VALUE, such as draw=3 or passes=unlimited".into(),
                });
            };
            let place = || format!("--set {}", crate::card::shorten(setting));
            if value.trim().is_empty() {
                let what = "there is no value after =; write draw=3 or passes=unlimited".into();
                return Err(BadYaml { place: place(), what });
            }
            let earlier = settings.iter().take_while(|other| !std::ptr::eq(other.as_ref(), setting));
            if earlier
                .into_iter()
                .any(|other| other.as_ref().split('=').next().map(str::trim) == Some(field.trim()))
            {
                return Err(BadYaml { place: place(), what: "this field is set twice".into() });
            }
            let text = format!("{}: {}\n", field.trim(), value.trim());
            let one = yaml::read::<RuleChanges>("", &text).map_err(|error| BadYaml {
                place: format!("--set {}", crate::card::shorten(setting)),
                what: error.what,
            })?;
            changes = changes.and(&one);
        }
        Ok(changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_on_the_command_line_are_rule_fields() {
        let changes = RuleChanges::from_settings(&["draw=2", "passes=unlimited", "return=false"]);
        let changes = changes.unwrap();
        assert_eq!(changes.draw, Some(2));
        assert_eq!(changes.passes, Some(Passes::Unlimited));
        assert_eq!(changes.returns, Some(false));
        assert_eq!(changes.settings(), ["draw=2", "passes=unlimited", "return=false"]);
        for bad in ["draw", "draw=x", "passes=0", "fill=queen", "colour=red"] {
            let error = RuleChanges::from_settings(&[bad]).unwrap_err();
            assert!(error.to_string().starts_with("--set "), "{error}");
        }
    }
}
