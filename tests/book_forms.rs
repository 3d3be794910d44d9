//! Books of puzzles of every form: their tasks, answers and hints, their locks, and puzzles from files.

use dealpress::assets::Assets;
use dealpress::book::{self, BadBook, Book, BookSpec, Progress, Source};
use dealpress::catalogue::Catalogue;
use dealpress::puzzle::{Form, Maker};
use dealpress::words::Language;
use std::path::Path;

const GAME: &str = "somerset-klondike@6";
/// A game of twenty cards with a stock: Somerset games seldom come to an endgame without face-down cards.
const SMALL: &str = "game: klondike-three-passes, rules: {ranks: 5, columns: 4, passes: 2}";

fn with_lock(name: &str, text: &str, lock: Option<&str>) -> Result<Book, BadBook> {
    let source = Source { name: name.into(), text: text.into() };
    let lock = lock.map(|text| Source { name: "book.lock".into(), text: text.into() });
    let catalogue = Catalogue::new(Assets::embedded());
    book::make_locked(&source, lock.as_ref(), &catalogue, &Progress::none())
}

fn make(text: &str) -> Book {
    with_lock("book.yaml", text, None).unwrap()
}

fn texts(pdf: &[u8]) -> Vec<String> {
    let file = lopdf::Document::load_mem(pdf).unwrap();
    let count = file.get_pages().len() as u32;
    let text = |page| file.extract_text(&[page]).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    (1..=count).map(text).collect()
}

fn page_after<'t>(texts: &'t [String], page: &str, words: &str) -> Option<&'t String> {
    let rest = page.split(words).nth(1)?.trim_start();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    texts.get(digits.parse::<usize>().ok()? - 1)
}

fn book_of_all_forms(language: &str) -> String {
    let section = |form: &str, count: usize| format!("  - {{game: {GAME}, form: {form}, count: {count}}}\n");
    let forms = ["only-move", "win-in", "hold-back"].map(|form| section(form, 1)).concat();
    format!(
        "title: T\nlanguage: {language}\nparts: [how-to, puzzles, hints, solutions, index]\nsections:\n  \
         - {{game: {GAME}, count: 1}}\n{forms}  - {{{SMALL}, form: endgame, count: 1}}\n{}{}",
        section("verdict", 2),
        section("fatal-move", 1)
    )
}

#[test]
fn every_form_has_its_task_its_answer_and_its_hints_and_comes_back_from_its_lock() {
    let text = book_of_all_forms("en");
    let made = make(&text);
    let texts = texts(&made.pdf);
    let puzzles: Vec<_> = made.sections.iter().flat_map(|section| &section.puzzles).collect();
    assert_eq!(puzzles.len(), 8);
    for (puzzle, (task, answer, is_hinted)) in puzzles.iter().zip([
        ("Bring all 21 cards to the foundations.", "1. ", true),
        ("Only one next move keeps the win", "other move", true),
        ("It cannot be done in fewer.", "In ", true),
        ("Whoever promotes every card", "One way to win, in ", true),
        ("An endgame: bring the last", "One way to win, in ", true),
        ("Can this deal be won?", "", false),
        ("Can this deal be won?", "", false),
        (
            "These moves were made, and one of them lost the game.",
            "Before it the game could still be won.",
            false,
        ),
    ]) {
        let page = texts.iter().find(|page| {
            page.contains(task) && page.contains(&puzzle.id.to_string()) && page.contains("Solution on page")
        });
        let page = page.unwrap_or_else(|| panic!("{}: {task}", puzzle.name));
        let is_within = !matches!(puzzle.form(), Some(Form::Whole | Form::Verdict));
        assert_eq!(page.contains(&format!("from {}", puzzle.id)), is_within, "{page}");
        let solution = page_after(&texts, page, "Solution on page").unwrap();
        let answer = match (puzzle.form(), puzzle.solution()) {
            (Some(Form::Verdict), None) => "No. Every line was tried.".to_string(),
            (Some(Form::Verdict), Some(win)) => format!("Yes, in {} moves.", win.moves().len()),
            (Some(Form::FatalMove), _) => format!("Move {}: ", fatal_number(puzzle)),
            _ => answer.to_string(),
        };
        assert!(solution.contains(&answer), "{answer}: {solution}");
        // The page of the puzzle counts moves as its answer does.
        if let (Some(Form::Endgame | Form::HoldBack), Some(win)) = (puzzle.form(), puzzle.solution()) {
            let count = format!("{} moves", win.moves().len());
            assert!(page.contains(&count) && solution.contains(&format!("in {count}.")), "{page} {solution}");
        }
        assert_eq!(page.contains("Hint on page"), is_hinted, "{page}");
        if is_hinted {
            let hint = page_after(&texts, page, "Hint on page").unwrap();
            assert!(hint.contains(&format!("{} Look at ", puzzle.number)), "{hint}");
            // The move itself is the answer to a puzzle that asks for it.
            let told = hint.split("The next move ").last().unwrap();
            let is_told = format!(" {told}").contains(&format!(" {} ", puzzle.number));
            assert_eq!(is_told, puzzle.form() != Some(Form::OnlyMove), "{told}");
        }
        assert!(puzzle.form() != Some(Form::Verdict) || !page.contains("Solved here in"), "{page}");
    }
    let verdicts = puzzles.iter().filter(|puzzle| puzzle.form() == Some(Form::Verdict));
    assert_eq!(verdicts.filter(|puzzle| puzzle.alone().unwrap().proof.unwinnable).count(), 1);
    let how_to = &texts[0];
    assert!(how_to.contains("The kinds of puzzles") && !how_to.contains("every deal can be won"), "{how_to}");

    let lock = book::lock::write(&made.sections);
    assert_eq!(with_lock("book.yaml", &text, Some(&lock)).unwrap().pdf, made.pdf);
    let line = |form: &str| lock.lines().find(|line| line.contains(form)).unwrap().to_string();
    let fault = |lock: &str| with_lock("book.yaml", &text, Some(lock)).unwrap_err().to_string();
    let only = line("only-move");
    let lost = lock.lines().find(|line| line.contains("\"moves\":\"\"")).unwrap();
    for (from, to, wanted) in [
        (only.clone(), only.replace("only-move", "hold-back"), "puzzle 2: its form is hold-back"),
        (
            only.clone(),
            only.replace("\"before\":\"", "\"before\":\"9/9>1 "),
            "puzzle 2: somerset-klondike@6#",
        ),
        (line("win-in"), line("win-in").replace("win-in", "endgame"), "puzzle 3: its form is endgame"),
        (lost.into(), lost.replace("\"moves\":\"\"", "\"moves\":\"1>2\""), ": move 1: "),
        (line("fatal-move"), line("fatal-move").replace("shown", "shewn"), "puzzle 8: unknown field `shewn`"),
    ] {
        let bad = lock.replace(&from, &to);
        assert_ne!(bad, lock, "{wanted}");
        let fault = fault(&bad);
        assert!(fault.contains("book.lock:") && fault.contains(wanted), "{wanted}: {fault}");
    }
    // A winnable deal is not lost because a lock says so.
    let win =
        puzzles.iter().find(|one| one.form() == Some(Form::Verdict) && one.solution().is_some()).unwrap();
    let own = lock.lines().nth(win.number as usize - 1).unwrap();
    let claim = format!("{}\"moves\":\"\"}}", own.split("\"moves\"").next().unwrap());
    let fault = fault(&lock.replace(own, &claim));
    assert!(fault.contains("that it cannot be won is not proved"), "{fault}");
}

fn fatal_number(puzzle: &book::puzzles::Puzzle) -> usize {
    use dealpress::game::Move;
    let fatal = puzzle.alone().unwrap().proof.fatal.unwrap();
    let shown = &puzzle.alone().unwrap().shown[..=fatal];
    shown.iter().filter(|act| !matches!(act, Move::Turn | Move::Redeal)).count()
}

#[test]
fn every_language_has_its_own_words_for_forms_and_hints() {
    for (language, words) in [
        ("fr", ["fins de partie", "Une carte à regarder", "Les sortes de problèmes"]),
        ("it", ["finali", "Una carta da guardare", "I generi di problemi"]),
        ("sv", ["slutspel", "Ett kort att titta på", "Problemens slag"]),
    ] {
        let text = format!(
            "title: T\nlanguage: {language}\nparts: [how-to, puzzles, hints, solutions]\nsections:\n  \
             - {{{SMALL}, form: endgame, count: 1}}\n"
        );
        let all = texts(&make(&text).pdf).join(" ");
        for words in words {
            assert!(all.contains(words), "{language}: {words}: {all}");
        }
    }
}

/// Writes the puzzle of the first deal from a seed that has one in it.
fn write_puzzle(folder: &Path, file: &str, form: Form, seed: u64) {
    let catalogue = Catalogue::new(Assets::embedded());
    let language = Language::load(catalogue.assets(), "en").unwrap();
    let text = (seed..seed + 300).find_map(|seed| {
        let id = format!("{GAME}#{seed}");
        let deal = catalogue.deal(&id.parse().unwrap()).unwrap();
        let start = catalogue.start(&deal).unwrap();
        let puzzle = Maker { form, stop: None }.make(&start, &id, false)?;
        Some(serde_yaml::to_string(&puzzle.text(&deal, &language).unwrap()).unwrap())
    });
    std::fs::write(folder.join(file), text.unwrap()).unwrap();
}

#[test]
fn a_section_prints_puzzles_from_files_and_believes_none_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("book.yaml").display().to_string();
    write_puzzle(folder.path(), "only.yaml", Form::OnlyMove, 3);
    write_puzzle(folder.path(), "whole.yaml", Form::Whole, 4);
    let text = format!(
        "title: T\nsections:\n  - {{game: {GAME}, count: 1, seed: 9}}\n  - {{puzzles: [only.yaml, whole.yaml]}}\n"
    );
    let make = |text: &str, lock: Option<&str>| with_lock(&name, text, lock);
    let made = make(&text, None).unwrap();
    let forms: Vec<Form> = made.sections[1].puzzles.iter().map(|puzzle| puzzle.form().unwrap()).collect();
    assert_eq!(forms, [Form::OnlyMove, Form::Whole]);
    let all = texts(&made.pdf);
    assert!(
        all.iter()
            .any(|page| page.contains("Only one next move keeps the win") && page.contains("from somerset"))
    );
    let lock = book::lock::write(&made.sections);
    assert_eq!(lock.lines().count(), 1, "files are their own lock");
    assert_eq!(make(&text, Some(&lock)).unwrap().pdf, made.pdf);

    let write = |file: &str, text: &str| std::fs::write(folder.path().join(file), text).unwrap();
    let only = std::fs::read_to_string(folder.path().join("only.yaml")).unwrap();
    write("form.yaml", &only.replace("puzzle: only-move", "puzzle: riddle"));
    write(
        "early.yaml",
        &std::fs::read_to_string(folder.path().join("whole.yaml"))
            .unwrap()
            .replace("puzzle: whole", "puzzle: endgame"),
    );
    write("moves.yaml", &only.replace("solution: ", "solution: 1>2 "));
    for (files, wanted) in [
        ("none.yaml", "there is no such file"),
        ("form.yaml", "`riddle` is no form of puzzle"),
        ("early.yaml", "early.yaml: an endgame has 10 to 20 cards left and none face down"),
        ("moves.yaml", "solution: move 1: "),
        ("only.yaml, only.yaml", "its position stands in the book already"),
    ] {
        let error = make(&text.replace("only.yaml", files), None).unwrap_err().to_string();
        assert!(error.contains("book.yaml:4:6: puzzles: ") && error.contains(wanted), "{wanted}: {error}");
    }
}

#[test]
fn fields_that_do_not_go_together_are_refused_with_their_line() {
    let book = |section: &str| {
        let text = format!("title: T\nsections:\n  - {{{section}}}\n");
        BookSpec::read("book.yaml", &text).unwrap_err().to_string()
    };
    for (section, wanted) in [
        ("count: 2", "book.yaml:3:5: game: a section names its game, or files"),
        ("game: klondike", "count: a section says how many"),
        ("puzzles: [a.yaml], count: 2", "book.yaml:3:25: count: the files of `puzzles` tell that"),
        ("puzzles: [a.yaml], form: endgame", "form: the files"),
        ("puzzles: []", "puzzles: a section has from 1 to"),
        ("game: klondike, count: 1, form: riddle", "form: `riddle` is no form of puzzle"),
        ("game: klondike, count: 1, form: endgame, show: hidden", "show: a puzzle of this form is solved by"),
        (
            "game: klondike, count: 1, form: endgame, set-up: true",
            "set-up: a puzzle of this form begins within",
        ),
        ("game: klondike, count: 1, form: verdict, level: easy", "level: a deal that cannot be won"),
        ("game: klondike, count: 1, form: verdict, order: by-level", "order: a deal that cannot be won"),
        ("game: klondike, count: 1, form: fatal-move, per-page: 2", "per-page: the moves of a game"),
    ] {
        let error = book(section);
        assert!(error.starts_with("book.yaml:3:") && error.contains(wanted), "{wanted}: {error}");
    }
}
