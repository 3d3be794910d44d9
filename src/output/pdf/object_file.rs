//! The objects of a PDF file, written one after the other, so that none of them waits in memory.
//!
//! A book for screens has some hundred objects a puzzle. Each is a line of text as soon as it is known, and
//! in a packed file a few hundred of them are a stream.

use super::BadPdf;
use super::finish::{broken, fingerprint};
use super::object_text::push_object;
use lopdf::{Dictionary, Object, ObjectId, Stream, StringFormat, dictionary};

/// So many objects are packed together: more are smaller, fewer are found sooner by a viewer.
const IN_A_PACK: usize = 300;
/// The bytes of a row of the table that tells where objects are: kind, place, and place in a pack.
const ROW: usize = 1 + 5 + 2;

/// How a file holds its objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    /// Each by itself, as all programs since the first read it.
    Plain,
    /// All but streams packed together (PDF 1.5).
    Packed,
}

/// A file while it is written.
pub(super) struct ObjectFile {
    bytes: Vec<u8>,
    packing: Packing,
    /// Where the objects are, by their numbers less one.
    places: Vec<Option<Place>>,
    /// Those of the open pack, and where each begins.
    packed: Vec<(u32, usize)>,
    pack: Vec<u8>,
}

/// Where an object is.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// So many bytes from the file's beginning.
    At(usize),
    /// In the pack of this number, the so-manieth from 0.
    In(u32, u16),
}

impl ObjectFile {
    /// A file of a version without objects.
    pub(super) fn new(version: &str, packing: Packing) -> ObjectFile {
        let mut bytes = format!("%PDF-{version}\n").into_bytes();
        // Four bytes that are no letters tell programs that this is no text.
        bytes.extend(b"%\xE2\xE3\xCF\xD3\n");
        ObjectFile { bytes, packing, places: Vec::new(), packed: Vec::new(), pack: Vec::new() }
    }

    /// A number for an object that is to come.
    pub(super) fn reserve(&mut self) -> ObjectId {
        self.places.push(None);
        (self.places.len() as u32, 0)
    }

    /// Writes an object under a new number.
    pub(super) fn add(&mut self, object: impl Into<Object>) -> Result<ObjectId, BadPdf> {
        let id = self.reserve();
        self.put(id, object)?;
        Ok(id)
    }

    /// Writes the object of a number; streams are compressed, if they may be and are not yet.
    pub(super) fn put(&mut self, id: ObjectId, object: impl Into<Object>) -> Result<(), BadPdf> {
        let mut object = object.into();
        if let Object::Stream(stream) = &mut object {
            if stream.allows_compression {
                stream.compress().map_err(broken)?;
            }
            self.write_alone(id, &object);
            return Ok(());
        }
        let mut text = Vec::new();
        push_object(&mut text, &object);
        self.put_text(id, &text)
    }

    /// Writes the object of a number from its text; it is no stream.
    pub(super) fn put_text(&mut self, id: ObjectId, text: &[u8]) -> Result<(), BadPdf> {
        match self.packing {
            Packing::Plain => {
                self.begin(id);
                self.bytes.extend(text);
                self.bytes.extend(b"\nendobj\n");
                Ok(())
            }
            Packing::Packed => {
                self.packed.push((id.0, self.pack.len()));
                self.pack.extend(text);
                self.pack.push(b'\n');
                if self.packed.len() == IN_A_PACK { self.end_pack() } else { Ok(()) }
            }
        }
    }

    /// The whole file, with an identifier that depends on all that was written.
    pub(super) fn finish(mut self, root: ObjectId, info: Option<ObjectId>) -> Result<Vec<u8>, BadPdf> {
        self.end_pack()?;
        let mut trailer = dictionary! {"Root" => root};
        if let Some(info) = info {
            trailer.set("Info", info);
        }
        let identifier = Object::String(fingerprint(&self.bytes).to_vec(), StringFormat::Hexadecimal);
        trailer.set("ID", vec![identifier.clone(), identifier]);
        let at = match self.packing {
            Packing::Plain => self.write_table(trailer)?,
            Packing::Packed => self.write_packed_table(trailer)?,
        };
        self.bytes.extend(format!("startxref\n{at}\n%%EOF\n").into_bytes());
        Ok(self.bytes)
    }

    fn begin(&mut self, id: ObjectId) {
        self.places[id.0 as usize - 1] = Some(Place::At(self.bytes.len()));
        self.bytes.extend(format!("{} 0 obj\n", id.0).into_bytes());
    }

    fn write_alone(&mut self, id: ObjectId, object: &Object) {
        self.begin(id);
        push_object(&mut self.bytes, object);
        self.bytes.extend(b"\nendobj\n");
    }

    /// Writes the open pack: the numbers of its objects and where each begins, then the objects.
    fn end_pack(&mut self) -> Result<(), BadPdf> {
        if self.packed.is_empty() {
            return Ok(());
        }
        let id = self.reserve();
        let mut head = Vec::new();
        for (index, (number, start)) in std::mem::take(&mut self.packed).into_iter().enumerate() {
            self.places[number as usize - 1] = Some(Place::In(id.0, index as u16));
            head.push(format!("{number} {start}"));
        }
        let count = head.len() as i64;
        let mut content = head.join(" ").into_bytes();
        content.push(b'\n');
        let about = dictionary! {"Type" => "ObjStm", "N" => count, "First" => content.len() as i64};
        content.append(&mut self.pack);
        self.put(id, Stream::new(about, content))
    }

    /// Where every object is, in the order of their numbers.
    fn found(&self) -> Result<Vec<Place>, BadPdf> {
        let missing = |index: usize| broken(format!("object {} was never written", index + 1));
        let places = self.places.iter().enumerate();
        places.map(|(index, place)| place.ok_or_else(|| missing(index))).collect()
    }

    /// Writes the table of a plain file and tells where it stands.
    fn write_table(&mut self, mut trailer: Dictionary) -> Result<usize, BadPdf> {
        let at = self.bytes.len();
        let places = self.found()?;
        let count = places.len() + 1;
        self.bytes.extend(format!("xref\n0 {count}\n0000000000 65535 f \n").into_bytes());
        for place in places {
            match place {
                Place::At(at) => self.bytes.extend(format!("{at:010} 00000 n \n").into_bytes()),
                Place::In(..) => return Err(broken("a pack in a plain file")),
            }
        }
        trailer.set("Size", count as i64);
        self.bytes.extend(b"trailer\n");
        push_object(&mut self.bytes, &trailer.into());
        self.bytes.push(b'\n');
        Ok(at)
    }

    /// Writes the table of a packed file, a stream, and tells where it stands.
    fn write_packed_table(&mut self, trailer: Dictionary) -> Result<usize, BadPdf> {
        let id = self.reserve();
        let at = self.bytes.len();
        self.places[id.0 as usize - 1] = Some(Place::At(at));
        let places = self.found()?;
        let mut rows = vec![[0; ROW]];
        rows[0][ROW - 2..].copy_from_slice(&u16::MAX.to_be_bytes());
        rows.extend(places.iter().map(|place| {
            let (kind, place, index) = match *place {
                Place::At(at) => (1, at as u64, 0),
                Place::In(pack, index) => (2, u64::from(pack), index),
            };
            let mut row = [0; ROW];
            row[0] = kind;
            row[1..6].copy_from_slice(&place.to_be_bytes()[3..]);
            row[6..].copy_from_slice(&index.to_be_bytes());
            row
        }));
        let widths: Vec<Object> = vec![1.into(), 5.into(), 2.into()];
        let mut about = dictionary! {"Type" => "XRef", "Size" => rows.len() as i64, "W" => widths};
        about.extend(&trailer);
        let mut stream = Stream::new(about.clone(), differences(&rows));
        stream.compress().map_err(broken)?;
        match stream.dict.has(b"Filter") {
            true => {
                stream.dict.set("DecodeParms", dictionary! {"Predictor" => 12, "Columns" => ROW as i64});
            }
            // So small a table is as small without.
            false => stream = Stream::new(about, rows.concat()),
        }
        self.write_alone(id, &stream.into());
        Ok(at)
    }
}

/// Each row as what differs from the row before, with the mark of that: rows are much alike.
fn differences(rows: &[[u8; ROW]]) -> Vec<u8> {
    const UP: u8 = 2;
    let mut before = [0; ROW];
    let mut all = Vec::with_capacity(rows.len() * (ROW + 1));
    for row in rows {
        all.push(UP);
        all.extend(row.iter().zip(before).map(|(byte, before)| byte.wrapping_sub(before)));
        before = *row;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::Document;

    /// A file with so many dictionaries and a stream, and the numbers of the dictionaries.
    fn written(packing: Packing, count: i64) -> (Document, Vec<ObjectId>) {
        let mut file = ObjectFile::new("1.7", packing);
        let root = file.reserve();
        let tree = file.reserve();
        let ids = (0..count).map(|number| file.add(dictionary! {"Number" => number}).unwrap()).collect();
        let stream = file.add(Stream::new(Dictionary::new(), vec![b'a'; 999])).unwrap();
        file.put(tree, dictionary! {"Type" => "Pages", "Kids" => vec![], "Count" => 0}).unwrap();
        file.put(root, dictionary! {"Type" => "Catalog", "Pages" => tree, "Stream" => stream}).unwrap();
        (Document::load_mem(&file.finish(root, None).unwrap()).unwrap(), ids)
    }

    #[test]
    fn every_object_is_found_again_packed_or_plain() {
        for packing in [Packing::Plain, Packing::Packed] {
            for count in [0, 1, 299, 300, 1000] {
                let (file, ids) = written(packing, count);
                for (number, id) in (0..).zip(ids) {
                    let found = file.get_dictionary(id).unwrap();
                    assert_eq!(found.get(b"Number").and_then(Object::as_i64).unwrap(), number);
                }
                let stream = file.catalog().unwrap().get(b"Stream").and_then(Object::as_reference).unwrap();
                let stream = file.get_object(stream).and_then(Object::as_stream).unwrap();
                assert_eq!(stream.decompressed_content().unwrap(), vec![b'a'; 999]);
            }
        }
    }

    #[test]
    fn an_object_that_is_named_and_not_written_is_an_error() {
        for packing in [Packing::Plain, Packing::Packed] {
            let mut file = ObjectFile::new("1.7", packing);
            let root = file.reserve();
            file.reserve();
            file.put(root, Dictionary::new()).unwrap();
            assert!(file.finish(root, None).unwrap_err().to_string().contains("object 2"));
        }
    }
}
