//! What happens in a record, put into stages: as the author gives them, or chosen so that the reader keeps track.
//!
//! Stages are chosen as those of games for one: see [`crate::walkthrough::stages_of`]. A turn that would be too much
//! after what has happened has a picture of its own before it, and a long turn has more within it.

use super::record::{StageItem, TableStage};
use super::seat::Seat;
use super::table::Table;
use crate::game::{Move, Played};
use crate::walkthrough::{MOST_STRAIN, strain};

/// One who puts what happens into stages.
pub(super) struct Staging {
    stages: Vec<TableStage>,
    /// How much a reader has had to keep in mind since the last picture, if stages are chosen.
    strain: Option<usize>,
}

impl Staging {
    /// Stages as the author gives them.
    pub fn given() -> Staging {
        Staging { stages: Vec::new(), strain: None }
    }

    /// Stages that are chosen.
    pub fn chosen() -> Staging {
        Staging { stages: Vec::new(), strain: Some(0) }
    }

    /// Whether nothing is shown yet.
    pub fn is_empty(&self) -> bool {
        self.stages.is_empty()
    }

    /// The stages.
    pub fn finish(self) -> Vec<TableStage> {
        self.stages
    }

    /// Begins with the table at the beginning, unless there is a stage already.
    pub fn begin(&mut self, table: &Table, turn: Option<Seat>) {
        if self.stages.is_empty() {
            self.stage(None, table, turn, Vec::new());
        }
    }

    /// The author's heading of a stage.
    pub fn heading(&mut self, name: Option<String>, table: &Table, turn: Option<Seat>) {
        match self.strain {
            None => self.stage(name, table, turn, Vec::new()),
            Some(_) => self.begin(table, turn),
        }
    }

    /// What happens beside moves, and what the author says.
    pub fn push(&mut self, item: StageItem) {
        if let Some(stage) = self.stages.last_mut() {
            stage.items.push(item);
        }
    }

    /// A new stage before a turn that would be too much after what has happened.
    pub fn before_turn(&mut self, table: &Table, seat: Seat, load: usize) {
        if self.strain.is_some_and(|now| now > 0 && now + load > MOST_STRAIN) {
            self.cut(table, Some(seat));
        }
    }

    /// A new stage before moves at one moment, if the reader would lose track; tells whether there is one.
    pub fn before_moves(&mut self, table: &Table, turn: Option<Seat>, played: &[&Played]) -> bool {
        let Some(now) = self.strain else { return false };
        let is_turned = |done: &Played| matches!(done.act, Move::Turn | Move::Redeal);
        let after_turn = match self.stages.last().and_then(|stage| stage.items.last()) {
            Some(StageItem::Moves { played, .. }) if turn.is_none() => played.last().is_some_and(is_turned),
            _ => false,
        };
        let only_turns = played.iter().all(|done| is_turned(done));
        // In a race turns in a row are one picture in the mind.
        let load = if only_turns && after_turn { 0 } else { played.iter().map(|done| strain(done)).sum() };
        let is_cut = !only_turns && now + load > MOST_STRAIN && self.cut(table, turn);
        self.strain = Some(if is_cut { load } else { now + load });
        is_cut
    }

    /// A move; `joins` if it belongs to the moves before it, should they be the same seat's.
    pub fn played(&mut self, before: &Table, seat: Seat, played: &Played, joins: bool) {
        let Some(stage) = self.stages.last_mut() else { return };
        match stage.items.last_mut() {
            Some(StageItem::Moves { seat: last, played: moves, .. }) if joins && *last == seat => {
                moves.push(played.clone());
            }
            _ => {
                let from = Box::new(before.seat(seat).clone());
                stage.items.push(StageItem::Moves { seat, from, played: vec![played.clone()] });
            }
        }
    }

    /// Begins a stage, unless nothing has happened since the last; what the author says of the next move stands
    /// with it.
    fn cut(&mut self, table: &Table, turn: Option<Seat>) -> bool {
        let Some(last) = self.stages.last_mut() else { return false };
        let is_act = |item: &StageItem| !matches!(item, StageItem::Note(_));
        let Some(act) = last.items.iter().rposition(is_act) else { return false };
        let notes = last.items.split_off(act + 1);
        self.stage(None, table, turn, notes);
        self.strain = Some(0);
        true
    }

    fn stage(&mut self, name: Option<String>, table: &Table, turn: Option<Seat>, items: Vec<StageItem>) {
        let (number, table) = (self.stages.len() + 1, table.clone());
        self.stages.push(TableStage { number, name, table, turn, items });
    }
}
