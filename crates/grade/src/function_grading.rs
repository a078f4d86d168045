//! `FunctionGrading`: judges all functions, and tells own mistakes from those of called functions.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use sandbox::{ProgramFailure, StartFailure};
use subject::{Function, FunctionKind};
use table::{Explain, Message, message};

use crate::callable::{CallableCode, FunctionDefinition, LoadedCode};
use crate::command_line::{repeat_call, with_helpers};
use crate::finding::Finding;
use crate::grade::{GradeError, GradingTask};
use crate::report::{Check, Report, Verdict};
use crate::trial::FunctionTrial;

/// Number of inputs by which a function under another name is recognised.
const RECOGNISING_INPUTS: usize = 200;
/// Number of names that are tried for one absent function.
const CANDIDATES: usize = 8;

/// The verdict on everything when the code cannot be loaded: `Unjudged` without the tool that runs it,
/// `Crashed` when the code ended its process. A sandbox that cannot start is an error.
pub(crate) fn load_failure(
    failure: ProgramFailure,
    tool: &str,
) -> Result<(Verdict, Message), GradeError> {
    match failure {
        ProgramFailure::Start(StartFailure::Missing(_)) => {
            Ok((Verdict::Unjudged, message!("grade-missing-tool", tool)))
        }
        ProgramFailure::Start(why) if why != StartFailure::Silent => Err(GradeError::Start(why)),
        failure => Ok((Verdict::Crashed, failure.explain())),
    }
}

/// The report of code that cannot be called at all: every asked function has the same verdict.
pub(crate) fn uniform_report(
    task: GradingTask<'_>,
    verdict: Verdict,
    faults: Vec<Message>,
) -> Report {
    let homework = task.homework;
    let functions = homework.asked_functions();
    let functions = functions.filter(|it| !homework.optional.contains(&it.name));
    let unjudged = verdict == Verdict::Unjudged;
    let needs = homework.language.tools().first().filter(|_| unjudged);
    let checks = functions.map(|it| Check {
        needs: needs.map(|tool| (*tool).to_owned()),
        ..Check::new(homework.function_check(it), verdict)
    });
    let path = task.submission.path.display().to_string();
    Report::new(homework, path, checks.collect(), faults, task.options)
}

/// The functions of one submission, judged one after the other.
pub(crate) struct FunctionGrading<'a> {
    task: GradingTask<'a>,
    loaded: LoadedCode,
    /// Finding of each judged function, by the subject's name.
    findings: BTreeMap<&'static str, Finding>,
    /// Functions that pass alone but may make their callers fail.
    suspects: Vec<&'static str>,
    reload: &'a CodeReloader<'a>,
}

/// Loads the submitted code again, with the reference in place of the named functions.
type CodeReloader<'a> =
    dyn Fn(Vec<&'static str>) -> Result<Box<dyn CallableCode + 'a>, GradeError> + 'a;

impl<'a> FunctionGrading<'a> {
    pub(crate) fn new(
        task: GradingTask<'a>,
        loaded: LoadedCode,
        suspects: Vec<&'static str>,
        reload: &'a CodeReloader<'a>,
    ) -> Self {
        Self {
            task,
            loaded,
            findings: BTreeMap::new(),
            suspects,
            reload,
        }
    }

    pub(crate) fn judge(mut self, code: &mut dyn CallableCode) -> Result<Report, GradeError> {
        let helpers = self.given_helpers()?;
        let mut helped = match helpers.as_slice() {
            [] => None,
            helpers => Some((self.reload)(helpers.to_vec())?),
        };
        for function in self.functions() {
            let finding = match &mut helped {
                Some(helped) => self.examine(&mut **helped, function, &helpers),
                None => self.examine(code, function, &[]),
            };
            self.findings.insert(function.name, finding);
        }
        self.retry_with_reference_helpers()?;
        self.recognise_other_names(code);
        Ok(self.report())
    }

    /// The names of the options' helpers, never those of a function on trial.
    fn given_helpers(&self) -> Result<Vec<&'static str>, GradeError> {
        let mut helpers = vec![];
        for name in &self.task.options.helpers {
            let helper = self.task.homework.subject.function(name)?;
            let on_trial = self.functions().any(|it| it.name == helper.name);
            helpers.extend(names(helper).find(|it| it == name).filter(|_| !on_trial));
        }
        Ok(helpers)
    }

    fn functions(&self) -> impl Iterator<Item = &'static Function> + use<> {
        let only = self.task.options.only.clone();
        let is_asked = move |function: &&Function| {
            let only = only.as_deref();
            only.is_none_or(|only| names(function).any(|name| name == only))
        };
        self.task.homework.asked_functions().filter(is_asked)
    }

    /// The student's name of a function: as `--map` says, as the subject spells it, or up to case,
    /// accents and underscores.
    fn student_name(&self, function: &Function) -> Option<String> {
        let LoadedCode {
            defined,
            broken,
            uncallable,
            ..
        } = &self.loaded;
        let all = || defined.keys().chain(broken.keys()).chain(uncallable);
        let known = |name: &String| all().any(|it| it == name);
        let mut map = self.task.options.map.iter();
        if let Some((theirs, _)) = map.find(|(_, subject)| names(function).any(|it| it == subject))
        {
            return Some(theirs.trim_start_matches('!').to_owned()).filter(known);
        }
        let exact = names(function).map(str::to_owned).find(known);
        let nearly = || {
            let mut free = all().filter(|name| self.task.homework.subject.function(name).is_err());
            free.find(|name| has_name(function, name)).cloned()
        };
        exact.or_else(nearly)
    }

    /// Judges one function, with the reference in place of `helpers`.
    fn examine(
        &self,
        code: &mut dyn CallableCode,
        function: &'static Function,
        helpers: &[&str],
    ) -> Finding {
        let Some(name) = self.student_name(function) else {
            return Finding::new(Verdict::Absent);
        };
        if self.loaded.uncallable.contains(&name) {
            return Finding::with_note(Verdict::Unjudged, message!("grade-note-strange", name));
        }
        let Some(definition) = self.loaded.defined.get(&name) else {
            return Finding::from_crash(None, &self.loaded.broken[&name].clone().into());
        };
        let mut trial = self.trial(code, &name, function, definition);
        let mut finding = match &self.task.options.case {
            Some(case) => trial.examine_one(case),
            None => trial.examine(self.task.options.inputs),
        };
        // What the process says about a missing module is not believed: the source says it.
        let module = self.missing_module(&name, helpers);
        if let Some(module) = module.filter(|_| !finding.verdict.passes()) {
            let note = message!("grade-missing-module", text = module);
            finding = Finding::unjudged(module, note);
        }
        if names(function).all(|it| it != name) {
            finding.notes.push(message!("grade-note-name", name));
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
        let mut trial = FunctionTrial::new(code, name, function);
        trial.arity = (definition.fewest, definition.most);
        let mut map = self.task.options.map.iter();
        trial.accepts_opposite =
            map.any(|(theirs, subject)| subject == function.name && theirs.starts_with('!'));
        trial
    }

    /// Judges each failing function again, with the reference in place of the failing ones it calls.
    fn retry_with_reference_helpers(&mut self) -> Result<(), GradeError> {
        if self.task.options.case.is_some() {
            return Ok(());
        }
        let fails = |it: &&Function| !self.findings[it.name].verdict.passes();
        let failing: Vec<&'static Function> = self.functions().filter(fails).collect();
        let is_suspect = |it: &&Function| self.suspects.contains(&it.name);
        let suspects = self.functions().filter(is_suspect);
        let suspects: Vec<_> = failing.iter().copied().chain(suspects).collect();
        let mut helped = Vec::new();
        for function in failing {
            let helpers = self.failing_helpers(function, &suspects);
            if helpers.is_empty() || self.findings[function.name].verdict == Verdict::Absent {
                continue;
            }
            let note = message!("grade-note-helped", names = helpers.join(", "));
            let mut code = (self.reload)(helpers.clone())?;
            let mut with_help = self.examine(&mut *code, function, &helpers);
            with_help.notes.push(note);
            with_help.helpers = helpers;
            helped.push((function.name, with_help));
        }
        for (name, with_help) in helped {
            let finding = self.finding_mut(name);
            if with_help.verdict.passes() {
                finding.verdict = Verdict::Helped;
                // The notes on its failure are about its helpers.
                finding.notes = with_help.notes;
            } else {
                // What is wrong with right helpers is the function's own mistake.
                *finding = with_help;
            }
        }
        Ok(())
    }

    fn finding_mut(&mut self, name: &str) -> &mut Finding {
        let finding = self.findings.get_mut(name);
        finding.expect("every asked function was examined")
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
        let line_readers = self.task.homework.line_readers;
        let replaceable = |it: &Function| !it.effects.reads || line_readers.contains(&it.name);
        let others = failing.iter().copied();
        others
            .filter(|it| it.name != function.name && replaceable(it))
            // Two functions that call each other would solve each other with the reference's help.
            .filter(|it| !self.calls(it, function))
            .filter_map(|it| names(it).find(|name| used.contains(*name)))
            .collect()
    }

    /// Whether the student's version of a function calls that of another, directly or not.
    fn calls(&self, function: &Function, other: &Function) -> bool {
        let own = self.student_name(function);
        let used = own.map(|name| self.uses(&name)).unwrap_or_default();
        let other = self.student_name(other);
        other.is_some_and(|other| used.contains(&other))
    }

    /// The missing module that a student's function uses, directly or through the functions it calls.
    fn missing_module(&self, name: &str, helpers: &[&str]) -> Option<&str> {
        let needs = &self.loaded.needs;
        if needs.is_empty() {
            return None;
        }
        let used = self.uses_without(name, helpers);
        let mut all = iter::once(name).chain(used.iter().map(String::as_str));
        all.find_map(|it| needs.get(it)).map(String::as_str)
    }

    /// Every name that a student's function uses, directly or through the functions it calls.
    fn uses(&self, name: &str) -> BTreeSet<String> {
        self.uses_without(name, &[])
    }

    /// The same, where the reference stands in place of `helpers`.
    fn uses_without(&self, name: &str, helpers: &[&str]) -> BTreeSet<String> {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![name.to_owned()];
        while let Some(name) = waiting.pop() {
            let Some(definition) = self.loaded.defined.get(&name) else {
                continue;
            };
            for used in &definition.uses {
                if !helpers.contains(&used.as_str()) && seen.insert(used.clone()) {
                    waiting.push(used.clone());
                }
            }
        }
        seen
    }

    /// Adds a note to each absent function if a submitted function with another name answers alike.
    fn recognise_other_names(&mut self, code: &mut dyn CallableCode) {
        if self.task.options.case.is_some() {
            return;
        }
        let absent = |it: &&'static Function| self.findings[it.name].verdict == Verdict::Absent;
        let absent: Vec<_> = self.functions().filter(absent).collect();
        for function in absent {
            if let Some(name) = self.find_equivalent(code, function) {
                let note = message!("grade-note-looks-like", name, subject = function.name);
                self.finding_mut(function.name).notes.push(note);
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
            let mapped = self
                .task
                .options
                .map
                .iter()
                .any(|(theirs, _)| theirs == *name);
            !mapped
                && self.task.homework.subject.function(name).is_err()
                && (needed > 0 || function.effects.reads || function.kind == FunctionKind::Program)
                && arity.contains(&needed)
        });
        let mut candidates = free.take(CANDIDATES);
        let inputs = match function.kind {
            FunctionKind::Program => RECOGNISING_INPUTS / 10,
            FunctionKind::Function | FunctionKind::Constant => RECOGNISING_INPUTS,
        };
        let found = candidates
            .find(|(name, definition)| self.trial(code, name, function, definition).agrees(inputs));
        found.map(|(name, _)| name.clone())
    }

    fn report(self) -> Report {
        let GradingTask {
            homework, options, ..
        } = self.task;
        let path = self.task.submission.path.display().to_string();
        let mut checks = vec![];
        for function in self.functions() {
            let finding = self.findings[function.name].clone();
            if homework.optional.contains(&function.name) && finding.verdict == Verdict::Absent {
                continue;
            }
            let case = finding.case.as_ref();
            let command = case.map(|case| {
                let call = repeat_call(homework.subject, &path, function.name, case, options);
                with_helpers(call, &finding.helpers)
            });
            checks.push(Check::from_finding(
                homework.function_check(function),
                finding,
                command,
            ));
        }
        let faults = self.loaded.faults.iter().map(Explain::explain).collect();
        Report::new(homework, path, checks, faults, options)
    }
}

/// The names that the subject has for a function.
fn names(function: &Function) -> impl Iterator<Item = &'static str> + use<> {
    iter::once(function.name).chain(function.aliases.iter().copied())
}

/// Whether a student's name is a name of the function, up to case, accents and underscores.
pub(crate) fn has_name(function: &Function, name: &str) -> bool {
    names(function).any(|it| plain_name(it) == plain_name(name))
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
