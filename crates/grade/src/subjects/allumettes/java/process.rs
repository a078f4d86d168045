//! The student's Java program: compiled and run in one machine in a cage, started again when it falls.

use std::ffi::OsString;
use std::fs;
use std::time::Duration;

use arena::{Cage, Misdeed, Patience, Process, Program, Said};
use serde::Deserialize;
use table::Forfeit;

use super::scenario::Scenario;
use crate::crash::{Crash, Raised};
use crate::submission::Submission;

const DRIVER: &str = include_str!("Driver.java");
/// Where Debian has `JUnit` 4 and what it leans on.
const JUNIT: &str =
    "/usr/share/java/junit4.jar:/usr/share/java/hamcrest.jar:/usr/share/java/hamcrest-core.jar";
const FILE: &str = "Driver.java";
/// A game takes some milliseconds of processor; the first ones a little more.
const GAME: Duration = Duration::from_secs(2);
const SLOW: Duration = Duration::from_secs(1);
/// More than the driver gives to a game, which says that it hangs if it can.
const PLAYING: Patience = Patience {
    processor: Duration::from_secs(10),
    asleep: Duration::from_secs(13),
};
/// No code of a student runs meanwhile: only a slow machine takes long.
const COMPILING: Patience = Patience {
    processor: Duration::from_mins(1),
    asleep: Duration::from_secs(15),
};
const LONGEST_ANSWER: usize = 4 << 20;
const MEMORY: u64 = 768 << 20;

/// What the driver saw in the source and the classes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Facts {
    /// The machine cannot be used; its version.
    pub(super) unable: Option<String>,
    pub(super) compiled: bool,
    pub(super) errors: Vec<Fault>,
    pub(super) main: String,
    pub(super) missing: Vec<String>,
    pub(super) packages: Vec<String>,
    pub(super) accents: Vec<Place>,
    pub(super) methods: Vec<Place>,
    pub(super) nested: Vec<Place>,
    pub(super) exits: Vec<Place>,
    pub(super) uses: Vec<String>,
    pub(super) guards: Vec<String>,
    /// What the subject's text says of given elements, and is otherwise.
    pub(super) changed: Vec<String>,
}

/// What a student's unit tests came to.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tested {
    /// What this machine lacks to run them.
    pub(super) unable: Option<String>,
    pub(super) errors: Vec<Fault>,
    pub(super) ran: usize,
    pub(super) failed: Vec<String>,
    /// Whether they hold on a right fast strategy and not on the student's.
    pub(super) helped: bool,
    /// Whether there was a fast strategy to put mistakes into, and those that no test noticed: what
    /// it took of `n` matches.
    pub(super) mutated: bool,
    pub(super) unnoticed: Vec<String>,
    /// Classes that tests of the fast strategy use and have no need of.
    pub(super) needless: Vec<String>,
}

/// An error of the compiler.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Fault {
    pub(super) file: String,
    pub(super) line: i64,
    pub(super) text: String,
}

/// Something in the source.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Place {
    pub(super) name: String,
    pub(super) file: String,
    pub(super) line: i64,
    pub(super) lines: i64,
}

/// What one game showed, and how it ended.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) shown: String,
    pub(super) ended: Ended,
    /// Whether it took as much processor as a hundred games.
    pub(super) slow: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// With this code.
    Exit(i64),
    /// With an exception that nobody caught, too much text, or the end of its process.
    Crashed(Crash),
    /// Not in time, or it asks for ever.
    Hung,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    shown: String,
    ended: String,
    code: i64,
    kind: String,
    text: String,
    line: u32,
}

impl From<Answer> for Played {
    fn from(answer: Answer) -> Self {
        let crashed = |kind: String, text: String| {
            let line = Some(answer.line).filter(|line| *line > 0);
            Ended::Crashed(Crash::Raised(Raised { kind, text, line }))
        };
        let ended = match answer.ended.as_str() {
            "hung" | "starved" => Ended::Hung,
            "flood" => crashed("Flood".to_owned(), String::new()),
            "raised" => crashed(answer.kind, answer.text),
            _ => Ended::Exit(answer.code),
        };
        Self {
            shown: answer.shown,
            ended,
            slow: false,
        }
    }
}

/// A program that can be run.
pub(super) struct Machine<'a> {
    cage: &'a Cage,
    submission: &'a Submission,
    home: tempfile::TempDir,
    process: Option<Process>,
}

impl<'a> Machine<'a> {
    pub(super) fn new(cage: &'a Cage, submission: &'a Submission) -> std::io::Result<Self> {
        let home = tempfile::tempdir()?;
        fs::write(home.path().join(FILE), DRIVER)?;
        Ok(Self {
            cage,
            submission,
            home,
            process: None,
        })
    }

    /// Starts the machine and compiles.
    pub(super) fn load(&mut self) -> Result<Facts, Misdeed> {
        let words = [
            "java",
            "-Xmx256m",
            "-Xshare:auto",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Djava.security.manager=allow",
            FILE,
        ];
        let words = words.map(OsString::from).to_vec();
        let mut program = Program::command(words, self.home.path().to_owned());
        program.limits.line = LONGEST_ANSWER;
        program.limits.output = LONGEST_ANSWER;
        program.limits.memory = MEMORY;
        let mut process = self.cage.start(&program)?;
        let files = self.submission.files.iter();
        let words = files.flat_map(|(name, text)| [word(name), word(text)]);
        let request = std::iter::once("load".to_owned()).chain(words);
        let request = request.collect::<Vec<_>>().join(" ");
        let heard = line(process.ask_patiently(&request, COMPILING)?.said);
        self.process = Some(process);
        Ok(serde_json::from_str(&heard).unwrap_or_default())
    }

    /// Runs the unit tests, on the program as it is and with mistakes in its fast strategy. What they
    /// leave running must not speak in a game: it gets another machine.
    pub(super) fn test(&mut self) -> Result<Tested, Misdeed> {
        if self.process.is_none() {
            self.load()?;
        }
        let tests = self.submission.tests.iter();
        let words = tests.flat_map(|(name, text)| [word(name), word(text)]);
        let head = ["test".to_owned(), GAME.as_millis().to_string(), word(JUNIT)];
        let request = head.into_iter().chain(words).collect::<Vec<_>>().join(" ");
        let mut process = self.process.take().expect("loaded above");
        let answered = process.ask_patiently(&request, COMPILING)?;
        Ok(serde_json::from_str(&line(answered.said)).unwrap_or_default())
    }

    /// Plays one game.
    pub(super) fn play(&mut self, scenario: &Scenario) -> Played {
        let mut played = self.run(scenario).unwrap_or_else(|misdeed| Played {
            shown: String::new(),
            ended: match misdeed.forfeit() {
                Forfeit::Time => Ended::Hung,
                _ => Ended::Crashed(Crash::Ended(misdeed)),
            },
            slow: true,
        });
        // A thread that does not end, or a machine that is gone: another one.
        if matches!(played.ended, Ended::Hung | Ended::Crashed(Crash::Ended(_))) {
            self.process = None;
            played.slow = true;
        }
        played
    }

    fn run(&mut self, scenario: &Scenario) -> Result<Played, Misdeed> {
        if self.process.is_none() {
            self.load()?;
        }
        let mut request = format!("run {} {}", GAME.as_millis(), scenario.args.len());
        let args = scenario.args.iter().map(String::as_str);
        for text in args.chain(scenario.answers()) {
            request.push(' ');
            request += &word(text);
        }
        let process = self.process.as_mut().expect("loaded above");
        let answered = process.ask_patiently(&request, PLAYING)?;
        let slow = answered.processor > SLOW;
        let answer: Answer = serde_json::from_str(&line(answered.said)).unwrap_or_default();
        Ok(Played {
            slow,
            ..answer.into()
        })
    }
}

fn line(said: Said) -> String {
    match said {
        Said::Line(text) | Said::Unreadable { text, .. } => text,
    }
}

/// A text as one word: what would end a word or a line is escaped.
fn word(text: &str) -> String {
    let mut word = String::from("=");
    for c in text.chars() {
        match c {
            ' ' => word += "\\s",
            '\n' | '\r' => word += "\\n",
            '\\' => word += "\\\\",
            '\0' => {}
            other => word.push(other),
        }
    }
    word
}
