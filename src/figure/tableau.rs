//! Diagrams of positions, of any game that the rules describe.
//!
//! ```
//! use dealpress::{assets::Assets, catalogue::Catalogue};
//! use dealpress::figure::{layout::Look, names::Plain, tableau::tableau};
//! let catalogue = Catalogue::new(Assets::embedded());
//! let deal = catalogue.deal(&"klondike#1".parse().unwrap()).unwrap();
//! let figure = tableau(&catalogue.start(&deal).unwrap(), &Look::default(), &Plain);
//! assert!((figure.width - 8.0 * 42.0).abs() < 0.01);
//! assert!(figure.alt.starts_with("Stock of 24 cards. Waste empty."));
//! ```
//!
//! Foundations stand above, columns below; stock and waste at the left of the foundations. In a Somerset
//! game a rule parts foundations and piles.

use super::card::{self, Back, Seen, Side};
use super::layout::{Layout, Look, Spot};
use super::names::{Names, describe};
use super::{Face, Figure, Ink, Item, Path, Stroke, Text, marks, typeset};
use crate::card::Card;
use crate::game::Position;

/// Draws a position.
pub fn tableau(position: &Position, look: &Look, names: &dyn Names) -> Figure {
    let layout = Layout::new(position, look);
    let mut items = Vec::new();
    items.extend(title(&layout, look));
    items.extend(upper_row(position, &layout, look, names));
    if let Some(y) = layout.rule {
        let line = Path::line(layout.margin, y, layout.width - layout.margin, y);
        items.push(Item::stroke(line, Stroke::solid(Ink::Label, card::OUTLINE)));
    }
    if look.column_numbers {
        let numbered = layout.column_places.iter().enumerate();
        let middle = layout.style.width / 2.0;
        items.extend(numbered.map(|(column, &(x, _))| number(&layout, look, column + 1, x + middle)));
    }
    for (spots, &(x, y)) in layout.columns.iter().zip(&layout.column_places) {
        if spots.is_empty() {
            items.extend(card::place(&layout.style, None, x, y));
            continue;
        }
        let cards = spots.iter().map(|spot| card_item(position, &layout, spot, names)).collect();
        items.push(Item::Group { title: String::new(), items: cards });
    }
    items.extend(marks::draw(position, &layout, &look.marks));
    let title = match (look.title.is_empty(), look.note.is_empty()) {
        (false, false) => format!("{}: {}", look.title, look.note),
        (true, false) => look.note.clone(),
        _ => look.title.clone(),
    };
    Figure {
        width: layout.width,
        height: layout.height,
        items,
        title,
        alt: describe(position, look.show, names),
    }
}

/// Title and note on one line over the cards, squeezed if the figure is narrow.
fn title(layout: &Layout, look: &Look) -> Vec<Item> {
    if !look.titled {
        return Vec::new();
    }
    let (x, y, size) = (layout.margin, layout.title_y, look.title_size);
    let mut title = Text::new(Face::SansSemibold, size, Ink::Text, look.title.as_str()).at(x, y);
    let mut note = Text::new(Face::Sans, size * 8.0 / 9.0, Ink::Label, look.note.as_str());
    let between = if title.text.is_empty() { 0.0 } else { size * 0.7 };
    let room = layout.width - 2.0 * layout.margin;
    let needed = typeset::width(&title) + between + typeset::width(&note);
    if needed > room {
        let share = room / needed;
        title = Text { size: size * share, ..title };
        note = Text { size: note.size * share, ..note };
    }
    let after = x + typeset::width(&title) + between.min(between * room / needed.max(0.1));
    let lines = [title, note.at(after, y)];
    lines.into_iter().filter(|line| !line.text.is_empty()).map(Item::Text).collect()
}

fn number(layout: &Layout, look: &Look, number: usize, x: f32) -> Item {
    let cap = typeset::cap_height(Face::Sans) * look.label_size;
    let text = Text::new(Face::Sans, look.label_size, Ink::Label, number.to_string());
    Item::Text(text.centred(x, layout.numbers + cap / 2.0))
}

fn upper_row(position: &Position, layout: &Layout, look: &Look, names: &dyn Names) -> Vec<Item> {
    let (style, rules) = (&layout.style, position.rules());
    let mut items = Vec::new();
    if let Some((x, y)) = layout.stock {
        let count = position.stock().len();
        let title = names.stock(count);
        let mut stock = match position.stock().last() {
            None => card::place(style, None, x, y),
            Some(&top) => {
                vec![card::draw_shared(style, top, Side::Back(Back::First), Seen::Whole, x, y)]
            }
        };
        if count > 0 && look.stock_count {
            stock.extend(card::count(style, count, look.label_size, x, y));
        }
        items.push(Item::Group { title, items: std::mem::take(&mut stock) });
    }
    if let (Some((x, y)), true) = (layout.waste_place, layout.waste.is_empty()) {
        items.extend(card::place(style, None, x, y));
    }
    items.extend(layout.waste.iter().map(|spot| card_item(position, layout, spot, names)));
    for (foundation, &(x, y)) in layout.foundations.iter().enumerate() {
        let suit = rules.foundation_suit(foundation);
        let top = position.foundation_top(foundation);
        let name = top.map(|top| names.card(&rules.pack, top));
        items.push(Item::Group {
            title: names.foundation(&rules.pack, suit, name.as_deref()),
            items: match top {
                Some(top) => vec![card::draw_shared(style, top, Side::Face, Seen::Whole, x, y)],
                None => card::place(style, Some(suit), x, y),
            },
        });
    }
    items
}

fn card_item(position: &Position, layout: &Layout, spot: &Spot, names: &dyn Names) -> Item {
    let name = |card: Card| names.card(&position.rules().pack, card);
    let title = match spot.side {
        Side::Face => name(spot.card),
        Side::Shown => names.face_down(Some(&name(spot.card))),
        // That a back is a back needs no words, twenty times over.
        Side::Back(_) => String::new(),
    };
    let drawn = card::draw_shared(&layout.style, spot.card, spot.side, spot.seen, spot.x, spot.y);
    Item::Group { title, items: vec![drawn] }
}
