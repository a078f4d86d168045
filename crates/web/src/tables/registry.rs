//! The tables in memory by their id; the others are loaded from the store when a request names them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::Instant;

use super::actor::{ActorInbox, TableActor, TableServices};
use super::command::{TableCommand, TableRequest};
use crate::analysis::engines::JobKind;
use crate::error::RequestError;
use crate::locked;
use crate::server::secret::Secret;
use crate::server::visitor::{Requester, Visitor};

/// Requests that may wait for one table.
const QUEUE: usize = 64;
/// How often a request is repeated when its table leaves memory at the same time.
const ATTEMPTS: usize = 5;
/// Tables in memory; beyond, the table whose last request is oldest is evicted unless it is watched.
const MOST_TABLES: usize = 1024;

/// The tables of a server. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct TableRegistry(Arc<RegistryState>);

#[derive(Debug)]
struct RegistryState {
    services: TableServices,
    tables: Mutex<HashMap<String, TableHandle>>,
    /// Tables that are being loaded: other requests for one wait on its lock.
    loading: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
}

#[derive(Clone, Debug)]
struct TableHandle {
    requests: mpsc::Sender<TableRequest>,
    last_request: Instant,
    evict: Arc<Notify>,
    lines_elsewhere: watch::Sender<usize>,
}

impl TableRegistry {
    pub(crate) fn new(services: TableServices) -> Self {
        Self(Arc::new(RegistryState {
            services,
            tables: Mutex::default(),
            loading: Mutex::default(),
        }))
    }

    pub(crate) fn services(&self) -> &TableServices {
        &self.0.services
    }

    pub(crate) fn len(&self) -> usize {
        self.tables().len()
    }

    /// The ids of at most `most` tables in memory, in alphabetical order.
    pub(crate) fn ids(&self, most: usize) -> Vec<String> {
        let mut ids: Vec<String> = self.tables().keys().cloned().collect();
        ids.sort();
        ids.truncate(most);
        ids
    }

    /// Tells a table in memory how many lines it has at another node.
    pub(crate) fn note_lines(&self, id: &str, lines: usize) {
        if let Some(table) = self.tables().get(id) {
            let known = &table.lines_elsewhere;
            known.send_modify(|known| *known = lines.max(*known));
        }
    }

    /// Makes every table read the store: notices of other nodes may have been lost.
    pub(crate) fn note_lost_notices(&self) {
        for id in self.ids(MOST_TABLES) {
            self.note_lines(&id, usize::MAX);
        }
    }

    /// Sends a command to a table and waits for the reply. A table that leaves memory meanwhile has
    /// not executed it: the command is sent again.
    pub(crate) async fn request<T>(
        &self,
        by: &Requester,
        id: &str,
        command: impl Fn(oneshot::Sender<Result<T, RequestError>>) -> TableCommand,
    ) -> Result<T, RequestError> {
        for _ in 0..ATTEMPTS {
            let table = self.find(by.from, id).await?;
            let (reply, result) = oneshot::channel();
            let request = TableRequest {
                by: by.clone(),
                command: command(reply),
            };
            if table.send(request).await.is_ok()
                && let Ok(result) = result.await
            {
                return result;
            }
        }
        Err(RequestError::Internal(
            "the table does not reply".to_owned(),
        ))
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, TableHandle>> {
        locked(&self.0.tables)
    }

    /// The table in memory, unless its actor has ended.
    fn in_memory(&self, id: &str) -> Option<mpsc::Sender<TableRequest>> {
        let mut tables = self.tables();
        let table = tables
            .get_mut(id)
            .filter(|table| !table.requests.is_closed())?;
        table.last_request = Instant::now();
        Some(table.requests.clone())
    }

    async fn find(
        &self,
        from: Visitor,
        id: &str,
    ) -> Result<mpsc::Sender<TableRequest>, RequestError> {
        if let Some(table) = self.in_memory(id) {
            return Ok(table);
        }
        let id = Secret::parse(id).ok_or(RequestError::NotFound)?;
        let id = id.reveal();
        let loading = Arc::clone(locked(&self.0.loading).entry(id.to_owned()).or_default());
        let first = loading.lock().await;
        let table = match self.in_memory(id) {
            Some(table) => Ok(table),
            None => self.load(from, id).await,
        };
        drop(first);
        // The map and this function hold two copies of the lock; the last request removes it.
        locked(&self.0.loading).retain(|other, lock| other != id || Arc::strong_count(lock) > 2);
        table
    }

    async fn load(
        &self,
        from: Visitor,
        id: &str,
    ) -> Result<mpsc::Sender<TableRequest>, RequestError> {
        let services = self.services().clone();
        let kept = services.store.load(id).await?;
        let kept = kept.ok_or(RequestError::NotFound)?;
        let load = move || TableActor::load(services, kept);
        let engines = &self.services().engines;
        let actor = engines.run(JobKind::Replay, from, load).await??;
        self.services().counters.count_rebuilt();
        Ok(self.start(id, actor))
    }

    /// Starts an actor; evicts another where there are too many.
    fn start(&self, id: &str, actor: TableActor) -> mpsc::Sender<TableRequest> {
        let mut tables = self.tables();
        if tables.len() >= MOST_TABLES
            && let Some(oldest) = tables.values().min_by_key(|table| table.last_request)
        {
            oldest.evict.notify_one();
        }
        let (sender, requests) = mpsc::channel(QUEUE);
        let handle = TableHandle {
            requests: sender.clone(),
            last_request: Instant::now(),
            evict: Arc::default(),
            lines_elsewhere: watch::Sender::new(0),
        };
        let inbox = ActorInbox {
            requests,
            evict: Arc::clone(&handle.evict),
            lines_elsewhere: handle.lines_elsewhere.subscribe(),
        };
        tables.insert(id.to_owned(), handle);
        let (registry, id) = (self.clone(), id.to_owned());
        tokio::spawn(async move {
            let leave = |requests: &_| registry.remove_unless_asked(&id, requests);
            actor.run(inbox, leave).await;
            registry
                .tables()
                .retain(|known, table| *known != id || !table.requests.is_closed());
        });
        sender
    }

    /// Removes a table from memory, unless a request waits for it.
    fn remove_unless_asked(&self, id: &str, requests: &mpsc::Receiver<TableRequest>) -> bool {
        let mut tables = self.tables();
        let may_leave = requests.is_empty();
        if may_leave {
            tables.remove(id);
        }
        may_leave
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use store::{NewGame, SeatRow, Store};
    use tempfile::TempDir;

    use super::*;
    use crate::{Bus, Hub, Origin, Programs, Retention, Site};

    const HEADER: &str = "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\n\
        first A@humain\nsecond B@humain\n\n";

    async fn hub_with(games: usize) -> (Hub, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&store::Address::File(folder.path().join("games.sqlite")))
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
        let (site, programs) = (Site::from(origin), Programs::default());
        let hub = Hub::new(
            store,
            site,
            Vec::new(),
            programs,
            Bus::default(),
            Retention::default(),
        );
        (hub, folder)
    }

    async fn describe(hub: &Hub, number: usize) {
        let by = Requester {
            from: Visitor::at([127, 0, 0, 1].into()),
            who: None,
        };
        let id = format!("{number:032x}");
        let described = hub.tables().request(&by, &id, TableCommand::Describe).await;
        assert_eq!(described.unwrap().id, id);
    }

    #[tokio::test]
    async fn a_table_is_loaded_once_for_all_requests_that_wait() {
        let (hub, _folder) = hub_with(1).await;
        join_all((0..50).map(|_| describe(&hub, 0))).await;
        assert_eq!(hub.counters().rebuilt(), 1);
    }

    #[tokio::test]
    async fn memory_holds_a_bounded_number_of_tables_and_the_latest() {
        let (hub, _folder) = hub_with(MOST_TABLES + 100).await;
        for number in 0..MOST_TABLES + 100 {
            describe(&hub, number).await;
        }
        tokio::task::yield_now().await;
        assert!(hub.tables().len() <= MOST_TABLES, "{}", hub.tables().len());
        let rebuilt = hub.counters().rebuilt();
        describe(&hub, MOST_TABLES + 99).await;
        assert_eq!(hub.counters().rebuilt(), rebuilt);
        describe(&hub, 0).await;
        assert_eq!(hub.counters().rebuilt(), rebuilt + 1);
    }
}
