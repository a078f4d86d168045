//! What a student hands in, judged against the subject, with the shortest input that shows the
//! difference.
//!
//! A [`Submission`] is loaded in a cage. Python functions are called, definition by definition, with
//! inputs that meet the subject's conditions; [`grade`] judges the answers by the subject's
//! relations and makes the inputs smaller. Java programs play games, which are read as ledgers.
//!
//! **Invariant:** what is expected of a function never enters the student's process.
//! **Invariant:** nothing here prints; a [`Report`] is data, and [`text`](Report::text) words it.

mod archive;
mod board;
mod class;
mod crash;
mod examine;
mod fortran;
mod functions;
mod grade;
mod likeness;
mod manner;
mod matches;
mod place;
mod scale;
mod session;
mod shape;
mod shell;
mod submission;
mod text;
mod verdict;
mod whole;

pub use class::{Class, Here, Judge, Keeper, Student};
pub use grade::{GradeError, Options, grade, tools};
pub use scale::{Scale, ScaleError};
pub use submission::{Submission, SubmissionError};
pub use verdict::{Check, Report, Verdict};
pub use whole::{UnknownWord, Whole};
