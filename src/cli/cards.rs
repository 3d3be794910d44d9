//! `dealpress cards`: a pack to print and cut out.

use super::{Context, output};
use crate::card::Pack;
use crate::deal::GameName;
use crate::figure::cutout;
use crate::figure::theme::Theme;
use crate::output::cutout::{Backs, cutout};
use crate::variant::RuleChanges;
use anyhow::{Result, bail};
use std::path::PathBuf;

/// Make a pack to cut out, nine cards on a page
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  dealpress cards somerset@9 -o cards.pdf\n  \
dealpress cards french --paper letter --theme four -o cards.pdf\n  dealpress --lang sv cards double-klondike -o cards.pdf")]
pub(super) struct Args {
    /// The pack: somerset@RANKS, french, or a game that is played with it
    #[arg(value_name = "PACK")]
    pack: String,
    /// The PDF file
    #[arg(short, long, value_name = "FILE.pdf")]
    output: PathBuf,
    /// The paper
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,
    /// What stands behind the cards
    #[arg(long, value_enum, default_value_t = Reverse::Mirrored)]
    backs: Reverse,
    /// The theme (press, gray, light, four); press is black ink alone
    #[arg(long, value_name = "NAME", default_value = "press")]
    theme: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Paper {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 in
    Letter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Reverse {
    /// Backs on every second page, for printing on both sides, turned over the long edge
    Mirrored,
    /// Nothing
    None,
}

/// The ranks of Somerset packs that there are.
const SOMERSET: std::ops::RangeInclusive<u8> = 1..=15;
/// The Somerset pack that is meant where no size is given.
const USUAL: u8 = 7;

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    let pack = pack(context, &args.pack)?;
    let theme = Theme::load(context.catalogue.assets(), &args.theme)?;
    let paper = match args.paper {
        Paper::A4 => cutout::Paper::A4,
        Paper::Letter => cutout::Paper::Letter,
    };
    let backs = match args.backs {
        Reverse::Mirrored => Backs::Mirrored,
        Reverse::None => Backs::None,
    };
    let bytes = self::cutout(pack, paper, backs, theme, &context.language()?)?;
    output::write(Some(&args.output), &bytes)?;
    let sheets = pack.len().div_ceil(9);
    let told = format!("{}: {} cards on {sheets} sheets", args.output.display(), pack.len());
    match args.output.is_file() {
        true => println!("{told}"),
        false => eprintln!("{told}"),
    }
    Ok(0)
}

/// The pack of a name: its own, or that of a game.
fn pack(context: &Context, text: &str) -> Result<Pack> {
    let name: GameName = text.parse()?;
    if let Some(seed) = name.seed {
        bail!("{text}: a pack is no deal; leave #{seed} out");
    }
    match (name.game.as_str(), name.size) {
        ("french", None | Some(52)) => Ok(Pack::french(1)),
        ("french", Some(104)) => Ok(Pack::french(2)),
        ("french", Some(size)) => bail!("french@{size}: there are french@52 and, of two packs, french@104"),
        ("somerset", size) => match size.unwrap_or(USUAL) {
            ranks if SOMERSET.contains(&ranks) => Ok(Pack::somerset(ranks)),
            ranks => bail!("somerset@{ranks}: Somerset packs have from 1 to {} ranks", SOMERSET.end()),
        },
        (game, size) => Ok(context.catalogue.rules(game, size, &RuleChanges::default())?.pack),
    }
}
