//! Who comes in which place.

use super::seat::Seat;
use super::table::Table;

/// How a seat stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// The seat.
    pub seat: Seat,
    /// Its place, from 1; seats that are equal share one.
    pub place: usize,
    /// Whether it has played every card.
    pub is_out: bool,
    /// Its cards on the foundations.
    pub promoted: usize,
    /// Its cards in stock and waste.
    pub in_hand: usize,
    /// Its cards in the columns.
    pub in_layout: usize,
}

/// The places of all seats, seat A first: who is out in the order of going out, then who has fewest left.
pub fn standing(table: &Table, out: &[Seat]) -> Vec<Score> {
    let rank = |seat: Seat| match out.iter().position(|&other| other == seat) {
        Some(order) => (0, order),
        None => (1, table.left(seat)),
    };
    let seats = || Seat::all(table.count());
    seats()
        .map(|seat| Score {
            seat,
            place: 1 + seats().filter(|&other| rank(other) < rank(seat)).count(),
            is_out: table.left(seat) == 0,
            promoted: table.promoted(seat),
            in_hand: table.in_hand(seat),
            in_layout: table.in_layout(seat),
        })
        .collect()
}
