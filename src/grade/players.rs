//! Those who play without thinking ahead: chance, and three simple players.

use super::board::{Board, Gain, Laws};
use super::random::SplitMix64;
use crate::game::{Move, Position};

/// How many games of chance are told of a deal.
pub const PLAYOUTS: u32 = 1_000;
/// How many chance plays for the score, the first [`PLAYOUTS`] of them included.
///
/// With a thousand the level of one deal of ten changes under another seed.
pub const STEADY_PLAYOUTS: u32 = 5_000;
/// The most moves of a game; those of chance take some hundreds.
const MOST_MOVES: u32 = 2_000;
/// So often the stock is turned over in vain before a player gives up.
const VAIN_REDEALS: u32 = 1;
/// So often chance turns the stock over in all.
const MOST_REDEALS: u32 = 12;

/// What came of the games that chance played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playouts {
    /// How many games there were.
    pub games: u32,
    /// How many of them were won.
    pub won: u32,
    /// How many cards were promoted in all games together.
    pub promoted: u32,
    /// The third powers of the cards promoted in each game, summed up.
    pub cubes: u64,
}

/// A simple player: which moves it likes best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Simple {
    /// Promotes whatever it can, then turns up cards.
    PromoteFirst,
    /// Turns up cards first, then promotes.
    RevealFirst,
    /// Turns up cards first, and promotes a card late: when its neighbours are up too, or when
    /// nothing else is left.
    PromoteLate,
}

impl Simple {
    /// All three, in a fixed order.
    pub const ALL: [Simple; 3] = [Simple::PromoteFirst, Simple::RevealFirst, Simple::PromoteLate];

    /// The word that files use.
    pub fn code(self) -> &'static str {
        match self {
            Simple::PromoteFirst => "promote-first",
            Simple::RevealFirst => "reveal-first",
            Simple::PromoteLate => "promote-late",
        }
    }

    /// How much it likes a move: the smaller the better; `None` if it would not make it now.
    fn rank(self, laws: &Laws, board: &Board, act: Move, gain: Gain) -> Option<u32> {
        let early = |act: Move| match act {
            Move::Promote { from } => board.rank_at(laws, from) > board.lowest(laws) + 1,
            _ => false,
        };
        Some(match (self, gain) {
            (Simple::PromoteFirst, Gain::Promotes) => 0,
            (Simple::RevealFirst, Gain::Promotes) => 2,
            (Simple::PromoteLate, Gain::Promotes) if early(act) => return None,
            (Simple::PromoteLate, Gain::Promotes) => 2,
            (_, Gain::TurnsUp) => 1,
            (_, Gain::Bares | Gain::Splits) => 3,
            (_, Gain::Empties) => 4,
            (_, Gain::Places) => 5,
            (_, Gain::Turns) => 6,
        })
    }

    /// Plays a deal to its end; whether it was won, and how many cards are left.
    pub(crate) fn play(self, laws: &Laws, start: &Board) -> u8 {
        let mut board = start.clone();
        let mut moves = Vec::new();
        let (mut vain, mut last) = (0, None);
        for _ in 0..MOST_MOVES {
            if board.is_won() {
                break;
            }
            board.moves(laws, &mut moves);
            // A shift that only takes back the last one is no plan.
            let liked = moves
                .iter()
                .filter(|&&(act, _)| !is_reverse(last, act))
                .filter_map(|&(act, gain)| self.rank(laws, &board, act, gain).map(|rank| (rank, act, gain)));
            let best = liked.min_by_key(|&(rank, ..)| rank);
            let act = match best {
                Some((_, act, gain)) if gain != Gain::Turns => act,
                Some((_, Move::Redeal, _)) if vain < VAIN_REDEALS => Move::Redeal,
                Some((_, Move::Turn, _)) => Move::Turn,
                // Nothing else helps, so a card goes up early.
                _ => match moves.iter().find(|&&(_, gain)| gain == Gain::Promotes) {
                    Some(&(act, _)) => act,
                    None => break,
                },
            };
            match act {
                Move::Redeal => vain += 1,
                Move::Turn => {}
                _ => vain = 0,
            }
            last = Some(act);
            board.play(laws, act);
        }
        board.left()
    }
}

fn is_reverse(last: Option<Move>, act: Move) -> bool {
    let (Some(Move::Shift { from, to, count }), Move::Shift { from: back, to: home, count: again }) =
        (last, act)
    else {
        return false;
    };
    let place = crate::game::Place::Column;
    place(to) == back && from == place(home) && count == again
}

/// What each of the three simple players leaves of a deal: how many cards, 0 for a win.
pub(crate) fn simple_players(start: &Position) -> [u8; 3] {
    let laws = Laws::new(start.rules());
    let board = Board::new(&laws, start);
    Simple::ALL.map(|player| player.play(&laws, &board))
}

/// How often chance makes a move compared with others that could be made.
///
/// Chance that mostly does what looks right tells more than one that does anything: with these
/// figures it wins 11 of 100 games of winnable deals of `klondike-3` and 2 of
/// `klondike-three-passes`, with weights from 1 to 6 it won 2.5 and 0.1; and the score goes with a
/// stronger player's wins by 0.67 and 0.58 (Spearman) where it went by 0.62 and 0.46.
fn weight(laws: &Laws, board: &Board, act: Move, gain: Gain) -> u32 {
    match (gain, act) {
        // A card on which others might still be built.
        (Gain::Promotes, Move::Promote { from }) if board.rank_at(laws, from) > board.lowest(laws) + 1 => 6,
        (Gain::Promotes, _) => 60,
        (Gain::TurnsUp, _) => 60,
        (Gain::Splits, _) => 20,
        (Gain::Places, _) => 12,
        (Gain::Bares, _) => 4,
        (Gain::Turns, _) => 3,
        (Gain::Empties, _) => 1,
    }
}

/// Lets chance play a deal: what came of the first [`PLAYOUTS`] games, and of all
/// [`STEADY_PLAYOUTS`]. The seed is the grader's own, not the deal's.
pub fn playouts(start: &Position, seed: u64) -> [Playouts; 2] {
    let laws = Laws::new(start.rules());
    let first = Board::new(&laws, start);
    let cards = u32::from(first.left());
    let mut game =
        Game { laws: &laws, moves: Vec::new(), weights: Vec::new(), rule: |_, _| true, line: None };
    let mut told = [Playouts { games: 0, won: 0, promoted: 0, cubes: 0 }; 2];
    for number in 0..STEADY_PLAYOUTS {
        let mut random = SplitMix64::new(seed.wrapping_mul(0x1_0000_0000).wrapping_add(u64::from(number)));
        let mut board = first.clone();
        game.play(&mut board, &mut random);
        let promoted = cards - u32::from(board.left());
        for told in told.iter_mut().skip(usize::from(number >= PLAYOUTS)) {
            told.games += 1;
            told.won += u32::from(board.is_won());
            told.promoted += promoted;
            told.cubes += u64::from(promoted).pow(3);
        }
    }
    told
}

/// A win by chance in a game in which only some moves are allowed, untrusted until replayed.
///
/// `rule` is asked about what a move gets done, and whether a promotion is possible.
pub(crate) fn win_by_chance(
    start: &Position,
    games: u32,
    rule: impl Fn(Gain, bool) -> bool,
) -> Option<Vec<Move>> {
    let laws = Laws::new(start.rules());
    let first = Board::new(&laws, start);
    let mut game = Game { laws: &laws, moves: Vec::new(), weights: Vec::new(), rule, line: Some(Vec::new()) };
    (0..games).find_map(|number| {
        let mut board = first.clone();
        game.line = Some(Vec::new());
        game.play(&mut board, &mut SplitMix64::new(u64::from(number)));
        if board.is_won() { game.line.take() } else { None }
    })
}

/// A game that chance plays.
struct Game<'l, R> {
    laws: &'l Laws,
    moves: Vec<(Move, Gain)>,
    /// How often each of them is made, compared with the others.
    weights: Vec<u32>,
    /// Which moves may be made.
    rule: R,
    /// The moves that were made, if they are wanted.
    line: Option<Vec<Move>>,
}

impl<R: Fn(Gain, bool) -> bool> Game<'_, R> {
    fn play(&mut self, board: &mut Board, random: &mut SplitMix64) {
        let (mut vain, mut redeals) = (0, 0);
        let mut tableau = board.moves(self.laws, &mut self.moves);
        for _ in 0..MOST_MOVES {
            let promotes = self.moves.iter().any(|&(_, gain)| gain == Gain::Promotes);
            self.weights.clear();
            self.weights.extend(self.moves.iter().map(|&(act, gain)| match (self.rule)(gain, promotes) {
                true => weight(self.laws, board, act, gain),
                false => 0,
            }));
            let sum: u32 = self.weights.iter().sum();
            if sum == 0 {
                return;
            }
            let mut place = random.below(sum);
            let chosen = self.moves.iter().zip(&self.weights).find(|&(_, &weight)| {
                let here = place < weight;
                place = place.wrapping_sub(weight);
                here
            });
            let Some((&(act, _), _)) = chosen else { return };
            match act {
                Move::Redeal if vain > VAIN_REDEALS || redeals == MOST_REDEALS => return,
                Move::Redeal => (vain, redeals) = (vain + 1, redeals + 1),
                Move::Turn => {}
                _ => vain = 0,
            }
            board.play(self.laws, act);
            if let Some(line) = &mut self.line {
                line.push(act);
            }
            match act {
                // Turns change nothing in the tableau.
                Move::Turn | Move::Redeal => {
                    board.stock_moves(self.laws, &tableau, &mut self.moves);
                }
                _ if board.is_won() => return,
                _ => tableau = board.moves(self.laws, &mut self.moves),
            }
        }
    }
}
