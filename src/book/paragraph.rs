//! Breaking a paragraph into lines, judged as a whole.
//!
//! Every chance for a break is weighed (after spaces and dashes, at hyphenation points), and the
//! set of breaks with the fewest faults over the whole paragraph is taken, after Knuth and Plass.
//! The lines come out as display list items from `x = 0` and the baseline `y = 0`.

use super::line_breaks::Paragraph;
use crate::figure::{Face, Figures, Item};
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

#[cfg(test)]
mod tests {
    use super::super::line_breaks::{NARROWEST, WIDEST};
    use super::*;
    use crate::figure::theme::Inking;
    use crate::figure::typeset::shape;
    use crate::figure::{Ink, Text};

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
