//! Packing dots as PDF files hold them: the rows of a PNG file, without the rest of it.

use super::dots::{Dots, Space};
use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};

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
    const SIGNATURE: usize = 8;
    let mut rows = Vec::with_capacity(file.len());
    let mut rest = &file[SIGNATURE..];
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
