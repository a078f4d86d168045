//! The NATS connection between the nodes of one store: how many lines each table has, and which tables
//! each node has in memory.
//!
//! Notices may get lost: a node that is told of a line reads it from the store, and while the bus is
//! silent it reads the store at intervals.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event};
use futures_util::StreamExt as _;
use table::Explain;
use tokio::sync::{Notify, mpsc};

use super::presence::{INTERVAL, MOST_TABLES, presence_message};
use crate::Hub;
use crate::server::secret::Secret;

/// Subject of the notices about lines.
const LINES_SUBJECT: &str = "brelan.tables";
/// Kind of the messages about tables in memory; the subject names the store as well.
const PRESENCE: &str = "present";
/// Maximum number of notices that wait to be sent; further ones are dropped, since they would be old.
const QUEUE: usize = 4096;
/// Interval at which a watched table reads the store while the bus is silent.
const POLL_DISCONNECTED: Duration = Duration::from_secs(1);
/// Interval at which a watched table reads the store while the bus is connected, for lost notices.
const POLL_CONNECTED: Duration = Duration::from_secs(10);
const RECONNECT_DELAY: Duration = Duration::from_millis(500);

/// The address of the bus is invalid.
#[derive(Clone, Debug, Explain)]
#[message("web-bad-bus", text = _0)]
pub struct NoBus(pub String);

/// A node's connection to the other nodes, or none for a server that is alone. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Bus(Option<Arc<BusLink>>);

#[derive(Debug)]
struct BusLink {
    /// The random id of this node.
    node: String,
    client: Client,
    notices: mpsc::Sender<LinesNotice>,
    /// Notified when notices of other nodes may have been lost.
    missed: Arc<Notify>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct LinesNotice {
    table: String,
    lines: usize,
}

impl fmt::Display for LinesNotice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.table, self.lines)
    }
}

impl FromStr for LinesNotice {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (table, lines) = text.split_once(' ').ok_or(())?;
        Ok(Self {
            table: table.to_owned(),
            lines: lines.parse().map_err(drop)?,
        })
    }
}

impl Bus {
    /// Connects to the nodes at `nats://HOST:PORT`, and keeps trying while the server there does not
    /// answer.
    pub async fn join(url: &str) -> Result<Self, NoBus> {
        let missed = Arc::new(Notify::new());
        let lost = Arc::clone(&missed);
        let options = ConnectOptions::new()
            .name("brelan")
            .no_echo()
            .retry_on_initial_connect()
            .reconnect_delay_callback(|_| RECONNECT_DELAY)
            .event_callback(move |event| {
                log_event(&event, &lost);
                async {}
            });
        let client = options.connect(url).await;
        // The part before the host may be a password.
        let host = url.rsplit('@').next().unwrap_or_default();
        let client = client.map_err(|_| NoBus(host.to_owned()))?;
        let (notices, queue) = mpsc::channel(QUEUE);
        tokio::spawn(publish_notices(client.clone(), queue));
        Ok(Self(Some(Arc::new(BusLink {
            node: Secret::new().reveal().to_owned(),
            client,
            notices,
            missed,
        }))))
    }

    /// The id of this node in the store's leases; none for a server that is alone.
    pub(crate) fn node(&self) -> Option<&str> {
        self.0.as_ref().map(|link| link.node.as_str())
    }

    /// Whether the bus is connected; true for a server that is alone.
    pub(crate) fn is_connected(&self) -> bool {
        let connected = |link: &Arc<BusLink>| link.client.connection_state() == State::Connected;
        self.0.as_ref().is_none_or(connected)
    }

    /// How long a watched table waits for a notice before it reads the store; none for a server that
    /// is alone.
    pub(crate) fn poll_interval(&self) -> Option<Duration> {
        self.0.as_ref()?;
        let connected = self.is_connected();
        Some(if connected {
            POLL_CONNECTED
        } else {
            POLL_DISCONNECTED
        })
    }

    /// Publishes how many lines a table has, without waiting.
    pub(crate) fn publish_lines(&self, table: &str, lines: usize) {
        if let Some(link) = &self.0 {
            let notice = LinesNotice {
                table: table.to_owned(),
                lines,
            };
            // The other nodes read the store when a notice is dropped.
            let _ = link.notices.try_send(notice);
        }
    }

    /// Starts the tasks that pass messages between the bus and a hub, until the hub closes.
    pub(crate) fn connect(&self, hub: Hub) {
        if let Some(link) = &self.0 {
            tokio::spawn(publish_presence(Arc::clone(link), hub.clone()));
            tokio::spawn(receive(Arc::clone(link), hub));
        }
    }
}

/// Writes the state of the connection to the log. After a gap, notices may have been lost.
fn log_event(event: &Event, missed: &Notify) {
    match event {
        Event::Connected | Event::SlowConsumer(_) => missed.notify_one(),
        Event::Disconnected | Event::Closed => {
            tracing::warn!("the bus is disconnected; tables read the store instead");
        }
        Event::ServerError(_) => tracing::warn!(%event, "error of the bus"),
        // Repeated at every attempt to connect.
        Event::ClientError(_) | Event::LameDuckMode | Event::Draining => {}
    }
}

async fn publish_notices(client: Client, mut notices: mpsc::Receiver<LinesNotice>) {
    while let Some(notice) = notices.recv().await {
        publish(&client, LINES_SUBJECT, notice.to_string()).await;
    }
}

/// Publishes a message, unless the bus is disconnected: the client would keep it until it is old.
async fn publish(client: &Client, subject: &str, text: String) {
    if client.connection_state() == State::Connected {
        let sent = client.publish(subject.to_owned(), text.into()).await;
        if let Err(error) = sent {
            tracing::warn!(%error, "a message to the other nodes was not sent");
        }
    }
}

async fn publish_presence(link: Arc<BusLink>, hub: Hub) {
    let (subject, mut closing) = (hub.subject(PRESENCE), hub.closing());
    let mut interval = tokio::time::interval(INTERVAL);
    loop {
        tokio::select! {
            _ = interval.tick() => {
                let message = presence_message(&link.node, &hub.tables().ids(MOST_TABLES));
                publish(&link.client, &subject, message).await;
            }
            _ = closing.changed() => return,
        }
    }
}

async fn receive(link: Arc<BusLink>, hub: Hub) {
    let mut closing = hub.closing();
    let notices = link.client.subscribe(LINES_SUBJECT).await;
    let presence = link.client.subscribe(hub.subject(PRESENCE)).await;
    let (mut notices, mut presence) = match (notices, presence) {
        (Ok(notices), Ok(presence)) => (notices, presence),
        (Err(error), _) | (_, Err(error)) => {
            tracing::error!(%error, "the bus cannot be subscribed to");
            return;
        }
    };
    loop {
        tokio::select! {
            Some(message) = notices.next() => {
                let text = str::from_utf8(&message.payload).unwrap_or_default();
                if let Ok(LinesNotice { table, lines }) = text.parse() {
                    hub.tables().note_lines(&table, lines);
                }
            }
            Some(message) = presence.next() => {
                hub.presence().receive(&message.payload, Instant::now());
            }
            () = link.missed.notified() => hub.tables().note_lost_notices(),
            _ = closing.changed() => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_is_parsed_as_it_is_written_and_other_text_is_refused() {
        let notice = LinesNotice {
            table: "a0".to_owned(),
            lines: 12,
        };
        assert_eq!(notice.to_string().parse(), Ok(notice));
        for text in ["", "a0", "a0 ", "a0 -1", "a0 1 2"] {
            assert!(text.parse::<LinesNotice>().is_err(), "{text}");
        }
    }
}
