//! What pictures and pages may weigh, as files and as they are sent.

use assert_cmd::Command;
use flate2::{Compression, write::GzEncoder};
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::TempDir;

fn dealpress(folder: &Path, args: &[&str]) -> Vec<u8> {
    let output = Command::cargo_bin("dealpress").unwrap().current_dir(folder).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// How many bytes a text has when it is sent.
fn sent(text: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap().len()
}

fn assert_at_most(what: &str, bytes: &[u8], most: usize, most_sent: usize) {
    let (have, have_sent) = (bytes.len(), sent(bytes));
    assert!(have <= most && have_sent <= most_sent, "{what}: {have} bytes, {have_sent} as sent");
}

/// Draws every stage of a game and weighs each.
fn weigh(subject: &str, args: &[&str], most: usize, most_sent: usize) {
    let folder = TempDir::new().unwrap();
    dealpress(folder.path(), &[&["draw", subject, "--all", "-o", "stages"], args].concat());
    let mut stages = 0;
    for entry in fs::read_dir(folder.path().join("stages")).unwrap() {
        let path = entry.unwrap().path();
        let what = format!("{subject} {args:?} {}", path.file_name().unwrap().display());
        assert_at_most(&what, &fs::read(&path).unwrap(), most, most_sent);
        stages += 1;
    }
    assert!(stages > 3, "{subject}: {stages}");
}

fn sample() -> String {
    format!("{}/examples/somerset-sample.md", env!("CARGO_MANIFEST_DIR"))
}

const ONE_PACK: [&str; 7] = [
    "somerset-klondike#2",
    "somerset-klondike@9#1",
    "klondike#1",
    "klondike-3#3",
    "klondike-three-passes#12",
    "vegas#3",
    "yukon#2",
];

/// Two kilobytes, and twelve of them as a file: what a picture is to weigh.
const SENT: usize = 2_048;
const STORED: usize = 12_288;

#[test]
fn every_stage_of_every_game_fits_two_kilobytes() {
    ONE_PACK.iter().for_each(|game| weigh(game, &[], 9_700, 1_790));
    weigh(&sample(), &[], 7_700, 1_560);
    // 104 cards.
    weigh("double-klondike#1", &[], STORED, 1_900);
    for (ranks, most, most_sent) in [(12, 10_900, 1_720), (15, 13_000, 1_900)] {
        let picture = dealpress(Path::new("."), &["draw", &format!("somerset-klondike@{ranks}#1")]);
        assert_at_most(&ranks.to_string(), &picture, most, most_sent);
    }
}

/// Each card is then named twice, on the card and in the words for those who hear the picture. The deals are those
/// whose stages weigh most.
#[test]
fn with_all_cards_shown_every_stage_of_a_game_of_one_pack_fits_two_kilobytes() {
    let thoughtful = ["--show", "thoughtful"];
    for game in ["klondike#9", "klondike-3#9", "klondike-three-passes#12", "vegas#2", "yukon#2"] {
        weigh(game, &thoughtful, STORED, SENT);
    }
    weigh("somerset-klondike#2", &thoughtful, 8_900, 1_600);
    weigh("somerset-klondike@9#1", &thoughtful, 10_700, 1_885);
    weigh(&sample(), &thoughtful, 8_900, 1_600);
}

/// What the size of the game keeps from two kilobytes, with all cards shown: 105 face-down cards of two numbers each in
/// Somerset of 15 ranks, or two packs.
#[test]
fn large_games_with_all_cards_shown_weigh_as_little_as_they_can() {
    let thoughtful = ["--show", "thoughtful"];
    for (ranks, most, most_sent) in [(10, STORED, 1_960), (12, 16_200, 2_300), (15, 23_200, 2_810)] {
        for seed in 1..=3 {
            let deal = format!("somerset-klondike@{ranks}#{seed}");
            let picture = dealpress(Path::new("."), &["draw", &deal, "--show", "thoughtful"]);
            assert_at_most(&deal, &picture, most, most_sent);
        }
    }
    weigh("double-klondike#1", &thoughtful, 14_400, 2_200);
}

#[test]
fn without_fonts_every_stage_of_a_game_of_one_pack_fits_two_kilobytes() {
    let paths = ["--cards", "paths"];
    for game in ["klondike#9", "klondike-3#4", "klondike-three-passes#12", "vegas#2", "yukon#2"] {
        weigh(game, &paths, STORED, SENT);
    }
    weigh("somerset-klondike#2", &paths, 8_000, 1_660);
    weigh(&sample(), &paths, 8_500, 1_760);
    // Two packs; and what takes the lines of letters and the hidden cards.
    weigh("double-klondike#1", &paths, 13_450, 2_140);
    weigh("klondike-3#9", &["--cards", "paths", "--show", "thoughtful"], 13_100, 2_200);
}

/// The heaviest stages of a heavy deal, in languages whose names for cards are longer, or begin with the suit.
#[test]
fn in_every_language_a_stage_fits_two_kilobytes() {
    for language in ["it", "fr", "sv"] {
        for (stage, form) in
            [("5", ["--show", "thoughtful"]), ("7", ["--show", "thoughtful"]), ("7", ["--cards", "paths"])]
        {
            let wanted = ["--lang", language, "draw", "klondike#9", "--stage", stage];
            let picture = dealpress(Path::new("."), &[&wanted[..], &form].concat());
            assert_at_most(&format!("{language} {stage} {form:?}"), &picture, STORED, SENT);
        }
    }
}

#[test]
fn what_has_just_moved_is_marked_within_two_kilobytes() {
    for game in ["klondike#9", "klondike-3#42", "yukon#2", "double-klondike#1", "somerset-klondike@9#1"] {
        weigh(game, &["--mark", "moves"], STORED, SENT);
    }
}

/// Nine moves that come next are more than a picture should be asked for, and are drawn all the same.
#[test]
fn marks_of_what_comes_next_take_half_a_kilobyte() {
    weigh(&sample(), &["--mark", "all"], 11_000, 1_930);
    weigh("klondike-3#42", &["--mark", "all"], 14_500, 2_320);
}

/// A table of two has 104 cards, and two of all that is no card.
#[test]
fn tables_of_two_weigh_little_more() {
    let record = format!("{}/examples/double-solitaire-walkthrough.md", env!("CARGO_MANIFEST_DIR"));
    weigh(&record, &[], 13_000, 2_300);
    weigh(&record, &["--mark", "moves"], 13_600, 2_440);
}
