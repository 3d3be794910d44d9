//! The referee of a game by turns: whose turn it is, what ends it, and who has won.

use super::notation::parse_act;
use super::seat::Seat;
use super::standing::{Score, standing};
use super::stuck::{Outlook, outlook};
use super::table::{Act, Table};
use crate::game::{BadNotation, IllegalMove, Move, Played};
use crate::variant::Finish;

/// A game by turns.
#[derive(Debug, Clone)]
pub struct TurnGame {
    table: Table,
    turn: Seat,
    out: Vec<Seat>,
    end: Option<End>,
    /// Turns that have ended since somebody last got on.
    idle: usize,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Somebody, or all but one, have played every card.
    Out,
    /// Nobody can get on.
    Stuck,
}

/// Why an act is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadAct {
    /// It is another's turn.
    #[error("it is {turn}'s turn, not {seat}'s")]
    NotYourTurn {
        /// Who wants to play.
        seat: Seat,
        /// Whose turn it is.
        turn: Seat,
    },
    /// The pile belongs to another.
    #[error(
        "{seat} may not touch {other}'s piles: everybody plays from a stock, a waste and columns of their own"
    )]
    Anothers {
        /// Who wants to play.
        seat: Seat,
        /// Whose pile it is.
        other: Seat,
    },
    /// There is no such seat.
    #[error("there is no seat {seat}: {seats} play")]
    NoSuchSeat {
        /// The seat.
        seat: Seat,
        /// How many there are.
        seats: usize,
    },
    /// The card is not in the spread hand.
    #[error("{card} is not in {seat}'s hand")]
    NotInHand {
        /// The card.
        card: String,
        /// The seat.
        seat: Seat,
    },
    /// The token cannot be read, or the move is not legal.
    #[error(transparent)]
    Notation(#[from] BadNotation),
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The turn cannot end so.
    #[error("{seat} cannot end the turn so: a turn ends by turning a stock card to the waste{renewed}")]
    NoPass {
        /// Who wants to.
        seat: Seat,
        /// `, after the waste is turned over (r)` or nothing.
        renewed: &'static str,
    },
    /// The hands may not be spread.
    #[error("the hands may not be spread: {0}")]
    NoSpread(String),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(&'static str),
}

impl TurnGame {
    /// A game from a table; the seat starts that [`Table::starter`] says.
    pub fn new(table: Table) -> TurnGame {
        let turn = table.starter();
        let out = Seat::all(table.count()).filter(|&seat| table.left(seat) == 0).collect();
        TurnGame { table, turn, out, end: None, idle: 0 }
    }

    /// The table as it is now.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Who has played every card, in that order.
    pub fn out(&self) -> &[Seat] {
        &self.out
    }

    /// The places, as far as they stand now.
    pub fn standing(&self) -> Vec<Score> {
        standing(&self.table, &self.out)
    }

    /// How many turns have ended since somebody last got on.
    pub fn idle_turns(&self) -> usize {
        self.idle
    }

    /// Reads a token and plays it; see [`parse_act`].
    ///
    /// # Errors
    /// If the act cannot be read or is not allowed; nothing is then changed.
    pub fn play_text(&mut self, seat: Seat, token: &str) -> Result<Option<Played>, BadAct> {
        self.check_turn(seat)?;
        self.play(seat, parse_act(&self.table, seat, token)?)
    }

    /// Plays an act of a seat; tells what a move did.
    ///
    /// # Errors
    /// If it is not the seat's turn, the act is not allowed now, or the game is over; nothing is then
    /// changed.
    pub fn play(&mut self, seat: Seat, act: Act) -> Result<Option<Played>, BadAct> {
        self.check_turn(seat)?;
        match act {
            Act::Play(play) => {
                let played = self.table.play(seat, play)?;
                if gets_on(&played) {
                    self.idle = 0;
                }
                if self.table.left(seat) == 0 {
                    self.out.push(seat);
                    let playing = self.table.count() - self.out.len();
                    if self.table.rules().finish == Finish::FirstOut || playing <= 1 {
                        self.end = Some(End::Out);
                    } else {
                        self.end_turn();
                    }
                } else if play.act == Move::Turn {
                    self.end_turn();
                }
                Ok(Some(played))
            }
            Act::Pass => {
                self.check_pass(seat)?;
                self.end_turn();
                Ok(None)
            }
            Act::Spread => {
                self.check_spread()?;
                self.table.spread_hands();
                self.end = None;
                self.idle = 0;
                if self.is_stuck() {
                    self.end = Some(End::Stuck);
                }
                Ok(None)
            }
        }
    }

    fn check_turn(&self, seat: Seat) -> Result<(), BadAct> {
        let seats = self.table.count();
        if seat.index() >= seats {
            return Err(BadAct::NoSuchSeat { seat, seats });
        }
        if seat != self.turn {
            return Err(BadAct::NotYourTurn { seat, turn: self.turn });
        }
        match self.end {
            // Who is stuck may still agree to spread.
            Some(End::Stuck) if self.check_spread().is_ok() => Ok(()),
            Some(End::Stuck) => Err(BadAct::Over("all are stuck")),
            Some(End::Out) => Err(BadAct::Over("somebody has played every card")),
            None => Ok(()),
        }
    }

    fn check_pass(&self, seat: Seat) -> Result<(), BadAct> {
        let position = self.table.seat(seat);
        if !position.stock().is_empty() {
            return Err(BadAct::NoPass { seat, renewed: "" });
        }
        let redeal = super::table::Play { act: Move::Redeal, place: None, picked: None };
        match self.table.check(seat, redeal) {
            Ok(()) => Err(BadAct::NoPass { seat, renewed: ", after the waste is turned over (r)" }),
            Err(_) => Ok(()),
        }
    }

    fn check_spread(&self) -> Result<(), BadAct> {
        let no = |why: String| Err(BadAct::NoSpread(why));
        let most = self.table.rules().spread;
        if most == 0 {
            return no("this game is played without that option; --set spread=7 allows it".into());
        }
        if self.table.count() != 2 {
            return no("it is for two players".into());
        }
        if self.table.is_spread() {
            return no("they are spread already".into());
        }
        if let Some(seat) = Seat::all(2).find(|&seat| self.table.in_hand(seat) >= most) {
            return no(format!(
                "{seat} has {} cards in hand, not fewer than {most}",
                self.table.in_hand(seat)
            ));
        }
        if !self.is_stuck() {
            return no("not both players are stuck".into());
        }
        Ok(())
    }

    fn end_turn(&mut self) {
        let count = self.table.count();
        let next = (1..=count).map(|step| Seat::new((self.turn.index() + step) % count));
        if let Some(next) = next.into_iter().find(|seat| !self.out.contains(seat)) {
            self.turn = next;
        }
        self.idle += 1;
        // As long as somebody gets on every round, nobody needs to look whether all are stuck. Who is open then
        // stays open while all but turn cards; only passes that run out can change that.
        if (self.idle == count || self.idle.is_multiple_of(8 * count)) && self.is_stuck() {
            self.end = Some(End::Stuck);
        }
    }

    /// Whether nobody can get on.
    pub fn is_stuck(&self) -> bool {
        self.table.is_stuck()
    }
}

/// Whether a move is one that cannot be undone; see [`mod@super::stuck`].
pub(super) fn gets_on(played: &Played) -> bool {
    let from_hand = matches!(played.act, Move::Shift { from: crate::game::Place::Waste, .. });
    matches!(played.act, Move::Promote { .. }) || from_hand || played.turned_up
}

impl Table {
    /// Whether nobody can get on; see [`outlook`].
    pub fn is_stuck(&self) -> bool {
        self.seats().iter().all(|position| outlook(position, self.is_spread()) == Outlook::Stuck)
    }
}
