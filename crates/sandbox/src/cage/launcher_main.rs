//! The launcher process: the host's executable, started again with one thread to build one cage.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;
use rustix::net::RecvFlags;
use rustix::process::{Pid, WaitOptions, waitpid};

use super::control_group::{GroupEntrance, LeftoverGroup};
use super::control_socket::ControlSocket;
use super::launch_failure::LaunchFailure;
use super::launch_request::{CageReport, LaunchRequest};
use super::process_usage::ProcessorCounter;
use super::{Protection, namespaces, supervisor};

/// The flag `CLONE_INTO_CGROUP`, which does not fit the type of the C library's constant.
const INTO_CGROUP: u64 = 1 << 33;

/// The request of a launcher with the descriptors that came beside it.
#[derive(Debug)]
pub(super) struct LaunchContext {
    pub(super) request: LaunchRequest,
    pub(super) socket: ControlSocket,
    /// The program's standard input; dropped once the program holds it.
    pub(super) input: Option<OwnedFd>,
    /// The shared page where the supervisor writes the group's processor time.
    pub(super) counter: ProcessorCounter,
    /// The cage's control group.
    pub(super) group: Option<GroupEntrance>,
    /// The machine's load, which also tells the last number given to a process of the reader's
    /// namespace.
    pub(super) forks: Option<File>,
    /// `/dev/null`, which replaces closed standard streams.
    pub(super) null: OwnedFd,
}

impl LaunchContext {
    pub(super) fn report_failure(&self, failure: LaunchFailure) -> io::Result<()> {
        self.socket.send(&CageReport::Failed(failure), &[])
    }
}

/// Receives a request from the socket at standard input and builds that cage.
#[expect(clippy::exit, reason = "this process was started only to build a cage")]
pub(super) fn run() -> ! {
    std::process::exit(i32::from(launch().is_err()))
}

fn launch() -> io::Result<()> {
    close_inherited();
    reset_signals();
    let socket = ControlSocket::from(io::stdin().as_fd().try_clone_to_owned()?);
    let Some((request, beside)) = socket.receive::<LaunchRequest>(RecvFlags::empty())? else {
        return Ok(());
    };
    let mut beside = beside.into_iter();
    let (Some(input), Some(counter)) = (beside.next(), beside.next()) else {
        return Err(io::ErrorKind::InvalidData.into());
    };
    let null = OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/null")?;
    let context = LaunchContext {
        request,
        socket,
        input: Some(input),
        counter: ProcessorCounter::from(counter),
        group: GroupEntrance::from_descriptors(beside.collect()),
        forks: None,
        null: null.into(),
    };
    build_cage(context)
}

/// Enters the namespaces, forks the supervisor and waits for it to end.
fn build_cage(mut context: LaunchContext) -> io::Result<()> {
    // The folders are out of reach once the root file system is replaced.
    let leftover = LeftoverGroup::open(&context.request.groups);
    if context.request.has(Protection::Namespaces)
        && let Err(failure) = namespaces::enter()
    {
        return context.report_failure(failure);
    }
    match fork(None) {
        Err(error) => context.report_failure(LaunchFailure::at("fork")(error)),
        Ok(None) => supervisor::run(context),
        Ok(Some(supervisor)) => {
            silence(&context.null);
            context.input = None;
            // The socket stays open until the supervisor and every process of the cage have ended: its
            // closing tells the host so.
            reap(supervisor);
            leftover.remove();
            Ok(())
        }
    }
}

/// Closes every inherited descriptor but the three standard streams.
fn close_inherited() {
    // SAFETY: at the start of `main` no value of this process owns a descriptor above 2.
    #[expect(unsafe_code, reason = "closes descriptors that no value owns")]
    unsafe {
        libc::close_range(3, libc::c_uint::MAX, 0);
    }
}

/// Gives signals their default effect: the host may have been started with some ignored, which programs
/// would inherit. `exec` resets the one of broken pipes, which the launcher ignores.
fn reset_signals() {
    for signal in (1..=libc::SIGRTMAX()).filter(|signal| *signal != libc::SIGPIPE) {
        // SAFETY: no handler is installed. The call fails for signals that have one effect only.
        #[expect(unsafe_code, reason = "no safe interface sets the effect of a signal")]
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
        }
    }
}

/// Forks this process, into a control group of version 2 if one is given; returns `None` in the child.
pub(super) fn fork(group: Option<BorrowedFd<'_>>) -> io::Result<Option<Pid>> {
    let mut wanted = libc::clone_args {
        flags: 0,
        pidfd: 0,
        child_tid: 0,
        parent_tid: 0,
        exit_signal: libc::SIGCHLD as u64,
        stack: 0,
        stack_size: 0,
        tls: 0,
        set_tid: 0,
        set_tid_size: 0,
        cgroup: 0,
    };
    if let Some(group) = group {
        (wanted.flags, wanted.cgroup) = (INTO_CGROUP, group.as_raw_fd() as u64);
    }
    // SAFETY: launchers and supervisors have one thread, so the child may call any function. Without a
    // stack and shared memory `clone3` is a fork; its arguments outlive it and have the given size.
    #[expect(unsafe_code, reason = "no safe interface forks without exec")]
    let pid = unsafe {
        match group {
            None => libc::fork(),
            Some(_) => libc::syscall(
                libc::SYS_clone3,
                &raw const wanted,
                size_of::<libc::clone_args>(),
            ) as libc::pid_t,
        }
    };
    match pid {
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(Pid::from_raw(pid)),
    }
}

/// Replaces the standard streams with `/dev/null`, so that only the program holds its pipes.
pub(super) fn silence(null: &OwnedFd) {
    // The descriptors are open, so these calls cannot fail.
    let _ = rustix::stdio::dup2_stdin(null);
    let _ = rustix::stdio::dup2_stdout(null);
    let _ = rustix::stdio::dup2_stderr(null);
}

fn reap(supervisor: Pid) {
    while waitpid(Some(supervisor), WaitOptions::empty()).is_err_and(|error| error == Errno::INTR) {
    }
}
