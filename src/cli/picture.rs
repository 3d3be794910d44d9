//! A position in any of the forms that it can be shown in; `deal` and `draw` share it.

use super::Context;
use crate::figure::layout::{Look, Show};
use crate::figure::marks::{Marking, Marks};
use crate::figure::seats::{Moved, TableLook};
use crate::figure::strip::strip;
use crate::figure::theme::Theme;
use crate::figure::{Face, Figure, Ink, Item, Text, card::Index};
use crate::game::Position;
use crate::output::diagram::diagram;
use crate::output::{Down, Labels, StockView, Suits, html, pdf, png, seats, svg, text};
use crate::seats::{Seat, Table};
use crate::words::{Language, PlaceNames, SeatWords};
use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;

/// The forms that a position can be shown in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// A vector picture for pages
    Svg,
    /// A table that needs no style
    Html,
    /// Text of fixed width
    Text,
    /// A Markdown table
    Md,
    /// A preformatted block of Gemini's text, with words to read instead
    Gemtext,
    /// A page to print
    Pdf,
    /// A picture of dots
    Png,
}

impl Form {
    /// The ending of a file's name.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Form::Svg => "svg",
            Form::Html => "html",
            Form::Text => "txt",
            Form::Md => "md",
            Form::Gemtext => "gmi",
            Form::Pdf => "pdf",
            Form::Png => "png",
        }
    }

    /// What `-f` calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Form::Text => "text",
            Form::Gemtext => "gemtext",
            _ => self.ending(),
        }
    }

    /// Whether the form is drawn from a figure.
    pub(super) fn is_drawn(self) -> bool {
        matches!(self, Form::Svg | Form::Pdf | Form::Png)
    }
}

/// Which moves are marked on pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum MarkArg {
    None,
    /// A bar with an arrowhead beside each card or run that has just moved
    Moves,
    /// Numbered discs on the cards that move next, and rings where they go
    Next,
    /// Both
    All,
}

impl MarkArg {
    pub(super) fn marking(self) -> Marking {
        match self {
            MarkArg::None => Marking::None,
            MarkArg::Moves => Marking::Moves,
            MarkArg::Next => Marking::Next,
            MarkArg::All => Marking::All,
        }
    }

    /// Refuses marks where no picture is drawn.
    pub(super) fn check_form(self, is_drawn: bool, shown: &str) -> Result<()> {
        if self != MarkArg::None && !is_drawn {
            bail!("--mark is for pictures, and {shown}: leave it out, or ask for pictures");
        }
        Ok(())
    }

    /// Whether a table of several can have such marks.
    pub(super) fn check_for_several(self) -> Result<()> {
        match self {
            MarkArg::None | MarkArg::Moves => Ok(()),
            MarkArg::Next | MarkArg::All => {
                bail!(
                    "--mark: a table of several shows what has just moved, not what comes next; use --mark moves"
                )
            }
        }
    }
}

/// How a position is shown.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct ShowArgs {
    /// Whether face-down cards show their faces
    #[arg(long, value_enum, default_value_t = ShowArg::Hidden)]
    show: ShowArg,
    /// Pictures: the theme (light, dark, four, four-dark, gray, press)
    #[arg(long, value_name = "NAME", default_value = "light")]
    theme: String,
    /// Pictures: the width of a card in points, at most
    #[arg(long, value_name = "POINTS", default_value_t = 42.0, value_parser = points)]
    card_width: f32,
    /// Pictures: large indices for weak eyes
    #[arg(long)]
    big_index: bool,
    /// Pictures: no column numbers
    #[arg(long)]
    no_numbers: bool,
    /// PNG: dots to a point
    #[arg(long, value_name = "DOTS", default_value_t = 2.0, value_parser = dots)]
    scale: f32,
    /// SVG: how the ranks on cards are written, and all other text
    #[arg(long, value_enum, default_value_t = CardsArg::Text)]
    cards: CardsArg,
    /// Tables and text: how suits are written
    #[arg(long, value_enum, default_value_t = SuitsArg::Symbols)]
    suits: SuitsArg,
    /// Tables and text: what is told of the cards that lie face down; counted in HTML, else marked; shown if --show
    /// thoughtful
    #[arg(long, value_enum)]
    down: Option<DownArg>,
    /// Tables and text: every card of the stock, or only how many; counted where several play in HTML and in
    /// puzzles, else listed
    #[arg(long, value_enum)]
    stock: Option<StockArg>,
    /// Text: number the columns and name the empty ones in Somerset games too
    #[arg(long)]
    numbers: bool,
    /// HTML: lines without a style sheet
    #[arg(long)]
    border: bool,
    /// HTML: the table alone and briefly told, without a page around it; gemtext: without the heading
    #[arg(long)]
    fragment: bool,
    /// HTML: as few bytes as can be
    #[arg(long)]
    minify: bool,
    /// HTML: looks in each cell, for e-mail, whose readers drop style sheets
    #[arg(long)]
    inline_style: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ShowArg {
    /// Backs
    Hidden,
    /// Faces, marked as lying face down
    Thoughtful,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum CardsArg {
    /// Text in the reader's fonts: smallest, and can be searched
    Text,
    /// Shapes everywhere: no font is needed, the same on every machine. A picture of one stage is then only called by
    /// its title, for the page to show
    Paths,
    /// Shapes on cards, text elsewhere
    OnCards,
}

impl CardsArg {
    pub(super) fn letters(self) -> svg::Letters {
        match self {
            CardsArg::OnCards => svg::Letters::OnCards,
            CardsArg::Paths => svg::Letters::Shapes,
            CardsArg::Text => svg::Letters::Text,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SuitsArg {
    Symbols,
    /// Letters of the language; text of fixed width is then pure ASCII
    Letters,
    Words,
}

impl SuitsArg {
    pub(super) fn suits(self) -> Suits {
        match self {
            SuitsArg::Symbols => Suits::Symbols,
            SuitsArg::Letters => Suits::Letters,
            SuitsArg::Words => Suits::Words,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DownArg {
    /// A row says how many lie face down in each column
    Counted,
    /// Nothing
    Blank,
    /// A word for each; ## in text
    Marked,
    /// The cards, in brackets
    Shown,
}

impl DownArg {
    pub(super) fn down(self) -> Down {
        match self {
            DownArg::Counted => Down::Counted,
            DownArg::Blank => Down::Blank,
            DownArg::Marked => Down::Marked,
            DownArg::Shown => Down::Shown,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StockArg {
    Counted,
    Listed,
}

fn points(text: &str) -> Result<f32, String> {
    number(text, 18.0, 200.0)
}

fn dots(text: &str) -> Result<f32, String> {
    number(text, 0.25, 20.0)
}

fn number(text: &str, least: f32, most: f32) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("a number from {least} to {most}")),
    }
}

/// An option, what it is for, and in which forms it shows.
type Use = (&'static str, &'static str, fn(Form) -> bool);

/// The options that not every form has a use for.
const USES: [Use; 13] = [
    ("theme", "pictures", Form::is_drawn),
    ("card_width", "pictures", Form::is_drawn),
    ("big_index", "pictures", Form::is_drawn),
    ("no_numbers", "pictures", Form::is_drawn),
    ("scale", "pictures of dots (png)", |form| form == Form::Png),
    ("cards", "vector pictures (svg)", |form| form == Form::Svg),
    ("suits", "tables and text", |form| !form.is_drawn()),
    ("down", "tables and text", |form| !form.is_drawn()),
    ("stock", "tables and text", |form| !form.is_drawn()),
    ("numbers", "text (text, gemtext)", |form| matches!(form, Form::Text | Form::Gemtext)),
    ("border", "HTML tables", |form| form == Form::Html),
    ("minify", "HTML tables", |form| form == Form::Html),
    ("inline_style", "HTML tables", |form| form == Form::Html),
];

impl ShowArgs {
    /// Refuses options that were typed and would change nothing in this form, by the name that `-f` has for it;
    /// a deal file is none.
    pub(super) fn check(
        &self,
        context: &Context,
        form: Option<Form>,
        name: &str,
        is_for_several: bool,
    ) -> Result<()> {
        let refuse = |id: &str, what: &str| {
            let flag = id.replace('_', "-");
            bail!("--{flag} is for {what}, not for -f {name}: leave it out, or ask for another form")
        };
        for (id, what, is_used) in USES.iter().filter(|(id, ..)| context.is_typed(id)) {
            // The heads of seats have the inks of the theme.
            let is_head = *id == "theme" && is_for_several && form == Some(Form::Html);
            if !is_head && !form.is_some_and(is_used) {
                refuse(id, what)?;
            }
        }
        if context.is_typed("fragment") && !matches!(form, Some(Form::Html | Form::Gemtext)) {
            refuse("fragment", "HTML and gemtext")?;
        }
        if context.is_typed("show") && form.is_none() {
            refuse("show", "pictures, tables and text")?;
        }
        if context.is_typed("big_index") && is_for_several {
            bail!("--big-index is for games of one player; cards of several seats have one size of index");
        }
        Ok(())
    }
}

/// What is shown beside the cards.
#[derive(Debug, Clone, Default)]
pub(super) struct Caption {
    /// The deal's title or id.
    pub(super) title: Option<String>,
    /// The number of the stage, if it is one of several.
    pub(super) stage: Option<usize>,
    /// What is marked.
    pub(super) marks: Marks,
}

/// A table of several seats that is to be shown.
#[derive(Clone, Copy)]
pub(super) struct TableView<'t> {
    pub(super) table: &'t Table,
    /// Whose turn it is.
    pub(super) turn: Option<Seat>,
    /// The seat that the reader plays in a puzzle, whose face-down cards are shown.
    pub(super) reader: Option<Seat>,
    /// What is asked of the reader.
    pub(super) task: Option<&'t str>,
    /// The table before, if what has moved since is to be marked; the first has none.
    pub(super) since: Option<Option<&'t Table>>,
}

impl<'t> TableView<'t> {
    /// A table where it is some seat's turn, or nobody's.
    pub(super) fn new(table: &'t Table, turn: Option<Seat>) -> TableView<'t> {
        TableView { table, turn, reader: None, task: None, since: None }
    }
}

/// One who draws positions as the user asked.
pub(super) struct Painter<'a> {
    args: &'a ShowArgs,
    language: &'a Language,
    names: PlaceNames<'a>,
    theme: Theme,
    dark: Option<Theme>,
    seats: SeatWords,
}

impl<'a> Painter<'a> {
    pub(super) fn new(context: &Context, args: &'a ShowArgs, language: &'a Language) -> Result<Painter<'a>> {
        let assets = context.catalogue.assets();
        let theme = Theme::load(assets, &args.theme)?;
        // A picture in the usual inks follows the reader's screen; one in chosen inks does not.
        let dark = match args.theme.as_str() {
            "light" => Some(Theme::load(assets, "dark")?),
            "four" => Some(Theme::load(assets, "four-dark")?),
            _ => None,
        };
        let seats = SeatWords::load(assets, language)?;
        Ok(Painter { args, language, names: PlaceNames::load(assets, language)?, theme, dark, seats })
    }

    /// A position in a form, as the bytes of a file.
    pub(super) fn show(&self, position: &Position, form: Form, caption: &Caption) -> Result<Vec<u8>> {
        if form.is_drawn() {
            // Letters drawn as lines take much room, and a picture in a page has its caption there.
            let titled = !(form == Form::Svg && matches!(self.args.cards, CardsArg::Paths));
            let figure = self.drawn(position, caption, titled)?;
            // A picture of its own has a margin; one for a page takes the page's.
            return match form {
                Form::Svg => self.figures(&[figure], form),
                _ => self.figures(&[strip(std::slice::from_ref(&figure), &figure.title)], form),
            };
        }
        // A stage's caption is kept short: the page around it says whose game it is.
        let title = caption.title.as_deref().filter(|_| caption.stage.is_none());
        let labels = Labels::new(self.language, position, title, caption.stage);
        Ok(match form {
            Form::Html => {
                let table = html::table(position, &labels, self.language, &self.table_options());
                match self.args.fragment {
                    true => table + "\n",
                    false => html::page(&self.heading(position, caption), &[table], self.language),
                }
            }
            Form::Md => text::markdown(position, &labels, self.language, &self.text_options()),
            Form::Gemtext => {
                let heading = self.heading(position, caption);
                let options = self.text_options();
                let block = text::gemtext(position, &heading, &labels, self.language, &options)?;
                match self.args.fragment {
                    true => block,
                    false => format!("# {}\n\n{block}", text::line(&heading)),
                }
            }
            _ => text::text(position, &labels, self.language, &self.text_options()),
        }
        .into_bytes())
    }

    /// A table of several seats in a form, as the bytes of a file.
    pub(super) fn show_table(&self, table: &TableView<'_>, form: Form, title: &str) -> Result<Vec<u8>> {
        if form.is_drawn() {
            let figure = self.table_figure(table, title)?;
            return match form {
                Form::Svg => self.figures(&[figure], form),
                _ => self.figures(&[strip(std::slice::from_ref(&figure), title)], form),
            };
        }
        let (words, language) = (&self.seats, self.language);
        let TableView { table, reader, task, .. } = *table;
        // A puzzle tells no more of the others' hands than its picture does.
        let counted = reader.is_some() || form == Form::Html;
        let stock = self.stock(if counted { StockView::Counted } else { StockView::Listed });
        let text = text::TextOptions { stock, ..self.text_options() };
        let body = match form {
            Form::Html => {
                let options = html::TableOptions { stock, ..self.table_options() };
                let bars = seats::Bars::Inline(&self.theme);
                let tables = seats::table_html(table, reader, words, language, &options, bars);
                let task = task.map_or_else(String::new, |task| format!("<p>{}</p>\n", html::escape(task)));
                match self.args.fragment {
                    true => task + &tables,
                    false => html::page(title, &[task + &tables], language),
                }
            }
            Form::Md => {
                task.map_or_else(String::new, |task| format!("{task}\n\n"))
                    + &seats::table_markdown(table, reader, words, language, &text)
            }
            Form::Gemtext => {
                let block = seats::table_gemtext(table, reader, title, words, language, &text)?;
                let task = task.map_or_else(String::new, |task| format!("{task}\n\n"));
                match self.args.fragment {
                    true => task + &block,
                    false => format!("# {}\n\n{task}{block}", text::line(title)),
                }
            }
            _ => {
                let task = task.map_or_else(String::new, |task| format!("{title}\n{task}\n\n"));
                let task = if text.suits == Suits::Letters { text::ascii(&task) } else { task };
                task + &seats::table_text(table, reader, words, language, &text)
            }
        };
        Ok(body.into_bytes())
    }

    /// The figure of a table.
    pub(super) fn table_figure(&self, view: &TableView<'_>, title: &str) -> Result<Figure> {
        let look = TableLook {
            card_width: self.args.card_width,
            show: match self.args.show {
                ShowArg::Hidden => Show::Hidden,
                ShowArg::Thoughtful => Show::Thoughtful,
            },
            reader: view.reader,
            inking: self.theme.inking,
            column_numbers: !self.args.no_numbers,
            turn: view.turn,
            moved: match view.since {
                None => Moved::Unmarked,
                Some(before) => Moved::Since(before.cloned().map(Box::new)),
            },
            ..TableLook::new(self.seats.seat_names(view.table.count()))
        };
        Ok(Figure { title: title.to_string(), ..seats::diagram(view.table, &look, &self.names)? })
    }

    /// The figure of a table with its name over it, for where several stand together.
    pub(super) fn named_table_figure(&self, view: &TableView<'_>, name: &str) -> Result<Figure> {
        const ROOM: f32 = 16.0;
        let figure = self.table_figure(view, name)?;
        let text = Text::new(Face::SansSemibold, 9.0, Ink::Text, name).at(0.0, 7.0);
        let items = std::iter::once(Item::Text(text)).chain(figure.placed(0.0, ROOM)).collect();
        Ok(Figure { height: figure.height + ROOM, items, ..figure })
    }

    /// What a page of its own is called: the stage, and whose game it is.
    fn heading(&self, position: &Position, caption: &Caption) -> String {
        let game = || self.language.game_name(&position.rules().game).to_string();
        let title = caption.title.clone().unwrap_or_else(game);
        match caption.stage {
            Some(stage) => self.language.labelled(&capital(&self.language.stage_name(stage)), &title),
            None => title,
        }
    }

    /// Figures as one file: a page each in a PDF, else the first alone.
    pub(super) fn figures(&self, figures: &[Figure], form: Form) -> Result<Vec<u8>> {
        let first = figures.first().context("nothing to draw")?;
        Ok(match form {
            Form::Svg => svg::write(first, &self.svg_look()).into_bytes(),
            Form::Png => png::write(first, &self.theme, self.args.scale)?,
            _ => {
                let mut document = pdf::PdfDocument::new(self.theme.clone(), pdf::Profile::Screen);
                document.title.clone_from(&first.title);
                document.language = self.language.code().to_string();
                pdf::pdf(figures, &document)?
            }
        })
    }

    /// Figures one after another in one picture.
    pub(super) fn animated(&self, figures: &[Figure], title: &str) -> Vec<u8> {
        svg::animated(figures, title, &self.svg_look()).into_bytes()
    }

    /// The figure of a position, with its title over it.
    pub(super) fn figure(&self, position: &Position, caption: &Caption) -> Result<Figure> {
        self.drawn(position, caption, true)
    }

    fn drawn(&self, position: &Position, caption: &Caption, titled: bool) -> Result<Figure> {
        let title = match (caption.stage, &caption.title) {
            (Some(stage), _) => capital(&self.language.stage_name(stage)),
            (None, Some(title)) => title.clone(),
            (None, None) => self.language.game_name(&position.rules().game).to_string(),
        };
        let note = match caption.stage {
            Some(_) => caption.title.clone().unwrap_or_default(),
            None => String::new(),
        };
        let look = Look {
            card_width: self.args.card_width,
            show: match self.args.show {
                ShowArg::Hidden => Show::Hidden,
                ShowArg::Thoughtful => Show::Thoughtful,
            },
            inking: self.theme.inking,
            index: if self.args.big_index { Index::Big } else { Index::Classic },
            title,
            note,
            titled,
            column_numbers: !self.args.no_numbers && position.rules().has_stock(),
            marks: caption.marks.clone(),
            ..Look::default()
        };
        Ok(diagram(position, &look, &self.names)?)
    }

    fn svg_look(&self) -> svg::Look<'_> {
        let mut look = svg::Look::new(&self.theme);
        look.dark = self.dark.as_ref();
        look.letters = self.args.cards.letters();
        look
    }

    fn down(&self, usual: Down) -> Down {
        match (self.args.down, self.args.show) {
            (Some(down), _) => down.down(),
            (None, ShowArg::Thoughtful) => Down::Shown,
            (None, ShowArg::Hidden) => usual,
        }
    }

    fn stock(&self, usual: StockView) -> StockView {
        match self.args.stock {
            Some(StockArg::Counted) => StockView::Counted,
            Some(StockArg::Listed) => StockView::Listed,
            None => usual,
        }
    }

    fn table_options(&self) -> html::TableOptions {
        html::TableOptions {
            suits: self.args.suits.suits(),
            down: self.down(Down::Counted),
            stock: self.stock(StockView::Listed),
            border: if self.args.border { html::Border::Lines } else { html::Border::None },
            size: match (self.args.minify, self.args.fragment) {
                (true, _) => html::Size::Least,
                (false, true) => html::Size::Brief,
                (false, false) => html::Size::Full,
            },
            style: if self.args.inline_style { html::Style::Inline } else { html::Style::Page },
        }
    }

    fn text_options(&self) -> text::TextOptions {
        text::TextOptions {
            suits: self.args.suits.suits(),
            down: self.down(Down::Marked),
            stock: self.stock(StockView::Listed),
            numbers: match self.args.numbers {
                true => text::Numbers::Always,
                false => text::Numbers::AsNamed,
            },
        }
    }
}

/// The same text with a capital at the beginning.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
