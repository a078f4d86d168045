//! `PythonProcess`: the student's Python files in a sandboxed process, restarted after a crash.

use std::time::{Duration, Instant};

use sandbox::{ProgramFailure, ProgramProcess, StartFailure, TimeAllowance};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use subject::{CallOutcome, Case, Function, Type};
use table::Seeded;

use crate::callable::{
    CallReply, CallableCode, Calls, HANGING_BUDGET, LoadedCode, ask, call_all_or_one_by_one,
    request_limits, runner_command,
};
use crate::crash::{CodeCrash, RaisedException};
use crate::grade::GradingTask;
use crate::homework::CodeLanguage;

const RUNNER: &str = include_str!("runner.py");
/// Time to read the files and to run their statements outside functions.
const LOADING: TimeAllowance = TimeAllowance {
    processor: Duration::from_secs(20),
    asleep: Duration::from_secs(5),
};
/// Maximum length of one answer line, in bytes.
const LONGEST_ANSWER: usize = 8 << 20;
/// Maximum number of processes and threads, more than any homework needs.
const MOST_PROCESSES: u32 = 16;

/// The runner's answer to a request of several calls.
#[derive(Default, Deserialize)]
struct BatchAnswer {
    answers: Vec<CallAnswer>,
    /// Whether the process must be restarted: it exited, or a thread still runs.
    #[serde(default)]
    restart: bool,
}

/// The runner's answer to one call.
#[derive(Default, Deserialize)]
#[serde(default)]
struct CallAnswer {
    returned: Json,
    kind: String,
    args: Vec<Json>,
    printed: String,
    crashed: Option<RaisedException>,
    hung: bool,
}

impl From<CallAnswer> for CallReply {
    fn from(answer: CallAnswer) -> Self {
        match answer.crashed {
            _ if answer.hung => Self::Hung,
            Some(raised) => Self::Crashed(CodeCrash::Raised(raised)),
            None => {
                let outcome = CallOutcome {
                    returned: answer.returned,
                    args: answer.args,
                    printed: answer.printed,
                    raised: None,
                };
                Self::Returned(outcome, answer.kind)
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
    /// Time spent in calls that did not end.
    hung: Duration,
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
            hung: Duration::ZERO,
            random: Seeded::new(0),
        })
    }

    /// Starts the process and loads the files. Files that end the process are loaded again with
    /// their definitions only; the second value is then the reason.
    pub(super) fn load(&mut self) -> Result<(LoadedCode, Option<ProgramFailure>), ProgramFailure> {
        match self.load_once() {
            Err(failure) if !self.definitions_only && !cannot_start(&failure) => {
                self.definitions_only = true;
                Ok((self.load_once()?, Some(failure)))
            }
            loaded => Ok((loaded?, None)),
        }
    }

    fn load_once(&mut self) -> Result<LoadedCode, ProgramFailure> {
        let words = ["python3", "-c", RUNNER].map(Into::into).to_vec();
        let mut program = runner_command(words, self.home.path(), LONGEST_ANSWER);
        program.limits.processes = MOST_PROCESSES;
        let mut process = self.task.cage.start(&program)?;
        let alias = match self.task.homework.language {
            CodeLanguage::Python { module } => module,
            CodeLanguage::Fortran | CodeLanguage::Java { .. } => "",
        };
        let request = json!({
            "load": self.task.submission.files,
            "alias": alias,
            "replace": self.replacements(),
            "definitions_only": self.definitions_only,
            "seed": 0,
        });
        let answer = ask(&mut process, &request.to_string(), LOADING)?;
        self.process = Some(process);
        Ok(serde_json::from_str(&answer).unwrap_or_default())
    }

    /// The functions that the reference replaces, each with whether it reads a line.
    fn replacements(&self) -> Vec<(&'static str, bool)> {
        let subject = self.task.homework.subject;
        let reads = |name: &str| subject.function(name).is_ok_and(|it| it.effects.reads);
        let replaced = self.replaced.iter();
        replaced.map(|name| (*name, reads(name))).collect()
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
        let mut request = request.to_string();
        loop {
            let process = self.process.as_mut().expect("the files were loaded above");
            let answer = ask(process, &request, limits)?;
            let answer: Json = serde_json::from_str(&answer).unwrap_or_default();
            if answer.get("reference").is_none() {
                let batch: BatchAnswer = serde_json::from_value(answer).unwrap_or_default();
                if batch.restart {
                    self.process = None;
                }
                return Ok(batch.answers.into_iter().map(CallReply::from).collect());
            }
            request = self.call_reference(&answer).to_string();
        }
    }

    /// The answer of the reference to a call that the student's code made.
    fn call_reference(&mut self, asked: &Json) -> Json {
        let text = |key: &str| asked[key].as_str().unwrap_or_default();
        let name = text("reference");
        let Ok(function) = self.task.homework.subject.function(name) else {
            return json!({"error": name});
        };
        let case = Case {
            args: asked["args"].as_array().cloned().unwrap_or_default(),
            input: text("typed").to_owned(),
        };
        match function.call(&case, &mut self.random) {
            Ok(outcome) => {
                json!({
                    "returned": encoded(&function.returns, &outcome.returned),
                    "args": encoded_args(function, &outcome.args),
                    "printed": outcome.printed,
                })
            }
            Err(error) => json!({"error": error.to_string()}),
        }
    }
}

impl CallableCode for PythonProcess<'_> {
    fn call(&mut self, calls: Calls<'_>) -> Vec<CallReply> {
        let begun = Instant::now();
        let replies = call_all_or_one_by_one(calls, |calls| {
            let replies = self.batch(calls);
            if replies.is_err() {
                self.process = None;
            }
            replies
        });
        if replies.last() == Some(&CallReply::Hung) {
            self.hung += begun.elapsed();
        }
        replies
    }

    fn is_assisted(&self) -> bool {
        !self.replaced.is_empty()
    }

    fn may_hang_again(&self) -> bool {
        self.hung < HANGING_BUDGET
    }
}

/// Whether the sandbox or Python itself could not start, which does not depend on the files.
fn cannot_start(failure: &ProgramFailure) -> bool {
    matches!(failure, ProgramFailure::Start(why) if *why != StartFailure::Silent)
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
