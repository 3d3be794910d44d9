//! Puzzles of each form in each calibrated game, made once and kept in `data/forms.jsonl`: every one is
//! played through the referee, and what it claims of lost positions is searched again by other means.
//!
//! A line tells the deal, the moves that lead from it to the position, those that are shown, and the win.

use dealpress::assets::Assets;
use dealpress::catalogue::Catalogue;
use dealpress::deal::DealId;
use dealpress::game::{Move, Position, parse_move};
use dealpress::grade::{Choice, choices, promoted_at_once};
use dealpress::puzzle::{Form, Proof, Puzzle, prove};
use dealpress::solver::klondike::{self, Klondike, Switches};
use dealpress::solver::{Limits, Search, Shortcuts, Solver, Verdict, solver_for};
use dealpress::walkthrough::Solution;
use std::collections::{BTreeMap, BTreeSet};

/// How many positions the search without shortcuts may look at, and the packed one without its strongest.
const PLAIN: u64 = 1_500;
const WITHOUT_SOME: u64 = 20_000;

struct Case {
    name: String,
    form: Form,
    game: String,
    start: Position,
    shown: Vec<Move>,
    fatal: Option<usize>,
    solution: Option<Solution>,
}

/// The moves of tokens, each played, and the position after them.
fn played(start: &Position, tokens: &str) -> (Vec<Move>, Position) {
    let mut position = start.clone();
    let moves = tokens.split_whitespace().map(|token| {
        let act = parse_move(&position, token).unwrap();
        position.play(act).unwrap();
        act
    });
    (moves.collect(), position)
}

fn cases() -> Vec<Case> {
    let catalogue = Catalogue::new(Assets::embedded());
    let case = |line: &str| {
        let line: BTreeMap<String, serde_json::Value> = serde_json::from_str(line).unwrap();
        let text = |field: &str| line.get(field).and_then(|value| value.as_str()).unwrap_or("");
        let id: DealId = text("deal").parse().unwrap();
        let form: Form = text("form").parse().unwrap();
        let dealt = catalogue.start(&catalogue.deal(&id).unwrap()).unwrap();
        let start = form.shows(played(&dealt, text("before")).1);
        let (shown, _) = played(&start, text("shown"));
        let (moves, _) = played(&start, text("moves"));
        Case {
            name: format!("{form} of {id}"),
            form,
            game: GAMES
                .iter()
                .find(|game| id.to_string().starts_with(&format!("{game}#")))
                .unwrap()
                .to_string(),
            shown,
            fatal: line.get("fatal").map(|number| number.as_u64().unwrap() as usize - 1),
            solution: (!moves.is_empty()).then(|| Solution::replay(&start, &moves).unwrap()),
            start,
        }
    };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/forms.jsonl");
    std::fs::read_to_string(path).unwrap().lines().map(case).collect()
}

const GAMES: [&str; 6] =
    ["somerset-klondike", "somerset-klondike@9", "klondike", "klondike-3", "klondike-three-passes", "yukon"];

#[test]
fn there_are_twenty_of_each_form_and_game() {
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for case in cases() {
        *counts.entry((case.form.to_string(), case.game)).or_default() += 1;
        assert!(names.insert(case.name.clone()), "{} twice", case.name);
    }
    for form in Form::ALL {
        for game in GAMES {
            let found = counts.get(&(form.to_string(), game.to_string())).copied().unwrap_or(0);
            assert_eq!(found, 20, "{form} of {game}");
        }
    }
}

fn after(position: &Position, moves: impl IntoIterator<Item = Move>) -> Position {
    let mut position = position.clone();
    moves.into_iter().for_each(|act| drop(position.play(act).unwrap()));
    position
}

/// Searches for verdicts that no puzzle was made with, and which of them answered.
#[derive(Debug, Default)]
struct Judge {
    plain: usize,
    without_some: usize,
    same: usize,
}

impl Judge {
    /// Whether a position can be won: by every line, else by the packed search without one or more of its
    /// shortcuts, else by the search that puzzles are made with.
    fn is_winnable(&mut self, position: &Position) -> bool {
        let known = |verdict: Verdict| match verdict {
            Verdict::Winnable(moves) => {
                assert!(Solution::replay(position, &moves).is_ok());
                Some(true)
            }
            Verdict::Unwinnable => Some(false),
            Verdict::Undecided(_) => None,
        };
        let limits = |positions| Limits { positions, ..Limits::default() };
        if let Some(told) = known(Search::new(Shortcuts::None).solve(position, &limits(PLAIN)).verdict) {
            self.plain += 1;
            return told;
        }
        if klondike::accepts(position.rules()) {
            let switches = Switches { blocks: false, subsets: false, ..Switches::ALL };
            let mut search = Klondike { switches, patience: 1 };
            if let Some(told) = known(search.solve(position, &limits(WITHOUT_SOME)).verdict) {
                self.without_some += 1;
                return told;
            }
        }
        self.same += 1;
        let mut search = solver_for(position.rules(), Shortcuts::All);
        known(search.solve(position, &limits(300_000)).verdict).expect("a verdict within the limits")
    }
}

impl Judge {
    /// Most verdicts are to come from a search that no puzzle was made with.
    fn is_of_its_own_mind(&self) {
        assert!(self.plain > 10 && self.plain + self.without_some > self.same, "{self:?}");
    }
}

/// Every `step`th puzzle of a form and game, so that all of them together take some seconds.
fn sample(forms: &[Form], step: usize) -> impl Iterator<Item = Case> {
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    cases().into_iter().filter(|case| forms.contains(&case.form)).collect::<Vec<_>>().into_iter().filter(
        move |case| {
            let number = seen.entry((case.form.to_string(), case.game.clone())).or_default();
            *number += 1;
            (*number - 1).is_multiple_of(step)
        },
    )
}

#[test]
fn whole_deals_are_won_and_verdicts_are_as_told() {
    let mut judge = Judge::default();
    for case in sample(&[Form::Whole, Form::Verdict], 1) {
        match &case.solution {
            Some(solution) => assert_eq!(solution.start(), &case.start, "{}", case.name),
            None => {
                assert_eq!(case.form, Form::Verdict, "{}", case.name);
                assert!(!judge.is_winnable(&case.start), "{}", case.name);
            }
        }
    }
    judge.is_of_its_own_mind();
}

#[test]
fn all_moves_but_the_only_one_lose() {
    let mut judge = Judge::default();
    for case in sample(&[Form::OnlyMove], 1) {
        let fates =
            choices(&case.start).into_iter().map(|choice| judge.is_winnable(&choice.after(&case.start)));
        let fates: Vec<bool> = fates.collect();
        assert!(fates.len() > 1, "{}", case.name);
        assert_eq!(fates.iter().filter(|&&wins| wins).count(), 1, "{}", case.name);
    }
    judge.is_of_its_own_mind();
}

#[test]
fn promoting_at_once_loses_what_can_be_won() {
    let mut judge = Judge::default();
    for case in sample(&[Form::HoldBack], 1) {
        let promoted = promoted_at_once(&case.start);
        assert_ne!(promoted, case.start, "{}", case.name);
        assert!(judge.is_winnable(&case.start) && !judge.is_winnable(&promoted), "{}", case.name);
    }
    judge.is_of_its_own_mind();
}

#[test]
fn endgames_are_late_open_and_winnable() {
    let mut judge = Judge::default();
    for case in sample(&[Form::Endgame], 1) {
        let promoted: usize = case.start.foundations().iter().map(|&height| usize::from(height)).sum();
        assert!((10..=20).contains(&(case.start.rules().pack.len() - promoted)), "{}", case.name);
        assert!(case.start.columns().iter().all(|pile| pile.down == 0), "{}", case.name);
        assert!(judge.is_winnable(&case.start), "{}", case.name);
        // Where nothing could go wrong any more, cards were turned up so that something can.
        if ["somerset-klondike", "somerset-klondike@9", "klondike"].contains(&case.game.as_str()) {
            let loses = |choice: Choice| !judge.is_winnable(&choice.after(&case.start));
            assert!(choices(&case.start).into_iter().any(loses), "{}", case.name);
        }
    }
    judge.is_of_its_own_mind();
}

#[test]
fn the_fatal_move_lost_what_could_be_won_before_it() {
    let mut judge = Judge::default();
    for case in sample(&[Form::FatalMove], 1) {
        let fatal = case.fatal.unwrap();
        assert!(fatal < case.shown.len(), "{}", case.name);
        let moves = |count: usize| case.shown[..count].iter().copied();
        assert!(judge.is_winnable(&after(&case.start, moves(fatal))), "{}", case.name);
        assert!(!judge.is_winnable(&after(&case.start, moves(fatal + 1))), "{}", case.name);
    }
    judge.is_of_its_own_mind();
}

#[test]
fn no_win_is_shorter() {
    for case in sample(&[Form::WinIn], 2) {
        let puzzle = Puzzle {
            form: case.form,
            source: case.name.clone(),
            level: None,
            before: Vec::new(),
            start: case.start,
            shown: case.shown,
            solution: case.solution,
            proof: Proof::default(),
        };
        assert!(prove(&puzzle, None).unwrap().shortest, "{}", case.name);
    }
}
