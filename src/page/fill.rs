//! Filling in a page template.
//!
//! A template is given `title`, `lang`, `prose_lang` (of the author's words, if it is another), `id`, `somerset`,
//! `won` and `stages` (each with `number` and `title`), and may call `stage(3)` (the picture, or what stands for it), `table(3)`, `moves(3)`, `comment(3)`,
//! `told(3)` (words and moves as they follow one another), `intro()`, `pack()` and `rules()`.

use super::pictures::{Pictures, Shown};
use super::prose::{self, Part};
use super::template::Templates;
use super::words::filled;
use super::{BadPage, Diagrams, Format, Options, OwnTemplate, Page, PageWords, Subject};
use crate::card::Faces;
use crate::catalogue::Catalogue;
use crate::deal::DealId;
use crate::figure::marks::{Landed, Marks};
use crate::game::Position;
use crate::output::html::escape;
use crate::walkthrough::Stage;
use crate::words::{Language, RulesFormat, Style, Teller};
use minijinja::{Environment, Error, ErrorKind, Value, context};
use std::sync::Arc;

/// Makes a page.
///
/// # Errors
/// If the format cannot show positions as the options say, a deal that the author shows is bad, or the
/// template is.
pub fn make(
    subject: &Subject,
    options: &Options,
    catalogue: &Catalogue,
    language: &Language,
    own: Option<&OwnTemplate>,
) -> Result<Page, BadPage> {
    subject.check()?;
    if !options.format.can_show(options.diagrams) {
        let what = match options.format {
            Format::Markdown => "Markdown cannot hold pictures; use svg, png, table or text",
            Format::Gemtext => "gemtext has no tables and no pictures within it; use text, svg or png",
            _ => "plain text shows positions as text alone",
        };
        return Err(BadPage::Options(what.into()));
    }
    let words = PageWords::load(catalogue.assets(), language)?;
    let mut teller = Tell {
        catalogue,
        words: &words,
        pictures: Pictures::new(options, catalogue, language, &words)?,
        deals: 0,
        prose_lang: subject.lang.as_deref().filter(|code| *code != language.code()),
    };
    let prose_lang = teller.prose_lang;
    let told = teller.tell(subject)?;
    let (heading, _) = prose::title(&subject.intro);
    let title = heading.unwrap_or_else(|| subject.title.clone());
    // In Markdown a title that is text needs signs of its own; in HTML the template escapes it.
    let heading_of = |title: &str| match options.format {
        Format::Markdown => prose::markdown_escaped(title),
        _ => title.to_string(),
    };
    let values = context! {
        title => heading_of(&one_line(&title, 200)),
        lang => language.code(),
        // What there is none of is an empty text: it prints nothing, and `if` takes it for no.
        prose_lang => prose_lang.unwrap_or_default(),
        id => subject.id.as_deref().map(|id| one_line(id, 200)).unwrap_or_default(),
        game => language.game_name(&subject.start().rules().game),
        somerset => matches!(subject.start().rules().pack.faces, Faces::Somerset { .. }),
        won => match subject.end().is_won() {
            true => filled(language, &words.won, &[("moves", &subject.moves_count().to_string())]),
            false => String::new(),
        },
        pictures => options.diagrams != Diagrams::Table && options.diagrams != Diagrams::Text,
        words => super::template::values(&words),
        stages => told.stages.iter().map(|stage| context! {
            number => stage.number,
            title => match options.format {
                Format::Html => Value::from_safe_string(stage.heading.clone()),
                _ => Value::from(heading_of(&stage.title)),
            },
        }).collect::<Vec<_>>(),
    };
    let mut templates = Templates::load(catalogue.assets(), options.format)?;
    own.map_or(Ok(()), |own| templates.add_own(own))?;
    add_functions(&mut templates.environment, told, options.format == Format::Html);
    let text = templates.fill(&format!("page.{}", options.format.ending()), values)?;
    let text = teller.pictures.placed(&text)?;
    Ok(Page { text, files: teller.pictures.files })
}

/// A piece of a page that a template asks for by its name.
type Piece<T> = (&'static str, fn(&T) -> &str);

/// Everything that a template may ask for, as text of the page's format.
struct Told {
    intro: String,
    pack: String,
    rules: String,
    stages: Vec<ToldStage>,
}

struct ToldStage {
    number: usize,
    title: String,
    /// The title in HTML.
    heading: String,
    stage: String,
    table: String,
    moves: String,
    comment: String,
    told: String,
}

struct Tell<'a> {
    catalogue: &'a Catalogue,
    words: &'a PageWords,
    pictures: Pictures<'a>,
    /// How many deals of the author's were shown.
    deals: usize,
    /// The language of the author's words, where it is not the page's.
    prose_lang: Option<&'a str>,
}

impl<'a> Tell<'a> {
    fn tell(&mut self, subject: &Subject) -> Result<Told, BadPage> {
        let (_, intro) = prose::title(&subject.intro);
        let rules = subject.start().rules();
        let intro = self.comment(intro, 2, "before stage 1")?;
        let language = self.pictures.language;
        let rules_text = language.rules(rules, RulesFormat::Markdown)?;
        let mut teller = language.teller(subject.start());
        let mut stages = Vec::new();
        let mut before: Option<&Stage> = None;
        for stage in &subject.stages {
            stages.push(self.stage(stage, before, &mut teller)?);
            before = Some(stage);
        }
        let pack = self.pictures.pack(&rules.pack)?;
        Ok(Told { intro, pack, rules: self.prose(&rules_text, 2), stages })
    }

    fn stage(
        &mut self,
        stage: &Stage,
        before: Option<&Stage>,
        teller: &mut Teller<'_>,
    ) -> Result<ToldStage, BadPage> {
        let title = one_line(&self.pictures.stage_title(stage.number, stage.name.as_deref()), 200);
        let name = format!("stage-{:02}", stage.number);
        let landed = before.map(|before| Landed::since(&before.position, &stage.position));
        let next = stage.played.iter().map(|done| done.act).collect();
        let marks = self.pictures.options.marks.marks(landed.unwrap_or_default(), next);
        let shown = Shown { name: &name, title: title.clone(), stage: Some(stage.number), marks };
        let picture = self.pictures.show(&stage.position, &shown)?;
        let table = self.pictures.table(&stage.position, &shown);
        let place = format!("in stage {}", stage.number);
        let (mut moves, mut comment, mut told) = (Vec::new(), String::new(), String::new());
        let mut played = 0;
        let mut notes = stage.notes.as_slice();
        while let Some(first) = notes.first() {
            let here = notes.iter().take_while(|note| note.after == first.after).count();
            let lines =
                teller.tell(&stage.played[played..first.after.min(stage.played.len())], Style::Full)?;
            played = first.after.min(stage.played.len());
            if !told.is_empty() && !lines.is_empty() && !self.is_html() {
                told.push('\n');
            }
            told.push_str(&self.moves(&lines));
            moves.extend(lines);
            let text: Vec<&str> = notes[..here].iter().map(|note| note.text.as_str()).collect();
            let text = self.comment(&text.join("\n\n"), 3, &place)?;
            if !told.is_empty() && !self.is_html() {
                told.push('\n');
            }
            told.push_str(&text);
            comment.push_str(&text);
            notes = &notes[here..];
        }
        let lines = teller.tell(&stage.played[played..], Style::Full)?;
        if !told.is_empty() && !lines.is_empty() && !self.is_html() {
            told.push('\n');
        }
        told.push_str(&self.moves(&lines));
        moves.extend(lines);
        let moves = self.moves(&moves);
        let heading = self.heading(stage);
        Ok(ToldStage { number: stage.number, title, heading, stage: picture, table, moves, comment, told })
    }

    /// A stage's title in HTML, where an author's name for it is in the author's language.
    fn heading(&self, stage: &Stage) -> String {
        let number = self.pictures.stage_title(stage.number, None);
        match stage.name.as_deref() {
            Some(name) => named(self.pictures.language, &number, name, self.prose_lang),
            None => escape(&number),
        }
    }

    fn is_html(&self) -> bool {
        self.pictures.options.format == Format::Html
    }

    fn moves(&self, lines: &[String]) -> String {
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
    fn comment(&mut self, markdown: &str, level: usize, place: &str) -> Result<String, BadPage> {
        let mut out = String::new();
        for part in prose::parts(markdown) {
            if !out.is_empty() && !self.is_html() {
                out.push('\n');
            }
            out.push_str(&match part {
                Part::Prose(text) if self.is_html() => {
                    in_language(self.prose_lang, &self.prose(&text, level))
                }
                Part::Prose(text) => self.prose(&text, level),
                Part::Deal(text) => self.deal(&text, place)?,
            });
        }
        Ok(out)
    }

    fn prose(&self, markdown: &str, level: usize) -> String {
        match self.pictures.options.format {
            Format::Html => prose::html(markdown, level),
            Format::Markdown => prose::markdown(markdown),
            Format::Gemtext => prose::gemtext(markdown),
            Format::Text => prose::text(markdown),
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
        let game = self.pictures.language.game_name(&rules.game).to_string();
        let game = match deal.size {
            Some(ranks) => filled(
                self.pictures.language,
                &self.words.sized,
                &[("game", &game), ("ranks", &ranks.to_string())],
            ),
            None => game,
        };
        let title = deal.title.clone().unwrap_or(game);
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
            let index = usize::try_from(number.clone()).ok().and_then(|number| number.checked_sub(1));
            let stage = index.and_then(|index| told.stages.get(index));
            let count = told.stages.len();
            let what = || format!("{name}({number}): there are stages 1 to {count}");
            let stage = stage.ok_or_else(|| Error::new(ErrorKind::InvalidOperation, what()))?;
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

/// A text on one line, harmless, at most so long.
pub(super) fn one_line(text: &str, most: usize) -> String {
    let text = prose::harmless(text).replace(['\n', '\t'], " ");
    match text.char_indices().nth(most) {
        Some((end, _)) => text[..end].to_string() + "…",
        None => text,
    }
}
