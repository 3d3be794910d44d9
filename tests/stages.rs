//! Solutions cut into stages, and told from stage to stage.

use dealpress::assets::Assets;
use dealpress::catalogue::Catalogue;
use dealpress::game::Move;
use dealpress::solver::{Limits, Shortcuts, Verdict, solver_for};
use dealpress::walkthrough::{Breaks, Solution, Stage, stages_of};
use dealpress::words::{Language, Style};

fn solution(id: &str) -> Solution {
    let catalogue = Catalogue::new(Assets::embedded());
    let start = catalogue.start(&catalogue.deal(&id.parse().unwrap()).unwrap()).unwrap();
    let found = solver_for(start.rules(), Shortcuts::All).solve(&start, &Limits::default());
    let Verdict::Winnable(moves) = found.verdict else { panic!("{id} should be winnable") };
    Solution::replay(&start, &moves).unwrap()
}

/// The stages are the solution's moves, none lost, each from the position that it shows.
fn check(solution: &Solution, stages: &[Stage]) {
    let mut position = solution.start().clone();
    let mut moves = Vec::new();
    for (index, stage) in stages.iter().enumerate() {
        assert_eq!(stage.number, index + 1);
        assert_eq!(stage.position, position);
        for done in &stage.played {
            assert_eq!(&position.play(done.act).unwrap(), done);
            moves.push(done.act);
        }
        let parted = stage.played.last().is_some_and(|done| done.act == Move::Turn);
        assert!(!parted, "a picture stands between a turn and the move it was made for");
    }
    assert_eq!(moves, solution.moves());
    assert!(stages.last().unwrap().played.is_empty() && stages.last().unwrap().position.is_won());
}

#[test]
fn stages_hold_every_move_of_a_solution() {
    for id in WINNABLE {
        let solution = solution(id);
        for breaks in
            [Breaks::Auto, Breaks::Every(0), Breaks::Every(1), Breaks::Every(9), Breaks::Every(10_000)]
        {
            check(&solution, &stages_of(&solution, breaks));
        }
        assert_eq!(stages_of(&solution, Breaks::Every(10_000)).len(), 2);
    }
}

#[test]
fn pictures_come_when_a_reader_would_lose_track() {
    for id in WINNABLE {
        let solution = solution(id);
        let stages = stages_of(&solution, Breaks::Auto);
        let pictures: Vec<usize> = stages.iter().map(|stage| stage.played.len()).collect();
        println!("{id}: {} moves: {pictures:?}", solution.moves().len());
        let turns_cards = |stage: &&Stage| stage.played.iter().filter(|done| done.turned_up).count();
        assert!(stages.iter().all(|stage| turns_cards(&stage) <= 7));
        assert!(stages.len() >= 4 && stages.len() <= solution.moves().len() / 3 + 3, "{pictures:?}");
    }
}

#[test]
fn a_teller_goes_on_from_stage_to_stage() {
    let english = Language::load(&Assets::embedded(), "en").unwrap();
    for id in WINNABLE {
        let solution = solution(id);
        let mut teller = english.teller(solution.start());
        for stage in stages_of(&solution, Breaks::Auto) {
            let lines = teller.tell(&stage.played, Style::Compact).unwrap();
            assert_eq!(lines.is_empty(), stage.played.is_empty());
        }
    }
}

const WINNABLE: [&str; 5] =
    ["somerset-klondike#2", "somerset-klondike@9#1", "klondike#1", "klondike-3#3", "yukon#2"];
