//! Arguments that several commands share, and constructors for flags and options.

use std::path::PathBuf;

use clap::{Arg, ArgAction, Command, value_parser};
use games::RegisteredGame;
use host::OptionSpec;
use sandbox::Strictness;
use table::{key, message};
use text::Language;

/// A command with the name, aliases and options of a game. The description ends with the aliases.
pub(super) fn game_command<'a>(
    game: &'static RegisteredGame,
    about: String,
    options: impl IntoIterator<Item = &'a OptionSpec>,
    language: Language,
) -> Command {
    let about = message!("cli-also", about, names = game.aliases.join(", "));
    let options = options.into_iter();
    Command::new(game.name)
        .aliases(game.aliases)
        .about(language.say(&about))
        .args(options.map(|option| game_option(option, language)))
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
    [
        seed(language),
        valued("effort", "N", language.word(key!("cli-effort"))).value_parser(value_parser!(u64)),
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

/// `--key`: the key that workers sign their results with.
pub(super) fn key_file(language: Language) -> Arg {
    valued("key", "FILE", language.word(key!("cli-queue-key")))
}

/// `--open`: a server without a password is accepted.
pub(super) fn open_queue(language: Language) -> Arg {
    flag("open", language.word(key!("cli-queue-open")))
}
