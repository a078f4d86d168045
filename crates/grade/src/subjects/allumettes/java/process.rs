//! `JavaProcess`: a sandboxed Java machine that runs the student's code, and the time of the whole paper.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use sandbox::{Cage, ProgramFailure, ProgramLine, ProgramProcess, TimeAllowance};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use table::Forfeit;
use tempfile::TempDir;

use super::compiled_program::{
    Classes, CompiledProgram, JUNIT, MEMORY, OPTIONS, PLAYER, STUDENT, word,
};
use super::scenario::Scenario;
use crate::{CodeCrash, RaisedException, runner_command};

/// Processor time of one game; a usual game takes some milliseconds.
pub(super) const GAME: Duration = Duration::from_secs(2);
/// Processor time from which a game counts as slow.
const SLOW: Duration = Duration::from_secs(1);
/// Time for one request, more than the limit of a game, so that the process can report a hang.
const ASKING: TimeAllowance = TimeAllowance {
    processor: Duration::from_secs(10),
    asleep: Duration::from_secs(13),
};
/// Processor time of all processes that run the student's code; a usual paper takes three seconds.
const PAPER: Duration = Duration::from_secs(40);
/// Time by the clock for the same. It only ends papers that sleep: a busy machine must not reach it.
const PAPER_CLOCK: Duration = Duration::from_mins(30);
/// Maximum length of one answer line, in bytes: a whole printed text, every character escaped.
const LONGEST_ANSWER: usize = 1 << 20;
/// Runs a command in the temporary folder, where programs may write.
const IN_TEMPORARY_FOLDER: &str = "cd \"$TMPDIR\" && exec \"$@\"";

/// The output of one game, and its end.
#[derive(Clone, Debug)]
pub(super) struct JavaGame {
    /// Everything printed, with typed answers between the player's marks.
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
    /// The process answered something that is no game, or that is not the game that was asked.
    Unreadable,
}

/// An answer that carries the number of its request.
pub(super) trait NumberedAnswer: DeserializeOwned {
    fn request(&self) -> &str;
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameAnswer {
    request: String,
    shown: String,
    ended: AnswerEnd,
    code: i64,
    kind: String,
    text: String,
    line: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum AnswerEnd {
    Exit,
    Raised,
    Flood,
    Hung,
    Starved,
}

impl NumberedAnswer for GameAnswer {
    fn request(&self) -> &str {
        &self.request
    }
}

impl From<GameAnswer> for JavaGame {
    fn from(answer: GameAnswer) -> Self {
        let crashed = |kind: &str, text: &str| {
            let line = Some(answer.line).filter(|line| *line > 0);
            GameEnd::Crashed(RaisedException::new(kind, text, line).into())
        };
        let ended = match answer.ended {
            AnswerEnd::Hung | AnswerEnd::Starved => GameEnd::Hung,
            AnswerEnd::Flood => crashed(RaisedException::FLOOD, ""),
            AnswerEnd::Raised => crashed(&answer.kind, &answer.text),
            AnswerEnd::Exit => GameEnd::Exit(answer.code),
        };
        Self {
            shown: answer.shown,
            ended,
            slow: false,
        }
    }
}

/// The reason why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AnswerFailure {
    /// The process ended or exceeded a limit.
    Ended(ProgramFailure),
    /// The answer is not the one line, with the number of the request, that was asked for.
    Unreadable,
    /// The time of the whole paper is used up.
    OutOfTime,
}

/// Time that all processes of one paper may use.
#[derive(Debug)]
pub(super) struct PaperTime {
    processor: Duration,
    until: Instant,
}

impl PaperTime {
    pub(super) fn new() -> Self {
        Self {
            processor: PAPER,
            until: Instant::now() + PAPER_CLOCK,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.processor.is_zero() || Instant::now() >= self.until
    }

    /// Time for the next request.
    fn allowance(&self) -> TimeAllowance {
        TimeAllowance {
            processor: ASKING.processor.min(self.processor),
            asleep: ASKING
                .asleep
                .min(self.until.saturating_duration_since(Instant::now())),
        }
    }
}

pub(super) struct JavaProcess<'a> {
    cage: &'a Cage,
    compiled: &'a CompiledProgram,
    folder: TempDir,
    process: Option<ProgramProcess>,
    /// Number of requests made.
    asked: u64,
    numbers: RandomState,
}

impl<'a> JavaProcess<'a> {
    /// Writes the classes of a student, which a Java machine loads at the first request.
    pub(super) fn new(
        cage: &'a Cage,
        compiled: &'a CompiledProgram,
        student: &Classes,
    ) -> io::Result<Self> {
        Ok(Self {
            cage,
            compiled,
            folder: compiled.folder(student)?,
            process: None,
            asked: 0,
            numbers: RandomState::new(),
        })
    }

    /// The folder of the classes, whose name is random.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn start(&self) -> Result<ProgramProcess, ProgramFailure> {
        let folder = self.folder.path();
        let (java, installation) = self.compiled.java();
        let classes = format!("{}:{JUNIT}", folder.join(PLAYER).display());
        let mut words: Vec<OsString> = ["sh", "-c", IN_TEMPORARY_FOLDER, "sh"]
            .map(Into::into)
            .to_vec();
        words.push(java);
        words.extend(OPTIONS.map(Into::into));
        let opened = [
            // `Object.hashCode` counts, so that it is the same in every run.
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:hashCode=3",
            "--add-exports=java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "-cp",
        ];
        words.extend(opened.map(Into::into));
        words.extend([classes.into(), "Player".into(), folder.join(STUDENT).into()]);
        let mut command = runner_command(words, folder, LONGEST_ANSWER);
        command.limits.memory = MEMORY;
        command.allowed.push(installation);
        self.cage.start(&command)
    }

    /// Sends a request, whose number follows its first word, and reads its one answer. After a failure
    /// the next request has another process.
    pub(super) fn ask<T: NumberedAnswer>(
        &mut self,
        time: &mut PaperTime,
        verb: &str,
        words: &str,
    ) -> Result<(T, Duration), AnswerFailure> {
        if time.is_over() {
            return Err(AnswerFailure::OutOfTime);
        }
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start().map_err(AnswerFailure::Ended)?,
        };
        self.asked += 1;
        let number = format!("{:016x}", self.numbers.hash_one(self.asked));
        let before = process.processor().unwrap_or_default();
        let answered =
            process.ask_with_allowance(&format!("{verb} {number} {words}"), time.allowance());
        let after = process.processor().unwrap_or_default();
        let spent = match &answered {
            Ok(answer) => after.saturating_sub(before).max(answer.processor),
            Err(failure) if failure.forfeit() == Forfeit::Time => time.allowance().processor,
            Err(_) => after.saturating_sub(before),
        };
        time.processor = time.processor.saturating_sub(spent);
        let answer = answered.map_err(AnswerFailure::Ended)?;
        let ProgramLine::Text(line) = answer.line else {
            return Err(AnswerFailure::Unreadable);
        };
        let answer: T = serde_json::from_str(&line).map_err(|_| AnswerFailure::Unreadable)?;
        if answer.request() != number {
            return Err(AnswerFailure::Unreadable);
        }
        self.process = Some(process);
        Ok((answer, spent))
    }

    /// Ends the process; true if it wrote nothing after its last answer.
    pub(super) fn finish(mut self) -> bool {
        let finished = self.process.take().map(ProgramProcess::finish);
        finished.is_none_or(|it| it.unasked == 0)
    }

    pub(super) fn play(&mut self, time: &mut PaperTime, scenario: &Scenario) -> JavaGame {
        let played = self.ask::<GameAnswer>(time, "play", &self.words(scenario));
        let ended = match played {
            Ok((answer, spent)) => {
                let game = JavaGame {
                    slow: spent > SLOW,
                    ..answer.into()
                };
                if game.ended == GameEnd::Hung {
                    // Its thread may still run.
                    self.process = None;
                    return JavaGame { slow: true, ..game };
                }
                return game;
            }
            Err(AnswerFailure::Ended(failure)) => match failure.forfeit() {
                Forfeit::Time => GameEnd::Hung,
                _ => GameEnd::Crashed(CodeCrash::Ended(failure)),
            },
            Err(AnswerFailure::Unreadable) => GameEnd::Unreadable,
            Err(AnswerFailure::OutOfTime) => GameEnd::Hung,
        };
        JavaGame {
            shown: String::new(),
            ended,
            slow: true,
        }
    }

    /// The words of a game: time limit, seed, form of the input, main class, arguments and answers.
    fn words(&self, scenario: &Scenario) -> String {
        let input = if scenario.piped { "piped" } else { "typed" };
        let main = word(&self.compiled.main);
        let (time, count) = (GAME.as_millis(), scenario.args.len());
        let mut words = format!("{time} {} {input}{main} {count}", scenario.seed);
        let args = scenario.args.iter().map(String::as_str);
        words.extend(args.chain(scenario.answers()).map(word));
        words
    }
}
