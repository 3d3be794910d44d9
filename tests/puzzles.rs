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
        // So few cards are left that a whole pack may be dealt. A deal of Somerset Klondike is all
        // but done when its last face-down card is turned up.
        Form::Endgame => [
            Small { game: "klondike-three-passes", size: None, settings: &[], count: 20 },
            Small { game: "klondike-3", size: None, settings: &[], count: 4 },
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
