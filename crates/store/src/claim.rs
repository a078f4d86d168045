//! What only one process may do at a time, such as playing a tournament.

use std::fs::{File, TryLockError};

use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use crate::{Address, StoreError};

/// A right that nobody else has as long as this lives: the system or the server lets go of it when the
/// process ends, however it does.
#[derive(Debug)]
pub enum Claim {
    /// A locked file beside the games.
    File(File),
    /// A session that holds a lock of the server.
    Session(AnyConnection),
}

impl Claim {
    /// Takes what `name` stands for, unless somebody else has it.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn take(address: &Address, name: &str) -> Result<Option<Self>, StoreError> {
        let Some(file) = address.lock(name).map_err(sqlx::Error::Io)? else {
            return session(address, name, "pg_try_advisory_lock").await;
        };
        match file.try_lock() {
            Ok(()) => Ok(Some(Self::File(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(sqlx::Error::Io(error).into()),
        }
    }

    /// Takes it together with others who share it, unless somebody has it alone. A file is nobody's to
    /// share.
    ///
    /// # Errors
    /// When the store cannot be asked.
    pub async fn share(address: &Address, name: &str) -> Result<Option<Self>, StoreError> {
        match address {
            Address::File(_) => Ok(None),
            Address::Server(_) => session(address, name, "pg_try_advisory_lock_shared").await,
        }
    }
}

async fn session(address: &Address, name: &str, take: &str) -> Result<Option<Claim>, StoreError> {
    let mut connection = address.connect().await?;
    let text = format!("SELECT CAST({take}(hashtextextended($1, 0)) AS INTEGER)");
    let take = sqlx::query(AssertSqlSafe(text));
    let row = take.bind(name).fetch_one(&mut connection).await?;
    let taken = row.try_get::<i32, _>(0)? != 0;
    Ok(taken.then_some(Claim::Session(connection)))
}
