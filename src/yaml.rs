//! Reading YAML that a stranger wrote: bounded in size and depth, errors with file, line and column.
//!
//! Every YAML file goes through [`read`]. Repeated keys are refused by serde's derived structs;
//! no file format of ours uses a free map.

use serde::de::DeserializeOwned;

/// The largest YAML or JSON file that is read, in bytes.
pub const LARGEST_FILE: usize = 1 << 20;
/// The deepest nesting that is read.
const DEEPEST: usize = 32;

/// A file that is not the YAML that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct BadYaml {
    /// File, line and column: `book.yaml:14:9`.
    pub place: String,
    /// What is wrong, and what would be right.
    pub what: String,
}

/// Reads a value from YAML text; `name` is the file's name for messages.
///
/// # Errors
/// If the text is too large, nested too deeply, no YAML, or has other fields than `T`.
pub fn read<T: DeserializeOwned>(name: &str, text: &str) -> Result<T, BadYaml> {
    let bad = |line: usize, column: usize, what: String| {
        let place = if line == 0 { name.to_string() } else { format!("{name}:{line}:{column}") };
        BadYaml { place, what }
    };
    // Some editors put a mark of the byte order in front, which is no part of the text.
    let text = text.trim_start_matches('\u{feff}');
    if text.len() > LARGEST_FILE {
        return Err(bad(0, 0, format!("the file is larger than {} KB", LARGEST_FILE >> 10)));
    }
    if let Some((line, column)) = too_deep(text) {
        return Err(bad(line, column, format!("nested more than {DEEPEST} levels deep")));
    }
    serde_yaml::from_str(text).map_err(|error| {
        let message = error.to_string();
        let (line, column) = match repeated_key(&message).and_then(|key| second_place(text, key)) {
            Some(place) => place,
            None => error.location().map_or((0, 0), |at| (at.line(), at.column())),
        };
        bad(line, column, plain_message(&message))
    })
}

/// Where a text nests too deeply, counted without understanding quotes: brackets anywhere and
/// list dashes or question marks at the beginning of a line.
fn too_deep(text: &str) -> Option<(usize, usize)> {
    let mut depth = 0usize;
    for (row, line) in text.lines().enumerate() {
        let marks = line.split(' ').take_while(|word| matches!(*word, "" | "-" | "?"));
        if marks.filter(|word| !word.is_empty()).count() > DEEPEST {
            return Some((row + 1, 1));
        }
        for (column, character) in line.chars().enumerate() {
            match character {
                '[' | '{' => depth += 1,
                ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > DEEPEST {
                return Some((row + 1, column + 1));
            }
        }
    }
    None
}

/// The key that serde says stands twice.
fn repeated_key(message: &str) -> Option<&str> {
    message.split_once("duplicate field `")?.1.split_once('`').map(|(key, _)| key)
}

/// Where a key stands for the second time; serde names only the place of the whole mapping.
fn second_place(text: &str, key: &str) -> Option<(usize, usize)> {
    let mut keys = text.lines().enumerate().filter_map(|(row, line)| {
        let trimmed = line.trim_start();
        let rest = trimmed.trim_start_matches(['"', '\'']).strip_prefix(key)?;
        let is_key = rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':');
        is_key.then_some((row + 1, line.len() - trimmed.len() + 1))
    });
    keys.nth(1)
}

/// What serde and its YAML reader say, and what a reader of ours would understand.
const JARGON: [(&str, &str); 18] = [
    ("expected u8", "expected a whole number from 0 to 255"),
    ("expected u16", "expected a whole number from 0 to 65535"),
    ("expected u32", "expected a whole number"),
    ("expected u64", "expected a whole number"),
    ("expected usize", "expected a whole number"),
    ("expected a sequence", "expected a list such as `[a, b]`"),
    ("invalid type: sequence", "invalid type: a list"),
    ("invalid type: map", "invalid type: fields"),
    ("invalid type: unit value", "nothing stands here"),
    (
        "found character that cannot start any token",
        "a sign that cannot stand here; indent with spaces, not with tabs, and write signs such as @ in quotes",
    ),
    ("expected a boolean", "expected `true` or `false`"),
    (
        "did not find expected '-' indicator",
        "this line is indented neither as the list is nor as what stands above it",
    ),
    (
        "mapping values are not allowed in this context",
        "here `: ` makes no sense; put a text that holds it in quotes",
    ),
    ("found unexpected end of stream", "the file ends within quotes that were opened and not closed"),
    (" as u128", ""),
    (" as i128", ""),
    ("unknown variant", "unknown word"),
    (
        "deserializing from YAML containing more than one document is not supported",
        "there are several documents; a file holds one (many deals go as JSON lines through `solve --lines`)",
    ),
];

/// Serde's message without the place, which stands in front already.
fn plain_message(message: &str) -> String {
    let end = message.find(" at line ").unwrap_or(message.len());
    let plain = message[..end].trim();
    let mut plain = plain.replace("duplicate field", "this key stands here twice:");
    for (theirs, ours) in JARGON {
        plain = plain.replace(theirs, ours);
    }
    // "expected struct Variant": what a file holds has no name that a reader knows.
    if let Some(at) = plain.find("expected struct ") {
        plain.truncate(at);
        plain.push_str("expected fields, a `name: value` a line");
    }
    crop(&plain, 400)
}

fn crop(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Sample {
        columns: u8,
    }

    fn message(text: &str) -> String {
        read::<Sample>("game.yaml", text).unwrap_err().to_string()
    }

    #[test]
    fn an_error_names_file_line_and_column() {
        let text = message("# a comment\ncolumns: seven\n");
        assert!(text.starts_with("game.yaml:2:"), "{text}");
        assert!(message("columns: 7\nrows: 2\n").contains("unknown field `rows`"));
        assert!(message("columns: 7\ncolumns: 8\n").contains("twice"));
    }

    #[test]
    fn what_is_wrong_is_said_without_the_words_of_the_reader() {
        for (text, wanted) in [
            ("columns: [7]\n", "invalid type: a list, expected a whole number"),
            ("columns: {a: 7}\n", "invalid type: fields, expected a whole number"),
            ("columns:\n", "nothing stands here, expected a whole number"),
            ("columns:\n\t- 8\n", "game.yaml:2:1: a sign that cannot stand here; indent with spaces"),
            ("columns: @7\n", "write signs such as @ in quotes"),
            (
                "columns: 7: 8\n",
                "game.yaml:1:11: here `: ` makes no sense; put a text that holds it in quotes",
            ),
            ("columns: '7\n", "the file ends within quotes that were opened and not closed"),
        ] {
            assert!(message(text).contains(wanted), "{text}: {}", message(text));
        }
        assert_eq!(read::<Sample>("game.yaml", "\u{feff}columns: 7\n").unwrap().columns, 7);
        assert!(message("\u{feff}rows: 7\n").starts_with("game.yaml:1:1: unknown field"));
    }

    #[test]
    fn absurd_nesting_and_size_are_refused_at_once() {
        let start = std::time::Instant::now();
        assert!(message(&"[".repeat(200_000)).contains("deep"));
        assert!(message(&"- ".repeat(100_000)).contains("deep"));
        assert!(message(&"? ".repeat(100_000)).contains("deep"));
        assert!(message(&" ".repeat(2 << 20)).contains("larger"));
        assert!(start.elapsed().as_secs() < 5);
    }
}
