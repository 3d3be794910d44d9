//! `dealpress draw` as a user drives it.

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn dealpress(folder: &Path, args: &[&str]) -> (i32, Vec<u8>, String) {
    let mut command = Command::cargo_bin("dealpress").unwrap();
    let output = command.current_dir(folder).args(args).output().unwrap();
    (output.status.code().unwrap(), output.stdout, String::from_utf8(output.stderr).unwrap())
}

/// Draws something that must succeed.
fn draw(folder: &Path, args: &[&str]) -> Vec<u8> {
    let (code, out, error) = dealpress(folder, &[&["draw"], args].concat());
    assert_eq!(code, 0, "{args:?}: {error}");
    out
}

fn sample() -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/examples/somerset-sample.md").to_string()
}

#[test]
fn the_sample_game_is_drawn_stage_by_stage_in_every_form() {
    let folder = TempDir::new().unwrap();
    for (form, ending) in
        [("svg", "svg"), ("html", "html"), ("text", "txt"), ("md", "md"), ("png", "png"), ("pdf", "pdf")]
    {
        draw(folder.path(), &[&sample(), "--all", "-f", form, "-o", form]);
        let mut names: Vec<String> = fs::read_dir(folder.path().join(form))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let expected: Vec<String> = (1..=14).map(|stage| format!("stage-{stage:02}.{ending}")).collect();
        assert_eq!(names, expected);
        let one = draw(folder.path(), &[&sample(), "--stage", "4", "-f", form]);
        assert_eq!(fs::read(folder.path().join(form).join(&names[3])).unwrap(), one, "{form}");
    }
}

#[test]
fn stages_as_text_are_those_of_the_sample_game() {
    let folder = TempDir::new().unwrap();
    let all = String::from_utf8(draw(folder.path(), &[&sample(), "--all", "-f", "text"])).unwrap();
    let told = include_str!("data/somerset-stages.txt");
    let trimmed =
        |text: &str| text.trim().lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
    assert_eq!(trimmed(&all), trimmed(told.split("all 44 moves").next().unwrap()));
}

#[test]
fn the_stages_of_a_game_at_a_table_are_marked_and_a_single_table_is_not() {
    let folder = TempDir::new().unwrap();
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/double-solitaire-walkthrough.md");
    let stage = |number: &str, more: &[&str]| {
        String::from_utf8(draw(folder.path(), &[&[record, "--stage", number], more].concat())).unwrap()
    };
    let mark = "#0b5fa5";
    let ink = |svg: &str| svg.matches(mark).count();
    assert!(ink(&stage("2", &["--mark", "moves"])) > ink(&stage("2", &[])));
    assert_eq!(ink(&stage("1", &["--mark", "moves"])), ink(&stage("1", &[])), "nothing has moved yet");
    for subject in ["double-solitaire#1", "tests/cases/duels/go-out-1086.yaml"] {
        let mut command = Command::cargo_bin("dealpress").unwrap();
        let output = command.args(["draw", subject, "--mark", "moves"]).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains("there is nothing to mark"), "{error}");
    }
    for (command, mark) in [("draw", "next"), ("page", "all")] {
        let (code, _, error) = dealpress(folder.path(), &[command, record, "--mark", mark]);
        assert!(code == 2 && error.contains("use --mark moves"), "{error}");
    }
}

#[test]
fn pictures_fit_a_page_and_need_nothing_beside_them() {
    let folder = TempDir::new().unwrap();
    for subject in
        ["somerset-klondike#1", "somerset-klondike@9#1", "klondike#1", "yukon#1", "double-klondike#1"]
    {
        let picture = String::from_utf8(draw(folder.path(), &[subject, "--show", "thoughtful"])).unwrap();
        assert!(
            picture.contains("<title") && picture.contains("<desc") && picture.contains("role=\"img\""),
            "{subject}"
        );
        assert!(
            !picture.contains("http")
                || picture.matches("http").count() == picture.matches("http://www.w3.org/").count()
        );
        assert!(picture.contains("prefers-color-scheme"), "{subject}");
    }
    let stage = draw(folder.path(), &[&sample(), "--stage", "8"]);
    assert!(stage.len() <= 12 * 1024, "{}", stage.len());
}

#[test]
fn the_table_of_stage_4_is_small() {
    let folder = TempDir::new().unwrap();
    let stage = |more: &[&str]| {
        let args = ["--stage", "4", "-f", "html", "--fragment"];
        draw(folder.path(), &[&[sample().as_str()], &args[..], more].concat())
    };
    assert!(stage(&[]).len() <= 700, "{}", stage(&[]).len());
    assert!(stage(&["--minify"]).len() <= 550, "{}", stage(&["--minify"]).len());
    for game in ["klondike#42", "klondike-3#42", "vegas#7"] {
        let deal = draw(folder.path(), &[game, "-f", "html", "--fragment", "--down", "marked"]);
        assert!(deal.len() <= 1_500, "{game}: {}", deal.len());
    }
    let mail = String::from_utf8(stage(&["--inline-style", "--border"])).unwrap();
    assert!(mail.starts_with("<table border=\"1\" style=\"border-collapse:collapse;"), "{mail}");
    assert!(!mail.contains("<td>0") && !mail.contains("class="), "{mail}");
    // Words keep off the lines.
    assert!(mail.contains("padding:2px 8px") && !mail.contains("padding:2px 12px 2px 0"), "{mail}");
}

#[test]
fn empty_and_face_down_places_and_the_waste_are_told_in_words() {
    let folder = TempDir::new().unwrap();
    let drawn = |args: &[&str]| String::from_utf8(draw(folder.path(), args)).unwrap();
    let sample = sample();
    let stage = |form: &str| drawn(&[&sample, "--stage", "3", "-f", form]);
    let html = stage("html");
    assert!(html.contains("foundations first; empty: /0 /2 /6</caption>"), "{html}");
    assert!(html.contains("<th scope=\"row\">face down</th><td>0</td><td>0</td><td>1</td>"), "{html}");
    let blank = drawn(&[&sample, "--stage", "3", "-f", "html", "--down", "blank"]);
    assert!(blank.contains("; gaps over a card lie face down</caption>"), "{blank}");
    assert!(html.contains("<td>1/6</td><td>empty</td>"), "{html}");
    assert!(stage("md").contains("| 1/6 | empty | down |"));
    for form in ["html", "text", "md"] {
        let deal = drawn(&["klondike#42", "--stage", "4", "-f", form]);
        assert!(deal.contains("waste, top card last: J♥ 10♠"), "{deal}");
        let deal = drawn(&["klondike#42", "-f", form]);
        assert!(deal.contains("stock, in turning order: J♥ 10♠ 3♠"), "{deal}");
    }
    let numbered = drawn(&[&sample, "--stage", "11", "-f", "text", "--numbers"]);
    assert_eq!(numbered.matches("empty").count(), 2, "{numbered}");
    for code in ["en", "it", "fr", "sv"] {
        let letters = drawn(&["klondike-3#42", "-f", "text", "--suits", "letters", "--lang", code]);
        assert!(letters.is_ascii(), "{letters}");
    }
}

#[test]
fn a_game_moves_in_one_picture_without_script() {
    let folder = TempDir::new().unwrap();
    let moving = String::from_utf8(draw(folder.path(), &[&sample(), "--animate"])).unwrap();
    let frame = moving.split("{animation:").nth(1).unwrap().split(' ').next().unwrap();
    assert_eq!(moving.matches(&format!("class=\"{frame}\"")).count(), 14, "{frame}");
    // All but the first are hidden where nothing moves.
    assert_eq!(moving.matches(" visibility=\"hidden\"").count(), 13);
    assert!(moving.contains("@media screen and (prefers-reduced-motion:no-preference)"));
    assert!(
        moving.contains("Stage 14: ")
            && !moving.contains("<script")
            && moving.matches("<title id").count() == 1
    );
    let (code, _, error) = dealpress(folder.path(), &["draw", &sample(), "--animate", "-f", "pdf"]);
    assert!(code == 2 && error.contains("use -f svg"), "{error}");
}

#[test]
fn what_has_just_moved_is_marked_in_the_next_stage() {
    let folder = TempDir::new().unwrap();
    let stage = |mark: &str, number: &str| {
        let args = [&sample(), "--stage", number, "--mark", mark, "--theme", "press"];
        String::from_utf8(draw(folder.path(), &args)).unwrap()
    };
    // In black ink alone the marks are shapes of their own.
    assert_eq!(
        stage("none", "14"),
        String::from_utf8(draw(folder.path(), &[&sample(), "--stage", "14", "--theme", "press"])).unwrap()
    );
    // A bar with an arrowhead: one closed line of seven points.
    let bars = |svg: &str| svg.matches(" 3-3.8 3v").count();
    assert_eq!(["none", "next", "moves", "all"].map(|mark| bars(&stage(mark, "1"))), [0; 4]);
    assert_eq!(["none", "next"].map(|mark| bars(&stage(mark, "3"))), [0; 2]);
    assert!(bars(&stage("moves", "3")) > 0 && bars(&stage("moves", "3")) == bars(&stage("all", "3")));
    // What comes next has numbers.
    let numbers = |mark: &str| stage(mark, "3").matches("font-weight=\"700\"").count();
    assert_eq!(numbers("none"), numbers("moves"));
    assert!(numbers("next") > numbers("none") && numbers("next") == numbers("all"));
}

#[test]
fn gemini_gets_a_block_with_words_to_read_instead() {
    let folder = TempDir::new().unwrap();
    draw(folder.path(), &[&sample(), "--stage", "4", "-o", "stage.gmi", "--lang", "it"]);
    let stage = fs::read_to_string(folder.path().join("stage.gmi")).unwrap();
    assert!(stage.starts_with("# Fase 4: ") && stage.contains("\n```Fase 4: "), "{stage}");
    assert!(stage.ends_with("\n```\n") && stage.matches("```").count() == 2, "{stage}");
}

#[test]
fn the_page_of_a_stage_says_which_and_of_what_game() {
    let folder = TempDir::new().unwrap();
    let name = "Stage 4: The sample game of Somerset Klondike";
    let stage = draw(folder.path(), &[&sample(), "--stage", "4", "-f", "html"]);
    let english = String::from_utf8(stage).unwrap();
    assert!(english.contains(&format!("<title>{name}</title>")), "{english}");
    assert!(english.contains(&format!("<h1>{name}</h1>")), "{english}");
    let other = String::from_utf8(draw(folder.path(), &["somerset-klondike#42", "-f", "html"])).unwrap();
    assert!(other.contains("<h1>somerset-klondike#42</h1>"), "{other}");
}

#[test]
fn a_deal_has_the_stages_of_its_win_and_one_picture_can_hold_them() {
    let folder = TempDir::new().unwrap();
    draw(folder.path(), &["somerset-klondike#42", "--strip", "-o", "strip.svg"]);
    let strip = fs::read_to_string(folder.path().join("strip.svg")).unwrap();
    assert!(strip.contains("Stage 1") && strip.contains("Stage 2"));
    let marked = draw(folder.path(), &["somerset-klondike#42", "--stage", "2", "--mark", "moves"]);
    let plain = draw(folder.path(), &["somerset-klondike#42", "--stage", "2"]);
    assert!(marked.len() > plain.len());
}

#[test]
fn the_stages_of_a_game_at_a_table_stand_in_one_picture_too() {
    let folder = TempDir::new().unwrap();
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/double-solitaire-walkthrough.md");
    let strip = String::from_utf8(draw(folder.path(), &[record, "--strip", "--lang", "sv"])).unwrap();
    assert!(strip.contains(">Etapp 1<") && strip.contains(">Etapp 2<"), "{}", strip.len());
    let moving = String::from_utf8(draw(folder.path(), &[record, "--animate"])).unwrap();
    assert!(moving.contains("@keyframes") && moving.contains(">Stage 2<"), "{}", moving.len());
    let (code, _, error) = dealpress(folder.path(), &["draw", record, "--strip", "-f", "text"]);
    assert!(code == 2 && error.contains("--strip makes a picture"), "{error}");
}

#[test]
fn the_same_picture_is_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    for form in ["svg", "png", "pdf", "html", "text"] {
        let twice = [0, 1].map(|_| draw(folder.path(), &["klondike#5", "-f", form]));
        assert_eq!(twice[0], twice[1], "{form}");
    }
}

#[test]
fn what_cannot_be_drawn_is_refused_with_what_can() {
    let folder = TempDir::new().unwrap();
    let sample = sample();
    let cases: &[(&[&str], &str)] = &[
        (&["draw", &sample, "--stage", "15"], "there are stages 1 to 14"),
        (&["draw", &sample, "--stage", "0"], "there are stages 1 to 14"),
        (&["draw", &sample, "--all"], "needs -o FOLDER"),
        (&["draw", &sample, "--strip", "-f", "text"], "--strip makes a picture"),
        (&["draw", "klondike#1", "--theme", "purple"], "purple"),
        (&["draw", "nothing.md"], "nothing.md"),
    ];
    for (args, part) in cases {
        let (code, out, error) = dealpress(folder.path(), args);
        assert_eq!((code, out.len()), (2, 0), "{args:?}: {error}");
        assert!(error.contains(part), "{args:?}: {error}");
    }
}

#[test]
fn cards_bear_the_letters_of_the_language() {
    let folder = TempDir::new().unwrap();
    for (code, has, lacks) in [
        ("en", ["A", "J", "Q"], ["Kn", "V", "E"]),
        ("sv", ["E", "Kn", "D"], ["J", "Q", "V"]),
        ("fr", ["V", "D", "R"], ["J", "Q", "K"]),
        ("it", ["J", "Q", "K"], ["Kn", "V", "E"]),
    ] {
        let picture = |big: &[&str]| {
            let wanted = [
                "--lang",
                code,
                "deal",
                "klondike#5",
                "-f",
                "svg",
                "--show",
                "thoughtful",
                "--cards",
                "text",
            ];
            let (status, out, error) = dealpress(folder.path(), &[&wanted, big].concat());
            assert_eq!(status, 0, "{error}");
            String::from_utf8(out).unwrap()
        };
        for picture in [picture(&[]), picture(&["--big-index"])] {
            let says = |rank: &str| picture.contains(&format!(">{rank}</text>"));
            assert!(has.iter().all(|rank| says(rank)), "{code}");
            assert!(!lacks.iter().any(|rank| says(rank)), "{code}");
        }
    }
}
