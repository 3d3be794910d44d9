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
    ONE_PACK.iter().for_each(|game| weigh(game, &[], 10_600, 1_900));
    weigh(&sample(), &[], 7_700, 1_600);
    // 104 cards.
    weigh("double-klondike#1", &[], STORED, SENT);
    for (ranks, most, most_sent) in [(12, 11_200, 1_760), (15, 14_400, 1_970)] {
        let picture = dealpress(Path::new("."), &["draw", &format!("somerset-klondike@{ranks}#1")]);
        assert_at_most(&ranks.to_string(), &picture, most, most_sent);
    }
}

/// Each card is then named twice, on the card and in the words for those who hear the picture.
#[test]
fn with_all_cards_shown_every_stage_of_a_game_of_one_pack_fits_two_kilobytes() {
    let thoughtful = ["--show", "thoughtful"];
    for game in ["klondike#1", "klondike-3#3", "klondike-three-passes#12", "vegas#3", "yukon#2"] {
        weigh(game, &thoughtful, STORED, SENT);
    }
    weigh("somerset-klondike#2", &thoughtful, 9_100, 1_600);
    weigh("somerset-klondike@9#1", &thoughtful, 12_000, 1_860);
    weigh(&sample(), &thoughtful, 9_100, 1_660);
    // Up to 105 face-down cards with two numbers each, and two packs: each card is 14 bytes as sent.
    for (ranks, most, most_sent) in [(10, 13_800, 1_980), (12, 18_300, 2_350), (15, 26_400, 2_880)] {
        for seed in 1..=3 {
            let deal = format!("somerset-klondike@{ranks}#{seed}");
            let picture = dealpress(Path::new("."), &["draw", &deal, "--show", "thoughtful"]);
            assert_at_most(&deal, &picture, most, most_sent);
        }
    }
    weigh("double-klondike#1", &thoughtful, 16_000, 2_320);
}

#[test]
fn without_fonts_a_stage_takes_the_lines_of_its_letters_more() {
    weigh("somerset-klondike#2", &["--cards", "paths"], 9_200, 1_950);
    weigh(&sample(), &["--cards", "paths"], 10_200, 2_080);
    weigh("klondike#1", &["--cards", "paths"], 11_000, 2_270);
    weigh("yukon#2", &["--cards", "paths"], 13_100, 2_320);
    weigh("double-klondike#1", &["--cards", "paths"], 15_800, 2_600);
}

#[test]
fn marks_take_half_a_kilobyte() {
    weigh(&sample(), &["--mark", "moves"], 11_600, SENT);
}
