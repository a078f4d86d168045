//! Publishes the jobs of one batch, which is a tournament or a class, and waits for their results.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use async_nats::Subject;
use async_nats::jetstream::message::PublishMessage;
use table::{Explain, Message, Stop, message};
use tokio::time::sleep;

use crate::acceptance::{Acceptance, AcceptedResult, CheckedResult, JobFailures};
use crate::access::QueueAccess;
use crate::archive::sha256_hex;
use crate::blame::{Blame, BlameNotice};
use crate::connection::{NatsConnection, ended_subject, exclusion_subject, job_subject};
use crate::job::{Job, Work};
use crate::pending::PendingJobs;
use crate::presence::{Heartbeat, Presence};
use crate::requirements::Requirements;
use crate::result::{JobOutcome, ResultReceipt, WorkerResult};
use crate::upload::Uploads;
use crate::wire::{MAX_JOB_BYTES, encode};
use crate::{QueueError, locked};

/// Time between two looks at the stop switch, the server and the workers while a job is waited for.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
const BATCH_DIGEST_BYTES: usize = 12;

/// The dispatcher of one batch, shared by the waiting threads and the listener tasks.
#[derive(Debug)]
pub(crate) struct Dispatcher {
    pub(crate) connection: NatsConnection,
    pub(crate) uploads: Uploads,
    /// Identifier of the batch, the same whenever the same tournament or class is continued.
    pub(crate) batch: String,
    /// Random name of this run, which tells its job messages from those of an earlier run.
    run: String,
    /// Number of times that jobs were handed out.
    handouts: AtomicU64,
    state: Mutex<DispatchState>,
}

#[derive(Debug, Default)]
struct DispatchState {
    pending: PendingJobs,
    blame: Blame,
    presence: Presence,
    /// Messages to people that were not fetched yet.
    notices: Vec<Message>,
    /// Creation time of the server's stream, once it is known.
    stream_created: Option<String>,
    /// Number of times the server lost its stream; jobs of an earlier generation are published again.
    stream_generation: u64,
    /// Whether people were told of a result without the right signature.
    unsigned_noted: bool,
}

/// A result whose signature was checked, where there is a key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SignedResult<'a> {
    /// Number of the job that was signed with it; `None` without a key.
    pub(crate) number: Option<u64>,
    pub(crate) bytes: &'a [u8],
}

/// End of the wait for one handout.
enum WaitEnd {
    Returned(WorkerResult),
    Stopped,
    /// No worker is left that could take the job.
    NoWorker,
}

impl DispatchState {
    fn can_be_taken(&self, requirements: &Requirements, excluded: &[String]) -> bool {
        let allowed = |worker: &str| {
            !self.blame.is_excluded(worker) && !excluded.iter().any(|other| other == worker)
        };
        let now = Instant::now();
        self.presence.can_be_taken(requirements, now, allowed)
    }

    /// Adds a notice about a worker that could not do a job.
    fn note_failure(&mut self, number: u64, worker: &str, reason: &str) {
        let message = self
            .pending
            .title(number)
            .map(|title| message!("queue-failed", work = title.explain(), worker, reason));
        self.notices.extend(message);
    }
}

impl Dispatcher {
    /// Connects to a server and removes the jobs of earlier runs of the batch `identity`.
    pub(crate) async fn open(access: &QueueAccess, identity: &str) -> Result<Self, QueueError> {
        let connection = NatsConnection::open(access).await?;
        let dispatcher = Self {
            uploads: Uploads::new(connection.clone()),
            connection,
            batch: sha256_hex(identity, BATCH_DIGEST_BYTES),
            run: random_name(),
            handouts: AtomicU64::new(0),
            state: Mutex::default(),
        };
        dispatcher.purge().await;
        Ok(dispatcher)
    }

    pub(crate) fn job(&self, number: u64, work: Work) -> Job {
        Job {
            batch: self.batch.clone(),
            run: self.run.clone(),
            number,
            work,
            excluded: Vec::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, DispatchState> {
        locked(&self.state)
    }

    async fn purge(&self) {
        if let Ok(stream) = self.connection.stream().await {
            let jobs = job_subject("*", &self.batch);
            // A job that stays costs a worker some time and nothing else.
            let _ = stream.purge().filter(jobs).await;
        }
    }

    /// Tells workers that the batch has ended, and removes its jobs.
    pub(crate) async fn end(&self) {
        let subject = ended_subject(&self.batch);
        self.connection.publish(subject, Vec::new()).await;
        self.purge().await;
        // A worker that misses the message gives up when its result is not asked for.
        let _ = self.connection.client.flush().await;
    }

    /// Removes and returns the messages to people since the last call.
    pub(crate) fn take_notices(&self) -> Vec<Message> {
        std::mem::take(&mut self.state().notices)
    }

    pub(crate) fn note(&self, message: Message) {
        self.state().notices.push(message);
    }

    /// Has a job done by as many workers as needed until a result counts; none if `stop` was pulled, or
    /// if no worker is there but those that the job excluded from the start.
    /// `check` turns a result into a value, or none if no honest worker could have returned it: then
    /// its worker is excluded. A job that fails on two workers is [`QueueError::Broken`].
    pub(crate) async fn run<T>(
        &self,
        mut job: Job,
        requirements: &Requirements,
        stop: &Stop,
        check: impl Fn(JobOutcome) -> Option<CheckedResult<T>>,
    ) -> Result<Option<AcceptedResult<T>>, QueueError> {
        let mut acceptance = Acceptance::new();
        let mut failures = JobFailures::default();
        loop {
            let handout = self.hand_out(&job, requirements, stop);
            let WorkerResult {
                worker, outcome, ..
            } = match handout.await? {
                WaitEnd::NoWorker if acceptance.is_confirming() => {
                    return Ok(acceptance.into_doubted());
                }
                WaitEnd::NoWorker if failures.happened_at_one_of(&job.excluded) => {
                    // The worker where the job failed is the only one: it may try again.
                    job.excluded.retain(|worker| !failures.0.contains(worker));
                    continue;
                }
                WaitEnd::Stopped | WaitEnd::NoWorker => return Ok(None),
                WaitEnd::Returned(result) => result,
            };
            if job.excluded.contains(&worker) {
                // A result that was sent again before its receipt arrived.
                self.confirm(job.number, ResultReceipt::Stored);
                continue;
            }
            if let JobOutcome::Failed { reason } = outcome {
                self.confirm(job.number, ResultReceipt::Stored);
                if failures.add(&worker) {
                    let (work, workers) = (job.title(), failures.workers());
                    let broken = QueueError::Broken {
                        work,
                        workers,
                        reason,
                    };
                    return acceptance.into_doubted().map(Some).ok_or(broken);
                }
                if self.can_be_done_without(&worker, &job, requirements) {
                    job.excluded.push(worker);
                }
                continue;
            }
            let Some(result) = check(outcome) else {
                self.exclude_forger(&job, &worker);
                continue;
            };
            let (value, notice) = {
                let mut state = self.state();
                let others = state.can_be_taken(requirements, std::slice::from_ref(&worker));
                acceptance.decide(&worker, result, others, &mut state.blame)
            };
            // The crash of a submission stands in its report and needs no notice.
            let is_game = matches!(job.work, Work::Game(_));
            let is_worker =
                |notice: &BlameNotice| matches!(notice, BlameNotice::WorkerExcluded { .. });
            self.report(notice.filter(|notice| is_game || is_worker(notice)));
            if let Some(value) = value {
                self.blame_failures(&failures, &worker);
                return Ok(Some(AcceptedResult { value, worker }));
            }
            self.confirm(job.number, ResultReceipt::Stored);
            job.excluded.push(worker);
        }
    }

    /// Whether a worker that has not done a job, and is not this one, could take it.
    fn can_be_done_without(&self, worker: &str, job: &Job, requirements: &Requirements) -> bool {
        let others = [job.excluded.as_slice(), &[worker.to_owned()]].concat();
        self.state().can_be_taken(requirements, &others)
    }

    /// Counts the failures of a job at the workers where it failed, because it was done elsewhere.
    fn blame_failures(&self, failures: &JobFailures, done_by: &str) {
        for worker in failures.0.iter().filter(|it| *it != done_by) {
            let notice = self.state().blame.record_failure(worker);
            self.report(notice);
        }
    }

    /// Excludes a worker that returned a result which cannot have come about.
    fn exclude_forger(&self, job: &Job, worker: &str) {
        let mut state = self.state();
        let work = job.title().explain();
        state.notices.push(message!("queue-forged", work, worker));
        let notice = state.blame.exclude(worker);
        drop(state);
        self.report(notice);
        // Other workers may have returned results of the same job, and need not keep them.
        self.confirm(job.number, ResultReceipt::Stored);
    }

    /// Reports a notice to people, and to the worker that it excludes.
    fn report(&self, notice: Option<BlameNotice>) {
        let Some(notice) = notice else {
            return;
        };
        self.state().notices.push(notice.explain());
        if let BlameNotice::WorkerExcluded { worker } = notice {
            let connection = self.connection.clone();
            let subject = exclusion_subject(&worker);
            tokio::spawn(async move { connection.publish(subject, Vec::new()).await });
        }
    }

    /// Sends a receipt to every worker that returned a result of a job.
    pub(crate) fn confirm(&self, number: u64, receipt: ResultReceipt) {
        let receivers = self.state().pending.take_receivers(number);
        let connection = self.connection.clone();
        tokio::spawn(async move {
            for receiver in receivers {
                let receipt = encode(&receipt);
                connection.publish(receiver.to_string(), receipt).await;
            }
        });
    }

    /// Publishes a job, again whenever the server has lost it, and waits for its result. A job that
    /// excludes workers is given up when no other could take it; any other job waits for one.
    async fn hand_out(
        &self,
        job: &Job,
        requirements: &Requirements,
        stop: &Stop,
    ) -> Result<WaitEnd, QueueError> {
        let mut result = self.state().pending.wait(job.number, job.title());
        let mut published = None;
        let handout = self.handouts.fetch_add(1, Ordering::Relaxed);
        loop {
            if self.connection.is_lost() {
                return Err(QueueError::Lost(self.connection.address.clone()));
            }
            let generation = self.state().stream_generation;
            if published != Some(generation) {
                // The server drops a second message of the same id.
                let id = format!("{}.{generation}.{handout}", self.run);
                if self.publish(job, requirements, id).await? {
                    published = Some(generation);
                }
            }
            tokio::select! {
                biased;
                result = &mut result => match result {
                    Ok(result) => return result.map(WaitEnd::Returned),
                    Err(_) => return Ok(WaitEnd::Stopped),
                },
                () = sleep(POLL_INTERVAL) => {}
            }
            if !job.excluded.is_empty() && !self.state().can_be_taken(requirements, &job.excluded) {
                self.state().pending.cancel(job.number);
                return Ok(WaitEnd::NoWorker);
            }
            if stop.pulled() {
                self.state().pending.cancel(job.number);
                return Ok(WaitEnd::Stopped);
            }
        }
    }

    /// Publishes a job once; false when the server did not take it.
    async fn publish(
        &self,
        job: &Job,
        requirements: &Requirements,
        id: String,
    ) -> Result<bool, QueueError> {
        let bytes = encode(job);
        if bytes.len() > MAX_JOB_BYTES {
            let reason = format!("{} bytes", bytes.len());
            let work = job.title();
            return Err(QueueError::Undoable { work, reason });
        }
        if !self.connection.is_up() || !self.offer(requirements).await {
            return Ok(false);
        }
        let message = PublishMessage::build().payload(bytes.into()).message_id(id);
        let subject = job_subject(&requirements.digest(), &self.batch);
        let sent = self.connection.jetstream.send_publish(subject, message);
        Ok(match sent.await {
            Ok(stored) => stored.await.is_ok(),
            Err(_) => false,
        })
    }

    /// Creates the server's consumer for a kind of work unless it exists; false when the server refused.
    async fn offer(&self, requirements: &Requirements) -> bool {
        let known = self.state().presence.is_offered(requirements);
        if !known && self.connection.offer(requirements).await.is_err() {
            return false;
        }
        let now = Instant::now();
        self.state().presence.record_offer(requirements, now);
        true
    }

    /// The result in bytes from a worker, if they are signed with the key; people are told once that
    /// one was not. Without a key all bytes are taken.
    pub(crate) fn verify<'a>(&self, bytes: &'a [u8]) -> Option<SignedResult<'a>> {
        let Some(key) = &self.connection.key else {
            let number = None;
            return Some(SignedResult { number, bytes });
        };
        if let Some((number, bytes)) = key.open([&self.batch, &self.run], bytes) {
            let number = Some(number);
            return Some(SignedResult { number, bytes });
        }
        let mut state = self.state();
        if !std::mem::replace(&mut state.unsigned_noted, true) {
            state.notices.push(message!("queue-unsigned"));
        }
        None
    }

    /// Handles a result from a worker. Returns the receipt to send at once, or none when the worker
    /// has to wait until the result is stored.
    pub(crate) async fn receive(
        &self,
        result: WorkerResult,
        reply: &Subject,
    ) -> Option<ResultReceipt> {
        let (number, worker) = (result.number, &*result.worker);
        if self.state().blame.is_excluded(worker) {
            return Some(ResultReceipt::Excluded);
        }
        let is_wanted = self.state().pending.title(number).is_some();
        match &result.outcome {
            JobOutcome::Played(_) | JobOutcome::Judged(_) => {
                let mut state = self.state();
                state.blame.record_success(worker);
                return state.pending.deliver(result, reply);
            }
            JobOutcome::Failed { reason } => {
                let mut state = self.state();
                state.note_failure(number, worker, reason);
                return state.pending.deliver(result, reply);
            }
            _ if !is_wanted => return Some(ResultReceipt::Stored),
            JobOutcome::Damaged { archive } => self.receive_damaged(number, worker, archive).await,
            JobOutcome::Refused { reason } => self.receive_refused(number, worker, reason),
        }
        Some(ResultReceipt::Retry)
    }

    /// Uploads a damaged archive again; gives the job up when that has not helped four times.
    async fn receive_damaged(&self, number: u64, worker: &str, archive: &str) {
        let Some(owner) = self.uploads.repair(archive).await else {
            return;
        };
        let mut state = self.state();
        let damaged = message!("queue-damaged-at", owner = owner.as_str(), worker);
        state.notices.push(damaged);
        if state.pending.count_trouble(&owner) {
            let error = |_| QueueError::Damaged(owner);
            state.pending.fail(number, error);
        }
    }

    /// Notes a refusal; gives the job up at the fifth.
    fn receive_refused(&self, number: u64, worker: &str, reason: &str) {
        let mut state = self.state();
        state.note_failure(number, worker, reason);
        if state.pending.count_trouble(&number.to_string()) {
            let reason = reason.to_owned();
            let error = |work| QueueError::Undoable { work, reason };
            state.pending.fail(number, error);
        }
    }

    /// Handles a heartbeat of a worker.
    pub(crate) fn receive_heartbeat(&self, heartbeat: Heartbeat) {
        let now = Instant::now();
        self.state().presence.record(heartbeat, now);
    }

    /// Adds notices about kinds of work that no worker takes.
    pub(crate) fn report_unserved(&self) {
        let mut state = self.state();
        let DispatchState {
            presence,
            blame,
            notices,
            ..
        } = &mut *state;
        let allowed = |worker: &str| !blame.is_excluded(worker);
        notices.extend(presence.report_unserved(Instant::now(), allowed));
    }

    /// Creates what a restarted server has lost: consumers, and after a lost stream also the archives;
    /// then every waiting thread publishes its job again.
    pub(crate) async fn restore(&self) {
        let Ok(stream) = self.connection.stream().await else {
            return;
        };
        let created = format!("{:?}", stream.cached_info().created);
        let offers = self.state().presence.offers();
        for requirements in offers {
            if self.connection.offer(&requirements).await.is_err() {
                return;
            }
        }
        let known = self.state().stream_created.clone();
        if known.as_ref() == Some(&created) {
            return;
        }
        if known.is_some() {
            if self.uploads.send_all_again().await.is_err() {
                return;
            }
            self.state().stream_generation += 1;
        }
        self.state().stream_created = Some(created);
    }
}

/// Twelve random hexadecimal digits, to tell runs and workers apart.
pub(crate) fn random_name() -> String {
    let random = getrandom::u64().expect("the system gives random bytes");
    format!("{:012x}", random >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::JobTitle;

    #[test]
    fn a_worker_counts_as_available_until_it_is_excluded_or_has_done_the_job() {
        let mut state = DispatchState::default();
        let work = Requirements::for_game("421");
        let heartbeat = Heartbeat {
            worker: "w".to_owned(),
            serves: vec![work.digest()],
        };
        assert!(!state.can_be_taken(&work, &[]));
        state.presence.record(heartbeat, Instant::now());
        assert!(state.can_be_taken(&work, &[]));
        assert!(!state.can_be_taken(&work, &["w".to_owned()]));
        state.blame.exclude("w");
        assert!(!state.can_be_taken(&work, &[]));
    }

    #[test]
    fn a_failure_is_noted_only_for_a_job_that_is_waited_for() {
        let mut state = DispatchState::default();
        state.note_failure(1, "w", "no disk");
        assert!(state.notices.is_empty());
        let _receiver = state.pending.wait(1, JobTitle::Game(1));
        state.note_failure(1, "w", "no disk");
        assert_eq!(state.notices.len(), 1);
    }

    #[test]
    fn random_names_are_twelve_digits_and_differ() {
        let [one, other] = [random_name(), random_name()];
        assert_ne!(one, other);
        assert_eq!(one.len(), 12);
        assert!(one.bytes().all(|byte| byte.is_ascii_hexdigit()));
    }
}
