//! What a program finds around it: temporary files, a home, and an environment without secrets.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::Rung;
use super::confine::NOBODY;

/// Where programs are looked for in a cage, after the folders of their interpreters.
const USUAL_PATH: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];
/// Where the library is that makes C's output go out at the end of each line.
const LINE_BUFFERING: [&str; 3] = [
    "/usr/libexec/coreutils/libstdbuf.so",
    "/usr/lib/coreutils/libstdbuf.so",
    "/usr/lib/x86_64-linux-gnu/coreutils/libstdbuf.so",
];

/// Where a program's temporary files are.
#[derive(Debug)]
pub(super) enum Home {
    /// In memory, in the cage.
    Inside,
    /// In a folder of this machine, removed with this value.
    Outside(TempDir),
}

impl Home {
    pub(super) fn new(rungs: &[Rung]) -> io::Result<Self> {
        if rungs.contains(&Rung::Namespaces) {
            return Ok(Self::Inside);
        }
        let own = Permissions::from_mode(0o700);
        let prefix = format!("brelan-{}-", std::process::id());
        let folder = tempfile::Builder::new()
            .prefix(&prefix)
            .permissions(own)
            .tempdir()?;
        let home = folder.path().join("home");
        fs::create_dir(&home)?;
        if rungs.contains(&Rung::User) && rustix::process::geteuid().is_root() {
            for path in [folder.path(), &home] {
                chown(path, Some(NOBODY), Some(NOBODY))?;
            }
        }
        Ok(Self::Outside(folder))
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Inside => Path::new("/tmp"),
            Self::Outside(folder) => folder.path(),
        }
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        if let Self::Outside(folder) = self {
            remove(folder.path());
        }
    }
}

/// Removes the folder of temporary files, even if the program closed a part of it.
pub(super) fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_err() {
        open_folders(folder);
        // Whoever comes first, the keeper or the house, leaves nothing to the other.
        let _ = fs::remove_dir_all(folder);
    }
}

/// Lets the owner of a tree into all of its folders.
fn open_folders(folder: &Path) {
    let mut left = vec![folder.to_owned()];
    while let Some(folder) = left.pop() {
        // What cannot be opened cannot be removed either.
        let _ = fs::set_permissions(&folder, Permissions::from_mode(0o700));
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        left.extend(folders.map(|entry| entry.path()));
    }
}

/// Everything a program finds in its environment.
pub(super) fn environment(path: &[PathBuf], temporary: &Path) -> Vec<(OsString, OsString)> {
    let usual = USUAL_PATH.map(PathBuf::from);
    // A folder whose name holds a colon cannot be on a path.
    let path = std::env::join_paths(path.iter().chain(&usual)).unwrap_or_default();
    let mut variables: Vec<(OsString, OsString)> = vec![
        ("PATH".into(), path),
        ("HOME".into(), temporary.join("home").into()),
        ("TMPDIR".into(), temporary.into()),
        ("LANG".into(), "C.UTF-8".into()),
        ("PYTHONUNBUFFERED".into(), "1".into()),
        // The folder is read only: caches of compiled modules would fail, silently and each time.
        ("PYTHONDONTWRITEBYTECODE".into(), "1".into()),
        ("GFORTRAN_UNBUFFERED_PRECONNECTED".into(), "y".into()),
    ];
    if let Some(library) = LINE_BUFFERING
        .iter()
        .find(|library| Path::new(library).exists())
    {
        variables.push(("LD_PRELOAD".into(), library.into()));
        variables.push(("_STDBUF_O".into(), "L".into()));
    }
    variables
}
