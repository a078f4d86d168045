//! The pool of threads for long work, shared fairly among visitors.
//!
//! Each kind of job has a queue and permits of its own: no move waits for a hint, no hint for an
//! analysis, and no replay for an engine. In a queue visitors take turns, and no visitor holds more
//! than half of the permits.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use table::Stop;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::error::RequestError;
use crate::locked;
use crate::server::visitor::Visitor;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JobKind {
    /// A move of a game. Never refused: the tables in memory bound the queue.
    Move,
    Hint,
    Analysis,
    /// A review of a whole game, up to two minutes.
    Review,
    /// A series of games, up to ten minutes.
    Series,
    /// A replay of a game, to load it or to send missed events. Never refused: the connections bound
    /// the queue.
    Replay,
}

/// Maximum number of waiting jobs of one kind; moves and replays are not bounded.
const MOST_WAITING: usize = 64;
/// Maximum number of waiting jobs of one kind and one visitor.
const MOST_OF_ONE: usize = 4;
/// Minimum number of permits for moves, also with fewer cores; an expert may hold 64 MiB.
const LEAST_GAMES: usize = 4;

/// The visitor whose share of the permits a job uses; jobs of no visitor use one common share.
type JobOwner = Option<Visitor>;

/// The permits of a server for long work, in the order of [`JobKind`]. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct EnginePool([Arc<PermitQueue>; 6]);

/// The permits of one kind of job, and the jobs that wait for one.
#[derive(Debug)]
struct PermitQueue {
    /// Maximum number of permits that one visitor may hold.
    of_one: usize,
    state: Mutex<QueueState>,
}

#[derive(Debug)]
struct QueueState {
    free: usize,
    /// The owners of the permits that are held.
    held: Vec<JobOwner>,
    /// The owners of waiting jobs, the next first.
    queue: VecDeque<QueuedOwner>,
}

#[derive(Debug)]
struct QueuedOwner {
    owner: JobOwner,
    jobs: VecDeque<oneshot::Sender<EnginePermit>>,
}

/// The right to run one job; dropping it starts the next.
#[derive(Debug)]
pub(crate) struct EnginePermit {
    queue: Arc<PermitQueue>,
    owner: JobOwner,
}

/// A place in a queue, which receives a permit; dropping it leaves the queue.
#[derive(Debug)]
pub(crate) struct QueuedJob(oneshot::Receiver<EnginePermit>);

impl QueuedJob {
    pub(crate) async fn permit(self) -> Result<EnginePermit, RequestError> {
        self.0.await.map_err(|_| RequestError::Busy)
    }
}

impl EnginePermit {
    /// Runs `work` on a blocking thread, and releases the permit after it.
    pub(crate) fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> JoinHandle<T> {
        tokio::task::spawn_blocking(move || {
            let _permit = self;
            work()
        })
    }
}

impl Drop for EnginePermit {
    fn drop(&mut self) {
        let next = self.queue.lock().release(self.owner, self.queue.of_one);
        if let Some((owner, job)) = next {
            let queue = Arc::clone(&self.queue);
            // A job that was cancelled meanwhile drops the permit, which passes it on.
            let _ = job.send(Self { queue, owner });
        }
    }
}

impl QueueState {
    fn held_by(&self, owner: JobOwner) -> usize {
        self.held.iter().filter(|holder| **holder == owner).count()
    }

    fn take(&mut self, owner: JobOwner, of_one: usize) -> bool {
        let free = self.free > 0 && self.held_by(owner) < of_one;
        if free {
            self.free -= 1;
            self.held.push(owner);
        }
        free
    }

    /// Releases a permit and takes it for the next job, if one waits.
    fn release(
        &mut self,
        owner: JobOwner,
        of_one: usize,
    ) -> Option<(JobOwner, oneshot::Sender<EnginePermit>)> {
        self.free += 1;
        if let Some(position) = self.held.iter().position(|holder| *holder == owner) {
            self.held.swap_remove(position);
        }
        self.forget_cancelled();
        let may_run = |queued: &QueuedOwner| self.held_by(queued.owner) < of_one;
        let position = self.queue.iter().position(may_run)?;
        let mut queued = self.queue.remove(position)?;
        let job = queued.jobs.pop_front()?;
        let owner = queued.owner;
        if !queued.jobs.is_empty() {
            // The owner's other jobs wait behind those of all others.
            self.queue.push_back(queued);
        }
        self.take(owner, of_one).then_some((owner, job))
    }

    fn forget_cancelled(&mut self) {
        for queued in &mut self.queue {
            queued.jobs.retain(|job| !job.is_closed());
        }
        self.queue.retain(|queued| !queued.jobs.is_empty());
    }

    fn has_room_for(&self, owner: JobOwner) -> bool {
        let jobs = |queued: &QueuedOwner| queued.jobs.len();
        let own = self.queue.iter().filter(|queued| queued.owner == owner);
        self.queue.iter().map(jobs).sum::<usize>() < MOST_WAITING
            && own.map(jobs).sum::<usize>() < MOST_OF_ONE
    }

    fn push(&mut self, owner: JobOwner, job: oneshot::Sender<EnginePermit>) {
        match self.queue.iter_mut().find(|queued| queued.owner == owner) {
            Some(queued) => queued.jobs.push_back(job),
            None => self.queue.push_back(QueuedOwner {
                owner,
                jobs: [job].into(),
            }),
        }
    }
}

impl PermitQueue {
    fn new(permits: usize) -> Arc<Self> {
        Arc::new(Self {
            of_one: permits.div_ceil(2),
            state: Mutex::new(QueueState {
                free: permits,
                held: Vec::new(),
                queue: VecDeque::new(),
            }),
        })
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        locked(&self.state)
    }
}

impl EnginePool {
    /// A pool with a permit for moves per core, at least four, and a quarter of that for other jobs.
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let few = (cores / 4).max(1);
        let permits = [cores.max(LEAST_GAMES), few, few, few, few, cores.max(2)];
        Self(permits.map(PermitQueue::new))
    }

    /// Waits for a permit; dropping the future leaves the queue.
    pub(crate) async fn permit(
        &self,
        kind: JobKind,
        owner: JobOwner,
    ) -> Result<EnginePermit, RequestError> {
        self.enqueue(kind, owner)?.permit().await
    }

    /// Takes a permit, or a place in the queue for one; [`RequestError::Busy`] when too many jobs wait.
    pub(crate) fn enqueue(
        &self,
        kind: JobKind,
        owner: JobOwner,
    ) -> Result<QueuedJob, RequestError> {
        let queue = &self.0[kind as usize];
        let bounded = !matches!(kind, JobKind::Move | JobKind::Replay);
        let (job, granted) = oneshot::channel();
        let mut state = queue.lock();
        if state.take(owner, queue.of_one) {
            let queue = Arc::clone(queue);
            // The receiver is still here.
            let _ = job.send(EnginePermit { queue, owner });
            return Ok(QueuedJob(granted));
        }
        state.forget_cancelled();
        if bounded && !state.has_room_for(owner) {
            return Err(RequestError::Busy);
        }
        state.push(owner, job);
        Ok(QueuedJob(granted))
    }

    /// Runs `work` on a blocking thread as soon as there is a permit.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        kind: JobKind,
        owner: Visitor,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let permit = self.permit(kind, Some(owner)).await?;
        Ok(permit.run(work).await?)
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
    use super::*;

    fn pool_with(permits: usize) -> EnginePool {
        EnginePool([(); 6].map(|()| PermitQueue::new(permits)))
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
            let permit = engines.permit(kind, Some(visitor(number))).await?;
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
        let busy = engines
            .permit(JobKind::Analysis, Some(visitor(9)))
            .await
            .unwrap();
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
            .permit(JobKind::Move, Some(visitor(GREEDY)))
            .await
            .unwrap();
        let two = engines
            .permit(JobKind::Move, Some(visitor(GREEDY)))
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
            permits.push(engines.permit(kind, Some(visitor(GREEDY))).await.unwrap());
        }
        assert_eq!(permits.len(), kinds.len());
    }

    #[tokio::test]
    async fn a_full_queue_refuses_at_once_and_cancelled_jobs_make_room() {
        let (engines, turns) = (pool_with(1), Turns::default());
        let _busy = engines
            .permit(JobKind::Analysis, Some(visitor(9)))
            .await
            .unwrap();
        let mut waiters = Vec::new();
        for _ in 0..MOST_OF_ONE {
            waiters.push(wait(&engines, JobKind::Analysis, GREEDY, &turns));
            tokio::task::yield_now().await;
        }
        let refused = engines
            .permit(JobKind::Analysis, Some(visitor(GREEDY)))
            .await;
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
