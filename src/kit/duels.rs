//! The puzzles of one turn of a kit: finding them, a page each, and their solutions.

use super::setup::Sheets;
use super::{BadKit, Order};
use crate::book::puzzle_picture::table_of;
use crate::book::sheet::{Sheet, fitted};
use crate::book::told;
use crate::catalogue::Catalogue;
use crate::deal::DealId;
use crate::figure::{Face, Figures, Ink, Tag, Text};
use crate::seats::duel::{Duel, Search};
use crate::seats::puzzle::Task;
use crate::words::Style;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// A puzzle of one turn, and the deal that it was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KitDuel {
    /// The deal's name.
    pub source: String,
    /// The puzzle.
    pub duel: Duel,
}

/// How many deals in a row may hold no puzzle.
const MOST_DEALS: u64 = 3_000;
/// The order in which the tasks follow one another.
const TASKS: [Task; 3] = [Task::Most, Task::LeaveNothing, Task::GoOut];

/// The puzzles of a kit, of each task in turn; no two are of one deal.
pub(super) fn duels(
    order: &Order,
    catalogue: &Catalogue,
    found: &dyn Fn(usize),
    stop: Option<&AtomicBool>,
) -> Result<Vec<KitDuel>, BadKit> {
    let looked_at = || {};
    let (changes, most) = (&order.changes, MOST_DEALS);
    let search = Search { catalogue, changes, most, looked_at: &looked_at, stop };
    let mut next = [order.seed; TASKS.len()];
    let mut taken = BTreeSet::new();
    let mut duels: Vec<KitDuel> = Vec::new();
    while duels.len() < order.duels {
        let index = duels.len() % TASKS.len();
        let (task, seed) = (TASKS[index], next[index]);
        let first = DealId { game: order.game.clone(), size: None, seed };
        let Some((id, duel)) = search.from(&first, task)? else {
            return Err(match super::deals::is_stopped(stop) {
                true => BadKit::Stopped,
                false => BadKit::Order(format!(
                    "none of {MOST_DEALS} deals from #{seed} on has a puzzle {task}; take fewer --duels, or another --seed"
                )),
            });
        };
        next[index] = id.seed.saturating_add(1);
        if taken.insert(id.seed) {
            duels.push(KitDuel { source: id.to_string(), duel });
            found(duels.len());
        }
    }
    Ok(duels)
}

impl Sheets<'_> {
    /// What a puzzle is called.
    pub fn duel_name(&self, number: usize) -> String {
        self.fill(&self.words.duel, &[("number", &number.to_string())])
    }

    /// The page of a puzzle: number and task, the table, and lines to write on.
    pub fn duel_page(&self, page: usize, number: usize, puzzle: &KitDuel) -> Result<Sheet, BadKit> {
        let (setter, grid, duel) = (self.setter, &self.setter.grid, &puzzle.duel);
        let mut sheet = Sheet::with_head(setter, page, &self.words.duels);
        let left = grid.left(page);
        let numeral = Text::new(Face::Display, 44.0, Ink::Text, number.to_string());
        let numeral = Text { figures: Figures::Lining, ..numeral };
        sheet.tagged(Tag::Head(1), numeral.at(left, grid.base(1.0) + 6.5));
        let beside = left + 62.0;
        let name = duel.name(&setter.language)?;
        let name = Text::new(Face::SerifSemibold, 11.0, Ink::Text, name);
        sheet.tagged(Tag::Paragraph, name.at(beside, grid.base(0.0) + 6.5));
        let id = Text::new(Face::Sans, 8.5, Ink::Label, puzzle.source.as_str());
        let id = fitted(id, grid.measure / 2.0, 7.0);
        sheet.tagged(Tag::Paragraph, id.ending(left + grid.measure, grid.base(0.0) + 6.5));
        let task = [duel.task_text(&setter.language)?];
        let room = left + grid.measure - beside;
        let y = self.sentences_at(&mut sheet, (beside, grid.base(1.0) + 6.5), &task, room);
        let note = [setter.language.typeset(&self.words.duel_note)];
        let y = self.sentences_at(&mut sheet, (beside, y), &note, room) + 10.0;

        let notes = grid.last() - 2.0 * grid.lead;
        let height = notes - 1.5 * grid.lead - y;
        let figure = table_of(setter, duel, 42.0, grid.measure, Some(height))?;
        let picture = told::picture(setter, figure.alt.clone(), figure.placed(0.0, 0.0));
        sheet.place(&[picture], left + (grid.measure - figure.width) / 2.0, y);

        let label = Text::new(Face::Sans, 8.0, Ink::Label, setter.words.notes.as_str());
        sheet.tagged(Tag::Paragraph, label.at(left, notes - 4.0));
        for line in 0..2 {
            sheet.rule(left + 62.0, notes + line as f32 * 1.5 * grid.lead, grid.measure - 62.0);
        }
        Ok(sheet)
    }

    /// The solution of a puzzle in words.
    pub fn duel_solution(&self, number: usize, duel: &Duel) -> Result<DuelSolution, BadKit> {
        let language = &self.setter.language;
        Ok(DuelSolution {
            head: language.labelled(&self.duel_name(number), &duel.name(language)?),
            answer: duel.answer_text(language)?,
            moves: duel.moves_text(language, Style::Compact)?,
        })
    }
}

/// The solution of a puzzle in words: its head, what is proved, and its moves.
pub(super) struct DuelSolution {
    pub head: String,
    pub answer: String,
    pub moves: Vec<String>,
}
