//! The keeper of a cage: process 1 where it has a namespace; starts the program, watches, reaps, ends.

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

use super::census::Group;
use super::confine::{confine, execute};
use super::plan::{Plan, Report};
use super::stage::{Charge, Failure, fork, silence};
use super::watch::{Watch, reaped};
use super::{Rung, home, root};

/// How often the group is counted.
const TICK: Duration = Duration::from_millis(50);

/// Keeps one cage, from its building to its end.
#[expect(clippy::exit, reason = "the process was forked for nothing else")]
pub(super) fn run(mut charge: Charge) -> ! {
    let kept = match prepare(&mut charge).and_then(|()| start(&mut charge)) {
        Ok((program, Report::Started { shares })) => keep(&charge, program, shares),
        Ok((_, report)) => charge.channel.send(&report, &[]),
        Err(failure) => charge.channel.send(&failure.report(), &[]),
    };
    std::process::exit(i32::from(kept.is_err()))
}

/// Makes this process the keeper: it dies with the launcher, inherits orphans, and cannot be looked into.
fn prepare(charge: &mut Charge) -> Result<(), Failure> {
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(Failure::at("death signal"))?;
    if charge.plan.has(Rung::Namespaces) {
        root::build(&charge.plan)?;
        charge.shares.mark("mounts");
    } else {
        set_child_subreaper(Some(getpid())).map_err(Failure::at("subreaper"))?;
    }
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(Failure::at("dumpable"))
}

/// Forks the program, and what it had to say before it became one: a pipe that `exec` closes tells.
fn start(charge: &mut Charge) -> Result<(Pid, Report), Failure> {
    let (told, tell) =
        rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).map_err(Failure::at("pipe"))?;
    let Some(program) = fork().map_err(Failure::at("fork"))? else {
        become_program(charge, &mut File::from(tell));
    };
    drop(tell);
    silence(&charge.null);
    charge.input = None;
    let mut lines = String::new();
    File::from(told)
        .read_to_string(&mut lines)
        .map_err(Failure::at("exec"))?;
    let last = lines.lines().last().unwrap_or_default();
    let report = serde_json::from_str(last).map_err(Failure::at("exec"))?;
    Ok((program, report))
}

/// Puts on every protection and becomes the program; returns only to fail, or from a trial.
#[expect(clippy::exit, reason = "the process was forked for nothing else")]
fn become_program(charge: &mut Charge, tell: &mut File) -> ! {
    if let Err(failure) = confine_and_execute(charge, tell) {
        say(tell, &failure.report());
    }
    std::process::exit(0)
}

fn confine_and_execute(charge: &mut Charge, tell: &mut File) -> Result<(), Failure> {
    confine(charge)?;
    let shares = charge.shares.taken.clone();
    say(tell, &Report::Started { shares });
    execute(&charge.plan)
}

/// A line for the keeper, who ends the cage when none comes.
fn say(tell: &mut File, report: &Report) {
    let _ = serde_json::to_vec(report).map(|mut line| {
        line.push(b'\n');
        tell.write_all(&line)
    });
}

/// Tells the house that the program runs, and watches until it ends, is too much, or nobody listens.
fn keep(charge: &Charge, program: Pid, shares: Vec<(String, u64)>) -> io::Result<()> {
    let process = pidfd_open(program, PidfdFlags::empty())?;
    let mut all = charge.shares.taken.clone();
    all.extend(shares);
    charge
        .channel
        .send(&Report::Started { shares: all }, &[process.as_fd()])?;
    if charge.plan.file.is_none() {
        return Ok(());
    }
    // Ahead of a crowd of processes, where the machine lets us.
    let _ = setpriority_process(None, -10);
    keep_few_rights(&charge.plan)?;
    let group = Group::of(&charge.plan);
    let mut watch = Watch::new(&charge.plan, &group, &charge.tally, program);
    let tick = Timespec::try_from(TICK).map_err(io::Error::other)?;
    loop {
        let mut events = [
            PollFd::new(&process, PollFlags::IN),
            PollFd::new(&charge.channel, PollFlags::IN),
        ];
        let ready = poll(&mut events, Some(&tick));
        let (over, hung_up) = (
            !events[0].revents().is_empty(),
            !events[1].revents().is_empty(),
        );
        if over || hung_up {
            return end(charge, &group, program);
        }
        if ready != Err(Errno::INTR)
            && let Some(excess) = watch.look()
        {
            charge.channel.send(&Report::Excess(excess), &[])?;
            return end(charge, &group, program);
        }
    }
}

/// Gives up every right but those of counting, killing and, where files are left, removing them.
fn keep_few_rights(plan: &Plan) -> io::Result<()> {
    let mut few = CapabilitySet::KILL | CapabilitySet::SYS_PTRACE;
    if !plan.has(Rung::Namespaces) {
        few |= CapabilitySet::DAC_OVERRIDE | CapabilitySet::FOWNER;
    }
    let had = capabilities(None)?;
    let kept = CapabilitySets {
        effective: had.effective & few,
        permitted: had.permitted & few,
        inheritable: CapabilitySet::empty(),
    };
    Ok(set_capabilities(None, kept)?)
}

/// Kills what is left, and reports how the program ended.
fn end(charge: &Charge, group: &Group, program: Pid) -> io::Result<()> {
    let status = kill_all(group, program);
    if !charge.plan.has(Rung::Namespaces) {
        // The house may be gone.
        home::remove(Path::new(&charge.plan.temporary));
    }
    charge.channel.send(
        &Report::Ended {
            code: status.and_then(WaitStatus::exit_status),
            signal: status.and_then(WaitStatus::terminating_signal),
            peak: reaped().peak,
        },
        &[],
    )
}

/// Kills the program and everything it started, and reaps it.
///
/// In a namespace the rest dies with this process.
fn kill_all(group: &Group, program: Pid) -> Option<WaitStatus> {
    let mut status = waitpid(Some(program), WaitOptions::NOHANG).ok().flatten();
    if status.is_none() {
        let _ = kill_process(program, Signal::KILL);
        status = waitpid(Some(program), WaitOptions::empty()).ok().flatten();
    }
    if matches!(group, Group::Descendants) {
        kill_descendants(group);
    }
    status.map(|(_, status)| status)
}

/// Orphans become children of this process, until none is left.
fn kill_descendants(group: &Group) {
    loop {
        for process in group.processes().into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process(process, Signal::KILL);
        }
        if wait(WaitOptions::empty()).is_err_and(|error| error == Errno::CHILD) {
            return;
        }
    }
}
