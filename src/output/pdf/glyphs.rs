//! The glyphs that a file shows: their fonts, their widths, and what each says to those who copy the text.

use super::{BadPdf, face_name};
use crate::figure::Face;
use crate::figure::typeset::{FACES, Glyph, font_bytes};
use printpdf::{Codepoint, FontId, Op, ParsedFont, PdfFontHandle, Pt, TextItem};
use std::collections::BTreeMap;

/// The embedded fonts as `printpdf` wants them.
pub(super) struct Fonts(Vec<ParsedFont>);

impl Fonts {
    /// Parses every face once.
    pub(super) fn parse() -> Result<Fonts, BadPdf> {
        let parse = |face: &Face| {
            ParsedFont::from_bytes(font_bytes(*face), 0, &mut Vec::new())
                .ok_or_else(|| BadPdf::Broken(format!("{} cannot be read", face_name(*face))))
        };
        FACES.iter().map(parse).collect::<Result<_, _>>().map(Fonts)
    }

    /// The faces and their fonts.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Face, &ParsedFont)> {
        FACES.into_iter().zip(&self.0)
    }

    /// The width of a glyph in thousandths of an em, as the file's width table has it.
    pub(super) fn width(&self, face: Face, glyph: u16) -> f32 {
        let font = &self.0[face as usize];
        let width = u32::from(font.get_glyph_width(glyph).unwrap_or(0));
        (width * 1000 / u32::from(font.units_per_em).max(1)) as f32
    }
}

/// The name of a face in the file, the same in every file.
pub(super) fn font_id(face: Face) -> FontId {
    FontId(face_name(face).to_string())
}

/// A character without a glyph, on a page yet to be named.
pub(super) struct Missing {
    pub(super) character: char,
    pub(super) face: Face,
    pub(super) text: String,
}

impl Missing {
    /// The error, with its page, from 1.
    pub(super) fn on_page(self, page: usize) -> BadPdf {
        BadPdf::MissingGlyph {
            page,
            character: self.character,
            code: u32::from(self.character),
            face: face_name(self.face),
            text: self.text,
        }
    }
}

/// The glyphs that pages show, by face, and what each says.
pub(super) type Shown = BTreeMap<Face, BTreeMap<u16, String>>;

/// Adds glyphs that are shown to those that are known to be.
pub(super) fn add_shown(all: &mut Shown, more: &Shown) {
    for (&face, glyphs) in more {
        let known = all.entry(face).or_default();
        for (&glyph, says) in glyphs {
            known.entry(glyph).or_insert_with(|| says.clone());
        }
    }
}

/// Operators that show every glyph once, so that `printpdf` makes the fonts with their widths and
/// their way back to text. Their page is taken out again by the finishing pass.
pub(super) fn specimen(shown: &Shown) -> Vec<Op> {
    let mut ops = vec![Op::StartTextSection];
    for (&face, glyphs) in shown {
        let font = PdfFontHandle::External(font_id(face));
        let glyphs = glyphs.iter().map(|(&id, says)| Codepoint::with_cid(id, 0.0, says.clone()));
        ops.push(Op::SetFont { font, size: Pt(1.0) });
        ops.push(Op::ShowText { items: vec![TextItem::GlyphIds(glyphs.collect())] });
    }
    ops.push(Op::EndTextSection);
    ops
}

/// What a glyph says: the characters from its cluster to the next; nothing if an earlier glyph
/// of the same cluster says it.
pub(super) fn cluster_text(text: &str, glyphs: &[Glyph], index: usize) -> String {
    let start = glyphs[index].cluster;
    if index > 0 && glyphs[index - 1].cluster == start {
        return "\u{200B}".to_string();
    }
    let end = glyphs[index + 1..].iter().map(|glyph| glyph.cluster).find(|&cluster| cluster > start);
    text[start..end.unwrap_or(text.len())].chars().map(plain).collect()
}

/// A character as it should be found by a search: the glyph of a no-break space is a space.
fn plain(character: char) -> char {
    match character {
        '\u{A0}' | '\u{202F}' | '\u{2009}' => ' ',
        '\u{AD}' | '\u{2010}' | '\u{2011}' => '-',
        other => other,
    }
}
