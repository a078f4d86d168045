//! Whether what a worker brought counts, or somebody else should do it again: a crash may be the
//! machine's fault.

use table::Stop;

use crate::QueueError;
use crate::dispatcher::{Asked, Asking, Hall};
use crate::job::{Done, Job, Reply, Work};
use crate::requirements::Needs;
use crate::blame::{Aside, Crash};

/// What was brought and is what was asked for.
pub(crate) struct Brought<T> {
    pub(crate) it: T,
    pub(crate) fall: Fall,
}

/// What became of the programs that others wrote.
pub(crate) enum Fall {
    /// There were none.
    Idle,
    /// They came to their end.
    Stood,
    /// That of this owner crashed.
    Of(String),
}

/// A crash that somebody else is asked about.
struct Doubted<T> {
    it: T,
    owner: String,
    worker: String,
}

impl Hall {
    /// Has a job done, by as many workers as it takes; none if its switch was pulled. `read` knows what
    /// was asked for: whoever brings anything else is set aside.
    ///
    /// # Errors
    /// When the queue stays away, or nobody can do it.
    pub(crate) async fn done<T>(
        &self,
        mut job: Job,
        needs: &Needs,
        stop: &Stop,
        read: impl Fn(Done) -> Option<Brought<T>>,
    ) -> Result<Option<T>, QueueError> {
        let mut doubted: Option<Doubted<T>> = None;
        for attempt in 0.. {
            let asking = Asking {
                job: &job,
                needs,
                attempt,
                alone: doubted.is_some(),
            };
            let (worker, done) = match self.ask(&asking, stop).await? {
                Asked::Stopped => return Ok(None),
                Asked::Nobody => return Ok(doubted.map(|doubted| doubted.it)),
                Asked::Brought(worker, done) => (worker, done),
            };
            let Some(brought) = read(done) else {
                self.distrust(&job, &worker);
                continue;
            };
            match self.weigh(&asking, worker, brought, doubted.as_ref()) {
                Ok(it) => return Ok(Some(it)),
                Err(doubts) => {
                    job.not.push(doubts.worker.clone());
                    doubted = Some(doubts);
                }
            }
        }
        Ok(None)
    }

    /// What was brought, if it counts.
    fn weigh<T>(
        &self,
        asking: &Asking<'_>,
        worker: String,
        brought: Brought<T>,
        doubted: Option<&Doubted<T>>,
    ) -> Result<T, Doubted<T>> {
        let Brought { it, fall } = brought;
        let mut state = self.state();
        let owner = match fall {
            Fall::Idle => return Ok(it),
            Fall::Stood => {
                let doubt = doubted.map(|doubt| (&*doubt.owner, &*doubt.worker));
                let aside = state.opinions.stood(&worker, doubt);
                drop(state);
                self.name(aside);
                return Ok(it);
            }
            Fall::Of(owner) => owner,
        };
        let others = state.is_taken(asking.needs, std::slice::from_ref(&worker));
        let (crash, aside) = state.opinions.fell(&owner, &worker, others);
        drop(state);
        // That a paper crashes is what its report says.
        let is_game = matches!(asking.job.work, Work::Game(_));
        self.name(aside.filter(|aside| is_game || matches!(aside, Aside::Worker { .. })));
        match crash {
            Crash::Counts => Ok(it),
            Crash::Doubted => {
                self.release(asking.job.number, Reply::Kept);
                Err(Doubted { it, owner, worker })
            }
        }
    }
}
