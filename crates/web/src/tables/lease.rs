//! The right of one node to let an engine think about a table.

use std::time::Duration;

use store::{Lease, Store};
use tokio::time::Instant;

use crate::error::RequestError;

/// Time after which a lease ends unless its node renews it.
const LIFETIME: Duration = Duration::from_secs(5);
/// How often a node renews a lease, and asks again for one that another node holds.
pub(super) const RENEWAL: Duration = Duration::from_secs(1);

/// A lease of the store; a server that is alone needs none.
#[derive(Debug)]
pub(super) struct ThinkingLease(Option<(Lease, Instant)>);

impl ThinkingLease {
    pub(super) const fn alone() -> Self {
        Self(None)
    }

    /// Takes the lease of a table for a node; none while another node holds it.
    pub(super) async fn acquire(
        store: &Store,
        table: &str,
        node: &str,
    ) -> Result<Option<Self>, RequestError> {
        let lease = store.lease(table, node, LIFETIME).await?;
        Ok(lease.map(|lease| Self(Some((lease, Instant::now())))))
    }

    /// Time to renew the lease; none for a server that is alone.
    pub(super) fn due(&self) -> Option<Instant> {
        self.0.as_ref().map(|(_, renewed)| *renewed + RENEWAL)
    }

    /// Renews a lease that is due; false when it was lost.
    pub(super) async fn renew(&mut self) -> Result<bool, RequestError> {
        let due = self.due();
        match &mut self.0 {
            Some((lease, renewed)) if due.is_some_and(|due| due <= Instant::now()) => {
                *renewed = Instant::now();
                Ok(lease.renew().await?)
            }
            Some(_) | None => Ok(true),
        }
    }
}
