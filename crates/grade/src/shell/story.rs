//! A main program whose subject gives no answer to compare with: what it shows is read as a story, in
//! which whatever the rules say must hold.

use std::collections::BTreeMap;
use std::path::Path;

use arena::Cage;
use house::subject::{Case, Subject};
use serde_json::Value as Json;
use table::{Explain, Message};

use super::{Ran, Shell, dominos, puissance4};
use crate::crash::{Crash, Raised};
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
        let shown = options.shown(path).display().to_string();
        // What is on the table cannot be asked for: the same words are typed again.
        let again = |finding: &Finding| {
            let typed = finding.case.clone().filter(|it| it.args.is_empty());
            let typed = typed.unwrap_or_else(|| Case::of(vec![]));
            let fails = !finding.verdict.passes() && finding.case.is_some();
            fails.then(|| run_again(subject, &shown, command, &typed))
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
}

/// Runs that may fall before the others are given up.
const MOST_FALLS: usize = 2;

/// What all runs came to.
#[derive(Default)]
struct Heard {
    findings: BTreeMap<&'static str, Finding>,
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
            } => (printed, Some(Crash::Raised(raised(code, &errors)))),
            Ran::Hung => {
                self.falls += 1;
                self.keep(
                    story.ending,
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
                self.keep(story.ending, Finding::crashed(Some(case), &crash));
            }
            return;
        }
        for fault in faults.into_iter().flatten() {
            let case = fault
                .position
                .map_or_else(|| case.clone(), |it| Case::of(vec![it]));
            let finding = Finding {
                case: Some(case),
                expected: Some(fault.expected).filter(|it| !it.is_null()),
                got: Some(fault.got),
                ..Finding::plain(fault.verdict)
            };
            self.keep(fault.aspect, finding);
        }
    }

    /// Keeps what is worst, then what there is least to read of.
    fn keep(&mut self, aspect: &'static str, finding: Finding) {
        let weight = |it: &Finding| {
            let size = |json: &Option<Json>| json.as_ref().map_or(0, |it| it.to_string().len());
            let case = it.case.as_ref().map_or(0, |it| input(it).to_string().len());
            (
                it.verdict.passes(),
                case + size(&it.expected) + size(&it.got),
            )
        };
        let kept = self.findings.get(aspect);
        if kept.is_none_or(|kept| weight(&finding) < weight(kept)) {
            self.findings.insert(aspect, finding);
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
            let finding = self.findings.remove(name).unwrap_or_else(usual);
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

fn raised(code: i32, errors: &str) -> Raised {
    let last = errors.trim_end().lines().next_back();
    Raised {
        kind: format!("exit {code}"),
        text: last.unwrap_or_default().to_owned(),
        line: None,
    }
}
