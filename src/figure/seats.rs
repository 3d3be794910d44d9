//! Diagrams of tables: two layouts that face each other, or three to seven around the foundations.
//!
//! The near seats grow downwards, the far ones upwards, with the foundations of all between two rules. Two
//! sit opposite; more sit two a row and are lettered around the table, against the clock from the near left.
//! Each seat has a letter on a disc of its own ink, its name, and backs of that ink, hatched and cross-hatched
//! by turns: so seats can be told apart by letter, by name, by pattern and by colour.

use super::card::{self, Back, Seen, Side, Style};
use super::layout::{GAP, Show};
use super::marks::first_new;
use super::names::{Names, repeats_counted};
use super::ranks::Ranks;
use super::table_frame::{Chair, Frame, chairs, only_chair};
use super::theme::Inking;
use super::{Face, Figure, Figures, Ink, Item, Path, Stroke, Text, typeset};
use crate::card::{Card, Pack};
use crate::game::{Pile, Position};
use crate::seats::{Seat, Table};

/// How a table is to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct TableLook {
    /// The width of a card in points, at most.
    pub card_width: f32,
    /// The width that the figure must not exceed.
    pub width: Option<f32>,
    /// The height that the figure must not exceed.
    pub height: Option<f32>,
    /// Whether readers see face-down cards.
    pub show: Show,
    /// The seat that the reader plays: it sits near, and its face-down cards and whole waste are seen in any
    /// case.
    pub reader: Option<Seat>,
    /// Whether only the foundations and the reader's seat are drawn, if there is a reader.
    pub alone: bool,
    /// Colours or black ink alone; take it from the theme.
    pub inking: Inking,
    /// What ranks are called on cards.
    pub ranks: Ranks,
    /// What the seats are called, seat A first.
    pub names: Vec<String>,
    /// Whether each column has its number, where the cards are large enough.
    pub column_numbers: bool,
    /// Whose turn it is: the name is set in bold with a mark.
    pub turn: Option<Seat>,
    /// Whether what has moved is marked.
    pub moved: Moved,
}

/// Whether bars stand at the cards that have moved.
#[derive(Debug, Clone, PartialEq)]
pub enum Moved {
    /// They do not.
    Unmarked,
    /// There is room for them, and they stand at what lies otherwise than at the table before, if there is one.
    Since(Option<Box<Table>>),
}

impl TableLook {
    /// The usual look, with these names for the seats.
    pub fn new(names: Vec<String>) -> TableLook {
        TableLook {
            card_width: 36.0,
            width: None,
            height: None,
            show: Show::Hidden,
            reader: None,
            alone: false,
            inking: Inking::Colour,
            ranks: Ranks::default(),
            names,
            column_numbers: true,
            turn: None,
            moved: Moved::Unmarked,
        }
    }

    /// The seat that is drawn without the others.
    pub(super) fn only(&self) -> Option<Seat> {
        self.reader.filter(|_| self.alone)
    }

    pub(super) fn shows(&self, seat: Seat) -> Show {
        if self.reader == Some(seat) { Show::Thoughtful } else { self.show }
    }
}

/// The type size of the seats' names.
const NAME: f32 = 8.5;
/// The height of a name under or over its cards.
pub(super) const NAME_ROOM: f32 = 15.0;
/// The type size of the columns' numbers, and the least width of a card that leaves room for them.
const NUMBER: (f32, f32) = (7.0, 24.0);
/// Slots of a seat's block: seven columns, an empty one, stock and waste.
pub(super) const ASIDE: usize = 2;

/// The ink of a seat.
pub fn seat_ink(seat: Seat) -> Ink {
    const INKS: [Ink; 7] =
        [Ink::SeatA, Ink::SeatB, Ink::SeatC, Ink::SeatD, Ink::SeatE, Ink::SeatF, Ink::SeatG];
    INKS[seat.index()]
}

/// The pattern of a seat's backs.
pub fn seat_back(seat: Seat) -> Back {
    if seat.index().is_multiple_of(2) { Back::First } else { Back::Second }
}

/// The letter of a seat on its disc, centred at a point.
pub fn seat_disc(seat: Seat, x: f32, y: f32, size: f32) -> Vec<Item> {
    let cap = typeset::cap_height(Face::SansBold) * size;
    let letter = Text::new(Face::SansBold, size, Ink::Table, seat.to_string());
    vec![
        Item::fill(Path::circle(x, y, 0.72 * size), seat_ink(seat)),
        Item::Text(letter.centred(x, y + cap / 2.0)),
    ]
}

/// Items with the hatch of backs in a seat's ink.
pub fn in_seat_ink(items: Vec<Item>, seat: Seat) -> Vec<Item> {
    let inked = |item: Item| match item {
        Item::Path { path, fill, stroke: Some(stroke) } if stroke.ink == Ink::BackHatch => {
            Item::Path { path, fill, stroke: Some(Stroke { ink: seat_ink(seat), ..stroke }) }
        }
        Item::Group { title, items } => Item::Group { title, items: in_seat_ink(items, seat) },
        Item::Shared { x, y, items } => {
            let items = items.iter().map(|item| item.clone().moved(x, y)).collect();
            Item::Group { title: String::new(), items: in_seat_ink(items, seat) }
        }
        other => other,
    };
    items.into_iter().map(inked).collect()
}

/// Whether a seat's columns grow down or up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grows {
    Down,
    Up,
}

/// How many cards wide the picture of a table is.
pub fn width_in_cards(table: &Table) -> f32 {
    let block = (table.rules().seat.columns + ASIDE) as f32 * (1.0 + GAP) - GAP;
    if table.count() == 2 { block } else { 2.0 * block + 1.0 }
}

/// Draws a table.
pub fn table(table: &Table, look: &TableLook, names: &dyn Names) -> Figure {
    let (mut chairs, near, far) = match look.only() {
        None => chairs(table.count()),
        Some(_) => only_chair(table.count()),
    };
    chairs.rotate_right(look.reader.map_or(0, Seat::index) % table.count());
    let mut frame = Frame { table, look, chairs, near, far, w: look.card_width.clamp(4.0, 400.0) };
    if let Some(width) = look.width {
        let at_one = frame.width() / frame.w;
        frame.w = frame.w.min(width / at_one).max(4.0);
    }
    if let Some(height) = look.height {
        // Heights are not quite in proportion, as names keep their size.
        for _ in 0..40 {
            if frame.height() <= height || frame.w <= 4.0 {
                break;
            }
            frame.w = (frame.w * 0.97).max(4.0);
        }
    }
    let style = Style { inking: look.inking, ranks: look.ranks, ..Style::new(Pack::french(1), frame.w) };
    let mut items = Vec::new();
    let band = frame.far_height();
    items.extend(foundations(&frame, &style, band, names));
    // Far rows stand above the band, the nearest of them lowest; near rows below it, the nearest lowest too.
    let mut bottom = band - frame.row_gap();
    for row in near..near + far {
        for (seat, chair) in Seat::all(table.count()).zip(&frame.chairs) {
            if chair.row == row {
                items.extend(block(&frame, &style, seat, *chair, Grows::Up, bottom, names));
            }
        }
        bottom -= frame.row_height(row) + frame.row_gap();
    }
    let mut top = band + frame.foundations_height() + frame.row_gap() + 0.5 * frame.w;
    for row in (0..near).rev() {
        for (seat, chair) in Seat::all(table.count()).zip(&frame.chairs) {
            if chair.row == row {
                items.extend(block(&frame, &style, seat, *chair, Grows::Down, top, names));
            }
        }
        top += frame.row_height(row) + frame.row_gap();
    }
    let figure = Figure {
        width: frame.width(),
        height: frame.height(),
        items,
        title: String::new(),
        alt: describe(table, look, names),
    };
    match look.moved {
        Moved::Unmarked => figure,
        // The bars of the first columns stand left of the table.
        Moved::Since(_) => {
            let margin = frame.reach();
            Figure { width: figure.width + margin, items: figure.placed(margin, 0.0), ..figure }
        }
    }
}

/// The foundations of all between two rules.
fn foundations(frame: &Frame<'_>, style: &Style, band: f32, names: &dyn Names) -> Vec<Item> {
    let (w, table) = (frame.w, frame.table);
    let rule =
        |y: f32| Item::stroke(Path::line(0.0, y, frame.width(), y), Stroke::solid(Ink::Label, card::OUTLINE));
    let top = band + 0.25 * w;
    let mut items = vec![rule(band - 0.20 * w), rule(top + frame.foundations_height() + 0.45 * w)];
    let per_row = frame.per_row();
    let position = table.seat(Seat::new(0));
    for at in 0..table.foundations().len() {
        let (row, place) = (at / per_row, at % per_row);
        let here = per_row.min(table.foundations().len() - row * per_row);
        // A little more room between the places of one seat and the next.
        let apart = if table.count() > 2 { 0.35 * w } else { 0.0 };
        let groups = (here / 4).saturating_sub(1) as f32;
        let width = here as f32 * frame.pitch() - GAP * w + groups * apart;
        let squeeze = (frame.width() / width).min(1.0);
        let left = (frame.width() - width * squeeze) / 2.0;
        let x = left + (place as f32 * frame.pitch() + (place / 4) as f32 * apart) * squeeze;
        let y = top + row as f32 * (1.4 + GAP) * w;
        let suit = position.rules().foundation_suit(at);
        let card = position.foundation_top(at);
        let name = card.map(|card| names.card(&position.rules().pack, card));
        items.push(Item::Group {
            title: names.foundation(&position.rules().pack, suit, name.as_deref()),
            items: match card {
                Some(card) => card::draw(style, card, Side::Face, Seen::Whole, x, y),
                None => card::place(style, Some(suit), x, y),
            },
        });
        if frame.before().is_some_and(|before| before.foundations()[at] != table.foundations()[at]) {
            items.push(frame.bar([x, y, x + w, y + style.height()], style));
        }
    }
    items
}

/// The piles of a seat: `edge` is the top of one that grows down, the bottom of one that grows up.
fn block(
    frame: &Frame<'_>,
    style: &Style,
    seat: Seat,
    chair: Chair,
    grows: Grows,
    edge: f32,
    names: &dyn Names,
) -> Vec<Item> {
    let position = frame.table.seat(seat);
    let left = chair.place * (frame.block_width() + frame.between_blocks());
    let slots = frame.columns() + ASIDE;
    // Who sits opposite has column 1 at our right and the stock at our left.
    let slot = |index: usize| {
        let index = if grows == Grows::Down { index } else { slots - 1 - index };
        left + index as f32 * frame.pitch()
    };
    let mut items = Vec::new();
    for (column, pile) in position.columns().iter().enumerate() {
        items.extend(column_items(frame, style, seat, pile, slot(column), grows, edge, names));
        if let Some(from) = frame
            .before()
            .and_then(|before| first_new(&before.seat(seat).columns()[column].cards, &pile.cards))
        {
            let begins = (0..from).map(|depth| frame.fan(seat, pile, depth)).sum::<f32>();
            let (near, far) = (begins, frame.column_height(seat, pile));
            let x = slot(column);
            let moved = match grows {
                Grows::Down => [x, edge + near, x + frame.w, edge + far],
                Grows::Up => [x, edge - far, x + frame.w, edge - near],
            };
            items.push(frame.bar(moved, style));
        }
    }
    if frame.look.column_numbers && frame.w >= NUMBER.1 {
        let middle = if grows == Grows::Down { edge - 0.15 * frame.w } else { edge + 0.15 * frame.w };
        let baseline = middle + typeset::cap_height(Face::Sans) * NUMBER.0 / 2.0;
        items.extend((0..position.columns().len()).map(|column| {
            let number = Text::new(Face::Sans, NUMBER.0, Ink::Label, (column + 1).to_string());
            let number = Text { figures: Figures::Lining, ..number };
            Item::Text(number.centred(slot(column) + frame.w / 2.0, baseline))
        }));
    }
    let x = slot(slots - 1);
    let height = style.height();
    let outwards = |distance: f32| match grows {
        Grows::Down => edge + distance,
        Grows::Up => edge - distance - height,
    };
    let (stock_y, waste_y) = (outwards(0.0), outwards(height + GAP * frame.w));
    items.push(Item::Group {
        title: names.stock(position.stock().len()),
        items: stock(frame, style, seat, position, x, stock_y),
    });
    let waste = frame.seen_waste(seat);
    if waste.is_empty() {
        items.extend(card::place(style, None, x, waste_y));
    }
    for (depth, &card) in waste.iter().enumerate() {
        let distance = 0.44 * frame.w * depth as f32;
        let drawn = match grows {
            Grows::Down if depth + 1 < waste.len() => {
                card::draw(style, card, Side::Face, Seen::Above(0.44 * frame.w), x, waste_y + distance)
            }
            Grows::Down => card::draw(style, card, Side::Face, Seen::Whole, x, waste_y + distance),
            Grows::Up if waste.len() == 1 => card::draw(style, card, Side::Face, Seen::Whole, x, waste_y),
            Grows::Up => card::draw_upwards(style, card, Side::Face, x, waste_y - distance),
        };
        let title = names.card(&position.rules().pack, card);
        items.push(Item::Group { title, items: drawn });
    }
    let beyond = frame.waste_height(seat) - height;
    let name_y = match grows {
        Grows::Down => waste_y + beyond + height + 0.62 * NAME_ROOM,
        Grows::Up => waste_y - beyond - 0.5 * NAME_ROOM,
    };
    items.extend(name_items(frame, seat, x + frame.w / 2.0, name_y, chair, left));
    items
}

/// The disc and the name, centred under the stock, but within the figure.
fn name_items(frame: &Frame<'_>, seat: Seat, x: f32, y: f32, chair: Chair, left: f32) -> Vec<Item> {
    let name = frame.look.names.get(seat.index()).map_or("", String::as_str);
    let is_next = frame.look.turn == Some(seat);
    let face = if is_next { Face::SansBold } else { Face::SansSemibold };
    let text = Text::new(face, NAME, Ink::Text, if is_next { format!("{name} •") } else { name.to_string() });
    let disc = 0.95 * NAME;
    // In other fonts than ours a name is up to a fifth wider.
    let width = 2.0 * 0.72 * disc + 3.5 + 1.2 * typeset::width(&text);
    let (least, most) = (left, left + frame.block_width());
    let _ = chair;
    let begin = (x - width / 2.0).clamp(least, (most - width).max(least));
    let cap = typeset::cap_height(face) * NAME;
    let mut items = seat_disc(seat, begin + 0.72 * disc, y, disc);
    items.push(Item::Text(text.at(begin + 2.0 * 0.72 * disc + 3.5, y + cap / 2.0)));
    items
}

fn stock(frame: &Frame<'_>, style: &Style, seat: Seat, position: &Position, x: f32, y: f32) -> Vec<Item> {
    let count = position.stock().len();
    let Some(&next) = position.stock().last() else { return card::place(style, None, x, y) };
    let back = Side::Back(seat_back(seat));
    let mut items = in_seat_ink(card::draw(style, next, back, Seen::Whole, x, y), seat);
    if frame.w >= 11.0 {
        items.extend(card::count(style, count, 7.0_f32.min(0.42 * frame.w), x, y));
    }
    items
}

#[allow(clippy::too_many_arguments)]
fn column_items(
    frame: &Frame<'_>,
    style: &Style,
    seat: Seat,
    pile: &Pile,
    x: f32,
    grows: Grows,
    edge: f32,
    names: &dyn Names,
) -> Vec<Item> {
    if pile.cards.is_empty() {
        let y = if grows == Grows::Down { edge } else { edge - style.height() };
        return card::place(style, None, x, y);
    }
    let mut items = Vec::new();
    let mut distance = 0.0;
    for (depth, &card) in pile.cards.iter().enumerate() {
        let side = match (depth < pile.down, frame.look.shows(seat)) {
            (false, _) => Side::Face,
            (true, Show::Thoughtful) => Side::Shown,
            (true, Show::Hidden) => Side::Back(seat_back(seat)),
        };
        let is_top = depth + 1 == pile.cards.len();
        let drawn = match grows {
            Grows::Down => {
                let seen = if is_top { Seen::Whole } else { Seen::Above(frame.fan(seat, pile, depth)) };
                card::draw(style, card, side, seen, x, edge + distance)
            }
            Grows::Up => card::draw_upwards(style, card, side, x, edge - distance - style.height()),
        };
        let name = names.card(&Pack::french(1), card);
        let title = match side {
            Side::Face => name,
            Side::Shown => names.face_down(Some(&name)),
            Side::Back(_) => String::new(),
        };
        items.push(Item::Group { title, items: in_seat_ink(drawn, seat) });
        distance += frame.fan(seat, pile, depth);
    }
    items
}

/// The whole table in words, as far as readers may know it.
fn describe(table: &Table, look: &TableLook, names: &dyn Names) -> String {
    let pack = Pack::french(1);
    let name = |card: Card| names.card(&pack, card);
    let first = table.seat(Seat::new(0));
    let mut parts = Vec::new();
    for at in 0..table.foundations().len() {
        let top = first.foundation_top(at).map(name);
        parts.push(names.foundation(&pack, first.rules().foundation_suit(at), top.as_deref()));
    }
    for seat in Seat::all(table.count()).filter(|seat| look.only().is_none_or(|only| only == *seat)) {
        let position = table.seat(seat);
        let waste = table.seen_waste(seat, look.reader).iter();
        let waste: Vec<String> = waste.map(|&card| name(card)).collect();
        let seat_name = look.names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string());
        let stock = names.stock(position.stock().len());
        parts.push(format!("{seat_name} – {stock}"));
        parts.push(names.waste(&waste));
        for (column, pile) in position.columns().iter().enumerate() {
            let cards: Vec<String> = pile
                .cards
                .iter()
                .enumerate()
                .map(|(depth, &card)| match (depth < pile.down, look.shows(seat)) {
                    (false, _) => name(card),
                    (true, Show::Thoughtful) => names.face_down(Some(&name(card))),
                    (true, Show::Hidden) => names.face_down(None),
                })
                .collect();
            parts.push(names.column(column + 1, &repeats_counted(&cards)));
        }
    }
    parts.join(". ") + "."
}
