//! `brelan database`: build and check what a game keeps in files.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use house::{Language, Progress};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::play;

/// Runs the task with a progress bar, which only a terminal sees.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let (verb, given) = given.subcommand().expect("clap requires build or check");
    let (name, given) = given.subcommand().expect("clap requires a game");
    let database = house::find(name)?
        .database
        .expect("only games with a database are offered");
    let (task, specs) = match verb {
        "build" => (database.build, database.build_options),
        _ => (database.check, database.check_options),
    };
    let bar = bar();
    let done = task(
        &play::options(specs, given),
        &mut |Progress { done, total }| {
            bar.set_length(total);
            bar.set_position(done);
        },
    );
    bar.finish_and_clear();
    writeln!(
        io::stdout(),
        "{}",
        language.say(&done.map_err(Failure::error)?)
    )?;
    Ok(ExitCode::SUCCESS)
}

/// How far a long task is.
pub(crate) fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed} / {duration}");
    ProgressBar::new(1).with_style(style.expect("a well-formed template"))
}
