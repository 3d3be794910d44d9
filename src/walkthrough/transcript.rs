//! Walkthrough files: a deal, and a game of it told in sentences with the author's own words between.
//!
//! # What a walkthrough looks like
//!
//! A Markdown text with the deal in front, in YAML between two lines of three hyphens:
//!
//! ```text
//! ---
//! title: A short game
//! game: somerset-klondike@3
//! tableau:
//!   - 0/0
//!   - 1/2 | 0/2
//!   - 1/1 0/1 | 2/2
//! ---
//! These words come before the first picture.
//!
//! ## Stage 1
//!
//! Promote 0/0 and 0/2, revealing 1/2.
//! Promote 1/2, leaving an empty pile.
//! ```
//!
//! The front holds either the fields of a deal file, as above, or `deal:` with the name of a
//! deal (`somerset-klondike#42`) or of a deal file, and perhaps `title:` and `note:`,
//! which a page shows below the game. A line `lang: en` there says in which language the author writes.
//!
//! Below it every line is one of these:
//!
//! - a **stage heading**: `## Stage 4`, `stage 4`, `Stage 4:`, after a `#` also with a name
//!   (`## Stage 4: a space at last`). Stages are counted from 1 without gaps. Moves before the
//!   first heading belong to stage 1.
//! - **moves**, with or without `⇒`, list marks, `>`, emphasis or a number about them, in sentences:
//!   `Promote 0/1, revealing 0/4.` · `Promote 1/6 and 2/6, revealing 2/2.` ·
//!   `Promote 2/3, 3/3, and 4/6, leaving empty piles.` · `Promote the rest.` ·
//!   `Move 5/5-5/6 to 6/6, revealing 3/5.` · `Move 5/5 to an empty pile.` ·
//!   `Move 5/5 to the empty pile where 1/6 had been.` · `Turn twice: 8♠.` ·
//!   `Turn three times: 8♠ to 9♦.` · `7♦–6♣ to 8♠; 10♦ turns up.` · `K♠ to column 2.` ·
//!   `Return 4♦ to 5♠.` · `Redeal, turn once: A♠.` Suits may be letters, ten may be `T` or `10`.
//!   Or in the short form of [`crate::game::parse_move`], one or several tokens a line.
//! - a **fenced block**, between two lines of three backticks or tildes as CommonMark has them: what stands in
//!   it is shown as it is, and is no move. One within a list or a quotation hides no move.
//! - anything else is the **author's commentary**, kept in paragraphs. A line that begins with
//!   Promote, Move, Return, Turn or Redeal and holds a card or a number is never that, so that a
//!   slip in a move is not lost.
//!
//! Cards that move together may be named all, from either end, or by the two ends alone.
//! "Revealing X" means that X is then on top of the pile that the cards left, whether or not it
//! lay face down; of several promotions it is said of the last. It is checked, as are "leaving an
//! empty pile", which means one and no more, and the card after `Turn …:`.
//!
//! Where a name could mean two piles, the leftmost column is meant, and the waste last: of two
//! empty piles when none is named, and of two equal cards in a game with two packs (`from column
//! 3`, `in column 5` names one). "The empty pile where X had been" is the one that was emptied
//! when X, perhaps with cards on it, was taken away.
//!
//! ```
//! use dealpress::{assets::Assets, catalogue::Catalogue, walkthrough::{DealSource, Transcript}};
//! let text = "---\ngame: somerset-klondike@3\ntableau: [0/0, 1/2 | 0/2, 1/1 0/1 | 2/2]\n---\n\
//!     Promote 0/0 and 0/2, revealing 1/2.\n";
//! let transcript = Transcript::read("game.md", text).unwrap();
//! let catalogue = Catalogue::new(Assets::embedded());
//! let DealSource::Given(deal) = transcript.deal() else { panic!() };
//! let start = catalogue.start(&catalogue.deal_of(deal).unwrap()).unwrap();
//! let game = transcript.replay(&start).unwrap();
//! assert_eq!((game.moves_count(), game.is_won()), (2, false));
//! ```

use super::lines::{self, Line, Sentence};
use super::replay::Table;
use super::stages::{Note, Stage, Walkthrough};
use crate::deal::{DealText, line_of};
use crate::game::Position;
use crate::markdown::{self, OpenFence, Row};
use crate::yaml::{self, BadYaml, LARGEST_FILE};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The most moves that a walkthrough may have.
const MOST_MOVES: usize = 5_000;

/// A walkthrough file that was read but not played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcript {
    name: String,
    /// The front matter, with the place of its lines kept.
    front: String,
    deal: DealSource,
    title: Option<String>,
    lang: Option<String>,
    note: Option<String>,
    intro: Vec<String>,
    stages: Vec<Written>,
}

/// Where the deal of a walkthrough is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DealSource {
    /// In the walkthrough itself.
    Given(Box<DealText>),
    /// Under this id, or in a file of this name.
    Named(String),
}

/// A stage as written.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Written {
    name: Option<String>,
    items: Vec<Item>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Item {
    Note(String),
    Moves { line: usize, text: String, sentences: Vec<Sentence> },
}

/// A walkthrough that cannot be read, or whose game cannot be played so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadTranscript {
    /// The front matter is missing or its deal is bad.
    #[error("{place}: {what}")]
    Deal {
        /// File and line.
        place: String,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// The front matter is not what it should be.
    #[error(transparent)]
    Yaml(#[from] BadYaml),
    /// The text is too long.
    #[error("{place}: {what}")]
    TooLong {
        /// File and perhaps line.
        place: String,
        /// What there is too much of.
        what: String,
    },
    /// A fenced block has no end.
    #[error("{place}: {why}")]
    Fence {
        /// File and line.
        place: String,
        /// What is missing.
        why: OpenFence,
    },
    /// A stage is missing or out of order.
    #[error("{place}: stage {found} where stage {expected} should be")]
    Stage {
        /// File and line.
        place: String,
        /// The number that stands there.
        found: usize,
        /// The number that should.
        expected: usize,
    },
    /// A move cannot be read, is not legal, or does not do what is said of it.
    #[error("{place}: \"{text}\": {why}")]
    Move {
        /// File and line.
        place: String,
        /// The move as written.
        text: String,
        /// Why not.
        why: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedDeal {
    deal: String,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    note: Option<String>,
    // Read with its place in the file; here it only belongs to the fields that there are.
    #[serde(default, rename = "lang")]
    _lang: Option<String>,
}

impl Transcript {
    /// Reads a walkthrough file; `name` is the file's name for messages.
    ///
    /// # Errors
    /// If there is no deal in front, a line that should be a move cannot be read, or stages are
    /// out of order.
    pub fn read(name: &str, text: &str) -> Result<Transcript, BadTranscript> {
        if text.len() > LARGEST_FILE {
            let what = format!("the file is larger than {} KB", LARGEST_FILE >> 10);
            return Err(BadTranscript::TooLong { place: name.to_string(), what });
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let rows: Vec<&str> = text.lines().collect();
        let body = front_end(name, &rows)?;
        // An empty first line in place of the hyphens keeps the numbers of lines right.
        let mut front = String::from("\n");
        let mut lang = None;
        for (index, row) in rows[1..body - 1].iter().enumerate() {
            if let Some(code) = row.strip_prefix("lang:") {
                let place = format!("{name}:{}", index + 2);
                let bad = |what| BadTranscript::Deal { place, what };
                lang = Some(language_code(code).map_err(bad)?);
            }
            front.push_str(row);
            front.push('\n');
        }
        let names_a_deal = rows[1..body - 1].iter().any(|row| row.starts_with("deal:"));
        let (deal, title, note) = if names_a_deal {
            let named: NamedDeal = yaml::read(name, &front)?;
            (DealSource::Named(named.deal), named.title, named.note)
        } else {
            let text: DealText = fields_of_front(name, &front)?;
            let (title, note) = (text.title.clone(), text.note.clone());
            (DealSource::Given(Box::new(text)), title, note)
        };
        let (intro, stages) = read_body(name, &rows, body)?;
        Ok(Transcript { name: name.to_string(), front, deal, title, lang, note, intro, stages })
    }

    /// Reads moves alone, as they stand below the deal of a walkthrough file; `deal` says where that
    /// is found. A deal in front is passed over.
    ///
    /// # Errors
    /// If a line that should be a move cannot be read, or stages are out of order.
    pub fn read_moves(name: &str, text: &str, deal: &str) -> Result<Transcript, BadTranscript> {
        if text.len() > LARGEST_FILE {
            let what = format!("the file is larger than {} KB", LARGEST_FILE >> 10);
            return Err(BadTranscript::TooLong { place: name.to_string(), what });
        }
        let rows: Vec<&str> = text.strip_prefix('\u{feff}').unwrap_or(text).lines().collect();
        let fenced = rows.first().is_some_and(|row| row.trim_end() == "---");
        let body = if fenced { front_end(name, &rows)? } else { 0 };
        let (intro, stages) = read_body(name, &rows, body)?;
        let deal = DealSource::Named(deal.to_string());
        let (name, front) = (name.to_string(), String::new());
        Ok(Transcript { name, front, deal, title: None, lang: None, note: None, intro, stages })
    }

    /// Where the deal is found.
    pub fn deal(&self) -> &DealSource {
        &self.deal
    }

    /// The title that the author gives.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// An error about the deal in front, at the line that it speaks of; see [`crate::deal::line_of`].
    pub fn bad_deal(&self, error: &dyn std::error::Error) -> BadTranscript {
        let what = error.to_string();
        let line = line_of(&self.front, &what).unwrap_or(1);
        BadTranscript::Deal { place: format!("{}:{line}", self.name), what }
    }

    /// Plays the game from the deal's first position.
    ///
    /// # Errors
    /// If a move is not legal, or does not do what the text says of it. A game that is not won
    /// is no error; see [`Walkthrough::is_won`].
    pub fn replay(&self, start: &Position) -> Result<Walkthrough, BadTranscript> {
        let mut table = Table::new(start);
        let mut stages = Vec::new();
        let mut moves = 0;
        for (index, written) in self.stages.iter().enumerate() {
            let mut stage = Stage::new(index + 1, table.position.clone());
            stage.name.clone_from(&written.name);
            for item in &written.items {
                let (line, text, sentences) = match item {
                    Item::Note(text) => {
                        stage.notes.push(Note { after: stage.played.len(), text: text.clone() });
                        continue;
                    }
                    Item::Moves { line, text, sentences } => (line, text, sentences),
                };
                let place = || format!("{}:{line}", self.name);
                for sentence in sentences {
                    let played = table.perform(sentence).map_err(|why| BadTranscript::Move {
                        place: place(),
                        text: text.clone(),
                        why,
                    })?;
                    moves += played.len();
                    stage.played.extend(played);
                }
                if moves > MOST_MOVES {
                    let what = format!("more than {MOST_MOVES} moves");
                    return Err(BadTranscript::TooLong { place: place(), what });
                }
            }
            stages.push(stage);
        }
        if stages.is_empty() {
            stages.push(Stage::new(1, start.clone()));
        }
        let (title, lang, note) = (self.title.clone(), self.lang.clone(), self.note.clone());
        let (intro, start, end) = (self.intro.clone(), start.clone(), table.position);
        Ok(Walkthrough { title, lang, note, intro, start, stages, end })
    }
}

/// The fields of a deal in front of a text, where `lang:` may stand among them, which is no field of a deal.
pub(crate) fn fields_of_front<T: DeserializeOwned>(name: &str, front: &str) -> Result<T, BadYaml> {
    let kept = |row: &str| if row.starts_with("lang:") { "\n".to_string() } else { format!("{row}\n") };
    let fields: String = front.lines().map(kept).collect();
    yaml::read(name, &fields).map_err(|bad| match bad.what.starts_with("unknown field") {
        true => BadYaml { what: format!("{}, `lang`", bad.what), ..bad },
        false => bad,
    })
}

/// Whether a line is a move, or was meant to be one; `in_paragraph` tells that words stand on the line above.
pub(crate) fn is_move(line: &str, in_paragraph: bool) -> bool {
    !matches!(lines::read(line, in_paragraph), Ok(Line::Blank | Line::Heading { .. } | Line::Prose))
}

/// The code of a language as web pages write it: `en`, `fr-CH`.
pub(crate) fn language_code(text: &str) -> Result<String, String> {
    let code = text.split(" #").next().unwrap_or("").trim().trim_matches(['"', '\'']);
    let is_part = |part: &str| matches!(part.len(), 1..=8) && part.chars().all(|c| c.is_ascii_alphanumeric());
    let begins = code.split('-').next().is_some_and(|part| matches!(part.len(), 2..=3));
    if code.len() > 35 || !begins || !code.split('-').all(is_part) {
        return Err(format!("lang: `{}` is no code of a language, such as en, fr or sv", crop(code)));
    }
    Ok(code.to_string())
}

/// Whether a text is an author's words alone: no line of it, blocks left out, is a move or looks like one.
pub(crate) fn is_prose(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let Ok(rows) = markdown::rows(&lines) else { return false };
    // Words may stand over the first line, such as a title.
    let mut in_paragraph = true;
    rows.iter().all(|(_, row)| {
        let (line, is_line) = match row {
            Row::Line(line) => (line.as_str(), true),
            Row::Block(_) => ("", false),
        };
        let is_move = is_line && is_move(line, in_paragraph);
        in_paragraph = !line.trim().is_empty();
        !is_move
    })
}

/// The author's words and the stages, from the row `body` on.
fn read_body(name: &str, rows: &[&str], body: usize) -> Result<(Vec<String>, Vec<Written>), BadTranscript> {
    let place = |index: usize| format!("{name}:{}", body + index + 1);
    let mut reader = BodyReader::default();
    let read = markdown::rows(rows.get(body..).unwrap_or_default());
    let read = read.map_err(|open| BadTranscript::Fence { place: place(open.row), why: open })?;
    for (index, row) in read {
        match row {
            Row::Line(row) => reader.row(&place(index), body + index + 1, &row)?,
            Row::Block(text) => reader.block(text),
        }
    }
    Ok(reader.finish())
}

/// The index of the first row after the front matter.
fn front_end(name: &str, rows: &[&str]) -> Result<usize, BadTranscript> {
    let is_fence = |row: &&str| row.trim_end() == "---";
    let bad = |line: usize, what: &str| BadTranscript::Deal {
        place: format!("{name}:{line}"),
        what: what.to_string(),
    };
    if !rows.first().is_some_and(is_fence) {
        let what = "a walkthrough begins with its deal between two lines of `---`, such as `---`, \
            `deal: klondike#42`, `---`";
        return Err(bad(1, what));
    }
    match rows.iter().skip(1).position(is_fence) {
        Some(index) => Ok(index + 2),
        None => Err(bad(1, "the deal in front has no end: a second line of `---` is missing")),
    }
}

#[derive(Default)]
struct BodyReader {
    intro: Vec<String>,
    stages: Vec<Written>,
    paragraph: Vec<String>,
    moves: usize,
}

impl BodyReader {
    fn row(&mut self, place: &str, line: usize, row: &str) -> Result<(), BadTranscript> {
        let bad = |why: String| BadTranscript::Move {
            place: place.to_string(),
            text: crop(lines::unmarked(row).0),
            why,
        };
        match lines::read(row, !self.paragraph.is_empty()).map_err(bad)? {
            Line::Blank => self.end_paragraph(),
            Line::Prose => self.paragraph.push(row.trim_end().to_string()),
            Line::Heading { number, name } => {
                self.end_paragraph();
                let expected = self.stages.len() + 1;
                if number != expected {
                    return Err(BadTranscript::Stage { place: place.to_string(), found: number, expected });
                }
                self.stages.push(Written { name, items: Vec::new() });
            }
            Line::Moves(sentences) => {
                self.end_paragraph();
                self.moves += sentences.len();
                if self.moves > MOST_MOVES {
                    let what = format!("more than {MOST_MOVES} moves");
                    return Err(BadTranscript::TooLong { place: place.to_string(), what });
                }
                if self.stages.is_empty() {
                    self.stages.push(Written { name: None, items: Vec::new() });
                }
                let text = crop(lines::unmarked(row).0);
                self.add(Item::Moves { line, text, sentences });
            }
        }
        Ok(())
    }

    /// A block of its own, so that nothing before it can take it in.
    fn block(&mut self, text: String) {
        self.end_paragraph();
        self.add(Item::Note(text));
    }

    fn add(&mut self, item: Item) {
        match (self.stages.last_mut(), item) {
            (Some(stage), item) => stage.items.push(item),
            (None, Item::Note(text)) => self.intro.push(text),
            (None, Item::Moves { .. }) => {}
        }
    }

    fn end_paragraph(&mut self) {
        if !self.paragraph.is_empty() {
            let text = std::mem::take(&mut self.paragraph).join("\n");
            self.add(Item::Note(text));
        }
    }

    fn finish(mut self) -> (Vec<String>, Vec<Written>) {
        self.end_paragraph();
        (self.intro, self.stages)
    }
}

/// A line as an error message shows it.
fn crop(line: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    match line.char_indices().nth(80) {
        Some((end, _)) => line[..end].chars().map(clean).chain(['…']).collect(),
        None => line.chars().map(clean).collect(),
    }
}
