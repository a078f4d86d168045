//! The arguments of the commands that run long or serve others: the server, its store, tournaments,
//! workers.

use std::net::{IpAddr, SocketAddr};

use clap::{ArgAction, Command, value_parser};
use games::games;
use host::POSITION;
use table::key;
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
        .about(about(key!("cli-serve-about")))
        .arg(
            valued("listen", "ADDRESS", about(key!("cli-listen")))
                .default_value(ADDRESS)
                .hide_default_value(true)
                .value_parser(value_parser!(SocketAddr)),
        )
        .arg(
            valued("host", "NAME", about(key!("cli-host")))
                .action(ArgAction::Append)
                .value_parser(value_parser!(String)),
        )
        .arg(valued("origin", "URL", about(key!("cli-origin"))).value_parser(value_parser!(String)))
        .arg(
            valued("trusted-proxy", "ADDRESS", about(key!("cli-trusted-proxy")))
                .action(ArgAction::Append)
                .value_parser(value_parser!(IpAddr)),
        )
        .arg(
            valued("metrics", "ADDRESS", about(key!("cli-metrics")))
                .value_parser(value_parser!(SocketAddr)),
        )
        .arg(
            valued("log", "FORMAT", about(key!("cli-log")))
                .value_parser(["text", "json"])
                .hide_possible_values(true),
        )
        .arg(
            valued("program", "PLAYER", about(key!("cli-serve-program")))
                .action(ArgAction::Append)
                .value_parser(value_parser!(String)),
        )
        .args(program_arguments(language))
        .args(store_arguments(language))
        .arg(valued("bus", "URL", about(key!("cli-bus"))).requires("store"))
        .arg(flag("open", about(key!("cli-open"))))
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
            .arg(valued(
                "format",
                "FORMAT",
                about(key!("cli-tournament-format")),
            ))
            .args([
                number("games", key!("cli-tournament-games")),
                number("rounds", key!("cli-tournament-rounds")),
            ])
            .arg(
                valued(
                    "concurrency",
                    "N",
                    about(key!("cli-tournament-concurrency")),
                )
                .value_parser(value_parser!(u16).range(1..=1024)),
            )
            .args(effort_arguments(language).into_iter().take(3))
            .args(program_arguments(language))
            .arg(valued("clock", "TIME", about(key!("cli-tournament-clock"))))
            .arg(valued(
                "openings",
                "OPENINGS",
                about(key!("cli-tournament-openings")),
            ))
            .arg(valued("event", "NAME", about(key!("cli-tournament-event"))))
            .arg(valued("sprt", "TEST", about(key!("cli-tournament-sprt"))))
            .arg(valued(
                "output",
                "DIR",
                about(key!("cli-tournament-output")),
            ))
            .args(store_arguments(language))
            .arg(valued("queue", "URL", about(key!("cli-queue"))))
            .arg(flag("fresh", about(key!("cli-tournament-fresh"))))
            .arg(
                valued(
                    "players-file",
                    "FILE",
                    about(key!("cli-tournament-players-file")),
                )
                .long("players"),
            )
            .arg(
                positional("players", about(key!("cli-tournament-players")))
                    .value_parser(value_parser!(String))
                    .num_args(0..),
            )
    });
    Command::new("tournament")
        .about(about(key!("cli-tournament-about")))
        .subcommand_required(true)
        .subcommands(tables)
        .after_help(examples(language, "tournament"))
}

pub(super) fn worker(language: Language) -> Command {
    let about = |key| language.word(key);
    let [cage, ..] = program_arguments(language);
    Command::new("worker")
        .about(about(key!("cli-worker-about")))
        .arg(positional("url", about(key!("cli-worker-url"))).required(true))
        .arg(
            valued("concurrency", "N", about(key!("cli-worker-concurrency")))
                .value_parser(value_parser!(u16).range(1..=1024)),
        )
        .arg(valued("name", "NAME", about(key!("cli-worker-name"))))
        .arg(cage)
        .after_help(examples(language, "worker"))
}

pub(super) fn store(language: Language) -> Command {
    let about = |key| language.word(key);
    let place = |name, key| positional(name, about(key)).required(true);
    Command::new("store")
        .about(about(key!("cli-store-about")))
        .subcommand_required(true)
        .subcommand(
            Command::new("copy")
                .about(about(key!("cli-store-copy-about")))
                .arg(place("from", key!("cli-store-from")))
                .arg(place("to", key!("cli-store-to")))
                .after_help(examples(language, "store copy")),
        )
        .subcommand(
            Command::new("backup")
                .about(about(key!("cli-store-backup-about")))
                .arg(place("file", key!("cli-store-file")))
                .args(store_arguments(language))
                .after_help(examples(language, "store backup")),
        )
        .subcommand(
            Command::new("check")
                .about(about(key!("cli-store-check-about")))
                .args(store_arguments(language))
                .after_help(examples(language, "store check")),
        )
}
