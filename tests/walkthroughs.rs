//! Walkthrough files: the sample game, and what is said of broken ones.

use dealpress::assets::Assets;
use dealpress::catalogue::Catalogue;
use dealpress::game::Position;
use dealpress::walkthrough::{DealSource, Solution, Transcript, Walkthrough};
use proptest::prelude::*;
use std::path::Path;

const SAMPLE: &str = include_str!("../examples/somerset-sample.md");

fn start(transcript: &Transcript) -> Result<Position, String> {
    let catalogue = Catalogue::new(Assets::embedded());
    let deal = match transcript.deal() {
        DealSource::Given(text) => catalogue.deal_of(text),
        DealSource::Named(id) => catalogue.deal(&id.parse().expect("an id of a deal")),
    };
    let start = deal.and_then(|deal| catalogue.start(&deal));
    start.map_err(|error| transcript.bad_deal(&error).to_string())
}

fn play(name: &str, text: &str) -> Result<Walkthrough, String> {
    let transcript = Transcript::read(name, text).map_err(|error| error.to_string())?;
    transcript.replay(&start(&transcript)?).map_err(|error| error.to_string())
}

#[test]
fn the_sample_game_is_legal_and_won() {
    let game = play("somerset-sample.md", SAMPLE).unwrap();
    assert_eq!(game.stages().len(), 14);
    assert_eq!(game.moves_count(), 44);
    assert!(game.is_won());
    assert!(Solution::replay(game.start(), &game.moves()).is_ok());
    assert_eq!(game.intro().len(), 4);
    assert_eq!(game.stages()[4].notes[0].after, 0);
    let deal = include_str!("../examples/somerset-sample.yaml");
    let catalogue = Catalogue::new(Assets::embedded());
    let deal = catalogue.read_deal("somerset-sample.yaml", deal).unwrap();
    assert_eq!(&catalogue.start(&deal).unwrap(), game.start());
}

#[test]
fn arrows_list_marks_numbers_and_the_short_form_are_the_same_game() {
    let moves = play("sample.md", SAMPLE).unwrap().moves();
    for (promote, shift) in [("⇒ Promote", "⇒ Move"), ("- promote", "- move"), ("12. Promote", "3) Move")]
    {
        let text =
            SAMPLE.replace("\nPromote", &format!("\n{promote}")).replace("\nMove", &format!("\n{shift}"));
        assert_eq!(play("sample.md", &text).unwrap().moves(), moves, "{promote}");
    }
    let rest = SAMPLE.split("Promote 1/4,").next().unwrap().to_string() + "Promote the rest.\n";
    assert_eq!(play("sample.md", &rest).unwrap().moves_count(), 44);
    let front = SAMPLE.split("# A game").next().unwrap();
    let mut position = play("sample.md", SAMPLE).unwrap().start().clone();
    let mut short = String::from(front);
    for (index, act) in moves.iter().enumerate() {
        short += &dealpress::game::move_text(&position, *act);
        short += if index % 5 == 4 { "\n" } else { " " };
        position.play(*act).unwrap();
    }
    assert_eq!(play("sample.md", &short).unwrap().moves(), moves);
}

/// A case is the sample with one thing wrong in it; the expected message stands beside it in a
/// file that ends in `.txt`.
#[test]
fn broken_walkthroughs_are_refused_with_line_and_reason() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/walkthrough");
    let mut cases: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.retain(|path| path.extension().is_some_and(|end| end == "md"));
    cases.sort();
    assert!(cases.len() >= 8);
    for path in cases {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let message = play(name, &text).expect_err(name) + "\n";
        let beside = path.with_extension("txt");
        if std::env::var_os("INSTA_UPDATE").is_some_and(|value| value == "always") {
            std::fs::write(&beside, &message).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&beside).unwrap_or_default(), message, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Nothing that is done to a good file makes the reader panic or hang.
    #[test]
    fn a_mangled_walkthrough_is_read_or_refused(
        edits in prop::collection::vec((0usize..6000, 0usize..40, "[ -~♠♥⇒\n]{0,6}"), 1..6)
    ) {
        let mut text: Vec<char> = SAMPLE.chars().collect();
        for (at, length, new) in edits {
            let at = at.min(text.len());
            let end = (at + length).min(text.len());
            text.splice(at..end, new.chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(transcript) = Transcript::read("x.md", &text)
            && matches!(transcript.deal(), DealSource::Given(_))
            && let Ok(start) = start(&transcript)
        {
            let _ = transcript.replay(&start);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(---\n)?(game: klondike\n)?(---\n)?\\PC{0,200}") {
        let _ = Transcript::read("x.md", &text);
    }
}

#[test]
fn absurd_files_are_refused_at_once() {
    let front = "---\ndeal: klondike#1\n---\n";
    let long = |line: &str| Transcript::read("x.md", &format!("{front}{}", line.repeat(200_000)));
    assert!(Transcript::read("x.md", "").unwrap_err().to_string().starts_with("x.md:1: "));
    assert!(Transcript::read("x.md", "---\ngame: klondike\n").is_err());
    assert!(long("r ").is_err());
    assert!(long("t:7S ").is_err());
    assert!(long("Turn once.\n").is_err());
    assert!(long("Promote 1/1, ").is_err());
    assert!(play("x.md", &format!("{front}Turn 200 times.")).unwrap_err().contains("the stock is empty"));
}
