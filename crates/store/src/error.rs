//! Errors of the store, in terms that both databases share.

use std::io::ErrorKind;

use sqlx::error::DatabaseError;
use table::{Explain, Message};

use crate::Address;

/// Reason why the store could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be read, created or is not a database, or the server does not answer.
    #[error("{address} cannot be opened: {reason}")]
    CannotOpen {
        /// The file or server.
        address: Address,
        /// Error of the database.
        reason: sqlx::Error,
    },
    /// The disk is full. The same write succeeds once there is room.
    #[error("the disk is full")]
    Full,
    /// The file or database is read-only.
    #[error("the store is read-only")]
    ReadOnly,
    /// A row with the same key exists: another process has written that line or game.
    #[error("a row with the same key exists already")]
    Conflict,
    /// The checksum of a line is wrong.
    #[error("line {number} of the game is damaged")]
    Damaged {
        /// Number of the line in its game, from 0.
        number: i64,
    },
    /// A table of a copy differs from the source.
    #[error("the copy of table {table} differs: it has {written} rows, the source {read}")]
    Differs {
        /// Name of the table.
        table: &'static str,
        /// Number of rows in the source.
        read: u64,
        /// Number of rows in the copy.
        written: u64,
    },
    /// The database server does not answer. A write may or may not have happened.
    #[error("the database server does not answer")]
    Away,
    /// The store was closed before the call.
    #[error("the store is closed")]
    Closed,
    /// Any other error of the database.
    #[error(transparent)]
    Database(sqlx::Error),
}

/// Error code of either database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cause {
    Full,
    ReadOnly,
    Away,
    CannotCreate,
    NotADatabase,
    NoSuchDatabase,
    Unknown,
}

impl Cause {
    /// Reads the code: `PostgreSQL` uses five characters, `SQLite` numbers whose low byte counts.
    fn from_code(error: &dyn DatabaseError) -> Self {
        let code = error.code().unwrap_or_default();
        match &*code {
            "53100" => Self::Full,
            "25006" => Self::ReadOnly,
            // The server shuts down, crashed, starts, or has too many connections.
            "57P01" | "57P02" | "57P03" | "53300" => Self::Away,
            "3D000" => Self::NoSuchDatabase,
            state if state.len() == 5 => Self::Unknown,
            number => match number.parse::<u32>().map_or(0, |number| number & 0xff) {
                8 => Self::ReadOnly,
                13 => Self::Full,
                14 => Self::CannotCreate,
                26 => Self::NotADatabase,
                _ => Self::Unknown,
            },
        }
    }
}

/// Whether an I/O error means that the server is gone.
const fn is_lost(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::BrokenPipe
            | ErrorKind::ConnectionAborted
            | ErrorKind::ConnectionRefused
            | ErrorKind::ConnectionReset
            | ErrorKind::NotConnected
            | ErrorKind::TimedOut
            | ErrorKind::UnexpectedEof
    )
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let Some(database) = error.as_database_error() else {
            return match error {
                sqlx::Error::Io(error) if error.kind() == ErrorKind::StorageFull => Self::Full,
                sqlx::Error::Io(error) if is_lost(error.kind()) => Self::Away,
                sqlx::Error::PoolTimedOut => Self::Away,
                error => Self::Database(error),
            };
        };
        if database.is_unique_violation() {
            return Self::Conflict;
        }
        match Cause::from_code(database) {
            Cause::Full => Self::Full,
            Cause::ReadOnly => Self::ReadOnly,
            Cause::Away => Self::Away,
            _ => Self::Database(error),
        }
    }
}

impl Explain for StoreError {
    fn explain(&self) -> Message {
        match self {
            Self::CannotOpen { address, reason } => Message::new("store-cannot-open")
                .with("file", address.to_string())
                .with("reason", open_error(reason)),
            Self::Full => Message::new("io-full"),
            Self::ReadOnly => Message::new("io-read-only"),
            Self::Conflict => Message::new("store-conflict"),
            Self::Damaged { number } => Message::new("store-damaged").with("number", *number),
            Self::Differs {
                table,
                read,
                written,
            } => Message::new("store-differs")
                .with("table", *table)
                .with("read", read.to_string())
                .with("written", written.to_string()),
            Self::Away => Message::new("store-away"),
            Self::Closed => Message::new("store-closed"),
            Self::Database(sqlx::Error::Io(error)) => error.explain(),
            Self::Database(error) => Message::new("io-other").with("reason", error.to_string()),
        }
    }
}

/// Explains to people why a store cannot be opened.
fn open_error(error: &sqlx::Error) -> Message {
    if let sqlx::Error::Io(error) = error {
        return error.explain();
    }
    match error.as_database_error().map(Cause::from_code) {
        Some(Cause::ReadOnly) => Message::new("io-read-only"),
        Some(Cause::Full) => Message::new("io-full"),
        Some(Cause::CannotCreate) => Message::new("store-no-place"),
        Some(Cause::NotADatabase) => Message::new("store-not-a-database"),
        Some(Cause::NoSuchDatabase) => Message::new("store-no-such-database"),
        _ => Message::new("io-other").with("reason", error.to_string()),
    }
}
