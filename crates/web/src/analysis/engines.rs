//! The pool of threads for long work, shared fairly among networks, visitors and tables.
//!
//! Each kind of job has a queue and permits of its own: no move waits for a hint, no hint for an
//! analysis, and no replay for an engine. Searches run in slices: one whose slice is over returns to
//! the queue while others wait. No visitor holds more than half of the permits.

use std::sync::Arc;
use std::time::Duration;

use table::{Limits, Stop};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub(crate) use super::permit_queue::{EnginePermit, JobOwner};
use super::permit_queue::{PermitQueue, QueueRules};
use super::sliced_clock::SlicedClock;
use crate::error::RequestError;
use crate::server::visitor::Visitor;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JobKind {
    /// A move of a strategy: the whole of a short search, the first slice of a long one. Never refused:
    /// the tables in memory bound the queue.
    Move,
    /// A move of a program, which is never refused either.
    Program,
    Hint,
    Analysis,
    /// An analysis of a given effort, which runs to its end.
    FixedEffort,
    /// A review of a whole game, up to two minutes.
    Review,
    /// A series of games, up to ten minutes.
    Series,
    /// A replay of a game, to load it or to send missed events. Never refused: the connections bound
    /// the queue.
    Replay,
}

/// Longest time of a search that has its place among the short ones.
const SHORT: Duration = Duration::from_millis(500);
/// Slices of short searches, and of all others.
const SHORT_SLICE: Duration = Duration::from_millis(40);
const LONG_SLICE: Duration = Duration::from_millis(100);
/// Maximum number of long searches for moves, and of hints and analyses, that have begun: an expert may
/// hold 64 MiB.
const MOST_MOVES_BEGUN: usize = 8;
const MOST_OTHERS_BEGUN: usize = 3;
/// Minimum number of permits for moves, also with fewer cores.
const LEAST_GAMES: usize = 4;

/// The permits of a server for long work, in the order of [`JobKind`]. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct EnginePool([Arc<PermitQueue>; 8]);

/// A place in a queue, which receives a permit; dropping it leaves the queue.
#[derive(Debug)]
pub(crate) struct QueuedJob(oneshot::Receiver<EnginePermit>);

impl QueuedJob {
    pub(crate) async fn permit(self) -> Result<EnginePermit, RequestError> {
        self.0.await.map_err(|_| RequestError::Busy)
    }
}

/// Whether the time that a search waits between its slices counts as its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WaitingTime {
    /// For a player with a clock, which runs meanwhile.
    Counts,
    Free,
}

impl EnginePermit {
    /// Runs `work` to its end on a blocking thread, and releases the permit after it.
    pub(crate) fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> JoinHandle<T> {
        tokio::task::spawn_blocking(move || {
            let _permit = self;
            work()
        })
    }

    /// Runs a search on a blocking thread, in slices on the clock of the limits that it is given.
    pub(crate) fn search<T: Send + 'static>(
        self,
        mut limits: Limits,
        waiting: WaitingTime,
        work: impl FnOnce(&Limits) -> T + Send + 'static,
    ) -> JoinHandle<T> {
        tokio::task::spawn_blocking(move || {
            let is_long = limits.time.is_none_or(|time| time > SHORT);
            let clock = SlicedClock::new(self, is_long, waiting, limits.stop.clone());
            limits.clock = Some(Arc::new(clock));
            work(&limits)
        })
    }
}

impl EnginePool {
    /// A pool with a permit for moves per core, at least four, and a quarter of that for other jobs.
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self::with_permits(cores.max(LEAST_GAMES), (cores / 4).max(1), cores.max(2))
    }

    pub(super) fn with_permits(moves: usize, few: usize, replays: usize) -> Self {
        let rules = |permits, bounded| QueueRules {
            permits,
            bounded,
            slice: LONG_SLICE,
            most_begun: permits + MOST_OTHERS_BEGUN,
        };
        let long = QueueRules {
            most_begun: moves.max(MOST_MOVES_BEGUN),
            ..rules(moves.div_ceil(2), false)
        };
        let short = QueueRules {
            slice: SHORT_SLICE,
            most_begun: moves,
            ..rules(moves, false)
        };
        let alone = |rules| PermitQueue::new(rules, None);
        Self([
            PermitQueue::new(short, Some(alone(long))),
            alone(rules(moves, false)),
            alone(rules(few, true)),
            alone(rules(few, true)),
            alone(rules(few, true)),
            alone(rules(few, true)),
            alone(rules(few, true)),
            alone(rules(replays, false)),
        ])
    }

    /// Waits for a permit; dropping the future leaves the queue.
    pub(crate) async fn permit(
        &self,
        kind: JobKind,
        owner: impl Into<JobOwner>,
    ) -> Result<EnginePermit, RequestError> {
        self.enqueue(kind, owner)?.permit().await
    }

    /// Takes a permit, or a place in the queue for one; [`RequestError::Busy`] when too many jobs wait.
    pub(crate) fn enqueue(
        &self,
        kind: JobKind,
        owner: impl Into<JobOwner>,
    ) -> Result<QueuedJob, RequestError> {
        self.0[kind as usize].enqueue(owner.into()).map(QueuedJob)
    }

    /// Runs `work` on a blocking thread as soon as there is a permit.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        kind: JobKind,
        owner: Visitor,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let permit = self.permit(kind, owner).await?;
        Ok(permit.run(work).await?)
    }

    /// Runs a search in slices on a blocking thread as soon as there is a permit.
    pub(crate) async fn search<T: Send + 'static>(
        &self,
        kind: JobKind,
        owner: Visitor,
        limits: Limits,
        work: impl FnOnce(&Limits) -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let permit = self.permit(kind, owner).await?;
        Ok(permit.search(limits, WaitingTime::Free, work).await?)
    }
}

/// Stops an engine when dropped, because its result is not needed any more.
#[derive(Debug, Default)]
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.pull();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::permit_queue::MOST_OF_NETWORKS;
    use super::*;

    fn pool_with(permits: usize) -> EnginePool {
        EnginePool::with_permits(permits, permits, permits)
    }

    fn visitor(number: u8) -> Visitor {
        Visitor::at([127, 0, 0, number].into())
    }

    const GREEDY: u8 = 1;
    const MODEST: u8 = 2;

    /// Waits for a permit in the background, and notes the visitor's number when it is granted.
    fn wait(engines: &EnginePool, kind: JobKind, number: u8, turns: &Turns) -> Waiter {
        let (engines, turns) = (engines.clone(), Arc::clone(turns));
        tokio::spawn(async move {
            let permit = engines.permit(kind, visitor(number)).await?;
            turns.lock().unwrap().push(number);
            drop(permit);
            Ok(())
        })
    }

    type Turns = Arc<Mutex<Vec<u8>>>;
    type Waiter = JoinHandle<Result<(), RequestError>>;

    #[tokio::test]
    async fn visitors_take_turns() {
        let (engines, turns) = (pool_with(1), Turns::default());
        let busy = engines.permit(JobKind::Analysis, visitor(9)).await.unwrap();
        let mut waiters = Vec::new();
        for number in [GREEDY, GREEDY, GREEDY, MODEST] {
            waiters.push(wait(&engines, JobKind::Analysis, number, &turns));
            tokio::task::yield_now().await;
        }
        drop(busy);
        for waiter in waiters {
            waiter.await.unwrap().unwrap();
        }
        let expected = [GREEDY, MODEST, GREEDY, GREEDY];
        assert_eq!(*turns.lock().unwrap(), expected);
    }

    #[tokio::test]
    async fn no_visitor_holds_every_permit() {
        let (engines, turns) = (pool_with(4), Turns::default());
        let one = engines
            .permit(JobKind::Move, visitor(GREEDY))
            .await
            .unwrap();
        let two = engines
            .permit(JobKind::Move, visitor(GREEDY))
            .await
            .unwrap();
        let third = wait(&engines, JobKind::Move, GREEDY, &turns);
        tokio::task::yield_now().await;
        wait(&engines, JobKind::Move, MODEST, &turns)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(*turns.lock().unwrap(), [MODEST]);
        assert!(!third.is_finished());
        drop((one, two));
        third.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn no_job_waits_for_another_kind() {
        let engines = pool_with(1);
        let kinds = [
            JobKind::Analysis,
            JobKind::Hint,
            JobKind::Move,
            JobKind::Replay,
            JobKind::Review,
            JobKind::Series,
        ];
        let mut permits = Vec::new();
        for kind in kinds {
            permits.push(engines.permit(kind, visitor(GREEDY)).await.unwrap());
        }
        assert_eq!(permits.len(), kinds.len());
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once_and_cancelled_jobs_make_room() {
        let (engines, turns) = (pool_with(1), Turns::default());
        let _busy = engines.permit(JobKind::Analysis, visitor(9)).await.unwrap();
        let mut waiters = Vec::new();
        for _ in 0..MOST_OF_NETWORKS[2] {
            waiters.push(wait(&engines, JobKind::Analysis, GREEDY, &turns));
            tokio::task::yield_now().await;
        }
        let refused = engines.permit(JobKind::Analysis, visitor(GREEDY)).await;
        assert!(matches!(refused, Err(RequestError::Busy)), "{refused:?}");
        for waiter in waiters {
            waiter.abort();
            assert!(waiter.await.unwrap_err().is_cancelled());
        }
        let waiter = wait(&engines, JobKind::Analysis, GREEDY, &turns);
        tokio::task::yield_now().await;
        assert!(!waiter.is_finished(), "cancelled jobs make room");
    }
}
