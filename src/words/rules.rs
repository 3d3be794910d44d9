//! The rules of a game, from a template and the facts of the compiled rules.

use super::{BadLanguage, Language, plain};
use crate::card::{Card, Faces};
use crate::game::Rules;
use crate::variant::{Build, Fill, Passes, Score, Unit};
use serde::Serialize;

/// What rules are written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulesFormat {
    /// Plain text, 76 columns wide.
    Text,
    /// Markdown.
    Markdown,
    /// HTML, without head and body.
    Html,
}

/// What a template knows of the rules; every number in a rules text comes from here.
#[derive(Serialize)]
pub(super) struct Facts {
    game: String,
    name: String,
    /// How many packs, cards, ranks, suits, columns.
    packs: u8,
    cards: usize,
    ranks: u8,
    suits: u8,
    columns: usize,
    foundations: usize,
    /// The cards dealt to the columns, and those left for the stock.
    dealt: usize,
    stock: usize,
    /// Face-up cards on each column: how many on the first, and on every other if they agree.
    first_up: usize,
    others_up: Option<usize>,
    sizes: Vec<Size>,
    /// `alternate-colour`, `suit`, `any`, `somerset`.
    build: &'static str,
    /// `card`, `sequence`, `whole`, `group`.
    unit: &'static str,
    /// `king`, `any`, `double`, `none`.
    fill: &'static str,
    returns: bool,
    /// Cards a turn, and passes (0: as many as one likes).
    draw: usize,
    passes: u8,
    vegas: bool,
    /// The cards from which a stake of 52 at 5 a card is won back, and the most that is won.
    break_even: usize,
    most_won: usize,
    /// Names of the highest and lowest rank of a French pack.
    high: String,
    low: String,
    /// A card that takes two others, in a Somerset game.
    target: String,
    same_suit: String,
    same_rank: String,
    /// A double, in a Somerset game.
    double: String,
    highest_double: String,
}

#[derive(Serialize)]
struct Size {
    down: usize,
    up: usize,
}

impl Language {
    /// The rules of a game, in the format asked for.
    ///
    /// # Errors
    /// If the template fails.
    pub fn rules(&self, rules: &Rules, format: RulesFormat) -> Result<String, BadLanguage> {
        let own = format!("rules/{}.md", rules.game);
        let family = match rules.pack.faces {
            Faces::French { .. } => "rules/french.md",
            Faces::Somerset { .. } => "rules/somerset.md",
        };
        let name = if self.templates.get_template(&own).is_ok() { own.as_str() } else { family };
        let bad = |error: minijinja::Error| BadLanguage::of_template(self.place(name), &error);
        let template = self.templates.get_template(name).map_err(bad)?;
        let text = template.render(minijinja::value::Serde(self.facts(rules))).map_err(bad)?;
        Ok(written(self, &text, format))
    }

    pub(super) fn facts(&self, rules: &Rules) -> Facts {
        let pack = rules.pack;
        let dealt: usize = rules.face_up.iter().enumerate().map(|(down, up)| down + up).sum();
        let ranks = match pack.faces {
            Faces::French { ranks } | Faces::Somerset { ranks } => ranks,
        };
        let others = rules.face_up.get(1).copied();
        let agree = rules.face_up.iter().skip(1).all(|&up| Some(up) == others);
        let rank_name = |rank: u8| self.file.ranks.long.get(usize::from(rank)).cloned().unwrap_or_default();
        let somerset = |down: u8, same: bool| match pack.faces {
            Faces::Somerset { ranks } => {
                let suit = ranks.saturating_sub(if same { 1 } else { 2 });
                pack.text(Card::new(ranks.saturating_sub(down), suit))
            }
            Faces::French { .. } => String::new(),
        };
        let sizes = rules.face_up.iter().enumerate().map(|(down, &up)| Size { down, up });
        Facts {
            game: rules.game.clone(),
            name: self.game_name(&rules.game).to_string(),
            packs: pack.copies,
            cards: pack.len(),
            ranks,
            suits: pack.suits(),
            columns: rules.columns,
            foundations: rules.foundations(),
            dealt,
            stock: pack.len() - dealt,
            first_up: rules.face_up.first().copied().unwrap_or(1),
            others_up: others.filter(|_| agree),
            sizes: sizes.collect(),
            build: match rules.build {
                Build::AlternateColour => "alternate-colour",
                Build::Suit => "suit",
                Build::Any => "any",
                Build::Somerset => "somerset",
            },
            unit: match rules.unit {
                Unit::Card => "card",
                Unit::Sequence => "sequence",
                Unit::Whole => "whole",
                Unit::Group => "group",
            },
            fill: match rules.fill {
                Fill::King => "king",
                Fill::Any => "any",
                Fill::Double => "double",
                Fill::None => "none",
            },
            returns: rules.returns,
            draw: rules.draw,
            passes: match rules.passes {
                Passes::Limited(most) => most,
                Passes::Unlimited => 0,
            },
            vegas: rules.score == Some(Score::Vegas),
            break_even: 52usize.div_ceil(5),
            most_won: (pack.len() * 5).saturating_sub(52),
            high: rank_name(ranks.saturating_sub(1).min(12)),
            low: rank_name(0),
            target: somerset(2, true),
            same_suit: somerset(3, true),
            same_rank: somerset(2, false),
            double: pack.text(Card::new(1, 1)),
            highest_double: somerset(1, true),
        }
    }
}

/// Template output in the format asked for.
pub(super) fn written(language: &Language, text: &str, format: RulesFormat) -> String {
    let markdown = language.file.typeset(&tidy(text));
    match format {
        RulesFormat::Markdown => markdown,
        RulesFormat::Text => plain(&markdown),
        RulesFormat::Html => {
            let mut html = String::new();
            pulldown_cmark::html::push_html(&mut html, pulldown_cmark::Parser::new(&markdown));
            html
        }
    }
}

/// Template output with each paragraph and each item on one line, and one empty line between parts,
/// so that templates may break their lines where they like.
fn tidy(text: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines().map(str::trim) {
        let item = line.starts_with("- ");
        let follows_item = parts.last().is_some_and(|part| part.starts_with("- "));
        match parts.last_mut() {
            _ if line.is_empty() => open = false,
            Some(list) if item && follows_item => {
                list.push('\n');
                list.push_str(line);
                open = true;
            }
            Some(part) if open && !item && !line.starts_with('#') => {
                part.push(' ');
                part.push_str(line);
            }
            _ => {
                parts.push(line.to_string());
                open = !line.starts_with('#');
            }
        }
    }
    parts.join("\n\n") + "\n"
}
