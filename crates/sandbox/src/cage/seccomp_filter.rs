//! The seccomp filter: system calls that a player's program does not need and that attacks have used.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Compare,
    SeccompCondition as Condition, SeccompFilter, SeccompRule as Rule, TargetArch, apply_filter,
};

use super::launch_failure::LaunchFailure;

/// Calls that fail with `EPERM`: other processes, sockets, keys, mounts, settings of the machine.
const REFUSED: &[i64] = &[
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_mount_setattr,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
    libc::SYS_move_pages,
    libc::SYS_migrate_pages,
];

/// Calls that fail with `ENOSYS`, so that runtimes fall back on others: memory that belongs to no
/// process and escapes the limits, rings that escape the filter, `clone3` with unreadable flags.
const MISSING: &[i64] = &[
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
];

/// Filters the calls of this process and its children. With `alone`, signals to other processes fail;
/// a process namespace makes that unnecessary.
pub(super) fn apply(alone: bool) -> Result<(), LaunchFailure> {
    let programs = programs(alone).map_err(io::Error::other);
    for program in programs.map_err(LaunchFailure::at("filter"))? {
        let applied = apply_filter(&program).map_err(io::Error::other);
        applied.map_err(LaunchFailure::at("seccomp"))?;
    }
    Ok(())
}

type Ruled<T> = Result<T, seccompiler::BackendError>;

fn programs(alone: bool) -> Ruled<Vec<BpfProgram>> {
    let mut refused = always(REFUSED);
    refused.insert(libc::SYS_clone, new_namespaces()?);
    refused.insert(libc::SYS_ioctl, terminal_input()?);
    refused.insert(libc::SYS_socketpair, not_local()?);
    if alone {
        refused.extend(signals_to_others()?);
    }
    Ok(vec![
        compiled(refused, libc::EPERM)?,
        compiled(always(MISSING), libc::ENOSYS)?,
        #[cfg(target_arch = "x86_64")]
        x32_calls(),
    ])
}

type Rules = BTreeMap<i64, Vec<Rule>>;

fn always(calls: &[i64]) -> Rules {
    calls.iter().map(|call| (*call, Vec::new())).collect()
}

fn compiled(rules: Rules, error: i32) -> Ruled<BpfProgram> {
    let architecture = TargetArch::try_from(std::env::consts::ARCH)?;
    let error = SeccompAction::Errno(error.unsigned_abs());
    SeccompFilter::new(rules, SeccompAction::Allow, error, architecture)?.try_into()
}

fn when(argument: u8, compare: Compare, value: u64) -> Ruled<Rule> {
    Rule::new(vec![Condition::new(
        argument,
        Length::Dword,
        compare,
        value,
    )?])
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
        let flag = u64::from(flag.unsigned_abs());
        when(0, Compare::MaskedEq(flag), flag)
    };
    flags.into_iter().map(rule).collect()
}

/// `ioctl` calls that insert input into a terminal.
fn terminal_input() -> Ruled<Vec<Rule>> {
    [libc::TIOCSTI, libc::TIOCLINUX]
        .into_iter()
        .map(|call| when(1, Compare::Eq, call))
        .collect()
}

/// `socketpair` with a family other than Unix; Unix pairs are used like pipes.
fn not_local() -> Ruled<Vec<Rule>> {
    Ok(vec![when(
        0,
        Compare::Ne,
        u64::from(libc::AF_UNIX.unsigned_abs()),
    )?])
}

/// Signals to processes other than this one and its group, and changes of their limits.
fn signals_to_others() -> Ruled<Rules> {
    let own = u64::from(std::process::id());
    let other = || {
        let not = |value| Condition::new(0, Length::Dword, Compare::Ne, value);
        Ok(vec![Rule::new(vec![not(own)?, not(0)?])?])
    };
    let calls = [libc::SYS_kill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo];
    let mut rules: Rules = calls
        .into_iter()
        .map(|call| Ok((call, other()?)))
        .collect::<Ruled<_>>()?;
    rules.extend(always(&[libc::SYS_tkill, libc::SYS_pidfd_send_signal]));
    // A process may set limits on every process that it may signal.
    rules.insert(libc::SYS_prlimit64, other()?);
    Ok(rules)
}

/// A filter against the x32 call numbers, which the lists above do not contain.
#[cfg(target_arch = "x86_64")]
fn x32_calls() -> BpfProgram {
    use seccompiler::sock_filter;
    const X32: u32 = 0x4000_0000;
    let instruction = |code: u32, jt, jf, k| sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    let missing = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs();
    vec![
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, X32),
        instruction(libc::BPF_RET | libc::BPF_K, 0, 0, missing),
        instruction(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}
