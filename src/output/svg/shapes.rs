//! The shapes of an SVG file: each outline once, in whole hundredths of a point.

use super::data::{Grain, data, hundredths, rounded, separated};
use super::paint::Paints;
use crate::figure::{Path, Segment};
use std::collections::BTreeMap;

/// An outline that is shorter than this, with the paint all its uses share, is written where it stands: naming it would take as much room.
const SHORTEST: usize = 24;
/// A filled outline at least this long is also shared with others of its form and another size.
const WORTH_SCALING: usize = 80;

/// An outline that is shorter than this is written once for each paint, a longer one once for all.
const WORTH_PAINTING: usize = 150;

/// The least height or width in points of a letter whose points are told in tenths.
const SMALLEST_LETTER: f32 = 7.0;

/// All outlines of a figure.
#[derive(Default)]
pub(super) struct Shapes {
    known: BTreeMap<(String, String), usize>,
    /// Filled outlines whatever their size, by their kinds of segments.
    forms: BTreeMap<String, Vec<Form>>,
    /// The size at which each form comes most often, in the order in which they come, if that is known.
    usual: Vec<f32>,
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
}

struct Shape {
    /// Path data from the shape's own origin on, after the first point.
    data: String,
    uses: usize,
    /// The paint, while all uses have the same.
    paints: Option<Paints>,
}

/// A shape at a place.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    shape: usize,
    /// How large it is here, against its definition.
    scale: f32,
    x: i32,
    y: i32,
}

impl Placed {
    /// The same shape nearer to the origin.
    pub fn relative(&self, (x, y): (i32, i32)) -> Placed {
        Placed { x: self.x - x, y: self.y - y, ..*self }
    }

    /// The place in hundredths.
    pub fn at(&self) -> (i32, i32) {
        (self.x, self.y)
    }

    /// What tells this shape and its place from others.
    pub fn key(&self) -> String {
        format!("{} {} {} {:.4}", self.shape, self.x, self.y, self.scale)
    }

    /// The attributes that bring the shape to its place.
    pub fn place(&self) -> Vec<(&'static str, String)> {
        if self.scale != 1.0 {
            let x = hundredths(self.x);
            let scale = format!("{:.4}", self.scale);
            let scale = scale.trim_start_matches('0').trim_end_matches('0').trim_end_matches('.');
            return vec![("transform", format!("translate({x}{})scale({scale})", separated(self.y)))];
        }
        place((self.x, self.y))
    }
}

/// A transformation that moves to a place.
pub(super) fn translation(x: i32, y: i32) -> String {
    format!("translate({}{})", hundredths(x), separated(y))
}

/// The attributes that bring a named group to its place.
pub(super) fn place((x, y): (i32, i32)) -> Vec<(&'static str, String)> {
    let attributes = [("x", hundredths(x)), ("y", hundredths(y))];
    attributes.into_iter().filter(|(_, value)| value != "0").collect()
}

impl Shapes {
    /// Notes a path; its first point is its place.
    pub fn place(&mut self, path: &Path, paints: &Paints) -> Option<Placed> {
        let Some(&(Segment::Move(x, y) | Segment::Line(x, y))) = path.0.first() else { return None };
        self.place_at(&path.moved(-x, -y), (x, y), paints)
    }

    /// Notes an outline that stands at a place.
    fn place_at(&mut self, outline: &Path, at: (f32, f32), paints: &Paints) -> Option<Placed> {
        if outline.0.is_empty() {
            return None;
        }
        let data = data(outline, Grain::Fine);
        let is_filled = !paints.iter().any(|(name, _)| *name == "stroke");
        if is_filled && data.len() >= WORTH_SCALING {
            let (shape, scale) = self.alike(outline, Grain::Letter);
            return Some(self.used(shape, scale, at, paints));
        }
        let paint = if data.len() < WORTH_PAINTING { format!("{paints:?}") } else { String::new() };
        let key = (data, paint);
        let shape = self.known.get(&key).copied().unwrap_or_else(|| self.add(key));
        Some(self.used(shape, 1.0, at, paints))
    }

    /// Notes a letter, or a form of many curves, that stands at a place and may come at several sizes.
    pub fn place_letter(&mut self, outline: &Path, at: (f32, f32), paints: &Paints) -> Option<Placed> {
        if outline.0.is_empty() {
            return None;
        }
        let (shape, scale) = self.alike(outline, Grain::Letter);
        Some(self.used(shape, scale, at, paints))
    }

    fn used(&mut self, shape: usize, scale: f32, (x, y): (f32, f32), paints: &Paints) -> Placed {
        let known = &mut self.shapes[shape];
        if known.uses == 0 {
            known.paints = Some(paints.clone());
        }
        known.uses += 1;
        if known.paints.as_ref() != Some(paints) {
            known.paints = None;
        }
        Placed { shape, scale, x: rounded(x), y: rounded(y) }
    }

    /// No shapes yet, but the knowledge at which size each form comes most often.
    pub fn usual_sizes(&self) -> Shapes {
        let mut forms: Vec<&Form> = self.forms.values().flatten().collect();
        forms.sort_by_key(|form| form.number);
        let most = |form: &&Form| form.sizes.values().max_by_key(|(count, _)| *count).map(|(_, size)| *size);
        let usual = forms.iter().map(|form| most(form).unwrap_or(form.size));
        Shapes { usual: usual.collect(), ..Shapes::default() }
    }

    fn add(&mut self, key: (String, String)) -> usize {
        let data = key.0.clone();
        self.known.insert(key, self.shapes.len());
        self.shapes.push(Shape { data, uses: 0, paints: None });
        self.shapes.len() - 1
    }

    /// The shape of an outline's form, and its size against it.
    fn alike(&mut self, outline: &Path, grain: Grain) -> (usize, f32) {
        let size =
            outline.bounds().map_or(1.0, |[left, top, right, bottom]| (right - left).max(bottom - top));
        let size = if size > 0.0 { size } else { 1.0 };
        let kind = |segment: &Segment| match segment {
            Segment::Move(..) => 'm',
            Segment::Line(..) => 'l',
            Segment::Cubic(..) => 'c',
            Segment::Close => 'z',
        };
        let kinds: String = outline.0.iter().map(kind).collect();
        let mut points = Vec::new();
        outline.mapped(|x, y| {
            points.extend([x / size, y / size]);
            (x, y)
        });
        // Far coarser than the noise of reckoning, far finer than two letters differ.
        let is_alike = |form: &&mut Form| form.points.iter().zip(&points).all(|(a, b)| (a - b).abs() < 0.002);
        let known = self.forms.get_mut(&kinds).and_then(|forms| forms.iter_mut().find(is_alike));
        if let Some(form) = known {
            form.sizes.entry(rounded(size)).or_insert((0, size)).0 += 1;
            return (form.shape, scale(size, form.size));
        }
        let number = self.forms.values().map(Vec::len).sum();
        let usual = self.usual.get(number).copied().unwrap_or(size);
        // Sizes are known to a hundredth; the same size is no reason to scale.
        let usual = if rounded(usual) == rounded(size) { size } else { usual };
        let share = usual / size;
        // On small cards a tenth of a point can be seen.
        let grain = if usual < SMALLEST_LETTER { Grain::Fine } else { grain };
        let data = data(&outline.mapped(|x, y| (x * share, y * share)), grain);
        let shape = self.add((data, format!("form {number}")));
        let sizes = BTreeMap::from([(rounded(size), (1, size))]);
        self.forms.entry(kinds).or_default().push(Form { number, points, shape, size: usual, sizes });
        (shape, scale(size, usual))
    }

    fn is_shared(&self, shape: usize) -> bool {
        let Shape { data, uses, paints } = &self.shapes[shape];
        let paint: usize = paints.iter().flatten().map(|(name, value)| name.len() + value.len() + 4).sum();
        *uses > 1 && data.len() + paint >= SHORTEST
    }

    /// Whether a shape's paint stands at its definition.
    pub fn carries_paint(&self, placed: &Placed) -> bool {
        self.is_shared(placed.shape) && self.shapes[placed.shape].paints.is_some()
    }

    /// The name of a shape that is used by name.
    pub fn id(&self, placed: &Placed) -> Option<String> {
        self.is_shared(placed.shape).then(|| name(placed.shape))
    }

    /// The path data of a shape that is written where it stands.
    pub fn data(&self, placed: &Placed) -> String {
        // The outline's own first point is relative to its place.
        let (x, y, rest) = first_point(&self.shapes[placed.shape].data);
        format!("M{}{}{rest}", hundredths(placed.x + x), separated(placed.y + y))
    }

    /// The name, path data and paint of every shape that is used by name.
    pub fn definitions(&self) -> impl Iterator<Item = (String, String, &Paints)> {
        static NONE: Paints = Vec::new();
        let shared = self.shapes.iter().enumerate().filter(|&(index, _)| self.is_shared(index));
        shared.map(|(index, shape)| {
            let (x, y, rest) = first_point(&shape.data);
            let data = format!("M{}{}{rest}", hundredths(x), separated(y));
            (name(index), data, shape.paints.as_ref().unwrap_or(&NONE))
        })
    }
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
        let first = shapes.place(&card.moved(1.0, 2.0), &paints).unwrap();
        assert_eq!(shapes.id(&first), None);
        let second = shapes.place(&card.moved(40.333, 2.0), &paints).unwrap();
        assert_eq!(shapes.id(&first), shapes.id(&second));
        assert_eq!(shapes.definitions().count(), 1);
        assert!(shapes.carries_paint(&first));
    }

    #[test]
    fn a_filled_outline_serves_at_every_size() {
        use crate::figure::suit;
        let mut shapes = Shapes::default();
        let paints = vec![("fill", "#111".to_string())];
        let club = suit::outline(0);
        let large = shapes.place(&club.mapped(|x, y| (x * 0.243, y * 0.243)), &paints).unwrap();
        let small = shapes.place(&club.mapped(|x, y| (x * 0.1323, y * 0.1323)), &paints).unwrap();
        assert_eq!(shapes.id(&large), shapes.id(&small));
        let place = small.place();
        assert_eq!(place[0].0, "transform");
        assert!(place[0].1.contains("scale(.544"), "{place:?}");
    }

    #[test]
    fn path_data_are_steps_and_leave_out_what_is_understood() {
        let mut shapes = Shapes::default();
        let placed = shapes.place(&Path::rect(1.5, 2.0, 10.0, 5.0), &Vec::new()).unwrap();
        assert_eq!(shapes.data(&placed), "M1.5 2h10v5h-10z");
        let mut lines = Path::line(0.0, 1.0, 1.0, 0.0);
        lines.0.extend(Path::line(2.0, 1.0, 3.0, 0.0).0);
        let placed = shapes.place(&lines, &Vec::new()).unwrap();
        assert_eq!(shapes.data(&placed), "M0 1l1-1m1 1 1-1");
        let close = Path::polyline(&[(0.0, 0.0), (0.25, 0.5), (0.75, 0.75), (3.0, 1.5)]);
        let placed = shapes.place(&close, &Vec::new()).unwrap();
        assert_eq!(shapes.data(&placed), "M0 0l.25.5.5.25 2.25.75");
    }
}
