//! A game without its type: what tables, pages, records and programs need of any game.
//!
//! A game implements [`Hosted`], [`Voice`] and [`Drawn`]; [`GameInfo`] is then everything the rest of
//! Brelan knows of it, and opens a [`Table`] or a [`Position`] of it.

mod analyse;
mod card;
pub mod contract;
mod database;
mod drawing;
mod game_info;
mod hosted;
mod moment;
mod options;
mod players;
mod position;
mod seated;
mod space;
mod terminal;
mod tree;
mod voice;
mod worth;

text::catalogue!();

pub use analyse::{Analyst, Positions, Report, describe};
pub use card::Card;
pub use database::{Database, Progress, Task, data_folder};
pub use drawing::{
    Answer, Drawing, Drawn, Easel, Edit, Edits, Field, MOST_TOUCHES, Pose, Rule, Touch, Wanted,
};
pub use game_info::{GameInfo, UnknownGame};
pub use hosted::{Hosted, spaced};
pub use moment::{Kind, Moment};
pub use options::{Asked, OptionError, OptionSpec, Options, POSITION};
pub use players::{SeatError, seat, strategy_name};
pub use position::Position;
pub use seated::{Brief, Hear, Seated, Setup, Table};
pub use space::{Arrays, Space, counted};
pub use table::Viewer;
pub use terminal::{Answers, Company, Nobody, Reply, TerminalError, ask_options, converse, play};
pub use tree::{MOST_NODES, Node, Tree, TreeError};
pub use voice::{Ask, Scene, Voice, forfeit_key, said, told_in_common};
pub use worth::{Margin, Tone, Worth, Worths};
