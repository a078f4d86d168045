//! Judges a main program by the game that it prints, which must follow the rules.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use sandbox::Cage;
use serde_json::Value as Json;
use subject::Case;
use table::{Explain, Message, message};

use super::{CommandRun, CommandShell, exit_crash};
use crate::command_line::{input_json, repeat_run};
use crate::finding::Finding;
use crate::grade::{GradeError, GradeOptions};
use crate::homework::{Homework, SubjectCheck};
use crate::report::{Check, Report, Verdict};

/// The rules that a printed game must follow, and the lines that are typed to play it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrintedGameRules {
    pub(crate) checks: &'static [SubjectCheck],
    /// Name of the check that fails when a program hangs or crashes.
    pub(crate) ending: &'static str,
    /// Returns the standard input of each run.
    pub(crate) typed: fn() -> Vec<String>,
    /// Returns the violations in the output of one run; `None` when the output is not a game.
    pub(crate) violations: fn(&str) -> Option<Vec<RuleViolation>>,
}

/// A place in a printed game that breaks a rule.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RuleViolation {
    pub(crate) check: &'static str,
    /// `Wrong`, or `Layout` when only the presentation differs.
    pub(crate) verdict: Verdict,
    /// Position before the violation, if it says more than the typed lines.
    pub(crate) position: Option<Json>,
    /// Value that the rule asks for; `null` when the rule allows none.
    pub(crate) expected: Json,
    pub(crate) got: Json,
    /// Number of lines or grids printed before the violation.
    pub(crate) printed_before: usize,
}

/// Judges the game that `command` prints in a copy of the submission.
pub(super) fn grade(
    rules: &PrintedGameRules,
    cage: &Cage,
    homework: &'static Homework,
    path: &Path,
    command: &str,
    options: &GradeOptions,
) -> Result<Report, GradeError> {
    let typed = match &options.case {
        Some(case) => vec![case.input.clone()],
        None => (rules.typed)(),
    };
    let mut shell = CommandShell::new(cage, path, true, typed.len() + TRIES)?;
    let mut games = PrintedGames::default();
    for typed in typed.into_iter().take(options.inputs) {
        let run = shell.run(command, &typed)?;
        games.add(rules, &typed, run);
        if games.crashes > MOST_CRASHES {
            break;
        }
    }
    if options.case.is_none() {
        shrink(rules, &mut games, &mut |typed| shell.run(command, typed))?;
    }
    let shown = options.shown_path(path).display().to_string();
    // A run cannot start from a given position, so the command types the same lines again.
    let repeat = |finding: &Finding| {
        let failing = finding.case.clone().filter(|_| !finding.verdict.passes());
        let typed = failing.map(|it| Case { args: vec![], ..it });
        typed.map(|it| repeat_run(homework.subject, &shown, command, &it))
    };
    let checks = games.checks(rules, &repeat);
    Ok(Report::new(homework, shown, checks, vec![], options))
}

/// Removes typed lines from each finding, as long as the same check fails with the same verdict.
fn shrink(
    rules: &PrintedGameRules,
    games: &mut PrintedGames,
    run: &mut dyn FnMut(&str) -> io::Result<CommandRun>,
) -> io::Result<()> {
    for (check, (_, finding)) in &mut games.findings {
        let verdict = finding.verdict;
        let typed = finding.case.as_ref().map(|it| it.input.clone());
        let lines = typed.as_deref().unwrap_or_default().split_inclusive('\n');
        let lines: Vec<&str> = lines.collect();
        if lines.is_empty() || ![Verdict::Wrong, Verdict::Layout].contains(&verdict) {
            continue;
        }
        remove_words(lines, |lines| {
            let typed = lines.concat();
            let mut again = PrintedGames::default();
            again.add(rules, &typed, run(&typed)?);
            let again = again.findings.remove(check).map(|(_, again)| again);
            let Some(same) = again.filter(|again| again.verdict == verdict) else {
                return Ok(false);
            };
            *finding = same;
            Ok(true)
        })?;
    }
    Ok(())
}

/// Maximum number of single words that are tried to be removed.
const TRIES: usize = 40;

/// Finds the shortest beginning of `words` that still fails, then removes single words from it. The
/// caller keeps the words of the last call of `fails` that returned true.
fn remove_words(
    mut words: Vec<&str>,
    mut fails: impl FnMut(&[&str]) -> io::Result<bool>,
) -> io::Result<()> {
    let (mut passing, mut failing) = (0, words.len());
    while passing < failing {
        let middle = usize::midpoint(passing, failing);
        if fails(&words[..middle])? {
            failing = middle;
        } else {
            passing = middle + 1;
        }
    }
    words.truncate(failing);
    let (mut at, mut tries) = (0, 0);
    while at < words.len() && tries < TRIES {
        tries += 1;
        let mut without = words.clone();
        without.remove(at);
        if fails(&without)? {
            words = without;
        } else {
            at += 1;
        }
    }
    Ok(())
}

/// Number of runs that may crash before the remaining runs are skipped.
const MOST_CRASHES: usize = 2;

#[derive(Default)]
struct PrintedGames {
    /// Worst finding of each failing check, with the number of lines printed before it.
    findings: BTreeMap<&'static str, (usize, Finding)>,
    /// Number of runs whose output is a game.
    games: usize,
    /// Number of runs that hung or crashed.
    crashes: usize,
    last_crash: Option<Message>,
}

impl PrintedGames {
    fn add(&mut self, rules: &PrintedGameRules, typed: &str, run: CommandRun) {
        let case = Case {
            args: vec![],
            input: typed.to_owned(),
        };
        let (printed, crash) = match run {
            CommandRun::Exited {
                code: 0, printed, ..
            } => (printed, None),
            CommandRun::Exited {
                printed, errors, ..
            } if is_end_of_input(&errors) => (printed, None),
            CommandRun::Exited {
                code,
                printed,
                errors,
            } => (printed, Some(exit_crash(code, &errors))),
            CommandRun::Hung => {
                self.crashes += 1;
                let finding = Finding {
                    case: Some(case),
                    ..Finding::new(Verdict::Hung)
                };
                self.keep(rules.ending, 0, finding);
                return;
            }
            CommandRun::Crashed(crash) => (String::new(), Some(crash)),
        };
        let violations = (rules.violations)(&printed);
        self.games += usize::from(violations.is_some());
        if let Some(crash) = crash {
            self.crashes += 1;
            self.last_crash = Some(crash.explain());
            if violations.is_some() {
                self.keep(rules.ending, 0, Finding::from_crash(Some(case), &crash));
            }
            return;
        }
        for violation in violations.into_iter().flatten() {
            let case = Case {
                args: violation.position.into_iter().collect(),
                ..case.clone()
            };
            let finding = Finding {
                case: Some(case),
                expected: Some(violation.expected).filter(|it| !it.is_null()),
                got: Some(violation.got),
                ..Finding::new(violation.verdict)
            };
            self.keep(violation.check, violation.printed_before, finding);
        }
    }

    /// Keeps one finding per check: the worst, then the earliest in its game, then the shortest.
    fn keep(&mut self, check: &'static str, printed_before: usize, finding: Finding) {
        let weight = |(printed_before, it): &(usize, Finding)| {
            let input = it.case.as_ref().map(input_json);
            let shown = [&input, &it.expected, &it.got].into_iter().flatten();
            let size: usize = shown.map(|json| json.to_string().len()).sum();
            (it.verdict.passes(), *printed_before, size)
        };
        let found = (printed_before, finding);
        let kept = self.findings.get(check);
        if kept.is_none_or(|kept| weight(&found) < weight(kept)) {
            self.findings.insert(check, found);
        }
    }

    /// One check per rule. A rule without a finding is right, or unjudged if no run printed a game.
    fn checks(
        mut self,
        rules: &PrintedGameRules,
        repeat: &dyn Fn(&Finding) -> Option<String>,
    ) -> Vec<Check> {
        let mut unread = Finding::with_note(Verdict::Unjudged, message!("grade-note-no-story"));
        unread.crash = self.last_crash.take();
        let default = || match self.games {
            0 => unread.clone(),
            _ => Finding::new(Verdict::Right),
        };
        let mut checks = vec![];
        for check in rules.checks {
            let found = self.findings.remove(check.name);
            let finding = found.map_or_else(default, |(_, finding)| finding);
            let command = repeat(&finding);
            checks.push(Check::from_finding(*check, finding, command));
        }
        checks
    }
}

/// Whether a program crashed because it read more lines than were typed.
fn is_end_of_input(errors: &str) -> bool {
    let signs = [
        "EOFError",
        "End of file",
        "NoSuchElementException",
        "EndOfStream",
    ];
    signs.iter().any(|sign| errors.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_a_failure_does_not_need_are_removed() {
        let mut kept = vec![];
        let words = "x a y b a c z".split(' ').collect();
        let asked = remove_words(words, |words| {
            let fails = words.contains(&"a") && words.contains(&"b");
            if fails {
                kept = words.iter().map(|it| (*it).to_owned()).collect();
            }
            Ok(fails)
        });
        assert!(asked.is_ok());
        assert_eq!(kept, ["a", "b"]);
    }
}
