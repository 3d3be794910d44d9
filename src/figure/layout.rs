//! Where everything of a position stands: sizes, fans and limits, before anything is drawn.

use super::card::{Back, Index, Seen, Side, Style};
use super::marks::Marks;
use super::ranks::Ranks;
use super::theme::Inking;
use super::{Face, typeset};
use crate::card::{Card, Faces};
use crate::game::{Pile, Position};

/// Whether readers see the faces of face-down cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Show {
    /// They see backs.
    #[default]
    Hidden,
    /// They see the faces, marked as face down (thoughtful play).
    Thoughtful,
}

/// How a position is to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The width of a card in points, at most.
    pub card_width: f32,
    /// The gap between columns, in card widths; [`GAP`] is usual.
    pub gap: f32,
    /// The width that the figure must not exceed.
    pub width: Option<f32>,
    /// The height that the figure must not exceed: long columns are squeezed, never clipped.
    pub height: Option<f32>,
    /// Whether readers see face-down cards.
    pub show: Show,
    /// Colours or black ink alone; take it from the theme.
    pub inking: Inking,
    /// The size of the index.
    pub index: Index,
    /// What ranks are called on cards.
    pub ranks: Ranks,
    /// What stands over the cards.
    pub title: String,
    /// What stands beside the title.
    pub note: String,
    /// Whether both are drawn; else they are only what the figure is called.
    pub titled: bool,
    /// The type size of the title.
    pub title_size: f32,
    /// Whether columns are numbered.
    pub column_numbers: bool,
    /// Whether the stock says how many cards it has.
    pub stock_count: bool,
    /// The type size of column numbers and, at least, of the count.
    pub label_size: f32,
    /// What is marked.
    pub marks: Marks,
    /// Whether stock and waste stand at the right, for the left hand.
    pub left_handed: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            card_width: 42.0,
            gap: GAP,
            width: None,
            height: None,
            show: Show::Hidden,
            inking: Inking::Colour,
            index: Index::Classic,
            ranks: Ranks::default(),
            title: String::new(),
            note: String::new(),
            titled: true,
            title_size: 9.0,
            column_numbers: false,
            stock_count: true,
            label_size: 7.0,
            marks: Marks::None,
            left_handed: false,
        }
    }
}

/// The usual gap between columns, in card widths.
pub const GAP: f32 = 1.0 / 6.0;
/// How much of a waste card the next one leaves to be seen, in card widths.
const WASTE_FAN: f32 = 0.45;
/// How many waste cards are drawn.
const WASTE_CARDS: usize = 3;

/// A card in its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spot {
    pub card: Card,
    pub side: Side,
    pub seen: Seen,
    pub x: f32,
    pub y: f32,
}

impl Spot {
    /// Left, top, right and bottom of what is seen of it.
    pub fn seen_box(&self, style: &Style) -> [f32; 4] {
        let (mut right, mut bottom) = (self.x + style.width, self.y + style.height());
        match self.seen {
            Seen::Whole => {}
            Seen::Above(height) => bottom = self.y + height,
            Seen::Left(width) => right = self.x + width,
        }
        [self.x, self.y, right, bottom]
    }
}

/// All places of a figure.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Layout {
    pub style: Style,
    pub gap: f32,
    /// How far marks may reach over the cards at the sides.
    pub margin: f32,
    pub width: f32,
    pub height: f32,
    /// The baseline of the title.
    pub title_y: f32,
    /// Where the stock stands, if there is one.
    pub stock: Option<(f32, f32)>,
    /// Where the waste begins, if there is one.
    pub waste_place: Option<(f32, f32)>,
    pub waste: Vec<Spot>,
    pub foundations: Vec<(f32, f32)>,
    pub columns: Vec<Vec<Spot>>,
    pub column_places: Vec<(f32, f32)>,
    /// Top and bottom of the gap between the upper row and the columns.
    pub row_gap: (f32, f32),
    /// The height of the rule under the foundations, if there is one.
    pub rule: Option<f32>,
    /// The height on which column numbers are centred.
    pub numbers: f32,
}

/// How far marks reach over the cards at the left and the right, in points.
pub fn margin(look: &Look) -> f32 {
    match look.marks {
        Marks::None => 0.0,
        _ => (look.gap * look.card_width / 2.0 + 1.75).max(6.0),
    }
}

/// Sizes that do not depend on how the columns are fanned.
struct Frame<'a> {
    position: &'a Position,
    look: &'a Look,
    /// How many cards stand side by side.
    slots: usize,
    per_row: usize,
    rows: usize,
}

/// How cards lie over each other, in card widths.
#[derive(Clone, Copy)]
struct Fans {
    down: f32,
    up: f32,
}

/// The places beside the foundations: stock, waste and a free one.
fn aside(position: &Position) -> usize {
    if position.rules().has_stock() { 3 } else { 0 }
}

/// How many cards stand side by side.
pub fn slots(position: &Position) -> usize {
    let suits = usize::from(position.rules().pack.suits());
    position.columns().len().max(suits + aside(position))
}

impl Frame<'_> {
    fn new<'a>(position: &'a Position, look: &'a Look) -> Frame<'a> {
        let foundations = position.foundations().len();
        let aside = aside(position);
        let suits = usize::from(position.rules().pack.suits());
        let slots = slots(position);
        // Two packs' foundations stand in two rows if the tableau is not wide enough for one.
        let per_row = if foundations + aside <= slots { foundations } else { suits };
        Frame { position, look, slots, per_row, rows: foundations.div_ceil(per_row.max(1)) }
    }

    /// The width of all columns, in card widths.
    fn measure(&self) -> f32 {
        self.slots as f32 * (1.0 + self.look.gap) - self.look.gap
    }

    fn has_rule(&self) -> bool {
        matches!(self.position.rules().pack.faces, Faces::Somerset { .. })
    }

    /// The height of title and space above the cards.
    fn head(&self) -> f32 {
        let is_drawn = self.look.titled && !(self.look.title.is_empty() && self.look.note.is_empty());
        let title = if is_drawn { self.look.title_size * 16.0 / 9.0 } else { 0.0 };
        if self.look.marks == Marks::None { title } else { title.max(3.0) }
    }

    fn foot(&self) -> f32 {
        if self.look.marks == Marks::None { 0.0 } else { 6.0 }
    }

    fn row_gap(&self, w: f32) -> f32 {
        let plain = 0.30 * w;
        if !self.look.column_numbers {
            return plain;
        }
        let room = if w < 30.0 { plain + 3.5 } else { plain };
        let (over, under) = self.aside();
        let numbers = room.max(typeset::cap_height(Face::Sans) * self.look.label_size + 4.0) + over + under;
        if self.has_rule() { plain / 2.0 + numbers } else { numbers }
    }

    /// Room over and under the column numbers for marks, which must not cover them: discs hang from the
    /// upper row, an arrow runs above the columns.
    fn aside(&self) -> (f32, f32) {
        match (&self.look.marks, self.look.column_numbers) {
            (Marks::Next(_) | Marks::Told { .. }, true) => (4.5, 0.0),
            (Marks::Arrow(_), true) => (0.0, 4.5),
            _ => (0.0, 0.0),
        }
    }

    /// The upper row or rows.
    fn upper(&self, w: f32) -> f32 {
        self.rows as f32 * (1.4 + self.look.gap) * w - self.look.gap * w
    }

    fn side(&self, pile: &Pile, depth: usize) -> Side {
        match (depth < pile.down, self.look.show) {
            (false, _) => Side::Face,
            (true, Show::Thoughtful) => Side::Shown,
            (true, Show::Hidden) => Side::Back(Back::First),
        }
    }

    fn column_height(&self, pile: &Pile, fans: Fans) -> f32 {
        let covered = 0..pile.cards.len().saturating_sub(1);
        1.4 + covered.map(|depth| fans.of(self.side(pile, depth))).sum::<f32>()
    }

    fn height(&self, w: f32, fans: Fans) -> f32 {
        let columns = self.position.columns().iter().map(|pile| self.column_height(pile, fans));
        let longest = columns.fold(1.4, f32::max);
        self.head() + self.upper(w) + self.row_gap(w) + longest * w + self.foot()
    }

    /// The width of a card and the fans that keep the limits.
    ///
    /// If the height is short, hidden cards move together first, then all cards, then everything shrinks:
    /// the same in all columns, so that equal distances always mean the same.
    fn fit(&self) -> (f32, Fans) {
        let wanted = if self.look.card_width.is_finite() { self.look.card_width } else { 42.0 };
        let mut w = wanted.clamp(4.0, 2000.0);
        if let Some(width) = self.look.width {
            w = w.min((width - 2.0 * margin(self.look)) / self.measure()).max(4.0);
        }
        let (usual, least) = match self.look.index {
            Index::Classic => (0.44, 0.38),
            Index::Big => (0.55, 0.49),
        };
        let mut fans = Fans { down: 0.16, up: usual };
        let Some(most) = self.look.height else { return (w, fans) };
        fans.down = bisect(0.10, 0.16, |down| self.height(w, Fans { down, ..fans }) <= most);
        fans.up = bisect(least, usual, |up| self.height(w, Fans { up, ..fans }) <= most);
        w = bisect(4.0, w, |w| self.height(w, fans) <= most);
        (w, fans)
    }
}

impl Fans {
    fn of(self, side: Side) -> f32 {
        match side {
            Side::Back(_) => self.down,
            Side::Face | Side::Shown => self.up,
        }
    }
}

/// The largest value that fits, or the least there is.
fn bisect(least: f32, most: f32, fits: impl Fn(f32) -> bool) -> f32 {
    if most <= least || fits(most) {
        return most;
    }
    let (mut low, mut high) = (least, most);
    for _ in 0..30 {
        let middle = (low + high) / 2.0;
        if fits(middle) { low = middle } else { high = middle }
    }
    low
}

impl Layout {
    pub fn new(position: &Position, look: &Look) -> Layout {
        let frame = Frame::new(position, look);
        let (w, fans) = frame.fit();
        let pack = position.rules().pack;
        let style = Style {
            inking: look.inking,
            index: look.index,
            ranks: look.ranks,
            strip: fans.up * w,
            ..Style::new(pack, w)
        };
        let (gap, margin, head) = (look.gap * w, margin(look), frame.head());
        let at = |slot: usize| margin + slot as f32 * (w + gap);
        let upper_bottom = head + frame.upper(w);
        let row_gap = (upper_bottom, upper_bottom + frame.row_gap(w));
        let (over, under) = frame.aside();
        let rule = frame.has_rule().then_some(upper_bottom + 0.15 * w);

        let has_stock = position.rules().has_stock();
        let mirrored = look.left_handed && has_stock;
        let first = if mirrored { 0 } else { frame.slots - frame.per_row };
        // The waste fans to the right on either side, so that the left corners of its cards show.
        let (stock_at, waste_at) =
            if mirrored { (at(frame.slots - 1), at(frame.slots - 3)) } else { (at(0), at(1)) };
        let foundations = (0..position.foundations().len()).map(|index| {
            let (row, slot) = (index / frame.per_row.max(1), index % frame.per_row.max(1));
            (at(first + slot), head + row as f32 * (1.4 * w + gap))
        });
        let column_places: Vec<_> = (0..position.columns().len()).map(|slot| (at(slot), row_gap.1)).collect();
        let columns = position.columns().iter().zip(&column_places);
        Layout {
            gap,
            margin,
            width: frame.measure() * w + 2.0 * margin,
            height: frame.height(w, fans),
            title_y: look.title_size * 7.0 / 9.0,
            stock: has_stock.then_some((stock_at, head)),
            waste_place: has_stock.then_some((waste_at, head)),
            waste: if has_stock { waste(position, (waste_at, head), w) } else { Vec::new() },
            foundations: foundations.collect(),
            columns: columns.map(|(pile, &place)| column(&frame, pile, place, w, fans)).collect(),
            column_places,
            row_gap,
            numbers: (rule.unwrap_or(row_gap.0) + over + row_gap.1 - under) / 2.0,
            rule,
            style,
        }
    }

    /// Where the face of a foundation's top card, or its place, is seen.
    pub fn place_box(&self, (x, y): (f32, f32)) -> [f32; 4] {
        [x, y, x + self.style.width, y + self.style.height()]
    }
}

fn waste(position: &Position, (x, y): (f32, f32), w: f32) -> Vec<Spot> {
    let cards = position.waste();
    let seen = &cards[cards.len().saturating_sub(WASTE_CARDS)..];
    let spot = |(index, &card): (usize, &Card)| Spot {
        card,
        side: Side::Face,
        seen: if index + 1 == seen.len() { Seen::Whole } else { Seen::Left(WASTE_FAN * w) },
        x: x + index as f32 * WASTE_FAN * w,
        y,
    };
    seen.iter().enumerate().map(spot).collect()
}

fn column(frame: &Frame<'_>, pile: &Pile, (x, top): (f32, f32), w: f32, fans: Fans) -> Vec<Spot> {
    let mut y = top;
    let mut spots = Vec::new();
    for (depth, &card) in pile.cards.iter().enumerate() {
        let side = frame.side(pile, depth);
        let strip = fans.of(side) * w;
        let seen = if depth + 1 == pile.cards.len() { Seen::Whole } else { Seen::Above(strip) };
        spots.push(Spot { card, side, seen, x, y });
        y += strip;
    }
    spots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::Assets;
    use crate::catalogue::Catalogue;

    fn start(id: &str) -> Position {
        let catalogue = Catalogue::new(Assets::embedded());
        let deal = catalogue.deal(&id.parse().unwrap()).unwrap();
        catalogue.start(&deal).unwrap()
    }

    #[test]
    fn seven_columns_are_exactly_eight_cards_wide() {
        for w in [18.0, 42.0, 61.0] {
            let look = Look { card_width: w, ..Look::default() };
            for id in ["klondike#1", "somerset-klondike#1"] {
                let width = Layout::new(&start(id), &look).width;
                assert!((width - 8.0 * w).abs() < 0.01, "{id} {w}: {width}");
            }
        }
    }

    #[test]
    fn the_left_hand_turns_cards_at_the_right_and_none_lie_upon_each_other() {
        let position = start("klondike#1");
        let usual = Layout::new(&position, &Look::default());
        let turned = Layout::new(&position, &Look { left_handed: true, ..Look::default() });
        let x = |place: Option<(f32, f32)>| place.unwrap().0;
        assert_eq!(x(usual.stock), turned.foundations[0].0);
        assert!((x(turned.stock) + turned.style.width - turned.width).abs() < 0.01);
        assert!(x(turned.waste_place) > turned.foundations[3].0 + turned.style.width);
        assert!(x(turned.waste_place) + 1.9 * turned.style.width < x(turned.stock));
        assert_eq!(usual.columns, turned.columns);
    }

    #[test]
    fn a_short_height_is_kept_and_no_index_is_covered() {
        let ids = ["klondike#1", "somerset-klondike#1", "somerset-klondike@9#1", "somerset-klondike@15#1"];
        for id in ids {
            for index in [Index::Classic, Index::Big] {
                for height in [900.0, 300.0, 150.0, 90.0] {
                    for show in [Show::Hidden, Show::Thoughtful] {
                        let look = Look { height: Some(height), index, show, ..Look::default() };
                        let layout = Layout::new(&start(id), &look);
                        assert!(layout.height <= height + 0.01, "{id} {height}");
                        let cap = if index == Index::Big { 0.39 } else { 0.30 } * layout.style.width;
                        for spot in layout.columns.iter().flatten().chain(&layout.waste) {
                            let Seen::Above(strip) = spot.seen else { continue };
                            match spot.side {
                                Side::Back(_) => assert!(strip >= 0.0999 * layout.style.width),
                                _ => {
                                    assert!(layout.style.index_middle() + cap / 2.0 <= strip, "{id} {height}")
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn hidden_cards_move_together_before_others_do() {
        let position = start("somerset-klondike@9#1");
        let free = Layout::new(&position, &Look::default());
        let look = Look { height: Some(free.height - 10.0), ..Look::default() };
        let squeezed = Layout::new(&position, &look);
        assert_eq!((squeezed.style.width, squeezed.style.strip), (free.style.width, free.style.strip));
        let look = Look { height: Some(free.height / 2.0), ..Look::default() };
        assert!(Layout::new(&position, &look).style.width < free.style.width);
    }

    #[test]
    fn absurd_sizes_give_a_small_figure_and_no_panic() {
        for width in [f32::NAN, f32::INFINITY, -5.0, 0.0, 1e30] {
            let look =
                Look { card_width: width, width: Some(-1.0), height: Some(f32::NAN), ..Look::default() };
            let layout = Layout::new(&start("klondike#1"), &look);
            assert!(layout.width.is_finite() && layout.height.is_finite(), "{width}");
        }
    }
}
