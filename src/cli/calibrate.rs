//! `dealpress calibrate`: what the levels of a game are.

use super::input::{self, RuleArgs};
use super::search::{EVERY, number};
use super::{Context, INTERRUPTED, STOP, is_stopped, output, progress};
use crate::book::LARGEST_PART;
use crate::deal::{DealId, GameName};
use crate::grade::{Calibration, Calibrator, GRADER, Sample, Score, Seeds};
use anyhow::{Context as _, Result, bail};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Measure many deals of a game, so that its deals have levels
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Put the file into the folder grades/ of --templates, and the game's deals have levels.\n\nExamples:\n  \
dealpress calibrate klondike-3 -o grades/klondike-3.yaml\n  dealpress calibrate klondike-3#100000 --check --deals 500\n\n\
With -o, Ctrl-C keeps the deals that were measured in a .part file beside FILE, and the same command goes on from\nthere."
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
    if let Some(path) = &args.output {
        output::check(path)?;
    }
    let calibrator = Calibrator { rules: &rules, stop: Some(&STOP) };
    let sought = Sought {
        measured_by: format!("dealpress {}, grader {GRADER}", env!("CARGO_PKG_VERSION")),
        game: GameName { seed: Some(first), ..name.clone() }.to_string(),
        rules: changes.settings(),
    };
    let part = match &args.output {
        Some(path) if path.as_os_str() != "-" => Some(path.with_extension("part")),
        _ => None,
    };
    let mut measured = match &part {
        Some(path) if path.exists() => Measured::read(path, &sought, args.deals as usize)?,
        _ => Measured::default(),
    };
    let bar = progress::bar(Some(u64::from(args.deals)), "deals measured");
    bar.set_position(measured.samples.len() as u64);
    let wanted = args.deals as usize;
    let mut saved = Instant::now();
    while measured.samples.len() < wanted {
        let from = first.checked_add(measured.looked_at).filter(|from| *from < u64::MAX - BATCH);
        let from = from.context("there is no seed after 2^64 − 1")?;
        let batch: Vec<Result<Sample, Option<_>>> = (from..from + BATCH)
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
            let count = number(measured.samples.len());
            match &part {
                Some(_) if measured.looked_at == 0 => eprintln!("interrupted: no deal was measured"),
                Some(path) => {
                    measured.write(path, &sought)?;
                    eprintln!(
                        "interrupted: {count} of {} deals are kept in {}, and the same command goes on from there",
                        number(wanted),
                        path.display()
                    );
                }
                None => eprintln!(
                    "interrupted: {count} of {} deals were measured and are lost; with -o FILE they are kept",
                    number(wanted)
                ),
            }
            return Ok(INTERRUPTED);
        }
        for sample in batch {
            if measured.samples.len() == wanted {
                break;
            }
            measured.looked_at += 1;
            measured.undecided += u64::from(matches!(sample, Err(Some(_))));
            measured.failed = if sample.is_ok() { 0 } else { measured.failed + 1 };
            measured.samples.extend(sample.ok());
        }
        if measured.failed >= MOST_FAILURES {
            bail!("none of the last {} deals was proved winnable under these rules", measured.failed);
        }
        if let Some(path) = part.as_ref().filter(|_| saved.elapsed() > EVERY) {
            measured.write(path, &sought)?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    let Measured { samples, undecided, looked_at, .. } = measured;
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
    if let Some(path) = part.filter(|path| path.exists()) {
        std::fs::remove_file(&path)
            .with_context(|| format!("{}: it is no longer needed, and cannot be removed", path.display()))?;
    }
    eprint!("{}", table(&calibration));
    Ok(0)
}

/// Which deals are measured, and by what: deals that were measured otherwise are of no use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Sought {
    measured_by: String,
    game: String,
    rules: Vec<String>,
}

/// The deals that were measured so far.
#[derive(Debug, Default)]
struct Measured {
    samples: Vec<Sample>,
    undecided: u64,
    looked_at: u64,
    /// How many in a row were not winnable.
    failed: u64,
}

/// What is kept of a work that was broken off.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Kept {
    sought: Sought,
    undecided: u64,
    looked_at: u64,
    failed: u64,
    /// The score of each deal, that by another seed of chance if it has one, and the games that were won.
    samples: Vec<(u32, Option<u32>, u32)>,
}

impl Measured {
    fn read(path: &Path, sought: &Sought, wanted: usize) -> Result<Measured> {
        let (name, text) = input::read_at_most(&path.to_string_lossy(), LARGEST_PART)?;
        let cure = format!("put that back, or delete {name} to measure all anew");
        let Ok(kept) = serde_json::from_str::<Kept>(&text) else {
            bail!("{name}: these are no deals that `dealpress calibrate` has measured; move it away");
        };
        if kept.sought != *sought {
            let Sought { measured_by, game, rules } = kept.sought;
            let rules = rules.iter().map(|rule| format!(" {rule}")).collect::<String>();
            bail!("{name}: it has deals of {game}{rules}, measured by {measured_by}; {cure}");
        }
        let count = kept.samples.len();
        if count > wanted || kept.looked_at < count as u64 || kept.failed > kept.looked_at {
            bail!("{name}: it has {} deals, more than are wanted; {cure}", number(count));
        }
        let Kept { undecided, looked_at, failed, samples, .. } = kept;
        let sample = |(score, other, won): (u32, Option<u32>, u32)| Sample {
            score: Score(score),
            other_score: other.map(Score),
            won,
        };
        eprintln!("going on from {name}: {} of {} deals", number(count), number(wanted));
        Ok(Measured { samples: samples.into_iter().map(sample).collect(), undecided, looked_at, failed })
    }

    fn write(&self, path: &Path, sought: &Sought) -> Result<()> {
        let Measured { undecided, looked_at, failed, .. } = *self;
        let sample = |sample: &Sample| (sample.score.0, sample.other_score.map(|score| score.0), sample.won);
        let samples = self.samples.iter().map(sample).collect();
        let kept = Kept { sought: sought.clone(), undecided, looked_at, failed, samples };
        output::write(Some(path), format!("{}\n", serde_json::to_string(&kept)?).as_bytes())
    }
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
