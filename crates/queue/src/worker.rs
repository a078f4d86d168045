//! A worker: a machine that takes jobs from the queue, and returns their results.

use std::fs;
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use futures_util::StreamExt as _;
use sandbox::Cage;
use table::{Message, Stop, message};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, broadcast, watch};
use tokio::time::{sleep, timeout};

use crate::access::QueueAccess;
use crate::connection::{HEARTBEAT_SUBJECT, NatsConnection, ended_subject, exclusion_subject};
use crate::dispatcher::random_name;
use crate::executor::Executor;
use crate::fetcher::JobFetcher;
use crate::presence::{HEARTBEAT_INTERVAL, Heartbeat};
use crate::wire::{encode, is_name};
use crate::{QueueError, locked};

/// Time between two events for the caller of [`Worker::work`].
const EVENT_INTERVAL: Duration = Duration::from_millis(200);
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of executed jobs that wait for a receipt; at the limit no job is started.
const MAX_UNCONFIRMED: usize = 256;

/// Settings of a worker.
#[derive(Debug)]
pub struct WorkerConfig {
    /// The server and the key that results are signed with.
    pub access: QueueAccess,
    /// Name of the worker; when absent, the machine's name and six random digits.
    pub name: Option<String>,
    /// Number of jobs executed at the same time.
    pub concurrency: usize,
    /// Cage for programs and submissions; without one the worker plays strategies only.
    pub cage: Option<Cage>,
}

/// Event that a worker reports to its caller.
#[derive(Clone, Copy, Debug)]
pub enum WorkerEvent<'a> {
    /// A message to people.
    Notice(&'a Message),
    /// New counts of jobs.
    Progress {
        /// Number of jobs whose results are stored.
        stored: u64,
        /// Number of jobs in progress.
        running: usize,
    },
}

/// A worker that is connected to a queue.
#[derive(Debug)]
pub struct Worker {
    runtime: Runtime,
    state: Arc<WorkerState>,
}

/// The reason why a dispatcher ends a worker.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WorkerEnd {
    Excluded,
    KeyOther,
}

/// State shared by the tasks of a worker.
#[derive(Debug)]
pub(crate) struct WorkerState {
    pub(crate) connection: NatsConnection,
    pub(crate) name: String,
    pub(crate) executor: Executor,
    concurrency: usize,
    /// One permit for each job that may be executed at the same time.
    pub(crate) permits: Arc<Semaphore>,
    /// One permit for each executed job that may wait for its receipt.
    pub(crate) unconfirmed: Arc<Semaphore>,
    /// Number of jobs whose results are stored.
    stored: AtomicU64,
    /// The reason why a dispatcher has ended this worker.
    ended: OnceLock<WorkerEnd>,
    pub(crate) closing: watch::Sender<bool>,
    pub(crate) ended_batches: broadcast::Sender<String>,
    /// Digests of the requirements that this machine meets, for heartbeats.
    serves: Mutex<Vec<String>>,
    /// Messages to people that were not reported yet.
    notices: Mutex<Vec<Message>>,
}

impl Worker {
    /// Connects to a queue.
    pub fn connect(config: WorkerConfig) -> Result<Self, QueueError> {
        let runtime = Builder::new_multi_thread().enable_all().build()?;
        let name = config.name.unwrap_or_else(default_name);
        if !is_name(&name) {
            return Err(QueueError::InvalidName(name));
        }
        let connection = runtime.block_on(NatsConnection::open(&config.access))?;
        let state = Arc::new(WorkerState {
            executor: Executor::new(connection.clone(), config.cage)?,
            connection,
            name,
            concurrency: config.concurrency,
            permits: Arc::new(Semaphore::new(config.concurrency)),
            unconfirmed: Arc::new(Semaphore::new(MAX_UNCONFIRMED)),
            stored: AtomicU64::new(0),
            ended: OnceLock::new(),
            closing: watch::Sender::new(false),
            ended_batches: broadcast::Sender::new(16),
            serves: Mutex::default(),
            notices: Mutex::default(),
        });
        Ok(Self { runtime, state })
    }

    /// Name of the worker, as tournaments and classes report it.
    pub fn name(&self) -> &str {
        &self.state.name
    }

    /// Executes jobs until `stop` is pulled, then gives back unfinished ones. Calls `report` at
    /// most every 200 milliseconds. Fails with [`QueueError::Excluded`] when a dispatcher has
    /// excluded the worker, with [`QueueError::KeyOther`] when one expects another key.
    pub fn work(
        self,
        stop: &Stop,
        report: &mut dyn FnMut(WorkerEvent<'_>),
    ) -> Result<(), QueueError> {
        let state = &self.state;
        self.runtime.spawn(JobFetcher::new(Arc::clone(state)).run());
        self.runtime.spawn(Arc::clone(state).send_heartbeats());
        self.runtime
            .spawn(Arc::clone(state).receive_ended_batches());
        self.runtime.spawn(Arc::clone(state).receive_exclusion());
        let (mut is_up, mut counts) = (true, (0, 0));
        while !stop.pulled() && state.ended.get().is_none() {
            if mem::replace(&mut is_up, state.connection.is_up()) != is_up {
                let place = state.connection.address.as_str();
                state.note(if is_up {
                    message!("queue-back", place)
                } else {
                    message!("queue-worker-waits", place)
                });
            }
            state.report(&mut counts, report);
            thread::sleep(EVENT_INTERVAL);
        }
        self.close();
        state.report(&mut counts, report);
        let ended = state.ended.get().copied();
        // Grading cannot be stopped: its thread is left behind, and its report is not needed.
        self.runtime.shutdown_background();
        match ended {
            None => Ok(()),
            Some(WorkerEnd::Excluded) => Err(QueueError::Excluded),
            Some(WorkerEnd::KeyOther) => Err(QueueError::KeyOther),
        }
    }

    /// Gives every job back, so that other workers get it at once.
    fn close(&self) {
        let state = &self.state;
        state.closing.send_replace(true);
        let all = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let given_back = async {
            let _permits = state.permits.acquire_many(all(state.concurrency)).await;
            let _unconfirmed = state.unconfirmed.acquire_many(all(MAX_UNCONFIRMED)).await;
            state.connection.client.flush().await
        };
        // A job that is not given back in time is handed out again after ten seconds.
        let _ = self
            .runtime
            .block_on(async { timeout(CLOSE_TIMEOUT, given_back).await });
    }
}

impl WorkerState {
    pub(crate) fn note(&self, message: Message) {
        locked(&self.notices).push(message);
    }

    pub(crate) fn count_stored(&self) {
        self.stored.fetch_add(1, Ordering::Relaxed);
    }

    /// Ends the worker. Only the first reason counts.
    pub(crate) fn end(&self, reason: WorkerEnd) {
        let _ = self.ended.set(reason);
    }

    /// Replaces the digests of the requirements that this machine meets, and returns the former ones.
    pub(crate) fn replace_serves(&self, serves: Vec<String>) -> Vec<String> {
        mem::replace(&mut *locked(&self.serves), serves)
    }

    /// Reports new messages, and the counts of jobs if they differ from `counts`.
    fn report(&self, counts: &mut (u64, usize), report: &mut dyn FnMut(WorkerEvent<'_>)) {
        for message in mem::take(&mut *locked(&self.notices)) {
            report(WorkerEvent::Notice(&message));
        }
        let running = self.concurrency - self.permits.available_permits();
        let stored = self.stored.load(Ordering::Relaxed);
        if mem::replace(counts, (stored, running)) != (stored, running) {
            report(WorkerEvent::Progress { stored, running });
        }
    }

    async fn send_heartbeats(self: Arc<Self>) {
        while !*self.closing.borrow() {
            let heartbeat = Heartbeat {
                worker: self.name.clone(),
                serves: locked(&self.serves).clone(),
            };
            if self.connection.is_up() {
                let subject = HEARTBEAT_SUBJECT.to_owned();
                self.connection.publish(subject, encode(&heartbeat)).await;
            }
            sleep(HEARTBEAT_INTERVAL).await;
        }
    }

    async fn receive_ended_batches(self: Arc<Self>) {
        let Ok(mut messages) = self.connection.subscribe(ended_subject("*")).await else {
            return;
        };
        while let Some(message) = messages.next().await {
            let batch = message.subject.rsplit('.').next().unwrap_or_default();
            // Fails when no job is in progress.
            let _ = self.ended_batches.send(batch.to_owned());
        }
    }

    async fn receive_exclusion(self: Arc<Self>) {
        let subject = exclusion_subject(&self.name);
        let Ok(mut messages) = self.connection.subscribe(subject).await else {
            return;
        };
        if messages.next().await.is_some() {
            self.end(WorkerEnd::Excluded);
        }
    }
}

fn default_name() -> String {
    let host: String = host_name().chars().take(30).collect();
    let host = if host.is_empty() { "worker" } else { &host };
    format!("{host}-{}", &random_name()[..6])
}

/// Letters and digits of the machine's name up to its first dot; empty when the system has none.
pub(crate) fn host_name() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = host.split('.').next().unwrap_or_default().trim();
    host.chars().filter(char::is_ascii_alphanumeric).collect()
}
