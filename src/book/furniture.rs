//! The words of a book that are not prose: labels, heads, and lines with a number in them.

use super::BadBook;
use crate::assets::Assets;
use crate::puzzle::Form;
use crate::yaml::{self, BadYaml};
use serde::Deserialize;

/// The words of a language for the furniture of a book, from `lang/…/book/furniture.yaml`.
///
/// Words in braces stand for what is filled in: `Solution on page {page}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Furniture {
    /// The title of the contents.
    pub contents: String,
    /// The head of the column of puzzle numbers in the contents.
    pub puzzles: String,
    /// The head of the column of pages in the contents.
    pub page: String,
    /// The title of a section of a game that comes in sizes, with `{game}` and `{ranks}`.
    pub sized_section: String,
    /// The title of a section of a table of more than two, with `{game}` and `{players}`.
    pub seats_section: String,
    /// The title of the solutions.
    pub solutions: String,
    /// Their running head, with `{first}` and `{last}`.
    pub solutions_head: String,
    /// The same for a page that holds one.
    pub solution_head: String,
    /// The title of the rules of a game, with `{game}`.
    pub rules_title: String,
    /// The head over what the rules say of deals of another size.
    pub other_sizes: String,
    /// What they say, with `{ranks}`, `{cards}`, `{piles}` and `{last}`, the last suit.
    pub other_size: String,
    /// The notes beside a fresh deal of Somerset cards: head and text.
    pub deal_notes: Vec<[String; 2]>,
    /// The same for a game with a stock.
    pub stock_notes: Vec<[String; 2]>,
    /// The same for a game of French cards without a stock.
    pub bare_notes: Vec<[String; 2]>,
    /// The same beside a table of several seats.
    pub table_notes: Vec<[String; 2]>,
    /// The notes beside a diagram with marked moves.
    pub next_notes: Vec<[String; 2]>,
    /// The label over the number of moves.
    pub solved_in: String,
    /// The same where it is proved that no win has fewer.
    pub shortest_win: String,
    /// The number of moves, with `{moves}`.
    pub moves: String,
    /// The label over the number of face-down cards.
    pub face_down: String,
    /// Their number, with `{down}` and `{cards}`.
    pub down_of: String,
    /// The label over the number of passes.
    pub passes_label: String,
    /// How many of the passes are used, with `{passes}` and `{most}`.
    pub passes_of: String,
    /// The label over the verdict.
    pub verdict: String,
    /// The verdict.
    pub winnable: String,
    /// The boxes to write in.
    pub boxes: Vec<String>,
    /// The boxes to tick.
    pub ticks: Vec<String>,
    /// What puzzles of a form are called, form by form.
    pub forms: [String; 7],
    /// The title of a section of a form, with `{game}` and `{form}`.
    pub form_section: String,
    /// The name of a puzzle that begins within a game, with `{deal}`.
    pub from_deal: String,
    /// The lines to write on.
    pub notes: String,
    /// The waste.
    pub waste: String,
    /// How its cards are printed.
    pub waste_brief: String,
    /// The stock.
    pub stock: String,
    /// How its cards are printed when one is turned at a time.
    pub stock_one: String,
    /// The same when several are, with `{draw}`.
    pub stock_several: String,
    /// The same in few words, for large type.
    pub stock_brief: String,
    /// The reference to a solution, with `{page}`.
    pub solution_on: String,
    /// The same where the solutions are in a file of their own.
    pub solution_apart: String,
    /// The reference to a set-up list, with `{page}`.
    pub set_up_on: String,
    /// The reference to a hint, with `{page}`.
    pub hint_on: String,
    /// The heads over the parts of the hints: a card to look at, where the move is, the move.
    pub hint_rungs: [String; 3],
    /// The title of the hints.
    pub hints: String,
    /// The title of the set-up lists.
    pub set_up: String,
    /// How a pack is stacked by a list, with `{cards}`.
    pub set_up_how: String,
    /// What the list says of the cards after the columns, with `{dealt}`, `{next}` and `{cards}`.
    pub set_up_stock: String,
    /// The same where all cards are dealt to columns, with `{cards}`.
    pub set_up_all: String,
    /// The title of the pages for the reader's score.
    pub scores: String,
    /// The head of a column of puzzle numbers.
    pub number: String,
    /// The title of the index of deals.
    pub index: String,
    /// The reference to a puzzle, with `{page}`.
    pub puzzle_on: String,
    /// The label of the first diagram of a solution.
    pub start: String,
    /// The label of the others, with `{step}`.
    pub after: String,
}

impl Furniture {
    /// The words of a language.
    ///
    /// # Errors
    /// If the language's file is missing or bad.
    pub fn load(assets: &Assets, code: &str) -> Result<Furniture, BadBook> {
        let path = format!("lang/{code}/book/furniture.yaml");
        Ok(Furniture::read(&assets.place(&path), &assets.text(&path)?)?)
    }

    /// Reads the words; `place` is the file's name for messages.
    ///
    /// # Errors
    /// If a word is missing or unknown.
    pub fn read(place: &str, text: &str) -> Result<Furniture, BadYaml> {
        let words: Furniture = yaml::read(place, text)?;
        if words.boxes.len() > 4 || words.ticks.len() > 3 {
            let what = "there is room for four boxes to write in and three to tick".to_string();
            return Err(BadYaml { place: place.to_string(), what });
        }
        Ok(words)
    }

    /// What puzzles of a form are called.
    pub fn form(&self, form: Form) -> &str {
        let index = Form::ALL.iter().position(|other| *other == form).unwrap_or(0);
        &self.forms[index]
    }
}

/// A line with its braces filled in.
pub fn filled(line: &str, values: &[(&str, &dyn std::fmt::Display)]) -> String {
    let mut text = line.to_string();
    for (name, value) in values {
        text = text.replace(&format!("{{{name}}}"), &value.to_string());
    }
    text
}
