//! The author's Markdown in each format, harmless: raw HTML is shown as it is written, links lead only
//! to what browsers open without running it, and signs that turn the direction of text are left out.
//! Pictures keep the path that is written, which counts from where the page will lie; one from where no
//! picture may come is only its words.
//!
//! ```
//! use dealpress::page::prose;
//! assert_eq!(prose::html("A *double* & <b>more</b>.", 2), "<p>A <em>double</em> &amp; &lt;b&gt;more&lt;/b&gt;.</p>\n");
//! assert_eq!(prose::gemtext("# Rules\n\n- one\n- two [more](a.html)\n"), "# Rules\n\n* one\n* two more\n=> a.html more\n");
//! ```
//!
//! A fenced block with the word `deal` after its fence is no code: it shows the deal whose id or file
//! text it holds. [`parts`] tells such blocks from the prose between them.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Parser, Tag, TagEnd};

/// A piece of the author's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Markdown.
    Prose(String),
    /// A deal to be shown: its id, or the text of a deal file.
    Deal(String),
}

/// The prose and the deals of a text, in order.
pub fn parts(markdown: &str) -> Vec<Part> {
    let markdown = harmless(markdown);
    let mut parts = Vec::new();
    let mut depth = 0;
    let mut end = 0;
    let mut deal: Option<String> = None;
    let prose = |parts: &mut Vec<Part>, text: &str| {
        if !text.trim().is_empty() {
            parts.push(Part::Prose(text.trim_matches('\n').to_string()));
        }
    };
    for (event, range) in Parser::new(&markdown).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info)))
                if depth == 0 && info.trim() == "deal" =>
            {
                prose(&mut parts, &markdown[end..range.start]);
                end = range.end;
                deal = Some(String::new());
                depth += 1;
            }
            Event::Start(_) => depth += 1,
            Event::End(_) => {
                depth -= 1;
                parts.extend(deal.take().map(Part::Deal));
            }
            Event::Text(text) => {
                if let Some(deal) = &mut deal {
                    deal.push_str(&text);
                }
            }
            _ => {}
        }
    }
    prose(&mut parts, &markdown[end..]);
    parts
}

/// Markdown as HTML; its headings begin at a level, and none is skipped.
pub fn html(markdown: &str, first_level: usize) -> String {
    let markdown = harmless(markdown);
    let mut last = first_level.saturating_sub(1);
    let mut level = |written: HeadingLevel| {
        last = (written as usize).clamp(first_level, (last + 1).max(first_level)).min(6);
        HeadingLevel::try_from(last).unwrap_or(HeadingLevel::H6)
    };
    let mut open = Vec::new();
    // Whether each picture that is being read is shown.
    let mut shown = Vec::new();
    let events = Parser::new(&markdown).filter_map(|event| match event {
        Event::Start(Tag::Image { ref dest_url, .. }) => {
            shown.push(is_safe(dest_url));
            shown.last()?.then_some(event)
        }
        Event::End(TagEnd::Image) => shown.pop()?.then_some(event),
        other => Some(other),
    });
    let events = events.map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
        Event::Start(Tag::Heading { level: written, .. }) => {
            let level = level(written);
            open.push(level);
            Event::Start(Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() })
        }
        Event::End(TagEnd::Heading(written)) => Event::End(TagEnd::Heading(open.pop().unwrap_or(written))),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: safe(dest_url), title, id })
        }
        other => other,
    });
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, events);
    // Text holds no `>` that is not written out, so these are the ends of tags.
    out.replace(" />", ">")
}

/// Markdown that can be pasted into other Markdown: what looks like a tag is written out.
pub fn markdown(text: &str) -> String {
    let text = harmless(text);
    let mut out = String::new();
    let mut kept = 0;
    let mut code = 0;
    let mut changes: Vec<(std::ops::Range<usize>, String)> = Vec::new();
    for (event, range) in Parser::new(&text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => code += 1,
            Event::End(TagEnd::CodeBlock) => code -= 1,
            // What was no Markdown within a tag must not become some when the tag is none any more.
            Event::Html(_) | Event::InlineHtml(_) if code == 0 => {
                changes.push((range.clone(), markdown_escaped(&text[range])));
            }
            Event::Text(_) if code == 0 => {
                for (at, _) in text[range.clone()].match_indices('<') {
                    changes.push((range.start + at..range.start + at + 1, "&lt;".to_string()));
                }
            }
            Event::Start(Tag::Link { dest_url, .. }) if !is_safe(&dest_url) => {
                changes.push((range.clone(), "\u{fffd}".to_string()));
            }
            Event::Start(Tag::Image { dest_url, .. }) if !is_safe(&dest_url) => {
                changes.push((range.clone(), markdown_escaped(&alt(&text[range]))));
            }
            _ => {}
        }
    }
    changes.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    for (range, change) in changes {
        // What stands within a link that is left out goes with it.
        if range.start >= kept {
            out.push_str(&text[kept..range.start]);
            out.push_str(&change);
            kept = range.end;
        }
    }
    out.push_str(&text[kept..]);
    out.trim_end().to_string() + "\n"
}

/// What Markdown says, without what it is: the words for a picture.
fn alt(markdown: &str) -> String {
    let words = |event| match event {
        Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => Some(text.to_string()),
        Event::SoftBreak | Event::HardBreak => Some(" ".to_string()),
        _ => None,
    };
    Parser::new(markdown).filter_map(words).collect()
}

/// A text in which nothing is Markdown.
pub(super) fn markdown_escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '[' | ']' | '*' | '_' | '`' | '\\' | '!' => out.extend(['\\', character]),
            _ => out.push(character),
        }
    }
    out
}

/// Markdown as gemtext: a paragraph a line, links on lines of their own after it.
pub fn gemtext(markdown: &str) -> String {
    let markdown = harmless(markdown);
    let mut writer = Gemtext::default();
    for event in Parser::new(&markdown) {
        match event {
            Event::Text(text) if writer.in_code => writer.out.push_str(&text.replace("```", "` ``")),
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                writer.line.push_str(&text);
            }
            Event::SoftBreak | Event::HardBreak => writer.line.push(' '),
            Event::Start(Tag::CodeBlock(_)) => {
                writer.gap();
                writer.out.push_str("```\n");
                writer.in_code = true;
            }
            Event::End(TagEnd::CodeBlock) => {
                writer.out.push_str("```\n");
                writer.in_code = false;
            }
            Event::Start(Tag::List(_)) => {
                writer.flush();
                if writer.lists == 0 {
                    writer.gap();
                }
                writer.lists += 1;
            }
            Event::End(TagEnd::List(_)) => writer.lists -= 1,
            Event::Start(Tag::Item) => writer.mark = "* ".to_string(),
            Event::Start(Tag::Heading { level, .. }) => {
                writer.gap();
                writer.mark = "#".repeat((level as usize).min(3)) + " ";
            }
            Event::Start(Tag::Paragraph | Tag::HtmlBlock) if writer.lists == 0 => writer.gap(),
            Event::Start(Tag::BlockQuote(_)) => writer.quotes += 1,
            Event::End(TagEnd::BlockQuote(_)) => writer.quotes -= 1,
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                writer.open.push((dest_url.to_string(), writer.line.chars().count()));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => writer.end_link(),
            Event::End(TagEnd::Paragraph | TagEnd::HtmlBlock | TagEnd::Item | TagEnd::Heading(_)) => {
                writer.flush()
            }
            _ => {}
        }
    }
    writer.flush();
    writer.out
}

#[derive(Default)]
struct Gemtext {
    out: String,
    line: String,
    mark: String,
    lists: usize,
    quotes: usize,
    in_code: bool,
    /// Links that are being read: where they lead, and where their text begins in the line.
    open: Vec<(String, usize)>,
    /// Links of the line, which stand after it.
    links: Vec<(String, String)>,
}

impl Gemtext {
    fn gap(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    fn end_link(&mut self) {
        if let Some((dest, begin)) = self.open.pop()
            && is_safe(&dest)
        {
            let text = self.line.chars().skip(begin).collect();
            let dest = dest.chars().filter(|c| !c.is_whitespace()).collect();
            self.links.push((dest, text));
        }
    }

    fn flush(&mut self) {
        let line = std::mem::take(&mut self.line);
        let mark = std::mem::take(&mut self.mark);
        if !line.trim().is_empty() {
            let quote = if self.quotes > 0 && mark.is_empty() { "> " } else { &mark };
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            match quote.is_empty() {
                true => self.out.push_str(&gemtext_line(&line)),
                false => self.out.push_str(&format!("{quote}{line}")),
            }
            self.out.push('\n');
        }
        for (dest, text) in std::mem::take(&mut self.links) {
            self.out.push_str(format!("=> {dest} {text}").trim_end());
            self.out.push('\n');
        }
    }
}

/// A line of gemtext that is text, whatever it begins with.
pub(super) fn gemtext_line(line: &str) -> String {
    match ["=>", "#", "*", ">", "```"].iter().any(|mark| line.starts_with(mark)) {
        true => format!(" {line}"),
        false => line.to_string(),
    }
}

/// Markdown as plain text.
pub fn text(markdown: &str) -> String {
    // Raw HTML is text here as everywhere, so that no word of it is lost.
    crate::words::plain(&self::markdown(markdown))
}

/// A heading of the first level with which a text begins, and the rest of it.
pub fn title(markdown: &str) -> (Option<String>, &str) {
    let trimmed = markdown.trim_start();
    match trimmed.strip_prefix("# ") {
        Some(rest) => {
            let (heading, rest) = rest.split_once('\n').unwrap_or((rest, ""));
            (Some(heading.trim().trim_end_matches('#').trim().to_string()), rest)
        }
        None => (None, markdown),
    }
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

fn safe(dest: CowStr<'_>) -> CowStr<'_> {
    if is_safe(&dest) { dest } else { "#".into() }
}

/// Whether a link leads to a place and does not run anything: a relative one, or one to the web, Gemini or mail.
fn is_safe(dest: &str) -> bool {
    let dest: String = dest.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
    let before_path = dest.split(['/', '?', '#']).next().unwrap_or("");
    match before_path.split_once(':') {
        None => true,
        Some((scheme, _)) => {
            ["http", "https", "gemini", "gopher", "mailto"].contains(&scheme.to_ascii_lowercase().as_str())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVIL: &str = "<script>alert(1)</script>\n\nA \u{202e}b <img src=x onerror=y> ]]> [c](javascript:alert(1)) \
        ![d](data:text/html,x) <https://example.org/>\n";

    #[test]
    fn what_an_author_writes_can_do_no_harm() {
        let html = html(EVIL, 2);
        assert!(!html.contains("<script") && !html.contains("<img src=x") && !html.contains("javascript"));
        assert!(html.contains("&lt;script&gt;") && html.contains("href=\"#\"") && !html.contains("data:"));
        let markdown = markdown(EVIL);
        assert!(
            !markdown.contains("<script") && !markdown.contains("javascript") && markdown.contains("<https:")
        );
        for text in [&html, &markdown, &gemtext(EVIL), &text(EVIL)] {
            assert!(!text.contains('\u{202e}') && text.contains("alert(1)"), "{text}");
        }
        assert!(!gemtext(EVIL).contains("=> javascript") && !gemtext("a\n\\=> b").contains("\n=>"));
    }

    #[test]
    fn a_picture_of_the_author_is_a_picture_a_link_or_its_words() {
        let written = "The ![table *at* <home> & \"me\"](pics/a.png) here. ![](line.svg)";
        assert_eq!(
            html(written, 2),
            "<p>The <img src=\"pics/a.png\" alt=\"table at &lt;home&gt; &amp; &quot;me&quot;\"> here. \
             <img src=\"line.svg\" alt=\"\"></p>\n"
        );
        assert!(markdown(written).contains("](pics/a.png) here. ![](line.svg)"));
        assert_eq!(
            gemtext(written),
            "The table at <home> & \"me\" here.\n=> pics/a.png table at <home> & \"me\"\n=> line.svg\n"
        );
        assert_eq!(text(written).trim_end(), "The table at <home> & \"me\" here.");
        // One that would run something is its words alone.
        let evil = "A ![b *c*](javascript:alert) ![d](data:text/html,x) e.";
        assert_eq!(html(evil, 2), "<p>A b <em>c</em> d e.</p>\n");
        assert_eq!(markdown(evil), "A b c d e.\n");
        assert_eq!(gemtext(evil), "A b c d e.\n");
    }

    #[test]
    fn headings_fit_under_the_pages_own() {
        assert_eq!(html("# a\n\n#### b\n\n# c", 3), "<h3>a</h3>\n<h4>b</h4>\n<h3>c</h3>\n");
        assert_eq!(title("# A game\n\nText"), (Some("A game".into()), "\nText"));
        assert_eq!(title("Text"), (None, "Text"));
    }

    #[test]
    fn deals_are_told_from_prose() {
        let text = "One.\n\n```deal\nklondike#42\n```\n\n```\ncode\n```\n";
        let expected = [
            Part::Prose("One.".into()),
            Part::Deal("klondike#42\n".into()),
            Part::Prose("```\ncode\n```".into()),
        ];
        assert_eq!(parts(text), expected);
        assert_eq!(parts("- a\n  ```deal\n  x\n  ```\n").len(), 1);
    }
}
