//! Where a page stands on its sheet of paper: the cut page and the bleed around it.

use crate::figure::Figure;
use lopdf::Object;

/// How much paper there is around the cut pages, in points; shops ask for it where ink runs off a page.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Bleed {
    /// Above, below, and at the outer edge.
    pub outside: f32,
    /// At the spine.
    pub spine: f32,
}

/// A page on its sheet: figures have y down from the cut page's corner, PDF has y up from the sheet's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::output) struct Frame {
    /// The width of the sheet.
    pub width: f32,
    /// The height of the sheet.
    pub height: f32,
    /// The left edge of the cut page.
    pub left: f32,
    /// The upper edge of the cut page, from below.
    pub top: f32,
    /// The size of the cut page.
    pub cut: [f32; 2],
}

impl Frame {
    /// The frame of a page, from 1; odd pages have the spine at their left.
    pub fn new(figure: &Figure, bleed: Bleed, page: usize) -> Frame {
        let left = if page % 2 == 1 { bleed.spine } else { bleed.outside };
        Frame {
            width: figure.width + bleed.spine + bleed.outside,
            height: figure.height + 2.0 * bleed.outside,
            left,
            top: figure.height + bleed.outside,
            cut: [figure.width, figure.height],
        }
    }

    /// The box of the sheet.
    pub fn media(&self) -> Vec<Object> {
        vec![0.into(), 0.into(), Object::Real(self.width), Object::Real(self.height)]
    }

    /// The box of the cut page.
    pub fn trim(&self) -> Vec<Object> {
        let [width, height] = self.cut;
        let sides = [self.left, self.top - height, self.left + width, self.top];
        // A whole zero is written shorter, and the same on every sheet without bleed.
        sides.map(|side| if side == 0.0 { 0.into() } else { Object::Real(side) }).to_vec()
    }

    /// A box of the figure (left, top, right, bottom) as PDF has it: left, lower, right, upper.
    pub fn turned(&self, [left, top, right, bottom]: [f32; 4]) -> [f32; 4] {
        [self.left + left, self.top - bottom, self.left + right, self.top - top]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bleed_lies_outside_of_the_cut_page_and_changes_sides() {
        let figure = Figure {
            width: 432.0,
            height: 648.0,
            items: Vec::new(),
            title: String::new(),
            alt: String::new(),
        };
        let bleed = Bleed { outside: 9.0, spine: 0.0 };
        let (right, left) = (Frame::new(&figure, bleed, 1), Frame::new(&figure, bleed, 2));
        assert_eq!((right.width, right.height), (441.0, 666.0));
        assert_eq!((right.left, left.left), (0.0, 9.0));
        assert_eq!(left.turned([0.0, 0.0, 432.0, 648.0]), [9.0, 9.0, 441.0, 657.0]);
    }
}
