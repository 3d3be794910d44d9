//! Puzzle files that sections name: read, replayed, and proved anew.

use super::duels;
use super::own_page::{beside, read_bounded};
use super::puzzles::{Cards, Posed, cards_of, name_of};
use super::spec::{BookSpec, Section, Show, section_place};
use super::{BadBook, Source};
use crate::catalogue::Catalogue;
use crate::deal::{DealId, GameName};
use crate::puzzle::{DuelText, Form, PuzzleText, is_puzzle, prove};
use crate::seats::is_for_several;
use crate::variant::RuleChanges;
use rayon::prelude::*;

/// A puzzle from a file.
pub(super) struct FromFile {
    /// The deal that it was made of.
    pub id: DealId,
    /// What the book calls it.
    pub name: String,
    /// What is asked, with what is proved of it.
    pub posed: Posed,
}

impl FromFile {
    /// The cards of the position that it shows ([`cards_of`]).
    pub fn shown(&self) -> Cards {
        match &self.posed {
            Posed::Alone(posed) => cards_of(&posed.start),
            Posed::Turn(duel) => cards_of(duel.table.seat(duel.seat)),
        }
    }
}

/// Reads the files of all sections. Sections that name some get the game and the rules of these.
///
/// # Errors
/// If a file is none, claims what cannot be proved, or does not fit its section.
pub(super) fn read(
    spec: &BookSpec,
    source: &Source,
    catalogue: &Catalogue,
) -> Result<(BookSpec, Vec<Vec<FromFile>>), BadBook> {
    let mut spec = spec.clone();
    let mut all = Vec::new();
    for (index, section) in spec.sections.iter_mut().enumerate() {
        let at = |what: String| BadBook::Field {
            place: section_place(&source.name, &source.text, "puzzles", index),
            what: format!("puzzles: {what}"),
        };
        let read: Vec<Result<(Game, FromFile), String>> =
            section.puzzles.par_iter().map(|file| read_one(file, section, source, catalogue)).collect();
        let mut puzzles = Vec::new();
        let mut shared: Option<Game> = None;
        for (file, puzzle) in section.puzzles.iter().zip(read) {
            let (game, puzzle) = puzzle.map_err(at)?;
            if *shared.get_or_insert_with(|| game.clone()) != game {
                return Err(at(format!(
                    "{file}: it is of another game or other rules than the first; give it a section of its own"
                )));
            }
            puzzles.push(puzzle);
        }
        if let Some((game, rules)) = shared {
            (section.game, section.rules) = (game, rules);
        }
        all.push(puzzles);
    }
    Ok((spec, all))
}

/// A game and what differs from its rules.
type Game = (GameName, RuleChanges);

fn read_one(
    file: &str,
    section: &Section,
    source: &Source,
    catalogue: &Catalogue,
) -> Result<(Game, FromFile), String> {
    let path = beside(source, file);
    let name = path.display().to_string();
    if file.trim().is_empty() {
        return Err("a file is named by some letters".to_string());
    }
    let text = read_bounded(&path).map_err(|why| format!("{name}: {why}"))?;
    if !is_puzzle(&text) {
        return Err(format!(
            "{name}: this is no puzzle; `dealpress puzzle FORM GAME -o FILE` writes such files"
        ));
    }
    if is_for_several(catalogue, &text) {
        return read_turn(&name, &text, section, catalogue);
    }
    let text = PuzzleText::read(&name, &text).map_err(|error| error.to_string())?;
    let deal = text.deal(&name, catalogue).map_err(|error| error.to_string())?;
    let mut posed = text.puzzle(&name, catalogue).map_err(|error| error.to_string())?;
    posed.proof = prove(&posed, None).map_err(|error| format!("{name}: {error}"))?;
    let id: DealId = posed.source.parse().map_err(|error| format!("{name}: source: {error}"))?;
    if posed.form != Form::Whole && section.show == Show::Hidden {
        return Err(format!("{name}: this form is solved by thinking; take `show: hidden` away"));
    }
    if posed.form == Form::FatalMove && section.per_page > 1 {
        return Err(format!("{name}: the moves of a game take a page; write `per-page: 1`"));
    }
    if section.set_up == Some(true) && !matches!(posed.form, Form::Whole | Form::Verdict) {
        return Err(format!(
            "{name}: it begins within a game, which no packet can be stacked for; take `set-up` away"
        ));
    }
    let game = GameName { game: deal.game.clone(), size: deal.size, seed: None };
    let name = name_of(&id, &deal.changes);
    Ok(((game, deal.changes), FromFile { id, name, posed: Posed::Alone(Box::new(posed)) }))
}

/// A puzzle of one turn.
fn read_turn(
    name: &str,
    text: &str,
    section: &Section,
    catalogue: &Catalogue,
) -> Result<(Game, FromFile), String> {
    let text = DuelText::read(name, text).map_err(|error| error.to_string())?;
    let duel = duels::read(name, &text, catalogue)?;
    let id: DealId = text.source.parse().map_err(|error| format!("{name}: source: {error}"))?;
    let refused = [
        (section.show == Show::Hidden, "one turn is solved by thinking; take `show: hidden` away"),
        (section.per_page > 1, "a table with its seats takes a page; write `per-page: 1`"),
        (
            section.set_up == Some(true),
            "it begins within a game, which no packet can be stacked for; take `set-up` away",
        ),
    ];
    if let Some((_, why)) = refused.into_iter().find(|(is_so, _)| *is_so) {
        return Err(format!("{name}: {why}"));
    }
    let (game, changes) = (duels::game_of(&duel.table), text.position.rules);
    let name = name_of(&id, &changes);
    Ok(((game, changes), FromFile { id, name, posed: Posed::Turn(Box::new(duel)) }))
}
