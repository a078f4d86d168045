//! Resources that the processes of a cage can hide, estimated where no control group counts them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::process_usage::{ProcessorUsage, status};
use super::seccomp_filter::LARGEST_SHARED_MAPPING;
use crate::ProgramLimits;
use crate::processor_clock::ProcessorClock;

/// Processor time that counts for a process which began and ended between two measurements.
const UNSEEN: Duration = Duration::from_millis(2);
/// Bytes that the kernel stores at most for one socket whose other end does not read.
const SOCKET_BUFFER: u64 = 256 << 10;
/// Bytes that the kernel stores at most for one pipe whose size was not changed.
const PIPE_BUFFER: u64 = 64 << 10;
/// Bytes that the kernel needs at most to describe one mapping.
const MAPPING: u64 = 512;

/// The processor time of all processes ever seen. A process whose parent ignores the end of its
/// children leaves its time to no other process.
#[derive(Debug, Default)]
pub(super) struct SeenProcesses {
    /// The last measurement of each process that lives.
    alive: BTreeMap<i32, SeenProcess>,
    /// Time of the processes that ended, as last measured, and of the unseen.
    ended: Duration,
    /// Number of processes and threads created up to the last measurement, from any start of counting.
    created: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
struct SeenProcess {
    processor: Duration,
    threads: u64,
}

impl SeenProcesses {
    /// Adds a measurement; returns the microseconds of processor time so far.
    pub(super) fn update(&mut self, processes: &[i32], created: Option<u64>) -> u64 {
        let measured = processes.iter().filter_map(|process| {
            let processor = ProcessorClock::new(*process)?.read()?;
            let threads = ProcessorUsage::measure(&[*process]).threads.into();
            Some((*process, SeenProcess { processor, threads }))
        });
        self.add(measured.collect(), created)
    }

    fn add(&mut self, alive: BTreeMap<i32, SeenProcess>, created: Option<u64>) -> u64 {
        let before = std::mem::replace(&mut self.alive, alive);
        let ended = |(process, seen): (&i32, &SeenProcess)| {
            let now = self
                .alive
                .get(process)
                .map_or(Duration::ZERO, |now| now.processor);
            // A smaller time is that of a new process with the same number.
            (now < seen.processor).then_some(seen.processor)
        };
        self.ended += before.iter().filter_map(ended).sum::<Duration>();
        let new = |(process, seen): (&i32, &SeenProcess)| {
            let threads = before.get(process).map_or(0, |before| before.threads);
            seen.threads.saturating_sub(threads)
        };
        let new: u64 = self.alive.iter().map(new).sum();
        if let (Some(before), Some(created)) = (self.created, created) {
            let unseen = created.saturating_sub(before).saturating_sub(new);
            self.ended += UNSEEN * u32::try_from(unseen).unwrap_or(u32::MAX);
        }
        self.created = created;
        let alive: Duration = self.alive.values().map(|seen| seen.processor).sum();
        u64::try_from((self.ended + alive).as_micros()).unwrap_or(u64::MAX)
    }
}

/// The last number given to a process or thread of the reader's namespace: the last field of
/// `/proc/loadavg`.
pub(super) fn last_number(mut load: &File) -> io::Result<u64> {
    let mut text = String::new();
    load.rewind()?;
    load.read_to_string(&mut text)?;
    let last = text.split_whitespace().last().unwrap_or_default();
    last.parse().map_err(io::Error::other)
}

/// The largest number of bytes that processes can hold in shared memory, which may be in no page table,
/// in the buffers of sockets and pipes, and in the kernel's descriptions of their mappings. Above the limit
/// it counts no further: reading many mappings takes long.
pub(super) fn hidden_memory(processes: &[i32], limits: &ProgramLimits) -> u64 {
    let mut shared = BTreeSet::new();
    let mut buffers = BTreeMap::new();
    let (mut mappings, mut unreadable, mut total) = (0, 0, 0);
    for process in processes {
        match fs::read_to_string(format!("/proc/{process}/maps")) {
            Ok(maps) => {
                mappings += maps.lines().count() as u64 * MAPPING;
                shared.extend(shared_mappings(&maps).map(str::to_owned));
            }
            Err(error) if is_hidden(&error) => unreadable += status(*process, &["VmSize:"]),
            Err(_) => {}
        }
        match fs::read_dir(format!("/proc/{process}/fd")) {
            Ok(descriptors) => buffers.extend(kernel_buffers(descriptors)),
            Err(error) if is_hidden(&error) => {
                unreadable += u64::from(limits.descriptors) * SOCKET_BUFFER;
            }
            Err(_) => {}
        }
        total = shared.len() as u64 * LARGEST_SHARED_MAPPING
            + buffers.values().sum::<u64>()
            + mappings
            + unreadable;
        if total > limits.memory {
            break;
        }
    }
    total
}

/// The bytes of temporary files on disk that are in no folder any more, while a process has them open or
/// mapped. A mapping does not tell its file's size, so that it counts by the largest.
pub(super) fn deleted_files(processes: &[i32], temporary: &Path, limits: &ProgramLimits) -> u64 {
    let mut open = BTreeMap::new();
    let mut mapped = BTreeSet::new();
    for process in processes {
        let maps = fs::read_to_string(format!("/proc/{process}/maps")).unwrap_or_default();
        mapped.extend(deleted_mappings(&maps, temporary));
        let descriptors = fs::read_dir(format!("/proc/{process}/fd"));
        for entry in descriptors.into_iter().flatten().flatten() {
            // Follows the link to the file itself, whatever its path.
            if let Ok(data) = fs::metadata(entry.path())
                && data.is_file()
                && data.nlink() == 0
            {
                open.insert(data.ino(), occupied(&data));
            }
        }
    }
    let unsized_files = mapped.iter().filter(|inode| !open.contains_key(inode));
    open.values().sum::<u64>() + unsized_files.count() as u64 * limits.file_size
}

/// The bytes that a file takes up: its length, or its blocks where more are reserved.
pub(super) fn occupied(data: &Metadata) -> u64 {
    const BLOCK: u64 = 512;
    data.len().max(data.blocks() * BLOCK)
}

/// The inodes of mapped files that were deleted from a folder.
fn deleted_mappings(maps: &str, folder: &Path) -> BTreeSet<u64> {
    let mapping = |line: &str| {
        let mut fields = line.split_whitespace().skip(4);
        let inode = fields.next()?.parse().ok()?;
        let deleted = Path::new(fields.next()?).starts_with(folder) && line.ends_with("(deleted)");
        deleted.then_some(inode)
    };
    maps.lines().filter_map(mapping).collect()
}

/// Tests for a file that may not be read; with other errors the process has ended.
fn is_hidden(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied
}

/// The inode of each mapping of memory that is in no folder. The memory stays whole while one page of it
/// is mapped.
fn shared_mappings(maps: &str) -> impl Iterator<Item = &str> {
    maps.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [_, rights, _, _, inode, path, ..] = fields[..] else {
            return None;
        };
        let nameless = ["/dev/zero", "/memfd:", "/SYSV"];
        let counts = rights.ends_with('s') && nameless.iter().any(|name| path.starts_with(name));
        counts.then_some(inode)
    })
}

/// The links to the sockets and pipes among the descriptors of a process, each with the size of its buffer;
/// one that may not be read counts as a socket.
fn kernel_buffers(descriptors: fs::ReadDir) -> impl Iterator<Item = (PathBuf, u64)> {
    descriptors.flatten().filter_map(|entry| {
        let path = entry.path();
        match fs::read_link(&path) {
            Err(error) if is_hidden(&error) => Some((path, SOCKET_BUFFER)),
            link => {
                let link = link.ok()?;
                let size = buffer_size(&link)?;
                Some((link, size))
            }
        }
    })
}

/// The largest size of the buffer behind a descriptor's link; `None` where there is no buffer.
fn buffer_size(link: &Path) -> Option<u64> {
    let link = link.as_os_str().as_encoded_bytes();
    let sizes = [
        (b"socket:".as_slice(), SOCKET_BUFFER),
        (b"pipe:", PIPE_BUFFER),
    ];
    sizes
        .into_iter()
        .find_map(|(start, size)| link.starts_with(start).then_some(size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(processor: u64, threads: u64) -> SeenProcess {
        let processor = Duration::from_millis(processor);
        SeenProcess { processor, threads }
    }

    #[test]
    fn the_time_of_a_process_that_ended_is_not_lost() {
        let mut all = SeenProcesses::default();
        assert_eq!(
            all.add([(2, seen(5, 1)), (3, seen(7, 1))].into(), Some(3)),
            12_000
        );
        assert_eq!(all.add([(2, seen(6, 1))].into(), Some(3)), 13_000);
        assert_eq!(
            all.add([(2, seen(6, 1)), (3, seen(1, 1))].into(), Some(4)),
            14_000
        );
    }

    #[test]
    fn processes_that_no_measurement_saw_count() {
        let mut all = SeenProcesses::default();
        assert_eq!(all.add([(2, seen(5, 1))].into(), Some(2)), 5000);
        assert_eq!(all.add([(2, seen(5, 3))].into(), Some(4)), 5000);
        assert_eq!(all.add([(2, seen(5, 3))].into(), Some(14)), 25_000);
    }

    #[test]
    fn mapped_files_that_were_deleted_from_the_folder_are_found() {
        let maps = "\
7f00000-7f01000 rw-s 00000000 08:01 1981 /tmp/brelan-7-x/a (deleted)
7f01000-7f02000 rw-s 00000000 08:01 1982 /tmp/brelan-7-x/b
7f02000-7f03000 rw-s 00000000 00:01 1983 /dev/zero (deleted)
7f03000-7f04000 rw-p 00000000 00:00 0
";
        let found = deleted_mappings(maps, Path::new("/tmp/brelan-7-x"));
        assert_eq!(found, [1981].into());
    }

    #[test]
    fn only_memory_without_a_folder_counts() {
        let maps = "\
7f00000-7f01000 rw-s 00000000 00:01 1981 /dev/zero (deleted)
7f01000-7f02000 r--s 00000000 08:01 7    /usr/lib/gconv-modules.cache
7f02000-7f03000 rw-p 00000000 00:00 0
";
        let found: Vec<_> = shared_mappings(maps).collect();
        assert_eq!(found, ["1981"]);
    }
}
