//! PNG files, by way of the `png` crate: every depth, palettes, interlaced ones, what can be seen through.

use super::BadRaster;
use super::dots::{Dots, Space};
use super::exif::Held;
use super::file::check_dots;
use png::{BitDepth, ColorType, Decoder, DecodingError, Reader, Transformations};
use std::io::{Cursor, ErrorKind};

/// A PNG file whose head was read.
#[derive(Debug)]
pub(super) struct Png {
    bytes: Vec<u8>,
    pub(super) dots: [u32; 2],
    pub(super) held: Held,
}

impl Png {
    /// Reads the head of a file.
    pub(super) fn read(bytes: Vec<u8>) -> Result<Png, BadRaster> {
        let reader = reader(&bytes)?;
        let info = reader.info();
        let held = info.exif_metadata.as_deref().and_then(Held::of_tiff).unwrap_or(Held::UPRIGHT);
        let dots = [info.width, info.height];
        check_dots(info.width, info.height)?;
        Ok(Png { dots, held, bytes })
    }

    /// The dots, on white paper.
    pub(super) fn decode(&self) -> Result<Dots, BadRaster> {
        let mut reader = reader(&self.bytes)?;
        let [width, height] = self.dots.map(|side| side as usize);
        let (colour, depth) = reader.output_color_type();
        let each = colour.samples();
        let size = reader.output_buffer_size().filter(|&size| size == width * height * each);
        let (Some(size), BitDepth::Eight) = (size, depth) else {
            return Err(BadRaster::Broken("its dots are of no known size".into()));
        };
        let mut bytes = vec![0; size];
        reader.next_frame(&mut bytes).map_err(bad)?;
        let (space, bytes) = match colour {
            ColorType::Grayscale => (Space::Gray, bytes),
            ColorType::Rgb => (Space::Rgb, bytes),
            ColorType::GrayscaleAlpha => (Space::Gray, on_paper::<2>(bytes)),
            ColorType::Rgba => (Space::Rgb, on_paper::<4>(bytes)),
            ColorType::Indexed => return Err(BadRaster::Broken("its palette is missing".into())),
        };
        Ok(Dots { width, height, space, bytes })
    }
}

fn reader(bytes: &[u8]) -> Result<Reader<Cursor<&[u8]>>, BadRaster> {
    let mut decoder = Decoder::new(Cursor::new(bytes));
    // Palettes and small depths become bytes, sixteen bits become eight.
    decoder.set_transformations(Transformations::normalize_to_color8());
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.read_info().map_err(bad)
}

/// An error of the library, as ours.
pub(super) fn bad(error: DecodingError) -> BadRaster {
    match error {
        DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => BadRaster::Short,
        // What the library says more of it names parts of its own.
        DecodingError::Format(_) => BadRaster::Broken("it breaks the rules of PNG".into()),
        other => BadRaster::Broken(other.to_string().trim_end_matches('.').to_string()),
    }
}

/// Dots of so many parts, the last of them how little can be seen through, laid on white in their own room.
fn on_paper<const PARTS: usize>(mut bytes: Vec<u8>) -> Vec<u8> {
    let colours = PARTS - 1;
    for index in 0..bytes.len() / PARTS {
        let cover = u32::from(bytes[index * PARTS + colours]);
        for part in 0..colours {
            let own = u32::from(bytes[index * PARTS + part]);
            bytes[index * colours + part] = ((own * cover + 255 * (255 - cover) + 127) / 255) as u8;
        }
    }
    bytes.truncate(bytes.len() / PARTS * colours);
    bytes
}
