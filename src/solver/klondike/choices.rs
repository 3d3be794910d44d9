//! The ways in which moves that can wait, or be taken back, may leave a position.
//!
//! Between two steps of the search lie *loose* moves: cards that are no bases go up and, where
//! the rules let them, come back. In a *block*, cards of a reserve are played as well: a stock
//! card can wait until a base needs it, so what is played from a position to the next move of a
//! base is gone through here, and the positions between need no searching of their own. What
//! lands or is lifted is followed only by what it makes possible (see `needs`).

use super::cards::{Cards, Code, members, tops};
use super::dealt::{Dealt, Packed};
use super::expand::{Finals, Step};

/// Which cards lie on the foundations, in the tableau and in the stock: one of the ways.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    pub(super) up: Cards,
    pub(super) done: Cards,
    pub(super) held: Cards,
    /// The choice that a move makes this one of, and that move.
    pub(super) from: usize,
    pub(super) step: Option<Step>,
    pub(super) finals: Finals,
    /// The cards that find a place, that can be bared, and that the foundations take next.
    pub(super) lands: Cards,
    pub(super) bares: Cards,
    pub(super) next: Cards,
    /// Whether a stock card was played on the way here.
    pub(super) played: bool,
    /// Whether the next move may be any, or must be one that the last made possible.
    pub(super) free: bool,
}

/// The choices of a position, each once.
#[derive(Debug, Clone, Default)]
pub(super) struct Choices {
    list: Vec<Choice>,
    /// Places in the list, by what the choice is, once the list is long; 0 is none.
    seen: Vec<u32>,
}

/// How long a list is looked through as it is.
const SHORT: usize = 16;

impl Choices {
    pub(super) fn list(&self) -> &[Choice] {
        &self.list
    }

    pub(super) fn list_mut(&mut self) -> &mut [Choice] {
        &mut self.list
    }

    /// Begins with a position as it is.
    pub(super) fn begin(&mut self, position: &Packed) {
        self.list.clear();
        self.seen.clear();
        let Packed { up, done, held, .. } = *position;
        self.list.push(Choice {
            up,
            done,
            held,
            from: 0,
            step: None,
            finals: Finals::default(),
            lands: 0,
            bares: 0,
            next: 0,
            played: false,
            free: true,
        });
    }

    /// Adds the choices that one more move makes of the one at `at`, of those moves that are given;
    /// with `lazy_returns`, cards come back only for a move that this makes possible.
    pub(super) fn follow(
        &mut self,
        at: usize,
        dealt: &Dealt,
        position: &Packed,
        moves: Moves,
        lazy_returns: bool,
    ) {
        let before = self.list[at];
        let moves = match before.free {
            true => moves.but_not_undoing(before.step),
            false => moves.made_possible(&before, &self.list[before.from]),
        };
        let Choice { up, done, held, .. } = before;
        let step = |step, card: Code| {
            let bit = card.bit();
            let (up, done, held) = match step {
                Step::Promote(_) => (up & !bit, done | bit, held),
                Step::Return(_) => (up | bit, done & !bit, held),
                Step::Place(_) => (up | bit, done, held & !bit),
                Step::Lift(_) | Step::Shift(_) => (up, done | bit, held & !bit),
            };
            let played = before.played || held != before.held;
            let free = leaves_free(dealt, position, step, &before, lazy_returns);
            Choice { up, done, held, from: at, step: Some(step), played, free, ..before }
        };
        for card in members(moves.promote) {
            self.add(step(Step::Promote(card), card));
        }
        for card in members(moves.bring_back) {
            self.add(step(Step::Return(card), card));
        }
        for card in members(moves.place) {
            self.add(step(Step::Place(card), card));
        }
        for card in members(moves.lift) {
            self.add(step(Step::Lift(card), card));
        }
    }

    /// Adds a choice unless one that is the same, and lets the same moves follow, is there.
    fn add(&mut self, choice: Choice) {
        if self.list.len() < SHORT {
            if !self.list.iter().any(|known| known.covers(&choice)) {
                self.list.push(choice);
            }
            return;
        }
        if (self.list.len() + 1) * 2 > self.seen.len() {
            self.grow();
        }
        let mut slot = self.home(&choice);
        while let Some(index) = (self.seen[slot] as usize).checked_sub(1) {
            if self.list[index].covers(&choice) {
                return;
            }
            slot = (slot + 1) & (self.seen.len() - 1);
        }
        self.list.push(choice);
        self.seen[slot] = self.list.len() as u32;
    }

    fn home(&self, choice: &Choice) -> usize {
        let mixed = (choice.done ^ choice.held.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize & (self.seen.len() - 1)
    }

    fn grow(&mut self) {
        let size = (self.list.len() * 4).next_power_of_two();
        self.seen.clear();
        self.seen.resize(size, 0);
        for index in 0..self.list.len() {
            let mut slot = self.home(&self.list[index]);
            while self.seen[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.seen[slot] = index as u32 + 1;
        }
    }
}

impl Choice {
    /// Whether this is the same, and all that may follow the other may follow it.
    fn covers(&self, other: &Choice) -> bool {
        self.done == other.done && self.held == other.held && (self.free || self.step == other.step)
    }
}

/// Moves that lead from one choice to others, by kind and card.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moves {
    pub(super) promote: Cards,
    pub(super) bring_back: Cards,
    pub(super) place: Cards,
    pub(super) lift: Cards,
}

impl Moves {
    /// Only those moves that were not possible before the last one was made, if that was a landing
    /// or a lift: it was made for one of these ([`super::needs`] has the argument).
    fn made_possible(self, now: &Choice, before: &Choice) -> Moves {
        Moves {
            promote: self.promote & !(before.bares & before.next),
            bring_back: self.bring_back & !(before.lands & tops(before.done)),
            place: self.place & !before.lands,
            lift: self.lift & !before.next,
        }
        .but_not_undoing(now.step)
    }

    /// Not the moves that a shorter way to the same choice does without.
    fn but_not_undoing(self, step: Option<Step>) -> Moves {
        match step {
            Some(Step::Place(card) | Step::Return(card)) => {
                Moves { promote: self.promote & !card.bit(), ..self }
            }
            Some(Step::Lift(card) | Step::Promote(card)) => {
                Moves { bring_back: self.bring_back & !card.bit(), ..self }
            }
            Some(Step::Shift(_)) | None => self,
        }
    }
}

/// Whether a move is followed by any other: a promotion, or a landing or a lift that made only
/// half of a move possible, so that moves for the other half come next. A lift may leave the next
/// card of its suit ready to go up but covered; a return the next to come back without a place.
fn leaves_free(dealt: &Dealt, position: &Packed, step: Step, before: &Choice, lazy_returns: bool) -> bool {
    match step {
        Step::Place(_) => false,
        Step::Lift(card) => before.up & card.bit() << 4 & !before.bares != 0,
        Step::Return(card) if lazy_returns => {
            let room = dealt.room(before.up | card.bit(), position.base, position.spaces);
            card.bit() >> 4 & !room.lands != 0
        }
        Step::Return(_) | Step::Promote(_) | Step::Shift(_) => true,
    }
}
