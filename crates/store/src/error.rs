//! What can go wrong with a file of games.

use std::path::PathBuf;

/// Why a game could not be kept or found.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file or its folder is missing, locked away or not a database.
    #[error("{} cannot be opened: {reason}", file.display())]
    CannotOpen {
        /// Which file.
        file: PathBuf,
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
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// Anything else.
    #[error(transparent)]
    Database(sqlx::Error),
}

/// `SQLite`'s primary result codes.
const READ_ONLY: u32 = 8;
const FULL: u32 = 13;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let Some(database) = error.as_database_error() else {
            return Self::Database(error);
        };
        if database.is_unique_violation() {
            return Self::Conflict;
        }
        let code = database.code().and_then(|code| code.parse::<u32>().ok());
        // The low byte of an extended code is the primary one.
        match code.map(|code| code & 0xff) {
            Some(FULL) => Self::Full,
            Some(READ_ONLY) => Self::ReadOnly,
            _ => Self::Database(error),
        }
    }
}
