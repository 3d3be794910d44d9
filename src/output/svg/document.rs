//! Collected parts as the elements of a document.

use super::collect::{Collector, Drawn, group_key, plain};
use super::data::number;
use super::paint::{Paints, painted};
use super::shapes::{place, translation};
use super::words::{FAMILIES, Type, in_a_row, is_repeat, row, usual_type, with_repeat, words};
use crate::figure::Figure;
use std::collections::BTreeMap;
use svg::node::element::Element;
use svg::node::{Node, Text as Words};

/// How long each figure of an animation is shown.
const SECONDS: f32 = 3.0;

/// So many cards of a column lie in each other at most.
const MOST_NESTED: usize = 32;

/// Shapes that come together at several places.
struct Shared {
    /// How often.
    count: usize,
    number: usize,
    /// The shapes, from the place of the first.
    nodes: Vec<Drawn>,
}

/// One who writes what was collected.
pub(super) struct Writer<'a> {
    prefix: String,
    collector: &'a Collector<'a>,
    /// The width of the narrowest figure.
    room: f32,
    /// The size and weight of text that does not say otherwise.
    usual: Option<Type>,
    /// Groups of the same shapes, by what tells them from others.
    groups: BTreeMap<String, Shared>,
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
        writer.count_beginnings();
        writer.number_groups();
        writer
    }

    /// Counts the groups that are drawn the same, such as backs.
    fn count(&mut self, nodes: &[Drawn]) {
        for node in nodes {
            let Drawn::Group(_, inner) = node else { continue };
            self.count(inner);
            if let Some((key, at)) = group_key(inner) {
                let nodes = || inner.iter().map(|node| node.relative(at)).collect();
                self.groups
                    .entry(key)
                    .or_insert_with(|| Shared { count: 0, number: 0, nodes: nodes() })
                    .count += 1;
            }
        }
    }

    /// Counts what groups begin with, if that is a group of its own or hatched, which takes much room to tell.
    fn count_beginnings(&mut self) {
        let mut begun: Vec<(String, Vec<Drawn>)> = Vec::new();
        for group in self.groups.values() {
            let is_worth = |end: &usize| {
                let known =
                    group_key(&group.nodes[..*end]).is_some_and(|(key, _)| self.groups.contains_key(&key));
                known || matches!(group.nodes[*end - 1], Drawn::Hatch(..))
            };
            let Some(end) = (2..group.nodes.len()).rev().find(is_worth) else { continue };
            let nodes = || group.nodes[..end].iter().map(|node| node.relative((0, 0))).collect();
            begun.extend(group_key(&group.nodes[..end]).map(|(key, _)| (key, nodes())));
        }
        for (key, nodes) in begun {
            self.groups.entry(key).or_insert_with(|| Shared { count: 0, number: 0, nodes }).count += 1;
        }
    }

    /// Numbers the groups that are used by name, those that come most often first: their names are shortest.
    fn number_groups(&mut self) {
        self.groups.retain(|_, group| group.count > 1);
        let mut groups: Vec<&mut Shared> = self.groups.values_mut().collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.count));
        groups.into_iter().enumerate().for_each(|(number, group)| group.number = number);
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
        root.assign("fill", self.collector.palette.ground().unwrap_or_else(|| "none".into()));
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
        for (id, mut shape) in self.collector.shapes.definitions() {
            shape.assign("id", format!("{prefix}{id}"));
            definitions.append(shape);
        }
        let mut groups: Vec<&Shared> = self.groups.values().collect();
        groups.sort_by_key(|group| group.number);
        for group in groups {
            let mut element = Element::new("g");
            element.assign("id", format!("{prefix}g{}", group.number));
            self.after_known(&group.nodes).into_iter().for_each(|node| element.append(node));
            definitions.append(element);
        }
        (!definitions.get_children().is_empty()).then_some(definitions)
    }

    /// The elements of a named group; what another named group begins with is used from there.
    fn after_known(&self, nodes: &[Drawn]) -> Vec<Element> {
        let begun = (2..nodes.len()).rev().find_map(|count| Some((count, self.named(&nodes[..count])?)));
        let Some((count, known)) = begun else { return self.elements(nodes) };
        std::iter::once(known).chain(self.elements(&nodes[count..])).collect()
    }

    /// The elements of parts. Neighbours of one paint share it, and cards one after another lie in each
    /// other, so that the steps from card to card read alike.
    fn elements(&self, nodes: &[Drawn]) -> Vec<Element> {
        let is_titled = |node: &Drawn| matches!(node, Drawn::Group(title, _) if !title.is_empty());
        let mut elements = Vec::new();
        for run in nodes.chunk_by(|a, b| is_titled(a) == is_titled(b)) {
            match run {
                [first, _, ..] if is_titled(first) => {
                    elements.extend(run.chunks(MOST_NESTED).filter_map(|cards| self.nested(cards, (0, 0))));
                }
                _ => elements.extend(self.painted_alike(run)),
            }
        }
        elements
    }

    /// The elements of parts, those of one paint under one paint.
    fn painted_alike(&self, nodes: &[Drawn]) -> Vec<Element> {
        let shapes = &self.collector.shapes;
        let paint_here = |node: &Drawn| match node {
            Drawn::Shape(placed, paints) if !shapes.carries_paint(placed) => Some(paints.clone()),
            _ => None,
        };
        let goes_on = |a: &Drawn, b: &Drawn| {
            paint_here(a).is_some() && paint_here(a) == paint_here(b) || in_a_row(a, b) || is_repeat(a, b)
        };
        let mut elements = Vec::new();
        for run in nodes.chunk_by(goes_on) {
            let paints = paint_here(&run[0]).unwrap_or_default();
            match run {
                // A group that says nothing and moves nothing is its content.
                [Drawn::Group(title, inner)]
                    if title.is_empty() && self.named(inner).is_none() && corner(inner) == (0, 0) =>
                {
                    elements.extend(self.after_known(inner));
                }
                [one] => elements.push(self.element(one, &paints)),
                [Drawn::Words(text), Drawn::Words(repeat)] if is_repeat(&run[0], &run[1]) => {
                    elements.push(with_repeat(text, repeat, self.room, &self.usual));
                }
                [Drawn::Words(_), ..] => elements.extend(row(run, &self.usual)),
                _ if paints.is_empty() => {
                    elements.extend(run.iter().map(|node| self.element(node, &paints)));
                }
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
                None => self.collector.shapes.element(placed, paints),
            },
            Drawn::Hatch(hatch, paints) => hatch.element(paints),
            Drawn::Words(line) => words(line, self.room, &self.usual),
            Drawn::Group(title, inner) => self.group(title, inner, (0, 0)).0,
        }
    }

    /// Groups that lie over each other, each within the one before it, from a place on.
    fn nested(&self, groups: &[Drawn], at: (i32, i32)) -> Option<Element> {
        let (Drawn::Group(title, inner), rest) = groups.split_first()? else { return None };
        let (mut group, corner) = self.group(title, inner, at);
        self.nested(rest, corner).into_iter().for_each(|next| group.append(next));
        Some(group)
    }

    /// A group within what is told from a place on, and the place from which its content is told.
    ///
    /// Told from its own corner, what a card or a column consists of reads alike wherever it stands.
    fn group(&self, title: &str, inner: &[Drawn], at: (i32, i32)) -> (Element, (i32, i32)) {
        if let (Some(element), true) = (self.named(inner), title.is_empty()) {
            return (element, at);
        }
        let corner = if inner.len() > 1 { corner(inner) } else { at };
        let inner: Vec<Drawn> = inner.iter().map(|node| node.relative(corner)).collect();
        let mut group = Element::new("g");
        if corner != at {
            group.assign("transform", translation(corner.0 - at.0, corner.1 - at.1));
        }
        if !title.is_empty() {
            let mut element = Element::new("title");
            element.append(Words::new(title));
            group.append(element);
        }
        match self.named(&inner) {
            Some(element) => group.append(element),
            None => self.after_known(&inner).into_iter().for_each(|element| group.append(element)),
        }
        (group, corner)
    }

    /// A group that is used by name, in its place.
    fn named(&self, inner: &[Drawn]) -> Option<Element> {
        let (key, at) = group_key(inner)?;
        let mut element = Element::new("use");
        element.assign("href", format!("#{}g{}", self.prefix, self.groups.get(&key)?.number));
        place(at).into_iter().for_each(|(name, value)| element.assign(name, value));
        Some(element)
    }
}

/// The place of the first shape of a group.
fn corner(inner: &[Drawn]) -> (i32, i32) {
    inner.iter().find_map(Drawn::corner).unwrap_or_default()
}

/// The text of a document, a card a line: no text has line ends, so these all stand between elements.
fn text_of(root: &Element) -> String {
    let mut text = format!("{root}\n");
    // Within a line of text a line end would be a space.
    for tag in ["<use", "</g>", "<title>", "<tspan", "</text>", "</svg>"] {
        text = text.replace(&format!("\n{tag}"), tag);
    }
    // No attribute is written between such signs.
    text.replace("&apos;", "'").trim_end().to_string() + "\n"
}
