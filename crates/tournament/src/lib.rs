//! Tournaments: who meets whom, from which beginnings, and what came out.
//!
//! A [`Plan`] says everything that decides the games; [`run`] plays them on as many threads as it is
//! told, hands every finished game to a [`Keeper`] and counts them in the order of their numbers, so
//! that the outcome does not depend on how many played at a time or how often the run was stopped.
//! Where they are played is a [`Venue`]'s: this machine, or many.
//! Programs are started anew for every game: what one game of a pair shows cannot help in the other.
//!
//! **Invariant:** what is counted is a function of the plan and the games, never of their order in
//! time.
//! **Invariant:** both games of a pair are over before either is published.

mod elo;
mod fixture;
mod html;
mod inbox;
mod keeper;
mod ledger;
mod line;
mod luck;
mod openings;
mod output;
mod pairing;
mod plan;
mod playing;
mod progress;
mod remarks;
mod running;
mod scribe;
mod sprt;
mod stage;
mod standings;
mod task;
mod venue;

pub use elo::{Ratings, superiority};
pub use fixture::Fixture;
pub use html::rating;
pub use keeper::{Keeper, KeeperError};
pub use ledger::{Counted, Ledger, Meeting};
pub use line::Line;
pub use luck::adjust;
pub use openings::{OpeningError, Openings};
pub use output::Folder;
pub use pairing::{Bye, Schedule, swiss_round};
pub use plan::{Format, MOST_GAMES, MOST_PLAYERS, Plan, PlanError, UnknownFormat};
pub use remarks::remarks;
pub use running::{Interrupted, News, Outcome, RunError, run, run_at};
pub use scribe::Scribe;
pub use sprt::{Decision, Sprt, SprtError, Standing};
pub use standings::{Row, Standings};
pub use task::{NotThisGame, Task};
pub use venue::{Over, Venue, VenueError};
