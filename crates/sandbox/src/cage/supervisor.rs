//! The supervisor process of a cage: starts the program, measures, reaps and kills. It is process 1 of
//! the cage's process namespace.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions, WaitStatus, getpid, kill_process,
    pidfd_open, set_child_subreaper, set_dumpable_behavior, set_parent_process_death_signal,
    setpriority_process, wait, waitpid,
};
use rustix::thread::{CapabilitySet, CapabilitySets, capabilities, set_capabilities};

use super::confine::{confine, execute};
use super::launch_failure::LaunchFailure;
use super::launch_request::{CageReport, LaunchRequest};
use super::launcher_main::{LaunchContext, fork, silence};
use super::process_usage::watched_processes;
use super::usage_monitor::{UsageMonitor, reaped_usage};
use super::{Protection, root_filesystem, temporary_folder};

/// Interval between two measurements of the group.
const MEASURE: Duration = Duration::from_millis(50);

/// Builds the cage, runs the program in it, and exits when everything in it has ended.
#[expect(clippy::exit, reason = "the process was forked to supervise a cage")]
pub(super) fn run(mut context: LaunchContext) -> ! {
    let done = match prepare(&context).and_then(|()| start(&mut context)) {
        Ok((program, CageReport::Started)) => supervise(&context, program),
        Ok((_, report)) => context.socket.send(&report, &[]),
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

/// Forks the program. Its report comes over a pipe, which `exec` closes.
fn start(context: &mut LaunchContext) -> Result<(Pid, CageReport), LaunchFailure> {
    let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)
        .map_err(LaunchFailure::at("pipe"))?;
    let Some(program) = fork().map_err(LaunchFailure::at("fork"))? else {
        become_program(context, &mut File::from(writer));
    };
    drop(writer);
    silence(&context.null);
    context.input = None;
    let mut lines = String::new();
    File::from(reader)
        .read_to_string(&mut lines)
        .map_err(LaunchFailure::at("exec"))?;
    let last = lines.lines().last().unwrap_or_default();
    let report = serde_json::from_str(last).map_err(LaunchFailure::at("exec"))?;
    Ok((program, report))
}

/// Applies every protection and executes the program; exits after a failure or without a program.
#[expect(clippy::exit, reason = "the process was forked to become the program")]
fn become_program(context: &LaunchContext, reports: &mut File) -> ! {
    if let Err(failure) = confine_and_execute(context, reports) {
        write_report(reports, &CageReport::Failed(failure));
    }
    std::process::exit(0)
}

fn confine_and_execute(context: &LaunchContext, reports: &mut File) -> Result<(), LaunchFailure> {
    confine(context)?;
    write_report(reports, &CageReport::Started);
    execute(&context.request)
}

/// Writes a report as a line. A supervisor that receives none ends the cage.
fn write_report(reports: &mut File, report: &CageReport) {
    let _ = serde_json::to_vec(report).map(|mut line| {
        line.push(b'\n');
        reports.write_all(&line)
    });
}

/// Reports the start, and measures until the program exits, exceeds a limit, or the host closes the
/// socket.
fn supervise(context: &LaunchContext, program: Pid) -> io::Result<()> {
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
    let interval = Timespec::try_from(MEASURE).map_err(io::Error::other)?;
    loop {
        let mut events = [
            PollFd::new(&process, PollFlags::IN),
            PollFd::new(&context.socket, PollFlags::IN),
        ];
        let ready = poll(&mut events, Some(&interval));
        let is_over = events.iter().any(|event| !event.revents().is_empty());
        if is_over {
            return end(context, program);
        }
        if ready != Err(Errno::INTR)
            && let Some(exceeded) = monitor.measure()
        {
            context.socket.send(&CageReport::Exceeded(exceeded), &[])?;
            return end(context, program);
        }
    }
}

/// Drops every capability but those to measure, to kill and, without a namespace, to remove files.
fn drop_capabilities(request: &LaunchRequest) -> io::Result<()> {
    let mut needed = CapabilitySet::KILL | CapabilitySet::SYS_PTRACE;
    if !request.has(Protection::Namespaces) {
        needed |= CapabilitySet::DAC_OVERRIDE | CapabilitySet::FOWNER;
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
