//! `brelan games`, `strategies`, `completions`, `man` and `help`: lists of what the program offers.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use games::{RegisteredGame, SUBJECTS, games as offered};
use host::{LEVEL, LEVELS};
use table::HUMAN;
use text::Language;

use crate::arguments::{command, parse};
use crate::command_error::{CommandError, cannot_write};

/// Prints each game with its description and aliases.
pub(crate) fn games(language: Language) -> Result<ExitCode, CommandError> {
    let mut out = io::stdout().lock();
    for game in offered() {
        let (name, about) = (game.name, game.about(language));
        writeln!(out, "{name:<12} {about:<32} {}", game.aliases.join(", "))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints each game with its strategies, and how each chooses.
pub(crate) fn strategies(language: Language) -> Result<ExitCode, CommandError> {
    let mut out = io::stdout().lock();
    for game in offered() {
        writeln!(out, "{}", game.name)?;
        for name in game.strategies().chain([LEVEL]) {
            let words = game.strategy_words(name, language);
            writeln!(out, "{}", format!("  {name:<10} {words}").trim_end())?;
        }
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
    let mut command = completed(command(language));
    clap_complete::generate(*shell, &mut command, "brelan", &mut text);
    if *shell == clap_complete::Shell::Fish {
        text.extend(fish_values(&command, &[]).into_bytes());
    }
    io::stdout().write_all(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The values of positional arguments, which the generator leaves out for fish, of a command after the
/// words `seen` and of its subcommands.
fn fish_values(command: &Command, seen: &[&str]) -> String {
    let arguments = command.get_positionals();
    let values = arguments.flat_map(Arg::get_possible_values);
    let values: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
    let mut lines = String::new();
    if !values.is_empty() {
        let seen = seen
            .iter()
            .map(|word| format!("__fish_seen_subcommand_from {word}"));
        let condition = seen.collect::<Vec<_>>().join("; and ");
        let values = values.join(" ");
        let line = [
            "complete -c brelan -n \"",
            &condition,
            "\" -f -a \"",
            &values,
            "\"\n",
        ];
        lines.extend(line);
    }
    for sub in command.get_subcommands() {
        lines += &fish_values(sub, &[seen, &[sub.get_name()]].concat());
    }
    lines
}

/// The command line with the words that a shell may offer: subjects, their functions, players.
fn completed(command: Command) -> Command {
    let subjects = SUBJECTS.iter().map(|subject| {
        let names = subject.functions.iter().map(|function| function.name);
        let names = PossibleValuesParser::new(names.collect::<Vec<_>>());
        Command::new(subject.name).arg(Arg::new("name").value_parser(names))
    });
    let subject = Command::new("subject").subcommands(subjects);
    let known: Vec<&str> = SUBJECTS.iter().map(|subject| subject.name).collect();
    let command = command
        .mut_subcommand("subject", |_| subject)
        .mut_subcommand("grade", |grade| {
            // `mut_arg` puts an argument behind the others.
            let known = PossibleValuesParser::new(known);
            let grade = grade.mut_arg("subject", |it| it.index(1).value_parser(known));
            grade.mut_arg("path", |it| it.index(2))
        })
        .mut_subcommand("play", |play| offered().fold(play, with_players));
    offered().fold(command, with_players)
}

/// Adds a player for each strategy to the command of a game.
fn with_players(command: Command, game: &'static RegisteredGame) -> Command {
    let player = |name: &str| {
        let who = if name == HUMAN { "Moi" } else { "Brelan" };
        format!("{who}@{name}")
    };
    let players: Vec<String> = game.strategies().chain(LEVELS).map(player).collect();
    command.mut_subcommand(game.name, |table| {
        table.mut_arg("players", |it| {
            it.value_parser(PossibleValuesParser::new(players))
        })
    })
}

/// Prints the manual page of `brelan` in roff, or writes the pages of all commands to a folder.
pub(crate) fn manual(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let command = command(language);
    match given.get_one::<String>("to") {
        None => clap_mangen::Man::new(command).render(&mut io::stdout().lock())?,
        Some(folder) => {
            let written = clap_mangen::generate_to(command, folder);
            written.map_err(|error| cannot_write(folder, &error))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the help of the command that the words name.
pub(crate) fn help(given: &ArgMatches, language: Language) -> Result<ExitCode, CommandError> {
    let words = given.get_many::<String>("command").into_iter().flatten();
    let mut arguments = vec![
        "brelan".into(),
        "--lang".into(),
        language.to_string().into(),
    ];
    arguments.extend(words.map(Into::into));
    arguments.push("--help".into());
    let shown = parse(&arguments, language);
    shown.map(|_| ExitCode::SUCCESS)
}
