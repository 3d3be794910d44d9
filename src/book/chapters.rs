//! The chapters of a book: how to use it, the rules of its games, pages of the user's own.

use super::BadBook;
use super::chapter;
use super::content::Block;
use super::flow::Piece;
use super::own_page;
use super::plan::Plan;
use super::prose;
use super::puzzles::Chosen;
use super::spec::{Part, section_place};
use crate::card::Faces;
use crate::figure::Figure;
use crate::figure::layout::{Look, Show, margin};
use crate::figure::marks::Marks;
use crate::figure::names::Plain;
use crate::figure::seats::{TableLook, table as draw_table};
use crate::figure::tableau::tableau;
use crate::game::{Position, Rules};
use crate::seats::{Table, TableDeal, TableRules};
use crate::words;

/// The width of a card in the diagrams of chapters, at the usual size of type.
const CHAPTER_CARD: f32 = 24.0;

/// How large the diagrams of a chapter are: as usual, or smaller where that saves a page.
const SCALES: [f32; 3] = [1.0, 0.9, 0.8];

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
        Ok(self.chapter(blocks, self.shown_section()))
    }

    /// The section whose deal chapters show: the first that is for one player, or the first of all.
    fn shown_section(&self) -> Option<&Chosen> {
        self.sections.iter().find(|section| !section.is_for_several()).or_else(|| self.sections.first())
    }

    /// A page of the user's own, from a file beside the book file or from the book file itself.
    pub(super) fn own_page(&self, part: &Part) -> Result<Option<Chapter>, BadBook> {
        let Some(blocks) = own_page::read(part, self.source, self.setter)? else { return Ok(None) };
        Ok(Some(self.chapter(blocks, self.shown_section())))
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
                true => format!("{game}: {}", self.setter.language.typed(&section.section.title)),
                false => game.to_string(),
            };
            let (language, words) = (&self.setter.language, &self.setter.words);
            let rules = match section.is_for_several() {
                true => {
                    let (game, changes) = (&section.section.game.game, &section.section.rules);
                    let rules = TableRules::of(self.catalogue, game, changes)
                        .map_err(|error| self.at_section(section, error.to_string()))?;
                    prose::table_rules(language, words, &rules, &title)?
                }
                false => prose::rules(language, words, &section.rules, &others, &title)?,
            };
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
        let set = |scale: f32| {
            let picture = |name: &str| self.picture(name, section?, scale);
            let pieces = chapter::pieces(&blocks, self.setter, &picture);
            let pages = chapter::pages(&pieces, self.setter, &title, 1).len();
            Chapter { title: title.clone(), pieces, pages }
        };
        let usual = set(SCALES[0]);
        if usual.pages == 1 || !blocks.iter().any(|block| matches!(block, Block::Figure { .. })) {
            return usual;
        }
        let fewer = |best: Chapter, scale: &f32| {
            let smaller = set(*scale);
            if smaller.pages < best.pages { smaller } else { best }
        };
        SCALES[1..].iter().fold(usual, fewer)
    }

    /// A diagram that chapters may ask for: `start`, `shown` or `next`, in parts of its usual size.
    fn picture(&self, name: &str, section: &Chosen, scale: f32) -> Option<Figure> {
        if name == "table" {
            return self.fresh_table(section, scale);
        }
        let deal = section.first_deal()?;
        let look = Look {
            card_width: scale * CHAPTER_CARD * self.setter.grid.lead / 13.0,
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

    /// The table of the deal that the first puzzle of a section was made of, freshly dealt.
    fn fresh_table(&self, section: &Chosen, scale: f32) -> Option<Figure> {
        let (id, changes) = (&section.puzzles.first()?.id, &section.section.rules);
        let deal = TableDeal::named(self.catalogue, id, changes, false).ok()?;
        let table = Table::start(self.catalogue, &deal).ok()?;
        let setter = self.setter;
        let look = TableLook {
            card_width: scale * CHAPTER_CARD * setter.grid.lead / 13.0,
            width: Some(setter.grid.column(4)),
            height: Some(setter.grid.height() / 2.0),
            inking: setter.inking,
            ranks: setter.ranks,
            ..TableLook::new(setter.seats.seat_names(table.count()))
        };
        let show = words::Show::Hidden;
        let alt = setter.language.describe_table(&table, &look.names, None, show).unwrap_or_default();
        Some(Figure { alt, ..draw_table(&table, &look, &Plain) })
    }

    /// What is wrong with the game of a section.
    fn at_section(&self, section: &Chosen, what: String) -> BadBook {
        let index = self.sections.iter().position(|other| std::ptr::eq(other, section)).unwrap_or(0);
        BadBook::Field { place: section_place(&self.source.name, &self.source.text, "game", index), what }
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
