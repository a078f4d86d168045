//! Files and folders that only their owner can read: they hold the seeds of running games and the
//! secret of the store.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Permission bits of the group and of all other users.
#[cfg(unix)]
const OTHERS: u32 = 0o077;

/// Creates a folder, and its missing parents, that only its owner can enter; one that exists is not
/// changed.
pub(crate) fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Opens a file for reading and writing that only its owner can read; creates it where there is none,
/// and corrects the permissions of one that exists.
pub(crate) fn open_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    withdraw(path)?;
    Ok(file)
}

/// Withdraws the permissions of other users from an `SQLite` file, which is created where there is none,
/// and from the files that `SQLite` keeps beside it.
pub(crate) fn own_database(file: &Path) -> io::Result<()> {
    open_file(file)?;
    for suffix in ["-wal", "-shm"] {
        let mut beside = file.as_os_str().to_owned();
        beside.push(suffix);
        match withdraw(&PathBuf::from(beside)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}

/// Whether other users may read or enter a folder.
pub(crate) fn is_exposed(folder: &Path) -> io::Result<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        Ok(fs::metadata(folder)?.permissions().mode() & OTHERS != 0)
    }
    #[cfg(not(unix))]
    fs::metadata(folder).map(|_| false)
}

/// Withdraws the permissions of other users from a file or folder.
pub(crate) fn withdraw(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mut permissions = fs::metadata(path)?.permissions();
        let mode = permissions.mode();
        if mode & OTHERS != 0 {
            permissions.set_mode(mode & !OTHERS);
            fs::set_permissions(path, permissions)?;
        }
    }
    #[cfg(not(unix))]
    fs::metadata(path)?;
    Ok(())
}
