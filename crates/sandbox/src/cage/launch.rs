//! The house's side: which rungs the machine has, and starting a program on them.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::geteuid;

use super::census::Tally;
use super::channel::Channel;
use super::home::{Home, environment};
use super::plan::{Plan, Quota, Report};
use super::{CageError, Missing, Rung, Strictness, WORD};
use crate::interpreter::Needs;
use crate::misdeed::{Misdeed, Unstarted};
use crate::process::Process;
use crate::{Limits, Program};

/// How long a cage may take to be built: a folder may be on a machine that does not answer.
const BUILDING: Duration = Duration::from_secs(10);
/// How long a cage may take to be gone before its launcher is killed.
const GOING: Duration = Duration::from_secs(2);

/// The executable that builds cages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launcher(PathBuf);

impl Launcher {
    /// The running program, whose `main` begins with [`intercept`](crate::intercept).
    pub fn this_program() -> Self {
        // The link leads to the running file even when another was installed in its place.
        Self(PathBuf::from("/proc/self/exe"))
    }

    /// Another executable whose `main` does.
    pub fn at(executable: impl Into<PathBuf>) -> Self {
        Self(executable.into())
    }

    fn spawn(&self, control: OwnedFd, output: Stdio, errors: Stdio) -> io::Result<Child> {
        let mut command = Command::new(&self.0);
        // In a group of its own, which a terminal does not interrupt with the house.
        command
            .arg(WORD)
            .env_clear()
            .current_dir("/")
            .process_group(0);
        command.stdin(control).stdout(output).stderr(errors).spawn()
    }
}

/// The ladder of this machine, tried once; every program starts on all of its rungs.
#[derive(Debug)]
pub struct Cage {
    launcher: Launcher,
    rungs: Vec<Rung>,
    missing: Vec<Missing>,
    system: Needs,
}

impl Cage {
    /// Tries every rung that is wanted.
    ///
    /// # Errors
    /// When a rung is missing and all are required, when the administrator cannot be anybody else,
    /// or when nothing can be started at all.
    pub fn build(launcher: Launcher, strictness: Strictness) -> Result<Self, CageError> {
        let mut cage = Self {
            launcher,
            rungs: Vec::new(),
            missing: Vec::new(),
            system: Needs::system(),
        };
        if strictness == Strictness::None {
            cage.try_rungs(&[]).map_err(Unlaunched::of_the_launcher)?;
        } else if cage.try_rungs(&Rung::ALL).is_ok() {
            cage.rungs = Rung::ALL.to_vec();
        } else {
            cage.climb()?;
        }
        let user = cage
            .missing
            .iter()
            .find(|missing| missing.rung == Rung::User);
        if let Some(missing) = user.filter(|_| geteuid().is_root()) {
            return Err(CageError::Administrator(missing.clone()));
        }
        match cage.missing.first() {
            Some(missing) if strictness == Strictness::Required => {
                Err(CageError::Required(missing.clone()))
            }
            _ => Ok(cage),
        }
    }

    /// Adds one rung after the other, and notes those that fail.
    fn climb(&mut self) -> Result<(), CageError> {
        self.try_rungs(&[]).map_err(Unlaunched::of_the_launcher)?;
        for rung in Rung::ALL {
            let mut rungs = self.rungs.clone();
            rungs.push(rung);
            match self.try_rungs(&rungs) {
                Ok(()) => self.rungs = rungs,
                Err(Unlaunched { step, reason, .. }) => {
                    self.missing.push(Missing { rung, step, reason });
                }
            }
        }
        Ok(())
    }

    /// Builds a cage of these rungs, up to where a program would begin.
    fn try_rungs(&self, rungs: &[Rung]) -> Result<(), Unlaunched> {
        let home = Home::new(rungs).map_err(Unlaunched::at("temporary files"))?;
        let plan = self.plan(
            rungs,
            &Needs::default(),
            Path::new("/"),
            &home,
            &Limits::default(),
        );
        self.launch(&plan, home).map(drop)
    }

    /// The rungs in use, from the ground.
    pub fn rungs(&self) -> &[Rung] {
        &self.rungs
    }

    /// The rungs that this machine does not have.
    pub fn missing(&self) -> &[Missing] {
        &self.missing
    }

    /// The same ladder with only those of its rungs that are in `kept`: for measures and tests.
    #[must_use]
    pub fn only(mut self, kept: &[Rung]) -> Self {
        self.rungs.retain(|rung| kept.contains(rung));
        self
    }

    /// Starts a program; it runs when this returns, and has said nothing yet.
    ///
    /// # Errors
    /// A [`Misdeed::Start`] when it cannot be.
    pub fn start(&self, program: &Program) -> Result<Process, Misdeed> {
        self.start_measured(program).map(|(process, _)| process)
    }

    /// The same, with the microseconds that each step took.
    #[doc(hidden)]
    pub fn start_measured(
        &self,
        program: &Program,
    ) -> Result<(Process, Vec<(String, u64)>), Misdeed> {
        self.begin(program).map_err(Misdeed::Start)
    }

    fn begin(&self, program: &Program) -> Result<(Process, Vec<(String, u64)>), Unstarted> {
        let (file, needs) = Needs::of(program, self.fenced())?;
        let home = Home::new(&self.rungs).map_err(Unlaunched::at("temporary files"));
        let home = home.map_err(|error| error.explained(&file))?;
        let mut plan = self.plan(&self.rungs, &needs, &program.folder, &home, &program.limits);
        plan.file = Some(file.clone().into_os_string());
        plan.arguments = program.words.iter().skip(1).cloned().collect();
        let mut started = self
            .launch(&plan, home)
            .map_err(|error| error.explained(&file))?;
        let shares = std::mem::take(&mut started.shares);
        let process = Process::new(started, program.limits.clone());
        let process = process.map_err(Unlaunched::at("streams"));
        Ok((process.map_err(|error| error.explained(&file))?, shares))
    }

    /// Whether a program sees only what it is shown.
    fn fenced(&self) -> bool {
        self.rungs.contains(&Rung::Landlock) || self.rungs.contains(&Rung::Namespaces)
    }

    fn plan(
        &self,
        rungs: &[Rung],
        needs: &Needs,
        folder: &Path,
        home: &Home,
        limits: &Limits,
    ) -> Plan {
        let views = self.system.views.iter().chain(&needs.views);
        let links = self.system.links.iter().chain(&needs.links);
        Plan {
            rungs: rungs.to_vec(),
            file: None,
            arguments: Vec::new(),
            folder: folder.into(),
            environment: environment(&needs.path, home.path()),
            views: views.map(|view| view.clone().into_os_string()).collect(),
            links: links.map(|(at, to)| (at.into(), to.into())).collect(),
            temporary: home.path().into(),
            quota: Quota::from(limits),
        }
    }

    /// Starts a launcher, hands it the plan, and waits until it says how that went.
    fn launch(&self, plan: &Plan, home: Home) -> Result<Started, Unlaunched> {
        let (program_input, input) =
            pipe_with(PipeFlags::CLOEXEC).map_err(Unlaunched::at("pipe"))?;
        let (output, program_output) =
            pipe_with(PipeFlags::CLOEXEC).map_err(Unlaunched::at("pipe"))?;
        let (errors, program_errors) =
            pipe_with(PipeFlags::CLOEXEC).map_err(Unlaunched::at("pipe"))?;
        let (channel, control) = Channel::pair().map_err(Unlaunched::at("socket"))?;
        let tally = Tally::new().map_err(Unlaunched::at("tally"))?;
        let child = self
            .launcher
            .spawn(control, program_output.into(), program_errors.into());
        let launcher = LauncherProcess(child.map_err(Unlaunched::at("launcher"))?);
        channel
            .send(plan, &[program_input.as_fd(), tally.page()])
            .map_err(Unlaunched::at("plan"))?;
        drop(program_input);
        match channel
            .receive_within(BUILDING)
            .map_err(Unlaunched::at("report"))?
        {
            Some((Report::Started { shares }, beside)) => Ok(Started {
                process: beside.into_iter().next(),
                cage: Running {
                    channel,
                    tally,
                    _launcher: launcher,
                    _home: home,
                },
                streams: [input, output, errors],
                shares,
            }),
            Some((
                Report::Failed {
                    step,
                    reason,
                    errno,
                    ..
                },
                _,
            )) => Err(Unlaunched {
                step,
                errno,
                reason,
            }),
            Some((other, _)) => Err(Unlaunched::at("report")(io::Error::other(format!(
                "{other:?}"
            )))),
            None => Err(Unlaunched::at("launcher")(io::ErrorKind::UnexpectedEof)),
        }
    }
}

/// At which step a launch failed.
#[derive(Debug)]
struct Unlaunched {
    step: String,
    errno: i32,
    reason: String,
}

impl Unlaunched {
    fn at<E: Into<io::Error>>(step: &'static str) -> impl FnOnce(E) -> Self {
        move |error| {
            let error = error.into();
            Self {
                step: step.to_owned(),
                errno: error.raw_os_error().unwrap_or(0),
                reason: error.to_string(),
            }
        }
    }

    /// What its owner is told: files that are there and runnable still may be closed to the cage's user.
    fn explained(self, file: &Path) -> Unstarted {
        match (self.step.as_str(), self.errno) {
            ("exec", libc::ENOENT) => Unstarted::Missing(file.to_owned()),
            ("exec", libc::EACCES) => Unstarted::Denied(file.to_owned()),
            ("exec", libc::ENOEXEC) => Unstarted::NoFormat(file.to_owned()),
            _ => Unstarted::System {
                step: self.step,
                reason: self.reason,
            },
        }
    }

    fn of_the_launcher(self) -> CageError {
        CageError::Launcher {
            step: self.step,
            reason: self.reason,
        }
    }
}

/// A program that runs, as it is handed to [`Process`].
#[derive(Debug)]
pub(crate) struct Started {
    /// The program's process.
    pub(crate) process: Option<OwnedFd>,
    cage: Running,
    /// The house's ends of its standard input, output and error.
    streams: [OwnedFd; 3],
    shares: Vec<(String, u64)>,
}

impl Started {
    pub(crate) fn split(self) -> (Running, [OwnedFd; 3]) {
        (self.cage, self.streams)
    }
}

/// The cage around a program.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) channel: Channel,
    pub(crate) tally: Tally,
    // In this order: the files go when nobody writes them any more.
    _launcher: LauncherProcess,
    _home: Home,
}

impl Drop for Running {
    /// Hangs up, so that the keeper ends everything, and waits until it has.
    fn drop(&mut self) {
        self.channel.hang_up();
        self.channel.wait_for_end(GOING);
    }
}

/// A launcher, which is gone when this is.
#[derive(Debug)]
pub(crate) struct LauncherProcess(Child);

impl Drop for LauncherProcess {
    fn drop(&mut self) {
        // Both fail only when it is gone already; with it goes its keeper, and everything in the cage.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
