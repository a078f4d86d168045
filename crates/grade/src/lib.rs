//! Grading of homework: a student's submission is judged against the course subject, and each mistake
//! is shown by the smallest input that was found.
//!
//! [`grade()`] runs the [`Submission`] in a sandbox. Python and Fortran functions are called with inputs
//! that meet the subject's conditions, and their answers are judged by the subject's relations. Java
//! programs play whole games, whose transcripts are checked line by line. The result is a [`Report`].
//! [`Class`] grades a whole class.
//!
//! A [`Homework`] holds everything about one subject; `subjects/` lists them. The other modules name
//! no subject.
//!
//! **Invariant:** expected results never enter the student's process.
//! **Invariant:** this crate prints nothing; a [`Report`] is data, and [`text`](Report::text) words it.

mod answer_form;
mod archive;
mod call_form;
mod callable;
mod class;
mod command_line;
mod crash;
mod difference;
mod finding;
mod fortran_fixed_form;
mod function_grading;
mod grade;
mod homework;
mod notation;
mod paper_deadline;
mod picture;
mod python;
mod report;
mod report_text;
mod scale;
mod shell;
mod similarity;
mod subjects;
mod submission;
mod trial;

text::catalogue!();

pub use class::{Class, HomeworkJudge, LocalJudge, ReportCache, Student};
pub use grade::{GradeError, GradeOptions, grade};
pub use homework::{CodeLanguage, Homework};
pub use report::{Check, Report, Verdict};
pub use scale::{Scale, ScaleError};
pub use subjects::homework_for;
pub use submission::{Submission, SubmissionError};

use callable::{
    COMPILING, CallReply, CallableCode, Calls, FunctionDefinition, HANGING_BUDGET, LoadedCode,
    call_all_or_one_by_one, request_limits, runner_command,
};
use command_line::{quoted, repeat_call};
use crash::{CodeCrash, RaisedException};
use finding::Finding;
use function_grading::{FunctionGrading, has_name, load_failure, uniform_report};
use grade::GradingTask;
use homework::{MainProgram, SubjectCheck};
use notation::Notation;
use paper_deadline::PaperDeadline;
use python::judge_python;
use report::ShownCall;
use shell::{PrintedGameRules, RuleViolation};
use trial::{FunctionTrial, case_size, unlikely_frequencies};
