//! Judges Python submissions: their functions are called in a sandboxed process.

mod process;

use sandbox::{Cage, ProgramFailure, StartFailure};
use table::{Explain, message};

use self::process::PythonProcess;
use crate::callable::CallableCode;
use crate::function_grading::{FunctionGrading, uniform_report};
use crate::grade::{GradeError, GradeOptions};
use crate::homework::Homework;
use crate::report::{Report, Verdict};
use crate::submission::Submission;

/// Judges the functions of Python files.
///
/// # Errors
/// When the sandbox cannot be started. A missing `python3` makes every function `Unjudged`.
pub fn judge_python(
    cage: &Cage,
    homework: &'static Homework,
    submission: &Submission,
    options: &GradeOptions,
) -> Result<Report, GradeError> {
    let mut process = PythonProcess::new(cage, homework, submission, vec![])?;
    let uniform = |verdict, fault| {
        Ok(uniform_report(
            homework,
            submission,
            options,
            verdict,
            vec![fault],
        ))
    };
    let (loaded, ended) = match process.load() {
        Ok(loaded) => loaded,
        Err(ProgramFailure::Start(StartFailure::Missing(_))) => {
            let missing = message!("grade-missing-tool", tool = "python3");
            return uniform(Verdict::Unjudged, missing);
        }
        Err(ProgramFailure::Start(why)) if why != StartFailure::Silent => {
            return Err(GradeError::Start(why));
        }
        Err(failure) => return uniform(Verdict::Crashed, failure.explain()),
    };
    let reload = |helpers| -> Result<Box<dyn CallableCode + '_>, GradeError> {
        let process = PythonProcess::new(cage, homework, submission, helpers)?;
        Ok(Box::new(process))
    };
    FunctionGrading::new(homework, submission, options, loaded, &reload)
        .with_ended(ended)
        .judge(&mut process)
}
