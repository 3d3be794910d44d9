//! Making a book: from its source to its puzzles, and to what all its pages share.

use super::furniture::Furniture;
use super::grid::{Grid, PageForm};
use super::letters::check_letters;
use super::lock;
use super::pictures::Pictures;
use super::printing::{Book, KeepPages, inks, set};
use super::puzzles::{Chosen, Progress};
use super::search::Search;
use super::sheet::Setter;
use super::spec::{BookSpec, InkChoice, Section, TypeSize, place_of};
use super::{BadBook, Source};
use crate::catalogue::Catalogue;
use crate::figure::card::Index;
use crate::figure::theme::{ALL_INKS, Theme};
use crate::output::diagram::ranks;
use crate::output::pdf::{Inks, Profile};
use crate::words::{Language, SeatWords};
use hypher::Lang;

/// Makes a book: chooses and proves its puzzles, sets its pages, writes its PDF. The pages are kept.
///
/// The same source gives the same bytes, with any number of threads.
///
/// # Errors
/// If the source is no book, asks for what cannot be had, or `progress` says stop.
pub fn make(source: &Source, catalogue: &Catalogue, progress: &Progress<'_>) -> Result<Book, BadBook> {
    make_locked(source, None, catalogue, progress)
}

/// Makes a book from a lock, if there is one: its wins are replayed, and nothing is searched.
///
/// # Errors
/// As [`make`]; or if the lock does not fit the book, puzzle by puzzle.
pub fn make_locked(
    source: &Source,
    lock: Option<&Source>,
    catalogue: &Catalogue,
    progress: &Progress<'_>,
) -> Result<Book, BadBook> {
    set(source, puzzles(source, lock, catalogue, progress)?, catalogue, KeepPages::Yes)
}

/// The puzzles of a book, searched or from a lock: the part that may take hours. What can be known to be
/// wrong with the book is said before.
///
/// # Errors
/// As [`make_locked`].
pub fn puzzles(
    source: &Source,
    lock: Option<&Source>,
    catalogue: &Catalogue,
    progress: &Progress<'_>,
) -> Result<Vec<Chosen>, BadBook> {
    let Some(lock) = lock else {
        let mut search = Search::begin(source, None, catalogue, progress)?;
        search.run(progress, &mut |_| ())?;
        return Ok(search.into_chosen());
    };
    let spec = BookSpec::read(&source.name, &source.text)?;
    setter(&spec, source, catalogue)?;
    check_letters(&spec, source)?;
    lock::replay_printed(&spec, source, catalogue, lock)
}

/// What all pages share, and the theme.
pub(super) fn setter(
    spec: &BookSpec,
    source: &Source,
    catalogue: &Catalogue,
) -> Result<(Setter, Theme), BadBook> {
    let at = |field: &str, what: String| {
        let place = place_of(&source.name, &source.text, field, 0);
        BadBook::Field { place, what }
    };
    let assets = catalogue.assets();
    let language =
        Language::load(assets, &spec.language).map_err(|error| at("language", error.to_string()))?;
    let theme = Theme::load(assets, spec.theme_name()).map_err(|error| at("theme", error.to_string()))?;
    let is_coloured = || ALL_INKS.iter().any(|&ink| theme.paint(ink).cmyk[..3] != [0, 0, 0]);
    if matches!(spec.ink, Some(InkChoice::Black | InkChoice::Gray)) && spec.theme.is_some() && is_coloured() {
        let what =
            format!("theme: `{}` has colours; take `ink` away, or choose `press` or `gray`", theme.name);
        return Err(at("theme", what));
    }
    // Where no ink is named, a press book without colours is one of black ink, and its pictures are.
    let is_black = spec.ink.is_none() && spec.profile == Profile::Press && !is_coloured();
    let inks = if is_black { Inks::Black } else { inks(spec) };
    let words = Furniture::load(assets, language.code())?;
    let seats = SeatWords::load(assets, &language)?;
    let is_big = spec.cards.big_index || spec.type_size != TypeSize::Normal;
    let setter = Setter {
        grid: Grid::new(&page_form(spec), 1),
        inking: theme.inking,
        ranks: ranks(&language),
        words,
        seats,
        hyphenation: hyphenation(language.code()),
        title: language.typed(&spec.title),
        language,
        profile: spec.profile,
        pictures: Pictures::new(inks, spec.profile),
        type_size: spec.type_size,
        index: if is_big { Index::Big } else { Index::Classic },
        left_handed: spec.left_handed,
    };
    check_margins(spec, &setter.grid).map_err(|what| at("margins", what))?;
    Ok((setter, theme))
}

/// The pages that a book asks for.
pub(super) fn page_form(spec: &BookSpec) -> PageForm {
    PageForm { trim: spec.trim, margins: spec.margins.unwrap_or_default(), type_size: spec.type_size }
}

/// Refuses margins that leave no room for a page or stand nearer to the edge than the shop allows.
fn check_margins(spec: &BookSpec, grid: &Grid) -> Result<(), String> {
    let Some(margins) = spec.margins else { return Ok(()) };
    let shop = spec.trim.shop;
    let named = [("outside", margins.outside), ("top", margins.top), ("bottom", margins.bottom)];
    for (side, measure) in named.into_iter().chain([("inside", margins.inside)]) {
        let least = if side == "inside" { shop.gutter(1) } else { shop.edge() };
        if measure.is_some_and(|measure| measure.0 < least) {
            return Err(format!("margins: {side}: this shop wants {:.1}mm at least", least * 25.4 / 72.0));
        }
    }
    let outside = spec.trim.width - grid.inside - grid.measure;
    if outside < margins.outside.map_or(shop.edge(), |outside| outside.0) - 0.01 || grid.lines < 22 {
        return Err("margins: they leave no room for a puzzle; make them smaller, or the trim larger".into());
    }
    Ok(())
}

/// The pages that the puzzles alone take.
pub(super) fn least_pages(spec: &BookSpec) -> usize {
    let sheets = |section: &Section| section.count.div_ceil(usize::from(section.per_page.max(1)));
    spec.sections.iter().map(sheets).sum::<usize>().max(1)
}

fn hyphenation(code: &str) -> Option<Lang> {
    let letters: [u8; 2] = code.as_bytes().get(..2)?.try_into().ok()?;
    Lang::from_iso(letters)
}
