//! Text as text: lines, their pieces, and labels that stand in a row.

use super::collect::{Drawn, plain};
use super::data::{number, rounded, tenth, to_tenth};
use super::outline::translation;
use super::paint::Paints;
use crate::figure::{Anchor, Figures, Text, typeset};
use std::collections::BTreeMap;
use svg::node::element::Element;
use svg::node::{Node, Text as Words};

/// The family of most of a figure's text.
const SANS: &str = "Source Sans 3";
/// The families of text in a sans, as an attribute of the whole document. Everybody has one of them, and they are
/// alike; those that we embed elsewhere hardly anybody has. Some programs know no font by the name `sans-serif`.
pub(super) const FAMILIES: &str = "Arial,Liberation Sans,sans-serif";
/// How large these are set against ours: so that their capitals, 0.716 em in Arial, are as high.
const COMMON: f32 = 0.66 / 0.716;

/// Whether a text stands on the line of another, behind it.
pub(super) fn continues(before: &Text, text: &Text) -> bool {
    let from_left = before.anchor == Anchor::Start && text.anchor == Anchor::Start;
    from_left && before.y == text.y && before.x < text.x
}

/// The one short text of a node, which stands by its middle.
fn label(node: &Drawn) -> Option<&(Text, Paints)> {
    match node {
        Drawn::Words(line) => match &line[..] {
            [piece] if is_free(line) && piece.0.anchor == Anchor::Middle => Some(piece),
            _ => None,
        },
        _ => None,
    }
}

/// Whether two nodes are labels that look alike and stand on one height, such as column numbers.
pub(super) fn in_a_row(a: &Drawn, b: &Drawn) -> bool {
    let (Some((a, ink)), Some((b, other))) = (label(a), label(b)) else { return false };
    let like = Text { x: a.x, text: a.text.clone(), ..b.clone() };
    ink == other && *a == like
}

/// Whether a node is a text that stands at the right, such as the repeat of a rank, in the ink of one before it.
pub(super) fn is_repeat(a: &Drawn, b: &Drawn) -> bool {
    let (Drawn::Words(a), Drawn::Words(b)) = (a, b) else { return false };
    let ([(first, ink)], [(repeat, other)]) = (&a[..], &b[..]) else { return false };
    let at_the_right = first.anchor == Anchor::Start && repeat.anchor == Anchor::End;
    at_the_right && ink == other && first.face == repeat.face && is_free(b)
}

/// A text and its repeat as one, with the ink said once.
pub(super) fn with_repeat(
    text: &[(Text, Paints)],
    repeat: &[(Text, Paints)],
    room: f32,
    around: &Type,
) -> Element {
    let mut element = words(text, room, around);
    if let Some((repeat, _)) = repeat.first() {
        let mut piece = Element::new("tspan");
        piece.assign("x", tenth(repeat.x));
        piece.assign("y", tenth(repeat.y));
        let own = Type { anchor: Anchor::End, ..type_of(&[(repeat.clone(), Vec::new())]) };
        assign_type(&mut piece, &own, &type_of(text));
        piece.append(Words::new(plain(&repeat.text)));
        element.append(piece);
    }
    element
}

/// What a text says that the texts within and behind it need not say again.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Type {
    size: String,
    weight: u16,
    /// Which part of a line stands at its place.
    anchor: Anchor,
}

impl Default for Type {
    fn default() -> Type {
        Type { size: String::new(), weight: 400, anchor: Anchor::Start }
    }
}

/// The type of most texts, which the whole document may say once.
pub(super) fn usual_type(documents: &[Vec<Drawn>]) -> Type {
    fn count(nodes: &[Drawn], types: &mut BTreeMap<Type, usize>) {
        for node in nodes {
            match node {
                Drawn::Words(line) => *types.entry(type_of(line)).or_default() += line.len(),
                Drawn::Group(_, inner) => count(inner, types),
                Drawn::Ground(_)
                | Drawn::Shape(..)
                | Drawn::Hatch(..)
                | Drawn::Strokes(_)
                | Drawn::Number(_) => {}
            }
        }
    }
    let mut types = BTreeMap::new();
    documents.iter().for_each(|nodes| count(nodes, &mut types));
    let usual = types.into_iter().max_by_key(|(_, count)| *count).filter(|(_, count)| *count > 1);
    usual.map_or(Type::default(), |(usual, _)| usual)
}

/// The type of a line, which is that of its first piece.
pub(super) fn type_of(line: &[(Text, Paints)]) -> Type {
    let Some((first, _)) = line.first() else { return Type::default() };
    Type { size: tenth(size(first)), weight: typeset::weight(first.face), anchor: place_of(line).1 }
}

/// Says of a type what it has not in common with what stands around it.
pub(super) fn assign_type(element: &mut Element, own: &Type, around: &Type) {
    if own.size != around.size {
        element.assign("font-size", own.size.as_str());
    }
    if own.weight != around.weight {
        element.assign("font-weight", own.weight.to_string());
    }
    if own.anchor != around.anchor {
        let name = match own.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        element.assign("text-anchor", name);
    }
}

/// The place from which a line is told, and which part of it stands there.
fn place_of(line: &[(Text, Paints)]) -> (f32, Anchor) {
    match line {
        [(text, _)] if is_free(line) => (text.x, text.anchor),
        // About its middle it may be a little wider or narrower.
        [(text, _)] if text.stretch != 1.0 && squeeze(text).is_some() => {
            (typeset::left(text) + typeset::width(text) / 2.0, Anchor::Middle)
        }
        [(first, _), ..] => (typeset::left(first), Anchor::Start),
        [] => (0.0, Anchor::Start),
    }
}

/// The place from which a line is told, in hundredths of a point.
pub(super) fn origin(line: &[(Text, Paints)]) -> Option<(i32, i32)> {
    line.first().map(|(first, _)| (rounded(place_of(line).0), rounded(first.y)))
}

/// Labels in a row, each told from the one before it: where columns are as far from each other, all steps read alike.
pub(super) fn row(nodes: &[Drawn], around: &Type) -> Option<Element> {
    let labels: Vec<&(Text, Paints)> = nodes.iter().filter_map(label).collect();
    let (first, paints) = labels.first()?;
    let steps = labels.iter().zip(std::iter::once(&labels[0]).chain(&labels));
    let told = steps.map(|((text, _), (before, _))| {
        let mut words = Element::new("text");
        words.append(Words::new(plain(&text.text)));
        (rounded(text.x) - rounded(before.x), vec![words])
    });
    let mut element = in_steps(told.collect());
    element.assign("transform", translation(to_tenth(rounded(first.x)), to_tenth(rounded(first.y))));
    assign_type(&mut element, &type_of(&[(first.clone(), Vec::new())]), around);
    look(&mut element, first, paints);
    Some(element)
}

/// Elements each in the one before it, as far to the right of it as is said with them.
pub(super) fn in_steps(told: Vec<(i32, Vec<Element>)>) -> Element {
    let mut inner: Option<Element> = None;
    for (index, (step, elements)) in told.into_iter().enumerate().rev() {
        let mut group = Element::new("g");
        if index > 0 {
            group.assign("transform", translation(step, 0));
        }
        elements.into_iter().chain(inner.take()).for_each(|element| group.append(element));
        inner = Some(group);
    }
    inner.unwrap_or_else(|| Element::new("g"))
}

/// A line of text in a figure so wide. Its pieces follow each other, so that in other fonts they never overlap.
pub(super) fn words(line: &[(Text, Paints)], room: f32, around: &Type) -> Element {
    let mut element = Element::new("text");
    let Some((first, _)) = line.first() else { return element };
    // Other fonts are a fifth wider at most; where there is room for that, they may be.
    let last = &line[line.len() - 1].0;
    let right = typeset::left(last) + typeset::width(last);
    let left = typeset::left(first);
    let has_room =
        first.anchor == Anchor::Start && first.stretch == 1.0 && left + 1.2 * (right - left) < room + 0.1;
    let has_width = !(is_free(line) || has_room);
    let x = place_of(line).0;
    let share = squeeze(first).filter(|_| line.len() == 1 && first.stretch != 1.0);
    for (name, value) in [("x", x / share.unwrap_or(1.0)), ("y", first.y)] {
        if tenth(value) != "0" {
            element.assign(name, tenth(value));
        }
    }
    if let Some(share) = share {
        element.assign("transform", format!("scale({} 1)", number(share)));
    }
    let own = type_of(line);
    assign_type(&mut element, &own, around);
    let mut end = f32::INFINITY;
    // A width would be that of the others too, so the first then stands for itself.
    let is_apart = |index: usize| index > 0 || line.len() > 1 && has_width && share.is_none();
    for (index, (text, paints)) in line.iter().enumerate() {
        let mut piece = Element::new("tspan");
        // The first piece is the text itself, and the others are told from it.
        let part = if is_apart(index) { &mut piece } else { &mut element };
        if index > 0 && text.x > end {
            part.assign("dx", tenth(text.x - end));
        }
        if has_width && share.is_none() {
            set_to_width(part, text);
        }
        if index > 0 {
            let piece =
                Type { size: tenth(size(text)), weight: typeset::weight(text.face), anchor: own.anchor };
            assign_type(part, &piece, &own);
        }
        look(part, text, paints);
        part.append(Words::new(plain(&text.text)));
        end = text.x + typeset::width(text);
        if is_apart(index) {
            element.append(piece);
        }
    }
    element
}

/// Sets a text to the width that our font gives it.
fn set_to_width(element: &mut Element, text: &Text) {
    element.assign("textLength", tenth(typeset::width(text)));
    element.assign("lengthAdjust", "spacingAndGlyphs");
}

/// How much narrower than in common fonts a number is to be, if it is.
///
/// Some renderers set no text to a width that is asked for. Squeezed from the outset, a number has about its
/// width in these too, and a ten keeps off its suit.
fn squeeze(text: &Text) -> Option<f32> {
    // The digits of Arial and of the fonts that stand in for it, in ems, and its slash.
    let ems = text.text.chars().map(|character| match character {
        '0'..='9' => Some(0.556),
        '/' => Some(0.278),
        _ => None,
    });
    let common = ems.sum::<Option<f32>>()? * size(text);
    let share = typeset::width(text) / common;
    (0.5..0.97).contains(&share).then_some((100.0 * share).round() / 100.0)
}

/// Whether a line is so short that another font cannot make it too wide.
fn is_free(line: &[(Text, Paints)]) -> bool {
    let [(text, _)] = line else { return false };
    // The 10 in a card's corner is tight already; that at the lower edge has room at its left, and what stands
    // by its middle has room at both sides.
    let is_loose = text.tracking == 0.0 || text.anchor == Anchor::End;
    let most = if text.anchor == Anchor::Middle { 3 } else { 2 };
    text.text.chars().count() <= most && text.stretch == 1.0 && is_loose
}

/// The size in which a text is set.
fn size(text: &Text) -> f32 {
    if typeset::family_name(text.face) == SANS { text.size * COMMON } else { text.size }
}

/// What else a text looks like.
fn look(element: &mut Element, text: &Text, paints: &Paints) {
    if typeset::family_name(text.face) != SANS {
        let family = typeset::family_name(text.face);
        element.assign("font-family", format!("'{family}',Charter,Georgia,serif"));
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
}
