//! The pieces of the command line: flags, values, and what many commands share.

use std::path::PathBuf;

use clap::{Arg, ArgAction, Command, value_parser};
use house::{Language, OptionSpec};
use sandbox::Strictness;
use table::Message;

/// Another name in a help text: clap would call it an alias.
pub(super) fn with_aliases(
    command: Command,
    aliases: &'static [&'static str],
    language: Language,
) -> Command {
    let about = command.get_about().map(ToString::to_string);
    let also = Message::new("cli-also")
        .with("about", about.unwrap_or_default())
        .with("names", aliases.join(", "));
    command.aliases(aliases).about(language.say(&also))
}

/// Where the games are, for commands that work beside the server.
pub(super) fn store_arguments(language: Language) -> [Arg; 2] {
    [
        valued("data", "DIR", language.word("cli-data")),
        valued("store", "URL", language.word("cli-store")).conflicts_with("data"),
    ]
}

/// What says how hard engines think, the same everywhere.
pub(super) fn effort_arguments(language: Language) -> [Arg; 4] {
    let number = |name, key| valued(name, "N", language.word(key)).value_parser(value_parser!(u64));
    [
        seed(language),
        number("effort", "cli-effort"),
        valued("time", "MS", language.word("cli-time")).value_parser(value_parser!(u64)),
        valued("threads", "N", language.word("cli-threads"))
            .value_parser(value_parser!(u16).range(1..)),
    ]
}

/// On what terms programs are let in, the same everywhere.
pub(crate) fn program_arguments(language: Language) -> [Arg; 3] {
    [
        valued("cage", "CAGE", language.word("cli-cage"))
            .value_parser(|text: &str| text.parse::<Strictness>()),
        valued("allow", "DIR", language.word("cli-allow"))
            .action(ArgAction::Append)
            .value_parser(value_parser!(PathBuf)),
        valued("restarts", "N", language.word("cli-restarts")).value_parser(value_parser!(u32)),
    ]
}

pub(super) fn number_of_games(language: Language) -> Arg {
    valued("games", "N", language.word("cli-games")).value_parser(value_parser!(u32).range(1..))
}

pub(super) fn seed(language: Language) -> Arg {
    valued("seed", "N", language.word("cli-seed")).value_parser(value_parser!(u64))
}

pub(super) fn game_option(option: &OptionSpec, language: Language) -> Arg {
    let help = language.word(option.help);
    match option.value {
        Some(value) => valued(option.name, value, help),
        None => flag(option.name, help),
    }
}

pub(super) fn flag(name: &'static str, help: String) -> Arg {
    Arg::new(name)
        .long(name)
        .help(help)
        .action(ArgAction::SetTrue)
}

/// Takes a value even if it begins with a dash, so that `--matches -5` is told as a bad number.
pub(super) fn valued(name: &'static str, value: &'static str, help: String) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(value)
        .help(help)
        .allow_hyphen_values(true)
}

pub(super) fn positional(name: &'static str, help: String) -> Arg {
    Arg::new(name).value_name(name.to_uppercase()).help(help)
}

pub(super) fn language_argument(language: Language) -> Arg {
    valued("lang", "LANG", language.word("cli-lang"))
        .value_parser(|text: &str| text.parse::<Language>())
}

pub(super) fn examples(language: Language, commands: &[&str]) -> String {
    let mut text = language.word("cli-examples");
    for command in commands {
        text.push_str("\n  ");
        text.push_str(command);
    }
    text
}
