//! The packed Klondike search against every move of the referee, on small games under all rules.

mod small_klondike;

use dealpress::solver::klondike::{Aim, Klondike, Switches, short_line, shortest};
use dealpress::solver::{Limits, Solver, Verdict};
use small_klondike::{Dice, Small, brute, fewest, wins};

fn winnable(switches: Switches, start: &dealpress::game::Position) -> bool {
    match (Klondike { switches, patience: 1 }).solve(start, &Limits::default()).verdict {
        Verdict::Winnable(moves) => {
            assert!(wins(start, &moves), "a line that does not win: {start:?}");
            true
        }
        Verdict::Unwinnable => false,
        Verdict::Undecided(bound) => panic!("undecided ({bound:?}): {start:?}"),
    }
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
        let short = short_line(&start, None, Aim::Moves, &Limits::default()).expect("a line");
        assert!(wins(&start, &short), "{start:?}");
        proved += usize::from(line.is_shortest);
        longer += short.len() - fewest;
        played += 1;
    }
    assert!(proved > 30 && longer < 60, "{proved} of {played} proved, {longer} moves longer in all");
}
