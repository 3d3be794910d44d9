//! Cards, packs and how a card is written.
//!
//! A [`Card`] is a face: a rank of a suit. What a face is called depends on the pack it comes
//! from, so text goes through [`Pack`]:
//!
//! ```
//! use dealpress::card::Pack;
//! let pack = Pack::french(1);
//! let card = pack.parse("10h").unwrap();
//! assert_eq!(pack.text(card), "TH");
//! assert_eq!(Pack::somerset(7).len(), 28);
//! ```

use std::fmt;

/// The face of a card: a rank of a suit, both counted from 0; copies of a face are equal.
///
/// In a French pack rank 0 is the ace and the suits are clubs, diamonds, hearts, spades.
/// In a Somerset pack the card `r/s` has rank r and suit s.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of a rank and a suit, both below 16.
    ///
    /// # Panics
    /// If either is 16 or more.
    pub fn new(rank: u8, suit: u8) -> Card {
        assert!(rank < 16 && suit < 16, "ranks and suits are below 16");
        Card(suit << 4 | rank)
    }

    /// The rank, from 0.
    pub fn rank(self) -> u8 {
        self.0 & 15
    }

    /// The suit, from 0.
    pub fn suit(self) -> u8 {
        self.0 >> 4
    }

    /// A number below 256 that is this face's own.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether rank and suit are equal (a Somerset double).
    pub fn is_double(self) -> bool {
        self.rank() == self.suit()
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.rank(), self.suit())
    }
}

/// The suits of a French pack, in the order of our foundations.
pub const SUIT_LETTERS: [char; 4] = ['C', 'D', 'H', 'S'];
/// The ranks of a French pack, ace first.
pub const RANK_LETTERS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];

/// What kind of faces a pack has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Faces {
    /// Clubs, diamonds, hearts and spades of `ranks` ranks from the ace up (13 in a full pack).
    French {
        /// How many ranks there are.
        ranks: u8,
    },
    /// Suit s holds the ranks 0 to s.
    Somerset {
        /// How many ranks, and suits, there are.
        ranks: u8,
    },
}

/// The cards a game is played with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pack {
    /// The kind of faces.
    pub faces: Faces,
    /// How many copies of each face there are.
    pub copies: u8,
}

impl Pack {
    /// The pack of 52 cards, or several of them.
    pub fn french(copies: u8) -> Pack {
        Pack { faces: Faces::French { ranks: 13 }, copies }
    }

    /// The Somerset pack of so many ranks.
    pub fn somerset(ranks: u8) -> Pack {
        Pack { faces: Faces::Somerset { ranks }, copies: 1 }
    }

    /// The number of suits.
    pub fn suits(&self) -> u8 {
        match self.faces {
            Faces::French { .. } => 4,
            Faces::Somerset { ranks } => ranks,
        }
    }

    /// The number of ranks in a suit.
    pub fn ranks_of(&self, suit: u8) -> u8 {
        match self.faces {
            Faces::French { ranks } => ranks,
            Faces::Somerset { .. } => suit + 1,
        }
    }

    /// What a column of the tableau is called in games with these cards.
    pub fn column_word(&self) -> &'static str {
        match self.faces {
            Faces::French { .. } => "column",
            Faces::Somerset { .. } => "pile",
        }
    }

    /// Every card once a copy, in the order of a new pack: suit by suit, ranks upwards.
    pub fn cards(&self) -> Vec<Card> {
        let mut cards = Vec::new();
        for _ in 0..self.copies {
            for suit in 0..self.suits() {
                cards.extend((0..self.ranks_of(suit)).map(|rank| Card::new(rank, suit)));
            }
        }
        cards
    }

    /// The number of cards.
    pub fn len(&self) -> usize {
        let suits = 0..self.suits();
        suits.map(|suit| usize::from(self.ranks_of(suit))).sum::<usize>() * usize::from(self.copies)
    }

    /// Whether there are no cards.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether this pack has such a face.
    pub fn has(&self, card: Card) -> bool {
        card.suit() < self.suits() && card.rank() < self.ranks_of(card.suit())
    }

    /// The card as files write it: `TH`, `AS`, `0/4`.
    pub fn text(&self, card: Card) -> String {
        match self.faces {
            Faces::French { .. } => {
                let rank = RANK_LETTERS[usize::from(card.rank())];
                format!("{rank}{}", SUIT_LETTERS[usize::from(card.suit())])
            }
            Faces::Somerset { .. } => format!("{}/{}", card.rank(), card.suit()),
        }
    }

    /// Reads a card: `TH`, `10h`, `as`, `0/4`.
    ///
    /// # Errors
    /// If the text is no card, or a card that this pack has not.
    pub fn parse(&self, text: &str) -> Result<Card, BadCard> {
        let card = match self.faces {
            Faces::French { .. } => parse_french(text),
            Faces::Somerset { .. } => parse_somerset(text),
        };
        match card {
            Some(card) if self.has(card) => Ok(card),
            _ => Err(BadCard { text: shorten(text), right: self.example() }),
        }
    }

    fn example(&self) -> String {
        match self.faces {
            Faces::French { ranks } => format!(
                "a card is a rank (A 2 to 9 T J Q K{}) and a suit (C D H S), such as TH",
                if ranks < 13 { ", here only up to the highest rank of this pack" } else { "" }
            ),
            Faces::Somerset { ranks } => format!(
                "a card is rank/suit, the suit 0 to {} and the rank not above the suit, such as 0/{}",
                ranks - 1,
                ranks - 1
            ),
        }
    }
}

/// A text that is no card of the pack.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a card of this pack: {right}")]
pub struct BadCard {
    /// The text, shortened.
    pub text: String,
    /// What would be right.
    pub right: String,
}

fn parse_french(text: &str) -> Option<Card> {
    let upper = text.to_ascii_uppercase();
    let suit = upper.chars().last()?;
    let suit = SUIT_LETTERS.iter().position(|&letter| letter == suit)?;
    let rank = &upper[..upper.len() - 1];
    let rank = if rank == "10" { "T" } else { rank };
    let mut letters = rank.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
    let rank = RANK_LETTERS.iter().position(|&known| known == letter)?;
    Some(Card::new(rank as u8, suit as u8))
}

fn parse_somerset(text: &str) -> Option<Card> {
    let (rank, suit) = text.split_once('/')?;
    let number = |digits: &str| -> Option<u8> {
        let plain = !digits.is_empty() && digits.len() <= 2;
        if !plain || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        digits.parse::<u8>().ok().filter(|&value| value < 16)
    };
    Some(Card::new(number(rank)?, number(suit)?))
}

/// At most 24 characters of a text, for an error message.
pub(crate) fn shorten(text: &str) -> String {
    if text.chars().count() <= 24 {
        return text.to_string();
    }
    text.chars().take(23).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_of_every_pack_reads_back_as_written() {
        for pack in (3..=15).map(Pack::somerset).chain([Pack::french(1), Pack::french(2)]) {
            for card in pack.cards() {
                assert_eq!(pack.parse(&pack.text(card)), Ok(card));
            }
        }
    }

    #[test]
    fn a_pack_of_n_ranks_has_n_times_n_plus_one_halves_cards() {
        for ranks in 3..=15 {
            let n = usize::from(ranks);
            assert_eq!(Pack::somerset(ranks).len(), n * (n + 1) / 2);
            assert_eq!(Pack::somerset(ranks).cards().len(), n * (n + 1) / 2);
        }
        assert_eq!(Pack::french(2).len(), 104);
    }

    #[test]
    fn other_ways_of_writing_are_read_and_nonsense_is_refused() {
        let pack = Pack::french(1);
        assert_eq!(pack.parse("10h"), pack.parse("TH"));
        assert_eq!(pack.parse("as").map(|card| pack.text(card)), Ok("AS".to_string()));
        for bad in ["1H", "", "H", "TT", "0H", "11H", "AX", "A♠", "é", "7/6"] {
            assert!(pack.parse(bad).is_err(), "{bad}");
        }
        let pack = Pack::somerset(7);
        for bad in ["7/6", "0/7", "/", "1/", "+1/2", "001/2", "1/2/3", "99999999999/1", "AS"] {
            assert!(pack.parse(bad).is_err(), "{bad}");
        }
    }
}
