//! Books, made from their `book.yaml` as a user would, and read again with `lopdf`.

use dealpress::assets::Assets;
use dealpress::book::{self, BadBook, Book, Progress, Source};
use dealpress::catalogue::Catalogue;
use dealpress::figure::{Item, typeset};
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
        assert!(puzzle.solution.positions().last().unwrap().is_won());
    }
    ids.dedup();
    assert_eq!(ids.len(), 6);
    assert!(puzzles[0].id.seed >= 7);
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

/// The boxes (left, top, right, bottom) of all ink of some items.
fn ink(items: &[Item]) -> Vec<[f32; 4]> {
    let mut boxes = Vec::new();
    for item in items {
        match item {
            Item::Path { path, .. } => boxes.extend(path.bounds()),
            Item::Text(text) if !text.text.trim().is_empty() => {
                let (left, up, down) = (typeset::left(text), text.size * 0.75, text.size * 0.25);
                boxes.push([left, text.y - up, left + typeset::width(text), text.y + down]);
            }
            Item::Group { items, .. } => boxes.extend(ink(items)),
            Item::Text(_) | Item::Link { .. } => {}
        }
    }
    boxes
}

#[test]
fn no_ink_leaves_the_safe_area_on_any_page_of_any_size() {
    for trim in ["6x9", "a5", "8.5x11", "8x10"] {
        let small = if trim == "6x9" { SMALL.to_string() } else { quick() };
        let text = format!("trim: {trim}\nprofile: press\n{small}");
        let made = make(&text).unwrap();
        assert!(made.pages.len().is_multiple_of(2), "{trim}: {} pages", made.pages.len());
        for (index, page) in made.pages.iter().enumerate() {
            let boxes = ink(&page.items);
            let least = |side: usize| boxes.iter().map(|ink| ink[side]).fold(f32::INFINITY, f32::min);
            let most = |side: usize| boxes.iter().map(|ink| ink[side]).fold(0.0, f32::max);
            let (left, top, right, bottom) = (least(0), least(1), most(2), most(3));
            if boxes.is_empty() {
                continue;
            }
            // The spine is at the left of odd pages and wants 54 points, less a title's overhang.
            let (inner, outer) = match index % 2 {
                0 => (left, page.width - right),
                _ => (page.width - right, left),
            };
            let place = format!("{trim}, page {}: {left} {top} {right} {bottom}", index + 1);
            assert!(inner >= 51.5 && outer >= 35.5, "{place}");
            assert!(top >= 36.0 && page.height - bottom >= 30.0, "{place}");
        }
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
        ("seed: 7", "seed: 18446744073709551612", "book.yaml:6:5: only "),
        ("count: 4", "count: four", "book.yaml:6:"),
    ] {
        let text = changed(from, to);
        assert!(text.contains(wanted), "{to}: {text}");
    }
    let text = message(&quick().replace("Five ranks", "五"));
    assert!(text.contains("U+4E94") && text.contains("page 3"), "{text}");
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
    assert!(fault(endless).contains("fuel"));
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
        ("it", ["Indice", "Le regole:", "vincita dimostrata"]),
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
