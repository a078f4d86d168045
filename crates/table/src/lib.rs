//! The contracts of a table (game, strategy, expert, chance) and the referee that holds them to it.
//!
//! Nothing here knows a particular game, prints, or waits: the referee is a state machine, and
//! everything people or programs see is made from the [`Event`]s it tells.

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
mod side;
mod value;

pub use budget::{Budget, Limits, Stop, Stopped};
pub use chance::{Chance, Scripted, Seeded};
pub use clock::{Clock, Monotonic, TimeControl};
pub use event::{Ending, Event, Forfeit, Remark};
pub use game::{Game, Notation, Outcome, Turn};
pub use message::{Arg, Explain, Message};
pub use player::{Mind, Named, Player, Strategy};
pub use record::{Entry, Fault, Header, Record, RecordError, Seating};
pub use referee::{Next, NotNow, Referee, Trust};
pub use replay::replay;
pub use seat::{Seat, TamperError};
pub use side::{Side, UnknownSide};
pub use value::{Best, Evaluation, Expert, Value};
