//! The state that all requests of a server share.

use std::net::IpAddr;
use std::sync::Arc;

use store::Store;
use tokio::sync::watch;

use crate::analysis::engines::EnginePool;
use crate::analysis::review::RunningReviews;
use crate::cluster::bus::Bus;
use crate::cluster::presence::{self, TablePresence};
use crate::server::limits::RateLimits;
use crate::server::metrics::Counters;
use crate::server::retention::{Retention, StoreRoom};
use crate::server::secret::digest;
use crate::server::site::Site;
use crate::tables::actor::TableServices;
use crate::tables::programs::Programs;
use crate::tables::registry::TableRegistry;

/// The state of a server. Clones share it.
#[derive(Clone, Debug)]
pub struct Hub(Arc<HubParts>);

#[derive(Debug)]
struct HubParts {
    site: Site,
    proxies: Vec<IpAddr>,
    tables: TableRegistry,
    reviews: RunningReviews,
    presence: TablePresence,
    closing: watch::Sender<bool>,
    retention: Retention,
}

impl Hub {
    /// The state of a server at the addresses of `site` over `store`. `proxies` are trusted, visitors
    /// may choose `programs` as opponents, `bus` connects it with the other nodes, and `retention` bounds
    /// what it keeps.
    pub fn new(
        store: Store,
        site: Site,
        proxies: Vec<IpAddr>,
        programs: Programs,
        bus: Bus,
        retention: Retention,
    ) -> Self {
        let services = TableServices {
            store,
            engines: EnginePool::new(),
            programs,
            bus,
            limits: Arc::default(),
            counters: Arc::default(),
            room: Arc::default(),
        };
        let hub = Self(Arc::new(HubParts {
            site,
            proxies,
            tables: TableRegistry::new(services),
            reviews: RunningReviews::default(),
            presence: TablePresence::default(),
            closing: watch::Sender::new(false),
            retention,
        }));
        hub.bus().connect(hub.clone());
        hub
    }

    /// Closes the sockets, so that the server can end.
    pub fn close(&self) {
        self.0.closing.send_replace(true);
    }

    pub(crate) fn site(&self) -> &Site {
        &self.0.site
    }

    /// Addresses of the proxies whose `X-Forwarded-For` is trusted.
    pub(crate) fn proxies(&self) -> &[IpAddr] {
        &self.0.proxies
    }

    pub(crate) fn tables(&self) -> &TableRegistry {
        &self.0.tables
    }

    pub(crate) fn store(&self) -> &Store {
        &self.tables().services().store
    }

    pub(crate) fn engines(&self) -> &EnginePool {
        &self.tables().services().engines
    }

    pub(crate) fn programs(&self) -> &Programs {
        &self.tables().services().programs
    }

    pub(crate) fn bus(&self) -> &Bus {
        &self.tables().services().bus
    }

    pub(crate) fn retention(&self) -> Retention {
        self.0.retention
    }

    pub(crate) fn room(&self) -> &StoreRoom {
        &self.tables().services().room
    }

    pub(crate) fn limits(&self) -> &RateLimits {
        &self.tables().services().limits
    }

    pub(crate) fn counters(&self) -> &Counters {
        &self.tables().services().counters
    }

    /// The NATS subject of one kind of message; only nodes of the same store have the same subject.
    pub(crate) fn subject(&self, kind: &str) -> String {
        let secret = String::from_utf8_lossy(self.store().secret().as_bytes());
        let name = digest(&format!("brelan bus {secret}"));
        format!("brelan.{kind}.{}", name.0)
    }

    pub(crate) fn presence(&self) -> &TablePresence {
        &self.0.presence
    }

    /// The ids of at most 48 tables that are in the memory of any node.
    pub(crate) fn running(&self) -> Vec<String> {
        let mut ids = self.0.presence.tables(std::time::Instant::now());
        ids.extend(self.tables().ids(presence::MOST_TABLES));
        ids.into_iter().take(presence::MOST_TABLES).collect()
    }

    pub(crate) fn reviews(&self) -> &RunningReviews {
        &self.0.reviews
    }

    /// Changes to true when the server closes.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }
}
