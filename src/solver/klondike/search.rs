//! The search itself: depth first, the most promising step first, lost positions remembered.

use super::dealt::{Dealt, Packed};
use super::expand::{Expander, Manner, Step};
use super::facts::{Facts, Keep};
use super::relax::Outlook;
use super::stock::Tried;
use super::{Klondike, Switches};
use crate::solver::{Bound, Limits};
use crate::variant::Fill;

/// How often, in positions, somebody's wish to stop is looked for.
const STOP_EVERY: u64 = 1 << 10;

/// What part of the effort that was spent on a position in vain it may cost to ask whether the
/// position is lost with every stock card at hand: so many choices for a position searched, each
/// of which takes about a fifth of its time.
const CHOICES_A_POSITION: u64 = 2;

/// After how many positions searched in vain below a position that is asked first, and again
/// each time as many more as by then. Anything from 100 to 500 measures alike.
const ASK_AFTER: u64 = 300;

/// What became of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Won,
    Lost,
    Open(Bound),
}

/// A position to be searched, with how promising it looks.
#[derive(Debug, Clone, Copy)]
struct Child {
    position: Packed,
    promise: i32,
}

/// A search of one deal.
pub(super) struct Search<'a> {
    expander: Expander,
    limits: Limits<'a>,
    patience: u64,
    lost: Facts,
    outlook: Option<Outlook>,
    children: Vec<Child>,
    path: Vec<Packed>,
    reserve: Option<Reserve<'a>>,
    searched: u64,
    /// How many choices may be gone through, when somebody asks with a budget.
    most_choices: u64,
}

/// The same deal with every stock card at hand: what is lost there is lost under any way of
/// turning, since each line is a line there too.
struct Reserve<'a> {
    search: Box<Search<'a>>,
    won: Facts,
}

impl<'a> Search<'a> {
    pub(super) fn new(dealt: Dealt, settings: &Klondike, limits: Limits<'a>) -> Search<'a> {
        let Klondike { switches, patience } = *settings;
        let with_reserve = switches.reserve && !dealt.stock.is_reserve();
        // A table needs half as much again while it grows.
        let share = if with_reserve { limits.memory / 16 * 9 } else { limits.memory / 3 * 2 };
        let sets = switches.subsets && dealt.fill != Fill::Any;
        let reserve = with_reserve.then(|| {
            let limits = Limits { memory: limits.memory / 8, ..limits };
            let inner = Klondike { switches: Switches { reserve: false, ..switches }, patience };
            let mut search = Box::new(Search::new(dealt.with_reserve(), &inner, limits));
            search.expander.in_blocks = search.expander.knows_blocks();
            let share = limits.memory / 2;
            let won = if sets { Facts::sets(Keep::Smallest, share) } else { Facts::each(share) };
            Reserve { search, won }
        });
        let sets = sets && dealt.stock.is_reserve();
        Search {
            expander: Expander::new(dealt, switches, Manner::Win),
            limits,
            patience,
            lost: if sets { Facts::sets(Keep::Largest, share) } else { Facts::each(share) },
            outlook: None,
            children: Vec::new(),
            path: Vec::new(),
            reserve,
            searched: 0,
            most_choices: u64::MAX,
        }
    }

    /// Searches the deal from its start.
    pub(super) fn run(&mut self) -> Fate {
        let mut start = self.expander.dealt.start();
        self.expander.settle(&mut start, |_| ());
        if self.expander.dealt.is_won(&start) {
            self.path.push(start);
            return Fate::Won;
        }
        self.search(start)
    }

    /// How many positions were searched, those of the reserve included.
    pub(super) fn positions(&self) -> u64 {
        self.searched + self.reserve.as_ref().map_or(0, |reserve| reserve.search.searched)
    }

    /// The steps of the win that was found.
    pub(super) fn steps(&mut self) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut start = self.expander.dealt.start();
        self.expander.lifts_freely = false;
        self.expander.settle(&mut start, |step| steps.push(step));
        for pair in self.path.windows(2) {
            steps.extend(steps_between(&mut self.expander, &pair[0], &pair[1]));
        }
        steps
    }

    fn search(&mut self, position: Packed) -> Fate {
        if let Some(bound) = self.bound() {
            return Fate::Open(bound);
        }
        self.searched += 1;
        if self.searched == self.patience {
            self.expander.in_blocks = self.expander.knows_blocks();
            self.expander.lifts_freely = self.expander.switches.free_lifts;
            if self.expander.switches.outlook && self.outlook.is_none() {
                self.outlook = Outlook::new(&self.expander.dealt);
            }
        }
        if self.is_hopeless(&position) {
            return Fate::Lost;
        }
        self.path.push(position);
        let first = self.children.len();
        if self.list_children(&position) {
            return Fate::Won;
        }
        let began = self.searched;
        let ask_after = self.patience.min(ASK_AFTER);
        let mut ask_reserve_at = began + ask_after;
        for at in first..self.children.len() {
            let child = self.children[at].position;
            // What is known may have changed since the children were listed.
            if at > first && self.knows_lost(&child) {
                continue;
            }
            match self.search(child) {
                Fate::Lost => {}
                fate => return fate,
            }
            if self.searched >= ask_reserve_at {
                let spent = self.searched - began;
                match self.ask_reserve(&position, spent * CHOICES_A_POSITION) {
                    Fate::Lost => break,
                    Fate::Won => ask_reserve_at = u64::MAX,
                    Fate::Open(_) => ask_reserve_at = self.searched + spent,
                }
            }
        }
        self.children.truncate(first);
        self.path.pop();
        self.lost.add(&position, &self.expander.dealt);
        Fate::Lost
    }

    fn bound(&self) -> Option<Bound> {
        if self.searched.is_multiple_of(STOP_EVERY) && self.limits.is_stopped() {
            return Some(Bound::Stopped);
        }
        (self.positions() >= self.limits.positions || self.expander.gone_through >= self.most_choices)
            .then_some(Bound::Positions)
    }

    fn knows_lost(&self, position: &Packed) -> bool {
        self.lost.know(position, &self.expander.dealt, self.expander.switches.places)
    }

    fn is_hopeless(&mut self, position: &Packed) -> bool {
        self.outlook.as_mut().is_some_and(|outlook| outlook.is_lost(position))
    }

    /// Lists the positions that follow and are not known to be lost, the most promising first.
    /// If one of them is won, it ends the path and the answer is true.
    fn list_children(&mut self, position: &Packed) -> bool {
        let Search { expander, children, lost, outlook, path, reserve, .. } = self;
        let first = children.len();
        let mut won = None;
        let tried = match expander.switches.tried_plays {
            true => lost.tried(position, &expander.dealt),
            false => Tried::default(),
        };
        expander.expand(position, &tried, |expander, choice, step, mut next| {
            expander.settle(&mut next, |_| ());
            let dealt = &expander.dealt;
            if won.is_some() || outlook.as_mut().is_some_and(|outlook| outlook.is_lost(&next)) {
                return;
            }
            if dealt.is_won(&next) {
                won = Some(next);
            } else {
                children.push(Child { position: next, promise: promise(dealt, choice, step, &next) });
            }
        });
        let dealt = &expander.dealt;
        let touched = children[first..].iter().fold(0, |sum, child| sum ^ lost.touch(&child.position, dealt));
        std::hint::black_box(touched);
        let mut kept = first;
        for at in first..children.len() {
            let child = &children[at].position;
            let is_lost = lost.know(child, dealt, expander.switches.places)
                || reserve.as_ref().is_some_and(|reserve| reserve.knows_lost(child));
            if !is_lost {
                children.swap(at, kept);
                kept += 1;
            }
        }
        children.truncate(kept);
        // Of equals the one with most cards at hand comes first, since it tells of the others.
        children[first..].sort_by_key(|child| (-child.promise, child.position.order.count_zeros()));
        path.extend(won);
        won.is_some()
    }

    /// Whether a position is lost even if every stock card is at hand, as far as a small budget
    /// tells. Asked of positions from which much was searched in vain.
    fn ask_reserve(&mut self, position: &Packed, budget: u64) -> Fate {
        let Some(reserve) = &mut self.reserve else { return Fate::Won };
        // An easier game of its own: the order in which a win plays there may lead by counts of
        // bases that turning never leads to.
        if self.outlook.is_some() && reserve.search.outlook.is_none() {
            reserve.search.outlook = Outlook::new(&reserve.search.expander.dealt);
        }
        reserve.ask(position, budget)
    }
}

impl Reserve<'_> {
    /// Whether a position of the true game, settled, is known to be lost with every card at hand.
    fn knows_lost(&self, position: &Packed) -> bool {
        // Nobody has asked yet.
        if self.search.searched == 0 {
            return false;
        }
        let start = self.start(position);
        self.search.knows_lost(&start)
    }

    /// A position of the true game, settled, with every card at hand.
    fn start(&self, position: &Packed) -> Packed {
        let expander = &self.search.expander;
        let mut start = expander.dealt.in_reserve(position);
        expander.settle(&mut start, |_| ());
        start
    }

    /// Searches a position of the true game, settled, within a budget of choices.
    fn ask(&mut self, position: &Packed, budget: u64) -> Fate {
        let start = self.start(position);
        let search = &mut self.search;
        let dealt = &search.expander.dealt;
        if dealt.is_won(&start) || self.won.know(&start, dealt, false) {
            return Fate::Won;
        }
        if search.knows_lost(&start) {
            return Fate::Lost;
        }
        search.children.clear();
        search.path.clear();
        search.most_choices = search.expander.gone_through + budget;
        let fate = search.search(start);
        if fate == Fate::Won {
            for position in &search.path {
                self.won.add(position, &search.expander.dealt);
            }
        }
        fate
    }
}

/// How promising a position looks that a step led to: first free bases, those that hide most
/// before others; take from the stock what can go up; then what is low or a king.
///
/// The figures are from trials on random deals; a change of a fifth in any of them hardly shows.
fn promise(dealt: &Dealt, choice: usize, step: Step, next: &Packed) -> i32 {
    let depth = |card: super::cards::Code| i32::from(dealt.depth[card.index()]);
    let rank = |card: super::cards::Code| i32::from(card.rank());
    let worth = match step {
        Step::Shift(card) => 100 + 4 * depth(card),
        Step::Promote(card) => 90 + 4 * depth(card),
        Step::Lift(card) => 80 - 4 * rank(card),
        Step::Place(card) if dealt.kings & card.bit() != 0 => 70 - 4 * rank(card),
        Step::Place(card) => 40 - 4 * rank(card),
        Step::Return(_) => 0,
    };
    let detour = if choice > 0 { 20 } else { 0 };
    worth - detour + 10 * next.done.count_ones() as i32
}

/// The steps from a settled position to one that the search found to follow it.
fn steps_between(expander: &mut Expander, from: &Packed, to: &Packed) -> Vec<Step> {
    let mut found = None;
    // The search may have taken all its shortcuts by then or not.
    for patient in [true, false] {
        expander.in_blocks = !patient && expander.knows_blocks();
        expander.lifts_freely = !patient && expander.switches.free_lifts;
        expander.expand(from, &Tried::default(), |expander, choice, step, mut next| {
            let mut after = Vec::new();
            expander.settle(&mut next, |step| after.push(step));
            if found.is_none() && next == *to {
                found = Some([expander.way_to(choice), vec![step], after].concat());
            }
        });
        if found.is_some() {
            break;
        }
    }
    found.expect("a step, since the search took it")
}
