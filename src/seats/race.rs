//! The referee of a recorded race: which card touched a foundation first, and who comes in which place.

use super::seat::Seat;
use super::standing::{Score, standing};
use super::table::{Act, Play, Table};
use super::turns::BadAct;
use super::{act_text, parse_act};
use crate::card::Card;
use crate::game::{Move, Place, Played};
use crate::variant::{Finish, Touch};
use std::fmt;

/// What a player did, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The time in thousandths of a second since the start.
    pub time: u32,
    /// Who.
    pub seat: Seat,
    /// What, as a token.
    pub token: String,
}

/// What came of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Touched {
    /// The move was made.
    Played(Played),
    /// The foundation was taken a moment before: the card goes back to where it lay.
    Late {
        /// The card.
        card: Card,
        /// Who had been there first; nobody if both cards go back.
        first: Option<Seat>,
    },
    /// The hands were spread.
    Spread,
}

impl Touched {
    /// What a move did, if it was made.
    pub(super) fn played(&self) -> Option<&Played> {
        match self {
            Touched::Played(played) => Some(played),
            Touched::Late { .. } | Touched::Spread => None,
        }
    }
}

/// A race that is replayed event by event.
#[derive(Debug, Clone)]
pub struct Race {
    table: Table,
    out: Vec<Seat>,
    last: Option<u32>,
    /// When each seat last moved: it has one hand only.
    moved: Vec<Option<u32>>,
    /// Who last played to each foundation, and when.
    arrivals: Vec<Option<(u32, Seat)>>,
}

/// Why a race cannot have gone so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRace {
    /// The event is not allowed.
    #[error("{time} {seat} {token}: {why}")]
    Act {
        /// When.
        time: Clock,
        /// Who.
        seat: Seat,
        /// The token.
        token: String,
        /// Why not.
        why: Box<BadAct>,
    },
    /// Two cards touched one foundation at the same time.
    #[error(
        "{time}: the cards of {first} and {second} are on foundation {place} at once; the record must say which touched it first, by different times"
    )]
    AtOnce {
        /// When.
        time: Clock,
        /// The one.
        first: Seat,
        /// The other.
        second: Seat,
        /// The foundation, from 1.
        place: usize,
    },
    /// Time runs backwards.
    #[error("{time} {seat}: this is before {last}, the time of the event before it")]
    Backwards {
        /// When.
        time: Clock,
        /// Who.
        seat: Seat,
        /// The time before.
        last: Clock,
    },
    /// A player moves twice at one time.
    #[error("{time} {seat}: {seat} moves twice at once; a player has one hand only")]
    OneHand {
        /// When.
        time: Clock,
        /// Who.
        seat: Seat,
    },
}

/// A time as it is written: seconds and hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock(
    /// Thousandths of a second.
    pub u32,
);

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}", self.0 / 1000, self.0 % 1000)
    }
}

impl Clock {
    /// Reads seconds, perhaps with a fraction of at most three figures, or minutes and seconds: `75.25`, `1:15.25`.
    pub fn read(text: &str) -> Option<Clock> {
        let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
        let (whole, part) = seconds.split_once('.').unwrap_or((seconds, "0"));
        let digits = |text: &str, most: usize| {
            let plain =
                !text.is_empty() && text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| text.parse::<u32>().ok()).flatten()
        };
        let part = digits(part, 3)? * 10u32.pow(3 - part.len() as u32);
        Some(Clock((digits(minutes, 4)? * 60 + digits(whole, 6)?) * 1000 + part))
    }
}

impl Race {
    /// A race from a table.
    pub fn new(table: Table) -> Race {
        let (seats, places) = (table.count(), table.foundations().len());
        Race { table, out: Vec::new(), last: None, moved: vec![None; seats], arrivals: vec![None; places] }
    }

    /// The table as it is now.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Who has played every card, in that order.
    pub fn out(&self) -> &[Seat] {
        &self.out
    }

    /// Whether the race is over: somebody, or all but one, are out, or nobody can get on.
    pub fn is_over(&self) -> bool {
        self.is_finished() || self.table.is_stuck()
    }

    fn is_finished(&self) -> bool {
        let playing = self.table.count() - self.out.len();
        match self.table.rules().finish {
            Finish::FirstOut => !self.out.is_empty(),
            Finish::PlayOn => playing <= 1,
        }
    }

    /// The places: who went out, in that order, then who has fewest cards left in stack and layout.
    pub fn standing(&self) -> Vec<Score> {
        standing(&self.table, &self.out)
    }

    /// Replays a record; what came of each event.
    ///
    /// # Errors
    /// If an event is not allowed, or the record does not say who was first where it matters.
    pub fn replay(&mut self, events: &[Event]) -> Result<Vec<Touched>, BadRace> {
        let mut touched = Vec::new();
        for group in events.chunk_by(|a, b| a.time == b.time) {
            self.check_times(group)?;
            touched.extend(self.at_once(group)?);
        }
        Ok(touched)
    }

    fn check_times(&mut self, group: &[Event]) -> Result<(), BadRace> {
        for event in group {
            let (time, seat) = (Clock(event.time), event.seat);
            if let Some(last) = self.last.filter(|&last| last > event.time) {
                return Err(BadRace::Backwards { time, seat, last: Clock(last) });
            }
            if seat.index() >= self.table.count() {
                let why = BadAct::NoSuchSeat { seat, seats: self.table.count() };
                return Err(self.bad(event, why));
            }
            if self.moved[seat.index()] == Some(event.time) {
                return Err(BadRace::OneHand { time, seat });
            }
            self.moved[seat.index()] = Some(event.time);
        }
        self.last = group.last().map(|event| event.time).or(self.last);
        Ok(())
    }

    fn bad(&self, event: &Event, why: BadAct) -> BadRace {
        let token = event.token.clone();
        BadRace::Act { time: Clock(event.time), seat: event.seat, token, why: Box::new(why) }
    }

    /// Plays the events of one moment. Each is read as the table was before it: nobody sees what others do
    /// at the same time.
    fn at_once(&mut self, group: &[Event]) -> Result<Vec<Touched>, BadRace> {
        let before = self.table.clone();
        // Which foundation each card of this moment touches.
        let mut touches: Vec<(Seat, u8)> = Vec::new();
        let mut back: Vec<Seat> = Vec::new();
        let mut acts = Vec::new();
        for event in group {
            let mut act = parse_act(&before, event.seat, &event.token).map_err(|why| self.bad(event, why))?;
            if let Act::Play(play) = &mut act
                && let Some(card) = promoted_card(&before, event.seat, play)
            {
                let fits = places_for(&before, card);
                let free = fits.iter().copied().find(|place| touches.iter().all(|(_, taken)| taken != place));
                let aimed = play.place.or(free).or(fits.first().copied());
                let rival = touches.iter().find(|(_, taken)| Some(*taken) == aimed).copied();
                if let (Some((first, place)), Some(_)) = (rival, aimed) {
                    if self.table.rules().touch == Touch::FirstStays {
                        let (time, place) = (Clock(event.time), usize::from(place) + 1);
                        return Err(BadRace::AtOnce { time, first, second: event.seat, place });
                    }
                    back.extend([first, event.seat]);
                }
                if let Some(aimed) = aimed {
                    touches.push((event.seat, aimed));
                    play.place = Some(aimed);
                }
            }
            acts.push(act);
        }
        let mut touched = Vec::new();
        for (event, act) in group.iter().zip(acts) {
            touched.push(self.play(event, act, &back).map_err(|why| self.bad(event, why))?);
        }
        Ok(touched)
    }

    fn play(&mut self, event: &Event, act: Act, back: &[Seat]) -> Result<Touched, BadAct> {
        if self.is_finished() {
            return Err(BadAct::Over("the last who could has played every card"));
        }
        let seat = event.seat;
        let play = match act {
            Act::Play(play) => play,
            Act::Pass => return Err(BadAct::Over("nobody passes in a race")),
            Act::Spread => {
                self.check_spread()?;
                self.table.spread_hands();
                return Ok(Touched::Spread);
            }
        };
        if let Some(card) = promoted_card(&self.table, seat, &play) {
            if back.contains(&seat) {
                return Ok(Touched::Late { card, first: None });
            }
            if let Err(why) = self.table.check(seat, play) {
                return match self.first_at(seat, card, play.place) {
                    Some(first) => Ok(Touched::Late { card, first: Some(first) }),
                    None => Err(why.into()),
                };
            }
        }
        let played = self.table.play(seat, play)?;
        if let (Move::Promote { .. }, Some(place)) = (play.act, play.place) {
            self.arrivals[usize::from(place)] = Some((event.time, seat));
        }
        if self.table.left(seat) == 0 && !self.out.contains(&seat) {
            self.out.push(seat);
        }
        Ok(Touched::Played(played))
    }

    /// Who took the foundation that a card would have fitted: the card on top of it is another's of that face.
    fn first_at(&self, seat: Seat, card: Card, place: Option<u8>) -> Option<Seat> {
        let suits = self.table.rules().seat.pack.suits();
        let candidates = (0..self.arrivals.len() as u8).filter(|&at| place.is_none_or(|place| place == at));
        candidates
            .filter(|at| at % suits == card.suit())
            .filter(|&at| self.table.foundations()[usize::from(at)] == card.rank() + 1)
            .filter_map(|at| self.arrivals[usize::from(at)])
            .filter(|&(_, first)| first != seat)
            .max_by_key(|&(time, _)| time)
            .map(|(_, first)| first)
    }

    fn check_spread(&self) -> Result<(), BadAct> {
        let most = self.table.rules().spread;
        let why = if most == 0 {
            "this game is played without that option; --set spread=7 allows it"
        } else if self.table.count() != 2 {
            "it is for two players"
        } else if self.table.is_spread() {
            "they are spread already"
        } else if Seat::all(2).any(|seat| self.table.in_hand(seat) >= most) {
            "a player has too many cards in hand"
        } else if !self.table.is_stuck() {
            "not both players are stuck"
        } else {
            return Ok(());
        };
        Err(BadAct::NoSpread(why.into()))
    }

    /// The tokens of all legal moves of a seat, for those who make up races.
    pub fn choices(&self, seat: Seat) -> Vec<String> {
        let position = self.table.seat(seat);
        let moves = position.legal_moves().into_iter();
        moves.map(|act| act_text(&self.table, seat, &act.into())).collect()
    }
}

/// The card that a play brings to a foundation, if it is such a play.
fn promoted_card(table: &Table, seat: Seat, play: &Play) -> Option<Card> {
    let Move::Promote { from } = play.act else { return None };
    let position = table.seat(seat);
    match (play.picked, from) {
        (Some(card), _) => Some(card),
        (None, Place::Waste) => position.waste().last().copied(),
        (None, Place::Column(column)) => position.columns().get(usize::from(column))?.top(),
    }
}

/// The foundations (0-based) that take a card now.
fn places_for(table: &Table, card: Card) -> Vec<u8> {
    let suits = table.rules().seat.pack.suits();
    let heights = table.foundations().iter().enumerate();
    let fits = heights.filter(|&(at, &height)| at as u8 % suits == card.suit() && height == card.rank());
    fits.map(|(at, _)| at as u8).collect()
}
