//! News between the nodes of a house: which table has how many lines, which are in memory, and whom they
//! let through how often, by names that only they can make of addresses. Nothing else travels.
//!
//! The store has everything, so that news may be lost: whoever hears of a line that it does not have
//! reads it there, and while nothing is heard the store is looked at from time to time.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event};
use futures_util::StreamExt as _;
use tokio::sync::{Notify, mpsc};

use crate::Hub;
use crate::elsewhere;
use crate::limits::GATHER;
use crate::secret::Secret;

/// Where news are told.
const SUBJECT: &str = "brelan.tables";
/// What the nodes of one house tell one another: whom they let through, and which tables they have.
const SPENT: &str = "spent";
const PRESENT: &str = "present";
/// How many may wait to be sent: more are not sent, since they would be old.
const QUEUE: usize = 4096;
/// How often a table that somebody watches looks at the store: while the bus is silent, and while it
/// is not, for what it may have lost.
const SILENT: Duration = Duration::from_secs(1);
const HEARD: Duration = Duration::from_secs(10);
/// How long to wait before the bus is tried again.
const AGAIN: Duration = Duration::from_millis(500);

/// The address is not one of a bus.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0} is not the address of a bus")]
pub struct NoBus(pub String);

/// Where a node hears and tells what happens at tables; on a machine of its own, nobody is there.
/// Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Bus(Option<Arc<Line>>);

#[derive(Debug)]
struct Line {
    node: String,
    client: Client,
    told: mpsc::Sender<News>,
    /// News may have been missed.
    missed: Arc<Notify>,
}

/// A table has so many lines, or somebody sat down there.
#[derive(Clone, PartialEq, Eq, Debug)]
struct News {
    table: String,
    lines: usize,
}

impl fmt::Display for News {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.table, self.lines)
    }
}

impl FromStr for News {
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
    /// Joins the nodes at `nats://HOST:PORT`. One that does not answer yet is tried again for as long
    /// as it takes.
    ///
    /// # Errors
    /// An address that is none.
    pub async fn join(url: &str) -> Result<Self, NoBus> {
        let missed = Arc::new(Notify::new());
        let heard = Arc::clone(&missed);
        let options = ConnectOptions::new()
            .name("brelan")
            .no_echo()
            .retry_on_initial_connect()
            .reconnect_delay_callback(|_| AGAIN)
            .event_callback(move |event| {
                note(&event, &heard);
                async {}
            });
        let client = options.connect(url).await;
        // What stands before the host may be a password.
        let place = url.rsplit('@').next().unwrap_or_default();
        let client = client.map_err(|_| NoBus(place.to_owned()))?;
        let (told, news) = mpsc::channel(QUEUE);
        tokio::spawn(tell(client.clone(), news));
        Ok(Self(Some(Arc::new(Line {
            node: Secret::new().reveal().to_owned(),
            client,
            told,
            missed,
        }))))
    }

    /// What this node is called in the store, if others may serve its tables.
    pub(crate) fn node(&self) -> Option<&str> {
        self.0.as_ref().map(|line| line.node.as_str())
    }

    /// Whether others hear what is told, where there are others.
    pub(crate) fn is_heard(&self) -> bool {
        let connected = |line: &Arc<Line>| line.client.connection_state() == State::Connected;
        self.0.as_ref().is_none_or(connected)
    }

    /// How long a table waits for news before it looks at the store itself.
    pub(crate) fn patience(&self) -> Option<Duration> {
        let patience = if self.is_heard() { HEARD } else { SILENT };
        self.0.as_ref().map(|_| patience)
    }

    /// Tells the others, without waiting for any of them.
    pub(crate) fn tell(&self, table: &str, lines: usize) {
        if let Some(line) = &self.0 {
            let news = News {
                table: table.to_owned(),
                lines,
            };
            // A table that is not told of is found by whoever looks at the store.
            let _ = line.told.try_send(news);
        }
    }

    /// Passes on to a hub what others tell, and to others whom it lets through, until it closes.
    pub(crate) fn listen(&self, hub: Hub) {
        if let Some(line) = &self.0 {
            tokio::spawn(share(Arc::clone(line), hub.clone()));
            tokio::spawn(listen(Arc::clone(line), hub));
        }
    }
}

/// Says in the log how it goes; whoever was away has missed something.
fn note(event: &Event, missed: &Notify) {
    match event {
        Event::Connected | Event::SlowConsumer(_) => missed.notify_one(),
        Event::Disconnected | Event::Closed => {
            tracing::warn!("the bus is silent; the store is looked at instead");
        }
        Event::ServerError(_) => tracing::warn!(%event, "the bus"),
        // Told again with every try.
        Event::ClientError(_) | Event::LameDuckMode | Event::Draining => {}
    }
}

async fn tell(client: Client, mut news: mpsc::Receiver<News>) {
    while let Some(news) = news.recv().await {
        publish(&client, SUBJECT, news.to_string()).await;
    }
}

/// What would wait in the client until the bus is back would be old by then: it is not told.
async fn publish(client: &Client, subject: &str, text: String) {
    if client.connection_state() == State::Connected {
        let sent = client.publish(subject.to_owned(), text.into()).await;
        if let Err(error) = sent {
            tracing::warn!(%error, "news could not be told");
        }
    }
}

/// Tells whom this node lets through, gathered for a moment, and which tables it has.
async fn share(line: Arc<Line>, hub: Hub) {
    let (limits, mut closing) = (hub.limits(), hub.closing());
    let [spent, present] = [SPENT, PRESENT].map(|what| hub.subject(what));
    let mut every = tokio::time::interval(elsewhere::EVERY);
    loop {
        tokio::select! {
            () = limits.untold() => {
                tokio::time::sleep(GATHER).await;
                let told = limits.tell();
                if !told.is_empty() {
                    publish(&line.client, &spent, told).await;
                }
            }
            _ = every.tick() => {
                let told = elsewhere::told(&line.node, &hub.names(elsewhere::MOST_TABLES));
                publish(&line.client, &present, told).await;
            }
            _ = closing.changed() => return,
        }
    }
}

async fn listen(line: Arc<Line>, hub: Hub) {
    let mut closing = hub.closing();
    let news = line.client.subscribe(SUBJECT).await;
    let spent = line.client.subscribe(hub.subject(SPENT)).await;
    let present = line.client.subscribe(hub.subject(PRESENT)).await;
    let (mut news, mut spent, mut present) = match (news, spent, present) {
        (Ok(news), Ok(spent), Ok(present)) => (news, spent, present),
        (Err(error), ..) | (_, Err(error), _) | (.., Err(error)) => {
            tracing::error!(%error, "the bus cannot be listened to");
            return;
        }
    };
    loop {
        tokio::select! {
            Some(message) = news.next() => {
                let text = str::from_utf8(&message.payload).unwrap_or_default();
                if let Ok(News { table, lines }) = text.parse() {
                    hub.hear(&table, lines);
                }
            }
            Some(message) = spent.next() => hub.limits().hear(&message.payload, Instant::now()),
            Some(message) = present.next() => hub.elsewhere().hear(&message.payload, Instant::now()),
            () = line.missed.notified() => hub.miss(),
            _ = closing.changed() => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use store::Store;

    use super::*;
    use crate::limits::Limit;
    use crate::visitor::Visitor;
    use crate::{Origin, Programs, Site};

    async fn node(store: &Store) -> Hub {
        let url = std::env::var("BRELAN_NATS").expect("checks/servers/nats.sh sets it");
        let bus = Bus::join(&url).await.unwrap();
        let origin: Origin = "http://127.0.0.1:4210".parse().unwrap();
        let (site, programs) = (Site::from(origin), Programs::default());
        let hub = Hub::behind(store.clone(), site, Vec::new(), programs, bus);
        while !hub.bus().is_heard() {
            tokio::task::yield_now().await;
        }
        hub
    }

    /// Waits until each is heard by all others, who may not have listened yet when it began.
    async fn acquainted(nodes: &[Hub]) {
        let stranger = Visitor::at([192, 0, 2, 99].into());
        for teller in nodes {
            let heard = |node: &Hub| node.limits().heard(Limit::Ask);
            let before: Vec<u64> = nodes.iter().map(heard).collect();
            let hears = || {
                nodes
                    .iter()
                    .zip(&before)
                    .filter(|(node, before)| heard(node) > **before)
            };
            // Everybody but the one who tells.
            while hears().count() < nodes.len() - 1 {
                teller.limits().may(Limit::Ask, stranger);
                tokio::task::yield_now().await;
            }
        }
    }

    /// After the others have heard what one node let through, they let through what came back since.
    #[tokio::test]
    #[ignore = "needs NATS: checks/machines.sh"]
    async fn what_a_visitor_spent_at_one_node_is_gone_at_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        let store = Store::open(&file).await.unwrap();
        let nodes = [node(&store).await, node(&store).await, node(&store).await];
        acquainted(&nodes).await;
        let [greedy, honest] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(|ip| Visitor::at(ip.into()));
        let [here, others @ ..] = &nodes;
        let (begin, mut spent) = (Instant::now(), 0);
        while here.limits().may(Limit::Code, greedy) {
            spent += 1;
        }
        assert!(spent >= 100, "{spent}");
        for node in others {
            while node.limits().heard(Limit::Code) < spent {
                tokio::task::yield_now().await;
            }
            let more = (0..100).filter(|_| node.limits().may(Limit::Code, greedy));
            let more = more.count() as u64;
            let came_back = 2 * begin.elapsed().as_secs() + 2;
            assert!(more <= came_back, "{more} of {came_back}");
            assert!(node.limits().may(Limit::Code, honest));
        }
    }

    #[test]
    fn news_read_back_and_anything_else_is_none() {
        let news = News {
            table: "a0".to_owned(),
            lines: 12,
        };
        assert_eq!(news.to_string().parse(), Ok(news));
        for text in ["", "a0", "a0 ", "a0 -1", "a0 1 2"] {
            assert!(text.parse::<News>().is_err(), "{text}");
        }
    }
}
