//! The plan of a book: its parts, measured before any page is numbered, so that each reference is right.

use super::BadBook;
use super::Source;
use super::chapter;
use super::chapters::Chapter;
use super::contents::{self, Entry};
use super::front::{self, Ornament};
use super::furniture::filled;
use super::hints::Hints;
use super::imprint;
use super::outline;
use super::prose;
use super::puzzle_cells::puzzle_cells;
use super::puzzle_page::{Drawn, PageWish, puzzle_page};
use super::puzzle_parts::{Refs, SolutionAt};
use super::puzzles::{Chosen, Puzzle};
use super::scores;
use super::set_up::SetUp;
use super::sheet::{Setter, Sheet};
use super::solutions::{Kind, PuzzlesAt, Solutions, Wanted};
use super::spec::{self, BookSpec, ContentsOrder, Part, SolutionsPlace, section_place};
use crate::card::Faces;
use crate::catalogue::Catalogue;
use crate::figure::Figure;
use crate::grade::Level;
use crate::output::pdf::{OutlineEntry, Profile};
use crate::puzzle::Form;
use rayon::prelude::*;

/// What a book consists of, and how it is set.
pub(super) struct Plan<'a> {
    pub setter: &'a Setter,
    pub spec: &'a BookSpec,
    pub sections: &'a [Chosen],
    pub source: &'a Source,
    pub catalogue: &'a Catalogue,
}

/// The pages of a file, and how viewers find their way.
pub(super) struct Pages {
    pub figures: Vec<Figure>,
    pub outline: Vec<OutlineEntry>,
    /// How many pages stand before the first whose number is printed.
    pub unnumbered: usize,
}

/// A part that is set but has no page yet.
enum Body<'a> {
    Title,
    Imprint,
    Dedication,
    Contents,
    Chapter(Chapter),
    Puzzles(Vec<Leaf>),
    SetUp(SetUp<'a>),
    Hints(Hints),
    Solutions(Solutions),
    Scores,
    Index,
}

/// A page of puzzles, and the solutions that follow it if they do.
struct Leaf {
    section: usize,
    /// The places of its puzzles in the book.
    puzzles: std::ops::Range<usize>,
    solutions: Option<Solutions>,
}

impl Leaf {
    fn pages(&self) -> usize {
        1 + self.solutions.as_ref().map_or(0, Solutions::page_count)
    }
}

/// A part and its first page.
struct Bound<'a> {
    body: Body<'a>,
    first: usize,
    pages: usize,
}

/// The last page of the solution behind a puzzle is to be so full at least.
const LEAST_LAST_PAGE: f32 = 0.55;
/// How many diagrams a solution keeps, if it has fewer than usual.
const FEWEST_STAGES: usize = 2;
const MOST_STAGES: usize = 7;

/// The narrowest cards that can be read in diagrams of puzzles.
const LEAST_CARD: f32 = 17.9;
/// The same where all type is large: in parts of its least size.
const LARGE_CARD: f32 = 1.6;

/// The pages of all that refers and is referred to, by places in the book; from 1.
#[derive(Default)]
pub(super) struct Places {
    pub puzzles: Vec<usize>,
    pub solutions: Option<Vec<usize>>,
    set_ups: Vec<Option<usize>>,
    hints: Vec<Option<usize>>,
}

impl Plan<'_> {
    /// All pages, and the outline; `apart` are the pages of solutions in a file of their own.
    pub(super) fn pages(&self, apart: Option<&[usize]>) -> Result<Pages, BadBook> {
        let bodies = self.bodies()?;
        let bound = self.bind(bodies);
        let places = self.places(&bound);
        let groups = self.entries(&bound, &places);
        let mut sheets: Vec<Sheet> = Vec::new();
        for part in &bound {
            while sheets.len() + 1 < part.first {
                sheets.push(Sheet::bare(sheets.len() + 1));
            }
            sheets.extend(self.sheets(part, &places, &groups, apart)?);
        }
        let contents = bound.iter().find(|part| matches!(part.body, Body::Contents)).map(|part| part.first);
        let outline = outline::outline(self, &groups, &places, contents);
        let bare = |part: &&Bound| matches!(part.body, Body::Title | Body::Imprint | Body::Dedication);
        let unnumbered = bound.iter().take_while(bare).last().map_or(0, |part| part.first + part.pages - 1);
        Ok(Pages { figures: self.figures(sheets), outline, unnumbered })
    }

    /// The pages of a file that holds nothing but the solutions, and the page of each.
    pub(super) fn solutions_apart(&self, puzzles: &[usize]) -> Result<(Pages, Vec<usize>), BadBook> {
        let solutions = Solutions::set(self.setter, &self.spec.solutions, &self.wanted(), Kind::Part)?;
        let title = &self.setter.words.solutions;
        let mut sheets = vec![
            front::title_page(self.setter, self.spec, Some(title), self.ornament(), 1),
            self.imprint(2)?,
        ];
        let first = sheets.len() + 1;
        let mut begins = vec![first; puzzles.len()];
        solutions.begins().into_iter().for_each(|(index, page)| begins[index] = first + page);
        sheets.extend(solutions.sheets(self.setter, first, PuzzlesAt::Elsewhere(puzzles)));
        let numbered = self.puzzles().into_iter().zip(&begins);
        let children = numbered.map(|((.., puzzle), &page)| outline::leaf(puzzle.number.to_string(), page));
        let outline =
            vec![OutlineEntry { children: children.collect(), ..outline::leaf(title.clone(), first) }];
        Ok((Pages { figures: self.figures(sheets), outline, unnumbered: first - 1 }, begins))
    }

    /// Where the puzzles stand when nothing else is known yet.
    pub(super) fn puzzle_pages(&self) -> Result<Vec<usize>, BadBook> {
        let bound = self.bind(self.bodies()?);
        Ok(self.places(&bound).puzzles)
    }

    fn figures(&self, mut sheets: Vec<Sheet>) -> Vec<Figure> {
        // Shops want an even number of pages: two are a leaf.
        if self.spec.profile == Profile::Press && sheets.len() % 2 == 1 {
            sheets.push(Sheet::bare(sheets.len() + 1));
        }
        sheets.into_iter().map(|sheet| sheet.figure(&self.setter.grid)).collect()
    }

    /// Every puzzle with its place in the book and its section.
    fn puzzles(&self) -> Vec<(usize, usize, &Puzzle)> {
        let all = self.sections.iter().enumerate();
        let all =
            all.flat_map(|(section, chosen)| chosen.puzzles.iter().map(move |puzzle| (section, puzzle)));
        all.enumerate().map(|(index, (section, puzzle))| (index, section, puzzle)).collect()
    }

    fn wanted(&self) -> Vec<Wanted<'_>> {
        let wanted = |(index, section, puzzle)| Wanted { index, section: &self.sections[section], puzzle };
        self.puzzles().into_iter().map(wanted).collect()
    }

    fn bodies(&self) -> Result<Vec<Body<'_>>, BadBook> {
        let mut bodies = Vec::new();
        for part in self.spec.parts() {
            match &part {
                Part::TitlePage => bodies.push(Body::Title),
                Part::Imprint => bodies.push(Body::Imprint),
                Part::Dedication => bodies.push(Body::Dedication),
                Part::Contents => bodies.push(Body::Contents),
                Part::HowTo => bodies.push(Body::Chapter(self.how_to()?)),
                Part::Rules => bodies.extend(self.rules()?.into_iter().map(Body::Chapter)),
                Part::Puzzles => bodies.push(Body::Puzzles(self.leaves()?)),
                Part::SetUp => {
                    let has = |&(_, section, _): &(usize, usize, &Puzzle)| {
                        self.sections[section].section.has_set_up()
                    };
                    let puzzles: Vec<(usize, &Puzzle)> = self
                        .puzzles()
                        .into_iter()
                        .filter(has)
                        .map(|(index, _, puzzle)| (index, puzzle))
                        .collect();
                    bodies.push(Body::SetUp(SetUp::new(self.setter, &puzzles)));
                }
                Part::Solutions => {
                    let set = Solutions::set(self.setter, &self.spec.solutions, &self.wanted(), Kind::Part)?;
                    bodies.push(Body::Solutions(set));
                }
                Part::Hints => {
                    bodies.push(Body::Hints(Hints::set(self.setter, &self.wanted())?));
                }
                Part::Scores => bodies.push(Body::Scores),
                Part::Index => bodies.push(Body::Index),
                Part::Page(_) | Part::Text(_) => bodies.extend(self.own_page(&part)?.map(Body::Chapter)),
            }
        }
        Ok(bodies)
    }

    fn leaves(&self) -> Result<Vec<Leaf>, BadBook> {
        let wanted = self.wanted();
        let follow = self.spec.solutions.place == SolutionsPlace::AfterEach;
        let mut places = Vec::new();
        let mut next = 0;
        for (section, chosen) in self.sections.iter().enumerate() {
            let end = next + chosen.puzzles.len();
            while next < end {
                let puzzles = next..end.min(next + usize::from(chosen.section.per_page));
                next = puzzles.end;
                places.push((section, puzzles));
            }
        }
        places
            .into_par_iter()
            .map(|(section, puzzles)| {
                let solutions = follow.then(|| self.behind(&wanted[puzzles.clone()])).transpose()?;
                Ok(Leaf { section, puzzles, solutions })
            })
            .collect()
    }

    /// The solutions behind a page of puzzles. Where next to nothing is left for their last page, they have
    /// fewer diagrams and end on the one before.
    fn behind(&self, own: &[Wanted<'_>]) -> Result<Solutions, BadBook> {
        let set = |asked: &spec::Solutions| Solutions::set(self.setter, asked, own, Kind::Behind);
        let usual = set(&self.spec.solutions)?;
        if self.spec.solutions.stages.is_some()
            || usual.page_count() < 2
            || usual.last_fill() > LEAST_LAST_PAGE
        {
            return Ok(usual);
        }
        for stages in (FEWEST_STAGES..=MOST_STAGES).rev() {
            let fewer = set(&spec::Solutions { stages: Some(stages), ..self.spec.solutions })?;
            if fewer.page_count() < usual.page_count() {
                return Ok(fewer);
            }
        }
        Ok(usual)
    }

    /// Gives every part its first page.
    fn bind<'a>(&self, bodies: Vec<Body<'a>>) -> Vec<Bound<'a>> {
        let count = self.puzzles().len();
        let mut next = 1;
        let mut bound: Vec<Bound<'a>> = Vec::new();
        // How many rows the contents have does not depend on pages, so all parts may stand on page 1.
        let unbound: Vec<Bound<'a>> =
            bodies.into_iter().map(|body| Bound { body, first: 1, pages: 0 }).collect();
        let none = Places { puzzles: vec![1; count], ..Places::default() };
        let rows: Vec<usize> = self.entries(&unbound, &none).iter().map(Vec::len).collect();
        for Bound { body, .. } in unbound {
            let pages = match &body {
                Body::Title | Body::Imprint | Body::Dedication => 1,
                Body::Contents => contents::contents_pages(self.setter, &rows),
                Body::Chapter(chapter) => chapter.pages,
                Body::Puzzles(leaves) => leaves.iter().map(Leaf::pages).sum(),
                Body::SetUp(lists) => lists.page_count(),
                Body::Hints(hints) => hints.page_count(),
                Body::Solutions(solutions) => solutions.page_count(),
                Body::Scores => scores::score_pages(self.setter, count),
                Body::Index => scores::index_pages(self.setter, count),
            };
            // A dedication stands on a right-hand page.
            if matches!(body, Body::Dedication) && next % 2 == 0 {
                next += 1;
            }
            bound.push(Bound { body, first: next, pages });
            next += pages;
        }
        bound
    }

    fn places(&self, bound: &[Bound<'_>]) -> Places {
        let count = self.puzzles().len();
        let mut places = Places {
            puzzles: vec![1; count],
            solutions: None,
            set_ups: vec![None; count],
            hints: vec![None; count],
        };
        let mut solutions = vec![1; count];
        let mut has_solutions = false;
        for part in bound {
            match &part.body {
                Body::Puzzles(leaves) => {
                    let mut page = part.first;
                    for leaf in leaves {
                        places.puzzles[leaf.puzzles.clone()].fill(page);
                        for (index, offset) in leaf.solutions.iter().flat_map(Solutions::begins) {
                            solutions[index] = page + 1 + offset;
                            has_solutions = true;
                        }
                        page += leaf.pages();
                    }
                }
                Body::Solutions(set) => {
                    has_solutions = true;
                    set.begins().into_iter().for_each(|(index, page)| solutions[index] = part.first + page);
                }
                Body::Hints(set) => {
                    let begins = set.begins().into_iter();
                    begins.for_each(|(index, page)| places.hints[index] = Some(part.first + page));
                }
                Body::SetUp(lists) => {
                    let begins = lists.begins().into_iter();
                    begins.for_each(|(index, page)| places.set_ups[index] = Some(part.first + page));
                }
                _ => {}
            }
        }
        places.solutions = has_solutions.then_some(solutions);
        places
    }

    fn sheets(
        &self,
        part: &Bound<'_>,
        places: &Places,
        groups: &[Vec<Entry>],
        apart: Option<&[usize]>,
    ) -> Result<Vec<Sheet>, BadBook> {
        let (setter, first) = (self.setter, part.first);
        let with_pages = || -> Vec<(&Puzzle, usize)> {
            self.puzzles().into_iter().map(|(index, _, puzzle)| (puzzle, places.puzzles[index])).collect()
        };
        Ok(match &part.body {
            Body::Title => vec![front::title_page(setter, self.spec, None, self.ornament(), first)],
            Body::Imprint => vec![self.imprint(first)?],
            Body::Dedication => vec![imprint::dedication(setter, &self.spec.dedication, first)],
            Body::Contents => contents::contents(setter, groups, first),
            Body::Chapter(chapter) => chapter::pages(&chapter.pieces, setter, &chapter.title, first),
            Body::Puzzles(leaves) => self.puzzle_sheets(leaves, first, places, apart)?,
            Body::SetUp(lists) => lists.sheets(setter, first, &places.puzzles),
            Body::Hints(hints) => hints.sheets(setter, first, &places.puzzles),
            Body::Solutions(solutions) => solutions.sheets(setter, first, PuzzlesAt::Here(&places.puzzles)),
            Body::Scores => scores::scores(setter, &with_pages(), first),
            Body::Index => scores::index(setter, &with_pages(), first),
        })
    }

    fn puzzle_sheets(
        &self,
        leaves: &[Leaf],
        first: usize,
        places: &Places,
        apart: Option<&[usize]>,
    ) -> Result<Vec<Sheet>, BadBook> {
        let puzzles = self.puzzles();
        let mut numbered = Vec::new();
        let mut page = first;
        for leaf in leaves {
            numbered.push((leaf, page));
            page += leaf.pages();
        }
        let wish = PageWish { facts: &self.spec.facts, record: self.spec.record };
        let drawn: Vec<(Drawn, Vec<Sheet>)> = numbered
            .par_iter()
            .map(|&(leaf, page)| {
                let chosen = &self.sections[leaf.section];
                let title = self.section_title(chosen);
                let refs = |index: usize| Refs {
                    solution: match (&places.solutions, apart) {
                        (Some(pages), _) => Some(SolutionAt::Page(pages[index])),
                        (None, Some(pages)) => Some(SolutionAt::Apart(pages[index])),
                        (None, None) => None,
                    },
                    set_up: places.set_ups[index],
                    hint: places.hints[index],
                };
                let cells: Vec<(&Puzzle, Refs)> =
                    leaf.puzzles.clone().map(|index| (puzzles[index].2, refs(index))).collect();
                let drawn = match (chosen.section.per_page, cells.as_slice()) {
                    (1, [(puzzle, refs)]) => {
                        puzzle_page(self.setter, wish, chosen, puzzle, &title, page, *refs)?
                    }
                    _ => puzzle_cells(self.setter, wish, chosen, &cells, &title, page)?,
                };
                let at = PuzzlesAt::Here(&places.puzzles);
                let after = leaf.solutions.as_ref().map(|set| set.sheets(self.setter, page + 1, at));
                Ok((drawn, after.unwrap_or_default()))
            })
            .collect::<Result<_, BadBook>>()?;
        let least = match self.setter.is_large() {
            true => LARGE_CARD * self.setter.least(),
            false => LEAST_CARD,
        };
        let mut sheets = Vec::new();
        for ((Drawn { sheet, card }, after), leaf) in drawn.into_iter().zip(leaves) {
            if card < least {
                return Err(self.no_room(leaf, card, least));
            }
            sheets.push(sheet);
            sheets.extend(after);
        }
        Ok(sheets)
    }

    fn no_room(&self, leaf: &Leaf, card: f32, least: f32) -> BadBook {
        let per_page = self.sections[leaf.section].section.per_page;
        let field = if per_page > 1 { "per-page" } else { "game" };
        let place = section_place(&self.source.name, &self.source.text, field, leaf.section);
        let cure = match per_page {
            1 => {
                "choose a larger trim or a smaller type, or leave out what stands under the diagram with \
                 `facts: []` and `record: false`"
            }
            _ => "put fewer puzzles on a page, or choose a larger trim or a smaller type",
        };
        let what = format!(
            "{field}: its cards would be {card:.1} points wide on this page, and {least:.1} can be read; {cure}"
        );
        BadBook::Field { place, what }
    }

    fn imprint(&self, page: usize) -> Result<Sheet, BadBook> {
        let blocks =
            prose::chapter("imprint.md", self.catalogue, &self.setter.language, self.spec, self.sections)?;
        Ok(imprint::imprint(self.setter, &blocks, &self.spec.imprint, page))
    }

    fn ornament(&self) -> Ornament {
        let somerset = |section: &Chosen| matches!(section.rules.pack.faces, Faces::Somerset { .. });
        match self.sections.first().filter(|_| self.sections.iter().all(somerset)) {
            Some(section) => Ornament::Doubles(section.rules.pack),
            None => Ornament::Suits,
        }
    }

    /// What a section is called in heads and contents.
    pub(super) fn section_title(&self, section: &Chosen) -> String {
        if !section.section.title.is_empty() {
            return section.section.title.clone();
        }
        let game = self.game_title(section);
        match section.form() {
            Some(form) if form != Form::Whole => {
                let form = self.setter.words.form(form);
                filled(&self.setter.words.form_section, &[("game", &game), ("form", &form)])
            }
            _ => game,
        }
    }

    fn game_title(&self, section: &Chosen) -> String {
        let game = self.setter.language.game_name(&section.section.game.game);
        match section.rules.pack.faces {
            Faces::Somerset { ranks } if section.rules.sized => {
                let ranks = self.setter.language.number(usize::from(ranks));
                filled(&self.setter.words.sized_section, &[("game", &game), ("ranks", &ranks)])
            }
            _ => game.to_string(),
        }
    }

    /// The rows of the contents: chapters before the puzzles, sections, and what follows them.
    fn entries(&self, bound: &[Bound<'_>], places: &Places) -> Vec<Vec<Entry>> {
        let words = &self.setter.words;
        let puzzles = self.puzzles();
        let all = || range(puzzles.iter().map(|(.., puzzle)| puzzle.number));
        let mut groups: Vec<Vec<Entry>> = vec![Vec::new()];
        for part in bound {
            let entry = |title: &str, puzzles| Entry {
                title: title.to_string(),
                puzzles,
                page: part.first,
                ..Entry::default()
            };
            let row = match &part.body {
                Body::Title | Body::Imprint | Body::Dedication | Body::Contents => continue,
                Body::Puzzles(_) => {
                    groups.extend(match self.spec.contents {
                        ContentsOrder::ByNumber => vec![self.section_entries(places)],
                        ContentsOrder::ByLevel => self.level_entries(places),
                    });
                    groups.push(Vec::new());
                    continue;
                }
                Body::Chapter(chapter) => entry(&chapter.title, None),
                Body::SetUp(lists) => {
                    let of = lists.begins().into_iter().map(|(index, _)| puzzles[index].2.number);
                    entry(&words.set_up, range(of))
                }
                Body::Hints(_) => entry(&words.hints, all()),
                Body::Solutions(_) => entry(&words.solutions, all()),
                Body::Scores => entry(&words.scores, None),
                Body::Index => entry(&words.index, None),
            };
            if let Some(group) = groups.last_mut() {
                group.push(row);
            }
        }
        groups
    }

    /// A row a section, with the level if all its puzzles have the same.
    pub(super) fn section_entries(&self, places: &Places) -> Vec<Entry> {
        let mut next = 0;
        let mut entries = Vec::new();
        for chosen in self.sections {
            let level = chosen.puzzles.first().and_then(Puzzle::level);
            let level = level.filter(|_| chosen.puzzles.iter().all(|puzzle| puzzle.level() == level));
            entries.push(Entry {
                title: self.section_title(chosen),
                puzzles: range(chosen.puzzles.iter().map(|puzzle| puzzle.number)),
                page: places.puzzles.get(next).copied().unwrap_or(1),
                level,
                ..Entry::default()
            });
            next += chosen.puzzles.len();
        }
        entries
    }

    /// A group a level: its stars, and under them every puzzle with its page. Puzzles of games without
    /// levels follow by their sections.
    fn level_entries(&self, places: &Places) -> Vec<Vec<Entry>> {
        let puzzles = self.puzzles();
        let mut groups = Vec::new();
        for level in Level::ALL {
            let of_level: Vec<(u32, usize)> = puzzles
                .iter()
                .filter(|(.., puzzle)| puzzle.level() == Some(level))
                .map(|&(index, _, puzzle)| (puzzle.number, places.puzzles[index]))
                .collect();
            let Some(&(_, page)) = of_level.first() else { continue };
            let title = self.setter.words.level(level).to_string();
            let mut group =
                vec![Entry { title, page, level: Some(level), is_head: true, ..Entry::default() }];
            // The first level tells what the pairs of numbers under all of them are.
            let label = Entry { page, is_label: true, ..Entry::default() };
            group.extend(groups.is_empty().then_some(label));
            group.extend(of_level.chunks(contents::CELLS).map(|cells| Entry {
                page: cells[0].1,
                cells: cells.to_vec(),
                ..Entry::default()
            }));
            groups.push(group);
        }
        let ungraded = |(index, _): &(usize, Entry)| {
            self.sections[*index].puzzles.iter().any(|puzzle| puzzle.level().is_none())
        };
        let sections = self.section_entries(places).into_iter().enumerate();
        let rest: Vec<Entry> = sections.filter(ungraded).map(|(_, entry)| entry).collect();
        groups.extend((!rest.is_empty()).then_some(rest));
        groups
    }
}

/// The first and the last of some numbers.
fn range(numbers: impl Iterator<Item = u32> + Clone) -> Option<(u32, u32)> {
    Some((numbers.clone().min()?, numbers.max()?))
}
