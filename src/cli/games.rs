//! `dealpress games`: the list of games.

use super::{Context, output};
use crate::variant::RuleChanges;
use anyhow::Result;

/// List the games that can be dealt
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  dealpress games")]
pub(super) struct Args {}

pub(super) fn run(context: &Context, _args: &Args) -> Result<u8> {
    let language = context.language()?;
    let names = context.catalogue.names();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for name in names {
        let rules = context.catalogue.rules(&name, None, &RuleChanges::default())?;
        let size = if rules.sized { "@RANKS" } else { "" };
        let line = language.game_line(&name).unwrap_or_else(|| language.game_name(&name));
        text.push_str(&format!("{:<1$}  {line}\n", format!("{name}{size}"), width + 6));
    }
    output::write(None, text.as_bytes())?;
    Ok(0)
}
