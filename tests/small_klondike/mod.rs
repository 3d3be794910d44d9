//! Small Klondike games under all rules, and a search that tries every move of the referee.

use dealpress::catalogue::fresh;
use dealpress::deal::{Deal, DealId};
use dealpress::game::{Move, Position, Rules};
use dealpress::solver::klondike::Switches;
use dealpress::variant::{Build, Columns, Fill, PackKind, Passes, RankChoice, RuleChanges, Unit, Variant};
use std::collections::HashSet;
use std::sync::Arc;

/// Random numbers that are the same everywhere: SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((word ^ word >> 31) >> 16) as usize % below
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}

/// Each switch of the packed search.
pub const SWITCHES: [fn(&mut Switches) -> &mut bool; 13] = [
    |switches| &mut switches.safe,
    |switches| &mut switches.commute,
    |switches| &mut switches.implied,
    |switches| &mut switches.lazy_stock,
    |switches| &mut switches.lazy_returns,
    |switches| &mut switches.blocks,
    |switches| &mut switches.subsets,
    |switches| &mut switches.lazy_columns,
    |switches| &mut switches.free_lifts,
    |switches| &mut switches.tried_plays,
    |switches| &mut switches.places,
    |switches| &mut switches.outlook,
    |switches| &mut switches.reserve,
];

/// The rules of a small game.
#[derive(Debug, Clone, Copy)]
pub struct Small {
    pub ranks: u8,
    pub columns: u8,
    pub face_up: u8,
    pub draw: u8,
    pub passes: Passes,
    pub fill: Fill,
    pub returns: bool,
}

impl Small {
    pub fn random(dice: &mut Dice) -> Small {
        loop {
            let small = Small {
                ranks: dice.pick(&[4, 4, 5, 5, 6]),
                columns: dice.pick(&[2, 3, 3, 4, 4, 5]),
                face_up: dice.pick(&[1, 1, 1, 2, 3]),
                draw: dice.pick(&[1, 1, 2, 3, 4]),
                passes: dice.pick(&[
                    Passes::Limited(1),
                    Passes::Limited(2),
                    Passes::Limited(3),
                    Passes::Unlimited,
                    Passes::Unlimited,
                ]),
                fill: dice.pick(&[Fill::King, Fill::King, Fill::Any, Fill::Any, Fill::None]),
                returns: dice.roll(2) == 0,
            };
            if small.dealt() <= 4 * small.ranks {
                return small;
            }
        }
    }

    /// A game that a search without shortcuts ends in a moment.
    pub fn little(dice: &mut Dice) -> Small {
        loop {
            let small = Small { ranks: dice.pick(&[3, 3, 4, 4, 4, 5]), ..Small::random(dice) };
            if small.dealt() <= 4 * small.ranks {
                return small;
            }
        }
    }

    fn dealt(&self) -> u8 {
        self.columns * (self.columns - 1) / 2 + self.columns * self.face_up
    }

    /// A game of which all positions can be gone through.
    pub fn tiny(dice: &mut Dice) -> Small {
        let small = Small::random(dice);
        Small { ranks: 3, columns: small.columns.min(3), face_up: small.face_up.min(2), ..small }
    }

    pub fn rules(&self) -> Arc<Rules> {
        let variant = Variant {
            game: "small".into(),
            pack: PackKind::French,
            packs: 1,
            ranks: Some(RankChoice { least: self.ranks, most: self.ranks, usual: self.ranks }),
            columns: Columns::Number(self.columns),
            face_up: vec![1, self.face_up],
            build: Build::AlternateColour,
            unit: Unit::Sequence,
            fill: self.fill,
            returns: self.returns,
            draw: Some(self.draw),
            passes: Some(self.passes),
            score: None,
            seats: None,
            play: None,
            starter: None,
            ace: None,
            tie: None,
            finish: None,
            touch: None,
            spread: None,
        };
        Arc::new(Rules::compile(&variant, None).unwrap())
    }

    /// A fresh deal, or, of three in ten, the position some random moves later.
    pub fn start(&self, dice: &mut Dice) -> Position {
        let rules = self.rules();
        let id = DealId { game: "small".into(), size: None, seed: dice.roll(1 << 40) as u64 };
        let deal: Deal = fresh(&rules, &id, &RuleChanges::default());
        some_moves_later(Position::new(rules, &deal).unwrap(), dice, 25)
    }
}

/// A position as it is, or, of three in ten, fewer than so many random moves later.
pub fn some_moves_later(mut position: Position, dice: &mut Dice, most: usize) -> Position {
    if dice.roll(10) < 3 {
        for _ in 0..dice.roll(most) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(dice.pick(&moves)).unwrap();
        }
    }
    position
}

/// Whether any line of moves wins, or nothing if there are more than `most` positions.
///
/// It knows nothing but the referee, and that the order of columns does not matter.
pub fn brute(start: &Position, most: usize) -> Option<bool> {
    let mut seen = HashSet::new();
    let mut open = vec![start.clone()];
    seen.insert(name(start));
    while let Some(position) = open.pop() {
        if position.is_won() {
            return Some(true);
        }
        for act in position.legal_moves() {
            let mut next = position.clone();
            next.play(act).unwrap();
            if seen.insert(name(&next)) {
                open.push(next);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(false)
}

/// The fewest moves of any win, or nothing if there is none or there are more than `most`
/// positions.
pub fn fewest(start: &Position, most: usize) -> Option<usize> {
    let mut seen = HashSet::from([name(start)]);
    let mut layer = vec![start.clone()];
    let mut moves = 0;
    while !layer.is_empty() && seen.len() <= most {
        if layer.iter().any(Position::is_won) {
            return Some(moves);
        }
        let mut next_layer = Vec::new();
        for position in layer {
            for act in position.legal_moves() {
                let mut next = position.clone();
                next.play(act).unwrap();
                if seen.insert(name(&next)) {
                    next_layer.push(next);
                }
            }
        }
        layer = next_layer;
        moves += 1;
    }
    None
}

/// A position in bytes.
fn name(position: &Position) -> Vec<u8> {
    let mut columns: Vec<Vec<u8>> = Vec::new();
    for pile in position.columns() {
        let mut column = vec![pile.down as u8];
        column.extend(pile.cards.iter().map(|card| card.index() as u8));
        columns.push(column);
    }
    columns.sort();
    let mut name = columns.join(&255);
    name.push(254);
    name.extend(position.foundations());
    name.extend(position.waste().iter().map(|card| card.index() as u8));
    name.push(253);
    name.extend(position.stock().iter().map(|card| card.index() as u8));
    if matches!(position.rules().passes, Passes::Limited(_)) {
        name.push(position.pass());
    }
    name
}

/// Plays moves and says whether the game is then won.
pub fn wins(start: &Position, moves: &[Move]) -> bool {
    let mut position = start.clone();
    moves.iter().all(|&act| position.play(act).is_ok()) && position.is_won()
}
