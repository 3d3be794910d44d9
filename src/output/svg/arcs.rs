//! Runs of curves that are one arc of a circle, such as the lobes of a club: told so, they take a third of the room.

use crate::figure::Segment;

/// An arc that stands for several curves.
pub(super) struct Arc {
    pub radius: f32,
    pub is_large: bool,
    pub turns_right: bool,
    pub end: (f32, f32),
    /// How many curves it stands for.
    pub curves: usize,
}

/// How far a curve may lie from the arc, in points: less than the grain of a tenth in which points are told.
const SLACK: f32 = 0.07;
/// At how many places each curve is compared.
const PLACES: usize = 8;

/// The arc that the curves at the beginning of some segments are, the longest one, if it is one of at least two.
pub(super) fn read(from: (f32, f32), segments: &[Segment]) -> Option<Arc> {
    let mut points = vec![from];
    let mut at = from;
    for &segment in segments {
        let Segment::Cubic(a, b, c, d, x, y) = segment else { break };
        let on_curve = |place: usize| {
            let t = place as f32 / PLACES as f32;
            let s = 1.0 - t;
            let weigh = |p: f32, q: f32, r: f32, w: f32| {
                s * s * s * p + 3.0 * s * s * t * q + 3.0 * s * t * t * r + t * t * t * w
            };
            (weigh(at.0, a, c, x), weigh(at.1, b, d, y))
        };
        points.extend((1..=PLACES).map(on_curve));
        at = (x, y);
    }
    let most = (points.len() - 1) / PLACES;
    (2..=most).rev().find_map(|curves| through(&points[..=curves * PLACES]))
}

/// The arc through points that all lie on one.
fn through(points: &[(f32, f32)]) -> Option<Arc> {
    let (&start, &end) = points.first().zip(points.last())?;
    let middle = points[points.len() / 2];
    let centre = centre(start, middle, end)?;
    let away = |point: (f32, f32)| (point.0 - centre.0).hypot(point.1 - centre.1);
    let radius = away(start);
    if points.iter().any(|&point| (away(point) - radius).abs() > SLACK) {
        return None;
    }
    // All the way round in one sense, and not further than once.
    let turn = |pair: &[(f32, f32)]| {
        let (a, b) =
            ((pair[0].0 - centre.0, pair[0].1 - centre.1), (pair[1].0 - centre.0, pair[1].1 - centre.1));
        (a.0 * b.1 - a.1 * b.0).atan2(a.0 * b.0 + a.1 * b.1)
    };
    let turns: Vec<f32> = points.windows(2).map(turn).collect();
    let whole: f32 = turns.iter().sum();
    let one_sense = turns.iter().all(|turn| turn * whole >= 0.0);
    // Near a whole circle the ends no longer say where its centre is.
    let is_arc = one_sense && whole.abs() < 5.5 && radius < 100.0;
    is_arc.then_some(Arc {
        radius,
        is_large: whole.abs() > std::f32::consts::PI,
        turns_right: whole > 0.0,
        end,
        curves: (points.len() - 1) / PLACES,
    })
}

/// The centre of the circle through three points.
fn centre(a: (f32, f32), b: (f32, f32), c: (f32, f32)) -> Option<(f32, f32)> {
    let (bx, by, cx, cy) = (b.0 - a.0, b.1 - a.1, c.0 - a.0, c.1 - a.1);
    let double_area = 2.0 * (bx * cy - by * cx);
    if double_area.abs() < 1e-4 {
        return None;
    }
    let (b2, c2) = (bx * bx + by * by, cx * cx + cy * cy);
    Some((a.0 + (cy * b2 - by * c2) / double_area, a.1 + (bx * c2 - cx * b2) / double_area))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Path;

    #[test]
    fn two_quarters_of_a_circle_are_one_arc() {
        let circle = Path::circle(0.0, 0.0, 10.0);
        let curves: Vec<Segment> =
            circle.0.iter().filter(|segment| matches!(segment, Segment::Cubic(..))).copied().collect();
        let arc = read((-10.0, 0.0), &curves[..2]).unwrap();
        assert!((arc.radius - 10.0).abs() < 0.01 && arc.turns_right && arc.curves == 2);
        assert!((arc.end.0 - 10.0).abs() < 0.01 && arc.end.1.abs() < 0.01);
        assert!(read((-10.0, 0.0), &curves[..3]).unwrap().is_large);
    }

    #[test]
    fn an_oval_is_no_arc() {
        let oval = Path::circle(0.0, 0.0, 10.0).mapped(|x, y| (x, 0.9 * y));
        let curves: Vec<Segment> =
            oval.0.iter().filter(|segment| matches!(segment, Segment::Cubic(..))).copied().collect();
        assert!(read((-10.0, 0.0), &curves).is_none());
    }
}
