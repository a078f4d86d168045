//! The arguments of the commands that judge a game, homework or a program.

use clap::{ArgAction, Command, value_parser};
use table::{key, message};
use text::Language;

use super::argument::{effort_arguments, flag, positional, program_arguments, valued};
use super::examples::examples;

pub(super) fn review(language: Language) -> Command {
    let about = |key| language.word(key);
    Command::new("review")
        .about(about(key!("cli-review-about")))
        .arg(flag("json", about(key!("cli-review-json"))).conflicts_with("html"))
        .arg(flag("html", about(key!("cli-review-html"))))
        .arg(
            valued("time", "MS", about(key!("cli-review-time")))
                .value_parser(value_parser!(u64).range(..=LONGEST_REVIEW)),
        )
        .arg(
            valued("effort", "N", about(key!("cli-review-effort")))
                .value_parser(value_parser!(u64))
                .conflicts_with("time"),
        )
        .arg(
            valued("threads", "N", about(key!("cli-review-threads")))
                .value_parser(value_parser!(u16).range(1..=MOST_THREADS)),
        )
        .arg(
            positional("files", about(key!("cli-review-files")))
                .value_parser(value_parser!(String))
                .num_args(1..)
                .required(true),
        )
        .after_help(examples(language, "review"))
}

/// Maximum of `--time` of a review, in milliseconds: a day.
const LONGEST_REVIEW: u64 = 86_400_000;

/// Maximum of `--threads` of a review.
const MOST_THREADS: i64 = 1024;

pub(super) fn grade(language: Language) -> Command {
    let about = |key| language.word(key);
    Command::new("grade")
        .about(about(key!("cli-grade-about")))
        .arg(positional("subject", about(key!("cli-subject"))).required(true))
        .arg(positional("path", about(key!("cli-grade-path"))).required_unless_present("each"))
        .arg(
            valued("each", "FOLDER", about(key!("cli-grade-each")))
                .conflicts_with_all(["path", "only"]),
        )
        .arg(valued("csv", "FILE", about(key!("cli-grade-csv"))).requires("each"))
        .arg(valued("junit", "FILE", about(key!("cli-grade-junit"))).requires("each"))
        .arg(valued("html", "FILE", about(key!("cli-grade-html"))))
        .arg(valued("output", "FOLDER", about(key!("cli-grade-output"))).requires("each"))
        .arg(flag("fresh", about(key!("cli-grade-fresh"))).requires("output"))
        .arg(valued("queue", "URL", about(key!("cli-queue"))).requires("each"))
        .arg(flag("json", about(key!("cli-grade-json"))))
        .arg(valued("scale", "FILE", about(key!("cli-grade-scale"))))
        .arg(valued("run", "COMMAND", about(key!("cli-grade-run"))).conflicts_with_all(["map"]))
        .arg(valued("tests", "FOLDER", about(key!("cli-grade-tests"))))
        .arg(flag("watch", about(key!("cli-grade-watch"))).conflicts_with_all(["each", "json"]))
        .arg(
            valued("map", "THEIRS=SUBJECT", about(key!("cli-grade-map"))).action(ArgAction::Append),
        )
        .arg(valued("only", "FUNCTION", about(key!("cli-grade-only"))))
        .arg(valued("args", "JSON", about(key!("cli-grade-args"))))
        .arg(valued("typed", "WORDS", about(key!("cli-grade-typed"))))
        .after_help(examples(language, "grade"))
}

pub(super) fn program(language: Language) -> Command {
    let verb = |name: &'static str, about| {
        Command::new(name)
            .about(language.word(about))
            .arg(positional("game", language.word(key!("cli-program-game"))).required(true))
    };
    let with_program = |name, about| {
        verb(name, about)
            .arg(positional("program", language.word(key!("cli-program-program"))).required(true))
            .args(program_arguments(language))
    };
    let known = message!("cli-program-in", known = sandbox::starter::names());
    let new = verb("new", key!("cli-program-new"))
        .arg(valued("in", "LANGUAGE", language.say(&known)).default_value("python"))
        .arg(valued("to", "DIR", language.word(key!("cli-program-to"))).default_value("."));
    let again = valued("record", "FILE", language.word(key!("cli-program-record")));
    let at = valued("at", "N", language.word(key!("cli-program-at")))
        .value_parser(value_parser!(u32).range(1..))
        .requires("record");
    let ladder = with_program("ladder", key!("cli-program-ladder"))
        .args(effort_arguments(language))
        .arg(
            valued("games", "N", language.word(key!("cli-program-games")))
                .value_parser(value_parser!(u32).range(1..=10_000))
                .default_value("10"),
        )
        .arg(valued("record", "FILE", language.word(key!("cli-record"))));
    Command::new("program")
        .about(language.word(key!("cli-program-about")))
        .subcommand_required(true)
        .subcommand(new)
        .subcommand(with_program("check", key!("cli-program-check")))
        .subcommand(
            with_program("try", key!("cli-program-try"))
                .arg(again)
                .arg(at),
        )
        .subcommand(ladder)
        .after_help(examples(language, "program"))
}
