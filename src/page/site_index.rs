//! The index of a site: a heading for each kind of puzzles, under it one for each level, under that the links.
//!
//! Sections of a book that are called alike are one here. What is too long for a page is parted: then the index
//! leads to lists of puzzles, and where the lists themselves are too many, to its next page.

use super::fill::one_line;
use super::site::{Maker, stars};
use super::{BadPage, Diagrams, PageFile};
use crate::grade::Level;
use crate::output::html::escape;
use minijinja::{Value, context};
use std::collections::BTreeMap;

/// How many puzzles a page lists at most.
const LISTED: usize = 100;
/// What a link takes beside its words, a heading beside its own, and what must stay free.
const LINK_BYTES: usize = 40;
const HEADING_BYTES: usize = 60;
const SPARE_BYTES: usize = 120;

/// Links under a heading.
#[derive(Clone)]
struct Kind {
    title: String,
    groups: Vec<Group>,
    look: Look,
}

/// How links stand together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// One beside the other.
    Flow,
    /// Each on a line of its own.
    List,
}

/// Links of one level, if they have one.
#[derive(Clone)]
struct Group {
    level: Option<Level>,
    links: Vec<Link>,
}

#[derive(Clone)]
struct Link {
    file: String,
    text: String,
    /// What the link is called where that is more than its text.
    name: Option<String>,
}

impl Link {
    fn bytes(&self) -> usize {
        let name = self.name.as_ref().map_or(0, |name| escape(name).len());
        self.file.len() + escape(&self.text).len() + name + LINK_BYTES
    }
}

/// Puzzles that are called alike, by their levels.
struct Numbered {
    title: String,
    levels: BTreeMap<Option<Level>, Vec<u32>>,
}

impl Maker<'_> {
    /// The index and the lists that it leads to.
    pub fn index(&self) -> Result<Vec<PageFile>, BadPage> {
        let kinds = self.kinds();
        let total: usize = self.chosen.iter().map(|section| section.puzzles.len()).sum();
        if total <= LISTED {
            let page = self.index_page(1, &self.with_rules(self.linked(&kinds)), None)?;
            if page.bytes.len() <= self.most_bytes() {
                return Ok(vec![page]);
            }
        }
        let mut lists = Vec::new();
        let mut links = Vec::new();
        for kind in &kinds {
            let mut groups = Vec::new();
            for (level, numbers) in &kind.levels {
                let mut links = Vec::new();
                let base = self.list_page("list-1.html", &kind.title, *level, &[], None)?.bytes.len();
                for numbers in self.chunks(numbers, self.most_bytes().saturating_sub(base + SPARE_BYTES)) {
                    let number = lists.len() + 1;
                    let next = format!("list-{}.html", number + 1);
                    let file = format!("list-{number}.html");
                    let text = self.filled(&self.words.puzzles, &[("numbers", &told(numbers))]);
                    links.push(Link { file: file.clone(), text, name: None });
                    lists.push((file, kind.title.clone(), *level, numbers.to_vec(), next));
                }
                groups.push(Group { level: *level, links });
            }
            links.push(Kind { title: kind.title.clone(), groups, look: Look::List });
        }
        let count = lists.len();
        let mut pages = self.index_pages(self.with_rules(links))?;
        for (index, (file, title, level, numbers, next)) in lists.into_iter().enumerate() {
            let next = (index + 1 < count).then_some(next);
            pages.push(self.list_page(&file, &title, level, &numbers, next)?);
        }
        Ok(pages)
    }

    /// The puzzles by what they are called and by level, the gentlest first; those without a level stand before.
    fn kinds(&self) -> Vec<Numbered> {
        let mut kinds: Vec<Numbered> = Vec::new();
        for section in self.chosen {
            let title = self.section_title(section);
            let at = kinds.iter().position(|kind| kind.title == title).unwrap_or_else(|| {
                kinds.push(Numbered { title, levels: BTreeMap::new() });
                kinds.len() - 1
            });
            let is_graded = section.puzzles.iter().all(|puzzle| puzzle.level().is_some());
            for puzzle in &section.puzzles {
                let level = puzzle.level().filter(|_| is_graded);
                kinds[at].levels.entry(level).or_default().push(puzzle.number);
            }
        }
        kinds
    }

    fn linked(&self, kinds: &[Numbered]) -> Vec<Kind> {
        let group = |(level, numbers): (&Option<Level>, &Vec<u32>)| Group {
            level: *level,
            links: numbers.iter().map(|number| self.link(*number)).collect(),
        };
        let kind = |kind: &Numbered| Kind {
            title: kind.title.clone(),
            groups: kind.levels.iter().map(group).collect(),
            look: Look::Flow,
        };
        kinds.iter().map(kind).collect()
    }

    /// A link to a puzzle: with pictures a number, which is heard as the puzzle's; else the puzzle's title.
    fn link(&self, number: u32) -> Link {
        let title = self.puzzle_title(number);
        let file = format!("{number}.html");
        match self.diagrams {
            Diagrams::Table => Link { file, text: title, name: None },
            _ => Link { file, text: number.to_string(), name: Some(title) },
        }
    }

    /// The links and, after them, those to the rules. Games that are called alike are told apart by their puzzles.
    fn with_rules(&self, mut kinds: Vec<Kind>) -> Vec<Kind> {
        let told_of = self.rules_pages();
        let titles: Vec<String> = told_of.iter().map(|section| self.game_title(section)).collect();
        let links = told_of.iter().zip(&titles).enumerate().map(|(index, (section, title))| {
            let is_twice = titles.iter().filter(|other| *other == title).count() > 1;
            let text = match section.puzzles.first() {
                Some(first) if is_twice => self.language.labelled(title, &self.puzzle_title(first.number)),
                _ => title.clone(),
            };
            Link { file: format!("rules-{}.html", index + 1), text, name: None }
        });
        let group = Group { level: None, links: links.collect() };
        kinds.push(Kind { title: self.words.rules.clone(), groups: vec![group], look: Look::List });
        kinds
    }

    /// As many numbers as fit, again and again.
    fn chunks<'n>(&self, numbers: &'n [u32], room: usize) -> Vec<&'n [u32]> {
        let mut chunks = Vec::new();
        let mut rest = numbers;
        while !rest.is_empty() {
            let mut bytes = 0;
            let fitting = rest.iter().take(LISTED).take_while(|number| {
                bytes += self.link(**number).bytes();
                bytes <= room
            });
            let (chunk, others) = rest.split_at(fitting.count().max(1));
            chunks.push(chunk);
            rest = others;
        }
        chunks
    }

    /// The first page, and more if it cannot hold all.
    fn index_pages(&self, kinds: Vec<Kind>) -> Result<Vec<PageFile>, BadPage> {
        let room = |part| -> Result<usize, BadPage> {
            let base = self.index_page(part, &[], Some(1))?.bytes.len();
            Ok(self.most_bytes().saturating_sub(base + SPARE_BYTES))
        };
        let (first, later) = (room(1)?, room(2)?);
        let mut parts: Vec<Vec<Kind>> = vec![Vec::new()];
        let mut bytes = 0;
        for kind in kinds {
            let title_bytes = escape(&kind.title).len();
            for Group { level, links } in kind.groups {
                for (index, link) in links.into_iter().enumerate() {
                    let most = if parts.len() == 1 { first } else { later };
                    let head = title_bytes + 2 * HEADING_BYTES;
                    if bytes > 0 && bytes + head + link.bytes() > most {
                        parts.push(Vec::new());
                        bytes = 0;
                    }
                    let part = parts.last_mut().expect("a part, since the list begins with one");
                    if part.last().is_none_or(|last| last.title != kind.title) {
                        bytes += title_bytes + HEADING_BYTES;
                        part.push(Kind { groups: Vec::new(), title: kind.title.clone(), look: kind.look });
                    }
                    let groups = &mut part.last_mut().expect("a kind, which was put there").groups;
                    if groups.is_empty() || index == 0 {
                        bytes += HEADING_BYTES;
                        groups.push(Group { level, links: Vec::new() });
                    }
                    bytes += link.bytes();
                    groups.last_mut().expect("a group, which was put there").links.push(link);
                }
            }
        }
        let count = parts.len();
        let pages = parts.iter().enumerate().map(|(index, kinds)| {
            let next = (index + 1 < count).then_some(index + 2);
            self.index_page(index + 1, kinds, next)
        });
        pages.collect()
    }

    fn index_page(&self, part: usize, kinds: &[Kind], next: Option<usize>) -> Result<PageFile, BadPage> {
        let about = context! {
            sections => self.told_kinds(kinds),
            top => part == 1,
            back => part > 1,
            next => next.map(index_name),
            subtitle => one_line(&self.spec.subtitle, 300),
            author => one_line(&self.spec.author, 300),
        };
        self.page(&index_name(part), "site-index.html", &self.spec.title, about)
    }

    /// A list of puzzles of one kind and level.
    fn list_page(
        &self,
        file: &str,
        title: &str,
        level: Option<Level>,
        numbers: &[u32],
        next: Option<String>,
    ) -> Result<PageFile, BadPage> {
        let links = numbers.iter().map(|number| self.link(*number)).collect();
        let groups = vec![Group { level, links }];
        let kind = Kind { title: title.to_string(), groups, look: Look::Flow };
        let list = context! { sections => self.told_kinds(&[kind]), top => false, back => true, next };
        self.page(file, "site-index.html", title, list)
    }

    fn told_kinds(&self, kinds: &[Kind]) -> Vec<Value> {
        let group = |group: &Group| {
            let links = group.links.iter();
            let links = links.map(|Link { file, text, name }| context! { file, text, name });
            context! {
                level => group.level.map(|level| self.language.level(level.stars())),
                stars => group.level.map(stars),
                links => links.collect::<Vec<_>>(),
            }
        };
        let kind = |kind: &Kind| {
            let groups = kind.groups.iter().map(group).collect::<Vec<_>>();
            context! { title => &kind.title, groups, listed => kind.look == Look::List }
        };
        kinds.iter().map(kind).collect()
    }
}

fn index_name(part: usize) -> String {
    match part {
        1 => "index.html".into(),
        _ => format!("index-{part}.html"),
    }
}

/// Numbers in a few: from the first to the last, or, where some between are missing, the first two and the last.
fn told(numbers: &[u32]) -> String {
    match numbers {
        [] => String::new(),
        [only] => only.to_string(),
        [first, .., last] if (last - first) as usize + 1 == numbers.len() => format!("{first}–{last}"),
        [first, last] => format!("{first}, {last}"),
        [first, second, third] => format!("{first}, {second}, {third}"),
        [first, second, .., last] => format!("{first}, {second} … {last}"),
    }
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn a_list_of_numbers_is_told_by_its_ends() {
        assert_eq!(told(&[4]), "4");
        assert_eq!(told(&[4, 5, 6]), "4–6");
        assert_eq!(told(&[4, 9]), "4, 9");
        assert_eq!(told(&[1, 4, 9, 30]), "1, 4 … 30");
    }
}
