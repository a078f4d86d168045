//! The HTTP server: its listener and connections, the checks of every request, and its configuration.
//!
//! Nothing here knows the rules of a game or the state of a table.

pub(crate) mod assets;
pub(crate) mod connections;
pub(crate) mod guard;
pub(crate) mod json_body;
pub(crate) mod language;
pub(crate) mod limits;
pub(crate) mod metrics;
pub(crate) mod retention;
pub(crate) mod secret;
pub(crate) mod site;
pub(crate) mod visitor;

use std::fs::TryLockError;
use std::future::Future;
use std::io::{Read as _, Write as _};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::pin::pin;
use std::time::Duration;

use store::{Address, Claim, Store, StoreError};
use table::Explain;
use tokio::net::TcpListener;

use connections::{ConnectionCaps, Connections};
use retention::keep_within;

use crate::{Bus, Hub, NoBus, NoOrigin, Origin, Programs, Retention, Site, app};

/// How long the server waits for open requests when it ends.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct ServeConfig {
    /// The address to listen on; port 0 is any free one.
    pub listen: SocketAddr,
    /// Host names of the page besides the addresses of this machine.
    pub names: Vec<String>,
    /// The origin of the page behind TLS or a proxy: `https://jeux.example`.
    pub origin: Option<Origin>,
    /// Addresses of proxies whose `X-Forwarded-For` is trusted.
    pub proxies: Vec<IpAddr>,
    /// The address of health checks and counters.
    pub metrics: Option<SocketAddr>,
    /// Programs that visitors may choose as opponents.
    pub programs: Programs,
    /// The NATS server that connects the nodes of this store.
    pub bus: Option<String>,
    /// The store of the games; the folder of a file is created.
    pub store: Address,
    /// How much of visitors' games is kept, and for how long.
    pub retention: Retention,
}

/// The reason why a server does not start, or ended.
#[derive(Debug, Explain)]
pub enum ServeError {
    /// Another program listens on the address.
    #[message("web-busy-port", address = _0.to_string())]
    Busy(SocketAddr),
    /// The server cannot listen, for example because the address is not this machine's.
    #[message("web-cannot-listen", address = address.to_string(), reason = explain(reason))]
    Listen {
        /// The address to listen on.
        address: SocketAddr,
        /// The error of the system.
        reason: std::io::Error,
    },
    /// The folder of the games cannot be created or written.
    #[message("web-folder", folder = folder.display(), reason = explain(reason))]
    Folder {
        /// The folder of the games.
        folder: PathBuf,
        /// The error of the system.
        reason: std::io::Error,
    },
    /// The store cannot be opened.
    #[message(transparent)]
    Store(#[from] StoreError),
    /// Another server uses the folder.
    #[message("web-folder-held", folder = folder.display())]
    Held {
        /// The folder of the games.
        folder: PathBuf,
        /// The process and the address of the other server.
        by: String,
    },
    /// Another server uses the database.
    #[message("web-store-served", store = _0.to_string())]
    Served(Address),
    /// The address of the bus is invalid.
    #[message(transparent)]
    Bus(#[from] NoBus),
    /// A host name or an origin is invalid.
    #[message(transparent)]
    Name(#[from] NoOrigin),
    /// The socket of the operator's address failed.
    #[message(transparent)]
    Io(#[from] std::io::Error),
}

/// A server that listens and is ready to run.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    /// The operator's listener, and the hosts that its requests may name.
    metrics: Option<(TcpListener, Site)>,
    /// The lock that keeps other servers from the same store.
    claim: Claim,
    games: Address,
    damage: Option<String>,
    store: Store,
    hub: Hub,
}

impl Server {
    /// Listens on the address and opens the store.
    pub async fn open(config: &ServeConfig) -> Result<Self, ServeError> {
        let listener = listen(config.listen).await?;
        let metrics = match config.metrics {
            Some(address) => {
                let listener = listen(address).await?;
                let site = Site::at(listener.local_addr()?, &config.names)?;
                Some((listener, site))
            }
            None => None,
        };
        let site = match &config.origin {
            Some(origin) => Site::from(origin.clone()),
            None => Site::at(listener.local_addr()?, &config.names)?,
        };
        let claim = claim(config, listener.local_addr()?).await?;
        let store = Store::open(&config.store).await?;
        let (proxies, programs) = (config.proxies.clone(), config.programs.clone());
        let bus = match &config.bus {
            Some(url) => Bus::join(url).await?,
            None => Bus::default(),
        };
        let retention = config.retention;
        let hub = Hub::new(store.clone(), site, proxies, programs, bus, retention);
        let damage = damage(&store).await;
        Ok(Self {
            listener,
            metrics,
            claim,
            games: config.store.clone(),
            damage,
            store,
            hub,
        })
    }

    /// The address that the server listens on.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The address of health checks and counters, if there is one.
    pub fn metrics_address(&self) -> std::io::Result<Option<SocketAddr>> {
        self.metrics
            .as_ref()
            .map(|(listener, _)| listener.local_addr())
            .transpose()
    }

    /// The addresses of the page.
    pub fn site(&self) -> &Site {
        self.hub.site()
    }

    /// The damage that the database found in its file; the other games are served.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Serves until `end`, then waits for open requests and closes the store.
    pub async fn run(
        self,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let hub = self.hub.clone();
        let connections = Connections::new(ConnectionCaps::from_descriptors(), self.hub.clone());
        let mut operator = pin!(serve_operator(self.metrics, self.hub.clone()));
        let serving = connections.serve(self.listener, app(self.hub));
        let claimed = tokio::select! {
            () = serving => Ok(()),
            () = keep_within(hub.clone()) => Ok(()),
            ended = &mut operator => return Ok(ended?),
            () = end => Ok(()),
            () = self.claim.lost() => Err(ServeError::Served(self.games)),
        };
        hub.close();
        tokio::select! {
            () = connections.close(CLOSE_TIMEOUT) => (),
            ended = operator => ended?,
        }
        if let Some(node) = hub.bus().node()
            && let Err(error) = self.store.release_all(node).await
        {
            tracing::warn!(%error, "the leases of this node were not released and will expire");
        }
        self.store.close().await;
        claimed
    }
}

async fn listen(address: SocketAddr) -> Result<TcpListener, ServeError> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|reason| match reason.kind() {
        std::io::ErrorKind::AddrInUse => ServeError::Busy(address),
        _ => ServeError::Listen { address, reason },
    })
}

/// Serves health checks and counters; without a listener it waits without end.
async fn serve_operator(metrics: Option<(TcpListener, Site)>, hub: Hub) -> std::io::Result<()> {
    match metrics {
        Some((listener, site)) => axum::serve(listener, metrics::app(hub, site)).await,
        None => std::future::pending().await,
    }
}

/// Locks the store against other servers; servers with a bus share the lock. Fails when another server
/// has it. Tournaments and reviews may write beside a server.
async fn claim(config: &ServeConfig, address: SocketAddr) -> Result<Claim, ServeError> {
    let store = &config.store;
    let Address::File(file) = store else {
        let claim = match config.bus {
            Some(_) => Claim::share(store, "server").await?,
            None => Claim::take(store, "server").await?,
        };
        return claim.ok_or_else(|| ServeError::Served(store.clone()));
    };
    let data = file.parent().unwrap_or(file);
    let unwritable = |reason: std::io::Error| ServeError::Folder {
        folder: data.to_owned(),
        reason,
    };
    store.own_folder(host::data_folder().as_deref())?;
    let lock = store.server_lock().map_err(unwritable)?;
    let mut file = lock.expect("a file has a lock beside it");
    match file.try_lock() {
        Ok(()) => {
            let written = file.set_len(0).and_then(|()| {
                writeln!(file, "process {} at http://{address}", std::process::id())
            });
            written.map_err(unwritable)?;
            Ok(Claim::File(file))
        }
        Err(TryLockError::WouldBlock) => {
            let mut by = String::new();
            file.read_to_string(&mut by).map_err(unwritable)?;
            Err(ServeError::Held {
                folder: data.to_owned(),
                by: by.trim().to_owned(),
            })
        }
        Err(TryLockError::Error(reason)) => Err(unwritable(reason)),
    }
}

async fn damage(store: &Store) -> Option<String> {
    let found = match store.quick_check().await {
        Ok(found) => found,
        Err(error) => Some(error.to_string()),
    };
    if let Some(damage) = &found {
        tracing::error!(%damage, "the file of games is damaged; the other games are served");
    }
    found
}
