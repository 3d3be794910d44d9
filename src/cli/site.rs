//! `dealpress site`: the puzzles of a book as a static site.

use super::page::{DiagramsArg, write_files};
use super::{Context, INTERRUPTED, STOP, input, is_stopped, progress};
use crate::book::{Progress, Source, sampler};
use crate::page::Diagrams;
use crate::page::site::{most_bytes, site, too_large};
use anyhow::{Result, bail};
use std::path::PathBuf;

/// Make a site of a book's puzzles: an index, a page a puzzle, solutions, rules
#[derive(Debug, clap::Args)]
#[command(
    after_help = "No page needs a script; with pictures each is below 30 KB, with tables below 4 KB, and one that is \
larger is named in a warning.\n\nExample:\n  \
dealpress site examples/somerset.yaml -o site\n  dealpress site examples/somerset.yaml -o small --diagrams table"
)]
pub(super) struct Args {
    /// The book: a YAML file, or `-` for standard input; the sampler if left out
    #[arg(value_name = "BOOK.yaml")]
    book: Option<String>,
    /// The folder to write to
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// How deals are shown: inline-svg or table
    #[arg(long, value_enum, default_value_t = DiagramsArg::InlineSvg)]
    diagrams: DiagramsArg,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    let diagrams = args.diagrams.diagrams();
    if !matches!(diagrams, Diagrams::InlineSvg | Diagrams::Table) {
        bail!("--diagrams: a site shows deals as inline-svg or table");
    }
    let source = match &args.book {
        None => sampler(context.catalogue.assets())?,
        Some(path) => {
            let (name, text) = input::read_text(path)?;
            Source { name, text }
        }
    };
    let bar = progress::bar(Some(0), "puzzles proved");
    let found = |found: usize, wanted: usize| {
        bar.set_length(wanted as u64);
        bar.set_position(found as u64);
    };
    let files = site(&source, diagrams, &context.catalogue, &Progress { found: &found, stop: Some(&STOP) });
    bar.finish_and_clear();
    if is_stopped() {
        eprintln!("interrupted: no site is written");
        return Ok(INTERRUPTED);
    }
    let files = files?;
    write_files(&args.output, &files)?;
    for page in too_large(&files, diagrams) {
        let (name, bytes) = (args.output.join(&page.name), page.bytes.len());
        let most = most_bytes(diagrams);
        eprintln!("warning: {}: {bytes} bytes, more than the {most} of a small page", name.display());
    }
    println!("{}: {} pages", args.output.display(), files.len());
    Ok(0)
}
