//! Uploads archives to the server's object store, where workers download them.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::sleep;

use crate::archive::PackedArchive;
use crate::connection::NatsConnection;
use crate::{QueueError, locked};

/// Time between two attempts to upload to a server that does not answer.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// Archives that the jobs of one batch need at the server.
#[derive(Debug)]
pub(crate) struct Uploads {
    connection: NatsConnection,
    wanted: Mutex<WantedArchives>,
}

impl Uploads {
    pub(crate) fn new(connection: NatsConnection) -> Self {
        Self {
            connection,
            wanted: Mutex::default(),
        }
    }

    /// Uploads an archive, which stays until it is withdrawn. Waits for a silent server.
    pub(crate) async fn send(
        &self,
        owner: &str,
        archive: Arc<PackedArchive>,
    ) -> Result<(), QueueError> {
        locked(&self.wanted).add(owner, &archive);
        while let Err(error) = self.send_if_missing(&archive).await {
            if self.connection.is_up() || self.connection.is_lost() {
                return Err(error);
            }
            sleep(RETRY_INTERVAL).await;
        }
        Ok(())
    }

    /// Withdraws an owner's archive; the server deletes it when no other owner has the same bytes.
    pub(crate) async fn withdraw(&self, owner: &str, digest: &str) {
        if !locked(&self.wanted).remove(owner, digest) {
            return;
        }
        if let Ok(archives) = self.connection.archives().await {
            // The server deletes old archives itself.
            let _ = archives.delete(digest).await;
        }
    }

    /// Uploads every wanted archive that the server has lost.
    pub(crate) async fn send_all_again(&self) -> Result<(), QueueError> {
        let archives = locked(&self.wanted).archives();
        for archive in archives {
            self.send_if_missing(&archive).await?;
        }
        Ok(())
    }

    async fn send_if_missing(&self, archive: &PackedArchive) -> Result<(), QueueError> {
        let archives = self.connection.archives().await?;
        let known = archives.info(&archive.digest).await;
        if known.is_ok_and(|known| known.size == archive.bytes.len()) {
            return Ok(());
        }
        self.put(archive).await
    }

    async fn put(&self, archive: &PackedArchive) -> Result<(), QueueError> {
        let archives = self.connection.archives().await?;
        let mut bytes = Cursor::new(&archive.bytes);
        let put = archives.put(&*archive.digest, &mut bytes).await;
        put.map(drop)
            .map_err(|error| self.connection.no_stream(&error))
    }

    /// Uploads an archive again that a worker found damaged, and returns one of its owners. Returns
    /// none when the archive is whole by now, or not one of this batch.
    pub(crate) async fn repair(&self, digest: &str) -> Option<String> {
        let (archive, owner) = locked(&self.wanted).find(digest)?;
        // After a repair for one worker, others still report the damage: a whole archive stays.
        if self.connection.download(digest).await.is_ok() {
            return None;
        }
        // The worker reports the damage again if this fails.
        let _ = self.put(&archive).await;
        Some(owner)
    }
}

/// Wanted archives by digest, each with its owners.
#[derive(Debug, Default)]
struct WantedArchives(BTreeMap<String, (Arc<PackedArchive>, Vec<String>)>);

impl WantedArchives {
    fn add(&mut self, owner: &str, archive: &Arc<PackedArchive>) {
        let entry = self.0.entry(archive.digest.clone());
        let (_, owners) = entry.or_insert_with(|| (Arc::clone(archive), Vec::new()));
        owners.push(owner.to_owned());
    }

    /// Removes one owner of an archive; true when no owner is left.
    fn remove(&mut self, owner: &str, digest: &str) -> bool {
        let Some((_, owners)) = self.0.get_mut(digest) else {
            return false;
        };
        if let Some(position) = owners.iter().position(|other| other == owner) {
            owners.swap_remove(position);
        }
        let is_unused = owners.is_empty();
        if is_unused {
            self.0.remove(digest);
        }
        is_unused
    }

    fn find(&self, digest: &str) -> Option<(Arc<PackedArchive>, String)> {
        let (archive, owners) = self.0.get(digest)?;
        Some((Arc::clone(archive), owners.first()?.clone()))
    }

    fn archives(&self) -> Vec<Arc<PackedArchive>> {
        let archives = self.0.values();
        archives.map(|(archive, _)| Arc::clone(archive)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_with_two_owners_stays_until_both_withdraw_it() {
        let mut wanted = WantedArchives::default();
        let archive = Arc::new(PackedArchive::new(vec![1]));
        let digest = archive.digest.clone();
        for owner in ["ana", "bob"] {
            wanted.add(owner, &archive);
        }
        assert!(!wanted.remove("eve", &digest));
        assert!(!wanted.remove("ana", &digest));
        let (_, owner) = wanted.find(&digest).expect("one owner is left");
        assert_eq!((owner.as_str(), wanted.archives().len()), ("bob", 1));
        assert!(wanted.remove("bob", &digest));
        assert!(wanted.find(&digest).is_none());
        assert!(!wanted.remove("bob", &digest));
    }
}
