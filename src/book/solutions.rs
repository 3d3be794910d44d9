//! The solutions at the back: moves in words and small diagrams, in two columns.

use super::BadBook;
use super::chapter::title_piece;
use super::flow::{Column, Keep, Piece, fill, fill_pairs, keep_lines_together, with_first};
use super::furniture::filled;
use super::paragraph::{self, Setting, Span, Style};
use super::puzzles::{Chosen, Puzzle};
use super::sheet::{Setter, Sheet};
use super::told;
use crate::figure::card::least_width;
use crate::figure::layout::{GAP, Look, Show, slots};
use crate::figure::names::Plain;
use crate::figure::tableau::tableau;
use crate::figure::{Face, Figures, Ink, Item, Tag, Text, typeset};
use crate::game::{Move, Played, Position};
use crate::walkthrough::{Breaks, Stage, stages_of};
use crate::words;
use rayon::prelude::*;

/// The size and lead of the moves.
const MOVES: (f32, f32) = (8.0, 10.0);
/// The width of a card in the diagrams.
const CARD: f32 = 18.0;
/// The least gap between columns, in card widths.
const LEAST_GAP: f32 = 0.08;
/// Over the label of a diagram, and between label and diagram.
const AROUND_LABEL: (f32, f32) = (3.0, 5.0);
/// The size of the smallest type on cards.
const SMALLEST_TYPE: f32 = 7.0;
/// The size of the label.
const LABEL: f32 = 7.5;
/// How many moves are told between two diagrams.
const MOVES_PER_STAGE: usize = 9;
/// So few moves at the end are told with those before them.
const FEWEST_LAST: usize = 4;
/// The most lines of a stage that always stand together.
const MOST_UNPARTED: usize = 8;
/// The space over a solution.
const OVER_SOLUTION: f32 = 20.0;

/// The solutions set in columns, before their pages are numbered.
pub struct Solutions {
    /// The title of the part, over the columns of its first page.
    title: Piece,
    pieces: Vec<Piece>,
    pages: Vec<Vec<Column>>,
    numbers: Vec<u32>,
}

impl Solutions {
    /// Sets the solutions of all puzzles; `page_of` tells the page of a puzzle by its place in the book.
    ///
    /// # Errors
    /// If a template of the language fails.
    pub fn set(
        setter: &Setter,
        chosen: &[Chosen],
        page_of: &(dyn Fn(usize) -> usize + Sync),
    ) -> Result<Solutions, BadBook> {
        let puzzles: Vec<&Puzzle> = chosen.iter().flat_map(|section| &section.puzzles).collect();
        let narrow = chosen.iter().all(|section| fits_half(setter, section));
        let width = if narrow { setter.grid.half() } else { setter.grid.measure };
        let set: Vec<Vec<Piece>> = puzzles
            .par_iter()
            .enumerate()
            .map(|(index, puzzle)| solution(setter, puzzle, index, page_of(index), width))
            .collect::<Result<_, _>>()?;
        let pieces: Vec<Piece> = set.into_iter().flatten().collect();
        let height = setter.grid.height();
        let title = title_piece(setter, &setter.words.solutions);
        let pages = with_first(&pieces, height - title.height, height, |pieces, height| match narrow {
            true => fill_pairs(pieces, height).into_iter().map(|(left, right)| vec![left, right]).collect(),
            false => fill(pieces, height).into_iter().map(|column| vec![column]).collect(),
        });
        Ok(Solutions { title, pieces, pages, numbers: puzzles.iter().map(|puzzle| puzzle.number).collect() })
    }

    /// How many pages they take.
    pub fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// On which of these pages (from 0) each solution begins.
    pub fn begins(&self) -> Vec<usize> {
        let mut begins = vec![0; self.numbers.len()];
        for (page, columns) in self.pages.iter().enumerate() {
            for piece in columns.iter().flat_map(|column| &self.pieces[column.from..column.to]) {
                if let Some(index) = piece.begins {
                    begins[index] = page;
                }
            }
        }
        begins
    }

    /// The pages, the first of them with this number.
    pub fn sheets(&self, setter: &Setter, first: usize) -> Vec<Sheet> {
        let mut sheets = Vec::new();
        // The solution that runs on from the page before.
        let mut running = 0;
        for (offset, columns) in self.pages.iter().enumerate() {
            let page = first + offset;
            let begun: Vec<usize> = columns
                .iter()
                .flat_map(|column| &self.pieces[column.from..column.to])
                .filter_map(|piece| piece.begins)
                .collect();
            let starts_fresh = columns.first().is_some_and(|column| {
                self.pieces.get(column.from).is_some_and(|piece| piece.begins.is_some())
            });
            let from = if starts_fresh { begun.first().copied().unwrap_or(running) } else { running };
            running = begun.last().copied().unwrap_or(running);
            let values: [(&str, &dyn std::fmt::Display); 2] =
                [("first", &self.numbers[from]), ("last", &self.numbers[running])];
            let head = match from == running {
                true => filled(&setter.words.solution_head, &values),
                false => filled(&setter.words.solutions_head, &values),
            };
            let mut sheet = Sheet::with_head(setter, page, &head);
            let mut over = setter.grid.top();
            if offset == 0 {
                sheet.place(&self.title.items, setter.grid.left(page), over);
                over += self.title.height;
            }
            for (side, column) in columns.iter().enumerate() {
                let x = setter.grid.left(page) + (setter.grid.half() + setter.grid.gutter) * side as f32;
                for (piece, top) in self.pieces[column.from..column.to].iter().zip(&column.tops) {
                    sheet.place(&piece.items, x, over + top);
                }
            }
            sheets.push(sheet);
        }
        sheets
    }
}

/// Whether diagrams of a section can be read at half the measure.
fn fits_half(setter: &Setter, chosen: &Chosen) -> bool {
    chosen.puzzles.first().is_none_or(|puzzle| gap(puzzle.start(), setter.grid.half()) >= LEAST_GAP)
}

/// The gap between columns that lets cards be wide enough to be read: less than the usual one if there
/// are many.
fn gap(start: &Position, width: f32) -> f32 {
    let least = least_width(start.rules().pack, SMALLEST_TYPE).min(CARD);
    let slots = slots(start) as f32;
    ((width / least - slots) / (slots - 1.0).max(1.0)).min(GAP)
}

fn solution(
    setter: &Setter,
    puzzle: &Puzzle,
    index: usize,
    page: usize,
    width: f32,
) -> Result<Vec<Piece>, BadBook> {
    let mut pieces = vec![head(setter, puzzle, index, page, width)];
    let mut teller = setter.language.teller(puzzle.start());
    let mut step = 0;
    for stage in told_stages(puzzle) {
        let label = match step {
            0 => setter.words.start.clone(),
            _ => filled(&setter.words.after, &[("step", &step)]),
        };
        let look = Look {
            card_width: CARD,
            gap: gap(&stage.position, width).max(LEAST_GAP),
            width: Some(width),
            height: Some(setter.grid.height() / 2.0),
            show: Show::Hidden,
            inking: setter.inking,
            ranks: setter.ranks,
            stock_count: false,
            ..Look::default()
        };
        let figure = tableau(&stage.position, &look, &Plain);
        let drawn = told::diagram(setter, &stage.position, look.show, figure.placed(0.0, 0.0))?;
        pieces.push(diagram(&label, drawn, figure.height));
        let lines = teller.tell(&stage.played, words::Style::Compact)?;
        let mut spans = Vec::new();
        for line in lines {
            step += 1;
            // A no-break space ties the number to its move; the full stop keeps it apart from a card:
            // "5 4/5" would read as a mixed number.
            spans.push(Span::new(Face::SansSemibold, format!("{step}.\u{A0}")));
            spans.push(Span::new(Face::Sans, format!("{line} ")));
        }
        pieces.extend(moves(setter, &spans, width));
    }
    Ok(pieces)
}

/// The stages of a solution that are worth a diagram: not the end, nor a position from which on cards
/// are only promoted or next to nothing is left to tell.
fn told_stages(puzzle: &Puzzle) -> Vec<Stage> {
    let mut stages = stages_of(&puzzle.solution, Breaks::Every(MOVES_PER_STAGE));
    stages.retain(|stage| !stage.played.is_empty());
    let promoted = |played: &Played| matches!(played.act, Move::Promote { .. }) && !played.turned_up;
    if stages.len() > 1
        && let Some(last) =
            stages.pop_if(|last| last.played.len() <= FEWEST_LAST || last.played.iter().all(promoted))
        && let Some(before) = stages.last_mut()
    {
        before.played.extend(last.played);
    }
    stages
}

/// The number of the puzzle, and where it stands.
fn head(setter: &Setter, puzzle: &Puzzle, index: usize, page: usize, width: f32) -> Piece {
    let number = Text::new(Face::Display, 20.0, Ink::Text, puzzle.number.to_string()).at(0.0, 14.5);
    let line = filled(&setter.words.puzzle_on, &[("page", &page)]);
    let line = Text::new(Face::Sans, 8.5, Ink::Text, line);
    let line_width = typeset::width(&line);
    let area = [width - line_width, 4.0, line_width, 13.0];
    Piece {
        before: OVER_SOLUTION,
        height: 20.0,
        keep: Keep::WithNext,
        items: vec![
            Item::tagged(Tag::Head(2), vec![Item::Text(number)]),
            Item::tagged(
                Tag::Paragraph,
                vec![Item::Text(line.ending(width, 14.5)), Item::Link { area, page: page - 1 }],
            ),
        ],
        begins: Some(index),
    }
}

fn diagram(label: &str, drawn: Item, height: f32) -> Piece {
    let cap = typeset::cap_height(Face::SansSemibold) * LABEL;
    let baseline = AROUND_LABEL.0 + cap;
    let top = baseline + AROUND_LABEL.1;
    let label = Text::new(Face::SansSemibold, LABEL, Ink::Text, label).at(0.0, baseline);
    let items = vec![Item::tagged(Tag::Paragraph, vec![Item::Text(label)]), drawn.moved(0.0, top)];
    // Fifteen points from the diagram to the next baseline.
    let height = top + height + 15.0 - MOVES.1;
    Piece { before: 6.0, height, keep: Keep::WithNext, items, ..Piece::default() }
}

fn moves(setter: &Setter, spans: &[Span], width: f32) -> Vec<Piece> {
    let style = Style {
        size: MOVES.0,
        setting: Setting::Ragged,
        indent: 0.0,
        figures: Figures::Lining,
        inking: setter.inking,
        language: None,
    };
    let lines = paragraph::set(spans, &style, width);
    let placed =
        lines.into_iter().map(|line| line.items.into_iter().map(|item| item.moved(0.0, MOVES.1)).collect());
    let piece = |items| Piece { height: MOVES.1, items, ..Piece::default() };
    let mut pieces: Vec<Piece> = told::lines(Tag::Paragraph, placed).map(piece).collect();
    // A short stage is not parted; in a long one no line is left alone.
    if pieces.len() > MOST_UNPARTED {
        keep_lines_together(&mut pieces);
    } else if let Some((_, before)) = pieces.split_last_mut() {
        before.iter_mut().for_each(|line| line.keep = Keep::WithNext);
    }
    pieces
}
