//! The supervisor process of a cage: starts the program, measures, reaps and kills. It is process 1 of
//! the cage's process namespace.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::RecvFlags;
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, kill_process,
    pidfd_open, set_child_subreaper, set_dumpable_behavior, set_parent_process_death_signal,
    setpriority_process, wait, waitpid,
};
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};

use super::confine::{confine, execute};
use super::control_group::GroupEntrance;
use super::control_socket::ControlSocket;
use super::launch_failure::LaunchFailure;
use super::launch_request::{CageReport, LaunchRequest};
use super::launcher_main::{LaunchContext, fork, silence};
use super::machine_info::MachineInfo;
use super::process_usage::watched_processes;
use super::usage_monitor::{UsageMonitor, reaped_usage};
use super::{Protection, root_filesystem, temporary_folder};

/// Builds the cage, runs the program in it, and exits when everything in it has ended.
#[expect(clippy::exit, reason = "the process was forked to supervise a cage")]
pub(super) fn run(mut context: LaunchContext) -> ! {
    if context.request.has(Protection::Namespaces) {
        // The cage hides the file.
        context.forks = File::open("/proc/loadavg").ok();
    }
    let done = match prepare(&context).and_then(|()| start(&mut context)) {
        Ok(program) if program.report == CageReport::Started => supervise(&context, program),
        Ok(program) => context.socket.send(&program.report, &[]),
        Err(failure) => context.report_failure(failure),
    };
    std::process::exit(i32::from(done.is_err()))
}

/// Makes this process the supervisor: it dies with the launcher, adopts orphans, and cannot be traced.
fn prepare(context: &LaunchContext) -> Result<(), LaunchFailure> {
    set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(LaunchFailure::at("death signal"))?;
    if context.request.has(Protection::Namespaces) {
        root_filesystem::build(&context.request)?;
    } else {
        set_child_subreaper(Some(getpid())).map_err(LaunchFailure::at("subreaper"))?;
    }
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(LaunchFailure::at("dumpable"))
}

/// A program that was just forked.
struct ForkedProgram {
    process: Pid,
    report: CageReport,
    /// The descriptor of the questions that its filter passes on.
    listener: Option<OwnedFd>,
}

/// Forks the program. Its reports come over a socket, which `exec` closes.
fn start(context: &mut LaunchContext) -> Result<ForkedProgram, LaunchFailure> {
    let (reports, program) = ControlSocket::pair().map_err(LaunchFailure::at("socket"))?;
    let folder = context.group.as_ref().and_then(GroupEntrance::folder);
    let Some(process) = fork(folder).map_err(LaunchFailure::at("fork"))? else {
        drop(reports);
        become_program(context, &ControlSocket::from(program));
    };
    drop(program);
    silence(&context.null);
    context.input = None;
    let mut last = None;
    let mut listener = None;
    while let Some((report, beside)) = reports
        .receive(RecvFlags::empty())
        .map_err(LaunchFailure::at("exec"))?
    {
        last = Some(report);
        listener = beside.into_iter().next().or(listener);
    }
    let none = || LaunchFailure::at("exec")(io::ErrorKind::UnexpectedEof);
    Ok(ForkedProgram {
        process,
        report: last.ok_or_else(none)?,
        listener,
    })
}

/// Applies every protection and executes the program; exits after a failure or without a program.
#[expect(clippy::exit, reason = "the process was forked to become the program")]
fn become_program(context: &LaunchContext, reports: &ControlSocket) -> ! {
    if let Err(failure) = confine_and_execute(context, reports) {
        // A supervisor that receives no report ends the cage.
        let _ = reports.send(&CageReport::Failed(failure), &[]);
    }
    std::process::exit(0)
}

fn confine_and_execute(
    context: &LaunchContext,
    reports: &ControlSocket,
) -> Result<(), LaunchFailure> {
    if let Some(group) = &context.group {
        group.enter().map_err(LaunchFailure::at("control group"))?;
    }
    confine(context, reports)?;
    reports
        .send(&CageReport::Started, &[])
        .map_err(LaunchFailure::at("report"))?;
    execute(&context.request)
}

/// Reports the start, and measures until the program exits, exceeds a limit, or the host closes the
/// socket.
fn supervise(context: &LaunchContext, forked: ForkedProgram) -> io::Result<()> {
    let program = forked.process;
    let process = pidfd_open(program, PidfdFlags::empty())?;
    context
        .socket
        .send(&CageReport::Started, &[process.as_fd()])?;
    if context.request.file.is_none() {
        return Ok(());
    }
    // A higher priority than the program's, where the system allows it.
    let _ = setpriority_process(None, -10);
    drop_capabilities(&context.request)?;
    let mut monitor = UsageMonitor::new(context, program);
    let mut info = forked
        .listener
        .map(|listener| MachineInfo::new(listener, &context.request));
    let mut next = Instant::now();
    loop {
        let left = next.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).map_err(io::Error::other)?;
        let questions = info.as_ref().map_or(context.null.as_fd(), AsFd::as_fd);
        let asked = if info.is_some() {
            PollFlags::IN
        } else {
            PollFlags::empty()
        };
        let mut events = [
            PollFd::new(&process, PollFlags::IN),
            PollFd::new(&context.socket, PollFlags::IN),
            PollFd::from_borrowed_fd(questions, asked),
        ];
        // A signal interrupts it, which is no event.
        let _ = poll(&mut events, Some(&left));
        let [is_over, is_ended, is_asked] = events.map(|event| !event.revents().is_empty());
        if is_asked && !info.as_mut().is_some_and(MachineInfo::answer) {
            info = None;
        }
        let is_over = is_over || is_ended;
        if is_over {
            if let Some(exceeded) = monitor.starved() {
                context.socket.send(&CageReport::Exceeded(exceeded), &[])?;
            }
            return end(context, program);
        }
        if Instant::now() < next {
            continue;
        }
        let created = info.as_ref().and_then(MachineInfo::created);
        if let Some(exceeded) = monitor.measure(created) {
            context.socket.send(&CageReport::Exceeded(exceeded), &[])?;
            return end(context, program);
        }
        next = Instant::now() + monitor.interval();
    }
}

/// Drops every capability but those to kill, to measure, without a control group also descriptors, and
/// without a namespace to remove files.
fn drop_capabilities(request: &LaunchRequest) -> io::Result<()> {
    let mut needed = CapabilitySet::KILL | CapabilitySet::SYS_PTRACE;
    if !request.has(Protection::Namespaces) {
        needed |= CapabilitySet::DAC_OVERRIDE | CapabilitySet::FOWNER;
    }
    if !request.has(Protection::Cgroups) {
        needed |= CapabilitySet::DAC_READ_SEARCH;
    }
    let had = capabilities(None)?;
    let kept = CapabilitySets {
        effective: had.effective & needed,
        permitted: had.permitted & needed,
        inheritable: CapabilitySet::empty(),
    };
    Ok(set_capabilities(None, kept)?)
}

/// Kills all processes of the cage and reports the program's exit. In a process namespace, all die
/// with this process.
fn end(context: &LaunchContext, program: Pid) -> io::Result<()> {
    let status = kill_program(program);
    if !context.request.has(Protection::Namespaces) {
        kill_descendants(&context.request);
        // The host, which also removes it, may be dead.
        temporary_folder::remove(Path::new(&context.request.temporary));
    }
    context.socket.send(
        &CageReport::Ended {
            code: status.and_then(WaitStatus::exit_status),
            signal: status.and_then(WaitStatus::terminating_signal),
            peak: reaped_usage().peak,
        },
        &[],
    )
}

/// Kills and reaps the program's first process, unless it has ended.
fn kill_program(program: Pid) -> Option<WaitStatus> {
    let mut status = waitpid(Some(program), WaitOptions::NOHANG).ok().flatten();
    if status.is_none() {
        let _ = kill_process(program, Signal::KILL);
        status = waitpid(Some(program), WaitOptions::empty()).ok().flatten();
    }
    status.map(|(_, status)| status)
}

/// Kills until no descendant is left; orphans become children of this process.
fn kill_descendants(request: &LaunchRequest) {
    loop {
        let left = watched_processes(request);
        for process in left.into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process(process, Signal::KILL);
        }
        if wait(WaitOptions::empty()).is_err_and(|error| error == Errno::CHILD) {
            return;
        }
    }
}
