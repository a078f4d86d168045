//! What only one process may do at a time, such as playing a tournament.

use std::fs::{File, TryLockError};
use std::time::Duration;

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::{Address, StoreError};

/// How often it is looked whether the server still knows of a session.
const LOOK: Duration = Duration::from_secs(2);
/// How soon a server that has gone is asked again.
const AGAIN: Duration = Duration::from_millis(300);
/// How often it is asked for what somebody else has: the server may not have noticed yet that the
/// session which had it is gone.
const TRIES: u32 = 100;

/// A right that nobody else has as long as this lives: the system or the server lets go of it when the
/// process ends, however it does.
#[derive(Debug)]
pub enum Claim {
    /// A locked file beside the games.
    File(File),
    /// A session that holds a lock of the server.
    Session(Session),
}

/// A lock that is taken again when the server has forgotten it, as it does when it restarts.
#[derive(Debug)]
pub struct Session {
    keeping: JoinHandle<()>,
    lost: watch::Receiver<bool>,
}

impl Drop for Session {
    fn drop(&mut self) {
        self.keeping.abort();
    }
}

/// Which lock, and how it is taken.
#[derive(Clone, Debug)]
struct Lock {
    address: Address,
    name: String,
    take: &'static str,
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

    /// Whether somebody else has it now, who took it while the server had forgotten this.
    pub fn is_lost(&self) -> bool {
        match self {
            Self::File(_) => false,
            Self::Session(session) => *session.lost.borrow(),
        }
    }

    /// Waits until somebody else has it.
    pub async fn lost(&self) {
        let Self::Session(session) = self else {
            return std::future::pending().await;
        };
        let mut lost = session.lost.clone();
        if lost.wait_for(|lost| *lost).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

async fn session(
    address: &Address,
    name: &str,
    take: &'static str,
) -> Result<Option<Claim>, StoreError> {
    let lock = Lock {
        address: address.clone(),
        name: name.to_owned(),
        take,
    };
    let Some(connection) = lock.taken().await? else {
        return Ok(None);
    };
    let (losing, lost) = watch::channel(false);
    let keeping = tokio::spawn(lock.keep(connection, losing));
    Ok(Some(Claim::Session(Session { keeping, lost })))
}

impl Lock {
    /// A session that has the lock; none where somebody else has.
    async fn taken(&self) -> sqlx::Result<Option<AnyConnection>> {
        let mut connection = self.address.connect().await?;
        let take = self.take;
        let text = format!("SELECT CAST({take}(hashtextextended($1, 0)) AS INTEGER)");
        let take = sqlx::query(AssertSqlSafe(text)).bind(&self.name);
        let row = take.fetch_one(&mut connection).await?;
        let taken = row.try_get::<i32, _>(0)? != 0;
        Ok(taken.then_some(connection))
    }

    /// Looks after a session, and takes the lock again where it ended; until somebody else has it.
    async fn keep(self, mut connection: AnyConnection, losing: watch::Sender<bool>) {
        loop {
            while connection.ping().await.is_ok() {
                sleep(LOOK).await;
            }
            let mut tries = 0;
            connection = loop {
                match self.taken().await {
                    Ok(Some(connection)) => break connection,
                    Ok(None) if tries >= TRIES => {
                        losing.send_replace(true);
                        return;
                    }
                    Ok(None) => tries += 1,
                    Err(_) => {}
                }
                sleep(AGAIN).await;
            };
        }
    }
}
