use super::*;
use crate::assets::Assets;
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
    let items = vec![Item::fill(Path::rect(0.0, 0.0, 5.0, 5.0), Ink::Hearts)];
    let svg = write(&figure(items), &Look { dark: Some(&dark), ..Look::new(&light) });
    assert!(svg.contains("fill=\"#b8142b\""), "{svg}");
    assert!(svg.contains("@media screen and (prefers-color-scheme:dark){"), "{svg}");
    let (before, _) = svg.split_once("{fill:#a81025}").unwrap();
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

/// Some renderers know no `textLength`: what they draw must be about as wide all the same.
#[test]
fn a_tight_number_is_squeezed_from_the_outset() {
    let light = theme("light");
    let ten = Text { stretch: 0.85, ..Text::new(Face::Sans, 16.0, Ink::Text, "10") }.at(4.0, 12.0);
    let width = crate::figure::typeset::width(&ten);
    let look = Look { letters: Letters::Text, ..Look::new(&light) };
    let svg = write(&figure(vec![Item::Group { title: "ten".into(), items: vec![Item::Text(ten)] }]), &look);
    let value = |before: &str, after: char| -> f32 {
        svg.split(before).nth(1).unwrap().split(after).next().unwrap().parse().unwrap()
    };
    let share = value("transform=\"scale(", ' ');
    let digits = 2.0 * 0.556 * 16.0;
    assert!((share * digits - width).abs() < 0.2, "in Arial: {svg}");
    assert!((share * value("textLength=\"", '"') - width).abs() < 0.1, "where widths are kept: {svg}");
    assert!((share * value(" x=\"", '"') - 4.0).abs() < 0.1, "{svg}");
}
