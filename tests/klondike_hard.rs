//! Deals on which a shortcut or a bound of the packed search could go wrong.

use dealpress::assets::Assets;
use dealpress::catalogue::Catalogue;
use dealpress::solver::klondike::Klondike;
use dealpress::solver::{Limits, Solver, Verdict};
use dealpress::walkthrough::Solution;

#[test]
fn a_win_that_a_trial_of_stricter_stock_plays_missed_is_found() {
    // The trial agreed with all shared verdicts and on 700,000 small deals.
    let catalogue = Catalogue::new(Assets::embedded());
    let start = catalogue.start(&catalogue.deal(&"klondike#1864".parse().unwrap()).unwrap()).unwrap();
    for patience in [1, 1_500] {
        let outcome = Klondike { patience, ..Klondike::default() }.solve(&start, &Limits::default());
        let Verdict::Winnable(moves) = outcome.verdict else { panic!("a win, since it is known") };
        Solution::replay(&start, &moves).unwrap();
    }
}

#[test]
fn a_small_memory_gives_no_wrong_verdict_and_still_ends() {
    let catalogue = Catalogue::new(Assets::embedded());
    for seed in 0..30 {
        let start = |game: &str| {
            let id = format!("{game}#{seed}").parse().unwrap();
            catalogue.start(&catalogue.deal(&id).unwrap()).unwrap()
        };
        for game in ["klondike", "klondike-3"] {
            let start = start(game);
            let tight = Limits { memory: 1 << 16, positions: 20_000, ..Limits::default() };
            let tight = Klondike::default().solve(&start, &tight).verdict;
            let ample = Klondike::default().solve(&start, &Limits::default()).verdict;
            match tight {
                Verdict::Undecided(_) => {}
                Verdict::Unwinnable => assert_eq!(ample, Verdict::Unwinnable, "{game}#{seed}"),
                Verdict::Winnable(moves) => {
                    assert!(Solution::replay(&start, &moves).is_ok(), "{game}#{seed}")
                }
            }
        }
    }
}
