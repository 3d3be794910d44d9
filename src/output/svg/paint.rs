//! Paints: fills and strokes as attributes, and the inks of dark screens as classes.

use super::Look;
use super::data::number;
use crate::figure::{Ink, Join, Stroke};
use svg::node::Node;
use svg::node::element::Element;

/// The attributes of a fill and a stroke, in the order in which they are written.
pub(super) type Paints = Vec<(&'static str, String)>;

/// The inks of a figure as attributes.
pub(super) struct Palette<'a> {
    look: &'a Look<'a>,
    /// Inks used as fill and as stroke that look different in the dark.
    used: Vec<(Ink, char)>,
}

impl<'a> Palette<'a> {
    pub fn new(look: &'a Look<'a>) -> Palette<'a> {
        Palette { look, used: Vec::new() }
    }

    /// What says how a shape is painted; what equals the document's default is left out.
    pub fn paints(&mut self, fill: Option<Ink>, stroke: Option<Stroke>) -> Paints {
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
    pub fn dots(&mut self, ink: Ink, across: f32) -> Paints {
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

    /// The inks of the dark theme as a style sheet; on paper the light ones stay.
    pub fn dark_rules(&self) -> Option<String> {
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
        (!rules.is_empty()).then(|| format!("@media screen and (prefers-color-scheme:dark){{{rules}}}"))
    }
}

/// A class that fills (`f`) or strokes (`s`) with a colour.
fn class_name(hex: &str, kind: char) -> String {
    format!("{kind}{}", hex.trim_start_matches('#'))
}

/// An element with attributes.
pub(super) fn painted(name: &str, paints: &Paints) -> Element {
    let mut element = Element::new(name);
    for (name, value) in paints {
        element.assign(*name, value.as_str());
    }
    element
}
