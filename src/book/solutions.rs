//! The solutions on pages: in two columns where their diagrams can be read at half the measure.

use super::BadBook;
use super::chapter::title_piece;
use super::flow::{Column, Piece, end_together, fill, fill_pairs, with_first};
use super::furniture::filled;
use super::plan::Take;
use super::puzzles::{Chosen, Puzzle};
use super::sheet::{Setter, Sheet};
use super::solution::{Form, MOVES, reference, solution};
use super::spec;
use rayon::prelude::*;

/// How much wider a space may become for columns to end together, in leads of the moves.
const MOST_SPACE: f32 = 1.2;
/// So many pages are drawn at once, by all threads.
const AT_ONCE: usize = 64;

/// A puzzle whose solution is to be set.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// Its place in the book, from 0.
    pub index: usize,
    /// Its section.
    pub section: &'a Chosen,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
}

/// In one column, a page that has no room for the next diagram is left half empty: how large diagrams are, tried on
/// the first solutions, and what part of the pages a smaller size has to save.
const SCALES: [f32; 4] = [0.92, 0.84, 0.76, 0.68];
const TRIED: usize = 6;
const WORTH_SCALING: f32 = 0.9;

/// The size of the diagrams of some solutions in one column: as usual, or smaller where that saves pages.
fn scale(setter: &Setter, asked: &spec::Solutions, wanted: &[Wanted<'_>]) -> Result<f32, BadBook> {
    let height = |scale: f32| -> Result<Option<f32>, BadBook> {
        let mut pieces = Vec::new();
        for wanted in wanted {
            let form = Form::new(setter, asked, wanted.section).scaled(scale);
            if scale < 1.0 && !form.is_readable(wanted.section) {
                return Ok(None);
            }
            pieces.extend(solution(setter, asked, &form, wanted.puzzle, wanted.index)?);
        }
        let columns = fill(&pieces, setter.grid.height());
        let last = columns.last().map_or(0.0, |last| last.height / setter.grid.height());
        Ok(Some(columns.len().saturating_sub(1) as f32 + last))
    };
    let Some(usual) = height(1.0)? else { return Ok(1.0) };
    let mut best = (usual * WORTH_SCALING, 1.0);
    for scale in SCALES {
        match height(scale)? {
            // Each step down has to be worth it again.
            Some(pages) if pages < best.0 => best = (pages * WORTH_SCALING, scale),
            Some(_) => {}
            None => break,
        }
    }
    Ok(best.1)
}

/// What is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The part of the solutions, with its title.
    Part,
    /// Solutions behind the page of their puzzles.
    Behind,
}

/// Where the puzzles of solutions stand.
#[derive(Debug, Clone, Copy)]
pub enum PuzzlesAt<'a> {
    /// On these pages of the same file, by their places in the book.
    Here(&'a [usize]),
    /// On these pages of another file.
    Elsewhere(&'a [usize]),
}

/// Solutions set in columns, before their pages are numbered.
pub struct Solutions {
    /// The title of the part, over the columns of its first page.
    title: Option<Piece>,
    pieces: Vec<Piece>,
    pages: Vec<Page>,
    /// The number of every puzzle by its place in the book, from the first that is told here.
    numbers: Vec<u32>,
    from: usize,
    /// The height of a page.
    height: f32,
}

struct Page {
    columns: Vec<Column>,
    width: f32,
}

impl Solutions {
    /// Sets solutions, with the title of the part over them if they are one.
    ///
    /// # Errors
    /// If a template of the language fails.
    pub fn set(
        setter: &Setter,
        asked: &spec::Solutions,
        wanted: &[Wanted<'_>],
        kind: Kind,
    ) -> Result<Solutions, BadBook> {
        let mut forms: Vec<Form> =
            wanted.iter().map(|wanted| Form::new(setter, asked, wanted.section)).collect();
        if asked.diagrams_per_page.is_none() && !setter.is_large() {
            let is_wide = |index: &usize| forms[*index].columns == 1;
            let wide: Vec<usize> = (0..forms.len()).filter(is_wide).collect();
            let tried: Vec<Wanted<'_>> = wide.iter().take(TRIED).map(|&index| wanted[index]).collect();
            let scale = scale(setter, asked, &tried)?;
            wide.into_iter().for_each(|index| forms[index] = forms[index].scaled(scale));
        }
        let mut set: Vec<Vec<Piece>> = wanted
            .par_iter()
            .zip(&forms)
            .map(|(wanted, form)| solution(setter, asked, form, wanted.puzzle, wanted.index))
            .collect::<Result<_, _>>()?;
        let title = match kind {
            Kind::Part => Some(title_piece(setter, &setter.words.solutions)),
            Kind::Behind => None,
        };
        let height = setter.grid.height();
        let (mut pieces, mut pages): (Vec<Piece>, Vec<Page>) = Default::default();
        // Solutions of one form share their pages.
        let mut at = 0;
        while at < set.len() {
            let form = forms[at];
            let end = (at..set.len()).find(|&next| forms[next].columns != form.columns).unwrap_or(set.len());
            let own: Vec<Piece> = set[at..end].iter_mut().flat_map(std::mem::take).collect();
            let over = title.as_ref().filter(|_| at == 0).map_or(0.0, |title| title.height);
            let mut columns = with_first(&own, height - over, height, |pieces, height| match form.columns {
                2 => fill_pairs(pieces, height).into_iter().map(|(left, right)| vec![left, right]).collect(),
                _ => fill(pieces, height).into_iter().map(|column| vec![column]).collect(),
            });
            let last = columns.len().saturating_sub(1);
            for (index, columns) in columns.iter_mut().enumerate() {
                let deepest = columns.iter().map(|column| column.height).fold(0.0, f32::max);
                let room = if index == 0 { height - over } else { height };
                let foot = if index == last { deepest } else { room };
                end_together(&own, columns, foot, MOST_SPACE * setter.lead(MOVES.1));
            }
            let before = pieces.len();
            let shifted =
                |column: Column| Column { from: column.from + before, to: column.to + before, ..column };
            pages.extend(columns.into_iter().map(|columns| Page {
                columns: columns.into_iter().map(shifted).collect(),
                width: form.width,
            }));
            pieces.extend(own);
            at = end;
        }
        let numbers = wanted.iter().map(|wanted| wanted.puzzle.number).collect();
        let from = wanted.first().map_or(0, |wanted| wanted.index);
        Ok(Solutions { title, pieces, pages, numbers, from, height })
    }

    /// How many pages they take.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// How full the last page is, from 0 to 1.
    pub fn last_fill(&self) -> f32 {
        let columns = self.pages.last().map_or(&[][..], |page| &page.columns);
        columns.iter().map(|column| column.height).fold(0.0, f32::max) / self.height
    }

    /// The places in the book of the puzzles, and on which of these pages (from 0) each solution begins.
    pub fn begins(&self) -> Vec<(usize, usize)> {
        let begun = |page: &Page| -> Vec<usize> { self.begun(page).collect() };
        let of_page = |(number, page)| begun(page).into_iter().map(move |index| (index, number));
        self.pages.iter().enumerate().flat_map(of_page).collect()
    }

    fn begun<'a>(&'a self, page: &'a Page) -> impl Iterator<Item = usize> + 'a {
        page.columns
            .iter()
            .flat_map(|column| &self.pieces[column.from..column.to])
            .filter_map(|piece| piece.begins)
    }

    /// Draws the pages, the first of them with this number.
    ///
    /// # Errors
    /// If `take` refuses pages.
    pub(super) fn draw(
        mut self,
        setter: &Setter,
        first: usize,
        puzzles: PuzzlesAt<'_>,
        take: &mut Take<'_>,
    ) -> Result<(), BadBook> {
        let heads = self.heads(setter);
        let mut title = self.title.take();
        let draw = |(page, set, head, pieces, title): (usize, Page, String, Vec<Piece>, Option<Piece>)| {
            let mut sheet = Sheet::with_head(setter, page, &head);
            let left = setter.grid.left(page);
            let mut over = setter.grid.top();
            if let Some(Piece { height, items, .. }) = title {
                sheet.put(items, left, over);
                over += height;
            }
            let mut pieces = pieces.into_iter();
            for (side, column) in set.columns.iter().enumerate() {
                let x = left + (set.width + setter.grid.gutter) * side as f32;
                for (top, piece) in column.tops.iter().zip(pieces.by_ref()) {
                    sheet.put(piece.items, x, over + top);
                    if let Some(index) = piece.begins {
                        sheet.items.push(reference(setter, puzzles, index, set.width).moved(x, over + top));
                    }
                }
            }
            sheet
        };
        // Every page takes its pieces, and pages go as they are drawn, so that no drawing is in memory twice.
        let mut pieces = self.pieces.into_iter();
        let mut pages = (first..).zip(self.pages).zip(heads).map(|((page, set), head)| {
            let count = set.columns.iter().map(|column| column.to - column.from).sum();
            (page, set, head, pieces.by_ref().take(count).collect(), title.take())
        });
        loop {
            let some: Vec<_> = pages.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                return Ok(());
            }
            take(some.into_par_iter().map(draw).collect())?;
        }
    }

    /// The running head of every page: the solutions on it.
    fn heads(&self, setter: &Setter) -> Vec<String> {
        // The solution that runs on from the page before.
        let mut running = 0;
        let head = |set: &Page| {
            let begun: Vec<usize> = self.begun(set).map(|index| index - self.from).collect();
            let starts_fresh = set.columns.first().is_some_and(|column| {
                self.pieces.get(column.from).is_some_and(|piece| piece.begins.is_some())
            });
            let from = if starts_fresh { begun.first().copied().unwrap_or(running) } else { running };
            running = begun.last().copied().unwrap_or(running);
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("first", &self.numbers[from]), ("last", &self.numbers[running])];
            match from == running {
                true => filled(&setter.words.solution_head, &values),
                false => filled(&setter.words.solutions_head, &values),
            }
        };
        self.pages.iter().map(head).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::flow::Keep;
    use super::super::{Progress, Source, make};
    use super::*;
    use crate::assets::Assets;
    use crate::catalogue::Catalogue;

    #[test]
    fn a_solution_of_one_column_fills_its_pages_and_its_answer_stands_with_its_moves() {
        let text = "title: T\ntrim: a5\nfacts: []\nrecord: false\nsections:\n  - {game: double-klondike, count: 1}\n  \
                    - {game: somerset-klondike@6, count: 1, form: hold-back}\n";
        let source = Source { name: "t.yaml".into(), text: text.into() };
        let catalogue = Catalogue::new(Assets::embedded());
        let made = make(&source, &catalogue, &Progress::none()).unwrap();
        let spec = spec::BookSpec::read("t.yaml", text).unwrap();
        let (setter, _) = super::super::make::setter(&spec, &source, &catalogue).unwrap();
        let wanted: Vec<Wanted<'_>> = (made.sections.iter().enumerate())
            .map(|(index, section)| Wanted { index, section, puzzle: &section.puzzles[0] })
            .collect();
        let set = |wanted| Solutions::set(&setter, &spec.solutions, wanted, Kind::Part).unwrap();
        let double = set(&wanted[..1]);
        let full = &double.pages[1..double.pages.len() - 1];
        let filled: f32 = full.iter().flat_map(|page| &page.columns).map(|column| column.height).sum();
        assert!(filled > 0.75 * double.height * full.len() as f32, "{filled} of {}", full.len());
        let hold_back = set(&wanted[1..]);
        // Number, answer, first line of the moves.
        assert_eq!(hold_back.pieces[1].keep, Keep::WithNext);
    }
}
