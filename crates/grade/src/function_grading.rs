//! `FunctionGrading`: judges all functions of a submission, finds those under other names, and tells
//! own mistakes from those of called functions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use sandbox::ProgramFailure;
use subject::{Function, FunctionKind};
use table::{Explain, Message, message};

use crate::callable::{CallableCode, FunctionDefinition, LoadedCode};
use crate::command_line::repeat_call;
use crate::crash::CodeCrash;
use crate::finding::Finding;
use crate::grade::{GradeError, GradeOptions};
use crate::homework::Homework;
use crate::report::{Check, Report, Verdict};
use crate::submission::Submission;
use crate::trial::FunctionTrial;

/// Number of inputs by which a function under another name is recognised.
const RECOGNISING_INPUTS: usize = 200;
/// Number of names that are tried for one absent function.
const CANDIDATES: usize = 8;

/// The report of code that cannot be called at all: every asked function has the same verdict.
pub fn uniform_report(
    homework: &Homework,
    submission: &Submission,
    options: &GradeOptions,
    verdict: Verdict,
    faults: Vec<Message>,
) -> Report {
    let functions = homework.asked_functions();
    let functions = functions.filter(|it| !homework.is_optional(it));
    let checks = functions.map(|it| Check::new(homework.function_check(it), verdict));
    let path = submission.path.display().to_string();
    Report::new(homework, path, checks.collect(), faults, options)
}

/// The functions of one submission, judged one after the other.
pub struct FunctionGrading<'a> {
    homework: &'static Homework,
    submission: &'a Submission,
    options: &'a GradeOptions,
    loaded: LoadedCode,
    /// Reason why the first loading ended the process, if it did.
    ended: Option<ProgramFailure>,
    /// Finding of each judged function, by the subject's name.
    findings: BTreeMap<&'static str, Finding>,
    /// Functions that pass alone but may make their callers fail.
    suspects: Vec<&'static str>,
    reload: &'a CodeReloader<'a>,
}

/// Loads the submitted code again, with the reference in place of the named functions.
pub type CodeReloader<'a> =
    dyn Fn(Vec<&'static str>) -> Result<Box<dyn CallableCode + 'a>, GradeError> + 'a;

impl fmt::Debug for FunctionGrading<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut grading = f.debug_struct("FunctionGrading");
        grading.field("findings", &self.findings);
        grading.finish_non_exhaustive()
    }
}

impl<'a> FunctionGrading<'a> {
    /// The grading of code that was loaded without an error of its process.
    pub fn new(
        homework: &'static Homework,
        submission: &'a Submission,
        options: &'a GradeOptions,
        loaded: LoadedCode,
        reload: &'a CodeReloader<'a>,
    ) -> Self {
        Self {
            homework,
            submission,
            options,
            loaded,
            ended: None,
            findings: BTreeMap::new(),
            suspects: vec![],
            reload,
        }
    }

    /// The same grading, where loading all statements ended the process for this reason.
    #[must_use]
    pub(crate) fn with_ended(self, ended: Option<ProgramFailure>) -> Self {
        Self { ended, ..self }
    }

    /// The same grading, where these functions are replaced too when a caller of them fails.
    #[must_use]
    pub fn with_suspects(self, suspects: Vec<&'static str>) -> Self {
        Self { suspects, ..self }
    }

    /// Judges every asked function.
    ///
    /// # Errors
    /// When the code cannot be loaded again.
    pub fn judge(mut self, code: &mut dyn CallableCode) -> Result<Report, GradeError> {
        self.examine_all(code);
        self.retry_with_reference_helpers()?;
        self.recognise_other_names(code);
        Ok(self.report())
    }

    fn functions(&self) -> impl Iterator<Item = &'static Function> + use<> {
        let only = self.options.only.clone();
        let named = move |function: &&Function| {
            only.as_deref()
                .is_none_or(|name| function.name == name || function.aliases.contains(&name))
        };
        self.homework.asked_functions().filter(named)
    }

    /// The student's name of a function: as `--map` says, as the subject spells it, or up to case,
    /// accents and underscores.
    fn student_name(&self, function: &Function) -> Option<String> {
        let names = || std::iter::once(function.name).chain(function.aliases.iter().copied());
        let loaded = &self.loaded;
        let known = |name: &String| {
            let broken = loaded.broken.contains_key(name) || loaded.uncallable.contains(name);
            loaded.defined.contains_key(name) || broken
        };
        let mapped = self
            .options
            .map
            .iter()
            .find(|(_, subject)| names().any(|it| it == subject));
        if let Some((theirs, _)) = mapped {
            return Some(theirs.trim_start_matches('!').to_owned()).filter(known);
        }
        let exact = names().map(str::to_owned).find(known);
        let nearly = || {
            let all = loaded
                .defined
                .keys()
                .chain(loaded.broken.keys())
                .chain(&loaded.uncallable);
            let mut free = all.filter(|name| self.homework.subject.function(name).is_err());
            free.find(|name| has_name(function, name)).cloned()
        };
        exact.or_else(nearly)
    }

    fn accepts_opposite(&self, function: &Function) -> bool {
        let map = &self.options.map;
        map.iter()
            .any(|(theirs, subject)| subject == function.name && theirs.starts_with('!'))
    }

    fn examine_all(&mut self, code: &mut dyn CallableCode) {
        for function in self.functions() {
            let finding = self.examine(code, function);
            self.findings.insert(function.name, finding);
        }
    }

    fn examine(&self, code: &mut dyn CallableCode, function: &'static Function) -> Finding {
        let Some(name) = self.student_name(function) else {
            return Finding::new(Verdict::Absent);
        };
        if self.loaded.uncallable.contains(&name) {
            let mut finding = Finding::new(Verdict::Unjudged);
            finding.notes.push(message!("grade-note-strange", name));
            return finding;
        }
        let Some(definition) = self.loaded.defined.get(&name) else {
            return Finding::from_crash(
                None,
                &CodeCrash::Raised(self.loaded.broken[&name].clone()),
            );
        };
        let mut trial = self.trial(code, &name, function, definition);
        let mut finding = match &self.options.case {
            Some(case) => trial.examine_one(case),
            None => trial.examine(self.options.inputs),
        };
        let spelt = function.name == name || function.aliases.contains(&name.as_str());
        if !spelt {
            let note = message!("grade-note-name", name);
            finding.notes.push(note);
        }
        finding
    }

    fn trial<'b>(
        &self,
        code: &'b mut dyn CallableCode,
        name: &'b str,
        function: &'static Function,
        definition: &FunctionDefinition,
    ) -> FunctionTrial<'b> {
        FunctionTrial::new(code, name, function)
            .with_arity((definition.fewest, definition.most))
            .with_opposite(self.accepts_opposite(function))
    }

    /// Judges each failing function again with the reference in place of the failing functions that
    /// it calls.
    fn retry_with_reference_helpers(&mut self) -> Result<(), GradeError> {
        if self.options.case.is_some() {
            return Ok(());
        }
        let passes = |name: &str| {
            self.findings
                .get(name)
                .is_some_and(|it| it.verdict.passes())
        };
        let failing: Vec<&'static Function> =
            self.functions().filter(|it| !passes(it.name)).collect();
        let mut helped = Vec::new();
        for function in &failing {
            let suspects = self
                .functions()
                .filter(|it| self.suspects.contains(&it.name));
            let suspects: Vec<_> = failing.iter().copied().chain(suspects).collect();
            let helpers = self.failing_helpers(function, &suspects);
            if helpers.is_empty() || self.findings[function.name].verdict == Verdict::Absent {
                continue;
            }
            let names = helpers.join(", ");
            let mut code = (self.reload)(helpers)?;
            let with_help = self.examine(&mut *code, function);
            let note = message!("grade-note-helped", names);
            helped.push((function.name, with_help, note));
        }
        for (name, mut with_help, note) in helped {
            let finding = self
                .findings
                .get_mut(name)
                .expect("every asked function was examined");
            with_help.notes.push(note);
            let crashed = |it: &Finding| it.verdict == Verdict::Crashed;
            if with_help.verdict.passes() {
                finding.verdict = Verdict::Helped;
                finding.notes.append(&mut with_help.notes);
            } else if crashed(finding) && !crashed(&with_help) {
                // The function's own mistake explains more than a crash of its helper.
                *finding = with_help;
            }
        }
        Ok(())
    }

    /// Names of the failing functions that a function calls, directly or not, as the student spells
    /// them. A helper that reads more than one line cannot be replaced: the judge does not know how
    /// much of the input is its own.
    fn failing_helpers(
        &self,
        function: &Function,
        failing: &[&'static Function],
    ) -> Vec<&'static str> {
        let used = self.student_name(function).map(|name| self.uses(&name));
        let used = used.unwrap_or_default();
        let spelt = |it: &&'static Function| {
            let mut names = std::iter::once(it.name).chain(it.aliases.iter().copied());
            names.find(|name| used.contains(*name))
        };
        let replaceable =
            |it: &Function| !it.effects.reads || self.homework.line_readers.contains(&it.name);
        let others = failing.iter().copied();
        others
            .filter(|it| it.name != function.name && replaceable(it))
            .filter_map(|it| spelt(&it))
            .collect()
    }

    /// Every name that a student's function uses, directly or through the functions it calls.
    fn uses(&self, name: &str) -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![name.to_owned()];
        while let Some(name) = waiting.pop() {
            let Some(definition) = self.loaded.defined.get(&name) else {
                continue;
            };
            for used in &definition.uses {
                if seen.insert(used.clone()) {
                    waiting.push(used.clone());
                }
            }
        }
        seen
    }

    /// Notes on each absent function a submitted function that answers as it should.
    fn recognise_other_names(&mut self, code: &mut dyn CallableCode) {
        if self.options.case.is_some() {
            return;
        }
        let absent = |it: &&'static Function| self.findings[it.name].verdict == Verdict::Absent;
        let absent: Vec<_> = self.functions().filter(absent).collect();
        for function in absent {
            if let Some(name) = self.find_equivalent(code, function) {
                let note = message!("grade-note-looks-like", name, subject = function.name);
                let finding = self.findings.get_mut(function.name);
                finding
                    .expect("every asked function was examined")
                    .notes
                    .push(note);
            }
        }
    }

    /// The name of a submitted function that answers as the subject's does.
    fn find_equivalent(
        &self,
        code: &mut dyn CallableCode,
        function: &'static Function,
    ) -> Option<String> {
        let needed = function.parameters.iter();
        let needed = needed.filter(|it| it.default.is_none()).count();
        let free = self.loaded.defined.iter().filter(|(name, definition)| {
            let arity = definition.fewest..=definition.most;
            let mapped = self.options.map.iter().any(|(theirs, _)| theirs == *name);
            !mapped
                && self.homework.subject.function(name).is_err()
                && (needed > 0 || function.effects.reads || function.kind == FunctionKind::Program)
                && arity.contains(&needed)
        });
        let mut candidates = free.take(CANDIDATES);
        let inputs = match function.kind {
            FunctionKind::Program => RECOGNISING_INPUTS / 10,
            FunctionKind::Function | FunctionKind::Constant => RECOGNISING_INPUTS,
        };
        let found = candidates.find(|(name, definition)| {
            let mut trial = self.trial(code, name, function, definition);
            trial.agrees(inputs)
        });
        found.map(|(name, _)| name.clone())
    }

    fn report(self) -> Report {
        let path = self.submission.path.display().to_string();
        let functions = self.functions();
        let left_out = |it: &&Function| {
            self.homework.is_optional(it) && self.findings[it.name].verdict == Verdict::Absent
        };
        let checks = functions
            .filter(|it| !left_out(it))
            .map(|function| self.check(function, &path))
            .collect();
        let ended = self.ended.iter().map(Explain::explain);
        let faults = ended.chain(self.loaded.faults.iter().map(Explain::explain));
        Report::new(self.homework, path, checks, faults.collect(), self.options)
    }

    fn check(&self, function: &'static Function, path: &str) -> Check {
        let finding = self.findings[function.name].clone();
        let command = finding.case.as_ref().map(|case| {
            let subject = self.homework.subject;
            repeat_call(subject, path, function.name, case, self.options)
        });
        Check::from_finding(self.homework.function_check(function), finding, command)
    }
}

/// Whether a student's name is a name of the function, up to case, accents and underscores.
pub fn has_name(function: &Function, name: &str) -> bool {
    let mut names = std::iter::once(function.name).chain(function.aliases.iter().copied());
    names.any(|it| plain_name(it) == plain_name(name))
}

/// A name in lower case, without accents and underscores.
pub(crate) fn plain_name(name: &str) -> String {
    let letter = |c: char| match c {
        'é' | 'è' | 'ê' => 'e',
        'î' => 'i',
        'à' | 'â' => 'a',
        other => other,
    };
    let letters = name.chars().flat_map(char::to_lowercase);
    letters.filter(|c| *c != '_').map(letter).collect()
}
