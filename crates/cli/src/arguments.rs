//! The command line: which words exist, in which language their help is, and what a wrong one is
//! answered with.

use std::ffi::OsString;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use arena::Strictness;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use house::{Database, Language, Offer, OptionSpec, POSITION, games};
use table::Message;

use crate::failure::Failure;
use crate::serve::ADDRESS;

/// The language asked for, else French at the tables, in their replays and in grades, because the
/// subjects prescribe the text, and that of the locale elsewhere.
pub(crate) fn language(arguments: &[OsString]) -> Language {
    explicit_language(arguments).unwrap_or_else(|| {
        let first = arguments.get(1).and_then(|name| name.to_str());
        let in_french = first.is_some_and(|name| ["replay", "grade"].contains(&name));
        if in_french || at_table(arguments).is_some() {
            return Language::French;
        }
        Language::of_locale(&sys_locale::get_locale().unwrap_or_default())
    })
}

fn explicit_language(arguments: &[OsString]) -> Option<Language> {
    let texts = arguments.iter().map(|argument| argument.to_string_lossy());
    let mut previous = String::new();
    for text in texts {
        let value = if previous == "--lang" {
            Some(&*text)
        } else {
            text.strip_prefix("--lang=")
        };
        if let Some(language) = value.and_then(|value| value.parse().ok()) {
            return Some(language);
        }
        previous = text.into_owned();
    }
    None
}

/// The game whose table is asked for.
fn at_table(arguments: &[OsString]) -> Option<&'static Offer> {
    arguments
        .get(1)
        .and_then(|name| name.to_str())
        .and_then(|name| house::find(name).ok())
}

/// Reads the command line.
///
/// # Errors
/// What to tell: a usage error, or the help that was asked for.
pub(crate) fn parse(arguments: &[OsString], language: Language) -> Result<ArgMatches, Failure> {
    let game = at_table(arguments);
    let arguments = match game {
        Some(game) => {
            with_trusting(arguments).map_err(|message| Failure::Usage { message, game })?
        }
        None => arguments.to_vec(),
    };
    command(language)
        .try_get_matches_from(arguments)
        .map_err(|error| misread(error, game))
}

/// `-confiant`, which clap would read as `-c -o -n…`, becomes `--trusting`; it stands before the
/// players, once. Other words with one dash are no options: they are named whole.
fn with_trusting(arguments: &[OsString]) -> Result<Vec<OsString>, Message> {
    const FIRST: usize = 2;
    let is_player = |argument: &OsString| argument.to_string_lossy().contains('@');
    let players = arguments
        .iter()
        .position(is_player)
        .unwrap_or(arguments.len());
    let mut arguments = arguments.to_vec();
    let mut trusting = false;
    for (place, argument) in arguments.iter_mut().enumerate().skip(FIRST) {
        let text = argument.to_string_lossy().into_owned();
        if text == "-confiant" {
            if trusting || place > players {
                return Err(Message::new("cli-confiant-first"));
            }
            trusting = true;
            *argument = "--trusting".into();
        } else if is_long_word_with_one_dash(&text) {
            return Err(Message::new("cli-unknown-option").with("text", text));
        }
    }
    Ok(arguments)
}

/// `-confiance`, but neither `--seed`, `-h` nor `-5`.
fn is_long_word_with_one_dash(text: &str) -> bool {
    let word = text.strip_prefix('-').unwrap_or_default();
    word.len() > 1 && word.starts_with(|first: char| first.is_alphabetic())
}

fn misread(error: clap::Error, game: Option<&'static Offer>) -> Failure {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        return Failure::Shown(error);
    }
    let message = explained(&error);
    match game {
        Some(game) => Failure::Usage { message, game },
        None => Failure::with_hint(message, Message::new("cli-help-hint")),
    }
}

/// What clap found wrong, as a message of ours.
fn explained(error: &clap::Error) -> Message {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        _ => String::new(),
    };
    let argument = context(ContextKind::InvalidArg);
    let option = argument.split(' ').next().unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument => Message::new("cli-unknown-option").with("text", argument),
        ErrorKind::InvalidSubcommand => Message::new("cli-unknown-command")
            .with("text", context(ContextKind::InvalidSubcommand)),
        ErrorKind::MissingSubcommand => {
            Message::new("cli-missing-command").with("text", context(ContextKind::ValidSubcommand))
        }
        ErrorKind::InvalidUtf8 => Message::new("cli-not-text"),
        ErrorKind::MissingRequiredArgument => {
            Message::new("cli-missing-argument").with("text", argument)
        }
        ErrorKind::ArgumentConflict => Message::new("cli-twice").with("text", option),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let value = context(ContextKind::InvalidValue);
            let key = if value.is_empty() {
                "cli-missing-value"
            } else {
                "cli-bad-value"
            };
            let message = Message::new(key).with("option", option);
            if value.is_empty() {
                message
            } else {
                message.with("text", value)
            }
        }
        _ => Message::new("io-other").with("reason", error.kind().to_string()),
    }
}

/// The whole command line, with help texts in `language`.
pub(crate) fn command(language: Language) -> Command {
    localized(tree(language), language)
}

/// What clap would say in English: headings, and the flags it brings.
fn localized(command: Command, language: Language) -> Command {
    let word = |key| language.word(key);
    let is_root = command.get_name() == "brelan";
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
        word("cli-heading-usage")
    );
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .help(word("cli-help"))
        .action(ArgAction::Help);
    let version = Arg::new("version")
        .short('V')
        .long("version")
        .help(word("cli-version"))
        .action(ArgAction::Version);
    command
        .help_template(template)
        .subcommand_help_heading(word("cli-heading-commands"))
        .disable_help_flag(true)
        .disable_version_flag(true)
        .mut_args(|argument| {
            let key = if argument.is_positional() {
                "cli-heading-arguments"
            } else {
                "cli-heading-options"
            };
            argument.help_heading(word(key))
        })
        .arg(help.help_heading(word("cli-heading-options")))
        .args(is_root.then(|| version.help_heading(word("cli-heading-options"))))
        .mut_subcommands(|command| localized(command, language))
}

/// Another name in a help text: clap would call it an alias.
fn with_aliases(command: Command, aliases: &'static [&'static str], language: Language) -> Command {
    let about = command.get_about().map(ToString::to_string);
    let also = Message::new("cli-also")
        .with("about", about.unwrap_or_default())
        .with("names", aliases.join(", "));
    command.aliases(aliases).about(language.say(&also))
}

fn tree(language: Language) -> Command {
    let about = |key| language.word(key);
    Command::new("brelan")
        .version(env!("CARGO_PKG_VERSION"))
        .about(about("cli-about"))
        .after_help(examples(
            language,
            &[
                "brelan",
                "brelan allumettes Xavier@humain Ordinateur@naif",
                "brelan allumettes -confiant Ordinateur@rapide Xavier@tricheur",
                "brelan analyse allumettes 13 1,3,5,7",
                "brelan subject allumettes",
            ],
        ))
        .disable_help_subcommand(true)
        .arg(language_argument(language).global(true))
        .subcommands(games().map(|game| table_command(game, language)))
        .subcommand(analyse_command(language))
        .subcommand(card_command(language))
        .subcommand(grade_command(language))
        .subcommand(
            Command::new("subject")
                .about(about("cli-subject-about"))
                .arg(positional("subject", about("cli-subject")).required(true))
                .arg(positional("name", about("cli-function")))
                .arg(
                    positional("arguments", about("cli-arguments"))
                        .num_args(0..)
                        .allow_hyphen_values(true)
                        .trailing_var_arg(true),
                )
                .arg(seed(language))
                .after_help(examples(
                    language,
                    &["brelan subject allumettes retirer 13 2"],
                )),
        )
        .subcommand(database_command(language))
        .subcommand(draw_command(language))
        .subcommand(
            Command::new("replay")
                .about(about("cli-replay-about"))
                .arg(positional("file", about("cli-file")).required(true)),
        )
        .subcommand(program_command(language))
        .subcommand(review_command(language))
        .subcommand(serve_command(language))
        .subcommand(store_command(language))
        .subcommand(tournament_command(language))
        .subcommand(worker_command(language))
        .subcommand(Command::new("games").about(about("cli-games-about")))
        .subcommand(Command::new("strategies").about(about("cli-strategies-about")))
        .subcommand(
            Command::new("completions")
                .about(about("cli-completions-about"))
                .arg(
                    Arg::new("shell")
                        .help(about("cli-shell"))
                        .required(true)
                        .value_parser(value_parser!(clap_complete::Shell)),
                ),
        )
        .subcommand(Command::new("man").about(about("cli-man-about")))
}

fn review_command(language: Language) -> Command {
    let about = |key| language.word(key);
    Command::new("review")
        .about(about("cli-review-about"))
        .arg(flag("json", about("cli-review-json")).conflicts_with("html"))
        .arg(flag("html", about("cli-review-html")))
        .arg(
            valued("time", "MS", about("cli-review-time"))
                .value_parser(value_parser!(u64).range(..=LONGEST_REVIEW)),
        )
        .arg(
            valued("effort", "N", about("cli-review-effort"))
                .value_parser(value_parser!(u64))
                .conflicts_with("time"),
        )
        .arg(
            valued("threads", "N", about("cli-review-threads"))
                .value_parser(value_parser!(u16).range(1..=MOST_THREADS)),
        )
        .arg(
            positional("files", about("cli-review-files"))
                .value_parser(value_parser!(String))
                .num_args(1..)
                .required(true),
        )
        .after_help(examples(
            language,
            &[
                "brelan review partie.brelan",
                "brelan review --json parties/*.brelan > revues.jsonl",
            ],
        ))
}

/// A day, in milliseconds.
const LONGEST_REVIEW: u64 = 86_400_000;
/// More than any machine has cores for.
const MOST_THREADS: i64 = 1024;

fn serve_command(language: Language) -> Command {
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
        .after_help(examples(
            language,
            &[
                "brelan",
                "brelan serve --listen 0.0.0.0:4210",
                "brelan serve --origin https://jeux.example --trusted-proxy 127.0.0.1",
            ],
        ))
}

fn table_command(game: &'static Offer, language: Language) -> Command {
    let about = Message::new("cli-play-about").with("about", game.about(language));
    let command = Command::new(game.name).about(language.say(&about));
    with_aliases(command, game.aliases, language)
        .arg(flag("trusting", language.word("cli-trusting")))
        .args(
            game.options
                .iter()
                .chain([&POSITION])
                .map(|option| game_option(option, language)),
        )
        .args(effort_arguments(language))
        .args(game.rematch.map(|_| number_of_games(language)))
        .arg(valued("record", "FILE", language.word("cli-record")))
        .args(program_arguments(language))
        .arg(valued("notes", "FILE", language.word("cli-notes")))
        .arg(
            positional("players", language.word("cli-players"))
                .value_parser(value_parser!(String))
                .num_args(0..),
        )
        .after_help(examples(
            language,
            &[
                &format!("brelan {} Xavier@humain Ordinateur@naif", game.name),
                &format!("brelan {} --seed 7 A@naif B@expert", game.name),
                &format!("brelan {} Moi@./joueur.py Brelan@expert", game.name),
            ],
        ))
}

fn analyse_command(language: Language) -> Command {
    let about = |key| language.word(key);
    let tables = games().map(|game| {
        let command = Command::new(game.name).about(game.about(language));
        with_aliases(command, game.aliases, language)
            .args(
                game.analysis_options
                    .iter()
                    .map(|option| game_option(option, language)),
            )
            .arg(flag("json", about("cli-json")))
            .arg(flag("value-only", about("cli-value-only")))
            .arg(flag("why", about("cli-why")))
            .args(effort_arguments(language))
            .arg(valued("record", "FILE", about("cli-analyse-record")).conflicts_with("positions"))
            .arg(
                positional("positions", about("cli-position"))
                    .value_parser(value_parser!(String))
                    .num_args(0..)
                    .allow_negative_numbers(true),
            )
    });
    Command::new("analyse")
        .alias("analyze")
        .about(about("cli-analyse-about"))
        .subcommand_required(true)
        .subcommands(tables)
        .after_help(examples(
            language,
            &[
                "brelan analyse allumettes 13 1,3,5,7",
                "printf '12\\n13\\n' | brelan analyse allumettes --json -",
            ],
        ))
}

fn tournament_command(language: Language) -> Command {
    let about = |key| language.word(key);
    let number =
        |name, key| valued(name, "N", about(key)).value_parser(value_parser!(u32).range(1..));
    let tables = games().map(|game| {
        let command = Command::new(game.name).about(game.about(language));
        let options = game.options.iter().chain([&POSITION]);
        with_aliases(command, game.aliases, language)
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
        .after_help(examples(
            language,
            &[
                "brelan tournament 421 A@expert B@glouton --games 1000 --output essai",
                "brelan tournament awale A@./a.py B@./b.py --queue nats://file.example:4222",
            ],
        ))
}

fn worker_command(language: Language) -> Command {
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
        .after_help(examples(
            language,
            &[
                "brelan worker nats://file.example:4222",
                "brelan worker nats://file.example:4222 --concurrency 4 --cage required",
            ],
        ))
}

fn grade_command(language: Language) -> Command {
    let about = |key| language.word(key);
    Command::new("grade")
        .about(about("cli-grade-about"))
        .arg(positional("subject", about("cli-subject")).required(true))
        .arg(positional("path", about("cli-grade-path")).required_unless_present("each"))
        .arg(valued("each", "FOLDER", about("cli-grade-each")).conflicts_with_all(["path", "only"]))
        .arg(valued("csv", "FILE", about("cli-grade-csv")).requires("each"))
        .arg(valued("junit", "FILE", about("cli-grade-junit")).requires("each"))
        .arg(valued("html", "FILE", about("cli-grade-html")))
        .arg(valued("output", "FOLDER", about("cli-grade-output")).requires("each"))
        .arg(flag("fresh", about("cli-grade-fresh")).requires("output"))
        .arg(flag("json", about("cli-grade-json")))
        .arg(valued("scale", "FILE", about("cli-grade-scale")))
        .arg(valued("run", "COMMAND", about("cli-grade-run")).conflicts_with_all(["map"]))
        .arg(valued("tests", "FOLDER", about("cli-grade-tests")))
        .arg(flag("watch", about("cli-grade-watch")).conflicts_with_all(["each", "json"]))
        .arg(valued("map", "THEIRS=SUBJECT", about("cli-grade-map")).action(ArgAction::Append))
        .arg(valued("only", "FUNCTION", about("cli-grade-only")))
        .arg(valued("args", "JSON", about("cli-grade-args")))
        .arg(valued("typed", "WORDS", about("cli-grade-typed")))
        .after_help(examples(
            language,
            &[
                "brelan grade dominos devoir.py",
                "brelan grade awale devoir/ --json",
                "brelan grade puissance4 devoir.f90",
                "brelan grade allumettes projet/",
                "brelan grade dominos --each rendus/ --csv notes.csv --html notes.html",
                "brelan grade dominos --each rendus.zip --scale bareme.toml --csv notes.csv",
                "brelan grade allumettes --each rendus/ --output rapports/ --html notes.html",
                "brelan grade dominos devoir.py --map histo=histogramme",
                "brelan grade awale devoir.py --watch",
                "brelan grade 421 devoir/ --run 'python3 principal.py'",
                "brelan grade allumettes projet/ --tests mes-tests/",
            ],
        ))
}

fn card_command(language: Language) -> Command {
    let tables = games().filter_map(|game| {
        let options = game.card?.options.iter();
        let arguments = options.map(|option| game_option(option, language));
        let command = Command::new(game.name).about(game.about(language));
        Some(with_aliases(command, game.aliases, language).args(arguments))
    });
    Command::new("card")
        .about(language.word("cli-card-about"))
        .subcommand_required(true)
        .subcommands(tables)
}

fn database_command(language: Language) -> Command {
    let of_games = |options: fn(&Database) -> &'static [OptionSpec]| {
        games().filter_map(move |game| {
            let options = options(&game.database?).iter();
            let arguments = options.map(|option| game_option(option, language));
            let command = Command::new(game.name).about(game.about(language));
            Some(with_aliases(command, game.aliases, language).args(arguments))
        })
    };
    let verb = |name: &'static str, about| {
        Command::new(name)
            .about(language.word(about))
            .subcommand_required(true)
    };
    Command::new("database")
        .about(language.word("cli-database-about"))
        .subcommand_required(true)
        .subcommand(
            verb("build", "cli-database-build-about")
                .subcommands(of_games(|database| database.build_options)),
        )
        .subcommand(
            verb("check", "cli-database-check-about")
                .subcommands(of_games(|database| database.check_options)),
        )
}

/// Where the games are, for commands that work beside the server.
fn store_arguments(language: Language) -> [Arg; 2] {
    [
        valued("data", "DIR", language.word("cli-data")),
        valued("store", "URL", language.word("cli-store")).conflicts_with("data"),
    ]
}

fn store_command(language: Language) -> Command {
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
                .after_help(examples(
                    language,
                    &["brelan store copy games.sqlite postgres://brelan@db.example/games"],
                )),
        )
        .subcommand(
            Command::new("backup")
                .about(about("cli-store-backup-about"))
                .arg(place("file", "cli-store-file"))
                .args(store_arguments(language))
                .after_help(examples(language, &["brelan store backup monday.sqlite"])),
        )
        .subcommand(
            Command::new("check")
                .about(about("cli-store-check-about"))
                .args(store_arguments(language))
                .after_help(examples(language, &["brelan store check"])),
        )
}

fn draw_command(language: Language) -> Command {
    let about = |key| language.word(key);
    Command::new("draw")
        .about(about("cli-draw-about"))
        .arg(positional("game", about("cli-draw-game")).required(true))
        .arg(positional("position", about("cli-draw-position")).allow_hyphen_values(true))
        .arg(valued("near", "SIDE", about("cli-draw-near")).value_parser(["first", "second"]))
        .arg(valued("output", "FILE", about("cli-draw-output")))
        .after_help(examples(
            language,
            &["brelan draw puissance4 44353 --output grid.svg"],
        ))
}

/// What says how hard engines think, the same everywhere.
fn effort_arguments(language: Language) -> [Arg; 4] {
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

fn program_command(language: Language) -> Command {
    let verb = |name: &'static str, about| {
        Command::new(name)
            .about(language.word(about))
            .arg(positional("game", language.word("cli-program-game")).required(true))
    };
    let with_program = |name, about| {
        verb(name, about)
            .arg(positional("program", language.word("cli-program-program")).required(true))
            .args(program_arguments(language))
    };
    let known = Message::new("cli-program-in").with("known", arena::starter::names());
    let new = verb("new", "cli-program-new")
        .arg(valued("in", "LANGUAGE", language.say(&known)).default_value("python"))
        .arg(valued("to", "DIR", language.word("cli-program-to")).default_value("."));
    let again = valued("record", "FILE", language.word("cli-program-record"));
    let at = valued("at", "N", language.word("cli-program-at"))
        .value_parser(value_parser!(u32).range(1..))
        .requires("record");
    let ladder = with_program("ladder", "cli-program-ladder")
        .args(effort_arguments(language))
        .arg(
            valued("games", "N", language.word("cli-program-games"))
                .value_parser(value_parser!(u32).range(1..=10_000))
                .default_value("10"),
        )
        .arg(valued("record", "FILE", language.word("cli-record")));
    Command::new("program")
        .about(language.word("cli-program-about"))
        .subcommand_required(true)
        .subcommand(new)
        .subcommand(with_program("check", "cli-program-check"))
        .subcommand(with_program("try", "cli-program-try").arg(again).arg(at))
        .subcommand(ladder)
        .after_help(examples(
            language,
            &[
                "brelan program new puissance4 --in python",
                "brelan program check puissance4 ./joueur.py",
                "brelan program ladder puissance4 joueur.py:choisir",
            ],
        ))
}

fn number_of_games(language: Language) -> Arg {
    valued("games", "N", language.word("cli-games")).value_parser(value_parser!(u32).range(1..))
}

fn seed(language: Language) -> Arg {
    valued("seed", "N", language.word("cli-seed")).value_parser(value_parser!(u64))
}

fn game_option(option: &OptionSpec, language: Language) -> Arg {
    let help = language.word(option.help);
    match option.value {
        Some(value) => valued(option.name, value, help),
        None => flag(option.name, help),
    }
}

fn flag(name: &'static str, help: String) -> Arg {
    Arg::new(name)
        .long(name)
        .help(help)
        .action(ArgAction::SetTrue)
}

/// Takes a value even if it begins with a dash, so that `--matches -5` is told as a bad number.
fn valued(name: &'static str, value: &'static str, help: String) -> Arg {
    Arg::new(name)
        .long(name)
        .value_name(value)
        .help(help)
        .allow_hyphen_values(true)
}

fn positional(name: &'static str, help: String) -> Arg {
    Arg::new(name).value_name(name.to_uppercase()).help(help)
}

fn language_argument(language: Language) -> Arg {
    valued("lang", "LANG", language.word("cli-lang"))
        .value_parser(|text: &str| text.parse::<Language>())
}

fn examples(language: Language, commands: &[&str]) -> String {
    let mut text = language.word("cli-examples");
    for command in commands {
        text.push_str("\n  ");
        text.push_str(command);
    }
    text
}
