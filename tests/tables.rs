//! Positions as text, Markdown and HTML tables.

use dealpress::assets::Assets;
use dealpress::catalogue::Catalogue;
use dealpress::figure::theme::Theme;
use dealpress::game::{Move, Position};
use dealpress::output::html::{self, Border, Size, Style, TableOptions};
use dealpress::output::seats::{table_html, table_text};
use dealpress::output::text::{self, Numbers, TextOptions, ascii};
use dealpress::output::{Down, Labels, StockView, Suits};
use dealpress::seats::{Table, TableDeal};
use dealpress::variant::RuleChanges;
use dealpress::walkthrough::{DealSource, Transcript, Walkthrough};
use dealpress::words::{Language, SeatWords};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

const SAMPLE: &str = include_str!("../examples/somerset-sample.md");
const DOWN: [Down; 4] = [Down::Counted, Down::Blank, Down::Marked, Down::Shown];
const STAGES: &str = include_str!("data/somerset-stages.txt");

fn catalogue() -> Catalogue {
    Catalogue::new(Assets::embedded())
}

fn language(code: &str) -> Language {
    Language::load(&Assets::embedded(), code).unwrap()
}

fn sample() -> Walkthrough {
    let transcript = Transcript::read("sample.md", SAMPLE).unwrap();
    let DealSource::Given(deal) = transcript.deal() else { panic!() };
    transcript.replay(&catalogue().start(&catalogue().deal_of(deal).unwrap()).unwrap()).unwrap()
}

fn start(id: &str, changes: &[&str]) -> Position {
    let changes = RuleChanges::from_settings(changes).unwrap();
    let deal = catalogue().deal_under(&id.parse().unwrap(), &changes).unwrap();
    catalogue().start(&deal).unwrap()
}

fn stage_four(code: &str, options: &TableOptions) -> String {
    let language = language(code);
    let game = sample();
    let position = &game.stages()[3].position;
    html::table(position, &Labels::new(&language, position, None, Some(4)), &language, options)
}

/// The cells of a table, row by row; what spans rows is left out.
fn cells(table: &str) -> Vec<Vec<String>> {
    let cell = |part: &str| {
        let (tag, text) = part.split_once('>').unwrap();
        let text = text.split('<').next().unwrap().trim();
        (tag.contains("rowspan"), text.to_string())
    };
    let table = table.split("</table>").next().unwrap();
    let rows = table.split("<tr>").skip(1);
    let row = |row: &str| {
        let mut cells = Vec::new();
        for part in row.split("<t").skip(1) {
            let wide = part.split_once("colspan=\"").map_or(1, |(_, rest)| rest[..1].parse().unwrap());
            let (spanned, text) = cell(part);
            cells.extend(std::iter::repeat_n(text, if spanned { 0 } else { wide }));
        }
        cells
    };
    rows.map(row).collect()
}

#[test]
fn the_fourteen_stages_agree_cell_by_cell_with_the_accepted_ones() {
    let english = language("en");
    let game = sample();
    let accepted: Vec<&str> = STAGES.split("\n\n").collect();
    assert_eq!(accepted.len(), 15);
    for (stage, accepted) in game.stages().iter().zip(accepted) {
        let labels = Labels::new(&english, &stage.position, None, Some(stage.number));
        let text = text::text(&stage.position, &labels, &english, &TextOptions::default());
        let accepted: Vec<&str> = accepted.lines().map(str::trim_end).collect();
        assert_eq!(text.lines().collect::<Vec<_>>(), accepted, "stage {}", stage.number);
    }
    assert!(STAGES.contains(&format!("all {} moves legal, won: True", game.moves_count())));
}

#[test]
fn stage_four_as_a_table_agrees_with_the_published_one() {
    let published = [
        "stage 4,/0,0/1,/2,0/3,0/4,0/5,/6",
        "pile,1,2,3,4,5,6,7",
        "1/6,6/6,,,,,",
        ",5/6,3/5,,,,",
        ",5/5,2/5,4/4,,,",
        ",,,,,0/0,2/6",
        ",,,,3/3,,",
        ",,,,2/3,,",
    ];
    for size in [Size::Full, Size::Brief, Size::Least] {
        let table = stage_four("en", &TableOptions { size, down: Down::Blank, ..TableOptions::default() });
        let rows: Vec<String> = cells(&table).iter().map(|row| row.join(",")).collect();
        assert_eq!(rows, published);
    }
    let marked = stage_four("en", &TableOptions { down: Down::Marked, ..TableOptions::default() });
    assert_eq!(cells(&marked)[2], ["1/6", "6/6", "down", "down", "down", "down", "down"]);
    assert_eq!(marked.matches("down").count(), 1 + 4 + 3 + 3 + 1 + 2 - 1);
}

/// How many bytes a text has when it is sent.
fn sent(text: &str) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap().len()
}

#[test]
fn tables_without_style_stay_within_their_bytes() {
    let brief = TableOptions { size: Size::Brief, ..TableOptions::default() };
    let least = TableOptions { size: Size::Least, ..TableOptions::default() };
    for code in ["en", "it", "fr", "sv"] {
        let language = language(code);
        for (options, most) in [(brief, 700), (least, 500), (TableOptions::default(), 900)] {
            let table = stage_four(code, &options);
            assert!(table.len() <= most, "{code} {options:?}: {}", table.len());
        }
        for id in ["klondike#42", "klondike-3#42"] {
            let deal = start(id, &[]);
            let labels = Labels::new(&language, &deal, Some("Klondike 42"), None);
            for down in DOWN {
                for (size, most) in [(Size::Full, 1_700), (Size::Brief, 1_500), (Size::Least, 1_100)] {
                    let options = TableOptions { down, size, ..TableOptions::default() };
                    let table = html::table(&deal, &labels, &language, &options);
                    assert!(table.len() <= most, "{code} {id} {options:?}: {}", table.len());
                    assert!(sent(&table) <= 600, "{code} {id} {options:?}: {}", sent(&table));
                }
            }
        }
    }
}

/// Every option for every game, in every language, with the longest columns that there are.
#[test]
fn every_game_is_told_in_each_form() {
    let catalogue = catalogue();
    let longest = "game: klondike\ntableau:\n  - 2S\n  -\n  -\n  -\n  -\n  -\n  \
        - 2H 3H 4H 5H 6H 7H | KS QD JS TD 9S 8D 7S 6D 5S 4D 3S 2D AS\nfoundations: KC AH AD\n\
        stock: 8H 9H TH JH QH KH 3D 4S 5D 6S 7D 8S 9D TS JD QS KD\n";
    let mut positions = vec![catalogue.start(&catalogue.read_deal("long.yaml", longest).unwrap()).unwrap()];
    positions.extend(catalogue.names().iter().map(|name| start(&format!("{name}#1"), &[])));
    for code in ["en", "it", "fr", "sv"] {
        let language = language(code);
        for position in &positions {
            let columns = position.columns();
            let down: usize = columns.iter().map(|pile| pile.down).sum();
            let up = columns.iter().map(|pile| pile.cards.len()).sum::<usize>() - down;
            let depth = columns.iter().map(|pile| pile.cards.len()).max().unwrap();
            let open = columns.iter().map(|pile| pile.face_up().len()).max().unwrap();
            let labels = Labels::new(&language, position, None, None);
            let width = columns.len().max(position.foundations().len());
            for suits in [Suits::Symbols, Suits::Letters, Suits::Words] {
                for down_as in DOWN {
                    for stock in [StockView::Counted, StockView::Listed] {
                        for size in [Size::Full, Size::Brief] {
                            let style = Style::Inline;
                            let border = Border::Lines;
                            let options = TableOptions { suits, down: down_as, stock, border, size, style };
                            let table = html::table(position, &labels, &language, &options);
                            let mut rows = cells(&table);
                            let counts = (down_as == Down::Counted && down > 0).then(|| rows.remove(2));
                            let depth = if counts.is_some() { open } else { depth };
                            assert_eq!(rows.len(), 2 + depth, "{code} {options:?}");
                            if let Some(counts) = counts {
                                assert_eq!(counts[0], language.table_words().face_down);
                                let counts = counts[1..=columns.len()].iter();
                                let counts = counts.map(|count| count.parse::<usize>().unwrap());
                                assert!(counts.eq(columns.iter().map(|pile| pile.down)), "{table}");
                                // Where there is one row of open cards its head spans none.
                                if depth == 1 {
                                    assert_eq!(rows[2].remove(0), language.table_words().face_up);
                                }
                            }
                            let filled: usize =
                                rows[2..].iter().flatten().filter(|cell| !cell.is_empty()).count();
                            let spaces = columns.iter().filter(|pile| pile.cards.is_empty()).count();
                            let wanted = match down_as {
                                Down::Counted | Down::Blank => up + spaces,
                                Down::Marked | Down::Shown => up + down + spaces,
                            };
                            assert_eq!(filled, wanted, "{code} {options:?}\n{table}");
                            let broad = |row: &Vec<String>| row.len();
                            assert!(rows[2..].iter().all(|row| broad(row) == width), "{code} {options:?}");
                            let packets = if position.rules().has_stock() { 2 } else { 0 };
                            assert_eq!(table.matches("<p>").count(), packets);
                            let styled = table.matches(" style=\"").count();
                            assert!(styled >= filled, "{code}: {table}");
                        }
                        let numbers = Numbers::Always;
                        let options = TextOptions { suits, down: down_as, stock, numbers };
                        let markdown = text::markdown(position, &labels, &language, &options);
                        let rows = markdown.lines().filter(|line| line.starts_with('|'));
                        assert!(rows.clone().all(|row| row.matches('|').count() == width + 2), "{markdown}");
                        let is_counted = down_as == Down::Counted && down > 0;
                        assert_eq!(rows.count(), 3 + if is_counted { 1 + open } else { depth });
                        let block =
                            text::gemtext(position, "A ` deal", &labels, &language, &options).unwrap();
                        let head = language.labelled("```A ' deal", "");
                        assert!(block.starts_with(&head) && block.ends_with("\n```\n"), "{block}");
                        assert_eq!(block.matches("```").count(), 2);
                    }
                }
            }
        }
    }
}

#[test]
fn klondike_tables_have_stock_and_waste() {
    let mut position = start("klondike#42", &["draw=3"]);
    for _ in 0..2 {
        position.play(Move::Turn).unwrap();
    }
    let english = language("en");
    let labels = Labels::new(&english, &position, None, None);
    let mut all = String::new();
    for down in DOWN {
        for suits in [Suits::Symbols, Suits::Letters, Suits::Words] {
            let options = TableOptions { down, suits, ..TableOptions::default() };
            all += &html::table(&position, &labels, &english, &options);
        }
        let options = TextOptions { down, ..TextOptions::default() };
        all += &text::text(&position, &labels, &english, &options);
        all += &text::markdown(&position, &labels, &english, &options);
    }
    insta::assert_snapshot!(all);
    let counted = TextOptions { stock: StockView::Counted, suits: Suits::Letters, ..TextOptions::default() };
    let text = text::text(&position, &labels, &english, &counted);
    assert!(text.contains("stock: 18 cards") && text.contains("(6 cards)"), "{text}");
    assert!(text.is_ascii());
}

#[test]
fn tables_speak_each_language() {
    let deal = start("klondike#42", &[]);
    let double = start("klondike#1", &["packs=2", "columns=9"]);
    let mut all = String::new();
    for code in ["it", "fr", "sv"] {
        let language = language(code);
        for position in [&sample().stages()[3].position, &deal, &double] {
            let labels = Labels::new(&language, position, None, Some(4));
            all += &text::text(position, &labels, &language, &TextOptions::default());
            let options = TableOptions { down: Down::Marked, ..TableOptions::default() };
            all += &html::table(position, &labels, &language, &options);
        }
    }
    insta::assert_snapshot!(all);
}

#[test]
fn large_packs_and_won_games_are_drawn_too() {
    let english = language("en");
    for ranks in 3..=15usize {
        let position = start(&format!("somerset-klondike@{ranks}#1"), &[]);
        let labels = Labels::new(&english, &position, None, Some(1));
        let text = text::text(&position, &labels, &english, &TextOptions::default());
        assert_eq!(text.lines().count(), ranks + 1);
    }
    let game = sample();
    let labels = Labels::new(&english, game.end(), None, Some(14));
    let table = html::table(game.end(), &labels, &english, &TableOptions::default());
    assert!(!table.contains("empty"), "{table}");
    assert_eq!(cells(&table), [["stage 14", "0/0", "1/1", "2/2", "3/3", "4/4", "5/5", "6/6"]]);
}

#[test]
fn a_title_can_do_no_harm() {
    let english = language("en");
    let position = start("klondike#42", &[]);
    let title = format!("<script>alert(1)</script>]]>\"'&\u{202e}|\n{}", "x".repeat(100_000));
    let labels = Labels::new(&english, &position, Some(&title), None);
    let table = html::table(&position, &labels, &english, &TableOptions::default());
    assert!(table.len() < 3000 && !table.contains("<script") && !table.contains('\u{202e}'));
    let marked = TextOptions { down: Down::Marked, ..TextOptions::default() };
    let block = text::gemtext(&position, &format!("{title}```"), &labels, &english, &marked).unwrap();
    assert!(block.len() < 3000 && block.matches("```").count() == 2 && !block.contains('\u{202e}'));
    let page = html::page(&title, &[table], &english);
    assert!(page.len() < 4000 && !page.contains("<script") && page.contains("&lt;script&gt;"));
}

#[test]
fn borders_are_an_option() {
    let lines = stage_four("en", &TableOptions { border: Border::Lines, ..TableOptions::default() });
    assert!(lines.starts_with("<table border=\"1\">"));
}

/// Lines would else be red round red cards; what stands before the numbers is a head like the other heads.
#[test]
fn lines_have_one_colour_and_heads_look_alike() {
    let english = language("en");
    let deal = start("klondike#42", &[]);
    let labels = Labels::new(&english, &deal, None, None);
    for down in DOWN {
        let (border, style) = (Border::Lines, Style::Inline);
        let options = TableOptions { border, style, down, ..TableOptions::default() };
        let table = html::table(&deal, &labels, &english, &options);
        let table = &table[..table.find("</table>").unwrap()];
        let tags: Vec<&str> =
            table.split('<').filter(|tag| ["td", "th"].contains(&&tag[..2.min(tag.len())])).collect();
        assert!(tags.len() > 20 && tags.iter().all(|tag| tag.contains("border:1px solid #888")), "{table}");
        let look = |head: &str| {
            let tag = tags.iter().find(|tag| tag.ends_with(&format!(">{head}"))).unwrap();
            tag.split_once(" style=").unwrap().1.split_once('>').unwrap().0.to_string()
        };
        assert_eq!(look("column"), look("foundations"));
    }
}

/// A table in which face-down cards are counted, read back, is the position.
#[test]
fn what_is_counted_is_true_in_every_stage() {
    for code in ["en", "it", "fr", "sv"] {
        let language = language(code);
        for stage in sample().stages() {
            let labels = Labels::new(&language, &stage.position, None, Some(stage.number));
            for size in [Size::Full, Size::Brief] {
                let options = TableOptions { size, ..TableOptions::default() };
                let table = html::table(&stage.position, &labels, &language, &options);
                assert!(!table.contains("colspan"), "{table}");
                let mut rows = cells(&table);
                let is_counted = rows.get(2).is_some_and(|row| row[0] == language.table_words().face_down);
                let counts = if is_counted { rows.remove(2) } else { Vec::new() };
                if stage.position.is_won() {
                    assert_eq!(rows.len(), 1);
                    continue;
                }
                // Where there is one row of cards its head spans none.
                if rows.len() == 3 {
                    rows[2].remove(0);
                }
                for (column, pile) in stage.position.columns().iter().enumerate() {
                    let told = counts.get(column + 1).map_or(0, |count| count.parse().unwrap());
                    assert_eq!(told, pile.down, "{code} stage {}", stage.number);
                    let pack = &stage.position.rules().pack;
                    let mut open: Vec<String> = pile.face_up().iter().map(|&card| pack.text(card)).collect();
                    if pile.cards.is_empty() {
                        open.push(language.table_words().empty.clone());
                    }
                    open.resize(rows.len() - 2, String::new());
                    let told: Vec<&String> = rows[2..].iter().map(|row| &row[column]).collect();
                    assert_eq!(
                        told,
                        open.iter().collect::<Vec<_>>(),
                        "{code} stage {}\n{table}",
                        stage.number
                    );
                }
            }
        }
    }
}

#[test]
fn captions_say_what_is_true() {
    let caption = |down| {
        let table = stage_four("en", &TableOptions { down, ..TableOptions::default() });
        table.split_once("<caption>").unwrap().1.split_once("</caption>").unwrap().0.to_string()
    };
    let usual = "Somerset Klondike, foundations first; empty: /0 /2 /6";
    assert_eq!(caption(Down::Counted), usual);
    assert_eq!(caption(Down::Blank), format!("{usual}; gaps over a card lie face down"));
    assert_eq!(caption(Down::Marked), usual);
    assert_eq!(caption(Down::Shown), format!("{usual}; in brackets: face down"));
}

#[test]
fn empty_foundations_are_told() {
    let english = language("en");
    let deal = start("klondike#42", &[]);
    let labels = Labels::new(&english, &deal, None, None);
    for (suits, told) in [
        (Suits::Symbols, ["♣ empty", "♦ empty", "♥ empty", "♠ empty"]),
        (Suits::Letters, ["C empty", "D empty", "H empty", "S empty"]),
        (Suits::Words, ["clubs, empty", "diamonds, empty", "hearts, empty", "spades, empty"]),
    ] {
        let table = html::table(&deal, &labels, &english, &TableOptions { suits, ..TableOptions::default() });
        assert_eq!(cells(&table)[0][1..5], told);
        let options = TextOptions { suits, ..TextOptions::default() };
        let markdown = text::markdown(&deal, &labels, &english, &options);
        assert!(markdown.starts_with(&format!("| foundations | {} |", told.join(" | "))), "{markdown}");
    }
    let game = sample();
    let markdown = text::markdown(&game.stages()[3].position, &labels, &english, &TextOptions::default());
    assert!(markdown.ends_with("\n\nempty: /0 /2 /6\n"), "{markdown}");
}

#[test]
fn somerset_piles_are_numbered_in_text_if_that_is_asked() {
    let english = language("en");
    let game = sample();
    let position = &game.stages()[10].position;
    let labels = Labels::new(&english, position, None, Some(11));
    let options = TextOptions { numbers: Numbers::Always, ..TextOptions::default() };
    let text = text::text(position, &labels, &english, &options);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>(), ["1", "2", "3", "4", "5", "6", "7"]);
    let spaces = position.columns().iter().filter(|pile| pile.cards.is_empty()).count();
    assert_eq!(lines[2].matches("empty").count(), spaces, "{text}");
    let options = TextOptions { down: Down::Counted, ..options };
    let text = text::text(&game.stages()[3].position, &labels, &english, &options);
    let counts: Vec<&str> = text.lines().nth(2).unwrap().split_whitespace().collect();
    assert_eq!(counts, ["#1", "#2", "#4", "#3", "#3"], "{text}");
}

#[test]
fn text_with_letters_for_suits_is_ascii_in_every_language() {
    let catalogue = catalogue();
    for code in ["en", "it", "fr", "sv"] {
        let language = language(code);
        let words = SeatWords::load(catalogue.assets(), &language).unwrap();
        let theme = Theme::load(catalogue.assets(), "light").unwrap();
        for stock in [StockView::Counted, StockView::Listed] {
            let options = TextOptions { suits: Suits::Letters, stock, ..TextOptions::default() };
            for name in catalogue.names() {
                let deal = start(&format!("{name}#1"), &[]);
                let labels = Labels::new(&language, &deal, None, Some(4));
                let text = text::text(&deal, &labels, &language, &options);
                assert!(text.is_ascii() && !text.contains("[?]"), "{code}: {text}");
            }
            let id = "double-solitaire#1".parse().unwrap();
            let deal = TableDeal::named(&catalogue, &id, &RuleChanges::default(), false).unwrap();
            let table = Table::start(&catalogue, &deal).unwrap();
            let text = table_text(&table, None, &words, &language, &options);
            assert!(text.is_ascii(), "{code}: {text}");
            let foundations = ascii(&language.labelled(&language.table_words().foundations, ""));
            assert!(!text.lines().any(|line| line.ends_with(foundations.trim_end())), "{code}: {text}");
            let counted = table_html(
                &table,
                None,
                &words,
                &language,
                &TableOptions::default(),
                dealpress::output::seats::Bars::Inline(&theme),
            );
            assert_eq!(counted.matches(&format!(">{}<", language.table_words().face_down)).count(), 2);
            assert!(counted.lines().next().unwrap().contains(&language.table_words().all_empty), "{counted}");
        }
    }
}
