//! The 13 matches in Java: compiled, played in every way the subject speaks of, each game read as a
//! ledger.

mod aspect;
mod finding;
mod ledger;
mod line;
mod machine;
mod scenario;
mod source;
mod tests;
mod transcript;

use std::collections::{BTreeMap, BTreeSet};

use arena::{Cage, Misdeed, Unstarted};
use house::subject::{Case, Subject};
use serde_json::Value as Json;
use table::{Explain, Message};

use crate::examine::{Finding, size};
use crate::functions::{command, input};
use crate::grade::{GradeError, Options};
use crate::submission::Submission;
use crate::verdict::{Check, Report, Verdict};
use aspect::Aspect;
use ledger::{Ledger, Violation, Weight};
use line::Line;
use machine::{Ended, Facts, Machine, Played};
use scenario::{Player, Scenario, Strategy, scenarios};
use transcript::Transcript;

/// Games that may fall after a long time, before the others are given up.
const MOST_FALLS: usize = 4;

/// Judges a Java program for the 13 matches.
///
/// # Errors
/// When the machine cannot be started although it is there.
pub(crate) fn grade(
    cage: &Cage,
    subject: &'static Subject,
    submission: &Submission,
    options: &Options,
) -> Result<Report, GradeError> {
    let mut machine = Machine::new(cage, submission)?;
    let mut grading = Grading {
        subject,
        submission,
        options,
        findings: BTreeMap::new(),
        draws: vec![],
        of_count: vec![],
        counts_wrong: false,
        beaten_by: None,
        falls: 0,
        avoided: vec![],
        edition: None,
        faults: vec![],
        shown: BTreeSet::new(),
    };
    match machine.load() {
        Ok(facts) => grading.judge(&mut machine, &facts),
        Err(Misdeed::Start(Unstarted::Missing(_))) => grading.without_java(),
        Err(Misdeed::Start(why)) if why != Unstarted::Silent => {
            return Err(GradeError::Start(Misdeed::Start(why)));
        }
        Err(misdeed) => {
            grading.faults.push(misdeed.explain());
            grading.uniform(Verdict::Crashed);
        }
    }
    Ok(grading.report())
}

struct Grading<'a> {
    subject: &'static Subject,
    submission: &'a Submission,
    options: &'a Options,
    /// The failing checks, each with what shows it best.
    findings: BTreeMap<Aspect, Finding>,
    /// What naive players took.
    draws: Vec<i64>,
    /// What is not blamed when it comes of a wrong count.
    of_count: Vec<(Aspect, Finding)>,
    counts_wrong: bool,
    /// What was typed in the shortest game that an expert lost.
    beaten_by: Option<String>,
    /// Games that fell after a long time, and the strategies that did it.
    falls: usize,
    avoided: Vec<Strategy>,
    edition: Option<&'static str>,
    faults: Vec<Message>,
    /// What some game was about: of a program that shows nothing, nothing is right.
    shown: BTreeSet<Aspect>,
}

impl Grading<'_> {
    fn uniform(&mut self, verdict: Verdict) {
        for aspect in Aspect::ALL.into_iter().filter(|it| !it.is_silent()) {
            self.findings.insert(aspect, Finding::plain(verdict));
        }
    }

    fn without_java(&mut self) {
        self.faults
            .push(Message::new("grade-missing-tool").with("tool", "java 17"));
        self.uniform(Verdict::Unjudged);
    }

    fn judge(&mut self, machine: &mut Machine<'_>, facts: &Facts) {
        if facts.unable.is_some() {
            return self.without_java();
        }
        let runs = facts.compiled && !self.submission.tests.is_empty();
        let only = self.options.only.as_deref();
        let asked = [Aspect::Tests, Aspect::CompleteTests].map(Aspect::name);
        let runs = runs && only.is_none_or(|only| asked.contains(&only));
        let tested = runs.then(|| machine.test()).and_then(Result::ok);
        let tests = tests::findings(self.submission, tested.as_ref());
        self.findings
            .extend(source::findings(facts).into_iter().chain(tests));
        if !facts.compiled || facts.main.is_empty() {
            for aspect in Aspect::ALL.into_iter().filter(|it| it.is_played()) {
                self.findings
                    .insert(aspect, Finding::plain(Verdict::Absent));
            }
            return;
        }
        let silent = Aspect::ALL
            .into_iter()
            .find(|it| it.is_silent() && only == Some(it.name()));
        if let Some(case) = &self.options.case {
            let scenario = Scenario::of(case);
            match silent {
                Some(aspect) => self.see(machine, aspect, &scenario),
                None => self.play(machine, &scenario),
            }
        } else {
            for scenario in scenarios() {
                self.play(machine, &scenario);
            }
            if let Some(finding) = finding::of_draws(self.subject, &self.draws) {
                self.findings.entry(Aspect::Naive).or_insert(finding);
            }
            self.see_what_is_not_said(machine);
        }
        self.conclude();
        if self.options.case.is_none() {
            self.miss_what_never_showed();
        }
    }

    /// Plays one game and keeps what it shows.
    fn play(&mut self, machine: &mut Machine<'_>, scenario: &Scenario) {
        let players = scenario.players();
        let strategies = players.iter().flat_map(|(_, players)| players);
        let mut strategies = strategies.map(|player| player.strategy);
        if self.falls >= MOST_FALLS || strategies.any(|it| self.avoided.contains(&it)) {
            return;
        }
        let played = machine.play(scenario);
        let fell = played.slow && !matches!(played.ended, Ended::Exit(_));
        self.falls += usize::from(fell);
        let transcript = Transcript::read(&played.shown);
        let Some((trusting, players)) = players else {
            let wrong = finding::of_arguments(scenario, &transcript, &played.ended);
            return wrong.map_or((), |it| self.keep(Aspect::Arguments, it));
        };
        let ledger = ledger::read(&transcript, &players, trusting);
        self.draws.extend(&ledger.draws);
        let lines = transcript.lines.iter();
        self.shown
            .extend(lines.flat_map(|(_, line)| Aspect::shown_by(line, &players)));
        let apart = |it: &&Violation| it.weight == Weight::Apart;
        let all = ledger.violations.iter();
        // Whatever follows the first may come of it, and shows in other games if it does not.
        let first = ledger.violations.iter().find(|it| !apart(it));
        for violation in all.filter(apart).chain(first) {
            self.found(violation, scenario, &played);
        }
        let blameless = ledger.violations.is_empty() && !ledger.unsaid;
        if blameless && !matches!(played.ended, Ended::Exit(_)) {
            let after_all = Violation {
                aspect: Aspect::Ending,
                expected: String::new(),
                got: None,
                typed: scenario.typed.len(),
                weight: Weight::First,
            };
            self.found(&after_all, scenario, &played);
        }
        if fell {
            let strategy = first.and_then(|it| it.aspect.strategy());
            self.avoided.extend(strategy);
        }
        self.beaten(&players, &ledger, &transcript);
        self.wording(scenario, &transcript);
    }

    /// Shows what a program does where the subject does not say what is right.
    fn see_what_is_not_said(&mut self, machine: &mut Machine<'_>) {
        if self.falls > 0 {
            return;
        }
        for (aspect, scenario) in scenario::silent() {
            self.see(machine, aspect, &scenario);
        }
    }

    fn see(&mut self, machine: &mut Machine<'_>, aspect: Aspect, scenario: &Scenario) {
        let played = machine.play(scenario);
        let (got, fall) = match &played.ended {
            Ended::Crashed(crash) => (crash.json(), Some(crash.explain())),
            Ended::Exit(_) | Ended::Hung => (scenario.answered(&played.shown).into(), None),
        };
        let finding = Finding {
            case: Some(scenario.case(scenario.typed.len())),
            got: Some(got),
            fall,
            ..Finding::plain(Verdict::Silent)
        };
        self.findings.insert(aspect, finding);
    }

    fn wording(&mut self, scenario: &Scenario, transcript: &Transcript) {
        if transcript.is_of_an_earlier_edition() {
            self.edition = Some("earlier");
            let note = Message::new("grade-note-edition");
            let finding = self.findings.entry(Aspect::Text);
            let finding = finding.or_insert_with(|| Finding::plain(Verdict::Layout));
            finding.notes = vec![note];
            return;
        }
        if let Some(wording) = transcript.wording() {
            self.keep(Aspect::Text, finding::of_wording(wording, scenario));
        }
    }

    /// Keeps what a line shows that is not as it should be.
    fn found(&mut self, violation: &Violation, scenario: &Scenario, played: &Played) {
        let finding = finding::of_violation(violation, scenario, &played.ended);
        self.counts_wrong |= violation.aspect == Aspect::Count && violation.weight == Weight::First;
        if violation.weight == Weight::OfCount {
            self.of_count.push((violation.aspect, finding));
        } else {
            self.keep(violation.aspect, finding);
        }
    }

    /// Remembers the shortest game that an expert who could have won has lost.
    fn beaten(&mut self, players: &[Player; 2], ledger: &Ledger, transcript: &Transcript) {
        let [first, second] = players.each_ref().map(|player| player.strategy);
        let lost = (first, second) == (Strategy::Human, Strategy::Expert)
            && ledger.winner == Some(0)
            && (ledger.violations.iter())
                .all(|it| it.aspect == Aspect::Expert || it.weight == Weight::Apart);
        let typed = transcript.lines.iter().filter_map(|(_, line)| match line {
            Line::Typed(answer) => Some(answer.as_str()),
            _ => None,
        });
        let typed = typed.collect::<Vec<_>>().join(", ");
        let shorter = self
            .beaten_by
            .as_ref()
            .is_none_or(|it| typed.len() < it.len());
        if lost && shorter {
            self.beaten_by = Some(typed);
        }
    }

    fn miss_what_never_showed(&mut self) {
        let played = Aspect::ALL.into_iter().filter(|it| it.is_played());
        // Who refuses a command line may do so in silence.
        let expected = played.filter(|it| *it != Aspect::Arguments);
        for aspect in expected.filter(|it| !self.shown.contains(it)) {
            let unasked = aspect == Aspect::PersonCheats && self.edition.is_some();
            let verdict = if unasked {
                Verdict::Silent
            } else {
                Verdict::Absent
            };
            let missed = self.findings.entry(aspect);
            missed.or_insert_with(|| Finding::plain(verdict));
        }
    }

    /// What can be said only when all games are known.
    fn conclude(&mut self) {
        if self.falls >= MOST_FALLS {
            for aspect in Aspect::ALL.into_iter().filter(|it| it.is_played()) {
                let unseen = || Finding::plain(Verdict::Hung);
                self.findings.entry(aspect).or_insert_with(unseen);
            }
        }
        for (aspect, finding) in std::mem::take(&mut self.of_count) {
            if !self.counts_wrong {
                self.keep(aspect, finding);
            }
        }
        if let (Some(typed), Some(finding)) = (
            self.beaten_by.take(),
            self.findings.get_mut(&Aspect::Expert),
        ) {
            let note = Message::new("grade-note-beaten").with("typed", typed);
            finding.notes.push(note);
        }
    }

    /// Keeps what is worst, then what shows every time, then what is smallest.
    fn keep(&mut self, aspect: Aspect, finding: Finding) {
        let by_chance = |case: &Case| {
            let naive = |arg: &Json| arg.as_str().is_some_and(|arg| arg.ends_with("@naif"));
            aspect != Aspect::Naive && case.args.iter().any(naive)
        };
        let weight = |finding: &Finding| {
            let layout = finding.verdict == Verdict::Layout;
            let case = finding.case.as_ref();
            (
                layout,
                case.is_some_and(by_chance),
                case.map_or((0, 0), size),
            )
        };
        let kept = self.findings.get(&aspect);
        if kept.is_none_or(|kept| weight(&finding) < weight(kept)) {
            self.findings.insert(aspect, finding);
        }
    }

    fn report(mut self) -> Report {
        let path = self.submission.path.display().to_string();
        let only = self.options.only.as_deref();
        let asked = |aspect: &Aspect| only.is_none_or(|only| only == aspect.name());
        let mut checks = Vec::new();
        for aspect in Aspect::ALL.into_iter().filter(asked) {
            if aspect.is_silent() && !self.findings.contains_key(&aspect) {
                continue;
            }
            let finding = self.findings.remove(&aspect);
            let finding = finding.unwrap_or_else(|| Finding::plain(Verdict::Right));
            let (id, name) = aspect.place();
            let case = finding.case.as_ref();
            let shown = case.map(|case| command(self.subject, &path, name, case, self.options));
            checks.push(Check {
                id: id.to_owned(),
                function: Some(name.to_owned()),
                verdict: finding.verdict,
                points: 0.0,
                worth: 0.0,
                input: case.map(input),
                expected: finding.expected,
                got: finding.got,
                command: shown,
                says: Some(Message::new(aspect.key())),
                fall: finding.fall,
                notes: finding.notes,
            });
        }
        let mut report = Report {
            subject: self.subject.name,
            path,
            edition: self.edition,
            points: 0.0,
            out_of: 0.0,
            checks,
            faults: self.faults,
        };
        report.score(&self.options.scale(self.subject));
        report
    }
}

/// Every name that a check has: its own, and its number in the subject.
pub(crate) fn checks() -> impl Iterator<Item = String> {
    let names = |it: Aspect| {
        let (id, name) = it.place();
        [id.to_owned(), name.to_owned()]
    };
    Aspect::ALL.into_iter().flat_map(names)
}

/// What `--only` can name.
pub(crate) fn names() -> Vec<&'static str> {
    Aspect::ALL.into_iter().map(Aspect::name).collect()
}
