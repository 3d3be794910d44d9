//! Themes: what each [`Ink`] looks like on a screen and on a press.
//!
//! ```
//! use dealpress::{assets::Assets, figure::{Ink, theme::Theme}};
//! let press = Theme::load(&Assets::embedded(), "press").unwrap();
//! assert_eq!(press.paint(Ink::Hearts).cmyk, [0, 0, 0, 100]);
//! assert!(press.inking.is_hollow());
//! ```
//!
//! A theme is a file in `templates/themes/`. It names every ink once: a screen colour and, after
//! it, the four press inks in percent. Without them the press inks are worked out.

use super::Ink;
use crate::assets::{Assets, BadAsset};
use crate::yaml::{self, BadYaml};
use serde::Deserialize;

/// How every ink looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    /// The theme's name.
    pub name: String,
    /// How red suits are told from black ones.
    pub inking: Inking,
    paints: [Paint; INKS],
}

/// How red suits are told from black ones, which changes what is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Inking {
    /// By colour; every suit is solid.
    #[default]
    Colour,
    /// By shape: red suits are hollow, so that black ink is enough.
    Black,
}

impl Inking {
    /// Whether red suits are hollow.
    pub fn is_hollow(self) -> bool {
        self == Inking::Black
    }
}

/// A colour, for screens and for presses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Paint {
    /// Red, green, blue, 0 to 255.
    pub rgb: [u8; 3],
    /// Cyan, magenta, yellow, black, in percent.
    pub cmyk: [u8; 4],
}

impl Paint {
    /// The screen colour as style sheets write it, as short as it can be.
    pub fn hex(self) -> String {
        let [r, g, b] = self.rgb;
        match self.rgb.iter().all(|part| part >> 4 == part & 15) {
            true => format!("#{:x}{:x}{:x}", r & 15, g & 15, b & 15),
            false => format!("#{r:02x}{g:02x}{b:02x}"),
        }
    }
}

/// A theme that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadTheme {
    /// There is no such theme, or its file cannot be read.
    #[error(transparent)]
    Asset(#[from] BadAsset),
    /// The file is no theme.
    #[error(transparent)]
    Yaml(#[from] BadYaml),
    /// A colour is none.
    #[error(
        "{place}: {ink}: `{text}` is no colour; write #B8142B, or #B8142B 15 100 85 10 with the press inks in percent"
    )]
    Colour {
        /// The file.
        place: String,
        /// The ink.
        ink: String,
        /// What stands there.
        text: String,
    },
    /// There is no such theme.
    #[error("unknown theme `{name}`; there are {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The themes there are.
        known: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThemeText {
    inking: Inking,
    inks: InkTexts,
}

/// One field an ink, so that serde itself refuses unknown, missing and repeated ones.
macro_rules! inks {
    ($($field:ident $ink:ident),* $(,)?) => {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        struct InkTexts { $($field: String),* }

        impl InkTexts {
            fn each(self) -> Vec<(Ink, &'static str, String)> {
                vec![$((Ink::$ink, stringify!($field), self.$field)),*]
            }
        }

        /// Every ink, in the order of [`Ink`].
        pub const ALL_INKS: [Ink; INKS] = [$(Ink::$ink),*];
    };
}

/// How many inks there are.
pub const INKS: usize = 29;

inks! {
    table Table, face Face, outline Outline,
    clubs Clubs, diamonds Diamonds, hearts Hearts, spades Spades,
    down_face DownFace, back_field BackField, back_hatch BackHatch, down_hatch DownHatch,
    plate Plate, plate_figure PlateFigure, line Line,
    empty_clubs EmptyClubs, empty_diamonds EmptyDiamonds, empty_hearts EmptyHearts, empty_spades EmptySpades,
    mark Mark, label Label, text Text, tint Tint,
    seat_a SeatA, seat_b SeatB, seat_c SeatC, seat_d SeatD, seat_e SeatE, seat_f SeatF, seat_g SeatG,
}

impl Theme {
    /// The theme of a name: `light`, `dark`, `press`, `gray`, `four`, `four-dark`, or one of the user's own.
    ///
    /// # Errors
    /// If there is no such theme or its file is bad.
    pub fn load(assets: &Assets, name: &str) -> Result<Theme, BadTheme> {
        let path = format!("themes/{name}.yaml");
        let known = Theme::names(assets);
        if !known.iter().any(|known| known == name) {
            return Err(BadTheme::Unknown { name: crate::card::shorten(name), known: known.join(", ") });
        }
        Theme::read(name, &assets.place(&path), &assets.text(&path)?)
    }

    /// The names of all themes, sorted.
    pub fn names(assets: &Assets) -> Vec<String> {
        let files = assets.names("themes");
        let mut names: Vec<String> =
            files.iter().filter_map(|name| name.strip_suffix(".yaml")).map(str::to_string).collect();
        names.sort();
        names
    }

    /// Reads a theme; `place` is the file's name for messages.
    ///
    /// # Errors
    /// If the text is no theme.
    pub fn read(name: &str, place: &str, text: &str) -> Result<Theme, BadTheme> {
        let written: ThemeText = yaml::read(place, text)?;
        let mut paints = [Paint::default(); INKS];
        for (ink, field, text) in written.inks.each() {
            let bad = || BadTheme::Colour {
                place: place.to_string(),
                ink: field.replace('_', "-"),
                text: crate::card::shorten(&text),
            };
            paints[ink as usize] = paint(&text).ok_or_else(bad)?;
        }
        Ok(Theme { name: name.to_string(), inking: written.inking, paints })
    }

    /// How an ink looks.
    pub fn paint(&self, ink: Ink) -> Paint {
        self.paints[ink as usize]
    }
}

fn paint(text: &str) -> Option<Paint> {
    let mut words = text.split_ascii_whitespace();
    let digits = words.next()?.strip_prefix('#')?;
    if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    let rgb = [part(0)?, part(2)?, part(4)?];
    let percents: Vec<u8> =
        words.map(|word| word.parse().ok().filter(|&p| p <= 100)).collect::<Option<_>>()?;
    let cmyk = match percents[..] {
        [] => press_inks(rgb),
        [c, m, y, k] => [c, m, y, k],
        _ => return None,
    };
    Some(Paint { rgb, cmyk })
}

/// Press inks of a screen colour, with all that is gray in it as black ink.
fn press_inks(rgb: [u8; 3]) -> [u8; 4] {
    let brightest = f32::from(rgb[0].max(rgb[1]).max(rgb[2]));
    if brightest == 0.0 {
        return [0, 0, 0, 100];
    }
    let percent = |share: f32| (share * 100.0).round() as u8;
    let ink = |part: u8| percent(1.0 - f32::from(part) / brightest);
    [ink(rgb[0]), ink(rgb[1]), ink(rgb[2]), percent(1.0 - brightest / 255.0)]
}

#[cfg(test)]
mod tests {
    use super::super::suit;
    use super::*;

    fn all() -> Vec<Theme> {
        let assets = Assets::embedded();
        Theme::names(&assets).iter().map(|name| Theme::load(&assets, name).unwrap()).collect()
    }

    /// Relative luminance and contrast as the web's accessibility guidelines define them.
    fn contrast(a: Paint, b: Paint) -> f32 {
        let light = |paint: Paint| {
            let part = |value: u8| {
                let value = f32::from(value) / 255.0;
                if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(paint.rgb[0]) + 0.7152 * part(paint.rgb[1]) + 0.0722 * part(paint.rgb[2])
        };
        let (a, b) = (light(a) + 0.05, light(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn inks_are_numbered_in_the_order_of_the_list() {
        for (index, ink) in ALL_INKS.into_iter().enumerate() {
            assert_eq!(ink as usize, index, "{ink:?}");
        }
    }

    #[test]
    fn every_theme_reads_and_its_suits_can_be_read_on_its_cards() {
        let names: Vec<String> = all().into_iter().map(|theme| theme.name).collect();
        assert_eq!(names, ["dark", "four", "four-dark", "gray", "light", "press"]);
        for theme in all() {
            for suit in [Ink::Clubs, Ink::Diamonds, Ink::Hearts, Ink::Spades] {
                for (face, least) in [(Ink::Face, 4.5), (Ink::DownFace, 4.0)] {
                    let have = contrast(theme.paint(suit), theme.paint(face));
                    assert!(have >= least, "{} {suit:?} on {face:?}: {have}", theme.name);
                }
            }
            for ink in [Ink::Label, Ink::Text, Ink::Mark] {
                assert!(contrast(theme.paint(ink), theme.paint(Ink::Table)) >= 4.5, "{} {ink:?}", theme.name);
            }
            // What is drawn and is no text, as the same guidelines ask.
            if ["light", "dark"].contains(&theme.name.as_str()) {
                for suit in 0..4 {
                    let have = contrast(theme.paint(suit::empty_ink(suit)), theme.paint(Ink::Table));
                    assert!(have >= 3.0, "{} {suit}: {have}", theme.name);
                }
            }
        }
    }

    #[test]
    fn the_press_theme_prints_with_black_ink_alone() {
        let press = Theme::load(&Assets::embedded(), "press").unwrap();
        for ink in ALL_INKS {
            let [c, m, y, k] = press.paint(ink).cmyk;
            assert_eq!((c, m, y), (0, 0, 0), "{ink:?}");
            assert!(k == 0 || k >= 10, "{ink:?}: a tint under 10 % does not print");
        }
    }

    #[test]
    fn a_bad_theme_is_refused_with_its_place() {
        let good = Assets::embedded().text("themes/light.yaml").unwrap();
        let message = |text: &str| Theme::read("mine", "themes/mine.yaml", text).unwrap_err().to_string();
        assert!(message(&good.replace("  face:", "  fase:")).contains("fase"));
        assert!(
            message(&good.replace("\"#B8142B 15 100 85 10\"", "crimson")).contains("diamonds: `crimson`")
        );
        assert!(message(&good.replace("15 100 85 10", "15 100 85 101")).contains("no colour"));
        let unknown = Theme::load(&Assets::embedded(), "noir").unwrap_err().to_string();
        assert_eq!(unknown, "unknown theme `noir`; there are dark, four, four-dark, gray, light, press");
    }
}
