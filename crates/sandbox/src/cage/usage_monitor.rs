//! Measurements of a cage's processes against their limits.

use std::path::Path;
use std::time::Duration;

use rustix::process::{Pid, WaitOptions, waitpid};

use super::Protection;
use super::hidden_usage::{SeenProcesses, deleted_files, hidden_memory, last_number};
use super::launcher_main::LaunchContext;
use super::process_usage::{MemoryKind, ProcessorUsage, files, memory, watched_processes};
use crate::ExceededLimit;
use crate::processor_clock::ProcessorClock;

/// Interval between two measurements of the group.
const MEASURE: Duration = Duration::from_millis(50);
/// Interval while the program has children and no control group counts their processor time.
const MEASURE_CHILDREN: Duration = Duration::from_millis(10);
/// Length of a clock tick of `/proc`, the same on every Linux. Asking for it would read a file that an
/// unprivileged supervisor may not read, because it cannot be traced.
const MICROS_PER_TICK: u64 = 10_000;
/// Number of measurements from one count of temporary files on disk to the next.
const FILES_EVERY: u32 = 8;

/// The state of the measurements, one every 50 ms or more often.
#[derive(Debug)]
pub(super) struct UsageMonitor<'a> {
    context: &'a LaunchContext,
    program: Pid,
    clock: Option<ProcessorClock>,
    /// Processor time of the program's first process at the last measurement.
    own: Option<Duration>,
    /// The program had only one process at the last measurement.
    alone: bool,
    /// Number of measurements so far.
    count: u32,
    /// The processes seen so far, where no control group counts them.
    seen: Option<SeenProcesses>,
}

impl<'a> UsageMonitor<'a> {
    pub(super) fn new(context: &'a LaunchContext, program: Pid) -> Self {
        Self {
            context,
            program,
            clock: ProcessorClock::new(program.as_raw_nonzero().get()),
            own: None,
            alone: false,
            count: 0,
            seen: context.group.is_none().then(SeenProcesses::default),
        }
    }

    /// The limit of memory, when the kernel killed a process for it.
    pub(super) fn starved(&self) -> Option<ExceededLimit> {
        let group = self.context.group.as_ref()?;
        let limit = self.context.request.limits.memory;
        group.is_starved().then_some(ExceededLimit::Memory(limit))
    }

    /// Measures the group, and returns a limit that it exceeds. `created` is the number of processes and
    /// threads that it has created, where the filter counts them.
    pub(super) fn measure(&mut self, created: Option<u64>) -> Option<ExceededLimit> {
        self.count += 1;
        if self.is_idle() {
            return None;
        }
        if let Some(starved) = self.starved() {
            return Some(starved);
        }
        let request = &self.context.request;
        let processes = watched_processes(request);
        self.alone = processes == [self.program.as_raw_nonzero().get()];
        let limited = request.has(Protection::Limits);
        if limited && processes.len() > request.limits.processes as usize {
            // There may be too many to read each one.
            return Some(ExceededLimit::Processes(request.limits.processes));
        }
        self.reap(&processes);
        let used = ProcessorUsage::measure(&processes);
        let micros = used.ticks * MICROS_PER_TICK + reaped_usage().micros;
        let numbers = self.context.forks.as_ref();
        let created = created.or_else(|| numbers.and_then(|load| last_number(load).ok()));
        let seen = self.seen.as_mut();
        let seen = seen.map_or(0, |seen| seen.update(&processes, created));
        self.context.counter.write(micros.max(seen));
        limited.then(|| self.exceeded(&processes, used)).flatten()
    }

    /// Tests for a single process that used no processor time since the last measurement: its memory
    /// and children are unchanged. One system call is cheap when many programs wait in their cages.
    fn is_idle(&mut self) -> bool {
        let own = self.clock.and_then(ProcessorClock::read);
        let same = self.alone && own.is_some() && own == self.own;
        self.own = own;
        same
    }

    fn exceeded(&self, processes: &[i32], used: ProcessorUsage) -> Option<ExceededLimit> {
        let limits = &self.context.request.limits;
        if used.threads > limits.processes {
            return Some(ExceededLimit::Processes(limits.processes));
        }
        if self.memory(processes) > limits.memory {
            return Some(ExceededLimit::Memory(limits.memory));
        }
        let files = ExceededLimit::Files(limits.file_size);
        self.too_many_files(processes).then_some(files)
    }

    /// Bytes of memory of the group. Without a control group, memory that processes do not show counts
    /// by the largest amount that it can be.
    fn memory(&self, processes: &[i32]) -> u64 {
        let limit = self.context.request.limits.memory;
        if self.seen.is_none() {
            return memory(processes, limit, MemoryKind::All);
        }
        let hidden = hidden_memory(processes, &self.context.request.limits);
        hidden + memory(processes, limit.saturating_sub(hidden), MemoryKind::Private)
    }

    /// Time to the next measurement: short while children could end unseen.
    pub(super) fn interval(&self) -> Duration {
        if self.seen.is_some() && !self.alone {
            MEASURE_CHILDREN
        } else {
            MEASURE
        }
    }

    /// Reaps orphans that ended; the program itself is reaped at the end.
    fn reap(&self, processes: &[i32]) {
        let orphans = processes
            .iter()
            .filter_map(|process| Pid::from_raw(*process));
        for orphan in orphans.filter(|process| *process != self.program) {
            // Fails for processes that are not children of this one.
            let _ = waitpid(Some(orphan), WaitOptions::NOHANG);
        }
    }

    /// Tests the temporary files on disk. In a namespace they are in memory, which the kernel limits.
    fn too_many_files(&self, processes: &[i32]) -> bool {
        let request = &self.context.request;
        if request.has(Protection::Namespaces) || !self.count.is_multiple_of(FILES_EVERY) {
            return false;
        }
        let temporary = Path::new(&request.temporary);
        let (bytes, count) = files(temporary, request.limits.files);
        let bytes = bytes + deleted_files(processes, temporary, &request.limits);
        bytes > request.limits.file_size || count > request.limits.files
    }
}

/// Resources used by the children that this process has reaped.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReapedUsage {
    /// Microseconds of processor time of all of them.
    pub(super) micros: u64,
    /// Largest number of bytes of memory that one of them held.
    pub(super) peak: u64,
}

pub(super) fn reaped_usage() -> ReapedUsage {
    // SAFETY: all zeros is a valid value of this structure of integers, which the call fills.
    #[expect(unsafe_code, reason = "no safe interface measures children")]
    let used = unsafe {
        let mut used: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut used);
        used
    };
    let micros =
        |time: libc::timeval| time.tv_sec.unsigned_abs() * 1_000_000 + time.tv_usec.unsigned_abs();
    ReapedUsage {
        micros: micros(used.ru_utime) + micros(used.ru_stime),
        peak: used.ru_maxrss.unsigned_abs() << 10,
    }
}
