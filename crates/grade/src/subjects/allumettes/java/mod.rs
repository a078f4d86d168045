//! Judges a Java program of the 13 matches: it is compiled and plays some 430 games, whose transcripts
//! are compared with the rules.

mod check;
mod finding;
mod game_reader;
mod process;
mod scenario;
mod source_rules;
mod transcript;
mod transcript_line;
mod unit_tests;

use std::collections::{BTreeMap, BTreeSet};

use sandbox::{Cage, ProgramFailure, StartFailure};
use serde_json::Value as Json;
use subject::Case;
use table::{Explain, Message, message};

use crate::{
    Check, Finding, GradeError, GradeOptions, Homework, Report, Submission, Verdict, case_size,
    repeat_call,
};
pub(super) use check::CHECKS;
use check::ProgramCheck;
use game_reader::{BlameKind, GameReading, LineViolation};
use process::{GameEnd, JavaGame, JavaProcess, SourceFacts};
use scenario::{Scenario, ScenarioPlayer, StrategyName, scenarios, silent_scenarios};
use transcript::GameTranscript;
use transcript_line::TranscriptLine;

/// Number of slow games that may crash or hang before the remaining games are skipped.
const MOST_SLOW_CRASHES: usize = 4;

/// Judges a Java program of the 13 matches.
///
/// # Errors
/// When the sandbox cannot be started. A missing Java makes every check `Unjudged`.
pub(super) fn judge(
    cage: &Cage,
    homework: &'static Homework,
    submission: &Submission,
    options: &GradeOptions,
) -> Result<Report, GradeError> {
    let mut process = JavaProcess::new(cage, submission)?;
    let mut grading = ProgramGrading {
        homework,
        submission,
        options,
        findings: BTreeMap::new(),
        draws: vec![],
        from_count: vec![],
        count_is_wrong: false,
        beaten_by: None,
        slow_crashes: 0,
        avoided: vec![],
        edition: None,
        faults: vec![],
        shown: BTreeSet::new(),
    };
    match process.load() {
        Ok(facts) => grading.judge(&mut process, &facts),
        Err(ProgramFailure::Start(StartFailure::Missing(_))) => grading.without_java(),
        Err(ProgramFailure::Start(why)) if why != StartFailure::Silent => {
            return Err(GradeError::Start(why));
        }
        Err(failure) => {
            grading.faults.push(failure.explain());
            grading.uniform(Verdict::Crashed);
        }
    }
    Ok(grading.report())
}

/// The state of one program's grading.
struct ProgramGrading<'a> {
    homework: &'static Homework,
    submission: &'a Submission,
    options: &'a GradeOptions,
    /// The checks that are not right, each with its best example.
    findings: BTreeMap<ProgramCheck, Finding>,
    /// Numbers that naive players took.
    draws: Vec<i64>,
    /// Findings that are dropped if the count is wrong in another game.
    from_count: Vec<(ProgramCheck, Finding)>,
    count_is_wrong: bool,
    /// Answers typed in the shortest game that `expert` lost.
    beaten_by: Option<String>,
    /// Number of slow games that crashed or hung.
    slow_crashes: usize,
    /// Strategies that caused them, which play no more.
    avoided: Vec<StrategyName>,
    /// `earlier` when the wording is of an earlier edition.
    edition: Option<&'static str>,
    faults: Vec<Message>,
    /// Checks for which some game printed a line. A check without any is absent.
    shown: BTreeSet<ProgramCheck>,
}

impl ProgramGrading<'_> {
    /// Gives every check that counts the same verdict.
    fn uniform(&mut self, verdict: Verdict) {
        for check in ProgramCheck::all().filter(|it| !it.is_silent()) {
            self.findings.insert(check, Finding::new(verdict));
        }
    }

    fn without_java(&mut self) {
        self.faults
            .push(message!("grade-missing-tool", tool = "java 17"));
        self.uniform(Verdict::Unjudged);
    }

    fn judge(&mut self, process: &mut JavaProcess<'_>, facts: &SourceFacts) {
        if facts.unable.is_some() {
            return self.without_java();
        }
        let runs = facts.compiled && !self.submission.tests.is_empty();
        let only = self.options.only.as_deref();
        let asked = [ProgramCheck::Tests, ProgramCheck::CompleteTests].map(ProgramCheck::name);
        let runs = runs && only.is_none_or(|only| asked.contains(&only));
        let results = runs.then(|| process.test()).and_then(Result::ok);
        let tests = unit_tests::findings(self.submission, results.as_ref());
        self.findings
            .extend(source_rules::findings(facts).into_iter().chain(tests));
        if !facts.compiled || facts.main.is_empty() {
            for check in ProgramCheck::all().filter(|it| it.is_played()) {
                self.findings.insert(check, Finding::new(Verdict::Absent));
            }
            return;
        }
        let silent = ProgramCheck::all().find(|it| it.is_silent() && only == Some(it.name()));
        if let Some(case) = &self.options.case {
            let scenario = Scenario::from_case(case);
            match silent {
                Some(check) => self.show(process, check, &scenario),
                None => self.play(process, &scenario),
            }
        } else {
            for scenario in scenarios() {
                self.play(process, &scenario);
            }
            if let Some(finding) = finding::for_draws(self.homework.subject, &self.draws) {
                self.findings.entry(ProgramCheck::Naive).or_insert(finding);
            }
            self.show_silent_scenarios(process);
        }
        self.conclude();
        if self.options.case.is_none() {
            self.add_absent_checks();
        }
    }

    /// Plays one game and keeps its findings.
    fn play(&mut self, process: &mut JavaProcess<'_>, scenario: &Scenario) {
        let players = scenario.players();
        let strategies = players.iter().flat_map(|(_, players)| players);
        let mut strategies = strategies.map(|player| player.strategy);
        if self.slow_crashes >= MOST_SLOW_CRASHES || strategies.any(|it| self.avoided.contains(&it))
        {
            return;
        }
        let played = process.play(scenario);
        let slow_crash = played.slow && !matches!(played.ended, GameEnd::Exit(_));
        self.slow_crashes += usize::from(slow_crash);
        let transcript = GameTranscript::parse(&played.shown);
        let Some((trusting, players)) = players else {
            let wrong = finding::for_arguments(scenario, &transcript, &played.ended);
            return wrong.map_or((), |it| self.keep(ProgramCheck::Arguments, it));
        };
        let reading = game_reader::read(&transcript, &players, trusting);
        self.draws.extend(&reading.draws);
        let lines = transcript.lines.iter();
        self.shown
            .extend(lines.flat_map(|(_, line)| ProgramCheck::shown_by(line, &players)));
        let separate = |it: &&LineViolation| it.kind == BlameKind::Separate;
        let all = reading.violations.iter();
        // Later violations may be consequences of the first; if not, other games show them too.
        let first = reading.violations.iter().find(|it| !separate(it));
        for violation in all.filter(separate).chain(first) {
            self.found(violation, scenario, &played);
        }
        let follows_rules = reading.violations.is_empty() && !reading.undefined;
        if follows_rules && !matches!(played.ended, GameEnd::Exit(_)) {
            let at_end = LineViolation {
                check: ProgramCheck::Ending,
                expected: String::new(),
                got: None,
                typed: scenario.typed.len(),
                kind: BlameKind::First,
            };
            self.found(&at_end, scenario, &played);
        }
        if slow_crash {
            let strategy = first.and_then(|it| it.check.strategy());
            self.avoided.extend(strategy);
        }
        self.record_beaten_expert(&players, &reading, &transcript);
        self.check_wording(scenario, &transcript);
    }

    /// Plays the games about which the subject says nothing.
    fn show_silent_scenarios(&mut self, process: &mut JavaProcess<'_>) {
        if self.slow_crashes > 0 {
            return;
        }
        for (check, scenario) in silent_scenarios() {
            self.show(process, check, &scenario);
        }
    }

    /// Plays one game and shows its last reaction, without judging it.
    fn show(&mut self, process: &mut JavaProcess<'_>, check: ProgramCheck, scenario: &Scenario) {
        let played = process.play(scenario);
        let (got, crash) = match &played.ended {
            GameEnd::Crashed(crash) => (crash.json(), Some(crash.explain())),
            GameEnd::Exit(_) | GameEnd::Hung => (scenario.reaction(&played.shown).into(), None),
        };
        let finding = Finding {
            case: Some(scenario.case(scenario.typed.len())),
            got: Some(got),
            crash,
            ..Finding::new(Verdict::Silent)
        };
        self.findings.insert(check, finding);
    }

    /// Compares the printed text with the subject's.
    fn check_wording(&mut self, scenario: &Scenario, transcript: &GameTranscript) {
        if transcript.is_earlier_edition() {
            self.edition = Some("earlier");
            let note = message!("grade-note-edition");
            let finding = self.findings.entry(ProgramCheck::Text);
            let finding = finding.or_insert_with(|| Finding::new(Verdict::Layout));
            finding.notes = vec![note];
            return;
        }
        if let Some(wording) = transcript.wording_difference() {
            self.keep(ProgramCheck::Text, finding::for_wording(wording, scenario));
        }
    }

    /// Keeps the finding of a violation.
    fn found(&mut self, violation: &LineViolation, scenario: &Scenario, played: &JavaGame) {
        let finding = finding::for_violation(violation, scenario, &played.ended);
        self.count_is_wrong |=
            violation.check == ProgramCheck::Count && violation.kind == BlameKind::First;
        if violation.kind == BlameKind::FromCount {
            self.from_count.push((violation.check, finding));
        } else {
            self.keep(violation.check, finding);
        }
    }

    /// Remembers the answers of the shortest game that `expert` lost as second player.
    fn record_beaten_expert(
        &mut self,
        players: &[ScenarioPlayer; 2],
        reading: &GameReading,
        transcript: &GameTranscript,
    ) {
        let [first, second] = players.each_ref().map(|player| player.strategy);
        let lost = (first, second) == (StrategyName::Human, StrategyName::Expert)
            && reading.winner == Some(0)
            && (reading.violations.iter())
                .all(|it| it.check == ProgramCheck::Expert || it.kind == BlameKind::Separate);
        let typed = transcript.lines.iter().filter_map(|(_, line)| match line {
            TranscriptLine::Typed(answer) => Some(answer.as_str()),
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

    /// Adds an absent finding for each check that no printed line is evidence for.
    fn add_absent_checks(&mut self) {
        let played = ProgramCheck::all().filter(|it| it.is_played());
        // A command line may be refused without any output.
        let expected = played.filter(|it| *it != ProgramCheck::Arguments);
        for check in expected.filter(|it| !self.shown.contains(it)) {
            let not_asked = check == ProgramCheck::PersonCheats && self.edition.is_some();
            let verdict = if not_asked {
                Verdict::Silent
            } else {
                Verdict::Absent
            };
            let entry = self.findings.entry(check);
            entry.or_insert_with(|| Finding::new(verdict));
        }
    }

    /// Completes the findings once all games are played.
    fn conclude(&mut self) {
        if self.slow_crashes >= MOST_SLOW_CRASHES {
            for check in ProgramCheck::all().filter(|it| it.is_played()) {
                let skipped = || Finding::new(Verdict::Hung);
                self.findings.entry(check).or_insert_with(skipped);
            }
        }
        for (check, finding) in std::mem::take(&mut self.from_count) {
            if !self.count_is_wrong {
                self.keep(check, finding);
            }
        }
        if let (Some(typed), Some(finding)) = (
            self.beaten_by.take(),
            self.findings.get_mut(&ProgramCheck::Expert),
        ) {
            let note = message!("grade-note-beaten", typed);
            finding.notes.push(note);
        }
    }

    /// Keeps one finding per check: the worst, then one without chance, then the smallest.
    fn keep(&mut self, check: ProgramCheck, finding: Finding) {
        let by_chance = |case: &Case| {
            let naive = |arg: &Json| arg.as_str().is_some_and(|arg| arg.ends_with("@naif"));
            check != ProgramCheck::Naive && case.args.iter().any(naive)
        };
        let weight = |finding: &Finding| {
            let layout = finding.verdict == Verdict::Layout;
            let case = finding.case.as_ref();
            (
                layout,
                case.is_some_and(by_chance),
                case.map_or((0, 0), case_size),
            )
        };
        let kept = self.findings.get(&check);
        if kept.is_none_or(|kept| weight(&finding) < weight(kept)) {
            self.findings.insert(check, finding);
        }
    }

    fn report(mut self) -> Report {
        let path = self.submission.path.display().to_string();
        let only = self.options.only.as_deref();
        let asked = |check: &ProgramCheck| only.is_none_or(|only| only == check.name());
        let mut checks = Vec::new();
        for check in ProgramCheck::all().filter(asked) {
            if check.is_silent() && !self.findings.contains_key(&check) {
                continue;
            }
            let finding = self.findings.remove(&check);
            let finding = finding.unwrap_or_else(|| Finding::new(Verdict::Right));
            let command = finding.case.as_ref().map(|case| {
                let subject = self.homework.subject;
                repeat_call(subject, &path, check.name(), case, self.options)
            });
            checks.push(Check::from_finding(check.row(), finding, command));
        }
        let report = Report::new(self.homework, path, checks, self.faults, self.options);
        Report {
            edition: self.edition.map(str::to_owned),
            ..report
        }
    }
}
