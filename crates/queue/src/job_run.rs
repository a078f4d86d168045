//! One job at a worker, from the moment it is taken until its result is stored or it is given back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message as JobMessage};
use table::{Explain, Stop, message};
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::time::{sleep, timeout};

use crate::connection::{ACK_WAIT, result_subject};
use crate::job::{Job, Work};
use crate::result::{JobOutcome, ResultReceipt, WorkerResult};
use crate::wire::{MAX_RECEIPT_BYTES, decode, encode};
use crate::worker::{WorkerEnd, WorkerState};

/// Time between two messages to the server that the job is still in progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(ACK_WAIT.as_secs() / 4);
/// Maximum time of a game; then its stop switch is pulled.
const MAX_GAME_TIME: Duration = Duration::from_hours(6);
/// Delay before a job that this worker may not do is offered again.
const ELSEWHERE_DELAY: Duration = Duration::from_millis(300);
/// Delay before a job that must be repeated is offered again.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// Time that the dispatcher has to send a receipt before the result is sent again.
const RECEIPT_TIMEOUT: Duration = Duration::from_secs(3);
/// Time without a receipt after which the dispatcher counts as gone.
const DISPATCHER_GONE: Duration = Duration::from_secs(30);
const RESEND_DELAY: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(crate) struct JobRun {
    worker: Arc<WorkerState>,
    /// Message that handed out the job, to be acknowledged.
    message: JobMessage,
    job: Job,
}

/// End of the execution of a job.
enum ExecutionEnd {
    Done(JobOutcome),
    Unwanted,
    /// The worker is closing.
    Closing,
}

impl JobRun {
    /// Executes the job of a message and returns its result. The permit is released once the job is
    /// executed; sending the result does not block the next job.
    pub(crate) async fn start(
        worker: Arc<WorkerState>,
        message: JobMessage,
        permit: OwnedSemaphorePermit,
    ) {
        let Some(job) = Job::decode(&message.payload) else {
            // No other worker could decode it either.
            return acknowledge(&message, AckKind::Term).await;
        };
        if job.excluded.contains(&worker.name) {
            let elsewhere = AckKind::Nak(Some(ELSEWHERE_DELAY));
            return acknowledge(&message, elsewhere).await;
        }
        let run = Self {
            worker,
            message,
            job,
        };
        let end = run.execute().await;
        let unconfirmed = Arc::clone(&run.worker.unconfirmed).acquire_owned().await;
        drop(permit);
        match end {
            ExecutionEnd::Closing => run.acknowledge(AckKind::Nak(None)).await,
            ExecutionEnd::Unwanted => run.acknowledge(AckKind::Term).await,
            ExecutionEnd::Done(outcome) => run.return_result(outcome).await,
        }
        drop(unconfirmed);
    }

    async fn acknowledge(&self, kind: AckKind) {
        acknowledge(&self.message, kind).await;
    }

    /// Executes the job, and tells the server every 2.5 seconds that it is in progress.
    async fn execute(&self) -> ExecutionEnd {
        let (stop, start) = (Stop::default(), Instant::now());
        let mut closing = self.worker.closing.subscribe();
        let mut ended_batches = self.worker.ended_batches.subscribe();
        let execution = self.worker.executor.execute(&self.job, stop.clone());
        tokio::pin!(execution);
        let mut given_up = None;
        loop {
            tokio::select! {
                outcome = &mut execution => {
                    return given_up.unwrap_or(ExecutionEnd::Done(outcome));
                }
                () = closed(&mut closing), if given_up.is_none() => {
                    given_up = Some(ExecutionEnd::Closing);
                }
                Ok(batch) = ended_batches.recv(), if given_up.is_none() => {
                    if batch == self.job.batch {
                        given_up = Some(ExecutionEnd::Unwanted);
                    }
                }
                () = sleep(PROGRESS_INTERVAL) => self.acknowledge(AckKind::Progress).await,
            }
            if given_up.is_some() || start.elapsed() > MAX_GAME_TIME {
                stop.pull();
            }
            // Grading has no stop switch, and its report is not needed.
            if matches!(self.job.work, Work::Submission(_))
                && let Some(end) = given_up
            {
                return end;
            }
        }
    }

    /// Sends the result until its receipt comes, the batch ends, or the dispatcher counts as gone.
    async fn return_result(&self, outcome: JobOutcome) {
        let worker = &self.worker;
        let result = WorkerResult {
            number: self.job.number,
            worker: worker.name.clone(),
            outcome,
        };
        let bytes = encode(&result);
        let bytes = match &worker.connection.key {
            Some(key) => key.seal([&self.job.batch, &self.job.run], self.job.number, &bytes),
            None => bytes,
        };
        let subject = result_subject(&self.job.batch);
        let mut ended_batches = worker.ended_batches.subscribe();
        let mut last_contact = Instant::now();
        while !*worker.closing.borrow() && last_contact.elapsed() < DISPATCHER_GONE {
            // While the server itself is away, the dispatcher may still be there.
            if !worker.connection.is_up() {
                last_contact = Instant::now();
            }
            let client = &worker.connection.client;
            let request = client.request(subject.clone(), bytes.clone().into());
            if let Ok(Ok(reply)) = timeout(RECEIPT_TIMEOUT, request).await {
                let receipt = decode(&reply.payload, MAX_RECEIPT_BYTES);
                return self.handle_receipt(receipt).await;
            }
            self.acknowledge(AckKind::Progress).await;
            tokio::select! {
                Ok(batch) = ended_batches.recv() => {
                    if batch == self.job.batch {
                        return self.acknowledge(AckKind::Term).await;
                    }
                }
                () = sleep(RESEND_DELAY) => {}
            }
        }
        if *worker.closing.borrow() {
            return self.acknowledge(AckKind::Nak(None)).await;
        }
        // A dispatcher that continues the batch later publishes the missing jobs again.
        let work = self.job.title().explain();
        worker.note(message!("queue-dispatcher-gone", work));
        self.acknowledge(AckKind::Term).await;
    }

    async fn handle_receipt(&self, receipt: Option<ResultReceipt>) {
        let kind = match receipt {
            Some(ResultReceipt::Stored) => {
                self.worker.count_stored();
                AckKind::Ack
            }
            Some(ResultReceipt::Excluded) => {
                self.worker.end(WorkerEnd::Excluded);
                AckKind::Nak(None)
            }
            Some(ResultReceipt::Unsigned) => {
                self.worker.end(WorkerEnd::KeyOther);
                AckKind::Nak(None)
            }
            Some(ResultReceipt::Retry) | None => AckKind::Nak(Some(RETRY_DELAY)),
        };
        self.acknowledge(kind).await;
    }
}

/// Acknowledges a job message; when that is lost, the server hands the job out again.
async fn acknowledge(message: &JobMessage, kind: AckKind) {
    let _ = message.ack_with(kind).await;
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error is impossible: the waiting job holds the worker, which owns the sender.
    let _ = closing.wait_for(|closing| *closing).await;
}
