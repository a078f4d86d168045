//! Errors of building, opening, reading and checking an endgame database.

use std::io;
use std::path::{Path, PathBuf};

use table::{Explain, Message};

use crate::board::Board;
use crate::engine::sweep::MAX_SWEPT;

/// The reason why an endgame database could not be built, opened, read or checked.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The operating system failed to read or write a file or folder.
    #[error("{}: {source}", path.display())]
    Io {
        /// Path of the file or folder.
        path: PathBuf,
        /// Error returned by the operating system.
        source: io::Error,
    },
    /// The folder has no `awale-03.db`, the file every database begins with.
    #[error("no awalé database in {}", .0.display())]
    Absent(PathBuf),
    /// The file does not begin with the bytes of an awalé database.
    #[error("{} is not an awalé database", .0.display())]
    Foreign(PathBuf),
    /// The file has a format version that this program does not read.
    #[error("{} has format {found}, this program reads format {known}", path.display())]
    Version {
        /// Path of the file.
        path: PathBuf,
        /// Format version in the file.
        found: u16,
        /// Format version this program reads.
        known: u16,
    },
    /// The file is shorter or longer than its header says.
    #[error("{} has {found} bytes instead of {expected}", path.display())]
    Length {
        /// Path of the file.
        path: PathBuf,
        /// Length in bytes according to the header.
        expected: u64,
        /// Length of the file in bytes.
        found: u64,
    },
    /// A section of the file does not match its checksum.
    #[error("{} is damaged: {section}", path.display())]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Section whose checksum does not match.
        section: FileSection,
    },
    /// A value in the files differs from the value that a search finds.
    #[error("{} is wrong about {board} with {turns} turns left: {found} instead of {expected}", path.display())]
    Wrong {
        /// Folder of the database.
        path: PathBuf,
        /// Board that was looked up.
        board: Board,
        /// Turns left when it was looked up.
        turns: u8,
        /// Value in the file, in seeds.
        found: i8,
        /// Value found by search, in seeds.
        expected: i8,
    },
    /// A database of this many seeds cannot be built: fewer than 3 or more than [`MAX_SWEPT`].
    #[error("a database of {0} seeds cannot be built: choose 3 to {MAX_SWEPT}")]
    Seeds(u8),
    /// Another process holds the build lock of the folder.
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
            Self::Damaged { path, section } => {
                about("awale-database-damaged", path).with("part", section.to_string())
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

/// A section of a database file that has a checksum of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileSection {
    /// The first 48 bytes: format, seeds, and lengths of the other sections.
    Header,
    /// The Huffman code that the values are written in.
    Code,
    /// The lengths of all blocks.
    Index,
    /// A block of values, by its number from 0.
    Block(u64),
}

impl std::fmt::Display for FileSection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Header => f.write_str("header"),
            Self::Code => f.write_str("code"),
            Self::Index => f.write_str("index"),
            Self::Block(number) => write!(f, "block {number}"),
        }
    }
}

/// Turns an I/O error into a [`DatabaseError::Io`] about this path.
pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> DatabaseError {
    let path = path.to_owned();
    move |source| DatabaseError::Io { path, source }
}
