//! A main program whose subject gives no answer to compare with: what it shows is read as a story, in
//! which whatever the rules say must hold.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use arena::Cage;
use house::subject::{Case, Subject};
use serde_json::Value as Json;
use table::{Explain, Message};

use super::{Ran, Shell, dominos, exited, puissance4};
use crate::crash::Crash;
use crate::examine::Finding;
use crate::functions::{input, run_again};
use crate::grade::{GradeError, Options};
use crate::verdict::{Check, Report, Verdict};

/// What is judged of a program: its name, where the subject says it, and the message that repeats it.
pub(crate) type Aspect = (&'static str, &'static str, &'static str);

/// Where a story is not as it must be.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fault {
    pub(super) aspect: &'static str,
    pub(super) verdict: Verdict,
    /// What was on the table, if that says more than what was typed.
    pub(super) position: Option<Json>,
    pub(super) expected: Json,
    pub(super) got: Json,
    /// How much was told before it.
    pub(super) told: usize,
}

/// What a subject's story is made of.
pub(crate) struct Story {
    pub(crate) subject: &'static str,
    pub(crate) aspects: &'static [Aspect],
    /// The aspect that a program fails which does not come to its end.
    pub(super) ending: &'static str,
    /// What is typed in each run.
    pub(super) typed: fn() -> Vec<String>,
    /// What is wrong in what a run showed; none for what is no story of this game.
    pub(super) read: fn(&str) -> Option<Vec<Fault>>,
}

pub(crate) const STORIES: [Story; 2] = [dominos::STORY, puissance4::STORY];

impl Story {
    pub(crate) fn of(subject: &Subject) -> Option<&'static Self> {
        STORIES.iter().find(|it| it.subject == subject.name)
    }

    /// Judges what a command tells among the files of a student.
    pub(crate) fn grade(
        &self,
        cage: &Cage,
        subject: &'static Subject,
        path: &Path,
        command: &str,
        options: &Options,
    ) -> Result<Report, GradeError> {
        let mut shell = Shell::new(cage, path, true)?;
        let mut heard = Heard::default();
        let typed = match &options.case {
            Some(case) => vec![case.input.clone()],
            None => (self.typed)(),
        };
        for typed in typed.into_iter().take(options.inputs) {
            let ran = shell.run(command, &typed)?;
            heard.hear(self, &typed, ran);
            if heard.falls > MOST_FALLS {
                break;
            }
        }
        if options.case.is_none() {
            self.shrink(&mut heard, &mut |typed| shell.run(command, typed))?;
        }
        let shown = options.shown(path).display().to_string();
        // What is on the table cannot be asked for: the same words are typed again.
        let again = |finding: &Finding| {
            let failing = finding.case.clone().filter(|_| !finding.verdict.passes());
            let typed = failing.map(|it| Case { args: vec![], ..it });
            typed.map(|it| run_again(subject, &shown, command, &it))
        };
        let mut report = Report {
            subject: subject.name,
            path: shown.clone(),
            edition: None,
            points: 0.0,
            out_of: 0.0,
            checks: heard.checks(self, &again),
            faults: vec![],
        };
        report.score(&options.scale(subject));
        Ok(report)
    }

    /// Fewer words typed for each finding, as long as the same is found.
    fn shrink(
        &self,
        heard: &mut Heard,
        run: &mut dyn FnMut(&str) -> io::Result<Ran>,
    ) -> io::Result<()> {
        for (aspect, (_, finding)) in &mut heard.findings {
            let verdict = finding.verdict;
            let typed = finding.case.as_ref().map(|it| it.input.clone());
            let words = typed.as_deref().unwrap_or_default().split_inclusive('\n');
            let words: Vec<&str> = words.collect();
            if words.is_empty() || ![Verdict::Wrong, Verdict::Layout].contains(&verdict) {
                continue;
            }
            fewer(words, |words| {
                let typed = words.concat();
                let mut again = Heard::default();
                again.hear(self, &typed, run(&typed)?);
                let same = again.findings.remove(aspect);
                let same = same.filter(|(_, it)| it.verdict == verdict);
                let found = same.is_some();
                if let Some((_, same)) = same {
                    *finding = same;
                }
                Ok(found)
            })?;
        }
        Ok(())
    }
}

/// How often a program is run to find fewer words.
const TRIES: usize = 40;

/// Asks about the fewest first words that fail, then about those without each of them; whoever asks
/// keeps the last that did.
fn fewer(
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
    let mut at = 0;
    for _ in 0..TRIES {
        if at >= words.len() {
            break;
        }
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

/// Runs that may fall before the others are given up.
const MOST_FALLS: usize = 2;

/// What all runs came to.
#[derive(Default)]
struct Heard {
    /// What is not right, with how much was told before it.
    findings: BTreeMap<&'static str, (usize, Finding)>,
    /// Runs that told a story of the game.
    told: usize,
    falls: usize,
    fall: Option<Message>,
}

impl Heard {
    fn hear(&mut self, story: &Story, typed: &str, ran: Ran) {
        let case = Case {
            args: vec![],
            input: typed.to_owned(),
        };
        let (shown, fall) = match ran {
            Ran::Ended {
                code: 0, printed, ..
            } => (printed, None),
            Ran::Ended {
                printed, errors, ..
            } if wants_more(&errors) => (printed, None),
            Ran::Ended {
                code,
                printed,
                errors,
            } => (printed, Some(exited(code, &errors))),
            Ran::Hung => {
                self.falls += 1;
                self.keep(
                    story.ending,
                    0,
                    Finding {
                        case: Some(case),
                        ..Finding::plain(Verdict::Hung)
                    },
                );
                return;
            }
            Ran::Fell(misdeed) => (String::new(), Some(Crash::Ended(misdeed))),
        };
        let faults = (story.read)(&shown);
        self.told += usize::from(faults.is_some());
        if let Some(crash) = fall {
            self.falls += 1;
            self.fall = Some(crash.explain());
            if faults.is_some() {
                self.keep(story.ending, 0, Finding::crashed(Some(case), &crash));
            }
            return;
        }
        for fault in faults.into_iter().flatten() {
            let case = Case {
                args: fault.position.into_iter().collect(),
                ..case.clone()
            };
            let finding = Finding {
                case: Some(case),
                expected: Some(fault.expected).filter(|it| !it.is_null()),
                got: Some(fault.got),
                ..Finding::plain(fault.verdict)
            };
            self.keep(fault.aspect, fault.told, finding);
        }
    }

    /// Keeps what is worst, then what is seen first, then what there is least to read of.
    fn keep(&mut self, aspect: &'static str, told: usize, finding: Finding) {
        let weight = |(told, it): &(usize, Finding)| {
            let size = |json: &Option<Json>| json.as_ref().map_or(0, |it| it.to_string().len());
            let case = it.case.as_ref().map_or(0, |it| input(it).to_string().len());
            (
                it.verdict.passes(),
                *told,
                case + size(&it.expected) + size(&it.got),
            )
        };
        let found = (told, finding);
        let kept = self.findings.get(aspect);
        if kept.is_none_or(|kept| weight(&found) < weight(kept)) {
            self.findings.insert(aspect, found);
        }
    }

    fn checks(mut self, story: &Story, again: &dyn Fn(&Finding) -> Option<String>) -> Vec<Check> {
        let strange = self.told == 0;
        let unread = || Finding {
            notes: vec![Message::new("grade-note-no-story")],
            fall: self.fall.clone(),
            ..Finding::plain(Verdict::Unjudged)
        };
        let usual = || {
            if strange {
                unread()
            } else {
                Finding::plain(Verdict::Right)
            }
        };
        let mut checks = vec![];
        for (name, place, says) in story.aspects {
            let found = self.findings.remove(name);
            let finding = found.map_or_else(usual, |(_, finding)| finding);
            checks.push(Check {
                id: (*place).to_owned(),
                function: Some((*name).to_owned()),
                command: again(&finding),
                verdict: finding.verdict,
                points: 0.0,
                worth: 0.0,
                input: finding.case.as_ref().map(input),
                expected: finding.expected,
                got: finding.got,
                says: Some(Message::new(says)),
                fall: finding.fall,
                notes: finding.notes,
            });
        }
        checks
    }
}

/// Whether a program fell because it asked for more than was typed.
fn wants_more(errors: &str) -> bool {
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
    fn words_that_a_failure_does_not_need_go() {
        let mut kept = vec![];
        let words = "x a y b a c z".split(' ').collect();
        let asked = fewer(words, |words| {
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
