//! Levels as rows of five stars: those that are earned are full, the others hollow.

use super::sheet::Setter;
use crate::figure::{Face, Ink, Item, Path, Segment, Stroke, Text, typeset};
use crate::grade::Level;

/// How many stars there are.
const STARS: u8 = 5;
/// From star to star, and the radius of the inner corners, in radii.
const PITCH: f32 = 2.5;
const INNER: f32 = 0.43;

/// The width of five stars of a radius.
pub(super) fn width(radius: f32) -> f32 {
    radius * (PITCH * f32::from(STARS - 1) + 2.0)
}

/// The stars of a level from a left edge, on the middle of capitals over a baseline.
///
/// They are a group with their number as its title, so that they read as text.
pub(super) fn draw(level: Level, radius: f32, x: f32, baseline: f32, cap: f32) -> Item {
    let middle = baseline - cap / 2.0;
    let star = |number: u8| {
        let centre = x + radius * (1.0 + PITCH * f32::from(number));
        let path = star(centre, middle, radius);
        match number < level.stars() {
            true => Item::fill(path, Ink::Text),
            false => {
                let path = self::star(centre, middle, radius - 0.5);
                Item::stroke(path, Stroke::solid(Ink::Text, 0.75))
            }
        }
    };
    Item::Group { title: "★".repeat(usize::from(level.stars())), items: (0..STARS).map(star).collect() }
}

/// Stars and the level's word, from a left edge and a baseline; the items, and where they end.
pub(super) fn with_word(setter: &Setter, level: Level, size: f32, x: f32, baseline: f32) -> (Vec<Item>, f32) {
    let radius = 0.42 * size;
    let cap = typeset::cap_height(Face::SerifSemibold) * size;
    let beside = x + width(radius) + 0.7 * size;
    let word = Text::new(Face::SerifSemibold, size, Ink::Text, setter.language.level(level.stars()))
        .at(beside, baseline);
    let end = beside + typeset::width(&word);
    (vec![draw(level, radius, x, baseline, cap), Item::Text(word)], end)
}

fn star(x: f32, y: f32, radius: f32) -> Path {
    let point = |step: u8| {
        let reach = if step.is_multiple_of(2) { radius } else { INNER * radius };
        let angle = std::f32::consts::PI * (f32::from(step) / 5.0 - 0.5);
        (x + reach * angle.cos(), y + reach * angle.sin())
    };
    let mut segments: Vec<Segment> = (0..10)
        .map(point)
        .enumerate()
        .map(|(step, (x, y))| if step == 0 { Segment::Move(x, y) } else { Segment::Line(x, y) })
        .collect();
    segments.push(Segment::Close);
    Path(segments)
}
