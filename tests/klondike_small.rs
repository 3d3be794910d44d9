//! The packed Klondike search against every move of the referee, on small games under all rules.

mod small_klondike;

use dealpress::game::Position;
use dealpress::solver::klondike::{Aim, Klondike, Switches, short_line, shortest};
use dealpress::solver::{Limits, Search, Shortcuts, Solver, Verdict};
use small_klondike::{Dice, SWITCHES, Small, brute, fewest, wins};
use std::collections::BTreeSet;

/// What a solver finds out, its wins replayed; nothing if it reaches the limit.
fn ask(solver: &mut dyn Solver, start: &Position, positions: u64) -> Option<bool> {
    match solver.solve(start, &Limits { positions, ..Limits::default() }).verdict {
        Verdict::Winnable(moves) => {
            assert!(wins(start, &moves), "a line that does not win: {start:?}");
            Some(true)
        }
        Verdict::Unwinnable => Some(false),
        Verdict::Undecided(_) => None,
    }
}

fn winnable(switches: Switches, start: &Position) -> bool {
    ask(&mut Klondike { switches, patience: 1 }, start, u64::MAX).expect("a verdict, since nothing limits it")
}

/// Compares the packed search without shortcuts, with all, with all but one and with one alone,
/// and the generic search with and without shortcuts, on so many random deals.
fn compare_searches(seed: u64, deals: usize) {
    let mut dice = Dice(seed);
    let (mut won, mut lost, mut skipped) = (0, 0, 0);
    let mut rules = BTreeSet::new();
    while won + lost < deals {
        let small = Small::little(&mut dice);
        let start = small.start(&mut dice);
        let mut plain = Klondike { switches: Switches::NONE, patience: 1 };
        let Some(truth) = ask(&mut plain, &start, 2_000) else {
            skipped += 1;
            continue;
        };
        let number = won + lost;
        *(if truth { &mut won } else { &mut lost }) += 1;
        rules.insert(format!("{} {:?} {:?} {}", small.draw, small.passes, small.fill, small.returns));
        let (mut all_but, mut alone) = (Switches::ALL, Switches::NONE);
        *SWITCHES[number % SWITCHES.len()](&mut all_but) = false;
        *SWITCHES[number % SWITCHES.len()](&mut alone) = true;
        // Blocks are made of what lazy stock plays leave.
        alone.lazy_stock |= alone.blocks;
        for switches in [Switches::ALL, all_but, alone] {
            assert_eq!(winnable(switches, &start), truth, "{small:?} {switches:?} {start:?}");
        }
        let shortcuts = if number % 2 == 0 { Shortcuts::All } else { Shortcuts::None };
        let generic = ask(&mut Search::new(shortcuts), &start, 3_000);
        assert!(generic.is_none_or(|generic| generic == truth), "{small:?} {shortcuts:?} {start:?}");
        skipped += usize::from(generic.is_none());
    }
    assert!(won * 5 > deals && lost * 5 > deals && skipped * 5 < deals, "{won} {lost} {skipped}");
    assert!(rules.len() >= 40, "{} kinds of rules", rules.len());
}

#[test]
fn all_searches_agree_on_ten_thousand_small_deals() {
    compare_searches(3, 10_000);
}

#[test]
fn all_searches_agree_on_ten_thousand_other_small_deals() {
    compare_searches(4, 10_000);
}

#[test]
#[ignore = "long: the same for a million deals"]
fn all_searches_agree_on_a_million_small_deals() {
    compare_searches(5, 1_000_000);
}

#[test]
fn packed_search_and_referee_agree_on_small_games() {
    let mut dice = Dice(1);
    let (mut won, mut lost, mut skipped) = (0, 0, 0);
    while won + lost < 300 {
        let small = Small::random(&mut dice);
        let start = small.start(&mut dice);
        let Some(truth) = brute(&start, 6_000) else {
            skipped += 1;
            continue;
        };
        *(if truth { &mut won } else { &mut lost }) += 1;
        for switches in [Switches::ALL, Switches::NONE] {
            assert_eq!(winnable(switches, &start), truth, "{small:?} {switches:?} {start:?}");
        }
    }
    assert!(won > 80 && lost > 80, "{won} won, {lost} lost, {skipped} skipped");
}

#[test]
fn a_line_that_is_proved_shortest_is_no_longer_than_any() {
    let mut dice = Dice(2);
    let (mut proved, mut longer, mut played) = (0, 0, 0);
    while played < 100 {
        let start = Small::tiny(&mut dice).start(&mut dice);
        let Some(fewest) = fewest(&start, 4_000) else { continue };
        let line = shortest(&start, &Limits::default()).expect("a line, since there is a win");
        assert!(wins(&start, &line.moves) && line.moves.len() >= fewest, "{start:?}");
        assert!(!line.is_shortest || line.moves.len() == fewest, "{fewest} {line:?} {start:?}");
        for line in
            [&line, &shortest(&start, &Limits { positions: 20, ..Limits::default() }).expect("a line")]
        {
            assert!(line.at_least.is_some_and(|least| least <= fewest), "{fewest} {line:?} {start:?}");
        }
        let short = short_line(&start, None, Aim::Moves, &Limits::default()).expect("a line");
        assert!(wins(&start, &short), "{start:?}");
        proved += usize::from(line.is_shortest);
        longer += short.len() - fewest;
        played += 1;
    }
    assert!(proved > 30 && longer < 60, "{proved} of {played} proved, {longer} moves longer in all");
}
