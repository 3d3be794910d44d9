//! Twenty puzzles of each form hold what they say, by a search without any shortcut; and hints, fatal
//! moves and puzzle files as a user meets them.

use assert_cmd::Command;
use dealpress::assets::Assets;
use dealpress::catalogue::Catalogue;
use dealpress::deal::{Deal, DealId};
use dealpress::game::{Move, Position};
use dealpress::grade::{choices, promoted_at_once};
use dealpress::puzzle::{Form, Maker, Puzzle, PuzzleText};
use dealpress::solver::{Limits, Search, Shortcuts, Solver, Verdict};
use dealpress::variant::RuleChanges;
use dealpress::words::Language;
use std::collections::{BTreeSet, HashSet};

/// A game that is small enough for the search without shortcuts, and how many puzzles are wanted.
struct Small {
    game: &'static str,
    size: Option<u8>,
    settings: &'static [&'static str],
    count: usize,
}

impl Small {
    fn deal(&self, seed: u64) -> (Deal, Position) {
        let changes = RuleChanges::from_settings(self.settings).unwrap();
        let catalogue = Catalogue::new(Assets::embedded());
        let id = DealId { game: self.game.into(), size: self.size, seed };
        let deal = catalogue.deal_under(&id, &changes).unwrap();
        let start = catalogue.start(&deal).unwrap();
        (deal, start)
    }
}

/// A game without a stock and one with it: twenty puzzles of each form and some more.
fn games(form: Form) -> [Small; 2] {
    let small = |ranks, settings| {
        [
            Small { game: "somerset-klondike", size: Some(ranks), settings: &[], count: 20 },
            Small { game: "klondike-three-passes", size: None, settings, count: 6 },
        ]
    };
    match form {
        // The fewest moves are found by trying all lines.
        Form::WinIn => small(5, &["ranks=3", "columns=3", "passes=2"]),
        // So few cards are left that a whole pack may be dealt. In a deal of Somerset Klondike nothing can
        // go wrong once its last face-down card is turned up: those are turned up before.
        Form::Endgame => [
            Small { game: "klondike-three-passes", size: None, settings: &[], count: 20 },
            Small { game: "somerset-klondike", size: None, settings: &[], count: 4 },
        ],
        _ => small(6, &["ranks=5", "columns=4", "passes=2"]),
    }
}

fn made(form: Form) -> Vec<(Deal, Puzzle)> {
    let maker = Maker { form, stop: None };
    let mut puzzles = Vec::new();
    for small in games(form) {
        let before = puzzles.len();
        // Of verdicts half are to be of each kind.
        for lost in [false, true] {
            let wanted = match (form, lost) {
                (Form::Verdict, false) => before + small.count / 2,
                (Form::Verdict, true) | (_, false) => before + small.count,
                (_, true) => break,
            };
            for seed in 0..3_000 {
                if puzzles.len() == wanted {
                    break;
                }
                let (deal, start) = small.deal(seed);
                let puzzle = maker.make(&start, deal.id.as_deref().unwrap(), lost);
                puzzles.extend(puzzle.map(|puzzle| (deal, puzzle)));
            }
            assert_eq!(puzzles.len(), wanted, "{form} of {}", small.game);
        }
    }
    puzzles
}

/// The first puzzle of a form.
fn first(form: Form) -> (Deal, Puzzle) {
    let maker = Maker { form, stop: None };
    let [small, _] = games(form);
    let made = (0..200).find_map(|seed| {
        let (deal, start) = small.deal(seed);
        maker.make(&start, deal.id.as_deref().unwrap(), true).map(|puzzle| (deal, puzzle))
    });
    made.unwrap()
}

/// What the search without shortcuts says.
fn is_winnable(position: &Position) -> bool {
    match Search::new(Shortcuts::None).solve(position, &Limits::default()).verdict {
        Verdict::Winnable(_) => true,
        Verdict::Unwinnable => false,
        Verdict::Undecided(bound) => panic!("{bound:?}: a position that is small enough"),
    }
}

fn after(position: &Position, moves: &[Move]) -> Position {
    let mut position = position.clone();
    for &act in moves {
        position.play(act).unwrap();
    }
    position
}

/// The fewest moves of a win, by trying all lines of one length before those of the next.
fn fewest_moves(start: &Position) -> usize {
    // What tells positions apart, whatever the order of the columns.
    let name = |position: &Position| {
        let columns = position.columns().iter().map(|pile| {
            let cards = pile.cards.iter().map(|card| card.index() as u8 + 1);
            [pile.down as u8].into_iter().chain(cards).collect::<Vec<u8>>()
        });
        let mut columns: Vec<Vec<u8>> = columns.collect();
        columns.sort();
        let waste = position.waste().iter().map(|card| card.index() as u8 + 1);
        let rest = position.foundations().iter().copied().chain([position.pass(), 0]).chain(waste);
        (columns, rest.collect::<Vec<u8>>())
    };
    let (mut seen, mut now) = (HashSet::from([name(start)]), vec![start.clone()]);
    for moves in 0.. {
        if now.iter().any(Position::is_won) {
            return moves;
        }
        let mut next = Vec::new();
        for position in &now {
            for act in position.legal_moves() {
                let position = after(position, &[act]);
                if seen.insert(name(&position)) {
                    next.push(position);
                }
            }
        }
        assert!(!next.is_empty() && seen.len() < 400_000, "a position that is small enough");
        now = next;
    }
    unreachable!()
}

#[test]
fn twenty_whole_deals_and_verdicts_are_as_they_say() {
    for form in [Form::Whole, Form::Verdict] {
        let puzzles = made(form);
        let lost = puzzles.iter().filter(|(_, puzzle)| puzzle.proof.unwinnable).count();
        assert_eq!(lost, if form == Form::Verdict { 13 } else { 0 }, "{form}");
        for (_, puzzle) in puzzles {
            assert_eq!(is_winnable(&puzzle.start), !puzzle.proof.unwinnable, "{}", puzzle.source);
            assert_eq!(puzzle.solution.is_none(), puzzle.proof.unwinnable);
        }
    }
}

#[test]
fn twenty_only_moves_are_the_only_ones() {
    for (_, puzzle) in made(Form::OnlyMove) {
        let all = choices(&puzzle.start);
        assert_eq!(puzzle.proof.losing.len() + 1, all.len(), "{}", puzzle.source);
        assert!(is_winnable(&puzzle.start));
        for moves in &puzzle.proof.losing {
            assert!(!is_winnable(&after(&puzzle.start, moves)), "{}: {moves:?}", puzzle.source);
        }
    }
}

#[test]
fn twenty_wins_cannot_be_had_in_fewer_moves() {
    for (_, puzzle) in made(Form::WinIn) {
        let moves = puzzle.solution.as_ref().unwrap().moves().len();
        assert_eq!(fewest_moves(&puzzle.start), moves, "{}", puzzle.source);
    }
}

#[test]
fn twenty_times_promoting_at_once_loses() {
    for (_, puzzle) in made(Form::HoldBack) {
        let promoted = promoted_at_once(&puzzle.start);
        assert!(promoted != puzzle.start && is_winnable(&puzzle.start) && !is_winnable(&promoted));
    }
}

#[test]
fn twenty_endgames_are_late_and_without_face_down_cards() {
    for (_, puzzle) in made(Form::Endgame) {
        assert!((10..=20).contains(&puzzle.cards_left()), "{}", puzzle.source);
        assert!(puzzle.start.columns().iter().all(|pile| pile.down == 0));
        assert!(is_winnable(&puzzle.start));
        let is_somerset = puzzle.source.starts_with("somerset");
        assert!(!is_somerset || !puzzle.proof.losing.is_empty(), "{}", puzzle.source);
        for moves in &puzzle.proof.losing {
            assert!(!is_winnable(&after(&puzzle.start, moves)), "{}", puzzle.source);
        }
    }
}

#[test]
fn twenty_fatal_moves_lost_what_was_winnable() {
    for (_, puzzle) in made(Form::FatalMove) {
        let fatal = puzzle.proof.fatal.unwrap();
        assert!(is_winnable(&after(&puzzle.start, &puzzle.shown[..fatal])), "{}", puzzle.source);
        assert!(!is_winnable(&after(&puzzle.start, &puzzle.shown[..=fatal])), "{}", puzzle.source);
    }
}

#[test]
fn a_puzzle_file_reads_back_as_written_in_each_language() {
    let catalogue = Catalogue::new(Assets::embedded());
    for form in Form::ALL {
        let (deal, puzzle) = first(form);
        let mut tasks = BTreeSet::new();
        for code in ["en", "it", "fr", "sv"] {
            let language = Language::load(catalogue.assets(), code).unwrap();
            let text = puzzle.text(&deal, &language).unwrap();
            assert!(!text.task.is_empty() && !text.answer.is_empty());
            tasks.insert(text.task.clone());
            let yaml = serde_yaml::to_string(&text).unwrap();
            let read = PuzzleText::read("puzzle.yaml", &yaml).unwrap();
            assert_eq!(read, text);
            // The file shows a position; how the deal came to it is not told.
            let told = Puzzle { before: Vec::new(), ..puzzle.clone() };
            assert_eq!(read.puzzle("puzzle.yaml", &catalogue).unwrap(), told, "{yaml}");
        }
        assert_eq!(tasks.len(), 4, "{form}: {tasks:?}");
    }
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("dealpress").unwrap().args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_hint_tells_no_more_than_was_asked_for() {
    for language in ["en", "it", "fr", "sv"] {
        let told: Vec<String> = (1..=4)
            .map(|steps| {
                let (code, told, _) =
                    run(&["--lang", language, "hint", "klondike-3#0", "--steps", &steps.to_string()]);
                assert_eq!(code, 0);
                told
            })
            .collect();
        assert_eq!(told[0].lines().count(), 1);
        for pair in told.windows(2) {
            assert!(pair[1].starts_with(&pair[0]) && pair[1].len() > pair[0].len(), "{pair:?}");
        }
        let (code, _, error) = run(&["--lang", language, "hint", "klondike-3#0", "--steps", "5"]);
        assert_eq!(code, 2, "{error}");
    }
}

#[test]
fn a_hint_leaves_it_to_the_move_to_turn_a_card_up() {
    let told = |steps| run(&["hint", "klondike-3#4", "--steps", steps]).1;
    assert!(told("3").ends_with("Move 4♦ to 5♠.\n"), "{}", told("3"));
    let solution = run(&["solve", "klondike-3#4"]).1;
    assert!(solution.contains("Move 4♦ to 5♠, revealing 8♥."), "{solution}");
}

#[test]
fn a_lost_game_is_told_with_the_move_that_lost_it() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("puzzle.yaml");
    let path = file.to_str().unwrap();
    let (code, _, error) = run(&["puzzle", "fatal-move", "somerset-klondike@6", "-o", path]);
    assert_eq!(code, 0, "{error}");
    let text = std::fs::read_to_string(&file).unwrap();
    let read = PuzzleText::read(path, &text).unwrap();
    let (code, told, error) = run(&["check", "--from", path, "--moves", read.shown.as_deref().unwrap()]);
    assert_eq!(code, 1, "{error}");
    assert!(told.contains(&format!("Move {} lost it", read.proof.fatal.unwrap())), "{told}");
    let (code, told, _) = run(&["check", "--from", path, "--moves", ""]);
    assert_eq!((code, told.contains("can still be won")), (0, true), "{told}");
    let (code, picture, _) = run(&["draw", path]);
    assert!(code == 0 && picture.starts_with("<svg"));
}

#[test]
fn a_puzzle_file_is_checked_and_a_claim_that_does_not_hold_is_told() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    for form in ["only-move", "win-in", "endgame", "fatal-move", "verdict"] {
        let path = file("puzzle.yaml");
        let (code, _, error) = run(&["puzzle", form, "somerset-klondike", "-o", &path]);
        assert_eq!(code, 0, "{error}");
        let (code, told, error) = run(&["check", &path]);
        assert!(code == 0 && told.ends_with("; the proof holds\n"), "{form}: {told}{error}");
    }
    run(&["puzzle", "whole", "klondike-3", "--seed", "3", "-o", &file("whole.yaml")]);
    let text = std::fs::read_to_string(file("whole.yaml")).unwrap();
    assert!(!text.contains("shortest"), "{text}");
    let claimed = text.replace("  verdict: winnable\n", "  verdict: winnable\n  shortest: true\n");
    assert_ne!(claimed, text);
    std::fs::write(file("claimed.yaml"), claimed).unwrap();
    let (code, told, _) = run(&["check", &file("claimed.yaml")]);
    assert_eq!(
        (code, told.contains("says that no win has fewer moves, which was not proved")),
        (1, true),
        "{told}"
    );
    std::fs::write(file("broken.yaml"), text.replace("  verdict: winnable", "  verdict: [")).unwrap();
    let (code, _, error) = run(&["check", &file("broken.yaml")]);
    assert!(code == 2 && error.contains("broken.yaml:"), "{error}");
    assert!(!error.contains("walkthrough"), "{error}");
}

#[test]
fn deals_are_found_by_level_and_need_and_length() {
    let asked = [
        "deal",
        "somerset-klondike#0",
        "--level",
        "tricky",
        "--moves",
        "30..40",
        "--count",
        "2",
        "-f",
        "json",
    ];
    let (code, told, report) = run(&asked);
    assert!(code == 0 && told.lines().count() == 2, "{report}");
    assert!(report.contains("looked at from #0"), "{report}");
    let one_thread: Vec<&str> = ["--jobs", "1"].into_iter().chain(asked).collect();
    assert_eq!(run(&one_thread).1, told, "the same on any number of threads");
    let folder = tempfile::TempDir::new().unwrap();
    let earlier = folder.path().join("earlier.jsonl");
    std::fs::write(&earlier, told.lines().next().unwrap()).unwrap();
    let other: Vec<&str> = asked.into_iter().chain(["--not-in", earlier.to_str().unwrap()]).collect();
    let (code, others, error) = run(&other);
    assert_eq!((code, others.lines().next()), (0, told.lines().nth(1)), "{error}");
    let (code, _, error) = run(&["deal", "somerset-klondike#0", "--passes", "2"]);
    assert!(code == 2 && error.contains("no stock"), "{error}");
    let (code, _, error) = run(&["deal", "somerset-klondike#0", "--need", "return"]);
    assert!(code == 2 && error.contains("no such thing"), "{error}");
    let (code, _, error) = run(&["deal", "double-klondike#0", "--level", "gentle"]);
    assert!(code == 2 && error.contains("no calibration"), "{error}");
}

/// A deal of French cards as it would lie with spades for clubs, hearts for diamonds and two columns
/// changed over, on one line.
fn disguised(deal: &str) -> String {
    let other = |letter| match letter {
        'S' => 'C',
        'C' => 'S',
        'H' => 'D',
        'D' => 'H',
        other => other,
    };
    let mut deal: serde_json::Value =
        serde_json::from_str(&deal.chars().map(other).collect::<String>()).unwrap();
    let fields = deal.as_object_mut().unwrap();
    fields.remove("id");
    fields["tableau"].as_array_mut().unwrap().swap(2, 5);
    deal.to_string()
}

#[test]
fn a_deal_is_known_again_with_other_suits_and_its_columns_in_another_order() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let (_, deal, _) = run(&["deal", "klondike-3#0", "-f", "json"]);
    let known = file("known.jsonl", &disguised(&deal));
    assert_ne!(disguised(&deal), deal.trim());
    let asked = ["deal", "klondike-3#0", "--winnable", "-f", "json"];
    let (code, first, _) = run(&asked);
    assert!(code == 0 && first.contains("\"klondike-3#0\""), "{first}");
    let (code, next, error) = run(&[&asked[..], &["--not-in", &known]].concat());
    assert!(code == 0 && next.contains("\"klondike-3#1\""), "{error}{next}");
    // Red for black is no change that the rules leave unnoticed if it is made of two suits alone.
    let other = deal.replace('S', "*").replace('H', "S").replace('*', "H");
    let mut other: serde_json::Value = serde_json::from_str(&other).unwrap();
    other.as_object_mut().unwrap().remove("id");
    let (code, same, error) =
        run(&[&asked[..], &["--not-in", &file("o.jsonl", &other.to_string())]].concat());
    assert_eq!((code, same), (0, first), "{error}");
    let book = "title: T\nnot-in: [known.jsonl]\nsections:\n  - {game: klondike-3, count: 1, seed: 0}\n";
    let made = dealpress::book::make(
        &dealpress::book::Source { name: file("book.yaml", book), text: book.into() },
        &Catalogue::new(Assets::embedded()),
        &dealpress::book::Progress::none(),
    );
    assert_eq!(made.unwrap().sections[0].puzzles[0].id.to_string(), "klondike-3#1");
    let puzzle = |not_in: &str| {
        let (code, text, error) = run(&["puzzle", "whole", "klondike-3#0", "--not-in", not_in]);
        assert_eq!(code, 0, "{error}");
        (PuzzleText::read("puzzle.yaml", &text).unwrap().source, text)
    };
    let (source, text) = puzzle(&known);
    assert_eq!(source, "klondike-3#1");
    // A puzzle file names the deal that it was made of, and so does a list of ids.
    let known = file("known.txt", "klondike-3#0\n\nklondike-3#1\n");
    let (source, _) = puzzle(&known);
    assert_ne!(source, "klondike-3#1");
    let known = file("known.yaml", &text);
    assert_eq!(puzzle(&known).0, "klondike-3#0");
    let (code, _, error) = run(&["puzzle", "whole", "klondike-3#1", "--not-in", &known, "--most", "1"]);
    assert!(code == 2 && error.contains("none of 1 deals"), "{error}");
    // Of a whole deal in a file what lies there counts too, whatever its source is called.
    let mut other = PuzzleText::read("puzzle.yaml", &text).unwrap();
    let line = run(&["deal", "klondike-3#1", "-f", "json"]).1;
    other.position = serde_json::from_str(&disguised(&line)).unwrap();
    other.source = "klondike-3#5".to_string();
    let two = file("two.yaml", &serde_yaml::to_string(&other).unwrap());
    let (code, told, error) = run(&["deal", "klondike-3#1", "--winnable", "-f", "json", "--not-in", &two]);
    assert!(code == 0 && !told.contains("klondike-3#1\""), "{error}{told}");
    // An id names the deal under the rules that are played.
    let small = ["deal", "klondike#0", "--set", "ranks=5", "--set", "columns=4", "--winnable", "-f", "json"];
    let first = run(&small).1;
    let (code, told, error) = run(&[&small[..], &["--not-in", &file("ids.txt", "klondike#0\n")]].concat());
    assert!(code == 0 && told != first && first.contains("klondike#0\""), "{error}{first}{told}");
    // A comment may stand before a puzzle; what is no text, or without end, is refused and not kept.
    let known = file("comment.yaml", &format!("# of the first volume\n{text}"));
    assert_eq!(puzzle(&known).0, "klondike-3#0");
    let odd = file("odd.txt", "");
    std::fs::write(&odd, b"klondike-3#0\n\xFF\n").unwrap();
    let endless = file("endless.txt", "");
    std::fs::File::options().write(true).open(&endless).unwrap().set_len(1 << 40).unwrap();
    for (known, wanted) in [(odd, "odd.txt: not UTF-8 text"), (endless, "endless.txt: larger than 64 MB")] {
        let (code, _, error) = run(&["puzzle", "whole", "klondike-3#0", "--not-in", &known]);
        assert!(code == 2 && error.contains(wanted), "{error}");
    }
}

#[test]
fn a_small_pack_is_not_dealt_twice_and_a_book_prints_no_deal_again() {
    let small = ["deal", "somerset-klondike@3#0", "--winnable", "--count", "60", "-f", "json"];
    let (code, told, report) = run(&small);
    assert!(code == 0 && report.contains("the same as one before"), "{report}");
    let tableaus = told.lines().map(|line| {
        let deal: serde_json::Value = serde_json::from_str(line).unwrap();
        let mut columns: Vec<String> =
            deal["tableau"].as_array().unwrap().iter().map(|column| column.to_string()).collect();
        columns.sort();
        columns
    });
    assert_eq!(tableaus.collect::<BTreeSet<_>>().len(), 60);

    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (code, _, error) =
        run(&["puzzle", "whole", "klondike-3#0", "-o", path("one.yaml").to_str().unwrap()]);
    assert_eq!(code, 0, "{error}");
    let text = std::fs::read_to_string(path("one.yaml")).unwrap();
    let one = PuzzleText::read("one.yaml", &text).unwrap();
    let line = serde_json::to_string(&one.position).unwrap();
    let mut other = one.clone();
    other.position = serde_json::from_str(&disguised(&line)).unwrap();
    // The moves name no columns but their own: solved anew.
    let (code, solved, error) = {
        std::fs::write(path("other.json"), disguised(&line)).unwrap();
        run(&["solve", path("other.json").to_str().unwrap(), "-f", "json"])
    };
    assert_eq!(code, 0, "{error}");
    let solved: serde_json::Value = serde_json::from_str(&solved).unwrap();
    other.solution = solved["line"].as_str().map(str::to_string);
    other.proof.moves = solved["moves"].as_u64().map(|moves| moves as usize);
    std::fs::write(path("other.yaml"), serde_yaml::to_string(&other).unwrap()).unwrap();
    let book = "title: T\nsections:\n  - {puzzles: [one.yaml, other.yaml]}\n";
    std::fs::write(path("book.yaml"), book).unwrap();
    let (code, _, error) =
        run(&["book", path("book.yaml").to_str().unwrap(), "-o", path("book.pdf").to_str().unwrap()]);
    assert!(code == 2 && error.contains("other.yaml: its position stands in the book already"), "{error}");
}
