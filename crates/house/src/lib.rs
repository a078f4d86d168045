//! The house: the one place that names all the games.
//!
//! It gives each of them a door that speaks text ([`Table`], [`Analyst`]), words in French and
//! English, a transcript and a dialogue at the terminal, and the subjects' own functions by name.
//! To add a game: write its crate, implement [`Hosted`] for it in `tables/`, add its catalogues,
//! and name it in [`GAMES`].

mod analyse;
mod card;
mod database;
mod erased;
mod hosted;
mod language;
mod options;
mod players;
mod registry;
pub mod subject;
mod tables;
mod terminal;

pub use analyse::{Analyst, Positions, Report, describe};
pub use card::Card;
pub use database::{Database, Progress, Task, data_folder};
pub use erased::{Advice, Kind, Resumption, Seated, Setup, Table, Told};
pub use hosted::{Ask, Hosted, Scene, told_in_common};
pub use language::{Language, UnknownLanguage};
pub use options::{Asked, OptionError, OptionSpec, Options};
pub use players::{EXPERT, HUMAN, PlayerError, seating, strategy_name};
pub use registry::{Entry, GAMES, UnknownGame, find};
pub use terminal::{Answers, TerminalError, ask_options, play};
