//! The puzzles of a book as a site: an index, a page a puzzle, its solution behind a link, the rules.
//!
//! No page needs a script, and none is large: with pictures below 30 KB, with tables below 4 KB. Long titles and
//! names of the user's own may make one larger: [`too_large`] finds such pages.

use super::fill::{one_line, suits_marked};
use super::pictures::{Pictures, Shown};
use super::template::{Templates, values};
use super::words::{capital, filled};
use super::{BadPage, Diagrams, Format, Options, PageFile, PageWords, prose};
use crate::book::furniture::Furniture;
use crate::book::puzzles::{Chosen, Posed, Puzzle};
use crate::book::spec::{BookSpec, Show, SolutionsPlace};
use crate::book::{Progress, Search, Source, lock, titles};
use crate::card::Card;
use crate::catalogue::Catalogue;
use crate::figure::layout;
use crate::figure::marks::Marks;
use crate::game::Position;
use crate::grade::Level;
use crate::output::html::{Size, escape};
use crate::output::turn::Told;
use crate::seats::TableRules;
use crate::words::{Language, RulesFormat, SeatWords};
use minijinja::{Value, context};

/// The most bytes of a page with pictures, and of one with tables.
const MOST_BYTES: usize = 30_000;
const MOST_TABLE_BYTES: usize = 4_000;

/// The most bytes that a page of a site is to take, with its deals shown so.
pub fn most_bytes(diagrams: Diagrams) -> usize {
    if diagrams == Diagrams::Table { MOST_TABLE_BYTES } else { MOST_BYTES }
}

/// The pages of a site that are larger than they are to be.
pub fn too_large(files: &[PageFile], diagrams: Diagrams) -> impl Iterator<Item = &PageFile> {
    files.iter().filter(move |file| file.bytes.len() > most_bytes(diagrams))
}

/// Makes the files of a site.
///
/// # Errors
/// If the book is bad, its puzzles cannot be had, or `progress` says stop.
pub fn site(
    source: &Source,
    diagrams: Diagrams,
    catalogue: &Catalogue,
    progress: &Progress<'_>,
) -> Result<Vec<PageFile>, BadPage> {
    let mut search = begin(source, None, catalogue, progress)?;
    search.run(progress, &mut |_| ())?;
    site_of(source, &search.into_chosen(), diagrams, catalogue)
}

/// Begins the search for the puzzles of a site, or goes on from what an earlier search found.
///
/// # Errors
/// If the book is bad, or `part` does not fit it.
pub fn begin<'a>(
    source: &'a Source,
    part: Option<&Source>,
    catalogue: &'a Catalogue,
    progress: &Progress<'_>,
) -> Result<Search<'a>, BadPage> {
    let spec = BookSpec::read(&source.name, &source.text)?;
    let language = Language::load(catalogue.assets(), &spec.language)?;
    PageWords::load(catalogue.assets(), &language)?;
    Ok(Search::begin_unprinted(source, part, catalogue, progress)?)
}

/// The puzzles of a site as the lock of its book has them.
///
/// # Errors
/// If the book is bad, or the lock does not fit it.
pub fn locked(source: &Source, lock: &Source, catalogue: &Catalogue) -> Result<Vec<Chosen>, BadPage> {
    let spec = BookSpec::read(&source.name, &source.text)?;
    Ok(lock::replay(&spec, source, catalogue, lock)?)
}

/// Makes the files of a site of puzzles that were found.
///
/// # Errors
/// If the book is bad.
pub fn site_of(
    source: &Source,
    chosen: &[Chosen],
    diagrams: Diagrams,
    catalogue: &Catalogue,
) -> Result<Vec<PageFile>, BadPage> {
    let spec = BookSpec::read(&source.name, &source.text)?;
    let language = Language::load(catalogue.assets(), &spec.language)?;
    let words = PageWords::load(catalogue.assets(), &language)?;
    let furniture = Furniture::load(catalogue.assets(), language.code())?;
    let templates = Templates::load(catalogue.assets(), Format::Html)?;
    let spec = spec.typeset(&language);
    let maker = Maker {
        spec: &spec,
        chosen,
        diagrams,
        catalogue,
        language: &language,
        words: &words,
        furniture,
        seats: SeatWords::load(catalogue.assets(), &language)?,
        templates,
    };
    let mut files = maker.index()?;
    let rules = maker.rules_pages();
    for (number, section) in rules.iter().enumerate() {
        files.push(maker.rules_page(number + 1, section)?);
    }
    let puzzles: Vec<(usize, &Chosen, &Puzzle)> = chosen
        .iter()
        .flat_map(|section| {
            let number = rules.iter().position(|other| is_same_game(other, section)).map_or(1, |at| at + 1);
            section.puzzles.iter().map(move |puzzle| (number, section, puzzle))
        })
        .collect();
    // Sections may begin with numbers of their own, so what comes next is not the next number.
    let numbers: Vec<u32> = puzzles.iter().map(|(.., puzzle)| puzzle.number).collect();
    for (at, (rules, section, puzzle)) in puzzles.into_iter().enumerate() {
        let around = (at.checked_sub(1).map(|before| numbers[before]), numbers.get(at + 1).copied());
        files.push(maker.puzzle_page(puzzle, section, rules, around)?);
        if spec.solutions.place != SolutionsPlace::None {
            files.extend(maker.solution_pages(puzzle, section)?);
        }
    }
    Ok(files)
}

/// A level as five stars, those that are earned full.
pub(super) fn stars(level: Level) -> String {
    let earned = usize::from(level.stars()).min(5);
    "★".repeat(earned) + &"☆".repeat(5 - earned)
}

/// Whether two sections are of one game under the same rules.
fn is_same_game(one: &Chosen, other: &Chosen) -> bool {
    one.section.game == other.section.game && one.section.rules == other.section.rules
}

pub(super) struct Maker<'a> {
    pub spec: &'a BookSpec,
    pub chosen: &'a [Chosen],
    pub diagrams: Diagrams,
    pub catalogue: &'a Catalogue,
    pub language: &'a Language,
    pub words: &'a PageWords,
    pub furniture: Furniture,
    pub seats: SeatWords,
    pub templates: Templates,
}

impl Maker<'_> {
    pub fn filled(&self, phrase: &str, values: &[(&str, &str)]) -> String {
        filled(self.language, phrase, values)
    }

    pub fn most_bytes(&self) -> usize {
        most_bytes(self.diagrams)
    }

    /// A page from one of the site's templates.
    pub fn page(&self, name: &str, template: &str, title: &str, more: Value) -> Result<PageFile, BadPage> {
        let common = context! {
            title => one_line(title, 200),
            book => one_line(&self.spec.title, 200),
            lang => self.language.code(),
            words => values(self.words),
            pictures => self.diagrams != Diagrams::Table,
        };
        let text = self.templates.fill(template, context! { ..more, ..common })?;
        Ok(PageFile { name: name.to_string(), bytes: text.into_bytes() })
    }

    /// A section for each game whose rules are told.
    pub fn rules_pages(&self) -> Vec<&Chosen> {
        let mut told: Vec<&Chosen> = Vec::new();
        for section in self.chosen {
            if !told.iter().any(|other| is_same_game(other, section)) {
                told.push(section);
            }
        }
        told
    }

    fn rules_page(&self, number: usize, section: &Chosen) -> Result<PageFile, BadPage> {
        let rules = match section.is_for_several() {
            true => {
                let (game, changes) = (&section.section.game.game, &section.section.rules);
                let rules = TableRules::of(self.catalogue, game, changes)
                    .map_err(|error| BadPage::Options(error.to_string()))?;
                self.language.table_rules(&rules, RulesFormat::Markdown)?
            }
            false => self.language.rules(&section.rules, RulesFormat::Markdown)?,
        };
        let (_, text) = prose::title(&rules);
        let html = Value::from_safe_string(prose::html(text, 2));
        let title = self.language.labelled(&self.words.rules, &self.game_title(section));
        self.page(&format!("rules-{number}.html"), "site-text.html", &title, context! { body => html })
    }

    pub fn game_title(&self, section: &Chosen) -> String {
        titles::game_title(section, &self.furniture, self.language)
    }

    pub fn section_title(&self, section: &Chosen) -> String {
        one_line(&titles::section_title(section, &self.furniture, self.language), 300)
    }

    /// A puzzle's page. Without pictures the other seat has a table too at a table of two, and at a larger one the
    /// others have lists, so that puzzles of a section look alike; a page that is too large tells more briefly.
    fn puzzle_page(
        &self,
        puzzle: &Puzzle,
        section: &Chosen,
        rules: usize,
        around: (Option<u32>, Option<u32>),
    ) -> Result<PageFile, BadPage> {
        let seats = puzzle.turn().map_or(1, |duel| duel.table.count());
        let (usual, briefer): (Told, &[Told]) = match (seats, self.diagrams) {
            (1, _) => (Told::Tables, &[]),
            (2, Diagrams::Table) => (Told::Tables, &[Told::OwnTable, Told::Lists]),
            (_, Diagrams::Table) => (Told::OwnTable, &[Told::Lists]),
            _ => (Told::Tables, &[Told::OwnTable]),
        };
        let mut page = self.puzzle_page_with(usual, puzzle, section, rules, around)?;
        for form in briefer {
            if page.bytes.len() <= self.most_bytes() {
                break;
            }
            page = self.puzzle_page_with(*form, puzzle, section, rules, around)?;
        }
        Ok(page)
    }

    fn puzzle_page_with(
        &self,
        form: Told,
        puzzle: &Puzzle,
        section: &Chosen,
        rules: usize,
        (previous, next): (Option<u32>, Option<u32>),
    ) -> Result<PageFile, BadPage> {
        let number = puzzle.number;
        let title = self.puzzle_title(number);
        let options = self.options(section);
        let mut pictures = Pictures::new(&options, self.catalogue, self.language, self.words)?;
        pictures.size = Size::Joined;
        let shown = Shown { name: "deal", title: title.clone(), stage: None, marks: Marks::None };
        let deal = match &puzzle.posed {
            Posed::Alone(posed) => pictures.show(&posed.start, &shown)?,
            Posed::Turn(duel) => pictures.show_table(&duel.table, duel.seat, form, &self.seats, &shown)?,
        };
        // A table shows all that is known of it.
        let is_known = section.section.show == Show::Thoughtful;
        let stock = match puzzle.alone() {
            Some(posed) if is_known && self.diagrams != Diagrams::Table => self.stock(&posed.start),
            _ => String::new(),
        };
        let has_solution = self.spec.solutions.place != SolutionsPlace::None;
        let moves = puzzle.solution().map_or(0, |solution| solution.moves().len()).to_string();
        let level = puzzle.level();
        let is_whole = puzzle.is_whole();
        let told = context! {
            level => level.map(|level| self.language.level(level.stars())),
            stars => level.map(stars),
            game => self.game_title(section),
            task => puzzle.task(self.language)?,
            shown => Value::from_safe_string(self.shown(puzzle)?),
            deal => Value::from_safe_string(deal),
            lists => form != Told::Tables,
            stock => Value::from_safe_string(stock),
            proved => is_whole.then(|| self.filled(&self.words.proved, &[("moves", &moves)])),
            id => puzzle.id.to_string(),
            rules => format!("rules-{rules}.html"),
            solution => has_solution.then(|| format!("{number}-solution.html")),
            previous => previous.map(|number| format!("{number}.html")),
            next => next.map(|number| format!("{number}.html")),
        };
        let page = self.page(&format!("{number}.html"), "site-puzzle.html", &title, told)?;
        let text = pictures.placed_within(&String::from_utf8_lossy(&page.bytes), self.most_bytes())?;
        Ok(PageFile { bytes: text.into_bytes(), name: page.name })
    }

    pub fn puzzle_title(&self, number: u32) -> String {
        self.filled(&self.words.puzzle, &[("number", &number.to_string())])
    }

    pub fn options(&self, section: &Chosen) -> Options {
        Options {
            diagrams: self.diagrams,
            show: match section.section.show {
                Show::Thoughtful => layout::Show::Thoughtful,
                Show::Hidden => layout::Show::Hidden,
            },
            ..Options::new(Format::Html)
        }
    }

    /// The moves that a puzzle shows, as a list.
    fn shown(&self, puzzle: &Puzzle) -> Result<String, BadPage> {
        let lines = puzzle.alone().map(|posed| posed.shown_lines(self.language)).transpose()?;
        let lines = lines.unwrap_or_default();
        let lines: Vec<String> = lines.iter().map(|line| self.line(line)).collect();
        Ok(if lines.is_empty() { String::new() } else { list(&lines, 0) })
    }

    /// A line of moves in HTML; red suits are marked where there are style sheets for them.
    pub fn line(&self, line: &str) -> String {
        match self.diagrams {
            Diagrams::Table => escape(line),
            _ => suits_marked(&escape(line)),
        }
    }

    /// The stock in turning order, a turn an item; the card in play is bold.
    fn stock(&self, position: &Position) -> String {
        let rules = position.rules();
        let name = |card: &Card| suits_marked(&escape(&self.language.card(&rules.pack, *card)));
        // The picture shows the three upper cards of the waste.
        let waste = match position.waste() {
            waste if waste.len() > 3 => {
                let cards: Vec<String> = waste.iter().map(name).collect();
                let label = capital(&self.language.typeset(&self.language.table_words().waste_listed));
                format!("<h2>{}</h2>\n<p>{}</p>\n", escape(&label), cards.join(" "))
            }
            _ => String::new(),
        };
        if !rules.has_stock() || position.stock().is_empty() {
            return waste;
        }
        let cards: Vec<String> = position.stock().iter().rev().map(name).collect();
        let turn = |cards: &[String]| match cards {
            [before @ .., top] => {
                let before: String = before.iter().map(|card| format!("<span>{card}</span> ")).collect();
                format!("<li>{before}<b>{top}</b></li>\n")
            }
            [] => String::new(),
        };
        let turns: String = cards.chunks(rules.draw.max(1)).map(turn).collect();
        format!(
            "{waste}<h2>{}</h2>\n<ol class=\"stock\">\n{turns}</ol>\n",
            escape(&self.language.typeset(&self.words.stock))
        )
    }
}

/// Lines of a solution as a list that goes on after so many.
pub(super) fn list(lines: &[String], told: usize) -> String {
    let items: String = lines.iter().map(|line| format!("<li>{line}</li>\n")).collect();
    let start = if told > 0 { format!(" start=\"{}\"", told + 1) } else { String::new() };
    format!("<ol{start}>\n{items}</ol>\n")
}
