//! What the processes of a cage use together, counted by its keeper and read by the house.

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::time::Duration;

use rustix::process::getpid;

use super::Rung;
use super::plan::Plan;

/// What a group uses at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Use {
    /// Processor since its start, in clock ticks: of the living, and of the dead whom somebody waited for.
    pub(super) ticks: u64,
    /// Processes and threads.
    pub(super) tasks: u32,
}

impl Use {
    pub(super) fn of(processes: &[i32]) -> Self {
        let mut total = Self::default();
        for stat in processes.iter().filter_map(|process| Stat::of(*process)) {
            total.ticks += stat.ticks;
            total.tasks += stat.threads;
        }
        total
    }
}

/// The processes that a keeper answers for.
#[derive(Debug)]
pub(super) enum Group {
    /// All of its namespace but itself.
    Namespace,
    /// Its descendants, of whom it inherits the orphans.
    Descendants,
}

impl Group {
    pub(super) fn of(plan: &Plan) -> Self {
        if plan.has(Rung::Namespaces) {
            Self::Namespace
        } else {
            Self::Descendants
        }
    }

    /// Their numbers.
    pub(super) fn processes(&self) -> Vec<i32> {
        match self {
            Self::Namespace => numbered("/proc").filter(|process| *process != 1).collect(),
            Self::Descendants => descendants(getpid().as_raw_nonzero().get()),
        }
    }
}

/// Bytes that processes hold: their own and those they share with one another, once.
///
/// What is shared after a fork is counted for each at first; when that is over `enough`, it is
/// counted again exactly, which takes longer.
pub(super) fn memory(processes: &[i32], enough: u64) -> u64 {
    let rough: u64 = processes.iter().map(|process| held(*process)).sum();
    if rough <= enough {
        return rough;
    }
    let exact = |process: &i32| proportional(*process).unwrap_or_else(|| held(*process));
    processes.iter().map(exact).sum()
}

fn numbered(folder: &str) -> impl Iterator<Item = i32> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// Every thread keeps its own list of children.
fn descendants(process: i32) -> Vec<i32> {
    let mut found = Vec::new();
    let mut left = vec![process];
    while let Some(process) = left.pop() {
        for thread in numbered(&format!("/proc/{process}/task")) {
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

/// Whether no thread of a process or of its descendants runs or waits for a disk.
pub(crate) fn asleep(process: i32) -> bool {
    let family = [process].into_iter().chain(descendants(process));
    family.into_iter().all(|process| {
        let mut threads = numbered(&format!("/proc/{process}/task"));
        threads.all(|thread| {
            let stat = fs::read_to_string(format!("/proc/{process}/task/{thread}/stat"));
            // One that is gone in the meantime runs no more.
            !stat.is_ok_and(|stat| is_busy(&stat))
        })
    })
}

/// What `/proc/N/stat` says after the name.
fn is_busy(stat: &str) -> bool {
    let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
    after.trim_start().starts_with(['R', 'D'])
}

/// The numbers of `/proc/N/stat` that count here.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    ticks: u64,
    threads: u32,
}

impl Stat {
    fn of(process: i32) -> Option<Self> {
        Self::read(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
    }

    /// The name of a process may hold anything, so that fields are counted from its last parenthesis.
    fn read(line: &str) -> Option<Self> {
        let (_, after) = line.rsplit_once(')')?;
        let fields: Vec<&str> = after.split_whitespace().collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        Some(Self {
            ticks: field(14)? + field(15)? + field(16)? + field(17)?,
            threads: u32::try_from(field(20)?).ok()?,
        })
    }
}

/// Bytes that a process holds for itself: not the files it maps.
fn held(process: i32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    kilobytes(&status, &["RssAnon:", "RssShmem:", "VmSwap:"])
}

/// The same, with what is shared divided among those who share it.
fn proportional(process: i32) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
    Some(kilobytes(&rollup, &["Pss_Anon:", "Pss_Shmem:", "SwapPss:"]))
}

fn kilobytes(text: &str, names: &[&str]) -> u64 {
    let of = |line: &str| {
        let (name, rest) = line.split_once(char::is_whitespace)?;
        let number = rest.split_whitespace().next()?;
        names.contains(&name).then(|| number.parse::<u64>().ok())?
    };
    text.lines().filter_map(of).sum::<u64>() << 10
}

/// Bytes of the files under a folder, and how many there are; no more than `most` are counted.
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
                Ok(data) => bytes += data.len(),
                Err(_) => {}
            }
        }
    }
    (bytes, count)
}

/// The page on which a keeper writes the processor time of its group, for the house to read at will.
#[derive(Debug)]
pub(crate) struct Tally(OwnedFd);

impl Tally {
    pub(super) fn new() -> io::Result<Self> {
        let page = rustix::fs::memfd_create("tally", rustix::fs::MemfdFlags::CLOEXEC)?;
        rustix::io::pwrite(&page, &[0; 16], 0)?;
        Ok(Self(page))
    }

    pub(super) fn from(page: OwnedFd) -> Self {
        Self(page)
    }

    pub(super) fn page(&self) -> rustix::fd::BorrowedFd<'_> {
        self.0.as_fd()
    }

    /// Written twice: a reader that sees two numbers was in between.
    pub(super) fn write(&self, micros: u64) {
        let mut both = [0; 16];
        both[..8].copy_from_slice(&micros.to_ne_bytes());
        both[8..].copy_from_slice(&micros.to_ne_bytes());
        // The page was made with this length, in memory.
        let _ = rustix::io::pwrite(&self.0, &both, 0);
    }

    /// Processor time of the group when it was last counted.
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
    fn name_of_a_process_does_not_shift_its_numbers() {
        let line = "7 (a) b (c) S 1 7 7 0 -1 4194304 94 10 0 0 3 4 5 6 20 0 9 0 26 8 1 2";
        assert_eq!(
            Stat::read(line),
            Some(Stat {
                ticks: 18,
                threads: 9
            })
        );
        assert_eq!(Stat::read("7 (a) S 1"), None);
    }

    #[test]
    fn whoever_runs_is_not_asleep() {
        assert!(!asleep(getpid().as_raw_nonzero().get()));
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
