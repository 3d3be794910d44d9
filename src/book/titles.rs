//! What sections are called, in the book and on its site.

use super::asks::Asks;
use super::furniture::{Furniture, filled};
use super::puzzles::{Chosen, Puzzle};
use crate::card::Faces;
use crate::puzzle::Form;
use crate::words::Language;

/// The title of a section: its own, or its game and the form of its puzzles.
pub fn section_title(section: &Chosen, words: &Furniture, language: &Language) -> String {
    if !section.section.title.is_empty() {
        return language.typed(&section.section.title);
    }
    let game = game_title(section, words, language);
    let form = match (section.asks(), section.puzzles.first().and_then(Puzzle::turn)) {
        (Some(Asks::Alone(form)), _) if form != Form::Whole => words.form(form).to_string(),
        (Some(Asks::Turn(task)), Some(duel)) => duel.name(language).unwrap_or_else(|_| task.to_string()),
        _ => return game,
    };
    language.typeset(&filled(&words.form_section, &[("game", &game), ("form", &form)]))
}

/// The game of a section, with its size or its number of players where these differ from the usual.
pub fn game_title(section: &Chosen, words: &Furniture, language: &Language) -> String {
    let game = language.game_name(&section.section.game.game);
    let players = section.puzzles.first().and_then(Puzzle::turn).map_or(0, |duel| duel.table.count());
    if players > 2 {
        let players = language.number(players);
        return filled(&words.seats_section, &[("game", &game), ("players", &players)]);
    }
    match section.rules.pack.faces {
        Faces::Somerset { ranks } if section.rules.sized => {
            let ranks = language.number(usize::from(ranks));
            filled(&words.sized_section, &[("game", &game), ("ranks", &ranks)])
        }
        _ => game.to_string(),
    }
}
