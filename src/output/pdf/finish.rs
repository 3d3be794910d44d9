//! What `printpdf` leaves out: subset fonts, boxes, outline, links, page labels, identifier.

use super::{BadPdf, LabelStyle, OutlineEntry, PageLabels, PdfDocument, Profile};
use crate::figure::{Figure, Item};
use lopdf::{Dictionary, Document, Object, ObjectId, SaveOptions, Stream, StringFormat, dictionary};
use std::collections::BTreeSet;

/// Stands where the identifier will be, as the identifier is a hash of all else.
const NO_ID: [u8; 16] = *b"dealpress has no";

/// Finishes a document and writes it.
pub(super) fn finish(
    mut file: Document,
    pages: &[Figure],
    contents: Vec<Stream>,
    document: &PdfDocument,
) -> Result<Vec<u8>, BadPdf> {
    let ids: Vec<ObjectId> = file.get_pages().into_values().collect();
    subset_fonts(&mut file)?;
    take_out_pages(&mut file, &ids[pages.len()..])?;
    for (&id, content) in ids.iter().zip(contents) {
        let content = file.add_object(content);
        let page = file.get_object_mut(id).and_then(Object::as_dict_mut).map_err(broken)?;
        page.set("Contents", content);
    }
    let ids = &ids[..pages.len()];
    let screen = document.profile == Profile::Screen;
    for (&id, figure) in ids.iter().zip(pages) {
        set_boxes(&mut file, id, figure)?;
        if screen {
            add_links(&mut file, id, figure, ids)?;
        }
    }
    let outline = match screen && !document.outline.is_empty() {
        true => Some(add_outline(&mut file, &document.outline, ids)?),
        false => None,
    };
    let catalog = file.catalog_mut().map_err(broken)?;
    catalog.remove(b"PageLayout");
    catalog.set("PageMode", Object::Name(b"UseNone".to_vec()));
    if !document.language.is_empty() {
        catalog.set("Lang", Object::string_literal(document.language.clone()));
    }
    if screen {
        catalog.set("ViewerPreferences", dictionary! {"DisplayDocTitle" => true});
        if !document.labels.is_empty() {
            catalog.set("PageLabels", page_labels(&document.labels));
        }
    }
    if let Some(outline) = outline {
        catalog.set("Outlines", outline);
        catalog.set("PageMode", Object::Name(b"UseOutlines".to_vec()));
    }
    set_info(&mut file, document);
    let placeholder = || Object::String(NO_ID.to_vec(), StringFormat::Hexadecimal);
    file.trailer.set("ID", vec![placeholder(), placeholder()]);
    file.prune_objects();
    file.renumber_objects();
    file.version = "1.7".into();
    file.compress();
    write(file, screen)
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

fn broken(error: impl std::fmt::Display) -> BadPdf {
    BadPdf::Broken(error.to_string())
}

/// Cuts every embedded font down to the glyphs that its width table names.
fn subset_fonts(file: &mut Document) -> Result<(), BadPdf> {
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

fn set_boxes(file: &mut Document, id: ObjectId, figure: &Figure) -> Result<(), BadPdf> {
    let whole: Vec<Object> =
        vec![0.into(), 0.into(), Object::Real(figure.width), Object::Real(figure.height)];
    let page = file.get_object_mut(id).and_then(Object::as_dict_mut).map_err(broken)?;
    for name in ["MediaBox", "TrimBox", "BleedBox"] {
        page.set(name, whole.clone());
    }
    page.remove(b"CropBox");
    page.remove(b"Annots");
    Ok(())
}

fn add_links(file: &mut Document, id: ObjectId, figure: &Figure, pages: &[ObjectId]) -> Result<(), BadPdf> {
    let mut links = Vec::new();
    collect_links(&figure.items, &mut links);
    let mut annotations = Vec::new();
    for ([left, top, width, height], target) in links {
        let Some(&target) = pages.get(target) else { continue };
        let bottom = figure.height - top - height;
        let corners = [left, bottom, left + width, bottom + height].map(Object::Real);
        let annotation = file.add_object(dictionary! {
            "Type" => "Annot",
            "Subtype" => "Link",
            "Rect" => corners.to_vec(),
            "Border" => vec![0.into(), 0.into(), 0.into()],
            "Dest" => top_of(target),
        });
        annotations.push(Object::Reference(annotation));
    }
    if !annotations.is_empty() {
        let page = file.get_object_mut(id).and_then(Object::as_dict_mut).map_err(broken)?;
        page.set("Annots", annotations);
    }
    Ok(())
}

fn collect_links(items: &[Item], links: &mut Vec<([f32; 4], usize)>) {
    for item in items {
        match item {
            Item::Link { area, page } => links.push((*area, *page)),
            Item::Group { items, .. } => collect_links(items, links),
            Item::Path { .. } | Item::Text(_) => {}
        }
    }
}

fn top_of(page: ObjectId) -> Vec<Object> {
    vec![Object::Reference(page), Object::Name(b"Fit".to_vec())]
}

/// Adds the outline and returns its root.
fn add_outline(
    file: &mut Document,
    entries: &[OutlineEntry],
    pages: &[ObjectId],
) -> Result<ObjectId, BadPdf> {
    let root = file.new_object_id();
    let mut dictionary = dictionary! {"Type" => "Outlines"};
    add_outline_level(file, root, &mut dictionary, entries, pages, Unfolded::Yes)?;
    file.objects.insert(root, dictionary.into());
    Ok(root)
}

/// Whether the lines under an entry are shown at first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unfolded {
    Yes,
    No,
}

fn add_outline_level(
    file: &mut Document,
    parent: ObjectId,
    parent_dictionary: &mut Dictionary,
    entries: &[OutlineEntry],
    pages: &[ObjectId],
    unfolded: Unfolded,
) -> Result<(), BadPdf> {
    let ids: Vec<ObjectId> = entries.iter().map(|_| file.new_object_id()).collect();
    let (Some(&first), Some(&last)) = (ids.first(), ids.last()) else { return Ok(()) };
    for (index, entry) in entries.iter().enumerate() {
        let page = pages
            .get(entry.page)
            .ok_or_else(|| broken(format!("the outline leads to page {}, which is none", entry.page + 1)))?;
        let mut dictionary = dictionary! {
            "Title" => text_string(&entry.title),
            "Parent" => parent,
            "Dest" => top_of(*page),
        };
        if index > 0 {
            dictionary.set("Prev", ids[index - 1]);
        }
        if let Some(&next) = ids.get(index + 1) {
            dictionary.set("Next", next);
        }
        add_outline_level(file, ids[index], &mut dictionary, &entry.children, pages, Unfolded::No)?;
        file.objects.insert(ids[index], dictionary.into());
    }
    // A folded entry counts its lines as a negative number.
    let count = entries.len() as i64;
    parent_dictionary.set("First", first);
    parent_dictionary.set("Last", last);
    parent_dictionary.set("Count", if unfolded == Unfolded::Yes { count } else { -count });
    Ok(())
}

fn page_labels(labels: &[PageLabels]) -> Dictionary {
    let mut numbers: Vec<Object> = Vec::new();
    for label in labels {
        let style = match label.style {
            LabelStyle::Arabic => "D",
            LabelStyle::Roman => "r",
        };
        numbers.push((label.from as i64).into());
        numbers.push(dictionary! {"S" => style, "St" => i64::from(label.start)}.into());
    }
    dictionary! {"Nums" => numbers}
}

/// Says who made the file; a press file says nothing, as the shops demand.
fn set_info(file: &mut Document, document: &PdfDocument) {
    if let Ok(old) = file.trailer.get(b"Info").and_then(Object::as_reference) {
        file.objects.remove(&old);
    }
    file.trailer.remove(b"Info");
    if document.profile == Profile::Press {
        return;
    }
    let mut info = dictionary! {
        "Title" => text_string(&document.title),
        "Producer" => text_string(concat!("dealpress ", env!("CARGO_PKG_VERSION"))),
    };
    if !document.author.is_empty() {
        info.set("Author", text_string(&document.author));
    }
    let info = file.add_object(info);
    file.trailer.set("Info", info);
}

/// A string for people, in UTF-16 with its mark.
fn text_string(text: &str) -> Object {
    let mut bytes = vec![0xFE, 0xFF];
    bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
    Object::String(bytes, StringFormat::Hexadecimal)
}

/// 128 bits that depend on every byte (FNV-1a); not meant to resist an enemy.
fn fingerprint(bytes: &[u8]) -> [u8; 16] {
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
