//! Control groups: limits that the kernel keeps for all processes of a cage together, and their exact
//! processor time.
//!
//! Version 2 has one tree of groups. Brelan uses the part of it that was delegated to this process: it
//! moves itself to a leaf of its own group, because a group that limits others holds no process.
//! Version 1 has a tree for each controller, where usually only root may create groups.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::confine::SPARE_PROCESSES;
use crate::ProgramLimits;

/// The beginning of the name of every group that Brelan creates; the host's process number follows.
const PREFIX: &str = "brelan-";
/// The group of the host process in a delegated tree of version 2.
const HOST: &str = "brelan-host";
/// The controllers that the limits need, in the order of [`GroupTree::Split`].
const CONTROLLERS: [&str; 3] = ["memory", "pids", "cpuacct"];

/// The groups of this machine under which cages create theirs.
#[derive(Clone, Debug)]
pub(super) enum GroupTree {
    /// Version 2: one folder.
    Unified(PathBuf),
    /// Version 1: the folders of memory, of processes and of processor time.
    Split([PathBuf; 3]),
}

impl GroupTree {
    /// Finds the groups of this process, and removes those that hosts which were killed left behind.
    pub(super) fn find() -> io::Result<Self> {
        let groups = fs::read_to_string("/proc/self/cgroup")?;
        let mounts = fs::read_to_string("/proc/self/mountinfo")?;
        let tree = match own_folder(&groups, &mounts, None) {
            Some(folder) if has_controllers(&folder) => Self::Unified(delegated(folder)?),
            _ => Self::split(&groups, &mounts)?,
        };
        tree.folders()
            .iter()
            .for_each(|folder| remove_stale(folder));
        Ok(tree)
    }

    fn split(groups: &str, mounts: &str) -> io::Result<Self> {
        let folder = |controller: &str| {
            let missing = || io::Error::other(format!("no {controller} controller"));
            own_folder(groups, mounts, Some(controller)).ok_or_else(missing)
        };
        let [memory, pids, cpuacct] = CONTROLLERS.map(folder);
        Ok(Self::Split([memory?, pids?, cpuacct?]))
    }

    fn folders(&self) -> &[PathBuf] {
        match self {
            Self::Unified(folder) => std::slice::from_ref(folder),
            Self::Split(folders) => folders,
        }
    }

    /// Creates a group with these limits, without a process.
    pub(super) fn create(&self, limits: &ProgramLimits) -> io::Result<ControlGroup> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}-{count}", std::process::id());
        let mut folders = GroupFolders(Vec::new());
        for parent in self.folders() {
            let folder = parent.join(&name);
            fs::create_dir(&folder)?;
            folders.0.push(folder);
        }
        folders.limit(limits)?;
        let [first, .., last] = [&folders.0[0], &folders.0[folders.0.len() - 1]];
        let (events, usage) = match self {
            Self::Unified(_) => (first.join("memory.events"), last.join("cpu.stat")),
            Self::Split(_) => (first.join("memory.oom_control"), last.join("cpuacct.usage")),
        };
        Ok(ControlGroup {
            events: File::open(events)?.into(),
            entrances: folders.entrances()?,
            usage: File::open(usage)?,
            folders,
        })
    }
}

/// The folders of one group, removed when this is dropped.
#[derive(Debug)]
struct GroupFolders(Vec<PathBuf>);

impl GroupFolders {
    fn limit(&self, limits: &ProgramLimits) -> io::Result<()> {
        // Temporary files are in memory, and have a limit of their own.
        let memory = (limits.memory + limits.file_size).to_string();
        let processes = (limits.processes + SPARE_PROCESSES).to_string();
        match &self.0[..] {
            [folder] => {
                fs::write(folder.join("memory.max"), memory)?;
                // Kernels without swap lack the file.
                write_if_there(&folder.join("memory.swap.max"), "0")?;
                fs::write(folder.join("pids.max"), processes)
            }
            [in_memory, pids, ..] => {
                fs::write(in_memory.join("memory.limit_in_bytes"), &memory)?;
                write_if_there(&in_memory.join("memory.memsw.limit_in_bytes"), &memory)?;
                fs::write(pids.join("pids.max"), processes)
            }
            [] => Ok(()),
        }
    }

    /// The descriptors through which a process enters: the folder in version 2, where a process is
    /// created inside, the lists of tasks in version 1. Both spare the pause of a whole-machine lock
    /// that a write to `cgroup.procs` takes.
    fn entrances(&self) -> io::Result<Vec<OwnedFd>> {
        match &self.0[..] {
            [folder] => Ok(vec![File::open(folder)?.into()]),
            folders => folders
                .iter()
                .map(|folder| {
                    Ok(File::options()
                        .write(true)
                        .open(folder.join("tasks"))?
                        .into())
                })
                .collect(),
        }
    }
}

impl Drop for GroupFolders {
    fn drop(&mut self) {
        /// Groups that held a dying process when they were last removed; each later removal tries again.
        static DYING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
        let mut dying = DYING.lock().unwrap_or_else(PoisonError::into_inner);
        dying.append(&mut self.0);
        // The launcher may have removed a group already.
        dying.retain(|folder| fs::remove_dir(folder).is_err() && folder.exists());
    }
}

/// A group for one cage, as the host holds it.
#[derive(Debug)]
pub(crate) struct ControlGroup {
    /// The file that counts the processes killed for lack of memory.
    pub(super) events: OwnedFd,
    pub(super) entrances: Vec<OwnedFd>,
    usage: File,
    folders: GroupFolders,
}

impl ControlGroup {
    /// The descriptors that a launcher gets.
    pub(super) fn descriptors(&self) -> impl Iterator<Item = BorrowedFd<'_>> {
        [&self.events]
            .into_iter()
            .chain(&self.entrances)
            .map(AsFd::as_fd)
    }

    pub(super) fn paths(&self) -> &[PathBuf] {
        &self.folders.0
    }

    /// Processor time that all processes of the group have used, those included that ended unseen.
    pub(crate) fn processor(&self) -> Option<Duration> {
        let text = read_again(&self.usage).ok()?;
        let micros = text.strip_prefix("usage_usec ");
        let number = micros
            .unwrap_or(&text)
            .lines()
            .next()?
            .trim()
            .parse()
            .ok()?;
        Some(match micros {
            Some(_) => Duration::from_micros(number),
            None => Duration::from_nanos(number),
        })
    }
}

/// A group as the launcher and the supervisor of its cage hold it.
#[derive(Debug)]
pub(super) struct GroupEntrance {
    events: File,
    entrances: Vec<OwnedFd>,
}

impl GroupEntrance {
    /// The group whose descriptors came beside a request; `None` when there are none.
    pub(super) fn from_descriptors(beside: Vec<OwnedFd>) -> Option<Self> {
        let mut beside = beside.into_iter();
        let events = beside.next()?.into();
        let entrances = beside.collect();
        Some(Self { events, entrances })
    }

    /// The folder of version 2, in which a process is created.
    pub(super) fn folder(&self) -> Option<BorrowedFd<'_>> {
        match &self.entrances[..] {
            [folder] => Some(folder.as_fd()),
            _ => None,
        }
    }

    /// Moves this process, which has one thread, to the group of version 1.
    pub(super) fn enter(&self) -> io::Result<()> {
        if self.folder().is_some() {
            return Ok(());
        }
        self.entrances.iter().try_for_each(|tasks| {
            // The number 0 is the process that writes.
            rustix::io::write(tasks, b"0").map(drop)
        })?;
        Ok(())
    }

    /// Tests whether the kernel killed a process because the group had used up its memory.
    pub(super) fn is_starved(&self) -> bool {
        let text = read_again(&self.events).unwrap_or_default();
        let killed = text.lines().find_map(|line| line.strip_prefix("oom_kill "));
        killed.is_some_and(|count| count.trim() != "0")
    }
}

/// The folders of a group that the launcher removes when the host was killed.
#[derive(Debug)]
pub(super) struct LeftoverGroup(Vec<(OwnedFd, OsString)>);

impl LeftoverGroup {
    pub(super) fn open(folders: &[OsString]) -> Self {
        let open = |folder: &OsString| {
            let folder = Path::new(folder);
            let parent = File::open(folder.parent()?).ok()?;
            Some((parent.into(), folder.file_name()?.to_owned()))
        };
        Self(folders.iter().filter_map(open).collect())
    }

    pub(super) fn remove(self) {
        for (parent, name) in self.0 {
            // Fails when the host has removed the group already.
            let _ = rustix::fs::unlinkat(parent, name, rustix::fs::AtFlags::REMOVEDIR);
        }
    }
}

fn read_again(mut file: &File) -> io::Result<String> {
    let mut text = String::new();
    file.rewind()?;
    file.read_to_string(&mut text)?;
    Ok(text)
}

fn write_if_there(file: &Path, text: &str) -> io::Result<()> {
    match fs::write(file, text) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// The folder of this process's group: of a controller of version 1, or of version 2 without one.
fn own_folder(groups: &str, mounts: &str, controller: Option<&str>) -> Option<PathBuf> {
    let group = groups.lines().find_map(|line| {
        let (_, rest) = line.split_once(':')?;
        let (names, path) = rest.split_once(':')?;
        is_controlled(names, controller).then_some(Path::new(path))
    })?;
    mounts.lines().find_map(|line| {
        let (place, system) = line.split_once(" - ")?;
        let mut place = place.split(' ').skip(3);
        let (root, at) = (place.next()?, place.next()?);
        let mut system = system.split(' ');
        let (kind, options) = (system.next()?, system.nth(1)?);
        let is_right = match controller {
            None => kind == "cgroup2",
            some => kind == "cgroup" && is_controlled(options, some),
        };
        let inside = group.strip_prefix(root).ok().filter(|_| is_right)?;
        Some(Path::new(at).join(inside))
    })
}

/// Tests for a controller in a list; without one, for the empty list of version 2.
fn is_controlled(names: &str, controller: Option<&str>) -> bool {
    controller.map_or(names.is_empty(), |controller| {
        names.split(',').any(|name| name == controller)
    })
}

fn has_controllers(folder: &Path) -> bool {
    is_listed(&folder.join("cgroup.controllers"))
}

fn is_listed(file: &Path) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    let names: Vec<&str> = text.split_whitespace().collect();
    CONTROLLERS[..2].iter().all(|name| names.contains(name))
}

/// Turns on the controllers below a group of version 2, after moving this process to a leaf of it.
fn delegated(own: PathBuf) -> io::Result<PathBuf> {
    let base = match own.parent() {
        Some(parent) if own.ends_with(HOST) => parent.to_owned(),
        _ => own,
    };
    let switches = base.join("cgroup.subtree_control");
    let turn_on = || fs::write(&switches, "+memory +pids");
    if is_listed(&switches) || turn_on().is_ok() {
        return Ok(base);
    }
    let leaf = base.join(HOST);
    match fs::create_dir(&leaf) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    fs::write(leaf.join("cgroup.procs"), std::process::id().to_string())?;
    turn_on().or_else(|error| {
        // Other processes share the group, so that it cannot limit others.
        fs::write(base.join("cgroup.procs"), std::process::id().to_string())?;
        fs::remove_dir(&leaf)?;
        Err(error)
    })?;
    Ok(base)
}

/// Removes the groups of hosts that no longer run.
fn remove_stale(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let host = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let host = host.and_then(|rest| rest.split_once('-')?.0.parse::<u32>().ok());
        if host.is_some_and(|host| !Path::new(&format!("/proc/{host}")).exists()) {
            // Fails while a process of the group is still dying.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
30 24 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate
31 24 0:27 /docker/7 /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory
32 24 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct
";
    const GROUPS: &str = "\
4:memory:/docker/7/a
2:cpu,cpuacct:/b
0::/user.slice/run.scope
";

    #[test]
    fn the_group_of_this_process_is_found_below_its_mount() {
        let cases = [
            (None, Some("/sys/fs/cgroup/user.slice/run.scope")),
            (Some("memory"), Some("/sys/fs/cgroup/memory/a")),
            (Some("cpuacct"), Some("/sys/fs/cgroup/cpu/b")),
            (Some("pids"), None),
        ];
        for (controller, expected) in cases {
            let found = own_folder(GROUPS, MOUNTS, controller);
            assert_eq!(found.as_deref(), expected.map(Path::new), "{controller:?}");
        }
    }
}
