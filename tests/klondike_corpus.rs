//! Verdicts that other programs proved, and the packed search on the same deals.

use dealpress::assets::Assets;
use dealpress::catalogue::Catalogue;
use dealpress::deal::DealText;
use dealpress::solver::klondike::{Aim, Klondike, short_line};
use dealpress::solver::{Limits, Solver, Verdict};
use dealpress::walkthrough::Solution;

/// The deals of `data/klondike.jsonl` with the word that tells their verdict.
fn deals() -> Vec<(dealpress::game::Position, &'static str)> {
    let catalogue = Catalogue::new(Assets::embedded());
    let known = include_str!("data/klondike.jsonl").lines();
    known
        .map(|line| {
            let deal = catalogue.deal_of(&DealText::read_line("klondike.jsonl", line).unwrap()).unwrap();
            let verdict = if line.contains(r#""unwinnable""#) { "unwinnable" } else { "winnable" };
            (catalogue.start(&deal).unwrap(), verdict)
        })
        .collect()
}

#[test]
fn verdicts_of_other_programs_are_met_and_wins_replay() {
    let deals = deals();
    assert_eq!(deals.len(), 180);
    for (start, known) in deals {
        let verdict = match Klondike::default().solve(&start, &Limits::default()).verdict {
            Verdict::Winnable(moves) => {
                Solution::replay(&start, &moves).unwrap();
                "winnable"
            }
            Verdict::Unwinnable => "unwinnable",
            Verdict::Undecided(_) => "undecided",
        };
        assert_eq!(verdict, known, "{start:?}");
    }
}

#[test]
fn printed_wins_are_much_shorter_than_those_first_found() {
    let (mut found, mut short) = (0, 0);
    for (start, _) in deals().into_iter().filter(|&(_, known)| known == "winnable").step_by(20) {
        let Verdict::Winnable(first) = Klondike::default().solve(&start, &Limits::default()).verdict else {
            panic!("a win, since it is known: {start:?}");
        };
        let line = short_line(&start, Some(&first), Aim::Moves, &Limits::default()).unwrap();
        Solution::replay(&start, &line).unwrap();
        found += first.len();
        short += line.len();
    }
    assert!(short * 3 < found * 2, "{short} moves for {found}");
}

#[test]
fn few_positions_leave_a_hard_deal_undecided() {
    for (start, _) in deals().into_iter().take(15) {
        let limits = Limits { positions: 40, ..Limits::default() };
        let outcome = Klondike::default().solve(&start, &limits);
        assert!(outcome.positions <= 40 + 1, "{}", outcome.positions);
        if let Verdict::Winnable(moves) = outcome.verdict {
            Solution::replay(&start, &moves).unwrap();
        }
    }
}
