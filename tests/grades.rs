//! Grades mean something: the same for deals that are alike, steady under chance, and told apart by a
//! stronger player who had no part in them. What is said to be needed is so by trying every line.

use dealpress::assets::Assets;
use dealpress::catalogue::Catalogue;
use dealpress::deal::DealId;
use dealpress::game::{Move, Place, Position};
use dealpress::grade::{
    Calibration, Grade, Graded, Level, Need, PLAYOUT_SEED, Play, Thing, canonical_hash, need,
};
use dealpress::solver::{Limits, Shortcuts, Verdict, solver_for};
use dealpress::variant::RuleChanges;
use std::collections::BTreeSet;

fn catalogue() -> Catalogue {
    Catalogue::new(Assets::embedded())
}

fn start(game: &str, size: Option<u8>, seed: u64, settings: &[&str]) -> Position {
    let changes = RuleChanges::from_settings(settings).unwrap();
    let catalogue = catalogue();
    let deal = catalogue.deal_under(&DealId { game: game.into(), size, seed }, &changes).unwrap();
    catalogue.start(&deal).unwrap()
}

fn calibrations() -> Vec<Calibration> {
    let assets = Assets::embedded();
    let names = assets.names("grades");
    names
        .iter()
        .map(|name| Calibration::read(name, &assets.text(&format!("grades/{name}")).unwrap()).unwrap())
        .collect()
}

#[test]
fn a_stronger_player_wins_less_from_level_to_level() {
    let calibrations = calibrations();
    let games: BTreeSet<&str> = calibrations.iter().map(|calibration| calibration.game.as_str()).collect();
    for game in [
        "somerset-klondike",
        "somerset-klondike@9",
        "klondike",
        "klondike-3",
        "klondike-three-passes",
        "yukon",
    ] {
        assert!(games.contains(game), "{game} has levels");
    }
    for calibration in &calibrations {
        let game = &calibration.game;
        assert!(calibration.deals >= 2_000, "{game}: {} deals", calibration.deals);
        let rates: Vec<f64> =
            calibration.levels.iter().map(|row| row.won as f64 / row.games as f64).collect();
        assert_eq!(rates.len(), Level::ALL.len());
        assert!(rates.windows(2).all(|pair| pair[0] > pair[1]), "{game}: {rates:?}");
        assert!(calibration.measured_twice >= 400, "{game}: {}", calibration.measured_twice);
        assert!(calibration.steady * 100 >= calibration.measured_twice * 95, "{game}: levels sway");
        let shares: Vec<u64> =
            calibration.levels.iter().map(|row| row.deals * 100 / calibration.deals).collect();
        for (share, wanted) in shares.iter().zip([30, 30, 20, 15, 5]) {
            assert!(share.abs_diff(wanted) <= 1, "{game}: {shares:?}");
        }
    }
}

#[test]
fn swapped_suits_and_columns_change_neither_grade_nor_hash() {
    for (game, seed) in [("klondike-3", 0), ("klondike-three-passes", 3), ("klondike", 0)] {
        let first = start(game, None, seed, &[]);
        // Spades for clubs, and hearts for diamonds.
        let swapped = first.with_suits(|suit| [3, 2, 1, 0][usize::from(suit)]);
        assert_ne!(first, swapped);
        assert_eq!(canonical_hash(&first), canonical_hash(&swapped), "{game}");
        let limits = Limits { positions: 200_000, ..Limits::default() };
        let grades = [&first, &swapped].map(|start| match Grade::of(start, &limits) {
            Graded::Grade(grade) => (grade.score, grade.measures.play, grade.measures.line),
            other => panic!("{game}#{seed}: {other:?}"),
        });
        assert_eq!(grades[0], grades[1], "{game}");
    }
    let (one, other) = (start("klondike-3", None, 0, &[]), start("klondike-3", None, 1, &[]));
    assert_ne!(canonical_hash(&one), canonical_hash(&other));
    let wrong_colour = one.with_suits(|suit| [1, 0, 2, 3][usize::from(suit)]);
    assert_ne!(canonical_hash(&one), canonical_hash(&wrong_colour));
}

#[test]
fn the_level_hardly_depends_on_the_seed_of_chance() {
    let rules = start("somerset-klondike", None, 0, &[]).rules().clone();
    let calibration = Calibration::find(&catalogue(), &rules).unwrap();
    let (mut same, mut deals) = (0, 0);
    for seed in 0..60 {
        let start = start("somerset-klondike", None, seed, &[]);
        let outcome = solver_for(&rules, Shortcuts::All).solve(&start, &Limits::default());
        if !matches!(outcome.verdict, Verdict::Winnable(_)) {
            continue;
        }
        let [one, other] = [PLAYOUT_SEED, 77].map(|seed| calibration.level(Play::of(&start, seed).score()));
        deals += 1;
        same += u32::from(one == other);
    }
    // Of 480 deals 98.8 of 100 keep their level.
    assert!(deals > 40 && same * 100 >= deals * 93, "{same} of {deals}");
}

#[test]
fn a_game_without_a_calibration_says_so() {
    let rules = start("double-klondike", None, 0, &[]).rules().clone();
    let error = Calibration::find(&catalogue(), &rules).unwrap_err().to_string();
    assert!(error.contains("no calibration for double-klondike") && error.contains("calibrate"), "{error}");
}

/// Whether a game can be won in which only some moves are allowed, by trying every one of them.
fn can_win(start: &Position, allows: &dyn Fn(&Position, Move) -> bool) -> bool {
    let mut seen = BTreeSet::new();
    let mut stack = vec![start.clone()];
    while let Some(position) = stack.pop() {
        if position.is_won() {
            return true;
        }
        let name = format!(
            "{:?}{:?}{:?}{:?}",
            position.columns(),
            position.foundations(),
            position.waste(),
            position.pass()
        );
        if !seen.insert(name) {
            continue;
        }
        assert!(seen.len() < 200_000, "a deal that is small enough");
        for act in position.legal_moves().into_iter().filter(|&act| allows(&position, act)) {
            let mut next = position.clone();
            next.play(act).unwrap();
            stack.push(next);
        }
    }
    false
}

/// Plain words for each restriction, with nothing of the grader's.
fn allowed(thing: Thing, position: &Position, act: Move) -> bool {
    let promotes = |act: &Move| matches!(act, Move::Promote { .. });
    match thing {
        Thing::Hold => promotes(&act) || !position.legal_moves().iter().any(promotes),
        Thing::Return => !matches!(act, Move::Return { .. }),
        Thing::Split => match act {
            Move::Shift { from: Place::Column(from), count, .. } => {
                let up = position.columns()[usize::from(from)].face_up();
                let first = up.len() - usize::from(count);
                first == 0 || !position.rules().accepts(up[first - 1], up[first])
            }
            _ => true,
        },
        Thing::SecondPass => act != Move::Redeal,
        Thing::ThirdPass => act != Move::Redeal || position.pass() == 1,
    }
}

#[test]
#[ignore = "takes minutes in a debug build: cargo test --release --test grades -- --ignored"]
fn what_a_small_deal_needs_is_what_trying_every_line_tells() {
    let small = ["ranks=3", "columns=3"];
    let games: [(&str, Option<u8>, Vec<&str>, u64); 3] = [
        ("somerset-klondike", Some(5), vec![], 60),
        ("klondike-three-passes", None, small.to_vec(), 60),
        ("klondike", None, [&small[..], &["passes=3"]].concat(), 40),
    ];
    let mut told = [[0u32; 2]; 5];
    for (game, size, settings, deals) in games {
        for seed in 0..deals {
            let start = start(game, size, seed, &settings);
            if !can_win(&start, &|_, _| true) {
                continue;
            }
            for (index, thing) in Thing::ALL.into_iter().enumerate() {
                let found = need(&start, thing, 10_000_000, &Limits::default());
                if found == Need::NoSuch {
                    continue;
                }
                let wins = can_win(&start, &|position, act| allowed(thing, position, act));
                let right = if wins { Need::NotNeeded } else { Need::Needed };
                assert_eq!(found, right, "{game}@{size:?}#{seed} {settings:?}: {}", thing.code());
                told[index][usize::from(wins)] += 1;
            }
        }
    }
    assert!(told.iter().all(|[_, not_needed]| *not_needed > 10), "{told:?}");
    let needed: u32 = told.iter().map(|[needed, _]| needed).sum();
    assert!(needed > 5 && told[3][0] > 0, "some of each kind: {told:?}");
}
