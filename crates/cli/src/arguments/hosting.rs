//! The arguments of the commands that run long or serve others: the server, its store, tournaments,
//! workers.

use std::net::{IpAddr, SocketAddr};

use clap::{ArgAction, Command, value_parser};
use games::games;
use host::POSITION;
use text::Language;

use super::argument::{
    effort_arguments, flag, game_command, game_option, positional, program_arguments,
    store_arguments, valued,
};
use super::examples::examples;
use crate::serve::ADDRESS;

pub(super) fn serve(language: Language) -> Command {
    let about = |key| language.word(key);
    Command::new("serve")
        .about(about("cli-serve-about"))
        .arg(
            valued("listen", "ADDRESS", about("cli-listen"))
                .default_value(ADDRESS)
                .hide_default_value(true)
                .value_parser(value_parser!(SocketAddr)),
        )
        .arg(
            valued("host", "NAME", about("cli-host"))
                .action(ArgAction::Append)
                .value_parser(value_parser!(String)),
        )
        .arg(valued("origin", "URL", about("cli-origin")).value_parser(value_parser!(String)))
        .arg(
            valued("trusted-proxy", "ADDRESS", about("cli-trusted-proxy"))
                .action(ArgAction::Append)
                .value_parser(value_parser!(IpAddr)),
        )
        .arg(
            valued("metrics", "ADDRESS", about("cli-metrics"))
                .value_parser(value_parser!(SocketAddr)),
        )
        .arg(
            valued("log", "FORMAT", about("cli-log"))
                .value_parser(["text", "json"])
                .hide_possible_values(true),
        )
        .arg(
            valued("program", "PLAYER", about("cli-serve-program"))
                .action(ArgAction::Append)
                .value_parser(value_parser!(String)),
        )
        .args(program_arguments(language))
        .args(store_arguments(language))
        .arg(valued("bus", "URL", about("cli-bus")).requires("store"))
        .arg(flag("open", about("cli-open")))
        .after_help(examples(language, "serve"))
}

pub(super) fn tournament(language: Language) -> Command {
    let about = |key| language.word(key);
    let number =
        |name, key| valued(name, "N", about(key)).value_parser(value_parser!(u32).range(1..));
    let tables = games().map(|game| {
        let options = game.options.iter().chain([&POSITION]);
        game_command(game, language)
            .args(options.map(|option| game_option(option, language)))
            .arg(valued("format", "FORMAT", about("tournament-format")))
            .args([
                number("games", "tournament-games"),
                number("rounds", "tournament-rounds"),
            ])
            .arg(
                valued("concurrency", "N", about("tournament-concurrency"))
                    .value_parser(value_parser!(u16).range(1..=1024)),
            )
            .args(effort_arguments(language).into_iter().take(3))
            .args(program_arguments(language))
            .arg(valued("clock", "TIME", about("tournament-clock")))
            .arg(valued("openings", "OPENINGS", about("tournament-openings")))
            .arg(valued("event", "NAME", about("tournament-event")))
            .arg(valued("sprt", "TEST", about("tournament-sprt")))
            .arg(valued("output", "DIR", about("tournament-output")))
            .args(store_arguments(language))
            .arg(valued("queue", "URL", about("queue-option")))
            .arg(flag("fresh", about("tournament-fresh")))
            .arg(valued("players-file", "FILE", about("tournament-players-file")).long("players"))
            .arg(
                positional("players", about("tournament-players-help"))
                    .value_parser(value_parser!(String))
                    .num_args(0..),
            )
    });
    Command::new("tournament")
        .about(about("tournament-about"))
        .subcommand_required(true)
        .subcommands(tables)
        .after_help(examples(language, "tournament"))
}

pub(super) fn worker(language: Language) -> Command {
    let about = |key| language.word(key);
    let [cage, ..] = program_arguments(language);
    Command::new("worker")
        .about(about("queue-worker-about"))
        .arg(positional("url", about("queue-worker-url")).required(true))
        .arg(
            valued("concurrency", "N", about("queue-worker-concurrency"))
                .value_parser(value_parser!(u16).range(1..=1024)),
        )
        .arg(valued("name", "NAME", about("queue-worker-name")))
        .arg(cage)
        .after_help(examples(language, "worker"))
}

pub(super) fn store(language: Language) -> Command {
    let about = |key| language.word(key);
    let place = |name, key| positional(name, about(key)).required(true);
    Command::new("store")
        .about(about("cli-store-about"))
        .subcommand_required(true)
        .subcommand(
            Command::new("copy")
                .about(about("cli-store-copy-about"))
                .arg(place("from", "cli-store-from"))
                .arg(place("to", "cli-store-to"))
                .after_help(examples(language, "store copy")),
        )
        .subcommand(
            Command::new("backup")
                .about(about("cli-store-backup-about"))
                .arg(place("file", "cli-store-file"))
                .args(store_arguments(language))
                .after_help(examples(language, "store backup")),
        )
        .subcommand(
            Command::new("check")
                .about(about("cli-store-check-about"))
                .args(store_arguments(language))
                .after_help(examples(language, "store check")),
        )
}
