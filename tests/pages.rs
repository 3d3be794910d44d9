//! `dealpress page` and `dealpress site` as a user drives them.

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const STAGES: &str = include_str!("data/somerset-stages.txt");

fn example(name: &str) -> String {
    format!("{}/examples/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn dealpress(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("dealpress").unwrap();
    let output = command.current_dir(folder).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Makes a page that must succeed.
fn page(args: &[&str]) -> String {
    let folder = TempDir::new().unwrap();
    let (code, out, error) = dealpress(folder.path(), &[&["page"], args].concat());
    assert_eq!(code, 0, "{args:?}: {error}");
    out
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(|line| line.trim_end().to_string()).collect()
}

/// A walkthrough with other words, and another title.
fn walkthrough(title: &str, words: &str) -> String {
    format!(
        "---\ntitle: {}\ngame: somerset-klondike@3\ntableau: [0/0, 1/2 | 0/2, 1/1 0/1 | 2/2]\n---\n{words}\n\n\
         Promote 0/0 and 0/2, revealing 1/2.\n",
        serde_json::to_string(title).unwrap()
    )
}

#[test]
fn the_fourteen_stages_stand_on_the_page_in_each_format() {
    let walkthrough = example("somerset-walkthrough.md");
    let blocks: Vec<Vec<String>> = STAGES.split("\n\n").take(14).map(lines).collect();
    assert_eq!(blocks.len(), 14);
    for args in [
        &["-f", "text"][..],
        &["-f", "gemtext"],
        &["-f", "md", "--diagrams", "text"],
        &["-f", "html", "--diagrams", "text"],
    ] {
        let page = lines(&page(&[&[walkthrough.as_str()], args].concat()).replace("<pre>", ""));
        let mut from = 0;
        for block in &blocks {
            let at = page[from..].windows(block.len()).position(|window| window == block.as_slice());
            from += at.unwrap_or_else(|| panic!("{args:?}: {}", block[0]));
        }
    }
    let pictures = page(&[&walkthrough]);
    let tables = page(&[&walkthrough, "--diagrams", "table"]);
    assert_eq!((pictures.matches("role=\"img\"").count(), tables.matches("<table").count()), (16, 16));
    let folder = TempDir::new().unwrap();
    for stage in 1..=14 {
        let number = stage.to_string();
        let args = ["draw", walkthrough.as_str(), "--stage", &number, "-f", "html"];
        let (_, table, _) = dealpress(folder.path(), &args);
        let table = &table[table.find("<table").unwrap()..table.find("</table>").unwrap()];
        assert!(tables.contains(table), "stage {stage}");
        assert!(pictures.contains(&format!(">Stage {stage}</title>")), "stage {stage}");
    }
    assert!(
        pictures.contains("Pile 1: 1/6. Pile 2: 6/6, 5/6, 5/5. Pile 3: one card face down, then 3/5, 2/5.")
    );
    let marked = page(&[&walkthrough, "--diagrams", "table", "--down", "marked"]);
    assert!(marked.contains("<td>down</td>") && !tables.contains("<td>down</td>"), "{marked}");
    let letters =
        page(&["klondike-3#42", "--diagrams", "table", "--suits", "letters", "--show", "thoughtful"]);
    assert!(letters.contains("<td>7C</td>") && letters.contains("<td>C empty</td>"), "{letters}");
    // Pictures of one page share their shapes.
    assert!(pictures.len() < 110_000, "{}", pictures.len());
}

#[test]
fn a_folder_holds_the_page_and_its_pictures() {
    let folder = TempDir::new().unwrap();
    let walkthrough = example("somerset-walkthrough.md");
    for (format, diagrams, ending) in
        [("html", "svg", "html"), ("md", "png", "md"), ("gemtext", "svg", "gmi")]
    {
        let args = ["page", walkthrough.as_str(), "-f", format, "--diagrams", diagrams, "-o", format];
        let (code, _, error) = dealpress(folder.path(), &args);
        assert_eq!(code, 0, "{error}");
        let page = fs::read_to_string(folder.path().join(format).join(format!("index.{ending}"))).unwrap();
        for name in ["pack", "stage-01", "stage-14", "deal-1"] {
            let file = format!("{name}.{diagrams}");
            assert!(page.contains(&file) && folder.path().join(format).join(&file).is_file(), "{file}");
        }
    }
    let picture = fs::metadata(folder.path().join("html/stage-08.svg")).unwrap();
    assert!(picture.len() <= 12 * 1024, "{}", picture.len());
}

#[test]
fn furniture_and_moves_are_told_in_each_language() {
    let walkthrough = example("somerset-walkthrough.md");
    for (code, parts) in [
        ("it", ["lang=\"it\"", "Fase 4", "<th scope=\"row\">valore 6</th>", "Vinta in 44 mosse."]),
        ("fr", ["lang=\"fr\"", "Étape 4", "<th scope=\"row\">rang 6</th>", "Gagné en 44 coups."]),
        ("sv", ["lang=\"sv\"", "Etapp 4", "<th scope=\"row\">valör 6</th>", "Vunnet på 44 drag."]),
    ] {
        let page = page(&[&walkthrough, "--lang", code, "--diagrams", "table"]);
        assert!(!page.contains("Promote 0/1") && !page.contains("Stage 4"), "{code}");
        for part in parts {
            assert!(page.contains(part), "{code}: {part}");
        }
    }
}

#[test]
fn the_authors_words_bear_their_language_where_the_page_has_another() {
    let walkthrough = example("somerset-walkthrough.md");
    let french = page(&[&walkthrough, "--lang", "fr", "--diagrams", "table"]);
    assert!(
        french.contains("<h1 lang=\"en\">Somerset") && french.contains("<title lang=\"en\">"),
        "{french}"
    );
    let (before, _) = french.split_once("Klondike with a stranger pack").unwrap();
    assert!(before.ends_with("<div lang=\"en\">\n<p>"), "{before}");
    assert!(!page(&[&walkthrough, "--diagrams", "table"]).contains("lang=\"en\">\n<p>"));
    let folder = TempDir::new().unwrap();
    let named = walkthrough_with("lang: sv\n", "Ord.\n\n## Stage 1: En <plats>\n\nMer.");
    fs::write(folder.path().join("named.md"), named).unwrap();
    let (code, named, error) = dealpress(folder.path(), &["page", "named.md"]);
    assert_eq!(code, 0, "{error}");
    assert!(named.contains("<h2>Stage 1: <span lang=\"sv\">En &lt;plats&gt;</span></h2>"), "{named}");
    for bad in ["lang: \"><script>\n", "lang: english-please-of-the-old-kind\n", "lang: e\n"] {
        fs::write(folder.path().join("bad.md"), walkthrough_with(bad, "Words.")).unwrap();
        let (code, _, error) = dealpress(folder.path(), &["page", "bad.md"]);
        assert!(
            code == 2 && error.contains("bad.md:5") && error.contains("no code of a language"),
            "{error}"
        );
    }
}

/// A walkthrough with one more line in front.
fn walkthrough_with(front: &str, words: &str) -> String {
    walkthrough("Short", words).replacen("]\n---\n", &format!("]\n{front}---\n"), 1)
}

#[test]
fn an_illegal_move_writes_nothing() {
    let folder = TempDir::new().unwrap();
    let bad = walkthrough("Short", "Words.").replace("0/2, revealing 1/2", "2/2");
    fs::write(folder.path().join("bad.md"), bad).unwrap();
    for output in ["page.html", "pages"] {
        let (code, _, error) = dealpress(folder.path(), &["page", "bad.md", "-o", output]);
        assert_eq!(code, 2);
        assert!(error.contains("bad.md:8") && !folder.path().join(output).exists(), "{error}");
    }
}

#[test]
fn a_fenced_block_hides_no_move_that_stands_behind_it() {
    let folder = TempDir::new().unwrap();
    let illegal = "Move 2/2 to 1/2.";
    for block in ["~~~\n```\n~~~", "````\n```\n````", "``` inline ```", "<!--\n```\n-->", "> ```\n> x\n> ```"]
    {
        let words = format!("Words.\n\n{block}\n\n{illegal}");
        fs::write(folder.path().join("f.md"), walkthrough("Short", &words)).unwrap();
        for command in [&["page", "f.md", "-o", "f.html"][..], &["check", "f.md"]] {
            let (code, out, error) = dealpress(folder.path(), command);
            assert!(code == 2 && error.contains(illegal) && error.contains("f.md:"), "{block}: {out}{error}");
        }
        assert!(!folder.path().join("f.html").exists(), "{block}");
    }
    // What stands in one is shown as it is, and one without end is an error with its line.
    let shown = format!("```\n\n  {illegal}\n```");
    fs::write(folder.path().join("f.md"), walkthrough("Short", &shown)).unwrap();
    let (code, page, error) = dealpress(folder.path(), &["page", "f.md"]);
    assert!(code == 0 && page.contains("<pre><code>\n  Move 2/2 to 1/2.\n</code></pre>"), "{page}{error}");
    fs::write(folder.path().join("f.md"), walkthrough("Short", "~~~\nx\n```")).unwrap();
    let (code, _, error) = dealpress(folder.path(), &["page", "f.md"]);
    assert!(code == 2 && error.contains("f.md:6: the block that begins here with ~~~ has no end"), "{error}");
}

#[test]
fn the_authors_signs_are_those_of_the_language_in_which_they_are_written() {
    let folder = TempDir::new().unwrap();
    let words = "It's everybody's: \"A's\" `it's`.\n\n## Stage 1: everybody's\n\nStay -- \"so\".";
    let write = |front: &str| {
        let text = walkthrough("Ann's \"game\"", words).replacen("]\n---\n", &format!("]\n{front}---\n"), 1);
        fs::write(folder.path().join("f.md"), text).unwrap();
    };
    write("lang: en\n");
    for (format, code) in
        [("html", "<code>it's</code>"), ("md", "`it's`"), ("gemtext", "it's"), ("text", "it's")]
    {
        for lang in ["en", "fr"] {
            let (exit, page, error) =
                dealpress(folder.path(), &["page", "f.md", "-f", format, "--lang", lang]);
            assert_eq!(exit, 0, "{error}");
            for part in ["It’s everybody’s: “A’s” ", code, "Stay – “so”.", "Ann’s “game”"]
            {
                assert!(page.contains(part), "{format} {lang} {part}: {page}");
            }
            assert!(!page.contains("everybody's"), "{format} {lang}: {page}");
        }
    }
    // A language whose signs are not known is left as it is; without one the words are the page's.
    write("lang: de\n");
    let (_, german, _) = dealpress(folder.path(), &["page", "f.md", "-f", "text"]);
    assert!(german.contains("everybody's: \"A's\" it's."), "{german}");
    write("");
    let (_, french, _) = dealpress(folder.path(), &["page", "f.md", "-f", "text", "--lang", "fr"]);
    assert!(french.contains("everybody’s\u{a0}: «\u{202f}A’s\u{202f}» it's."), "{french}");
}

#[test]
fn a_note_of_the_deal_stands_below_the_game_and_fields_are_told() {
    let folder = TempDir::new().unwrap();
    let text = walkthrough_with("note: \"1. Ann's <first> deal\"\nlang: en\n", "Words.");
    fs::write(folder.path().join("f.md"), text).unwrap();
    for (format, note) in [
        ("html", "<footer>\n<p>1. Ann’s &lt;first&gt; deal</p>\n</footer>"),
        ("md", "\n\n1\\. Ann’s &lt;first> deal\n"),
        ("gemtext", "\n\n1. Ann’s <first> deal\n"),
        ("text", "\n\n1. Ann’s <first> deal\n"),
    ] {
        let (code, page, error) = dealpress(folder.path(), &["page", "f.md", "-f", format]);
        assert!(code == 0 && page.contains(note), "{format}: {page}{error}");
    }
    // Also where the deal's own file has it, and below a game at a table.
    let (_, deal, _) = dealpress(folder.path(), &["deal", "klondike#42"]);
    fs::write(folder.path().join("deal.yaml"), format!("note: From the file.\n{deal}")).unwrap();
    fs::write(folder.path().join("f.md"), "---\ndeal: deal.yaml\n---\nWords.\n").unwrap();
    let (_, page, error) = dealpress(folder.path(), &["page", "f.md"]);
    assert!(page.contains("<p>From the file.</p>\n<p>klondike#42</p>"), "{page}{error}");
    fs::write(folder.path().join("t.md"), "---\ndeal: double-solitaire#77\nnote: It's so.\n---\nWords.\n")
        .unwrap();
    let (_, page, error) = dealpress(folder.path(), &["page", "t.md", "-f", "text"]);
    assert!(page.ends_with("\n\nIt’s so.\n\ndouble-solitaire#77\n"), "{page}{error}");
    for (front, fields) in [
        ("deal: klondike#42\nlanguage: en", "expected one of `deal`, `title`, `note`, `lang`"),
        ("deal: double-solitaire#7\nlanguage: en", "`title`, `note`, `lang`, `matched`, `rules`"),
        ("game: klondike\nlanguage: en", "`pass`, `lang`"),
    ] {
        fs::write(folder.path().join("f.md"), format!("---\n{front}\n---\n")).unwrap();
        let (code, _, error) = dealpress(folder.path(), &["page", "f.md"]);
        assert!(code == 2 && error.contains("f.md:3:1") && error.contains(fields), "{error}");
    }
}

#[test]
fn a_record_may_name_a_deal_file_beside_it() {
    let folder = TempDir::new().unwrap();
    let (_, deal, error) = dealpress(folder.path(), &["deal", "double-solitaire@2#77"]);
    assert!(deal.contains("double-solitaire"), "{error}");
    fs::create_dir(folder.path().join("games")).unwrap();
    fs::write(folder.path().join("games/seats.yaml"), &deal).unwrap();
    let example = fs::read_to_string(example("double-solitaire-walkthrough.md")).unwrap();
    let named = example.replace("deal: double-solitaire#77", "deal: seats.yaml");
    assert_ne!(named, example);
    fs::write(folder.path().join("games/id.md"), &example).unwrap();
    fs::write(folder.path().join("games/file.md"), &named).unwrap();
    for command in [&["check"][..], &["page", "-f", "text"], &["page", "--diagrams", "table"]] {
        let run = |file: &str| {
            let mut args = command.to_vec();
            args.insert(1, file);
            dealpress(folder.path(), &args)
        };
        let (by_id, by_file) = (run("games/id.md"), run("games/file.md"));
        assert!(by_file.0 == by_id.0 && by_file.1 == by_id.1, "{command:?}: {}", by_file.2);
    }
    let broken = deal.replacen("game: double-solitaire", "game: double-solitaire\nfoo: 1", 1);
    fs::write(folder.path().join("games/seats.yaml"), broken).unwrap();
    let (code, _, error) = dealpress(folder.path(), &["check", "games/file.md"]);
    assert!(code == 2 && error.contains("games/seats.yaml:") && error.contains("foo"), "{error}");
    // A turn that lacks its colon is none of the author's words.
    let slip = example.replacen("A: AC@5>f", "A AC@5>f", 1);
    fs::write(folder.path().join("games/slip.md"), slip).unwrap();
    let (code, _, error) = dealpress(folder.path(), &["page", "games/slip.md", "-o", "slip.html"]);
    assert!(
        code == 2 && error.contains("slip.md:16: ") && error.contains("the colon after the seat"),
        "{error}"
    );
    assert!(!folder.path().join("slip.html").exists());
}

#[test]
fn words_that_would_show_a_move_that_was_not_played_are_refused() {
    // Each stage is only words; with chosen stages they come together, and the comment takes the block in.
    let folder = TempDir::new().unwrap();
    let text = walkthrough(
        "Short",
        "<!--\n\n## Stage 1 -->\n\n<!--\n\n## Stage 2 -->\n\n```\nMove 2/2 to 1/2.\n```",
    );
    fs::write(folder.path().join("f.md"), format!("{text}\nPromote all.\n")).unwrap();
    let (code, _, error) = dealpress(folder.path(), &["page", "f.md"]);
    assert_eq!(code, 0, "{error}");
    let (code, page, error) = dealpress(folder.path(), &["page", "f.md", "--stages", "auto"]);
    assert!(code == 2 && error.contains("was not played"), "{page}{error}");
}

#[test]
fn what_an_author_writes_is_harmless_in_each_format() {
    let folder = TempDir::new().unwrap();
    let evil = "<script>alert(1)</script> ]]> \" ' \u{202e}abc [x](javascript:alert(1)) <img src=x onerror=alert(1)>";
    let long = "word ".repeat(20_000);
    let text = walkthrough(&format!("{evil}{long}"), &format!("{evil}\n\n## Stage 1: {evil}\n\n{long}"));
    fs::write(folder.path().join("evil.md"), text).unwrap();
    for format in ["html", "md", "gemtext", "text"] {
        let (code, page, error) = dealpress(folder.path(), &["page", "evil.md", "-f", format]);
        assert_eq!(code, 0, "{error}");
        assert!(!page.contains('\u{202e}') && page.contains("alert(1)"), "{format}");
        if matches!(format, "html" | "md") {
            assert!(!page.contains("<script") && !page.contains("<img src=x"), "{format}");
            assert!(!page.contains("href=\"javascript"), "{format}");
            assert!(format == "html" || !page.contains("[x](javascript"), "{page}");
        }
        assert!(page.len() < 140_000, "{}", page.len());
    }
    for form in ["svg", "html", "text", "md", "gemtext"] {
        let (code, drawn, error) = dealpress(folder.path(), &["draw", "evil.md", "--stage", "1", "-f", form]);
        assert_eq!(code, 0, "{error}");
        assert!(!drawn.contains('\u{202e}') && drawn.len() < 20_000, "{form}: {}", drawn.len());
        if matches!(form, "svg" | "html" | "md") {
            assert!(!drawn.contains("<script") && !drawn.contains("<img src=x"), "{form}");
        }
        assert!(form != "svg" || !drawn.contains("]]>"), "{drawn}");
    }
}

#[test]
fn a_template_of_ones_own_calls_for_what_it_wants() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("short.md"), walkthrough("A <b> & c", "Words.")).unwrap();
    let own = "<h1>{{ title }}</h1>{{ table(1) }}{{ moves(1) }}{{ comment(1) }}{{ stage(2) }}{{ rules() }}{{ '<i>' }}";
    fs::write(folder.path().join("own.html"), own).unwrap();
    let (code, page, error) = dealpress(folder.path(), &["page", "short.md", "--template", "own.html"]);
    assert_eq!(code, 0, "{error}");
    for part in [
        "<h1>A &lt;b&gt; &amp; c</h1>",
        "<table>",
        "<li>Promote 0/0",
        "<svg",
        "<defs>",
        "<h2>The cards</h2>",
        "&lt;i&gt;",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn static_words_of_a_template_cost_no_steps() {
    let folder = TempDir::new().unwrap();
    let style = "p { margin: 0 }\n".repeat(6_000);
    let text = format!(
        "<style>{style}</style>{{% for part in stages %}}{{{{ stage(part.number) }}}}{{{{ told(part.number) }}}}\
         {{% endfor %}}<i>[{{{{ id }}}}|{{{{ prose_lang }}}}]</i>"
    );
    fs::write(folder.path().join("own.html"), text).unwrap();
    let walkthrough = example("somerset-walkthrough.md");
    let args = ["page", walkthrough.as_str(), "--template", "own.html"];
    let (code, page, error) = dealpress(folder.path(), &args);
    assert_eq!(code, 0, "{error}");
    assert!(page.contains("<i>[|]</i>") && page.matches("<svg").count() >= 14);
}

#[test]
fn lists_of_moves_stand_apart_from_the_words_before_them() {
    for form in ["md", "text"] {
        let page = page(&[&example("somerset-walkthrough.md"), "-f", form]);
        let lines: Vec<&str> = page.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[1].starts_with("- ")) {
            assert!(pair[0].is_empty() || pair[0].starts_with("- ") || pair[0].starts_with("  "), "{pair:?}");
        }
    }
}

#[test]
fn a_site_speaks_the_language_of_its_book() {
    let folder = TempDir::new().unwrap();
    let (code, _, error) = dealpress(folder.path(), &["site", "-o", "site", "--lang", "fr"]);
    assert!(code == 2 && error.contains("put `language: fr` into the book file"), "{error}");
    let (_, help, _) = dealpress(folder.path(), &["site", "--help"]);
    assert!(help.contains("inline-svg") && help.contains("table") && !help.contains("png"), "{help}");
}

#[test]
fn bad_templates_are_told_with_file_and_line() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("short.md"), walkthrough("Short", "Words.")).unwrap();
    // Each text is the one before it twice; forty of them would fill any memory.
    let texts = "{% set t0 = table(1) %}\n".to_string();
    let twice = |index: usize| {
        format!("{{% set t{index} %}}{{{{ t{} }}}}{{{{ t{} }}}}{{% endset %}}\n", index - 1, index - 1)
    };
    let doubled = texts + &(1..40).map(twice).collect::<String>() + "{{ t39 }}";
    let words = "word ".repeat(10_000);
    let captured = format!("{{% set a %}}{{% for b in range(90000) %}}{words}{{% endfor %}}{{% endset %}}");
    // Each macro is the one before it twice.
    let macros = "{% macro m0() %}{{ table(1) }}{% endmacro %}\n".to_string()
        + &(1..40)
            .map(|index| {
                let before = index - 1;
                format!(
                    "{{% macro m{index}() %}}{{{{ m{before}() }}}}{{{{ m{before}() }}}}{{% endmacro %}}\n"
                )
            })
            .collect::<String>()
        + "{{ m39() }}";
    let forever = "{% for a in range(9000) %}{% for b in range(9000) %}x{% endfor %}{% endfor %}";
    let shown = "{% set a %}{{ stage(1) }}{% endset %}{% for b in range(501) %}{{ a }}\n{{ a }}{% endfor %}";
    for (text, parts) in [
        ("a\n{{ pictures_of(3) }}", ["own.html:2", "pictures_of"]),
        ("a\n\n{{ stage(9) }}", ["own.html:3", "stages 1 to 2"]),
        ("a\n{{ stage('x') }}", ["own.html:2", "stages 1 to 2"]),
        ("a\n{{ stage('1') }}", ["own.html:2", "the number of a stage is wanted, without quotation marks"]),
        ("a\n{{ stage(none) }}", ["own.html:2", "the number of a stage is wanted"]),
        ("{{ titel }}", ["own.html:1", "undefined"]),
        ("a\n{% for part in stages %}{{ part.titel }}{% endfor %}", ["own.html:2", "`part.titel`"]),
        ("a\n{{ moves(number) }}", ["own.html:2", "`number` is undefined"]),
        ("{% for a in range(1001) %}\n{{ stage(2) }}{% endfor %}", ["own.html:2", "at most 1000 pictures"]),
        (shown, ["own.html:1", "at most 1000 pictures"]),
        ("a\n{% for %}", ["own.html:2", "syntax error"]),
        (forever, ["own.html:1", "too many steps"]),
        ("a\n{% set b = a ~ a %}", ["own.html:2", "write {{ a }}{{ b }}"]),
        ("{% set b = title + title %}", ["own.html:1", "texts are written one after"]),
        ("{% set b = [title, title]|join %}", ["own.html:1", "join"]),
        ("{% for a in range(9000) %}{{ table(1) * 1000 }}{% endfor %}", ["own.html:1", "too many steps"]),
        (&doubled, ["own.html:", "larger than 32 MB"]),
        (&captured, ["own.html:", "too many steps"]),
        (
            "{% set n = 99000000 %}{% for a in range(9) %}{% set b = 'x' * n %}{% endfor %}",
            ["own.html:1", "too many"],
        ),
        ("{% set n = 9 %}{{ title * (n * 99999999) }}", ["own.html:1", "too many steps"]),
        (&macros, ["own.html:", "recursion limit exceeded"]),
    ] {
        fs::write(folder.path().join("own.html"), text).unwrap();
        let args = ["page", "short.md", "--template", "own.html", "-o", "page.html"];
        let (code, _, error) = dealpress(folder.path(), &args);
        assert!(code == 2 && !folder.path().join("page.html").exists(), "{text}: {error}");
        assert!(parts.iter().all(|part| error.contains(part)), "{text}: {error}");
    }
}

#[test]
fn what_a_format_cannot_show_is_refused_with_what_it_can() {
    let folder = TempDir::new().unwrap();
    let walkthrough = example("somerset-walkthrough.md");
    for (args, part) in [
        (&["-f", "md", "--diagrams", "inline-svg"][..], "svg, png, table or text"),
        (&["-f", "text", "--diagrams", "table"], "text alone"),
        (&["--diagrams", "svg", "-o", "page.html"], "-o DIR"),
    ] {
        let (code, _, error) = dealpress(folder.path(), &[&["page", &walkthrough], args].concat());
        assert!(code == 2 && error.contains(part), "{args:?}: {error}");
    }
    fs::write(folder.path().join("deal.md"), walkthrough_with_deal("klondike#x")).unwrap();
    let (code, _, error) = dealpress(folder.path(), &["page", "deal.md"]);
    assert!(
        code == 2 && error.contains("deal.md") && error.contains("the block `deal` before stage 1"),
        "{error}"
    );
}

fn walkthrough_with_deal(deal: &str) -> String {
    walkthrough("Short", &format!("```deal\n{deal}\n```"))
}

#[test]
fn stages_can_be_chosen_and_the_authors_words_stay_with_their_moves() {
    let walkthrough = example("somerset-walkthrough.md");
    let chosen = page(&[&walkthrough, "--stages", "auto", "-f", "text"]);
    let given = page(&[&walkthrough, "-f", "text"]);
    assert_ne!(chosen, given);
    let before = |page: &str| {
        let (before, _) = page.split_once("Now watch the 5/5").unwrap();
        before.matches("\n- ").count()
    };
    assert_eq!(before(&chosen), before(&given));
    let deal = page(&["somerset-klondike#42", "-f", "text"]);
    assert!(deal.contains("Stage 1") && deal.contains("Won in"));
}

#[test]
fn the_index_of_a_site_is_by_level_where_puzzles_are_graded() {
    let folder = TempDir::new().unwrap();
    let book = "title: Levels\nlanguage: fr\nsections:\n  - {game: somerset-klondike, count: 6}\n  \
        - {title: No levels, game: somerset-klondike@5, count: 2}\n";
    fs::write(folder.path().join("book.yaml"), book).unwrap();
    for diagrams in ["inline-svg", "table"] {
        let (code, _, error) =
            dealpress(folder.path(), &["site", "book.yaml", "-o", diagrams, "--diagrams", diagrams]);
        assert_eq!(code, 0, "{error}");
        let index = fs::read_to_string(folder.path().join(diagrams).join("index.html")).unwrap();
        let (graded, plain) = index.split_once("<h2>No levels</h2>").unwrap();
        let levels: Vec<&str> = graded.split("<h3>").skip(1).collect();
        assert!(levels.len() > 1 && levels.iter().all(|level| level.contains('★')), "{index}");
        let stars: Vec<usize> = levels.iter().map(|level| level.matches('★').count()).collect();
        assert!(stars.is_sorted() && !plain.contains('★'), "{index}");
        let numbers = |text: &str| text.matches(".html\"").count();
        let name = if diagrams == "table" {
            "1.html\">Problème 1<"
        } else {
            "1.html\" aria-label=\"Problème 1\">1<"
        };
        assert!(index.contains(name), "{index}");
        assert_eq!((numbers(graded), numbers(plain)), (6, 2 + 2), "{index}");
        let puzzle = fs::read_to_string(folder.path().join(diagrams).join("1.html")).unwrap();
        assert!(puzzle.contains('★') && puzzle.contains("<footer>somerset-klondike#"), "{puzzle}");
    }
}

#[test]
fn a_page_of_a_table_takes_a_template_and_marks_the_authors_language() {
    let folder = TempDir::new().unwrap();
    let record = example("double-solitaire-walkthrough.md");
    let own = "{{ lang }}/{{ prose_lang }} {{ stages[0].title }} {{ stages|length }}";
    fs::write(folder.path().join("own.html"), own).unwrap();
    let (code, out, error) =
        dealpress(folder.path(), &["page", &record, "--lang", "sv", "--template", "own.html"]);
    assert_eq!(code, 0, "{error}");
    assert!(out.starts_with("sv/en Etapp 1: <span lang=\"en\">who begins</span> "), "{out}");
    for diagrams in ["table", "inline-svg"] {
        let seats = page(&[&record, "--diagrams", diagrams]);
        let (head, body) = seats.split_once("</style>").unwrap();
        assert!(body.contains("class=\"seat seat-a\"") && !body.contains(" style=\""), "{body}");
        let (light, dark) = head.rsplit_once("prefers-color-scheme:dark").unwrap();
        let ink = |css: &str| css.rsplit_once(".seat-b{border-color:").unwrap().1[..7].to_string();
        assert_ne!(ink(light), ink(dark));
    }
    let french = page(&[&record, "--lang", "fr", "--diagrams", "table"]);
    assert!(french.contains("<div lang=\"en\">\n<p>Two players") && french.contains("<h1 lang=\"en\">"));
    assert!(!french.contains("<tr><th scope=\"row\">Joueur A</th></tr>"), "{french}");
}

#[test]
fn a_site_asks_for_what_a_puzzle_asks_for() {
    let folder = TempDir::new().unwrap();
    let book = "title: Forms\nsections:\n  - {game: somerset-klondike@5, count: 1, form: only-move}\n  \
        - {game: somerset-klondike@5, count: 2, form: verdict}\n  - {game: klondike, count: 1, form: endgame}\n";
    fs::write(folder.path().join("book.yaml"), book).unwrap();
    for diagrams in ["inline-svg", "table"] {
        let args = ["site", "book.yaml", "-o", diagrams, "--diagrams", diagrams];
        let (code, _, error) = dealpress(folder.path(), &args);
        assert_eq!(code, 0, "{error}");
        let read = |name: &str| fs::read_to_string(folder.path().join(diagrams).join(name)).unwrap();
        for (number, task, answer) in [
            (1, "Only one next move keeps the win", "other move"),
            (2, "Can this deal be won?", "<p>"),
            (4, "An endgame: bring the last", "One way to win"),
        ] {
            let (page, solution) =
                (read(&format!("{number}.html")), read(&format!("{number}-solution.html")));
            assert!(page.contains(task) && !page.contains("Proved winnable"), "{page}");
            assert!(solution.contains(answer) && !page.contains(">none<"), "{solution}");
        }
    }
}

#[test]
fn every_page_of_a_site_is_small_and_every_link_leads_somewhere() {
    let folder = TempDir::new().unwrap();
    let book = "title: A <site>\nsections:\n  - {game: klondike-three-passes, count: 1, seed: 12}\n  \
        - {game: klondike-three-passes, count: 1, seed: 13, show: hidden}\n  - {game: somerset-klondike@9, count: 2}\n";
    fs::write(folder.path().join("book.yaml"), book).unwrap();
    for (diagrams, most) in [("inline-svg", 30_000), ("table", 4_000)] {
        let (code, _, error) =
            dealpress(folder.path(), &["site", "book.yaml", "-o", diagrams, "--diagrams", diagrams]);
        assert_eq!(code, 0, "{error}");
        let folder = folder.path().join(diagrams);
        let mut pages = 0;
        for entry in fs::read_dir(&folder).unwrap() {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            assert!(
                text.len() <= most && !text.contains("<script") && !text.contains("<site>"),
                "{}",
                text.len()
            );
            for link in text.split("href=\"").skip(1).map(|link| link.split('"').next().unwrap()) {
                assert!(link.starts_with('#') || folder.join(link).is_file(), "{link}");
            }
            pages += 1;
        }
        assert!(pages >= 1 + 2 + 4 + 4, "{pages}");
    }
}
