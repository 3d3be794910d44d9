//! Whether a PDF file keeps the rules of the shop that is to print it, or those of a good screen.
//!
//! ```
//! use dealpress::book::preflight::{Target, judge};
//! use dealpress::output::pdf::inspect::inspect;
//! # use dealpress::{assets::Assets, book, catalogue::Catalogue};
//! # let text = "title: T\nprofile: press\nsections:\n  - {game: somerset-klondike@5, count: 3}\n";
//! # let source = book::Source { name: "book.yaml".into(), text: text.into() };
//! # let catalogue = Catalogue::new(Assets::embedded());
//! # let pdf = book::make(&source, &catalogue, &book::Progress::none()).unwrap().pdf;
//! let target: Target = "kdp-6x9".parse().unwrap();
//! let points = judge(&inspect(&pdf).unwrap(), &target);
//! let failed: Vec<&str> = points.iter().filter(|point| !point.passed).map(|point| point.name).collect();
//! assert_eq!(failed, ["page count"], "this shop binds no book of so few pages");
//! ```

use super::trim::{Shop, Trim};
use crate::output::pdf::inspect::{Area, Inspected, InspectedPage};
use serde::Serialize;
use std::collections::BTreeSet;
use std::str::FromStr;

/// What a file is looked at for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// A shop and a size of pages.
    Press(Trim),
    /// Reading on a screen.
    Screen,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        match text {
            "screen" => Ok(Target::Screen),
            _ => Trim::read(text).map(Target::Press).map_err(|why| match why.strip_prefix("trim: ") {
                Some(why) => format!("{why}, nor `screen`"),
                None => why,
            }),
        }
    }
}

/// A point that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Point {
    /// What was looked at.
    #[serde(rename = "point")]
    pub name: &'static str,
    /// Whether it is as it should be.
    pub passed: bool,
    /// What was found, and what should be.
    pub says: String,
    /// The pages where it is not, from 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<usize>,
}

/// A tenth of a point and less is rounding.
const HAIR: f32 = 0.1;
/// The least size of type that a press keeps clear.
const LEAST_TYPE: f32 = 7.0;
/// The thinnest line that prints whole.
const LEAST_LINE: f32 = 0.75;
/// The lightest gray that prints.
const LEAST_TINT: f32 = 0.1;
/// The coarsest picture, in dots an inch.
const LEAST_DOTS: f32 = 300.0;
/// The same for a screen.
const LEAST_DOTS_SEEN: f32 = 100.0;
/// So many pages of a kind are named.
const MOST_NAMED: usize = 8;

/// Looks at every point of a file.
pub fn judge(file: &Inspected, target: &Target) -> Vec<Point> {
    match target {
        Target::Press(trim) => press(file, trim),
        Target::Screen => screen(file),
    }
}

fn point(name: &'static str, passed: bool, says: impl Into<String>) -> Point {
    Point { name, passed, says: says.into(), pages: Vec::new() }
}

/// A point of which every page is asked; a page answers with what is wrong.
fn of_pages(
    file: &Inspected,
    name: &'static str,
    good: impl Into<String>,
    ask: impl Fn(usize, &InspectedPage) -> Option<String>,
) -> Point {
    let wrong: Vec<(usize, String)> = file
        .pages
        .iter()
        .enumerate()
        .filter_map(|(index, page)| ask(index + 1, page).map(|why| (index + 1, why)))
        .collect();
    let Some((first, why)) = wrong.first() else { return point(name, true, good) };
    let pages: Vec<usize> = wrong.iter().map(|(page, _)| *page).collect();
    let more = match pages.len() {
        1 => String::new(),
        count => {
            let others: Vec<String> = pages[1..].iter().take(MOST_NAMED).map(usize::to_string).collect();
            let dots = if count > MOST_NAMED + 1 { ", …" } else { "" };
            format!("; {count} pages in all: also {}{dots}", others.join(", "))
        }
    };
    Point { name, passed: false, says: format!("page {first}: {why}{more}"), pages }
}

fn press(file: &Inspected, trim: &Trim) -> Vec<Point> {
    let shop = trim.shop;
    let count = file.pages.len();
    let bleed = has_bleed(file, trim);
    let edge = if bleed { shop.edge_with_bleed() } else { shop.edge() };
    let gutter = shop.gutter(count);
    let mut points = vec![
        readable(file),
        point("encryption", !file.encrypted, if file.encrypted { "the file is encrypted" } else { "none" }),
        size(file, trim, bleed),
        boxes(file, trim, bleed),
        page_count(shop, count),
        point(
            "even page count",
            count.is_multiple_of(2),
            format!("{count} pages; two make a leaf, so the number should be even"),
        ),
    ];
    points.extend(fonts(file));
    points.push(of_pages(file, "transparency", "none", |_, page| {
        page.transparent.then(|| "something can be seen through".to_string())
    }));
    points.push(of_pages(file, "links and notes", "none", |_, page| {
        (page.annotations > 0).then(|| format!("{} of them; shops want none", page.annotations))
    }));
    for (name, found, what) in [
        ("outline", file.outline, "the file has one; shops want none"),
        ("scripts, forms, attachments", file.active, "the file has some; shops want none"),
    ] {
        points.push(point(name, !found, if found { what } else { "none" }));
    }
    points.push(match (shop.wants_exchange(), file.metadata) {
        (true, _) => exchange(file),
        (false, true) => point("metadata", false, "the file says who made it; shops want nothing of it"),
        (false, false) => point("metadata", true, "none"),
    });
    points.push(of_pages(
        file,
        "safe area",
        format!("all ink keeps {gutter:.1} points from the spine and {edge:.1} from the other edges"),
        |number, page| unsafe_ink(number, page, gutter, edge),
    ));
    points.push(of_pages(file, "size of type", format!("{LEAST_TYPE} points or more"), |_, page| {
        let least = page.least_type.filter(|&size| size < LEAST_TYPE - 0.01)?;
        Some(format!("type of {least:.1} points; {LEAST_TYPE} is the least"))
    }));
    points.push(of_pages(file, "thickness of lines", format!("{LEAST_LINE} points or more"), |_, page| {
        let least = page.least_line.filter(|&width| width < LEAST_LINE - 0.01)?;
        Some(format!("a line of {least:.2} points; {LEAST_LINE} is the least"))
    }));
    points.push(of_pages(file, "grays", "10 % or more", |_, page| {
        let least = page.least_tint.filter(|&tint| tint < LEAST_TINT - 0.005)?;
        Some(format!("a gray of {:.0} %; 10 % is the lightest that prints", least * 100.0))
    }));
    points.extend(colours(file, shop));
    if let Some(most) = shop.most_ink() {
        let found = file.pages.iter().map(|page| page.most_ink).fold(0.0, f32::max);
        let good = format!("at most {found:.0} % of all four on one place, of {most:.0}");
        points.push(of_pages(file, "ink", good, |_, page| {
            let over = page.most_ink > most + 1.0;
            over.then(|| {
                format!("{:.0} % of all four inks on one place; {most:.0} is the most", page.most_ink)
            })
        }));
    }
    points.push(of_pages(file, "pictures", pictures_told(file, LEAST_DOTS), |_, page| {
        coarse(page, LEAST_DOTS)
    }));
    points
}

fn screen(file: &Inspected) -> Vec<Point> {
    let has = |name, found: bool, good: &str, bad: &str| point(name, found, if found { good } else { bad });
    let mut points = vec![
        readable(file),
        point("encryption", !file.encrypted, if file.encrypted { "the file is encrypted" } else { "none" }),
    ];
    points.extend(fonts(file));
    points.extend([
        has("outline", file.outline, "there is one", "there is none"),
        has("names of pages", file.labels, "there are some", "there are none"),
        has("title", file.metadata && file.shows_title, "viewers show it", "viewers show the file's name"),
        has("tags", file.tagged, "the file can be read aloud", "the file cannot be read aloud"),
        match &file.language {
            Some(language) => point("language", true, language.as_str()),
            None => point("language", false, "the file does not say"),
        },
        has("scripts, forms, attachments", !file.active, "none", "the file has some"),
    ]);
    points.push(of_pages(file, "ink on the page", "all of it", |_, page| {
        let [left, top, right, bottom] = page.ink?;
        let [cut_left, cut_top, cut_right, cut_bottom] = page.cut;
        let (wide, high) = (cut_right - cut_left, cut_bottom - cut_top);
        let off = left < -HAIR || top < -HAIR || right > wide + HAIR || bottom > high + HAIR;
        off.then(|| "ink reaches over the edge".to_string())
    }));
    points.push(of_pages(file, "pictures", pictures_told(file, LEAST_DOTS_SEEN), |_, page| {
        coarse(page, LEAST_DOTS_SEEN)
    }));
    points
}

/// What is told of a page with a picture that has fewer dots an inch than it should.
fn coarse(page: &InspectedPage, least: f32) -> Option<String> {
    let found = page.pictures.iter().copied().filter(|&dots| dots < least - 0.5).reduce(f32::min)?;
    Some(format!("a picture of {found:.0} dots an inch; {least} is the least"))
}

fn readable(file: &Inspected) -> Point {
    of_pages(file, "readable", format!("{} pages", file.pages.len()), |_, page| {
        page.unread.first().map(|what| format!("{what} cannot be read"))
    })
}

/// Whether the sheets are larger than the cut pages by what the shop wants.
fn has_bleed(file: &Inspected, trim: &Trim) -> bool {
    let bleed = trim.shop.bleed();
    file.pages.first().is_some_and(|page| {
        (page.sheet[1] - trim.height - 2.0 * bleed.outside).abs() < HAIR && page.sheet[0] > trim.width + HAIR
    })
}

fn size(file: &Inspected, trim: &Trim, bleed: bool) -> Point {
    let more = if bleed { trim.shop.bleed() } else { Default::default() };
    let wanted = [trim.width + more.outside + more.spine, trim.height + 2.0 * more.outside];
    let inches = |points: f32| (points / 72.0 * 1000.0).round() / 1000.0;
    let with = if bleed { ", bleed included" } else { "" };
    let good = format!("{} × {} in{with}", inches(wanted[0]), inches(wanted[1]));
    of_pages(file, "size of the pages", good, |_, page| {
        let fits = page.sheet.iter().zip(wanted).all(|(have, want)| (have - want).abs() < HAIR);
        (!fits || page.turned % 360 != 0).then(|| {
            let [wide, high] = page.sheet;
            let turned = if page.turned % 360 == 0 { "" } else { ", turned" };
            format!(
                "{} × {} in{turned}, where {} × {} in are wanted",
                inches(wide),
                inches(high),
                inches(wanted[0]),
                inches(wanted[1])
            )
        })
    })
}

fn boxes(file: &Inspected, trim: &Trim, bleed: bool) -> Point {
    let says = file.pages.iter().all(|page| page.says_cut);
    let good = if says { "every page says where it is cut" } else { "the pages are cut as they are" };
    of_pages(file, "boxes", good, |number, page| {
        let spine = if bleed { trim.shop.bleed().spine } else { 0.0 };
        let outside = if bleed { trim.shop.bleed().outside } else { 0.0 };
        let left = if number % 2 == 1 { spine } else { outside };
        let wanted: Area = [left, outside, left + trim.width, outside + trim.height];
        let fits = page.cut.iter().zip(wanted).all(|(have, want)| (have - want).abs() < HAIR);
        match (page.says_cut || !bleed, fits) {
            (true, true) => None,
            (false, _) => Some("it does not say where it is cut (TrimBox)".to_string()),
            (true, false) => {
                Some("the box in which it is cut (TrimBox) is not where it should be".to_string())
            }
        }
    })
}

fn page_count(shop: Shop, count: usize) -> Point {
    match shop.binds(count) {
        Ok(()) if *shop.pages().end() == usize::MAX => {
            point("page count", true, format!("{count} pages; no bounds are known"))
        }
        Ok(()) => {
            let (least, most) = shop.pages().into_inner();
            point("page count", true, format!("{count} pages, of {least} to {most}"))
        }
        Err(why) => point("page count", false, why),
    }
}

fn fonts(file: &Inspected) -> [Point; 2] {
    let lacking = |is_good: fn(&crate::output::pdf::inspect::InspectedFont) -> bool| {
        let names: Vec<&str> =
            file.fonts.iter().filter(|font| !is_good(font)).map(|font| font.name.as_str()).collect();
        names.join(", ")
    };
    let told = |name, lacking: String, what: &str| match lacking.is_empty() {
        true => point(name, true, format!("all {} of them", file.fonts.len())),
        false => point(name, false, format!("{lacking}: {what}")),
    };
    [
        told("fonts embedded", lacking(|font| font.embedded), "not in the file"),
        told("fonts subset", lacking(|font| font.subset), "with glyphs that no page shows"),
    ]
}

fn colours(file: &Inspected, shop: Shop) -> [Point; 2] {
    let used: BTreeSet<&str> =
        file.pages.iter().flat_map(|page| page.spaces.iter().map(String::as_str)).collect();
    let used: Vec<&str> = used.into_iter().collect();
    let good = if used.is_empty() { "black alone".to_string() } else { used.join(", ") };
    // IngramSpark takes press inks alone; the others turn the light of a screen into inks.
    let known: &[&str] = match shop {
        Shop::Ingram => &["DeviceGray", "DeviceCMYK"],
        Shop::Any | Shop::Kdp | Shop::Lulu => &["DeviceGray", "DeviceCMYK", "DeviceRGB"],
    };
    let spaces = of_pages(file, "colour spaces", good, |_, page| {
        let other = page.spaces.iter().find(|space| !known.contains(&space.as_str()))?;
        Some(format!("{other}; the shop takes {}", known.join(", ")))
    });
    let black = of_pages(file, "one black", "what is black is printed with black ink alone", |_, page| {
        page.mixed_black
            .then(|| "black is mixed of several inks, and blurs where they do not meet".to_string())
    });
    [spaces, black]
}

fn pictures_told(file: &Inspected, least: f32) -> String {
    match file.pages.iter().map(|page| page.pictures.len()).sum::<usize>() {
        0 => "all drawing is made of lines and areas".to_string(),
        count => format!("{count} of them with {least} dots an inch or more"),
    }
}

/// Whether the file says that it keeps PDF/X-1a, and says all that this wants.
fn exchange(file: &Inspected) -> Point {
    let name = "PDF/X-1a";
    match &file.exchange {
        None => point(name, false, "the file does not say that it keeps PDF/X-1a, which the shop wants"),
        Some(claim) if !claim.standard.starts_with("PDF/X-1a") => {
            point(name, false, format!("the file keeps {}; the shop wants PDF/X-1a", claim.standard))
        }
        Some(claim) if claim.lacks.is_empty() => point(name, true, claim.standard.as_str()),
        Some(claim) => {
            let lacks = claim.lacks.join(", ");
            point(name, false, format!("{} wants what the file does not say: {lacks}", claim.standard))
        }
    }
}

/// Where ink stands nearer to an edge than it may.
fn unsafe_ink(number: usize, page: &InspectedPage, gutter: f32, edge: f32) -> Option<String> {
    let [left, top, right, bottom] = page.ink?;
    let [cut_left, cut_top, cut_right, cut_bottom] = page.cut;
    let (from_left, from_right) = (left, cut_right - cut_left - right);
    // Pages turn right and left: the spine is at the left of odd ones.
    let (inner, outer) = if number % 2 == 1 { (from_left, from_right) } else { (from_right, from_left) };
    let below = cut_bottom - cut_top - bottom;
    let near = [
        ("the spine", inner, gutter),
        ("the outer edge", outer, edge),
        ("the upper edge", top, edge),
        ("the lower edge", below, edge),
    ];
    let (name, found, least) = near.into_iter().find(|&(_, found, least)| found < least - HAIR)?;
    Some(format!("ink stands {found:.1} points from {name}; {least:.1} is the least"))
}
