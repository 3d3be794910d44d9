//! A PDF file while it is written, a few pages at a time.

use super::drawings::{Drawing, Drawings, Forms};
use super::finish::broken;
use super::glyphs::{self, Fonts, Shown};
use super::object_file::{ObjectFile, Packing};
use super::page::{PageContent, PageWriter};
use super::rasters::{Images, Rasters};
use super::tags::Mark;
use super::tree::Tree;
use super::{Backs, BadPdf, Frame, PdfDocument, Profile, exchange};
use crate::figure::Figure;
use crate::raster::Raster;
use lopdf::{Dictionary, Object, ObjectId, Stream, dictionary};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// So many pages are written at once, by all threads.
const AT_ONCE: usize = 64;

/// A PDF file that takes its pages in order. It holds none of them: what is in memory is the file.
///
/// ```
/// # use dealpress::{assets::Assets, figure::{Figure, theme::Theme}};
/// use dealpress::output::pdf::{PdfDocument, PdfFile, Profile, pdf};
/// # let page = || Figure { width: 9.0, height: 9.0, items: vec![], title: String::new(), alt: String::new() };
/// # let theme = Theme::load(&Assets::embedded(), "press").unwrap();
/// let document = PdfDocument::new(theme, Profile::Screen);
/// let mut file = PdfFile::new(&document, 2).unwrap();
/// file.add(&[page()]).unwrap();
/// file.add(&[page()]).unwrap();
/// assert_eq!(file.finish().unwrap(), pdf(&[page(), page()], &document).unwrap());
/// ```
pub struct PdfFile<'a> {
    pub(super) document: &'a PdfDocument,
    pub(super) file: ObjectFile,
    pub(super) fonts: Fonts,
    drawings: Drawings,
    forms: Forms,
    rasters: Rasters,
    images: Images,
    /// The numbers of the pages: all that is read before a page may lead to it.
    pub(super) pages: Vec<ObjectId>,
    /// How many of them are written.
    pub(super) written: usize,
    pub(super) page_tree: ObjectId,
    /// The fonts by their names.
    pub(super) font_names: ObjectId,
    /// The glyphs that the pages show.
    pub(super) shown: Shown,
    /// What is told to those who hear the file; a press file tells nothing.
    pub(super) tree: Option<Tree>,
    /// Whether all that is told is told in full.
    pub(super) is_told: bool,
}

/// A page as written, its content packed.
struct Written {
    frame: Frame,
    stream: Stream,
    shown: Shown,
    marks: Vec<Mark>,
    drawings: BTreeMap<String, Arc<Drawing>>,
    rasters: BTreeMap<String, Arc<Raster>>,
}

impl<'a> PdfFile<'a> {
    /// A file that will have so many pages.
    ///
    /// # Errors
    /// If it is to have none.
    pub fn new(document: &'a PdfDocument, pages: usize) -> Result<PdfFile<'a>, BadPdf> {
        if pages == 0 {
            return Err(BadPdf::Empty);
        }
        let version = if document.is_exchange { exchange::VERSION } else { "1.7" };
        let packing = match document.profile {
            Profile::Press => Packing::Plain,
            Profile::Screen => Packing::Packed,
        };
        let mut file = ObjectFile::new(version, packing);
        let page_tree = file.reserve();
        let font_names = file.reserve();
        let pages = (0..pages).map(|_| file.reserve()).collect();
        let tree = (document.profile == Profile::Screen).then(|| Tree::new(&mut file));
        Ok(PdfFile {
            document,
            file,
            fonts: Fonts::parse()?,
            drawings: Drawings::default(),
            forms: Forms::default(),
            rasters: Rasters::default(),
            images: Images::default(),
            pages,
            written: 0,
            page_tree,
            font_names,
            shown: Shown::new(),
            tree,
            is_told: true,
        })
    }

    /// Writes the next pages.
    ///
    /// # Errors
    /// If a character has no glyph in its typeface, or there are more pages than the file was to have.
    pub fn add(&mut self, pages: &[Figure]) -> Result<(), BadPdf> {
        if self.written + pages.len() > self.pages.len() {
            return Err(broken(format!("more than {} pages", self.pages.len())));
        }
        for some in pages.chunks(AT_ONCE) {
            let first = self.written;
            let write = |(index, page)| self.write(page, first + index);
            // All are written before the first error is told, so that it is the same with all threads.
            let written: Vec<Result<Written, BadPdf>> = some.par_iter().enumerate().map(write).collect();
            written.into_iter().try_for_each(|page| self.take(page?))?;
        }
        Ok(())
    }

    /// A page as written; it does not know the others.
    fn write(&self, figure: &Figure, index: usize) -> Result<Written, BadPdf> {
        let frame = Frame::new(figure, self.document.bleed, index + 1);
        let mut writer = PageWriter::new(&self.fonts, &self.drawings, &self.rasters, self.document, &frame);
        if self.document.backs == Backs::UpsideDown && index % 2 == 1 {
            writer.turn();
        }
        writer.page(figure).map_err(|missing| missing.on_page(index + 1))?;
        let PageContent { content, shown, marks, drawings, rasters } = writer.finish();
        let mut stream = Stream::new(Dictionary::new(), content);
        stream.compress().map_err(broken)?;
        Ok(Written { frame, stream, shown, marks, drawings, rasters })
    }

    /// Takes the next page into the file.
    fn take(&mut self, page: Written) -> Result<(), BadPdf> {
        let Written { frame, stream, shown, marks, drawings, rasters } = page;
        glyphs::add_shown(&mut self.shown, &shown);
        let mut resources = dictionary! {"Font" => self.font_names};
        let mut named = self.forms.of_page(&mut self.file, self.font_names, &drawings)?;
        self.images.add_to(&mut named, &mut self.file, &rasters)?;
        if !named.is_empty() {
            resources.set("XObject", named);
        }
        let contents = self.file.add(stream)?;
        let mut dictionary = dictionary! {
            "Type" => "Page",
            "Parent" => self.page_tree,
            "MediaBox" => frame.media(),
            "BleedBox" => frame.media(),
            "TrimBox" => frame.trim(),
            "Resources" => resources,
            "Contents" => contents,
        };
        if let Some(tree) = &mut self.tree {
            self.is_told &= marks.iter().all(Mark::is_told);
            let links = tree.take_page(&mut self.file, &self.pages, &frame, marks)?;
            dictionary.set("StructParents", self.written as i64);
            // The order of the tree is also that of the tabulator key.
            dictionary.set("Tabs", Object::Name(b"S".to_vec()));
            if !links.is_empty() {
                dictionary.set("Annots", links);
            }
        }
        self.file.put(self.pages[self.written], dictionary)?;
        self.written += 1;
        Ok(())
    }
}
