//! `dealpress solve`: can a deal be won, and how.

use super::input::{Loaded, RuleArgs};
use super::{Context, INTERRUPTED, STOP, UNDECIDED, UNWINNABLE, WINNABLE, lines, output};
use crate::deal::Deal;
use crate::game::{Position, move_text};
use crate::solver::{
    Bound, Limits, Shortcuts, Solver, Verdict, fewest_passes, short_line, shortest_line, solver_for,
};
use crate::walkthrough::Solution;
use crate::words::{OpenTold, Style, WinTold};
use anyhow::{Context as _, Result};
use clap::ValueEnum;
use serde::Serialize;
use std::path::PathBuf;

/// Find out whether a deal can be won, and print a win
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit code: 0 winnable, 1 unwinnable, 3 undecided, 2 wrong input.\n\nExamples:\n  \
dealpress solve somerset-klondike#42\n  dealpress solve klondike#7 --set draw=3 --set passes=3\n  \
dealpress deal somerset-klondike#1 --count 100 -f json | dealpress solve --lines -")]
pub(super) struct Args {
    /// A deal: a file, `-` for standard input, or an id such as klondike#42 or somerset-klondike@9#42
    #[arg(value_name = "DEAL", required_unless_present = "lines")]
    deal: Option<String>,
    #[command(flatten)]
    pub(super) rules: RuleArgs,
    /// Solve every deal of a file of JSON lines (`-`: standard input), a JSON line each, in their order
    #[arg(long, value_name = "FILE", conflicts_with = "deal")]
    lines: Option<String>,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t = Format::Text, conflicts_with = "lines")]
    format: Format,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// How the moves are written
    #[arg(long, value_enum, default_value_t = Moves::Words)]
    moves: Moves,
    /// Find a shortest win; whether it is proved to be one is told with it
    #[arg(long, conflicts_with = "lines")]
    shortest: bool,
    /// Find a win that goes through the stock as seldom as can be; whether that is proved is told with it
    #[arg(long, conflicts_with_all = ["lines", "shortest"])]
    fewest_passes: bool,
    #[command(flatten)]
    pub(super) search: SearchArgs,
    /// With --lines: make each win as short as without --lines; otherwise the line is the search's own
    #[arg(long, requires = "lines")]
    pub(super) short: bool,
    /// With --lines: add the seconds that each deal took
    #[arg(long, requires = "lines")]
    pub(super) timings: bool,
}

/// How far a search may go, and by which means.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct SearchArgs {
    /// The most positions to look at for a deal; past it the deal is undecided
    #[arg(long, value_name = "POSITIONS", default_value_t = 100_000_000)]
    pub(super) limit: u64,
    /// The most memory for a search's tables, in megabytes; past it the deal is undecided
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) memory: u32,
    /// Search without any shortcut (slow; to check the shortcuts)
    #[arg(long)]
    pub(super) plain: bool,
}

impl SearchArgs {
    pub(super) fn limits(&self) -> Limits<'static> {
        Limits { positions: self.limit, memory: (self.memory as usize) << 20, stop: Some(&STOP) }
    }

    pub(super) fn shortcuts(&self) -> Shortcuts {
        if self.plain { Shortcuts::None } else { Shortcuts::All }
    }

    pub(super) fn solver(&self, start: &Position) -> Box<dyn Solver> {
        solver_for(start.rules(), self.shortcuts())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Moves {
    /// In words
    Words,
    /// In short tokens, for machines
    Short,
}

/// The answer for a deal, as JSON gives it.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Answer {
    /// The deal's id.
    pub(super) id: Option<String>,
    /// `winnable`, `unwinnable` or `undecided`.
    pub(super) verdict: &'static str,
    /// How many positions were looked at.
    pub(super) positions: u64,
    /// How many moves the line has: shifts, promotions, returns, turns and redeals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<usize>,
    /// How many of them are neither turns nor redeals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) card_moves: Option<usize>,
    /// Whether it is proved that no line has fewer moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) shortest: Option<bool>,
    /// How many moves every line has at least, where that was looked into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at_least: Option<usize>,
    /// How often the line goes through the stock, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) passes: Option<usize>,
    /// Whether it is proved that no line has fewer passes; said only if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fewest_passes: Option<bool>,
    /// The moves in short tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<String>,
}

/// A deal's verdict; a win is replayed.
pub(super) enum Decided {
    Winnable {
        solution: Solution,
        /// Whether it is proved that no line has fewer moves.
        is_shortest: bool,
        /// How many moves every line has at least, where that was looked into.
        at_least: Option<usize>,
        /// Whether it is proved that no line has fewer passes.
        has_fewest_passes: bool,
    },
    Unwinnable,
    Undecided(Bound),
}

/// What the line of a win is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    /// As found: often hundreds of moves in games with a stock.
    AsFound,
    /// Short.
    Short,
    /// As short as can be found.
    Shortest,
    /// Of as few passes as can be found, and short.
    FewestPasses,
}

/// Solves a deal; a win is replayed.
pub(super) fn decide(
    solver: &mut dyn Solver,
    start: &Position,
    length: Length,
    limits: &Limits<'_>,
) -> Result<(Decided, u64)> {
    let outcome = solver.solve(start, limits);
    let decided = match outcome.verdict {
        Verdict::Winnable(found) => {
            let (mut is_shortest, mut at_least, mut has_fewest_passes) = (false, None, false);
            let moves = match length {
                Length::AsFound => found,
                Length::Short | Length::Shortest => {
                    let make = if length == Length::Short { short_line } else { shortest_line };
                    let line = make(start, found, limits);
                    (is_shortest, at_least) = (line.is_shortest, line.at_least);
                    line.moves
                }
                Length::FewestPasses => {
                    let line = fewest_passes(start, found, limits);
                    has_fewest_passes = line.is_fewest;
                    line.moves
                }
            };
            let solution =
                Solution::replay(start, &moves).context("a fault in the solver: please report this deal")?;
            Decided::Winnable { solution, is_shortest, at_least, has_fewest_passes }
        }
        Verdict::Unwinnable => Decided::Unwinnable,
        Verdict::Undecided(bound) => Decided::Undecided(bound),
    };
    Ok((decided, outcome.positions))
}

impl Answer {
    pub(super) fn new(deal: &Deal, decided: &Decided, positions: u64) -> Answer {
        let mut answer = Answer {
            id: deal.id.clone(),
            verdict: decided.word(),
            positions,
            moves: None,
            card_moves: None,
            shortest: None,
            at_least: None,
            passes: None,
            fewest_passes: None,
            line: None,
        };
        if let Decided::Winnable { solution, is_shortest, at_least, has_fewest_passes } = decided {
            answer.moves = Some(solution.moves().len());
            answer.card_moves = Some(solution.card_moves());
            answer.shortest = Some(*is_shortest);
            answer.at_least = *at_least;
            let stocked = solution.start().rules().has_stock();
            answer.passes = stocked.then(|| solution.passes());
            answer.fewest_passes = has_fewest_passes.then_some(true);
            answer.line = Some(tokens(solution).join(" "));
        }
        answer
    }
}

impl Decided {
    pub(super) fn word(&self) -> &'static str {
        match self {
            Decided::Winnable { .. } => "winnable",
            Decided::Unwinnable => "unwinnable",
            Decided::Undecided(_) => "undecided",
        }
    }

    fn exit_code(&self) -> u8 {
        match self {
            Decided::Winnable { .. } => WINNABLE,
            Decided::Unwinnable => UNWINNABLE,
            Decided::Undecided(Bound::Stopped) => INTERRUPTED,
            Decided::Undecided(_) => UNDECIDED,
        }
    }
}

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    if let Some(path) = &args.lines {
        return lines::run(context, path, args);
    }
    let deal = args.deal.as_deref().expect("a deal, since clap asks for one");
    if context.is_for_several(deal)? {
        return super::several::solve(context, deal, &args.rules.changes()?, &args.search);
    }
    let Loaded { deal, start } = context.load(deal, &args.rules)?;
    let length = match (args.shortest, args.fewest_passes) {
        (true, _) => Length::Shortest,
        (false, true) => Length::FewestPasses,
        (false, false) => Length::Short,
    };
    let limits = args.search.limits();
    let (decided, positions) = decide(&mut *args.search.solver(&start), &start, length, &limits)?;
    let text = match args.format {
        Format::Json => format!("{}\n", serde_json::to_string(&Answer::new(&deal, &decided, positions))?),
        Format::Text => report(context, args, &deal, &decided, positions)?,
    };
    output::write(args.output.as_deref(), text.as_bytes())?;
    Ok(decided.exit_code())
}

/// The moves of a solution as short tokens.
pub(super) fn tokens(solution: &Solution) -> Vec<String> {
    solution.positions().zip(solution.moves()).map(|(position, &act)| move_text(&position, act)).collect()
}

fn report(context: &Context, args: &Args, deal: &Deal, decided: &Decided, positions: u64) -> Result<String> {
    let language = context.language()?;
    let name = deal.id.as_deref().or(deal.title.as_deref()).unwrap_or(&deal.game);
    let mut text = format!("{}\n", language.deal_verdict(name, decided.word())?);
    match decided {
        Decided::Winnable { solution, is_shortest, at_least, has_fewest_passes } => {
            let rules = solution.start().rules();
            let moves = solution.moves().len();
            let told = WinTold {
                moves,
                card_moves: Some(solution.card_moves()).filter(|count| *count < moves),
                shortest: *is_shortest,
                at_least: *at_least,
                passes: rules.has_stock().then(|| solution.passes()),
                fewest: *has_fewest_passes,
                positions,
            };
            text.push_str(&format!("{}\n\n", language.win(&told)?));
            match args.moves {
                Moves::Short => text.push_str(&format!("{}\n", tokens(solution).join(" "))),
                Moves::Words => {
                    let lines = language.teller(solution.start()).tell(solution.played(), Style::Full)?;
                    text.extend(lines.into_iter().map(|line| line + "\n"));
                    if let Some(score) = language.score(rules, rules.pack.len())? {
                        text.push_str(&format!("\n{score}\n"));
                    }
                }
            }
        }
        Decided::Unwinnable => text.push_str(&format!("{}\n", language.no_win(positions)?)),
        Decided::Undecided(bound) => {
            let bound = match bound {
                Bound::Positions => "positions",
                Bound::Memory => "memory",
                Bound::Stopped => "stopped",
            };
            let (limit, megabytes) = (args.search.limit, args.search.memory);
            let told = OpenTold { bound, positions, limit, megabytes };
            text.push_str(&format!("{}\n", language.undecided(&told)?));
        }
    }
    Ok(text)
}
