//! All tables of a server: those in memory by their name, the others a moment away in the store.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::Store;
use tokio::sync::{mpsc, oneshot, watch};

use crate::bucket::Buckets;
use crate::engines::Engines;
use crate::failure::Failure;
use crate::live::{Command, Live, Shared};
use crate::secret::Secret;

/// How many commands may wait for one table.
const QUEUE: usize = 64;
/// How often to ask again when a table leaves memory at that very moment.
const TRIES: usize = 5;
/// How many tables one address may open at once, and each second.
const OPENED: (u32, u32) = (100, 5);

/// What the server is made of. Clones share it.
#[derive(Clone, Debug)]
pub struct Hub(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    hosts: Vec<String>,
    shared: Shared,
    closing: watch::Sender<bool>,
    live: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    opened: Mutex<Buckets>,
}

/// The names under which a server may be asked at `address`: what a browser on this machine writes,
/// and those that were `named`.
pub fn hosts(address: SocketAddr, named: &[String]) -> Vec<String> {
    let port = address.port();
    let loopback = ["127.0.0.1", "localhost", "[::1]"].map(str::to_owned);
    let own = match address {
        SocketAddr::V4(address) => address.ip().to_string(),
        SocketAddr::V6(address) => format!("[{}]", address.ip()),
    };
    let names = loopback
        .into_iter()
        .chain([own])
        .chain(named.iter().cloned());
    names.map(|name| format!("{name}:{port}")).collect()
}

impl Hub {
    /// A server for these hosts over this store.
    pub fn new(store: Store, hosts: Vec<String>) -> Self {
        let engines = Engines::new();
        let (burst, per_second) = OPENED;
        Self(Arc::new(Inner {
            hosts,
            shared: Shared { store, engines },
            closing: watch::Sender::new(false),
            live: Mutex::default(),
            opened: Mutex::new(Buckets::new(burst, per_second)),
        }))
    }

    /// Tells sockets to end, so that the server can.
    pub fn close(&self) {
        self.0.closing.send_replace(true);
    }

    pub(crate) fn hosts(&self) -> &[String] {
        &self.0.hosts
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.shared.store
    }

    pub(crate) fn engines(&self) -> &Engines {
        &self.0.shared.engines
    }

    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Whether this address may open another table now.
    pub(crate) fn may_open(&self, from: SocketAddr) -> bool {
        let mut opened = self.0.opened.lock().unwrap_or_else(PoisonError::into_inner);
        opened.take(from.ip())
    }

    /// Asks a table. One that leaves memory meanwhile has done nothing: it is asked again.
    pub(crate) async fn ask<T>(
        &self,
        id: &str,
        command: impl Fn(oneshot::Sender<Result<T, Failure>>) -> Command,
    ) -> Result<T, Failure> {
        for _ in 0..TRIES {
            let table = self.table(id).await?;
            let (reply, answer) = oneshot::channel();
            if table.send(command(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Failure::Broken("the table does not answer".to_owned()))
    }

    fn in_memory(&self) -> MutexGuard<'_, HashMap<String, mpsc::Sender<Command>>> {
        self.0.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table that ended is as good as absent.
    fn present(&self, id: &str) -> Option<mpsc::Sender<Command>> {
        let table = self.in_memory().get(id).cloned();
        table.filter(|table| !table.is_closed())
    }

    async fn table(&self, id: &str) -> Result<mpsc::Sender<Command>, Failure> {
        if let Some(table) = self.present(id) {
            return Ok(table);
        }
        let id = Secret::read(id).ok_or(Failure::NotFound)?;
        let kept = self.store().load(id.reveal()).await?;
        let (kept, shared) = (kept.ok_or(Failure::NotFound)?, self.0.shared.clone());
        let live = tokio::task::spawn_blocking(move || Live::new(shared, kept)).await;
        let live = live.map_err(|error| Failure::Broken(error.to_string()))??;
        Ok(self.seat(id.reveal(), live))
    }

    /// Brings a table into memory, unless somebody else just did.
    fn seat(&self, id: &str, live: Live) -> mpsc::Sender<Command> {
        let mut tables = self.in_memory();
        if let Some(table) = tables.get(id).filter(|table| !table.is_closed()) {
            return table.clone();
        }
        let (sender, commands) = mpsc::channel(QUEUE);
        tables.insert(id.to_owned(), sender.clone());
        let (hub, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move {
            live.run(commands, |commands| hub.dismiss(&id, commands))
                .await;
            hub.in_memory()
                .retain(|known, table| *known != id || !table.is_closed());
        });
        sender
    }

    /// Lets a table go from memory, unless somebody is asking it.
    fn dismiss(&self, id: &str, commands: &mpsc::Receiver<Command>) -> bool {
        let mut tables = self.in_memory();
        let may = commands.is_empty();
        if may {
            tables.remove(id);
        }
        may
    }
}
