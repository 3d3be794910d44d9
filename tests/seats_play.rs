//! Double Solitaire: proofs, fixed players, puzzles of one turn, pictures and match kits.

use dealpress::assets::Assets;
use dealpress::card::{Card, Pack};
use dealpress::catalogue::Catalogue;
use dealpress::figure::names::Plain;
use dealpress::figure::seats::{Moved, TableLook, table as draw};
use dealpress::figure::{Figure, Ink, Item};
use dealpress::game::Move;
use dealpress::kit::{self, Order};
use dealpress::seats::fairness::{Share, fairness};
use dealpress::seats::players::{Dice, Player, play_out};
use dealpress::seats::proof::{Alone, ProofLimits, Together, prove};
use dealpress::seats::puzzle::most;
use dealpress::seats::{Act, Seat, Table, TableDeal, TableRules, TurnGame};
use dealpress::solver::Shortcuts;
use dealpress::walkthrough::Solution;
use dealpress::words::Language;
use std::collections::BTreeSet;
use std::sync::Arc;

fn catalogue() -> Catalogue {
    Catalogue::new(Assets::embedded())
}

fn named(id: &str, matched: bool) -> Table {
    let deal = TableDeal::named(&catalogue(), &id.parse().unwrap(), &Default::default(), matched).unwrap();
    Table::start(&catalogue(), &deal).unwrap()
}

#[test]
fn everybody_gets_out_by_own_solutions_or_with_help_and_the_rest_is_undecided() {
    let limits = ProofLimits { together: 8_000, ..ProofLimits::default() };
    let mut counts = [0; 3];
    for id in 0..12 {
        let proof = prove(&named(&format!("double-solitaire#{id}"), false), &limits).unwrap();
        let all_alone = proof.alone.iter().all(|alone| matches!(alone, Alone::Winnable(_)));
        match &proof.together {
            Together::OwnSolutions(line) => {
                assert!(all_alone && !line.moves().is_empty());
                counts[0] += 1;
            }
            // A joint line is replayed by turns until nobody has a card left; there is no other way to make one.
            Together::Helped(_) => {
                assert!(!all_alone);
                counts[1] += 1;
            }
            Together::Undecided => {
                assert!(!all_alone);
                counts[2] += 1;
            }
        }
    }
    assert_eq!(counts[0] + counts[1] + counts[2], 12);
    assert!(counts[0] >= 8, "{counts:?}");
    let race = prove(&named("double-solitaire-race@3#2", false), &limits).unwrap();
    assert_eq!(race.alone.len(), 3);
}

/// The same table with the cards that nobody sees dealt otherwise: face-down cards and stocks.
fn otherwise(table: &Table, seed: u64) -> Table {
    let mut deal = table.deal(Some(Seat::new(0)));
    for (index, seat) in deal.seats.iter_mut().enumerate() {
        let mut hidden: Vec<Card> = seat.stock.clone();
        hidden.extend(seat.columns.iter().flat_map(|pile| pile.cards[..pile.down].to_vec()));
        let mut hidden = dealpress::deal::shuffle(hidden, seed + index as u64).into_iter();
        seat.stock.iter_mut().for_each(|card| *card = hidden.next().unwrap());
        for pile in &mut seat.columns {
            pile.cards[..pile.down].iter_mut().for_each(|card| *card = hidden.next().unwrap());
        }
    }
    Table::new(table.rules().clone(), &deal).unwrap()
}

#[test]
fn the_players_know_only_what_lies_face_up() {
    let mut compared = 0;
    for id in 0..4 {
        let mut game = TurnGame::new(named(&format!("double-solitaire#{id}"), false));
        for step in 0..120u64 {
            if game.end().is_some() {
                break;
            }
            let seat = game.turn();
            for player in [Player::Greedy, Player::LookAhead] {
                let chosen = player.choose(game.table(), seat, &mut Dice::new(step));
                for seed in 0..2 {
                    let other = otherwise(game.table(), 100 * step + 10 * seed);
                    assert_eq!(player.choose(&other, seat, &mut Dice::new(step)), chosen, "{player:?}");
                    compared += 1;
                }
            }
            let act = Player::Greedy.choose(game.table(), seat, &mut Dice::new(step));
            game.play(seat, act).unwrap();
        }
    }
    assert!(compared > 400);
}

#[test]
fn fairness_is_the_same_each_time_and_its_shares_are_all_games() {
    let table = named("double-solitaire#3", false);
    let once = fairness(&table, 24, 1);
    assert_eq!(once, fairness(&table, 24, 1));
    let sum: f64 = once.shares.iter().map(|share| share.share).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    for share in &once.shares {
        assert!(share.low <= share.share && share.share <= share.high);
    }
    // Wilson's interval for 80 of 160, by hand.
    let half = Share::new(80.0, 160);
    assert!((half.low - 0.4234).abs() < 1e-3 && (half.high - 0.5766).abs() < 1e-3, "{half:?}");
    let end = play_out(&table, &[Player::Greedy, Player::LookAhead], &mut Dice::new(5));
    assert!(end.table().promoted(Seat::new(0)) + end.table().promoted(Seat::new(1)) > 8);
}

#[test]
fn shortcuts_find_what_the_plain_search_finds() {
    let mut compared = 0;
    for id in 0..3 {
        let mut game = TurnGame::new(named(&format!("double-solitaire#{id}"), false));
        let mut dice = Dice::new(id);
        for step in 0..120 {
            if game.end().is_some() {
                break;
            }
            let seat = game.turn();
            if step % 12 == 0 {
                let (all, none) =
                    (most(game.table(), seat, Shortcuts::All), most(game.table(), seat, Shortcuts::None));
                if let Some(none) = none {
                    assert_eq!(all, Some(none), "#{id} after {step}");
                    compared += 1;
                }
            }
            let act = Player::Greedy.choose(game.table(), seat, &mut dice);
            game.play(seat, act).unwrap();
        }
    }
    assert!(compared > 15, "{compared}");
}

#[test]
fn every_seat_of_a_picture_has_its_letter_its_name_and_its_ink() {
    for count in 2..=7 {
        let table = named(&format!("double-solitaire@{count}#7"), false);
        let names: Vec<String> = Seat::all(count).map(|seat| format!("Seat {seat}")).collect();
        let look = TableLook { width: Some(500.0), height: Some(600.0), ..TableLook::new(names.clone()) };
        let figure = draw(&table, &look, &Plain);
        assert!(figure.width <= 500.01 && figure.height <= 600.01, "{count}");
        let drawn = format!("{:?}", figure.items);
        for (seat, name) in Seat::all(count).zip(&names) {
            assert!(drawn.contains(&format!("text: \"{name}")), "{name}");
            assert!(drawn.contains(&format!("text: \"{seat}\"")), "{seat}");
            assert!(drawn.contains(&format!("Seat{seat}")), "the ink of {seat}");
            assert!(figure.alt.contains(&format!("{name} – Stock of 24 cards")));
        }
        for item in &figure.items {
            let [left, top, right, bottom] = item.bounds().unwrap();
            assert!(left >= -0.6 && top >= -0.6, "{count}: {left} {top}");
            assert!(
                right <= figure.width + 0.6 && bottom <= figure.height + 0.6,
                "{count}: {right} {bottom}"
            );
        }
    }
}

#[test]
fn what_has_moved_at_a_table_bears_a_bar() {
    let mut game = TurnGame::new(named("double-solitaire@3#1", false));
    let mut dice = Dice::new(7);
    let draw = |before: Option<&Table>, table: &Table| {
        let moved = Moved::Since(before.cloned().map(Box::new));
        let names = Seat::all(3).map(|seat| seat.to_string()).collect();
        draw(table, &TableLook { moved, ..TableLook::new(names) }, &Plain)
    };
    let bars = |figure: &Figure| {
        let is_mark = |item: &&Item| matches!(item, Item::Path { fill: Some(Ink::Mark), .. });
        let marks: Vec<&Item> = figure.items.iter().filter(is_mark).collect();
        for item in &figure.items {
            let [left, top, right, bottom] = item.bounds().unwrap();
            assert!(
                left >= -0.6 && top >= -0.6 && right <= figure.width + 0.6 && bottom <= figure.height + 0.6
            );
        }
        marks.len()
    };
    let first = draw(None, game.table());
    assert_eq!(bars(&first), 0);
    let mut seen = BTreeSet::new();
    for _ in 0..90 {
        let (before, seat) = (game.table().clone(), game.turn());
        let act = Player::Greedy.choose(game.table(), seat, &mut dice);
        game.play(seat, act).unwrap();
        let (promotes, shifts) = match act {
            Act::Play(play) => {
                (matches!(play.act, Move::Promote { .. }), matches!(play.act, Move::Shift { .. }))
            }
            Act::Pass | Act::Spread => (false, false),
        };
        let figure = draw(Some(&before), game.table());
        assert_eq!(bars(&figure), usize::from(promotes || shifts), "{act:?}");
        seen.insert((promotes, shifts));
    }
    assert_eq!(seen.len(), 3, "cards were promoted, shifted and turned");
    // The room for bars is the same at every table, so that pictures stand side by side.
    assert_eq!(first.width, draw(Some(game.table()), game.table()).width);
}

#[test]
fn a_kit_is_the_same_each_time_and_every_deal_in_it_is_won() {
    let english = Language::load(catalogue().assets(), "en").unwrap();
    let order = Order::new("double-solitaire", 3, 2);
    let make = || kit::make(&order, &catalogue(), &english, &|_, _| {}, None).unwrap();
    let made = make();
    assert!(made.pdf == make().pdf, "byte by byte");
    assert_eq!(made.rounds.len(), 2);
    for round in &made.rounds {
        let deal = TableDeal::named(&catalogue(), &round.id.parse().unwrap(), &Default::default(), true);
        assert_eq!(Table::start(&catalogue(), &deal.unwrap()).unwrap(), round.table, "{}", round.id);
        let solution = &round.solutions[0];
        assert!(Solution::replay(solution.start(), solution.moves()).is_ok());
        assert_eq!(round.starter, round.table.starter());
    }
    let bad = |players, rounds| {
        let order = Order::new("double-solitaire", players, rounds);
        kit::make(&order, &catalogue(), &english, &|_, _| {}, None).unwrap_err().to_string()
    };
    assert_eq!(bad(8, 1), "8 players cannot play double-solitaire: it is for 2 to 7");
    assert_eq!(bad(1, 1), "1 player cannot play double-solitaire: it is for 2 to 7");
    assert!(bad(2, 0).contains("1 to 50 rounds"));
}

#[test]
fn the_command_measures_how_fair_a_deal_is_with_any_numbers() {
    let grade = |args: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("dealpress").unwrap();
        let output = command.arg("grade").args(args).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let told = |trials: u64| {
        let fair = fairness(&named("double-solitaire#11", false), dealpress::seats::fairness::GAMES, trials);
        let share = fair.shares[0];
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let (won, low, high) = (percent(share.share), percent(share.low), percent(share.high));
        let seat = format!(
            "double-solitaire#11 A: won {won} % of 160 trial games, 95 % interval {low} to {high} %\n"
        );
        (seat, if fair.is_balanced() { "#11: balanced\n" } else { "#11: not balanced\n" })
    };
    for (trials, args) in
        [(1, &["double-solitaire#11"][..]), (977, &["double-solitaire#11", "--trials", "977"])]
    {
        let (code, out) = grade(args);
        let (seat, verdict) = told(trials);
        assert!(code == 0 && out.starts_with(&seat) && out.ends_with(verdict), "{out}");
    }
    let (_, json) = grade(&["double-solitaire#11", "-f", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["games"], json["seats"].as_array().unwrap().len()), (&160.into(), 2));
    assert_eq!(grade(&["klondike#1", "--trials", "2"]).0, 2);
}

/// What is printed does not depend on how many threads searched for it.
fn made_by(threads: usize, order: &Order) -> kit::Kit {
    let english = Language::load(catalogue().assets(), "en").unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| kit::make(order, &catalogue(), &english, &|_, _| {}, None).unwrap())
}

#[test]
fn a_kit_for_seven_with_duels_is_the_same_on_any_number_of_threads() {
    let order = Order { duels: 3, ..Order::new("double-solitaire", 7, 1) };
    let kit = made_by(1, &order);
    assert!(kit.pdf == made_by(4, &order).pdf, "byte by byte");
    // Title, rules, table, a sheet for each of seven, score, three duels, solutions, solutions of the duels.
    assert_eq!(kit.pages.len(), 3 + 7 + 1 + 3 + 2);
    for (number, (puzzle, page)) in kit.duels.iter().zip(&kit.pages[11..]).enumerate() {
        let drawn = format!("{:?}", page.items);
        assert!(drawn.contains(&puzzle.source), "page of duel {}", number + 1);
        assert!(!drawn.contains("There is no other way"), "the answer stands on a page of its own");
    }
    assert!(format!("{:?}", kit.pages[15].items).contains("Duel 3"));
    let (first, last) = (&kit.pages[3], &kit.pages[9]);
    assert!(
        format!("{:?}", first.items).contains("Seat A") && format!("{:?}", last.items).contains("Seat G")
    );
    for page in &kit.pages {
        for item in &page.items {
            let [left, top, right, bottom] = item.bounds().unwrap();
            assert!(left > 20.0 && top > 20.0 && right < page.width - 20.0 && bottom < page.height - 20.0);
        }
    }
}

#[test]
fn a_balanced_kit_has_different_deals_of_equal_level() {
    let order = Order { deals: kit::Deals::Balanced, ..Order::new("double-solitaire", 2, 1) };
    let kit = made_by(1, &order);
    assert!(kit.pdf == made_by(4, &order).pdf, "byte by byte");
    let round = &kit.rounds[0];
    assert_eq!(round.solutions.len(), 2, "each deal is won on its own");
    assert_ne!(round.solutions[0].start(), round.solutions[1].start());
    let fair = round.fairness.as_ref().unwrap();
    assert!(fair.is_balanced() && fair.shares.iter().all(|share| share.holds(0.5)));
}

#[test]
fn a_race_has_a_kit_but_no_duels() {
    let english = Language::load(catalogue().assets(), "en").unwrap();
    let order = Order { duels: 1, ..Order::new("double-solitaire-race", 2, 1) };
    let error = kit::make(&order, &catalogue(), &english, &|_, _| {}, None).unwrap_err().to_string();
    assert!(error.contains("no puzzles of one turn"), "{error}");
    let order = Order::new("double-solitaire-race", 2, 1);
    assert_eq!(kit::make(&order, &catalogue(), &english, &|_, _| {}, None).unwrap().rounds.len(), 1);
}

#[test]
fn the_rules_of_a_table_are_told_in_every_language() {
    let rules = |game: &str, settings: &[&str]| {
        let changes = dealpress::variant::RuleChanges::from_settings(settings).unwrap();
        Arc::new(TableRules::of(&catalogue(), game, &changes).unwrap())
    };
    let text = |language: &str, rules: &TableRules| {
        let language = Language::load(catalogue().assets(), language).unwrap();
        language.table_rules(rules, dealpress::words::RulesFormat::Text).unwrap()
    };
    for game in ["double-solitaire", "double-solitaire-race"] {
        for language in ["en", "it", "fr", "sv"] {
            let plain = text(language, &rules(game, &[]));
            insta::assert_snapshot!(format!("rules_{game}_{language}"), plain);
            // Every field that decides something is told.
            let changed: &[&[&str]] = match game {
                "double-solitaire" => &[
                    &["spread=7"],
                    &["starter=higher"],
                    &["ace=high"],
                    &["tie=first-seat"],
                    &["finish=play-on"],
                    &["passes=1"],
                    &["draw=3"],
                ],
                _ => &[&["touch=both-back"], &["draw=1"], &["passes=2"], &["finish=first-out"]],
            };
            for settings in changed {
                assert_ne!(text(language, &rules(game, settings)), plain, "{game} {language} {settings:?}");
            }
        }
    }
    assert_eq!(Pack::french(1).len(), rules("double-solitaire", &[]).cards());
}
