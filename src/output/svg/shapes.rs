//! The shapes of an SVG file: each outline once, in whole hundredths of a point.

use super::data::{Grain, data, rounded, rounded_rect, to_tenth};
use super::forms::{Design, Form, are_alike, form_of, scale};
use super::outline::{Outline, place, scale_text, translation};
use super::paint::Paints;
use crate::figure::{Path, Segment};
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

/// What fills an outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fill {
    /// What its paint says, or what holds where it is used.
    Painted,
    /// The colour that holds where it is used, as that of the letters beside it.
    Colour,
}

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

struct Shape {
    outline: Outline,
    fill: Fill,
    uses: usize,
    /// The paint, while all uses have the same.
    paints: Option<Paints>,
}

impl Shape {
    fn element(&self, paints: &Paints, at: (i32, i32), sizes: (f32, f32), prefix: &str) -> Element {
        let mut element = self.outline.element(paints, at, sizes, prefix);
        if self.fill == Fill::Colour {
            // Said at the root, some renderers would take the root's colour.
            element.assign("fill", "currentColor");
        }
        element
    }
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

    /// Whether it is as large here as in its definition.
    pub fn is_unscaled(&self) -> bool {
        (self.scale, self.stretch) == (1.0, 1.0)
    }

    /// The attributes that bring the shape to its place, if it is defined at `home`.
    pub fn place(&self, home: (i32, i32)) -> Vec<(&'static str, String)> {
        let (x, y) = (to_tenth(self.x), to_tenth(self.y));
        if self.is_unscaled() {
            return place((x - home.0, y - home.1));
        }
        let from = |home: i32, scale: f32| to_tenth((home as f32 * scale).round() as i32);
        let (x, y) = (x - from(home.0, self.scale * self.stretch), y - from(home.1, self.scale));
        let scale = scale_text(self.scale, self.stretch);
        let scale = if (x, y) == (0, 0) { scale } else { translation(x, y) + &scale };
        vec![("transform", scale)]
    }
}

impl Shapes {
    /// Notes a path with a line so wide; its place is its first point, or the corner of a rectangle.
    pub fn place(&mut self, path: &Path, paints: &Paints, line: f32, fill: Fill) -> Option<Placed> {
        if let Some([left, top, width, height, radius]) = rounded_rect(path) {
            let inset = line / 2.0;
            let [width, height, radius] = [width, height, radius].map(rounded);
            let outline = Outline::Rect { inset: rounded(inset), width, height, radius };
            let shape = self.known(outline, fill, format!("{paints:?}"));
            return Some(self.used(shape, 1.0, (left - inset, top - inset), paints));
        }
        let Some(&(Segment::Move(x, y) | Segment::Line(x, y))) = path.0.first() else { return None };
        self.place_at(&path.moved(-x, -y), (x, y), paints, fill)
    }

    /// Notes an outline that stands at a place.
    fn place_at(&mut self, outline: &Path, at: (f32, f32), paints: &Paints, fill: Fill) -> Option<Placed> {
        if outline.0.is_empty() {
            return None;
        }
        // What is small or thin is told more finely.
        let is_large = |[left, top, right, bottom]: [f32; 4]| (right - left).min(bottom - top) > LARGE;
        let is_large = outline.bounds().is_some_and(is_large);
        let data = data(outline, if is_large { Grain::Plain } else { Grain::Fine });
        let is_filled = !paints.iter().any(|(name, _)| *name == "stroke");
        if is_filled && data.len() >= WORTH_SCALING {
            let (shape, scale, down) = self.alike(outline, Grain::Letter, fill);
            return Some(self.used(shape, scale, (at.0, at.1 + down), paints));
        }
        let paint = if data.len() < WORTH_PAINTING { format!("{paints:?}") } else { String::new() };
        let shape = self.known(Outline::Data(data, Grain::Fine.unit()), fill, paint);
        Some(self.used(shape, 1.0, at, paints))
    }

    /// Notes the letters of a line of text as one outline.
    pub fn place_line(&mut self, outline: &Path, at: (f32, f32), paints: &Paints) -> Option<Placed> {
        if outline.0.is_empty() {
            return None;
        }
        let outline = Outline::Data(data(outline, Grain::Line), Grain::Line.unit());
        let shape = self.known(outline, Fill::Painted, String::new());
        Some(self.used(shape, 1.0, at, paints))
    }

    /// Notes a letter, or a form of many curves, that stands at a place and may come at several sizes.
    pub fn place_letter(&mut self, outline: &Path, at: (f32, f32), paints: &Paints) -> Option<Placed> {
        if outline.0.is_empty() {
            return None;
        }
        let (shape, scale, down) = self.alike(outline, Grain::Letter, Fill::Painted);
        Some(Placed { is_letter: true, ..self.used(shape, scale, (at.0, at.1 + down), paints) })
    }

    /// Notes the letters of a number of its own, drawn as lines, from the number's left end on in points; and how
    /// large it is against the letters' definitions.
    pub fn place_number(
        &mut self,
        letters: Vec<(String, f32)>,
        (breadth, unit): (f32, f32),
        paints: &Paints,
    ) -> (Vec<Placed>, f32) {
        let own = ten_thousandths(unit);
        let size = scale(own as f32, self.usual_unit.unwrap_or(own) as f32);
        let place = |(data, x): (String, f32)| {
            let placed = self.place_strokes(data, (breadth, unit), 1.0, (x / size, 0.0), paints)?;
            Some(Placed { scale: 1.0, is_letter: false, ..placed })
        };
        (letters.into_iter().filter_map(place).collect(), size)
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
        let shape = self.known(outline, Fill::Painted, String::new());
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
    fn known(&mut self, outline: Outline, fill: Fill, apart: String) -> usize {
        let key = (outline, format!("{apart} {fill:?}"));
        if let Some(&shape) = self.known.get(&key) {
            return shape;
        }
        self.shapes.push(Shape { outline: key.0.clone(), fill, uses: 0, paints: None });
        self.known.insert(key, self.shapes.len() - 1);
        self.shapes.len() - 1
    }

    /// The shape of an outline's form, its size against it, and how far below the outline it is told from.
    fn alike(&mut self, outline: &Path, grain: Grain, fill: Fill) -> (usize, f32, f32) {
        let (size, kinds, points) = form_of(outline);
        let down = |design: Option<Design>| design.map_or(0.0, |design| design.middle * size);
        let is_alike = |form: &&mut Form| form.fill == fill && are_alike(&form.points, &points);
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
        let shape = self.known(outline, fill, format!("form {number}"));
        let sizes = BTreeMap::from([(rounded(size), (1, size))]);
        let form = Form { number, fill, points, shape, size: usual, sizes, design };
        self.forms.entry(kinds).or_default().push(form);
        (shape, scale(size, usual), down)
    }

    fn is_shared(&self, shape: usize) -> bool {
        let Shape { outline, uses, paints, .. } = &self.shapes[shape];
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

    /// The first of the shapes that are best defined at one place, as they are put to use alike: all suits are, and
    /// all letters drawn as lines.
    pub fn first_of_kind(&self, placed: &Placed) -> usize {
        let is_kin = |other: &Shape| match (&self.shapes[placed.shape].outline, &other.outline) {
            (Outline::Suit { size, .. }, Outline::Suit { size: other, .. }) => size == other,
            (Outline::Strokes { unit, .. }, Outline::Strokes { unit: other, .. }) => unit == other,
            _ => false,
        };
        self.shapes.iter().position(is_kin).unwrap_or(placed.shape)
    }

    /// A shape that is written where it stands.
    pub fn element(&self, placed: &Placed, paints: &Paints, prefix: &str) -> Element {
        self.shapes[placed.shape].element(paints, placed.at(), (placed.scale, placed.stretch), prefix)
    }

    /// The name and the drawing of every shape that is used by name, each at its home.
    pub fn definitions(&self, prefix: &str, home: impl Fn(&Placed) -> (i32, i32)) -> Vec<(String, Element)> {
        static NONE: Paints = Vec::new();
        let shared = self.shapes.iter().enumerate().filter(|&(index, _)| self.is_shared(index));
        let mut shared: Vec<(usize, &Shape)> = shared.collect();
        shared.sort_by_key(|(_, shape)| shape.outline.order());
        let define = |(index, shape): (usize, &Shape)| {
            let paints = shape.paints.as_ref().unwrap_or(&NONE);
            let at = Placed { shape: index, scale: 1.0, stretch: 1.0, x: 0, y: 0, is_letter: false };
            (name(index), shape.element(paints, home(&at), (1.0, 1.0), prefix))
        };
        shared.into_iter().map(define).collect()
    }
}

fn ten_thousandths(value: f32) -> i32 {
    (value * 10_000.0).round() as i32
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_that_comes_twice_is_defined_once() {
        let mut shapes = Shapes::default();
        let paints = vec![("fill", "#111".to_string())];
        let card = Path::rounded(0.0, 0.0, 36.0, 50.0, 3.0);
        let first = shapes.place(&card.moved(1.0, 2.0), &paints, 0.0, Fill::Painted).unwrap();
        assert_eq!(shapes.id(&first), None);
        let second = shapes.place(&card.moved(40.333, 2.0), &paints, 0.0, Fill::Painted).unwrap();
        assert_eq!(shapes.id(&first), shapes.id(&second));
        assert_eq!(shapes.definitions("", |_| (0, 0)).len(), 1);
        assert!(shapes.carries_paint(&first));
    }

    #[test]
    fn a_filled_outline_serves_at_every_size() {
        let mut shapes = Shapes::default();
        let paints = vec![("fill", "#111".to_string())];
        let club = crate::figure::suit::outline(0);
        let large =
            shapes.place(&club.mapped(|x, y| (x * 0.243, y * 0.243)), &paints, 0.0, Fill::Painted).unwrap();
        let small =
            shapes.place(&club.mapped(|x, y| (x * 0.1323, y * 0.1323)), &paints, 0.0, Fill::Painted).unwrap();
        assert_eq!(shapes.id(&large), shapes.id(&small));
        let place = small.place((0, 0));
        assert_eq!(place[0].0, "transform");
        assert!(place[0].1.contains("scale(.54)"), "{place:?}");
    }

    #[test]
    fn suits_of_one_size_stand_at_one_place() {
        use crate::figure::theme::Inking;
        use crate::figure::{Ink, Item, suit};
        let mut shapes = Shapes::default();
        let mut place = |suit: u8, size: f32| {
            let Item::Path { path, .. } = suit::item(suit, 20.0, 30.0, size, Ink::Text, Inking::Colour)
            else {
                panic!()
            };
            shapes.place(&path, &Vec::new(), 0.0, Fill::Painted).unwrap().place((0, 0))
        };
        let places: Vec<_> = (0..4).map(|suit| place(suit, 20.0)).collect();
        assert_eq!(places[0], [("x", "20".to_string()), ("y", "30".to_string())]);
        assert!(places.iter().all(|other| *other == places[0]), "{places:?}");
        let smaller: Vec<_> = (0..4).map(|suit| place(suit, 10.0)).collect();
        assert_eq!(smaller[0], [("transform", "translate(20 30)scale(.5)".to_string())]);
        assert!(smaller.iter().all(|other| *other == smaller[0]), "{smaller:?}");
    }

    #[test]
    fn a_shape_defined_at_its_home_comes_to_the_same_place_at_every_size() {
        let placed =
            |scale: f32| Placed { shape: 0, scale, stretch: 1.0, x: 3210, y: -632, is_letter: false };
        assert_eq!(placed(1.0).place((3210, -630)), []);
        assert_eq!(placed(1.0).place((3000, 0)), [("x", "2.1".to_string()), ("y", "-6.3".to_string())]);
        let large = placed(2.0).place((1000, -500));
        assert_eq!(large, [("transform", "translate(12.1 3.7)scale(2)".to_string())]);
    }

    #[test]
    fn path_data_are_steps_and_leave_out_what_is_understood() {
        let mut shapes = Shapes::default();
        let mut data = |path: &Path| {
            let placed = shapes.place(path, &Vec::new(), 0.0, Fill::Painted).unwrap();
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
