//! The display list: what a diagram or a page consists of, before any file format.
//!
//! Everything is in points (1/72 inch), x to the right and y down, with the origin at the top
//! left. Colours are named by what they mean ([`Ink`]); a [`theme`] turns meaning into paint.
//! SVG, PDF and PNG are one `match` over [`Item`] each (`output/`). HTML tables and plain text
//! are made from positions, not from figures.

mod arrow;
pub mod card;
pub mod cutout;
mod hatch;
pub mod layout;
pub mod marks;
pub mod names;
pub mod pack;
pub mod ranks;
pub mod seats;
mod shapes;
mod shared;
mod somerset;
pub mod stock;
pub mod strip;
pub mod suit;
mod table_frame;
pub mod tableau;
pub mod theme;
pub mod typeset;

use crate::raster::Raster;
use std::sync::Arc;

/// A drawing: its size, what is on it from back to front, and what a screen reader says of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// The items, painted in this order.
    pub items: Vec<Item>,
    /// A short name of the figure ("Stage 4").
    pub title: String,
    /// The whole content in words.
    pub alt: String,
}

/// One thing on a figure.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A filled and/or stroked path.
    Path {
        /// The outline.
        path: Path,
        /// What it is filled with, if it is.
        fill: Option<Ink>,
        /// How it is stroked, if it is.
        stroke: Option<Stroke>,
    },
    /// A line of text.
    Text(Text),
    /// Items that belong together, with a name (a card: "five of clubs, face down").
    Group {
        /// The name, shown on hover and read aloud; empty for items that only repeat together.
        title: String,
        /// The items, painted in this order.
        items: Vec<Item>,
    },
    /// Items that are drawn at many places, from their own corner: the same card on every page of a book.
    Shared {
        /// How far they are moved to the right, in points.
        x: f32,
        /// How far they are moved down.
        y: f32,
        /// The items.
        items: Arc<[Item]>,
    },
    /// Items that are one thing to those who hear a document, in the order in which they are heard.
    Tagged {
        /// What they are.
        tag: Tag,
        /// The items, painted in this order.
        items: Vec<Item>,
    },
    /// A picture that is made of dots. Pages of books have such pictures, and PDF files hold them; what SVG
    /// and PNG are made of has none, and they leave it out. It never stands in shared items.
    Raster {
        /// Left, top, width, height in points.
        area: [f32; 4],
        /// The picture.
        raster: Arc<Raster>,
    },
    /// A place that leads to another page of the same document (0-based) in screen files. Within a
    /// tagged item, the words of the item are those of the link.
    Link {
        /// Left, top, width, height in points.
        area: [f32; 4],
        /// The page it leads to, 0-based.
        page: usize,
    },
}

/// What an item is to those who hear a document.
///
/// Tags stand in a row; what they make up (lists, tables, chapters) follows from their order. Text
/// without a tag is a paragraph of its own, and drawing without one is furniture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tag {
    /// A head; 1 is that of a chapter, 2 that of a section in it.
    Head(u8),
    /// A paragraph, or its first line.
    Paragraph,
    /// More of what stands before it: the next line of a paragraph, of a head, of an entry.
    More,
    /// The mark of an entry of a list.
    Mark,
    /// An entry of a list.
    Entry,
    /// A row of the contents.
    Content,
    /// A cell at the top of a column of a table.
    ColumnHead,
    /// The first cell of a row of a table.
    RowHead,
    /// Another cell of the row.
    Cell,
    /// A picture, and the whole of it in words.
    Picture(String),
    /// Running heads, page numbers, rules: nothing that is read aloud.
    Furniture,
}

/// A line of text, set from its baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The anchor point, in points.
    pub x: f32,
    /// The baseline, in points.
    pub y: f32,
    /// Which part of the line stands at `x`.
    pub anchor: Anchor,
    /// What it says.
    pub text: String,
    /// The typeface.
    pub face: Face,
    /// The type size in points.
    pub size: f32,
    /// Horizontal scale; 1 is the face's own width.
    pub stretch: f32,
    /// Space added after each glyph, in em.
    pub tracking: f32,
    /// Space added at each word space, in points (justified lines).
    pub word_space: f32,
    /// The shape of its figures.
    pub figures: Figures,
    /// The ink.
    pub ink: Ink,
}

/// Which part of a line stands at its anchor point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// The embedded typefaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Source Serif 4 Regular.
    Serif,
    /// Source Serif 4 Italic.
    SerifItalic,
    /// Source Serif 4 Semibold.
    SerifSemibold,
    /// Source Serif 4 Display Regular.
    Display,
    /// Source Serif 4 Display Light.
    DisplayLight,
    /// Source Sans 3 Regular.
    Sans,
    /// Source Sans 3 Semibold.
    SansSemibold,
    /// Source Sans 3 Bold.
    SansBold,
}

/// The shape of the figures 0 to 9.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figures {
    /// All of capital height (cards, moves, tables).
    Lining,
    /// With ascenders and descenders (folios, contents).
    OldStyle,
}

/// An outline of straight lines and cubic curves.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Path(pub Vec<Segment>);

/// A step of a [`Path`], in absolute points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Begin a new contour.
    Move(f32, f32),
    /// A straight line.
    Line(f32, f32),
    /// A cubic Bézier curve: two control points and the end.
    Cubic(f32, f32, f32, f32, f32, f32),
    /// Close the contour.
    Close,
}

/// How a path is stroked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// The ink.
    pub ink: Ink,
    /// The line's width in points.
    pub width: f32,
    /// Dash and gap in points, or a solid line.
    pub dash: Option<(f32, f32)>,
    /// How its corners are joined.
    pub join: Join,
}

/// How the corners of a stroke are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Join {
    /// Pointed.
    Mitre,
    /// Round (ends are round too).
    Round,
}

/// A colour by its meaning; a theme says how it looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// The page or table.
    Table,
    /// The face of a card.
    Face,
    /// The outline of a card.
    Outline,
    /// Clubs on a face-up card.
    Clubs,
    /// Diamonds on a face-up card.
    Diamonds,
    /// Hearts on a face-up card.
    Hearts,
    /// Spades on a face-up card.
    Spades,
    /// The face of a card that lies face down but is shown.
    DownFace,
    /// The field of a card back.
    BackField,
    /// The hatch of a card back.
    BackHatch,
    /// The hatch on a face-down card that is shown.
    DownHatch,
    /// The dark half of a Somerset card.
    Plate,
    /// Figures on the dark half.
    PlateFigure,
    /// Empty places and rules.
    Line,
    /// Clubs on an empty foundation.
    EmptyClubs,
    /// Diamonds on an empty foundation.
    EmptyDiamonds,
    /// Hearts on an empty foundation.
    EmptyHearts,
    /// Spades on an empty foundation.
    EmptySpades,
    /// Marks of moves.
    Mark,
    /// Labels and side notes.
    Label,
    /// Text.
    Text,
    /// A tint behind text (table stripes).
    Tint,
    /// The first seat of a table: its letter's disc and the backs of its pack.
    SeatA,
    /// The second seat.
    SeatB,
    /// The third seat.
    SeatC,
    /// The fourth seat.
    SeatD,
    /// The fifth seat.
    SeatE,
    /// The sixth seat.
    SeatF,
    /// The seventh seat.
    SeatG,
}
