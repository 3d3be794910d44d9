//! `dealpress grade`: how hard a deal is.

use super::input::{Loaded, RuleArgs};
use super::solve::{SearchArgs, tokens};
use super::{Context, INTERRUPTED, UNDECIDED, UNWINNABLE, WINNABLE, output};
use crate::grade::{
    BadCalibration, Calibration, GRADER, Grade, Graded, Level, Need, Needs, Simple, Thing, needs,
};
use crate::solver::Bound;
use anyhow::{Result, bail};
use clap::ValueEnum;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Measure how hard a deal is: chance, simple players, where it is won and lost, what it needs. Of a deal for
/// several players: how fair it is
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Only a deal that is proved winnable has a grade. Its level is told where the game is calibrated.\n\
Exit code: 0 graded, 1 unwinnable, 3 undecided, 2 wrong input.\n\nExamples:\n  \
dealpress grade klondike-3#42\n  dealpress grade somerset-klondike@9#42 -f json\n  \
dealpress grade double-solitaire#371 --trials 977"
)]
pub(super) struct Args {
    /// A deal: a file, `-` for standard input, or an id such as klondike#42 or somerset-klondike@9#42
    #[arg(value_name = "DEAL")]
    deal: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// The form of the answer
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The most positions to look at to prove that the deal needs something
    #[arg(long, value_name = "POSITIONS", default_value_t = 100_000)]
    effort: u64,
    /// Several players: the seed of the trial games; `deal --balanced` has 1
    #[arg(long, value_name = "SEED")]
    trials: Option<u64>,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// A grade as JSON gives it.
#[derive(Debug, Serialize)]
struct Answer {
    id: Option<String>,
    grader: u32,
    /// The level, or none where the game has no calibration.
    level: Option<&'static str>,
    stars: Option<u8>,
    /// How many of 100 winnable deals of the game are easier.
    easier: Option<u8>,
    score: u32,
    chance: Chance,
    /// How many cards each simple player leaves; 0 is a win.
    simple_players_leave: BTreeMap<&'static str, u8>,
    solution: Line,
    along_it: Along,
    needs: BTreeMap<&'static str, &'static str>,
}

#[derive(Debug, Serialize)]
struct Chance {
    games: u32,
    won: u32,
    /// All cards promoted in all games.
    promoted: u32,
}

#[derive(Debug, Serialize)]
struct Line {
    moves: usize,
    card_moves: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    passes: Option<usize>,
    shortest: bool,
    line: String,
}

#[derive(Debug, Serialize)]
struct Along {
    positions: u32,
    with_losing: u32,
    with_only_one: u32,
    undecided: u32,
    choices: u32,
    losing: u32,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    if context.is_for_several(&args.deal)? {
        let is_json = args.format == Format::Json;
        let trials = args.trials.unwrap_or(super::several::BALANCE_SEED);
        let changes = args.rules.changes()?;
        return super::several::grade(context, &args.deal, &changes, trials, is_json, args.output.as_deref());
    }
    if args.trials.is_some() {
        bail!("--trials is for deals of several players, whose fairness is measured by trial games");
    }
    let Loaded { deal, start } = context.load(&args.deal, &args.rules)?;
    let name = deal.id.as_deref().or(deal.title.as_deref()).unwrap_or("this deal");
    let limits = args.search.limits();
    let calibration = match Calibration::find(&context.catalogue, start.rules()) {
        Ok(calibration) => Some(calibration),
        Err(BadCalibration::Missing { .. }) => None,
        Err(error) => return Err(error.into()),
    };
    let grade = match Grade::of(&start, &limits) {
        Graded::Grade(grade) => grade,
        Graded::Unwinnable => {
            eprintln!("{name}: unwinnable, so it has no grade");
            return Ok(UNWINNABLE);
        }
        Graded::Undecided(Bound::Stopped) => return Ok(INTERRUPTED),
        Graded::Undecided(_) => {
            eprintln!("{name}: undecided within the limit, so it has no grade; --limit raises it");
            return Ok(UNDECIDED);
        }
    };
    let needs = needs(&start, args.effort, &limits);
    if super::is_stopped() {
        return Ok(INTERRUPTED);
    }
    let text = match args.format {
        Format::Json => {
            let answer = answer(deal.id.clone(), &grade, calibration.as_ref(), &needs);
            format!("{}\n", serde_json::to_string(&answer)?)
        }
        Format::Text => report(context, name, &grade, calibration.as_ref(), &needs)?,
    };
    output::write(args.output.as_deref(), text.as_bytes())?;
    Ok(WINNABLE)
}

fn answer(id: Option<String>, grade: &Grade, calibration: Option<&Calibration>, needs: &Needs) -> Answer {
    let measures = &grade.measures;
    let (solution, line, play) = (&measures.solution, &measures.line, &measures.play);
    let level = calibration.map(|calibration| calibration.level(grade.score));
    let stocked = solution.start().rules().has_stock();
    Answer {
        id,
        grader: GRADER,
        level: level.map(Level::code),
        stars: level.map(Level::stars),
        easier: calibration.map(|calibration| calibration.easier(grade.score)),
        score: grade.score.0,
        chance: Chance {
            games: play.playouts.games,
            won: play.playouts.won,
            promoted: play.playouts.promoted,
        },
        simple_players_leave: Simple::ALL.iter().map(|player| player.code()).zip(play.simple_left).collect(),
        solution: Line {
            moves: solution.moves().len(),
            card_moves: solution.card_moves(),
            passes: stocked.then(|| solution.passes()),
            shortest: measures.is_shortest,
            line: tokens(solution).join(" "),
        },
        along_it: Along {
            positions: line.positions,
            with_losing: line.with_losing,
            with_only_one: line.with_only_one,
            undecided: line.undecided,
            choices: line.choices,
            losing: line.losing,
        },
        needs: needs.0.iter().map(|&(thing, need)| (thing.code(), need_word(need))).collect(),
    }
}

fn need_word(need: Need) -> &'static str {
    match need {
        Need::Needed => "needed",
        Need::NotNeeded => "not needed",
        Need::Undecided => "undecided",
        Need::NoSuch => "not in these rules",
    }
}

/// What a thing that a deal may need is called in the report.
fn thing_words(thing: Thing) -> &'static str {
    match thing {
        Thing::Hold => "holding back a promotion",
        Thing::Return => "bringing a card back",
        Thing::Split => "splitting a run",
        Thing::SecondPass => "a second pass",
        Thing::ThirdPass => "a third pass",
    }
}

fn report(
    context: &Context,
    name: &str,
    grade: &Grade,
    calibration: Option<&Calibration>,
    needs: &Needs,
) -> Result<String> {
    let measures = &grade.measures;
    let (solution, line, play) = (&measures.solution, &measures.line, &measures.play);
    let rules = solution.start().rules();
    let first = match calibration {
        Some(calibration) => {
            let level = calibration.level(grade.score);
            let stars = usize::from(level.stars());
            let stars = format!("{}{}", "★".repeat(stars), "☆".repeat(Level::ALL.len() - stars));
            let language = context.language()?;
            let word = language.level(level.stars());
            let (easier, game) = (calibration.easier(grade.score), &calibration.game);
            format!("{name}: {stars} {word}; of 100 winnable deals of {game} {easier} are easier\n")
        }
        None => {
            format!(
                "{name}: no level, as there is no calibration of these rules (see dealpress calibrate --help)\n"
            )
        }
    };
    let mean = f64::from(play.playouts.promoted) / f64::from(play.playouts.games);
    let players = Simple::ALL.iter().zip(play.simple_left).map(|(player, left)| match left {
        0 => format!("{} wins", player.code()),
        left => format!("{} leaves {left} cards", player.code()),
    });
    let passes = match solution.passes() {
        _ if !rules.has_stock() => String::new(),
        1 => ", 1 pass".to_string(),
        passes => format!(", {passes} passes"),
    };
    let shortest = if measures.is_shortest { ", none is shorter" } else { "" };
    let needs = needs.0.iter().filter(|(_, need)| *need != Need::NoSuch);
    let needs: Vec<String> =
        needs.map(|&(thing, need)| format!("{}: {}", thing_words(thing), need_word(need))).collect();
    let (positions, open) = (line.positions, line.undecided);
    let undecided = if open > 0 { format!("; {open} could not be decided") } else { String::new() };
    Ok(format!(
        "{first}\n\
         chance      wins {} of {} games and promotes {mean:.1} of {} cards a game\n\
         players     {}\n\
         solution    {} moves, {} of cards{passes}{shortest}\n\
         along it    in {} of {positions} positions a move provably loses, in {} only one keeps the win{undecided}\n\
         needs       {}\n\
         score       {} (grader {GRADER})\n",
        play.playouts.won,
        play.playouts.games,
        play.cards,
        players.collect::<Vec<_>>().join(", "),
        solution.moves().len(),
        solution.card_moves(),
        line.with_losing,
        line.with_only_one,
        needs.join("; "),
        grade.score.0,
    ))
}
