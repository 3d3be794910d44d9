//! What commands do for games of several seats: deals, and records of games.

use super::input::read_text;
use super::{Context, output};
use crate::deal::{DealId, GameName};
use crate::seats::{End, Record, Score, Table, TableDeal, is_for_several, names_several};
use crate::variant::RuleChanges;
use anyhow::{Context as _, Result, bail};
use std::path::Path;

/// What an argument names at a table.
pub(super) enum Given {
    /// A deal, with its table.
    Deal(Box<(TableDeal, Table)>),
    /// A record.
    Record(Box<Record>),
}

impl Context {
    /// Whether an argument is a deal or record for several seats.
    pub(super) fn is_for_several(&self, argument: &str) -> Result<bool> {
        if Path::new(argument).is_file() {
            // A file that is no text is for others to refuse.
            return Ok(read_text(argument).is_ok_and(|(_, text)| is_for_several(&self.catalogue, &text)));
        }
        Ok(names_several(&self.catalogue, argument))
    }

    /// The deal or record for several seats that an argument names.
    pub(super) fn load_several(&self, argument: &str, changes: &RuleChanges) -> Result<Given> {
        if !Path::new(argument).is_file() {
            let deal = self.table_deal(argument, changes, false)?;
            let table = Table::start(&self.catalogue, &deal)?;
            return Ok(Given::Deal(Box::new((deal, table))));
        }
        let (name, text) = read_text(argument)?;
        if text.starts_with("---") && text.lines().filter(|line| line.trim_end() == "---").count() > 1 {
            return Ok(Given::Record(Box::new(Record::read(&self.catalogue, &name, &text)?)));
        }
        let mut deal = TableDeal::read(&self.catalogue, &name, &text).with_context(|| name.clone())?;
        deal.changes = deal.changes.and(changes);
        let table = Table::start(&self.catalogue, &deal).context(name)?;
        Ok(Given::Deal(Box::new((deal, table))))
    }

    /// The deal of an id; a game without a seed gets a fresh one.
    pub(super) fn table_deal(&self, name: &str, changes: &RuleChanges, matched: bool) -> Result<TableDeal> {
        let name: GameName = name.parse()?;
        let seed = name.seed.unwrap_or_else(|| u64::from(rand::random::<u32>()));
        let id = DealId { game: name.game, size: name.size, seed };
        Ok(TableDeal::named(&self.catalogue, &id, changes, matched)?)
    }
}

/// `dealpress check` of a record.
pub(super) fn check(context: &Context, path: &str) -> Result<u8> {
    let record = match context.load_several(path, &RuleChanges::default())? {
        Given::Record(record) => record,
        Given::Deal(deal) => bail!(
            "{path}: this is a deal for {} seats; a record has turns below it, such as `A: AS@1>f t`",
            deal.1.count()
        ),
    };
    let acts = if record.acts == 1 { "1 act".to_string() } else { format!("{} acts", record.acts) };
    let mut text = format!("{acts}, all legal");
    if record.late > 0 {
        text.push_str(&format!("; {} came too late and went back", record.late));
    }
    text.push_str(match record.ended {
        Some(End::Out) => "; the game is over\n",
        Some(End::Stuck) => "; all are stuck, the game is over\n",
        None => "; the game is not over\n",
    });
    let mut places: Vec<&Score> = record.standing.iter().collect();
    places.sort_by_key(|score| (score.place, score.seat));
    for score in places {
        text.push_str(&format!(
            "{}. {}: {} on the foundations, {} in hand, {} in the layout{}\n",
            score.place,
            score.seat,
            score.promoted,
            score.in_hand,
            score.in_layout,
            if score.is_out { ", out" } else { "" }
        ));
    }
    output::write(None, text.as_bytes())?;
    Ok(u8::from(record.ended.is_none()))
}
