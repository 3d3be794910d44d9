//! The plan of a book: its parts, measured before any page is numbered, so that each reference is right.

use super::BadBook;
use super::Source;
use super::chapter;
use super::chapters::Chapter;
use super::contents::{self, Entry};
use super::front::{self, Ornament};
use super::hints::Hints;
use super::imprint;
use super::leaves::Leaf;
use super::outline;
use super::prose;
use super::puzzles::{Chosen, Puzzle};
use super::scores;
use super::set_up::SetUp;
use super::sheet::{Setter, Sheet};
use super::solutions::{Kind, PuzzlesAt, Solutions, Wanted};
use super::spec::{BookSpec, Part};
use crate::card::Faces;
use crate::catalogue::Catalogue;
use crate::output::pdf::{OutlineEntry, Profile};

/// What a book consists of, and how it is set.
pub(super) struct Plan<'a> {
    pub setter: &'a Setter,
    pub spec: &'a BookSpec,
    pub sections: &'a [Chosen],
    pub source: &'a Source,
    pub catalogue: &'a Catalogue,
}

/// How viewers find their way in a file.
pub(super) struct Guide {
    pub outline: Vec<OutlineEntry>,
    /// How many pages stand before the first whose number is printed.
    pub unnumbered: usize,
}

/// What takes the pages of a file, in their order and some at a time: all at once are too many for memory.
pub(super) type Take<'a> = dyn FnMut(Vec<Sheet>) -> Result<(), BadBook> + 'a;

/// The solutions of a file of their own, set but not drawn.
pub(super) struct Apart {
    solutions: Solutions,
    /// The page of each, from 1.
    pub begins: Vec<usize>,
    /// How many pages the file has.
    pub pages: usize,
}

/// The title page and the imprint stand before the solutions of a file of their own.
const BEFORE_APART: usize = 2;

/// A part that is set but has no page yet.
pub(super) enum Body<'a> {
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

/// A part and its first page.
pub(super) struct Bound<'a> {
    pub body: Body<'a>,
    pub first: usize,
    pages: usize,
}

/// The pages of all that refers and is referred to, by places in the book; from 1.
#[derive(Default)]
pub(super) struct Places {
    pub puzzles: Vec<usize>,
    pub solutions: Option<Vec<usize>>,
    pub set_ups: Vec<Option<usize>>,
    pub hints: Vec<Option<usize>>,
}

impl<'a> Plan<'a> {
    /// All parts, set and with their pages, but not drawn.
    pub(super) fn bound(&self) -> Result<Vec<Bound<'a>>, BadBook> {
        Ok(self.bind(self.bodies()?))
    }

    /// How many pages the file has.
    pub(super) fn page_count(&self, bound: &[Bound<'_>]) -> usize {
        self.even(bound.last().map_or(0, |last| last.first + last.pages - 1))
    }

    /// The outline and the numbering.
    pub(super) fn guide(&self, bound: &[Bound<'_>]) -> Guide {
        let places = self.places(bound);
        let groups = self.entries(bound, &places);
        let contents = bound.iter().find(|part| matches!(part.body, Body::Contents)).map(|part| part.first);
        let outline = outline::outline(self, &groups, &places, contents);
        let bare = |part: &&Bound| matches!(part.body, Body::Title | Body::Imprint | Body::Dedication);
        let unnumbered = bound.iter().take_while(bare).last().map_or(0, |part| part.first + part.pages - 1);
        Guide { outline, unnumbered }
    }

    /// Draws all pages; `apart` are the pages of solutions in a file of their own.
    pub(super) fn draw(
        &self,
        bound: Vec<Bound<'_>>,
        apart: Option<&[usize]>,
        take: &mut Take<'_>,
    ) -> Result<(), BadBook> {
        let places = self.places(&bound);
        let groups = self.entries(&bound, &places);
        let count = self.page_count(&bound);
        let mut next = 1;
        for part in bound {
            take((next..part.first).map(Sheet::bare).collect())?;
            next = part.first + part.pages;
            self.draw_part(part, &places, &groups, apart, take)?;
        }
        take((next..=count).map(Sheet::bare).collect())
    }

    /// The solutions of a file that holds nothing else, set but not drawn.
    pub(super) fn solutions_apart(&self) -> Result<Apart, BadBook> {
        let solutions = Solutions::set(self.setter, &self.spec.solutions, &self.wanted(), Kind::Part)?;
        let mut begins = vec![BEFORE_APART + 1; self.puzzles().len()];
        solutions.begins().into_iter().for_each(|(index, page)| begins[index] = BEFORE_APART + 1 + page);
        let pages = self.even(BEFORE_APART + solutions.page_count());
        Ok(Apart { solutions, begins, pages })
    }

    /// The outline and the numbering of such a file.
    pub(super) fn guide_apart(&self, apart: &Apart) -> Guide {
        let title = &self.setter.words.solutions;
        let numbered = self.puzzles().into_iter().zip(&apart.begins);
        let children = numbered.map(|((.., puzzle), &page)| outline::leaf(puzzle.number.to_string(), page));
        let leaf = outline::leaf(title.clone(), BEFORE_APART + 1);
        let outline = vec![OutlineEntry { children: children.collect(), ..leaf }];
        Guide { outline, unnumbered: BEFORE_APART }
    }

    /// Draws a file that holds nothing but the solutions of the puzzles on these pages.
    pub(super) fn draw_apart(
        &self,
        apart: Apart,
        puzzles: &[usize],
        take: &mut Take<'_>,
    ) -> Result<(), BadBook> {
        let Apart { solutions, pages, .. } = apart;
        let title = &self.setter.words.solutions;
        take(vec![
            front::title_page(self.setter, self.spec, Some(title), self.ornament(), 1),
            self.imprint(BEFORE_APART)?,
        ])?;
        let first = BEFORE_APART + 1;
        let next = first + solutions.page_count();
        solutions.draw(self.setter, first, PuzzlesAt::Elsewhere(puzzles), take)?;
        take((next..=pages).map(Sheet::bare).collect())
    }

    /// The pages of the puzzles.
    pub(super) fn puzzle_pages(&self, bound: &[Bound<'_>]) -> Vec<usize> {
        self.places(bound).puzzles
    }

    /// Shops want an even number of pages: two are a leaf.
    fn even(&self, pages: usize) -> usize {
        if self.spec.profile == Profile::Press { pages.next_multiple_of(2) } else { pages }
    }

    /// Every puzzle with its place in the book and its section.
    pub(super) fn puzzles(&self) -> Vec<(usize, usize, &'a Puzzle)> {
        let all = self.sections.iter().enumerate();
        let all =
            all.flat_map(|(section, chosen)| chosen.puzzles.iter().map(move |puzzle| (section, puzzle)));
        all.enumerate().map(|(index, (section, puzzle))| (index, section, puzzle)).collect()
    }

    pub(super) fn wanted(&self) -> Vec<Wanted<'a>> {
        let wanted = |(index, section, puzzle)| Wanted { index, section: &self.sections[section], puzzle };
        self.puzzles().into_iter().map(wanted).collect()
    }

    fn bodies(&self) -> Result<Vec<Body<'a>>, BadBook> {
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

    /// Gives every part its first page.
    fn bind(&self, bodies: Vec<Body<'a>>) -> Vec<Bound<'a>> {
        let count = self.puzzles().len();
        let mut next = 1;
        let mut bound: Vec<Bound<'a>> = Vec::new();
        // How many rows the contents have does not depend on pages, so all parts may stand on page 1.
        let unbound: Vec<Bound<'a>> =
            bodies.into_iter().map(|body| Bound { body, first: 1, pages: 0 }).collect();
        let none = Places { puzzles: vec![1; count], ..Places::default() };
        let rows = self.entries(&unbound, &none);
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

    fn draw_part(
        &self,
        part: Bound<'_>,
        places: &Places,
        groups: &[Vec<Entry>],
        apart: Option<&[usize]>,
        take: &mut Take<'_>,
    ) -> Result<(), BadBook> {
        let (setter, first) = (self.setter, part.first);
        let with_pages = || -> Vec<(&Puzzle, usize)> {
            self.puzzles().into_iter().map(|(index, _, puzzle)| (puzzle, places.puzzles[index])).collect()
        };
        take(match part.body {
            Body::Title => vec![front::title_page(setter, self.spec, None, self.ornament(), first)],
            Body::Imprint => vec![self.imprint(first)?],
            Body::Dedication => vec![imprint::dedication(setter, &self.spec.dedication, first)],
            Body::Contents => contents::contents(setter, groups, first),
            Body::Chapter(chapter) => chapter::pages(&chapter.pieces, setter, &chapter.title, first),
            Body::Puzzles(leaves) => return self.draw_puzzles(leaves, first, places, apart, take),
            Body::SetUp(lists) => lists.sheets(setter, first, &places.puzzles),
            Body::Hints(hints) => hints.sheets(setter, first, &places.puzzles),
            Body::Solutions(set) => {
                return set.draw(setter, first, PuzzlesAt::Here(&places.puzzles), take);
            }
            Body::Scores => scores::scores(setter, &with_pages(), first),
            Body::Index => scores::index(setter, &with_pages(), first),
        })
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
}
