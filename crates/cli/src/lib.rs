//! The program `brelan`: from arguments to a table, an analysis or a subject's function.
//!
//! It is a library so that a program of your own can offer one more game and be `brelan` in
//! everything else: let your game in with [`house::let_in`], then call [`main`]. The folder
//! `examples/` of the repository has one.

mod analyse;
mod arguments;
mod card;
mod company;
mod database;
mod draw;
mod failure;
mod grade;
mod list;
mod play;
mod program;
mod replay;
mod review;
mod serve;
mod store;
mod subject;
mod tournament;
mod worker;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::ArgMatches;
use house::Language;

use crate::failure::Failure;

/// Runs the program with the arguments it was started with.
pub fn main() -> ExitCode {
    sandbox::intercept();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let language = arguments::language(&arguments);
    run(&arguments, language).unwrap_or_else(|failure| failure.report(language))
}

fn run(arguments: &[OsString], language: Language) -> Result<ExitCode, Failure> {
    let matches = arguments::parse(arguments, language)?;
    match matches.subcommand() {
        None => serve::run(None, language),
        Some((name, given)) => dispatch(name, given, language),
    }
}

fn dispatch(name: &str, given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    match name {
        "analyse" => analyse::run(given, language),
        "serve" => serve::run(Some(given), language),
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
        "strategies" => list::strategies(),
        "completions" => list::completions(given, language),
        "man" => list::manual(language),
        game => play::run(house::find(game)?, given, language),
    }
}
