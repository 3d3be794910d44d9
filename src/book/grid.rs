//! The page grid: margins, baselines and columns for a size of page.

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
}

/// The least margin at the spine, and at the outside.
const LEAST_MARGINS: (f32, f32) = (54.0, 36.0);
/// Boxes at the margin are drawn with lines that reach over it by so much at most.
const HALF_LINE: f32 = 0.5;
/// From the last baseline to the lower edge.
const BOTTOM: f32 = 69.0;

impl Grid {
    /// The grid of a size of page, in a book of so many pages.
    pub fn new(trim: Trim, pages: usize) -> Grid {
        let (inside, outside) = LEAST_MARGINS;
        let inside = inside.max(trim.shop.spine(pages) + HALF_LINE);
        // Half a point of a card: the measure is as wide as whole cards allow.
        let card = ((trim.width - inside - outside) / 8.0).floor();
        let measure = 8.0 * card;
        // What is left over goes to the outside, which looks narrower than the spine.
        let spare = trim.width - measure - inside - outside;
        let (lead, first) = (13.0, 72.0);
        let lines = ((trim.height - BOTTOM - first) / lead).floor() as usize + 1;
        let last = first + lead * (lines - 1) as f32;
        // Old-style figures hang under their line.
        let lowest = match trim.shop {
            Shop::Lulu | Shop::Ingram => trim.height - trim.shop.edge() - 3.0,
            Shop::Any | Shop::Kdp => trim.height,
        };
        Grid {
            trim,
            inside: inside + (spare - 6.0).max(0.0) / 2.0,
            measure,
            card,
            lead,
            first,
            lines,
            head: 45.0,
            folio: (last + 32.0).min(lowest),
            gutter: 12.0,
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
        let grid = Grid::new(Trim::default(), 100);
        assert_eq!((grid.card, grid.measure, grid.inside), (42.0, 336.0, 54.0));
        assert_eq!((grid.lines, grid.last(), grid.folio), (40, 579.0, 611.0));
        assert_eq!((grid.left(1), grid.left(2)), (54.0, 42.0));
        assert_eq!((grid.column(1), grid.half()), (58.0, 162.0));
    }

    #[test]
    fn every_named_size_keeps_its_margins() {
        for (name, width, height, shop) in NAMED {
            for (pages, inside) in [(100, 54.0), (800, 63.0)] {
                let grid = Grid::new(Trim { width, height, shop }, pages);
                assert!(grid.inside >= inside && grid.left(2) >= 36.0, "{name}: {grid:?}");
                assert!(grid.inside > shop.gutter(pages), "{name}: {grid:?}");
                // Lulu's gutters take an inch and a quarter of a thick book.
                let least = if shop == Shop::Lulu { 300.0 } else { 320.0 };
                assert!(grid.measure >= least, "{name}: {grid:?}");
            }
            let grid = Grid::new(Trim { width, height, shop }, 100);
            assert!(grid.folio <= height - 36.0, "{name}");
        }
    }
}
