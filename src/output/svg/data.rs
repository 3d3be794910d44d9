//! Path data and numbers in whole hundredths of a point, with nothing that is understood without saying.

use super::arcs;
use crate::figure::{Path, Segment};

/// How finely the points of an outline are told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Grain {
    /// In hundredths of a point.
    Fine,
    /// In tenths, for what is drawn at one size.
    Plain,
    /// In tenths, where a letter or a suit is large enough that nobody sees it.
    Letter,
    /// In twentieths, for letters of lines of text.
    Line,
}

impl Grain {
    fn rounded(self, value: f32) -> i32 {
        match self {
            Grain::Fine => rounded(value),
            Grain::Plain => to_tenth(rounded(value)),
            _ => rounded(value / self.unit() as f32) * self.unit(),
        }
    }

    /// What the numbers of data count, in hundredths of a point: points, or what makes whole numbers of them.
    pub fn unit(self) -> i32 {
        match self {
            Grain::Fine | Grain::Plain => 100,
            Grain::Letter => 10,
            Grain::Line => 5,
        }
    }

    /// How far a control point may lie from where a smooth joint would put it, in hundredths.
    fn slack(self) -> i32 {
        match self {
            Grain::Fine | Grain::Plain => 2,
            Grain::Letter => 10,
            Grain::Line => 5,
        }
    }
}

/// Path data in steps from point to point: `x,y;` of the first point in hundredths, then the rest in the
/// grain's unit.
///
/// Each point is rounded where it stands, so that the errors of many steps do not add up.
pub(super) fn data(path: &Path, grain: Grain) -> String {
    let mut steps = Steps { out: String::new(), last: ' ', unit: grain.unit() };
    let mut pen = Pen { at: (0, 0), exact: (0.0, 0.0), control: None };
    let mut start = (0, 0);
    let mut skip = 0;
    let point = |x: f32, y: f32| (grain.rounded(x), grain.rounded(y));
    let path = straightened(path);
    for (index, &segment) in path.0.iter().enumerate() {
        if skip > 0 {
            skip -= 1;
            continue;
        }
        match segment {
            Segment::Move(x, y) => {
                let step = pen.step(point(x, y));
                pen = Pen { at: point(x, y), exact: (x, y), control: None };
                start = pen.at;
                match index {
                    0 => steps.out.push_str(&format!("{},{};", pen.at.0, pen.at.1)),
                    _ => steps.push('m', &step),
                }
                let rest = &path.0[index..];
                let length =
                    rest.iter().position(|segment| *segment == Segment::Close).map_or(0, |at| at + 1);
                if let Some((cx, cy, _)) = circle(&rest[..length]) {
                    steps.circle(grain.rounded(2.0 * (cx - x)), grain.rounded(2.0 * (cy - y)));
                    skip = length - 1;
                }
            }
            Segment::Line(x, y) => {
                match pen.step(point(x, y)) {
                    // A line without length is a dot where its ends are round.
                    [0, 0] if is_dot(&path.0, index) => steps.push('h', &[0]),
                    [0, 0] => {}
                    [dx, 0] => steps.push('h', &[dx]),
                    [0, dy] => steps.push('v', &[dy]),
                    step => steps.push('l', &step),
                }
                pen = Pen { at: point(x, y), exact: (x, y), control: None };
            }
            Segment::Cubic(a, b, c, d, x, y) => {
                let end = point(x, y);
                if let Some(radius) = corner(pen.exact, (a, b), (c, d), (x, y)) {
                    let turns_right =
                        (a - pen.exact.0) * (y - pen.exact.1) > (b - pen.exact.1) * (x - pen.exact.0);
                    steps.arc(grain.rounded(radius), false, turns_right, pen.step(end));
                    pen = Pen { at: end, exact: (x, y), control: None };
                    continue;
                }
                if let Some(arc) =
                    (grain.unit() != 100).then(|| arcs::read(pen.exact, &path.0[index..])).flatten()
                {
                    let end = point(arc.end.0, arc.end.1);
                    steps.arc(rounded(arc.radius), arc.is_large, arc.turns_right, pen.step(end));
                    pen = Pen { at: end, exact: arc.end, control: None };
                    skip = arc.curves - 1;
                    continue;
                }
                // A curve that goes on smoothly is told as shortly by the third degree.
                let goes_on = pen.smooth(3).is_some_and(|smooth| near(smooth, point(a, b), grain.slack()));
                let slack = if grain.unit() == 100 || goes_on { EXACT } else { NEARLY };
                let (order, first, last) = match quadratic(pen.exact, (a, b), (c, d), (x, y), slack) {
                    Some((a, b)) => (2, point(a, b), point(a, b)),
                    None => (3, point(a, b), point(c, d)),
                };
                let smooth = pen.smooth(order).filter(|smooth| near(*smooth, first, grain.slack()));
                let tail = pen.step(end);
                match (order, smooth) {
                    (2, Some(_)) => steps.push('t', &tail),
                    (2, None) => steps.push('q', &[pen.step(first), tail].concat()),
                    (_, Some(_)) => steps.push('s', &[pen.step(last), tail].concat()),
                    (_, None) => steps.push('c', &[pen.step(first), pen.step(last), tail].concat()),
                }
                // A curve of the second degree that goes on smoothly has the control point that was
                // reckoned, not the one that was meant: so no error grows from curve to curve.
                let control = if order == 2 { smooth.unwrap_or(first) } else { last };
                pen = Pen { at: end, exact: (x, y), control: Some((order, control)) };
            }
            Segment::Close => {
                pen = Pen { at: start, exact: pen.exact, control: None };
                steps.push('z', &[]);
            }
        }
    }
    steps.out
}

/// The same path with lines for level curves that are lines, and one line for several.
fn straightened(path: &Path) -> Path {
    let mut segments: Vec<Segment> = Vec::new();
    let mut at = (0.0, 0.0);
    // Whether the last segment is such a line.
    let mut is_level = false;
    for &segment in &path.0 {
        match segment {
            Segment::Cubic(a, b, c, d, x, y) => {
                let level = [b, d, y].iter().all(|height| (height - at.1).abs() < 0.001);
                let goes_on = (a - at.0) * (x - c) >= 0.0 && (c - a) * (x - at.0) >= 0.0;
                match segments.last() {
                    Some(&Segment::Line(..)) if level && goes_on && is_level => {
                        segments.pop();
                        segments.push(Segment::Line(x, y));
                    }
                    _ if level && goes_on => segments.push(Segment::Line(x, y)),
                    _ => segments.push(segment),
                }
                is_level = level && goes_on;
                at = (x, y);
            }
            Segment::Move(x, y) | Segment::Line(x, y) => {
                segments.push(segment);
                (at, is_level) = ((x, y), false);
            }
            Segment::Close => {
                segments.push(segment);
                is_level = false;
            }
        }
    }
    Path(segments)
}

/// Where the pen is.
struct Pen {
    at: (i32, i32),
    /// The same point unrounded, for telling curves of the second degree from those of the third.
    exact: (f32, f32),
    /// The degree and the last control point of the curve that was just drawn.
    control: Option<(u8, (i32, i32))>,
}

impl Pen {
    fn step(&self, to: (i32, i32)) -> [i32; 2] {
        [to.0 - self.at.0, to.1 - self.at.1]
    }

    /// The first control point of a curve of so many degrees, if it goes on smoothly and says so.
    fn smooth(&self, order: u8) -> Option<(i32, i32)> {
        let (_, control) = self.control.filter(|(before, _)| *before == order)?;
        Some((2 * self.at.0 - control.0, 2 * self.at.1 - control.1))
    }
}

fn near(a: (i32, i32), b: (i32, i32), slack: i32) -> bool {
    (a.0 - b.0).abs() <= slack && (a.1 - b.1).abs() <= slack
}

/// Whether a contour is one line without length.
fn is_dot(segments: &[Segment], index: usize) -> bool {
    let is_move = |segment: Option<&Segment>| matches!(segment, Some(Segment::Move(..)));
    let ends = segments.get(index + 1);
    is_move(index.checked_sub(1).and_then(|index| segments.get(index))) && (ends.is_none() || is_move(ends))
}

/// How far apart the two control points may lie that a curve would have as one of the second degree, in
/// points: where it is one; and where it is so nearly one that it strays a twentieth of that.
const EXACT: f32 = 0.002;
const NEARLY: f32 = 0.3;

/// The control point of the second-degree curve that a third-degree one is, if it is one.
///
/// Letters of TrueType fonts are; written so they take a third less room.
fn quadratic(
    from: (f32, f32),
    a: (f32, f32),
    b: (f32, f32),
    to: (f32, f32),
    slack: f32,
) -> Option<(f32, f32)> {
    let first = (a.0 * 1.5 - from.0 / 2.0, a.1 * 1.5 - from.1 / 2.0);
    let second = (b.0 * 1.5 - to.0 / 2.0, b.1 * 1.5 - to.1 / 2.0);
    let near = |a: f32, b: f32| (a - b).abs() < slack;
    let middle = ((first.0 + second.0) / 2.0, (first.1 + second.1) / 2.0);
    (near(first.0, second.0) && near(first.1, second.1)).then_some(middle)
}

/// The radius of the quarter of a circle that a curve is between two straight edges, if it is one.
fn corner(from: (f32, f32), a: (f32, f32), b: (f32, f32), to: (f32, f32)) -> Option<f32> {
    let radius = (to.0 - from.0).abs();
    let near = |a: f32, b: f32| (a - b).abs() < 0.004;
    let arm = radius * 0.552_285;
    let along = |p: (f32, f32), q: (f32, f32)| {
        let (dx, dy) = ((p.0 - q.0).abs(), (p.1 - q.1).abs());
        near(dx, 0.0) && near(dy, arm) || near(dy, 0.0) && near(dx, arm)
    };
    let is_corner = near(radius, (to.1 - from.1).abs()) && along(from, a) && along(b, to);
    (is_corner && radius > 0.2).then_some(radius)
}

/// Left, top, width, height and radius of a rectangle with round corners, if a path is one.
pub(super) fn rounded_rect(path: &Path) -> Option<[f32; 5]> {
    let [Segment::Move(left, y), ref corners @ .., Segment::Close] = path.0[..] else { return None };
    let mut at = (left, y);
    let mut radii = Vec::new();
    let mut points = Vec::new();
    for &segment in corners {
        match segment {
            Segment::Cubic(a, b, c, d, x, y) => {
                radii.push(corner(at, (a, b), (c, d), (x, y))?);
                at = (x, y);
                points.push(at);
            }
            Segment::Line(x, y) => at = (x, y),
            Segment::Move(..) | Segment::Close => return None,
        }
    }
    let (&[radius, ..], &[(_, top), (right, _), (_, bottom), (end, _)]) = (&radii[..], &points[..]) else {
        return None;
    };
    let near = |a: f32, b: f32| (a - b).abs() < 0.004;
    let (width, height) = (right - left, bottom - top);
    let is_rect = near(end, left) && near(y - top, radius) && corners.len() == 7;
    let is_circle = near(width, 2.0 * radius) && near(height, 2.0 * radius);
    let even = radii.iter().all(|&other| near(other, radius));
    (is_rect && even && !is_circle).then_some([left, top, width, height, radius])
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

/// Path data being written.
struct Steps {
    out: String,
    last: char,
    unit: i32,
}

impl Steps {
    /// Two half circles, there and back.
    fn circle(&mut self, dx: i32, dy: i32) {
        let diameter = f64::from(dx).hypot(f64::from(dy));
        let radius = (diameter / 2.0).round() as i32;
        self.arc(radius, true, true, [dx, dy]);
        self.arc(radius, true, true, [-dx, -dy]);
        self.push('z', &[]);
    }

    /// A part of a circle.
    fn arc(&mut self, radius: i32, is_large: bool, turns_right: bool, [dx, dy]: [i32; 2]) {
        let [radius, dx, dy] = [radius, dx, dy].map(|value| in_unit(value, self.unit));
        let (large, way) = (u8::from(is_large), u8::from(turns_right));
        let gap = if dy.starts_with('-') { "" } else { " " };
        self.out.push_str(&format!("a{radius} {radius} 0 {large}{way}{dx}{gap}{dy}"));
        self.last = 'a';
    }

    fn push(&mut self, letter: char, numbers: &[i32]) {
        // A step like the last needs no letter, nor does a line after a move; each move does.
        let again = letter == self.last && !matches!(letter, 'm' | 'z');
        let mut glued = !(again || letter == 'l' && self.last == 'm');
        if glued {
            self.out.push(letter);
        }
        for &value in numbers {
            let text = in_unit(value, self.unit);
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

/// Hundredths of a point in another unit.
pub(super) fn in_unit(value: i32, unit: i32) -> String {
    hundredths(value.saturating_mul(100) / unit)
}

/// A number as part of a name: one character up to 35.
pub(super) fn short(number: usize) -> String {
    match u8::try_from(number) {
        Ok(letter @ 10..36) => char::from(b'A' + letter - 10).to_string(),
        _ => number.to_string(),
    }
}

/// A whole number behind another one.
pub(super) fn separated_whole(value: i32) -> String {
    if value < 0 { value.to_string() } else { format!(" {value}") }
}

/// Hundredths of a point to the nearest tenth: so finely is told where things stand.
pub(super) fn to_tenth(value: i32) -> i32 {
    (value + 5 * value.signum()) / 10 * 10
}

/// Hundredths of a point as a number in points with one decimal.
pub(super) fn tenths(value: i32) -> String {
    hundredths(to_tenth(value))
}

/// A place or a size of type, with one decimal: a twentieth of a point is not seen.
pub(super) fn tenth(value: f32) -> String {
    tenths(rounded(value))
}

/// A number in points as it is written in SVG: two decimals at most, no needless zeros.
pub(super) fn number(value: f32) -> String {
    hundredths(rounded(value))
}

/// Whole hundredths. Measures are often an exact half of one; moved about a figure they waver round
/// it, so the border between two numbers lies a little off the half.
pub(super) fn rounded(value: f32) -> i32 {
    (value * 100.0 + 0.03).round() as i32
}

/// Hundredths of a point as a number in points.
pub(super) fn hundredths(value: i32) -> String {
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
pub(super) fn separated(value: i32) -> String {
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
    fn a_curve_that_goes_on_smoothly_needs_no_first_control_point() {
        let wave = |grain| {
            let segments = [
                Segment::Move(0.0, 0.0),
                Segment::Cubic(0.0, 10.0, 10.0, 10.0, 10.0, 0.0),
                Segment::Cubic(10.0, -10.0, 20.0, -10.0, 20.0, 0.0),
                Segment::Cubic(21.0, 3.0, 30.0, 9.0, 30.0, 0.0),
            ];
            data(&Path(segments.to_vec()), grain)
        };
        assert_eq!(wave(Grain::Fine), "0,0;c0 10 10 10 10 0s10-10 10 0c1 3 10 9 10 0");
        assert_eq!(wave(Grain::Letter), "0,0;c0 100 100 100 100 0s100-100 100 0c10 30 100 90 100 0");
    }
}
