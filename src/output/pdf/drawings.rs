//! Drawings that stand at many places of a file and are written once: cards, above all.

use super::BadPdf;
use super::finish::fingerprint;
use super::glyphs::Shown;
use super::object_file::ObjectFile;
use super::page::PageContent;
use crate::figure::Item;
use lopdf::{Dictionary, Object, ObjectId, Stream, dictionary};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A drawing that is shorter than this is written wherever it stands: to call it takes some 40 bytes.
const SHORT: usize = 120;
/// How far pointed corners of strokes may reach over the box of a drawing, in points.
const TIPS: f32 = 4.0;

/// A drawing from its own corner.
#[derive(Debug)]
pub(super) struct Drawing {
    /// Its name, which depends on what it shows alone.
    pub(super) name: String,
    content: Vec<u8>,
    /// Its box: left, lower, right, upper.
    bounds: [f32; 4],
    /// The glyphs in it.
    pub(super) shown: Shown,
}

impl Drawing {
    /// Items as written.
    pub(super) fn new(items: &[Item], written: PageContent) -> Drawing {
        let PageContent { content, shown, .. } = written;
        let hash = fingerprint(&content);
        let name = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let boxes = items.iter().filter_map(Item::bounds);
        let joined = boxes.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]);
        let [left, top, right, bottom] = joined.unwrap_or_default();
        let bounds = [left - TIPS, -bottom - TIPS, right + TIPS, TIPS - top].map(f32::round);
        Drawing { name: format!("D{name}"), content, bounds, shown }
    }

    /// It as the file holds it.
    fn form(&self, fonts: ObjectId) -> Stream {
        let bounds = self.bounds.map(Object::Real).to_vec();
        let resources = match self.shown.is_empty() {
            true => Dictionary::new(),
            false => dictionary! {"Font" => fonts},
        };
        let about = dictionary! {
            "Type" => "XObject",
            "Subtype" => "Form",
            "BBox" => bounds,
            "Resources" => resources,
        };
        Stream::new(about, self.content.clone())
    }

    /// Whether it is worth a name.
    pub(super) fn is_long(&self) -> bool {
        self.content.len() > SHORT
    }
}

/// The drawings of a file, by where their items stand in memory: they are held here, so that no other items
/// can come to stand there.
#[derive(Default)]
pub(super) struct Drawings(Mutex<BTreeMap<usize, Held>>);

/// Items, and what they are drawn as.
type Held = (Arc<[Item]>, Arc<Drawing>);

impl Drawings {
    pub(super) fn get(&self, items: &Arc<[Item]>) -> Option<Arc<Drawing>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&items.as_ptr().addr()).map(|(_, drawing)| drawing.clone())
    }

    pub(super) fn add(&self, items: &Arc<[Item]>, drawing: Drawing) -> Arc<Drawing> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || (items.clone(), Arc::new(drawing));
        all.entry(items.as_ptr().addr()).or_insert_with(new).1.clone()
    }
}

/// The drawings that are in the file, by name.
#[derive(Default)]
pub(super) struct Forms(BTreeMap<String, ObjectId>);

impl Forms {
    /// What a page needs to know to show drawings: their names. Those that are not yet in the file are
    /// written; `fonts` are the file's.
    pub(super) fn of_page(
        &mut self,
        file: &mut ObjectFile,
        fonts: ObjectId,
        used: &BTreeMap<String, Arc<Drawing>>,
    ) -> Result<Dictionary, BadPdf> {
        let mut named = Dictionary::new();
        for (name, drawing) in used {
            let id = match self.0.get(name) {
                Some(&known) => known,
                None => {
                    let new = file.add(drawing.form(fonts))?;
                    self.0.insert(name.clone(), new);
                    new
                }
            };
            named.set(name.as_bytes(), id);
        }
        Ok(named)
    }
}
