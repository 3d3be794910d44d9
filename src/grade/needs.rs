//! What a deal provably needs: games with something forbidden, each proved unwinnable.

use super::board::Gain;
use super::players::win_by_chance;
use super::verdicts::{Choice, Fate, Verdicts, choices, key, stock_places};
use crate::game::{Move, Place, Position, Rules};
use crate::solver::{Limits, Shortcuts, Verdict, solver_for};
use crate::variant::{Passes, Unit};
use crate::walkthrough::Solution;
use std::collections::HashSet;
use std::str::FromStr;

/// Something that a deal may need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thing {
    /// Holding back a card that could be promoted: the game is lost in which every promotion is
    /// made as soon as it can be.
    Hold,
    /// Bringing a card back from a foundation.
    Return,
    /// Splitting a run: shifting cards away from the card that they are built on.
    Split,
    /// A second pass through the stock.
    SecondPass,
    /// A third pass through the stock.
    ThirdPass,
}

impl Thing {
    /// All of them, in the order in which they are told.
    pub const ALL: [Thing; 5] =
        [Thing::Hold, Thing::Return, Thing::Split, Thing::SecondPass, Thing::ThirdPass];

    /// The word that files and the command line use.
    pub fn code(self) -> &'static str {
        match self {
            Thing::Hold => "hold",
            Thing::Return => "return",
            Thing::Split => "split",
            Thing::SecondPass => "second-pass",
            Thing::ThirdPass => "third-pass",
        }
    }

    /// Whether a deal under these rules could need it.
    pub fn is_in(self, rules: &Rules) -> bool {
        let passes = |passes| match rules.passes {
            Passes::Limited(most) => most > passes,
            Passes::Unlimited => true,
        };
        match self {
            Thing::Hold => true,
            Thing::Return => rules.returns,
            Thing::Split => matches!(rules.unit, Unit::Sequence | Unit::Group),
            Thing::SecondPass => rules.has_stock() && passes(1),
            Thing::ThirdPass => rules.has_stock() && passes(2),
        }
    }
}

/// A word that names nothing a deal may need.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is nothing that a deal may need; there are hold, return, split, second-pass and third-pass")]
pub struct BadThing(String);

impl FromStr for Thing {
    type Err = BadThing;

    fn from_str(text: &str) -> Result<Thing, BadThing> {
        let thing = Thing::ALL.into_iter().find(|thing| thing.code() == text);
        thing.ok_or_else(|| BadThing(crate::card::shorten(text)))
    }
}

/// Whether a deal needs something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// It is proved that no win does without.
    Needed,
    /// A win does without.
    NotNeeded,
    /// That was not decided within the limits.
    Undecided,
    /// The rules have no such thing.
    NoSuch,
}

/// What a deal needs: a word on each of [`Thing::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needs(pub [(Thing, Need); 5]);

impl Needs {
    /// The word on one thing.
    pub fn of(&self, thing: Thing) -> Need {
        self.0.iter().find(|(named, _)| *named == thing).map_or(Need::NoSuch, |&(_, need)| need)
    }
}

/// How many games chance plays to do without something.
const GAMES: u32 = 200;
/// How many games it plays from each position that a search comes to: of 108 deals of Klondike of three cards
/// a turn they leave `hold` undecided in 16 instead of 22, and `split` in 13 instead of 30, in the same time.
const GAMES_ON: u32 = 20;
/// How much memory a search may take.
const MEMORY: usize = 256 << 20;
/// How many positions are looked at for a verdict within a restricted game.
const VERDICT_POSITIONS: u64 = 2_000;

/// What the deal needs that begins with a position, which is known to be winnable.
///
/// `effort` is how many positions a search under a stricter rule may look at; a rule that no
/// solver knows gets a thousandth of it.
pub fn needs(start: &Position, effort: u64, limits: &Limits<'_>) -> Needs {
    Needs(Thing::ALL.map(|thing| (thing, need(start, thing, effort, limits))))
}

/// Whether the deal that begins with a position needs one thing.
pub fn need(start: &Position, thing: Thing, effort: u64, limits: &Limits<'_>) -> Need {
    let begun = match thing {
        Thing::SecondPass => start.pass() > 1,
        Thing::ThirdPass => start.pass() > 2,
        Thing::Hold | Thing::Return | Thing::Split => false,
    };
    if begun || !thing.is_in(start.rules()) {
        return Need::NoSuch;
    }
    let solved = |stricter: &Position| {
        let limits = Limits { positions: effort, memory: MEMORY, stop: limits.stop };
        match solver_for(stricter.rules(), Shortcuts::All).solve(stricter, &limits).verdict {
            Verdict::Winnable(_) => Need::NotNeeded,
            Verdict::Unwinnable => Need::Needed,
            Verdict::Undecided(_) => Need::Undecided,
        }
    };
    let restricted = |restriction: Restriction| {
        let rule = |gain, promotes| restriction.allows(gain, promotes);
        let by_chance = win_by_chance(start, GAMES, rule);
        if by_chance.is_some_and(|moves| Solution::replay(start, &moves).is_ok()) {
            return Need::NotNeeded;
        }
        let limits = Limits { positions: VERDICT_POSITIONS, memory: MEMORY, stop: limits.stop };
        Restricted::new(restriction, effort / 1_000).need(start, &mut Verdicts::new(start, limits))
    };
    match thing {
        Thing::Hold => restricted(Restriction::PromoteAlways),
        Thing::Split => match restricted(Restriction::NoSplit) {
            // Where all face-up cards of a column are one run, they are split by moving some of them.
            Need::Undecided if is_in_runs(start) => solved(&start.with_unit(Unit::Whole)),
            told => told,
        },
        Thing::Return => solved(&start.with_returns(false)),
        Thing::SecondPass => solved(&start.with_passes(Passes::Limited(1))),
        Thing::ThirdPass => solved(&start.with_passes(Passes::Limited(2))),
    }
}

/// A rule of one's own that the solvers do not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Restriction {
    /// A card that can be promoted is promoted at once.
    PromoteAlways,
    /// No cards are shifted away from the card that they are built on.
    NoSplit,
}

impl Restriction {
    /// Whether a move may be made that gets this done, where a promotion is possible or not.
    fn allows(self, gain: Gain, promotes: bool) -> bool {
        match self {
            Restriction::PromoteAlways => !promotes || gain == Gain::Promotes,
            Restriction::NoSplit => gain != Gain::Splits,
        }
    }
}

/// A search of a restricted game. What cannot be won under the deal's own rules is not looked
/// at, so few positions are.
pub(crate) struct Restricted {
    restriction: Restriction,
    seen: HashSet<u128>,
    steps: u64,
    open: bool,
}

impl Restricted {
    pub(crate) fn new(restriction: Restriction, steps: u64) -> Restricted {
        Restricted { restriction, seen: HashSet::new(), steps, open: false }
    }

    /// Whether the game can only be won against the restriction.
    pub(crate) fn need(&mut self, start: &Position, verdicts: &mut Verdicts<'_>) -> Need {
        let mut first = start.clone();
        self.settle(&mut first);
        match self.wins(first, verdicts) {
            true => Need::NotNeeded,
            false if self.open => Need::Undecided,
            false => Need::Needed,
        }
    }

    /// Whether a win was found. An explicit stack, as games of some rules are long.
    fn wins(&mut self, first: Position, verdicts: &mut Verdicts<'_>) -> bool {
        let mut stack = vec![first];
        while let Some(position) = stack.pop() {
            if position.is_won() {
                return true;
            }
            if !self.seen.insert(key(&position)) {
                continue;
            }
            if self.steps == 0 || verdicts.is_stopped() {
                self.open = true;
                return false;
            }
            self.steps -= 1;
            let hint = match verdicts.win(&position) {
                Ok(moves) => moves.into_iter().find(|act| !matches!(act, Move::Turn | Move::Redeal)),
                Err(Fate::Lost) => continue,
                Err(_) => None,
            };
            if self.won_by_chance(&position) {
                return true;
            }
            let mut next: Vec<Choice> = self.choices(&position);
            // The last is looked at first: the move that wins where the rule is not kept.
            if let Some(at) = next.iter().position(|choice| Some(choice.act) == hint) {
                let hinted = next.remove(at);
                next.push(hinted);
            }
            for choice in next {
                let mut after = choice.after(&position);
                self.settle(&mut after);
                stack.push(after);
            }
        }
        false
    }

    /// Whether chance wins a game from a position within the restriction.
    fn won_by_chance(&self, position: &Position) -> bool {
        let rule = |gain, promotes| self.restriction.allows(gain, promotes);
        let won = win_by_chance(position, GAMES_ON, rule);
        won.is_some_and(|moves| Solution::replay(position, &moves).is_ok())
    }

    /// Makes the promotions that the rule asks for. Each is possible whatever the order, so the
    /// order does not matter.
    fn settle(&self, position: &mut Position) {
        if self.restriction == Restriction::PromoteAlways {
            *position = promoted_at_once(position);
        }
    }

    fn choices(&self, position: &Position) -> Vec<Choice> {
        let all = choices(position);
        match self.restriction {
            Restriction::NoSplit => all.into_iter().filter(|choice| !splits(position, choice.act)).collect(),
            // What comes back would have to go up again. A waste card that can go up is not
            // passed by, nor put anywhere else.
            Restriction::PromoteAlways => {
                let mut stop = usize::MAX;
                stock_places(position, |turns, place| {
                    let goes_up =
                        place.waste().last().is_some_and(|&card| place.foundation_for(card).is_some());
                    if goes_up {
                        stop = turns.len();
                    }
                    !goes_up
                });
                let keeps = |choice: &Choice| match choice.act {
                    Move::Return { .. } => false,
                    Move::Promote { from: Place::Waste } => choice.turns.len() <= stop,
                    Move::Shift { from: Place::Waste, .. } => choice.turns.len() < stop,
                    _ => true,
                };
                all.into_iter().filter(keeps).collect()
            }
        }
    }
}

/// The position after all promotions that can be made without turning the stock, one after another.
pub fn promoted_at_once(position: &Position) -> Position {
    let mut position = position.clone();
    while let Some(act) = promotion(&position) {
        let played = position.play(act);
        debug_assert!(played.is_ok(), "a promotion that was checked");
    }
    position
}

/// A promotion that can be made without turning the stock.
fn promotion(position: &Position) -> Option<Move> {
    let columns = (0..position.columns().len()).map(|column| Place::Column(column as u8));
    let top = |from| match from {
        Place::Column(column) => position.columns()[usize::from(column)].top(),
        Place::Waste => position.waste().last().copied(),
    };
    columns
        .chain([Place::Waste])
        .find(|&from| top(from).is_some_and(|card| position.foundation_for(card).is_some()))
        .map(|from| Move::Promote { from })
}

/// Whether the face-up cards of each column are built on one another.
fn is_in_runs(position: &Position) -> bool {
    let rules = position.rules();
    let mut columns = position.columns().iter();
    columns.all(|pile| pile.face_up().windows(2).all(|pair| rules.accepts(pair[0], pair[1])))
}

/// Whether a shift takes cards away from the face-up card that they are built on.
fn splits(position: &Position, act: Move) -> bool {
    let Move::Shift { from: Place::Column(from), count, .. } = act else { return false };
    let up = position.columns()[usize::from(from)].face_up();
    let first = up.len().saturating_sub(usize::from(count));
    first > 0 && position.rules().accepts(up[first - 1], up[first])
}
