//! The embedded typefaces: where each glyph of a line stands, and what it looks like.
//!
//! ```
//! use dealpress::figure::{Face, Text, Ink, typeset};
//! let text = Text::new(Face::SansSemibold, 12.0, Ink::Text, "10");
//! let run = typeset::shape(&text);
//! assert_eq!(run.glyphs.len(), 2);
//! assert!(run.width > 10.0 && run.width < 14.0);
//! ```
//!
//! Breaking text into lines is the book's work; a [`Text`] here is one line.

use super::{Anchor, Face, Figures, Path, Segment, Text};
use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder, Tag};
use rustybuzz::{Direction, Feature, ShapePlan, UnicodeBuffer, script};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::OnceLock;

/// A shaped line: its glyphs from left to right.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Run {
    /// The glyphs, in the order of the line.
    pub glyphs: Vec<Glyph>,
    /// The width of the whole line in points.
    pub width: f32,
}

/// A glyph of a [`Run`], in points from the run's left end and its baseline (y down).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// The glyph's number in its font.
    pub id: u16,
    /// Where its origin stands.
    pub x: f32,
    /// How far it stands under the baseline.
    pub y: f32,
    /// How far it moves the next glyph on, all spacing included.
    pub advance: f32,
    /// The byte of the text where the characters that it shows begin.
    pub cluster: usize,
}

/// Every embedded face, in the order of [`Face`].
pub const FACES: [Face; 8] = [
    Face::Serif,
    Face::SerifItalic,
    Face::SerifSemibold,
    Face::Display,
    Face::DisplayLight,
    Face::Sans,
    Face::SansSemibold,
    Face::SansBold,
];

/// The font file of a face.
pub fn font_bytes(face: Face) -> &'static [u8] {
    match face {
        Face::Serif => include_bytes!("../../fonts/SourceSerif4-Regular.ttf"),
        Face::SerifItalic => include_bytes!("../../fonts/SourceSerif4-It.ttf"),
        Face::SerifSemibold => include_bytes!("../../fonts/SourceSerif4-Semibold.ttf"),
        Face::Display => include_bytes!("../../fonts/SourceSerif4Display-Regular.ttf"),
        Face::DisplayLight => include_bytes!("../../fonts/SourceSerif4Display-Light.ttf"),
        Face::Sans => include_bytes!("../../fonts/SourceSans3-Regular.ttf"),
        Face::SansSemibold => include_bytes!("../../fonts/SourceSans3-Semibold.ttf"),
        Face::SansBold => include_bytes!("../../fonts/SourceSans3-Bold.ttf"),
    }
}

/// The family name of a face, as style sheets write it.
pub fn family_name(face: Face) -> &'static str {
    match face {
        Face::Serif | Face::SerifItalic | Face::SerifSemibold => "Source Serif 4",
        Face::Display | Face::DisplayLight => "Source Serif 4 Display",
        Face::Sans | Face::SansSemibold | Face::SansBold => "Source Sans 3",
    }
}

/// The weight of a face on the scale of style sheets.
pub fn weight(face: Face) -> u16 {
    match face {
        Face::DisplayLight => 300,
        Face::Serif | Face::SerifItalic | Face::Display | Face::Sans => 400,
        Face::SerifSemibold | Face::SansSemibold => 600,
        Face::SansBold => 700,
    }
}

/// Whether a face slopes.
pub fn is_italic(face: Face) -> bool {
    face == Face::SerifItalic
}

/// The parsed font of a face; each is parsed once.
fn font(face: Face) -> &'static rustybuzz::Face<'static> {
    static FONTS: [OnceLock<rustybuzz::Face<'static>>; FACES.len()] =
        [const { OnceLock::new() }; FACES.len()];
    FONTS[face as usize].get_or_init(|| {
        rustybuzz::Face::from_slice(font_bytes(face), 0).expect("an embedded font that was tested")
    })
}

/// Points a font unit at size 1.
fn em(face: Face) -> f32 {
    1.0 / font(face).units_per_em() as f32
}

/// The height of a capital letter in em.
pub fn cap_height(face: Face) -> f32 {
    f32::from(font(face).capital_height().unwrap_or(660)) * em(face)
}

/// The height of a small letter without ascender in em.
pub fn x_height(face: Face) -> f32 {
    f32::from(font(face).x_height().unwrap_or(480)) * em(face)
}

/// How far a face reaches above the baseline, in em.
pub fn ascent(face: Face) -> f32 {
    f32::from(font(face).ascender()) * em(face)
}

/// How far a face reaches below the baseline, in em.
pub fn descent(face: Face) -> f32 {
    -f32::from(font(face).descender()) * em(face)
}

/// The first character of a text for which a face has no glyph.
pub fn missing_glyph(face: Face, text: &str) -> Option<char> {
    text.chars().find(|&c| font(face).glyph_index(c).is_none())
}

/// Where a line begins: its anchor point moved by its anchor.
pub fn left(text: &Text) -> f32 {
    match text.anchor {
        Anchor::Start => text.x,
        Anchor::Middle => text.x - width(text) / 2.0,
        Anchor::End => text.x - width(text),
    }
}

/// Shapes a line: ligatures, kerning and figures of the face, then tracking, word space and stretch.
///
/// The tracking after the last glyph is not counted, so that centred lines stand in the middle.
pub fn shape(text: &Text) -> Run {
    let shaped = shaped(text);
    let mut x = 0.0;
    let place = |glyph: &Unsized| {
        let (across, down) = glyph.offset(text);
        let advance = glyph.advance(text);
        let glyph = Glyph { id: glyph.id, x: x + across, y: down, advance, cluster: glyph.cluster as usize };
        x += advance;
        glyph
    };
    let glyphs: Vec<Glyph> = shaped.iter().map(place).collect();
    Run { width: if glyphs.is_empty() { 0.0 } else { x - last_tracking(text) }, glyphs }
}

/// The width of a line in points.
pub fn width(text: &Text) -> f32 {
    let shaped = shaped(text);
    let advances = shaped.iter().fold(0.0, |sum, glyph| sum + glyph.advance(text));
    if shaped.is_empty() { 0.0 } else { advances - last_tracking(text) }
}

/// The tracking after the last glyph of a line.
fn last_tracking(text: &Text) -> f32 {
    text.tracking * text.size * text.stretch
}

/// A shaped glyph whatever the size of its line, in units of its font.
struct Unsized {
    id: u16,
    cluster: u32,
    is_space: bool,
    x_advance: i32,
    x_offset: i32,
    y_offset: i32,
}

impl Unsized {
    /// How far it moves the next glyph of a line on.
    fn advance(&self, text: &Text) -> f32 {
        let space = if self.is_space { text.word_space } else { 0.0 };
        let scale = em(text.face) * text.size;
        (self.x_advance as f32 * scale + text.tracking * text.size + space) * text.stretch
    }

    /// How far to the right and down of its place it stands.
    fn offset(&self, text: &Text) -> (f32, f32) {
        let scale = em(text.face) * text.size;
        (self.x_offset as f32 * scale * text.stretch, -self.y_offset as f32 * scale)
    }
}

/// A text of at most so many bytes is shaped once and kept: words, ranks and moves come back all the time.
const KEPT_LENGTH: usize = 40;
/// So many texts of a kind are kept at most.
const KEPT: usize = 4_096;

/// The glyphs of a line. A thread keeps those of short lines by their face and features.
fn shaped(text: &Text) -> Rc<[Unsized]> {
    type Texts = HashMap<Box<str>, Rc<[Unsized]>>;
    thread_local! {
        static SHAPED: RefCell<[Texts; FACES.len() * 4]> = RefCell::default();
    }
    if text.text.len() > KEPT_LENGTH {
        return shape_anew(text);
    }
    let features = usize::from(text.figures == Figures::OldStyle) + 2 * usize::from(text.tracking != 0.0);
    SHAPED.with_borrow_mut(|shaped| {
        let texts = &mut shaped[4 * text.face as usize + features];
        if let Some(glyphs) = texts.get(text.text.as_str()) {
            return glyphs.clone();
        }
        if texts.len() >= KEPT {
            texts.clear();
        }
        let glyphs = shape_anew(text);
        texts.insert(text.text.as_str().into(), glyphs.clone());
        glyphs
    })
}

fn shape_anew(text: &Text) -> Rc<[Unsized]> {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(&text.text);
    buffer.guess_segment_properties();
    buffer.set_direction(Direction::LeftToRight);
    let shaped = match plan(text, &buffer) {
        Some(plan) => rustybuzz::shape_with_plan(font(text.face), plan, buffer),
        None => rustybuzz::shape(font(text.face), &features(text), buffer),
    };
    let bytes = text.text.as_bytes();
    let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions()).map(|(info, place)| Unsized {
        id: info.glyph_id as u16,
        cluster: info.cluster,
        is_space: bytes.get(info.cluster as usize) == Some(&b' '),
        x_advance: place.x_advance,
        x_offset: place.x_offset,
        y_offset: place.y_offset,
    });
    glyphs.collect()
}

/// The plan by which a text is shaped: which features its face applies. A plan takes longer to make than a
/// line takes to shape, so those for Latin letters and for figures alone are kept.
fn plan(text: &Text, buffer: &UnicodeBuffer) -> Option<&'static ShapePlan> {
    /// Letters or figures alone, lining or old-style, tied or spaced out.
    const KINDS: usize = 2 * 2 * 2;
    static PLANS: [[OnceLock<ShapePlan>; KINDS]; FACES.len()] =
        [const { [const { OnceLock::new() }; KINDS] }; FACES.len()];
    let script = match buffer.script() {
        script::LATIN => Some(script::LATIN),
        script::UNKNOWN => None,
        _ => return None,
    };
    let kind = usize::from(script.is_some())
        + 2 * usize::from(text.figures == Figures::OldStyle)
        + 4 * usize::from(text.tracking != 0.0);
    let make = || ShapePlan::new(font(text.face), Direction::LeftToRight, script, None, &features(text));
    Some(PLANS[text.face as usize][kind].get_or_init(make))
}

fn features(text: &Text) -> Vec<Feature> {
    let whole = |tag: &[u8; 4], value| Feature::new(Tag::from_bytes(tag), value, ..);
    let (lining, old_style) = match text.figures {
        Figures::Lining => (1, 0),
        Figures::OldStyle => (0, 1),
    };
    let mut features = vec![whole(b"lnum", lining), whole(b"onum", old_style)];
    if text.tracking != 0.0 {
        // Letters that are spaced out must not stay tied to each other.
        features.push(whole(b"liga", 0));
    }
    features
}

/// The outline of a glyph at size 1, from its origin, y down.
pub fn outline(face: Face, glyph: u16) -> Path {
    let mut pen = Pen { path: Path::default(), at: (0.0, 0.0), em: em(face) };
    font(face).outline_glyph(GlyphId(glyph), &mut pen);
    pen.path
}

/// The outline of a whole line, where it stands.
pub fn outlines(text: &Text) -> Path {
    let (left, size) = (left(text), text.size);
    let mut path = Path::default();
    for glyph in shape(text).glyphs {
        let (dx, dy) = (left + glyph.x, text.y + glyph.y);
        let placed =
            outline(text.face, glyph.id).mapped(|x, y| (dx + x * size * text.stretch, dy + y * size));
        path.0.extend(placed.0);
    }
    path
}

/// Collects an outline in em, turned so that y points down.
struct Pen {
    path: Path,
    at: (f32, f32),
    em: f32,
}

impl Pen {
    fn to(&mut self, x: f32, y: f32) -> (f32, f32) {
        (x * self.em, -y * self.em)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.to(x, y);
        self.path.0.push(Segment::Move(self.at.0, self.at.1));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = self.to(x, y);
        self.path.0.push(Segment::Line(self.at.0, self.at.1));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (from, control, end) = (self.at, self.to(x1, y1), self.to(x, y));
        let third = |a: f32, b: f32| a + (b - a) * 2.0 / 3.0;
        self.path.0.push(Segment::Cubic(
            third(from.0, control.0),
            third(from.1, control.1),
            third(end.0, control.0),
            third(end.1, control.1),
            end.0,
            end.1,
        ));
        self.at = end;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, end) = (self.to(x1, y1), self.to(x2, y2), self.to(x, y));
        self.path.0.push(Segment::Cubic(a.0, a.1, b.0, b.1, end.0, end.1));
        self.at = end;
    }

    fn close(&mut self) {
        self.path.0.push(Segment::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Ink;

    fn line(face: Face, text: &str) -> Text {
        Text::new(face, 10.0, Ink::Text, text)
    }

    #[test]
    fn every_face_has_the_letters_of_our_four_languages() {
        for face in FACES {
            let text = "AÀÄÅÉÖabcdefghijklmnopqrstuvwxyzàâäåæçèéêëìîïòôöùûüœ0123456789 .,;:!?–—’“”«»/()%×";
            assert_eq!(missing_glyph(face, text), None, "{face:?}");
            assert!((0.6..0.75).contains(&cap_height(face)), "{face:?}");
        }
        assert_eq!(missing_glyph(Face::Serif, "a\u{4e00}"), Some('\u{4e00}'));
    }

    #[test]
    fn letters_are_kerned() {
        let pair = width(&line(Face::Serif, "AV"));
        assert!(pair < width(&line(Face::Serif, "A")) + width(&line(Face::Serif, "V")) - 0.2);
    }

    #[test]
    fn old_style_figures_are_other_glyphs_than_lining_ones() {
        let lining = line(Face::Serif, "1789");
        let old = Text { figures: Figures::OldStyle, ..lining.clone() };
        let ids = |text: &Text| shape(text).glyphs.iter().map(|glyph| glyph.id).collect::<Vec<_>>();
        assert_ne!(ids(&lining), ids(&old));
    }

    #[test]
    fn word_space_widens_each_space_and_stretch_the_whole_line() {
        let plain = line(Face::Serif, "a b c");
        let wide = Text { word_space: 3.0, ..plain.clone() };
        assert!((width(&wide) - width(&plain) - 6.0).abs() < 1e-3);
        let narrow = Text { stretch: 0.8, ..plain.clone() };
        assert!((width(&narrow) - 0.8 * width(&plain)).abs() < 1e-3);
    }

    #[test]
    fn a_capital_reaches_from_the_baseline_to_cap_height() {
        let shaped = shape(&line(Face::SansSemibold, "H"));
        let bounds = outline(Face::SansSemibold, shaped.glyphs[0].id).bounds().unwrap();
        assert!((bounds[1] + cap_height(Face::SansSemibold)).abs() < 0.01);
        assert!(bounds[3].abs() < 1e-3);
    }
}
