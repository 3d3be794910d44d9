//! What a `book.yaml` can say: its schema, and books of many forms read back from their PDF.

use dealpress::assets::Assets;
use dealpress::book::safe::{Ink, LEAST_TYPE};
use dealpress::book::{self, BadBook, Book, BookSpec, Progress, Source};
use dealpress::catalogue::Catalogue;
use serde_json::Value;

const SECTIONS: &str = "sections:\n  - {game: somerset-klondike@5, count: 5, seed: 7}\n";

fn make(text: &str) -> Result<Book, BadBook> {
    let source = Source { name: "book.yaml".into(), text: text.into() };
    book::make(&source, &Catalogue::new(Assets::embedded()), &Progress::none())
}

fn message(text: &str) -> String {
    make(text).unwrap_err().to_string()
}

fn texts_of(pdf: &[u8]) -> Vec<String> {
    let file = lopdf::Document::load_mem(pdf).unwrap();
    let count = file.get_pages().len() as u32;
    let text = |page| file.extract_text(&[page]).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    (1..=count).map(text).collect()
}

/// The numbers after some words.
fn numbers_after(text: &str, words: &str) -> Vec<usize> {
    let digits = |rest: &str| rest.trim_start().chars().take_while(char::is_ascii_digit).collect::<String>();
    text.split(words).skip(1).filter_map(|rest| digits(rest).parse().ok()).collect()
}

/// Whether a value keeps a schema, as far as ours go; if not, why.
fn keeps(schema: &Value, root: &Value, value: &Value) -> Result<(), String> {
    if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(path.trim_start_matches('#')).ok_or_else(|| format!("no {path}"))?;
        return keeps(target, root, value);
    }
    let any = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array);
    if any.is_some_and(|all| all.iter().all(|one| keeps(one, root, value).is_err())) {
        return Err(format!("{value} is none of what may stand here"));
    }
    let kind = |name: &str| match name {
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("the schema says {other}"),
    };
    let is_kind = match schema.get("type") {
        Some(Value::String(name)) => kind(name),
        Some(Value::Array(names)) => names.iter().any(|name| kind(name.as_str().unwrap())),
        _ => true,
    };
    if !is_kind {
        return Err(format!("{value} is no {}", schema["type"]));
    }
    if schema.get("enum").is_some_and(|all| !all.as_array().unwrap().contains(value))
        || schema.get("const").is_some_and(|only| only != value)
    {
        return Err(format!("{value} is not among {schema}"));
    }
    let number = value.as_u64();
    for (bound, holds) in [("minimum", true), ("maximum", false)] {
        let limit = schema.get(bound).and_then(Value::as_u64);
        if let (Some(number), Some(limit)) = (number, limit)
            && (number < limit) == holds
            && number != limit
        {
            return Err(format!("{number} breaks the {bound} {limit}"));
        }
    }
    let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
    if value.as_array().is_some_and(|list| (list.len() as u64) < least) {
        return Err(format!("{value} has fewer than {least} items"));
    }
    if let (Some(items), Some(list)) = (schema.get("items"), value.as_array()) {
        list.iter().try_for_each(|item| keeps(items, root, item))?;
    }
    let Some(fields) = value.as_object() else { return Ok(()) };
    let known = schema.get("properties").and_then(Value::as_object);
    for (name, field) in fields {
        match known.and_then(|known| known.get(name)) {
            Some(own) => keeps(own, root, field).map_err(|why| format!("{name}: {why}"))?,
            None if schema.get("additionalProperties") == Some(&Value::Bool(false)) => {
                return Err(format!("unknown field {name}"));
            }
            None => {}
        }
    }
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let missing = required.filter_map(Value::as_str).find(|name| !fields.contains_key(*name));
    missing.map_or(Ok(()), |name| Err(format!("{name} is missing")))
}

fn schema() -> Value {
    serde_json::from_str(&book::spec::schema()).unwrap()
}

fn keeps_schema(text: &str) -> Result<(), String> {
    let schema = schema();
    keeps(&schema, &schema, &serde_yaml::from_str(text).unwrap())
}

#[test]
fn every_field_of_the_schema_has_a_description_and_is_known_to_the_parser() {
    let schema = schema();
    let section = schema.pointer("/$defs/Section").unwrap();
    let mut seen = 0;
    for (of, head) in [(&schema, ""), (section, "sections:\n  - game: klondike\n    count: 1\n    ")] {
        for (name, field) in of["properties"].as_object().unwrap() {
            seen += 1;
            let told = field.get("description").and_then(Value::as_str).unwrap_or("");
            assert!(told.len() > 10, "{name} has no description: {field}");
            // No field takes this mapping; the parser must say so of the value, not of the field.
            let text = match head {
                "" => format!("{name}: {{a: {{b: c}}}}\n"),
                head => format!("title: T\n{head}{name}: {{a: {{b: c}}}}\n"),
            };
            let error = BookSpec::read("b", &text).unwrap_err().to_string();
            assert!(!error.contains(&format!("unknown field `{name}`")), "{name}: {error}");
        }
    }
    assert!(seen >= 38, "{seen}");
    assert!(BookSpec::read("b", "titel: T\n").unwrap_err().to_string().contains("unknown field `titel`"));
}

#[test]
fn the_schema_takes_what_the_parser_takes_and_refuses_what_it_refuses() {
    let examples = std::fs::read_dir("examples").unwrap().filter_map(|entry| {
        let text = std::fs::read_to_string(entry.unwrap().path()).ok()?;
        (text.contains("sections:") && !text.starts_with("---")).then_some(text)
    });
    let mut books: Vec<String> = examples.collect();
    assert!(books.len() >= 5);
    books.push(book::sampler(&Assets::embedded()).unwrap().text);
    books.push(book::beginning(&Assets::embedded()).unwrap().text);
    let full = "title: T\nisbn: 9780306406157\nmargins: {inside: 20mm}\ntrim: {width: 6in, height: 9in}\n\
        cards: [four-colour, big-index]\nink: rgb\ntype: giant\nbleed: true\nleft-handed: true\nfacts: []\n\
        parts: [text: '# A', puzzles]\nrecord: false\nfirst-number: 7\nnot-in: [a.lock]\ncontents: by-level\n\
        solutions: none\nsections:\n  - {game: klondike, rules: {passes: unlimited, draw: 3}, count: 1, \
        level: [easy, fierce], per-page: 4, order: mixed, set-up: false, first-number: 9}\n";
    books.push(full.to_string());
    books.push(full.replace(
        "game: klondike, rules: {passes: unlimited, draw: 3}, count: 1, \
        level: [easy, fierce]",
        "puzzles: [a.yaml, b.yaml]",
    ));
    books.push(full.replace("count: 1,", "count: 1, form: hold-back,"));
    assert!(books[books.len() - 2..].iter().all(|text| text != full));
    for text in &books {
        keeps_schema(text).unwrap_or_else(|why| panic!("{why}\n{text}"));
        BookSpec::read("b", text).unwrap();
    }
    for (from, to) in [
        ("per-page: 4", "per-page: 3"),
        ("order: mixed", "order: random"),
        ("type: giant", "type: huge"),
        ("ink: rgb", "ink: blue"),
        ("big-index]", "tarot]"),
        ("[easy, fierce]", "[hard]"),
        ("solutions: none", "solutions: later"),
        ("solutions: none", "solutions: {stages: 31}"),
        ("record: false", "record: maybe"),
        ("first-number: 7", "first-number: 0"),
        ("count: 1,", "count: 0,"),
        ("count: 1,", "cuont: 1,"),
        ("draw: 3", "drow: 3"),
        ("count: 1,", "count: 1, form: riddle,"),
        ("count: 1,", "count: 1, form: 2,"),
        ("game: klondike, rules: {passes: unlimited, draw: 3}, count: 1,", "puzzles: [],"),
        ("game: klondike, rules: {passes: unlimited, draw: 3}, count: 1,", "game: klondike,"),
        ("text: '# A'", "leaf: x"),
        ("facts: []", "facts: [weather]"),
    ] {
        let bad = full.replacen(from, to, 1);
        assert_ne!(bad, full);
        assert!(keeps_schema(&bad).is_err(), "the schema takes {to}");
        assert!(BookSpec::read("b", &bad).is_err(), "the parser takes {to}");
    }
}

/// Checks every "page N" of a book against the page that is meant.
fn references(texts: &[String]) -> usize {
    let mut count = 0;
    for (index, text) in texts.iter().enumerate() {
        for words in ["Solution on page", "Set-up list on page"] {
            for page in numbers_after(text, words) {
                count += 1;
                let there = &texts[page - 1];
                assert!(
                    numbers_after(there, "puzzle on page").contains(&(index + 1)),
                    "{words} {page}: {there}"
                );
            }
        }
    }
    count
}

#[test]
fn two_puzzles_on_a_page_tell_their_facts_whole_and_set_up_lists_have_a_title() {
    for (language, title) in [
        ("en", "Set-up lists"),
        ("fr", "Listes de préparation"),
        ("it", "Liste di preparazione"),
        ("sv", "Upplägg"),
    ] {
        for trim in ["6x9", "a5"] {
            let text = format!(
                "title: T\nlanguage: {language}\ntrim: {trim}\nparts: [puzzles, set-up]\nsolutions: none\n\
                 sections: [{{game: klondike-three-passes, count: 2, per-page: 2, show: hidden}}]\n"
            );
            let texts = texts_of(&make(&text).unwrap().pdf);
            assert_eq!(texts.len(), 2, "{language} {trim}");
            assert!(!texts[0].contains('…'), "{language} {trim}: {}", texts[0]);
            assert!(texts[1].starts_with(&format!("2 T {title} ")), "{language} {trim}: {}", texts[1]);
        }
    }
}

#[test]
fn books_of_every_form_refer_to_the_right_pages() {
    let form = |per_page: u8, more: &str| {
        let section = SECTIONS.replace("seed: 7", &format!("seed: 7, per-page: {per_page}, set-up: true"));
        texts_of(&make(&format!("title: T\n{more}{section}")).unwrap().pdf)
    };
    for (per_page, more) in [
        (1, ""),
        (2, "trim: a5\nsolutions: {moves: notation, stages: 2}\n"),
        (4, "solutions: after-each\n"),
        (1, "solutions: {place: after-each, stages: 0}\nfacts: []\nrecord: false\n"),
        (1, "trim: 8.5x11\ntype: large\n"),
        (2, "parts: [solutions, title-page, set-up, puzzles, contents, index]\n"),
    ] {
        assert_eq!(references(&form(per_page, more)), 10, "{per_page} {more}");
    }
}

#[test]
fn solutions_in_a_file_of_their_own_and_the_book_refer_to_each_other() {
    let made = make(&format!("title: T\nsolutions: separate-file\n{SECTIONS}")).unwrap();
    let (book, apart) = (texts_of(&made.pdf), texts_of(made.solutions.as_deref().unwrap()));
    let mut count = 0;
    for (index, text) in book.iter().enumerate() {
        for page in numbers_after(text, "Solution in the second file, page") {
            count += 1;
            assert!(numbers_after(&apart[page - 1], "puzzle on page").contains(&(index + 1)));
        }
    }
    assert_eq!(count, 5);
    assert!(!book.iter().any(|text| text.contains("puzzle on page")));
    assert!(apart[0].contains("Solutions"));
}

#[test]
fn diagrams_of_solutions_can_be_read_however_many_are_to_stand_on_a_page() {
    for many in [1, 6, 12] {
        let text = format!(
            "title: T\nprofile: press\ncards: big-index\nsections:\n  - {{game: klondike, count: 1}}\nsolutions: \
             {{place: end, stages: 3, diagrams-per-page: {many}}}\n"
        );
        let made = make(&text).unwrap();
        assert!(made.pages.iter().all(|page| Ink::of(page).least_type >= LEAST_TYPE), "{many}");
    }
}

#[test]
fn references_of_solutions_are_told_in_full_in_large_type() {
    let text = "title: T\nlanguage: it\ntype: large\ntrim: 8x10\nsections:\n  - {game: somerset-klondike@7, count: 2}\n";
    let texts = texts_of(&make(text).unwrap().pdf);
    let told: Vec<usize> = texts.iter().flat_map(|text| numbers_after(text, "problema a pagina")).collect();
    assert_eq!(told.len(), 2, "{texts:?}");
    assert!(texts.iter().all(|text| !text.contains('…')), "{texts:?}");
}

#[test]
fn the_maker_s_words_stand_where_they_belong() {
    let text = format!(
        "title: T\nisbn: 978-0-306-40615-7\ndedication: |\n  For M.,\n  who shuffles\nimprint: All rights reserved\n\
         parts: [title-page, imprint, dedication, contents, text: \"# Preface\\n\\nHello *you*.\\n\\n- one\\n\", \
         puzzles, solutions, scores, index]\n{SECTIONS}"
    );
    let texts = texts_of(&make(&text).unwrap().pdf);
    assert!(texts[1].contains("ISBN 978-0-306-40615-7") && texts[1].contains("All rights reserved"));
    assert!(texts[2].contains("For M., who shuffles"), "{}", texts[2]);
    let contents = &texts[3];
    for title in ["Preface", "Your scores", "The deals by name"] {
        let page = numbers_after(contents, title)[0];
        assert!(texts[page - 1].contains(title), "{title}: {}", texts[page - 1]);
    }
    assert!(texts.iter().any(|text| text.contains("Hello") && text.contains("you") && text.contains("•")));
    let index = texts.last().unwrap();
    assert_eq!(index.matches("somerset-klondike@5#").count(), 5, "{index}");
}

#[test]
fn large_type_has_nothing_smaller_than_it_says() {
    for (word, least) in [("large", 16.0), ("giant", 20.0)] {
        let text = format!(
            "title: T\ntype: {word}\ntrim: 8.5x11\nparts: [title-page, imprint, contents, how-to, rules, puzzles, \
             set-up, solutions, scores, index]\n{}",
            SECTIONS.replace("seed: 7", "seed: 7, set-up: true")
        );
        let made = make(&text).unwrap();
        for (number, page) in made.pages.iter().enumerate() {
            // Figures within diagrams follow the width of the cards.
            let set = page.items.iter().flat_map(texts_in);
            for (size, words) in set {
                assert!(size >= least - 0.01, "page {}: `{words}` in {size} points", number + 1);
            }
        }
    }
}

/// The size and words of every line of text outside pictures.
fn texts_in(item: &dealpress::figure::Item) -> Vec<(f32, String)> {
    use dealpress::figure::{Item, Tag};
    match item {
        Item::Text(text) => vec![(text.size, text.text.clone())],
        Item::Tagged { tag: Tag::Picture(_), .. } | Item::Group { .. } => Vec::new(),
        Item::Tagged { items, .. } => items.iter().flat_map(texts_in).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn levels_are_sought_told_and_kept_by_the_lock() {
    let text = "title: T\ncontents: by-level\nsolutions: none\nsections:\n  \
        - {game: klondike-3, level: [gentle, easy], order: by-level, count: 3, seed: 5}\n";
    let made = make(text).unwrap();
    let puzzles = &made.sections[0].puzzles;
    assert!(puzzles.windows(2).all(|pair| pair[0].grade <= pair[1].grade));
    let levels: Vec<&str> = puzzles.iter().filter_map(|puzzle| Some(puzzle.level()?.code())).collect();
    assert!(levels.iter().all(|level| ["gentle", "easy"].contains(level)) && levels.len() == 3, "{levels:?}");
    let texts = texts_of(&made.pdf);
    assert!(texts.iter().any(|text| text.contains("Gentle") || text.contains("Easy")));
    let lock = Source { name: "book.lock".into(), text: book::lock::write(&made.sections) };
    let catalogue = Catalogue::new(Assets::embedded());
    let locked = |text: &str| {
        let source = Source { name: "book.yaml".into(), text: text.into() };
        book::make_locked(&source, Some(&lock), &catalogue, &Progress::none())
    };
    assert_eq!(locked(text).unwrap().pdf, made.pdf);
    let error = locked(&text.replace("[gentle, easy]", "fierce")).unwrap_err().to_string();
    assert!(error.contains("its level is"), "{error}");
    let error = message(&text.replace("klondike-3", "klondike-one-pass"));
    assert!(error.contains("book.yaml:5:") && error.contains("level: "), "{error}");
}

#[test]
fn a_mixed_order_is_drawn_by_lot_and_the_same_each_time() {
    let seeds = |order: &str| -> Vec<u64> {
        let made =
            make(&format!("title: T\n{}", SECTIONS.replace("seed: 7", &format!("seed: 7, order: {order}"))));
        made.unwrap().sections[0].puzzles.iter().map(|puzzle| puzzle.id.seed).collect()
    };
    let (sorted, mixed) = (seeds("by-seed"), seeds("mixed"));
    assert_eq!(mixed, seeds("mixed"));
    assert_ne!(mixed, sorted);
    let mut again = mixed.clone();
    again.sort_unstable();
    assert_eq!(again, sorted);
}

#[test]
fn no_deal_of_an_earlier_volume_returns() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("two.yaml").display().to_string();
    let catalogue = Catalogue::new(Assets::embedded());
    let text = format!("title: T\n{SECTIONS}");
    let first = make(&text).unwrap();
    std::fs::write(folder.path().join("one.lock"), book::lock::write(&first.sections)).unwrap();
    let second = |text: &str| {
        let source = Source { name: name.clone(), text: text.into() };
        book::make(&source, &catalogue, &Progress::none())
    };
    let made = second(&format!("not-in: [one.lock]\nfirst-number: 6\n{text}")).unwrap();
    let ids = |book: &Book| -> Vec<String> {
        book.sections[0].puzzles.iter().map(|puzzle| puzzle.id.to_string()).collect()
    };
    assert!(ids(&made).iter().all(|id| !ids(&first).contains(id)));
    assert_eq!(made.sections[0].puzzles[0].number, 6);
    let error = second(&format!("not-in: [none.lock]\n{text}")).unwrap_err().to_string();
    assert!(error.contains("two.yaml:1:1: not-in: ") && error.contains("no such file"), "{error}");
    std::fs::write(folder.path().join("bad.lock"), "{\"deal\": 3}\n").unwrap();
    let error = second(&format!("not-in: [bad.lock]\n{text}")).unwrap_err().to_string();
    assert!(error.contains("bad.lock:1: "), "{error}");
}

#[test]
fn bad_books_are_refused_with_one_clear_error() {
    let with = |more: &str| message(&format!("title: T\n{more}\n{SECTIONS}"));
    let page = |text: &str| with(&format!("parts: [text: '{text}', puzzles, solutions]"));
    let laughs: String =
        (1..9).map(|n| format!("b{n}: &b{n} [*b{0}, *b{0}, *b{0}, *b{0}, *b{0}]\n", n - 1)).collect();
    for (error, wanted) in [
        (with("trim: 2x3mm"), "book.yaml:2:1: trim: "),
        (with("isbn: 978-0-306-40615-8"), "book.yaml:2:1: isbn: "),
        (with("language: xx"), "book.yaml:2:1: "),
        (with("theme: neon"), "unknown theme `neon`"),
        (with("ink: gray\ntheme: light"), "theme: `light` has colours"),
        (with("margins: {inside: 70mm, outside: 70mm}"), "margins: they leave no room"),
        (with("dedication: 五"), "book.yaml:2:1: dedication: our typefaces have no `五` (U+4E94)"),
        (with("imprint: ﷽"), "imprint: our typefaces have no"),
        (page("# A\n\n\n\n\n<b>x</b>"), "HTML cannot be printed"),
        (page("# A\n\n\n![A cat](cat.png)"), "cat.png: there is no such file"),
        (page("# A\n\n\nA [link](x)"), "a link cannot be printed"),
        (page("五"), "text:1:1: our typefaces have no `五`"),
        (with("parts: [page: none.md, puzzles, solutions]"), "page: none.md: there is no such file"),
        (
            message(&format!("title: T\n{}", SECTIONS.replace("somerset-klondike", "somerset-clondike"))),
            "did you mean",
        ),
        (
            message("title: T\nsections:\n  - {game: klondike, count: 2, per-page: 4}\ntrim: 135x200mm\n"),
            "per-page: its cards would be",
        ),
        (message(&format!("a: {}", "x".repeat(10 << 20))), "larger than"),
        (message(&format!("b0: &b0 [1]\n{laughs}title: *b8\n")), "book.yaml"),
    ] {
        assert!(error.contains(wanted), "{wanted}: {error}");
        assert!(!error.contains('\n') && error.len() < 600, "{error}");
    }
}

#[test]
fn marked_cards_reach_no_further_over_the_margin_than_thick_books_leave_room_for() {
    // 24 mm from the spine. The picture of marked moves in the rules has a ring at the margin.
    let book = make(
        "title: T\ntrim: 6x9\nmargins: {inside: 24mm}\nsections:\n  - {game: klondike, count: 1, seed: 5}\n",
    )
    .unwrap();
    let inside = 24.0 / 25.4 * 72.0;
    let odd = book.pages.iter().step_by(2);
    let reach = odd.filter_map(|page| Ink::of(page).bounds()).map(|[left, ..]| inside - left);
    let most = reach.fold(f32::NEG_INFINITY, f32::max);
    assert!((0.5..2.0).contains(&most), "{most} points");
}
