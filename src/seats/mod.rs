//! Games for several seats: each has a pack and a layout of its own, the foundations are everybody's.
//!
//! A [`Table`] holds a [`crate::game::Position`] a seat, and the same foundations in all of them, so
//! that the one referee checks every move. [`TurnGame`] adds whose turn it is and what ends it,
//! [`Race`] in which order recorded cards touched the foundations.
//!
//! ```
//! use dealpress::{assets::Assets, catalogue::Catalogue, seats::{Seat, Table, TableDeal, TurnGame}};
//! let catalogue = Catalogue::new(Assets::embedded());
//! let deal = TableDeal::named(&catalogue, &"double-solitaire@3#7".parse().unwrap(), &Default::default(), false);
//! let table = Table::start(&catalogue, &deal.unwrap()).unwrap();
//! let mut game = TurnGame::new(table);
//! let starter = game.turn();
//! game.play_text(starter, "t").unwrap();
//! assert_ne!(game.turn(), starter);
//! assert_eq!(Seat::new(2).to_string(), "C");
//! ```
//!
//! What it does not do: draw, or tell moves in words.

mod deal;
pub mod duel;
pub mod fairness;
mod joint;
mod notation;
pub mod players;
pub mod proof;
pub mod puzzle;
mod race;
mod reach;
mod record;
mod rules;
mod seat;
mod shown;
mod slips;
mod staging;
mod standing;
mod stuck;
mod table;
mod turns;

pub use deal::{BadTable, SeatText, TableDeal, TableText};
pub use notation::{act_text, parse_act};
pub use race::{BadRace, Event, Race, Touched};
pub use record::{BadRecord, Record, StageItem, TableStage, is_for_several, named_deal, names_several};
pub use rules::TableRules;
pub use seat::{BadSeat, MOST_SEATS, Seat};
pub use standing::{Score, standing};
pub use stuck::{Outlook, outlook};
pub use table::{Act, Play, Table};
pub use turns::{BadAct, End, TurnGame};
