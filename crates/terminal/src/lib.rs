//! Games on a drawn board in a terminal: keys, values, hints, undo, and a plain mode that only prints
//! lines, for screen readers.
//!
//! Everything on the screen is made from the view of the person who looks at it.

mod adviser;
mod chooser;
mod colours;
mod full_screen;
mod keys;
mod plain;
mod plain_chooser;
mod screen;
mod session;

use std::path::PathBuf;

use host::{GameInfo, ProgramAnswers, Setup, Table};
use table::{Ending, Limits, Stop};
use text::Language;

text::catalogue!();

pub use chooser::{TableChoice, choose};
pub use full_screen::on_full_screen;
pub use plain::play_plain;
pub use plain_chooser::choose_plain;
pub use screen::play_drawn;

/// Answers for the programs of a table, on the thread that thinks.
pub type SeatPrograms = Box<dyn ProgramAnswers + Send>;

/// Starts the programs of a table that was just opened.
pub type ProgramStarter = Box<dyn FnOnce(&dyn Table) -> SeatPrograms>;

/// A game to be played.
#[expect(missing_debug_implementations, reason = "programs cannot be printed")]
pub struct Match {
    /// The game.
    pub game: &'static GameInfo,
    /// Its options, players and seed.
    pub setup: Setup,
    /// Limits of the engines.
    pub limits: Limits,
    /// Pulled when the program is told to end; the game is then left as by Ctrl-C.
    pub interrupted: Stop,
    /// Starts the programs at the table, if there are any.
    pub programs: Option<ProgramStarter>,
    /// The file that is written after every move; `None` to keep no record.
    pub file: Option<PathBuf>,
    /// Language of all texts.
    pub language: Language,
}

/// How a game at the terminal was left.
#[derive(Clone, Debug)]
pub struct Left {
    /// How the game ended; `None` when it was left before its end.
    pub ending: Option<Ending>,
    /// The person's next wish.
    pub next: Wish,
}

/// The wish of a person who leaves a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Leave.
    Leave,
    /// Leave at once, after Ctrl-C.
    Interrupt,
    /// Another game, in which the other player begins.
    Another,
}
