//! Grading of homework: a student's submission is judged against the course subject, and each mistake
//! is shown by the smallest input that was found.
//!
//! [`grade()`] runs the [`Submission`] in a sandbox. Python and Fortran functions are called with inputs
//! that meet the subject's conditions, and their answers are judged by the subject's relations. Java
//! programs play whole games, whose transcripts are checked line by line. The result is a [`Report`].
//! [`Class`] grades a whole class.
//!
//! A [`Homework`] holds everything about one subject; [`subjects`] lists them. The other modules name
//! no subject.
//!
//! **Invariant:** expected results never enter the student's process.
//! **Invariant:** this crate prints nothing; a [`Report`] is data, and [`text`](Report::text) words it.

mod answer_form;
pub mod archive;
mod call_form;
mod callable;
mod class;
mod command_line;
mod crash;
mod finding;
mod fortran_fixed_form;
mod function_grading;
mod grade;
pub mod hex;
mod homework;
pub mod picture;
mod python;
mod report;
mod report_text;
mod scale;
mod shell;
mod similarity;
pub mod subjects;
mod submission;
mod trial;

text::catalogue!();

pub use callable::{
    CALL_LIMIT, CallReply, CallableCode, FunctionDefinition, HANGING_BUDGET, LoadedCode,
    SHORT_CALL_LIMIT, line_text, request_limits,
};
pub use class::{Class, HomeworkJudge, LocalJudge, ReportCache, Student};
pub use command_line::repeat_call;
pub use crash::{CodeCrash, RaisedException};
pub use finding::Finding;
pub use function_grading::{CodeReloader, FunctionGrading, has_name, uniform_report};
pub use grade::{GradeError, GradeOptions, JudgeError, grade};
pub use homework::{CodeLanguage, Homework, MainProgram, SubjectCheck, SubmissionJudge};
pub use python::judge_python;
pub use report::{Check, Report, Verdict};
pub use scale::{Scale, ScaleError};
pub use shell::{PrintedGameRules, RuleViolation};
pub use subjects::homework_for;
pub use submission::{Submission, SubmissionError};
pub use trial::{FunctionTrial, UNLIKELY, case_size};
