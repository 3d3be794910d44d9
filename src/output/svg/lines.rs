//! Paths that SVG can tell as one dashed or dotted line: pips and hatches.

use super::data::{circle, hundredths, number, rounded, separated};
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

/// A rectangle that is hatched with lines rising at 45°, in whole hundredths of a point.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Hatch {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
    pitch: i32,
    /// Where the first line would begin on the upper edge.
    first: i32,
}

/// The fewest lines that are worth it.
const FEWEST_LINES: usize = 4;

impl Hatch {
    /// The rectangles that a path hatches, if it does nothing else.
    pub fn read(path: &Path) -> Option<Vec<Hatch>> {
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
        })
    }

    /// The same hatch nearer to the origin.
    pub fn relative(&self, (x, y): (i32, i32)) -> Hatch {
        Hatch { left: self.left - x, top: self.top - y, ..self.clone() }
    }

    /// What tells it from others.
    pub fn key(&self) -> String {
        format!("{} {} {} {} {} {}", self.left, self.top, self.width, self.height, self.pitch, self.first)
    }

    /// One line as broad as the rectangle is high, dashed across and then slanted; an inner drawing cuts it
    /// at the rectangle's edges.
    pub fn element(&self, paints: &Paints) -> Element {
        // Slanted so, a line is wider along x than across.
        let dash = 1.061;
        let wide = rounded(dash);
        let mut line = painted("path", paints);
        let (begin, half) = (self.first - wide / 2 - self.pitch, self.height / 2);
        let long = self.width + self.height + 2 * self.pitch;
        line.assign("d", format!("M{}{}h{}", hundredths(begin), separated(half), hundredths(long)));
        line.assign("stroke-width", hundredths(self.height));
        line.assign("stroke-dasharray", format!("{} {}", number(dash), hundredths(self.pitch - wide)));
        line.assign("transform", "skewX(-45)");
        let mut field = Element::new("svg");
        for (name, value) in [("x", self.left), ("y", self.top)] {
            if value != 0 {
                field.assign(name, hundredths(value));
            }
        }
        field.assign("width", hundredths(self.width));
        field.assign("height", hundredths(self.height));
        field.append(line);
        field
    }
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
        assert!(Hatch::read(&missing).is_none());
        assert!(Hatch::read(&Path::line(0.0, 5.0, 5.0, 0.0)).is_none());
    }
}
