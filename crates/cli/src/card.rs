//! `brelan card`: a game's best play as a table to print and learn.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use text::Language;

use crate::command_error::CommandError;
use crate::play;

/// Prints the card of the game that was named.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let (name, given) = given.subcommand().expect("clap requires a game");
    let card = games::find(name)?
        .card
        .expect("only games with a card are offered");
    let text = (card.write)(&play::options(card.options, given), language)?;
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
