//! Puzzles of one turn in books: found from seeds, read from files and locks, each proved.

use super::grid::Grid;
use super::leaves::LEAST_CARD;
use super::make::page_form;
use super::puzzles::{Cards, Posed, Puzzle, cards_of, name_of};
use super::search::Asked;
use super::spec::{BookSpec, Section, TypeSize, place_of, section_place};
use super::{BadBook, Source};
use crate::catalogue::{Catalogue, fresh, fresh_for};
use crate::deal::{DealId, GameName};
use crate::figure::names::Plain;
use crate::figure::seats::{TableLook, table as draw, width_in_cards};
use crate::game::{Position, Rules};
use crate::puzzle::{DuelProof, DuelText};
use crate::seats::duel::{Duel, Search};
use crate::seats::puzzle::Task;
use crate::seats::{Seat, Table, TableDeal, TableRules, TableText};
use crate::variant::RuleChanges;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How many deals in a row may hold no puzzle.
const MOST_DEALS: u64 = 3_000;
/// The width of a card where there is room for anything.
const LARGEST: f32 = 42.0;
/// How many lines the number and the task take over a table at least.
const HEAD: f32 = 4.0;

/// Where the puzzles of a section are looked for.
pub(super) struct Finder<'a> {
    pub section: &'a Section,
    pub task: Task,
    pub catalogue: &'a Catalogue,
    pub rules: &'a Arc<Rules>,
    pub stop: Option<&'a AtomicBool>,
}

impl Finder<'_> {
    /// The next puzzle from a seed on whose deal is not taken yet; none if too many deals hold none.
    pub fn from(&self, seed: u64, is_taken: &dyn Fn(&Cards) -> bool) -> Option<(Puzzle, Cards)> {
        let (section, mut seed) = (self.section, seed);
        let search = Search {
            catalogue: self.catalogue,
            changes: &section.rules,
            most: MOST_DEALS,
            looked_at: &|| {},
            stop: self.stop,
        };
        loop {
            let first = DealId { game: section.game.game.clone(), size: section.game.size, seed };
            let first = canonical(self.catalogue, &first);
            let (id, duel) = search.from(&first, self.task).ok()??;
            let cards = dealt(self.rules, &id, &section.rules)?;
            if !is_taken(&cards) {
                return Some((puzzle(id, &section.rules, duel), cards));
            }
            seed = id.seed.checked_add(1)?;
        }
    }
}

/// A puzzle that is not numbered yet.
pub(super) fn puzzle(id: DealId, changes: &RuleChanges, duel: Duel) -> Puzzle {
    let name = name_of(&id, changes);
    Puzzle { number: 0, id, name, posed: Posed::Turn(Box::new(duel)), grade: None }
}

/// The one name of a deal: the fewest players are not said.
pub(super) fn canonical(catalogue: &Catalogue, id: &DealId) -> DealId {
    let least = catalogue.variant(&id.game).ok().and_then(|variant| variant.seats).map(|seats| seats.least);
    DealId { size: id.size.filter(|&seats| Some(seats) != least), ..id.clone() }
}

/// The cards that a deal gives to the first seat: those of the patience for one.
pub(super) fn dealt(rules: &Arc<Rules>, id: &DealId, changes: &RuleChanges) -> Option<Cards> {
    Position::new(rules.clone(), &fresh(rules, id, changes)).ok().map(|start| cards_of(&start))
}

/// Refuses tables that no page of the book has room for, before their puzzles are looked for.
///
/// # Errors
/// If a section's tables would be too small to read, or the type is larger than theirs.
pub(super) fn check_room(spec: &BookSpec, source: &Source, catalogue: &Catalogue) -> Result<(), BadBook> {
    (0..spec.sections.len()).try_for_each(|index| check_section(spec, source, catalogue, index))
}

/// Whether the pages of the book have room for the tables of a section, if it has any.
pub(super) fn has_room(asked: &Asked<'_>, index: usize) -> bool {
    check_section(&asked.spec, asked.source, asked.catalogue, index).is_ok()
}

fn check_section(
    spec: &BookSpec,
    source: &Source,
    catalogue: &Catalogue,
    index: usize,
) -> Result<(), BadBook> {
    let grid = Grid::new(&page_form(spec), 1);
    let section = &spec.sections[index];
    let id = DealId { game: section.game.game.clone(), size: section.game.size, seed: section.seed };
    let dealt = TableDeal::named(catalogue, &id, &section.rules, false);
    let Ok(table) = dealt.and_then(|deal| Table::start(catalogue, &deal)) else { return Ok(()) };
    let at = |field: &str, what: String| BadBook::Field {
        place: section_place(&source.name, &source.text, field, index),
        what,
    };
    let large = [
        ("type", spec.type_size != TypeSize::Normal, "normal type"),
        ("cards", spec.cards.big_index, "indices of the usual size"),
    ];
    if let Some((field, _, usual)) = large.into_iter().find(|(_, is_asked, _)| *is_asked) {
        let what = format!(
            "{field}: pictures of tables for several are made for {usual}; take that away, or give these \
             puzzles a book of their own"
        );
        return Err(BadBook::Field { place: place_of(&source.name, &source.text, field, 0), what });
    }
    // Columns only get longer than they are dealt, so what has no room now has none later.
    let look = TableLook {
        card_width: LARGEST,
        width: Some(grid.measure),
        height: Some(grid.height() - HEAD * grid.lead),
        ..TableLook::new(Vec::new())
    };
    let card = draw(&table, &look, &Plain).width / width_in_cards(&table);
    if card < LEAST_CARD {
        let field = if section.is_from_files() { "puzzles" } else { "game" };
        return Err(at(
            field,
            format!(
                "{field}: the cards of a table for {} would be {card:.1} points wide on these pages, and \
                 {LEAST_CARD} can be read; choose a larger trim, such as letter or a4, or fewer players",
                table.count()
            ),
        ));
    }
    Ok(())
}

/// The game of a table, with its number of seats if it is not the least.
pub(super) fn game_of(table: &Table) -> GameName {
    let rules = table.rules();
    let size = Some(table.count() as u8).filter(|&seats| seats != rules.seats.least);
    GameName { game: rules.seat.game.clone(), size, seed: None }
}

/// The puzzle of a file, its solution replayed and all that it claims proved anew.
///
/// # Errors
/// If it is none, or a claim does not hold.
pub(super) fn read(name: &str, text: &DuelText, catalogue: &Catalogue) -> Result<Duel, String> {
    let duel = text.duel(name, catalogue).map_err(|error| error.to_string())?;
    match text.faults(&duel) {
        Some(faults) if faults.is_empty() => Ok(duel),
        Some(faults) => Err(format!("{name}: {}", faults.join("; "))),
        None => {
            Err(format!("{name}: there is too much in this turn to be tried, so nothing of it is proved"))
        }
    }
}

/// The table of a puzzle as a lock writes it, and the moves of its solution.
pub(super) fn locked(duel: &Duel) -> (TableText, String) {
    (duel.position_text(), duel.tokens())
}

/// The puzzle of a lock's line: its table must be one of the deal, and its solution is replayed and proved.
///
/// # Errors
/// If it does not fit the section, or is none.
pub(super) fn replay(
    section: &Section,
    task: Task,
    id: &DealId,
    (table, moves): (TableText, &str),
    catalogue: &Catalogue,
) -> Result<Duel, String> {
    let place = id.to_string();
    if table.rules != section.rules {
        return Err(format!("{place}: its table is played under other rules than the section's"));
    }
    // What the proof claims is told by the task; how many cards and moves, by the solution.
    let proof = DuelProof {
        promoted: 0,
        most: task != Task::LeaveNothing,
        moves: moves.split_whitespace().count(),
        shortest: true,
        unique: true,
    };
    let mut text = DuelText {
        puzzle: task.to_string(),
        source: place.clone(),
        task: String::new(),
        answer: String::new(),
        position: table,
        solution: moves.to_string(),
        proof,
    };
    let duel = text.duel(&place, catalogue).map_err(|error| error.to_string())?;
    text.proof.promoted = duel.answer.promoted;
    if game_of(&duel.table) != (GameName { game: id.game.clone(), size: id.size, seed: None }) {
        return Err(format!("{place}: its table is of another game or other players"));
    }
    if !is_of(&duel.table, id, &section.rules, catalogue) {
        return Err(format!("{place}: its table is not one of this deal"));
    }
    read(&place, &text, catalogue)
}

/// Whether a table can be one of a deal: what lies face down is what was dealt there, and the hands are what
/// is left of the dealt ones, in their order.
fn is_of(table: &Table, id: &DealId, changes: &RuleChanges, catalogue: &Catalogue) -> bool {
    let Ok(rules) = TableRules::of(catalogue, &id.game, changes) else { return false };
    Seat::all(table.count()).all(|seat| {
        let dealt = fresh_for(seat.index() as u8, &rules.seat, id, changes);
        let now = table.seat(seat);
        let mut columns = now.columns().iter().zip(&dealt.columns);
        let mut left = dealt.stock.iter();
        // The waste was turned first, so its cards come before those of the stock.
        let mut hand = now.waste().iter().chain(now.stock().iter().rev());
        columns.all(|(now, dealt)| dealt.cards.starts_with(&now.cards[..now.down]))
            && hand.all(|card| left.any(|other| other == card))
    })
}
