//! `dealpress draw`: a deal, or the stages of a played game, in pictures, tables and text.

use super::input::{RuleArgs, is_walkthrough};
use super::picture::{Caption, Form, MarkArg, Painter, ShowArgs, TableView, capital};
use super::several::Given;
use super::solve::{Decided, Length, SearchArgs, decide};
use super::{Context, output};
use crate::figure::marks::Landed;
use crate::figure::strip::strip;
use crate::game::{Move, Position};
use crate::output::text::line;
use crate::seats::{Seat, Table};
use crate::variant::Play;
use crate::walkthrough::{Breaks, Stage, stages_of};
use anyhow::{Result, bail};
use std::path::PathBuf;

/// Draw a deal, or the stages of a played game
#[derive(Debug, clap::Args)]
#[command(after_help = "A deal's stages are those of a win, which is searched for.\n\nExamples:\n  \
dealpress draw somerset-klondike@9#42 -o deal.svg\n  dealpress draw examples/somerset-sample.md --stage 4 -f html --fragment\n  \
dealpress draw examples/somerset-sample.md --all -o stages\n  dealpress draw klondike#42 --show thoughtful --theme press -f pdf -o deal.pdf")]
pub(super) struct Args {
    /// A deal (a file, `-`, or an id such as klondike#42), or a walkthrough (a Markdown file)
    #[arg(value_name = "DEAL|WALKTHROUGH")]
    subject: String,
    #[command(flatten)]
    rules: RuleArgs,
    /// The stage to draw, from 1
    #[arg(long, value_name = "K", conflicts_with_all = ["all", "strip"])]
    stage: Option<usize>,
    /// Draw every stage: a file each into the folder that -o names; without -o one after another
    #[arg(long)]
    all: bool,
    /// Draw every stage in one picture
    #[arg(long, conflicts_with = "all")]
    strip: bool,
    /// Show the stages one after another in one picture that moves: SVG, without script; readers who want no
    /// motion, and printers, get the first stage
    #[arg(long, conflicts_with_all = ["all", "strip", "stage"])]
    animate: bool,
    /// Mark moves
    #[arg(long, value_enum, default_value_t = MarkArg::None)]
    mark: MarkArg,
    /// The form; by the ending of -o if left out, else svg
    #[arg(short, long, value_enum)]
    format: Option<Form>,
    /// Write to a file, or with --all into a folder
    #[arg(short, long, value_name = "FILE|DIR")]
    output: Option<PathBuf>,
    #[command(flatten)]
    show: ShowArgs,
    #[command(flatten)]
    search: SearchArgs,
}

/// A position to draw and the moves that follow it.
struct Scene {
    position: Position,
    /// What moved on the way to it.
    landed: Landed,
    next: Vec<Move>,
}

pub(super) fn run(context: &Context, args: &Args) -> Result<u8> {
    let form = form(args)?;
    let is_for_several = context.is_for_several(&args.subject)?;
    args.show.check(context, Some(form), form.name(), is_for_several)?;
    args.mark.check_form(form.is_drawn(), &format!("-f {} is none", form.name()))?;
    if is_for_several {
        return draw_table(context, args, form);
    }
    let (title, scenes) = scenes(context, args)?;
    let language = context.language()?;
    let painter = Painter::new(context, &args.show, &language)?;
    let staged = args.stage.is_some() || args.all || args.strip || args.animate || scenes.len() > 1;
    let caption = |index: usize| Caption {
        title: title.clone(),
        stage: staged.then_some(index + 1),
        marks: args.mark.marking().marks(scenes[index].landed.clone(), scenes[index].next.clone()),
    };
    let show = |index: usize| painter.show(&scenes[index].position, form, &caption(index));
    if args.all {
        return all(args, form, scenes.len(), show);
    }
    let title_text = || title.as_deref().unwrap_or_default();
    let bytes = if args.animate {
        if form != Form::Svg {
            bail!("--animate makes a picture that moves: use -f svg");
        }
        let figures = (0..scenes.len()).map(|index| painter.figure(&scenes[index].position, &caption(index)));
        painter.animated(&figures.collect::<Result<Vec<_>>>()?, title_text())
    } else if args.strip {
        if !form.is_drawn() {
            bail!("--strip makes a picture: use -f svg, pdf or png, or --all");
        }
        let figures = (0..scenes.len()).map(|index| painter.figure(&scenes[index].position, &caption(index)));
        let figures = figures.collect::<Result<Vec<_>>>()?;
        painter.figures(&[strip(&figures, title_text())], form)?
    } else {
        show(args.stage.unwrap_or(1) - 1)?
    };
    output::write(args.output.as_deref(), &bytes)?;
    Ok(0)
}

/// Draws a deal for several, or a stage of a record.
fn draw_table(context: &Context, args: &Args, form: Form) -> Result<u8> {
    let language = context.language()?;
    let painter = Painter::new(context, &args.show, &language)?;
    let mut task = None;
    let (title, tables): (Option<String>, Vec<(Table, Option<Seat>)>) =
        match context.load_several(&args.subject, &args.rules.changes()?)? {
            Given::Deal(deal) => {
                let (deal, table) = *deal;
                let turn = (table.rules().play == Play::Turns).then(|| table.starter());
                (deal.title.or(deal.id), vec![(table, turn)])
            }
            Given::Record(record) => {
                let tables = record.shown().into_iter().map(|stage| (stage.table, stage.turn)).collect();
                (record.title.or(record.id), tables)
            }
            Given::Puzzle(puzzle) => {
                let (text, duel) = *puzzle;
                // The task is told in the language asked for, whatever that of the file.
                task = Some(duel.task_text(&language)?);
                let title = language.labelled(&begun(&duel.name(&language)?), &text.source);
                (Some(title), vec![(duel.table, Some(duel.seat))])
            }
        };
    let title = line(&title.unwrap_or_else(|| args.subject.clone()));
    args.mark.check_for_several()?;
    if args.mark == MarkArg::Moves && tables.len() == 1 {
        bail!(
            "{}: no moves lead to a single table, so there is nothing to mark; --mark is for the stages of a \
             game that is written down",
            args.subject
        );
    }
    let view = |index: usize| {
        let (table, turn) = &tables[index];
        let reader = turn.filter(|_| task.is_some());
        let before = index.checked_sub(1).map(|before| &tables[before].0);
        let since = (args.mark == MarkArg::Moves).then_some(before);
        TableView { reader, task: task.as_deref(), since, ..TableView::new(table, *turn) }
    };
    let show = |index: usize| painter.show_table(&view(index), form, &title);
    if args.strip || args.animate {
        let name = |index: usize| capital(&language.stage_name(index + 1));
        let figure = |index: usize| painter.named_table_figure(&view(index), &name(index));
        let figures: Vec<_> = (0..tables.len()).map(figure).collect::<Result<_>>()?;
        let bytes = match (args.animate, form) {
            (true, Form::Svg) => painter.animated(&figures, &title),
            (true, _) => bail!("--animate makes a picture that moves: use -f svg"),
            (false, form) if form.is_drawn() => painter.figures(&[strip(&figures, &title)], form)?,
            (false, _) => bail!("--strip makes a picture: use -f svg, pdf or png, or --all"),
        };
        output::write(args.output.as_deref(), &bytes)?;
        return Ok(0);
    }
    if args.all {
        return all(args, form, tables.len(), show);
    }
    let stage = args.stage.unwrap_or(1);
    if stage == 0 || stage > tables.len() {
        bail!("--stage {stage}: there are stages 1 to {}", tables.len());
    }
    output::write(args.output.as_deref(), &show(stage - 1)?)?;
    Ok(0)
}

fn form(args: &Args) -> Result<Form> {
    let by_ending = args.output.as_ref().filter(|_| !args.all).and_then(|path| path.extension());
    let by_ending = match by_ending.and_then(|ending| ending.to_str()) {
        Some("svg") => Some(Form::Svg),
        Some("html" | "htm") => Some(Form::Html),
        Some("txt") => Some(Form::Text),
        Some("md") => Some(Form::Md),
        Some("gmi") => Some(Form::Gemtext),
        Some("pdf") => Some(Form::Pdf),
        Some("png") => Some(Form::Png),
        Some(ending) if args.format.is_none() => {
            bail!(
                "-o: no form ends in .{ending}; use .svg, .html, .txt, .md, .gmi, .pdf or .png, or name one with -f"
            )
        }
        _ => None,
    };
    Ok(args.format.or(by_ending).unwrap_or(Form::Svg))
}

/// The title and the positions that can be drawn.
fn scenes(context: &Context, args: &Args) -> Result<(Option<String>, Vec<Scene>)> {
    let (title, scenes): (_, Vec<Scene>) = if is_walkthrough(&args.subject)? {
        args.rules.check_walkthrough(&args.subject)?;
        let (deal, game) = context.load_walkthrough(&args.subject)?;
        (named(game.title().map(str::to_string).or(deal.title).or(deal.id)), scenes_of(game.stages()))
    } else {
        let loaded = context.load(&args.subject, &args.rules)?;
        let title = named(loaded.deal.title.or(loaded.deal.id));
        let start = loaded.start;
        if !(args.all
            || args.strip
            || args.animate
            || args.mark != MarkArg::None
            || args.stage.is_some_and(|stage| stage != 1))
        {
            return Ok((title, vec![Scene { position: start, landed: Landed::default(), next: Vec::new() }]));
        }
        let mut solver = args.search.solver(&start);
        let solution = match decide(&mut *solver, &start, Length::Short, &args.search.limits())?.0 {
            Decided::Winnable { solution, .. } => solution,
            other => bail!("{}: {}, so it has no stages but the first", args.subject, other.word()),
        };
        (title, scenes_of(&stages_of(&solution, Breaks::Auto)))
    };
    let count = scenes.len();
    match args.stage {
        Some(stage) if stage == 0 || stage > count => bail!("--stage {stage}: there are stages 1 to {count}"),
        _ => Ok((title, scenes)),
    }
}

/// A text as it begins a heading.
fn begun(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A title on one line, cut if it is long: it is drawn, and a file must stay small.
fn named(title: Option<String>) -> Option<String> {
    title.map(|title| line(&title))
}

/// What is drawn of stages: each with the moves to come, and what the stage before it moved.
fn scenes_of(stages: &[Stage]) -> Vec<Scene> {
    let before = std::iter::once(None).chain(stages.iter().map(Some));
    let scene = |(stage, before): (&Stage, Option<&Stage>)| Scene {
        position: stage.position.clone(),
        landed: before
            .map_or_else(Landed::default, |before| Landed::since(&before.position, &stage.position)),
        next: stage.played.iter().map(|done| done.act).collect(),
    };
    stages.iter().zip(before).map(scene).collect()
}

/// Writes every stage: files of a folder, or text after text.
fn all(args: &Args, form: Form, count: usize, show: impl Fn(usize) -> Result<Vec<u8>>) -> Result<u8> {
    let Some(folder) = &args.output else {
        if form.is_drawn() {
            bail!("--all with pictures needs -o FOLDER, or use --strip");
        }
        for index in 0..count {
            let mut bytes = show(index)?;
            bytes.extend(if index + 1 < count { &b"\n"[..] } else { b"" });
            output::write(None, &bytes)?;
        }
        return Ok(0);
    };
    // Everything is drawn before anything is written.
    let files = (0..count).map(show).collect::<Result<Vec<_>>>()?;
    std::fs::create_dir_all(folder)
        .map_err(|error| anyhow::anyhow!("cannot make {}: {error}", folder.display()))?;
    for (index, bytes) in files.iter().enumerate() {
        output::write(Some(&folder.join(format!("stage-{:02}.{}", index + 1, form.ending()))), bytes)?;
    }
    Ok(0)
}
