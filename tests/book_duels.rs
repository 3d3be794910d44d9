//! Puzzles of one turn in books and sites: their pages, locks and files, and what is refused.

use assert_cmd::Command;
use dealpress::assets::Assets;
use dealpress::book::{self, BadBook, Book, Progress, Source};
use dealpress::catalogue::Catalogue;
use dealpress::words::Language;
use std::collections::BTreeSet;
use std::path::Path;
use tempfile::TempDir;

fn made(name: &str, text: &str, lock: Option<&str>) -> Result<Book, BadBook> {
    let source = Source { name: name.into(), text: text.into() };
    let lock = lock.map(|text| Source { name: "book.lock".into(), text: text.into() });
    let catalogue = Catalogue::new(Assets::embedded());
    book::make_locked(&source, lock.as_ref(), &catalogue, &Progress::none())
}

fn texts(pdf: &[u8]) -> Vec<String> {
    let file = lopdf::Document::load_mem(pdf).unwrap();
    let count = file.get_pages().len() as u32;
    let text = |page| file.extract_text(&[page]).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    (1..=count).map(text).collect()
}

/// A puzzle of each task, and a whole deal whose pack is not that of the others.
fn book(language: &str, more: &str) -> String {
    format!(
        "title: T\nlanguage: {language}\n{more}parts: [contents, how-to, rules, puzzles, hints, solutions, index]\n\
         sections:\n  - {{game: double-solitaire, form: most-cards, count: 2, seed: 0}}\n  \
         - {{game: double-solitaire, form: leave-nothing, count: 1, seed: 4}}\n  \
         - {{game: double-solitaire, form: go-out, count: 1, seed: 1086}}\n  - {{game: klondike, count: 1, seed: 3}}\n"
    )
}

#[test]
fn each_task_has_its_page_its_rules_its_solution_and_comes_back_from_its_lock() {
    let text = book("en", "");
    let made_once = made("book.yaml", &text, None).unwrap();
    let puzzles: Vec<_> = made_once.sections.iter().flat_map(|section| &section.puzzles).collect();
    let pages = texts(&made_once.pdf);
    let english = Language::load(&Assets::embedded(), "en").unwrap();
    for (puzzle, name) in puzzles.iter().zip(["most cards", "most cards", "leaving nothing", "going out"]) {
        let duel = puzzle.turn().unwrap();
        assert!(duel.is_done() && duel.answer.is_unique, "{name}");
        let from = format!("from {}", puzzle.id);
        let page = pages.iter().position(|page| page.contains(&from)).unwrap();
        let title = format!("Double Solitaire: {name}");
        assert!(pages[page].contains(&duel.task_text(&english).unwrap()), "{}", pages[page]);
        assert!(pages[page].contains(&title) && !pages[page].contains("Hint on page"), "{}", pages[page]);
        // The picture in words names every card that the reader may know, and the solution every card it moves.
        let alt = english
            .describe_table(
                &duel.table,
                &["Seat A".into(), "Seat B".into()],
                Some(duel.seat),
                dealpress::words::Show::Hidden,
            )
            .unwrap();
        assert!(format!("{:?}", made_once.pages[page]).contains(&alt), "{alt}");
        let answer = duel.answer_text(&english).unwrap();
        assert!(pages.iter().any(|page| page.contains("Solution") && page.contains(&answer)), "{answer}");
        assert!(pages[0].contains(&title), "the contents name the section");
    }
    assert!(puzzles[4].turn().is_none() && puzzles[4].is_whole());
    assert!(pages.iter().any(|page| page.contains("The rules of Double Solitaire")));
    let how_to = pages.iter().find(|page| page.contains("How to use this book") && page.contains("kinds"));
    assert!(how_to.unwrap().contains("A puzzle of one turn shows a whole table."));

    let lock = book::lock::write(&made_once.sections);
    assert_eq!(made("book.yaml", &text, Some(&lock)).unwrap().pdf, made_once.pdf);
    // A volume that keeps off this one's deals takes others.
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("one.lock"), &lock).unwrap();
    let name = folder.path().join("two.yaml").display().to_string();
    let two = "title: T\nsections:\n  - {game: double-solitaire, form: most-cards, count: 1, seed: 0, not-in: [one.lock]}\n";
    let two = made(&name, two, None).unwrap();
    let seeds: BTreeSet<u64> = puzzles.iter().map(|puzzle| puzzle.id.seed).collect();
    assert!(!seeds.contains(&two.sections[0].puzzles[0].id.seed));

    for (from, to, wanted) in [
        ("8S KS 4D", "KS 8S 4D", "its table is not one of this deal"),
        ("\"moves\":\"3D@w>f ", "\"moves\":\"3C@w>f ", "solution: move 1 (3C@w>f)"),
        (" 9H@3>f\"", "\"", "most: 4 cards can be promoted"),
        ("\"form\":\"most-cards\"", "\"form\":\"go-out\"", "its form is go-out"),
        ("double-solitaire#0", "double-solitaire#2", "its table is not one of this deal"),
    ] {
        assert!(lock.contains(from), "{from}");
        let error = made("book.yaml", &text, Some(&lock.replacen(from, to, 1))).unwrap_err().to_string();
        assert!(error.contains("book.lock:1: puzzle 1: ") && error.contains(wanted), "{wanted}: {error}");
    }
}

#[test]
fn books_of_one_turn_speak_each_language_and_fit_small_pages_and_presses() {
    let lock = book::lock::write(&made("book.yaml", &book("en", ""), None).unwrap().sections);
    for (language, more, task, players) in [
        ("it", "trim: a5\n", "Tocca al giocatore A.", "Solitario doppio: più carte"),
        (
            "fr",
            "trim: a5\nsolutions: after-each\n",
            "C’est au joueur A de jouer.",
            "Double solitaire : finir",
        ),
        (
            "sv",
            "profile: press\nsolutions: {moves: notation}\n",
            "Spelare A är i tur.",
            "Dubbelharpan: flest kort",
        ),
    ] {
        let text = book(language, more);
        let text = if more.contains("after-each") { text.replace(" solutions,", "") } else { text };
        let made = made("book.yaml", &text, Some(&lock)).unwrap();
        let pages = texts(&made.pdf).join("\n").replace(['\u{a0}', '\u{202f}'], " ");
        assert!(pages.contains(task) && pages.contains(players), "{language}: {pages}");
    }
}

#[test]
fn puzzle_files_of_one_turn_make_a_section_and_nothing_in_them_is_believed() {
    let folder = TempDir::new().unwrap();
    let name = folder.path().join("book.yaml").display().to_string();
    for file in ["go-out-1086.yaml", "most-cards-0.yaml"] {
        std::fs::copy(format!("tests/cases/duels/{file}"), folder.path().join(file)).unwrap();
    }
    let text = "title: T\nsections:\n  - {puzzles: [go-out-1086.yaml, most-cards-0.yaml]}\n";
    let whole = made(&name, text, None).unwrap();
    assert_eq!(whole.report.puzzles, 2);
    assert_eq!(whole.sections[0].asks(), None, "the tasks differ");
    assert_eq!(book::lock::write(&whole.sections), "", "files are their own lock");
    assert_eq!(made(&name, text, Some("")).unwrap().pdf, whole.pdf);
    let file = std::fs::read_to_string(folder.path().join("most-cards-0.yaml")).unwrap();
    let write = |name: &str, from: &str, to: &str| {
        assert!(file.contains(from), "{from}");
        std::fs::write(folder.path().join(name), file.replace(from, to)).unwrap();
    };
    write("most.yaml", "promoted: 4", "promoted: 5");
    write("moves.yaml", "solution: ", "solution: KS@1>2 ");
    std::fs::write(folder.path().join("alone.yaml"), "puzzle: whole\n").unwrap();
    for (section, wanted) in [
        ("puzzles: [most.yaml]", "most.yaml: promoted: the solution promotes 4, not 5"),
        ("puzzles: [moves.yaml]", "solution: move 1 (KS@1>2)"),
        ("puzzles: [most-cards-0.yaml, most-cards-0.yaml]", "its position stands in the book already"),
        ("puzzles: [most-cards-0.yaml], per-page: 2", "a table with its seats takes a page"),
        ("puzzles: [most-cards-0.yaml], show: hidden", "one turn is solved by thinking"),
        ("puzzles: [most-cards-0.yaml], set-up: true", "no packet can be stacked for"),
    ] {
        let text = format!("title: T\nsections:\n  - {{{section}}}\n");
        let error = made(&name, &text, None).unwrap_err().to_string();
        assert!(error.contains("book.yaml:3:") && error.contains(wanted), "{wanted}: {error}");
    }
}

#[test]
fn what_cannot_be_had_is_said_before_the_search() {
    for (section, more, wanted) in [
        ("game: klondike, form: go-out", "", "form: go-out is for games of several players"),
        (
            "game: double-solitaire",
            "",
            "form: double-solitaire is for 2 to 7 players; write `form: most-cards`",
        ),
        ("game: double-solitaire-race, form: go-out", "", "so there are no puzzles of one turn"),
        ("game: double-solitaire@8, form: go-out", "", "8 players cannot play"),
        ("game: double-solitaire, form: go-out, level: easy", "", "level: a puzzle of one turn has no level"),
        ("game: double-solitaire, form: go-out, order: by-level", "", "order: a puzzle of one turn has"),
        ("game: double-solitaire, form: go-out, per-page: 2", "", "per-page: a table with its seats"),
        ("game: double-solitaire, form: go-out, set-up: true", "", "set-up: a puzzle of this form"),
        ("game: double-solitaire, form: go-out, show: hidden", "", "show: a puzzle of this form"),
        ("game: double-solitaire, form: go-out, rules: {return: true}", "", "cards do not come back"),
        ("game: double-solitaire@3, form: go-out", "trim: a5\n", "the cards of a table for 3 would be"),
        ("game: double-solitaire, form: go-out", "type: large\n", "type: pictures of tables for several"),
        (
            "game: double-solitaire, form: go-out",
            "cards: big-index\n",
            "cards: pictures of tables for several",
        ),
        (
            "game: double-solitaire, form: go-out",
            "parts: [puzzles, hints, solutions]\n",
            "parts: `hints` stands there, and puzzles of these forms have none",
        ),
    ] {
        let text = format!("title: T\n{more}sections:\n  - {{{section}, count: 1000}}\n");
        let error = made("book.yaml", &text, None).unwrap_err().to_string();
        assert!(error.starts_with("book.yaml:") && error.contains(wanted), "{wanted}: {error}");
    }
}

fn site(folder: &Path, diagrams: &str) -> Vec<(String, String)> {
    let mut command = Command::cargo_bin("dealpress").unwrap();
    let args = ["site", "book.yaml", "-o", diagrams, "--diagrams", diagrams];
    command.current_dir(folder).args(args).assert().success();
    let files = std::fs::read_dir(folder.join(diagrams)).unwrap().map(|file| file.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut files: Vec<_> =
        files.map(|path| (name(&path), std::fs::read_to_string(&path).unwrap())).collect();
    files.sort();
    files
}

#[test]
fn a_site_shows_tables_and_puzzles_from_files_and_every_link_leads_somewhere() {
    let folder = TempDir::new().unwrap();
    std::fs::copy("tests/cases/duels/leave-nothing-7.yaml", folder.path().join("turn.yaml")).unwrap();
    let book = "title: T\nsections:\n  - {game: double-solitaire, form: most-cards, count: 1, seed: 0}\n  \
                - {puzzles: [turn.yaml], first-number: 20}\n  - {game: somerset-klondike@5, count: 1, first-number: 7}\n";
    std::fs::write(folder.path().join("book.yaml"), book).unwrap();
    for (diagrams, most) in [("inline-svg", 30_000), ("table", 4_000)] {
        let files = site(folder.path(), diagrams);
        let names: BTreeSet<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        for (name, text) in &files {
            assert!(text.len() <= most, "{diagrams} {name}: {} bytes", text.len());
            for link in text.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
                assert!(link.starts_with('#') || names.contains(link), "{diagrams} {name}: {link}");
            }
        }
        let page = |name: &str| &files.iter().find(|(own, _)| own == name).unwrap().1;
        for number in ["1", "20"] {
            assert!(page(&format!("{number}.html")).contains("is to move."));
            assert!(page(&format!("{number}-solution.html")).contains("There is no other way"));
        }
        assert!(page("1.html").contains("href=\"20.html\"") && page("7.html").contains("href=\"20.html\""));
        assert!(page("rules-1.html").contains("two to seven players"));
        // The puzzle of the file: the reader's waste of several cards is there, the other's stock is not.
        let told = if diagrams == "table" { ">face down</th>" } else { "face down" };
        assert!(page("1.html").contains(told), "what lies face down is told");
        assert!(page("20.html").contains("Seat B") && !page("20.html").contains("class=\"stock\""));
    }
}

/// The puzzles of `tests/cases/seats` in a language, and under a title, as files to make a site from.
fn of_seats(language: &str, title: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let book = std::fs::read_to_string("tests/cases/seats/puzzles.yaml").unwrap();
    assert!(book.contains("language: en\n") && book.contains("title: Puzzles of one turn\n"));
    let book = book.replace("language: en", &format!("language: {language}"));
    let book = book.replace("title: Puzzles of one turn", &format!("title: {title}"));
    std::fs::write(folder.path().join("book.yaml"), book).unwrap();
    std::fs::copy("tests/cases/seats/puzzles.lock", folder.path().join("book.lock")).unwrap();
    folder
}

#[test]
fn pages_of_two_to_seven_seats_are_small_in_each_language() {
    for (language, seat) in [("en", "Seat"), ("it", "Giocatore"), ("fr", "Joueur"), ("sv", "Spelare")] {
        let folder = of_seats(language, "Puzzles of one turn");
        let files = site(folder.path(), "table");
        let heaviest = files.iter().map(|(name, text)| (text.len(), name)).max().unwrap();
        assert!(heaviest.0 < 4_000, "{language}: {heaviest:?}");
        let page = |number: usize| {
            let name = format!("{number}.html");
            &files.iter().find(|(own, _)| *own == name).unwrap().1
        };
        for number in 1..=18 {
            let seats = 7 - (number - 1) / 3;
            let text = page(number);
            let heads = |letter: char| text.matches(&format!("{seat} {letter}</h")).count();
            assert!(('A'..='G').take(seats).all(|letter| heads(letter) == 1), "{language} {number}: {text}");
            assert!(!text.contains("style=\"") && !text.contains("<script"), "{language} {number}");
            let tables = if seats == 2 { 2 } else { 1 };
            assert_eq!(text.matches("<caption>").count(), tables, "{language} {number}: {text}");
            assert_eq!(text.matches("<ol>").count(), seats - tables, "{language} {number}: {text}");
        }
    }
}

/// Where the picture of all seats is too heavy, the reader's seat is drawn alone and the others are lists.
#[test]
fn pages_with_pictures_of_two_to_seven_seats_are_small_too() {
    let folder = of_seats("sv", "Puzzles of one turn");
    let files = site(folder.path(), "inline-svg");
    let heaviest = files.iter().map(|(name, text)| (text.len(), name)).max().unwrap();
    assert!(heaviest.0 < 30_000, "{heaviest:?}");
    let page = |name: &str| &files.iter().find(|(own, _)| own == name).unwrap().1;
    for (name, seats, reader) in [("1.html", 7, 'B'), ("18.html", 2, 'A')] {
        let (text, drawn) =
            (page(name), page(name).split_once("<desc").unwrap().1.split_once("</desc>").unwrap().0);
        let letters = ('A'..='G').take(seats);
        for letter in letters {
            let (told, listed) = (format!("Spelare {letter}. "), format!("<h3>Spelare {letter}</h3>"));
            assert_eq!(drawn.contains(&told), seats == 2 || letter == reader, "{name} {letter}: {drawn}");
            assert_eq!(text.contains(&listed), seats == 7 && letter != reader, "{name} {letter}");
        }
    }
    assert!(page("1.html").contains("<h2>De andra</h2>") && page("1.html").contains("<i>D♥\u{fe0e}</i>"));
}

/// With a long title the reader's own cards are a list too; who makes a page larger by titles hears of it.
#[test]
fn long_titles_make_tables_brief_and_then_pages_are_named_that_are_too_large() {
    let folder = of_seats("fr", "été ".repeat(29).trim_end());
    let files = site(folder.path(), "table");
    let heaviest = files.iter().map(|(name, text)| (text.len(), name)).max().unwrap();
    assert!(heaviest.0 < 4_000, "{heaviest:?}");
    let first = &files.iter().find(|(name, _)| name == "1.html").unwrap().1;
    assert!(!first.contains("<table>") && first.contains("entre parenthèses"), "{first}");
    assert_eq!(first.matches("<ol>").count(), 7);

    let folder = of_seats("fr", &format!("'{}'", "&".repeat(120)));
    let mut command = Command::cargo_bin("dealpress").unwrap();
    let args = ["site", "book.yaml", "-o", "small", "--diagrams", "table"];
    let made = command.current_dir(folder.path()).args(args).assert().success();
    let error = String::from_utf8_lossy(&made.get_output().stderr).into_owned();
    let pages = std::fs::read_dir(folder.path().join("small")).unwrap().map(|page| page.unwrap());
    let warning = |page: std::fs::DirEntry| {
        let (name, bytes) = (page.file_name().into_string().unwrap(), page.metadata().unwrap().len());
        let more = format!("{bytes} bytes, more than the 4000 of a small page");
        (bytes > 4_000).then(|| format!("warning: small/{name}: {more}"))
    };
    let warnings: BTreeSet<String> = pages.filter_map(warning).collect();
    assert!(!warnings.is_empty(), "{error}");
    assert_eq!(error.lines().map(str::to_string).collect::<BTreeSet<_>>(), warnings);
}
