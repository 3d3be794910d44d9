//! Deals: where every card lies, how a seed becomes a deal, and how deals are written in files.
//!
//! ```
//! use dealpress::deal::DealId;
//! let id: DealId = "somerset-klondike@9#42".parse().unwrap();
//! assert_eq!((id.game.as_str(), id.size, id.seed), ("somerset-klondike", Some(9), 42));
//! ```
//!
//! This module knows no rules: that a deal has the right cards is checked by
//! [`crate::game::Position::new`].

use crate::card::{Card, Pack, shorten};
use crate::variant::RuleChanges;
use crate::yaml::{self, BadYaml};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The name of a deal: `klondike#42`, `somerset-klondike@9#42`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DealId {
    /// The game's id.
    pub game: String,
    /// The number of ranks, where the game has sizes and the deal is not of the usual one.
    pub size: Option<u8>,
    /// The seed of the shuffle.
    pub seed: u64,
}

/// The name of a game, perhaps with a size and a seed: `klondike`, `somerset-klondike@9`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameName {
    /// The game's id.
    pub game: String,
    /// The number of ranks.
    pub size: Option<u8>,
    /// The seed.
    pub seed: Option<u64>,
}

/// A text that names no deal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` names no deal: {why}; a deal is GAME#SEED or GAME@RANKS#SEED, such as klondike#42 or somerset-klondike@9#42"
)]
pub struct BadDealId {
    text: String,
    why: &'static str,
}

impl FromStr for GameName {
    type Err = BadDealId;

    fn from_str(text: &str) -> Result<GameName, BadDealId> {
        let bad = |why| BadDealId { text: shorten(text), why };
        let (name, seed) = match text.split_once('#') {
            Some((name, seed)) => {
                (name, Some(number(seed, 20).ok_or(bad("the seed after # is a number below 2^64"))?))
            }
            None => (text, None),
        };
        let (game, size) = match name.split_once('@') {
            Some((game, size)) => {
                let size = number(size, 3).and_then(|size| u8::try_from(size).ok());
                (game, Some(size.ok_or(bad("the size after @ is a small number"))?))
            }
            None => (name, None),
        };
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if game.is_empty() || game.len() > 60 || !game.chars().all(plain) {
            return Err(bad("a game's name is lower-case letters, digits and hyphens"));
        }
        Ok(GameName { game: game.to_string(), size, seed })
    }
}

impl FromStr for DealId {
    type Err = BadDealId;

    fn from_str(text: &str) -> Result<DealId, BadDealId> {
        let name: GameName = text.parse()?;
        let Some(seed) = name.seed else {
            return Err(BadDealId { text: shorten(text), why: "there is no # and seed" });
        };
        Ok(DealId { game: name.game, size: name.size, seed })
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game)?;
        self.size.map_or(Ok(()), |size| write!(f, "@{size}"))?;
        self.seed.map_or(Ok(()), |seed| write!(f, "#{seed}"))
    }
}

impl fmt::Display for DealId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.size {
            Some(size) => write!(f, "{}@{size}#{}", self.game, self.seed),
            None => write!(f, "{}#{}", self.game, self.seed),
        }
    }
}

fn number(text: &str, most_digits: usize) -> Option<u64> {
    let digits = !text.is_empty() && text.len() <= most_digits;
    (digits && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

/// A stack of cards on the table: the face-down ones below, the face-up ones above.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Pile {
    /// The cards, bottom card first.
    pub cards: Vec<Card>,
    /// How many of them, from the bottom, lie face down.
    pub down: usize,
}

impl Pile {
    /// The top card.
    pub fn top(&self) -> Option<Card> {
        self.cards.last().copied()
    }

    /// The face-up cards, the lowest first.
    pub fn face_up(&self) -> &[Card] {
        &self.cards[self.down..]
    }
}

/// Where every card lies at the beginning, and of which game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    /// The game's id.
    pub game: String,
    /// The number of ranks, where it is not the usual one.
    pub size: Option<u8>,
    /// What the deal says about the rules.
    pub changes: RuleChanges,
    /// The deal's name: its [`DealId`], or what the file calls it.
    pub id: Option<String>,
    /// The title that the file gives.
    pub title: Option<String>,
    /// The note that the file gives.
    pub note: Option<String>,
    /// The seed it was dealt from.
    pub seed: Option<u64>,
    /// The columns, first column first.
    pub columns: Vec<Pile>,
    /// The stock in the order in which it will be turned.
    pub stock: Vec<Card>,
    /// The waste, bottom card first.
    pub waste: Vec<Card>,
    /// The top card of each foundation that is begun.
    pub foundations: Vec<Card>,
    /// Which pass through the stock is under way, from 1.
    pub pass: u8,
}

/// A deal as files write it; see the project's description of text forms.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealText {
    /// The deal's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The game, perhaps with a size: `somerset-klondike@9`.
    pub game: String,
    /// A title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Rule fields that differ from the game's own.
    #[serde(default, skip_serializing_if = "RuleChanges::is_empty")]
    pub rules: RuleChanges,
    /// A column a line, bottom card first, face-down cards left of a bar.
    pub tableau: Vec<Option<String>>,
    /// The stock in turning order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock: Option<String>,
    /// The waste, bottom card first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waste: Option<String>,
    /// The top cards of the foundations that are begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foundations: Option<String>,
    /// Which pass through the stock is under way, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<u8>,
}

/// A line of a deal file that does not say where cards lie.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct BadPile {
    /// Which pile: `column 3`, `pile 3`, `stock`.
    pub place: String,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl DealText {
    /// Reads a deal file, YAML or JSON; `name` is the file's name for messages.
    ///
    /// # Errors
    /// If the text is not a deal file.
    pub fn read(name: &str, text: &str) -> Result<DealText, BadYaml> {
        yaml::read(name, text)
    }

    /// Reads a line of bulk work: JSON in which fields that are not a deal's are ignored.
    ///
    /// # Errors
    /// If the line is not a JSON object that holds a deal.
    pub fn read_line(name: &str, line: &str) -> Result<DealText, BadYaml> {
        const FIELDS: [&str; 11] = [
            "id",
            "game",
            "title",
            "note",
            "seed",
            "rules",
            "tableau",
            "stock",
            "waste",
            "foundations",
            "pass",
        ];
        let bad = |what: String| BadYaml { place: name.to_string(), what };
        if line.len() > yaml::LARGEST_FILE {
            return Err(bad("the line is too long".into()));
        }
        let value: serde_json::Value = serde_json::from_str(line.trim()).map_err(|error| {
            // The place within the line; the number of the line is the caller's.
            let (what, column) = (error.to_string(), error.column());
            bad(format!("column {column}: not JSON: {}", what.split(" at line ").next().unwrap_or("")))
        })?;
        let serde_json::Value::Object(mut object) = value else {
            return Err(bad("a line holds one JSON object, a deal".into()));
        };
        object.retain(|key, _| FIELDS.contains(&key.as_str()));
        serde_json::from_value(serde_json::Value::Object(object)).map_err(|error| bad(error.to_string()))
    }

    /// The game's name as the file gives it, and the size if it gives one.
    ///
    /// # Errors
    /// If the name is none.
    pub fn game_name(&self) -> Result<GameName, BadDealId> {
        let mut name: GameName = self.game.parse()?;
        name.size = name.size.or(self.rules.ranks);
        Ok(name)
    }

    /// The deal, its cards read as cards of `pack`.
    ///
    /// # Errors
    /// If a card is unknown to the pack, or a line has two bars.
    pub fn deal(&self, game: &str, size: Option<u8>, pack: &Pack) -> Result<Deal, BadPile> {
        let mut columns = Vec::new();
        for (index, line) in self.tableau.iter().enumerate() {
            let place = format!("{} {}", pack.column_word(), index + 1);
            columns.push(read_pile(&place, line.as_deref().unwrap_or(""), pack)?);
        }
        let flat =
            |place: &str, text: &Option<String>| read_cards(place, text.as_deref().unwrap_or(""), pack);
        Ok(Deal {
            game: game.to_string(),
            size,
            changes: self.rules.clone(),
            id: self.id.clone(),
            title: self.title.clone(),
            note: self.note.clone(),
            seed: self.seed,
            columns,
            stock: flat("stock", &self.stock)?,
            waste: flat("waste", &self.waste)?,
            foundations: flat("foundations", &self.foundations)?,
            pass: self.pass.unwrap_or(1),
        })
    }
}

/// The line (from 1) of a deal file's text that an error about the deal speaks of, as far as it can be
/// told: that of the entry under `tableau:`, of the field, or of a card that stands too often.
pub fn line_of(text: &str, message: &str) -> Option<usize> {
    let place = message.split_once(": ").map_or("", |(place, _)| place);
    let numbered = place.strip_prefix("pile ").or(place.strip_prefix("column "));
    if let Some(number) = numbered.and_then(|number| number.parse().ok()) {
        return tableau_line(text, number);
    }
    if message.starts_with("not a whole pack") {
        let tableau = field_line(text, "tableau")?;
        let extra = message.split_once("too often ").map_or("", |(_, cards)| cards);
        let splits = |c: char| !(c.is_alphanumeric() || c == '/');
        let names = |line: &str| {
            line.split(splits)
                .any(|word| !word.is_empty() && extra.split(' ').any(|card| card.eq_ignore_ascii_case(word)))
        };
        let last = text.lines().skip(tableau - 1).enumerate().filter(|(_, line)| names(line)).last();
        return Some(tableau + last.map_or(0, |(index, _)| index));
    }
    let field =
        ["tableau", "stock", "waste", "foundations", "pass"].into_iter().find(|field| *field == place);
    match field {
        Some(field) => field_line(text, field),
        None => field_line(text, "rules").or(field_line(text, "game")),
    }
}

/// The line (from 1) on which a field of a deal file begins.
fn field_line(text: &str, field: &str) -> Option<usize> {
    let begins = |line: &str| {
        let line = line.trim_start_matches([' ', '{', '"', '\'']);
        let rest = line.strip_prefix(field).unwrap_or("").trim_start_matches(['"', '\'', ' ']);
        rest.starts_with(':')
    };
    let quoted = format!("\"{field}\"");
    let row = text.lines().position(begins).or_else(|| text.lines().position(|line| line.contains(&quoted)));
    row.map(|row| row + 1)
}

/// The line (from 1) of a column (from 1) of the tableau: the n-th dash, or entry between brackets.
fn tableau_line(text: &str, number: usize) -> Option<usize> {
    let first = field_line(text, "tableau")?;
    let rows = || text.lines().enumerate().skip(first - 1).map(|(index, row)| (index + 1, row));
    let is_entry = |row: &str| row.trim_start().strip_prefix('-').is_some_and(|rest| !rest.starts_with('-'));
    let begins = rows().find(|(_, row)| row.contains('[') || is_entry(row))?;
    if !begins.1.contains('[') {
        return rows().filter(|(_, row)| is_entry(row)).nth(number - 1).map(|(line, _)| line);
    }
    let (mut entry, mut within, mut quote) = (0, false, None);
    for (line, row) in rows().skip(begins.0 - first) {
        let from = match line == begins.0 {
            true => row.find("tableau").unwrap_or(0),
            false => 0,
        };
        let opened = entry > 0;
        let row = if opened { &row[from..] } else { &row[from..][row[from..].find('[')? + 1..] };
        entry = entry.max(1);
        for character in row.chars() {
            if !within && !character.is_whitespace() && character != ',' {
                within = true;
                if entry == number {
                    return Some(line);
                }
            }
            match character {
                '"' | '\'' if quote.is_none() => quote = Some(character),
                _ if quote == Some(character) => quote = None,
                ',' if quote.is_none() => (entry, within) = (entry + 1, false),
                _ => {}
            }
        }
    }
    Some(first)
}

fn read_pile(place: &str, line: &str, pack: &Pack) -> Result<Pile, BadPile> {
    let mut parts = line.split('|');
    let first = parts.next().unwrap_or("");
    let second = parts.next();
    if parts.next().is_some() {
        let what = "a column has one bar, between its face-down and its face-up cards".to_string();
        return Err(BadPile { place: place.to_string(), what });
    }
    let mut cards = read_cards(place, first, pack)?;
    let down = if second.is_some() { cards.len() } else { 0 };
    cards.extend(read_cards(place, second.unwrap_or(""), pack)?);
    Ok(Pile { cards, down })
}

fn read_cards(place: &str, text: &str, pack: &Pack) -> Result<Vec<Card>, BadPile> {
    let bad = |what: String| BadPile { place: place.to_string(), what };
    let mut cards = Vec::new();
    for word in text.split_whitespace() {
        if cards.len() == 120 {
            return Err(bad("more cards than any pack has".into()));
        }
        cards.push(pack.parse(word).map_err(|error| bad(error.to_string()))?);
    }
    Ok(cards)
}

impl Deal {
    /// The deal as files write it.
    pub fn text(&self, pack: &Pack) -> DealText {
        let cards = |cards: &[Card]| -> String {
            cards.iter().map(|&card| pack.text(card)).collect::<Vec<_>>().join(" ")
        };
        let some = |list: &[Card]| (!list.is_empty()).then(|| cards(list));
        let line = |pile: &Pile| -> String {
            let (down, up) = pile.cards.split_at(pile.down);
            match (down.is_empty(), up.is_empty()) {
                (true, _) => cards(up),
                (false, true) => format!("{} |", cards(down)),
                (false, false) => format!("{} | {}", cards(down), cards(up)),
            }
        };
        let mut rules = self.changes.clone();
        rules.ranks = rules.ranks.or(self.size);
        DealText {
            id: self.id.clone(),
            game: self.game.clone(),
            title: self.title.clone(),
            note: self.note.clone(),
            seed: self.seed,
            rules,
            tableau: self.columns.iter().map(|pile| Some(line(pile))).collect(),
            stock: some(&self.stock),
            waste: some(&self.waste),
            foundations: some(&self.foundations),
            pass: (self.pass > 1).then_some(self.pass),
        }
    }
}

/// The cards of a new pack in the order that a seed shuffles them to, for ever the same.
///
/// Fisher and Yates from the last place down, with numbers from ChaCha8 keyed by the seed (its
/// eight bytes, low byte first, then 24 zeros) and bounded by rejection (the 64-bit word is
/// thrown away if it is not below the largest multiple of the bound). Only the words come from
/// a library, as libraries have changed their own shuffles.
pub fn shuffle(cards: Vec<Card>, seed: u64) -> Vec<Card> {
    shuffle_for(0, cards, seed)
}

/// As [`shuffle`], but for a seat (0-based), which is the ninth byte of the key: so that each seat has a
/// pack of its own from one seed, and the first seat that of the patience for one.
pub fn shuffle_for(seat: u8, mut cards: Vec<Card>, seed: u64) -> Vec<Card> {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8] = seat;
    let mut words = ChaCha8Rng::from_seed(key);
    for last in (1..cards.len()).rev() {
        let bound = last as u64 + 1;
        let usable = u64::MAX - u64::MAX % bound;
        let word = loop {
            let word = words.next_u64();
            if word < usable {
                break word;
            }
        };
        cards.swap(last, (word % bound) as usize);
    }
    cards
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_id_reads_back_as_written_and_nonsense_is_refused() {
        for text in ["klondike#42", "somerset-klondike@9#0", "x#18446744073709551615"] {
            assert_eq!(text.parse::<DealId>().unwrap().to_string(), text);
        }
        for bad in [
            "klondike",
            "#1",
            "a#",
            "a@#1",
            "a@300#1",
            "a#18446744073709551616",
            "A#1",
            "a#1#2",
            "a@9@9#1",
            "a#-1",
        ] {
            assert!(bad.parse::<DealId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn an_error_is_found_on_the_line_of_its_column() {
        let block = "# a deal\ngame: x\n\ntableau:\n  - 0/0\n\n  # the second\n  - 1/1 | 0/1\nstock: 9/9\n";
        let json = "{\n \"game\": \"x\",\n \"tableau\": [\n \"0/0\",\n \"1/1 | 0/1\"\n ]\n}\n";
        for (text, message, line) in [
            (block, "pile 1: `9/9` is not a card", Some(5)),
            (block, "column 2: `9/9` is not a card, such as 0/0", Some(8)),
            (block, "column 3: no such", None),
            (block, "stock: `9/9` is not a card", Some(9)),
            (block, "not a whole pack of 3 cards: missing 0/1", Some(4)),
            (block, "not a whole pack of 3 cards: missing 0/0; too often 1/1", Some(8)),
            (block, "unknown game `x`", Some(2)),
            (json, "pile 2: bad", Some(5)),
            ("game: x\ntableau: [0/0,\n  '1/1, 2/2',\n  5/5]\n", "pile 3: bad", Some(4)),
            ("", "pile 3: bad", None),
        ] {
            assert_eq!(line_of(text, message), line, "{message}");
        }
    }

    #[test]
    fn a_seed_gives_the_same_order_for_ever() {
        let pack = Pack::french(1);
        let order = |seed| -> String {
            let cards = shuffle(pack.cards(), seed);
            cards.iter().take(12).map(|&card| pack.text(card)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(order(0), "QC JS KH 4C 8H QD TH 4S TC 9C 5D 3S");
        assert_eq!(order(42), "7C 9C 7S 2H JC 4D 4H 5H TD JS 6S 8D");
        assert_eq!(order(u64::MAX), "KS JH AC 3D 4S 2C 9H AH 4H TC TH AS");
    }

    #[test]
    fn a_shuffle_is_even() {
        // Each of 24 orders of 4 cards should come about 1,000 times in 24,000 seeds;
        // chi-squared with 23 degrees of freedom exceeds 49.7 once in a thousand.
        let cards: Vec<Card> = (0..4).map(|rank| Card::new(rank, 0)).collect();
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..24_000 {
            *counts.entry(shuffle(cards.clone(), seed)).or_insert(0) += 1;
        }
        let squared: f64 = counts.values().map(|&n: &i32| f64::from(n - 1000).powi(2) / 1000.0).sum();
        assert!(counts.len() == 24 && squared < 49.7, "{squared}");
    }

    #[test]
    fn bars_say_what_lies_face_down() {
        let pack = Pack::french(1);
        let pile = |line: &str| read_pile("column 1", line, &pack).unwrap();
        assert_eq!(pile("4C | AS").down, 1);
        assert_eq!(pile("4C AS |").down, 2);
        assert_eq!(pile("4c as").down, 0);
        assert!(read_pile("column 1", "4C | AS | 2D", &pack).is_err());
    }
}
