//! Namespaces of processes, network, mounts and messages, as the administrator or as anybody.

use std::fs;
use std::io;

use rustix::process::{getegid, geteuid};
use rustix::thread::UnshareFlags;

use super::Rung;
use super::stage::Failure;

/// Enters them all; the next child is process 1 of the new one.
///
/// Anybody needs a namespace of users for that, in which they keep their own number.
pub(super) fn enter() -> Result<(), Failure> {
    let flags = UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS;
    if geteuid().is_root() {
        return unshare(flags).map_err(Failure::of(Rung::Namespaces, "unshare"));
    }
    own_users(flags)
}

/// Enters a namespace of users, where processes are counted for this cage alone.
pub(super) fn own_users(flags: UnshareFlags) -> Result<(), Failure> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    unshare(flags | UnshareFlags::NEWUSER).map_err(Failure::of(Rung::Namespaces, "unshare"))?;
    let write = |file: &str, text: String| {
        fs::write(format!("/proc/self/{file}"), text)
            .map_err(Failure::of(Rung::Namespaces, "user map"))
    };
    write("uid_map", format!("{user} {user} 1"))?;
    write("setgroups", "deny".to_owned())?;
    write("gid_map", format!("{group} {group} 1"))
}

fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: the table of descriptors is not among the flags.
    #[expect(unsafe_code, reason = "rustix deems unsafe what one flag would be")]
    unsafe {
        rustix::thread::unshare_unsafe(flags)?;
    }
    Ok(())
}
