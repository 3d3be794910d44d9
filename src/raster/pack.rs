//! Packing dots as PDF files hold them: the rows of a PNG file, without the rest of it.

use super::dots::{Dots, Space};
use super::file::check_dots;
use super::{BadRaster, png};
use ::png::{BitDepth, ColorType, Decoder, DeflateCompression, Encoder, EncodingError, Filter};
use std::io::Cursor;

/// How a PNG file begins.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// A picture that is packed in less than this part of its room is flat, and more pains make it smaller still.
/// Photographs are not: they took forty times as long and came out as large.
const FLAT: usize = 4;

/// The packed rows: each told by what differs from its neighbours, then deflated.
pub(super) fn deflated(dots: &Dots) -> Result<Vec<u8>, EncodingError> {
    let fast = packed(dots, DeflateCompression::FdeflateUltraFast)?;
    if fast.len() * FLAT > dots.bytes.len() {
        return Ok(fast);
    }
    let small = packed(dots, DeflateCompression::Level(9))?;
    Ok(if small.len() < fast.len() { small } else { fast })
}

/// The dots of packed rows, eight bits a number and four numbers a dot.
///
/// # Errors
/// If they are not packed so, or are too many.
pub fn unpacked_inks(rows: &[u8], [width, height]: [u32; 2]) -> Result<Vec<u8>, BadRaster> {
    check_dots(width, height)?;
    let part = |name: &[u8], held: &[u8]| {
        let length = (held.len() as u32).to_be_bytes();
        // The check that follows is not looked at.
        [&length, name, held, &[0; 4]].concat()
    };
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
    let file = [SIGNATURE, &part(b"IHDR", &head), &part(b"IDAT", rows), &part(b"IEND", &[])].concat();
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.ignore_checksums(true);
    let mut reader = decoder.read_info().map_err(png::bad)?;
    let mut dots = vec![0; width as usize * height as usize * 4];
    reader.next_frame(&mut dots).map_err(png::bad)?;
    Ok(dots)
}

fn packed(dots: &Dots, pains: DeflateCompression) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, dots.width as u32, dots.height as u32);
    encoder.set_deflate_compression(pains);
    encoder.set_filter(Filter::Adaptive);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_color(match dots.space {
        Space::Gray => ColorType::Grayscale,
        Space::Rgb => ColorType::Rgb,
        // Rows of four numbers a dot are packed alike, whatever the numbers mean.
        Space::Cmyk => ColorType::Rgba,
    });
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&dots.bytes)?;
    writer.finish()?;
    Ok(rows(&file))
}

/// The packed rows of a PNG file that we wrote.
fn rows(file: &[u8]) -> Vec<u8> {
    let mut rows = Vec::with_capacity(file.len());
    let mut rest = &file[SIGNATURE.len()..];
    // Each part: its length, its name, what it holds, and a check of that.
    while let Some((head, behind)) = rest.split_first_chunk::<8>() {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some((held, after)) = behind.split_at_checked(length) else { break };
        if &head[4..] == b"IDAT" {
            rows.extend(held);
        }
        rest = after.get(4..).unwrap_or_default();
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_inks_are_found_again_whatever_they_are() {
        let mut state = 1u32;
        let mut noise = |bits: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> (32 - bits)) as u8
        };
        let (width, height) = (40, 30);
        for bits in [1, 4, 8] {
            let soft = |index: usize| (index / 4 % width * 3 + index / width) as u8;
            let bytes: Vec<u8> =
                (0..width * height * 4).map(|index| soft(index).wrapping_add(noise(bits))).collect();
            let dots = Dots { width, height, space: Space::Cmyk, bytes };
            let rows = deflated(&dots).unwrap();
            assert_eq!(unpacked_inks(&rows, [40, 30]).unwrap(), dots.bytes);
            assert!(unpacked_inks(&rows[..rows.len() / 2], [40, 30]).is_err());
            assert!(unpacked_inks(&rows, [60_000, 60_000]).is_err());
        }
    }
}
