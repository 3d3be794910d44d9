//! A picture's file: read within bounds, known by its first bytes, its head looked at.

use super::dots::{Dots, Space};
use super::jpeg::Jpeg;
use super::png::Png;
use super::{BadRaster, LARGEST_FILE, MOST_DOTS, Packing, Raster, Scale, pack};
use std::io::{ErrorKind, Read};
use std::path::Path;

/// A PNG or JPEG file whose head was read.
#[derive(Debug)]
pub struct RasterFile(Kind);

#[derive(Debug)]
enum Kind {
    Png(Png),
    Jpeg(Jpeg),
}

impl RasterFile {
    /// Reads a file and its head.
    ///
    /// # Errors
    /// If there is none, it is no picture, or one that is too large.
    pub fn open(path: &Path) -> Result<RasterFile, BadRaster> {
        RasterFile::of_bytes(read(path)?)
    }

    /// The same of the bytes of a file.
    ///
    /// # Errors
    /// As [`RasterFile::open`].
    pub fn of_bytes(bytes: Vec<u8>) -> Result<RasterFile, BadRaster> {
        let kind = match other_kind(&bytes) {
            None if bytes.starts_with(b"\x89PNG\r\n\x1a\n") => Kind::Png(Png::read(bytes)?),
            None if bytes.starts_with(b"\xFF\xD8\xFF") => Kind::Jpeg(Jpeg::read(&bytes)?),
            None if bytes.is_empty() => return Err(BadRaster::Empty),
            None => return Err(BadRaster::Unknown),
            Some(other) => return Err(BadRaster::Other(other)),
        };
        Ok(RasterFile(kind))
    }

    /// How many dots it is wide and high, held upright.
    pub fn dots(&self) -> [u32; 2] {
        let ([width, height], held) = match &self.0 {
            Kind::Png(png) => (png.dots, png.held),
            Kind::Jpeg(jpeg) => (jpeg.dots, jpeg.held),
        };
        if held.is_on_its_side() { [height, width] } else { [width, height] }
    }

    /// The picture in the inks of a space, so many dots each way made one. A gray picture stays gray.
    ///
    /// # Errors
    /// If the file is broken.
    pub fn raster(&self, space: Space, parts: usize) -> Result<Raster, BadRaster> {
        let (dots, held) = match &self.0 {
            Kind::Png(png) => (png.decode()?, png.held),
            Kind::Jpeg(jpeg) => (jpeg.decode()?, jpeg.held),
        };
        // A photograph that is in the right inks and upright is best left as it is.
        let kept = match &self.0 {
            Kind::Jpeg(jpeg) if held.is_upright() && dots.fits(space) => Some(Raster {
                dots: jpeg.dots,
                space: dots.space,
                packing: Packing::Jpeg(jpeg.scale()),
                bytes: jpeg.stripped.clone(),
            }),
            _ => None,
        };
        if let (Some(kept), 1) = (&kept, parts) {
            return Ok(kept.clone());
        }
        let packed = packed(dots.turned(held).reduced(parts).in_space(space))?;
        Ok(match kept {
            Some(kept) if kept.bytes.len() <= packed.bytes.len() => kept,
            _ => packed,
        })
    }

    /// The most ink that lies on one of its dots, in percent, if its numbers count so; nothing where it is not
    /// in the four inks.
    ///
    /// # Errors
    /// If the file is broken.
    pub fn most_ink(&self, scale: Scale) -> Result<Option<f32>, BadRaster> {
        let Kind::Jpeg(jpeg) = &self.0 else { return Ok(None) };
        let mut dots = jpeg.decode()?;
        if jpeg.scale() != scale {
            dots.bytes.iter_mut().for_each(|part| *part = 255 - *part);
        }
        Ok((dots.space == Space::Cmyk).then(|| most_ink(&dots.bytes)))
    }
}

/// The most ink that lies on one of some dots of four inks each, in percent.
pub fn most_ink(dots: &[u8]) -> f32 {
    let ink = |dot: &[u8]| dot.iter().map(|&part| u32::from(part)).sum::<u32>();
    dots.chunks_exact(4).map(ink).max().unwrap_or(0) as f32 / 2.55
}

fn packed(dots: Dots) -> Result<Raster, BadRaster> {
    let bytes = pack::deflated(&dots).map_err(|error| BadRaster::Broken(error.to_string()))?;
    let size = [dots.width as u32, dots.height as u32];
    Ok(Raster { dots: size, space: dots.space, packing: Packing::Deflated, bytes })
}

fn read(path: &Path) -> Result<Vec<u8>, BadRaster> {
    let unreadable = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => BadRaster::Missing,
        _ => BadRaster::Unreadable(error.to_string()),
    };
    // Whoever opens a pipe waits for ever.
    let about = std::fs::metadata(path).map_err(unreadable)?;
    if about.is_dir() {
        return Err(BadRaster::Folder);
    }
    if !about.is_file() {
        return Err(BadRaster::Special);
    }
    if about.len() > LARGEST_FILE {
        return Err(BadRaster::Large);
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(BadRaster::Large);
    }
    Ok(bytes)
}

/// What a file is that is a picture of a kind that we do not read.
fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    let at = |from: usize, wanted: &[u8]| bytes.get(from..from + wanted.len()) == Some(wanted);
    let begins = |wanted: &[u8]| at(0, wanted);
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]).to_ascii_lowercase();
    Some(match () {
        () if begins(b"GIF8") => "a GIF picture",
        () if begins(b"RIFF") && at(8, b"WEBP") => "a WebP picture",
        () if begins(b"II*\0") || begins(b"MM\0*") => "a TIFF picture",
        () if at(4, b"ftypavif") => "an AVIF picture",
        () if at(4, b"ftyp") => "a HEIC picture or a film",
        () if begins(b"\xFF\x0A") || at(4, b"JXL ") => "a JPEG XL picture",
        () if begins(b"\xFF\x4F\xFF\x51") || at(4, b"jP  ") => "a JPEG 2000 picture",
        () if begins(b"BM") => "a BMP picture",
        () if begins(b"8BPS") => "a Photoshop file",
        () if begins(b"%PDF") => "a PDF file",
        () if begins(b"%!PS") => "a PostScript file",
        () if head.contains("<svg") => "an SVG drawing",
        () => return None,
    })
}

/// Refuses more dots than memory is to hold.
pub(super) fn check_dots(width: u32, height: u32) -> Result<(), BadRaster> {
    match (width, height) {
        (0, _) | (_, 0) => Err(BadRaster::Broken("it has no dots".into())),
        _ if u64::from(width) * u64::from(height) > MOST_DOTS => Err(BadRaster::Dots { width, height }),
        _ => Ok(()),
    }
}
