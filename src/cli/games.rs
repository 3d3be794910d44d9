//! `dealpress games`: the list of games.

use super::{Context, output};
use anyhow::Result;

/// List the games that can be dealt
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  dealpress games")]
pub(super) struct Args {}

pub(super) fn run(context: &Context, _args: &Args) -> Result<u8> {
    let mut text = String::new();
    for name in context.catalogue.names() {
        context.catalogue.rules(&name, None, &Default::default())?;
        text.push_str(&format!("{name}\n"));
    }
    output::write(None, text.as_bytes())?;
    Ok(0)
}
