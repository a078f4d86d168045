//! Leases of games: one node at a time runs the engines of a game. A lease ends by the database's
//! clock, so that another node takes over from one that died.

use sqlx::{AnyConnection, AssertSqlSafe};

use crate::writer::{WriteQueue, WriteRequest};
use crate::{Address, StoreError};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeaseRequest {
    pub(crate) id: String,
    pub(crate) owner: String,
    /// Milliseconds from now until the lease ends.
    pub(crate) millis: i64,
}

/// The lease of a game, which no other node has until it runs out or is dropped.
#[derive(Debug)]
pub struct Lease {
    writes: WriteQueue,
    request: LeaseRequest,
}

impl Lease {
    pub(crate) const fn new(writes: WriteQueue, request: LeaseRequest) -> Self {
        Self { writes, request }
    }

    /// Extends the lease for its full time from now. Returns false when another node has it.
    pub async fn renew(&self) -> Result<bool, StoreError> {
        let request = WriteRequest::Lease(self.request.clone());
        self.writes.write(request).await.map(|rows| rows > 0)
    }
}

/// Releases the lease without waiting.
impl Drop for Lease {
    fn drop(&mut self) {
        let release = WriteRequest::Release(self.request.clone());
        self.writes.send(release);
    }
}

/// Takes or extends a lease; returns 0 when another node has it.
pub(crate) async fn take(
    connection: &mut AnyConnection,
    address: &Address,
    request: &LeaseRequest,
) -> sqlx::Result<u64> {
    let now = address.now_ms();
    let text = format!(
        "INSERT INTO leases (game_id, owner, until_ms) VALUES ($1, $2, {now} + $3) \
         ON CONFLICT (game_id) DO UPDATE SET owner = excluded.owner, until_ms = excluded.until_ms \
         WHERE leases.owner = excluded.owner OR leases.until_ms < {now}"
    );
    let take = sqlx::query(AssertSqlSafe(text));
    let take = take.bind(&request.id).bind(&request.owner);
    let done = take.bind(request.millis).execute(connection).await?;
    Ok(done.rows_affected())
}

/// Deletes the lease of a game if the requesting node has it.
pub(crate) async fn release(
    connection: &mut AnyConnection,
    request: &LeaseRequest,
) -> sqlx::Result<u64> {
    let delete = sqlx::query("DELETE FROM leases WHERE game_id = $1 AND owner = $2");
    let delete = delete.bind(&request.id).bind(&request.owner);
    Ok(delete.execute(connection).await?.rows_affected())
}

pub(crate) async fn release_all(connection: &mut AnyConnection, owner: &str) -> sqlx::Result<u64> {
    let delete = sqlx::query("DELETE FROM leases WHERE owner = $1").bind(owner);
    Ok(delete.execute(connection).await?.rows_affected())
}
