//! JPEG files: taken apart marker by marker, decoded by the `zune-jpeg` crate.
//!
//! What goes on is stripped: notes, thumbnails, the place where a photograph was taken. The crate's code for
//! single kinds of processors is left out, so that the dots are the same on every machine.

use super::dots::{Dots, Space};
use super::exif::Held;
use super::file::check_dots;
use super::{BadRaster, Scale};
use std::panic::{AssertUnwindSafe, catch_unwind};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// A JPEG file whose head was read.
#[derive(Debug)]
pub(super) struct Jpeg {
    pub(super) dots: [u32; 2],
    pub(super) held: Held,
    /// How many colours a dot is mixed of.
    parts: u8,
    /// How Adobe's programs say that the colours were turned, if one of them wrote the file.
    adobe: Option<u8>,
    /// The file without all that is not picture.
    pub(super) stripped: Vec<u8>,
}

const BEGIN: [u8; 2] = [0xFF, 0xD8];
const END: [u8; 2] = [0xFF, 0xD9];
/// A picture is sent in so many passes at most; usual ones have ten.
const MOST_PASSES: usize = 64;
/// The mark that colours are light told by brightness, without the thumbnail that may follow it.
const JFIF: &[u8] = b"\xFF\xE0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0";

impl Jpeg {
    /// Takes a file apart.
    pub(super) fn read(bytes: &[u8]) -> Result<Jpeg, BadRaster> {
        let mut jpeg =
            Jpeg { dots: [0, 0], held: Held::UPRIGHT, parts: 0, adobe: None, stripped: BEGIN.to_vec() };
        let mut at = BEGIN.len();
        let mut passes = 0;
        loop {
            let marker = next_marker(bytes, &mut at)?;
            if marker == END[1] {
                break;
            }
            let segment = segment(bytes, &mut at)?;
            match marker {
                0xC0..=0xC2 => {
                    jpeg.frame(segment)?;
                    jpeg.keep(marker, segment)?;
                }
                0xC3 | 0xC7 | 0xCB | 0xCF => return Err(BadRaster::Rare("without loss")),
                0xC5 | 0xC6 | 0xCD | 0xCE => return Err(BadRaster::Rare("of several sizes")),
                0xC9 | 0xCA | 0xCC => return Err(BadRaster::Rare("with arithmetic coding")),
                0xDA => {
                    passes += 1;
                    if jpeg.parts == 0 || passes > MOST_PASSES {
                        return Err(BadRaster::Broken("its passes are in no order".into()));
                    }
                    jpeg.keep(marker, segment)?;
                    let from = at;
                    skip_dots(bytes, &mut at)?;
                    jpeg.stripped.extend(&bytes[from..at]);
                }
                0xE0 if segment.starts_with(b"JFIF\0") => jpeg.stripped.extend(JFIF),
                0xE1 => jpeg.held = Held::of_segment(segment).unwrap_or(jpeg.held),
                0xEE if segment.starts_with(b"Adobe") && segment.len() >= 12 => {
                    jpeg.adobe = Some(segment[11]);
                    jpeg.keep(marker, segment)?;
                }
                // Tables.
                0xC4 | 0xDB | 0xDD => jpeg.keep(marker, segment)?,
                0xE0..=0xEF | 0xFE => {}
                _ => {
                    return Err(BadRaster::Broken(format!("it has a part of an unknown kind, {marker:02X}")));
                }
            }
        }
        if passes == 0 {
            return Err(BadRaster::Short);
        }
        jpeg.stripped.extend(END);
        Ok(jpeg)
    }

    fn keep(&mut self, marker: u8, segment: &[u8]) -> Result<(), BadRaster> {
        let length = u16::try_from(segment.len() + 2).map_err(|_| BadRaster::Broken("a part".into()))?;
        self.stripped.extend([0xFF, marker]);
        self.stripped.extend(length.to_be_bytes());
        self.stripped.extend(segment);
        Ok(())
    }

    /// Reads the size and the kind.
    fn frame(&mut self, segment: &[u8]) -> Result<(), BadRaster> {
        let &[depth, high, low, wide, narrow, parts, ..] = segment else { return Err(BadRaster::Short) };
        if self.parts > 0 {
            return Err(BadRaster::Broken("it says twice how large it is".into()));
        }
        if depth != 8 {
            return Err(BadRaster::Rare("with more than 8 bits a colour"));
        }
        if !matches!(parts, 1 | 3 | 4) {
            return Err(BadRaster::Rare("of two or more than four colours"));
        }
        let (width, height) = (u16::from_be_bytes([wide, narrow]), u16::from_be_bytes([high, low]));
        check_dots(width.into(), height.into())?;
        self.dots = [width.into(), height.into()];
        self.parts = parts;
        Ok(())
    }

    /// What the numbers of its inks count.
    pub(super) fn scale(&self) -> Scale {
        match (self.parts, self.adobe) {
            (4, Some(_)) => Scale::Inverted,
            _ => Scale::Usual,
        }
    }

    /// The dots.
    pub(super) fn decode(&self) -> Result<Dots, BadRaster> {
        let wanted = match (self.parts, self.adobe) {
            (1, _) => ColorSpace::Luma,
            (3, _) => ColorSpace::RGB,
            (_, Some(2)) => ColorSpace::YCCK,
            _ => ColorSpace::CMYK,
        };
        let options = DecoderOptions::default()
            .set_strict_mode(true)
            .set_max_width(usize::from(u16::MAX))
            .set_max_height(usize::from(u16::MAX))
            .jpeg_set_max_scans(MOST_PASSES)
            .jpeg_set_out_colorspace(wanted);
        let decode = || JpegDecoder::new_with_options(ZCursor::new(&self.stripped), options).decode();
        // The crate is made for files that keep the rules; a fault in it must not end the program.
        let decoded = catch_unwind(AssertUnwindSafe(decode));
        let mut bytes = match decoded {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(error)) => return Err(BadRaster::Broken(one_line(&error.to_string()))),
            Err(_) => return Err(BadRaster::Broken("it breaks the rules of JPEG".into())),
        };
        let [width, height] = self.dots.map(|side| side as usize);
        if bytes.len() != width * height * usize::from(self.parts) {
            return Err(BadRaster::Broken("it has fewer dots than it says".into()));
        }
        if wanted == ColorSpace::YCCK {
            bytes.chunks_exact_mut(4).for_each(from_ycck);
        }
        if self.scale() == Scale::Inverted {
            bytes.iter_mut().for_each(|part| *part = 255 - *part);
        }
        let space = match self.parts {
            1 => Space::Gray,
            3 => Space::Rgb,
            _ => Space::Cmyk,
        };
        Ok(Dots { width, height, space, bytes })
    }
}

/// The next marker; any number of fill bytes may stand before it.
fn next_marker(bytes: &[u8], at: &mut usize) -> Result<u8, BadRaster> {
    if bytes.get(*at).ok_or(BadRaster::Short)? != &0xFF {
        return Err(BadRaster::Broken("something stands between its parts".into()));
    }
    while bytes.get(*at) == Some(&0xFF) {
        *at += 1;
    }
    let marker = *bytes.get(*at).ok_or(BadRaster::Short)?;
    *at += 1;
    Ok(marker)
}

/// What stands behind a marker, without its length.
fn segment<'a>(bytes: &'a [u8], at: &mut usize) -> Result<&'a [u8], BadRaster> {
    let length = bytes.get(*at..*at + 2).ok_or(BadRaster::Short)?;
    let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
    if length < 2 {
        return Err(BadRaster::Broken("a part of it has no length".into()));
    }
    let segment = bytes.get(*at + 2..*at + length).ok_or(BadRaster::Short)?;
    *at += length;
    Ok(segment)
}

/// Goes on to the marker behind packed dots.
fn skip_dots(bytes: &[u8], at: &mut usize) -> Result<(), BadRaster> {
    loop {
        match bytes.get(*at..*at + 2).ok_or(BadRaster::Short)? {
            // A byte that looks like a marker, and marks to begin anew at.
            [0xFF, 0x00 | 0xD0..=0xD7] => *at += 2,
            [0xFF, 0xFF] => *at += 1,
            [0xFF, _] => return Ok(()),
            _ => *at += 1,
        }
    }
}

/// Brightness, two colours and black as the four inks (ITU-T T.872).
fn from_ycck(dot: &mut [u8]) {
    let [y, blue, red] = [dot[0], dot[1], dot[2]].map(i32::from);
    let (blue, red) = (blue - 128, red - 128);
    let light = [y * 1000 + 1402 * red, y * 1000 - 344 * blue - 714 * red, y * 1000 + 1772 * blue];
    for (ink, light) in dot.iter_mut().zip(light) {
        *ink = 255 - ((light + 500).div_euclid(1000)).clamp(0, 255) as u8;
    }
}

/// A library's message on one line.
fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_string()
}
