//! The layers of the design: which module may use which. To change the design is to change this list.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Every top module of the library, and the modules it may name.
const MAY_USE: &[(&str, &[&str])] = &[
    ("yaml", &[]),
    ("assets", &["yaml"]),
    ("card", &[]),
    ("markdown", &[]),
    ("variant", &["card", "yaml"]),
    ("deal", &["card", "variant", "yaml"]),
    ("game", &["card", "deal", "variant"]),
    ("catalogue", &["assets", "card", "deal", "game", "variant", "yaml"]),
    ("solver", &["card", "game", "variant"]),
    ("seats", &["card", "catalogue", "deal", "game", "markdown", "solver", "variant", "walkthrough", "yaml"]),
    ("walkthrough", &["card", "deal", "game", "markdown", "yaml"]),
    ("grade", &["assets", "card", "catalogue", "deal", "game", "solver", "variant", "walkthrough", "yaml"]),
    ("words", &["assets", "card", "deal", "game", "markdown", "seats", "variant", "walkthrough", "yaml"]),
    (
        "puzzle",
        &[
            "assets",
            "card",
            "catalogue",
            "deal",
            "game",
            "grade",
            "seats",
            "solver",
            "variant",
            "walkthrough",
            "words",
            "yaml",
        ],
    ),
    ("raster", &[]),
    ("figure", &["assets", "card", "game", "raster", "seats", "variant", "yaml"]),
    (
        "output",
        &[
            "assets",
            "card",
            "deal",
            "figure",
            "game",
            "raster",
            "seats",
            "variant",
            "walkthrough",
            "words",
            "yaml",
        ],
    ),
    (
        "book",
        &[
            "assets",
            "card",
            "catalogue",
            "deal",
            "figure",
            "game",
            "grade",
            "output",
            "puzzle",
            "raster",
            "seats",
            "solver",
            "variant",
            "walkthrough",
            "words",
            "yaml",
        ],
    ),
    (
        "page",
        &[
            "assets",
            "book",
            "card",
            "catalogue",
            "deal",
            "figure",
            "game",
            "grade",
            "markdown",
            "output",
            "puzzle",
            "seats",
            "variant",
            "walkthrough",
            "words",
            "yaml",
        ],
    ),
    (
        "kit",
        &[
            "assets",
            "book",
            "card",
            "catalogue",
            "deal",
            "figure",
            "game",
            "output",
            "puzzle",
            "seats",
            "solver",
            "variant",
            "walkthrough",
            "words",
            "yaml",
        ],
    ),
    (
        "cli",
        &[
            "assets",
            "book",
            "card",
            "catalogue",
            "deal",
            "figure",
            "game",
            "kit",
            "grade",
            "output",
            "page",
            "seats",
            "puzzle",
            "solver",
            "variant",
            "walkthrough",
            "words",
            "yaml",
        ],
    ),
];

/// Crates that only these modules may name.
const CRATES: &[(&str, &[&str])] = &[
    ("printpdf", &["output"]),
    ("lopdf", &["output"]),
    ("tiny_skia", &["output"]),
    ("zune_jpeg", &["raster"]),
    ("clap", &["cli"]),
    ("anyhow", &["cli"]),
    ("indicatif", &["cli"]),
    ("minijinja", &["words", "book", "page"]),
    ("rustybuzz", &["figure"]),
    ("rand", &["cli"]),
    ("rand_chacha", &["deal"]),
];

#[test]
fn modules_use_only_layers_below_them() {
    let modules: BTreeSet<&str> = MAY_USE.iter().map(|(name, _)| *name).collect();
    let mut faults = Vec::new();
    for (module, file, text) in sources() {
        let allowed = MAY_USE.iter().find(|(name, _)| *name == module).map(|(_, allowed)| *allowed);
        let Some(allowed) = allowed else {
            faults.push(format!("{file}: the module `{module}` is not in the list of layers"));
            continue;
        };
        for used in named_after("crate::", &text) {
            if modules.contains(used.as_str()) && used != module && !allowed.contains(&used.as_str()) {
                faults.push(format!("{file}: `{module}` uses `{used}`"));
            }
        }
        for (name, users) in CRATES {
            let named = text.contains(&format!("{name}::")) && !text.contains(&format!("_{name}::"));
            if named && !users.contains(&module.as_str()) && has_word(&text, &format!("{name}::")) {
                faults.push(format!("{file}: `{module}` uses the crate `{name}`"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_code_names_no_somerset_game() {
    // A game is a YAML file; code that knew its name would be a rule outside of it.
    let mut faults = Vec::new();
    for (_, file, text) in sources() {
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        let told = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let named = told.filter(|line| line.contains("somerset-klondike"));
        faults.extend(named.filter(|line| !is_help(line)).map(|line| format!("{file}: {}", line.trim())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Whether a line is an example in a help text or an error message.
fn is_help(line: &str) -> bool {
    line.contains("dealpress ")
        || line.contains("such as")
        || line.contains("value_name")
        || line.contains("///")
}

/// The library's source files: their top module, path and text.
fn sources() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let sources = files.into_iter().filter_map(|path| {
        let inner = path.strip_prefix(&root).unwrap().to_path_buf();
        let first = inner.components().next()?.as_os_str().to_str()?.trim_end_matches(".rs").to_string();
        let text = fs::read_to_string(&path).unwrap();
        (first != "main" && first != "lib").then(|| (first, inner.display().to_string(), text))
    });
    sources.collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.extension().and_then(|extension| extension.to_str()) {
            _ if path.is_dir() => collect(&path, files),
            Some("rs") => files.push(path),
            _ => {}
        }
    }
}

/// The names that stand right after a prefix, `use crate::{a, b}` included; comments and tests left out.
fn named_after(prefix: &str, text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or("");
    let code: String =
        code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let rest = &code[at + prefix.len()..];
        if let Some(list) = rest.strip_prefix('{') {
            let end = list.find('}').unwrap_or(list.len());
            names.extend(list[..end].split(',').map(|name| word(name.trim())));
        } else {
            names.insert(word(rest));
        }
    }
    names
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

fn has_word(text: &str, word: &str) -> bool {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.into_iter().any(|line| {
        line.match_indices(word).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
        })
    })
}
