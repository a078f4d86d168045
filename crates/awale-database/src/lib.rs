//! Exact values of awalé in files, one for each number of seeds on the board: built by a sweep over
//! the turns, kept compressed with random access, read by position.
//!
//! The format is described in `docs/awale-database.md`. This crate is the only part of awalé that
//! touches files or threads.

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
mod turn_file;

pub use build::{Progress, build};
pub use check::{Checked, check};
pub use database::Database;
pub use error::{DatabaseError, Part};
