//! How hard a deal is: measured, not guessed, and the same for all who ask.
//!
//! A [`Grade`] is made for a deal that is proved winnable. It holds what was measured: games
//! that chance played ([`playouts`]), three simple players ([`Simple`]), where the reference
//! solution could have been lost ([`LineMeasures`]), and, if asked for, what the deal provably
//! needs ([`needs`]). The [`Score`] is made of the first two; a [`Calibration`] of the game tells
//! where that stands among the game's deals, and so the [`Level`].
//!
//! ```
//! use dealpress::{assets::Assets, catalogue::Catalogue, grade::{Grade, Graded}};
//! let catalogue = Catalogue::new(Assets::embedded());
//! let deal = catalogue.deal(&"somerset-klondike#2".parse().unwrap()).unwrap();
//! let start = catalogue.start(&deal).unwrap();
//! let Graded::Grade(grade) = Grade::of(&start, &Default::default()) else { panic!() };
//! assert!(grade.measures.play.playouts.won > 500);
//! ```
//!
//! All of it is measured on one form of the deals that differ only in suits the rules do not
//! tell apart ([`canonical_hash`]), so such deals cannot be graded differently. No measure
//! depends on a clock, on threads or on the search's memory of earlier deals.

mod board;
mod calibration;
mod follow;
mod held_out;
mod level;
mod line;
mod measures;
mod needs;
mod players;
mod random;
mod symmetry;
mod verdicts;

pub use calibration::{BadCalibration, Calibration, Calibrator, LevelRow, Sample, Seeds};
pub use held_out::held_out_wins;
pub use level::{BadLevel, Level};
pub use line::{Crossing, LineMeasures, Spot, crossings, spots};
pub use measures::{GRADER, Grade, Graded, Measures, PLAYOUT_SEED, Play, Score, reference};
pub use needs::{Need, Needs, Thing, need, needs, promoted_at_once};
pub use players::{PLAYOUTS, Playouts, STEADY_PLAYOUTS, Simple, playouts};
pub use symmetry::canonical_hash;
pub use verdicts::{Choice, Fate, Verdicts, choices};
