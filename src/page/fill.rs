//! Filling in a page template.
//!
//! A template is given `title`, `lang`, `prose_lang` (of the author's words, if it is another), `id`, `note`, `game`,
//! `about` (what the page shows, where no author says it), `won`, `end` (all that is said of the end, in lines),
//! `seat_style` (the inks of the seats of a table, for a style sheet), `pictures`, `words` and `stages` (each with `number` and `title`), and may call `stage(3)` (the picture, or what
//! stands for it), `table(3)`, `moves(3)`, `comment(3)`, `told(3)` (words and moves as they follow one another),
//! `intro()`, `pack()` and `rules()`.

use super::hand::Hand;
use super::pictures::{Pictures, Shown};
use super::prose::{self, Part};
use super::template::Templates;
use super::words::sized;
use super::{BadPage, Diagrams, Format, Options, OwnTemplate, Page, PageWords};
use crate::catalogue::Catalogue;
use crate::deal::DealId;
use crate::figure::marks::Marks;
use crate::game::Position;
use crate::output::html::escape;
use crate::walkthrough::is_prose;
use crate::words::Language;
use minijinja::value::ValueKind;
use minijinja::{Environment, Error, ErrorKind, Value, context};
use std::sync::Arc;

/// A piece of a page that a template asks for by its name.
type Piece<T> = (&'static str, fn(&T) -> &str);

/// What is said of a game beside its stages.
pub(super) struct Head {
    pub title: String,
    pub id: Option<String>,
    /// What is noted of the deal.
    pub note: Option<String>,
    pub game: String,
    /// What the page shows, where no author says it.
    pub about: String,
    /// That the game is won, if it is.
    pub won: String,
    /// All that is said of the end, in lines.
    pub end: Vec<String>,
    pub somerset: bool,
    /// How many seats there are at the table, if it is one.
    pub seats: usize,
}

/// Everything that a template may ask for, as text of the page's format.
pub(super) struct Told {
    pub intro: String,
    pub pack: String,
    pub rules: String,
    pub stages: Vec<ToldStage>,
}

/// What a template may ask for of a stage.
#[derive(Default)]
pub(super) struct ToldStage {
    pub number: usize,
    pub title: String,
    /// The title in HTML.
    pub heading: String,
    pub stage: String,
    pub table: String,
    pub moves: String,
    pub comment: String,
    /// Words and moves as they follow one another.
    pub told: String,
}

/// Refuses ways to show positions that the format has not.
pub(super) fn check(options: &Options) -> Result<(), BadPage> {
    if options.format.can_show(options.diagrams) {
        return Ok(());
    }
    let what = match options.format {
        Format::Markdown => "Markdown cannot hold pictures; use svg, png, table or text",
        Format::Gemtext => "gemtext has no tables and no pictures within it; use text, svg or png",
        _ => "plain text shows positions as text alone",
    };
    Err(BadPage::Options(what.into()))
}

/// One who tells a game in the format of a page.
pub(super) struct Tell<'a> {
    pub pictures: Pictures<'a>,
    catalogue: &'a Catalogue,
    pub words: &'a PageWords,
    /// How many deals of the author's were shown.
    deals: usize,
    /// The language of the author's words, where it is not the page's.
    prose_lang: Option<&'a str>,
    hand: Hand<'a>,
}

impl<'a> Tell<'a> {
    /// One who tells a game whose author writes in `lang`.
    pub fn new(
        options: &'a Options,
        catalogue: &'a Catalogue,
        language: &'a Language,
        words: &'a PageWords,
        lang: Option<&'a str>,
    ) -> Result<Tell<'a>, BadPage> {
        let pictures = Pictures::new(options, catalogue, language, words)?;
        let prose_lang = lang.filter(|code| *code != language.code());
        let hand = Hand::of(lang, catalogue, language)?;
        Ok(Tell { pictures, catalogue, words, deals: 0, prose_lang, hand })
    }

    /// The page that the template makes, or the user's own.
    pub fn page(self, head: Head, told: Told, own: Option<&OwnTemplate>) -> Result<Page, BadPage> {
        let Options { format, diagrams, .. } = *self.pictures.options;
        // In Markdown a title that is text needs signs of its own; in HTML the template escapes it.
        let heading_of = |title: &str| match format {
            Format::Markdown => prose::markdown_escaped(title),
            _ => title.to_string(),
        };
        let values = context! {
            title => heading_of(&one_line(&self.hand.words(&head.title), 200)),
            lang => self.pictures.language.code(),
            // What there is none of is an empty text: it prints nothing, and `if` takes it for no.
            prose_lang => self.prose_lang.unwrap_or_default(),
            id => head.id.as_deref().map(|id| one_line(id, 200)).unwrap_or_default(),
            note => self.hand.paragraph(head.note.as_deref().unwrap_or(""), format),
            game => head.game,
            about => match format {
                Format::Html => head.about,
                _ => self.prose(&prose::markdown_escaped(&head.about), 2).trim_end().to_string(),
            },
            won => head.won,
            end => head.end,
            somerset => head.somerset,
            seat_style => Value::from_safe_string(self.pictures.seat_style(head.seats)),
            pictures => diagrams != Diagrams::Table && diagrams != Diagrams::Text,
            words => super::template::values(self.words),
            stages => told.stages.iter().map(|stage| context! {
                number => stage.number,
                title => match format {
                    Format::Html => Value::from_safe_string(stage.heading.clone()),
                    _ => Value::from(heading_of(&stage.title)),
                },
            }).collect::<Vec<_>>(),
        };
        let mut templates = Templates::load(self.catalogue.assets(), format)?;
        own.map_or(Ok(()), |own| templates.add_own(own))?;
        add_functions(&mut templates.environment, told, format == Format::Html);
        let text = templates.fill(&format!("page.{}", format.ending()), values)?;
        let text = self.pictures.placed(&text)?;
        Ok(Page { text, files: self.pictures.files })
    }

    /// The title of a stage, and what it is in HTML: there an author's name for it is in the author's language.
    pub fn stage_title(&self, number: usize, name: Option<&str>) -> (String, String) {
        let name = name.map(|name| self.hand.words(name));
        let name = name.as_deref();
        let title = one_line(&self.pictures.stage_title(number, name), 200);
        let plain = self.pictures.stage_title(number, None);
        let heading = match name {
            Some(name) => named(self.pictures.language, &plain, name, self.prose_lang),
            None => escape(&plain),
        };
        (title, heading)
    }

    pub fn is_html(&self) -> bool {
        self.pictures.options.format == Format::Html
    }

    /// Adds a piece to a text: in formats of lines an empty line parts them.
    pub fn add(&self, text: &mut String, piece: &str) {
        if !text.is_empty() && !piece.is_empty() && !self.is_html() {
            text.push('\n');
        }
        text.push_str(piece);
    }

    /// A sentence of its own.
    pub fn sentence(&self, text: &str) -> String {
        match self.is_html() {
            true => format!("<p>{}</p>\n", suits_marked(&escape(text))),
            false => format!("{text}\n"),
        }
    }

    /// Moves as a list.
    pub fn moves(&self, lines: &[String]) -> String {
        if lines.is_empty() {
            return String::new();
        }
        match self.pictures.options.format {
            Format::Html => {
                let items = lines.iter().map(|line| format!("<li>{}</li>\n", suits_marked(&escape(line))));
                format!("<ul class=\"moves\">\n{}</ul>\n", items.collect::<String>())
            }
            Format::Gemtext => lines.iter().map(|line| format!("* {line}\n")).collect(),
            Format::Markdown | Format::Text => lines.iter().map(|line| format!("- {line}\n")).collect(),
        }
    }

    /// The author's words, with the deals that they show.
    pub fn comment(&mut self, markdown: &str, level: usize, place: &str) -> Result<String, BadPage> {
        // Whatever they were put together from: what is shown as words must be no move that nobody has checked.
        if !is_prose(markdown) {
            let what = "a line of them is a move, or looks like one, and was not played".to_string();
            return Err(BadPage::Words { place: format!("the words {place}"), what });
        }
        let mut out = String::new();
        for part in prose::parts(&self.hand.prose(markdown)) {
            let piece = match part {
                Part::Prose(text) if self.is_html() => {
                    in_language(self.prose_lang, &self.prose(&text, level))
                }
                Part::Prose(text) => self.prose(&text, level),
                Part::Deal(text) => self.deal(&text, place)?,
            };
            self.add(&mut out, &piece);
        }
        Ok(out)
    }

    /// Markdown in the page's format.
    pub fn prose(&self, markdown: &str, level: usize) -> String {
        match self.pictures.options.format {
            Format::Html => prose::html(markdown, level),
            Format::Markdown => prose::markdown(markdown),
            Format::Gemtext => prose::gemtext(markdown),
            Format::Text => prose::text(markdown),
        }
    }

    /// Rules in the page's format, their title below that of the page.
    pub fn rules(&self, markdown: &str) -> String {
        match markdown.strip_prefix("# ") {
            Some(rest) if !self.is_html() => self.prose(&format!("## {rest}"), 2),
            _ => self.prose(markdown, 2),
        }
    }

    /// A deal that the author shows.
    fn deal(&mut self, text: &str, place: &str) -> Result<String, BadPage> {
        let (position, title) = self
            .read_deal(text)
            .map_err(|what| BadPage::Deal { place: format!("the block `deal` {place}"), what })?;
        self.deals += 1;
        let name = format!("deal-{}", self.deals);
        let shown = Shown { name: &name, title, stage: None, marks: Marks::None };
        let picture = self.pictures.show(&position, &shown)?;
        Ok(match self.is_html() {
            true => format!("<figure>\n{picture}</figure>\n"),
            false => picture,
        })
    }

    fn read_deal(&self, text: &str) -> Result<(Position, String), String> {
        let bare = text.trim();
        let deal = match bare.parse::<DealId>() {
            Ok(id) => self.catalogue.deal(&id),
            Err(error) if !bare.contains(':') => return Err(error.to_string()),
            Err(_) => self.catalogue.read_deal("deal", bare),
        };
        let deal = deal.map_err(|error| error.to_string())?;
        let start = self.catalogue.start(&deal).map_err(|error| error.to_string())?;
        let rules = start.rules();
        let game = || sized(self.words, self.pictures.language, &rules.game, deal.size);
        let title = deal.title.clone().unwrap_or_else(game);
        Ok((start, one_line(&title, 200)))
    }
}

/// HTML of an author's words, in a language if it is not the page's.
pub(super) fn in_language(lang: Option<&str>, html: &str) -> String {
    lang.map_or_else(|| html.to_string(), |lang| format!("<div lang=\"{lang}\">\n{html}</div>\n"))
}

/// A stage and an author's name for it in HTML, the name in the author's language.
pub(super) fn named(language: &Language, stage: &str, name: &str, lang: Option<&str>) -> String {
    let name = escape(&one_line(name, 200));
    let name = lang.map_or_else(|| name.clone(), |lang| format!("<span lang=\"{lang}\">{name}</span>"));
    // A sign that no name has, where the name goes.
    escape(&language.labelled(stage, "\u{3}")).replace('\u{3}', &name)
}

/// Cards of red suits as such; the sign behind the rank is text, whatever fonts the reader has.
pub(super) fn suits_marked(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut word = String::new();
    for character in html.chars() {
        match character {
            '♦' | '♥' => {
                out.push_str(&format!("<i>{word}{character}\u{fe0e}</i>"));
                word.clear();
            }
            '♣' | '♠' => {
                out.push_str(&format!("{word}{character}\u{fe0e}"));
                word.clear();
            }
            c if c.is_alphanumeric() => word.push(c),
            c => {
                out.push_str(&word);
                out.push(c);
                word.clear();
            }
        }
    }
    out.push_str(&word);
    out
}

fn add_functions(environment: &mut Environment<'_>, told: Told, is_html: bool) {
    let value = move |text: &str| match is_html {
        true => Value::from_safe_string(text.to_string()),
        false => Value::from(text.to_string()),
    };
    let told = Arc::new(told);
    let pieces: [Piece<ToldStage>; 5] = [
        ("stage", |stage| &stage.stage),
        ("table", |stage| &stage.table),
        ("moves", |stage| &stage.moves),
        ("comment", |stage| &stage.comment),
        ("told", |stage| &stage.told),
    ];
    for (name, piece) in pieces {
        let told = told.clone();
        environment.add_function(name, move |number: Value| -> Result<Value, Error> {
            let count = told.stages.len();
            let bad = |number: String, what: &str| {
                let what = format!("{name}({number}): {what}there are stages 1 to {count}");
                Error::new(ErrorKind::InvalidOperation, what)
            };
            let index = match number.kind() {
                // The engine's own error names what is undefined.
                ValueKind::Undefined => return Err(usize::try_from(number).err().unwrap_or_else(nothing)),
                ValueKind::Number => usize::try_from(number.clone()).ok(),
                kind => {
                    let number = one_line(&format!("{number:?}"), 40);
                    return Err(bad(
                        number,
                        match kind {
                            ValueKind::String => "the number of a stage is wanted, without quotation marks; ",
                            _ => "the number of a stage is wanted; ",
                        },
                    ));
                }
            };
            let stage = index.and_then(|number| told.stages.get(number.checked_sub(1)?));
            let stage = stage.ok_or_else(|| bad(number.to_string(), ""))?;
            Ok(value(piece(stage)))
        });
    }
    let whole: [Piece<Told>; 3] =
        [("intro", |told| &told.intro), ("pack", |told| &told.pack), ("rules", |told| &told.rules)];
    for (name, piece) in whole {
        let told = told.clone();
        environment.add_function(name, move || value(piece(&told)));
    }
}

fn nothing() -> Error {
    Error::from(ErrorKind::UndefinedError)
}

/// A text on one line, harmless, at most so long.
pub(super) fn one_line(text: &str, most: usize) -> String {
    let text = prose::harmless(text).replace(['\n', '\t'], " ");
    match text.char_indices().nth(most) {
        Some((end, _)) => text[..end].to_string() + "…",
        None => text,
    }
}
