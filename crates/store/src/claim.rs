//! Locks between processes: only one may serve a store alone, or play a given tournament.

use std::fs::{File, TryLockError};
use std::time::Duration;

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::{Address, StoreError};

/// Time between two checks of the session that holds a lock.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);
/// Time between two attempts to take a lock again.
const RETRY_INTERVAL: Duration = Duration::from_millis(300);
/// Number of attempts before a lock counts as taken by another process. The server may take half a
/// minute to notice that the old session is gone.
const MAX_TRIES: u32 = 100;

/// A lock that is held until this value is dropped or the process ends, even by a crash.
#[derive(Debug)]
pub enum Claim {
    /// A locked file beside the `SQLite` file.
    File(File),
    /// A lock of the `PostgreSQL` server.
    Session(LockSession),
}

/// A session with the server that holds a lock, and takes it again after the server restarted.
#[derive(Debug)]
pub struct LockSession {
    task: JoinHandle<()>,
    /// True once another process has the lock.
    lost: watch::Receiver<bool>,
}

impl Drop for LockSession {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[derive(Clone, Debug)]
struct AdvisoryLock {
    address: Address,
    name: String,
    /// SQL function that takes the lock, exclusive or shared.
    function: &'static str,
}

impl Claim {
    /// Takes the lock of a name exclusively; none when another process has it.
    pub async fn take(address: &Address, name: &str) -> Result<Option<Self>, StoreError> {
        let Some(file) = address.lock_file(name).map_err(sqlx::Error::Io)? else {
            return take_session(address, name, "pg_try_advisory_lock").await;
        };
        match file.try_lock() {
            Ok(()) => Ok(Some(Self::File(file))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(sqlx::Error::Io(error).into()),
        }
    }

    /// Takes the lock of a name together with other processes that share it; none when a process has it
    /// exclusively, and always none for a file, which cannot be shared.
    pub async fn share(address: &Address, name: &str) -> Result<Option<Self>, StoreError> {
        match address {
            Address::File(_) => Ok(None),
            Address::Server(_) => take_session(address, name, "pg_try_advisory_lock_shared").await,
        }
    }

    /// Whether another process took the lock while the server had lost this session.
    pub fn is_lost(&self) -> bool {
        match self {
            Self::File(_) => false,
            Self::Session(session) => *session.lost.borrow(),
        }
    }

    /// Waits until another process has taken the lock.
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

async fn take_session(
    address: &Address,
    name: &str,
    function: &'static str,
) -> Result<Option<Claim>, StoreError> {
    let lock = AdvisoryLock {
        address: address.clone(),
        name: name.to_owned(),
        function,
    };
    let Some(connection) = lock.take().await? else {
        return Ok(None);
    };
    let (lost_sender, lost) = watch::channel(false);
    let task = tokio::spawn(lock.keep(connection, lost_sender));
    Ok(Some(Claim::Session(LockSession { task, lost })))
}

impl AdvisoryLock {
    /// Opens a session that holds the lock; none when another session has it.
    async fn take(&self) -> sqlx::Result<Option<AnyConnection>> {
        let mut connection = self.address.connect().await?;
        let function = self.function;
        let text = format!("SELECT CAST({function}(hashtextextended($1, 0)) AS INTEGER)");
        let take = sqlx::query_scalar(AssertSqlSafe(text)).bind(&self.name);
        let taken: i32 = take.fetch_one(&mut connection).await?;
        Ok((taken != 0).then_some(connection))
    }

    /// Checks a session every two seconds, and takes the lock again when it has ended. Returns when
    /// another process has the lock.
    async fn keep(self, mut connection: AnyConnection, lost: watch::Sender<bool>) {
        loop {
            while connection.ping().await.is_ok() {
                sleep(CHECK_INTERVAL).await;
            }
            let mut tries = 0;
            connection = loop {
                match self.take().await {
                    Ok(Some(connection)) => break connection,
                    Ok(None) if tries >= MAX_TRIES => {
                        lost.send_replace(true);
                        return;
                    }
                    Ok(None) => tries += 1,
                    Err(_) => {}
                }
                sleep(RETRY_INTERVAL).await;
            };
        }
    }
}
