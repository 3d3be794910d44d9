//! What `printpdf` leaves out: subset fonts, boxes, all that a viewer shows, an identifier.

use super::drawings::{self, Drawing};
use super::fonts::subset_fonts;
use super::outline::{add_outline, page_labels};
use super::tags::{Mark, add_tags};
use super::{BadPdf, Frame, PdfDocument, Profile, exchange, metadata};
use lopdf::{Document, Object, ObjectId, SaveOptions, Stream, StringFormat, dictionary};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Stands where the identifier will be, as the identifier is a hash of all else.
const NO_ID: [u8; 16] = *b"dealpress has no";

/// The pages as written.
pub(super) struct Pages {
    /// Their operators.
    pub(super) contents: Vec<Stream>,
    /// What is told of them.
    pub(super) marks: Vec<Vec<Mark>>,
    /// The drawings that they use.
    pub(super) drawings: Vec<BTreeMap<String, Arc<Drawing>>>,
}

/// Finishes a document and writes it.
pub(super) fn finish(
    mut file: Document,
    frames: &[Frame],
    written: Pages,
    document: &PdfDocument,
) -> Result<Vec<u8>, BadPdf> {
    let Pages { contents, marks, drawings: used } = written;
    let ids: Vec<ObjectId> = file.get_pages().into_values().collect();
    subset_fonts(&mut file)?;
    take_out_pages(&mut file, &ids[frames.len()..])?;
    let ids = &ids[..frames.len()];
    for ((&id, content), frame) in ids.iter().zip(contents).zip(frames) {
        let content = file.add_object(content);
        let page = file.get_object_mut(id).and_then(Object::as_dict_mut).map_err(broken)?;
        page.set("Contents", content);
        page.set("MediaBox", frame.media());
        page.set("BleedBox", frame.media());
        page.set("TrimBox", frame.trim());
        page.remove(b"CropBox");
        page.remove(b"Annots");
    }
    drawings::add(&mut file, ids, &used)?;
    let catalog = file.catalog_mut().map_err(broken)?;
    catalog.remove(b"PageLayout");
    catalog.set("PageMode", Object::Name(b"UseNone".to_vec()));
    if let Ok(old) = file.trailer.get(b"Info").and_then(Object::as_reference) {
        file.objects.remove(&old);
    }
    file.trailer.remove(b"Info");
    if document.profile == Profile::Screen {
        let is_told = marks.iter().flatten().all(Mark::is_told);
        add_tags(&mut file, ids, frames, marks)?;
        finish_screen(&mut file, ids, document, is_told)?;
    }
    if document.is_exchange {
        exchange::add(&mut file, document)?;
    }
    let placeholder = || Object::String(NO_ID.to_vec(), StringFormat::Hexadecimal);
    file.trailer.set("ID", vec![placeholder(), placeholder()]);
    file.prune_objects();
    file.renumber_objects();
    file.version = if document.is_exchange { exchange::VERSION } else { "1.7" }.into();
    file.compress();
    write(file, document.profile == Profile::Screen)
}

/// Adds what a viewer shows around the pages; shops want nothing of it.
fn finish_screen(
    file: &mut Document,
    pages: &[ObjectId],
    document: &PdfDocument,
    is_told: bool,
) -> Result<(), BadPdf> {
    if !document.outline.is_empty() {
        let outline = add_outline(file, &document.outline, pages)?;
        let catalog = file.catalog_mut().map_err(broken)?;
        catalog.set("Outlines", outline);
        catalog.set("PageMode", Object::Name(b"UseOutlines".to_vec()));
    }
    metadata::add(file, document, is_told)?;
    let catalog = file.catalog_mut().map_err(broken)?;
    if !document.language.is_empty() {
        catalog.set("Lang", Object::string_literal(document.language.clone()));
    }
    catalog.set("ViewerPreferences", dictionary! {"DisplayDocTitle" => true});
    if !document.labels.is_empty() {
        catalog.set("PageLabels", page_labels(&document.labels));
    }
    Ok(())
}

/// Writes the document, packed for screens and plain for presses, with its identifier.
fn write(mut file: Document, packed: bool) -> Result<Vec<u8>, BadPdf> {
    let mut bytes = Vec::new();
    if packed {
        let options = SaveOptions::builder().use_object_streams(true).use_xref_streams(true).build();
        file.save_with_options(&mut bytes, options).map_err(broken)?;
    } else {
        file.save_to(&mut bytes).map_err(broken)?;
    }
    let placeholder = hexadecimal(&NO_ID);
    let identifier = hexadecimal(&fingerprint(&bytes));
    let mut at = 0;
    while let Some(next) = find(&bytes[at..], &placeholder) {
        bytes[at + next..at + next + identifier.len()].copy_from_slice(&identifier);
        at += next + identifier.len();
    }
    Ok(bytes)
}

/// Takes pages out of the page tree, which has one level.
fn take_out_pages(file: &mut Document, out: &[ObjectId]) -> Result<(), BadPdf> {
    let tree = file.catalog().and_then(|catalog| catalog.get(b"Pages")).and_then(Object::as_reference);
    let tree = file.get_object_mut(tree.map_err(broken)?).and_then(Object::as_dict_mut).map_err(broken)?;
    let kids = tree.get_mut(b"Kids").and_then(Object::as_array_mut).map_err(broken)?;
    kids.retain(|kid| kid.as_reference().is_ok_and(|id| !out.contains(&id)));
    let count = kids.len() as i64;
    tree.set("Count", count);
    Ok(())
}

/// An error of a library, as ours.
pub(super) fn broken(error: impl std::fmt::Display) -> BadPdf {
    BadPdf::Broken(error.to_string())
}

/// A string for people: a byte a character where all are in the encoding of PDF, else UTF-16 with its mark.
///
/// A book tells thousands of pictures; in UTF-16 their words would be most of its file.
pub(super) fn text_string(text: &str) -> Object {
    // What begins like a mark of UTF-16 or UTF-8 would be taken for it.
    let is_plain = !text.starts_with(['þ', 'ï']);
    if let (true, Some(bytes)) = (is_plain, text.chars().map(document_byte).collect::<Option<Vec<u8>>>()) {
        return Object::String(bytes, StringFormat::Literal);
    }
    let mut bytes = vec![0xFE, 0xFF];
    bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
    Object::String(bytes, StringFormat::Hexadecimal)
}

/// A character in PDFDocEncoding (ISO 32000-1, annex D.2), if it is one that our languages need.
fn document_byte(character: char) -> Option<u8> {
    Some(match character {
        ' '..='~' | '\u{A1}'..='\u{AC}' | '\u{AE}'..='ÿ' => character as u8,
        '…' => 0x83,
        '—' => 0x84,
        '–' => 0x85,
        '“' => 0x8D,
        '”' => 0x8E,
        '‘' => 0x8F,
        '’' => 0x90,
        'Œ' => 0x96,
        'œ' => 0x9C,
        _ => return None,
    })
}

/// 128 bits that depend on every byte (FNV-1a); not meant to resist an enemy.
pub(super) fn fingerprint(bytes: &[u8]) -> [u8; 16] {
    let mut hash: u128 = 0x6c62272e07bb014262b821756295c58d;
    for &byte in bytes {
        hash ^= u128::from(byte);
        hash = hash.wrapping_mul(0x0000000001000000000000000000013b);
    }
    hash.to_be_bytes()
}

/// The digits of a hexadecimal string as `lopdf` writes them.
fn hexadecimal(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| format!("{byte:02X}").into_bytes()).collect()
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_take_a_byte_a_letter_where_pdf_has_one() {
        let plain = |text| match text_string(text) {
            Object::String(bytes, StringFormat::Literal) => Some(bytes),
            _ => None,
        };
        assert_eq!(plain("Été (5) – “œuf”").unwrap(), b"\xC9t\xE9 (5) \x85 \x8D\x9Cuf\x8E");
        for text in ["J♠", "þÿ", "ïve", "tab\t", "no\u{A0}break"] {
            assert_eq!(plain(text), None, "{text}");
            let Object::String(bytes, _) = text_string(text) else { panic!("a string") };
            assert_eq!(bytes[..2], [0xFE, 0xFF]);
        }
    }
}
