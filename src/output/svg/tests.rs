use super::*;
use crate::assets::Assets;
use crate::card::{Card, Pack};
use crate::figure::card::{self, Back, Seen, Side};
use crate::figure::{Face, Ink, Item, Path, Text};

fn theme(name: &str) -> Theme {
    Theme::load(&Assets::embedded(), name).unwrap()
}

fn figure(items: Vec<Item>) -> Figure {
    Figure { width: 50.0, height: 20.0, items, title: "A <b> & \"c\"".into(), alt: "Tab\u{1}here".into() }
}

#[test]
fn what_people_wrote_cannot_break_the_document() {
    let light = theme("light");
    let text = Text::new(crate::figure::Face::Sans, 8.0, Ink::Text, "</svg><script>").at(0.0, 10.0);
    let group = Item::Group { title: "<!-- ]]>".into(), items: vec![Item::Text(text)] };
    let look = Look { letters: Letters::Text, prefix: "a\"><script>", ..Look::new(&light) };
    let svg = write(&figure(vec![group]), &look);
    assert!(!svg.contains("<script") && !svg.contains("<!--") && !svg.contains('\u{1}'), "{svg}");
    assert!(svg.contains("A &lt;b&gt; &amp;") && svg.contains("id=\"ascriptt\""), "{svg}");
}

#[test]
fn dark_screens_get_their_own_inks_and_paper_keeps_the_light_ones() {
    let (light, dark) = (theme("light"), theme("dark"));
    let items = vec![Item::fill(Path::rect(0.0, 0.0, 5.0, 5.0), Ink::Mark)];
    let svg = write(&figure(items), &Look { dark: Some(&dark), ..Look::new(&light) });
    assert!(svg.contains("fill=\"#0b5fa5\""), "{svg}");
    assert!(svg.contains("@media screen and (prefers-color-scheme:dark){"), "{svg}");
    let (before, _) = svg.split_once("{fill:#6fb7f2}").unwrap();
    let class = before.rsplit_once('.').unwrap().1;
    assert!(svg.contains(&format!("class=\"{class}\"")), "{svg}");
}

#[test]
fn neighbours_of_one_ink_share_their_paint() {
    let light = theme("light");
    let mark = |x: f32| Item::fill(Path::rect(x, 0.0, 2.0, 2.0), Ink::Mark);
    let svg = write(&figure(vec![mark(0.0), mark(5.0), mark(9.0)]), &Look::new(&light));
    assert_eq!(svg.matches("#0b5fa5").count(), 1, "{svg}");
}

#[test]
fn files_that_differ_share_no_id() {
    let light = theme("light");
    let dot = |x: f32| Item::fill(Path::circle(x, 5.0, 2.0), Ink::Mark);
    let ids = |items: Vec<Item>| {
        let svg = write(&figure(items), &Look::new(&light));
        let ids: Vec<String> =
            svg.split("id=\"").skip(1).map(|id| id.split('"').next().unwrap().into()).collect();
        assert!(!ids.is_empty());
        ids
    };
    let (one, other) = (ids(vec![dot(5.0)]), ids(vec![dot(6.0)]));
    assert!(one.iter().all(|id| !other.contains(id)), "{one:?} {other:?}");
}

#[test]
fn equal_dots_are_ends_of_lines() {
    let light = theme("light");
    let mut dots = Path::circle(5.0, 5.0, 2.0);
    dots.0.extend(Path::circle(15.0, 5.0, 2.0).0);
    let svg = write(&figure(vec![Item::fill(dots, Ink::Mark)]), &Look::new(&light));
    assert!(svg.contains("d=\"M5 5h0m10 0h0\"") && svg.contains("stroke-width=\"4\""), "{svg}");
}

/// Some renderers set no text to a width: what they draw must be about as wide all the same.
#[test]
fn a_tight_number_is_squeezed_from_the_outset_about_its_middle() {
    let light = theme("light");
    let ten = Text { stretch: 0.75, ..Text::new(Face::Sans, 16.0, Ink::Text, "10") }.at(4.0, 12.0);
    let width = crate::figure::typeset::width(&ten);
    let look = Look { letters: Letters::Text, ..Look::new(&light) };
    let svg = write(&figure(vec![Item::Group { title: "ten".into(), items: vec![Item::Text(ten)] }]), &look);
    let value = |before: &str, after: char| -> f32 {
        svg.split(before).nth(1).unwrap().split(after).next().unwrap().parse().unwrap()
    };
    let share = value("transform=\"scale(", ' ');
    // In Arial, whose capitals are as high as ours at a smaller size.
    let digits = 2.0 * 0.556 * 16.0 * 0.66 / 0.716;
    assert!((share * digits - width).abs() < 0.2, "{svg}");
    assert!(svg.contains("text-anchor=\"middle\"") && !svg.contains("textLength"), "{svg}");
    assert!((share * value(" x=\"", '"') - 4.0 - width / 2.0).abs() < 0.1, "{svg}");
}

fn named(title: &str, x: f32, y: f32, rank: &str) -> Item {
    let items = vec![
        Item::fill(Path::rounded(x, y, 20.0, 30.0, 2.0), Ink::Face),
        Item::fill(Path::rect(x + 12.0, y + 2.0, 6.0, 6.0), Ink::Hearts),
    ];
    let text = Text::new(Face::SansSemibold, 9.0, Ink::Hearts, rank).at(x + 2.0, y + 8.0);
    let items = vec![Item::Group { title: String::new(), items }, Item::Text(text)];
    Item::Group { title: title.into(), items }
}

/// Cards that read alike are sent in few bytes: where they stand is told by steps, and nothing else differs.
#[test]
fn cards_of_one_kind_differ_in_their_names_and_ranks_alone() {
    let light = theme("light");
    let column = Item::Group {
        title: String::new(),
        items: vec![named("5 of hearts", 3.0, 4.0, "5"), named("4 of hearts", 3.0, 12.5, "4")],
    };
    let look = Look { letters: Letters::Text, ..Look::new(&light) };
    let svg = write(&figure(vec![column, named("9 of hearts", 30.0, 4.0, "9")]), &look);
    let card = |name: &str, rank: &str| {
        let (_, after) = svg.split_once(&format!("<title>{name}</title>")).unwrap();
        after.split_once(&format!(">{rank}</text>")).unwrap().0.to_string()
    };
    assert_eq!(card("5 of hearts", "5"), card("4 of hearts", "4"));
    assert_eq!(card("5 of hearts", "5"), card("9 of hearts", "9"));
    assert!(svg.contains("<g transform=\"translate(0 8.5)\"><title>4 of hearts"), "{svg}");
}

/// What is long as a file says less of each card, and means the same.
#[test]
fn long_files_say_types_once_for_the_cards_that_follow() {
    let light = theme("light");
    let cards = |count: usize| {
        let small = |index: usize| {
            let text = Text::new(Face::Sans, 7.0, Ink::Hearts, "6").at(2.0, index as f32 * 9.0 + 8.0);
            let ground = Item::fill(Path::rounded(0.0, index as f32 * 9.0, 20.0, 30.0, 2.0), Ink::Face);
            Item::Group { title: "6 of hearts, face down".into(), items: vec![ground, Item::Text(text)] }
        };
        let usual = (0..2 * count).map(|index| named("8 of hearts", 60.0, index as f32 * 9.0, "8"));
        (0..count).map(small).chain(usual).collect::<Vec<_>>()
    };
    let look = Look { letters: Letters::Text, ..Look::new(&light) };
    let long = write(&figure(cards(32)), &look);
    let said = long.matches("font-size=\"6.5\"").count();
    assert!(long.len() < 12_300 && said < 5, "{} {said}", long.len());
}

/// A back is a field cut at its edges, and what is under its lines is that field.
#[test]
fn a_hatched_field_is_one_drawing_of_field_and_lines() {
    let light = theme("light");
    let line = |step: i32| {
        let sum = step as f32 * 2.5;
        let low = (0.0_f32.max(sum - 12.0), 12.0_f32.min(sum));
        Path::line(10.0 + low.0, 4.0 + low.1, 10.0 + 10.0_f32.min(sum), 4.0 + 0.0_f32.max(sum - 10.0))
    };
    let lines = Path((1..=8).flat_map(|step| line(step).0).collect());
    let stroke = crate::figure::Stroke::solid(Ink::BackHatch, 0.75);
    let field = Item::fill(Path::rect(10.0, 4.0, 10.0, 12.0), Ink::BackField);
    let svg = write(&figure(vec![field, Item::stroke(lines, stroke)]), &Look::new(&light));
    let (_, field) = svg.split_once("<svg height=\"12\" width=\"10\" x=\"10\" y=\"4\">").expect(&svg);
    assert!(field.starts_with("<rect fill=\"#dce1e8\" height=\"100%\" width=\"100%\"/><path "), "{svg}");
}

/// Some renderers resolve the current colour where it is said, so it is said of each suit and not of all.
#[test]
fn suits_beside_letters_of_lines_take_the_colour_of_their_card() {
    let light = theme("light");
    let suit = |x: f32, ink: Ink| crate::figure::suit::item(2, x, 10.0, 9.0, ink, light.inking);
    let empty = crate::figure::suit::empty_ink(2);
    let look = Look { letters: Letters::Shapes, ..Look::new(&light) };
    let svg = write(&figure(vec![suit(8.0, Ink::Hearts), suit(24.0, empty)]), &look);
    assert!(svg.contains("<use color=\"#b8142b\"") && svg.contains("<use color=\"#c27a84\""), "{svg}");
    assert_eq!(svg.matches("fill=\"currentColor\"").count(), 1, "{svg}");
    assert!(svg.starts_with("<svg") && svg.contains("<path d=\"M0-14"), "{svg}");
}

#[test]
fn numbers_of_columns_are_told_in_steps() {
    let light = theme("light");
    let number = |column: usize| {
        let text = Text::new(Face::Sans, 7.0, Ink::Label, column.to_string());
        Item::Text(text.centred(49.0 * column as f32, 9.0))
    };
    let figure = figure((1..=4).map(number).collect());
    let step = "<g transform=\"translate(49 0)\">";
    let text = write(&figure, &Look { letters: Letters::Text, ..Look::new(&light) });
    assert_eq!(text.matches(&format!("{step}<text>")).count(), 3, "{text}");
    let lines = write(&figure, &Look { letters: Letters::Shapes, ..Look::new(&light) });
    let steps: Vec<&str> =
        lines.split("<g transform=\"").skip(1).map(|g| g.split('"').next().unwrap()).collect();
    assert!(steps.len() == 3 && steps.iter().all(|other| *other == steps[0]), "{lines}");
}

#[test]
fn letters_need_no_font_where_they_are_lines() {
    let (light, dark) = (theme("light"), theme("dark"));
    let items = vec![
        Item::Text(Text::new(Face::SansSemibold, 9.0, Ink::Text, "Étape 10").at(0.0, 9.0)),
        named("10 of hearts", 0.0, 10.0, "10"),
        named("10 of spades", 25.0, 10.0, "10"),
    ];
    let look = Look { letters: Letters::Shapes, dark: Some(&dark), ..Look::new(&light) };
    let svg = write(&figure(items), &look);
    assert!(!svg.contains("<text") && !svg.contains("font"), "{svg}");
    // The letter of two cards is drawn once, in the colour that holds where it is used.
    assert_eq!(svg.matches("v13a7 7 0 0014 0v-13a7 7 0 00-14 0\" id=").count(), 1, "{svg}");
    assert!(svg.contains("stroke:currentColor") && svg.contains("{color:#e4e0d8}"), "{svg}");
    // Letters that the alphabet has not are those of the font.
    let greek = Item::Text(Text::new(Face::SansSemibold, 9.0, Ink::Text, "Ωραία").at(0.0, 9.0));
    let svg = write(&figure(vec![greek]), &look);
    assert!(!svg.contains("currentColor") && svg.contains("<path"), "{svg}");
}

#[test]
fn a_crossed_hatch_is_its_lines_and_the_same_mirrored() {
    let light = theme("light");
    let style = card::Style::new(Pack::french(1), 42.0);
    let back = card::draw(&style, Card::new(0, 0), Side::Back(Back::Second), Seen::Whole, 0.0, 0.0);
    let svg = write(&figure(back), &Look::new(&light));
    assert!(svg.contains("<g transform=\"translate(37 0)scale(-1 1)\">"), "{svg}");
    assert_eq!(svg.matches("stroke-dasharray=\"1.06 2.64\"").count(), 2, "{svg}");
    assert!(svg.len() < 1_100, "{}: {svg}", svg.len());
}

#[test]
fn a_title_that_is_set_to_a_width_leaves_that_of_its_stage_alone() {
    let light = theme("light");
    let piece = |x: f32, text: &str| Item::Text(Text::new(Face::Sans, 8.0, Ink::Text, text).at(x, 10.0));
    let items = vec![piece(0.0, "Stage 1"), piece(20.0, "A title that is longer than its picture")];
    let svg = write(&figure(items), &Look { letters: Letters::Text, ..Look::new(&light) });
    let (before, title) = svg.split_once("<tspan").unwrap();
    // Said of the whole text, a width would be that of both.
    assert!(!before[before.rfind("<text").unwrap()..].contains("textLength"), "{svg}");
    assert_eq!(title.matches("textLength").count(), 2, "{svg}");
}

#[test]
fn what_comes_at_several_places_of_a_page_is_drawn_once_with_ids_of_its_own() {
    let light = theme("light");
    let card = |rank: u8| {
        let style = card::Style::new(Pack::french(1), 42.0);
        figure(card::draw(&style, Card::new(rank, 0), Side::Face, Seen::Whole, 0.0, 0.0))
    };
    let figures = [card(0), card(1), card(2)];
    let look = Look::new(&light);
    let all: Vec<&Figure> = figures.iter().collect();
    assert_eq!(write_places(&figures, &[0, 1, 2], &look), write_all(&all, &look));
    let texts = write_places(&figures, &[2, 1, 2, 2, 1, 9, 2], &look);
    assert!(texts[5].is_empty() && texts.iter().all(|text| !text.contains(UNNAMED)), "{texts:?}");
    let page = texts.concat();
    let mut ids: Vec<&str> = page.split(" id=\"").skip(1).map(|id| id.split('"').next().unwrap()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert!(ids.len() == count && count >= 6 * 2, "{page}");
    for text in [&texts[3], &texts[6]] {
        // The picture is the same, its shapes those of the first.
        assert!(!text.contains("<defs") && !text.contains("<style") && text.len() < texts[0].len(), "{text}");
        let labels = text.split("aria-labelledby=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(labels.split(' ').all(|label| text.contains(&format!(" id=\"{label}\""))), "{text}");
    }
}
