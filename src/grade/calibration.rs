//! Calibrations: what the scores of a game's deals are, kept as data.

use super::held_out::held_out_wins;
use super::level::Level;
use super::measures::{GRADER, PLAYOUT_SEED, Play, Score};
use crate::catalogue::{BadGame, Catalogue};
use crate::game::{Position, Rules};
use crate::solver::{Bound, Limits, Shortcuts, Verdict, klondike, solver_for};
use crate::variant::RuleChanges;
use crate::yaml::{self, BadYaml};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The scores of many deals of a game, and how a stronger player does at each level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The game, perhaps with a size.
    pub game: String,
    /// Rule fields that differ from the game's own.
    #[serde(default, skip_serializing_if = "RuleChanges::is_empty")]
    pub rules: RuleChanges,
    /// The version of the grader.
    pub grader: u32,
    /// The first seed.
    pub seed: u64,
    /// How many deals were looked at.
    pub looked_at: u64,
    /// How many of them were left undecided.
    pub undecided: u64,
    /// After how many positions looked at.
    pub positions: u64,
    /// How many were proved winnable and graded.
    pub deals: u64,
    /// How many of them were measured by another seed of chance as well.
    pub measured_twice: u64,
    /// How many of those keep their level.
    pub steady: u64,
    /// What the levels are like.
    pub levels: Vec<LevelRow>,
    /// The scores below which 0, 1, 2 … 100 of 100 deals lie.
    pub percentiles: Vec<u32>,
}

/// A deal of a calibration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// Its score.
    pub score: Score,
    /// Its score when chance plays by another seed, if that was asked for.
    pub other_score: Option<Score>,
    /// How many of its games the stronger player won.
    pub won: u32,
}

/// By how many seeds of chance a deal is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seeds {
    /// The one that grades are made with.
    One,
    /// Another too, to see whether the level depends on it.
    Two,
}

impl Seeds {
    /// Every fourth deal is measured twice.
    pub fn for_deal(seed: u64) -> Seeds {
        if seed.is_multiple_of(4) { Seeds::Two } else { Seeds::One }
    }
}

/// How many games the stronger player plays of a deal.
const GAMES: u32 = 2;
/// How many positions are looked at before a deal is left undecided: by the packed search, and by
/// the other, which is slower and seldom decides after more of them.
const POSITIONS: u64 = 300_000;
const POSITIONS_IF_SLOW: u64 = 100_000;
/// How much memory the search of a deal may take.
const MEMORY: usize = 256 << 20;

/// One who looks at deal after deal of a game.
pub struct Calibrator<'c> {
    /// The rules.
    pub rules: &'c Arc<Rules>,
    /// Set by another thread to end the work.
    pub stop: Option<&'c AtomicBool>,
}

impl Calibrator<'_> {
    /// How many positions are looked at before a deal is left undecided.
    fn positions(&self) -> u64 {
        if klondike::accepts(self.rules) { POSITIONS } else { POSITIONS_IF_SLOW }
    }

    /// What a deal adds to a calibration.
    ///
    /// # Errors
    /// If the deal is not proved winnable; with the bound that was reached if it is undecided.
    pub fn sample(&self, start: &Position, seeds: Seeds) -> Result<Sample, Option<Bound>> {
        let limits = Limits { positions: self.positions(), memory: MEMORY, stop: self.stop };
        match solver_for(self.rules, Shortcuts::All).solve(start, &limits).verdict {
            Verdict::Unwinnable => Err(None),
            Verdict::Undecided(bound) => Err(Some(bound)),
            Verdict::Winnable(_) => Ok(Sample {
                score: Play::of(start, PLAYOUT_SEED).score(),
                other_score: (seeds == Seeds::Two).then(|| Play::of(start, PLAYOUT_SEED + 1).score()),
                won: held_out_wins(start, GAMES),
            }),
        }
    }

    /// The calibration that the samples of a game's deals come to.
    pub fn finish(&self, samples: &[Sample]) -> Calibration {
        let mut scores: Vec<u32> = samples.iter().map(|sample| sample.score.0).collect();
        scores.sort_unstable();
        let last = scores.len().saturating_sub(1);
        let percentiles = (0..=100).map(|hundredth| scores.get(last * hundredth / 100).copied().unwrap_or(0));
        let mut calibration = Calibration {
            game: self.rules.game.clone(),
            rules: RuleChanges::default(),
            grader: GRADER,
            seed: 0,
            looked_at: 0,
            undecided: 0,
            positions: self.positions(),
            deals: samples.len() as u64,
            measured_twice: 0,
            steady: 0,
            levels: Vec::new(),
            percentiles: percentiles.collect(),
        };
        calibration.tell(samples);
        calibration
    }

    /// What samples of other deals come to by the levels of a calibration that was made before.
    pub fn check(&self, calibration: &Calibration, samples: &[Sample]) -> Calibration {
        let mut checked = Calibration { deals: samples.len() as u64, ..calibration.clone() };
        checked.tell(samples);
        checked
    }
}

/// A level of a calibrated game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelRow {
    /// The level.
    pub level: String,
    /// How many deals are of it.
    pub deals: u64,
    /// How many games a stronger player played of them, one that no score knows of.
    pub games: u64,
    /// How many it won.
    pub won: u64,
}

/// A calibration that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadCalibration {
    /// The file is not what it should be.
    #[error(transparent)]
    Yaml(#[from] BadYaml),
    /// It names no game of ours.
    #[error(transparent)]
    Game(#[from] BadGame),
    /// It cannot be read.
    #[error(transparent)]
    Asset(#[from] crate::assets::BadAsset),
    /// There is none for these rules.
    #[error(
        "there is no calibration for {game}, so its deals have no levels; \
         `dealpress calibrate {game} -o FILE` makes one, to be put into grades/ of --templates"
    )]
    Missing {
        /// The game.
        game: String,
    },
}

impl Calibration {
    /// The file of this calibration; `command` is the one that made it.
    ///
    /// # Errors
    /// If it cannot be written as YAML.
    pub fn text(&self, command: &str) -> Result<String, BadCalibration> {
        let (head, tail) = (Calibration { percentiles: Vec::new(), ..self.clone() }, &self.percentiles);
        let yaml = serde_yaml::to_string(&head)
            .map_err(|error| BadYaml { place: self.game.clone(), what: error.to_string() })?;
        let head = yaml.trim_end().trim_end_matches("percentiles: []");
        let rows = tail.chunks(10).map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(", "));
        let rows = rows.collect::<Vec<_>>().join(",\n  ");
        Ok(format!("# Made by: {command}\n{head}percentiles: [\n  {rows}]\n"))
    }

    /// Reads a calibration; `name` is the file's name for messages.
    ///
    /// # Errors
    /// If the text is none.
    pub fn read(name: &str, text: &str) -> Result<Calibration, BadYaml> {
        let calibration: Calibration = yaml::read(name, text)?;
        let bad = |what: &str| Err(BadYaml { place: name.to_string(), what: what.to_string() });
        if calibration.percentiles.len() != 101 {
            return bad("percentiles: there are 101 of them, from 0 to 100");
        }
        if !calibration.percentiles.is_sorted() {
            return bad("percentiles: they do not rise");
        }
        if calibration.grader != GRADER {
            return bad(
                "grader: this calibration is of another version; make it anew with `dealpress calibrate`",
            );
        }
        Ok(calibration)
    }

    /// The calibration for rules, of those in the catalogue's folder `grades/`.
    ///
    /// # Errors
    /// If there is none, or a file is bad.
    pub fn find(catalogue: &Catalogue, rules: &Rules) -> Result<Calibration, BadCalibration> {
        let assets = catalogue.assets();
        for file in assets.names("grades").iter().filter(|name| name.ends_with(".yaml")) {
            let path = format!("grades/{file}");
            let calibration = Calibration::read(&assets.place(&path), &assets.text(&path)?)?;
            let name: crate::deal::GameName = calibration.game.parse().map_err(BadGame::from)?;
            let known = catalogue.rules(&name.game, name.size, &calibration.rules)?;
            if known.plays_like(rules) {
                return Ok(calibration);
            }
        }
        let size = if rules.sized { format!("@{}", rules.pack.suits()) } else { String::new() };
        Err(BadCalibration::Missing { game: format!("{}{size}", rules.game) })
    }

    /// Fills in what samples of deals are like at each level.
    fn tell(&mut self, samples: &[Sample]) {
        let level = |score| self.level(score);
        let twice = samples.iter().filter_map(|sample| Some((sample.score, sample.other_score?)));
        let steady = twice.clone().filter(|&(score, other)| level(score) == level(other)).count();
        let rows = Level::ALL.map(|wanted| {
            let of_it: Vec<&Sample> = samples.iter().filter(|sample| level(sample.score) == wanted).collect();
            LevelRow {
                level: wanted.to_string(),
                deals: of_it.len() as u64,
                games: of_it.len() as u64 * u64::from(GAMES),
                won: of_it.iter().map(|sample| u64::from(sample.won)).sum(),
            }
        });
        (self.measured_twice, self.steady) = (twice.count() as u64, steady as u64);
        self.levels = rows.to_vec();
    }

    /// The level of a score.
    pub fn level(&self, score: Score) -> Level {
        let harder = Level::EASIER.iter().filter(|&&easier| score.0 > self.percentiles[usize::from(easier)]);
        Level::ALL[harder.count()]
    }

    /// How many of 100 deals of the game are easier.
    pub fn easier(&self, score: Score) -> u8 {
        self.percentiles.iter().skip(1).filter(|&&bound| bound < score.0).count().min(99) as u8
    }
}
