//! `brelan subject`: calls a function that a course subject defines, or prints the subject's examples.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use games::subject;
use subject::{Function, FunctionKind, Subject};
use table::{Seeded, message};
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
        Some(name) => {
            let function = subject.function(name)?;
            call(subject, function, &words, play::seed(given), language)
        }
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

/// Calls a function, which prints to standard output, and then prints its answer as JSON on a line of
/// its own. A function that is a whole program has no answer. Preconditions that the function does
/// without are named on standard error.
fn call(
    subject: &Subject,
    function: &Function,
    words: &[String],
    seed: u64,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let given = subject.arguments(function, words)?;
    let mut out = Printed {
        out: io::stdout().lock(),
        ends_line: true,
    };
    let luck = &mut Seeded::new(seed);
    let (returned, args) = function.run(&given, luck, &mut io::stdin().lock(), &mut out)?;
    if function.kind == FunctionKind::Program {
        return Ok(ExitCode::SUCCESS);
    }
    if !out.ends_line {
        writeln!(out)?;
    }
    writeln!(out, "{}", function.answer(&given, &returned, &args))?;
    for condition in function.broken_conditions(&given) {
        let requires = message!("cli-requires", name = function.name, condition);
        writeln!(io::stderr(), "{}", language.say(&requires))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Standard output, and whether what was written to it ends with a line end.
struct Printed<W> {
    out: W,
    ends_line: bool,
}

impl<W: Write> Write for Printed<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let count = self.out.write(text)?;
        self.ends_line = text[..count]
            .last()
            .map_or(self.ends_line, |last| *last == b'\n');
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
