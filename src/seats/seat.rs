//! A seat: a player's place at the table.

use crate::card::shorten;
use std::fmt;
use std::str::FromStr;

/// The most seats that any game has.
pub const MOST_SEATS: usize = 7;

/// A seat, told by a letter from A on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

/// A text that is no seat.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no seat; seats are A, B, C … as far as there are players")]
pub struct BadSeat(String);

impl Seat {
    /// The seat of an index from 0.
    ///
    /// # Panics
    /// If there is no such seat at any table.
    pub fn new(index: usize) -> Seat {
        assert!(index < MOST_SEATS, "seats are fewer than eight");
        Seat(index as u8)
    }

    /// Its index from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its letter.
    pub fn letter(self) -> char {
        char::from(b'A' + self.0)
    }

    /// The seats of a table with so many.
    pub fn all(count: usize) -> impl Iterator<Item = Seat> {
        (0..count.min(MOST_SEATS)).map(Seat::new)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Seat {
    type Err = BadSeat;

    fn from_str(text: &str) -> Result<Seat, BadSeat> {
        match text.as_bytes() {
            [letter @ b'A'..=b'G'] => Ok(Seat(letter - b'A')),
            _ => Err(BadSeat(shorten(text))),
        }
    }
}
