//! `CallableCode`: submitted code in any language whose functions can be called, and its replies.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use sandbox::{ProgramFailure, ProgramLine, TimeAllowance};
use serde::Deserialize;
use subject::{CallOutcome, Case, Function};
use table::Forfeit;

use crate::crash::{CodeCrash, RaisedException};

/// Processor time that one call may use.
pub const CALL_LIMIT: Duration = Duration::from_secs(1);
/// Processor time of a call while an input that hangs is made smaller.
pub const SHORT_CALL_LIMIT: Duration = Duration::from_millis(200);
/// Time that a submission may spend in calls that do not end. After that, inputs that hang are no
/// longer made smaller.
pub const HANGING_BUDGET: Duration = Duration::from_secs(8);
/// Time asleep that one call may spend, as a multiple of its limit.
const SLEEP_FACTOR: u32 = 5;
/// Processor time beyond the limit that the runner needs to interrupt a call and to answer.
const GRACE: Duration = Duration::from_secs(2);

/// The reply to one call.
#[derive(Clone, Debug, PartialEq)]
pub enum CallReply {
    /// The call returned. The text is the Python type of the returned value, or `shared` for a list
    /// that holds one inner list several times; it is empty in other languages.
    Returned(CallOutcome, String),
    /// The call raised an exception or ended the process.
    Crashed(CodeCrash),
    /// The call exceeded its time limit.
    Hung,
}

impl CallReply {
    /// The reply when the process ended: `Hung` if it exceeded its time, a crash otherwise.
    pub fn from_failure(failure: ProgramFailure) -> Self {
        match failure.forfeit() {
            Forfeit::Time => Self::Hung,
            _ => Self::Crashed(CodeCrash::Ended(failure)),
        }
    }
}

/// Submitted code whose functions can be called.
pub trait CallableCode {
    /// Calls the student's function `name` as `function` of the subject, once per case in order. A
    /// call that hangs or ends the process is the last: its reply ends the list.
    fn call(
        &mut self,
        name: &str,
        function: &Function,
        cases: &[Case],
        limit: Duration,
    ) -> Vec<CallReply>;

    /// Whether reference functions replace some of the student's, which makes calls slow.
    fn is_assisted(&self) -> bool;

    /// Whether [`HANGING_BUDGET`] allows more calls that may not end.
    fn may_hang_again(&self) -> bool;
}

/// The functions that the submitted files define.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct LoadedCode {
    /// Functions that can be called, by name.
    pub defined: BTreeMap<String, FunctionDefinition>,
    /// Functions that cannot be compiled or run, with the reason.
    pub broken: BTreeMap<String, RaisedException>,
    /// Errors outside functions.
    pub faults: Vec<RaisedException>,
    /// Functions whose parameters do not tell how to call them.
    #[serde(skip)]
    pub uncallable: BTreeSet<String>,
}

/// A function of the student.
#[derive(Clone, Debug, Deserialize)]
pub struct FunctionDefinition {
    /// Minimum number of arguments.
    pub fewest: usize,
    /// Maximum number of arguments.
    pub most: usize,
    /// Every name that its body uses.
    pub uses: Vec<String>,
}

/// Time limits of a request that makes `calls` calls, when one of them may use its whole limit.
pub fn request_limits(limit: Duration, calls: usize) -> TimeAllowance {
    TimeAllowance {
        processor: limit + GRACE + limit / 50 * calls as u32,
        asleep: SLEEP_FACTOR * limit,
    }
}

/// The text of a line that a runner wrote.
pub fn line_text(said: ProgramLine) -> String {
    match said {
        ProgramLine::Text(text) | ProgramLine::Unreadable { text, .. } => text,
    }
}
