//! The example books: made from their locks, read back from their PDF, and checked as a shop would.

use dealpress::assets::Assets;
use dealpress::book::preflight::{Target, judge};
use dealpress::book::{self, Book, Progress, Source};
use dealpress::catalogue::Catalogue;
use dealpress::output::pdf::inspect::inspect;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The books, what they are for, and the words of their references: from a puzzle, and back.
const BOOKS: [(&str, &str, &str, &str); 4] = [
    ("evenings-press", "kdp-6x9", "Solution on page", "puzzle on page"),
    ("large-print", "8.5x11", "Solution on page", "puzzle on page"),
    ("livret", "a5", "Solution page", "problème page"),
    ("harpan-skarm", "screen", "Lösning på sidan", "problemet på sidan"),
];

fn source(file: &str) -> Source {
    let path = Path::new("examples").join(file);
    Source { name: path.display().to_string(), text: std::fs::read_to_string(path).unwrap() }
}

fn make(name: &str) -> Book {
    // Whoever searched would have been stopped.
    let stop = AtomicBool::new(true);
    let progress = Progress { found: &|_, _| (), stop: Some(&stop) };
    let lock = source(&format!("{name}.lock"));
    let catalogue = Catalogue::new(Assets::embedded());
    book::make_locked(&source(&format!("{name}.yaml")), Some(&lock), &catalogue, &progress).unwrap()
}

/// The numbers after some words.
fn numbers_after(text: &str, words: &str) -> Vec<usize> {
    let digits = |rest: &str| rest.trim_start().chars().take_while(char::is_ascii_digit).collect::<String>();
    text.split(words).skip(1).filter_map(|rest| digits(rest).parse().ok()).collect()
}

#[test]
fn the_example_books_are_ready_for_their_shops_and_every_reference_is_right() {
    for (name, target, there, back) in BOOKS {
        let made = make(name);
        let file = lopdf::Document::load_mem(&made.pdf).unwrap();
        let text = |page: usize| -> String {
            let text = file.extract_text(&[page as u32]).unwrap();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let texts: Vec<String> = (1..=made.pages.len()).map(text).collect();
        let mut references = 0;
        for (index, text) in texts.iter().enumerate() {
            for page in numbers_after(text, there) {
                references += 1;
                assert!(
                    numbers_after(&texts[page - 1], back).contains(&(index + 1)),
                    "{name}, page {}",
                    index + 1
                );
            }
        }
        assert_eq!(references, made.report.puzzles, "{name}");
        let target: Target = target.parse().unwrap();
        let points = judge(&inspect(&made.pdf).unwrap(), &target);
        for point in points {
            assert!(point.passed, "{name}: {}: {} (pages {:?})", point.name, point.says, point.pages);
        }
    }
}

#[test]
fn an_example_book_is_the_same_with_any_number_of_threads() {
    let with_threads = |count| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
        pool.install(|| make("livret").pdf)
    };
    assert_eq!(with_threads(1), with_threads(4));
}
