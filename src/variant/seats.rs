//! The fields of games for several seats.
//!
//! Where the rule books are silent or disagree a field says what is played, and the rules text tells it.

use serde::{Deserialize, Serialize};

/// How many may play: `2..7`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatRange {
    /// The fewest.
    pub least: u8,
    /// The most.
    pub most: u8,
}

impl Serialize for SeatRange {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{}..{}", self.least, self.most))
    }
}

impl<'de> Deserialize<'de> for SeatRange {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<SeatRange, D::Error> {
        let text = String::deserialize(from)?;
        let number = |text: &str| text.trim().parse::<u8>().ok();
        let range = text.split_once("..").and_then(|(least, most)| Some((number(least)?, number(most)?)));
        match range {
            Some((least, most)) if 2 <= least && least <= most && most <= 7 => Ok(SeatRange { least, most }),
            _ => Err(serde::de::Error::custom(format!(
                "`{}` is no range of seats; write LEAST..MOST within 2..7",
                crate::card::shorten(&text)
            ))),
        }
    }
}

/// How several play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Play {
    /// One after the other; a turn ends when a stock card is turned to the waste.
    Turns,
    /// All at once.
    Race,
}

/// Whose card on the first column, then on the second and so on, starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Starter {
    /// The lower one's.
    Lower,
    /// The higher one's.
    Higher,
}

/// What an ace counts when it is settled who starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ace {
    /// Less than a two.
    Low,
    /// More than a king.
    High,
}

/// Who starts if the cards do not settle it, as with matched deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tie {
    /// A lot, drawn once by the seed of the deal and printed with it.
    Lot,
    /// The first seat.
    FirstSeat,
}

/// When a game of several ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// When somebody has played every card.
    FirstOut,
    /// When all but one have, or those who are left are stuck: they play on for the places.
    PlayOn,
}

/// What happens when two cards touch a foundation at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Touch {
    /// The card that touched it first stays, the other goes back; somebody has to say which it was.
    FirstStays,
    /// Both go back.
    BothBack,
}
