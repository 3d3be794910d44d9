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
    let names = context.catalogue.all_names();
    let several = context.catalogue.names_for_several();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for name in names {
        let size = match several.contains(&name) {
            true => "@SEATS",
            false if context.catalogue.rules(&name, None, &RuleChanges::default())?.sized => "@RANKS",
            false => "",
        };
        let line = language.game_line(&name).unwrap_or_else(|| language.game_name(&name));
        text.push_str(&format!("{:<1$}  {line}\n", format!("{name}{size}"), width + 6));
    }
    output::write(None, text.as_bytes())?;
    Ok(0)
}
