//! How much ink lies on one place of the pictures of a file, as far as they are in the four inks.

use super::LARGEST_STREAM;
use crate::raster::{RasterFile, Scale, most_ink, unpacked_inks};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use std::collections::BTreeMap;

/// The most ink of each picture, in percent. Pictures whose numbers cannot be read are left out.
pub(super) fn of_pictures(file: &Document) -> BTreeMap<ObjectId, f32> {
    let pictures = file.objects.iter().filter_map(|(&id, object)| Some((id, object.as_stream().ok()?)));
    // One after the other, as each may take much memory.
    pictures
        .filter(|(_, stream)| is_in_inks(&stream.dict))
        .filter_map(|(id, it)| Some((id, of(it)?)))
        .collect()
}

fn is_in_inks(about: &Dictionary) -> bool {
    let is =
        |key: &[u8], wanted: &[u8]| about.get(key).and_then(Object::as_name).is_ok_and(|name| name == wanted);
    is(b"Subtype", b"Image") && is(b"ColorSpace", b"DeviceCMYK")
}

fn of(picture: &Stream) -> Option<f32> {
    let first = picture.dict.get(b"Decode").and_then(Object::as_array).ok().and_then(|all| all.first());
    let scale = match first.and_then(|first| first.as_float().ok()) {
        Some(first) if first > 0.5 => Scale::Inverted,
        _ => Scale::Usual,
    };
    let filters = picture.filters().unwrap_or_default();
    if filters == [&b"DCTDecode"[..]] {
        return RasterFile::of_bytes(picture.content.clone()).ok()?.most_ink(scale).ok()?;
    }
    let number = |of: &Dictionary, key: &[u8]| of.get(key).and_then(Object::as_i64).ok();
    if number(&picture.dict, b"BitsPerComponent") != Some(8) {
        return None;
    }
    let side = |key: &[u8]| u32::try_from(number(&picture.dict, key)?).ok();
    let rows = picture.dict.get(b"DecodeParms").and_then(Object::as_dict).ok();
    let mut dots = match rows.and_then(|rows| Some((number(rows, b"Predictor")?, rows))) {
        // Rows told by their neighbours; lopdf adds up means of two wrongly.
        Some((10.., rows)) if filters == [&b"FlateDecode"[..]] => {
            let size = [side(b"Width")?, side(b"Height")?];
            let fits = number(rows, b"Colors") == Some(4) && number(rows, b"Columns") == Some(size[0].into());
            unpacked_inks(&picture.content, size).ok().filter(|_| fits)?
        }
        Some((2.., _)) => return None,
        _ => picture.get_plain_content_with_limit(LARGEST_STREAM).ok()?,
    };
    if scale == Scale::Inverted {
        dots.iter_mut().for_each(|part| *part = 255 - *part);
    }
    Some(most_ink(&dots))
}
