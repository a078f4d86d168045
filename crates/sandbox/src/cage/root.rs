//! The file system of a cage: an empty one, in which only what the program may see is mounted, read only.

use std::ffi::CStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    unmount,
};
use rustix::process::{chdir, pivot_root};

use super::Rung;
use super::plan::Plan;
use super::stage::Failure;

/// Where the new root is mounted before it becomes one; every machine has this folder.
const BASE: &str = "/tmp";
/// Where the old root is while the new one is built.
const OLD: &str = "/.old";

/// Replaces the file system by that of `plan`.
pub(super) fn build(plan: &Plan) -> Result<(), Failure> {
    let step = |name: &'static str| Failure::of::<io::Error>(Rung::Namespaces, name);
    pivot().map_err(step("pivot"))?;
    writable(plan).map_err(step("temporary files"))?;
    for view in outermost(plan.views()) {
        show(&view).map_err(step("mount"))?;
    }
    for (at, target) in &plan.links {
        link(Path::new(at), Path::new(target)).map_err(step("link"))?;
    }
    devices().map_err(step("devices"))?;
    processes().map_err(step("proc"))?;
    // Mounted over, a folder of the program may be one of the temporary ones.
    fs::create_dir_all(&plan.folder).map_err(step("folder"))?;
    seal().map_err(step("seal"))
}

/// Makes an empty file system the root; the old one stays at [`OLD`].
fn pivot() -> io::Result<()> {
    mount_change(
        "/",
        MountPropagationFlags::PRIVATE | MountPropagationFlags::REC,
    )?;
    memory(Path::new(BASE), c"mode=755,size=1m,nr_inodes=1k")?;
    let old = format!("{BASE}{OLD}");
    fs::create_dir(&old)?;
    pivot_root(BASE, &*old)?;
    chdir("/")?;
    Ok(())
}

fn memory(at: &Path, options: &CStr) -> io::Result<()> {
    mount(
        "tmpfs",
        at,
        "tmpfs",
        MountFlags::NOSUID | MountFlags::NODEV,
        options,
    )?;
    Ok(())
}

/// The folder for temporary files, of bounded size, and the home in it.
fn writable(plan: &Plan) -> io::Result<()> {
    let at = Path::new(&plan.temporary);
    fs::create_dir_all(at)?;
    let (size, files) = (plan.quota.file_size, plan.quota.files);
    let options = format!("mode=1777,size={size},nr_inodes={files}");
    let options = std::ffi::CString::new(options).map_err(io::Error::other)?;
    memory(at, &options)?;
    let home = at.join("home");
    fs::create_dir(&home)?;
    fs::set_permissions(&home, fs::Permissions::from_mode(0o777))
}

/// The views that are not inside another one.
fn outermost(views: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut views: Vec<PathBuf> = views.collect();
    views.sort();
    // A folder comes before what is in it, because paths are compared by components.
    views.dedup_by(|inner, outer| inner.starts_with(outer));
    views
}

/// Shows a file or folder of the old root at its place, read only.
fn show(view: &Path) -> io::Result<()> {
    let source = old(view);
    if source.is_dir() {
        fs::create_dir_all(view)?;
    } else {
        placeholder(view)?;
    }
    mount_bind_recursive(&source, view)?;
    read_only(view)
}

fn old(path: &Path) -> PathBuf {
    Path::new(OLD).join(path.strip_prefix("/").unwrap_or(path))
}

/// An empty file to mount another over.
fn placeholder(at: &Path) -> io::Result<()> {
    if let Some(folder) = at.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::File::create(at).map(drop)
}

/// Makes a mount read only with all that is mounted in it, whatever other flags it must keep.
fn read_only(at: &Path) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    let at = std::ffi::CString::new(at.as_os_str().as_bytes()).map_err(io::Error::other)?;
    // SAFETY: the path ends with NUL, and the attributes are as long as said; both outlive the call.
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

/// A link, where nothing is mounted yet that holds it.
fn link(at: &Path, target: &Path) -> io::Result<()> {
    if at.symlink_metadata().is_ok() {
        return Ok(());
    }
    if let Some(folder) = at.parent() {
        fs::create_dir_all(folder)?;
    }
    symlink(target, at)
}

/// The harmless devices; what wants shared memory finds the temporary files.
fn devices() -> io::Result<()> {
    for device in [
        "/dev/null",
        "/dev/zero",
        "/dev/full",
        "/dev/random",
        "/dev/urandom",
    ] {
        let device = Path::new(device);
        placeholder(device)?;
        mount_bind_recursive(old(device), device)?;
    }
    symlink("/proc/self/fd", "/dev/fd")?;
    symlink("/proc/self/fd/0", "/dev/stdin")?;
    symlink("/proc/self/fd/1", "/dev/stdout")?;
    symlink("/proc/self/fd/2", "/dev/stderr")?;
    symlink("/tmp", "/dev/shm")
}

/// The processes of this cage, and no others.
fn processes() -> io::Result<()> {
    fs::create_dir("/proc")?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    mount("proc", "/proc", "proc", flags, None::<&CStr>)?;
    Ok(())
}

/// Lets go of the old root and makes the new one read only.
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
    fn view_inside_another_is_not_mounted_twice() {
        let views = [
            "/usr/lib/jvm",
            "/usr",
            "/usrlocal",
            "/home/a/b",
            "/usr",
            "/home/a",
        ];
        let outermost = outermost(views.into_iter().map(PathBuf::from));
        assert_eq!(
            outermost,
            ["/home/a", "/usr", "/usrlocal"].map(PathBuf::from)
        );
    }
}
