//! Text as text: lines, their pieces, and labels that stand in a row.

use super::collect::{Drawn, plain};
use super::data::number;
use super::paint::Paints;
use crate::figure::{Anchor, Figures, Text, typeset};
use std::collections::BTreeMap;
use svg::node::element::Element;
use svg::node::{Node, Text as Words};

/// The family of most of a figure's text.
const SANS: &str = "Source Sans 3";
/// The families of text, as an attribute of the whole document.
pub(super) const FAMILIES: &str = "'Source Sans 3',Arial,sans-serif";

/// Whether a text stands on the line of another, behind it.
pub(super) fn continues(before: &Text, text: &Text) -> bool {
    let from_left = before.anchor == Anchor::Start && text.anchor == Anchor::Start;
    from_left && before.y == text.y && before.x < text.x
}

/// The one short text of a node, which stands by its middle.
fn label(node: &Drawn) -> Option<&(Text, Paints)> {
    match node {
        Drawn::Words(line) => match &line[..] {
            [piece] if is_short(line) && piece.0.anchor == Anchor::Middle => Some(piece),
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
    at_the_right && ink == other && first.face == repeat.face && is_short(b)
}

/// A text and its repeat as one, with the ink said once.
pub(super) fn with_repeat(
    text: &[(Text, Paints)],
    repeat: &[(Text, Paints)],
    room: f32,
    usual: &Option<Type>,
) -> Element {
    let mut element = words(text, room, usual);
    if let (Some((first, _)), Some((repeat, _))) = (text.first(), repeat.first()) {
        let mut piece = Element::new("tspan");
        piece.assign("x", number(repeat.x));
        piece.assign("y", number(repeat.y));
        piece.assign("text-anchor", "end");
        look(&mut piece, repeat, &Vec::new(), &Some(type_of(first)));
        piece.append(Words::new(plain(&repeat.text)));
        element.append(piece);
    }
    element
}

/// The size and the weight of a text as attributes.
pub(super) type Type = (String, u16);

/// The size and the weight of most texts, which the whole document may say once.
pub(super) fn usual_type(documents: &[Vec<Drawn>]) -> Option<Type> {
    fn count(nodes: &[Drawn], types: &mut BTreeMap<Type, usize>) {
        for node in nodes {
            match node {
                Drawn::Words(line) => {
                    line.iter().for_each(|(text, _)| *types.entry(type_of(text)).or_default() += 1);
                }
                Drawn::Group(_, inner) => count(inner, types),
                Drawn::Shape(..) | Drawn::Hatch(..) => {}
            }
        }
    }
    let mut types = BTreeMap::new();
    documents.iter().for_each(|nodes| count(nodes, &mut types));
    let (usual, count) = types.into_iter().max_by_key(|(_, count)| *count)?;
    (count > 1).then_some(usual)
}

fn type_of(text: &Text) -> Type {
    (number(text.size), typeset::weight(text.face))
}

/// Labels in a row as one text.
pub(super) fn row(nodes: &[Drawn], usual: &Option<Type>) -> Option<Element> {
    let labels: Vec<&(Text, Paints)> = nodes.iter().filter_map(label).collect();
    let (first, paints) = labels.first()?;
    let mut element = Element::new("text");
    element.assign("y", number(first.y));
    element.assign("text-anchor", "middle");
    look(&mut element, first, paints, usual);
    for (text, _) in labels {
        let mut piece = Element::new("tspan");
        piece.assign("x", number(text.x));
        piece.append(Words::new(plain(&text.text)));
        element.append(piece);
    }
    Some(element)
}

/// A line of text in a figure so wide. Its pieces follow each other, so that in other fonts they never overlap.
pub(super) fn words(line: &[(Text, Paints)], room: f32, usual: &Option<Type>) -> Element {
    let mut element = Element::new("text");
    let Some((first, _)) = line.first() else { return element };
    let is_short = is_short(line);
    // Other fonts are a fifth wider at most; where there is room for that, they may be.
    let last = &line[line.len() - 1].0;
    let right = typeset::left(last) + typeset::width(last);
    let is_free = is_short || first.anchor == Anchor::Start && first.stretch == 1.0 && right * 1.2 < room;
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
        letters(&mut element, text, paints, !is_free, usual);
        if let Some(share) = squeeze(text).filter(|_| !is_free) {
            element.assign("transform", format!("scale({} 1)", number(share)));
            element.assign("x", number(x / share));
            element.assign("textLength", number(typeset::width(text) / share));
        }
        return element;
    }
    let mut end = x;
    for (text, paints) in line {
        let mut piece = Element::new("tspan");
        if text.x > end {
            piece.assign("dx", number(text.x - end));
        }
        letters(&mut piece, text, paints, !is_free, usual);
        end = text.x + typeset::width(text);
        element.append(piece);
    }
    element
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
    let common = ems.sum::<Option<f32>>()? * text.size;
    let share = typeset::width(text) / common;
    (0.5..0.97).contains(&share).then_some((100.0 * share).round() / 100.0)
}

/// Whether a line is so short that another font cannot make it too wide.
fn is_short(line: &[(Text, Paints)]) -> bool {
    let [(text, _)] = line else { return false };
    // The 10 in a card's corner is tight already; that at the lower edge has room at its left.
    let is_loose = text.tracking == 0.0 || text.anchor == Anchor::End;
    text.text.chars().count() < 3 && text.stretch == 1.0 && is_loose
}

/// The letters of a text and how they look; set to the width that our font gives them, if it matters.
fn letters(element: &mut Element, text: &Text, paints: &Paints, to_width: bool, usual: &Option<Type>) {
    if to_width {
        element.assign("textLength", number(typeset::width(text)));
        element.assign("lengthAdjust", "spacingAndGlyphs");
    }
    look(element, text, paints, usual);
    element.append(Words::new(plain(&text.text)));
}

fn look(element: &mut Element, text: &Text, paints: &Paints, usual: &Option<Type>) {
    if typeset::family_name(text.face) != SANS {
        let family = typeset::family_name(text.face);
        element.assign("font-family", format!("'{family}',Charter,Georgia,serif"));
    }
    let (size, weight) = type_of(text);
    let (usual_size, usual_weight) = usual.clone().unwrap_or((String::new(), 400));
    if size != usual_size {
        element.assign("font-size", size);
    }
    if weight != usual_weight {
        element.assign("font-weight", weight.to_string());
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
