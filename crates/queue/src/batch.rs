//! Where threads that wait for work meet the tasks that hand it out.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use table::Message;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::QueueError;
use crate::archive::Packed;
use crate::dispatcher::Hall;
use crate::job::Reply;
use crate::connection as link;

/// How long saying goodbye may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// A hall with the runtime that it lives in.
#[derive(Debug)]
pub(crate) struct Counter {
    runtime: Runtime,
    pub(crate) hall: Arc<Hall>,
}

impl Counter {
    /// Connects to `nats://HOST:PORT`; `settled` is what makes an errand the same another time.
    ///
    /// # Errors
    /// When nobody answers, or keeps nothing.
    pub(crate) fn open(url: &str, settled: &str) -> Result<Self, QueueError> {
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).enable_all().build()?;
        let hall = runtime.block_on(Hall::open(url, settled))?;
        Ok(Self { runtime, hall })
    }

    /// Sends archives, each with the name of its owner.
    ///
    /// # Errors
    /// When the server does not take them.
    pub(crate) fn bring_all(&self, archives: Vec<(String, Arc<Packed>)>) -> Result<(), QueueError> {
        self.wait(async {
            for (owner, packed) in archives {
                self.hall.bring(&owner, packed).await?;
            }
            Ok(())
        })
    }

    pub(crate) fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Tells whoever brought these that they are kept.
    pub(crate) fn keep(&self, numbers: &[u64]) {
        let _inside = self.runtime.enter();
        for number in numbers {
            self.hall.release(*number, Reply::Kept);
        }
    }

    /// What has happened since it was last asked.
    pub(crate) fn remarks(&self) -> Vec<Message> {
        mem::take(&mut self.hall.state().remarks)
    }
}

/// Says that no more work is wanted: workers stop what is in progress.
impl Drop for Counter {
    fn drop(&mut self) {
        let hall = &self.hall;
        let farewell = async {
            hall.link.say(link::over(&hall.errand), Vec::new()).await;
            hall.purge().await;
            // Workers find out by themselves what they could not be told.
            let _ = hall.link.client.flush().await;
        };
        let _ = self
            .runtime
            .block_on(async { timeout(FAREWELL, farewell).await });
    }
}
