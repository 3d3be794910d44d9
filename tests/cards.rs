//! `dealpress cards`: packs to cut out, read back.

use assert_cmd::Command;
use dealpress::output::pdf::inspect::inspect;

fn run(args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("dealpress").unwrap().args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_pack_is_nine_cards_a_page_with_backs_behind_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cards.pdf");
    let file = path.to_str().unwrap();
    for (args, cards, sheets, pages, size) in [
        (vec!["somerset@7"], 28, 4, 8, [595.28, 841.89]),
        (vec!["somerset@3", "--backs", "none"], 6, 1, 1, [595.28, 841.89]),
        (vec!["french", "--paper", "letter", "--theme", "four"], 52, 6, 12, [612.0, 792.0]),
        (vec!["double-klondike", "--backs", "none"], 104, 12, 12, [595.28, 841.89]),
    ] {
        let (code, told, error) = run(&[&["cards"], &args[..], &["-o", file]].concat());
        assert_eq!(code, 0, "{error}");
        assert!(told.ends_with(&format!(": {cards} cards on {sheets} sheets\n")), "{told}");
        let found = inspect(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(found.pages.len(), pages, "{args:?}");
        for page in &found.pages {
            assert_eq!(page.sheet, size);
            let [left, top, right, bottom] = page.ink.unwrap();
            assert!(
                left >= 5.0 && top >= 5.0 && right <= size[0] - 5.0 && bottom <= size[1] - 5.0,
                "{args:?}"
            );
        }
        assert!(found.tagged && found.fonts.iter().all(|font| font.embedded && font.subset));
    }
}

#[test]
fn a_pack_that_there_is_not_is_named() {
    for (pack, wanted) in [
        ("somerset@16", "from 1 to 15 ranks"),
        ("french@53", "french@52"),
        ("klondike#3", "leave #3 out"),
        ("tarot", "tarot"),
    ] {
        let (code, _, error) = run(&["cards", pack, "-o", "never.pdf"]);
        assert!(code == 2 && error.contains(wanted), "{pack}: {error}");
    }
    assert!(!std::path::Path::new("never.pdf").exists());
}
