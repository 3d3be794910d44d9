//! The chapters that every book has: how to use it, the rules of its games, the imprint.

use super::BadBook;
use super::asks::Asks;
use super::content::{Block, read_chapter};
use super::furniture::{Furniture, filled};
use super::paragraph::Span;
use super::puzzles::{Chosen, Puzzle};
use super::spec::{BookSpec, Fact, MovesAs, Part, Show, SolutionsPlace};
use crate::card::Faces;
use crate::catalogue::Catalogue;
use crate::figure::Face;
use crate::game::{Move, Place, Position, Rules};
use crate::seats::TableRules;
use crate::words::{Language, RulesFormat};
use minijinja::{Environment, ErrorKind, UndefinedBehavior, context};

/// The steps that one template may take.
const FUEL: u64 = 1_000_000;

/// Fills in a template of the language and reads it as a chapter.
///
/// # Errors
/// If the template is missing or bad, or holds what cannot be printed.
pub fn chapter(
    name: &str,
    catalogue: &Catalogue,
    language: &Language,
    spec: &BookSpec,
    chosen: &[Chosen],
) -> Result<Vec<Block>, BadBook> {
    let assets = catalogue.assets();
    let path = format!("lang/{}/book/{name}", language.code());
    let place = assets.place(&path);
    let text = assets.text(&path).map_err(|error| template(&place, error.to_string()))?;
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_fuel(Some(FUEL));
    let words = language.clone();
    environment.add_filter("in_words", move |number: usize| words.number(number));
    let text = without_tag_lines(&text);
    environment.add_template(&path, &text).map_err(|error| of_template(&place, &error))?;
    let alone = || chosen.iter().filter(|section| !section.is_for_several());
    let shown = |show| alone().any(|section| section.section.show == show);
    let all = || chosen.iter().flat_map(|section| &section.puzzles);
    let count = all().count();
    let count_shortest = all().filter(|puzzle| puzzle.is_shortest()).count();
    let first = chosen.first().and_then(|section| section.puzzles.first());
    let has_stock = alone().any(|section| section.rules.has_stock());
    let somerset = |section: &Chosen| matches!(section.rules.pack.faces, Faces::Somerset { .. });
    let told = context! {
        title => escaped(&spec.title),
        author => escaped(&spec.author),
        publisher => escaped(&spec.publisher),
        edition => escaped(&spec.edition),
        version => env!("CARGO_PKG_VERSION"),
        puzzles => count,
        others => all().any(|puzzle| !puzzle.is_whole()),
        forms => Asks::all().filter(|asks| all().any(|puzzle| puzzle.asks() == *asks))
            .map(Asks::code).collect::<Vec<_>>(),
        turns => all().any(|puzzle| puzzle.turn().is_some()),
        lost => all().any(|puzzle| puzzle.alone().is_some() && puzzle.solution().is_none()),
        first_seed => spec.sections.first().map_or(0, |section| section.seed),
        thoughtful => shown(Show::Thoughtful),
        hidden => shown(Show::Hidden),
        isbn => escaped(&spec.isbn),
        solutions => spec.solutions.place != SolutionsPlace::None,
        at_end => spec.solutions.place == SolutionsPlace::End,
        apart => spec.solutions.place == SolutionsPlace::SeparateFile,
        pictures => spec.solutions.stages != Some(0) && all().any(|puzzle| puzzle.solution().is_some()),
        in_signs => spec.solutions.moves == MovesAs::Notation,
        alone => spec.sections.iter().all(|section| section.per_page == 1),
        record => spec.record,
        par => spec.facts.contains(&Fact::Par) && alone().any(|section| section.section.per_page < 4),
        hints => spec.parts().contains(&Part::Hints),
        graded => all().any(|puzzle| puzzle.level().is_some()),
        set_up => spec.has_set_up(),
        index => spec.parts().contains(&Part::Index),
        has_stock => has_stock,
        somerset => chosen.iter().any(somerset),
        french => !chosen.iter().all(somerset),
        example => first.map(|puzzle| &puzzle.name),
        shortest => count_shortest > 0,
        all_shortest => count_shortest == count,
    };
    let found = environment.get_template(&path).map_err(|error| of_template(&place, &error))?;
    let text = found.render(told).map_err(|error| of_template(&place, &error))?;
    read_chapter(&place, &language.typeset(&text))
}

/// A text that Markdown takes as it stands. Marks that the language sets spaces before stay bare:
/// they mean nothing to Markdown alone.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        if "\\`*_{}[]()<>#+-.&~=|".contains(character) {
            safe.push('\\');
        }
        safe.push(character);
    }
    safe
}

/// The template with the line end taken from lines that hold nothing but a tag, so that they leave
/// no empty line behind.
fn without_tag_lines(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    for line in text.lines() {
        let bare = line.trim();
        match bare.starts_with("{%") && bare.ends_with("%}") && bare.matches("{%").count() == 1 {
            true => whole.push_str(bare),
            false => {
                whole.push_str(line);
                whole.push('\n');
            }
        }
    }
    whole
}

fn template(place: &str, what: String) -> BadBook {
    BadBook::Template { place: place.to_string(), what }
}

fn of_template(place: &str, error: &minijinja::Error) -> BadBook {
    let place = match error.line() {
        Some(line) => format!("{place}:{line}"),
        None => place.to_string(),
    };
    let what = match (error.kind(), error.detail()) {
        (ErrorKind::OutOfFuel, _) => "the template takes too many steps; is there a loop without end?".into(),
        (_, Some(detail)) => detail.to_string(),
        (kind, None) => kind.to_string(),
    };
    BadBook::Template { place, what }
}

/// The rules of a game as a chapter, with diagrams: the fresh deal, and a position with its next moves.
///
/// `others` are the same rules for Somerset packs of other sizes; the chapter says how these differ.
///
/// # Errors
/// If the language's template fails.
pub fn rules(
    language: &Language,
    words: &Furniture,
    rules: &Rules,
    others: &[&Rules],
    name: &str,
) -> Result<Vec<Block>, BadBook> {
    let text = language.rules(rules, RulesFormat::Markdown)?;
    let mut blocks = read_chapter(&format!("the rules of {}", rules.game), &text)?;
    if let Some(Block::Title(title)) = blocks.first_mut() {
        *title = filled(&words.rules_title, &[("game", &name)]);
    }
    let deal_notes = match rules.pack.faces {
        Faces::Somerset { .. } => &words.deal_notes,
        Faces::French { .. } if rules.has_stock() => &words.stock_notes,
        Faces::French { .. } => &words.bare_notes,
    };
    let deal = Block::Figure { name: "start".into(), notes: notes(language, deal_notes) };
    let next = Block::Figure { name: "next".into(), notes: notes(language, &words.next_notes) };
    // Rules for Somerset cards begin with the cards, then all tell the deal; the last but one tells
    // how cards move.
    let heads: Vec<usize> = (0..blocks.len()).filter(|&at| matches!(blocks[at], Block::Head(_))).collect();
    let behind_deal = match rules.pack.faces {
        Faces::Somerset { .. } => 2,
        Faces::French { .. } => 1,
    };
    if let (Some(&after_deal), Some(&last)) = (heads.get(behind_deal), heads.last()) {
        blocks.insert(last, next);
        blocks.insert(after_deal, deal);
    }
    if !others.is_empty() {
        blocks.push(Block::Head(words.other_sizes.clone()));
    }
    for other in others {
        let values: [(&str, &dyn std::fmt::Display); 4] = [
            ("ranks", &language.number(usize::from(other.pack.suits()))),
            ("cards", &other.pack.len()),
            ("piles", &language.number(other.columns)),
            ("last", &other.pack.suits().saturating_sub(1)),
        ];
        let text = language.typeset(&filled(&words.other_size, &values));
        blocks.push(Block::Paragraph(vec![Span::new(Face::Serif, text)]));
    }
    Ok(blocks)
}

/// The rules of a game for several as a chapter, with a diagram of the fresh deal.
///
/// # Errors
/// If the language's template fails.
pub fn table_rules(
    language: &Language,
    words: &Furniture,
    rules: &TableRules,
    name: &str,
) -> Result<Vec<Block>, BadBook> {
    let text = language.table_rules(rules, RulesFormat::Markdown)?;
    let mut blocks = read_chapter(&format!("the rules of {}", rules.seat.game), &text)?;
    if let Some(Block::Title(title)) = blocks.first_mut() {
        *title = filled(&words.rules_title, &[("game", &name)]);
    }
    let table = Block::Figure { name: "table".into(), notes: notes(language, &words.table_notes) };
    // The second head stands behind what tells the deal.
    let mut heads = (0..blocks.len()).filter(|&at| matches!(blocks[at], Block::Head(_)));
    if let Some(after_deal) = heads.nth(1) {
        blocks.insert(after_deal, table);
    }
    Ok(blocks)
}

/// Notes beside a figure: a head and a text each.
fn notes(language: &Language, list: &[[String; 2]]) -> Vec<Vec<Span>> {
    let note = |[head, text]: &[String; 2]| {
        let text = language.typeset(text);
        vec![Span::new(Face::SansSemibold, format!("{head}\n")), Span::new(Face::Sans, text)]
    };
    list.iter().map(note).collect()
}

/// Where a move takes cards from, if from a column or the waste.
fn source(act: Move) -> Option<Place> {
    match act {
        Move::Promote { from } | Move::Shift { from, .. } => Some(from),
        Move::Return { .. } | Move::Turn | Move::Redeal => None,
    }
}

/// A position of a puzzle's solution that shows moves of several kinds, and these moves.
pub fn telling_position(chosen: &Chosen) -> Option<(Position, Vec<Move>)> {
    const MOVES: usize = 3;
    let solution = chosen.puzzles.iter().find_map(Puzzle::solution)?;
    let positions: Vec<Position> = solution.positions().collect();
    let score = |from: usize| {
        let window = &solution.played()[from..from + MOVES];
        let kinds = |wanted: fn(&Move) -> bool| window.iter().any(|played| wanted(&played.act));
        let several =
            window.iter().any(|played| matches!(played.act, Move::Shift { count, .. } if count > 1));
        let fills =
            window.iter().any(|played| matches!(played.act, Move::Shift { .. }) && played.onto.is_none());
        let apart = window.iter().all(|played| !matches!(played.act, Move::Turn | Move::Redeal));
        let mut sources: Vec<Option<Place>> = window.iter().map(|played| source(played.act)).collect();
        sources.sort();
        sources.dedup();
        let clear = sources.len() == MOVES
            && window.iter().all(|played| {
                let onto = |act: Move| match act {
                    Move::Shift { to, .. } => Some(Place::Column(to)),
                    _ => None,
                };
                onto(played.act).is_none_or(|to| !sources.contains(&Some(to)))
            });
        usize::from(kinds(|act| matches!(act, Move::Promote { .. })))
            + usize::from(kinds(|act| matches!(act, Move::Shift { .. })))
            + usize::from(several)
            + 2 * usize::from(fills)
            + 3 * usize::from(apart)
            + 3 * usize::from(clear)
    };
    let last = solution.played().len().checked_sub(MOVES)?;
    // The first of the best: early positions are fuller.
    let best = (0..=last).max_by_key(|&from| (score(from), last - from))?;
    let moves = solution.moves()[best..best + MOVES].to_vec();
    Some((positions.into_iter().nth(best)?, moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Assets;
    use crate::variant::RuleChanges;

    #[test]
    fn the_notes_beside_a_deal_fit_its_pack_and_its_piles() {
        let catalogue = Catalogue::new(Assets::embedded());
        for code in Language::codes(catalogue.assets()) {
            let language = Language::load(catalogue.assets(), &code).unwrap();
            let words = Furniture::load(catalogue.assets(), &code).unwrap();
            let notes_of = |game: &str| {
                let found = catalogue.rules(game, None, &RuleChanges::default()).unwrap();
                let blocks = rules(&language, &words, &found, &[], game).unwrap();
                let notes = blocks.into_iter().find_map(|block| match block {
                    Block::Figure { name, notes } if name == "start" => Some(notes),
                    _ => None,
                });
                notes.unwrap().concat().iter().map(|span| span.text.clone()).collect::<String>()
            };
            let expected = |list: &[[String; 2]]| {
                notes(&language, list).concat().iter().map(|span| span.text.clone()).collect::<String>()
            };
            assert_eq!(notes_of("yukon"), expected(&words.bare_notes), "{code}");
            assert_eq!(notes_of("klondike"), expected(&words.stock_notes), "{code}");
            assert_eq!(notes_of("somerset-klondike"), expected(&words.deal_notes), "{code}");
        }
    }
}
