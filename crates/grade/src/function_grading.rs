//! All functions of a subject: which of the student's stands for which, and who is to blame.

use std::collections::{BTreeMap, BTreeSet};

use arena::Misdeed;
use house::subject::{Case, Function, Kind, Subject};
use serde_json::{Value as Json, json};
use table::{Explain, Message};

use crate::crash::Crash;
use crate::examine::{Finding, Trial};
use crate::grade::{GradeError, Options};
use crate::manner::Manner;
use crate::place::{is_optional, place, says};
use crate::session::{Callee, Definition, Loaded};
use crate::submission::Submission;
use crate::verdict::{Check, Report, Verdict};

/// The function of the subjects that reads one line and no more.
const READS_A_LINE: &str = "relancer";
/// Inputs by which another name is recognised, and how many names are tried.
const RECOGNISING: usize = 200;
const CANDIDATES: usize = 8;

/// The report of what cannot be called at all.
pub(crate) fn uniform(
    subject: &'static Subject,
    submission: &Submission,
    options: &Options,
    verdict: Verdict,
    faults: Vec<Message>,
) -> Report {
    let check = |function: &Function| Check {
        id: place(subject, function.name),
        function: Some(function.name.to_owned()),
        verdict,
        points: 0.0,
        worth: 0.0,
        input: None,
        expected: None,
        got: None,
        command: None,
        says: says(subject, function.name),
        fall: None,
        notes: vec![],
    };
    let functions = subject.functions.iter().filter(|it| is_asked(it));
    let functions = functions.filter(|it| !is_optional(subject, it.name));
    let mut report = Report {
        subject: subject.name,
        path: submission.path.display().to_string(),
        edition: None,
        points: 0.0,
        out_of: 0.0,
        checks: functions.map(check).collect(),
        faults,
    };
    report.score(&options.scale(subject));
    report
}

pub(crate) fn is_asked(function: &Function) -> bool {
    function.kind != Kind::Constant
}

/// The functions of one student, examined one after the other.
pub(crate) struct Grading<'a> {
    pub(crate) subject: &'static Subject,
    pub(crate) submission: &'a Submission,
    pub(crate) options: &'a Options,
    pub(crate) loaded: Loaded,
    /// How the first loading ended the process.
    pub(crate) ended: Option<Misdeed>,
    pub(crate) findings: BTreeMap<&'static str, Finding>,
    /// Right functions that may still spoil those that call them.
    pub(crate) suspects: Vec<&'static str>,
    /// The same code once more, with the subject's functions in place of these.
    pub(crate) open: &'a Opening<'a>,
}

pub(crate) type Opening<'a> =
    dyn Fn(Vec<&'static str>) -> Result<Box<dyn Callee + 'a>, GradeError> + 'a;

impl Grading<'_> {
    pub(crate) fn judge(mut self, session: &mut dyn Callee) -> Result<Report, GradeError> {
        self.examine_all(session);
        self.help_the_failing()?;
        self.recognise(session);
        Ok(self.report())
    }

    fn functions(&self) -> impl Iterator<Item = &'static Function> + use<> {
        let only = self.options.only.clone();
        let named = move |function: &&Function| {
            only.as_deref()
                .is_none_or(|name| function.name == name || function.aliases.contains(&name))
        };
        let asked = self.subject.functions.iter().filter(|it| is_asked(it));
        asked.filter(named)
    }

    /// The student's name for a function: as it was said, as the subject spells it, or nearly so.
    fn name_of(&self, function: &Function) -> Option<String> {
        let names = || std::iter::once(function.name).chain(function.aliases.iter().copied());
        let loaded = &self.loaded;
        let known = |name: &String| {
            let broken = loaded.broken.contains_key(name) || loaded.strange.contains(name);
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
                .chain(&loaded.strange);
            let mut free = all.filter(|name| self.subject.function(name).is_err());
            free.find(|name| is_name_of(function, name)).cloned()
        };
        exact.or_else(nearly)
    }

    fn accepts_opposite(&self, function: &Function) -> bool {
        let map = &self.options.map;
        map.iter()
            .any(|(theirs, subject)| subject == function.name && theirs.starts_with('!'))
    }

    fn examine_all(&mut self, session: &mut dyn Callee) {
        for function in self.functions() {
            let finding = self.examine(session, function);
            self.findings.insert(function.name, finding);
        }
    }

    fn examine(&self, session: &mut dyn Callee, function: &'static Function) -> Finding {
        let Some(name) = self.name_of(function) else {
            return Finding::plain(Verdict::Absent);
        };
        if self.loaded.strange.contains(&name) {
            let mut finding = Finding::plain(Verdict::Unjudged);
            finding
                .notes
                .push(Message::new("grade-note-strange").with("name", name));
            return finding;
        }
        let Some(definition) = self.loaded.defined.get(&name) else {
            return Finding::crashed(None, &Crash::Raised(self.loaded.broken[&name].clone()));
        };
        let mut trial = self.trial(session, &name, function, definition);
        let mut finding = match &self.options.case {
            Some(case) => trial.examine_one(case),
            None => trial.examine(self.options.inputs),
        };
        let spelt = function.name == name || function.aliases.contains(&name.as_str());
        if !spelt {
            let note = Message::new("grade-note-name").with("name", name);
            finding.notes.push(note);
        }
        finding
    }

    fn trial<'a>(
        &self,
        session: &'a mut dyn Callee,
        name: &'a str,
        function: &'static Function,
        definition: &Definition,
    ) -> Trial<'a> {
        Trial {
            session,
            name,
            function,
            arity: (definition.fewest, definition.most),
            opposite: self.accepts_opposite(function),
            hasty: false,
            manner: Manner::Plain,
        }
    }

    /// Tries those that fail again with the subject's functions in place of failing helpers.
    fn help_the_failing(&mut self) -> Result<(), GradeError> {
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
            let mut session = (self.open)(helpers)?;
            let with_help = self.examine(&mut *session, function);
            let note = Message::new("grade-note-helped").with("names", names);
            helped.push((function.name, with_help, note));
        }
        for (name, mut with_help, note) in helped {
            let finding = self.findings.get_mut(name).expect("it was examined");
            with_help.notes.push(note);
            let crashed = |it: &Finding| it.verdict == Verdict::Crashed;
            if with_help.verdict.passes() {
                finding.verdict = Verdict::Helped;
                finding.notes.append(&mut with_help.notes);
            } else if crashed(finding) && !crashed(&with_help) {
                // What is its own fault says more than what its helpers lack.
                *finding = with_help;
            }
        }
        Ok(())
    }

    /// The student's names of failing functions that a function uses, directly or not. One that
    /// reads more than a line cannot be replaced: what it reads belongs to its caller.
    fn failing_helpers(
        &self,
        function: &Function,
        failing: &[&'static Function],
    ) -> Vec<&'static str> {
        let used = self.name_of(function).map(|name| self.uses(&name));
        let used = used.unwrap_or_default();
        let spelt = |it: &&'static Function| {
            let mut names = std::iter::once(it.name).chain(it.aliases.iter().copied());
            names.find(|name| used.contains(*name))
        };
        let others = failing.iter().copied();
        others
            .filter(|it| it.name != function.name && (!it.effects.reads || it.name == READS_A_LINE))
            .filter_map(|it| spelt(&it))
            .collect()
    }

    /// Every name that a student's function uses, through its own helpers too.
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

    /// For functions that are absent, names that answer as they should.
    fn recognise(&mut self, session: &mut dyn Callee) {
        if self.options.case.is_some() {
            return;
        }
        let absent = |it: &&'static Function| self.findings[it.name].verdict == Verdict::Absent;
        let absent: Vec<_> = self.functions().filter(absent).collect();
        for function in absent {
            if let Some(name) = self.answering_as(session, function) {
                let note = Message::new("grade-note-looks-like")
                    .with("name", name)
                    .with("subject", function.name);
                let finding = self.findings.get_mut(function.name);
                finding.expect("it was examined").notes.push(note);
            }
        }
    }

    fn answering_as(
        &self,
        session: &mut dyn Callee,
        function: &'static Function,
    ) -> Option<String> {
        let needed = function.parameters.iter();
        let needed = needed.filter(|it| it.default.is_none()).count();
        let free = self.loaded.defined.iter().filter(|(name, definition)| {
            let arity = definition.fewest..=definition.most;
            let mapped = self.options.map.iter().any(|(theirs, _)| theirs == *name);
            !mapped
                && self.subject.function(name).is_err()
                && (needed > 0 || function.effects.reads || function.kind == Kind::Program)
                && arity.contains(&needed)
        });
        let mut candidates = free.take(CANDIDATES);
        let inputs = match function.kind {
            Kind::Program => RECOGNISING / 10,
            Kind::Function | Kind::Constant => RECOGNISING,
        };
        let found = candidates.find(|(name, definition)| {
            let mut trial = self.trial(session, name, function, definition);
            trial.agrees(inputs)
        });
        found.map(|(name, _)| name.clone())
    }

    fn report(self) -> Report {
        let path = self.submission.path.display().to_string();
        let functions = self.functions();
        let left_out = |it: &&Function| {
            is_optional(self.subject, it.name) && self.findings[it.name].verdict == Verdict::Absent
        };
        let checks = functions
            .filter(|it| !left_out(it))
            .map(|function| self.check(function, &path))
            .collect();
        let ended = self.ended.iter().map(Explain::explain);
        let faults = ended.chain(self.loaded.faults.iter().map(Explain::explain));
        let mut report = Report {
            subject: self.subject.name,
            edition: None,
            points: 0.0,
            out_of: 0.0,
            checks,
            faults: faults.collect(),
            path,
        };
        report.score(&self.options.scale(self.subject));
        report
    }

    fn check(&self, function: &'static Function, path: &str) -> Check {
        let finding = self.findings[function.name].clone();
        let case = finding.case.as_ref();
        Check {
            id: place(self.subject, function.name),
            function: Some(function.name.to_owned()),
            verdict: finding.verdict,
            points: 0.0,
            worth: 0.0,
            input: case.map(input),
            expected: finding.expected,
            got: finding.got,
            says: says(self.subject, function.name),
            fall: finding.fall,
            command: case
                .map(|case| command(self.subject, path, function.name, case, self.options)),
            notes: finding.notes,
        }
    }
}

/// The command line that judges one case again.
pub(crate) fn command(
    subject: &Subject,
    path: &str,
    only: &str,
    case: &Case,
    options: &Options,
) -> String {
    let mut command = format!(
        "brelan grade {} {} --only {only} --args {}",
        subject.name,
        quoted(path),
        quoted(&Json::from(case.args.clone()).to_string()),
    );
    type_in(&mut command, case);
    for (theirs, subject) in &options.map {
        command.extend([" --map ", &quoted(&format!("{theirs}={subject}"))]);
    }
    command
}

/// What runs a main program once more on the same words.
pub(crate) fn run_again(subject: &Subject, path: &str, run: &str, case: &Case) -> String {
    let mut command = format!(
        "brelan grade {} {} --run {}",
        subject.name,
        quoted(path),
        quoted(run)
    );
    if !case.args.is_empty() {
        let args = Json::from(case.args.clone()).to_string();
        command.extend([" --args ", &quoted(&args)]);
    }
    type_in(&mut command, case);
    command
}

fn type_in(command: &mut String, case: &Case) {
    if !case.input.is_empty() {
        let typed = case.input.trim_end().replace('\n', " ");
        command.extend([" --typed ", &quoted(&typed)]);
    }
}

/// The arguments, and what is typed if anything is.
pub(crate) fn input(case: &Case) -> Json {
    if case.input.is_empty() {
        return case.args.clone().into();
    }
    json!({"args": case.args, "typed": case.input})
}

/// As a shell reads it as one word.
fn quoted(word: &str) -> String {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "/._-=".contains(c);
    if !word.is_empty() && word.chars().all(harmless) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Whether a student's name is the subject's, give or take case, accents and underscores.
pub(crate) fn is_name_of(function: &Function, name: &str) -> bool {
    let mut names = std::iter::once(function.name).chain(function.aliases.iter().copied());
    names.any(|it| plain(it) == plain(name))
}

/// A name without case, accents and underscores.
pub(crate) fn plain(name: &str) -> String {
    let letter = |c: char| match c {
        'é' | 'è' | 'ê' => 'e',
        'î' => 'i',
        'à' | 'â' => 'a',
        other => other,
    };
    let letters = name.chars().flat_map(char::to_lowercase);
    letters.filter(|c| *c != '_').map(letter).collect()
}
