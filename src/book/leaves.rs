//! The pages of the puzzles, each with the solutions that follow it if they do.

use super::BadBook;
use super::asks::Asks;
use super::plan::{Places, Plan, Take};
use super::puzzle_cells::puzzle_cells;
use super::puzzle_page::{Drawn, PageWish, puzzle_page};
use super::puzzle_parts::{Refs, SolutionAt};
use super::puzzles::Puzzle;
use super::sheet::Sheet;
use super::solutions::{Kind, PuzzlesAt, Solutions, Wanted};
use super::spec::{self, Part, SolutionsPlace, section_place};
use crate::puzzle::Form;
use rayon::prelude::*;

/// A page of puzzles, and the solutions that follow it if they do.
pub(super) struct Leaf {
    section: usize,
    /// The places of its puzzles in the book.
    pub puzzles: std::ops::Range<usize>,
    pub solutions: Option<Solutions>,
}

impl Leaf {
    pub fn pages(&self) -> usize {
        1 + self.solutions.as_ref().map_or(0, Solutions::page_count)
    }
}

/// The last page of the solution behind a puzzle is to be so full at least.
const LEAST_LAST_PAGE: f32 = 0.55;
/// How many diagrams a solution keeps, if it has fewer than usual.
const FEWEST_STAGES: usize = 2;
const MOST_STAGES: usize = 7;

/// So many pages of puzzles are drawn at once, by all threads.
const AT_ONCE: usize = 64;

/// The narrowest cards that can be read in diagrams of puzzles.
pub(super) const LEAST_CARD: f32 = 17.9;
/// The same where all type is large: in parts of its least size.
const LARGE_CARD: f32 = 1.6;

impl Plan<'_> {
    pub(super) fn leaves(&self) -> Result<Vec<Leaf>, BadBook> {
        let wanted = self.wanted();
        let follow = self.spec.solutions.place == SolutionsPlace::AfterEach;
        let mut places = Vec::new();
        let mut next = 0;
        for (section, chosen) in self.sections.iter().enumerate() {
            let end = next + chosen.puzzles.len();
            while next < end {
                let puzzles = next..end.min(next + usize::from(chosen.section.per_page));
                next = puzzles.end;
                places.push((section, puzzles));
            }
        }
        places
            .into_par_iter()
            .map(|(section, puzzles)| {
                let solutions = follow.then(|| self.behind(&wanted[puzzles.clone()])).transpose()?;
                Ok(Leaf { section, puzzles, solutions })
            })
            .collect()
    }

    /// The solutions behind a page of puzzles. Where next to nothing is left for their last page, they have
    /// fewer diagrams and end on the one before.
    fn behind(&self, own: &[Wanted<'_>]) -> Result<Solutions, BadBook> {
        let set = |asked: &spec::Solutions| Solutions::set(self.setter, asked, own, Kind::Behind);
        let usual = set(&self.spec.solutions)?;
        if self.spec.solutions.stages.is_some()
            || usual.page_count() < 2
            || usual.last_fill() > LEAST_LAST_PAGE
        {
            return Ok(usual);
        }
        for stages in (FEWEST_STAGES..=MOST_STAGES).rev() {
            let fewer = set(&spec::Solutions { stages: Some(stages), ..self.spec.solutions })?;
            if fewer.page_count() < usual.page_count() {
                return Ok(fewer);
            }
        }
        Ok(usual)
    }

    pub(super) fn draw_puzzles(
        &self,
        leaves: Vec<Leaf>,
        first: usize,
        places: &Places,
        apart: Option<&[usize]>,
        take: &mut Take<'_>,
    ) -> Result<(), BadBook> {
        let puzzles = self.puzzles();
        let mut page = first;
        let mut numbered = leaves.into_iter().map(|leaf| {
            let first = page;
            page += leaf.pages();
            (leaf, first)
        });
        loop {
            let some: Vec<(Leaf, usize)> = numbered.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                return Ok(());
            }
            let draw = |(leaf, page)| self.draw_leaf(leaf, self.wish(), page, &puzzles, (places, apart));
            // All are drawn before the first error is told, so that it is the same with all threads.
            let drawn: Vec<Result<Vec<Sheet>, BadBook>> = some.into_par_iter().map(draw).collect();
            let drawn: Vec<Vec<Sheet>> = drawn.into_iter().collect::<Result<_, _>>()?;
            take(drawn.into_iter().flatten().collect())?;
        }
    }

    /// Refuses a section whose first puzzles have no room on their page.
    ///
    /// # Errors
    /// If their cards would be too small to read.
    pub(super) fn check_room(&self, section: usize) -> Result<(), BadBook> {
        let before: usize = self.sections[..section].iter().map(|chosen| chosen.puzzles.len()).sum();
        let chosen = &self.sections[section];
        let count = chosen.puzzles.len().min(usize::from(chosen.section.per_page));
        let leaf = Leaf { section, puzzles: before..before + count, solutions: None };
        let puzzles = self.puzzles();
        let places = Places {
            puzzles: vec![1; puzzles.len()],
            solutions: Some(vec![1; puzzles.len()]),
            set_ups: vec![chosen.section.has_set_up().then_some(1); puzzles.len()],
            hints: vec![self.spec.parts().contains(&Part::Hints).then_some(1); puzzles.len()],
        };
        // The tasks of others than these differ in their numbers.
        let own_tasks = matches!(chosen.section.form, Asks::Alone(Form::WinIn | Form::Endgame));
        let wish = PageWish { own_tasks, ..self.wish() };
        self.draw_leaf(leaf, wish, 1, &puzzles, (&places, None)).map(drop)
    }

    /// What the pages of puzzles have.
    fn wish(&self) -> PageWish<'_> {
        PageWish { facts: &self.spec.facts, record: self.spec.record, own_tasks: false }
    }

    /// A page of puzzles, and the solutions behind it.
    fn draw_leaf(
        &self,
        leaf: Leaf,
        wish: PageWish<'_>,
        page: usize,
        puzzles: &[(usize, usize, &Puzzle)],
        (places, apart): (&Places, Option<&[usize]>),
    ) -> Result<Vec<Sheet>, BadBook> {
        let least = match self.setter.is_large() {
            true => LARGE_CARD * self.setter.least(),
            false => LEAST_CARD,
        };
        let chosen = &self.sections[leaf.section];
        let title = self.section_title(chosen);
        let refs = |index: usize| Refs {
            solution: match (&places.solutions, apart) {
                (Some(pages), _) => Some(SolutionAt::Page(pages[index])),
                (None, Some(pages)) => Some(SolutionAt::Apart(pages[index])),
                (None, None) => None,
            },
            set_up: places.set_ups[index],
            hint: places.hints[index],
        };
        let cells: Vec<(&Puzzle, Refs)> =
            leaf.puzzles.clone().map(|index| (puzzles[index].2, refs(index))).collect();
        let Drawn { sheet, card } = match (chosen.section.per_page, cells.as_slice()) {
            (1, [(puzzle, refs)]) => {
                let draw = |wish| puzzle_page(self.setter, wish, chosen, puzzle, &title, page, *refs);
                let drawn = draw(wish)?;
                // A table is high: rather than be too small to read it takes the room for notes.
                match puzzle.turn().is_some() && drawn.card < least {
                    true => draw(PageWish { record: false, ..wish })?,
                    false => drawn,
                }
            }
            _ => puzzle_cells(self.setter, wish, chosen, &cells, &title, page)?,
        };
        if card < least {
            return Err(self.no_room(leaf.section, card, least));
        }
        let mut sheets = vec![sheet];
        if let Some(set) = leaf.solutions {
            let at = PuzzlesAt::Here(&places.puzzles);
            set.draw(self.setter, page + 1, at, &mut |behind| {
                sheets.extend(behind);
                Ok(())
            })?;
        }
        Ok(sheets)
    }

    fn no_room(&self, section: usize, card: f32, least: f32) -> BadBook {
        let per_page = self.sections[section].section.per_page;
        let field = if per_page > 1 { "per-page" } else { "game" };
        let place = section_place(&self.source.name, &self.source.text, field, section);
        let is_table = self.sections[section].is_for_several();
        let cure = match per_page {
            1 if is_table => "choose a larger trim, or a table of fewer players",
            1 => {
                "choose a larger trim or a smaller type, or leave out what stands under the diagram with \
                 `facts: []` and `record: false`"
            }
            _ => "put fewer puzzles on a page, or choose a larger trim or a smaller type",
        };
        let what = format!(
            "{field}: its cards would be {card:.1} points wide on this page, and {least:.1} can be read; {cure}"
        );
        BadBook::Field { place, what }
    }
}
