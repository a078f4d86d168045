//! The arguments of the commands of one game: play, analyse, card, database, draw.

use clap::{Arg, Command, value_parser};
use games::{RegisteredGame, games};
use host::{Database, OptionSpec, POSITION};
use table::{key, message};
use text::Language;

use super::argument::{
    effort_arguments, flag, game_command, game_option, positional, program_arguments, valued,
};
use super::examples::{examples, game_examples};

pub(super) fn table(game: &'static RegisteredGame, language: Language) -> Command {
    let about = |key| language.word(key);
    let play = message!("cli-play-about", about = game.about(language));
    let number_of_games = game.rematch.map(|_| {
        valued("games", "N", about(key!("cli-games"))).value_parser(value_parser!(u32).range(1..))
    });
    let match_of_games = game
        .rematch
        .map(|_| flag("match", about(key!("cli-match"))).conflicts_with("games"));
    game_command(game, language.say(&play), [], language)
        .args(at_the_table(game, language))
        .args(number_of_games)
        .args(match_of_games)
        .arg(valued("notes", "FILE", about(key!("cli-notes"))))
        .after_help(game_examples(language, game))
}

/// The options and players of a game, for both ways of playing it in a terminal.
fn at_the_table(game: &'static RegisteredGame, language: Language) -> Vec<Arg> {
    let about = |key| language.word(key);
    let choice = game.side_choice.iter().map(|choice| &choice.option);
    let options = game.options.iter().chain([&POSITION]).chain(choice);
    let mut arguments = vec![flag("trusting", about(key!("cli-trusting")))];
    arguments.extend(options.map(|option| game_option(option, language)));
    arguments.extend(effort_arguments(language));
    arguments.push(valued("record", "FILE", about(key!("cli-record"))));
    arguments.extend(program_arguments(language));
    arguments.push(positional("players", about(key!("cli-players"))).num_args(0..));
    arguments
}

pub(super) fn drawn(language: Language) -> Command {
    let about = |key| language.word(key);
    let tables = games().map(|game| {
        let command = game_command(game, game.about(language), [], language);
        command.args(at_the_table(game, language))
    });
    Command::new("play")
        .about(about(key!("cli-drawn-about")))
        .arg(flag("plain", about(key!("cli-plain"))).global(true))
        .subcommands(tables)
        .after_help(examples(language, "play"))
}

pub(super) fn analyse(language: Language) -> Command {
    let about = |key| language.word(key);
    let tables = games().map(|game| {
        game_command(game, game.about(language), game.analysis_options, language)
            .args([
                flag("json", about(key!("cli-json"))),
                flag("value-only", about(key!("cli-value-only"))),
                flag("why", about(key!("cli-why"))),
            ])
            .args(effort_arguments(language))
            .args([
                valued("record", "FILE", about(key!("cli-analyse-record")))
                    .conflicts_with("positions"),
                positional("positions", about(key!("cli-position")))
                    .num_args(0..)
                    .allow_negative_numbers(true),
            ])
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
        let options = game.card?.options;
        Some(game_command(game, game.about(language), options, language))
    });
    Command::new("card")
        .about(language.word(key!("cli-card-about")))
        .subcommand_required(true)
        .subcommands(tables)
}

pub(super) fn database(language: Language) -> Command {
    let verb = |name: &'static str, about, options: fn(&Database) -> &'static [OptionSpec]| {
        let tables = games().filter_map(|game| {
            let options = options(&game.database?);
            Some(game_command(game, game.about(language), options, language))
        });
        Command::new(name)
            .about(language.word(about))
            .subcommand_required(true)
            .subcommands(tables)
    };
    Command::new("database")
        .about(language.word(key!("cli-database-about")))
        .subcommand_required(true)
        .subcommands([
            verb("build", key!("cli-database-build-about"), |database| {
                database.build_options
            }),
            verb("check", key!("cli-database-check-about"), |database| {
                database.check_options
            }),
        ])
}

pub(super) fn draw(language: Language) -> Command {
    let about = |key| language.word(key);
    Command::new("draw")
        .about(about(key!("cli-draw-about")))
        .args([
            positional("game", about(key!("cli-draw-game"))).required(true),
            positional("position", about(key!("cli-draw-position"))).allow_hyphen_values(true),
            valued("near", "SIDE", about(key!("cli-draw-near"))).value_parser(["first", "second"]),
            valued("output", "FILE", about(key!("cli-draw-output"))),
        ])
        .after_help(examples(language, "draw"))
}
