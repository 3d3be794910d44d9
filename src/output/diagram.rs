//! Diagrams that speak a language: a figure of a position, its cards and places named.

use crate::card::{Card, Pack};
use crate::figure::Figure;
use crate::figure::card::Style;
use crate::figure::layout::{Look, Show};
use crate::figure::names::Names;
use crate::figure::pack::pack_chart;
use crate::figure::ranks::Ranks;
use crate::figure::tableau::tableau;
use crate::figure::theme::Inking;
use crate::game::Position;
use crate::words::{self, BadLanguage, Language, PlaceNames};

/// Draws a position; what it says of itself is in the language of `names`.
///
/// # Errors
/// If a template of the language fails.
pub fn diagram(position: &Position, look: &Look, names: &PlaceNames<'_>) -> Result<Figure, BadLanguage> {
    let show = match look.show {
        Show::Hidden => words::Show::Hidden,
        Show::Thoughtful => words::Show::All,
    };
    let alt = names.language().describe(position, show)?;
    let look = Look { ranks: ranks(names.language()), ..look.clone() };
    Ok(Figure { alt, ..tableau(position, &look, &Spoken(names)) })
}

/// Draws every card of a pack, in the language of `names`.
pub fn pack_diagram(pack: &Pack, card_width: f32, inking: Inking, names: &PlaceNames<'_>) -> Figure {
    let ranks = ranks(names.language());
    pack_chart(&Style { inking, ranks, ..Style::new(*pack, card_width) }, &Spoken(names))
}

/// What a language calls the ranks on cards: A J Q K, E Kn D K, A V D R.
pub fn ranks(language: &Language) -> Ranks {
    Ranks::new((0..13).map(|rank| language.rank(Card::new(rank, 0))))
}

/// The names of a language as a figure asks for them.
pub(super) struct Spoken<'a>(pub(super) &'a PlaceNames<'a>);

impl Names for Spoken<'_> {
    fn card(&self, pack: &Pack, card: Card) -> String {
        self.0.card(pack, card)
    }

    fn face_down(&self, card: Option<&str>) -> String {
        self.0.face_down(card)
    }

    fn stock(&self, cards: usize) -> String {
        self.0.stock(cards)
    }

    fn waste(&self, cards: &[String]) -> String {
        self.0.waste(cards.last().map(String::as_str))
    }

    fn foundation(&self, pack: &Pack, suit: u8, top: Option<&str>) -> String {
        self.0.foundation(pack, suit, top)
    }

    fn column(&self, number: usize, cards: &[String]) -> String {
        // The figure's own text is replaced by the language's, which tells columns as sentences.
        format!("{number}: {}", cards.join(", "))
    }
}
