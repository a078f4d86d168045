//! `CallableCode`: submitted code in any language whose functions can be called, and its replies.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::Path;
use std::slice;
use std::time::Duration;

use sandbox::{ProgramCommand, ProgramFailure, ProgramLine, ProgramProcess, TimeAllowance};
use serde::Deserialize;
use subject::{CallOutcome, Case, Function};
use table::Forfeit;

use crate::crash::{CodeCrash, RaisedException};

/// Processor time that one call may use.
pub(crate) const CALL_LIMIT: Duration = Duration::from_secs(1);
/// Processor time of a call while an input that hangs is made smaller.
pub(crate) const SHORT_CALL_LIMIT: Duration = Duration::from_millis(200);
/// Total time for calls that do not end. After that, inputs that hang are no longer made smaller.
pub(crate) const HANGING_BUDGET: Duration = Duration::from_secs(8);
/// Time asleep that one call may spend, as a multiple of its limit.
const SLEEP_FACTOR: u32 = 5;
/// Processor time beyond the limit that the runner needs to interrupt a call and to answer.
const GRACE: Duration = Duration::from_secs(2);

/// Time for compiling, during which no code of the student runs.
pub(crate) const COMPILING: TimeAllowance = TimeAllowance {
    processor: Duration::from_mins(1),
    asleep: Duration::from_secs(15),
};

/// Calls of one function of a student.
#[derive(Clone, Copy)]
pub(crate) struct Calls<'a> {
    /// Name of the function in the student's file.
    pub(crate) name: &'a str,
    /// The function of the subject that the student's stands for.
    pub(crate) function: &'a Function,
    pub(crate) cases: &'a [Case],
    /// Processor time of each call.
    pub(crate) limit: Duration,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum CallReply {
    /// The call returned. The text is the Python type of the returned value, or `shared` for a list
    /// that holds one inner list several times; it is empty in other languages.
    Returned(CallOutcome, String),
    /// The call raised an exception or ended the process.
    Crashed(CodeCrash),
    Hung,
}

impl From<CodeCrash> for CallReply {
    fn from(crash: CodeCrash) -> Self {
        match &crash {
            CodeCrash::Raised(raised) if raised.kind == RaisedException::HUNG => Self::Hung,
            CodeCrash::Ended(failure) if failure.forfeit() == Forfeit::Time => Self::Hung,
            _ => Self::Crashed(crash),
        }
    }
}

/// Submitted code whose functions can be called.
pub(crate) trait CallableCode {
    /// Makes the calls in order. The reply to a call that hangs or ends the process ends the list.
    fn call(&mut self, calls: Calls<'_>) -> Vec<CallReply>;

    /// Whether reference functions replace some of the student's, which makes calls slow.
    fn is_assisted(&self) -> bool {
        false
    }

    /// Whether [`HANGING_BUDGET`] allows more calls that may not end.
    fn may_hang_again(&self) -> bool;
}

/// Makes all calls in one request. If that ends the process, makes each in its own request, to find the
/// call that ends it.
pub(crate) fn call_all_or_one_by_one(
    calls: Calls<'_>,
    mut request: impl FnMut(Calls<'_>) -> Result<Vec<CallReply>, CodeCrash>,
) -> Vec<CallReply> {
    match request(calls) {
        Ok(replies) => return replies,
        Err(crash) if calls.cases.len() == 1 => return vec![crash.into()],
        Err(_) => {}
    }
    let mut replies = vec![];
    for case in calls.cases {
        let cases = slice::from_ref(case);
        match request(Calls { cases, ..calls }) {
            Ok(reply) => replies.extend(reply),
            Err(crash) => {
                replies.push(crash.into());
                break;
            }
        }
    }
    replies
}

/// The functions that the submitted files define.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct LoadedCode {
    /// Functions that can be called, by name.
    pub(crate) defined: BTreeMap<String, FunctionDefinition>,
    /// Functions that cannot be compiled or run, with the reason.
    pub(crate) broken: BTreeMap<String, RaisedException>,
    /// Errors outside functions.
    pub(crate) faults: Vec<RaisedException>,
    /// Functions whose parameters do not tell how to call them.
    #[serde(skip)]
    pub(crate) uncallable: BTreeSet<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FunctionDefinition {
    /// Minimum number of arguments.
    pub(crate) fewest: usize,
    /// Maximum number of arguments.
    pub(crate) most: usize,
    /// Every name that the function's body uses.
    pub(crate) uses: Vec<String>,
}

/// Time limits of a request that makes `calls` calls, when one of them may use its whole limit.
pub(crate) fn request_limits(limit: Duration, calls: usize) -> TimeAllowance {
    TimeAllowance {
        processor: limit + GRACE + limit / 50 * calls as u32,
        asleep: SLEEP_FACTOR * limit,
    }
}

/// The command that starts a runner in the folder `home`, with answers of at most `longest` bytes.
pub(crate) fn runner_command(words: Vec<OsString>, home: &Path, longest: usize) -> ProgramCommand {
    let mut program = ProgramCommand::new(words, home.to_owned());
    program.limits.line = longest;
    program.limits.output = longest;
    program
}

/// Sends a request to a runner and returns the line that it answers.
pub(crate) fn ask(
    process: &mut ProgramProcess,
    request: &str,
    limits: TimeAllowance,
) -> Result<String, ProgramFailure> {
    let answer = process.ask_with_allowance(request, limits)?;
    Ok(line_text(answer.line))
}

/// The text of a line that a runner wrote.
pub(crate) fn line_text(said: ProgramLine) -> String {
    match said {
        ProgramLine::Text(text) | ProgramLine::Unreadable { text, .. } => text,
    }
}
