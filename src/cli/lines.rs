//! `dealpress solve --lines`: many deals, a JSON line each, in and out.

use super::output::Sink;
use super::solve::{Answer, Args, Length, decide};
use super::{Context, INTERRUPTED, is_stopped, progress};
use crate::deal::DealText;
use crate::game::Rules;
use crate::solver::{Solver, solver_for};
use crate::variant::RuleChanges;
use crate::yaml::LARGEST_FILE;
use anyhow::{Context as _, Result};
use rayon::prelude::*;
use serde::Serialize;
use std::io::{BufRead, Read};
use std::sync::Arc;
use std::time::Instant;

/// How many lines are read before they are solved and written.
const BATCH: usize = 256;

/// An answer line.
#[derive(Serialize)]
struct OutLine {
    #[serde(flatten)]
    answer: Answer,
    /// Where the deal stood, if it has no id.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// A line that was no deal.
#[derive(Serialize)]
struct BadLine {
    line: usize,
    error: String,
}

enum Solved {
    Line(String),
    Bad(BadLine),
    Stopped,
}

pub(super) fn run(context: &Context, path: &str, args: &Args) -> Result<u8> {
    let changes = args.rules.changes()?;
    let output = args.output.as_deref();
    let mut input: Box<dyn BufRead> = match path {
        "-" => Box::new(std::io::stdin().lock()),
        path => {
            Box::new(std::io::BufReader::new(std::fs::File::open(path).with_context(|| path.to_string())?))
        }
    };
    let name = if path == "-" { "standard input" } else { path };
    let mut sink = Sink::open(output)?;
    let mut written = 0usize;
    let bar = progress::bar(None, "deals");
    let (mut first_line, mut bad, mut first_bad) = (1, 0usize, None);
    loop {
        let batch = read_batch(&mut input, name, first_line)?;
        if batch.is_empty() {
            break;
        }
        let numbered: Vec<(usize, &String)> =
            batch.iter().enumerate().map(|(index, line)| (first_line + index, line)).collect();
        let solved: Vec<Solved> = numbered
            .par_iter()
            .filter(|(_, line)| !line.trim().is_empty())
            .map_init(
                || None,
                |solver, &(number, line)| {
                    let solved = solve_line(context, solver, line, number, args, &changes);
                    bar.inc(1);
                    solved
                },
            )
            .collect();
        for line in solved {
            let text = match line {
                Solved::Line(text) => text,
                Solved::Bad(line) => {
                    bad += 1;
                    let text = serde_json::to_string(&line)?;
                    first_bad.get_or_insert(line);
                    text
                }
                // What comes after an interrupted deal is not finished either.
                Solved::Stopped => break,
            };
            sink.write(format!("{text}\n").as_bytes())?;
            written += 1;
        }
        first_line += batch.len();
        sink.flush()?;
        if is_stopped() {
            break;
        }
    }
    bar.finish_and_clear();
    sink.finish()?;
    if is_stopped() {
        eprintln!("interrupted: the {written} deals that were finished are written");
        return Ok(INTERRUPTED);
    }
    if let Some(first) = first_bad {
        anyhow::bail!("{name}:{}: {} (bad lines: {bad}; the others are solved)", first.line, first.error);
    }
    Ok(0)
}

fn read_batch(input: &mut dyn BufRead, name: &str, first_line: usize) -> Result<Vec<String>> {
    let mut batch = Vec::new();
    while batch.len() < BATCH && !is_stopped() {
        let mut line = Vec::new();
        let most = LARGEST_FILE as u64 + 2;
        let read = input.take(most).read_until(b'\n', &mut line).with_context(|| name.to_string())?;
        if read == 0 {
            break;
        }
        let number = first_line + batch.len();
        if line.len() > LARGEST_FILE {
            anyhow::bail!("{name}:{number}: the line is longer than {} KB", LARGEST_FILE >> 10);
        }
        // A line that is not UTF-8 is not JSON either, and is refused as such in its place.
        let text = String::from_utf8_lossy(&line);
        batch.push(if number == 1 { text.trim_start_matches('\u{feff}') } else { &text }.to_string());
    }
    Ok(batch)
}

/// A solver, and the rules that it was made for.
type Kept = Option<(Arc<Rules>, Box<dyn Solver>)>;

fn solve_line(
    context: &Context,
    kept: &mut Kept,
    line: &str,
    number: usize,
    args: &Args,
    changes: &RuleChanges,
) -> Solved {
    if is_stopped() {
        return Solved::Stopped;
    }
    match try_line(context, kept, line, number, args, changes) {
        Ok(Some(text)) => Solved::Line(text),
        Ok(None) => Solved::Stopped,
        Err(error) => Solved::Bad(BadLine { line: number, error: format!("{error:#}") }),
    }
}

fn try_line(
    context: &Context,
    kept: &mut Kept,
    line: &str,
    number: usize,
    args: &Args,
    changes: &RuleChanges,
) -> Result<Option<String>> {
    let text = DealText::read_line("deal", line)?;
    let mut deal = context.catalogue.deal_of(&text)?;
    deal.changes = deal.changes.and(changes);
    let start = context.catalogue.start(&deal)?;
    if !kept.as_ref().is_some_and(|(rules, _)| rules == start.rules()) {
        *kept = Some((start.rules().clone(), solver_for(start.rules(), args.search.shortcuts())));
    }
    let (_, solver) = kept.as_mut().expect("a solver, made just now");
    let length = if args.short { Length::Short } else { Length::AsFound };
    let began = Instant::now();
    let (decided, positions) = decide(&mut **solver, &start, length, &args.search.limits())?;
    if is_stopped() {
        return Ok(None);
    }
    let seconds = args.timings.then(|| (began.elapsed().as_secs_f64() * 1e6).round() / 1e6);
    let line = deal.id.is_none().then_some(number);
    let line = OutLine { answer: Answer::new(&deal, &decided, positions), line, seconds };
    Ok(Some(serde_json::to_string(&line)?))
}
