//! A stronger player, held out: no grade knows of it, and levels are tested by it.
//!
//! What lies face down, and what of the stock was never turned up, it does not know. Before each
//! choice it imagines some ways in which the unknown cards may lie, tries each move in all of
//! them, goes on from there quickly but by plan to the end of the game, and makes the move that
//! came out best. What it has once seen of the stock it remembers.

use super::board::{Board, Gain, Laws};
use super::random::SplitMix64;
use crate::game::{Move, Place, Position};

/// The most moves of a game, and of one that is imagined.
const MOST_MOVES: u32 = 1_000;
const MOST_IMAGINED: u32 = 400;
/// In how many ways it imagines the unknown cards before a choice, and after how many of them it
/// goes on with the best few moves alone.
///
/// Of 110 winnable deals of `klondike-three-passes` it wins 6 of 100 games with 9 ways and 9 with
/// 30; one who looks two moves ahead and imagines nothing wins 3.
const WORLDS: u32 = 14;
const FIRST_WORLDS: u32 = 4;
const BEST_FEW: usize = 2;
/// How far chance sways the moves that are imagined, in the units of [`liking`].
const SWAY: u32 = 4;

/// Lets the player play a deal some times, imagining other things each time; how many games it won.
pub fn held_out_wins(start: &Position, games: u32) -> u32 {
    let laws = Laws::new(start.rules());
    let first = Board::new(&laws, start);
    (0..games).filter(|&number| Player::new(&laws, number).wins(&first)).count() as u32
}

struct Player<'l> {
    laws: &'l Laws,
    random: SplitMix64,
    moves: Vec<(Move, Gain)>,
}

/// What a player remembers of the game so far.
#[derive(Debug, Clone, Copy, Default)]
struct Memory {
    /// The last move of cards.
    last: Option<Move>,
    /// Whether the stock was turned over since then.
    redealt: bool,
    /// How many cards of waste and stock were seen, counted in turning order.
    known: u8,
}

impl Memory {
    /// Whether a move is no plan: it takes back the last one, or turns the stock over once more in vain.
    fn forbids(&self, act: Move) -> bool {
        match (self.last, act) {
            (_, Move::Redeal) => self.redealt,
            (
                Some(Move::Shift { from: Place::Column(from), to, count }),
                Move::Shift { from: Place::Column(back), to: home, count: again },
            ) => (to, from, count) == (back, home, again),
            _ => false,
        }
    }

    /// Plays a move and remembers it.
    fn play(&mut self, laws: &Laws, board: &mut Board, act: Move) {
        match act {
            Move::Redeal => self.redealt = true,
            Move::Turn => {}
            _ => (self.last, self.redealt) = (Some(act), false),
        }
        if let Move::Promote { from: Place::Waste } | Move::Shift { from: Place::Waste, .. } = act {
            self.known = self.known.saturating_sub(1);
        }
        board.play(laws, act);
        self.known = self.known.max(board.stock().1);
    }
}

impl Player<'_> {
    fn new(laws: &Laws, number: u32) -> Player<'_> {
        Player { laws, random: SplitMix64::new(0x10_0CA4_EAD0 + u64::from(number)), moves: Vec::new() }
    }

    fn wins(&mut self, first: &Board) -> bool {
        let mut board = first.clone();
        let mut memory = Memory { known: board.stock().1, ..Memory::default() };
        let mut moves = Vec::new();
        for _ in 0..MOST_MOVES {
            if board.is_won() {
                return true;
            }
            board.moves(self.laws, &mut moves);
            moves.retain(|&(act, _)| !memory.forbids(act));
            let act = match moves[..] {
                [] => return false,
                [(act, _)] => act,
                _ => self.choose(&board, memory, &moves),
            };
            memory.play(self.laws, &mut board, act);
        }
        false
    }

    /// The move that comes out best over all that is imagined; the first of equal ones.
    fn choose(&mut self, board: &Board, memory: Memory, moves: &[(Move, Gain)]) -> Move {
        let mut sums: Vec<(u32, Move)> = moves.iter().map(|&(act, _)| (0, act)).collect();
        for world in 0..WORLDS {
            if world == FIRST_WORLDS {
                sums.sort_by_key(|&(sum, _)| std::cmp::Reverse(sum));
                sums.truncate(BEST_FEW);
            }
            let mut imagined = board.clone();
            imagined.shuffle_unknown(self.laws, memory.known, &mut self.random);
            // The same chance for each, so that the moves alone make the difference.
            let random = SplitMix64::new(self.random.next());
            for (sum, act) in &mut sums {
                let (mut board, mut memory) = (imagined.clone(), memory);
                memory.play(self.laws, &mut board, *act);
                *sum += self.imagine(board, memory, random.clone());
            }
        }
        let most = sums.iter().map(|&(sum, _)| sum).max().unwrap_or(0);
        sums.iter().find(|&&(sum, _)| sum == most).map_or(Move::Turn, |&(_, act)| act)
    }

    /// Plays on to the end and tells how good that is.
    fn imagine(&mut self, mut board: Board, mut memory: Memory, mut random: SplitMix64) -> u32 {
        for _ in 0..MOST_IMAGINED {
            if board.is_won() {
                break;
            }
            board.moves(self.laws, &mut self.moves);
            let allowed = self.moves.iter().filter(|&&(act, _)| !memory.forbids(act));
            let liked = allowed.map(|&(act, gain)| {
                (16 * liking(self.laws, &board, act, gain) + random.below(16 * SWAY), act)
            });
            let Some((_, act)) = liked.min_by_key(|&(rank, _)| rank) else { break };
            memory.play(self.laws, &mut board, act);
        }
        worth(&board)
    }
}

/// How much a move is liked where there is no time to think: the smaller the better.
fn liking(laws: &Laws, board: &Board, act: Move, gain: Gain) -> u32 {
    match (gain, act) {
        // A card on which none of the lowest can be wanted goes up at once, a higher one later.
        (Gain::Promotes, Move::Promote { from }) if board.rank_at(laws, from) > board.lowest(laws) + 1 => 24,
        (Gain::Promotes, _) => 0,
        (Gain::TurnsUp, _) => 10,
        (Gain::Splits, _) => 20,
        (Gain::Bares, _) => 26,
        (Gain::Places, _) => 28,
        (Gain::Empties, _) => 30,
        (Gain::Turns, _) => 36,
    }
}

/// How good an end is: a win is worth more than twice as much as one in which nearly all is done.
fn worth(end: &Board) -> u32 {
    const MOST: u32 = 400;
    match end.is_won() {
        true => MOST,
        false => MOST.saturating_sub(250 + u32::from(end.left()) + end.down()),
    }
}
