//! Outlines as elements: path data, suits, letters drawn as lines, and rectangles with round corners.

use super::collect::Strokes;
use super::data::{hundredths, in_unit, rounded, separated, tenths, to_tenth};
use super::paint::{Paints, painted};
use svg::node::Node;
use svg::node::element::Element;

/// The suits from the middle of their box of 50 on: as they are designed, to the nearest unit and in arcs.
const SUITS: [&str; 4] = [
    "M0-23a11 11 0 019 17 11 11 0 11-7 16q0 8 7 13h-18q7-5 7-13a11 11 0 11-7-16 11 11 0 019-17z",
    "M0-25q7 13 18 25-11 12-18 25-7-13-18-25 11-12 18-25z",
    "M0-14a11 11 0 0122 6c0 12-14 20-22 31-8-11-22-19-22-31a11 11 0 0122-6z",
    "M0-23c5 10 22 18 22 30a10 10 0 01-20 3q0 8 7 13h-18q7-5 7-13a10 10 0 01-20-3c0-12 17-20 22-30z",
];
/// The box in which they are designed.
const SUIT_BOX: f32 = 50.0;

/// An outline from its shape's own origin on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outline {
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
    /// Its place among definitions: those that read alike stand together, which packs well.
    pub fn order(&self) -> u8 {
        match self {
            Outline::Rect { .. } => 0,
            Outline::Suit { .. } => 1,
            Outline::Data(..) => 2,
            Outline::Strokes { .. } => 3,
        }
    }

    /// About how many bytes it takes.
    pub fn len(&self) -> usize {
        match self {
            Outline::Data(data, _) => data.len(),
            Outline::Suit { suit, .. } => SUITS[usize::from(suit % 4)].len(),
            Outline::Strokes { data, .. } => data.len() + 100,
            Outline::Rect { .. } => 50,
        }
    }

    /// An element that draws it at a place; where letters stand, at the size that they have there.
    pub fn element(
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

/// How broad the lines of most letters are, in hundredths of units: those of the ranks on cards.
const USUAL_BREADTH: i32 = 560;

/// The rule that makes lines of letters, said once for all of them; where they would be filled, it says that too.
pub(super) fn stroke_rule(prefix: &str, is_filled: bool) -> String {
    let fill = if is_filled { "fill:none;" } else { "" };
    let breadth = hundredths(USUAL_BREADTH);
    let ends = "stroke-linecap:round;stroke-linejoin:round";
    format!(".{prefix}l{{{fill}stroke:currentColor;stroke-width:{breadth};{ends}}}")
}

/// Letters as a line so broad, in hundredths of units.
fn stroked(data: &str, breadth: i32, transform: String, paints: &Paints, prefix: &str) -> Element {
    let mut path = painted("path", paints);
    let class = paints.iter().find(|(name, _)| *name == "class").map(|(_, class)| format!(" {class}"));
    path.assign("class", format!("{prefix}l{}", class.unwrap_or_default()));
    path.assign("d", data);
    if breadth != USUAL_BREADTH {
        // An attribute would say less than the rule.
        path.assign("style", format!("stroke-width:{}", hundredths(breadth)));
    }
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

/// A transformation that moves to a place.
pub(super) fn translation(x: i32, y: i32) -> String {
    format!("translate({}{})", hundredths(x), separated(y))
}

/// A transformation that scales; what is drawn much smaller is told more finely.
pub(super) fn scale_text(scale: f32, stretch: f32) -> String {
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

/// Takes the first point off path data that was made by [`data`].
fn first_point(data: &str) -> (i32, i32, &str) {
    let end = data.find(';').unwrap_or(0);
    let mut numbers = data[..end].split(',').map(|number| number.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0), &data[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Segment, suit};

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
}
