//! The protections that a process applies to itself before it becomes the program; none can be undone.

use std::fs;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::{
    DumpableBehavior, Resource, Rlimit, Signal, geteuid, set_dumpable_behavior,
    set_parent_process_death_signal, setrlimit, setsid,
};
use rustix::thread::{Gid, Uid, UnshareFlags};

use super::control_socket::ControlSocket;
use super::launch_failure::LaunchFailure;
use super::launch_request::{CageReport, LaunchRequest};
use super::launcher_main::LaunchContext;
use super::program_user::NOBODY;
use super::{Protection, landlock_rules, machine_info, namespaces, seccomp_filter};
use crate::ProgramLimits;

/// Processes that the kernel allows beyond the limit, so that the supervisor can measure an excess.
pub(super) const SPARE_PROCESSES: u32 = 16;

/// Number of full cages of one user that leave room for another, where the kernel counts them together: a
/// program that starts many processes must not keep its opponent from starting one.
const CAGES_OF_A_USER: u64 = 8;

/// Number of processes and threads of the machine, at least as many as the user has.
fn other_processes() -> u64 {
    const MANY: u64 = 4096;
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let count = load.split(['/', ' ']).nth(4);
    count.and_then(|count| count.parse().ok()).unwrap_or(MANY)
}

/// Applies every protection of the request to this process. Sends the supervisor the descriptor of the
/// questions that the filter passes on.
pub(super) fn confine(
    context: &LaunchContext,
    reports: &ControlSocket,
) -> Result<(), LaunchFailure> {
    let request = &context.request;
    if let Some(input) = &context.input {
        rustix::stdio::dup2_stdin(input).map_err(LaunchFailure::at("input"))?;
    }
    setsid().map_err(LaunchFailure::at("session"))?;
    if request.has(Protection::Limits) {
        limit(&request.limits)?;
    }
    let has_own_user = request.has(Protection::User) && geteuid().is_root();
    if has_own_user {
        become_user(request)?;
    }
    if request.has(Protection::Limits) {
        // After the change of user and namespace, so that only processes of this cage count.
        let own = u64::from(request.limits.processes + SPARE_PROCESSES);
        let counts_alone = has_own_user && request.user != NOBODY;
        let processes = if counts_alone || request.has(Protection::Namespaces) {
            own
        } else {
            other_processes() + CAGES_OF_A_USER * own
        };
        set_limit(Resource::Nproc, processes)?;
    }
    // A change of user resets it, so it is set afterwards.
    set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(LaunchFailure::at("death signal"))?;
    rustix::thread::set_no_new_privs(true).map_err(LaunchFailure::at("no new privileges"))?;
    if request.has(Protection::Landlock) {
        landlock_rules::apply(request)?;
    }
    if request.has(Protection::Seccomp) {
        let listener = machine_info::listen(request).map_err(LaunchFailure::at("seccomp"))?;
        reports
            .send(&CageReport::Filtered, &[listener.as_fd()])
            .map_err(LaunchFailure::at("report"))?;
        drop(listener);
        seccomp_filter::apply(request)?;
    }
    Ok(())
}

fn limit(program: &ProgramLimits) -> Result<(), LaunchFailure> {
    let limits = [
        (Resource::Core, 0),
        // The supervisor measures the group; this stops one process that allocates between two
        // measurements.
        (Resource::Data, program.memory + program.memory / 2),
        (Resource::Cpu, program.processor.as_secs().max(1)),
        (Resource::Nofile, program.descriptors.into()),
        (Resource::Fsize, program.file_size),
        (Resource::Msgqueue, 0),
        (Resource::Memlock, 0),
        (Resource::Rtprio, 0),
    ];
    limits
        .into_iter()
        .try_for_each(|(resource, limit)| set_limit(resource, limit))
}

fn set_limit(resource: Resource, limit: u64) -> Result<(), LaunchFailure> {
    let most = rustix::process::getrlimit(resource).maximum;
    let limit = most.map_or(limit, |most| most.min(limit));
    // At the soft limit of processor time a process gets SIGXCPU, one second later SIGKILL.
    let maximum = if resource == Resource::Cpu {
        limit.saturating_add(1)
    } else {
        limit
    };
    let maximum = most.map_or(maximum, |most| most.min(maximum));
    let limits = Rlimit {
        current: Some(limit),
        maximum: Some(maximum),
    };
    setrlimit(resource, limits).map_err(LaunchFailure::at("limits"))
}

fn become_user(request: &LaunchRequest) -> Result<(), LaunchFailure> {
    let (user, group) = (Uid::from_raw(request.user), Gid::from_raw(request.user));
    rustix::thread::set_thread_groups(&[]).map_err(LaunchFailure::at("groups"))?;
    rustix::thread::set_thread_res_gid(group, group, group).map_err(LaunchFailure::at("group"))?;
    rustix::thread::set_thread_res_uid(user, user, user).map_err(LaunchFailure::at("user"))?;
    if request.has(Protection::Namespaces) {
        // The files under /proc/self belong to the new user only while the process is dumpable.
        set_dumpable_behavior(DumpableBehavior::Dumpable).map_err(LaunchFailure::at("dumpable"))?;
        namespaces::enter_user_namespace(UnshareFlags::empty())?;
    }
    Ok(())
}

/// Executes the program. Returns after a failure, or when the request has no program.
pub(super) fn execute(request: &LaunchRequest) -> Result<(), LaunchFailure> {
    let Some(file) = &request.file else {
        return Ok(());
    };
    let environment = request.environment.iter();
    let error = Command::new(file)
        .args(&request.arguments)
        .env_clear()
        .envs(environment.map(|(name, value)| (name, value)))
        .current_dir(&request.folder)
        .exec();
    Err(LaunchFailure::at("exec")(error))
}
