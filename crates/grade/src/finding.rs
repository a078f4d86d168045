//! `Finding`: a verdict with the call that shows it, before it becomes a check of a report.

use serde_json::Value as Json;
use subject::Case;
use table::{Explain, Message};

use crate::crash::CodeCrash;
use crate::report::Verdict;

/// A verdict on one function or requirement, with the example that shows it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Result of the check.
    pub verdict: Verdict,
    /// Arguments and typed lines of the call that shows the verdict.
    pub case: Option<Case>,
    /// Answer that the subject asks for.
    pub expected: Option<Json>,
    /// Answer that the submitted code gave.
    pub got: Option<Json>,
    /// Description of the exception or of the end of the process.
    pub crash: Option<Message>,
    /// Remarks for the reader.
    pub notes: Vec<Message>,
}

impl Finding {
    /// A verdict without an example.
    pub fn new(verdict: Verdict) -> Self {
        Self {
            verdict,
            case: None,
            expected: None,
            got: None,
            crash: None,
            notes: vec![],
        }
    }

    /// A crash: `Crashed`, or `Unjudged` when the machine lacks a module that the code imports.
    pub fn from_crash(case: Option<Case>, crash: &CodeCrash) -> Self {
        if crash.is_missing_module() {
            return Self {
                notes: vec![crash.explain()],
                ..Self::new(Verdict::Unjudged)
            };
        }
        Self {
            case,
            got: Some(crash.json()),
            crash: Some(crash.explain()),
            ..Self::new(Verdict::Crashed)
        }
    }
}
