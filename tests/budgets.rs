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

#[test]
fn every_stage_of_the_sample_game_fits_two_kilobytes() {
    let folder = TempDir::new().unwrap();
    let sample = format!("{}/examples/somerset-sample.md", env!("CARGO_MANIFEST_DIR"));
    for (cards, marks, most, most_sent) in
        [("text", "none", 12_000, 1_900), ("text", "moves", 14_000, 3_000), ("paths", "none", 20_000, 5_500)]
    {
        let args = ["draw", &sample, "--all", "--cards", cards, "--mark", marks, "-o", cards];
        dealpress(folder.path(), &args);
        let mut stages = 0;
        for entry in fs::read_dir(folder.path().join(cards)).unwrap() {
            let path = entry.unwrap().path();
            assert_at_most(&path.display().to_string(), &fs::read(&path).unwrap(), most, most_sent);
            stages += 1;
        }
        assert_eq!(stages, 14);
    }
}

#[test]
fn a_deal_fits_two_kilobytes_and_with_all_its_cards_shown_two_and_a_half() {
    let folder = TempDir::new().unwrap();
    for seed in [1, 42, 77] {
        for game in ["klondike", "klondike-3", "vegas", "somerset-klondike"] {
            let id = format!("{game}#{seed}");
            let draw = |args: &[&str]| dealpress(folder.path(), &[&["draw", id.as_str()], args].concat());
            assert_at_most(&id, &draw(&[]), 12_000, 2_048);
            assert_at_most(&id, &draw(&["--show", "thoughtful"]), 12_500, 2_500);
            assert_at_most(&id, &draw(&["--show", "thoughtful", "--cards", "paths"]), 20_000, 5_500);
        }
    }
}
