//! Books that cannot be made, as a careless or a nasty user writes them: one clear error with its place, exit code 2,
//! and nothing half-written.

use std::collections::BTreeSet;
use std::path::Path;

fn dealpress(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = assert_cmd::Command::cargo_bin("dealpress").unwrap();
    let output = command.current_dir(folder).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn names(folder: &Path) -> BTreeSet<std::ffi::OsString> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
}

/// Wants one line of error that holds what is wanted, and no new file.
fn refuses(folder: &Path, book: &str, wanted: &str) {
    std::fs::write(folder.join("book.yaml"), book).unwrap();
    let before = names(folder);
    let (code, out, error) = dealpress(folder, &["book", "book.yaml"]);
    assert_eq!((code, out.as_str()), (2, ""), "{book}: {error}");
    assert!(error.starts_with("error: ") && error.contains(wanted), "{book}: no `{wanted}` in: {error}");
    assert_eq!(error.trim_end().lines().count(), 1, "{book}: {error}");
    assert_eq!(names(folder), before, "{book}");
}

const SECTIONS: &str = "sections:\n  - {game: somerset-klondike@5, count: 2}\n";

#[test]
fn themes_that_are_none_are_named_and_those_that_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    for theme in ["7", "nosuch", "Press", "../press", "/etc/passwd", "''"] {
        let wanted =
            format!("book.yaml:2:1: unknown theme `{}`; there are dark, four", theme.trim_matches('\''));
        refuses(folder.path(), &format!("title: T\ntheme: {theme}\n{SECTIONS}"), &wanted);
    }
    for (theme, wanted) in
        [("[a, b]", "theme: invalid type: a list"), ("{a: b}", "theme: invalid type: fields")]
    {
        refuses(folder.path(), &format!("title: T\ntheme: {theme}\n{SECTIONS}"), wanted);
    }
}

#[test]
fn puzzle_files_that_are_none_are_named_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (code, _, error) = dealpress(folder, &["puzzle", "win-in", "somerset-klondike@5", "-o", "good.yaml"]);
    assert_eq!(code, 0, "{error}");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).unwrap();
    let good = std::fs::read(folder.join("good.yaml")).unwrap();
    write("binary.yaml", &[&good[..], &[0xC3, 0x28, 0xFF]].concat());
    write("huge.yaml", &[&good[..], &vec![b'#'; 10 << 20]].concat());
    write("empty.yaml", b"");
    write("notes.yaml", b"My puzzles\n\n- one\n");
    write("half.yaml", &good[..good.len() / 2]);
    write("marked.yaml", &["\u{feff}".as_bytes(), &good].concat());
    std::fs::create_dir(folder.join("folder.yaml")).unwrap();
    let (code, deal, _) = dealpress(folder, &["deal", "somerset-klondike@5#3"]);
    assert_eq!(code, 0);
    write("deal.yaml", deal.as_bytes());
    let at = "book.yaml:3:6: puzzles: ";
    for (files, wanted) in [
        ("7", "sections[0].puzzles: invalid type: integer `7`, expected a list such as `[a, b]`".to_string()),
        ("good.yaml", "invalid type: string \"good.yaml\", expected a list such as".to_string()),
        ("{a: b}", "invalid type: fields, expected a list".to_string()),
        ("[[good.yaml]]", "sections[0].puzzles[0]: invalid type: a list".to_string()),
        ("[]", format!("{at}a section has from 1 to 1000 files")),
        ("['']", format!("{at}a file is named by some letters")),
        ("[none.yaml]", format!("{at}none.yaml: there is no such file; paths begin where")),
        ("[good.yaml, none.yaml]", format!("{at}none.yaml: there is no such file")),
        ("[folder.yaml]", format!("{at}folder.yaml: this is a folder; name a file in it")),
        ("[.]", format!("{at}.: this is a folder")),
        ("[binary.yaml]", format!("{at}binary.yaml: not UTF-8 text")),
        ("[huge.yaml]", format!("{at}huge.yaml: larger than 1024 KB")),
        ("[empty.yaml]", format!("{at}empty.yaml: this is no puzzle; `dealpress puzzle")),
        ("[notes.yaml]", format!("{at}notes.yaml: this is no puzzle")),
        ("[deal.yaml]", format!("{at}deal.yaml: this is no puzzle")),
        ("[half.yaml]", format!("{at}half.yaml:")),
        ("[good.yaml, good.yaml]", format!("{at}good.yaml: its position stands in the book already")),
        ("[good.yaml, marked.yaml]", format!("{at}marked.yaml: its position stands in the book already")),
    ] {
        refuses(folder, &format!("title: T\nsections:\n  - {{puzzles: {files}}}\n"), &wanted);
    }
}

#[test]
fn nasty_books_are_refused_where_they_are_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(5_000);
    let section = |fields: &str| format!("title: T\nsections:\n  - {{{fields}}}\n");
    let with = |field: &str| format!("title: T\n{field}\n{SECTIONS}");
    for (book, wanted) in [
        (with("title: U"), "book.yaml:2:1: this key stands here twice: `title`"),
        (with("first-number: 1e3"), "book.yaml:2:1: first-number: invalid type: floating point"),
        (with("isbn: 978-3-16-148410-1"), "book.yaml:2:1: isbn: the last digit of `978-3-16-148410-1`"),
        (
            with("parts: [page: gone.md, puzzles, solutions]"),
            "book.yaml:2:15: page: gone.md: there is no such",
        ),
        (
            with("dedication: \"a\\x07b\\e[31m\""),
            "book.yaml:2:1: dedication: the character U+0007 is none that",
        ),
        (with("author: \"A\\u202EB\""), "author: our typefaces have no"),
        (with("edition: \"One\\nTwo\""), "book.yaml:2:1: edition: this is one line, and there are several"),
        (
            with(&format!("publisher: {long}")),
            "publisher: this line has 5000 characters, and there is room for 300",
        ),
        (format!("title: {long}\n{SECTIONS}"), "book.yaml:1:1: title: this line has 5000 characters"),
        (with("margins: {inside: NaNmm}"), "book.yaml:2:1: margins: inside: `NaNmm` is no measure"),
        (with("trim: -5x7in"), "book.yaml:2:1: trim: -127 × 178 mm is no page for a book"),
        (with("language: ../en"), "book.yaml:2:1: there is no language `../en`"),
        (with("not-in: one.lock"), "not-in: invalid type: string \"one.lock\", expected a list such as"),
        (
            with("parts: [page: ., puzzles, solutions]"),
            "book.yaml:2:15: page: .: this is a folder; name a file",
        ),
        (
            with("record: maybe"),
            "book.yaml:2:1: record: invalid type: string \"maybe\", expected `true` or `false`",
        ),
        (with("not-in: [.]"), "book.yaml:2:1: not-in: .: this is a folder"),
        (
            section("game: somerset-klondike@5, count: -2"),
            "book.yaml:3:40: sections[0].count: invalid type: integer `-2`",
        ),
        (
            section("game: somerset-klondike@5, count: 2, per-page: 4000000000000"),
            "per-page: 4000000000000 is none of",
        ),
        (
            section("game: somerset-klondike@5, count: 2, seed: 18446744073709551616"),
            "sections[0].seed: invalid type",
        ),
        (
            section("game: klondike, rules: {draw: 99}, count: 1"),
            "book.yaml:3:22: klondike: draw: 99 is not a number",
        ),
        (section("game: \"klondike\\0\", count: 1"), "book.yaml:3:6: game: "),
        (
            "title: T\nsections: {game: klondike}\n".into(),
            "sections: invalid type: fields, expected a list such as",
        ),
        (
            "title: T\nsections:\n\t- {game: klondike, count: 1}\n".into(),
            "book.yaml:3:1: a sign that cannot stand here; indent with spaces",
        ),
        (
            "title: T\nsections:\n  - game: klondike\n   count: 2\n".into(),
            "book.yaml:4:4: this line is indented neither as",
        ),
        ("- a\n- b\n".into(), "book.yaml:1:1: invalid type: a list, expected fields"),
        (String::new(), "book.yaml:1:1: missing field `title`"),
        ("a: &a [x, x]\nb: &b [*a, *a]\ntitle: T\n".into(), "book.yaml:1:1: unknown field `a`"),
    ] {
        refuses(folder.path(), &book, wanted);
    }
    // A file that would be written to is asked first, before anything is searched.
    let (code, _, error) = dealpress(folder.path(), &["book", "book.yaml", "-o", "none/book.pdf"]);
    assert_eq!(code, 2);
    assert!(error.contains("cannot write none/book.pdf: there is no folder none"), "{error}");
}

#[test]
fn a_lock_of_another_book_and_one_of_empty_lines_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let book =
        |count: usize| format!("title: T\nsections:\n  - {{game: somerset-klondike@5, count: {count}}}\n");
    std::fs::write(folder.path().join("book.yaml"), book(2)).unwrap();
    assert_eq!(dealpress(folder.path(), &["book", "book.yaml", "--lock"]).0, 0);
    std::fs::remove_file(folder.path().join("book.pdf")).unwrap();
    for (lock, wanted) in [
        (None, "book.lock: it has 2 puzzles; the book has 3"),
        (Some("\n".repeat(1 << 20)), "book.lock: it has 0 puzzles; the book has 3"),
        (Some("{}\n".repeat(1 << 20)), "book.lock: it has 1048576 puzzles; the book has 3"),
        (Some("{}\n".repeat(3)), "book.lock:1: puzzle 1: missing field `puzzle`"),
    ] {
        std::fs::write(folder.path().join("book.yaml"), book(3)).unwrap();
        if let Some(lock) = lock {
            std::fs::write(folder.path().join("book.lock"), lock).unwrap();
        }
        let (code, _, error) = dealpress(folder.path(), &["book", "book.yaml"]);
        assert!(
            code == 2 && error.contains(wanted) && error.contains("make it again with --lock"),
            "{error}"
        );
        assert!(!folder.path().join("book.pdf").exists());
    }
}

#[test]
fn books_of_other_editors_are_books() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("page.md"), "\u{feff}# Preface\r\n\r\nHello.\r\n").unwrap();
    let path = folder.path().join("book.yaml");
    let plain = format!(
        "title: Æsop’s “Evenings”\nsubtitle: &s One\nedition: *s\nparts: [page: page.md, puzzles, solutions]\n{SECTIONS}"
    );
    let marked = format!("\u{feff}{}", plain.replace('\n', "\r\n"));
    let pdfs = [plain, marked].map(|text| {
        std::fs::write(&path, text).unwrap();
        let (code, _, error) = dealpress(folder.path(), &["book", "book.yaml"]);
        assert_eq!(code, 0, "{error}");
        std::fs::read(folder.path().join("book.pdf")).unwrap()
    });
    assert!(pdfs[0] == pdfs[1]);
    // Errors in such a file have their place too.
    refuses(
        folder.path(),
        "\u{feff}title: T\r\ntheme: neon\r\nsections:\r\n- {game: klondike, count: 1}\r\n",
        "book.yaml:2:1: ",
    );
    refuses(
        folder.path(),
        "\u{feff}title: T\u{202e}\nsections:\n- {game: klondike, count: 1}\n",
        "book.yaml:1:1: title: ",
    );
}
