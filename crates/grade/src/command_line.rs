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
    let mut command = format!(
        "brelan grade {} {} --only {only} --args {}",
        subject.name,
        quoted(path),
        quoted(&Json::from(case.args.clone()).to_string()),
    );
    add_typed(&mut command, case);
    for (theirs, subject) in &options.map {
        command.extend([" --map ", &quoted(&format!("{theirs}={subject}"))]);
    }
    command
}

/// The command line that runs a main program again with the same arguments and typed lines.
pub(crate) fn repeat_run(subject: &Subject, path: &str, run: &str, case: &Case) -> String {
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
    add_typed(&mut command, case);
    command
}

fn add_typed(command: &mut String, case: &Case) {
    if !case.input.is_empty() {
        let typed = case.input.trim_end().replace('\n', " ");
        command.extend([" --typed ", &quoted(&typed)]);
    }
}

/// The list of arguments, or `{"args", "typed"}` when lines are typed too.
pub(crate) fn input_json(case: &Case) -> Json {
    if case.input.is_empty() {
        return case.args.clone().into();
    }
    json!({"args": case.args, "typed": case.input})
}

/// A word quoted for the shell where it needs quotes.
fn quoted(word: &str) -> String {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "/._-=".contains(c);
    if !word.is_empty() && word.chars().all(harmless) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
