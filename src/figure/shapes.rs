//! Making paths, strokes, lines and texts with few words.

use super::{Anchor, Face, Figure, Figures, Ink, Item, Join, Path, Segment, Stroke, Tag, Text, typeset};

/// How far the control points of a quarter circle stand from its ends, in radii.
const ARC: f32 = 0.552_285;

impl Path {
    /// A rectangle from its left top corner.
    pub fn rect(x: f32, y: f32, width: f32, height: f32) -> Path {
        Path::polygon(&[(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }

    /// A rectangle with round corners.
    pub fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Path {
        Path::tab(x, y, width, height, [radius; 4])
    }

    /// A rectangle with corners of their own radii: left top, right top, right bottom, left bottom.
    pub fn tab(x: f32, y: f32, width: f32, height: f32, radii: [f32; 4]) -> Path {
        let (right, bottom) = (x + width, y + height);
        let corners =
            [(x, y, 0.0, -1.0), (right, y, 1.0, 0.0), (right, bottom, 0.0, 1.0), (x, bottom, -1.0, 0.0)];
        let mut segments = Vec::new();
        for (index, &(cx, cy, ux, uy)) in corners.iter().enumerate() {
            // (ux, uy) is the way along which the outline comes in, turned right it goes out.
            let (r, k) = (radii[index], radii[index] * (1.0 - ARC));
            let (vx, vy) = (-uy, ux);
            let from = (cx - ux * r, cy - uy * r);
            segments.push(match index {
                0 => Segment::Move(from.0, from.1),
                _ => Segment::Line(from.0, from.1),
            });
            if r > 0.0 {
                let (ax, ay) = (cx - ux * k, cy - uy * k);
                segments.push(Segment::Cubic(ax, ay, cx + vx * k, cy + vy * k, cx + vx * r, cy + vy * r));
            }
        }
        segments.push(Segment::Close);
        Path(segments)
    }

    /// A circle.
    pub fn circle(x: f32, y: f32, radius: f32) -> Path {
        Path::rounded(x - radius, y - radius, 2.0 * radius, 2.0 * radius, radius)
    }

    /// A straight line.
    pub fn line(x1: f32, y1: f32, x2: f32, y2: f32) -> Path {
        Path(vec![Segment::Move(x1, y1), Segment::Line(x2, y2)])
    }

    /// A closed outline of straight lines.
    pub fn polygon(points: &[(f32, f32)]) -> Path {
        let mut path = Path::polyline(points);
        path.0.push(Segment::Close);
        path
    }

    /// A line through several points.
    pub fn polyline(points: &[(f32, f32)]) -> Path {
        let segment = |(index, &(x, y)): (usize, &(f32, f32))| match index {
            0 => Segment::Move(x, y),
            _ => Segment::Line(x, y),
        };
        Path(points.iter().enumerate().map(segment).collect())
    }

    /// This path with every point moved by a function.
    pub fn mapped(&self, mut to: impl FnMut(f32, f32) -> (f32, f32)) -> Path {
        let segments = self.0.iter().map(|&segment| match segment {
            Segment::Move(x, y) => {
                let (x, y) = to(x, y);
                Segment::Move(x, y)
            }
            Segment::Line(x, y) => {
                let (x, y) = to(x, y);
                Segment::Line(x, y)
            }
            Segment::Cubic(x1, y1, x2, y2, x, y) => {
                let ((x1, y1), (x2, y2), (x, y)) = (to(x1, y1), to(x2, y2), to(x, y));
                Segment::Cubic(x1, y1, x2, y2, x, y)
            }
            Segment::Close => Segment::Close,
        });
        Path(segments.collect())
    }

    /// This path moved.
    pub fn moved(&self, dx: f32, dy: f32) -> Path {
        self.mapped(|x, y| (x + dx, y + dy))
    }

    /// Left, top, right and bottom of all points, control points included; `None` if there are none.
    pub fn bounds(&self) -> Option<[f32; 4]> {
        let mut bounds: Option<[f32; 4]> = None;
        self.mapped(|x, y| {
            let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
            bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
            (x, y)
        });
        bounds
    }
}

impl Stroke {
    /// A solid line with pointed corners.
    pub fn solid(ink: Ink, width: f32) -> Stroke {
        Stroke { ink, width, dash: None, join: Join::Mitre }
    }

    /// A solid line with round corners and ends.
    pub fn round(ink: Ink, width: f32) -> Stroke {
        Stroke { join: Join::Round, ..Stroke::solid(ink, width) }
    }
}

impl Text {
    /// A line at the origin, as the face has it; change what differs by `..`.
    pub fn new(face: Face, size: f32, ink: Ink, text: impl Into<String>) -> Text {
        Text {
            x: 0.0,
            y: 0.0,
            anchor: Anchor::Start,
            text: text.into(),
            face,
            size,
            stretch: 1.0,
            tracking: 0.0,
            word_space: 0.0,
            figures: Figures::Lining,
            ink,
        }
    }

    /// This line with its left end at a point.
    pub fn at(self, x: f32, y: f32) -> Text {
        Text { x, y, anchor: Anchor::Start, ..self }
    }

    /// This line with its middle at a point.
    pub fn centred(self, x: f32, y: f32) -> Text {
        Text { x, y, anchor: Anchor::Middle, ..self }
    }

    /// This line with its right end at a point.
    pub fn ending(self, x: f32, y: f32) -> Text {
        Text { x, y, anchor: Anchor::End, ..self }
    }
}

impl Item {
    /// A filled path.
    pub fn fill(path: Path, ink: Ink) -> Item {
        Item::Path { path, fill: Some(ink), stroke: None }
    }

    /// A stroked path.
    pub fn stroke(path: Path, stroke: Stroke) -> Item {
        Item::Path { path, fill: None, stroke: Some(stroke) }
    }

    /// Items that are one thing to those who hear a document.
    pub fn tagged(tag: Tag, items: Vec<Item>) -> Item {
        Item::Tagged { tag, items }
    }

    /// This item moved.
    pub fn moved(self, dx: f32, dy: f32) -> Item {
        match self {
            Item::Path { path, fill, stroke } => Item::Path { path: path.moved(dx, dy), fill, stroke },
            Item::Text(text) => Item::Text(Text { x: text.x + dx, y: text.y + dy, ..text }),
            Item::Group { title, items } => {
                Item::Group { title, items: items.into_iter().map(|item| item.moved(dx, dy)).collect() }
            }
            Item::Shared { x, y, items } => Item::Shared { x: x + dx, y: y + dy, items },
            Item::Tagged { tag, items } => {
                Item::Tagged { tag, items: items.into_iter().map(|item| item.moved(dx, dy)).collect() }
            }
            Item::Raster { area: [x, y, w, h], raster } => {
                Item::Raster { area: [x + dx, y + dy, w, h], raster }
            }
            Item::Link { area: [x, y, w, h], page } => Item::Link { area: [x + dx, y + dy, w, h], page },
        }
    }
}

impl Item {
    /// Left, top, right and bottom of all ink, half the strokes' widths included; `None` without ink.
    pub fn bounds(&self) -> Option<[f32; 4]> {
        match self {
            Item::Path { path, stroke, .. } => {
                let half = stroke.map_or(0.0, |stroke| stroke.width / 2.0);
                let is_butt = stroke.is_none_or(|stroke| stroke.join == Join::Mitre);
                path.bounds().map(|[left, top, right, bottom]| {
                    // A straight line ends where its last point is.
                    let dx = if is_butt && top == bottom { 0.0 } else { half };
                    let dy = if is_butt && left == right { 0.0 } else { half };
                    [left - dx, top - dy, right + dx, bottom + dy]
                })
            }
            Item::Text(text) => typeset::outlines(text).bounds(),
            Item::Group { items, .. } | Item::Tagged { items, .. } => bounds(items),
            Item::Shared { x, y, items } => {
                bounds(items).map(|[left, top, right, bottom]| [left + x, top + y, right + x, bottom + y])
            }
            Item::Raster { area: [left, top, width, height], .. } => {
                Some([*left, *top, left + width, top + height])
            }
            Item::Link { .. } => None,
        }
    }
}

/// The box of all ink of some items.
fn bounds(items: &[Item]) -> Option<[f32; 4]> {
    let boxes = items.iter().filter_map(Item::bounds);
    boxes.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
}

impl Figure {
    /// The first text with a character that its face lacks, and that character.
    pub fn missing_glyph(&self) -> Option<(&Text, char)> {
        fn search(items: &[Item]) -> Option<(&Text, char)> {
            items.iter().find_map(|item| match item {
                Item::Text(text) => typeset::missing_glyph(text.face, &text.text).map(|c| (text, c)),
                Item::Group { items, .. } | Item::Tagged { items, .. } => search(items),
                Item::Shared { items, .. } => search(items),
                Item::Path { .. } | Item::Raster { .. } | Item::Link { .. } => None,
            })
        }
        search(&self.items)
    }

    /// The items of this figure moved, to stand on a page.
    pub fn placed(&self, dx: f32, dy: f32) -> Vec<Item> {
        self.items.iter().cloned().map(|item| item.moved(dx, dy)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_rectangle_keeps_inside_its_box() {
        let bounds = Path::rounded(2.0, 3.0, 10.0, 20.0, 1.5).bounds().unwrap();
        let wanted = [2.0, 3.0, 12.0, 23.0];
        assert!(bounds.iter().zip(wanted).all(|(have, want)| (have - want).abs() < 1e-4), "{bounds:?}");
    }

    #[test]
    fn moving_an_item_moves_what_is_in_it() {
        let group = Item::Group {
            title: "card".into(),
            items: vec![Item::fill(Path::rect(0.0, 0.0, 1.0, 1.0), Ink::Face)],
        };
        let Item::Group { items, .. } = group.moved(5.0, 7.0) else { panic!("a group stays a group") };
        assert_eq!(items, vec![Item::fill(Path::rect(5.0, 7.0, 1.0, 1.0), Ink::Face)]);
    }
}
