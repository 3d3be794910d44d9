//! The shapes of an SVG file: each outline once, in whole hundredths of a point.

use super::collect::Strokes;
use super::data::{Grain, data, hundredths, in_unit, rounded, rounded_rect, separated, tenths, to_tenth};
use super::paint::{Paints, painted};
use crate::figure::{Path, Segment, suit};
use std::collections::BTreeMap;
use svg::node::Node;
use svg::node::element::Element;

/// An outline that is shorter than this, with the paint all its uses share, is written where it stands: naming it would take as much room.
const SHORTEST: usize = 24;
/// A filled outline at least this long is also shared with others of its form and another size.
const WORTH_SCALING: usize = 80;

/// An outline that is shorter than this is written once for each paint, a longer one once for all.
const WORTH_PAINTING: usize = 150;

/// An outline so high and wide in points is told in tenths.
const LARGE: f32 = 8.0;

/// The least height or width in points of a letter whose points are told in tenths.
const SMALLEST_LETTER: f32 = 7.0;

/// The suits from the middle of their box of 50 on: as they are designed, to the nearest unit and in arcs.
const SUITS: [&str; 4] = [
    "M0-23a11 11 0 019 17 11 11 0 11-7 16q0 8 7 13h-18q7-5 7-13a11 11 0 11-7-16 11 11 0 019-17z",
    "M0-25q7 13 18 25-11 12-18 25-7-13-18-25 11-12 18-25z",
    "M0-14a11 11 0 0122 6c0 12-14 20-22 31-8-11-22-19-22-31a11 11 0 0122-6z",
    "M0-23c5 10 22 18 22 30a10 10 0 01-20 3q0 8 7 13h-18q7-5 7-13a10 10 0 01-20-3c0-12 17-20 22-30z",
];
/// The box in which they are designed.
const SUIT_BOX: f32 = 50.0;

/// All outlines of a figure.
#[derive(Default)]
pub(super) struct Shapes {
    known: BTreeMap<(Outline, String), usize>,
    /// Filled outlines whatever their size, by their kinds of segments.
    forms: BTreeMap<String, Vec<Form>>,
    /// The size at which each form comes most often, in the order in which they come, if that is known.
    usual: Vec<f32>,
    /// The units in which letters drawn as lines come, in ten thousandths of a point, and how often each.
    units: BTreeMap<i32, usize>,
    /// The unit in which most of them come, if that is known.
    usual_unit: Option<i32>,
    shapes: Vec<Shape>,
}

/// A filled outline at size 1, and where it is defined.
struct Form {
    /// Its number, in the order in which forms come.
    number: usize,
    points: Vec<f32>,
    shape: usize,
    size: f32,
    /// How often it comes at each size: by hundredths, with the size itself.
    sizes: BTreeMap<i32, (usize, f32)>,
    /// If it is a suit.
    design: Option<Design>,
}

/// How a suit lies in the box in which all suits are designed.
///
/// Told from the middle of that box and at one size of it, the four suits stand at the same places and are
/// scaled alike: only their names tell their uses apart.
#[derive(Clone, Copy)]
struct Design {
    suit: u8,
    /// How far the middle of the box lies below the first point of a suit of size 1.
    middle: f32,
    /// The size of the box of a suit of size 1.
    size: f32,
}

impl Design {
    /// The design of a form, if it is that of a suit.
    fn of(kinds: &str, points: &[f32]) -> Option<Design> {
        (0..4).find_map(|suit| {
            let outline = suit::outline(suit);
            let &(Segment::Move(x, y) | Segment::Line(x, y)) = outline.0.first()? else { return None };
            let (size, suit_kinds, suit_points) = form_of(&outline.moved(-x, -y));
            let is_it = kinds == suit_kinds && are_alike(points, &suit_points);
            let drawn = suit::enlarged(suit);
            is_it.then(|| Design { suit, middle: (50.0 - y) / size, size: 100.0 / (size * drawn) })
        })
    }
}

struct Shape {
    outline: Outline,
    uses: usize,
    /// The paint, while all uses have the same.
    paints: Option<Paints>,
}

/// An outline from its shape's own origin on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Outline {
    /// Path data as [`data`] makes them, and the unit of their numbers.
    Data(String, i32),
    /// A suit whose box is so large, told from its middle.
    Suit { suit: u8, size: i32 },
    /// A letter drawn as a line so broad, in hundredths of units so large, in ten thousandths of a point.
    Strokes { data: String, breadth: i32, unit: i32 },
    /// A rectangle with round corners; its origin is the corner of its ink.
    Rect { inset: i32, width: i32, height: i32, radius: i32 },
}

impl Outline {
    /// About how many bytes it takes.
    fn len(&self) -> usize {
        match self {
            Outline::Data(data, _) => data.len(),
            Outline::Suit { suit, .. } => SUITS[usize::from(suit % 4)].len(),
            Outline::Strokes { data, .. } => data.len() + 100,
            Outline::Rect { .. } => 50,
        }
    }

    /// An element that draws it at a place; where letters stand, at the size that they have there.
    fn element(
        &self,
        paints: &Paints,
        (x, y): (i32, i32),
        (scale, stretch): (f32, f32),
        prefix: &str,
    ) -> Element {
        let translated = |scale: String| if (x, y) == (0, 0) { scale } else { translation(x, y) + &scale };
        match self {
            Outline::Suit { suit, size } => {
                let mut path = painted("path", paints);
                path.assign("d", SUITS[usize::from(suit % 4)]);
                path.assign("transform", translated(scale_text(*size as f32 / 100.0 / SUIT_BOX, 1.0)));
                path
            }
            Outline::Strokes { data, breadth, unit } => {
                let size = *unit as f32 / 10_000.0 * scale;
                stroked(data, *breadth, translated(scale_text(size, stretch)), paints, prefix)
            }
            Outline::Data(data, 100) => {
                let (first_x, first_y, rest) = first_point(data);
                let mut path = painted("path", paints);
                let start = (hundredths(x + first_x), separated(y + first_y));
                path.assign("d", format!("M{}{}{rest}", start.0, start.1));
                path
            }
            Outline::Data(data, unit) => {
                let (first_x, first_y, rest) = first_point(data);
                let mut path = painted("path", paints);
                let [first_x, first_y] = [first_x, first_y].map(|value| in_unit(value, *unit));
                path.assign("d", format!("M{first_x} {first_y}{rest}"));
                path.assign("transform", translated(format!("scale({})", hundredths(*unit))));
                path
            }
            &Outline::Rect { inset, width, height, radius } => {
                let mut rect = painted("rect", paints);
                place((x + inset, y + inset)).into_iter().for_each(|(name, value)| rect.assign(name, value));
                // Both edges are rounded where they stand.
                let long = |from: i32, size: i32| to_tenth(from + size) - to_tenth(from);
                rect.assign("width", hundredths(long(x + inset, width)));
                rect.assign("height", hundredths(long(y + inset, height)));
                rect.assign("rx", tenths(radius));
                rect
            }
        }
    }
}

/// The rule that makes lines of letters, said once for all of them.
pub(super) fn stroke_rule(prefix: &str) -> String {
    format!(".{prefix}l{{fill:none;stroke:currentColor;stroke-linecap:round;stroke-linejoin:round}}")
}

/// Letters as a line so broad, in hundredths of units.
fn stroked(data: &str, breadth: i32, transform: String, paints: &Paints, prefix: &str) -> Element {
    let mut path = painted("path", paints);
    let class = paints.iter().find(|(name, _)| *name == "class").map(|(_, class)| format!(" {class}"));
    path.assign("class", format!("{prefix}l{}", class.unwrap_or_default()));
    path.assign("d", data);
    path.assign("stroke-width", hundredths(breadth));
    path.assign("transform", transform);
    path
}

/// A line of letters in its place.
pub(super) fn line(line: &Strokes, prefix: &str) -> Element {
    let (x, y) = (to_tenth(line.at.0), to_tenth(line.at.1));
    let scale = scale_text(line.unit, 1.0);
    let transform = if (x, y) == (0, 0) { scale } else { translation(x, y) + &scale };
    stroked(&line.data, rounded(line.breadth), transform, &line.paints, prefix)
}

/// A shape at a place.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    shape: usize,
    /// How large it is here, against its definition.
    scale: f32,
    /// How much wider than high it is drawn, against that.
    stretch: f32,
    x: i32,
    y: i32,
    is_letter: bool,
}

impl Placed {
    /// The same shape nearer to the origin.
    pub fn relative(&self, (x, y): (i32, i32)) -> Placed {
        Placed { x: self.x - x, y: self.y - y, ..*self }
    }

    /// Whether it is a letter.
    pub fn is_letter(&self) -> bool {
        self.is_letter
    }

    /// The place in hundredths.
    pub fn at(&self) -> (i32, i32) {
        (self.x, self.y)
    }

    /// What tells this shape and its place from others.
    pub fn key(&self) -> String {
        format!("{} {} {} {:.4} {:.4}", self.shape, self.x, self.y, self.scale, self.stretch)
    }

    /// The attributes that bring the shape to its place.
    pub fn place(&self) -> Vec<(&'static str, String)> {
        if (self.scale, self.stretch) != (1.0, 1.0) {
            let (x, y) = (to_tenth(self.x), to_tenth(self.y));
            let scale = scale_text(self.scale, self.stretch);
            let scale = if (x, y) == (0, 0) { scale } else { translation(x, y) + &scale };
            return vec![("transform", scale)];
        }
        place((self.x, self.y))
    }
}

/// A transformation that moves to a place.
pub(super) fn translation(x: i32, y: i32) -> String {
    format!("translate({}{})", hundredths(x), separated(y))
}

/// A transformation that scales; what is drawn much smaller is told more finely.
fn scale_text(scale: f32, stretch: f32) -> String {
    let number = |value: f32| {
        let text = if value < 0.3 { format!("{value:.3}") } else { format!("{value:.2}") };
        let text = text.trim_start_matches('0').trim_end_matches('0').trim_end_matches('.');
        if text.is_empty() { "0".to_string() } else { text.to_string() }
    };
    match stretch {
        1.0 => format!("scale({})", number(scale)),
        _ => format!("scale({} {})", number(scale * stretch), number(scale)),
    }
}

/// The attributes that bring a shape or a named group to its place.
pub(super) fn place((x, y): (i32, i32)) -> Vec<(&'static str, String)> {
    let attributes = [("x", tenths(x)), ("y", tenths(y))];
    attributes.into_iter().filter(|(_, value)| value != "0").collect()
}

impl Shapes {
    /// Notes a path with a line so wide; its place is its first point, or the corner of a rectangle.
    pub fn place(&mut self, path: &Path, paints: &Paints, line: f32) -> Option<Placed> {
        if let Some([left, top, width, height, radius]) = rounded_rect(path) {
            let inset = line / 2.0;
            let [width, height, radius] = [width, height, radius].map(rounded);
            let outline = Outline::Rect { inset: rounded(inset), width, height, radius };
            let shape = self.known(outline, format!("{paints:?}"));
            return Some(self.used(shape, 1.0, (left - inset, top - inset), paints));
        }
        let Some(&(Segment::Move(x, y) | Segment::Line(x, y))) = path.0.first() else { return None };
        self.place_at(&path.moved(-x, -y), (x, y), paints)
    }

    /// Notes an outline that stands at a place.
    fn place_at(&mut self, outline: &Path, at: (f32, f32), paints: &Paints) -> Option<Placed> {
        if outline.0.is_empty() {
            return None;
        }
        // What is small or thin is told more finely.
        let is_large = |[left, top, right, bottom]: [f32; 4]| (right - left).min(bottom - top) > LARGE;
        let is_large = outline.bounds().is_some_and(is_large);
        let data = data(outline, if is_large { Grain::Plain } else { Grain::Fine });
        let is_filled = !paints.iter().any(|(name, _)| *name == "stroke");
        if is_filled && data.len() >= WORTH_SCALING {
            let (shape, scale, down) = self.alike(outline, Grain::Letter);
            return Some(self.used(shape, scale, (at.0, at.1 + down), paints));
        }
        let paint = if data.len() < WORTH_PAINTING { format!("{paints:?}") } else { String::new() };
        let shape = self.known(Outline::Data(data, Grain::Fine.unit()), paint);
        Some(self.used(shape, 1.0, at, paints))
    }

    /// Notes the letters of a line of text as one outline.
    pub fn place_line(&mut self, outline: &Path, at: (f32, f32), paints: &Paints) -> Option<Placed> {
        if outline.0.is_empty() {
            return None;
        }
        let outline = Outline::Data(data(outline, Grain::Line), Grain::Line.unit());
        let shape = self.known(outline, String::new());
        Some(self.used(shape, 1.0, at, paints))
    }

    /// Notes a letter, or a form of many curves, that stands at a place and may come at several sizes.
    pub fn place_letter(&mut self, outline: &Path, at: (f32, f32), paints: &Paints) -> Option<Placed> {
        if outline.0.is_empty() {
            return None;
        }
        let (shape, scale, down) = self.alike(outline, Grain::Letter);
        Some(Placed { is_letter: true, ..self.used(shape, scale, (at.0, at.1 + down), paints) })
    }

    /// Notes a letter drawn as a line so broad in units so large, which may come in other units as well.
    pub fn place_strokes(
        &mut self,
        data: String,
        (breadth, unit): (f32, f32),
        stretch: f32,
        at: (f32, f32),
        paints: &Paints,
    ) -> Option<Placed> {
        if data.is_empty() {
            return None;
        }
        let own = ten_thousandths(unit);
        *self.units.entry(own).or_default() += 1;
        let usual = self.usual_unit.unwrap_or(own);
        let outline = Outline::Strokes { data, breadth: rounded(breadth), unit: usual };
        let shape = self.known(outline, String::new());
        let scale = scale(own as f32, usual as f32);
        Some(Placed { is_letter: true, stretch, ..self.used(shape, scale, at, paints) })
    }

    fn used(&mut self, shape: usize, scale: f32, (x, y): (f32, f32), paints: &Paints) -> Placed {
        let known = &mut self.shapes[shape];
        if known.uses == 0 {
            known.paints = Some(paints.clone());
        }
        known.uses += 1;
        // Letters are told alike, whatever their ink.
        let is_letter = matches!(known.outline, Outline::Strokes { .. });
        if is_letter || known.paints.as_ref() != Some(paints) {
            known.paints = None;
        }
        Placed { shape, scale, stretch: 1.0, x: rounded(x), y: rounded(y), is_letter: false }
    }

    /// No shapes yet, but the knowledge at which size each form comes most often.
    pub fn usual_sizes(&self) -> Shapes {
        let mut forms: Vec<&Form> = self.forms.values().flatten().collect();
        forms.sort_by_key(|form| form.number);
        let most = |sizes: &BTreeMap<i32, (usize, f32)>| {
            sizes.values().max_by_key(|(count, _)| *count).map(|(_, size)| *size)
        };
        let mut boxes = BTreeMap::new();
        for (form, design) in forms.iter().filter_map(|form| Some((form, form.design?))) {
            for (count, size) in form.sizes.values() {
                let of_box = size * design.size;
                boxes.entry(rounded(of_box)).or_insert((0, of_box)).0 += count;
            }
        }
        let usual_of = |form: &&Form| match form.design {
            Some(design) => most(&boxes).map(|of_box| of_box / design.size),
            None => most(&form.sizes),
        };
        let usual = forms.iter().map(|form| usual_of(form).unwrap_or(form.size));
        let usual_unit = self.units.iter().max_by_key(|(_, count)| **count).map(|(unit, _)| *unit);
        Shapes { usual: usual.collect(), usual_unit, ..Shapes::default() }
    }

    /// The shape of an outline that is told from others by a text, too.
    fn known(&mut self, outline: Outline, apart: String) -> usize {
        let key = (outline, apart);
        if let Some(&shape) = self.known.get(&key) {
            return shape;
        }
        self.shapes.push(Shape { outline: key.0.clone(), uses: 0, paints: None });
        self.known.insert(key, self.shapes.len() - 1);
        self.shapes.len() - 1
    }

    /// The shape of an outline's form, its size against it, and how far below the outline it is told from.
    fn alike(&mut self, outline: &Path, grain: Grain) -> (usize, f32, f32) {
        let (size, kinds, points) = form_of(outline);
        let down = |design: Option<Design>| design.map_or(0.0, |design| design.middle * size);
        let is_alike = |form: &&mut Form| are_alike(&form.points, &points);
        let known = self.forms.get_mut(&kinds).and_then(|forms| forms.iter_mut().find(is_alike));
        if let Some(form) = known {
            form.sizes.entry(rounded(size)).or_insert((0, size)).0 += 1;
            return (form.shape, scale(size, form.size), down(form.design));
        }
        let number = self.forms.values().map(Vec::len).sum();
        let usual = self.usual.get(number).copied().unwrap_or(size);
        // Sizes are known to a hundredth; the same size is no reason to scale.
        let usual = if rounded(usual) == rounded(size) { size } else { usual };
        let share = usual / size;
        // On small cards a tenth of a point can be seen.
        let grain = if usual < SMALLEST_LETTER { Grain::Fine } else { grain };
        let design = Design::of(&kinds, &points);
        let down = down(design);
        let outline = match design {
            Some(Design { suit, size, .. }) => Outline::Suit { suit, size: rounded(usual * size) },
            None => Outline::Data(data(&outline.mapped(|x, y| (x * share, y * share)), grain), grain.unit()),
        };
        let shape = self.known(outline, format!("form {number}"));
        let sizes = BTreeMap::from([(rounded(size), (1, size))]);
        let form = Form { number, points, shape, size: usual, sizes, design };
        self.forms.entry(kinds).or_default().push(form);
        (shape, scale(size, usual), down)
    }

    fn is_shared(&self, shape: usize) -> bool {
        let Shape { outline, uses, paints } = &self.shapes[shape];
        let paint: usize = paints.iter().flatten().map(|(name, value)| name.len() + value.len() + 4).sum();
        *uses > 1 && outline.len() + paint >= SHORTEST
    }

    /// Whether a shape's paint stands at its definition.
    pub fn carries_paint(&self, placed: &Placed) -> bool {
        self.is_shared(placed.shape) && self.shapes[placed.shape].paints.is_some()
    }

    /// The name of a shape that is used by name.
    pub fn id(&self, placed: &Placed) -> Option<String> {
        self.is_shared(placed.shape).then(|| name(placed.shape))
    }

    /// A shape that is written where it stands.
    pub fn element(&self, placed: &Placed, paints: &Paints, prefix: &str) -> Element {
        let sizes = (placed.scale, placed.stretch);
        self.shapes[placed.shape].outline.element(paints, placed.at(), sizes, prefix)
    }

    /// The name and the drawing of every shape that is used by name.
    pub fn definitions(&self, prefix: &str) -> impl Iterator<Item = (String, Element)> {
        static NONE: Paints = Vec::new();
        let shared = self.shapes.iter().enumerate().filter(|&(index, _)| self.is_shared(index));
        shared.map(|(index, shape)| {
            let paints = shape.paints.as_ref().unwrap_or(&NONE);
            (name(index), shape.outline.element(paints, (0, 0), (1.0, 1.0), prefix))
        })
    }
}

fn ten_thousandths(value: f32) -> i32 {
    (value * 10_000.0).round() as i32
}

/// The size of an outline, the kinds of its segments, and its points at size 1.
fn form_of(outline: &Path) -> (f32, String, Vec<f32>) {
    let size = outline.bounds().map_or(1.0, |[left, top, right, bottom]| (right - left).max(bottom - top));
    let size = if size > 0.0 { size } else { 1.0 };
    let kind = |segment: &Segment| match segment {
        Segment::Move(..) => 'm',
        Segment::Line(..) => 'l',
        Segment::Cubic(..) => 'c',
        Segment::Close => 'z',
    };
    let mut points = Vec::new();
    outline.mapped(|x, y| {
        points.extend([x / size, y / size]);
        (x, y)
    });
    (size, outline.0.iter().map(kind).collect(), points)
}

/// Whether two forms of the same kinds are one: far coarser than the noise of reckoning, far finer than two
/// letters differ.
fn are_alike(points: &[f32], others: &[f32]) -> bool {
    points.iter().zip(others).all(|(a, b)| (a - b).abs() < 0.002)
}

/// One size against another; the noise of reckoning is no difference.
fn scale(size: f32, usual: f32) -> f32 {
    if (size / usual - 1.0).abs() < 0.0005 { 1.0 } else { size / usual }
}

/// A short name: letters, then digits. The letters d, g, s and t stand for other things in a file.
fn name(index: usize) -> String {
    let letters = b"abcefhijklmnopqruvwxyz";
    let letter = letters[index % letters.len()] as char;
    match index / letters.len() {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// Takes the first point off path data that was made by [`data`].
fn first_point(data: &str) -> (i32, i32, &str) {
    let end = data.find(';').unwrap_or(0);
    let mut numbers = data[..end].split(',').map(|number| number.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0), &data[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_that_comes_twice_is_defined_once() {
        let mut shapes = Shapes::default();
        let paints = vec![("fill", "#111".to_string())];
        let card = Path::rounded(0.0, 0.0, 36.0, 50.0, 3.0);
        let first = shapes.place(&card.moved(1.0, 2.0), &paints, 0.0).unwrap();
        assert_eq!(shapes.id(&first), None);
        let second = shapes.place(&card.moved(40.333, 2.0), &paints, 0.0).unwrap();
        assert_eq!(shapes.id(&first), shapes.id(&second));
        assert_eq!(shapes.definitions("").count(), 1);
        assert!(shapes.carries_paint(&first));
    }

    #[test]
    fn a_filled_outline_serves_at_every_size() {
        let mut shapes = Shapes::default();
        let paints = vec![("fill", "#111".to_string())];
        let club = suit::outline(0);
        let large = shapes.place(&club.mapped(|x, y| (x * 0.243, y * 0.243)), &paints, 0.0).unwrap();
        let small = shapes.place(&club.mapped(|x, y| (x * 0.1323, y * 0.1323)), &paints, 0.0).unwrap();
        assert_eq!(shapes.id(&large), shapes.id(&small));
        let place = small.place();
        assert_eq!(place[0].0, "transform");
        assert!(place[0].1.contains("scale(.54)"), "{place:?}");
    }

    /// The ends of the curves of a path that is told in steps.
    fn ends(data: &str) -> Vec<(f32, f32)> {
        let mut spaced = String::new();
        for letter in data.chars() {
            match letter {
                '-' => spaced.push_str(" -"),
                letter if letter.is_ascii_alphabetic() => spaced.push_str(&format!(" {letter} ")),
                letter => spaced.push(letter),
            }
        }
        // The flags of an arc stand without space before its end.
        let (mut at, mut kind, mut told, mut ends) = ((0.0, 0.0), 'M', Vec::new(), Vec::new());
        for word in spaced.split_whitespace() {
            if word.len() == 1 && word.chars().all(|letter| letter.is_ascii_alphabetic()) {
                kind = word.chars().next().unwrap();
                continue;
            }
            match (kind, told.len()) {
                ('a', 3) => {
                    told.extend([0.0, 0.0]);
                    told.extend(word[2..].parse::<f32>().ok());
                }
                _ => told.push(word.parse().unwrap()),
            }
            let wanted = match kind {
                'M' | 't' => 2,
                'h' => 1,
                'q' => 4,
                'c' => 6,
                _ => 7,
            };
            if told.len() == wanted {
                let (x, y) = if kind == 'h' { (told[0], 0.0) } else { (told[wanted - 2], told[wanted - 1]) };
                at = (at.0 + x, at.1 + y);
                ends.push(at);
                told.clear();
            }
        }
        ends
    }

    #[test]
    fn suits_are_those_of_the_design_and_end_where_they_begin() {
        for (number, data) in SUITS.into_iter().enumerate() {
            let drawn = suit::enlarged(number as u8);
            let design = suit::outline(number as u8)
                .mapped(|x, y| ((x - 50.0) * drawn / 2.0, (y - 50.0) * drawn / 2.0));
            let points: Vec<(f32, f32)> = design
                .0
                .iter()
                .filter_map(|segment| match *segment {
                    Segment::Move(x, y) | Segment::Line(x, y) | Segment::Cubic(.., x, y) => Some((x, y)),
                    Segment::Close => None,
                })
                .collect();
            let ends = ends(data);
            assert_eq!(ends.first(), ends.last(), "{data}");
            for end in &ends {
                let near = |(x, y): &(f32, f32)| (x - end.0).hypot(y - end.1);
                let nearest = points.iter().map(near).fold(f32::INFINITY, f32::min);
                assert!(nearest < 2.0, "{number}: {end:?} is {nearest} from the design");
            }
            let mirrored = |end: &(f32, f32)| ends.contains(&(-end.0, end.1));
            assert!(ends.iter().all(mirrored), "{data}");
        }
    }

    #[test]
    fn suits_of_one_size_stand_at_one_place() {
        use crate::figure::theme::Inking;
        use crate::figure::{Ink, Item};
        let mut shapes = Shapes::default();
        let mut place = |suit: u8, size: f32| {
            let Item::Path { path, .. } = suit::item(suit, 20.0, 30.0, size, Ink::Text, Inking::Colour)
            else {
                panic!()
            };
            shapes.place(&path, &Vec::new(), 0.0).unwrap().place()
        };
        let places: Vec<_> = (0..4).map(|suit| place(suit, 20.0)).collect();
        assert_eq!(places[0], [("x", "20".to_string()), ("y", "30".to_string())]);
        assert!(places.iter().all(|other| *other == places[0]), "{places:?}");
        let smaller: Vec<_> = (0..4).map(|suit| place(suit, 10.0)).collect();
        assert_eq!(smaller[0], [("transform", "translate(20 30)scale(.5)".to_string())]);
        assert!(smaller.iter().all(|other| *other == smaller[0]), "{smaller:?}");
    }

    #[test]
    fn path_data_are_steps_and_leave_out_what_is_understood() {
        let mut shapes = Shapes::default();
        let mut data = |path: &Path| {
            let placed = shapes.place(path, &Vec::new(), 0.0).unwrap();
            let element = shapes.element(&placed, &Vec::new(), "");
            element.get_attributes()["d"].to_string()
        };
        assert_eq!(data(&Path::rect(1.5, 2.0, 10.0, 5.0)), "M1.5 2h10v5h-10z");
        let mut lines = Path::line(0.0, 1.0, 1.0, 0.0);
        lines.0.extend(Path::line(2.0, 1.0, 3.0, 0.0).0);
        assert_eq!(data(&lines), "M0 1l1-1m1 1 1-1");
        let close = Path::polyline(&[(0.0, 0.0), (0.25, 0.5), (0.75, 0.75), (3.0, 1.5)]);
        assert_eq!(data(&close), "M0 0l.25.5.5.25 2.25.75");
    }
}
