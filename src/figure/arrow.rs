//! One move as an arrow that runs only along the gaps between cards.

use super::layout::Layout;
use super::marks::{Border, Drawn, Step, Target, Trace, outlined};
use super::{Ink, Item, Path, Segment, Stroke};
use crate::game::{Move, Position};

/// Draws the outline round what moves, and the arrow to where it goes.
pub(super) fn draw(position: &Position, layout: &Layout, act: Move) -> Vec<Item> {
    let Some(step) = Trace::new(position, layout).play(act) else { return Vec::new() };
    let mut items = outlined(layout, step.from);
    // Stock and waste lie side by side: which way a turn goes needs no arrow.
    if !matches!(act, Move::Turn | Move::Redeal) {
        items.extend(arrow(layout, &route(layout, &step)));
    }
    items
}

/// The corners of the way, from the edge of what moves to the tip.
fn route(layout: &Layout, step: &Step) -> Vec<(f32, f32)> {
    let [left, top, right, bottom] = step.from;
    let [to_left, to_top, to_right, to_bottom] = step.to;
    let (w, gap) = (layout.style.width, layout.gap);
    let outside = Border::new(layout).outside;
    // A quarter of the gap above the columns, clear of their numbers.
    let lane = layout.row_gap.1 - (0.075 * w).clamp(1.5, 4.0);
    let rightwards = to_left > left;
    let side =
        |left: f32, right: f32, to_right: bool| if to_right { right + gap / 2.0 } else { left - gap / 2.0 };

    let mut way = Vec::new();
    let from_column = match step.source {
        Drawn::Column(column, depth) => {
            let y = top + strip(layout, column, depth) / 2.0;
            let edge = if rightwards { right + outside } else { left - outside };
            let x = side(left, right, rightwards);
            way.extend([(edge, y), (x, y)]);
            Some(column)
        }
        _ => {
            way.push(((left + right) / 2.0, bottom + outside));
            None
        }
    };
    match step.target {
        Target::Upper => {
            let x = (to_left + to_right) / 2.0;
            way.extend(lane_points(&way, lane, x));
            way.push((x, to_bottom + 0.5));
        }
        Target::Space(_) => {
            let x = (to_left + to_right) / 2.0;
            way.extend(lane_points(&way, lane, x));
            way.push((x, (to_top + to_bottom) / 2.0 - 0.2 * w));
        }
        Target::Card(column, _) => {
            // Under the index, above the pips: nothing stands there that could be hidden.
            let y = (to_top + 0.60 * w).min((to_top + to_bottom) / 2.0);
            let x = side(to_left, to_right, !rightwards);
            let inside = (head(layout) + corner(layout) + 0.5 - gap / 2.0).max(0.0);
            let tip = if rightwards { to_left + inside } else { to_right - inside };
            let neighbours = from_column.is_some_and(|from| from.abs_diff(column) == 1);
            if !neighbours {
                way.extend(lane_points(&way, lane, x));
            }
            way.extend([(x, y), (tip, y)]);
        }
    }
    way
}

/// Up or down to the lane between the rows, and along it.
fn lane_points(way: &[(f32, f32)], lane: f32, to: f32) -> [(f32, f32); 2] {
    let x = way.last().map_or(to, |&(x, _)| x);
    [(x, lane), (to, lane)]
}

fn strip(layout: &Layout, column: usize, depth: usize) -> f32 {
    let spot = &layout.columns[column][depth];
    let [_, top, _, bottom] = spot.seen_box(&layout.style);
    (bottom - top).min(layout.style.strip)
}

fn head(layout: &Layout) -> f32 {
    (0.13 * layout.style.width).max(3.5)
}

fn corner(layout: &Layout) -> f32 {
    0.08 * layout.style.width
}

fn arrow(layout: &Layout, way: &[(f32, f32)]) -> Vec<Item> {
    let [.., before, tip] = way else { return Vec::new() };
    let length = (tip.0 - before.0).hypot(tip.1 - before.1).max(0.01);
    let (ux, uy) = ((tip.0 - before.0) / length, (tip.1 - before.1) / length);
    let (long, half) = (head(layout), 0.42 * head(layout));
    let foot = (tip.0 - ux * long, tip.1 - uy * long);
    let mut line = way.to_vec();
    // The line ends in the head, not at its tip.
    let last = line.len() - 1;
    line[last] = (tip.0 - ux * long * 0.9, tip.1 - uy * long * 0.9);
    let line = rounded(&line, corner(layout));
    let triangle = Path::polygon(&[
        *tip,
        (foot.0 - uy * half, foot.1 + ux * half),
        (foot.0 + uy * half, foot.1 - ux * half),
    ]);
    // A little thinner than the border that it starts from.
    let Border { line: border, halo, .. } = Border::new(layout);
    let thick = border * 6.0 / 7.0;
    let around = Stroke::solid(Ink::Table, halo - thick);
    vec![
        Item::stroke(line.clone(), Stroke::round(Ink::Table, halo)),
        Item::Path { path: triangle.clone(), fill: Some(Ink::Table), stroke: Some(around) },
        Item::stroke(line, Stroke::round(Ink::Mark, thick)),
        Item::fill(triangle, Ink::Mark),
    ]
}

/// A line through points with round corners.
fn rounded(points: &[(f32, f32)], radius: f32) -> Path {
    let mut path = Path::default();
    let distance = |a: (f32, f32), b: (f32, f32)| (a.0 - b.0).hypot(a.1 - b.1);
    for (index, &point) in points.iter().enumerate() {
        if index == 0 {
            path.0.push(Segment::Move(point.0, point.1));
        } else if index + 1 == points.len() {
            path.0.push(Segment::Line(point.0, point.1));
        } else {
            let (before, after) = (points[index - 1], points[index + 1]);
            let r = radius.min(distance(before, point) / 2.0).min(distance(point, after) / 2.0);
            let towards = |other: (f32, f32), r: f32| {
                let share = r / distance(point, other).max(0.01);
                (point.0 + (other.0 - point.0) * share, point.1 + (other.1 - point.1) * share)
            };
            let (a, b) = (towards(before, r), towards(after, r));
            let (c, d) = (towards(before, r * 0.45), towards(after, r * 0.45));
            path.0.push(Segment::Line(a.0, a.1));
            path.0.push(Segment::Cubic(c.0, c.1, d.0, d.1, b.0, b.1));
        }
    }
    path
}
