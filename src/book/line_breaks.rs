//! Where the lines of a paragraph break: every chance, what each line would cost, and the cheapest set.

use super::paragraph::{Line, Setting, Span, Style};
use super::signs::{self, Sign};
use crate::figure::{Face, Ink, Item, Text, typeset};

/// The narrowest word space of a justified line, in natural ones.
pub(super) const NARROWEST: f32 = 0.78;
/// The widest word space of a justified line that is not called a fault.
pub(super) const WIDEST: f32 = 2.0;
/// What a hyphen costs; a line stretched to the widest costs 100.
const HYPHEN: f32 = 45.0;
/// What a break costs that is neither at a space nor at a hyphenation point.
const BARE_BREAK: f32 = 60.0;
/// What it costs if a paragraph's last line is shorter than its first indent.
const SHORT_END: f32 = 80.0;
/// Hyphenated words have at least so many letters.
const SHORTEST_HYPHENATED: usize = 6;

/// A chance for a break: where the line before it ends and the line after it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chance {
    end: usize,
    next: usize,
    /// The width of all before `end`, of that the word spaces; the same before `next`.
    width_end: f32,
    spaces_end: f32,
    width_next: f32,
    spaces_next: f32,
    hyphen: f32,
    cost: f32,
}

/// A paragraph and its chances for breaks.
pub(super) struct Paragraph<'a> {
    text: String,
    /// Where each face begins.
    faces: Vec<(usize, Face)>,
    style: &'a Style,
    measure: f32,
    pub chances: Vec<Chance>,
}

impl<'a> Paragraph<'a> {
    pub fn new(spans: &[Span], style: &'a Style, measure: f32) -> Paragraph<'a> {
        let mut text = String::new();
        let mut faces = Vec::new();
        for span in spans {
            faces.push((text.len(), span.face));
            text.push_str(&span.text);
        }
        let mut paragraph = Paragraph { text, faces, style, measure, chances: Vec::new() };
        paragraph.find_chances();
        paragraph
    }

    fn find_chances(&mut self) {
        let start = Chance {
            end: 0,
            next: 0,
            width_end: 0.0,
            spaces_end: 0.0,
            width_next: 0.0,
            spaces_next: 0.0,
            hyphen: 0.0,
            cost: 0.0,
        };
        let mut chances = vec![start];
        let (mut width, mut spaces) = (0.0, 0.0);
        let mut from = 0;
        let mut ends: Vec<usize> = unicode_linebreak::linebreaks(&self.text).map(|(at, _)| at).collect();
        ends.retain(|&at| !self.is_within_name(at));
        for at in ends {
            let segment = &self.text[from..at];
            let word_end = from + segment.trim_end_matches([' ', '\n']).len();
            let points = self.break_points(from, word_end);
            let mut piece = from;
            for (point, hyphen, cost) in points {
                width += self.natural(piece, point).0;
                piece = point;
                let hyphen = if hyphen { self.hyphen_width(point) } else { 0.0 };
                let here = Chance {
                    end: point,
                    next: point,
                    width_end: width,
                    spaces_end: spaces,
                    width_next: width,
                    spaces_next: spaces,
                    hyphen,
                    cost,
                };
                chances.push(here);
            }
            let (rest, rest_spaces) = self.natural(piece, word_end);
            width += rest;
            spaces += rest_spaces;
            let (width_end, spaces_end) = (width, spaces);
            let space = self.natural(word_end, at).0;
            width += space;
            spaces += space;
            let cost = if word_end == at && at < self.text.len() { BARE_BREAK } else { 0.0 };
            chances.push(Chance {
                end: word_end,
                next: at,
                width_end,
                spaces_end,
                width_next: width,
                spaces_next: spaces,
                hyphen: 0.0,
                cost,
            });
            from = at;
        }
        self.chances = chances;
    }

    /// The width of the longest stretch between two chances for a break.
    pub fn longest_word(&self) -> f32 {
        let stretches = self.chances.windows(2).map(|pair| pair[1].width_end - pair[0].width_next);
        stretches.fold(0.0, f32::max)
    }

    /// The width of all of it on one line.
    pub fn whole(&self) -> f32 {
        self.chances.last().map_or(0.0, |chance| chance.width_end)
    }

    /// Whether a deal's name (`somerset-klondike@7#42`) goes on here; it is never broken.
    fn is_within_name(&self, at: usize) -> bool {
        let space = char::is_whitespace;
        let (before, after) = self.text.split_at(at);
        if before.ends_with(space) || after.is_empty() || after.starts_with(space) {
            return false;
        }
        let start = before.rfind(space).map_or(0, |space| space + 1);
        let end = at + after.find(space).unwrap_or(after.len());
        self.text.get(start..end).is_some_and(is_name)
    }

    /// Where a word may be broken: at hyphenation points, or anywhere if no line can hold it.
    fn break_points(&self, from: usize, to: usize) -> Vec<(usize, bool, f32)> {
        let word = &self.text[from..to];
        if self.natural(from, to).0 > self.measure {
            return word.char_indices().skip(1).map(|(at, _)| (from + at, false, HYPHEN * 4.0)).collect();
        }
        let Some(language) = self.style.language.filter(|_| self.style.setting == Setting::Justified) else {
            return Vec::new();
        };
        if is_name(word) {
            return Vec::new();
        }
        let letter = |c: char| c.is_alphabetic();
        let lead = word.len() - word.trim_start_matches(|c| !letter(c)).len();
        let core = word.trim_matches(|c| !letter(c));
        if core.chars().count() < SHORTEST_HYPHENATED || !core.chars().all(letter) {
            return Vec::new();
        }
        let mut at = from + lead;
        let mut points = Vec::new();
        for syllable in hypher::hyphenate(core, language) {
            at += syllable.len();
            points.push((at, true, HYPHEN));
        }
        points.pop();
        points
    }

    fn face_at(&self, at: usize) -> Face {
        let index = self.faces.partition_point(|&(start, _)| start <= at);
        self.faces[index.saturating_sub(1)].1
    }

    fn hyphen_width(&self, at: usize) -> f32 {
        typeset::width(&self.text_of(self.face_at(at.saturating_sub(1)), "-"))
    }

    fn text_of(&self, face: Face, text: &str) -> Text {
        Text { figures: self.style.figures, ..Text::new(face, self.style.size, Ink::Text, text) }
    }

    /// The natural width of a stretch of text, and how much of it is word spaces.
    fn natural(&self, from: usize, to: usize) -> (f32, f32) {
        let mut sum = (0.0, 0.0);
        for piece in self.pieces(from, to) {
            match piece {
                Piece::Run(face, text) => {
                    let width = |text: &str| typeset::width(&self.text_of(face, text));
                    sum.0 += width(text);
                    let spaces = text.matches(' ').count();
                    if spaces > 0 {
                        sum.1 += width(" ") * spaces as f32;
                    }
                }
                Piece::Sign(sign) => sum.0 += signs::advance(sign, self.style.size),
            }
        }
        sum
    }

    /// Runs of one face, and the signs between them.
    fn pieces(&self, from: usize, to: usize) -> Vec<Piece<'_>> {
        let mut pieces = Vec::new();
        let mut start = from;
        let mut face = self.face_at(from);
        for (offset, character) in self.text[from..to].char_indices() {
            let at = from + offset;
            let (here, sign) = (self.face_at(at), Sign::of(character));
            if here != face || sign.is_some() {
                if at > start {
                    pieces.push(Piece::Run(face, &self.text[start..at]));
                }
                (start, face) = (at, here);
            }
            if let Some(sign) = sign {
                pieces.push(Piece::Sign(sign));
                start = at + character.len_utf8();
            }
        }
        if to > start {
            pieces.push(Piece::Run(face, &self.text[start..to]));
        }
        pieces
    }

    /// The breaks with the least faults, as indexes of chances from the first to the last.
    pub fn best_breaks(&self) -> Vec<usize> {
        let chances = &self.chances;
        let mut best: Vec<(f32, usize)> = vec![(f32::INFINITY, 0); chances.len()];
        best[0].0 = 0.0;
        for to in 1..chances.len() {
            for from in (0..to).rev() {
                if best[from].0.is_infinite() {
                    continue;
                }
                let only = from + 1 == to;
                let Some(fault) = self.fault(from, to, only) else {
                    // All lines that begin earlier are longer still.
                    break;
                };
                let sum = best[from].0 + fault;
                if sum < best[to].0 {
                    best[to] = (sum, from);
                }
            }
        }
        let mut breaks = vec![chances.len() - 1];
        while let Some(&last) = breaks.last().filter(|&&last| last > 0) {
            breaks.push(best[last].1);
        }
        breaks.reverse();
        breaks
    }

    /// What is wrong with a line, or nothing if it is too long and need not be.
    fn fault(&self, from: usize, to: usize, only: bool) -> Option<f32> {
        let (start, end) = (&self.chances[from], &self.chances[to]);
        let measure = self.measure - if from == 0 { self.style.indent } else { 0.0 };
        let natural = end.width_end - start.width_next + end.hyphen;
        let spaces = end.spaces_end - start.spaces_next;
        let slack = measure - natural;
        let last = to + 1 == self.chances.len();
        let shrink = if self.style.setting == Setting::Justified { (1.0 - NARROWEST) * spaces } else { 0.0 };
        if slack < -shrink - 0.01 {
            return only.then_some(1e7);
        }
        let mut fault = match self.style.setting {
            _ if last && slack >= 0.0 => 0.0,
            Setting::Ragged => 100.0 * (slack / measure).powi(2) * 4.0,
            Setting::Justified if slack < 0.0 => 100.0 * (slack / shrink.max(0.01)).abs().powi(3),
            Setting::Justified if spaces <= 0.0 => 5000.0,
            Setting::Justified => {
                let stretch = slack / spaces / (WIDEST - 1.0);
                100.0 * stretch.powi(3).min(1e4)
            }
        };
        fault += end.cost;
        if end.hyphen > 0.0 && start.hyphen > 0.0 {
            fault += 2.0 * HYPHEN;
        }
        if last && start.hyphen > 0.0 {
            fault += HYPHEN;
        }
        if last && from > 0 && natural < 3.0 * self.style.size {
            fault += SHORT_END;
        }
        Some((10.0 + fault).powi(2))
    }

    pub fn line(&self, from: &Chance, to: &Chance, indent: f32, last: bool) -> Line {
        let mut pieces = self.pieces(from.next, to.end);
        let mut hyphenated = String::new();
        if to.hyphen > 0.0
            && let Some(Piece::Run(face, text)) = pieces.pop()
        {
            hyphenated = format!("{text}-");
            pieces.push(Piece::Run(face, ""));
        }
        let count = pieces.len();
        let text_of = |index: usize, text: &str| match index + 1 == count && !hyphenated.is_empty() {
            true => hyphenated.clone(),
            false => text.to_string(),
        };
        let mut natural = 0.0;
        let mut spaces = 0;
        for (index, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Run(face, text) => {
                    let text = text_of(index, text);
                    natural += typeset::width(&self.text_of(*face, &text));
                    spaces += text.matches(' ').count();
                }
                Piece::Sign(sign) => natural += signs::advance(*sign, self.style.size),
            }
        }
        let slack = self.measure - indent - natural;
        let fill = self.style.setting == Setting::Justified && (!last || slack < 0.0);
        let word_space = if fill && spaces > 0 { slack / spaces as f32 } else { 0.0 };
        let mut items = Vec::new();
        let mut x = indent;
        for (index, piece) in pieces.iter().enumerate() {
            match piece {
                Piece::Run(face, text) => {
                    let text = text_of(index, text);
                    let text = Text { word_space, ..self.text_of(*face, &text) }.at(x, 0.0);
                    x += typeset::width(&text);
                    items.push(Item::Text(text));
                }
                Piece::Sign(sign) => {
                    items.push(signs::draw(*sign, self.style.size, self.style.inking, x));
                    x += signs::advance(*sign, self.style.size);
                }
            }
        }
        Line { items, width: x }
    }
}

/// Whether a word holds the name of a deal, or a rule as it is set (`passes=1`).
fn is_name(word: &str) -> bool {
    let before_digit = |sign: char| {
        word.split_once(sign).is_some_and(|(_, rest)| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    before_digit('#') || before_digit('@') || word.contains('=')
}

enum Piece<'t> {
    Run(Face, &'t str),
    Sign(Sign),
}
