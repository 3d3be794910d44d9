//! Diagrams as their readers get them: everything inside, nothing given away, the same bytes always.

use dealpress::assets::Assets;
use dealpress::catalogue::Catalogue;
use dealpress::figure::layout::{Look, Show};
use dealpress::figure::marks::{Landed, Marks};
use dealpress::figure::names::Plain;
use dealpress::figure::stock::{Strip, stock_strip};
use dealpress::figure::tableau::tableau;
use dealpress::figure::theme::Theme;
use dealpress::figure::{Figure, Item, card::Index};
use dealpress::game::{Move, Position};
use dealpress::output::{png, svg};

/// The deal of the sample game of Somerset Klondike.
const SAMPLE: &str = "
game: somerset-klondike
tableau:
  - 1/6
  - 0/4 | 0/1
  - 1/1 3/5 | 5/6
  - 0/6 2/4 4/4 | 2/3
  - 4/6 3/6 3/4 0/2 | 3/3
  - 1/2 4/5 1/3 0/0 6/6 | 0/3
  - 1/4 1/5 2/2 2/6 2/5 0/5 | 5/5
";

/// The longest column there can be: six face down, king to ace on them.
const LONGEST: &str = "
game: klondike
tableau:
  - 2S
  -
  -
  -
  -
  -
  - 2H 3H 4H 5H 6H 7H | KS QD JS TD 9S 8D 7S 6D 5S 4D 3S 2D AS
foundations: KC AH AD
stock: 8H 9H TH JH QH KH 3D 4S 5D 6S 7D 8S 9D TS JD QS KD
";

fn catalogue() -> Catalogue {
    Catalogue::new(Assets::embedded())
}

fn read(text: &str) -> Position {
    let catalogue = catalogue();
    catalogue.start(&catalogue.read_deal("test.yaml", text).unwrap()).unwrap()
}

fn start(id: &str) -> Position {
    let catalogue = catalogue();
    catalogue.start(&catalogue.deal(&id.parse().unwrap()).unwrap()).unwrap()
}

/// Plays moves in the notation of files.
fn played(mut position: Position, moves: &str) -> Position {
    for token in moves.split_whitespace() {
        let act = dealpress::game::parse_move(&position, token).unwrap();
        position.play(act).unwrap();
    }
    position
}

/// A fixed walk through a game: the first legal move that is not the last one's opposite.
fn later(mut position: Position, steps: usize) -> Position {
    for step in 0..steps {
        let moves = position.legal_moves();
        if let Some(&act) = moves.get((step * 7) % moves.len().max(1)) {
            position.play(act).unwrap();
        }
    }
    position
}

/// Every game that there is, small and large, at its beginning and later.
fn positions() -> Vec<(String, Position)> {
    let catalogue = catalogue();
    let mut ids = Vec::new();
    for name in catalogue.names() {
        match catalogue.variant(&name).unwrap().ranks {
            Some(choice) => ids.extend((choice.least..=choice.most).map(|size| format!("{name}@{size}#1"))),
            None => ids.push(format!("{name}#1")),
        }
    }
    let starts = ids.into_iter().map(|id| (id.clone(), start(&id)));
    let both = starts.flat_map(|(id, position)| {
        let later = later(position.clone(), 40);
        [(id.clone(), position), (format!("{id} later"), later)]
    });
    both.chain([("the longest column".to_string(), read(LONGEST))]).collect()
}

fn theme(name: &str) -> Theme {
    Theme::load(&Assets::embedded(), name).unwrap()
}

fn assert_inside(what: &str, figure: &Figure) {
    for item in &figure.items {
        let Some([left, top, right, bottom]) = item.bounds() else { continue };
        // Letters may hang over their line by a hair.
        let (hair, right_end, bottom_end) = (0.1, figure.width + 0.1, figure.height + 0.1);
        let inside = left >= -hair && top >= -hair && right <= right_end && bottom <= bottom_end;
        assert!(
            inside,
            "{what}: {left} {top} {right} {bottom} of {} × {}: {item:?}",
            figure.width, figure.height
        );
    }
}

#[test]
fn everything_lies_inside_the_figure_in_every_game_at_every_size() {
    for (name, position) in positions() {
        for card_width in [18.0, 42.0, 61.0] {
            for (height, show) in
                [(None, Show::Hidden), (None, Show::Thoughtful), (Some(160.0), Show::Thoughtful)]
            {
                for index in [Index::Classic, Index::Big] {
                    let title = "A stage with quite a long title".to_string();
                    let look = Look {
                        card_width,
                        height,
                        show,
                        index,
                        title,
                        note: "and a note".into(),
                        column_numbers: true,
                        ..Look::default()
                    };
                    assert_inside(&format!("{name} {card_width}"), &tableau(&position, &look, &Plain));
                }
            }
        }
        assert_inside(&name, &stock_strip(&position, &Strip::default(), &Plain));
    }
}

/// A column that is emptied and filled again before the next picture.
const REFILLED: &str = "
game: klondike
tableau:
  - QH
  - KS
  - QC
  -
  -
  -
  -
foundations: JC JD JH QS
stock: KC QD KH
waste: KD
";

#[test]
fn no_ring_stands_on_a_card_that_has_gone_before() {
    let position = read(REFILLED);
    // The queen leaves column 1, a king goes there, and a queen to him.
    let tokens = ["QH@1>2", "KD@w>1", "QC@3>1"];
    let mut after = position.clone();
    let mut moves = Vec::new();
    for token in tokens {
        moves.push(dealpress::game::parse_move(&after, token).unwrap());
        after.play(*moves.last().unwrap()).unwrap();
    }
    let look = Look { marks: Marks::Next(moves), column_numbers: true, ..Look::default() };
    let figure = tableau(&position, &look, &Plain);
    let plain = tableau(&position, &Look { marks: Marks::None, ..look.clone() }, &Plain);
    let card = |figure: &Figure| -> [f32; 4] {
        let column = figure.items.iter().find_map(|item| match item {
            Item::Group { title, items } if title.is_empty() => match &items[..] {
                [Item::Group { title, .. }] if title.starts_with("queen of hearts") => item.bounds(),
                _ => None,
            },
            _ => None,
        });
        column.unwrap()
    };
    let [left, top, right, _] = card(&figure);
    assert_eq!(figure.items.len() - plain.items.len(), 3 * 2 + 2 * 3);
    // Discs and rings are the last items: a disc for each move, then a ring for each.
    let badges = &figure.items[figure.items.len() - 6..];
    let place = |at: usize| badges[at].bounds().unwrap();
    let [_, ring_top, ring_right, ring_bottom] = place(4);
    assert!(ring_bottom <= top + 0.01 && ring_right <= right && ring_top > top - 20.0, "{:?}", place(4));
    // The second queen goes to what lies there by then: beside the first ring, not on the card.
    let [second_left, _, _, second_bottom] = place(5);
    assert!(second_bottom <= top + 0.01 && second_left >= left - 12.0, "{:?}", place(5));
    // The first queen's ring is on the king that she goes to.
    assert!(place(3)[3] > top, "{:?}", place(3));
}

/// Seven cards that go to one foundation, in another order than their columns.
#[test]
fn rings_at_one_place_stand_in_the_order_of_the_moves() {
    let text = "
game: klondike
tableau:
  - \"| 4S\"
  - \"| 6S\"
  - \"| 2S\"
  - \"| 5S\"
  - \"| AS\"
  - \"| 7S\"
  - \"| 3S\"
stock: AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD \
    QD KD AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH 8S 9S 10S JS QS KS
";
    let position = read(text);
    let mut after = position.clone();
    let moves: Vec<Move> = (0..7)
        .map(|_| {
            let act =
                after.legal_moves().into_iter().find(|act| matches!(act, Move::Promote { .. })).unwrap();
            after.play(act).unwrap();
            act
        })
        .collect();
    let look = Look { marks: Marks::Next(moves), column_numbers: true, ..Look::default() };
    let figure = tableau(&position, &look, &Plain);
    let rings: Vec<[f32; 4]> =
        figure.items[figure.items.len() - 7..].iter().map(|item| item.bounds().unwrap()).collect();
    // Five are as many as have room side by side: the first row, over the others.
    let (first, second) = rings.split_at(5);
    for row in [first, second] {
        assert!(row.is_sorted_by(|a, b| a[2] < b[2] + 2.0 && a[0] < b[0]), "{rings:?}");
        assert!(row.iter().all(|ring| ring[1] == row[0][1]), "{rings:?}");
    }
    assert!(first[0][3] < second[0][3] && first[4][2] - first[0][0] < 52.0, "{rings:?}");
}

#[test]
fn marks_of_every_legal_move_lie_inside_the_figure() {
    for (name, position) in positions() {
        let moves = position.legal_moves();
        let drawn = |position: &Position, marks: Marks| {
            for card_width in [18.0, 42.0] {
                let look = Look { card_width, marks: marks.clone(), column_numbers: true, ..Look::default() };
                assert_inside(&format!("{name} {marks:?}"), &tableau(position, &look, &Plain));
            }
        };
        drawn(&position, Marks::Next(moves.clone()));
        for act in moves {
            drawn(&position, Marks::Arrow(act));
            let mut after = position.clone();
            after.play(act).unwrap();
            let landed = Landed::since(&position, &after);
            let count =
                |marks: Marks| tableau(&after, &Look { marks, ..Look::default() }, &Plain).items.len();
            let bars = count(Marks::Landed(landed.clone())) - count(Marks::None);
            assert_eq!(bars, usize::from(!matches!(act, Move::Turn | Move::Redeal)), "{name} {act:?}");
            drawn(&after, Marks::Told { landed: landed.clone(), next: after.legal_moves() });
            drawn(&after, Marks::Landed(landed));
        }
    }
}

#[test]
fn the_longest_column_fits_the_page_that_it_is_made_for() {
    for show in [Show::Hidden, Show::Thoughtful] {
        let look = Look { show, column_numbers: true, ..Look::default() };
        let figure = tableau(&read(LONGEST), &look, &Plain);
        assert!(figure.width <= 336.01 && figure.height < 463.0, "{} × {}", figure.width, figure.height);
    }
}

/// The page's height may be short: the figure keeps within what it is given.
#[test]
fn limits_are_kept() {
    for (name, position) in positions() {
        let look = Look { width: Some(200.0), height: Some(200.0), column_numbers: true, ..Look::default() };
        let figure = tableau(&position, &look, &Plain);
        assert!(
            figure.width <= 200.01 && figure.height <= 200.01,
            "{name}: {} {}",
            figure.width,
            figure.height
        );
    }
}

#[test]
fn the_hidden_view_gives_nothing_away() {
    // The same table, but for two face-down cards that changed places.
    let other = SAMPLE.replace("4/6 3/6 3/4", "3/4 3/6 4/6").replace("1/1 3/5", "3/5 1/1");
    let drawn = |text: &str, show: Show| tableau(&read(text), &Look { show, ..Look::default() }, &Plain);
    assert_eq!(drawn(SAMPLE, Show::Hidden), drawn(&other, Show::Hidden));
    assert_ne!(drawn(SAMPLE, Show::Thoughtful), drawn(&other, Show::Thoughtful));
}

#[test]
fn a_mark_never_points_at_a_hidden_card() {
    let position = read(SAMPLE);
    // 0/4 lies under 0/1: the second move cannot be shown yet.
    let first = dealpress::game::parse_move(&position, "0/1@2>f").unwrap();
    let second = Move::Promote { from: dealpress::game::Place::Column(1) };
    let marked = |moves: Vec<Move>| {
        let look = Look { marks: Marks::Next(moves), ..Look::default() };
        tableau(&position, &look, &Plain).items.len()
    };
    assert_eq!(marked(vec![first]), marked(vec![first, second]));
}

#[test]
fn the_description_tells_the_position_in_words() {
    let figure = tableau(&read(SAMPLE), &Look::default(), &Plain);
    assert!(figure.alt.contains("Foundation /0: empty."), "{}", figure.alt);
    assert!(figure.alt.contains("Column 3: 2 × a card face down, 5/6."), "{}", figure.alt);
    fn named(items: &[Item]) -> usize {
        let count = |item: &Item| match item {
            Item::Group { title, items } => usize::from(title == "5/6") + named(items),
            _ => 0,
        };
        items.iter().map(count).sum()
    }
    assert_eq!(named(&figure.items), 1);
}

#[test]
fn files_are_small_and_the_same_every_time() {
    let light = theme("light");
    let dark = theme("dark");
    let look = svg::Look { dark: Some(&dark), ..svg::Look::new(&light) };
    for (position, most) in [(read(SAMPLE), 12_000), (start("klondike#1"), 13_000)] {
        let figure = || tableau(&position, &Look::default(), &Plain);
        let text = svg::write(&figure(), &look);
        assert!(text.len() <= most, "{}", text.len());
        assert_eq!(text, svg::write(&figure(), &look));
        assert_eq!(png::write(&figure(), &dark, 1.0), png::write(&figure(), &dark, 1.0));
    }
}

/// A file, an element a line.
fn lines(text: &str) -> String {
    text.replace("><", ">\n<")
}

#[test]
fn the_first_stage_of_the_sample_game_as_svg() {
    let (light, dark) = (theme("light"), theme("dark"));
    let look = Look { card_width: 36.0, title: "Stage 1".into(), ..Look::default() };
    let figure = tableau(&read(SAMPLE), &look, &Plain);
    let text = svg::write(&figure, &svg::Look { dark: Some(&dark), ..svg::Look::new(&light) });
    insta::assert_snapshot!(lines(&text));
}

#[test]
fn a_move_to_an_empty_pile_as_svg_for_a_press() {
    let moves = "0/1@2>f 0/3@6>f 2/3@4>5 5/5@7>3 0/4@2>f 0/5@7>f 5/6@3x2>6 2/5@7>3";
    let position = played(read(SAMPLE), moves);
    let act = dealpress::game::parse_move(&position, "6/6@6x3>2").unwrap();
    let press = theme("press");
    let look = Look { card_width: 36.0, marks: Marks::Arrow(act), inking: press.inking, ..Look::default() };
    let text = svg::write(&tableau(&position, &look, &Plain), &svg::Look::new(&press));
    insta::assert_snapshot!(lines(&text));
}

#[test]
fn a_klondike_deal_with_its_hidden_cards_shown_as_svg_in_four_colours() {
    let look = Look { card_width: 24.0, show: Show::Thoughtful, column_numbers: true, ..Look::default() };
    let figure = tableau(&start("klondike#1"), &look, &Plain);
    insta::assert_snapshot!(lines(&svg::write(&figure, &svg::Look::new(&theme("four")))));
}
