//! `dealpress hint`: a nudge, and more only if asked for.

use super::input::{Loaded, RuleArgs};
use super::solve::{Decided, Length, SearchArgs, decide};
use super::{Context, INTERRUPTED, UNDECIDED, UNWINNABLE, WINNABLE, output};
use crate::puzzle::{RUNGS, hint};
use crate::solver::Bound;
use anyhow::Result;
use std::path::PathBuf;

/// Give a hint for a deal or a position: a card to look at, and step by step more
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Steps: 1 a card to look at, 2 where the next move is made, 3 the move, 4 all moves up to the\n\
next picture. Never more than was asked for.\nExit code: 0 a hint, 1 the position is lost, 3 undecided, 2 wrong input.\n\nExamples:\n  \
dealpress hint klondike-3#42\n  dealpress --lang it hint klondike-3#42 --steps 3"
)]
pub(super) struct Args {
    /// A deal or a position: a file, `-`, or an id such as klondike#42
    #[arg(value_name = "DEAL|POSITION")]
    deal: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// How much is told
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=RUNGS as i64))]
    steps: u8,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    let Loaded { start, .. } = context.load(&args.deal, &args.rules)?;
    let language = context.language()?;
    let mut solver = args.search.solver(&start);
    let (decided, _) = decide(&mut *solver, &start, Length::Short, &args.search.limits())?;
    let (lines, code) = match decided {
        Decided::Winnable { solution, .. } if solution.moves().is_empty() => {
            (vec![language.verdict("won")?], WINNABLE)
        }
        Decided::Winnable { solution, .. } => {
            let ladder = hint(&language, &solution, usize::from(args.steps))?;
            (ladder.into_iter().flatten().collect(), WINNABLE)
        }
        Decided::Unwinnable => (vec![language.verdict("unwinnable")?], UNWINNABLE),
        Decided::Undecided(Bound::Stopped) => return Ok(INTERRUPTED),
        Decided::Undecided(_) => (vec![language.verdict("undecided")?], UNDECIDED),
    };
    let text: String = lines.into_iter().map(|line| line + "\n").collect();
    output::write(args.output.as_deref(), text.as_bytes())?;
    Ok(code)
}
