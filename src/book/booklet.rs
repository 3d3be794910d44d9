//! A book as sheets to print on both sides, fold in the middle and staple.
//!
//! ```
//! use dealpress::book::booklet::sides;
//! // Five pages want two sheets; 0 is an empty page.
//! assert_eq!(sides(5), [[0, 1], [2, 0], [0, 3], [4, 5]]);
//! ```

use crate::figure::{Figure, Item};
use crate::output::pdf::{Backs, BadPdf, Bleed, PdfDocument, Profile, pdf};

/// The edge over which the printer turns a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// The long one: backs are printed upside down.
    Long,
    /// The short one: backs stand as fronts do.
    Short,
}

/// The sizes of paper that two pages are centred on, if they all but fill it.
const PAPERS: [[f32; 2]; 2] = [[841.89, 595.28], [792.0, 612.0]];
/// So much of the paper may be left over, in points.
const MOST_LEFT_OVER: f32 = 6.0;

/// The pages of each side of each sheet, left and right, from 1; 0 is an empty page.
///
/// Sheets are told front and back; folded into one another they give the pages in order.
pub fn sides(pages: usize) -> Vec<[usize; 2]> {
    let last = pages.div_ceil(4) * 4;
    let page = |number: usize| if number <= pages { number } else { 0 };
    let sheet = |index: usize| {
        let (front, back) = (2 * index + 1, 2 * index + 2);
        [[last + 1 - front, front], [back, last + 1 - back]]
    };
    (0..last / 4).flat_map(sheet).map(|side| side.map(page)).collect()
}

/// The PDF file of a booklet.
///
/// # Errors
/// As [`pdf`].
pub fn booklet(pages: &[Figure], document: &PdfDocument, edge: Edge) -> Result<Vec<u8>, BadPdf> {
    let Some(first) = pages.first() else { return Err(BadPdf::Empty) };
    let two = [2.0 * first.width, first.height];
    let fits = |paper: &&[f32; 2]| {
        paper.iter().zip(two).all(|(paper, pages)| (0.0..MOST_LEFT_OVER).contains(&(paper - pages)))
    };
    let [width, height] = PAPERS.iter().find(fits).copied().unwrap_or(two);
    let top = (height - first.height) / 2.0;
    let side = |[left, right]: [usize; 2]| {
        let place = |number: usize, x: f32| {
            let page = number.checked_sub(1).and_then(|index| pages.get(index));
            page.map(|page| Item::Group { title: String::new(), items: page.placed(x, top) })
        };
        // Both pages stand flush with the fold.
        let fold = width / 2.0;
        let items = place(left, fold - first.width).into_iter().chain(place(right, fold)).collect();
        Figure { width, height, items, title: String::new(), alt: String::new() }
    };
    let sheets: Vec<Figure> = sides(pages.len()).into_iter().map(side).collect();
    // A booklet goes to a printer; links and outline would lead to pages that are elsewhere now.
    let document = PdfDocument {
        profile: Profile::Press,
        bleed: Bleed::default(),
        backs: match edge {
            Edge::Long => Backs::UpsideDown,
            Edge::Short => Backs::AsFronts,
        },
        ..document.clone()
    };
    pdf(&sheets, &document)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_stands_once_and_the_folded_pile_gives_them_in_order() {
        for pages in 1..60 {
            let sides = sides(pages);
            assert!(sides.len().is_multiple_of(2), "{pages}");
            let mut all: Vec<usize> = sides.iter().flatten().copied().filter(|&page| page > 0).collect();
            all.sort_unstable();
            assert_eq!(all, (1..=pages).collect::<Vec<_>>());
            // Read through the folded pile: right halves of fronts and left halves of backs going in,
            // right halves of backs and left halves of fronts coming out.
            let sheets: Vec<&[[usize; 2]]> = sides.chunks(2).collect();
            let going_in = sheets.iter().flat_map(|sheet| [sheet[0][1], sheet[1][0]]);
            let coming_out = sheets.iter().rev().flat_map(|sheet| [sheet[1][1], sheet[0][0]]);
            let read: Vec<usize> = going_in.chain(coming_out).collect();
            let wanted: Vec<usize> =
                (1..=read.len()).map(|page| if page <= pages { page } else { 0 }).collect();
            assert_eq!(read, wanted);
        }
    }
}
