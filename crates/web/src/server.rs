//! The server on its socket: from an address and a folder to games that are saved when it ends.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use axum::serve::ListenerExt as _;
use store::{Store, StoreError};
use tokio::net::TcpListener;

use crate::{Hub, app, hosts};

/// How long open requests may take to end when the server does.
const PATIENCE: Duration = Duration::from_secs(3);

/// Where to listen and where to keep games.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address; port 0 takes any that is free.
    pub listen: SocketAddr,
    /// Names besides the loopback ones under which browsers may ask.
    pub names: Vec<String>,
    /// The folder of the games; it is made where there is none.
    pub data: PathBuf,
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
        reason: String,
    },
    /// The socket failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// A server that listens, and is about to answer.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    store: Store,
    hub: Hub,
}

impl Server {
    /// Takes the address and opens the games.
    ///
    /// # Errors
    /// A busy port, a folder that cannot be written.
    pub async fn open(config: &Config) -> Result<Self, ServeError> {
        let address = config.listen;
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|reason| ServeError::Listen { address, reason })?;
        let store = open_store(&config.data).await?;
        let hosts = hosts(listener.local_addr()?, &config.names);
        let hub = Hub::new(store.clone(), hosts);
        Ok(Self {
            listener,
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

    /// Answers until `end`, then lets open requests finish and closes the games.
    ///
    /// # Errors
    /// When the socket fails.
    pub async fn run(
        self,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let hub = self.hub.clone();
        let (ended, mut ending) = tokio::sync::watch::channel(false);
        let goodbye = async move {
            end.await;
            hub.close();
            ended.send_replace(true);
        };
        let listener = self.listener.tap_io(|stream| {
            // A move is a small packet that somebody waits for.
            let _ = stream.set_nodelay(true);
        });
        let service = app(self.hub).into_make_service_with_connect_info::<SocketAddr>();
        let serve = axum::serve(listener, service).with_graceful_shutdown(goodbye);
        let too_late = async {
            let _ = ending.wait_for(|ended| *ended).await;
            tokio::time::sleep(PATIENCE).await;
        };
        tokio::select! {
            served = serve => served?,
            () = too_late => (),
        }
        self.store.close().await;
        Ok(())
    }
}

async fn open_store(data: &PathBuf) -> Result<Store, ServeError> {
    let unwritable = |reason: String| ServeError::Folder {
        folder: data.clone(),
        reason,
    };
    std::fs::create_dir_all(data).map_err(|error| unwritable(error.to_string()))?;
    let opened = Store::open(&data.join("games.sqlite")).await;
    opened.map_err(|error: StoreError| unwritable(error.to_string()))
}
