//! `brelan games`, `strategies`, `completions` and `man`: lists of what the program offers.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::ArgMatches;
use games::games as offered;
use text::Language;

use crate::arguments::command;
use crate::command_error::CommandError;

/// Prints each game with its description and aliases.
pub(crate) fn games(language: Language) -> Result<ExitCode, CommandError> {
    let mut out = io::stdout().lock();
    for game in offered() {
        let (name, about) = (game.name, game.about(language));
        writeln!(out, "{name:<12} {about:<32} {}", game.aliases.join(", "))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints each game with its strategies.
pub(crate) fn strategies() -> Result<ExitCode, CommandError> {
    let mut out = io::stdout().lock();
    for game in offered() {
        writeln!(out, "{:<12} {}", game.name, host::spaced(game.strategies()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the completion script of a shell.
pub(crate) fn completions(
    given: &ArgMatches,
    language: Language,
) -> Result<ExitCode, CommandError> {
    let shell: &clap_complete::Shell = given.get_one("shell").expect("clap requires a shell");
    // Generated in memory: the generator panics when its output is closed.
    let mut text = Vec::new();
    clap_complete::generate(*shell, &mut command(language), "brelan", &mut text);
    io::stdout().write_all(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page in roff.
pub(crate) fn manual(language: Language) -> Result<ExitCode, CommandError> {
    clap_mangen::Man::new(command(language)).render(&mut io::stdout().lock())?;
    Ok(ExitCode::SUCCESS)
}
