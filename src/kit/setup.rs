//! The set-up sheet of a player for a round.

use super::deals::{Deals, Round};
use super::slips::{self, Slip};
use super::{BadKit, Order};
use crate::book::paragraph::{self, Span};
use crate::book::sheet::{Setter, Sheet, fitted};
use crate::book::told;
use crate::card::Pack;
use crate::figure::layout::{Look, Show};
use crate::figure::names::Plain;
use crate::figure::seats::{in_seat_ink, seat_disc};
use crate::figure::tableau::tableau;
use crate::figure::{Face, Ink, Tag, Text, typeset};
use crate::seats::Seat;
use crate::seats::proof::alone;
use crate::words::SeatWords;

/// The size of a slip, and the space between slips.
const SLIP: (f32, f32) = (33.0, 25.0);
const BETWEEN: f32 = 3.0;

pub(super) struct Sheets<'a> {
    pub setter: &'a Setter,
    pub words: &'a SeatWords,
    pub order: &'a Order,
}

impl Sheets<'_> {
    pub fn fill(&self, sentence: &str, values: &[(&str, &str)]) -> String {
        SeatWords::fill(&self.setter.language, sentence, values)
    }

    /// What a round is called.
    pub fn round_name(&self, number: usize) -> String {
        self.fill(&self.words.round, &[("round", &number.to_string())])
    }

    /// Who starts, in a sentence.
    pub fn starts(&self, round: &Round) -> String {
        let by_lot = self.order.deals == Deals::Matched;
        let sentence = if by_lot { &self.words.starts_by_lot } else { &self.words.starts };
        self.fill(sentence, &[("seat", &self.words.seat_name(round.starter))])
    }

    /// A head over a part of a page, with the rule under it.
    pub fn part_head(&self, sheet: &mut Sheet, y: f32, text: &str) {
        let grid = &self.setter.grid;
        let left = grid.left(sheet.page);
        sheet.tagged(Tag::Head(2), Text::new(Face::SerifSemibold, 10.5, Ink::Text, text).at(left, y));
        sheet.rule(left, y + 4.5, grid.measure);
    }

    /// Sets sentences from a baseline on, a line each or more; returns the baseline after the last.
    pub fn sentences(&self, sheet: &mut Sheet, y: f32, texts: &[String], width: f32) -> f32 {
        self.sentences_at(sheet, (self.setter.grid.left(sheet.page), y), texts, width)
    }

    /// The same from a point on.
    pub fn sentences_at(
        &self,
        sheet: &mut Sheet,
        (left, mut y): (f32, f32),
        texts: &[String],
        width: f32,
    ) -> f32 {
        let style = self.setter.ragged(9.0);
        for text in texts {
            let lines = paragraph::set(&[Span::new(Face::Sans, text.as_str())], &style, width);
            for items in told::lines(Tag::Paragraph, lines.into_iter().map(|line| line.items)) {
                sheet.place(&items, left, y);
                y += 12.0;
            }
        }
        y
    }

    /// What is said of the deals of a round: fair how, and proved.
    fn notes(&self, round: &Round, seat: Seat) -> Vec<String> {
        let percent = |share: f64| {
            let text = format!("{:.1}", 100.0 * share);
            if self.setter.language.code() == "en" { text } else { text.replace('.', ",") }
        };
        let fair = match (&round.fairness, self.order.deals) {
            (Some(fair), _) => {
                let share = fair.shares[seat.index()];
                let values = [
                    ("games", fair.games.to_string()),
                    ("share", percent(share.share)),
                    ("low", percent(share.low)),
                    ("high", percent(share.high)),
                ];
                let values: Vec<(&str, &str)> =
                    values.iter().map(|(name, value)| (*name, value.as_str())).collect();
                self.fill(&self.words.balanced_note, &values)
            }
            (None, Deals::Matched) => self.words.matched_note.clone(),
            (None, _) => self.words.plain_note.clone(),
        };
        let mut notes = Vec::new();
        if round.table.rules().play == crate::variant::Play::Turns {
            notes.push(self.starts(round));
        }
        notes.push(format!("{fair} {}", self.words.winnable_note));
        notes.into_iter().map(|note| self.setter.language.typeset(&note)).collect()
    }

    /// The set-up sheet of a seat.
    pub fn set_up(&self, page: usize, number: usize, round: &Round, seat: Seat) -> Result<Sheet, BadKit> {
        let (setter, grid) = (self.setter, &self.setter.grid);
        let name = self.words.seat_name(seat);
        let round_name = self.round_name(number);
        let head = self.fill(&self.words.solution, &[("round", &round_name), ("seat", &name)]);
        let mut sheet = Sheet::with_head(setter, page, &head);
        let left = grid.left(page);
        // The seat's disc and name, and the round at the right.
        let y = grid.base(1.0);
        sheet.items.extend(seat_disc(seat, left + 15.0, y - 8.5, 21.0));
        sheet.tagged(
            Tag::Head(1),
            Text::new(Face::Display, 26.0, Ink::Text, name.as_str()).at(left + 40.0, y),
        );
        let beside = Text::new(Face::SerifItalic, 12.5, Ink::Text, round_name.as_str());
        sheet.tagged(Tag::Paragraph, beside.ending(left + grid.measure, y));
        let id = fitted(Text::new(Face::Sans, 8.5, Ink::Label, round.id.as_str()), grid.measure / 2.0, 7.0);
        sheet.tagged(Tag::Paragraph, id.ending(left + grid.measure, y + 13.0));
        let y = self.sentences(&mut sheet, grid.base(3.0), &self.notes(round, seat), grid.measure);

        let y = y + 14.0;
        self.part_head(&mut sheet, y, &self.words.stack);
        let note = setter.language.typeset(&self.words.stack_note);
        let y = self.sentences(&mut sheet, y + 18.0, &[note], grid.measure) + 6.0;
        let y = self.stack(&mut sheet, y, round, seat)? + 30.0;

        self.part_head(&mut sheet, y, &self.words.layout);
        let note = setter.language.typeset(&self.words.layout_note);
        let y = self.sentences(&mut sheet, y + 18.0, &[note], grid.measure) + 2.0;
        let start = alone(&round.table, seat)?;
        let look = Look {
            card_width: 42.0,
            width: Some(grid.measure),
            height: Some((grid.last() - y).max(90.0)),
            show: Show::Hidden,
            inking: setter.inking,
            ranks: setter.ranks,
            column_numbers: true,
            ..Look::default()
        };
        let figure = tableau(&start, &look, &Plain);
        let drawn = in_seat_ink(figure.placed(0.0, 0.0), seat);
        let picture = told::diagram(setter, &start, Show::Hidden, drawn)?;
        sheet.place(&[picture], left + (grid.measure - figure.width) / 2.0, y);
        Ok(sheet)
    }

    /// The stacking order: the cards of the columns as they are dealt, and beside them the stock.
    fn stack(&self, sheet: &mut Sheet, y: f32, round: &Round, seat: Seat) -> Result<f32, BadKit> {
        let (setter, grid) = (self.setter, &self.setter.grid);
        let left = grid.left(sheet.page);
        let start = alone(&round.table, seat)?;
        let (rows, stock) = slips::stacking(&start);
        let columns = start.columns().len();
        let per_row = 6;
        let wanted = (columns + per_row) as f32 * (SLIP.0 + BETWEEN) + 12.0;
        let width = SLIP.0.min(SLIP.0 * grid.measure / wanted);
        let step = (width + BETWEEN, SLIP.1 + BETWEEN);
        let label = |text: &str, x: f32| Text::new(Face::SansSemibold, 8.5, Ink::Text, text).at(x, y + 6.0);
        let stock_left = left + grid.measure - per_row as f32 * step.0 + BETWEEN;
        sheet.tagged(Tag::Paragraph, label(&self.words.stack_columns, left));
        sheet.tagged(Tag::Paragraph, label(&self.words.stack_stock, stock_left));
        let top = y + 12.0;
        let mut items = Vec::new();
        let mut number = 0;
        let mut told_cards = Vec::new();
        let pack = Pack::french(1);
        let mut slip = |card, is_up, x: f32, y: f32| {
            number += 1;
            told_cards.push(format!("{number}: {}", setter.language.card_name(&pack, card)));
            items.extend(slips::draw(setter, &Slip { number, card, is_up }, x, y, width, SLIP.1));
        };
        for (row, cards) in rows.iter().enumerate() {
            // A row begins at the column that ends with the row before.
            let first = columns - cards.len();
            for (place, &card) in cards.iter().enumerate() {
                let is_up = place == 0;
                slip(card, is_up, left + (first + place) as f32 * step.0, top + row as f32 * step.1);
            }
        }
        for (index, &card) in stock.iter().enumerate() {
            let (row, place) = (index / per_row, index % per_row);
            slip(card, false, stock_left + place as f32 * step.0, top + row as f32 * step.1);
        }
        let words = told_cards.join(", ");
        sheet.items.push(told::picture(setter, words, items));
        let lowest = rows.len().max(stock.len().div_ceil(per_row));
        Ok(top + lowest as f32 * step.1)
    }
}

/// A word in the head of a table: on one line, or on two where the column is narrow.
pub(super) fn head_lines(text: &str, room: f32) -> Vec<Text> {
    let line = |text: &str| Text::new(Face::Sans, 8.0, Ink::Label, text);
    let width = |text: &str| typeset::width(&line(text));
    if width(text) <= room {
        return vec![line(text)];
    }
    let spaces = text.match_indices(' ').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let widest = |(first, second): &(&str, &str)| width(first).max(width(second));
    match spaces.min_by(|a, b| widest(a).total_cmp(&widest(b))) {
        Some((first, second)) => vec![fitted(line(first), room, 7.0), fitted(line(second), room, 7.0)],
        None => vec![fitted(line(text), room, 7.0)],
    }
}
