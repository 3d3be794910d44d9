//! Figures as PNG pictures.
//!
//! ```
//! use dealpress::{assets::Assets, figure::{Figure, theme::Theme}, output::png};
//! let figure = Figure { width: 20.0, height: 10.0, items: vec![], title: "Nothing".into(), alt: "".into() };
//! let theme = Theme::load(&Assets::embedded(), "light").unwrap();
//! assert_eq!(&png::write(&figure, &theme, 2.0).unwrap()[1..4], b"PNG");
//! ```

use crate::figure::theme::Theme;
use crate::figure::{Figure, Ink, Item, Join, Path, Segment, Stroke, typeset};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke as Pen, StrokeDash, Transform,
};

/// The most pixels of a picture.
const MOST_PIXELS: f32 = 64_000_000.0;

/// A picture that cannot be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BadPicture {
    /// It would have no pixels or far too many.
    #[error(
        "a picture of {width:.0} × {height:.0} points at {scale} pixels a point is empty or too large; choose another scale"
    )]
    Size {
        /// Width in points.
        width: f32,
        /// Height in points.
        height: f32,
        /// Pixels a point.
        scale: f32,
    },
    /// A text has a character that our fonts cannot draw.
    #[error("`{character}` in \"{text}\" is in none of the fonts; leave it out or write the figure as SVG")]
    Glyph {
        /// The character.
        character: char,
        /// The text.
        text: String,
    },
    /// The encoder failed.
    #[error("the picture cannot be written as PNG: {0}")]
    Encoding(String),
}

/// Draws a figure on the theme's table, so many pixels a point.
///
/// # Errors
/// If the picture would be empty or too large, or a text cannot be drawn.
pub fn write(figure: &Figure, theme: &Theme, scale: f32) -> Result<Vec<u8>, BadPicture> {
    let size = || BadPicture::Size { width: figure.width, height: figure.height, scale };
    let (width, height) = ((figure.width * scale).ceil(), (figure.height * scale).ceil());
    if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        return Err(size());
    }
    if let Some((text, character)) = figure.missing_glyph() {
        return Err(BadPicture::Glyph { character, text: crate::card::shorten(&text.text) });
    }
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or_else(size)?;
    let mut canvas = Canvas { theme, to_pixels: Transform::from_scale(scale, scale), pixels: &mut pixels };
    canvas.pixels.fill(canvas.color(Ink::Table));
    canvas.items(&figure.items);
    pixels.encode_png().map_err(|error| BadPicture::Encoding(error.to_string()))
}

struct Canvas<'a> {
    theme: &'a Theme,
    to_pixels: Transform,
    pixels: &'a mut Pixmap,
}

impl Canvas<'_> {
    fn color(&self, ink: Ink) -> tiny_skia::Color {
        let [r, g, b] = self.theme.paint(ink).rgb;
        tiny_skia::Color::from_rgba8(r, g, b, 255)
    }

    fn paint(&self, ink: Ink) -> Paint<'static> {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color(self.color(ink));
        paint
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Path { path, fill, stroke } => self.path(path, *fill, *stroke),
                Item::Text(text) => self.path(&typeset::outlines(text), Some(text.ink), None),
                Item::Group { items, .. } | Item::Tagged { items, .. } => self.items(items),
                Item::Shared { x, y, items } => {
                    let moved: Vec<Item> = items.iter().map(|item| item.clone().moved(*x, *y)).collect();
                    self.items(&moved);
                }
                Item::Raster { .. } | Item::Link { .. } => {}
            }
        }
    }

    fn path(&mut self, path: &Path, fill: Option<Ink>, stroke: Option<Stroke>) {
        let Some(path) = built(path) else { return };
        if let Some(ink) = fill {
            self.pixels.fill_path(&path, &self.paint(ink), FillRule::Winding, self.to_pixels, None);
        }
        if let Some(stroke) = stroke {
            let (line_cap, line_join) = match stroke.join {
                Join::Mitre => (LineCap::Butt, LineJoin::Miter),
                Join::Round => (LineCap::Round, LineJoin::Round),
            };
            let dash = stroke.dash.and_then(|(dash, gap)| StrokeDash::new(vec![dash, gap], 0.0));
            let pen = Pen { width: stroke.width, miter_limit: 10.0, line_cap, line_join, dash };
            self.pixels.stroke_path(&path, &self.paint(stroke.ink), &pen, self.to_pixels, None);
        }
    }
}

fn built(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for &segment in &path.0 {
        match segment {
            Segment::Move(x, y) => builder.move_to(x, y),
            Segment::Line(x, y) => builder.line_to(x, y),
            Segment::Cubic(a, b, c, d, x, y) => builder.cubic_to(a, b, c, d, x, y),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Assets;

    fn figure(width: f32, height: f32) -> Figure {
        let card = Item::fill(Path::rect(1.0, 1.0, 2.0, 2.0), Ink::Hearts);
        Figure { width, height, items: vec![card], title: String::new(), alt: String::new() }
    }

    #[test]
    fn a_fill_has_the_colour_of_its_ink() {
        let theme = Theme::load(&Assets::embedded(), "light").unwrap();
        let bytes = write(&figure(4.0, 4.0), &theme, 1.0).unwrap();
        let pixels = Pixmap::decode_png(&bytes).unwrap();
        let at = |x, y| {
            let pixel = pixels.pixel(x, y).unwrap();
            [pixel.red(), pixel.green(), pixel.blue()]
        };
        assert_eq!((at(0, 0), at(1, 1)), ([255; 3], [0xB8, 0x14, 0x2B]));
        assert_eq!(bytes, write(&figure(4.0, 4.0), &theme, 1.0).unwrap());
    }

    #[test]
    fn a_character_that_no_font_has_is_named() {
        let text = crate::figure::Text::new(crate::figure::Face::Sans, 8.0, Ink::Text, "deal \u{4e00}");
        let figure = Figure { items: vec![Item::Text(text)], ..figure(20.0, 20.0) };
        let theme = Theme::load(&Assets::embedded(), "light").unwrap();
        let error = write(&figure, &theme, 1.0).unwrap_err().to_string();
        assert!(error.contains("`\u{4e00}` in \"deal \u{4e00}\""), "{error}");
    }

    #[test]
    fn a_picture_without_pixels_or_with_too_many_is_refused() {
        let theme = Theme::load(&Assets::embedded(), "light").unwrap();
        for (width, scale) in [(0.0, 2.0), (100.0, f32::NAN), (1e9, 2.0), (10.0, -1.0)] {
            assert!(write(&figure(width, 10.0), &theme, scale).is_err(), "{width} {scale}");
        }
    }
}
