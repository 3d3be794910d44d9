//! `dealpress calibrate`: what the levels of a game are.

use super::input::RuleArgs;
use super::{Context, INTERRUPTED, STOP, is_stopped, output, progress};
use crate::deal::{DealId, GameName};
use crate::grade::{Calibration, Calibrator, Sample, Seeds};
use anyhow::{Context as _, Result, bail};
use rayon::prelude::*;
use std::path::PathBuf;

/// Measure many deals of a game, so that its deals have levels
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Put the file into the folder grades/ of --templates, and the game's deals have levels.\n\nExamples:\n  \
dealpress calibrate klondike-3 -o grades/klondike-3.yaml\n  dealpress calibrate klondike-3#100000 --check --deals 500"
)]
pub(super) struct Args {
    /// The game, perhaps with a size and the first seed (else 0)
    #[arg(value_name = "GAME[@RANKS][#SEED]")]
    game: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// How many winnable deals are measured
    #[arg(long, value_name = "K", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    deals: u32,
    /// Measure fresh deals by the levels that the game has: how many are of each, whether they are
    /// steady, and how a stronger player does
    #[arg(long, conflicts_with = "output")]
    check: bool,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How many deals are measured side by side.
const BATCH: u64 = 64;
/// So many deals in a row that cannot be won end the search for more.
const MOST_FAILURES: u64 = 10_000;

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    let name: GameName = args.game.parse()?;
    let changes = args.rules.changes()?;
    let first = name.seed.unwrap_or(0);
    let rules = context.catalogue.rules(&name.game, name.size, &changes)?;
    let known = match args.check {
        true => Some(Calibration::find(&context.catalogue, &rules)?),
        false => None,
    };
    if let Some(known) = &known
        && (known.seed..known.seed.saturating_add(known.looked_at)).contains(&first)
    {
        let fresh = known.seed.saturating_add(known.looked_at);
        bail!(
            "#{first} is one of the deals that the levels were made of; --check begins at #{fresh} or later"
        );
    }
    let calibrator = Calibrator { rules: &rules, stop: Some(&STOP) };
    let bar = progress::bar(Some(u64::from(args.deals)), "deals measured");
    let wanted = args.deals as usize;
    let (mut samples, mut undecided, mut looked_at, mut failed) = (Vec::new(), 0, 0, 0);
    while samples.len() < wanted {
        let from = first.checked_add(looked_at).filter(|from| *from < u64::MAX - BATCH);
        let from = from.context("there is no seed after 2^64 − 1")?;
        let measured: Vec<Result<Sample, Option<_>>> = (from..from + BATCH)
            .into_par_iter()
            .map(|seed| {
                let id = DealId { game: name.game.clone(), size: name.size, seed };
                let start = context.catalogue.start(&context.catalogue.deal_under(&id, &changes)?)?;
                let sample = calibrator.sample(&start, Seeds::for_deal(seed));
                bar.inc(u64::from(sample.is_ok()));
                Ok(sample)
            })
            .collect::<Result<_>>()?;
        if is_stopped() {
            bar.finish_and_clear();
            eprintln!("interrupted: {} deals were measured, nothing is written", samples.len());
            return Ok(INTERRUPTED);
        }
        for sample in measured.into_iter().take_while(|_| samples.len() < wanted).collect::<Vec<_>>() {
            if samples.len() == wanted {
                break;
            }
            looked_at += 1;
            undecided += u64::from(matches!(sample, Err(Some(_))));
            failed = if sample.is_ok() { 0 } else { failed + 1 };
            samples.extend(sample.ok());
        }
        if failed >= MOST_FAILURES {
            bail!("none of the last {failed} deals was proved winnable under these rules");
        }
    }
    bar.finish_and_clear();
    if let Some(known) = known {
        let mut checked = calibrator.check(&known, &samples);
        (checked.seed, checked.looked_at, checked.undecided) = (first, looked_at, undecided);
        output::write(None, table(&checked).as_bytes())?;
        return Ok(0);
    }
    let mut calibration = calibrator.finish(&samples);
    calibration.game = GameName { seed: None, ..name.clone() }.to_string();
    calibration.rules = changes;
    (calibration.seed, calibration.looked_at, calibration.undecided) = (first, looked_at, undecided);
    let settings = args.rules.set.iter().map(|setting| format!(" --set {setting}")).collect::<String>();
    let command = format!("dealpress calibrate {}{settings} --deals {wanted}", args.game);
    output::write(args.output.as_deref(), calibration.text(&command)?.as_bytes())?;
    eprint!("{}", table(&calibration));
    Ok(0)
}

/// The levels and how a stronger player does, for the one who reads along.
fn table(calibration: &Calibration) -> String {
    let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let mut text = format!(
        "{}: {} of {} deals measured, {} undecided; {:.1} % keep their level under another seed of chance\n",
        calibration.game,
        calibration.deals,
        calibration.looked_at,
        calibration.undecided,
        share(calibration.steady, calibration.measured_twice)
    );
    for row in &calibration.levels {
        let won = share(row.won, row.games);
        text.push_str(&format!(
            "  {:<8}{:>6} deals, a stronger player wins {won:.2} %\n",
            row.level, row.deals
        ));
    }
    text
}
