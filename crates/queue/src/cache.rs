//! The files that a worker was sent, unpacked, each archive once.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::AsyncReadExt as _;
use tokio::time::timeout;

use crate::archive::{ArchiveError, MOST_PACKED, Packed, unpack};
use crate::connection::Link;

/// Archives that are kept unpacked beyond those in use.
const MOST: usize = 64;
/// How long an archive may take to arrive.
pub(crate) const FETCHED: Duration = Duration::from_secs(20);

/// Folders by the digest of their archive.
#[derive(Debug)]
pub(crate) struct Shelf {
    root: TempDir,
    folders: BTreeMap<String, Arc<PathBuf>>,
}

impl Shelf {
    pub(crate) fn new() -> io::Result<Self> {
        let root = tempfile::Builder::new()
            .prefix("brelan-worker-")
            .tempdir()?;
        open_to_cages(root.path())?;
        Ok(Self {
            root,
            folders: BTreeMap::new(),
        })
    }

    /// The folder of an archive, which stays for as long as the answer is held.
    ///
    /// # Errors
    /// When the archive does not arrive whole, or there is no room for it.
    pub(crate) async fn folder(
        &mut self,
        digest: &str,
        link: &Link,
    ) -> Result<Arc<PathBuf>, ArchiveError> {
        if let Some(folder) = self.folders.get(digest) {
            return Ok(Arc::clone(folder));
        }
        let fetched = timeout(FETCHED, fetch(digest, link)).await;
        let packed = fetched.map_err(|_| ArchiveError::Damaged)??;
        self.clear()?;
        let path = self.root.path().join(digest);
        let unpacked = fs::create_dir(&path).map_err(ArchiveError::from);
        let unpacked = unpacked.and_then(|()| unpack(&packed, &path));
        if let Err(error) = unpacked.and_then(|()| Ok(open_to_cages(&path)?)) {
            // What is left of it goes with the worker at the latest.
            let _ = fs::remove_dir_all(&path);
            return Err(error);
        }
        let folder = Arc::new(path);
        self.folders.insert(digest.to_owned(), Arc::clone(&folder));
        Ok(folder)
    }

    /// Makes room: what nobody uses goes once there is much of it.
    fn clear(&mut self) -> io::Result<()> {
        if self.folders.len() < MOST {
            return Ok(());
        }
        let idle = |folder: &Arc<PathBuf>| Arc::strong_count(folder) == 1;
        for (_, folder) in self.folders.extract_if(.., |_, folder| idle(folder)) {
            fs::remove_dir_all(&*folder)?;
        }
        Ok(())
    }
}

/// An archive as the server has it.
///
/// # Errors
/// When it is not there, or not what its name says.
pub(crate) async fn fetch(digest: &str, link: &Link) -> Result<Packed, ArchiveError> {
    let archives = link.archives().await.map_err(|_| ArchiveError::Damaged)?;
    let object = archives.get(digest).await;
    let mut object = object
        .map_err(|_| ArchiveError::Damaged)?
        .take(MOST_PACKED + 1);
    let mut bytes = Vec::new();
    let read = object.read_to_end(&mut bytes).await;
    read.map_err(|_| ArchiveError::Damaged)?;
    Packed::checked(bytes, digest)
}

/// Whoever a cage runs programs as may look into the folder.
#[cfg(unix)]
fn open_to_cages(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn open_to_cages(_: &Path) -> io::Result<()> {
    Ok(())
}
