//! The stages of a record as they are shown.

use super::record::{Record, StageItem, TableStage};

impl Record {
    /// The same game in stages that are chosen so that a reader keeps track; the author's words stay with the moves
    /// that they stand before.
    pub fn with_chosen_stages(mut self) -> Record {
        self.stages.clone_from(&self.chosen);
        self
    }

    /// The stages and the table after the last act, which is shown even where the author has no stage for it, also
    /// if the game goes on.
    ///
    /// What the author says after the last act stands with that table.
    pub fn shown(&self) -> Vec<TableStage> {
        let mut stages = self.stages.clone();
        let number = stages.len() + 1;
        let Some(last) = stages.last_mut() else { return stages };
        let is_act = |item: &StageItem| !matches!(item, StageItem::Note(_));
        if let Some(act) = last.items.iter().rposition(is_act) {
            let items = last.items.split_off(act + 1);
            stages.push(TableStage { number, name: None, table: self.end.clone(), turn: self.turn, items });
        }
        stages
    }
}
