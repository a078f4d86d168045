//! The launcher process: the host's executable, started again with one thread to build one cage.

use std::fs::OpenOptions;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::io::Errno;
use rustix::net::RecvFlags;
use rustix::process::{Pid, WaitOptions, waitpid};

use super::control_socket::ControlSocket;
use super::launch_failure::LaunchFailure;
use super::launch_request::{CageReport, LaunchRequest};
use super::process_usage::ProcessorCounter;
use super::{Protection, namespaces, supervisor};

/// The request of a launcher with the descriptors that came beside it.
#[derive(Debug)]
pub(super) struct LaunchContext {
    pub(super) request: LaunchRequest,
    pub(super) socket: ControlSocket,
    /// The program's standard input; dropped once the program holds it.
    pub(super) input: Option<OwnedFd>,
    /// The shared page where the supervisor writes the group's processor time.
    pub(super) counter: ProcessorCounter,
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
    let socket = ControlSocket::from(io::stdin().as_fd().try_clone_to_owned()?);
    let Some((request, beside)) = socket.receive::<LaunchRequest>(RecvFlags::empty())? else {
        return Ok(());
    };
    let beside: Result<[OwnedFd; 2], _> = beside.try_into();
    let [input, counter] = beside.map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
    let null = OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/null")?;
    let context = LaunchContext {
        request,
        socket,
        input: Some(input),
        counter: ProcessorCounter::from(counter),
        null: null.into(),
    };
    build_cage(context)
}

/// Enters the namespaces, forks the supervisor and waits for it to end.
fn build_cage(mut context: LaunchContext) -> io::Result<()> {
    if context.request.has(Protection::Namespaces)
        && let Err(failure) = namespaces::enter()
    {
        return context.report_failure(failure);
    }
    match fork() {
        Err(error) => context.report_failure(LaunchFailure::at("fork")(error)),
        Ok(None) => supervisor::run(context),
        Ok(Some(supervisor)) => {
            silence(&context.null);
            context.input = None;
            // The socket stays open until the supervisor and every process of the cage have ended: its
            // closing tells the host so.
            reap(supervisor);
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

/// Forks this process; returns `None` in the child.
pub(super) fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: launchers and supervisors have one thread, so the child may call any function.
    #[expect(unsafe_code, reason = "no safe interface forks without exec")]
    let pid = unsafe { libc::fork() };
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
