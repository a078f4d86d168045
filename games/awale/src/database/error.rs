//! Errors of building, opening, reading and checking an endgame database.

use std::io;
use std::path::{Path, PathBuf};

use table::Explain;

use crate::board::Board;
use crate::database::level_file::VERSION;
use crate::engine::sweep::MAX_SWEPT;

/// The reason why an endgame database could not be built, opened, read or checked.
#[derive(Debug, Explain)]
pub enum DatabaseError {
    /// The operating system failed to read or write a file or folder.
    #[message("awale-database-io", path = _0.display(), reason = explain(_1))]
    Io(PathBuf, #[source] io::Error),
    /// The folder has no `awale-03.db`, the file every database begins with.
    #[message("awale-database-absent", path = _0.display())]
    Absent(PathBuf),
    /// The file does not begin with the bytes of an awalé database.
    #[message("awale-database-foreign", path = _0.display())]
    Foreign(PathBuf),
    /// The file has this format version, which this program does not read.
    #[message("awale-database-version", path = _0.display(), found = _1, known = VERSION)]
    Version(PathBuf, u16),
    /// The file is shorter or longer than its header says.
    #[message("awale-database-length", path = path.display())]
    Length {
        /// Path of the file.
        path: PathBuf,
        /// Length in bytes according to the header.
        expected: u64,
        /// Length of the file in bytes.
        found: u64,
    },
    /// This section of the file does not match its checksum.
    #[message("awale-database-damaged", path = _0.display(), part = explain(_1))]
    Damaged(PathBuf, FileSection),
    /// A value in the files differs from the value that a search finds.
    #[message("awale-database-wrong", path = path.display(), board = board.to_string())]
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
    #[message("awale-database-seeds", seeds = _0, most = MAX_SWEPT)]
    Seeds(u8),
    /// Another process holds the build lock of the folder.
    #[message("awale-database-busy", path = _0.display())]
    Busy(PathBuf),
}

/// A section of a database file that has a checksum of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Explain)]
pub enum FileSection {
    /// The first 48 bytes: format, seeds, and lengths of the other sections.
    #[message("awale-database-header")]
    Header,
    /// The Huffman code that the values are written in.
    #[message("awale-database-code")]
    Code,
    /// The lengths of all blocks.
    #[message("awale-database-index")]
    Index,
    /// A block of values, by its number from 0.
    #[message("awale-database-block", number = _0)]
    Block(u64),
}

/// Turns an I/O error into a [`DatabaseError::Io`] about this path.
pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> DatabaseError {
    let path = path.to_owned();
    move |source| DatabaseError::Io(path, source)
}
