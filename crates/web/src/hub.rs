//! All tables of a server: those in memory by their name, the others a moment away in the store.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::Store;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};

use crate::bucket::Buckets;
use crate::engines::Engines;
use crate::failure::Failure;
use crate::live::{Command, Live, Shared};
use crate::metrics::Counters;
use crate::programs::Programs;
use crate::secret::Secret;
use crate::visitor::Visitor;

/// How many commands may wait for one table.
const QUEUE: usize = 64;
/// How often to ask again when a table leaves memory at that very moment.
const TRIES: usize = 5;
/// How many tables one visitor may open at once, and each second.
const OPENED: (u32, u32) = (100, 5);
/// How many invitations one visitor may try.
const TRIED: (u32, u32) = (30, 1);
/// How often one visitor may begin to watch.
const WATCHED: (u32, u32) = (200, 20);
/// How many tables are brought back from the store at the same time.
const REBUILDS: usize = 4;

/// What the server is made of. Clones share it.
#[derive(Clone, Debug)]
pub struct Hub(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    origins: Vec<String>,
    proxies: Vec<IpAddr>,
    shared: Shared,
    counters: Counters,
    closing: watch::Sender<bool>,
    live: Mutex<HashMap<String, mpsc::Sender<Command>>>,
    /// Tables on their way into memory: whoever else asks for one waits for it.
    coming: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    rebuilds: Semaphore,
    opened: Mutex<Buckets>,
    tried: Mutex<Buckets>,
    watched: Mutex<Buckets>,
}

/// The origins of a server at `address`: what a browser on this machine writes, and the names that
/// it was given. Browsers leave out the usual port.
pub fn origins(address: SocketAddr, named: &[String]) -> Vec<String> {
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
    let origin = |name: String| match port {
        80 => format!("http://{name}"),
        _ => format!("http://{name}:{port}"),
    };
    names.map(origin).collect()
}

impl Hub {
    /// A server for pages of these origins over this store.
    pub fn new(store: Store, origins: Vec<String>) -> Self {
        Self::behind(store, origins, Vec::new(), Programs::default())
    }

    /// The same behind proxies whose word about who asks is taken, with programs as opponents.
    pub fn behind(
        store: Store,
        origins: Vec<String>,
        proxies: Vec<IpAddr>,
        programs: Programs,
    ) -> Self {
        let engines = Engines::new();
        let buckets = |(burst, per_second)| Mutex::new(Buckets::new(burst, per_second));
        Self(Arc::new(Inner {
            origins,
            proxies,
            shared: Shared {
                store,
                engines,
                programs,
            },
            counters: Counters::default(),
            closing: watch::Sender::new(false),
            live: Mutex::default(),
            coming: Mutex::default(),
            rebuilds: Semaphore::new(REBUILDS),
            opened: buckets(OPENED),
            tried: buckets(TRIED),
            watched: buckets(WATCHED),
        }))
    }

    /// Tells sockets to end, so that the server can.
    pub fn close(&self) {
        self.0.closing.send_replace(true);
    }

    pub(crate) fn origins(&self) -> &[String] {
        &self.0.origins
    }

    pub(crate) fn proxies(&self) -> &[IpAddr] {
        &self.0.proxies
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.shared.store
    }

    pub(crate) fn engines(&self) -> &Engines {
        &self.0.shared.engines
    }

    pub(crate) fn programs(&self) -> &Programs {
        &self.0.shared.programs
    }

    pub(crate) fn counters(&self) -> &Counters {
        &self.0.counters
    }

    /// How many tables are in memory.
    pub(crate) fn tables(&self) -> usize {
        self.in_memory().len()
    }

    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Whether this visitor may open another table now.
    pub(crate) fn may_open(&self, from: Visitor) -> bool {
        locked(&self.0.opened).take(from)
    }

    /// Whether this visitor may try another invitation now.
    pub(crate) fn may_join(&self, from: Visitor) -> bool {
        locked(&self.0.tried).take(from)
    }

    /// Whether this visitor may begin to watch now.
    pub(crate) fn may_watch(&self, from: Visitor) -> bool {
        locked(&self.0.watched).take(from)
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
        locked(&self.0.live)
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
        let known = id.reveal().to_owned();
        let coming = Arc::clone(locked(&self.0.coming).entry(known.clone()).or_default());
        let first = coming.lock().await;
        let table = match self.present(&known) {
            Some(table) => Ok(table),
            None => self.rebuild(&id).await,
        };
        drop(first);
        // Whoever waits holds the other copies; the last to go takes the entry along.
        locked(&self.0.coming).retain(|other, lock| *other != known || Arc::strong_count(lock) > 2);
        table
    }

    async fn rebuild(&self, id: &Secret) -> Result<mpsc::Sender<Command>, Failure> {
        let _permit = self.0.rebuilds.acquire().await;
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

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
