//! The host's side of a cage: probes the machine's protections and starts programs with them.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::geteuid;

use super::control_group::{ControlGroup, GroupTree};
use super::control_socket::ControlSocket;
use super::launch_failure::LaunchFailure;
use super::launch_request::{CageReport, LaunchRequest};
use super::process_usage::ProcessorCounter;
use super::program_user::program_user;
use super::temporary_folder::{TemporaryFolder, environment};
use super::{CageError, LAUNCHER_ARGUMENT, MissingProtection, Protection, Strictness};
use crate::ProgramCommand;
use crate::process::ProgramProcess;
use crate::program_failure::ProgramFailure;
use crate::program_files::ProgramFiles;

/// Time limit for building a cage: a folder may be on a file server that does not respond.
const BUILDING: Duration = Duration::from_secs(10);
/// Maximum age of the kernel's count of processor time: one tick of its slowest clock.
const KERNEL_LAG: Duration = Duration::from_millis(10);
/// Maximum age of the supervisor's count of processor time, including the time to count.
const COUNT_LAG: Duration = Duration::from_millis(100);
/// Time limit for a cage to end before its launcher is killed.
const ENDING: Duration = Duration::from_secs(2);

/// The executable that builds cages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launcher(PathBuf);

impl Launcher {
    /// The running executable, whose `main` begins with [`intercept`](crate::intercept).
    pub fn this_program() -> Self {
        // This link leads to the running file even after it was replaced on disk.
        Self(PathBuf::from("/proc/self/exe"))
    }

    /// Another executable whose `main` begins with [`intercept`](crate::intercept).
    pub fn at(executable: impl Into<PathBuf>) -> Self {
        Self(executable.into())
    }

    fn spawn(&self, control: OwnedFd, output: Stdio, errors: Stdio) -> io::Result<Child> {
        let mut command = Command::new(&self.0);
        // In its own process group, which Ctrl-C in the host's terminal does not interrupt.
        command
            .arg(LAUNCHER_ARGUMENT)
            .env_clear()
            .current_dir("/")
            .process_group(0);
        command.stdin(control).stdout(output).stderr(errors).spawn()
    }
}

/// The protections of this machine, probed once; every program starts with all of them.
#[derive(Debug)]
pub struct Cage {
    launcher: Launcher,
    protections: Vec<Protection>,
    missing: Vec<MissingProtection>,
    system: ProgramFiles,
    /// The control groups of this machine, or the reason why there are none.
    groups: Result<GroupTree, LaunchFailure>,
}

impl Cage {
    /// Probes the machine's protections.
    pub fn build(launcher: Launcher, strictness: Strictness) -> Result<Self, CageError> {
        let groups = if strictness == Strictness::None {
            Err(io::ErrorKind::Unsupported.into())
        } else {
            GroupTree::find()
        };
        let mut cage = Self {
            groups: groups.map_err(LaunchFailure::at("control groups")),
            launcher,
            protections: Vec::new(),
            missing: Vec::new(),
            system: ProgramFiles::system(),
        };
        if strictness == Strictness::None {
            cage.probe(&[]).map_err(CageError::Launcher)?;
        } else if cage.probe(&Protection::ALL).is_ok() {
            cage.protections = Protection::ALL.to_vec();
        } else {
            cage.probe_each()?;
        }
        let user = cage
            .missing
            .iter()
            .find(|missing| missing.protection == Protection::User);
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

    /// Probes one protection after the other, and records those that fail.
    fn probe_each(&mut self) -> Result<(), CageError> {
        self.probe(&[]).map_err(CageError::Launcher)?;
        for protection in Protection::ALL {
            let mut protections = self.protections.clone();
            protections.push(protection);
            match self.probe(&protections) {
                Ok(()) => self.protections = protections,
                Err(failure) => self.missing.push(MissingProtection {
                    protection,
                    failure,
                }),
            }
        }
        Ok(())
    }

    /// Builds a cage with these protections, without a program.
    fn probe(&self, protections: &[Protection]) -> Result<(), LaunchFailure> {
        let nothing = ProgramCommand::new(Vec::new(), PathBuf::from("/"));
        let launched = self.launch(protections, &nothing, None, &ProgramFiles::default());
        launched.map(drop)
    }

    /// The protections in use.
    pub fn protections(&self) -> &[Protection] {
        &self.protections
    }

    /// The protections that this machine lacks.
    pub fn missing(&self) -> &[MissingProtection] {
        &self.missing
    }

    /// The same cage with only those of its protections that are in `kept`, for benchmarks and tests.
    #[must_use]
    pub fn only(mut self, kept: &[Protection]) -> Self {
        self.protections
            .retain(|protection| kept.contains(protection));
        self
    }

    /// Starts a program; it runs when this returns.
    pub fn start(&self, program: &ProgramCommand) -> Result<ProgramProcess, ProgramFailure> {
        let (file, files) = ProgramFiles::for_command(program, self.hides_files())
            .map_err(ProgramFailure::Start)?;
        let started = self.launch(&self.protections, program, Some(&file), &files);
        let process = started.and_then(|started| {
            let process = ProgramProcess::new(started, program.limits.clone());
            process.map_err(LaunchFailure::at("streams"))
        });
        process.map_err(|failure| ProgramFailure::Start(failure.into_start_failure(&file)))
    }

    /// Tests whether the cage hides files outside the program's folder.
    fn hides_files(&self) -> bool {
        self.protections.contains(&Protection::Landlock)
            || self.protections.contains(&Protection::Namespaces)
    }

    /// The request for a program, without its control groups.
    fn request(
        &self,
        protections: &[Protection],
        program: &ProgramCommand,
        file: Option<&Path>,
        files: &ProgramFiles,
        temporary: &TemporaryFolder,
        user: u32,
    ) -> LaunchRequest {
        let readable = self.system.readable.iter().chain(&files.readable);
        let links = self.system.links.iter().chain(&files.links);
        LaunchRequest {
            protections: protections.to_vec(),
            file: file.map(Into::into),
            arguments: program.words.iter().skip(1).cloned().collect(),
            folder: program.folder.clone().into(),
            environment: environment(&files.path, temporary.path()),
            readable: readable.map(|path| path.clone().into_os_string()).collect(),
            hidden: program.hidden.iter().map(Into::into).collect(),
            links: links.map(|(at, to)| (at.into(), to.into())).collect(),
            temporary: temporary.path().into(),
            user,
            limits: program.limits.clone(),
            groups: Vec::new(),
        }
    }

    /// A new control group, where it is among the protections.
    fn group(
        &self,
        protections: &[Protection],
        program: &ProgramCommand,
    ) -> Result<Option<ControlGroup>, LaunchFailure> {
        if !protections.contains(&Protection::Cgroups) {
            return Ok(None);
        }
        let groups = self.groups.as_ref().map_err(Clone::clone)?;
        let group = groups.create(&program.limits);
        group.map(Some).map_err(LaunchFailure::at("control group"))
    }

    /// Starts a launcher, sends it a request and waits for its report. Without `file` no program runs.
    fn launch(
        &self,
        protections: &[Protection],
        program: &ProgramCommand,
        file: Option<&Path>,
        files: &ProgramFiles,
    ) -> Result<StartedProgram, LaunchFailure> {
        let user = program_user();
        let temporary = TemporaryFolder::new(protections, user)
            .map_err(LaunchFailure::at("temporary files"))?;
        let group = self.group(protections, program)?;
        let groups = group.iter().flat_map(ControlGroup::paths);
        let request = LaunchRequest {
            groups: groups.map(Into::into).collect(),
            ..self.request(protections, program, file, files, &temporary, user)
        };
        let pipe = || pipe_with(PipeFlags::CLOEXEC).map_err(LaunchFailure::at("pipe"));
        let (program_input, input) = pipe()?;
        let (output, program_output) = pipe()?;
        let (errors, program_errors) = pipe()?;
        let (socket, control) = ControlSocket::pair().map_err(LaunchFailure::at("socket"))?;
        let counter = ProcessorCounter::new().map_err(LaunchFailure::at("counter"))?;
        let child = self
            .launcher
            .spawn(control, program_output.into(), program_errors.into());
        let launcher = LauncherProcess(child.map_err(LaunchFailure::at("launcher"))?);
        let mut beside = vec![program_input.as_fd(), counter.page()];
        beside.extend(group.iter().flat_map(ControlGroup::descriptors));
        socket
            .send(&request, &beside)
            .map_err(LaunchFailure::at("request"))?;
        drop(program_input);
        match socket
            .receive_within(BUILDING)
            .map_err(LaunchFailure::at("report"))?
        {
            Some((CageReport::Started, beside)) => Ok(StartedProgram {
                process: beside.into_iter().next(),
                cage: RunningCage {
                    socket,
                    counter,
                    _launcher: launcher,
                    group,
                    _temporary: temporary,
                },
                streams: [input, output, errors],
            }),
            Some((CageReport::Failed(failure), _)) => Err(failure),
            Some((other, _)) => Err(LaunchFailure::at("report")(io::Error::other(format!(
                "{other:?}"
            )))),
            None => Err(LaunchFailure::at("launcher")(io::ErrorKind::UnexpectedEof)),
        }
    }
}

/// A program that was just started, from which [`ProgramProcess`] is made.
#[derive(Debug)]
pub(crate) struct StartedProgram {
    pub(crate) process: Option<OwnedFd>,
    pub(crate) cage: RunningCage,
    /// The host's ends of the program's standard input, output and error.
    pub(crate) streams: [OwnedFd; 3],
}

/// The cage around a running program; dropping it kills the program.
#[derive(Debug)]
pub(crate) struct RunningCage {
    pub(crate) socket: ControlSocket,
    pub(crate) counter: ProcessorCounter,
    // Dropped in this order: groups and files are removed after the last process has ended.
    _launcher: LauncherProcess,
    pub(crate) group: Option<ControlGroup>,
    _temporary: TemporaryFolder,
}

impl RunningCage {
    /// Processor time of all processes of the cage together.
    pub(crate) fn processor(&self) -> Option<Duration> {
        match &self.group {
            Some(group) => group.processor(),
            None => self.counter.read(),
        }
    }

    /// Maximum age of [`Self::processor`], including the time to count.
    pub(crate) fn count_lag(&self) -> Duration {
        if self.group.is_some() {
            KERNEL_LAG
        } else {
            COUNT_LAG
        }
    }
}

impl Drop for RunningCage {
    /// Closes the socket, so that the supervisor kills all processes, and waits for their end.
    fn drop(&mut self) {
        self.socket.close_writing();
        self.socket.wait_for_end(ENDING);
    }
}

/// A launcher process; dropping it kills the launcher and its cage.
#[derive(Debug)]
pub(crate) struct LauncherProcess(Child);

impl Drop for LauncherProcess {
    fn drop(&mut self) {
        // Both fail only when the launcher has ended. Its supervisor and the cage die with it.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
