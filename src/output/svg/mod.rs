//! Figures as SVG: self-contained, readable in light and dark pages, small.
//!
//! ```
//! use dealpress::{assets::Assets, figure::{Figure, theme::Theme}};
//! use dealpress::output::svg::{self, Look};
//! let figure = Figure { width: 20.0, height: 10.0, items: vec![], title: "Stage 1".into(), alt: "Empty.".into() };
//! let theme = Theme::load(&Assets::embedded(), "light").unwrap();
//! let text = svg::write(&figure, &Look::new(&theme));
//! assert!(text.contains(">Stage 1</title>"));
//! ```
//!
//! A shape that comes more than once (a rank, a suit, a hatch) is written once and used. All numbers are
//! whole hundredths of a point, where things stand in tenths: the same figure gives the same bytes everywhere.
//!
//! What is sent is packed, and packs best where the same letters come again in long rows. So each card is told
//! from its own place, in the order name, shapes, rank, step to the next: what follows the name's suit is the same
//! for all cards of a suit, and what follows the rank for all cards. Flat columns whose places differ, or ranks
//! gathered behind their cards, are shorter as files and longer as sent. How much else is said once is tried out:
//! what weighs least is kept.

mod arcs;
mod collect;
mod data;
mod document;
mod forms;
mod lines;
mod outline;
mod paint;
mod shapes;
mod strokes;
#[cfg(test)]
mod tests;
mod weight;
mod words;

use crate::figure::Figure;
use crate::figure::theme::Theme;
use collect::{Collector, Drawn};
use document::Writer;
use std::collections::BTreeMap;
use weight::lightest;

/// How a figure becomes SVG.
#[derive(Debug, Clone, Copy)]
pub struct Look<'a> {
    /// The inks.
    pub theme: &'a Theme,
    /// The inks where the reader's screen is dark; without it the figure looks the same everywhere.
    pub dark: Option<&'a Theme>,
    /// What every id begins with, so that several figures may stand in one page; if empty it is made
    /// from what the file says, so that different files never share an id.
    pub prefix: &'a str,
    /// How text is written.
    pub letters: Letters,
    /// What is under the figure.
    pub ground: Ground,
    /// Whether cards are named where a reader points at them.
    pub hover: Hover,
}

/// Whether cards are named where a reader points at them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hover {
    /// Each has a title.
    Titles,
    /// Only the whole figure has one: smaller, and text browsers do not show the titles as text.
    None,
}

/// How text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Letters {
    /// What is on cards as shapes, which look the same everywhere; titles and numbers as text.
    OnCards,
    /// All as shapes.
    Shapes,
    /// All as text in the reader's fonts, squeezed to the width of ours: can be searched and copied.
    Text,
}

/// What is under the figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// The theme's table: readable on a page of any colour.
    Table,
    /// Nothing: the page shows through.
    Clear,
}

impl<'a> Look<'a> {
    /// The usual look: one theme, ids made from the content, cards as shapes, on the theme's table.
    pub fn new(theme: &'a Theme) -> Look<'a> {
        Look {
            theme,
            dark: None,
            prefix: "",
            letters: Letters::OnCards,
            ground: Ground::Table,
            hover: Hover::Titles,
        }
    }
}

/// Writes a figure as an SVG document, without XML declaration, so that it can stand in HTML too.
pub fn write(figure: &Figure, look: &Look<'_>) -> String {
    write_all(&[figure], look).concat()
}

/// Writes figures that stand on one page: what they share is written in the first alone.
pub fn write_all(figures: &[&Figure], look: &Look<'_>) -> Vec<String> {
    let texts = unnamed(figures, look, prefix(look));
    let name = name_of(&texts.concat());
    texts.into_iter().map(|text| text.replace(UNNAMED, &name)).collect()
}

/// Writes what stands at the places of one page, each place with the index of its figure: what comes at several
/// places is drawn once, and has ids of its own at each.
pub fn write_places(figures: &[Figure], places: &[usize], look: &Look<'_>) -> Vec<String> {
    let mut drawn: Vec<usize> = Vec::new();
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    for &place in places.iter().filter(|place| **place < figures.len()) {
        numbers.entry(place).or_insert_with(|| {
            drawn.push(place);
            drawn.len() - 1
        });
    }
    // The first holds what all share, so where it comes again it is drawn once more without that.
    let again =
        drawn.first().copied().filter(|first| places.iter().filter(|place| *place == first).count() > 1);
    drawn.extend(again);
    let drawn: Vec<&Figure> = drawn.into_iter().map(|index| &figures[index]).collect();
    let texts = unnamed(&drawn, look, UNNAMED.to_string());
    let name = match prefix(look) {
        given if given == UNNAMED => name_of(&texts.concat()),
        given => given,
    };
    let mut shown = vec![false; texts.len()];
    let mut free = texts.len();
    let mut at = |place: &usize| {
        let number = *numbers.get(place)?;
        if !std::mem::replace(&mut shown[number], true) {
            return Some(texts[number].replace(UNNAMED, &name));
        }
        let number = if number == 0 { texts.len() - 1 } else { number };
        free += 1;
        Some(document::renumbered(&texts[number], UNNAMED, number, free - 1).replace(UNNAMED, &name))
    };
    places.iter().map(|place| at(place).unwrap_or_default()).collect()
}

/// Figures that stand on one page, their ids still to be named if the prefix says so.
fn unnamed(figures: &[&Figure], look: &Look<'_>, prefix: String) -> Vec<String> {
    let mut collector = Collector::new(look);
    let nodes = collect_all(&mut collector, figures);
    let room = figures.iter().map(|figure| figure.width).fold(f32::INFINITY, f32::min);
    lightest(|way| {
        let writer = Writer::new(prefix.clone(), &collector, room, &nodes, way);
        let numbered = figures.iter().zip(&nodes).enumerate();
        numbered.map(|(index, (figure, nodes))| writer.document(index, figure, nodes)).collect()
    })
}

/// Writes figures as one document that shows them one after another, by style sheet alone.
///
/// Readers who ask for no motion, printers and programs without animation show the first.
pub fn animated(figures: &[Figure], title: &str, look: &Look<'_>) -> String {
    let size = |of: fn(&Figure) -> f32| figures.iter().map(of).fold(1.0, f32::max);
    let told = figures.iter().map(|figure| format!("{}: {}", figure.title, figure.alt));
    let ground = Figure {
        width: size(|figure| figure.width),
        height: size(|figure| figure.height),
        items: Vec::new(),
        title: title.to_string(),
        alt: told.collect::<Vec<_>>().join(" "),
    };
    let all: Vec<&Figure> = std::iter::once(&ground).chain(figures).collect();
    let mut collector = Collector::new(look);
    let nodes = collect_all(&mut collector, &all);
    let text = lightest(|way| {
        let writer = Writer::new(prefix(look), &collector, ground.width, &nodes, way);
        vec![writer.animation(&ground, &nodes[0], &nodes[1..])]
    })
    .concat();
    let name = name_of(&text);
    text.replace(UNNAMED, &name)
}

/// What figures consist of, each shape at the size at which it comes most often.
fn collect_all(collector: &mut Collector<'_>, figures: &[&Figure]) -> Vec<Vec<Drawn>> {
    // Once to learn at which size each shape comes most often, and once at these sizes.
    figures.iter().for_each(|figure| drop(collector.figure(figure)));
    collector.learn_sizes();
    figures.iter().map(|figure| collector.figure(figure)).collect()
}

/// What every id begins with.
fn prefix(look: &Look<'_>) -> String {
    let allowed = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let given: String = look.prefix.chars().filter(allowed).take(40).collect();
    match given.chars().next() {
        None => UNNAMED.to_string(),
        Some(first) if first.is_ascii_alphabetic() => given,
        // What begins otherwise is no name of a class.
        Some(_) => format!("x{given}"),
    }
}

/// Stands for the beginning of ids until the file is written; no file may contain it otherwise.
const UNNAMED: &str = "\u{1}";

/// How long a name is that is made from a text: of a thousand pictures on one page, two have the same once in a
/// hundred pages.
const NAME: usize = 5;

/// Letters and digits that are others for every other text, as good as always.
fn name_of(text: &str) -> String {
    // Fowler, Noll and Vo's hash: the same on every machine.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let digit = |base: u64, place: u32| char::from_digit(((hash >> ((place - 1) * 12)) % base) as u32, 36);
    // An id begins with a letter.
    let first = char::from(b'a' + ((hash >> 48) % 26) as u8);
    std::iter::once(Some(first)).chain((1..NAME as u32).map(|place| digit(36, place))).flatten().collect()
}
