//! The clock of a search that runs in slices: reading it may wait while other searches run.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use table::{Clock, Stop};

use super::engines::WaitingTime;
use super::permit_queue::{EnginePermit, PermitQueue, Resumed};
use crate::locked;

/// Interval at which a search that waits for its next slice sees that it was stopped.
const STOP_CHECK: Duration = Duration::from_millis(20);
/// The time on the clock of a search that must answer, beyond every deadline.
const OVER: Duration = Duration::from_hours(1 << 32);
/// Time between two readings of that clock, so that a deadline set meanwhile is over as well.
const AFTER: Duration = Duration::from_hours(24);

/// The time that a search has run. Engines read it every few thousand nodes.
#[derive(Debug)]
pub(super) struct SlicedClock(Mutex<SlicedSearch>);

#[derive(Debug)]
struct SlicedSearch {
    /// The right to run; none for a search that was stopped or must answer.
    permit: Option<EnginePermit>,
    /// Whether the search is too long for the queue of the short ones.
    is_long: bool,
    waiting: WaitingTime,
    stop: Stop,
    begun: Instant,
    slice_end: Instant,
    /// Time between slices.
    waited: Duration,
    /// Number of readings after the end.
    readings_after: u32,
}

impl SlicedClock {
    pub(super) fn new(
        permit: EnginePermit,
        is_long: bool,
        waiting: WaitingTime,
        stop: Stop,
    ) -> Self {
        let begun = Instant::now();
        Self(Mutex::new(SlicedSearch {
            slice_end: begun + permit.queue.rules.slice,
            permit: Some(permit),
            is_long,
            waiting,
            stop,
            begun,
            waited: Duration::ZERO,
            readings_after: 0,
        }))
    }
}

impl Clock for SlicedClock {
    fn now(&self) -> Duration {
        let mut search = locked(&self.0);
        if Instant::now() >= search.slice_end {
            search.end_slice();
        }
        search.time()
    }
}

impl SlicedSearch {
    fn time(&mut self) -> Duration {
        if self.permit.is_none() {
            self.readings_after += 1;
            return OVER + AFTER * self.readings_after;
        }
        let time = self.begun.elapsed();
        match self.waiting {
            WaitingTime::Counts => time,
            WaitingTime::Free => time.saturating_sub(self.waited),
        }
    }

    /// Lets another search run if one waits, and waits for the next slice. A long search leaves the queue
    /// of the short ones.
    fn end_slice(&mut self) {
        let Some(permit) = self.permit.take() else {
            return;
        };
        let next = permit.queue.next.as_ref().filter(|_| self.is_long);
        let queue = Arc::clone(next.unwrap_or(&permit.queue));
        self.permit = if Arc::ptr_eq(&queue, &permit.queue) && !queue.is_wanted() {
            Some(permit)
        } else {
            self.wait(permit, &queue)
        };
        self.slice_end = Instant::now() + queue.rules.slice;
    }

    /// The permit for the next slice; none when the search was stopped or must answer.
    fn wait(&mut self, permit: EnginePermit, queue: &Arc<PermitQueue>) -> Option<EnginePermit> {
        let parked = Instant::now();
        let ran = self.begun.elapsed().saturating_sub(self.waited);
        let resumed: Receiver<Resumed> = permit.park(queue, ran);
        let permit = loop {
            match resumed.recv_timeout(STOP_CHECK) {
                Ok(Resumed::Permit(permit)) => break Some(permit),
                Ok(Resumed::Ended) | Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) if self.stop.pulled() => break None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        self.waited += parked.elapsed();
        permit
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use table::Limits;

    use super::super::engines::{EnginePool, JobKind};
    use super::*;
    use crate::server::visitor::Visitor;

    /// A search without a deadline, which reads its clock until it is stopped or must answer; whether it
    /// must answer. The clock of a search that is stopped while it waits is over, too.
    fn endless(limits: &Limits) -> bool {
        let clock = limits.clock.clone().unwrap();
        while !limits.stop.pulled() {
            if clock.now() > OVER {
                return !limits.stop.pulled();
            }
            thread::yield_now();
        }
        false
    }

    fn visitor(number: u8) -> Visitor {
        Visitor::at([127, 0, number, 1].into())
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn searches_of_others_run_while_long_ones_go_on() {
        let pool = EnginePool::with_permits(2, 1, 1);
        let long = Limits {
            time: Some(Duration::from_hours(1)),
            ..Limits::default()
        };
        let mut running = Vec::new();
        for number in 0..4 {
            let permit = pool.permit(JobKind::Move, visitor(number)).await.unwrap();
            running.push(permit.search(long.clone(), WaitingTime::Free, endless));
        }
        // Without slices the searches above hold every permit for an hour.
        let short = Limits {
            time: Some(Duration::from_millis(200)),
            ..Limits::default()
        };
        let answer = |_: &Limits| "answer";
        let answered = pool.search(JobKind::Move, visitor(9), short, answer).await;
        assert_eq!(answered.unwrap(), "answer");
        assert!(running.iter().all(|search| !search.is_finished()));
        long.stop.pull();
        for search in running {
            assert!(!search.await.unwrap(), "a stopped search has not to answer");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_search_too_many_ends_one_that_ran_for_long() {
        let pool = EnginePool::with_permits(2, 1, 1);
        let limits = Limits {
            time: Some(Duration::from_hours(1)),
            ..Limits::default()
        };
        let over = Arc::new(AtomicUsize::new(0));
        let mut running = Vec::new();
        for number in 0..20 {
            let permit = pool.permit(JobKind::Move, visitor(number)).await.unwrap();
            let over = Arc::clone(&over);
            running.push(
                permit.search(limits.clone(), WaitingTime::Free, move |limits| {
                    over.fetch_add(usize::from(endless(limits)), Ordering::Relaxed);
                }),
            );
        }
        // Eight may have begun; the others have to answer.
        while over.load(Ordering::Relaxed) < 12 {
            tokio::task::yield_now().await;
        }
        limits.stop.pull();
        for search in running {
            search.await.unwrap();
        }
        assert_eq!(over.load(Ordering::Relaxed), 12);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_search_alone_is_not_interrupted() {
        let pool = EnginePool::with_permits(2, 1, 1);
        let limits = Limits {
            time: Some(Duration::from_millis(300)),
            ..Limits::default()
        };
        let search = |limits: &Limits| {
            let clock = limits.clock.clone().unwrap();
            while clock.now() < Duration::from_millis(300) {
                thread::yield_now();
            }
            clock.now() < OVER
        };
        let whole = pool.search(JobKind::Move, visitor(1), limits, search).await;
        assert!(whole.unwrap());
    }
}
