//! Namespaces of processes, network, mounts and messages, entered as root or as an ordinary user.

use std::fs;
use std::io;

use rustix::process::{getegid, geteuid};
use rustix::thread::UnshareFlags;

use super::launch_failure::LaunchFailure;

/// Enters new namespaces; the next child is process 1 of the process namespace. An ordinary user
/// needs a user namespace for that, and keeps the same user number in it.
pub(super) fn enter() -> Result<(), LaunchFailure> {
    let flags = UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS;
    if geteuid().is_root() {
        return unshare(flags).map_err(LaunchFailure::at("unshare"));
    }
    enter_user_namespace(flags)
}

/// Enters a user namespace, in which the kernel counts only the processes of this cage.
pub(super) fn enter_user_namespace(flags: UnshareFlags) -> Result<(), LaunchFailure> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    unshare(flags | UnshareFlags::NEWUSER).map_err(LaunchFailure::at("unshare"))?;
    let write = |file: &str, text: String| {
        fs::write(format!("/proc/self/{file}"), text).map_err(LaunchFailure::at("user map"))
    };
    write("uid_map", format!("{user} {user} 1"))?;
    write("setgroups", "deny".to_owned())?;
    write("gid_map", format!("{group} {group} 1"))
}

fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: `unshare` is unsafe only with the flag that unshares descriptors, which is not used.
    #[expect(unsafe_code, reason = "rustix marks unshare unsafe for one flag")]
    unsafe {
        rustix::thread::unshare_unsafe(flags)?;
    }
    Ok(())
}
