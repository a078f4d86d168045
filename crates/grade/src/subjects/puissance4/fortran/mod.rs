//! Judges Fortran routines of Puissance 4: they are compiled with a generated driver that calls them.
//!
//! Routines run in a process that holds nothing of the judge: it is sent cases, and what it writes is read
//! as one value for each case, or as a failure.
//!
//! Answers are judged without bounds checks, on a grid inside a larger empty array. Whether a routine
//! stays within its bounds is a check of its own, because the subject's own text does not.

mod compiler;
mod driver;
mod grammar;
mod patched_sources;
mod process;
mod reference_body;
mod reply;
mod signature;
mod source;
mod statement;

use sandbox::{ProgramFailure, StartFailure};
use subject::Function;
use table::{Explain, Message, message};

use crate::{
    CallableCode, Check, CodeCrash, Finding, FunctionDefinition, FunctionGrading, FunctionTrial,
    GradeError, GradeOptions, GradingTask, Homework, LoadedCode, Report, SubjectCheck, Verdict,
    has_name, uniform_report,
};
use compiler::{BoundsCheck, CompileFailure};
use driver::CallStub;
use patched_sources::PatchedSources;
use process::{FortranProcess, HungCalls};
use signature::{GridArgument, GridExtents, resolve};
use source::FortranSources;

/// Number of inputs by which the extents of assumed shapes are recognised.
const EXTENTS_INPUTS: usize = 12;
/// Number of inputs with which bounds are checked.
const BOUNDS_INPUTS: usize = 40;
/// Number of characters of the compiler's output that a report shows.
const MOST_OUTPUT: usize = 600;
/// Maximum number of stubs, those for routines under other names included.
const MOST_STUBS: usize = 60;
/// The check of array bounds. Exercise 1 of the subject introduces the border.
pub(super) const BOUNDS_CHECK: SubjectCheck = SubjectCheck::new("exercice 1", "bornes", None);

/// Judges Fortran routines of Puissance 4. A missing `gfortran` makes every routine `Unjudged`.
pub(super) fn judge(task: GradingTask<'_>) -> Result<Report, GradeError> {
    let GradingTask {
        homework, options, ..
    } = task;
    let files = &task.submission.files;
    let sources = FortranSources::parse(files);
    let stubs = stubs(&sources, homework, options);
    let sources = PatchedSources::new(files, sources, stubs);
    let hung = &HungCalls::default();
    let unknown = GridExtents::ALL[0];
    let mut process = FortranProcess::new(task, hung, sources, unknown, BoundsCheck::Off)?;
    if let Err(failure) = process.compile() {
        let (verdict, faults) = compile_failure(failure, &process.sources)?;
        return Ok(uniform_report(task, verdict, faults));
    }
    process.assumed = recognise_extents(&mut process, homework);
    let (sources, assumed) = (process.sources.clone(), process.assumed);
    let reload = |helpers: Vec<&'static str>| -> Result<Box<dyn CallableCode + '_>, GradeError> {
        let mut sources = sources.clone();
        sources.replaced = Some((helpers, assumed));
        let mut process = FortranProcess::new(task, hung, sources, assumed, BoundsCheck::Off)?;
        // If the reference bodies do not compile, no call is answered.
        let _ = process.compile();
        Ok(Box::new(process))
    };
    let mut outside = None;
    if options.only.is_none() {
        let checked = FortranProcess::new(task, hung, sources.clone(), assumed, BoundsCheck::On)?;
        outside = bounds_violations(checked, homework);
    }
    let suspects = outside.iter().flatten().map(|(name, _)| *name).collect();
    let grading = FunctionGrading::new(task, loaded(&sources), suspects, &reload);
    let mut report = grading.judge(&mut process)?;
    if options.only.is_none() {
        report.checks.push(bounds_check(outside, &report.checks));
        report.score(&options.scale(homework));
    }
    Ok(report)
}

/// The verdict on all routines when none can be compiled, with the reasons.
fn compile_failure(
    why: CompileFailure,
    sources: &PatchedSources,
) -> Result<(Verdict, Vec<Message>), GradeError> {
    match why {
        CompileFailure::Missing => {
            let tool = message!("grade-missing-tool", tool = "gfortran");
            Ok((Verdict::Unjudged, vec![tool]))
        }
        CompileFailure::Io(error) => Err(error.into()),
        CompileFailure::Ended(CodeCrash::Ended(ProgramFailure::Start(why)))
            if why != StartFailure::Silent =>
        {
            Err(GradeError::Start(why))
        }
        CompileFailure::Ended(crash) => Ok((Verdict::Crashed, vec![crash.explain()])),
        CompileFailure::Failed(output) => {
            let output: String = output
                .replace('\n', " ")
                .chars()
                .take(MOST_OUTPUT)
                .collect();
            let raised = message!("grade-raised", kind = "gfortran", text = output);
            let faults = sources.errors.values().chain(&sources.faults);
            let faults = faults.map(Explain::explain).chain([raised]);
            Ok((Verdict::Crashed, faults.collect()))
        }
    }
}

/// Stubs for the routines that have a function's name, and for absent functions and other routines.
fn stubs(sources: &FortranSources, homework: &Homework, options: &GradeOptions) -> Vec<CallStub> {
    let asked = || homework.asked_functions();
    let is_named = |function: &Function, name: &str| match options
        .map
        .iter()
        .find(|(_, it)| it == function.name)
    {
        Some((theirs, _)) => theirs.trim_start_matches('!').eq_ignore_ascii_case(name),
        None => has_name(function, name),
    };
    let known = |name: &str| asked().any(|function| is_named(function, name));
    let absent = |function: &Function| {
        let mut all = sources.procedures.iter();
        !all.any(|it| is_named(function, &it.name))
    };
    let mut stubs = Vec::new();
    for procedure in &sources.procedures {
        for function in asked() {
            let named = is_named(function, &procedure.name);
            let may_be = named || (!known(&procedure.name) && absent(function));
            let signature = resolve(procedure, function, sources).filter(|_| may_be);
            stubs.extend(signature.map(|signature| CallStub {
                procedure: procedure.clone(),
                function: function.name,
                signature,
            }));
        }
    }
    stubs.truncate(MOST_STUBS);
    stubs
}

/// The extents of assumed shapes with which the most routines answer as they should.
fn recognise_extents(process: &mut FortranProcess<'_>, homework: &Homework) -> GridExtents {
    let is_assumed =
        |it: &CallStub| matches!(it.signature.grid, Some(GridArgument::Assumed { .. }));
    let mut stubs = process.sources.stubs.clone();
    stubs.retain(is_assumed);
    if stubs.is_empty() {
        return GridExtents::ALL[0];
    }
    let mut best = (0, GridExtents::ALL[0]);
    for extents in GridExtents::ALL {
        process.assumed = extents;
        let agreeing = stubs.iter().filter(|stub| {
            let function = homework.subject.function(stub.function);
            function.is_ok_and(|function| trial(process, stub, function).agrees(EXTENTS_INPUTS))
        });
        let agreeing = agreeing.count();
        if agreeing > best.0 {
            best = (agreeing, extents);
        }
        // With wrong extents hardly any routine answers as it should.
        if 2 * agreeing > stubs.len() {
            break;
        }
    }
    best.1
}

fn trial<'a>(
    process: &'a mut FortranProcess<'_>,
    stub: &'a CallStub,
    function: &'static Function,
) -> FunctionTrial<'a> {
    let mut trial = FunctionTrial::new(process, &stub.procedure.name, function);
    trial.quick = true;
    trial
}

/// The routines of the files, with those that cannot be compiled or called.
fn loaded(sources: &PatchedSources) -> LoadedCode {
    let is_callable = |name: &str| sources.stubs.iter().any(|it| it.procedure.name == name);
    let mut loaded = LoadedCode {
        broken: sources.errors.clone(),
        faults: sources.faults.clone(),
        ..LoadedCode::default()
    };
    for procedure in &sources.sources.procedures {
        let name = procedure.name.clone();
        if loaded.broken.contains_key(&name) {
            continue;
        }
        if is_callable(&name) {
            let definition = FunctionDefinition {
                fewest: 0,
                most: usize::MAX,
                uses: procedure.uses.iter().cloned().collect(),
            };
            loaded.defined.insert(name, definition);
        } else {
            loaded.uncallable.insert(name);
        }
    }
    loaded
}

/// The functions that leave the bounds of their array, each with an example; `None` when the files could
/// not be compiled with bounds checks.
fn bounds_violations(
    mut process: FortranProcess<'_>,
    homework: &Homework,
) -> Option<Vec<(&'static str, Finding)>> {
    let mut outside = Vec::new();
    process.compile().ok()?;
    for stub in process.sources.stubs.clone() {
        let Ok(function) = homework.subject.function(stub.function) else {
            continue;
        };
        if has_name(function, &stub.procedure.name) {
            let finding = trial(&mut process, &stub, function).examine(BOUNDS_INPUTS);
            let text = finding.got.as_ref().and_then(|got| got["text"].as_str());
            let leaves = text.is_some_and(|text| text.contains(" bound"));
            outside.extend(leaves.then_some((stub.function, finding)));
        }
    }
    Some(outside)
}

/// The check of bounds: which of the functions that pass leave the bounds of their array. Unjudged when
/// none passes, or when bounds could not be checked.
fn bounds_check(outside: Option<Vec<(&'static str, Finding)>>, checks: &[Check]) -> Check {
    let passing = || checks.iter().filter(|it| it.verdict.passes());
    let Some(outside) = outside.filter(|_| passing().next().is_some()) else {
        return Check::new(BOUNDS_CHECK, Verdict::Unjudged);
    };
    let passes = |name: &str| passing().any(|it| it.function.as_deref() == Some(name));
    let outside = outside.into_iter().filter(|(name, _)| passes(name));
    let (names, findings): (Vec<&str>, Vec<Finding>) = outside.unzip();
    let Some(mut finding) = findings.into_iter().next() else {
        return Check::new(BOUNDS_CHECK, Verdict::Right);
    };
    let names = message!("grade-note-bounds", names = names.join(", "));
    finding.notes.push(names);
    finding.verdict = Verdict::Silent;
    finding.expected = None;
    Check::from_finding(BOUNDS_CHECK, finding, None)
}
