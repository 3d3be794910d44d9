//! Hints: the first rungs of the ladder, each in a part of its own, so that no more is read than is wanted.
//!
//! The first names a card that is worth a look, the second tells where the move is made, the third is the
//! move. A puzzle that asks for the next move has two, one that asks for a verdict or is of one turn none.

use super::BadBook;
use super::chapter::title_piece;
use super::flow::{Column, Keep, Piece, fill, fill_pairs, with_first};
use super::paragraph::Span;
use super::puzzle_parts::Lines;
use super::puzzles::Puzzle;
use super::sheet::{Setter, Sheet};
use super::solution::{MOVES, NARROWEST};
use super::solutions::Wanted;
use crate::figure::{Face, Figures, Ink, Item, Tag, Text, typeset};
use crate::puzzle::{Form, hint};
use rayon::prelude::*;

/// How many rungs of the ladder are printed.
const RUNGS: usize = 3;
/// A part begins on a page only if so many lines have room under its head.
const LEAST_LINES: f32 = 5.0;
/// The space over the head of a part, in leads of the page.
const OVER_HEAD: f32 = 2.0;
/// The space between hints, in leads: as usual, or less where that saves a page.
const SPACES: [f32; 3] = [0.35, 0.25, 0.15];

/// How many rungs a puzzle has: as many as give its answer not away.
pub fn rungs(puzzle: &Puzzle) -> usize {
    match puzzle.form() {
        Some(Form::Whole | Form::WinIn | Form::HoldBack | Form::Endgame) => RUNGS,
        Some(Form::OnlyMove) => 2,
        // The moves of one turn go in any order, so there is no first of them.
        Some(Form::Verdict | Form::FatalMove) | None => 0,
    }
}

/// The hints of a book, before their pages are numbered.
pub struct Hints {
    blocks: Vec<Block>,
    pages: usize,
}

/// What stands on a page from some height on: a head, or pieces in columns.
struct Block {
    page: usize,
    top: f32,
    rung: usize,
    head: Option<String>,
    pieces: Vec<Piece>,
    columns: Vec<Column>,
}

impl Hints {
    /// Sets the hints of puzzles, rung by rung.
    ///
    /// # Errors
    /// If a template of the language fails.
    pub fn set(setter: &Setter, wanted: &[Wanted<'_>]) -> Result<Hints, BadBook> {
        let form = Columns::new(setter);
        let ladders: Vec<(Wanted<'_>, Vec<String>)> = wanted
            .par_iter()
            .filter_map(|wanted| Some((*wanted, wanted.puzzle.solution()?)))
            .map(|(wanted, solution)| {
                let ladder = hint(&setter.language, solution, rungs(wanted.puzzle))?;
                // The head of the part says already what the line before a move does.
                let told = |(rung, lines): (usize, Vec<String>)| match rung {
                    2 => lines.get(1..).unwrap_or_default().join(" "),
                    _ => lines.join(" "),
                };
                Ok((wanted, ladder.into_iter().enumerate().map(told).collect()))
            })
            .collect::<Result<_, BadBook>>()?;
        let usual = Hints::lay(setter, &form, &ladders, SPACES[0]);
        let fewer = |best: Hints, space: &f32| {
            let narrower = Hints::lay(setter, &form, &ladders, *space);
            if narrower.pages < best.pages { narrower } else { best }
        };
        Ok(SPACES[1..].iter().fold(usual, fewer))
    }

    /// Hints on pages, with so much space between them.
    fn lay(setter: &Setter, form: &Columns, ladders: &[(Wanted<'_>, Vec<String>)], space: f32) -> Hints {
        let mut hints = Hints { blocks: Vec::new(), pages: 1 };
        let height = setter.grid.height();
        let lead = setter.grid.lead;
        let mut top = title_piece(setter, &setter.words.hints).height;
        for (rung, name) in setter.words.hint_rungs.iter().enumerate() {
            let pieces: Vec<Piece> = ladders
                .iter()
                .filter_map(|(wanted, ladder)| Some((wanted, ladder.get(rung)?)))
                .map(|(wanted, line)| entry(setter, form, wanted, line, space))
                .collect();
            if pieces.is_empty() {
                continue;
            }
            // A part that has room on a page of its own is not parted.
            let fits = |height: f32| form.fill(&pieces, height).len() == 1;
            let head = (OVER_HEAD + 0.6) * lead;
            let room = height - top - head;
            if room < LEAST_LINES * form.lead || !fits(room) && fits(height - head) {
                hints.pages += 1;
                top = 0.0;
            }
            top += if top > 0.0 && rung > 0 { OVER_HEAD * lead } else { lead };
            let page = hints.pages - 1;
            let head = Block { page, top, rung, head: Some(name.clone()), pieces: vec![], columns: vec![] };
            hints.blocks.push(head);
            top += 0.6 * lead;
            let pages = with_first(&pieces, height - top, height, |pieces, height| form.fill(pieces, height));
            let mut pieces = pieces.into_iter();
            for (offset, columns) in pages.into_iter().enumerate() {
                let page = page + offset;
                if offset > 0 {
                    top = 0.0;
                }
                let deepest = columns.iter().map(|column| column.height).fold(0.0, f32::max);
                // Every page takes its own pieces.
                let from = columns.first().map_or(0, |column| column.from);
                let to = columns.iter().map(|column| column.to).max().unwrap_or(from);
                let own = pieces.by_ref().take(to - from).collect();
                let shifted =
                    |column: Column| Column { from: column.from - from, to: column.to - from, ..column };
                let columns = columns.into_iter().map(shifted).collect();
                hints.blocks.push(Block { page, top, rung, head: None, pieces: own, columns });
                hints.pages = page + 1;
                top += deepest;
            }
        }
        hints
    }

    /// How many pages they take.
    pub fn page_count(&self) -> usize {
        self.pages
    }

    /// The places in the book of the puzzles, and on which of these pages (from 0) the first hint stands.
    pub fn begins(&self) -> Vec<(usize, usize)> {
        let first = self.blocks.iter().filter(|block| block.rung == 0);
        let of_block = |block: &Block| {
            let columns = block.columns.iter();
            let begun = columns.flat_map(|column| &block.pieces[column.from..column.to]);
            begun.filter_map(|piece| Some((piece.begins?, block.page))).collect::<Vec<_>>()
        };
        first.flat_map(of_block).collect()
    }

    /// The pages, the first of them with this number; `puzzles` are the pages of the puzzles.
    pub fn sheets(&self, setter: &Setter, first: usize, puzzles: &[usize]) -> Vec<Sheet> {
        let grid = &setter.grid;
        let form = Columns::new(setter);
        let mut sheets: Vec<Sheet> = (0..self.pages)
            .map(|offset| Sheet::with_head(setter, first + offset, &setter.words.hints))
            .collect();
        sheets[0].place(&title_piece(setter, &setter.words.hints).items, grid.left(first), grid.top());
        for block in &self.blocks {
            let sheet = &mut sheets[block.page];
            let left = grid.left(sheet.page);
            let top = grid.top() + block.top;
            if let Some(head) = &block.head {
                let head = Text::new(Face::SerifSemibold, setter.points(10.5), Ink::Text, head.as_str());
                sheet.tagged(Tag::Head(2), head.at(left, top));
            }
            for (side, column) in block.columns.iter().enumerate() {
                let x = left + (form.width + grid.gutter) * side as f32;
                for (piece, down) in block.pieces[column.from..column.to].iter().zip(&column.tops) {
                    sheet.place(&piece.items, x, top + down);
                    let Some(&page) = piece.begins.and_then(|index| puzzles.get(index)) else { continue };
                    let area = [x, top + down, form.number, form.lead];
                    sheet.items.push(Item::Link { area, page: page - 1 });
                }
            }
        }
        sheets
    }
}

/// The columns of a page.
struct Columns {
    count: usize,
    width: f32,
    /// The room for the number of a puzzle.
    number: f32,
    lead: f32,
}

impl Columns {
    fn new(setter: &Setter) -> Columns {
        let size = setter.points(MOVES.0);
        let has_room = setter.grid.half() >= NARROWEST * size;
        let (count, width) = if has_room { (2, setter.grid.half()) } else { (1, setter.grid.measure) };
        Columns { count, width, number: 2.4 * size, lead: setter.lead(MOVES.1) }
    }

    fn fill(&self, pieces: &[Piece], height: f32) -> Vec<Vec<Column>> {
        match self.count {
            2 => fill_pairs(pieces, height).into_iter().map(|(left, right)| vec![left, right]).collect(),
            _ => fill(pieces, height).into_iter().map(|column| vec![column]).collect(),
        }
    }
}

/// A hint: the number of its puzzle, and its lines beside it.
fn entry(setter: &Setter, form: &Columns, wanted: &Wanted<'_>, line: &str, space: f32) -> Piece {
    let size = setter.points(MOVES.0);
    let number = Text {
        figures: Figures::Lining,
        ..Text::new(Face::SansSemibold, size, Ink::Text, wanted.puzzle.number.to_string())
    };
    let beside = form.number.max(typeset::width(&number) + 0.5 * size);
    let lines = Lines::set(setter, &[Span::new(Face::Sans, line)], size, form.lead, form.width - beside);
    let mut items = vec![Item::tagged(Tag::Paragraph, vec![Item::Text(number.at(0.0, size))])];
    items.extend(lines.items.into_iter().map(|item| item.moved(beside, size)));
    let height = form.lead * lines.count as f32;
    Piece {
        before: space * form.lead,
        height,
        keep: Keep::No,
        items,
        begins: Some(wanted.index),
        ..Piece::default()
    }
}
