//! Markdown as plain text: headings underlined, paragraphs and lists broken at a width.

use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

/// The columns of plain text.
const WIDTH: usize = 76;

/// Markdown as plain text, lines at most 76 columns wide where words allow it.
///
/// ```
/// let text = dealpress::words::plain("# Rules\n\n- one *card*\n- two\n");
/// assert_eq!(text, "Rules\n=====\n\n- one card\n- two\n");
/// ```
pub fn plain(markdown: &str) -> String {
    let mut out = String::new();
    let mut text = String::new();
    // The number of the next item of each list that is open; 0 where they are not numbered.
    let mut lists: Vec<u64> = Vec::new();
    let mut mark = String::new();
    for event in Parser::new(markdown) {
        match event {
            Event::Text(piece) | Event::Code(piece) => text.push_str(&piece),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::Start(Tag::List(first)) => {
                flush(&mut out, &mut text, &mut mark, lists.len());
                if lists.is_empty() {
                    part(&mut out);
                }
                lists.push(first.unwrap_or(0));
            }
            Event::End(TagEnd::List(_)) => {
                lists.pop();
            }
            Event::Start(Tag::Item) => {
                mark = match lists.last_mut() {
                    Some(number) if *number > 0 => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_string(),
                };
            }
            Event::End(TagEnd::Item) => flush(&mut out, &mut text, &mut mark, lists.len()),
            Event::Start(Tag::Paragraph) if lists.is_empty() => part(&mut out),
            Event::End(TagEnd::Paragraph) => flush(&mut out, &mut text, &mut mark, lists.len()),
            Event::Start(Tag::Heading { .. }) => part(&mut out),
            Event::End(TagEnd::Heading(level)) => {
                let line = if level == HeadingLevel::H1 { "=" } else { "-" };
                let heading = std::mem::take(&mut text);
                let rule = line.repeat(heading.chars().count());
                out.push_str(&format!("{heading}\n{rule}\n"));
            }
            _ => {}
        }
    }
    flush(&mut out, &mut text, &mut mark, lists.len());
    out
}

/// An empty line, unless the text begins here.
fn part(out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
}

/// Writes a paragraph or item, broken at spaces; spaces that do not break stay.
fn flush(out: &mut String, text: &mut String, mark: &mut String, depth: usize) {
    let text = std::mem::take(text);
    if text.trim().is_empty() {
        return;
    }
    let mark = std::mem::take(mark);
    let indent = "  ".repeat(depth.saturating_sub(1));
    let hanging = " ".repeat(mark.chars().count());
    let mut line = format!("{indent}{mark}");
    let mut begun = false;
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        if begun && line.chars().count() + 1 + word.chars().count() > WIDTH {
            out.push_str(&line);
            out.push('\n');
            line = format!("{indent}{hanging}");
            begun = false;
        }
        if begun {
            line.push(' ');
        }
        line.push_str(word);
        begun = true;
    }
    out.push_str(&line);
    out.push('\n');
}
