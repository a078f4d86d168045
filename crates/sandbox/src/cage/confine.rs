//! The last steps of a process before it becomes the program: each can be taken, none taken back.

use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::{
    DumpableBehavior, Resource, Rlimit, Signal, geteuid, set_dumpable_behavior,
    set_parent_process_death_signal, setrlimit, setsid,
};
use rustix::thread::{Gid, Uid, UnshareFlags};

use super::plan::{Plan, Quota};
use super::stage::{Charge, Failure};
use super::{Rung, fence, filter, namespaces};

/// The user that owns nothing.
pub(super) const NOBODY: u32 = 65534;
/// Processes that the kernel allows beyond the limit: ours, and room to see that there are too many.
const SPARE_PROCESSES: u32 = 16;

/// Puts on every protection of the plan.
pub(super) fn confine(charge: &mut Charge) -> Result<(), Failure> {
    let Charge { plan, shares, .. } = charge;
    if let Some(input) = &charge.input {
        rustix::stdio::dup2_stdin(input).map_err(Failure::at("input"))?;
    }
    setsid().map_err(Failure::at("session"))?;
    // What came before is the keeper's to tell.
    shares.taken.clear();
    shares.mark("fork");
    if plan.has(Rung::Limits) {
        limit(plan.quota)?;
        shares.mark("limits");
    }
    if plan.has(Rung::User) && geteuid().is_root() {
        become_nobody(plan)?;
        shares.mark("user");
    }
    if plan.has(Rung::Limits) {
        // After the change of user and of namespace, so that it counts for this cage.
        let processes = plan.quota.processes + SPARE_PROCESSES;
        set_limit(Resource::Nproc, processes.into())?;
    }
    // A change of user forgets it, so that it comes late.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(Failure::at("death signal"))?;
    rustix::thread::set_no_new_privs(true).map_err(Failure::at("no new privileges"))?;
    if plan.has(Rung::Landlock) {
        fence::raise(plan)?;
        shares.mark("landlock");
    }
    if plan.has(Rung::Seccomp) {
        filter::apply(!plan.has(Rung::Namespaces))?;
        shares.mark("seccomp");
    }
    Ok(())
}

fn limit(quota: Quota) -> Result<(), Failure> {
    let limits = [
        (Resource::Core, 0),
        // The watch sees what the group holds; this stops one process that runs away between two looks.
        (Resource::Data, quota.memory + quota.memory / 2),
        (Resource::Cpu, quota.processor),
        (Resource::Nofile, quota.descriptors.into()),
        (Resource::Fsize, quota.file_size),
        (Resource::Msgqueue, 0),
        (Resource::Memlock, 0),
        (Resource::Rtprio, 0),
    ];
    limits
        .into_iter()
        .try_for_each(|(resource, limit)| set_limit(resource, limit))
}

fn set_limit(resource: Resource, limit: u64) -> Result<(), Failure> {
    let most = rustix::process::getrlimit(resource).maximum;
    let limit = most.map_or(limit, |most| most.min(limit));
    // A process that passes its processor time gets a signal that says so, and a second later one that kills.
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
    setrlimit(resource, limits).map_err(Failure::of(Rung::Limits, "limits"))
}

fn become_nobody(plan: &Plan) -> Result<(), Failure> {
    let (user, group) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
    rustix::thread::set_thread_groups(&[]).map_err(Failure::of(Rung::User, "groups"))?;
    rustix::thread::set_thread_res_gid(group, group, group)
        .map_err(Failure::of(Rung::User, "group"))?;
    rustix::thread::set_thread_res_uid(user, user, user)
        .map_err(Failure::of(Rung::User, "user"))?;
    if plan.has(Rung::Namespaces) {
        // The files under /proc/self belong to the new user only if it may be looked into.
        set_dumpable_behavior(DumpableBehavior::Dumpable).map_err(Failure::at("dumpable"))?;
        namespaces::own_users(UnshareFlags::empty())?;
    }
    Ok(())
}

/// Becomes the program; returns only to fail, or from a trial.
pub(super) fn execute(plan: &Plan) -> Result<(), Failure> {
    let Some(file) = &plan.file else {
        return Ok(());
    };
    let environment = plan.environment.iter().map(|(name, value)| (name, value));
    let error = Command::new(file)
        .args(&plan.arguments)
        .env_clear()
        .envs(environment)
        .current_dir(&plan.folder)
        .exec();
    Err(Failure::at("exec")(error))
}
