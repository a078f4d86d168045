//! Command lines that repeat one call of a report, and the JSON form of a call's input.

use serde_json::{Value as Json, json};
use subject::{Case, Subject};

use crate::grade::GradeOptions;

/// The command line that judges one function or check on one case.
pub(crate) fn repeat_call(
    subject: &Subject,
    path: &str,
    only: &str,
    case: &Case,
    options: &GradeOptions,
) -> String {
    let args = Json::from(case.args.clone()).to_string();
    let mut command = command(&[subject.name, path, "--only", only, "--args", &args], case);
    for (theirs, subject) in &options.map {
        command.extend([" --map ", &quoted(&format!("{theirs}={subject}"))]);
    }
    command
}

/// The command line that also puts the reference in the place of `helpers`.
pub(crate) fn with_helpers(command: String, helpers: &[&str]) -> String {
    let with = |command: String, helper: &&str| command + " --with " + helper;
    helpers.iter().fold(command, with)
}

/// The command line that runs a main program again with the same arguments and typed lines.
pub(crate) fn repeat_run(subject: &Subject, path: &str, run: &str, case: &Case) -> String {
    let args = Json::from(case.args.clone()).to_string();
    let words = [subject.name, path, "--run", run, "--args", &args];
    let count = if case.args.is_empty() { 4 } else { 6 };
    command(&words[..count], case)
}

/// The command line `brelan grade WORDS`, with `--typed` and the case's typed lines if it has any.
fn command(words: &[&str], case: &Case) -> String {
    let typed = case.input.trim_end().replace('\n', " ");
    let typed = ["--typed", &typed];
    let typed = typed.iter().filter(|_| !case.input.is_empty());
    let words = words.iter().chain(typed).map(|word| quoted(word));
    format!("brelan grade {}", words.collect::<Vec<_>>().join(" "))
}

/// The list of arguments, or `{"args", "typed"}` when lines are typed too.
pub(crate) fn input_json(case: &Case) -> Json {
    if case.input.is_empty() {
        return case.args.clone().into();
    }
    json!({"args": case.args, "typed": case.input})
}

/// A word quoted for the shell where it needs quotes.
pub(crate) fn quoted(word: &str) -> String {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "/._-=@".contains(c);
    if !word.is_empty() && word.chars().all(harmless) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
