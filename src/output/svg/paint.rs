//! Paints: fills and strokes as attributes, and the inks of dark screens as classes.

use super::data::{number, short};
use super::{Letters, Look};
use crate::figure::{Ink, Join, Stroke, suit};
use svg::node::Node;
use svg::node::element::Element;

/// The attributes of a fill and a stroke, in the order in which they are written.
pub(super) type Paints = Vec<(&'static str, String)>;

/// The inks of a figure as attributes.
pub(super) struct Palette<'a> {
    look: &'a Look<'a>,
    /// What every class begins with.
    prefix: String,
    /// Dark colours that fill or stroke what is light otherwise, each with the property it is for.
    used: Vec<(&'static str, String)>,
}

impl<'a> Palette<'a> {
    pub fn new(look: &'a Look<'a>) -> Palette<'a> {
        Palette { look, prefix: super::prefix(look), used: Vec::new() }
    }

    /// What fills everything that says nothing else: black, if it is the same on dark screens; nothing where shapes
    /// take the colour of the letters beside them.
    pub fn ground(&self) -> Option<String> {
        self.black().filter(|_| self.look.letters != Letters::Shapes)
    }

    /// The colour of letters that say nothing else: black, if it is the same on dark screens.
    pub fn black(&self) -> Option<String> {
        let black = self.look.theme.paint(Ink::Spades);
        let is_same = self.look.dark.is_none_or(|dark| dark.paint(Ink::Spades).rgb == black.rgb);
        is_same.then(|| black.hex())
    }

    /// Whether an ink is that of a suit and the colour of its letters, which are lines, also fills its shapes.
    pub fn is_colour(&self, ink: Ink) -> bool {
        let is_suit = (0..4).any(|suit| ink == suit::ink(suit) || ink == suit::empty_ink(suit));
        is_suit && self.look.letters == Letters::Shapes
    }

    /// What says how a shape is painted; what equals the document's default is left out.
    pub fn paints(&mut self, fill: Option<Ink>, stroke: Option<Stroke>) -> Paints {
        let mut paints = Vec::new();
        let mut classes = Vec::new();
        for (ink, kind) in [(fill, "fill"), (stroke.map(|stroke| stroke.ink), "stroke")] {
            let Some(ink) = ink else { continue };
            classes.extend(self.class(ink, kind));
        }
        if !classes.is_empty() {
            paints.push(("class", classes.join(" ")));
        }
        if let Some(ink) = fill {
            let hex = self.look.theme.paint(ink).hex();
            if Some(&hex) != self.ground().as_ref() {
                paints.push(("fill", hex));
            }
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
        let class = self.class(ink, "stroke").map(|class| ("class", class));
        let rest = [
            ("stroke", self.look.theme.paint(ink).hex()),
            ("stroke-width", number(across)),
            ("stroke-linecap", "round".into()),
        ];
        class.into_iter().chain(rest).collect()
    }

    /// The paints of letters that are drawn as lines, which take the colour that holds where they are used.
    pub fn lines(&mut self, ink: Ink) -> Paints {
        let class = self.class(ink, "color").map(|class| ("class", class));
        let hex = Some(self.look.theme.paint(ink).hex()).filter(|hex| Some(hex) != self.black().as_ref());
        class.into_iter().chain(hex.map(|hex| ("color", hex))).collect()
    }

    /// The class of an ink that looks different in the dark.
    ///
    /// It begins as the ids do, so that figures of different themes may stand in one page; an id before it
    /// would not do, as the content of `use` is styled without what stands around it.
    fn class(&mut self, ink: Ink, property: &'static str) -> Option<String> {
        let dark = self.look.dark?.paint(ink);
        if dark.rgb == self.look.theme.paint(ink).rgb {
            return None;
        }
        let wanted = (property, dark.hex());
        let known = self.used.iter().position(|used| *used == wanted);
        let number = known.unwrap_or_else(|| {
            self.used.push(wanted);
            self.used.len() - 1
        });
        Some(format!("{}{}", self.prefix, short(number)))
    }

    /// The inks of the dark theme as a style sheet; on paper the light ones stay.
    pub fn dark_rules(&self) -> Option<String> {
        let rule = |(number, (property, hex)): (usize, &(&str, String))| {
            format!(".{}{}{{{property}:{hex}}}", self.prefix, short(number))
        };
        let rules: String = self.used.iter().enumerate().map(rule).collect();
        (!rules.is_empty()).then(|| format!("@media screen and (prefers-color-scheme:dark){{{rules}}}"))
    }
}

/// An element with attributes.
pub(super) fn painted(name: &str, paints: &Paints) -> Element {
    let mut element = Element::new(name);
    for (name, value) in paints {
        element.assign(*name, value.as_str());
    }
    element
}
