//! Records of games: a deal, and what every seat did, with the author's own words between.
//!
//! # What a record looks like
//!
//! Markdown with the deal in front, between two lines of three hyphens: the fields of a deal file, or
//! `deal:` with an id, perhaps with `matched: true`, or with the name of a deal file. There may be a `title:`, a
//! `note:` about the deal and `lang: en`, the language of the author's words. Below it each line is one of these:
//!
//! - a **turn** of a game by turns: the seat, a colon, and tokens: `A: 5H@3>4 AS@3>f t:7S`; a turn may
//!   go on over several lines, each with its seat;
//! - an **event** of a race: the time, the seat and one token: `12.35 B AH@4>f`;
//! - a **stage heading**, `## Stage 2` or `## Stage 2: the first space`;
//! - a **fenced block**, as in a walkthrough;
//! - anything else is the author's, in paragraphs. A line that looks like moves is never that, so that no slip is lost.

use super::deal::{BadTable, TableDeal, TableText};
use super::race::{BadRace, Clock, Event, Race, Touched};
use super::seat::Seat;
use super::slips;
use super::staging::Staging;
use super::standing::Score;
use super::table::Table;
use super::turns::{BadAct, End, TurnGame};
use crate::catalogue::Catalogue;
use crate::deal::{DealId, GameName};
use crate::game::{Played, Position};
use crate::markdown::{self, Row};
use crate::variant::{Play, RuleChanges};
use crate::walkthrough::{fields_of_front, language_code, strain};
use crate::yaml::{self, BadYaml, LARGEST_FILE};
use serde::Deserialize;

/// The most acts of a record.
const MOST_ACTS: usize = 20_000;

/// A record that was read and replayed: every act of it was accepted by the referee.
#[derive(Debug, Clone)]
pub struct Record {
    /// The deal's name, if it has one.
    pub id: Option<String>,
    /// The title that the author gives.
    pub title: Option<String>,
    /// The language in which the author writes, if the record says so: `en`.
    pub lang: Option<String>,
    /// What the author or the deal's file notes of the deal.
    pub note: Option<String>,
    /// The author's paragraphs before the first stage, in Markdown.
    pub intro: Vec<String>,
    /// The stages, in order.
    pub stages: Vec<TableStage>,
    /// The same in stages that are chosen so that a reader keeps track.
    pub chosen: Vec<TableStage>,
    /// The table after the last act.
    pub end: Table,
    /// How the game ended, if it did.
    pub ended: Option<End>,
    /// Whose turn it would be next, in a game by turns that has not ended.
    pub turn: Option<Seat>,
    /// The places at the end.
    pub standing: Vec<Score>,
    /// How many acts there are.
    pub acts: usize,
    /// How many cards of a race came too late and went back.
    pub late: usize,
}

/// A table that is shown, and what happens until the next one.
#[derive(Debug, Clone)]
pub struct TableStage {
    /// Its number, from 1.
    pub number: usize,
    /// A name that the author gave it.
    pub name: Option<String>,
    /// The table shown.
    pub table: Table,
    /// Whose turn it is then, in a game by turns.
    pub turn: Option<Seat>,
    /// What happens and what the author says, in order.
    pub items: Vec<StageItem>,
}

/// What happens at a stage.
#[derive(Debug, Clone)]
pub enum StageItem {
    /// A paragraph of the author's, in Markdown.
    Note(String),
    /// Moves of one seat in a row.
    Moves {
        /// The seat.
        seat: Seat,
        /// Its piles before the first of them.
        from: Box<Position>,
        /// What the moves did.
        played: Vec<Played>,
    },
    /// A card that came too late and went back.
    Late {
        /// Whose card.
        seat: Seat,
        /// The card.
        card: crate::card::Card,
    },
    /// A turn that ended without a card to turn.
    Passed(Seat),
    /// The hands were spread.
    Spread,
}

/// A record that cannot be read, or cannot have been played so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// The deal in front is missing or bad.
    #[error("{place}: {why}")]
    Deal {
        /// The file.
        place: String,
        /// What is wrong.
        why: BadTable,
    },
    /// The file cannot be read.
    #[error(transparent)]
    Yaml(#[from] BadYaml),
    /// A line is none of a record.
    #[error("{place}: {what}")]
    Line {
        /// File and line.
        place: String,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// An act is not allowed.
    #[error("{place}: {seat}: `{token}`: {why}")]
    Act {
        /// File and line.
        place: String,
        /// Who.
        seat: Seat,
        /// The token.
        token: String,
        /// Why not.
        why: Box<BadAct>,
    },
    /// An event of a race cannot have been so.
    #[error("{place}: {why}")]
    Race {
        /// File and line.
        place: String,
        /// Why not.
        why: Box<BadRace>,
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
    #[serde(default)]
    matched: bool,
    #[serde(default)]
    rules: RuleChanges,
}

/// A front of which only the name of the deal is wanted.
#[derive(Deserialize)]
struct AnyFront {
    #[serde(default)]
    deal: Option<String>,
}

enum Line {
    Heading(Option<String>),
    Note(String),
    Turn { seat: Seat, tokens: Vec<String> },
    Event(Event),
}

/// The front matter of a record's text, its lines kept in place, and the line where the body begins.
fn front(text: &str) -> Option<(String, usize)> {
    let rows: Vec<&str> = text.lines().collect();
    let is_fence = |row: &&str| row.trim_end() == "---";
    rows.first().filter(|row| is_fence(row))?;
    let end = rows.iter().skip(1).position(is_fence)? + 1;
    let front = rows[1..end].iter().fold(String::from("\n"), |all, row| all + row + "\n");
    Some((front, end + 1))
}

/// What stands after `deal:` in front of a text: an id, or the name of a deal file beside it.
pub fn named_deal(text: &str) -> Option<String> {
    let (front, _) = front(text.strip_prefix('\u{feff}').unwrap_or(text))?;
    yaml::read::<AnyFront>("", &front).ok()?.deal
}

/// Whether a text is a record or a deal of a game for several seats.
pub fn is_for_several(catalogue: &Catalogue, text: &str) -> bool {
    let front = front(text).map_or_else(|| text.to_string(), |(front, _)| front);
    let names = catalogue.names_for_several();
    front.lines().any(|line| {
        let line = line.trim().trim_start_matches(['{', '"']);
        let value = ["game", "deal"].into_iter().find_map(|field| {
            line.strip_prefix(field)?.trim_start_matches('"').trim_start().strip_prefix(':')
        });
        let value = value.map(|value| value.trim().trim_matches(['"', '\'', ',', '}']));
        let game = value.map(|value| value.split(['#', '@', ',', '"']).next().unwrap_or("").trim());
        game.is_some_and(|game| names.iter().any(|name| name == game))
    })
}

impl Record {
    /// Reads a record and replays it; `name` is the file's name for messages.
    ///
    /// # Errors
    /// If the deal or a line is bad, or an act is not allowed.
    pub fn read(catalogue: &Catalogue, name: &str, text: &str) -> Result<Record, BadRecord> {
        Record::read_with(catalogue, name, text, None)
    }

    /// The same for a record whose deal stands in a file: that file's name and text, as [`named_deal`] calls it.
    ///
    /// # Errors
    /// As [`Record::read`].
    pub fn read_with(
        catalogue: &Catalogue,
        name: &str,
        text: &str,
        deal_file: Option<(&str, &str)>,
    ) -> Result<Record, BadRecord> {
        let bad = |line: usize, what: &str| BadRecord::Line {
            place: format!("{name}:{line}"),
            what: what.to_string(),
        };
        if text.len() > LARGEST_FILE {
            return Err(bad(1, "the file is too large"));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let Some((front, body)) = front(text) else {
            let what = "a record begins with its deal between two lines of `---`, such as `---`, \
                `deal: double-solitaire#7`, `---`";
            return Err(bad(1, what));
        };
        let mut lang = None;
        for (index, row) in text.lines().enumerate().take(body) {
            if let Some(code) = row.strip_prefix("lang:") {
                lang = Some(language_code(code).map_err(|what| bad(index + 1, &what))?);
            }
        }
        let deal = read_deal(catalogue, name, &front, deal_file)?;
        let place = || name.to_string();
        let table = Table::start(catalogue, &deal).map_err(|why| BadRecord::Deal { place: place(), why })?;
        let is_race = table.rules().play == Play::Race;
        let lines = read_lines(name, text, body, is_race)?;
        let mut player = Player::new(name, table);
        for (number, line) in lines {
            player.take(number, line)?;
        }
        let mut record = player.finish()?;
        record.id = deal.id;
        record.title = deal.title;
        record.note = deal.note;
        record.lang = lang;
        Ok(record)
    }
}

/// The deal in front, with the title and the note that the author gives it there.
fn read_deal(
    catalogue: &Catalogue,
    name: &str,
    front: &str,
    file: Option<(&str, &str)>,
) -> Result<TableDeal, BadRecord> {
    let bad_at = |place: &str, why: BadTable| BadRecord::Deal { place: place.to_string(), why };
    let bad = |why: BadTable| bad_at(name, why);
    if !front.lines().any(|line| line.starts_with("deal:")) {
        let text: TableText = fields_of_front(name, front)?;
        return TableDeal::of(catalogue, &text).map_err(bad);
    }
    let named: NamedDeal = yaml::read(name, front)?;
    let mut deal = match file {
        Some((place, text)) => {
            let mut deal = TableDeal::read(catalogue, place, text).map_err(|why| match why {
                // It tells its place itself.
                BadTable::Yaml(why) => BadRecord::Yaml(why),
                why => bad_at(place, why),
            })?;
            if named.matched {
                let what = "matched: stands in the deal's own file, if it is so; leave it out".to_string();
                return Err(bad(BadTable::Packs(what)));
            }
            deal.changes = deal.changes.and(&named.rules);
            deal
        }
        None => {
            let id = named.deal.parse::<DealId>().map_err(|why| bad(why.into()))?;
            TableDeal::named(catalogue, &id, &named.rules, named.matched).map_err(bad)?
        }
    };
    deal.title = named.title.or(deal.title);
    deal.note = named.note.or(deal.note);
    Ok(deal)
}

fn read_lines(name: &str, text: &str, body: usize, is_race: bool) -> Result<Vec<(usize, Line)>, BadRecord> {
    let mut lines = Vec::new();
    let mut paragraph: Vec<String> = Vec::new();
    let mut acts = 0;
    let written: Vec<&str> = text.lines().skip(body).collect();
    let bad =
        |index: usize, what: String| BadRecord::Line { place: format!("{name}:{}", body + index + 1), what };
    let rows = markdown::rows(&written).map_err(|open| bad(open.row, open.to_string()))?;
    let end = (written.len(), Row::Line(String::new()));
    for (index, row) in rows.into_iter().chain([end]) {
        let bad = |what: String| bad(index, what);
        let (line, ends) = match &row {
            Row::Block(text) => (Some(Line::Note(text.clone())), true),
            Row::Line(row) if row.trim().is_empty() => (None, true),
            Row::Line(row) => {
                let line = read_line(row.trim(), is_race).map_err(bad)?;
                if line.is_none() && !row.starts_with('#') {
                    slips::check(row, is_race, !paragraph.is_empty()).map_err(bad)?;
                }
                let ends = line.is_some();
                (line, ends)
            }
        };
        let index = body + index;
        if ends && !paragraph.is_empty() {
            lines.push((index, Line::Note(std::mem::take(&mut paragraph).join("\n"))));
        }
        if let (Row::Line(row), false) = (row, ends) {
            paragraph.push(row);
        }
        if let Some(line) = line {
            acts += match &line {
                Line::Turn { tokens, .. } => tokens.len(),
                Line::Event(_) => 1,
                _ => 0,
            };
            if acts > MOST_ACTS {
                return Err(bad(format!("more than {MOST_ACTS} acts")));
            }
            lines.push((index + 1, line));
        }
    }
    Ok(lines)
}

/// Reads a line; nothing if it is the author's.
fn read_line(row: &str, is_race: bool) -> Result<Option<Line>, String> {
    if let Some(heading) = row.strip_prefix('#') {
        let heading = heading.trim_start_matches('#').trim();
        let rest = heading.strip_prefix("Stage ").or(heading.strip_prefix("stage "));
        if let Some(rest) = rest {
            let name = rest.split_once(':').map(|(_, name)| name.trim().to_string());
            return Ok(Some(Line::Heading(name.filter(|name| !name.is_empty()))));
        }
        return Ok(None);
    }
    let row = row.strip_prefix("- ").unwrap_or(row).trim();
    if is_race {
        let mut words = row.split_whitespace();
        let (Some(time), Some(seat), Some(token), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Ok(None);
        };
        let Some(time) = Clock::read(time) else { return Ok(None) };
        let seat = seat.parse::<Seat>().map_err(|error| error.to_string())?;
        return Ok(Some(Line::Event(Event { time: time.0, seat, token: token.to_string() })));
    }
    let Some((seat, tokens)) = row.split_once(':') else { return Ok(None) };
    match seat.parse::<Seat>() {
        Ok(seat) => {
            let tokens: Vec<String> = tokens.split_whitespace().map(str::to_string).collect();
            if tokens.is_empty() {
                return Err(format!("{seat}: does nothing; a turn has moves, such as `{seat}: AS@1>f t`"));
            }
            Ok(Some(Line::Turn { seat, tokens }))
        }
        Err(_) => Ok(None),
    }
}

/// The referee of what is recorded.
enum Referee {
    Turns(TurnGame),
    Race(Race),
}

impl Referee {
    fn table(&self) -> &Table {
        match self {
            Referee::Turns(game) => game.table(),
            Referee::Race(race) => race.table(),
        }
    }

    /// Whose turn it is, in a game by turns.
    fn turn(&self) -> Option<Seat> {
        match self {
            Referee::Turns(game) => Some(game.turn()),
            Referee::Race(_) => None,
        }
    }

    /// How the game ended, if it did.
    fn end(&self) -> Option<End> {
        let race = match self {
            Referee::Turns(game) => return game.end(),
            Referee::Race(race) => race,
        };
        let all_but_one = race.table().count() - race.out().len() <= 1;
        match race.is_over() {
            false => None,
            true if all_but_one || !race.out().is_empty() => Some(End::Out),
            true => Some(End::Stuck),
        }
    }

    fn standing(&self) -> Vec<Score> {
        match self {
            Referee::Turns(game) => game.standing(),
            Referee::Race(race) => race.standing(),
        }
    }
}

/// One who replays a record line by line.
struct Player<'a> {
    name: &'a str,
    referee: Referee,
    intro: Vec<String>,
    /// What happens, in the author's stages and in chosen ones.
    stagings: [Staging; 2],
    acts: usize,
    late: usize,
    /// The events of a race at one moment, with their lines.
    waiting: Vec<(usize, Event)>,
}

impl<'a> Player<'a> {
    fn new(name: &'a str, table: Table) -> Player<'a> {
        let referee = match table.rules().play {
            Play::Turns => Referee::Turns(TurnGame::new(table)),
            Play::Race => Referee::Race(Race::new(table)),
        };
        let stagings = [Staging::given(), Staging::chosen()];
        Player { name, referee, intro: Vec::new(), stagings, acts: 0, late: 0, waiting: Vec::new() }
    }

    /// Shows the table at the beginning, if nothing is shown yet.
    fn begin(&mut self) {
        let (table, turn) = (self.referee.table(), self.referee.turn());
        self.stagings.iter_mut().for_each(|staging| staging.begin(table, turn));
    }

    fn push(&mut self, item: &StageItem) {
        self.stagings.iter_mut().for_each(|staging| staging.push(item.clone()));
    }

    fn take(&mut self, number: usize, line: Line) -> Result<(), BadRecord> {
        // What happens at one time is judged together.
        if !matches!(&line, Line::Event(event) if self.waiting.last().is_none_or(|last| last.1.time == event.time))
        {
            self.settle()?;
        }
        match line {
            Line::Heading(name) => {
                let (table, turn) = (self.referee.table(), self.referee.turn());
                self.stagings.iter_mut().for_each(|staging| staging.heading(name.clone(), table, turn));
            }
            Line::Note(text) if self.stagings[0].is_empty() => self.intro.push(text),
            Line::Note(text) => self.push(&StageItem::Note(text)),
            Line::Turn { seat, tokens } => self.play(number, seat, &tokens)?,
            Line::Event(event) => self.waiting.push((number, event)),
        }
        Ok(())
    }

    fn play(&mut self, number: usize, seat: Seat, tokens: &[String]) -> Result<(), BadRecord> {
        self.begin();
        let Referee::Turns(game) = &mut self.referee else { return Ok(()) };
        let load = load_of(game.clone(), seat, tokens);
        self.stagings.iter_mut().for_each(|staging| staging.before_turn(game.table(), seat, load));
        let mut joins = false;
        for token in tokens {
            let before = game.table().clone();
            let done = game.play_text(seat, token).map_err(|why| BadRecord::Act {
                place: format!("{}:{number}", self.name),
                seat,
                token: crate::card::shorten(token),
                why: Box::new(why),
            })?;
            self.acts += 1;
            for staging in &mut self.stagings {
                match &done {
                    Some(played) => {
                        let is_cut = staging.before_moves(&before, Some(seat), &[played]);
                        staging.played(&before, seat, played, joins && !is_cut);
                    }
                    None if token == "s" => staging.push(StageItem::Spread),
                    None => staging.push(StageItem::Passed(seat)),
                }
            }
            joins = true;
        }
        Ok(())
    }

    /// Plays the events that wait.
    fn settle(&mut self) -> Result<(), BadRecord> {
        let waiting = std::mem::take(&mut self.waiting);
        if !waiting.is_empty() {
            self.begin();
        }
        let events: Vec<Event> = waiting.iter().map(|(_, event)| event.clone()).collect();
        let Referee::Race(race) = &mut self.referee else { return Ok(()) };
        let before = race.table().clone();
        let touched = race.replay(&events).map_err(|why| BadRecord::Race {
            place: format!("{}:{}", self.name, waiting.last().map_or(0, |last| last.0)),
            why: Box::new(why),
        })?;
        let played: Vec<&Played> = touched.iter().filter_map(Touched::played).collect();
        for staging in &mut self.stagings {
            staging.before_moves(&before, None, &played);
        }
        for (event, touched) in events.into_iter().zip(touched) {
            self.acts += 1;
            let seat = event.seat;
            for staging in &mut self.stagings {
                match &touched {
                    Touched::Played(played) => staging.played(&before, seat, played, true),
                    Touched::Late { card, .. } => staging.push(StageItem::Late { seat, card: *card }),
                    Touched::Spread => staging.push(StageItem::Spread),
                }
            }
            self.late += usize::from(matches!(touched, Touched::Late { .. }));
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Record, BadRecord> {
        self.settle()?;
        self.begin();
        let [given, chosen] = self.stagings;
        Ok(Record {
            id: None,
            title: None,
            lang: None,
            note: None,
            intro: std::mem::take(&mut self.intro),
            end: self.referee.table().clone(),
            stages: given.finish(),
            chosen: chosen.finish(),
            ended: self.referee.end(),
            turn: self.referee.turn().filter(|_| self.referee.end().is_none()),
            standing: self.referee.standing(),
            acts: self.acts,
            late: self.late,
        })
    }
}

/// How much a turn changes the picture in the reader's mind, as far as it is allowed.
fn load_of(mut game: TurnGame, seat: Seat, tokens: &[String]) -> usize {
    let mut played = tokens.iter().map_while(|token| game.play_text(seat, token).ok());
    played.by_ref().flatten().map(|played| strain(&played)).sum()
}

/// The id of a game for several in a command's argument: `double-solitaire#7`.
pub fn names_several(catalogue: &Catalogue, text: &str) -> bool {
    let game = text.parse::<GameName>().map(|name| name.game);
    game.is_ok_and(|game| catalogue.names_for_several().contains(&game))
}
