//! How much ink lies on one place of the pictures of a file, as far as they are in the four inks.

use super::LARGEST_STREAM;
use crate::raster::{RasterFile, Scale, most_ink, unpacked_inks};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use std::collections::BTreeMap;

/// So many dots are looked at in all: more than a book of photographs has on five hundred pages.
const MOST_DOTS: u64 = 1_000_000_000;

/// The most ink of each picture, in percent. Pictures whose numbers cannot be read are left out.
pub(super) fn of_pictures(file: &Document) -> BTreeMap<ObjectId, f32> {
    let mut found = BTreeMap::new();
    let mut left = MOST_DOTS;
    // One after the other, as each may take much memory.
    for (&id, object) in &file.objects {
        let Some(picture) = object.as_stream().ok().filter(|stream| is_in_inks(&stream.dict)) else {
            continue;
        };
        let side = |key: &[u8]| u32::try_from(number(&picture.dict, key)?).ok();
        let (Some(width), Some(height)) = (side(b"Width"), side(b"Height")) else { continue };
        let Some(rest) = left.checked_sub(u64::from(width) * u64::from(height)) else { continue };
        left = rest;
        found.extend(of(picture, [width, height]).map(|most| (id, most)));
    }
    found
}

fn number(of: &Dictionary, key: &[u8]) -> Option<i64> {
    of.get(key).and_then(Object::as_i64).ok()
}

fn is_in_inks(about: &Dictionary) -> bool {
    let is =
        |key: &[u8], wanted: &[u8]| about.get(key).and_then(Object::as_name).is_ok_and(|name| name == wanted);
    is(b"Subtype", b"Image") && is(b"ColorSpace", b"DeviceCMYK")
}

fn of(picture: &Stream, size: [u32; 2]) -> Option<f32> {
    let first = picture.dict.get(b"Decode").and_then(Object::as_array).ok().and_then(|all| all.first());
    let scale = match first.and_then(|first| first.as_float().ok()) {
        Some(first) if first > 0.5 => Scale::Inverted,
        _ => Scale::Usual,
    };
    let filters = picture.filters().unwrap_or_default();
    if filters == [&b"DCTDecode"[..]] {
        let file = RasterFile::of_bytes(picture.content.clone()).ok()?;
        return if file.dots() == size { file.most_ink(scale).ok()? } else { None };
    }
    if number(&picture.dict, b"BitsPerComponent") != Some(8) {
        return None;
    }
    let rows = picture.dict.get(b"DecodeParms").and_then(Object::as_dict).ok();
    let mut dots = match rows.and_then(|rows| Some((number(rows, b"Predictor")?, rows))) {
        // Rows told by their neighbours; lopdf adds up means of two wrongly.
        Some((10.., rows)) if filters == [&b"FlateDecode"[..]] => {
            let fits = number(rows, b"Colors") == Some(4) && number(rows, b"Columns") == Some(size[0].into());
            unpacked_inks(&picture.content, size).ok().filter(|_| fits)?
        }
        Some((2.., _)) => return None,
        _ => {
            let bytes = size.iter().map(|&side| side as usize).product::<usize>().saturating_mul(4);
            picture.get_plain_content_with_limit(bytes.min(LARGEST_STREAM)).ok()?
        }
    };
    if scale == Scale::Inverted {
        dots.iter_mut().for_each(|part| *part = 255 - *part);
    }
    Some(most_ink(&dots))
}
