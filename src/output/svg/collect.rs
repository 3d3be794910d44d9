//! What a figure consists of, with its shapes collected, so that it is known which of them repeat.

use super::data::rounded;
use super::lines::{Hatch, dots};
use super::paint::{Paints, Palette};
use super::shapes::{Fill, Placed, Shapes};
use super::words::{continues, origin};
use super::{Ground, Hover, Letters, Look, strokes};
use crate::figure::card::OUTLINE;
use crate::figure::{Face, Figure, Ink, Item, Path, Segment, Stroke, Text, typeset};
use std::collections::{BTreeMap, BTreeSet};

/// So many letters stand together as one outline: a name for each would take more room.
const FEWEST_IN_LINE: usize = 4;

/// A part of a figure.
pub(super) enum Drawn {
    /// What lies under all of it.
    Ground(Paints),
    Shape(Placed, Paints),
    Hatch(Hatch, Paints),
    /// Letters drawn as one line.
    Strokes(Strokes),
    /// A number of its own, such as that of a column, in letters drawn as lines.
    Number(Number),
    /// Pieces of one line.
    Words(Vec<(Text, Paints)>),
    /// A title, which may be empty, and what is told together.
    Group(String, Vec<Drawn>),
}

/// Letters drawn as one line, such as a title or the numbers of all columns.
#[derive(Clone)]
pub(super) struct Strokes {
    /// Path data in units.
    pub data: String,
    /// How broad the line is, in units.
    pub breadth: f32,
    /// How large a unit is, in points.
    pub unit: f32,
    /// Where its units are counted from, in hundredths of a point.
    pub at: (i32, i32),
    pub paints: Paints,
}

/// A number of its own in letters drawn as lines: those of the ranks on cards, at its own size.
#[derive(Clone)]
pub(super) struct Number {
    /// Where it begins on its base line, in hundredths of a point.
    pub at: (i32, i32),
    /// How large it is against the definitions of its letters.
    pub scale: f32,
    /// Its letters from there on, as large as their definitions.
    pub letters: Vec<Placed>,
    pub paints: Paints,
}

impl Drawn {
    /// The same part nearer to the origin.
    pub fn relative(&self, at: (i32, i32)) -> Drawn {
        match self {
            Drawn::Ground(paints) => Drawn::Ground(paints.clone()),
            Drawn::Number(number) => {
                Drawn::Number(Number { at: (number.at.0 - at.0, number.at.1 - at.1), ..number.clone() })
            }
            Drawn::Shape(placed, paints) => Drawn::Shape(placed.relative(at), paints.clone()),
            Drawn::Hatch(hatch, paints) => Drawn::Hatch(hatch.relative(at), paints.clone()),
            Drawn::Strokes(line) => {
                Drawn::Strokes(Strokes { at: (line.at.0 - at.0, line.at.1 - at.1), ..line.clone() })
            }
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

    /// The place of its first shape.
    fn corner(&self) -> Option<(i32, i32)> {
        match self {
            Drawn::Shape(placed, _) => Some(placed.at()),
            Drawn::Group(_, inner) => inner.iter().find_map(Drawn::corner),
            _ => None,
        }
    }

    /// Whether it is named, as cards are.
    pub fn is_titled(&self) -> bool {
        matches!(self, Drawn::Group(title, _) if !title.is_empty())
    }

    /// Where a letter of its own stands.
    fn letter(&self) -> Option<(i32, i32)> {
        match self {
            Drawn::Words(line) => origin(line),
            Drawn::Shape(placed, _) if placed.is_letter() => Some(placed.at()),
            _ => None,
        }
    }
}

/// The place of the first shape of a group.
pub(super) fn corner(inner: &[Drawn]) -> (i32, i32) {
    inner.iter().find_map(Drawn::corner).unwrap_or_default()
}

/// Where the letters of a group begin.
pub(super) fn letters_at(inner: &[Drawn]) -> Option<(i32, i32)> {
    inner.iter().find_map(Drawn::letter)
}

/// How far from the first shape of a named group its letters begin, where that is so most often.
pub(super) fn usual_offset(documents: &[Vec<Drawn>]) -> (i32, i32) {
    fn count(nodes: &[Drawn], offsets: &mut BTreeMap<(i32, i32), usize>) {
        for node in nodes {
            let Drawn::Group(title, inner) = node else { continue };
            count(inner, offsets);
            if let (false, Some((x, y))) = (title.is_empty(), letters_at(inner)) {
                let (left, top) = corner(inner);
                *offsets.entry((x - left, y - top)).or_default() += 1;
            }
        }
    }
    let mut offsets = BTreeMap::new();
    documents.iter().for_each(|nodes| count(nodes, &mut offsets));
    offsets.into_iter().max_by_key(|(_, count)| *count).map_or((0, 0), |(offset, _)| offset)
}

/// What tells a group of at least two plain shapes from others, and its place.
pub(super) fn group_key(inner: &[Drawn]) -> Option<(String, (i32, i32))> {
    let (Some(Drawn::Shape(first, _)), true) = (inner.first(), inner.len() > 1) else { return None };
    let at = first.at();
    let key = |node: &Drawn| match node {
        Drawn::Shape(placed, paints) => Some(format!("{} {paints:?}", placed.relative(at).key())),
        Drawn::Hatch(hatch, paints) => Some(format!("{} {paints:?}", hatch.relative(at).key())),
        _ => None,
    };
    let keys: Option<Vec<String>> = inner.iter().map(key).collect();
    Some((keys?.join(";"), at))
}

/// Hatches whose lines are as far from each other.
#[derive(Default)]
pub(super) struct Hatches {
    /// How far a drawing must reach that serves all.
    pub reach: (i32, i32),
    sizes: BTreeSet<(i32, i32)>,
}

impl Hatches {
    /// Whether one drawing for all is worth it.
    pub fn share_lines(&self) -> bool {
        self.sizes.len() > 1
    }
}

/// One who collects what figures consist of.
pub(super) struct Collector<'a> {
    look: &'a Look<'a>,
    pub palette: Palette<'a>,
    pub shapes: Shapes,
    /// Whether there is text that needs a font.
    pub has_text: bool,
    /// Whether there are letters drawn as lines.
    pub has_lines: bool,
    /// Whether there is anything that takes the colour which holds where it stands.
    pub has_colour: bool,
    /// Whether there are outlines with tips, which are drawn out to their points.
    pub has_hollow: bool,
    /// The hatches of each pitch.
    pub hatches: BTreeMap<i32, Hatches>,
    /// How many named groups the item that is being collected lies in.
    depth: usize,
}

impl<'a> Collector<'a> {
    pub fn new(look: &'a Look<'a>) -> Collector<'a> {
        let (palette, shapes) = (Palette::new(look), Shapes::default());
        Collector {
            look,
            palette,
            shapes,
            has_text: false,
            has_lines: false,
            has_colour: false,
            has_hollow: false,
            hatches: BTreeMap::new(),
            depth: 0,
        }
    }

    /// Forgets all shapes, but knows from now on at which size each of them comes most often.
    pub fn learn_sizes(&mut self) {
        self.shapes = self.shapes.usual_sizes();
    }

    /// What a figure consists of.
    pub fn figure(&mut self, figure: &Figure) -> Vec<Drawn> {
        let mut nodes = Vec::new();
        if self.look.ground == Ground::Table {
            nodes.push(Drawn::Ground(self.palette.paints(Some(Ink::Table), None)));
        }
        self.items(&figure.items, &mut nodes);
        nodes
    }

    fn items(&mut self, items: &[Item], nodes: &mut Vec<Drawn>) {
        let mut rest = items;
        while let [item, after @ ..] = rest {
            match after {
                [next, others @ ..] if self.hatched_field(item, next, nodes).is_some() => rest = others,
                _ => {
                    self.item(item, nodes);
                    rest = after;
                }
            }
        }
    }

    /// A rectangle and the hatch on it, if two items are that, as one.
    fn hatched_field(&mut self, field: &Item, lines: &Item, nodes: &mut Vec<Drawn>) -> Option<()> {
        let Item::Path { path: field, fill: Some(field_ink), stroke: None } = field else { return None };
        let Item::Path { path: lines, fill: None, stroke: Some(stroke) } = lines else { return None };
        let edges = rectangle(field)?;
        let [hatch] = &hatches(lines, *stroke)?[..] else { return None };
        let hatch = hatch.on(edges, self.palette.paints(Some(*field_ink), None))?;
        let paints = self.palette.paints(None, Some(*stroke));
        self.hatched(hatch, paints, nodes);
        Some(())
    }

    fn hatched(&mut self, hatch: Hatch, paints: Paints, nodes: &mut Vec<Drawn>) {
        let known = self.hatches.entry(hatch.pitch()).or_default();
        let (long, broad) = hatch.reach();
        known.reach = (known.reach.0.max(long), known.reach.1.max(broad));
        known.sizes.insert(hatch.size());
        nodes.push(Drawn::Hatch(hatch, paints));
    }

    fn item(&mut self, item: &Item, nodes: &mut Vec<Drawn>) {
        match item {
            Item::Path { path, fill, stroke } => self.path(path, *fill, *stroke, nodes),
            Item::Text(text) if self.is_text(text) => {
                self.has_text = true;
                let piece = (text.clone(), self.palette.paints(Some(text.ink), None));
                match nodes.last_mut() {
                    Some(Drawn::Words(line)) if line.iter().all(|(before, _)| continues(before, text)) => {
                        line.push(piece);
                    }
                    _ => nodes.push(Drawn::Words(vec![piece])),
                }
            }
            Item::Text(text) => self.letters(text, nodes),
            Item::Group { title, items } => {
                let mut inner = Vec::new();
                let named = usize::from(!title.is_empty());
                self.depth += named;
                self.items(items, &mut inner);
                self.depth -= named;
                // A group of nothing but a group is that group.
                if let ([Drawn::Group(name, _)], true) = (&inner[..], title.is_empty())
                    && name.is_empty()
                {
                    nodes.append(&mut inner);
                    return;
                }
                match self.look.hover {
                    Hover::Titles => nodes.push(Drawn::Group(plain(title), inner)),
                    // Shapes that come only together, such as backs, stay together.
                    Hover::None if title.is_empty() => nodes.push(Drawn::Group(String::new(), inner)),
                    Hover::None => nodes.extend(inner),
                }
            }
            Item::Shared { x, y, items } => {
                let moved: Vec<Item> = items.iter().map(|item| item.clone().moved(*x, *y)).collect();
                self.items(&moved, nodes);
            }
            Item::Tagged { items, .. } => self.items(items, nodes),
            Item::Raster { .. } | Item::Link { .. } => {}
        }
    }

    fn path(&mut self, path: &Path, fill: Option<Ink>, stroke: Option<Stroke>, nodes: &mut Vec<Drawn>) {
        if let (Some(ink), None) = (fill, stroke)
            && let Some((dots, across)) = dots(path)
        {
            let paints = self.palette.dots(ink, across);
            let placed = self.shapes.place(&dots, &paints, 0.0, Fill::Painted);
            nodes.extend(placed.map(|placed| Drawn::Shape(placed, paints)));
            return;
        }
        let colour = fill.filter(|&ink| stroke.is_none() && self.palette.is_colour(ink));
        let mut paints = match colour {
            Some(ink) => self.palette.lines(ink),
            None => self.palette.paints(fill, stroke),
        };
        self.has_colour |= colour.is_some();
        let has_curves = || path.0.iter().any(|segment| matches!(segment, Segment::Cubic(..)));
        self.has_hollow |=
            fill.is_none() && stroke.is_some_and(|stroke| stroke.dash.is_none()) && has_curves();
        if let Some(hatches) = stroke.filter(|_| fill.is_none()).and_then(|stroke| hatches(path, stroke)) {
            hatches.into_iter().for_each(|hatch| self.hatched(hatch, paints.clone(), nodes));
            return;
        }
        if fill.is_none() && encloses(path) {
            // What is named answers on all of it.
            let is_place = stroke.is_some_and(|stroke| stroke.dash.is_some()) && self.depth > 0;
            if is_place && self.look.ground == Ground::Table && self.look.hover == Hover::Titles {
                paints = self.palette.paints(Some(Ink::Table), stroke);
            } else if self.palette.ground().is_some() {
                paints.push(("fill", "none".into()));
            }
        }
        let line = stroke.map_or(0.0, |stroke| stroke.width);
        let filled = if colour.is_some() { Fill::Colour } else { Fill::Painted };
        let placed = self.shapes.place(path, &paints, line, filled);
        nodes.extend(placed.map(|placed| Drawn::Shape(placed, paints)));
    }

    /// A text as lines, if our alphabet has its letters.
    fn lines(&mut self, text: &Text, nodes: &mut Vec<Drawn>) -> Option<()> {
        let at = (typeset::left(text), text.y);
        let is_number = text.text.bytes().all(|letter| letter.is_ascii_digit());
        let is_line = self.depth == 0 && (is_number || text.text.chars().count() >= FEWEST_IN_LINE);
        // On cards all weights are one, so that they share their letters.
        let breadth = strokes::breadth(if is_line { text.face } else { Face::SansSemibold });
        let unit = strokes::unit(text.size, breadth);
        let letters = strokes::set(text, unit)?;
        (self.has_lines, self.has_colour) = (true, true);
        let paints = self.palette.lines(text.ink);
        if is_line && is_number && text.face == Face::Sans {
            let breadth = strokes::breadth(Face::SansSemibold);
            let unit = strokes::unit(text.size, breadth);
            let letters = strokes::set(text, unit)?;
            let from = letters.first().map_or(0.0, |first| first.x);
            let letters = letters.into_iter().map(|letter| (letter.data, (letter.x - from) * unit)).collect();
            let (letters, scale) = self.shapes.place_number(letters, (breadth, unit), &paints);
            let at = (rounded(at.0 + from * unit), rounded(at.1));
            nodes.push(Drawn::Number(Number { at, scale, letters, paints }));
            return Some(());
        }
        if is_line {
            let goes_on = |line: &&mut Strokes| {
                (line.at.1, line.breadth, line.unit) == (rounded(at.1), breadth, unit)
                    && line.paints == paints
            };
            let last = match nodes.last_mut() {
                Some(Drawn::Strokes(line)) => Some(line).filter(goes_on),
                _ => None,
            };
            match last {
                // All numbers of columns are one line.
                Some(line) => {
                    let from = at.0 - line.at.0 as f32 / 100.0;
                    line.data.push_str(&strokes::line(text, unit, from / unit)?);
                }
                None => {
                    let data = strokes::line(text, unit, 0.0)?;
                    let at = (rounded(at.0), rounded(at.1));
                    nodes.push(Drawn::Strokes(Strokes { data, breadth, unit, at, paints }));
                }
            }
            return Some(());
        }
        for letter in letters {
            let at = (at.0 + letter.x * unit, at.1);
            let placed = self.shapes.place_strokes(letter.data, (breadth, unit), text.stretch, at, &paints);
            nodes.extend(placed.map(|placed| Drawn::Shape(placed, paints.clone())));
        }
        Some(())
    }

    /// A text as the outlines of its letters.
    fn letters(&mut self, text: &Text, nodes: &mut Vec<Drawn>) {
        if self.lines(text, nodes).is_some() {
            return;
        }
        // The numbers of columns take the outlines that the ranks on cards have already.
        let is_number = text.text.bytes().all(|letter| letter.is_ascii_digit());
        let as_rank = Text { face: Face::SansSemibold, ..text.clone() };
        let text = if self.depth == 0 && is_number && text.face == Face::Sans { &as_rank } else { text };
        let paints = self.palette.paints(Some(text.ink), None);
        let left = typeset::left(text);
        if self.depth == 0 && text.text.chars().count() >= FEWEST_IN_LINE {
            let line = typeset::outlines(text).moved(-left, -text.y);
            let placed = self.shapes.place_line(&line, (left, text.y), &paints);
            nodes.extend(placed.map(|placed| Drawn::Shape(placed, paints)));
            return;
        }
        for glyph in typeset::shape(text).glyphs {
            let outline = typeset::outline(text.face, glyph.id);
            let outline = outline.mapped(|x, y| (x * text.size * text.stretch, y * text.size));
            let at = (left + glyph.x, text.y + glyph.y);
            let placed = self.shapes.place_letter(&outline, at, &paints);
            nodes.extend(placed.map(|placed| Drawn::Shape(placed, paints.clone())));
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
}

/// The hatches that a line draws, if it draws nothing else.
fn hatches(path: &Path, stroke: Stroke) -> Option<Vec<Hatch>> {
    (stroke.width == OUTLINE && stroke.dash.is_none()).then(|| Hatch::read(path)).flatten()
}

/// The edges of a rectangle without round corners, if a path is one.
fn rectangle(path: &Path) -> Option<[f32; 4]> {
    let [Segment::Move(..), ref sides @ .., Segment::Close] = path.0[..] else { return None };
    let [Segment::Line(ax, ay), Segment::Line(bx, by), Segment::Line(cx, cy)] = *sides else { return None };
    let Segment::Move(x, y) = path.0[0] else { return None };
    let is_upright = y == ay && ax == bx && by == cy && cx == x || x == ax && ay == by && bx == cx && cy == y;
    is_upright.then(|| path.bounds()).flatten()
}

/// Whether a fill would show: lines apart from each other enclose nothing.
fn encloses(path: &Path) -> bool {
    let is_line = |pair: &[Segment]| matches!(pair, [Segment::Move(..), Segment::Line(..)]);
    !path.0.chunks(2).all(is_line)
}

/// A text without the control characters that XML forbids.
pub(super) fn plain(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { ' ' } else { c })
        .collect()
}
