//! The command line: commands and options, the language of the help, and the error for a wrong
//! argument.

mod argument;
mod examples;
pub(crate) mod groups;
mod hosting;
mod judging;
mod tables;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use games::{RegisteredGame, games};
use table::{Key, Message, key, message};
use text::Language;

use self::argument::{positional, seed, valued};
use self::examples::examples;
use crate::command_error::CommandError;

/// The language of `--lang`. Without it, French for a game under the subject's name, whose text the
/// subject prescribes, for its replay, which is the same text, and for grades; the locale's language for
/// everything else.
pub(crate) fn language(arguments: &[OsString]) -> Language {
    explicit_language(arguments).unwrap_or_else(|| {
        let first = arguments.get(1).and_then(|name| name.to_str());
        let is_subject = at_table(arguments).is_some_and(|game| first == Some(game.name));
        let in_french = first.is_some_and(|name| ["replay", "grade"].contains(&name));
        if is_subject || in_french {
            return Language::French;
        }
        Language::of_locale(&sys_locale::get_locale().unwrap_or_default())
    })
}

fn explicit_language(arguments: &[OsString]) -> Option<Language> {
    let texts = arguments.iter().map(|argument| argument.to_string_lossy());
    let texts: Vec<_> = texts.collect();
    let after_equals = texts.iter().map(|text| text.strip_prefix("--lang="));
    let after_space = texts
        .windows(2)
        .map(|pair| (pair[0] == "--lang").then_some(&*pair[1]));
    let mut values = after_equals.chain(after_space).flatten();
    values.find_map(|value| value.parse().ok())
}

/// The game that the first argument names, if it names one.
fn at_table(arguments: &[OsString]) -> Option<&'static RegisteredGame> {
    arguments
        .get(1)
        .and_then(|name| name.to_str())
        .and_then(|name| games::find(name).ok())
}

/// Parses the command line. The error may be the help or version text that was asked for.
pub(crate) fn parse(
    arguments: &[OsString],
    language: Language,
) -> Result<ArgMatches, CommandError> {
    let game = at_table(arguments);
    let arguments = match game {
        Some(game) => {
            with_trusting(arguments).map_err(|message| CommandError::Usage { message, game })?
        }
        None => arguments.to_vec(),
    };
    command(language)
        .try_get_matches_from(arguments)
        .map_err(|error| command_error(error, game))
}

/// Replaces `-confiant`, which clap would read as `-c -o -n…`, by `--trusting`. It is allowed once,
/// before the players. Another long word with one dash is an error that names the whole word.
fn with_trusting(arguments: &[OsString]) -> Result<Vec<OsString>, Message> {
    const FIRST: usize = 2;
    let is_player = |argument: &OsString| argument.to_string_lossy().contains('@');
    let players = arguments
        .iter()
        .position(is_player)
        .unwrap_or(arguments.len());
    let mut arguments = arguments.to_vec();
    let mut trusting = false;
    for (index, argument) in arguments.iter_mut().enumerate().skip(FIRST) {
        let text = argument.to_string_lossy().into_owned();
        if text == "-confiant" {
            if trusting || index > players {
                return Err(message!("cli-confiant-first"));
            }
            trusting = true;
            *argument = "--trusting".into();
        } else if is_long_word_with_one_dash(&text) {
            return Err(message!("cli-unknown-option", text));
        }
    }
    Ok(arguments)
}

/// Whether the text is like `-confiance`, and not like `--seed`, `-h` or `-5`.
fn is_long_word_with_one_dash(text: &str) -> bool {
    let word = text.strip_prefix('-').unwrap_or_default();
    word.len() > 1 && word.starts_with(|first: char| first.is_alphabetic())
}

/// Sorts an error of clap: help and version to print, else an error with a hint or a usage.
fn command_error(error: clap::Error, game: Option<&'static RegisteredGame>) -> CommandError {
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        return CommandError::Shown(error);
    }
    let message = parse_error_message(&error);
    if let Some(game) = game {
        return CommandError::Usage { message, game };
    }
    let similar = similar(&error).map(|text| message!("cli-did-you-mean", text));
    CommandError::with_hint(
        message,
        similar.unwrap_or_else(|| message!("cli-help-hint")),
    )
}

/// The known word that is nearest to the wrong one of an error.
fn similar(error: &clap::Error) -> Option<String> {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg];
    match kinds.into_iter().find_map(|kind| error.get(kind))? {
        ContextValue::String(text) => Some(text.clone()),
        // The nearest comes last.
        ContextValue::Strings(texts) => texts.last().cloned(),
        _ => None,
    }
}

/// The message of the catalogues for an error of clap.
fn parse_error_message(error: &clap::Error) -> Message {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        _ => String::new(),
    };
    let argument = context(ContextKind::InvalidArg);
    let option = argument.split(' ').next().unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument => message!("cli-unknown-option", text = argument),
        ErrorKind::InvalidSubcommand => {
            let text = context(ContextKind::InvalidSubcommand);
            message!("cli-unknown-command", text)
        }
        ErrorKind::MissingSubcommand => {
            let text = context(ContextKind::ValidSubcommand);
            message!("cli-missing-command", text)
        }
        ErrorKind::InvalidUtf8 => message!("cli-not-text"),
        ErrorKind::MissingRequiredArgument => {
            message!("cli-missing-argument", text = argument)
        }
        ErrorKind::ArgumentConflict => {
            let prior = context(ContextKind::PriorArg);
            match prior.split(' ').next().unwrap_or_default() {
                other if other.is_empty() || other == option => {
                    message!("cli-twice", text = option)
                }
                other => message!("cli-conflict", option, other),
            }
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let text = context(ContextKind::InvalidValue);
            if text.is_empty() {
                message!("cli-missing-value", option)
            } else {
                message!("cli-bad-value", option, text)
            }
        }
        _ => message!("cli-bad-arguments", reason = error.kind().to_string()),
    }
}

/// The whole command line, with help texts in `language`.
pub(crate) fn command(language: Language) -> Command {
    localized(tree(language), language)
}

/// Replaces the English headings and flags of clap by those of the language, in all subcommands too.
fn localized(command: Command, language: Language) -> Command {
    let word = |key| language.word(key);
    let is_root = command.get_name() == "brelan";
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
        word(key!("cli-heading-usage"))
    );
    let template = if is_root {
        groups::template(&command, language)
    } else {
        template
    };
    let flag = |name: &'static str, short, help, action| {
        let flag = Arg::new(name).long(name).short(short).help(word(help));
        flag.action(action)
            .help_heading(heading(language, key!("cli-heading-options")))
    };
    let is_game = |sub: &Command| games::find(sub.get_name()).is_ok();
    let (value_name, subcommands) = if !is_root && command.get_subcommands().all(is_game) {
        let game = language.say(&message!("cli-value", name = "GAME"));
        (game, key!("cli-heading-games"))
    } else {
        (
            word(key!("cli-heading-command")),
            key!("cli-heading-commands"),
        )
    };
    let version = || flag("version", 'V', key!("cli-version"), ArgAction::Version);
    command
        .help_template(template)
        .subcommand_help_heading(heading(language, subcommands))
        .disable_help_flag(true)
        .disable_version_flag(true)
        .subcommand_value_name(value_name)
        .mut_args(|argument| localized_argument(argument, language))
        .arg(flag("help", 'h', key!("cli-help"), ArgAction::Help))
        .args(is_root.then(version))
        .mut_subcommands(|command| localized(command, language))
}

/// A heading, after which clap writes a colon: in French with a space before it.
fn heading(language: Language, key: Key) -> String {
    let space = match language {
        Language::French => " ",
        Language::English => "",
    };
    language.word(key) + space
}

/// Replaces clap's English words in the help of an argument: its heading, and the name of its value. The
/// help text itself names possible values and the default.
fn localized_argument(argument: Arg, language: Language) -> Arg {
    let key = if argument.is_positional() {
        key!("cli-heading-arguments")
    } else {
        key!("cli-heading-options")
    };
    let names = argument.get_value_names().unwrap_or_default().iter();
    let part = |name: &str| language.say(&message!("cli-value", name));
    let name = |name: &clap::builder::Str| {
        let parts: Vec<String> = name.split('=').map(part).collect();
        parts.join("=")
    };
    let names: Vec<String> = names.map(name).collect();
    let argument = argument.help_heading(heading(language, key));
    if names.is_empty() {
        return argument;
    }
    argument
        .value_names(names)
        .hide_possible_values(true)
        .hide_default_value(true)
}

/// All commands, with clap's own headings.
fn tree(language: Language) -> Command {
    let about = |key| language.word(key);
    let lang = valued("lang", "LANG", about(key!("cli-lang")))
        .value_parser(|text: &str| text.parse::<Language>());
    Command::new("brelan")
        .version(env!("CARGO_PKG_VERSION"))
        .about(about(key!("cli-about")))
        .after_help(examples(language, "brelan"))
        .disable_help_subcommand(true)
        .arg(lang.global(true))
        .subcommands(games().map(|game| tables::table(game, language)))
        .subcommands([
            tables::analyse(language),
            tables::card(language),
            judging::grade(language),
            subject(language),
            tables::database(language),
            tables::draw(language),
            replay(language),
            judging::program(language),
            judging::review(language),
            tables::drawn(language),
            hosting::serve(language),
            hosting::store(language),
            hosting::tournament(language),
            hosting::worker(language),
            Command::new("games").about(about(key!("cli-games-about"))),
            Command::new("strategies").about(about(key!("cli-strategies-about"))),
            completions(language),
            Command::new("man")
                .about(about(key!("cli-man-about")))
                .arg(valued("to", "DIR", about(key!("cli-man-to")))),
            Command::new("help")
                .about(about(key!("cli-help-about")))
                .arg(positional("command", about(key!("cli-help-command"))).num_args(0..)),
        ])
}

fn subject(language: Language) -> Command {
    let about = |key| language.word(key);
    let arguments = positional("arguments", about(key!("cli-arguments")))
        .num_args(0..)
        .allow_negative_numbers(true);
    Command::new("subject")
        .about(about(key!("cli-subject-about")))
        .arg(positional("subject", about(key!("cli-subject"))).required(true))
        .arg(positional("name", about(key!("cli-function"))))
        .arg(arguments)
        .arg(seed(language))
        .after_help(examples(language, "subject"))
}

fn replay(language: Language) -> Command {
    Command::new("replay")
        .about(language.word(key!("cli-replay-about")))
        .arg(positional("file", language.word(key!("cli-file"))).required(true))
}

fn completions(language: Language) -> Command {
    let shell = positional("shell", language.word(key!("cli-shell")))
        .required(true)
        .value_parser(value_parser!(clap_complete::Shell));
    Command::new("completions")
        .about(language.word(key!("cli-completions-about")))
        .arg(shell)
}
