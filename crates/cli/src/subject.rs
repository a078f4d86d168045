//! `brelan subject`: the subjects' own functions.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use house::subject::{Body, Call, Function, Subject, subject};
use table::Seeded;

use crate::failure::Failure;
use crate::play;

/// Lists a subject's functions, or calls one.
pub(crate) fn run(given: &ArgMatches) -> Result<ExitCode, Failure> {
    let name: &String = given.get_one("subject").expect("clap requires a subject");
    let subject = subject(name)?;
    match given.get_one::<String>("name") {
        None => list(subject),
        Some(name) => {
            let texts: Vec<String> = given
                .get_many("arguments")
                .into_iter()
                .flatten()
                .cloned()
                .collect();
            call(subject.function(name)?, &texts, play::seed(given))
        }
    }
}

fn list(subject: &Subject) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    for function in subject.functions {
        writeln!(out, "{}", function.signature())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn call(function: &Function, texts: &[String], seed: u64) -> Result<ExitCode, Failure> {
    let args = function.arguments(texts)?;
    let mut luck = Seeded::new(seed);
    let mut input = io::stdin().lock();
    let mut stdout = io::stdout().lock();
    match function.body {
        Body::Function(body) => {
            let mut output = io::stderr().lock();
            let answer = body(&mut Call {
                args: &args,
                luck: &mut luck,
                input: &mut input,
                output: &mut output,
            })?;
            writeln!(stdout, "{}", answer.json())?;
        }
        Body::Program(body) => {
            let call = Call {
                args: &args,
                luck: &mut luck,
                input: &mut input,
                output: &mut stdout,
            };
            run_program(body, call)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn run_program(
    body: fn(&mut Call<'_>) -> Result<(), house::subject::CallError>,
    mut call: Call<'_>,
) -> Result<(), Failure> {
    let done = body(&mut call);
    call.output.flush()?;
    Ok(done?)
}
