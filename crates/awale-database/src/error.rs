//! What can be wrong with a database, and whose fault it is.

use std::io;
use std::path::{Path, PathBuf};

use awale::MAX_SWEPT;
use table::{Explain, Message};

/// Why a database could not be built, opened, read or trusted.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The system refused to read or write.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There is no database in the folder.
    #[error("no awalé database in {}", .0.display())]
    Absent(PathBuf),
    /// The file is something else.
    #[error("{} is not an awalé database", .0.display())]
    Foreign(PathBuf),
    /// The file was written by another version.
    #[error("{} has format {found}, this program reads format {known}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version of its format.
        found: u16,
        /// The version that is known here.
        known: u16,
    },
    /// The file is shorter or longer than it says.
    #[error("{} has {found} bytes instead of {expected}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// The length that it gives itself, in bytes.
        expected: u64,
        /// The length that it has.
        found: u64,
    },
    /// A checksum does not match.
    #[error("{} is damaged: {part}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which part.
        part: Part,
    },
    /// A value that the rules contradict.
    #[error("{} is wrong about {board} with {turns} turns left: {found} instead of {expected}", path.display())]
    Wrong {
        /// The folder.
        path: PathBuf,
        /// The board.
        board: awale::Board,
        /// Turns left.
        turns: u8,
        /// The value in the file.
        found: i8,
        /// The value by search.
        expected: i8,
    },
    /// More seeds than can be computed.
    #[error("a database of {0} seeds cannot be built: choose 3 to {MAX_SWEPT}")]
    Seeds(u8),
    /// Another process builds in the same folder.
    #[error("{} is being built by another process", .0.display())]
    Busy(PathBuf),
}

impl Explain for DatabaseError {
    fn explain(&self) -> Message {
        let about = |key, path: &Path| Message::new(key).with("path", path.display().to_string());
        match self {
            Self::Io { path, source } => Message::new("io-file")
                .with("file", path.display().to_string())
                .with("reason", source.explain()),
            Self::Absent(path) => about("awale-database-absent", path),
            Self::Foreign(path) => about("awale-database-foreign", path),
            Self::Version { path, found, known } => about("awale-database-version", path)
                .with("found", *found)
                .with("known", *known),
            Self::Length {
                path,
                expected,
                found,
            } => about("awale-database-length", path)
                .with("found", found.to_string())
                .with("expected", expected.to_string()),
            Self::Damaged { path, part } => {
                about("awale-database-damaged", path).with("part", part.to_string())
            }
            Self::Wrong {
                path,
                board,
                turns,
                found,
                expected,
            } => about("awale-database-wrong", path)
                .with("board", board.to_string())
                .with("turns", *turns)
                .with("found", *found)
                .with("expected", *expected),
            Self::Seeds(seeds) => Message::new("awale-database-seeds")
                .with("seeds", *seeds)
                .with("most", MAX_SWEPT),
            Self::Busy(path) => about("awale-database-busy", path),
        }
    }
}

/// A part of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The first bytes, which say what follows.
    Header,
    /// The code of the values.
    Code,
    /// The lengths of the blocks.
    Index,
    /// A block of values.
    Block(u64),
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Header => f.write_str("header"),
            Self::Code => f.write_str("code"),
            Self::Index => f.write_str("index"),
            Self::Block(number) => write!(f, "block {number}"),
        }
    }
}

/// Says which file an I/O error is about.
pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> DatabaseError {
    let path = path.to_owned();
    move |source| DatabaseError::Io { path, source }
}
