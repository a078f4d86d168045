//! `Finding`: a verdict with the call that shows it, before it becomes a check of a report.

use serde_json::Value as Json;
use subject::Case;
use table::{Explain, Message};

use crate::crash::CodeCrash;
use crate::report::Verdict;

/// A verdict on one function or requirement, with the example that shows it.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub(crate) verdict: Verdict,
    /// Arguments and typed lines of the call that shows the verdict.
    pub(crate) case: Option<Case>,
    /// Answer that the subject asks for.
    pub(crate) expected: Option<Json>,
    /// Answer that the submitted code gave.
    pub(crate) got: Option<Json>,
    /// Description of the exception or of the end of the process.
    pub(crate) crash: Option<Message>,
    pub(crate) notes: Vec<Message>,
}

impl Finding {
    /// A verdict without an example.
    pub(crate) fn new(verdict: Verdict) -> Self {
        Self {
            verdict,
            case: None,
            expected: None,
            got: None,
            crash: None,
            notes: vec![],
        }
    }

    /// A verdict that only a note explains.
    pub(crate) fn with_note(verdict: Verdict, note: Message) -> Self {
        Self {
            notes: vec![note],
            ..Self::new(verdict)
        }
    }

    /// A crash: `Crashed`, or `Unjudged` when the machine lacks a module that the code imports.
    pub(crate) fn from_crash(case: Option<Case>, crash: &CodeCrash) -> Self {
        if crash.is_missing_module() {
            return Self::with_note(Verdict::Unjudged, crash.explain());
        }
        Self {
            case,
            got: Some(crash.json()),
            crash: Some(crash.explain()),
            ..Self::new(Verdict::Crashed)
        }
    }
}
