//! The page grid: margins, baselines and columns for a size of page.

use serde::{Deserialize, Deserializer, de::Error};

/// The size of the pages, cut.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trim {
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
}

impl Default for Trim {
    fn default() -> Trim {
        Trim { width: 432.0, height: 648.0 }
    }
}

/// The sizes that have a name.
const NAMED: [(&str, f32, f32); 7] = [
    ("6x9", 432.0, 648.0),
    ("8x10", 576.0, 720.0),
    ("8.5x11", 612.0, 792.0),
    ("a5", 419.53, 595.28),
    ("b5", 498.9, 708.66),
    ("a4", 595.28, 841.89),
    ("letter", 612.0, 792.0),
];

impl<'de> Deserialize<'de> for Trim {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Trim, D::Error> {
        let text = String::deserialize(source)?;
        let name = text.to_ascii_lowercase();
        let named = NAMED.iter().find(|(known, ..)| *known == name);
        let trim = match named {
            Some(&(_, width, height)) => Some(Trim { width, height }),
            None => millimetres(&name),
        };
        let trim = trim.ok_or_else(|| {
            let known: Vec<&str> = NAMED.iter().map(|named| named.0).collect();
            let text = crate::card::shorten(&text);
            D::Error::custom(format!(
                "trim: `{text}` is neither {} nor a size such as 148x210mm",
                known.join(", ")
            ))
        })?;
        let fits = (380.0..=900.0).contains(&trim.width) && (560.0..=1300.0).contains(&trim.height);
        match fits {
            true => Ok(trim),
            false => Err(D::Error::custom("trim: pages are from 134 × 198 mm to 317 × 458 mm")),
        }
    }
}

fn millimetres(text: &str) -> Option<Trim> {
    let (width, height) = text.strip_suffix("mm")?.trim().split_once('x')?;
    let points = |text: &str| text.trim().parse::<f32>().ok().map(|mm| (mm * 7200.0 / 25.4).round() / 100.0);
    let trim = Trim { width: points(width)?, height: points(height)? };
    (trim.width.is_finite() && trim.height.is_finite()).then_some(trim)
}

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
/// From the last baseline to the lower edge.
const BOTTOM: f32 = 69.0;

impl Grid {
    /// The grid of a size of page.
    pub fn new(trim: Trim) -> Grid {
        let (inside, outside) = LEAST_MARGINS;
        // Half a point of a card: the measure is as wide as whole cards allow.
        let card = ((trim.width - inside - outside) / 8.0).floor();
        let measure = 8.0 * card;
        // What is left over goes to the outside, which looks narrower than the spine.
        let spare = trim.width - measure - inside - outside;
        let (lead, first) = (13.0, 72.0);
        let lines = ((trim.height - BOTTOM - first) / lead).floor() as usize + 1;
        let last = first + lead * (lines - 1) as f32;
        Grid {
            trim,
            inside: inside + (spare - 6.0).max(0.0) / 2.0,
            measure,
            card,
            lead,
            first,
            lines,
            head: 45.0,
            folio: last + 32.0,
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
    use super::*;

    #[test]
    fn six_by_nine_inches_give_the_grid_that_the_book_was_drawn_for() {
        let grid = Grid::new(Trim::default());
        assert_eq!((grid.card, grid.measure, grid.inside), (42.0, 336.0, 54.0));
        assert_eq!((grid.lines, grid.last(), grid.folio), (40, 579.0, 611.0));
        assert_eq!((grid.left(1), grid.left(2)), (54.0, 42.0));
        assert_eq!((grid.column(1), grid.half()), (58.0, 162.0));
    }

    #[test]
    fn every_named_size_keeps_its_margins() {
        for (name, width, height) in NAMED {
            let grid = Grid::new(Trim { width, height });
            assert!(grid.inside >= 54.0 && grid.left(2) >= 36.0, "{name}: {grid:?}");
            assert!(grid.folio <= height - 36.0, "{name}");
        }
    }

    #[test]
    fn millimetres_are_read() {
        let trim = millimetres("148x210mm").unwrap();
        assert!((trim.width - 419.53).abs() < 0.01 && (trim.height - 595.28).abs() < 0.01);
        assert!(millimetres("nanxinfmm").is_none_or(|trim| trim.width.is_finite()));
    }
}
