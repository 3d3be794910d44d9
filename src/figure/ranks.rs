//! What ranks are called on cards: the figures and letters of a language, handed in as text.

use super::{Face, Ink, Text, typeset};

/// The most characters of a rank; more are not printed, for there is no room.
const MOST: usize = 3;
/// Letters are made narrower down to this; then the whole rank is made smaller.
const NARROWEST: f32 = 0.76;

/// What the thirteen ranks are called on cards.
///
/// ```
/// use dealpress::figure::ranks::Ranks;
/// assert_eq!(Ranks::default().text(11), "Q");
/// let swedish = Ranks::new(["E", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Kn", "D", "K"]);
/// assert_eq!((swedish.text(0), swedish.text(10)), ("E".to_string(), "Kn".to_string()));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ranks([[char; MOST]; 13]);

impl Ranks {
    /// Ranks by their names, from the ace; those that are not given are the English ones.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Ranks {
        let mut ranks = Ranks::default();
        for (rank, name) in ranks.0.iter_mut().zip(names) {
            *rank = ['\0'; MOST];
            rank.iter_mut().zip(name.chars()).for_each(|(place, character)| *place = character);
        }
        ranks
    }

    /// What a rank is called.
    pub fn text(&self, rank: u8) -> String {
        let name = self.0.get(usize::from(rank)).into_iter().flatten();
        name.copied().filter(|&character| character != '\0').collect()
    }

    /// A rank whose capitals are `cap` high; "10" is drawn together so that it looks like one figure.
    pub fn set(&self, face: Face, rank: u8, cap: f32, ink: Ink) -> Text {
        let tracking = if rank == 9 { -0.055 } else { 0.0 };
        Text { tracking, ..Text::new(face, cap / typeset::cap_height(face), ink, self.text(rank)) }
    }

    /// The same where there is only so much room: made narrower, then smaller.
    pub fn set_in(&self, room: f32, face: Face, rank: u8, cap: f32, ink: Ink) -> Text {
        let mut text = self.set(face, rank, cap, ink);
        let narrower = room / typeset::width(&text).max(0.01);
        if narrower < 1.0 {
            text.stretch = narrower.max(NARROWEST);
            text.size *= (narrower / NARROWEST).min(1.0);
        }
        text
    }
}

impl Default for Ranks {
    /// The English ones.
    fn default() -> Ranks {
        let names = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
        let mut ranks = Ranks([['\0'; MOST]; 13]);
        for (rank, name) in ranks.0.iter_mut().zip(names) {
            rank.iter_mut().zip(name.chars()).for_each(|(place, character)| *place = character);
        }
        ranks
    }
}

/// How high the capitals of a text are.
pub(super) fn cap(text: &Text) -> f32 {
    text.size * typeset::cap_height(text.face)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_of_two_letters_fits_its_room() {
        let ranks = Ranks::new(["E", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Kn", "D", "K"]);
        for room in [6.0, 10.0, 14.0, 40.0] {
            for rank in 0..13 {
                let text = ranks.set_in(room, Face::SansSemibold, rank, 12.0, Ink::Spades);
                assert!(typeset::width(&text) <= room + 0.01, "{} in {room}", text.text);
                assert!(text.stretch >= NARROWEST, "{}", text.text);
            }
        }
    }

    #[test]
    fn names_that_are_missing_or_too_long_do_no_harm() {
        let ranks = Ranks::new(["Ekkk", ""]);
        assert_eq!((ranks.text(0), ranks.text(1), ranks.text(2)), ("Ekk".into(), String::new(), "3".into()));
        assert_eq!(ranks.text(200), "");
        assert_eq!(ranks.set_in(1.0, Face::Sans, 1, 8.0, Ink::Text).text, "");
    }
}
