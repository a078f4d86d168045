//! Connections before they are requests: how many there may be, of whom, and how long they may be
//! silent.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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

use crate::Hub;
use crate::visitor::Visitor;
use crate::worded::Worded;

/// How long a browser may take for the head of a request, or say nothing between two.
const HEAD: Duration = Duration::from_secs(10);
const IDLE: Duration = Duration::from_secs(30);
/// The largest head of a request.
const HEAD_BYTES: usize = 16 * 1024;
/// Descriptors left for the store, engines and files.
const RESERVE: usize = 64;
/// How long to wait when the system refuses a connection.
const PAUSE: Duration = Duration::from_millis(20);

/// How many connections there may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caps {
    pub(crate) all: usize,
    pub(crate) of_one: usize,
}

impl Caps {
    /// What the limit on descriptors allows.
    pub(crate) fn of_this_machine() -> Self {
        const MOST: usize = 16_384;
        let all = descriptors().saturating_sub(RESERVE).clamp(16, MOST);
        Self {
            all,
            of_one: (all / 4).clamp(8, 512),
        }
    }
}

/// How many descriptors the process may have: what Linux tells, else what systems allow at least.
fn descriptors() -> usize {
    const AT_LEAST: usize = 256;
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let soft = limits.lines().find_map(|line| {
        let numbers = line.strip_prefix("Max open files")?;
        numbers.split_whitespace().next()?.parse().ok()
    });
    soft.unwrap_or(AT_LEAST)
}

/// The open connections of a server. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    caps: Caps,
    hub: Hub,
    open: Arc<Mutex<Open>>,
    gone: Arc<Notify>,
}

#[derive(Debug, Default)]
struct Open {
    next: u64,
    connections: BTreeMap<u64, Known>,
    of_one: HashMap<Visitor, usize>,
    closing: bool,
}

#[derive(Debug)]
struct Known {
    visitor: Visitor,
    /// Since when it has had nothing to do; none while a request or a socket is under way.
    idle: Option<Instant>,
    end: Arc<Notify>,
}

/// A connection that is counted until the last copy of this is gone.
#[derive(Clone, Debug)]
pub(crate) struct Connection(Arc<Counted>);

#[derive(Debug)]
struct Counted {
    number: u64,
    all: Connections,
}

impl Drop for Counted {
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
        self.all.gone.notify_waiters();
    }
}

impl Open {
    /// Tells the connection that has been idle for longest, of this visitor or of anybody, to end.
    fn end_idlest(&mut self, of: Option<Visitor>) -> bool {
        let eligible = |known: &&Known| of.is_none_or(|visitor| known.visitor == visitor);
        let idle = self.connections.values().filter(eligible);
        let idle = idle.filter_map(|known| Some((known.idle?, &known.end)));
        let Some((_, end)) = idle.min_by_key(|(since, _)| *since) else {
            return false;
        };
        end.notify_one();
        true
    }
}

impl Connections {
    pub(crate) fn new(caps: Caps, hub: Hub) -> Self {
        Self {
            caps,
            hub,
            open: Arc::default(),
            gone: Arc::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts and answers until the socket fails for good, which it never should.
    pub(crate) async fn serve(&self, listener: TcpListener, app: Router) {
        loop {
            let (stream, from) = match listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of descriptors, or a browser that gave up: old idle ones give way.
                    let gave_way = self.lock().end_idlest(None);
                    tracing::warn!(%error, gave_way, "a connection was not accepted");
                    sleep(PAUSE).await;
                    continue;
                }
            };
            if let Some((connection, end)) = self.admit(from).await {
                // A move is a small packet that somebody waits for.
                let _ = stream.set_nodelay(true);
                tokio::spawn(answer(stream, from, connection, end, app.clone()));
            }
        }
    }

    /// Counts a connection in, where there is room or somebody idle gives way.
    async fn admit(&self, from: SocketAddr) -> Option<(Connection, Arc<Notify>)> {
        let visitor = Visitor::at(from.ip());
        // Proxies bring everybody's connections: no cap of one visitor's is theirs.
        let proxied = self.hub.proxies().contains(&from.ip().to_canonical());
        {
            let mut open = self.lock();
            let of_one = open.of_one.get(&visitor).copied().unwrap_or(0);
            if of_one >= self.caps.of_one && !proxied {
                // It may be the browser itself that opens a new one: the old goes, the next try fits.
                open.end_idlest(Some(visitor));
                self.hub.counters().count("connections-of-one");
                return None;
            }
        }
        if self.lock().connections.len() >= self.caps.all {
            self.hub.counters().count("connections");
            let gone = self.gone.notified();
            if !self.lock().end_idlest(None) || timeout(PAUSE, gone).await.is_err() {
                return None;
            }
        }
        Some(self.count_in(visitor))
    }

    fn count_in(&self, visitor: Visitor) -> (Connection, Arc<Notify>) {
        let mut open = self.lock();
        let (number, end) = (open.next, Arc::new(Notify::new()));
        open.next += 1;
        *open.of_one.entry(visitor).or_default() += 1;
        let known = Known {
            visitor,
            idle: Some(Instant::now()),
            end: Arc::clone(&end),
        };
        open.connections.insert(number, known);
        let all = self.clone();
        (Connection(Arc::new(Counted { number, all })), end)
    }

    /// Lets those under way finish, at most so long; the idle ones go at once.
    pub(crate) async fn close(&self, patience: Duration) {
        let wait = async {
            loop {
                let gone = self.gone.notified();
                {
                    let mut open = self.lock();
                    open.closing = true;
                    if open.connections.is_empty() {
                        return;
                    }
                    let idle = open
                        .connections
                        .values()
                        .filter(|known| known.idle.is_some());
                    idle.for_each(|known| known.end.notify_one());
                }
                let _ = timeout(PAUSE, gone).await;
            }
        };
        let _ = timeout(patience, wait).await;
    }
}

impl Connection {
    /// Says that it has become a socket, which no newcomer may push out.
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

/// Speaks HTTP with one browser, until it or the server has enough.
async fn answer(
    stream: TcpStream,
    from: SocketAddr,
    connection: Connection,
    end: Arc<Notify>,
    app: Router,
) {
    let service = {
        let connection = connection.clone();
        service_fn(move |request| respond(request, from, connection.clone(), app.clone()))
    };
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES);
    let stream = Worded::new(stream, connection.0.all.hub.clone());
    let serving = http.serve_connection(TokioIo::new(stream), service);
    let mut serving = pin!(serving.with_upgrades());
    loop {
        let next_look = connection.idle().unwrap_or_else(Instant::now) + IDLE;
        tokio::select! {
            // Whatever ends it, nobody is left to be told.
            _ = &mut serving => return,
            () = end.notified() => return,
            () = tokio::time::sleep_until(next_look) => {
                if connection.idle().is_some_and(|since| since.elapsed() >= IDLE) {
                    return;
                }
            }
        }
    }
}

async fn respond(
    mut request: Request<Incoming>,
    from: SocketAddr,
    connection: Connection,
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
