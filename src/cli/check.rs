//! `dealpress check`: is every move of a played game legal, and is it won.

use super::input::{self, Loaded, RuleArgs};
use super::solve::SearchArgs;
use super::{Context, INTERRUPTED, UNDECIDED, UNWINNABLE, WINNABLE, is_stopped, output, several};
use crate::game::Played;
use crate::grade::Verdicts;
use crate::puzzle::{self, Course, PuzzleText, course, is_puzzle};
use crate::walkthrough::{Transcript, Walkthrough};
use crate::words::Style;
use anyhow::{Result, bail};
use std::sync::atomic::AtomicBool;

/// Replay a played game and check every move and every claim of it
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A walkthrough is a Markdown file with the deal in front, between two lines of `---`; below it moves\n\
in sentences (`Promote 0/1, revealing 0/4.`) or short tokens, stage headings, and your own words. Of a puzzle\n\
file the solution is replayed and what it says is proved again.\n\n\
With --from the file holds moves alone, or they stand after --moves. It is then also told whether the game\n\
can still be won and, if not, which move lost it; both sides of that move are searched to the end.\n\n\
Exit code: 0 all legal and won (with --from: won or still to be won), 1 all legal but not won or not proved\n\
(with --from: lost), 3 (with --from) undecided, 2 an illegal move or wrong input.\n\n\
Examples:\n  dealpress check examples/somerset-sample.md\n  dealpress check my-moves.txt --from klondike-3#42\n  \
dealpress check --from somerset-klondike#42 --moves \"3/6@7>4\""
)]
pub(super) struct Args {
    /// The walkthrough or puzzle: a file, or `-` for standard input; with --from a file of moves
    #[arg(value_name = "WALKTHROUGH", required_unless_present = "moves")]
    walkthrough: Option<String>,
    /// The deal or position that the moves are made from; say whether the game can still be won, and if
    /// not, which move lost it. Without a deal: that in front of the walkthrough
    #[arg(long, value_name = "DEAL", num_args = 0..=1, default_missing_value = "")]
    from: Option<String>,
    /// The moves, in place of a file
    #[arg(long, value_name = "MOVES", requires = "from", conflicts_with = "walkthrough")]
    moves: Option<String>,
    #[command(flatten)]
    search: SearchArgs,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    if let Some(from) = &args.from {
        return from_there(context, args, from);
    }
    let walkthrough = args.walkthrough.as_deref().unwrap_or("-");
    if context.is_for_several(walkthrough)? {
        return several::check(context, walkthrough);
    }
    let (name, text) = input::read_text(walkthrough)?;
    if is_puzzle(&text) {
        let limits = args.search.limits();
        return check_puzzle(context, &name, &text, limits.stop);
    }
    let (_, game) = context.replay(&name, &text)?;
    output::write(None, told(&game).as_bytes())?;
    Ok(u8::from(!game.is_won()))
}

/// Replays the solution of a puzzle and proves anew what its file says of it.
fn check_puzzle(context: &Context, name: &str, text: &str, stop: Option<&AtomicBool>) -> Result<u8> {
    let puzzle = PuzzleText::read(name, text)?.puzzle(name, &context.catalogue)?;
    let moves = match puzzle.solution.as_ref().map(|solution| solution.moves().len()) {
        None => "no solution".to_string(),
        Some(1) => "1 move, legal, won".to_string(),
        Some(count) => format!("{count} moves, all legal, won"),
    };
    let proved = puzzle::check(&puzzle, stop);
    if is_stopped() {
        return Ok(INTERRUPTED);
    }
    let (end, code) = match proved {
        Ok(()) => ("the proof holds".to_string(), 0),
        Err(unproved) => (unproved.to_string(), 1),
    };
    output::write(None, format!("{moves}; {end}\n").as_bytes())?;
    Ok(code)
}

/// How many moves were made, and what is left to do.
fn told(game: &Walkthrough) -> String {
    let moves = match game.moves_count() {
        1 => "1 move, legal".to_string(),
        count => format!("{count} moves, all legal"),
    };
    let end = game.end();
    let promoted: usize = end.foundations().iter().map(|&height| usize::from(height)).sum();
    match end.rules().pack.len() - promoted {
        0 => format!("{moves}, won\n"),
        1 => format!("{moves}, not won: 1 card is not on the foundations\n"),
        left => format!("{moves}, not won: {left} cards are not on the foundations\n"),
    }
}

/// Checks moves from a position, and says whether the game can still be won.
fn from_there(context: &Context, args: &Args, from: &str) -> Result<u8> {
    let game = match (&args.moves, &args.walkthrough, from) {
        (None, None, _) | (Some(_), _, "") => bail!("--from needs a deal, such as --from klondike#42"),
        (None, Some(walkthrough), "") => context.load_walkthrough(walkthrough)?.1,
        (moves, walkthrough, from) => {
            let Loaded { start, .. } = context.load(from, &RuleArgs { set: Vec::new() })?;
            let (name, text) = match (moves, walkthrough) {
                (Some(moves), _) => ("--moves".to_string(), moves.clone()),
                (None, walkthrough) => input::read_text(walkthrough.as_deref().unwrap_or("-"))?,
            };
            Transcript::read_moves(&name, &text, from)?.replay(&start)?
        }
    };
    let language = context.language()?;
    let moves = game.moves();
    let mut verdicts = Verdicts::new(game.start(), args.search.limits());
    let course = course(game.start(), &moves, &mut verdicts);
    if is_stopped() {
        return Ok(INTERRUPTED);
    }
    let sentence = |at: usize| -> Result<String> {
        let mut teller = language.teller(game.start());
        let played: Vec<Played> =
            game.stages().iter().flat_map(|stage| stage.played.iter().cloned()).collect();
        teller.tell(&played[..at], Style::Full)?;
        Ok(teller.tell(&played[at..=at], Style::Full)?.join(" "))
    };
    let (lines, code) = match course {
        Course::Won => (vec![language.verdict("won")?], WINNABLE),
        Course::Winnable(_) => (vec![language.verdict("winnable")?], WINNABLE),
        Course::Undecided => (vec![language.verdict("undecided")?], UNDECIDED),
        Course::NeverWinnable => (vec![language.verdict("unwinnable")?], UNWINNABLE),
        Course::LostBy(at) => {
            (vec![language.verdict("unwinnable")?, language.fatal(at + 1, &sentence(at)?)?], UNWINNABLE)
        }
        Course::LostBetween(first, last) => {
            (vec![language.verdict("unwinnable")?, language.fatal_between(first + 1, last + 1)?], UNWINNABLE)
        }
    };
    let lines: String = lines.into_iter().map(|line| line + "\n").collect();
    output::write(None, format!("{}{lines}", told(&game)).as_bytes())?;
    Ok(code)
}
