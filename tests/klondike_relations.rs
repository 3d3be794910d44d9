//! What the verdicts of one deal under stricter and looser rules have to do with one another.

use dealpress::assets::Assets;
use dealpress::card::Card;
use dealpress::catalogue::Catalogue;
use dealpress::deal::{Deal, DealId};
use dealpress::solver::klondike::Klondike;
use dealpress::solver::{Limits, Solver, Verdict};
use dealpress::variant::{Fill, Passes, RuleChanges};
use dealpress::walkthrough::Solution;
use std::collections::BTreeMap;

/// The rules of Klondike that make a deal harder or easier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hardness {
    draw: u8,
    passes: Passes,
    fill: Fill,
    returns: bool,
}

impl Hardness {
    fn all() -> Vec<Hardness> {
        let mut all = Vec::new();
        for draw in [3, 1] {
            for passes in [Passes::Limited(1), Passes::Limited(3), Passes::Unlimited] {
                for fill in [Fill::King, Fill::Any] {
                    for returns in [false, true] {
                        all.push(Hardness { draw, passes, fill, returns });
                    }
                }
            }
        }
        all
    }

    /// Whether whatever can be won under these rules can be won under the others.
    fn is_stricter_than(self, other: Hardness) -> bool {
        // With unlimited passes and one card a turn every stock card comes to hand; with few
        // passes three cards a turn may be better than one: the waste is not the same.
        let draw = self.draw == other.draw || self.draw > other.draw && other.passes == Passes::Unlimited;
        let passes = match (self.passes, other.passes) {
            (_, Passes::Unlimited) => true,
            (Passes::Limited(few), Passes::Limited(many)) => few <= many,
            (Passes::Unlimited, Passes::Limited(_)) => false,
        };
        let fill = self.fill == other.fill || other.fill == Fill::Any;
        self != other && draw && passes && fill && self.returns <= other.returns
    }

    /// The one field in which the others are looser, if it is one.
    fn only_change(self, other: Hardness) -> Option<String> {
        let from_to = |is: String, becomes: String| (is != becomes).then(|| format!("{is} -> {becomes}"));
        let changes = [
            from_to(format!("draw {}", self.draw), format!("draw {}", other.draw)),
            from_to(format!("{:?}", self.passes), format!("{:?}", other.passes)),
            from_to(format!("{:?}", self.fill), format!("{:?}", other.fill)),
            from_to(format!("returns {}", self.returns), format!("returns {}", other.returns)),
        ];
        let mut changes = changes.into_iter().flatten();
        changes.next().filter(|_| changes.next().is_none())
    }
}

/// What is known of a deal under some rules; nothing if the limit was reached.
fn is_winnable(catalogue: &Catalogue, deal: &Deal, hardness: Hardness, positions: u64) -> Option<bool> {
    let Hardness { draw, passes, fill, returns } = hardness;
    let changes = RuleChanges {
        draw: Some(draw),
        passes: Some(passes),
        fill: Some(fill),
        returns: Some(returns),
        ..RuleChanges::default()
    };
    let start = catalogue.start(&Deal { changes, ..deal.clone() }).unwrap();
    match Klondike::default().solve(&start, &Limits { positions, ..Limits::default() }).verdict {
        Verdict::Winnable(moves) => {
            Solution::replay(&start, &moves).unwrap();
            Some(true)
        }
        Verdict::Unwinnable => Some(false),
        Verdict::Undecided(_) => None,
    }
}

/// The suit that each suit becomes: the black ones swapped, the red ones, both, and the colours.
const SWAPS: [[u8; 4]; 4] = [[3, 1, 2, 0], [0, 2, 1, 3], [3, 2, 1, 0], [1, 0, 3, 2]];

fn swapped(deal: &Deal, swap: [u8; 4]) -> Deal {
    let mut deal = deal.clone();
    let columns = deal.columns.iter_mut().flat_map(|pile| &mut pile.cards);
    for card in columns.chain(&mut deal.stock) {
        *card = Card::new(card.rank(), swap[usize::from(card.suit())]);
    }
    deal
}

/// Solves deals under all rules, and under some of them with suits swapped; tells of which deals a
/// looser rule won what a stricter one lost, and how many verdicts there were.
fn compare(seeds: impl Iterator<Item = u64>, positions: u64) -> (BTreeMap<String, Vec<u64>>, usize, usize) {
    let catalogue = Catalogue::new(Assets::embedded());
    let (mut helped, mut decided, mut undecided) = (BTreeMap::new(), 0, 0);
    for seed in seeds {
        let deal = catalogue.deal(&DealId { game: "klondike".into(), size: None, seed }).unwrap();
        let solve = |hardness| (hardness, is_winnable(&catalogue, &deal, hardness, positions));
        let known: Vec<(Hardness, Option<bool>)> = Hardness::all().into_iter().map(solve).collect();
        for &(strict, won) in &known {
            for &(loose, won_too) in known.iter().filter(|(loose, _)| strict.is_stricter_than(*loose)) {
                assert!((won, won_too) != (Some(true), Some(false)), "#{seed}: {strict:?}, not {loose:?}");
                if let (Some(false), Some(true), Some(change)) = (won, won_too, strict.only_change(loose)) {
                    helped.entry(change).or_insert_with(Vec::new).push(seed);
                }
            }
        }
        let turn = seed as usize % 6;
        for &(hardness, won) in known.iter().skip(turn).step_by(6) {
            for swap in SWAPS {
                let mirrored = is_winnable(&catalogue, &swapped(&deal, swap), hardness, positions);
                let agree = won.is_none() || mirrored.is_none() || won == mirrored;
                assert!(agree, "#{seed} with suits {swap:?}: {hardness:?}");
            }
        }
        decided += known.iter().filter(|(_, won)| won.is_some()).count();
        undecided += known.iter().filter(|(_, won)| won.is_none()).count();
    }
    (helped, decided, undecided)
}

#[test]
fn looser_rules_lose_no_deal_and_swapped_suits_change_none() {
    let (helped, decided, undecided) = compare((0..8).chain([145]), 20_000);
    assert!(undecided * 4 < decided, "{decided} decided, {undecided} undecided");
    // Each relation is seen at work, or it would be no test of it; returns seldom matter, as in #145.
    assert_eq!(helped.len(), 6, "{helped:?}");
}

#[test]
#[ignore = "long: the same for 500 deals; with --nocapture it tells how often a looser rule won"]
fn looser_rules_lose_no_deal_of_many() {
    let (helped, decided, undecided) = compare(0..500, 20_000);
    println!("{decided} decided, {undecided} undecided");
    for (change, mut seeds) in helped {
        let wins = seeds.len();
        seeds.dedup();
        println!("{change}: {wins} more wins, of {} deals, as #{}", seeds.len(), seeds[0]);
    }
}
