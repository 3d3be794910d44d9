//! Markdown as all who read an author's text must read it alike.
//!
//! What lies in a fenced block is never a move, and what a page prints as prose must never be one. So the
//! readers of moves ask here which lines are a block, and the library that prints pages answers.
//!
//! ```
//! use dealpress::markdown::{Row, rows};
//! let read = rows(&["One.", "~~~", "```", "~~~", "Two."]).unwrap();
//! assert_eq!(read[1], (1, Row::Block("~~~\n```\n~~~".into())));
//! assert_eq!(read[2], (4, Row::Line("Two.".into())));
//! assert_eq!(rows(&["One.", "~~~", "Two."]).unwrap_err().row, 1);
//! ```

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use std::ops::Range;

/// What is read beside CommonMark: tables and footnotes.
pub fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES
}

/// A text without control characters and without signs that turn the direction of what follows.
pub fn harmless(text: &str) -> String {
    let keeps = |c: &char| match c {
        '\n' | '\t' => true,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => false,
        c => !c.is_control(),
    };
    text.chars().filter(keeps).collect()
}

/// A part of a text: a line, or the lines of a fenced block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// A line as written, made harmless.
    Line(String),
    /// A fenced block that stands in nothing else, with its fences, moved to the margin.
    Block(String),
}

/// A fenced block that has no end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the block that begins here with {fence} has no end: a line of {fence} alone is missing below it")]
pub struct OpenFence {
    /// Where it begins, from 0.
    pub row: usize,
    /// Its fence.
    pub fence: String,
}

/// The rows of a text, each with the number of its first line from 0.
///
/// Blocks within lists and quotations are lines like others: they end where these do, whatever they hold.
///
/// # Errors
/// If a fenced block has no end.
pub fn rows(lines: &[&str]) -> Result<Vec<(usize, Row)>, OpenFence> {
    // Pages leave the same signs out, which must not hide a fence here.
    let lines: Vec<String> = lines.iter().map(|line| harmless(line)).collect();
    let text = lines.join("\n");
    let mut rows = Vec::with_capacity(lines.len());
    let mut next = 0;
    let plain = |range: Range<usize>| range.map(|at| (at, Row::Line(lines[at].clone())));
    for block in blocks(&text)? {
        rows.extend(plain(next..block.start));
        rows.push((block.start, Row::Block(at_margin(&lines[block.clone()]))));
        next = block.end;
    }
    rows.extend(plain(next..lines.len()));
    Ok(rows)
}

/// The lines of each fenced block that stands in nothing else.
fn blocks(text: &str) -> Result<Vec<Range<usize>>, OpenFence> {
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let line_of = |at: usize| starts.partition_point(|&start| start <= at) - 1;
    let mut blocks = Vec::new();
    let mut depth = 0usize;
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                if matches!(tag, Tag::CodeBlock(CodeBlockKind::Fenced(_))) {
                    let written = text[range.clone()].trim();
                    let fence = fence(written);
                    if !ends(written, fence, depth > 0) {
                        return Err(OpenFence { row: line_of(range.start), fence: fence.to_string() });
                    }
                    if depth == 0 {
                        let end = range.start + text[range.clone()].trim_end().len();
                        blocks.push(line_of(range.start)..line_of(end) + 1);
                    }
                }
                depth += 1;
            }
            Event::End(_) => depth -= 1,
            _ => {}
        }
    }
    Ok(blocks)
}

/// The signs with which a fenced block begins.
fn fence(block: &str) -> &str {
    let mark = block.chars().next().unwrap_or('`');
    &block[..block.len() - block.trim_start_matches(mark).len()]
}

/// Whether the last line of a block is its end and not what is in it.
fn ends(block: &str, fence: &str, is_within: bool) -> bool {
    let Some((_, last)) = block.rsplit_once('\n') else { return false };
    // What stands before a line of a list or a quotation is no part of the block.
    let before: &[char] = if is_within { &[' ', '\t', '>'] } else { &[' '] };
    let closing = last.trim_start_matches(before);
    let is_indented = !is_within && last.len() - closing.len() > 3;
    let mark = fence.chars().next().unwrap_or('`');
    let closing = closing.trim_end_matches([' ', '\t']);
    !is_indented && closing.len() >= fence.len() && closing.chars().all(|sign| sign == mark)
}

/// A block without the spaces before its fence, so that it stands in nothing wherever it is put.
fn at_margin(lines: &[String]) -> String {
    let spaces = |line: &String| line.len() - line.trim_start_matches(' ').len();
    let indent = lines.first().map_or(0, spaces);
    let cut: Vec<&str> = lines.iter().map(|line| &line[spaces(line).min(indent)..]).collect();
    cut.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with `.` before each line that is in a block.
    fn marked(text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        let mut out = Vec::new();
        for (_, row) in rows(&lines).unwrap() {
            match row {
                Row::Line(line) => out.push(line),
                Row::Block(block) => out.extend(block.lines().map(|line| format!(".{line}"))),
            }
        }
        out.join("\n")
    }

    #[test]
    fn a_block_ends_at_a_fence_of_its_own_kind_that_is_as_long() {
        assert_eq!(marked("~~~\n```\n~~~\nx"), ".~~~\n.```\n.~~~\nx");
        assert_eq!(marked("````\n```\n`````\nx"), ".````\n.```\n.`````\nx");
        assert_eq!(marked("```\n``` x\n    ```\n ```  \nx"), ".```\n.``` x\n.    ```\n. ```  \nx");
        assert_eq!(marked("~~~ a ` b\nx\n~~~"), ".~~~ a ` b\n.x\n.~~~");
    }

    #[test]
    fn what_only_looks_like_a_fence_is_a_line() {
        for text in ["``` inline ```\nx", "    ```\nx", "``\nx", "\\```\nx", "<!--\n```\nx\n```\n-->"] {
            assert_eq!(marked(text), text);
        }
    }

    #[test]
    fn a_block_within_a_list_or_a_quotation_is_lines() {
        let listed = "- a\n  ```\n  x\n  ```\n\n> ~~~\n> x\n> ~~~\ny";
        assert_eq!(marked(listed), listed);
        // It ends with its list, so what follows is in none.
        let open = |text: &str| rows(&text.lines().collect::<Vec<_>>()).unwrap_err();
        assert_eq!(open("- a\n  ```\nx\n  ```\n").row, 1);
        assert_eq!(open("> ~~~\n\nx\n"), OpenFence { row: 0, fence: "~~~".into() });
    }

    #[test]
    fn a_block_without_end_is_told_with_its_line() {
        let open = |text: &str| rows(&text.lines().collect::<Vec<_>>()).unwrap_err();
        assert_eq!(open("a\n\n````\nb\n```\n"), OpenFence { row: 2, fence: "````".into() });
        assert_eq!(open("```").row, 0);
        assert_eq!(open("```\nx\n    ```").row, 0);
        assert!(open("~~~\n\n").to_string().contains("a line of ~~~ alone"));
    }

    #[test]
    fn a_block_is_moved_to_the_margin_and_made_harmless() {
        assert_eq!(marked("  ```\n    x\n y\n  ```"), ".```\n.  x\n.y\n.```");
        assert_eq!(marked("\u{feff}```\nx\n``\u{202e}`"), ".```\n.x\n.```");
    }
}
