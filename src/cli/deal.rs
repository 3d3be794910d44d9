//! `dealpress deal`: deals of a game, by seed or fresh.

use super::input::RuleArgs;
use super::output::Sink;
use super::picture::{Caption, Form, Painter, ShowArgs};
use super::solve::SearchArgs;
use super::wanted::WantedArgs;
use super::{Context, INTERRUPTED, is_stopped, progress};
use crate::deal::{Deal, DealId, GameName};
use crate::grade::canonical_hash;
use crate::solver::{Verdict, solver_for};
use crate::variant::RuleChanges;
use crate::walkthrough::Solution;
use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Deal a game
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  dealpress deal somerset-klondike\n  dealpress deal somerset-klondike@9#42 -f text\n  \
dealpress deal klondike-3#1 --level tricky --moves 90..110 --passes 2..3\n  dealpress deal klondike-3#1 --winnable -f svg -o deal.svg\n  dealpress deal klondike#1 --count 100 -f json"
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
    #[command(flatten)]
    wanted: WantedArgs,
    /// How many deals, of consecutive seeds
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    count: u32,
    /// The form of the deal
    #[arg(short, long, value_enum, default_value_t = Format::Yaml)]
    format: Format,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Several seats: how many, from 2 to 7; the same as @PLAYERS after the game
    #[arg(long, value_name = "N")]
    players: Option<u8>,
    /// Several seats: the same deal for all
    #[arg(long, conflicts_with = "balanced")]
    matched: bool,
    /// Several seats: walk on from the seed to different deals of equal level
    #[arg(long)]
    balanced: bool,
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

impl Format {
    /// The form, if it shows a position.
    fn form(self) -> Option<Form> {
        match self {
            Format::Yaml | Format::Json => None,
            Format::Text => Some(Form::Text),
            Format::Svg => Some(Form::Svg),
            Format::Html => Some(Form::Html),
        }
    }

    /// What `-f` calls it.
    fn name(self) -> &'static str {
        match self {
            Format::Yaml => "yaml",
            Format::Json => "json",
            Format::Text => "text",
            Format::Svg => "svg",
            Format::Html => "html",
        }
    }
}

/// How many seeds in a row may fail before `--winnable` gives up.
const MOST_FAILURES: u64 = 10_000;
/// How many seeds are looked at side by side.
const BATCH: u64 = 16;

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    let mut name: GameName = args.game.parse()?;
    let changes = args.rules.changes()?;
    let is_for_several = context.catalogue.names_for_several().contains(&name.game);
    args.show.check(context, args.format.form(), args.format.name(), is_for_several)?;
    if is_for_several {
        if let (Some(size), Some(players)) = (name.size, args.players)
            && size != players
        {
            bail!("@{size} and --players {players} contradict each other");
        }
        name.size = name.size.or(args.players);
        return super::several::deal(context, &several_args(args, name), &changes);
    }
    if args.players.is_some() || args.matched || args.balanced {
        bail!(
            "{} is a game for one player; --players, --matched and --balanced are for games such as double-solitaire",
            name.game
        );
    }
    // Fresh seeds are short enough to be noted down by hand.
    let seed = name.seed.unwrap_or_else(|| u64::from(rand::random::<u32>()));
    let first = DealId { game: name.game, size: name.size, seed };
    if matches!(args.format, Format::Svg | Format::Html) && args.count > 1 {
        bail!("-f svg and -f html make one picture; without --count, or with `dealpress draw`");
    }
    // What can be wrong is found out before anything is written.
    seed.checked_add(u64::from(args.count) - 1).context("there is no seed after 2^64 − 1")?;
    context.catalogue.deal_under(&first, &changes)?;
    let language = context.language()?;
    let writer =
        Writer { context, format: args.format, painter: Painter::new(context, &args.show, &language)? };
    let mut sink = Sink::open(args.output.as_deref())?;
    let code = match args.winnable || args.wanted.is_something() {
        true => winnable(args, &first, &changes, &writer, &mut sink)?,
        false => consecutive(args, &first, &changes, &writer, &mut sink)?,
    };
    sink.finish()?;
    Ok(code)
}

/// What is asked of deals for several.
fn several_args(args: &Args, name: GameName) -> super::several::DealArgs<'_> {
    super::several::DealArgs {
        name,
        count: u64::from(args.count),
        kind: match (args.matched, args.balanced) {
            (true, _) => super::several::Kind::Matched,
            (_, true) => super::several::Kind::Balanced,
            _ => super::several::Kind::Plain,
        },
        winnable: args.winnable,
        is_json: args.format == Format::Json,
        form: args.format.form(),
        output: args.output.as_deref(),
        show: &args.show,
        search: &args.search,
    }
}

/// One who writes deals in the form that was asked for.
struct Writer<'a> {
    context: &'a Context,
    format: Format,
    painter: Painter<'a>,
}

impl Writer<'_> {
    /// Writes the next deal, the `number`th from 0.
    fn write(&self, deal: &Deal, number: usize, sink: &mut Sink) -> Result<()> {
        let between: &[u8] = match self.format {
            _ if number == 0 => b"",
            Format::Yaml => b"---\n",
            Format::Text => b"\n",
            Format::Json | Format::Html | Format::Svg => b"",
        };
        sink.write(between)?;
        sink.write(&self.form(deal)?)
    }

    fn form(&self, deal: &Deal) -> Result<Vec<u8>> {
        let form = match self.format {
            Format::Yaml | Format::Json => {
                let rules = self.context.catalogue.rules_of(deal)?;
                let text = deal.text(&rules.pack);
                return Ok(match self.format {
                    Format::Json => format!("{}\n", serde_json::to_string(&text)?).into_bytes(),
                    _ => serde_yaml::to_string(&text)?.into_bytes(),
                });
            }
            Format::Text => Form::Text,
            Format::Html => Form::Html,
            Format::Svg => Form::Svg,
        };
        let caption = Caption { title: deal.id.clone(), ..Caption::default() };
        let shown = self.painter.show(&self.context.catalogue.start(deal)?, form, &caption)?;
        let name = deal.id.as_deref().filter(|_| form == Form::Text);
        Ok(name
            .map(|name| format!("{name}\n").into_bytes())
            .unwrap_or_default()
            .into_iter()
            .chain(shown)
            .collect())
    }
}

/// Writes the deals of consecutive seeds; stops in good order if the user asks for it.
fn consecutive(
    args: &Args,
    first: &DealId,
    changes: &RuleChanges,
    writer: &Writer<'_>,
    sink: &mut Sink,
) -> Result<u8> {
    for step in 0..args.count {
        if is_stopped() {
            eprintln!("interrupted: {step} of {} deals are written", args.count);
            return Ok(INTERRUPTED);
        }
        let seed = first.seed.checked_add(u64::from(step)).context("there is no seed after 2^64 − 1")?;
        let deal = writer.context.catalogue.deal_under(&DealId { seed, ..first.clone() }, changes)?;
        writer.write(&deal, step as usize, sink)?;
    }
    Ok(0)
}

/// Writes the next deals from a seed on that are proved winnable, each as soon as it is.
fn winnable(
    args: &Args,
    first: &DealId,
    changes: &RuleChanges,
    writer: &Writer<'_>,
    sink: &mut Sink,
) -> Result<u8> {
    let limits = args.search.limits();
    let catalogue = &writer.context.catalogue;
    let rules = catalogue.rules(&first.game, first.size, changes)?;
    let likes = args.wanted.under(writer.context, &rules, changes)?;
    let bar = progress::bar(Some(u64::from(args.count)), "deals found");
    let wanted = args.count as usize;
    let mut names = Vec::new();
    let (mut found, mut failed, mut undecided, mut same) = (0, 0, 0, 0);
    let mut taken = BTreeSet::new();
    let mut seed = first.seed;
    while found < wanted {
        if seed > u64::MAX - BATCH {
            bail!("there is no seed after 2^64 − 1");
        }
        let batch: Vec<(Deal, u128, Option<bool>)> = (seed..seed + BATCH)
            .into_par_iter()
            .map_init(
                || solver_for(&rules, args.search.shortcuts()),
                |solver, seed| -> Result<(Deal, u128, Option<bool>)> {
                    let deal = catalogue.deal_under(&DealId { seed, ..first.clone() }, changes)?;
                    let start = catalogue.start(&deal)?;
                    let verdict = match solver.solve(&start, &limits).verdict {
                        Verdict::Winnable(moves) => {
                            Solution::replay(&start, &moves)
                                .context("a fault in the solver: please report this deal")?;
                            Some(likes.fits(&start, &limits))
                        }
                        Verdict::Unwinnable => Some(false),
                        Verdict::Undecided(_) => None,
                    };
                    Ok((deal, canonical_hash(&start), verdict))
                },
            )
            .collect::<Result<_>>()?;
        if is_stopped() {
            bar.finish_and_clear();
            eprintln!("interrupted: {found} of {wanted} deals were found and are written");
            return Ok(INTERRUPTED);
        }
        let looked_at = seed - first.seed + BATCH;
        bar.set_message(format!("{looked_at} deals looked at, found"));
        for (deal, hash, verdict) in batch {
            if found == wanted {
                break;
            }
            seed += 1;
            // In a small pack the same cards come again.
            if verdict == Some(true) && !taken.insert(hash) {
                same += 1;
                failed += 1;
            } else if verdict == Some(true) {
                writer.write(&deal, found, sink)?;
                names.extend(deal.id.filter(|_| found < 3));
                found += 1;
                failed = 0;
                bar.inc(1);
            } else {
                undecided += usize::from(verdict.is_none());
                failed += 1;
            }
        }
        sink.flush()?;
        if failed >= MOST_FAILURES {
            bar.finish_and_clear();
            let what = match args.wanted.is_something() {
                true => "was found to be as you ask",
                false => "was proved winnable under these rules",
            };
            bail!("none of {failed} deals before #{seed} {what}; {found} were found");
        }
    }
    bar.finish_and_clear();
    let more = if found > names.len() { " …" } else { "" };
    let open = if undecided > 0 {
        format!(", {undecided} of them undecided and passed over")
    } else {
        String::new()
    };
    let same = if same > 0 { format!(", {same} the same as one before") } else { String::new() };
    let looked_at = seed - first.seed;
    eprintln!("took {}{more}; {looked_at} looked at from #{}{open}{same}", names.join(" "), first.seed);
    Ok(0)
}
