//! Stages: a position to show, the moves made from there, and what the author says.

use super::solution::Solution;
use crate::game::{Move, Place, Played, Position};

/// A position that is shown, and what happens until the next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    /// Its number, from 1.
    pub number: usize,
    /// A name that the author gave it.
    pub name: Option<String>,
    /// The position shown.
    pub position: Position,
    /// The moves made from there up to the next stage.
    pub played: Vec<Played>,
    /// The author's paragraphs.
    pub notes: Vec<Note>,
}

/// A paragraph of the author's, in Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// How many of the stage's moves stand before it.
    pub after: usize,
    /// The text, its lines as written.
    pub text: String,
}

/// A played game in stages, every move of it accepted by the referee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Walkthrough {
    pub(super) title: Option<String>,
    pub(super) lang: Option<String>,
    pub(super) note: Option<String>,
    pub(super) intro: Vec<String>,
    pub(super) start: Position,
    pub(super) stages: Vec<Stage>,
    pub(super) end: Position,
}

impl Walkthrough {
    /// The title that the author gives.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The language in which the author writes, if the walkthrough says so: `en`.
    pub fn lang(&self) -> Option<&str> {
        self.lang.as_deref()
    }

    /// What the author notes of the deal.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// The author's paragraphs before the first stage, in Markdown.
    pub fn intro(&self) -> &[String] {
        &self.intro
    }

    /// The position at the beginning.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The stages, in order; the last has no moves if the author shows the end.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The position after the last move.
    pub fn end(&self) -> &Position {
        &self.end
    }

    /// Every move, in order.
    pub fn moves(&self) -> Vec<Move> {
        self.stages.iter().flat_map(|stage| stage.played.iter().map(|played| played.act)).collect()
    }

    /// How many moves were played.
    pub fn moves_count(&self) -> usize {
        self.stages.iter().map(|stage| stage.played.len()).sum()
    }

    /// Whether the game is won after the last move.
    pub fn is_won(&self) -> bool {
        self.end.is_won()
    }
}

/// Where a solution is cut into stages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breaks {
    /// A new picture after so many moves, where turns that follow one another count as one.
    Every(usize),
    /// A new picture when the reader would lose track; see [`stages_of`].
    Auto,
}

/// What a reader can keep in mind between two pictures, in the units of [`strain`].
pub(crate) const MOST_STRAIN: usize = 14;

/// The stages of a solution, the won position last.
///
/// A reader follows the moves in the last picture and changes it in the mind. With
/// [`Breaks::Auto`] each move adds to the strain of that: 1 for a promotion, 2 for a shift or a
/// return, 1 more for a unit of several cards and for a card that is turned up (the picture
/// hides it), 2 more for a space that is filled, 1 for turns of the stock. A new picture is due
/// when the strain would pass 14. Where nothing but promotions of face-up cards is left
/// there is none before the end. A picture never parts turns from the move they are made for.
pub fn stages_of(solution: &Solution, breaks: Breaks) -> Vec<Stage> {
    let played = solution.played();
    let all_up_from = easy_end(solution);
    let mut stages: Vec<Stage> = Vec::new();
    let (mut strain_now, mut count) = (0, 0);
    let mut current: Option<Stage> = None;
    for (index, (position, done)) in solution.positions().zip(played).enumerate() {
        let after_turn = index > 0 && matches!(played[index - 1].act, Move::Turn);
        let turns_on = done.act == Move::Turn && after_turn;
        let load = if turns_on { 0 } else { strain(done) };
        let due = match breaks {
            _ if after_turn => false,
            Breaks::Every(most) => count >= most.max(1),
            Breaks::Auto if index > all_up_from => false,
            Breaks::Auto if index == all_up_from => true,
            Breaks::Auto => strain_now + load > MOST_STRAIN,
        };
        if due || current.is_none() {
            stages.extend(current.take());
            (strain_now, count) = (0, 0);
        }
        strain_now += load;
        count += usize::from(!turns_on);
        let stage = current.get_or_insert_with(|| Stage::new(stages.len() + 1, position));
        stage.played.push(done.clone());
    }
    stages.extend(current);
    if let Some(end) = solution.positions().last() {
        stages.push(Stage::new(stages.len() + 1, end));
    }
    stages
}

impl Stage {
    /// A stage without moves or notes.
    pub fn new(number: usize, position: Position) -> Stage {
        Stage { number, name: None, position, played: Vec::new(), notes: Vec::new() }
    }
}

/// How much a move changes the picture in the reader's mind.
pub(crate) fn strain(played: &Played) -> usize {
    let turned_up = usize::from(played.turned_up);
    match played.act {
        Move::Promote { .. } => 1 + turned_up,
        Move::Shift { from, .. } => {
            let several = usize::from(played.cards.len() > 1);
            let fills = 2 * usize::from(played.onto.is_none());
            2 + several + fills + turned_up * usize::from(from != Place::Waste)
        }
        Move::Return { .. } => 2,
        Move::Turn | Move::Redeal => 1,
    }
}

/// The first move from which on cards are only promoted and none is turned up.
fn easy_end(solution: &Solution) -> usize {
    let plain = |done: &Played| matches!(done.act, Move::Promote { .. }) && !done.turned_up;
    let tail = solution.played().iter().rev().take_while(|done| plain(done)).count();
    solution.played().len() - tail
}
