//! The arguments of the commands that judge a game, homework or a program.

use clap::{ArgAction, Command, value_parser};
use table::{key, message};
use text::Language;

use super::argument::{
    effort_arguments, flag, key_file, open_queue, positional, program_arguments, valued,
};
use super::examples::examples;

pub(super) fn review(language: Language) -> Command {
    let about = |key| language.word(key);
    Command::new("review")
        .about(about(key!("cli-review-about")))
        .args([
            flag("json", about(key!("cli-review-json"))).conflicts_with("html"),
            flag("html", about(key!("cli-review-html"))),
            valued("time", "MS", about(key!("cli-review-time")))
                .value_parser(value_parser!(u64).range(..=LONGEST_REVIEW)),
            valued("effort", "N", about(key!("cli-review-effort")))
                .value_parser(value_parser!(u64))
                .conflicts_with("time"),
            valued("threads", "N", about(key!("cli-review-threads")))
                .value_parser(value_parser!(u16).range(1..=MOST_THREADS)),
            positional("files", about(key!("cli-review-files")))
                .num_args(1..)
                .required(true),
        ])
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
        .args([
            positional("subject", about(key!("cli-subject"))).required(true),
            positional("path", about(key!("cli-grade-path"))).required_unless_present("each"),
            valued("each", "FOLDER", about(key!("cli-grade-each")))
                .conflicts_with_all(["path", "only"]),
            valued("csv", "FILE", about(key!("cli-grade-csv"))).requires("each"),
            valued("junit", "FILE", about(key!("cli-grade-junit"))).requires("each"),
            valued("html", "FILE", about(key!("cli-grade-html"))),
            valued("output", "FOLDER", about(key!("cli-grade-output"))).requires("each"),
            flag("fresh", about(key!("cli-grade-fresh"))).requires("output"),
            valued("queue", "URL", about(key!("cli-queue"))).requires("each"),
            key_file(language).requires("queue"),
            open_queue(language).requires("queue"),
            flag("json", about(key!("cli-grade-json"))),
            valued("scale", "FILE", about(key!("cli-grade-scale"))),
            valued("run", "COMMAND", about(key!("cli-grade-run"))).conflicts_with("map"),
            valued("tests", "FOLDER", about(key!("cli-grade-tests"))),
            valued("with", "FUNCTION", about(key!("cli-grade-with")))
                .action(ArgAction::Append)
                .requires("only"),
            valued("without", "NAME", about(key!("cli-grade-without"))).action(ArgAction::Append),
            flag("watch", about(key!("cli-grade-watch"))).conflicts_with_all(["each", "json"]),
            valued("map", "THEIRS=SUBJECT", about(key!("cli-grade-map"))).action(ArgAction::Append),
            valued("only", "FUNCTION", about(key!("cli-grade-only"))),
            valued("args", "JSON", about(key!("cli-grade-args"))),
            valued("typed", "WORDS", about(key!("cli-grade-typed"))),
        ])
        .after_help(examples(language, "grade"))
}

pub(super) fn program(language: Language) -> Command {
    let about = |key| language.word(key);
    let verb = |name: &'static str, key| {
        Command::new(name)
            .about(about(key))
            .arg(positional("game", about(key!("cli-program-game"))).required(true))
    };
    let with_program = |name, key| {
        verb(name, key)
            .arg(positional("program", about(key!("cli-program-program"))).required(true))
            .args(program_arguments(language))
    };
    let known = message!("cli-program-in", known = sandbox::starter::names());
    let new = verb("new", key!("cli-program-new")).args([
        valued("in", "LANGUAGE", language.say(&known)).default_value("python"),
        valued("to", "DIR", about(key!("cli-program-to"))).default_value("."),
    ]);
    let check = with_program("check", key!("cli-program-check"));
    let try_once = with_program("try", key!("cli-program-try")).args([
        valued("record", "FILE", about(key!("cli-program-record"))),
        valued("at", "N", about(key!("cli-program-at")))
            .value_parser(value_parser!(u32).range(1..))
            .requires("record"),
    ]);
    let ladder = with_program("ladder", key!("cli-program-ladder"))
        .args(effort_arguments(language))
        .args([
            valued("games", "N", about(key!("cli-program-games")))
                .value_parser(value_parser!(u32).range(1..=10_000))
                .default_value("10"),
            valued("record", "FILE", about(key!("cli-record"))),
        ]);
    Command::new("program")
        .about(about(key!("cli-program-about")))
        .subcommand_required(true)
        .subcommands([new, check, try_once, ladder])
        .after_help(examples(language, "program"))
}
