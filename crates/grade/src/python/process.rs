//! `PythonProcess`: the student's Python files in a sandboxed process, restarted after a crash.

use std::hash::{BuildHasher, RandomState};
use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use sandbox::{ProgramFailure, ProgramProcess, StartFailure, TimeAllowance};
use serde_json::{Value as Json, json};
use subject::Case;
use table::Seeded;

use super::encoding::{encoded, encoded_args};
use super::reply::{
    CallAnswer, ReferenceQuestion, RunnerLine, RunnerReply, are_complete, leaves_code_running,
    loaded, located,
};
use crate::callable::{
    CallReply, CallableCode, Calls, LoadedCode, MOST_HANGING, ask_for_reply,
    call_all_or_one_by_one, request_limits, runner_command,
};
use crate::crash::CodeCrash;
use crate::grade::GradingTask;
use crate::homework::CodeLanguage;
use crate::notation::Notation;

/// The program that loads and calls the student's functions.
const RUNNER: &str = concat!(
    include_str!("runner/start.py"),
    include_str!("runner/values.py"),
    include_str!("runner/loading.py"),
    include_str!("runner/names.py"),
    include_str!("runner/calling.py"),
);
/// Time to read the files and to run their statements outside functions.
const LOADING: TimeAllowance = TimeAllowance {
    processor: Duration::from_secs(20),
    asleep: Duration::from_secs(5),
};
/// Maximum length of one answer line, in bytes. A longer answer to many calls is asked for again, call by
/// call.
const LONGEST_ANSWER: usize = 2 << 20;
/// Maximum number of processes and threads, more than any homework needs.
const MOST_PROCESSES: u32 = 16;

/// Maximum number of questions to the reference for each call of a request.
const MOST_QUESTIONS: usize = 5000;
/// Number of starts after which inputs that end the process are no longer made smaller.
const MOST_STARTS: u32 = 12;
/// Maximum length in bytes of the arguments of one question, and the largest number in them: the
/// reference computes outside the sandbox.
const LONGEST_QUESTION: usize = 16 << 10;
const LARGEST_NUMBER: f64 = 1000.0;
/// Processor time that one question costs, beside that of its answer's bytes.
const QUESTION: Duration = Duration::from_micros(50);

pub(super) struct PythonProcess<'a> {
    task: GradingTask<'a>,
    /// Functions that the reference replaces.
    replaced: Vec<&'static str>,
    home: tempfile::TempDir,
    /// The running process; `None` before the first call and after a crash.
    process: Option<ProgramProcess>,
    /// Whether only definitions are run, because the other statements ended the process.
    definitions_only: bool,
    /// Number of calls that did not end.
    hung: u32,
    /// Number of times that the process was started.
    starts: u32,
    /// Processor time of all requests.
    processor: Duration,
    /// Randomness of the reference functions.
    random: Seeded,
}

impl<'a> PythonProcess<'a> {
    pub(super) fn new(task: GradingTask<'a>, replaced: Vec<&'static str>) -> std::io::Result<Self> {
        Ok(Self {
            task,
            replaced,
            home: tempfile::tempdir()?,
            process: None,
            definitions_only: false,
            hung: 0,
            starts: 0,
            processor: Duration::ZERO,
            random: Seeded::new(0),
        })
    }

    /// Starts the process and loads the files. Files that end the process are loaded again with
    /// their definitions only; the second value is then the reason.
    pub(super) fn load(&mut self) -> Result<(LoadedCode, Option<CodeCrash>), CodeCrash> {
        match self.load_once() {
            Err(crash) if !self.definitions_only && !cannot_start(&crash) => {
                self.definitions_only = true;
                Ok((self.load_once()?, Some(crash)))
            }
            loaded => Ok((loaded?, None)),
        }
    }

    /// Starts a process, reads from the files what needs no running of them, and then runs them.
    fn load_once(&mut self) -> Result<LoadedCode, CodeCrash> {
        let words = ["python3", "-c", RUNNER].map(Into::into).to_vec();
        let mut program = runner_command(words, self.home.path(), LONGEST_ANSWER);
        program.limits.processes = MOST_PROCESSES;
        self.starts += 1;
        self.process = Some(self.task.cage.start(&program)?);
        let inspect = json!({"inspect": self.task.submission.files});
        let RunnerReply::Inspected(inspection) = self.ask(inspect, LOADING)? else {
            return Err(CodeCrash::Unreadable);
        };
        let alias = match self.task.homework.language {
            CodeLanguage::Python { module } => module,
            CodeLanguage::Fortran | CodeLanguage::Java { .. } => "",
        };
        let load = json!({
            "load": alias,
            "replace": self.replacements(),
            "definitions_only": self.definitions_only,
        });
        match self.ask(load, LOADING)? {
            RunnerReply::Loaded(errors) => {
                Ok(loaded(inspection, errors, &self.task.submission.files))
            }
            _ => Err(CodeCrash::Unreadable),
        }
    }

    /// The functions that the reference replaces, each with whether it reads a line.
    fn replacements(&self) -> Vec<(&'static str, bool)> {
        let subject = self.task.homework.subject;
        let reads = |name: &str| subject.function(name).is_ok_and(|it| it.effects.reads);
        let replaced = self.replaced.iter();
        replaced.map(|name| (*name, reads(name))).collect()
    }

    /// Sends a request and returns the reply to it. After an error the process is ended.
    fn ask(&mut self, request: Json, limits: TimeAllowance) -> Result<RunnerReply, CodeCrash> {
        let reply = self.ask_running(request, limits);
        if reply.is_err() {
            self.process = None;
        }
        reply
    }

    fn ask_running(
        &mut self,
        mut request: Json,
        limits: TimeAllowance,
    ) -> Result<RunnerReply, CodeCrash> {
        // A line written before the request cannot know its number.
        let number = RandomState::new().hash_one(()) >> 1;
        request["request"] = number.into();
        let process = self.process.as_mut();
        let process = process.ok_or(ProgramFailure::Start(StartFailure::Silent))?;
        let deadline = self.task.deadline;
        let before = deadline.spent();
        let text = ask_for_reply(process, &request.to_string(), limits, deadline);
        self.processor += deadline.spent().saturating_sub(before);
        let line: RunnerLine = serde_json::from_str(&text?).map_err(|_| CodeCrash::Unreadable)?;
        (line.request == number)
            .then_some(line.reply)
            .ok_or(CodeCrash::Unreadable)
    }

    /// Makes all calls in one request, and answers the calls of replaced functions meanwhile.
    fn batch(&mut self, calls: Calls<'_>) -> Result<Vec<CallReply>, CodeCrash> {
        if self.process.is_none() {
            self.load()?;
        }
        let case = |case: &Case| json!({"args": encoded_args(calls.function, &case.args), "input": case.input});
        let request = json!({
            "call": calls.name,
            "cases": calls.cases.iter().map(case).collect::<Vec<_>>(),
            "limit": calls.limit.as_secs_f64(),
        });
        let limits = request_limits(calls.limit, calls.cases.len());
        let mut reply = self.ask(request, limits)?;
        for _ in 0..MOST_QUESTIONS * calls.cases.len() {
            let RunnerReply::Reference(question) = reply else {
                break;
            };
            let answer = self.call_reference(question);
            let answer = answer.inspect_err(|_| self.process = None)?;
            reply = self.ask(answer, limits)?;
        }
        let answers = match reply {
            RunnerReply::Answers(answers) if are_complete(&answers, calls.cases) => answers,
            _ => {
                self.process = None;
                return Err(CodeCrash::Unreadable);
            }
        };
        let files = &self.task.submission.files;
        let located = |answer| match answer {
            CallAnswer::Crashed(raised) => CallAnswer::Crashed(located(raised, files)),
            other => other,
        };
        let replies = answers.into_iter().map(located).map(CallReply::from);
        let replies: Vec<CallReply> = replies.collect();
        if replies.last().is_some_and(leaves_code_running) {
            self.process = None;
        }
        Ok(replies)
    }

    /// The answer of the reference to a call that the student's code made. Only replaced functions
    /// are answered, and the function on trial is never replaced.
    fn call_reference(&mut self, asked: ReferenceQuestion) -> Result<Json, CodeCrash> {
        let replaced = self.replaced.iter().find(|name| **name == asked.name);
        let subject = self.task.homework.subject;
        let function = replaced.and_then(|name| subject.function(name).ok());
        let function = function.ok_or(CodeCrash::Unreadable)?;
        let case = Case {
            args: asked.args,
            input: asked.typed,
        };
        let refused = || json!({"error": format!("{}: arguments", function.name)});
        let long = Json::from(case.args.clone()).to_string().len() > LONGEST_QUESTION;
        if long || !case.args.iter().all(is_small) {
            return Ok(refused());
        }
        // The reference is written for arguments of the subject, and these may be any.
        let random = &mut self.random;
        let call = AssertUnwindSafe(|| function.call(&case, random));
        let Ok(Ok(outcome)) = panic::catch_unwind(call) else {
            return Ok(refused());
        };
        let answer = json!({
            "returned": encoded(&function.returns, &outcome.returned),
            "args": encoded_args(function, &outcome.args),
            "printed": outcome.printed,
        });
        // About what the reference itself takes, which is the student's to account for.
        let bytes = answer.to_string().len() as u64;
        self.task
            .deadline
            .spend(QUESTION + Duration::from_nanos(20 * bytes));
        Ok(answer)
    }
}

impl CallableCode for PythonProcess<'_> {
    fn call(&mut self, calls: Calls<'_>) -> Vec<CallReply> {
        let replies = call_all_or_one_by_one(calls, |calls| self.batch(calls));
        self.hung += u32::from(replies.last() == Some(&CallReply::Hung));
        replies
    }

    fn is_assisted(&self) -> bool {
        !self.replaced.is_empty()
    }

    fn may_hang_again(&self) -> bool {
        self.hung < MOST_HANGING && self.starts < MOST_STARTS
    }

    fn notation(&self) -> Notation {
        Notation::Python
    }

    fn processor(&self) -> Duration {
        self.processor
    }
}

/// Whether the sandbox or Python itself could not start, which does not depend on the files.
fn cannot_start(crash: &CodeCrash) -> bool {
    matches!(crash, CodeCrash::Ended(ProgramFailure::Start(why)) if *why != StartFailure::Silent)
}

/// Whether every number in a value is small.
fn is_small(value: &Json) -> bool {
    match value {
        Json::Number(number) => number.as_f64().is_some_and(|it| it.abs() <= LARGEST_NUMBER),
        Json::Array(items) => items.iter().all(is_small),
        Json::Object(fields) => fields.values().all(is_small),
        Json::Null | Json::Bool(_) | Json::String(_) => true,
    }
}
