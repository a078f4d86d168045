//! `brelan worker`: games played and papers judged for others, on this machine.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use house::Language;
use indicatif::ProgressBar;
use queue::{QueueError, Worker, WorkerConfig, WorkerEvent};
use sandbox::{Cage, Launcher, MachineRequirement, Strictness};
use table::{Explain, Message, Stop};

use crate::company;
use crate::failure::Failure;
use crate::tournament;

/// What is usual in classes; a job may ask for others.
const INTERPRETERS: [&str; 14] = [
    "python3", "java", "javac", "gfortran", "node", "bash", "perl", "ruby", "lua", "php", "ocaml",
    "racket", "guile", "R",
];
/// How often a line tells how it stands where nothing redraws.
const TOLD: Duration = Duration::from_secs(1);

/// Works for others until Ctrl-C.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let text = |name| given.get_one::<String>(name).cloned();
    let url = text("url").unwrap_or_default();
    let place = url.rsplit('@').next().unwrap_or_default().to_owned();
    let strictness = given.get_one::<Strictness>("cage").copied();
    let (cage, level) = cage(strictness.unwrap_or_default(), language)?;
    io::stderr().write_all(level.as_bytes())?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let concurrency = given.get_one::<u16>("concurrency").copied();
    let concurrency = concurrency.map_or(cores, usize::from);
    let worker = Worker::connect(WorkerConfig {
        url,
        name: text("name"),
        concurrency,
        cage,
    })?;
    let stop = Stop::default();
    tournament::watch(stop.clone())?;
    let joined = Message::new("queue-worker-joined")
        .with("name", worker.name())
        .with("place", place)
        .with("places", concurrency);
    let mut desk = Desk::new(language);
    desk.say(&interpreters());
    desk.say(&joined);
    let worked = worker.work(&stop, &mut |event| desk.hear(event));
    desk.close();
    worked?;
    Ok(ExitCode::SUCCESS)
}

/// The cage, and what is said of it; without one only strategies play, unless one is required.
fn cage(strictness: Strictness, language: Language) -> Result<(Option<Cage>, String), Failure> {
    match Cage::build(Launcher::this_program(), strictness) {
        Ok(cage) => {
            let level = company::level(&cage, language);
            Ok((Some(cage), level))
        }
        Err(error) if strictness == Strictness::Required => Err(Failure::error(error.explain())),
        Err(error) => {
            let none = Message::new("queue-worker-no-cage").with("reason", error.explain());
            Ok((None, language.say(&none) + "\n"))
        }
    }
}

fn interpreters() -> Message {
    let here = |name: &&str| MachineRequirement::OnPath((*name).to_owned()).is_met();
    let names: Vec<&str> = INTERPRETERS.into_iter().filter(here).collect();
    Message::new("queue-worker-has").with("names", names.join(", "))
}

/// What a worker shows: a line that redraws, or lines when piped.
struct Desk {
    language: Language,
    bar: Option<ProgressBar>,
    kept: u64,
    next: Instant,
}

impl Desk {
    fn new(language: Language) -> Self {
        let live = io::stdout().is_terminal() && io::stderr().is_terminal();
        Self {
            language,
            bar: live.then(ProgressBar::new_spinner),
            kept: 0,
            next: Instant::now(),
        }
    }

    fn say(&self, message: &Message) {
        let line = self.language.say(message) + "\n";
        let write = || {
            let mut out = io::stdout();
            out.write_all(line.as_bytes()).and_then(|()| out.flush())
        };
        // A reader that has gone does not end the work.
        let _ = self
            .bar
            .as_ref()
            .map_or_else(write, |bar| bar.suspend(write));
    }

    fn hear(&mut self, event: WorkerEvent<'_>) {
        match event {
            WorkerEvent::Notice(message) => self.say(message),
            WorkerEvent::Progress { stored, running } => {
                self.kept = stored;
                let stands = Message::new("queue-worker-stands")
                    .with("kept", whole(stored))
                    .with("running", running);
                self.stand(&stands);
            }
        }
    }

    fn stand(&mut self, stands: &Message) {
        match &self.bar {
            Some(bar) => {
                bar.set_message(self.language.say(stands));
                bar.tick();
            }
            None if Instant::now() >= self.next => {
                self.say(stands);
                self.next = Instant::now() + TOLD;
            }
            None => {}
        }
    }

    fn close(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.say(&Message::new("queue-worker-done").with("kept", whole(self.kept)));
    }
}

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl From<QueueError> for Failure {
    fn from(error: QueueError) -> Self {
        match error {
            QueueError::Unreachable { .. } | QueueError::NoStream { .. } => {
                Self::with_hint(error.explain(), Message::new("queue-away-hint"))
            }
            error => Self::error(error.explain()),
        }
    }
}
