//! What is heard from a program: an answer, or how it left.

use std::time::Duration;

use crate::misdeed::{Ended, Unreadable};

/// What a program answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The line.
    pub said: Said,
    /// How long it thought, as its clock counts: the first answer of a process has some time free.
    pub thought: Duration,
    /// Processor time that it used meanwhile, as far as it was counted.
    pub processor: Duration,
}

/// A line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Text without control codes, and without blanks at its ends.
    Line(String),
    /// What is no answer: no misdeed yet, the referee counts them.
    Unreadable {
        /// Why.
        why: Unreadable,
        /// The beginning of it, harmless to show.
        text: String,
    },
}

/// How a program left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farewell {
    /// By itself, and how; none when it had to be ended.
    pub ended: Option<Ended>,
    /// Lines that it said after the last answer and that nobody asked for.
    pub unasked: usize,
    /// The end of its standard error.
    pub errors: String,
    /// The notes not taken yet.
    pub notes: Vec<String>,
}
