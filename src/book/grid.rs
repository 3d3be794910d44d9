//! The page grid: margins, baselines and columns for a size of page.

use super::spec::{Margins, Measure, TypeSize};
use super::trim::{Shop, Trim};

/// Where things stand on the pages of a book.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// The size of the pages.
    pub trim: Trim,
    /// The margin at the spine.
    pub inside: f32,
    /// The width of the text: eight cards.
    pub measure: f32,
    /// The width of a card in a diagram of seven columns.
    pub card: f32,
    /// The distance of baselines.
    pub lead: f32,
    /// The first baseline.
    pub first: f32,
    /// How many lines a page has.
    pub lines: usize,
    /// The baseline of the running head.
    pub head: f32,
    /// The baseline of the page number.
    pub folio: f32,
    /// The space between the two columns of the solutions.
    pub gutter: f32,
    /// How much of the room that marks on cards want over the margin is missing.
    pub unhung: f32,
}

/// The least margin at the spine, and at the outside.
const LEAST_MARGINS: (f32, f32) = (54.0, 36.0);
/// The same for large type on pages that are wide enough.
const LARGE_MARGINS: (f32, f32) = (66.0, 58.0);
/// Pages are wide from this width on.
const WIDE: f32 = 560.0;
/// Boxes at the margin are drawn with lines that reach over it by so much at most.
const HALF_LINE: f32 = 0.5;
/// Marked cards reach over it by so much; they get the room that whole cards leave over, and where that is
/// not enough they stand in.
const OVERHANG: f32 = 2.0;
/// The narrowest measure: eight cards of the least width that can be printed.
const LEAST_CARD: f32 = 18.0;

/// What a book says of its pages.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PageForm {
    /// The size of the pages.
    pub trim: Trim,
    /// The margins it asks for.
    pub margins: Margins,
    /// The size of the type.
    pub type_size: TypeSize,
}

/// The distances that depend on the size of the type: lead, first baseline, from the last baseline to the
/// lower edge, head over and folio under the text, and the space between columns.
fn distances(size: TypeSize) -> [f32; 6] {
    match size {
        TypeSize::Normal => [13.0, 72.0, 69.0, 27.0, 32.0, 12.0],
        TypeSize::Large => [21.0, 98.0, 85.0, 42.0, 41.0, 16.0],
        TypeSize::Giant => [26.0, 108.0, 92.0, 50.0, 46.0, 18.0],
    }
}

impl Grid {
    /// The grid of a form of page, in a book of so many pages.
    pub fn new(form: &PageForm, pages: usize) -> Grid {
        let PageForm { trim, margins, type_size } = *form;
        let large = type_size != TypeSize::Normal && trim.width >= WIDE;
        let (inside, outside) = if large { LARGE_MARGINS } else { LEAST_MARGINS };
        let least = trim.shop.spine(pages) + HALF_LINE;
        let points = |measure: Option<Measure>| measure.map(|measure| measure.0);
        let inside = points(margins.inside).unwrap_or(inside).max(least);
        let outside = points(margins.outside).unwrap_or(outside);
        // The measure is as wide as whole cards allow.
        let card = ((trim.width - inside - outside) / 8.0).floor().max(LEAST_CARD);
        let measure = 8.0 * card;
        // What is left over goes to the outside, which looks narrower than the spine.
        let spare = trim.width - measure - inside - outside;
        let marks = (least - HALF_LINE + OVERHANG - inside).clamp(0.0, spare.max(0.0));
        let [lead, first, bottom, head, folio, gutter] = distances(type_size);
        let first = points(margins.top).map_or(first, |top| top + lead);
        let bottom = points(margins.bottom).unwrap_or(bottom);
        let lines = ((trim.height - bottom - first) / lead).floor().max(1.0) as usize + 1;
        let last = first + lead * (lines - 1) as f32;
        // Old-style figures hang under their line.
        let lowest = match trim.shop {
            Shop::Lulu | Shop::Ingram => trim.height - trim.shop.edge() - 0.32 * type_size.points(9.5),
            Shop::Any | Shop::Kdp => trim.height - 24.0,
        };
        let highest = trim.shop.edge() + type_size.points(8.5);
        let spare = if margins.inside.is_some() { marks } else { marks.max((spare - 6.0) / 2.0) };
        let inside = inside + spare;
        let at_spine = inside - (least - HALF_LINE);
        let at_edge = trim.width - measure - inside - trim.shop.edge();
        Grid {
            trim,
            inside,
            unhung: (OVERHANG - at_spine.min(at_edge)).max(0.0),
            measure,
            card,
            lead,
            first,
            lines,
            head: (first - head).max(highest),
            folio: (last + folio).min(lowest.max(last + lead)),
            gutter,
        }
    }

    /// The n-th baseline, from 0; halves are allowed.
    pub fn base(&self, line: f32) -> f32 {
        self.first + self.lead * line
    }

    /// The last baseline.
    pub fn last(&self) -> f32 {
        self.base((self.lines - 1) as f32)
    }

    /// The left edge of the text on a page (from 1; odd pages are right-hand pages).
    pub fn left(&self, page: usize) -> f32 {
        match page % 2 {
            1 => self.inside,
            _ => self.trim.width - self.inside - self.measure,
        }
    }

    /// The left edge of one of the six columns, 0-based, from the left edge of the text.
    pub fn column(&self, index: usize) -> f32 {
        (self.column_width() + self.gutter) * index as f32
    }

    /// The width of one of the six columns.
    pub fn column_width(&self) -> f32 {
        (self.measure - 5.0 * self.gutter) / 6.0
    }

    /// The width of half a page.
    pub fn half(&self) -> f32 {
        (self.measure - self.gutter) / 2.0
    }

    /// The top of the first line.
    pub fn top(&self) -> f32 {
        self.first - self.lead
    }

    /// The height of the text from above the first line to the last baseline.
    pub fn height(&self) -> f32 {
        self.lead * self.lines as f32
    }
}

#[cfg(test)]
mod tests {
    use super::super::trim::NAMED;
    use super::*;

    #[test]
    fn six_by_nine_inches_give_the_grid_that_the_book_was_drawn_for() {
        let grid = Grid::new(&PageForm::default(), 100);
        assert_eq!((grid.card, grid.measure, grid.inside), (42.0, 336.0, 54.0));
        assert_eq!((grid.lines, grid.last(), grid.folio), (40, 579.0, 611.0));
        assert_eq!((grid.left(1), grid.left(2)), (54.0, 42.0));
        assert_eq!((grid.column(1), grid.half()), (58.0, 162.0));
    }

    #[test]
    fn every_named_size_keeps_its_margins() {
        for (name, width, height, shop) in NAMED {
            let form = PageForm { trim: Trim { width, height, shop }, ..PageForm::default() };
            for (pages, inside) in [(100, 54.0), (800, 63.0)] {
                let grid = Grid::new(&form, pages);
                assert!(grid.inside >= inside && grid.left(2) >= 36.0, "{name}: {grid:?}");
                assert!(grid.inside > shop.gutter(pages), "{name}: {grid:?}");
                // Marks on cards have their room, at the spine or by standing in.
                let room = (grid.inside - shop.spine(pages)).min(grid.left(2) - shop.edge());
                assert!(room + grid.unhung >= OVERHANG - 0.01, "{name}: {grid:?}");
                // Lulu's gutters take an inch and a quarter of a thick book.
                let least = if shop == Shop::Lulu { 300.0 } else { 320.0 };
                assert!(grid.measure >= least, "{name}: {grid:?}");
            }
            let grid = Grid::new(&form, 100);
            assert!(grid.folio <= height - 36.0, "{name}");
        }
    }

    #[test]
    fn large_type_on_a_letter_page_has_the_grid_it_was_drawn_for() {
        let trim = Trim::new(612.0, 792.0);
        let grid = Grid::new(&PageForm { trim, type_size: TypeSize::Large, ..PageForm::default() }, 100);
        assert_eq!((grid.inside, grid.measure, grid.card, grid.lines), (66.0, 488.0, 61.0, 30));
        assert_eq!((grid.head, grid.folio, grid.first), (56.0, 748.0, 98.0));
    }

    #[test]
    fn margins_that_are_asked_for_are_kept() {
        let margins = Margins { inside: Some(Measure(72.0)), top: Some(Measure(90.0)), ..Margins::default() };
        let grid = Grid::new(&PageForm { margins, ..PageForm::default() }, 100);
        assert_eq!((grid.inside, grid.top()), (72.0, 90.0));
        assert!(grid.measure <= 432.0 - 72.0 - 36.0);
    }
}
