//! Pages of the user's own: Markdown from a file beside the book file, or from the book file itself.

use super::content::{Block, Lacking, Own, PICTURES, read_own};
use super::pictures::Picture;
use super::sheet::Setter;
use super::spec::{Part, place_of, place_of_value};
use super::{BadBook, Source};
use crate::figure::Face;
use crate::figure::typeset::missing_glyph;
use crate::yaml::LARGEST_FILE;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads the page of a part, if the part is one, and the pictures on it.
///
/// # Errors
/// If a file cannot be read, or holds what cannot be printed.
pub(super) fn read(part: &Part, source: &Source, setter: &Setter) -> Result<Option<Vec<Block>>, BadBook> {
    let (place, text, named_in) = match part {
        Part::Page(file) => {
            let path = beside(source, file);
            let text = read_bounded(&path).map_err(|why| BadBook::Field {
                place: place_of_value(&source.name, &source.text, "page", file),
                what: format!("page: {}: {why}", path.display()),
            })?;
            (path.display().to_string(), text, path)
        }
        Part::Text(text) => {
            let place = format!("{}: text", place_of(&source.name, &source.text, "text", 0));
            (place, text.clone(), PathBuf::from(&source.name))
        }
        _ => return Ok(None),
    };
    let typed = |parts: &[&str]| setter.language.typed_parts(parts);
    let picture = |file: &str| picture(setter, &named_in, file);
    read_own(&place, &text, &Own { check: &check, typed: &typed, picture: &picture }).map(Some)
}

/// The picture of a file beside the one that names it.
fn picture(setter: &Setter, named_in: &Path, file: &str) -> Result<Arc<Picture>, String> {
    if file.is_empty() {
        return Err("a picture names its file: ![A hand of cards](photo.png)".into());
    }
    if file.contains("://") || file.starts_with("//") || file.starts_with("data:") {
        let file = crate::card::shorten(file);
        return Err(format!(
            "`{file}`: pictures are not fetched; save it beside the page and write the name of its file"
        ));
    }
    let folder = named_in.parent().unwrap_or(Path::new(""));
    let mut path = folder.join(file);
    if !path.exists() {
        path = folder.join(without_percents(file).unwrap_or_else(|| file.to_string()));
    }
    let grid = &setter.grid;
    setter.pictures.load(&path, [grid.measure, grid.height()]).map_err(|why| {
        if path.exists() {
            return format!("{}: {why}", path.display());
        }
        let begin = match folder.as_os_str().is_empty() {
            true => "the current folder".to_string(),
            false => folder.display().to_string(),
        };
        let own = PICTURES.map(|name| format!("`{name}`")).join(", ");
        let own = if file.contains('.') { String::new() } else { format!("; the book's own are {own}") };
        format!("{}: {why}; paths begin in {begin}{own}", path.display())
    })
}

/// A path as an editor writes it into Markdown: `my%20photo.png`.
fn without_percents(file: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(file.len());
    let mut rest = file.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        match (byte, after) {
            (b'%', [high, low, after @ ..]) => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                bytes.push((digit(high)? * 16 + digit(low)?) as u8);
                rest = after;
            }
            _ => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
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
    if path.is_dir() {
        return Err("this is a folder; name a file in it".to_string());
    }
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
    let text = String::from_utf8(bytes).map_err(|_| "not UTF-8 text".to_string())?;
    // Some editors put a mark of the byte order in front, which is no part of the text.
    Ok(text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text))
}

/// Refuses a text if its face lacks one of its letters.
fn check(face: Face, text: &str) -> Result<(), Lacking> {
    // Suits are drawn.
    let is_sign = |letter: char| "♣♦♥♠♧♢♡♤\n\t".contains(letter);
    let lacks =
        |&letter: &char| !is_sign(letter) && missing_glyph(face, letter.encode_utf8(&mut [0; 4])).is_some();
    match text.chars().find(lacks) {
        None => Ok(()),
        Some(letter) => {
            let what = format!(
                "our typefaces have no `{letter}` (U+{:04X}); write it in Latin letters",
                u32::from(letter)
            );
            Err(Lacking { letter, what })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_as_editors_write_them_are_read() {
        assert_eq!(without_percents("my%20photo%C3%A9.png").as_deref(), Some("my photoé.png"));
        assert_eq!(without_percents("100%.png").as_deref(), None);
        assert_eq!(without_percents("a%").as_deref(), Some("a%"));
        assert_eq!(without_percents("%FF.png"), None);
    }
}
