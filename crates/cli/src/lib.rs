//! The command line `brelan`: one module for each command.
//!
//! It is a library so that another program can add a game to the commands: register the game with
//! [`games::register`], then call [`main`]. The folder `examples/` of the repository has such a program.

mod analyse;
mod arguments;
mod card;
mod command_error;
mod database;
mod draw;
mod drawn;
mod grade;
mod interrupt;
mod list;
mod play;
mod program;
mod program_loss;
mod program_seats;
mod replay;
mod review;
mod serve;
mod shell;
mod store;
mod subject;
mod tournament;
mod worker;

text::catalogue!();

use std::ffi::OsString;
use std::process::ExitCode;

use clap::ArgMatches;
use text::Language;

use crate::command_error::CommandError;

/// Runs the command that the arguments of this process name, and returns its exit code.
pub fn main() -> ExitCode {
    sandbox::intercept();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let language = arguments::language(&arguments);
    run(&arguments, language).unwrap_or_else(|error| error.report(language))
}

fn run(arguments: &[OsString], language: Language) -> Result<ExitCode, CommandError> {
    let matches = arguments::parse(arguments, language)?;
    match matches.subcommand() {
        Some((name, given)) => dispatch(name, given, language),
        None => run(&["brelan".into(), "serve".into()], language),
    }
}

fn dispatch(name: &str, given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    match name {
        "analyse" => analyse::run(given, language),
        "serve" => serve::run(given, language),
        "grade" => grade::run(given, language),
        "card" => card::run(given, language),
        "subject" => subject::run(given, language),
        "database" => database::run(given, language),
        "store" => store::run(given, language),
        "draw" => draw::run(given, language),
        "program" => program::run(given, language),
        "replay" => replay::run(given, language),
        "review" => review::run(given, language),
        "tournament" => tournament::run(given, language),
        "worker" => worker::run(given, language),
        "games" => list::games(language),
        "strategies" => list::strategies(language),
        "completions" => list::completions(given, language),
        "man" => list::manual(given, language),
        "help" => list::help(given, language),
        "play" => drawn::run(given, language),
        game => play::run(games::find(game)?, given, language),
    }
}
