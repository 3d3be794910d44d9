//! What commands do for games of several seats: deals, and records of games.

use super::input::read_text;
use super::output::Sink;
use super::picture::{Form, Painter, ShowArgs, TableView};
use super::solve::SearchArgs;
use super::{Context, INTERRUPTED, STOP, UNDECIDED, WINNABLE, is_stopped, output, progress};
use crate::deal::{DealId, GameName};
use crate::puzzle::{DuelText, is_puzzle};
use crate::seats::duel::{Duel, Search};
use crate::seats::fairness::{GAMES, fairness, may_be_balanced};
use crate::seats::proof::{Alone, ProofLimits, Together, prove, prove_alone};
use crate::seats::puzzle::Task;
use crate::seats::{End, Record, Score, Seat, Table, TableDeal, is_for_several, named_deal, names_several};
use crate::variant::{Play, RuleChanges};
use crate::words::{AloneTold, TogetherTold};
use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use std::path::Path;

/// What an argument names at a table.
pub(super) enum Given {
    /// A deal, with its table.
    Deal(Box<(TableDeal, Table)>),
    /// A record.
    Record(Box<Record>),
    /// A puzzle of one turn.
    Puzzle(Box<(DuelText, Duel)>),
}

impl Given {
    /// What it is, where a command is for something else.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Given::Deal(_) => "a deal",
            Given::Record(_) => "a record",
            Given::Puzzle(_) => "a puzzle of one turn",
        }
    }
}

impl Context {
    /// Whether an argument is a deal or record for several seats.
    pub(super) fn is_for_several(&self, argument: &str) -> Result<bool> {
        if Path::new(argument).is_file() {
            // A file that is no text is for others to refuse.
            let Ok((_, text)) = read_text(argument) else { return Ok(false) };
            let beside = || deal_beside(argument, &text).ok().flatten();
            return Ok(is_for_several(&self.catalogue, &text)
                || beside().is_some_and(|(_, deal)| is_for_several(&self.catalogue, &deal)));
        }
        Ok(names_several(&self.catalogue, argument))
    }

    /// The deal or record for several seats that an argument names.
    pub(super) fn load_several(&self, argument: &str, changes: &RuleChanges) -> Result<Given> {
        if !Path::new(argument).is_file() {
            let deal = self.table_deal(argument, changes, false)?;
            let table = Table::start(&self.catalogue, &deal)?;
            return Ok(Given::Deal(Box::new((deal, table))));
        }
        let (name, text) = read_text(argument)?;
        // A record and a puzzle are played under the rules that stand in them.
        let keep_rules = |what: &str| match changes.is_empty() {
            true => Ok(()),
            false => Err(anyhow::anyhow!("{name}: the rules of {what} stand in its file; leave --set out")),
        };
        if text.starts_with("---") && text.lines().filter(|line| line.trim_end() == "---").count() > 1 {
            keep_rules("a record")?;
            let file = deal_beside(argument, &text).with_context(|| format!("{name}: the deal in front"))?;
            let file = file.as_ref().map(|(name, text)| (name.as_str(), text.as_str()));
            return Ok(Given::Record(Box::new(Record::read_with(&self.catalogue, &name, &text, file)?)));
        }
        if is_puzzle(&text) {
            keep_rules("a puzzle")?;
            let puzzle = DuelText::read(&name, &text)?;
            let duel = puzzle.duel(&name, &self.catalogue)?;
            return Ok(Given::Puzzle(Box::new((puzzle, duel))));
        }
        let mut deal = TableDeal::read(&self.catalogue, &name, &text).with_context(|| name.clone())?;
        deal.changes = deal.changes.and(changes);
        let table = Table::start(&self.catalogue, &deal).context(name)?;
        Ok(Given::Deal(Box::new((deal, table))))
    }

    /// The deal of an id; a game without a seed gets a fresh one.
    pub(super) fn table_deal(&self, name: &str, changes: &RuleChanges, matched: bool) -> Result<TableDeal> {
        let name: GameName = name.parse()?;
        let seed = name.seed.unwrap_or_else(|| u64::from(rand::random::<u32>()));
        let id = DealId { game: name.game, size: name.size, seed };
        Ok(TableDeal::named(&self.catalogue, &id, changes, matched)?)
    }
}

/// The name and the text of the deal file that stands beside a record and is named in front of it, if one is.
fn deal_beside(record: &str, text: &str) -> Result<Option<(String, String)>> {
    let named = named_deal(text).map(|deal| Path::new(record).with_file_name(deal));
    named.filter(|path| path.is_file()).map(|path| read_text(&path.display().to_string())).transpose()
}

/// How the deals of the seats are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// As the seed gives them.
    Plain,
    /// The same for all.
    Matched,
    /// Different, of equal level.
    Balanced,
}

/// What is asked of `dealpress deal` for several.
pub(super) struct DealArgs<'a> {
    pub(super) name: GameName,
    pub(super) count: u64,
    pub(super) kind: Kind,
    /// Whether each seat's deal must be proved winnable alone.
    pub(super) winnable: bool,
    pub(super) is_json: bool,
    /// A picture, table or text in place of a deal file.
    pub(super) form: Option<Form>,
    pub(super) output: Option<&'a Path>,
    pub(super) show: &'a ShowArgs,
    pub(super) search: &'a SearchArgs,
}

/// How many seeds in a row may fail before a search for deals gives up.
const MOST_FAILURES: u64 = 2_000;

/// `dealpress deal` for several seats.
pub(super) fn deal(context: &Context, args: &DealArgs<'_>, changes: &RuleChanges) -> Result<u8> {
    let seed = args.name.seed.unwrap_or_else(|| u64::from(rand::random::<u32>()));
    let first = DealId { game: args.name.game.clone(), size: args.name.size, seed };
    if matches!(args.form, Some(Form::Svg | Form::Html)) && args.count > 1 {
        bail!("-f svg and -f html make one picture; without --count, or with `dealpress draw`");
    }
    seed.checked_add(args.count - 1).context("there is no seed after 2^64 − 1")?;
    // What can be wrong is found out before anything is written.
    TableDeal::named(&context.catalogue, &first, changes, args.kind == Kind::Matched)?;
    let language = context.language()?;
    let painter = Painter::new(context, args.show, &language)?;
    let mut sink = Sink::open(args.output)?;
    let bar = progress::bar(Some(args.count), "deals");
    let (mut found, mut failed, mut seed) = (0, 0, first.seed);
    while found < args.count {
        if is_stopped() {
            bar.finish_and_clear();
            eprintln!("interrupted: {found} of {} deals are written", args.count);
            return Ok(INTERRUPTED);
        }
        let id = DealId { seed, ..first.clone() };
        let deal = TableDeal::named(&context.catalogue, &id, changes, args.kind == Kind::Matched)?;
        let table = Table::start(&context.catalogue, &deal)?;
        let suits = match (is_wanted(args, &table)?, args.kind) {
            (None, _) => None,
            (Some(note), Kind::Balanced) => Some(TableDeal { note: Some(note), ..deal }),
            (Some(_), _) => Some(deal),
        };
        if let Some(deal) = suits {
            write(args, &deal, &table, found, &painter, &mut sink)?;
            (found, failed) = (found + 1, 0);
            bar.inc(1);
        } else {
            failed += 1;
            if failed >= MOST_FAILURES {
                bail!("none of {failed} deals before #{seed} is what was asked for; {found} were found");
            }
        }
        if found < args.count {
            seed = seed.checked_add(1).context("there is no seed after 2^64 − 1")?;
        }
    }
    bar.finish_and_clear();
    sink.finish()?;
    if args.kind == Kind::Balanced || args.winnable {
        eprintln!("{found} found; {} looked at from #{}", seed - first.seed + 1, first.seed);
    }
    Ok(0)
}

/// Whether a deal is what was asked for; what is noted of it.
fn is_wanted(args: &DealArgs<'_>, table: &Table) -> Result<Option<String>> {
    let mut note = String::new();
    if args.kind == Kind::Balanced {
        if !may_be_balanced(table, BALANCE_SEED) {
            return Ok(None);
        }
        let fair = fairness(table, GAMES, BALANCE_SEED);
        if !fair.is_balanced() {
            return Ok(None);
        }
        let shares = Seat::all(table.count()).zip(&fair.shares).map(|(seat, share)| {
            format!(
                "{seat} {:.1} % [{:.1}, {:.1}]",
                100.0 * share.share,
                100.0 * share.low,
                100.0 * share.high
            )
        });
        let shares: Vec<String> = shares.collect();
        note = format!("balanced: of {} trial games won {}", fair.games, shares.join(", "));
    }
    if args.winnable {
        let limits = ProofLimits { alone: args.search.limits(), ..ProofLimits::default() };
        let proof = prove_alone(table, &limits)?;
        if !proof.iter().all(|alone| matches!(alone, Alone::Winnable(_))) {
            return Ok(None);
        }
    }
    Ok(Some(note))
}

/// With which numbers deals are measured, so that a name is balanced for everybody or for nobody.
pub(super) const BALANCE_SEED: u64 = 1;

fn write(
    args: &DealArgs<'_>,
    deal: &TableDeal,
    table: &Table,
    number: u64,
    painter: &Painter<'_>,
    sink: &mut Sink,
) -> Result<()> {
    let text = deal.text(&table.rules().seat.pack);
    match args.form {
        None if args.is_json => sink.write(format!("{}\n", serde_json::to_string(&text)?).as_bytes()),
        None => {
            let between = if number > 0 { "---\n" } else { "" };
            sink.write(format!("{between}{}", serde_yaml::to_string(&text)?).as_bytes())
        }
        Some(form) => {
            let title = deal.title.as_deref().or(deal.id.as_deref()).unwrap_or(&deal.game);
            if form == Form::Text {
                let between = if number > 0 { "\n" } else { "" };
                sink.write(format!("{between}{title}\n").as_bytes())?;
            }
            let turn = (table.rules().play == Play::Turns).then(|| table.starter());
            sink.write(&painter.show_table(&TableView::new(table, turn), form, title)?)
        }
    }
}

/// `dealpress grade` for several: how often each seat's cards win between players of equal strength.
pub(super) fn grade(
    context: &Context,
    argument: &str,
    changes: &RuleChanges,
    trials: u64,
    is_json: bool,
    path: Option<&Path>,
) -> Result<u8> {
    let (deal, table) = match context.load_several(argument, changes)? {
        Given::Deal(given) => *given,
        other => bail!("{argument}: this is {}; what has a grade is a deal", other.name()),
    };
    let fair = fairness(&table, GAMES, trials);
    let name = deal.id.as_deref().or(deal.title.as_deref()).unwrap_or(argument);
    let percent = |share: f64| (100_000.0 * share).round() / 1_000.0;
    let seats = Seat::all(table.count()).zip(&fair.shares).map(|(seat, share)| Share {
        seat: seat.to_string(),
        won: percent(share.share),
        low: percent(share.low),
        high: percent(share.high),
    });
    let (seats, games): (Vec<Share>, usize) = (seats.collect(), fair.games);
    let text = if is_json {
        let answer = Fair { id: deal.id.clone(), games, trials, seats, balanced: fair.is_balanced() };
        format!("{}\n", serde_json::to_string(&answer)?)
    } else {
        let line = |Share { seat, won, low, high }: &Share| {
            format!(
                "{name} {seat}: won {won:.1} % of {games} trial games, 95 % interval {low:.1} to {high:.1} %\n"
            )
        };
        let verdict = if fair.is_balanced() { "balanced" } else { "not balanced" };
        format!("{}{name}: {verdict}\n", seats.iter().map(line).collect::<String>())
    };
    output::write(path, text.as_bytes())?;
    Ok(0)
}

/// How fair a deal is, as JSON gives it.
#[derive(Serialize)]
struct Fair {
    id: Option<String>,
    games: usize,
    trials: u64,
    seats: Vec<Share>,
    balanced: bool,
}

/// How often the cards of a seat won, in percent.
#[derive(Serialize)]
struct Share {
    seat: String,
    won: f64,
    low: f64,
    high: f64,
}

/// `dealpress solve` of a deal for several: each seat alone, and all together.
pub(super) fn solve(
    context: &Context,
    argument: &str,
    changes: &RuleChanges,
    search: &SearchArgs,
) -> Result<u8> {
    let (deal, table) = match context.load_several(argument, changes)? {
        Given::Deal(given) => *given,
        other => bail!("{argument}: this is {}; `dealpress check` replays it", other.name()),
    };
    let limits = ProofLimits { alone: search.limits(), ..ProofLimits::default() };
    let proof = prove(&table, &limits)?;
    let name = deal.id.as_deref().or(deal.title.as_deref()).unwrap_or(argument);
    let language = context.language()?;
    let mut text = String::new();
    for (seat, alone) in Seat::all(table.count()).zip(&proof.alone) {
        let (verdict, moves) = match alone {
            Alone::Winnable(solution) => ("winnable", Some(solution.moves().len())),
            Alone::Unwinnable => ("unwinnable", None),
            Alone::Undecided(_) => ("undecided", None),
        };
        let told = AloneTold { name, seat: seat.letter(), verdict, moves };
        text.push_str(&format!("{}\n", language.alone(&told)?));
    }
    let (how, moves, code) = match &proof.together {
        Together::OwnSolutions(line) => ("own", line.moves().len(), WINNABLE),
        Together::Helped(line) => ("helped", line.moves().len(), WINNABLE),
        Together::Undecided => ("undecided", 0, UNDECIDED),
    };
    let told = TogetherTold { name, how, moves, positions: proof.positions };
    text.push_str(&format!("{}\n", language.together(&told)?));
    output::write(None, text.as_bytes())?;
    Ok(code)
}

/// `dealpress puzzle` of one turn.
pub(super) fn puzzle(
    context: &Context,
    first: &DealId,
    task: Task,
    changes: &RuleChanges,
    most: u64,
    path: Option<&Path>,
) -> Result<u8> {
    let language = context.language()?;
    let bar = progress::bar(None, "deals looked at");
    let catalogue = &context.catalogue;
    let looked_at = || bar.inc(1);
    let search = Search { catalogue, changes, most, looked_at: &looked_at, stop: Some(&STOP) };
    let found = search.from(first, task);
    bar.finish_and_clear();
    let found = found?;
    if is_stopped() {
        eprintln!("interrupted: no puzzle is written");
        return Ok(INTERRUPTED);
    }
    let Some((id, duel)) = found else {
        bail!(
            "none of {most} deals from #{} on has a puzzle {task} with one solution; look at more with --most, \
             or begin at another --seed",
            first.seed
        );
    };
    let text = serde_yaml::to_string(&duel.text(&id.to_string(), &language)?)?;
    output::write(path, text.as_bytes())?;
    eprintln!("took {id}; {} looked at from #{}", id.seed - first.seed + 1, first.seed);
    Ok(0)
}

/// `dealpress check` of a puzzle of one turn: the solution was replayed, the claims are proved anew.
fn check_puzzle(puzzle: &DuelText, duel: &Duel) -> Result<u8> {
    let moves = match duel.answer.line.len() {
        1 => "1 move, legal".to_string(),
        count => format!("{count} moves, all legal"),
    };
    let (end, code) = match puzzle.faults(duel) {
        None => ("its proof is undecided: there is too much to try".to_string(), UNDECIDED),
        Some(faults) if faults.is_empty() => ("the task is done and its proof holds".to_string(), 0),
        Some(faults) => (faults.join("; "), 1),
    };
    output::write(None, format!("{moves} in one turn of {}; {end}\n", duel.seat).as_bytes())?;
    Ok(code)
}

/// `dealpress check` of a record or of a puzzle of one turn.
pub(super) fn check(context: &Context, path: &str) -> Result<u8> {
    let record = match context.load_several(path, &RuleChanges::default())? {
        Given::Record(record) => record,
        Given::Puzzle(puzzle) => return check_puzzle(&puzzle.0, &puzzle.1),
        Given::Deal(deal) => bail!(
            "{path}: this is a deal for {} seats; a record has turns below it, such as `A: AS@1>f t`",
            deal.1.count()
        ),
    };
    let acts = if record.acts == 1 { "1 act".to_string() } else { format!("{} acts", record.acts) };
    let mut text = format!("{acts}, all legal");
    if record.late > 0 {
        text.push_str(&format!("; {} came too late and went back", record.late));
    }
    text.push_str(match record.ended {
        Some(End::Out) => "; the game is over\n",
        Some(End::Stuck) => "; all are stuck, the game is over\n",
        None => "; the game is not over\n",
    });
    let mut places: Vec<&Score> = record.standing.iter().collect();
    places.sort_by_key(|score| (score.place, score.seat));
    for score in places {
        text.push_str(&format!(
            "{}. {}: {} on the foundations, {} in hand, {} in the layout{}\n",
            score.place,
            score.seat,
            score.promoted,
            score.in_hand,
            score.in_layout,
            if score.is_out { ", out" } else { "" }
        ));
    }
    output::write(None, text.as_bytes())?;
    Ok(u8::from(record.ended.is_none()))
}
