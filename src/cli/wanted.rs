//! What a deal is wanted to be like, beyond being winnable.

use super::Context;
use super::input::read_at_most;
use crate::book::{LARGEST_LOCK, Source, known_deals};
use crate::game::{Position, Rules};
use crate::grade::{Calibration, Level, Need, PLAYOUT_SEED, Play, Thing, canonical_hash, need, reference};
use crate::solver::{Limits, Shortcuts, Verdict, solver_for};
use crate::variant::{Passes, RuleChanges};
use anyhow::{Result, bail};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::str::FromStr;

/// What a deal is to be like; each asks for a winnable one.
#[derive(Debug, clap::Args)]
pub(super) struct WantedArgs {
    /// Walk on to a deal of this level: gentle, easy, steady, tricky or fierce
    #[arg(long)]
    level: Option<Level>,
    /// Walk on to a deal that provably needs this: hold (back a promotion), return, split (a run),
    /// second-pass or third-pass (may be repeated)
    #[arg(long, value_name = "THING")]
    need: Vec<Thing>,
    /// Walk on to a deal whose reference solution has so many moves: 80 or 60..90
    #[arg(long, value_name = "N|A..B")]
    moves: Option<Span>,
    /// Walk on to a deal that takes so many passes through the stock, provably no fewer: 2 or 2..3
    #[arg(long, value_name = "N|A..B")]
    passes: Option<Span>,
    #[command(flatten)]
    not_in: NotInArgs,
}

/// Which deals are known already.
#[derive(Debug, clap::Args)]
pub(super) struct NotInArgs {
    /// Pass over the deals of a file, also those that differ only in suits the rules do not tell apart: a
    /// book's .lock file, a puzzle file, JSON lines of deals, or a deal id a line (may be repeated)
    #[arg(long, value_name = "FILE")]
    not_in: Vec<PathBuf>,
}

impl NotInArgs {
    /// Whether any are.
    pub(super) fn is_something(&self) -> bool {
        !self.not_in.is_empty()
    }

    /// The [`canonical_hash`]es of these deals; ids of the game are dealt under the rules that are played.
    pub(super) fn hashes(
        &self,
        context: &Context,
        game: &str,
        changes: &RuleChanges,
    ) -> Result<BTreeSet<u128>> {
        let mut hashes = BTreeSet::new();
        for path in &self.not_in {
            let (name, text) = read_at_most(&path.to_string_lossy(), LARGEST_LOCK)?;
            hashes.extend(known_deals(&Source { name, text }, &context.catalogue, game, changes)?);
        }
        Ok(hashes)
    }
}

/// Numbers from the first to the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span(usize, usize);

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let number = |text: &str| text.trim_start_matches('=').parse::<usize>();
        match (number(first), number(last)) {
            (Ok(first), Ok(last)) if (1..=last).contains(&first) => Ok(Span(first, last)),
            _ => Err("this is a number from 1, or two of them, the smaller first: 80 or 60..90".to_string()),
        }
    }
}

/// How many positions are looked at to prove what a deal needs.
const EFFORT: u64 = 1_000_000;
/// How much memory that may take.
const MEMORY: usize = 512 << 20;

/// What is wanted, with what is needed to tell it.
pub(super) struct Wanted<'a> {
    args: &'a WantedArgs,
    calibration: Option<Calibration>,
    /// The [`canonical_hash`]es of deals that are not wanted.
    earlier: BTreeSet<u128>,
}

impl WantedArgs {
    /// Whether anything is.
    pub(super) fn is_something(&self) -> bool {
        self.level.is_some()
            || !self.need.is_empty()
            || self.moves.is_some()
            || self.passes.is_some()
            || self.not_in.is_something()
    }

    /// What is wanted of deals under these rules.
    pub(super) fn under<'a>(
        &'a self,
        context: &Context,
        rules: &Rules,
        changes: &RuleChanges,
    ) -> Result<Wanted<'a>> {
        if self.passes.is_some() && !rules.has_stock() {
            bail!("--passes: this game has no stock to go through");
        }
        if let (Some(Span(first, _)), Passes::Limited(most)) = (self.passes, rules.passes)
            && first > usize::from(most)
        {
            bail!("--passes: the rules allow no more than {most}");
        }
        for &thing in &self.need {
            if !thing.is_in(rules) {
                bail!("--need {}: the rules have no such thing", thing.code());
            }
        }
        let calibration = match self.level {
            Some(_) => Some(Calibration::find(&context.catalogue, rules)?),
            None => None,
        };
        Ok(Wanted { args: self, calibration, earlier: self.not_in.hashes(context, &rules.game, changes)? })
    }
}

impl Wanted<'_> {
    /// Whether a winnable deal is as it is wanted to be. What is cheap to tell is asked first.
    pub(super) fn fits(&self, start: &Position, limits: &Limits<'_>) -> bool {
        let level = || {
            let score = Play::of(start, PLAYOUT_SEED).score();
            self.calibration.as_ref().map(|calibration| calibration.level(score))
        };
        if self.earlier.contains(&canonical_hash(start)) {
            return false;
        }
        if self.args.level.is_some() && level() != self.args.level {
            return false;
        }
        if self.args.passes.is_some_and(|span| !takes_passes(start, span, limits)) {
            return false;
        }
        if self.args.need.iter().any(|&thing| need(start, thing, EFFORT, limits) != Need::Needed) {
            return false;
        }
        self.args.moves.is_none_or(|Span(first, last)| {
            let line = reference(start, limits);
            line.is_some_and(|(solution, _)| (first..=last).contains(&solution.moves().len()))
        })
    }
}

/// Whether the fewest passes that a deal takes are within the span, both ends proved.
fn takes_passes(start: &Position, Span(first, last): Span, limits: &Limits<'_>) -> bool {
    let limits = Limits { positions: EFFORT, memory: MEMORY, stop: limits.stop };
    let solve = |passes: usize| {
        let passes = u8::try_from(passes).unwrap_or(u8::MAX);
        let stricter = match start.rules().passes {
            Passes::Limited(most) => start.with_passes(Passes::Limited(passes.min(most))),
            Passes::Unlimited => start.with_passes(Passes::Limited(passes)),
        };
        solver_for(stricter.rules(), Shortcuts::All).solve(&stricter, &limits).verdict
    };
    (first == 1 || solve(first - 1) == Verdict::Unwinnable) && matches!(solve(last), Verdict::Winnable(_))
}
