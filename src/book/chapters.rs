//! The chapters of a book: how to use it, the rules of its games, pages of the user's own.

use super::BadBook;
use super::chapter;
use super::content::Block;
use super::flow::Piece;
use super::own_page;
use super::plan::Plan;
use super::prose;
use super::puzzles::Chosen;
use super::spec::Part;
use crate::card::Faces;
use crate::figure::Figure;
use crate::figure::layout::{Look, Show, margin};
use crate::figure::marks::Marks;
use crate::figure::names::Plain;
use crate::figure::tableau::tableau;
use crate::game::{Position, Rules};
use crate::words;

/// The width of a card in the diagrams of chapters, at the usual size of type.
const CHAPTER_CARD: f32 = 24.0;

/// A chapter that is set but has no page yet.
pub(super) struct Chapter {
    pub title: String,
    pub pieces: Vec<Piece>,
    pub pages: usize,
}

impl Plan<'_> {
    /// How to use the book.
    pub(super) fn how_to(&self) -> Result<Chapter, BadBook> {
        let setter = self.setter;
        let blocks = prose::chapter("how-to.md", self.catalogue, &setter.language, self.spec, self.sections)?;
        Ok(self.chapter(blocks, self.sections.first()))
    }

    /// A page of the user's own, from a file beside the book file or from the book file itself.
    pub(super) fn own_page(&self, part: &Part) -> Result<Option<Chapter>, BadBook> {
        let Some(blocks) = own_page::read(part, self.source, &self.setter.language)? else { return Ok(None) };
        Ok(Some(self.chapter(blocks, self.sections.first())))
    }

    /// The rules of every game of the book, once each.
    pub(super) fn rules(&self) -> Result<Vec<Chapter>, BadBook> {
        let mut chapters = Vec::new();
        let mut told: Vec<String> = Vec::new();
        let name_of = |section: &Chosen| {
            // Sizes of a game with Somerset cards share the rules of the first.
            let size = match section.rules.pack.faces {
                Faces::Somerset { .. } => None,
                Faces::French { ranks } => Some(ranks),
            };
            format!("{} {size:?} {:?}", section.section.game.game, section.section.rules)
        };
        for section in self.sections {
            let name = name_of(section);
            if told.contains(&name) {
                continue;
            }
            let mut others: Vec<&Rules> = Vec::new();
            for other in self.sections.iter().filter(|other| name_of(other) == name) {
                let same = |rules: &&Rules| rules.pack == other.rules.pack;
                if other.rules.pack != section.rules.pack && !others.iter().any(same) {
                    others.push(&other.rules);
                }
            }
            told.push(name);
            let game = self.setter.language.game_name(&section.section.game.game);
            // Rules that differ are told apart by the title of their section, if it has one.
            let same = |other: &Chosen| other.section.game.game == section.section.game.game;
            let differ =
                self.sections.iter().any(|other| same(other) && other.section.rules != section.section.rules);
            let title = match differ && !section.section.title.is_empty() {
                true => format!("{game}: {}", section.section.title),
                false => game.to_string(),
            };
            let rules =
                prose::rules(&self.setter.language, &self.setter.words, &section.rules, &others, &title)?;
            chapters.push(self.chapter(rules, Some(section)));
        }
        Ok(chapters)
    }

    fn chapter(&self, blocks: Vec<Block>, section: Option<&Chosen>) -> Chapter {
        let title = blocks.iter().find_map(|block| match block {
            Block::Title(title) => Some(title.clone()),
            _ => None,
        });
        let title = title.unwrap_or_else(|| self.spec.title.clone());
        let picture = |name: &str| self.picture(name, section?);
        let pieces = chapter::pieces(&blocks, self.setter, &picture);
        let pages = chapter::pages(&pieces, self.setter, &title, 1).len();
        Chapter { title, pieces, pages }
    }

    /// A diagram that chapters may ask for: `start`, `shown` or `next`.
    fn picture(&self, name: &str, section: &Chosen) -> Option<Figure> {
        let deal = section.first_deal()?;
        let look = Look {
            card_width: CHAPTER_CARD * self.setter.grid.lead / 13.0,
            width: Some(self.setter.grid.column(4)),
            height: Some(self.setter.grid.height() / 2.0),
            column_numbers: matches!(section.rules.pack.faces, Faces::French { .. }),
            ..self.setter.look()
        };
        match name {
            "start" => Some(self.told(&deal, &look)),
            "shown" => Some(self.told(&deal, &Look { show: Show::Thoughtful, ..look })),
            "next" => {
                let (position, moves) = prose::telling_position(section)?;
                let look = Look { marks: Marks::Next(moves), ..look };
                let mut figure = self.told(&position, &look);
                // Marks reach over the cards at the sides; the cards stand flush with the text where there is
                // room for that.
                figure.items = figure.placed(self.setter.grid.unhung - margin(&look), 0.0);
                Some(figure)
            }
            _ => None,
        }
    }

    /// A diagram with its position in the book's words; one that cannot be told is drawn all the same.
    fn told(&self, position: &Position, look: &Look) -> Figure {
        let show = match look.show {
            Show::Hidden => words::Show::Hidden,
            Show::Thoughtful => words::Show::All,
        };
        let alt = self.setter.language.describe(position, show).unwrap_or_default();
        Figure { alt, ..tableau(position, look, &Plain) }
    }
}
