//! The size of the pages, and what the shop that prints them wants of margins and page counts.

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

impl Shop {
    /// The least distance of ink from the spine in a book of so many pages.
    ///
    /// A thick book does not open flat; the steps are those of Kindle Direct Publishing, the strictest.
    pub fn gutter(self, pages: usize) -> f32 {
        72.0 * match pages {
            0..=150 => 0.375,
            151..=300 => 0.5,
            301..=500 => 0.625,
            501..=700 => 0.75,
            _ => 0.875,
        }
    }

    /// The least distance of ink from the other edges.
    pub fn edge(self) -> f32 {
        match self {
            Shop::Any | Shop::Kdp => 18.0,
            Shop::Lulu | Shop::Ingram => 36.0,
        }
    }

    /// How many pages it binds.
    pub fn pages(self) -> RangeInclusive<usize> {
        match self {
            Shop::Kdp => 24..=828,
            Shop::Any | Shop::Lulu | Shop::Ingram => 1..=usize::MAX,
        }
    }
}

impl Trim {
    /// A size that no shop in particular asks for.
    pub fn new(width: f32, height: f32) -> Trim {
        Trim { width, height, shop: Shop::Any }
    }

    /// Reads a name or two measures: `kdp-6x9`, `148x210mm`, `6x9in`.
    fn read(text: &str) -> Result<Trim, String> {
        let name = text.to_ascii_lowercase();
        let named = NAMED.iter().find(|(known, ..)| *known == name);
        let trim = match named {
            Some(&(_, width, height, shop)) => Some(Trim { width, height, shop }),
            None => two_measures(&name),
        };
        let known = || NAMED.map(|named| named.0).join(", ");
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
fn measure(text: &str) -> Option<f32> {
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
    }
}
