//! The command as a user drives it.

use assert_cmd::Command;

fn dealpress(args: &[&str], input: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("dealpress").unwrap();
    let output = command.args(args).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn an_id_and_its_deal_file_get_the_same_answer() {
    let (_, file, _) = dealpress(&["deal", "somerset-klondike@6#7"], "");
    let from_file = dealpress(&["solve", "-", "-f", "json"], &file);
    let from_id = dealpress(&["solve", "somerset-klondike@6#7", "-f", "json"], "");
    assert_eq!(from_file, from_id);
    assert!(from_id.1.contains("\"id\":\"somerset-klondike@6#7\""), "{}", from_id.1);
}

#[test]
fn exit_codes_tell_the_verdict() {
    let mut seen = [false; 2];
    for seed in 0..20 {
        let (code, out, _) = dealpress(&["solve", &format!("somerset-klondike@5#{seed}"), "-f", "json"], "");
        let word = ["\"winnable\"", "\"unwinnable\""][usize::try_from(code).unwrap()];
        assert!(out.contains(word), "{out}");
        seen[usize::try_from(code).unwrap()] = true;
    }
    assert_eq!(seen, [true, true]);
    let (code, out, _) = dealpress(&["solve", "somerset-klondike@9#3", "--plain", "--limit", "5"], "");
    assert_eq!(code, 3, "{out}");
    assert!(out.contains("undecided") && out.contains("--limit"), "{out}");
}

#[test]
fn many_deals_are_answered_in_their_order_by_any_number_of_threads() {
    let (_, lines, _) = dealpress(&["deal", "somerset-klondike#100", "--count", "300", "-f", "json"], "");
    let with_more = lines.replace("{\"id\"", "{\"source\":\"test\",\"id\"");
    let one = dealpress(&["solve", "--lines", "-", "--jobs", "1"], &lines);
    let four = dealpress(&["solve", "--lines", "-", "--jobs", "4"], &with_more);
    assert_eq!(one, four);
    assert_eq!(one.0, 0, "{}", one.2);
    for (index, line) in one.1.lines().enumerate() {
        assert!(
            line.starts_with(&format!("{{\"id\":\"somerset-klondike#{}\",\"verdict\":", 100 + index)),
            "{line}"
        );
    }
    let (_, timed, _) = dealpress(&["solve", "--lines", "-", "--timings"], lines.lines().next().unwrap());
    assert!(timed.contains("\"seconds\":"), "{timed}");
}

#[test]
fn winnable_walks_on_to_a_proved_deal_and_says_which() {
    let (code, out, error) =
        dealpress(&["deal", "somerset-klondike@6#0", "--winnable", "--count", "5", "-f", "json"], "");
    assert_eq!(code, 0);
    assert!(error.contains("took somerset-klondike@6#") && error.contains("looked at from #0"), "{error}");
    let (_, answers, _) = dealpress(&["solve", "--lines", "-"], &out);
    assert_eq!(answers.matches("\"winnable\"").count(), 5, "{answers}");
}

#[test]
fn a_deal_without_a_seed_is_fresh_and_names_its_seed() {
    let (_, first, _) = dealpress(&["deal", "somerset-klondike", "-f", "json"], "");
    let (_, second, _) = dealpress(&["deal", "somerset-klondike", "-f", "json"], "");
    assert_ne!(first, second);
    let id = first.split('"').nth(3).unwrap();
    assert_eq!(dealpress(&["deal", id, "-f", "json"], "").1, first);
}

#[test]
fn every_command_shows_an_example_in_its_help() {
    let (_, help, _) = dealpress(&["--help"], "");
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(names.len() >= 4, "{names:?}");
    for name in names {
        let (code, help, _) = dealpress(&[name, "--help"], "");
        assert_eq!(code, 0);
        assert!(help.contains("Example"), "{name}: {help}");
        assert!(help.contains(&format!("dealpress {name}")), "{name}: {help}");
    }
}

#[test]
fn a_win_at_vegas_tells_its_score_in_the_readers_language() {
    let winnable = dealpress(&["deal", "vegas-3#1", "--winnable", "-f", "json"], "").1;
    for (lang, score) in [
        ("en", "Vegas score: 52 staked, 260 won back, 208 ahead."),
        ("it", "Punteggio Vegas: posta 52, incasso 260, guadagno 208."),
        ("fr", "Résultat Vegas\u{a0}: mise 52, retour 260, gain 208."),
        ("sv", "Ställning enligt Vegas: insats 52, tillbaka 260, vinst 208."),
    ] {
        let (code, out, error) = dealpress(&["solve", "-", "--lang", lang], &winnable);
        assert_eq!(code, 0, "{error}");
        assert!(out.trim_end().ends_with(score), "{out}");
    }
}

#[test]
fn a_line_of_fewest_passes_is_no_longer_possible_in_fewer() {
    let (code, out, error) = dealpress(&["solve", "klondike-3#42", "--fewest-passes", "-f", "json"], "");
    assert_eq!(code, 0, "{error}");
    assert!(out.contains("\"fewest_passes\":true"), "{out}");
    let passes = out.split("\"passes\":").nth(1).unwrap().split(',').next().unwrap().parse::<u32>().unwrap();
    let code = |passes: u32| {
        dealpress(&["solve", "klondike-3#42", "--set", &format!("passes={passes}"), "-f", "json"], "").0
    };
    assert_eq!((code(passes), code(passes - 1)), (0, 1), "{passes}");
}

#[test]
fn verdicts_are_told_in_the_readers_language() {
    for (lang, verdict, win, no_win) in [
        (
            "en",
            "somerset-klondike#2: winnable",
            " moves; no line is shorter. ",
            "unwinnable\nEvery line was tried. ",
        ),
        (
            "it",
            "somerset-klondike#2: vincibile",
            " mosse; nessun’altra soluzione",
            "non vincibile\nOgni seguito",
        ),
        (
            "fr",
            "somerset-klondike#2\u{a0}: gagnable",
            " coups\u{202f}; aucune solution",
            "impossible à gagner\nToutes les",
        ),
        (
            "sv",
            "somerset-klondike#2: kan vinnas",
            " drag; ingen lösning är kortare",
            "kan inte vinnas\nAlla fort",
        ),
    ] {
        let (code, out, error) = dealpress(&["solve", "somerset-klondike@7#2", "--lang", lang], "");
        assert_eq!(code, 0, "{error}");
        assert!(out.starts_with(verdict) && out.lines().nth(1).unwrap().contains(win), "{out}");
        let (code, out, _) = dealpress(&["solve", "somerset-klondike@5#2", "--lang", lang], "");
        assert!(code != 1 || out.contains(no_win), "{out}");
        let args = ["solve", "klondike#42", "--lang", lang, "--limit", "5"];
        let (code, out, _) = dealpress(&args, "");
        assert!(code == 3 && out.contains('5') && out.contains("--limit"), "{out}");
        // What machines read stays as it is.
        let (_, json, _) = dealpress(&["solve", "somerset-klondike#2", "--lang", lang, "-f", "json"], "");
        assert!(json.contains("\"verdict\":\"winnable\""), "{json}");
    }
}

#[test]
fn a_book_that_is_written_elsewhere_is_made_from_the_lock_beside_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let text = "title: T\nsections:\n  - {game: somerset-klondike@5, count: 2, seed: 4}\n";
    std::fs::write(path("b.yaml"), text).unwrap();
    let (code, _, said) = dealpress(&["book", &path("b.yaml"), "--lock"], "");
    assert_eq!(code, 0, "{said}");
    std::fs::create_dir(path("out")).unwrap();
    let (code, out, said) = dealpress(&["book", &path("b.yaml"), "-o", &path("out/x.pdf")], "");
    assert!(code == 0 && out.contains(&format!("from {}", path("b.lock"))), "{out} {said}");
    assert_eq!(std::fs::read(path("out/x.pdf")).unwrap(), std::fs::read(path("b.pdf")).unwrap());
    // The lock beside the PDF comes first.
    std::fs::write(path("out/x.lock"), "no lock").unwrap();
    let (code, _, said) = dealpress(&["book", &path("b.yaml"), "-o", &path("out/x.pdf")], "");
    assert!(code == 2 && said.contains("x.lock"), "{said}");
}
