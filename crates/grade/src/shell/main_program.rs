//! A main program in any language, judged by what it prints for what is typed.

use std::path::Path;
use std::time::{Duration, Instant};

use house::subject::{Case, Function, Outcome, Subject};
use sandbox::Cage;
use serde_json::Value as Json;

use super::story::Story;
use super::{Ran, Shell, exited};
use crate::crash::{Crash, Raised};
use crate::examine::{Finding, Trial};
use crate::functions::{input, run_again};
use crate::grade::{GradeError, Options};
use crate::manner::Manner;
use crate::place::{place, says};
use crate::session::{Callee, PATIENCE, Reply};
use crate::verdict::{Check, Report, Verdict};

/// Runs by which a program is judged: each starts it anew.
const RUNS: usize = 200;
/// The subjects whose main program is judged, and the function that is one.
const PROGRAMS: [(&str, &str); 2] = [("421", "test_jeu"), ("awale", "awale")];
/// What programs call players whose names nobody asked for.
const NAMES: [[&str; 2]; 4] = [
    ["Joueur 1", "Joueur 2"],
    ["joueur 1", "joueur 2"],
    ["Joueur1", "Joueur2"],
    ["joueur1", "joueur2"],
];

/// Judges what a command prints among the files of a student.
pub(crate) fn grade(
    cage: &Cage,
    subject: &'static Subject,
    path: &Path,
    command: &str,
    options: &Options,
) -> Result<Report, GradeError> {
    if let Some(story) = Story::of(subject) {
        return story.grade(cage, subject, path, command, options);
    }
    let name = PROGRAMS.iter().find(|(name, _)| *name == subject.name);
    let (_, name) = name.ok_or(GradeError::NoProgram(subject.name))?;
    let function = subject.function(name)?;
    let mut best: Option<Finding> = None;
    for named in [false, true] {
        if best.as_ref().is_some_and(|it| it.verdict.passes()) || (named && !asks_names(function)) {
            break;
        }
        let mut main = MainProgram {
            shell: Shell::new(cage, path, true)?,
            command,
            named,
            waited: Duration::ZERO,
        };
        let mut trial = Trial {
            session: &mut main,
            name,
            function,
            arity: (0, usize::MAX),
            opposite: false,
            hasty: false,
            manner: Manner::Plain,
        };
        let finding = match &options.case {
            Some(case) => trial.examine_one(case),
            None => trial.examine(RUNS.min(options.inputs)),
        };
        if best.is_none() || finding.verdict.passes() {
            best = Some(finding);
        }
    }
    let finding = best.unwrap_or_else(|| Finding::plain(Verdict::Absent));
    let shown = options.shown(path).display().to_string();
    let failing = finding.case.as_ref().filter(|_| !finding.verdict.passes());
    let again = failing.map(|case| run_again(subject, &shown, command, case));
    let mut report = Report {
        subject: subject.name,
        path: shown,
        edition: None,
        points: 0.0,
        out_of: 0.0,
        checks: vec![check(subject, function, finding, again)],
        faults: vec![],
    };
    report.score(&options.scale(subject));
    Ok(report)
}

/// Whether a program may ask who plays before it begins.
fn asks_names(function: &Function) -> bool {
    function.parameters.iter().any(|it| it.default.is_none())
}

fn check(subject: &Subject, function: &Function, finding: Finding, again: Option<String>) -> Check {
    Check {
        id: place(subject, function.name),
        function: Some(function.name.to_owned()),
        verdict: finding.verdict,
        points: 0.0,
        worth: 0.0,
        input: finding.case.as_ref().map(input),
        expected: finding.expected,
        got: finding.got,
        command: again,
        says: says(subject, function.name),
        fall: finding.fall,
        notes: finding.notes,
    }
}

/// A command as a function that reads and prints.
struct MainProgram<'a> {
    shell: Shell<'a>,
    command: &'a str,
    /// Whether the players' names are typed first.
    named: bool,
    waited: Duration,
}

impl MainProgram<'_> {
    fn reply(&mut self, case: &Case) -> Reply {
        let names = case.args.iter().filter_map(Json::as_str);
        let names: Vec<&str> = names.filter(|it| !it.is_empty()).collect();
        let mut typed = String::new();
        for name in names.iter().filter(|_| self.named) {
            typed.extend([name, "\n"]);
        }
        typed += &case.input;
        match self.shell.run(self.command, &typed) {
            Ok(Ran::Ended {
                code: 0, printed, ..
            }) => {
                let outcome = Outcome {
                    returned: Json::Null,
                    args: case.args.clone(),
                    printed: renamed(printed, &names),
                    raised: None,
                };
                Reply::Outcome(outcome, String::new())
            }
            Ok(Ran::Ended { code, errors, .. }) => Reply::Crashed(exited(code, &errors)),
            Ok(Ran::Hung) => Reply::Hung,
            Ok(Ran::Fell(misdeed)) => Reply::Crashed(Crash::Ended(misdeed)),
            Err(error) => Reply::Crashed(Crash::Raised(Raised {
                kind: "io".to_owned(),
                text: error.to_string(),
                line: None,
            })),
        }
    }
}

impl Callee for MainProgram<'_> {
    fn call(&mut self, _: &str, _: &Function, cases: &[Case], _: Duration) -> Vec<Reply> {
        let mut replies = Vec::new();
        for case in cases {
            let begun = Instant::now();
            replies.push(self.reply(case));
            if replies.last() == Some(&Reply::Hung) {
                self.waited += begun.elapsed();
                break;
            }
        }
        replies
    }

    fn is_assisted(&self) -> bool {
        false
    }

    fn is_patient(&self) -> bool {
        self.waited < PATIENCE
    }
}

/// What was printed, with the names of a case in place of a program's own.
fn renamed(printed: String, names: &[&str]) -> String {
    let [first, second] = names else {
        return printed;
    };
    if printed.contains(first) || printed.contains(second) {
        return printed;
    }
    NAMES.iter().fold(printed, |printed, [one, other]| {
        printed.replace(one, first).replace(other, second)
    })
}
