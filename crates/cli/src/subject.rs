//! `brelan subject`: the subjects' own functions and samples.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use house::Language;
use house::subject::{Function, Kind, Subject, subject};
use table::Seeded;

use crate::failure::Failure;
use crate::play;

/// Where a function's name stands, the word for the samples of a subject.
const SAMPLES: [&str; 2] = ["exemples", "examples"];

/// Lists a subject's functions or samples, or calls a function.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let name: &String = given.get_one("subject").expect("clap requires a subject");
    let subject = subject(name)?;
    let words: Vec<String> = given
        .get_many("arguments")
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    match given.get_one::<String>("name") {
        None => list(subject, language),
        Some(name) if SAMPLES.contains(&name.as_str()) => samples(subject, &words),
        Some(name) => call(subject, subject.function(name)?, &words, play::seed(given)),
    }
}

fn list(subject: &Subject, language: Language) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    for function in subject.functions {
        writeln!(out, "{}", function.described(language))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// All samples with their names, or the values alone of those that were named.
fn samples(subject: &Subject, names: &[String]) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    for name in names {
        writeln!(out, "{}", subject.sample(name)?.json)?;
    }
    for sample in subject.samples.iter().filter(|_| names.is_empty()) {
        writeln!(out, "{} = {}", sample.name, sample.json)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What a function prints goes to standard error, beside its answer; a program has none.
fn call(
    subject: &Subject,
    function: &Function,
    words: &[String],
    seed: u64,
) -> Result<ExitCode, Failure> {
    let given = subject.arguments(function, words)?;
    let (mut input, mut stdout) = (io::stdin().lock(), io::stdout().lock());
    let luck = &mut Seeded::new(seed);
    if function.kind == Kind::Program {
        function.run(&given, luck, &mut input, &mut stdout)?;
    } else {
        let mut printed = io::stderr().lock();
        let (returned, args) = function.run(&given, luck, &mut input, &mut printed)?;
        writeln!(stdout, "{}", function.answer(&given, &returned, &args))?;
    }
    Ok(ExitCode::SUCCESS)
}
