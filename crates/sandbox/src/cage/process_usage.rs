//! Memory, processor time and files that the processes of a cage use, read from `/proc`.

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::time::Duration;

use rustix::process::getpid;

use super::Protection;
use super::hidden_usage::occupied;
use super::launch_request::LaunchRequest;

/// Processor time and number of threads of one or more processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ProcessorUsage {
    /// Processor time since the start in clock ticks, including children that were reaped.
    pub(super) ticks: u64,
    pub(super) threads: u32,
}

impl ProcessorUsage {
    /// The sum over `processes`; one that ended meanwhile is left out.
    pub(super) fn measure(processes: &[i32]) -> Self {
        let mut total = Self::default();
        for process in processes {
            let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            let used = Self::parse(&stat).unwrap_or_default();
            total.ticks += used.ticks;
            total.threads += used.threads;
        }
        total
    }

    /// Parses a line of `/proc/N/stat`. The process name may hold blanks and parentheses, so fields are
    /// counted from the last parenthesis.
    fn parse(line: &str) -> Option<Self> {
        let (_, after) = line.rsplit_once(')')?;
        let fields: Vec<&str> = after.split_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        Some(Self {
            ticks: field(14)? + field(15)? + field(16)? + field(17)?,
            threads: u32::try_from(field(20)?).ok()?,
        })
    }
}

/// The processes that a supervisor watches: all others of its namespace, or else its descendants.
pub(super) fn watched_processes(request: &LaunchRequest) -> Vec<i32> {
    if request.has(Protection::Namespaces) {
        let processes = numeric_entries("/proc");
        processes.filter(|process| *process != 1).collect()
    } else {
        descendants(getpid().as_raw_nonzero().get())
    }
}

/// The memory that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MemoryKind {
    All,
    /// All but shared memory.
    Private,
}

/// Bytes of memory that processes hold; shared memory counts once. The first estimate counts it for
/// each process; only an estimate above `limit` is replaced by an exact count, which takes longer.
pub(super) fn memory(processes: &[i32], limit: u64, kind: MemoryKind) -> u64 {
    let rough: u64 = processes.iter().map(|process| held(*process, kind)).sum();
    if rough <= limit {
        return rough;
    }
    let exact =
        |process: &i32| proportional(*process, kind).unwrap_or_else(|| held(*process, kind));
    processes.iter().map(exact).sum()
}

fn numeric_entries(folder: &str) -> impl Iterator<Item = i32> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// All descendants of a process. The kernel lists children for each thread.
fn descendants(process: i32) -> Vec<i32> {
    let mut found = Vec::new();
    let mut left = vec![process];
    while let Some(process) = left.pop() {
        for thread in numeric_entries(&format!("/proc/{process}/task")) {
            let file = format!("/proc/{process}/task/{thread}/children");
            let list = fs::read_to_string(file).unwrap_or_default();
            let children = list
                .split_whitespace()
                .filter_map(|word| word.parse::<i32>().ok());
            let known = found.len();
            found.extend(children);
            left.extend_from_slice(&found[known..]);
        }
    }
    found
}

/// Tests whether no thread of a process or of its descendants runs or waits for a disk.
pub(crate) fn is_asleep(process: i32) -> bool {
    let family = [process].into_iter().chain(descendants(process));
    family.into_iter().all(|process| {
        let mut threads = numeric_entries(&format!("/proc/{process}/task"));
        threads.all(|thread| {
            let stat = fs::read_to_string(format!("/proc/{process}/task/{thread}/stat"));
            // A thread that ended meanwhile is not busy.
            !stat.is_ok_and(|stat| is_busy(&stat))
        })
    })
}

/// Tests for the state `R` or `D` in a line of `/proc/N/stat`.
fn is_busy(stat: &str) -> bool {
    let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
    after.trim_start().starts_with(['R', 'D'])
}

/// Bytes of memory that a process holds, page tables included, without mapped files; shared memory
/// counts in full.
fn held(process: i32, kind: MemoryKind) -> u64 {
    match kind {
        MemoryKind::All => status(process, &["RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:"]),
        MemoryKind::Private => status(process, &["RssAnon:", "VmSwap:", "VmPTE:"]),
    }
}

/// The sum in bytes of the named lines of `/proc/N/status`.
pub(super) fn status(process: i32, names: &[&str]) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    kilobytes(&status, names)
}

/// Bytes of memory that a process holds, with memory divided among the processes that share it.
fn proportional(process: i32, kind: MemoryKind) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    let names: &[&str] = match kind {
        MemoryKind::All => &["Pss_Anon:", "Pss_Shmem:", "SwapPss:"],
        MemoryKind::Private => &["Pss_Anon:", "SwapPss:"],
    };
    Some(kilobytes(&rollup, names) + status(process, &["VmPTE:"]))
}

/// The sum in bytes of the named lines of a `/proc` file that gives kilobytes.
fn kilobytes(text: &str, names: &[&str]) -> u64 {
    let value = |line: &str| {
        let (name, rest) = line.split_once(char::is_whitespace)?;
        let number = rest.split_whitespace().next()?;
        names.contains(&name).then(|| number.parse::<u64>().ok())?
    };
    text.lines().filter_map(value).sum::<u64>() << 10
}

/// Total bytes and number of the files under a folder; counting ends after `most` files.
pub(super) fn files(folder: &Path, most: u32) -> (u64, u32) {
    let (mut bytes, mut count) = (0, 0);
    let mut left = vec![folder.to_owned()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            count += 1;
            if count > most {
                return (bytes, count);
            }
            match entry.metadata() {
                Ok(data) if data.is_dir() => left.push(entry.path()),
                Ok(data) => bytes += occupied(&data),
                Err(_) => {}
            }
        }
    }
    (bytes, count)
}

/// A page of shared memory in which the supervisor writes the processor time of its group.
#[derive(Debug)]
pub(crate) struct ProcessorCounter(OwnedFd);

impl ProcessorCounter {
    pub(super) fn new() -> io::Result<Self> {
        let page = rustix::fs::memfd_create("counter", rustix::fs::MemfdFlags::CLOEXEC)?;
        rustix::io::pwrite(&page, &[0; 16], 0)?;
        Ok(Self(page))
    }

    pub(super) fn from(page: OwnedFd) -> Self {
        Self(page)
    }

    pub(super) fn page(&self) -> rustix::fd::BorrowedFd<'_> {
        self.0.as_fd()
    }

    /// Writes the microseconds twice, so that a reader can detect a write in progress.
    pub(super) fn write(&self, micros: u64) {
        let mut both = [0; 16];
        both[..8].copy_from_slice(&micros.to_ne_bytes());
        both[8..].copy_from_slice(&micros.to_ne_bytes());
        // Writing to a page of memory of this length cannot fail.
        let _ = rustix::io::pwrite(&self.0, &both, 0);
    }

    /// Processor time of the group when it was last measured; `None` during a write.
    pub(crate) fn read(&self) -> Option<Duration> {
        let mut both = [0; 16];
        rustix::io::pread(&self.0, &mut both, 0).ok()?;
        let (one, other) = both.split_at(8);
        let micros = u64::from_ne_bytes(one.try_into().ok()?);
        (one == other).then(|| Duration::from_micros(micros))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_in_a_process_name_do_not_shift_the_fields() {
        let line = "7 (a) b (c) S 1 7 7 0 -1 4194304 94 10 0 0 3 4 5 6 20 0 9 0 26 8 1 2";
        assert_eq!(
            ProcessorUsage::parse(line),
            Some(ProcessorUsage {
                ticks: 18,
                threads: 9
            })
        );
        assert_eq!(ProcessorUsage::parse("7 (a) S 1"), None);
    }

    #[test]
    fn a_running_process_is_not_asleep() {
        assert!(!is_asleep(getpid().as_raw_nonzero().get()));
        assert!(!is_busy("7 (R) S 1 7 7"));
        assert!(is_busy("7 (S) R 1 7 7"));
    }

    #[test]
    fn only_the_named_lines_are_added() {
        let status = "VmRSS:\t 99 kB\nRssAnon:\t   3 kB\nRssFile:\t 50 kB\nRssShmem:\t 1 kB\n";
        assert_eq!(kilobytes(status, &["RssAnon:", "RssShmem:"]), 4096);
    }

    #[test]
    fn this_process_is_among_the_descendants_of_its_parent() {
        let parent = rustix::process::getppid().unwrap().as_raw_nonzero().get();
        assert!(descendants(parent).contains(&getpid().as_raw_nonzero().get()));
    }
}
