//! The file system of a cage: empty, with only the program's readable files mounted, read only.

use std::ffi::{CStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive,
    mount_change, unmount,
};
use rustix::process::{chdir, pivot_root};

use super::launch_failure::LaunchFailure;
use super::launch_request::LaunchRequest;
use super::machine_info;
use crate::ProgramLimits;

/// The folder where the new root is mounted first; every machine has it.
const BASE: &str = "/tmp";
/// The old root inside the new one, while that is built.
const OLD: &str = "/.old";
/// The folder of the made-up files about the machine.
const MACHINE: &str = "/.machine";
/// An empty file and an empty folder.
const NO_FILE: &str = "/.machine/none";
const NO_FOLDER: &str = "/.machine/empty";
/// A file and a folder that nobody may open.
const HIDDEN_FILE: &str = "/.machine/hidden";
const HIDDEN_FOLDER: &str = "/.machine/closed";
/// The devices of a cage: none of them shows or changes anything of the machine. A mapping of `/dev/zero`
/// would be shared memory of any size.
pub(super) const DEVICES: [&str; 4] = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];

/// Replaces the root file system by that of `request`.
pub(super) fn build(request: &LaunchRequest) -> Result<(), LaunchFailure> {
    let step = |name: &'static str| LaunchFailure::at::<io::Error>(name);
    pivot().map_err(step("pivot"))?;
    mount_temporary(request).map_err(step("temporary files"))?;
    for path in outermost(request.readable.iter().map(PathBuf::from)) {
        mount_readable(&path).map_err(step("mount"))?;
    }
    for (at, target) in &request.links {
        link(Path::new(at), Path::new(target)).map_err(step("link"))?;
    }
    mount_devices().map_err(step("devices"))?;
    mount_proc(&request.limits).map_err(step("proc"))?;
    hide(&request.hidden).map_err(step("hidden files"))?;
    // A program's folder below the temporary folder is hidden by its mount.
    fs::create_dir_all(&request.folder).map_err(step("folder"))?;
    seal().map_err(step("seal"))
}

/// Makes an empty file system the root; the old root stays at [`OLD`].
fn pivot() -> io::Result<()> {
    mount_change(
        "/",
        MountPropagationFlags::PRIVATE | MountPropagationFlags::REC,
    )?;
    mount_memory(Path::new(BASE), c"mode=755,size=1m,nr_inodes=1k")?;
    let old = format!("{BASE}{OLD}");
    fs::create_dir(&old)?;
    pivot_root(BASE, &*old)?;
    chdir("/")?;
    Ok(())
}

fn mount_memory(at: &Path, options: &CStr) -> io::Result<()> {
    mount(
        "tmpfs",
        at,
        "tmpfs",
        MountFlags::NOSUID | MountFlags::NODEV,
        options,
    )?;
    Ok(())
}

/// Mounts the folder for temporary files, of bounded size, with the home folder in it.
fn mount_temporary(request: &LaunchRequest) -> io::Result<()> {
    let at = Path::new(&request.temporary);
    fs::create_dir_all(at)?;
    let (size, files) = (request.limits.file_size, request.limits.files);
    let options = format!("mode=1777,size={size},nr_inodes={files}");
    let options = std::ffi::CString::new(options).map_err(io::Error::other)?;
    mount_memory(at, &options)?;
    let home = at.join("home");
    fs::create_dir(&home)?;
    fs::set_permissions(&home, fs::Permissions::from_mode(0o777))
}

/// The paths that are not inside another one.
fn outermost(paths: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = paths.collect();
    paths.sort();
    // A folder sorts before the paths in it, because paths are compared by components.
    paths.dedup_by(|inner, outer| inner.starts_with(outer));
    paths
}

/// Mounts a file or folder of the old root at the same path, read only.
fn mount_readable(path: &Path) -> io::Result<()> {
    let source = old(path);
    if source.is_dir() {
        fs::create_dir_all(path)?;
    } else {
        placeholder(path)?;
    }
    mount_bind_recursive(&source, path)?;
    make_read_only(path)
}

fn old(path: &Path) -> PathBuf {
    Path::new(OLD).join(path.strip_prefix("/").unwrap_or(path))
}

fn placeholder(at: &Path) -> io::Result<()> {
    if let Some(folder) = at.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::File::create(at).map(drop)
}

/// Makes a mount and the mounts below it read only; other flags stay as they are.
fn make_read_only(at: &Path) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    let at = std::ffi::CString::new(at.as_os_str().as_bytes()).map_err(io::Error::other)?;
    // SAFETY: the path ends with NUL, the size is that of the attributes, and both outlive the call.
    #[expect(unsafe_code, reason = "no safe interface has this system call")]
    let done = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            at.as_ptr(),
            libc::AT_RECURSIVE,
            &raw const attributes,
            size_of_val(&attributes),
        )
    };
    if done == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Mounts what nobody may open over files and folders of the new root.
fn hide(paths: &[OsString]) -> io::Result<()> {
    placeholder(Path::new(HIDDEN_FILE))?;
    fs::create_dir(HIDDEN_FOLDER)?;
    for closed in [HIDDEN_FILE, HIDDEN_FOLDER] {
        fs::set_permissions(closed, fs::Permissions::from_mode(0o000))?;
    }
    for path in paths.iter().map(Path::new) {
        let Ok(data) = path.symlink_metadata() else {
            continue;
        };
        let closed = if data.is_dir() {
            HIDDEN_FOLDER
        } else {
            HIDDEN_FILE
        };
        mount_bind(closed, path)?;
        make_read_only(path)?;
    }
    Ok(())
}

/// Creates a link, unless a mounted folder holds it already.
fn link(at: &Path, target: &Path) -> io::Result<()> {
    if at.symlink_metadata().is_ok() {
        return Ok(());
    }
    if let Some(folder) = at.parent() {
        fs::create_dir_all(folder)?;
    }
    symlink(target, at)
}

/// Mounts [`DEVICES`] and the links that programs expect; `/dev/shm` leads to the temporary files.
fn mount_devices() -> io::Result<()> {
    for device in DEVICES.map(Path::new) {
        placeholder(device)?;
        mount_bind_recursive(old(device), device)?;
        // Its time of change would otherwise outlast the cage.
        make_read_only(device)?;
    }
    symlink("/proc/self/fd", "/dev/fd")?;
    symlink("/proc/self/fd/0", "/dev/stdin")?;
    symlink("/proc/self/fd/1", "/dev/stdout")?;
    symlink("/proc/self/fd/2", "/dev/stderr")?;
    symlink("/tmp", "/dev/shm")
}

/// Mounts a `/proc` that shows only the processes of this cage, and made-up files about the machine.
fn mount_proc(limits: &ProgramLimits) -> io::Result<()> {
    fs::create_dir("/proc")?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", "/proc", "proc", flags, None::<&CStr>)?;
    for (name, text) in machine_info::proc_files(limits) {
        let file = Path::new(MACHINE).join(name);
        placeholder(&file)?;
        fs::write(file, text)?;
    }
    placeholder(Path::new(NO_FILE))?;
    fs::create_dir(NO_FOLDER)?;
    for entry in fs::read_dir("/proc")? {
        let entry = entry?;
        let (kind, name) = (entry.file_type()?, entry.file_name());
        if kind.is_symlink() || is_harmless(&name.to_string_lossy()) {
            continue;
        }
        let made_up = Path::new(MACHINE).join(&name);
        let nothing = Path::new(if kind.is_dir() { NO_FOLDER } else { NO_FILE });
        let source = if made_up.exists() { &made_up } else { nothing };
        mount_bind(source, entry.path())?;
    }
    Ok(())
}

/// Tests for the folder of a process, or a file of `/proc` that no program can change: constants of the
/// machine, and files that only root may read. Each file less to hide is a mount less.
fn is_harmless(name: &str) -> bool {
    const HARMLESS: [&str; 23] = [
        "cmdline",
        "config.gz",
        "consoles",
        "crypto",
        "devices",
        "dma",
        "execdomains",
        "fb",
        "filesystems",
        "iomem",
        "ioports",
        "kallsyms",
        "kcore",
        "kmsg",
        "kpagecgroup",
        "kpagecount",
        "kpageflags",
        "misc",
        "mtrr",
        "pagetypeinfo",
        "timer_list",
        "version",
        "vmallocinfo",
    ];
    name.starts_with(|c: char| c.is_ascii_digit()) || HARMLESS.contains(&name)
}

/// Unmounts the old root and makes the new one read only.
fn seal() -> io::Result<()> {
    unmount(OLD, UnmountFlags::DETACH)?;
    fs::remove_dir(OLD)?;
    let flags = MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
    rustix::mount::mount_remount("/", flags, c"")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_inside_another_is_not_mounted_twice() {
        let paths = [
            "/usr/lib/jvm",
            "/usr",
            "/usrlocal",
            "/home/a/b",
            "/usr",
            "/home/a",
        ];
        let outermost = outermost(paths.into_iter().map(PathBuf::from));
        assert_eq!(
            outermost,
            ["/home/a", "/usr", "/usrlocal"].map(PathBuf::from)
        );
    }
}
