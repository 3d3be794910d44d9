//! Deals of earlier volumes, which a book must not hold again.

use super::duels;
use super::own_page::beside;
use super::puzzles::{Cards, cards_of};
use super::spec::{BookSpec, place_of_value};
use super::{BadBook, Source};
use crate::catalogue::Catalogue;
use crate::deal::{BadDealId, Deal, DealId, DealText};
use crate::puzzle::{DuelText, PuzzleText, is_puzzle};
use crate::seats::{TableRules, is_for_several};
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

    /// How many deals a section must not hold at most.
    pub fn count(&self, section: usize) -> usize {
        self.sets.get(section).into_iter().flatten().map(|set| set.len()).sum()
    }

    /// All deals that a section must not hold.
    pub fn cards(&self, section: usize) -> BTreeSet<Cards> {
        self.sets.get(section).into_iter().flatten().flat_map(|set| set.iter().copied()).collect()
    }
}

/// A file of known deals that cannot be read as one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {why}")]
pub struct BadEarlier {
    place: String,
    why: String,
}

/// A file, and the game and the changes of its rules under which ids are dealt.
type Known<'k> = (&'k str, &'k str, Vec<String>);

/// Reads the files of earlier volumes, each once for a game and its rules.
///
/// # Errors
/// If one cannot be read, or names a deal that cannot be dealt.
pub(super) fn earlier(spec: &BookSpec, source: &Source, catalogue: &Catalogue) -> Result<Earlier, BadBook> {
    let mut read: BTreeMap<Known<'_>, Arc<BTreeSet<Cards>>> = BTreeMap::new();
    let mut sets = Vec::new();
    for section in &spec.sections {
        let mut own = Vec::new();
        for file in spec.not_in.iter().chain(&section.not_in) {
            let game = section.game.game.as_str();
            let key = (file.as_str(), game, section.rules.settings());
            if !read.contains_key(&key) {
                let known = file_beside(file, source);
                let known = known.and_then(|known| {
                    known_deals(&known, catalogue, game, &section.rules).map_err(|error| error.to_string())
                });
                let cards = known.map_err(|why| BadBook::Field {
                    place: place_of_value(&source.name, &source.text, "not-in", file),
                    what: format!("not-in: {why}"),
                })?;
                read.insert(key.clone(), Arc::new(cards));
            }
            own.extend(read.get(&key).cloned());
        }
        sets.push(own);
    }
    Ok(Earlier { sets })
}

fn file_beside(file: &str, source: &Source) -> Result<Source, String> {
    let path = beside(source, file);
    let name = path.display().to_string();
    if path.is_dir() {
        return Err(format!("{name}: this is a folder; name the files in it, one by one"));
    }
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
    Ok(Source { name, text })
}

/// The cards ([`crate::grade::canonical_hash`]) of the deals that a file holds: a book's lock, a puzzle file, or
/// one deal a line, as JSON or by its id.
///
/// Ids of `game` are dealt under `changes`, as those of a volume with the same rules were.
///
/// # Errors
/// If it is no such file, or names a deal that cannot be dealt.
pub fn known_deals(
    file: &Source,
    catalogue: &Catalogue,
    game: &str,
    changes: &RuleChanges,
) -> Result<BTreeSet<u128>, BadEarlier> {
    let reader = Reader { catalogue, game, changes };
    if is_puzzle(&file.text) {
        let bad = |why: String| BadEarlier { place: file.name.clone(), why };
        return reader.of_puzzle(file).map_err(bad);
    }
    let lines = file.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let cards = |(row, line): (usize, &str)| {
        let bad = |why: String| BadEarlier { place: format!("{}:{}", file.name, row + 1), why };
        reader.of_line(line.trim()).map_err(bad)
    };
    lines.map(cards).collect()
}

struct Reader<'r> {
    catalogue: &'r Catalogue,
    game: &'r str,
    changes: &'r RuleChanges,
}

impl Reader<'_> {
    fn of_puzzle(&self, file: &Source) -> Result<BTreeSet<Cards>, String> {
        if is_for_several(self.catalogue, &file.text) {
            let duel = DuelText::read(&file.name, &file.text).map_err(|error| error.to_string())?;
            return Ok(BTreeSet::from([self.of_id(&duel.source)?]));
        }
        let puzzle = PuzzleText::read(&file.name, &file.text).map_err(|error| error.to_string())?;
        let deal = puzzle.deal(&file.name, self.catalogue).map_err(|error| error.to_string())?;
        let source = Reader { game: &deal.game, changes: &deal.changes, ..*self }.of_id(&puzzle.source)?;
        // A whole deal may be laid with other suits than the one that it was made of.
        Ok(BTreeSet::from([source, self.of_deal(&deal)?]))
    }

    fn of_line(&self, line: &str) -> Result<Cards, String> {
        if !line.starts_with('{') {
            return self.of_id(line);
        }
        let value: serde_json::Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        if value.get("tableau").is_some() {
            let deal = DealText::read_line("deal", line).map_err(|error| error.to_string())?;
            return self.of_deal(&self.catalogue.deal_of(&deal).map_err(|error| error.to_string())?);
        }
        let id = ["deal", "id"].iter().find_map(|field| value.get(field)?.as_str());
        self.of_id(id.ok_or("no deal: there is no `tableau`, `deal` or `id`")?)
    }

    fn of_id(&self, id: &str) -> Result<Cards, String> {
        let id: DealId = id.parse().map_err(|error: BadDealId| error.to_string())?;
        let several = self.catalogue.variant(&id.game).is_ok_and(|variant| variant.seats.is_some());
        let none = RuleChanges::default();
        let changes = if id.game == self.game { self.changes } else { &none };
        if several {
            let rules =
                TableRules::of(self.catalogue, &id.game, changes).map_err(|error| error.to_string())?;
            return duels::dealt(&rules.seat, &id, changes).ok_or_else(|| "it cannot be dealt".to_string());
        }
        self.of_deal(&self.catalogue.deal_under(&id, changes).map_err(|error| error.to_string())?)
    }

    fn of_deal(&self, deal: &Deal) -> Result<Cards, String> {
        self.catalogue.start(deal).map(|start| cards_of(&start)).map_err(|error| error.to_string())
    }
}
