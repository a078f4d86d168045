//! The house: the one place that names all the games.
//!
//! It gives each of them a door that speaks text ([`Table`], [`Analyst`]), words in French and
//! English, a transcript and a dialogue at the terminal, and the subjects' own functions by name.
//! To add a game: write its crate, implement [`Hosted`], [`Voice`] and [`Drawn`] for it in `tables/`, add its
//! catalogues, and name it in `registry.rs`. A game that lives elsewhere is let in: [`let_in`].

mod analyse;
mod card;
mod database;
pub mod drawing;
mod hosted;
mod language;
mod moment;
mod options;
mod players;
mod position;
mod registry;
pub mod review;
mod seated;
mod space;
pub mod subject;
mod tables;
mod terminal;
mod tree;
mod voice;
mod worth;

pub use analyse::{Analyst, Positions, Report, describe};
pub use card::Card;
pub use database::{Database, Progress, Task, data_folder};
pub use drawing::{Drawing, Drawn, Easel, Wanted};
pub use hosted::{Hosted, spaced};
pub use language::{Catalogues, Language, PageWord, UnknownLanguage};
pub use moment::{Kind, Moment, Viewer};
pub use options::{Asked, OptionError, OptionSpec, Options, POSITION};
pub use players::{SeatError, seat, strategy_name};
pub use position::Position;
pub use registry::{AlreadyOpen, Offer, UnknownGame, find, games, let_in};
pub use seated::{Brief, Hear, Seated, Setup, Table};
pub use space::{Arrays, Space};
pub use terminal::{Answers, Company, Nobody, Reply, TerminalError, ask_options, play};
pub use tree::{Node, Tree, TreeError};
pub use voice::{Ask, Scene, Voice, forfeit_key, said, told_in_common};
pub use worth::{Margin, Tone, Worth, Worths};
