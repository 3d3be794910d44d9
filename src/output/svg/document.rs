//! Collected parts as the elements of a document.

use super::collect::{Collector, Drawn, Number, corner, group_key, letters_at, plain, usual_offset};
use super::data::{number, rounded, short, to_tenth};
use super::lines::{filled, shared_hatching};
use super::outline::{line, place, scale_text, stroke_rule, translation};
use super::paint::{Paints, painted};
use super::shapes::Placed;
use super::words::{
    FAMILIES, Type, assign_type, in_a_row, in_steps, is_repeat, row, type_of, usual_type, with_repeat, words,
};
use crate::figure::Figure;
use std::cell::RefCell;
use std::collections::BTreeMap;
use svg::node::element::Element;
use svg::node::{Node, Text as Words};

/// How long each figure of an animation is shown.
const SECONDS: f32 = 3.0;

/// So many cards of a column, or labels of a row, lie in each other at most.
const MOST_NESTED: usize = 32;

/// A way to write a document.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub aim: Aim,
    pub sharing: Sharing,
    pub naming: Naming,
}

impl Way {
    /// All ways there are.
    pub fn all() -> impl Iterator<Item = Way> {
        let aimed = |aim| Sharing::ALL.map(|sharing| Way { aim, sharing, naming: Naming::First });
        let first = Aim::ALL.into_iter().flat_map(aimed);
        first.flat_map(|way| [way, Way { naming: Naming::OnGround, ..way }])
    }
}

/// Where the name of a card stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// Before all else: a suit that the name ends with is followed by that suit's shape.
    First,
    /// Behind the first shape, for languages that name the suit first: the rank is then followed by that rank.
    OnGround,
}

/// From where cards are told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// From whole points, where columns stand: what is said of a card reads alike wherever it can.
    Sent,
    /// From where the letters of most cards begin, whose place then need not be said.
    Both,
    /// Each from its own letters, and a type that is not the usual one is said once for all cards that follow.
    Stored,
}

impl Aim {
    pub const ALL: [Aim; 3] = [Aim::Sent, Aim::Both, Aim::Stored];
}

/// Which shapes that come together at several places have a name together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sharing {
    /// The hatched grounds of cards alone: all else is told of each card.
    Grounds,
    /// Cards on a hatched ground: grounds and suits of other cards are told of each.
    Hatched,
    /// All, such as the grounds of cards with their suits: long files are shortest so.
    All,
}

impl Sharing {
    pub const ALL: [Sharing; 3] = [Sharing::Grounds, Sharing::Hatched, Sharing::All];
}

/// At how many places shapes are used that are defined at one place, by the first of them.
type Places = BTreeMap<usize, BTreeMap<(i32, i32), usize>>;

/// Shapes that come together at several places.
struct Shared {
    /// How often.
    count: usize,
    number: usize,
    /// The shapes, from the place of the first.
    nodes: Vec<Drawn>,
    /// How far from there the groups are told in which they stand, and how often each.
    origins: BTreeMap<(i32, i32), usize>,
}

impl Shared {
    fn new(nodes: Vec<Drawn>) -> Shared {
        Shared { count: 0, number: 0, nodes, origins: BTreeMap::new() }
    }

    fn add(&mut self, origin: (i32, i32)) {
        self.count += 1;
        *self.origins.entry(origin).or_default() += 1;
    }

    /// The place from which they are told, against that of the first: where most need say nothing of their place.
    fn origin(&self) -> (i32, i32) {
        self.origins.iter().max_by_key(|(_, count)| **count).map_or((0, 0), |(origin, _)| *origin)
    }
}

/// One who writes what was collected.
pub(super) struct Writer<'a> {
    prefix: String,
    collector: &'a Collector<'a>,
    /// The width of the narrowest figure.
    room: f32,
    /// The type of text that does not say otherwise.
    usual: Type,
    way: Way,
    /// How far from its first shape a named group is told: where the letters of most begin, as of these then
    /// nothing need be said of their place.
    offset: (i32, i32),
    /// Groups of the same shapes, by what tells them from others.
    groups: BTreeMap<String, Shared>,
    /// Where shapes are defined: where most of their uses then need say nothing of their place.
    homes: BTreeMap<usize, (i32, i32)>,
    /// Where they were used so far.
    places: RefCell<Places>,
}

/// One of several documents with the ids of another number; the shapes are those of the first.
pub(super) fn renumbered(text: &str, prefix: &str, from: usize, to: usize) -> String {
    let mut text = text.to_string();
    for mark in ['t', 'd'] {
        for end in ['"', ' '] {
            text = text.replace(&format!("{prefix}{mark}{from}{end}"), &format!("{prefix}{mark}{to}{end}"));
        }
    }
    text
}

impl<'a> Writer<'a> {
    /// A writer of documents whose ids begin with `prefix` and which share their shapes.
    pub fn new(
        prefix: String,
        collector: &'a Collector<'a>,
        room: f32,
        documents: &[Vec<Drawn>],
        way: Way,
    ) -> Writer<'a> {
        let usual = usual_type(documents);
        let (right, down) = usual_offset(documents);
        let offset = if way.aim == Aim::Sent { (0, down) } else { (right, down) };
        let (groups, homes, places) = Default::default();
        let mut writer = Writer { prefix, collector, room, usual, way, offset, groups, homes, places };
        documents.iter().for_each(|nodes| writer.count(nodes, None));
        writer.count_beginnings();
        writer.number_groups();
        writer.settle(documents);
        writer
    }

    /// Learns where shapes are best defined, by writing everything once.
    fn settle(&mut self, documents: &[Vec<Drawn>]) {
        drop(self.definitions());
        documents.iter().for_each(|nodes| drop(self.elements(nodes, &self.usual)));
        let most = |places: BTreeMap<(i32, i32), usize>| places.into_iter().max_by_key(|(_, count)| *count);
        let places = std::mem::take(&mut *self.places.borrow_mut());
        let settled = places.into_iter().filter_map(|(shape, places)| Some((shape, most(places)?.0)));
        self.homes = settled.collect();
    }

    /// Where a shape is defined.
    fn home(&self, placed: &Placed) -> (i32, i32) {
        let first = self.collector.shapes.first_of_kind(placed);
        self.homes.get(&first).copied().unwrap_or_default()
    }

    /// Notes where a shape is used.
    fn note_place(&self, placed: &Placed) {
        if placed.is_unscaled() {
            let (x, y) = placed.at();
            let first = self.collector.shapes.first_of_kind(placed);
            let mut places = self.places.borrow_mut();
            *places.entry(first).or_default().entry((to_tenth(x), to_tenth(y))).or_default() += 1;
        }
    }

    /// Counts the groups that are drawn the same, such as backs, in a group that is told from a place.
    fn count(&mut self, nodes: &[Drawn], around: Option<(i32, i32)>) {
        for node in nodes {
            let Drawn::Group(title, inner) = node else { continue };
            let around = if title.is_empty() { around } else { Some(self.origin(title, inner)) };
            self.count(inner, around);
            if let Some((key, at)) = group_key(inner) {
                let origin = around.map_or((0, 0), |origin| (origin.0 - at.0, origin.1 - at.1));
                let nodes = || Shared::new(inner.iter().map(|node| node.relative(at)).collect());
                self.groups.entry(key).or_insert_with(nodes).add(origin);
            }
        }
    }

    /// Counts what groups begin with, if that is a group of its own or hatched, which takes much room to tell.
    fn count_beginnings(&mut self) {
        let mut begun: Vec<(String, Vec<Drawn>, (i32, i32))> = Vec::new();
        for group in self.groups.values() {
            let is_worth = |end: &usize| {
                let known =
                    group_key(&group.nodes[..*end]).is_some_and(|(key, _)| self.groups.contains_key(&key));
                known || matches!(group.nodes[*end - 1], Drawn::Hatch(..))
            };
            let Some(end) = (2..group.nodes.len()).rev().find(is_worth) else { continue };
            let nodes = || group.nodes[..end].iter().map(|node| node.relative((0, 0))).collect();
            begun.extend(group_key(&group.nodes[..end]).map(|(key, _)| (key, nodes(), group.origin())));
        }
        for (key, nodes, origin) in begun {
            self.groups.entry(key).or_insert_with(|| Shared::new(nodes)).add(origin);
        }
    }

    /// Numbers the groups that are used by name, those that come most often first: their names are shortest.
    fn number_groups(&mut self) {
        self.groups.retain(|_, group| group.count > 1);
        let told = self.groups.iter().filter(|(_, group)| !self.has_name(group)).map(|(key, _)| key.clone());
        told.collect::<Vec<_>>().iter().for_each(|key| drop(self.groups.remove(key)));
        let mut groups: Vec<&mut Shared> = self.groups.values_mut().collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.count));
        groups.into_iter().enumerate().for_each(|(number, group)| group.number = number);
    }

    /// Whether shapes that come together have a name together.
    fn has_name(&self, group: &Shared) -> bool {
        let is_used = |node: &Drawn| match node {
            Drawn::Shape(placed, _) => self.collector.shapes.id(placed).is_some(),
            _ => false,
        };
        let is_known =
            |nodes: &[Drawn]| group_key(nodes).is_some_and(|(key, _)| self.groups.contains_key(&key));
        let nodes = &group.nodes[..];
        match self.way.sharing {
            Sharing::All => true,
            Sharing::Hatched => !nodes.iter().all(is_used),
            Sharing::Grounds => {
                let begun = (2..nodes.len()).rev().find(|end| is_known(&nodes[..*end])).unwrap_or(0);
                !nodes[begun..].iter().all(is_used)
            }
        }
    }

    /// One of several figures as a document; the first holds what all share.
    pub fn document(&self, index: usize, figure: &Figure, nodes: &[Drawn]) -> String {
        let mut root = self.root(figure);
        let number_of = if index > 0 { index.to_string() } else { String::new() };
        let description = self.label(&mut root, &number_of, &figure.title, &figure.alt);
        if index == 0 {
            self.head(&mut root, "");
        }
        self.elements(nodes, &self.usual).into_iter().for_each(|element| root.append(element));
        description.into_iter().for_each(|element| root.append(element));
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
        let description = self.label(&mut root, "", &ground.title, &ground.alt);
        self.head(&mut root, &rules);
        self.elements(under, &self.usual).into_iter().for_each(|element| root.append(element));
        for (index, nodes) in frames.iter().enumerate() {
            let mut frame = Element::new("g");
            frame.assign("class", name.as_str());
            if index > 0 {
                frame.assign("visibility", "hidden");
                frame.assign("style", format!("animation-delay:{}s", number(SECONDS * index as f32)));
            }
            self.elements(nodes, &self.usual).into_iter().for_each(|element| frame.append(element));
            root.append(frame);
        }
        description.into_iter().for_each(|element| root.append(element));
        text_of(&root)
    }

    fn root(&self, figure: &Figure) -> Element {
        let mut root = Element::new("svg");
        let (width, height) = (number(figure.width.ceil()), number(figure.height.ceil()));
        root.assign("xmlns", "http://www.w3.org/2000/svg");
        root.assign("viewBox", format!("0 0 {width} {height}"));
        root.assign("width", width);
        root.assign("height", height);
        root.assign("role", "img");
        if self.collector.has_text {
            root.assign("font-family", FAMILIES);
        }
        assign_type(&mut root, &self.usual, &Type::default());
        root.assign("fill", self.collector.palette.ground().unwrap_or_else(|| "none".into()));
        if let (true, Some(black)) = (self.collector.has_colour, self.collector.palette.black()) {
            root.assign("color", black);
        }
        root.assign("stroke-width", ".75");
        if self.collector.has_hollow {
            root.assign("stroke-miterlimit", "10");
        }
        root
    }

    /// The title, as screen readers find it, and the description, which is to be the document's last element:
    /// behind the cards' names its own take fewer bytes.
    fn label(&self, root: &mut Element, number: &str, title: &str, alt: &str) -> Option<Element> {
        let named = |name: &str, mark: char, text: &str| {
            let id = format!("{}{mark}{number}", self.prefix);
            let mut element = Element::new(name);
            element.assign("id", id.as_str());
            element.append(Words::new(plain(text)));
            (!text.is_empty()).then_some((id, element))
        };
        let (title, description) = (named("title", 't', title), named("desc", 'd', alt));
        let labels: Vec<&str> =
            [&title, &description].into_iter().flatten().map(|(id, _)| id.as_str()).collect();
        if !labels.is_empty() {
            root.assign("aria-labelledby", labels.join(" "));
        }
        title.into_iter().for_each(|(_, element)| root.append(element));
        description.map(|(_, element)| element)
    }

    /// The style sheet, which has more rules than those of the dark, and the shapes that are used by name.
    fn head(&self, root: &mut Element, rules: &str) {
        let dark = self.collector.palette.dark_rules().unwrap_or_default();
        let rules = match self.collector.has_lines {
            true => {
                let is_filled = self.collector.palette.ground().is_some();
                format!("{}{rules}", stroke_rule(&self.prefix, is_filled))
            }
            false => rules.to_string(),
        };
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
        for (id, mut shape) in self.collector.shapes.definitions(prefix, |placed| self.home(placed)) {
            shape.assign("id", format!("{prefix}{id}"));
            definitions.append(shape);
        }
        for (&pitch, hatches) in &self.collector.hatches {
            if let Some(id) = self.hatching_id(pitch) {
                let mut lines = shared_hatching(pitch, hatches.reach);
                lines.assign("id", id);
                definitions.append(lines);
            }
        }
        let mut groups: Vec<&Shared> = self.groups.values().collect();
        groups.sort_by_key(|group| group.number);
        for group in groups {
            let mut element = Element::new("g");
            element.assign("id", format!("{prefix}{}", short(group.number)));
            let origin = group.origin();
            let nodes: Vec<Drawn> = group.nodes.iter().map(|node| node.relative(origin)).collect();
            self.after_known(&nodes, &self.usual).into_iter().for_each(|node| element.append(node));
            definitions.append(element);
        }
        (!definitions.get_children().is_empty()).then_some(definitions)
    }

    /// The id of the drawing that serves hatches of a pitch, if there is one.
    fn hatching_id(&self, pitch: i32) -> Option<String> {
        let mut shared = self.collector.hatches.iter().filter(|(_, hatches)| hatches.share_lines());
        let number = shared.position(|(known, _)| *known == pitch)?;
        Some(format!("{}s{}", self.prefix, if number > 0 { number.to_string() } else { String::new() }))
    }

    /// The elements of a named group; what another named group begins with is used from there.
    fn after_known(&self, nodes: &[Drawn], around: &Type) -> Vec<Element> {
        let begun = (2..nodes.len()).rev().find_map(|count| Some((count, self.named(&nodes[..count])?)));
        let Some((count, known)) = begun else { return self.elements(nodes, around) };
        std::iter::once(known).chain(self.elements(&nodes[count..], around)).collect()
    }

    /// The elements of parts. Neighbours of one paint share it, and cards one after another lie in each
    /// other, so that the steps from card to card read alike.
    fn elements(&self, nodes: &[Drawn], around: &Type) -> Vec<Element> {
        let mut elements = Vec::new();
        for run in nodes.chunk_by(|a, b| a.is_titled() == b.is_titled()) {
            match run {
                [first, ..] if first.is_titled() => {
                    let nested = |cards| self.nested(cards, (0, 0), around);
                    elements.extend(run.chunks(MOST_NESTED).filter_map(nested));
                }
                _ => elements.extend(self.painted_alike(run, around)),
            }
        }
        elements
    }

    /// The elements of parts, those of one paint under one paint.
    fn painted_alike(&self, nodes: &[Drawn], around: &Type) -> Vec<Element> {
        let shapes = &self.collector.shapes;
        let paint_here = |node: &Drawn| match node {
            Drawn::Shape(placed, paints) if !shapes.carries_paint(placed) => Some(paints.clone()),
            _ => None,
        };
        let goes_on = |a: &Drawn, b: &Drawn| {
            paint_here(a).is_some() && paint_here(a) == paint_here(b)
                || in_a_row(a, b)
                || are_in_a_row(a, b)
                || is_repeat(a, b)
        };
        let mut elements = Vec::new();
        for run in nodes.chunk_by(goes_on) {
            let paints = paint_here(&run[0]).unwrap_or_default();
            match run {
                // A group that says nothing and moves nothing is its content, and so is a column of named cards.
                [Drawn::Group(title, inner)]
                    if title.is_empty()
                        && self.named(inner).is_none()
                        && (corner(inner) == (0, 0) || inner.iter().all(Drawn::is_titled)) =>
                {
                    elements.extend(self.after_known(inner, around));
                }
                [Drawn::Number(_), ..] => {
                    elements.extend(run.chunks(MOST_NESTED).filter_map(|run| self.numbers(run)));
                }
                [one] => elements.push(self.element(one, &paints, around)),
                [Drawn::Words(text), Drawn::Words(repeat)] if is_repeat(&run[0], &run[1]) => {
                    elements.push(with_repeat(text, repeat, self.room, around));
                }
                [Drawn::Words(_), ..] => {
                    elements.extend(run.chunks(MOST_NESTED).filter_map(|run| row(run, around)));
                }
                _ if paints.is_empty() => {
                    elements.extend(run.iter().map(|node| self.element(node, &paints, around)));
                }
                _ => {
                    let mut group = painted("g", &paints);
                    run.iter().for_each(|node| group.append(self.element(node, &Vec::new(), around)));
                    elements.push(group);
                }
            }
        }
        elements
    }

    fn element(&self, node: &Drawn, paints: &Paints, around: &Type) -> Element {
        match node {
            Drawn::Ground(paints) => filled(paints),
            Drawn::Number(_) => self.numbers(std::slice::from_ref(node)).unwrap_or_else(|| Element::new("g")),
            Drawn::Shape(placed, _) => match self.collector.shapes.id(placed) {
                Some(id) => {
                    self.note_place(placed);
                    let mut element = painted("use", paints);
                    element.assign("href", format!("#{}{id}", self.prefix));
                    for (name, value) in placed.place(self.home(placed)) {
                        element.assign(name, value);
                    }
                    element
                }
                None => self.collector.shapes.element(placed, paints, &self.prefix),
            },
            Drawn::Hatch(hatch, paints) => {
                let shared = self.hatching_id(hatch.pitch()).map(|id| format!("#{id}"));
                hatch.element(shared.as_deref(), paints)
            }
            Drawn::Strokes(letters) => line(letters, &self.prefix),
            Drawn::Words(line) => words(line, self.room, around),
            Drawn::Group(title, inner) => self.group(title, inner, (0, 0), around).0,
        }
    }

    /// Numbers in a row, each told from the one before it.
    fn numbers<'n>(&self, nodes: &'n [Drawn]) -> Option<Element> {
        let number = |node: &'n Drawn| if let Drawn::Number(number) = node { Some(number) } else { None };
        let numbers: Vec<&Number> = nodes.iter().filter_map(number).collect();
        let first = numbers.first()?;
        let letters = |number: &Number| {
            let shapes = number.letters.iter().map(|letter| Drawn::Shape(*letter, Paints::new()));
            shapes.map(|shape| self.element(&shape, &Paints::new(), &self.usual)).collect()
        };
        let steps = numbers.iter().zip(std::iter::once(first).chain(&numbers));
        let step = |a: &Number, b: &Number| rounded((a.at.0 - b.at.0) as f32 / 100.0 / first.scale);
        let mut row =
            in_steps(steps.map(|(number, before)| (step(number, before), letters(number))).collect());
        first.paints.iter().for_each(|(name, value)| row.assign(*name, value.as_str()));
        let place = translation(to_tenth(first.at.0), to_tenth(first.at.1));
        row.assign("transform", place + &scale_text(first.scale, 1.0));
        Some(row)
    }

    /// Groups that lie over each other, each within the one before it, from a place on.
    fn nested(&self, groups: &[Drawn], at: (i32, i32), around: &Type) -> Option<Element> {
        let (Drawn::Group(title, inner), rest) = groups.split_first()? else { return None };
        let (mut group, origin, own) = self.group(title, inner, at, around);
        self.nested(rest, origin, &own).into_iter().for_each(|next| group.append(next));
        Some(group)
    }

    /// A group within what is told from a place on, the place from which its content is told, and the type that
    /// holds in it.
    ///
    /// Told from its own place and in its own type, what a card consists of reads alike wherever it stands.
    fn group(
        &self,
        title: &str,
        inner: &[Drawn],
        at: (i32, i32),
        around: &Type,
    ) -> (Element, (i32, i32), Type) {
        if let (Some(element), true) = (self.named(inner), title.is_empty()) {
            return (element, at, around.clone());
        }
        let origin = if inner.len() > 1 { self.origin(title, inner) } else { at };
        let inner: Vec<Drawn> = match title.is_empty() {
            true => inner.iter().map(|node| node.relative(origin)).collect(),
            false => self.spread(inner).map(|node| node.relative(origin)).collect(),
        };
        let mut group = Element::new("g");
        if origin != at {
            // Steps are exact, so that they do not add up to more; where the first stands is told in tenths.
            let told = |from: i32, to: i32| if at == (0, 0) { to_tenth(to) } else { to - from };
            group.assign("transform", translation(told(at.0, origin.0), told(at.1, origin.1)));
        }
        let lines = inner.iter().filter_map(|node| match node {
            Drawn::Words(line) if !title.is_empty() => Some(type_of(line)),
            _ => None,
        });
        let own = lines.take(1).next().filter(|_| self.way.aim == Aim::Stored);
        let own = own.unwrap_or_else(|| around.clone());
        assign_type(&mut group, &own, around);
        let mut parts = match self.named(&inner) {
            Some(element) => vec![element],
            None => self.after_known(&inner, &own),
        };
        if !title.is_empty() {
            let mut element = Element::new("title");
            element.append(Words::new(title));
            let is_behind = self.way.naming == Naming::OnGround && parts.len() > 1;
            parts.insert(usize::from(is_behind), element);
        }
        parts.into_iter().for_each(|element| group.append(element));
        (group, origin, own)
    }

    /// The parts of a named group, with those of groups in it that have no name.
    fn spread<'n>(&self, inner: &'n [Drawn]) -> impl Iterator<Item = &'n Drawn> {
        inner.iter().flat_map(|node| match node {
            Drawn::Group(title, parts) if title.is_empty() && self.named(parts).is_none() => &parts[..],
            node => std::slice::from_ref(node),
        })
    }

    /// The place from which a group is told.
    fn origin(&self, title: &str, inner: &[Drawn]) -> (i32, i32) {
        let (x, y) = corner(inner);
        match (title.is_empty(), self.way.aim, letters_at(inner)) {
            (true, ..) => (x, y),
            (false, Aim::Stored, Some(own)) => own,
            (false, ..) => (x + self.offset.0, y + self.offset.1),
        }
    }

    /// A group that is used by name, in its place.
    fn named(&self, inner: &[Drawn]) -> Option<Element> {
        let (key, at) = group_key(inner)?;
        let group = self.groups.get(&key)?;
        let mut element = Element::new("use");
        element.assign("href", format!("#{}{}", self.prefix, short(group.number)));
        let origin = group.origin();
        place((at.0 + origin.0, at.1 + origin.1))
            .into_iter()
            .for_each(|(name, value)| element.assign(name, value));
        Some(element)
    }
}

/// Whether two numbers look alike and stand on one height.
fn are_in_a_row(a: &Drawn, b: &Drawn) -> bool {
    let (Drawn::Number(a), Drawn::Number(b)) = (a, b) else { return false };
    (a.at.1, a.scale) == (b.at.1, b.scale) && a.paints == b.paints
}

/// The text of a document. No text has line ends, so these all stand between elements.
fn text_of(root: &Element) -> String {
    // No attribute is written between such signs.
    root.to_string().replace('\n', "").replace("&apos;", "'") + "\n"
}
