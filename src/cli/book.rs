//! `dealpress book`: a PDF book of proved puzzles.

use super::search::{self, Part};
use super::{Context, INTERRUPTED, input, is_stopped, output};
use crate::book::booklet::{Edge, booklet};
use crate::book::spec::SolutionsPlace;
use crate::book::{BookSpec, KeepPages, Progress, Search, Source};
use crate::book::{beginning, lock, puzzles_of, sampler, set, spec};
use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};

/// Make a PDF book of proved puzzles with their solutions
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a book file the built-in sampler is made: dealpress-sampler.pdf.\n\nExamples:\n  \
dealpress book\n  dealpress book examples/somerset.yaml -o somerset.pdf\n  dealpress book my-a5-book.yaml --booklet short\n\nCtrl-C \
during the search keeps what was found in a .part file beside the PDF, and so does an error; the same\ncommand goes on \
from there to the same book. The file goes when the book is written."
)]
pub(super) struct Args {
    /// The book: a YAML file, or `-` for standard input; the sampler if left out
    #[arg(value_name = "BOOK.yaml")]
    book: Option<String>,
    /// The PDF file; named after the book file if left out
    #[arg(short, long, value_name = "FILE.pdf")]
    output: Option<PathBuf>,
    /// Search, and write the deals and their wins to a .lock file beside the PDF. A book that has one
    /// there, or beside the book file, is made from it without a search
    #[arg(long)]
    lock: bool,
    /// Two pages on a side, to print on both sides, fold and staple: A5 on A4. The edge over which the printer
    /// turns a sheet. The file is named after the book, with -booklet, if -o is left out
    #[arg(long, value_enum, value_name = "EDGE")]
    booklet: Option<TurnedOver>,
    /// Print a book file with notes, to begin with: dealpress book --init > my-book.yaml
    #[arg(long, conflicts_with_all = ["book", "output", "lock"])]
    init: bool,
    /// Print a JSON Schema of book files, for editors: dealpress book --schema > book.schema.json
    #[arg(long, conflicts_with_all = ["book", "output", "lock", "init"])]
    schema: bool,
}

/// The edge over which a printer turns a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum TurnedOver {
    /// The long edge; backs are printed upside down
    Long,
    /// The short edge
    Short,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    if args.init {
        output::write(None, beginning(context.catalogue.assets())?.text.as_bytes())?;
        return Ok(0);
    }
    if args.schema {
        output::write(None, spec::schema().as_bytes())?;
        return Ok(0);
    }
    if let Some(lang) = &context.lang {
        bail!("--lang {lang}: a book's language is written in it; put `language: {lang}` into the book file");
    }
    let (source, usual) = match &args.book {
        None => (sampler(context.catalogue.assets())?, PathBuf::from("dealpress-sampler.pdf")),
        Some(path) => {
            let (name, text) = input::read_text(path)?;
            (Source { name, text }, Path::new(path).with_extension("pdf"))
        }
    };
    let path = match &args.output {
        Some(path) => path.clone(),
        None if args.book.as_deref() == Some("-") => bail!("a book from standard input needs -o FILE.pdf"),
        None => usual,
    };
    let lock_path = path.with_extension("lock");
    let path = match (&args.output, args.booklet) {
        (None, Some(_)) => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            path.with_file_name(format!("{stem}-booklet.pdf"))
        }
        _ => path,
    };
    let part_path = lock_path.with_extension("part");
    for path in [&path, &lock_path, &part_path] {
        let same = |book: &String| Path::new(book).canonicalize().ok() == path.canonicalize().ok();
        if path.exists() && args.book.as_ref().is_some_and(same) {
            bail!("{}: this is the book file itself; give another name with -o FILE.pdf", path.display());
        }
    }
    let is_elsewhere = path.as_os_str() == "-" || path.exists() && !path.is_file();
    if args.lock && path.as_os_str() == "-" {
        bail!("--lock writes a file beside the PDF; name the PDF with -o FILE.pdf");
    }
    if is_elsewhere
        && BookSpec::read(&source.name, &source.text)?.solutions.place == SolutionsPlace::SeparateFile
    {
        bail!("the solutions are a second file beside the PDF; name the PDF with -o FILE.pdf");
    }
    // Nobody is to wait an hour for a file that cannot be written.
    output::check(&path)?;
    let catalogue = &context.catalogue;
    let mut locked = if args.lock { None } else { search::lock_at(&lock_path)? };
    // A book that is written elsewhere has its lock beside it all the same.
    if let Some(book) = args.book.as_ref().filter(|book| *book != "-" && !args.lock && locked.is_none()) {
        locked = search::lock_at(&Path::new(book).with_extension("lock"))?;
    }
    let part = match is_elsewhere {
        true => Part::none("where a book is no file, nothing is kept; name one with -o FILE.pdf"),
        false => Part::at(&part_path),
    };
    let puzzles = match &locked {
        Some(lock) => search::replay(|| Ok(puzzles_of(&source, Some(lock), catalogue, &Progress::none())?))?,
        None => part.search(|old, progress| Ok(Search::begin(&source, old, catalogue, progress)?))?,
    };
    let Some(puzzles) = puzzles else {
        return Ok(INTERRUPTED);
    };
    if args.lock {
        output::write(Some(&lock_path), lock::write(&puzzles).as_bytes())?;
    }
    let kept_in = match part.is_there() && locked.is_none() {
        // With --lock too: the same command makes a new lock, and searches no more for what is here.
        true => Some(&part_path),
        false => args.lock.then_some(&lock_path),
    };
    let keep = if args.booklet.is_some() { KeepPages::Yes } else { KeepPages::No };
    let book = match (set(&source, puzzles, catalogue, keep), kept_in) {
        (Err(error), Some(path)) => {
            return Err(error)
                .with_context(|| format!("the puzzles are kept in {}; the book", path.display()));
        }
        (book, _) => book?,
    };
    if is_stopped() {
        let kept = kept_in.map_or(String::new(), |path| {
            format!("; its puzzles are kept in {}, and the same command goes on from there", path.display())
        });
        eprintln!("interrupted: no book is written{kept}");
        return Ok(INTERRUPTED);
    }
    let apart = book.solutions.as_ref().map(|pdf| (beside(&path), pdf));
    let (bytes, what) = match args.booklet {
        None => (book.pdf, ""),
        Some(edge) => {
            let edge = match edge {
                TurnedOver::Long => Edge::Long,
                TurnedOver::Short => Edge::Short,
            };
            (booklet(&book.pages, &book.document, edge)?, " as a booklet")
        }
    };
    output::write(Some(&path), &bytes)?;
    if let Some((path, pdf)) = &apart {
        output::write(Some(path), pdf)?;
    }
    if locked.is_none() {
        part.remove()?;
    }
    let report = book.report;
    let many = |number: usize, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    let (pages, puzzles) = (many(report.pages, "page"), many(report.puzzles, "puzzle"));
    let from = match locked {
        Some(lock) => format!("from {}", lock.name),
        None => format!("seed {}", report.seed),
    };
    let with = apart.map_or(String::new(), |(path, _)| format!("; solutions in {}", path.display()));
    let told = format!("{}: {pages}{what}, {puzzles}, {from}{with}", path.display());
    // Where the book itself goes to standard output, what is said of it must not.
    match path.is_file() {
        true => println!("{told}"),
        false => eprintln!("{told}"),
    }
    Ok(0)
}

/// The file of the solutions beside a book's: `evenings-solutions.pdf`.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_stem().map_or_else(|| "book".into(), |stem| stem.to_string_lossy().into_owned());
    path.with_file_name(format!("{name}-solutions.pdf"))
}
