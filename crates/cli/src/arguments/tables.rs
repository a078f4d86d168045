//! The arguments of the commands of one game: play, analyse, card, database, draw.

use clap::{Command, value_parser};
use games::RegisteredGame;
use games::games;
use host::{Database, OptionSpec, POSITION};
use table::{key, message};
use text::Language;

use super::argument::{
    effort_arguments, flag, game_command, game_option, number_of_games, positional,
    program_arguments, valued, with_aliases,
};
use super::examples::{examples, game_examples};

pub(super) fn table(game: &'static RegisteredGame, language: Language) -> Command {
    let about = message!("cli-play-about", about = game.about(language));
    let command = Command::new(game.name).about(language.say(&about));
    with_aliases(command, game.aliases, language)
        .arg(flag("trusting", language.word(key!("cli-trusting"))))
        .args(
            game.options
                .iter()
                .chain([&POSITION])
                .map(|option| game_option(option, language)),
        )
        .args(effort_arguments(language))
        .args(game.rematch.map(|_| number_of_games(language)))
        .arg(valued("record", "FILE", language.word(key!("cli-record"))))
        .args(program_arguments(language))
        .arg(valued("notes", "FILE", language.word(key!("cli-notes"))))
        .arg(
            positional("players", language.word(key!("cli-players")))
                .value_parser(value_parser!(String))
                .num_args(0..),
        )
        .after_help(game_examples(language, game.name))
}

pub(super) fn analyse(language: Language) -> Command {
    let about = |key| language.word(key);
    let tables = games().map(|game| {
        game_command(game, language)
            .args(
                game.analysis_options
                    .iter()
                    .map(|option| game_option(option, language)),
            )
            .arg(flag("json", about(key!("cli-json"))))
            .arg(flag("value-only", about(key!("cli-value-only"))))
            .arg(flag("why", about(key!("cli-why"))))
            .args(effort_arguments(language))
            .arg(
                valued("record", "FILE", about(key!("cli-analyse-record")))
                    .conflicts_with("positions"),
            )
            .arg(
                positional("positions", about(key!("cli-position")))
                    .value_parser(value_parser!(String))
                    .num_args(0..)
                    .allow_negative_numbers(true),
            )
    });
    Command::new("analyse")
        .alias("analyze")
        .about(about(key!("cli-analyse-about")))
        .subcommand_required(true)
        .subcommands(tables)
        .after_help(examples(language, "analyse"))
}

pub(super) fn card(language: Language) -> Command {
    let tables = games().filter_map(|game| {
        let options = game.card?.options.iter();
        let arguments = options.map(|option| game_option(option, language));
        Some(game_command(game, language).args(arguments))
    });
    Command::new("card")
        .about(language.word(key!("cli-card-about")))
        .subcommand_required(true)
        .subcommands(tables)
}

pub(super) fn database(language: Language) -> Command {
    let games_with = |options: fn(&Database) -> &'static [OptionSpec]| {
        games().filter_map(move |game| {
            let options = options(&game.database?).iter();
            let arguments = options.map(|option| game_option(option, language));
            Some(game_command(game, language).args(arguments))
        })
    };
    let verb = |name: &'static str, about| {
        Command::new(name)
            .about(language.word(about))
            .subcommand_required(true)
    };
    Command::new("database")
        .about(language.word(key!("cli-database-about")))
        .subcommand_required(true)
        .subcommand(
            verb("build", key!("cli-database-build-about"))
                .subcommands(games_with(|database| database.build_options)),
        )
        .subcommand(
            verb("check", key!("cli-database-check-about"))
                .subcommands(games_with(|database| database.check_options)),
        )
}

pub(super) fn draw(language: Language) -> Command {
    let about = |key| language.word(key);
    Command::new("draw")
        .about(about(key!("cli-draw-about")))
        .arg(positional("game", about(key!("cli-draw-game"))).required(true))
        .arg(positional("position", about(key!("cli-draw-position"))).allow_hyphen_values(true))
        .arg(valued("near", "SIDE", about(key!("cli-draw-near"))).value_parser(["first", "second"]))
        .arg(valued("output", "FILE", about(key!("cli-draw-output"))))
        .after_help(examples(language, "draw"))
}
