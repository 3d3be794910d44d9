//! From puzzles to the file of a book: its pages are set, drawn, checked and written.

use super::furniture::Furniture;
use super::grid::Grid;
use super::make::{least_pages, page_form, setter};
use super::plan::{Guide, Plan};
use super::puzzles::Chosen;
use super::safe::{self, Distances};
use super::sheet::Sheet;
use super::spec::{BookSpec, InkChoice, SolutionsPlace, place_of};
use super::{BadBook, Source};
use crate::catalogue::Catalogue;
use crate::figure::Figure;
use crate::output::pdf::{Bleed, Inks, LabelStyle, PageLabels, PdfDocument, PdfFile, Profile};
use rayon::prelude::*;

/// A book that was made.
#[derive(Debug, Clone)]
pub struct Book {
    /// Its pages in order, if they were to be kept.
    pub pages: Vec<Figure>,
    /// The PDF file.
    pub pdf: Vec<u8>,
    /// What it says beside its pages.
    pub document: PdfDocument,
    /// The PDF file of the solutions, if they have one of their own.
    pub solutions: Option<Vec<u8>>,
    /// The sections with their puzzles.
    pub sections: Vec<Chosen>,
    /// What was made, in numbers.
    pub report: Report,
}

/// What was made, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// How many pages.
    pub pages: usize,
    /// How many puzzles.
    pub puzzles: usize,
    /// The seed with which the first section begins.
    pub seed: u64,
}

/// Whether the pages of a book stay in memory beside its file. Those of a thousand puzzles take some hundred
/// megabytes, so they are kept only for what is made of them, such as a booklet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeepPages {
    /// They do.
    Yes,
    /// They do not.
    No,
}

/// Sets a book of puzzles that were found: its pages and its file.
///
/// # Errors
/// If what the book asks for cannot be set or printed.
pub fn set(
    source: &Source,
    sections: Vec<Chosen>,
    catalogue: &Catalogue,
    keep: KeepPages,
) -> Result<Book, BadBook> {
    let spec = BookSpec::read(&source.name, &source.text)?;
    let (mut setter, theme) = setter(&spec, source, catalogue)?;
    let spec = spec.typeset(&setter.language);
    let form = page_form(&spec);
    setter.grid = Grid::new(&form, least_pages(&spec));
    let is_apart = spec.solutions.place == SolutionsPlace::SeparateFile;
    let (bound, apart) = loop {
        let plan = Plan { setter: &setter, spec: &spec, sections: &sections, source, catalogue };
        let apart = if is_apart { Some(plan.solutions_apart()?) } else { None };
        let bound = plan.bound()?;
        // A thick book wants a wider spine, and a wider spine may want more pages. The spine never gets
        // narrower again, so this ends.
        let most = plan.page_count(&bound).max(apart.as_ref().map_or(0, |apart| apart.pages));
        let grid = Grid::new(&form, most);
        if grid.inside <= setter.grid.inside {
            break (bound, apart);
        }
        drop((bound, apart));
        setter.grid = grid;
    };
    let plan = Plan { setter: &setter, spec: &spec, sections: &sections, source, catalogue };
    let count = plan.page_count(&bound);
    if spec.profile == Profile::Press {
        check_binding(&spec, source, count)?;
    }
    let document = |guide: Guide, title: String| PdfDocument {
        title,
        author: spec.author.clone(),
        language: setter.language.code().to_string(),
        outline: guide.outline,
        labels: page_labels(guide.unnumbered),
        inks: inks(&spec),
        is_exchange: spec.profile == Profile::Press && spec.trim.shop.wants_exchange(),
        bleed: if spec.bleed { spec.trim.shop.bleed() } else { Bleed::default() },
        ..PdfDocument::new(theme.clone(), spec.profile)
    };
    let begins = apart.as_ref().map(|apart| apart.begins.clone());
    let puzzles = plan.puzzle_pages(&bound);
    let own = document(plan.guide(&bound), spec.title.clone());
    let mut printing = Printing::new(&spec, &setter.grid, &own, count, keep)?;
    plan.draw(bound, begins.as_deref(), &mut |sheets| printing.take(sheets))?;
    let (pdf, pages) = printing.finish()?;
    let solutions = match apart {
        Some(apart) => {
            let Furniture { solutions, .. } = &setter.words;
            let document = document(plan.guide_apart(&apart), format!("{}: {solutions}", spec.title));
            let mut printing = Printing::new(&spec, &setter.grid, &document, apart.pages, KeepPages::No)?;
            plan.draw_apart(apart, &puzzles, &mut |sheets| printing.take(sheets))?;
            Some(printing.finish()?.0)
        }
        None => None,
    };
    let report = Report {
        pages: count,
        puzzles: sections.iter().map(|section| section.puzzles.len()).sum(),
        seed: spec.sections.first().map_or(0, |section| section.seed),
    };
    Ok(Book { pages, pdf, document: own, solutions, sections, report })
}

/// The pages of a file on their way from the plan to the file.
struct Printing<'a> {
    grid: &'a Grid,
    /// What the shop asks for, if there is one.
    distances: Option<Distances>,
    file: PdfFile<'a>,
    taken: usize,
    keep: KeepPages,
    kept: Vec<Figure>,
}

impl<'a> Printing<'a> {
    fn new(
        spec: &BookSpec,
        grid: &'a Grid,
        document: &'a PdfDocument,
        pages: usize,
        keep: KeepPages,
    ) -> Result<Printing<'a>, BadBook> {
        let shop = spec.trim.shop;
        let edge = if spec.bleed { shop.edge_with_bleed() } else { shop.edge() };
        let distances = Distances { gutter: shop.gutter(pages), edge };
        let distances = (spec.profile == Profile::Press).then_some(distances);
        let file = PdfFile::new(document, pages)?;
        Ok(Printing { grid, distances, file, taken: 0, keep, kept: Vec::new() })
    }

    /// Checks and writes the next pages.
    fn take(&mut self, sheets: Vec<Sheet>) -> Result<(), BadBook> {
        let figures: Vec<Figure> = sheets.into_iter().map(|sheet| sheet.figure(self.grid)).collect();
        if let Some(distances) = self.distances {
            let numbered = figures.par_iter().enumerate();
            let check = |(index, page)| safe::check(page, self.taken + index + 1, distances);
            let checked: Vec<Result<(), BadBook>> = numbered.map(check).collect();
            checked.into_iter().collect::<Result<(), _>>()?;
        }
        self.file.add(&figures)?;
        self.taken += figures.len();
        if self.keep == KeepPages::Yes {
            self.kept.extend(figures);
        }
        Ok(())
    }

    /// The file, and the pages if they were to be kept.
    fn finish(self) -> Result<(Vec<u8>, Vec<Figure>), BadBook> {
        Ok((self.file.finish()?, self.kept))
    }
}

/// Refuses a book that its shop cannot bind.
fn check_binding(spec: &BookSpec, source: &Source, pages: usize) -> Result<(), BadBook> {
    let refused = |what| {
        let place = place_of(&source.name, &source.text, "trim", 0);
        BadBook::Field { place, what }
    };
    spec.trim.shop.binds(pages).map_err(refused)
}

/// With which inks the file is printed.
pub(super) fn inks(spec: &BookSpec) -> Inks {
    match spec.ink {
        Some(InkChoice::Black | InkChoice::Gray) => Inks::Black,
        Some(InkChoice::Cmyk) => Inks::Cmyk,
        Some(InkChoice::Rgb) => Inks::Rgb,
        None => Inks::of(spec.profile),
    }
}

/// What viewers call the pages: those that bear no number i, ii and so on, the others as they are printed.
fn page_labels(unnumbered: usize) -> Vec<PageLabels> {
    let mut labels = Vec::new();
    if unnumbered > 0 {
        labels.push(PageLabels { from: 0, style: LabelStyle::Roman, start: 1 });
    }
    labels.push(PageLabels { from: unnumbered, style: LabelStyle::Arabic, start: unnumbered as u32 + 1 });
    labels
}
