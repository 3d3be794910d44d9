//! `dealpress check`: is every move of a played game legal, and is it won.

use super::{Context, output, several};
use anyhow::Result;

/// Replay a played game and check every move and every claim of it
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A walkthrough is a Markdown file with the deal in front, between two lines of `---`; below it moves\n\
in sentences (`Promote 0/1, revealing 0/4.`) or short tokens, stage headings, and your own words.\n\n\
Exit code: 0 all legal and won, 1 all legal but not won, 2 an illegal move or wrong input.\n\n\
Example:\n  dealpress check examples/somerset-sample.md"
)]
pub(super) struct Args {
    /// The walkthrough: a file, or `-` for standard input
    walkthrough: String,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    if context.is_for_several(&args.walkthrough)? {
        return several::check(context, &args.walkthrough);
    }
    let (_, game) = context.load_walkthrough(&args.walkthrough)?;
    let moves = match game.moves_count() {
        1 => "1 move, legal".to_string(),
        count => format!("{count} moves, all legal"),
    };
    let end = game.end();
    let promoted: usize = end.foundations().iter().map(|&height| usize::from(height)).sum();
    let text = match end.rules().pack.len() - promoted {
        0 => format!("{moves}, won\n"),
        1 => format!("{moves}, not won: 1 card is not on the foundations\n"),
        left => format!("{moves}, not won: {left} cards are not on the foundations\n"),
    };
    output::write(None, text.as_bytes())?;
    Ok(u8::from(!game.is_won()))
}
