//! Paths that SVG can tell as one dashed or dotted line: pips and hatches.

use super::data::{circle, hundredths, rounded, separated, tenths, to_tenth};
use super::outline::translation;
use super::paint::{Paints, painted};
use crate::figure::{Path, Segment};
use svg::node::Node;
use svg::node::element::Element;

/// Circles of one size as lines without length, which round ends make dots of, and how far across they are.
pub(super) fn dots(path: &Path) -> Option<(Path, f32)> {
    let contours = path.0.split_inclusive(|segment| *segment == Segment::Close);
    let circles: Vec<(f32, f32, f32)> = contours.map(circle).collect::<Option<_>>()?;
    let &(_, _, radius) = circles.first()?;
    let equal = circles.iter().all(|circle| (circle.2 - radius).abs() < 0.004);
    // Two lines would be one with a bend, so each begins anew.
    let dot = |&(x, y, _): &(f32, f32, f32)| [Segment::Move(x, y), Segment::Line(x, y)];
    equal.then(|| (Path(circles.iter().flat_map(dot).collect()), 2.0 * radius))
}

/// A rectangle that is hatched with lines rising at 45°, and perhaps falling ones, in whole hundredths of a point.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Hatch {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    pitch: i32,
    /// Where the first line would begin on the upper edge.
    first: i32,
    /// Whether the same lines are drawn once more, mirrored from left to right.
    is_crossed: bool,
    /// What fills the rectangle under the lines, if anything.
    field: Option<Paints>,
}

/// How much nearer to each other the edges of a hatch may be than those of the field that it lies on, in points.
const NEAR: f32 = 0.6;

/// The fewest lines that are worth it.
const FEWEST_LINES: usize = 4;

impl Hatch {
    /// The rectangles that a path hatches, if it does nothing else.
    pub fn read(path: &Path) -> Option<Vec<Hatch>> {
        if let Some(rising) = uncrossed(path) {
            let crossed = |hatch| Hatch { is_crossed: true, ..hatch };
            return Some(Hatch::read(&rising)?.into_iter().map(crossed).collect());
        }
        if path.0.len() < 2 * FEWEST_LINES || !path.0.len().is_multiple_of(2) {
            return None;
        }
        let mut lines = Vec::new();
        for pair in path.0.chunks(2) {
            let [Segment::Move(x, y), Segment::Line(to_x, to_y)] = *pair else { return None };
            // Such a line is where x + y is constant.
            if to_x <= x || (x + y - to_x - to_y).abs() > 0.01 {
                return None;
            }
            lines.push([x, y, to_x, to_y]);
        }
        // The lines of a rectangle go from its left upper corner to its right lower one.
        let goes_on = |a: &[f32; 4], b: &[f32; 4]| b[0] + b[1] > a[0] + a[1];
        lines.chunk_by(goes_on).map(Hatch::of).collect()
    }

    fn of(lines: &[[f32; 4]]) -> Option<Hatch> {
        let [before, after] = lines.get(..2)? else { return None };
        let pitch = after[0] + after[1] - before[0] - before[1];
        let edge = |at: usize, pick: fn(f32, f32) -> f32| lines.iter().map(|line| line[at]).reduce(pick);
        let (left, top) = (edge(0, f32::min)?, edge(3, f32::min)?);
        let (right, bottom) = (edge(2, f32::max)?, edge(1, f32::max)?);
        let close = |a: f32, b: f32| (a - b).abs() < 0.02;
        for (index, line) in lines.iter().enumerate() {
            let sum = before[0] + before[1] + index as f32 * pitch;
            let low = (left.max(sum - bottom), bottom.min(sum - left));
            let high = (right.min(sum - top), top.max(sum - right));
            let wanted = [low.0, low.1, high.0, high.1];
            if !line.iter().zip(wanted).all(|(&have, want)| close(have, want)) {
                return None;
            }
        }
        // A corner may be left free of lines, but not more.
        let (first, last) = (before[0] + before[1], lines.last().map(|line| line[0] + line[1])?);
        if first - left - top > pitch + 0.3 || right + bottom - last > pitch + 0.3 {
            return None;
        }
        Some(Hatch {
            left: rounded(left),
            top: rounded(top),
            width: rounded(right) - rounded(left),
            height: rounded(bottom) - rounded(top),
            pitch: rounded(pitch),
            first: rounded(first - left - top),
            is_crossed: false,
            field: None,
        })
    }

    /// The hatch on a filled rectangle, left, top, right and bottom, if it reaches nearly to all its edges.
    pub fn on(&self, [left, top, right, bottom]: [f32; 4], field: Paints) -> Option<Hatch> {
        let own = [self.left, self.top, self.left + self.width, self.top + self.height];
        let edges = [left, top, right, bottom];
        let is_near = |(own, edge): (i32, f32)| (own as f32 / 100.0 - edge).abs() < NEAR;
        if !own.into_iter().zip(edges).all(is_near) {
            return None;
        }
        let [left, top, right, bottom] = edges.map(rounded);
        Some(Hatch {
            left,
            top,
            width: right - left,
            height: bottom - top,
            first: self.first + self.left - left + self.top - top,
            field: Some(field),
            ..*self
        })
    }

    /// The same hatch nearer to the origin.
    pub fn relative(&self, (x, y): (i32, i32)) -> Hatch {
        Hatch { left: self.left - x, top: self.top - y, ..self.clone() }
    }

    /// What tells it from others.
    pub fn key(&self) -> String {
        let Hatch { left, top, width, height, pitch, first, is_crossed, field } = self;
        format!("{left} {top} {width} {height} {pitch} {first} {is_crossed} {field:?}")
    }

    /// How far lines are from each other, which tells hatches apart that one drawing cannot serve.
    pub fn pitch(&self) -> i32 {
        self.pitch
    }

    /// How far the drawing must reach that serves it: to both sides, and up and down.
    pub fn reach(&self) -> (i32, i32) {
        (self.width + self.height, self.height)
    }

    /// Its size, which tells hatches apart wherever they lie.
    pub fn size(&self) -> (i32, i32) {
        (self.width, self.height)
    }

    /// The hatch, cut at the rectangle's edges by an inner drawing; its lines are its own, or those of a drawing
    /// that serves all hatches of a pitch.
    pub fn element(&self, drawing: Option<&str>, paints: &Paints) -> Element {
        let half = to_tenth(self.height / 2);
        // A slanted line is where x + y is constant; the drawing's first one begins at its origin.
        let begin = self.first - wide() / 2 - self.pitch;
        let rising = match drawing {
            Some(drawing) => {
                let mut lines = painted("use", paints);
                lines.assign("href", drawing);
                lines.assign("x", tenths(begin));
                lines
            }
            None => {
                let from = format!("{}{}", tenths(begin), separated(half));
                let long = whole(self.width + self.height + 2 * self.pitch);
                hatching(painted("path", paints), &from, self.pitch, (long, to_tenth(self.height)))
            }
        };
        let falling = self.is_crossed.then(|| {
            let mut mirrored = Element::new("g");
            mirrored.assign("transform", translation(to_tenth(self.width), 0) + "scale(-1 1)");
            mirrored.append(rising.clone());
            mirrored
        });
        let mut field = Element::new("svg");
        for (name, value) in [("x", self.left), ("y", self.top)] {
            if tenths(value) != "0" {
                field.assign(name, tenths(value));
            }
        }
        field.assign("width", tenths(self.width));
        field.assign("height", tenths(self.height));
        if let Some(paints) = &self.field {
            field.append(filled(paints));
        }
        [Some(rising), falling].into_iter().flatten().for_each(|lines| field.append(lines));
        field
    }
}

/// The first half of a path, if the other half is the same mirrored from left to right.
fn uncrossed(path: &Path) -> Option<Path> {
    let (rising, falling) = path.0.split_at(path.0.len() / 2);
    let rising = Path(rising.to_vec());
    let [left, _, right, _] = rising.bounds()?;
    let mirrored = rising.mapped(|x, y| (left + right - x, y));
    let close = |(a, b): (&Segment, &Segment)| match (a, b) {
        (Segment::Move(x, y), Segment::Move(to_x, to_y))
        | (Segment::Line(x, y), Segment::Line(to_x, to_y)) => {
            (x - to_x).abs() < 0.02 && (y - to_y).abs() < 0.02
        }
        _ => false,
    };
    (falling.len() == rising.0.len() && mirrored.0.iter().zip(falling).all(close)).then_some(rising)
}

/// A rectangle that fills all there is.
pub(super) fn filled(paints: &Paints) -> Element {
    let mut ground = painted("rect", paints);
    ground.assign("width", "100%");
    ground.assign("height", "100%");
    ground
}

/// How wide a line of a hatch is along x: slanted, it is wider than across.
fn wide() -> i32 {
    rounded(1.061)
}

/// The drawing that serves hatches of a pitch, reaching so far to both sides and up and down.
pub(super) fn shared_hatching(pitch: i32, (long, broad): (i32, i32)) -> Element {
    let from = format!("0 {}", hundredths(whole(broad) / 2));
    hatching(Element::new("path"), &from, pitch, (whole(long + 2 * pitch), whole(broad)))
}

/// The next whole point, which is shorter to tell.
fn whole(value: i32) -> i32 {
    (value / 100 + 1) * 100
}

/// Slanted lines: one line as broad as the hatched field is high, dashed across and then slanted.
fn hatching(mut line: Element, from: &str, pitch: i32, (long, broad): (i32, i32)) -> Element {
    line.assign("d", format!("M{from}h{}", hundredths(long)));
    line.assign("stroke-width", hundredths(broad));
    line.assign("stroke-dasharray", format!("{} {}", hundredths(wide()), hundredths(pitch - wide())));
    line.assign("transform", "skewX(-45)");
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rising(sums: std::ops::RangeInclusive<i32>, width: f32, height: f32) -> Path {
        let line = |step: i32| {
            let sum = step as f32 * 2.0;
            let low = (0.0_f32.max(sum - height), height.min(sum));
            let high = (width.min(sum), 0.0_f32.max(sum - width));
            [Segment::Move(low.0, low.1), Segment::Line(high.0, high.1)]
        };
        Path(sums.flat_map(line).collect())
    }

    #[test]
    fn a_hatched_rectangle_is_known_by_its_lines() {
        let hatches = Hatch::read(&rising(1..=14, 20.0, 10.0)).unwrap();
        let [hatch] = &hatches[..] else { panic!() };
        assert_eq!((hatch.width, hatch.height, hatch.pitch, hatch.first), (2000, 1000, 200, 200));
        let mut missing = rising(1..=14, 20.0, 10.0);
        missing.0.drain(8..10);
        let field = hatch.on([-0.3, -0.3, 20.3, 10.3], Vec::new()).unwrap();
        assert_eq!((field.left, field.width, field.height, field.first), (-30, 2060, 1060, 260));
        assert!(hatch.on([-1.0, 0.0, 20.0, 10.0], Vec::new()).is_none());
        assert!(Hatch::read(&missing).is_none());
        assert!(Hatch::read(&Path::line(0.0, 5.0, 5.0, 0.0)).is_none());
    }
}
