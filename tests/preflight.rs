//! `dealpress preflight`: what is found in good files, in files with one fault each, and in garbage.

use assert_cmd::Command;
use dealpress::assets::Assets;
use dealpress::book::preflight::{Point, Target, judge};
use dealpress::book::{Progress, Source, make};
use dealpress::catalogue::Catalogue;
use dealpress::figure::theme::Theme;
use dealpress::figure::{Face, Figure, Ink, Item, Path, Stroke, Text};
use dealpress::output::pdf::inspect::{Unreadable, inspect};
use dealpress::output::pdf::{Bleed, Inks, PdfDocument, Profile, pdf};
use lopdf::{Dictionary, Document, Object, Stream, dictionary};
use std::sync::OnceLock;

/// A book for a press, made once.
fn book() -> &'static [u8] {
    static PDF: OnceLock<Vec<u8>> = OnceLock::new();
    let text = "title: Evenings\nprofile: press\ntrim: kdp-6x9\nsections:\n  \
                - {game: somerset-klondike@5, count: 12}\n  - {game: klondike, count: 3}\n";
    let source = Source { name: "book.yaml".into(), text: text.into() };
    PDF.get_or_init(|| make(&source, &Catalogue::new(Assets::embedded()), &Progress::none()).unwrap().pdf)
}

fn judged(bytes: &[u8], target: &str) -> Vec<Point> {
    judge(&inspect(bytes).unwrap(), &target.parse().unwrap())
}

fn failed(bytes: &[u8], target: &str) -> Vec<&'static str> {
    judged(bytes, target).into_iter().filter(|point| !point.passed).map(|point| point.name).collect()
}

/// Two pages of one line, the second with something more on it.
fn pages(more: Vec<Item>) -> Vec<Figure> {
    let page = |more: Vec<Item>| {
        let line = Text::new(Face::Serif, 10.0, Ink::Text, "A line of text").at(90.0, 100.0);
        let items = std::iter::once(Item::Text(line)).chain(more).collect();
        Figure { width: 432.0, height: 648.0, items, title: String::new(), alt: String::new() }
    };
    vec![page(Vec::new()), page(more)]
}

fn document(theme: &str, profile: Profile) -> PdfDocument {
    PdfDocument::new(Theme::load(&Assets::embedded(), theme).unwrap(), profile)
}

fn written(more: Vec<Item>) -> Vec<u8> {
    pdf(&pages(more), &document("press", Profile::Press)).unwrap()
}

/// A good file with a change made to it by another hand.
fn changed(change: impl Fn(&mut Document)) -> Vec<u8> {
    let mut file = Document::load_mem(&written(Vec::new())).unwrap();
    change(&mut file);
    let mut bytes = Vec::new();
    file.save_to(&mut bytes).unwrap();
    bytes
}

fn second_page(file: &mut Document) -> &mut Dictionary {
    let id = file.get_pages()[&2];
    file.get_object_mut(id).and_then(Object::as_dict_mut).unwrap()
}

/// Draws something more on the second page, with a resource of its own.
fn drawn(file: &mut Document, operators: &str, kind: &str, resource: Object) {
    let content = file.add_object(Stream::new(Dictionary::new(), operators.as_bytes().to_vec()));
    let resource = file.add_object(resource);
    let found = second_page(file).get(b"Resources").unwrap().clone();
    let mut resources = file.dereference(&found).unwrap().1.as_dict().unwrap().clone();
    let page = second_page(file);
    let old = page.get(b"Contents").unwrap().clone();
    page.set("Contents", vec![old, content.into()]);
    if kind == "Font" {
        // A font stands beside those that the page has.
        let fonts = resources.get(b"Font").unwrap().clone();
        let mut fonts = file.dereference(&fonts).unwrap().1.as_dict().unwrap().clone();
        fonts.set("X", resource);
        resources.set("Font", fonts);
        second_page(file).set("Resources", resources);
        return;
    }
    resources.set(kind, dictionary! {"X" => resource});
    page.set("Resources", resources);
}

#[test]
fn a_book_for_a_press_passes_every_point_of_its_shop() {
    let points = judged(book(), "kdp-6x9");
    assert!(points.iter().all(|point| point.passed), "{points:#?}");
    assert_eq!(points.len(), 20);
    let other = failed(book(), "kdp-8x10");
    assert_eq!(other, ["size of the pages", "boxes"]);
}

#[test]
fn a_book_with_bleed_passes_too() {
    let text = "title: Evenings\nprofile: press\ntrim: kdp-6x9\nbleed: true\nsections:\n  \
                - {game: somerset-klondike@5, count: 20}\n";
    let source = Source { name: "book.yaml".into(), text: text.into() };
    let book = make(&source, &Catalogue::new(Assets::embedded()), &Progress::none()).unwrap();
    let points = judged(&book.pdf, "kdp-6x9");
    assert!(points.iter().all(|point| point.passed), "{points:#?}");
    assert!(points.iter().any(|point| point.says.contains("bleed included")), "{points:#?}");
}

#[test]
fn a_file_for_ingram_says_that_it_keeps_pdf_x_and_all_that_this_wants() {
    let text = |more: &str| {
        format!(
            "title: Soirées d’hiver\nprofile: press\ntrim: ingram-6x9\n{more}sections:\n  \
             - {{game: somerset-klondike@5, count: 4}}\n"
        )
    };
    let book = |more: &str| {
        let source = Source { name: "book.yaml".into(), text: text(more) };
        make(&source, &Catalogue::new(Assets::embedded()), &Progress::none())
    };
    for more in ["", "ink: cmyk\n", "bleed: true\n"] {
        let bytes = book(more).unwrap().pdf;
        assert!(bytes.starts_with(b"%PDF-1.3"), "{more}");
        let points = judged(&bytes, "ingram-6x9");
        assert!(points.iter().all(|point| point.passed), "{more}: {points:#?}");
        let standard = points.iter().find(|point| point.name == "PDF/X-1a").unwrap();
        assert_eq!(standard.says, "PDF/X-1a:2001");
        assert_eq!(failed(&bytes, "6x9"), ["metadata"], "other shops want nothing of it");
    }
    let refused = book("ink: rgb\n").unwrap_err().to_string();
    assert!(refused.contains("book.yaml:4") && refused.contains("`cmyk`"), "{refused}");
    // What another program left out is named.
    let mut file = Document::load_mem(&book("").unwrap().pdf).unwrap();
    let info = file.trailer.get(b"Info").and_then(Object::as_reference).unwrap();
    file.get_object_mut(info).and_then(Object::as_dict_mut).unwrap().remove(b"Trapped");
    file.catalog_mut().unwrap().remove(b"OutputIntents");
    let mut bytes = Vec::new();
    file.save_to(&mut bytes).unwrap();
    let points = judged(&bytes, "ingram-6x9");
    let said = &points.iter().find(|point| !point.passed).unwrap().says;
    assert!(said.contains("trapped") && said.contains("the press it is meant for"), "{said}");
    assert_eq!(failed(&written(Vec::new()), "ingram-6x9"), ["PDF/X-1a"]);
}

#[test]
fn each_fault_fails_its_own_point_and_names_its_page() {
    let word = |size: f32| Text::new(Face::Sans, size, Ink::Text, "word");
    let line =
        |width: f32| Item::stroke(Path::line(90.0, 200.0, 190.0, 200.0), Stroke::solid(Ink::Outline, width));
    let cases: Vec<(Vec<Item>, &str, &str)> = vec![
        (vec![Item::Text(word(6.0).at(90.0, 200.0))], "size of type", "6.0 points"),
        (vec![line(0.5)], "thickness of lines", "0.50 points"),
        (vec![Item::Text(word(10.0).ending(415.0, 200.0))], "safe area", "the spine"),
        (vec![Item::Text(word(10.0).at(10.0, 200.0))], "safe area", "the outer edge"),
        (vec![Item::Text(word(10.0).at(90.0, 20.0))], "safe area", "the upper edge"),
        (vec![Item::fill(Path::rect(90.0, 600.0, 9.0, 40.0), Ink::Text)], "safe area", "the lower edge"),
    ];
    for (items, name, what) in cases {
        let points = judged(&written(items), "6x9");
        let wrong: Vec<&Point> = points.iter().filter(|point| !point.passed).collect();
        assert_eq!(wrong.len(), 1, "{wrong:#?}");
        assert_eq!((wrong[0].name, wrong[0].pages.as_slice()), (name, &[2][..]));
        assert!(wrong[0].says.starts_with("page 2: ") && wrong[0].says.contains(what), "{}", wrong[0].says);
    }
    assert_eq!(failed(&written(Vec::new()), "6x9"), Vec::<&str>::new());
}

#[test]
fn what_other_hands_put_into_a_file_is_found() {
    let see_through = dictionary! {"Type" => "ExtGState", "ca" => 0.5};
    let helvetica = dictionary! {"Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica"};
    let dots = |width: i64| {
        let about = dictionary! {
            "Type" => "XObject", "Subtype" => "Image", "Width" => width, "Height" => width,
            "ColorSpace" => "DeviceGray", "BitsPerComponent" => 8,
        };
        Object::from(Stream::new(about, vec![0; (width * width) as usize]))
    };
    let changed_dots = |key: &str, value: Object| match dots(300) {
        Object::Stream(mut stream) => {
            stream.dict.set(key, value);
            Object::from(stream)
        }
        other => other,
    };
    let masked = changed_dots("SMask", dictionary! {"Type" => "XObject"}.into());
    let names = |name: &str| Object::Name(name.into());
    let base = Object::from(vec![names("Lab")]);
    let colours = Object::string_literal("abc");
    let palette = changed_dots("ColorSpace", vec![names("Indexed"), base, 0.into(), colours].into());
    let picture = "q 72 0 0 72 100 300 cm /X Do Q\n";
    let cases: Vec<(Vec<u8>, &[&str])> = vec![
        (changed(|file| drawn(file, "/X gs\n", "ExtGState", see_through.clone().into())), &["transparency"]),
        (changed(|file| drawn(file, picture, "XObject", dots(100))), &["pictures"]),
        (changed(|file| drawn(file, picture, "XObject", dots(300))), &[]),
        (changed(|file| drawn(file, picture, "XObject", masked.clone())), &["transparency"]),
        (changed(|file| drawn(file, picture, "XObject", palette.clone())), &["colour spaces"]),
        (
            changed(|file| {
                drawn(file, "BT /X 9 Tf 100 300 Td (Hi) Tj ET\n", "Font", helvetica.clone().into())
            }),
            &["fonts embedded", "fonts subset"],
        ),
        (changed(|file| drawn(file, "0.99 g 100 300 50 50 re f\n", "Font", Object::Null)), &["grays"]),
        (changed(|file| drawn(file, "1 1 1 1 k 100 300 50 50 re f\n", "Font", Object::Null)), &["one black"]),
        (
            changed(|file| {
                let note = file.add_object(dictionary! {"Type" => "Annot", "Subtype" => "Text"});
                second_page(file).set("Annots", vec![note.into()]);
            }),
            &["links and notes"],
        ),
        (changed(|file| second_page(file).set("Rotate", 90)), &["size of the pages"]),
        (
            changed(|file| {
                second_page(file).set("TrimBox", vec![0.into(), 0.into(), 400.into(), 648.into()])
            }),
            &["boxes"],
        ),
        (
            changed(|file| {
                let script = dictionary! {"S" => "JavaScript", "JS" => Object::string_literal("app.beep()")};
                file.catalog_mut().unwrap().set("OpenAction", script);
            }),
            &["scripts, forms, attachments"],
        ),
    ];
    for (index, (bytes, wanted)) in cases.iter().enumerate() {
        assert_eq!(failed(bytes, "6x9"), *wanted, "case {index}");
    }
}

#[test]
fn a_drawing_that_draws_itself_ends() {
    let bytes = changed(|file| {
        let id = file.new_object_id();
        let about = dictionary! {
            "Type" => "XObject", "Subtype" => "Form", "BBox" => vec![0.into(), 0.into(), 9.into(), 9.into()],
            "Resources" => dictionary! {"XObject" => dictionary! {"X" => id}},
        };
        file.objects.insert(id, Stream::new(about, b"/X Do /X Do".to_vec()).into());
        let content = file.add_object(Stream::new(Dictionary::new(), b"/X Do".to_vec()));
        let page = second_page(file);
        page.set("Contents", content);
        page.set("Resources", dictionary! {"XObject" => dictionary! {"X" => id}});
    });
    assert_eq!(failed(&bytes, "6x9"), ["readable"]);
}

#[test]
fn bleed_is_paper_outside_of_the_cut_page() {
    let document = |bleed| PdfDocument { bleed, ..document("press", Profile::Press) };
    let kdp = pdf(&pages(Vec::new()), &document(Bleed { outside: 9.0, spine: 0.0 })).unwrap();
    assert_eq!(failed(&kdp, "kdp-6x9"), ["page count"]);
    assert_eq!(failed(&kdp, "lulu-6x9"), ["size of the pages", "boxes", "page count"]);
    let lulu = pdf(&pages(Vec::new()), &document(Bleed { outside: 9.0, spine: 9.0 })).unwrap();
    assert_eq!(failed(&lulu, "lulu-6x9"), ["page count"]);
    // The ink stands where it stood, seen from the cut page.
    let plain = inspect(&written(Vec::new())).unwrap();
    let far = |bytes: &[u8]| inspect(bytes).unwrap().pages[1].ink.unwrap();
    for (have, want) in far(&lulu).iter().zip(plain.pages[1].ink.unwrap()) {
        assert!((have - want).abs() < 0.02, "{have} {want}");
    }
}

#[test]
fn black_and_gray_are_one_ink_and_colours_are_of_the_kind_that_was_asked_for() {
    let suits = || {
        let square = |ink| Item::fill(Path::rect(90.0, 200.0, 50.0, 50.0), ink);
        pages(vec![square(Ink::Hearts), square(Ink::Spades), square(Ink::DownFace)])
    };
    let spaces = |inks| {
        let document = PdfDocument { inks, ..document("light", Profile::Press) };
        let file = inspect(&pdf(&suits(), &document).unwrap()).unwrap();
        assert!(!file.pages[1].mixed_black, "{inks:?}");
        file.pages[1].spaces.iter().cloned().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(spaces(Inks::Black), "DeviceGray");
    assert_eq!(spaces(Inks::Cmyk), "DeviceCMYK DeviceGray");
    assert_eq!(spaces(Inks::Rgb), "DeviceGray DeviceRGB");
}

#[test]
fn garbage_is_an_error_and_never_a_crash() {
    assert!(matches!(inspect(b""), Err(Unreadable::Broken(_))));
    assert!(matches!(inspect(b"%PDF-1.7\n"), Err(Unreadable::Broken(_))));
    let good = written(vec![Item::fill(Path::rect(90.0, 200.0, 50.0, 50.0), Ink::Text)]);
    let plain = {
        let mut file = Document::load_mem(&good).unwrap();
        file.decompress();
        let mut bytes = Vec::new();
        file.save_to(&mut bytes).unwrap();
        bytes
    };
    // A plain generator: the same garbage every time.
    let mut state = 0x2545_F491_4F6C_DD1Du64;
    let mut next = move |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    let target: Target = "6x9".parse().unwrap();
    // The fonts make up most of the file; what stands around them is more worth breaking.
    let places: Vec<usize> = {
        let is_text = |window: &[u8]| window.iter().all(|&byte| byte == b'\n' || (32..127).contains(&byte));
        (0..plain.len() - 16).filter(|&at| is_text(&plain[at..at + 16])).collect()
    };
    let mut read = 0;
    for round in 0..300 {
        let mut bytes = plain.clone();
        for _ in 0..1 + next(3) {
            let at = places[next(places.len())];
            match next(4) {
                0 => bytes[at] = next(256) as u8,
                1 => bytes[at] = b"0123456789<>[]()/ "[next(18)],
                2 => drop(bytes.drain(at..(at + 1 + next(20)).min(bytes.len()))),
                _ => {
                    let copied = bytes[at..(at + next(60)).min(bytes.len())].to_vec();
                    let to = places[next(places.len())].min(bytes.len());
                    bytes.splice(to..to, copied);
                }
            }
            if bytes.len() < plain.len() / 2 || at >= bytes.len() - 100 {
                break;
            }
            bytes.resize(plain.len().max(bytes.len()), b' ');
        }
        if round % 10 == 0 {
            bytes.truncate(next(bytes.len()));
        }
        if let Ok(file) = inspect(&bytes) {
            read += 1;
            judge(&file, &target);
        }
    }
    assert!(read > 40, "only {read} of the broken files could be read: the damage is too great to test much");
}

#[test]
fn the_command_tells_every_point_and_its_exit_code_sums_up() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.pdf");
    std::fs::write(&path, book()).unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::cargo_bin("dealpress").unwrap();
        let output = command.current_dir(folder.path()).arg("preflight").args(args).output().unwrap();
        (
            output.status.code().unwrap(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (code, told, _) = run(&["book.pdf", "--for", "kdp-6x9"]);
    assert_eq!(code, 0, "{told}");
    assert!(told.ends_with("book.pdf: 20 points passed, 0 failed\n"), "{told}");
    let (code, told, _) = run(&["book.pdf", "--for", "screen", "-f", "json"]);
    assert_eq!(code, 1);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["passed"], false);
    assert!(
        told["points"]
            .as_array()
            .unwrap()
            .iter()
            .any(|point| point["point"] == "tags" && point["passed"] == false)
    );
    let (code, _, error) = run(&["book.pdf", "--for", "kdp-7x7"]);
    assert!(code == 2 && error.contains("nor `screen`"), "{error}");
    std::fs::write(folder.path().join("no.pdf"), "no").unwrap();
    let (code, _, error) = run(&["no.pdf", "--for", "a5"]);
    assert!(code == 2 && error.contains("no.pdf: this is no PDF file"), "{error}");
}

#[test]
fn more_ink_than_ingram_takes_is_found_in_flat_colours_and_in_pictures() {
    let dots = |ink: u8, decode: &[i64]| {
        let mut about = dictionary! {
            "Type" => "XObject", "Subtype" => "Image", "Width" => 300, "Height" => 300,
            "ColorSpace" => "DeviceCMYK", "BitsPerComponent" => 8,
        };
        if !decode.is_empty() {
            about.set("Decode", decode.iter().map(|&bound| Object::Integer(bound)).collect::<Vec<_>>());
        }
        Object::from(Stream::new(about, vec![ink; 4 * 300 * 300]))
    };
    let picture = "q 72 0 0 72 100 300 cm /X Do Q\n";
    let ink = |bytes: &[u8]| {
        let points = judged(bytes, "ingram-6x9");
        let point = points.iter().find(|point| point.name == "ink").unwrap();
        (point.passed, point.says.clone())
    };
    let much = changed(|file| drawn(file, "0.9 0.8 0.8 0 k 100 300 50 50 re f\n", "Font", Object::Null));
    assert_eq!(ink(&much), (false, "page 2: 250 % of all four inks on one place; 240 is the most".into()));
    let fine = changed(|file| drawn(file, picture, "XObject", dots(0x99, &[])));
    assert_eq!(ink(&fine), (true, "at most 240 % of all four on one place, of 240".into()));
    let turned = changed(|file| drawn(file, picture, "XObject", dots(0x33, &[1, 0, 1, 0, 1, 0, 1, 0])));
    assert_eq!(ink(&turned), (false, "page 2: 320 % of all four inks on one place; 240 is the most".into()));
    let jpeg = |decode: &[i64]| match dots(0, decode) {
        Object::Stream(mut stream) => {
            stream.dict.set("Filter", Object::Name(b"DCTDecode".to_vec()));
            stream.dict.set("Height", 200);
            stream.set_content(std::fs::read("tests/data/pictures/inks.jpg").unwrap());
            Object::from(stream)
        }
        other => other,
    };
    let right = changed(|file| drawn(file, picture, "XObject", jpeg(&[1, 0, 1, 0, 1, 0, 1, 0])));
    assert!(ink(&right).0, "{:?}", ink(&right));
    let wrong = changed(|file| drawn(file, picture, "XObject", jpeg(&[])));
    assert!(!ink(&wrong).0, "{:?}", ink(&wrong));
    assert!(judged(&much, "6x9").iter().all(|point| point.name != "ink"), "other shops do not say");
}
