//! Judges a main program in any language by its output for given typed lines.

use std::path::Path;

use sandbox::Cage;
use serde_json::Value as Json;
use subject::{CallOutcome, Case};

use super::{CommandRun, CommandShell, exit_crash, printed_game};
use crate::callable::{CallReply, CallableCode, Calls};
use crate::command_line::repeat_run;
use crate::crash::RaisedException;
use crate::finding::Finding;
use crate::grade::{GradeError, GradeOptions};
use crate::homework::{Homework, MainProgram};
use crate::report::{Check, Report, Verdict};
use crate::trial::FunctionTrial;

const RUNS: usize = 200;
/// Number of runs that do not end after which typed lines are no longer removed.
const MOST_HANGING_RUNS: u32 = 2;
/// Names that programs print for players who were not asked for theirs.
const DEFAULT_NAMES: [[&str; 2]; 4] = [
    ["Joueur 1", "Joueur 2"],
    ["joueur 1", "joueur 2"],
    ["Joueur1", "Joueur2"],
    ["joueur1", "joueur2"],
];

/// Judges the main program that `command` starts in a copy of the submission.
pub(crate) fn grade(
    cage: &Cage,
    homework: &'static Homework,
    path: &Path,
    command: &str,
    options: &GradeOptions,
) -> Result<Report, GradeError> {
    let subject = homework.subject;
    let name = match homework.main_program {
        MainProgram::NotJudged => return Err(GradeError::NoProgram(subject.name)),
        MainProgram::PrintedGame(rules) => {
            return printed_game::grade(rules, cage, homework, path, command, options);
        }
        MainProgram::Function(name) => name,
    };
    let function = subject.function(name)?;
    // A program may ask for the players' names before the game.
    let mut parameters = function.parameters.iter();
    let may_ask_names = parameters.any(|it| it.default.is_none());
    let mut best: Option<Finding> = None;
    for named in [false, true] {
        if best.as_ref().is_some_and(|it| it.verdict.passes()) || (named && !may_ask_names) {
            break;
        }
        let mut program = CommandAsFunction {
            shell: CommandShell::new(cage, path, true, RUNS)?,
            command,
            types_names: named,
            hung: 0,
        };
        let mut trial = FunctionTrial::new(&mut program, name, function);
        let finding = match &options.case {
            Some(case) => trial.examine_one(case),
            None => trial.examine(RUNS.min(options.inputs)),
        };
        if best.is_none() || finding.verdict.passes() {
            best = Some(finding);
        }
    }
    let finding = best.unwrap_or_else(|| Finding::new(Verdict::Absent));
    let shown = options.shown_path(path).display().to_string();
    let failing = finding.case.as_ref().filter(|_| !finding.verdict.passes());
    let repeat = failing.map(|case| repeat_run(subject, &shown, command, case));
    let check = Check::from_finding(homework.function_check(function), finding, repeat);
    Ok(Report::new(homework, shown, vec![check], vec![], options))
}

/// A command that is called like a function that reads and prints.
struct CommandAsFunction<'a> {
    shell: CommandShell<'a>,
    command: &'a str,
    /// Whether the players' names are typed first.
    types_names: bool,
    /// Number of runs that did not end.
    hung: u32,
}

impl CommandAsFunction<'_> {
    fn reply(&mut self, case: &Case) -> CallReply {
        let names = case.args.iter().filter_map(Json::as_str);
        let names: Vec<&str> = names.filter(|it| !it.is_empty()).collect();
        let typed_names = names.iter().filter(|_| self.types_names);
        let typed: String = typed_names.flat_map(|name| [name, "\n"]).collect();
        match self.shell.run(self.command, &(typed + &case.input)) {
            Ok(CommandRun::Exited {
                code: 0, printed, ..
            }) => {
                let outcome = CallOutcome {
                    returned: Json::Null,
                    args: case.args.clone(),
                    printed: renamed(printed, &names),
                    raised: None,
                };
                CallReply::Returned(outcome, String::new())
            }
            Ok(CommandRun::Exited { code, errors, .. }) => {
                CallReply::Crashed(exit_crash(code, &errors))
            }
            Ok(CommandRun::Hung) => CallReply::Hung,
            Ok(CommandRun::Crashed(crash)) => CallReply::Crashed(crash),
            Err(error) => {
                let raised = RaisedException::new("io", error.to_string(), None);
                CallReply::Crashed(raised.into())
            }
        }
    }
}

impl CallableCode for CommandAsFunction<'_> {
    fn call(&mut self, calls: Calls<'_>) -> Vec<CallReply> {
        let mut replies = Vec::new();
        for case in calls.cases {
            replies.push(self.reply(case));
            if replies.last() == Some(&CallReply::Hung) {
                self.hung += 1;
                break;
            }
        }
        replies
    }

    fn may_hang_again(&self) -> bool {
        self.hung < MOST_HANGING_RUNS
    }
}

/// The output with the players' names of the case in place of the program's default names.
fn renamed(printed: String, names: &[&str]) -> String {
    let [first, second] = names else {
        return printed;
    };
    if printed.contains(first) || printed.contains(second) {
        return printed;
    }
    DEFAULT_NAMES.iter().fold(printed, |printed, [one, other]| {
        printed.replace(one, first).replace(other, second)
    })
}
