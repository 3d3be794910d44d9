//! Booklets: read back sheet by sheet.

use dealpress::assets::Assets;
use dealpress::book::booklet::{Edge, booklet};
use dealpress::figure::theme::Theme;
use dealpress::figure::{Face, Figure, Ink, Item, Text};
use dealpress::output::pdf::inspect::inspect;
use dealpress::output::pdf::{PdfDocument, Profile};
use lopdf::{Document, Object};

fn pages(count: usize) -> Vec<Figure> {
    let page = |number: usize| {
        let text = Text::new(Face::Serif, 20.0, Ink::Text, format!("page {number}.")).at(60.0, 90.0);
        let link = Item::Link { area: [60.0, 70.0, 50.0, 20.0], page: 0 };
        let items = vec![Item::Text(text), link];
        Figure { width: 419.53, height: 595.28, items, title: String::new(), alt: String::new() }
    };
    (1..=count).map(page).collect()
}

fn made(count: usize, edge: Edge) -> Vec<u8> {
    let theme = Theme::load(&Assets::embedded(), "press").unwrap();
    booklet(&pages(count), &PdfDocument::new(theme, Profile::Screen), edge).unwrap()
}

/// The numbers that stand on a page, from left to right.
fn numbers(file: &Document, page: u32) -> Vec<usize> {
    let text = file.extract_text(&[page]).unwrap();
    text.split("page ").skip(1).map(|rest| rest.split('.').next().unwrap().parse().unwrap()).collect()
}

#[test]
fn ten_pages_make_three_sheets_and_each_stands_on_its_side() {
    let file = Document::load_mem(&made(10, Edge::Short)).unwrap();
    let sides: Vec<Vec<usize>> = (1..=6).map(|page| numbers(&file, page)).collect();
    assert_eq!(sides, [vec![1], vec![2], vec![10, 3], vec![4, 9], vec![8, 5], vec![6, 7]]);
    for id in file.get_pages().into_values() {
        let page = file.get_dictionary(id).unwrap();
        let size = page.get(b"MediaBox").and_then(Object::as_array).unwrap();
        assert_eq!([size[2].as_float().unwrap(), size[3].as_float().unwrap()], [841.89, 595.28]);
        assert!(page.get(b"Annots").is_err());
    }
}

#[test]
fn over_the_long_edge_backs_are_upside_down() {
    let ink = |edge, page: usize| inspect(&made(1, edge)).unwrap().pages[page].ink;
    // Page 1 is on the front, right of the fold, whatever the edge.
    let front = ink(Edge::Long, 0).unwrap();
    assert_eq!(ink(Edge::Short, 0).unwrap(), front);
    assert!(front[0] > 841.89 / 2.0 + 59.0 && front[0] < 841.89 / 2.0 + 62.0, "{front:?}");
    let back = |edge| inspect(&made(2, edge)).unwrap().pages[1].ink.unwrap();
    let (upright, turned) = (back(Edge::Short), back(Edge::Long));
    assert!(upright[2] < 841.89 / 2.0 && upright[3] < 100.0, "{upright:?}");
    let wanted = [841.89 - upright[2], 595.28 - upright[3], 841.89 - upright[0], 595.28 - upright[1]];
    assert!(
        turned.iter().zip(wanted).all(|(have, want)| (have - want).abs() < 0.02),
        "{turned:?} {wanted:?}"
    );
}

#[test]
fn pages_of_another_size_get_sheets_of_their_own() {
    let theme = Theme::load(&Assets::embedded(), "press").unwrap();
    let mut pages = pages(3);
    pages.iter_mut().for_each(|page| (page.width, page.height) = (432.0, 648.0));
    let bytes = booklet(&pages, &PdfDocument::new(theme, Profile::Press), Edge::Long).unwrap();
    let file = inspect(&bytes).unwrap();
    assert_eq!((file.pages.len(), file.pages[0].sheet), (2, [864.0, 648.0]));
}
