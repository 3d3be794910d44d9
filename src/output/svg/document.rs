//! Collected parts as the elements of a document.

use super::collect::{Collector, Drawn, group_key, plain};
use super::data::number;
use super::paint::{Paints, painted};
use super::shapes::{place, translation};
use super::words::{FAMILIES, Type, in_a_row, row, usual_type, words};
use crate::figure::Figure;
use std::collections::BTreeMap;
use svg::node::element::Element;
use svg::node::{Node, Text as Words};

/// How long each figure of an animation is shown.
const SECONDS: f32 = 3.0;

/// One who writes what was collected.
pub(super) struct Writer<'a> {
    prefix: String,
    collector: &'a Collector<'a>,
    /// The width of the narrowest figure.
    room: f32,
    /// The size and weight of text that does not say otherwise.
    usual: Option<Type>,
    /// Groups of the same shapes: how many there are, and the first one.
    groups: BTreeMap<String, (usize, Vec<Drawn>)>,
}

impl<'a> Writer<'a> {
    /// A writer of documents whose ids begin with `prefix` and which share their shapes.
    pub fn new(
        prefix: String,
        collector: &'a Collector<'a>,
        room: f32,
        documents: &[Vec<Drawn>],
    ) -> Writer<'a> {
        let usual = usual_type(documents);
        let mut writer = Writer { prefix, collector, room, usual, groups: BTreeMap::new() };
        documents.iter().for_each(|nodes| writer.count(nodes));
        writer
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

    /// One of several figures as a document; the first holds what all share.
    pub fn document(&self, index: usize, figure: &Figure, nodes: &[Drawn]) -> String {
        let mut root = self.root(figure);
        let number_of = if index > 0 { index.to_string() } else { String::new() };
        self.label(&mut root, &number_of, &figure.title, &figure.alt);
        if index == 0 {
            self.head(&mut root, "");
        }
        self.elements(nodes).into_iter().for_each(|element| root.append(element));
        text_of(&root)
    }

    /// Figures one after another on one ground.
    pub fn animation(&self, ground: &Figure, under: &[Drawn], frames: &[Vec<Drawn>]) -> String {
        let name = format!("{}v", self.prefix);
        let (seconds, share) = (SECONDS * frames.len() as f32, 100.0 / frames.len().max(1) as f32);
        let rules = format!(
            "@media screen and (prefers-reduced-motion:no-preference){{.{name}{{animation:{name} {}s step-end \
             infinite}}}}@keyframes {name}{{0%{{visibility:visible}}{share:.4}%{{visibility:hidden}}}}",
            number(seconds)
        );
        let mut root = self.root(ground);
        self.label(&mut root, "", &ground.title, &ground.alt);
        self.head(&mut root, &rules);
        self.elements(under).into_iter().for_each(|element| root.append(element));
        for (index, nodes) in frames.iter().enumerate() {
            let mut frame = Element::new("g");
            frame.assign("class", name.as_str());
            if index > 0 {
                frame.assign("visibility", "hidden");
                frame.assign("style", format!("animation-delay:{}s", number(SECONDS * index as f32)));
            }
            self.elements(nodes).into_iter().for_each(|element| frame.append(element));
            root.append(frame);
        }
        text_of(&root)
    }

    fn root(&self, figure: &Figure) -> Element {
        let mut root = Element::new("svg");
        let (width, height) = (number(figure.width), number(figure.height));
        root.assign("xmlns", "http://www.w3.org/2000/svg");
        root.assign("viewBox", format!("0 0 {width} {height}"));
        root.assign("width", width);
        root.assign("height", height);
        root.assign("role", "img");
        if self.collector.has_text {
            root.assign("font-family", FAMILIES);
        }
        if let Some((size, weight)) = &self.usual {
            root.assign("font-size", size.as_str());
            if *weight != 400 {
                root.assign("font-weight", weight.to_string());
            }
        }
        root.assign("fill", "none");
        root.assign("stroke-width", ".75");
        if self.collector.has_hollow {
            root.assign("stroke-miterlimit", "10");
        }
        root
    }

    /// Title and description, as screen readers find them.
    fn label(&self, root: &mut Element, number: &str, title: &str, alt: &str) {
        let mut labels = Vec::new();
        for (name, mark, text) in [("title", 't', title), ("desc", 'd', alt)] {
            if !text.is_empty() {
                let id = format!("{}{mark}{number}", self.prefix);
                let mut element = Element::new(name);
                element.assign("id", id.as_str());
                element.append(Words::new(plain(text)));
                root.append(element);
                labels.push(id);
            }
        }
        if !labels.is_empty() {
            root.assign("aria-labelledby", labels.join(" "));
        }
    }

    /// The style sheet, which has more rules than those of the dark, and the shapes that are used by name.
    fn head(&self, root: &mut Element, rules: &str) {
        let dark = self.collector.palette.dark_rules().unwrap_or_default();
        if !dark.is_empty() || !rules.is_empty() {
            let mut style = Element::new("style");
            style.append(Words::new(format!("{dark}{rules}")));
            root.append(style);
        }
        if let Some(definitions) = self.definitions() {
            root.append(definitions);
        }
    }

    fn definitions(&self) -> Option<Element> {
        let prefix = &self.prefix;
        let mut definitions = Element::new("defs");
        for (id, data, paints) in self.collector.shapes.definitions() {
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

    /// The elements of parts; neighbours of one paint share it.
    fn elements(&self, nodes: &[Drawn]) -> Vec<Element> {
        let shapes = &self.collector.shapes;
        let paint_here = |node: &Drawn| match node {
            Drawn::Shape(placed, paints) if !shapes.carries_paint(placed) => Some(paints.clone()),
            _ => None,
        };
        let goes_on = |a: &Drawn, b: &Drawn| {
            paint_here(a).is_some() && paint_here(a) == paint_here(b) || in_a_row(a, b)
        };
        let mut elements = Vec::new();
        for run in nodes.chunk_by(goes_on) {
            let paints = paint_here(&run[0]).unwrap_or_default();
            match (run, row(run, &self.usual)) {
                ([one], _) => elements.push(self.element(one, &paints)),
                (_, Some(row)) => elements.push(row),
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
            Drawn::Shape(placed, _) => match self.collector.shapes.id(placed) {
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
                    element.assign("d", self.collector.shapes.data(placed));
                    element
                }
            },
            Drawn::Hatch(hatch, paints) => hatch.element(paints),
            Drawn::Words(line) => words(line, self.room, &self.usual),
            Drawn::Group(title, inner) => self.group(title, inner),
        }
    }

    fn group(&self, title: &str, inner: &[Drawn]) -> Element {
        if let (Some(element), true) = (self.named(inner), title.is_empty()) {
            return element;
        }
        // Told from its own corner, what a card or a column consists of reads alike wherever it stands.
        let corner = inner.iter().find_map(Drawn::corner).filter(|_| inner.len() > 1);
        let corner = corner.unwrap_or_default();
        let inner: Vec<Drawn> = inner.iter().map(|node| node.relative(corner)).collect();
        let content = match self.named(&inner) {
            Some(element) => vec![element],
            None => self.elements(&inner),
        };
        let mut group = Element::new("g");
        if corner != (0, 0) {
            group.assign("transform", translation(corner.0, corner.1));
        }
        if !title.is_empty() {
            let mut element = Element::new("title");
            element.append(Words::new(title));
            group.append(element);
        }
        content.into_iter().for_each(|element| group.append(element));
        group
    }

    /// A group that is used by name, in its place.
    fn named(&self, inner: &[Drawn]) -> Option<Element> {
        let (key, at) = group_key(inner)?;
        let index = self.groups.keys().position(|known| *known == key)?;
        if self.groups[&key].0 < 2 {
            return None;
        }
        let mut element = Element::new("use");
        element.assign("href", format!("#{}g{index}", self.prefix));
        place(at).into_iter().for_each(|(name, value)| element.assign(name, value));
        Some(element)
    }
}

/// The text of a document, a card a line: no text has line ends, so these all stand between elements.
fn text_of(root: &Element) -> String {
    let mut text = format!("{root}\n");
    // Within a line of text a line end would be a space.
    for tag in ["<use", "</g>", "<title>", "<tspan", "</text>", "</svg>"] {
        text = text.replace(&format!("\n{tag}"), tag);
    }
    text.trim_end().to_string() + "\n"
}
