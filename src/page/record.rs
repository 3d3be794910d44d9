//! Pages of games at a table: the stages of a record in pictures or tables, whose turn it was, what was
//! played, and the author's words.

use super::fill::{Head, Tell, Told, ToldStage, check};
use super::pictures::Shown;
use super::words::{deal_title, filled};
use super::{BadPage, Options, OwnTemplate, Page, PageWords, prose};
use crate::catalogue::Catalogue;
use crate::deal::DealId;
use crate::figure::marks::Marks;
use crate::seats::{End, Record, StageItem, Table, TableStage};
use crate::words::{Language, RulesFormat, SeatWords, Style};

/// The most stages of a page.
const MOST_STAGES: usize = 400;

/// Makes a page of a record; the table at the end is shown even where the author has no stage for it.
///
/// # Errors
/// If the format cannot show tables so, a deal that the author shows is bad, the template is, or a file of the
/// language or the theme.
pub fn make_record(
    record: &Record,
    options: &Options,
    catalogue: &Catalogue,
    language: &Language,
    own: Option<&OwnTemplate>,
) -> Result<Page, BadPage> {
    check(options)?;
    let stages = record.shown();
    if stages.len() > MOST_STAGES {
        return Err(BadPage::TooLong { stages: stages.len(), most: MOST_STAGES });
    }
    let seats = SeatWords::load(catalogue.assets(), language)?;
    let words = PageWords::load(catalogue.assets(), language)?;
    let tell = Tell::new(options, catalogue, language, &words, record.lang.as_deref())?;
    let mut maker = Maker { tell, seats };
    let rules = record.end.rules();
    let intro = record.intro.join("\n\n");
    let (heading, intro) = prose::title(&intro);
    let told = maker.told(record, &stages, intro)?;
    let id = record.id.as_deref().and_then(|id| id.parse::<DealId>().ok());
    // What stands behind the game in such an id is the number of players, which the page shows.
    let id = id.map(|id| DealId { size: None, ..id });
    let named = || deal_title(&words, language, &rules.seat.game, id.as_ref());
    let (won, end) = maker.end(record);
    let head = Head {
        title: heading.or_else(|| record.title.clone()).unwrap_or_else(named),
        id: record.id.clone(),
        note: record.note.clone(),
        game: language.game_name(&rules.seat.game).to_string(),
        about: String::new(),
        won,
        end,
        somerset: false,
        seats: record.end.count(),
    };
    maker.tell.page(head, told, own)
}

struct Maker<'a> {
    tell: Tell<'a>,
    seats: SeatWords,
}

impl Maker<'_> {
    fn told(&mut self, record: &Record, stages: &[TableStage], intro: &str) -> Result<Told, BadPage> {
        let language = self.tell.pictures.language;
        let intro = self.tell.comment(intro, 2, "before stage 1")?;
        let before = std::iter::once(None).chain(stages.iter().map(|stage| Some(&stage.table)));
        let staged = stages.iter().zip(before);
        let stages = staged.map(|(stage, before)| self.stage(stage, before)).collect::<Result<_, _>>()?;
        let rules = record.end.rules();
        let pack = &rules.seat.pack;
        let cards = pack.len().to_string();
        let caption = filled(language, &self.tell.words.seats_pack, &[("cards", &cards)]);
        let pack = self.tell.pictures.pack(pack, &caption)?;
        let rules = language.table_rules(rules, RulesFormat::Markdown)?;
        Ok(Told { intro, pack, rules: self.tell.rules(&rules), stages })
    }

    fn stage(&mut self, stage: &TableStage, before: Option<&Table>) -> Result<ToldStage, BadPage> {
        let (title, heading) = self.tell.stage_title(stage.number, stage.name.as_deref());
        let name = format!("stage-{:02}", stage.number);
        let shown =
            Shown { name: &name, title: title.clone(), stage: Some(stage.number), marks: Marks::None };
        let mut told = ToldStage { number: stage.number, title, heading, ..ToldStage::default() };
        let pictures = &mut self.tell.pictures;
        told.stage = pictures.show_stage(&stage.table, before, stage.turn, &self.seats, &shown)?;
        told.table = pictures.stage_table(&stage.table, &self.seats, &shown)?;
        let place = format!("in stage {}", stage.number);
        let mut items = stage.items.iter().peekable();
        while let Some(item) = items.next() {
            let text = if let StageItem::Note(first) = item {
                let mut notes = vec![first.as_str()];
                while let Some(StageItem::Note(next)) =
                    items.next_if(|item| matches!(item, StageItem::Note(_)))
                {
                    notes.push(next);
                }
                let text = self.tell.comment(&notes.join("\n\n"), 3, &place)?;
                self.tell.add(&mut told.comment, &text);
                text
            } else {
                let text = self.happening(stage, item)?;
                self.tell.add(&mut told.moves, &text);
                text
            };
            self.tell.add(&mut told.told, &text);
        }
        Ok(told)
    }

    /// What happens at a stage: the moves of a seat under its name, or a sentence.
    fn happening(&self, stage: &TableStage, item: &StageItem) -> Result<String, BadPage> {
        let (tell, words) = (&self.tell, &self.seats);
        let language = tell.pictures.language;
        Ok(match item {
            StageItem::Note(_) => String::new(),
            StageItem::Moves { seat, from, played } => {
                let lines = language.teller(from).tell(played, Style::Full)?;
                tell.pictures.seat_head(*seat, words) + &tell.moves(&lines)
            }
            StageItem::Late { seat, card } => {
                let card = language.card(&stage.table.rules().seat.pack, *card);
                let seat = words.seat_name(*seat);
                tell.sentence(&self.fill(&words.late, &[("seat", &seat), ("card", &card)]))
            }
            StageItem::Passed(seat) => {
                tell.sentence(&self.fill(&words.passed, &[("seat", &words.seat_name(*seat))]))
            }
            StageItem::Spread => tell.sentence(&language.typeset(&words.spread)),
        })
    }

    fn fill(&self, sentence: &str, values: &[(&str, &str)]) -> String {
        SeatWords::fill(self.tell.pictures.language, sentence, values)
    }

    /// Who has won, if anybody has; and all that is said of the end: who is out or that all are stuck, and how many
    /// cards each has played.
    fn end(&self, record: &Record) -> (String, Vec<String>) {
        let words = &self.seats;
        let winner = record.standing.iter().find(|score| score.place == 1);
        let won = match (record.ended, winner) {
            (Some(End::Out), Some(winner)) => {
                self.fill(&words.result_out, &[("seat", &words.seat_name(winner.seat))])
            }
            (Some(End::Stuck), _) => String::new(),
            _ => return (String::new(), Vec::new()),
        };
        let stuck = || self.tell.pictures.language.typeset(&words.result_stuck);
        let first = if won.is_empty() { stuck() } else { won.clone() };
        let scores = record.standing.iter().map(|score| {
            let values = [
                ("seat", words.seat_name(score.seat)),
                ("promoted", score.promoted.to_string()),
                ("hand", score.in_hand.to_string()),
                ("layout", score.in_layout.to_string()),
            ];
            let values: Vec<(&str, &str)> =
                values.iter().map(|(name, value)| (*name, value.as_str())).collect();
            self.fill(&words.result_cards, &values)
        });
        let end = std::iter::once(first).chain(scores).collect();
        (won, end)
    }
}
