//! The shapes of an SVG file: each outline once, in whole hundredths of a point.

use crate::figure::{Path, Segment};
use std::collections::BTreeMap;

/// An outline that is shorter than this, with the paint all its uses share, is written where it stands: naming it would take as much room.
const SHORTEST: usize = 24;
/// A filled outline at least this long is also shared with others of its form and another size.
const WORTH_SCALING: usize = 120;

/// The least height or width in points of a letter whose points are told in tenths.
const SMALLEST_LETTER: f32 = 7.0;

/// The attributes that a shape is painted with.
type Paints = Vec<(&'static str, String)>;

/// All outlines of a figure.
#[derive(Default)]
pub(super) struct Shapes {
    known: BTreeMap<String, usize>,
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
    /// How often it comes at each size, in hundredths.
    sizes: BTreeMap<i32, usize>,
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
            let (shape, scale) = self.alike(outline, Grain::Fine);
            return Some(self.used(shape, scale, at, paints));
        }
        let shape = self.known.get(&data).copied().unwrap_or_else(|| self.add(data));
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
        let most = |form: &&Form| form.sizes.iter().max_by_key(|(_, count)| **count).map(|(size, _)| *size);
        let usual = forms.iter().map(|form| most(form).map_or(form.size, |size| size as f32 / 100.0));
        Shapes { usual: usual.collect(), ..Shapes::default() }
    }

    fn add(&mut self, data: String) -> usize {
        self.known.insert(data.clone(), self.shapes.len());
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
            *form.sizes.entry(rounded(size)).or_default() += 1;
            return (form.shape, scale(size, form.size));
        }
        let number = self.forms.values().map(Vec::len).sum();
        let usual = self.usual.get(number).copied().unwrap_or(size);
        // Sizes are known to a hundredth; the same size is no reason to scale.
        let usual = if rounded(usual) == rounded(size) { size } else { usual };
        let share = usual / size;
        // On small cards a tenth of a point can be seen.
        let grain = if usual < SMALLEST_LETTER { Grain::Fine } else { grain };
        let shape = self.add(data(&outline.mapped(|x, y| (x * share, y * share)), grain));
        let sizes = BTreeMap::from([(rounded(size), 1)]);
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

/// How finely the points of an outline are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grain {
    /// In hundredths of a point.
    Fine,
    /// In tenths where a letter is large enough that nobody sees it.
    Letter,
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

/// Path data in steps from point to point: `x,y;` of the first point in hundredths, then the rest.
///
/// Each point is rounded where it stands, so that the errors of many steps do not add up.
fn data(path: &Path, grain: Grain) -> String {
    let rounded = |value: f32| match grain {
        Grain::Fine => rounded(value),
        Grain::Letter => rounded(value / 10.0) * 10,
    };
    let mut steps = Steps { out: String::new(), last: ' ' };
    let mut at = (0, 0);
    let mut start = (0, 0);
    // The same point unrounded, for telling curves of the second degree from those of the third.
    let mut exact = (0.0, 0.0);
    let mut skip = 0;
    for (index, &segment) in path.0.iter().enumerate() {
        if skip > 0 {
            skip -= 1;
            continue;
        }
        let from = at;
        let step = |to: (i32, i32)| [to.0 - from.0, to.1 - from.1];
        match segment {
            Segment::Move(x, y) => {
                at = (rounded(x), rounded(y));
                (start, exact) = (at, (x, y));
                match index {
                    0 => steps.out.push_str(&format!("{},{};", at.0, at.1)),
                    _ => steps.push('m', &step(at)),
                }
                let rest = &path.0[index..];
                let length =
                    rest.iter().position(|segment| *segment == Segment::Close).map_or(0, |at| at + 1);
                if let Some((cx, cy, _)) = circle(&rest[..length]) {
                    steps.circle(rounded(2.0 * (cx - x)), rounded(2.0 * (cy - y)));
                    skip = length - 1;
                }
            }
            Segment::Line(x, y) => {
                at = (rounded(x), rounded(y));
                exact = (x, y);
                match step(at) {
                    // A line without length is a dot where its ends are round.
                    [0, 0] if is_dot(&path.0, index) => steps.push('h', &[0]),
                    [0, 0] => {}
                    [dx, 0] => steps.push('h', &[dx]),
                    [0, dy] => steps.push('v', &[dy]),
                    step => steps.push('l', &step),
                }
            }
            Segment::Cubic(a, b, c, d, x, y) => {
                at = (rounded(x), rounded(y));
                let ends = step(at);
                match quadratic(exact, (a, b), (c, d), (x, y)) {
                    Some((a, b)) => {
                        steps.push('q', &[step((rounded(a), rounded(b))), ends].concat());
                    }
                    None => {
                        let controls = [step((rounded(a), rounded(b))), step((rounded(c), rounded(d)))];
                        steps.push('c', &[controls[0], controls[1], ends].concat());
                    }
                }
                exact = (x, y);
            }
            Segment::Close => {
                at = start;
                steps.push('z', &[]);
            }
        }
    }
    steps.out
}

/// Whether a contour is one line without length.
fn is_dot(segments: &[Segment], index: usize) -> bool {
    let is_move = |segment: Option<&Segment>| matches!(segment, Some(Segment::Move(..)));
    let ends = segments.get(index + 1);
    is_move(index.checked_sub(1).and_then(|index| segments.get(index))) && (ends.is_none() || is_move(ends))
}

/// The control point of the second-degree curve that a third-degree one is, if it is one.
///
/// Letters of TrueType fonts are; written so they take a third less room.
fn quadratic(from: (f32, f32), a: (f32, f32), b: (f32, f32), to: (f32, f32)) -> Option<(f32, f32)> {
    let first = (a.0 * 1.5 - from.0 / 2.0, a.1 * 1.5 - from.1 / 2.0);
    let second = (b.0 * 1.5 - to.0 / 2.0, b.1 * 1.5 - to.1 / 2.0);
    let near = |a: f32, b: f32| (a - b).abs() < 0.002;
    (near(first.0, second.0) && near(first.1, second.1)).then_some(first)
}

/// The centre and radius of a circle, if a contour is one as [`Path::circle`] makes it.
pub(super) fn circle(contour: &[Segment]) -> Option<(f32, f32, f32)> {
    let Some((&Segment::Move(x, y), Segment::Close)) = contour.first().zip(contour.last()) else {
        return None;
    };
    let arcs: Vec<[f32; 6]> = contour[1..contour.len() - 1]
        .iter()
        .filter_map(|&segment| match segment {
            Segment::Cubic(a, b, c, d, x, y) => Some([a, b, c, d, x, y]),
            _ => None,
        })
        .collect();
    let [first, across, third, last] = arcs[..] else { return None };
    let (dx, dy) = (across[4] - x, across[5] - y);
    let radius = dx.hypot(dy) / 2.0;
    let centre = (x + dx / 2.0, y + dy / 2.0);
    let near = |a: f32, b: f32| (a - b).abs() < 0.004;
    let round = [first, across, third, last].iter().all(|arc| {
        let to_centre = (arc[4] - centre.0).hypot(arc[5] - centre.1);
        let control = (arc[2] - centre.0).hypot(arc[3] - centre.1);
        near(to_centre, radius) && near(control, radius * 1.1424)
    });
    (round && near(last[4], x) && near(last[5], y) && radius > 0.2).then_some((centre.0, centre.1, radius))
}

/// Path data being written, with nothing that is understood without saying.
struct Steps {
    out: String,
    last: char,
}

impl Steps {
    /// Two half circles, there and back.
    fn circle(&mut self, dx: i32, dy: i32) {
        let diameter = f64::from(dx).hypot(f64::from(dy));
        let radius = hundredths((diameter / 2.0).round() as i32);
        for (dx, dy) in [(dx, dy), (-dx, -dy)] {
            let arc = format!("a{radius} {radius} 0 11{}{}", hundredths(dx), separated(dy));
            self.out.push_str(&arc);
        }
        self.out.push('z');
        self.last = 'z';
    }

    fn push(&mut self, letter: char, numbers: &[i32]) {
        // A step like the last needs no letter, nor does a line after a move; each move does.
        let again = letter == self.last && !matches!(letter, 'm' | 'z');
        let mut glued = !(again || letter == 'l' && self.last == 'm');
        if glued {
            self.out.push(letter);
        }
        for &value in numbers {
            let text = hundredths(value);
            // Two numbers are parted by a minus, or by a point if the first has one already.
            let tail = self.out.rfind(|c: char| !c.is_ascii_digit());
            let has_point = tail.is_some_and(|at| self.out.as_bytes()[at] == b'.');
            if !(glued || text.starts_with('-') || text.starts_with('.') && has_point) {
                self.out.push(' ');
            }
            self.out.push_str(&text);
            glued = false;
        }
        self.last = letter;
    }
}

/// A number in points as it is written in SVG: two decimals at most, no needless zeros.
pub(super) fn number(value: f32) -> String {
    hundredths(rounded(value))
}

/// Whole hundredths. Measures are often an exact half of one; moved about a figure they waver round
/// it, so the border between two numbers lies a little off the half.
fn rounded(value: f32) -> i32 {
    (value * 100.0 + 0.03).round() as i32
}

fn hundredths(value: i32) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let (whole, part) = (value.unsigned_abs() / 100, value.unsigned_abs() % 100);
    let part = match part {
        0 => String::new(),
        part if part % 10 == 0 => format!(".{}", part / 10),
        part => format!(".{part:02}"),
    };
    match (whole, part.is_empty()) {
        (0, true) => "0".into(),
        (0, false) => format!("{sign}{part}"),
        _ => format!("{sign}{whole}{part}"),
    }
}

/// A number after another one: a minus parts them well enough.
fn separated(value: i32) -> String {
    if value < 0 { hundredths(value) } else { format!(" {}", hundredths(value)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_rounded_to_hundredths() {
        let cases = [
            (0.0, "0"),
            (-0.001, "0"),
            (0.5, ".5"),
            (-0.05, "-.05"),
            (12.0, "12"),
            (1.239, "1.24"),
            (-7.1, "-7.1"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }

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
