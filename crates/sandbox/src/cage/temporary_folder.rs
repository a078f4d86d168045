//! The temporary folder and the environment variables of a program.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::Protection;

/// The `PATH` in a cage, after the folders of the program's interpreters.
const USUAL_PATH: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];
/// The possible paths of the library that makes C programs flush at each end of line.
const LINE_BUFFERING: [&str; 3] = [
    "/usr/libexec/coreutils/libstdbuf.so",
    "/usr/lib/coreutils/libstdbuf.so",
    "/usr/lib/x86_64-linux-gnu/coreutils/libstdbuf.so",
];

/// The folder for a program's temporary files, with a home folder in it.
#[derive(Debug)]
pub(super) enum TemporaryFolder {
    /// A memory file system inside the cage.
    Inside,
    /// A folder of this machine, removed when this is dropped.
    Outside(TempDir),
}

impl TemporaryFolder {
    /// A folder of the user with this number, where the program becomes that user.
    pub(super) fn new(protections: &[Protection], user: u32) -> io::Result<Self> {
        if protections.contains(&Protection::Namespaces) {
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
        if protections.contains(&Protection::User) && rustix::process::geteuid().is_root() {
            for path in [folder.path(), &home] {
                chown(path, Some(user), Some(user))?;
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

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        if let Self::Outside(folder) = self {
            remove(folder.path());
        }
    }
}

/// Removes a temporary folder, even if the program changed permissions in it.
pub(super) fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_err() {
        open_folders(folder);
        // Fails when the other of supervisor and host has removed it already.
        let _ = fs::remove_dir_all(folder);
    }
}

/// Makes all folders of a tree accessible to their owner.
fn open_folders(folder: &Path) {
    let mut left = vec![folder.to_owned()];
    while let Some(folder) = left.pop() {
        // A folder that cannot be opened cannot be removed either.
        let _ = fs::set_permissions(&folder, Permissions::from_mode(0o700));
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        left.extend(folders.map(|entry| entry.path()));
    }
}

/// The complete environment of a program.
pub(super) fn environment(path: &[PathBuf], temporary: &Path) -> Vec<(OsString, OsString)> {
    let usual = USUAL_PATH.map(PathBuf::from);
    // Fails for a folder with a colon in its name, which cannot be on a `PATH`.
    let path = std::env::join_paths(path.iter().chain(&usual)).unwrap_or_default();
    let mut variables: Vec<(OsString, OsString)> = vec![
        ("PATH".into(), path),
        ("HOME".into(), temporary.join("home").into()),
        ("TMPDIR".into(), temporary.into()),
        ("LANG".into(), "C.UTF-8".into()),
        ("PYTHONUNBUFFERED".into(), "1".into()),
        // The program's folder is read only, so compiled modules cannot be cached there.
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
