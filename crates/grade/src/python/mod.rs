//! Judges Python submissions: their functions are called in a sandboxed process.

mod encoding;
mod process;
mod reply;

use table::Explain;

use self::process::PythonProcess;
use crate::callable::CallableCode;
use crate::crash::CodeCrash;
use crate::function_grading::{FunctionGrading, load_failure, uniform_report};
use crate::grade::{GradeError, GradingTask};
use crate::report::{Report, Verdict};

/// Judges the functions of Python files. A missing `python3` makes every function `Unjudged`.
pub(crate) fn judge_python(task: GradingTask<'_>) -> Result<Report, GradeError> {
    let mut process = PythonProcess::new(task, vec![])?;
    let (loaded, ended) = match process.load() {
        Ok(loaded) => loaded,
        Err(CodeCrash::Ended(failure)) => {
            let (verdict, fault) = load_failure(failure, "python3")?;
            return Ok(uniform_report(task, verdict, vec![fault]));
        }
        Err(crash) => {
            let faults = vec![crash.explain()];
            return Ok(uniform_report(task, Verdict::Crashed, faults));
        }
    };
    let reload = |helpers| -> Result<Box<dyn CallableCode + '_>, GradeError> {
        Ok(Box::new(PythonProcess::new(task, helpers)?))
    };
    let grading = FunctionGrading::new(task, loaded, vec![], &reload);
    let mut report = grading.judge(&mut process)?;
    let ended = ended.map(|crash| crash.explain());
    report.faults.splice(..0, ended);
    Ok(report)
}
