//! The rules of games for several seats, from a template and the facts of the compiled rules.

use super::rules::{Facts, RulesFormat, written};
use super::{BadLanguage, Language};
use crate::seats::TableRules;
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
