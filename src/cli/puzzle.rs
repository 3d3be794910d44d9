//! `dealpress puzzle`: a task of one of seven forms, as a file.

use super::input::RuleArgs;
use super::wanted::NotInArgs;
use super::{Context, INTERRUPTED, STOP, is_stopped, output, progress};
use crate::deal::{Deal, DealId, GameName};
use crate::grade::{BadCalibration, Calibration, Level, PLAYOUT_SEED, Play, canonical_hash};
use crate::puzzle::{BadForm, Form, Maker, Puzzle};
use crate::seats::puzzle::Task;
use anyhow::{Context as _, Result, bail};
use rayon::prelude::*;
use std::path::PathBuf;
use std::str::FromStr;

/// Make a puzzle: a task with its solution and its proof
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Forms: 1 whole (win a deal), 2 only-move (all other next moves lose), 3 win-in (in N moves, N minimal),\n\
4 hold-back (promoting whenever possible loses), 5 endgame (ten to twenty cards left, all face up), 6 verdict\n\
(can it be won?), 7 fatal-move (which move lost this game?). For games of several players, in one turn:\n\
most-cards, go-out, leave-nothing (that the others could play to a foundation).\n\nThe file holds form, position, task, solution and what is proved; `dealpress draw` draws its position.\n\n\
Most forms are found in one of some deals. Rarer are only-move (klondike: one of 900), hold-back (one of 30)\n\
and endgame (one of 370); README.md has a table. Of the level fierce twenty times as many are looked at.\n\n\
Examples:\n  dealpress puzzle only-move klondike-3 --seed 7 -o only.yaml\n  \
dealpress puzzle 5 somerset-klondike@9 --level tricky --lang sv\n  \
dealpress puzzle go-out double-solitaire -o duel.yaml && dealpress draw duel.yaml -o duel.svg"
)]
pub(super) struct Args {
    /// The form: its word or its number
    form: FormArg,
    /// The game, perhaps with a size and the first seed (else 0)
    #[arg(value_name = "GAME[@RANKS][#SEED]")]
    game: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// The seed of the first deal that is looked at
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Make it of a deal of this level: gentle, easy, steady, tricky or fierce
    #[arg(long)]
    level: Option<Level>,
    #[command(flatten)]
    not_in: NotInArgs,
    /// How many deals are looked at before the search is given up
    #[arg(long, value_name = "DEALS", default_value_t = 10_000)]
    most: u64,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A form of puzzle for one player, or a task of one turn at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FormArg {
    One(Form),
    Turn(Task),
}

impl FromStr for FormArg {
    type Err = String;

    fn from_str(text: &str) -> Result<FormArg, String> {
        let turn = text.parse().map(FormArg::Turn);
        turn.or_else(|_| text.parse().map(FormArg::One)).map_err(|error: BadForm| {
            format!("{error}; for games of several players most-cards, go-out and leave-nothing")
        })
    }
}

/// How many deals are looked at side by side.
const BATCH: u64 = 8;

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    let name: GameName = args.game.parse()?;
    if name.seed.is_some() && args.seed.is_some() {
        bail!("--seed: the seed stands after # already");
    }
    let first = args.seed.or(name.seed).unwrap_or(0);
    let changes = args.rules.changes()?;
    let catalogue = &context.catalogue;
    let is_for_several = catalogue.names_for_several().contains(&name.game);
    let form = match args.form {
        FormArg::Turn(task) if is_for_several => {
            if args.level.is_some() {
                bail!("--level: games of several players have no levels");
            }
            if args.not_in.is_something() {
                bail!("--not-in: this is for games for one; begin at another --seed");
            }
            let id = DealId { game: name.game, size: name.size, seed: first };
            return super::several::puzzle(context, &id, task, &changes, args.most, args.output.as_deref());
        }
        FormArg::Turn(task) => bail!(
            "{task} is for games of several players ({}); {} is for one",
            catalogue.names_for_several().join(", "),
            name.game
        ),
        FormArg::One(form) if is_for_several => bail!(
            "{form} is for games for one; {} has puzzles of one turn: most-cards, go-out and leave-nothing",
            name.game
        ),
        FormArg::One(form) => form,
    };
    let rules = catalogue.rules(&name.game, name.size, &changes)?;
    let calibration = match Calibration::find(catalogue, &rules) {
        Ok(calibration) => Some(calibration),
        Err(BadCalibration::Missing { .. }) if args.level.is_none() => None,
        Err(error) => return Err(error.into()),
    };
    let language = context.language()?;
    let earlier = args.not_in.hashes(context, &name.game, &changes)?;
    let maker = Maker { form, stop: Some(&STOP) };
    let bar = progress::bar(None, "deals looked at");
    let look_at = |seed: u64| -> Result<Option<(Deal, Puzzle)>> {
        let id = DealId { game: name.game.clone(), size: name.size, seed };
        let deal = catalogue.deal_under(&id, &changes)?;
        let start = catalogue.start(&deal)?;
        let level = || {
            let score = Play::of(&start, PLAYOUT_SEED).score();
            calibration.as_ref().map(|calibration| calibration.level(score))
        };
        bar.inc(1);
        if earlier.contains(&canonical_hash(&start)) {
            return Ok(None);
        }
        // A deal that cannot be won has no level, so with --level every deal of form 6 can be.
        let lost_wanted = args.level.is_none() && wants_lost(seed);
        // What is sooner told, or tells more deals apart, is asked first.
        let is_rare = matches!(form, Form::OnlyMove | Form::HoldBack | Form::Endgame);
        let early = args.level.filter(|_| !is_rare).map(|_| level());
        if early.is_some_and(|level| level != args.level) {
            return Ok(None);
        }
        let source = deal.id.clone().unwrap_or_default();
        let Some(puzzle) = maker.make(&start, &source, lost_wanted) else { return Ok(None) };
        let level = if puzzle.proof.unwinnable { None } else { early.unwrap_or_else(level) };
        if args.level.is_some() && level != args.level {
            return Ok(None);
        }
        Ok(Some((deal, Puzzle { level, ..puzzle })))
    };
    let mut looked_at = 0;
    while looked_at < args.most && !is_stopped() {
        let from = first.checked_add(looked_at).filter(|from| *from < u64::MAX - BATCH);
        let from = from.context("there is no seed after 2^64 − 1")?;
        let batch = BATCH.min(args.most - looked_at);
        let made: Vec<Option<(Deal, Puzzle)>> =
            (from..from + batch).into_par_iter().map(look_at).collect::<Result<_>>()?;
        if is_stopped() {
            break;
        }
        let found = made.iter().position(Option::is_some);
        if let Some((deal, puzzle)) = made.into_iter().flatten().next() {
            bar.finish_and_clear();
            let looked_at = looked_at + found.unwrap_or(0) as u64 + 1;
            let text = serde_yaml::to_string(&puzzle.text(&deal, &language)?)?;
            output::write(args.output.as_deref(), text.as_bytes())?;
            eprintln!("took {}; {looked_at} looked at from #{first}", puzzle.source);
            return Ok(0);
        }
        looked_at += batch;
    }
    bar.finish_and_clear();
    if is_stopped() {
        eprintln!("interrupted: no puzzle is written");
        return Ok(INTERRUPTED);
    }
    let rare = match form {
        Form::Endgame => {
            "; an endgame has ten to twenty cards left, none face down, and a move that loses or more to do than \
             to promote"
        }
        Form::OnlyMove => {
            "; where cards can be brought back or the stock turned for ever, only moves are rare"
        }
        _ => "",
    };
    bail!(
        "none of {looked_at} deals from #{first} on makes a puzzle of the form {form}{rare}; look at more with \
         --most, begin at another --seed, or take another level or game"
    )
}

/// Whether form 6 is to ask about a deal that cannot be won: so it is for every other seed, in no
/// order that a reader could guess.
fn wants_lost(seed: u64) -> bool {
    seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 63 == 1
}
