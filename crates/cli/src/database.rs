//! `brelan database`: builds and checks the files of exact values that some games have.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use host::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use text::Language;

use crate::command_error::CommandError;
use crate::play;

/// Builds or checks the files of a game, with a progress bar when standard error is a terminal.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let (verb, given) = given.subcommand().expect("clap requires build or check");
    let (name, given) = given.subcommand().expect("clap requires a game");
    let database = games::find(name)?
        .database
        .expect("only games with a database are offered");
    let (task, specs) = match verb {
        "build" => (database.build, database.build_options),
        _ => (database.check, database.check_options),
    };
    let bar = progress_bar();
    let options = play::options(specs, given);
    let done = task(&options, &mut |Progress { done, total }| {
        bar.set_length(total);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    writeln!(io::stdout(), "{}", language.say(&done?))?;
    Ok(ExitCode::SUCCESS)
}

/// A bar with the share done, the time spent and the expected total time; hidden unless standard
/// error is a terminal.
pub(crate) fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {elapsed} / {duration}");
    ProgressBar::new(1).with_style(style.expect("the template is well formed"))
}
