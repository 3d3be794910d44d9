//! Where the seats of a table sit in its picture, and how large everything is at a width of a card.

use super::Item;
use super::card::Style;
use super::layout::{GAP, Show};
use super::marks;
use super::seats::{ASIDE, Moved, NAME_ROOM, TableLook, width_in_cards};
use crate::card::Card;
use crate::game::Pile;
use crate::seats::{Seat, Table};

/// Where a seat sits: its row from the near edge, and the place in it (half places for a single one).
#[derive(Debug, Clone, Copy)]
pub(super) struct Chair {
    pub row: usize,
    pub place: f32,
}

/// All chairs around a table, seat A first, and how many rows are near and far.
pub(super) fn chairs(count: usize) -> (Vec<Chair>, usize, usize) {
    if count == 2 {
        return (vec![Chair { row: 0, place: 0.0 }, Chair { row: 1, place: 0.0 }], 1, 1);
    }
    let rows = count.div_ceil(2);
    let mut chairs = vec![Chair { row: 0, place: 0.0 }];
    // Up at the right side, then down at the left.
    for row in 0..rows {
        let single = row + 1 == rows && count % 2 == 1;
        chairs.push(Chair { row, place: if single { 0.5 } else { 1.0 } });
    }
    let left = if count % 2 == 1 { rows - 1 } else { rows };
    chairs.extend((1..left).rev().map(|row| Chair { row, place: 0.0 }));
    (chairs, rows.div_ceil(2), rows / 2)
}

/// The chairs where the first seat is drawn alone: the others stand in no row.
pub(super) fn only_chair(count: usize) -> (Vec<Chair>, usize, usize) {
    let mut chairs = vec![Chair { row: usize::MAX, place: 0.0 }; count];
    chairs[0].row = 0;
    (chairs, 1, 0)
}

/// Sizes of a figure at one width of a card.
pub(super) struct Frame<'a> {
    pub table: &'a Table,
    pub look: &'a TableLook,
    pub chairs: Vec<Chair>,
    pub near: usize,
    pub far: usize,
    pub w: f32,
}

impl Frame<'_> {
    pub fn columns(&self) -> usize {
        self.table.rules().seat.columns
    }

    /// The table before, of which is marked what has moved since.
    pub fn before(&self) -> Option<&Table> {
        match &self.look.moved {
            Moved::Since(before) => before.as_deref().filter(|before| before.count() == self.table.count()),
            Moved::Unmarked => None,
        }
    }

    /// How far bars stand off.
    pub fn reach(&self) -> f32 {
        marks::reach(self.w, GAP * self.w)
    }

    pub fn bar(&self, moved: [f32; 4], style: &Style) -> Item {
        marks::bar(moved, style.strip, self.w, self.reach())
    }

    pub fn pitch(&self) -> f32 {
        self.w * (1.0 + GAP)
    }

    pub fn block_width(&self) -> f32 {
        (self.columns() + ASIDE) as f32 * self.pitch() - GAP * self.w
    }

    pub fn between_blocks(&self) -> f32 {
        self.w
    }

    pub fn width(&self) -> f32 {
        match self.look.only() {
            None => width_in_cards(self.table) * self.w,
            Some(_) => self.block_width(),
        }
    }

    pub fn fan(&self, seat: Seat, pile: &Pile, depth: usize) -> f32 {
        match (depth < pile.down, self.look.shows(seat)) {
            (true, Show::Hidden) => 0.16 * self.w,
            _ => 0.44 * self.w,
        }
    }

    pub fn column_height(&self, seat: Seat, pile: &Pile) -> f32 {
        let covered = 0..pile.cards.len().saturating_sub(1);
        1.4 * self.w + covered.map(|depth| self.fan(seat, pile, depth)).sum::<f32>()
    }

    /// The cards of a waste that are drawn.
    pub fn seen_waste(&self, seat: Seat) -> &[Card] {
        self.table.seen_waste(seat, self.look.reader)
    }

    /// The height of a waste, fanned outwards.
    pub fn waste_height(&self, seat: Seat) -> f32 {
        (1.4 + 0.44 * self.seen_waste(seat).len().saturating_sub(1) as f32) * self.w
    }

    /// The height of a row of seats.
    pub fn row_height(&self, row: usize) -> f32 {
        let seats = Seat::all(self.table.count()).zip(&self.chairs).filter(|(_, chair)| chair.row == row);
        let block = |(seat, _): (Seat, &Chair)| {
            let aside = (1.4 + GAP) * self.w + self.waste_height(seat) + NAME_ROOM;
            let piles = self.table.seat(seat).columns().iter();
            piles.map(|pile| self.column_height(seat, pile)).fold(aside, f32::max)
        };
        seats.map(block).fold(0.0, f32::max)
    }

    pub fn row_gap(&self) -> f32 {
        0.5 * self.w
    }

    /// How many foundations stand in a row: those of whole seats.
    pub fn per_row(&self) -> usize {
        let fitting = ((self.width() + GAP * self.w) / self.pitch()) as usize / 4 * 4;
        let rows = self.table.foundations().len().div_ceil(fitting.max(4));
        self.table.foundations().len().div_ceil(4 * rows) * 4
    }

    pub fn foundations_height(&self) -> f32 {
        let rows = self.table.foundations().len().div_ceil(self.per_row());
        rows as f32 * (1.4 + GAP) * self.w - GAP * self.w
    }

    /// The top of the band of foundations.
    pub fn far_height(&self) -> f32 {
        // The upper rule of the band stands a little above it.
        if self.far == 0 {
            return 0.25 * self.w;
        }
        let rows = self.near..self.near + self.far;
        rows.map(|row| self.row_height(row) + self.row_gap()).sum::<f32>()
    }

    pub fn height(&self) -> f32 {
        let near: f32 = (0..self.near).map(|row| self.row_height(row) + self.row_gap()).sum();
        self.far_height() + self.foundations_height() + 0.5 * self.w + near
    }
}
