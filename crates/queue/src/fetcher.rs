//! Fetches jobs that a worker's machine can do, for as many as it has free permits.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use futures_util::{StreamExt as _, TryStreamExt as _};
use table::message;
use tokio::time::{sleep, timeout};

use crate::QueueError;
use crate::job_run::JobRun;
use crate::requirements::Requirements;
use crate::worker::WorkerState;

/// Time between two fetches while there are no jobs.
const IDLE_INTERVAL: Duration = Duration::from_millis(50);
/// Time between two looks at the kinds of work that are offered.
const REFRESH_INTERVAL: Duration = Duration::from_secs(1);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of consumers that are looked at; further ones are ignored.
const MAX_CONSUMERS: usize = 256;

/// Task of a worker that fetches jobs and starts them.
#[derive(Debug)]
pub(crate) struct JobFetcher {
    worker: Arc<WorkerState>,
    /// Consumers of the kinds of work that this machine can do; the next to ask is first.
    consumers: Vec<PullConsumer>,
    /// Whether this machine meets the requirements of each digest.
    known: BTreeMap<String, bool>,
    refreshed: Option<Instant>,
}

impl JobFetcher {
    pub(crate) const fn new(worker: Arc<WorkerState>) -> Self {
        Self {
            worker,
            consumers: Vec::new(),
            known: BTreeMap::new(),
            refreshed: None,
        }
    }

    /// Fetches and starts jobs until the worker is closing.
    pub(crate) async fn run(mut self) {
        while !*self.worker.closing.borrow() {
            self.refresh().await;
            let mut taken = 0;
            for consumer in &self.consumers {
                taken += self.fetch_from(consumer).await;
            }
            // Each kind of work is asked for first in turn.
            let turn = self.consumers.len().min(1);
            self.consumers.rotate_left(turn);
            if self.worker.permits.available_permits() == 0 {
                // The semaphore is never closed: this waits for the end of a job.
                drop(self.worker.permits.acquire().await);
            } else if taken == 0 {
                sleep(IDLE_INTERVAL).await;
            }
        }
    }

    /// Starts as many jobs of one consumer as there are free permits, and returns their number.
    async fn fetch_from(&self, consumer: &PullConsumer) -> usize {
        let free = self.worker.permits.available_permits();
        if free == 0 {
            return 0;
        }
        let batch = consumer.fetch().max_messages(free).messages();
        let Ok(Ok(mut batch)) = timeout(REQUEST_TIMEOUT, batch).await else {
            return 0;
        };
        let mut taken = 0;
        while let Ok(Some(Ok(message))) = timeout(REQUEST_TIMEOUT, batch.next()).await {
            let Ok(permit) = Arc::clone(&self.worker.permits).try_acquire_owned() else {
                break;
            };
            taken += 1;
            tokio::spawn(JobRun::start(Arc::clone(&self.worker), message, permit));
        }
        taken
    }

    /// Looks at most once a second which kinds of work are offered and can be done here.
    async fn refresh(&mut self) {
        let is_recent = |refreshed: Instant| refreshed.elapsed() < REFRESH_INTERVAL;
        if self.refreshed.is_some_and(is_recent) || !self.worker.connection.is_up() {
            return;
        }
        let Ok(Ok(found)) = timeout(REQUEST_TIMEOUT, self.find_consumers()).await else {
            return;
        };
        self.refreshed = Some(Instant::now());
        let serves: Vec<String> = found.iter().map(|(digest, _)| digest.clone()).collect();
        // An unchanged list keeps its consumers, and so the turn of each.
        if self.worker.replace_serves(serves.clone()) != serves {
            self.consumers = found.into_iter().map(|(_, consumer)| consumer).collect();
        }
    }

    /// Consumers whose requirements this machine meets, each with its digest.
    async fn find_consumers(&mut self) -> Result<Vec<(String, PullConsumer)>, QueueError> {
        let stream = self.worker.connection.stream().await?;
        let offered = stream.consumers().take(MAX_CONSUMERS);
        let offered = offered.try_collect::<Vec<_>>().await.unwrap_or_default();
        let mut found = Vec::new();
        for info in offered {
            let description = info.config.description.as_deref();
            let Some(requirements) = description.and_then(Requirements::parse) else {
                continue;
            };
            let digest = requirements.digest();
            if digest != info.name || !self.are_met(&requirements) {
                continue;
            }
            if let Ok(consumer) = stream.get_consumer(&digest).await {
                found.push((digest, consumer));
            }
        }
        Ok(found)
    }

    /// Whether this machine meets requirements; the first time it does not, people are told.
    fn are_met(&mut self, requirements: &Requirements) -> bool {
        let worker = &self.worker;
        *self.known.entry(requirements.digest()).or_insert_with(|| {
            let met = requirements.are_met(worker.executor.cage());
            if !met {
                let needs = requirements.describe();
                worker.note(message!("queue-cannot", needs));
            }
            met
        })
    }
}
