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
//! text it holds. [`parts`] tells such blocks from the prose between them. [`typed`] sets quotation marks and
//! apostrophes as a language sets its own.

mod gemtext;
mod html;
mod markdown;
mod typed;

pub use crate::markdown::harmless;
pub use gemtext::gemtext;
pub use html::html;
pub use markdown::markdown;
pub use typed::typed;

use crate::markdown::options;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Parser, Tag, TagEnd};

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
    for (event, range) in Parser::new_ext(&markdown, options()).into_offset_iter() {
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

/// A paragraph in which nothing is Markdown, whatever it begins with.
pub(super) fn markdown_paragraph(text: &str) -> String {
    let text = markdown_escaped(text);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match text[digits..].chars().next() {
        Some(sign) if digits == 0 && "#+->=|~:".contains(sign) => format!("\\{text}"),
        Some('.' | ')') if digits > 0 => format!("{}\\{}", &text[..digits], &text[digits..]),
        _ => text,
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
    crate::words::plain_events(shown(&harmless(markdown)))
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

/// What a page shows of Markdown: raw HTML is its letters, what leads nowhere safe is its words, and footnotes
/// stand where they are written, with their names in brackets.
fn shown(markdown: &str) -> Vec<Event<'_>> {
    let mut events = Vec::new();
    // Whether each link and picture that is being read is shown as one.
    let mut shown = Vec::new();
    let mut footnote: Option<CowStr<'_>> = None;
    for event in Parser::new_ext(markdown, options()) {
        match event {
            Event::Html(text) | Event::InlineHtml(text) => events.push(Event::Text(text)),
            Event::Start(Tag::HtmlBlock) => events.push(Event::Start(Tag::Paragraph)),
            Event::End(TagEnd::HtmlBlock) => events.push(Event::End(TagEnd::Paragraph)),
            Event::Start(Tag::Link { ref dest_url, .. } | Tag::Image { ref dest_url, .. }) => {
                let is_safe = is_safe(dest_url);
                shown.push(is_safe);
                events.extend(is_safe.then_some(event));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                events.extend(shown.pop().unwrap_or(true).then_some(event));
            }
            Event::FootnoteReference(name) => events.push(Event::Text(format!("[{name}]").into())),
            Event::Start(Tag::FootnoteDefinition(name)) => footnote = Some(name),
            Event::End(TagEnd::FootnoteDefinition) => footnote = None,
            Event::Start(tag) => {
                let is_paragraph = tag == Tag::Paragraph;
                let name = footnote.take().map(|name| Event::Text(format!("[{name}] ").into()));
                match name {
                    Some(name) if is_paragraph => events.extend([Event::Start(tag), name]),
                    Some(name) => {
                        let paragraph = [Event::Start(Tag::Paragraph), name, Event::End(TagEnd::Paragraph)];
                        events.extend(paragraph.into_iter().chain([Event::Start(tag)]));
                    }
                    None => events.push(Event::Start(tag)),
                }
            }
            other => events.push(other),
        }
    }
    events
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
        assert!(html.contains("&lt;script&gt;") && !html.contains("href=\"#\"") && !html.contains("data:"));
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
    fn a_link_that_leads_nowhere_safe_is_its_words() {
        let evil = "See [the *old* notes](javascript:alert(1)) and [two][b] here, <javascript:x>.\n\n[b]: data:x 'y'\n";
        assert_eq!(html(evil, 2), "<p>See the <em>old</em> notes and two here, javascript:x.</p>\n");
        assert_eq!(markdown(evil), "See the *old* notes and two here, javascript:x.\n");
        assert_eq!(text(evil), "See the old notes and two here, javascript:x.\n");
        assert_eq!(gemtext(evil), text(evil));
        // Not even where the words of one would become one.
        for nested in ["[[x](javascript:1)](javascript:2)", "[[[x](data:1)](data:2)](data:3)"] {
            let written = markdown(nested);
            assert!(!html(&written, 2).contains("href") && written.contains('x'), "{written}");
        }
        // What was the address of a link until the tag before it was none.
        let hidden = markdown("<!-->\n[a]: `<b>javascript:1\n");
        assert!(!hidden.contains("<b>"), "{hidden}");
        assert_eq!(markdown("[\\*a\\*](javascript:1) [](data:x)b"), "\\*a\\* b\n");
    }

    #[test]
    fn a_table_of_the_author_is_one_in_each_format() {
        let written = "One.\n\n| Card | No. |\n|:--|--:|\n| it's *A* | 1 |\n| `x` | |\n\nTwo.";
        assert_eq!(
            html(written, 2),
            "<p>One.</p>\n<table>\n<thead>\n<tr><th scope=\"col\">Card</th><th scope=\"col\" class=\"right\">No.</th>\
             </tr>\n</thead>\n<tbody>\n<tr><td>it's <em>A</em></td><td class=\"right\">1</td></tr>\n\
             <tr><td><code>x</code></td><td class=\"right\"></td></tr>\n</tbody>\n</table>\n<p>Two.</p>\n"
        );
        assert_eq!(markdown(written), format!("{written}\n"));
        let columns = "Card    No.\n------  ---\nit's A    1\nx\n";
        assert_eq!(text(written), format!("One.\n\n{columns}\nTwo.\n"));
        assert_eq!(gemtext(written), format!("One.\n\n```\n{columns}```\n\nTwo.\n"));
        assert!(html("| | b |\n|-|-|\n", 2).contains("<tr><td></td><th scope=\"col\">b</th></tr>"));
    }

    #[test]
    fn gemtext_keeps_code_numbers_quotations_and_rules() {
        let written = "1. a\n2. b\n\n> c\n>\n> d\n\n---\n\n```\ne\n  f\n```\ng\\\nh[^1]\n\n[^1]: i\n";
        let expected = "1. a\n2. b\n\n> c\n> d\n\n-----\n\n```\ne\n  f\n```\n\ng\nh[1]\n\n[1] i\n";
        assert_eq!(gemtext(written), expected);
        assert!(html(written, 2).ends_with("h[1]</p>\n<p>[1] i</p>\n"), "{}", html(written, 2));
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
