//! Marks on a diagram: the next moves, one move, what has just moved.
//!
//! They differ in shape, not only in ink, so that they work in black and white. No arrow runs across a
//! card: it would hide the very numbers it is about.

use super::card::{Seen, Side};
use super::layout::Layout;
use super::{Face, Ink, Item, Path, Stroke, Text, arrow, typeset};
use crate::card::Card;
use crate::game::{Move, Place, Position};

/// The least size of the number on a disc, in points.
const LEAST_TYPE: f32 = 7.0;
/// How far the light ground of a disc or ring reaches beyond it.
const HALO: f32 = 0.9;

/// What is marked on a diagram.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Marks {
    /// Nothing.
    #[default]
    None,
    /// The moves that come next: a numbered disc on what moves, a ring with the same number where it goes.
    Next(Vec<Move>),
    /// One move as an arrow.
    Arrow(Move),
    /// A bar with an arrowhead beside what has just moved.
    Landed(Landed),
    /// Both what has just moved and the moves that come next.
    Told {
        /// What has just moved.
        landed: Landed,
        /// The moves that come next.
        next: Vec<Move>,
    },
}

/// What has moved on the way from one position to another. Two cards may be alike, so it is told by places.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Landed {
    /// For each column the first card, from the bottom, that did not lie there; none if no card has come.
    columns: Vec<Option<usize>>,
    /// Whether each foundation has grown.
    foundations: Vec<bool>,
}

impl Landed {
    /// What has moved since an earlier position of the same game.
    pub fn since(before: &Position, now: &Position) -> Landed {
        let columns = before.columns().iter().zip(now.columns());
        let heights = before.foundations().iter().zip(now.foundations());
        Landed {
            columns: columns.map(|(old, new)| first_new(&old.cards, &new.cards)).collect(),
            foundations: heights.map(|(old, new)| new > old).collect(),
        }
    }
}

/// The first card of a column, from the bottom, that did not lie there before.
pub(super) fn first_new(before: &[Card], now: &[Card]) -> Option<usize> {
    let kept = before.iter().zip(now).take_while(|(old, new)| old == new).count();
    (kept < now.len()).then_some(kept)
}

/// Which moves are marked on the stages of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Marking {
    /// None.
    #[default]
    None,
    /// Those that led to the stage: what has just moved.
    Moves,
    /// Those that come next.
    Next,
    /// Both.
    All,
}

impl Marking {
    /// The marks of a stage to which this has moved and after which these moves come.
    pub fn marks(self, landed: Landed, next: Vec<Move>) -> Marks {
        match self {
            Marking::None => Marks::None,
            Marking::Moves => Marks::Landed(landed),
            Marking::Next => Marks::Next(next),
            Marking::All => Marks::Told { landed, next },
        }
    }
}

/// The line round cards that move and the light line under it, which parts it from other cards.
///
/// Both stand so far outside that they cover the cards' own outline; on small cards they are thinner, or
/// they would cover the index above.
pub(super) struct Border {
    pub line: f32,
    pub halo: f32,
    /// How far the middle of the line stands outside the cards.
    pub outside: f32,
}

impl Border {
    pub fn new(layout: &Layout) -> Border {
        let w = layout.style.width;
        let line = (0.0486 * w).clamp(1.2, 1.75);
        Border { line, halo: line + (0.035 * w).min(1.25), outside: 0.5 - (1.75 - line) * 0.55 }
    }
}

/// Draws the marks over a diagram.
pub(super) fn draw(position: &Position, layout: &Layout, marks: &Marks) -> Vec<Item> {
    match marks {
        Marks::None => Vec::new(),
        Marks::Next(moves) => next(position, layout, moves),
        Marks::Arrow(act) => arrow::draw(position, layout, *act),
        Marks::Landed(moved) => landed(layout, moved),
        Marks::Told { landed: moved, next: moves } => {
            let mut items = landed(layout, moved);
            items.extend(next(position, layout, moves));
            items
        }
    }
}

/// A line round an area, over a halo.
pub(super) fn outlined(layout: &Layout, [left, top, right, bottom]: [f32; 4]) -> Vec<Item> {
    let Border { line, halo, outside } = Border::new(layout);
    let (width, height) = (right - left + 2.0 * outside, bottom - top + 2.0 * outside);
    let radius = layout.style.radius() + outside;
    let path = Path::rounded(left - outside, top - outside, width, height, radius);
    vec![
        Item::stroke(path.clone(), Stroke::solid(Ink::Table, halo)),
        Item::stroke(path, Stroke::solid(Ink::Mark, line)),
    ]
}

/// A bar with an arrowhead in the gap left of each run of cards that have just moved.
fn landed(layout: &Layout, moved: &Landed) -> Vec<Item> {
    let style = &layout.style;
    let grown = layout.foundations.iter().zip(&moved.foundations).filter(|(_, grown)| **grown);
    let mut boxes: Vec<[f32; 4]> = grown.map(|(&place, _)| layout.place_box(place)).collect();
    for (column, from) in layout.columns.iter().zip(&moved.columns) {
        if let Some([first, .., last] | [first @ last]) = from.and_then(|from| column.get(from..)) {
            let [left, top, right, _] = first.seen_box(style);
            boxes.push([left, top, right, last.seen_box(style)[3]]);
        }
    }
    let reach = reach(style.width, layout.gap).min(layout.margin);
    boxes.into_iter().map(|moved| bar(moved, style.strip, style.width, reach)).collect()
}

/// How thick a bar is at cards that have just moved.
fn thick(card: f32) -> f32 {
    (0.055 * card).clamp(1.25, 2.0)
}

/// How far such a bar stands off in a gap between cards.
pub(super) fn reach(card: f32, gap: f32) -> f32 {
    0.72 * gap + thick(card) / 2.0
}

/// A bar in the gap left of cards that have just moved; an arrowhead at it points at the first strip of them.
pub(super) fn bar([left, top, _, bottom]: [f32; 4], strip: f32, card: f32, reach: f32) -> Item {
    let thick = thick(card);
    let foot = left - reach + thick;
    let (tip, half) = (left - 0.2, 0.75 * (reach - thick));
    let middle = top + strip.min(bottom - top) / 2.0;
    let head = [(foot, middle - half), (tip, middle), (foot, middle + half)];
    let bar = [(foot, bottom), (left - reach, bottom), (left - reach, top), (foot, top)];
    Item::fill(Path::polygon(&[&head[..], &bar].concat()), Ink::Mark)
}

/// Where a card is drawn in the figure, while moves are played on a copy of the position.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Drawn {
    Column(usize, usize),
    Waste,
    Foundation(usize),
    /// Under other cards, or in the stock: nowhere to be seen.
    Nowhere,
}

/// The figure's cards, moved along with the moves that are marked.
pub(super) struct Trace<'a> {
    layout: &'a Layout,
    position: Position,
    columns: Vec<Vec<Drawn>>,
    waste: Vec<Drawn>,
    stock: Vec<Drawn>,
    foundations: Vec<Vec<Drawn>>,
}

/// From where to where a move goes in the figure: boxes of what is seen.
pub(super) struct Step {
    pub from: [f32; 4],
    pub source: Drawn,
    pub to: [f32; 4],
    pub target: Target,
}

/// What a move goes to.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Target {
    /// A card of a column (0-based), whole or covered.
    Card(usize, Seen),
    /// An empty column (0-based).
    Space(usize),
    /// A foundation or the waste: something in the upper row.
    Upper,
}

impl<'a> Trace<'a> {
    pub fn new(position: &Position, layout: &'a Layout) -> Trace<'a> {
        let columns = layout.columns.iter().enumerate();
        let heights = position.foundations().iter().enumerate();
        let shown = position.waste().len().saturating_sub(1);
        Trace {
            columns: columns
                .map(|(column, spots)| (0..spots.len()).map(|depth| Drawn::Column(column, depth)).collect())
                .collect(),
            waste: (0..position.waste().len())
                .map(|index| if index == shown { Drawn::Waste } else { Drawn::Nowhere })
                .collect(),
            stock: vec![Drawn::Nowhere; position.stock().len()],
            foundations: heights
                .map(|(index, &height)| {
                    let top = (height > 0).then_some(Drawn::Foundation(index));
                    (1..height).map(|_| Drawn::Nowhere).chain(top).collect()
                })
                .collect(),
            position: position.clone(),
            layout,
        }
    }

    /// Plays a move; tells where it stands in the figure, if it can be seen there.
    pub fn play(&mut self, act: Move) -> Option<Step> {
        let moved = match act {
            Move::Promote { from } => self.pile(from)?.last().copied().into_iter().collect::<Vec<_>>(),
            Move::Shift { from, count, .. } => {
                let pile = self.pile(from)?;
                pile.get(pile.len().checked_sub(usize::from(count))?..)?.to_vec()
            }
            Move::Return { foundation, .. } => {
                self.foundations.get(usize::from(foundation))?.last().copied().into_iter().collect()
            }
            Move::Turn | Move::Redeal => Vec::new(),
        };
        let (to, target) = self.target(act)?;
        let source = moved.first().copied().unwrap_or(Drawn::Nowhere);
        let from = match act {
            Move::Turn => self.layout.stock.map(|place| self.layout.place_box(place)),
            Move::Redeal => self.layout.waste_place.map(|place| self.layout.place_box(place)),
            _ => self.moved_box(&moved),
        };
        self.position.play(act).ok()?;
        self.follow(act, &moved);
        Some(Step { from: from?, source, to, target })
    }

    fn pile(&self, from: Place) -> Option<&Vec<Drawn>> {
        match from {
            Place::Column(column) => self.columns.get(usize::from(column)),
            Place::Waste => Some(&self.waste),
        }
    }

    /// Where a move goes, before it is played.
    fn target(&self, act: Move) -> Option<([f32; 4], Target)> {
        let layout = self.layout;
        match act {
            Move::Promote { from } => {
                let card = match from {
                    Place::Column(column) => self.position.columns().get(usize::from(column))?.top()?,
                    Place::Waste => *self.position.waste().last()?,
                };
                let foundation = self.position.foundation_for(card)?;
                Some((layout.place_box(layout.foundations[foundation]), Target::Upper))
            }
            Move::Turn => Some((layout.place_box(layout.waste_place?), Target::Upper)),
            Move::Redeal => Some((layout.place_box(layout.stock?), Target::Upper)),
            Move::Shift { to, .. } | Move::Return { to, .. } => {
                let to = usize::from(to);
                let place = layout.place_box(*layout.column_places.get(to)?);
                match self.columns[to].last() {
                    None if layout.columns[to].is_empty() => Some((place, Target::Space(to))),
                    None => Some((self.over(to), Target::Upper)),
                    Some(&Drawn::Column(column, depth)) => {
                        let spot = &layout.columns[column][depth];
                        Some((spot.seen_box(&layout.style), Target::Card(column, spot.seen)))
                    }
                    // Brought there by an earlier mark: the column it went to is meant, where what is
                    // drawn there still lies.
                    Some(_) => {
                        let stays = (0..)
                            .zip(&self.columns[to])
                            .take_while(|&(depth, &drawn)| drawn == Drawn::Column(to, depth));
                        match stays.count().checked_sub(1).map(|depth| &layout.columns[to][depth]) {
                            Some(spot) => Some((spot.seen_box(&layout.style), Target::Card(to, spot.seen))),
                            None if layout.columns[to].is_empty() => Some((place, Target::Space(to))),
                            None => Some((self.over(to), Target::Upper)),
                        }
                    }
                }
            }
        }
    }

    /// A point over a column that an earlier mark has emptied: no card that is drawn there is meant any
    /// more. It stands at the left, clear of the column's number.
    fn over(&self, column: usize) -> [f32; 4] {
        let (x, y) = self.layout.column_places[column];
        let radius = radius(self.layout) + HALO;
        let (x, y) = (x + radius, y - radius - 0.3);
        [x, y, x, y]
    }

    /// The box round cards that move, if their faces can be seen: all of them if they still lie on each
    /// other as drawn, else the lowest alone.
    fn moved_box(&self, moved: &[Drawn]) -> Option<[f32; 4]> {
        let style = &self.layout.style;
        match *moved.first()? {
            Drawn::Nowhere => None,
            Drawn::Foundation(index) => Some(self.layout.place_box(self.layout.foundations[index])),
            Drawn::Waste => Some(self.layout.waste.last()?.seen_box(style)),
            Drawn::Column(column, depth) => {
                let spots = &self.layout.columns[column];
                if matches!(spots[depth].side, Side::Back(_)) {
                    return None;
                }
                let together = moved
                    .iter()
                    .enumerate()
                    .all(|(index, &drawn)| drawn == Drawn::Column(column, depth + index));
                let last = if together { depth + moved.len() - 1 } else { depth };
                let [left, top, right, _] = spots[depth].seen_box(style);
                Some([left, top, right, spots[last].seen_box(style)[3]])
            }
        }
    }

    fn follow(&mut self, act: Move, moved: &[Drawn]) {
        match act {
            Move::Promote { from } => {
                self.cut(from, 1);
                // On which foundation it lies is of no interest to later marks unless it returns.
                for (stack, &height) in self.foundations.iter_mut().zip(self.position.foundations()) {
                    if stack.len() < usize::from(height) {
                        stack.extend(moved);
                    }
                }
            }
            Move::Shift { from, to, count } => {
                self.cut(from, usize::from(count));
                self.columns[usize::from(to)].extend(moved);
            }
            Move::Return { foundation, to } => {
                self.foundations[usize::from(foundation)].pop();
                self.columns[usize::from(to)].extend(moved);
            }
            Move::Turn => {
                let turned = self.stock.len() - self.position.stock().len();
                let left = self.stock.len() - turned;
                self.waste.extend(self.stock.drain(left..).rev());
            }
            Move::Redeal => self.stock = self.waste.drain(..).rev().collect(),
        }
    }

    fn cut(&mut self, from: Place, count: usize) {
        let pile = match from {
            Place::Column(column) => &mut self.columns[usize::from(column)],
            Place::Waste => &mut self.waste,
        };
        pile.truncate(pile.len() - count);
    }
}

/// The numbered marks of the next moves, as far as their cards can be seen.
fn next(position: &Position, layout: &Layout, moves: &[Move]) -> Vec<Item> {
    let mut trace = Trace::new(position, layout);
    let mut lines = Vec::new();
    let mut badges = Badges { radius: radius(layout), taken: Vec::new(), items: Vec::new() };
    // What goes to one place, in the order of the moves.
    let mut rings: Vec<Rings> = Vec::new();
    for (index, &act) in moves.iter().enumerate() {
        let Some(step) = trace.play(act) else { break };
        lines.extend(outlined(layout, step.from));
        let [left, _, right, bottom] = step.from;
        badges.put(index + 1, Shape::Disc, ((left + right) / 2.0, bottom), (1.0, 0.0));
        let [left, top, right, bottom] = step.to;
        let (at, way) = match step.target {
            Target::Upper => (((left + right) / 2.0, bottom), (1.0, 0.0)),
            Target::Space(_) => (((left + right) / 2.0, (top + bottom) / 2.0), (0.0, 1.0)),
            // Under the index, above the pips and the repeat.
            Target::Card(..) => {
                let y = (top + 0.62 * layout.style.width).min((top + bottom) / 2.0);
                ((right, y), (0.0, 1.0))
            }
        };
        match rings.iter_mut().find(|rings| rings.at == at && rings.way == way) {
            Some(rings) => rings.numbers.push(index + 1),
            None => rings.push(Rings { numbers: vec![index + 1], at, way }),
        }
    }
    rings.iter().for_each(|rings| badges.put_all(rings, layout));
    lines.extend(badges.items);
    lines
}

/// Rings at one place.
struct Rings {
    numbers: Vec<usize>,
    at: (f32, f32),
    /// The way that they stand side by side.
    way: (f32, f32),
}

fn radius(layout: &Layout) -> f32 {
    (0.11 * layout.style.width).clamp(4.2, 12.0)
}

enum Shape {
    Disc,
    Ring,
}

/// Numbered discs and rings that keep off each other.
struct Badges {
    radius: f32,
    taken: Vec<(f32, f32)>,
    items: Vec<Item>,
}

impl Badges {
    /// Rings at one place, read from left to right or from above; if it is too narrow for all, in rows over each
    /// other.
    fn put_all(&mut self, Rings { numbers, at, way }: &Rings, layout: &Layout) {
        let width = layout.style.width + layout.gap;
        let least = 2.0 * self.radius + 0.3;
        let per_row = if way.0 > 0.0 { ((width / least) as usize).max(1) } else { numbers.len() };
        let rows = numbers.chunks(per_row);
        let count = rows.len();
        for (row, numbers) in rows.enumerate() {
            let pitch = (2.0 * self.radius + 1.2).min(width / numbers.len() as f32).max(least);
            let y = at.1 - (count - 1 - row) as f32 * (2.0 * self.radius + 1.2);
            for (index, &number) in numbers.iter().enumerate() {
                let aside = (index as f32 - (numbers.len() - 1) as f32 / 2.0) * pitch;
                self.put(number, Shape::Ring, (at.0 + aside * way.0, y + aside * way.1), *way);
            }
        }
    }

    fn put(&mut self, number: usize, shape: Shape, at: (f32, f32), way: (f32, f32)) {
        let r = self.radius;
        let pitch = 2.0 * r + 1.2;
        // Off to one side, then the other, further each time; past a card's width they may touch.
        let place = (0..5)
            .map(|step| match step % 2 {
                0 => step as f32 / 2.0,
                _ => -(step as f32 + 1.0) / 2.0,
            })
            .map(|step| (at.0 + step * pitch * way.0, at.1 + step * pitch * way.1))
            .find(|&(x, y)| self.taken.iter().all(|&(a, b)| (a - x).hypot(b - y) >= 2.0 * r));
        let (x, y) = place.unwrap_or(at);
        self.taken.push((x, y));
        let mut items = vec![Item::fill(Path::circle(x, y, r + HALO), Ink::Table)];
        let ink = match shape {
            Shape::Disc => {
                items.push(Item::fill(Path::circle(x, y, r), Ink::Mark));
                Ink::Table
            }
            Shape::Ring => {
                let ring = Path::circle(x, y, r - 0.55);
                items.push(Item::stroke(ring, Stroke::solid(Ink::Mark, 1.1)));
                Ink::Mark
            }
        };
        let size = (1.61 * r).max(LEAST_TYPE);
        let text = Text::new(Face::SansBold, size, ink, number.to_string());
        let text = Text { stretch: if number > 9 { 0.8 } else { 1.0 }, ..text };
        let cap = typeset::cap_height(Face::SansBold) * size;
        items.push(Item::Text(text.centred(x, y + cap / 2.0)));
        self.items.push(Item::Group { title: String::new(), items });
    }
}
