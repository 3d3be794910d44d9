//! Pages of games at a table: the stages of a record in pictures or tables, whose turn it was, what was
//! played, and the author's words.
//!
//! The templates `pages/record.*` are given `title`, `lang`, `prose_lang`, `id`, `intro`, `stages` (each with `number`, `title`,
//! `picture` and `items`: what happens, by its `kind`) and `end`, the lines of the result.

use super::fill::{in_language, named, one_line, suits_marked};
use super::template::Templates;
use super::words::capital;
use super::{BadPage, Diagrams, Format, Options, OwnTemplate, Page, PageFile, prose};
use crate::catalogue::Catalogue;
use crate::figure::layout::Show;
use crate::figure::marks::Marking;
use crate::figure::seats::{Moved, TableLook};
use crate::figure::theme::Theme;
use crate::output::html::{TableOptions, escape};
use crate::output::png;
use crate::output::seats::{diagram, table_gemtext, table_html, table_markdown, table_text};
use crate::output::svg;
use crate::output::text::TextOptions;
use crate::output::{Down, StockView};
use crate::seats::{End, Record, Seat, StageItem, Table, TableStage};
use crate::words::{Language, PlaceNames, SeatWords, Style};
use minijinja::{Value, context};

/// The most stages of a page.
const MOST_STAGES: usize = 400;
/// The dots of a point in pictures of dots.
const SCALE: f32 = 2.0;

/// Makes a page of a record.
///
/// # Errors
/// If the format cannot show tables so, or a file of the language or the theme is bad.
pub fn make_record(
    record: &Record,
    options: &Options,
    catalogue: &Catalogue,
    language: &Language,
    own: Option<&OwnTemplate>,
) -> Result<Page, BadPage> {
    if !options.format.can_show(options.diagrams) {
        return Err(BadPage::Options("this format cannot show tables so; leave --diagrams out".into()));
    }
    if record.stages.len() > MOST_STAGES {
        return Err(BadPage::TooLong { stages: record.stages.len(), most: MOST_STAGES });
    }
    let assets = catalogue.assets();
    let words = SeatWords::load(assets, language)?;
    let light = Theme::load(assets, "light")?;
    let dark = Theme::load(assets, "dark")?;
    let game = language.game_name(&record.end.rules().seat.game);
    let title = record.title.clone().or(record.id.clone()).unwrap_or_else(|| game.to_string());
    let prose_lang = record.lang.as_deref().filter(|code| *code != language.code());
    let files = Vec::new();
    let mut maker = Maker { options, language, prose_lang, words, light, dark, catalogue, files };
    let before = std::iter::once(None).chain(record.stages.iter().map(|stage| Some(&stage.table)));
    let staged = record.stages.iter().zip(before);
    let stages = staged.map(|(stage, before)| maker.stage(stage, before)).collect::<Result<Vec<_>, _>>()?;
    let values = context! {
        title => maker.heading(&title),
        lang => language.code(),
        prose_lang => prose_lang,
        id => record.id.as_deref().map(|id| one_line(id, 200)),
        intro => maker.prose(&record.intro.join("\n\n")),
        stages => stages,
        end => maker.end(record),
    };
    let mut templates = Templates::load(assets, options.format)?;
    own.map_or(Ok(()), |own| templates.add_own(own))?;
    let text = templates.fill(&format!("record.{}", options.format.ending()), values)?;
    Ok(Page { text, files: maker.files })
}

struct Maker<'a> {
    options: &'a Options,
    language: &'a Language,
    /// The language of the author's words, where it is not the page's.
    prose_lang: Option<&'a str>,
    words: SeatWords,
    light: Theme,
    dark: Theme,
    catalogue: &'a Catalogue,
    files: Vec<PageFile>,
}

impl Maker<'_> {
    /// Text that is in the page's format already.
    fn ready(&self, text: String) -> Value {
        match self.options.format {
            Format::Html => Value::from_safe_string(text),
            _ => Value::from(text.trim()),
        }
    }

    /// A title on one line. In Markdown text needs signs of its own; in HTML the template escapes it.
    fn heading(&self, title: &str) -> String {
        let title = one_line(title, 200);
        match self.options.format {
            Format::Markdown => prose::markdown_escaped(&title),
            _ => title,
        }
    }

    fn prose(&self, text: &str) -> Value {
        self.ready(match self.options.format {
            Format::Html if text.trim().is_empty() => String::new(),
            Format::Html => in_language(self.prose_lang, &prose::html(text, 3)),
            Format::Markdown => prose::markdown(text),
            Format::Gemtext => prose::gemtext(text),
            Format::Text => prose::text(text),
        })
    }

    fn fill(&self, sentence: &str, values: &[(&str, &str)]) -> String {
        SeatWords::fill(self.language, sentence, values)
    }

    fn stage(&mut self, stage: &TableStage, before: Option<&Table>) -> Result<Value, BadPage> {
        let name = capital(&self.language.stage_name(stage.number));
        let title = match &stage.name {
            Some(own) => self.language.labelled(&name, own),
            None => name.clone(),
        };
        let picture = self.picture(&stage.table, before, stage.turn, stage.number, &one_line(&title, 200))?;
        let items = stage.items.iter().map(|item| self.item(stage, item)).collect::<Result<Vec<_>, _>>()?;
        let title = match (self.options.format, &stage.name) {
            (Format::Html, Some(own)) => {
                Value::from_safe_string(named(self.language, &name, own, self.prose_lang))
            }
            _ => Value::from(self.heading(&title)),
        };
        let picture = self.ready(picture);
        Ok(context! { number => stage.number, title, picture, items })
    }

    /// What happens at a stage, for the template: `kind` is `note`, `moves` or `line`.
    fn item(&self, stage: &TableStage, item: &StageItem) -> Result<Value, BadPage> {
        let line = |text: String| context! { kind => "line", text };
        Ok(match item {
            StageItem::Note(text) => context! { kind => "note", text => self.prose(text) },
            StageItem::Moves { seat, from, played } => {
                let lines = self.language.teller(from).tell(played, Style::Full)?;
                let moves = lines.iter().map(|line| {
                    self.ready(match self.options.format {
                        Format::Html => suits_marked(&escape(line)),
                        _ => line.clone(),
                    })
                });
                let ink = self.light.paint(crate::figure::seats::seat_ink(*seat)).hex();
                let moves: Vec<Value> = moves.collect();
                context! { kind => "moves", seat => self.words.seat_name(*seat), ink, moves }
            }
            StageItem::Late { seat, card } => {
                let card = self.language.card(&stage.table.rules().seat.pack, *card);
                let seat = self.words.seat_name(*seat);
                line(self.fill(&self.words.late, &[("seat", &seat), ("card", &card)]))
            }
            StageItem::Passed(seat) => {
                line(self.fill(&self.words.passed, &[("seat", &self.words.seat_name(*seat))]))
            }
            StageItem::Spread => line(self.language.typeset(&self.words.spread)),
        })
    }

    fn picture(
        &mut self,
        table: &Table,
        before: Option<&Table>,
        turn: Option<Seat>,
        number: usize,
        title: &str,
    ) -> Result<String, BadPage> {
        let (language, words) = (self.language, &self.words);
        // What lies face down is told as little as it is drawn, the stock too.
        let stock = match self.options.show {
            Show::Hidden => StockView::Counted,
            Show::Thoughtful => StockView::Listed,
        };
        let (suits, down) = (self.options.suits, self.options.seen(Down::Marked));
        let options = TextOptions { suits, down, stock, ..TextOptions::default() };
        let text = |markdown: bool| match markdown {
            true => table_markdown(table, None, words, language, &options),
            false => table_text(table, None, words, language, &options),
        };
        Ok(match (self.options.diagrams, self.options.format) {
            (Diagrams::Text, Format::Html) => format!("<pre>{}</pre>\n", escape(&text(false))),
            (Diagrams::Text | Diagrams::Table, Format::Text) => format!("{}\n", text(false)),
            (Diagrams::Text | Diagrams::Table, Format::Gemtext) => {
                format!("{}\n", table_gemtext(table, None, title, words, language, &options)?)
            }
            (Diagrams::Text, Format::Markdown) => format!("```\n{}```\n\n", text(false)),
            (Diagrams::Table, Format::Html) => {
                // A page's own heads stand above those of the seats.
                let down = self.options.seen(Down::Counted);
                let options = TableOptions { suits, down, stock, ..TableOptions::default() };
                let tables = table_html(table, None, words, language, &options, &self.light);
                tables.replace("<h2", "<h3").replace("</h2>", "</h3>")
            }
            (Diagrams::Table, Format::Markdown) => format!("{}\n", text(true)),
            (Diagrams::InlineSvg | Diagrams::Svg | Diagrams::Png, format) => {
                let look = TableLook {
                    card_width: 42.0,
                    show: self.options.show,
                    turn,
                    moved: match self.options.marks {
                        Marking::Moves | Marking::All => Moved::Since(before.cloned().map(Box::new)),
                        Marking::None | Marking::Next => Moved::Unmarked,
                    },
                    ..TableLook::new(words.seat_names(table.count()))
                };
                let names = PlaceNames::load(self.catalogue.assets(), language)?;
                let figure = crate::figure::Figure { title: title.into(), ..diagram(table, &look, &names)? };
                let prefix = format!("t{number}-");
                let mut drawn = svg::Look::new(&self.light);
                drawn.dark = Some(&self.dark);
                drawn.prefix = &prefix;
                if self.options.diagrams == Diagrams::InlineSvg {
                    return Ok(format!("<figure>\n{}</figure>\n", svg::write(&figure, &drawn)));
                }
                drawn.letters = self.options.letters;
                let (name, bytes) = match self.options.diagrams {
                    Diagrams::Png => {
                        (format!("table-{number:02}.png"), png::write(&figure, &self.light, SCALE)?)
                    }
                    _ => (format!("table-{number:02}.svg"), svg::write(&figure, &drawn).into_bytes()),
                };
                self.files.push(PageFile { name: name.clone(), bytes });
                match format {
                    Format::Html => format!(
                        "<figure>\n<img src=\"{name}\" width=\"{:.0}\" height=\"{:.0}\" alt=\"{}\">\n</figure>\n",
                        figure.width,
                        figure.height,
                        escape(&figure.alt)
                    ),
                    Format::Gemtext => format!("=> {name} {title}\n\n"),
                    _ => format!("![{}]({name})\n\n", title.replace(['[', ']'], "")),
                }
            }
        })
    }

    /// The end: who is out or that all are stuck, and how many cards each has played.
    fn end(&self, record: &Record) -> Vec<String> {
        let mut lines = Vec::new();
        let winner = record.standing.iter().find(|score| score.place == 1);
        match (record.ended, winner) {
            (Some(End::Out), Some(winner)) => {
                let name = self.words.seat_name(winner.seat);
                lines.push(self.fill(&self.words.result_out, &[("seat", &name)]));
            }
            (Some(End::Stuck), _) => lines.push(self.language.typeset(&self.words.result_stuck)),
            _ => return lines,
        }
        for score in &record.standing {
            let values = [
                ("seat", self.words.seat_name(score.seat)),
                ("promoted", score.promoted.to_string()),
                ("hand", score.in_hand.to_string()),
                ("layout", score.in_layout.to_string()),
            ];
            let values: Vec<(&str, &str)> =
                values.iter().map(|(name, value)| (*name, value.as_str())).collect();
            lines.push(self.fill(&self.words.result_cards, &values));
        }
        lines
    }
}
