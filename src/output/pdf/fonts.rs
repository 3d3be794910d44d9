//! The fonts of a file, cut down to the glyphs that it shows.

use super::BadPdf;
use super::finish::{broken, fingerprint};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use std::collections::BTreeSet;

/// Cuts every embedded font down to the glyphs that its width table names.
pub(super) fn subset_fonts(file: &mut Document) -> Result<(), BadPdf> {
    let is_font = |object: &Object| {
        let font = object.as_dict().ok()?;
        (font.get(b"Subtype").ok()?.as_name().ok()? == b"Type0").then_some(())
    };
    let fonts: Vec<ObjectId> =
        file.objects.iter().filter(|(_, object)| is_font(object).is_some()).map(|(&id, _)| id).collect();
    for id in fonts {
        subset_font(file, id)?;
    }
    Ok(())
}

fn subset_font(file: &mut Document, id: ObjectId) -> Result<(), BadPdf> {
    let font = file.get_dictionary(id).map_err(broken)?;
    let descendants = font.get(b"DescendantFonts").and_then(Object::as_array).map_err(broken)?;
    let mut descendant = match descendants.first() {
        Some(Object::Dictionary(own)) => own.clone(),
        Some(Object::Reference(other)) => file.get_dictionary(*other).map_err(broken)?.clone(),
        _ => return Err(broken("a font without descendant")),
    };
    let used = used_glyphs(&descendant)?;
    let name = font.get(b"BaseFont").and_then(Object::as_name).map_err(broken)?.to_vec();
    let descriptor = descendant.get(b"FontDescriptor").and_then(Object::as_reference).map_err(broken)?;
    let program = file
        .get_dictionary(descriptor)
        .and_then(|found| found.get(b"FontFile2"))
        .and_then(Object::as_reference)
        .map_err(broken)?;
    let whole = file
        .get_object(program)
        .and_then(Object::as_stream)
        .and_then(Stream::get_plain_content)
        .map_err(broken)?;

    let glyphs: Vec<u16> = used.iter().copied().collect();
    let remapper = subsetter::GlyphRemapper::new_from_glyphs_sorted(&glyphs);
    let subset = subsetter::subset(&whole, 0, &remapper).map_err(broken)?;
    let last = glyphs.last().copied().unwrap_or(0);
    let mut map = vec![0u8; (usize::from(last) + 1) * 2];
    for &glyph in &glyphs {
        let new = remapper.get(glyph).unwrap_or(0);
        map[usize::from(glyph) * 2..][..2].copy_from_slice(&new.to_be_bytes());
    }
    let tagged = [&subset_tag(&glyphs)[..], b"+", &name].concat();

    let length = subset.len() as i64;
    file.objects.insert(program, Stream::new(dictionary! {"Length1" => length}, subset).into());
    let map = file.add_object(Stream::new(Dictionary::new(), map));
    descendant.set("CIDToGIDMap", map);
    descendant.set("BaseFont", Object::Name(tagged.clone()));
    let descendant = file.add_object(descendant);
    let font = file.get_object_mut(id).and_then(Object::as_dict_mut).map_err(broken)?;
    font.set("BaseFont", Object::Name(tagged.clone()));
    font.set("DescendantFonts", vec![Object::Reference(descendant)]);
    let descriptor = file.get_object_mut(descriptor).and_then(Object::as_dict_mut).map_err(broken)?;
    descriptor.set("FontName", Object::Name(tagged));
    Ok(())
}

/// The glyphs that the width table of a font names: all that the pages show.
fn used_glyphs(descendant: &Dictionary) -> Result<BTreeSet<u16>, BadPdf> {
    let widths = descendant.get(b"W").and_then(Object::as_array).map_err(broken)?;
    let mut used = BTreeSet::from([0]);
    for pair in widths.chunks(2) {
        let [first, list] = pair else { continue };
        let first = first.as_i64().map_err(broken)? as u16;
        let count = list.as_array().map_err(broken)?.len() as u16;
        used.extend(first..first.saturating_add(count));
    }
    Ok(used)
}

/// Six capitals that tell this subset of a font from others.
fn subset_tag(glyphs: &[u16]) -> [u8; 6] {
    let bytes: Vec<u8> = glyphs.iter().flat_map(|glyph| glyph.to_be_bytes()).collect();
    let mut number = u128::from_be_bytes(fingerprint(&bytes));
    std::array::from_fn(|_| {
        let letter = b'A' + (number % 26) as u8;
        number /= 26;
        letter
    })
}
