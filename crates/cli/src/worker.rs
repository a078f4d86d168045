//! `brelan worker`: takes games and homework from a queue, and plays or judges them on this machine.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use indicatif::ProgressBar;
use queue::{QueueAccess, QueueError, Worker, WorkerConfig, WorkerEvent};
use sandbox::{Cage, Launcher, MachineRequirement, Strictness};
use table::{Explain, Message, Stop, message};
use text::Language;

use crate::command_error::CommandError;
use crate::interrupt::stop_on_interrupt;
use crate::{play, program_seats};

/// Interpreters and compilers whose presence is printed at the start; a job may need others.
const INTERPRETERS: [&str; 14] = [
    "python3", "java", "javac", "gfortran", "node", "bash", "perl", "ruby", "lua", "php", "ocaml",
    "racket", "guile", "R",
];
/// Least time between two status lines when the output is not a terminal.
const STATUS_INTERVAL: Duration = Duration::from_secs(1);

/// Joins the queue of the URL and works on its jobs until Ctrl-C.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let text = |name| given.get_one::<String>(name).cloned();
    let access = queue_access(text("url").unwrap_or_default(), given);
    let place = access.place();
    let strictness = given.get_one::<Strictness>("cage").copied();
    let (cage, level) = cage(strictness.unwrap_or_default(), language)?;
    io::stderr().write_all(level.as_bytes())?;
    let concurrency = given.get_one::<u16>("concurrency").copied();
    let concurrency = concurrency.map_or_else(play::cores, usize::from);
    let worker = Worker::connect(WorkerConfig {
        access,
        name: text("name"),
        concurrency,
        cage,
    })?;
    let stop = Stop::default();
    stop_on_interrupt(stop.clone())?;
    let mut display = WorkerDisplay::new(language);
    display.print(&interpreters());
    let (name, places) = (worker.name(), concurrency);
    display.print(&message!("cli-worker-joined", name, place, places));
    let worked = worker.work(&stop, &mut |event| display.show(event));
    display.close();
    worked?;
    Ok(ExitCode::SUCCESS)
}

/// The queue at an address, with the key of `--key` and as open as `--open` allows.
pub(crate) fn queue_access(url: String, given: &ArgMatches) -> QueueAccess {
    QueueAccess {
        url,
        is_open: given.get_flag("open"),
        key: given.get_one::<String>("key").map(Into::into),
    }
}

/// Builds the sandbox, with the text that describes it. A machine that cannot build one still plays
/// games between strategies, unless `--cage required` was given.
fn cage(
    strictness: Strictness,
    language: Language,
) -> Result<(Option<Cage>, String), CommandError> {
    match Cage::build(Launcher::this_program(), strictness) {
        Ok(cage) => {
            let level = program_seats::sandbox_level(&cage, language);
            Ok((Some(cage), level))
        }
        Err(error) if strictness == Strictness::Required => Err(CommandError::explain(error)),
        Err(error) => {
            let none = message!("cli-worker-no-cage", reason = error.explain());
            Ok((None, language.say(&none) + "\n"))
        }
    }
}

/// The message that lists the known interpreters of this machine.
fn interpreters() -> Message {
    let here = |name: &&str| MachineRequirement::OnPath((*name).to_owned()).is_met();
    let names: Vec<&str> = INTERPRETERS.into_iter().filter(here).collect();
    message!("cli-worker-has", names = names.join(", "))
}

/// Prints the worker's events: a status line that redraws at a terminal, else plain lines.
struct WorkerDisplay {
    language: Language,
    /// The status line; `None` when standard output or standard error is not a terminal.
    bar: Option<ProgressBar>,
    /// Number of results delivered so far.
    delivered: u64,
    /// When the next plain status line may be printed.
    next: Instant,
}

impl WorkerDisplay {
    fn new(language: Language) -> Self {
        let live = io::stdout().is_terminal() && io::stderr().is_terminal();
        Self {
            language,
            bar: live.then(ProgressBar::new_spinner),
            delivered: 0,
            next: Instant::now(),
        }
    }

    fn print(&self, message: &Message) {
        let line = self.language.say(message) + "\n";
        let write = || {
            let mut out = io::stdout();
            out.write_all(line.as_bytes()).and_then(|()| out.flush())
        };
        // Work goes on when standard output is closed.
        let bar = self.bar.as_ref();
        let _ = bar.map_or_else(write, |bar| bar.suspend(write));
    }

    fn show(&mut self, event: WorkerEvent<'_>) {
        match event {
            WorkerEvent::Notice(message) => self.print(message),
            WorkerEvent::Progress { stored, running } => {
                self.delivered = stored;
                self.show_status(&message!("cli-worker-status", kept = stored, running));
            }
        }
    }

    fn show_status(&mut self, status: &Message) {
        match &self.bar {
            Some(bar) => {
                bar.set_message(self.language.say(status));
                bar.tick();
            }
            None if Instant::now() >= self.next => {
                self.print(status);
                self.next = Instant::now() + STATUS_INTERVAL;
            }
            None => {}
        }
    }

    fn close(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.print(&message!("cli-worker-done", kept = self.delivered));
    }
}

impl From<QueueError> for CommandError {
    fn from(error: QueueError) -> Self {
        match error {
            QueueError::Unreachable { .. } | QueueError::NoStream { .. } => {
                Self::with_hint(error.explain(), message!("cli-queue-hint"))
            }
            QueueError::Open(_) => {
                Self::with_hint(error.explain(), message!("cli-queue-open-hint"))
            }
            QueueError::KeyUnreadable { .. }
            | QueueError::KeyExposed(_)
            | QueueError::KeyShort(_) => {
                Self::with_hint(error.explain(), message!("cli-queue-key-hint"))
            }
            error => Self::explain(error),
        }
    }
}
