//! `FortranProcess`: the student's Fortran, compiled in the sandbox, called, and restarted after a crash.

use std::ffi::OsString;
use std::fs;
use std::time::Duration;

use sandbox::{Cage, ProgramFailure, ProgramProcess, StartFailure};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use subject::{CallOutcome, Case, Function, Type};

use super::driver::CallStub;
use super::patched_sources::{CompilerMessage, PatchedSources};
use super::signature::{ArgumentRole, GridExtents, ReturnKind};
use crate::{
    COMPILING, CallReply, CallableCode, Calls, CodeCrash, HANGING_BUDGET, RaisedException, ask,
    call_all_or_one_by_one, hex, request_limits, runner_command,
};

const SCRIPT: &str = include_str!("compile_and_run.sh");
/// Maximum length of one answer line, in bytes.
const LONGEST_ANSWER: usize = 16 << 20;
/// Maximum size of a file that the compiler or program writes, in bytes.
const LARGEST_FILE: u64 = 16 << 20;
/// Maximum number of bytes that one call may print; `kit.f90` reads one more.
const MOST_PRINTED: usize = 65_536;
/// Number of errors that are removed before the files count as impossible to compile.
const MOST_REMOVED_ERRORS: usize = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoundsCheck {
    Off,
    On,
}

#[derive(Debug)]
pub(super) enum CompileFailure {
    /// `gfortran` is not installed.
    Missing,
    /// The sandbox failed or ended the compiler.
    Ended(ProgramFailure),
    /// Nothing is left that can be compiled; the text is the compiler's output.
    Failed(String),
    Io(std::io::Error),
}

/// The student's routines, compiled with a driver that calls them.
pub(super) struct FortranProcess<'a> {
    cage: &'a Cage,
    pub(super) sources: PatchedSources,
    /// Extents of grids with an assumed shape.
    pub(super) assumed: GridExtents,
    bounds: BoundsCheck,
    /// Folder of the files to compile.
    home: tempfile::TempDir,
    /// The running program; `None` after a crash.
    process: Option<ProgramProcess>,
    /// Time spent in calls that did not end.
    hung: Duration,
}

/// The driver's answer to a request of several calls.
#[derive(Deserialize)]
struct DriverAnswers {
    answers: Vec<DriverAnswer>,
}

/// The driver's answer to one call: each possible result, the cells of the grid, and the output.
#[derive(Deserialize)]
struct DriverAnswer {
    int: i64,
    log: u8,
    chr: String,
    cells: Vec<i64>,
    printed: String,
}

impl<'a> FortranProcess<'a> {
    pub(super) fn new(
        cage: &'a Cage,
        sources: PatchedSources,
        assumed: GridExtents,
        bounds: BoundsCheck,
    ) -> std::io::Result<Self> {
        Ok(Self {
            cage,
            sources,
            assumed,
            bounds,
            home: tempfile::tempdir()?,
            process: None,
            hung: Duration::ZERO,
        })
    }

    /// Compiles the files, and removes code that does not compile until the rest does.
    pub(super) fn compile(&mut self) -> Result<(), CompileFailure> {
        for _ in 0..MOST_REMOVED_ERRORS {
            let (process, answer) = self.start()?;
            match answer.split_once(' ') {
                _ if answer == "missing" => return Err(CompileFailure::Missing),
                Some(("compiled", rest)) => match first_error(rest) {
                    None if rest == "0" => {
                        self.process = Some(process);
                        return Ok(());
                    }
                    Some(error) if self.sources.remove_error(&error) => {}
                    Some(_) | None => return Err(CompileFailure::Failed(answer)),
                },
                _ => return Err(CompileFailure::Failed(answer)),
            }
        }
        Err(CompileFailure::Failed(String::new()))
    }

    fn start(&self) -> Result<(ProgramProcess, String), CompileFailure> {
        let mut words: Vec<OsString> = ["sh", "-c", SCRIPT, "compile_and_run.sh"]
            .map(Into::into)
            .to_vec();
        words.push(match self.bounds {
            BoundsCheck::Off => "-fcheck=all,no-bounds,no-array-temps".into(),
            BoundsCheck::On => "-fcheck=all,no-array-temps".into(),
        });
        for (name, text) in self.sources.files() {
            let file = self.home.path().join(name);
            fs::write(&file, text).map_err(CompileFailure::Io)?;
            words.push(file.into());
        }
        let mut program = runner_command(words, self.home.path(), LONGEST_ANSWER);
        program.limits.file_size = LARGEST_FILE;
        let mut process = self.cage.start(&program).map_err(CompileFailure::Ended)?;
        let answer = ask(&mut process, "compile", COMPILING).map_err(CompileFailure::Ended)?;
        Ok((process, answer))
    }

    fn batch(&mut self, stub: usize, calls: Calls<'_>) -> Result<Vec<CallReply>, CodeCrash> {
        let Calls {
            function,
            cases,
            limit,
            ..
        } = calls;
        if self.process.is_none() {
            let started = self.start().map_err(|why| match why {
                CompileFailure::Ended(failure) => CodeCrash::Ended(failure),
                // The same files compiled before, so the machine is the cause.
                _ => CodeCrash::Ended(ProgramFailure::Start(StartFailure::Silent)),
            });
            self.process = Some(started?.0);
        }
        let signature = &self.sources.stubs[stub].signature;
        let grid = signature.grid.as_ref();
        let form = grid.map_or(0, |grid| grid.form(self.assumed));
        let (count, limit_us) = (cases.len(), limit.as_micros());
        let mut request = format!("{stub:>10}{form:>10}{count:>10}{limit_us:>10}");
        request.extend(cases.iter().map(|case| encoded(function, case)));
        let process = self.process.as_mut();
        let process = process.expect("the program was started above");
        let answer = ask(process, &request, request_limits(limit, count));
        let answer = answer.inspect_err(|_| self.process = None)?;
        if let Some(crash) = answer.strip_prefix("crashed ") {
            return Err(parse_crash(crash).into());
        }
        let answers: Option<DriverAnswers> = serde_json::from_str(&answer).ok();
        let answers = answers.map_or_else(Vec::new, |it| it.answers);
        let replies = answers.iter().zip(cases);
        let replies = replies.map(|(answer, case)| reply(answer, case, function, signature.answer));
        Ok(replies.collect())
    }
}

impl CallableCode for FortranProcess<'_> {
    fn call(&mut self, calls: Calls<'_>) -> Vec<CallReply> {
        let is_meant =
            |it: &CallStub| it.procedure.name == calls.name && it.function == calls.function.name;
        let Some(stub) = self.sources.stubs.iter().position(is_meant) else {
            return vec![];
        };
        let replies = call_all_or_one_by_one(calls, |calls| self.batch(stub, calls));
        if replies.last() == Some(&CallReply::Hung) {
            // The call hung twice: in its batch and alone. The time limit counts, not the clock, which
            // depends on other programs.
            self.hung += 2 * calls.limit;
        }
        replies
    }

    fn may_hang_again(&self) -> bool {
        self.hung < HANGING_BUDGET
    }
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
        let rows: Vec<_> = cells.as_bytes().chunks(7).map(text).collect();
        let border = "0".repeat(9);
        cells = format!("{border}0{}0{border}", rows.join("00"));
    }
    let [line, column, colour, x, y] = numbers;
    format!("{cells:0<72}{line:>3}{column:>3}{colour:>3}{x:>3}{y:>3}")
}

fn reply(answer: &DriverAnswer, case: &Case, function: &Function, kind: ReturnKind) -> CallReply {
    let printed = hex::decode(&answer.printed).unwrap_or_default();
    if printed.len() > MOST_PRINTED {
        let flood = RaisedException::new(RaisedException::FLOOD, "", None);
        return CallReply::Crashed(flood.into());
    }
    let returned = match kind {
        ReturnKind::Nothing => Json::Null,
        ReturnKind::Integer => json!(answer.int),
        ReturnKind::Logical => json!(answer.log == 1),
        ReturnKind::Character => {
            let text = text(&hex::decode(&answer.chr).unwrap_or_default());
            // A text of fixed length is padded with blanks; a blank alone is a symbol.
            let symbol = text.trim();
            json!(if symbol.is_empty() { " " } else { symbol })
        }
    };
    let mut args = case.args.clone();
    for (arg, parameter) in args.iter_mut().zip(function.parameters) {
        if matches!(parameter.of, Type::Grid(_)) {
            *arg = rows(&answer.cells, arg.as_array().map_or(8, Vec::len));
        }
    }
    let outcome = CallOutcome {
        returned,
        args,
        printed: text(&printed),
        raised: None,
    };
    CallReply::Returned(outcome, String::new())
}

/// The cells as rows: with the border for 8 lines, without it for 6.
fn rows(cells: &[i64], lines: usize) -> Json {
    let rows = cells.chunks(9);
    if lines == 8 {
        return rows.collect();
    }
    let inner = rows.skip(1).take(6);
    inner.map(|row| row.get(1..8).unwrap_or_default()).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The first error in the output of the compiler or linker, whose line ends are `^`.
fn first_error(output: &str) -> Option<CompilerMessage> {
    let mut place: Option<(String, usize)> = None;
    for piece in output.split('^') {
        let mut parts = piece.split(':');
        let file = parts.next().unwrap_or_default();
        let line = parts.next().and_then(|it| it.trim().parse::<usize>().ok());
        let file = file.rsplit('/').next().unwrap_or_default();
        if let Some(line) = line.filter(|_| file.contains(".f90")) {
            place = Some((file.to_owned(), line.saturating_sub(1)));
        }
        let starts = ["Error: ", "Fatal Error: "];
        let error = starts
            .iter()
            .find_map(|start| piece.trim().strip_prefix(start));
        if let (Some(text), Some((file, line))) = (error, place.clone()) {
            let text = text.to_owned();
            return Some(CompilerMessage { file, line, text });
        }
        if let Some((_, name)) = piece.split_once("undefined reference to ") {
            let name = name.trim_matches(|c: char| !c.is_alphanumeric());
            return Some(CompilerMessage {
                file: String::new(),
                line: 0,
                text: name.trim_end_matches('_').to_owned(),
            });
        }
    }
    None
}

/// The exception of a crashed program, from its exit code and its errors, whose line ends are `^`.
fn parse_crash(text: &str) -> RaisedException {
    let (code, errors) = text.split_once(' ').unwrap_or((text, ""));
    let pieces: Vec<&str> = errors.split('^').map(str::trim).collect();
    let after = |start: &str| pieces.iter().find_map(|piece| piece.strip_prefix(start));
    let line = after("At line ").and_then(|it| it.split(' ').next()?.parse().ok());
    let (kind, text) = match (code, after("Fortran runtime error: ")) {
        ("155", _) => (RaisedException::HUNG, ""),
        (_, Some(text)) => ("Fortran", text),
        ("139", _) => ("SIGSEGV", ""),
        ("136", _) => ("SIGFPE", ""),
        ("153", _) => (RaisedException::FLOOD, ""),
        _ => ("STOP", pieces.first().copied().unwrap_or_default()),
    };
    RaisedException::new(kind, text, line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_of_the_compiler_is_found_with_its_line() {
        let output = "1 /tmp/x/0.f90:12:5:^^   12 |  x = = 1^      |     1^\
                    Error: Invalid character in name at (1)^";
        let found = first_error(output).expect("the output holds an error");
        assert_eq!((found.file.as_str(), found.line), ("0.f90", 11));
        assert_eq!(found.text, "Invalid character in name at (1)");
        assert_eq!(first_error("0"), None);
    }

    #[test]
    fn an_undefined_routine_is_named() {
        let output = "1 /usr/bin/ld: /tmp/a.o: in function `x': 0.f90:(.text+0x1): \
                    undefined reference to `tirer_'^collect2: error: ld returned 1 exit status^";
        assert_eq!(
            first_error(output).expect("the output holds an error").text,
            "tirer"
        );
    }

    #[test]
    fn a_crash_has_the_line_and_the_text_of_the_runtime() {
        let crash = parse_crash(
            "2 At line 7 of file 0.f90^Fortran runtime error: Index '0' of dimension 1^",
        );
        assert_eq!((crash.kind.as_str(), crash.line), ("Fortran", Some(7)));
        assert_eq!(parse_crash("155 ").kind, RaisedException::HUNG);
    }
}
