//! Proving anew what a puzzle claims, so that nothing is printed on the word of a file.

use super::endgame::{self, is_open};
use super::fatal::{Course, course};
use super::form::{Form, Proof, Puzzle};
use super::make::{CHOICE_POSITIONS, FEWEST_CHOICES, MEMORY, POSITIONS, SHORTEST_POSITIONS, losing};
use crate::grade::{Choice, Fate, Verdicts, choices, promoted_at_once};
use crate::solver::{Limits, Shortcuts, Verdict, short_line, shortest_line, solver_for};
use crate::walkthrough::Solution;
use std::sync::atomic::AtomicBool;

/// Why a puzzle is not what it says.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unproved {
    /// Its form wants a win, and it has none.
    #[error("a puzzle of the form {0} has a solution")]
    NoSolution(Form),
    /// A shorter win was found, or that there is none was not proved.
    #[error("that no win has fewer moves cannot be proved")]
    NotShortest,
    /// Another move may win as well.
    #[error("that all other next moves lose cannot be proved")]
    NotOnly,
    /// Promoting at once may win.
    #[error("that promoting at once loses cannot be proved")]
    PromotingWins,
    /// It is not late enough.
    #[error(
        "an endgame has {} to {} cards left and none face down",
        endgame::CARDS.start(),
        endgame::CARDS.end()
    )]
    NotLate,
    /// The deal may be winnable.
    #[error("that it cannot be won is not proved")]
    NotLost,
    /// None of the moves shown provably lost the game.
    #[error("which of the moves shown lost the game cannot be proved")]
    NotFatal,
    /// A file says of its puzzle what was not proved anew.
    #[error("its proof says {0}, which was not proved again")]
    Claim(&'static str),
}

/// Proves what the form of a puzzle claims, whatever its own proof says, and returns the proof.
///
/// ```
/// use dealpress::{assets::Assets, catalogue::Catalogue, puzzle::{Form, Maker, prove}};
/// let catalogue = Catalogue::new(Assets::embedded());
/// let deal = catalogue.deal(&"somerset-klondike@5#3".parse().unwrap()).unwrap();
/// let start = catalogue.start(&deal).unwrap();
/// let puzzle = Maker { form: Form::WinIn, stop: None }.make(&start, "one", false).unwrap();
/// assert!(prove(&puzzle, None).unwrap().shortest);
/// ```
///
/// # Errors
/// If that cannot be proved within the limits of [`super::Maker`].
pub fn prove(puzzle: &Puzzle, stop: Option<&AtomicBool>) -> Result<Proof, Unproved> {
    let limits = |positions| Limits { positions, memory: MEMORY, stop };
    let start = &puzzle.start;
    if puzzle.form == Form::Verdict && puzzle.solution.is_none() {
        let outcome = solver_for(start.rules(), Shortcuts::All).solve(start, &limits(POSITIONS));
        return match outcome.verdict {
            Verdict::Unwinnable => Ok(Proof { unwinnable: true, ..Proof::default() }),
            _ => Err(Unproved::NotLost),
        };
    }
    let Some(solution) = &puzzle.solution else { return Err(Unproved::NoSolution(puzzle.form)) };
    let fates = || -> Vec<(Choice, Fate)> {
        let mut verdicts = Verdicts::new(start, limits(CHOICE_POSITIONS));
        solution.positions().for_each(|position| verdicts.learn_won(&position));
        let fate = |choice: Choice| {
            let fate = verdicts.fate(&choice.after(start));
            (choice, fate)
        };
        choices(start).into_iter().map(fate).collect()
    };
    match puzzle.form {
        Form::Whole | Form::Verdict => {
            Ok(Proof { shortest: is_shortest(solution, &limits(POSITIONS)), ..Proof::default() })
        }
        Form::WinIn => {
            let late = Limits { positions: SHORTEST_POSITIONS, ..limits(POSITIONS) };
            let line = shortest_line(start, solution.moves().to_vec(), &late);
            let is_proved = line.is_shortest && line.moves.len() == solution.moves().len();
            match is_proved || is_shortest(solution, &limits(POSITIONS)) {
                true => Ok(Proof { shortest: true, ..Proof::default() }),
                false => Err(Unproved::NotShortest),
            }
        }
        Form::OnlyMove => {
            let fates = fates();
            let lost = fates.iter().filter(|(_, fate)| *fate == Fate::Lost).count();
            match fates.len() >= FEWEST_CHOICES && lost + 1 == fates.len() {
                true => Ok(Proof { losing: losing(&fates), ..Proof::default() }),
                false => Err(Unproved::NotOnly),
            }
        }
        Form::HoldBack => {
            let mut verdicts = Verdicts::new(start, limits(CHOICE_POSITIONS));
            let after = promoted_at_once(start);
            match after != *start && verdicts.fate(&after) == Fate::Lost {
                true => Ok(Proof { promoting_loses: true, ..Proof::default() }),
                false => Err(Unproved::PromotingWins),
            }
        }
        Form::Endgame => match is_open(start) && endgame::CARDS.contains(&puzzle.cards_left()) {
            true => Ok(Proof { losing: losing(&fates()), ..Proof::default() }),
            false => Err(Unproved::NotLate),
        },
        Form::FatalMove => {
            let mut verdicts = Verdicts::new(start, limits(CHOICE_POSITIONS));
            match course(start, &puzzle.shown, &mut verdicts) {
                Course::LostBy(fatal) => Ok(Proof { fatal: Some(fatal), ..Proof::default() }),
                _ => Err(Unproved::NotFatal),
            }
        }
    }
}

/// Proves what a puzzle claims, by its form and by its own proof.
///
/// # Errors
/// As [`prove`], and if its own proof says more than can be proved.
pub fn check(puzzle: &Puzzle, stop: Option<&AtomicBool>) -> Result<(), Unproved> {
    let (claimed, proved) = (&puzzle.proof, prove(puzzle, stop)?);
    let is_met = |claimed: bool, proved: bool| !claimed || proved;
    let claims = [
        (is_met(claimed.shortest, proved.shortest), "that no win has fewer moves"),
        (claimed.losing.iter().all(|choice| proved.losing.contains(choice)), "that a move loses"),
        (is_met(claimed.promoting_loses, proved.promoting_loses), "that promoting at once loses"),
        (is_met(claimed.unwinnable, proved.unwinnable), "that it cannot be won"),
        (claimed.fatal.is_none() || claimed.fatal == proved.fatal, "that another move lost the game"),
    ];
    match claims.into_iter().find(|(is_met, _)| !is_met) {
        None => Ok(()),
        Some((_, claim)) => Err(Unproved::Claim(claim)),
    }
}

/// Whether it can be proved that no win has fewer moves than this one.
fn is_shortest(win: &Solution, limits: &Limits<'_>) -> bool {
    let line = short_line(win.start(), win.moves().to_vec(), limits);
    line.is_shortest && line.moves.len() == win.moves().len()
}
