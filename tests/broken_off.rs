//! Searches for the puzzles of a book that are broken off: what was found is kept, and the search goes on from it to
//! the very book that it would have found without a break.

use dealpress::assets::Assets;
use dealpress::book::{self, BadBook, KeepPages, Progress, Search, Source, lock};
use dealpress::catalogue::Catalogue;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Quick games: some deals of the first cannot be won, and the third has a stock.
const DEALS: &str = "sections:
  - {game: somerset-klondike@6, count: 20, seed: 3, order: mixed}
  - {game: somerset-klondike@5, count: 5, first-number: 90}
";
const FORMS: &str = "sections:
  - {game: somerset-klondike@6, form: only-move, count: 2}
  - {game: somerset-klondike@6, form: verdict, count: 9, seed: 5}
  - {game: somerset-klondike@6, count: 12}
  - {game: somerset-klondike@6, form: fatal-move, count: 1}
";
const TURNS: &str = "sections:
  - {game: double-solitaire, form: most-cards, count: 2, seed: 0}
  - {game: double-solitaire, form: leave-nothing, count: 1, seed: 4}
";
const LEVELS: &str = "sections:
  - {game: somerset-klondike, level: fierce, count: 8, order: by-level}
";

fn source(text: &str) -> Source {
    Source { name: "book.yaml".into(), text: format!("title: T\n{text}") }
}

fn part(text: &str) -> Source {
    Source { name: "book.part".into(), text: text.into() }
}

fn catalogue() -> Catalogue {
    Catalogue::new(Assets::embedded())
}

/// The lock and the file of a book that is searched without a break.
fn unbroken(text: &str) -> (String, Vec<u8>) {
    let (source, catalogue) = (source(text), catalogue());
    let made = book::make(&source, &catalogue, &Progress::none()).unwrap();
    (lock::write(&made.sections), made.pdf)
}

/// What is kept of a search that goes on for some batches; none if it is done before.
fn broken_after(batches: usize, text: &str, old: Option<&str>) -> Option<String> {
    let (source, catalogue) = (source(text), catalogue());
    let stop = AtomicBool::new(false);
    let progress = Progress { found: &|_, _| (), stop: Some(&stop) };
    let mut search = Search::begin(&source, old.map(part).as_ref(), &catalogue, &progress).unwrap();
    let mut left = batches;
    let ended = search.run(&progress, &mut |_| {
        left -= 1;
        stop.store(left == 0, Ordering::Relaxed);
    });
    match ended {
        Ok(()) => None,
        Err(error) => {
            assert_eq!(error, BadBook::Stopped);
            Some(search.found().text())
        }
    }
}

/// The lock and the file of a book whose search goes on from what was kept.
fn gone_on(text: &str, kept: &str) -> Result<(String, Vec<u8>), BadBook> {
    let (source, catalogue, progress) = (source(text), catalogue(), Progress::none());
    let mut search = Search::begin(&source, Some(&part(kept)), &catalogue, &progress)?;
    search.run(&progress, &mut |_| ())?;
    let chosen = search.into_chosen();
    let text = lock::write(&chosen);
    Ok((text, book::set(&source, chosen, &catalogue, KeepPages::No)?.pdf))
}

#[test]
fn a_search_broken_off_after_every_batch_finds_the_same_book() {
    for text in [DEALS, FORMS, TURNS, LEVELS] {
        let mut kept: Option<String> = None;
        let mut breaks = 0;
        while let Some(more) = broken_after(1, text, kept.as_deref()) {
            kept = Some(more);
            breaks += 1;
        }
        assert!(breaks > 1, "{breaks}: {text}");
        let kept = kept.unwrap();
        assert!(gone_on(text, &kept).unwrap() == unbroken(text), "{text}{kept}");
    }
}

#[test]
fn a_finished_search_is_kept_too_and_nothing_is_searched_again() {
    let (source, catalogue) = (source(DEALS), catalogue());
    let mut search = Search::begin(&source, None, &catalogue, &Progress::none()).unwrap();
    search.run(&Progress::none(), &mut |_| ()).unwrap();
    let text = search.found().text();
    assert_eq!((search.found().count(), search.found().wanted()), (25, 25));
    let mut search = Search::begin(&source, Some(&part(&text)), &catalogue, &Progress::none()).unwrap();
    search.run(&Progress::none(), &mut |_| panic!("a batch is searched")).unwrap();
    assert_eq!(lock::write(&search.into_chosen()), unbroken(DEALS).0);
}

/// What is kept of a book after so many batches.
fn kept(batches: usize, text: &str) -> String {
    broken_after(batches, text, None).unwrap()
}

#[test]
fn what_does_not_change_the_search_may_be_changed_in_between() {
    let kept = kept(1, DEALS);
    for (from, to) in [
        ("count: 20", "count: 30"),
        ("count: 20", "count: 4"),
        ("order: mixed", "order: by-seed, title: Six, per-page: 4, show: hidden, first-number: 30"),
        ("count: 5,", "count: 3,"),
        ("game: somerset-klondike@5", "game: somerset-klondike@6"),
        ("sections:", "type: large\ntrim: a4\nprofile: press\nlanguage: fr\nsections:"),
    ] {
        let other = DEALS.replace(from, to);
        assert_ne!(other, DEALS);
        assert!(gone_on(&other, &kept).unwrap() == unbroken(&other), "{to}");
    }
}

#[test]
fn more_and_fewer_puzzles_are_those_of_a_fresh_search() {
    let text = |count: usize| DEALS.replace("count: 5,", &format!("count: {count},"));
    // The search for one puzzle ends within a batch, and so do the others.
    let mut kept = kept(2, DEALS);
    for count in [1, 3, 2, 6, 18, 17, 19] {
        let (source, catalogue) = (source(&text(count)), catalogue());
        let mut search = Search::begin(&source, Some(&part(&kept)), &catalogue, &Progress::none()).unwrap();
        search.run(&Progress::none(), &mut |_| ()).unwrap();
        kept = search.found().text();
        assert_eq!(lock::write(&search.into_chosen()), unbroken(&text(count)).0, "{count}");
    }
}

fn refused(text: &str, kept: &str) -> String {
    match gone_on(text, kept) {
        Err(BadBook::Part(what)) => what,
        other => panic!("{:?}", other.map(|(lock, _)| lock)),
    }
}

#[test]
fn a_search_of_another_book_is_refused_and_what_differs_is_named() {
    let book = DEALS.replace("count: 5,", "count: 40,");
    let kept = kept(3, &book);
    for (from, to, wanted) in [
        ("seed: 3", "seed: 4", "book.part:2: section 1 (book.yaml:3:44): its seed is 4, and 3 was searched"),
        ("@6", "@7", "its game is somerset-klondike@7, and somerset-klondike@6 was searched for"),
        ("@6,", "@6, rules: {fill: any},", "its rules is fill=any, and none was searched for"),
        ("@6,", "@6, form: win-in,", "its form is win-in, and whole was searched for"),
        ("count: 20", "count: 21", "section 1 (book.yaml:3:33): its count is 21, and 20 was searched for"),
        (
            "  - {game: somerset-klondike@5",
            "  - {game: klondike",
            "section 2 (book.yaml:4:6): its game is klondike",
        ),
    ] {
        let other = book.replace(from, to);
        assert_ne!(other, book);
        let what = refused(&other, &kept);
        assert!(what.contains(wanted), "{what}");
        assert!(what.contains("put that back, or delete book.part to search anew"), "{what}");
    }
    let one = book.lines().take(2).collect::<Vec<_>>().join("\n");
    assert!(
        refused(&one, &kept).contains("section 2 of the book, of somerset-klondike@5, is no longer there")
    );
    let verdicts = FORMS.lines().take(3).collect::<Vec<_>>().join("\n");
    let kept = kept_of_verdicts(&verdicts);
    let what = refused(&verdicts.replace("count: 9", "count: 8"), &kept);
    assert!(what.contains("its count is 8, and 9 was searched for"), "{what}");
}

#[test]
fn puzzles_without_room_are_kept_too_and_other_pages_are_refused() {
    let section = "sections:\n  - {game: klondike-3, form: win-in, count: 7, seed: 10, per-page: 4}\n";
    let [small, large] = ["a5", "letter"].map(|trim| format!("trim: {trim}\n{section}"));
    let of_small = kept(1, &small);
    assert!(!of_small.contains("\"passed\":0"), "{of_small}");
    assert!(gone_on(&small, &of_small).unwrap() == unbroken(&small));
    let what = refused(&large, &of_small);
    let wanted = "book.part:2: section 1, on pages of this trim, type and layout: klondike-3#";
    assert!(what.starts_with(wanted) && what.contains(" has room now, and had none; "), "{what}");
    let what = refused(&small, &kept(1, &large));
    assert!(what.starts_with(wanted) && what.contains(" has no room now, and had some; "), "{what}");
}

fn kept_of_verdicts(text: &str) -> String {
    (1..).map(|batches| kept(batches, text)).find(|kept| kept.contains("\"verdict\"")).unwrap()
}

#[test]
fn what_was_changed_by_hand_is_named_and_never_printed() {
    let whole = kept(1, DEALS);
    let line = whole.lines().nth(2).unwrap();
    let (front, last_move) = line.split_once("\"}").unwrap_or((line, "")).0.rsplit_once(' ').unwrap();
    let at = whole.find("\"next\":").unwrap();
    let next: String = whole[at + 7..].chars().take_while(char::is_ascii_digit).collect();
    let with_line = |to: &str| whole.replacen(line, to, 1);
    let no_part = "book.part: this is no search that `dealpress book` has kept";
    let changed = "book.part: this is not as a search that was broken off has left it";
    for (text, wanted) in [
        (with_line(&line.replacen(last_move, "", 1)), "\nbook.part:3: somerset-klondike@6#"),
        (with_line(&format!("{front} 1>2\"}}")), "\nbook.part:3: "),
        (with_line(&line.replacen("@6#", "@6#9", 1)), "\nbook.part:3: "),
        (
            with_line(&line.replacen("\"puzzle\":1", "\"puzzle\":7", 1)),
            "\nbook.part:3: the line is of puzzle 7",
        ),
        (with_line("{}"), "\nbook.part:3: "),
        (with_line(""), "\nbook.part:3: "),
        (whole.replacen(&format!("\"next\":{next}"), "\"next\":9999", 1), changed),
        (whole.replacen("\"failures\":", "\"failures\":1", 1), changed),
        (whole.replacen(&format!("{line}\n"), "", 1), changed),
        (whole[..whole.len() / 2].to_string(), changed),
        (whole.replacen("\"found\":", "\"found\":18446744073709551", 1), changed),
        (format!("{whole}\n{{}}"), changed),
        (String::new(), no_part),
        ("title: T\n".to_string(), no_part),
        (lock::write(&[]), no_part),
        (
            whole.replacen("dealpress ", "dealpress 0.", 1),
            "book.part:1: dealpress 0.0.1.0 searched, and this is",
        ),
    ] {
        assert_ne!(text, whole, "{wanted}");
        let what = refused(DEALS, &text);
        assert!(what.contains(wanted), "{wanted}: {what}");
        assert!(what.contains("search anew") || what.contains("-o FILE.pdf"), "{what}");
    }
}

#[test]
fn other_deals_of_earlier_volumes_and_files_are_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let known = folder.path().join("one.lock");
    let name = folder.path().join("book.yaml").display().to_string();
    let source = Source { name, text: format!("title: T\nnot-in: [one.lock]\n{DEALS}") };
    std::fs::write(&known, "somerset-klondike@6#4\n").unwrap();
    let catalogue = catalogue();
    let mut search = Search::begin(&source, None, &catalogue, &Progress::none()).unwrap();
    search.run(&Progress::none(), &mut |_| ()).unwrap();
    let kept = part(&search.found().text());
    let begin = || Search::begin(&source, Some(&kept), &catalogue, &Progress::none());
    std::fs::write(&known, "somerset-klondike@6#4\nsomerset-klondike@6#4\n\n").unwrap();
    assert_eq!(begin().unwrap().found().count(), 25);
    std::fs::write(&known, "somerset-klondike@6#4\nsomerset-klondike@6#5\n").unwrap();
    let error = begin().err().unwrap().to_string();
    assert!(error.contains("book.part:2: section 1") && error.contains("`not-in` holds other"), "{error}");
}

fn dealpress(folder: &Path, args: &[&str]) -> (i32, String) {
    let mut command = assert_cmd::Command::cargo_bin("dealpress").unwrap();
    let output = command.current_dir(folder).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout) + &text(output.stderr))
}

#[test]
fn a_count_that_cannot_be_met_keeps_what_was_found_for_a_lower_one() {
    let folder = tempfile::tempdir().unwrap();
    let write = |count: usize| {
        // Of four cards there are 24 deals; after those the search ends, though all deals can be won.
        let text = format!(
            "title: T\nsections:\n  - {{game: klondike, rules: {{ranks: 1, columns: 1}}, count: {count}}}\n"
        );
        std::fs::write(folder.path().join("book.yaml"), text).unwrap();
    };
    write(500);
    let (code, told) = dealpress(folder.path(), &["book", "book.yaml"]);
    assert_eq!(code, 2, "{told}");
    let (found, rest) =
        told.strip_prefix("error: ").unwrap().split_once(" of 500 puzzles are kept in ").unwrap();
    let wanted = "book.part, from which a book goes on that asks for no more: book.yaml:3:";
    assert!(rest.starts_with(wanted) && rest.contains(&format!("only {found} of 500")), "{told}");
    write(found.parse().unwrap());
    let (code, told) = dealpress(folder.path(), &["book", "book.yaml"]);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("going on from book.part: 24 of 24 puzzles\n"), "{told}");
    assert!(folder.path().join("book.pdf").is_file() && !folder.path().join("book.part").exists());
}

#[test]
fn a_book_that_turns_out_too_thin_for_its_shop_keeps_its_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let write = |count: usize| {
        let text = "title: T\ntrim: kdp-6x9\nprofile: press\nparts: [puzzles, solutions]\nsections:\n  \
            - {game: somerset-klondike@4, count: ";
        std::fs::write(folder.path().join("book.yaml"), format!("{text}{count}}}\n")).unwrap();
    };
    write(10);
    let (code, told) = dealpress(folder.path(), &["book", "book.yaml"]);
    assert_eq!(code, 2, "{told}");
    let wanted = "error: the puzzles are kept in book.part; the book: book.yaml:2:1: ";
    assert!(told.starts_with(wanted) && told.contains("24"), "{told}");
    write(30);
    let (code, told) = dealpress(folder.path(), &["book", "book.yaml"]);
    assert!(code == 0 && told.contains("going on from book.part: 10 of 30 puzzles\n"), "{told}");
}

#[test]
fn a_part_that_is_too_large_or_none_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.part");
    std::fs::write(folder.path().join("book.yaml"), format!("title: T\n{DEALS}")).unwrap();
    let file = std::fs::File::create(&path).unwrap();
    file.set_len((64 << 20) + 1).unwrap();
    let (code, told) = dealpress(folder.path(), &["book", "book.yaml"]);
    assert_eq!(code, 2, "{told}");
    assert!(
        told.starts_with("error: book.part: larger than 64 MB; ") && told.contains("move it away"),
        "{told}"
    );
    file.set_len(0).unwrap();
    for command in
        [&["book", "book.yaml"][..], &["book", "book.yaml", "--lock"], &["site", "book.yaml", "-o", "s"]]
    {
        let (code, told) = dealpress(folder.path(), command);
        assert_eq!(code, 2, "{told}");
        assert!(told.starts_with("error: book.part: this is no search"), "{told}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}

#[test]
fn a_lock_that_is_too_large_or_no_text_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.lock");
    std::fs::write(folder.path().join("book.yaml"), format!("title: T\n{DEALS}")).unwrap();
    std::fs::File::create(&path).unwrap().set_len((64 << 20) + 1).unwrap();
    let refused = |wanted: &str| {
        for command in [&["book", "book.yaml"][..], &["site", "book.yaml", "-o", "site"]] {
            let (code, told) = dealpress(folder.path(), command);
            assert_eq!(code, 2, "{told}");
            assert!(told.starts_with(wanted) && told.contains("make that again with --lock"), "{told}");
        }
    };
    refused("error: book.lock: larger than 64 MB; ");
    std::fs::write(&path, [0xFF, 0xFE, 0]).unwrap();
    refused("error: book.lock: not UTF-8 text; ");
    let (code, told) = dealpress(folder.path(), &["book", "book.yaml", "--lock"]);
    assert_eq!(code, 0, "{told}");
    let (code, told) = dealpress(folder.path(), &["book", "book.yaml"]);
    assert!(code == 0 && told.contains(", from book.lock"), "{told}");
}

#[cfg(unix)]
mod interrupted {
    use super::{dealpress, number_of};
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::io::Write as _;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    /// Runs `dealpress` on a book from standard input and presses Ctrl-C after a while; the exit code, and what was
    /// told on standard error.
    fn run(folder: &Path, args: &[&str], book: &str, patience: Option<Duration>) -> (i32, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dealpress"))
            .current_dir(folder)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A pipe does not hold so much: when all is written, the program runs and hears signals.
        let long = format!("{book}{}", "# more\n".repeat(20_000));
        child.stdin.take().unwrap().write_all(long.as_bytes()).unwrap();
        if let Some(patience) = patience {
            std::thread::sleep(patience);
            kill(Pid::from_raw(child.id().try_into().unwrap()), Signal::SIGINT).unwrap();
        }
        let output = child.wait_with_output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    }

    #[test]
    fn the_same_command_goes_on_to_the_same_book() {
        let folder = tempfile::tempdir().unwrap();
        let book = "title: T\nsections:\n  - {game: somerset-klondike@8, count: 150}\n  \
            - {game: somerset-klondike@6, form: verdict, count: 6}\n";
        let args = ["book", "-", "-o", "book.pdf", "--lock"];
        let at = |name: &str| folder.path().join(name);
        let (mut breaks, mut most) = (0, 0);
        // Machines differ: it is broken off ever later, until that was four times after something was found.
        let mut patience = Duration::from_millis(60);
        for jobs in ["1", "2", "3"].into_iter().cycle() {
            if breaks == 4 {
                break;
            }
            let (code, told) =
                run(folder.path(), &[&args[..], &["--jobs", jobs]].concat(), book, Some(patience));
            patience = patience * 3 / 2;
            if code == 0 {
                break;
            }
            assert_eq!(code, 130, "{told}");
            assert!(!at("book.pdf").exists(), "{told}");
            if at("book.part").exists() {
                breaks += 1;
                let last = told.lines().last().unwrap();
                let is_all = last.starts_with("interrupted: no book is written; its puzzles are kept");
                let kept = number_of(last, "interrupted: ", " of 156 puzzles").or(is_all.then_some(156));
                let goes_on = "kept in book.part, and the same command goes on from there";
                assert!(last.ends_with(goes_on) || last.ends_with("book.part is as it was"), "{told}");
                assert!(kept.is_none_or(|kept| kept >= most), "{most}: {told}");
                most = kept.unwrap_or(most);
            }
        }
        assert!(breaks > 0 && most > 0, "{breaks}: {most}");
        let (code, told) = run(folder.path(), &args, book, None);
        assert_eq!(code, 0, "{told}");
        assert!(!at("book.part").exists(), "{told}");
        let names = ["book.pdf", "book.lock"];
        let broken = names.map(|name| std::fs::read(at(name)).unwrap());
        let (code, told) = run(folder.path(), &args, book, None);
        assert!(code == 0 && !told.contains("going on"), "{told}");
        assert!(broken == names.map(|name| std::fs::read(at(name)).unwrap()));
    }

    /// Runs `dealpress` and presses Ctrl-C after a while; none if it was too early for it to hear.
    fn calibrate(folder: &Path, args: &[&str], patience: Duration) -> Option<(i32, String)> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dealpress"));
        command.current_dir(folder).arg("calibrate").args(args).stdout(Stdio::null()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        std::thread::sleep(patience);
        kill(Pid::from_raw(child.id().try_into().unwrap()), Signal::SIGINT).unwrap();
        let output = child.wait_with_output().unwrap();
        Some((output.status.code()?, String::from_utf8(output.stderr).unwrap()))
    }

    #[test]
    fn a_calibration_goes_on_from_the_deals_that_were_measured() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let args = ["somerset-klondike@3", "--deals", "400", "-o", "a.yaml"];
        let mut patience = Duration::from_millis(50);
        while !at("a.part").exists() && !at("a.yaml").exists() {
            patience = patience * 3 / 2;
            let ended = calibrate(folder.path(), &args, patience);
            assert!(ended.as_ref().is_none_or(|(code, _)| [0, 130].contains(code)), "{ended:?}");
        }
        assert!(at("a.part").exists(), "all was measured in {patience:?}");
        let other = ["calibrate", "somerset-klondike@4", "--deals", "400", "-o", "a.yaml"];
        let (code, told) = dealpress(folder.path(), &other);
        assert!(
            code == 2 && told.contains("a.part: it has deals of somerset-klondike@3#0, measured by"),
            "{told}"
        );
        let (code, told) = dealpress(folder.path(), &[&["calibrate"], &args[..]].concat());
        assert!(
            code == 0 && told.contains("going on from a.part: ") && told.contains(" of 400 deals\n"),
            "{told}"
        );
        assert!(!at("a.part").exists());
        let whole = ["calibrate", "somerset-klondike@3", "--deals", "400", "-o", "b.yaml"];
        assert_eq!(dealpress(folder.path(), &whole).0, 0);
        assert!(std::fs::read(at("a.yaml")).unwrap() == std::fs::read(at("b.yaml")).unwrap());
    }

    #[test]
    fn where_nothing_can_be_kept_that_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let book = "title: T\nsections:\n  - {game: somerset-klondike@9, count: 900}\n";
        let interrupted = |args: &[&str]| {
            let mut patience = Duration::from_millis(100);
            loop {
                let (code, told) = run(folder.path(), args, book, Some(patience));
                assert_eq!(code, 130, "{told}");
                if !told.contains("interrupted before the search began") {
                    return told;
                }
                patience = patience * 3 / 2;
            }
        };
        let told = interrupted(&["book", "-", "-o", "-"]);
        assert!(
            told.contains("where a book is no file, nothing is kept; name one with -o FILE.pdf"),
            "{told}"
        );
        let told = interrupted(&["site", "-", "-o", "site"]);
        assert!(told.contains("from standard input nothing is kept; give the book as a file"), "{told}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_site_goes_on_from_what_its_book_has_and_takes_nothing_away() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let text = "title: T\nsections:\n  - {game: somerset-klondike@5, count: 3}\n";
        std::fs::write(at("book.yaml"), text).unwrap();
        let (code, told) = dealpress(folder.path(), &["site", "book.yaml", "-o", "one"]);
        assert!(code == 0 && !at("book.part").exists(), "{told}");
        let catalogue = super::catalogue();
        let source = dealpress::book::Source { name: "book.yaml".into(), text: text.into() };
        let progress = dealpress::book::Progress::none();
        let mut search = dealpress::book::Search::begin(&source, None, &catalogue, &progress).unwrap();
        search.run(&progress, &mut |_| ()).unwrap();
        std::fs::write(at("book.part"), search.found().text()).unwrap();
        let (code, told) = dealpress(folder.path(), &["site", "book.yaml", "-o", "two"]);
        assert!(code == 0 && told.contains("going on from book.part: 3 of 3 puzzles"), "{told}");
        assert!(at("book.part").exists() && told.contains("pages; book.part stays for the book"), "{told}");
        let (code, told) = dealpress(folder.path(), &["book", "book.yaml", "--lock"]);
        assert!(code == 0 && !at("book.part").exists(), "{told}");
        let (code, told) = dealpress(folder.path(), &["site", "book.yaml", "-o", "three"]);
        assert!(code == 0 && told.contains(", from book.lock"), "{told}");
        for name in ["index.html", "1.html", "3.html"] {
            let page = |site: &str| std::fs::read(at(site).join(name)).unwrap();
            assert!(page("one") == page("two") && page("one") == page("three"), "{name}");
        }
    }
}

/// The number between two texts.
#[cfg(unix)]
fn number_of(line: &str, before: &str, after: &str) -> Option<usize> {
    line.strip_prefix(before)?.split_once(after)?.0.replace(',', "").parse().ok()
}
