//! Texts of a `book.yaml`: lines of bounded length, and numbers of books.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// The longest title, and the longest subtitle, in characters: more do not fit on the title page.
const MOST_TITLE: usize = 120;
const MOST_SUBTITLE: usize = 200;
/// The longest other line, and the longest text of several lines.
const MOST_LINE: usize = 300;
const MOST_LINES: usize = 2000;
const MOST_ROWS: usize = 40;

pub(super) fn title<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    let text = line("title", source)?;
    if text.is_empty() {
        return Err(D::Error::custom("title: a book needs one"));
    }
    fits("title", text, MOST_TITLE)
}

pub(super) fn subtitle<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    fits("subtitle", line("subtitle", source)?, MOST_SUBTITLE)
}

pub(super) fn author<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    line("author", source)
}

pub(super) fn publisher<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    line("publisher", source)
}

pub(super) fn edition<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    line("edition", source)
}

/// The title of a section.
pub(super) fn heading<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    line("title", source)
}

pub(super) fn dedication<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    lines("dedication", source)
}

pub(super) fn imprint<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    lines("imprint", source)
}

fn fits<E: Error>(field: &str, text: String, most: usize) -> Result<String, E> {
    let length = text.chars().count();
    if length > most {
        let start: String = text.chars().take(30).collect();
        let what = format!("`{start}…` has {length} characters, the title page has room for {most}");
        return Err(E::custom(format!("{field}: {what}")));
    }
    Ok(text)
}

fn line<'de, D: Deserializer<'de>>(field: &str, source: D) -> Result<String, D::Error> {
    let text = String::deserialize(source)?;
    let bad = |what: String| D::Error::custom(format!("{field}: {what}"));
    let length = text.chars().count();
    if text.trim().contains('\n') {
        return Err(bad("this is one line, and there are several".to_string()));
    }
    if length > MOST_LINE {
        return Err(bad(format!("this line has {length} characters, and there is room for {MOST_LINE}")));
    }
    match text.trim().chars().find(|sign| sign.is_control()) {
        Some(sign) => Err(bad(unprinted(sign))),
        None => Ok(text.trim().to_string()),
    }
}

fn lines<'de, D: Deserializer<'de>>(field: &str, source: D) -> Result<String, D::Error> {
    let text = String::deserialize(source)?;
    let (length, count) = (text.chars().count(), text.lines().count());
    let what = match text.chars().find(|&sign| sign.is_control() && sign != '\n') {
        _ if length > MOST_LINES => {
            format!("this text has {length} characters, and there is room for {MOST_LINES}")
        }
        _ if count > MOST_ROWS => format!("this text has {count} lines, and there is room for {MOST_ROWS}"),
        Some(sign) => unprinted(sign),
        None => return Ok(text.trim_end().to_string()),
    };
    Err(D::Error::custom(format!("{field}: {what}")))
}

fn unprinted(sign: char) -> String {
    format!("the character U+{:04X} is none that is printed; take it away", u32::from(sign))
}

/// The number of a book as written, if its check digit is right.
pub(super) fn isbn<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    struct Reader;
    impl Visitor<'_> for Reader {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an ISBN of ten or thirteen digits")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
            checked_isbn(text.trim()).map_err(|why| E::custom(format!("isbn: {why}")))
        }

        fn visit_u64<E: Error>(self, number: u64) -> Result<String, E> {
            self.visit_str(&number.to_string())
        }
    }
    source.deserialize_any(Reader)
}

fn checked_isbn(text: &str) -> Result<String, String> {
    let shown = crate::card::shorten(text);
    let mut values = Vec::new();
    for sign in text.chars().filter(|&sign| sign != '-' && sign != ' ') {
        match (sign.to_digit(10), sign) {
            (Some(digit), _) => values.push(digit),
            (None, 'X' | 'x') => values.push(10),
            _ => return Err(format!("`{shown}` holds `{sign}`; an ISBN is digits and hyphens")),
        }
    }
    let is_x = |value: &u32| *value == 10;
    let right = match values.len() {
        10 => (11 - values[..9].iter().zip((2..=10).rev()).map(|(v, w)| v * w).sum::<u32>() % 11) % 11,
        13 => {
            (10 - values[..12].iter().zip([1, 3].into_iter().cycle()).map(|(v, w)| v * w).sum::<u32>() % 10)
                % 10
        }
        count => return Err(format!("`{shown}` has {count} digits; an ISBN has 10 or 13")),
    };
    let (last, others) = values.split_last().expect("ten values or thirteen");
    if others.iter().any(is_x) {
        return Err(format!("`{shown}` has an X that is not its last digit"));
    }
    if *last != right {
        let right = if right == 10 { "X".to_string() } else { right.to_string() };
        return Err(format!(
            "the last digit of `{shown}` checks the others and would be {right}; one is wrong"
        ));
    }
    Ok(text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_digit_of_a_book_number_is_checked() {
        for good in ["978-0-306-40615-7", "9780306406157", "0-306-40615-2", "0-8044-2957-X"] {
            assert_eq!(checked_isbn(good), Ok(good.to_string()));
        }
        for bad in ["978-0-306-40615-8", "0-306-40615-3", "0X8044295X", "", "978 ISBN", "978-0"] {
            assert!(checked_isbn(bad).is_err(), "{bad}");
        }
    }
}
