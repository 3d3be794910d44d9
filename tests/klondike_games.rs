//! Klondike and its relatives as the game files define them, counted and played by the referee.

use dealpress::assets::Assets;
use dealpress::catalogue::Catalogue;
use dealpress::game::{Move, Position};
use dealpress::solver::{Limits, Shortcuts, Verdict, klondike, short_line, solver_for};
use dealpress::variant::{Fill, Passes, RuleChanges, Score, Unit};
use dealpress::walkthrough::Solution;

fn start(id: &str) -> Position {
    let catalogue = Catalogue::new(Assets::embedded());
    let deal = catalogue.deal(&id.parse().unwrap()).unwrap();
    catalogue.start(&deal).unwrap()
}

/// How many lines of so many moves there are.
fn lines(position: &Position, moves: u32) -> u64 {
    if moves == 0 {
        return 1;
    }
    let legal = position.legal_moves().into_iter();
    legal
        .map(|act| {
            let mut next = position.clone();
            next.play(act).unwrap();
            lines(&next, moves - 1)
        })
        .sum()
}

#[test]
fn the_lines_of_each_game_are_as_many_as_were_counted() {
    let known = include_str!("data/counts.txt");
    for line in known.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let id = words.next().unwrap();
        let start = start(id);
        for (depth, count) in (1..).zip(words) {
            assert_eq!(lines(&start, depth).to_string(), count, "{id} to depth {depth}");
        }
    }
}

#[test]
fn every_relative_has_the_rules_that_it_is_named_for() {
    let catalogue = Catalogue::new(Assets::embedded());
    let table = [
        ("klondike", 1, Passes::Unlimited, Fill::King, true),
        ("klondike-3", 3, Passes::Unlimited, Fill::King, true),
        ("klondike-one-pass", 1, Passes::Limited(1), Fill::King, false),
        ("klondike-three-passes", 3, Passes::Limited(3), Fill::King, false),
        ("klondike-any", 3, Passes::Unlimited, Fill::Any, true),
        ("klondike-any-1", 1, Passes::Unlimited, Fill::Any, true),
        ("vegas", 1, Passes::Limited(1), Fill::King, true),
        ("vegas-3", 3, Passes::Limited(3), Fill::King, true),
        ("double-klondike", 1, Passes::Unlimited, Fill::King, true),
    ];
    for (game, draw, passes, fill, returns) in table {
        let rules = catalogue.rules(game, None, &RuleChanges::default()).unwrap();
        assert_eq!((rules.draw, rules.passes, rules.fill, rules.returns), (draw, passes, fill, returns));
        assert_eq!(rules.score, game.starts_with("vegas").then_some(Score::Vegas), "{game}");
        assert_eq!(klondike::accepts(&rules), game != "double-klondike", "{game}");
    }
}

#[test]
fn double_klondike_has_nine_columns_and_eight_foundations() {
    let start = start("double-klondike#1");
    let heights: Vec<usize> = start.columns().iter().map(|pile| pile.cards.len()).collect();
    assert_eq!(heights, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!((start.stock().len(), start.foundations().len()), (59, 8));
}

#[test]
fn yukon_lies_as_klondike_with_four_more_on_six_columns_and_no_stock() {
    let start = start("yukon#1");
    let heights: Vec<usize> = start.columns().iter().map(|pile| pile.cards.len()).collect();
    assert_eq!(heights, [1, 6, 7, 8, 9, 10, 11]);
    let down: Vec<usize> = start.columns().iter().map(|pile| pile.down).collect();
    assert_eq!(down, [0, 1, 2, 3, 4, 5, 6]);
    assert!(start.stock().is_empty() && !start.rules().has_stock() && start.rules().unit == Unit::Group);
}

#[test]
fn double_klondike_is_won_without_idle_turns_and_moves() {
    // Depth first these take 980, 882 and 7,212 moves, 26, 23 and 10 redeals.
    for (id, most, most_redeals) in
        [("double-klondike#3", 500, 10), ("double-klondike#8", 420, 8), ("double-klondike#7", 450, 7)]
    {
        let start = start(id);
        let limits = Limits { positions: 300_000, ..Limits::default() };
        let verdict = solver_for(start.rules(), Shortcuts::All).solve(&start, &limits).verdict;
        let Verdict::Winnable(found) = verdict else { panic!("{id} is winnable") };
        let line = short_line(&start, found, &limits);
        Solution::replay(&start, &line.moves).unwrap();
        let redeals = line.moves.iter().filter(|&&act| act == Move::Redeal).count();
        assert!(line.moves.len() <= most, "{id}: {} moves", line.moves.len());
        assert!(redeals <= most_redeals, "{id}: {redeals} redeals");
    }
}
