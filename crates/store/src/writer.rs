//! The one connection that writes. Requests that arrive during a commit are committed together next.

use sqlx::AnyConnection;
use tokio::sync::{mpsc, oneshot};

use crate::append::{self, AppendLines};
use crate::code::{self, NewCode};
use crate::game::{self, ImportedGame, NewGame};
use crate::lease::{self, LeaseRequest};
use crate::review::{self, NewReview};
use crate::{Address, StoreError};

/// Maximum number of requests in the queue; at the limit callers wait.
const MAX_QUEUED: usize = 4096;
/// Maximum number of requests in one commit.
const MAX_GROUP: usize = 512;

/// Sender of write requests to the writer task. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct WriteQueue(mpsc::Sender<QueuedWrite>);

#[derive(Debug)]
struct QueuedWrite {
    request: WriteRequest,
    /// The channel for the number of changed rows, or the error.
    result: oneshot::Sender<Result<u64, StoreError>>,
}

#[derive(Debug)]
pub(crate) enum WriteRequest {
    Create(Box<NewGame>),
    Import(Box<ImportedGame>),
    Append(AppendLines),
    /// Delete the game of this id.
    Forget(String),
    /// Give the seat of an invitation to a holder.
    Sit {
        id: String,
        invitation: String,
        holder: String,
    },
    Review(Box<NewReview>),
    Code(Box<NewCode>),
    Lease(LeaseRequest),
    Release(LeaseRequest),
    /// Release all leases of the node of this name.
    ReleaseAll(String),
    /// Close the connection after all earlier requests.
    Close,
}

impl WriteQueue {
    pub(crate) fn spawn(connection: AnyConnection, address: &Address) -> Self {
        let (sender, requests) = mpsc::channel(MAX_QUEUED);
        let task = WriterTask {
            address: address.clone(),
            connection: Some(connection),
        };
        tokio::spawn(task.run(requests));
        Self(sender)
    }

    /// Queues a request without waiting for its result; drops it when the queue is full.
    pub(crate) fn send(&self, request: WriteRequest) {
        let (result, _) = oneshot::channel();
        let _ = self.0.try_send(QueuedWrite { request, result });
    }

    /// Queues a request and returns the number of changed rows after its commit.
    pub(crate) async fn write(&self, request: WriteRequest) -> Result<u64, StoreError> {
        let (result, receiver) = oneshot::channel();
        let queued = QueuedWrite { request, result };
        self.0.send(queued).await.map_err(|_| StoreError::Closed)?;
        receiver.await.map_err(|_| StoreError::Closed)?
    }

    pub(crate) async fn close(&self) {
        // Fails when it is closed already.
        let _ = self.write(WriteRequest::Close).await;
    }
}

impl WriteRequest {
    /// Sort key in a group. Two nodes lock the rows of the same games in the same order, so that they
    /// never wait for each other.
    fn order(&self) -> (&str, bool) {
        match self {
            Self::Create(game) => (&game.id, false),
            Self::Import(imported) => (&imported.game.id, false),
            Self::Forget(id) => (id, true),
            Self::Append(append) => (&append.id, false),
            Self::Sit { id, .. } => (id, false),
            Self::Lease(request) | Self::Release(request) => (&request.id, true),
            // Codes come after all games: each insert deletes old codes, which other nodes extend.
            Self::Code(_) => ("~", true),
            Self::Review(_) | Self::ReleaseAll(_) | Self::Close => ("", false),
        }
    }
}

impl QueuedWrite {
    /// Sends the result; a caller that stopped waiting does not undo the write.
    fn finish(self, result: Result<u64, StoreError>) {
        let _ = self.result.send(result);
    }
}

struct WriterTask {
    address: Address,
    /// The connection that writes; none after the connection to a server was lost.
    connection: Option<AnyConnection>,
}

impl WriterTask {
    async fn run(mut self, mut requests: mpsc::Receiver<QueuedWrite>) {
        let mut group = Vec::new();
        let mut close = None;
        while close.is_none() && requests.recv_many(&mut group, MAX_GROUP).await > 0 {
            let is_close = |write: &QueuedWrite| matches!(write.request, WriteRequest::Close);
            if let Some(position) = group.iter().position(is_close) {
                group.truncate(position + 1);
                close = group.pop();
            }
            group.sort_by(|one, other| one.request.order().cmp(&other.request.order()));
            self.commit(std::mem::take(&mut group)).await;
        }
        if let Some(connection) = self.connection
            && let Err(error) = sqlx::Connection::close(connection).await
        {
            tracing::warn!(%error, "the connection to the store was not closed cleanly");
        }
        if let Some(close) = close {
            close.finish(Ok(0));
        }
    }

    /// Commits a group. When it fails, each request is committed alone, so that a bad one does not
    /// take others with it. After a lost connection nothing is repeated: the commit may have happened.
    async fn commit(&mut self, group: Vec<QueuedWrite>) {
        match self.transaction(&group).await {
            Ok(results) => {
                let finished = group.into_iter().zip(results);
                finished.for_each(|(write, rows)| write.finish(Ok(rows)));
            }
            Err(StoreError::Away) => {
                for write in group {
                    write.finish(Err(StoreError::Away));
                }
            }
            Err(_) => {
                for write in group {
                    let result = self.transaction(std::slice::from_ref(&write)).await;
                    write.finish(result.map(|rows| rows[0]));
                }
            }
        }
    }

    /// Executes requests in one transaction, and returns the number of changed rows of each.
    async fn transaction(&mut self, group: &[QueuedWrite]) -> Result<Vec<u64>, StoreError> {
        if let Some(results) = self.append_in_one_call(group).await {
            return results;
        }
        let mut connection = self.begin().await?;
        let written = match execute_all(&mut connection, &self.address, group).await {
            Ok(results) => {
                let committed = sqlx::query("COMMIT").execute(&mut connection).await;
                committed.map(|_| results)
            }
            Err(error) => Err(error),
        };
        self.finish(connection, written).await
    }

    /// Appends lines to a file in one call; none where the group has other requests. A file's connection
    /// is never lost.
    async fn append_in_one_call(
        &mut self,
        group: &[QueuedWrite],
    ) -> Option<Result<Vec<u64>, StoreError>> {
        let appends = appends(group)
            .filter(|appends| matches!(self.address, Address::File(_)) && has_lines(appends))?;
        let mut connection = self.connection.take()?;
        let written = append::commit_all(&mut connection, &self.address, &appends).await;
        let results = written.map(|()| vec![1; group.len()]);
        Some(self.finish(connection, results).await)
    }

    /// Keeps a connection for the next transaction, after a rollback if this one failed.
    async fn finish(
        &mut self,
        mut connection: AnyConnection,
        written: sqlx::Result<Vec<u64>>,
    ) -> Result<Vec<u64>, StoreError> {
        let written = written.map_err(StoreError::from);
        if matches!(written, Err(StoreError::Away)) {
            return written;
        }
        if written.is_err() {
            // Fails when a full disk has ended the transaction already.
            let _ = sqlx::query("ROLLBACK").execute(&mut connection).await;
        }
        self.connection = Some(connection);
        written
    }

    /// Begins a transaction, on a new connection when the old one was lost. Repeating this is safe:
    /// nothing was written yet.
    async fn begin(&mut self) -> Result<AnyConnection, StoreError> {
        let begin = self.address.begin_write();
        if let Some(mut connection) = self.connection.take() {
            let begun = sqlx::query(begin).execute(&mut connection).await;
            match begun.map_err(StoreError::from) {
                Ok(_) => return Ok(connection),
                Err(StoreError::Away) => {}
                Err(error) => {
                    self.connection = Some(connection);
                    return Err(error);
                }
            }
        }
        let mut connection = self.address.connect().await?;
        sqlx::query(begin).execute(&mut connection).await?;
        Ok(connection)
    }
}

/// The appends of a group, if it has nothing else and no game twice.
fn appends(group: &[QueuedWrite]) -> Option<Vec<&AppendLines>> {
    let appends = group.iter().map(|write| match &write.request {
        WriteRequest::Append(append) => Some(append),
        _ => None,
    });
    appends
        .collect::<Option<Vec<_>>>()
        .filter(|appends| append::fit_together(appends))
}

fn has_lines(appends: &[&AppendLines]) -> bool {
    appends.iter().any(|append| !append.lines.is_empty())
}

async fn execute_all(
    connection: &mut AnyConnection,
    address: &Address,
    group: &[QueuedWrite],
) -> sqlx::Result<Vec<u64>> {
    if let Some(appends) = appends(group) {
        append::append_all(connection, address, &appends).await?;
        return Ok(vec![1; group.len()]);
    }
    let mut results = Vec::with_capacity(group.len());
    for write in group {
        results.push(match &write.request {
            WriteRequest::Create(game) => game::create(connection, game).await?,
            WriteRequest::Import(game) => game::import(connection, game).await?,
            WriteRequest::Forget(id) => game::forget(connection, id).await?,
            WriteRequest::Append(append) => {
                append::append_all(connection, address, &[append]).await?;
                1
            }
            WriteRequest::Sit {
                id,
                invitation,
                holder,
            } => game::sit(connection, id, invitation, holder).await?,
            WriteRequest::Review(review) => review::insert(connection, review).await?,
            WriteRequest::Code(code) => code::insert(connection, address, code).await?,
            WriteRequest::Lease(request) => lease::take(connection, address, request).await?,
            WriteRequest::Release(request) => lease::release(connection, request).await?,
            WriteRequest::ReleaseAll(owner) => lease::release_all(connection, owner).await?,
            WriteRequest::Close => 0,
        });
    }
    Ok(results)
}
