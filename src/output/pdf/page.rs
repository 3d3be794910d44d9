//! A figure as the operators of a page's content stream.

use super::drawings::{Drawing, Drawings};
use super::glyphs::{Fonts, Missing, Shown, add_shown, cluster_text};
use super::rasters::Rasters;
use super::tags::{self, Mark};
use super::{Frame, Inks, PdfDocument, Profile, face_name};
use crate::figure::theme::{Paint, Theme};
use crate::figure::typeset::{missing_glyph, shape};
use crate::figure::{Anchor, Face, Figure, Ink, Item, Join, Path, Segment, Stroke, Tag, Text};
use crate::raster::Raster;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A page as written.
pub(super) struct PageContent {
    /// The operators.
    pub(super) content: Vec<u8>,
    /// The glyphs.
    pub(super) shown: Shown,
    /// What is told of it, in the order in which it is heard.
    pub(super) marks: Vec<Mark>,
    /// The drawings that it uses, by name.
    pub(super) drawings: BTreeMap<String, Arc<Drawing>>,
    /// The pictures made of dots that it shows, by name.
    pub(super) rasters: BTreeMap<String, Arc<Raster>>,
}

/// Writes the content stream of one page, and each change of the graphics state once.
///
/// The stream is written here and not by way of `printpdf`'s operators: a page of diagrams has some
/// ten thousand of them, and a book a thousand such pages.
pub(super) struct PageWriter<'a> {
    fonts: &'a Fonts,
    /// The drawings of the file; within one of them there are no others.
    drawings: Option<&'a Drawings>,
    /// The pictures of the file that are made of dots.
    rasters: &'a Rasters,
    theme: &'a Theme,
    profile: Profile,
    inks: Inks,
    frame: &'a Frame,
    content: String,
    shown: Shown,
    /// The drawings that the page uses, by where their items stand in memory.
    known: BTreeMap<usize, Arc<Drawing>>,
    /// The pictures made of dots that the page shows.
    placed: BTreeMap<String, Arc<Raster>>,
    fill: Option<Paint>,
    stroke: Option<Paint>,
    /// The last stroke, whatever its ink.
    line: Option<Stroke>,
    /// What is told to those who hear the page; a press file tells nothing.
    marks: Vec<Mark>,
    within: Within,
    /// The end of the text before, in a mark that is read aloud.
    end: Option<Text>,
}

/// What the place in the content stream belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Nothing yet.
    Page,
    /// Drawing that is not read aloud.
    Furniture,
    /// The last of the marks.
    Mark,
}

impl<'a> PageWriter<'a> {
    /// A writer for a page.
    pub(super) fn new(
        fonts: &'a Fonts,
        drawings: &'a Drawings,
        rasters: &'a Rasters,
        document: &'a PdfDocument,
        frame: &'a Frame,
    ) -> PageWriter<'a> {
        PageWriter {
            fonts,
            drawings: Some(drawings),
            rasters,
            theme: &document.theme,
            profile: document.profile,
            inks: document.inks,
            frame,
            content: String::new(),
            shown: Shown::new(),
            known: BTreeMap::new(),
            placed: BTreeMap::new(),
            fill: None,
            stroke: None,
            line: None,
            marks: Vec::new(),
            within: Within::Page,
            end: None,
        }
    }

    /// The content stream, the glyphs that it shows, and what is told of it.
    pub(super) fn finish(mut self) -> PageContent {
        self.leave();
        let long = self.known.into_values().filter(|drawing| drawing.is_long());
        let drawings = long.map(|drawing| (drawing.name.clone(), drawing)).collect();
        PageContent {
            content: self.content.into_bytes(),
            shown: self.shown,
            marks: self.marks,
            drawings,
            rasters: self.placed,
        }
    }

    /// Turns all that follows upside down.
    pub(super) fn turn(&mut self) {
        let Frame { width, height, .. } = *self.frame;
        self.operator(&[-1.0, 0.0, 0.0, -1.0, width, height], "cm");
    }

    /// Writes a page. One that is a single diagram is told by the diagram's own words.
    pub(super) fn page(&mut self, figure: &Figure) -> Result<(), Missing> {
        match figure.alt.is_empty() || tags::are_tagged(&figure.items) {
            true => self.items(&figure.items),
            false => self.tagged(&Tag::Picture(figure.alt.clone()), &figure.items),
        }
    }

    /// Writes items from back to front. Links are left to the finishing pass.
    fn items(&mut self, items: &[Item]) -> Result<(), Missing> {
        items.iter().try_for_each(|item| self.item(item))
    }

    fn item(&mut self, item: &Item) -> Result<(), Missing> {
        let untagged = self.profile == Profile::Screen && self.within != Within::Mark;
        match item {
            Item::Path { path, fill, stroke } => {
                if untagged {
                    self.enter_furniture();
                }
                self.path(path, *fill, stroke.as_ref());
            }
            Item::Text(text) if untagged && !text.text.is_empty() => {
                return self.tagged(&Tag::Paragraph, std::slice::from_ref(item));
            }
            Item::Text(text) if self.is_read() => {
                if self.end.as_ref().is_some_and(|end| is_apart(end, text)) {
                    self.part_words()?;
                }
                let right = self.text(text)?;
                self.end = (!text.text.ends_with(['-', ' '])).then(|| text.clone().at(right, text.y));
            }
            Item::Text(text) => drop(self.text(text)?),
            Item::Group { title, .. } if untagged && !title.is_empty() => {
                let tag = if is_sign(title) { Tag::More } else { Tag::Picture(title.clone()) };
                return self.tagged(&tag, std::slice::from_ref(item));
            }
            Item::Shared { x, y, items } => {
                if untagged {
                    self.enter_furniture();
                }
                self.shared(*x, *y, items)?;
            }
            Item::Raster { area, raster } => {
                if untagged {
                    self.enter_furniture();
                }
                self.raster(*area, raster);
            }
            Item::Group { title, items } if is_sign(title) => {
                self.begin_sign(title);
                self.items(items)?;
                self.hold_sign(item)?;
                self.end = None;
                self.content.push_str("EMC\n");
            }
            Item::Tagged { tag, items } if untagged => return self.tagged(tag, items),
            Item::Group { items, .. } | Item::Tagged { items, .. } => self.items(items)?,
            Item::Link { .. } if untagged => {
                return self.tagged(&Tag::Paragraph, std::slice::from_ref(item));
            }
            Item::Link { area, page } => {
                if let Some(mark) = self.marks.last_mut() {
                    mark.links.push((*area, *page));
                }
            }
        }
        Ok(())
    }

    /// Writes items that stand at many places: once in the file, if that is shorter.
    fn shared(&mut self, x: f32, y: f32, items: &Arc<[Item]>) -> Result<(), Missing> {
        let Some(file) = self.drawings else {
            return items.iter().try_for_each(|item| self.item(&item.clone().moved(x, y)));
        };
        let address = items.as_ptr().addr();
        let known = match self.known.get(&address) {
            Some(known) => known.clone(),
            None => {
                let known = match file.get(items) {
                    Some(known) => known,
                    None => file.add(items, Drawing::new(items, self.drawn(items)?)),
                };
                self.known.insert(address, known.clone());
                if known.is_long() {
                    add_shown(&mut self.shown, &known.shown);
                }
                known
            }
        };
        if !known.is_long() {
            return items.iter().try_for_each(|item| self.item(&item.clone().moved(x, y)));
        }
        self.content.push_str("q ");
        self.operator(&[1.0, 0.0, 0.0, 1.0, self.frame.left + x, self.frame.top - y], "cm");
        self.content.push_str(&format!("/{} Do Q\n", known.name));
        Ok(())
    }

    /// A picture made of dots, which fills the unit square.
    fn raster(&mut self, [x, y, width, height]: [f32; 4], raster: &Arc<Raster>) {
        let name = self.rasters.name(raster);
        let Frame { left, top, .. } = *self.frame;
        self.content.push_str("q ");
        self.operator(&[width, 0.0, 0.0, height, left + x, top - y - height], "cm");
        self.content.push_str(&format!("/{name} Do Q\n"));
        self.placed.entry(name).or_insert_with(|| raster.clone());
    }

    /// Items as they are drawn from their own corner, whatever the state of the pen.
    fn drawn(&self, items: &[Item]) -> Result<PageContent, Missing> {
        let frame = Frame { left: 0.0, top: 0.0, ..*self.frame };
        let mut inner = PageWriter {
            fonts: self.fonts,
            drawings: None,
            rasters: self.rasters,
            theme: self.theme,
            // Within a mark there are no marks.
            profile: Profile::Press,
            inks: self.inks,
            frame: &frame,
            content: String::new(),
            shown: Shown::new(),
            known: BTreeMap::new(),
            placed: BTreeMap::new(),
            fill: None,
            stroke: None,
            line: None,
            marks: Vec::new(),
            within: Within::Page,
            end: None,
        };
        items.iter().try_for_each(|item| inner.item(item))?;
        Ok(inner.finish())
    }

    /// Writes items that are told as one thing.
    fn tagged(&mut self, tag: &Tag, items: &[Item]) -> Result<(), Missing> {
        if self.profile == Profile::Press {
            return self.items(items);
        }
        self.leave();
        if *tag == Tag::Furniture {
            self.content.push_str("/Artifact <</Type /Pagination>> BDC\n");
            // Its text belongs to it, and a link in it to nothing.
            let marks = std::mem::take(&mut self.marks);
            self.within = Within::Mark;
            self.items(items)?;
            self.marks = marks;
            self.leave();
            return Ok(());
        }
        let role = tags::content_role(tag);
        self.content.push_str(&format!("/{role} <</MCID {}>> BDC\n", self.marks.len()));
        self.marks.push(Mark::new(tag.clone(), items));
        self.within = Within::Mark;
        self.end = None;
        self.items(items)?;
        self.part_words()?;
        self.leave();
        Ok(())
    }

    /// Whether text is read as it stands; that of a picture is not.
    fn is_read(&self) -> bool {
        self.marks.last().is_some_and(|mark| !matches!(mark.tag, Tag::Picture(_)))
    }

    /// A space after the text before: words of two lines or places are two words.
    fn part_words(&mut self) -> Result<(), Missing> {
        if let Some(end) = self.end.take() {
            self.text(&Text { text: " ".to_string(), word_space: 0.0, ..end })?;
        }
        Ok(())
    }

    fn enter_furniture(&mut self) {
        if self.within == Within::Page {
            self.content.push_str("/Artifact BMC\n");
            self.within = Within::Furniture;
        }
    }

    /// Ends what the place belongs to.
    fn leave(&mut self) {
        if self.within != Within::Page {
            self.content.push_str("EMC\n");
            self.within = Within::Page;
        }
    }

    /// Says that the drawing that follows is read as a sign: a suit in running text.
    fn begin_sign(&mut self, sign: &str) {
        self.content.push_str("/Span <</ActualText <FEFF");
        for unit in sign.encode_utf16() {
            self.content.push_str(&format!("{unit:04X}"));
        }
        self.content.push_str(">>> BDC\n");
    }

    /// A space as wide as a drawn sign. Readers such as poppler take what a sign says only where
    /// letters are shown; a drawing alone is passed over.
    fn hold_sign(&mut self, sign: &Item) -> Result<(), Missing> {
        let Some([left, top, right, bottom]) = sign.bounds() else { return Ok(()) };
        let space = Text::new(Face::Sans, bottom - top, Ink::Text, " ").at(left, bottom);
        let width = shape(&space).width;
        if width > 0.0 && right > left {
            self.text(&Text { stretch: (right - left) / width, ..space })?;
        }
        Ok(())
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
        let Frame { left, top, .. } = *self.frame;
        for &segment in &path.0 {
            match segment {
                Segment::Move(x, y) => self.operator(&[left + x, top - y], "m"),
                Segment::Line(x, y) => self.operator(&[left + x, top - y], "l"),
                Segment::Cubic(ax, ay, bx, by, x, y) => {
                    let control = [left + ax, top - ay, left + bx, top - by];
                    let [ax, ay, bx, by] = control;
                    self.operator(&[ax, ay, bx, by, left + x, top - y], "c");
                }
                Segment::Close => self.operator(&[], "h"),
            }
        }
        self.operator(&[], paint);
    }

    /// Writes an operator after its numbers.
    fn operator(&mut self, numbers: &[f32], name: &str) {
        for &number in numbers {
            push_number(&mut self.content, number, 2);
            self.content.push(' ');
        }
        self.content.push_str(name);
        self.content.push('\n');
    }

    fn fill_with(&mut self, ink: Ink) {
        let paint = self.theme.paint(ink);
        if self.fill != Some(paint) {
            self.fill = Some(paint);
            self.color(paint, ["g", "rg", "k"]);
        }
    }

    fn stroke_with(&mut self, stroke: &Stroke) {
        let paint = self.theme.paint(stroke.ink);
        if self.stroke != Some(paint) {
            self.stroke = Some(paint);
            self.color(paint, ["G", "RG", "K"]);
        }
        let like = |last: &Stroke| Stroke { ink: stroke.ink, ..*last } == *stroke;
        if self.line.as_ref().is_some_and(like) {
            return;
        }
        self.line = Some(*stroke);
        let (join, cap) = match stroke.join {
            Join::Mitre => ("0 j", "0 J"),
            Join::Round => ("1 j", "1 J"),
        };
        self.operator(&[stroke.width], "w");
        self.operator(&[], join);
        self.operator(&[], cap);
        self.content.push('[');
        if let Some((dash, gap)) = stroke.dash {
            push_number(&mut self.content, dash, 2);
            self.content.push(' ');
            push_number(&mut self.content, gap, 2);
        }
        self.content.push_str("] 0 d\n");
    }

    /// A paint; black and gray are one ink, whatever the others.
    fn color(&mut self, paint: Paint, [gray, rgb, cmyk]: [&str; 3]) {
        let share = |part: u8| f32::from(part) / 255.0;
        let (parts, name): (Vec<f32>, &str) = match (self.inks, paint) {
            (Inks::Rgb, Paint { rgb: [r, g, b], .. }) if r == g && g == b => (vec![share(r)], gray),
            (Inks::Rgb, Paint { rgb: parts, .. }) => (parts.map(share).to_vec(), rgb),
            (_, Paint { cmyk: [0, 0, 0, k], .. }) => (vec![1.0 - f32::from(k) / 100.0], gray),
            (Inks::Cmyk, Paint { cmyk: inks, .. }) => {
                (inks.map(|percent| f32::from(percent) / 100.0).to_vec(), cmyk)
            }
            // As bright as the eye takes the colour.
            (Inks::Black, Paint { rgb: [r, g, b], .. }) => {
                (vec![0.299 * share(r) + 0.587 * share(g) + 0.114 * share(b)], gray)
            }
        };
        for part in parts {
            // Three decimals are enough for 256 steps.
            push_number(&mut self.content, part, 3);
            self.content.push(' ');
        }
        self.content.push_str(name);
        self.content.push('\n');
    }

    /// Writes a line of text and tells where it ends.
    fn text(&mut self, text: &Text) -> Result<f32, Missing> {
        if text.text.is_empty() {
            return Ok(text.x);
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
        self.fill_with(text.ink);
        self.content.push_str("BT\n/");
        self.content.push_str(face_name(text.face));
        self.content.push(' ');
        self.operator(&[text.size], "Tf");
        if text.stretch != 1.0 {
            self.operator(&[100.0 * text.stretch], "Tz");
        }
        let first = run.glyphs.first().map_or(0.0, |glyph| glyph.x);
        self.operator(&[1.0, 0.0, 0.0, 1.0, self.frame.left + left + first, self.frame.top - text.y], "Tm");
        self.content.push_str("[<");
        // Thousandths of an em along the line, before the stretch.
        let unit = 1000.0 / (text.size * text.stretch);
        let mut pen = first * unit;
        for (index, glyph) in run.glyphs.iter().enumerate() {
            self.content.push_str(&format!("{:04X}", glyph.id));
            pen += self.fonts.width(text.face, glyph.id);
            if let Some(next) = run.glyphs.get(index + 1) {
                let offset = (pen - next.x * unit).round();
                if offset != 0.0 {
                    pen -= offset;
                    self.content.push('>');
                    push_number(&mut self.content, offset, 0);
                    self.content.push('<');
                }
            }
            let says = cluster_text(&text.text, &run.glyphs, index);
            self.shown.entry(text.face).or_default().entry(glyph.id).or_insert(says);
        }
        self.content.push_str(">] TJ\n");
        if text.stretch != 1.0 {
            self.operator(&[100.0], "Tz");
        }
        self.content.push_str("ET\n");
        Ok(left + run.width)
    }
}

/// Whether a text does not go on right where another ends.
fn is_apart(end: &Text, text: &Text) -> bool {
    let left = if text.anchor == Anchor::Start { text.x } else { f32::INFINITY };
    (end.y - text.y).abs() > 0.1 || left - end.x > 0.1 * end.size
}

/// Writes a number with so many decimals at most, the same everywhere.
fn push_number(content: &mut String, number: f32, decimals: u32) {
    let scale = 10i64.pow(decimals);
    let scaled = (f64::from(number) * scale as f64).round() as i64;
    if scaled < 0 {
        content.push('-');
    }
    let (whole, part) = (scaled.abs() / scale, scaled.abs() % scale);
    content.push_str(&whole.to_string());
    if part > 0 {
        let digits = format!("{part:0width$}", width = decimals as usize);
        content.push('.');
        content.push_str(digits.trim_end_matches('0'));
    }
}

/// Whether a group's title is a lone sign that the drawing stands for in running text.
fn is_sign(title: &str) -> bool {
    let mut characters = title.chars();
    characters.next().is_some_and(|sign| !sign.is_alphanumeric()) && characters.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_minus_nothing() {
        let text = |number, decimals| {
            let mut text = String::new();
            push_number(&mut text, number, decimals);
            text
        };
        for (number, wanted) in
            [(345.30002, "345.3"), (-0.001, "0"), (-2.5, "-2.5"), (7.0, "7"), (0.049, "0.05")]
        {
            assert_eq!(text(number, 2), wanted);
        }
        assert_eq!(text(-12.0, 0), "-12");
    }
}
