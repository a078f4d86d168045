//! All tables of a server: those in memory by their name, the others a moment away in the store.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::Store;
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::bus::Bus;
use crate::elsewhere::{self, Elsewhere};
use crate::engines::{Engines, Errand};
use crate::failure::Failure;
use crate::limits::Limits;
use crate::live::{Asked, Command, Live, Shared};
use crate::metrics::Counters;
use crate::programs::Programs;
use crate::review::Reviews;
use crate::secret::{Key, Secret};
use crate::site::Site;
use crate::visitor::{Asker, Visitor};

/// How many commands may wait for one table.
const QUEUE: usize = 64;
/// How often to ask again when a table leaves memory at that very moment.
const TRIES: usize = 5;
/// How many tables are kept in memory: beyond, the one that was not asked for longest leaves.
const MOST_TABLES: usize = 1024;

/// What the server is made of. Clones share it.
#[derive(Clone, Debug)]
pub struct Hub(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    site: Site,
    proxies: Vec<IpAddr>,
    key: Key,
    shared: Shared,
    closing: watch::Sender<bool>,
    live: Mutex<HashMap<String, Present>>,
    /// Tables on their way into memory: whoever else asks for one waits for it.
    coming: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    reviews: Reviews,
    elsewhere: Elsewhere,
}

/// A table in memory.
#[derive(Clone, Debug)]
struct Present {
    questions: mpsc::Sender<Asked>,
    last_asked: Instant,
    /// Tells it that others need its place.
    leave: Arc<Notify>,
    /// How many lines it has elsewhere, as far as was heard.
    heard: watch::Sender<usize>,
}

impl Hub {
    /// A server for the pages of this site over this store.
    pub fn new(store: Store, site: Site) -> Self {
        Self::behind(store, site, Vec::new(), Programs::default(), Bus::default())
    }

    /// The same behind proxies whose word about who asks is taken, with programs as opponents and
    /// perhaps with other nodes.
    pub fn behind(
        store: Store,
        site: Site,
        proxies: Vec<IpAddr>,
        programs: Programs,
        bus: Bus,
    ) -> Self {
        let engines = Engines::new();
        let key = Key::new(store.secret().as_bytes());
        let limits = Limits::new(key.clone(), bus.node().is_some());
        let hub = Self(Arc::new(Inner {
            site,
            proxies,
            key,
            shared: Shared {
                store,
                engines,
                programs,
                bus,
                limits: Arc::new(limits),
                counters: Arc::default(),
            },
            closing: watch::Sender::new(false),
            live: Mutex::default(),
            coming: Mutex::default(),
            reviews: Reviews::default(),
            elsewhere: Elsewhere::default(),
        }));
        hub.bus().listen(hub.clone());
        hub
    }

    /// Tells sockets to end, so that the server can.
    pub fn close(&self) {
        self.0.closing.send_replace(true);
    }

    pub(crate) fn site(&self) -> &Site {
        &self.0.site
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

    pub(crate) fn bus(&self) -> &Bus {
        &self.0.shared.bus
    }

    /// What visitors may do how often.
    pub(crate) fn limits(&self) -> &Limits {
        &self.0.shared.limits
    }

    /// Where the nodes of this house, and of no other, tell one another something.
    pub(crate) fn subject(&self, what: &str) -> String {
        format!("brelan.{what}.{}", self.key().alias("bus", ""))
    }

    /// What the nodes of this house know.
    pub(crate) fn key(&self) -> &Key {
        &self.0.key
    }

    /// Passes on that a table has so many lines elsewhere.
    pub(crate) fn hear(&self, id: &str, lines: usize) {
        if let Some(table) = self.in_memory().get(id) {
            table.heard.send_modify(|known| *known = lines.max(*known));
        }
    }

    /// Passes on that something may not have been heard: every table looks for itself, from then on
    /// whenever it is told anything.
    pub(crate) fn miss(&self) {
        for id in self.names(MOST_TABLES) {
            self.hear(&id, usize::MAX);
        }
    }

    pub(crate) fn counters(&self) -> &Counters {
        &self.0.shared.counters
    }

    /// How many tables are in memory.
    pub(crate) fn tables(&self) -> usize {
        self.in_memory().len()
    }

    /// What other nodes say of their tables.
    pub(crate) fn elsewhere(&self) -> &Elsewhere {
        &self.0.elsewhere
    }

    /// The names of some tables that are in memory, here or at another node.
    pub(crate) fn running(&self) -> Vec<String> {
        let mut names = self.0.elsewhere.tables(Instant::now().into_std());
        names.extend(self.names(elsewhere::MOST_TABLES));
        names.into_iter().take(elsewhere::MOST_TABLES).collect()
    }

    /// The names of some tables that are in memory here.
    pub(crate) fn names(&self, most: usize) -> Vec<String> {
        let mut names: Vec<String> = self.in_memory().keys().cloned().collect();
        names.sort();
        names.truncate(most);
        names
    }

    pub(crate) fn reviews(&self) -> &Reviews {
        &self.0.reviews
    }

    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Asks a table. One that leaves memory meanwhile has done nothing: it is asked again.
    pub(crate) async fn ask<T>(
        &self,
        by: &Asker,
        id: &str,
        command: impl Fn(oneshot::Sender<Result<T, Failure>>) -> Command,
    ) -> Result<T, Failure> {
        for _ in 0..TRIES {
            let table = self.table(by.from, id).await?;
            let (reply, answer) = oneshot::channel();
            let asked = Asked {
                by: by.clone(),
                command: command(reply),
            };
            if table.send(asked).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Failure::Broken("the table does not answer".to_owned()))
    }

    fn in_memory(&self) -> MutexGuard<'_, HashMap<String, Present>> {
        locked(&self.0.live)
    }

    /// A table that ended is as good as absent.
    fn present(&self, id: &str) -> Option<mpsc::Sender<Asked>> {
        let mut tables = self.in_memory();
        let table = tables
            .get_mut(id)
            .filter(|table| !table.questions.is_closed())?;
        table.last_asked = Instant::now();
        Some(table.questions.clone())
    }

    async fn table(&self, from: Visitor, id: &str) -> Result<mpsc::Sender<Asked>, Failure> {
        if let Some(table) = self.present(id) {
            return Ok(table);
        }
        let id = Secret::read(id).ok_or(Failure::NotFound)?;
        let known = id.reveal().to_owned();
        let coming = Arc::clone(locked(&self.0.coming).entry(known.clone()).or_default());
        let first = coming.lock().await;
        let table = match self.present(&known) {
            Some(table) => Ok(table),
            None => self.rebuild(from, &id).await,
        };
        drop(first);
        // Whoever waits holds the other copies; the last to go takes the entry along.
        locked(&self.0.coming).retain(|other, lock| *other != known || Arc::strong_count(lock) > 2);
        table
    }

    async fn rebuild(&self, from: Visitor, id: &Secret) -> Result<mpsc::Sender<Asked>, Failure> {
        let kept = self.store().load(id.reveal()).await?;
        let (kept, shared) = (kept.ok_or(Failure::NotFound)?, self.0.shared.clone());
        let live = move || Live::new(shared, kept);
        let live = self.engines().run(Errand::Replay, from, live).await??;
        self.counters().count_rebuilt();
        Ok(self.seat(id.reveal(), live))
    }

    /// Brings a table into memory.
    fn seat(&self, id: &str, live: Live) -> mpsc::Sender<Asked> {
        let mut tables = self.in_memory();
        if tables.len() >= MOST_TABLES
            && let Some(oldest) = tables.values().min_by_key(|table| table.last_asked)
        {
            oldest.leave.notify_one();
        }
        let (sender, questions) = mpsc::channel(QUEUE);
        let present = Present {
            questions: sender.clone(),
            last_asked: Instant::now(),
            leave: Arc::default(),
            heard: watch::Sender::new(0),
        };
        let leave = Arc::clone(&present.leave);
        let heard = present.heard.subscribe();
        tables.insert(id.to_owned(), present);
        let (hub, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move {
            let dismiss = |questions: &_| hub.dismiss(&id, questions);
            live.run(questions, &leave, heard, dismiss).await;
            hub.in_memory()
                .retain(|known, table| *known != id || !table.questions.is_closed());
        });
        sender
    }

    /// Lets a table go from memory, unless somebody is asking it.
    fn dismiss(&self, id: &str, questions: &mpsc::Receiver<Asked>) -> bool {
        let mut tables = self.in_memory();
        let may = questions.is_empty();
        if may {
            tables.remove(id);
        }
        may
    }
}

/// What a mutex guards, also after somebody panicked with it in hand.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use store::{NewGame, SeatRow};
    use tempfile::TempDir;

    use super::*;
    use crate::site::Origin;

    const HEADER: &str = "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\n\
        first A@humain\nsecond B@humain\n\n";

    async fn house(games: usize) -> (Hub, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("games.sqlite"))
            .await
            .unwrap();
        let game = |number: usize| NewGame {
            id: format!("{number:032x}"),
            game: "allumettes".to_owned(),
            header: HEADER.to_owned(),
            options: "{}".to_owned(),
            time_ms: None,
            seed: Some(0),
            creator: String::new(),
            created_ms: 0,
            seats: [SeatRow::default(), SeatRow::default()],
        };
        for kept in join_all((0..games).map(|number| store.create(game(number)))).await {
            kept.unwrap();
        }
        let origin: Origin = "http://127.0.0.1:4210".parse().unwrap();
        (Hub::new(store, Site::from(origin)), folder)
    }

    async fn describe(hub: &Hub, number: usize) {
        let by = Asker {
            from: Visitor::at([127, 0, 0, 1].into()),
            who: None,
        };
        let id = format!("{number:032x}");
        let described = hub.ask(&by, &id, |reply| Command::Describe { reply }).await;
        assert_eq!(described.unwrap().id, id);
    }

    #[tokio::test]
    async fn a_table_is_brought_back_once_for_all_who_wait() {
        let (hub, _folder) = house(1).await;
        join_all((0..50).map(|_| describe(&hub, 0))).await;
        assert_eq!(hub.counters().rebuilt(), 1);
    }

    #[tokio::test]
    async fn memory_holds_so_many_tables_and_those_asked_for_last() {
        let (hub, _folder) = house(MOST_TABLES + 100).await;
        for number in 0..MOST_TABLES + 100 {
            describe(&hub, number).await;
        }
        tokio::task::yield_now().await;
        assert!(hub.tables() <= MOST_TABLES, "{}", hub.tables());
        let rebuilt = hub.counters().rebuilt();
        describe(&hub, MOST_TABLES + 99).await;
        assert_eq!(hub.counters().rebuilt(), rebuilt);
        describe(&hub, 0).await;
        assert_eq!(hub.counters().rebuilt(), rebuilt + 1);
    }
}
