//! Every command in the README runs, in a folder of its own, and succeeds.

use assert_cmd::Command;
use std::path::Path;

/// The commands in the README's shell blocks, comments cut off.
fn commands(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.trim() {
            "```sh" => inside = true,
            "```" => inside = false,
            line if inside => commands
                .push(line.split(" #  ").next().unwrap().split("    #").next().unwrap().trim().to_string()),
            _ => {}
        }
    }
    commands
}

#[test]
fn every_command_of_the_readme_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("README.md")).unwrap();
    let commands = commands(&text);
    assert_eq!(&commands[..2], ["cargo run --release -- book", "cargo test"], "the two commands come first");
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::create_dir(folder.path().join("examples")).unwrap();
    for example in std::fs::read_dir(root.join("examples")).unwrap() {
        let example = example.unwrap();
        if example.path().is_file() {
            std::fs::copy(example.path(), folder.path().join("examples").join(example.file_name())).unwrap();
        }
    }
    let mut ran = 0;
    for command in commands.iter().filter(|command| *command != "cargo test") {
        let command = command.replace("cargo run --release -- ", "dealpress ");
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("dealpress"), "{command}");
        let output =
            Command::cargo_bin("dealpress").unwrap().current_dir(folder.path()).args(words).output().unwrap();
        let code = output.status.code().unwrap();
        // A verdict is no failure.
        let fine = code == 0 || command.starts_with("dealpress solve") && matches!(code, 1 | 3);
        assert!(fine, "{command}: {}", String::from_utf8_lossy(&output.stderr));
        ran += 1;
    }
    assert!(ran > 10);
    let book = std::fs::read(folder.path().join("dealpress-sampler.pdf")).unwrap();
    assert!(book.starts_with(b"%PDF-1."));
}
