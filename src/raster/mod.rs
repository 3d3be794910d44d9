//! Pictures that are made of dots: PNG and JPEG files of the user's, read for the pages of a book.
//!
//! ```no_run
//! use dealpress::raster::{RasterFile, Space};
//! let file = RasterFile::open("photo.png".as_ref()).unwrap();
//! let [width, height] = file.dots();
//! // In black ink, every two by two dots made one.
//! let raster = file.raster(Space::Gray, 2).unwrap();
//! assert_eq!(raster.dots, [width.div_ceil(2), height.div_ceil(2)]);
//! ```
//!
//! A file may come from anywhere: it is looked at before anything is unpacked, sizes are bounded, and what
//! cannot be read is an error that says what would be right. Nothing is ever fetched from elsewhere.
//!
//! Colours are turned into inks without profiles (`dots` has the arithmetic). What can be seen through is laid
//! on white paper, and a photograph that says how it was held is turned upright.

mod dots;
mod exif;
mod file;
mod jpeg;
mod pack;
mod png;

pub use dots::{MOST_INK, Space};
pub use file::{RasterFile, most_ink};
pub use pack::unpacked_inks;

/// The largest file that is read, in bytes.
pub const LARGEST_FILE: u64 = 32 << 20;
/// The most dots of a picture: twice as many as the largest page holds at 300 an inch.
pub const MOST_DOTS: u64 = 32_000_000;

/// A picture as a file of pages holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raster {
    /// How many dots it is wide and high.
    pub dots: [u32; 2],
    /// What its dots are mixed of, eight bits each.
    pub space: Space,
    /// How they are packed.
    pub packing: Packing,
    /// The packed dots, row by row from the top.
    pub bytes: Vec<u8>,
}

/// How the dots of a picture are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Rows told by what differs from their neighbours, as in PNG files, then deflated.
    Deflated,
    /// A JPEG file, stripped of all that is not picture.
    Jpeg(Scale),
}

/// What the numbers of a JPEG file's inks count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Light, or ink: as the space has it.
    Usual,
    /// What is left without ink, as Adobe's programs write it.
    Inverted,
}

/// Why a file is no picture that can be printed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRaster {
    /// There is none.
    #[error("there is no such file")]
    Missing,
    /// It is a folder.
    #[error("this is a folder; name the picture in it")]
    Folder,
    /// It is a pipe, a device, or what else is no file on a disk.
    #[error("this is no file on a disk; save the picture as a PNG or JPEG file")]
    Special,
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// It has too many bytes.
    #[error("the file is larger than {} MB; save the picture with fewer dots", LARGEST_FILE >> 20)]
    Large,
    /// It is empty.
    #[error("the file is empty; save the picture again")]
    Empty,
    /// It is of another kind.
    #[error("this is {0}; PNG and JPEG files can be printed: convert it to one of them")]
    Other(&'static str),
    /// It is no picture that we know.
    #[error("this is neither a PNG nor a JPEG file")]
    Unknown,
    /// It has too many dots.
    #[error(
        "it has {width} × {height} dots, and {} million are the most; scale it down",
        MOST_DOTS / 1_000_000
    )]
    Dots {
        /// The width it says it has.
        width: u32,
        /// The height.
        height: u32,
    },
    /// It ends too early.
    #[error("the file ends before its picture does; copy or save it again")]
    Short,
    /// It is broken.
    #[error("the file is broken ({0}); save the picture again")]
    Broken(String),
    /// It is of a kind that printers do not take.
    #[error("it is a JPEG file of a rare kind ({0}); save it again as a usual one with 8 bits a colour")]
    Rare(&'static str),
}
