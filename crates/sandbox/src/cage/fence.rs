//! Landlock: which files a program may touch, whom it may signal, and no TCP.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

use super::Rung;
use super::plan::Plan;
use super::stage::Failure;

/// The newest rules we know; a kernel that knows fewer applies those.
const KNOWN: ABI = ABI::V6;

/// Fences this process in, and all that it starts.
pub(super) fn raise(plan: &Plan) -> Result<(), Failure> {
    enforce(plan).map_err(Failure::of(Rung::Landlock, "landlock"))
}

fn enforce(plan: &Plan) -> io::Result<()> {
    let status = ruleset(plan)
        .map_err(io::Error::other)?
        .restrict_self()
        .map_err(io::Error::other)?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err(io::Error::from_raw_os_error(libc::EOPNOTSUPP));
    }
    Ok(())
}

fn ruleset(plan: &Plan) -> Result<RulesetCreated, RulesetError> {
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(KNOWN))?
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?
        .add_rules(rules(plan.views(), reading()))?
        .add_rules(rules([PathBuf::from(&plan.temporary)], writing()))?
        .add_rules(rules(devices(), AccessFs::ReadFile | AccessFs::WriteFile))?;
    let own_processes = plan.has(Rung::Namespaces);
    ruleset.add_rules(rules(
        facts(own_processes),
        AccessFs::ReadFile | AccessFs::ReadDir,
    ))
}

/// A rule for each path that is there.
fn rules(
    paths: impl IntoIterator<Item = PathBuf>,
    access: BitFlags<AccessFs>,
) -> impl Iterator<Item = Result<PathBeneath<PathFd>, RulesetError>> {
    let rule = move |path: PathBuf| {
        let access = if path.is_dir() {
            access
        } else {
            access & AccessFs::from_file(KNOWN)
        };
        let opened = PathFd::new(path).ok()?;
        Some(Ok(PathBeneath::new(opened, access)))
    };
    paths.into_iter().filter_map(rule)
}

fn reading() -> BitFlags<AccessFs> {
    AccessFs::Execute | AccessFs::ReadFile | AccessFs::ReadDir
}

/// Temporary files are files and folders: no devices, sockets or pipes with a name.
fn writing() -> BitFlags<AccessFs> {
    let special = AccessFs::MakeBlock
        | AccessFs::MakeChar
        | AccessFs::MakeSock
        | AccessFs::MakeFifo
        | AccessFs::IoctlDev;
    AccessFs::from_all(KNOWN) & !special
}

fn devices() -> impl Iterator<Item = PathBuf> {
    let names = [
        "/dev/null",
        "/dev/zero",
        "/dev/full",
        "/dev/random",
        "/dev/urandom",
    ];
    names.into_iter().map(PathBuf::from)
}

/// What runtimes read about the machine: all of `/proc` where it holds the cage's processes alone.
fn facts(own_processes: bool) -> Vec<PathBuf> {
    let names: &[&str] = if own_processes {
        &["/proc"]
    } else {
        &[
            "/proc/self",
            "/proc/cpuinfo",
            "/proc/meminfo",
            "/proc/stat",
            "/proc/sys/vm",
        ]
    };
    names
        .iter()
        .map(|name| Path::new(name).to_owned())
        .collect()
}
