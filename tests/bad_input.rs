//! Bad input: one clear error that names the place and the cure, exit code 2, nothing half-written.

use assert_cmd::Command;
use std::path::Path;
use tempfile::TempDir;

fn dealpress(folder: &Path, args: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("dealpress").unwrap();
    let output = command.current_dir(folder).args(args).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Runs the command, wants exit code 2, no output and one line of error with every `part` in it.
fn refuses(folder: &Path, args: &[&str], input: &str, parts: &[&str]) {
    let (code, out, error) = dealpress(folder, args, input);
    assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {error}");
    assert_eq!(error.trim_end().lines().count(), 1, "{args:?}: {error}");
    for part in parts {
        assert!(error.contains(part), "{args:?}: no `{part}` in: {error}");
    }
}

const DEAL: &str =
    "game: somerset-klondike@4\ntableau:\n- 0/0\n- 1/1 | 0/1\n- 0/2 1/2 | 2/2\n- 0/3 1/3 2/3 | 3/3\n";

#[test]
fn the_deal_that_the_cases_break_is_a_good_one() {
    let folder = TempDir::new().unwrap();
    let (code, out, error) = dealpress(folder.path(), &["solve", "-"], DEAL);
    assert!(code < 2, "{error}");
    assert!(out.contains("winnable"), "{out}");
}

#[test]
fn a_bad_deal_is_refused_with_its_place() {
    let folder = TempDir::new().unwrap();
    let broken = |from: &str, to: &str| {
        assert!(DEAL.contains(from));
        DEAL.replace(from, to)
    };
    let huge = "x".repeat(2 << 20);
    let nested = format!("game: {}", "[".repeat(200_000));
    let cases: &[(String, &[&str])] = &[
        (broken("1/2 |", "|"), &["9 cards", "missing 1/2"][1..]),
        (broken("- 0/0", "- 0/0 0/1"), &["standard input:4: ", "too often 0/1"]),
        (broken("3/3", "0/0"), &["missing 3/3", "too often 0/0"]),
        (broken("3/3", "7/6"), &["standard input:6: pile 4: `7/6` is not a card", "suit 0 to 3"]),
        (broken("3/3", "AS"), &["standard input:6: pile 4: `AS` is not a card"]),
        (broken("- 1/1 | 0/1", "- 1/1 | 0/1 | 0/2"), &["standard input:4: pile 2", "one bar"]),
        (
            broken("somerset-klondike@4", "somerset-klondik"),
            &["unknown game", "did you mean `somerset-klondike`?"],
        ),
        (broken("somerset-klondike@4", "somerset-klondike@2"), &["2 is not a number of ranks from 3 to 15"]),
        (
            broken("somerset-klondike@4", "somerset-klondike@5"),
            &["standard input:2: tableau: 4 piles are given, this game has 5"],
        ),
        (broken("tableau", "tabelau"), &["standard input:2:", "unknown field `tabelau`", "`tableau`"]),
        (broken("game:", "game: klondike\ngame:"), &["standard input:2:", "twice", "`game`"]),
        (format!("{DEAL}stock: 0/0\n"), &["stock", "no stock"]),
        (format!("{DEAL}rules: {{draw: lots}}\n"), &["standard input:7:", "rules.draw", "lots"]),
        ("tableau: []\n".into(), &["missing field `game`"]),
        (String::new(), &["standard input"]),
        ("\u{1}\u{2}".into(), &["standard input"]),
        (nested, &["standard input:1:", "deep"]),
        (huge, &["larger than 1024 KB"]),
    ];
    for (text, parts) in cases {
        refuses(folder.path(), &["solve", "-"], text, parts);
    }
}

#[test]
fn a_bad_game_file_is_refused_with_its_line() {
    let folder = TempDir::new().unwrap();
    let good = include_str!("../templates/games/somerset-klondike.yaml");
    std::fs::create_dir_all(folder.path().join("t/games")).unwrap();
    let own = good.replace("game: somerset-klondike", "game: mine");
    let broken = |from: &str, to: &str| {
        assert!(own.contains(from), "{from}");
        own.replace(from, to)
    };
    let cases: &[(String, &[&str])] = &[
        (broken("columns: ranks", "columns: seven"), &["mine.yaml:5:", "number of columns"]),
        (
            broken("columns: ranks", "columns: 6"),
            &["mine: columns: the columns take 21 cards, the pack has 28"],
        ),
        (broken("columns: ranks", "columns: 0"), &["mine: columns: 0 is not a number from 1 to 15"]),
        (broken("fill: double", "fill: double\nfill: any"), &["mine.yaml:9:", "twice", "`fill`"]),
        (broken("fill: double", "fill: queen"), &["mine.yaml:8:", "queen", "`king`"]),
        (broken("fill: double", "fills: double"), &["unknown field `fills`"]),
        (broken("build: somerset", "build: suit"), &["mine: build: ", "somerset"]),
        (broken("most: 15", "most: 200"), &["mine: ranks: "]),
        (broken("game: mine", "game: other"), &["`game: other` should be `game: mine`"]),
        (format!("{own}passes: 3\n"), &["mine: passes: there is no stock"]),
        ("[".repeat(200_000), &["mine.yaml:1:", "deep"]),
        ("- ".repeat(100_000), &["mine.yaml:1:", "deep"]),
        (format!("{own}{}", "#".repeat(2 << 20)), &["mine.yaml", "larger than"]),
    ];
    for (text, parts) in cases {
        std::fs::write(folder.path().join("t/games/mine.yaml"), text).unwrap();
        refuses(folder.path(), &["--templates", "t", "deal", "mine#1"], "", parts);
    }
    refuses(folder.path(), &["--templates", "nowhere", "games"], "", &["nowhere", "no folder"]);
}

#[test]
fn a_bad_name_or_setting_is_refused_with_what_would_be_right() {
    let folder = TempDir::new().unwrap();
    let cases: &[(&[&str], &[&str])] = &[
        (&["deal", "klondik#1"], &["unknown game `klondik`", "did you mean `klondike`?", "dealpress games"]),
        (&["deal", "klondike@9#1"], &["no sizes"]),
        (&["deal", "somerset-klondike@16#1"], &["3 to 15"]),
        (&["deal", "klondike#99999999999999999999"], &["seed", "2^64"]),
        (&["deal", "Klondike"], &["lower-case"]),
        (&["deal", "klondike#18446744073709551615", "--count", "2"], &["no seed after"]),
        (&["solve", "klondike"], &["klondike#42"]),
        (&["solve", "no-such-file.yaml"], &["no-such-file.yaml", "no such file"]),
        (&["solve", "klondike#1", "--set", "draw=99"], &["draw: 99 is not a number from 1 to 13"]),
        (&["solve", "klondike#1", "--set", "passes=none"], &["--set passes=none", "unlimited"]),
        (&["solve", "klondike#1", "--set", "colour=red"], &["--set colour=red", "unknown field `colour`"]),
        (&["solve", "somerset-klondike#1", "--set", "passes=3"], &["no stock"]),
        (&["check", "missing.md"], &["missing.md"]),
    ];
    for (args, parts) in cases {
        refuses(folder.path(), args, "", parts);
    }
}

#[test]
fn an_output_that_cannot_be_written_leaves_nothing_behind() {
    let folder = TempDir::new().unwrap();
    for target in ["nowhere/deal.yaml", "."] {
        refuses(folder.path(), &["deal", "klondike#1", "-o", target], "", &["cannot write", target]);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_bad_line_of_many_is_named_and_the_others_are_solved() {
    let folder = TempDir::new().unwrap();
    let (_, lines, _) =
        dealpress(folder.path(), &["deal", "somerset-klondike@5#1", "--count", "3", "-f", "json"], "");
    let broken = lines.replacen("\"0/4", "\"9/9", 1) + "[1]\n\n{\n";
    let (code, out, error) = dealpress(folder.path(), &["solve", "--lines", "-"], &broken);
    assert_eq!((code, out.lines().count()), (2, 5), "{out}");
    assert!(out.lines().nth(1).unwrap().starts_with("{\"line\":2,"), "{out}");
    assert!(
        error.contains("standard input:2:") && error.contains("`9/9`") && error.contains("bad lines: 3"),
        "{error}"
    );
}

/// The deck of a public bug report, in the project's own form.
const KLONDIKE: &str = "game: klondike\ntableau:\n- AC\n- 6C | 2C\n- AD 5C | 2H\n- AH AS 4H | 3C\n- KH 5H 3H 3S | 2S\n\
    - KD 4D 3D 2D 4C | 6S\n- KC KS 6D 5D 5S 6H | 4S\n\
    stock: QC QD QH QS JC JD JH JS TC TD TH TS 9C 9D 9H 9S 8C 8D 8H 8S 7C 7D 7H 7S\n";

#[test]
fn klondike_cards_may_be_written_in_other_ways() {
    let folder = TempDir::new().unwrap();
    let answer = |text: &str| {
        let (code, out, error) = dealpress(folder.path(), &["solve", "-", "-f", "json"], text);
        assert_eq!((code, error.as_str()), (0, ""), "{out}");
        out
    };
    let stock = KLONDIKE.find("stock: ").unwrap() + 7;
    let lower = format!("{}{}", &KLONDIKE[..stock], KLONDIKE[stock..].to_lowercase());
    assert_eq!(answer(KLONDIKE), answer(&lower));
    assert_eq!(answer(KLONDIKE), answer(&KLONDIKE.replace("TH", "10H")));
}

#[test]
fn a_wrong_klondike_pack_is_refused_with_the_cards_named() {
    let folder = TempDir::new().unwrap();
    let broken = |from: &str, to: &str| {
        assert!(KLONDIKE.contains(from));
        KLONDIKE.replacen(from, to, 1)
    };
    let cases: &[(String, &[&str])] = &[
        (broken(" 7S\n", "\n"), &["not a whole pack of 52 cards", "missing 7S"]),
        (broken(" 7S\n", " 7S 4H\n"), &["not a whole pack of 52 cards", "too often 4H"]),
        (broken("5H", "4H"), &["missing 5H", "too often 4H"]),
        (broken("AH AS", "1H AS"), &["standard input:6: column 4", "`1H` is not a card"]),
        (broken("- AC\n", ""), &["6 columns are given, this game has 7"]),
        (broken("game: klondike\n", "game: klondike\npass: 0\n"), &["pass", "none of this game's passes"]),
        (
            broken("game: klondike\n", "game: klondike\nrules: {draw: 14}\n"),
            &["draw: 14 is not a number from 1 to 13"],
        ),
        (broken("game: klondike\n", "game: klondike\nrules: {passes: 0}\n"), &["passes", "unlimited"]),
        (
            broken("game: klondike\n", "game: klondike\nrules: {fill: double}\n"),
            &["only Somerset cards have doubles"],
        ),
        (broken("game: klondike\n", "game: klondike\nfoundations: AC 2C\n"), &["foundations", "2C"]),
    ];
    for (text, parts) in cases {
        refuses(folder.path(), &["solve", "-"], text, parts);
    }
}

#[test]
fn a_klondike_file_without_face_down_cards_draws_a_warning() {
    let folder = TempDir::new().unwrap();
    let shown = KLONDIKE.replace(" | ", " ");
    let (code, _, error) = dealpress(folder.path(), &["solve", "-", "-f", "json"], &shown);
    assert!(code < 2, "{error}");
    assert!(error.starts_with("warning: standard input: no card of this deal lies face down"), "{error}");
}

#[test]
fn a_deal_that_bears_the_id_of_another_is_refused() {
    let folder = TempDir::new().unwrap();
    let (_, own, _) = dealpress(folder.path(), &["deal", "somerset-klondike@5#3"], "");
    assert_eq!(dealpress(folder.path(), &["solve", "-", "-f", "json"], &own).2, "");
    for other in ["somerset-klondike@5#4", "klondike#3", "somerset-klondike#3"] {
        let text = own.replace("somerset-klondike@5#3", other);
        refuses(folder.path(), &["solve", "-"], &text, &["id:", other, "is another deal"]);
    }
    refuses(folder.path(), &["solve", "-"], &own.replace("seed: 3", "seed: 5"), &["is another deal"]);
    let free = own.replace("somerset-klondike@5#3", "my own deal");
    assert!(dealpress(folder.path(), &["solve", "-"], &free).0 < 2);
}

#[test]
fn words_of_the_library_are_not_the_readers_problem() {
    let folder = TempDir::new().unwrap();
    let two = format!("{DEAL}---\n{DEAL}");
    let cases: &[(&str, &[&str])] = &[
        (&two, &["several documents", "--lines"]),
        ("- 1\n- 2\n", &["expected fields, a `name: value` a line"]),
        ("game: klondike\nrules: {fill: queen}\ntableau: []\n", &["unknown word `queen`", "`king`"]),
        ("game: klondike\npass: lots\ntableau: []\n", &["whole number"]),
    ];
    for (text, parts) in cases {
        refuses(folder.path(), &["solve", "-"], text, parts);
        let error = dealpress(folder.path(), &["solve", "-"], text).2;
        for jargon in ["u8", "u64", "u128", "struct", "variant", "deserializ"] {
            assert!(!error.contains(jargon), "{error}");
        }
    }
}

#[test]
fn what_would_be_ignored_is_refused() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("own.pdf"), include_str!("../templates/book/sampler.yaml")).unwrap();
    let cases: &[(&[&str], &[&str])] = &[
        (&["solve", "klondike#1", "--set", "draw="], &["no value after ="]),
        (&["solve", "klondike#1", "--set", "draw=3", "--set", "draw=1"], &["set twice"]),
        (&["deal", "yukon#1", "--set", "draw=3"], &["draw", "no stock"]),
        (&["rules", "klondike#1"], &["leave out #1"]),
        (&["games", "--lang", "xx"], &["no language `xx`"]),
        (&["solve", "klondike#1", "--lang", "xx"], &["no language `xx`"]),
        (&["book", "--lang", "it"], &["language: it"]),
        (&["book", "own.pdf"], &["own.pdf", "the book file itself"]),
        (&["draw", "klondike#1", "-o", "a.gif"], &[".gif", ".svg"]),
        (&["deal", "klondike#1", "-o", "nowhere/deal.yaml"], &["no folder", "nowhere"]),
    ];
    for (args, parts) in cases {
        refuses(folder.path(), args, "", parts);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_search_for_winnable_deals_that_finds_none_ends() {
    let folder = TempDir::new().unwrap();
    let args = ["deal", "somerset-klondike@12#1", "--winnable", "--set", "fill=none", "--set", "unit=card"];
    let (code, out, error) = dealpress(folder.path(), &[&args[..], &["--limit", "2"]].concat(), "");
    assert_eq!((code, out.as_str()), (2, ""), "{error}");
    assert!(error.contains("was proved winnable") && error.contains("0 were found"), "{error}");
}

#[test]
fn a_line_that_is_no_text_does_not_spoil_the_others() {
    let folder = TempDir::new().unwrap();
    let (_, lines, _) =
        dealpress(folder.path(), &["deal", "somerset-klondike@5#1", "--count", "2", "-f", "json"], "");
    let mut bytes = "\u{feff}".as_bytes().to_vec();
    bytes.extend(lines.as_bytes());
    bytes.extend(b"\xff\xfe{}\n");
    bytes.extend(lines.lines().next().unwrap().replace("\"id\":\"somerset-klondike@5#1\",", "").as_bytes());
    let mut command = Command::cargo_bin("dealpress").unwrap();
    let output = command
        .current_dir(folder.path())
        .args(["solve", "--lines", "-"])
        .write_stdin(bytes)
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), out.lines().count()), (Some(2), 4), "{out}");
    assert!(out.lines().nth(2).unwrap().starts_with("{\"line\":3,\"error\":"), "{out}");
    assert!(out.lines().nth(3).unwrap().contains("\"line\":4"), "{out}");
}
