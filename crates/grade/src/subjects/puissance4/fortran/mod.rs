//! Puissance 4 in Fortran: a driver is made for the student's routines, compiled with them and
//! called in the cage.
//!
//! What a routine answers is judged where the grid is a section of a larger empty array, without a
//! look at bounds; whether it stays within them is a verdict of its own, because the subject's own
//! text does not.

mod draft;
mod driver;
pub(crate) mod fixed;
mod grammar;
mod helper;
mod session;
mod signature;
mod source;
mod statement;

use std::collections::{BTreeMap, BTreeSet};

use arena::{Cage, Misdeed, Unstarted};
use house::subject::{Function, Subject};
use table::{Explain, Message};

use crate::examine::{Finding, Trial};
use crate::functions::{self, Grading, input};
use crate::grade::{GradeError, Options};
use crate::manner::Manner;
use crate::session::{Callee, Definition, Loaded};
use crate::submission::Submission;
use crate::verdict::{Check, Report, Verdict};
use draft::Draft;
use driver::Stub;
use session::{Bounds, Session, Uncompiled};
use signature::{Extents, resolve};
use source::Sources;

/// Inputs by which it is seen how a grid comes in, and by which bounds are watched.
const LOOKING: usize = 12;
const WATCHING: usize = 40;
/// Characters of what the compiler says when it says nothing that helps.
const MOST_SAID: usize = 600;
/// Routines that could be some of the subject's under another name.
const MOST_STUBS: usize = 60;
/// The check of bounds, and where the subject speaks of the border.
const BOUNDS: &str = "bornes";
const BORDER: &str = "exercice 1";

/// Judges Fortran routines.
pub(crate) fn grade(
    cage: &Cage,
    subject: &'static Subject,
    submission: &Submission,
    options: &Options,
) -> Result<Report, GradeError> {
    let sources = Sources::read(&submission.files);
    let stubs = stubs(&sources, subject, options);
    let draft = Draft::new(&submission.files, sources, stubs);
    let mut session = Session::new(cage, draft, Extents::ALL[0], Bounds::Free)?;
    if let Err(why) = session.compile() {
        let (verdict, faults) = unable(why, &session.draft)?;
        let report = functions::uniform(subject, submission, options, verdict, faults);
        return Ok(report);
    }
    session.usual = usual(&mut session, subject);
    let (draft, usual) = (session.draft.clone(), session.usual);
    let open = |helpers: Vec<&'static str>| -> Result<Box<dyn Callee + '_>, GradeError> {
        let mut draft = draft.clone();
        draft.helped = Some((helpers, usual));
        let mut session = Session::new(cage, draft, usual, Bounds::Free)?;
        // What does not compile with the subject's bodies is as wrong as before.
        let _ = session.compile();
        Ok(Box::new(session))
    };
    let outside = if options.only.is_none() {
        outside(cage, &draft, usual, subject)?
    } else {
        vec![]
    };
    let grading = Grading {
        subject,
        submission,
        options,
        loaded: loaded(&draft),
        ended: None,
        findings: BTreeMap::new(),
        suspects: outside.iter().map(|(name, _)| *name).collect(),
        open: &open,
    };
    let mut report = grading.judge(&mut session)?;
    if options.only.is_none() {
        report.checks.push(bounds(&outside, &report.checks));
        report.score(&options.scale(subject));
    }
    Ok(report)
}

/// What is said of all routines when none can be called.
fn unable(why: Uncompiled, draft: &Draft) -> Result<(Verdict, Vec<Message>), GradeError> {
    match why {
        Uncompiled::Missing => {
            let tool = Message::new("grade-missing-tool").with("tool", "gfortran");
            Ok((Verdict::Unjudged, vec![tool]))
        }
        Uncompiled::Io(error) => Err(error.into()),
        Uncompiled::Fallen(Misdeed::Start(why)) if why != Unstarted::Silent => {
            Err(GradeError::Start(Misdeed::Start(why)))
        }
        Uncompiled::Fallen(misdeed) => Ok((Verdict::Crashed, vec![misdeed.explain()])),
        Uncompiled::Hopeless(said) => {
            let said: String = said.replace('^', " ").chars().take(MOST_SAID).collect();
            let raised = Message::new("grade-raised").with("kind", "gfortran");
            let faults = draft.errors.values().chain(&draft.faults);
            let faults = faults.map(Explain::explain);
            let faults = faults.chain([raised.with("text", said)]).collect();
            Ok((Verdict::Crashed, faults))
        }
    }
}

/// Every way to call a routine of the student as one of the subject.
fn stubs(sources: &Sources, subject: &'static Subject, options: &Options) -> Vec<Stub> {
    let asked = || {
        subject
            .functions
            .iter()
            .filter(|it| functions::is_asked(it))
    };
    let is_named = |function: &Function, name: &str| {
        let mapped = options.map.iter().find(|(_, it)| it == function.name);
        match mapped {
            Some((theirs, _)) => theirs.trim_start_matches('!').eq_ignore_ascii_case(name),
            None => functions::is_name_of(function, name),
        }
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
            stubs.extend(signature.map(|signature| Stub {
                procedure: procedure.clone(),
                function: function.name,
                signature,
            }));
        }
    }
    stubs.truncate(MOST_STUBS);
    stubs
}

/// How assumed shapes are meant: in which most routines answer as they should.
fn usual(session: &mut Session<'_>, subject: &'static Subject) -> Extents {
    let takes_any = |it: &Stub| {
        it.signature
            .grid
            .as_ref()
            .is_some_and(signature::Grid::is_assumed)
    };
    let stubs: Vec<Stub> = session
        .draft
        .stubs
        .iter()
        .filter(|it| takes_any(it))
        .cloned()
        .collect();
    if stubs.is_empty() {
        return Extents::ALL[0];
    }
    let mut best = (0, Extents::ALL[0]);
    for extents in Extents::ALL {
        session.usual = extents;
        let agreeing = stubs.iter().filter(|stub| {
            let Ok(function) = subject.function(stub.function) else {
                return false;
            };
            trial(session, stub, function).agrees(LOOKING)
        });
        let agreeing = agreeing.count();
        if agreeing > best.0 {
            best = (agreeing, extents);
        }
        // Under a wrong one hardly a routine answers as it should.
        if 2 * agreeing > stubs.len() {
            break;
        }
    }
    best.1
}

fn trial<'a>(
    session: &'a mut Session<'_>,
    stub: &'a Stub,
    function: &'static Function,
) -> Trial<'a> {
    Trial {
        session,
        name: &stub.procedure.name,
        function,
        arity: (0, usize::MAX),
        opposite: false,
        hasty: true,
        manner: Manner::Plain,
    }
}

/// What the files define, as far as it can be called.
fn loaded(draft: &Draft) -> Loaded {
    let callable: BTreeSet<&str> = draft
        .stubs
        .iter()
        .map(|it| it.procedure.name.as_str())
        .collect();
    let mut loaded = Loaded {
        broken: draft.errors.clone(),
        faults: draft.faults.clone(),
        ..Loaded::default()
    };
    for procedure in &draft.sources.procedures {
        let name = procedure.name.clone();
        if loaded.broken.contains_key(&name) {
            continue;
        }
        if callable.contains(name.as_str()) {
            let uses = procedure.uses.iter().cloned().collect();
            let definition = Definition {
                fewest: 0,
                most: usize::MAX,
                uses,
            };
            loaded.defined.insert(name, definition);
        } else {
            loaded.strange.insert(name);
        }
    }
    loaded
}

/// The routines that leave the bounds of what they are given, and what shows it.
fn outside(
    cage: &Cage,
    draft: &Draft,
    usual: Extents,
    subject: &'static Subject,
) -> Result<Vec<(&'static str, Finding)>, GradeError> {
    let mut session = Session::new(cage, draft.clone(), usual, Bounds::Watched)?;
    let mut outside = Vec::new();
    if session.compile().is_err() {
        return Ok(outside);
    }
    for stub in session.draft.stubs.clone() {
        let Ok(function) = subject.function(stub.function) else {
            continue;
        };
        if functions::is_name_of(function, &stub.procedure.name) {
            let finding = trial(&mut session, &stub, function).examine(WATCHING);
            let text = finding.got.as_ref().and_then(|got| got["text"].as_str());
            let leaves = text.is_some_and(|text| text.contains(" bound"));
            outside.extend(leaves.then_some((stub.function, finding)));
        }
    }
    Ok(outside)
}

/// Whether the routines that are right stay within the bounds of what they are given.
fn bounds(outside: &[(&'static str, Finding)], checks: &[Check]) -> Check {
    let right = checks.iter().filter(|it| it.verdict.passes());
    let right: BTreeSet<&str> = right.filter_map(|it| it.function.as_deref()).collect();
    let outside = outside.iter().filter(|(name, _)| right.contains(name));
    let (names, findings): (Vec<&str>, Vec<&Finding>) =
        outside.map(|(name, finding)| (*name, finding)).unzip();
    let found = findings.first().map(|it| (*it).clone());
    let verdict = if found.is_some() {
        Verdict::Silent
    } else {
        Verdict::Right
    };
    let finding = found.unwrap_or_else(|| Finding::plain(verdict));
    let mut notes = finding.notes;
    if !names.is_empty() {
        notes.push(Message::new("grade-note-bounds").with("names", names.join(", ")));
    }
    Check {
        id: BORDER.to_owned(),
        function: Some(BOUNDS.to_owned()),
        verdict,
        points: 0.0,
        worth: 0.0,
        input: finding.case.as_ref().map(input),
        expected: None,
        got: finding.got,
        command: None,
        says: None,
        fall: finding.fall,
        notes,
    }
}
