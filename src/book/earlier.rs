//! Deals of earlier volumes, which a book must not hold again.

use super::duels;
use super::own_page::beside;
use super::puzzles::{Cards, cards_of};
use super::spec::{BookSpec, place_of_value};
use super::{BadBook, Source, lock};
use crate::catalogue::Catalogue;
use crate::seats::TableRules;
use crate::variant::RuleChanges;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::sync::Arc;

/// The largest lock that is read: some 30,000 puzzles.
pub const LARGEST_LOCK: u64 = 64 << 20;

/// The deals that each section must not hold.
#[derive(Debug, Default)]
pub(super) struct Earlier {
    /// Sets of deals, those of the whole book first, section by section.
    sets: Vec<Vec<Arc<BTreeSet<Cards>>>>,
}

impl Earlier {
    /// Whether a deal stands in a volume that a section names.
    pub fn holds(&self, section: usize, cards: &Cards) -> bool {
        self.sets.get(section).is_some_and(|sets| sets.iter().any(|set| set.contains(cards)))
    }
}

/// Reads the locks of earlier volumes, each once.
///
/// # Errors
/// If one cannot be read, or names a deal that cannot be dealt.
pub(super) fn earlier(spec: &BookSpec, source: &Source, catalogue: &Catalogue) -> Result<Earlier, BadBook> {
    let mut read: BTreeMap<&str, Arc<BTreeSet<Cards>>> = BTreeMap::new();
    let mut sets = Vec::new();
    for section in &spec.sections {
        let mut own = Vec::new();
        for file in spec.not_in.iter().chain(&section.not_in) {
            if !read.contains_key(file.as_str()) {
                let cards = deals_of(file, source, catalogue).map_err(|why| BadBook::Field {
                    place: place_of_value(&source.name, &source.text, "not-in", file),
                    what: format!("not-in: {why}"),
                })?;
                read.insert(file, Arc::new(cards));
            }
            own.extend(read.get(file.as_str()).cloned());
        }
        sets.push(own);
    }
    Ok(Earlier { sets })
}

fn deals_of(file: &str, source: &Source, catalogue: &Catalogue) -> Result<BTreeSet<Cards>, String> {
    let path = beside(source, file);
    let name = path.display().to_string();
    let text = std::fs::File::open(&path).and_then(|file| {
        let mut text = String::new();
        file.take(LARGEST_LOCK + 1).read_to_string(&mut text)?;
        Ok(text)
    });
    let text = text.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            format!("{name}: there is no such file; `dealpress book --lock` writes one for a volume")
        }
        std::io::ErrorKind::InvalidData => format!("{name}: not UTF-8 text, as a lock is"),
        _ => format!("{name}: {error}"),
    })?;
    if text.len() as u64 > LARGEST_LOCK {
        return Err(format!("{name}: larger than {} MB", LARGEST_LOCK >> 20));
    }
    let lock = Source { name, text };
    let mut cards = BTreeSet::new();
    for (row, id) in lock::deals(&lock)? {
        let bad = |why: &dyn std::fmt::Display| format!("{}:{row}: {why}", lock.name);
        let several = catalogue.variant(&id.game).is_ok_and(|variant| variant.seats.is_some());
        cards.insert(match several {
            true => {
                let changes = RuleChanges::default();
                let rules = TableRules::of(catalogue, &id.game, &changes).map_err(|error| bad(&error))?;
                duels::dealt(&rules.seat, &id, &changes).ok_or_else(|| bad(&"it cannot be dealt"))?
            }
            false => {
                let deal = catalogue.deal(&id).map_err(|error| bad(&error))?;
                cards_of(&catalogue.start(&deal).map_err(|error| bad(&error))?)
            }
        });
    }
    Ok(cards)
}
