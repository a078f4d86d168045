//! Exact values of awalé in files, one for each number of seeds on the board: built by a sweep over
//! the turns, kept compressed with random access, read by position.
//!
//! The format is described in `docs/awale-database.md`. This crate is the only part of awalé that
//! touches files or threads.
//!
//! ```
//! use awale_database::{Board, Database, Packed, build};
//!
//! let folder = tempfile::tempdir()?;
//! build(folder.path(), 4, &mut |_| ())?;
//! let board: Board = "0,0,0,0,0,1,1,0,0,0,0,1".parse()?;
//! let value = Database::open(folder.path())?.probe(Packed::from(&board), 40)?;
//! assert_eq!(value, Some(2 - 1), "two are captured, one is left to the opponent");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod build;
mod check;
mod code;
mod database;
mod error;
mod huffman;
mod layout;
mod level;
mod merge;
mod positioned;
mod turn_file;

pub use build::{Progress, build};
pub use check::{Checked, check};
pub use database::Database;
pub use error::{DatabaseError, Part};
// What it takes to ask for a value without another dependency.
pub use awale::{Board, Packed};
