//! The server on its socket: from an address and a folder to games that are saved when it ends.

use std::fs::{File, TryLockError};
use std::future::Future;
use std::io::{Read as _, Write as _};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::pin::pin;
use std::time::Duration;

use store::{Address, Claim, Store, StoreError};
use tokio::net::TcpListener;

use crate::connections::{Caps, Connections};
use crate::{Bus, Hub, NoBus, NoOrigin, Origin, Programs, Site, app, metrics};

/// How long open requests may take to end when the server does.
const PATIENCE: Duration = Duration::from_secs(3);

/// Where to listen and where to keep games.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address; port 0 takes any that is free.
    pub listen: SocketAddr,
    /// Names besides the loopback ones under which browsers may ask.
    pub names: Vec<String>,
    /// Where browsers find the page when that is not this address: `https://jeux.example`.
    pub origin: Option<Origin>,
    /// Proxies whose word about who asks is taken.
    pub proxies: Vec<IpAddr>,
    /// Where the keeper looks, apart from the page.
    pub metrics: Option<SocketAddr>,
    /// Programs that visitors may choose as opponents.
    pub programs: Programs,
    /// Where other nodes that serve the same games hear of one another.
    pub bus: Option<String>,
    /// Where the games are; the folder of a file is made where there is none.
    pub store: Address,
}

/// Why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The port is taken, or the address is not this machine's.
    #[error("{address} cannot be listened to: {reason}")]
    Listen {
        /// Which address.
        address: SocketAddr,
        /// Why not.
        reason: std::io::Error,
    },
    /// The folder cannot be made or written.
    #[error("{} cannot be written: {reason}", folder.display())]
    Folder {
        /// Which folder.
        folder: PathBuf,
        /// Why not.
        reason: std::io::Error,
    },
    /// The file of games in it cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another server has the folder.
    #[error("{} is in use by {by}", folder.display())]
    Held {
        /// Which folder.
        folder: PathBuf,
        /// Who holds it.
        by: String,
    },
    /// Another server has the database.
    #[error("{0} is served already")]
    Served(Address),
    /// No bus can be at that address.
    #[error(transparent)]
    Bus(#[from] NoBus),
    /// A name under which no browser can ask.
    #[error(transparent)]
    Name(#[from] NoOrigin),
    /// The socket failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// A server that listens, and is about to answer.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    metrics: Option<TcpListener>,
    /// Nobody else serves these games as long as the server lives.
    claim: Claim,
    games: Address,
    damage: Option<String>,
    store: Store,
    hub: Hub,
}

impl Server {
    /// Takes the address and opens the games.
    ///
    /// # Errors
    /// A busy port, a folder that cannot be written.
    pub async fn open(config: &Config) -> Result<Self, ServeError> {
        let listener = listen(config.listen).await?;
        let metrics = match config.metrics {
            Some(address) => Some(listen(address).await?),
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
        let hub = Hub::behind(store.clone(), site, proxies, programs, bus);
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

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where the keeper looks, if anywhere.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn metrics_address(&self) -> std::io::Result<Option<SocketAddr>> {
        self.metrics
            .as_ref()
            .map(TcpListener::local_addr)
            .transpose()
    }

    /// Where browsers find the page.
    pub fn site(&self) -> &Site {
        self.hub.site()
    }

    /// What the database says is broken in its file, if something is: the rest is served.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Answers until `end`, then lets open requests finish and closes the games.
    ///
    /// # Errors
    /// When the socket fails, or another server took the games while their database was away.
    pub async fn run(
        self,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let hub = self.hub.clone();
        let connections = Connections::new(Caps::of_this_machine(), self.hub.clone());
        let mut keeper = pin!(keep(self.metrics, self.hub.clone()));
        let serving = connections.serve(self.listener, app(self.hub));
        let claimed = tokio::select! {
            () = serving => Ok(()),
            kept = &mut keeper => return Ok(kept?),
            () = end => Ok(()),
            () = self.claim.lost() => Err(ServeError::Served(self.games)),
        };
        hub.close();
        tokio::select! {
            () = connections.close(PATIENCE) => (),
            kept = keeper => kept?,
        }
        if let Some(node) = hub.bus().node()
            && let Err(error) = self.store.release_all(node).await
        {
            tracing::warn!(%error, "what this node held runs out by itself");
        }
        self.store.close().await;
        claimed
    }
}

async fn listen(address: SocketAddr) -> Result<TcpListener, ServeError> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|reason| ServeError::Listen { address, reason })
}

/// Serves the keeper's pages, if an address was given for them.
async fn keep(listener: Option<TcpListener>, hub: Hub) -> std::io::Result<()> {
    match listener {
        Some(listener) => axum::serve(listener, metrics::app(hub)).await,
        None => std::future::pending().await,
    }
}

/// Takes the games, or says who has them. Tournaments and reviews may write beside a server.
async fn claim(config: &Config, address: SocketAddr) -> Result<Claim, ServeError> {
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
    std::fs::create_dir_all(data).map_err(unwritable)?;
    let options = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .to_owned();
    let mut file = options.open(data.join("server.lock")).map_err(unwritable)?;
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
        tracing::error!(%damage, "the file of games is damaged; the rest is served");
    }
    found
}
