//! Where engines think: on a bounded number of threads, so that no game waits for another's.

use std::sync::Arc;

use table::Stop;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

/// A pool of thinking places. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Engines(Arc<Semaphore>);

impl Engines {
    /// One core is left to everybody else.
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new((cores - 1).max(1))))
    }

    /// Runs `work` on a thread of its own as soon as a place is free.
    pub(crate) fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> JoinHandle<T> {
        let places = Arc::clone(&self.0);
        tokio::spawn(async move {
            let place = places
                .acquire_owned()
                .await
                .expect("the pool is never closed");
            let thought = tokio::task::spawn_blocking(move || {
                let _place = place;
                work()
            });
            match thought.await {
                Ok(answer) => answer,
                Err(error) => std::panic::resume_unwind(error.into_panic()),
            }
        })
    }
}

/// Stops an engine when whoever waited for it is gone.
#[derive(Debug, Default)]
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.pull();
    }
}
