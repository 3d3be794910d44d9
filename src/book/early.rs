//! What is known of a book before its puzzles are found: nobody is to wait an hour for an error.
//!
//! The book is planned with fresh deals in the place of its puzzles. What does not depend on solutions is then as
//! it will be: pages of the user's own, the room for diagrams, and, but for the solutions, how many pages it has.

use super::asks::Asks;
use super::grid::Grid;
use super::make::{least_pages, page_form, setter};
use super::own_page;
use super::plan::Plan;
use super::puzzles::{Chosen, Posed, Puzzle, name_of};
use super::sheet::Setter;
use super::spec::{BookSpec, Part, Section, Solutions, SolutionsPlace, place_of};
use super::{BadBook, Source};
use crate::catalogue::{Catalogue, fresh};
use crate::deal::DealId;
use crate::game::{Position, Rules};
use crate::output::pdf::Profile;
use crate::puzzle::{self, Form, Proof};
use std::sync::Arc;

/// A win of three hundred moves with its diagrams takes so much room at most, in square points of normal type.
const SOLUTION: f32 = 520_000.0;
/// The same of a puzzle's hints.
const HINTS: f32 = 20_000.0;
/// So many pages the chapters and the contents may have more once the puzzles are known.
const UNKNOWN: usize = 4;

/// Refuses a book that cannot be printed whatever puzzles are found.
///
/// # Errors
/// If a page of the user's own or a game cannot be printed, cards would be too small to read, or the shop binds no
/// book of so many pages.
pub(super) fn check(
    spec: &BookSpec,
    source: &Source,
    catalogue: &Catalogue,
    rules: &[Arc<Rules>],
) -> Result<(), BadBook> {
    let (mut setter, _) = setter(spec, source, catalogue)?;
    setter.grid = Grid::new(&page_form(spec), least_pages(spec));
    for part in spec.parts() {
        own_page::read(&part, source, &setter)?;
    }
    // Pages of tables for several depend on the turn that is found.
    let is_table = |section: &Section| {
        catalogue.variant(&section.game.game).is_ok_and(|variant| variant.seats.is_some())
    };
    if spec.sections.iter().any(is_table) {
        return Ok(());
    }
    let numbered = spec.numbers().into_iter().zip(rules).zip(&spec.sections);
    let chosen = |((numbers, rules), section): ((std::ops::Range<u32>, &Arc<Rules>), &Section)| {
        let puzzle = fresh_puzzle(section, rules)?;
        let puzzles = numbers.map(|number| Puzzle { number, ..puzzle.clone() }).collect();
        Ok(Chosen { section: section.clone(), rules: rules.clone(), puzzles })
    };
    let sections: Vec<Chosen> = numbered.map(chosen).collect::<Result<_, BadBook>>()?;
    let is_late = |part: &Part| matches!(part, Part::Solutions | Part::Hints);
    let mut parts = spec.parts();
    let has_hints = parts.contains(&Part::Hints);
    parts.retain(|part| !is_late(part));
    let solutions = Solutions { place: SolutionsPlace::None, ..spec.solutions };
    let early = BookSpec { parts: Some(parts), solutions, ..spec.clone() };
    let plan = Plan { setter: &setter, spec: &early, sections: &sections, source, catalogue };
    for (index, section) in spec.sections.iter().enumerate() {
        // The other forms are positions within a game, whose columns may have become shorter.
        if matches!(section.form, Asks::Alone(Form::Whole | Form::Verdict)) && !section.is_from_files() {
            plan.check_room(index)?;
        }
    }
    let least = plan.page_count(&plan.bound()?);
    if spec.profile == Profile::Press {
        check_binding(spec, source, least, most_pages(spec, &setter, least, has_hints))?;
    }
    Ok(())
}

/// A deal of a section as a puzzle without solution.
fn fresh_puzzle(section: &Section, rules: &Arc<Rules>) -> Result<Puzzle, BadBook> {
    let id = DealId { game: section.game.game.clone(), size: section.game.size, seed: section.seed };
    let id = rules.named(&id);
    let start = Position::new(rules.clone(), &fresh(rules, &id, &section.rules))
        .map_err(|error| BadBook::Game(error.into()))?;
    let posed = puzzle::Puzzle {
        form: Form::Whole,
        source: id.to_string(),
        level: None,
        before: Vec::new(),
        start,
        shown: Vec::new(),
        solution: None,
        proof: Proof::default(),
    };
    let name = name_of(&id, &section.rules);
    Ok(Puzzle { number: 0, id, name, posed: Posed::Alone(Box::new(posed)), grade: None })
}

/// How many pages a book has at most that has so many without solutions and hints; none if that cannot be told.
fn most_pages(spec: &BookSpec, setter: &Setter, least: usize, has_hints: bool) -> Option<usize> {
    let count: usize = spec.sections.iter().map(|section| section.count).sum();
    let page = setter.grid.measure * setter.grid.height();
    let scale = (setter.points(8.0) / 8.0).powi(2);
    let pages = |room: f32| 1 + (count as f32 * scale * room / page).ceil() as usize;
    let is_usual = spec.solutions.stages.is_none() && spec.solutions.diagrams_per_page.is_none();
    let solutions = match spec.solutions.place {
        SolutionsPlace::None | SolutionsPlace::SeparateFile => 0,
        SolutionsPlace::End if is_usual => pages(SOLUTION),
        // Each begins on a page of its own.
        SolutionsPlace::AfterEach if is_usual => pages(SOLUTION) + count,
        SolutionsPlace::End | SolutionsPlace::AfterEach => return None,
    };
    // Every rung of the ladder may begin on a new page.
    let hints = if has_hints { pages(HINTS) + puzzle::RUNGS } else { 0 };
    Some(least + solutions + hints + UNKNOWN)
}

/// Refuses a book whose shop binds none of so many pages, from the least to the most.
fn check_binding(spec: &BookSpec, source: &Source, least: usize, most: Option<usize>) -> Result<(), BadBook> {
    let (fewest, thickest) = spec.trim.shop.pages().into_inner();
    let what = match most {
        _ if least > thickest.saturating_add(UNKNOWN) => format!(
            "this shop binds {thickest} pages at most, and the puzzles and chapters alone take {least}; ask for \
             fewer, or choose another trim"
        ),
        Some(most) if most < fewest => format!(
            "this shop binds from {fewest} to {thickest} pages, and the book has {most} at most; ask for more \
             puzzles, or choose another trim"
        ),
        _ => return Ok(()),
    };
    Err(BadBook::Field { place: place_of(&source.name, &source.text, "trim", 0), what })
}

/// The room that the pages of a book have for puzzles that are found within games.
pub(super) enum Room<'a> {
    /// That of printed pages.
    Printed(Box<Pages<'a>>),
    /// Whatever is shown has room.
    Endless,
}

/// The pages of a book.
pub(super) struct Pages<'a> {
    setter: Setter,
    spec: &'a BookSpec,
    source: &'a Source,
    catalogue: &'a Catalogue,
}

impl<'a> Room<'a> {
    /// The room in a book that has a page for each puzzle and for its solution.
    pub fn new(
        spec: &'a BookSpec,
        source: &'a Source,
        catalogue: &'a Catalogue,
    ) -> Result<Room<'a>, BadBook> {
        let (mut setter, _) = setter(spec, source, catalogue)?;
        setter.grid = Grid::new(&page_form(spec), 2 * least_pages(spec));
        Ok(Room::Printed(Box::new(Pages { setter, spec, source, catalogue })))
    }

    /// Whether a puzzle's cards can be read, together with others such as it if there are more on a page.
    pub fn holds(&self, section: &Section, rules: &Arc<Rules>, puzzle: &Puzzle) -> Result<bool, BadBook> {
        let Room::Printed(pages) = self else { return Ok(true) };
        let puzzles = vec![puzzle.clone(); usize::from(section.per_page)];
        let sections = [Chosen { section: section.clone(), rules: rules.clone(), puzzles }];
        let Pages { setter, spec, source, catalogue } = &**pages;
        let plan = Plan { setter, spec, sections: &sections, source, catalogue };
        match plan.check_room(0) {
            Ok(()) => Ok(true),
            Err(BadBook::Field { .. }) => Ok(false),
            Err(other) => Err(other),
        }
    }
}
