//! Runs a dispatcher for threads that block: a Tokio runtime, the dispatcher and its listener.

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::QueueError;
use crate::access::QueueAccess;
use crate::archive::PackedArchive;
use crate::dispatcher::Dispatcher;
use crate::listener::listen;
use crate::result::ResultReceipt;

const END_TIMEOUT: Duration = Duration::from_secs(2);

/// A dispatcher with the runtime that it runs in. Dropping it tells workers that the batch has ended.
#[derive(Debug)]
pub(crate) struct BatchRunner {
    runtime: Runtime,
    pub(crate) dispatcher: Arc<Dispatcher>,
}

impl BatchRunner {
    /// Connects to a server. `identity` is the same whenever the same batch is continued.
    pub(crate) fn open(access: &QueueAccess, identity: &str) -> Result<Self, QueueError> {
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).enable_all().build()?;
        let dispatcher = runtime.block_on(async {
            let dispatcher = Arc::new(Dispatcher::open(access, identity).await?);
            listen(&dispatcher).await?;
            Ok::<_, QueueError>(dispatcher)
        })?;
        Ok(Self {
            runtime,
            dispatcher,
        })
    }

    /// Uploads archives, each with the name of its owner.
    pub(crate) fn upload(
        &self,
        archives: Vec<(String, Arc<PackedArchive>)>,
    ) -> Result<(), QueueError> {
        self.block_on(async {
            for (owner, archive) in archives {
                self.dispatcher.uploads.send(&owner, archive).await?;
            }
            Ok(())
        })
    }

    pub(crate) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    /// Tells the workers of these jobs that their results are stored.
    pub(crate) fn confirm_stored(&self, numbers: &[u64]) {
        let _inside = self.runtime.enter();
        for number in numbers {
            self.dispatcher.confirm(*number, ResultReceipt::Stored);
        }
    }
}

impl Drop for BatchRunner {
    fn drop(&mut self) {
        let end = async { timeout(END_TIMEOUT, self.dispatcher.end()).await };
        // A worker that misses the message gives up when its result is not asked for.
        let _ = self.runtime.block_on(end);
    }
}
