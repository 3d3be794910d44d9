//! The YAML files of a language, and what is wrong with one.

use crate::assets::BadAsset;
use crate::yaml::{self, BadYaml};
use minijinja::ErrorKind;
use serde::Deserialize;

/// A language that cannot be loaded, or a template of it that fails.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadLanguage {
    /// There is no such language.
    #[error("there is no language `{code}`; there are {known}")]
    Unknown {
        /// What was asked for.
        code: String,
        /// The codes there are.
        known: String,
    },
    /// A file is missing or cannot be read.
    #[error(transparent)]
    Asset(#[from] BadAsset),
    /// A YAML file is not what it should be.
    #[error(transparent)]
    Yaml(#[from] BadYaml),
    /// A template cannot be compiled or run.
    #[error("{place}: {why}")]
    Template {
        /// The template, and the line if it is known.
        place: String,
        /// Why not.
        why: String,
    },
    /// The moves to be told are not legal where they are said to be made.
    #[error("these moves cannot be told: {0}")]
    Moves(#[from] crate::game::IllegalMove),
}

impl BadLanguage {
    /// An error of a template at `place`.
    pub(super) fn of_template(place: &str, error: &minijinja::Error) -> BadLanguage {
        // Where one template calls another the error nearest the mistake is the last of the chain.
        let mut nearest = error;
        let mut next = std::error::Error::source(error);
        while let Some(source) = next {
            if let Some(inner) = source.downcast_ref::<minijinja::Error>() {
                nearest = inner;
            }
            next = source.source();
        }
        let line = nearest.line().or(error.line());
        let place = line.map_or(place.to_string(), |line| format!("{place}:{line}"));
        let detail = nearest.detail().map(|detail| format!(": {detail}")).unwrap_or_default();
        let why = match nearest.kind() {
            ErrorKind::OutOfFuel => "it takes too many steps; is there a loop without end?".to_string(),
            kind => format!("{kind}{detail}"),
        };
        BadLanguage::Template { place, why }
    }
}

/// `language.yaml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LanguageFile {
    /// The language's own name.
    pub name: String,
    /// A card in words, with RANK and SUIT in it.
    pub card: String,
    /// A stage's name, with NUMBER in it.
    pub stage: String,
    pub ranks: Ranks,
    pub suits: Suits,
    /// The levels, from the easiest.
    pub levels: [String; 5],
    /// Zero, one, two … as far as they are written in words.
    pub numbers: Vec<String>,
    /// The marks before which an ordinary space becomes a narrow one that does not break.
    #[serde(default)]
    pub narrow_space_before: String,
    /// The marks before which an ordinary space becomes one that does not break.
    #[serde(default)]
    pub space_before: String,
    /// What stands for straight quotation marks: before and behind words, and the same within others.
    pub quotes: [String; 4],
    /// The short words that no line of a heading ends with.
    #[serde(default)]
    pub bound_words: Vec<String>,
    pub table: TableWords,
    pub cutout: CutoutWords,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ranks {
    pub short: Vec<String>,
    pub long: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Suits {
    pub letter: Vec<String>,
    pub long: Vec<String>,
}

/// The words on sheets of cards to cut out.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CutoutWords {
    /// A Somerset pack, with NUMBER, its ranks.
    pub somerset: String,
    /// A French pack, with NUMBER, its cards.
    pub french: String,
    /// The line on a sheet, with PACK, SHEET and SHEETS.
    pub sheet: String,
    /// What it goes on with where backs are printed.
    pub two_sides: String,
    /// What it goes on with where they are not.
    pub one_side: String,
    /// A back in words.
    pub back: String,
}

/// The words that tables need.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableWords {
    /// The head over the foundations.
    pub foundations: String,
    /// The head over the columns' numbers.
    pub column: String,
    /// The same in a Somerset game.
    pub pile: String,
    /// The stock.
    pub stock: String,
    /// The stock before a list of its cards, which begins with the next to be turned.
    pub stock_listed: String,
    /// A stock without cards: the name and what it is.
    pub stock_empty: String,
    /// The waste.
    pub waste: String,
    /// The waste before a list of its cards, which ends with the one on top.
    pub waste_listed: String,
    /// A waste without cards: the name and what it is.
    pub waste_empty: String,
    /// A card that lies face down.
    pub down: String,
    /// The head of the row that says how many cards of each column lie face down.
    pub face_down: String,
    /// The head of the rows of cards that lie face up, below that row.
    pub face_up: String,
    /// A column or a foundation without a card.
    pub empty: String,
    /// Before a list of foundations without cards.
    pub several_empty: String,
    /// What is said in place of that list where no foundation has a card.
    pub all_empty: String,
    /// What a table shows, with GAME in it.
    pub caption: String,
    /// The cards in the stock when they are only counted, with NUMBER in it.
    pub cards: String,
    /// The same for a single card.
    pub card: String,
    /// What blank places over cards mean.
    pub gaps: String,
    /// What brackets mean.
    pub brackets: String,
}

impl LanguageFile {
    pub fn read(place: &str, text: &str) -> Result<LanguageFile, BadYaml> {
        let file: LanguageFile = yaml::read(place, text)?;
        let bad = |what: String| Err(BadYaml { place: place.to_string(), what });
        for (name, list, right) in [
            ("ranks: short", &file.ranks.short, 13),
            ("ranks: long", &file.ranks.long, 13),
            ("suits: letter", &file.suits.letter, 4),
            ("suits: long", &file.suits.long, 4),
        ] {
            if list.len() != right {
                return bad(format!("{name} has {} entries; there are {right}", list.len()));
            }
        }
        Ok(file)
    }

    /// A text with this language's spaces before punctuation, and with curved apostrophes.
    ///
    /// Where the language puts no space before a mark of punctuation none is left, so that templates
    /// need not mind where their lines end.
    pub fn typeset(&self, text: &str) -> String {
        let mut set = String::with_capacity(text.len());
        let mut before = ' ';
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let next = characters.peek().copied().unwrap_or(' ');
            set.extend(self.set(before, character, next));
            before = character;
        }
        set
    }

    /// What becomes of a letter between two others, if anything.
    pub fn set(&self, before: char, letter: char, next: char) -> Option<char> {
        Some(match letter {
            '\'' if before.is_alphanumeric() => '’',
            ' ' if self.narrow_space_before.contains(next) => '\u{202f}',
            ' ' if self.narrow_space_before.contains('»') && before == '«' => '\u{202f}',
            ' ' if self.space_before.contains(next) => '\u{a0}',
            ' ' if ",.;:!?".contains(next) => return None,
            _ => letter,
        })
    }
}

/// One game of `games.yaml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameWords {
    pub game: String,
    pub name: String,
    pub line: String,
}

impl GameWords {
    pub fn read(place: &str, text: &str) -> Result<Vec<GameWords>, BadYaml> {
        let games: Vec<GameWords> = yaml::read(place, text)?;
        for (index, words) in games.iter().enumerate() {
            if games[..index].iter().any(|other| other.game == words.game) {
                let what = format!("the game `{}` stands here twice", words.game);
                return Err(BadYaml { place: place.to_string(), what });
            }
        }
        Ok(games)
    }
}
