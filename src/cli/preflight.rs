//! `dealpress preflight`: whether a PDF file keeps a shop's rules.

use super::{Context, output};
use crate::book::preflight::{Point, Target, judge};
use crate::output::pdf::inspect::{LARGEST_FILE, Unreadable, inspect};
use anyhow::{Context as _, Result};
use serde::Serialize;
use std::io::Read;
use std::path::PathBuf;

/// Check a PDF book against the rules of the shop that is to print it
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit code: 0 all points passed, 1 one or more failed, 2 the file cannot be read.\n\n\
Examples:\n  dealpress preflight my-book.pdf --for kdp-6x9\n  dealpress preflight my-book.pdf --for screen -f json"
)]
pub(super) struct Args {
    /// The PDF file, or `-` for standard input
    #[arg(value_name = "FILE.pdf")]
    file: PathBuf,
    /// Shop and size, as a book's `trim` has it (kdp-6x9, lulu-6x9, a5, 148x210mm …), or `screen`
    #[arg(long = "for", value_name = "TRIM")]
    target: Target,
    /// How the points are told
    #[arg(short, long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A line a point
    Text,
    /// An object with every point
    Json,
}

/// A point failed.
const FAILED: u8 = 1;

#[derive(Serialize)]
struct Told<'a> {
    file: String,
    pages: usize,
    passed: bool,
    points: &'a [Point],
}

pub(super) fn run(_: &Context, args: &Args) -> Result<u8> {
    let name = args.file.display().to_string();
    let file = inspect(&read(&args.file, &name)?).with_context(|| name.clone())?;
    let points = judge(&file, &args.target);
    let failed = points.iter().filter(|point| !point.passed).count();
    let text = match args.format {
        Format::Json => {
            let told = Told { file: name, pages: file.pages.len(), passed: failed == 0, points: &points };
            serde_json::to_string_pretty(&told)? + "\n"
        }
        Format::Text => {
            let mut text = String::new();
            for point in &points {
                let verdict = if point.passed { "passed" } else { "FAILED" };
                text += &format!("{verdict}  {}: {}\n", point.name, point.says);
            }
            text + &format!("{name}: {} points passed, {failed} failed\n", points.len() - failed)
        }
    };
    output::write(None, text.as_bytes())?;
    Ok(if failed == 0 { 0 } else { FAILED })
}

/// Reads a file, but no more of it than may be looked at.
fn read(path: &std::path::Path, name: &str) -> Result<Vec<u8>> {
    let source: Box<dyn Read> = match path.as_os_str() == "-" {
        true => Box::new(std::io::stdin().lock()),
        false => Box::new(std::fs::File::open(path).with_context(|| name.to_string())?),
    };
    let mut bytes = Vec::new();
    source.take(LARGEST_FILE + 1).read_to_end(&mut bytes).with_context(|| name.to_string())?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(Unreadable::Large).with_context(|| name.to_string());
    }
    Ok(bytes)
}
