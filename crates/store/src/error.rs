//! Errors of the store, in terms that both databases share.

use std::io::ErrorKind;
use std::path::PathBuf;

use sqlx::error::DatabaseError;
use table::{Explain, Message, message};

use crate::Address;

/// Reason why the store could not be opened, read or written.
#[derive(Debug, Explain)]
pub enum StoreError {
    /// The file cannot be read, created or is not a database, or the server does not answer.
    #[message("store-cannot-open", file = address.to_string(), reason = explain(reason))]
    CannotOpen {
        /// The file or server.
        address: Address,
        /// Error of the database.
        reason: SqlError,
    },
    /// Other users may read a folder that is not the store's to change.
    #[message("store-exposed", folder = _0.display())]
    Exposed(PathBuf),
    /// The disk is full. The same write succeeds once there is room.
    #[message("store-full")]
    Full,
    /// The file or database is read-only.
    #[message("store-read-only")]
    ReadOnly,
    /// A row with the same key exists: another process has written that line or game.
    #[message("store-conflict")]
    Conflict,
    /// The checksum of a line is wrong.
    #[message("store-damaged")]
    Damaged {
        /// Number of the line in its game, from 0.
        number: i64,
    },
    /// A table of a copy differs from the source.
    #[message("store-differs")]
    Differs {
        /// Name of the table.
        table: &'static str,
        /// Number of rows in the source.
        read: u64,
        /// Number of rows in the copy.
        written: u64,
    },
    /// The database server does not answer. A write may or may not have happened.
    #[message("store-away")]
    Away,
    /// The store was closed before the call.
    #[message("store-closed")]
    Closed,
    /// Any other error of the database.
    #[message(transparent)]
    Database(SqlError),
}

/// Error of the database. `Display` is the database's own text; [`Explain`] names the usual causes.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct SqlError(pub(crate) sqlx::Error);

impl Explain for SqlError {
    fn explain(&self) -> Message {
        if let sqlx::Error::Io(error) = &self.0 {
            return error.explain();
        }
        match self.0.as_database_error().map(Cause::from_code) {
            Some(Cause::Full) => message!("store-full"),
            Some(Cause::ReadOnly) => message!("store-read-only"),
            Some(Cause::CannotCreate) => message!("store-cannot-create"),
            Some(Cause::NotADatabase) => message!("store-not-a-database"),
            Some(Cause::NoSuchDatabase) => message!("store-no-such-database"),
            Some(Cause::Away | Cause::Unknown) | None => {
                message!("store-other", reason = self.0.to_string())
            }
        }
    }
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
                error => Self::Database(SqlError(error)),
            };
        };
        if database.is_unique_violation() {
            return Self::Conflict;
        }
        match Cause::from_code(database) {
            Cause::Full => Self::Full,
            Cause::ReadOnly => Self::ReadOnly,
            Cause::Away => Self::Away,
            _ => Self::Database(SqlError(error)),
        }
    }
}
