//! What a user's template may not do: let texts grow without end.
//!
//! The engine counts steps, not bytes, and twenty steps that double a text fill the memory. So the
//! ways in which one value can become a longer one are shut: texts are joined by writing them one after
//! another. What is written, also into macros, is counted where it is written.

use super::BadPage;
use minijinja::Environment;
use minijinja::machinery::{Token, tokenize};
use minijinja::syntax::SyntaxConfig;

/// The most bytes that a template's own words may become.
const MOST_WORDS: usize = 64 << 20;
/// What an included template may bring into words that are kept.
const MOST_INCLUDED: usize = 1 << 16;
/// The longest template.
const LONGEST: usize = 1 << 20;
/// The filters that can make a longer text of texts.
const GROWING: [&str; 7] = ["join", "replace", "format", "indent", "string", "tojson", "pprint"];

/// How many steps a template may take, so that its own words stay within their bounds.
///
/// Words that go straight to the page cost nothing: the page's own bound holds them. Those within a macro or
/// another tag that keeps what it holds could be kept at every step.
///
/// # Errors
/// If it joins texts by `~` or `+`, or is too long.
pub(super) fn steps(place: &str, text: &str, most: u64) -> Result<u64, BadPage> {
    let bad =
        |line: u16, what: &str| BadPage::Template { place: format!("{place}:{line}"), what: what.into() };
    if text.len() > LONGEST {
        return Err(bad(1, "the template is longer than 1 MB"));
    }
    let mut longest = 1;
    let mut before_is_number = false;
    let mut sum = None;
    let mut kept = Kept::default();
    for token in tokenize(text, false, SyntaxConfig::default()) {
        // What cannot be read, the engine tells with more words.
        let Ok((token, span)) = token else { break };
        let is_number = matches!(token, Token::Int(_) | Token::Int128(_) | Token::Float(_));
        if let (Some(line), false) = (sum.take(), is_number) {
            return Err(bad(
                line,
                "`+` adds numbers, one of them written out; texts are written one after another",
            ));
        }
        kept.take(&token);
        match token {
            Token::Tilde => {
                return Err(bad(span.start_line, "`~` is not for templates of pages: write {{ a }}{{ b }}"));
            }
            Token::Plus if !before_is_number => sum = Some(span.start_line),
            Token::TemplateData(words) if kept.depth > 0 => longest = longest.max(words.len()),
            Token::Ident("include") if kept.depth > 0 => longest = longest.max(MOST_INCLUDED),
            _ => {}
        }
        before_is_number = is_number;
    }
    Ok(most.min((MOST_WORDS / longest) as u64))
}

/// How deep a place in a template is within tags that keep what they hold.
#[derive(Default)]
struct Kept<'t> {
    depth: usize,
    /// The name of the open tag, and whether it gives a name a value.
    tag: Option<&'t str>,
    in_tag: bool,
    assigns: bool,
}

impl<'t> Kept<'t> {
    fn take(&mut self, token: &Token<'t>) {
        match token {
            Token::BlockStart => *self = Kept { depth: self.depth, in_tag: true, ..Kept::default() },
            Token::Ident(name) if self.in_tag && self.tag.is_none() => self.tag = Some(*name),
            Token::Assign => self.assigns = true,
            Token::BlockEnd => {
                self.in_tag = false;
                match self.tag {
                    Some("set") if self.assigns => {}
                    Some("macro" | "call" | "filter" | "set" | "block") => self.depth += 1,
                    Some("endmacro" | "endcall" | "endfilter" | "endset" | "endblock") => {
                        self.depth = self.depth.saturating_sub(1);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// Takes away the filters that can make a longer text of texts.
pub(super) fn shut(environment: &mut Environment<'_>) {
    GROWING.iter().for_each(|name| environment.remove_filter(name));
}
