//! PDF files as a print shop and a reader find them, looked at with `lopdf` alone.

use dealpress::assets::Assets;
use dealpress::figure::theme::Theme;
use dealpress::figure::{Face, Figure, Figures, Ink, Item, Path, Text};
use dealpress::output::pdf::{BadPdf, LabelStyle, OutlineEntry, PageLabels, PdfDocument, Profile, pdf};
use lopdf::{Document, Object};

fn page(lines: &[(Face, &str)]) -> Figure {
    let mut items: Vec<Item> = lines
        .iter()
        .enumerate()
        .map(|(row, (face, text))| {
            Item::Text(Text::new(*face, 10.0, Ink::Text, *text).at(54.0, 72.0 + 13.0 * row as f32))
        })
        .collect();
    items.push(Item::fill(Path::rect(54.0, 300.0, 100.0, 50.0), Ink::Text));
    items.push(Item::Link { area: [54.0, 300.0, 100.0, 50.0], page: 0 });
    Figure { width: 432.0, height: 648.0, items, title: String::new(), alt: String::new() }
}

fn pages() -> Vec<Figure> {
    vec![
        page(&[
            (Face::Serif, "Œuvre: à é ö å ß “first office” – fjord"),
            (Face::SansSemibold, "8♠ to 9♦, 10♥ ⇒ J♣"),
        ]),
        page(&[
            (Face::SerifItalic, "AVATAR Te Wo"),
            (Face::Display, "The waffle"),
            (Face::DisplayLight, "Q"),
        ]),
    ]
}

fn document(profile: Profile) -> PdfDocument {
    let entry = |title: &str, page, children| OutlineEntry { title: title.into(), page, children };
    PdfDocument {
        title: "Patience ♠ & å".into(),
        author: "Nobody".into(),
        language: "sv".into(),
        outline: vec![entry("One", 0, vec![entry("Two", 1, vec![])])],
        labels: vec![
            PageLabels { from: 0, style: LabelStyle::Roman, start: 1 },
            PageLabels { from: 1, style: LabelStyle::Arabic, start: 1 },
        ],
        ..PdfDocument::new(theme(), profile)
    }
}

fn theme() -> Theme {
    Theme::load(&Assets::embedded(), "press").unwrap()
}

#[test]
fn text_can_be_extracted_with_every_accent_suit_and_ligature() {
    let bytes = pdf(&pages(), &document(Profile::Press)).unwrap();
    let file = Document::load_mem(&bytes).unwrap();
    let text = file.extract_text(&[1, 2]).unwrap();
    for wanted in ["Œuvre: à é ö å ß “first office” – fjord", "8♠ to 9♦, 10♥ ⇒ J♣", "The waffle"]
    {
        assert!(text.contains(wanted), "{wanted} in {text}");
    }
}

#[test]
fn every_font_is_embedded_and_cut_down_to_what_is_used() {
    let bytes = pdf(&pages(), &document(Profile::Press)).unwrap();
    assert!(bytes.len() < 60_000, "{} bytes", bytes.len());
    let file = Document::load_mem(&bytes).unwrap();
    let is_descriptor = |font: &&lopdf::Dictionary| {
        font.get(b"Type").and_then(Object::as_name).is_ok_and(|name| name == b"FontDescriptor")
    };
    let objects = file.objects.values().filter_map(|object| object.as_dict().ok());
    let descriptors: Vec<_> = objects.filter(is_descriptor).collect();
    assert_eq!(descriptors.len(), 5);
    for descriptor in descriptors {
        let name = descriptor.get(b"FontName").and_then(Object::as_name).unwrap();
        assert_eq!(name[6], b'+', "{}", String::from_utf8_lossy(name));
        let program = descriptor.get(b"FontFile2").and_then(Object::as_reference).unwrap();
        let program = file.get_object(program).and_then(Object::as_stream).unwrap();
        assert!(program.get_plain_content().unwrap().len() < 20_000);
    }
}

#[test]
fn a_press_file_has_nothing_that_shops_forbid_and_a_screen_file_has_it_all() {
    let load = |profile| Document::load_mem(&pdf(&pages(), &document(profile)).unwrap()).unwrap();
    let (press, screen) = (load(Profile::Press), load(Profile::Screen));
    for id in press.get_pages().into_values() {
        let page = press.get_dictionary(id).unwrap();
        assert!(page.get(b"Annots").is_err());
        let trim = page.get(b"TrimBox").and_then(Object::as_array).unwrap();
        let sides: Vec<f32> = trim.iter().map(|side| side.as_float().unwrap()).collect();
        assert_eq!(sides, [0.0, 0.0, 432.0, 648.0]);
    }
    assert!(press.catalog().unwrap().get(b"Outlines").is_err());
    assert!(press.trailer.get(b"Info").is_err());
    let catalog = screen.catalog().unwrap();
    assert!(catalog.get(b"PageLabels").is_ok());
    assert_eq!(catalog.get(b"Lang").and_then(Object::as_str).unwrap(), b"sv");
    let outline = catalog.get(b"Outlines").and_then(Object::as_reference).unwrap();
    let first = screen.get_dictionary(outline).unwrap().get(b"First").and_then(Object::as_reference).unwrap();
    assert!(screen.get_dictionary(first).unwrap().get(b"First").is_ok());
    let first_page = screen.get_pages()[&1];
    assert!(screen.get_dictionary(first_page).unwrap().get(b"Annots").is_ok());
}

#[test]
fn the_same_pages_give_the_same_bytes_and_others_another_identifier() {
    for profile in [Profile::Press, Profile::Screen] {
        let first = pdf(&pages(), &document(profile)).unwrap();
        assert_eq!(first, pdf(&pages(), &document(profile)).unwrap());
        let other = pdf(&pages()[..1], &PdfDocument::new(theme(), profile)).unwrap();
        let id = |bytes: &[u8]| {
            let file = Document::load_mem(bytes).unwrap();
            let ids = file.trailer.get(b"ID").and_then(Object::as_array).unwrap().clone();
            ids[0].as_str().unwrap().to_vec()
        };
        assert_ne!(id(&first), id(&other));
        assert_ne!(id(&first), b"dealpress has no");
    }
}

#[test]
fn a_character_without_glyph_is_named_with_its_page() {
    let mut pages = pages();
    pages.push(page(&[(Face::Serif, "mahjong \u{1F004}")]));
    let error = pdf(&pages, &PdfDocument::new(theme(), Profile::Screen)).unwrap_err();
    assert!(matches!(error, BadPdf::MissingGlyph { page: 3, code: 0x1F004, .. }), "{error}");
    assert!(error.to_string().contains("U+1F004"));
}

#[test]
fn kerning_and_justification_move_glyphs_and_not_the_text() {
    let line = Text::new(Face::Serif, 10.0, Ink::Text, "To AV 1789").at(54.0, 72.0);
    let line = Text { word_space: 4.0, figures: Figures::OldStyle, ..line };
    let figure = Figure { items: vec![Item::Text(line)], ..page(&[]) };
    let document = PdfDocument::new(theme(), Profile::Press);
    let file = Document::load_mem(&pdf(&[figure], &document).unwrap()).unwrap();
    // A wide space may be read as two.
    let text = file.extract_text(&[1]).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("To AV 1789"), "{text}");
}

#[test]
#[ignore = "writes files to look at with other programs: pdf-press.pdf, pdf-screen.pdf"]
fn files_to_look_at() {
    for (profile, name) in [(Profile::Press, "pdf-press.pdf"), (Profile::Screen, "pdf-screen.pdf")] {
        std::fs::write(std::env::temp_dir().join(name), pdf(&pages(), &document(profile)).unwrap()).unwrap();
    }
}
