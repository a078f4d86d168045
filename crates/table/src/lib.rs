//! The traits of a game between two players ([`Game`], [`Strategy`], [`Expert`], [`Chance`]) and
//! the [`Referee`] that runs it.
//!
//! This crate names no particular game, prints nothing and never blocks. The referee is a state
//! machine; all output is made from its [`Event`]s.

// The derive macros refer to this crate as `table`.
extern crate self as table;

mod budget;
mod chance;
mod clock;
pub mod contract;
mod event;
mod game;
mod message;
mod player;
mod record;
mod referee;
mod replay;
mod seat;
mod share;
mod side;
mod strategy;
mod value;
mod viewer;

pub use budget::{Budget, Limits, Stop, Stopped};
pub use chance::{Chance, Nature, Seeded, Slot};
pub use clock::{Allowance, Clock, Monotonic, NotATime, TimeControl};
pub use event::{Ending, Event, Forfeit, Remark, Resource, UnknownWord};
pub use game::{Game, NoCheat, NoSuchCheat, Outcome, TextForm, Turn};
pub use message::{Arg, Explain, Key, Message, ToArg};
pub use player::{HUMAN, PROGRAM_MOVE, Player, PlayerError, Program, Terms, Who};
pub use record::{Entry, Fault, Header, Record, RecordError};
pub use referee::{Next, NotNow, Referee, Trust};
pub use replay::{repeat, replay};
pub use seat::{Seat, SeatView, TamperError};
pub use share::Share;
pub use side::{Side, UnknownSide};
pub use strategy::{Mind, Named, NoMove, Strategy};
pub use text_macros::{Explain, key, message};
pub use value::{Evaluation, Expert, Value};
pub use viewer::{Fact, Viewer, shown};

/// Error messages of this crate as Fluent resources, French then English. `text` registers them.
pub const CATALOGUE: (&str, &str) = (
    include_str!("../catalogues/fr.ftl"),
    include_str!("../catalogues/en.ftl"),
);
