//! Type-erased games: one interface to any game for tables, pages, records and programs.
//!
//! A game implements [`Hosted`], [`Voice`] and [`Drawn`]. The rest of Brelan uses it through
//! [`GameInfo`], which opens a [`Table`] or a [`Position`].

mod analysis;
mod board;
mod card;
pub mod contract;
mod database;
mod drawing;
mod drive;
mod event_view;
mod game_info;
mod hosted;
mod levels;
mod options;
mod players;
mod position;
mod space;
mod table;
mod terminal;
mod tree;
mod voice;
mod worth;

text::catalogue!();

pub use self::table::{Brief, EventHandler, Setup, Table, TypedTable};
pub use ::table::Viewer;
pub use analysis::{Analysis, Analyst, Positions, describe};
pub use board::{Ink, TextBoard, TextPiece};
pub use card::StrategyCard;
pub use database::{Database, Progress, Task, data_folder};
pub use drawing::{
    Drawing, DrawingContext, DrawingRequest, DrawingStyle, Drawn, Edit, Edits, Field, FieldAnswer,
    MOST_TOUCHES, RuleSentence, Touch,
};
pub use drive::{Waiting, advance, draw_chance};
pub use event_view::{EventKind, EventView};
pub use game_info::{GameInfo, UnknownGame};
pub use hosted::{Hosted, SideChoice, spaced};
pub use levels::{LEVEL, LEVELS, LevelScale};
pub use options::{Asked, OptionError, OptionSpec, Options, POSITION};
pub use players::{SeatError, seat, strategy_name};
pub use position::Position;
pub use space::{Arrays, Space, counted};
pub use terminal::{
    Answers, NoPrograms, ProgramAnswers, Reply, TerminalError, ask_options, converse, play,
};
pub use tree::{MOST_NODES, MoveNode, Tree, TreeError};
pub use voice::{Ask, Scene, Voice, common_lines, event_sentence, forfeit_key};
pub use worth::{Margin, RankedMove, Tone, Worth, Worths};
