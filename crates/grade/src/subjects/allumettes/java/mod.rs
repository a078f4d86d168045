//! Judges a Java program of the 13 matches: it plays some 430 games, which are compared with the rules.

mod check;
mod compiled_program;
mod finding;
mod game_reader;
mod process;
mod scenario;
mod source_rules;
mod transcript;
mod transcript_line;
mod unit_tests;

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use serde_json::Value as Json;
use subject::Case;
use table::{Explain, Message, message};

use crate::{
    Check, Finding, GradeError, GradingTask, Report, Verdict, case_size, load_failure, repeat_call,
};
pub(super) use check::CHECKS;
use check::ProgramCheck;
use compiled_program::CompiledProgram;
use game_reader::{BlameKind, GameReading, LineViolation};
use process::{GameEnd, JavaGame, JavaProcess, PaperTime};
use scenario::{Scenario, ScenarioPlayer, StrategyName, scenarios, silent_scenarios};
use transcript::{GameTranscript, unmarked};
use transcript_line::TranscriptLine;
use unit_tests::UnitTestResults;

/// Number of slow games that may crash or hang before the remaining games are skipped.
const MOST_SLOW_CRASHES: usize = 4;

/// Name of the tool in a report when it is missing.
const TOOL: &str = "java 17";

/// Judges a Java program of the 13 matches. A missing Java makes every check `Unjudged`.
pub(super) fn judge(task: GradingTask<'_>) -> Result<Report, GradeError> {
    let mut grading = ProgramGrading::default();
    let home = tempfile::tempdir()?;
    CompiledProgram::write_sources(home.path())?;
    match CompiledProgram::new(task.cage, task.submission, home.path()) {
        Ok(Some(compiled)) if compiled.unable.is_some() => {
            let missing = message!("grade-missing-tool", tool = TOOL);
            grading.give_all(Verdict::Unjudged, missing);
        }
        Ok(Some(compiled)) => grading.judge(task, &compiled)?,
        Ok(None) => grading.give_all(Verdict::Crashed, message!("grade-matches-unreadable")),
        Err(failure) => {
            let (verdict, fault) = load_failure(failure, TOOL)?;
            grading.give_all(verdict, fault);
        }
    }
    Ok(grading.report(task))
}

#[derive(Default)]
struct ProgramGrading {
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
    /// Strategies that caused slow crashes, with which no more games are played.
    avoided: Vec<StrategyName>,
    /// `earlier` when the wording is of an earlier edition.
    edition: Option<&'static str>,
    faults: Vec<Message>,
    /// Checks for which some printed line was evidence. Other checks are absent.
    shown: BTreeSet<ProgramCheck>,
    /// Whether some game came to its end without a forbidden line before it.
    plays: bool,
    /// Full name of the main class.
    main: String,
    /// The first error of the compiler, which explains what was left out.
    compile_error: Option<Message>,
    /// Games of which nothing was received, each with its players and the finding.
    lost: Vec<([StrategyName; 2], Finding)>,
}

impl ProgramGrading {
    /// Gives every check that counts the same verdict, because of a fault.
    fn give_all(&mut self, verdict: Verdict, fault: Message) {
        self.faults.push(fault);
        let checks = ProgramCheck::all().filter(|it| !it.is_silent());
        let all = checks.map(|check| (check, Finding::new(verdict)));
        self.findings.extend(all);
    }

    fn judge(&mut self, task: GradingTask<'_>, compiled: &CompiledProgram) -> io::Result<()> {
        let GradingTask {
            submission,
            options,
            ..
        } = task;
        let only = options.only.as_deref();
        let tests = [ProgramCheck::Tests, ProgramCheck::CompleteTests].map(ProgramCheck::name);
        let asked = only.is_none_or(|only| tests.contains(&only));
        let runs = asked && compiled.compiled && !submission.tests.is_empty();
        self.main.clone_from(&compiled.main);
        self.compile_error = compiled.errors.first().map(source_rules::compile_error);
        let mut time = PaperTime::new();
        let results = runs.then(|| UnitTestResults::new(task.cage, compiled, &mut time));
        let results = results.transpose()?;
        self.findings.extend(source_rules::findings(compiled));
        self.findings
            .extend(unit_tests::findings(submission, results.as_ref()));
        if !compiled.compiled || compiled.main.is_empty() {
            self.add_missing(Verdict::Absent, |_| true);
            return Ok(());
        }
        let process = &mut JavaProcess::new(task.cage, compiled, &compiled.program)?;
        let time = &mut time;
        let silent = ProgramCheck::all().find(|it| it.is_silent() && only == Some(it.name()));
        if let Some(case) = &options.case {
            let scenario = Scenario::from_case(case);
            match silent {
                Some(check) => self.show(process, time, check, &scenario),
                None => {
                    for scenario in scenario.with_every_chance() {
                        self.play(process, time, &scenario);
                    }
                }
            }
        } else {
            for scenario in scenarios() {
                self.play(process, time, &scenario);
            }
            self.check_one_stream(process, time);
            if let Some(finding) = finding::for_draws(task.homework.subject, &self.draws) {
                self.findings.entry(ProgramCheck::Naive).or_insert(finding);
            }
            if self.slow_crashes == 0 {
                for (check, scenario) in silent_scenarios() {
                    self.show(process, time, check, &scenario);
                }
            }
        }
        self.conclude();
        if time.is_over() {
            self.faults.push(message!("grade-matches-deadline"));
            self.add_missing(Verdict::Hung, |_| true);
        }
        if options.case.is_none() {
            self.add_absent_checks();
            self.require_whole_game();
        }
        Ok(())
    }

    /// Adds a finding to each check that is seen in games, has none yet, and meets a condition.
    fn add_missing(&mut self, verdict: Verdict, condition: impl Fn(ProgramCheck) -> bool) {
        let played = ProgramCheck::all().filter(|it| it.is_played() && condition(*it));
        for check in played {
            let finding = self.findings.entry(check);
            finding.or_insert_with(|| Finding::new(verdict));
        }
    }

    /// Plays one game and keeps its findings.
    fn play(&mut self, process: &mut JavaProcess<'_>, time: &mut PaperTime, scenario: &Scenario) {
        let players = scenario.players();
        let strategies = players.iter().flat_map(|(_, players)| players);
        let mut strategies = strategies.map(|player| player.strategy);
        let over = time.is_over() || self.slow_crashes >= MOST_SLOW_CRASHES;
        if over || strategies.any(|it| self.avoided.contains(&it)) {
            return;
        }
        let played = process.play(time, scenario);
        let slow_crash = played.slow && !matches!(played.ended, GameEnd::Exit(_));
        self.slow_crashes += usize::from(slow_crash);
        let transcript = GameTranscript::parse(&played.shown);
        let Some((trusting, players)) = players else {
            let wrong = finding::for_arguments(scenario, &transcript, &played.ended);
            return wrong.map_or((), |it| self.keep(scenario.argument_check(), it));
        };
        let reading = game_reader::read(&transcript, &players, trusting);
        if transcript.lines.is_empty() {
            if slow_crash {
                self.avoid_after_loss(&players);
            }
            return self.add_lost(&players, &reading, scenario, &played);
        }
        if !transcript.types_only(scenario.answers().map(str::trim)) {
            let forged = finding::unreadable(scenario);
            self.avoided.push(StrategyName::Human);
            return self.keep(ProgramCheck::Human, forged);
        }
        // Games with other players begin with the same chance, so that a command line repeats them.
        if players.iter().all(|it| it.strategy == StrategyName::Naive) {
            self.draws.extend(&reading.draws);
        }
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
        // A game is played to its end although it has the wrong winner, order or text.
        let plays = |it: &LineViolation| {
            use ProgramCheck::{Ending, Text, Turns};
            separate(&it) || matches!(it.check, Ending | Text | Turns)
        };
        self.plays |= reading.winner.is_some() && reading.violations.iter().all(plays);
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

    /// Plays one game and shows its last reaction, without judging it.
    fn show(
        &mut self,
        process: &mut JavaProcess<'_>,
        time: &mut PaperTime,
        check: ProgramCheck,
        scenario: &Scenario,
    ) {
        let played = process.play(time, scenario);
        let (got, crash) = match &played.ended {
            GameEnd::Crashed(crash) => (crash.json(), Some(crash.explain())),
            GameEnd::Exit(_) | GameEnd::Hung | GameEnd::Unreadable => {
                (scenario.reaction(&played.shown).into(), None)
            }
        };
        let finding = Finding {
            case: Some(scenario.case(scenario.typed.len())),
            got: Some(got),
            crash,
            ..Finding::new(Verdict::Silent)
        };
        self.findings.insert(check, finding);
    }

    /// Avoids the players of a lost game that were never seen, or else those of the computer.
    fn avoid_after_loss(&mut self, players: &[ScenarioPlayer; 2]) {
        let strategies = || players.iter().map(|player| player.strategy);
        let seen = |it: &StrategyName| self.shown.contains(&ProgramCheck::for_strategy(*it));
        let mut avoided: Vec<_> = strategies().filter(|it| !seen(it)).collect();
        if avoided.is_empty() {
            avoided.extend(strategies().filter(|it| *it != StrategyName::Human));
        }
        self.avoided.extend(avoided);
    }

    /// Keeps a game of which nothing was received.
    fn add_lost(
        &mut self,
        players: &[ScenarioPlayer; 2],
        reading: &GameReading,
        scenario: &Scenario,
        played: &JavaGame,
    ) {
        if let Some(violation) = reading.violations.first() {
            let finding = finding::for_violation(violation, scenario, &played.ended);
            let strategies = players.each_ref().map(|player| player.strategy);
            self.lost.push((strategies, finding));
        }
    }

    /// Gives each lost game to the players who were never seen, or else to both: another game says
    /// nothing about the one that is missing.
    fn blame_lost_games(&mut self) {
        for (strategies, finding) in std::mem::take(&mut self.lost) {
            let checks = strategies.map(ProgramCheck::for_strategy);
            let seen = |check: &ProgramCheck| self.shown.contains(check);
            let unseen: Vec<_> = checks.into_iter().filter(|it| !seen(it)).collect();
            let blamed = if unseen.is_empty() {
                checks.to_vec()
            } else {
                unseen
            };
            for check in blamed {
                self.keep(check, finding.clone());
            }
        }
    }

    /// Plays one game of two people twice: with answers line by line, and all in one stream, as from a
    /// file. A `Scanner` reads ahead, so that a second one misses answers.
    fn check_one_stream(&mut self, process: &mut JavaProcess<'_>, time: &mut PaperTime) {
        if self.findings.contains_key(&ProgramCheck::Human) {
            return;
        }
        let typed = scenario::two_people();
        let piped = Scenario {
            piped: true,
            ..typed.clone()
        };
        let by_line = process.play(time, &typed);
        let at_once = process.play(time, &piped);
        let (expected, got) = (unmarked(&by_line.shown), unmarked(&at_once.shown));
        if expected != got && by_line.ended == GameEnd::Exit(0) {
            let finding = Finding {
                case: Some(typed.case(typed.typed.len())),
                expected: Some(expected.into()),
                got: Some(got.into()),
                notes: vec![message!("grade-matches-one-stream")],
                ..Finding::new(Verdict::Wrong)
            };
            self.keep(ProgramCheck::Human, finding);
        }
    }

    fn check_wording(&mut self, scenario: &Scenario, transcript: &GameTranscript) {
        if transcript.is_earlier_edition() {
            self.edition = Some("earlier");
            let finding = self.findings.entry(ProgramCheck::Text);
            let finding = finding.or_insert_with(|| Finding::new(Verdict::Layout));
            finding.notes = vec![message!("grade-note-edition")];
            return;
        }
        if let Some(wording) = transcript.wording_difference() {
            self.keep(ProgramCheck::Text, finding::for_wording(wording, scenario));
        }
    }

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
        let known = self.beaten_by.as_ref();
        if lost && known.is_none_or(|it| typed.len() < it.len()) {
            self.beaten_by = Some(typed);
        }
    }

    /// Adds an absent finding for each check that no printed line is evidence for.
    fn add_absent_checks(&mut self) {
        let mut shown = std::mem::take(&mut self.shown);
        // A command line may be refused without any output.
        shown.extend(ProgramCheck::all().filter(|it| it.is_about_arguments()));
        // Earlier editions do not ask for a person's cheat.
        if self.edition.is_some() && shown.insert(ProgramCheck::PersonCheats) {
            self.add_missing(Verdict::Silent, |it| it == ProgramCheck::PersonCheats);
        }
        self.add_missing(Verdict::Absent, |it| !shown.contains(&it));
    }

    /// A program of which no game comes to its end earns nothing for its games, whatever it prints.
    fn require_whole_game(&mut self) {
        if !self.plays {
            self.findings
                .retain(|check, finding| !check.is_played() || finding.verdict != Verdict::Layout);
            let note = message!("grade-matches-no-game");
            let unproved = Finding::with_note(Verdict::Absent, note);
            for check in ProgramCheck::all().filter(|it| it.is_played()) {
                self.findings
                    .entry(check)
                    .or_insert_with(|| unproved.clone());
            }
        }
    }

    /// Completes the findings once all games are played.
    fn conclude(&mut self) {
        if self.slow_crashes >= MOST_SLOW_CRASHES {
            self.add_missing(Verdict::Hung, |_| true);
        }
        self.blame_lost_games();
        for (check, finding) in std::mem::take(&mut self.from_count) {
            if !self.count_is_wrong {
                self.keep(check, finding);
            }
        }
        let expert = self.findings.get_mut(&ProgramCheck::Expert);
        if let (Some(typed), Some(finding)) = (self.beaten_by.take(), expert) {
            finding.notes.push(message!("grade-note-beaten", typed));
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
            let size = case.map_or((0, 0), case_size);
            (layout, case.is_some_and(by_chance), size)
        };
        let kept = self.findings.get(&check);
        if kept.is_none_or(|kept| weight(&finding) < weight(kept)) {
            self.findings.insert(check, finding);
        }
    }

    fn report(mut self, task: GradingTask<'_>) -> Report {
        let GradingTask {
            homework, options, ..
        } = task;
        let path = task.submission.path.display().to_string();
        let only = options.only.as_deref();
        let asked = |check: &ProgramCheck| only.is_none_or(|only| only == check.name());
        let mut checks = Vec::new();
        for check in ProgramCheck::all().filter(asked) {
            if check.is_silent() && !self.findings.contains_key(&check) {
                continue;
            }
            let finding = self.findings.remove(&check);
            let mut finding = finding.unwrap_or_else(|| Finding::new(Verdict::Right));
            if finding.verdict == Verdict::Absent && finding.notes.is_empty() {
                // What was left out explains why nothing was seen.
                finding.crash = self.compile_error.clone().or(finding.crash);
            }
            finding.shown = Some(finding::shown(&finding, &self.main));
            let case = finding.case.as_ref();
            let command =
                case.map(|case| repeat_call(homework.subject, &path, check.name(), case, options));
            checks.push(Check::from_finding(check.row(), finding, command));
        }
        Report {
            edition: self.edition.map(str::to_owned),
            ..Report::new(homework, path, checks, self.faults, options)
        }
    }
}
