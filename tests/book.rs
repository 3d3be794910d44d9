//! Books, made from their `book.yaml` as a user would, and read again with `lopdf`.

use dealpress::assets::Assets;
use dealpress::book::safe::{Ink, LEAST_TYPE};
use dealpress::book::{self, BadBook, Book, Progress, Source};
use dealpress::catalogue::Catalogue;

use std::sync::atomic::AtomicBool;

const SMALL: &str = "title: A Small Book
author: Zoë Åkesson
sections:
  - title: Five ranks
    game: somerset-klondike@5
    count: 4
    seed: 7
  - title: Klondike
    game: klondike
    rules: {draw: 3, passes: 3}
    count: 2
";

/// The same without the game that takes longer to solve.
fn quick() -> String {
    SMALL.split("  - title: Klondike").next().unwrap().to_string()
}

fn make(text: &str) -> Result<Book, BadBook> {
    make_with(text, Assets::embedded())
}

fn make_with(text: &str, assets: Assets) -> Result<Book, BadBook> {
    let source = Source { name: "book.yaml".into(), text: text.into() };
    book::make(&source, &Catalogue::new(assets), &Progress::none())
}

fn message(text: &str) -> String {
    make(text).unwrap_err().to_string()
}

/// The text of every page, words parted by single spaces.
fn texts(book: &Book) -> Vec<String> {
    let file = lopdf::Document::load_mem(&book.pdf).unwrap();
    let count = file.get_pages().len() as u32;
    let text = |page| file.extract_text(&[page]).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    (1..=count).map(text).collect()
}

/// The number after some words.
fn number_after(text: &str, words: &str) -> Option<usize> {
    let rest = text.split(words).nth(1)?;
    let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[test]
fn the_sampler_is_a_whole_book() {
    let catalogue = Catalogue::new(Assets::embedded());
    let source = book::sampler(catalogue.assets()).unwrap();
    let made = book::make(&source, &catalogue, &Progress::none()).unwrap();
    assert_eq!((made.report.puzzles, made.report.seed), (14, 1));
    assert_eq!(made.report.pages, made.pages.len());
    let texts = texts(&made);
    assert_eq!(texts.len(), made.report.pages);
    assert!(texts[0].contains("Somerset") && texts[0].contains("winnable"), "{}", texts[0]);
    let text = texts.join("\n");
    for wanted in ["Contents", "How to use this book", "The rules of Somerset Klondike", "proved winnable"] {
        assert!(text.contains(wanted), "{wanted}");
    }
    assert!(!text.contains("Par ") && !text.contains("shortest line"), "only what is proved is printed");
}

#[test]
fn every_reference_leads_to_the_page_that_refers_back() {
    for text in [SMALL.to_string(), SMALL.replace("author", "trim: a5\nedition: One\nauthor")] {
        let texts = texts(&make(&text).unwrap());
        let mut references = 0;
        for (index, text) in texts.iter().enumerate() {
            let Some(solution) = number_after(text, "Solution on page") else { continue };
            references += 1;
            let back = format!("puzzle on page {}", index + 1);
            assert!(texts[solution - 1].contains(&back), "page {}: {}", index + 1, texts[solution - 1]);
        }
        assert_eq!(references, 6);
        for (entry, wanted) in [("Klondike 5–6", "Klondike"), ("Solutions 1–6", "puzzle on page")] {
            let page = number_after(&texts[2], entry).unwrap();
            assert!(texts[page - 1].contains(wanted), "{entry}: {}", texts[page - 1]);
        }
    }
}

#[test]
fn every_solution_printed_is_the_replayed_one() {
    let made = make(SMALL).unwrap();
    let puzzles: Vec<_> = made.sections.iter().flat_map(|section| &section.puzzles).collect();
    assert_eq!(puzzles.len(), 6);
    let mut ids: Vec<String> = puzzles.iter().map(|puzzle| puzzle.id.to_string()).collect();
    for puzzle in &puzzles {
        assert!(puzzle.solution().unwrap().positions().last().unwrap().is_won());
    }
    ids.dedup();
    assert_eq!(ids.len(), 6);
    assert!(puzzles[0].id.seed >= 7);
}

#[test]
fn a_win_that_is_printed_as_shortest_is_as_short_as_solve_finds() {
    use dealpress::game::Position;
    use dealpress::solver::{Limits, Shortcuts, Verdict, short_line, solver_for};
    let made = make(SMALL).unwrap();
    let texts = texts(&made);
    let mut proved = 0;
    for puzzle in made.sections.iter().flat_map(|section| &section.puzzles) {
        let start: &Position = puzzle.start();
        let outcome = solver_for(start.rules(), Shortcuts::All).solve(start, &Limits::default());
        let Verdict::Winnable(found) = outcome.verdict else { panic!("{}", puzzle.name) };
        let line = short_line(start, found, &Limits::default());
        assert_eq!(puzzle.solution().unwrap().moves().len(), line.moves.len(), "{}", puzzle.name);
        assert_eq!(puzzle.is_shortest(), line.is_shortest, "{}", puzzle.name);
        let page = texts.iter().find(|text| text.contains(&format!("{} ", puzzle.name)));
        let page = page.or_else(|| texts.iter().find(|text| text.ends_with(&puzzle.name))).unwrap();
        assert_eq!(page.contains("Shortest win"), puzzle.is_shortest(), "{page}");
        proved += usize::from(puzzle.is_shortest());
    }
    assert_eq!(proved, 4, "Klondike is not proved");
    assert!(texts.iter().any(|text| text.contains("that no line has fewer is proved. Where")));
}

#[test]
fn no_deal_stands_twice_in_a_book_and_its_name_tells_changed_rules() {
    let section = "  - game: somerset-klondike@5\n    count: 3\n    seed: 7\n";
    let twice = format!("title: T\nsections:\n{section}{section}");
    let turned = twice.replacen("    seed: 7\n", "    seed: 7\n    rules: {fill: any}\n", 2);
    for text in [&twice, &turned.replacen("    rules: {fill: any}\n", "", 1)] {
        let made = make(text).unwrap();
        let puzzles: Vec<_> = made.sections.iter().flat_map(|section| &section.puzzles).collect();
        for (index, puzzle) in puzzles.iter().enumerate() {
            let same = |other: &&&book::puzzles::Puzzle| other.start().columns() == puzzle.start().columns();
            assert_eq!(puzzles.iter().filter(same).count(), 1, "{} {}", index, puzzle.name);
        }
    }
    let made = make(&turned).unwrap();
    let name = &made.sections[1].puzzles[0].name;
    assert!(name.starts_with("somerset-klondike@5#") && name.ends_with(" fill=any"), "{name}");
    assert!(texts(&made).iter().any(|text| text.ends_with(name.as_str())));
}

#[test]
fn what_the_maker_writes_is_no_markdown() {
    let sections = quick().split_once("sections:").unwrap().1.to_string();
    let own = "title: '<b>*Bold* `T`'\nedition: '1. First'\npublisher: '# The [Press] - &amp;'\n";
    let made = make(&format!("{own}author: '+ A_N_ Other \\'\nsections:{sections}")).unwrap();
    let imprint = &texts(&made)[1];
    let wanted = "<b>*Bold* `T` 1. First by + A_N_ Other \\ # The [Press] - &amp;";
    assert!(imprint.contains(wanted), "{imprint}");
}

#[test]
fn a_long_title_leaves_room_for_all_else_on_its_page() {
    let title = "A very long title of a book of many words ".repeat(3);
    let subtitle = "and a subtitle that is not short either ".repeat(5);
    let head = format!("title: {}\nsubtitle: {}\npublisher: P\n", &title[..120], &subtitle[..199]);
    let sections = quick().split_once("author: Zoë Åkesson\n").unwrap().1.to_string();
    for trim in ["6x9", "a5", "135x200mm"] {
        let made = make(&format!("trim: {trim}\n{head}{sections}")).unwrap();
        let lines: Vec<f32> = made.pages[0]
            .items
            .iter()
            .filter_map(|item| match item {
                dealpress::figure::Item::Text(text) => Some(text.y),
                _ => None,
            })
            .collect();
        let (publisher, others) = lines.split_last().unwrap();
        assert!(others.iter().all(|y| y + 13.0 < *publisher), "{trim}: {lines:?}");
    }
}

#[test]
fn the_rules_tell_every_size_that_is_used() {
    let sizes = "  - game: somerset-klondike@4\n    count: 1\n  - game: somerset-klondike@5\n    count: 1\n";
    let text = texts(&make(&format!("title: T\nsections:\n{sizes}{sizes}")).unwrap()).join(" ");
    let wanted = "The deals of five ranks have 15 cards in five piles, suits /0 to /4; all else is the same.";
    assert_eq!(text.matches(wanted).count(), 1);
    assert!(!text.contains("The deals of four ranks"));
    assert!(!texts(&make(&quick()).unwrap()).join(" ").contains("Other sizes"));
}

#[test]
fn the_solutions_begin_under_their_title_and_number_their_steps_with_a_full_stop() {
    let made = make(&quick()).unwrap();
    let texts = texts(&made);
    let page = texts.iter().find(|text| text.contains("puzzle on page")).unwrap();
    assert!(page.matches("Solutions").count() == 2 && page.contains(" 1. "), "{page}");
}

#[test]
fn the_same_file_gives_the_same_bytes_with_any_number_of_threads() {
    let with_threads = |count| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
        pool.install(|| make(SMALL).unwrap().pdf)
    };
    let one = with_threads(1);
    assert_eq!(one, with_threads(4));
    assert_ne!(one, make(&SMALL.replace("seed: 7", "seed: 8")).unwrap().pdf);
}

#[test]
fn no_ink_leaves_the_safe_area_on_any_page_of_any_size() {
    for trim in ["6x9", "a5", "8.5x11", "8x10", "lulu-6x9", "ingram-6x9", "{width: 170mm, height: 9.2in}"] {
        let small = match trim {
            "6x9" => SMALL.to_string(),
            // Lulu binds no book of fewer than 32 pages.
            "lulu-6x9" => "title: T\nsections:\n  - {game: somerset-klondike@3, count: 30}\n".to_string(),
            _ => quick(),
        };
        let text = format!("trim: {trim}\nprofile: press\n{small}");
        let made = make(&text).unwrap();
        assert!(made.pages.len().is_multiple_of(2), "{trim}: {} pages", made.pages.len());
        for (index, page) in made.pages.iter().enumerate() {
            let ink = Ink::of(page);
            let Some([left, top, right, bottom]) = ink.bounds() else { continue };
            // The spine is at the left of odd pages and wants 54 points.
            let (inner, outer) = match index % 2 {
                0 => (left, page.width - right),
                _ => (page.width - right, left),
            };
            let place = format!("{trim}, page {}: {left} {top} {right} {bottom}", index + 1);
            assert!(inner >= 53.5 && outer >= 35.5, "{place}");
            let low = if trim.contains("6x9") && trim != "6x9" { 36.0 } else { 30.0 };
            assert!(top >= 36.0 && page.height - bottom >= low, "{place}");
        }
    }
}

#[test]
fn every_diagram_of_a_book_can_be_read() {
    for ranks in [3, 7, 8, 9] {
        let text = format!("title: T\nsections:\n  - {{game: somerset-klondike@{ranks}, count: 1}}\n");
        let made = make(&text).unwrap();
        for (index, page) in made.pages.iter().enumerate() {
            let least = Ink::of(page).least_type;
            assert!(least >= LEAST_TYPE, "{ranks} ranks, page {}: {least}", index + 1);
        }
        // Nine ranks still go into two columns.
        let last = made.pages.last().unwrap();
        let half = last.width / 2.0;
        let boxes = Ink::of(last).boxes;
        let mut boxes = boxes.iter().filter(|ink| ink[1] > 56.0);
        assert!(boxes.all(|ink| ink[2] <= half + 1.0 || ink[0] >= half - 12.0), "{ranks} ranks");
    }
}

/// What is wrong with a book, which is said before any of its puzzles is found.
fn message_before_the_search(text: &str) -> String {
    let source = Source { name: "book.yaml".into(), text: text.into() };
    let progress = Progress { found: &|found, _| panic!("{found} puzzles were sought in vain"), stop: None };
    book::make(&source, &Catalogue::new(Assets::embedded()), &progress).unwrap_err().to_string()
}

#[test]
fn a_shop_binds_no_thin_book() {
    let text = format!("trim: kdp-6x9\nprofile: press\n{}", quick());
    let error = message(&text);
    assert!(error.starts_with("book.yaml:1:1: this shop binds from 24 to 828 pages"), "{error}");
    assert!(make(&text.replace("press", "screen")).is_ok());
}

#[test]
fn a_book_that_no_shop_binds_is_refused_before_its_puzzles_are_sought() {
    let text =
        "title: T\nprofile: press\ntrim: kdp-6x9\nsections:\n  - {game: klondike-one-pass, count: 9000}\n";
    let error = message_before_the_search(text);
    assert!(error.starts_with("book.yaml:3:1: this shop binds 828 pages at most"), "{error}");
    assert!(error.contains("the puzzles and chapters alone take 90"), "{error}");
    let error = message_before_the_search(&text.replace("9000", "2"));
    assert!(error.starts_with("book.yaml:3:1: this shop binds from 24 to 828 pages"), "{error}");
    assert!(error.contains("ask for more puzzles"), "{error}");
    // Without solutions all but every page is known.
    let error = message_before_the_search(&format!("{}solutions: none\n", text.replace("9000", "8")));
    assert!(error.contains("pages, and the book has"), "{error}");
}

#[test]
fn cards_too_small_to_read_are_refused_before_the_search() {
    let text = "title: T\ntrim: 5.3x7.8in\nsections:\n  - {game: somerset-klondike, count: 500}\n  - {game: klondike, \
                per-page: 4, level: fierce, count: 99}\n";
    let error = message_before_the_search(text);
    assert!(error.starts_with("book.yaml:5:22: per-page: its cards would be"), "{error}");
}

#[test]
fn a_page_that_cannot_be_printed_is_refused_before_the_search() {
    let text = "title: T\nparts:\n  - text: \"One <b>two</b>.\"\n  - puzzles\n  - solutions\nsections:\n  - {game: \
                klondike, count: 500}\n";
    let error = message_before_the_search(text);
    assert!(error.starts_with("book.yaml:3:5: text:1:5: HTML"), "{error}");
}

#[test]
fn a_thick_book_has_a_wider_spine_and_right_references() {
    let sections = "sections:\n  - {game: somerset-klondike@3, count: 660}\n";
    let made = make(&format!("title: T\ntrim: kdp-6x9\nprofile: press\n{sections}")).unwrap();
    assert!(made.pages.len() > 700, "{}", made.pages.len());
    for (index, page) in made.pages.iter().enumerate() {
        let Some([left, _, right, _]) = Ink::of(page).bounds() else { continue };
        let inner = if index % 2 == 0 { left } else { page.width - right };
        assert!(inner >= 62.5, "page {}: {inner}", index + 1);
    }
}

#[test]
fn a_mistake_is_named_with_its_place_and_cure() {
    // Only a book whose every field is right is solved, so only the last needs a quick one.
    let changed = |from: &str, to: &str| message(&SMALL.replace(from, to));
    for (from, to, wanted) in [
        (
            "game: klondike",
            "game: klondyke",
            "book.yaml:9:5: unknown game `klondyke`; did you mean `klondike`?",
        ),
        ("@5", "@99", "book.yaml:5:5: "),
        ("title: A Small", "theme: neon\ntitle: A Small", "book.yaml:1:1: unknown theme `neon`"),
        ("title: A Small", "language: xx\ntitle: A Small", "book.yaml:1:1: "),
        ("draw: 3, passes", "draw: 99, passes", "draw: 99"),
        ("seed: 7", "seed: 18446744073709551614", "book.yaml:6:5: count: only "),
        ("count: 4", "count: four", "book.yaml:6:"),
    ] {
        let text = changed(from, to);
        assert!(text.contains(wanted), "{to}: {text}");
    }
    let text = message(&quick().replace("Five ranks", "五"));
    assert!(text.starts_with("book.yaml:4:5: title: ") && text.contains("U+4E94"), "{text}");
    let text = message(&quick().replace("A Small", "五"));
    assert!(text.starts_with("book.yaml:1:1: title: ") && text.contains("U+4E94"), "{text}");
    let text = message(&quick().replace("A Small", &"Long ".repeat(40)));
    assert!(text.starts_with("book.yaml:1:1: title: ") && text.contains("room for 120"), "{text}");
}

#[test]
fn templates_of_ones_own_are_used_and_their_mistakes_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lang/en/book/how-to.md");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let with = |text: &str| {
        std::fs::write(&path, text).unwrap();
        make_with(&quick(), Assets::with_folder(folder.path()).unwrap())
    };
    let made = with("# My own preface\n\nHello, *reader*.\n").unwrap();
    assert!(texts(&made).iter().any(|text| text.contains("Hello, reader")));
    let fault = |text: &str| with(text).unwrap_err().to_string();
    assert!(fault("# A\n\n<b>bold</b>\n").contains("how-to.md:3:1: HTML"));
    assert!(fault("# A\n\n{{ nonsense }}\n").contains("how-to.md:3"));
    let endless = "{% for a in range(9999) %}{% for b in range(9999) %}x{% endfor %}{% endfor %}";
    assert!(fault(endless).contains("is there a loop without end?"));
}

#[test]
fn a_line_that_leads_to_a_list_stands_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lang/en/book/how-to.md");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    for lines in 32..36 {
        let text = format!("# A\n\n{}## Head\n\nAs follows:\n\n- one\n- two\n", "Word.\n\n".repeat(lines));
        std::fs::write(&path, text).unwrap();
        let texts = texts(&make_with(&quick(), Assets::with_folder(folder.path()).unwrap()).unwrap());
        let page = texts.iter().find(|text| text.contains("Head")).unwrap();
        assert!(page.contains("As follows:") && page.contains("one"), "{lines} lines: {page}");
    }
}

#[test]
fn a_book_can_be_stopped() {
    let stop = AtomicBool::new(true);
    let progress = Progress { found: &|_, _| (), stop: Some(&stop) };
    let source = Source { name: "book.yaml".into(), text: SMALL.into() };
    let error = book::make(&source, &Catalogue::new(Assets::embedded()), &progress).unwrap_err();
    assert_eq!(error, BadBook::Stopped);
}

#[test]
fn the_example_is_a_book() {
    let made = make(include_str!("../examples/somerset.yaml")).unwrap();
    assert_eq!(made.report.puzzles, 10);
}

#[test]
fn every_language_has_a_book_with_its_own_words_and_spaces() {
    for (code, wanted) in [
        ("fr", ["Table des matières", "Les règles\u{a0}: Klondike Somerset", "gagnable, prouvé"]),
        ("it", ["Indice", "Le regole:", "vittoria dimostrata"]),
        ("sv", ["Innehåll", "Reglerna: Somersetharpan", "bevisat lösbart"]),
    ] {
        let text =
            format!("language: {code}\n{}", quick().replace("  - title: Five ranks\n    game", "  - game"));
        let text = texts(&make(&text).unwrap()).join(" ");
        for words in wanted {
            assert!(text.contains(&words.replace('\u{a0}', " ")), "{code}: {words}");
        }
    }
}

#[test]
#[ignore = "writes books to look at: sampler.pdf, french.pdf and others"]
fn books_to_look_at() {
    let sampler = book::sampler(&Assets::embedded()).unwrap().text;
    let evenings = include_str!("../examples/somerset.yaml").to_string();
    let small = format!("theme: light\n{SMALL}");
    let told = |code: &str| format!("language: {code}\n{SMALL}");
    for (name, text) in [
        ("sampler", sampler),
        ("evenings", evenings),
        ("small", small),
        ("french", told("fr")),
        ("italian", told("it")),
        ("swedish", told("sv")),
    ] {
        let path = std::env::temp_dir().join(format!("{name}.pdf"));
        std::fs::write(path, make(&text).unwrap().pdf).unwrap();
    }
}

#[test]
fn a_lock_gives_the_same_book_without_a_search() {
    let text = quick();
    let made = make(&text).unwrap();
    let lock = book::lock::write(&made.sections);
    assert_eq!(lock.lines().count(), 4);
    let locked = |text: &str, lock: &str| {
        let source = Source { name: "book.yaml".into(), text: text.into() };
        let lock = Source { name: "book.lock".into(), text: lock.into() };
        // Whoever searched would have been stopped.
        let stop = AtomicBool::new(true);
        let progress = Progress { found: &|_, _| (), stop: Some(&stop) };
        let catalogue = Catalogue::new(Assets::embedded());
        book::make_locked(&source, Some(&lock), &catalogue, &progress)
    };
    assert_eq!(locked(&text, &lock).unwrap().pdf, made.pdf);

    let fault = |text: &str, lock: &str| locked(text, lock).unwrap_err().to_string();
    let swapped: Vec<&str> = lock.lines().rev().collect();
    let without_last_move = lock.lines().next().unwrap().rsplit_once(' ').unwrap().0.to_string() + "\"}\n";
    let cut = without_last_move + lock.split_once('\n').unwrap().1;
    for (text, lock, wanted) in [
        (text.replace("count: 4", "count: 5"), lock.clone(), vec!["it has 4 puzzles; the book has 5"]),
        (text.replace("@5", "@6"), lock.clone(), vec!["book.lock:1: puzzle 1: the deal is", "puzzle 4: "]),
        (text.replace("seed: 7", "seed: 9999"), lock.clone(), vec!["begins with seed 9999"]),
        (text.clone(), swapped.join("\n"), vec!["puzzle 1: the line is of puzzle 4"]),
        (text.clone(), cut, vec!["book.lock:1: puzzle 1: somerset-klondike@5#", "cards are not on"]),
        (text.clone(), lock.replacen("@5#", "@5#9", 1), vec!["book.lock:1: puzzle 1: ", "move "]),
        (text.clone(), lock.replace("deal", "dael"), vec!["dael", "puzzle 2", "--lock"]),
        (text.clone(), "\u{0}\n[[\n{}\n\"\n".into(), vec!["puzzle 1", "puzzle 4"]),
    ] {
        let fault = fault(&text, &lock);
        assert!(wanted.iter().all(|part| fault.contains(part)), "{wanted:?}: {fault}");
    }
}

#[test]
fn the_book_to_begin_with_is_a_book() {
    let source = book::beginning(&Assets::embedded()).unwrap();
    assert!(source.text.contains("# "));
    assert_eq!(make(&source.text).unwrap().report.puzzles, 12);
}

#[test]
fn a_seal_holds_for_its_own_line_alone() {
    let text = "title: T\nsections:\n  - {game: somerset-klondike@5, count: 3, seed: 7}\n";
    let made = make(text).unwrap();
    let lock = book::lock::write(&made.sections);
    let seals: Vec<&str> = lock.split("\"seal\":\"").skip(1).map(|rest| &rest[..16]).collect();
    assert!(seals.len() > 1, "{lock}");
    let catalogue = Catalogue::new(Assets::embedded());
    let with = |lock: String| {
        let source = Source { name: "book.yaml".into(), text: text.into() };
        let lock = Source { name: "book.lock".into(), text: lock };
        book::make_locked(&source, Some(&lock), &catalogue, &Progress::none())
    };
    // A seal of another line is none, so the claim is proved anew; here it is true.
    let swapped = lock.replace(seals[0], "x").replace(seals[1], seals[0]);
    assert_eq!(with(swapped).unwrap().pdf, made.pdf);
    assert_eq!(with(lock.clone()).unwrap().pdf, made.pdf);
}

#[test]
fn a_lock_cannot_claim_a_shortest_win_that_is_not_proved() {
    let text = "title: T\nsections:\n  - game: klondike\n    rules: {draw: 3, passes: 3}\n    count: 1\n";
    let made = make(text).unwrap();
    let lock = book::lock::write(&made.sections).replace("\"}", "\",\"shortest\":true}");
    let source = Source { name: "book.yaml".into(), text: text.into() };
    let lock = Source { name: "book.lock".into(), text: lock };
    let catalogue = Catalogue::new(Assets::embedded());
    let error = book::make_locked(&source, Some(&lock), &catalogue, &Progress::none()).unwrap_err();
    assert!(error.to_string().contains("book.lock:1: puzzle 1: klondike#"), "{error}");
}
