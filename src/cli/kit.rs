//! `dealpress kit`: a match of Double Solitaire to print.

use super::input::RuleArgs;
use super::{Context, INTERRUPTED, STOP, is_stopped, output, progress};
use crate::kit::{Deals, Order, SEED, make};
use anyhow::{Result, bail};
use clap::ValueEnum;
use std::path::PathBuf;

/// Make a match kit to print: rules, set-up sheets, score sheet, solutions
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The same order gives the same bytes. Every deal is proved winnable alone.\n\nExamples:\n  \
dealpress kit double-solitaire --players 3 --rounds 5 -o kit.pdf\n  \
dealpress kit double-solitaire --players 2 --rounds 3 --deals balanced --lang fr -o match.pdf\n  \
dealpress kit double-solitaire --rounds 1 --duels 6 -o duels.pdf"
)]
pub(super) struct Args {
    /// The game: double-solitaire or double-solitaire-race
    game: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// How many play
    #[arg(long, value_name = "N", default_value_t = 2)]
    players: usize,
    /// How many rounds
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: usize,
    /// The seed that the search for deals begins with
    #[arg(long, value_name = "N", default_value_t = SEED)]
    seed: u64,
    /// How the deals of a round are to each other
    #[arg(long, value_enum, default_value_t = DealsArg::Matched)]
    deals: DealsArg,
    /// How many puzzles of one turn: most cards, leaving nothing and going out in turn, for two players; only
    /// games by turns have them
    #[arg(long, value_name = "N", default_value_t = 0)]
    duels: usize,
    /// The size of the pages: a4, letter, or another that a book may have
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    paper: String,
    /// The theme (light, four, gray, press)
    #[arg(long, value_name = "NAME", default_value = "light")]
    theme: String,
    /// The PDF file
    #[arg(short, long, value_name = "FILE.pdf", default_value = "kit.pdf")]
    output: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DealsArg {
    /// The same for all
    Matched,
    /// Different, of equal level; the search takes some time
    Balanced,
    /// Different, as the seeds give them
    Plain,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    if !context.catalogue.names_for_several().contains(&args.game) {
        bail!(
            "{}: kits are for games of several players: {}",
            args.game,
            context.catalogue.names_for_several().join(", ")
        );
    }
    let order = Order {
        changes: args.rules.changes()?,
        seed: args.seed,
        deals: match args.deals {
            DealsArg::Matched => Deals::Matched,
            DealsArg::Balanced => Deals::Balanced,
            DealsArg::Plain => Deals::Plain,
        },
        duels: args.duels,
        theme: args.theme.clone(),
        paper: args.paper.clone(),
        ..Order::new(&args.game, args.players, args.rounds)
    };
    let bar = progress::bar(Some((args.rounds.saturating_add(args.duels)) as u64), "rounds and duels");
    let found = |found: usize, _: usize| bar.set_position(found as u64);
    let kit = make(&order, &context.catalogue, &context.language()?, &found, Some(&STOP));
    bar.finish_and_clear();
    if is_stopped() {
        eprintln!("interrupted: no kit is written");
        return Ok(INTERRUPTED);
    }
    let kit = kit?;
    output::write(Some(&args.output), &kit.pdf)?;
    let told = format!(
        "{}: {} pages, {} players, {}{}, seed {}",
        args.output.display(),
        kit.pages.len(),
        args.players,
        counted(args.rounds, "round"),
        if args.duels > 0 { format!(", {}", counted(args.duels, "duel")) } else { String::new() },
        args.seed
    );
    match args.output.is_file() {
        true => println!("{told}"),
        false => eprintln!("{told}"),
    }
    Ok(0)
}

fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}
