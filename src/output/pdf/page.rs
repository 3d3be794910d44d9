//! A figure as the operators of a page's content stream.

use super::{BadPdf, PdfDocument, Profile, face_name};
use crate::figure::theme::{Paint, Theme};
use crate::figure::typeset::{FACES, font_bytes, missing_glyph, shape};
use crate::figure::{Anchor, Face, Ink, Item, Join, Path, Segment, Stroke, Text};
use printpdf::{
    Cmyk, Codepoint, Color, DictItem, FontId, Greyscale, LineCapStyle, LineDashPattern, LineJoinStyle, Op,
    ParsedFont, PdfFontHandle, Pt, Rgb, TextItem, TextMatrix,
};
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
    fn width(&self, face: Face, glyph: u16) -> f32 {
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
    character: char,
    face: Face,
    text: String,
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

/// Writes the items of one page, and each change of the graphics state once.
pub(super) struct PageWriter<'a> {
    fonts: &'a Fonts,
    theme: &'a Theme,
    profile: Profile,
    height: f32,
    ops: Vec<Op>,
    fill: Option<Paint>,
    stroke: Option<Paint>,
    /// The last stroke, whatever its ink.
    line: Option<Stroke>,
}

impl<'a> PageWriter<'a> {
    /// A writer for a page of some height.
    pub(super) fn new(fonts: &'a Fonts, document: &'a PdfDocument, height: f32) -> PageWriter<'a> {
        let (theme, profile) = (&document.theme, document.profile);
        PageWriter { fonts, theme, profile, height, ops: Vec::new(), fill: None, stroke: None, line: None }
    }

    /// The operators written.
    pub(super) fn finish(self) -> Vec<Op> {
        self.ops
    }

    /// Writes items from back to front. Links are left to the finishing pass.
    pub(super) fn items(&mut self, items: &[Item]) -> Result<(), Missing> {
        for item in items {
            match item {
                Item::Path { path, fill, stroke } => self.path(path, *fill, stroke.as_ref()),
                Item::Text(text) => self.text(text)?,
                Item::Group { title, items } if is_sign(title) => {
                    self.begin_sign(title);
                    self.items(items)?;
                    self.ops.push(Op::EndMarkedContent);
                }
                Item::Group { items, .. } => self.items(items)?,
                Item::Link { .. } => {}
            }
        }
        Ok(())
    }

    /// Says that the drawing that follows is read as a sign: a suit in running text.
    fn begin_sign(&mut self, sign: &str) {
        let mut data = vec![0xFE, 0xFF];
        data.extend(sign.encode_utf16().flat_map(u16::to_be_bytes));
        let text = DictItem::String { data, literal: false };
        let map = BTreeMap::from([("ActualText".to_string(), text)]);
        let properties = DictItem::Dict { map };
        self.ops.push(Op::BeginMarkedContentWithProperties { tag: "Span".to_string(), properties });
    }

    fn path(&mut self, path: &Path, fill: Option<Ink>, stroke: Option<&Stroke>) {
        if let Some(ink) = fill {
            self.fill_with(ink);
        }
        if let Some(stroke) = stroke {
            self.stroke_with(stroke);
        }
        let paint = match (fill, stroke) {
            (Some(_), Some(_)) => "B",
            (Some(_), None) => "f",
            (None, Some(_)) => "S",
            (None, None) => return,
        };
        let height = self.height;
        for &segment in &path.0 {
            match segment {
                Segment::Move(x, y) => self.operator("m", &[x, height - y]),
                Segment::Line(x, y) => self.operator("l", &[x, height - y]),
                Segment::Cubic(ax, ay, bx, by, x, y) => {
                    self.operator("c", &[ax, height - ay, bx, height - by, x, height - y]);
                }
                Segment::Close => self.operator("h", &[]),
            }
        }
        self.operator(paint, &[]);
    }

    fn operator(&mut self, key: &str, numbers: &[f32]) {
        let value = numbers.iter().map(|&number| DictItem::Real(rounded(number))).collect();
        self.ops.push(Op::Unknown { key: key.to_string(), value });
    }

    fn fill_with(&mut self, ink: Ink) {
        let paint = self.theme.paint(ink);
        if self.fill != Some(paint) {
            self.fill = Some(paint);
            self.ops.push(Op::SetFillColor { col: color(paint, self.profile) });
        }
    }

    fn stroke_with(&mut self, stroke: &Stroke) {
        let paint = self.theme.paint(stroke.ink);
        if self.stroke != Some(paint) {
            self.stroke = Some(paint);
            self.ops.push(Op::SetOutlineColor { col: color(paint, self.profile) });
        }
        let like = |last: &Stroke| Stroke { ink: stroke.ink, ..*last } == *stroke;
        if self.line.as_ref().is_some_and(like) {
            return;
        }
        self.line = Some(*stroke);
        let (join, cap) = match stroke.join {
            Join::Mitre => (LineJoinStyle::Miter, LineCapStyle::Butt),
            Join::Round => (LineJoinStyle::Round, LineCapStyle::Round),
        };
        let dash = stroke.dash.map(|(dash, gap)| vec![rounded(dash), rounded(gap)]).unwrap_or_default();
        self.ops.extend([
            Op::SetOutlineThickness { pt: Pt(rounded(stroke.width)) },
            Op::SetLineJoinStyle { join },
            Op::SetLineCapStyle { cap },
            Op::SetLineDashPattern { dash: LineDashPattern { offset: 0.0, pattern: dash.into() } },
        ]);
    }

    fn text(&mut self, text: &Text) -> Result<(), Missing> {
        if text.text.is_empty() {
            return Ok(());
        }
        if let Some(character) = missing_glyph(text.face, &text.text) {
            return Err(Missing { character, face: text.face, text: crate::card::shorten(&text.text) });
        }
        let run = shape(text);
        let left = match text.anchor {
            Anchor::Start => text.x,
            Anchor::Middle => text.x - run.width / 2.0,
            Anchor::End => text.x - run.width,
        };
        let mut glyphs = Vec::with_capacity(run.glyphs.len());
        // Thousandths of an em along the line, before the stretch.
        let unit = 1000.0 / (text.size * text.stretch);
        let mut pen = 0.0;
        for (index, glyph) in run.glyphs.iter().enumerate() {
            pen += self.fonts.width(text.face, glyph.id);
            let next = run.glyphs.get(index + 1).map_or(run.width, |next| next.x) * unit;
            let offset = if index + 1 < run.glyphs.len() { (pen - next).round() } else { 0.0 };
            pen -= offset;
            let cluster = cluster_text(&text.text, &run.glyphs, index);
            glyphs.push(Codepoint::with_cid(glyph.id, offset, cluster));
        }
        let first = run.glyphs.first().map_or(0.0, |glyph| glyph.x);
        self.fill_with(text.ink);
        let font = PdfFontHandle::External(font_id(text.face));
        self.ops.push(Op::StartTextSection);
        self.ops.push(Op::SetFont { font, size: Pt(rounded(text.size)) });
        if text.stretch != 1.0 {
            self.ops.push(Op::SetHorizontalScaling { percent: rounded(100.0 * text.stretch) });
        }
        let (x, y) = (rounded(left + first), rounded(self.height - text.y));
        self.ops.push(Op::SetTextMatrix { matrix: TextMatrix::Translate(Pt(x), Pt(y)) });
        self.ops.push(Op::ShowText { items: vec![TextItem::GlyphIds(glyphs)] });
        if text.stretch != 1.0 {
            self.ops.push(Op::SetHorizontalScaling { percent: 100.0 });
        }
        self.ops.push(Op::EndTextSection);
        Ok(())
    }
}

/// Whether a group's title is a lone sign that the drawing stands for in running text.
fn is_sign(title: &str) -> bool {
    let mut characters = title.chars();
    characters.next().is_some_and(|sign| !sign.is_alphanumeric()) && characters.next().is_none()
}

/// What a glyph says: the characters from its cluster to the next; nothing if an earlier glyph
/// of the same cluster says it.
fn cluster_text(text: &str, glyphs: &[crate::figure::typeset::Glyph], index: usize) -> String {
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

/// A paint as a colour: press inks for a press, with black alone as plain gray; else the screen's.
fn color(paint: Paint, profile: Profile) -> Color {
    let icc_profile = None;
    match profile {
        Profile::Press => {
            let [c, m, y, k] = paint.cmyk.map(|percent| f32::from(percent) / 100.0);
            match (c, m, y) == (0.0, 0.0, 0.0) {
                true => Color::Greyscale(Greyscale { percent: rounded(1.0 - k), icc_profile }),
                false => Color::Cmyk(Cmyk { c, m, y, k, icc_profile }),
            }
        }
        Profile::Screen => {
            let [r, g, b] = paint.rgb.map(|part| rounded_finely(f32::from(part) / 255.0));
            match r == g && g == b {
                true => Color::Greyscale(Greyscale { percent: r, icc_profile }),
                false => Color::Rgb(Rgb { r, g, b, icc_profile }),
            }
        }
    }
}

/// A part of a colour with three decimals, enough for 256 steps.
fn rounded_finely(number: f32) -> f32 {
    (number * 1000.0).round() / 1000.0
}

/// A number with at most two decimals, so that files are small and the same everywhere.
fn rounded(number: f32) -> f32 {
    let rounded = ((f64::from(number) * 100.0).round() / 100.0) as f32;
    if rounded == 0.0 { 0.0 } else { rounded }
}
