//! `PythonProcess`: the student's Python files in a sandboxed process, restarted after a crash.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use sandbox::{ProgramFailure, ProgramProcess, StartFailure, TimeAllowance};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use subject::{CallOutcome, Case, Function, Type};
use table::Seeded;

use crate::callable::{
    CallReply, CallableCode, Calls, FunctionDefinition, LoadedCode, MOST_HANGING, ask_for_reply,
    call_all_or_one_by_one, request_limits, runner_command,
};
use crate::crash::{CodeCrash, RaisedException};
use crate::grade::GradingTask;
use crate::homework::CodeLanguage;
use crate::notation::Notation;
use crate::submission::notebook_cell;

const RUNNER: &str = include_str!("runner.py");
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
const LARGEST_NUMBER: i64 = 1000;
/// Maximum number of errors outside functions, and of characters of a name or text, that are kept.
const MOST_FAULTS: usize = 40;
const LONGEST_TEXT: usize = 300;

/// A line of the runner. Code of the student may have written it: whatever is not of this form is
/// refused, and nothing in it is believed except the values of an answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RunnerLine {
    /// Number of the request that the line answers.
    request: u64,
    reply: RunnerReply,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum RunnerReply {
    Inspected(Inspection),
    Loaded(LoadingErrors),
    Answers(Vec<CallAnswer>),
    Reference(ReferenceQuestion),
}

/// Everything that the files say without being run.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Inspection {
    defined: BTreeMap<String, FunctionDefinition>,
    broken: BTreeMap<String, RaisedException>,
    faults: Vec<RaisedException>,
    uncallable: BTreeSet<String>,
    needs: BTreeMap<String, String>,
}

/// The errors of running the statements outside functions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LoadingErrors {
    broken: BTreeMap<String, RaisedException>,
    faults: Vec<RaisedException>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum CallAnswer {
    Returned {
        value: Json,
        kind: String,
        args: Vec<Json>,
        printed: String,
    },
    Crashed(RaisedException),
    Hung {},
}

/// A call of a replaced function.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReferenceQuestion {
    name: String,
    args: Vec<Json>,
    typed: String,
}

impl From<CallAnswer> for CallReply {
    fn from(answer: CallAnswer) -> Self {
        match answer {
            CallAnswer::Hung {} => Self::Hung,
            CallAnswer::Crashed(raised) => CodeCrash::Raised(raised).into(),
            CallAnswer::Returned {
                value,
                kind,
                args,
                printed,
            } => {
                let outcome = CallOutcome {
                    returned: value,
                    args,
                    printed,
                    raised: None,
                };
                Self::Returned(outcome, kind)
            }
        }
    }
}

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
        Ok(json!({
            "returned": encoded(&function.returns, &outcome.returned),
            "args": encoded_args(function, &outcome.args),
            "printed": outcome.printed,
        }))
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

/// Whether there is one answer for each case, or the last answer tells why none follows it, and each
/// holds as many arguments as were passed.
fn are_complete(answers: &[CallAnswer], cases: &[Case]) -> bool {
    let as_many = |(answer, case): (&CallAnswer, &Case)| match answer {
        CallAnswer::Returned { args, .. } => args.len() == case.args.len(),
        CallAnswer::Crashed(_) | CallAnswer::Hung {} => true,
    };
    let stopped = match answers.last() {
        Some(CallAnswer::Hung {}) => true,
        Some(CallAnswer::Crashed(raised)) => raised.kind == RaisedException::LINGERS,
        _ => false,
    };
    let all = answers.len() == cases.len();
    (all || (stopped && answers.len() < cases.len())) && answers.iter().zip(cases).all(as_many)
}

fn leaves_code_running(reply: &CallReply) -> bool {
    match reply {
        CallReply::Hung => true,
        CallReply::Crashed(CodeCrash::Raised(raised)) => raised.kind == RaisedException::LINGERS,
        _ => false,
    }
}

/// Whether every number in a value is small.
fn is_small(value: &Json) -> bool {
    match value {
        Json::Number(number) => {
            let whole = number.as_i64();
            whole.is_some_and(|it| (-LARGEST_NUMBER..=LARGEST_NUMBER).contains(&it))
        }
        Json::Array(items) => items.iter().all(is_small),
        Json::Object(fields) => fields.values().all(is_small),
        Json::Null | Json::Bool(_) | Json::String(_) => true,
    }
}

/// The functions that the files define, less those that could not be made.
fn loaded(inspection: Inspection, errors: LoadingErrors, files: &[(String, String)]) -> LoadedCode {
    let Inspection {
        mut defined,
        mut broken,
        faults,
        uncallable,
        needs,
    } = inspection;
    let known = errors.broken.into_iter();
    for (name, raised) in known.filter(|(name, _)| defined.remove(name).is_some()) {
        broken.insert(name, raised);
    }
    let faults = faults.into_iter().chain(errors.faults).take(MOST_FAULTS);
    let broken = broken.into_iter();
    LoadedCode {
        defined,
        broken: broken
            .map(|(name, it)| (name, located(it, files)))
            .collect(),
        faults: faults.map(|it| located(it, files)).collect(),
        uncallable,
        needs,
    }
}

/// An exception with short texts, and with the cell of a notebook or the name of one of several files.
fn located(raised: RaisedException, files: &[(String, String)]) -> RaisedException {
    let short = |text: String| text.chars().take(LONGEST_TEXT).collect::<String>();
    let found = files
        .iter()
        .find(|(name, _)| Some(name) == raised.file.as_ref());
    let file = found.or_else(|| files.first().filter(|_| files.len() == 1));
    let line = raised.line;
    let cell = file
        .zip(line)
        .and_then(|((_, text), line)| notebook_cell(text, line));
    RaisedException {
        file: found
            .filter(|_| files.len() > 1)
            .map(|(name, _)| name.clone()),
        cell: cell.map(|(cell, _)| cell),
        ..RaisedException::new(
            short(raised.kind),
            short(raised.text),
            cell.map_or(line, |(_, line)| Some(line)),
        )
    }
}

/// Whether the sandbox or Python itself could not start, which does not depend on the files.
fn cannot_start(crash: &CodeCrash) -> bool {
    matches!(crash, CodeCrash::Ended(ProgramFailure::Start(why)) if *why != StartFailure::Silent)
}

/// Arguments in the runner's encoding; those beyond the subject's parameters stay as they are.
fn encoded_args(function: &Function, args: &[Json]) -> Vec<Json> {
    let args = args.iter().enumerate();
    let encode = |(at, arg): (usize, &Json)| match function.parameters.get(at) {
        Some(parameter) => encoded(&parameter.of, arg),
        None => arg.clone(),
    };
    args.map(encode).collect()
}

/// A value for the runner: `{"()": […]}` is a tuple, `{"{}": [[key, value]…]}` a dictionary.
fn encoded(of: &Type, value: &Json) -> Json {
    let all = |items: &[Json], of: &Type| items.iter().map(|it| encoded(of, it)).collect::<Json>();
    let each = |items: &[Json], types: &[Type]| -> Json {
        let items = items.iter().zip(types);
        items.map(|(it, of)| encoded(of, it)).collect()
    };
    match (of, value) {
        (Type::Tuple(types), Json::Array(items)) => {
            json!({"()": each(items, types)})
        }
        (Type::Rows(types), Json::Array(items)) => each(items, types),
        (Type::Colour, Json::Array(levels)) => json!({"()": levels}),
        (Type::List(of) | Type::Array(_, of), Json::Array(items)) => all(items, of),
        (Type::Grid(of), Json::Array(rows)) => all(rows, &Type::List(of)),
        (Type::Record(keys), Json::Object(fields)) => {
            let field = |(key, of): &(&str, Type)| json!([key, encoded(of, &fields[*key])]);
            json!({"{}": keys.iter().map(field).collect::<Vec<_>>()})
        }
        (Type::Either(types), _) => {
            let fits = types.iter().find(|of| of.admits(value));
            fits.map_or_else(|| value.clone(), |of| encoded(of, value))
        }
        _ => value.clone(),
    }
}
