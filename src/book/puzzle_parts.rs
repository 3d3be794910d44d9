//! What all pages of puzzles share: the task in words, the facts, the stock, references, boxes to tick.

use super::furniture::filled;
use super::puzzles::{Chosen, Puzzle};
use super::sheet::{Setter, Sheet, fitted};
use super::spec::Fact;
use super::told;
use crate::figure::layout::{GAP, slots};
use crate::figure::names::Plain;
use crate::figure::stock::{Strip, stock_strip};
use crate::figure::{Face, Figure, Ink, Item, Tag, Text, typeset};
use crate::game::{Position, Rules};
use crate::variant::Passes;

/// Where the solution of a puzzle stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolutionAt {
    /// On this page of the same file.
    Page(usize),
    /// On this page of the file of solutions.
    Apart(usize),
}

/// What a puzzle refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Refs {
    /// Its solution.
    pub solution: Option<SolutionAt>,
    /// The page of its set-up list.
    pub set_up: Option<usize>,
    /// The page of its hint.
    pub hint: Option<usize>,
}

impl Refs {
    /// The references as lines, and the page that each leads to.
    fn texts(self, setter: &Setter) -> Vec<(Text, Option<usize>)> {
        let words = &setter.words;
        let mut texts: Vec<(String, Option<usize>)> = Vec::new();
        if let Some(page) = self.hint {
            texts.push((filled(&words.hint_on, &[("page", &page)]), Some(page)));
        }
        match self.solution {
            Some(SolutionAt::Page(page)) => {
                texts.push((filled(&words.solution_on, &[("page", &page)]), Some(page)));
            }
            Some(SolutionAt::Apart(page)) => {
                texts.push((filled(&words.solution_apart, &[("page", &page)]), None));
            }
            None => {}
        }
        if let Some(page) = self.set_up {
            texts.push((filled(&words.set_up_on, &[("page", &page)]), Some(page)));
        }
        let text = |line: String| Text::new(Face::Sans, setter.points(8.5), Ink::Text, line);
        texts.into_iter().map(|(line, page)| (text(line), page)).collect()
    }

    /// How many references there are.
    pub(super) fn count(self) -> usize {
        usize::from(self.solution.is_some())
            + usize::from(self.set_up.is_some())
            + usize::from(self.hint.is_some())
    }

    /// Draws the references one over the other, the last beside the folio, at the inner edge.
    pub(super) fn draw_beside_folio(self, sheet: &mut Sheet, setter: &Setter, left: f32, page: usize) {
        let grid = &setter.grid;
        let size = setter.points(8.5);
        let room = grid.measure - 4.0 * size;
        for (row, (text, to)) in self.texts(setter).into_iter().rev().enumerate() {
            let text = fitted(text, room, setter.least());
            let y = grid.folio - 1.25 * size * row as f32;
            let width = typeset::width(&text);
            let x = if page % 2 == 1 { left } else { left + grid.measure - width };
            let mut items = vec![Item::Text(text.at(x, y))];
            if let Some(to) = to {
                items.push(Item::Link { area: [x, y - 1.1 * size, width, 1.4 * size], page: to - 1 });
            }
            sheet.items.push(Item::tagged(Tag::Paragraph, items));
        }
    }

    /// Draws the references, the last line at this height: side by side if there is room.
    pub(super) fn draw(self, sheet: &mut Sheet, setter: &Setter, left: f32, bottom: f32, room: f32) {
        let texts = self.texts(setter);
        let size = setter.points(8.5);
        let widths: f32 = texts.iter().map(|(text, _)| typeset::width(text)).sum();
        let side_by_side = widths + 2.0 * size * texts.len().saturating_sub(1) as f32 <= room;
        let (mut x, mut y) = (left, bottom);
        if !side_by_side {
            y -= 1.25 * size * texts.len().saturating_sub(1) as f32;
        }
        for (text, page) in texts {
            let text = fitted(text, room, setter.least());
            let width = typeset::width(&text);
            let mut items = vec![Item::Text(text.at(x, y))];
            if let Some(page) = page {
                items.push(Item::Link { area: [x, y - 1.1 * size, width, 1.4 * size], page: page - 1 });
            }
            sheet.items.push(Item::tagged(Tag::Paragraph, items));
            match side_by_side {
                true => x += width + 2.0 * size,
                false => y += 1.25 * size,
            }
        }
    }
}

/// The width of a card in a diagram.
pub(super) fn card_width(start: &Position, diagram: &Figure) -> f32 {
    let slots = slots(start) as f32;
    diagram.width / (slots * (1.0 + GAP) - GAP)
}

/// The stock in the order in which it is turned, with a line over it.
pub(super) fn stock(setter: &Setter, rules: &Rules, start: &Position, width: f32, per_page: u8) -> Figure {
    let words = &setter.words;
    let size = setter.points(8.5);
    let label = Text::new(Face::SansSemibold, size, Ink::Text, words.stock.as_str());
    let beside = typeset::width(&label) + 0.9 * size;
    let room = width - beside;
    let long = match rules.draw {
        1 => words.stock_one.clone(),
        draw => filled(&words.stock_several, &[("draw", &setter.language.number(draw))]),
    };
    let text = |note: String| Text::new(Face::Sans, size, Ink::Text, note);
    // Where there is room for the strip alone, the rules say how it is read.
    let fits = |note: &Text| typeset::width(note) * setter.least() / size <= room;
    let note = [long, words.stock_brief.clone()].into_iter().map(text).find(fits);
    let note = note.map(|note| fitted(note, room, setter.least()).at(beside, size));
    let usual = Strip::default();
    let height = match (setter.is_large(), per_page) {
        (true, _) => 1.35 * usual.height.max(1.25 * setter.least()),
        (false, 4) => 12.5,
        (false, 2) => 15.5,
        (false, _) => usual.height,
    };
    let is_alone = per_page == 1;
    let strip = Strip {
        width,
        height,
        gap: if per_page == 4 { 4.0 } else { usual.gap },
        row_gap: if is_alone { usual.row_gap } else { 4.0 },
        label_size: setter.points(7.0),
        inking: setter.inking,
        ranks: setter.ranks,
    };
    let mut figure = stock_strip(start, &strip, &Plain);
    let top = if is_alone { 1.8 } else { 1.5 } * size;
    let mut line = vec![Item::Text(label.at(0.0, size))];
    line.extend(note.map(Item::Text));
    let drawn = told::picture(setter, told::stock(setter, start), figure.placed(0.0, top));
    figure.items = vec![Item::tagged(Tag::Paragraph, line), drawn];
    figure.height += top;
    figure
}

/// What is to be done, in a line.
pub(super) fn task(setter: &Setter, rules: &Rules) -> String {
    let words = &setter.words;
    let task = filled(&words.task, &[("cards", &rules.pack.len())]);
    if !rules.has_stock() {
        return task;
    }
    let number_of = |number: u8| setter.language.number(usize::from(number));
    let passes = match rules.passes {
        Passes::Limited(1) => words.one_pass.clone(),
        Passes::Limited(number) => filled(&words.passes, &[("passes", &number_of(number))]),
        Passes::Unlimited => words.any_passes.clone(),
    };
    let stock = filled(&words.task_stock, &[("draw", &number_of(rules.draw as u8)), ("passes", &passes)]);
    format!("{task} {stock}")
}

/// The facts that are wanted and true of a puzzle: a label and a value each.
pub(super) fn facts_of(
    setter: &Setter,
    wanted: &[Fact],
    chosen: &Chosen,
    puzzle: &Puzzle,
) -> Vec<(String, String)> {
    let words = &setter.words;
    let fact = |fact: &Fact| match fact {
        Fact::Par => {
            let label = if puzzle.is_shortest { &words.shortest_win } else { &words.solved_in };
            Some((label.clone(), filled(&words.moves, &[("moves", &puzzle.solution.card_moves())])))
        }
        Fact::Passes if chosen.rules.has_stock() => {
            let used = puzzle.solution.passes();
            let passes = match chosen.rules.passes {
                Passes::Limited(most) => filled(&words.passes_of, &[("passes", &used), ("most", &most)]),
                Passes::Unlimited => used.to_string(),
            };
            Some((words.passes_label.clone(), passes))
        }
        Fact::Passes => None,
        Fact::FaceDown => {
            let down: usize = puzzle.start().columns().iter().map(|pile| pile.down).sum();
            let cards = chosen.rules.pack.len();
            let value = filled(&words.down_of, &[("down", &down), ("cards", &cards)]);
            Some((words.face_down.clone(), value))
        }
        Fact::Verdict => Some((words.verdict.clone(), words.winnable.clone())),
    };
    wanted.iter().filter_map(fact).collect()
}

/// A box to tick and its label, on a baseline; returns where the label ends.
pub(super) fn tick(sheet: &mut Sheet, setter: &Setter, label: &str, x: f32, baseline: f32, size: f32) -> f32 {
    let size = setter.points(size);
    let side = 8.0 / 9.0 * size;
    sheet.frame(x, baseline - side + 0.1 * size, side, side);
    let text = Text::new(Face::Sans, size, Ink::Text, label).at(x + side + 0.65 * size, baseline);
    let end = text.x + typeset::width(&text);
    sheet.text(text);
    end
}
