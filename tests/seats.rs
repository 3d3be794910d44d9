//! Double Solitaire: the referee of games by turns and of recorded races, rule by rule.

use dealpress::assets::Assets;
use dealpress::catalogue::Catalogue;
use dealpress::deal::DealId;
use dealpress::seats::{
    BadAct, End, Event, Outlook, Race, Record, Seat, StageItem, Table, TableDeal, TableRules, Touched,
    TurnGame, outlook,
};
use dealpress::variant::RuleChanges;

fn catalogue() -> Catalogue {
    Catalogue::new(Assets::embedded())
}

fn named(id: &str, settings: &[&str], matched: bool) -> Table {
    let changes = RuleChanges::from_settings(settings).unwrap();
    let deal = TableDeal::named(&catalogue(), &id.parse().unwrap(), &changes, matched).unwrap();
    Table::start(&catalogue(), &deal).unwrap()
}

/// A table from a deal file's text.
fn table(text: &str) -> Result<Table, String> {
    let deal = TableDeal::read(&catalogue(), "deal.yaml", text).map_err(|error| error.to_string())?;
    Table::start(&catalogue(), &deal).map_err(|error| error.to_string())
}

/// All cards of a suit from a rank index on, as a face-down part for filling packs up.
fn promoted(suits: &str, up_to: usize) -> String {
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
    suits.chars().map(|suit| format!("{}{suit}", ranks[up_to])).collect::<Vec<_>>().join(" ")
}

fn play(game: &mut TurnGame, seat: usize, tokens: &str) -> Result<(), String> {
    for token in tokens.split_whitespace() {
        game.play_text(Seat::new(seat), token).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Two seats near the end: A has four kings to go and B the queens and kings of clubs and diamonds.
const END: &str = "game: GAME\nRULES\nseats:\n  A:\n    tableau: [KC, KD, KH, KS, '', '', '']\n  B:\n    \
    tableau: [QC, QD, KC, KD, '', '', '']\n    stock: KS\n    waste: KH\n\
    foundations: QC QD QH QS JC JD QH QS\nturn: A\n";

fn end(game: &str, rules: &str) -> String {
    END.replace("GAME", game).replace("RULES", rules)
}

#[test]
fn a_seed_deals_a_pack_to_each_seat_for_ever() {
    let table = named("double-solitaire@7#7", &[], false);
    let tops: Vec<String> = table
        .seats()
        .iter()
        .map(|seat| {
            let tops = seat.columns().iter().filter_map(|pile| pile.top());
            tops.map(|card| seat.rules().pack.text(card)).collect::<Vec<_>>().join(" ")
        })
        .collect();
    insta::assert_snapshot!("seats_of_seed_7", tops.join("\n"));
    let alone = catalogue().deal(&"klondike#7".parse().unwrap()).unwrap();
    let two =
        TableDeal::named(&catalogue(), &"double-solitaire#7".parse().unwrap(), &Default::default(), false);
    let two = two.unwrap();
    assert_eq!(two.seats[0].columns, alone.columns, "seat A has the deal of the game for one");
    let seven = "double-solitaire@7#7".parse().unwrap();
    let seven = TableDeal::named(&catalogue(), &seven, &Default::default(), false).unwrap();
    assert_eq!(two.seats, seven.seats[..2], "a seat's deal does not depend on how many play");
    assert_ne!(two.seats[0].columns, two.seats[1].columns);
}

#[test]
fn matched_deals_are_the_same_and_a_lot_says_who_starts() {
    let mut starters = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let id = DealId { game: "double-solitaire".into(), size: Some(3), seed };
        let deal = TableDeal::named(&catalogue(), &id, &Default::default(), true).unwrap();
        assert!(deal.seats.iter().all(|seat| seat.columns == deal.seats[0].columns));
        let table = Table::start(&catalogue(), &deal).unwrap();
        assert_eq!(table.starter(), table.starter());
        starters.insert(table.starter());
    }
    assert_eq!(starters.len(), 3, "the lot falls on every seat");
    assert_eq!(named("double-solitaire@3#5", &["tie=first-seat"], true).starter(), Seat::new(0));
}

#[test]
fn a_deal_file_for_seats_reads_back_as_written() {
    for id in ["double-solitaire#7", "double-solitaire@5#3", "double-solitaire-race@2#9"] {
        let deal = TableDeal::named(&catalogue(), &id.parse().unwrap(), &Default::default(), false).unwrap();
        let yaml = serde_yaml::to_string(&deal.text(&dealpress::card::Pack::french(1))).unwrap();
        let again = TableDeal::read(&catalogue(), "x", &yaml).unwrap();
        assert_eq!(again, deal);
    }
    let table = table(&end("double-solitaire", "")).unwrap();
    let text = serde_yaml::to_string(&table.deal(None).text(&dealpress::card::Pack::french(1))).unwrap();
    let again = self::table(&text).unwrap();
    assert_eq!((again.seats(), again.foundations()), (table.seats(), table.foundations()));
}

#[test]
fn the_lower_card_starts_and_ties_go_on_to_the_next_column() {
    let start = |a: &str, b: &str, rules: &str| {
        // The first two columns differ, the rest is the same for both.
        let rest = "'', '', '', '', ''";
        let others = |own: &str| -> String {
            let all = dealpress::card::Pack::french(1).cards();
            let pack = dealpress::card::Pack::french(1);
            let texts = all.iter().map(|&card| pack.text(card));
            texts.filter(|card| !own.split(", ").any(|other| other == card)).collect::<Vec<_>>().join(" ")
        };
        let text = format!(
            "game: double-solitaire\n{rules}seats:\n  A: {{tableau: [{a}, {rest}], stock: {}}}\n  \
            B: {{tableau: [{b}, {rest}], stock: {}}}\n",
            others(a),
            others(b)
        );
        table(&text).unwrap().starter().to_string()
    };
    assert_eq!(start("5H, 2C", "6H, 2D", ""), "A");
    assert_eq!(start("5H, 9C", "5C, 3D", ""), "B", "equal fives, the next column decides");
    assert_eq!(start("AH, 9C", "KC, 3D", ""), "A", "an ace is low");
    assert_eq!(start("AH, 9C", "KC, 3D", "rules: {ace: high}\n"), "B");
    assert_eq!(start("5H, 2C", "6H, 2D", "rules: {starter: higher}\n"), "B");
}

#[test]
fn a_turn_is_any_number_of_moves_and_ends_with_a_turned_card() {
    let mut game = TurnGame::new(table(&end("double-solitaire", "")).unwrap());
    assert_eq!(play(&mut game, 1, "QC@1>f").unwrap_err(), "it is A's turn, not B's");
    play(&mut game, 0, "KC@1>f KD@2>f").unwrap();
    assert_eq!(game.turn(), Seat::new(0), "moves do not end a turn");
    // A has no stock and no waste, so it ends the turn by saying so.
    play(&mut game, 0, "-").unwrap();
    play(&mut game, 1, "QC@1>f").unwrap();
    let refused = play(&mut game, 1, "-").unwrap_err();
    assert_eq!(refused, "B cannot end the turn so: a turn ends by turning a stock card to the waste");
    play(&mut game, 1, "t:KS").unwrap();
    assert_eq!(game.turn(), Seat::new(0));
}

#[test]
fn an_empty_stock_is_renewed_from_the_waste_within_the_turn() {
    let mut game = TurnGame::new(table(&end("double-solitaire", "").replace("turn: A", "turn: B")).unwrap());
    play(&mut game, 1, "t").unwrap();
    play(&mut game, 0, "-").unwrap();
    let refused = play(&mut game, 1, "-").unwrap_err();
    assert!(refused.ends_with("after the waste is turned over (r)"), "{refused}");
    play(&mut game, 1, "r").unwrap();
    assert_eq!(game.turn(), Seat::new(1), "renewing does not end the turn, its first card does");
    play(&mut game, 1, "t:KH").unwrap();
    assert_eq!(game.turn(), Seat::new(0));
    // With one pass the turn is over without it.
    let text = end("double-solitaire", "rules: {passes: 1}").replace("turn: A", "turn: B");
    let mut game = TurnGame::new(table(&text).unwrap());
    play(&mut game, 1, "t").unwrap();
    play(&mut game, 0, "-").unwrap();
    play(&mut game, 1, "-").unwrap();
}

#[test]
fn foundations_are_everybodys_and_cards_on_them_stay() {
    let mut game = TurnGame::new(table(&end("double-solitaire", "")).unwrap());
    play(&mut game, 0, "KH@3>f7").unwrap();
    assert_eq!(game.table().foundations()[6], 13, "the third of the second player's, as was said");
    assert_eq!(game.table().promoted(Seat::new(0)), 49);
    assert_eq!(game.table().promoted(Seat::new(1)), 46);
    let refused = play(&mut game, 0, "KH@f>5").unwrap_err();
    assert!(refused.contains("no card comes back"), "{refused}");
    let error = TableRules::of(
        &catalogue(),
        "double-solitaire",
        &RuleChanges::from_settings(&["return=true"]).unwrap(),
    );
    assert!(error.unwrap_err().to_string().contains("the packs would be mixed"));
}

#[test]
fn nobody_touches_anothers_piles() {
    let mut game = TurnGame::new(table(&end("double-solitaire", "")).unwrap());
    for token in ["QC@B1>f", "KC@1>B5", "KH@Bw>f"] {
        let refused = game.play_text(Seat::new(0), token).unwrap_err();
        assert!(matches!(refused, BadAct::Anothers { .. }), "{token}: {refused}");
        assert!(refused.to_string().starts_with("A may not touch B's piles"));
    }
    play(&mut game, 0, "KC@A1>A5").unwrap();
}

#[test]
fn who_is_out_first_has_won_or_the_others_play_on() {
    let mut game = TurnGame::new(table(&end("double-solitaire", "")).unwrap());
    play(&mut game, 0, "KC@1>f KD@2>f KH@3>f KS@4>f").unwrap();
    assert_eq!(game.end(), Some(End::Out));
    let places: Vec<usize> = game.standing().iter().map(|score| score.place).collect();
    assert_eq!(places, [1, 2]);
    assert!(play(&mut game, 1, "QC@1>f").is_err(), "it is over");
    // With three, one being out, the other two play on if the rules say so.
    let text = end("double-solitaire", "rules: {finish: play-on}").replace(
        "foundations: QC QD QH QS JC JD QH QS",
        &format!(
            "  C:\n    tableau: [KC, KD, KH, KS, '', '', '']\nfoundations: QC QD QH QS JC JD QH QS {}",
            promoted("CDHS", 11)
        ),
    );
    let mut game = TurnGame::new(table(&text).unwrap());
    play(&mut game, 0, "KC@1>f KD@2>f KH@3>f KS@4>f").unwrap();
    assert_eq!((game.end(), game.turn()), (None, Seat::new(1)), "A is out, B plays on");
    play(&mut game, 1, "t").unwrap();
    play(&mut game, 2, "KC@1>f KD@2>f KH@3>f KS@4>f").unwrap();
    assert_eq!(game.end(), Some(End::Out), "only B is left");
    let places: Vec<usize> = game.standing().iter().map(|score| score.place).collect();
    assert_eq!(places, [1, 3, 2]);
}

/// Both stuck: the fours of spades lie under what cannot move.
const STUCK: &str = "game: double-solitaire\nRULES\nseats:\n  A:\n    tableau: [6S 5S | 9S, 8S 7S | KS, '', '', '', '', '']\n    \
    stock: TS\n    waste: JS QS\n  B:\n    tableau: [6S 5S | 9S, 8S 7S | KS, JS QS | TS, '', '', '', '']\n\
    foundations: KC KD KH 4S KC KD KH 4S\nturn: A\n";

#[test]
fn a_game_ends_when_all_are_stuck_and_most_cards_win() {
    let text = STUCK.replace("RULES", "");
    let start = table(&text).unwrap();
    // Spades lie on spades only, so nothing fits anywhere and only the king could move: to no use.
    assert_eq!(outlook(start.seat(Seat::new(0)), false), Outlook::Open, "a king uncovers a card");
    let blocked = text
        .replace(
            "[6S 5S | 9S, 8S 7S | KS, '', '', '', '', '']",
            "[6S 5S | 9S, KS 8S | 7S, '', '', '', '', '']",
        )
        .replace(
            "[6S 5S | 9S, 8S 7S | KS, JS QS | TS, '', '', '', '']",
            "[6S 5S | 9S, KS 8S 7S | JS, QS | TS, '', '', '', '']",
        );
    let start = table(&blocked).unwrap();
    assert!(start.is_stuck());
    let mut game = TurnGame::new(start);
    play(&mut game, 0, "t:TS").unwrap();
    play(&mut game, 1, "-").unwrap();
    assert_eq!(game.end(), Some(End::Stuck));
    let score = game.standing();
    assert_eq!((score[0].promoted, score[1].promoted), (43, 43));
    assert_eq!((score[0].in_hand, score[0].in_layout), (3, 6));
    assert_eq!((score[0].place, score[1].place), (1, 1), "equal numbers share a place");
}

#[test]
fn two_who_are_stuck_may_spread_their_hands_if_the_rules_allow_it() {
    let blocked = "game: double-solitaire\nRULES\nseats:\n  A:\n    tableau: [7S 6S | 9S, KS 8S | TS, '', '', '', '', '']\n    \
        stock: 5S JS\n    waste: QS\n  B:\n    tableau: [6S 5S | 9S, KS 8S 7S | JS, QS | TS, '', '', '', '']\n\
        foundations: KC KD KH 4S KC KD KH 4S\nturn: A\n";
    // Three cards a turn: the five of spades lies between others and never comes on top.
    let draw_three = blocked.replace("RULES", "rules: {draw: 3, spread: 7}");
    let mut game = TurnGame::new(
        table(&draw_three.replace("stock: 5S JS", "stock: QS 5S JS").replace("    waste: QS\n", "")).unwrap(),
    );
    assert!(game.is_stuck());
    play(&mut game, 0, "s").unwrap();
    assert!(game.table().is_spread());
    assert_eq!(game.table().in_hand(Seat::new(0)), 3);
    play(&mut game, 0, "5S@w>f").unwrap();
    assert!(
        play(&mut game, 0, "t").is_err() && play(&mut game, 0, "r").is_err(),
        "there is no stock any more"
    );
    play(&mut game, 0, "-").unwrap();
    let refused = |rules: &str, change: (&str, &str)| {
        let text = blocked.replace("RULES", rules).replace(change.0, change.1);
        play(&mut TurnGame::new(table(&text).unwrap()), 0, "s").unwrap_err()
    };
    assert!(refused("", ("", "")).contains("without that option"));
    assert!(refused("rules: {spread: 7}", ("", "")).contains("not both players are stuck"));
    assert!(refused("rules: {spread: 2}", ("", "")).contains("A has 3 cards in hand, not fewer than 2"));
}

fn race_end() -> Table {
    table(&end("double-solitaire-race", "").replace("turn: A\n", "")).unwrap()
}

fn events(text: &str) -> Vec<Event> {
    text.lines()
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            Event { time: words[0].parse().unwrap(), seat: words[1].parse().unwrap(), token: words[2].into() }
        })
        .collect()
}

#[test]
fn in_a_race_the_first_card_to_touch_a_foundation_stays() {
    // B brings up its queen of clubs; then both kings of clubs want the place at once, and a moment apart.
    let mut race = Race::new(race_end());
    let touched = race.replay(&events("100 A KC@1>f1\n150 B QC@1>f5\n200 B KC@3>f1\n230 B KC@3>f5")).unwrap();
    assert!(matches!(touched[2], Touched::Late { first: Some(first), .. } if first == Seat::new(0)));
    assert!(matches!(touched[3], Touched::Played(_)));
    let mut race = Race::new(race_end());
    let at_once = race.replay(&events("100 B QC@1>f5\n200 A KC@1>f1\n200 B KC@3>f1")).unwrap_err();
    assert_eq!(
        at_once.to_string(),
        "0.200: the cards of A and B are on foundation 1 at once; the record must say which touched it first, \
         by different times"
    );
    // Two places that take the card are no conflict.
    let mut race = Race::new(race_end());
    race.replay(&events("100 B QC@1>f\n200 A KC@1>f\n200 B KC@3>f")).unwrap();
    // Where both go back nobody has to be first.
    let text = end("double-solitaire-race", "rules: {touch: both-back}").replace("turn: A\n", "");
    let mut race = Race::new(table(&text).unwrap());
    let touched = race.replay(&events("100 B QC@1>f5\n200 A KC@1>f1\n200 B KC@3>f1")).unwrap();
    assert!(touched[1..].iter().all(|touched| matches!(touched, Touched::Late { first: None, .. })));
}

#[test]
fn a_race_has_one_hand_a_player_and_a_clock_that_runs_on() {
    let bad = |text: &str| Race::new(race_end()).replay(&events(text)).unwrap_err().to_string();
    assert!(bad("100 A KC@1>f\n100 A KD@2>f").contains("one hand only"));
    assert!(bad("100 A KC@1>f\n90 B QC@1>f").contains("before 0.100"));
    assert!(bad("100 A QC@B1>f").contains("may not touch B's piles"));
    assert!(bad("100 C KC@1>f").contains("there is no seat C"));
    assert!(bad("100 A KC@2>f").contains("KD lies there"));
    assert!(bad("100 B KC@3>f5").contains("cannot be promoted"), "nobody was there: it does not fit");
}

#[test]
fn a_race_is_ranked_by_who_is_out_and_then_by_cards_left() {
    let mut race = Race::new(race_end());
    race.replay(&events("1 A KC@1>f\n2 A KD@2>f\n3 B QC@1>f\n4 A KH@3>f\n5 A KS@4>f")).unwrap();
    assert!(race.is_over());
    let score = race.standing();
    assert_eq!((score[0].place, score[0].is_out), (1, true));
    assert_eq!((score[1].place, score[1].in_hand, score[1].in_layout), (2, 2, 3));
    let start = named("double-solitaire-race@4#1", &[], false);
    assert_eq!(start.seats()[0].rules().draw, 3, "three cards a turn");
}

#[test]
fn a_turn_of_three_cards_ends_with_all_three() {
    let text = end("double-solitaire", "rules: {draw: 3}").replace("turn: A", "turn: B");
    let text = text.replace("    stock: KS\n    waste: KH\n", "    stock: KH KS\n");
    let mut game = TurnGame::new(table(&text).unwrap());
    play(&mut game, 1, "t:KS").unwrap();
    assert_eq!(game.table().seat(Seat::new(1)).waste().len(), 2, "fewer are left, so fewer are turned");
    assert_eq!(game.turn(), Seat::new(0));
}

/// Two who cannot get on without spreading: their low spades lie where three cards a turn never bring them.
const HANDS: &str = "game: GAME\nrules: {draw: 3, spread: 7}\nseats:\n  A:\n    tableau: [7S 6S | 9S, KS 8S | TS, '', '', '', '', '']\n    \
    stock: QS 5S JS\n  B:\n    tableau: [7S 6S | 9S, KS 8S | TS, '', '', '', '', '']\n    stock: QS 5S JS\n\
    foundations: KC KD KH 4S KC KD KH 4S\n";

#[test]
fn spread_hands_are_played_card_by_card_and_spread_once_by_two() {
    let mut game = TurnGame::new(table(&HANDS.replace("GAME", "double-solitaire")).unwrap());
    let first = game.turn().index();
    assert!(game.is_stuck());
    play(&mut game, first, "s").unwrap();
    assert!(play(&mut game, first, "s").unwrap_err().contains("they are spread already"));
    // Any card of the own hand, from between the others; the other's hand is not the player's.
    play(&mut game, first, "5S@w>f -").unwrap();
    let refused = play(&mut game, 1 - first, "6S@w>f").unwrap_err();
    assert!(refused.contains("6S is not in"), "{refused}");
    play(&mut game, 1 - first, "5S@w>f -").unwrap();
    // Then nothing is left to do, and the game ends with equal numbers.
    play(&mut game, first, "-").unwrap();
    assert_eq!(game.end(), Some(End::Stuck));
    assert!(game.standing().iter().all(|score| score.place == 1 && score.in_hand == 2));
    // Three may not spread, whatever they hold.
    let third = HANDS.replace("GAME", "double-solitaire").replace(
        "foundations: ",
        "  C:\n    tableau: [7S 6S | 9S, KS 8S | TS, '', '', '', '', '']\n    stock: QS 5S JS\nfoundations: KC KD KH 4S ",
    );
    let mut game = TurnGame::new(table(&third).unwrap());
    let first = game.turn().index();
    assert!(play(&mut game, first, "s").unwrap_err().contains("it is for two players"));
}

#[test]
fn racers_who_are_stuck_may_spread_too_if_the_rules_allow_it() {
    let text = HANDS.replace("GAME", "double-solitaire-race");
    let mut race = Race::new(table(&text).unwrap());
    assert!(race.is_over(), "both are stuck");
    let touched = race.replay(&events("100 A s\n200 B 5S@w>f\n300 A 5S@w>f")).unwrap();
    assert!(matches!(touched[0], Touched::Spread));
    assert_eq!(race.table().foundations(), [13, 13, 13, 5, 13, 13, 13, 5]);
    let refused = |change: (&str, &str)| {
        let mut race = Race::new(table(&text.replace(change.0, change.1)).unwrap());
        race.replay(&events("100 A s")).unwrap_err().to_string()
    };
    assert!(refused(("draw: 3, spread: 7", "draw: 3")).contains("without that option"));
    assert!(refused(("draw: 3, spread: 7", "draw: 1, spread: 7")).contains("not both players are stuck"));
    assert!(refused(("spread: 7", "spread: 3")).contains("too many cards in hand"));
}

#[test]
fn in_a_race_three_cards_are_turned_and_the_waste_is_turned_over_without_limit() {
    let mut race = Race::new(named("double-solitaire-race#3", &[], false));
    let a = Seat::new(0);
    for pass in 0..4 {
        for turn in 0..8 {
            race.replay(&events(&format!("{} A t", 100 * pass + turn))).unwrap();
            assert_eq!(race.table().seat(a).waste().len(), 3 * (turn + 1));
        }
        race.replay(&events(&format!("{} A r", 100 * pass + 50))).unwrap();
        assert_eq!(race.table().seat(a).stock().len(), 24);
    }
    let passed = race.replay(&events("900 A -")).unwrap_err().to_string();
    assert!(passed.contains("nobody passes in a race"), "{passed}");
    let mut once = Race::new(named("double-solitaire-race#3", &["passes=1", "draw=1"], false));
    let turns: Vec<String> = (0..24).map(|turn| format!("{turn} A t")).collect();
    once.replay(&events(&turns.join("\n"))).unwrap();
    assert!(once.replay(&events("90 A r")).is_err(), "the rules allow one pass");
}

#[test]
fn racers_play_on_for_the_places_and_the_rest_are_ranked_by_cards_left() {
    let three = |rules: &str| {
        let text = end("double-solitaire-race", rules).replace("turn: A\n", "").replace(
            "foundations: QC QD QH QS JC JD QH QS",
            &format!(
                "  C:\n    tableau: [KC, KD, KH, KS, '', '', '']\nfoundations: QC QD QH QS JC JD QH QS {}",
                promoted("CDHS", 11)
            ),
        );
        Race::new(table(&text).unwrap())
    };
    let places = |race: &Race| race.standing().iter().map(|score| score.place).collect::<Vec<_>>();
    let out = "1 A KC@1>f\n2 A KD@2>f\n3 A KH@3>f\n4 A KS@4>f";
    let mut race = three("");
    race.replay(&events(out)).unwrap();
    assert!(!race.is_over(), "A has won, the others play on");
    assert_eq!(places(&race), [1, 3, 2], "until then C has fewer cards left than B");
    race.replay(&events("5 B QC@1>f\n6 B QD@2>f\n7 B KC@3>f\n8 B KD@4>f\n9 B KH@w>f\n10 B t\n11 B KS@w>f"))
        .unwrap();
    assert!(race.is_over(), "only C is left");
    assert_eq!(places(&race), [1, 2, 3]);
    let after = race.replay(&events("12 C KC@1>f")).unwrap_err().to_string();
    assert!(after.contains("the game is over"), "{after}");
    let mut race = three("rules: {finish: first-out}");
    race.replay(&events(out)).unwrap();
    assert!(race.is_over(), "the first who is out ends it");
    // All stuck and nobody out: fewest cards in stock, waste and columns.
    let stuck = HANDS
        .replace("GAME", "double-solitaire-race")
        .replace("B:\n    tableau: [7S", "B:\n    tableau: [JH 7S");
    let stuck =
        stuck.replace("KC KD KH 4S KC KD KH 4S", "KC KD KH 4S KC KD TH 4S").replace("[JH 7S", "[QH KH JH 7S");
    let race = Race::new(table(&stuck).unwrap());
    assert!(race.is_over());
    assert_eq!(places(&race), [1, 2]);
}

/// The command on a file in a folder: one line of error, exit code 2, nothing written.
fn refuses(folder: &std::path::Path, args: &[&str], parts: &[&str]) {
    let mut command = assert_cmd::Command::cargo_bin("dealpress").unwrap();
    let output = command.current_dir(folder).args(args).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}: {error}");
    assert_eq!(error.trim_end().lines().count(), 1, "{args:?}: {error}");
    for part in parts {
        assert!(error.contains(part), "{args:?}: no `{part}` in: {error}");
    }
}

#[test]
fn what_is_typed_wrong_at_a_table_is_one_error_with_its_reason() {
    let folder = tempfile::TempDir::new().unwrap();
    let folder = folder.path();
    for command in ["deal", "solve", "draw"] {
        let many = "8 players cannot play double-solitaire: it is for 2 to 7";
        refuses(folder, &[command, "double-solitaire@8#1"], &[many]);
        refuses(folder, &[command, "double-solitaire@1#1"], &["1 player cannot play double-solitaire"]);
    }
    refuses(folder, &["rules", "double-solitaire@8"], &["8 players cannot play"]);
    refuses(folder, &["deal", "double-solitaire#1", "--players", "8"], &["8 players cannot play"]);
    refuses(
        folder,
        &["kit", "double-solitaire", "--players", "8", "-o", "k.pdf"],
        &["8 players cannot play"],
    );
    refuses(folder, &["kit", "double-solitaire", "--players", "1", "-o", "k.pdf"], &["1 player cannot play"]);
    refuses(folder, &["kit", "double-solitaire", "--duels", "99", "-o", "k.pdf"], &["at most 60 duels"]);
    refuses(folder, &["kit", "klondike", "-o", "k.pdf"], &["kits are for games of several players"]);
    assert!(!folder.join("k.pdf").exists());
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    // Two cards change places between the packs.
    let mixed = end("double-solitaire", "")
        .replace("[KC, KD, KH,", "[QC, KD, KH,")
        .replace("[QC, QD, KC,", "[KC, QD, KC,");
    write("mixed.yaml", &mixed);
    for command in ["solve", "draw"] {
        let mixed = "mixed.yaml: the packs are mixed up: B has KC more than once and A has none";
        refuses(folder, &[command, "mixed.yaml"], &[mixed]);
    }
    let record = |name: &str, game: &str, body: &str| {
        write(name, &format!("---\n{}---\n\n{body}", end(game, "")));
    };
    record("anothers.md", "double-solitaire", "A: QC@B1>f\n");
    refuses(folder, &["check", "anothers.md"], &["anothers.md:15: A: `QC@B1>f`", "may not touch B's piles"]);
    record("turn.md", "double-solitaire", "B: t\n");
    refuses(folder, &["check", "turn.md"], &["turn.md:15: B: `t`: it is A's turn, not B's"]);
    record("race.md", "double-solitaire-race", "0.5 B QC@1>f5\n1.25 A KC@1>f1\n1.25 B KC@3>f1\n");
    for command in ["check", "page", "draw"] {
        refuses(
            folder,
            &[command, "race.md"],
            &["race.md:17", "on foundation 1 at once", "which touched it first"],
        );
    }
}

#[test]
fn bad_tables_are_refused_with_the_reason() {
    let of = |id: &str| {
        let deal = TableDeal::named(&catalogue(), &id.parse().unwrap(), &Default::default(), false);
        deal.unwrap_err().to_string()
    };
    assert_eq!(of("double-solitaire@8#1"), "8 players cannot play double-solitaire: it is for 2 to 7");
    assert_eq!(of("double-solitaire@1#1"), "1 player cannot play double-solitaire: it is for 2 to 7");
    assert_eq!(of("klondike#1"), "klondike: seats: this is a game for one player");
    let deal =
        TableDeal::named(&catalogue(), &"double-solitaire#7".parse().unwrap(), &Default::default(), false);
    let mut deal = deal.unwrap();
    let (a, b) = (deal.seats[0].stock[0], deal.seats[1].stock[0]);
    assert_ne!(a, b);
    deal.seats[0].stock[0] = b;
    deal.seats[1].stock[0] = a;
    let mixed = Table::start(&catalogue(), &deal).unwrap_err().to_string();
    assert!(mixed.contains("the packs are mixed up: A has ") && mixed.contains(" and B has none"), "{mixed}");
    let gap = table("game: double-solitaire\nseats:\n  A: {tableau: []}\n  C: {tableau: []}\n").unwrap_err();
    assert!(gap.contains("seat C where seat B should be"), "{gap}");
    let other = deal_text_with_other_id();
    assert!(table(&other).unwrap_err().contains("is another deal"));
    let solo = catalogue().deal(&"double-solitaire#7".parse().unwrap()).unwrap_err().to_string();
    assert!(solo.contains("for 2 to 7 players"), "{solo}");
}

fn deal_text_with_other_id() -> String {
    let deal =
        TableDeal::named(&catalogue(), &"double-solitaire#7".parse().unwrap(), &Default::default(), false);
    let mut text = deal.unwrap().text(&dealpress::card::Pack::french(1));
    text.id = Some("double-solitaire#8".into());
    text.seed = None;
    serde_yaml::to_string(&text).unwrap()
}

#[test]
fn a_record_is_replayed_and_its_slips_are_found_with_their_line() {
    let record = |game: &str, body: &str| {
        Record::read(
            &catalogue(),
            "game.md",
            &format!("---\n{}---\nThe end of a game.\n\n{body}", end(game, "")),
        )
    };
    let won = record(
        "double-solitaire",
        "## Stage 1\n\nA: KC@1>f KD@2>f -\nB: t\n\n## Stage 2: the last turn\n\nA: KH@3>f KS@4>f\n\nWell played.\n",
    );
    let won = won.unwrap();
    assert_eq!((won.ended, won.acts, won.stages.len()), (Some(End::Out), 6, 2));
    assert_eq!((won.intro.len(), won.stages[1].name.as_deref()), (1, Some("the last turn")));
    let bad = |game: &str, body: &str| record(game, body).unwrap_err().to_string();
    assert_eq!(bad("double-solitaire", "B: t\n"), "game.md:16: B: `t`: it is A's turn, not B's");
    assert!(bad("double-solitaire", "A: QC@B1>f\n").contains("may not touch B's piles"));
    assert!(bad("double-solitaire", "A: KC@1>f KC@1>f\n").contains("game.md:16: A: `KC@1>f`"));
    assert!(bad("double-solitaire-race", "1 B QC@1>f1\n").contains("cannot be promoted"));
    let at_once = bad("double-solitaire-race", "0.5 B QC@1>f5\n1.25 A KC@1>f1\n1.25 B KC@3>f1\n");
    assert!(at_once.contains("on foundation 1 at once"), "{at_once}");
    assert!(bad("double-solitaire", "A:\n").contains("does nothing"));
    // A block is shown as it is; what only looks like one hides no turn.
    let shown = record("double-solitaire", "A: -\n\n  ~~~\n  ```\n\n  A: QC@1>f\n  ~~~\n").unwrap();
    let StageItem::Note(block) = &shown.stages[0].items[1] else { panic!("{:?}", shown.stages[0].items) };
    assert_eq!((shown.acts, block.as_str()), (1, "~~~\n```\n\nA: QC@1>f\n~~~"));
    for block in ["~~~\n```\n~~~", "````\n```\n````", "``` inline ```"] {
        let message = bad("double-solitaire", &format!("{block}\n\nA: QC@1>f\n"));
        assert!(message.contains("A: `QC@1>f`"), "{block}: {message}");
    }
    assert!(
        bad("double-solitaire", "A: -\n\n```\nB: t\n")
            .contains("game.md:18: the block that begins here with ```")
    );
}
