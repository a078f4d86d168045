//! Files that go with the work, packed and sent to where workers find them.

use std::io::Cursor;
use std::sync::Arc;

use tokio::time::{sleep, timeout};

use crate::QueueError;
use crate::archive::Packed;
use crate::dispatcher::{Hall, State, TICK};
use crate::cache::{FETCHED, fetch};

/// An archive that is wanted at the server.
#[derive(Clone, Debug)]
pub(crate) struct Trunk {
    /// Whose it is; several may have brought the same bytes.
    owners: Vec<String>,
    packed: Arc<Packed>,
}

impl State {
    fn want(&mut self, owner: &str, packed: &Arc<Packed>) {
        let trunk = || Trunk {
            owners: Vec::new(),
            packed: Arc::clone(packed),
        };
        let trunk = self
            .trunks
            .entry(packed.digest.clone())
            .or_insert_with(trunk);
        trunk.owners.push(owner.to_owned());
    }

    /// Whether that was the last who wanted it.
    fn let_go(&mut self, owner: &str, digest: &str) -> bool {
        let Some(trunk) = self.trunks.get_mut(digest) else {
            return false;
        };
        let own = trunk.owners.iter().position(|other| other == owner);
        own.map(|own| trunk.owners.swap_remove(own));
        let last = trunk.owners.is_empty();
        if last {
            self.trunks.remove(digest);
        }
        last
    }
}

impl Hall {
    /// Sends an archive, unless it is there, and keeps it there until it is taken back. A server that is
    /// away is waited for.
    ///
    /// # Errors
    /// When it stays away.
    pub(crate) async fn bring(&self, owner: &str, packed: Arc<Packed>) -> Result<(), QueueError> {
        self.state().want(owner, &packed);
        while let Err(error) = self.see_to(&packed).await {
            if self.link.is_up() || self.state().lost {
                return Err(error);
            }
            sleep(TICK).await;
        }
        Ok(())
    }

    /// Nobody needs an archive of this owner any more.
    pub(crate) async fn take_back(&self, owner: &str, digest: &str) {
        if !self.state().let_go(owner, digest) {
            return;
        }
        if let Ok(archives) = self.link.archives().await {
            // What stays is forgotten by the server in time.
            let _ = archives.delete(digest).await;
        }
    }

    /// Sends everything again to a server that has lost it.
    pub(crate) async fn bring_all_again(&self) -> Result<(), QueueError> {
        let trunks: Vec<Trunk> = self.state().trunks.values().cloned().collect();
        for trunk in trunks {
            self.see_to(&trunk.packed).await?;
        }
        Ok(())
    }

    /// Sends an archive that is not there, or not of its size.
    async fn see_to(&self, packed: &Packed) -> Result<(), QueueError> {
        let known = self.link.archives().await?.info(&packed.digest).await;
        if known.is_ok_and(|known| known.size == packed.bytes.len()) {
            return Ok(());
        }
        self.send(packed).await
    }

    async fn send(&self, packed: &Packed) -> Result<(), QueueError> {
        let archives = self.link.archives().await?;
        let mut bytes = Cursor::new(&packed.bytes);
        let put = archives.put(&*packed.digest, &mut bytes).await;
        put.map(drop).map_err(|error| QueueError::NoStream {
            place: self.link.place.clone(),
            reason: error.to_string(),
        })
    }

    /// Sends an archive again that is not there, or not whole; whose it is.
    pub(crate) async fn send_again(&self, digest: &str) -> Option<String> {
        let trunk = self.state().trunks.get(digest).cloned()?;
        // Somebody else may have missed it before: what is whole by now stays for who reads it.
        let whole = timeout(FETCHED, fetch(digest, &self.link)).await;
        if matches!(whole, Ok(Ok(_))) {
            return None;
        }
        // Whoever misses it still asks again.
        let _ = self.send(&trunk.packed).await;
        trunk.owners.into_iter().next()
    }
}
