//! `Finding`: a verdict with the call that shows it, before it becomes a check of a report.

use serde_json::Value as Json;
use subject::Case;
use table::{Explain, Message};

use crate::crash::CodeCrash;
use crate::report::{ShownCall, Verdict};

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
    /// Functions in whose place the reference was called.
    pub(crate) helpers: Vec<&'static str>,
    /// The call and its answers in the notation of the student's language.
    pub(crate) shown: Option<ShownCall>,
    /// Module or tool without which the check is unjudged.
    pub(crate) needs: Option<String>,
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
            helpers: vec![],
            shown: None,
            needs: None,
        }
    }

    /// A verdict that only a note explains.
    pub(crate) fn with_note(verdict: Verdict, note: Message) -> Self {
        Self {
            notes: vec![note],
            ..Self::new(verdict)
        }
    }

    /// A check that cannot be judged, because this machine lacks the module or tool `needs`.
    pub(crate) fn unjudged(needs: &str, note: Message) -> Self {
        Self {
            needs: Some(needs.to_owned()),
            ..Self::with_note(Verdict::Unjudged, note)
        }
    }

    pub(crate) fn from_crash(case: Option<Case>, crash: &CodeCrash) -> Self {
        Self {
            case,
            got: Some(crash.json()),
            crash: Some(crash.explain()),
            ..Self::new(match crash {
                CodeCrash::PaperLate => Verdict::Hung,
                _ => Verdict::Crashed,
            })
        }
    }
}
