//! Figures as SVG: self-contained, readable in light and dark pages, small.
//!
//! ```
//! use dealpress::{assets::Assets, figure::{Figure, theme::Theme}};
//! use dealpress::output::svg::{self, Look};
//! let figure = Figure { width: 20.0, height: 10.0, items: vec![], title: "Stage 1".into(), alt: "Empty.".into() };
//! let theme = Theme::load(&Assets::embedded(), "light").unwrap();
//! let text = svg::write(&figure, &Look::new(&theme));
//! assert!(text.contains("<title id=\"f-t\">Stage 1</title>"));
//! ```
//!
//! A shape that comes more than once (a rank, a suit, a hatch) is written once and used. All numbers are
//! whole hundredths of a point: the same figure gives the same bytes everywhere.

use super::svg_shapes::{Placed, Shapes, number, place};
use crate::figure::theme::Theme;
use crate::figure::{Anchor, Figure, Figures, Ink, Item, Join, Path, Stroke, Text, typeset};
use std::collections::BTreeMap;
use svg::node::element::Element;
use svg::node::{Node, Text as Words};

/// The family of most of a figure's text.
const SANS: &str = "Source Sans 3";

/// How a figure becomes SVG.
#[derive(Debug, Clone, Copy)]
pub struct Look<'a> {
    /// The inks.
    pub theme: &'a Theme,
    /// The inks where the reader's screen is dark; without it the figure looks the same everywhere.
    pub dark: Option<&'a Theme>,
    /// What every id begins with, so that several figures may stand in one page.
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
    /// The usual look: one theme, ids that begin with `f-`, cards as shapes, on the theme's table.
    pub fn new(theme: &'a Theme) -> Look<'a> {
        Look {
            theme,
            dark: None,
            prefix: "f-",
            letters: Letters::OnCards,
            ground: Ground::Table,
            hover: Hover::Titles,
        }
    }
}

/// Writes a figure as an SVG document, without XML declaration, so that it can stand in HTML too.
pub fn write(figure: &Figure, look: &Look<'_>) -> String {
    let prefix: String = look
        .prefix
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .take(40)
        .collect();
    let mut writer = Writer {
        look,
        prefix,
        shapes: Shapes::default(),
        depth: 0,
        used: Vec::new(),
        groups: BTreeMap::new(),
    };
    let mut nodes = Vec::new();
    if look.ground == Ground::Table {
        let table = Item::fill(Path::rect(0.0, 0.0, figure.width, figure.height), Ink::Table);
        writer.collect(&table, &mut nodes);
    }
    for item in &figure.items {
        writer.collect(item, &mut nodes);
    }
    writer.count(&nodes);
    let body = writer.elements(&nodes);
    writer.document(figure, body)
}

/// A figure's item with its shapes collected, so that it is known which of them repeat.
enum Drawn {
    Shape(Placed, Paints),
    /// Pieces of one line.
    Words(Vec<(Text, Paints)>),
    Group(String, Vec<Drawn>),
}

impl Drawn {
    fn relative(&self, at: (i32, i32)) -> Drawn {
        match self {
            Drawn::Shape(placed, paints) => Drawn::Shape(placed.relative(at), paints.clone()),
            Drawn::Words(line) => Drawn::Words(line.clone()),
            Drawn::Group(title, inner) => {
                Drawn::Group(title.clone(), inner.iter().map(|node| node.relative(at)).collect())
            }
        }
    }
}

/// What tells a group of at least two plain shapes from others, and its place.
fn group_key(inner: &[Drawn]) -> Option<(String, (i32, i32))> {
    let (Some(Drawn::Shape(first, _)), true) = (inner.first(), inner.len() > 1) else { return None };
    let at = first.at();
    let keys: Option<Vec<String>> = inner
        .iter()
        .map(|node| match node {
            Drawn::Shape(placed, paints) => Some(format!("{} {paints:?}", placed.relative(at).key())),
            _ => None,
        })
        .collect();
    Some((keys?.join(";"), at))
}

/// The attributes of a fill and a stroke, in the order in which they are written.
type Paints = Vec<(&'static str, String)>;

struct Writer<'a> {
    look: &'a Look<'a>,
    prefix: String,
    shapes: Shapes,
    /// How many groups the item that is being collected lies in.
    depth: usize,
    /// Inks used as fill and as stroke.
    used: Vec<(Ink, char)>,
    /// Groups of the same shapes: how many there are, and the first one.
    groups: BTreeMap<String, (usize, Vec<Drawn>)>,
}

impl Writer<'_> {
    fn collect(&mut self, item: &Item, nodes: &mut Vec<Drawn>) {
        match item {
            Item::Path { path, fill, stroke } => {
                let paints = self.paints(*fill, *stroke);
                if let Some(placed) = self.shapes.place(path, &paints) {
                    nodes.push(Drawn::Shape(placed, paints));
                }
            }
            Item::Text(text) if self.is_text(text) => {
                let piece = (text.clone(), self.paints(Some(text.ink), None));
                match nodes.last_mut() {
                    Some(Drawn::Words(line)) if line.iter().all(|(before, _)| continues(before, text)) => {
                        line.push(piece);
                    }
                    _ => nodes.push(Drawn::Words(vec![piece])),
                }
            }
            Item::Text(text) => {
                let paints = self.paints(Some(text.ink), None);
                let left = typeset::left(text);
                for glyph in typeset::shape(text).glyphs {
                    let size = text.size;
                    let outline = typeset::outline(text.face, glyph.id);
                    let outline = outline.mapped(|x, y| (x * size * text.stretch, y * size));
                    let at = (left + glyph.x, text.y + glyph.y);
                    nodes.extend(
                        self.shapes
                            .place_at(&outline, at, &paints)
                            .map(|placed| Drawn::Shape(placed, paints.clone())),
                    );
                }
            }
            Item::Group { title, items } => {
                let mut inner = Vec::new();
                self.depth += 1;
                for item in items {
                    self.collect(item, &mut inner);
                }
                self.depth -= 1;
                match self.look.hover {
                    Hover::Titles => nodes.push(Drawn::Group(plain(title), inner)),
                    // Shapes that come only together, such as backs, stay together.
                    Hover::None if title.is_empty() => nodes.push(Drawn::Group(String::new(), inner)),
                    Hover::None => nodes.extend(inner),
                }
            }
            Item::Link { .. } => {}
        }
    }

    /// Whether a text is written as text; one that our fonts cannot draw always is.
    fn is_text(&self, text: &Text) -> bool {
        if typeset::missing_glyph(text.face, &text.text).is_some() {
            return true;
        }
        match self.look.letters {
            Letters::OnCards => self.depth == 0,
            Letters::Shapes => false,
            Letters::Text => true,
        }
    }

    /// What says how a shape is painted; what equals the document's default is left out.
    fn paints(&mut self, fill: Option<Ink>, stroke: Option<Stroke>) -> Paints {
        let mut paints = Vec::new();
        let mut classes = Vec::new();
        for (ink, kind) in [(fill, 'f'), (stroke.map(|stroke| stroke.ink), 's')] {
            let Some(ink) = ink else { continue };
            if self.differs_in_the_dark(ink) {
                classes.push(class(ink, kind));
                if !self.used.contains(&(ink, kind)) {
                    self.used.push((ink, kind));
                }
            }
        }
        if !classes.is_empty() {
            paints.push(("class", classes.join(" ")));
        }
        if let Some(ink) = fill {
            paints.push(("fill", self.look.theme.paint(ink).hex()));
        }
        if let Some(stroke) = stroke {
            paints.push(("stroke", self.look.theme.paint(stroke.ink).hex()));
            if number(stroke.width) != ".75" {
                paints.push(("stroke-width", number(stroke.width)));
            }
            if let Some((dash, gap)) = stroke.dash {
                paints.push(("stroke-dasharray", format!("{} {}", number(dash), number(gap))));
            }
            if stroke.join == Join::Round {
                paints.push(("stroke-linecap", "round".into()));
                paints.push(("stroke-linejoin", "round".into()));
            }
        }
        paints
    }

    fn differs_in_the_dark(&self, ink: Ink) -> bool {
        self.look.dark.is_some_and(|dark| dark.paint(ink).rgb != self.look.theme.paint(ink).rgb)
    }

    /// Counts the groups that are drawn the same, such as backs.
    fn count(&mut self, nodes: &[Drawn]) {
        for node in nodes {
            let Drawn::Group(_, inner) = node else { continue };
            self.count(inner);
            if let Some((key, at)) = group_key(inner) {
                let shapes = || inner.iter().map(|node| node.relative(at)).collect();
                self.groups.entry(key).or_insert_with(|| (0, shapes())).0 += 1;
            }
        }
    }

    /// The name and place of a group that is used by name.
    fn named(&self, inner: &[Drawn]) -> Option<(usize, (i32, i32))> {
        let (key, at) = group_key(inner)?;
        let index = self.groups.keys().position(|known| *known == key)?;
        (self.groups[&key].0 > 1).then_some((index, at))
    }

    /// The elements of collected items; neighbours of one paint share it.
    fn elements(&self, nodes: &[Drawn]) -> Vec<Element> {
        let paint_here = |node: &Drawn| match node {
            Drawn::Shape(placed, paints) if !self.shapes.carries_paint(placed) => Some(paints.clone()),
            _ => None,
        };
        let mut elements = Vec::new();
        for run in nodes.chunk_by(|a, b| paint_here(a).is_some() && paint_here(a) == paint_here(b)) {
            let paints = paint_here(&run[0]).unwrap_or_default();
            match run {
                [one] => elements.push(self.element(one, &paints)),
                _ => {
                    let mut group = painted("g", &paints);
                    run.iter().for_each(|node| group.append(self.element(node, &Vec::new())));
                    elements.push(group);
                }
            }
        }
        elements
    }

    fn element(&self, node: &Drawn, paints: &Paints) -> Element {
        match node {
            Drawn::Shape(placed, _) => match self.shapes.id(placed) {
                Some(id) => {
                    let mut element = painted("use", paints);
                    element.assign("href", format!("#{}{id}", self.prefix));
                    for (name, value) in placed.place() {
                        element.assign(name, value);
                    }
                    element
                }
                None => {
                    let mut element = painted("path", paints);
                    element.assign("d", self.shapes.data(placed));
                    element
                }
            },
            Drawn::Words(line) => words(line),
            Drawn::Group(title, inner) => {
                let content = match self.named(inner) {
                    Some((index, at)) => {
                        let mut element = Element::new("use");
                        element.assign("href", format!("#{}g{index}", self.prefix));
                        place(at).into_iter().for_each(|(name, value)| element.assign(name, value));
                        vec![element]
                    }
                    None => self.elements(inner),
                };
                if let ([one], true) = (&content[..], title.is_empty()) {
                    return one.clone();
                }
                let mut group = Element::new("g");
                if !title.is_empty() {
                    let mut element = Element::new("title");
                    element.append(Words::new(title));
                    group.append(element);
                }
                content.into_iter().for_each(|element| group.append(element));
                group
            }
        }
    }

    fn document(&self, figure: &Figure, body: Vec<Element>) -> String {
        let prefix = &self.prefix;
        let mut root = Element::new("svg");
        let (width, height) = (number(figure.width), number(figure.height));
        root.assign("xmlns", "http://www.w3.org/2000/svg");
        root.assign("viewBox", format!("0 0 {width} {height}"));
        root.assign("width", width);
        root.assign("height", height);
        root.assign("role", "img");
        root.assign("font-family", format!("'{SANS}','Segoe UI',Roboto,Arial,sans-serif"));
        root.assign("fill", "none");
        root.assign("stroke-width", ".75");
        root.assign("stroke-miterlimit", "10");
        let mut labels = Vec::new();
        for (name, mark, text) in [("title", 't', &figure.title), ("desc", 'd', &figure.alt)] {
            if !text.is_empty() {
                let mut element = Element::new(name);
                element.assign("id", format!("{prefix}{mark}"));
                element.append(Words::new(plain(text)));
                root.append(element);
                labels.push(format!("{prefix}{mark}"));
            }
        }
        if !labels.is_empty() {
            root.assign("aria-labelledby", labels.join(" "));
        }
        if let Some(style) = self.style() {
            root.assign("id", format!("{prefix}s"));
            root.append(style);
        }
        let mut definitions = Element::new("defs");
        for (id, data, paints) in self.shapes.definitions() {
            let mut path = painted("path", paints);
            path.assign("id", format!("{prefix}{id}"));
            path.assign("d", data);
            definitions.append(path);
        }
        for (index, (count, inner)) in self.groups.values().enumerate() {
            if *count > 1 {
                let mut group = Element::new("g");
                group.assign("id", format!("{prefix}g{index}"));
                self.elements(inner).into_iter().for_each(|element| group.append(element));
                definitions.append(group);
            }
        }
        if !definitions.get_children().is_empty() {
            root.append(definitions);
        }
        body.into_iter().for_each(|element| root.append(element));
        format!("{root}\n")
    }

    /// The inks of the dark theme; on paper the light ones stay.
    fn style(&self) -> Option<Element> {
        let dark = self.look.dark?;
        let mut used = self.used.clone();
        used.sort();
        let rules: String = used
            .iter()
            .map(|&(ink, kind)| {
                let property = if kind == 'f' { "fill" } else { "stroke" };
                format!("#{}s .{}{{{property}:{}}}", self.prefix, class(ink, kind), dark.paint(ink).hex())
            })
            .collect();
        if rules.is_empty() {
            return None;
        }
        let mut style = Element::new("style");
        style.append(Words::new(format!("@media screen and (prefers-color-scheme:dark){{{rules}}}")));
        Some(style)
    }
}

/// Whether a text stands on the line of another, behind it.
fn continues(before: &Text, text: &Text) -> bool {
    let from_left = before.anchor == Anchor::Start && text.anchor == Anchor::Start;
    from_left && before.y == text.y && before.x < text.x
}

/// A line of text. Its pieces follow each other, so that in other fonts they never overlap.
fn words(line: &[(Text, Paints)]) -> Element {
    let mut element = Element::new("text");
    let Some((first, _)) = line.first() else { return element };
    let is_short = line.len() == 1 && first.text.chars().count() < 3 && first.stretch == 1.0;
    let (x, anchor) = match (is_short, first.anchor) {
        (true, Anchor::Middle) => (first.x, Some("middle")),
        (true, Anchor::End) => (first.x, Some("end")),
        _ => (typeset::left(first), None),
    };
    element.assign("x", number(x));
    element.assign("y", number(first.y));
    if let Some(anchor) = anchor {
        element.assign("text-anchor", anchor);
    }
    if let [(text, paints)] = line {
        letters(&mut element, text, paints, !is_short);
        return element;
    }
    let mut end = x;
    for (text, paints) in line {
        let mut piece = Element::new("tspan");
        if text.x > end {
            piece.assign("dx", number(text.x - end));
        }
        letters(&mut piece, text, paints, true);
        end = text.x + typeset::width(text);
        element.append(piece);
    }
    element
}

/// The letters of a text and how they look; set to the width that our font gives them, if it matters.
fn letters(element: &mut Element, text: &Text, paints: &Paints, to_width: bool) {
    if to_width {
        element.assign("textLength", number(typeset::width(text)));
        element.assign("lengthAdjust", "spacingAndGlyphs");
    }
    if typeset::family_name(text.face) != SANS {
        let family = typeset::family_name(text.face);
        element.assign("font-family", format!("'{family}',Charter,Georgia,serif"));
    }
    element.assign("font-size", number(text.size));
    if typeset::weight(text.face) != 400 {
        element.assign("font-weight", typeset::weight(text.face).to_string());
    }
    if typeset::is_italic(text.face) {
        element.assign("font-style", "italic");
    }
    if text.figures == Figures::OldStyle {
        element.assign("font-variant", "oldstyle-nums");
    }
    for (name, value) in paints {
        element.assign(*name, value.as_str());
    }
    element.append(Words::new(plain(&text.text)));
}

fn class(ink: Ink, kind: char) -> String {
    format!("{kind}{}", ink as usize)
}

fn painted(name: &str, paints: &Paints) -> Element {
    let mut element = Element::new(name);
    for (name, value) in paints {
        element.assign(*name, value.as_str());
    }
    element
}

/// A text without the control characters that XML forbids.
fn plain(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { ' ' } else { c })
        .collect()
}

#[cfg(test)]
#[path = "svg_tests.rs"]
mod tests;
