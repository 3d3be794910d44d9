//! The fonts of a file that is read: how wide its glyphs are and which ink they have.

use super::InspectedFont;
use lopdf::{Dictionary, Document, Object};
use std::collections::BTreeMap;
use ttf_parser::{Face, GlyphId};

/// The largest font program that is unpacked.
const LARGEST_FONT: usize = 32 << 20;

/// A font as a page uses it.
#[derive(Debug, Clone)]
pub(super) struct Font {
    name: String,
    embedded: bool,
    /// Whether a glyph is two bytes, and not one.
    pub(super) is_wide: bool,
    /// The glyphs that the file gives a width, in em.
    glyphs: BTreeMap<u16, Glyph>,
    /// What is taken for all others.
    other: Glyph,
}

/// A glyph, in em from its origin, y up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Glyph {
    /// How far it moves the next one on.
    pub(super) advance: f32,
    /// Left, lower, right, upper of its ink; nothing for a space.
    pub(super) ink: Option<[f32; 4]>,
}

impl Font {
    /// The font that an object is, if it is one that pages use.
    pub(super) fn of(file: &Document, object: &Object) -> Option<Font> {
        let font = object.as_dict().ok()?;
        if font.get(b"Type").and_then(Object::as_name).ok()? != b"Font" {
            return None;
        }
        let kind = font.get(b"Subtype").and_then(Object::as_name).ok()?;
        let name = font.get(b"BaseFont").and_then(Object::as_name).unwrap_or_default();
        let name = String::from_utf8_lossy(name).into_owned();
        match kind {
            b"Type0" => Some(Font::wide(file, font, name)),
            b"TrueType" | b"Type1" | b"MMType1" | b"Type3" => Some(Font::narrow(file, font, name, kind)),
            // The inner half of a font of two bytes.
            _ => None,
        }
    }

    /// What is told of it.
    pub(super) fn facts(self) -> InspectedFont {
        let tag = self.name.as_bytes();
        let subset = tag.get(6) == Some(&b'+') && tag[..6].iter().all(u8::is_ascii_uppercase);
        InspectedFont { name: self.name, embedded: self.embedded, subset }
    }

    /// A glyph by its code.
    pub(super) fn glyph(&self, code: u16) -> Glyph {
        self.glyphs.get(&code).copied().unwrap_or(self.other)
    }

    fn wide(file: &Document, font: &Dictionary, name: String) -> Font {
        let inner = font.get(b"DescendantFonts").and_then(|all| file.dereference(all));
        let inner = inner.ok().and_then(|(_, all)| all.as_array().ok()?.first());
        let inner = inner.and_then(|inner| file.dereference(inner).ok()?.1.as_dict().ok());
        let Some(inner) = inner else {
            return Font { name, embedded: false, is_wide: true, glyphs: BTreeMap::new(), other: any(0.5) };
        };
        let descriptor = file.get_dict_in_dict(inner, b"FontDescriptor").ok();
        let program = descriptor.and_then(|descriptor| program(file, descriptor, b"FontFile2"));
        let usual = inner.get(b"DW").and_then(Object::as_float).unwrap_or(1000.0) / 1000.0;
        let widths = inner.get(b"W").and_then(|all| file.dereference(all)).map(|(_, all)| all);
        let widths = widths.and_then(Object::as_array).map(|all| wide_widths(file, all)).unwrap_or_default();
        let map = inner.get(b"CIDToGIDMap").and_then(|map| file.dereference(map)).map(|(_, map)| map);
        let map = map.and_then(Object::as_stream).ok();
        let map = map.and_then(|map| map.get_plain_content_with_limit(2 << 16).ok());
        let numbered = |code: u16| match &map {
            Some(map) => {
                let pair = map.get(2 * usize::from(code)..)?.get(..2)?;
                Some(u16::from_be_bytes([pair[0], pair[1]]))
            }
            None => Some(code),
        };
        let face = program.as_deref().and_then(|program| Face::parse(program, 0).ok());
        let glyph = |(code, advance): (u16, f32)| {
            let drawn = face.as_ref().and_then(|face| Some(outline(face, numbered(code)?)));
            (code, drawn.map_or(any(advance), |ink| Glyph { advance, ink }))
        };
        Font {
            name,
            embedded: descriptor.is_some_and(is_embedded),
            is_wide: true,
            glyphs: widths.into_iter().map(glyph).collect(),
            other: any(usual),
        }
    }

    fn narrow(file: &Document, font: &Dictionary, name: String, kind: &[u8]) -> Font {
        let descriptor = file.get_dict_in_dict(font, b"FontDescriptor").ok();
        let first = font.get(b"FirstChar").and_then(Object::as_i64).unwrap_or(0).clamp(0, 255) as u16;
        let widths = font.get(b"Widths").and_then(|all| file.dereference(all)).map(|(_, all)| all);
        let width = |object: &Object| file.dereference(object).ok()?.1.as_float().ok();
        let widths = widths.and_then(Object::as_array).map(|all| all.iter().map(width)).into_iter().flatten();
        let glyphs = (first..=255).zip(widths.flatten()).map(|(code, width)| (code, any(width / 1000.0)));
        Font {
            name,
            // The drawings of a font of type 3 are always in the file.
            embedded: kind == b"Type3" || descriptor.is_some_and(is_embedded),
            is_wide: false,
            glyphs: glyphs.collect(),
            other: any(0.6),
        }
    }
}

/// A glyph of which only the width is known: as high as type may be.
fn any(advance: f32) -> Glyph {
    Glyph { advance, ink: Some([0.0, -0.25, advance, 0.95]) }
}

fn outline(face: &Face<'_>, glyph: u16) -> Option<[f32; 4]> {
    let em = f32::from(face.units_per_em().max(1));
    let bounds = face.glyph_bounding_box(GlyphId(glyph))?;
    Some([bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(|side| f32::from(side) / em))
}

fn is_embedded(descriptor: &Dictionary) -> bool {
    [&b"FontFile"[..], b"FontFile2", b"FontFile3"].iter().any(|key| descriptor.has(key))
}

fn program(file: &Document, descriptor: &Dictionary, key: &[u8]) -> Option<Vec<u8>> {
    let (_, program) = file.dereference(descriptor.get(key).ok()?).ok()?;
    program.as_stream().ok()?.get_plain_content_with_limit(LARGEST_FONT).ok()
}

/// The widths of a font of two bytes: `first [w w w]` or `first last w`.
fn wide_widths(file: &Document, all: &[Object]) -> BTreeMap<u16, f32> {
    let mut widths = BTreeMap::new();
    let mut rest = all;
    while let [first, second, ..] = rest {
        let Some(first) = first.as_i64().ok().and_then(|first| u16::try_from(first).ok()) else { break };
        let second = file.dereference(second).map_or(second, |(_, second)| second);
        if let Ok(list) = second.as_array() {
            for (code, width) in (first..=u16::MAX).zip(list) {
                widths.insert(code, width.as_float().unwrap_or(0.0) / 1000.0);
            }
            rest = &rest[2..];
        } else {
            let last = second.as_i64().ok().and_then(|last| u16::try_from(last).ok());
            let (Some(last), Some(width)) = (last, rest.get(2)) else { break };
            let width = width.as_float().unwrap_or(0.0) / 1000.0;
            widths.extend((first..=last).map(|code| (code, width)));
            rest = &rest[3..];
        }
    }
    widths
}
