//! The launcher: the house's executable started again, with one thread, to build one cage.

use std::fs::OpenOptions;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Instant;

use rustix::io::Errno;
use rustix::process::{Pid, WaitOptions, waitpid};

use super::census::Tally;
use super::channel::Channel;
use super::plan::{Plan, Report};
use super::{Rung, keeper, namespaces};

/// What was being done when something failed.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) step: &'static str,
    pub(super) rung: Option<Rung>,
    pub(super) error: io::Error,
}

impl Failure {
    /// Names the step for a failure that is no rung's.
    pub(super) fn at<E: Into<io::Error>>(step: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self {
            step,
            rung: None,
            error: error.into(),
        }
    }

    /// Names the step of a rung.
    pub(super) fn of<E: Into<io::Error>>(rung: Rung, step: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self {
            rung: Some(rung),
            ..Self::at(step)(error)
        }
    }

    pub(super) fn report(&self) -> Report {
        Report::Failed {
            step: self.step.to_owned(),
            rung: self.rung,
            errno: self.error.raw_os_error().unwrap_or(0),
            reason: self.error.to_string(),
        }
    }
}

/// How long each step took.
#[derive(Debug)]
pub(super) struct Shares {
    last: Instant,
    pub(super) taken: Vec<(String, u64)>,
}

impl Shares {
    fn new() -> Self {
        Self {
            last: Instant::now(),
            taken: Vec::new(),
        }
    }

    pub(super) fn mark(&mut self, step: &str) {
        let micros = self.last.elapsed().as_micros();
        self.taken
            .push((step.to_owned(), u64::try_from(micros).unwrap_or(u64::MAX)));
        self.last = Instant::now();
    }
}

/// What a launcher was handed.
#[derive(Debug)]
pub(super) struct Charge {
    pub(super) plan: Plan,
    pub(super) channel: Channel,
    /// The program's standard input, until only the program holds it.
    pub(super) input: Option<OwnedFd>,
    /// Where the keeper writes what the group uses.
    pub(super) tally: Tally,
    /// Nothing, to stand where a descriptor was.
    pub(super) null: OwnedFd,
    pub(super) shares: Shares,
}

/// Builds the cage that the socket at standard input describes.
#[expect(clippy::exit, reason = "this process was started for nothing else")]
pub(super) fn run() -> ! {
    std::process::exit(i32::from(launch().is_err()))
}

fn launch() -> io::Result<()> {
    close_inherited();
    let channel = Channel::from(io::stdin().as_fd().try_clone_to_owned()?);
    let Some((plan, beside)) = channel.receive::<Plan>()? else {
        return Ok(());
    };
    let beside: Result<[OwnedFd; 2], _> = beside.try_into();
    let [input, tally] = beside.map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
    let null = OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/null")?;
    let charge = Charge {
        plan,
        channel,
        input: Some(input),
        tally: Tally::from(tally),
        null: null.into(),
        shares: Shares::new(),
    };
    if let Err(failure) = cage(charge) {
        failure.1.send(&failure.0.report(), &[])?;
    }
    Ok(())
}

/// Enters the namespaces and leaves the cage to its keeper, until the keeper is gone.
fn cage(mut charge: Charge) -> Result<(), (Failure, Channel)> {
    if charge.plan.has(Rung::Namespaces) {
        if let Err(failure) = namespaces::enter() {
            return Err((failure, charge.channel));
        }
        charge.shares.mark("namespaces");
    }
    match fork() {
        Err(error) => Err((Failure::at("fork")(error), charge.channel)),
        Ok(None) => keeper::run(charge),
        Ok(Some(keeper)) => {
            silence(&charge.null);
            charge.input = None;
            // The socket stays open until the keeper is gone with everything in the cage: its end
            // tells the house that nothing is left.
            reap(keeper);
            Ok(())
        }
    }
}

/// Closes whatever the house's own parent left open: this process owns its three streams alone.
fn close_inherited() {
    // SAFETY: at the start of `main` no value of this process owns a descriptor above 2.
    #[expect(unsafe_code, reason = "closing descriptors that nothing owns")]
    unsafe {
        libc::close_range(3, libc::c_uint::MAX, 0);
    }
}

/// Forks; none in the child.
pub(super) fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: launchers and keepers have one thread, so that the child may do what the parent may.
    #[expect(unsafe_code, reason = "no safe interface forks without exec")]
    let pid = unsafe { libc::fork() };
    match pid {
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(Pid::from_raw(pid)),
    }
}

/// Lets go of the program's streams, so that only the program holds them.
pub(super) fn silence(null: &OwnedFd) {
    // They were open, so that these cannot fail; if one did, an end of file would come later.
    let _ = rustix::stdio::dup2_stdin(null);
    let _ = rustix::stdio::dup2_stdout(null);
    let _ = rustix::stdio::dup2_stderr(null);
}

fn reap(keeper: Pid) {
    while waitpid(Some(keeper), WaitOptions::empty()).is_err_and(|error| error == Errno::INTR) {}
}
