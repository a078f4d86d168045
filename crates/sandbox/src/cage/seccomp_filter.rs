//! The seccomp filter: the system calls that the languages of the starters need; others do not exist.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Compare,
    SeccompCondition as Condition, SeccompFilter, SeccompRule as Rule, TargetArch, apply_filter,
};

use super::Protection;
use super::known_calls;
use super::launch_failure::LaunchFailure;
use super::launch_request::LaunchRequest;

/// Maximum number of bytes of one mapping of shared memory without a file, where no control group counts
/// such memory.
pub(super) const LARGEST_SHARED_MAPPING: u64 = 4 << 20;

/// The `ioctl` requests of ordinary programs: terminal attributes, window size, bytes to read, and the
/// flags of a descriptor.
const REQUESTS: [u64; 7] = [
    libc::TCGETS,
    libc::TIOCGWINSZ,
    libc::TIOCGPGRP,
    libc::FIONREAD,
    libc::FIONBIO,
    libc::FIOCLEX,
    libc::FIONCLEX,
];

/// The `prctl` operations of ordinary programs; none hides a process from its supervisor.
const OPERATIONS: [i32; 9] = [
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_SET_PDEATHSIG,
    libc::PR_GET_DUMPABLE,
    libc::PR_CAPBSET_READ,
    libc::PR_SET_NO_NEW_PRIVS,
    libc::PR_GET_NO_NEW_PRIVS,
    libc::PR_SET_THP_DISABLE,
    libc::PR_SET_VMA,
];

/// The `fcntl` commands that lock a part of a file. Two games of a program could see each other's locks
/// on its files.
const LOCKS: [i32; 6] = [
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_GETLK,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
];

/// The other `fcntl` commands of ordinary programs. Some of the rest tell what others do with a file or keep
/// a number with it, which a later game could read.
const COMMANDS: [i32; 6] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
];

/// The advice to `madvise` that moves memory which other processes share.
const SHARED_ADVICE: [i32; 3] = [libc::MADV_MERGEABLE, libc::MADV_COLD, libc::MADV_PAGEOUT];

/// The calls that change a file by its path, which Landlock does not restrict. They are harmless where the
/// files of the user who started the program are out of sight.
const UNRESTRICTED: &[i64] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_truncate,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// The calls whose first argument is a clock. A number with the highest bit set is the processor time of
/// a process: it would tell how long the opponent or the referee computes.
const CLOCK_CALLS: [i64; 4] = [
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_timer_create,
];

/// The flags of `mmap` for shared memory without a file.
const NAMELESS: u64 = 0x21;
/// The flag of `mmap` for huge pages, which no process shows as its memory.
const HUGE_PAGES: u64 = 0x4_0000;

/// Filters the calls of this process and its children.
pub(super) fn apply(request: &LaunchRequest) -> Result<(), LaunchFailure> {
    let programs = programs(request).map_err(io::Error::other);
    let programs = programs.map_err(LaunchFailure::at("filter"))?;
    for program in programs {
        let applied = apply_filter(&program).map_err(io::Error::other);
        applied.map_err(LaunchFailure::at("seccomp"))?;
    }
    Ok(())
}

type Ruled<T> = Result<T, seccompiler::BackendError>;
type Rules = BTreeMap<i64, Vec<Rule>>;

/// For each error the filter of the calls that fail with it, and at last the filter of known calls, which
/// allows no further filter.
fn programs(request: &LaunchRequest) -> Ruled<Vec<BpfProgram>> {
    let mut programs = vec![
        refused(refused_arguments(request)?, libc::EPERM)?,
        refused(
            [(libc::SYS_ioctl, vec![none_of(1, REQUESTS)?])].into(),
            libc::ENOTTY,
        )?,
        refused(
            [(libc::SYS_fcntl, any_of(1, LOCKS.map(number))?)].into(),
            libc::ENOLCK,
        )?,
        refused(
            [(libc::SYS_fcntl, vec![unknown_command()?])].into(),
            libc::EINVAL,
        )?,
    ];
    if !request.has(Protection::Namespaces) {
        // The C library then writes zeros instead, which count.
        let allocation = [(libc::SYS_fallocate, Vec::new())].into();
        programs.push(refused(allocation, libc::EOPNOTSUPP)?);
    }
    if !request.has(Protection::Cgroups) {
        let large = vec![large_shared_mapping()?];
        programs.push(refused([(libc::SYS_mmap, large)].into(), libc::ENOMEM)?);
    }
    programs.push(known_calls::filter());
    Ok(programs)
}

/// The filter of calls that fail with an error; it also kills a process of another processor family.
fn refused(rules: Rules, error: i32) -> Ruled<BpfProgram> {
    let architecture = TargetArch::try_from(std::env::consts::ARCH)?;
    let error = SeccompAction::Errno(error.unsigned_abs());
    SeccompFilter::new(rules, SeccompAction::Allow, error, architecture)?.try_into()
}

fn number(value: i32) -> u64 {
    value.unsigned_abs().into()
}

fn condition(argument: u8, compare: Compare, value: u64) -> Ruled<Condition> {
    Condition::new(argument, Length::Dword, compare, value)
}

fn any_of<const N: usize>(argument: u8, values: [u64; N]) -> Ruled<Vec<Rule>> {
    let rule = |value| Rule::new(vec![condition(argument, Compare::Eq, value)?]);
    values.into_iter().map(rule).collect()
}

fn none_of<const N: usize>(argument: u8, values: [u64; N]) -> Ruled<Rule> {
    let differs = |value| condition(argument, Compare::Ne, value);
    Rule::new(values.into_iter().map(differs).collect::<Ruled<_>>()?)
}

/// Calls with arguments that are refused: new namespaces, operations on other processes, socket pairs
/// that are not Unix pairs, messages to other sockets than the pair's, and without namespaces signals to
/// other processes, their clocks, and changes to files that Landlock allows.
fn refused_arguments(request: &LaunchRequest) -> Ruled<Rules> {
    let local = number(libc::AF_UNIX);
    let own = u64::from(std::process::id());
    let mut rules: Rules = [
        (libc::SYS_clone, new_namespaces()?),
        (libc::SYS_prctl, vec![none_of(0, OPERATIONS.map(number))?]),
        (libc::SYS_socketpair, vec![none_of(0, [local])?]),
        (libc::SYS_sendto, vec![with_address()?]),
        (libc::SYS_mmap, vec![huge_pages()?]),
        // The supervisor of an ordinary user has the same user as the program.
        (libc::SYS_prlimit64, vec![none_of(0, [own, 0])?]),
        (libc::SYS_madvise, any_of(2, SHARED_ADVICE.map(number))?),
    ]
    .into();
    if !request.has(Protection::Namespaces) {
        rules.extend(signals_to_others()?);
        rules.extend(clocks_of_processes()?);
        rules.extend(UNRESTRICTED.iter().map(|call| (*call, Vec::new())));
    }
    Ok(rules)
}

/// Calls with the clock of a process.
fn clocks_of_processes() -> Ruled<Rules> {
    const PROCESS_CLOCKS: u64 = 1 << 31;
    let rule = |call| {
        let clock = condition(0, Compare::Ge, PROCESS_CLOCKS)?;
        Ok((call, vec![Rule::new(vec![clock])?]))
    };
    CLOCK_CALLS.into_iter().map(rule).collect()
}

/// `clone` with any flag that creates a namespace.
fn new_namespaces() -> Ruled<Vec<Rule>> {
    let flags = [
        libc::CLONE_NEWNS,
        libc::CLONE_NEWCGROUP,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
    ];
    let rule = |flag: i32| {
        let flag = number(flag);
        Rule::new(vec![condition(0, Compare::MaskedEq(flag), flag)?])
    };
    flags.into_iter().map(rule).collect()
}

/// `fcntl` with a command that is neither ordinary nor a lock.
fn unknown_command() -> Ruled<Rule> {
    let known = LOCKS.iter().chain(&COMMANDS);
    let differs = |command: &i32| condition(1, Compare::Ne, number(*command));
    Rule::new(known.map(differs).collect::<Ruled<_>>()?)
}

/// `mmap` of much shared memory without a file.
fn large_shared_mapping() -> Ruled<Rule> {
    Rule::new(vec![
        Condition::new(1, Length::Qword, Compare::Gt, LARGEST_SHARED_MAPPING)?,
        condition(3, Compare::MaskedEq(NAMELESS), NAMELESS)?,
    ])
}

/// `mmap` of huge pages.
fn huge_pages() -> Ruled<Rule> {
    Rule::new(vec![condition(
        3,
        Compare::MaskedEq(HUGE_PAGES),
        HUGE_PAGES,
    )?])
}

/// `sendto` with an address.
fn with_address() -> Ruled<Rule> {
    Rule::new(vec![Condition::new(4, Length::Qword, Compare::Ne, 0)?])
}

/// Signals to processes other than this one and its group.
fn signals_to_others() -> Ruled<Rules> {
    let own = u64::from(std::process::id());
    let calls = [libc::SYS_kill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo];
    let rule = |call| Ok((call, vec![none_of(0, [own, 0])?]));
    let mut rules: Rules = calls.into_iter().map(rule).collect::<Ruled<_>>()?;
    rules.insert(libc::SYS_tkill, Vec::new());
    Ok(rules)
}
