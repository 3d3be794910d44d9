//! The picture of a puzzle on its page: a position, or a table with all its seats.

use super::BadBook;
use super::puzzle_parts::card_width;
use super::puzzles::{Chosen, Posed, Puzzle};
use super::sheet::{Setter, shown};
use super::told;
use crate::card::Faces;
use crate::figure::layout::Look;
use crate::figure::names::Plain;
use crate::figure::seats::{TableLook, table, width_in_cards};
use crate::figure::tableau::tableau;
use crate::figure::{Figure, Item};
use crate::output::pdf::Profile;
use crate::seats::duel::Duel;
use crate::words;

/// What is drawn, before it is known how much height it has.
pub(super) struct Picture<'a> {
    setter: &'a Setter,
    chosen: &'a Chosen,
    puzzle: &'a Puzzle,
    /// The width of a card, and of the whole, at most.
    card: f32,
    width: f32,
}

impl<'a> Picture<'a> {
    pub fn new(
        setter: &'a Setter,
        chosen: &'a Chosen,
        puzzle: &'a Puzzle,
        card: f32,
        width: f32,
    ) -> Picture<'a> {
        Picture { setter, chosen, puzzle, card, width }
    }

    /// Draws it, within a height if there is one.
    pub fn draw(&self, height: Option<f32>) -> Result<Figure, BadBook> {
        Ok(match &self.puzzle.posed {
            Posed::Alone(posed) => tableau(&posed.start, &Look { height, ..self.look() }, &Plain),
            Posed::Turn(duel) => table_of(self.setter, duel, self.card, self.width, height)?,
        })
    }

    fn look(&self) -> Look {
        Look {
            card_width: self.card,
            width: Some(self.width),
            show: shown(self.chosen.section.show),
            column_numbers: matches!(self.chosen.rules.pack.faces, Faces::French { .. }),
            ..self.setter.look()
        }
    }

    /// The width of a card in it.
    pub fn card_width(&self, drawn: &Figure) -> f32 {
        match &self.puzzle.posed {
            Posed::Alone(posed) => card_width(&posed.start, drawn),
            Posed::Turn(duel) => drawn.width / width_in_cards(&duel.table),
        }
    }

    /// It at a place, with what it tells those who hear the page.
    pub fn placed(&self, drawn: &Figure, x: f32, y: f32) -> Result<Item, BadBook> {
        match &self.puzzle.posed {
            Posed::Alone(posed) => {
                told::diagram(self.setter, &posed.start, self.look().show, drawn.placed(x, y))
            }
            Posed::Turn(_) => Ok(told::picture(self.setter, drawn.alt.clone(), drawn.placed(x, y))),
        }
    }
}

/// The table of a puzzle of one turn: whose turn it is sits near, all cards of that seat shown.
///
/// # Errors
/// If a template of the language fails.
pub fn table_of(
    setter: &Setter,
    duel: &Duel,
    card_width: f32,
    width: f32,
    height: Option<f32>,
) -> Result<Figure, BadBook> {
    let look = TableLook {
        card_width,
        width: Some(width),
        height,
        reader: Some(duel.seat),
        turn: Some(duel.seat),
        inking: setter.inking,
        ranks: setter.ranks,
        ..TableLook::new(setter.seats.seat_names(duel.table.count()))
    };
    let alt = match setter.profile {
        Profile::Screen => {
            setter.language.describe_table(&duel.table, &look.names, look.reader, words::Show::Hidden)?
        }
        Profile::Press => String::new(),
    };
    Ok(Figure { alt, ..table(&duel.table, &look, &Plain) })
}
