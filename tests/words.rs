//! Games told in each language, and read back in English.

use dealpress::assets::Assets;
use dealpress::catalogue::Catalogue;
use dealpress::game::{Move, Played, Position};
use dealpress::variant::RuleChanges;
use dealpress::walkthrough::{DealSource, Transcript, Walkthrough};
use dealpress::words::{Language, RulesFormat, Show, Style};
use proptest::prelude::*;

const SAMPLE: &str = include_str!("../examples/somerset-sample.md");

fn language(code: &str) -> Language {
    Language::load(&Assets::embedded(), code).unwrap()
}

fn catalogue() -> Catalogue {
    Catalogue::new(Assets::embedded())
}

fn sample() -> Walkthrough {
    let transcript = Transcript::read("sample.md", SAMPLE).unwrap();
    let DealSource::Given(deal) = transcript.deal() else { panic!() };
    let start = catalogue().start(&catalogue().deal_of(deal).unwrap()).unwrap();
    transcript.replay(&start).unwrap()
}

fn start(id: &str, changes: &[&str]) -> Position {
    let changes = RuleChanges::from_settings(changes).unwrap();
    let deal = catalogue().deal_under(&id.parse().unwrap(), &changes).unwrap();
    catalogue().start(&deal).unwrap()
}

/// A game in which each choice picks among the legal moves, promotions twice as likely.
fn wander(start: &Position, choices: &[usize]) -> Vec<Played> {
    let mut position = start.clone();
    let mut played = Vec::new();
    for &choice in choices {
        let mut moves = position.legal_moves();
        let promotions: Vec<Move> =
            moves.iter().copied().filter(|act| matches!(act, Move::Promote { .. })).collect();
        moves.extend(promotions);
        let Some(&act) = moves.get(choice % moves.len().max(1)) else { break };
        played.push(position.play(act).unwrap());
    }
    played
}

#[test]
fn the_sample_game_is_told_in_four_languages() {
    let game = sample();
    for code in ["en", "it", "fr", "sv"] {
        let language = language(code);
        let mut teller = language.teller(game.start());
        let mut text = String::new();
        for stage in game.stages() {
            text += &format!("{}\n", language.stage_name(stage.number));
            for line in teller.tell(&stage.played, Style::Full).unwrap() {
                text += &format!("  {line}\n");
            }
        }
        text += "\n";
        for line in language.move_lines(game.start(), &wander(game.start(), &[1; 8]), Style::Compact).unwrap()
        {
            text += &format!("{line}\n");
        }
        text += "\n";
        text += &language.describe(&game.stages()[3].position, Show::Hidden).unwrap();
        text += "\n";
        text += &language.describe(game.end(), Show::Hidden).unwrap();
        insta::assert_snapshot!(format!("sample_{code}"), text);
    }
}

#[test]
fn klondike_is_told_in_four_languages() {
    let choices: Vec<usize> = (0..60).map(|index| index * 7 + index / 5).collect();
    for code in ["en", "it", "fr", "sv"] {
        let language = language(code);
        let mut text = String::new();
        for (id, changes) in
            [("klondike#42", vec!["draw=3", "fill=any"]), ("klondike#7", vec!["packs=2", "columns=9"])]
        {
            let start = start(id, &changes);
            let played = wander(&start, &choices);
            for style in [Style::Full, Style::Compact] {
                text += &language.move_lines(&start, &played, style).unwrap().join("\n");
                text += "\n\n";
            }
            let mut position = start.clone();
            for done in &played[..30] {
                position.play(done.act).unwrap();
            }
            text += &language.describe(&position, Show::Hidden).unwrap();
            text += "\n\n";
            text += &language.describe(&position, Show::All).unwrap();
            text += "\n\n";
        }
        insta::assert_snapshot!(format!("klondike_{code}"), text);
    }
}

#[test]
fn the_rules_of_every_game_are_told_in_each_language() {
    let catalogue = catalogue();
    for code in ["en", "it", "fr", "sv"] {
        let language = language(code);
        for game in catalogue.names() {
            assert!(language.game_line(&game).is_some(), "{code}/games.yaml lacks {game}");
            let rules = catalogue.rules(&game, None, &RuleChanges::default()).unwrap();
            let text = language.rules(&rules, RulesFormat::Text).unwrap();
            insta::assert_snapshot!(format!("rules_{game}_{code}"), text);
        }
        for ranks in 3..=15 {
            let rules = catalogue.rules("somerset-klondike", Some(ranks), &RuleChanges::default()).unwrap();
            let text = language.rules(&rules, RulesFormat::Markdown).unwrap();
            assert!(text.contains(&rules.pack.len().to_string()), "{text}");
            assert!(text.contains(&format!("{0}/{0}", ranks - 1)), "{text}");
        }
    }
}

#[test]
fn rules_follow_what_is_changed_in_them() {
    let english = language("en");
    let text = |changes: &[&str]| {
        let changes = RuleChanges::from_settings(changes).unwrap();
        english.rules(&catalogue().rules("klondike", None, &changes).unwrap(), RulesFormat::Markdown).unwrap()
    };
    assert!(text(&["draw=3", "passes=3"]).contains("three at a time"));
    assert!(text(&["draw=3", "passes=3"]).contains("three times in all"));
    assert!(text(&["passes=2"]).contains("once at most"));
    assert!(text(&["passes=1"]).contains("only once"));
    assert!(text(&["fill=any"]).contains("takes any card"));
    assert!(text(&["return=false"]).contains("stays there"));
    assert!(text(&["packs=2", "columns=9"]).contains("104 cards"));
    assert!(text(&["build=suit", "unit=card"]).contains("seven of hearts"));
    let html = english
        .rules(&catalogue().rules("klondike", None, &RuleChanges::default()).unwrap(), RulesFormat::Html)
        .unwrap();
    assert!(html.starts_with("<h1>Klondike</h1>"), "{html}");
}

#[test]
fn a_language_that_is_not_there_or_a_broken_template_is_one_clear_error() {
    let error = Language::load(&Assets::embedded(), "xx").unwrap_err().to_string();
    assert_eq!(error, "there is no language `xx`; there are en, fr, it, sv");
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("lang/en");
    std::fs::create_dir_all(own.join("rules")).unwrap();
    let with = |name: &str, text: &str| {
        std::fs::write(own.join(name), text).unwrap();
        let assets = Assets::with_folder(folder.path()).unwrap();
        let told = Language::load(&assets, "en").and_then(|language| {
            let rules = catalogue().rules("klondike", None, &RuleChanges::default()).unwrap();
            language.rules(&rules, RulesFormat::Text)
        });
        std::fs::remove_file(own.join(name)).unwrap();
        told.map_err(|error| error.to_string())
    };
    let error = with("rules/klondike.md", "# x\n\n{{ colour }}\n").unwrap_err();
    let file = own.join("rules/klondike.md").display().to_string();
    assert_eq!(error, format!("{file}:3: undefined value: `colour` is undefined"));
    let error = with("rules/klondike.md", "# x\n{% if %}\n").unwrap_err();
    assert!(error.contains("lang/en/rules/klondike.md:2: syntax error"), "{error}");
    let endless = "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}";
    let error = with("rules/klondike.md", endless).unwrap_err();
    assert!(error.contains("is there a loop without end?"), "{error}");
    let error = with("language.yaml", "name: English\nnmae: x\n").unwrap_err();
    assert!(error.contains("language.yaml:2:1: unknown field `nmae`"), "{error}");
    assert_eq!(with("rules/klondike.md", "My {{ cards }} cards.\n").unwrap(), "My 52 cards.\n");
}

#[test]
fn how_the_stock_is_turned_is_one_sentence_in_book_and_site() {
    let rules = |changes: &[&str]| {
        let changes = RuleChanges::from_settings(changes).unwrap();
        catalogue().rules("klondike", None, &changes).unwrap()
    };
    let (ones, threes) = (rules(&[]), rules(&["draw=3", "passes=3"]));
    let (once, any) = (rules(&["passes=1"]), rules(&["draw=3"]));
    for (code, expected) in [
        (
            "en",
            [
                "Turn one at a time, as many passes as you like.",
                "Turn three at a time, three passes.",
                "Turn three at a time, pass two of three is under way.",
                "Turn one at a time, one pass.",
                "Turn three at a time, as many passes as you like.",
            ],
        ),
        (
            "it",
            [
                "Il mazzo si gira una carta alla volta, per quanti giri vuoi.",
                "Il mazzo si gira tre carte alla volta, per tre giri.",
                "Il mazzo si gira tre carte alla volta; è in corso il giro 2 su 3.",
                "Il mazzo si gira una carta alla volta, per un solo giro.",
                "Il mazzo si gira tre carte alla volta, per quanti giri vuoi.",
            ],
        ),
        (
            "fr",
            [
                "La pioche se tourne une carte à la fois, en autant de passages qu’on veut.",
                "La pioche se tourne trois cartes à la fois, en trois passages.",
                "La pioche se tourne trois cartes à la fois\u{202f}; le passage 2 sur 3 est en cours.",
                "La pioche se tourne une carte à la fois, en un seul passage.",
                "La pioche se tourne trois cartes à la fois, en autant de passages qu’on veut.",
            ],
        ),
        (
            "sv",
            [
                "Vänd ett kort i taget, så många omgångar du vill.",
                "Vänd tre kort i taget, tre omgångar.",
                "Vänd tre kort i taget; omgång 2 av 3 pågår.",
                "Vänd ett kort i taget, en enda omgång.",
                "Vänd tre kort i taget, så många omgångar du vill.",
            ],
        ),
    ] {
        let language = language(code);
        let told = [(&ones, Some(2)), (&threes, None), (&threes, Some(2)), (&once, None), (&any, None)]
            .map(|(rules, pass)| language.stock_rule(rules, pass).unwrap());
        assert_eq!(told, expected, "{code}");
    }
}

#[test]
fn italian_says_tu_and_mazzo_throughout() {
    let assets = Assets::embedded();
    for name in assets
        .names("lang/it")
        .iter()
        .chain(&assets.names("lang/it/book"))
        .chain(&assets.names("lang/it/rules"))
    {
        let folder = ["lang/it", "lang/it/book", "lang/it/rules"];
        let Some(text) = folder.iter().find_map(|folder| assets.text(&format!("{folder}/{name}")).ok())
        else {
            continue;
        };
        for word in ["tallone", "Portate", "vincete", "vostr", "Disponete", "seguito è stato"] {
            assert!(!text.contains(word), "{name}: {word}");
        }
    }
}

/// The book explains its solutions in the words in which they are told.
#[test]
fn the_book_explains_the_moves_as_they_are_written() {
    let game = sample();
    let played: Vec<Played> = game.stages().iter().flat_map(|stage| stage.played.clone()).collect();
    for code in Language::codes(&Assets::embedded()) {
        let how_to = Assets::embedded().text(&format!("lang/{code}/book/how-to.md")).unwrap();
        let told = language(&code).move_lines(game.start(), &played, Style::Compact).unwrap().join(" ");
        let quoted: Vec<&str> = how_to
            .lines()
            .rev()
            .find(|line| line.contains("5/5–5/6"))
            .unwrap()
            .split(['“', '”', '«', '»'])
            .collect();
        let quoted: Vec<&str> = quoted.iter().skip(1).step_by(2).map(|text| text.trim()).collect();
        assert_eq!(quoted.len(), 3, "{code}: {quoted:?}");
        for words in quoted {
            assert!(told.contains(words), "{code}: {words} is not in {told}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// What we write in English we read as the same moves.
    #[test]
    fn a_told_game_reads_back_as_the_same_moves(
        seed in 0u64..1000, game in 0usize..6, choices in prop::collection::vec(0usize..1000, 1..150)
    ) {
        let (name, changes): (&str, &[&str]) = [
            ("somerset-klondike", &[][..]),
            ("somerset-klondike@11", &[]),
            ("klondike", &[]),
            ("klondike", &["draw=3", "passes=3"]),
            ("klondike", &["fill=any", "draw=2"]),
            ("klondike", &["unit=group", "build=any"]),
        ][game];
        let id = format!("{name}#{seed}");
        let start = start(&id, changes);
        let played = wander(&start, &choices);
        let moves: Vec<Move> = played.iter().map(|done| done.act).collect();
        for style in [Style::Full, Style::Compact] {
            let lines = language("en").move_lines(&start, &played, style).unwrap();
            let text = format!("---\ndeal: {id}\n---\n{}\n", lines.join("\n"));
            let transcript = Transcript::read("told.md", &text).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let game = transcript.replay(&start).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
            prop_assert_eq!(game.moves_count(), moves.len(), "{}", text);
            // "The rest" may be promoted in another order.
            if !text.contains("the rest") {
                prop_assert_eq!(game.moves(), moves.clone(), "{}", text);
            }
        }
    }

    /// With two packs a name may mean either of two equal cards; the words still lead to a game
    /// in which the same cards are on top.
    #[test]
    fn a_told_game_of_two_packs_reads_back(seed in 0u64..1000, choices in prop::collection::vec(0usize..1000, 1..150)) {
        let id = format!("klondike#{seed}");
        let start = start(&id, &["packs=2", "columns=9"]);
        let played = wander(&start, &choices);
        for style in [Style::Full, Style::Compact] {
            let lines = language("en").move_lines(&start, &played, style).unwrap();
            let text = format!("---\ndeal: {id}\n---\n{}\n", lines.join("\n"));
            let game = Transcript::read("told.md", &text).unwrap().replay(&start);
            let game = game.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
            prop_assert_eq!(game.moves_count(), played.len());
        }
    }
}
