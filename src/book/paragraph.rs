//! Breaking a paragraph into lines, judged as a whole.
//!
//! Every chance for a break is weighed (after spaces and dashes, at hyphenation points), and the
//! set of breaks with the fewest faults over the whole paragraph is taken, after Knuth and Plass.
//! The lines come out as display list items from `x = 0` and the baseline `y = 0`.

use super::signs::{self, Sign};
use crate::figure::typeset::shape;
use crate::figure::{Face, Figures, Ink, Item, Text};
use hypher::Lang;

/// Some text in one face.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// What it says.
    pub text: String,
    /// Its typeface.
    pub face: Face,
}

impl Span {
    /// A span.
    pub fn new(face: Face, text: impl Into<String>) -> Span {
        Span { text: text.into(), face }
    }
}

/// How the lines of a paragraph end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// All but the last are as long as the measure; words may be hyphenated.
    Justified,
    /// They end where their last word ends; no word is hyphenated.
    Ragged,
}

/// The look of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    /// The type size in points.
    pub size: f32,
    /// How its lines end.
    pub setting: Setting,
    /// How far the first line is set in.
    pub indent: f32,
    /// The shape of its figures.
    pub figures: Figures,
    /// Whether red suits are drawn hollow.
    pub inking: crate::figure::theme::Inking,
    /// The language whose hyphenation is used, if any.
    pub language: Option<Lang>,
}

/// A line, from `x = 0` and its baseline `y = 0`.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// What is drawn.
    pub items: Vec<Item>,
    /// How long it came out.
    pub width: f32,
}

/// The narrowest word space of a justified line, in natural ones.
const NARROWEST: f32 = 0.78;
/// The widest word space of a justified line that is not called a fault.
const WIDEST: f32 = 2.0;
/// What a hyphen costs; a line stretched to the widest costs 100.
const HYPHEN: f32 = 45.0;
/// What a break costs that is neither at a space nor at a hyphenation point.
const BARE_BREAK: f32 = 60.0;
/// What it costs if a paragraph's last line is shorter than its first indent.
const SHORT_END: f32 = 80.0;
/// Hyphenated words have at least so many letters.
const SHORTEST_HYPHENATED: usize = 6;

/// Breaks a paragraph into lines of a measure.
pub fn set(spans: &[Span], style: &Style, measure: f32) -> Vec<Line> {
    let paragraph = Paragraph::new(spans, style, measure);
    let breaks = paragraph.best_breaks();
    let mut lines = Vec::new();
    for (index, pair) in breaks.windows(2).enumerate() {
        let (from, to) = (&paragraph.chances[pair[0]], &paragraph.chances[pair[1]]);
        let indent = if index == 0 { style.indent } else { 0.0 };
        lines.push(paragraph.line(from, to, indent, pair[1] + 1 == paragraph.chances.len()));
    }
    lines
}

/// Breaks a title into as few lines as the measure allows, all of about the same length.
pub fn set_evenly(spans: &[Span], style: &Style, measure: f32) -> Vec<Line> {
    let mut best = set(spans, style, measure);
    let count = best.len();
    // Narrower than its longest word, a line would break it.
    let longest = Paragraph::new(spans, style, f32::INFINITY).longest_word();
    let (mut narrow, mut wide) = ((measure / count.max(1) as f32).max(longest), measure);
    if narrow >= wide {
        return best;
    }
    for _ in 0..8 {
        let middle = (narrow + wide) / 2.0;
        let lines = set(spans, style, middle);
        let fits = lines.iter().all(|line| line.width <= middle + 0.1);
        if lines.len() == count && fits {
            (best, wide) = (lines, middle);
        } else {
            narrow = middle;
        }
    }
    best
}

/// The spans of each line where their maker broke it.
pub fn split_lines(spans: &[Span]) -> Vec<Vec<Span>> {
    let mut lines = vec![Vec::new()];
    for span in spans {
        for (index, part) in span.text.split('\n').enumerate() {
            if index > 0 {
                lines.push(Vec::new());
            }
            if let Some(line) = lines.last_mut().filter(|_| !part.is_empty()) {
                line.push(Span::new(span.face, part));
            }
        }
    }
    lines
}

/// A chance for a break: where the line before it ends and the line after it begins.
#[derive(Debug, Clone, Copy)]
struct Chance {
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

struct Paragraph<'a> {
    text: String,
    /// Where each face begins.
    faces: Vec<(usize, Face)>,
    style: &'a Style,
    measure: f32,
    chances: Vec<Chance>,
}

impl<'a> Paragraph<'a> {
    fn new(spans: &[Span], style: &'a Style, measure: f32) -> Paragraph<'a> {
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
    fn longest_word(&self) -> f32 {
        let stretches = self.chances.windows(2).map(|pair| pair[1].width_end - pair[0].width_next);
        stretches.fold(0.0, f32::max)
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
        shape(&self.text_of(self.face_at(at.saturating_sub(1)), "-")).width
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
                    let width = |text: &str| shape(&self.text_of(face, text)).width;
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
    fn best_breaks(&self) -> Vec<usize> {
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

    fn line(&self, from: &Chance, to: &Chance, indent: f32, last: bool) -> Line {
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
                    natural += shape(&self.text_of(*face, &text)).width;
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
                    x += shape(&text).width;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::theme::Inking;

    #[test]
    fn a_title_is_never_broken_within_a_word() {
        for title in ["Twelve Klondikes", "A Klondike", "Unverwüstlichkeitsprüfungen"] {
            let style = Style { size: 58.0, indent: 0.0, ..style(Setting::Ragged) };
            for measure in [280.0, 336.0, 488.0] {
                let lines = set_evenly(&[Span::new(Face::DisplayLight, title)], &style, measure);
                let joined: Vec<String> = lines.iter().map(|line| words(line).trim().to_string()).collect();
                let whole = set(&[Span::new(Face::DisplayLight, title)], &style, measure).len();
                assert_eq!(joined.len(), whole, "{joined:?}");
                if title.contains(' ') {
                    assert_eq!(joined.join(" "), title);
                }
            }
        }
    }

    const TEXT: &str = "Every deal in this book was played to the end by a program before it was printed, \
        move by move and under the rules that stand on the pages before. Whoever loses one of them may be \
        sure that another line would have won, and may look it up at the back of the book.";

    fn style(setting: Setting) -> Style {
        Style {
            size: 10.0,
            setting,
            indent: 13.0,
            figures: Figures::Lining,
            inking: Inking::Black,
            language: Some(Lang::English),
        }
    }

    fn words(line: &Line) -> String {
        let text = line.items.iter().map(|item| match item {
            Item::Text(text) => text.text.as_str(),
            Item::Group { title, .. } => title.as_str(),
            _ => "",
        });
        text.collect()
    }

    #[test]
    fn justified_lines_are_as_long_as_the_measure_and_lose_no_word() {
        for measure in [150.0, 200.0, 336.0] {
            let lines = set(&[Span::new(Face::Serif, TEXT)], &style(Setting::Justified), measure);
            for line in &lines[..lines.len() - 1] {
                assert!((line.width - measure).abs() < 0.05, "{measure}: {}", line.width);
            }
            let mut whole = String::new();
            for line in lines.iter().map(words) {
                match line.strip_suffix('-') {
                    Some(part) => whole.push_str(part),
                    None => whole.push_str(&(line + " ")),
                }
            }
            assert_eq!(whole.trim_end(), TEXT);
        }
    }

    #[test]
    fn word_spaces_stay_within_their_bounds_on_a_book_measure() {
        let style = style(Setting::Justified);
        let natural = shape(&Text::new(Face::Serif, 10.0, Ink::Text, " ")).width;
        for line in set(&[Span::new(Face::Serif, TEXT)], &style, 336.0) {
            for item in &line.items {
                let Item::Text(text) = item else { continue };
                let space = (natural + text.word_space) / natural;
                assert!((NARROWEST - 0.02..=WIDEST).contains(&space), "{space}: {}", text.text);
            }
        }
    }

    #[test]
    fn ragged_lines_fit_and_are_never_hyphenated() {
        for line in set(&[Span::new(Face::Sans, TEXT)], &style(Setting::Ragged), 162.0) {
            assert!(line.width <= 162.1);
            assert!(!words(&line).ends_with('-'));
        }
    }

    #[test]
    fn a_title_of_two_lines_has_lines_of_about_the_same_length() {
        let title = "Fourteen deals, each of them proved winnable, with a solution to every one";
        let style = Style { size: 12.5, indent: 0.0, ..style(Setting::Ragged) };
        let lines = set_evenly(&[Span::new(Face::SerifItalic, title)], &style, 336.0);
        assert_eq!(lines.len(), 2);
        assert!((lines[0].width - lines[1].width).abs() < 60.0);
    }

    #[test]
    fn no_break_spaces_hold_and_faces_change_within_a_word() {
        let spans = [
            Span::new(Face::SansSemibold, "12\u{A0}"),
            Span::new(Face::Sans, "Promote 0/1. "),
            Span::new(Face::SansSemibold, "13\u{A0}"),
            Span::new(Face::Sans, "Promote 1/6."),
        ];
        let lines = set(&spans, &Style { indent: 0.0, ..style(Setting::Ragged) }, 75.0);
        let lines: Vec<String> = lines.iter().map(words).collect();
        assert_eq!(lines, ["12\u{A0}Promote 0/1.", "13\u{A0}Promote 1/6."]);
    }

    #[test]
    fn the_name_of_a_deal_is_never_broken() {
        let text = "The name of the deal at the foot, such as (somerset-klondike@7#1000), lets the program \
            that made this book deal klondike#1000 passes=unlimited again.";
        for measure in 150..330 {
            let lines = set(&[Span::new(Face::Serif, text)], &style(Setting::Justified), measure as f32);
            let lines: Vec<String> = lines.iter().map(words).collect();
            for name in ["(somerset-klondike@7#1000),", "klondike#1000", "passes=unlimited"] {
                assert!(lines.iter().any(|line| line.contains(name)), "{measure}: {lines:?}");
            }
        }
    }

    #[test]
    fn a_word_longer_than_the_measure_is_cut_and_an_empty_text_has_no_line() {
        let long = "x".repeat(300);
        for setting in [Setting::Justified, Setting::Ragged] {
            for line in set(&[Span::new(Face::Serif, long.as_str())], &style(setting), 100.0) {
                // Kerning between the letters is not foreseen where a word is cut.
                assert!(line.width <= 102.0, "{}", line.width);
            }
            assert!(set(&[], &style(setting), 100.0).is_empty());
        }
    }
}
