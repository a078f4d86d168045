//! What the keeper looks at, and when it is too much.

use std::path::Path;
use std::time::Duration;

use rustix::process::{Pid, WaitOptions, waitpid};

use super::Rung;
use super::census::{Group, Tally, Use, files, memory};
use super::plan::{Excessive, Plan};
use crate::processor::ProcessorClock;

/// Temporary files on a disk of the house are counted every so many looks.
const FILES_EVERY: u32 = 8;

/// What the keeper remembers from one look to the next.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    plan: &'a Plan,
    group: &'a Group,
    tally: &'a Tally,
    program: Pid,
    clock: Option<ProcessorClock>,
    ticks_per_second: u64,
    /// What the program's own process had used.
    own: Option<Duration>,
    /// Whether it was the only one.
    alone: bool,
    looks: u32,
}

impl<'a> Watch<'a> {
    pub(super) fn new(plan: &'a Plan, group: &'a Group, tally: &'a Tally, program: Pid) -> Self {
        Self {
            plan,
            group,
            tally,
            program,
            clock: ProcessorClock::of(program.as_raw_nonzero().get()),
            ticks_per_second: rustix::param::clock_ticks_per_second().max(1),
            own: None,
            alone: false,
            looks: 0,
        }
    }

    /// Counts what the group uses, and says what is too much.
    pub(super) fn look(&mut self) -> Option<Excessive> {
        self.looks += 1;
        if self.nothing_happened() {
            return None;
        }
        let processes = self.group.processes();
        self.alone = processes == [self.program.as_raw_nonzero().get()];
        if self.plan.has(Rung::Limits) && processes.len() > self.plan.quota.processes as usize {
            // Where the kernel does not count them there may be many, and no time to look at each.
            return Some(Excessive::Processes);
        }
        self.reap(&processes);
        let used = Use::of(&processes);
        self.tally
            .write(used.ticks * 1_000_000 / self.ticks_per_second + reaped().micros);
        if self.plan.has(Rung::Limits) {
            self.excess(&processes, used)
        } else {
            None
        }
    }

    /// A process alone that used no processor holds what it held and has no children; to know so
    /// costs a call, and there may be many cages of programs that wait.
    fn nothing_happened(&mut self) -> bool {
        let own = self.clock.and_then(ProcessorClock::read);
        let same = self.alone && own.is_some() && own == self.own;
        self.own = own;
        same
    }

    fn excess(&self, processes: &[i32], used: Use) -> Option<Excessive> {
        let quota = self.plan.quota;
        if used.tasks > quota.processes {
            return Some(Excessive::Processes);
        }
        if memory(processes, quota.memory) > quota.memory {
            return Some(Excessive::Memory);
        }
        self.too_many_files().then_some(Excessive::Files)
    }

    /// Reaps the orphans that ended; the program itself is reaped at the end.
    fn reap(&self, processes: &[i32]) {
        let orphans = processes
            .iter()
            .filter_map(|process| Pid::from_raw(*process));
        for orphan in orphans.filter(|process| *process != self.program) {
            // Those that are no children of this process answer so.
            let _ = waitpid(Some(orphan), WaitOptions::NOHANG);
        }
    }

    /// Where temporary files are in memory of their own, the kernel counts them.
    fn too_many_files(&self) -> bool {
        if self.plan.has(Rung::Namespaces) || !self.looks.is_multiple_of(FILES_EVERY) {
            return false;
        }
        let quota = self.plan.quota;
        let (bytes, count) = files(Path::new(&self.plan.temporary), quota.files);
        bytes > quota.file_size || count > quota.files
    }
}

/// What the processes that this one reaped used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reaped {
    /// Microseconds of processor, of all.
    pub(super) micros: u64,
    /// Bytes that the largest held at most.
    pub(super) peak: u64,
}

pub(super) fn reaped() -> Reaped {
    // SAFETY: all zeros is a value of this plain structure, which the call fills.
    #[expect(unsafe_code, reason = "no safe interface tells what children used")]
    let used = unsafe {
        let mut used: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut used);
        used
    };
    let micros =
        |time: libc::timeval| time.tv_sec.unsigned_abs() * 1_000_000 + time.tv_usec.unsigned_abs();
    Reaped {
        micros: micros(used.ru_utime) + micros(used.ru_stime),
        peak: used.ru_maxrss.unsigned_abs() << 10,
    }
}
