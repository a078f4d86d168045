//! The student's process: loaded in a cage, asked for calls, started again when it falls.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use arena::{Cage, Misdeed, Patience, Process, Program, Said, Unstarted};
use house::subject::{Case, Function, Outcome, Subject, Type};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use table::{Forfeit, Seeded};

use crate::crash::{Crash, Raised};
use crate::submission::Submission;

const RUNNER: &str = include_str!("runner.py");
/// How much processor one call may use; less while an input that hangs is made smaller.
pub(crate) const CALL: Duration = Duration::from_secs(1);
pub(crate) const SHORT_CALL: Duration = Duration::from_millis(200);
/// How many times its limit a call may sleep.
const SLEEPING: u32 = 5;
/// What a student's code may not prolong by catching what interrupts it.
const GRACE: Duration = Duration::from_secs(2);
/// Reading the files and running what stands outside functions, once Python has started.
const LOADING: Patience = Patience {
    processor: Duration::from_secs(20),
    asleep: Duration::from_secs(5),
};
/// What all calls that do not end may cost together before such inputs are no longer made smaller.
pub(crate) const PATIENCE: Duration = Duration::from_secs(8);
const LONGEST_ANSWER: usize = 8 << 20;
/// No homework needs more processes or threads.
const MOST_PROCESSES: u32 = 16;

/// How a call ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reply {
    /// With an outcome; the second is the name of the Python type that was returned, or `shared` for
    /// a list in which one list stands in several places.
    Outcome(Outcome, String),
    /// With an exception or the end of the process.
    Crashed(Crash),
    /// Not in time.
    Hung,
}

/// What a file defines.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Loaded {
    pub(crate) defined: BTreeMap<String, Definition>,
    pub(crate) broken: BTreeMap<String, Raised>,
    pub(crate) faults: Vec<Raised>,
    /// Routines whose arguments do not tell how to call them.
    #[serde(skip)]
    pub(crate) strange: BTreeSet<String>,
}

/// A student's code that can be called, in whatever language.
pub(crate) trait Callee {
    /// Calls a function with each case in order, until one hangs or ends the process: its reply is
    /// then the last.
    fn call(
        &mut self,
        name: &str,
        function: &Function,
        cases: &[Case],
        limit: Duration,
    ) -> Vec<Reply>;

    /// Whether functions of the subject that stand in for some of the student's make calls slow.
    fn is_assisted(&self) -> bool;

    /// Whether there is time left to try more calls that may not end.
    fn is_patient(&self) -> bool;
}

/// A function of the student.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Definition {
    pub(crate) fewest: usize,
    pub(crate) most: usize,
    pub(crate) uses: Vec<String>,
}

#[derive(Deserialize)]
struct Answers {
    answers: Vec<Answer>,
    /// Whether the process is gone, or something in it goes on.
    #[serde(default)]
    spoilt: bool,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    returned: Json,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    args: Vec<Json>,
    #[serde(default)]
    printed: String,
    crashed: Option<Raised>,
    #[serde(default)]
    hung: bool,
}

impl From<Answer> for Reply {
    fn from(answer: Answer) -> Self {
        match answer.crashed {
            _ if answer.hung => Self::Hung,
            Some(raised) => Self::Crashed(Crash::Raised(raised)),
            None => {
                let outcome = Outcome {
                    returned: answer.returned,
                    args: answer.args,
                    printed: answer.printed,
                    raised: None,
                };
                Self::Outcome(outcome, answer.kind)
            }
        }
    }
}

/// A student's Python.
pub(crate) struct Session<'a> {
    cage: &'a Cage,
    subject: &'static Subject,
    submission: &'a Submission,
    /// The functions that the subject's own stand in for.
    assisted: Vec<&'static str>,
    home: tempfile::TempDir,
    process: Option<Process>,
    /// What the files do outside functions is left out: it ended the process.
    definitions_only: bool,
    /// Spent on calls that did not end.
    waited: Duration,
    luck: Seeded,
}

impl<'a> Session<'a> {
    pub(crate) fn new(
        cage: &'a Cage,
        subject: &'static Subject,
        submission: &'a Submission,
        assisted: Vec<&'static str>,
    ) -> std::io::Result<Self> {
        Ok(Self {
            cage,
            subject,
            submission,
            assisted,
            home: tempfile::tempdir()?,
            process: None,
            definitions_only: false,
            waited: Duration::ZERO,
            luck: Seeded::new(0),
        })
    }

    /// Starts and loads; a file that ends its process is loaded again without what it does outside
    /// functions, and that it did so is the second value.
    pub(crate) fn load(&mut self) -> Result<(Loaded, Option<Misdeed>), Misdeed> {
        match self.load_once() {
            Err(misdeed) if !self.definitions_only && !cannot_start(&misdeed) => {
                self.definitions_only = true;
                Ok((self.load_once()?, Some(misdeed)))
            }
            loaded => Ok((loaded?, None)),
        }
    }

    fn load_once(&mut self) -> Result<Loaded, Misdeed> {
        let words = ["python3", "-c", RUNNER].map(Into::into).to_vec();
        let mut program = Program::command(words, self.home.path().to_owned());
        program.limits.line = LONGEST_ANSWER;
        program.limits.output = LONGEST_ANSWER;
        program.limits.processes = MOST_PROCESSES;
        let mut process = self.cage.start(&program)?;
        let request = json!({
            "load": self.submission.files,
            "alias": if self.subject.name == "421" { "Jeu421" } else { "" },
            "assist": self.assistance(),
            "definitions_only": self.definitions_only,
            "seed": 0,
        });
        let heard = line(process.ask_patiently(&request.to_string(), LOADING)?.said);
        self.process = Some(process);
        Ok(serde_json::from_str(&heard).unwrap_or_default())
    }

    /// The names that the subject's functions stand in for, and whether each reads a line.
    fn assistance(&self) -> Vec<(&'static str, bool)> {
        let reads = |name: &str| self.subject.function(name).is_ok_and(|it| it.effects.reads);
        self.assisted
            .iter()
            .map(|name| (*name, reads(name)))
            .collect()
    }

    /// The same again, slowly, to see which case ends the process.
    fn one_by_one(
        &mut self,
        name: &str,
        function: &Function,
        cases: &[Case],
        limit: Duration,
        first: Misdeed,
    ) -> Vec<Reply> {
        if cases.len() == 1 {
            return vec![fallen(first)];
        }
        let mut replies = Vec::new();
        for case in cases {
            match self.batch(name, function, std::slice::from_ref(case), limit) {
                Ok(reply) => replies.extend(reply),
                Err(misdeed) => {
                    self.process = None;
                    replies.push(fallen(misdeed));
                    return replies;
                }
            }
        }
        replies
    }

    fn batch(
        &mut self,
        name: &str,
        function: &Function,
        cases: &[Case],
        limit: Duration,
    ) -> Result<Vec<Reply>, Misdeed> {
        if self.process.is_none() {
            self.load()?;
        }
        let case = |case: &Case| json!({"args": typed(function, case), "input": case.input});
        let request = json!({
            "call": name,
            "cases": cases.iter().map(case).collect::<Vec<_>>(),
            "limit": limit.as_secs_f64(),
        });
        let patience = patience(limit, cases.len());
        let mut request = request.to_string();
        loop {
            let process = self.process.as_mut().expect("loaded above");
            let heard = line(process.ask_patiently(&request, patience)?.said);
            match serde_json::from_str::<Json>(&heard) {
                Ok(Json::Object(asked)) if asked.contains_key("help") => {
                    request = self.help(&asked).to_string();
                }
                Ok(answers) => return Ok(self.replies(answers)),
                Err(_) => return Ok(vec![]),
            }
        }
    }

    fn replies(&mut self, answers: Json) -> Vec<Reply> {
        let Ok(answers) = serde_json::from_value::<Answers>(answers) else {
            return vec![];
        };
        if answers.spoilt {
            self.process = None;
        }
        answers.answers.into_iter().map(Reply::from).collect()
    }

    /// The subject's own function, for a student's that calls it.
    fn help(&mut self, asked: &serde_json::Map<String, Json>) -> Json {
        let text = |key: &str| asked.get(key).and_then(Json::as_str).unwrap_or_default();
        let name = text("help");
        let Ok(function) = self.subject.function(name) else {
            return json!({"error": name});
        };
        let args = asked.get("args").and_then(Json::as_array).cloned();
        let case = Case {
            args: args.unwrap_or_default(),
            input: text("typed").to_owned(),
        };
        match function.call(&case, &mut self.luck) {
            Ok(outcome) => {
                let after = outcome.args.iter().zip(function.parameters);
                let after: Vec<_> = after.map(|(arg, it)| encoded(&it.of, arg)).collect();
                json!({
                    "returned": encoded(&function.returns, &outcome.returned),
                    "args": after,
                    "printed": outcome.printed,
                })
            }
            Err(error) => json!({"error": error.to_string()}),
        }
    }
}

impl Callee for Session<'_> {
    fn call(
        &mut self,
        name: &str,
        function: &Function,
        cases: &[Case],
        limit: Duration,
    ) -> Vec<Reply> {
        let begun = Instant::now();
        let replies = match self.batch(name, function, cases, limit) {
            Ok(replies) => replies,
            Err(misdeed) => {
                self.process = None;
                self.one_by_one(name, function, cases, limit, misdeed)
            }
        };
        if replies.last() == Some(&Reply::Hung) {
            self.waited += begun.elapsed();
        }
        replies
    }

    fn is_assisted(&self) -> bool {
        !self.assisted.is_empty()
    }

    fn is_patient(&self) -> bool {
        self.waited < PATIENCE
    }
}

/// Each call may take a while, and only one may take all that it is given.
pub(crate) fn patience(limit: Duration, calls: usize) -> Patience {
    Patience {
        processor: limit + GRACE + limit / 50 * calls as u32,
        asleep: SLEEPING * limit,
    }
}

/// What the runner says has no control codes, and begins with a brace.
fn line(said: Said) -> String {
    match said {
        Said::Line(text) | Said::Unreadable { text, .. } => text,
    }
}

fn fallen(misdeed: Misdeed) -> Reply {
    match misdeed.forfeit() {
        Forfeit::Time => Reply::Hung,
        _ => Reply::Crashed(Crash::Ended(misdeed)),
    }
}

/// Whether it is the machine's fault, whatever was handed in.
fn cannot_start(misdeed: &Misdeed) -> bool {
    matches!(misdeed, Misdeed::Start(why) if *why != Unstarted::Silent)
}

fn typed(function: &Function, case: &Case) -> Vec<Json> {
    let types = function.parameters.iter().map(|it| Some(&it.of));
    let args = case.args.iter().zip(types.chain(std::iter::repeat(None)));
    args.map(|(arg, of)| of.map_or_else(|| arg.clone(), |of| encoded(of, arg)))
        .collect()
}

/// A value with its tuples and dictionaries marked, as the runner reads it.
fn encoded(of: &Type, value: &Json) -> Json {
    let all = |items: &[Json], of: &Type| items.iter().map(|it| encoded(of, it)).collect::<Json>();
    match (of, value) {
        (Type::Tuple(types), Json::Array(items)) => {
            let items = items.iter().zip(*types).map(|(it, of)| encoded(of, it));
            json!({"()": items.collect::<Vec<_>>()})
        }
        (Type::Rows(types), Json::Array(items)) => {
            let items = items.iter().zip(*types).map(|(it, of)| encoded(of, it));
            items.collect()
        }
        (Type::Colour, Json::Array(levels)) => json!({"()": levels}),
        (Type::List(of) | Type::Array(_, of), Json::Array(items)) => all(items, of),
        (Type::Grid(of), Json::Array(rows)) => all(rows, &Type::List(of)),
        (Type::Record(keys), Json::Object(fields)) => {
            let field = |(key, of): &(&str, Type)| json!([key, encoded(of, &fields[*key])]);
            json!({"{}": keys.iter().map(field).collect::<Vec<_>>()})
        }
        (Type::Either(types), _) => types
            .iter()
            .find(|of| of.admits(value))
            .map_or_else(|| value.clone(), |of| encoded(of, value)),
        _ => value.clone(),
    }
}
