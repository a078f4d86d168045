//! `brelan card`: a game's best play on a page that a person can read.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use house::Language;

use crate::failure::Failure;
use crate::play;

/// Prints the card.
pub(crate) fn run(given: &ArgMatches, language: Language) -> Result<ExitCode, Failure> {
    let (name, given) = given.subcommand().expect("clap requires a game");
    let card = house::find(name)?
        .card
        .expect("only games with a card are offered");
    let text = (card.write)(&play::options(card.options, given), language)?;
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
