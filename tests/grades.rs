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
use dealpress::walkthrough::Solution;
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

/// Whether a game can be won in which only some moves are allowed, by trying every one of them; nothing
/// if there are more positions than `most`.
fn can_win(start: &Position, most: usize, allows: &dyn Fn(&Position, Move) -> bool) -> Option<bool> {
    let mut seen = BTreeSet::new();
    let mut stack = vec![start.clone()];
    while let Some(position) = stack.pop() {
        if position.is_won() {
            return Some(true);
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
        if seen.len() > most {
            return None;
        }
        for act in position.legal_moves().into_iter().filter(|&act| allows(&position, act)) {
            let mut next = position.clone();
            next.play(act).unwrap();
            stack.push(next);
        }
    }
    Some(false)
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

/// Deals that are small enough, each of which needs something: found among some thousands. For each thing
/// some deals need it and others do not.
#[rustfmt::skip]
const NEEDY: [(&str, Option<u8>, &str, u64, Thing); 20] = [
    ("somerset-klondike", Some(4), "", 40, Thing::Hold),
    ("somerset-klondike", Some(5), "", 13, Thing::Hold),
    ("klondike", None, "ranks=3 columns=3 draw=1 fill=king passes=3", 13, Thing::Hold),
    ("klondike", None, "ranks=3 columns=3 draw=2 fill=king passes=3", 38, Thing::Hold),
    ("klondike", None, "ranks=3 columns=3 draw=3 fill=king passes=3", 28, Thing::Hold),
    ("klondike", None, "ranks=5 columns=3 draw=1 fill=king passes=1", 926, Thing::Return),
    ("klondike", None, "ranks=5 columns=3 draw=3 fill=king passes=1", 142, Thing::Return),
    ("klondike", None, "ranks=5 columns=4 draw=3 fill=king passes=1", 709, Thing::Return),
    ("klondike", None, "ranks=5 columns=3 draw=3 fill=king passes=1", 386, Thing::Return),
    ("klondike", None, "ranks=5 columns=3 draw=3 fill=any passes=1", 398, Thing::Return),
    ("klondike", None, "ranks=5 columns=3 draw=3 fill=king passes=1", 260, Thing::Split),
    ("klondike", None, "ranks=5 columns=4 draw=3 fill=king passes=1", 196, Thing::Split),
    ("klondike", None, "ranks=5 columns=3 draw=3 fill=any passes=1", 398, Thing::Split),
    ("klondike", None, "ranks=3 columns=3 draw=2 fill=king passes=3", 16, Thing::SecondPass),
    ("klondike", None, "ranks=4 columns=2 draw=2 fill=king passes=3", 1, Thing::SecondPass),
    ("klondike", None, "ranks=4 columns=4 draw=2 fill=any passes=3", 49, Thing::SecondPass),
    ("klondike", None, "ranks=3 columns=2 draw=2 fill=any passes=3", 274, Thing::ThirdPass),
    ("klondike", None, "ranks=4 columns=2 draw=2 fill=king passes=3", 184, Thing::ThirdPass),
    ("klondike", None, "ranks=4 columns=2 draw=2 fill=any passes=3", 228, Thing::ThirdPass),
    ("klondike", None, "ranks=5 columns=2 draw=2 fill=king passes=3", 19, Thing::ThirdPass),
];

#[test]
fn what_a_small_deal_needs_is_what_trying_every_line_tells() {
    let mut told = [[0u32; 2]; 5];
    let mut by_whole_runs = 0;
    for (game, size, settings, seed, needed) in NEEDY {
        let start = start(game, size, seed, &settings.split_whitespace().collect::<Vec<_>>());
        let name = format!("{game}@{size:?}#{seed} {settings}");
        let outcome = solver_for(start.rules(), Shortcuts::All).solve(&start, &Limits::default());
        let Verdict::Winnable(moves) = outcome.verdict else { panic!("{name}: {outcome:?}") };
        assert!(Solution::replay(&start, &moves).is_ok());
        for (index, thing) in Thing::ALL.into_iter().enumerate() {
            let most = if thing == needed { 5_000 } else { 1_000 };
            let wins = can_win(&start, most, &|position, act| allowed(thing, position, act));
            let found = need(&start, thing, 1_000_000, &Limits::default());
            if thing == needed {
                assert_eq!((found, wins), (Need::Needed, Some(false)), "{name}: {}", thing.code());
            }
            let Some(wins) = wins.filter(|_| found != Need::NoSuch) else { continue };
            let right = if wins { Need::NotNeeded } else { Need::Needed };
            assert_eq!(found, right, "{name}: {}", thing.code());
            // With so little effort the search that moves whole runs has to tell.
            if thing == Thing::Split {
                let told = need(&start, thing, 999, &Limits::default());
                assert!(told == right || told == Need::Undecided, "{name}: {told:?} by whole runs");
                by_whole_runs += u32::from(told == Need::Needed);
            }
            told[index][usize::from(wins)] += 1;
        }
    }
    assert!(by_whole_runs >= 3, "{by_whole_runs}");
    for (thing, [needed, not_needed]) in Thing::ALL.into_iter().zip(told) {
        assert!(needed >= 3 && not_needed >= 3, "some of each kind, {}: {told:?}", thing.code());
    }
}
