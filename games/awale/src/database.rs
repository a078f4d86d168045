//! The endgame database: exact values of every board with 3 to 24 seeds, in one compressed file for
//! each number of seeds. A build computes the values one turn at a time; a lookup reads one block of
//! a file by position.
//!
//! `docs/awale-database.md` describes the format. Only this module of the crate uses files and
//! threads; it is behind the cargo feature `database`.
//!
//! ```
//! use awale::database::{AwaleDatabase, build};
//! use awale::{Board, Packed};
//!
//! let folder = tempfile::tempdir()?;
//! build(folder.path(), 4, &mut |_, _| ())?;
//! let board: Board = "0,0,0,0,0,1,1,0,0,0,0,1".parse()?;
//! let value = AwaleDatabase::open(folder.path())?.probe(Packed::from(&board), 40)?;
//! assert_eq!(value, Some(2 - 1), "two are captured, one is left to the opponent");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod build;
mod check;
mod code;
mod error;
mod files;
mod huffman;
mod layout;
mod level_file;
mod merge;
mod positioned_read;
mod turn_file;

pub use build::build;
pub use check::check;
pub use error::{DatabaseError, FileSection};
pub use files::AwaleDatabase;
