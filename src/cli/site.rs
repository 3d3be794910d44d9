//! `dealpress site`: the puzzles of a book as a static site.

use super::page::write_files;
use super::search::{self, Part};
use super::{Context, INTERRUPTED, input, is_stopped, output};
use crate::book::{Source, sampler};
use crate::page::Diagrams;
use crate::page::site::{self, most_bytes, site_of, too_large};
use anyhow::{Result, bail};
use std::path::PathBuf;

/// Make a site of a book's puzzles: an index, a page a puzzle, solutions, rules
#[derive(Debug, clap::Args)]
#[command(
    after_help = "No page needs a script; with pictures each is below 30 KB, with tables below 4 KB, and one that is \
larger is named in a warning. A book that has a .lock file beside it is not searched for, and Ctrl-C keeps what was \
found\nas in `dealpress book`.\n\nExample:\n  \
dealpress site examples/somerset.yaml -o site\n  dealpress site examples/somerset.yaml -o small --diagrams table"
)]
pub(super) struct Args {
    /// The book: a YAML file, or `-` for standard input; the sampler if left out
    #[arg(value_name = "BOOK.yaml")]
    book: Option<String>,
    /// The folder to write to
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// How deals are shown
    #[arg(long, value_enum, default_value_t = ShownAs::InlineSvg)]
    diagrams: ShownAs,
}

/// How a site shows deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ShownAs {
    /// Vector pictures within the pages
    InlineSvg,
    /// Tables
    Table,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    let diagrams = match args.diagrams {
        ShownAs::InlineSvg => Diagrams::InlineSvg,
        ShownAs::Table => Diagrams::Table,
    };
    if let Some(lang) = &context.lang {
        bail!("--lang {lang}: a book's language is written in it; put `language: {lang}` into the book file");
    }
    let source = match &args.book {
        None => sampler(context.catalogue.assets())?,
        Some(path) => {
            let (name, text) = input::read_text(path)?;
            Source { name, text }
        }
    };
    let usual = match args.book.as_deref() {
        None => Some(PathBuf::from("dealpress-sampler")),
        Some("-") => None,
        Some(path) => Some(PathBuf::from(path)),
    };
    let locked =
        usual.as_ref().map(|path| search::lock_at(&path.with_extension("lock"))).transpose()?.flatten();
    let part = match &usual {
        Some(path) => Part::at(&path.with_extension("part")),
        None => Part::none("of a book from standard input nothing is kept; give the book as a file"),
    };
    // Nobody is to wait for a search whose site cannot be written.
    output::check_folder(&args.output, "index.html")?;
    let catalogue = &context.catalogue;
    let is_for_book = part.is_there();
    let chosen = match &locked {
        Some(lock) => search::replay(|| Ok(site::locked(&source, lock, catalogue)?))?,
        None => part.search(|old, progress| Ok(site::begin(&source, old, catalogue, progress)?))?,
    };
    let Some(chosen) = chosen else { return Ok(INTERRUPTED) };
    let files = site_of(&source, &chosen, diagrams, catalogue)?;
    if is_stopped() {
        eprintln!("interrupted: no site is written");
        return Ok(INTERRUPTED);
    }
    write_files(&args.output, &files)?;
    // What a search for the book itself has kept stays for the book.
    if locked.is_none() && !is_for_book {
        part.remove()?;
    }
    for page in too_large(&files, diagrams) {
        let (name, bytes) = (args.output.join(&page.name), page.bytes.len());
        let most = most_bytes(diagrams);
        eprintln!("warning: {}: {bytes} bytes, more than the {most} of a small page", name.display());
    }
    let from = locked.as_ref().map_or(String::new(), |lock| format!(", from {}", lock.name));
    let stays = match &usual {
        Some(path) if locked.is_none() && is_for_book => {
            format!("; {} stays for the book", path.with_extension("part").display())
        }
        _ => String::new(),
    };
    println!("{}: {} pages{from}{stays}", args.output.display(), files.len());
    Ok(0)
}
