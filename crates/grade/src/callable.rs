//! `CallableCode`: submitted code in any language whose functions can be called, and its replies.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::Path;
use std::slice;
use std::time::Duration;

use sandbox::{ProgramCommand, ProgramLine, ProgramProcess, TimeAllowance};
use serde::Deserialize;
use subject::{CallOutcome, Case, Function};
use table::Forfeit;

use crate::crash::{CodeCrash, RaisedException};
use crate::notation::Notation;
use crate::paper_deadline::PaperDeadline;

/// Processor time that one call may use.
pub(crate) const CALL_LIMIT: Duration = Duration::from_secs(1);
/// Processor time of a call while an input that hangs is made smaller.
pub(crate) const SHORT_CALL_LIMIT: Duration = Duration::from_millis(100);
/// Total time for calls that do not end. After that, inputs that hang are no longer made smaller.
pub(crate) const HANGING_BUDGET: Duration = Duration::from_secs(8);
/// Number of calls that do not end after which inputs that hang are no longer made smaller.
pub(crate) const MOST_HANGING: u32 = 20;
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

impl CallReply {
    pub(crate) fn is_returned(&self) -> bool {
        matches!(self, Self::Returned(..))
    }
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

    /// Whether there is time for more calls that may not end, or that may end the process.
    fn may_hang_again(&self) -> bool;

    /// The way in which reports write the values of these calls.
    fn notation(&self) -> Notation {
        Notation::Json
    }

    /// Processor time of the calls so far; zero where it is not measured.
    fn processor(&self) -> Duration {
        Duration::ZERO
    }
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
#[derive(Clone, Debug, Default)]
pub(crate) struct LoadedCode {
    /// Functions that can be called, by name.
    pub(crate) defined: BTreeMap<String, FunctionDefinition>,
    /// Functions that cannot be compiled or run, with the reason.
    pub(crate) broken: BTreeMap<String, RaisedException>,
    /// Errors outside functions.
    pub(crate) faults: Vec<RaisedException>,
    /// Functions whose parameters do not tell how to call them.
    pub(crate) uncallable: BTreeSet<String>,
    /// Module that this machine lacks, by the function that uses it.
    pub(crate) needs: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
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

/// Sends a request and returns the one line that replies to it. A line that was written before the
/// request, that is too long or that is not text is [`CodeCrash::Unreadable`].
pub(crate) fn ask_for_reply(
    process: &mut ProgramProcess,
    request: &str,
    limits: TimeAllowance,
    deadline: &PaperDeadline,
) -> Result<String, CodeCrash> {
    if deadline.is_over() {
        return Err(CodeCrash::PaperLate);
    }
    let before = process.processor().unwrap_or_default();
    match process.ask_with_allowance(request, limits) {
        Ok(answer) => {
            deadline.spend(answer.processor);
            match answer.line {
                ProgramLine::Text(text) => Ok(text),
                ProgramLine::Unreadable { .. } => Err(CodeCrash::Unreadable),
            }
        }
        Err(failure) => {
            // Time by the clock would make the deadline depend on the load: a late reply counts as the
            // least that makes it late. A process that has ended is not measured any more.
            let used = process.processor().unwrap_or(before).saturating_sub(before);
            let late = failure.forfeit() == Forfeit::Time;
            let least = late.then(|| limits.processor.min(limits.asleep));
            deadline.spend(used.max(least.unwrap_or_default()));
            Err(failure.into())
        }
    }
}
