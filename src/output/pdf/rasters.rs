//! Pictures that are made of dots: each is an object of the file, wherever it stands.

use super::BadPdf;
use super::finish::fingerprint;
use super::object_file::ObjectFile;
use crate::raster::{Packing, Raster, Scale, Space};
use lopdf::{Dictionary, Object, ObjectId, Stream, dictionary};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The names of pictures, by where they stand in memory: they are held here, so that no others can come to
/// stand there. A name depends on what the picture shows alone.
#[derive(Default)]
pub(super) struct Rasters(Mutex<BTreeMap<usize, (Arc<Raster>, String)>>);

impl Rasters {
    /// What a picture is called in the file.
    pub(super) fn name(&self, raster: &Arc<Raster>) -> String {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let name = || {
            let hash = fingerprint(&raster.bytes);
            let hash: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
            // Rows of other lengths may have the same bytes.
            format!("I{hash}w{}", raster.dots[0])
        };
        let address = Arc::as_ptr(raster).addr();
        all.entry(address).or_insert_with(|| (raster.clone(), name())).1.clone()
    }
}

/// The pictures that are in the file, by name.
#[derive(Default)]
pub(super) struct Images(BTreeMap<String, ObjectId>);

impl Images {
    /// Adds pictures to what a page knows by name. Those that are not yet in the file are written.
    pub(super) fn add_to(
        &mut self,
        named: &mut Dictionary,
        file: &mut ObjectFile,
        used: &BTreeMap<String, Arc<Raster>>,
    ) -> Result<(), BadPdf> {
        for (name, raster) in used {
            let id = match self.0.get(name) {
                Some(&known) => known,
                None => {
                    let new = file.add(image(raster))?;
                    self.0.insert(name.clone(), new);
                    new
                }
            };
            named.set(name.as_bytes(), id);
        }
        Ok(())
    }
}

/// A picture as the file holds it. It has no mask: what could be seen through is on paper already.
fn image(raster: &Raster) -> Stream {
    let [width, height] = raster.dots.map(i64::from);
    let (space, parts) = match raster.space {
        Space::Gray => ("DeviceGray", 1),
        Space::Rgb => ("DeviceRGB", 3),
        Space::Cmyk => ("DeviceCMYK", 4),
    };
    let mut about = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Image",
        "Width" => width,
        "Height" => height,
        "ColorSpace" => space,
        "BitsPerComponent" => 8,
    };
    match raster.packing {
        Packing::Deflated => {
            about.set("Filter", Object::Name(b"FlateDecode".to_vec()));
            let rows = dictionary! {
                "Predictor" => 15,
                "Colors" => parts,
                "BitsPerComponent" => 8,
                "Columns" => width,
            };
            about.set("DecodeParms", rows);
        }
        Packing::Jpeg(scale) => {
            about.set("Filter", Object::Name(b"DCTDecode".to_vec()));
            if scale == Scale::Inverted {
                let turned: Vec<Object> = (0..parts).flat_map(|_| [1.into(), 0.into()]).collect();
                about.set("Decode", turned);
            }
        }
    }
    Stream::new(about, raster.bytes.clone()).with_compression(false)
}
