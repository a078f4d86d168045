//! `brelan subject`: calls a function that a course subject defines, or prints the subject's examples.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use games::subject;
use subject::{Function, FunctionKind, Subject};
use table::Seeded;
use text::Language;

use crate::command_error::CommandError;
use crate::play;

/// Words that, in place of a function's name, ask for the example values of the subject.
const SAMPLES: [&str; 2] = ["exemples", "examples"];

/// Lists the functions of a subject, prints its example values, or calls one function.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let name: &String = given.get_one("subject").expect("clap requires a subject");
    let subject = subject(name)?;
    let words = given.get_many("arguments").into_iter().flatten();
    let words: Vec<String> = words.cloned().collect();
    match given.get_one::<String>("name") {
        None => list(subject, language),
        Some(name) if SAMPLES.contains(&name.as_str()) => samples(subject, &words),
        Some(name) => call(subject, subject.function(name)?, &words, play::seed(given)),
    }
}

fn list(subject: &Subject, language: Language) -> Result<ExitCode, CommandError> {
    let mut out = io::stdout().lock();
    for function in subject.functions {
        writeln!(out, "{}", function.described(language))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the example values that are named, or without names all of them as `NAME = VALUE`.
fn samples(subject: &Subject, names: &[String]) -> Result<ExitCode, CommandError> {
    let mut out = io::stdout().lock();
    for name in names {
        writeln!(out, "{}", subject.sample(name)?.json)?;
    }
    for sample in subject.samples.iter().filter(|_| names.is_empty()) {
        writeln!(out, "{} = {}", sample.name, sample.json)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Calls a function and prints its answer as JSON. Text that the function prints goes to standard
/// error; a function that is a whole program has no answer and prints to standard output.
fn call(
    subject: &Subject,
    function: &Function,
    words: &[String],
    seed: u64,
) -> Result<ExitCode, CommandError> {
    let given = subject.arguments(function, words)?;
    let (mut input, mut stdout) = (io::stdin().lock(), io::stdout().lock());
    let luck = &mut Seeded::new(seed);
    if function.kind == FunctionKind::Program {
        function.run(&given, luck, &mut input, &mut stdout)?;
    } else {
        let mut printed = io::stderr().lock();
        let (returned, args) = function.run(&given, luck, &mut input, &mut printed)?;
        writeln!(stdout, "{}", function.answer(&given, &returned, &args))?;
    }
    Ok(ExitCode::SUCCESS)
}
