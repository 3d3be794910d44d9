//! Puzzles of one turn: each is proved against a search that leaves nothing out, is found again from its
//! seed, and is made, drawn and checked by the command.

use assert_cmd::Command;
use dealpress::assets::Assets;
use dealpress::card::Pack;
use dealpress::catalogue::Catalogue;
use dealpress::figure::Item;
use dealpress::figure::seats::TableLook;
use dealpress::figure::theme::Theme;
use dealpress::game::{Move, Position};
use dealpress::output::html::TableOptions;
use dealpress::output::text::TextOptions;
use dealpress::output::turn::{self, turn_html};
use dealpress::output::{StockView, Suits, seats};
use dealpress::puzzle::DuelText;
use dealpress::seats::duel::{Duel, find};
use dealpress::seats::puzzle::Task;
use dealpress::seats::{Play, Seat, Table, TableDeal, TurnGame, act_text};
use dealpress::words::{Language, PlaceNames, SeatWords};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tempfile::TempDir;

fn catalogue() -> Catalogue {
    Catalogue::new(Assets::embedded())
}

fn table(id: &str) -> Table {
    let deal = TableDeal::named(&catalogue(), &id.parse().unwrap(), &Default::default(), false).unwrap();
    Table::start(&catalogue(), &deal).unwrap()
}

/// The puzzles of `tests/cases/duels`, each with its file's name, sorted by it.
fn cases() -> Vec<(String, DuelText, Duel)> {
    let files = std::fs::read_dir("tests/cases/duels").unwrap();
    let mut paths: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let read = |path: &Path| {
        let name = path.display().to_string();
        let text = DuelText::read(&name, &std::fs::read_to_string(path).unwrap()).unwrap();
        let duel = text.duel(&name, &catalogue()).unwrap();
        (name, text, duel)
    };
    paths.iter().map(|path| read(path)).collect()
}

/// A move as it matters: the card, what it comes to lie on, and whether that is a foundation.
type Told = (usize, Option<usize>, bool);

/// What the plain search finds: the most cards that go up in the positions that it has gone through, and the
/// sets of moves of all shortest lines that do the task, with their length.
struct Plain {
    most: usize,
    moves: Option<usize>,
    ways: BTreeSet<Vec<Told>>,
}

/// Goes through the positions of a turn by the referee's own list of moves: no shortcut, no position taken for
/// another that differs in anything.
fn everything(table: &Table, seat: Seat, task: Task) -> Plain {
    let name = |position: &Position| -> Vec<u8> {
        let mut name = Vec::new();
        for pile in position.columns() {
            name.extend([pile.down as u8, pile.cards.len() as u8]);
            name.extend(pile.cards.iter().map(|card| card.index() as u8));
        }
        name.extend(position.waste().iter().map(|card| card.index() as u8));
        name.extend(position.foundations());
        name
    };
    let up =
        |position: &Position| -> usize { position.foundations().iter().map(|&at| usize::from(at)).sum() };
    let start = table.seat(seat).clone();
    let others: Vec<_> = Seat::all(table.count())
        .filter(|&other| other != seat)
        .flat_map(|other| {
            let position = table.seat(other);
            let tops = position.columns().iter().filter_map(|pile| pile.top());
            tops.chain(position.waste().last().copied()).collect::<Vec<_>>()
        })
        .collect();
    let leaves_nothing =
        |position: &Position| others.iter().all(|&card| position.foundation_for(card).is_none());
    // First the positions, by the fewest moves that lead to them: all of them, or where that is enough those
    // up to the first that does the task.
    let mut layers: Vec<BTreeMap<Vec<u8>, Position>> = vec![BTreeMap::from([(name(&start), start.clone())])];
    let mut seen: BTreeSet<Vec<u8>> = layers[0].keys().cloned().collect();
    let moves_of = |position: &Position| -> Vec<Move> {
        let moves = position.legal_moves().into_iter();
        moves.filter(|act| !matches!(act, Move::Turn | Move::Redeal)).collect()
    };
    while let Some(layer) = layers.last().filter(|layer| !layer.is_empty()) {
        if task == Task::LeaveNothing && layer.values().any(leaves_nothing) {
            break;
        }
        let mut next = BTreeMap::new();
        for position in layer.values() {
            for act in moves_of(position) {
                let mut after = position.clone();
                after.play(act).unwrap();
                let after_name = name(&after);
                if seen.insert(after_name.clone()) {
                    next.insert(after_name, after);
                }
            }
        }
        layers.push(next);
        assert!(seen.len() < 70_000, "too large for a test");
    }
    let all = || layers.iter().flat_map(BTreeMap::values);
    let most = all().map(|position| up(position) - up(&start)).max().unwrap();
    let is_done = |position: &Position| match task {
        Task::Most => up(position) - up(&start) == most,
        Task::GoOut => up(position) - up(&start) == table.left(seat),
        Task::LeaveNothing => leaves_nothing(position),
    };
    // Then every way to those that do the task in the fewest moves.
    let Some(moves) = layers.iter().position(|layer| layer.values().any(is_done)) else {
        return Plain { most, moves: None, ways: BTreeSet::new() };
    };
    let mut ways: BTreeMap<Vec<u8>, BTreeSet<Vec<Told>>> =
        BTreeMap::from([(name(&start), BTreeSet::from([Vec::new()]))]);
    for depth in 0..moves {
        let mut next: BTreeMap<Vec<u8>, BTreeSet<Vec<Told>>> = BTreeMap::new();
        for (before, sets) in &ways {
            let position = &layers[depth][before];
            for act in moves_of(position) {
                let mut after = position.clone();
                let played = after.play(act).unwrap();
                let after = name(&after);
                if !layers[depth + 1].contains_key(&after) {
                    continue;
                }
                let is_up = matches!(act, Move::Promote { .. });
                let told = (played.cards[0].index(), played.onto.map(|card| card.index()), is_up);
                for set in sets {
                    let mut set = set.clone();
                    set.push(told);
                    set.sort_unstable();
                    next.entry(after.clone()).or_default().insert(set);
                }
            }
        }
        ways = next;
    }
    let done = ways.into_iter().filter(|(name, _)| is_done(&layers[moves][name]));
    Plain { most, moves: Some(moves), ways: done.flat_map(|(_, sets)| sets).collect() }
}

#[test]
fn twenty_puzzles_of_one_turn_hold_against_a_search_that_leaves_nothing_out() {
    let cases = cases();
    let mut counts = BTreeMap::new();
    for (name, text, duel) in &cases {
        let plain = everything(&duel.table, duel.seat, duel.task);
        assert_eq!(plain.moves, Some(duel.answer.line.len()), "{name}: no shorter way");
        assert_eq!(plain.ways.len() == 1, text.proof.unique, "{name}: {} ways", plain.ways.len());
        match duel.task {
            Task::Most => assert_eq!(plain.most, text.proof.promoted, "{name}: the exact maximum"),
            Task::GoOut => assert_eq!(duel.table.left(duel.seat), text.proof.promoted, "{name}"),
            Task::LeaveNothing => {}
        }
        assert_eq!(text.faults(duel), Some(Vec::new()), "{name}");
        // The solution as the referee of the game sees it: moves of one turn, after which the task is done.
        let mut game = TurnGame::new(duel.table.clone());
        assert!(game.end().is_none(), "{name}: nobody is out yet");
        for token in text.solution.split(' ') {
            assert_eq!(game.turn(), duel.seat, "{name}");
            game.play_text(duel.seat, token).unwrap();
        }
        assert!(duel.is_done(), "{name}");
        *counts.entry(duel.task).or_insert(0) += 1;
    }
    assert!(cases.len() >= 20);
    assert!(Task::ALL.iter().all(|task| counts[task] >= 6), "{counts:?}");
}

#[test]
fn each_puzzle_is_found_again_from_its_seed() {
    for (name, text, duel) in cases() {
        let again = find(&table(&text.source), duel.task, None).unwrap();
        let english = Language::load(catalogue().assets(), "en").unwrap();
        assert_eq!(again.text(&text.source, &english).unwrap(), text, "{name}");
    }
}

#[test]
fn a_puzzle_with_another_way_is_told_so_and_false_claims_are_found() {
    let (_, text, _) = cases().into_iter().find(|case| case.2.task == Task::Most).unwrap();
    let name = "duel.yaml";
    let faults = |change: &dyn Fn(&mut DuelText)| {
        let mut text = text.clone();
        change(&mut text);
        let duel = text.duel(name, &catalogue()).unwrap();
        text.faults(&duel).unwrap().join("; ")
    };
    assert!(faults(&|text| text.proof.unique = false).contains("there is no other way"));
    assert!(faults(&|text| text.proof.promoted += 1).contains("promotes"));
    assert!(faults(&|text| text.proof.moves += 1).contains("moves: the solution has"));
    let short = |text: &mut DuelText| {
        let end = text.solution.rfind(' ').unwrap();
        text.solution.truncate(end);
    };
    assert!(faults(&short).contains("can be promoted in this turn"), "{}", faults(&short));
    // The six of diamonds goes on either black seven, to free the five of hearts: two ways.
    let several = "puzzle: most-cards\nsource: by hand\ntask: ''\nanswer: ''\nposition:\n  game: double-solitaire\n  seats:\n    \
        A:\n      tableau: [5H 6D, 7C, 7S, '', '', '', '']\n      \
        stock: 6C 8C 9C TC JC QC KC 5D 7D 8D 9D TD JD QD KD 6H 7H 8H 9H TH JH QH KH 6S 8S 9S TS JS QS KS\n    \
        B:\n      tableau: [KS, '', '', '', '', '', '']\n  foundations: 5C 4D 4H 5S KC KD KH QS\n  turn: A\n\
        solution: 6D@1>2 5H@1>f\nproof: {promoted: 1, most: true, moves: 2, shortest: true, unique: true}\n";
    let read = DuelText::read(name, several).unwrap();
    let duel = read.duel(name, &catalogue()).unwrap();
    assert_eq!(everything(&duel.table, duel.seat, duel.task).ways.len(), 2);
    assert_eq!(read.faults(&duel).unwrap(), ["unique: there are other ways that are as short"]);
    let english = Language::load(catalogue().assets(), "en").unwrap();
    let mut marked = duel.clone();
    marked.answer.is_unique = false;
    assert!(marked.answer_text(&english).unwrap().ends_with("It is one of several ways that are as short."));
}

fn dealpress(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("dealpress").unwrap();
    let output = command.current_dir(folder).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_makes_draws_and_checks_a_puzzle_of_each_task() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    for task in Task::ALL {
        let file = format!("{task}.yaml");
        let (code, _, error) =
            dealpress(folder, &["puzzle", task.code(), "double-solitaire", "--seed", "4", "-o", &file]);
        assert_eq!(code, 0, "{error}");
        let (code, out, _) = dealpress(folder, &["check", &file]);
        assert!(code == 0 && out.contains("the task is done and its proof holds"), "{out}");
        let (code, svg, error) = dealpress(folder, &["draw", &file]);
        assert!(code == 0 && svg.starts_with("<svg"), "{error}");
        for (language, word) in [("en", "is to move"), ("it", "Tocca"), ("fr", "au joueur"), ("sv", "i tur")]
        {
            for form in ["text", "html", "md", "gemtext"] {
                let (code, out, error) = dealpress(folder, &["draw", &file, "-f", form, "--lang", language]);
                assert!(code == 0 && out.contains(word), "{form} {language}: {error}{out}");
            }
        }
    }
    let refused = |args: &[&str], part: &str| {
        let (code, out, error) = dealpress(folder, args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {error}");
        assert!(error.contains(part), "{args:?}: {error}");
    };
    refused(&["puzzle", "go-out", "klondike"], "go-out is for games of several players");
    refused(&["puzzle", "endgame", "double-solitaire"], "most-cards, go-out and leave-nothing");
    refused(&["puzzle", "go-out", "double-solitaire-race"], "no puzzles of one turn");
    refused(&["puzzle", "go-out", "double-solitaire", "--level", "easy"], "no levels");
    refused(&["puzzle", "go-up", "double-solitaire"], "for games of several players most-cards");
    refused(&["solve", "go-out.yaml"], "this is a puzzle of one turn; `dealpress check`");
    refused(&["hint", "go-out.yaml"], "this is for several players");
    refused(&["grade", "go-out.yaml"], "this is a puzzle of one turn");
    refused(&["draw", "go-out.yaml", "--set", "draw=3"], "leave --set out");
    let text = std::fs::read_to_string(folder.join("go-out.yaml")).unwrap();
    let broken = |name: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        std::fs::write(folder.join(name), text.replace(from, to)).unwrap();
    };
    broken("turn.yaml", "\nsolution: ", "\nsolution: t ");
    refused(&["check", "turn.yaml"], "solution: move 1 (t): ");
    broken("other.yaml", "puzzle: go-out", "puzzle: go-home");
    refused(&["draw", "other.yaml"], "`go-home` is no task of one turn");
    broken("whose.yaml", "  turn: ", "  note: ");
    refused(&["draw", "whose.yaml"], "say whose turn it is");
}

/// The cards that a picture shows, by the titles that show on pointing.
fn titles(items: &[Item], found: &mut Vec<String>) {
    for item in items {
        if let Item::Group { title, items } = item {
            found.push(title.clone());
            titles(items, found);
        }
    }
}

/// How often a text tells of a card: its name, perhaps over the end of a line, not as the end of a longer word.
fn told(text: &str, name: &str) -> usize {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let before = |at: usize| text[..at].chars().next_back();
    text.match_indices(name).filter(|(at, _)| !before(*at).is_some_and(char::is_alphanumeric)).count()
}

#[test]
fn what_a_picture_shows_every_other_form_shows_and_no_more() {
    let (catalogue, pack) = (catalogue(), Pack::french(1));
    let theme = Theme::load(catalogue.assets(), "light").unwrap();
    for code in ["en", "it", "fr", "sv"] {
        let language = Language::load(catalogue.assets(), code).unwrap();
        let names = PlaceNames::load(catalogue.assets(), &language).unwrap();
        let words = SeatWords::load(catalogue.assets(), &language).unwrap();
        for (file, _, duel) in cases() {
            let (table, reader) = (&duel.table, Some(duel.seat));
            let look = TableLook { reader, ..TableLook::new(words.seat_names(table.count())) };
            let figure = seats::diagram(table, &look, &names).unwrap();
            let mut shown = Vec::new();
            titles(&figure.items, &mut shown);
            let shown = shown.join("\n");
            let texts =
                TextOptions { suits: Suits::Words, stock: StockView::Counted, ..TextOptions::default() };
            let tables =
                TableOptions { suits: Suits::Words, stock: StockView::Counted, ..TableOptions::default() };
            let gemtext = seats::table_gemtext(table, reader, "", &words, &language, &texts).unwrap();
            let forms = [
                ("words", figure.alt.clone()),
                ("text", seats::table_text(table, reader, &words, &language, &texts)),
                ("markdown", seats::table_markdown(table, reader, &words, &language, &texts)),
                (
                    "html",
                    seats::table_html(table, reader, &words, &language, &tables, seats::Bars::Inline(&theme)),
                ),
                ("gemtext", gemtext.split_once('\n').unwrap().1.to_string()),
            ];
            for card in pack.cards() {
                // Tables name ranks in words; pictures and what is heard of them have digits.
                let names = [language.card_name(&pack, card), language.card_told(&pack, card)];
                let names = if names[0] == names[1] { &names[..1] } else { &names[..] };
                let told = |text: &str| names.iter().map(|name| told(text, name)).sum::<usize>();
                for (form, text) in &forms {
                    // A title says that a card is a foundation's; the words do not, but name it as often.
                    assert_eq!(told(text), told(&shown), "{file} {code} {form}: {names:?}\n{text}");
                }
            }
            let seen = table.seen_waste(duel.seat, reader).len();
            assert_eq!(seen, table.seat(duel.seat).waste().len(), "{file}: the reader sees the whole waste");
        }
    }
}

#[test]
fn an_empty_pile_is_told_in_the_gender_of_its_noun() {
    let (catalogue, file) = (catalogue(), "tests/cases/duels/go-out-1086.yaml");
    let duel = cases().into_iter().find(|case| case.0 == file).unwrap().2;
    let empty = [("it", "mazzo: vuoto", "vuota"), ("sv", "talong: tom", "tom")];
    let empty = empty.into_iter().chain([("fr", "pioche : vide", "vide"), ("en", "stock: empty", "empty")]);
    for (code, stock, column) in empty {
        let language = Language::load(catalogue.assets(), code).unwrap();
        let words = SeatWords::load(catalogue.assets(), &language).unwrap();
        let options = TextOptions::default();
        let text = seats::table_markdown(&duel.table, Some(duel.seat), &words, &language, &options);
        let text = text.replace(['\u{a0}', '\u{202f}'], " ");
        assert!(text.contains(stock) && text.contains(&format!("| {column} |")), "{text}");
    }
}

/// Every act of a solution can be written and read back.
#[test]
fn a_solution_reads_back_as_written() {
    for (name, text, duel) in cases() {
        let mut now = duel.table.clone();
        let mut tokens = Vec::new();
        for &act in &duel.answer.line {
            tokens.push(act_text(&now, duel.seat, &act.into()));
            now.play(duel.seat, Play { act, place: None, picked: None }).unwrap();
        }
        assert_eq!(tokens.join(" "), text.solution, "{name}");
    }
}

#[test]
fn one_who_plays_reads_the_own_cards_as_a_table_and_the_others_in_lists() {
    let english = Language::load(catalogue().assets(), "en").unwrap();
    let words = SeatWords::load(catalogue().assets(), &english).unwrap();
    let (_, _, duel) = cases().into_iter().find(|(name, ..)| name.ends_with("go-out-1086.yaml")).unwrap();
    let tell = |told| turn_html(&duel.table, duel.seat, told, &words, &english);
    let other = "<ol><li>K♣ Q♦ J♣ 10♦ 9♠ 8♥ 7♣ 6♦ 5♣ 4♦</li><li>K♦</li><li>1 down, 8♦ 7♠ 6♥ 5♠ 4♥</li>\
                 <li>empty</li><li>empty</li><li>5 down, J♦ 10♣ 9♦ 8♣ 7♥ 6♣ 5♦</li><li>2 down, Q♥</li></ol>\n\
                 <p>stock: 8 cards; waste: 9♣</p>\n";
    let (foundations, heading) =
        ("<p>foundations of all: K♣ Q♦ 4♥ 7♠ 4♣ 3♦ 3♥ A♠</p>\n", "<h2>Seat A</h2>\n");
    let tables = tell(turn::Told::Tables);
    assert!(
        tables.starts_with(&format!("{foundations}{heading}<table>\n<caption>Seat A; in brackets")),
        "{tables}"
    );
    assert!(
        tables.contains("<h2>Seat B</h2>\n<table>\n<caption>Seat B</caption>") && !tables.contains("style=")
    );
    let own = tell(turn::Told::OwnTable);
    assert_eq!(own.matches("<table>").count(), 1);
    let note = "Column by column, the top card last";
    assert!(own.ends_with(&format!("<h2>Seat B</h2>\n<p>{note}</p>\n{other}")), "{own}");
    assert_eq!(own.split("<h2>Seat B").next(), tables.split("<h2>Seat B").next());
    let lists = format!(
        "{foundations}{heading}<p>{note}; in brackets: face down</p>\n<ol><li>K♥</li><li>K♠ Q♥</li>\
         <li>K♦ Q♠ J♥ 10♠ 9♥ 8♠ 7♥</li><li>empty</li><li>empty</li><li>(8♥) (5♥) 10♥ 9♠</li><li>empty</li></ol>\n\
         <p>stock: empty; waste, top card last: 6♥ J♠</p>\n<h2>Seat B</h2>\n{other}"
    );
    assert_eq!(tell(turn::Told::Lists), lists);

    // At a fresh table of seven all but the last card of each column are counted, and each seat has its heading.
    let fresh = table("double-solitaire@7#0");
    let seven = turn_html(&fresh, Seat::new(3), turn::Told::OwnTable, &words, &english);
    let (own, others) = seven.split_once("<h2>The others</h2>\n").unwrap();
    assert!(
        own.contains("<h2>Seat D</h2>") && own.contains("<caption>Seat D; in brackets: face down</caption>")
    );
    for seat in Seat::all(7).filter(|seat| seat.index() != 3) {
        let part = others.split(&format!("<h3>Seat {seat}</h3>\n<ol>")).nth(1).unwrap();
        let position = fresh.seat(seat);
        let columns = position.columns().iter().map(|pile| {
            let top = english.card(&position.rules().pack, *pile.cards.last().unwrap());
            if pile.down == 0 {
                format!("<li>{top}</li>")
            } else {
                format!("<li>{} down, {top}</li>", pile.down)
            }
        });
        let columns: String = columns.collect();
        assert!(
            part.starts_with(&format!("{columns}</ol>\n<p>stock: 24 cards; waste: empty</p>\n")),
            "{part}"
        );
    }
    assert!(!others.contains("Seat D"));
}
