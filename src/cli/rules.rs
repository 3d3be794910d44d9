//! `dealpress rules`: the rules of a game in words.

use super::input::RuleArgs;
use super::{Context, output};
use crate::deal::GameName;
use crate::seats::TableRules;
use crate::words::RulesFormat;
use anyhow::{Result, bail};
use clap::ValueEnum;
use std::path::PathBuf;

/// Print the rules of a game, at a size and with changes if you like
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  dealpress rules somerset-klondike@9\n  dealpress rules klondike --set draw=3 --set passes=3\n  \
dealpress rules vegas -f html --lang fr -o vegas.html"
)]
pub(super) struct Args {
    /// The game, perhaps with a size: klondike, somerset-klondike@9
    #[arg(value_name = "GAME[@RANKS]")]
    game: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// The form of the text
    #[arg(short, long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Plain text
    Text,
    /// Markdown
    Md,
    /// A piece of HTML
    Html,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    let name: GameName = args.game.parse()?;
    if let Some(seed) = name.seed {
        bail!("rules are those of a game, not of a deal: leave out #{seed}");
    }
    if context.catalogue.names_for_several().contains(&name.game) {
        let rules = TableRules::of(&context.catalogue, &name.game, &args.rules.changes()?)?;
        if let Some(seats) = name.size {
            rules.check_seats(usize::from(seats))?;
        }
        let text = context.language()?.table_rules(&rules, args.format.rules_format())?;
        output::write(args.output.as_deref(), text.as_bytes())?;
        return Ok(0);
    }
    let rules = context.catalogue.rules(&name.game, name.size, &args.rules.changes()?)?;
    let text = context.language()?.rules(&rules, args.format.rules_format())?;
    output::write(args.output.as_deref(), text.as_bytes())?;
    Ok(0)
}

impl Format {
    fn rules_format(self) -> RulesFormat {
        match self {
            Format::Text => RulesFormat::Text,
            Format::Md => RulesFormat::Markdown,
            Format::Html => RulesFormat::Html,
        }
    }
}
