//! Putting a book together: which pages it has, in which order, and what refers to what.

use super::chapter;
use super::content::Block;
use super::flow::Piece;
use super::front::{self, Entry, Ornament};
use super::furniture::{Furniture, filled};
use super::grid::Grid;
use super::lock;
use super::paragraph;
use super::prose;
use super::puzzle_page::puzzle_page;
use super::puzzles::{self, Chosen, Progress, choose};
use super::safe;
use super::sheet::{Setter, Sheet};
use super::solutions;
use super::spec::{BookSpec, Solutions, place_of, place_of_value};
use super::told;
use super::{BadBook, Source};
use crate::card::Faces;
use crate::catalogue::Catalogue;
use crate::figure::layout::{Look, Show, margin};
use crate::figure::marks::Marks;
use crate::figure::names::Plain;
use crate::figure::tableau::tableau;
use crate::figure::theme::Theme;
use crate::figure::typeset::missing_glyph;
use crate::figure::{Figure, Tag};
use crate::game::{Position, Rules};
use crate::output::diagram::ranks;
use crate::output::pdf::{LabelStyle, OutlineEntry, PageLabels, PdfDocument, Profile, pdf};
use crate::words::{self, Language};
use hypher::Lang;
use rayon::prelude::*;

/// A book that was made.
#[derive(Debug, Clone)]
pub struct Book {
    /// Its pages, in order.
    pub pages: Vec<Figure>,
    /// The PDF file.
    pub pdf: Vec<u8>,
    /// What it says beside its pages.
    pub document: PdfDocument,
    /// The sections with their puzzles.
    pub sections: Vec<Chosen>,
    /// What was made, in numbers.
    pub report: Report,
}

/// What was made, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// How many pages.
    pub pages: usize,
    /// How many puzzles.
    pub puzzles: usize,
    /// The seed with which the first section begins.
    pub seed: u64,
}

/// The width of a card in the diagrams of chapters.
const CHAPTER_CARD: f32 = 24.0;
/// Title page and imprint.
const PAGES_BEFORE_CONTENTS: usize = 2;

/// Makes a book: chooses and proves its puzzles, sets its pages, writes its PDF.
///
/// The same source gives the same bytes, with any number of threads.
///
/// # Errors
/// If the source is no book, asks for what cannot be had, or `progress` says stop.
pub fn make(source: &Source, catalogue: &Catalogue, progress: &Progress<'_>) -> Result<Book, BadBook> {
    make_locked(source, None, catalogue, progress)
}

/// Makes a book from a lock, if there is one: its wins are replayed, and nothing is searched.
///
/// # Errors
/// As [`make`]; or if the lock does not fit the book, puzzle by puzzle.
pub fn make_locked(
    source: &Source,
    lock: Option<&Source>,
    catalogue: &Catalogue,
    progress: &Progress<'_>,
) -> Result<Book, BadBook> {
    let spec = BookSpec::read(&source.name, &source.text)?;
    let at = |field: &str, what: String| {
        let place = place_of(&source.name, &source.text, field, 0);
        BadBook::Field { place, what }
    };
    let assets = catalogue.assets();
    let language =
        Language::load(assets, &spec.language).map_err(|error| at("language", error.to_string()))?;
    let theme = Theme::load(assets, &spec.theme).map_err(|error| at("theme", error.to_string()))?;
    let path = format!("lang/{}/book/furniture.yaml", language.code());
    let words = Furniture::read(&assets.place(&path), &assets.text(&path)?)?;
    let mut setter = Setter {
        grid: Grid::new(spec.trim, 1),
        inking: theme.inking,
        ranks: ranks(&language),
        words,
        hyphenation: hyphenation(language.code()),
        language,
        profile: spec.profile,
        title: spec.title.clone(),
    };
    check_letters(&spec, &source.name, &source.text)?;
    let sections = match lock {
        None => choose(&spec, &source.name, &source.text, catalogue, progress)?,
        Some(lock) => {
            let rules = puzzles::rules(&spec, &source.name, &source.text, catalogue)?;
            lock::replay(&spec, rules, lock)?
        }
    };
    let (pages, outline) = loop {
        let plan = Plan { setter: &setter, spec: &spec, sections: &sections };
        let (pages, outline) = plan.pages(catalogue)?;
        // A thick book wants a wider spine, and a wider spine may want more pages. The spine never gets
        // narrower again, so this ends.
        let grid = Grid::new(spec.trim, pages.len());
        if grid.inside <= setter.grid.inside {
            break (pages, outline);
        }
        setter.grid = grid;
    };
    if spec.profile == Profile::Press {
        let bound = spec.trim.shop.pages();
        if !bound.contains(&pages.len()) {
            let (least, most) = (bound.start(), bound.end());
            return Err(at(
                "trim",
                format!(
                    "this shop binds from {least} to {most} pages, and the book has {}; change the number \
                     of puzzles, or choose another trim",
                    pages.len()
                ),
            ));
        }
        safe::check(&pages, &setter.grid)?;
    }
    let document = PdfDocument {
        title: spec.title.clone(),
        author: spec.author.clone(),
        language: setter.language.code().to_string(),
        outline,
        labels: page_labels(),
        ..PdfDocument::new(theme, spec.profile)
    };
    let report = Report {
        pages: pages.len(),
        puzzles: sections.iter().map(|section| section.puzzles.len()).sum(),
        seed: spec.sections.first().map_or(0, |section| section.seed),
    };
    Ok(Book { pdf: pdf(&pages, &document)?, pages, document, sections, report })
}

/// What viewers call the pages: those that bear no number i and ii, the others as they are printed.
fn page_labels() -> Vec<PageLabels> {
    let printed = PAGES_BEFORE_CONTENTS;
    vec![
        PageLabels { from: 0, style: LabelStyle::Roman, start: 1 },
        PageLabels { from: printed, style: LabelStyle::Arabic, start: printed as u32 + 1 },
    ]
}

fn hyphenation(code: &str) -> Option<Lang> {
    let letters: [u8; 2] = code.as_bytes().get(..2)?.try_into().ok()?;
    Lang::from_iso(letters)
}

/// Refuses letters that our typefaces do not have, by the field that holds them.
fn check_letters(spec: &BookSpec, name: &str, text: &str) -> Result<(), BadBook> {
    use crate::figure::Face;
    let front = [Face::DisplayLight, Face::SerifItalic, Face::SerifSemibold];
    let section = [Face::Display, Face::Serif, Face::SerifItalic, Face::SerifSemibold];
    let mut fields: Vec<(&str, &str, &[Face])> = vec![
        ("title", &spec.title, &front),
        ("subtitle", &spec.subtitle, &[Face::SerifItalic]),
        ("author", &spec.author, &[Face::Serif]),
        ("publisher", &spec.publisher, &[Face::Sans, Face::Serif]),
        ("edition", &spec.edition, &[Face::SansSemibold, Face::Serif]),
    ];
    fields.extend(spec.sections.iter().map(|asked| ("title", asked.title.as_str(), &section[..])));
    for (field, value, faces) in fields {
        let Some(letter) = faces.iter().find_map(|&face| missing_glyph(face, value)) else { continue };
        let what = format!(
            "{field}: our typefaces have no `{letter}` (U+{:04X}); write it in Latin letters",
            u32::from(letter)
        );
        return Err(BadBook::Field { place: place_of_value(name, text, field, value), what });
    }
    Ok(())
}

/// A chapter that is set but has no page yet.
struct Chapter {
    title: String,
    pieces: Vec<Piece>,
    pages: usize,
}

struct Plan<'a> {
    setter: &'a Setter,
    spec: &'a BookSpec,
    sections: &'a [Chosen],
}

impl Plan<'_> {
    /// All pages as figures, and the outline.
    fn pages(&self, catalogue: &Catalogue) -> Result<(Vec<Figure>, Vec<OutlineEntry>), BadBook> {
        let (mut sheets, outline) = self.set(catalogue)?;
        // Shops want an even number of pages: two are a leaf.
        if self.spec.profile == Profile::Press && sheets.len() % 2 == 1 {
            sheets.push(Sheet::bare(sheets.len() + 1));
        }
        let figure = |sheet: Sheet| sheet.figure(&self.setter.grid);
        Ok((sheets.into_iter().map(figure).collect(), outline))
    }

    /// All pages, and the outline.
    ///
    /// Every part is measured before any page is numbered, so that each reference is right at once.
    fn set(&self, catalogue: &Catalogue) -> Result<(Vec<Sheet>, Vec<OutlineEntry>), BadBook> {
        let setter = self.setter;
        let chapters = self.chapters(catalogue)?;
        let with_solutions = self.spec.solutions == Solutions::End;
        let groups = [chapters.len(), self.sections.len(), usize::from(with_solutions)];
        let contents_page = PAGES_BEFORE_CONTENTS + 1;
        let mut next = contents_page + front::contents_pages(setter, &groups);
        let mut chapter_pages = Vec::new();
        for chapter in &chapters {
            chapter_pages.push(next);
            next += chapter.pages;
        }
        let first_puzzle = next;
        let count: usize = self.sections.iter().map(|section| section.puzzles.len()).sum();
        let first_solution = first_puzzle + count;
        let solved = match with_solutions {
            true => {
                let page_of = |index: usize| first_puzzle + index;
                Some(solutions::Solutions::set(setter, self.sections, &page_of)?)
            }
            false => None,
        };
        let solution_pages: Option<Vec<usize>> = solved
            .as_ref()
            .map(|solved| solved.begins().into_iter().map(|page| first_solution + page).collect());

        let mut sheets = vec![
            front::title_page(setter, self.spec, self.ornament(), 1),
            self.imprint(catalogue, PAGES_BEFORE_CONTENTS)?,
        ];
        let titles: Vec<String> = self.sections.iter().map(|section| self.section_title(section)).collect();
        let entries = self.entries(&chapters, &chapter_pages, &titles, first_puzzle, first_solution);
        sheets.extend(front::contents(setter, &entries, contents_page));
        for (chapter, &page) in chapters.iter().zip(&chapter_pages) {
            sheets.extend(chapter::pages(&chapter.pieces, setter, &chapter.title, page));
        }
        sheets.extend(self.puzzle_sheets(&titles, first_puzzle, solution_pages.as_deref())?);
        if let Some(solved) = &solved {
            sheets.extend(solved.sheets(setter, first_solution));
        }
        let outline = self.outline(&entries, first_puzzle, solution_pages.as_deref(), contents_page);
        Ok((sheets, outline))
    }

    fn chapters(&self, catalogue: &Catalogue) -> Result<Vec<Chapter>, BadBook> {
        let mut chapters = Vec::new();
        let how_to = prose::chapter("how-to.md", catalogue, &self.setter.language, self.spec, self.sections)?;
        chapters.push(self.chapter(how_to, self.sections.first()));
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
        let puzzle = section.puzzles.first()?;
        let look = Look {
            card_width: CHAPTER_CARD,
            width: Some(self.setter.grid.column(4)),
            height: Some(self.setter.grid.height() / 2.0),
            inking: self.setter.inking,
            ranks: self.setter.ranks,
            column_numbers: matches!(section.rules.pack.faces, Faces::French { .. }),
            ..Look::default()
        };
        match name {
            "start" => Some(self.told(puzzle.start(), &look)),
            "shown" => Some(self.told(puzzle.start(), &Look { show: Show::Thoughtful, ..look })),
            "next" => {
                let (position, moves) = prose::telling_position(section)?;
                let look = Look { marks: Marks::Next(moves), ..look };
                let mut figure = self.told(&position, &look);
                // Marks reach over the cards at the sides; the cards stand flush with the text.
                figure.items = figure.placed(-margin(&look), 0.0);
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

    fn ornament(&self) -> Ornament {
        let somerset = |section: &Chosen| matches!(section.rules.pack.faces, Faces::Somerset { .. });
        match self.sections.first().filter(|_| self.sections.iter().all(somerset)) {
            Some(section) => Ornament::Doubles(section.rules.pack),
            None => Ornament::Suits,
        }
    }

    /// The imprint, low on the back of the title page.
    fn imprint(&self, catalogue: &Catalogue, page: usize) -> Result<Sheet, BadBook> {
        let blocks =
            prose::chapter("imprint.md", catalogue, &self.setter.language, self.spec, self.sections)?;
        let grid = &self.setter.grid;
        let style = paragraph::Style {
            size: 8.5,
            setting: paragraph::Setting::Ragged,
            indent: 0.0,
            figures: crate::figure::Figures::Lining,
            inking: self.setter.inking,
            language: None,
        };
        let mut lines = Vec::new();
        for block in &blocks {
            if let Block::Paragraph(spans) = block {
                let rows = paragraph::split_lines(spans);
                let set = rows.iter().flat_map(|spans| paragraph::set(spans, &style, grid.column(4)));
                let told = told::lines(Tag::Paragraph, set.map(|line| line.items));
                lines.extend(told.map(Some));
                lines.push(None);
            }
        }
        lines.pop();
        let mut sheet = Sheet::bare(page);
        let first = grid.last() - grid.lead * lines.len().saturating_sub(1) as f32;
        for (row, line) in lines.iter().enumerate() {
            if let Some(line) = line {
                sheet.place(line, grid.left(page), first + grid.lead * row as f32);
            }
        }
        Ok(sheet)
    }

    fn section_title(&self, section: &Chosen) -> String {
        if !section.section.title.is_empty() {
            return section.section.title.clone();
        }
        let game = self.setter.language.game_name(&section.section.game.game);
        match section.rules.pack.faces {
            Faces::Somerset { ranks } if section.rules.sized => {
                let ranks = self.setter.language.number(usize::from(ranks));
                filled(&self.setter.words.sized_section, &[("game", &game), ("ranks", &ranks)])
            }
            _ => game.to_string(),
        }
    }

    fn entries(
        &self,
        chapters: &[Chapter],
        chapter_pages: &[usize],
        titles: &[String],
        first_puzzle: usize,
        first_solution: usize,
    ) -> Vec<Vec<Entry>> {
        let chapters = chapters.iter().zip(chapter_pages).map(|(chapter, &page)| Entry {
            title: chapter.title.clone(),
            puzzles: None,
            page,
        });
        let numbers = |section: &Chosen| {
            let first = section.puzzles.first()?;
            Some((first.number, section.puzzles.last().unwrap_or(first).number))
        };
        let mut page = first_puzzle;
        let mut sections = Vec::new();
        for (section, title) in self.sections.iter().zip(titles) {
            sections.push(Entry { title: title.clone(), puzzles: numbers(section), page });
            page += section.puzzles.len();
        }
        let all = sections
            .first()
            .and_then(|entry| entry.puzzles)
            .zip(sections.last().and_then(|entry| entry.puzzles));
        let mut groups = vec![chapters.collect(), sections];
        if self.spec.solutions == Solutions::End {
            groups.push(vec![Entry {
                title: self.setter.words.solutions.clone(),
                puzzles: all.map(|(first, last)| (first.0, last.1)),
                page: first_solution,
            }]);
        }
        groups
    }

    fn puzzle_sheets(
        &self,
        titles: &[String],
        first: usize,
        solutions: Option<&[usize]>,
    ) -> Result<Vec<Sheet>, BadBook> {
        let puzzles: Vec<_> = self
            .sections
            .iter()
            .zip(titles)
            .flat_map(|(section, title)| section.puzzles.iter().map(move |puzzle| (section, title, puzzle)))
            .collect();
        puzzles
            .par_iter()
            .enumerate()
            .map(|(index, (section, title, puzzle))| {
                let solution = solutions.and_then(|pages| pages.get(index)).copied();
                puzzle_page(self.setter, section, puzzle, title, first + index, solution)
            })
            .collect()
    }

    fn outline(
        &self,
        groups: &[Vec<Entry>],
        first_puzzle: usize,
        solution_pages: Option<&[usize]>,
        contents_page: usize,
    ) -> Vec<OutlineEntry> {
        let leaf = |title: String, page: usize| OutlineEntry { title, page: page - 1, children: Vec::new() };
        let numbers: Vec<u32> = self
            .sections
            .iter()
            .flat_map(|section| section.puzzles.iter().map(|puzzle| puzzle.number))
            .collect();
        let mut outline = vec![leaf(self.setter.words.contents.clone(), contents_page)];
        let mut puzzle = 0;
        for (kind, group) in groups.iter().enumerate() {
            for (index, entry) in group.iter().enumerate() {
                let mut line = leaf(entry.title.clone(), entry.page);
                if kind == 1 {
                    for _ in 0..self.sections[index].puzzles.len() {
                        line.children.push(leaf(numbers[puzzle].to_string(), first_puzzle + puzzle));
                        puzzle += 1;
                    }
                } else if kind == 2 {
                    let pages = solution_pages.unwrap_or(&[]).iter();
                    line.children = numbers
                        .iter()
                        .zip(pages)
                        .map(|(number, &page)| leaf(number.to_string(), page))
                        .collect();
                }
                outline.push(line);
            }
        }
        outline
    }
}
