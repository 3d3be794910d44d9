//! The size of the pages, and what the shop that prints them wants of margins and page counts.

use crate::output::pdf::Bleed;
use serde::de::{Error, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::ops::RangeInclusive;

/// The size of the pages, cut, and who prints them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trim {
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// Whose rules it keeps.
    pub shop: Shop,
}

/// A shop that prints books, with rules of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shop {
    /// None in particular.
    Any,
    /// Kindle Direct Publishing.
    Kdp,
    /// Lulu.
    Lulu,
    /// IngramSpark.
    Ingram,
}

/// The sizes that have a name.
pub(super) const NAMED: [(&str, f32, f32, Shop); 12] = [
    ("6x9", 432.0, 648.0, Shop::Any),
    ("8x10", 576.0, 720.0, Shop::Any),
    ("8.5x11", 612.0, 792.0, Shop::Any),
    ("a5", 419.53, 595.28, Shop::Any),
    ("b5", 498.9, 708.66, Shop::Any),
    ("a4", 595.28, 841.89, Shop::Any),
    ("letter", 612.0, 792.0, Shop::Any),
    ("kdp-6x9", 432.0, 648.0, Shop::Kdp),
    ("kdp-8x10", 576.0, 720.0, Shop::Kdp),
    ("kdp-8.5x11", 612.0, 792.0, Shop::Kdp),
    ("lulu-6x9", 432.0, 648.0, Shop::Lulu),
    ("ingram-6x9", 432.0, 648.0, Shop::Ingram),
];

/// The least and the greatest width and height.
const WIDTHS: RangeInclusive<f32> = 380.0..=900.0;
const HEIGHTS: RangeInclusive<f32> = 560.0..=1300.0;

/// The least distance of ink from the spine, in inches, up to so many pages.
type Gutters = &'static [(usize, f32)];

const KDP_GUTTERS: Gutters = &[(150, 0.375), (300, 0.5), (500, 0.625), (700, 0.75), (usize::MAX, 0.875)];
/// Half an inch of safety, and what the shop adds to it. Its table leaves page 60 out and names 400
/// twice; both are given the wider gutter.
const LULU_GUTTERS: Gutters = &[(59, 0.5), (150, 0.625), (399, 1.0), (600, 1.125), (usize::MAX, 1.25)];
/// Half an inch, as at the other edges; more for thick books is not known.
const INGRAM_GUTTERS: Gutters = &[(usize::MAX, 0.5)];

impl Shop {
    /// The least distance of ink from the spine in a book of so many pages, as the shop demands it.
    pub fn gutter(self, pages: usize) -> f32 {
        let steps = match self {
            Shop::Any | Shop::Kdp => KDP_GUTTERS,
            Shop::Lulu => LULU_GUTTERS,
            Shop::Ingram => INGRAM_GUTTERS,
        };
        step(steps, pages)
    }

    /// The distance of ink from the spine that a book of so many pages is set with.
    ///
    /// A thick book does not open flat, so shops that demand little get as much as others do.
    pub fn spine(self, pages: usize) -> f32 {
        self.gutter(pages).max(step(KDP_GUTTERS, pages))
    }

    /// The least distance of ink from the other edges.
    pub fn edge(self) -> f32 {
        match self {
            Shop::Any | Shop::Kdp => 18.0,
            Shop::Lulu | Shop::Ingram => 36.0,
        }
    }

    /// The least distance of ink from the other edges in a file with bleed.
    pub fn edge_with_bleed(self) -> f32 {
        match self {
            Shop::Any | Shop::Kdp => 27.0,
            Shop::Lulu | Shop::Ingram => 36.0,
        }
    }

    /// The paper around the cut pages in a file with bleed: an eighth of an inch.
    ///
    /// Lulu wants it on all four sides, the others not at the spine.
    pub fn bleed(self) -> Bleed {
        match self {
            Shop::Lulu => Bleed { outside: 9.0, spine: 9.0 },
            Shop::Any | Shop::Kdp | Shop::Ingram => Bleed { outside: 9.0, spine: 0.0 },
        }
    }

    /// Whether its files say that they keep PDF/X-1a; the others want a file that says nothing of itself.
    pub fn wants_exchange(self) -> bool {
        self == Shop::Ingram
    }

    /// The most ink that may lie on one place, in percent of all four, if the shop says so.
    pub fn most_ink(self) -> Option<f32> {
        (self == Shop::Ingram).then_some(240.0)
    }

    /// How many pages it binds; where no bounds are known, any number.
    pub fn pages(self) -> RangeInclusive<usize> {
        match self {
            Shop::Kdp => 24..=828,
            Shop::Lulu => 32..=800,
            Shop::Any | Shop::Ingram => 1..=usize::MAX,
        }
    }

    /// Refuses a number of pages that it does not bind.
    ///
    /// # Errors
    /// If there are too few or too many; says what to do.
    pub fn binds(self, pages: usize) -> Result<(), String> {
        let bound = self.pages();
        match bound.contains(&pages) {
            true => Ok(()),
            false => Err(format!(
                "this shop binds from {} to {} pages, and the book has {pages}; change the number of \
                 puzzles, or choose another trim",
                bound.start(),
                bound.end()
            )),
        }
    }
}

fn step(steps: Gutters, pages: usize) -> f32 {
    72.0 * steps.iter().find(|&&(most, _)| pages <= most).map_or(0.0, |&(_, inches)| inches)
}

impl Trim {
    /// A size that no shop in particular asks for.
    pub fn new(width: f32, height: f32) -> Trim {
        Trim { width, height, shop: Shop::Any }
    }

    /// The names of the sizes that have one.
    pub fn names() -> Vec<&'static str> {
        NAMED.iter().map(|named| named.0).collect()
    }

    /// Reads a name or two measures: `kdp-6x9`, `148x210mm`, `6x9in`.
    ///
    /// # Errors
    /// If it is neither, or no page for a book.
    pub fn read(text: &str) -> Result<Trim, String> {
        let name = text.to_ascii_lowercase();
        let named = NAMED.iter().find(|(known, ..)| *known == name);
        let trim = match named {
            Some(&(_, width, height, shop)) => Some(Trim { width, height, shop }),
            None => two_measures(&name),
        };
        let known = || Trim::names().join(", ");
        let text = crate::card::shorten(text);
        let refused = || format!("trim: `{text}` is neither {} nor a size such as 148x210mm", known());
        trim.ok_or_else(refused)?.checked()
    }

    fn checked(self) -> Result<Trim, String> {
        match WIDTHS.contains(&self.width) && HEIGHTS.contains(&self.height) {
            true => Ok(self),
            false => Err(format!(
                "trim: {:.0} × {:.0} mm is no page for a book; width is from 134 to 317 mm (5.3 to 12.5 in), \
                 height from 198 to 458 mm (7.8 to 18 in)",
                self.width * 25.4 / 72.0,
                self.height * 25.4 / 72.0
            )),
        }
    }
}

impl Default for Trim {
    fn default() -> Trim {
        Trim::new(432.0, 648.0)
    }
}

/// Two measures of one unit: `148x210mm`.
fn two_measures(text: &str) -> Option<Trim> {
    let (width, height) = text.split_once('x')?;
    let unit = ["mm", "in"].into_iter().find(|unit| text.ends_with(unit))?;
    let width = width.trim().trim_end_matches(unit);
    Some(Trim::new(measure(&format!("{width}{unit}"))?, measure(height)?))
}

/// A measure in points: `148mm`, `8.5 in`.
pub(super) fn measure(text: &str) -> Option<f32> {
    let text = text.trim();
    let number = |digits: &str| digits.trim().parse::<f32>().ok().filter(|number| number.is_finite());
    let points = match (text.strip_suffix("mm"), text.strip_suffix("in")) {
        (Some(millimetres), _) => number(millimetres)? * 72.0 / 25.4,
        (_, Some(inches)) => number(inches)? * 72.0,
        _ => return None,
    };
    Some((points * 100.0).round() / 100.0)
}

/// A size as two fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Measures {
    width: String,
    height: String,
}

impl<'de> Deserialize<'de> for Trim {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Trim, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Trim;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a trim, or its width and height")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Trim, E> {
                Trim::read(text).map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Trim, A::Error> {
                let sides = Measures::deserialize(MapAccessDeserializer::new(map))?;
                let points = |field: &str, text: &str| {
                    let text = text.to_ascii_lowercase();
                    let bad = || {
                        let text = crate::card::shorten(&text);
                        A::Error::custom(format!("{field}: `{text}` is no measure such as 148mm or 5.8in"))
                    };
                    measure(&text).ok_or_else(bad)
                };
                let trim = Trim::new(points("width", &sides.width)?, points("height", &sides.height)?);
                trim.checked().map_err(A::Error::custom)
            }
        }
        source.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_measures_are_read() {
        assert_eq!(Trim::read("KDP-6x9").map(|trim| (trim.width, trim.shop)), Ok((432.0, Shop::Kdp)));
        let a5 = Trim::read("148x210mm").unwrap();
        assert!((a5.width - 419.53).abs() < 0.01 && (a5.height - 595.28).abs() < 0.01);
        assert_eq!(Trim::read("6x9in"), Ok(Trim::default()));
        let of_map = |text: &str| serde_yaml::from_str::<Trim>(text).map_err(|error| error.to_string());
        assert_eq!(of_map("{width: 6 in, height: 9in}"), Ok(Trim::default()));
        assert_eq!(of_map("{width: 148mm, height: 210mm}"), Ok(a5));
    }

    #[test]
    fn what_is_no_size_is_refused_with_a_cure() {
        for (text, wanted) in [
            ("2x3in", "51 × 76 mm is no page"),
            ("nanxinfmm", "such as 148x210mm"),
            ("1e30x1e30mm", "is no page"),
            ("-6x-9in", "is no page"),
            ("6×9", "neither 6x9"),
            ("{width: 6, height: 9}", "width"),
            ("{width: 6ft, height: 9in}", "width: `6ft` is no measure"),
            ("{width: 6in}", "height"),
            ("{width: 6in, height: 9in, depth: 1in}", "depth"),
            ("[6, 9]", "trim"),
        ] {
            let error = serde_yaml::from_str::<Trim>(text).unwrap_err().to_string();
            assert!(error.contains(wanted), "{text}: {error}");
        }
    }

    #[test]
    fn thick_books_want_a_wider_spine() {
        assert_eq!(Shop::Kdp.gutter(150), 27.0);
        assert_eq!((Shop::Kdp.gutter(700), Shop::Kdp.gutter(701)), (54.0, 63.0));
        // Where Lulu's table has a hole or an overlap, the wider step is taken.
        assert_eq!([59, 60, 150, 151].map(|pages| Shop::Lulu.gutter(pages)), [36.0, 45.0, 45.0, 72.0]);
        assert_eq!([399, 400, 600, 601].map(|pages| Shop::Lulu.gutter(pages)), [72.0, 81.0, 81.0, 90.0]);
        assert_eq!((Shop::Ingram.gutter(701), Shop::Ingram.spine(701)), (36.0, 63.0));
    }

    #[test]
    fn a_shop_says_how_many_pages_it_binds() {
        assert!(Shop::Kdp.binds(24).is_ok() && Shop::Kdp.binds(828).is_ok());
        assert!(Shop::Kdp.binds(829).is_err_and(|why| why.contains("24 to 828") && why.contains("829")));
        assert!(Shop::Lulu.binds(30).is_err() && Shop::Ingram.binds(2).is_ok());
    }
}
