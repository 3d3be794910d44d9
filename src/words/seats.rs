//! The rules of games for several seats, from a template and the facts of the compiled rules.

use super::rules::{Facts, RulesFormat, written};
use super::{BadLanguage, Language};
use crate::assets::Assets;
use crate::seats::{Seat, TableRules};
use crate::variant::{Ace, Finish, Play, Starter, Tie, Touch};
use serde::Serialize;

/// What a template knows of the rules: all of the patience for one, and what several add to it.
#[derive(Serialize)]
struct TableFacts {
    #[serde(flatten)]
    seat: Facts,
    least: usize,
    most: usize,
    /// `turns` or `race`.
    play: &'static str,
    /// `lower` or `higher`.
    starter: &'static str,
    /// `low` or `high`.
    ace: &'static str,
    /// `lot` or `first-seat`.
    tie: &'static str,
    /// `first-out` or `play-on`.
    finish: &'static str,
    /// `first-stays` or `both-back`.
    touch: &'static str,
    /// Hands of fewer cards may be spread; 0: none.
    spread: usize,
}

impl Language {
    /// The rules of a game for several, in the format asked for.
    ///
    /// # Errors
    /// If the template fails.
    pub fn table_rules(&self, rules: &TableRules, format: RulesFormat) -> Result<String, BadLanguage> {
        let own = format!("rules/{}.md", rules.seat.game);
        let name = if self.templates.get_template(&own).is_ok() { own.as_str() } else { "rules/seats.md" };
        let bad = |error: minijinja::Error| BadLanguage::of_template(self.place(name), &error);
        let facts = TableFacts {
            seat: self.facts(&rules.seat),
            least: usize::from(rules.seats.least),
            most: usize::from(rules.seats.most),
            play: if rules.play == Play::Turns { "turns" } else { "race" },
            starter: if rules.starter == Starter::Lower { "lower" } else { "higher" },
            ace: if rules.ace == Ace::Low { "low" } else { "high" },
            tie: if rules.tie == Tie::Lot { "lot" } else { "first-seat" },
            finish: if rules.finish == Finish::FirstOut { "first-out" } else { "play-on" },
            touch: if rules.touch == Touch::FirstStays { "first-stays" } else { "both-back" },
            spread: rules.spread,
        };
        let template = self.templates.get_template(name).map_err(bad)?;
        let text = template.render(minijinja::value::Serde(facts)).map_err(bad)?;
        Ok(written(self, &text, format))
    }
}

/// A puzzle of one turn, for its templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DuelTold<'t> {
    /// The task's code, such as `go-out`.
    pub form: &'t str,
    /// The letter of the seat whose turn it is.
    pub letter: char,
    /// How many other seats there are.
    pub others: usize,
    /// How many cards go to the foundations.
    pub cards: usize,
    /// How many moves it takes.
    pub moves: usize,
    /// Whether there is no other way but for the order of the moves.
    pub unique: bool,
}

impl Language {
    /// What a task of one turn is called.
    ///
    /// # Errors
    /// If the template fails.
    pub fn duel_name(&self, duel: &DuelTold<'_>) -> Result<String, BadLanguage> {
        self.say("duel.txt", "name", duel)
    }

    /// What a puzzle of one turn asks for.
    ///
    /// # Errors
    /// If the template fails.
    pub fn duel_task(&self, duel: &DuelTold<'_>) -> Result<String, BadLanguage> {
        self.say("duel.txt", "task", duel)
    }

    /// How a puzzle of one turn is done, and what is proved of it.
    ///
    /// # Errors
    /// If the template fails.
    pub fn duel_answer(&self, duel: &DuelTold<'_>) -> Result<String, BadLanguage> {
        self.say("duel.txt", "answer", duel)
    }
}

/// The words of tables, records and match kits, from `lang/…/seats.yaml`.
///
/// Words in braces stand for what is filled in; see [`SeatWords::fill`].
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)] // Each field is the sentence that its name says.
pub struct SeatWords {
    pub seat: String,
    pub starts: String,
    pub starts_by_lot: String,
    pub foundations: String,
    pub turn: String,
    pub at_table: String,
    pub passed: String,
    pub late: String,
    pub spread: String,
    pub result_out: String,
    pub result_stuck: String,
    pub result_cards: String,
    pub result_draw: String,
    pub kit_title: String,
    pub kit_subtitle: String,
    pub kit_subtitle_one: String,
    pub kit_contents: String,
    pub kit_seed: String,
    pub rules_title: String,
    pub round: String,
    pub set_up: String,
    pub stack: String,
    pub stack_note: String,
    pub stack_columns: String,
    pub stack_stock: String,
    pub layout: String,
    pub layout_note: String,
    pub matched_note: String,
    pub balanced_note: String,
    pub plain_note: String,
    pub winnable_note: String,
    pub table_title: String,
    pub score: String,
    pub score_player: String,
    pub score_promoted: String,
    pub score_hand: String,
    pub score_layout: String,
    pub score_place: String,
    pub score_total: String,
    pub score_sum: String,
    pub score_note: String,
    pub score_match: String,
    pub solutions: String,
    pub solutions_note: String,
    pub solution: String,
    pub duels: String,
    pub duel: String,
    pub duel_note: String,
    pub duel_solutions: String,
    pub duel_solutions_note: String,
    pub others: String,
    pub columns_note: String,
    pub down_one: String,
    pub down_many: String,
}

impl SeatWords {
    /// The words of a language.
    ///
    /// # Errors
    /// If the file is missing or bad.
    pub fn load(assets: &Assets, language: &Language) -> Result<SeatWords, BadLanguage> {
        let path = format!("lang/{}/seats.yaml", language.code());
        Ok(crate::yaml::read(&assets.place(&path), &assets.text(&path)?)?)
    }

    /// A sentence with what is filled in, in the language's typography.
    pub fn fill(language: &Language, sentence: &str, values: &[(&str, &str)]) -> String {
        let filled = values
            .iter()
            .fold(sentence.to_string(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value));
        language.typeset(&filled)
    }

    /// What a seat is called.
    pub fn seat_name(&self, seat: Seat) -> String {
        self.seat.replace("{letter}", &seat.to_string())
    }

    /// What all seats of a table are called.
    pub fn seat_names(&self, count: usize) -> Vec<String> {
        Seat::all(count).map(|seat| self.seat_name(seat)).collect()
    }
}
