//! `JavaProcess`: the student's program in one sandboxed Java machine, restarted after a crash.

use std::ffi::OsString;
use std::fs;
use std::time::Duration;

use sandbox::{Cage, ProgramFailure, ProgramProcess, TimeAllowance};
use serde::{Deserialize, Serialize};
use table::Forfeit;

use super::scenario::Scenario;
use crate::{COMPILING, CodeCrash, RaisedException, Submission, ask, line_text, runner_command};

const DRIVER: &str = include_str!("Driver.java");
/// Class path of `JUnit` 4 and its dependencies on Debian.
const JUNIT: &str =
    "/usr/share/java/junit4.jar:/usr/share/java/hamcrest.jar:/usr/share/java/hamcrest-core.jar";
const FILE: &str = "Driver.java";
/// Processor time of one game; a usual game takes some milliseconds.
const GAME: Duration = Duration::from_secs(2);
/// Processor time from which a game counts as slow.
const SLOW: Duration = Duration::from_secs(1);
/// Time for one game, more than the driver's own limit, so that the driver can report a hang.
const PLAYING: TimeAllowance = TimeAllowance {
    processor: Duration::from_secs(10),
    asleep: Duration::from_secs(13),
};
/// Maximum length of one answer line, in bytes.
const LONGEST_ANSWER: usize = 4 << 20;
/// Memory of the Java machine, in bytes.
const MEMORY: u64 = 768 << 20;

/// Facts that the driver found in the source and the classes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SourceFacts {
    /// Version of a Java machine that cannot be used, because it cannot intercept `System.exit`.
    pub(super) unable: Option<String>,
    pub(super) compiled: bool,
    pub(super) errors: Vec<CompileError>,
    /// Full name of the main class; empty if there is none.
    pub(super) main: String,
    /// Elements of the subject's class diagram that are missing.
    pub(super) missing: Vec<String>,
    pub(super) packages: Vec<String>,
    /// Identifiers with accents.
    pub(super) accents: Vec<SourceSpot>,
    /// All methods, with the number of lines of their bodies.
    pub(super) methods: Vec<SourceSpot>,
    /// Loops inside loops.
    pub(super) nested: Vec<SourceSpot>,
    /// Calls of `System.exit`.
    pub(super) exits: Vec<SourceSpot>,
    /// Names of all identifiers in use.
    pub(super) uses: Vec<String>,
    /// Classes that stand in for the game and throw `OperationInterditeException`.
    pub(super) guards: Vec<String>,
    /// Given elements whose declaration differs from the subject's text.
    pub(super) changed: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct UnitTestResults {
    /// Tool that is missing on this machine to run the tests.
    pub(super) unable: Option<String>,
    pub(super) errors: Vec<CompileError>,
    pub(super) ran: usize,
    pub(super) failed: Vec<String>,
    /// Whether the tests pass with a right `rapide` strategy but not with the student's.
    pub(super) helped: bool,
    /// Whether the `rapide` strategy was found, so that mistakes could be put into it.
    pub(super) mutated: bool,
    /// Mistakes that no test noticed, each as the number that `rapide` took of `n` matches.
    pub(super) unnoticed: Vec<String>,
    /// Classes that the tests of `rapide` use without need.
    pub(super) needless: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct CompileError {
    pub(super) file: String,
    pub(super) line: i64,
    pub(super) text: String,
}

/// A named place in the source.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct SourceSpot {
    pub(super) name: String,
    pub(super) file: String,
    /// Line in the file, from 1.
    pub(super) line: i64,
    /// Number of lines of a method's body; 0 for other places.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) lines: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

/// The output of one game, and its end.
#[derive(Clone, Debug)]
pub(super) struct JavaGame {
    /// Everything printed, with typed answers between the driver's marks.
    pub(super) shown: String,
    pub(super) ended: GameEnd,
    /// Whether the game used more than a second of processor time, as much as a hundred games.
    pub(super) slow: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GameEnd {
    /// The program exited with this code.
    Exit(i64),
    /// An uncaught exception, too much output, or the end of the Java machine.
    Crashed(CodeCrash),
    /// The time limit was exceeded, or the program read on after the end of its input.
    Hung,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct GameAnswer {
    shown: String,
    ended: String,
    code: i64,
    kind: String,
    text: String,
    line: u32,
}

impl From<GameAnswer> for JavaGame {
    fn from(answer: GameAnswer) -> Self {
        let crashed = |kind: &str, text: &str| {
            let line = Some(answer.line).filter(|line| *line > 0);
            GameEnd::Crashed(RaisedException::new(kind, text, line).into())
        };
        let ended = match answer.ended.as_str() {
            "hung" | "starved" => GameEnd::Hung,
            "flood" => crashed(RaisedException::FLOOD, ""),
            "raised" => crashed(&answer.kind, &answer.text),
            _ => GameEnd::Exit(answer.code),
        };
        Self {
            shown: answer.shown,
            ended,
            slow: false,
        }
    }
}

pub(super) struct JavaProcess<'a> {
    cage: &'a Cage,
    submission: &'a Submission,
    home: tempfile::TempDir,
    process: Option<ProgramProcess>,
}

impl<'a> JavaProcess<'a> {
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

    /// Starts the Java machine and compiles the files.
    pub(super) fn load(&mut self) -> Result<SourceFacts, ProgramFailure> {
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
        let mut program = runner_command(words, self.home.path(), LONGEST_ANSWER);
        program.limits.memory = MEMORY;
        let mut process = self.cage.start(&program)?;
        let request = "load".to_owned() + &files(&self.submission.files);
        let answer = ask(&mut process, &request, COMPILING)?;
        self.process = Some(process);
        Ok(serde_json::from_str(&answer).unwrap_or_default())
    }

    /// Runs the unit tests on the program as it is and with mistakes in its `rapide` strategy. The
    /// machine is then discarded, because threads of the tests may still run.
    pub(super) fn test(&mut self) -> Result<UnitTestResults, ProgramFailure> {
        if self.process.is_none() {
            self.load()?;
        }
        let head = format!("test {}{}", GAME.as_millis(), word(JUNIT));
        let request = head + &files(&self.submission.tests);
        let mut process = self.process.take().expect("the program was loaded above");
        let answer = ask(&mut process, &request, COMPILING)?;
        Ok(serde_json::from_str(&answer).unwrap_or_default())
    }

    pub(super) fn play(&mut self, scenario: &Scenario) -> JavaGame {
        let mut played = self.run(scenario).unwrap_or_else(|failure| JavaGame {
            shown: String::new(),
            ended: match failure.forfeit() {
                Forfeit::Time => GameEnd::Hung,
                _ => GameEnd::Crashed(CodeCrash::Ended(failure)),
            },
            slow: true,
        });
        // A thread may still run, or the machine has exited: the next game needs another machine.
        if matches!(
            played.ended,
            GameEnd::Hung | GameEnd::Crashed(CodeCrash::Ended(_))
        ) {
            self.process = None;
            played.slow = true;
        }
        played
    }

    fn run(&mut self, scenario: &Scenario) -> Result<JavaGame, ProgramFailure> {
        if self.process.is_none() {
            self.load()?;
        }
        let mut request = format!("run {} {}", GAME.as_millis(), scenario.args.len());
        let args = scenario.args.iter().map(String::as_str);
        request.extend(args.chain(scenario.answers()).map(word));
        let process = self.process.as_mut().expect("the program was loaded above");
        let answered = process.ask_with_allowance(&request, PLAYING)?;
        let slow = answered.processor > SLOW;
        let answer: GameAnswer =
            serde_json::from_str(&line_text(answered.line)).unwrap_or_default();
        Ok(JavaGame {
            slow,
            ..answer.into()
        })
    }
}

/// The names and texts of files as words of a request.
fn files(files: &[(String, String)]) -> String {
    files
        .iter()
        .map(|(name, text)| word(name) + &word(text))
        .collect()
}

/// A text as the next word of a request: blanks and line ends are escaped.
fn word(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace(' ', "\\s");
    format!(" ={}", text.replace(['\n', '\r'], "\\n").replace('\0', ""))
}
