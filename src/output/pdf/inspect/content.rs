//! The drawing of a page, followed operator by operator.

use super::InspectedPage;
use super::font::Font;
use super::matrix::Matrix;
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::BTreeMap;

/// Drawings within drawings are followed so deep.
const DEEPEST: usize = 8;
/// So many operators of one page are followed; the densest page of a book has some 30,000.
const MOST_OPERATORS: usize = 4_000_000;
/// The most states of the pen that are kept.
const MOST_STATES: usize = 1_000;

/// A colour, as far as a press cares.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Colour {
    Gray(f32),
    Rgb([f32; 3]),
    Cmyk([f32; 4]),
    Other,
}

impl Colour {
    fn is_paper(self) -> bool {
        match self {
            Colour::Gray(light) => light >= 0.999,
            Colour::Rgb(parts) => parts.iter().all(|&part| part >= 0.999),
            Colour::Cmyk(inks) => inks.iter().all(|&ink| ink <= 0.001),
            Colour::Other => false,
        }
    }

    /// Whether it is dark and mixed of several inks, so that a press that is a hair off blurs it.
    fn is_mixed_black(self) -> bool {
        match self {
            Colour::Gray(_) | Colour::Other => false,
            Colour::Rgb(parts) => parts.iter().all(|&part| part < 0.25),
            Colour::Cmyk([c, m, y, k]) => k > 0.9 && c + m + y > 0.0 || c.min(m).min(y) > 0.5,
        }
    }

    /// How dark a gray is.
    fn tint(self) -> Option<f32> {
        match self {
            Colour::Gray(light) => Some(1.0 - light),
            Colour::Cmyk([c, m, y, k]) if c + m + y == 0.0 => Some(k),
            _ => None,
        }
    }
}

#[derive(Debug, Clone)]
struct Pen {
    place: Matrix,
    fill: Colour,
    stroke: Colour,
    width: f32,
    has_caps: bool,
    font: Option<FontKey>,
    size: f32,
    stretch: f32,
    letter_space: f32,
    word_space: f32,
    lead: f32,
    rise: f32,
    is_unseen: bool,
}

/// A font by its object; one that is written in place is not followed.
type FontKey = ObjectId;

/// Follows the drawing of a page.
pub(super) struct Reader<'a> {
    file: &'a Document,
    fonts: &'a BTreeMap<ObjectId, Font>,
    /// The most ink of the pictures in the four inks.
    inks: &'a BTreeMap<ObjectId, f32>,
    /// The left upper corner of the cut page.
    corner: [f32; 2],
    found: &'a mut InspectedPage,
    pen: Pen,
    states: Vec<Pen>,
    /// The box of the path that is being drawn, y up.
    path: Option<[f32; 4]>,
    text: Matrix,
    line: Matrix,
    operators: usize,
}

impl<'a> Reader<'a> {
    /// A reader of a page; what it finds is added to what is known.
    pub(super) fn new(
        file: &'a Document,
        fonts: &'a BTreeMap<ObjectId, Font>,
        inks: &'a BTreeMap<ObjectId, f32>,
        corner: [f32; 2],
        found: &'a mut InspectedPage,
    ) -> Reader<'a> {
        let pen = Pen {
            place: Matrix::NONE,
            fill: Colour::Gray(0.0),
            stroke: Colour::Gray(0.0),
            width: 1.0,
            has_caps: false,
            font: None,
            size: 0.0,
            stretch: 1.0,
            letter_space: 0.0,
            word_space: 0.0,
            lead: 0.0,
            rise: 0.0,
            is_unseen: false,
        };
        let (states, path) = (Vec::new(), None);
        let (text, line) = (Matrix::NONE, Matrix::NONE);
        Reader { file, fonts, inks, corner, found, pen, states, path, text, line, operators: 0 }
    }

    /// Follows a page's drawing.
    pub(super) fn run(&mut self, content: &[u8], resources: Option<&'a Dictionary>) {
        self.follow(content, resources, 0);
    }

    fn follow(&mut self, content: &[u8], resources: Option<&'a Dictionary>, depth: usize) {
        let content = match Content::decode(content) {
            Ok(content) => content,
            Err(error) => return self.found.unread.push(error.to_string()),
        };
        for operation in &content.operations {
            self.operators += 1;
            if self.operators > MOST_OPERATORS {
                self.found.unread.push(format!("more than {MOST_OPERATORS} drawing operators"));
                return;
            }
            self.operation(operation, resources, depth);
        }
    }

    fn operation(&mut self, operation: &Operation, resources: Option<&'a Dictionary>, depth: usize) {
        let operands = &operation.operands;
        let numbers: Vec<f32> = operands.iter().filter_map(|operand| operand.as_float().ok()).collect();
        let number = |at: usize| numbers.get(at).copied().unwrap_or(0.0);
        let six = || Matrix(std::array::from_fn(number));
        match operation.operator.as_str() {
            "q" if self.states.len() < MOST_STATES => self.states.push(self.pen.clone()),
            "Q" => {
                if let Some(pen) = self.states.pop() {
                    self.pen = pen;
                }
            }
            "cm" if numbers.len() == 6 => self.pen.place = six().then(self.pen.place),
            "w" => self.pen.width = number(0),
            "J" => self.pen.has_caps = number(0) != 0.0,
            "gs" => self.state(operands, resources),
            "m" | "l" => self.point(number(0), number(1)),
            "c" => (0..3).for_each(|pair| self.point(number(2 * pair), number(2 * pair + 1))),
            "v" | "y" => (0..2).for_each(|pair| self.point(number(2 * pair), number(2 * pair + 1))),
            "re" => {
                self.point(number(0), number(1));
                self.point(number(0) + number(2), number(1) + number(3));
            }
            "n" => self.path = None,
            "f" | "F" | "f*" => self.paint(true, false),
            "S" | "s" => self.paint(false, true),
            "B" | "B*" | "b" | "b*" => self.paint(true, true),
            "g" => self.pen.fill = self.colour("DeviceGray", &numbers),
            "G" => self.pen.stroke = self.colour("DeviceGray", &numbers),
            "rg" => self.pen.fill = self.colour("DeviceRGB", &numbers),
            "RG" => self.pen.stroke = self.colour("DeviceRGB", &numbers),
            "k" => self.pen.fill = self.colour("DeviceCMYK", &numbers),
            "K" => self.pen.stroke = self.colour("DeviceCMYK", &numbers),
            "cs" => self.pen.fill = self.space(operands, resources),
            "CS" => self.pen.stroke = self.space(operands, resources),
            "sc" | "scn" => self.pen.fill = same_space(self.pen.fill, &numbers),
            "SC" | "SCN" => self.pen.stroke = same_space(self.pen.stroke, &numbers),
            "sh" => drop(self.found.spaces.insert("Shading".into())),
            "Do" => self.drawing(operands, resources, depth),
            "BI" | "EI" => self.inline_picture(operands),
            _ => self.text_operation(operation, &numbers, resources),
        }
    }

    fn text_operation(&mut self, operation: &Operation, numbers: &[f32], resources: Option<&'a Dictionary>) {
        let number = |at: usize| numbers.get(at).copied().unwrap_or(0.0);
        let operands = &operation.operands;
        match operation.operator.as_str() {
            "BT" => (self.text, self.line) = (Matrix::NONE, Matrix::NONE),
            "Tf" => {
                self.pen.size = number(0);
                let name = operands.first().and_then(|name| name.as_name().ok());
                self.pen.font = name.and_then(|name| {
                    let fonts = self.file.get_dict_in_dict(resources?, b"Font").ok()?;
                    fonts.get(name).and_then(Object::as_reference).ok()
                });
            }
            "Tz" => self.pen.stretch = number(0) / 100.0,
            "Tc" => self.pen.letter_space = number(0),
            "Tw" => self.pen.word_space = number(0),
            "TL" => self.pen.lead = number(0),
            "Ts" => self.pen.rise = number(0),
            "Tr" => self.pen.is_unseen = number(0) == 3.0 || number(0) == 7.0,
            "Tm" if numbers.len() == 6 => {
                self.line = Matrix(std::array::from_fn(number));
                self.text = self.line;
            }
            "Td" => self.next_line(number(0), number(1)),
            "TD" => {
                self.pen.lead = -number(1);
                self.next_line(number(0), number(1));
            }
            "T*" => self.next_line(0.0, -self.pen.lead),
            "Tj" => operands.iter().for_each(|operand| self.show(operand)),
            "TJ" => {
                let list = operands.first().and_then(|list| list.as_array().ok());
                list.into_iter().flatten().for_each(|part| self.show(part));
            }
            "'" | "\"" => {
                self.next_line(0.0, -self.pen.lead);
                operands.iter().filter(|part| part.as_str().is_ok()).for_each(|part| self.show(part));
            }
            _ => {}
        }
    }

    fn next_line(&mut self, x: f32, y: f32) {
        self.line = Matrix::moving(x, y).then(self.line);
        self.text = self.line;
    }

    /// A string of glyphs, or a move between two.
    fn show(&mut self, part: &Object) {
        if let Ok(thousandths) = part.as_float() {
            let x = -thousandths / 1000.0 * self.pen.size * self.pen.stretch;
            self.text = Matrix::moving(x, 0.0).then(self.text);
            return;
        }
        let Ok(bytes) = part.as_str() else { return };
        let fonts = self.fonts;
        let Some(font) = self.pen.font.and_then(|id| fonts.get(&id)) else {
            return self.found.unread.push("text in a font that is not in the file".into());
        };
        let codes: Vec<u16> = match font.is_wide {
            true => bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect(),
            false => bytes.iter().map(|&byte| u16::from(byte)).collect(),
        };
        let Pen { size, stretch, rise, .. } = self.pen;
        for code in codes {
            let glyph = font.glyph(code);
            let place =
                Matrix([size * stretch, 0.0, 0.0, size, 0.0, rise]).then(self.text).then(self.pen.place);
            if let Some([left, lower, right, upper]) = glyph.ink.filter(|_| !self.pen.is_unseen) {
                let height = place.scales()[1];
                self.found.least_type = Some(self.found.least_type.map_or(height, |least| least.min(height)));
                let corners = [[left, lower], [right, lower], [left, upper], [right, upper]];
                let colour = self.pen.fill;
                self.ink(corners.map(|corner| place.place(corner)), [0.0; 2], colour);
                self.found.mixed_black |= colour.is_mixed_black();
            }
            let space = if !font.is_wide && code == 32 { self.pen.word_space } else { 0.0 };
            let advance = (glyph.advance * size + self.pen.letter_space + space) * stretch;
            self.text = Matrix::moving(advance, 0.0).then(self.text);
        }
    }

    fn point(&mut self, x: f32, y: f32) {
        let [x, y] = self.pen.place.place([x, y]);
        let [left, lower, right, upper] = self.path.unwrap_or([x, y, x, y]);
        self.path = Some([left.min(x), lower.min(y), right.max(x), upper.max(y)]);
    }

    fn paint(&mut self, fills: bool, strokes: bool) {
        let Some([left, lower, right, upper]) = self.path.take() else { return };
        let corners = [[left, lower], [right, upper], [left, upper], [right, lower]];
        if fills {
            let colour = self.pen.fill;
            self.ink(corners, [0.0; 2], colour);
            self.found.mixed_black |= colour.is_mixed_black();
            if let Some(tint) = colour.tint().filter(|&tint| tint > 0.001) {
                self.found.least_tint = Some(self.found.least_tint.map_or(tint, |least| least.min(tint)));
            }
        }
        if strokes {
            let colour = self.pen.stroke;
            let [across, up] = self.pen.place.scales();
            let width = self.pen.width.max(0.0) * across.min(up);
            if !colour.is_paper() {
                self.found.least_line = Some(self.found.least_line.map_or(width, |least| least.min(width)));
            }
            self.found.mixed_black |= colour.is_mixed_black();
            // A straight line ends where its last point is, unless its ends are round.
            let half = |is_flat: bool| if is_flat && !self.pen.has_caps { 0.0 } else { width / 2.0 };
            let halves = [half(lower == upper), half(left == right)];
            self.ink(corners, halves, colour);
        }
    }

    /// Adds a box of ink; paper is none.
    ///
    /// The box reaches over the corners by so much, sideways and upwards.
    fn ink(&mut self, corners: [[f32; 2]; 4], [half_wide, half_high]: [f32; 2], colour: Colour) {
        if colour.is_paper() {
            return;
        }
        if let Colour::Cmyk(inks) = colour {
            self.found.most_ink = self.found.most_ink.max(100.0 * inks.iter().sum::<f32>());
        }
        let [x, y] = self.corner;
        for [right, up] in corners {
            let (right, down) = (right - x, y - up);
            let [left, top, old_right, bottom] = self.found.ink.unwrap_or([right, down, right, down]);
            self.found.ink = Some([
                left.min(right - half_wide),
                top.min(down - half_high),
                old_right.max(right + half_wide),
                bottom.max(down + half_high),
            ]);
        }
    }

    fn colour(&mut self, space: &str, numbers: &[f32]) -> Colour {
        if !self.found.spaces.contains(space) {
            self.found.spaces.insert(space.to_string());
        }
        match *numbers {
            [gray] => Colour::Gray(gray),
            [r, g, b] => Colour::Rgb([r, g, b]),
            [c, m, y, k] => Colour::Cmyk([c, m, y, k]),
            _ => Colour::Other,
        }
    }

    /// A colour space by its name, and the colour with which it begins.
    fn space(&mut self, operands: &[Object], resources: Option<&'a Dictionary>) -> Colour {
        let name = operands.first().and_then(|name| name.as_name().ok()).unwrap_or_default();
        match name {
            b"DeviceGray" => self.colour("DeviceGray", &[0.0]),
            b"DeviceRGB" => self.colour("DeviceRGB", &[0.0; 3]),
            b"DeviceCMYK" => self.colour("DeviceCMYK", &[0.0, 0.0, 0.0, 1.0]),
            name => {
                let named = resources.and_then(|all| self.file.get_dict_in_dict(all, b"ColorSpace").ok());
                let space = named.and_then(|named| self.file.dereference(named.get(name).ok()?).ok());
                let kind = space.and_then(|(_, space)| space.as_array().ok()?.first()?.as_name().ok());
                let told = String::from_utf8_lossy(kind.unwrap_or(name)).into_owned();
                self.found.spaces.insert(told);
                Colour::Other
            }
        }
    }

    /// A state of the pen that the file names: all that matters is whether one can see through it.
    fn state(&mut self, operands: &[Object], resources: Option<&'a Dictionary>) {
        let name = operands.first().and_then(|name| name.as_name().ok()).unwrap_or_default();
        let states = resources.and_then(|all| self.file.get_dict_in_dict(all, b"ExtGState").ok());
        let Some(state) = states.and_then(|states| self.file.get_dict_in_dict(states, name).ok()) else {
            return;
        };
        let part = |key: &[u8]| state.get(key).and_then(Object::as_float).is_ok_and(|part| part < 1.0);
        let other = |key: &[u8], usual: &[&[u8]]| match state.get(key) {
            Ok(value) => !value.as_name().is_ok_and(|name| usual.contains(&name)),
            Err(_) => false,
        };
        self.found.transparent |= part(b"ca")
            || part(b"CA")
            || other(b"SMask", &[b"None"])
            || other(b"BM", &[b"Normal", b"Compatible"]);
        if let Ok(width) = state.get(b"LW").and_then(Object::as_float) {
            self.pen.width = width;
        }
    }

    /// A drawing or a picture that the file names.
    fn drawing(&mut self, operands: &[Object], resources: Option<&'a Dictionary>, depth: usize) {
        let name = operands.first().and_then(|name| name.as_name().ok()).unwrap_or_default();
        let named = resources.and_then(|all| self.file.get_dict_in_dict(all, b"XObject").ok());
        let object = named.and_then(|named| self.file.dereference(named.get(name).ok()?).ok());
        let Some((id, stream)) = object.and_then(|(id, object)| Some((id, object.as_stream().ok()?))) else {
            return;
        };
        let dictionary = &stream.dict;
        let kind = dictionary.get(b"Subtype").and_then(Object::as_name).unwrap_or_default();
        if kind == b"Image" {
            let is_masked =
                dictionary.get(b"SMaskInData").and_then(Object::as_i64).is_ok_and(|mask| mask > 0);
            self.found.transparent |= dictionary.has(b"SMask") || is_masked;
            let space = dictionary.get(b"ColorSpace").ok().and_then(|space| self.space_of(space, DEEPEST));
            self.found.spaces.extend(space);
            let ink = id.and_then(|id| self.inks.get(&id)).copied().unwrap_or(0.0);
            self.found.most_ink = self.found.most_ink.max(ink);
            let side = |key: &[u8]| dictionary.get(key).and_then(Object::as_float).unwrap_or(0.0);
            return self.picture(side(b"Width"), side(b"Height"));
        }
        if depth >= DEEPEST {
            return self.found.unread.push("drawings within drawings without end".into());
        }
        if let Ok(group) = self.file.get_dict_in_dict(dictionary, b"Group") {
            let kind = group.get(b"S").and_then(Object::as_name).unwrap_or_default();
            self.found.transparent |= kind == b"Transparency";
        }
        let Ok(content) = stream.get_plain_content_with_limit(super::LARGEST_CONTENT) else {
            return self.found.unread.push("a drawing that cannot be unpacked".into());
        };
        let own = self.file.get_dict_in_dict(dictionary, b"Resources").ok();
        let (pen, states) = (self.pen.clone(), std::mem::take(&mut self.states));
        if let Ok(matrix) = dictionary.get(b"Matrix").and_then(Object::as_array) {
            let part = |at: usize| matrix.get(at).and_then(|part| part.as_float().ok()).unwrap_or(0.0);
            self.pen.place = Matrix(std::array::from_fn(part)).then(self.pen.place);
        }
        self.follow(&content, own.or(resources), depth + 1);
        (self.pen, self.states) = (pen, states);
    }

    /// The colour space of a picture; that of a palette is the space of its colours.
    fn space_of(&self, space: &Object, deepest: usize) -> Option<String> {
        let (_, space) = self.file.dereference(space).ok()?;
        let Ok(parts) = space.as_array() else {
            return Some(String::from_utf8_lossy(space.as_name().ok()?).into_owned());
        };
        let kind = parts.first()?.as_name().ok()?;
        match (kind, parts.get(1)) {
            (b"Indexed" | b"I", Some(base)) if deepest > 0 => self.space_of(base, deepest - 1),
            _ => Some(String::from_utf8_lossy(kind).into_owned()),
        }
    }

    fn inline_picture(&mut self, operands: &[Object]) {
        let dictionary =
            operands.iter().find_map(|operand| operand.as_stream().ok()).map(|found| &found.dict);
        let side = |short: &[u8], long: &[u8]| {
            let dictionary = dictionary?;
            dictionary.get(short).or_else(|_| dictionary.get(long)).and_then(Object::as_float).ok()
        };
        let (width, height) = (side(b"W", b"Width"), side(b"H", b"Height"));
        self.picture(width.unwrap_or(0.0), height.unwrap_or(0.0));
    }

    /// A picture of so many dots, which fills the unit square.
    fn picture(&mut self, width: f32, height: f32) {
        let place = self.pen.place;
        let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
        self.ink(corners.map(|corner| place.place(corner)), [0.0; 2], Colour::Other);
        let [across, up] = place.scales();
        let dots = (width / across.max(0.01)).min(height / up.max(0.01)) * 72.0;
        self.found.pictures.push(dots);
    }
}

/// Another colour of the same space.
fn same_space(colour: Colour, numbers: &[f32]) -> Colour {
    match (colour, numbers) {
        (Colour::Gray(_), &[gray]) => Colour::Gray(gray),
        (Colour::Rgb(_), &[r, g, b]) => Colour::Rgb([r, g, b]),
        (Colour::Cmyk(_), &[c, m, y, k]) => Colour::Cmyk([c, m, y, k]),
        _ => Colour::Other,
    }
}
