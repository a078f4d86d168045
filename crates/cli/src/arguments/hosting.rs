//! The arguments of the commands that run long or serve others: the server, its store, tournaments,
//! workers.

use std::net::{IpAddr, SocketAddr};
use std::num::ParseIntError;

use clap::{ArgAction, ArgGroup, Command, value_parser};
use games::games;
use host::POSITION;
use table::key;
use text::Language;
use time::Date;
use time::format_description::well_known::Iso8601;

use super::argument::{
    effort_arguments, flag, game_command, key_file, open_queue, positional, program_arguments,
    store_arguments, valued,
};
use super::examples::examples;
use crate::serve::ADDRESS;

pub(super) fn serve(language: Language) -> Command {
    let about = |key| language.word(key);
    Command::new("serve")
        .about(about(key!("cli-serve-about")))
        .args([
            valued("listen", "ADDRESS", about(key!("cli-listen")))
                .default_value(ADDRESS)
                .hide_default_value(true)
                .value_parser(value_parser!(SocketAddr)),
            valued("host", "NAME", about(key!("cli-host"))).action(ArgAction::Append),
            valued("origin", "URL", about(key!("cli-origin"))),
            valued("trusted-proxy", "ADDRESS", about(key!("cli-trusted-proxy")))
                .action(ArgAction::Append)
                .value_parser(value_parser!(IpAddr)),
            valued("metrics", "ADDRESS", about(key!("cli-metrics")))
                .value_parser(value_parser!(SocketAddr)),
            valued("log", "FORMAT", about(key!("cli-log")))
                .value_parser(["text", "json"])
                .hide_possible_values(true),
            valued("program", "PLAYER", about(key!("cli-serve-program"))).action(ArgAction::Append),
            valued("quota", "SIZE", about(key!("cli-quota"))).value_parser(size),
            valued("keep", "DAYS", about(key!("cli-keep")))
                .value_parser(value_parser!(u32).range(1..)),
        ])
        .args(program_arguments(language))
        .args(store_arguments(language))
        .args([
            valued("bus", "URL", about(key!("cli-bus"))).requires("store"),
            flag("open", about(key!("cli-open"))),
        ])
        .after_help(examples(language, "serve"))
}

/// Parses a number of bytes such as `500M` or `10G`.
fn size(text: &str) -> Result<u64, ParseIntError> {
    const MEBIBYTES: [(char, u64); 2] = [('M', 1), ('G', 1024)];
    let found = MEBIBYTES
        .iter()
        .find_map(|(unit, factor)| Some((text.strip_suffix(*unit)?, *factor)));
    // Without a unit the empty text is parsed, which is an error.
    let (number, factor) = found.unwrap_or(("", 1));
    let mebibytes = number.parse::<u32>()?;
    Ok((u64::from(mebibytes) * factor) << 20)
}

/// Parses a day such as `2026-09-01`; returns its beginning in milliseconds since 1970.
fn day(text: &str) -> Result<i64, time::error::Parse> {
    let day = Date::parse(text, &Iso8601::DATE)?;
    Ok(day.midnight().assume_utc().unix_timestamp() * 1000)
}

pub(super) fn tournament(language: Language) -> Command {
    let about = |key| language.word(key);
    let tables = games().map(|game| {
        let options = game.options.iter().chain([&POSITION]);
        game_command(game, game.about(language), options, language)
            .args([
                valued("format", "FORMAT", about(key!("cli-tournament-format"))),
                valued("games", "N", about(key!("cli-tournament-games")))
                    .value_parser(value_parser!(u32).range(1..)),
                valued("rounds", "N", about(key!("cli-tournament-rounds")))
                    .value_parser(value_parser!(u32).range(1..)),
                valued(
                    "concurrency",
                    "N",
                    about(key!("cli-tournament-concurrency")),
                )
                .value_parser(value_parser!(u16).range(1..=1024)),
            ])
            .args(effort_arguments(language).into_iter().take(3))
            .args(program_arguments(language))
            .args([
                valued("clock", "TIME", about(key!("cli-tournament-clock"))),
                valued(
                    "openings",
                    "OPENINGS",
                    about(key!("cli-tournament-openings")),
                ),
                valued("secret", "FILE", about(key!("cli-tournament-secret"))),
                valued("event", "NAME", about(key!("cli-tournament-event"))),
                valued("sprt", "TEST", about(key!("cli-tournament-sprt"))),
                valued("output", "DIR", about(key!("cli-tournament-output"))),
            ])
            .args(store_arguments(language))
            .args([
                valued("queue", "URL", about(key!("cli-queue"))),
                key_file(language).requires("queue"),
                open_queue(language).requires("queue"),
                flag("fresh", about(key!("cli-tournament-fresh"))),
                valued(
                    "players-file",
                    "FILE",
                    about(key!("cli-tournament-players-file")),
                )
                .long("players"),
                positional("players", about(key!("cli-tournament-players"))).num_args(0..),
            ])
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
        .args([
            positional("url", about(key!("cli-worker-url"))).required(true),
            valued("concurrency", "N", about(key!("cli-worker-concurrency")))
                .value_parser(value_parser!(u16).range(1..=1024)),
            valued("name", "NAME", about(key!("cli-worker-name"))),
            key_file(language),
            open_queue(language),
            cage,
        ])
        .after_help(examples(language, "worker"))
}

pub(super) fn store(language: Language) -> Command {
    let about = |key| language.word(key);
    let place = |name, key| positional(name, about(key)).required(true);
    let copy = Command::new("copy")
        .about(about(key!("cli-store-copy-about")))
        .arg(place("from", key!("cli-store-from")))
        .arg(place("to", key!("cli-store-to")))
        .after_help(examples(language, "store copy"));
    let backup = Command::new("backup")
        .about(about(key!("cli-store-backup-about")))
        .arg(place("file", key!("cli-store-file")))
        .args(store_arguments(language))
        .after_help(examples(language, "store backup"));
    let check = Command::new("check")
        .about(about(key!("cli-store-check-about")))
        .args(store_arguments(language))
        .after_help(examples(language, "store check"));
    let forget = Command::new("forget")
        .about(about(key!("cli-store-forget-about")))
        .args([
            positional("id", about(key!("cli-store-forget-id"))),
            valued("before", "DATE", about(key!("cli-store-forget-before"))).value_parser(day),
            valued("name", "NAME", about(key!("cli-store-forget-name"))),
        ])
        .group(
            ArgGroup::new("what")
                .args(["id", "before", "name"])
                .required(true),
        )
        .args(store_arguments(language))
        .after_help(examples(language, "store forget"));
    Command::new("store")
        .about(about(key!("cli-store-about")))
        .subcommand_required(true)
        .subcommands([copy, backup, check, forget])
}
