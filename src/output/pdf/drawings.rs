//! Drawings that stand at many places of a file and are written once: cards, above all.

use super::BadPdf;
use super::finish::{broken, fingerprint};
use super::glyphs::Shown;
use super::page::PageContent;
use crate::figure::Item;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
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

    /// Whether it is worth a name.
    pub(super) fn is_long(&self) -> bool {
        self.content.len() > SHORT
    }
}

/// The drawings of a file, by where their items stand in memory: the pages hold them, so no other items
/// can come to stand there.
#[derive(Default)]
pub(super) struct Drawings(Mutex<BTreeMap<usize, Arc<Drawing>>>);

impl Drawings {
    pub(super) fn get(&self, address: usize) -> Option<Arc<Drawing>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&address).cloned()
    }

    pub(super) fn add(&self, address: usize, drawing: Drawing) -> Arc<Drawing> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(address).or_insert_with(|| Arc::new(drawing)).clone()
    }
}

/// Adds the drawings of all pages, and to every page those that it uses.
pub(super) fn add(
    file: &mut Document,
    pages: &[ObjectId],
    used: &[BTreeMap<String, Arc<Drawing>>],
) -> Result<(), BadPdf> {
    let all: BTreeMap<&String, &Arc<Drawing>> = used.iter().flatten().collect();
    if all.is_empty() {
        return Ok(());
    }
    let fonts = {
        let page = file.get_dictionary(pages[0]).map_err(broken)?;
        let (_, resources) = page.get(b"Resources").and_then(|all| file.dereference(all)).map_err(broken)?;
        resources.as_dict().and_then(|all| all.get(b"Font")).map_err(broken)?.clone()
    };
    let mut ids = BTreeMap::new();
    for (name, drawing) in all {
        let bounds = drawing.bounds.map(Object::Real).to_vec();
        let mut about = dictionary! {"Type" => "XObject", "Subtype" => "Form", "BBox" => bounds};
        let resources = match drawing.shown.is_empty() {
            true => Dictionary::new(),
            false => dictionary! {"Font" => fonts.clone()},
        };
        about.set("Resources", resources);
        ids.insert(name.clone(), file.add_object(Stream::new(about, drawing.content.clone())));
    }
    for (&page, used) in pages.iter().zip(used).filter(|(_, used)| !used.is_empty()) {
        let named: Dictionary =
            used.keys().map(|name| (name.as_bytes().to_vec(), ids[name].into())).collect();
        let page = file.get_object_mut(page).and_then(Object::as_dict_mut).map_err(broken)?;
        page.set("Resources", dictionary! {"Font" => fonts.clone(), "XObject" => named});
    }
    Ok(())
}
