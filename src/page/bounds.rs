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
/// The longest template.
const LONGEST: usize = 1 << 20;
/// The filters that can make a longer text of texts.
const GROWING: [&str; 7] = ["join", "replace", "format", "indent", "string", "tojson", "pprint"];

/// How many steps a template may take, so that its own words stay within their bounds.
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
        match token {
            Token::Tilde => {
                return Err(bad(span.start_line, "`~` is not for templates of pages: write {{ a }}{{ b }}"));
            }
            Token::Plus if !before_is_number => sum = Some(span.start_line),
            Token::TemplateData(words) => longest = longest.max(words.len()),
            _ => {}
        }
        before_is_number = is_number;
    }
    Ok(most.min((MOST_WORDS / longest) as u64))
}

/// Takes away the filters that can make a longer text of texts.
pub(super) fn shut(environment: &mut Environment<'_>) {
    GROWING.iter().for_each(|name| environment.remove_filter(name));
}
