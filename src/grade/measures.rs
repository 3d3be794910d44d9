//! The measures of a deal, and the score that is made of them.

use super::line::{self, LineMeasures};
use super::players::{Playouts, Simple, playouts, simple_players};
use super::symmetry::{alike, moves_back};
use super::verdicts::Verdicts;
use crate::game::Position;
use crate::solver::{Bound, Limits, Shortcuts, Verdict, short_line, solver_for};
use crate::walkthrough::Solution;

/// The version of everything that a grade depends on; a calibration holds for one.
pub const GRADER: u32 = 3;
/// The seed of the playouts of a grade.
pub const PLAYOUT_SEED: u64 = 0;
/// How many positions are looked at for a short line.
const LINE_POSITIONS: u64 = 1_000_000;
/// How many positions are looked at for a verdict on a choice along the line.
const CHOICE_POSITIONS: u64 = 2_000;
/// How much memory that may take.
const MEMORY: usize = 256 << 20;

/// How those do who play a deal without thinking ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    /// The first games that chance played.
    pub playouts: Playouts,
    /// Those with all the others, which the score is made of.
    pub all_playouts: Playouts,
    /// How many cards each of [`Simple::ALL`] leaves, 0 for a win.
    pub simple_left: [u8; 3],
    /// How many cards were to be promoted.
    pub cards: u32,
}

/// What was measured of a deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measures {
    /// What chance and the simple players make of it.
    pub play: Play,
    /// The choices along the reference solution.
    pub line: LineMeasures,
    /// The reference solution.
    pub solution: Solution,
    /// Whether it is proved that no win has fewer moves.
    pub is_shortest: bool,
}

/// How hard a deal is, in millionths; only deals of one game can be compared by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub u32);

/// The grade of a deal that can be won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grade {
    /// What was measured.
    pub measures: Measures,
    /// What that comes to.
    pub score: Score,
}

/// A grade, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Graded {
    /// The deal is proved winnable.
    Grade(Box<Grade>),
    /// It is proved unwinnable.
    Unwinnable,
    /// Which of the two it is was not decided within the limits.
    Undecided(Bound),
}

impl Grade {
    /// Grades the deal that begins with a position; `limits` are those of the search for its verdict.
    pub fn of(start: &Position, limits: &Limits<'_>) -> Graded {
        Grade::with_seed(start, limits, PLAYOUT_SEED)
    }

    /// The same with another seed of the playouts, to test how much a grade depends on it.
    pub fn with_seed(start: &Position, limits: &Limits<'_>, seed: u64) -> Graded {
        let (position, suits) = alike(start);
        let (line, is_shortest) = match reference_of(&position, limits) {
            Ok(line) => line,
            Err(none) => return none,
        };
        let mut verdicts = Verdicts::new(&position, fixed(CHOICE_POSITIONS, limits));
        let line_measures = line::measure(&line, &mut verdicts);
        let play = Play::of_form(&position, seed);
        if limits.is_stopped() {
            return Graded::Undecided(Bound::Stopped);
        }
        let moves = moves_back(position.rules(), &suits, line.moves());
        let Ok(solution) = Solution::replay(start, &moves) else {
            debug_assert!(false, "the same line with other suits");
            return Graded::Undecided(Bound::Stopped);
        };
        let measures = Measures { play, line: line_measures, solution, is_shortest };
        Graded::Grade(Box::new(Grade { score: play.score(), measures }))
    }
}

/// The reference solution of a deal, and whether it is proved that no win has fewer moves; none if
/// the deal is not proved winnable. It is the same whatever the suits are called.
pub fn reference(start: &Position, limits: &Limits<'_>) -> Option<(Solution, bool)> {
    let (position, suits) = alike(start);
    let (line, is_shortest) = reference_of(&position, limits).ok()?;
    let moves = moves_back(position.rules(), &suits, line.moves());
    Some((Solution::replay(start, &moves).ok()?, is_shortest))
}

/// The same for a position that is already the one form of all that are alike.
fn reference_of(position: &Position, limits: &Limits<'_>) -> Result<(Solution, bool), Graded> {
    let outcome = solver_for(position.rules(), Shortcuts::All).solve(position, limits);
    let found = match outcome.verdict {
        Verdict::Winnable(found) => found,
        Verdict::Unwinnable => return Err(Graded::Unwinnable),
        Verdict::Undecided(bound) => return Err(Graded::Undecided(bound)),
    };
    let line = short_line(position, found, &fixed(LINE_POSITIONS, limits));
    let solution = Solution::replay(position, &line.moves);
    debug_assert!(solution.is_ok(), "a line that wins");
    solution.map(|solution| (solution, line.is_shortest)).map_err(|_| Graded::Undecided(Bound::Stopped))
}

/// Limits that do not depend on what the user allows, as a grade must not.
fn fixed<'l>(positions: u64, limits: &Limits<'l>) -> Limits<'l> {
    Limits { positions, memory: MEMORY, stop: limits.stop }
}

impl Play {
    /// Lets them play the deal that begins with a position.
    pub fn of(start: &Position, seed: u64) -> Play {
        Play::of_form(&alike(start).0, seed)
    }

    /// The same for a position that is already the one form of all that are alike.
    fn of_form(position: &Position, seed: u64) -> Play {
        let promoted: usize = position.foundations().iter().map(|&height| usize::from(height)).sum();
        let [playouts, all_playouts] = playouts(position, seed);
        Play {
            playouts,
            all_playouts,
            simple_left: simple_players(position),
            cards: (position.rules().pack.len() - promoted) as u32,
        }
    }

    /// What chance falls short of winning, in the cube mean of the share of cards that it promotes,
    /// and half the share of the cards that the simple players leave.
    ///
    /// In a cube mean games that come far count for more than games that are stuck early: where
    /// chance is soon stuck, there is often but one thing to do, and a player finds it. So the
    /// hardest deals of `klondike-three-passes` by the plain mean were won more often (4 of 100
    /// games of a stronger player) than those before them (2 of 100), by the cube mean less often
    /// (1 of 100). Higher powers tell a little more and are less steady.
    ///
    /// What a deal is like along one of its solutions says less: on 280 deals of `klondike-3` the
    /// wins of a stronger player went with the wins of chance (Spearman 0.42) more than with the
    /// positions in which a move loses (-0.27). The simple players tell less than chance (0.49
    /// and 0.72 on 200 deals), but depend on no seed and steady the levels: with a fifth in place
    /// of a half 94 of 100 deals of `klondike-three-passes` keep theirs under another seed, with a
    /// half 96, and the stronger player's wins fall as much from level to level.
    pub fn score(&self) -> Score {
        let Playouts { games, cubes, .. } = self.all_playouts;
        let all = u128::from(games) * u128::from(self.cards).pow(3);
        let reached = cube_root(u128::from(cubes) * 10u128.pow(18) / all.max(1));
        let left: u32 = self.simple_left.iter().map(|&left| u32::from(left)).sum();
        let simple = 1_000_000 * left / (Simple::ALL.len() as u32 * self.cards).max(1);
        Score((1_000_000 - reached.min(1_000_000)) + simple / 2)
    }
}

/// The largest number whose third power is at most this one, which is at most 10^18.
fn cube_root(number: u128) -> u32 {
    let (mut root, mut over) = (0u32, 1_000_001u32);
    while over - root > 1 {
        let middle = root + (over - root) / 2;
        if u128::from(middle).pow(3) <= number { root = middle } else { over = middle }
    }
    root
}
