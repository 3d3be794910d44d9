//! Pages of the user's own: Markdown from a file beside the book file, or from the book file itself.

use super::content::{Block, read_typed};
use super::spec::{Part, place_of, place_of_value};
use super::{BadBook, Source};
use crate::figure::Face;
use crate::figure::typeset::missing_glyph;
use crate::words::Language;
use crate::yaml::LARGEST_FILE;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Reads the page of a part, if the part is one.
///
/// # Errors
/// If the file cannot be read, or holds what cannot be printed.
pub(super) fn read(part: &Part, source: &Source, language: &Language) -> Result<Option<Vec<Block>>, BadBook> {
    let (place, text) = match part {
        Part::Page(file) => {
            let path = beside(source, file);
            let text = read_bounded(&path).map_err(|why| BadBook::Field {
                place: place_of_value(&source.name, &source.text, "page", file),
                what: format!("page: {}: {why}", path.display()),
            })?;
            (path.display().to_string(), text)
        }
        Part::Text(text) => {
            (format!("{}: text", place_of(&source.name, &source.text, "text", 0)), text.clone())
        }
        _ => return Ok(None),
    };
    check_letters(&place, &text)?;
    read_typed(&place, &text, language).map(Some)
}

/// A file that the book file names.
pub(super) fn beside(source: &Source, file: &str) -> PathBuf {
    Path::new(&source.name).parent().unwrap_or(Path::new("")).join(file)
}

/// The text of a file of bounded size.
///
/// # Errors
/// Why it cannot be read.
pub(super) fn read_bounded(path: &Path) -> Result<String, String> {
    let file = std::fs::File::open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            "there is no such file; paths begin where the book file is".to_string()
        }
        _ => error.to_string(),
    })?;
    let mut bytes = Vec::new();
    let most = LARGEST_FILE as u64 + 1;
    file.take(most).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() > LARGEST_FILE {
        return Err(format!("larger than {} KB", LARGEST_FILE >> 10));
    }
    String::from_utf8(bytes).map_err(|_| "not UTF-8 text".to_string())
}

/// Refuses letters that our text face lacks, with their line and column.
fn check_letters(place: &str, text: &str) -> Result<(), BadBook> {
    for (row, line) in text.lines().enumerate() {
        for (column, letter) in line.chars().enumerate() {
            let is_sign = "♣♦♥♠♧♢♡♤".contains(letter) || letter == '\t';
            if !is_sign && missing_glyph(Face::Serif, letter.encode_utf8(&mut [0; 4])).is_some() {
                let what = format!(
                    "our typefaces have no `{letter}` (U+{:04X}); write it in Latin letters",
                    u32::from(letter)
                );
                return Err(BadBook::Chapter { place: format!("{place}:{}:{}", row + 1, column + 1), what });
            }
        }
    }
    Ok(())
}
