//! Making a puzzle of a deal, if the deal has one in it.

use super::fatal::{Course, course};
use super::form::{Form, Proof, Puzzle};
use crate::game::{Move, Place, Played, Position};
use crate::grade::{Choice, Crossing, Fate, Spot, Verdicts, crossings, promoted_at_once};
use crate::solver::{Limits, Shortcuts, Verdict, short_line, shortest_line, solver_for};
use crate::walkthrough::Solution;
use std::sync::atomic::AtomicBool;

/// How many positions are looked at for the verdict on a deal, and for a short line.
pub(super) const POSITIONS: u64 = 300_000;
/// The same for a verdict on a choice.
pub(super) const CHOICE_POSITIONS: u64 = 20_000;
/// The same for a first look, which finds most second wins.
const QUICK_POSITIONS: u64 = 300;
/// The same for a proof that no win is shorter.
pub(super) const SHORTEST_POSITIONS: u64 = 60_000;
/// How much memory a search may take.
pub(super) const MEMORY: usize = 256 << 20;
/// The fewest choices among which the only move is looked for.
pub(super) const FEWEST_CHOICES: usize = 2;
/// How many moves the shortest win may have where the start has to be a late position.
const LATE_MOVES: std::ops::RangeInclusive<usize> = 6..=30;
/// How many choices are shown of a game in which one move was fatal, before that move and after it.
const BEFORE_FATAL: usize = 5;
const AFTER_FATAL: usize = 2;

/// One who makes puzzles of a form.
#[derive(Debug, Clone, Copy)]
pub struct Maker<'m> {
    /// The form.
    pub form: Form,
    /// Set by another thread to end the work.
    pub stop: Option<&'m AtomicBool>,
}

impl Maker<'_> {
    /// The puzzle that the deal has in it which begins with a position, if it has one.
    ///
    /// `lost_wanted` matters for [`Form::Verdict`] alone: whether the deal is to be unwinnable. The
    /// level is left to the caller.
    pub fn make(&self, start: &Position, source: &str, lost_wanted: bool) -> Option<Puzzle> {
        let limits = self.limits(POSITIONS);
        let made = |before: &[Move], start: &Position, solution: Option<Solution>, proof: Proof| Puzzle {
            form: self.form,
            source: source.to_string(),
            level: None,
            before: before.to_vec(),
            start: start.clone(),
            shown: Vec::new(),
            solution,
            proof,
        };
        let found = match solver_for(start.rules(), Shortcuts::All).solve(start, &limits).verdict {
            Verdict::Winnable(found) if !(self.form == Form::Verdict && lost_wanted) => found,
            Verdict::Unwinnable if self.form == Form::Verdict && lost_wanted => {
                let proof = Proof { unwinnable: true, ..Proof::default() };
                return Some(made(&[], start, None, proof));
            }
            _ => return None,
        };
        let short = |found: Vec<Move>| {
            let line = short_line(start, found, &limits);
            Some((Solution::replay(start, &line.moves).ok()?, line.is_shortest))
        };
        // A later position of a win, from which there is a short one of its own.
        let later = |win: &Solution, at: usize, start: &Position, proof: Proof| {
            let line = short_line(start, win.moves()[at..].to_vec(), &limits);
            let solution = Solution::replay(start, &line.moves).ok()?;
            Some(made(&win.moves()[..at], start, Some(solution), proof))
        };
        let with_losing = |win: &Solution, spot: Spot| {
            let proof = Proof { losing: losing(&spot.choices), ..Proof::default() };
            later(win, spot.at, &spot.position, proof)
        };
        match self.form {
            Form::Whole | Form::Verdict | Form::WinIn => {
                let (solution, is_shortest) = short(found)?;
                if self.form != Form::WinIn || is_shortest {
                    let proof = Proof { shortest: is_shortest, ..Proof::default() };
                    return Some(made(&[], start, Some(solution), proof));
                }
                let (at, start, shortest) = self.shortest_of(&solution)?;
                let proof = Proof { shortest: true, ..Proof::default() };
                Some(made(&solution.moves()[..at], &start, Some(shortest), proof))
            }
            // To make a win short takes longer than all else, and the positions of any will do.
            Form::OnlyMove => {
                let win = Solution::replay(start, &found).ok()?;
                with_losing(&win, self.only_move(&win)?)
            }
            Form::Endgame => {
                let win = Solution::replay(start, &found).ok()?;
                with_losing(&win, self.endgame(&win)?)
            }
            Form::HoldBack => {
                let win = Solution::replay(start, &found).ok()?;
                let (at, start) = self.hold_back(&win)?;
                later(&win, at, &start, Proof { promoting_loses: true, ..Proof::default() })
            }
            // Here its moves are shown.
            Form::FatalMove => {
                let (win, _) = short(found)?;
                let (at, shown, fatal, start) = self.fatal_move(&win)?;
                let puzzle = later(&win, at, &start, Proof { fatal: Some(fatal), ..Proof::default() })?;
                Some(Puzzle { shown, ..puzzle })
            }
        }
    }

    pub(super) fn limits(&self, positions: u64) -> Limits<'_> {
        Limits { positions, memory: MEMORY, stop: self.stop }
    }

    pub(super) fn verdicts(&self, start: &Position) -> Verdicts<'_> {
        Verdicts::new(start, self.limits(CHOICE_POSITIONS))
    }

    /// A late position of a solution from which a shortest win can be proved: the earliest of some.
    fn shortest_of(&self, solution: &Solution) -> Option<(usize, Position, Solution)> {
        let count = solution.moves().len();
        let positions: Vec<Position> = solution.positions().collect();
        for left in [30, 24, 18, 14, 10] {
            let Some(at) = count.checked_sub(left) else { continue };
            let start = &positions[at];
            let rest = solution.moves()[at..].to_vec();
            let line = shortest_line(start, rest, &self.limits(SHORTEST_POSITIONS));
            let not_only_up = line.moves.iter().any(|act| !matches!(act, Move::Promote { .. }));
            if line.is_shortest && LATE_MOVES.contains(&line.moves.len()) && not_only_up {
                return Some((at, start.clone(), Solution::replay(start, &line.moves).ok()?));
            }
        }
        None
    }

    /// The position of a solution in which every choice but one provably loses, and most of them.
    fn only_move(&self, solution: &Solution) -> Option<Spot> {
        let start = solution.start();
        let mut quick = Verdicts::new(start, self.limits(QUICK_POSITIONS));
        let mut verdicts = self.verdicts(start);
        let mut crossings = crossings(solution);
        for crossing in &crossings {
            quick.learn_won(&crossing.position);
            verdicts.learn_won(&crossing.position);
        }
        crossings.retain(|crossing| crossing.choices.len() >= FEWEST_CHOICES);
        // Most choices first, so that the first that fits is the one wanted.
        crossings.sort_by_key(|crossing| std::cmp::Reverse(crossing.choices.len()));
        crossings.into_iter().find_map(|crossing| {
            if self.limits(0).is_stopped() {
                return None;
            }
            let win = &solution.played()[crossing.at..];
            only_one(crossing, win, &mut quick, &mut verdicts)
        })
    }

    /// The first position of a solution in which promoting whatever can be promoted loses.
    fn hold_back(&self, solution: &Solution) -> Option<(usize, Position)> {
        let mut verdicts = self.verdicts(solution.start());
        let positions: Vec<Position> = solution.positions().collect();
        positions.iter().for_each(|position| verdicts.learn_won(position));
        let loses = |position: &Position| {
            let after = promoted_at_once(position);
            after != *position && verdicts.fate(&after) == Fate::Lost
        };
        let at = positions[..positions.len() - 1].iter().position(loses)?;
        Some((at, positions[at].clone()))
    }

    /// A short game of the solution's moves, then one that loses, then what a simple player would
    /// do: after how many moves of the solution, the moves, which of them was fatal, and the position
    /// before them.
    fn fatal_move(&self, solution: &Solution) -> Option<(usize, Vec<Move>, usize, Position)> {
        let mut verdicts = self.verdicts(solution.start());
        let mut ats = Vec::new();
        let mut chosen = None;
        for crossing in crossings(solution) {
            ats.push(crossing.at);
            if ats.len() <= 2 {
                continue;
            }
            // A promotion or a card turned up is what looks right.
            let tempts = |act: Move| match act {
                Move::Promote { .. } => true,
                Move::Shift { from: Place::Column(from), count, .. } => {
                    crossing.position.columns()[usize::from(from)].face_up().len() == usize::from(count)
                }
                _ => false,
            };
            let loses = |choice: &&Choice| verdicts.fate(&choice.after(&crossing.position)) == Fate::Lost;
            let mut tempting = crossing.choices.iter().filter(|choice| tempts(choice.act));
            if let Some(choice) = tempting.find(loses) {
                chosen = Some((crossing.at, crossing.position.clone(), choice.clone()));
                break;
            }
        }
        let (at, before, choice) = chosen?;
        let first = ats[ats.len().saturating_sub(1 + BEFORE_FATAL)];
        let positions: Vec<Position> = solution.positions().collect();
        let mut shown = solution.moves()[first..at].to_vec();
        shown.extend(choice.moves());
        let fatal = shown.len() - 1;
        let mut position = choice.after(&before);
        for _ in 0..AFTER_FATAL {
            let Some(next) = next_by_habit(&position) else { break };
            for act in next.moves() {
                shown.push(act);
                position.play(act).ok()?;
            }
        }
        let start = positions[first].clone();
        let mut verdicts = self.verdicts(&start);
        if course(&start, &shown, &mut verdicts) != Course::LostBy(fatal) {
            return None;
        }
        Some((first, shown, fatal, start))
    }
}

/// The choices that lose, each as its moves.
pub(super) fn losing(choices: &[(Choice, Fate)]) -> Vec<Vec<Move>> {
    let lost = choices.iter().filter(|(_, fate)| *fate == Fate::Lost);
    lost.map(|(choice, _)| choice.moves().collect()).collect()
}

/// The position with what each choice comes to, if all but one provably lose; `win` goes on from there.
///
/// Most positions are no such ones, and most of these are told apart by a quick second win.
fn only_one(
    crossing: Crossing,
    win: &[Played],
    quick: &mut Verdicts<'_>,
    verdicts: &mut Verdicts<'_>,
) -> Option<Spot> {
    let Crossing { at, next, position, choices } = crossing;
    let mut fates = Vec::new();
    for choice in &choices {
        fates.push(quick.fate_after(&position, choice, win));
        if fates.iter().filter(|&&fate| fate == Fate::Won).count() > 1 {
            return None;
        }
    }
    for (fate, choice) in fates.iter_mut().zip(&choices) {
        if *fate == Fate::Open {
            *fate = verdicts.fate_after(&position, choice, win);
            if *fate == Fate::Open {
                return None;
            }
        }
    }
    let spot = Spot { at, next, position, choices: choices.into_iter().zip(fates).collect() };
    spot.has_only_one().then_some(spot)
}

/// What a player would do out of habit: promote, else turn a card up, else anything but a return.
fn next_by_habit(position: &Position) -> Option<Choice> {
    let choices = crate::grade::choices(position);
    let turns_up = |act: Move| match act {
        Move::Shift { from: Place::Column(from), count, .. } => {
            let pile = &position.columns()[usize::from(from)];
            pile.down > 0 && pile.face_up().len() == usize::from(count)
        }
        _ => false,
    };
    let promotes = |act: Move| matches!(act, Move::Promote { .. });
    let places = |act: Move| matches!(act, Move::Shift { from: Place::Waste, .. });
    let first = |liked: &dyn Fn(Move) -> bool| choices.iter().find(|choice| liked(choice.act)).cloned();
    first(&promotes).or_else(|| first(&turns_up)).or_else(|| first(&places))
}
