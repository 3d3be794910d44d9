//! What a PDF file has once, written behind its pages: fonts, and for screens all that a viewer shows.

use super::file::PdfFile;
use super::fonts::subset_fonts;
use super::outline::{add_outline, page_labels};
use super::{BadPdf, Profile, exchange, glyphs, metadata};
use lopdf::{Dictionary, Document, Object, ObjectId, StringFormat, dictionary};
use printpdf::{PdfFont, PdfPage, PdfSaveOptions, Pt, Rect};
use std::collections::BTreeMap;

impl PdfFile<'_> {
    /// The whole file.
    ///
    /// # Errors
    /// If it has fewer pages than it was to have, or a font cannot be subset.
    pub fn finish(mut self) -> Result<Vec<u8>, BadPdf> {
        if self.written < self.pages.len() {
            return Err(broken(format!("{} of {} pages", self.written, self.pages.len())));
        }
        self.add_fonts()?;
        let kids: Vec<Object> = self.pages.iter().map(|&page| page.into()).collect();
        let count = kids.len() as i64;
        self.file.put(self.page_tree, dictionary! {"Type" => "Pages", "Kids" => kids, "Count" => count})?;
        let mut catalog = dictionary! {
            "Type" => "Catalog",
            "Pages" => self.page_tree,
            "PageMode" => Object::Name(b"UseNone".to_vec()),
        };
        let mut info = None;
        if self.document.profile == Profile::Screen {
            info = Some(self.add_viewed(&mut catalog)?);
        }
        if self.document.is_exchange {
            let added = exchange::add(&mut self.file, self.document)?;
            catalog.set("OutputIntents", vec![Object::Reference(added.intent)]);
            info = Some(added.info);
        }
        let root = self.file.add(catalog)?;
        self.file.finish(root, info)
    }

    /// Adds what a viewer shows around the pages, and what it reads aloud; shops want nothing of it.
    fn add_viewed(&mut self, catalog: &mut Dictionary) -> Result<ObjectId, BadPdf> {
        let document = self.document;
        if let Some(tree) = self.tree.take() {
            catalog.set("StructTreeRoot", tree.finish(&mut self.file, &self.pages)?);
            catalog.set("MarkInfo", dictionary! {"Marked" => true});
        }
        if !document.outline.is_empty() {
            let outline = add_outline(&mut self.file, &document.outline, &self.pages)?;
            catalog.set("Outlines", outline);
            catalog.set("PageMode", Object::Name(b"UseOutlines".to_vec()));
        }
        let added = metadata::add(&mut self.file, document, self.is_told)?;
        catalog.set("Metadata", added.packet);
        if !document.language.is_empty() {
            catalog.set("Lang", Object::string_literal(document.language.clone()));
        }
        catalog.set("ViewerPreferences", dictionary! {"DisplayDocTitle" => true});
        if !document.labels.is_empty() {
            catalog.set("PageLabels", page_labels(&document.labels));
        }
        Ok(added.info)
    }

    /// Adds the fonts, cut down to the glyphs that the pages show.
    fn add_fonts(&mut self) -> Result<(), BadPdf> {
        let mut made = printpdf::PdfDocument::new("");
        let box_ = Rect::from_xywh(Pt(0.0), Pt(0.0), Pt(1.0), Pt(1.0));
        let ops = glyphs::specimen(&self.shown);
        made.pages.push(PdfPage { media_box: box_.clone(), trim_box: box_.clone(), crop_box: box_, ops });
        for (face, font) in self.fonts.iter() {
            made.resources.fonts.map.insert(glyphs::font_id(face), PdfFont::new(font.clone()));
        }
        let options =
            PdfSaveOptions { optimize: false, subset_fonts: false, secure: false, image_optimization: None };
        let mut made = made.to_lopdf_document(&options, &mut Vec::new());
        subset_fonts(&mut made)?;
        let page = made.page_iter().next().ok_or_else(|| broken("no page of glyphs"))?;
        let resources = made.get_dictionary(page).and_then(|page| page.get(b"Resources"));
        let (_, resources) = resources.and_then(|all| made.dereference(all)).map_err(broken)?;
        let fonts = resources.as_dict().and_then(|all| all.get(b"Font")).map_err(broken)?;
        let (_, fonts) = made.dereference(fonts).map_err(broken)?;
        let fonts = self.moved(fonts.clone(), &made, &mut BTreeMap::new())?;
        self.file.put(self.font_names, fonts)
    }

    /// An object of another file, and with it all that it names.
    fn moved(
        &mut self,
        mut object: Object,
        from: &Document,
        known: &mut BTreeMap<ObjectId, ObjectId>,
    ) -> Result<Object, BadPdf> {
        match &mut object {
            Object::Reference(id) => {
                *id = match known.get(id) {
                    Some(&known) => known,
                    None => {
                        let new = self.file.reserve();
                        known.insert(*id, new);
                        let named = from.get_object(*id).map_err(broken)?.clone();
                        let named = self.moved(named, from, known)?;
                        self.file.put(new, named)?;
                        new
                    }
                };
            }
            Object::Array(all) => {
                for item in all {
                    *item = self.moved(std::mem::replace(item, Object::Null), from, known)?;
                }
            }
            Object::Dictionary(all) | Object::Stream(lopdf::Stream { dict: all, .. }) => {
                for (_, value) in all.iter_mut() {
                    *value = self.moved(std::mem::replace(value, Object::Null), from, known)?;
                }
            }
            _ => {}
        }
        Ok(object)
    }
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
