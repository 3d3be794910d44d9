//! Sites as their readers meet them: the index, printed sheets, sizes, typography, and what is refused at once.

use assert_cmd::Command;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

type Pages = BTreeMap<String, String>;

/// Writes a book and tries to make its site; gives what the program said.
fn try_site(folder: &Path, book: &str, args: &[&str]) -> (i32, String) {
    fs::write(folder.join("book.yaml"), book).unwrap();
    let mut command = Command::cargo_bin("dealpress").unwrap();
    let output = command.current_dir(folder).args(["site", "book.yaml"]).args(args).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// The pages of a book's site, which must be made without a warning.
fn site(book: &str, diagrams: &str) -> Pages {
    let folder = TempDir::new().unwrap();
    let (code, error) = try_site(folder.path(), book, &["-o", "site", "--diagrams", diagrams]);
    assert!(code == 0 && error.is_empty(), "{error}");
    let files = fs::read_dir(folder.path().join("site")).unwrap().map(|file| file.unwrap());
    let page = |file: fs::DirEntry| {
        (file.file_name().into_string().unwrap(), fs::read_to_string(file.path()).unwrap())
    };
    files.map(page).collect()
}

fn links(page: &str) -> impl Iterator<Item = &str> {
    page.split("href=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
        .filter(|to| !to.starts_with('#'))
}

/// The levels of the headings of a page.
fn headings(page: &str) -> Vec<u32> {
    let heading = |rest: &str| rest.strip_prefix('h').and_then(|rest| rest.chars().next()?.to_digit(10));
    page.split('<').filter_map(heading).collect()
}

#[test]
fn an_index_of_hundreds_stays_small_has_one_heading_a_kind_and_leads_to_every_puzzle() {
    let book = "title: Many\nsections:\n  - {game: somerset-klondike, count: 8, seed: 1}\n  \
        - {game: somerset-klondike@5, count: 230, seed: 1}\n  - {game: somerset-klondike, count: 4, seed: 100}\n";
    let pages = site(book, "table");
    let index = &pages["index.html"];
    assert_eq!(index.matches("<h2>").count(), 3, "two kinds and the rules: {index}");
    assert!(index.contains("Puzzles ") && index.contains('★') && !index.contains("<b>"), "{index}");
    for (name, page) in &pages {
        assert!(page.len() <= 4_000, "{name}: {} bytes", page.len());
        let levels = headings(page);
        assert!(levels[0] == 1 && levels.windows(2).all(|two| two[1] <= two[0] + 1), "{name}: {levels:?}");
    }
    // Without the links from puzzle to puzzle.
    let mut seen = BTreeSet::from(["index.html"]);
    let mut left = vec!["index.html"];
    while let Some(name) = left.pop() {
        let lists = name.starts_with("list-") || name.starts_with("index");
        let new = links(&pages[name]).filter(|_| lists);
        left.extend(new.filter(|to| seen.insert(to)).collect::<Vec<_>>());
    }
    for number in 1..=242 {
        let name = format!("{number}.html");
        assert!(seen.contains(name.as_str()) && pages.contains_key(&name), "{name}");
    }
}

/// A sheet has the puzzle and no way to go; waste cards are red, and headings begin alike.
#[test]
fn a_printed_puzzle_has_no_navigation_and_waste_cards_have_their_colours() {
    let book =
        "title: T\nlanguage: fr\nsections:\n  - {game: klondike-3, form: endgame, count: 3, seed: 1}\n";
    let pages = site(book, "inline-svg");
    let page = pages.values().find(|page| page.contains("<h2>Défausse, dessus en dernier</h2>"));
    let page = page.expect("a puzzle with a long waste");
    assert!(page.contains("<i>") && page.contains("\ni{font-style:normal;color:#"), "{page}");
    let style = &page[..page.find("</style>").unwrap()];
    // What is said last counts.
    let (_, print) = style.rsplit_once("@media print").unwrap();
    assert!(print.contains("nav,.answer{display:none}") && !print.contains("flex"), "{print}");
    assert!(page.contains("<a class=\"answer\" href=\""));
}

#[test]
fn a_french_site_has_a_space_before_each_colon_and_a_small_letter_after_it() {
    let book =
        "title: T\nlanguage: fr\nsections:\n  - {game: somerset-klondike, form: fatal-move, count: 1}\n";
    for diagrams in ["inline-svg", "table"] {
        let pages = site(book, diagrams);
        assert!(pages["1-solution.html"].contains("<h1>Problème 1\u{a0}: Solution</h1>"));
        assert!(pages["rules-1.html"].contains("<h1>Règles\u{a0}: Klondike Somerset"));
        let solution = &pages["1-solution.html"];
        let (_, told) = solution.split_once("<p>Le coup ").unwrap();
        let (_, act) = told.split_once("\u{a0}: ").unwrap();
        assert!(act.starts_with(char::is_lowercase), "{told}");
        for (name, page) in &pages {
            let (_, body) = page.split_once("<body>").unwrap();
            // Within tags a colon may stand in what is drawn.
            let texts = body.split('>').map(|rest| rest.split('<').next().unwrap());
            for text in texts.filter(|text| text.contains(": ")) {
                assert_eq!(text.matches(": ").count(), text.matches("\u{a0}: ").count(), "{name}: {text}");
            }
        }
    }
}

/// A hundred and twenty cards that are all shown are the most that a page has for one player.
#[test]
fn pages_of_the_largest_pack_are_small_too() {
    let book = "title: T\nsections:\n  - {game: somerset-klondike@15, count: 1, seed: 394}\n";
    for (diagrams, most) in [("inline-svg", 30_000), ("table", 4_000)] {
        for (name, page) in site(book, diagrams) {
            assert!(page.len() <= most, "{diagrams} {name}: {} bytes", page.len());
        }
    }
}

#[test]
fn a_site_needs_no_trim_that_its_tables_fit_on() {
    let book = "title: T\nsections:\n  - {form: most-cards, game: double-solitaire@3, count: 1, seed: 1}\n";
    let pages = site(book, "inline-svg");
    assert!(pages["1.html"].contains("Seat C"));
    // The book is refused all the same, and nothing is left beside it.
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("book.yaml"), book).unwrap();
    let output = Command::cargo_bin("dealpress")
        .unwrap()
        .current_dir(folder.path())
        .args(["book", "book.yaml"])
        .output();
    let output = output.unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && error.contains("choose a larger trim"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn where_no_site_can_be_written_nothing_is_searched_for() {
    let book = "title: T\nsections:\n  - {game: klondike, count: 200, level: fierce}\n";
    for (target, wanted) in
        [("file", "there is a file of that name"), ("file/site", "there is no folder file")]
    {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        let (code, error) = try_site(folder.path(), book, &["-o", target]);
        assert!(code == 2 && error.contains("cannot make the folder") && error.contains(wanted), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "the book and the file");
    }
}
