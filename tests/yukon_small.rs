//! The search for games of groups against the search without shortcuts, on small games.

#[allow(dead_code)]
mod small_klondike;

use dealpress::catalogue::fresh;
use dealpress::deal::DealId;
use dealpress::game::{Position, Rules};
use dealpress::solver::{Limits, Search, Shortcuts, Solver, Verdict};
use dealpress::variant::{Build, Columns, Fill, PackKind, RankChoice, RuleChanges, Unit, Variant};
use small_klondike::{Dice, some_moves_later, wins};
use std::sync::Arc;

/// Ranks, columns and face-up cards of layouts that take up a whole pack.
const LAYOUTS: [(u8, u8, [u8; 2]); 8] = [
    (3, 3, [1, 4]),
    (4, 3, [1, 6]),
    (4, 4, [1, 3]),
    (5, 3, [1, 8]),
    (5, 4, [2, 4]),
    (5, 5, [2, 2]),
    (6, 4, [3, 5]),
    (6, 5, [2, 3]),
];

fn start(dice: &mut Dice) -> Position {
    let (ranks, columns, face_up) = dice.pick(&LAYOUTS);
    let variant = Variant {
        game: "small".into(),
        pack: PackKind::French,
        packs: 1,
        ranks: Some(RankChoice { least: ranks, most: ranks, usual: ranks }),
        columns: Columns::Number(columns),
        face_up: face_up.to_vec(),
        build: dice.pick(&[Build::AlternateColour, Build::AlternateColour, Build::Suit, Build::Any]),
        unit: Unit::Group,
        fill: dice.pick(&[Fill::King, Fill::King, Fill::Any, Fill::None]),
        returns: false,
        draw: None,
        passes: None,
        score: None,
        seats: None,
        play: None,
        starter: None,
        ace: None,
        tie: None,
        finish: None,
        touch: None,
        spread: None,
    };
    let rules = Arc::new(Rules::compile(&variant, None).unwrap());
    let id = DealId { game: "small".into(), size: None, seed: dice.roll(1 << 40) as u64 };
    let deal = fresh(&rules, &id, &RuleChanges::default());
    some_moves_later(Position::new(rules, &deal).unwrap(), dice, 12)
}

/// Whether a position can be won, the win replayed, and how many positions that took.
fn ask(shortcuts: Shortcuts, start: &Position, positions: u64) -> Option<(bool, u64)> {
    let limits = Limits { positions, ..Limits::default() };
    let outcome = Search::new(shortcuts).solve(start, &limits);
    match outcome.verdict {
        Verdict::Winnable(moves) => {
            assert!(wins(start, &moves), "a line that does not win: {start:?}");
            Some((true, outcome.positions))
        }
        Verdict::Unwinnable => Some((false, outcome.positions)),
        Verdict::Undecided(_) => None,
    }
}

/// Compares the searches on so many random positions.
fn compare_searches(seed: u64, deals: usize) {
    let mut dice = Dice(seed);
    let (mut won, mut lost, mut skipped) = (0, 0, 0);
    let (mut positions, mut quick_positions) = (0, 0);
    while won + lost < deals {
        let start = start(&mut dice);
        let Some((truth, taken)) = ask(Shortcuts::None, &start, 5_000) else {
            skipped += 1;
            continue;
        };
        *(if truth { &mut won } else { &mut lost }) += 1;
        let (quick, quick_taken) = ask(Shortcuts::All, &start, u64::MAX).expect("a verdict, without a limit");
        assert_eq!(quick, truth, "{start:?}");
        if !truth {
            positions += taken;
            quick_positions += quick_taken;
        }
    }
    println!("{won} won, {lost} lost, {skipped} skipped, {quick_positions} positions for {positions}");
    assert!(won * 5 > deals && lost * 5 > deals, "{won} won, {lost} lost");
    assert!(quick_positions * 2 < positions, "{quick_positions} positions instead of {positions}");
}

#[test]
fn shortcuts_change_no_verdict_of_groups() {
    compare_searches(1, 10_000);
}

#[test]
#[ignore = "long: the same for 500,000 positions"]
fn shortcuts_change_no_verdict_of_many_groups() {
    compare_searches(2, 500_000);
}
