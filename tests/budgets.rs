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

#[test]
fn every_stage_of_every_game_of_one_pack_fits_two_kilobytes() {
    ONE_PACK.iter().for_each(|game| weigh(game, &[], 12_000, 2_048));
    weigh(&sample(), &[], 12_000, 2_048);
}

#[test]
fn two_packs_and_the_largest_somerset_packs_take_a_little_more() {
    weigh("double-klondike#1", &[], 13_000, 2_200);
    for (ranks, most) in [(12, 12_500), (15, 16_500)] {
        let picture = dealpress(Path::new("."), &["draw", &format!("somerset-klondike@{ranks}#1")]);
        assert_at_most(&ranks.to_string(), &picture, most, 2_048);
    }
}

/// Each card is then named twice, on the card and in the words for those who hear the picture.
#[test]
fn with_all_cards_shown_a_stage_of_klondike_takes_a_tenth_more() {
    let thoughtful = ["--show", "thoughtful"];
    for game in ["klondike#1", "klondike-3#3", "klondike-three-passes#12", "vegas#3"] {
        weigh(game, &thoughtful, 12_400, 2_250);
    }
    weigh("yukon#2", &thoughtful, 14_000, 2_150);
    weigh("somerset-klondike#2", &thoughtful, 12_000, 2_048);
    weigh(&sample(), &thoughtful, 12_000, 2_048);
    // Up to 105 face-down cards with two numbers each.
    for (ranks, most, most_sent) in [(10, 18_700, 2_048), (12, 25_200, 2_450), (15, 36_000, 3_000)] {
        for seed in 1..=3 {
            let deal = format!("somerset-klondike@{ranks}#{seed}");
            let picture = dealpress(Path::new("."), &["draw", &deal, "--show", "thoughtful"]);
            assert_at_most(&deal, &picture, most, most_sent);
        }
    }
}

#[test]
fn without_fonts_a_stage_takes_the_outlines_of_its_ranks_more() {
    weigh(&sample(), &["--cards", "paths"], 15_500, 4_096);
    weigh("klondike#1", &["--cards", "paths"], 14_600, 4_250);
    weigh("yukon#2", &["--cards", "paths"], 16_900, 4_150);
}

#[test]
fn marks_take_a_kilobyte() {
    weigh(&sample(), &["--mark", "moves"], 14_000, 3_000);
}
