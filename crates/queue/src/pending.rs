//! Jobs that a thread waits for, and workers that wait for the receipt of a result.

use std::collections::HashMap;

use async_nats::Subject;
use tokio::sync::oneshot;

use crate::QueueError;
use crate::job::JobTitle;
use crate::result::{ResultReceipt, WorkerResult};

/// Number of refusals of one job, or of damaged arrivals of one owner's files, at which it is given up.
const MAX_TROUBLES: u32 = 5;
/// Maximum number of workers that wait for the receipt of one job; further ones get theirs at once.
const MAX_RECEIVERS: usize = 64;

/// Channel end on which a thread waits for a job.
pub(crate) type ResultReceiver = oneshot::Receiver<Result<WorkerResult, QueueError>>;

/// Jobs of one batch that were handed out and are not stored yet.
#[derive(Debug, Default)]
pub(crate) struct PendingJobs {
    waiting: HashMap<u64, WaitingJob>,
    /// NATS subjects of workers that wait for a receipt, by job number.
    receivers: HashMap<u64, Vec<Subject>>,
    /// Number of refusals by job, and of damaged arrivals by owner.
    troubles: HashMap<String, u32>,
}

#[derive(Debug)]
struct WaitingJob {
    title: JobTitle,
    sender: oneshot::Sender<Result<WorkerResult, QueueError>>,
}

impl PendingJobs {
    /// Registers a job and returns the channel on which its result will come.
    pub(crate) fn wait(&mut self, number: u64, title: JobTitle) -> ResultReceiver {
        let (sender, receiver) = oneshot::channel();
        self.waiting.insert(number, WaitingJob { title, sender });
        receiver
    }

    pub(crate) fn cancel(&mut self, number: u64) {
        self.waiting.remove(&number);
    }

    /// Title of a job; none when no thread waits for it.
    pub(crate) fn title(&self, number: u64) -> Option<&JobTitle> {
        self.waiting.get(&number).map(|job| &job.title)
    }

    /// Passes a result to the thread that waits for it. Returns a receipt to send at once, or none
    /// when the worker has to wait until the result is stored.
    pub(crate) fn deliver(
        &mut self,
        result: WorkerResult,
        reply: &Subject,
    ) -> Option<ResultReceipt> {
        let number = result.number;
        let waiting = self.waiting.remove(&number);
        if waiting.is_none() && !self.receivers.contains_key(&number) {
            return Some(ResultReceipt::Stored);
        }
        let receivers = self.receivers.entry(number).or_default();
        if receivers.len() >= MAX_RECEIVERS {
            return Some(ResultReceipt::Stored);
        }
        receivers.push(reply.clone());
        if let Some(job) = waiting {
            // A thread that stopped waiting has dropped its end.
            let _ = job.sender.send(Ok(result));
        }
        None
    }

    /// Removes and returns the workers that wait for the receipt of a job.
    pub(crate) fn take_receivers(&mut self, number: u64) -> Vec<Subject> {
        self.receivers.remove(&number).unwrap_or_default()
    }

    /// Counts one refusal of a job, or one damaged arrival of an owner's files; true from the fifth on,
    /// when the job is given up.
    pub(crate) fn count_trouble(&mut self, subject: &str) -> bool {
        let times = self.troubles.entry(subject.to_owned()).or_default();
        *times += 1;
        *times >= MAX_TROUBLES
    }

    /// Ends the wait for a job with an error, which is built from its title.
    pub(crate) fn fail(&mut self, number: u64, error: impl FnOnce(JobTitle) -> QueueError) {
        if let Some(WaitingJob { title, sender }) = self.waiting.remove(&number) {
            // A thread that stopped waiting has dropped its end.
            let _ = sender.send(Err(error(title)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::JobOutcome;

    fn result(number: u64, worker: &str) -> WorkerResult {
        WorkerResult {
            number,
            worker: worker.to_owned(),
            outcome: JobOutcome::failed(&"unused"),
        }
    }

    fn subject(name: &str) -> Subject {
        Subject::from(name)
    }

    #[test]
    fn a_result_counts_once_and_every_sender_gets_a_receipt() {
        let mut pending = PendingJobs::default();
        let mut receiver = pending.wait(1, JobTitle::Game(1));
        assert_eq!(pending.deliver(result(1, "w1"), &subject("a")), None);
        assert_eq!(pending.deliver(result(1, "w2"), &subject("b")), None);
        let first = receiver
            .try_recv()
            .expect("the job ended")
            .expect("the job ended with a result");
        assert_eq!(first.worker, "w1");
        assert_eq!(pending.take_receivers(1), [subject("a"), subject("b")]);
        let late = pending.deliver(result(1, "w3"), &subject("c"));
        assert_eq!(late, Some(ResultReceipt::Stored));
    }

    #[test]
    fn a_result_that_no_thread_waits_for_needs_no_storing() {
        let mut pending = PendingJobs::default();
        let stored = Some(ResultReceipt::Stored);
        assert_eq!(pending.deliver(result(1, "w"), &subject("a")), stored);
        drop(pending.wait(2, JobTitle::Game(2)));
        pending.cancel(2);
        assert_eq!(pending.deliver(result(2, "w"), &subject("a")), stored);
    }

    #[test]
    fn workers_beyond_64_do_not_wait_for_a_receipt() {
        let mut pending = PendingJobs::default();
        let _receiver = pending.wait(1, JobTitle::Game(1));
        for _ in 0..MAX_RECEIVERS {
            assert_eq!(pending.deliver(result(1, "w"), &subject("a")), None);
        }
        let more = pending.deliver(result(1, "w"), &subject("a"));
        assert_eq!(more, Some(ResultReceipt::Stored));
    }

    #[test]
    fn a_job_is_given_up_at_its_fifth_trouble() {
        let mut pending = PendingJobs::default();
        let mut receiver = pending.wait(1, JobTitle::Game(1));
        let given_up: Vec<bool> = (0..5).map(|_| pending.count_trouble("1")).collect();
        assert_eq!(given_up, [false, false, false, false, true]);
        assert!(!pending.count_trouble("2"));
        pending.fail(1, |_| QueueError::Damaged("A".to_owned()));
        let failed = receiver.try_recv().expect("the job ended");
        assert!(matches!(failed, Err(QueueError::Damaged(owner)) if owner == "A"));
    }
}
