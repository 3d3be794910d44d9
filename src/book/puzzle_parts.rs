//! What all pages of puzzles share: the task in words, the moves that are shown, the facts, stock and waste,
//! references, boxes to tick.

use super::BadBook;
use super::furniture::filled;
use super::paragraph::{self, Span};
use super::puzzles::{Chosen, Puzzle};
use super::sheet::{Setter, Sheet, fitted};
use super::spec::{Fact, Show};
use super::told;
use crate::figure::layout::{GAP, slots};
use crate::figure::names::Plain;
use crate::figure::stock::{Strip, stock_strip, waste_strip};
use crate::figure::{Face, Figure, Ink, Item, Tag, Text, typeset};
use crate::game::{Position, Rules};
use crate::puzzle::Form;
use crate::variant::Passes;

/// So many cards of the waste are seen in a diagram.
const SEEN_OF_WASTE: usize = 3;

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

/// What readers must know of stock and waste, with a line over each: the stock in the order in which it is
/// turned, the waste where it is deeper than its diagram shows.
pub(super) fn stock(setter: &Setter, rules: &Rules, start: &Position, width: f32, per_page: u8) -> Figure {
    let words = &setter.words;
    let strip = strip_of(setter, width, per_page);
    let mut parts = Vec::new();
    if !start.stock().is_empty() {
        let long = match rules.draw {
            1 => words.stock_one.clone(),
            draw => filled(&words.stock_several, &[("draw", &setter.language.number(draw))]),
        };
        let line = Labelled { label: &words.stock, notes: vec![long, words.stock_brief.clone()] };
        let drawn = stock_strip(start, &strip, &Plain);
        parts.push((line, drawn, told::stock(setter, start)));
    }
    if start.waste().len() > SEEN_OF_WASTE {
        let line = Labelled { label: &words.waste, notes: vec![words.waste_brief.clone()] };
        parts.push((line, waste_strip(start, &strip, &Plain), told::waste(setter, start)));
    }
    let size = setter.points(8.5);
    let under_line = if per_page == 1 { 1.8 } else { 1.5 } * size;
    let empty = String::new;
    let mut whole = Figure { width, height: 0.0, items: Vec::new(), title: empty(), alt: empty() };
    for (line, drawn, says) in parts {
        let top = if whole.height > 0.0 { whole.height + 0.8 * size } else { 0.0 };
        let line = line.items(setter, size, width).into_iter().map(|item| item.moved(0.0, top));
        whole.items.push(Item::tagged(Tag::Paragraph, line.collect()));
        whole.items.push(told::picture(setter, says, drawn.placed(0.0, top + under_line)));
        whole.height = top + under_line + drawn.height;
    }
    whole
}

/// A word in strong type and the longest note beside it for which there is room.
struct Labelled<'a> {
    label: &'a str,
    notes: Vec<String>,
}

impl Labelled<'_> {
    fn items(self, setter: &Setter, size: f32, width: f32) -> Vec<Item> {
        let label = Text::new(Face::SansSemibold, size, Ink::Text, self.label);
        let beside = typeset::width(&label) + 0.9 * size;
        let room = width - beside;
        let text = |note: String| Text::new(Face::Sans, size, Ink::Text, note);
        // Where there is room for the strip alone, the rules say how it is read.
        let fits = |note: &Text| typeset::width(note) * setter.least() / size <= room;
        let note = self.notes.into_iter().map(text).find(fits);
        let note = note.map(|note| fitted(note, room, setter.least()).at(beside, size));
        std::iter::once(label.at(0.0, size)).chain(note).map(Item::Text).collect()
    }
}

fn strip_of(setter: &Setter, width: f32, per_page: u8) -> Strip {
    let usual = Strip::default();
    let height = match (setter.is_large(), per_page) {
        (true, _) => 1.35 * usual.height.max(1.25 * setter.least()),
        (false, 4) => 12.5,
        (false, 2) => 15.5,
        (false, _) => usual.height,
    };
    Strip {
        width,
        height,
        gap: if per_page == 4 { 4.0 } else { usual.gap },
        row_gap: if per_page == 1 { usual.row_gap } else { 4.0 },
        label_size: setter.points(7.0),
        inking: setter.inking,
        ranks: setter.ranks,
    }
}

/// Whether there is anything to tell of stock and waste.
pub(super) fn has_stock(chosen: &Chosen, puzzle: &Puzzle) -> bool {
    let Some(start) = puzzle.alone().map(|posed| &posed.start) else { return false };
    let is_known = chosen.section.show == Show::Thoughtful;
    is_known
        && chosen.rules.has_stock()
        && !(start.stock().is_empty() && start.waste().len() <= SEEN_OF_WASTE)
}

/// What the deal of a puzzle is called, or that of which it was made.
pub(super) fn name_of(setter: &Setter, puzzle: &Puzzle) -> String {
    match puzzle.form() {
        Some(Form::Whole | Form::Verdict) => puzzle.name.clone(),
        _ => filled(&setter.words.from_deal, &[("deal", &puzzle.name)]),
    }
}

/// Lines of small type, ragged; the first has its baseline at 0.
pub(super) struct Lines {
    /// What is drawn.
    pub items: Vec<Item>,
    /// How many lines there are.
    pub count: usize,
    /// From baseline to baseline.
    pub lead: f32,
}

impl Lines {
    /// Breaks spans into lines of a width.
    pub fn set(setter: &Setter, spans: &[Span], size: f32, lead: f32, width: f32) -> Lines {
        let style = setter.ragged(size);
        let lines = paragraph::set(spans, &style, width);
        let count = lines.len();
        let placed = lines.into_iter().enumerate().map(|(row, line)| {
            line.items.into_iter().map(|item| item.moved(0.0, lead * row as f32)).collect()
        });
        Lines { items: told::lines(Tag::Paragraph, placed).flatten().collect(), count, lead }
    }

    /// From the first baseline to the last.
    pub fn depth(&self) -> f32 {
        self.lead * self.count.saturating_sub(1) as f32
    }
}

/// The moves that are shown, numbered: of a game that one of them loses.
///
/// # Errors
/// If a template of the language fails.
pub(super) fn shown_moves(setter: &Setter, puzzle: &Puzzle, width: f32) -> Result<Option<Lines>, BadBook> {
    let Some(posed) = puzzle.alone().filter(|posed| !posed.shown.is_empty()) else { return Ok(None) };
    let mut spans = Vec::new();
    for (index, line) in posed.shown_lines(&setter.language)?.into_iter().enumerate() {
        spans.push(Span::new(Face::SansSemibold, format!("{}.\u{A0}", index + 1)));
        spans.push(Span::new(Face::Sans, format!("{line} ")));
    }
    let size = setter.points(9.0);
    Ok(Some(Lines::set(setter, &spans, size, setter.lead(12.0), width)))
}

/// The facts that are wanted and true of a puzzle, and give nothing away: a label and a value each.
pub(super) fn facts_of(
    setter: &Setter,
    wanted: &[Fact],
    chosen: &Chosen,
    puzzle: &Puzzle,
) -> Vec<(String, String)> {
    let words = &setter.words;
    // The facts are those of a patience for one.
    let Some(posed) = puzzle.alone() else { return Vec::new() };
    let is_whole = posed.form == Form::Whole;
    let solution = puzzle.solution().filter(|_| match posed.form {
        Form::Whole | Form::HoldBack | Form::Endgame => true,
        Form::OnlyMove | Form::WinIn | Form::Verdict | Form::FatalMove => false,
    });
    let fact = |fact: &Fact| match fact {
        Fact::Par => {
            let label = if puzzle.is_shortest() { &words.shortest_win } else { &words.solved_in };
            Some((label.clone(), filled(&words.moves, &[("moves", &solution?.moves().len())])))
        }
        Fact::Passes if chosen.rules.has_stock() && is_whole => {
            let used = solution?.passes();
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
            (is_whole || down > 0).then(|| (words.face_down.clone(), value))
        }
        Fact::Verdict => is_whole.then(|| (words.verdict.clone(), words.winnable.clone())),
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
