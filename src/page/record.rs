//! Pages of games at a table: the stages of a record in pictures or tables, whose turn it was, what was
//! played, and the author's words.

use super::{BadPage, Diagrams, Format, Options, Page, PageFile, prose};
use crate::catalogue::Catalogue;
use crate::figure::seats::TableLook;
use crate::figure::theme::Theme;
use crate::output::html::{TableOptions, escape};
use crate::output::png;
use crate::output::seats::{diagram, table_html, table_markdown, table_text};
use crate::output::svg;
use crate::output::text::TextOptions;
use crate::seats::{Record, Score, Seat, StageItem, Table, TableStage};
use crate::words::{Language, PlaceNames, SeatWords, Style};

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
    let mut maker = Maker { options, language, words, light, dark, catalogue, files: Vec::new() };
    let mut body = maker.prose(&record.intro.join("\n\n"));
    for stage in &record.stages {
        body.push_str(&maker.stage(stage)?);
    }
    body.push_str(&maker.end(record)?);
    let text = match options.format {
        Format::Html => {
            let css = assets.text("pages/page.css")?;
            let title = escape(&title);
            format!(
                "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
                 <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
                 <meta name=\"color-scheme\" content=\"light dark\">\n<style>\n{css}</style>\n</head>\n<body>\n\
                 <main>\n<h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n",
                language.code()
            )
        }
        Format::Markdown | Format::Gemtext => format!("# {}\n\n{body}", prose::markdown(&title).trim()),
        Format::Text => format!("{title}\n{}\n\n{body}", "=".repeat(title.chars().count())),
    };
    Ok(Page { text, files: maker.files })
}

struct Maker<'a> {
    options: &'a Options,
    language: &'a Language,
    words: SeatWords,
    light: Theme,
    dark: Theme,
    catalogue: &'a Catalogue,
    files: Vec<PageFile>,
}

impl Maker<'_> {
    fn prose(&self, text: &str) -> String {
        if text.trim().is_empty() {
            return String::new();
        }
        match self.options.format {
            Format::Html => prose::html(text, 3),
            Format::Markdown => format!("{}\n\n", prose::markdown(text).trim()),
            Format::Gemtext => format!("{}\n\n", prose::gemtext(text).trim()),
            Format::Text => format!("{}\n\n", prose::text(text).trim()),
        }
    }

    fn heading(&self, id: &str, text: &str) -> String {
        match self.options.format {
            Format::Html => format!("<h2 id=\"{id}\">{}</h2>\n", escape(text)),
            Format::Text => format!("{text}\n{}\n\n", "-".repeat(text.chars().count())),
            _ => format!("## {text}\n\n"),
        }
    }

    /// A line about the game, in a paragraph.
    fn line(&self, text: &str) -> String {
        match self.options.format {
            Format::Html => format!("<p>{}</p>\n", escape(text)),
            _ => format!("{text}\n\n"),
        }
    }

    fn fill(&self, sentence: &str, values: &[(&str, &str)]) -> String {
        SeatWords::fill(self.language, sentence, values)
    }

    fn stage(&mut self, stage: &TableStage) -> Result<String, BadPage> {
        let name = capital(&self.language.stage_name(stage.number));
        let title = match &stage.name {
            Some(own) => self.language.labelled(&name, own),
            None => name,
        };
        let mut out = self.heading(&format!("stage-{}", stage.number), &title);
        out.push_str(&self.picture(&stage.table, stage.turn, stage.number, &title)?);
        for item in &stage.items {
            out.push_str(&match item {
                StageItem::Note(text) => self.prose(text),
                StageItem::Moves { seat, from, played } => {
                    let lines = self.language.teller(from).tell(played, Style::Full)?;
                    self.moves(*seat, &lines)
                }
                StageItem::Late { seat, card } => {
                    let card = self.language.card(&stage.table.rules().seat.pack, *card);
                    let seat = self.words.seat_name(*seat);
                    self.line(&self.fill(&self.words.late, &[("seat", &seat), ("card", &card)]))
                }
                StageItem::Passed(seat) => {
                    self.line(&self.fill(&self.words.passed, &[("seat", &self.words.seat_name(*seat))]))
                }
                StageItem::Spread => self.line(&self.words.spread.clone()),
            });
        }
        Ok(out)
    }

    /// The moves of a seat under its name.
    fn moves(&self, seat: Seat, lines: &[String]) -> String {
        let name = self.words.seat_name(seat);
        match self.options.format {
            Format::Html => {
                let ink = self.light.paint(crate::figure::seats::seat_ink(seat)).hex();
                let lines: String = lines.iter().map(|line| format!("<li>{}</li>\n", escape(line))).collect();
                format!(
                    "<p><b style=\"border-left:.4em solid {ink};padding-left:.4em\">{}</b></p>\n\
                     <ul class=\"moves\">\n{lines}</ul>\n",
                    escape(&name)
                )
            }
            Format::Text => {
                let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
                format!("{name}\n{lines}\n")
            }
            Format::Gemtext => {
                let lines: String = lines.iter().map(|line| format!("* {line}\n")).collect();
                format!("### {name}\n{lines}\n")
            }
            Format::Markdown => {
                let lines: String =
                    lines.iter().map(|line| format!("- {}\n", prose::markdown(line).trim())).collect();
                format!("**{name}**\n\n{lines}\n")
            }
        }
    }

    fn picture(
        &mut self,
        table: &Table,
        turn: Option<Seat>,
        number: usize,
        title: &str,
    ) -> Result<String, BadPage> {
        let (language, words) = (self.language, &self.words);
        let text = |markdown: bool| match markdown {
            true => table_markdown(table, words, language, &TextOptions::default()),
            false => table_text(table, words, language, &TextOptions::default()),
        };
        Ok(match (self.options.diagrams, self.options.format) {
            (Diagrams::Text, Format::Html) => format!("<pre>{}</pre>\n", escape(&text(false))),
            (Diagrams::Text, Format::Text) => format!("{}\n", text(false)),
            (Diagrams::Text, _) => format!("```\n{}```\n\n", text(false)),
            (Diagrams::Table, Format::Html) => {
                // A page's own heads stand above those of the seats.
                let tables = table_html(table, words, language, &TableOptions::default(), &self.light);
                tables.replace("<h2", "<h3").replace("</h2>", "</h3>")
            }
            (Diagrams::Table, _) => format!("{}\n", text(true)),
            (Diagrams::InlineSvg | Diagrams::Svg | Diagrams::Png, format) => {
                let look = TableLook {
                    card_width: 42.0,
                    show: self.options.show,
                    turn,
                    ..TableLook::new(words.seat_names(table.count()))
                };
                let names = PlaceNames::load(self.catalogue.assets(), language)?;
                let figure = crate::figure::Figure { title: title.into(), ..diagram(table, &look, &names) };
                let prefix = format!("t{number}-");
                let mut drawn = svg::Look::new(&self.light);
                drawn.dark = Some(&self.dark);
                drawn.prefix = &prefix;
                if self.options.diagrams == Diagrams::InlineSvg {
                    return Ok(format!("<figure>\n{}</figure>\n", svg::write(&figure, &drawn)));
                }
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
    fn end(&self, record: &Record) -> Result<String, BadPage> {
        use crate::seats::End;
        let mut out = String::new();
        let winner = record.standing.iter().filter(|score| score.place == 1).collect::<Vec<&Score>>();
        match (record.ended, &winner[..]) {
            (Some(End::Out), [winner, ..]) => {
                let name = self.words.seat_name(winner.seat);
                out.push_str(&self.line(&self.fill(&self.words.result_out, &[("seat", &name)])));
            }
            (Some(End::Stuck), _) => out.push_str(&self.line(&self.words.result_stuck.clone())),
            _ => {}
        }
        if record.ended.is_some() {
            for score in &record.standing {
                let values = [
                    ("seat", self.words.seat_name(score.seat)),
                    ("promoted", score.promoted.to_string()),
                    ("hand", score.in_hand.to_string()),
                    ("layout", score.in_layout.to_string()),
                ];
                let values: Vec<(&str, &str)> =
                    values.iter().map(|(name, value)| (*name, value.as_str())).collect();
                out.push_str(&self.line(&self.fill(&self.words.result_cards, &values)));
            }
        }
        Ok(out)
    }
}

/// The same text with a capital at the beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
