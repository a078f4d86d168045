//! What the keeper looks at, and when it is too much.

use std::path::Path;

use rustix::process::{Pid, WaitOptions, waitpid};

use super::Rung;
use super::census::{Group, Tally, Use, files};
use super::plan::{Excessive, Plan};

/// Temporary files on a disk of the house are counted every so many looks.
const FILES_EVERY: u32 = 8;

/// What the keeper remembers from one look to the next.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    plan: &'a Plan,
    group: &'a Group,
    tally: &'a Tally,
    ticks_per_second: u64,
    last: Use,
    looks: u32,
}

impl<'a> Watch<'a> {
    pub(super) fn new(plan: &'a Plan, group: &'a Group, tally: &'a Tally) -> Self {
        Self {
            plan,
            group,
            tally,
            ticks_per_second: rustix::param::clock_ticks_per_second().max(1),
            last: Use::default(),
            looks: 0,
        }
    }

    /// Counts what the group uses, and says what is too much.
    ///
    /// A group that did nothing since the last look holds what it held.
    pub(super) fn look(&mut self, program: Pid) -> Option<Excessive> {
        self.looks += 1;
        self.reap(program);
        let used = self.group.used();
        let idle = used == self.last;
        self.last = used;
        if idle {
            return None;
        }
        self.tally
            .write(used.ticks * 1_000_000 / self.ticks_per_second + reaped().micros);
        if !self.plan.has(Rung::Limits) {
            return None;
        }
        let quota = self.plan.quota;
        if used.tasks > quota.processes {
            return Some(Excessive::Processes);
        }
        if self.group.memory(quota.memory) > quota.memory {
            return Some(Excessive::Memory);
        }
        self.too_many_files().then_some(Excessive::Files)
    }

    /// Reaps the orphans that ended; the program itself is reaped at the end.
    fn reap(&self, program: Pid) {
        let orphans = self.group.processes().into_iter().filter_map(Pid::from_raw);
        for orphan in orphans.filter(|process| *process != program) {
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
