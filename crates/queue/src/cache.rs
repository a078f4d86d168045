//! Folders of unpacked archives at a worker, each downloaded once.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;

use crate::archive::{ArchiveError, PackedArchive};
use crate::connection::NatsConnection;

/// Number of folders at which those that no job uses are deleted.
const MAX_FOLDERS: usize = 64;

/// Unpacked archives in a temporary folder, by digest. Dropping the cache deletes them.
#[derive(Debug)]
pub(crate) struct ArchiveCache {
    root: TempDir,
    folders: BTreeMap<String, Arc<PathBuf>>,
}

impl ArchiveCache {
    pub(crate) fn new() -> io::Result<Self> {
        let root = tempfile::Builder::new()
            .prefix("brelan-worker-")
            .tempdir()?;
        make_readable(root.path())?;
        Ok(Self {
            root,
            folders: BTreeMap::new(),
        })
    }

    /// The folder of an archive, downloaded unless cached; it stays while the value is held.
    pub(crate) async fn folder(
        &mut self,
        digest: &str,
        connection: &NatsConnection,
    ) -> Result<Arc<PathBuf>, ArchiveError> {
        if let Some(folder) = self.folders.get(digest) {
            return Ok(Arc::clone(folder));
        }
        let archive = connection.download(digest).await?;
        self.add(&archive)
    }

    fn add(&mut self, archive: &PackedArchive) -> Result<Arc<PathBuf>, ArchiveError> {
        self.delete_unused()?;
        let path = self.root.path().join(&archive.digest);
        fs::create_dir(&path)?;
        let unpacked = archive.unpack(&path);
        if let Err(error) = unpacked.and_then(|()| Ok(make_readable(&path)?)) {
            // Files that cannot be deleted now are deleted with the whole cache.
            let _ = fs::remove_dir_all(&path);
            return Err(error);
        }
        let folder = Arc::new(path);
        let cached = Arc::clone(&folder);
        self.folders.insert(archive.digest.clone(), cached);
        Ok(folder)
    }

    /// Deletes the folders that no job uses, once there are 64 folders.
    fn delete_unused(&mut self) -> io::Result<()> {
        if self.folders.len() < MAX_FOLDERS {
            return Ok(());
        }
        let is_unused = |folder: &Arc<PathBuf>| Arc::strong_count(folder) == 1;
        for (_, folder) in self.folders.extract_if(.., |_, folder| is_unused(folder)) {
            fs::remove_dir_all(&*folder)?;
        }
        Ok(())
    }
}

/// Lets every user read a folder: a cage may run programs as another user.
fn make_readable(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_a_job_uses_are_not_deleted() {
        let source = tempfile::tempdir().expect("a temporary folder can be created");
        let mut cache = ArchiveCache::new().expect("a temporary folder can be created");
        let mut used = None;
        for number in 0..=MAX_FOLDERS {
            fs::write(source.path().join("bot"), number.to_string())
                .expect("the folder can be written");
            let archive =
                PackedArchive::pack(source.path(), &[]).expect("the files are within the limits");
            let folder = cache.add(&archive).expect("the archive is whole");
            used.get_or_insert(folder);
        }
        let used = used.expect("one folder is in use");
        let content = fs::read_to_string(used.join("bot"));
        assert_eq!(content.expect("the folder in use was kept"), "0");
        assert_eq!(cache.folders.len(), 2);
    }
}
