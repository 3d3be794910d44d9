//! Where a deal is won and lost: the choices along its reference solution.

use super::verdicts::{Choice, Fate, Verdicts, choices};
use crate::game::{Move, Position};
use crate::walkthrough::Solution;

/// What the positions along a solution are like, each of them before a move of cards.
///
/// A turn of the stock is no choice of its own; see [`Choice`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineMeasures {
    /// How many positions there are.
    pub positions: u32,
    /// In how many a choice provably loses.
    pub with_losing: u32,
    /// In how many exactly one choice keeps the win, and every other provably loses.
    pub with_only_one: u32,
    /// In how many one of these two things could not be decided.
    pub undecided: u32,
    /// How many choices there are in all these positions.
    pub choices: u32,
    /// How many of them provably lose.
    pub losing: u32,
}

/// A position of a solution and what each of its choices comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// How many moves of the solution were made before.
    pub at: usize,
    /// The position.
    pub position: Position,
    /// Every choice, and whether the win is still possible after it.
    pub choices: Vec<(Choice, Fate)>,
    /// How many moves of the solution were made with the next move of cards.
    pub next: usize,
}

impl Spot {
    /// How many choices come to this.
    pub fn count(&self, fate: Fate) -> u32 {
        self.choices.iter().filter(|(_, found)| *found == fate).count() as u32
    }

    /// Whether all choices but one provably lose.
    pub fn has_only_one(&self) -> bool {
        self.count(Fate::Won) == 1 && self.count(Fate::Open) == 0
    }
}

/// A position of a solution before a move of cards, and what could be done there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crossing {
    /// How many moves of the solution were made before.
    pub at: usize,
    /// How many were made with the next move of cards.
    pub next: usize,
    /// The position.
    pub position: Position,
    /// Every choice.
    pub choices: Vec<Choice>,
}

/// The positions of a solution before each move of cards, from its start.
pub fn crossings(solution: &Solution) -> Vec<Crossing> {
    let positions: Vec<Position> = solution.positions().collect();
    let mut at = 0;
    std::iter::from_fn(|| {
        let (next, _) = next_choice(solution.moves(), at)?;
        let position = positions[at].clone();
        let crossing = Crossing { at, next, choices: choices(&position), position };
        at = next;
        Some(crossing)
    })
    .collect()
}

/// Looks at every choice along a solution, position by position from its start.
pub fn spots<'s>(solution: &'s Solution, verdicts: &'s mut Verdicts<'_>) -> impl Iterator<Item = Spot> + 's {
    solution.positions().for_each(|position| verdicts.learn_won(&position));
    crossings(solution).into_iter().map(move |Crossing { at, next, position, choices }| {
        let rest = &solution.played()[at..];
        let fates = choices.into_iter().map(|choice| {
            let fate = verdicts.fate_after(&position, &choice, rest);
            (choice, fate)
        });
        Spot { at, choices: fates.collect(), position, next }
    })
}

pub(crate) fn measure(solution: &Solution, verdicts: &mut Verdicts<'_>) -> LineMeasures {
    let mut measures = LineMeasures::default();
    for spot in spots(solution, verdicts) {
        let (won, lost, open) = (spot.count(Fate::Won), spot.count(Fate::Lost), spot.count(Fate::Open));
        measures.positions += 1;
        measures.choices += won + lost + open;
        measures.losing += lost;
        measures.with_losing += u32::from(lost > 0);
        measures.with_only_one += u32::from(spot.has_only_one());
        measures.undecided += u32::from(open > 0 && (lost == 0 || won < 2));
    }
    measures
}

/// The next move of cards from the move at `at` on: the place after it, and the move.
fn next_choice(moves: &[Move], at: usize) -> Option<(usize, Move)> {
    let turns = moves[at..].iter().take_while(|act| matches!(act, Move::Turn | Move::Redeal)).count();
    moves.get(at + turns).map(|&act| (at + turns + 1, act))
}
