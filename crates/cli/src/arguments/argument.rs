//! Arguments that several commands share, and constructors for flags and options.

use std::path::PathBuf;

use clap::{Arg, ArgAction, Command, value_parser};
use games::RegisteredGame;
use host::OptionSpec;
use sandbox::Strictness;
use table::{key, message};
use text::Language;

/// A command with the name, description and aliases of a game.
pub(super) fn game_command(game: &'static RegisteredGame, language: Language) -> Command {
    let command = Command::new(game.name).about(game.about(language));
    with_aliases(command, game.aliases, language)
}

/// Adds aliases to a command and lists them in its description.
pub(super) fn with_aliases(
    command: Command,
    aliases: &'static [&'static str],
    language: Language,
) -> Command {
    let about = command.get_about().map(ToString::to_string);
    let also = message!(
        "cli-also",
        about = about.unwrap_or_default(),
        names = aliases.join(", ")
    );
    command.aliases(aliases).about(language.say(&also))
}

/// The options `--data` and `--store`, which say where the store of games is.
pub(super) fn store_arguments(language: Language) -> [Arg; 2] {
    [
        valued("data", "DIR", language.word(key!("cli-data"))),
        valued("store", "URL", language.word(key!("cli-store"))).conflicts_with("data"),
    ]
}

/// The options `--seed`, `--effort`, `--time` and `--threads`, which limit the engines.
pub(super) fn effort_arguments(language: Language) -> [Arg; 4] {
    let number = |name, key| valued(name, "N", language.word(key)).value_parser(value_parser!(u64));
    [
        seed(language),
        number("effort", key!("cli-effort")),
        valued("time", "MS", language.word(key!("cli-time"))).value_parser(value_parser!(u64)),
        valued("threads", "N", language.word(key!("cli-threads")))
            .value_parser(value_parser!(u16).range(1..)),
    ]
}

/// The options `--cage`, `--allow` and `--restarts`, under which programs are started.
pub(super) fn program_arguments(language: Language) -> [Arg; 3] {
    [
        valued("cage", "CAGE", language.word(key!("cli-cage")))
            .value_parser(|text: &str| text.parse::<Strictness>()),
        valued("allow", "DIR", language.word(key!("cli-allow")))
            .action(ArgAction::Append)
            .value_parser(value_parser!(PathBuf)),
        valued("restarts", "N", language.word(key!("cli-restarts")))
            .value_parser(value_parser!(u32)),
    ]
}

pub(super) fn number_of_games(language: Language) -> Arg {
    valued("games", "N", language.word(key!("cli-games")))
        .value_parser(value_parser!(u32).range(1..))
}

pub(super) fn seed(language: Language) -> Arg {
    valued("seed", "N", language.word(key!("cli-seed"))).value_parser(value_parser!(u64))
}

/// An option that a game declares, as a flag or with a value.
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

/// An option with a value, which may begin with a dash: `--threads -5` is then a bad number and not an
/// unknown option.
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
    valued("lang", "LANG", language.word(key!("cli-lang")))
        .value_parser(|text: &str| text.parse::<Language>())
}
