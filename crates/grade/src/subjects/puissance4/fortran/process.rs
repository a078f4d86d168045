//! `FortranProcess`: the student's routines in a process of their own, called and started again.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use sandbox::{
    ExceededLimit, ProgramExit, ProgramFailure, ProgramLine, ProgramProcess, StartFailure,
    TimeAllowance,
};
use serde_json::Value as Json;
use subject::{Case, Function};
use table::Forfeit;

use super::compiler::{BoundsCheck, CompileFailure, compile};
use super::driver::CallStub;
use super::patched_sources::PatchedSources;
use super::reply::{is_empty_reply, read_replies};
use super::signature::{ArgumentRole, GridExtents};
use crate::{
    CallReply, CallableCode, Calls, CodeCrash, GradingTask, HANGING_BUDGET, Notation,
    PaperDeadline, RaisedException, call_all_or_one_by_one, request_limits, runner_command,
};

const SCRIPT: &str = include_str!("run.sh");
/// Maximum length of one reply, in bytes.
const LONGEST_REPLY: usize = 16 << 20;
/// Maximum size of a file that the program writes, in bytes.
const LARGEST_FILE: u64 = 16 << 20;
/// Maximum number of processes and threads, more than any homework needs.
const MOST_PROCESSES: u32 = 16;
/// Time to start the program, in which it runs no routine of the student.
const STARTING: TimeAllowance = TimeAllowance {
    processor: Duration::from_secs(5),
    asleep: Duration::from_secs(5),
};
/// Number of starts at which the driver did not answer before the program is not started again.
const MOST_FAILED_STARTS: u32 = 2;
/// Number of calls of one routine that do not end before its other calls get less time.
const MOST_PATIENT: u32 = 2;
/// Processor time of a call of a routine whose calls did not end before.
const BRIEF_CALL_LIMIT: Duration = Duration::from_millis(50);
/// Processor time beyond the limits that the driver needs to read cases and to write answers.
const GRACE: Duration = Duration::from_millis(500);
/// Processor time that a crash counts for: about that of a start.
const CRASH_COST: Duration = Duration::from_millis(20);
const SIGFPE: i32 = 8;
const SIGSEGV: i32 = 11;
/// Signal that ends a call at its limit of processor time.
const SIGPROF: i32 = 27;

/// Calls of one submission that did not end, which all its processes share.
#[derive(Debug, Default)]
pub(super) struct HungCalls {
    /// Number of them by routine.
    by_routine: RefCell<BTreeMap<String, u32>>,
    /// Routines that neither returned nor let the time signal end them.
    refused: RefCell<BTreeSet<String>>,
    /// Sum of their time limits. A clock would depend on other programs.
    time: Cell<Duration>,
    /// Number of starts at which the driver did not answer.
    failed_starts: Cell<u32>,
}

impl HungCalls {
    fn add(&self, routine: &str, limit: Duration) {
        let mut all = self.by_routine.borrow_mut();
        *all.entry(routine.to_owned()).or_default() += 1;
        // The call hung twice: in its batch and alone.
        self.time.set(self.time.get() + 2 * limit);
    }

    /// Records that a single call of a routine had to be ended from outside.
    fn refuse(&self, routine: &str) {
        self.refused.borrow_mut().insert(routine.to_owned());
    }

    /// Whether a routine is called no more, because each call would cost seconds.
    fn is_refused(&self, routine: &str) -> bool {
        self.refused.borrow().contains(routine)
    }

    /// The limit for a call of a routine: short once several of its calls did not end.
    fn limit(&self, routine: &str, limit: Duration) -> Duration {
        let hung = self.by_routine.borrow().get(routine).copied();
        let is_patient = hung.unwrap_or_default() < MOST_PATIENT;
        if is_patient {
            limit
        } else {
            limit.min(BRIEF_CALL_LIMIT)
        }
    }
}

/// The student's routines, compiled with a driver that calls them.
pub(super) struct FortranProcess<'a> {
    task: GradingTask<'a>,
    hung: &'a HungCalls,
    pub(super) sources: PatchedSources,
    /// Extents of grids with an assumed shape.
    pub(super) assumed: GridExtents,
    bounds: BoundsCheck,
    /// Folder of the files to compile.
    home: tempfile::TempDir,
    /// The compiled program; `None` before it was compiled.
    program: Option<PathBuf>,
    /// The running program; `None` after a crash.
    running: Option<RunningProgram>,
    /// Number of the last request.
    request: u32,
}

/// A program that was started to call one routine. Another routine gets another process: what one
/// leaves behind, in memory or as processes that run on, does not reach the next.
struct RunningProgram {
    stub: usize,
    process: ProgramProcess,
}

impl<'a> FortranProcess<'a> {
    pub(super) fn new(
        task: GradingTask<'a>,
        hung: &'a HungCalls,
        sources: PatchedSources,
        assumed: GridExtents,
        bounds: BoundsCheck,
    ) -> std::io::Result<Self> {
        Ok(Self {
            task,
            hung,
            sources,
            assumed,
            bounds,
            home: tempfile::tempdir()?,
            program: None,
            running: None,
            request: 0,
        })
    }

    /// Compiles the files, and removes code that does not compile until the rest does.
    pub(super) fn compile(&mut self) -> Result<(), CompileFailure> {
        let home = self.home.path();
        let program = compile(self.task, home, &mut self.sources, self.bounds)?;
        self.program = Some(program);
        Ok(())
    }

    /// Starts the program and sees that its driver answers, before any routine is called.
    fn start(&self) -> Result<ProgramProcess, CodeCrash> {
        let silent = || CodeCrash::Ended(ProgramFailure::Start(StartFailure::Silent));
        let program = self.program.as_ref().ok_or_else(silent)?;
        if self.hung.failed_starts.get() >= MOST_FAILED_STARTS {
            return Err(silent());
        }
        let words = ["sh", "-c", SCRIPT, "run.sh"];
        let mut words: Vec<OsString> = words.map(Into::into).to_vec();
        words.push(program.into());
        let mut command = runner_command(words, self.home.path(), LONGEST_REPLY);
        command.limits.file_size = LARGEST_FILE;
        command.limits.processes = MOST_PROCESSES;
        let mut process = self.task.cage.start(&command)?;
        let request = request_head(0, [0; 4]);
        let deadline = self.task.deadline;
        let reply = ask(&mut process, &request, STARTING, deadline, Duration::ZERO);
        if matches!(reply, Err(CodeCrash::Ended(_))) {
            let failed = &self.hung.failed_starts;
            failed.set(failed.get() + 1);
        }
        let reply = reply?;
        if is_empty_reply(&reply, 0) {
            Ok(process)
        } else {
            Err(CodeCrash::Unreadable)
        }
    }

    /// The program that was started for a routine, started if it does not run.
    fn running(&mut self, stub: usize) -> Result<&mut ProgramProcess, CodeCrash> {
        let usable = self.running.take().filter(|it| it.stub == stub);
        let running = match usable {
            Some(running) => running,
            None => RunningProgram {
                stub,
                process: self.start()?,
            },
        };
        Ok(&mut self.running.insert(running).process)
    }

    /// Makes calls in one request. A failure ends the process.
    fn batch(&mut self, stub: usize, calls: Calls<'_>) -> Result<Vec<CallReply>, CodeCrash> {
        if self.hung.is_refused(calls.name) {
            return Ok(vec![CallReply::Hung]);
        }
        let replies = self.make(stub, calls);
        if let Err(CodeCrash::Ended(failure)) = &replies
            && failure.forfeit() == Forfeit::Time
            && calls.cases.len() == 1
        {
            self.hung.refuse(calls.name);
        }
        replies.inspect_err(|_| self.running = None)
    }

    fn make(&mut self, stub: usize, calls: Calls<'_>) -> Result<Vec<CallReply>, CodeCrash> {
        let Calls {
            function,
            cases,
            limit,
            ..
        } = calls;
        self.request = self.request.wrapping_add(1) % 1_000_000_000;
        let number = self.request;
        let signature = &self.sources.stubs[stub].signature;
        let kind = signature.answer;
        let form = signature.grid.as_ref();
        let form = form.map_or(0, |grid| u128::from(grid.form(self.assumed)));
        let head = [stub as u128, form, cases.len() as u128, limit.as_micros()];
        let mut request = request_head(number, head);
        request.extend(cases.iter().map(|case| encoded(function, case)));
        let limits = call_limits(limit, cases.len());
        let deadline = self.task.deadline;
        let process = self.running(stub)?;
        let reply = ask(process, &request, limits, deadline, limit);
        let reply = reply.map_err(|crash| described(crash, &process.errors()))?;
        read_replies(&reply, number, cases, (function, kind)).ok_or(CodeCrash::Unreadable)
    }
}

impl CallableCode for FortranProcess<'_> {
    fn call(&mut self, calls: Calls<'_>) -> Vec<CallReply> {
        let is_meant =
            |it: &CallStub| it.procedure.name == calls.name && it.function == calls.function.name;
        let Some(stub) = self.sources.stubs.iter().position(is_meant) else {
            let removed = self.sources.errors.get(calls.name).cloned();
            return vec![CallReply::Crashed(
                removed.map_or(CodeCrash::Unreadable, CodeCrash::Raised),
            )];
        };
        let limit = self.hung.limit(calls.name, calls.limit);
        let calls = Calls { limit, ..calls };
        let replies = call_all_or_one_by_one(calls, |calls| self.batch(stub, calls));
        if replies.last() == Some(&CallReply::Hung) {
            self.hung.add(calls.name, limit);
        }
        replies
    }

    fn notation(&self) -> Notation {
        Notation::Fortran
    }

    fn may_hang_again(&self) -> bool {
        self.hung.time.get() < HANGING_BUDGET
    }
}

/// Sends a request and returns the one line that replies to it. A line that was written before the
/// request, that is too long or that is not text is [`CodeCrash::Unreadable`]. `limit` is the processor
/// time at which a call ends its process.
pub(super) fn ask(
    process: &mut ProgramProcess,
    request: &str,
    limits: TimeAllowance,
    deadline: &PaperDeadline,
    limit: Duration,
) -> Result<String, CodeCrash> {
    if deadline.is_over() {
        return Err(CodeCrash::PaperLate);
    }
    let before = process.processor().unwrap_or_default();
    match process.ask_with_allowance(request, limits) {
        Ok(answer) => {
            deadline.spend(answer.processor);
            match answer.line {
                ProgramLine::Text(text) => Ok(text),
                ProgramLine::Unreadable { .. } => Err(CodeCrash::Unreadable),
            }
        }
        Err(failure) => {
            let is_late = failure == ProgramFailure::Crash(ProgramExit::Killed(SIGPROF));
            let lost = if is_late { limit } else { CRASH_COST };
            // A process that has ended has no clock, and that on the wall depends on other programs.
            let used = process.processor();
            deadline.spend(used.map_or(lost, |now| now.saturating_sub(before)));
            Err(failure.into())
        }
    }
}

/// Time limits of a request that makes `calls` calls, of which one may use its whole limit. The program
/// ends a call at its limit by itself, unless the routine prevents that.
fn call_limits(limit: Duration, calls: usize) -> TimeAllowance {
    TimeAllowance {
        processor: limit + GRACE + limit / 50 * calls as u32,
        ..request_limits(limit, calls)
    }
}

/// The head of a request as `kit.f90` reads it: its number, the stub, the form of the grid, the number
/// of cases and the limit of each call in microseconds.
fn request_head(number: u32, rest: [u128; 4]) -> String {
    let [stub, form, count, limit] = rest;
    format!("{number:>10}{stub:>10}{form:>10}{count:>10}{limit:>10}")
}

/// A case as `kit.f90` reads it: 72 digits for the cells, then five numbers of three characters.
fn encoded(function: &Function, case: &Case) -> String {
    let mut cells = String::new();
    let mut numbers = [1_i64; 5];
    for (arg, parameter) in case.args.iter().zip(function.parameters) {
        match (ArgumentRole::from_subject(parameter.name), arg) {
            (ArgumentRole::Grid, Json::Array(rows)) => {
                let rows = rows.iter().filter_map(Json::as_array).flatten();
                let digit = |cell: &Json| cell.as_u64().unwrap_or(0).min(9).to_string();
                cells = rows.map(digit).collect();
            }
            (role, arg) => {
                let at = match role {
                    ArgumentRole::Line => 0,
                    ArgumentRole::Column => 1,
                    ArgumentRole::Colour | ArgumentRole::Grid | ArgumentRole::Answer => 2,
                    ArgumentRole::StepX => 3,
                    ArgumentRole::StepY => 4,
                };
                numbers[at] = arg.as_i64().unwrap_or(1).clamp(-99, 999);
            }
        }
    }
    // A grid without a border gets one for the transfer.
    if cells.len() == 42 {
        let rows: Vec<_> = cells
            .as_bytes()
            .chunks(7)
            .map(String::from_utf8_lossy)
            .collect();
        let border = "0".repeat(9);
        cells = format!("{border}0{}0{border}", rows.join("00"));
    }
    let [line, column, colour, x, y] = numbers;
    format!("{cells:0<72}{line:>3}{column:>3}{colour:>3}{x:>3}{y:>3}")
}

/// The crash of a program that ended, with what the Fortran runtime wrote to its standard error.
fn described(crash: CodeCrash, errors: &str) -> CodeCrash {
    let after = |start: &str| errors.lines().find_map(|it| it.trim().strip_prefix(start));
    let (kind, text) = match &crash {
        CodeCrash::Ended(ProgramFailure::Limit(ExceededLimit::FileSize(_))) => {
            (RaisedException::FLOOD, "")
        }
        CodeCrash::Ended(ProgramFailure::Crash(exit)) => {
            match (exit, after("Fortran runtime error: ")) {
                (ProgramExit::Killed(SIGPROF), _) => (RaisedException::HUNG, ""),
                (ProgramExit::Exited(_), Some(text)) => ("Fortran", text),
                (ProgramExit::Exited(_), None) => ("STOP", errors.lines().next().unwrap_or("")),
                (ProgramExit::Killed(SIGSEGV), _) => ("SIGSEGV", ""),
                (ProgramExit::Killed(SIGFPE), _) => ("SIGFPE", ""),
                _ => return crash,
            }
        }
        _ => return crash,
    };
    let line = after("At line ").and_then(|it| it.split(' ').next()?.parse().ok());
    RaisedException::new(kind, text, line).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_has_the_line_and_the_text_of_the_runtime() {
        let ended = |exit| CodeCrash::Ended(ProgramFailure::Crash(exit));
        let errors = "At line 7 of file 0.f90\nFortran runtime error: Index '0' of dimension 1\n";
        let described = |exit, errors| match described(ended(exit), errors) {
            CodeCrash::Raised(raised) => (raised.kind, raised.line),
            other => panic!("{other:?}"),
        };
        let fortran = ("Fortran".to_owned(), Some(7));
        assert_eq!(described(ProgramExit::Exited(2), errors), fortran);
        let hung = (RaisedException::HUNG.to_owned(), None);
        assert_eq!(described(ProgramExit::Killed(SIGPROF), ""), hung);
    }

    #[test]
    fn a_routine_whose_calls_did_not_end_gets_less_time_and_others_do_not() {
        let (hung, second) = (HungCalls::default(), Duration::from_secs(1));
        for _ in 0..MOST_PATIENT {
            assert_eq!(hung.limit("lacher", second), second);
            hung.add("lacher", second);
        }
        assert_eq!(hung.limit("lacher", second), BRIEF_CALL_LIMIT);
        assert_eq!(hung.limit("vider", second), second);
        hung.refuse("lacher");
        assert!(hung.is_refused("lacher") && !hung.is_refused("vider"));
    }
}
