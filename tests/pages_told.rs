//! `dealpress page` for games at a table, own templates of them, pages of deals, and options that are refused.

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

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

#[test]
fn a_picture_that_a_page_shows_often_is_drawn_once() {
    let folder = TempDir::new().unwrap();
    fs::write(
        folder.path().join("own.html"),
        "{% for a in range(500) %}{{ stage(1) }}{{ stage(3) }}{% endfor %}",
    )
    .unwrap();
    let walkthrough = example("somerset-walkthrough.md");
    let args = ["page", walkthrough.as_str(), "--template", "own.html"];
    let began = std::time::Instant::now();
    let (code, page, error) = dealpress(folder.path(), &args);
    assert_eq!(code, 0, "{error}");
    // Drawn a thousand times this took minutes here.
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
    assert_eq!((page.matches("role=\"img\"").count(), page.matches("<defs").count()), (1000, 1));
    let mut ids: Vec<&str> = page.split(" id=\"").skip(1).map(|id| id.split('"').next().unwrap()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

#[test]
fn a_page_of_a_table_shows_the_pack_and_the_end_in_each_format() {
    let record = example("double-solitaire-walkthrough.md");
    for (lang, end, pack) in [
        ("en", "Seat B is out and wins.", "Each player has a pack of 52 cards"),
        ("it", "ha finito e vince.", "Ogni giocatore ha 52 carte"),
        ("fr", "a tout joué et gagne.", "Chaque joueur a 52 cartes"),
        ("sv", "har gått ut och vinner.", "Varje spelare har 52 kort"),
    ] {
        for (format, diagrams) in [
            ("html", "inline-svg"),
            ("html", "table"),
            ("md", "table"),
            ("gemtext", "text"),
            ("text", "text"),
        ] {
            let page = page(&[&record, "-f", format, "--diagrams", diagrams, "--lang", lang]);
            let (before, after) = page.split_once(pack).unwrap();
            assert!(!before.contains('♠') && after.contains("10♣"), "{lang} {format}");
            let last = after.split("id=\"stage-8\"").nth(1).or(after.split("## ").last()).unwrap();
            let last = if format == "text" { after.rsplit_once(" 8\n-").unwrap().1 } else { last };
            // After both last turns A has six cards left and B none.
            let (shown, words) = last.split_once(end).unwrap();
            assert!(words.contains("46") && words.contains("B is out with all 52 cards"), "{words}");
            if diagrams == "inline-svg" {
                assert!(shown.contains("<svg") && page.matches("role=\"img\"").count() == 9, "{lang}");
                assert_eq!(page.matches("<defs").count(), 1, "pictures share their shapes");
            } else {
                assert!(shown.contains('♣') && shown.contains('♠'), "{lang} {format} {diagrams}: {shown}");
            }
        }
    }
    let folder = TempDir::new().unwrap();
    for diagrams in ["svg", "png"] {
        let args = ["page", record.as_str(), "-f", "md", "--diagrams", diagrams, "-o", diagrams];
        let (code, _, error) = dealpress(folder.path(), &args);
        assert_eq!(code, 0, "{error}");
        for name in ["pack", "stage-01", "stage-08"] {
            assert!(folder.path().join(diagrams).join(format!("{name}.{diagrams}")).is_file(), "{name}");
        }
    }
}

#[test]
fn a_game_at_a_table_that_goes_on_is_shown_as_far_as_it_has_come() {
    let folder = TempDir::new().unwrap();
    let record = fs::read_to_string(example("double-solitaire-walkthrough.md")).unwrap();
    let (begun, _) = record.split_once("A: 3H@w>6").unwrap();
    fs::write(folder.path().join("begun.md"), format!("{begun}\nAnd so on.\n")).unwrap();
    let (code, page, error) = dealpress(folder.path(), &["page", "begun.md", "-f", "text"]);
    assert_eq!(code, 0, "{error}");
    let (_, last) = page.split_once("Stage 2\n-------\n").unwrap();
    assert!(last.contains("waste: 2♠") && last.contains("And so on.") && !last.contains("wins"), "{last}");
    let (code, drawn, _) = dealpress(folder.path(), &["draw", "begun.md", "--stage", "2", "-f", "text"]);
    assert!(code == 0 && last.contains(drawn.split_once("Seat A").unwrap().1.split_once("stock").unwrap().0));
    // A table that the author shows last is not shown twice.
    fs::write(folder.path().join("shown.md"), format!("{begun}\n## Stage 2: so far\n\nAnd so on.\n"))
        .unwrap();
    let (_, page, _) = dealpress(folder.path(), &["page", "shown.md", "-f", "text"]);
    assert!(page.contains("Stage 2: so far") && !page.contains("Stage 3"), "{page}");
}

#[test]
fn a_template_of_ones_own_may_call_everything_for_a_table() {
    let folder = TempDir::new().unwrap();
    let record = example("double-solitaire-walkthrough.md");
    let own = "{{ game }}|{{ id }}|{{ won }}|{{ end|length }}|{{ stages|length }}\n{{ intro() }}{{ pack() }}{{ rules() }}\
        {{ stage(1) }}{{ table(2) }}<hr>{{ moves(1) }}<hr>{{ comment(1) }}<hr>{{ told(1) }}";
    let made = |own: &str, more: &[&str]| {
        fs::write(folder.path().join("own"), own).unwrap();
        dealpress(folder.path(), &[&["page", &record, "--template", "own"], more].concat())
    };
    let (code, page, error) = made(own, &[]);
    assert_eq!(code, 0, "{error}");
    assert!(page.starts_with("Double Solitaire|double-solitaire#77|Seat B is out and wins.|3|8\n"), "{page}");
    for part in ["<p>Two players", "<figcaption>Each player", "<h2>The turns</h2>", "<svg", "<table>"] {
        assert!(page.contains(part), "{part}");
    }
    let parts: Vec<&str> = page.split("<hr>").collect();
    let (moves, comment, told) = (parts[1], parts[2], parts[3]);
    // Moves stand under the name of whoever made them.
    let (before, after) = moves.split_once(">Seat B</b></p>\n<ul class=\"moves\">\n<li>Move <i>Q♥").unwrap();
    assert!(!before.contains("<li>") && after.contains(">Seat A</b></p>\n<ul"), "{moves}");
    assert!(comment.contains("so B begins") && !comment.contains("<li>"), "{comment}");
    assert!(told.find("so B begins") < told.find("<li>") && told.contains("Seat B</b>"), "{told}");
    for (own, parts) in [
        ("a\n{{ stage(9) }}", ["own:2", "stages 1 to 8"]),
        ("a\n{{ moves('1') }}", ["own:2", "without quotation marks"]),
        ("a\n{{ nosuch }}", ["own:2", "`nosuch` is undefined"]),
        (
            "{% for a in range(9000) %}{% for b in range(9000) %}x{% endfor %}{% endfor %}",
            ["own:1", "too many steps"],
        ),
        ("{% for a in range(1001) %}{{ stage(2) }}{% endfor %}", ["own:1", "at most 1000 pictures"]),
    ] {
        let (code, _, error) = made(own, &[]);
        assert!(code == 2 && parts.iter().all(|part| error.contains(part)), "{own}: {error}");
    }
    let (code, page, error) = made("{{ moves(1) }}", &["-f", "md"]);
    assert!(code == 0 && page.starts_with("**Seat B**\n\n- Move Q♥"), "{error}{page}");
}

#[test]
fn the_page_of_a_deal_says_what_it_shows_in_its_language() {
    let rules = |lang: &str| {
        let folder = TempDir::new().unwrap();
        let (_, rules, _) = dealpress(folder.path(), &["rules", "klondike-3", "--lang", lang, "-f", "html"]);
        rules.split("<p>").nth(1).unwrap().split("</p>").next().unwrap().to_string()
    };
    for (lang, title, about) in [
        ("en", "Klondike, three cards: deal 42", "a deal of “Klondike, three cards” in 99 moves"),
        ("it", "Klondike a tre carte: distribuzione 42", "di «Klondike a tre carte» in 99 mosse"),
        ("fr", "Klondike à trois cartes\u{a0}: donne 42", "en 99 coups"),
        ("sv", "Harpan med tre kort: giv 42", "av ”Harpan med tre kort” vinns på 99 drag"),
    ] {
        let html = page(&["klondike-3#42", "--lang", lang, "--diagrams", "table"]);
        for part in [&format!("<title>{title}</title>"), &format!("<h1>{title}</h1>"), about, &rules(lang)] {
            assert!(html.contains(part), "{lang}: {part}: {html}");
        }
        // The pack, the rules, the game; the id stands below alone.
        let order = ["<caption>", "id=\"rules\"", "id=\"stage-1\"", "<footer>klondike-3#42</footer>"];
        assert!(order.map(|part| html.find(part).unwrap()).is_sorted(), "{lang}");
        assert_eq!(html.matches("klondike-3#42").count(), 1, "{lang}");
    }
    let sized = page(&["somerset-klondike@5#42", "-f", "md"]);
    assert!(sized.starts_with("# Somerset Klondike, 5 ranks: deal 42\n\nThis page shows"), "{sized}");
    assert!(
        sized.contains("there is no shorter one") && sized.ends_with("\n\n`somerset-klondike@5#42`\n"),
        "{sized}"
    );
    let folder = TempDir::new().unwrap();
    let deal = "game: somerset-klondike@3\ntableau: [0/0, 1/2 | 0/2, 1/1 0/1 | 2/2]\n";
    fs::write(folder.path().join("deal.yaml"), deal).unwrap();
    let (code, page, error) = dealpress(folder.path(), &["page", "deal.yaml", "-f", "text"]);
    assert!(code == 0 && page.starts_with("Somerset Klondike"), "{error}{page}");
    assert!(page.contains("This page shows a way to win") && !page.contains("deal.yaml"), "{page}");
}

#[test]
fn options_that_would_change_nothing_are_refused() {
    let folder = TempDir::new().unwrap();
    let (walkthrough, record) =
        (example("somerset-walkthrough.md"), example("double-solitaire-walkthrough.md"));
    let endings = "use .html, .htm, .md, .gmi or .txt, or name a format with -f";
    for (args, part) in [
        (&["page", &walkthrough, "-o", "page.pdf"][..], endings),
        (&["page", &walkthrough, "-o", "page.svg"], endings),
        (&["page", &record, "-o", "page.xyz"], endings),
        (&["page", &walkthrough, "--diagrams", "table", "--mark", "moves"], "--mark is for pictures"),
        (&["page", &record, "-f", "text", "--mark", "moves"], "--mark is for pictures"),
        (&["page", &walkthrough, "--diagrams", "table", "--cards", "paths"], "use --diagrams svg -o DIR"),
        (&["page", &record, "--cards", "text"], "use --diagrams svg -o DIR"),
        (&["page", &record, "--suits", "words"], "or use --diagrams table"),
        (&["page", &walkthrough, "-o", "pictures", "--down", "marked"], "or use --diagrams table"),
        (&["page", &walkthrough, "--limit", "9"], "--limit is for a deal"),
        (&["page", &walkthrough, "--set", "unit=card"], "leave --set out"),
        (&["page", "somerset-klondike@3#1", "--stages", "given"], "are chosen"),
        (
            &["draw", "klondike#1", "-f", "svg", "--suits", "words"],
            "--suits is for tables and text, not for -f svg",
        ),
        (&["draw", "klondike#1", "--border"], "--border is for HTML tables, not for -f svg"),
        (&["draw", "klondike#1", "-f", "text", "--minify"], "--minify is for HTML tables, not for -f text"),
        (
            &["draw", "klondike#1", "-f", "html", "--theme", "dark"],
            "--theme is for pictures, not for -f html",
        ),
        (
            &["draw", "klondike#1", "-f", "png", "-o", "a.png", "--cards", "paths"],
            "--cards is for vector pictures",
        ),
        (&["draw", "klondike#1", "--scale", "3"], "--scale is for pictures of dots (png), not for -f svg"),
        (&["draw", "klondike#1", "-f", "html", "--numbers"], "--numbers is for text"),
        (&["draw", "klondike#1", "--fragment"], "--fragment is for HTML and gemtext, not for -f svg"),
        (&["draw", &walkthrough, "-f", "md", "--mark", "moves"], "--mark is for pictures"),
        (&["draw", &walkthrough, "--set", "unit=card"], "leave --set out"),
        (&["draw", "double-solitaire#1", "--big-index"], "--big-index is for games of one player"),
        (&["deal", "klondike#1", "--theme", "dark"], "--theme is for pictures, not for -f yaml"),
        (
            &["deal", "klondike#1", "-f", "json", "--show", "hidden"],
            "--show is for pictures, tables and text",
        ),
    ] {
        let (code, out, error) = dealpress(folder.path(), args);
        assert!(code == 2 && out.is_empty() && error.contains(part), "{args:?}: {code}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // Defaults are not typed, and what shows is not refused.
    for args in [
        &["page", &walkthrough, "-o", "page.xyz", "-f", "html"][..],
        &["page", &walkthrough, "-o", "page.htm", "--mark", "all"],
        &["page", &walkthrough, "-o", "page", "--cards", "paths"],
        &[
            "draw",
            "klondike#1",
            "-f",
            "html",
            "--border",
            "--suits",
            "words",
            "--mark",
            "none",
            "-o",
            "a.html",
        ],
        &["draw", "double-solitaire#1", "-f", "html", "--theme", "four", "-o", "b.html"],
        &["draw", "klondike#1", "--theme", "press", "--big-index", "--cards", "on-cards", "-o", "a.svg"],
        &["deal", "klondike#1", "-f", "text", "--suits", "letters", "-o", "a.txt"],
    ] {
        let (code, _, error) = dealpress(folder.path(), args);
        assert!(
            code == 0
                && folder.path().join(args[args.iter().position(|arg| *arg == "-o").unwrap() + 1]).exists(),
            "{args:?}: {error}"
        );
    }
}

#[test]
fn stages_of_a_game_at_a_table_can_be_chosen_too() {
    let record = example("double-solitaire-walkthrough.md");
    let (given, chosen) =
        (page(&[&record, "-f", "text"]), page(&[&record, "-f", "text", "--stages", "auto"]));
    let count = |page: &str| page.matches("foundations of all").count();
    assert!(count(&given) == 8 && (20..60).contains(&count(&chosen)), "{}", count(&chosen));
    // The same moves, and the author's words with those that they stand before.
    let moves = |page: &str| -> Vec<String> {
        page.lines().filter(|line| line.starts_with("- ")).map(str::to_string).collect()
    };
    assert_eq!(moves(&given), moves(&chosen));
    for words in [
        "The deal is",
        "A finds two aces",
        "The turn ends only when B",
        "Each card that goes up",
        "B is out with all",
    ] {
        let before = |page: &str| moves(page.split_once(words).unwrap().0).len();
        assert_eq!(before(&given), before(&chosen), "{words}");
    }
    // Long turns have pictures within them, and no list of moves is long.
    let lists = chosen.split("foundations of all").skip(1);
    let most = lists.map(|list| moves(list).len()).max().unwrap();
    assert!((8..=16).contains(&most), "{most}");
    // Where both show the table before the same move, they show the same.
    let stage = |page: &str| {
        let (before, _) = page.split_once("- Promote 2♣ from column 6.").unwrap();
        before
            .rsplit_once("foundations of all")
            .unwrap()
            .1
            .split_once("Seat B")
            .unwrap()
            .1
            .split("\n\n")
            .next()
            .unwrap()
            .to_string()
    };
    assert_eq!(stage(&given), stage(&chosen));
}
