//! Hatches, cut at the edges of their field by arithmetic.
//!
//! Presses and cheap viewers stumble over clip paths and patterns, so the lines end where they end.

use super::card::{Back, OUTLINE, Seen, Style};
use super::{Ink, Item, Path, Segment, Stroke};

/// Where the hatched right edge of a face-down card begins that is shown, in card widths.
pub const WINDOW: f32 = 0.735;

/// The hatch of a back in an area (left, top, right, bottom).
pub(super) fn item(area: [f32; 4], card_width: f32, pattern: Back, ink: Ink) -> Item {
    let pitch = (0.055 * card_width).max(2.25);
    let lines = match pattern {
        Back::First => rising(&[area], pitch),
        Back::Second => {
            let mut lines = rising(&[area], 1.6 * pitch);
            let [left, _, right, _] = area;
            let mirrored = lines.mapped(|x, y| (left + right - x, y));
            lines.0.extend(mirrored.0);
            lines
        }
    };
    Item::stroke(lines, Stroke::solid(ink, OUTLINE))
}

/// The hatch on a face-down card whose face is shown: its right edge, and all its body if nothing covers it.
pub(super) fn shown_edge(style: &Style, seen: Seen) -> Option<Item> {
    let (inset, strip) = (style.inset(), style.index_strip());
    let right = style.width - inset;
    let window = [WINDOW * style.width, inset, right, strip];
    let areas = match seen {
        Seen::Whole => vec![window, [inset, strip, right, style.height() - inset]],
        Seen::Above(height) => vec![[window[0], inset, right, height.min(style.height() - inset)]],
        Seen::Left(_) => return None,
    };
    let lines = rising(&areas, (0.055 * style.width).max(2.25));
    Some(Item::stroke(lines, Stroke::solid(Ink::DownHatch, OUTLINE)))
}

/// Lines that rise to the right at 45°, `pitch` apart along x, within areas; in all areas they are parts of
/// the same lines.
pub(super) fn rising(areas: &[[f32; 4]], pitch: f32) -> Path {
    let mut path = Path::default();
    for &[left, top, right, bottom] in areas {
        if right <= left || bottom <= top {
            continue;
        }
        // A line is where x + y is constant; both ends keep half a line's width inside the area.
        let inner = OUTLINE * 0.35;
        let (left, top, right, bottom) = (left + inner, top + inner, right - inner, bottom - inner);
        let first = ((left + top) / pitch).ceil() as i32;
        let last = ((right + bottom) / pitch).floor() as i32;
        for step in first..=last {
            let sum = step as f32 * pitch;
            let low = (left.max(sum - bottom), bottom.min(sum - left));
            let high = (right.min(sum - top), top.max(sum - right));
            if high.0 - low.0 > 0.2 {
                path.0.extend([Segment::Move(low.0, low.1), Segment::Line(high.0, high.1)]);
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_a_hatch_leaves_its_field() {
        for width in [18.0, 24.0, 42.0, 61.0] {
            for pattern in [Back::First, Back::Second] {
                let area = [2.5, 2.5, width - 2.5, 1.4 * width - 2.5];
                let Item::Path { path, .. } = item(area, width, pattern, Ink::BackHatch) else { panic!() };
                let bounds = path.bounds().unwrap();
                assert!(bounds[0] >= area[0] && bounds[1] >= area[1], "{bounds:?}");
                assert!(bounds[2] <= area[2] && bounds[3] <= area[3], "{bounds:?}");
            }
        }
    }

    #[test]
    fn a_field_too_thin_for_a_line_has_none() {
        assert_eq!(rising(&[[0.0, 0.0, 0.0, 10.0], [0.0, 5.0, 9.0, 4.0]], 2.25), Path::default());
    }
}
