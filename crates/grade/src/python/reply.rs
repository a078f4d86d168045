//! The lines that the runner writes, and what is believed of them: the values of answers.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value as Json;
use subject::{CallOutcome, Case};

use crate::callable::{CallReply, FunctionDefinition, LoadedCode};
use crate::crash::{CodeCrash, RaisedException};
use crate::submission::notebook_cell;

/// Maximum number of errors outside functions, and of characters of a name or text, that are kept.
const MOST_FAULTS: usize = 40;
const LONGEST_TEXT: usize = 300;
/// Maximum number of parts of one answer, as the runner counts them: values, and every 16 characters of
/// a text. A thousand answers are kept at once.
const MOST_PARTS: usize = 5000;
/// Maximum length in bytes of what one call printed; the runner stops a call at 64 Ki characters.
const LONGEST_PRINTED: usize = 4 << 16;

/// A line of the runner. Code of the student may have written it: whatever is not of this form is
/// refused, and nothing in it is believed except the values of an answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RunnerLine {
    /// Number of the request that the line answers.
    pub(super) request: u64,
    pub(super) reply: RunnerReply,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum RunnerReply {
    Inspected(Inspection),
    Loaded(LoadingErrors),
    Answers(Vec<CallAnswer>),
    Reference(ReferenceQuestion),
}

/// Everything that the files say without being run.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Inspection {
    defined: BTreeMap<String, FunctionDefinition>,
    broken: BTreeMap<String, RaisedException>,
    faults: Vec<RaisedException>,
    uncallable: BTreeSet<String>,
    needs: BTreeMap<String, String>,
}

/// The errors of running the statements outside functions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LoadingErrors {
    broken: BTreeMap<String, RaisedException>,
    faults: Vec<RaisedException>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum CallAnswer {
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
pub(super) struct ReferenceQuestion {
    pub(super) name: String,
    pub(super) args: Vec<Json>,
    pub(super) typed: String,
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

/// Whether there is one answer for each case, or the last answer tells why none follows it, and each
/// is of a size that the runner sends and holds as many arguments as were passed.
pub(super) fn are_complete(answers: &[CallAnswer], cases: &[Case]) -> bool {
    let is_possible = |(answer, case): (&CallAnswer, &Case)| match answer {
        CallAnswer::Returned {
            value,
            args,
            printed,
            ..
        } => {
            let parts = parts(value) + args.iter().map(parts).sum::<usize>();
            args.len() == case.args.len() && parts <= MOST_PARTS && printed.len() <= LONGEST_PRINTED
        }
        CallAnswer::Crashed(_) | CallAnswer::Hung {} => true,
    };
    let stopped = match answers.last() {
        Some(CallAnswer::Hung {}) => true,
        Some(CallAnswer::Crashed(raised)) => raised.kind == RaisedException::LINGERS,
        _ => false,
    };
    let all = answers.len() == cases.len();
    (all || (stopped && answers.len() < cases.len())) && answers.iter().zip(cases).all(is_possible)
}

/// Number of values in a value, and of every 16 characters of its texts.
fn parts(value: &Json) -> usize {
    let text = |text: &str| 1 + text.chars().count() / 16;
    match value {
        Json::Array(items) => 1 + items.iter().map(parts).sum::<usize>(),
        Json::Object(fields) => {
            let fields = fields.iter().map(|(key, it)| text(key) + parts(it));
            1 + fields.sum::<usize>()
        }
        Json::String(it) => text(it),
        Json::Null | Json::Bool(_) | Json::Number(_) => 1,
    }
}

pub(super) fn leaves_code_running(reply: &CallReply) -> bool {
    match reply {
        CallReply::Hung => true,
        CallReply::Crashed(CodeCrash::Raised(raised)) => raised.kind == RaisedException::LINGERS,
        _ => false,
    }
}

/// The functions that the files define, less those that could not be made.
pub(super) fn loaded(
    inspection: Inspection,
    errors: LoadingErrors,
    files: &[(String, String)],
) -> LoadedCode {
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
pub(super) fn located(raised: RaisedException, files: &[(String, String)]) -> RaisedException {
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
