//! What can go wrong with a file of games.

use std::io::ErrorKind;

use sqlx::error::DatabaseError;
use table::{Explain, Message};

use crate::Address;

/// Why a game could not be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file or its folder is missing, locked away or not a database; the server does not answer.
    #[error("{address} cannot be opened: {reason}")]
    CannotOpen {
        /// Which file, or which server.
        address: Address,
        /// What the database says.
        reason: sqlx::Error,
    },
    /// There is no room; once there is, the same write succeeds.
    #[error("the disk is full")]
    Full,
    /// The file may be read only.
    #[error("the file of games is read-only")]
    ReadOnly,
    /// Somebody else has written that line already.
    #[error("the line exists already")]
    Conflict,
    /// A line is not what was written.
    #[error("line {number} of the game is damaged")]
    Damaged {
        /// Which, from 0.
        number: i64,
    },
    /// A copy is not what it was copied from.
    #[error("{table} has {written} rows where {read} were copied, or others")]
    Differs {
        /// Which table.
        table: &'static str,
        /// How many rows the source has.
        read: u64,
        /// How many the copy has.
        written: u64,
    },
    /// The server of the database does not answer: whether what was asked for is done, nobody knows.
    #[error("the store does not answer")]
    Away,
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// Anything else.
    #[error(transparent)]
    Database(sqlx::Error),
}

/// What both databases say in their own codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cause {
    Full,
    ReadOnly,
    Away,
    NoPlace,
    NotADatabase,
    NoSuchDatabase,
    Unknown,
}

impl Cause {
    /// `PostgreSQL` has five signs; of `SQLite`'s numbers the low byte is the primary code.
    fn of(error: &dyn DatabaseError) -> Self {
        let code = error.code().unwrap_or_default();
        match &*code {
            "53100" => Self::Full,
            "25006" => Self::ReadOnly,
            // Shutting down, crashed, starting up; too many connections.
            "57P01" | "57P02" | "57P03" | "53300" => Self::Away,
            "3D000" => Self::NoSuchDatabase,
            state if state.len() == 5 => Self::Unknown,
            number => match number.parse::<u32>().map_or(0, |number| number & 0xff) {
                8 => Self::ReadOnly,
                13 => Self::Full,
                14 => Self::NoPlace,
                26 => Self::NotADatabase,
                _ => Self::Unknown,
            },
        }
    }
}

/// What a connection says whose other end is gone.
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
        match Cause::of(database) {
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
                .with("reason", reason_to_stay_shut(reason)),
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

fn reason_to_stay_shut(error: &sqlx::Error) -> Message {
    if let sqlx::Error::Io(error) = error {
        return error.explain();
    }
    match error.as_database_error().map(Cause::of) {
        Some(Cause::ReadOnly) => Message::new("io-read-only"),
        Some(Cause::Full) => Message::new("io-full"),
        Some(Cause::NoPlace) => Message::new("store-no-place"),
        Some(Cause::NotADatabase) => Message::new("store-not-a-database"),
        Some(Cause::NoSuchDatabase) => Message::new("store-no-such-database"),
        _ => Message::new("io-other").with("reason", error.to_string()),
    }
}
