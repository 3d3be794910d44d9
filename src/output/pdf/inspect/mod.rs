//! Reads PDF files back: what is on their pages, as a print shop's preflight sees it.
//!
//! ```
//! use dealpress::assets::Assets;
//! use dealpress::figure::{Face, Figure, Ink, Item, Text, theme::Theme};
//! use dealpress::output::pdf::{PdfDocument, Profile, inspect::inspect, pdf};
//! let line = Text::new(Face::Serif, 10.0, Ink::Text, "Patience").at(36.0, 72.0);
//! let page = Figure {
//!     width: 432.0,
//!     height: 648.0,
//!     items: vec![Item::Text(line)],
//!     title: String::new(),
//!     alt: String::new(),
//! };
//! let theme = Theme::load(&Assets::embedded(), "press").unwrap();
//! let file = inspect(&pdf(&[page], &PdfDocument::new(theme, Profile::Press)).unwrap()).unwrap();
//! let ink = file.pages[0].ink.unwrap();
//! assert!(ink[0] > 36.0 && ink[0] < 37.0, "the stem of the P stands right of where it is set: {ink:?}");
//! assert!(file.fonts.iter().all(|font| font.embedded && font.subset));
//! ```
//!
//! A file may come from anywhere: sizes are bounded, and what cannot be read is an error. Clips are not
//! looked at, so a page's ink is never taken for less than it is.

mod content;
mod font;
mod inks;
mod matrix;

use content::Reader;
use font::Font;
use lopdf::{Dictionary, Document, LoadOptions, Object, ObjectId};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The largest file that is read, in bytes.
pub const LARGEST_FILE: u64 = 256 << 20;
/// The most that one stream may hold once it is unpacked.
const LARGEST_STREAM: usize = 64 << 20;
/// The most that the drawing of one page may hold.
const LARGEST_CONTENT: usize = 16 << 20;
/// The most pages of a file.
const MOST_PAGES: usize = 20_000;

/// A box on a page: left, top, right, bottom, in points from the cut page's left top corner, y down.
pub type Area = [f32; 4];

/// What a PDF file is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Inspected {
    /// Its pages.
    pub pages: Vec<InspectedPage>,
    /// Its fonts, by name.
    pub fonts: Vec<InspectedFont>,
    /// Whether it is encrypted.
    pub encrypted: bool,
    /// Whether it has an outline.
    pub outline: bool,
    /// Whether it says who made it and what it is called.
    pub metadata: bool,
    /// The standard of files for print shops that it says it keeps, and what it lacks for that.
    pub exchange: Option<Exchange>,
    /// Whether it has scripts, forms or files attached.
    pub active: bool,
    /// Whether it is tagged, so that it can be read aloud.
    pub tagged: bool,
    /// The language it names.
    pub language: Option<String>,
    /// Whether viewers show its title.
    pub shows_title: bool,
    /// Whether its pages have names of their own.
    pub labels: bool,
}

/// A standard of files for print shops that a file says it keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// Its name (`PDF/X-1a:2001`).
    pub standard: String,
    /// What the file does not say of itself, though the standard wants it.
    pub lacks: Vec<&'static str>,
}

/// What a page is made of.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct InspectedPage {
    /// Width and height of the sheet.
    pub sheet: [f32; 2],
    /// The cut page on the sheet: left, top, right, bottom from the sheet's left top corner.
    pub cut: Area,
    /// Whether the file itself says which part is cut out.
    pub says_cut: bool,
    /// How far it is turned, in degrees.
    pub turned: i64,
    /// How many links and notes it has.
    pub annotations: usize,
    /// The box of all ink.
    pub ink: Option<Area>,
    /// The smallest type, in points.
    pub least_type: Option<f32>,
    /// The thinnest line, in points.
    pub least_line: Option<f32>,
    /// The lightest gray that is filled, as a share of black.
    pub least_tint: Option<f32>,
    /// The colour spaces that are used.
    pub spaces: BTreeSet<String>,
    /// The most ink that lies on one place, in percent of all four.
    pub most_ink: f32,
    /// Whether something dark is mixed of several inks.
    pub mixed_black: bool,
    /// Whether something can be seen through.
    pub transparent: bool,
    /// The pictures that are made of dots: dots an inch, the lesser of both ways.
    pub pictures: Vec<f32>,
    /// What could not be read of it.
    pub unread: Vec<String>,
}

/// A font of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct InspectedFont {
    /// Its name.
    pub name: String,
    /// Whether the file holds it.
    pub embedded: bool,
    /// Whether it is cut down to what is used.
    pub subset: bool,
}

/// Why a file cannot be looked at.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// It is no PDF file, or a broken one.
    #[error("this is no PDF file that can be read: {0}")]
    Broken(String),
    /// It is too large.
    #[error("the file is larger than {} MB", LARGEST_FILE >> 20)]
    Large,
    /// It has no pages, or too many.
    #[error("the file has {0} pages; it should have from 1 to {MOST_PAGES}")]
    Pages(usize),
}

/// Looks at a PDF file.
///
/// # Errors
/// If it is no PDF file, a broken one, or one that is too large.
pub fn inspect(bytes: &[u8]) -> Result<Inspected, Unreadable> {
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(Unreadable::Large);
    }
    // The library below is made for files that keep the rules; a fault in it must not end the program.
    std::panic::catch_unwind(|| read(bytes)).unwrap_or_else(|_| {
        Err(Unreadable::Broken("it breaks the rules of PDF in a way that nobody foresaw".into()))
    })
}

fn read(bytes: &[u8]) -> Result<Inspected, Unreadable> {
    let options = LoadOptions { max_decompressed_size: Some(LARGEST_STREAM), ..LoadOptions::default() };
    let file = Document::load_mem_with_options(bytes, options)
        .map_err(|error| Unreadable::Broken(error.to_string()))?;
    let encrypted = file.was_encrypted() || file.trailer.has(b"Encrypt");
    let ids: Vec<ObjectId> = file.page_iter().take(MOST_PAGES + 1).collect();
    if ids.is_empty() && encrypted {
        return Err(Unreadable::Broken("it is encrypted".into()));
    }
    if ids.is_empty() || ids.len() > MOST_PAGES {
        return Err(Unreadable::Pages(ids.len()));
    }
    let fonts: BTreeMap<ObjectId, Font> =
        file.objects.iter().filter_map(|(&id, object)| Some((id, Font::of(&file, object)?))).collect();
    let inks = inks::of_pictures(&file);
    let pages = ids.par_iter().map(|&id| page(&file, id, &fonts, &inks)).collect();
    let catalog = file.catalog().map_err(|error| Unreadable::Broken(error.to_string()))?;
    let mut names: Vec<InspectedFont> = fonts.into_values().map(Font::facts).collect();
    names.sort();
    names.dedup();
    Ok(Inspected {
        pages,
        fonts: names,
        encrypted,
        outline: catalog.has(b"Outlines"),
        metadata: catalog.has(b"Metadata") || info(&file).is_some(),
        exchange: exchange(&file, catalog),
        active: is_active(&file, catalog),
        tagged: catalog.has(b"StructTreeRoot") && is_true(&file, catalog, b"MarkInfo", b"Marked"),
        language: catalog
            .get(b"Lang")
            .and_then(Object::as_str)
            .ok()
            .map(|lang| String::from_utf8_lossy(lang).into_owned()),
        shows_title: is_true(&file, catalog, b"ViewerPreferences", b"DisplayDocTitle"),
        labels: catalog.has(b"PageLabels"),
    })
}

/// Whether a dictionary of the catalog holds a true entry.
fn is_true(file: &Document, catalog: &Dictionary, dictionary: &[u8], key: &[u8]) -> bool {
    let found = file.get_dict_in_dict(catalog, dictionary).and_then(|found| found.get(key));
    found.and_then(Object::as_bool).unwrap_or(false)
}

/// What the file says of itself in the old way.
fn info(file: &Document) -> Option<&Dictionary> {
    let (_, info) = file.dereference(file.trailer.get(b"Info").ok()?).ok()?;
    info.as_dict().ok().filter(|info| !info.is_empty())
}

/// The standard of files for print shops that it says it keeps (ISO 15930), and what it lacks for it.
fn exchange(file: &Document, catalog: &Dictionary) -> Option<Exchange> {
    let info = info(file)?;
    let said = |key: &[u8]| {
        let text = info.get(key).and_then(Object::as_str).ok()?;
        Some(String::from_utf8_lossy(text).into_owned()).filter(|text| !text.is_empty())
    };
    let standard = said(b"GTS_PDFXConformance").or_else(|| said(b"GTS_PDFXVersion"))?;
    let names_press = |intent: &Object| {
        let intent = file.dereference(intent).ok()?.1.as_dict().ok()?;
        let is_for_presses = intent.get(b"S").and_then(Object::as_name).ok()? == b"GTS_PDFX";
        let named = intent.get(b"OutputConditionIdentifier").and_then(Object::as_str).ok()?;
        Some(is_for_presses && !named.is_empty())
    };
    let intents = catalog.get(b"OutputIntents").and_then(|all| file.dereference(all)).map(|(_, all)| all);
    let intents = intents.and_then(Object::as_array).map_or(&[][..], Vec::as_slice);
    let trapped = info.get(b"Trapped").and_then(Object::as_name).is_ok();
    let has = [
        ("a title", said(b"Title").is_some()),
        ("the day it was made", said(b"CreationDate").is_some() && said(b"ModDate").is_some()),
        ("whether its inks are trapped", trapped),
        ("the press it is meant for", intents.iter().any(|intent| names_press(intent) == Some(true))),
        ("an identifier", file.trailer.has(b"ID")),
    ];
    let lacks = has.into_iter().filter(|(_, has)| !has).map(|(what, _)| what).collect();
    Some(Exchange { standard, lacks })
}

fn is_active(file: &Document, catalog: &Dictionary) -> bool {
    let names = file.get_dict_in_dict(catalog, b"Names").ok();
    let holds = |key: &[u8]| names.is_some_and(|names| names.has(key));
    catalog.has(b"OpenAction")
        || catalog.has(b"AA")
        || catalog.has(b"AcroForm")
        || holds(b"JavaScript")
        || holds(b"EmbeddedFiles")
}

/// An entry of a page, or of the branches that it hangs on.
fn inherited<'a>(file: &'a Document, page: &'a Dictionary, key: &[u8]) -> Option<&'a Object> {
    let mut node = page;
    // A tree of pages is never so deep; one that bites its tail is.
    for _ in 0..64 {
        if let Ok(found) = node.get(key) {
            return file.dereference(found).ok().map(|(_, found)| found);
        }
        node = file.get_dict_in_dict(node, b"Parent").ok()?;
    }
    None
}

/// A box of a page as left, lower, right, upper.
fn sides(file: &Document, object: Option<&Object>) -> Option<[f32; 4]> {
    let numbers = object?.as_array().ok()?;
    let number = |object: &Object| file.dereference(object).ok()?.1.as_float().ok().filter(|n| n.is_finite());
    let all: Vec<f32> = numbers.iter().map(number).collect::<Option<_>>()?;
    let [a, b, c, d] = all[..] else { return None };
    Some([a.min(c), b.min(d), a.max(c), b.max(d)])
}

fn page(
    file: &Document,
    id: ObjectId,
    fonts: &BTreeMap<ObjectId, Font>,
    inks: &BTreeMap<ObjectId, f32>,
) -> InspectedPage {
    let mut found = InspectedPage::default();
    let Ok(page) = file.get_dictionary(id) else {
        found.unread.push("the page".into());
        return found;
    };
    let Some(media) = sides(file, inherited(file, page, b"MediaBox")) else {
        found.unread.push("its size".into());
        return found;
    };
    let trim = sides(file, page.get(b"TrimBox").ok().and_then(|found| Some(file.dereference(found).ok()?.1)));
    found.says_cut = trim.is_some();
    let [left, lower, right, upper] = trim.unwrap_or(media);
    found.sheet = [media[2] - media[0], media[3] - media[1]];
    found.cut = [left - media[0], media[3] - upper, right - media[0], media[3] - lower];
    found.turned = inherited(file, page, b"Rotate").and_then(|turn| turn.as_i64().ok()).unwrap_or(0);
    let annotations = page.get(b"Annots").and_then(|all| file.dereference(all)).map(|(_, all)| all);
    found.annotations = annotations.and_then(Object::as_array).map_or(0, Vec::len);
    let is_transparent = |group: &Dictionary| {
        group.get(b"S").and_then(Object::as_name).is_ok_and(|kind| kind == b"Transparency")
    };
    found.transparent = file.get_dict_in_dict(page, b"Group").is_ok_and(is_transparent);
    let resources = inherited(file, page, b"Resources").and_then(|found| found.as_dict().ok());
    match file.get_page_content_with_limit(id, LARGEST_CONTENT) {
        Ok(content) => {
            let mut reader = Reader::new(file, fonts, inks, [left, upper], &mut found);
            reader.run(&content, resources);
        }
        Err(error) => found.unread.push(error.to_string()),
    }
    found
}
