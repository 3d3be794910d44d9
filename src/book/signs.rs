//! Signs in running text that are drawn, not set: the four suits.

use crate::figure::theme::Inking;
use crate::figure::typeset::cap_height;
use crate::figure::{Face, Item, suit};

/// A sign in running text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sign {
    suit: u8,
    character: char,
}

impl Sign {
    /// The sign that a character stands for, if it is one.
    pub(super) fn of(character: char) -> Option<Sign> {
        let suit = match character {
            '♣' | '♧' => 0,
            '♦' | '♢' => 1,
            '♥' | '♡' => 2,
            '♠' | '♤' => 3,
            _ => return None,
        };
        Some(Sign { suit, character })
    }
}

/// How far a sign moves the text on.
pub(super) fn advance(sign: Sign, size: f32) -> f32 {
    suit::advance(sign.suit, cap(size))
}

/// The sign on the baseline `y = 0`. The group's title is the sign, so that it reads as text.
pub(super) fn draw(sign: Sign, size: f32, inking: Inking, x: f32) -> Item {
    let drawn = suit::inline(sign.suit, x, 0.0, cap(size), suit::ink(sign.suit), inking);
    Item::Group { title: sign.character.to_string(), items: vec![drawn] }
}

/// The height of capitals beside a sign.
fn cap(size: f32) -> f32 {
    cap_height(Face::Sans) * size
}
