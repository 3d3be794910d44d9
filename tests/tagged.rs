//! Screen files as a screen reader finds them: every mark on a page has its place in one tree.

use dealpress::assets::Assets;
use dealpress::book::{Progress, Source, make};
use dealpress::catalogue::Catalogue;
use dealpress::figure::theme::Theme;
use dealpress::figure::{Face, Figure, Ink, Item, Path, Tag, Text};
use dealpress::output::pdf::{PdfDocument, Profile, pdf};
use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

const FRENCH: &str = "title: Réussites & patience\nlanguage: fr\ntrim: a5\nprofile: screen\nsections:\n  \
                      - {game: klondike, count: 2, rules: {draw: 3}}\n  - {game: somerset-klondike@7, count: 3}\n";

/// The French book, made once.
fn book() -> Document {
    static PDF: OnceLock<Vec<u8>> = OnceLock::new();
    let make = || {
        let source = Source { name: "book.yaml".into(), text: FRENCH.into() };
        make(&source, &Catalogue::new(Assets::embedded()), &Progress::none()).unwrap().pdf
    };
    Document::load_mem(PDF.get_or_init(make)).unwrap()
}

fn pages_of(items: Vec<Vec<Item>>) -> Document {
    let page =
        |items| Figure { width: 432.0, height: 648.0, items, title: String::new(), alt: String::new() };
    let theme = Theme::load(&Assets::embedded(), "press").unwrap();
    let document = PdfDocument {
        title: "Title".into(),
        language: "en".into(),
        ..PdfDocument::new(theme, Profile::Screen)
    };
    let pages: Vec<Figure> = items.into_iter().map(page).collect();
    Document::load_mem(&pdf(&pages, &document).unwrap()).unwrap()
}

fn line(tag: Tag, text: &str, row: f32) -> Item {
    let text = Text::new(Face::Serif, 10.0, Ink::Text, text).at(54.0, 72.0 + 13.0 * row);
    Item::tagged(tag, vec![Item::Text(text)])
}

fn name(dictionary: &Dictionary, key: &[u8]) -> String {
    let name = dictionary.get(key).and_then(Object::as_name).unwrap_or_default();
    String::from_utf8_lossy(name).into_owned()
}

/// The tree as nested names, `H1`, `L(LI(Lbl LBody))`.
fn outline(file: &Document, id: ObjectId) -> String {
    let element = file.get_dictionary(id).unwrap();
    let kids = match element.get(b"K") {
        Ok(Object::Array(kids)) => kids.clone(),
        Ok(other) => vec![other.clone()],
        Err(_) => Vec::new(),
    };
    let inner: Vec<String> =
        kids.iter().filter_map(|kid| kid.as_reference().ok()).map(|kid| outline(file, kid)).collect();
    match inner.is_empty() {
        true => name(element, b"S"),
        false => format!("{}({})", name(element, b"S"), inner.join(" ")),
    }
}

fn root(file: &Document) -> &Dictionary {
    let id = file.catalog().unwrap().get(b"StructTreeRoot").and_then(Object::as_reference).unwrap();
    file.get_dictionary(id).unwrap()
}

fn tree(file: &Document) -> String {
    outline(file, root(file).get(b"K").and_then(Object::as_reference).unwrap())
}

/// What the number tree of parents holds, by its keys.
fn parents(file: &Document) -> BTreeMap<i64, Object> {
    let tree = root(file).get(b"ParentTree").and_then(Object::as_reference).unwrap();
    let numbers = file.get_dictionary(tree).unwrap().get(b"Nums").and_then(Object::as_array).unwrap();
    let resolve = |object: &Object| match object.as_reference() {
        Ok(id) if file.get_object(id).is_ok_and(|found| found.as_array().is_ok()) => {
            file.get_object(id).unwrap().clone()
        }
        _ => object.clone(),
    };
    numbers.chunks(2).map(|pair| (pair[0].as_i64().unwrap(), resolve(&pair[1]))).collect()
}

/// The numbers of the marked stretches of a page, after a check that nothing is drawn outside of one.
fn marked(file: &Document, page: ObjectId) -> Vec<i64> {
    let content = Content::decode(&file.get_page_content(page)).unwrap();
    let mut open: Vec<bool> = Vec::new();
    let mut numbers = Vec::new();
    for operation in &content.operations {
        match operation.operator.as_str() {
            "BMC" => open.push(operation.operands[0].as_name().unwrap() == b"Artifact"),
            "BDC" => {
                let tag = operation.operands[0].as_name().unwrap();
                let number = operation.operands[1].as_dict().unwrap().get(b"MCID").and_then(Object::as_i64);
                open.push(tag == b"Artifact" || number.is_ok());
                numbers.extend(number);
            }
            "EMC" => drop(open.pop().expect("a mark that was begun")),
            "f" | "S" | "B" | "TJ" | "Tj" => {
                assert!(open.contains(&true), "{operation:?} belongs to nothing");
                // An artifact holds nothing that is read, and what is read holds no artifact.
                assert_eq!(open.iter().filter(|&&is_place| is_place).count(), 1);
            }
            _ => {}
        }
    }
    assert!(open.is_empty());
    numbers
}

/// Checks that pages, tree and links know one another.
fn check(file: &Document) {
    let parents = parents(file);
    let mut keys = BTreeSet::new();
    for (number, page) in file.get_pages() {
        let dictionary = file.get_dictionary(page).unwrap();
        assert_eq!(name(dictionary, b"Tabs"), "S");
        let key = dictionary.get(b"StructParents").and_then(Object::as_i64).unwrap();
        assert!(keys.insert(key));
        let owners = parents[&key].as_array().unwrap();
        let marks = marked(file, page);
        assert_eq!(marks, (0..owners.len() as i64).collect::<Vec<_>>(), "page {number}");
        for owner in owners {
            let owner = file.get_dictionary(owner.as_reference().unwrap()).unwrap();
            let role = name(owner, b"S");
            assert!(!role.is_empty());
            if role == "Figure" {
                assert!(!owner.get(b"Alt").and_then(Object::as_str).unwrap().is_empty());
            }
        }
        for annotation in file.get_page_annotations(page).unwrap() {
            let key = annotation.get(b"StructParent").and_then(Object::as_i64).unwrap();
            assert!(keys.insert(key));
            let owner = file.get_dictionary(parents[&key].as_reference().unwrap()).unwrap();
            assert_eq!(name(owner, b"S"), "Link");
            assert_ne!(lopdf::decode_text_string(annotation.get(b"Contents").unwrap()).unwrap(), "");
        }
    }
    assert_eq!(keys, parents.keys().copied().collect());
}

#[test]
fn a_row_of_tags_grows_into_chapters_lists_tables_and_contents() {
    let first = vec![
        line(Tag::Furniture, "running head", 0.0),
        line(Tag::Head(1), "One", 1.0),
        line(Tag::Paragraph, "a line that goes", 2.0),
    ];
    let second = vec![
        line(Tag::More, "on here", 0.0),
        line(Tag::Head(3), "a level was left out", 1.0),
        line(Tag::Mark, "1.", 2.0),
        line(Tag::Entry, "first", 2.0),
        line(Tag::More, "entry", 3.0),
        line(Tag::Entry, "without mark", 4.0),
        line(Tag::ColumnHead, "A", 5.0),
        line(Tag::ColumnHead, "B", 5.0),
        line(Tag::RowHead, "1", 6.0),
        line(Tag::Cell, "2", 6.0),
        line(Tag::RowHead, "3", 7.0),
        line(Tag::Head(1), "Two", 8.0),
        line(Tag::Content, "row", 9.0),
        Item::tagged(
            Tag::Picture("a black square".into()),
            vec![Item::fill(Path::rect(9.0, 9.0, 9.0, 9.0), Ink::Text)],
        ),
    ];
    let file = pages_of(vec![first, second]);
    check(&file);
    assert_eq!(
        tree(&file),
        "Document(Sect(H1 P Sect(H2 L(LI(Lbl LBody) LI(LBody)) \
         Table(TR(TH TH) TR(TH TD) TR(TH)))) Sect(H1 TOC(TOCI(P)) Figure))"
    );
}

#[test]
fn what_bears_no_tag_is_still_read_or_left_out_on_purpose() {
    let text = Text::new(Face::Serif, 10.0, Ink::Text, "plain").at(54.0, 72.0);
    let square = || Item::fill(Path::rect(9.0, 9.0, 9.0, 9.0), Ink::Text);
    let card = Item::Group { title: "five of clubs".into(), items: vec![square()] };
    let link = Item::Link { area: [54.0, 60.0, 30.0, 14.0], page: 0 };
    let file = pages_of(vec![vec![square(), Item::Text(text), square(), card, link]]);
    check(&file);
    assert_eq!(tree(&file), "Document(P Figure P(Link))");
}

#[test]
fn a_page_that_is_a_single_diagram_is_one_picture() {
    let items = vec![Item::fill(Path::rect(9.0, 9.0, 9.0, 9.0), Ink::Text)];
    let page = Figure { width: 99.0, height: 99.0, items, title: String::new(), alt: "a square".into() };
    let theme = Theme::load(&Assets::embedded(), "light").unwrap();
    let bytes = pdf(&[page], &PdfDocument::new(theme, Profile::Screen)).unwrap();
    let file = Document::load_mem(&bytes).unwrap();
    check(&file);
    assert_eq!(tree(&file), "Document(Figure)");
}

#[test]
fn a_book_for_screens_can_be_heard_from_title_to_last_solution() {
    let file = book();
    check(&file);
    let tree = tree(&file);
    // Title page, contents, how to use, rules; then puzzles and solutions, each under its own head.
    assert!(tree.starts_with("Document(Sect(H1 P"), "{tree}");
    assert_eq!(tree.matches("Sect(H1").count(), 1 + 1 + 1 + 2 + 2 + 1, "{tree}");
    assert!(tree.matches("Sect(H2 ").count() >= 2 * 5, "{tree}");
    // Every puzzle has a diagram and every solution at least one.
    assert!(tree.matches("Figure").count() >= 10, "{tree}");
    assert!(tree.contains("TOC(TOCI(Reference(Link))"), "{tree}");
    let catalog = file.catalog().unwrap();
    assert_eq!(catalog.get(b"Lang").and_then(Object::as_str).unwrap(), b"fr");
    let id = catalog.get(b"Metadata").and_then(Object::as_reference).unwrap();
    let metadata = file.get_object(id).and_then(Object::as_stream).unwrap();
    let packet = String::from_utf8(metadata.content.clone()).unwrap();
    for wanted in ["Réussites &amp; patience", "<pdfuaid:part>1<", "<rdf:li>fr<"] {
        assert!(packet.contains(wanted), "{wanted} in {packet}");
    }
}

#[test]
fn diagrams_are_told_in_the_language_of_the_book() {
    let file = book();
    let told = |object: &Object| {
        let alt = object.as_dict().ok()?.get(b"Alt").ok()?;
        Some(lopdf::decode_text_string(alt).unwrap())
    };
    let told: Vec<String> = file.objects.values().filter_map(told).collect();
    assert!(told.iter().any(|alt| alt.starts_with("Fondations") && alt.contains("de pique")), "{told:?}");
    assert!(told.iter().all(|alt| !alt.contains("Column") && !alt.contains("face down")), "{told:?}");
    // The stock is told in turning order, three at a time.
    assert!(told.iter().any(|alt| alt.matches("; ").count() == 7 && !alt.contains("Fondations")), "{told:?}");
}

#[test]
fn puzzles_solutions_and_contents_lead_to_one_another() {
    let file = book();
    let pages: BTreeMap<ObjectId, u32> =
        file.get_pages().into_iter().map(|(number, id)| (id, number)).collect();
    let leads = |page: ObjectId| -> BTreeSet<u32> {
        let target = |annotation: &&Dictionary| {
            let place = annotation.get(b"Dest").and_then(Object::as_array).unwrap();
            pages[&place[0].as_reference().unwrap()]
        };
        file.get_page_annotations(page).unwrap().iter().map(target).collect()
    };
    let by_number = file.get_pages();
    let all: BTreeMap<u32, BTreeSet<u32>> =
        by_number.iter().map(|(&number, &id)| (number, leads(id))).collect();
    let contents = &all[&3];
    assert!(contents.len() >= 5, "{all:?}");
    let first_solution = *contents.iter().next_back().unwrap();
    let puzzles: Vec<u32> = all
        .iter()
        .filter(|&(&page, links)| page > 3 && page < first_solution && links.len() == 1)
        .map(|(&page, _)| page)
        .collect();
    assert_eq!(puzzles.len(), 5, "{all:?}");
    for puzzle in puzzles {
        let solution = all[&puzzle].iter().next().unwrap();
        assert!(
            all[solution].contains(&puzzle),
            "page {puzzle} leads to {solution}, and that to {:?}",
            all[solution]
        );
    }
}
