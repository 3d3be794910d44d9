//! Letters that our typefaces lack, named by the field that holds them.

use super::spec::{BookSpec, place_of_value};
use super::{BadBook, Source};
use crate::figure::Face;
use crate::figure::typeset::missing_glyph;

/// Refuses letters that our typefaces do not have, by the field that holds them.
///
/// # Errors
/// If there is one; the message names puzzle section, field and line.
pub(super) fn check_letters(spec: &BookSpec, source: &Source) -> Result<(), BadBook> {
    let front = [Face::DisplayLight, Face::SerifItalic, Face::SerifSemibold];
    let section = [Face::Display, Face::Serif, Face::SerifItalic, Face::SerifSemibold];
    let mut fields: Vec<(&str, String, &str, &[Face])> = vec![
        ("title", String::new(), &spec.title, &front),
        ("subtitle", String::new(), &spec.subtitle, &[Face::SerifItalic]),
        ("author", String::new(), &spec.author, &[Face::Serif]),
        ("publisher", String::new(), &spec.publisher, &[Face::Sans, Face::Serif]),
        ("edition", String::new(), &spec.edition, &[Face::SansSemibold, Face::Serif]),
        ("dedication", String::new(), &spec.dedication, &[Face::SerifItalic]),
        ("imprint", String::new(), &spec.imprint, &[Face::Serif]),
    ];
    let first_numbers = spec.numbers();
    for (asked, numbers) in spec.sections.iter().zip(&first_numbers) {
        let of = format!(" of the section with puzzle {}", numbers.start);
        fields.push(("title", of, asked.title.as_str(), &section[..]));
    }
    for (field, of, value, faces) in fields {
        let shown = value.replace('\n', " ");
        let Some(letter) = faces.iter().find_map(|&face| missing_glyph(face, &shown)) else { continue };
        let what = format!(
            "{field}: our typefaces have no `{letter}` (U+{:04X}){of}; write it in Latin letters",
            u32::from(letter)
        );
        return Err(BadBook::Field { place: place_of_value(&source.name, &source.text, field, value), what });
    }
    Ok(())
}
