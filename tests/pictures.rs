//! Pictures of the user's own: files of every kind read, turned into inks, and set on the pages of books.

use dealpress::assets::Assets;
use dealpress::book::booklet::{Edge, booklet};
use dealpress::book::preflight::{Target, judge};
use dealpress::book::{self, Book, Progress, Source};
use dealpress::catalogue::Catalogue;
use dealpress::figure::theme::Theme;
use dealpress::figure::{Figure, Item, Tag};
use dealpress::output::pdf::inspect::inspect;
use dealpress::output::pdf::{PdfDocument, Profile, pdf};
use dealpress::raster::{BadRaster, Packing, Raster, RasterFile, Scale, Space};
use lopdf::{Document, Object, Stream};
use png::{BitDepth, ColorType};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new("tests/data/pictures").join(name)).unwrap()
}

/// A PNG file of some dots, with a palette if it has one.
fn png(
    [width, height]: [u32; 2],
    colour: ColorType,
    depth: BitDepth,
    bytes: &[u8],
    palette: &[[u8; 4]],
) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(colour);
    encoder.set_depth(depth);
    if !palette.is_empty() {
        encoder.set_palette(palette.iter().flat_map(|dot| dot[..3].to_vec()).collect::<Vec<u8>>());
        encoder.set_trns(palette.iter().map(|dot| dot[3]).collect::<Vec<u8>>());
    }
    encoder.write_header().unwrap().write_image_data(bytes).unwrap();
    file
}

/// A picture with soft colours, so large.
fn photograph(width: u32, height: u32) -> Vec<u8> {
    // With some grain, as photographs have it.
    let grain =
        |x: u32, y: u32| (x.wrapping_mul(7919) ^ y.wrapping_mul(104_729)).wrapping_mul(2_654_435_761) >> 28;
    let dot = |x: u32, y: u32| [x / 8, y / 8, 90].map(|part| (part + grain(x, y)) as u8);
    let bytes: Vec<u8> = (0..height).flat_map(|y| (0..width).flat_map(move |x| dot(x, y))).collect();
    png([width, height], ColorType::Rgb, BitDepth::Eight, &bytes, &[])
}

fn raster(bytes: &[u8], space: Space, parts: usize) -> Raster {
    RasterFile::of_bytes(bytes.to_vec()).unwrap().raster(space, parts).unwrap()
}

/// The pictures of a file, each once.
fn images(file: &Document) -> Vec<&Stream> {
    let is_image = |stream: &&Stream| {
        stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"Image")
    };
    file.objects.values().filter_map(|object| object.as_stream().ok()).filter(is_image).collect()
}

fn name<'a>(image: &'a Stream, key: &[u8]) -> &'a str {
    std::str::from_utf8(image.dict.get(key).and_then(Object::as_name).unwrap()).unwrap()
}

/// The dots of a picture as a PDF file gives them back.
fn dots(bytes: &[u8], space: Space) -> (Space, Vec<u8>) {
    let raster = Arc::new(raster(bytes, space, 1));
    assert_eq!(raster.packing, Packing::Deflated);
    let found = raster.space;
    let items = vec![Item::Raster { area: [10.0, 10.0, 100.0, 50.0], raster }];
    let page = Figure { width: 200.0, height: 100.0, items, title: String::new(), alt: String::new() };
    let theme = Theme::load(&Assets::embedded(), "press").unwrap();
    let file = pdf(&[page], &PdfDocument::new(theme, Profile::Press)).unwrap();
    let file = Document::load_mem(&file).unwrap();
    let found_image = images(&file)[0];
    (found, found_image.decompressed_content().unwrap())
}

#[test]
fn png_files_of_every_depth_give_the_same_dots() {
    // Eight by two: black and white by turns.
    let light: Vec<u8> = (0..16).map(|at| if at % 2 == 0 { 0 } else { 255 }).collect();
    let each = |parts: usize, opaque: bool| -> Vec<u8> {
        let dot = |&light: &u8| {
            let mut dot = vec![light; parts];
            dot.extend(opaque.then_some(255));
            dot
        };
        light.iter().flat_map(dot).collect()
    };
    let twice = |bytes: Vec<u8>| -> Vec<u8> { bytes.into_iter().flat_map(|byte| [byte, byte]).collect() };
    let palette = [[0, 0, 0, 255], [255, 255, 255, 255]];
    let clear = [[0, 0, 0, 255], [90, 0, 0, 0]];
    let (gray, rgb) = (ColorType::Grayscale, ColorType::Rgb);
    let files = [
        png([8, 2], gray, BitDepth::One, &[0x55, 0x55], &[]),
        png([8, 2], gray, BitDepth::Two, &[0x33, 0x33, 0x33, 0x33], &[]),
        png([8, 2], gray, BitDepth::Four, &[0x0F; 8], &[]),
        png([8, 2], gray, BitDepth::Eight, &light, &[]),
        png([8, 2], gray, BitDepth::Sixteen, &twice(light.clone()), &[]),
        png([8, 2], ColorType::GrayscaleAlpha, BitDepth::Eight, &each(1, true), &[]),
        png([8, 2], rgb, BitDepth::Eight, &each(3, false), &[]),
        png([8, 2], ColorType::Rgba, BitDepth::Sixteen, &twice(each(3, true)), &[]),
        png([8, 2], ColorType::Indexed, BitDepth::One, &[0x55, 0x55], &palette),
        png([8, 2], ColorType::Indexed, BitDepth::Four, &[0x01; 8], &clear),
    ];
    for (index, file) in files.iter().enumerate() {
        for space in [Space::Gray, Space::Rgb, Space::Cmyk] {
            assert_eq!(dots(file, space), (Space::Gray, light.clone()), "file {index}, {space:?}");
        }
    }
}

#[test]
fn what_can_be_seen_through_lies_on_white_paper() {
    let half = [255, 0, 0, 128, 0, 0, 0, 0];
    let file = png([2, 1], ColorType::Rgba, BitDepth::Eight, &half, &[]);
    assert_eq!(dots(&file, Space::Rgb), (Space::Rgb, vec![255, 127, 127, 255, 255, 255]));
    let (space, inks) = dots(&file, Space::Cmyk);
    assert_eq!((space, inks), (Space::Cmyk, vec![0, 128, 128, 0, 0, 0, 0, 0]));
    let (_, rows) = dots(&fixture("interlaced.png"), Space::Rgb);
    let dot = |x: usize, y: usize| rows[(y * 300 + x) * 3..][..3].to_vec();
    assert_eq!((dot(0, 0), dot(150, 100)), (vec![255; 3], vec![0xC0, 0x30, 0x20]));
}

#[test]
fn photographs_pass_through_stripped_where_their_inks_fit() {
    let kept = raster(&fixture("gray.jpg"), Space::Cmyk, 1);
    assert_eq!((kept.space, kept.packing), (Space::Gray, Packing::Jpeg(Scale::Usual)));
    let inks = raster(&fixture("inks.jpg"), Space::Cmyk, 1);
    assert_eq!((inks.space, inks.packing), (Space::Cmyk, Packing::Jpeg(Scale::Inverted)));
    // Little ink leaves much light.
    let (_, gray) = dots(&fixture("inks.jpg"), Space::Gray);
    let mean = gray.iter().map(|&light| u64::from(light)).sum::<u64>() / gray.len() as u64;
    assert!((170..225).contains(&mean), "{mean}");

    let turned = fixture("turned.jpg");
    let place = turned.windows(2).position(|two| two == [0x01, 0x12]).unwrap() + 9;
    let mut upright = turned.clone();
    assert_eq!(std::mem::replace(&mut upright[place], 1), 6);
    let kept = raster(&upright, Space::Rgb, 1);
    assert_eq!(kept.packing, Packing::Jpeg(Scale::Usual));
    let holds = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).any(|part| part == what);
    for told in [&b"kitchen"[..], b"Exif"] {
        assert!(holds(&upright, told) && !holds(&kept.bytes, told));
    }
    assert_eq!(RasterFile::of_bytes(turned.clone()).unwrap().dots(), [200, 300]);
    let (_, lying) = dots(&upright, Space::Gray);
    let (_, standing) = dots(&turned, Space::Gray);
    // The camera was held on its side: the left edge of what it wrote is the upper edge.
    for (x, y) in [(0, 0), (199, 0), (0, 299), (120, 40)] {
        assert_eq!(standing[y * 200 + x], lying[(199 - x) * 300 + y], "{x} {y}");
    }
    assert_eq!(raster(&turned, Space::Gray, 2).dots, [100, 150]);
}

#[test]
fn files_that_are_cut_off_or_changed_are_an_error_or_a_picture_and_nothing_worse() {
    for name in ["gray.jpg", "turned.jpg", "inks.jpg", "interlaced.png"] {
        let whole = fixture(name);
        let try_one =
            |bytes: Vec<u8>| RasterFile::of_bytes(bytes).and_then(|file| file.raster(Space::Cmyk, 1));
        // A PNG file's last twelve bytes say only that it ends.
        for end in (0..whole.len() - 12).step_by(23) {
            assert!(try_one(whole[..end].to_vec()).is_err(), "{name}, cut off after {end} bytes");
        }
        for at in (0..whole.len()).step_by(11) {
            for byte in [0x00, 0xFF, whole[at] ^ 0x21] {
                let mut changed = whole.clone();
                changed[at] = byte;
                if let Ok(raster) = try_one(changed) {
                    assert!(raster.dots[0] > 0 && raster.dots[1] > 0);
                }
            }
        }
    }
}

#[test]
fn a_picture_that_would_fill_the_memory_is_refused_by_its_head() {
    let mut wide = photograph(2, 2);
    wide[16..24].copy_from_slice(&[0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]);
    // The head of a PNG file bears a check of itself.
    let check = wide[12..29].iter().fold(u32::MAX, |check, &byte| {
        (0..8).fold(check ^ u32::from(byte), |check, _| (check >> 1) ^ (0xEDB8_8320 * (check & 1)))
    });
    wide[29..33].copy_from_slice(&(!check).to_be_bytes());
    let refused = RasterFile::of_bytes(wide).unwrap_err();
    assert_eq!(refused, BadRaster::Dots { width: 60_000, height: 60_000 });
    assert!(refused.to_string().contains("60000 × 60000 dots, and 32 million are the most"));
    let mut tall = fixture("gray.jpg");
    let frame = tall.windows(2).position(|two| two == [0xFF, 0xC0]).unwrap();
    tall[frame + 5..frame + 9].fill(0xFF);
    assert_eq!(RasterFile::of_bytes(tall).unwrap_err(), BadRaster::Dots { width: 65_535, height: 65_535 });
}

const PLAIN: &str = "The evening began with a pack of cards and no plan at all, as most evenings of patience do. \
    Somebody shuffled, somebody cut, and nobody spoke until the third row lay on the cloth.";

/// A book with a page that holds some pictures.
fn make(fields: &str, page: &str, files: &[(&str, Vec<u8>)]) -> Result<Book, String> {
    let folder = TempDir::new().unwrap();
    std::fs::create_dir(folder.path().join("own")).unwrap();
    for (name, bytes) in files {
        std::fs::write(folder.path().join("own").join(name), bytes).unwrap();
    }
    std::fs::write(folder.path().join("own/page.md"), page).unwrap();
    let text = format!(
        "title: T\n{fields}\nsolutions: none\nparts: [page: own/page.md, puzzles]\n\
         sections:\n  - {{game: somerset-klondike@5, count: 2, seed: 7}}\n"
    );
    let name = folder.path().join("book.yaml").display().to_string();
    let source = Source { name, text };
    book::make(&source, &Catalogue::new(Assets::embedded()), &Progress::none())
        .map_err(|error| error.to_string().replace(&*folder.path().to_string_lossy(), "."))
}

/// The pictures of a page: their boxes.
fn areas(items: &[Item]) -> Vec<[f32; 4]> {
    let of_item = |item: &Item| match item {
        Item::Raster { area, .. } => vec![*area],
        Item::Group { items, .. } | Item::Tagged { items, .. } => areas(items),
        _ => Vec::new(),
    };
    items.iter().flat_map(of_item).collect()
}

/// The lines of a page: baseline, size, text.
fn lines(items: &[Item]) -> Vec<(f32, f32, String)> {
    let of_item = |item: &Item| match item {
        Item::Text(text) => vec![(text.y, text.size, text.text.clone())],
        Item::Group { items, .. } | Item::Tagged { items, .. } => lines(items),
        _ => Vec::new(),
    };
    items.iter().flat_map(of_item).collect()
}

fn page() -> String {
    format!(
        "# Pictures\n\n{PLAIN}\n\n![A field of soft colours](large.png \"The colours, from a distance.\")\n\n\
         {PLAIN}\n\n![Gray that grows darker](gray.jpg)\n\n{PLAIN}\n\n{PLAIN}\n\n\
         ![The field again](large.png \"The same once more\")\n\n{PLAIN}\n"
    )
}

fn files() -> [(&'static str, Vec<u8>); 2] {
    [("large.png", photograph(1500, 1000)), ("gray.jpg", fixture("gray.jpg"))]
}

#[test]
fn a_press_gets_pictures_in_its_inks_at_three_hundred_dots_and_keeps_its_grid() {
    for (trim, fields, inks) in [
        ("6x9", "trim: 6x9\nprofile: press\nink: gray", "DeviceGray"),
        // The usual theme of a press is black ink alone.
        ("8x10", "trim: 8x10\nprofile: press", "DeviceGray"),
        ("ingram-6x9", "trim: ingram-6x9\nprofile: press\nink: cmyk", "DeviceCMYK"),
    ] {
        let made = make(fields, &page(), &files()).unwrap();
        let target: Target = trim.parse().unwrap();
        let inspected = inspect(&made.pdf).unwrap();
        for point in judge(&inspected, &target) {
            assert!(point.passed, "{trim}: {}: {}", point.name, point.says);
            if point.name == "pictures" {
                assert_eq!(point.says, "3 of them with 300 dots an inch or more");
            }
        }
        let file = Document::load_mem(&made.pdf).unwrap();
        let found = images(&file);
        // The picture that stands there twice is one.
        let mut spaces: Vec<[&str; 2]> =
            found.iter().map(|image| [name(image, b"ColorSpace"), name(image, b"Filter")]).collect();
        spaces.sort_unstable();
        assert_eq!(spaces.len(), 2);
        assert!(spaces.contains(&["DeviceGray", "DCTDecode"]), "{spaces:?}");
        assert!(spaces.contains(&[inks, "FlateDecode"]), "{spaces:?}");
        assert!(found.iter().all(|image| !image.dict.has(b"SMask") && !image.dict.has(b"Mask")));

        let chapter: Vec<&Figure> = made.pages.iter().filter(|page| !areas(&page.items).is_empty()).collect();
        let all: Vec<[f32; 4]> = chapter.iter().flat_map(|page| areas(&page.items)).collect();
        // As wide as the text; 300 dots are an inch.
        assert_eq!(all.len(), 3);
        assert!(all[0][2] > 300.0 && all[0] == [all[0][0], all[0][1], all[0][2], all[0][2] / 1.5]);
        assert_eq!(all[1][2..], [72.0, 48.0]);
        for page in &chapter {
            for (y, size, text) in lines(&page.items) {
                let off = (y - 72.0) % 13.0;
                assert!(size != 10.0 || off.abs() < 0.01 || off > 12.99, "{trim}: {y}: {text}");
            }
        }
        let folded = booklet(&made.pages, &made.document, Edge::Short).unwrap();
        let folded = Document::load_mem(&folded).unwrap();
        assert_eq!(images(&folded).len(), 2);
    }
}

#[test]
fn a_screen_is_told_what_pictures_show_and_sees_their_captions() {
    let made = make("trim: a5\nprofile: screen\nink: rgb", &page(), &files()).unwrap();
    let file = Document::load_mem(&made.pdf).unwrap();
    let mut spaces: Vec<&str> = images(&file).into_iter().map(|image| name(image, b"ColorSpace")).collect();
    spaces.sort_unstable();
    assert_eq!(spaces, ["DeviceGray", "DeviceRGB"]);
    let alt = |object: &Object| {
        let element = object.as_dict().ok()?;
        let is_figure = element.get(b"S").and_then(Object::as_name).ok()? == b"Figure";
        let alt = element.get(b"Alt").and_then(Object::as_str).ok()?;
        is_figure.then(|| String::from_utf8_lossy(alt).into_owned())
    };
    let told: Vec<String> = file.objects.values().filter_map(alt).collect();
    for wanted in ["A field of soft colours", "Gray that grows darker", "The field again"] {
        assert!(told.iter().any(|told| told == wanted), "{told:?}");
    }
    let text = file.extract_text(&[1, 2]).unwrap().replace('\n', " ");
    assert!(text.contains("The colours, from a distance."), "{text}");
    let target: Target = "screen".parse().unwrap();
    for point in judge(&inspect(&made.pdf).unwrap(), &target) {
        assert!(point.passed, "{}: {}", point.name, point.says);
    }
    // The words of a picture and of its caption follow one another.
    let tags: Vec<&Tag> = made.pages.iter().flat_map(|page| &page.items).filter_map(tag).collect();
    let at = tags.iter().position(|tag| matches!(tag, Tag::Picture(alt) if alt.starts_with("A field")));
    assert_eq!(tags[at.unwrap() + 1], &Tag::Paragraph);
}

fn tag(item: &Item) -> Option<&Tag> {
    match item {
        Item::Tagged { tag, .. } => Some(tag),
        _ => None,
    }
}

#[test]
fn a_tall_picture_stays_with_its_title_and_its_caption_on_a_page() {
    for fields in ["trim: a5\nprofile: press", "trim: a4\nprofile: press\ntype: giant", "trim: lulu-6x9"] {
        let tall = png([900, 4000], ColorType::Grayscale, BitDepth::Eight, &vec![99; 3_600_000], &[]);
        let page = "# Tall\n\n![A tower](tall.png \"A tower of cards, and all of them stood.\")\n";
        let made = make(fields, page, &[("tall.png", tall)]).unwrap();
        let first = &made.pages[0];
        let area = areas(&first.items)[0];
        assert!((area[3] / area[2] - 40.0 / 9.0).abs() < 0.01, "{area:?}");
        let said: Vec<(f32, f32, String)> = lines(&first.items);
        assert!(said.iter().any(|(y, _, text)| text == "Tall" && *y < area[1]), "{fields}: {said:?}");
        let under = said.iter().filter(|(y, ..)| *y > area[1] + area[3]).count();
        assert!(under >= 2, "{fields}: the caption and the number of the page: {said:?}");
        assert!(area[3] > 0.5 * first.height, "{fields}: {area:?}");
    }
}

#[test]
fn a_bad_picture_is_one_error_with_its_place_and_its_cure() {
    let rare = {
        let mut rare = fixture("gray.jpg");
        let frame = rare.windows(2).position(|two| two == [0xFF, 0xC0]).unwrap();
        rare[frame + 1] = 0xC3;
        rare
    };
    let whole = photograph(400, 300);
    let cut = whole[..whole.len() / 2].to_vec();
    let small = photograph(200, 150);
    let files = [
        ("rare.jpg", rare),
        ("cut.png", cut),
        ("small.png", small),
        ("good.png", whole),
        ("film.gif", b"GIF89a\0\0".to_vec()),
        ("web.png", b"RIFF\0\0\0\0WEBPVP8 ".to_vec()),
        ("drawing.svg", b"<?xml version='1.0'?>\n<svg/>".to_vec()),
        ("text.png", b"no picture".to_vec()),
        ("odd.png", [&b"\x89PNG\r\n\x1a\n"[..], &[0; 50]].concat()),
        ("empty.png", Vec::new()),
        ("hidden.jpg", fixture("gray.jpg")[..500].to_vec()),
    ];
    for (picture, wanted) in [
        (
            "![A cat](cat.png)",
            "./own/page.md:3:1: ./own/cat.png: there is no such file; paths begin in ./own",
        ),
        (
            "![A cat](begin)",
            "./own/begin: there is no such file; paths begin in ./own; the book's own are `start`",
        ),
        ("![A cat](../own)", "./own/page.md:3:1: ./own/../own: this is a folder"),
        ("![A cat](/dev/null)", "/dev/null: this is no file on a disk"),
        ("![A cat](film.gif)", "this is a GIF picture; PNG and JPEG files can be printed: convert it"),
        ("![A cat](web.png)", "web.png: this is a WebP picture"),
        ("![A cat](drawing.svg)", "this is an SVG drawing"),
        ("![A cat](text.png)", "this is neither a PNG nor a JPEG file"),
        (
            "![A cat](odd.png)",
            "odd.png: the file is broken (it breaks the rules of PNG); save the picture again",
        ),
        ("![A cat](empty.png)", "the file is empty"),
        ("![A cat](cut.png)", "the file ends before its picture does"),
        ("![A cat](hidden.jpg)", "the file ends before its picture does"),
        ("![A cat](rare.jpg)", "a JPEG file of a rare kind (without loss)"),
        ("![A cat](small.png)", "200 × 150 dots, and presses want 300 an inch: it would be 17 × 13 mm"),
        ("![A cat](https://example.org/cat.png)", "pictures are not fetched; save it beside the page"),
        ("![A cat](data:image/png;base64,AAAA)", "pictures are not fetched"),
        ("![A cat]()", "a picture names its file"),
        ("![](good.png)", "./own/page.md:3:1: `good.png`: say what it shows, for those who do not see it"),
        ("![A cat](good.png \"Katze 猫\")", "page.md:3:26: our typefaces have no `猫`"),
        ("Look: ![A cat](good.png)", "page.md:3:1: text stands beside a picture; leave an empty line"),
        ("- ![A cat](good.png)", "page.md:3:3: a picture stands in a paragraph of its own"),
        ("## ![A cat](good.png)", "a picture stands in a paragraph of its own"),
        ("![A deal](start \"A deal\")", "a diagram has no caption; its notes are a quotation"),
        ("![A cat](good.png)\n\n> A note", "page.md:5:1: a picture of your own has a caption, and no notes"),
    ] {
        let page = format!("# Élan\n\n{picture}\n");
        let error = make("profile: press", &page, &files).map(|_| picture.to_string()).unwrap_err();
        assert!(error.contains(wanted) && error.starts_with("./own/page.md:"), "{picture}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let long = format!("# A\n\n![A cat](good.png \"{}\")\n", "long ".repeat(100));
    assert!(make("", &long, &files).unwrap_err().contains("a caption has 300 letters at most"));
    // What a press refuses a screen may show, and names need no Latin letters.
    let fine = "# A\n\n![Кошка](small.png)\n\n![Кошка](%67ood.png)\n\n![猫](<good.png> \"A cat\")\n";
    assert!(make("profile: screen", fine, &files).is_ok());
}

#[test]
fn a_bad_picture_is_told_before_the_search_and_leaves_no_file_behind() {
    let folder = TempDir::new().unwrap();
    // Deals as rare as these are searched for hours.
    let text = "title: T\nparts: [text: \"# A\\n\\n![A cat](cat.png)\", puzzles]\nsolutions: none\n\
        sections:\n  - {game: klondike-3, count: 900, level: fierce}\n";
    let mut command = assert_cmd::Command::cargo_bin("dealpress").unwrap();
    let run = command.current_dir(folder.path()).args(["book", "-", "-o", "book.pdf"]).write_stdin(text);
    let output = run.timeout(std::time::Duration::from_secs(60)).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    let wanted = "text:3:1: cat.png: there is no such file; paths begin in the current folder";
    assert!(error.contains(wanted), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
