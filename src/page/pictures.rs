//! Positions as a page shows them: pictures, tables or text, in the page's format.

use super::fill::suits_marked;
use super::words::{PageWords, capital};
use super::{BadPage, Diagrams, Format, Options, PageFile, pack};
use crate::card::Pack;
use crate::catalogue::Catalogue;
use crate::figure::layout::{Look, Show};
use crate::figure::marks::Marks;
use crate::figure::seats::TableLook;
use crate::figure::theme::Theme;
use crate::figure::{Figure, strip::strip};
use crate::game::Position;
use crate::output::diagram::{diagram, pack_diagram};
use crate::output::html::{Size, TableOptions, escape};
use crate::output::seats::{diagram as table_diagram, table_text};
use crate::output::text::TextOptions;
use crate::output::turn::{Told, others_html, turn_html};
use crate::output::{Down, Labels, StockView, html, png, svg, text};
use crate::seats::{Seat, Table};
use crate::words::{Language, PlaceNames, SeatWords};

/// The width of a card in the pictures of pages; seven columns are then 336 points wide.
pub(super) const CARD_WIDTH: f32 = 42.0;
/// The width of a card in a chart of the pack.
const PACK_CARD_WIDTH: f32 = 30.0;
/// Dots to a point in pictures of dots: sharp on screens of twice the usual number.
const DOTS: f32 = 3.0;

/// Stands before and after the number of a picture until the page is whole; no text of people's has it.
pub(super) const MARK: char = '\u{2}';
/// The most pictures within a page.
pub(super) const MOST_PICTURES: usize = 1_000;

/// One who shows positions on a page, and keeps the files that belong to it.
pub(super) struct Pictures<'a> {
    pub options: &'a Options,
    pub language: &'a Language,
    words: &'a PageWords,
    pub names: PlaceNames<'a>,
    pub light: Theme,
    pub(super) dark: Theme,
    pub files: Vec<PageFile>,
    /// How much is written of HTML tables.
    pub size: Size,
    /// The pictures that stand within the page.
    figures: Vec<Figure>,
}

/// What is shown, beside the cards.
pub(super) struct Shown<'s> {
    /// The name of its file, and the beginning of its ids.
    pub name: &'s str,
    /// What it is called.
    pub title: String,
    /// The number of the stage, if it is one.
    pub stage: Option<usize>,
    /// What is marked.
    pub marks: Marks,
}

impl<'a> Pictures<'a> {
    pub fn new(
        options: &'a Options,
        catalogue: &Catalogue,
        language: &'a Language,
        words: &'a PageWords,
    ) -> Result<Pictures<'a>, BadPage> {
        let assets = catalogue.assets();
        Ok(Pictures {
            options,
            language,
            words,
            names: PlaceNames::load(assets, language)?,
            light: Theme::load(assets, "light")?,
            dark: Theme::load(assets, "dark")?,
            files: Vec::new(),
            size: Size::Full,
            figures: Vec::new(),
        })
    }

    /// A position as the options want it.
    pub fn show(&mut self, position: &Position, shown: &Shown<'_>) -> Result<String, BadPage> {
        match self.options.diagrams {
            Diagrams::Table => Ok(self.table(position, shown)),
            Diagrams::Text => self.text(position, shown),
            _ => {
                let figure = self.figure(position, shown)?;
                self.place(figure, shown.name)
            }
        }
    }

    /// A table of several seats as the options want it; `reader` plays, so all cards of that seat are shown.
    /// HTML tables and pictures are told as `told` says.
    pub fn show_table(
        &mut self,
        table: &Table,
        reader: Seat,
        told: Told,
        words: &SeatWords,
        shown: &Shown<'_>,
    ) -> Result<String, BadPage> {
        let (player, reader, language) = (reader, Some(reader), self.language);
        match self.options.diagrams {
            Diagrams::Table => Ok(turn_html(table, player, told, words, language)),
            Diagrams::Text => {
                let options = TextOptions { stock: StockView::Counted, ..TextOptions::default() };
                Ok(format!("<pre>{}</pre>\n", escape(&table_text(table, reader, words, language, &options))))
            }
            _ => {
                let look = TableLook {
                    card_width: CARD_WIDTH,
                    reader,
                    turn: reader,
                    alone: told == Told::OwnTable,
                    ..TableLook::new(words.seat_names(table.count()))
                };
                let figure = table_diagram(table, &look, &self.names)?;
                let picture = self.place(Figure { title: shown.title.clone(), ..figure }, shown.name)?;
                Ok(match told {
                    Told::OwnTable => picture + &suits_marked(&others_html(table, player, words, language)),
                    _ => picture,
                })
            }
        }
    }

    /// A position as a table; as text where the format has no tables.
    pub fn table(&self, position: &Position, shown: &Shown<'_>) -> String {
        let labels = self.labels(position, shown);
        match self.options.format {
            Format::Html => {
                let options = TableOptions {
                    suits: self.options.suits,
                    down: self.options.seen(Down::Counted),
                    stock: self.stock(),
                    size: self.size,
                    ..TableOptions::default()
                };
                html::table(position, &labels, self.language, &options)
            }
            Format::Markdown => text::markdown(position, &labels, self.language, &self.text_options()),
            Format::Gemtext | Format::Text => {
                text::text(position, &labels, self.language, &self.text_options())
            }
        }
    }

    fn text(&self, position: &Position, shown: &Shown<'_>) -> Result<String, BadPage> {
        let labels = self.labels(position, shown);
        let options = self.text_options();
        let text = || text::text(position, &labels, self.language, &options);
        Ok(match self.options.format {
            Format::Html => format!("<pre>{}</pre>\n", escape(&text())),
            Format::Markdown => format!("```text\n{}```\n", text()),
            Format::Gemtext => text::gemtext(position, &shown.title, &labels, self.language, &options)?,
            Format::Text => text(),
        })
    }

    fn figure(&self, position: &Position, shown: &Shown<'_>) -> Result<Figure, BadPage> {
        let look = Look {
            card_width: CARD_WIDTH,
            show: self.options.show,
            column_numbers: position.rules().has_stock(),
            marks: shown.marks.clone(),
            ..Look::default()
        };
        Ok(Figure { title: shown.title.clone(), ..diagram(position, &look, &self.names)? })
    }

    /// Every card of a pack, under a caption.
    pub fn pack(&mut self, pack: &Pack, caption: &str) -> Result<String, BadPage> {
        Ok(match (self.options.format, self.options.diagrams) {
            (Format::Html, Diagrams::Table | Diagrams::Text) => {
                pack::table(pack, caption, self.words, self.language)
            }
            (Format::Html, _) => {
                let picture = self.pack_picture(pack, caption)?;
                let caption = escape(caption);
                format!("<figure>\n<figcaption>{caption}</figcaption>\n{picture}</figure>\n")
            }
            (Format::Markdown, Diagrams::Svg | Diagrams::Png) => {
                format!("{caption}\n\n{}", self.pack_picture(pack, caption)?)
            }
            (Format::Markdown, _) => pack::markdown(pack, caption, self.words, self.language),
            (Format::Gemtext, diagrams) if diagrams.are_files() => {
                format!("{caption}\n{}", self.pack_picture(pack, caption)?)
            }
            (Format::Gemtext, _) => {
                let chart = pack::text(pack, self.words, self.language);
                format!("```{caption}\n{chart}```\n")
            }
            (Format::Text, _) => {
                format!("{caption}\n\n{}", pack::text(pack, self.words, self.language))
            }
        })
    }

    fn pack_picture(&mut self, pack: &Pack, caption: &str) -> Result<String, BadPage> {
        let inking = self.light.inking;
        let figure = pack_diagram(pack, PACK_CARD_WIDTH, inking, &self.names);
        self.place(Figure { title: caption.to_string(), ..figure }, "pack")
    }

    /// A figure within the page, or as a file of this name that the page leads to.
    pub fn place(&mut self, figure: Figure, name: &str) -> Result<String, BadPage> {
        let look = svg::Look {
            dark: Some(&self.dark),
            letters: self.options.letters,
            ..svg::Look::new(&self.light)
        };
        let (ending, bytes) = match self.options.diagrams {
            Diagrams::InlineSvg => {
                self.figures.push(figure);
                return Ok(format!("{MARK}{}{MARK}\n", self.figures.len() - 1));
            }
            Diagrams::Png => ("png", png::write(&with_margin(&figure), &self.light, DOTS)?),
            _ => ("svg", svg::write(&figure, &look).into_bytes()),
        };
        let file = format!("{name}.{ending}");
        self.files.push(PageFile { name: file.clone(), bytes });
        let alt = self.language.labelled(figure.title.trim_end_matches('.'), &one_line(&figure.alt));
        Ok(match self.options.format {
            Format::Html => format!(
                "<img src=\"{file}\" width=\"{:.0}\" height=\"{:.0}\" alt=\"{}\">\n",
                figure.width,
                figure.height,
                escape(&alt)
            ),
            Format::Markdown => format!("![{}]({file})\n", alt.replace(['[', ']', '<'], "")),
            Format::Gemtext | Format::Text => format!("=> {file} {alt}\n"),
        })
    }

    /// A page with its pictures where their marks are; what they share is written once.
    pub fn placed(&self, text: &str) -> Result<String, BadPage> {
        self.placed_in(text, svg::Letters::Shapes)
    }

    /// The same, with ranks in the reader's fonts where the page would have more than `most` bytes: each is one
    /// element then, and not one for each of its letters.
    pub fn placed_within(&self, text: &str, most: usize) -> Result<String, BadPage> {
        let page = self.placed(text)?;
        if page.len() > most { self.placed_in(text, svg::Letters::Text) } else { Ok(page) }
    }

    fn placed_in(&self, text: &str, letters: svg::Letters) -> Result<String, BadPage> {
        let pieces: Vec<&str> = text.split(MARK).collect();
        // Every other piece is the number of a picture; what is none shows nothing.
        let number = |piece: &&str| piece.parse().unwrap_or(usize::MAX);
        let places: Vec<usize> = pieces.iter().skip(1).step_by(2).map(number).collect();
        if places.len() > MOST_PICTURES {
            return Err(BadPage::Options(too_many()));
        }
        // Text browsers would show the titles of single cards as text.
        let look = svg::Look {
            dark: Some(&self.dark),
            letters,
            hover: svg::Hover::None,
            ground: svg::Ground::Clear,
            ..svg::Look::new(&self.light)
        };
        let mut written = svg::write_places(&self.figures, &places, &look).into_iter();
        let piece = |(index, piece): (usize, &&str)| match index % 2 {
            0 => piece.to_string(),
            _ => written.next().unwrap_or_default().trim_end().to_string(),
        };
        Ok(pieces.iter().enumerate().map(piece).collect())
    }

    fn labels(&self, position: &Position, shown: &Shown<'_>) -> Labels {
        let title = shown.stage.is_none().then_some(shown.title.as_str());
        Labels::new(self.language, position, title, shown.stage)
    }

    /// The order of the stock is known to those who know the face-down cards.
    fn stock(&self) -> StockView {
        match self.options.show {
            Show::Hidden => StockView::Counted,
            Show::Thoughtful => StockView::Listed,
        }
    }

    pub fn text_options(&self) -> TextOptions {
        TextOptions {
            suits: self.options.suits,
            down: self.options.seen(Down::Marked),
            stock: self.stock(),
            ..TextOptions::default()
        }
    }

    /// What a stage is called: the author's name for it after its number.
    pub fn stage_title(&self, number: usize, name: Option<&str>) -> String {
        let title = capital(&self.language.stage_name(number));
        match name {
            Some(name) => self.language.labelled(&title, name),
            None => title,
        }
    }
}

/// What is said of a page with too many pictures within it.
pub(super) fn too_many() -> String {
    format!("a page has at most {MOST_PICTURES} pictures within it")
}

/// A picture of dots has a margin, as it is seen on pages of any colour.
fn with_margin(figure: &Figure) -> Figure {
    strip(std::slice::from_ref(figure), &figure.title)
}

fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}
