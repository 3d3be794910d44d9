//! The command line: one file a subcommand, and what they share.

mod book;
mod calibrate;
mod cards;
mod check;
mod deal;
mod draw;
mod games;
mod grade;
mod hint;
mod input;
mod kit;
mod lines;
mod memory;
mod output;
mod page;
mod picture;
mod preflight;
mod progress;
mod puzzle;
mod rules;
mod search;
mod several;
mod site;
mod solve;
mod wanted;

use crate::assets::Assets;
use crate::catalogue::Catalogue;
use crate::words::Language;
use anyhow::Result;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set when the user asks the program to stop.
static STOP: AtomicBool = AtomicBool::new(false);

/// Exit codes of `solve`, and of everything else: 0 done, 2 wrong input.
const WINNABLE: u8 = 0;
const UNWINNABLE: u8 = 1;
const UNDECIDED: u8 = 3;
const INTERRUPTED: u8 = 130;

/// Deals patience games, proves which deals can be won, and prints them.
#[derive(Debug, Parser)]
#[command(name = "dealpress", version, max_term_width = 100, arg_required_else_help = true)]
#[command(
    after_help = "Begin with:\n  dealpress book                            a PDF book of proved puzzles\n  \
dealpress deal somerset-klondike          a fresh deal\n  dealpress solve somerset-klondike@9#42    can it be won, and how?"
)]
struct Cli {
    /// A folder whose files replace the built-in ones of the same name (games/, lang/, book/ …)
    #[arg(long, global = true, value_name = "DIR")]
    templates: Option<PathBuf>,
    /// How many threads to use; all cores if left out. No output depends on it
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// The language of moves, rules and tables: en, it, fr, sv [default: en]
    #[arg(long, global = true, value_name = "CODE")]
    lang: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Games(games::Args),
    Rules(rules::Args),
    Deal(deal::Args),
    Grade(grade::Args),
    Hint(hint::Args),
    Puzzle(puzzle::Args),
    Calibrate(calibrate::Args),
    Cards(cards::Args),
    Check(check::Args),
    Book(book::Args),
    Draw(draw::Args),
    Kit(kit::Args),
    Page(page::Args),
    Preflight(preflight::Args),
    Site(site::Args),
    Solve(solve::Args),
}

/// What every subcommand works with.
struct Context {
    catalogue: Catalogue,
    /// The language, if the user named one.
    lang: Option<String>,
    /// The ids of the options that the user typed, such as `card_width`.
    typed: BTreeSet<String>,
}

impl Context {
    /// Whether the user typed an option; its default says nothing of what is wanted.
    fn is_typed(&self, id: &str) -> bool {
        self.typed.contains(id)
    }

    /// The language that the user asked for.
    fn language(&self) -> Result<Language> {
        Ok(Language::load(self.catalogue.assets(), self.lang.as_deref().unwrap_or("en"))?)
    }
}

/// Reads the command line, does what it says, and returns the exit code.
///
/// # Errors
/// If what the user gave is wrong, or something cannot be read or written.
pub fn run() -> Result<u8> {
    let matches = Cli::command().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    // A second Ctrl-C ends the program at once.
    let stopped = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
    debug_assert!(stopped.is_ok(), "one handler");
    if let Some(code) = memory::under_limit()? {
        return Ok(code);
    }
    if let Some(jobs) = cli.jobs {
        rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global()?;
    }
    let assets = match &cli.templates {
        Some(folder) => Assets::with_folder(folder)?,
        None => Assets::embedded(),
    };
    let context = Context { catalogue: Catalogue::new(assets), lang: cli.lang, typed: typed(&matches) };
    if context.lang.is_some() {
        context.language()?;
    }
    match cli.command {
        Command::Games(args) => games::run(&context, &args),
        Command::Puzzle(args) => puzzle::run(&context, &args),
        Command::Hint(args) => hint::run(&context, &args),
        Command::Grade(args) => grade::run(&context, &args),
        Command::Calibrate(args) => calibrate::run(&context, &args),
        Command::Book(args) => book::run(&context, &args),
        Command::Cards(args) => cards::run(&context, &args),
        Command::Check(args) => check::run(&context, &args),
        Command::Draw(args) => draw::run(&context, &args),
        Command::Kit(args) => kit::run(&context, &args),
        Command::Site(args) => site::run(&context, &args),
        Command::Page(args) => page::run(&context, &args),
        Command::Preflight(args) => preflight::run(&context, &args),
        Command::Deal(args) => deal::run(&context, &args),
        Command::Rules(args) => rules::run(&context, &args),
        Command::Solve(args) => solve::run(&context, &args),
    }
}

/// The ids of what was typed behind the name of a subcommand.
fn typed(matches: &ArgMatches) -> BTreeSet<String> {
    let Some((_, of)) = matches.subcommand() else { return BTreeSet::new() };
    let is_typed = |id: &&str| of.value_source(id) == Some(ValueSource::CommandLine);
    of.ids().map(clap::Id::as_str).filter(is_typed).map(str::to_string).collect()
}

/// Whether the user asked the program to stop.
fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}
