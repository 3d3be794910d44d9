//! `dealpress deal`: deals of a game, by seed or fresh.

use super::input::RuleArgs;
use super::picture::{Caption, Form, Painter, ShowArgs};
use super::solve::SearchArgs;
use super::{Context, INTERRUPTED, is_stopped, output, progress};
use crate::deal::{Deal, DealId, GameName};
use crate::solver::{Verdict, solver_for};
use crate::variant::RuleChanges;
use crate::walkthrough::Solution;
use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;
use rayon::prelude::*;
use std::path::PathBuf;

/// Deal a game
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  dealpress deal somerset-klondike\n  dealpress deal somerset-klondike@9#42 -f text\n  \
dealpress deal klondike-3#1 --winnable -f svg -o deal.svg\n  dealpress deal klondike#1 --count 100 -f json"
)]
pub(super) struct Args {
    /// The game, perhaps with a size and a seed: somerset-klondike, somerset-klondike@9, klondike#42
    #[arg(value_name = "GAME[@RANKS][#SEED]")]
    game: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// Walk on from the seed to the next deal that is proved winnable
    #[arg(long)]
    winnable: bool,
    /// How many deals, of consecutive seeds
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    count: u32,
    /// The form of the deal
    #[arg(short, long, value_enum, default_value_t = Format::Yaml)]
    format: Format,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A deal file
    Yaml,
    /// A JSON object a line
    Json,
    /// Text of fixed width
    Text,
    /// A vector picture, of one deal
    Svg,
    /// A table that needs no style
    Html,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    let name: GameName = args.game.parse()?;
    let changes = args.rules.changes()?;
    // Fresh seeds are short enough to be noted down by hand.
    let seed = name.seed.unwrap_or_else(|| u64::from(rand::random::<u32>()));
    let first = DealId { game: name.game, size: name.size, seed };
    let deals = match args.winnable {
        true => match winnable(context, args, &first, &changes)? {
            Some(deals) => deals,
            None => return Ok(INTERRUPTED),
        },
        false => consecutive(context, &first, &changes, args.count)?,
    };
    let between: &[u8] = match args.format {
        Format::Yaml => b"---\n",
        Format::Text | Format::Html => b"\n",
        Format::Json | Format::Svg => b"",
    };
    let files = files(context, args, &deals)?;
    output::write(args.output.as_deref(), &files.join(between))?;
    Ok(0)
}

fn consecutive(context: &Context, first: &DealId, changes: &RuleChanges, count: u32) -> Result<Vec<Deal>> {
    (0..u64::from(count))
        .map(|step| {
            let seed = first.seed.checked_add(step).context("there is no seed after 2^64 − 1")?;
            Ok(context.catalogue.deal_under(&DealId { seed, ..first.clone() }, changes)?)
        })
        .collect()
}

/// The next deals from a seed on that are proved winnable; nothing if the user stops the search.
fn winnable(
    context: &Context,
    args: &Args,
    first: &DealId,
    changes: &RuleChanges,
) -> Result<Option<Vec<Deal>>> {
    let limits = args.search.limits();
    let rules = context.catalogue.rules(&first.game, first.size, changes)?;
    let bar = progress::bar(Some(u64::from(args.count)), "winnable deals");
    let mut found = Vec::new();
    let (mut seed, mut undecided) = (first.seed, 0);
    const BATCH: u64 = 16;
    while found.len() < args.count as usize {
        if seed > u64::MAX - BATCH {
            bail!("there is no seed after 2^64 − 1");
        }
        let batch: Vec<(Deal, Option<bool>)> = (seed..seed + BATCH)
            .into_par_iter()
            .map_init(
                || solver_for(&rules, args.search.shortcuts()),
                |solver, seed| -> Result<(Deal, Option<bool>)> {
                    let deal = context.catalogue.deal_under(&DealId { seed, ..first.clone() }, changes)?;
                    let start = context.catalogue.start(&deal)?;
                    let verdict = match solver.solve(&start, &limits).verdict {
                        Verdict::Winnable(moves) => {
                            Solution::replay(&start, &moves)
                                .context("a fault in the solver: please report this deal")?;
                            Some(true)
                        }
                        Verdict::Unwinnable => Some(false),
                        Verdict::Undecided(_) => None,
                    };
                    Ok((deal, verdict))
                },
            )
            .collect::<Result<_>>()?;
        if is_stopped() {
            bar.finish_and_clear();
            eprintln!(
                "interrupted: {} of {} winnable deals were found, none is written",
                found.len(),
                args.count
            );
            return Ok(None);
        }
        for (deal, verdict) in batch {
            if found.len() == args.count as usize {
                break;
            }
            seed += 1;
            undecided += usize::from(verdict.is_none());
            if verdict == Some(true) {
                bar.inc(1);
                found.push(deal);
            }
        }
    }
    bar.finish_and_clear();
    let looked_at = seed - first.seed;
    let names: Vec<&str> = found.iter().take(3).filter_map(|deal| deal.id.as_deref()).collect();
    let more = if found.len() > names.len() { " …" } else { "" };
    let open = if undecided > 0 {
        format!(", {undecided} of them undecided and passed over")
    } else {
        String::new()
    };
    eprintln!("took {}{more}; {looked_at} looked at from #{}{open}", names.join(" "), first.seed);
    Ok(Some(found))
}

/// Every deal in the form that was asked for.
fn files(context: &Context, args: &Args, deals: &[Deal]) -> Result<Vec<Vec<u8>>> {
    let form = match args.format {
        Format::Yaml | Format::Json => {
            return deals.iter().map(|deal| file(context, args.format, deal)).collect();
        }
        Format::Text => Form::Text,
        Format::Html => Form::Html,
        Format::Svg => Form::Svg,
    };
    if form != Form::Text && deals.len() > 1 {
        bail!("-f svg and -f html make one picture; without --count, or with `dealpress draw`");
    }
    let language = context.language()?;
    let painter = Painter::new(context, &args.show, &language)?;
    let show = |deal: &Deal| {
        let caption = Caption { title: deal.id.clone(), ..Caption::default() };
        painter.show(&context.catalogue.start(deal)?, form, &caption)
    };
    deals.iter().map(show).collect()
}

/// A deal as a deal file or a JSON line.
fn file(context: &Context, format: Format, deal: &Deal) -> Result<Vec<u8>> {
    let rules = context.catalogue.rules_of(deal)?;
    let text = deal.text(&rules.pack);
    Ok(match format {
        Format::Json => format!("{}\n", serde_json::to_string(&text)?).into_bytes(),
        _ => serde_yaml::to_string(&text)?.into_bytes(),
    })
}
