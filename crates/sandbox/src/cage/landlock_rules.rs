//! Landlock rules: the files that a program may read and write, signals inside the cage only, no TCP.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

use super::Protection;
use super::launch_failure::LaunchFailure;
use super::launch_request::LaunchRequest;
use super::root_filesystem::DEVICES;

/// The newest Landlock version used; an older kernel applies the rules that it knows.
const KNOWN: ABI = ABI::V6;

/// Restricts this process and all its children.
pub(super) fn apply(request: &LaunchRequest) -> Result<(), LaunchFailure> {
    enforce(request).map_err(LaunchFailure::at("landlock"))
}

fn enforce(request: &LaunchRequest) -> io::Result<()> {
    let status = ruleset(request)
        .map_err(io::Error::other)?
        .restrict_self()
        .map_err(io::Error::other)?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err(io::Error::from_raw_os_error(libc::EOPNOTSUPP));
    }
    Ok(())
}

fn ruleset(request: &LaunchRequest) -> Result<RulesetCreated, RulesetError> {
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(KNOWN))?
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?
        .add_rules(rules(readable(request), reading()))?
        .add_rules(rules(folders(request), listing()))?
        .add_rules(rules([&request.temporary], writing()))?
        .add_rules(rules(DEVICES, AccessFs::ReadFile | AccessFs::WriteFile))?;
    let own_processes = request.has(Protection::Namespaces);
    ruleset.add_rules(rules(
        proc_files(own_processes),
        AccessFs::ReadFile | AccessFs::ReadDir,
    ))
}

/// A rule that grants `access` to each of `paths` that exists.
fn rules(
    paths: impl IntoIterator<Item: AsRef<Path>>,
    access: BitFlags<AccessFs>,
) -> impl Iterator<Item = Result<PathBeneath<PathFd>, RulesetError>> {
    paths.into_iter().filter_map(move |path| {
        let access = if path.as_ref().is_dir() {
            access
        } else {
            access & AccessFs::from_file(KNOWN)
        };
        let opened = PathFd::new(path).ok()?;
        Some(Ok(PathBeneath::new(opened, access)))
    })
}

/// The readable files and folders; in place of a folder with hidden files all else in it.
fn readable(request: &LaunchRequest) -> Vec<PathBuf> {
    let hidden: Vec<&Path> = request.hidden.iter().map(Path::new).collect();
    let mut left: Vec<PathBuf> = request.readable.iter().map(PathBuf::from).collect();
    let mut readable = Vec::new();
    while let Some(path) = left.pop() {
        if hidden.contains(&&*path) {
            continue;
        }
        if !hidden.iter().any(|hidden| hidden.starts_with(&path)) {
            readable.push(path);
            continue;
        }
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        left.extend(entries.map(|entry| entry.path()));
    }
    readable
}

/// The readable folders.
fn folders(request: &LaunchRequest) -> impl Iterator<Item = &Path> {
    let paths = request.readable.iter().map(Path::new);
    paths.filter(|path| path.is_dir())
}

/// Access to the names in a folder and in all folders below it.
fn listing() -> BitFlags<AccessFs> {
    AccessFs::ReadDir.into()
}

fn reading() -> BitFlags<AccessFs> {
    AccessFs::Execute | AccessFs::ReadFile | AccessFs::ReadDir
}

/// Access to temporary files: regular files and folders, no devices, sockets or named pipes.
fn writing() -> BitFlags<AccessFs> {
    let special = AccessFs::MakeBlock
        | AccessFs::MakeChar
        | AccessFs::MakeSock
        | AccessFs::MakeFifo
        | AccessFs::IoctlDev;
    AccessFs::from_all(KNOWN) & !special
}

/// The files of `/proc` that runtimes read: all of it where it shows only the cage's processes. Elsewhere
/// others of the program's own show the machine's sockets, and how many processes share a page.
fn proc_files(own_processes: bool) -> &'static [&'static str] {
    if own_processes {
        &["/proc"]
    } else {
        &[
            "/proc/self/cgroup",
            "/proc/self/cmdline",
            "/proc/self/comm",
            "/proc/self/coredump_filter",
            "/proc/self/fd",
            "/proc/self/limits",
            "/proc/self/maps",
            "/proc/self/mountinfo",
            "/proc/self/stat",
            "/proc/self/statm",
            "/proc/self/status",
            "/proc/sys/vm/overcommit_memory",
        ]
    }
}
