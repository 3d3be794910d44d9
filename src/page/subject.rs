//! What a page is about: a game in stages, whoever played it.

use super::BadPage;
use crate::game::Position;
use crate::walkthrough::{Breaks, Note, Solution, Stage, Walkthrough, stages_of};

/// The most stages of a page.
const MOST_STAGES: usize = 400;

/// A game to be told on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// What the page is called, if anybody has named it.
    pub title: Option<String>,
    /// The id of the deal, if it has one.
    pub id: Option<String>,
    /// The language of the author's words, if they say it.
    pub lang: Option<String>,
    /// What is noted of the deal: a text, not Markdown.
    pub note: Option<String>,
    /// The author's words before the first stage, in Markdown.
    pub intro: String,
    /// The stages, the last one the final position.
    pub stages: Vec<Stage>,
    /// Who found the moves.
    pub source: Source,
}

/// Who found the moves of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// An author, who tells what the page shows.
    Author,
    /// A search; its pages say so themselves, and tell the rules.
    Search {
        /// Whether no way to win is shorter.
        is_shortest: bool,
    },
}

impl Subject {
    /// A walkthrough; the final position is shown even where the author has no stage for it.
    pub fn of_walkthrough(game: &Walkthrough, id: Option<&str>) -> Subject {
        let mut stages = game.stages().to_vec();
        if stages.last().is_some_and(|stage| !stage.played.is_empty()) {
            let mut end = Stage::new(stages.len() + 1, game.end().clone());
            // What the author says after the last move is said under the last picture.
            if let Some(last) = stages.last_mut() {
                let moves = last.played.len();
                let (after, before) = last.notes.drain(..).partition(|note| note.after >= moves);
                last.notes = before;
                end.notes = after;
                end.notes.iter_mut().for_each(|note| note.after = 0);
            }
            stages.push(end);
        }
        Subject {
            title: game.title().map(str::to_string),
            id: id.map(str::to_string),
            lang: game.lang().map(str::to_string),
            note: game.note().map(str::to_string),
            intro: game.intro().join("\n\n"),
            stages,
            source: Source::Author,
        }
    }

    /// A solution that a search found, in stages that are chosen.
    pub fn of_solution(
        solution: &Solution,
        is_shortest: bool,
        title: Option<&str>,
        id: Option<&str>,
    ) -> Subject {
        Subject {
            title: title.map(str::to_string),
            id: id.map(str::to_string),
            lang: None,
            note: None,
            intro: String::new(),
            stages: stages_of(solution, Breaks::Auto),
            source: Source::Search { is_shortest },
        }
    }

    /// The same game with a new picture where the reader would lose track; the author's words stay
    /// with the moves that they stand before.
    ///
    /// # Errors
    /// If the game is not won.
    pub fn with_chosen_stages(mut self) -> Result<Subject, BadPage> {
        let moves: Vec<_> =
            self.stages.iter().flat_map(|stage| stage.played.iter().map(|done| done.act)).collect();
        let Some(first) = self.stages.first() else { return Ok(self) };
        let solution =
            Solution::replay(&first.position, &moves).map_err(|error| BadPage::NotWon(error.to_string()))?;
        let mut stages = stages_of(&solution, Breaks::Auto);
        let mut before = 0;
        let mut notes = Vec::new();
        for stage in &self.stages {
            notes.extend(stage.notes.iter().map(|note| Note { after: before + note.after, ..note.clone() }));
            before += stage.played.len();
        }
        let mut begin = 0;
        let count = stages.len();
        for (index, stage) in stages.iter_mut().enumerate() {
            let end = begin + stage.played.len();
            let is_here = |note: &Note| note.after >= begin && (note.after < end || index + 1 == count);
            let here = notes.iter().filter(|note| is_here(note));
            stage.notes.extend(here.map(|note| Note { after: note.after - begin, ..note.clone() }));
            begin = end;
        }
        self.stages = stages;
        Ok(self)
    }

    /// The first position.
    pub(super) fn start(&self) -> &Position {
        &self.stages[0].position
    }

    /// The last position.
    pub(super) fn end(&self) -> &Position {
        &self.stages[self.stages.len() - 1].position
    }

    /// How many moves are told.
    pub(super) fn moves_count(&self) -> usize {
        self.stages.iter().map(|stage| stage.played.len()).sum()
    }

    /// Refuses what would fill memory, and what has no stage at all.
    pub(super) fn check(&self) -> Result<(), BadPage> {
        match self.stages.len() {
            1..=MOST_STAGES => Ok(()),
            stages => Err(BadPage::TooLong { stages, most: MOST_STAGES }),
        }
    }
}
