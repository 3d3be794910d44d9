//! What a game is told in: a language is a folder of `templates/lang`, sentences and all.
//!
//! Whole sentences are templates, as no two languages build theirs alike; Rust only says what
//! happened. A folder holds
//!
//! - `language.yaml`: names of cards, levels, numbers, and which spaces stand before punctuation,
//! - `moves.txt`: a macro for each kind of move, in full and compact,
//! - `describe.txt`: macros for positions, tables and stages,
//! - `puzzle.txt`: macros for hints and the tasks of puzzles,
//! - `duel.txt`: macros for puzzles of one turn,
//! - `solve.txt`: macros for verdicts, as `dealpress solve` gives them,
//! - `games.yaml`: names and one-line descriptions of games,
//! - `rules/french.md` and `rules/somerset.md`: rules, or `rules/GAME.md` for one game alone.
//!
//! Templates are minijinja's: an unknown name is an error, and so is a loop without end.
//!
//! ```
//! use dealpress::{assets::Assets, card::Pack, words::Language};
//! let french = Language::load(&Assets::embedded(), "fr").unwrap();
//! let pack = Pack::french(1);
//! let card = pack.parse("JS").unwrap();
//! assert_eq!(french.card(&pack, card), "V♠");
//! assert_eq!(french.card_name(&pack, card), "valet de pique");
//! ```

mod columns;
mod describe;
mod file;
mod moves;
mod places;
mod plain;
mod puzzles;
mod rules;
mod seats;
mod typed;
mod verdicts;

pub(crate) use columns::Columns;
pub use describe::Show;
pub use file::{BadLanguage, CutoutWords, TableWords};
pub use moves::{Style, Teller};
pub use places::PlaceNames;
pub use plain::plain;
pub(crate) use plain::plain_events;
pub use puzzles::{Answer, Task};
pub use rules::RulesFormat;
pub use seats::{DuelTold, SeatWords};
pub use verdicts::{AloneTold, OpenTold, TogetherTold, WinTold};

use crate::assets::{Assets, BadAsset};
use crate::card::{Card, Faces, Pack};
use file::{GameWords, LanguageFile};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, UndefinedBehavior};

/// The steps that one template may take; the longest of ours takes some ten thousand.
const FUEL: u64 = 2_000_000;
/// The templates that every language has.
const TEMPLATES: [&str; 8] = [
    "moves.txt",
    "describe.txt",
    "puzzle.txt",
    "duel.txt",
    "solve.txt",
    "rules/french.md",
    "rules/seats.md",
    "rules/somerset.md",
];

/// A language that games are told in.
#[derive(Debug, Clone)]
pub struct Language {
    code: String,
    file: LanguageFile,
    games: Vec<GameWords>,
    templates: Environment<'static>,
    /// The templates and where each comes from, for messages.
    places: Vec<(String, String)>,
}

impl Language {
    /// The codes of the languages there are, sorted.
    pub fn codes(assets: &Assets) -> Vec<String> {
        assets.folders("lang")
    }

    /// Loads a language and checks its templates.
    ///
    /// # Errors
    /// If there is no such language, or one of its files is bad.
    pub fn load(assets: &Assets, code: &str) -> Result<Language, BadLanguage> {
        let known = Language::codes(assets);
        if !known.iter().any(|name| name == code) {
            return Err(BadLanguage::Unknown { code: crate::card::shorten(code), known: known.join(", ") });
        }
        let folder = format!("lang/{code}");
        let read = |name: &str| -> Result<(String, String), BadAsset> {
            let path = format!("{folder}/{name}");
            Ok((assets.place(&path), assets.text(&path)?))
        };
        let (place, text) = read("language.yaml")?;
        let file = LanguageFile::read(&place, &text)?;
        let (place, text) = read("games.yaml")?;
        let games = GameWords::read(&place, &text)?;
        let mut templates = Environment::new();
        templates.set_undefined_behavior(UndefinedBehavior::Strict);
        templates.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        templates.set_fuel(Some(FUEL));
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
        templates.set_syntax(syntax.map_err(|error| BadLanguage::of_template(&folder, &error))?);
        let numbers = file.numbers.clone();
        templates.add_filter("in_words", move |number: usize| match numbers.get(number) {
            Some(word) => word.clone(),
            None => number.to_string(),
        });
        templates.add_filter("after_colon", |sentence: String| after_colon(&sentence));
        let own = assets.names(&format!("{folder}/rules"));
        let own = own.into_iter().filter(|name| name.ends_with(".md")).map(|name| format!("rules/{name}"));
        let mut names: Vec<String> = TEMPLATES.map(str::to_string).to_vec();
        names.extend(own.filter(|name| !TEMPLATES.contains(&name.as_str())));
        let mut places = Vec::new();
        for name in names {
            let (place, text) = read(&name)?;
            places.push((name.clone(), place.clone()));
            templates
                .add_template_owned(name.clone(), text)
                .map_err(|error| BadLanguage::of_template(&place, &error))?;
        }
        Ok(Language { code: code.to_string(), file, games, templates, places })
    }

    /// The language's code: `en`, `it`, `fr`, `sv`.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The language's own name.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// A card as it is written in moves and tables: `10♠`, `V♠`, `0/4`.
    pub fn card(&self, pack: &Pack, card: Card) -> String {
        match pack.faces {
            Faces::Somerset { .. } => pack.text(card),
            Faces::French { .. } => format!("{}{}", self.rank(card), SUIT_SIGNS[usize::from(card.suit())]),
        }
    }

    /// A rank as it is printed on a card of a French pack: `10`, `V`, `Kn`.
    pub fn rank(&self, card: Card) -> &str {
        self.file.ranks.short.get(usize::from(card.rank())).map_or("", String::as_str)
    }

    /// A card with letters for suits, for texts that have no suit signs: `10S`, `VP`, `0/4`.
    pub fn card_letters(&self, pack: &Pack, card: Card) -> String {
        match pack.faces {
            Faces::Somerset { .. } => pack.text(card),
            Faces::French { .. } => {
                format!("{}{}", self.rank(card), self.suit_letter(card.suit()))
            }
        }
    }

    /// A card in words: `ten of spades`, `valet de pique`, `0/4`.
    pub fn card_name(&self, pack: &Pack, card: Card) -> String {
        match pack.faces {
            Faces::Somerset { .. } => pack.text(card),
            Faces::French { .. } => {
                let rank = self.file.ranks.long.get(usize::from(card.rank())).map_or("", String::as_str);
                self.file.card.replace("RANK", rank).replace("SUIT", self.suit_name(card.suit()))
            }
        }
    }

    /// A card as it is told to those who hear a picture or point at it: `10 of spades`, `valet de pique`, `0/4`.
    ///
    /// The numbers are digits, as on the card: they are read aloud alike, and a picture of many cards weighs less.
    pub fn card_told(&self, pack: &Pack, card: Card) -> String {
        let (rank, suit) = (self.rank(card), self.suit_name(card.suit()));
        match pack.faces {
            Faces::French { .. } if rank.bytes().all(|letter| letter.is_ascii_digit()) => {
                self.file.card.replace("RANK", rank).replace("SUIT", suit)
            }
            _ => self.card_name(pack, card),
        }
    }

    /// The letter or letters that stand for a suit of a French pack.
    pub fn suit_letter(&self, suit: u8) -> &str {
        self.file.suits.letter.get(usize::from(suit)).map_or("", String::as_str)
    }

    /// The name of a suit of a French pack.
    pub fn suit_name(&self, suit: u8) -> &str {
        self.file.suits.long.get(usize::from(suit)).map_or("", String::as_str)
    }

    /// What a stage is called: `stage 4`.
    pub fn stage_name(&self, number: usize) -> String {
        self.file.stage.replace("NUMBER", &number.to_string())
    }

    /// A game's name in this language; its id if the language knows none.
    pub fn game_name<'a>(&'a self, game: &'a str) -> &'a str {
        self.games.iter().find(|words| words.game == game).map_or(game, |words| &words.name)
    }

    /// What a game is, in one line, if the language says.
    pub fn game_line(&self, game: &str) -> Option<&str> {
        self.games.iter().find(|words| words.game == game).map(|words| words.line.as_str())
    }

    /// The words on sheets of cards to cut out.
    pub fn cutout_words(&self) -> &CutoutWords {
        &self.file.cutout
    }

    /// The words that tables need.
    pub fn table_words(&self) -> &TableWords {
        &self.file.table
    }

    /// A text with this language's apostrophes, and its spaces before punctuation where the text has
    /// ordinary ones there.
    pub fn typeset(&self, text: &str) -> String {
        self.file.typeset(text)
    }

    /// A text as someone typed it, set as the language sets its own: quotation marks, dashes, spaces.
    pub fn typed(&self, text: &str) -> String {
        self.file.typed(&[text]).concat()
    }

    /// The same for a text in parts, such as words in different faces.
    pub fn typed_parts(&self, parts: &[&str]) -> Vec<String> {
        self.file.typed(parts)
    }

    /// A heading in which short words such as prepositions stay in a line with what follows them.
    pub fn display(&self, text: &str) -> String {
        let mut set = String::with_capacity(text.len());
        for word in text.split_inclusive(' ') {
            let bare = word.trim_end_matches(' ');
            let is_bound = self.file.bound_words.iter().any(|bound| bound == bare);
            match word.strip_suffix(' ') {
                Some(bare) if is_bound => set.extend([bare, "\u{a0}"]),
                _ => set.push_str(word),
            }
        }
        set
    }

    /// The word for a level, by its number of stars from 1 to 5.
    pub fn level(&self, stars: u8) -> &str {
        let index = usize::from(stars.saturating_sub(1)).min(self.file.levels.len() - 1);
        &self.file.levels[index]
    }

    /// A label and what it is the label of, with the language's spaces: `stock: 8♠`.
    pub fn labelled(&self, label: &str, text: &str) -> String {
        self.file.typeset(&format!("{label} : {text}"))
    }

    /// A number in the language's words as far as it has them, then in digits.
    pub fn number(&self, number: usize) -> String {
        self.file.numbers.get(number).cloned().unwrap_or_else(|| number.to_string())
    }

    /// Where a template comes from: a file of the user's, or one of the binary's.
    fn place<'a>(&'a self, template: &'a str) -> &'a str {
        let found = self.places.iter().find(|(name, _)| name == template);
        found.map_or(template, |(_, place)| place)
    }

    /// What a macro of a template makes of what is told to it, on one line.
    fn say<T: serde::Serialize>(&self, template: &str, name: &str, told: &T) -> Result<String, BadLanguage> {
        let bad = |error: minijinja::Error| BadLanguage::of_template(self.place(template), &error);
        let found = self.templates.get_template(template).map_err(bad)?;
        let mut module = found.render_captured(minijinja::context! {}).map_err(bad)?;
        let told = Value::from(Serde(told));
        let text = module.with_state_mut(|state| state.call_macro(name, &[told])).map_err(bad)?;
        let words = text.split(|c: char| c.is_ascii_whitespace()).filter(|word| !word.is_empty());
        Ok(self.file.typeset(&words.collect::<Vec<_>>().join(" ")))
    }
}

/// A sentence as it goes on after a colon: with a small letter, unless it begins with a card.
fn after_colon(sentence: &str) -> String {
    let word: String = sentence.chars().take_while(|letter| letter.is_alphabetic()).collect();
    let is_card = sentence[word.len()..].starts_with(SUIT_SIGNS);
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) if !is_card => first.to_lowercase().chain(letters).collect(),
        _ => sentence.to_string(),
    }
}

/// The signs of the French suits, in the order of our foundations.
pub const SUIT_SIGNS: [char; 4] = ['♣', '♦', '♥', '♠'];

#[cfg(test)]
mod tests {
    use super::after_colon;

    #[test]
    fn a_sentence_after_a_colon_begins_small_and_a_card_stays_as_it_is() {
        assert_eq!(after_colon("Flytta Kn♠ till D♥."), "flytta Kn♠ till D♥.");
        assert_eq!(after_colon("Kn♠ till D♥."), "Kn♠ till D♥.");
        assert_eq!(after_colon("7♠ sur 8♥."), "7♠ sur 8♥.");
    }
}
