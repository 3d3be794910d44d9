//! What the user gives: deals by id, from a file, or on standard input.

use super::Context;
use crate::deal::{Deal, DealId, GameName, line_of};
use crate::game::Position;
use crate::puzzle::{PuzzleText, is_puzzle};
use crate::seats::is_for_several;
use crate::variant::RuleChanges;
use crate::walkthrough::{DealSource, Transcript, Walkthrough};
use crate::yaml::LARGEST_FILE;
use anyhow::{Context as _, Result, bail};
use std::io::Read;
use std::path::Path;

/// A deal and the position at its beginning.
pub(super) struct Loaded {
    pub(super) deal: Deal,
    pub(super) start: Position,
}

/// Changes to a game's rules on the command line.
#[derive(Debug, clap::Args)]
pub(super) struct RuleArgs {
    /// Change a rule: draw=3, passes=2, passes=unlimited, fill=any, unit=card, return=false … (may be repeated)
    #[arg(long, value_name = "FIELD=VALUE")]
    pub(super) set: Vec<String>,
}

impl RuleArgs {
    /// Refuses changes to the rules of a walkthrough, which was played under those in its file.
    pub(super) fn check_walkthrough(&self, name: &str) -> Result<()> {
        match self.set.is_empty() {
            true => Ok(()),
            false => bail!("{name}: the rules of a walkthrough stand in its file; leave --set out"),
        }
    }

    pub(super) fn changes(&self) -> Result<RuleChanges> {
        Ok(RuleChanges::from_settings(&self.set)?)
    }
}

impl Context {
    /// The deal that an argument names, and its start.
    pub(super) fn load(&self, argument: &str, rules: &RuleArgs) -> Result<Loaded> {
        let changes = rules.changes()?;
        if !Path::new(argument).exists() && argument != "-" {
            if let Ok(id) = argument.parse::<DealId>() {
                let deal = self.catalogue.deal_under(&id, &changes)?;
                let start = self.catalogue.start(&deal)?;
                return Ok(Loaded { deal, start });
            }
            self.explain_missing(argument)?;
        }
        let (name, text) = read_text(argument)?;
        if is_for_several(&self.catalogue, &text) {
            bail!("{name}: this is for several players; here a game for one is wanted");
        }
        let mut deal = if is_puzzle(&text) {
            PuzzleText::read(&name, &text)?.deal(&name, &self.catalogue)?
        } else {
            self.catalogue.read_deal(&name, &text).map_err(|error| in_file(&name, &text, error))?
        };
        deal.changes = deal.changes.and(&changes);
        let start = self.catalogue.start(&deal).map_err(|error| in_file(&name, &text, error))?;
        if let Some(warning) = face_down_warning(&start) {
            eprintln!("warning: {name}: {warning}");
        }
        Ok(Loaded { deal, start })
    }

    /// The played game of a walkthrough file, and its deal.
    pub(super) fn load_walkthrough(&self, path: &str) -> Result<(Deal, Walkthrough)> {
        let (name, text) = read_text(path)?;
        self.replay(&name, &text)
    }

    /// Plays a walkthrough's text; `name` is the file's name, for messages and to find its deal.
    pub(super) fn replay(&self, name: &str, text: &str) -> Result<(Deal, Walkthrough)> {
        let transcript = Transcript::read(name, text)?;
        let loaded = match transcript.deal() {
            DealSource::Given(text) => {
                let start = |deal: Deal| self.catalogue.start(&deal).map(|start| Loaded { deal, start });
                self.catalogue.deal_of(text).and_then(start).map_err(|error| transcript.bad_deal(&error))?
            }
            DealSource::Named(deal) => {
                // A deal file is looked for beside the walkthrough.
                let beside = Path::new(name).with_file_name(deal);
                let deal = if beside.is_file() { beside.display().to_string() } else { deal.clone() };
                self.load(&deal, &RuleArgs { set: Vec::new() })
                    .with_context(|| format!("{name}: the deal in front"))?
            }
        };
        Ok((loaded.deal, transcript.replay(&loaded.start)?))
    }

    /// An error for an argument that is neither a file nor an id.
    fn explain_missing(&self, text: &str) -> Result<()> {
        if text.contains('#') {
            text.parse::<DealId>()?;
        }
        if let Ok(GameName { game, .. }) = text.parse::<GameName>()
            && self.catalogue.names().contains(&game)
        {
            bail!("`{text}` names a game; a deal of it has a seed too, such as {text}#42");
        }
        bail!("{text}: there is no such file, and it is no deal id such as klondike#42");
    }
}

/// The error of a deal file, with the file's name and line in front unless they stand there already.
fn in_file(name: &str, text: &str, error: impl std::error::Error + Send + Sync + 'static) -> anyhow::Error {
    let message = error.to_string();
    let error = anyhow::Error::new(error);
    match line_of(text, &message) {
        _ if message.starts_with(name) => error,
        Some(line) => error.context(format!("{name}:{line}")),
        None => error.context(name.to_string()),
    }
}

/// The name and the text of a file, or of standard input for `-`; bounded in size.
pub(super) fn read_text(path: &str) -> Result<(String, String)> {
    read_at_most(path, LARGEST_FILE as u64)
}

/// As [`read_text`], for files that may have so many bytes.
pub(super) fn read_at_most(path: &str, most: u64) -> Result<(String, String)> {
    let mut bytes = Vec::new();
    let name = if path == "-" {
        std::io::stdin().lock().take(most + 1).read_to_end(&mut bytes).context("standard input")?;
        "standard input".to_string()
    } else {
        let file = std::fs::File::open(path).with_context(|| path.to_string())?;
        file.take(most + 1).read_to_end(&mut bytes).with_context(|| path.to_string())?;
        path.to_string()
    };
    if bytes.len() as u64 > most {
        let size = if most > 1 << 20 { format!("{} MB", most >> 20) } else { format!("{} KB", most >> 10) };
        bail!("{name}: larger than {size}");
    }
    let text = String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{name}: not UTF-8 text"))?;
    // Some editors put a mark of the byte order in front, which is no part of the text.
    let text = text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text);
    Ok((name, text))
}

/// Whether a file holds a walkthrough and not a deal: Markdown with the deal between two lines of hyphens.
pub(super) fn is_walkthrough(path: &str) -> Result<bool> {
    if path == "-" || !Path::new(path).is_file() {
        return Ok(path.ends_with(".md"));
    }
    let (_, text) = read_text(path)?;
    let hyphens = |line: &&str| line.trim_end() == "---";
    Ok(path.ends_with(".md") || text.starts_with("---") && text.lines().filter(hyphens).count() > 1)
}

/// A warning for a game that deals cards face down if the deal has none: converted files lose the bars.
pub(super) fn face_down_warning(start: &Position) -> Option<&'static str> {
    let rules = start.rules();
    let dealt_down = rules.columns > 1 && rules.face_up.len() > 1;
    let begun = start.foundations().iter().any(|&height| height > 0) || !start.waste().is_empty();
    let shown = start.columns().iter().all(|pile| pile.down == 0);
    (dealt_down && shown && !begun)
        .then_some("no card of this deal lies face down; face-down cards stand left of a bar: `4C | AS`")
}
