//! What a start fixes for the whole search: what lies under what, the stock's order, the key.

use super::cards::{Cards, Code, above, both, either, members, other_colour, pack, safe};
use super::stock::{Places, Stock};
use crate::card::Faces;
use crate::game::{Position, Rules};
use crate::variant::{Build, Fill, Unit};

/// A position as sets of cards: which cards are face up, not where they lie.
///
/// Where the face-up cards lie need not be known. Every one of them that is not a *base* (a card
/// on the place where it was dealt, over cards of no use to it) lies on one of at most two hosts.
/// If a pair of cards has fewer members lying about than hosts, one host is bare, and any host of
/// the pair can be bared by moving what lies on it there; if it has as many, none can. So which
/// cards can be bared and which find a place depends on the sets alone, and all arrangements of a
/// set can be reached from one another. Cards in spaces only add a count of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Packed {
    /// The face-up cards of the tableau.
    pub(super) up: Cards,
    /// Of these, the bases.
    pub(super) base: Cards,
    /// The cards on the foundations.
    pub(super) done: Cards,
    /// The cards of stock and waste.
    pub(super) held: Cards,
    /// The same by their place in the turning order.
    pub(super) order: u64,
    /// A number that no other position has: see [`Dealt::new`].
    pub(super) key: u64,
    /// How many bases each column still has or hides, as one number.
    pub(super) vector: u32,
    /// How many cards lie in the waste.
    pub(super) waste: u8,
    /// How many redeals are left; 0 if they are not counted.
    pub(super) redeals: u8,
    /// How many columns have no base.
    pub(super) spaces: u8,
}

/// Which cards find a place, and which can be bared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// The cards that would find a place.
    pub(super) lands: Cards,
    /// The cards that can be bared of what lies on them.
    pub(super) bares: Cards,
    /// The cards that would find a place without entering a space that every card may enter.
    pub(super) lands_built: Cards,
    /// The cards that can be bared without entering such a space.
    pub(super) bares_built: Cards,
    /// The hosts of pairs that have more members than hosts.
    pub(super) crowded: Cards,
}

/// What a start fixes for the whole search.
#[derive(Debug, Clone)]
pub(super) struct Dealt {
    pub(super) ranks: u8,
    pub(super) pack: Cards,
    pub(super) kings: Cards,
    pub(super) fill: Fill,
    pub(super) returns: bool,
    pub(super) stock: Stock,
    /// The bases under which no card lies.
    pub(super) bottoms: Cards,
    /// How many values [`Packed::vector`] has.
    pub(super) vectors: usize,
    /// How many cards lie under a base.
    pub(super) depth: [u8; 64],
    /// How many runs at a base and under it must be shifted before all is up, as a card of theirs
    /// covers a lower one of its suit.
    pub(super) owed: [u8; 64],
    under: [Under; 64],
    raise: [u64; 4],
    vector_shift: u32,
    start: Packed,
}

/// What a base uncovers when it leaves.
#[derive(Debug, Clone, Copy, Default)]
struct Under {
    cards: Cards,
    base: Cards,
    weight: u32,
    frees_column: bool,
}

/// Whether these are rules that the packed search knows.
pub(super) fn knows(rules: &Rules) -> bool {
    matches!(rules.pack.faces, Faces::French { .. })
        && rules.pack.copies == 1
        && rules.build == Build::AlternateColour
        && rules.unit == Unit::Sequence
        && rules.fill != Fill::Double
        && rules.has_stock()
}

impl Dealt {
    /// What a position fixes, if the rules are known and the key fits into 64 bits.
    ///
    /// The key is exact: from the highest digit down the heights of the foundations, the bases
    /// left in each column, a bit for each card of the stock, the redeals left, the waste's size.
    pub(super) fn new(start: &Position, places: Places) -> Option<Dealt> {
        let rules = start.rules();
        if !knows(rules) {
            return None;
        }
        let ranks = rules.pack.ranks_of(0);
        let stock = Stock::new(start, places)?;
        let kings = 15 << (4 * (ranks - 1));
        let mut dealt = Dealt {
            ranks,
            pack: pack(ranks),
            kings,
            fill: rules.fill,
            returns: rules.returns,
            bottoms: 0,
            vectors: 1,
            depth: [0; 64],
            owed: [0; 64],
            under: [Under::default(); 64],
            raise: [0; 4],
            vector_shift: stock.key_bits(),
            start: Packed {
                up: 0,
                base: 0,
                done: 0,
                held: 0,
                order: 0,
                key: 0,
                vector: 0,
                waste: start.waste().len() as u8,
                redeals: stock.redeals(),
                spaces: 0,
            },
            stock,
        };
        for column in start.columns() {
            dealt.add_column(&segments(rules, column));
            if dealt.vectors > 1 << 40 {
                return None;
            }
        }
        let heights = u128::from(ranks) + 1;
        let total = (dealt.vectors as u128 * heights.pow(4)).checked_shl(dealt.vector_shift)?;
        if dealt.vector_shift >= 64 || total >= 1 << 64 || dealt.vectors > u32::MAX as usize {
            return None;
        }
        for suit in 0..4 {
            let below = (ranks as u64 + 1).pow(suit as u32);
            dealt.raise[suit] = (dealt.vectors as u64 * below) << dealt.vector_shift;
        }
        dealt.finish_start(start);
        Some(dealt)
    }

    /// Notes what lies under each base of a column; the segments come bottom first.
    fn add_column(&mut self, segments: &[Vec<Code>]) {
        let free = segments.first().is_some_and(|bottom| match self.fill {
            Fill::Any => true,
            Fill::King => self.kings & bottom[0].bit() != 0,
            Fill::None | Fill::Double => false,
        });
        let weight = self.vectors as u32;
        let (mut lying, mut owed) = (0, 0);
        let mut beneath_cards: Cards = 0;
        let mut beneath = Under { frees_column: true, weight, ..Under::default() };
        let mut bases = 0;
        for (place, segment) in segments.iter().enumerate() {
            let cards = segment.iter().fold(0, |cards, code| cards | code.bit());
            let base = segment[0];
            if place == 0 && free {
                // A bottom card that could have entered the space by itself counts as doing so.
                beneath.cards = cards;
                beneath_cards = cards;
                lying += segment.len() as u8;
                continue;
            }
            bases += 1;
            let covers = |card: &Code| {
                let lower = beneath_cards & (card.bit() - 1);
                members(lower).any(|other| other.suit() == card.suit())
            };
            owed += u8::from(segment.iter().any(covers));
            beneath_cards |= cards;
            self.owed[base.index()] = owed;
            self.under[base.index()] = beneath;
            self.depth[base.index()] = lying;
            if lying == 0 {
                self.bottoms |= base.bit();
            }
            beneath = Under { cards, base: base.bit(), weight, frees_column: false };
            lying += segment.len() as u8;
        }
        let start = &mut self.start;
        start.up |= beneath.cards;
        start.base |= beneath.base;
        start.spaces += u8::from(beneath.frees_column);
        start.vector += weight.wrapping_mul(bases);
        self.vectors *= bases as usize + 1;
    }

    fn finish_start(&mut self, start: &Position) {
        let mut packed = self.start;
        let cards = start.waste().iter().chain(start.stock());
        packed.held = cards.fold(0, |held, &card| held | Code::of(card).bit());
        packed.order = (1u64 << self.stock.len()) - 1;
        packed.waste = self.stock.place(packed.waste, self.stock.len() as u8);
        packed.key = u64::from(packed.vector) << self.vector_shift;
        packed.key |= self.stock.key(packed.order, packed.waste, packed.redeals);
        for foundation in 0..start.foundations().len() {
            let Some(top) = start.foundation_top(foundation) else { continue };
            let suit = Code::of(top).suit();
            packed.done |= (0..=top.rank()).fold(0, |done, rank| done | 1 << (4 * rank as usize + suit));
            packed.key += self.raise[suit] * (u64::from(top.rank()) + 1);
        }
        self.start = packed;
    }

    /// The same deal with every stock card at hand.
    pub(super) fn with_reserve(&self) -> Dealt {
        let mut dealt = Dealt { stock: self.stock.as_reserve(), ..self.clone() };
        dealt.start = dealt.in_reserve(&self.start);
        dealt
    }

    /// A position of the deal as it is with every stock card at hand; `self` is such a deal.
    pub(super) fn in_reserve(&self, position: &Packed) -> Packed {
        let above = position.key >> self.vector_shift << self.vector_shift;
        let key = above | self.stock.key(position.order, 0, 0);
        Packed { waste: 0, redeals: 0, key, ..*position }
    }

    pub(super) fn start(&self) -> Packed {
        self.start
    }

    /// Whether a position is as good as won: no card is covered by one that it does not carry in
    /// order, and the stock is empty or at hand. The lowest card not yet up is then always bare.
    #[inline]
    pub(super) fn is_won(&self, position: &Packed) -> bool {
        let seen = position.up | position.done | position.held;
        seen == self.pack && (position.held == 0 || self.stock.is_reserve())
    }

    /// How many cards of the tableau lie under bases.
    pub(super) fn buried(&self, position: &Packed) -> u32 {
        (self.pack & !(position.up | position.done | position.held)).count_ones()
    }

    /// The cards that the foundations take next.
    #[inline]
    pub(super) fn next(&self, done: Cards) -> Cards {
        (done << 4 | 15) & !done & self.pack
    }

    /// The cards of which, as of all lower ones of their suit, the set has every one: open cards
    /// that could go up in turn.
    pub(super) fn rising(&self, open: Cards) -> Cards {
        let mut rising = open;
        let mut reach = 4;
        while reach < 4 * u32::from(self.ranks) {
            rising &= rising << reach | ((1 << reach) - 1);
            reach *= 2;
        }
        rising
    }

    /// The cards that may go up and never be missed.
    #[inline]
    pub(super) fn safe(&self, done: Cards) -> Cards {
        safe(done, self.returns)
    }

    /// Which cards find a place and which can be bared.
    #[inline]
    pub(super) fn room(&self, up: Cards, base: Cards, spaces: u8) -> Room {
        let lying = up & !base;
        let hosts = other_colour(up) >> 4;
        let built = either(hosts) & !either(lying) | both(hosts) & !both(lying);
        // Cards that lie in spaces are those that their hosts cannot all carry.
        let (homeless, second) = match self.fill {
            Fill::Any => (either(lying) & !either(hosts), both(lying) & !both(hosts)),
            _ => (0, 0),
        };
        let mut lands = built;
        match self.fill {
            Fill::Any if 2 * u32::from(spaces) > homeless.count_ones() + second.count_ones() => {
                lands = self.pack;
            }
            Fill::King if u32::from(spaces) > (lying & self.kings).count_ones() => lands |= self.kings,
            _ => {}
        }
        let bares = above(lands) | 15;
        match self.fill {
            Fill::Any => Room {
                lands,
                bares,
                lands_built: built,
                bares_built: above(built) | 15,
                crowded: above(homeless | second),
            },
            _ => Room { lands, bares, lands_built: lands, bares_built: bares, crowded: 0 },
        }
    }

    /// Takes a base from its place; it still lies face up in the tableau.
    #[inline]
    pub(super) fn take_base(&self, position: &mut Packed, base: Code) {
        let under = &self.under[base.index()];
        position.base = position.base & !base.bit() | under.base;
        position.up |= under.cards;
        position.spaces += u8::from(under.frees_column);
        position.vector -= under.weight;
        position.key -= u64::from(under.weight) << self.vector_shift;
    }

    /// Takes a face-up card that is no base to its foundation.
    #[inline]
    pub(super) fn promote(&self, position: &mut Packed, card: Code) {
        position.up &= !card.bit();
        position.done |= card.bit();
        position.key += self.raise[card.suit()];
    }

    /// The same position with other cards on the foundations.
    #[inline]
    pub(super) fn with_done(&self, position: &Packed, up: Cards, done: Cards) -> Packed {
        let mut changed = Packed { up, done, ..*position };
        for card in members(position.done & !done) {
            changed.key -= self.raise[card.suit()];
        }
        for card in members(done & !position.done) {
            changed.key += self.raise[card.suit()];
        }
        changed
    }

    /// Takes a card from the stock; the waste and the redeals are then as given.
    #[inline]
    pub(super) fn take_stock(&self, position: &mut Packed, card: Code, waste: u8, redeals: u8) {
        position.held &= !card.bit();
        position.order &= !self.stock.turn_bit(card);
        position.waste = waste;
        position.redeals = redeals;
        let above = position.key >> self.vector_shift << self.vector_shift;
        position.key = above | self.stock.key(position.order, waste, redeals);
    }
}

/// Cuts a column into the runs that move as one: within a run every card is built on the last,
/// and face-down cards are runs by themselves, since nothing is known to lie on them in order.
fn segments(rules: &Rules, column: &crate::game::Pile) -> Vec<Vec<Code>> {
    let mut segments: Vec<Vec<Code>> = Vec::new();
    for (place, &card) in column.cards.iter().enumerate() {
        let joins = place > column.down && rules.accepts(column.cards[place - 1], card);
        match segments.last_mut() {
            Some(run) if joins => run.push(Code::of(card)),
            _ => segments.push(vec![Code::of(card)]),
        }
    }
    segments
}
