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
//! whole hundredths of a point: the same figure gives the same bytes everywhere.

use super::svg_shapes::{Placed, Shapes, circle, number, place, translation};
use crate::figure::theme::Theme;
use crate::figure::{Anchor, Figure, Figures, Ink, Item, Join, Path, Segment, Stroke, Text, typeset};
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
    let allowed = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let given: String = look.prefix.chars().filter(allowed).take(40).collect();
    let prefix = if given.is_empty() { UNNAMED.to_string() } else { given };
    let mut writer = Writer {
        look,
        prefix,
        shapes: Shapes::default(),
        depth: 0,
        used: Vec::new(),
        has_text: false,
        groups: BTreeMap::new(),
    };
    // Once to learn at which size each shape comes most often, and once at these sizes.
    figures.iter().for_each(|figure| drop(writer.collect_all(figure)));
    writer.shapes = writer.shapes.usual_sizes();
    let nodes: Vec<Vec<Drawn>> = figures.iter().map(|figure| writer.collect_all(figure)).collect();
    nodes.iter().for_each(|nodes| writer.count(nodes));
    let numbered = figures.iter().zip(&nodes).enumerate();
    let texts: Vec<String> = numbered
        .map(|(index, (figure, nodes))| writer.document(index, figure, writer.elements(nodes)))
        .collect();
    let name = name_of(&texts.concat());
    texts.into_iter().map(|text| text.replace(UNNAMED, &name)).collect()
}

/// Stands for the beginning of ids until the file is written; no file may contain it otherwise.
const UNNAMED: &str = "\u{1}";

/// Four letters and digits that are others for every other text, as good as always.
fn name_of(text: &str) -> String {
    // Fowler, Noll and Vo's hash: the same on every machine.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let digit = |base: u64, place: u32| char::from_digit(((hash >> (place * 12)) % base) as u32, 36);
    // An id begins with a letter.
    let first = char::from(b'a' + ((hash >> 48) % 26) as u8);
    std::iter::once(Some(first)).chain((0..3).map(|place| digit(36, place))).flatten().collect()
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
            Drawn::Words(line) => {
                let moved = |(text, paints): &(Text, Paints)| {
                    let (x, y) = (text.x - at.0 as f32 / 100.0, text.y - at.1 as f32 / 100.0);
                    (Text { x, y, ..text.clone() }, paints.clone())
                };
                Drawn::Words(line.iter().map(moved).collect())
            }
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
    /// Whether there is text that needs a font.
    has_text: bool,
    /// Groups of the same shapes: how many there are, and the first one.
    groups: BTreeMap<String, (usize, Vec<Drawn>)>,
}

impl Writer<'_> {
    fn collect_all(&mut self, figure: &Figure) -> Vec<Drawn> {
        let mut nodes = Vec::new();
        if self.look.ground == Ground::Table {
            let table = Item::fill(Path::rect(0.0, 0.0, figure.width, figure.height), Ink::Table);
            self.collect(&table, &mut nodes);
        }
        for item in &figure.items {
            self.collect(item, &mut nodes);
        }
        nodes
    }

    fn collect(&mut self, item: &Item, nodes: &mut Vec<Drawn>) {
        match item {
            Item::Path { path, fill, stroke } => {
                let dots = stroke.is_none().then(|| dots(path)).flatten();
                let (path, paints) = match (&dots, fill) {
                    (Some((dots, across)), &Some(ink)) => (dots, self.dot_paints(ink, *across)),
                    _ => (path, self.paints(*fill, *stroke)),
                };
                if let Some(placed) = self.shapes.place(path, &paints) {
                    nodes.push(Drawn::Shape(placed, paints));
                }
            }
            Item::Text(text) if self.is_text(text) => {
                self.has_text = true;
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
                            .place_letter(&outline, at, &paints)
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
            Item::Tagged { items, .. } => items.iter().for_each(|item| self.collect(item, nodes)),
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
            classes.extend(self.class(ink, kind));
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

    /// The paints of dots: the round ends of lines without length.
    fn dot_paints(&mut self, ink: Ink, across: f32) -> Paints {
        let class = self.class(ink, 's').map(|class| ("class", class));
        let rest = [
            ("stroke", self.look.theme.paint(ink).hex()),
            ("stroke-width", number(across)),
            ("stroke-linecap", "round".into()),
        ];
        class.into_iter().chain(rest).collect()
    }

    /// The class of an ink that looks different in the dark.
    ///
    /// It is named for that look, so that the classes of several figures of one page agree; an id before
    /// it would not do, as the content of `use` is styled without what stands around it.
    fn class(&mut self, ink: Ink, kind: char) -> Option<String> {
        let dark = self.look.dark?;
        if dark.paint(ink).rgb == self.look.theme.paint(ink).rgb {
            return None;
        }
        if !self.used.contains(&(ink, kind)) {
            self.used.push((ink, kind));
        }
        Some(class_name(&dark.paint(ink).hex(), kind))
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
                // Told from its own corner, what a card consists of reads alike on every card.
                let corner = inner.iter().find_map(|node| match node {
                    Drawn::Shape(placed, _) => Some(placed.at()),
                    Drawn::Group(_, inner) => group_key(inner).map(|(_, at)| at),
                    Drawn::Words(_) => None,
                });
                let corner = corner.filter(|_| !title.is_empty() && inner.len() > 1);
                let moved: Vec<Drawn>;
                let inner = match corner {
                    Some(at) => {
                        moved = inner.iter().map(|node| node.relative(at)).collect();
                        &moved
                    }
                    None => inner,
                };
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
                if let Some((x, y)) = corner {
                    group.assign("transform", translation(x, y));
                }
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

    fn document(&self, index: usize, figure: &Figure, body: Vec<Element>) -> String {
        let prefix = &self.prefix;
        let number_of = if index > 0 { index.to_string() } else { String::new() };
        let mut root = Element::new("svg");
        let (width, height) = (number(figure.width), number(figure.height));
        root.assign("xmlns", "http://www.w3.org/2000/svg");
        root.assign("viewBox", format!("0 0 {width} {height}"));
        root.assign("width", width);
        root.assign("height", height);
        root.assign("role", "img");
        if self.has_text {
            root.assign("font-family", format!("'{SANS}','Segoe UI',Roboto,Arial,sans-serif"));
        }
        root.assign("fill", "none");
        root.assign("stroke-width", ".75");
        root.assign("stroke-miterlimit", "10");
        let mut labels = Vec::new();
        for (name, mark, text) in [("title", 't', &figure.title), ("desc", 'd', &figure.alt)] {
            if !text.is_empty() {
                let mut element = Element::new(name);
                element.assign("id", format!("{prefix}{mark}{number_of}"));
                element.append(Words::new(plain(text)));
                root.append(element);
                labels.push(format!("{prefix}{mark}{number_of}"));
            }
        }
        if !labels.is_empty() {
            root.assign("aria-labelledby", labels.join(" "));
        }
        if index == 0 {
            self.style().into_iter().chain(self.definitions()).for_each(|element| root.append(element));
        }
        body.into_iter().for_each(|element| root.append(element));
        // A card a line: no text has line ends, so these all stand between elements.
        let text = format!("{root}\n");
        text.replace("\n<use", "<use").replace("\n</g>", "</g>").replace("\n<title>", "<title>")
    }

    /// The shapes that are used by name.
    fn definitions(&self) -> Option<Element> {
        let prefix = &self.prefix;
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
        (!definitions.get_children().is_empty()).then_some(definitions)
    }

    /// The inks of the dark theme; on paper the light ones stay.
    fn style(&self) -> Option<Element> {
        let dark = self.look.dark?;
        let mut used: Vec<(char, String)> =
            self.used.iter().map(|&(ink, kind)| (kind, dark.paint(ink).hex())).collect();
        used.sort();
        used.dedup();
        let rules: String = used
            .iter()
            .map(|(kind, hex)| {
                let property = if *kind == 'f' { "fill" } else { "stroke" };
                format!(".{}{{{property}:{hex}}}", class_name(hex, *kind))
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

/// A class that fills (`f`) or strokes (`s`) with a colour.
fn class_name(hex: &str, kind: char) -> String {
    format!("{kind}{}", hex.trim_start_matches('#'))
}

/// Circles of one size as lines without length, which round ends make dots of, and how far across they are.
fn dots(path: &Path) -> Option<(Path, f32)> {
    let contours = path.0.split_inclusive(|segment| *segment == Segment::Close);
    let circles: Vec<(f32, f32, f32)> = contours.map(circle).collect::<Option<_>>()?;
    let &(_, _, radius) = circles.first()?;
    let equal = circles.iter().all(|circle| (circle.2 - radius).abs() < 0.004);
    // Two lines would be one with a bend, so each begins anew.
    let dot = |&(x, y, _): &(f32, f32, f32)| [Segment::Move(x, y), Segment::Line(x, y)];
    equal.then(|| (Path(circles.iter().flat_map(dot).collect()), 2.0 * radius))
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
