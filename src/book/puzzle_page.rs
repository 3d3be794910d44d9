//! The page of a puzzle: number, task, diagram, stock, facts, and room for the reader's pencil.

use super::furniture::filled;
use super::puzzles::{Chosen, Puzzle};
use super::sheet::{Setter, Sheet, fitted};
use super::spec::Show;
use super::{BadBook, told};
use crate::card::Faces;
use crate::figure::layout::{self, Look};
use crate::figure::names::Plain;
use crate::figure::stock::{Strip, stock_strip};
use crate::figure::tableau::tableau;
use crate::figure::{Face, Figure, Figures, Ink, Item, Tag, Text, typeset};
use crate::game::{Position, Rules};
use crate::variant::Passes;

/// A diagram of few columns is drawn larger, up to so many times the usual width of a card.
const LARGEST_CARD: f32 = 1.4;
/// The baseline of the line over the stock, and from there to the strip.
const UNDER_STOCK: (f32, f32) = (8.5, 7.0);

/// A puzzle's page; `section` is the running head, `solution` the page (from 1) of its solution.
///
/// # Errors
/// If the language cannot tell the position.
pub fn puzzle_page(
    setter: &Setter,
    chosen: &Chosen,
    puzzle: &Puzzle,
    section: &str,
    page: usize,
    solution: Option<usize>,
) -> Result<Sheet, BadBook> {
    let grid = &setter.grid;
    let mut sheet = Sheet::with_head(setter, page, section);
    sheet.title = puzzle.number.to_string();
    let left = grid.left(page);
    let half = grid.lead / 2.0;

    let number = Text::new(Face::Display, 44.0, Ink::Text, puzzle.number.to_string());
    let beside = grid.column(1).max(typeset::width(&number) + 13.0);
    // The first puzzle of a section is heard under the section's name.
    let is_first = chosen.puzzles.first().is_some_and(|first| first.number == puzzle.number);
    let name = Text::new(Face::SerifSemibold, 11.0, Ink::Text, section);
    let name = fitted(name, grid.measure - beside, 9.0).at(left + beside, grid.base(0.0) + half);
    if is_first {
        sheet.tagged(Tag::Head(1), name.clone());
    }
    sheet.tagged(Tag::Head(2), number.at(left, grid.base(1.0) + half));
    if !is_first {
        sheet.tagged(Tag::Paragraph, name);
    }
    let task = Text::new(Face::Sans, 9.0, Ink::Text, task(setter, &chosen.rules));
    sheet.text(fitted(task, grid.measure - beside, 7.0).at(left + beside, grid.base(1.0) + half));

    let top = grid.base(2.0) + half;
    let strip = chosen.rules.has_stock().then(|| stock(setter, &chosen.rules, puzzle.start()));
    let strip_height = strip.as_ref().map_or(0.0, |strip| strip.height + 2.3 * grid.lead);
    let look = Look {
        card_width: LARGEST_CARD * grid.card,
        width: Some(grid.measure),
        show: match chosen.section.show {
            Show::Thoughtful => layout::Show::Thoughtful,
            Show::Hidden => layout::Show::Hidden,
        },
        inking: setter.inking,
        ranks: setter.ranks,
        column_numbers: matches!(chosen.rules.pack.faces, Faces::French { .. }),
        ..Look::default()
    };
    let wanted = tableau(puzzle.start(), &look, &Plain).height;
    let lower = Lower::new(setter, top + wanted + strip_height + grid.lead);
    let look = Look { height: Some(lower.rule - top - strip_height - half), ..look };
    let diagram = tableau(puzzle.start(), &look, &Plain);
    let inset = (grid.measure - diagram.width) / 2.0;
    let show = look.show;
    let diagram = told::diagram(setter, puzzle.start(), show, diagram.placed(left + inset, top))?;
    sheet.items.push(diagram);
    if let Some(strip) = strip {
        sheet.place(&strip.items, left, lower.rule - strip.height - 0.8 * grid.lead);
    }

    facts(&mut sheet, setter, chosen, puzzle, left, &lower);
    boxes(&mut sheet, setter, left, &lower);
    notes(&mut sheet, setter, left, &lower);
    foot(&mut sheet, setter, puzzle, left, solution);
    Ok(sheet)
}

/// The stock in the order in which it is turned, with a line over it.
fn stock(setter: &Setter, rules: &Rules, start: &Position) -> Figure {
    let words = &setter.words;
    let label = Text::new(Face::SansSemibold, 8.5, Ink::Text, words.stock.as_str());
    let note = match rules.draw {
        1 => words.stock_one.clone(),
        draw => filled(&words.stock_several, &[("draw", &setter.language.number(draw))]),
    };
    let beside = typeset::width(&label) + 8.0;
    let note = Text::new(Face::Sans, 8.5, Ink::Text, note);
    let note = fitted(note, setter.grid.measure - beside, 7.0).at(beside, UNDER_STOCK.0);
    let strip =
        Strip { width: setter.grid.measure, inking: setter.inking, ranks: setter.ranks, ..Strip::default() };
    let mut figure = stock_strip(start, &strip, &Plain);
    let top = UNDER_STOCK.0 + UNDER_STOCK.1;
    let line = vec![Item::Text(label.at(0.0, UNDER_STOCK.0)), Item::Text(note)];
    let drawn = told::picture(setter, told::stock(setter, start), figure.placed(0.0, top));
    figure.items = vec![Item::tagged(Tag::Paragraph, line), drawn];
    figure.height += top;
    figure
}

/// Where the lower half of the page begins; the rest hangs on it.
struct Lower {
    rule: f32,
    boxes: f32,
    first_note: f32,
}

impl Lower {
    /// As high as the diagram and the stock leave it, with one to five lines for notes.
    fn new(setter: &Setter, over: f32) -> Lower {
        let grid = &setter.grid;
        // Counted from the foot, so that it stands low on pages of every height.
        let up = |lines: f32| grid.last() - grid.lead * lines;
        let lines = ((grid.last() - over) / grid.lead).floor();
        let rule = up(lines.clamp(11.0, 15.0));
        Lower { rule, boxes: rule + 3.5 * grid.lead, first_note: rule + 8.0 * grid.lead + 8.5 }
    }
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

fn facts(sheet: &mut Sheet, setter: &Setter, chosen: &Chosen, puzzle: &Puzzle, left: f32, lower: &Lower) {
    let (grid, words) = (&setter.grid, &setter.words);
    let down: usize = puzzle.start().columns().iter().map(|pile| pile.down).sum();
    let moves = filled(&words.moves, &[("moves", &puzzle.solution.card_moves())]);
    let label = if puzzle.is_shortest { &words.shortest_win } else { &words.solved_in };
    let mut facts = vec![(label.as_str(), moves)];
    if chosen.rules.has_stock() {
        let used = puzzle.solution.passes();
        let passes = match chosen.rules.passes {
            Passes::Limited(most) => filled(&words.passes_of, &[("passes", &used), ("most", &most)]),
            Passes::Unlimited => used.to_string(),
        };
        facts.push((&words.passes_label, passes));
    }
    let cards = chosen.rules.pack.len();
    facts.push((&words.face_down, filled(&words.down_of, &[("down", &down), ("cards", &cards)])));
    facts.push((&words.verdict, words.winnable.clone()));
    sheet.rule(left, lower.rule, grid.measure);
    sheet.rule(left, lower.rule + 2.5 * grid.lead, grid.measure);
    let step = grid.measure / facts.len() as f32;
    for (index, (label, value)) in facts.into_iter().enumerate() {
        let x = left + step * index as f32;
        let label = Text::new(Face::Sans, 8.0, Ink::Label, label).at(x, lower.rule + grid.lead);
        let value =
            Text { figures: Figures::Lining, ..Text::new(Face::SansSemibold, 10.0, Ink::Text, value) };
        let value = fitted(value, step - 6.0, 7.0).at(x, lower.rule + 2.0 * grid.lead - 1.0);
        sheet.items.push(Item::tagged(Tag::Paragraph, vec![Item::Text(label), Item::Text(value)]));
    }
}

fn boxes(sheet: &mut Sheet, setter: &Setter, left: f32, lower: &Lower) {
    let grid = &setter.grid;
    for (index, label) in setter.words.boxes.iter().take(4).enumerate() {
        let x = left + grid.column(index);
        sheet.frame(x, lower.boxes, grid.column_width(), 3.0 * grid.lead);
        let label =
            fitted(Text::new(Face::Sans, 8.0, Ink::Label, label.as_str()), grid.column_width() - 6.0, 7.0);
        sheet.text(label.at(x + 4.0, lower.boxes + 10.0));
    }
    for (index, label) in setter.words.ticks.iter().take(3).enumerate() {
        let (x, y) = (left + grid.column(4), lower.boxes + grid.lead * index as f32);
        sheet.frame(x, y + 2.5, 8.0, 8.0);
        sheet.text(Text::new(Face::Sans, 9.0, Ink::Text, label.as_str()).at(x + 14.0, y + 9.6));
    }
}

fn notes(sheet: &mut Sheet, setter: &Setter, left: f32, lower: &Lower) {
    let grid = &setter.grid;
    let label = Text::new(Face::Sans, 8.0, Ink::Label, setter.words.notes.as_str());
    let beside = typeset::width(&label) + 5.0;
    sheet.text(label.at(left, lower.first_note - 2.0));
    let mut y = lower.first_note;
    let mut x = beside;
    while y < grid.last() - 1.4 * grid.lead {
        sheet.rule(left + x, y, grid.measure - x);
        x = 0.0;
        y += 1.0 * grid.lead;
    }
}

fn foot(sheet: &mut Sheet, setter: &Setter, puzzle: &Puzzle, left: f32, solution: Option<usize>) {
    let grid = &setter.grid;
    let y = grid.last();
    if let Some(page) = solution {
        let line = filled(&setter.words.solution_on, &[("page", &page)]);
        let text = Text::new(Face::Sans, 8.5, Ink::Text, line).at(left, y);
        let area = [left, y - 9.0, typeset::width(&text), 12.0];
        let link = Item::Link { area, page: page - 1 };
        sheet.items.push(Item::tagged(Tag::Paragraph, vec![Item::Text(text), link]));
    }
    let id = Text::new(Face::Sans, 8.5, Ink::Label, puzzle.name.as_str());
    sheet.text(id.ending(left + grid.measure, y));
}
