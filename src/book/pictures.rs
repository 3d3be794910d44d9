//! The user's own pictures: files beside the pages that name them, in the inks of the book and at their size.
//!
//! A picture is as wide as its dots allow at 300 an inch for a press and at 150 for a screen, at most as wide as
//! the text and at most as high as a page holds. So no picture is ever coarser than that: one with few dots is
//! small, and one that would be a mere stamp is refused.

use crate::output::pdf::{Inks, Profile};
use crate::raster::{BadRaster, Raster, RasterFile, Space};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Dots an inch of a press; shops want no fewer.
const PRESS: f32 = 300.0;
/// Dots an inch of a screen.
const SCREEN: f32 = 150.0;
/// More dots an inch than twice this are never seen: some are made one.
const ENOUGH: f32 = 300.0;
/// What rounding may take away.
const HAIR: f32 = 0.001;

/// A picture of the user's.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Its dots.
    pub raster: Arc<Raster>,
    /// The largest width and height at which it is fine enough, in points.
    pub size: [f32; 2],
}

/// The pictures of a book. Each file is read once; whoever asks again gets what was read.
#[derive(Debug, Clone)]
pub struct Pictures {
    space: Space,
    profile: Profile,
    known: Arc<Mutex<Known>>,
}

/// The pictures by their files, or what is wrong with them.
type Known = BTreeMap<PathBuf, Result<Arc<Picture>, String>>;

impl Pictures {
    /// Those of a book with these inks, for a press or a screen.
    pub fn new(inks: Inks, profile: Profile) -> Pictures {
        let space = match inks {
            Inks::Black => Space::Gray,
            Inks::Cmyk => Space::Cmyk,
            Inks::Rgb => Space::Rgb,
        };
        Pictures { space, profile, known: Arc::default() }
    }

    /// The picture of a file, for pages that have so much room for it, in points.
    ///
    /// # Errors
    /// Why there is none, and what would be right.
    pub fn load(&self, path: &Path, room: [f32; 2]) -> Result<Arc<Picture>, String> {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        // The lock is held while a file is read: one after the other, as each may take much memory.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(path).or_insert_with_key(|path| self.read(path, room).map(Arc::new)).clone()
    }

    fn read(&self, path: &Path, [width, height]: [f32; 2]) -> Result<Picture, String> {
        let told = |error: BadRaster| error.to_string();
        let file = RasterFile::open(path).map_err(told)?;
        let dots = file.dots();
        let least = self.dots_an_inch();
        let size = dots.map(|side| side as f32 * 72.0 / least);
        if size[0].max(size[1]) < 72.0 {
            return Err(self.too_few(dots, width));
        }
        let smaller = (size[0] / width).max(size[1] / height).max(1.0);
        let parts = (least * smaller / ENOUGH + HAIR).floor().max(1.0);
        let raster = Arc::new(file.raster(self.space, parts as usize).map_err(told)?);
        Ok(Picture { raster, size })
    }

    fn dots_an_inch(&self) -> f32 {
        match self.profile {
            Profile::Press => PRESS,
            Profile::Screen => SCREEN,
        }
    }

    fn too_few(&self, [wide, high]: [u32; 2], room: f32) -> String {
        let least = self.dots_an_inch();
        let millimetres = |dots: u32| (dots as f32 / least * 25.4).round();
        let whose = match self.profile {
            Profile::Press => "presses",
            Profile::Screen => "screens",
        };
        format!(
            "it has {wide} × {high} dots, and {whose} want {least} an inch: it would be {} × {} mm; take a picture \
             with {least} dots or more on its longer side, {:.0} across to be as wide as the text",
            millimetres(wide),
            millimetres(high),
            (room / 72.0 * least).ceil()
        )
    }
}
