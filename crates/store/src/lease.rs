//! What one node at a time does for a game, such as letting its engine think: a row with an end, by
//! the database's clock, so that another node takes over from one that died.

use std::time::Duration;

use sqlx::{AnyConnection, AssertSqlSafe};

use crate::write::{Write, Writer};
use crate::{Address, Store, StoreError};

/// Which node, for which game, and for how long at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tenancy {
    pub(crate) id: String,
    owner: String,
    millis: i64,
}

/// A right that no other node has, until it runs out or is dropped.
#[derive(Debug)]
pub struct Lease {
    writer: Writer,
    tenancy: Tenancy,
}

impl Store {
    /// Takes what concerns one game for a node, unless another has it.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn lease(
        &self,
        id: &str,
        owner: &str,
        time: Duration,
    ) -> Result<Option<Lease>, StoreError> {
        let tenancy = Tenancy {
            id: id.to_owned(),
            owner: owner.to_owned(),
            millis: i64::try_from(time.as_millis()).unwrap_or(i64::MAX),
        };
        let lease = Lease {
            writer: self.writer.clone(),
            tenancy,
        };
        // Where another has it, giving it back changes nothing.
        Ok(lease.renew().await?.then_some(lease))
    }

    /// Gives back everything that a node has, which ends.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn release_all(&self, owner: &str) -> Result<(), StoreError> {
        let release = Write::ReleaseAll(owner.to_owned());
        self.writer.write(release).await.map(drop)
    }
}

impl Lease {
    /// Has it for as long again from now; says whether it still had it, or nobody did.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub async fn renew(&self) -> Result<bool, StoreError> {
        let taken = self.writer.write(Write::Lease(self.tenancy.clone())).await;
        taken.map(|rows| rows > 0)
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.writer.send(Write::Release(self.tenancy.clone()));
    }
}

pub(crate) async fn take(
    connection: &mut AnyConnection,
    address: &Address,
    tenancy: &Tenancy,
) -> sqlx::Result<u64> {
    let now = address.now_ms();
    let text = format!(
        "INSERT INTO leases (game_id, owner, until_ms) VALUES ($1, $2, {now} + $3) \
         ON CONFLICT (game_id) DO UPDATE SET owner = excluded.owner, until_ms = excluded.until_ms \
         WHERE leases.owner = excluded.owner OR leases.until_ms < {now}"
    );
    let take = sqlx::query(AssertSqlSafe(text));
    let take = take.bind(&tenancy.id).bind(&tenancy.owner);
    let done = take.bind(tenancy.millis).execute(connection).await?;
    Ok(done.rows_affected())
}

pub(crate) async fn release(
    connection: &mut AnyConnection,
    tenancy: &Tenancy,
) -> sqlx::Result<u64> {
    let delete = sqlx::query("DELETE FROM leases WHERE game_id = $1 AND owner = $2");
    let delete = delete.bind(&tenancy.id).bind(&tenancy.owner);
    Ok(delete.execute(connection).await?.rows_affected())
}

pub(crate) async fn release_all(connection: &mut AnyConnection, owner: &str) -> sqlx::Result<u64> {
    let delete = sqlx::query("DELETE FROM leases WHERE owner = $1").bind(owner);
    Ok(delete.execute(connection).await?.rows_affected())
}
