//! The author's Markdown, to be pasted into other Markdown.

use super::{harmless, is_safe, markdown_escaped};
use crate::markdown::options;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::ops::Range;

/// How often a text is read again after something in it was changed.
const ROUNDS: usize = 16;

/// A change: what stands at a place, and what shall stand there.
type Change = (Range<usize>, String);

/// Markdown that can be pasted into other Markdown: what looks like a tag is written out.
pub fn markdown(text: &str) -> String {
    let mut text = harmless(text);
    // What was no tag or link may be one once something before or within it is gone.
    for _ in 0..ROUNDS {
        match without_tags(&text).or_else(|| without_links(&text)) {
            Some(without) => text = without,
            None => return text.trim_end().to_string() + "\n",
        }
    }
    markdown_escaped(text.trim_end()) + "\n"
}

/// The text with everything that looks like a tag as text; nothing if there is nothing such.
fn without_tags(text: &str) -> Option<String> {
    let mut code = 0;
    let mut changes: Vec<Change> = Vec::new();
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => code += 1,
            Event::End(TagEnd::CodeBlock) => code -= 1,
            // What was no Markdown within a tag must not become some when the tag is none any more.
            Event::Html(_) | Event::InlineHtml(_) if code == 0 => {
                changes.push((range.clone(), markdown_escaped(&text[range])));
            }
            Event::Text(_) if code == 0 => {
                let marks = text[range.clone()].match_indices('<');
                let at = marks.map(|(at, _)| range.start + at);
                changes.extend(at.map(|at| (at..at + 1, "&lt;".to_string())));
            }
            Event::Start(Tag::Image { dest_url, .. }) if !is_safe(&dest_url) => {
                changes.push((range.clone(), markdown_escaped(&alt(&text[range]))));
            }
            _ => {}
        }
    }
    (!changes.is_empty()).then(|| changed(text, changes))
}

/// The text with the words alone of links that lead nowhere safe; nothing if there are none.
fn without_links(text: &str) -> Option<String> {
    let mut changes: Vec<Change> = Vec::new();
    // Links that are being read: whether each is safe, and where its words stand.
    let mut open: Vec<(bool, Option<Range<usize>>)> = Vec::new();
    let mut events = Parser::new_ext(text, options()).into_offset_iter();
    for (event, range) in events.by_ref() {
        if let Event::End(TagEnd::Link) = event
            && let Some((is_safe, words)) = open.pop()
            && !is_safe
        {
            let words = words.unwrap_or(range.end..range.end);
            // The sign before an escaped letter is no part of the text, but of the words.
            let is_escaped = words.start > range.start + 1 && text[..words.start].ends_with('\\');
            changes.push((range.start..words.start - usize::from(is_escaped), String::new()));
            changes.push((words.end..range.end, String::new()));
        }
        for (_, words) in &mut open {
            let before = words.take().unwrap_or(range.clone());
            *words = Some(before.start.min(range.start)..before.end.max(range.end));
        }
        if let Event::Start(Tag::Link { dest_url, .. }) = event {
            open.push((is_safe(&dest_url), None));
        }
    }
    for (_, definition) in events.reference_definitions().iter() {
        if !is_safe(&definition.dest) {
            changes.push((definition.span.clone(), String::new()));
        }
    }
    changes.retain(|(range, _)| !range.is_empty());
    (!changes.is_empty()).then(|| changed(text, changes))
}

/// A text with changes made; one that begins within another goes with it.
pub(super) fn changed(text: &str, mut changes: Vec<Change>) -> String {
    changes.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut out = String::new();
    let mut kept = 0;
    for (range, change) in changes {
        if range.start >= kept {
            out.push_str(&text[kept..range.start]);
            out.push_str(&change);
            kept = range.end;
        }
    }
    out.push_str(&text[kept..]);
    out
}

/// What Markdown says, without what it is: the words for a picture.
fn alt(markdown: &str) -> String {
    let words = |event| match event {
        Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => Some(text.to_string()),
        Event::SoftBreak | Event::HardBreak => Some(" ".to_string()),
        _ => None,
    };
    Parser::new_ext(markdown, options()).filter_map(words).collect()
}
