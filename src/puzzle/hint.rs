//! Hints: a ladder from a nudge to the next picture, never more of it than asked for.

use crate::game::{Move, Position};
use crate::walkthrough::{Breaks, Solution, stages_of};
use crate::words::{BadLanguage, Language, Style};

/// How many rungs the ladder has.
pub const RUNGS: usize = 4;

/// The rungs of a hint for the first move of a solution, the lines of each: a card to look at;
/// where the move is made; the move; all moves up to the next picture.
///
/// Only so many rungs are told as are asked for, so that no more is given away.
///
/// # Errors
/// If a template fails.
pub fn hint(language: &Language, solution: &Solution, rungs: usize) -> Result<Vec<Vec<String>>, BadLanguage> {
    let (start, played) = (solution.start(), solution.played());
    let turns = played.iter().take_while(|done| matches!(done.act, Move::Turn | Move::Redeal)).count();
    let Some(next) = played.get(turns) else { return Ok(Vec::new()) };
    let mut ladder = Vec::new();
    let mut teller = language.teller(start);
    for rung in 1..=rungs.min(RUNGS) {
        ladder.push(match rung {
            1 => match next.cards.first() {
                Some(&card) => vec![language.nudge(start, card)?],
                None => Vec::new(),
            },
            2 => {
                let before: Option<Position> = solution.positions().nth(turns);
                vec![language.region(&before.unwrap_or_else(|| start.clone()), next.act)?]
            }
            3 => {
                let mut lines = vec![language.next_move_head()?];
                // What the move turns up is for the reader to see.
                teller.tells_news = false;
                lines.extend(teller.tell(&played[..=turns], Style::Full)?);
                teller.tells_news = true;
                lines
            }
            _ => {
                let stages = stages_of(solution, Breaks::Auto);
                let shown = stages.iter().scan(0, |sum, stage| {
                    *sum += stage.played.len();
                    Some(*sum)
                });
                let end = shown.into_iter().find(|&end| end > turns + 1).unwrap_or(turns + 1);
                match &played[turns + 1..end] {
                    [] => Vec::new(),
                    rest => {
                        let mut lines = vec![language.next_stage_head()?];
                        lines.extend(teller.tell(rest, Style::Full)?);
                        lines
                    }
                }
            }
        });
    }
    Ok(ladder)
}
