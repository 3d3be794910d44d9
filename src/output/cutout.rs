//! A pack to cut out as a PDF file, in a language.

use super::diagram::ranks;
use super::pdf::{BadPdf, PdfDocument, Profile, pdf};
use crate::card::{Faces, Pack};
use crate::figure::cutout::{Cutout, Paper, backs, caption, fronts};
use crate::figure::theme::Theme;
use crate::figure::{Item, Tag};
use crate::words::Language;

/// Whether backs are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backs {
    /// On every second page, mirrored, for printers that turn a sheet over its long edge.
    Mirrored,
    /// Not at all.
    None,
}

/// The PDF file of a pack, nine cards on a page.
///
/// # Errors
/// As [`pdf`].
pub fn cutout(
    pack: Pack,
    paper: Paper,
    with_backs: Backs,
    theme: Theme,
    language: &Language,
) -> Result<Vec<u8>, BadPdf> {
    let look = Cutout { paper, inking: theme.inking, ranks: ranks(language), ..Cutout::new(pack) };
    let words = language.cutout_words();
    let name = match pack.faces {
        Faces::Somerset { ranks } => words.somerset.replace("NUMBER", &ranks.to_string()),
        Faces::French { .. } => words.french.replace("NUMBER", &pack.len().to_string()),
    };
    let sheets = fronts(&look);
    let count = sheets.len();
    let mut pages = Vec::new();
    for (index, (mut front, cards)) in sheets.into_iter().enumerate() {
        let number = (index + 1).to_string();
        let line = words.sheet.replace("PACK", &name).replace("SHEETS", &count.to_string());
        let how = if with_backs == Backs::Mirrored { &words.two_sides } else { &words.one_side };
        let line = language.typeset(&format!("{} {how}", line.replace("SHEET", &number)));
        let told: Vec<String> = cards.iter().map(|&card| language.card_name(&pack, card)).collect();
        let drawn = std::mem::take(&mut front.items);
        front.items = vec![
            Item::tagged(Tag::Paragraph, caption(paper, &line)),
            Item::tagged(Tag::Picture(told.join(", ")), drawn),
        ];
        pages.push(front);
        if with_backs == Backs::Mirrored {
            let mut back = backs(&look, cards.len());
            back.alt.clone_from(&words.back);
            pages.push(back);
        }
    }
    let document = PdfDocument {
        title: name,
        language: language.code().to_string(),
        ..PdfDocument::new(theme, Profile::Screen)
    };
    pdf(&pages, &document)
}
