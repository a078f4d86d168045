//! The times at which a table reads what other nodes wrote to the store, and the lease of its engine.
//!
//! A server that is alone has no bus, and nothing here asks the store.

use store::Store;
use tokio::time::Instant;

use super::lease::{RENEWAL, ThinkingLease};
use crate::cluster::bus::Bus;
use crate::error::RequestError;

/// The state that keeps one table in step with other nodes that serve it.
#[derive(Debug)]
pub(super) struct NodeSync {
    bus: Bus,
    read: Instant,
    /// Time of the last request for the engine's lease that failed because another node holds it.
    denied: Option<Instant>,
    /// Whether watchers were sent the id of the rematch.
    pub(super) rematch_sent: bool,
}

impl NodeSync {
    pub(super) fn new(bus: Bus) -> Self {
        Self {
            bus,
            read: Instant::now(),
            denied: None,
            rematch_sent: false,
        }
    }

    /// Whether other nodes may serve the same table.
    pub(super) fn is_shared(&self) -> bool {
        self.bus.node().is_some()
    }

    pub(super) fn begin_read(&mut self) {
        self.read = Instant::now();
    }

    /// Allows a new request for the lease at once: another node's engine may have finished.
    pub(super) fn forget_denial(&mut self) {
        self.denied = None;
    }

    /// Time of the next read of the store without a notice of another node; none if none is due.
    pub(super) fn next_read(&self, watched: bool) -> Option<Instant> {
        let interval = self.bus.poll_interval()?;
        let lease = self.denied.map(|denied| denied + RENEWAL);
        let unnoticed = watched.then(|| self.read + interval);
        lease.into_iter().chain(unnoticed).min()
    }

    pub(super) fn publish(&self, table: &str, lines: usize) {
        self.bus.publish_lines(table, lines);
    }

    /// Takes the lease of the engine, unless another node holds it.
    pub(super) async fn lease(
        &mut self,
        store: &Store,
        table: &str,
    ) -> Result<Option<ThinkingLease>, RequestError> {
        let Some(node) = self.bus.node() else {
            return Ok(Some(ThinkingLease::alone()));
        };
        if self.denied.is_some_and(|denied| denied.elapsed() < RENEWAL) {
            return Ok(None);
        }
        let lease = ThinkingLease::acquire(store, table, node).await?;
        self.denied = lease.is_none().then(Instant::now);
        Ok(lease)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_that_is_alone_never_reads_the_store_again() {
        let sync = NodeSync::new(Bus::default());
        assert!(!sync.is_shared());
        assert_eq!(sync.next_read(true), None);
    }

    #[tokio::test]
    async fn a_shared_table_is_read_again_while_it_is_watched() {
        // Nothing listens at this address: the bus is silent.
        let bus = Bus::join("nats://127.0.0.1:1").await.unwrap();
        let mut sync = NodeSync::new(bus);
        assert!(sync.is_shared());
        assert_eq!(sync.next_read(false), None);
        let next = sync.next_read(true).unwrap();
        assert!(next > Instant::now());
        sync.denied = Some(Instant::now());
        assert!(sync.next_read(false).is_some());
    }
}
