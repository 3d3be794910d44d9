//! Pages of games of one player: the stages of a walkthrough, or of a win that a search found.

use super::fill::{Head, Tell, Told, ToldStage, check};
use super::pictures::Shown;
use super::subject::Source;
use super::words::{deal_title, filled, sized};
use super::{BadPage, Options, OwnTemplate, Page, PageWords, Subject, pack, prose};
use crate::card::Faces;
use crate::catalogue::Catalogue;
use crate::deal::DealId;
use crate::figure::marks::Landed;
use crate::walkthrough::Stage;
use crate::words::{Language, RulesFormat, Style, Teller};

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
    check(options)?;
    let words = PageWords::load(catalogue.assets(), language)?;
    let mut tell = Tell::new(options, catalogue, language, &words, subject.lang.as_deref())?;
    let told = told(&mut tell, subject)?;
    let rules = subject.start().rules();
    let (heading, _) = prose::title(&subject.intro);
    let number = subject.id.as_deref().and_then(|id| id.parse::<DealId>().ok());
    let named = || deal_title(&words, language, &rules.game, number.as_ref());
    let moves = subject.moves_count().to_string();
    let about = match subject.source {
        Source::Author => String::new(),
        Source::Search { is_shortest } => {
            let about = if is_shortest { &words.about_shortest } else { &words.about };
            let game = sized(&words, language, &rules.game, number.as_ref().and_then(|id| id.size));
            filled(language, about, &[("game", &game), ("moves", &moves)])
        }
    };
    let won = match subject.end().is_won() {
        true => filled(language, &words.won, &[("moves", &moves)]),
        false => String::new(),
    };
    let head = Head {
        title: heading.or_else(|| subject.title.clone()).unwrap_or_else(named),
        id: subject.id.clone(),
        note: subject.note.clone(),
        game: language.game_name(&rules.game).to_string(),
        about,
        end: Some(won.clone()).filter(|won| !won.is_empty()).into_iter().collect(),
        won,
        somerset: matches!(rules.pack.faces, Faces::Somerset { .. }),
        seats: 0,
    };
    tell.page(head, told, own)
}

fn told(tell: &mut Tell<'_>, subject: &Subject) -> Result<Told, BadPage> {
    let (_, intro) = prose::title(&subject.intro);
    let rules = subject.start().rules();
    let intro = tell.comment(intro, 2, "before stage 1")?;
    let language = tell.pictures.language;
    let rules_text = language.rules(rules, RulesFormat::Markdown)?;
    let mut teller = language.teller(subject.start());
    let mut stages = Vec::new();
    let mut before: Option<&Stage> = None;
    for stage in &subject.stages {
        stages.push(told_stage(tell, stage, before, &mut teller)?);
        before = Some(stage);
    }
    let caption = pack::caption(&rules.pack, tell.words, language);
    let pack = tell.pictures.pack(&rules.pack, &caption)?;
    Ok(Told { intro, pack, rules: tell.rules(&rules_text), stages })
}

fn told_stage(
    tell: &mut Tell<'_>,
    stage: &Stage,
    before: Option<&Stage>,
    teller: &mut Teller<'_>,
) -> Result<ToldStage, BadPage> {
    let (title, heading) = tell.stage_title(stage.number, stage.name.as_deref());
    let name = format!("stage-{:02}", stage.number);
    let landed = before.map(|before| Landed::since(&before.position, &stage.position));
    let next = stage.played.iter().map(|done| done.act).collect();
    let marks = tell.pictures.options.marks.marks(landed.unwrap_or_default(), next);
    let shown = Shown { name: &name, title: title.clone(), stage: Some(stage.number), marks };
    let picture = tell.pictures.show(&stage.position, &shown)?;
    let table = tell.pictures.table(&stage.position, &shown);
    let place = format!("in stage {}", stage.number);
    let (mut moves, mut comment, mut told) = (Vec::new(), String::new(), String::new());
    let mut played = 0;
    let mut notes = stage.notes.as_slice();
    while let Some(first) = notes.first() {
        let here = notes.iter().take_while(|note| note.after == first.after).count();
        let until = first.after.min(stage.played.len());
        let lines = teller.tell(&stage.played[played..until], Style::Full)?;
        played = until;
        tell.add(&mut told, &tell.moves(&lines));
        moves.extend(lines);
        let text: Vec<&str> = notes[..here].iter().map(|note| note.text.as_str()).collect();
        let text = tell.comment(&text.join("\n\n"), 3, &place)?;
        tell.add(&mut told, &text);
        tell.add(&mut comment, &text);
        notes = &notes[here..];
    }
    let lines = teller.tell(&stage.played[played..], Style::Full)?;
    tell.add(&mut told, &tell.moves(&lines));
    moves.extend(lines);
    let moves = tell.moves(&moves);
    Ok(ToldStage { number: stage.number, title, heading, stage: picture, table, moves, comment, told })
}
