//! The solutions of a site: a page each, behind its link, with as many pictures as fit.

use super::fill::suits_marked;
use super::pictures::{Pictures, Shown};
use super::site::{Maker, list};
use super::{BadPage, Diagrams, PageFile};
use crate::book::puzzles::{Chosen, Posed, Puzzle};
use crate::figure::marks::Marks;
use crate::output::html::escape;
use crate::puzzle::Form;
use crate::walkthrough::{Breaks, Stage, stages_of};
use crate::words::Style;
use minijinja::{Value, context};

/// After how many moves a solution has a picture; 0 where none fits.
const STEPS: [usize; 5] = [10, 15, 25, 40, 0];

impl Maker<'_> {
    /// The answer to a puzzle that asks for more than a win, in a paragraph.
    fn answer(&self, puzzle: &Puzzle) -> Result<String, BadPage> {
        let answer = match &puzzle.posed {
            Posed::Alone(posed) if posed.form == Form::Whole => return Ok(String::new()),
            Posed::Alone(posed) => posed.answer(self.language)?,
            Posed::Turn(duel) => duel.answer_text(self.language)?,
        };
        Ok(format!("<p>{}</p>\n", self.line(&answer)))
    }

    /// A solution with as many pictures as fit on its page; without any it may take several pages.
    pub fn solution_pages(&self, puzzle: &Puzzle, section: &Chosen) -> Result<Vec<PageFile>, BadPage> {
        let answer = self.answer(puzzle)?;
        if let Some(duel) = puzzle.turn() {
            let lines = duel.moves_text(self.language, Style::Compact)?;
            return self.listed(puzzle, &answer, &lines);
        }
        let Some(solution) = puzzle.solution() else {
            return Ok(vec![self.solution_file(puzzle, 1, &answer, None)?]);
        };
        if self.diagrams != Diagrams::Table {
            for step in STEPS {
                let breaks = Breaks::Every(if step == 0 { usize::MAX } else { step });
                let page = self.solution_page(puzzle, section, &stages_of(solution, breaks))?;
                if page.bytes.len() <= self.most_bytes() {
                    return Ok(vec![page]);
                }
            }
        }
        let mut teller = self.language.teller(puzzle.start());
        self.listed(puzzle, &answer, &teller.tell(solution.played(), Style::Compact)?)
    }

    /// Moves as a list on as many pages as they need, the answer on the first.
    fn listed(&self, puzzle: &Puzzle, answer: &str, lines: &[String]) -> Result<Vec<PageFile>, BadPage> {
        let mut parts: Vec<Vec<String>> = vec![Vec::new()];
        let empty = self.solution_file(puzzle, 1, answer, Some(self.solution_name(puzzle, 2)))?;
        let room = self.most_bytes().saturating_sub(empty.bytes.len() + 100);
        let mut bytes = 0;
        for line in lines {
            let line = self.line(line);
            bytes += line.len() + 10;
            if bytes > room {
                parts.push(Vec::new());
                bytes = line.len();
            }
            parts.last_mut().expect("a part, since the list begins with one").push(line);
        }
        let mut told = 0;
        let count = parts.len();
        let mut files = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let next = (index + 1 < count).then(|| self.solution_name(puzzle, index + 2));
            let answer = if index == 0 { answer } else { "" };
            let body = format!("{answer}{}", list(part, told));
            files.push(self.solution_file(puzzle, index + 1, &body, next)?);
            told += part.len();
        }
        Ok(files)
    }

    fn solution_name(&self, puzzle: &Puzzle, part: usize) -> String {
        match part {
            1 => format!("{}-solution.html", puzzle.number),
            _ => format!("{}-solution-{part}.html", puzzle.number),
        }
    }

    fn solution_page(
        &self,
        puzzle: &Puzzle,
        section: &Chosen,
        stages: &[Stage],
    ) -> Result<PageFile, BadPage> {
        let options = self.options(section);
        let mut pictures = Pictures::new(&options, self.catalogue, self.language, self.words)?;
        let mut teller = self.language.teller(puzzle.start());
        let mut body = self.answer(puzzle)?;
        let mut told = 0;
        let mut moves = 0;
        for stage in stages {
            if stage.played.is_empty() {
                continue;
            }
            // The first picture stands on the puzzle's own page.
            if moves > 0 {
                let title = format!("{} {moves}", self.words.after);
                let shown = Shown { name: "stage", title, stage: None, marks: Marks::None };
                body.push_str(&format!("<figure>\n{}</figure>\n", pictures.show(&stage.position, &shown)?));
            }
            let lines = teller.tell(&stage.played, Style::Compact)?;
            let lines: Vec<String> = lines.iter().map(|line| suits_marked(&escape(line))).collect();
            body.push_str(&list(&lines, told));
            told += lines.len();
            moves += stage.played.len();
        }
        let page = self.solution_file(puzzle, 1, &body, None)?;
        let text = pictures.placed(&String::from_utf8_lossy(&page.bytes))?;
        Ok(PageFile { bytes: text.into_bytes(), name: page.name })
    }

    fn solution_file(
        &self,
        puzzle: &Puzzle,
        part: usize,
        body: &str,
        next: Option<String>,
    ) -> Result<PageFile, BadPage> {
        let title = self.language.labelled(&self.puzzle_title(puzzle.number), &self.words.solution);
        let told = context! {
            body => Value::from_safe_string(body.to_string()),
            puzzle => format!("{}.html", puzzle.number),
            puzzle_title => self.puzzle_title(puzzle.number),
            next => next,
        };
        self.page(&self.solution_name(puzzle, part), "site-text.html", &title, told)
    }
}
