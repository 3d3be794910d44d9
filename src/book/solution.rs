//! A solution as pieces of a column: its number, its moves, and small diagrams between them.

use super::BadBook;
use super::flow::{Keep, Piece, keep_lines_together};
use super::furniture::filled;
use super::notation::notation;
use super::paragraph::{self, Span};
use super::puzzles::{Chosen, Posed, Puzzle};
use super::safe::{Ink as Drawn, LEAST_TYPE};
use super::sheet::{Setter, fitted};
use super::solutions::PuzzlesAt;
use super::spec::{self, MovesAs, SolutionsPlace};
use super::{stars, told};
use crate::figure::card::{Index, least_width};
use crate::figure::layout::{GAP, Look, Show, slots};
use crate::figure::names::Plain;
use crate::figure::tableau::tableau;
use crate::figure::{Face, Ink, Item, Tag, Text, typeset};
use crate::game::{Move, Played, Position};
use crate::puzzle::Form as Asked;
use crate::seats::duel::Duel;
use crate::walkthrough::{Breaks, Solution, Stage, stages_of};
use crate::words::{self, BadLanguage};

/// The size and lead of the moves.
pub(super) const MOVES: (f32, f32) = (8.0, 10.0);
/// The width of a card in diagrams of half the measure, and of the whole.
const CARD: f32 = 18.0;
const WIDE_CARD: f32 = 26.0;
/// The width of a card in diagrams of large type, in parts of that on the pages of puzzles.
const LARGE_CARD: f32 = 0.62;
/// The least gap between columns, in card widths.
const LEAST_GAP: f32 = 0.08;
/// Over the label of a diagram, and between label and diagram.
const AROUND_LABEL: (f32, f32) = (3.0, 5.0);
/// The size of the smallest type on cards.
const SMALLEST_TYPE: f32 = 7.0;
/// The size of the label.
const LABEL: f32 = 7.5;
/// How many moves are told between two diagrams; turns of the stock are moves that read quickly.
const MOVES_PER_STAGE: usize = 9;
const WITH_STOCK: usize = 16;
/// So few moves at the end are told with those before them.
const FEWEST_LAST: usize = 4;
/// The most lines of a stage that always stand together.
const MOST_UNPARTED: usize = 4;
/// The space over a solution.
const OVER_SOLUTION: f32 = 20.0;
/// The space between the answer of a puzzle and its moves.
const UNDER_ANSWER: f32 = 3.0;
/// A column has room for so many ems of the moves at least.
pub(super) const NARROWEST: f32 = 12.0;
/// How much of the room of a diagram is left to the moves under it.
const FOR_MOVES: f32 = 0.35;

/// How the solutions of a section are set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Form {
    /// How many columns a page has.
    pub columns: usize,
    /// The width of a column.
    pub width: f32,
    /// The width of a card in the diagrams, and their height, at most.
    card: f32,
    height: f32,
}

impl Form {
    /// Two columns where the diagrams can be read at half the measure and words have room.
    pub fn new(setter: &Setter, asked: &spec::Solutions, section: &Chosen) -> Form {
        let grid = &setter.grid;
        let many = asked.diagrams_per_page;
        let has_room = grid.half() >= NARROWEST * setter.points(MOVES.0);
        let is_narrow = has_room && many.is_none_or(|many| many >= 4) && fits_half(setter, section);
        let (columns, width) = if is_narrow { (2, grid.half()) } else { (1, grid.measure) };
        let (card, height) = match many {
            Some(many) => {
                let room = grid.height() / many.div_ceil(columns) as f32;
                (width / 8.0, (1.0 - FOR_MOVES) * room - setter.lead(20.0))
            }
            None if setter.is_large() => {
                (if is_narrow { width / 8.0 } else { LARGE_CARD * width / 8.0 }, grid.height() / 2.0)
            }
            None => (if is_narrow { CARD } else { WIDE_CARD }, grid.height() / 2.0),
        };
        Form { columns, width, card, height: height.max(60.0) }
    }

    /// The same with diagrams so many times as large.
    pub fn scaled(self, scale: f32) -> Form {
        Form { card: scale * self.card, height: (scale * self.height).max(60.0), ..self }
    }

    /// Whether cards of a pack can be read in its diagrams.
    pub fn is_readable(&self, section: &Chosen) -> bool {
        self.card >= least_width(section.rules.pack, SMALLEST_TYPE)
    }
}

/// Moves with their numbers, from the step after the one that is told already.
fn numbered(lines: Vec<String>, step: &mut usize) -> Vec<Span> {
    let mut spans = Vec::new();
    for line in lines {
        *step += 1;
        // A no-break space ties the number to its move; the full stop keeps it apart from a card:
        // "5 4/5" would read as a mixed number.
        spans.push(Span::new(Face::SansSemibold, format!("{step}.\u{A0}")));
        spans.push(Span::new(Face::Sans, format!("{line} ")));
    }
    spans
}

/// The pieces of a solution; `index` is the puzzle's place in the book.
///
/// # Errors
/// If a template of the language fails.
pub(super) fn solution(
    setter: &Setter,
    asked: &spec::Solutions,
    form: &Form,
    puzzle: &Puzzle,
    index: usize,
) -> Result<Vec<Piece>, BadBook> {
    let mut pieces = vec![head(setter, puzzle, index, form.width)];
    let answer = match &puzzle.posed {
        Posed::Alone(posed) if posed.form == Asked::Whole => None,
        Posed::Alone(posed) => Some(posed.answer(&setter.language)?),
        Posed::Turn(duel) => Some(duel.answer_text(&setter.language)?),
    };
    let has_answer = answer.is_some();
    if let Some(answer) = answer {
        pieces.extend(moves(setter, &[Span::new(Face::Sans, answer)], form.width));
    }
    // What is said of the moves stands with them.
    let has_moves = puzzle.turn().is_some() || puzzle.solution().is_some();
    if let Some(line) = pieces.last_mut().filter(|_| has_answer && has_moves) {
        line.keep = Keep::WithNext;
    }
    if let Some(duel) = puzzle.turn() {
        pieces.extend(turn(setter, asked, form, duel)?);
        return Ok(pieces);
    }
    let Some(solution) = puzzle.solution() else { return Ok(pieces) };
    let mut teller = setter.language.teller(puzzle.start());
    let mut step = 0;
    // The deal itself stands with the puzzle, unless that is in another file.
    let with_deal = asked.place == SolutionsPlace::SeparateFile && asked.stages != Some(0);
    for stage in told_stages(solution, asked.stages) {
        let label = match step {
            0 => setter.words.start.clone(),
            _ => filled(&setter.words.after, &[("step", &step)]),
        };
        if step > 0 || with_deal {
            let look = Look {
                card_width: form.card,
                gap: gap(&stage.position, form.width).max(LEAST_GAP),
                width: Some(form.width),
                height: Some(form.height),
                show: Show::Hidden,
                // A large index wants a larger card than fits at half the measure.
                index: if form.card < 24.0 { Index::Classic } else { setter.index },
                stock_count: false,
                ..setter.look()
            };
            let mut figure = tableau(&stage.position, &look, &Plain);
            // Long columns take more room than was asked for, rather than be too small to read.
            if asked.diagrams_per_page.is_some() && Drawn::of(&figure).least_type < LEAST_TYPE {
                figure = tableau(&stage.position, &Look { height: None, ..look.clone() }, &Plain);
            }
            let drawn = told::diagram(setter, &stage.position, look.show, figure.placed(0.0, 0.0))?;
            pieces.push(diagram(setter, &label, drawn, figure.height));
        }
        let lines = match asked.moves {
            MovesAs::Words => teller.tell(&stage.played, words::Style::Compact)?,
            MovesAs::Notation => notation(&setter.language, &stage.position, &stage.played),
        };
        let is_first = step == 0;
        let mut told = moves(setter, &numbered(lines, &mut step), form.width);
        if let Some(line) = told.first_mut().filter(|_| is_first && has_answer) {
            line.before = UNDER_ANSWER;
        }
        pieces.extend(told);
    }
    Ok(pieces)
}

/// The moves of one turn.
fn turn(setter: &Setter, asked: &spec::Solutions, form: &Form, duel: &Duel) -> Result<Vec<Piece>, BadBook> {
    let lines = match asked.moves {
        MovesAs::Words => duel.moves_text(&setter.language, words::Style::Compact)?,
        MovesAs::Notation => {
            let played = duel.played().map_err(BadLanguage::from)?;
            notation(&setter.language, &duel.table.own_piles(duel.seat), &played)
        }
    };
    let mut told = moves(setter, &numbered(lines, &mut 0), form.width);
    if let Some(line) = told.first_mut() {
        line.before = UNDER_ANSWER;
    }
    Ok(told)
}

/// The part of a column that the reference may take beside the number and the level.
const BESIDE_HEAD: f32 = 0.6;

/// How far the head of a solution reaches down for the reference to its puzzle: nothing where that has room
/// beside the number, whatever the page.
fn under_head(setter: &Setter, width: f32) -> f32 {
    let line = filled(&setter.words.puzzle_on, &[("page", &9999)]);
    let line = Text::new(Face::Sans, setter.points(8.5).min(setter.least()), Ink::Text, line);
    if typeset::width(&line) <= BESIDE_HEAD * width { 0.0 } else { 1.3 * setter.points(8.5) }
}

/// The reference from a solution to its puzzle, from the corner of the solution's head.
pub(super) fn reference(setter: &Setter, puzzles: PuzzlesAt<'_>, index: usize, width: f32) -> Item {
    let (PuzzlesAt::Here(pages) | PuzzlesAt::Elsewhere(pages)) = puzzles;
    let page = pages.get(index).copied().unwrap_or(1);
    let size = setter.points(8.5);
    let line = filled(&setter.words.puzzle_on, &[("page", &page)]);
    let line = Text::new(Face::Sans, size, Ink::Text, line);
    let under = under_head(setter, width);
    let baseline = head_baseline(setter) + under;
    let line = match under > 0.0 {
        true => fitted(line, width, setter.least()).at(0.0, baseline),
        false => fitted(line, BESIDE_HEAD * width, setter.least()).ending(width, baseline),
    };
    let line_width = typeset::width(&line);
    let left = if under > 0.0 { 0.0 } else { width - line_width };
    let mut items = vec![Item::Text(line)];
    if matches!(puzzles, PuzzlesAt::Here(_)) {
        let area = [left, baseline - 1.25 * size, line_width, 1.5 * size];
        items.push(Item::Link { area, page: page - 1 });
    }
    Item::tagged(Tag::Paragraph, items)
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

/// The stages of a solution that are worth a diagram: not the end, nor a position from which on cards
/// are only promoted or next to nothing is left to tell.
fn told_stages(solution: &Solution, wanted: Option<usize>) -> Vec<Stage> {
    let usual = if solution.start().rules().has_stock() { WITH_STOCK } else { MOVES_PER_STAGE };
    let is_turn = |played: &Played| matches!(played.act, Move::Turn);
    let after_turn = |index: usize| index > 0 && is_turn(&solution.played()[index - 1]);
    let played = solution.played().iter().enumerate();
    let count = played.filter(|(index, played)| !(is_turn(played) && after_turn(*index))).count();
    let every = match wanted {
        Some(wanted) => count.div_ceil(wanted + 1).max(1),
        None => usual,
    };
    let mut stages = stages_of(solution, Breaks::Every(every));
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

/// The baseline of a solution's head, from the top of its piece.
fn head_baseline(setter: &Setter) -> f32 {
    0.725 * setter.points(20.0)
}

/// The number of the puzzle; the reference beside it waits for the page.
fn head(setter: &Setter, puzzle: &Puzzle, index: usize, width: f32) -> Piece {
    let size = setter.points(20.0);
    let number = Text::new(Face::Display, size, Ink::Text, puzzle.number.to_string());
    let number = number.at(0.0, head_baseline(setter));
    let mut items = vec![Item::tagged(Tag::Head(2), vec![Item::Text(number.clone())])];
    if let Some(level) = puzzle.level() {
        let radius = 0.17 * size;
        let cap = typeset::cap_height(Face::Sans) * setter.points(8.5);
        let x = typeset::width(&number) + 0.4 * size;
        items.push(stars::draw(level, radius, x, head_baseline(setter), cap));
    }
    Piece {
        before: OVER_SOLUTION,
        height: under_head(setter, width) + if setter.is_large() { 1.2 * size } else { 20.0 },
        keep: Keep::WithNext,
        items,
        begins: Some(index),
        ..Piece::default()
    }
}

fn diagram(setter: &Setter, label: &str, drawn: Item, height: f32) -> Piece {
    let size = setter.points(LABEL);
    let cap = typeset::cap_height(Face::SansSemibold) * size;
    let baseline = AROUND_LABEL.0 + cap;
    let top = baseline + AROUND_LABEL.1 * size / LABEL;
    let label = Text::new(Face::SansSemibold, size, Ink::Text, label).at(0.0, baseline);
    let items = vec![Item::tagged(Tag::Paragraph, vec![Item::Text(label)]), drawn.moved(0.0, top)];
    // Fifteen points from the diagram to the next baseline.
    let lead = setter.lead(MOVES.1);
    let height = top + height + 1.5 * lead - lead;
    let before = if setter.is_large() { 0.6 * lead } else { 6.0 };
    Piece { before, height, keep: Keep::WithNext, items, ..Piece::default() }
}

pub(super) fn moves(setter: &Setter, spans: &[Span], width: f32) -> Vec<Piece> {
    let style = setter.ragged(setter.points(MOVES.0));
    let lead = setter.lead(MOVES.1);
    let lines = paragraph::set(spans, &style, width);
    let placed =
        lines.into_iter().map(|line| line.items.into_iter().map(|item| item.moved(0.0, lead)).collect());
    let piece = |items| Piece { height: lead, items, ..Piece::default() };
    let mut pieces: Vec<Piece> = told::lines(Tag::Paragraph, placed).map(piece).collect();
    // A short stage is not parted; in a long one no line is left alone.
    if pieces.len() > MOST_UNPARTED {
        keep_lines_together(&mut pieces);
    } else if let Some((_, before)) = pieces.split_last_mut() {
        before.iter_mut().for_each(|line| line.keep = Keep::WithNext);
    }
    pieces
}
