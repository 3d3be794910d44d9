//! `dealpress page`: a played game, or the win of a deal, as a page.

use super::input::{RuleArgs, is_walkthrough, read_text};
use super::picture::{CardsArg, DownArg, MarkArg, SuitsArg};
use super::several::Given;
use super::solve::{Decided, Length, SearchArgs, decide};
use super::{Context, output};
use crate::card::shorten;
use crate::figure::layout::Show;
use crate::page::{Diagrams, Format, Options, OwnTemplate, Page, PageFile, Subject, make, make_record};
use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// Make a page of a played game: pictures, moves and the author's words
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Every move is checked; a page with an illegal move is not written. A deal's page tells a win, which is searched for.\n\
The author's words are Markdown; `lang: en` in front says their language. A `note:` there, or in the deal's file, stands\n\
below the game. A fenced block with the word `deal` shows another deal: its id, or a deal file's text.\n\n\
A template of your own may call stage(3), table(3), moves(3), comment(3), told(3), intro(), pack() and rules(), for a\n\
table of several too; it knows title, lang, prose_lang, id, note, game, about (what a deal's page shows), won, end (all that is\n\
said of the end, in lines) and stages (each with number and title). It may take a million steps, write 32 MB and show\n\
1000 pictures within the page; texts are written one after another, so `~` and filters such as join are not there.\n\nExamples:\n  \
dealpress page examples/somerset-walkthrough.md -o walkthrough\n  \
dealpress page examples/somerset-walkthrough.md -o small.html --diagrams table --lang fr\n  \
dealpress page klondike-3#42 -o deal.html"
)]
pub(super) struct Args {
    /// A walkthrough (a Markdown file), or a deal: a file or an id such as klondike-3#42
    #[arg(value_name = "WALKTHROUGH|DEAL")]
    subject: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// Write to a file, or to a folder: then to index.html and a file for each picture
    #[arg(short, long, value_name = "DIR|FILE")]
    output: Option<PathBuf>,
    /// The format; by the ending of -o if left out, else html
    #[arg(short, long, value_enum)]
    format: Option<FormatArg>,
    /// How positions are shown; the usual way of the format if left out
    #[arg(long, value_enum)]
    diagrams: Option<DiagramsArg>,
    /// Whether stages are the author's, or chosen so that the reader keeps track; a deal's are chosen
    #[arg(long, value_enum, default_value_t = StagesArg::Given)]
    stages: StagesArg,
    /// Whether face-down cards show their faces
    #[arg(long, value_enum, default_value_t = ShowArg::Hidden)]
    show: ShowArg,
    /// Tables and text: what is told of the cards that lie face down; counted in HTML, else marked; shown if --show
    /// thoughtful
    #[arg(long, value_enum)]
    down: Option<DownArg>,
    /// Tables and text: how suits are written
    #[arg(long, value_enum, default_value_t = SuitsArg::Symbols)]
    suits: SuitsArg,
    /// Pictures: mark moves
    #[arg(long, value_enum, default_value_t = MarkArg::None)]
    mark: MarkArg,
    /// Vector pictures that are files: how the ranks on cards are written, and all other text
    #[arg(long, value_enum, default_value_t = CardsArg::Text)]
    cards: CardsArg,
    /// A page template of your own
    #[arg(long, value_name = "FILE")]
    template: Option<String>,
    #[command(flatten)]
    search: SearchArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    Html,
    /// Markdown
    Md,
    /// Gemini's text
    Gemtext,
    /// Plain text
    Text,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DiagramsArg {
    /// Vector pictures, a file each
    Svg,
    /// Vector pictures within the page
    InlineSvg,
    /// Tables
    Table,
    /// Pictures of dots, a file each
    Png,
    /// Text of fixed width
    Text,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StagesArg {
    /// Chosen: a new picture when the moves since the last are more than a reader keeps in mind. A promotion
    /// counts 1, a shift or return 2, a space filled 2 more, several cards or a card turned up 1 more, turns 1;
    /// past 14 a picture is due, and none while only open promotions are left. At a table of several one is due before
    /// a turn that would be too much
    Auto,
    /// As the author gives them
    Given,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ShowArg {
    /// Backs
    Hidden,
    /// Faces, marked as lying face down
    Thoughtful,
}

impl DiagramsArg {
    pub(super) fn diagrams(self) -> Diagrams {
        match self {
            DiagramsArg::Svg => Diagrams::Svg,
            DiagramsArg::InlineSvg => Diagrams::InlineSvg,
            DiagramsArg::Table => Diagrams::Table,
            DiagramsArg::Png => Diagrams::Png,
            DiagramsArg::Text => Diagrams::Text,
        }
    }
}

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    let folder = args.output.as_deref().filter(|path| is_folder(path));
    let options = options(context, args, folder.is_some())?;
    let index = format!("index.{}", options.format.ending());
    match (folder, &args.output) {
        (Some(folder), _) => output::check_folder(folder, &index)?,
        (None, Some(file)) => output::check(file)?,
        (None, None) => {}
    }
    if context.is_for_several(&args.subject)? {
        return record(context, args, folder, &options);
    }
    let own = own_template(args)?;
    let subject = subject(context, args)?;
    let page = make(&subject, &options, &context.catalogue, &context.language()?, own.as_ref()).map_err(
        |error| match error {
            error @ crate::page::BadPage::Deal { .. } => {
                anyhow::Error::new(error).context(args.subject.clone())
            }
            error => error.into(),
        },
    )?;
    match folder {
        Some(folder) => write_folder(folder, &format!("index.{}", options.format.ending()), &page)?,
        None => output::write(args.output.as_deref(), page.text.as_bytes())?,
    }
    Ok(0)
}

/// The template that the user gives.
fn own_template(args: &Args) -> Result<Option<OwnTemplate>> {
    let read = |path: &String| read_text(path).map(|(name, text)| OwnTemplate { name, text });
    args.template.as_ref().map(read).transpose()
}

/// A page of a game at a table.
fn record(context: &Context, args: &Args, folder: Option<&Path>, options: &Options) -> Result<u8> {
    let record = match context.load_several(&args.subject, &args.rules.changes()?)? {
        Given::Record(record) => record,
        other => bail!(
            "{}: this is {}; a page is made of a record, with turns below the deal",
            args.subject,
            other.name()
        ),
    };
    args.mark.check_for_several()?;
    check_search(context, args)?;
    let record = match args.stages {
        StagesArg::Given => *record,
        StagesArg::Auto => record.with_chosen_stages(),
    };
    let own = own_template(args)?;
    let page = make_record(&record, options, &context.catalogue, &context.language()?, own.as_ref())?;
    match folder {
        Some(folder) => write_folder(folder, &format!("index.{}", options.format.ending()), &page)?,
        None => output::write(args.output.as_deref(), page.text.as_bytes())?,
    }
    Ok(0)
}

/// Whether a path is meant as a folder: there is one, or its name has no ending.
fn is_folder(path: &Path) -> bool {
    let text = path.as_os_str();
    text != "-" && (path.is_dir() || path.extension().is_none())
}

/// Writes a page and its pictures into a folder, which is made if need be.
fn write_folder(folder: &Path, name: &str, page: &Page) -> Result<()> {
    // The page is written last, so that it never shows pictures that are not there.
    write_files(folder, &page.files)?;
    output::write(Some(&folder.join(name)), page.text.as_bytes())
}

/// Writes files into a folder, which is made if need be.
pub(super) fn write_files(folder: &Path, files: &[PageFile]) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    files.iter().try_for_each(|file| output::write(Some(&folder.join(&file.name)), &file.bytes))
}

/// The format that was asked for, or that the name of the file means.
fn format(args: &Args, to_folder: bool) -> Result<Format> {
    let path = args.output.as_deref().filter(|path| !to_folder && path.as_os_str() != "-");
    let ending = path.and_then(Path::extension).map(|ending| ending.to_string_lossy());
    Ok(match (args.format, ending.as_deref()) {
        (Some(FormatArg::Html), _) | (None, None | Some("html" | "htm")) => Format::Html,
        (Some(FormatArg::Md), _) | (None, Some("md")) => Format::Markdown,
        (Some(FormatArg::Gemtext), _) | (None, Some("gmi" | "gemini")) => Format::Gemtext,
        (Some(FormatArg::Text), _) | (None, Some("txt")) => Format::Text,
        (None, Some(ending)) => bail!(
            "-o: no page ends in .{}; use .html, .htm, .md, .gmi or .txt, or name a format with -f",
            shorten(ending)
        ),
    })
}

/// Refuses options that were typed and would change nothing.
fn check(context: &Context, args: &Args, diagrams: Diagrams) -> Result<()> {
    let shown = match diagrams {
        Diagrams::Table => "positions are shown as tables here (--diagrams table)",
        _ => "positions are shown as text here (--diagrams text)",
    };
    let is_drawn = !matches!(diagrams, Diagrams::Table | Diagrams::Text);
    args.mark.check_form(is_drawn, shown)?;
    // A template of the user's own may call for tables beside pictures.
    if let Some(id) = ["down", "suits"].into_iter().find(|id| context.is_typed(id))
        && is_drawn
        && args.template.is_none()
    {
        bail!(
            "--{id} is for tables and text, and this page shows pictures: leave it out, or use --diagrams table"
        );
    }
    if context.is_typed("cards") && diagrams != Diagrams::Svg {
        bail!("--cards is for vector pictures that are files: leave it out, or use --diagrams svg -o DIR");
    }
    Ok(())
}

fn options(context: &Context, args: &Args, to_folder: bool) -> Result<Options> {
    let format = format(args, to_folder)?;
    let mut options = Options::new(format);
    if to_folder && matches!(format, Format::Html | Format::Markdown) {
        options.diagrams = Diagrams::Svg;
    }
    if let Some(diagrams) = args.diagrams {
        options.diagrams = diagrams.diagrams();
    }
    if options.diagrams.are_files() && !to_folder {
        bail!(
            "--diagrams svg and png write a file for each picture: give a folder with -o DIR, or use inline-svg or table"
        );
    }
    check(context, args, options.diagrams)?;
    options.show = match args.show {
        ShowArg::Hidden => Show::Hidden,
        ShowArg::Thoughtful => Show::Thoughtful,
    };
    options.down = args.down.map(DownArg::down);
    options.suits = args.suits.suits();
    options.marks = args.mark.marking();
    options.letters = args.cards.letters();
    Ok(options)
}

/// Refuses options of a search where the moves are written down.
fn check_search(context: &Context, args: &Args) -> Result<()> {
    match ["limit", "memory", "plain"].into_iter().find(|id| context.is_typed(id)) {
        Some(id) => bail!(
            "{}: --{id} is for a deal, whose win is searched for; here the moves are written down",
            args.subject
        ),
        None => Ok(()),
    }
}

fn subject(context: &Context, args: &Args) -> Result<Subject> {
    if is_walkthrough(&args.subject)? {
        check_search(context, args)?;
        args.rules.check_walkthrough(&args.subject)?;
        let (deal, game) = context.load_walkthrough(&args.subject)?;
        let mut subject = Subject::of_walkthrough(&game, deal.id.as_deref());
        subject.note = subject.note.or(deal.note);
        return Ok(match args.stages {
            StagesArg::Given => subject,
            StagesArg::Auto => subject.with_chosen_stages()?,
        });
    }
    if context.is_typed("stages") && args.stages == StagesArg::Given {
        bail!(
            "{}: --stages given is for what an author wrote; the stages of a deal's win are chosen",
            args.subject
        );
    }
    let loaded = context.load(&args.subject, &args.rules)?;
    let mut solver = args.search.solver(&loaded.start);
    let decided = decide(&mut *solver, &loaded.start, Length::Short, &args.search.limits())?.0;
    let (solution, is_shortest) = match decided {
        Decided::Winnable { solution, is_shortest, .. } => (solution, is_shortest),
        other => bail!("{}: {}, so there is no game to tell", args.subject, other.word()),
    };
    let (title, id) = (loaded.deal.title.as_deref(), loaded.deal.id.as_deref());
    let subject = Subject::of_solution(&solution, is_shortest, title, id);
    Ok(Subject { note: loaded.deal.note.clone(), ..subject })
}
