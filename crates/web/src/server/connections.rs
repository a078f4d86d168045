//! TCP connections: how many may be open, in all and of one visitor, and how long they may be idle.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};
use tower_service::Service as _;

use crate::server::visitor::Visitor;
use crate::{Hub, locked};

/// Longest time that the head of a request may take.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// Longest time between two requests of a connection.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// Largest head of a request in bytes.
const HEAD_BYTES: usize = 16 * 1024;
/// File descriptors that are left for the store, engines and files.
const RESERVE: usize = 64;
/// Pause after the system refused to accept a connection.
const PAUSE: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectionCaps {
    all: usize,
    of_one: usize,
}

impl ConnectionCaps {
    /// The caps that the process's limit on file descriptors allows.
    pub(crate) fn from_descriptors() -> Self {
        const MOST: usize = 16_384;
        let all = descriptors().saturating_sub(RESERVE).clamp(16, MOST);
        Self {
            all,
            of_one: (all / 4).clamp(8, 512),
        }
    }
}

/// File descriptors that the process may open, from `/proc`; 256 where there is none.
fn descriptors() -> usize {
    const AT_LEAST: usize = 256;
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let soft = limits.lines().find_map(|line| {
        let numbers = line.strip_prefix("Max open files")?;
        numbers.split_whitespace().next()?.parse().ok()
    });
    soft.unwrap_or(AT_LEAST)
}

/// The open connections of a listener and their caps. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    caps: ConnectionCaps,
    hub: Hub,
    open: Arc<Mutex<OpenConnections>>,
    ended: Arc<Notify>,
}

#[derive(Debug, Default)]
struct OpenConnections {
    next: u64,
    connections: BTreeMap<u64, OpenConnection>,
    of_one: HashMap<Visitor, usize>,
}

#[derive(Debug)]
struct OpenConnection {
    visitor: Visitor,
    /// End of the connection's last request; none during a request and for a WebSocket.
    idle: Option<Instant>,
    close: Arc<Notify>,
}

/// Counts one connection as open until its last clone is dropped.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionGuard(Arc<CountedConnection>);

#[derive(Debug)]
struct CountedConnection {
    number: u64,
    all: Connections,
}

impl Drop for CountedConnection {
    fn drop(&mut self) {
        let mut open = self.all.lock();
        if let Some(known) = open.connections.remove(&self.number)
            && let Some(count) = open.of_one.get_mut(&known.visitor)
        {
            *count -= 1;
            if *count == 0 {
                open.of_one.remove(&known.visitor);
            }
        }
        drop(open);
        self.all.ended.notify_waiters();
    }
}

impl OpenConnections {
    /// Closes the connection that has been idle for longest, of this visitor or of all; false where none
    /// is idle.
    fn close_idlest(&mut self, of: Option<Visitor>) -> bool {
        let eligible = |known: &&OpenConnection| of.is_none_or(|visitor| known.visitor == visitor);
        let idle = self.connections.values().filter(eligible);
        let idle = idle.filter_map(|known| Some((known.idle?, &known.close)));
        let Some((_, close)) = idle.min_by_key(|(since, _)| *since) else {
            return false;
        };
        close.notify_one();
        true
    }
}

impl Connections {
    pub(crate) fn new(caps: ConnectionCaps, hub: Hub) -> Self {
        Self {
            caps,
            hub,
            open: Arc::default(),
            ended: Arc::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, OpenConnections> {
        locked(&self.open)
    }

    /// Accepts connections and serves them, without end.
    pub(crate) async fn serve(&self, listener: TcpListener, app: Router) {
        loop {
            let (stream, from) = match listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of descriptors, or a browser that gave up: an idle connection is closed.
                    let closed_idle = self.lock().close_idlest(None);
                    tracing::warn!(%error, closed_idle, "a connection was not accepted");
                    sleep(PAUSE).await;
                    continue;
                }
            };
            if let Some((connection, close)) = self.admit(from).await {
                // A move is a small packet that a player waits for.
                let _ = stream.set_nodelay(true);
                tokio::spawn(serve_http(stream, from, connection, close, app.clone()));
            }
        }
    }

    /// Counts a connection, if there is room or an idle one can be closed for it.
    async fn admit(&self, from: SocketAddr) -> Option<(ConnectionGuard, Arc<Notify>)> {
        let visitor = Visitor::at(from.ip());
        // A proxy forwards the connections of many visitors: no cap applies to it.
        let proxied = self.hub.proxies().contains(&from.ip().to_canonical());
        {
            let mut open = self.lock();
            let of_one = open.of_one.get(&visitor).copied().unwrap_or(0);
            if of_one >= self.caps.of_one && !proxied {
                // The browser itself may open a new one: with an old one closed, its next attempt fits.
                open.close_idlest(Some(visitor));
                self.hub.counters().count_error("connections-of-one");
                return None;
            }
        }
        if self.lock().connections.len() >= self.caps.all {
            self.hub.counters().count_error("connections");
            let ended = self.ended.notified();
            if !self.lock().close_idlest(None) || timeout(PAUSE, ended).await.is_err() {
                return None;
            }
        }
        Some(self.count(visitor))
    }

    fn count(&self, visitor: Visitor) -> (ConnectionGuard, Arc<Notify>) {
        let mut open = self.lock();
        let (number, close) = (open.next, Arc::new(Notify::new()));
        open.next += 1;
        *open.of_one.entry(visitor).or_default() += 1;
        let known = OpenConnection {
            visitor,
            idle: Some(Instant::now()),
            close: Arc::clone(&close),
        };
        open.connections.insert(number, known);
        let all = self.clone();
        let counted = CountedConnection { number, all };
        (ConnectionGuard(Arc::new(counted)), close)
    }

    /// Closes idle connections at once, and waits for the others until `limit` has passed.
    pub(crate) async fn close(&self, limit: Duration) {
        let wait = async {
            loop {
                let ended = self.ended.notified();
                {
                    let open = self.lock();
                    if open.connections.is_empty() {
                        return;
                    }
                    let idle = open
                        .connections
                        .values()
                        .filter(|known| known.idle.is_some());
                    idle.for_each(|known| known.close.notify_one());
                }
                let _ = timeout(PAUSE, ended).await;
            }
        };
        let _ = timeout(limit, wait).await;
    }
}

impl ConnectionGuard {
    /// Marks the connection as a WebSocket, which is never closed to make room.
    pub(crate) fn keep(&self) {
        self.set_idle(None);
    }

    fn set_idle(&self, idle: Option<Instant>) {
        let mut open = self.0.all.lock();
        if let Some(known) = open.connections.get_mut(&self.0.number) {
            known.idle = idle;
        }
    }

    fn idle(&self) -> Option<Instant> {
        let open = self.0.all.lock();
        open.connections.get(&self.0.number)?.idle
    }
}

/// Serves HTTP on one connection until it ends, is closed or has been idle for too long.
async fn serve_http(
    stream: TcpStream,
    from: SocketAddr,
    connection: ConnectionGuard,
    close: Arc<Notify>,
    app: Router,
) {
    let service = {
        let connection = connection.clone();
        service_fn(move |request| respond(request, from, connection.clone(), app.clone()))
    };
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(HEAD_BYTES);
    let serving = http.serve_connection(TokioIo::new(stream), service);
    let mut serving = pin!(serving.with_upgrades());
    loop {
        let next_check = connection.idle().unwrap_or_else(Instant::now) + IDLE_TIMEOUT;
        tokio::select! {
            _ = &mut serving => return,
            () = close.notified() => return,
            () = tokio::time::sleep_until(next_check) => {
                if connection.idle().is_some_and(|since| since.elapsed() >= IDLE_TIMEOUT) {
                    return;
                }
            }
        }
    }
}

async fn respond(
    mut request: Request<Incoming>,
    from: SocketAddr,
    connection: ConnectionGuard,
    mut app: Router,
) -> Result<Response<Body>, Infallible> {
    connection.set_idle(None);
    request.extensions_mut().insert(ConnectInfo(from));
    request.extensions_mut().insert(connection.clone());
    let ready = poll_fn(|context| {
        <Router as tower_service::Service<Request<Incoming>>>::poll_ready(&mut app, context)
    });
    let Ok(()) = ready.await;
    let response = app.call(request).await;
    connection.set_idle(Some(Instant::now()));
    response
}
