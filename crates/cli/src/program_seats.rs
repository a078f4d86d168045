//! Programs as players of a game in the terminal: their sandbox, the record of the game, and the notes
//! printed for their authors.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::ArgMatches;
use host::{EventView, Reply, Table};
use sandbox::{Cage, Launcher, ProgramLog, SandboxConfig, SeatedPrograms, Strictness};
use table::{Explain, Message, Player, Record, Side, message};
use text::Language;

use crate::command_error::CommandError;

/// Reads `--cage`, `--allow` and `--restarts`: the conditions under which programs are started.
pub(crate) fn sandbox_config(given: &ArgMatches, language: Language) -> SandboxConfig {
    let allowed = given.get_many::<PathBuf>("allow").into_iter().flatten();
    let strictness = given.get_one::<Strictness>("cage").copied();
    SandboxConfig {
        strictness: strictness.unwrap_or_default(),
        allowed: allowed.cloned().collect(),
        hidden: Vec::new(),
        restarts: given.get_one("restarts").copied().unwrap_or_default(),
        language,
        launcher: Launcher::this_program(),
    }
}

/// Prepares the programs among the players, and prints the sandbox level to standard error.
pub(crate) fn seat_programs(
    players: &[Player; 2],
    given: &ArgMatches,
    language: Language,
) -> Result<SeatedPrograms, CommandError> {
    let programs = SeatedPrograms::new(players, &sandbox_config(given, language))
        .map_err(CommandError::explain)?;
    print_sandbox(programs.cage(), language)?;
    Ok(programs)
}

/// Prints the level of the sandbox to standard error; nothing when no program runs.
pub(crate) fn print_sandbox(cage: Option<&Cage>, language: Language) -> io::Result<()> {
    let text = cage.map_or_else(String::new, |cage| sandbox_level(cage, language));
    io::stderr().write_all(text.as_bytes())
}

/// Lists the protections of the sandbox that are in use, then a line for each that is missing with
/// what to do about it.
pub(crate) fn sandbox_level(cage: &Cage, language: Language) -> String {
    let rungs: Vec<String> = cage.protections().iter().map(ToString::to_string).collect();
    let level = if rungs.is_empty() {
        message!("program-no-cage")
    } else {
        message!("program-cage", rungs = rungs.join(", "))
    };
    let missing = cage.missing().iter().map(Explain::explain);
    let lines = [level].into_iter().chain(missing);
    lines.map(|line| language.say(&line) + "\n").collect()
}

/// Answers for the programs of one game and records its events.
pub(crate) struct ProgramSeats<'a> {
    /// The file of `--record`, to which each entry is appended at once.
    pub(crate) file: Option<File>,
    /// The record of the game in memory.
    pub(crate) record: Record,
    pub(crate) programs: &'a mut SeatedPrograms,
}

impl host::ProgramAnswers for ProgramSeats<'_> {
    fn observe(&mut self, event: &dyn EventView) -> io::Result<()> {
        self.programs.observe(event);
        let Some(entry) = event.entry() else {
            return Ok(());
        };
        if let Some(file) = &mut self.file {
            writeln!(file, "{entry}")?;
        }
        self.record.push(entry);
        Ok(())
    }

    fn answer(&mut self, table: &mut dyn Table, side: Side) -> Reply {
        self.programs.reply(table, side)
    }
}

/// Restarts, failures, notes and standard error of each program after a game, for its author.
pub(crate) fn notes(
    players: &[Player; 2],
    programs: &mut SeatedPrograms,
    language: Language,
) -> String {
    let notes = |side: Side| {
        let player = &players[side.index()];
        let seated = programs.program(side)?;
        Some(notes_of_one(&player.name, seated.log(), language))
    };
    Side::BOTH.into_iter().filter_map(notes).collect()
}

fn notes_of_one(name: &str, log: &ProgramLog, language: Language) -> String {
    let mut text = String::new();
    let mut line = |message: &Message| text.push_str(&(language.say(message) + "\n"));
    if log.restarted > 0 {
        line(&message!("program-restarted", name, count = log.restarted));
    }
    if let Some(misdeed) = &log.failure {
        line(&message!("program-failure", name, text = misdeed.explain()));
    }
    if !log.notes.is_empty() {
        line(&message!("program-notes", name));
        log.notes.iter().for_each(|note| {
            text.push_str(note);
            text.push('\n');
        });
    }
    if !log.errors.is_empty() {
        text.push_str(&(language.say(&message!("program-errors", name)) + "\n"));
        text.push_str(log.errors.trim_end());
        text.push('\n');
    }
    text
}
