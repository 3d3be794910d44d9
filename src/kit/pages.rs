//! The pages of a kit in order: title, rules, tables and set-up sheets, score sheet, puzzles, solutions.

use super::deals::{Deals, Round};
use super::duels::KitDuel;
use super::setup::{Sheets, head_lines};
use super::{BadKit, Order};
use crate::book::chapter;
use crate::book::content::read_chapter;
use crate::book::flow::{Keep, Piece, fill, fill_pairs, keep_lines_together};
use crate::book::furniture::Furniture;
use crate::book::grid::{Grid, PageForm};
use crate::book::paragraph::{self, Span};
use crate::book::pictures::Pictures;
use crate::book::sheet::{Setter, Sheet, fitted};
use crate::book::spec::TypeSize;
use crate::book::told;
use crate::book::trim::Trim;
use crate::catalogue::Catalogue;
use crate::figure::card::Index;
use crate::figure::layout::Show;
use crate::figure::seats::{TableLook, seat_disc};
use crate::figure::theme::Theme;
use crate::figure::{Face, Figure, Figures, Ink, Item, Path, Stroke, Tag, Text};
use crate::output::diagram::ranks;
use crate::output::pdf::{Inks, OutlineEntry, PdfDocument, Profile, pdf};
use crate::output::seats::diagram;
use crate::seats::Seat;
use crate::variant::Play;
use crate::words::{self, Language, PlaceNames, RulesFormat, SeatWords};

/// The height of a row to write in.
const ROW: f32 = 21.0;

pub(super) fn pages(
    order: &Order,
    catalogue: &Catalogue,
    language: &Language,
    rounds: &[Round],
    duels: &[KitDuel],
) -> Result<(Vec<Figure>, Vec<u8>), BadKit> {
    let assets = catalogue.assets();
    let theme = Theme::load(assets, &order.theme)?;
    let trim = Trim::read(&order.paper).map_err(|what| BadKit::Order(what.replace("trim:", "--paper:")))?;
    let path = format!("lang/{}/book/furniture.yaml", language.code());
    let words = SeatWords::load(assets, language)?;
    let setter = Setter {
        grid: Grid::new(&PageForm { trim, margins: Default::default(), type_size: TypeSize::Normal }, 1),
        inking: theme.inking,
        ranks: ranks(language),
        language: language.clone(),
        words: Furniture::read(&assets.place(&path), &assets.text(&path)?)?,
        seats: words.clone(),
        hyphenation: hyphenation(language.code()),
        profile: Profile::Screen,
        pictures: Pictures::new(Inks::Rgb, Profile::Screen),
        title: language.game_name(&order.game).to_string(),
        type_size: TypeSize::Normal,
        index: Index::Classic,
        left_handed: false,
    };
    let sheets = Sheets { setter: &setter, words: &words, order };
    let maker = Maker { sheets: &sheets, catalogue, rounds, duels };
    let (made, outline) = maker.all()?;
    let pages: Vec<Figure> = made.into_iter().map(|sheet| sheet.figure(&setter.grid)).collect();
    let document = PdfDocument {
        title: setter.title.clone(),
        language: language.code().to_string(),
        outline,
        ..PdfDocument::new(theme, Profile::Screen)
    };
    let file = pdf(&pages, &document)?;
    Ok((pages, file))
}

fn hyphenation(code: &str) -> Option<hypher::Lang> {
    let letters: [u8; 2] = code.as_bytes().get(..2)?.try_into().ok()?;
    hypher::Lang::from_iso(letters)
}

struct Maker<'a> {
    sheets: &'a Sheets<'a>,
    catalogue: &'a Catalogue,
    rounds: &'a [Round],
    duels: &'a [KitDuel],
}

impl Maker<'_> {
    fn all(&self) -> Result<(Vec<Sheet>, Vec<OutlineEntry>), BadKit> {
        let words = self.sheets.words;
        let mut sheets = vec![self.title_page()];
        let leaf = |title: &str, page: usize| OutlineEntry {
            title: title.to_string(),
            page: page - 1,
            children: Vec::new(),
        };
        let mut outline = vec![leaf(&words.rules_title, 2)];
        sheets.extend(self.rules(sheets.len() + 1)?);
        for (number, round) in (1..).zip(self.rounds) {
            let mut entry = leaf(&self.sheets.round_name(number), sheets.len() + 1);
            if number == 1 || self.sheets.order.deals != Deals::Matched || round.table.count() == 2 {
                sheets.push(self.table_page(sheets.len() + 1, number, round)?);
            }
            for seat in Seat::all(round.table.count()) {
                let page = sheets.len() + 1;
                entry.children.push(leaf(&words.seat_name(seat), page));
                sheets.push(self.sheets.set_up(page, number, round, seat)?);
            }
            outline.push(entry);
        }
        outline.push(leaf(&words.score, sheets.len() + 1));
        sheets.extend(self.score(sheets.len() + 1));
        if !self.duels.is_empty() {
            let mut entry = leaf(&words.duels, sheets.len() + 1);
            for (number, duel) in (1..).zip(self.duels) {
                let page = sheets.len() + 1;
                entry.children.push(leaf(&self.sheets.duel_name(number), page));
                sheets.push(self.sheets.duel_page(page, number, duel)?);
            }
            outline.push(entry);
        }
        outline.push(leaf(&words.solutions, sheets.len() + 1));
        sheets.extend(self.solutions(sheets.len() + 1)?);
        if !self.duels.is_empty() {
            outline.push(leaf(&words.duel_solutions, sheets.len() + 1));
            sheets.extend(self.duel_solutions(sheets.len() + 1)?);
        }
        Ok((sheets, outline))
    }

    fn count(&self) -> usize {
        self.sheets.order.players
    }

    /// Title, what the kit is, and a line for each player's name.
    fn title_page(&self) -> Sheet {
        let (sheets, words, setter) = (self.sheets, self.sheets.words, self.sheets.setter);
        let grid = &setter.grid;
        let mut sheet = Sheet::bare(1);
        sheet.title.clone_from(&setter.title);
        let left = grid.left(1);
        let title = Text::new(Face::DisplayLight, 48.0, Ink::Text, setter.title.as_str());
        sheet.tagged(Tag::Head(1), fitted(title, grid.measure, 26.0).at(left, grid.base(6.0)));
        sheet.rule(left, grid.base(8.0) - 4.0, grid.measure);
        let language = &setter.language;
        let rounds = sheets.order.rounds;
        let subtitle = match rounds {
            1 => &words.kit_subtitle_one,
            _ => &words.kit_subtitle,
        };
        let (players, rounds) = (language.number(self.count()), language.number(rounds));
        let subtitle = sheets.fill(subtitle, &[("players", &players), ("rounds", &rounds)]);
        let subtitle = Text::new(Face::SerifItalic, 12.5, Ink::Text, subtitle);
        sheet.tagged(Tag::Paragraph, subtitle.at(left, grid.base(8.0) + 16.0));
        let mut y = grid.base(13.0);
        for seat in Seat::all(self.count()) {
            sheet.items.extend(seat_disc(seat, left + 12.0, y - 6.0, 15.0));
            let name = Text::new(Face::Serif, 12.5, Ink::Text, words.seat_name(seat));
            sheet.tagged(Tag::Paragraph, name.at(left + 32.0, y - 1.5));
            sheet.rule(left + 110.0, y, grid.measure - 110.0);
            y += 34.0;
        }
        let seed = sheets.fill(&words.kit_seed, &[("seed", &sheets.order.seed.to_string())]);
        let texts = [language.typeset(&words.kit_contents), seed];
        sheets.sentences(&mut sheet, grid.last() - 24.0, &texts, grid.measure);
        sheet
    }

    /// The rules of the game as they are played here.
    fn rules(&self, first: usize) -> Result<Vec<Sheet>, BadKit> {
        let setter = self.sheets.setter;
        let rules = self.rounds[0].table.rules();
        let text = setter.language.table_rules(rules, RulesFormat::Markdown)?;
        let blocks = read_chapter("rules", &text)?;
        let pieces = chapter::pieces(&blocks, setter, &|_| None);
        Ok(chapter::pages(&pieces, setter, &self.sheets.words.rules_title, first))
    }

    /// The whole table of a round.
    fn table_page(&self, page: usize, number: usize, round: &Round) -> Result<Sheet, BadKit> {
        let (sheets, setter, words) = (self.sheets, self.sheets.setter, self.sheets.words);
        let grid = &setter.grid;
        let name = sheets.round_name(number);
        let mut sheet = Sheet::with_head(setter, page, &name);
        let left = grid.left(page);
        sheet.tagged(Tag::Head(1), Text::new(Face::Display, 26.0, Ink::Text, name).at(left, grid.base(1.0)));
        let mut notes = vec![setter.language.typeset(&words.table_title)];
        let by_turns = round.table.rules().play == Play::Turns;
        if by_turns {
            notes = vec![sheets.starts(round)];
        }
        let y = sheets.sentences(&mut sheet, grid.base(3.0), &notes, grid.measure) + 8.0;
        let look = TableLook {
            card_width: 42.0,
            width: Some(grid.measure),
            height: Some(grid.last() - y),
            show: Show::Hidden,
            inking: setter.inking,
            turn: by_turns.then_some(round.starter),
            ..TableLook::new(words.seat_names(round.table.count()))
        };
        let names = PlaceNames::load(self.catalogue.assets(), &setter.language)?;
        let figure = diagram(&round.table, &look, &names)?;
        let inset = (grid.measure - figure.width) / 2.0;
        let picture = told::picture(setter, figure.alt.clone(), figure.placed(0.0, 0.0));
        sheet.place(&[picture], left + inset, y);
        Ok(sheet)
    }

    /// The score sheet: a table for each round and one for the match.
    fn score(&self, first: usize) -> Vec<Sheet> {
        let (sheets, setter, words) = (self.sheets, self.sheets.setter, self.sheets.words);
        let grid = &setter.grid;
        let mut pieces = vec![chapter_title(setter, &words.score)];
        let cards = self.rounds[0].table.rules().cards().to_string();
        let note = sheets.fill(&words.score_note, &[("cards", &cards)]);
        pieces.extend(lines_of(setter, &[Span::new(Face::Sans, note)], grid.measure, 9.0, 12.0));
        for number in 1..=self.rounds.len() {
            pieces.push(self.score_table(number, &cards));
        }
        pieces.push(self.match_table());
        let mut made = Vec::new();
        for (index, column) in fill(&pieces, grid.height()).iter().enumerate() {
            let mut sheet = Sheet::with_head(setter, first + index, &words.score);
            for (piece, top) in pieces[column.from..column.to].iter().zip(&column.tops) {
                sheet.place(&piece.items, grid.left(sheet.page), grid.top() + top);
            }
            made.push(sheet);
        }
        made
    }

    fn score_table(&self, number: usize, cards: &str) -> Piece {
        let words = self.sheets.words;
        let sum = format!("= {cards}");
        let heads = [
            &words.score_promoted,
            &words.score_hand,
            &words.score_layout,
            &words.score_sum,
            &words.score_place,
        ];
        let heads: Vec<&str> = heads.into_iter().map(String::as_str).collect();
        let starter = self.rounds[number - 1].starter;
        let title = self.sheets.round_name(number);
        let by_turns = self.rounds[number - 1].table.rules().play == Play::Turns;
        self.grid_table(
            &title,
            &heads,
            |column| (column == 3).then_some(sum.as_str()),
            by_turns.then_some(starter),
        )
    }

    fn match_table(&self) -> Piece {
        let words = self.sheets.words;
        let numbers: Vec<String> = (1..=self.rounds.len().min(10)).map(|number| number.to_string()).collect();
        let mut heads: Vec<&str> = numbers.iter().map(String::as_str).collect();
        heads.extend([words.score_total.as_str(), words.score_place.as_str()]);
        self.grid_table(&words.score_match, &heads, |_| None, None)
    }

    /// A table to write in, a row a seat.
    fn grid_table<'t>(
        &self,
        title: &str,
        heads: &[&str],
        printed: impl Fn(usize) -> Option<&'t str>,
        starter: Option<Seat>,
    ) -> Piece {
        let (setter, words) = (self.sheets.setter, self.sheets.words);
        let measure = setter.grid.measure;
        let names = 0.28 * measure;
        let step = (measure - names) / heads.len() as f32;
        let mut items = vec![Item::tagged(
            Tag::Head(2),
            vec![Item::Text(Text::new(Face::SerifSemibold, 10.5, Ink::Text, title).at(0.0, 10.0))],
        )];
        for (column, head) in heads.iter().enumerate() {
            let x = names + (column as f32 + 0.5) * step;
            let lines = head_lines(head, step - 4.0).into_iter().rev().enumerate();
            items.extend(lines.map(|(line, text)| Item::Text(text.centred(x, 10.0 - 8.5 * line as f32))));
        }
        let rule = |y: f32| Item::stroke(Path::line(0.0, y, measure, y), Stroke::solid(Ink::Outline, 0.75));
        let top = 15.0;
        items.push(rule(top));
        for seat in Seat::all(self.count()) {
            let y = top + seat.index() as f32 * ROW;
            items.extend(seat_disc(seat, 8.0, y + ROW / 2.0, 10.0));
            let face = if starter == Some(seat) { Face::SansSemibold } else { Face::Sans };
            let mark = if starter == Some(seat) { " •" } else { "" };
            let name = Text::new(face, 9.0, Ink::Text, format!("{}{mark}", words.seat_name(seat)));
            items.push(Item::Text(name.at(20.0, y + ROW / 2.0 + 3.2)));
            for column in 0..heads.len() {
                if let Some(text) = printed(column) {
                    let text =
                        Text { figures: Figures::Lining, ..Text::new(Face::Sans, 9.0, Ink::Label, text) };
                    let x = names + (column as f32 + 0.5) * step;
                    items.push(Item::Text(text.centred(x, y + ROW / 2.0 + 3.2)));
                }
            }
            items.push(rule(y + ROW));
        }
        let bottom = top + self.count() as f32 * ROW;
        for column in 0..heads.len() {
            let x = names + column as f32 * step;
            items.push(Item::stroke(Path::line(x, top, x, bottom), Stroke::solid(Ink::Line, 0.75)));
        }
        Piece { before: 16.0, height: bottom, items, ..Piece::default() }
    }

    /// A win of every deal alone, in words, on pages of their own.
    fn solutions(&self, first: usize) -> Result<Vec<Sheet>, BadKit> {
        let (sheets, setter, words) = (self.sheets, self.sheets.setter, self.sheets.words);
        let mut pieces = Vec::new();
        for (number, round) in (1..).zip(self.rounds) {
            for (index, solution) in round.solutions.iter().enumerate() {
                let round_name = sheets.round_name(number);
                let head = match round.solutions.len() {
                    1 => round_name,
                    _ => {
                        let name = words.seat_name(Seat::new(index));
                        sheets.fill(&words.solution, &[("round", &round_name), ("seat", &name)])
                    }
                };
                let told = setter
                    .language
                    .teller(solution.start())
                    .tell(solution.played(), words::Style::Compact)?;
                pieces.extend(self.solution(&head, None, &told));
            }
        }
        Ok(self.two_columns(first, &words.solutions, &words.solutions_note, &pieces))
    }

    /// The solutions of the puzzles, on pages of their own.
    fn duel_solutions(&self, first: usize) -> Result<Vec<Sheet>, BadKit> {
        let words = self.sheets.words;
        let mut pieces = Vec::new();
        for (number, puzzle) in (1..).zip(self.duels) {
            let solution = self.sheets.duel_solution(number, &puzzle.duel)?;
            pieces.extend(self.solution(&solution.head, Some(&solution.answer), &solution.moves));
        }
        Ok(self.two_columns(first, &words.duel_solutions, &words.duel_solutions_note, &pieces))
    }

    /// A head, perhaps an answer, and numbered moves as pieces of a narrow column.
    fn solution(&self, head: &str, answer: Option<&str>, moves: &[String]) -> Vec<Piece> {
        let setter = self.sheets.setter;
        let head = Text::new(Face::SerifSemibold, 10.5, Ink::Text, head);
        let head = fitted(head, setter.grid.half(), 8.0).at(0.0, 10.0);
        let items = vec![Item::tagged(Tag::Head(2), vec![Item::Text(head)])];
        let (before, height, keep) = (14.0, 15.0, Keep::WithNext);
        let mut pieces = vec![Piece { before, height, keep, items, ..Piece::default() }];
        if let Some(answer) = answer {
            pieces.extend(lines_of(setter, &[Span::new(Face::Serif, answer)], setter.grid.half(), 9.0, 11.0));
            pieces.last_mut().into_iter().for_each(|piece| piece.keep = Keep::WithNext);
        }
        let mut spans = Vec::new();
        for (step, line) in (1..).zip(moves) {
            spans.push(Span::new(Face::SansSemibold, format!("{step}.\u{A0}")));
            spans.push(Span::new(Face::Sans, format!("{line} ")));
        }
        pieces.extend(lines_of(setter, &spans, setter.grid.half(), 8.0, 10.0));
        pieces
    }

    /// Pages of two columns; the title and a warning stand over both of the first page.
    fn two_columns(&self, first: usize, title: &str, note: &str, pieces: &[Piece]) -> Vec<Sheet> {
        let setter = self.sheets.setter;
        let grid = &setter.grid;
        let mut top = vec![chapter_title(setter, title)];
        let note = setter.language.typeset(note);
        top.extend(lines_of(setter, &[Span::new(Face::SerifItalic, note)], grid.measure, 10.0, 13.0));
        let used: f32 = top.iter().map(|piece| piece.height).sum::<f32>() + 6.0;
        let pairs = |pieces: &[Piece], height: f32| -> Vec<_> {
            fill_pairs(pieces, height).into_iter().map(|(left, right)| vec![left, right]).collect()
        };
        let filled = crate::book::flow::with_first(pieces, grid.height() - used, grid.height(), pairs);
        let mut made = Vec::new();
        for (index, columns) in filled.iter().enumerate() {
            let mut sheet = Sheet::with_head(setter, first + index, title);
            let (left, mut begin) = (grid.left(sheet.page), grid.top());
            if index == 0 {
                let mut y = grid.top();
                for piece in &top {
                    sheet.place(&piece.items, left, y);
                    y += piece.height;
                }
                begin += used;
            }
            for (side, column) in columns.iter().enumerate() {
                let x = left + side as f32 * (grid.half() + grid.gutter);
                for (piece, top) in pieces[column.from..column.to].iter().zip(&column.tops) {
                    sheet.place(&piece.items, x, begin + top);
                }
            }
            made.push(sheet);
        }
        made
    }
}

fn chapter_title(setter: &Setter, title: &str) -> Piece {
    let text = Text::new(Face::Display, 26.0, Ink::Text, title);
    let text = fitted(text, setter.grid.measure, 14.0).at(0.0, 2.0 * setter.grid.lead);
    let items = vec![Item::tagged(Tag::Head(1), vec![Item::Text(text)])];
    Piece { height: 3.0 * setter.grid.lead, keep: Keep::WithNext, items, ..Piece::default() }
}

/// Lines of text as pieces.
fn lines_of(setter: &Setter, spans: &[Span], width: f32, size: f32, lead: f32) -> Vec<Piece> {
    let style = setter.ragged(size);
    let lines = paragraph::set(spans, &style, width).into_iter();
    let placed = lines.map(|line| line.items.into_iter().map(|item| item.moved(0.0, 0.8 * lead)).collect());
    let piece = |items| Piece { height: lead, items, ..Piece::default() };
    let mut pieces: Vec<Piece> = told::lines(Tag::Paragraph, placed).map(piece).collect();
    keep_lines_together(&mut pieces);
    pieces
}
